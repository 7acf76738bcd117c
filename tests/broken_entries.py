"""Deals of a history that cannot have been so, each broken in one way, with what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from lisi_mahjong import Payment, PaymentFactor, PaymentItem, Problem, TableState, Tag, Tile
from long_evening import (
    entry,
    left,
    only,
    reading,
    with_entry,
    with_payment,
    with_payments,
    with_reading,
    with_result,
    with_settlement,
)

P = Problem

FOR_ALL = ((PaymentFactor.FOR_ALL, 3),)
TWICE = ((PaymentFactor.DRAWN_DEAL, 2),)

ENTRIES: Mapping[str, tuple[list[Problem], Callable[[], TableState]]] = {
    "a seat deals in to itself": ([P.WIN_SOURCE], lambda: with_result(0, loser=2)),
    "a win without a reading": ([P.NO_WIN], lambda: with_result(0, readings=())),
    "a kong is robbed, though the option is off": (
        [P.NOT_ROBBABLE],
        lambda: with_result(0, robbed_kong=True),
    ),
    "a reading on a tile that is not in the hand": (
        [P.READINGS],
        lambda: with_result(0, tile=Tile.P9),
    ),
    "a reading twice": ([P.READINGS], lambda: with_result(0, readings=(reading(0),) * 2)),
    "a reading that completes another set": (
        [P.READINGS],
        lambda: with_reading(0, completes=(Tile.P2,) * 3),
    ),
    "a reading of other points": ([P.READINGS], lambda: with_reading(0, points=4)),
    "a reading of another shape": ([P.READINGS], lambda: with_reading(0, triplets=4)),
    "a reading without its tag": ([P.READINGS], lambda: with_reading(0, tags=frozenset())),
    "a pair of three": ([P.READINGS], lambda: with_reading(0, pair=(Tile.P9,) * 3)),
    "a pair of two kinds": ([P.READINGS], lambda: with_reading(0, pair=(Tile.P9, Tile.P8))),
    "a fifth copy": (
        [P.READINGS],
        lambda: with_reading(0, sets=((Tile.P3,) * 3,) * 2 + ((Tile.P2,) * 3,) * 2),
    ),
    "a set too many": ([P.READINGS], lambda: with_reading(0, sets=((Tile.P2,) * 3,) * 5)),
    "a set too few": ([P.READINGS], lambda: with_reading(0, sets=reading(0).sets[1:])),
    "no sets at all": ([P.READINGS], lambda: with_reading(0, sets=())),
    "a drawn deal of points": ([P.DRAWN_PAID], lambda: with_settlement(1, points=1)),
    "a drawn deal that is paid": (
        [P.DRAWN_PAID],
        lambda: with_settlement(1, payments=entry(0).settlement.payments),
    ),
    "a void deal of points": ([P.VOID_PAID], lambda: with_settlement(4, points=1)),
    "a void deal that is paid": (
        [P.VOID_PAID],
        lambda: with_settlement(4, payments=entry(0).settlement.payments),
    ),
    "no reading is paid": ([P.READING_PAID], lambda: with_settlement(0, reading=None)),
    "the reading of another deal is paid": (
        [P.READING_PAID],
        lambda: with_settlement(0, reading=reading(5)),
    ),
    "a point too many": ([P.POINTS_PAID], lambda: with_settlement(0, points=4)),
    "a dealer's point too few": ([P.POINTS_PAID], lambda: with_settlement(2, points=2)),
    "a self-draw that one seat pays": (
        [P.SELF_DRAW_PAID],
        lambda: with_payments(2, lambda paid: paid.pop(0)),
    ),
    "a self-draw that is not doubled": (
        [P.SELF_DRAW_PAID],
        lambda: with_payment(2, 0, factors=TWICE),
    ),
    "a self-draw by the rule of discards": (
        [P.SELF_DRAW_PAID],
        lambda: with_payment(2, 0, rule="SCORE-3"),
    ),
    "nothing is paid for a self-draw": (
        [P.SELF_DRAW_PAID],
        lambda: with_payments(2, lambda paid: paid.clear()),
    ),
    "a discard win that the winner pays": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payment(0, 0, payer=2),
    ),
    "a discard win that somebody else gets": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payment(0, 0, payee=3),
    ),
    "a discard win of more points than the score table has": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payment(0, 0, points=2),
    ),
    "a payment for a tag that is not there": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payment(0, 1, item=PaymentItem.EDGE_WAIT),
    ),
    "a payment that names a kong for a tag": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payment(0, 1, kong=Tile.M1),
    ),
    "payments in another order": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payments(0, lambda paid: paid.reverse()),
    ),
    "a discard win paid both ways": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payments(5, lambda paid: paid.extend(entry(0).settlement.payments)),
    ),
    "a payment twice": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payments(5, lambda paid: paid.append(paid[-1])),
    ),
    "a factor twice": (
        [P.DISCARD_WIN_PAID],
        lambda: with_payment(0, 0, factors=FOR_ALL * 2),
    ),
    "a dealer's win that is paid as another's": (
        [P.DISCARD_WIN_PAID],
        lambda: with_entry(
            only(0), 0, dealer=2, settlement=attrs.evolve(entry(0).settlement, points=4)
        ),
    ),
    "a kong that nobody pays": (
        [P.KONGS_PAID],
        lambda: with_payments(2, lambda paid: paid.pop()),
    ),
    "kongs that nobody pays": (
        [P.KONGS_PAID],
        lambda: with_settlement(
            2, payments=tuple([p for p in entry(2).settlement.payments if p.kong is None])
        ),
    ),
    "a kong of no kind": ([P.KONGS_PAID], lambda: with_payment(2, -1, kong=None)),
    "a kong of a kind that is in the hand": (
        [P.KONGS_PAID],
        lambda: with_settlement(
            2,
            payments=tuple(
                attrs.evolve(p, kong=Tile.M6) if p.kong is Tile.WHITE else p
                for p in entry(2).settlement.payments
            ),
        ),
    ),
    "a kong that is paid for all by one, though no option says so": (
        [P.KONGS_PAID],
        lambda: with_settlement(
            2,
            payments=tuple(
                attrs.evolve(p, factors=FOR_ALL + TWICE) if p.kong is Tile.S8 else p
                for p in entry(2).settlement.payments
                if p.kong is not Tile.S8 or p.payer == 3
            ),
        ),
    ),
    "more kongs than the deal had": ([P.READINGS], lambda: with_entry(left(), 2, kongs=1)),
    "a kong in a deal that had none": (
        [P.READINGS],
        lambda: with_reading(5, tags=reading(5).tags | {Tag.MELDED_KONG}),
    ),
    "a kong that is paid and not named": (
        [P.KONGS_PAID],
        lambda: with_payments(
            5,
            lambda paid: paid.extend(
                Payment(payer, 2, PaymentItem.MELDED_KONG, 1, (), "SCORE-5", Tile.RED)
                for payer in (3, 0, 1)
            ),
        ),
    ),
}
