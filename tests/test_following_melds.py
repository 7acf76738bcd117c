"""Melds have their moment too: a pung, a kong, and what is announced, asked and drawn around them.

One case each, laid by hand.
"""

from __future__ import annotations

import attrs
import pytest

from bad_tables import TRUE, odd
from lisi_mahjong import (
    AnnouncedKong,
    Answered,
    Asked,
    Discarded,
    Drew,
    GameState,
    Kong,
    KongKind,
    MadeKong,
    MadePung,
    MeldKind,
    Pass,
    Pung,
    RuleSet,
    SawDraw,
    SawKong,
    SeatEvent,
    Tile,
    Win,
    follow,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING,
    ROBBING_BY_CHOICE,
    SCATTERED,
    THREE_5M,
    WAITS_FOR_5M,
    offered,
)
from refusing import assert_followed, assert_refused, kong, pung, seen_in
from sights import Viewer
from support import position

# --- pungs and kongs of a discard ---------------------------------------------------------


@pytest.mark.rule("CLAIM-1", refuses=True)
def test_a_pung_is_made_of_what_lies_there_by_another_seat() -> None:
    seen = seen_in(offered("5m", {2: PAIR_OF_5M}), 1)
    made = MadePung(2, pung(Tile.M5, 0), 0)
    assert follow(seen, [made]).stage.seat == 2  # type: ignore[union-attr]
    for meld in (pung(Tile.M6, 0), pung(Tile.M5, 3), pung(Tile.M5, None), pung(Tile.M5, odd("0"))):
        assert_refused(seen, MadePung(2, meld, 0))
    assert_refused(seen, MadePung(0, pung(Tile.M5, 0), 0))
    assert_refused(seen, MadePung(2, kong(MeldKind.MELDED_KONG, Tile.M5, 0), 0))
    for standing in (3, -1, TRUE):
        assert_refused(seen, MadePung(2, pung(Tile.M5, 0), standing))
    assert_refused(seen, made, made)


@pytest.mark.rule("CLAIM-1", refuses=True)
def test_nobody_has_more_copies_than_are_unseen() -> None:
    seen = seen_in(offered("5m", {1: "{1235z}5m147p2589s6p", 2: PAIR_OF_5M}), 1)
    assert_followed(seen, [MadePung(2, pung(Tile.M5, 0), 0)])
    assert_refused(seen, MadeKong(2, kong(MeldKind.MELDED_KONG, Tile.M5, 0), 0))


@pytest.mark.rule("CLAIM-2")
def test_another_seat_takes_what_this_one_could_take_after_it_has_passed() -> None:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M, 2: "{2345z}55m147p68s9s6p"}
    seen = seen_in(position(hands, drawn="5m", ting={1: "7z"}, rules=CHOICE), 1)
    seen = follow(seen, [Discarded(0, Tile.M5)])
    asked, made = Asked(1, 0, Tile.M5), MadePung(2, pung(Tile.M5, 0), 0)
    assert_refused(seen, made)
    assert_refused(seen, asked, made)
    assert_refused(seen, asked, Answered(1, Win(1)), made)
    assert follow(seen, [asked, Answered(1, Pass(1)), made]).win_barred


@pytest.mark.rule("STAND-5", "CLAIM-1")
def test_this_seat_makes_what_it_has_answered() -> None:
    seen = seen_in(offered("5m", {1: "{5m234z}55m147p2589s"}), 1)
    made = [MadePung(1, pung(Tile.M5, 0), standing) for standing in (0, 1)]
    quad = MadeKong(1, kong(MeldKind.MELDED_KONG, Tile.M5, 0), 1)
    events: list[SeatEvent] = [*made, quad]
    for event in events:
        assert_refused(seen, event)
        assert_refused(seen, Answered(1, Pass(1)), event)
    for standing in (0, 1):
        answer = Answered(1, Pung(1, Tile.M5, standing))
        assert_followed(seen, [answer, made[standing]])
        assert_refused(seen, answer, made[1 - standing])
        assert_refused(seen, answer, quad)
    answer = Answered(1, Kong(1, Tile.M5, KongKind.MELDED))
    assert_followed(seen, [answer, quad])
    assert_refused(seen, answer, made[0])
    assert_refused(seen, answer, attrs.evolve(quad, standing=0))


@pytest.mark.rule("STAND-3", refuses=True)
def test_whoever_makes_a_meld_keeps_a_standing_tile() -> None:
    melds = {2: ["111z<0", "222z<3"]}
    hands = {2: "{5m9s}5m147p2s"}
    seen = seen_in(offered("5m", hands, melds=melds), 1)
    assert follow(seen, [MadePung(2, pung(Tile.M5, 0), 1)]).players[2].standing_count == 1
    assert_refused(seen, MadePung(2, pung(Tile.M5, 0), 2))
    assert_refused(seen, MadeKong(2, kong(MeldKind.MELDED_KONG, Tile.M5, 0), 2))
    assert_refused(seen, MadeKong(2, kong(MeldKind.MELDED_KONG, Tile.M5, 0), 4))


@pytest.mark.rule("CLAIM-5", refuses=True)
def test_a_seat_in_ting_makes_no_meld() -> None:
    hands = {2: WAITS_FOR_5M, 1: PAIR_OF_5M}
    seen = seen_in(offered("5m", hands, ting={2: "7z"}, rules=CHOICE), 3)
    assert_refused(seen, MadePung(2, pung(Tile.M5, 0), 0))
    assert_refused(seen, MadeKong(2, kong(MeldKind.MELDED_KONG, Tile.M5, 0), 0))


@pytest.mark.rule("WALL-7", refuses=True)
def test_no_kong_is_made_that_would_break_the_reserve() -> None:
    made = MadeKong(2, kong(MeldKind.MELDED_KONG, Tile.M5, 0), 0)
    hands = {2: THREE_5M}
    assert_followed(seen_in(offered("5m", hands, remaining=16), 1), [made])
    assert_refused(seen_in(offered("5m", hands, remaining=15), 1), made)
    for remaining in (15, 16):
        state = position({2: "{5m123z}55m147p258s6p"}, turn=2, drawn="5m", remaining=remaining)
        seen = seen_in(state, 1)
        if remaining > 15:
            assert_followed(seen, [SawKong(2, 1)])
        else:
            assert_refused(seen, SawKong(2, 1))


# --- kongs on one's turn ------------------------------------------------------------------


def four_5m(rules: RuleSet = RuleSet()) -> GameState:
    hands = {1: "{15z55m}5m1467p2589s"}
    return position(hands, turn=1, drawn="5m", replacements="7z", rules=rules)


OWN_KONG = MadeKong(1, kong(MeldKind.CONCEALED_KONG, Tile.M5), 2)


@pytest.mark.rule("KONG-4", "TURN-3")
def test_after_a_kong_its_maker_draws_the_replacement() -> None:
    seen = seen_in(four_5m(), 1)
    replacement = Drew(1, Tile.RED, replacement=True)
    assert follow(seen, [OWN_KONG, replacement]).kongs == 1
    assert_refused(seen, replacement)
    assert_refused(seen, OWN_KONG, OWN_KONG)
    assert_refused(seen, OWN_KONG, Discarded(1, Tile.P1))
    assert_refused(seen, OWN_KONG, attrs.evolve(replacement, replacement=False))
    for seat in (0, 2):
        for tail in (False, True):
            assert_refused(seen, OWN_KONG, SawDraw(seat, tail))
    assert_refused(seen, OWN_KONG, replacement, replacement)


@pytest.mark.rule("KONG-3", refuses=True)
def test_a_concealed_kong_of_ones_own_takes_all_four() -> None:
    seen = seen_in(four_5m(), 1)
    for standing in (0, 1, 3, 4, 5, -1, TRUE):
        assert_refused(seen, attrs.evolve(OWN_KONG, standing=standing))
    assert_refused(seen, MadeKong(1, kong(MeldKind.CONCEALED_KONG, Tile.P1), 0))
    assert_refused(seen, MadeKong(1, kong(MeldKind.CONCEALED_KONG, Tile.M5, 0), 2))
    assert_refused(seen, MadeKong(1, kong(MeldKind.CONCEALED_KONG, odd("5m")), 2))
    assert_refused(seen, MadeKong(1, kong(odd("kong"), Tile.M5), 2))
    assert_refused(seen, SawKong(1, 2))


@pytest.mark.rule("VIEW-2")
def test_a_concealed_kong_is_told_in_its_form() -> None:
    hidden, shown = SawKong(1, 2), OWN_KONG
    seen = seen_in(four_5m(), 0)
    assert_followed(seen, [hidden])
    assert_refused(seen, shown)
    seen = seen_in(four_5m(RuleSet(show_concealed_kongs=True)), 0)
    assert_followed(seen, [shown])
    assert_refused(seen, hidden)
    assert_refused(seen, attrs.evolve(shown, standing=4))
    assert_refused(seen, attrs.evolve(shown, seat=2))


@pytest.mark.rule("KONG-5", refuses=True)
def test_straight_after_a_pung_there_is_no_kong() -> None:
    hands, melds = {2: "{1235z}147p258s9m"}, {2: ["555m<1"]}
    seen = seen_in(position(hands, turn=2, melds=melds), 1)
    assert_refused(seen, SawKong(2, 0))
    assert_refused(seen, MadeKong(2, kong(MeldKind.ADDED_KONG, Tile.M5, 1), 0))
    robbable = position(hands, turn=2, melds=melds, rules=ROBBING)
    assert_refused(seen_in(robbable, 1), AnnouncedKong(2, Tile.M5))


@pytest.mark.rule("KONG-6", refuses=True)
def test_a_seat_in_ting_makes_no_kong() -> None:
    state = position({0: SCATTERED, 1: WAITS_FOR_5M}, drawn="9p", ting={1: "7z"}, rules=CHOICE)
    drawn = Discarded(0, Tile.P9), SawDraw(1, replacement=False)
    assert_refused(seen_in(state, 2), *drawn, SawKong(1, 0))


@pytest.mark.rule("STAND-3", "VIEW-2")
def test_so_many_tiles_are_there_for_a_hidden_kong() -> None:
    melds = {2: ["111z<0", "222z<3", "333z<3"]}
    seen = seen_in(position({2: "{5m9s}5m5m"}, turn=2, drawn="5m", melds=melds), 1)
    assert_followed(seen, [SawKong(2, 1)])
    for standing in (0, 2, 4):  # one tile loose too few, or none left standing
        assert_refused(seen, SawKong(2, standing))


@pytest.mark.rule("WALL-1")
def test_a_hidden_kong_needs_a_kind_that_nobody_has_shown() -> None:
    """Of all but one kind this seat sees a copy, and after a kong of that one there is none."""
    rivers = {0: "123456789m1234p", 1: "56789p12345s", 2: "6789s123456z"}
    hands = {0: "{1237z}77z147m25p36s", 1: SCATTERED}
    state = position(hands, drawn="7z", rivers=rivers, remaining=30)
    seen = seen_in(state, 1)
    assert [tile for tile in Tile if seen.unseen[tile] == 4] == [Tile.RED]
    told = SawKong(0, 1), SawDraw(0, replacement=True)
    assert follow(seen, told).kongs == 1
    assert_refused(seen, *told, SawKong(0, 1))
    assert_refused(seen, *told, Discarded(0, Tile.RED))
    known = next(tile for tile in Tile if 0 < seen.unseen[tile] < 4)
    assert_followed(seen, [*told, Discarded(0, known)])


# --- added kongs --------------------------------------------------------------------------


def fourth_5m(rules: RuleSet = RuleSet()) -> GameState:
    """Return a turn of seat 1 with the fourth 5m of its pung, for which seat 3 waits."""
    hands = {1: "{1234z}147p2s79m", 3: WAITS_FOR_5M}
    melds = {1: ["555m<2"]}
    return position(hands, turn=1, drawn="5m", melds=melds, ting={3: "4z"}, rules=rules)


ADDED = MadeKong(1, kong(MeldKind.ADDED_KONG, Tile.M5, 2), 0)
ANNOUNCED = AnnouncedKong(1, Tile.M5)


@pytest.mark.rule("KONG-2", refuses=True)
@pytest.mark.parametrize("viewer", [0, 1, 3, None], ids=str)
def test_an_added_kong_keeps_the_discard_of_its_pung(viewer: Viewer) -> None:
    seen = seen_in(fourth_5m(), viewer)
    assert_followed(seen, [ADDED])
    for source in (0, 3, None, odd([]), odd("x")):
        meld = kong(MeldKind.ADDED_KONG, Tile.M5, source)
        assert_refused(seen, attrs.evolve(ADDED, meld=meld))
    assert_refused(seen, MadeKong(1, kong(MeldKind.ADDED_KONG, Tile.P1, 2), 0))
    assert_refused(seen, attrs.evolve(ADDED, standing=1 if viewer == 1 else 2))
    assert_refused(seen, ADDED, ADDED)


@pytest.mark.rule("KONG-2", refuses=True)
def test_a_kong_is_added_with_a_tile_that_the_seat_can_have() -> None:
    hands = {0: "{1235z}5m47p258s369m", 1: "{1234z}147p2s79m"}
    for rules, event in ((RuleSet(), ADDED), (ROBBING, ANNOUNCED)):
        state = position(hands, turn=1, drawn="9s", melds={1: ["555m<2"]}, rules=rules)
        assert_refused(seen_in(state, 0), event)
        assert_refused(seen_in(state, 1), event)


@pytest.mark.rule("KONG-7", refuses=True)
def test_an_added_kong_is_announced_where_it_can_be_robbed_and_only_there() -> None:
    assert_refused(seen_in(fourth_5m(), 0), ANNOUNCED)
    seen = seen_in(fourth_5m(ROBBING_BY_CHOICE), 0)
    assert_refused(seen, ADDED)
    assert follow(seen, [ANNOUNCED, ADDED]).kongs == 1
    assert_refused(seen, ANNOUNCED, ANNOUNCED)
    assert_refused(seen, AnnouncedKong(1, Tile.P1))
    assert_refused(seen, AnnouncedKong(2, Tile.M5))
    assert_refused(seen, ANNOUNCED, SawDraw(2, replacement=False))
    assert_refused(seen, ANNOUNCED, SawDraw(1, replacement=True))
    assert_refused(seen, ANNOUNCED, MadePung(2, pung(Tile.M5, 1), 0))
    assert_refused(seen, ANNOUNCED, Discarded(1, Tile.M5))


@pytest.mark.rule("KONG-8")
def test_a_kong_is_made_after_this_seat_has_let_it_go() -> None:
    seen = follow(seen_in(fourth_5m(ROBBING_BY_CHOICE), 3), [ANNOUNCED])
    asked = Asked(3, 1, Tile.M5)
    assert_refused(seen, ADDED)
    assert_refused(seen, asked, ADDED)
    assert_refused(seen, asked, Answered(3, Win(3)), ADDED)
    assert follow(seen, [asked, Answered(3, Pass(3)), ADDED]).win_barred


@pytest.mark.rule("KONG-8")
def test_of_two_pungs_the_one_that_was_announced_becomes_a_kong() -> None:
    melds = {1: ["555m<2", "666m<2"]}
    hands = {1: "{1234z}6m14p"}
    state = position(hands, turn=1, drawn="5m", melds=melds, rules=ROBBING)
    other = MadeKong(1, kong(MeldKind.ADDED_KONG, Tile.M6, 2), 0)
    assert_followed(seen_in(state, 0), [AnnouncedKong(1, Tile.M6), other])
    assert_refused(seen_in(state, 0), ANNOUNCED, other)
