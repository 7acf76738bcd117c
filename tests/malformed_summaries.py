"""Lines that are no summary of a deal, each with what should stand there, and what does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from table_lines import (
    DRAWN,
    SEAT,
    SELF_DRAW,
    VOID,
    WIN,
    Malformed,
    differs,
    edited,
    keys,
    without,
    wrong,
)

TAGS = (
    "ONE_VOIDED_SUIT CLOSED_WAIT EDGE_WAIT SINGLE_WAIT PURE_STRAIGHT FULL_FLUSH MELDED_KONG "
    "CONCEALED_KONG"
)
ITEMS = (
    "BASE ONE_VOIDED_SUIT CLOSED_WAIT EDGE_WAIT SINGLE_WAIT PURE_STRAIGHT FULL_FLUSH DEALER_WINS "
    "DEALER_PAYS_SELF_DRAW DEALER_PAYS_DISCARD DISCARDER_EXTRA MELDED_KONG CONCEALED_KONG"
)
FACTORS = "SELF_DRAW FOR_ALL DRAWN_DEAL DEALER_WIN"
RESULT = "an object whose name is one of won drawn void"
FIRST_READING = ("result", "readings", 0)
FIRST_PAYMENT = ("settlement", "payments", 0)

SUMMARIES: Mapping[str, Callable[[], Malformed]] = {
    "a key too few": lambda: Malformed(
        without(DRAWN, "kongs"), 3, f"summary with the keys {keys('summary')}", "no kongs"
    ),
    "a key too many": lambda: Malformed(
        edited(DRAWN, "left", to=0), 3, f"summary with the keys {keys('summary')}", "the key 'left'"
    ),
    "game 0": lambda: wrong(DRAWN, "game", to=0, kind="a whole number from 1 on"),
    "a name that is null": lambda: wrong(DRAWN, "names", 1, to=None, kind="a text"),
    "names of two": lambda: wrong(DRAWN, "names", to=["Ann", "Bo"], kind="a list of four"),
    "a dealer that is null": lambda: wrong(DRAWN, "dealer", to=None, kind=SEAT),
    "a multiplier that is a text": lambda: wrong(
        DRAWN, "multiplier", to="2", kind="a whole number from 1 to 1000000"
    ),
    "kongs below 0": lambda: wrong(DRAWN, "kongs", to=-1, kind="a whole number from 0 to 16"),
    "17 kongs": lambda: wrong(DRAWN, "kongs", to=17, kind="a whole number from 0 to 16"),
    "a result that is a text": lambda: wrong(DRAWN, "result", to="drawn", kind=RESULT),
    "a result without a name": lambda: wrong(DRAWN, "result", to={}, kind=RESULT),
    "a result of another name": lambda: wrong(DRAWN, "result", to={"name": "lost"}, kind=RESULT),
    "a result whose name is a list": lambda: wrong(DRAWN, "result", to={"name": []}, kind=RESULT),
    "a drawn deal that somebody left": lambda: Malformed(
        edited(DRAWN, "result", "left", to=1),
        3,
        "summary.result with the keys name",
        "the key 'left'",
    ),
    "a void deal that nobody left": lambda: Malformed(
        without(VOID, "result", "left"),
        6,
        f"summary.result with the keys {keys('void')}",
        "no left",
    ),
    "who left is no seat": lambda: wrong(VOID, "result", "left", to=4, kind=SEAT),
    "a win without its tile": lambda: Malformed(
        without(WIN, "result", "tile"),
        2,
        f"summary.result with the keys {keys('won')}",
        "no tile",
    ),
    "a winner that is null": lambda: wrong(WIN, "result", "winner", to=None, kind=SEAT),
    "a loser that is a fraction": lambda: wrong(WIN, "result", "loser", to=1.0, kind=SEAT),
    "a tile that is a number": lambda: wrong(WIN, "result", "tile", to=5, kind="a text"),
    "a tile that there is not": lambda: wrong(WIN, "result", "tile", to="8z", kind="a tile"),
    "two tiles for one": lambda: wrong(WIN, "result", "tile", to="55p", kind="a tile"),
    "a robbed kong that is null": lambda: wrong(
        WIN, "result", "robbed_kong", to=None, kind="true or false"
    ),
    "readings that are an object": lambda: wrong(WIN, "result", "readings", to={}, kind="a list"),
    "a reading that is null": lambda: wrong(WIN, *FIRST_READING, to=None, kind="an object"),
    "a reading without its pair": lambda: Malformed(
        without(WIN, *FIRST_READING, "pair"),
        2,
        f"summary.result.readings[0] with the keys {keys('reading')}",
        "no pair",
    ),
    "a pair that is a list": lambda: wrong(
        WIN, *FIRST_READING, "pair", to=["9p", "9p"], kind="a text"
    ),
    "a pair of no tiles": lambda: wrong(WIN, *FIRST_READING, "pair", to="99", kind="tiles"),
    "a pair in another spelling": lambda: differs(
        WIN, *FIRST_READING, "pair", to="9p9p", wanted="99p"
    ),
    "sets that are a text": lambda: wrong(WIN, *FIRST_READING, "sets", to="222p", kind="a list"),
    "a set of five copies": lambda: wrong(
        WIN, *FIRST_READING, "sets", 0, to="22222p", kind="tiles"
    ),
    "a set that is null": lambda: wrong(WIN, *FIRST_READING, "sets", 1, to=None, kind="a text"),
    "a set in another order": lambda: differs(
        WIN, *FIRST_READING, "completes", to="465m", wanted="456m"
    ),
    "tags that are a text": lambda: wrong(
        WIN, *FIRST_READING, "tags", to="EDGE_WAIT", kind="a list"
    ),
    "a tag that there is not": lambda: wrong(
        WIN, *FIRST_READING, "tags", 0, to="HALF_FLUSH", kind=f"one of {TAGS}"
    ),
    "a tag that is a number": lambda: wrong(
        WIN, *FIRST_READING, "tags", 1, to=1, kind=f"one of {TAGS}"
    ),
    "a tag twice": lambda: Malformed(
        edited(WIN, *FIRST_READING, "tags", to=["ONE_VOIDED_SUIT", "CLOSED_WAIT", "CLOSED_WAIT"]),
        2,
        "summary.result.readings[0].tags[2] absent",
        '"CLOSED_WAIT"',
    ),
    "tags in another order": lambda: Malformed(
        edited(WIN, *FIRST_READING, "tags", to=["CLOSED_WAIT", "ONE_VOIDED_SUIT"]),
        2,
        'summary.result.readings[0].tags[0] "ONE_VOIDED_SUIT"',
        '"CLOSED_WAIT"',
    ),
    "five triplets": lambda: wrong(
        WIN, *FIRST_READING, "triplets", to=5, kind="a whole number from 0 to 4"
    ),
    "points of a reading that are a text": lambda: wrong(
        WIN, *FIRST_READING, "points", to="3", kind="a whole number from 0 on"
    ),
    "a settlement that is null": lambda: wrong(DRAWN, "settlement", to=None, kind="an object"),
    "a settlement without its sums": lambda: Malformed(
        without(DRAWN, "settlement", "deltas"),
        3,
        f"summary.settlement with the keys {keys('settlement')}",
        "no deltas",
    ),
    "points below 0": lambda: wrong(
        DRAWN, "settlement", "points", to=-1, kind="a whole number from 0 on"
    ),
    "a paid reading that is a list": lambda: wrong(
        WIN, "settlement", "reading", to=[], kind="an object"
    ),
    "payments that are null": lambda: wrong(
        DRAWN, "settlement", "payments", to=None, kind="a list"
    ),
    "a payment that is a number": lambda: wrong(WIN, *FIRST_PAYMENT, to=11, kind="an object"),
    "a payment without its rule": lambda: Malformed(
        without(WIN, *FIRST_PAYMENT, "rule"),
        2,
        f"summary.settlement.payments[0] with the keys {keys('payment')}",
        "no rule",
    ),
    "a payer that is no seat": lambda: wrong(WIN, *FIRST_PAYMENT, "payer", to=-1, kind=SEAT),
    "a payee that is true": lambda: wrong(WIN, *FIRST_PAYMENT, "payee", to=True, kind=SEAT),
    "an item that there is not": lambda: wrong(
        WIN, *FIRST_PAYMENT, "item", to="base", kind=f"one of {ITEMS}"
    ),
    "an item that is an object": lambda: wrong(
        WIN, *FIRST_PAYMENT, "item", to={}, kind=f"one of {ITEMS}"
    ),
    "no points": lambda: wrong(
        WIN, *FIRST_PAYMENT, "points", to=0, kind="a whole number from 1 to 1000000"
    ),
    "factors that are a list": lambda: wrong(
        WIN,
        *FIRST_PAYMENT,
        "factors",
        to=[["FOR_ALL", 3]],
        kind=f"an object with some of the keys {FACTORS}",
    ),
    "a factor that there is not": lambda: wrong(
        WIN,
        *FIRST_PAYMENT,
        "factors",
        to={"FOR_THREE": 3},
        kind=f"an object with some of the keys {FACTORS}",
    ),
    "a factor of 1": lambda: wrong(
        WIN, *FIRST_PAYMENT, "factors", "FOR_ALL", to=1, kind="a whole number from 2 to 1000000"
    ),
    "a rule that is a number": lambda: wrong(WIN, *FIRST_PAYMENT, "rule", to=4, kind="a text"),
    "a kong that is no tile": lambda: wrong(WIN, *FIRST_PAYMENT, "kong", to="", kind="a tile"),
    "an amount that is not that of its points": lambda: differs(
        WIN, *FIRST_PAYMENT, "amount", to=4, wanted=3
    ),
    "an amount that is a fraction": lambda: differs(
        WIN, *FIRST_PAYMENT, "amount", to=3.0, wanted=3
    ),
    "what a seat has won that nobody has paid": lambda: differs(
        WIN, "settlement", "deltas", 2, to=12, wanted=11
    ),
    "what five seats have won": lambda: Malformed(
        edited(WIN, "settlement", "deltas", to=[0, -11, 11, 0, 0]),
        2,
        "summary.settlement.deltas[4] absent",
        "0",
    ),
    "sums that are null": lambda: Malformed(
        edited(SELF_DRAW, "settlement", "deltas", to=None),
        4,
        "summary.settlement.deltas [-18,54,-18,-18]",
        "null",
    ),
}
