"""What holds for what reads values from outside: hands, options, tallies, shuffles.

Their inputs are Python literals. A literal holds no `Tile` and no `MeldKind`; the text of a tile,
and the name of a kind beside the text of a meld, stand for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import attrs

import fuzz_seeds
from fuzz_oracle import Target, literal, require, require_same
from lisi_mahjong import (
    Hand,
    HandError,
    InvalidStateError,
    LisiError,
    MeldKind,
    NotationError,
    Record,
    RecordError,
    RulesError,
    RuleSet,
    ScoreTable,
    SeatError,
    Shuffle,
    Tally,
    Tile,
    commitment,
    deal,
    format_record,
    format_tiles,
    is_win,
    parse_record,
    parse_tile,
    problems,
    readings,
    waits,
)
from lisi_mahjong.tally_checks import TallyError

HAND_ERRORS: tuple[type[LisiError], ...] = (NotationError, HandError)

# --- hands --------------------------------------------------------------------------------


def _three(value: Any) -> tuple[Any, Any, Any]:  # noqa: ANN401 - any value
    """Return concealed tiles, a winning tile and melds, whatever was written."""
    if isinstance(value, tuple) and len(value) == 3:
        return value
    return value, "5m", ()


def _meld(value: Any) -> Any:  # noqa: ANN401 - any value
    """Return a meld, with its kind where the name of one stands beside a text."""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], str):
        return value[0], MeldKind.__members__.get(value[1], value[1])
    return value


def _hand_argument(text: str) -> tuple[Any, Any, Any]:
    concealed, winning, melds = _three(literal(text))
    if isinstance(melds, list | tuple):
        melds = [_meld(meld) for meld in melds]
    return concealed, winning, melds


@attrs.frozen
class HandAnswer:
    """A hand, the winning tile that it was asked with, and what was answered."""

    hand: Hand
    winning: Any
    answer: Any


def _asked_of_hand(
    ask: Callable[[Any, Any, Any], Any],
) -> Callable[[tuple[Any, Any, Any]], HandAnswer]:
    def read(argument: tuple[Any, Any, Any]) -> HandAnswer:
        concealed, winning, melds = argument
        answer = ask(concealed, winning, melds)
        return HandAnswer(Hand.of(concealed, melds), winning, answer)

    return read


def _write_hand(value: HandAnswer) -> tuple[Any, Any, Any]:
    melds = [(format_tiles(meld.tiles), meld.kind) for meld in value.hand.melds]
    return format_tiles(value.hand.concealed), value.winning, melds


def _look_at_hand(argument: tuple[Any, Any, Any], value: HandAnswer) -> None:
    """Look whether the hand is the one that was written, as far as a text says it."""
    concealed = argument[0]
    if isinstance(concealed, str):
        written = "".join(concealed.split())
        digits = sum(map(str.isdecimal, written))
        require_same(len(value.hand.concealed), digits, "tiles of a hand are lost")
        singles = [
            f"{digit}{suit}"
            for row, suit in re.findall(r"([0-9]+)([mpsz])", written)
            for digit in row
        ]
        require_same(
            sorted(map(parse_tile, singles)), list(value.hand.concealed), "a hand of other tiles"
        )
    require_same(len(value.hand.melds), len(list(argument[2])), "melds are lost")


def _can_draw(hand: Hand, tile: Tile) -> bool:
    return (hand.concealed_set + hand.meld_set) >> 4 * tile & 15 < 4


def _look_at_waits(argument: tuple[Any, Any, Any], value: HandAnswer) -> None:
    _look_at_hand(argument, value)
    require_same(waits(value.hand), value.answer, "a Hand waits for something else")
    winners = tuple(
        tile
        for tile in Tile
        if _can_draw(value.hand, tile) and is_win((*value.hand.concealed, tile), value.hand.melds)
    )
    require_same(value.answer, winners, "what is waited for does not win")


def _look_at_win(argument: tuple[Any, Any, Any], value: HandAnswer) -> None:
    _look_at_hand(argument, value)
    require_same(is_win(value.hand), value.answer, "a Hand wins otherwise")
    concealed = list(value.hand.concealed)
    for tile in set(concealed):
        rest = concealed.copy()
        rest.remove(tile)
        found = tile in waits(rest, value.hand.melds)
        require_same(found, value.answer, "a win that was not waited for, or the other way round")


def _look_at_readings(argument: tuple[Any, Any, Any], value: HandAnswer) -> None:
    _look_at_hand(argument, value)
    winning = argument[1]
    tile = parse_tile(winning.strip()) if isinstance(winning, str) else winning
    won = tile in waits(value.hand)
    require_same(bool(value.answer), won, "readings without a win, or a win without any")
    points = [reading.points for reading in value.answer]
    require_same(points, sorted(points, reverse=True), "the best reading is not the first")


# --- options ------------------------------------------------------------------------------


def _look_at_options(argument: Mapping[str, object], value: Any) -> None:  # noqa: ANN401
    for name, option in argument.items():
        require_same(
            (type(option), option),
            (type(getattr(value, name)), getattr(value, name)),
            "an option is lost",
        )
    require(argument is not value, "the options themselves")


# --- shuffles -----------------------------------------------------------------------------


def tile_or_else(value: Any) -> Any:  # noqa: ANN401 - any value
    """Return the tile that a text of two characters names; anything else as it is."""
    try:
        return parse_tile(value)
    except NotationError:
        return value


def _tiles_or_else(value: Any) -> Any:  # noqa: ANN401 - any value
    if isinstance(value, list | tuple):
        return type(value)(map(tile_or_else, value))
    return value


def _three_of_shuffle(text: str) -> tuple[Any, Any, Any]:
    value = literal(text)
    first, second, third = value if isinstance(value, tuple) and len(value) == 3 else (value, 0, 0)
    return _tiles_or_else(first), second, third


@attrs.frozen
class Seeded:
    """A seed with its shuffle and its commitment."""

    seed: Any
    shuffle: Shuffle
    commitment: str


def _read_seed(seed: Any) -> Seeded:  # noqa: ANN401 - any value
    return Seeded(seed, Shuffle.from_seed(seed), commitment(seed))


def _look_at_seed(seed: Any, value: Seeded) -> None:  # noqa: ANN401 - any value
    require_same(problems(deal(value.shuffle)), (), "a deal with problems")
    require_same(Shuffle.commitment(seed), value.commitment, "another commitment")
    require(re.fullmatch("[0-9a-f]{64}", value.commitment) is not None, "no hash")
    require_same(Shuffle.from_seed(seed), value.shuffle, "another shuffle for the same seed")
    try:
        record = Record.of(deal(value.shuffle), (), seed=seed)
    except RecordError:  # a seed of too many digits
        return
    read = parse_record(format_record(record))
    require_same((type(read.seed), read.seed), (type(seed), seed), "a record of another seed")
    require_same(read.shuffle, value.shuffle, "a record of another shuffle")


@attrs.frozen
class Ordered:
    """A shuffle made of an order, and what it was made for."""

    shuffle: Shuffle
    dealer: int
    first_taker: int


def _read_order(argument: tuple[Any, Any, Any]) -> Ordered:
    tiles, dealer, taker = argument
    return Ordered(Shuffle.from_draw_order(tiles, dealer=dealer, first_taker=taker), dealer, taker)


def _write_order(value: Ordered) -> tuple[Any, Any, Any]:
    return deal(value.shuffle, dealer=value.dealer).setup.wall, value.dealer, value.first_taker


def _look_at_order(argument: tuple[Any, Any, Any], value: Ordered) -> None:
    state = deal(value.shuffle, dealer=argument[1])
    require_same(tuple(argument[0]), state.setup.wall, "drawn in another order")
    require_same(argument[2], state.setup.first_taker, "somebody else takes first")
    require_same(problems(state), (), "a deal with problems")


def _look_at_shuffle(argument: tuple[Any, Any, Any], value: Shuffle) -> None:
    throws = tuple(map(tuple, argument[1]))
    given = tuple(argument[0]), throws, argument[2]
    require_same((value.layout, value.dice, value.dealer_draw), given, "another shuffle")
    require_same(problems(deal(value, dealer=3)), (), "a deal with problems")


# --- the table of them --------------------------------------------------------------------


def _hands() -> Iterator[Target]:
    looks: list[tuple[str, Callable[..., Any], Callable[..., None], int]] = [
        ("Hand.of", lambda concealed, _, melds: Hand.of(concealed, melds), _look_at_hand, 14),
        ("waits", lambda concealed, _, melds: waits(concealed, melds), _look_at_waits, 13),
        ("is_win", lambda concealed, _, melds: is_win(concealed, melds), _look_at_win, 14),
        ("readings", readings, _look_at_readings, 13),
    ]
    for name, ask, look, tiles in looks:
        yield Target(
            name=name,
            covers=(name,),
            argument=_hand_argument,
            read=_asked_of_hand(ask),
            errors=HAND_ERRORS,
            write=_write_hand,
            look=look,
            seeds=partial(fuzz_seeds.hands, tiles),
            longest=256,
        )


def _options() -> Iterator[Target]:
    for cls in (RuleSet, ScoreTable):
        yield Target(
            name=f"{cls.__name__}.from_options",
            covers=(f"{cls.__name__}.from_options",),
            argument=literal,
            read=cls.from_options,
            errors=(RulesError,),
            write=attrs.asdict,
            look=_look_at_options,
            seeds=partial(fuzz_seeds.options, cls),
            longest=1024,
        )


def _tallies() -> Iterator[Target]:
    yield Target(
        name="Tally.from_json",
        covers=("Tally.from_json",),
        argument=literal,
        read=Tally.from_json,
        errors=(TallyError,),
        write=Tally.as_json,
        canonical=True,
        look=lambda _, value: require_same(value + Tally(), value, "nothing is added and counts"),
        seeds=fuzz_seeds.tallies,
        longest=2048,
    )


def _shuffles() -> Iterator[Target]:
    yield Target(
        name="Shuffle.from_seed",
        covers=("Shuffle.from_seed", "Shuffle.commitment", "commitment"),
        argument=literal,
        read=_read_seed,
        errors=(InvalidStateError,),
        write=lambda value: value.seed,
        canonical=True,
        look=_look_at_seed,
        seeds=fuzz_seeds.seeds,
        longest=1024,
    )
    yield Target(
        name="Shuffle.from_draw_order",
        covers=("Shuffle.from_draw_order",),
        argument=_three_of_shuffle,
        read=_read_order,
        errors=(InvalidStateError, SeatError),
        write=_write_order,
        look=_look_at_order,
        seeds=fuzz_seeds.draw_orders,
        longest=2048,
    )
    yield Target(
        name="Shuffle",
        covers=("Shuffle",),
        argument=_three_of_shuffle,
        read=lambda argument: Shuffle(*argument),
        errors=(InvalidStateError,),
        write=lambda value: (value.layout, value.dice, value.dealer_draw),
        look=_look_at_shuffle,
        seeds=fuzz_seeds.layouts,
        longest=2048,
    )


VALUES = (*_hands(), *_options(), *_tallies(), *_shuffles())
