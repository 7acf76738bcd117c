"""Questions about hands without a game, asked of each package.

Every function takes the kind of hands (but where there is one alone), the round and how many
hands make a lot. What is timed is a plain loop, the same for all; what a package wants to be made
first is made before, unless the row says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.peers.timing import Figures, Tiles, counts_of, ids_of, lots, seconds


def _asked(  # noqa: PLR0913 - each is one part of a row
    kind: str,
    seed: int,
    count: int,
    *,
    make: Callable[[Tiles], Any],
    loop: Callable[[list[Any]], None],
    found: Callable[[Any], object],
) -> Figures:
    """Return how many hands a second a loop asks about, and of how many there is an answer.

    Args:
        kind: how the hands are drawn.
        seed: the round.
        count: hands in a lot.
        make: what a hand is made into before.
        loop: asks about every hand of a lot.
        found: whether there is something to find in a hand.
    """
    figures: Figures = {}
    made: list[Any] = []
    for name, hands in zip(("first", "later"), lots(kind, seed, count), strict=True):
        made = [make(hand) for hand in hands]
        lot = made
        figures[name] = count / seconds(lambda lot=lot: loop(lot))  # type: ignore[misc]
    figures["found"] = sum(1 for hand in made if found(hand))
    figures["asked"] = count
    return figures


def _asked_one_by_one(
    kind: str, seed: int, count: int, ask: Callable[[Any], object], make: Callable[[Tiles], Any]
) -> Figures:
    """Return the figures of one call for each hand, whose answer is true when there is one."""

    def loop(hands: list[Any]) -> None:
        for hand in hands:
            ask(hand)

    return _asked(kind, seed, count, make=make, loop=loop, found=ask)


# --- ours ---------------------------------------------------------------------------------


def _our_tiles() -> Callable[[Tiles], Any]:
    tiles = tuple(import_module("lisi_mahjong").Tile)
    return lambda hand: tuple(tiles[kind] for kind in hand)


def _our_hands() -> Callable[[Tiles], Any]:
    of, tiles = import_module("lisi_mahjong").Hand.of, _our_tiles()
    return lambda hand: of(tiles(hand))


def ours_waits(kind: str, seed: int, count: int) -> Figures:
    return _asked_one_by_one(kind, seed, count, import_module("lisi_mahjong").waits, _our_tiles())


def ours_waits_packed(kind: str, seed: int, count: int) -> Figures:
    return _asked_one_by_one(kind, seed, count, import_module("lisi_mahjong").waits, _our_hands())


def ours_is_win(seed: int, count: int) -> Figures:
    ask = import_module("lisi_mahjong").is_win
    return _asked_one_by_one("half", seed, count, ask, _our_tiles())


def ours_is_win_packed(seed: int, count: int) -> Figures:
    ask = import_module("lisi_mahjong").is_win
    return _asked_one_by_one("half", seed, count, ask, _our_hands())


def _our_readings(kind: str, seed: int, count: int, form: Callable[[Tiles], Any]) -> Figures:
    readings, tiles = import_module("lisi_mahjong").readings, _our_tiles()

    def make(hand: Tiles) -> tuple[Any, Any]:
        return form(hand[:-1]), tiles(hand[-1:])[0]

    def loop(hands: list[Any]) -> None:
        for hand, winning_tile in hands:
            readings(hand, winning_tile)

    return _asked(kind, seed, count, make=make, loop=loop, found=lambda hand: readings(*hand))


def ours_readings(kind: str, seed: int, count: int) -> Figures:
    return _our_readings(kind, seed, count, _our_tiles())


def ours_readings_packed(kind: str, seed: int, count: int) -> Figures:
    return _our_readings(kind, seed, count, _our_hands())


# --- riichienv ----------------------------------------------------------------------------


def riichienv_waits(kind: str, seed: int, count: int) -> Figures:
    evaluator = import_module("riichienv").HandEvaluator

    def loop(hands: list[Any]) -> None:
        for ids in hands:
            evaluator(ids).get_waits()

    return _asked(
        kind,
        seed,
        count,
        make=ids_of,
        loop=loop,
        found=lambda ids: evaluator(ids).get_waits(),
    )


def riichienv_waits_made(kind: str, seed: int, count: int) -> Figures:
    evaluator = import_module("riichienv").HandEvaluator

    def loop(hands: list[Any]) -> None:
        for made in hands:
            made.get_waits()

    return _asked(
        kind,
        seed,
        count,
        make=lambda hand: evaluator(ids_of(hand)),
        loop=loop,
        found=lambda made: made.get_waits(),
    )


def riichienv_is_win(seed: int, count: int) -> Figures:
    shanten = import_module("riichienv").calculate_shanten

    def loop(hands: list[Any]) -> None:
        for ids in hands:
            shanten(ids)

    return _asked("half", seed, count, make=ids_of, loop=loop, found=lambda ids: shanten(ids) == -1)


def riichienv_calc(seed: int, count: int) -> Figures:
    evaluator = import_module("riichienv").HandEvaluator

    def loop(hands: list[Any]) -> None:
        for ids in hands:
            evaluator(ids).calc(ids[-1])

    return _asked(
        "half",
        seed,
        count,
        make=ids_of,
        loop=loop,
        found=lambda ids: evaluator(ids).calc(ids[-1]).has_win_shape,
    )


# --- mahjong ------------------------------------------------------------------------------


def mahjong_is_win(seed: int, count: int) -> Figures:
    ask = import_module("mahjong.agari").Agari().is_agari
    return _asked_one_by_one("half", seed, count, ask, counts_of)


def mahjong_is_win_of_ids(seed: int, count: int) -> Figures:
    is_agari = import_module("mahjong.agari").Agari().is_agari
    to_counts = import_module("mahjong.tile").TilesConverter.to_34_array

    def loop(hands: list[Any]) -> None:
        for ids in hands:
            is_agari(to_counts(ids))

    return _asked(
        "half", seed, count, make=ids_of, loop=loop, found=lambda ids: is_agari(to_counts(ids))
    )


def mahjong_splits(kind: str, seed: int, count: int) -> Figures:
    divide = import_module("mahjong.hand_calculating.divider").HandDivider.divide_hand
    return _asked_one_by_one(kind, seed, count, divide, counts_of)


def mahjong_splits_of_ids(kind: str, seed: int, count: int) -> Figures:
    divide = import_module("mahjong.hand_calculating.divider").HandDivider.divide_hand
    to_counts = import_module("mahjong.tile").TilesConverter.to_34_array

    def loop(hands: list[Any]) -> None:
        for ids in hands:
            divide(to_counts(ids))

    return _asked(
        kind, seed, count, make=ids_of, loop=loop, found=lambda ids: divide(to_counts(ids))
    )


# --- jansou -------------------------------------------------------------------------------


def _jansou_tiles(hand: Tiles) -> list[Any]:
    tiles: Any = import_module("jansou.core.tiles")
    return [tiles.Tile(tiles.TileKind(kind)) for kind in hand]


def jansou_waits(kind: str, seed: int, count: int) -> Figures:
    ask = import_module("jansou.analysis.waits").waits
    made = import_module("jansou.core.hand").Hand
    return _asked_one_by_one(kind, seed, count, ask, lambda hand: made(_jansou_tiles(hand)))


def jansou_is_win(seed: int, count: int) -> Figures:
    complete = import_module("jansou.analysis.decompose").is_complete

    def loop(hands: list[Any]) -> None:
        for counts in hands:
            complete(counts, 0)

    return _asked(
        "half", seed, count, make=counts_of, loop=loop, found=lambda counts: complete(counts, 0)
    )


def jansou_splits(kind: str, seed: int, count: int) -> Figures:
    decompose = import_module("jansou.analysis.decompose").decompose

    def loop(hands: list[Any]) -> None:
        for tiles in hands:
            decompose(tiles, (), tiles[-1])

    return _asked(
        kind,
        seed,
        count,
        make=_jansou_tiles,
        loop=loop,
        found=lambda tiles: decompose(tiles, (), tiles[-1]),
    )


# --- cmajiang and kago-utils --------------------------------------------------------------


def _cmajiang_names(hand: Tiles) -> list[str]:
    return [f"{'mpsz'[kind // 9]}{kind % 9 + 1}" for kind in hand]


def cmajiang_waits(kind: str, seed: int, count: int) -> Figures:
    package = import_module("cmajiang")
    made, steps, waits = package.Shoupai, package.xiangting, package.tingpai

    def ask(names: list[str]) -> object:
        hand = made(names)
        return steps(hand) == 0 and waits(hand)

    return _asked_one_by_one(kind, seed, count, ask, _cmajiang_names)


def cmajiang_waits_made(kind: str, seed: int, count: int) -> Figures:
    package = import_module("cmajiang")
    steps, waits = package.xiangting, package.tingpai

    def ask(hand: object) -> object:
        return steps(hand) == 0 and waits(hand)

    return _asked_one_by_one(
        kind, seed, count, ask, lambda hand: package.Shoupai(_cmajiang_names(hand))
    )


def cmajiang_is_win(seed: int, count: int) -> Figures:
    package = import_module("cmajiang")
    made, steps = package.Shoupai, package.xiangting

    def loop(hands: list[Any]) -> None:
        for names in hands:
            steps(made(names))

    return _asked(
        "half",
        seed,
        count,
        make=_cmajiang_names,
        loop=loop,
        found=lambda names: steps(made(names)) == -1,
    )


def kago_is_win(seed: int, count: int) -> Figures:
    shanten = import_module("kago_utils.shanten").Shanten.calculate_shanten
    made = import_module("kago_utils.hai").Hai34Counter

    def loop(hands: list[Any]) -> None:
        for hand in hands:
            shanten(hand, 0)

    return _asked(
        "half",
        seed,
        count,
        make=lambda hand: made(counts_of(hand)),
        loop=loop,
        found=lambda hand: shanten(hand, 0) == -1,
    )
