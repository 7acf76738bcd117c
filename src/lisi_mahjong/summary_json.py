"""What came of a deal as JSON objects: a settlement, a summary, a ledger.

They are for programs in other languages too, so they say the sums beside the parts.
"""

from __future__ import annotations

from typing import Any

from lisi_mahjong.record_format import reading_as_json, result_as_json
from lisi_mahjong.scoring import Payment, Settlement
from lisi_mahjong.table_state import DealSummary, VoidDeal


def summary_as_json(summary: DealSummary) -> dict[str, Any]:
    """Return what came of a deal as a JSON object.

    Example:
        >>> from lisi_mahjong import DrawnDeal
        >>> from lisi_mahjong.scoring import NO_PAYMENTS
        >>> names = ("Ann", "Bo", "Cai", "丁")
        >>> value = summary_as_json(DealSummary(1, names, 0, 2, 3, DrawnDeal(), NO_PAYMENTS))
        >>> value["result"], value["multiplier"], value["settlement"]["deltas"]
        ({'name': 'drawn'}, 2, [0, 0, 0, 0])
    """
    result = summary.result
    if isinstance(result, VoidDeal):
        ended: dict[str, Any] = {"name": "void", "left": result.left}
    else:
        ended = result_as_json(result)
    return {
        "game": summary.game,
        "names": list(summary.names),
        "dealer": summary.dealer,
        "multiplier": summary.multiplier,
        "kongs": summary.kongs,
        "result": ended,
        "settlement": settlement_as_json(summary.settlement),
    }


def settlement_as_json(settlement: Settlement) -> dict[str, Any]:
    """Return a settlement as a JSON object.

    Example:
        >>> from lisi_mahjong.scoring import NO_PAYMENTS
        >>> settlement_as_json(NO_PAYMENTS)
        {'points': 0, 'reading': None, 'payments': [], 'deltas': [0, 0, 0, 0]}
    """
    reading = settlement.reading
    return {
        "points": settlement.points,
        "reading": None if reading is None else reading_as_json(reading),
        "payments": [_payment_as_json(payment) for payment in settlement.payments],
        "deltas": list(settlement.deltas),
    }


def _payment_as_json(payment: Payment) -> dict[str, Any]:
    return {
        "payer": payment.payer,
        "payee": payment.payee,
        "item": payment.item.name,
        "points": payment.points,
        "factors": {factor.name: times for factor, times in payment.factors},
        "rule": payment.rule,
        "kong": None if payment.kong is None else str(payment.kong),
        "amount": payment.amount,
    }
