"""The 34 kinds, their texts, and counted sets of them."""

from __future__ import annotations

import copy
import pickle
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import HandError, NotationError, Tile, format_tiles, parse_tile, parse_tiles
from lisi_mahjong.tiles import (
    COPIES,
    EACH,
    ONE,
    TILES,
    check_tiles,
    counted,
    kinds_of,
    size,
    tiles_of,
)

# Name, text, suit, rank, Chinese name, Unicode tile: written out, in the order of the kinds.
TABLE = (
    ("M1", "1m", "m", 1, "一万", "🀇"),
    ("M2", "2m", "m", 2, "二万", "🀈"),
    ("M3", "3m", "m", 3, "三万", "🀉"),
    ("M4", "4m", "m", 4, "四万", "🀊"),
    ("M5", "5m", "m", 5, "五万", "🀋"),
    ("M6", "6m", "m", 6, "六万", "🀌"),
    ("M7", "7m", "m", 7, "七万", "🀍"),
    ("M8", "8m", "m", 8, "八万", "🀎"),
    ("M9", "9m", "m", 9, "九万", "🀏"),
    ("P1", "1p", "p", 1, "一筒", "🀙"),
    ("P2", "2p", "p", 2, "二筒", "🀚"),
    ("P3", "3p", "p", 3, "三筒", "🀛"),
    ("P4", "4p", "p", 4, "四筒", "🀜"),
    ("P5", "5p", "p", 5, "五筒", "🀝"),
    ("P6", "6p", "p", 6, "六筒", "🀞"),
    ("P7", "7p", "p", 7, "七筒", "🀟"),
    ("P8", "8p", "p", 8, "八筒", "🀠"),
    ("P9", "9p", "p", 9, "九筒", "🀡"),
    ("S1", "1s", "s", 1, "一条", "🀐"),
    ("S2", "2s", "s", 2, "二条", "🀑"),
    ("S3", "3s", "s", 3, "三条", "🀒"),
    ("S4", "4s", "s", 4, "四条", "🀓"),
    ("S5", "5s", "s", 5, "五条", "🀔"),
    ("S6", "6s", "s", 6, "六条", "🀕"),
    ("S7", "7s", "s", 7, "七条", "🀖"),
    ("S8", "8s", "s", 8, "八条", "🀗"),
    ("S9", "9s", "s", 9, "九条", "🀘"),
    ("EAST", "1z", None, 1, "东", "🀀"),
    ("SOUTH", "2z", None, 2, "南", "🀁"),
    ("WEST", "3z", None, 3, "西", "🀂"),
    ("NORTH", "4z", None, 4, "北", "🀃"),
    ("WHITE", "5z", None, 5, "白", "🀆"),
    ("GREEN", "6z", None, 6, "发", "🀅"),
    ("RED", "7z", None, 7, "中", "🀄"),
)

tile_lists = st.lists(st.sampled_from(TILES), max_size=20)
# Tiles as they can lie on a table, with four of a kind at most.
some_tiles = st.permutations([tile for tile in TILES for _ in range(COPIES)]).flatmap(
    lambda tiles: st.integers(1, 20).map(lambda number: tiles[:number])
)


# --- the kinds ----------------------------------------------------------------------------


@pytest.mark.rule("WALL-1")
def test_there_are_34_kinds_in_the_documented_order() -> None:
    assert [tile.name for tile in Tile] == [row[0] for row in TABLE]
    assert [int(tile) for tile in Tile] == list(range(34))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[1])
def test_a_kind_is_described_as_in_the_table(
    row: tuple[str, str, str | None, int, str, str],
) -> None:
    tile = Tile[row[0]]
    assert (tile.name, str(tile), tile.suit, tile.rank, tile.zh, tile.glyph) == row


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_the_glyph_is_the_tile_that_unicode_names(tile: Tile) -> None:
    ranks = ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"]
    suits = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOOS"}
    honours = [f"{wind} WIND" for wind in ("EAST", "SOUTH", "WEST", "NORTH")]
    honours += [f"{colour} DRAGON" for colour in ("WHITE", "GREEN", "RED")]
    name = f"{ranks[tile.rank - 1]} OF {suits[tile.suit]}" if tile.suit else honours[tile.rank - 1]
    assert unicodedata.name(tile.glyph) == f"MAHJONG TILE {name}"


def test_tiles_sort_in_their_order_and_not_by_their_texts() -> None:
    mixed = [Tile.RED, Tile.S1, Tile.EAST, Tile.P9, Tile.M2]
    assert sorted(mixed) == [Tile.M2, Tile.P9, Tile.S1, Tile.EAST, Tile.RED]


def test_the_repr_of_a_tile_can_be_pasted_back() -> None:
    for tile in TILES:
        assert eval(repr(tile), {"Tile": Tile}) is tile  # noqa: S307 - our own repr
    assert repr(Tile.WHITE) == "Tile.WHITE"


def test_a_tile_is_formatted_as_its_text() -> None:
    assert f"{Tile.M5}" == "5m"
    assert f"[{Tile.RED:>4}]" == "[  7z]"


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_copies_of_a_tile_are_the_tile(tile: Tile) -> None:
    assert copy.copy(tile) is copy.deepcopy(tile) is pickle.loads(pickle.dumps(tile)) is tile  # noqa: S301 - our own pickle


# --- texts --------------------------------------------------------------------------------


@pytest.mark.rule("WALL-1")
@pytest.mark.parametrize("tile", TILES, ids=str)
def test_the_text_of_every_kind_is_read_back(tile: Tile) -> None:
    assert parse_tile(str(tile)) is tile
    assert parse_tiles(str(tile)) == (tile,)


def test_tiles_are_read_in_the_order_written() -> None:
    assert parse_tiles("321m5z1m") == (Tile.M3, Tile.M2, Tile.M1, Tile.WHITE, Tile.M1)


@pytest.mark.parametrize(
    "text", ["12m5z", "12m 5z", "12m\t5z", "12m\n5z", "12m\r\n  5z", "1m2m5z", "1m 2m 5z"]
)
def test_groups_may_be_cut_and_white_space_may_stand_between_them(text: str) -> None:
    assert parse_tiles(text) == (Tile.M1, Tile.M2, Tile.WHITE)


def test_tiles_are_formatted_sorted_and_grouped() -> None:
    shuffled = [Tile.RED, Tile.S9, Tile.M2, Tile.P5, Tile.M1, Tile.EAST, Tile.P5]
    assert format_tiles(shuffled) == "12m55p9s17z"


def test_no_tiles_are_formatted_as_the_empty_text() -> None:
    assert format_tiles([]) == ""


def test_formatting_takes_any_iterable() -> None:
    assert format_tiles(tile for tile in (Tile.M2, Tile.M1)) == "12m"
    assert format_tiles({Tile.M2, Tile.M1}) == "12m"


@given(some_tiles)
def test_what_is_formatted_reads_back_as_the_same_tiles_sorted(tiles: list[Tile]) -> None:
    assert parse_tiles(format_tiles(tiles)) == tuple(sorted(tiles))


@given(some_tiles)
def test_what_is_formatted_is_canonical(tiles: list[Tile]) -> None:
    text = format_tiles(tiles)
    assert format_tiles(parse_tiles(text)) == text
    assert format_tiles(reversed(tiles)) == text


@given(some_tiles, st.data())
def test_tiles_written_one_by_one_keep_their_order(tiles: list[Tile], data: st.DataObject) -> None:
    gaps = data.draw(
        st.lists(st.sampled_from(["", " ", "\n", " \t"]), min_size=len(tiles), max_size=len(tiles))
    )
    text = "".join(gap + str(tile) for gap, tile in zip(["", *gaps[1:]], tiles, strict=True))
    assert parse_tiles(text) == tuple(tiles)


@pytest.mark.rule("WALL-1", refuses=True)
@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "a digit from 1 to 9"),
        (" ", 0, "a digit from 1 to 9"),
        ("m", 0, "a digit from 1 to 9"),
        ("0m", 0, "a digit from 1 to 9"),
        (" 1m", 0, "a digit from 1 to 9"),
        ("10m", 1, "one of m p s z"),
        ("1 m", 1, "one of m p s z"),
        ("12", 2, "one of m p s z"),
        ("12m3", 4, "one of m p s z"),
        ("1mm", 2, "a digit from 1 to 9"),
        ("12m ", 3, "nothing more"),
        ("12m\n", 3, "nothing more"),
        ("12m\r\n", 3, "nothing more"),
        ("12m 3", 5, "one of m p s z"),
        ("1m,2m", 2, "a digit from 1 to 9"),
        ("8z", 0, "a digit from 1 to 7 for an honour"),
        ("5m179z", 4, "a digit from 1 to 7 for an honour"),
        ("1M", 1, "one of m p s z"),
        ("E", 0, "a digit from 1 to 9"),
        ("1f", 1, "one of m p s z"),
        ("-1m", 0, "a digit from 1 to 9"),
        ("１m", 0, "a digit from 1 to 9"),  # noqa: RUF001 - a full-width digit is meant
        ("1ｍ", 1, "one of m p s z"),  # noqa: RUF001 - and a full-width letter
        ("٣m", 0, "a digit from 1 to 9"),
        ("²m", 0, "a digit from 1 to 9"),
        ("1m\xa02m", 2, "a digit from 1 to 9"),
        ("1mX2m", 2, "a digit from 1 to 9"),
        ("1m\u30002m", 2, "a digit from 1 to 9"),
        ("五万", 0, "a digit from 1 to 9"),
        ("🀋", 0, "a digit from 1 to 9"),
    ],
)
def test_any_other_text_is_refused_with_its_place(text: str, position: int, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (caught.value.text, caught.value.position, caught.value.expected) == (
        text,
        position,
        expected,
    )


@pytest.mark.rule("WALL-1", refuses=True)
@pytest.mark.parametrize(
    ("text", "position"),
    [("11111m", 4), ("1111m 1m", 6), ("111m55z11m", 8), ("123m11112p1p", 10), ("5555555z", 4)],
)
def test_a_fifth_copy_is_refused_with_its_place(text: str, position: int) -> None:
    with pytest.raises(NotationError, match="no fifth") as caught:
        parse_tiles(text)
    assert (caught.value.text, caught.value.position) == (text, position)


@pytest.mark.rule("WALL-1")
def test_four_copies_are_read() -> None:
    assert parse_tiles("1111m") == (Tile.M1,) * 4
    assert len(parse_tiles("1111m1111p1111s1111z")) == 16


@pytest.mark.case(114)
def test_an_unknown_suit_letter_is_named_with_its_place() -> None:
    with pytest.raises(NotationError, match=r"'h'") as caught:
        parse_tiles("678s678p55m777h")
    assert caught.value.position == 14
    assert "14" in str(caught.value)


def read(text: str) -> tuple[Tile, ...] | NotationError:
    try:
        return parse_tiles(text)
    except NotationError as error:
        return error


@given(st.text(alphabet="0123456789mpszMPSZ \n-x八", max_size=12))
def test_a_text_is_read_whole_or_refused_at_a_place_in_it(text: str) -> None:
    tiles = read(text)
    if isinstance(tiles, NotationError):
        assert tiles.text == text
        assert 0 <= tiles.position <= len(text)
        assert str(tiles)
    else:
        assert [tile.rank for tile in tiles] == [int(char) for char in text if char.isdigit()]


@given(st.text(max_size=8))
def test_no_text_at_all_brings_another_error(text: str) -> None:
    assert read(text)
    assert str(read(text))


@pytest.mark.parametrize("value", [None, 5, b"1m", ["1m"], Tile.M1], ids=repr)
def test_reading_what_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(value)  # type: ignore[arg-type]  # what is tested
    assert caught.value.text is value
    assert caught.value.expected == "a text such as '123m55z'"


@pytest.mark.parametrize(
    ("text", "position"),
    [("", 0), ("5", 1), ("m", 0), ("55m", 1), ("5m5m", 2), ("5m ", 2), ("5m\n", 2)],
)
def test_a_single_tile_is_one_digit_and_one_letter(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tile(text)
    assert (caught.value.text, caught.value.position) == (text, position)


@pytest.mark.rule("WALL-1", refuses=True)
@pytest.mark.parametrize("wrong", [0, 33, True, "1m", None, 1.0], ids=repr)
def test_only_tiles_are_formatted(wrong: object) -> None:
    with pytest.raises(HandError) as caught:
        format_tiles([Tile.M1, wrong])  # type: ignore[list-item]  # what is tested
    assert str(caught.value) == f"a Tile is expected, not {wrong!r} (WALL-1)"
    assert caught.value.rule == "WALL-1"


@pytest.mark.parametrize("wrong", [None, 5, Tile.M1])
def test_only_an_iterable_is_formatted(wrong: object) -> None:
    with pytest.raises(HandError) as caught:
        format_tiles(wrong)  # type: ignore[arg-type]  # what is tested
    told = f"an iterable of tiles or a text is expected, not {wrong!r} (WALL-1)"
    assert str(caught.value) == told


def test_a_text_stands_for_its_tiles_where_a_hand_is_given() -> None:
    assert check_tiles("2m1m") == check_tiles([Tile.M2, Tile.M1]) == (Tile.M2, Tile.M1)
    assert check_tiles("") == check_tiles([]) == ()


# --- counted sets -------------------------------------------------------------------------


def test_a_counted_set_has_four_bits_for_each_kind() -> None:
    assert [ONE[tile] for tile in TILES] == [16**number for number in range(34)]
    assert int("1" * 34, 16) == EACH
    assert counted(parse_tiles("11119m1p7z")) == 4 + 16**8 + 16**9 + 16**33


@given(tile_lists.filter(lambda tiles: all(count <= 15 for count in Counter(tiles).values())))
def test_a_counted_set_gives_its_tiles_back_sorted(tiles: list[Tile]) -> None:
    assert tiles_of(counted(tiles)) == tuple(sorted(tiles))


@given(tile_lists)
def test_the_kinds_of_a_counted_set_come_once_and_sorted(tiles: list[Tile]) -> None:
    kept = [tile for number, tile in enumerate(tiles) if tiles[:number].count(tile) < COPIES]
    assert kinds_of(counted(kept)) == sorted(set(tiles))


@given(tile_lists, tile_lists)
def test_joining_counted_sets_is_addition(one: list[Tile], other: list[Tile]) -> None:
    one, other = one[:7], other[:7]
    assert counted(one) + counted(other) == counted(one + other)
    assert counted(one + other) - counted(other) == counted(one)


@given(st.lists(st.sampled_from(TILES), max_size=14))
def test_the_size_of_a_counted_set_is_its_number_of_tiles(tiles: list[Tile]) -> None:
    assert size(counted(tiles)) == len(tiles)


def test_the_largest_and_the_smallest_counted_sets() -> None:
    everything = [tile for tile in TILES for _ in range(COPIES)]
    assert tiles_of(counted(everything)) == tuple(everything)
    assert tiles_of(0) == ()
    assert kinds_of(0) == []
    assert size(0) == 0


@pytest.mark.parametrize(("text", "place"), [("55m", 1), ("5m5m", 2), ("123m", 1)])
def test_one_tile_is_expected_where_a_second_one_begins(text: str, place: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tile(text)
    error = caught.value
    assert (error.text, error.position, error.expected) == (text, place, "a single tile")
