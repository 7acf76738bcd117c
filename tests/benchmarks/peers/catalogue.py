"""What is measured and of whom: packages and versions, measures and their rows, goals.

Data alone, read by the command and by the processes that it starts, so it needs nothing but the
standard library.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

OURS = "lisi-mahjong"

VERSIONS = {
    "riichienv": "0.4.11",
    "mahjong": "2.1.0",
    "mjai": "0.2.1",
    "pymahjong": "1.1.2",
    "cmajiang": "0.0.1",
    "chess": "1.11.2",
    "jansou": "0.14.0",
    "pokerkit": "0.7.7",
    "rlcard": "1.2.0",
    "kago-utils": "0.1.0",
}
"""By name in the package index, the version of each peer that is measured."""

MODULES = {OURS: "lisi_mahjong", "kago-utils": "kago_utils"}
"""What to import for a package whose module has another name."""


@dataclass(frozen=True)
class Row:
    """One package, asked in one way.

    Attributes:
        key: the row's name in a result, after the measure's.
        package: its name in the package index.
        how: what is called, in words.
        work: the function that measures it, as ``module:function``, and its first argument after
            another colon.
        count: how many deals, hands, games or starts make one round.
        quick: the same for a smoke run.
    """

    key: str
    package: str
    how: str
    work: str
    count: int
    quick: int = 2


@dataclass(frozen=True)
class Measure:
    """One thing that is measured of several packages.

    Attributes:
        key: its name in a result.
        title: the heading of its table.
        figures: by key in a result, what a figure is, as the heading of a column.
        rows: who is measured.
        ours: the rows of ours with which the others are compared.
        compared: the figures of which there is a ratio; empty for all.
        note: what is to be known about it.
    """

    key: str
    title: str
    figures: dict[str, str]
    rows: tuple[Row, ...]
    ours: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Goal:
    """What a figure of ours should be, alone or as a multiple of another.

    Attributes:
        text: the goal in words.
        figure: ``measure/row/figure``.
        beside: the figure that it is a multiple of; empty for none.
        least: the smallest good value, or
        most: the greatest.
        unit: what a value without `beside` counts.
    """

    text: str
    figure: str
    beside: str = ""
    least: float | None = None
    most: float | None = None
    unit: str = field(default="", kw_only=True)


_SPEEDS = {
    "decisions": "decisions a second",
    "deals": "deals a second",
    "first decisions": "decisions a second, first lot",
}

DEALS = Measure(
    "deals",
    "Whole deals of choices that are equally likely",
    _SPEEDS,
    (
        Row("ours", OURS, "`rng.choice(legal_actions(…))`, `apply`", "games:ours", 1000),
        Row("ours tidy", OURS, "the same of tidy players' deals", "games:ours_tidy", 700),
        Row(
            "riichienv",
            "riichienv",
            "`rng.choice(obs.legal_actions())`, `step`, no log",
            "games:riichienv",
            700,
        ),
        Row("mjai", "mjai", "`Match`, an agent in Python that lists", "mjai_games:mjai", 30, 1),
        Row("pymahjong", "pymahjong", "`MahjongEnv.step`", "games:pymahjong", 80),
        Row("pymahjong table", "pymahjong", "`Table` below it", "games:pymahjong_table", 150),
        Row("cmajiang", "cmajiang", "`Game.reply`, `next`", "games:cmajiang", 300),
        Row("jansou", "jansou", "`Environment.play`", "games:jansou", 15, 1),
        Row("chess", "chess", "`legal_moves`, `push`: chess", "games:chess", 80, 1),
        Row("pokerkit", "pokerkit", "no-limit hold'em, four seats", "games:pokerkit", 800),
        Row("rlcard", "rlcard", "`mahjong`, `env.step`", "games:rlcard", 50),
    ),
    ("ours",),
    ("decisions", "deals"),
    "A deal of mjai and jansou is one of a game of several, one of chess a game, one of pokerkit a"
    " hand of poker. Tidy players' decisions are known beforehand; what is timed lists, chooses"
    " and applies as in the first row.",
)

_ASKED = {
    "later": "hands a second",
    "first": "the same, first lot",
    "found": "of the round's hands, found",
}
_HANDS = 10_000
_NOTE = (
    "Each process first asks about a lot of hands with empty memos, then about another lot of the"
    " same size with what its memos hold by then."
)


def _hand_row(key: str, package: str, how: str, work: str, count: int = _HANDS) -> Row:
    return Row(key, package, how, f"asking:{work}", count, 100)


_TUPLES = "tuples of `Tile`"
_PACKED = "`Hand`, made before"


def _waits_rows(kind: str) -> tuple[Row, ...]:
    return (
        _hand_row("ours tuples", OURS, f"`waits`, {_TUPLES}", f"ours_waits:{kind}"),
        _hand_row("ours hands", OURS, f"`waits`, {_PACKED}", f"ours_waits_packed:{kind}"),
        _hand_row(
            "riichienv",
            "riichienv",
            "`HandEvaluator(tiles).get_waits()`",
            f"riichienv_waits:{kind}",
        ),
        _hand_row(
            "riichienv made",
            "riichienv",
            "`get_waits()`, evaluator made before",
            f"riichienv_waits_made:{kind}",
        ),
        _hand_row("jansou", "jansou", "`waits`, `Hand` made before", f"jansou_waits:{kind}"),
        _hand_row(
            "cmajiang",
            "cmajiang",
            "`Shoupai(tiles)`, `xiangting`, `tingpai`",
            f"cmajiang_waits:{kind}",
        ),
        _hand_row(
            "cmajiang made",
            "cmajiang",
            "the same, `Shoupai` made before",
            f"cmajiang_waits_made:{kind}",
        ),
    )


WAITS = Measure(
    "waits",
    "Waits of random hands of 13 tiles",
    _ASKED,
    _waits_rows("waiting"),
    ("ours tuples", "ours hands"),
    ("later", "first"),
    _NOTE + " `tingpai` is asked where `xiangting` is 0. The others know hands of seven pairs, of"
    " thirteen orphans and of runs alone, which do not win here.",
)

WAITS_OF_READY = Measure(
    "waits of ready hands",
    "Waits of hands of 13 tiles that wait",
    _ASKED,
    _waits_rows("ready"),
    ("ours tuples", "ours hands"),
    ("later", "first"),
)

WINS = Measure(
    "is_win",
    "Whether 14 tiles win, half of them winning",
    _ASKED,
    (
        _hand_row("ours tuples", OURS, f"`is_win`, {_TUPLES}", "ours_is_win"),
        _hand_row("ours hands", OURS, f"`is_win`, {_PACKED}", "ours_is_win_packed"),
        _hand_row(
            "mahjong ids",
            "mahjong",
            "`is_agari(TilesConverter.to_34_array(ids))`",
            "mahjong_is_win_of_ids",
        ),
        _hand_row("mahjong", "mahjong", "`Agari.is_agari`, counts made before", "mahjong_is_win"),
        _hand_row("riichienv", "riichienv", "`calculate_shanten`", "riichienv_is_win"),
        _hand_row(
            "riichienv scored", "riichienv", "`HandEvaluator(tiles).calc(tile)`", "riichienv_calc"
        ),
        _hand_row("jansou", "jansou", "`is_complete`, counts made before", "jansou_is_win"),
        _hand_row("cmajiang", "cmajiang", "`xiangting(Shoupai(tiles))`", "cmajiang_is_win"),
        _hand_row(
            "kago-utils", "kago-utils", "`Shanten.calculate_shanten`", "kago_is_win", _HANDS // 10
        ),
    ),
    ("ours tuples", "ours hands"),
    ("later", "first"),
)


def _splits_rows(kind: str) -> tuple[Row, ...]:
    return (
        _hand_row("ours tuples", OURS, f"`readings`, {_TUPLES}", f"ours_readings:{kind}"),
        _hand_row("ours hands", OURS, f"`readings`, {_PACKED}", f"ours_readings_packed:{kind}"),
        _hand_row(
            "mahjong ids",
            "mahjong",
            "`divide_hand(TilesConverter.to_34_array(ids))`",
            f"mahjong_splits_of_ids:{kind}",
        ),
        _hand_row(
            "mahjong",
            "mahjong",
            "`HandDivider.divide_hand`, counts made before",
            f"mahjong_splits:{kind}",
        ),
        _hand_row("jansou", "jansou", "`decompose`", f"jansou_splits:{kind}"),
    )


SPLITS_OF_RANDOM = Measure(
    "readings of random hands",
    "Every reading of random hands of 14 tiles, with their tags",
    _ASKED,
    _splits_rows("random"),
    ("ours tuples", "ours hands"),
    ("later", "first"),
    "Ours are readings, sorted, with points and tags; `divide_hand` lists splits alone.",
)

SPLITS_OF_WINNING = Measure(
    "readings of winning hands",
    "Every reading of winning hands of 14 tiles, with their tags",
    _ASKED,
    _splits_rows("winning"),
    ("ours tuples", "ours hands"),
    ("later", "first"),
)

KEEPING = Measure(
    "keeping",
    "A game that is kept, and an independent copy to search on",
    {
        "live": "bytes of a live game",
        "kept": "bytes of each state kept along a game",
        "copy": "microseconds a copy",
    },
    (
        Row("ours", OURS, "every state is a value: no copy is needed", "keeping:ours", 1000, 20),
        Row("ours tidy", OURS, "the same of tidy players' deals", "keeping:ours_tidy", 1000, 20),
        Row("riichienv", "riichienv", "`env.clone()`", "keeping:riichienv", 500, 5),
        Row("chess", "chess", "`board.copy()`", "keeping:chess", 40),
        Row("chess bare", "chess", "`board.copy(stack=False)`", "keeping:chess_without_stack", 100),
        Row("pokerkit", "pokerkit", "`copy.deepcopy`", "keeping:pokerkit", 100),
        Row("rlcard", "rlcard", "no copy is offered", "keeping:rlcard", 300),
        Row("jansou", "jansou", "no copy is offered", "keeping:jansou", 300),
        Row("cmajiang", "cmajiang", "no copy is offered", "keeping:cmajiang", 300),
        Row("pymahjong", "pymahjong", "no copy is offered", "keeping:pymahjong", 300),
    ),
    ("ours",),
    ("live", "kept"),
    "What the process has grown by (its resident memory), divided. A live game has seen 40"
    " decisions; along a game every state is kept, or a copy of it. Less is better.",
)

HASHING = Measure(
    "hashing",
    "What a transposition table asks of a state",
    {
        "hash": "hash, microseconds",
        "same": "== of two that share their past, microseconds",
        "equal": "== of two that share nothing, microseconds",
        "other": "== with the state after, microseconds",
    },
    (
        Row("ours", OURS, "`hash(state)`, `==`", "keeping:ours_hashing", 100, 2),
        Row("chess", "chess", "`zobrist_hash(board)`, `==`", "keeping:chess_hashing", 20, 1),
    ),
    ("ours",),
    note="Less is better.",
)


def _start_row(key: str, package: str, how: str) -> Row:
    return Row(key, package, how, f"starting:start:{key}", 5, 1)


STARTING = Measure(
    "starting",
    "How long it takes to start",
    {"import": "import, milliseconds", "first": "first answer, milliseconds"},
    (
        _start_row("ours", OURS, "beyond attrs; a deal and its first `legal_actions`"),
        _start_row("ours with attrs", OURS, "the same, attrs included"),
        _start_row("riichienv", "riichienv", "a game and its first `legal_actions()`"),
        _start_row("mahjong", "mahjong", "the first `is_agari`"),
        _start_row("mjai", "mjai", "the import alone"),
        _start_row("pymahjong", "pymahjong", "a game and its first `get_valid_actions()`"),
        _start_row("cmajiang", "cmajiang", "a game and its first `get_dapai()`"),
        _start_row("chess", "chess", "a board and its `legal_moves`"),
        _start_row("jansou", "jansou", "a game and its first request"),
        _start_row("pokerkit", "pokerkit", "a hand and the first `can_fold()`"),
        _start_row("rlcard", "rlcard", "a game and its first state"),
        _start_row("kago-utils", "kago-utils", "the first `calculate_shanten`"),
    ),
    ("ours",),
    note="Each in an interpreter of its own; the time before the import is not counted. Less is"
    " better.",
)

MEASURES = (
    DEALS,
    WAITS,
    WAITS_OF_READY,
    WINS,
    SPLITS_OF_RANDOM,
    SPLITS_OF_WINNING,
    KEEPING,
    HASHING,
    STARTING,
)

NOT_OFFERED = (
    ("mahjong", "has no games, only hands"),
    ("kago-utils", "has no games, and no function for waits or splits"),
    ("mjai", "plays whole games by itself: none can be kept or copied from Python"),
    ("pymahjong", "has no function for hands, and its `Table` cannot be copied"),
    ("riichienv", "lists no splits"),
    ("cmajiang", "lists no splits, and its `Game` cannot be copied"),
)
"""By package, what is in no table because it cannot be asked for."""

GOALS = (
    Goal("decisions ÷ riichienv's", "deals/ours/decisions", "deals/riichienv/decisions", 1.3),
    Goal("deals ÷ riichienv's", "deals/ours/deals", "deals/riichienv/deals", 1.3),
    Goal(
        "tidy deals' decisions ÷ uniform ones'",
        "deals/ours tidy/decisions",
        "deals/ours/decisions",
        0.7,
    ),
    Goal("`waits` of random tuples", "waits/ours tuples/later", "", 150_000, unit="a second"),
    Goal(
        "`waits` of `Hand` ÷ riichienv's, made before",
        "waits/ours hands/later",
        "waits/riichienv made/later",
        1,
    ),
    Goal(
        "`is_win` of tuples ÷ mahjong's from its tile ids",
        "is_win/ours tuples/later",
        "is_win/mahjong ids/later",
        2,
    ),
    Goal(
        "`is_win` of tuples ÷ mahjong's from counts made before",
        "is_win/ours tuples/later",
        "is_win/mahjong/later",
        2,
    ),
    Goal(
        "`is_win` of `Hand` ÷ mahjong's from its tile ids",
        "is_win/ours hands/later",
        "is_win/mahjong ids/later",
        4,
    ),
    Goal(
        "`is_win` of `Hand` ÷ mahjong's from counts made before",
        "is_win/ours hands/later",
        "is_win/mahjong/later",
        4,
    ),
    *(
        Goal(
            f"`readings` of {kind} {form} ÷ mahjong's splits from {beside}",
            f"readings of {kind} hands/ours {row}/later",
            f"readings of {kind} hands/{other}/later",
            4,
        )
        for kind in ("random", "winning")
        for form, row, beside, other in (
            ("tuples", "tuples", "its tile ids", "mahjong ids"),
            ("`Hand`", "hands", "counts made before", "mahjong"),
        )
    ),
    Goal("each state kept along a deal", "keeping/ours/kept", most=1500, unit="bytes"),
    Goal("each state kept along a tidy deal", "keeping/ours tidy/kept", most=1500, unit="bytes"),
    Goal("import beyond attrs", "starting/ours/import", most=25, unit="ms"),
    Goal("from there to the first `legal_actions`", "starting/ours/first", most=10, unit="ms"),
)


def rows() -> Iterator[tuple[Measure, Row]]:
    """Yield every row with its measure, in order."""
    for measure in MEASURES:
        for row in measure.rows:
            yield measure, row


def packages() -> list[str]:
    """Return the packages that are measured, ours first."""
    return [OURS, *VERSIONS]
