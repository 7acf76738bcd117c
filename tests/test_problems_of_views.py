"""What is wrong with a view: what its seat cannot know, and what cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from anatomy import parts
from lisi_mahjong import (
    AwaitingTurn,
    FaceDownKong,
    FaceDownTile,
    FaceDownTing,
    InvalidStateError,
    Meld,
    MeldKind,
    OpenHand,
    Problem,
    RiverTile,
    RuleSet,
    SeatView,
    SeenClaims,
    SeenPlayer,
    SeenTurn,
    Tile,
    Ting,
    apply,
    parse_action,
    view,
)
from lisi_mahjong.checking import problems
from lisi_mahjong.fields import _RANGES, misfits
from lisi_mahjong.notation import format_view, parse_state, parse_view
from lisi_mahjong.testing import SITUATIONS
from lisi_mahjong.tiles import ONE

TURN = parse_state("lisi1 stage=turn:0:6s hand0={1z2z3z4z}147m258p369s6s melds3=(5555z)")
IN_TING = parse_state("lisi1 stage=turn:0:6s hand2={9m9m4m}6m777p888s999s river2=..1z*")
OFFER = parse_state("lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m..")
ENDED = parse_state("lisi1 stage=drawn")
WON = parse_state("lisi1 stage=won:2:5m hand2={9m9m4m}6m777p888s999s5m river2=1z*")
ROBBING = parse_state(
    "lisi1 rules=robbing_kong,-forced_win stage=kong:0:5m melds0=555m<1 "
    "hand2={9m9m4m}6m777p888s999s river2=..1z*"
)


def with_side(seen: SeatView, seat: int, **fields: Any) -> SeatView:  # noqa: ANN401 - of any field
    players = list(seen.players)
    players[seat] = attrs.evolve(players[seat], **fields)
    first, second, third, fourth = players
    return attrs.evolve(seen, players=(first, second, third, fourth))


def with_stage(seen: SeatView, **fields: Any) -> SeatView:  # noqa: ANN401 - of any field
    return attrs.evolve(seen, stage=attrs.evolve(seen.stage, **fields))


HAND = OpenHand((Tile.M1, Tile.M2, Tile.M3, Tile.M4), tuple(Tile(kind) for kind in range(20, 29)))
KONG = Meld(MeldKind.CONCEALED_KONG, Tile.WHITE)
DECLARED = RiverTile(Tile.EAST, None, ting=True)
CLOSED = SeenPlayer(4, 9, (), (), None, (), None)

SECRETS: Mapping[str, SeatView] = {
    "another's hand": with_side(view(TURN, 0), 1, hand=HAND),
    "a hand before a spectator": with_side(view(TURN, None), 1, hand=HAND),
    "not one's own hand": with_side(view(TURN, 1), 1, hand=None),
    "a closed hand at the end": with_side(view(ENDED, 1), 2, hand=None),
    "the kind of another's concealed kong": with_side(view(TURN, 0), 3, melds=(KONG,)),
    "not the kind of one's own concealed kong": with_side(
        view(TURN, 3), 3, melds=(FaceDownKong(),)
    ),
    "another's ting tile": with_side(view(IN_TING, 0), 2, ting=Ting(Tile.EAST), river=(DECLARED,)),
    "not one's own ting tile": with_side(
        view(IN_TING, 2), 2, ting=FaceDownTing(), river=(FaceDownTile(),)
    ),
    "what another drew": with_stage(view(TURN, 1), drawn=Tile.S6),
    "not what it drew itself": with_stage(view(TURN, 0), drawn=None),
    "a question to a spectator": with_stage(view(OFFER, None), asked=True),
    "a lock of a spectator": attrs.evolve(view(TURN, None), pung_locks=(Tile.M1,)),
    "a bar of a spectator": attrs.evolve(view(TURN, None), win_barred=True),
}


@pytest.mark.parametrize("seen", SECRETS.values(), ids=SECRETS)
def test_a_view_tells_what_its_seat_knows_and_no_more(seen: SeatView) -> None:
    assert [problem for problem, _ in problems(seen)] == [Problem.SECRET]


def test_all_kongs_may_be_open_and_then_are() -> None:
    line = "lisi1 rules=show_concealed_kongs stage=turn:0:6s melds3=(5555z)"
    seen = view(parse_state(line), 0)
    assert problems(seen) == ()
    hidden = with_side(seen, 3, melds=(FaceDownKong(),))
    assert [problem for problem, _ in problems(hidden)] == [Problem.SECRET]


WAITS = "hand2={499m}6m777p888999s"
OTHERS = "hand0={????}????????? river0=5m hand1={????}????????? river1=- "
START = "lisi1 view=2 dealer=0 dice=11,11"
LINES: Mapping[str, tuple[list[Problem], str]] = {
    "a win to be made": (
        [Problem.WIN_UNMADE],
        (
            f"{START} stage=offer:0:5m remaining=82 {OTHERS} {WAITS} river2=1z* ting2=0.0.1.0 "
            "hand3={????}????????? river3=-"
        ),
    ),
    "a seat that could win and is not asked": (
        [Problem.ASKED_SEATS],
        (
            f"{START} rules=-forced_win stage=offer:0:5m remaining=82 {OTHERS} {WAITS} river2=1z* "
            "ting2=0.0.1.0 hand3={????}????????? river3=-"
        ),
    ),
    "a seat asked about its own discard": (
        [Problem.ASKED_SEATS],
        (
            f"{START} stage=offer:2:5m asked=2 remaining=83 "
            "hand0={????}????????? river0=- hand1={????}????????? river1=- "
            "hand2={1234z}555m147p123s river2=5m hand3={????}????????? river3=-"
        ),
    ),
    "an answer that a seat cannot give": (
        [Problem.BAD_ANSWER],
        (
            f"{START} rules=-forced_win stage=offer:0:5m asked=2:pung0 remaining=82 {OTHERS} "
            f"{WAITS} river2=1z* ting2=0.0.1.0 hand3={{????}}????????? river3=-"
        ),
    ),
    "a seat in ting on turn with wins made": (
        [Problem.TURN_IN_TING],
        (
            f"{START} stage=turn:3:? remaining=82 hand0={{????}}????????? river0=- "
            "hand1={????}????????? river1=- hand2={1234z}555m147p123s river2=- "
            "hand3={???}??????????? river3=?* ting3=0.0.0.1"
        ),
    ),
    "a kong to rob in ting": (
        [Problem.NOT_ROBBABLE],
        (
            f"{START} rules=-forced_win,robbing_kong stage=kong:0:5m asked=2 remaining=81 "
            "hand0={???}???????? melds0=555m<1 river0=?* ting0=1.1.0.0 "
            f"hand1={{????}}????????? river1=5m>0 {WAITS} river2=1z* ting2=1.1.1.0 "
            "hand3={????}????????? river3=-"
        ),
    ),
    "a kong to rob beside another pung": (
        [Problem.NOT_ROBBABLE],
        (
            f"{START} rules=-forced_win,robbing_kong stage=kong:0:5m asked=2 remaining=82 "
            "hand0={????}??????? melds0=666z<1 river0=- "
            f"hand1={{????}}????????? river1=6z>0 {WAITS} river2=1z* ting2=0.1.1.0 "
            "hand3={????}????????? river3=-"
        ),
    ),
    "a hand too small to be asked anything": (
        [Problem.TILE_COUNT, Problem.HAND_SIZE],
        (
            f"{START} stage=offer:0:5m remaining=82 {OTHERS} hand2={{1234z}}555m147p12s river2=- "
            "hand3={????}????????? river3=-"
        ),
    ),
    "five tiles of a kind, one of them shown for a kong": (
        [Problem.TILE_COPIES],
        (
            f"{START} rules=-forced_win,robbing_kong stage=kong:0:5m asked=2 remaining=81 "
            "hand0={????}??????? melds0=555m<1 river0=5m "
            f"hand1={{????}}????????? river1=5m>0 {WAITS} river2=1z* ting2=1.1.1.0 "
            "hand3={????}????????? river3=-"
        ),
    ),
    "a win by a hand that is not shown": (
        [Problem.SECRET] * 4,
        (
            f"{START} stage=won:1:5m remaining=82 hand0={{????}}????????? river0=- "
            "hand1={???}??????????? river1=?* ting1=0.1.0.0 "
            "hand2={1234z}555m147p123s river2=- hand3={????}????????? river3=-"
        ),
    ),
    "a lock after a draw": (
        [Problem.LOCK_AFTER_DRAW],
        (
            f"{START} stage=turn:2:3s remaining=82 {OTHERS} hand2={{1234z}}557m147p1233s river2=- "
            "locks2=5m hand3={????}????????? river3=-"
        ),
    ),
    "a hand of another size": (
        [Problem.HAND_SIZE],
        (
            f"{START} stage=turn:1:? remaining=83 hand0={{????}}????????? river0=- "
            "hand1={????}????????? river1=- hand2={1234z}557m147p123s river2=1s "
            "hand3={????}????????? river3=-"
        ),
    ),
}


@pytest.mark.parametrize(("expected", "text"), LINES.values(), ids=LINES)
def test_a_line_of_a_view_has_exactly_these_problems(expected: list[Problem], text: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_view(text)
    assert [problem for problem, _ in caught.value.problems] == expected


def test_a_view_of_a_kong_that_can_be_robbed_has_no_problem() -> None:
    for viewer in (None, 0, 1, 2, 3):
        seen = view(ROBBING, viewer)
        assert problems(seen) == ()
        assert parse_view(format_view(seen)) == seen


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_a_view_that_has_ended_is_judged_like_a_state(viewer: int | None) -> None:
    """Seat 2 has won on a discard of seat 0 although seat 1 is nearer and waits for it too."""
    text = (
        "lisi1 rules=-forced_win stage=won:2:5m<0 hand1={2p2p4m}6m333p44455s5s river1=2z* "
        "hand2={9m9m4m}6m777p888s999s.. river2=1z*"
    )
    by_choice = parse_state(text)
    assert problems(view(by_choice, viewer)) == ()
    forced = attrs.evolve(view(by_choice, viewer), rules=RuleSet())
    assert problems(forced) == ((Problem.WIN_UNMADE, "seat 1"),)


def test_a_hand_with_a_fifth_copy_is_looked_at_no_further() -> None:
    won = parse_state("lisi1 stage=won:2:5m hand2={9m9m4m}6m777p888s999s.. river2=1z*")
    five = attrs.evolve(won.players[2], loose_set=won.players[2].loose_set + 5 * ONE[Tile.RED])
    first, second, _, fourth = won.players
    found = problems(attrs.evolve(won, players=(first, second, five, fourth)))
    assert {problem for problem, _ in found} == {
        Problem.TILE_COPIES,
        Problem.TILE_COUNT,
        Problem.HAND_SIZE,
    }
    offer = parse_state("lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m.. asked=1")
    first, second, third, fourth = offer.players
    third = attrs.evolve(third, loose_set=9 * ONE[Tile.RED])
    found = problems(attrs.evolve(offer, players=(first, second, third, fourth)))
    assert {problem for problem, _ in found} == {Problem.TILE_COPIES}


@pytest.mark.rule("TURN-3", refuses=True)
@pytest.mark.parametrize("viewer", [0, 2, 3, None])
def test_a_seat_that_has_drawn_has_a_loose_tile_whoever_looks(viewer: int | None) -> None:
    """Seat 1 has made its fourth pung, and both tiles that are left to it stand."""
    state = SITUATIONS["ting at once"].laid().state
    seen = view(state, viewer)
    assert problems(seen) == ()
    assert (state.stage, seen.players[1].loose_count) == (AwaitingTurn(1, None), 0)
    drawn = attrs.evolve(seen, stage=SeenTurn(1, after_draw=True, drawn=None))
    assert problems(drawn) == ((Problem.DRAWN_NOT_LOOSE, "seat 1 has no loose tile"),)


@pytest.mark.rule("TURN-3", refuses=True)
def test_a_seat_that_adds_to_a_pung_has_a_loose_tile() -> None:
    """It has drawn; with four pungs it holds two tiles, and one of them was drawn just now."""
    line = (
        "lisi1 rules=robbing_kong,-forced_win stage=kong:0:5m melds0=555m<1,666p<1,777p<1,111s<3 "
        "hand0={5m7s} hand2={9m9m4m}6m888p888s999s river2=..1z*"
    )
    found = ((Problem.DRAWN_NOT_LOOSE, "seat 0 has no loose tile"),)
    with pytest.raises(InvalidStateError) as caught:
        parse_state(line)
    assert caught.value.problems == found
    right = parse_state(line.replace("{5m7s}", "{7s}5m"))
    seen = view(right, 2)
    assert problems(seen) == ()
    assert problems(with_side(seen, 0, standing_count=2, loose_count=0)) == found


# --- fields of wrong types ----------------------------------------------------------------

WRONG: Mapping[str, tuple[str, Any]] = {
    "no seat": ("viewer", 4),
    "a bool for a seat": ("viewer", True),
    "a text for a seat": ("dealer", "0"),
    "dice from 0": ("dice", ((0, 1), (1, 1))),
    "three throws": ("dice", ((1, 1), (1, 1), (1, 1))),
    "a throw as a list": ("dice", ([1, 1], (1, 1))),
    "no rules": ("rules", None),
    "three players": ("players", (CLOSED,) * 3),
    "a stage of a state": ("stage", TURN.stage),
    "more kongs than four seats make": ("kongs", 17),
    "more tiles than there are": ("remaining", 137),
    "locks out of order": ("pung_locks", (Tile.M2, Tile.M1)),
    "a lock twice": ("pung_locks", (Tile.M1, Tile.M1)),
    "an int for a tile": ("pung_locks", (3,)),
    "an int for a bool": ("win_barred", 0),
}


@pytest.mark.parametrize(("name", "value"), WRONG.values(), ids=WRONG)
def test_a_field_that_cannot_hold_its_value_is_named(name: str, value: Any) -> None:  # noqa: ANN401 - of any field
    seen = attrs.evolve(view(TURN, 0), **{name: value})
    ((problem, detail),) = problems(seen)
    assert problem is Problem.MALFORMED_FIELD
    assert detail.startswith(name)


def test_every_field_that_is_wrong_is_named_where_it_is() -> None:
    none: Any = None
    text: Any = "111m<0"
    state = attrs.evolve(TURN, ply=1000, remaining=none)
    player = attrs.evolve(
        state.players[1],
        lock_set=2,
        river=(RiverTile(Tile.M1, -1), RiverTile(text)),
        melds=(Meld(MeldKind.PUNG, Tile.M1, 7), text),
    )
    first, _, third, fourth = state.players
    broken = attrs.evolve(state, players=(first, player, third, fourth))
    assert [path for path, _ in misfits(broken)] == [
        "players[1].melds[0].from_seat",
        "players[1].melds[1]",
        "players[1].river[0].taken_by",
        "players[1].river[1].tile",
        "players[1].lock_set",
        "remaining",
        "ply",
    ]
    assert {problem for problem, _ in problems(broken)} == {Problem.MALFORMED_FIELD}


def test_tiles_in_hand_are_sorted_and_counted() -> None:
    hand = view(TURN, 0).players[0].hand
    assert hand is not None
    backwards = OpenHand(hand.standing, hand.loose[::-1])
    short = OpenHand(hand.standing, hand.loose[1:])
    for wrong in (backwards, short):
        ((problem, detail),) = problems(with_side(view(TURN, 0), 0, hand=wrong))
        assert problem is Problem.MALFORMED_FIELD
        assert detail.startswith("players[0].hand")


def ints_in(kind: type[Any]) -> set[str]:
    return {field.name for field in attrs.fields(kind) if "int" in str(field.type)}


def test_every_int_of_a_position_has_a_range() -> None:
    kinds = set()
    for state in (TURN, IN_TING, OFFER, ENDED, WON, ROBBING, apply(OFFER, parse_action("1 pass"))):
        for position in (state, view(state, 1)):
            kinds |= {type(part.value) for part in parts(position) if attrs.has(type(part.value))}
    names = set().union(*(ints_in(kind) for kind in kinds))
    names -= {"reserved_stacks", "dealer_draw", "triplets", "points"}  # checked elsewhere
    assert names <= _RANGES.keys()
    assert isinstance(view(OFFER, 1).stage, SeenClaims)
    assert isinstance(view(TURN, 1).stage, SeenTurn)
