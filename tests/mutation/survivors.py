"""Mutants that no test can kill, each with the reason: they change nothing that is promised.

What is not named here and survives is a fault of the tests, and the commands `constants` and
`functions` fail. `page` writes both lists into `docs/trust.md`.
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
        names: the beginnings of the mutants' names: of cosmic-ray's operators, or of the functions.
        number: how many mutants there are.
        reason: why none of them can be killed.
    """

    module: str
    line: str
    names: tuple[str, ...]
    number: int
    reason: str

    def is_about(self, module: str, name: str, difference: Sequence[str]) -> bool:
        """Return whether a mutant is one of these, by its name and how its text differs."""
        return (
            module == self.module
            and name.startswith(self.names)
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

CONSTANTS: Sequence[Known] = (
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
"""What `constants` finds: tables, constants, defaults, decorated functions."""

_SHORT_CUT = "a short cut: the longer way comes to the same"
_SIEVE = "a sieve: what it lets through is looked at again, by what decides"
_FALSE = "`None` is as false as what stood there"
_LOWEST = "of a number above 0, `n | -n` is minus the lowest bit and has as many bits"
_EMPTY_SLICE = (
    "no slice with tiles is as small as `HONOURS` or equal to it, and an empty one has none"
)
_MORE_KINDS = "more kinds are looked at, of which there are no tiles"
_NOT_IN_TING = "the seat is not in ting, and the field `None`"
_MODULO = "the two are the same modulo what they are taken by"

FUNCTIONS: Sequence[Known] = (
    Known(
        "claims",
        "player.meld_set + 3 * ONE[tile]",
        ("pung_refusal ",),
        1,
        "the one tile left waits for its own kind alone: with three or four copies of that in the "
        "pung it waits for a fifth one",
    ),
    Known("claims", "held = ", ("answers_of ",), 1, _SHORT_CUT),
    Known("hands", "if kinds else ()", ("waits ",), 1, _SHORT_CUT),
    Known("hands", "if type(winning_tile) is not Tile", ("readings ",), 1, _SHORT_CUT),
    Known("hands", "if type(concealed) is tuple", ("_check_hand ",), 1, _SHORT_CUT),
    Known("hands", "if type(tile) is not Tile", ("_count ",), 1, _SHORT_CUT),
    Known("legal", "made & made >> 1 & hand", ("turn_actions ",), 3, _SIEVE),
    Known("legal", "fours = ", ("_turn_kongs ",), 1, _SIEVE),
    Known("legal", "if up or wall", ("_tings ",), 1, "a value is made anew that is equal"),
    Known("legal", "if player.ting is None and", ("_turn_refusal ",), 1, _SHORT_CUT),
    Known("legal", "triplet_needed=False", ("ting_refusal ",), 1, _FALSE),
    Known("reducer", "player.ting,", ("_Table._mark_passes ",), 1, _NOT_IN_TING),
    Known("reducer", "before.ting,", ("_Table._make_pung ",), 1, _NOT_IN_TING),
    Known("reducer", "concerned", ("_Table._offer ",), 6, _SIEVE),
    Known("scoring", "found: tuple[Reading, ...] = ()", ("_paid_reading ",), 1, _FALSE),
    Known(
        "scoring",
        "if hand >> 4 * result.tile & 15",
        ("_paid_reading ",),
        1,
        "without the tile no reading is found either, and the error is the same",
    ),
    Known("splits", "bit_length() - 1 & ~3", ("_first_sets ",), 1, _LOWEST),
    Known(
        "splits",
        "if runs == 0 or (0 < runs",
        ("_first_sets ",),
        2,
        "no runs are taken on the left of `or` already; " + _EMPTY_SLICE,
    ),
    Known(
        "splits", "for kind in kinds_of(part & SUIT_MASK)", ("_flags_with_pair ",), 1, _MORE_KINDS
    ),
    Known("splits", "with_pair=False", ("_waits_for_sets ",), 1, _FALSE),
    Known("splits", "if part < HONOURS:  # what", ("_waits ",), 1, _EMPTY_SLICE),
    Known(
        "splits",
        "near = (near | near << 4 | near >> 4)",
        ("_waits ",),
        1,
        "up to four copies, moved by five bits, are still a count of the next kind",
    ),
    Known("splits", "if part < HONOURS:", ("_is_one_short ",), 1, _EMPTY_SLICE),
    Known(
        "splits",
        "begun += [one + other",
        ("_is_one_short ",),
        2,
        "of two tiles either one finds the other, above it or below",
    ),
    Known("splits", "for place in kinds_of(part & SUIT_MASK)", ("splits ",), 1, _MORE_KINDS),
    Known("table", "strict=True", ("_settle ",), 3, _STRICT),
    Known("tiles", "bit_length() - 1) >> 2", ("tiles_of ", "kinds_of "), 2, _LOWEST),
    Known("views", "strict=False", ("SeatView.thrown_since_ting ",), 2, _FALSE),
    Known("views", "strict=True", ("seen_players ",), 3, _STRICT),
    Known(
        "views",
        "if isinstance(seen.ting, Ting) else None",
        ("SeatView.own_player ",),
        1,
        "a seat sees all of its own declaration",
    ),
    Known("wall", "strict=True", ("Shuffle.from_draw_order ",), 3, _STRICT),
    Known("wall", "== WALL_SIZE", ("_layout_problems ",), 1, _SHORT_CUT),
    Known("wall", "counted(layout) ==", ("_layout_problems ",), 1, _SHORT_CUT),
    Known("wall", "for side in ((taker - 1) % 4", ("draw_order ",), 1, _MODULO),
    Known("wall", "_last_place(kongs) - (kongs + 1) % 2", ("tail_place ",), 1, _MODULO),
    Known("winning", "STRAYS[", ("wait_set ", "ting_tiles "), 14, _SIEVE),
    Known("winning", "strays = in_m", ("ting_tiles ",), 3, _SIEVE),
    Known("winning", "if strays > 1", ("ting_tiles ",), 1, _SIEVE),
    Known("winning", "if kinds else 0", ("wait_set ",), 1, _SHORT_CUT),
    Known(
        "winning",
        "flags = 0 if triplet_needed",
        ("waits_by_splits ",),
        1,
        "no other bit is looked at than `WITH_TRIPLET`",
    ),
    Known(
        "winning",
        "if pairing < 0",
        ("waits_by_splits ",),
        2,
        "the slice that pairs is the second of two, 1 to 3, or there is none",
    ),
    Known(
        "winning", "return ones[0], -1, complete", ("_plan ",), 1, "any number below 0 says none"
    ),
    Known("winning", "melds > 0", ("is_winning ",), 1, "a counted set of melds is 0 or above 2"),
    Known(
        "winning",
        "group[0] is group[1]",
        ("read_win ",),
        1,
        "the first two tiles of a set are alike just when the first and the third are",
    ),
    Known("winning", "if len(found) > 1 else found", ("read_win ",), 2, _SHORT_CUT),
)
"""What `functions` finds: the bodies of functions."""


def known(
    among: Sequence[Known], module: str, name: str, difference: Sequence[str]
) -> Known | None:
    """Return what says why a mutant cannot be killed, if anything does."""
    return next((each for each in among if each.is_about(module, name, difference)), None)
