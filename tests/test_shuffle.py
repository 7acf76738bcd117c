"""WALL-11: from a seed to a shuffle. The algorithm is described in `docs/shuffle.md`."""

from __future__ import annotations

import ast
import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import InvalidStateError, Problem, Shuffle, Tile, commitment, parse_tiles
from lisi_mahjong.wall import SHUFFLE_VERSION, _below

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "shuffle.md"

Seed = int | str | bytes

seeds = st.one_of(st.integers(), st.text(st.characters(exclude_categories=["Cs"])), st.binary())


# --- the algorithm once more, from its description ----------------------------------------


def encoded(seed: Seed) -> bytes:
    if isinstance(seed, bytes):
        return b"b" + seed
    if isinstance(seed, str):
        return b"s" + bytes(seed, "utf-8")
    sign = "-" if seed < 0 else ""
    return f"i{sign}{abs(seed):x}".encode("ascii")


class Stream:
    """The numbers of step 3, cut out of the hexadecimal digits of each block."""

    def __init__(self, seed: Seed) -> None:
        self.key = sha256(b"lisi-mahjong/shuffle/1/" + encoded(seed)).digest()
        self.blocks = 0
        self.digits = ""

    def number(self) -> int:
        if not self.digits:
            block = self.blocks.to_bytes(8, byteorder="big")
            self.digits = sha256(self.key + block).hexdigest()
            self.blocks += 1
        taken, self.digits = self.digits[:8], self.digits[8:]
        return int(taken, 16)

    def below(self, bound: int) -> int:
        number = self.number()
        while number // bound == 2**32 // bound:  # what is left over above the last whole bound
            number = self.number()
        return number % bound


def described(seed: Seed) -> tuple[list[str], tuple[tuple[int, int], tuple[int, int]], int]:
    """Return layout, dice and dealer draw of a seed, without the library."""
    stream = Stream(seed)
    tiles = [f"{rank}{suit}" for suit in "mps" for rank in "123456789" for _ in range(4)]
    tiles += [f"{rank}z" for rank in "1234567" for _ in range(4)]
    last = 135
    while last > 0:
        other = stream.below(last + 1)
        taken = tiles[last]
        tiles[last] = tiles[other]
        tiles[other] = taken
        last -= 1
    dice = [stream.below(6) + 1 for _ in range(4)]
    return tiles, ((dice[0], dice[1]), (dice[2], dice[3])), stream.below(4)


def plain(shuffle: Shuffle) -> tuple[list[str], tuple[tuple[int, int], tuple[int, int]], int]:
    return [str(tile) for tile in shuffle.layout], shuffle.dice, shuffle.dealer_draw


@pytest.mark.rule("WALL-11")
@given(seeds)
def test_a_seed_makes_the_shuffle_that_is_described(seed: Seed) -> None:
    assert plain(Shuffle.from_seed(seed)) == described(seed)


@pytest.mark.rule("WALL-11")
@pytest.mark.parametrize(
    "seed",
    [0, 1, -1, 15, 16, -16, 255, 2**32, 2**64 + 1, -(2**64), 10**100, "", "0", "立四", "🀄", "\0"],
    ids=ascii,
)
def test_notable_seeds_make_the_shuffle_that_is_described(seed: Seed) -> None:
    assert plain(Shuffle.from_seed(seed)) == described(seed)


@pytest.mark.rule("WALL-11")
def test_the_commitment_is_the_hash_that_is_described() -> None:
    for seed in (0, -1, 2**64 + 1, "", "立四", b"", bytes(range(32))):
        expected = sha256(b"lisi-mahjong/commitment/1/" + encoded(seed)).hexdigest()
        assert commitment(seed) == Shuffle.commitment(seed) == expected


# --- golden values ------------------------------------------------------------------------

GOLDEN: list[tuple[Seed, str, tuple[tuple[int, int], tuple[int, int]], int]] = [
    (0, "4z4m3p1s5p3s2m1z8s1z4p6m8p6m4p3m2m5m9m2p", ((1, 1), (3, 2)), 2),
    (1, "6z9p9m3m1s7s6z7m2m2z5z1p5z4p9p1s4z2m4s7p", ((4, 5), (3, 3)), 2),
    (-1, "8s8m4p8s3z7s5p3m1z6m5p6z1s7p8p2m7s5m9s1s", ((6, 5), (4, 1)), 3),
    (2**64 + 1, "5p3p3p3z6z5p5m2m3s8s3s2s6s2p9p1z7s1z1m1p", ((1, 4), (4, 5)), 3),
    ("", "7z5m2z1z5p3z5z8p3m7p3m7s2p3z3m6s4p4z8p2s", ((6, 3), (2, 4)), 1),
    ("0", "2p9m5s8p4p2p5m3p4p3m4s5z5p4p5m7p2s1p4z3s", ((1, 4), (2, 6)), 0),
    ("立四", "7s3m9p3p6s8p5z7p9p9p3m5p6p8s7p7s2p5p2z1z", ((5, 2), (2, 5)), 2),
    (b"", "5z8p4z6p1z6z5p7z9m1p4z2p9p8m1m2z2p4s3s9s", ((4, 6), (5, 1)), 1),
    (b"0", "9s1p6p3s9p8p3z5m7s6z6z4z2s8m2z8s6p4p1p3p", ((6, 5), (5, 3)), 1),
    (bytes(range(32)), "3p2z7s8p8p2z8m4m1s5p5z1m7p2s6m7z7m3s9m4p", ((5, 2), (6, 1)), 2),
]


@pytest.mark.case(97)
@pytest.mark.rule("WALL-11")
@pytest.mark.parametrize(("seed", "tiles", "dice", "dealer_draw"), GOLDEN, ids=repr)
def test_a_seed_makes_the_same_shuffle_for_ever(
    seed: Seed, tiles: str, dice: tuple[tuple[int, int], tuple[int, int]], dealer_draw: int
) -> None:
    shuffle = Shuffle.from_seed(seed)
    assert shuffle.layout[:20] == parse_tiles(tiles)
    assert (shuffle.dice, shuffle.dealer_draw) == (dice, dealer_draw)


@pytest.mark.rule("WALL-11")
def test_a_seed_makes_the_same_whole_layout_for_ever() -> None:
    text = "".join(map(str, Shuffle.from_seed(0).layout))
    hashed = sha256(text.encode("ascii")).hexdigest()
    assert hashed == "941fd31426d5e88deba406f21288c653357677254bd6598464c528a0d685b939"


@pytest.mark.rule("WALL-11")
@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, "98e1cfb5de2c6f136cb2c0c5766ce2b575fbebea4914098711b1764a3b2aa2bb"),
        ("", "33921b888f3e0ec5bd72d994887c09019851646850f812f95f6cb0f7e0371a23"),
        (b"", "10733048109136a2867688271e3a8306af11547bb4eda2fcfb842a7574f86158"),
    ],
)
def test_a_seed_has_the_same_commitment_for_ever(seed: Seed, expected: str) -> None:
    assert commitment(seed) == expected


def table(name: str) -> list[list[str]]:
    """Return the rows of a marked table of the document, without its head."""
    text = DOCUMENT.read_text(encoding="utf-8")
    _, _, rest = text.partition(f"<!-- {name} -->\n")
    rows = rest.partition(f"<!-- /{name} -->")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in rows]


def seed_of(text: str) -> Seed:
    value: Seed = bytes(range(32)) if text == "bytes(range(32))" else ast.literal_eval(text)
    return value


def test_the_document_has_these_golden_values() -> None:
    rows = [
        (seed_of(seed), tiles.replace(" ", ""), ast.literal_eval(dice), int(dealer))
        for seed, tiles, dice, dealer in table("golden")
    ]
    assert rows == GOLDEN


def test_the_document_has_the_right_commitments() -> None:
    rows = {seed_of(seed): hashed for seed, hashed in table("commitments")}
    assert rows == {seed: commitment(seed) for seed, *_ in GOLDEN}


def test_the_document_speaks_of_the_version_in_use() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert f"**version {SHUFFLE_VERSION}**" in text
    assert f"lisi-mahjong/shuffle/{SHUFFLE_VERSION}/" in text


# --- seeds --------------------------------------------------------------------------------


@pytest.mark.rule("WALL-11")
def test_a_number_its_text_and_its_bytes_are_different_seeds() -> None:
    alike: list[Seed] = [1, -1, "1", "-1", b"1", b"-1", 49, "i1", b"i1", "s1", b"\x01"]
    assert len({Shuffle.from_seed(seed) for seed in alike}) == len(alike)
    assert len({commitment(seed) for seed in alike}) == len(alike)


@pytest.mark.rule("WALL-11", refuses=True)
@pytest.mark.parametrize(
    "seed",
    [None, True, False, 1.0, (1,), [1], bytearray(b"1"), memoryview(b"1"), "\ud800", object],
    ids=lambda seed: type(seed).__name__ + ascii(seed)[:12],
)
@pytest.mark.parametrize("function", [Shuffle.from_seed, commitment])
def test_another_seed_is_refused(function: Callable[[Seed], object], seed: object) -> None:
    with pytest.raises(InvalidStateError, match="WALL-11") as caught:
        function(seed)  # type: ignore[arg-type]  # what is tested
    assert [problem for problem, _ in caught.value.problems] == [Problem.BAD_SEED]


def test_the_refusal_of_a_seed_shows_it() -> None:
    with pytest.raises(InvalidStateError) as caught:
        Shuffle.from_seed(1.5)  # type: ignore[arg-type]  # what is tested
    assert caught.value.problems == ((Problem.BAD_SEED, "1.5"),)


@pytest.mark.case(96)
def test_the_global_random_numbers_are_neither_used_nor_touched() -> None:
    random.seed(5)
    before = random.getstate()
    one = Shuffle.from_seed(8)
    assert random.getstate() == before
    random.seed(6)
    assert Shuffle.from_seed(8) == one


# --- fairness -----------------------------------------------------------------------------


@pytest.mark.rule("WALL-11")
@pytest.mark.parametrize(
    ("numbers", "bound", "expected"),
    [
        # 2**32 is 4 more than a multiple of 6: its last four numbers are passed over.
        ([2**32 - 5], 6, 5),
        ([2**32 - 4, 8], 6, 2),
        ([2**32 - 1, 2**32 - 2, 2**32 - 3, 2**32 - 4, 3], 6, 3),
        # It is a multiple of 4, so none is.
        ([2**32 - 1], 4, 3),
        # And it is 120 more than a multiple of 136.
        ([2**32 - 121], 136, 135),
        ([2**32 - 120, 137], 136, 1),
        ([0], 136, 0),
        ([7], 2, 1),
    ],
)
def test_numbers_that_would_favour_small_draws_are_passed_over(
    numbers: list[int], bound: int, expected: int
) -> None:
    assert _below(bound, iter(numbers)) == expected


def chi_square(counts: Counter[int], cells: int, total: int) -> float:
    expected = total / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


# By the number of cells: fair draws exceed it once in a million times. The seeds are fixed, so
# that the tests say the same each time.
BOUNDS = {4: 31, 6: 36, 34: 87, 36: 90, 136: 228}


def test_tiles_dice_and_dealer_of_many_seeds_are_evenly_spread() -> None:
    number = 3_000
    shuffles = [Shuffle.from_seed(seed) for seed in range(number)]
    spread = {
        "first tile": Counter(int(shuffle.layout[0]) for shuffle in shuffles),
        "middle tile": Counter(int(shuffle.layout[67]) for shuffle in shuffles),
        "last tile": Counter(int(shuffle.layout[135]) for shuffle in shuffles),
    }
    for name, counts in spread.items():
        assert chi_square(counts, 34, number) < BOUNDS[34], name
    for throw in (0, 1):
        for die in (0, 1):
            counts = Counter(shuffle.dice[throw][die] - 1 for shuffle in shuffles)
            assert chi_square(counts, 6, number) < BOUNDS[6], (throw, die)
    dealers = Counter(shuffle.dealer_draw for shuffle in shuffles)
    assert chi_square(dealers, 4, number) < BOUNDS[4]
    # The red dragons, which lie last before the shuffle, come to lie everywhere.
    places = Counter(
        place
        for shuffle in shuffles
        for place, tile in enumerate(shuffle.layout)
        if tile is Tile.RED
    )
    assert chi_square(places, 136, 4 * number) < BOUNDS[136]


def test_pairs_of_draws_of_many_seeds_are_evenly_spread() -> None:
    number = 3_000
    shuffles = [Shuffle.from_seed(f"seed {seed}") for seed in range(number)]
    throws = Counter(6 * (shuffle.dice[0][0] - 1) + shuffle.dice[0][1] - 1 for shuffle in shuffles)
    assert chi_square(throws, 36, number) < BOUNDS[36]
    neighbours = Counter(shuffle.layout[0] is shuffle.layout[1] for shuffle in shuffles)
    # 3 of the 135 other tiles are like the first: 66.7 are expected, with a deviation of 8.
    assert 27 <= neighbours[True] <= 107


# --- a shuffle as a value -----------------------------------------------------------------


@given(seeds)
def test_every_shuffle_has_four_of_each_kind_and_proper_dice(seed: Seed) -> None:
    shuffle = Shuffle.from_seed(seed)
    assert Counter(shuffle.layout) == dict.fromkeys(Tile, 4)
    assert all(1 <= number <= 6 for throw in shuffle.dice for number in throw)
    assert shuffle.dealer_draw in {0, 1, 2, 3}


def test_a_shuffle_is_a_value() -> None:
    one = Shuffle.from_seed(8)
    other = Shuffle(list(one.layout), [list(one.dice[0]), one.dice[1]], one.dealer_draw)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, Shuffle.from_seed(9)}) == 2
    for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):  # noqa: S301 - our own
        assert again == one
        assert hash(again) == hash(one)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.dealer_draw = 1  # type: ignore[misc]  # what is tested


@pytest.mark.parametrize("change", ["layout", "dice", "dealer_draw"])
def test_shuffles_that_differ_in_one_thing_are_not_equal(change: str) -> None:
    one = Shuffle.from_seed(8)
    others: dict[str, Any] = {
        "layout": one.layout[::-1],
        "dice": (one.dice[0], (one.dice[1][0], one.dice[1][1] % 6 + 1)),
        "dealer_draw": (one.dealer_draw + 1) % 4,
    }
    assert attrs.evolve(one, **{change: others[change]}) != one


def test_the_repr_of_a_shuffle_does_not_show_the_wall() -> None:
    assert repr(Shuffle.from_seed(7)) == "<Shuffle dice=((3, 1), (5, 3)) dealer_draw=0>"
