"""Random games of mjai: its `Match` plays, an agent in Python answers in JSON.

The package tells what sorts of answers a seat may give, but lists none of them, so the agent does.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from benchmarks.peers.timing import Figures, Foreign, in_two_lots

NAMES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + list("ESWNPFC")
KINDS = {name: kind for kind, name in enumerate(NAMES)} | {
    f"5{suit}r": 9 * place + 4 for place, suit in enumerate("mps")
}
"""By name of a tile, red fives too, its kind."""

Answer = dict[str, Any]


def mjai(seed: int, count: int) -> Figures:
    match = import_module("mjai.mlibriichi").arena.Match

    def play(lot: int, games: int) -> tuple[int, int]:
        decisions = deals = 0
        for number in range(games):
            rng = random.Random(lot * games + number)
            agents = [_Agent(str(seat), rng) for seat in range(4)]
            match(log_dir=None).py_match(*agents, seed_start=(number, lot))
            decisions += sum(agent.decisions for agent in agents)
            deals += agents[0].deals
        return decisions, deals

    return in_two_lots(play, seed, count)


class _Agent:
    """One seat: the methods are those that a `Match` calls."""

    engine_type = "mjai-log"

    def __init__(self, name: str, rng: random.Random) -> None:
        self.name = name
        self.decisions = 0
        self.deals = 0
        self._choice = rng.choice
        self._seats: list[int] = []

    def set_player_ids(self, player_ids: list[int]) -> None:
        self._seats = player_ids

    def start_game(self, game_idx: int) -> None:
        """Do nothing."""

    def end_kyoku(self, game_idx: int) -> None:
        del game_idx
        self.deals += 1

    def end_game(self, game_idx: int, scores: list[int]) -> None:
        """Do nothing."""

    def react_batch(self, game_states: list[Any]) -> list[str]:
        self.decisions += len(game_states)
        return [
            json.dumps(self._choice(list(_answers(each.state, self._seats[each.game_index]))))
            for each in game_states
        ]


def _answers(state: Foreign, seat: int) -> Iterator[Answer]:
    """Yield everything that a seat may answer."""
    can = state.last_cans
    if can.can_discard:
        yield from _discards(state, seat)
    if can.can_riichi:
        yield {"type": "reach", "actor": seat}
    if can.can_tsumo_agari:
        yield {"type": "hora", "actor": seat, "target": seat}
    if can.can_ron_agari:
        yield {"type": "hora", "actor": seat, "target": can.target_actor}
    if can.can_ryukyoku:
        yield {"type": "ryukyoku"}
    if can.can_ankan:
        for name in state.ankan_candidates():
            consumed = _taken(state, [KINDS[name]] * 4)
            yield {"type": "ankan", "actor": seat, "consumed": consumed}
    if can.can_kakan:
        for name in state.kakan_candidates():
            (tile,) = _taken(state, [KINDS[name]])
            consumed = [NAMES[KINDS[name]]] * 3
            if _is_five(KINDS[name]) and not tile.endswith("r"):
                consumed[0] += "r"  # the red one is in the pung
            yield {"type": "kakan", "actor": seat, "pai": tile, "consumed": consumed}
    if can.can_pass:
        yield {"type": "none"}
        yield from _claims(state, seat)


def _discards(state: Foreign, seat: int) -> Iterator[Answer]:
    drawn = state.last_self_tsumo()
    if state.self_riichi_accepted:
        yield {"type": "dahai", "actor": seat, "pai": drawn, "tsumogiri": True}
        return
    for kind, (held, forbidden) in enumerate(zip(state.tehai, state.forbidden_tiles, strict=True)):
        if held and not forbidden:
            (tile,) = _taken(state, [kind])
            answer = {"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": tile == drawn}
            if not state.self_riichi_declared or _is_valid(state, answer):
                yield answer


def _is_valid(state: Foreign, answer: Answer) -> bool:
    """Return whether the tile may be the one of a declaration: it has to leave waits."""
    try:
        state.validate_reaction(json.dumps(answer))
    except Exception:  # noqa: BLE001 - the package raises the plainest there is
        return False
    return True


def _claims(state: Foreign, seat: int) -> Iterator[Answer]:
    can, name = state.last_cans, state.last_kawa_tile()
    kind = KINDS[name]
    for allowed, sort, others in (
        (can.can_chi_low, "chi", [kind + 1, kind + 2]),
        (can.can_chi_mid, "chi", [kind - 1, kind + 1]),
        (can.can_chi_high, "chi", [kind - 2, kind - 1]),
        (can.can_pon, "pon", [kind] * 2),
        (can.can_daiminkan, "daiminkan", [kind] * 3),
    ):
        if allowed:
            yield {
                "type": sort,
                "actor": seat,
                "target": can.target_actor,
                "pai": name,
                "consumed": _taken(state, others),
            }


def _is_five(kind: int) -> bool:
    return kind < KINDS["E"] and kind % 9 == KINDS["5m"]


def _taken(state: Foreign, kinds: list[int]) -> list[str]:
    """Return the names of tiles taken out of a hand, a red five after the others."""
    left = list(state.tehai)
    names = []
    for kind in kinds:
        red = _is_five(kind) and state.akas_in_hand[kind // 9] and left[kind] == 1
        left[kind] -= 1
        names.append(NAMES[kind] + "r" * red)
    return names
