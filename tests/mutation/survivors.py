"""Mutants that no test can kill, each with the reason: they change nothing that is promised.

What is not named here and survives is a fault of the tests, and `constants` fails.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs


@attrs.frozen
class Known:
    """Mutants of one line for which there is one reason.

    Attributes:
        module: the module.
        line: a piece of the line as it is, which no other mutated line has.
        operators: the beginnings of the names of the operators.
        number: how many mutants there are.
        reason: why none of them can be killed.
    """

    module: str
    line: str
    operators: tuple[str, ...]
    number: int
    reason: str

    def is_about(self, module: str, operator: str, difference: Sequence[str]) -> bool:
        """Return whether a mutant is one of these, by its operator and how its text differs."""
        return (
            module == self.module
            and operator.startswith(self.operators)
            and any(each.startswith("-") and self.line in each for each in difference)
        )


_OWN_REPR = "attrs finds the `__repr__` that the class has and writes none, told so or not"
_KEPT_HASH = "a hash that is kept is the hash that is reckoned each time"
_OTHER_ORDER = "the order says nothing: what is made of it is a set, or is only looked into"
_UNIQUE = "a guard against two members with one value, which there are not"
_STRICT = "a guard against rows of different lengths, which these are not"
_SLOTS = "the order of `__slots__` says nothing"
_MEMO = "how much a memo keeps changes how long an answer takes and no answer"
_NEVER_ASKED = "the places of the table that change are asked about by nothing: "
_NUMBER, _DROP, _SWAP = "NumberReplacer", "DropElement", "SwapNeighbours"
_ON, _OFF = "ReplaceFalseWithTrue", "ReplaceTrueWithFalse"

SURVIVORS: Sequence[Known] = (
    Known("tiles", "@unique", ("RemoveDecorator",), 1, _UNIQUE),
    Known("melds", "@unique", ("RemoveDecorator",), 1, _UNIQUE),
    Known("actions", "@unique", ("RemoveDecorator",), 1, _UNIQUE),
    Known("winning", "@unique", ("RemoveDecorator",), 1, _UNIQUE),
    Known("scoring", "@unique", ("RemoveDecorator",), 2, _UNIQUE),
    Known("tiles", "dict(zip(", (_DROP, _OFF), 4, _STRICT),
    Known(
        "tiles",
        "chr(0x1F000 + offset)",
        ("ReplaceBinaryOperator_Add_BitOr",),
        1,
        "the offsets are below 0x1000, so that adding and joining bits are the same",
    ),
    Known("state", "@attrs.frozen(cache_hash=True)", (_OFF,), 1, _KEPT_HASH),
    Known(
        "state",
        "wall: tuple[Tile, ...] = attrs.field(",
        (_DROP, _ON),
        2,
        "`eq`: setups with one shuffle and one dealer have one wall",
    ),
    Known("state", "@attrs.frozen(repr=False, weakref_slot=False)", (_DROP,), 2, _OWN_REPR),
    Known("reducer", "__slots__", (_SWAP,), 5, _SLOTS),
    Known(
        "actions",
        "(): (False, False)",
        (_DROP,),
        1,
        "what is not given to `DeclareTing` is `False`",
    ),
    Known(
        "actions",
        '("up",): (True, False)',
        (_DROP,),
        1,
        "what is not given to `DeclareTing` is `False`",
    ),
    Known("splits", "_CACHED_SLICES: Final", (_NUMBER, "ReplaceBinary"), 6, _MEMO),
    Known("splits", "sets_of = lru_cache(", (_NUMBER, "ReplaceBinary"), 3, _MEMO),
    Known(
        "winning",
        "_plan((number // 27",
        (_NUMBER,),
        3,
        _NEVER_ASKED
        + "a waiting hand has 1 modulo 3 tiles, and of its sizes those have no plan either way",
    ),
    Known("winning", "frozenset(RUNS[Tile(first + rank)]", (_SWAP,), 4, _OTHER_ORDER),
    Known("winning", "tag: tag.name.lower()", (_SWAP,), 1, _OTHER_ORDER),
    Known("scoring", "tag: PaymentItem[tag.name]", (_SWAP,), 1, _OTHER_ORDER),
    Known("table_actions", "_CONTROLS: Final", (_SWAP,), 1, _OTHER_ORDER),
    Known("views", "@attrs.frozen(repr=False, weakref_slot=False)", (_DROP,), 1, _OWN_REPR),
    Known(
        "views",
        "if stage.seat != seat",
        ("ReplaceComparisonOperator_NotEq_IsNot",),
        1,
        "small ints that are equal are one object",
    ),
    Known(
        "hands",
        "@attrs.frozen(repr=False, weakref_slot=False)",
        (_DROP, _ON),
        3,
        _OWN_REPR + "; and whether a hand has room for weak references is not promised",
    ),
    Known("wall", "@attrs.frozen(cache_hash=True)", (_OFF,), 1, _KEPT_HASH),
    Known(
        "wall",
        "_FAIR: Final",
        (_NUMBER, "ReplaceBinaryOperator_Add_BitOr"),
        4,
        _NEVER_ASKED + "bound 0, and bounds above 136; `136 | 1` is 137",
    ),
    Known(
        "wall",
        "for kongs in range(MAX_KONGS + 2)) for stacks in range(42)",
        (_NUMBER, "ReplaceBinaryOperator_Add_BitOr"),
        3,
        _NEVER_ASKED + "18 kongs, and 42 stacks; `16 | 2` is 18",
    ),
    Known("waiting", "TRIES: Final", (_NUMBER,), 2, "a try more or less is promised by nothing"),
    Known(
        "waiting",
        "_HALVES: Final",
        (_NUMBER,),
        2,
        _NEVER_ASKED + "two counts of fifteen, and no byte is 256",
    ),
    Known("waiting", "def _piece(", (_NUMBER,), 2, "of sets and pairs `missing` is not read"),
    Known(
        "waiting",
        "_CHOICES: Final",
        (_NUMBER,),
        2,
        _NEVER_ASKED + "there are four copies at most",
    ),
    Known(
        "waiting",
        "*(tuple([kind for kind in run",
        (_SWAP, "ReplaceComparisonOperator_NotEq_IsNot"),
        2,
        "in another order each piece stays as likely; small ints that are equal are one object",
    ),
    Known(
        "waiting",
        "_piece([one], 2, ONE[missing]) if one == other",
        ("ReplaceComparisonOperator_Eq_", _SWAP),
        4,
        "of pieces that are short of a tile only `tiles` and `missing` are read, which are the "
        "same",
    ),
    Known("waiting", "lru_cache(64)", (_NUMBER,), 4, _MEMO),
)
