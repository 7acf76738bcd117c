"""Every event has its moment, and comes at no other: what cannot come next is refused, and where.

One case each, laid by hand. What happens to whole deals is in `test_following_muddled`.
"""

from __future__ import annotations

import attrs
import pytest

from bad_tables import TRUE, odd
from lisi_mahjong import (
    Answered,
    Asked,
    DeclaredTing,
    Discard,
    Discarded,
    DrawnDeal,
    Drew,
    GameState,
    InvalidStateError,
    Kong,
    KongKind,
    MadePung,
    Pass,
    Pung,
    RuleSet,
    SawDraw,
    SawEnd,
    SawTing,
    Shuffle,
    Tile,
    Win,
    WonDeal,
    deal,
    follow,
    seen_events,
    step,
    view,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    SCATTERED,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    offered,
)
from refusing import assert_followed, assert_refused, pung, seen_in
from sights import Viewer
from support import declared_in_order, play, position

START = deal(Shuffle.from_seed(7))
TAKEN = step(START, Discard(0, Tile.P2))
ASKED = step(START, Discard(0, Tile.M9)).state
"""Seat 3 holds a pair of the 9m that is on offer."""


# --- told twice, lost, another seat's -----------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None], ids=str)
def test_a_whole_step_that_came_twice_is_refused(viewer: Viewer) -> None:
    told = seen_events(TAKEN, viewer)
    assert_refused(view(START, viewer), *told, told[0])


def test_a_refusal_says_what_was_told_and_what_is_awaited() -> None:
    told = seen_events(TAKEN, 2)
    with pytest.raises(InvalidStateError) as caught:
        follow(view(START, 2), [*told, *told])
    assert str(caught.value) == (
        "events for a seat are expected: events[2] is Discarded(seat=0, tile=Tile.P2), "
        "at SeenTurn(seat=1, after_draw=True, drawn=None) (TURN-5)"
    )


@pytest.mark.rule("TURN-7", refuses=True)
def test_a_second_answer_is_refused() -> None:
    answers = Answered(3, Pass(3)), Answered(3, Pung(3, Tile.M9, 0))
    assert_refused(view(ASKED, 3), *answers)


NO_ANSWERS: dict[str, object] = {
    "a discard": Discard(3, Tile.M1),
    "a win": Win(3),
    "a kong with too few": Kong(3, Tile.M9, KongKind.MELDED),
    "another tile": Pung(3, Tile.M1, 0),
    "another seat's": Pass(1),
    "no seat": Pass(odd("3")),
    "no tile": Pung(3, odd("9m"), 0),
    "standing tiles that are True": Pung(3, Tile.M9, TRUE),
    "nothing": None,
}


@pytest.mark.rule("TURN-5", refuses=True)
@pytest.mark.parametrize("action", NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_an_answer_is_one_that_the_seat_can_give(action: object) -> None:
    assert_refused(view(ASKED, 3), Answered(3, odd(action)))


@pytest.mark.rule("CLAIM-6")
def test_only_who_is_asked_answers() -> None:
    assert_refused(view(ASKED, 1), Answered(1, Pass(1)))
    assert_refused(view(START, 3), Discarded(0, Tile.M9), Answered(3, Pass(3)))
    assert_refused(view(ASKED, 3), Answered(odd("3"), Pass(3)))
    assert_refused(view(ASKED, 3), Answered(1, Pass(3)))
    assert_refused(view(START, 3), Answered(3, Pass(3)))


@pytest.mark.rule("CLAIM-6")
def test_a_seat_is_asked_once_about_what_lies_there_and_only_if_it_can_answer() -> None:
    thrown, asked = Discarded(0, Tile.M9), Asked(3, 0, Tile.M9)
    seen = view(START, 3)
    assert follow(seen, [thrown, asked]) == view(ASKED, 3)
    assert_refused(seen, asked)
    assert_refused(seen, thrown, asked, asked)
    for other in (Asked(3, 1, Tile.M9), Asked(3, odd("0"), Tile.M9), Asked(3, 0, Tile.M8)):
        assert_refused(seen, thrown, other)
    assert_refused(seen, thrown, Asked(1, 0, Tile.M9))
    assert_refused(seen, thrown, Asked(odd("3"), 0, Tile.M9))
    assert_refused(view(START, 1), thrown, Asked(1, 0, Tile.M9))


# --- draws --------------------------------------------------------------------------------


@pytest.mark.rule("TURN-1", "TURN-2")
def test_only_the_next_seat_draws_and_only_after_a_discard() -> None:
    thrown = Discarded(0, Tile.P2)
    assert_refused(view(START, 2), SawDraw(1, replacement=False))
    for seat in (0, 3):
        assert_refused(view(START, 2), thrown, SawDraw(seat, replacement=False))
    assert_refused(view(START, 2), thrown, Drew(2, Tile.M1, replacement=False))
    assert_refused(view(START, 2), thrown, SawDraw(1, replacement=True))
    assert_refused(view(START, 2), thrown, SawDraw(1, replacement=odd(1)))
    assert_refused(view(START, 2), thrown, *[SawDraw(1, replacement=False)] * 2)
    assert_refused(view(START, 0), Drew(0, Tile.M1, replacement=False))


@pytest.mark.rule("CLAIM-6", "TURN-2")
def test_nobody_draws_before_this_seat_has_been_asked_and_has_passed() -> None:
    draw = SawDraw(1, replacement=False)
    assert_refused(view(START, 3), Discarded(0, Tile.M9), draw)
    assert_refused(view(ASKED, 3), draw)
    assert_refused(view(ASKED, 3), Answered(3, Pung(3, Tile.M9, 0)), draw)
    assert follow(view(ASKED, 3), [Answered(3, Pass(3)), draw]).stage == view(TAKEN.state, 3).stage


@pytest.mark.rule("WALL-1")
def test_a_fifth_copy_is_neither_drawn_nor_discarded_nor_laid() -> None:
    hands = {0: SCATTERED, 1: "{5m123z}555m789p46s9m"}
    state = position(hands, drawn="9p")
    seen = seen_in(state, 1)
    assert_refused(seen, Discarded(0, Tile.M5))
    assert_refused(seen, Discarded(0, Tile.P9), Drew(1, Tile.M5, replacement=False))
    assert_refused(seen, Discarded(0, Tile.P9), Drew(1, odd("5m"), replacement=False))
    rules = RuleSet(open_ting=True)
    assert_refused(
        seen_in(position(hands, drawn="9p", rules=rules), 1),
        DeclaredTing(0, Tile.M5, face_up=True, on_wall=False),
    )


@pytest.mark.rule("WALL-7", "WALL-8")
def test_nothing_is_drawn_from_the_reserve() -> None:
    for remaining, refused in ((14, True), (15, False)):
        seen = seen_in(position({0: SCATTERED}, drawn="9p", remaining=remaining), 2)
        told = Discarded(0, Tile.P9), SawDraw(1, replacement=False)
        if refused:
            assert_refused(seen, *told)
        else:
            assert follow(seen, told).drawable == 0


# --- discards -----------------------------------------------------------------------------


@pytest.mark.rule("TURN-1", refuses=True)
def test_only_the_seat_whose_turn_it_is_discards() -> None:
    for viewer in (0, 2, None):
        assert_refused(view(START, viewer), Discarded(3, Tile.M1))
    assert_refused(view(ASKED, 3), Discarded(0, Tile.M1))


@pytest.mark.rule("STAND-1", refuses=True)
def test_a_standing_tile_is_not_discarded() -> None:
    standing = START.players[0].standing[0]
    assert standing not in START.players[0].loose
    assert_refused(view(START, 0), Discarded(0, standing))


@pytest.mark.rule("STAND-6")
def test_a_seat_without_a_loose_tile_has_to_declare_ting() -> None:
    melds = {0: ["777s<3", "666z<3", "111z<3", "999p<3"]}
    state = position({0: "{7s8s}"}, melds=melds)
    seen = seen_in(state, 1)
    assert_refused(seen, Discarded(0, Tile.M1))
    assert follow(seen, [SawTing(0, on_wall=False)]).players[0].standing_count == 1


@pytest.mark.rule("TING-5", refuses=True)
def test_in_ting_just_the_tile_that_was_drawn_is_discarded() -> None:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    seen = seen_in(position(hands, drawn="9p", ting={1: "7z"}), 1)
    drawn = Discarded(0, Tile.P9), Drew(1, Tile.M8, replacement=False)
    assert_refused(seen, *drawn, Discarded(1, Tile.S9))
    assert follow(seen, [*drawn, Discarded(1, Tile.M8)]).stage.discarder == 1  # type: ignore[union-attr]


# --- a win that is there ------------------------------------------------------------------


@pytest.mark.rule("WIN-2")
def test_a_win_that_is_forced_comes_before_anything_else() -> None:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    seen = seen_in(position(hands, drawn="5m", ting={1: "7z"}), 1)
    thrown = Discarded(0, Tile.M5)
    assert_refused(seen, thrown, Asked(1, 0, Tile.M5))
    assert_refused(seen, thrown, Drew(1, Tile.M8, replacement=False))
    assert_refused(seen, thrown, MadePung(2, pung(Tile.M5, 0), 0))
    seen = seen_in(position(hands, drawn="9p", ting={1: "7z"}), 1)
    drawn = Discarded(0, Tile.P9), Drew(1, Tile.M5, replacement=False)
    assert_refused(seen, *drawn, Discarded(1, Tile.M5))


@pytest.mark.rule("WIN-3")
def test_a_win_by_choice_may_be_let_go() -> None:
    state = position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="9p", ting={1: "7z"}, rules=CHOICE)
    drawn = Discarded(0, Tile.P9), Drew(1, Tile.M5, replacement=False)
    after = follow(seen_in(state, 1), [*drawn, Discarded(1, Tile.M5)])
    assert (after.stage.discarder, after.win_barred) == (1, False)  # type: ignore[union-attr]


# --- ting ---------------------------------------------------------------------------------

READY = "{1z2p3p6s}777m345m888p"
"""With 6s drawn, discarding 1z leaves 23p, waiting for 1p and 4p."""


@pytest.mark.rule("TING-1", refuses=True)
def test_ting_is_declared_with_a_tile_that_leaves_a_wait() -> None:
    seen = seen_in(position({0: READY}, drawn="6s"), 0)
    assert_followed(seen, [DeclaredTing(0, Tile.EAST, face_up=False, on_wall=False)])
    assert_refused(seen, DeclaredTing(0, Tile.P2, face_up=False, on_wall=False))


@pytest.mark.rule("TING-5", refuses=True)
def test_ting_is_declared_once_on_ones_turn() -> None:
    seen = seen_in(position({0: READY}, drawn="6s"), 2)
    declared = SawTing(0, on_wall=False)
    assert_refused(seen, declared, declared)
    assert_refused(seen, declared, Discarded(0, Tile.M1))
    assert_refused(seen, declared, MadePung(2, pung(Tile.M1, 0), 0))
    for seat in (1, 2, odd("0")):
        assert_refused(seen, SawTing(seat, on_wall=False))
    assert_refused(seen_in(position({0: READY}, drawn="6s"), 0), declared)
    # A seat that wins by choice holds fourteen in ting.
    state = position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="9p", ting={1: "7z"}, rules=CHOICE)
    drawn = Discarded(0, Tile.P9), SawDraw(1, replacement=False)
    assert_refused(seen_in(state, 2), *drawn, SawTing(1, on_wall=False))


@pytest.mark.rule("TING-2")
def test_after_ting_the_next_seat_draws() -> None:
    seen = seen_in(position({0: READY}, drawn="6s"), 2)
    declared = SawTing(0, on_wall=False)
    for seat, replacement in ((0, False), (0, True), (1, True), (3, False)):
        assert_refused(seen, declared, SawDraw(seat, replacement))
    assert follow(seen, [declared, SawDraw(1, replacement=False)]).stage.seat == 1  # type: ignore[union-attr]


@pytest.mark.rule("TING-3", "TING-4", "VIEW-2")
@pytest.mark.parametrize("wall", [False, True], ids=["table", "wall"])
@pytest.mark.parametrize("up", [False, True], ids=["down", "up"])
@pytest.mark.parametrize("option", ["open_ting", "ting_on_wall", "both", "neither"])
def test_ting_is_declared_as_the_options_let_it(option: str, up: bool, wall: bool) -> None:
    rules = RuleSet(
        open_ting=option in {"open_ting", "both"}, ting_on_wall=option in {"ting_on_wall", "both"}
    )
    state = position({0: READY}, drawn="6s", rules=rules)
    event = DeclaredTing(0, Tile.EAST, up, wall)
    good = (rules.open_ting or not up) and (rules.ting_on_wall or not wall)
    for viewer, told in ((0, event), (1, event if up else SawTing(0, wall))):
        if good:
            assert follow(seen_in(state, viewer), [told]).players[0].ting is not None
        else:
            assert_refused(seen_in(state, viewer), told)
    assert_refused(seen_in(state, 1), DeclaredTing(0, Tile.EAST, face_up=False, on_wall=wall))
    assert_refused(seen_in(state, 1), attrs.evolve(event, on_wall=odd(1)))
    assert_refused(seen_in(state, 0), attrs.evolve(event, face_up=odd(0)))


# --- the end ------------------------------------------------------------------------------


@pytest.mark.rule("WALL-8")
def test_a_deal_is_not_drawn_while_it_goes_on() -> None:
    assert_refused(view(START, 2), SawEnd(DrawnDeal(), view(START, 2).players))
    open_hands = tuple(
        attrs.evolve(side, hand=view(START, seat).players[seat].hand)
        for seat, side in enumerate(view(START, 2).players)
    )
    assert_refused(view(START, 2), SawEnd(DrawnDeal(), odd(open_hands)))
    # Seat 3 can still take the last discard.
    last = offered("5m", {3: PAIR_OF_5M}, remaining=14)
    end = seen_events(step(last, Pass(3)), 3)[-1]
    assert_refused(seen_in(last, 3), end)
    assert_refused(seen_in(last, 3), Answered(3, Pung(3, Tile.M5, 0)), end)
    assert follow(seen_in(last, 3), [Answered(3, Pass(3)), end]).result == DrawnDeal()


@pytest.mark.rule("TURN-6", refuses=True)
def test_after_the_end_nothing_is_told() -> None:
    last = offered("5m", {3: PAIR_OF_5M}, remaining=14)
    end = seen_events(step(last, Pass(3)), 1)[-1]
    for event in (end, SawDraw(0, replacement=False), Discarded(1, Tile.M1)):
        assert_refused(seen_in(last, 1), end, event)


@pytest.mark.parametrize(
    "players",
    [(), None, view(START, 2).players[:3], (1, 2, 3, 4)],
    ids=["none", "nothing", "three", "numbers"],
)
def test_an_end_opens_four_seats(players: object) -> None:
    assert_refused(view(START, 2), SawEnd(DrawnDeal(), odd(players)))


@pytest.mark.parametrize(
    "result",
    [None, "drawn", WonDeal(odd("a"), odd("b"), odd(None), odd(3), odd(None))],
    ids=["nothing", "a text", "texts"],
)
def test_an_end_has_a_result(result: object) -> None:
    assert_refused(view(START, 2), SawEnd(odd(result), view(START, 2).players))


def two_wait() -> GameState:
    """Return a turn of seat 0 with 5m: seats 1 and 2 wait for it, by choice, and 3 has a pair."""
    hands = {0: "{4567z}1258p19m17s7p", 1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    hands |= {3: "{3456z}55m147p268s9m"}
    return declared_in_order(
        position(hands, drawn="5m", ting={1: "1z", 2: "2z"}, remaining=77, rules=CHOICE)
    )


@pytest.mark.rule("WIN-4")
def test_who_is_farther_wins_after_this_seat_has_passed() -> None:
    state = play(two_wait(), "0 discard 5m")
    near = seen_events(step(play(state, "2 pass"), Win(1)), 3)[-1]
    far = seen_events(step(play(state, "1 pass"), Win(2)), 3)[-1]
    answers = [Answered(seat, Pass(seat)) for seat in range(4)]
    wins = [Answered(seat, Win(seat)) for seat in range(4)]
    # Seat 1 is nearer than seat 2.
    seen = seen_in(state, 1)
    assert_refused(seen, far)
    assert_refused(seen, wins[1], far)
    assert_refused(seen, near)
    assert_refused(seen, answers[1], near)
    assert follow(seen, [answers[1], far]).result
    assert follow(seen, [wins[1], near]).result
    # Seat 2 need not have answered when seat 1 wins.
    seen = seen_in(state, 2)
    for told in ([], [answers[2]], [wins[2]]):
        assert follow(seen, [*told, near]).result
    assert_refused(seen, far)
    # Neither need seat 3: a win goes before its pung (CLAIM-2).
    seen = seen_in(state, 3)
    for told in ([], [answers[3]], [Answered(3, Pung(3, Tile.M5, 0))]):
        assert follow(seen, [*told, near]).result
        assert follow(seen, [*told, far]).result


@pytest.mark.rule("CLAIM-6")
def test_a_win_by_choice_comes_after_all_who_could_answer_were_asked() -> None:
    state = two_wait()
    thrown = step(state, Discard(0, Tile.M5))
    end = seen_events(step(play(thrown.state, "2 pass"), Win(1)), 3)[-1]
    for viewer in (1, 2, 3):
        assert_refused(seen_in(state, viewer), Discarded(0, Tile.M5), end)
    assert follow(seen_in(state, 0), [Discarded(0, Tile.M5), end]).result


@pytest.mark.rule("WIN-2")
def test_a_win_by_force_comes_before_anybody_is_asked() -> None:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M, 3: "{3456z}55m147p268s9m"}
    forced = position(hands, drawn="5m", ting={1: "7z"})
    thrown, end = seen_events(step(forced, Discard(0, Tile.M5)), 3)
    assert follow(seen_in(forced, 3), [thrown, end]).result
    assert_refused(seen_in(forced, 3), thrown, Asked(3, 0, Tile.M5), end)
