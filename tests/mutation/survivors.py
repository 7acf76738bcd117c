"""Mutants that no test can kill, each with the reason: they change nothing that is promised.

Each is listed with what it changes, see `known`; nothing else is excused. What is not listed and
survives is a fault of the tests, and the commands `constants` and `functions` fail, as they do when
one of these is killed or not made any more. `page` writes both lists into `docs/trust.md`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mutation.known import Known

_OWN_REPR = "attrs finds the `__repr__` that the class has and writes none, told so or not"
_KEPT_HASH = "a hash that is kept is the hash that is reckoned each time"
_OTHER_ORDER = "the order says nothing: what is made of it is a set, or is only looked into"
_UNIQUE = "a guard against two members with one value, which there are not"
_STRICT = "a guard against rows of different lengths, which these are not"
_SLOTS = "the order of `__slots__` says nothing"
_MEMO = "how much a memo keeps changes how long an answer takes and no answer"
_NEVER_ASKED = "the places of the table that change are asked about by nothing: "
_SMALL_INTS = "small ints that are equal are one object"
_TING_DEFAULTS = "what is not given to `DeclareTing` is `False`"

CONSTANTS: Sequence[Known] = (
    Known.of("tiles", "Tile", _UNIQUE, "@unique →"),
    Known.of("melds", "MeldKind", _UNIQUE, "@unique →"),
    Known.of("actions", "KongKind", _UNIQUE, "@unique →"),
    Known.of("winning", "Tag", _UNIQUE, "@unique →"),
    Known.of("scoring", "PaymentItem", _UNIQUE, "@unique →"),
    Known.of("scoring", "PaymentFactor", _UNIQUE, "@unique →"),
    Known.of(
        "tiles", "_OF_TEXT", _STRICT, "TILES, strict=True → TILES", "strict=True → strict=False"
    ),
    Known.of("tiles", "_one_of", _STRICT, "ONE, strict=True → ONE", "strict=True → strict=False"),
    Known.of(
        "tiles",
        "_GLYPHS",
        "the offsets are below 0x1000, so that adding and joining bits are the same",
        "0x1F000 + offset → 0x1F000 | offset",
    ),
    Known.of("state", "Setup", _KEPT_HASH, "cache_hash=True → cache_hash=False"),
    Known.of(
        "state",
        "Setup.wall",
        "setups with one shuffle and one dealer have one wall",
        "repr=False, eq=False → repr=False",
        "eq=False → eq=True",
    ),
    Known.of("state", "Player", _OWN_REPR, "repr=False, weakref_slot=False → weakref_slot=False"),
    Known.of(
        "state", "GameState", _OWN_REPR, "repr=False, weakref_slot=False → weakref_slot=False"
    ),
    Known.of(
        "reducer",
        "_Table.__slots__",
        _SLOTS,
        '"events", "kongs" → "kongs", "events"',
        '"kongs", "players" → "players", "kongs"',
        '"players", "remaining" → "remaining", "players"',
        '"remaining", "rules" → "rules", "remaining"',
        '"rules", "wall" → "wall", "rules"',
    ),
    Known.of(
        "actions",
        "_TING_TAILS",
        _TING_DEFAULTS,
        "(False, False) → (False,)",
        "(True, False) → (True,)",
    ),
    Known.of(
        "splits",
        "_CACHED_SLICES",
        _MEMO,
        "1 << 15 → 0 << 15",
        "1 << 15 → 2 << 15",
        "1 << 15 → 1 << 14",
        "1 << 15 → 1 << 16",
        "1 << 15 → 1 >> 15",
        "1 << 15 → 1 * 15",
    ),
    Known.of(
        "splits",
        "sets_of",
        _MEMO,
        "_CACHED_SLICES // 8 → _CACHED_SLICES // 7",
        "_CACHED_SLICES // 8 → _CACHED_SLICES // 9",
        "_CACHED_SLICES // 8 → _CACHED_SLICES % 8",
    ),
    Known.of(
        "winning",
        "_PLANS",
        _NEVER_ASKED
        + "a waiting hand has 1 modulo 3 tiles, and of its sizes those have no plan either way",
        "number // 27 → number // 26",
        "range(81) → range(80)",
        "range(81) → range(82)",
    ),
    Known.of(
        "winning",
        "_STRAIGHTS",
        _OTHER_ORDER,
        "(0, 3, 6) → (3, 0, 6)",
        "(0, 3, 6) → (0, 6, 3)",
        "(0, 9, 18) → (9, 0, 18)",
        "(0, 9, 18) → (0, 18, 9)",
    ),
    Known.of(
        "winning",
        "_POINTS_FIELD",
        _OTHER_ORDER,
        "(Tag.MELDED_KONG, Tag.CONCEALED_KONG) → (Tag.CONCEALED_KONG, Tag.MELDED_KONG)",
    ),
    Known.of(
        "scoring",
        "_ITEM_OF",
        _OTHER_ORDER,
        "(Tag.MELDED_KONG, Tag.CONCEALED_KONG) → (Tag.CONCEALED_KONG, Tag.MELDED_KONG)",
    ),
    Known.of(
        "table_actions",
        "_CONTROLS",
        _OTHER_ORDER,
        "(*range(32), *range(127, 160)) → (*range(127, 160), *range(32))",
    ),
    Known.of("views", "SeatView", _OWN_REPR, "repr=False, weakref_slot=False → weakref_slot=False"),
    Known.of(
        "views",
        "SeatView.legal_actions",
        _SMALL_INTS,
        "stage.seat != seat → stage.seat is not seat",
    ),
    Known.of(
        "views",
        "SeatView.legal_actions",
        "a seat whose turn it is not has nothing to discard, which is looked at next",
        "seat != seat → seat > seat",
        "seat != seat → seat < seat",
    ),
    Known.of("hands", "Hand", _OWN_REPR, "repr=False, weakref_slot=False → weakref_slot=False"),
    Known.of(
        "scoring",
        "Bill.unit",
        "the order says nothing: the lines are sorted afterwards",
        "unit = [PaymentItem.BASE, *(_ITEM_OF[tag] for tag in self.tags if tag in _ITEM_OF)] → "
        "unit = [*(_ITEM_OF[tag] for tag in self.tags if tag in _ITEM_OF), PaymentItem.BASE]",
    ),
    Known.of("scoring", "Bill.unit", _SMALL_INTS, "winner == self → winner is self"),
    Known.of("wall", "Shuffle", _KEPT_HASH, "cache_hash=True → cache_hash=False"),
    Known.of(
        "wall",
        "_FAIR",
        _NEVER_ASKED + "bound 0, and bounds above 136; `136 | 1` is 137",
        "bound else 0 → bound else 1",
        "bound else 0 → bound else -1",
        "WALL_SIZE + 1 → WALL_SIZE | 1",
        "WALL_SIZE + 1 → WALL_SIZE + 2",
    ),
    Known.of(
        "wall",
        "RESERVES",
        _NEVER_ASKED + "18 kongs, and 42 stacks; `16 | 2` is 18",
        "MAX_KONGS + 2 → MAX_KONGS | 2",
        "MAX_KONGS + 2 → MAX_KONGS + 3",
        "range(42) → range(43)",
    ),
    Known.of(
        "waiting",
        "TRIES",
        "a try more or less is promised by nothing",
        "Final = 400 → Final = 399",
        "Final = 400 → Final = 401",
    ),
    Known.of(
        "waiting",
        "_HALVES",
        _NEVER_ASKED + "two counts of fifteen, and no byte is 256",
        "range(256) → range(255)",
        "range(256) → range(257)",
    ),
    Known.of(
        "waiting",
        "_piece",
        "of sets and pairs `missing` is not read",
        "missing: int = 0 → missing: int = 1",
        "missing: int = 0 → missing: int = -1",
    ),
    Known.of(
        "waiting",
        "_CHOICES",
        _NEVER_ASKED + "there are four copies at most",
        "range(16) → range(15)",
        "range(16) → range(17)",
    ),
    Known.of(
        "waiting",
        "_TWO_KINDS",
        "in another order each piece stays as likely",
        "(missing, missing), *(tuple([kind for kind in run if kind != missing]) for run in "
        "_RUNS if missing in run) → *(tuple([kind for kind in run if kind != missing]) for "
        "run in _RUNS if missing in run), (missing, missing)",
    ),
    Known.of("waiting", "_TWO_KINDS", _SMALL_INTS, "kind != missing → kind is not missing"),
    Known.of(
        "waiting",
        "_DOUBLES",
        "of pieces that are short of a tile only `tiles` and `missing` are read, which are the "
        "same",
        "one == other → one > other",
        "one == other → one >= other",
        "one == other → one is other",
        "[one, other] → [other, one]",
    ),
    Known.of(
        "waiting",
        "complete_groups",
        _MEMO,
        "lru_cache(64) → lru_cache(63)",
        "lru_cache(64) → lru_cache(65)",
    ),
    Known.of(
        "waiting",
        "short_groups",
        _MEMO,
        "lru_cache(64) → lru_cache(63)",
        "lru_cache(64) → lru_cache(65)",
    ),
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
    Known.of(
        "actions",
        "_Discards.__init__",
        "a set of kinds has nine of its suit, and no more of the row are looked at",
        "suit : 9 → suit : 10",
        "suit + 9 → suit + 10",
    ),
    Known.of(
        "actions",
        "_read_tail",
        "what the words are for lacks at the end of a text, and here something stands",
        "space(_TING_TAIL) → space(None)",
    ),
    Known.of(
        "claims",
        "pung_refusal",
        "the one tile left waits for its own kind alone: with three or four copies of that in the "
        "pung it waits for a fifth one",
        "meld_set + 3 → meld_set + 4",
    ),
    Known.of("claims", "answers_of", _SHORT_CUT, "4 * tile & 15 → 4 * tile | 15"),
    Known.of(
        "hands",
        "waits",
        _SHORT_CUT,
        "if kinds → if kinds or True",
        "type(concealed) → type(None)",
        "type(melds) → type(None)",
        "tuple and not melds → tuple and melds",
    ),
    Known.of(
        "hands",
        "is_win",
        _SHORT_CUT,
        "type(concealed) → type(None)",
        "type(melds) → type(None)",
        "tuple and not melds → not tuple and not melds",
        "tuple and not melds → tuple and melds",
    ),
    Known.of(
        "hands",
        "readings",
        _SHORT_CUT,
        "type(winning_tile) → type(None)",
        "type(concealed) → type(None)",
        "type(melds) → type(None)",
        "tuple and not melds → not tuple and not melds",
        "tuple and not melds → tuple and melds",
    ),
    Known.of(
        "hands",
        "_check_hand",
        _SHORT_CUT,
        "type(concealed) is tuple → type(None) is tuple",
        "is_bare = type(melds) is tuple and not melds → is_bare = None",
        "type(melds) → type(None)",
        "tuple and not melds → not tuple and not melds",
    ),
    Known.of("hands", "_count", _SHORT_CUT, "type(tile) → type(None)"),
    Known.of(
        "legal",
        "turn_actions",
        _SIEVE,
        "made & made → made | made",
        ">> 1 & hand → >> 1 | hand",
        "(hand >> 2 | made & made >> 1 & hand) & EACH → "
        "(hand >> 2 | made & made >> 1 & hand) | EACH",
    ),
    Known.of("legal", "_turn_kongs", _SIEVE, ">> 2 & EACH → >> 2 | EACH"),
    Known.of(
        "legal", "_tings", "a value is made anew that is equal", "up or wall → (up or wall) or True"
    ),
    Known.of("legal", "_turn_refusal", _SHORT_CUT, "loose_set >> 4 → loose_set << 4"),
    Known.of("legal", "ting_refusal", _FALSE, "triplet_needed=False → triplet_needed=None"),
    Known.of("melds", "_parse_meld", "the tiles of a set are alike", "tiles[0] → tiles[1]"),
    Known.of("reducer", "_Table._mark_passes", _NOT_IN_TING, "river, player.ting → river, None"),
    Known.of("reducer", "_Table._make_pung", _NOT_IN_TING, "river, before.ting → river, None"),
    Known.of(
        "reducer",
        "_Table._offer",
        _SIEVE,
        "concerned = False → concerned = True",
        ">> shift & 14 → >> shift | 14",
        ">> shift & 14 → >> shift & 15",
        "14 > 0 → 14 >= 0",
        "14 > 0 → 14 > 1",
        "if concerned → if concerned or True",
    ),
    Known.of(
        "scoring", "_paid_reading", _FALSE, "tuple[Reading, ...] = () → tuple[Reading, ...] = None"
    ),
    Known.of(
        "scoring",
        "_paid_reading",
        "without the tile no reading is found either, and the error is the same",
        "tile & 15 → tile | 15",
    ),
    Known.of("splits", "_first_sets", _LOWEST, "part & -part → part | -part"),
    Known.of(
        "splits",
        "_first_sets",
        "no runs are taken on the left of `or` already",
        "0 < runs → 0 <= runs",
    ),
    Known.of("splits", "_first_sets", _EMPTY_SLICE, "part < HONOURS → part <= HONOURS"),
    Known.of("splits", "_flags_with_pair", _MORE_KINDS, "part & SUIT_MASK → part | SUIT_MASK"),
    Known.of("splits", "_waits_for_sets", _FALSE, "with_pair=False → with_pair=None"),
    Known.of("splits", "_waits", _EMPTY_SLICE, "part < HONOURS → part <= HONOURS"),
    Known.of(
        "splits",
        "_waits",
        "up to four copies, moved by five bits, are still a count of the next kind",
        "near << 4 → near << 5",
    ),
    Known.of("splits", "_is_one_short", _EMPTY_SLICE, "part < HONOURS → part <= HONOURS"),
    Known.of(
        "splits",
        "_is_one_short",
        "of two tiles either one finds the other, above it or below",
        "one << 4 → one >> 4",
        "one << 8 → one >> 8",
    ),
    Known.of(
        "splits", "splits", _MORE_KINDS, "kinds_of(part & SUIT_MASK) → kinds_of(part | SUIT_MASK)"
    ),
    Known.of(
        "table_state",
        "accounts_with",
        _STRICT,
        "summary.deltas, strict=True → summary.deltas",
        "strict=True → strict=False",
        "strict=True → strict=None",
    ),
    Known.of("tiles", "tiles_of", _LOWEST, "count & -count → count | -count"),
    Known.of("tiles", "kinds_of", _LOWEST, "count & -count → count | -count"),
    Known.of(
        "views",
        "SeatView.thrown_since_ting",
        _FALSE,
        "since, strict=False → since",
        "strict=False → strict=None",
    ),
    Known.of(
        "views",
        "seen_players",
        _STRICT,
        "state.players, strict=True → state.players",
        "strict=True → strict=False",
        "strict=True → strict=None",
    ),
    Known.of(
        "views",
        "SeatView.own_player",
        "a seat sees all of its own declaration",
        "isinstance(seen.ting, Ting) → isinstance(seen.ting, Ting) or True",
    ),
    Known.of(
        "wall",
        "Shuffle.from_draw_order",
        _STRICT,
        "row, strict=True → row",
        "strict=True → strict=False",
        "strict=True → strict=None",
    ),
    Known.of(
        "wall",
        "_layout_problems",
        _SHORT_CUT,
        "len(layout) == WALL_SIZE → len(layout) != WALL_SIZE",
        "COPIES * EACH → COPIES / EACH",
    ),
    Known.of("wall", "draw_order", _MODULO, "taker - 2 → taker + 2"),
    Known.of("wall", "tail_place", _MODULO, "kongs + 1 → kongs - 1"),
    Known.of(
        "winning",
        "wait_set",
        _SIEVE,
        "STRAYS[hand & SUIT_MASK] or STRAYS → STRAYS[hand & SUIT_MASK] and STRAYS",
        "hand >> SUIT_BITS → hand << SUIT_BITS",
        "[hand >> SUIT_BITS & SUIT_MASK] or → [hand >> SUIT_BITS & SUIT_MASK] and",
        "hand >> 2 → hand << 2",
        "hand >> 2 → hand >> 3",
        "[hand >> 2 * SUIT_BITS & SUIT_MASK] or → [hand >> 2 * SUIT_BITS & SUIT_MASK] and",
        "hand >> 3 → hand << 3",
        "hand >> 3 → hand >> 4",
        "SUIT_BITS | HONOURS → SUIT_BITS & HONOURS",
    ),
    Known.of("winning", "wait_set", _SHORT_CUT, "if kinds → if kinds or True"),
    Known.of(
        "winning",
        "ting_tiles",
        _SIEVE,
        "hand >> SUIT_BITS → hand << SUIT_BITS",
        "hand >> 2 → hand << 2",
        "hand >> 3 → hand << 3",
        "hand >> 3 → hand >> 4",
        "SUIT_BITS | HONOURS → SUIT_BITS & HONOURS",
        "in_m + in_p → in_m - in_p",
        "in_p + in_s → in_p - in_s",
        "in_s + in_z → in_s - in_z",
        "strays > 1 → strays > 2",
    ),
    Known.of(
        "winning",
        "waits_by_splits",
        "no other bit is looked at than `WITH_TRIPLET`",
        "flags = 0 → flags = 1",
    ),
    Known.of(
        "winning",
        "waits_by_splits",
        "the slice that pairs is the second of two, 1 to 3, or there is none",
        "pairing < 0 → pairing <= 0",
        "pairing < 0 → pairing < 1",
    ),
    Known.of(
        "winning",
        "_plan",
        "any number below 0 says none",
        "ones[0], -1, complete → ones[0], -2, complete",
    ),
    Known.of(
        "winning", "is_winning", "a counted set of melds is 0 or above 2", "melds > 0 → melds > 1"
    ),
    Known.of(
        "winning",
        "read_win",
        "the first two tiles of a set are alike just when the first and the third are",
        "group[1] → group[2]",
    ),
    Known.of(
        "winning",
        "read_win",
        _SHORT_CUT,
        "if len(found) > 1 → if len(found) > 1 or True",
        "len(found) > 1 → len(found) >= 1",
    ),
)
"""What `functions` finds: the bodies of functions."""
