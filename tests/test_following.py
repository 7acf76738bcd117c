"""What a seat is told, and that following it gives the seat's view, step after step."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from anatomy import COPIES, repickled
from corpus import drawn
from lisi_mahjong import (
    AnnouncedKong,
    Answered,
    Asked,
    DeclaredTing,
    Discarded,
    DrawnDeal,
    Drew,
    Ended,
    Event,
    GameState,
    InvalidStateError,
    MadeKong,
    MadePung,
    Meld,
    MeldKind,
    Pass,
    Pung,
    RuleSet,
    SawDraw,
    SawEnd,
    SawKong,
    SawTing,
    SeatError,
    SeatEvent,
    SeatView,
    Step,
    Tile,
    Win,
    follow,
    parse_action,
    seen_events,
    step,
    view,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING,
    ROBBING_BY_CHOICE,
    SCATTERED,
    THREE_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    offered,
)
from playouts import moves
from sights import VIEWERS, Viewer
from support import declared_in_order, play, position

each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)

# --- never out of step --------------------------------------------------------------------


@pytest.mark.rule("TING-6", "KONG-4", "TING-1")
@pytest.mark.parametrize("numbers", [range(5200 + part, 5400, 4) for part in range(4)], ids=str)
def test_on_the_way_through_a_step_there_is_nothing_to_decide(numbers: range) -> None:
    """A client that acts as soon as there is something to choose never acts too early."""
    for move in moves(numbers):
        for viewer in VIEWERS:
            seen = view(move.before, viewer)
            told = seen_events(move.step, viewer)
            for event in told[:-1]:
                seen = follow(seen, [event])
                assert seen.legal_actions == ()
            assert not told or follow(seen, told[-1:]) == view(move.after, viewer)


def same(value: SeatView, other: SeatView) -> bool:
    """Return whether two views are equal, also in what each answers."""
    return value == other and hash(value) == hash(other) and repr(value) == repr(other)


@pytest.mark.rule("VIEW-1", "VIEW-2", "VIEW-3")
@pytest.mark.parametrize("numbers", [range(4000 + part, 4400, 10) for part in range(10)], ids=str)
def test_who_follows_the_events_has_the_view_after_every_step(numbers: range) -> None:
    """From the first view to the end, each view made of the one before: 400 deals in all."""
    for number in numbers:
        start = drawn(number).start
        followed = {viewer: view(start, viewer) for viewer in VIEWERS}
        for move in moves([number]):
            for viewer in VIEWERS:
                told = seen_events(move.step, viewer)
                followed[viewer] = follow(followed[viewer], told)
                assert followed[viewer] == view(move.after, viewer), (number, move.action, viewer)
        assert all(seen.result is not None for seen in followed.values())


@pytest.mark.parametrize("numbers", [range(4400 + part, 4460, 3) for part in range(3)], ids=str)
def test_all_events_of_a_deal_lead_from_the_first_view_to_the_last(numbers: range) -> None:
    """At once or one by one, from a list or from an iterator; and from any view on the way."""
    for number in numbers:
        taken = list(moves([number]))
        middle = len(taken) // 2
        for viewer in VIEWERS:
            told = [seen_events(move.step, viewer) for move in taken]
            first, last = view(taken[0].before, viewer), view(taken[-1].after, viewer)
            assert same(follow(first, [event for events in told for event in events]), last)
            assert follow(first, (event for events in told for event in events)) == last
            later = [event for events in told[middle:] for event in events]
            assert follow(view(taken[middle].before, viewer), later) == last
            one_by_one = first
            for events in told:
                for event in events:
                    one_by_one = follow(one_by_one, (event,))
            assert one_by_one == last


def test_nothing_told_changes_nothing() -> None:
    seen = view(drawn(1).start, 0)
    assert follow(seen, ()) == seen


def test_a_client_may_have_its_view_and_its_events_from_a_pickle() -> None:
    for number in range(4460, 4470):
        followed = {viewer: view(drawn(number).start, viewer) for viewer in VIEWERS}
        for move in moves([number]):
            for viewer in VIEWERS:
                told = repickled(seen_events(move.step, viewer))
                followed[viewer] = repickled(follow(followed[viewer], told))
        assert followed == {viewer: view(move.after, viewer) for viewer in VIEWERS}


# --- which form an event has --------------------------------------------------------------


def told_of(event: Event, viewer: Viewer, rules: RuleSet) -> tuple[type, ...]:
    """Return the class of what a viewer is told of an event; ``()`` for nothing."""
    own = isinstance(event, Ended) or event.seat == viewer
    match event:
        case Ended():
            return (SawEnd,)
        case Asked() | Answered():
            return (type(event),) if own else ()
        case Drew():
            return (Drew,) if own else (SawDraw,)
        case DeclaredTing():
            return (DeclaredTing,) if own or event.face_up else (SawTing,)
        case MadeKong():
            hidden = event.meld.kind is MeldKind.CONCEALED_KONG and not rules.show_concealed_kongs
            return (SawKong,) if hidden and not own else (MadeKong,)
        case _:
            return (type(event),)


@pytest.mark.rule("VIEW-1", "VIEW-2", "CLAIM-4", "CLAIM-6")
@pytest.mark.parametrize("numbers", [range(4500 + part, 4620, 3) for part in range(3)], ids=str)
def test_each_seat_is_told_its_form_of_every_event_in_order(numbers: range) -> None:
    forms = Counter[tuple[str, ...]]()
    for move in moves(numbers):
        for viewer in VIEWERS:
            told = seen_events(move.step, viewer)
            expected = [
                form
                for event in move.step.events
                for form in told_of(event, viewer, move.after.rules)
            ]
            assert [type(event) for event in told] == expected
            assert all(
                event.seat == viewer for event in told if isinstance(event, Asked | Answered | Drew)
            )
            forms.update((form.__name__,) for form in expected)
    assert len(forms) == 12


def test_what_is_told_is_a_value() -> None:
    for move in moves(range(4620, 4630)):
        for viewer in VIEWERS:
            told = seen_events(move.step, viewer)
            assert hash(told) == hash(seen_events(move.step, viewer))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                assert repickled(told, protocol) == told
            for way in COPIES.values():
                assert way(told) == told


# --- word for word ------------------------------------------------------------------------


def told(state: GameState, action: str) -> dict[Viewer, list[SeatEvent]]:
    """Return what every viewer is told of an action, having checked that it can be followed."""
    taken = step(state, parse_action(action))
    for viewer in VIEWERS:
        followed = follow(view(state, viewer), seen_events(taken, viewer))
        assert same(followed, view(taken.state, viewer))
    return {viewer: list(seen_events(taken, viewer)) for viewer in VIEWERS}


def to_each(*others: SeatEvent, **own: Iterable[SeatEvent]) -> dict[Viewer, list[SeatEvent]]:
    """Return what every viewer is told, the same for all but those named ``s0`` to ``s3``."""
    return {viewer: list(own.get(f"s{viewer}", others)) for viewer in VIEWERS}


@pytest.mark.rule("VIEW-2", "TURN-2")
def test_a_discard_that_nobody_can_take_and_the_draw_after_it() -> None:
    state = position({0: SCATTERED}, drawn="9p", draws="7z")
    thrown = Discarded(0, Tile.P9)
    assert told(state, "0 discard 9p") == to_each(
        thrown,
        SawDraw(1, replacement=False),
        s1=[thrown, Drew(1, Tile.RED, replacement=False)],
    )


def two_are_asked() -> GameState:
    """Return a turn of seat 0 with 5m: seats 1 and 2 wait for it, and seat 3 has a pair of it."""
    hands = {0: "{4567z}1258p19m17s7p", 1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    hands |= {3: "{3456z}55m147p268s9m"}
    state = position(
        hands, drawn="5m", ting={1: "1z", 2: "2z"}, draws="8m7z", remaining=77, rules=CHOICE
    )
    return declared_in_order(state)


@pytest.mark.rule("VIEW-2", "CLAIM-6")
def test_who_is_asked_is_told_to_each_seat_of_itself() -> None:
    thrown = Discarded(0, Tile.M5)
    asked: dict[str, list[SeatEvent]] = {
        f"s{seat}": [thrown, Asked(seat, 0, Tile.M5)] for seat in (1, 2, 3)
    }
    assert told(two_are_asked(), "0 discard 5m") == to_each(thrown, **asked)


@pytest.mark.rule("VIEW-2", "CLAIM-4")
@pytest.mark.parametrize("answer", ["2 win", "2 pass", "3 pung 5m 0", "3 pass"])
def test_an_answer_that_settles_nothing_is_told_to_nobody_else(answer: str) -> None:
    state = play(two_are_asked(), "0 discard 5m")
    seat = int(answer[0])
    own = {f"s{seat}": [Answered(seat, parse_action(answer))]}
    assert told(state, answer) == to_each(**own)


@pytest.mark.rule("VIEW-2", "CLAIM-4")
def test_what_others_have_answered_shows_in_what_comes_of_it_alone() -> None:
    """Seat 1 draws 8m, in ting, and has to discard it; seat 2 does so with the 7z."""
    state = play(two_are_asked(), "0 discard 5m", "2 pass", "1 pass")
    after: list[SeatEvent] = [
        SawDraw(1, replacement=False),
        Discarded(1, Tile.M8),
        SawDraw(2, replacement=False),
        Discarded(2, Tile.RED),
        SawDraw(3, replacement=False),
    ]
    last = step(state, Pass(3)).events[-1]
    assert isinstance(last, Drew)
    assert told(state, "3 pass") == to_each(
        *after,
        s1=[Drew(1, Tile.M8, replacement=False), *after[1:]],
        s2=[*after[:2], Drew(2, Tile.RED, replacement=False), *after[3:]],
        s3=[Answered(3, Pass(3)), *after[:4], last],
    )
    barred = [view(step(state, Pass(3)).state, seat).win_barred for seat in range(4)]
    assert barred == [False, True, True, False]


@pytest.mark.rule("VIEW-1", "CLAIM-1")
def test_a_pung_is_told_to_all_with_how_many_standing_tiles_went_into_it() -> None:
    state = offered("5m", {1: "{5m234z}5m147p2589s6p"})
    made = MadePung(1, Meld(MeldKind.PUNG, Tile.M5, 0), 1)
    own: list[SeatEvent] = [Answered(1, Pung(1, Tile.M5, 1)), made]
    assert told(state, "1 pung 5m 1") == to_each(made, s1=own)
    assert view(play(state, "1 pung 5m 1"), 3).players[1].standing_count == 3


@pytest.mark.rule("VIEW-1", "KONG-1")
def test_a_melded_kong_is_told_to_all_and_its_replacement_to_its_maker() -> None:
    state = offered("5m", {1: THREE_5M}, replacements="7z")
    made = MadeKong(1, Meld(MeldKind.MELDED_KONG, Tile.M5, 0), 0)
    own: list[SeatEvent] = [Answered(1, parse_action("1 kong 5m melded")), made]
    assert told(state, "1 kong 5m melded") == to_each(
        made,
        SawDraw(1, replacement=True),
        s1=[*own, Drew(1, Tile.RED, replacement=True)],
    )


def four_5m(rules: RuleSet) -> GameState:
    hands = {1: "{15z55m}5m1467p2589s"}
    return position(hands, turn=1, drawn="5m", replacements="7z", rules=rules)


@pytest.mark.rule("VIEW-2", "KONG-3")
def test_of_a_concealed_kong_others_are_told_how_many_of_its_tiles_stood() -> None:
    made = MadeKong(1, Meld(MeldKind.CONCEALED_KONG, Tile.M5), 2)
    assert told(four_5m(RuleSet()), "1 kong 5m concealed") == to_each(
        SawKong(1, standing=2),
        SawDraw(1, replacement=True),
        s1=[made, Drew(1, Tile.RED, replacement=True)],
    )


@pytest.mark.rule("VIEW-2", "KONG-3")
def test_a_concealed_kong_is_told_to_all_under_the_option() -> None:
    made = MadeKong(1, Meld(MeldKind.CONCEALED_KONG, Tile.M5), 2)
    state = four_5m(RuleSet(show_concealed_kongs=True))
    assert told(state, "1 kong 5m concealed") == to_each(
        made,
        SawDraw(1, replacement=True),
        s1=[made, Drew(1, Tile.RED, replacement=True)],
    )


def fourth_5m(rules: RuleSet) -> GameState:
    """Return a turn of seat 1 with the fourth 5m of its pung, for which seat 3 waits."""
    hands = {1: "{1234z}147p2s79m", 3: WAITS_FOR_5M}
    return position(
        hands,
        turn=1,
        drawn="5m",
        melds={1: ["555m<2"]},
        ting={3: "4z"},
        replacements="7z",
        rules=rules,
    )


ADDED = MadeKong(1, Meld(MeldKind.ADDED_KONG, Tile.M5, 2), 0)


@pytest.mark.rule("VIEW-1", "KONG-2")
def test_an_added_kong_is_told_to_all() -> None:
    assert told(fourth_5m(RuleSet()), "1 kong 5m added") == to_each(
        ADDED,
        SawDraw(1, replacement=True),
        s1=[ADDED, Drew(1, Tile.RED, replacement=True)],
    )


@pytest.mark.rule("VIEW-1", "VIEW-2", "KONG-7", "KONG-8")
def test_an_added_kong_is_announced_to_all_and_the_robber_alone_is_asked() -> None:
    state = fourth_5m(ROBBING_BY_CHOICE)
    announced = AnnouncedKong(1, Tile.M5)
    assert told(state, "1 kong 5m added") == to_each(
        announced, s3=[announced, Asked(3, 1, Tile.M5)]
    )
    assert told(play(state, "1 kong 5m added"), "3 pass") == to_each(
        ADDED,
        SawDraw(1, replacement=True),
        s1=[ADDED, Drew(1, Tile.RED, replacement=True)],
        s3=[Answered(3, Pass(3)), ADDED, SawDraw(1, replacement=True)],
    )


@pytest.mark.rule("VIEW-1", "VIEW-2", "TING-3", "TING-4")
@pytest.mark.parametrize(
    ("way", "up", "wall"),
    [("", False, False), (" wall", False, True), (" up", True, False), (" up wall", True, True)],
)
def test_a_declaration_is_told_with_its_tile_only_when_that_lies_face_up(
    way: str, up: bool, wall: bool
) -> None:
    rules = RuleSet(open_ting=True, ting_on_wall=True)
    state = position({0: "{1z2p3p6s}777m345m888p"}, drawn="6s", draws="7z", rules=rules)
    declared = DeclaredTing(0, Tile.EAST, up, wall)
    to_others = declared if up else SawTing(0, wall)
    assert told(state, f"0 ting 1z{way}") == to_each(
        to_others,
        SawDraw(1, replacement=False),
        s0=[declared, SawDraw(1, replacement=False)],
        s1=[to_others, Drew(1, Tile.RED, replacement=False)],
    )


# --- the end ------------------------------------------------------------------------------


def ends(state: GameState, action: str, *before: SeatEvent) -> Iterator[bool]:
    """Yield for every viewer whether the step ends the deal and tells all that lies there."""
    taken = step(state, parse_action(action))
    for viewer, events in told(state, action).items():
        players = view(taken.state, viewer).players
        result = taken.state.result
        assert result is not None
        assert all(player.hand is not None for player in players)
        yield events[-1 - len(before) :] == [*before, SawEnd(result, players)]


@pytest.mark.rule("VIEW-3")
def test_a_discard_win_is_told_with_all_hands() -> None:
    state = position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="5m", ting={1: "7z"})
    assert all(ends(state, "0 discard 5m", Discarded(0, Tile.M5)))
    assert set(map(len, told(state, "0 discard 5m").values())) == {2}


@pytest.mark.rule("VIEW-2", "VIEW-3")
def test_of_a_self_draw_others_are_told_the_tile_by_the_end_alone() -> None:
    state = position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="9p", draws="5m", ting={1: "7z"})
    assert all(ends(state, "0 discard 9p"))
    to_all = told(state, "0 discard 9p")
    assert to_all[1][1] == Drew(1, Tile.M5, replacement=False)
    assert {to_all[viewer][1] for viewer in (0, 2, 3, None)} == {SawDraw(1, replacement=False)}


@pytest.mark.rule("VIEW-3", "KONG-7")
def test_a_robbed_kong_is_announced_and_told_with_all_hands() -> None:
    assert all(ends(fourth_5m(ROBBING), "1 kong 5m added", AnnouncedKong(1, Tile.M5)))


@pytest.mark.rule("VIEW-2", "VIEW-3", "WIN-3")
def test_a_win_by_choice_is_answered_and_told_with_all_hands() -> None:
    state = play(two_are_asked(), "0 discard 5m", "3 pass", "2 win")
    assert all(ends(state, "1 win"))
    assert told(state, "1 win")[1][0] == Answered(1, Win(1))
    assert {len(events) for viewer, events in told(state, "1 win").items() if viewer != 1} == {1}
    after = play(state, "1 win")
    assert [view(after, seat).win_barred for seat in range(4)] == [False] * 4
    assert [view(after, seat).pung_locks for seat in range(4)] == [()] * 4


@pytest.mark.rule("VIEW-3", "WALL-8")
def test_a_drawn_deal_is_told_with_all_hands() -> None:
    state = position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="9p", ting={1: "7z"}, remaining=14)
    assert all(ends(state, "0 discard 9p", Discarded(0, Tile.P9)))
    assert isinstance(play(state, "0 discard 9p").result, DrawnDeal)


@pytest.mark.rule("CLAIM-3", "WALL-8")
def test_who_passes_the_last_discard_is_locked_in_its_own_view_too() -> None:
    state = offered("5m", {3: PAIR_OF_5M}, remaining=14)
    assert all(ends(state, "3 pass"))
    assert view(play(state, "3 pass"), 3).pung_locks == (Tile.M5,)


@pytest.mark.rule("CLAIM-3")
def test_who_takes_a_replacement_is_free_of_its_lock_in_its_own_view_too() -> None:
    hands = {3: "{1234z}55m999s147p2s"}
    state = offered("9s", hands, locks={3: "5m"}, replacements="7z")
    told(state, "3 kong 9s melded")
    assert view(play(state, "3 kong 9s melded"), 3).pung_locks == ()


@pytest.mark.rule("CLAIM-6")
def test_who_passes_a_tile_that_is_won_is_not_locked_in_its_own_view_either() -> None:
    state = play(two_are_asked(), "0 discard 5m", "3 pass")
    told(state, "1 win")
    assert view(play(state, "1 win"), 3).pung_locks == ()


@pytest.mark.rule("CLAIM-7", "STAND-6")
def test_who_passes_a_kong_where_no_pung_was_on_offer_is_locked_on_nothing() -> None:
    """After a pung {5m7s} would be left, and neither could declare ting; the kong leaves {7s}."""
    melds = {1: ["777s<0", "888s<0", "111z<0"]}
    state = offered("5m", {1: "{555m7s}"}, melds=melds)
    assert [str(action) for action in view(state, 1).legal_actions] == [
        "1 kong 5m melded",
        "1 pass",
    ]
    told(state, "1 pass")
    assert play(state, "1 pass").players[1].pung_locks == ()


# --- the door -----------------------------------------------------------------------------


def some_step() -> Step:
    return step(drawn(1).start, next(drawn(1).actions())[1])


@pytest.mark.parametrize("value", [None, 0, drawn(1).start, "step"], ids=repr)
def test_only_a_step_has_events(value: object) -> None:
    with pytest.raises(InvalidStateError):
        seen_events(value, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [4, -1, True, "0"])
def test_only_a_seat_or_a_spectator_is_told(seat: object) -> None:
    with pytest.raises(SeatError):
        seen_events(some_step(), seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, drawn(1).start, "view"], ids=repr)
def test_only_a_view_is_followed(value: object) -> None:
    with pytest.raises(InvalidStateError):
        follow(value, ())  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 5, [None], ["event"], [Ended(DrawnDeal())], [Discarded]])
def test_only_events_for_a_seat_are_followed(value: object) -> None:
    """An `Ended` is of the full table; the form for a seat is `SawEnd`."""
    with pytest.raises(InvalidStateError):
        follow(view(drawn(1).start, 0), value)  # type: ignore[arg-type]
