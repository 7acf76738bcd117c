"""Pungs and kongs as values."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

from lisi_mahjong import Hand, HandError, Meld, MeldKind, NotationError, Tile, waits
from lisi_mahjong.melds import check_melds, counted_melds, meld_of
from lisi_mahjong.tiles import tiles_of

PUNG = MeldKind.PUNG
MELDED, ADDED, CONCEALED = MeldKind.MELDED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG


@pytest.mark.parametrize(
    ("kind", "zh", "is_kong"),
    [
        (PUNG, "碰", False),
        (MELDED, "明杠", True),
        (ADDED, "补杠", True),
        (CONCEALED, "暗杠", True),
    ],
)
def test_there_is_a_pung_and_there_are_three_sorts_of_kong(
    kind: MeldKind, zh: str, is_kong: bool
) -> None:
    assert (kind.zh, kind.is_kong) == (zh, is_kong)
    assert len(Meld(kind, Tile.M5).tiles) == (4 if is_kong else 3)
    assert set(Meld(kind, Tile.M5).tiles) == {Tile.M5}
    assert repr(kind) == f"MeldKind.{kind.name}"
    assert len(MeldKind) == 4


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        (Meld(PUNG, Tile.M5, 3), "555m<3"),
        (Meld(PUNG, Tile.RED, 0), "777z<0"),
        (Meld(PUNG, Tile.M5), "555m"),
        (Meld(MELDED, Tile.P9, 1), "9999p<1"),
        (Meld(ADDED, Tile.S1, 2), "1111s+<2"),
        (Meld(ADDED, Tile.S1), "1111s+"),
        (Meld(CONCEALED, Tile.WHITE), "(5555z)"),
    ],
)
def test_a_meld_has_a_short_text(meld: Meld, text: str) -> None:
    assert str(meld) == text


@pytest.mark.parametrize("kind", MeldKind)
def test_the_text_of_every_meld_is_read_as_that_meld(kind: MeldKind) -> None:
    for tile in Tile:
        for seat in (None,) if kind is CONCEALED else (None, 0, 1, 2, 3):
            meld = Meld(kind, tile, seat)
            assert check_melds([str(meld)]) == (meld,)


@pytest.mark.parametrize(
    ("text", "kind", "meld"),
    [
        ("555m", PUNG, Meld(PUNG, Tile.M5)),
        ("555m<3", PUNG, Meld(PUNG, Tile.M5, 3)),
        ("5555m", MELDED, Meld(MELDED, Tile.M5)),
        ("5555m", ADDED, Meld(ADDED, Tile.M5)),
        ("5555m", CONCEALED, Meld(CONCEALED, Tile.M5)),
        ("5555m<3", MELDED, Meld(MELDED, Tile.M5, 3)),
        ("5555m<3", ADDED, Meld(ADDED, Tile.M5, 3)),
        ("5555m+<3", ADDED, Meld(ADDED, Tile.M5, 3)),
        ("(5555m)", CONCEALED, Meld(CONCEALED, Tile.M5)),
    ],
)
def test_a_kind_beside_a_text_says_which_kong_it_is(text: str, kind: MeldKind, meld: Meld) -> None:
    assert check_melds([(text, kind)]) == (meld,)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("555m", MELDED),
        ("555m<3", ADDED),
        ("5555m", PUNG),
        ("5555m<3", PUNG),
        ("5555m+", MELDED),
        ("5555m+<3", MELDED),
        ("5555m+", CONCEALED),
        ("5555m<3", CONCEALED),  # a concealed kong came from nobody
        ("(5555m)", MELDED),
        ("(5555m)", ADDED),
    ],
)
def test_a_kind_beside_the_text_of_another_one_is_refused(text: str, kind: MeldKind) -> None:
    with pytest.raises(HandError, match="a Meld or a text such as '555m' is expected"):
        check_melds([(text, kind)])


NOTHING, RANK, SUIT, SEAT = (
    "nothing more",
    "a digit from 1 to 9",
    "one of m p s z",
    "a seat from 0 to 3",
)


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, RANK),
        (" 5555m", 0, RANK),
        ("5555m ", 5, NOTHING),
        ("5555m\N{NO-BREAK SPACE}", 5, RANK),
        ("5x", 1, SUIT),
        ("555", 3, SUIT),
        ("8888z", 0, "a digit from 1 to 7 for an honour"),
        ("(5555m", 6, "')'"),
        ("(5555m )", 6, "')'"),
        ("(5555m\N{NO-BREAK SPACE})", 6, RANK),
        ("( 5555m)", 1, RANK),
        ("(55 55m)", 3, SUIT),
        ("(5x", 2, SUIT),
        ("(5555m) ", 7, NOTHING),
        ("(5555m)<3", 7, NOTHING),
        ("X+", 0, RANK),
        ("+", 0, RANK),
        ("<3", 0, RANK),
        ("5m<3", 1, "'5'"),
        ("55m<3", 2, "'5'"),
        ("(555m)+", 4, "'5'"),
        ("555<3", 3, SUIT),
        ("555X<3", 3, SUIT),
        ("888z<1", 0, "a digit from 1 to 7 for an honour"),
        ("(8888z)+", 1, "a digit from 1 to 7 for an honour"),
        ("555m+", 4, NOTHING),
        ("555m<", 5, SEAT),
        ("555m<4", 5, SEAT),
        ("555m<3 ", 6, NOTHING),
        ("5555m+<", 7, SEAT),
    ],
)
def test_what_a_text_of_a_meld_lacks_is_told_with_its_place(
    text: str, position: int, expected: str
) -> None:
    with pytest.raises(NotationError) as caught:
        check_melds([text])
    assert (caught.value.text, caught.value.position) == (text, position)
    assert caught.value.expected == expected


@pytest.mark.parametrize("text", ["(555m)", "55m", "555m6p", "555m666m", "1234m", "(1222m)"])
def test_what_has_not_three_or_four_of_a_kind_is_told_as_it_was_given(text: str) -> None:
    with pytest.raises(HandError) as caught:
        check_melds([text])
    assert caught.value.message == f"a pung has three equal tiles and a kong four, not '{text}'"


@pytest.mark.parametrize(
    ("melds", "message"),
    [
        ("555m", "melds are a sequence such as ['555m'], not the text '555m'"),
        (5, "melds are a sequence of Meld or texts, not 5"),
        ([5], "a Meld or a text such as '555m' is expected, not 5"),
        (
            [("555m", MELDED)],
            "a Meld or a text such as '555m' is expected, not ('555m', MeldKind.MELDED_KONG)",
        ),
        (["555m"] * 5, "a hand has at most four melds, not 5"),
    ],
)
def test_what_no_melds_are_is_told_as_it_was_given(melds: Any, message: str) -> None:  # noqa: ANN401 - anything
    with pytest.raises(HandError) as caught:
        check_melds(melds)
    assert caught.value.message == message


def test_a_hand_is_read_with_the_melds_that_it_shows() -> None:
    hand = Hand.of("1112345678m", ["999m<0"])
    assert hand.melds == (Meld(PUNG, Tile.M9, 0),)
    again = Hand.of("1112345678m", [str(meld) for meld in hand.melds])
    assert again == hand
    assert waits("1112345678m", ["999m<0"]) == waits(hand)


def test_a_meld_is_a_value() -> None:
    meld = Meld(PUNG, Tile.M5, 3)
    others = [
        Meld(PUNG, Tile.M5, 2),
        Meld(PUNG, Tile.M5),
        Meld(PUNG, Tile.M6, 3),
        Meld(ADDED, Tile.M5, 3),
    ]
    assert all(meld != other for other in others)
    for again in (copy.copy(meld), copy.deepcopy(meld), pickle.loads(pickle.dumps(meld))):  # noqa: S301 - our own
        assert again == meld
        assert hash(again) == hash(meld)
    assert eval(repr(meld), {"Meld": Meld, "MeldKind": MeldKind, "Tile": Tile}) == meld  # noqa: S307 - our own
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        meld.tile = Tile.M6  # type: ignore[misc]  # what is tested


@pytest.mark.parametrize("seat", [-1, 4])
def test_what_is_no_meld_of_a_game_is_not_kept(seat: int) -> None:
    made = meld_of(MeldKind.MELDED_KONG, Tile.GREEN, seat)
    assert made == Meld(MeldKind.MELDED_KONG, Tile.GREEN, seat)
    assert made is not meld_of(MeldKind.MELDED_KONG, Tile.GREEN, seat)


def test_one_object_is_kept_for_each_meld_of_a_game() -> None:
    assert meld_of(PUNG, Tile.M5, 3) is meld_of(PUNG, Tile.M5, 3)
    for kind in MeldKind:
        for seat in (None, 0, 1, 2, 3):
            assert meld_of(kind, Tile.M5, seat) == Meld(kind, Tile.M5, seat)


def test_the_tiles_of_melds_are_counted() -> None:
    melds = (Meld(PUNG, Tile.M5, 3), Meld(CONCEALED, Tile.EAST), Meld(MELDED, Tile.M1, 0))
    assert tiles_of(counted_melds(melds)) == (Tile.M1,) * 4 + (Tile.M5,) * 3 + (Tile.EAST,) * 4
    assert counted_melds(()) == 0
