"""The wall: the shuffle, the break by two throws, the reserve and the replacements.

A `Shuffle` holds all that is random in one deal. `draw_order` lays its wall out as one row of
136 tiles, from the first that the head takes to the last of the tail; the rest of the library
counts along that row.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from struct import Struct
from typing import Any, Final

import attrs

from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.problem_codes import Problem, some_of
from lisi_mahjong.rules import WRITTEN_RULES, RuleSet, check_rules
from lisi_mahjong.seats import SEATS, check_seat, is_seat
from lisi_mahjong.tiles import COPIES, EACH, TILES, Tile, counted

STACKS: Final = 17
"""Stacks before each seat (WALL-2)."""

WALL_SIZE: Final = 136
"""Tiles in all (WALL-1)."""

SHUFFLE_VERSION: Final = 1
"""The version of the algorithm of `Shuffle.from_seed`, described in `docs/shuffle.md`."""

Throw = tuple[int, int]
"""What two dice show."""


def _tiles_as_tuple(layout: object) -> object:
    """Return an iterable as a tuple, so that nothing is shared with the caller."""
    try:
        return tuple(layout)  # type: ignore[arg-type]  # anything may come
    except TypeError:
        return layout


def _dice_as_tuple(dice: object) -> object:
    if isinstance(dice, list | tuple):
        return tuple(tuple(throw) if isinstance(throw, list | tuple) else throw for throw in dice)
    return dice


@attrs.frozen(cache_hash=True)
class Shuffle:
    """All that is random in one deal (WALL-1 to WALL-4, DEALER-1).

    Attributes:
        layout: 136 tiles, ``layout[(side * 17 + stack) * 2 + tier]``: the side is a seat, the
            stack is counted from that seat's right, tier 0 lies on top.
        dice: the two throws, ``((a, b), (c, d))``.
        dealer_draw: a seat, used when the table has to draw a dealer.

    Raises:
        InvalidStateError: not four of each kind, no dice, no seat; with all its problems.

    Example:
        >>> shuffle = Shuffle.from_seed(7)
        >>> len(shuffle.layout), shuffle.dice, shuffle.dealer_draw
        (136, ((3, 1), (5, 3)), 0)
    """

    layout: tuple[Tile, ...] = attrs.field(converter=_tiles_as_tuple)
    dice: tuple[Throw, Throw] = attrs.field(converter=_dice_as_tuple)
    dealer_draw: int = 0

    def __attrs_post_init__(self) -> None:
        problems = [
            *_layout_problems(self.layout),
            *_dice_problems(self.dice),
        ]
        if not is_seat(self.dealer_draw):
            problems.append((Problem.BAD_DEALER_DRAW, shorten(self.dealer_draw)))
        if problems:
            raise InvalidStateError(tuple(problems))

    @classmethod
    def from_seed(cls, seed: int | str | bytes) -> Shuffle:
        """Return the shuffle that belongs to a seed, the same on every Python (WALL-11).

        The algorithm is our own, on SHA-256, and is written down in `docs/shuffle.md`. An int,
        its decimal text and those bytes are three different seeds.

        Raises:
            InvalidStateError: the seed has another type, or a text cannot be encoded.

        Example:
            >>> from lisi_mahjong.tiles import format_tiles
            >>> format_tiles(Shuffle.from_seed(0).layout[:4])
            '4m3p1s4z'
        """
        numbers = _numbers(_digest("shuffle", seed))
        layout = [tile for tile in TILES for _ in range(COPIES)]
        for last in range(WALL_SIZE - 1, 0, -1):
            other = _below(last + 1, numbers)
            layout[last], layout[other] = layout[other], layout[last]
        first, second, third, fourth = (_below(6, numbers) + 1 for _ in range(4))
        return cls(tuple(layout), ((first, second), (third, fourth)), _below(4, numbers))

    @classmethod
    def from_draw_order(
        cls, tiles: Iterable[Tile], *, dealer: int = 0, first_taker: int = 0
    ) -> Shuffle:
        """Return a shuffle in which the tiles are drawn in exactly this order.

        Args:
            tiles: 136 tiles as the head takes them, beginning with the first taker's first four
                (DEAL-1); the last stack's upper tile is the second but last, and is the first
                replacement (WALL-5).
            dealer: the seat that will deal.
            first_taker: the seat that takes first.

        Raises:
            InvalidStateError: not 136 tiles, four of each kind.
            SeatError: the dealer or the first taker is no seat.

        Example:
            >>> from lisi_mahjong.tiles import TILES, format_tiles
            >>> shuffle = Shuffle.from_draw_order([tile for tile in TILES for _ in range(4)])
            >>> format_tiles(draw_order(shuffle, dealer=0)[:8])
            '11112222m'
        """
        row = _tiles_as_tuple(tiles)
        if problems := _layout_problems(row):
            raise InvalidStateError(tuple(problems))
        taker = check_seat(first_taker, "first taker")
        first = (taker - check_seat(dealer, "dealer")) % 4 or 4
        dice = ((1, first), (3, 4))
        layout: list[Any] = [None] * WALL_SIZE
        for place, tile in zip(_places(dealer, dice), row, strict=True):  # type: ignore[call-overload]  # checked above
            layout[place] = tile
        return cls(tuple(layout), dice, dealer)

    @staticmethod
    def commitment(seed: int | str | bytes) -> str:
        """Return the commitment of a seed; see the function `commitment`.

        Example:
            >>> Shuffle.commitment(7) == commitment(7)
            True
        """
        return commitment(seed)

    def __repr__(self) -> str:
        return f"<Shuffle dice={self.dice} dealer_draw={self.dealer_draw}>"


def commitment(seed: int | str | bytes) -> str:
    """Return a hash that a server may publish before a deal: 64 hexadecimal digits (WALL-11).

    Shown afterwards, the seed proves the shuffle. The seed must be hard to guess (say, 32 random
    bytes), or players find it from the hash by trying.

    Raises:
        InvalidStateError: the seed has another type, or a text cannot be encoded.

    Example:
        >>> commitment(7)[:16]
        '9f65a24386237672'
    """
    return _digest("commitment", seed).hex()


def _digest(purpose: str, seed: int | str | bytes) -> bytes:
    """Return the SHA-256 of a purpose, its version and a seed."""
    data: bytes | None = None
    if type(seed) is int:
        data = b"i%x" % seed
    elif isinstance(seed, bytes):
        data = b"b" + seed
    elif isinstance(seed, str):
        try:
            data = b"s" + seed.encode()
        except UnicodeEncodeError:
            data = None
    if data is None:
        raise InvalidStateError(((Problem.BAD_SEED, shorten(seed)),))
    return hashlib.sha256(f"lisi-mahjong/{purpose}/{SHUFFLE_VERSION}/".encode() + data).digest()


def _numbers(key: bytes) -> Iterator[int]:
    """Yield numbers from 0 to 2**32 - 1 out of SHA-256 blocks; see `docs/shuffle.md`."""
    block = 0
    while True:
        yield from _WORDS(hashlib.sha256(key + block.to_bytes(8)).digest())
        block += 1


_WORDS: Final = Struct(">8I").unpack

_FAIR: Final = tuple(2**32 - 2**32 % bound if bound else 0 for bound in range(WALL_SIZE + 1))
"""By bound, where the numbers begin that would favour what lies low."""


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to ``bound - 1``, each equally likely."""
    number = next(numbers)
    while number >= _FAIR[bound]:
        number = next(numbers)
    return number % bound


def _layout_problems(layout: object) -> list[tuple[Problem, str]]:
    if not isinstance(layout, tuple):
        return [(Problem.WALL_TILE, f"not {shorten(layout)}")]
    # A count that runs over into the next kind would need more tiles than these.
    if (
        len(layout) == WALL_SIZE
        and set(map(type, layout)) == {Tile}
        and counted(layout) == COPIES * EACH
    ):
        return []
    problems = []
    strange = [tile for tile in layout if type(tile) is not Tile]
    if strange:
        problems.append((Problem.WALL_TILE, f"not {shorten(strange[0])}"))
    if len(layout) != WALL_SIZE:
        problems.append((Problem.WALL_SIZE, f"not {len(layout)}"))
    counts = Counter(tile for tile in layout if type(tile) is Tile)
    wrong = [f"{counts[tile]} of {tile}" for tile in TILES if counts[tile] != COPIES]
    if wrong:
        problems.append((Problem.WALL_COPIES, some_of(wrong)))
    return problems


def _dice_problems(dice: object) -> list[tuple[Problem, str]]:
    numbers = range(1, 7)
    good = (
        isinstance(dice, tuple)
        and len(dice) == 2  # noqa: PLR2004 - two throws of two dice
        and all(
            isinstance(throw, tuple)
            and len(throw) == 2  # noqa: PLR2004
            and all(type(number) is int and number in numbers for number in throw)
            for throw in dice
        )
    )
    return [] if good else [(Problem.BAD_DICE, f"not {shorten(dice)}")]


# --- the break (WALL-3, WALL-4) -----------------------------------------------------------


def first_taker(dealer: int, dice: tuple[Throw, Throw]) -> int:
    """Return the seat that takes first: the count of the first throw begins with the dealer.

    Example:
        >>> first_taker(0, ((3, 2), (4, 4)))
        0
    """
    return (dealer + sum(dice[0]) - 1) % 4


def _places(dealer: int, dice: tuple[Throw, Throw]) -> Iterator[int]:
    """Yield the places of the layout in the order in which the head would take them all."""
    taker = first_taker(dealer, dice)
    skipped = sum(dice[1])
    for turned in range(5):  # the taker's own wall comes last too, with the counted stacks
        side = (taker - turned) % 4
        start = skipped if turned == 0 else 0
        end = skipped if turned == 4 else STACKS  # noqa: PLR2004 - once round the table
        for stack in range(start, end):
            yield (side * STACKS + stack) * 2
            yield (side * STACKS + stack) * 2 + 1


def draw_order(shuffle: Shuffle, dealer: int) -> tuple[Tile, ...]:
    """Return the 136 tiles from the head to the tail (WALL-4).

    Example:
        >>> len(draw_order(Shuffle.from_seed(7), dealer=2))
        136
    """
    layout = shuffle.layout
    taker = first_taker(dealer, shuffle.dice)
    start = taker * 2 * STACKS
    skipped = start + 2 * sum(shuffle.dice[1])
    row = layout[skipped : start + 2 * STACKS]
    for side in ((taker - 1) % 4, (taker - 2) % 4, (taker - 3) % 4):
        row += layout[side * 2 * STACKS : (side + 1) * 2 * STACKS]
    return row + layout[start:skipped]


def laid_out(wall: tuple[Tile, ...], dealer: int, dice: tuple[Throw, Throw]) -> Shuffle:
    """Return the shuffle that has this `draw_order`, with its dealer drawn by the table.

    Nothing is checked: it is for walls whose tiles have been counted already. The shuffle is made
    as one that comes out of a pickle is, for counting the tiles would take most of the time.

    Args:
        wall: the 136 tiles from the head to the tail.
        dealer: the seat that deals.
        dice: the two throws.

    Example:
        >>> shuffle = Shuffle.from_seed(7)
        >>> laid_out(draw_order(shuffle, dealer=0), 0, shuffle.dice) == shuffle
        True
    """
    counted_off = 2 * sum(dice[1])
    turned = wall[-counted_off:] + wall[:-counted_off]  # begins with the taker's first stack
    taker = first_taker(dealer, dice)
    layout: tuple[Tile, ...] = ()
    for side in SEATS:
        start = 2 * STACKS * ((taker - side) % 4)
        layout += turned[start : start + 2 * STACKS]
    shuffle = Shuffle.__new__(Shuffle)
    shuffle.__setstate__({"layout": layout, "dice": dice, "dealer_draw": dealer})  # type: ignore[attr-defined]  # attrs writes it
    return shuffle


# --- the reserve and the two ends (WALL-5 to WALL-9) --------------------------------------


def reserve(kongs: int, rules: RuleSet = WRITTEN_RULES) -> int:
    """Return how many tiles are kept back when so many kongs have been made (WALL-6).

    Args:
        kongs: the kongs of the four seats together, 0 to 16.
        rules: ``reserved_stacks`` is the 7 of the formula.

    Raises:
        InvalidStateError: ``kongs`` is no int from 0 to 16.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> [reserve(kongs) for kongs in range(7)]
        [14, 15, 16, 19, 20, 23, 24]
        >>> reserve(3, RuleSet(reserved_stacks=0))
        0
    """
    if type(kongs) is not int or not 0 <= kongs <= MAX_KONGS:
        raise InvalidStateError(((Problem.KONG_COUNT, f"not {shorten(kongs)}"),))
    return RESERVES[check_rules(rules).reserved_stacks][kongs]


MAX_KONGS: Final = 16
"""Four seats with four kongs each."""


def _reserve(stacks: int, kongs: int) -> int:
    return 2 * (stacks + max(0, kongs - 1)) + kongs % 2 if stacks else 0


RESERVES: Final = tuple(
    tuple(_reserve(stacks, kongs) for kongs in range(MAX_KONGS + 2)) for stacks in range(42)
)
"""``RESERVES[reserved_stacks][kongs]``, for one kong more than there can be too."""


def kong_keeps_reserve(remaining: int, kongs: int, rules: RuleSet) -> bool:
    """Return whether one more kong leaves the wall its reserve (WALL-7).

    Args:
        remaining: tiles of the wall now, before the replacement.
        kongs: kongs made so far.
        rules: say how many stacks are kept back.

    Example:
        >>> kong_keeps_reserve(16, 0, RuleSet()), kong_keeps_reserve(15, 0, RuleSet())
        (True, False)
    """
    return remaining - 1 >= RESERVES[rules.reserved_stacks][kongs + 1]


def head_place(remaining: int, kongs: int) -> int:
    """Return where in the draw order the next tile of the head lies.

    Example:
        >>> head_place(136, 0), head_place(83, 0)
        (0, 53)
    """
    if remaining == 1:  # its stack may be broken from either end (WALL-9)
        return _last_place(kongs)
    return WALL_SIZE - kongs - remaining


def tail_place(remaining: int, kongs: int) -> int:
    """Return where the next replacement lies: the last stack, upper tile first (WALL-5).

    Args:
        remaining: tiles of the wall before the replacement is taken.
        kongs: replacements taken so far.

    Example:
        >>> [tail_place(83 - kongs, kongs) for kongs in range(4)]
        [134, 135, 132, 133]
    """
    if remaining == 1:
        return _last_place(kongs)
    return _last_place(kongs) - (kongs + 1) % 2


def _last_place(kongs: int) -> int:
    """Return the place of the lower tile of the last stack that still holds one."""
    return WALL_SIZE - 1 - (kongs - kongs % 2)
