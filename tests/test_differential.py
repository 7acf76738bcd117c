"""The engine and the slow referee agree on a thousand deals, after every action.

The second half shows that the comparison would notice: wrong options, tampered states, tampered
lists and readings are all reported.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import attrs
import pytest

import corpus
import differential
import referee
from campaigns import Findings
from differential import Failure, check_deal, check_numbers, differences, referee_of
from lisi_mahjong import (
    Action,
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    Pass,
    Player,
    RuleSet,
    Tile,
    Ting,
    WonDeal,
    actors,
    apply,
    legal_actions,
)
from lisi_mahjong.tiles import ONE
from plain import plain_action

DEALS = 1000
CHUNKS = 20

# --- agreement ----------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, DEALS, DEALS // CHUNKS))
def test_the_engine_and_the_referee_agree(start: int) -> None:
    found = check_numbers(start, start + DEALS // CHUNKS)
    assert not found.failures, "\n".join(found.failures)
    assert found.counts["checked"] == DEALS // CHUNKS


def test_the_referee_stands_on_the_standard_library_alone() -> None:
    tree = ast.parse(Path(referee.__file__).read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(str(node.module).partition(".")[0])
    assert imported
    assert imported <= sys.stdlib_module_names
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"__import__", "exec", "eval", "importlib"}


# --- what would be noticed ----------------------------------------------------------------

# Options of which the referee's part of the game knows nothing: who deals next, who sees what.
NOT_IN_A_DEAL = {"drawn_deal_with_kong_passes_dealer", "show_concealed_kongs"}


def other_value(deal: corpus.Deal, option: str) -> bool | int:
    value: bool | int = getattr(deal.start.rules, option)
    return not value if isinstance(value, bool) else (value + 1) % 42


@pytest.mark.parametrize(
    "option", [name for name in attrs.fields_dict(RuleSet) if name not in NOT_IN_A_DEAL]
)
def test_a_wrong_option_is_noticed(option: str) -> None:
    def fails(number: int) -> bool:
        deal = corpus.drawn(number)
        return check_deal(deal, Findings(), {option: other_value(deal, option)}) is not None

    assert any(map(fails, range(100)))


@pytest.mark.parametrize("option", sorted(NOT_IN_A_DEAL))
def test_an_option_outside_of_play_changes_nothing(option: str) -> None:
    deal = corpus.drawn(0)
    assert check_deal(deal, Findings(), {option: other_value(deal, option)}) is None


def with_player(state: GameState, seat: int, player: Player) -> GameState:
    players = list(state.players)
    players[seat] = player
    first, second, third, fourth = players
    return attrs.evolve(state, players=(first, second, third, fourth))


def meet(wanted: Callable[[GameState], bool]) -> tuple[GameState, referee.Referee]:
    """Return the first state of the corpus that is wanted, on both sides."""
    for number in range(100):
        deal = corpus.drawn(number)
        other = referee_of(deal)
        state, choose = deal.start, deal.chooser()
        while not wanted(state) and actors(state):
            action = choose(state)
            state = apply(state, action)
            other.apply(plain_action(action))
        if wanted(state):
            return state, other
    pytest.fail("no such state")


def has_meld_and_river(state: GameState) -> bool:
    """Return whether seat 1 is on turn after a draw and has two melds and discards."""
    player = state.players[1]
    drawn = isinstance(state.stage, AwaitingTurn) and state.stage.drawn is not None
    return actors(state) == (1,) and drawn and len(player.melds) > 1 and bool(player.river)


def one_stands_no_longer(player: Player) -> Player:
    one = ONE[player.standing[0]]
    standing, loose = player.standing_set - one, player.loose_set + one
    return attrs.evolve(player, standing_set=standing, loose_set=loose)


def last_discard_taken(player: Player) -> Player:
    *before, last = player.river
    taken = attrs.evolve(last, taken_by=(last.taken_by or 0) + 1)
    return attrs.evolve(player, river=(*before, taken))


PLAYER_TAMPERINGS: dict[str, tuple[Callable[[Player], Player], list[str]]] = {
    "a tile stands no longer": (one_stands_no_longer, ["loose", "standing"]),
    "melds in another order": (lambda p: attrs.evolve(p, melds=p.melds[::-1]), ["melds"]),
    "a discard less": (lambda p: attrs.evolve(p, river=p.river[:-1]), ["rivers"]),
    "a discard taken": (last_discard_taken, ["rivers"]),
    "a lock": (lambda p: attrs.evolve(p, lock_set=ONE[Tile.M5]), ["locks"]),
    "a bar": (lambda p: attrs.evolve(p, win_barred=True), ["barred"]),
    "ting": (lambda p: attrs.evolve(p, ting=Ting(Tile.M5)), ["ting"]),
}


def names_of(found: Iterable[str]) -> list[str]:
    """Return the names of what differs in a snapshot; lists of actions follow from that."""
    names = (text.partition(":")[0] for text in found)
    return [name for name in names if not name.startswith("seat ")]


@pytest.mark.parametrize("name", PLAYER_TAMPERINGS)
def test_a_tampered_player_is_noticed(name: str) -> None:
    tamper, expected = PLAYER_TAMPERINGS[name]
    state, other = meet(has_meld_and_river)
    tampered = with_player(state, 1, tamper(state.players[1]))
    assert not list(differences(state, other))
    assert names_of(differences(tampered, other)) == expected


def test_a_tampered_wall_or_count_is_noticed() -> None:
    state, other = meet(has_meld_and_river)
    shorter = attrs.evolve(state, remaining=state.remaining - 1)
    assert names_of(differences(shorter, other)) == ["remaining", "wall"]
    more = attrs.evolve(state, kongs=state.kongs + 1)
    assert names_of(differences(more, other)) == ["kongs", "reserve", "wall"]


def test_another_turn_is_noticed() -> None:
    state, other = meet(has_meld_and_river)
    assert isinstance(state.stage, AwaitingTurn)
    after_pung = attrs.evolve(state, stage=AwaitingTurn(1, None))
    assert names_of(differences(after_pung, other)) == ["stage"]
    other_seat = attrs.evolve(state, stage=AwaitingTurn(2, state.stage.drawn))
    assert names_of(differences(other_seat, other)) == ["stage", "actors"]


def test_a_seat_that_is_asked_in_vain_is_noticed() -> None:
    state, other = meet(lambda state: isinstance(state.stage, AwaitingClaims))
    assert isinstance(state.stage, AwaitingClaims)
    stage = attrs.evolve(state.stage, asked=tuple({*range(4)} - {state.stage.discarder}))
    tampered = attrs.evolve(state, stage=stage)
    assert names_of(differences(tampered, other)) == ["stage", "actors"]


@pytest.mark.parametrize("change", ["one less", "one more", "one twice"])
def test_a_wrong_list_of_actions_is_noticed(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    state, other = meet(has_meld_and_river)

    def wrong(state: GameState, seat: int) -> tuple[Action, ...]:
        legal = legal_actions(state, seat)
        if change == "one less":
            return legal[1:]
        if change == "one twice":
            return (*legal, *legal[:1])
        return (*legal, Pass(0)) if seat == 0 else legal

    monkeypatch.setattr(differential, "legal_actions", wrong)
    found = list(differences(state, other))
    assert found
    assert all(text.startswith("seat ") for text in found)


def several_tagged(state: GameState) -> bool:
    result = state.result
    if not isinstance(result, WonDeal) or len(result.readings) < 2:
        return False
    return bool(result.readings[0].tags)


@pytest.mark.parametrize("change", ["order", "one less", "points", "tags"])
def test_wrong_readings_are_noticed(change: str) -> None:
    state, other = meet(several_tagged)
    assert isinstance(state.result, WonDeal)
    best, *others = state.result.readings
    wrong = {
        "order": (*others, best),
        "one less": (best, *others[:-1]),
        "points": (attrs.evolve(best, points=99), *others),
        "tags": (attrs.evolve(best, tags=frozenset()), *others),
    }
    result = attrs.evolve(state.result, readings=wrong[change])
    tampered = attrs.evolve(state, stage=Finished(result))
    assert not list(differences(state, other))
    assert names_of(differences(tampered, other)) == ["readings"]


# --- the command --------------------------------------------------------------------------


def test_a_campaign_sums_up_what_passed(capsys: pytest.CaptureFixture[str]) -> None:
    assert differential.main(["--deals", "3", "--start", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("3 deals, ")
    assert lines[-1] == "3 passed, 0 failed"


def test_a_campaign_in_processes_counts_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for processes in ("1", "2"):
        assert differential.main(["--deals", "30", "--processes", processes]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_a_campaign_writes_how_to_see_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unlucky(deal: corpus.Deal, found: Findings) -> Failure | None:
        found.counts["checked"] += 1
        return Failure(deal, ("0 discard 1m",), ("kongs: engine 1, referee 0",))

    monkeypatch.setattr(differential, "check_deal", unlucky)
    assert differential.main(["--deals", "2", "--start", "4"]) == 1
    out = capsys.readouterr().out
    assert "deal 4: wall " in out
    assert "after 1 actions:\n  kongs: engine 1, referee 0\n" in out
    assert "support.play(corpus.drawn(4).start,\n    '0 discard 1m',\n)" in out
    assert out.endswith("0 passed, 2 failed\n")


def test_a_crash_is_a_failure_with_its_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> GameState:
        raise ZeroDivisionError

    monkeypatch.setattr(differential, "apply", broken)
    failure = check_deal(corpus.drawn(1), Findings())
    assert failure is not None
    assert len(failure.actions) == 1
    assert "ZeroDivisionError" in str(failure)
