"""What must hold in a world that was drawn for a view, and positions to draw worlds for.

`doubts` looks at the world alone, with the public face of the package; it shares nothing with the
sampler but the rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import attrs

from corpus import drawn
from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    RuleSet,
    SeatView,
    Tile,
    Win,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    view,
    waits,
)
from lisi_mahjong.checking import problems
from lisi_mahjong.players import tidy
from plain import tiles_on_table
from stacked import SITUATIONS
from support import position, tiles

VIEWERS = (0, 1, 2, 3, None)
FOUR_EACH = Counter(dict.fromkeys(Tile, 4))


NO_RESERVE = RuleSet(reserved_stacks=0)
NO_RESERVE_BY_CHOICE = RuleSet(reserved_stacks=0, forced_win=False)

PUNGS = {
    1: ("111m<0", "999m<0", "111p<0", "999p<0"),
    2: ("111s<0", "999s<0", "111z<0", "222z<0"),
    3: ("333z<0", "444z<0", "666z<0", "777z<0"),
}
OWN_HAND = "{1p1s2z4z}888m888s444m"
"""Seat 0's hand beside those pungs."""


class Position(NamedTuple):
    """A state of a deal, and who looks at it."""

    deal: int
    state: GameState
    viewer: int | None

    @property
    def seen(self) -> SeatView:
        """What the viewer sees."""
        return view(self.state, self.viewer)

    @property
    def sort(self) -> tuple[str, str]:
        """What is awaited, and what the viewer has to do with it."""
        stage, viewer = self.state.stage, self.viewer
        if isinstance(stage, AwaitingTurn):
            turn = "after a draw" if stage.drawn is not None else "after a pung"
            return f"turn {turn}", "own" if stage.seat == viewer else "other"
        if isinstance(stage, Finished):
            result = stage.result
            if not isinstance(result, WonDeal):
                return "drawn deal", "over"
            how = "self-draw" if result.loser is None else "discard win"
            return "robbed kong" if result.robbed_kong else how, "over"
        offer = "robbing" if stage.robbing else "discard"
        if viewer is None or viewer not in stage.asked:
            return offer, "own" if viewer == stage.discarder else "not asked"
        return offer, "asked" if stage.answers[viewer] is None else "answered"


def positions(numbers: Iterable[int], some: int) -> Iterator[Position]:
    """Yield positions of the deals of these numbers: some states of each, and its end.

    States that there are few of are preferred: a kong that can be robbed, a tile about which
    some have answered and some have not, other offers, turns after a pung.
    """
    for number in numbers:
        rng = random.Random(f"positions {number}")
        deal = drawn(number)
        states = [state for state, _ in deal.actions()]
        choose = deal.chooser()
        end = deal.start
        while actors(end):
            end = apply(end, choose(end))
        rng.shuffle(states)
        chosen = sorted(states, key=rarity)[: some // 2] + states[: some - some // 2]
        for state in (*chosen, end):
            for viewer in VIEWERS:
                yield Position(number, state, viewer)


def tight_positions(numbers: Iterable[int]) -> Iterator[Position]:
    """Yield positions near the end of a wall without a reserve, with many seats in ting.

    The players declare ting at once and hardly ever win, so that nearly all hidden tiles are in
    hands that wait.
    """
    for number in numbers:
        rng = random.Random(f"tight {number}")
        stack = SITUATIONS["all_ready"](rng)
        rules = RuleSet(
            reserved_stacks=0,
            forced_win=False,
            robbing_kong=True,
            all_runs=number % 2 == 0,
            show_concealed_kongs=number % 3 == 0,
        )
        state = deal(stack.shuffle, dealer=stack.dealer, rules=rules)
        late = []
        while actors(state):
            seat = rng.choice(actors(state))
            action = tidy(state, seat)
            if isinstance(action, Win) and rng.random() < 0.98:
                action = legal_actions(state, seat)[-1]
            state = apply(state, action)
            if actors(state) and state.remaining < 8:
                late.append(state)
        for chosen in rng.sample(late, min(2, len(late))):
            for viewer in VIEWERS:
                yield Position(number, chosen, viewer)


def rarity(state: GameState) -> int:
    """Return a number that is the lower the rarer the stage of a state is."""
    stage = state.stage
    if isinstance(stage, AwaitingClaims):
        return 1 - (stage.robbing or any(stage.answers))
    is_turn = isinstance(stage, AwaitingTurn) and stage.drawn is not None
    return 2 + is_turn


# --- positions that are laid or changed ---


def all_but_over(  # noqa: PLR0913 - a position has that many sides
    hands: Mapping[int, str],
    draws: str,
    *,
    pungs: Mapping[int, Sequence[str]] = PUNGS,
    turn: int = 0,
    drawn: str | None = "1m",
    ting: Mapping[int, str] | None = None,
    rivers: Mapping[int, str] | None = None,
    rules: RuleSet = NO_RESERVE,
) -> GameState:
    """Return a position in which few tiles are hidden: those in these hands and in the wall.

    Args:
        hands: of seats 1 to 3, as `position` takes them.
        draws: what the wall holds.
        pungs: of seats 1 to 3.
        turn: whose turn it is.
        drawn: what that seat has drawn.
        ting: by seat, the tile of a declaration.
        rivers: by seat, its last discards.
        rules: the options.
    """
    return position(
        {0: OWN_HAND, **hands},
        turn=turn,
        drawn=drawn,
        melds=pungs,
        ting=ting or {},
        rivers=rivers or {},
        draws=draws,
        remaining=len(tiles(draws)),
        rules=rules,
    )


def with_player(state: GameState, seat: int, **changes: object) -> GameState:
    """Return a state in which something of a seat is otherwise."""
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], **changes)  # type: ignore[arg-type]  # any field
    first, second, third, fourth = players
    return attrs.evolve(state, players=(first, second, third, fourth))


def with_ting_since(state: GameState, seat: int, *thrown: str) -> GameState:
    """Return a state in which all these tiles were discarded after a seat had declared ting.

    Args:
        state: a state in which the seat's ting tile is the last of its own discards.
        seat: the seat.
        thrown: by seat, the kinds that it has discarded since, the last of its discards.
    """
    since = [
        len(player.river) - len(tiles(text))
        for player, text in zip(state.players, thrown, strict=True)
    ]
    *river, declared = state.players[seat].river
    assert declared.ting
    river.insert(since[seat] - 1, declared)
    return with_player(state, seat, river=tuple(river), ting_since=tuple(since))


def declared_in_turn(state: GameState, *seats: int) -> GameState:
    """Return a state in which these seats, all in ting, declared it one after the other."""
    counts = [len(player.river) for player in state.players]
    for seat in reversed(seats):
        state = with_player(state, seat, ting_since=tuple(counts))
        counts[seat] -= 1
    return state


# --- what must hold -----------------------------------------------------------------------


def doubts(world: GameState, seen: SeatView) -> list[str]:
    """Return what is wrong with a world that was drawn for a view; ``[]`` for nothing."""
    found = []
    if view(world, seen.viewer) != seen:
        found.append("it has another view")
    if tiles_on_table(world) != FOUR_EACH:
        found.append("there are not four of each kind")
    if world.result is None and not actors(world):
        found.append("nobody has to decide")
    found += [f"{problem.name}: {detail}" for problem, detail in problems(world)]
    for seat, player in enumerate(world.players):
        if player.ting is not None:
            found += [f"seat {seat}, in ting, {doubt}" for doubt in _ting_doubts(world, seat)]
        if seat == seen.viewer:
            continue
        if player.lock_set:
            found.append(f"seat {seat} has locks")
        if player.win_barred and player.ting is None:
            found.append(f"seat {seat} is barred before ting")
    return found


def _ting_doubts(world: GameState, seat: int) -> Iterator[str]:
    player, stage = world.players[seat], world.stage
    hand = list(player.concealed)
    if isinstance(stage, AwaitingTurn) and stage.seat == seat and stage.drawn is not None:
        hand.remove(stage.drawn)
    if isinstance(stage, Finished) and isinstance(stage.result, WonDeal):
        result = stage.result
        if result.winner == seat:
            hand.remove(result.tile)
    found = waits(hand, player.melds, rules=world.rules)
    if not found or player.waits != found:
        yield f"waits for {found} and not for {player.waits}"
    others, own = thrown_since(world, seat)
    if world.rules.forced_win:
        let_go = (others | own) & set(found)
        if isinstance(stage, AwaitingClaims) and stage.tile in found:
            let_go.add(stage.tile)
        if let_go:
            yield f"has let {let_go} go"
    elif others & set(found) and not player.win_barred:
        yield "is not barred"


def thrown_since(world: GameState, seat: int) -> tuple[set[Tile], set[Tile]]:
    """Return what others have discarded since a seat declared ting, and what it has itself.

    Without tiles of declarations, and without a discard that nobody has let go.
    """
    stage = world.stage
    pending = None
    if isinstance(stage, AwaitingClaims) and not stage.robbing:
        pending = stage.discarder
    if isinstance(stage, Finished) and isinstance(stage.result, WonDeal):
        pending = None if stage.result.robbed_kong else stage.result.loser
    others: set[Tile] = set()
    own: set[Tile] = set()
    for thrower, since in enumerate(world.players[seat].ting_since):
        row = list(world.players[thrower].river[since:])
        if thrower == pending and row:
            row.pop()
        kinds = {entry.tile for entry in row if not entry.ting}
        (own if thrower == seat else others).update(kinds)
    return others, own


def play_to_the_end(world: GameState, rng: random.Random) -> GameState:
    """Return the end of a deal that goes on from a world by legal actions of chance.

    Raises:
        AssertionError: tiles get lost, or it does not end.
    """
    for _ in range(999):
        asked = actors(world)
        if not asked:
            assert tiles_on_table(world) == FOUR_EACH
            return world
        world = apply(world, rng.choice(legal_actions(world, rng.choice(asked))))
    raise AssertionError("the deal goes on and on")
