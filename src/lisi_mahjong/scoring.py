"""What a deal is paid: a settlement, line by line (SCORE-1 to SCORE-11).

A settlement is a list of payments. Each says who pays whom, for which number of the score table,
what it was multiplied by, and by which rule this seat pays, so that a player can be shown why.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, unique
from math import prod
from typing import Final

import attrs

from lisi_mahjong.errors import InvalidStateError, RulesError, shorten
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.rules import DEFAULT_SCORE, MAX_POINTS, ScoreTable, check_score
from lisi_mahjong.seats import OTHERS
from lisi_mahjong.state import DrawnDeal, GameState, Player, Result, WonDeal, check_state
from lisi_mahjong.tiles import ONE, Tile
from lisi_mahjong.winning import Reading, Tag, read_win

# --- words --------------------------------------------------------------------------------


@unique
class PaymentItem(Enum):
    """What is paid for; each is a number of the `ScoreTable`, whose field has the same name.

    Attributes:
        rule: the number of the rule that says what it is worth.
        en: the words in English.
        zh: the words in Chinese.

    Example:
        >>> PaymentItem.CLOSED_WAIT.en, PaymentItem.CLOSED_WAIT.zh, PaymentItem.CLOSED_WAIT.rule
        ('Closed Wait', '砍张', 'SCORE-1')
    """

    BASE = ("SCORE-1", "the win", "胡牌")
    ONE_VOIDED_SUIT = ("SCORE-1", "One Voided Suit", "缺门")
    CLOSED_WAIT = ("SCORE-1", "Closed Wait", "砍张")
    EDGE_WAIT = ("SCORE-1", "Edge Wait", "边张")
    SINGLE_WAIT = ("SCORE-1", "Single Wait", "单吊")
    PURE_STRAIGHT = ("SCORE-1", "Pure Straight", "青龙")
    FULL_FLUSH = ("SCORE-1", "Full Flush", "清一色")
    DEALER_WINS = ("SCORE-1", "the dealer's win", "庄家胡")
    DEALER_PAYS_SELF_DRAW = ("SCORE-2", "the dealer's loss to a self-draw", "庄家被自摸")
    DEALER_PAYS_DISCARD = ("SCORE-3", "the dealer's loss to a discard win", "庄家失利")
    DISCARDER_EXTRA = ("SCORE-4", "dealing in without ting", "未听放铳")
    MELDED_KONG = ("SCORE-5", "a melded kong", "明杠")
    CONCEALED_KONG = ("SCORE-5", "a concealed kong", "暗杠")

    def __init__(self, rule: str, en: str, zh: str) -> None:
        self.rule = rule
        self.en = en
        self.zh = zh

    def points(self, score: ScoreTable) -> int:
        """Return the number that a score table has for it.

        Args:
            score: the score table.

        Example:
            >>> PaymentItem.PURE_STRAIGHT.points(ScoreTable())
            10
        """
        points: int = getattr(score, self.name.lower())
        return points

    def __repr__(self) -> str:
        return f"PaymentItem.{self.name}"


@unique
class PaymentFactor(Enum):
    """Why a payment is multiplied.

    Attributes:
        rule: the number of the rule that says so.
        en: the words in English.
        zh: the words in Chinese.

    Example:
        >>> PaymentFactor.DRAWN_DEAL.en, PaymentFactor.DRAWN_DEAL.zh, PaymentFactor.DRAWN_DEAL.rule
        ('after a drawn deal', '荒庄加倍', 'SCORE-6')
    """

    SELF_DRAW = ("SCORE-2", "self-draw", "自摸")
    FOR_ALL = ("SCORE-4", "for all three", "一家包三家")
    DRAWN_DEAL = ("SCORE-6", "after a drawn deal", "荒庄加倍")
    DEALER_WIN = ("SCORE-7", "the dealer wins", "庄家胡加倍")

    def __init__(self, rule: str, en: str, zh: str) -> None:
        self.rule = rule
        self.en = en
        self.zh = zh

    def __repr__(self) -> str:
        return f"PaymentFactor.{self.name}"


# --- values -------------------------------------------------------------------------------


@attrs.frozen
class Payment:
    """One line of a settlement: what one seat pays another for one thing.

    Attributes:
        payer: the seat that pays.
        payee: the seat that is paid.
        item: what for.
        points: what the score table has for it.
        factors: what it is multiplied by and why, none of them by 1.
        rule: the number of the rule by which this seat pays it.
        kong: the kind of the kong that is paid for; ``None`` if it is no kong.

    Example:
        >>> paid = Payment(
        ...     1, 2, PaymentItem.CLOSED_WAIT, 1, ((PaymentFactor.SELF_DRAW, 2),), "SCORE-2"
        ... )
        >>> paid.amount
        2
        >>> print(paid.en)
        seat 1 pays 2 to seat 2 for Closed Wait: 1 × 2 (self-draw) (SCORE-2)
        >>> print(paid.zh)
        座位1付给座位2 2分：砍张 1 × 2（自摸）（SCORE-2）
    """

    payer: int
    payee: int
    item: PaymentItem
    points: int
    factors: tuple[tuple[PaymentFactor, int], ...]
    rule: str
    kong: Tile | None = None

    @property
    def amount(self) -> int:
        """How much is paid, at least 1."""
        return self.points * prod([times for _, times in self.factors])

    @property
    def en(self) -> str:
        """The line in English."""
        kong = "" if self.kong is None else f" of {self.kong}"
        factors = "".join(f" × {times} ({factor.en})" for factor, times in self.factors)
        return (
            f"seat {self.payer} pays {self.amount} to seat {self.payee} "
            f"for {self.item.en}{kong}: {self.points}{factors} ({self.rule})"
        )

    @property
    def zh(self) -> str:
        """The line in Chinese."""
        kong = "" if self.kong is None else self.kong.zh
        factors = "".join(f" × {times}（{factor.zh}）" for factor, times in self.factors)
        return (
            f"座位{self.payer}付给座位{self.payee} {self.amount}分："
            f"{self.item.zh}{kong} {self.points}{factors}（{self.rule}）"
        )


@attrs.frozen(repr=False)
class Settlement:
    """What a deal is paid.

    Attributes:
        points: SCORE-1's sum ``u``, the dealer's 1 with it; 0 where nobody has won.
        reading: the reading that is paid; ``None`` where nobody has won.
        payments: by payer, the nearest seat counter-clockwise from the winner first, and by item;
            what comes to nothing is left out.

    Example:
        >>> NO_PAYMENTS
        <Settlement of 0 points, (0, 0, 0, 0)>
    """

    points: int
    reading: Reading | None
    payments: tuple[Payment, ...]

    @property
    def deltas(self) -> tuple[int, int, int, int]:
        """What each seat wins or, below zero, loses; they add up to zero (SCORE-8)."""
        sums = [0, 0, 0, 0]
        for payment in self.payments:
            amount = payment.amount
            sums[payment.payer] -= amount
            sums[payment.payee] += amount
        first, second, third, fourth = sums
        return first, second, third, fourth

    def __repr__(self) -> str:
        return f"<Settlement of {self.points} points, {self.deltas}>"


NO_PAYMENTS: Final = Settlement(0, None, ())
"""A drawn deal's settlement: nobody pays (SCORE-6)."""

# --- reckoning ----------------------------------------------------------------------------

_SHARES: Final = 3
"""Whoever pays for all pays the shares of three seats."""

_ITEM_OF: Final = {
    tag: PaymentItem[tag.name] for tag in Tag if tag not in (Tag.MELDED_KONG, Tag.CONCEALED_KONG)
}
_PLACE_OF: Final = {item: place for place, item in enumerate(PaymentItem)}


@attrs.frozen
class PaidKong:
    """A kong of a winner.

    Attributes:
        tile: its kind.
        item: as what it is paid.
        alone: the seat that pays it for all (SCORE-5, SCORE-11); ``None`` if each pays.
    """

    tile: Tile
    item: PaymentItem
    alone: int | None


@attrs.frozen
class _Line:
    """A payment before it is reckoned."""

    payer: int
    item: PaymentItem
    rule: str
    factor: PaymentFactor | None = None
    kong: Tile | None = None


@attrs.frozen
class Bill:
    """All that the payments for a win depend on.

    Attributes:
        winner: the seat that wins.
        loser: the seat whose tile it wins on; ``None`` for a self-draw.
        alone: the seat that pays the win for all, a discarder who is not in ting; or ``None``.
        dealer: the seat that deals.
        tags: those of the reading that is paid.
        kongs: those of the winner, in the order in which they lie.
        score: the numbers.
        multiplier: how many times the deal is paid because a drawn one came before it.
    """

    winner: int
    loser: int | None
    alone: int | None
    dealer: int
    tags: frozenset[Tag]
    kongs: tuple[PaidKong, ...]
    score: ScoreTable
    multiplier: int

    @property
    def unit(self) -> list[PaymentItem]:
        """What SCORE-1 adds up."""
        unit = [PaymentItem.BASE, *(_ITEM_OF[tag] for tag in self.tags if tag in _ITEM_OF)]
        if self.winner == self.dealer:
            unit.append(PaymentItem.DEALER_WINS)
        return unit

    @property
    def points(self) -> int:
        """The sum of it, ``u``."""
        return sum(item.points(self.score) for item in self.unit)

    def payments(self) -> tuple[Payment, ...]:
        """Return what is paid, line by line, in the order of a `Settlement`."""
        score, winner = self.score, self.winner
        times = {
            PaymentFactor.SELF_DRAW: score.self_draw_multiplier,
            PaymentFactor.FOR_ALL: _SHARES,
            PaymentFactor.DRAWN_DEAL: self.multiplier,
            PaymentFactor.DEALER_WIN: score.dealer_win_multiplier,
        }
        of_all = (
            (PaymentFactor.DRAWN_DEAL, PaymentFactor.DEALER_WIN)
            if winner == self.dealer
            else (PaymentFactor.DRAWN_DEAL,)
        )
        nearest = OTHERS[winner]
        lines = [*self._lines_of_win(), *self._lines_of_kongs()]
        lines.sort(key=lambda line: (nearest.index(line.payer), _PLACE_OF[line.item]))
        payments = []
        for line in lines:
            points = line.item.points(score)
            factors = of_all if line.factor is None else (line.factor, *of_all)
            told = tuple([(factor, times[factor]) for factor in factors if times[factor] > 1])
            if points:
                payments.append(
                    Payment(line.payer, winner, line.item, points, told, line.rule, line.kong)
                )
        return tuple(payments)

    def _lines_of_win(self) -> Iterator[_Line]:
        """Yield who pays for what of the unit, and what comes with it (SCORE-1 to SCORE-4)."""
        loser, dealer, unit = self.loser, self.dealer, self.unit
        if self.alone is not None:
            rule = "SCORE-4"
            yield from (_Line(self.alone, item, rule, PaymentFactor.FOR_ALL) for item in unit)
            yield _Line(self.alone, PaymentItem.DISCARDER_EXTRA, rule)
            if self.winner != dealer:
                yield _Line(self.alone, PaymentItem.DEALER_PAYS_DISCARD, rule)
            return
        if loser is None:
            extra = PaymentItem.DEALER_PAYS_SELF_DRAW
            rule, factor = "SCORE-2", PaymentFactor.SELF_DRAW
        else:
            rule, factor, extra = "SCORE-3", None, PaymentItem.DEALER_PAYS_DISCARD
        for payer in OTHERS[self.winner]:
            yield from (_Line(payer, item, rule, factor) for item in unit)
            if payer == dealer:
                yield _Line(payer, extra, rule)

    def _lines_of_kongs(self) -> Iterator[_Line]:
        """Yield who pays for the winner's kongs (SCORE-5)."""
        for kong in self.kongs:
            if kong.alone is not None:
                yield _Line(kong.alone, kong.item, "SCORE-5", PaymentFactor.FOR_ALL, kong.tile)
            else:
                for payer in OTHERS[self.winner]:
                    yield _Line(payer, kong.item, "SCORE-5", None, kong.tile)


def settle(
    result: Result,
    state: GameState,
    score: ScoreTable = DEFAULT_SCORE,
    multiplier: int = 1,
) -> Settlement:
    """Return what a deal is paid, and why.

    Args:
        result: how the deal ended, ``state.result``.
        state: the deal at its end.
        score: the numbers.
        multiplier: how many times the deal is paid because a drawn one came before it (SCORE-6):
            ``score.drawn_deal_multiplier``, or 1. A `TableState` keeps it as ``multiplier``.

    Raises:
        InvalidStateError: ``state`` is no `GameState`, its deal goes on, ``result`` is not its
            result, or the winning hand does not win.
        RulesError: ``score`` is no `ScoreTable`, or ``multiplier`` no int from 1 to 1,000,000.

    Example:
        >>> from lisi_mahjong import Shuffle, actors, apply, deal
        >>> from lisi_mahjong.players import tidy
        >>> state = deal(Shuffle.from_seed(7))
        >>> while to_decide := actors(state):
        ...     state = apply(state, tidy(state, to_decide[0]))
        >>> settlement = settle(state.result, state)
        >>> settlement.points, settlement.deltas
        (1, (-5, 5, 0, 0))
        >>> for payment in settlement.payments:
        ...     print(payment.en)
        seat 0 pays 3 to seat 1 for the win: 1 × 3 (for all three) (SCORE-4)
        seat 0 pays 1 to seat 1 for the dealer's loss to a discard win: 1 (SCORE-4)
        seat 0 pays 1 to seat 1 for dealing in without ting: 1 (SCORE-4)
    """
    check_state(state)
    check_score(score)
    if type(multiplier) is not int or not 1 <= multiplier <= MAX_POINTS:
        message = f"multiplier must be an int from 1 to {MAX_POINTS}, not {shorten(multiplier)}"
        raise RulesError("multiplier", message, "SCORE-6")
    if state.result is None or type(result) is not type(state.result) or result != state.result:
        raise InvalidStateError(((Problem.NOT_THE_RESULT, f"not {shorten(result)}"),))
    if isinstance(result, DrawnDeal):
        return NO_PAYMENTS
    return _settle_win(result, state, score, multiplier)


def _settle_win(
    result: WonDeal, state: GameState, score: ScoreTable, multiplier: int
) -> Settlement:
    reading = _paid_reading(result, state, score)
    loser = result.loser
    alone = loser if loser is not None and state.players[loser].ting is None else None
    kongs = tuple(_kongs(result.winner, alone, state, score))
    bill = Bill(result.winner, loser, alone, state.dealer, reading.tags, kongs, score, multiplier)
    return Settlement(bill.points, reading, bill.payments())


def _paid_reading(result: WonDeal, state: GameState, score: ScoreTable) -> Reading:
    """Return the best reading of the winning hand under a score table (SCORE-9)."""
    winner = state.players[result.winner]
    hand = winner.standing_set + winner.loose_set  # the winning tile is among them (WIN-8)
    found: tuple[Reading, ...] = ()
    if hand >> 4 * result.tile & 15:
        hand -= ONE[result.tile]
        found = read_win(hand, result.tile, winner.melds, state.rules, score)
    if not found:
        raise InvalidStateError(((Problem.NO_WIN, repr(winner)),))
    return found[0]


def _kongs(
    winner: int, alone: int | None, state: GameState, score: ScoreTable
) -> Iterator[PaidKong]:
    """Yield the winner's kongs, and who pays for each (SCORE-5, SCORE-11)."""
    for meld in state.players[winner].melds:
        if not meld.kind.is_kong:
            continue
        item = PaymentItem.MELDED_KONG
        payer = alone if score.discarder_covers_kongs else None
        if meld.kind is MeldKind.CONCEALED_KONG:
            item = PaymentItem.CONCEALED_KONG
        elif payer is None and score.feeder_pays_melded_kong:
            payer = _feeder(meld, state.players, winner)
        yield PaidKong(meld.tile, item, payer)


def _feeder(meld: Meld, players: tuple[Player, ...], winner: int) -> int | None:
    """Return the seat whose discard became a melded kong, unless it was in ting then."""
    if meld.kind is not MeldKind.MELDED_KONG or meld.from_seat is None:
        return None
    for entry in players[meld.from_seat].river:
        if entry.ting:
            return None
        if entry.taken_by == winner and entry.tile is meld.tile:
            break
    return meld.from_seat
