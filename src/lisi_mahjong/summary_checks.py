"""What is wrong with one entry of a table's history, looked at by itself.

An entry does not keep the deal, so not all can be told: which melds the winner had is not known,
nor who was in ting. Asked is whether there is a deal that this can have come of: some melds with
which the hand is read so, and some way in which the rules pay just this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, permutations
from typing import Final

import attrs

from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.problem_codes import Found, Problem
from lisi_mahjong.rules import DEFAULT_SCORE, RuleSet, ScoreTable
from lisi_mahjong.scoring import NO_PAYMENTS, Bill, PaidKong, Payment, PaymentFactor, PaymentItem
from lisi_mahjong.state import DrawnDeal, WonDeal
from lisi_mahjong.table_state import DealSummary
from lisi_mahjong.tiles import COPIES, ONE, TILES, Tile, counted, kinds_of
from lisi_mahjong.winning import Reading, Tag, read_win, wait_set

_SETS: Final = 4
_SUITS: Final = 3


def summary_problems(summary: DealSummary, rules: RuleSet, score: ScoreTable) -> Found:
    """Yield what is wrong with what a history keeps of one deal.

    Args:
        summary: the entry, every field of which holds what it can hold.
        rules: the options by which the deal was played.
        score: the numbers by which it was settled.

    Yields:
        Pairs of a `Problem` and a detail in English, in a fixed order.

    Example:
        >>> from lisi_mahjong.scoring import Settlement
        >>> names = ("Ann", "Bo", "Cai", "丁")
        >>> drawn = DealSummary(1, names, 0, 1, 0, DrawnDeal(), Settlement(7, None, ()))
        >>> list(summary_problems(drawn, RuleSet(), ScoreTable()))
        [(Problem.DRAWN_PAID, '<Settlement of 7 points, (0, 0, 0, 0)>')]
    """
    result, settlement = summary.result, summary.settlement
    if isinstance(result, WonDeal):
        yield from _win_problems(summary, result, rules, score)
    elif settlement != NO_PAYMENTS:
        drawn = isinstance(result, DrawnDeal)
        yield Problem.DRAWN_PAID if drawn else Problem.VOID_PAID, repr(settlement)


def _win_problems(summary: DealSummary, won: WonDeal, rules: RuleSet, score: ScoreTable) -> Found:
    if won.loser == won.winner:
        yield Problem.WIN_SOURCE, f"seat {won.loser}"
        return
    if not won.readings:
        yield Problem.NO_WIN, f"{won.tile} for seat {won.winner}"
        return
    full = _full_hand(won.readings[0])
    if won.robbed_kong:
        # Three of the four copies are the pung of the seat that was robbed.
        robbable = won.loser is not None and rules.robbing_kong
        if not robbable or full >> 4 * won.tile & 15 > 1:
            yield Problem.NOT_ROBBABLE, f"{won.tile} for seat {won.winner}"
            return
    paid = _paid_reading(summary, won, full, rules, score)
    settlement = summary.settlement
    if paid is None:
        yield Problem.READINGS, f"{won.tile} for seat {won.winner}"
    elif settlement.reading != paid:
        yield Problem.READING_PAID, f"{settlement.reading} and not {paid}"
    else:
        bill = _bill(summary, won, paid, score)
        if settlement.points != bill.points:
            yield Problem.POINTS_PAID, f"{settlement.points} and not {bill.points}"
        yield from _payment_problems(summary, won, bill, full)


# --- readings -----------------------------------------------------------------------------

_KONG_TAGS: Final = frozenset({Tag.MELDED_KONG, Tag.CONCEALED_KONG})
_TAGS_OF_HAND: Final = _KONG_TAGS | {Tag.ONE_VOIDED_SUIT, Tag.FULL_FLUSH}
"""Tags that do not depend on the reading, but on the melds too, which are not known."""


def _full_hand(reading: Reading) -> int:
    """Return the concealed tiles of a reading, a counted set; 0 if no hand has them."""
    tiles = [*reading.pair, *chain.from_iterable(reading.sets)]
    if len(reading.sets) > _SETS or len(tiles) != 2 + 3 * len(reading.sets):
        return 0
    return counted(tiles) if max(Counter(tiles).values()) <= COPIES else 0


def _paid_reading(
    summary: DealSummary, won: WonDeal, full: int, rules: RuleSet, score: ScoreTable
) -> Reading | None:
    """Return the best reading under a score table (SCORE-9); ``None`` if no hand is read so."""
    first, tile = won.readings[0], won.tile
    if not full >> 4 * tile & 15:
        return None
    held, own = full - ONE[tile], first.tags & _TAGS_OF_HAND
    melds = _SETS - len(first.sets)
    for closing in _closings(held, tile, melds):
        if not _has_tags(own, full, melds, closing, summary.kongs):
            continue
        stand_ins = (*closing, *_fillers(full, closing, melds - len(closing)))
        found = read_win(held, tile, stand_ins, rules, DEFAULT_SCORE)
        if tuple([_as_named(reading, own, DEFAULT_SCORE) for reading in found]) == won.readings:
            return _as_named(read_win(held, tile, stand_ins, rules, score)[0], own, score)
    return None


def _closings(held: int, tile: Tile, melds: int) -> Iterator[tuple[Meld, ...]]:
    """Yield melds that decide whether the winning tile was the only wait: none, or the fewest.

    A pung or a kong of every other kind that the hand would wait for leaves one wait (WIN-6).
    """
    yield ()
    others = wait_set(held, 0, all_runs=True) & ~ONE[tile]  # beside a meld
    copies = {kind: held >> 4 * kind & 15 for kind in kinds_of(others)}
    if copies and len(copies) <= melds and max(copies.values()) <= 1:
        yield tuple(
            [
                Meld(MeldKind.PUNG if held_by_hand else MeldKind.CONCEALED_KONG, kind)
                for kind, held_by_hand in copies.items()
            ]
        )


def _fillers(full: int, closing: tuple[Meld, ...], number: int) -> list[Meld]:
    """Return a number of pungs that change no wait of a hand."""
    taken = {meld.tile for meld in closing}
    free = [tile for tile in TILES if not full >> 4 * tile & 15 and tile not in taken]
    return [Meld(MeldKind.PUNG, tile) for tile in free[:number]]


def _has_tags(
    own: frozenset[Tag], full: int, melds: int, closing: tuple[Meld, ...], kongs: int
) -> bool:
    """Return whether some melds can give a hand these tags, and no others of `_TAGS_OF_HAND`.

    Args:
        own: the tags.
        full: the concealed tiles.
        melds: how many melds there are.
        closing: those of them that are known.
        kongs: the kongs of the whole deal.
    """
    free = melds - len(closing)
    named, known = len(own & _KONG_TAGS), sum(meld.kind.is_kong for meld in closing)
    made = max(named, known)
    if made > kongs or made - known > free or (known and not named):
        return False
    suits = {tile.suit for tile in kinds_of(full)}
    honours = None in suits
    number = len(suits) - honours
    if Tag.FULL_FLUSH in own:
        return Tag.ONE_VOIDED_SUIT not in own and number == 1 and not honours
    if Tag.ONE_VOIDED_SUIT in own:
        return number < _SUITS and number + free >= _SUITS - 1
    return free > 0 or number in {0, _SUITS} or (number == 1 and honours)


def _as_named(reading: Reading, own: frozenset[Tag], score: ScoreTable) -> Reading:
    """Return a reading with other tags of the hand, and the points that it has with them."""
    tags = reading.tags - _TAGS_OF_HAND | own
    points = score.base + sum(PaymentItem[tag.name].points(score) for tag in tags - _KONG_TAGS)
    return attrs.evolve(reading, tags=tags, points=points)


# --- payments -----------------------------------------------------------------------------

_ITEM_OF_KONG: Final = {
    Tag.MELDED_KONG: PaymentItem.MELDED_KONG,
    Tag.CONCEALED_KONG: PaymentItem.CONCEALED_KONG,
}
_KONG_ITEMS: Final = frozenset(_ITEM_OF_KONG.values())


def _bill(summary: DealSummary, won: WonDeal, reading: Reading, score: ScoreTable) -> Bill:
    """Return what is to be paid if each seat pays, without the kongs."""
    return Bill(
        *(won.winner, won.loser, None, summary.dealer),
        *(reading.tags, (), score, summary.multiplier),
    )


def _ways(won: WonDeal) -> tuple[int | None, ...]:
    """Return who can have been the seat that pays for all (SCORE-4); ``None`` for nobody.

    Whether a discarder was in ting is not known; a seat that is robbed is not (KONG-6).
    """
    if won.loser is None:
        return (None,)
    return (won.loser,) if won.robbed_kong else (None, won.loser)


def _allows(bill: Bill, kong: PaidKong) -> bool:
    """Return whether the one who pays a kong for all can be the one who does."""
    if bill.alone is not None and bill.score.discarder_covers_kongs:
        return kong.alone == bill.alone
    fed = kong.item is PaymentItem.MELDED_KONG and bill.score.feeder_pays_melded_kong
    return kong.alone is None or (fed and kong.alone != bill.winner)


def _payment_problems(summary: DealSummary, won: WonDeal, bill: Bill, full: int) -> Found:
    payments = summary.settlement.payments
    for_win = tuple([paid for paid in payments if paid.item not in _KONG_ITEMS])
    bills = [attrs.evolve(bill, alone=alone) for alone in _ways(won)]
    bills = [bill for bill in bills if bill.payments() == for_win]
    if not bills:
        discard = won.loser is not None
        problem = Problem.DISCARD_WIN_PAID if discard else Problem.SELF_DRAW_PAID
        yield problem, f"for the win of seat {won.winner}"
        return
    kongs = _kongs_of(payments)
    known = {kong.item for kong in kongs}
    good = (
        len(kongs) <= min(_SETS - len(won.readings[0].sets), summary.kongs)
        and not any(full >> 4 * kong.tile & 15 for kong in kongs)
        and all(
            (tag in bill.tags) is (item in known)
            for tag, item in _ITEM_OF_KONG.items()
            if item.points(bill.score)
        )
    )
    # The order in which the kongs were made is not known, if nobody pays for all of them.
    if not good or not any(
        all(_allows(each, kong) for kong in kongs)
        and attrs.evolve(each, kongs=order).payments() == payments
        for each in bills
        for order in permutations(kongs)
    ):
        yield Problem.KONGS_PAID, f"for the win of seat {won.winner}"


def _kongs_of(payments: Iterable[Payment]) -> list[PaidKong]:
    """Return the kongs that are paid, each as its first line has it."""
    kongs: dict[Tile, PaidKong] = {}
    for paid in payments:
        if paid.kong is not None and paid.kong not in kongs:
            for_all = any(why is PaymentFactor.FOR_ALL for why, _ in paid.factors)
            kongs[paid.kong] = PaidKong(paid.kong, paid.item, paid.payer if for_all else None)
    return list(kongs.values())
