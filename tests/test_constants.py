"""What fields are when they are left out, and what of a value counts: told apart by hand.

Most of these defaults are never used in a game, where the engine gives every field; whoever
builds a value by hand, in a test or a puzzle, relies on them.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from lisi_mahjong import (
    DeclareTing,
    Discard,
    Kong,
    KongKind,
    Meld,
    MeldKind,
    NotationError,
    Pass,
    Player,
    Pung,
    RiverTile,
    RuleSet,
    SeatError,
    Setup,
    Shuffle,
    Tile,
    Ting,
    Win,
    apply,
    deal,
    format_tiles,
    parse_action,
    parse_table_action,
    parse_tiles,
    view,
)
from lisi_mahjong.actions import describe, is_action
from lisi_mahjong.claims import win_refusal
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.scoring import NO_PAYMENTS
from lisi_mahjong.splits import HONOURS, RUNS, waits_for_sets
from lisi_mahjong.table_actions import describe_table_action
from lisi_mahjong.tiles import EACH, LAST_RANK, ONE, counted
from lisi_mahjong.waiting import Known, complete_groups, urn_of
from lisi_mahjong.wall import kong_keeps_reserve
from lisi_mahjong.winning import is_winning, ting_tiles

STANDING = counted(parse_tiles("12m5z"))
LOOSE = counted(parse_tiles("9s"))

# --- what is left out ---------------------------------------------------------------------


def test_a_player_of_whom_only_tiles_are_told_has_done_nothing_yet() -> None:
    player = Player(STANDING, LOOSE)
    assert player.melds == ()
    assert player.river == ()
    assert player.ting is None
    assert player.pung_locks == ()
    assert player.win_barred is False
    assert player.waits == ()
    assert player.meld_set == 0
    assert player.ting_since == ()


def test_a_discard_of_which_only_the_tile_is_told_lies_and_is_no_declaration() -> None:
    assert RiverTile(Tile.M5) == RiverTile(Tile.M5, taken_by=None, ting=False)


@pytest.mark.rule("TING-3", "TING-4")
def test_a_declaration_of_which_only_the_tile_is_told_lies_face_down_among_the_discards() -> None:
    assert Ting(Tile.M5) == Ting(Tile.M5, face_up=False, on_wall=False)


def test_a_deal_of_which_no_dealer_is_told_is_dealt_by_seat_0() -> None:
    assert deal(Shuffle.from_seed(7)).dealer == 0


def test_a_shuffle_of_which_no_draw_is_told_draws_seat_0() -> None:
    seeded = Shuffle.from_seed(7)
    assert Shuffle(seeded.layout, seeded.dice).dealer_draw == 0


@pytest.mark.rule("WIN-1")
def test_a_seat_in_ting_chooses_to_win_unless_the_win_is_forced() -> None:
    player = Player(STANDING, LOOSE, ting=Ting(Tile.EAST), wait_set=ONE[Tile.M3])
    assert win_refusal(player, Tile.M3, forced_win=False) is None
    assert win_refusal(player, Tile.M3, forced_win=True) is Refusal.WIN_IS_FORCED


# --- what counts --------------------------------------------------------------------------


@pytest.mark.parametrize("derived", ["wait_set", "meld_set"])
def test_what_follows_from_a_players_tiles_does_not_tell_players_apart(derived: str) -> None:
    player = Player(STANDING, LOOSE)
    fields: dict[str, Any] = {derived: ONE[Tile.M3]}
    noted = attrs.evolve(player, **fields)
    assert player == noted
    assert hash(player) == hash(noted)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("melds", (Meld(MeldKind.PUNG, Tile.M5, 3),)),
        ("river", (RiverTile(Tile.M5),)),
        ("ting", Ting(Tile.M5)),
        ("lock_set", ONE[Tile.M5]),
        ("win_barred", True),
        ("ting_since", (1, 0, 0, 0)),
    ],
)
def test_whatever_else_a_player_has_tells_players_apart(field: str, value: Any) -> None:  # noqa: ANN401 - any field
    player = Player(STANDING, LOOSE)
    fields: dict[str, Any] = {field: value}
    assert attrs.evolve(player, **fields) != player


@pytest.mark.rule("STAND-4")
def test_copies_of_a_kind_that_stand_and_that_are_loose_are_all_in_hand() -> None:
    five = counted(parse_tiles("5m"))
    assert Player(five, five).concealed == (Tile.M5, Tile.M5)


# --- what is shown ------------------------------------------------------------------------


def test_a_setup_shows_its_rules_dealer_and_dice_and_not_its_wall() -> None:
    shown = "<Shuffle dice=((3, 1), (5, 3)) dealer_draw=0>"
    setup = Setup(RuleSet(), 2, Shuffle.from_seed(7))
    assert repr(setup) == f"Setup(rules=RuleSet(), dealer=2, shuffle={shown})"


def test_a_player_is_shown_by_its_tiles_sets_and_ting() -> None:
    pung = Meld(MeldKind.PUNG, Tile.M5, 3)
    player = Player(STANDING, LOOSE, (pung,), (RiverTile(Tile.EAST),), Ting(Tile.EAST))
    assert repr(player) == "<Player {12m5z} 9s [555m<3] ting 1z, 1 discards>"


def test_a_state_is_shown_by_its_ply_and_its_stage() -> None:
    state = deal(Shuffle.from_seed(7))
    assert repr(state) == "<GameState ply 0, turn of seat 0>"
    claimed = apply(state, Discard(0, Tile.M9))
    assert repr(claimed) == "<GameState ply 1, discard of seat 0 on offer>"


def test_a_state_has_the_shuffle_and_the_result_of_its_deal() -> None:
    shuffle = Shuffle.from_seed(7)
    state = deal(shuffle)
    assert state.shuffle is shuffle
    assert state.result is None


@pytest.mark.parametrize("viewer", [0, 3, None])
def test_a_view_of_a_deal_that_goes_on_has_no_result(viewer: int | None) -> None:
    assert view(deal(Shuffle.from_seed(7)), viewer).result is None


# --- what kongs and sets are called -------------------------------------------------------


@pytest.mark.rule("KONG-1", "KONG-2", "KONG-3")
@pytest.mark.parametrize(
    ("kind", "text", "en", "zh"),
    [
        (KongKind.MELDED, "1 kong 5m melded", "make a melded kong of 5m", "明杠五万"),
        (KongKind.ADDED, "1 kong 5m added", "make an added kong of 5m", "补杠五万"),
        (KongKind.CONCEALED, "1 kong 5m concealed", "make a concealed kong of 5m", "暗杠五万"),
    ],
)
def test_each_sort_of_kong_has_its_text_and_words(
    kind: KongKind, text: str, en: str, zh: str
) -> None:
    action = Kong(1, Tile.M5, kind)
    assert str(action) == text
    assert describe(action) == en
    assert describe(action, chinese=True) == zh


@pytest.mark.parametrize(
    ("kind", "value", "zh"),
    [
        (MeldKind.PUNG, "pung", "碰"),
        (MeldKind.MELDED_KONG, "melded kong", "明杠"),
        (MeldKind.ADDED_KONG, "added kong", "补杠"),
        (MeldKind.CONCEALED_KONG, "concealed kong", "暗杠"),
    ],
)
def test_each_sort_of_meld_has_its_value_and_its_chinese_name(
    kind: MeldKind, value: str, zh: str
) -> None:
    assert (kind.value, kind.zh) == (value, zh)
    assert MeldKind(value) is kind


# --- nothing to pay -----------------------------------------------------------------------


@pytest.mark.rule("SCORE-6")
def test_a_drawn_deal_is_paid_by_no_reading_and_with_no_points() -> None:
    assert NO_PAYMENTS.reading is None
    assert (NO_PAYMENTS.points, NO_PAYMENTS.payments) == (0, ())


# --- the wall -----------------------------------------------------------------------------


@pytest.mark.rule("WALL-6", "WALL-7")
def test_with_all_kongs_made_the_reserve_for_one_more_is_still_known() -> None:
    # 2 · (7 + 16) + 1 = 47 tiles would be kept back with 17 kongs.
    assert kong_keeps_reserve(48, 16, RuleSet())
    assert not kong_keeps_reserve(47, 16, RuleSet())


# --- sets ---------------------------------------------------------------------------------


@pytest.mark.rule("WALL-1")
def test_the_highest_rank_of_a_suit_is_nine() -> None:
    assert LAST_RANK == 9


@pytest.mark.rule("WIN-5")
def test_seven_runs_of_each_suit_are_all_the_runs_there_are() -> None:
    texts = [f"{low}{low + 1}{low + 2}{suit}" for suit in "mps" for low in range(1, 8)]
    assert [format_tiles(run) for run in RUNS.values()] == texts
    assert [str(tile) for tile in RUNS] == [f"{text[0]}{text[3]}" for text in texts]


@pytest.mark.rule("WIN-5", refuses=True)
def test_a_hand_of_four_runs_wins_only_where_it_is_said_to() -> None:
    hand = counted(parse_tiles("123456789m123p55s"))
    assert not is_winning(hand, 0, all_runs=False)
    assert is_winning(hand, 0, all_runs=True)


@pytest.mark.rule("WIN-5", "TING-1", refuses=True)
def test_a_wait_for_four_runs_is_one_only_where_it_is_said_to() -> None:
    standing, loose = counted(parse_tiles("1z")), counted(parse_tiles("123456789m12p55s"))
    assert ting_tiles(standing, loose, 0, all_runs=False) == []
    assert ting_tiles(standing, loose, 0, all_runs=True) == [Tile.EAST]


@pytest.mark.parametrize("part", [HONOURS | 0x3, 0x300000000], ids=["111z", "999m"])
def test_what_is_complete_waits_for_no_kind_outside_of_its_slice(part: int) -> None:
    """A set and one tile more are no sets, whatever the tile; place 9 is no tile of the slice."""
    assert waits_for_sets(part) == (0, 0)


# --- hands that wait ----------------------------------------------------------------------


@pytest.mark.rule("WIN-6")
def test_a_hand_may_wait_for_all_but_what_its_melds_have_four_of() -> None:
    known = Known(sets=1, melds=counted(parse_tiles("1111m222m5555z")))
    assert known.kinds == EACH - ONE[Tile.M1] - ONE[Tile.WHITE]


def test_a_hand_fits_if_it_waits_for_one_of_the_kinds_that_are_known() -> None:
    hand = counted(parse_tiles("111456789m12p55s"))  # 3p alone completes it
    assert Known(sets=4, melds=0).fits(hand)
    assert Known(sets=4, melds=0, waits=ONE[Tile.P3]).fits(hand)
    assert not Known(sets=4, melds=0, waits=ONE[Tile.M1]).fits(hand)
    assert not Known(sets=4, melds=0).fits(hand, ONE[Tile.M1])


def test_an_urn_has_the_ways_of_all_its_pieces() -> None:
    urn, _ = complete_groups(counted(parse_tiles("111m123p")))
    assert urn.ways == 2  # the triplet and the run, each in one way
    assert urn_of(urn.pieces[:3], [1, 2, 4]).ways == 7


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("0", 1, "one of discard ting pung kong win pass"),
        ("0 jump", 2, "one of discard ting pung kong win pass"),
        ("0 ting 5m sideways", 10, "nothing, or one of up, wall, up wall"),
        ("0 ting 5mup", 9, "a space"),
        ("0 ting 5m\N{NO-BREAK SPACE}", 9, "a space"),
        ("0 pung 5m 3", 10, "the number of standing tiles, 0, 1 or 2"),
        ("0 pung 5m X", 10, "the number of standing tiles, 0, 1 or 2"),
        ("0 kong 5m big", 10, "one of melded added concealed"),
    ],
)
def test_the_words_for_what_an_action_lacks(text: str, place: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert (caught.value.position, caught.value.expected) == (place, expected)


@pytest.mark.parametrize(("text", "place"), [("0", 1), ("0 jump", 2)])
def test_the_words_for_what_an_action_at_a_table_lacks(text: str, place: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_table_action(text)
    expected = "one of sit ready unready leave discard ting pung kong win pass"
    assert (caught.value.position, caught.value.expected) == (place, expected)


@pytest.mark.parametrize(
    "odd",
    [
        Discard(4, Tile.M5),
        DeclareTing(0, Tile.M5, face_up=1),  # type: ignore[arg-type]
        DeclareTing(0, Tile.M5, on_wall=None),  # type: ignore[arg-type]
        Pung(0, Tile.M5, 3),
        Pung(0, Tile.M5, standing=True),
        Kong(0, Tile.M5, "added"),  # type: ignore[arg-type]
        Win(-1),
        Pass(None),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_what_has_a_field_that_cannot_be_is_no_action(odd: object) -> None:
    assert not is_action(odd)


def test_what_cannot_be_is_shown_as_it_is() -> None:
    assert str(Kong(0, Tile.M5, "big")) == "0 kong 5m 'big'"  # type: ignore[arg-type]
    assert describe("0 pass") == "'0 pass'"  # type: ignore[arg-type]
    assert describe_table_action("0 ready") == "'0 ready'"  # type: ignore[arg-type]
    ting = DeclareTing(0, Tile.M5, on_wall=2)  # type: ignore[arg-type]
    assert describe(ting) == "declare ting with 5m on_wall=2"
    assert describe(ting, chinese=True) == "用五万报听（on_wall=2）"


@pytest.mark.parametrize(
    "tileless",
    [Discard(0, None), DeclareTing(0, None), Pung(0, None, 0), Kong(0, None, KongKind.MELDED)],  # type: ignore[arg-type]
    ids=lambda action: type(action).__name__,
)
def test_what_names_no_tile_where_one_belongs_is_no_action(
    tileless: Discard | DeclareTing | Pung | Kong,
) -> None:
    assert not is_action(tileless)
    assert is_action(attrs.evolve(tileless, tile=Tile.M5))


def test_a_seat_that_will_not_do_is_called_what_it_was_given_as() -> None:
    order = Shuffle.from_seed(7).layout
    with pytest.raises(SeatError, match=r"^the dealer must be an int from 0 to 3, not 9"):
        Shuffle.from_draw_order(order, dealer=9)
    with pytest.raises(SeatError, match=r"^the first taker must be an int from 0 to 3, not 9"):
        Shuffle.from_draw_order(order, first_taker=9)
    with pytest.raises(SeatError, match=r"^the dealer must be an int from 0 to 3, not 9"):
        deal(Shuffle.from_seed(7), dealer=9)


def test_a_spectator_is_told_that_it_has_no_hand() -> None:
    with pytest.raises(SeatError) as caught:
        view(deal(Shuffle.from_seed(7)), None).own_player()
    expected = "an int from 0 to 3, for a spectator has no hand"
    assert (caught.value.seat, caught.value.expected) == (None, expected)
