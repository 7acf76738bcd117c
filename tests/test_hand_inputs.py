"""How `waits`, `is_win` and `readings` are given a hand without a game, and what they refuse."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterable

import attrs
import pytest

from bad_tables import TRUE, odd
from lisi_mahjong import (
    Hand,
    HandError,
    LisiError,
    Meld,
    MeldKind,
    NotationError,
    Tile,
    is_win,
    parse_tiles,
    readings,
    waits,
)
from lisi_mahjong.tiles import ONE

PUNG = MeldKind.PUNG
MELDED, ADDED, CONCEALED = MeldKind.MELDED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG

Function = Callable[[object, object], object]


def with_white(hand: object) -> object:
    """Return a hand with one tile more, when it is one."""
    if isinstance(hand, str):
        return hand + "5z"
    return [*hand, Tile.WHITE] if isinstance(hand, Iterable) else hand


def ask_waits(hand: object, melds: object) -> object:
    return waits(hand, melds)  # type: ignore[arg-type]  # what is tested


def ask_is_win(hand: object, melds: object) -> object:
    return is_win(with_white(hand), melds)  # type: ignore[arg-type]  # what is tested


def ask_readings(hand: object, melds: object) -> object:
    return readings(hand, Tile.WHITE, melds)  # type: ignore[arg-type]  # what is tested


def ask_hand(hand: object, melds: object) -> object:
    return Hand.of(hand, melds)  # type: ignore[arg-type]  # what is tested


def as_tuple(hand: object) -> object:
    """Return a hand as a tuple of tiles, when it is one, or a list of melds as a tuple."""
    if isinstance(hand, str):
        groups = re.findall(r"(\d+)([mpsz])", hand)
        return tuple(parse_tiles(digit + suit)[0] for digits, suit in groups for digit in digits)
    return tuple(hand) if isinstance(hand, list) else hand


def ask_waits_of_tuple(hand: object, melds: object) -> object:
    return ask_waits(as_tuple(hand), as_tuple(melds))


def ask_is_win_of_tuple(hand: object, melds: object) -> object:
    whole = as_tuple(with_white(hand))
    return is_win(whole, as_tuple(melds))  # type: ignore[arg-type]  # what is tested


def ask_readings_of_tuple(hand: object, melds: object) -> object:
    return ask_readings(as_tuple(hand), as_tuple(melds))


ASKED = [ask_waits, ask_is_win, ask_readings]
TUPLES = [ask_waits_of_tuple, ask_is_win_of_tuple, ask_readings_of_tuple]
functions = pytest.mark.parametrize("function", ASKED)
functions_and_tuples = pytest.mark.parametrize("function", [*ASKED, *TUPLES])
all_ways = pytest.mark.parametrize("function", [*ASKED, *TUPLES, ask_hand])


def test_tiles_may_come_in_any_order_and_from_any_iterable() -> None:
    hand = list(parse_tiles("111222333m456p99s"))
    rng = random.Random(5)
    for _ in range(20):
        rng.shuffle(hand)
        assert is_win(hand)
        assert is_win(tuple(hand))
        assert is_win(tile for tile in hand)
        assert is_win("".join(map(str, hand)))
        assert is_win(" ".join(map(str, hand)))


def test_a_hand_that_was_given_as_a_list_is_left_alone() -> None:
    hand = list(parse_tiles("2m1m3m5p5p"))
    melds: list[Meld | str] = ["444p", "(1111s)", Meld(PUNG, Tile.RED, 2)]
    before = (list(hand), list(melds))
    assert is_win(hand, melds)
    assert (hand, melds) == before


@pytest.mark.parametrize(
    "meld",
    [
        "444p",
        ("444p", PUNG),
        Meld(PUNG, Tile.P4),
        Meld(PUNG, Tile.P4, 0),
        Meld(PUNG, Tile.P4, 3),
        "4444p",
        ("4444p", MELDED),
        ("4444p", ADDED),
        ("4444p", CONCEALED),
        ("(4444p)", CONCEALED),
        "(4444p)",
        Meld(MELDED, Tile.P4, 1),
        Meld(ADDED, Tile.P4, 1),
        Meld(ADDED, Tile.P4),
        Meld(CONCEALED, Tile.P4),
    ],
    ids=repr,
)
def test_a_meld_may_be_given_in_any_of_three_ways(meld: Meld | str | tuple[str, MeldKind]) -> None:
    assert is_win("123456789m55z", [meld])
    assert is_win("123456789m55z", (meld,))
    assert is_win("123456789m55z", iter([meld]))
    assert waits("123456789m5z", [meld]) == (Tile.WHITE,)


class NoMelds(tuple[Meld, ...]):
    """A class that inherits from the plain one."""

    __slots__ = ()


@pytest.mark.parametrize(
    "kind", [tuple, list, dict, NoMelds, lambda: iter(())], ids=lambda kind: kind.__name__
)
def test_any_empty_sequence_is_no_melds_beside_a_hand(kind: Callable[[], Iterable[Meld]]) -> None:
    waiting, full = Hand.of("123456789m5p", ["1111z"]), Hand.of("123456789m55p", ["1111z"])
    assert waits(waiting, kind()) == (Tile.P5,)
    assert is_win(full, kind())
    assert readings(waiting, "5p", kind()) == readings("123456789m5p", "5p", ["1111z"])


@pytest.mark.rule("WIN-5", refuses=True)
def test_melds_beside_a_hand_are_refused_as_being_in_it_already() -> None:
    waiting, full = Hand.of("123456789m5p", ["1111z"]), Hand.of("123456789m55p", ["1111z"])
    message = "a Hand has its melds in it: none is expected beside it, not 1 meld"
    for asked in (
        lambda: waits(waiting, ["1111z"]),
        lambda: is_win(full, ["1111z"]),
        lambda: readings(waiting, "5p", ["1111z"]),
    ):
        with pytest.raises(HandError, match=message):
            asked()


def test_the_fields_of_a_hand_make_it_again() -> None:
    hand = Hand.of("123456789m5p", ["1111z"])
    assert Hand(hand.concealed_set, hand.melds, hand.meld_set, hand.full) == hand
    for text in ("1112345678999m", "1115s111222333z", "9s111222333777z"):
        assert Hand(Hand.of(text).concealed_set) == Hand.of(text)


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("concealed_set", "123456789m5p"),
        ("concealed_set", -1),
        ("concealed_set", True),
        ("concealed_set", 1 << 136),
        ("concealed_set", 0),
        ("melds", ["1111z"]),
        ("melds", [Meld(MELDED, Tile.EAST)]),
        ("melds", (Meld(MELDED, Tile.EAST, TRUE),)),
        ("melds", (Meld(MELDED, Tile.SOUTH),)),
        ("melds", ()),
        ("meld_set", 0),
        ("meld_set", 4.0),
        ("full", True),
        ("full", 0),
        ("full", None),
    ],
    ids=repr,
)
def test_a_hand_whose_fields_contradict_each_other_is_refused(field: str, value: object) -> None:
    with pytest.raises(HandError) as caught:
        attrs.evolve(Hand.of("123456789m5p", ["1111z"]), **odd({field: value}))
    assert caught.value.rule == "WIN-5"


@pytest.mark.rule("WALL-1", refuses=True)
def test_a_hand_with_five_of_a_kind_in_its_fields_is_refused() -> None:
    with pytest.raises(HandError, match="5 copies of 1m"):
        Hand(Hand.of("1111234567899m").concealed_set - ONE[Tile.M9] + ONE[Tile.M1])


def test_a_text_in_the_place_of_a_counted_set_is_told_of_hand_of() -> None:
    with pytest.raises(HandError) as caught:
        Hand("1112345678999m")  # type: ignore[arg-type]  # what is tested
    assert str(caught.value) == (
        "a Hand is made by Hand.of of tiles or a text; its concealed_set is a counted set, "
        "not '1112345678999m' (WIN-5)"
    )


def test_a_counted_set_of_nothing_is_a_hand_without_tiles() -> None:
    with pytest.raises(HandError, match="a hand with 0 melds has 13 or 14 concealed tiles, not 0"):
        Hand(0)


def test_fields_that_contradict_each_other_are_told_of_hand_of() -> None:
    with pytest.raises(HandError) as caught:
        attrs.evolve(Hand.of("1112345678999m"), full=True)
    assert str(caught.value) == (
        "the fields of a Hand contradict each other; Hand.of makes one that is right (WIN-5)"
    )


@functions_and_tuples
@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("123456789m555z", []),
        ("123456789m55z", []),
        ("123456789m55566z", []),
        ("", []),
        ("5z", []),
        ("45m99s", []),
        ("123456789m555p5z", ["444p"]),
        ("123456789m", ["444p"]),
        ("123456m5z", ["444p"]),
        ("", ["111m", "222m", "333m", "444m"]),
        ("123m5z", ["111z", "222z", "333z", "444z"]),
    ],
)
def test_a_wrong_number_of_tiles_is_refused(
    function: Function, hand: str, melds: list[str]
) -> None:
    with pytest.raises(HandError, match="concealed tiles, not") as caught:
        function(hand, melds)
    assert caught.value.rule == "WIN-5"


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize(
    ("hand", "melds", "message"),
    [
        ("123456789m555z", [], "a hand with 0 melds has 13 or 14 concealed tiles, not 12"),
        ("123456789m555666z", [], "a hand with 0 melds has 13 or 14 concealed tiles, not 15"),
        ("123456789m", ["111z"], "a hand with 1 meld has 10 or 11 concealed tiles, not 9"),
        ("123456789m", ["111z", "222z"], "a hand with 2 melds has 7 or 8 concealed tiles, not 9"),
    ],
)
def test_a_hand_that_neither_waits_nor_is_full_is_refused(
    hand: str, melds: list[str], message: str
) -> None:
    with pytest.raises(HandError, match=message) as caught:
        Hand.of(hand, melds)
    assert caught.value.rule == "WIN-5"


@pytest.mark.rule("WIN-5", refuses=True)
def test_the_message_says_how_many_tiles_were_expected_and_found() -> None:
    with pytest.raises(HandError, match="a waiting hand with 2 melds has 7 concealed tiles, not 8"):
        waits("12345678m", ["111z", "222z"])
    with pytest.raises(HandError, match="a full hand with 1 meld has 11 concealed tiles, not 13"):
        is_win("123456789m1122z", ["111p"])
    with pytest.raises(HandError, match="a full hand with 4 melds has 2 concealed tiles, not 1"):
        is_win("3s", ["222z", "777m", "999p", "111s"])


@all_ways
@pytest.mark.rule("WALL-1", refuses=True)
@pytest.mark.parametrize(
    ("hand", "melds", "message"),
    [
        ("11111m234567p88s", [], "5 copies of 1m"),
        ("1111m22222p1234s", [], "5 copies of 2p"),
        ("1111111111111m", [], "13 copies of 1m"),
        ("1111111m555555z", [], "7 copies of 1m"),
        ("999999999m1111p", [], "9 copies of 9m"),
        ("123456m7777777z", [], "7 copies of 7z"),
        ("12345678m44p", ["444p"], "5 copies of 4p"),
        ("123456789m4p", ["(4444p)"], "5 copies of 4p"),
        ("123456m4444p", ["444p"], "7 copies of 4p"),
        ("123456m5z", ["444p", "444p"], "6 copies of 4p"),
        ("123456m5z", ["444p", "4444p"], "7 copies of 4p"),
        ("123456m5z", ["(4444p)", "4444p"], "8 copies of 4p"),
    ],
)
def test_a_fifth_copy_is_refused_and_named(
    function: Function, hand: str, melds: list[str], message: str
) -> None:
    with pytest.raises(HandError, match=f"{message}: there are four of each kind") as caught:
        function(hand, melds)
    assert caught.value.rule == "WALL-1"


@all_ways
@pytest.mark.parametrize(
    "hand", [None, 5, Tile.M1, [1] * 13, ["1m"] * 13, b"1m", [True], [None]], ids=repr
)
def test_what_is_no_hand_is_refused(function: Function, hand: object) -> None:
    shown = repr(hand[0] if isinstance(hand, list | bytes) else hand)
    with pytest.raises(HandError, match=f"is expected, not {re.escape(shown)}") as caught:
        function(hand, [])
    assert caught.value.rule == "WALL-1"


@functions
@pytest.mark.parametrize(
    ("hand", "position"), [("123456789m1112h", 14), ("123m 8z", 5), ("1m,2m", 2), (" 1m", 0)]
)
def test_a_hand_that_cannot_be_read_is_refused(
    function: Function, hand: str, position: int
) -> None:
    with pytest.raises(NotationError) as caught:
        function(hand, [])
    assert caught.value.position == position


NO_MELDS = [
    "44p",
    "445p",
    "456p",  # there is no chow (TURN-4)
    "44444p",
    "4p",
    "44p4m",
    "(444p)",
    "(44p)",
    ("444p", ADDED),
    ("444p", CONCEALED),
    ("4444p", PUNG),
    ("(4444p)", PUNG),
    ("444p",),
    ("444p", PUNG, 1),
    ("444p", "pung"),
    ("444p", None),
    (Tile.P4, PUNG),
    ["444p", PUNG],
    (Tile.P4, Tile.P4, Tile.P4),
    Tile.P4,
    PUNG,
    None,
    444,
    b"444p",
    Meld("pung", Tile.P4),  # type: ignore[arg-type]  # what is tested
    Meld(PUNG, 12),  # type: ignore[arg-type]
    Meld(PUNG, "4p"),  # type: ignore[arg-type]
    Meld(PUNG, Tile.P4, 4),
    Meld(PUNG, Tile.P4, -1),
    Meld(PUNG, Tile.P4, "1"),  # type: ignore[arg-type]
    Meld(PUNG, Tile.P4, from_seat=True),
    Meld(PUNG, Tile.P4, 1.0),  # type: ignore[arg-type]
]


@all_ways
@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize("meld", NO_MELDS, ids=lambda meld: f"{type(meld).__name__} {meld!r}")
def test_what_is_no_meld_is_refused(function: Function, meld: object) -> None:
    with pytest.raises(HandError) as caught:
        function("123456789m5z", [meld])
    assert caught.value.rule == "WIN-5"
    assert str(caught.value)


@functions
@pytest.mark.parametrize(
    ("meld", "position"),
    [
        ("", 0),
        ("444", 3),
        ("()", 1),
        ("(4444)", 5),
        ("(4444p", 6),
        ("4444p)", 5),
        ("(4444x)", 5),
        ("444p<4", 5),
        ("444p ", 4),
        ("444p\n", 4),
        (" 444p", 0),
        (("44x", PUNG), 2),
    ],
)
def test_a_meld_that_cannot_be_read_is_refused(
    function: Function, meld: object, position: int
) -> None:
    with pytest.raises(NotationError) as caught:
        function("123456789m5z", [meld])
    text = meld[0] if isinstance(meld, tuple) else meld
    assert (caught.value.text, caught.value.position) == (text, position)


@all_ways
@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize(
    "melds", [None, 4, "444p", "", Meld(PUNG, Tile.P4), b"444p", Tile.P4], ids=repr
)
def test_melds_that_are_no_sequence_of_melds_are_refused(function: Function, melds: object) -> None:
    with pytest.raises(HandError) as caught:
        function("123456789m5z", melds)
    assert caught.value.rule == "WIN-5"


@all_ways
@pytest.mark.rule("WIN-5", refuses=True)
def test_a_fifth_meld_is_refused(function: Function) -> None:
    with pytest.raises(HandError, match="at most four melds, not 5"):
        function("", ["111m", "222m", "333m", "444m", "555m"])


# --- the winning tile of a reading --------------------------------------------------------


@pytest.mark.parametrize("tile", [Tile.WHITE, "5z"], ids=repr)
def test_the_winning_tile_is_a_tile_or_its_text(tile: Tile | str) -> None:
    assert len(readings("123456789m111p5z", tile)) == 1


@pytest.mark.parametrize(
    "tile", [None, 31, True, "", "55z", "5z5z", (Tile.WHITE,), b"5z", ["5z"]], ids=repr
)
def test_what_is_no_winning_tile_is_refused(tile: object) -> None:
    with pytest.raises(HandError) as caught:
        readings("123456789m111p5z", tile)  # type: ignore[arg-type]  # what is tested
    assert caught.value.rule in {"WALL-1", "WIN-5"}


@pytest.mark.rule("WIN-5", refuses=True)
def test_the_refusal_of_two_winning_tiles_shows_them() -> None:
    with pytest.raises(HandError, match="one winning tile is expected, not '55z'"):
        readings("123456789m111p5z", "55z")


def test_a_winning_tile_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(NotationError):
        readings("123456789m111p5z", "5x")


@pytest.mark.rule("WIN-6", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("123456789m1111p", "1p", []),
        ("123456789m1p", "1p", ["111p"]),
        ("56p44455566s", "4p", ["(4444p)"]),
        ("56p44455566s", "4p", [("4444p", ADDED)]),
    ],
)
def test_a_fifth_copy_as_the_winning_tile_is_refused(
    hand: str, tile: str, melds: list[str | tuple[str, MeldKind]]
) -> None:
    with pytest.raises(HandError, match=f"all four {tile} cannot win on a fifth") as caught:
        readings(hand, tile, melds)
    assert caught.value.rule == "WIN-6"


@pytest.mark.rule("WIN-5", refuses=True)
@pytest.mark.parametrize(
    ("hand", "tile", "melds"),
    [
        ("123456789m111p5z", "6z", []),
        ("1133557799m113p", "3p", []),
        ("567m567p3445567s", "7s", []),
        ("123456789m4p", "5p", ["444z"]),
    ],
)
def test_what_does_not_win_has_no_readings(hand: str, tile: str, melds: list[str]) -> None:
    assert readings(hand, tile, melds) == ()


def test_an_error_about_a_hand_is_one_of_this_library_and_survives_pickling() -> None:
    with pytest.raises(HandError) as caught:
        waits("45m99s")
    error = caught.value
    assert isinstance(error, LisiError)
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own pickle
    assert (str(again), again.rule) == (str(error), error.rule)
