"""What a declaration of ting can count, and what a seat in ting cannot have let go."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from lisi_mahjong import InvalidStateError, Pass, Problem, apply, parse_state, problems
from lisi_mahjong.testing import SITUATIONS

WAITING = "hand2={9m9m4m}6m777p888s999s"
WAITING_TOO = "hand1={4z4z4s}6s222p333p444p"
TURN = "lisi1 stage=turn:0:6s"
BY_CHOICE = "lisi1 rules=-forced_win"


def codes(line: str) -> list[Problem]:
    """Return what is wrong with what a line says."""
    with pytest.raises(InvalidStateError) as caught:
        parse_state(line)
    return [problem for problem, _ in caught.value.problems]


COUNTED_TOO_EARLY: Mapping[str, str] = {
    "on offer": f"lisi1 stage=offer:0:5z hand3={{1m1z2z5z}}5z.. river0=5z {WAITING}",
    "punged": f"lisi1 stage=turn:3 melds3=555z<0 river0=5z>3 {WAITING}",
    "won on": f"lisi1 stage=won:2:5m<0 river0=5m>2 {WAITING}5m",
}


@pytest.mark.rule("TING-1", refuses=True)
@pytest.mark.parametrize("line", COUNTED_TOO_EARLY.values(), ids=COUNTED_TOO_EARLY)
def test_nobody_has_declared_ting_after_a_discard_that_was_not_settled_then(line: str) -> None:
    assert codes(f"{line} river2=1z* ting2=1.0.1.0") == [Problem.TING_SINCE]
    assert parse_state(f"{line} river2=1z* ting2=0.0.1.0") == parse_state(f"{line} river2=1z*")


def test_what_a_melded_kong_took_can_have_been_counted() -> None:
    """Seat 3 makes a kong, discards, seat 2 punges that and declares; then it is seat 3's turn."""
    line = f"{TURN.replace('0:6s', '3:6s')} melds3=5555z<0 river0=5z>3 {WAITING} river2=1z*"
    assert parse_state(f"{line} ting2=1.0.1.0").players[2].ting_since == (1, 0, 1, 0)


ORDERS: Mapping[str, tuple[str, str]] = {
    "each counts the other's ting tile": ("1.1.1.1", "1.1.1.0"),
    "neither counts the other's": ("0.1.0.0", "0.0.1.0"),
    "the later one counts fewer of a third": ("1.1.0.0", "0.1.1.0"),
    "the two are one": ("0.1.1.0", "0.1.1.0"),
}


@pytest.mark.rule("TING-1", refuses=True)
@pytest.mark.parametrize(("of_1", "of_2"), ORDERS.values(), ids=ORDERS)
def test_of_two_declarations_the_later_counts_all_that_the_earlier_does_and_its_own_tile(
    of_1: str, of_2: str
) -> None:
    line = f"{TURN} {WAITING_TOO} river1=3z* {WAITING} river2=1z* river0=7z river3=7z"
    assert codes(f"{line} ting1={of_1} ting2={of_2}") == [Problem.TING_SINCE]
    assert parse_state(f"{line} ting1=0.1.0.0 ting2=1.1.1.0").players[1].ting_since[2] == 0


@pytest.mark.rule("WIN-3", refuses=True)
@pytest.mark.parametrize("name", ["win or pung", "two may win"])
def test_a_tile_that_can_be_won_on_was_not_there_at_the_declaration(name: str) -> None:
    """Otherwise a seat that passes it would be barred for nothing, and play come to a problem."""
    state = SITUATIONS[name].laid().state
    seat = state.stage.discarder  # type: ignore[union-attr]
    waiter = next(other for other in state.stage.asked if state.players[other].ting)  # type: ignore[union-attr]
    since = list(state.players[waiter].ting_since)
    since[seat] = len(state.players[seat].river)
    players = list(state.players)
    players[waiter] = attrs.evolve(players[waiter], ting_since=tuple(since))
    first, second, third, fourth = players
    early = attrs.evolve(state, players=(first, second, third, fourth))
    assert (Problem.TING_SINCE, f"seat {waiter}") in problems(early)


@pytest.mark.rule("WIN-3")
def test_a_tile_that_is_passed_bars_whoever_declared_before_it() -> None:
    state = SITUATIONS["win or pung"].laid().state
    after = apply(apply(state, Pass(1)), Pass(0))
    assert after.players[1].win_barred
    assert problems(after) == ()


@pytest.mark.rule("WIN-2", refuses=True)
def test_no_seat_has_thrown_away_the_tile_that_it_drew_and_waits_for() -> None:
    line = f"stage=turn:0:6s {WAITING} river2=1z*,5m"
    assert codes(f"lisi1 {line}") == [Problem.WIN_UNMADE]
    assert not parse_state(f"{BY_CHOICE} {line}").players[2].win_barred


@pytest.mark.rule("CLAIM-6", refuses=True)
def test_a_kong_waits_for_robbers_only_while_there_are_some() -> None:
    line = "lisi1 rules=robbing_kong stage=kong:0:5m melds0=555m<1"
    with pytest.raises(InvalidStateError) as caught:
        parse_state(line)
    ((problem, detail),) = caught.value.problems
    assert (problem, problem.rule) == (Problem.NOBODY_ASKED, "CLAIM-6")
    assert detail == "nobody can take 5m of seat 0"


@pytest.mark.rule("STAND-1", refuses=True)
@pytest.mark.parametrize(
    ("hand", "detail"),
    [
        ("{12345z}147m258p36s", "5 and not 4 of seat 1"),
        ("{12z}147m258p369s67z", "2 and not 4 of seat 1"),
        ("{12345z}147m25p melds1=555s<0", "5 and not 2 to 4 of seat 1"),
        ("{1z}147m258p369s melds1=555s<0", "1 and not 2 to 4 of seat 1"),
        ("{12345z}147m25p melds1=(5555s)", "5 and not 0 to 4 of seat 1"),
    ],
)
def test_how_many_standing_tiles_there_could_be_is_told(hand: str, detail: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_state(f"{TURN} hand1={hand}")
    assert caught.value.problems == ((Problem.STANDING_COUNT, detail),)
