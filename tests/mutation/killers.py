"""Which tests are run against a mutant: a quick list for each module, and one for what is left.

No list has tests that read the sources, count calls or look at the repository: those would kill
a mutant for looking other than it did, not for playing otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

QUICK: Mapping[str, tuple[str, ...]] = {
    "seats": ("turn", "win", "score"),
    "tiles": ("tiles", "hand_inputs"),
    "splits": ("constants", "tags", "waits", "winning", "splits"),
    "melds": ("constants", "melds", "kong", "hand_inputs"),
    "rules": ("rules_options", "score_numbers", "score"),
    "wall": ("constants", "wall", "wall_ends", "shuffle", "wall_in_play"),
    "winning": ("constants", "tags", "winning", "readings"),
    "actions": ("constants", "turn", "ting", "claim", "kong"),
    "state": ("constants", "turn", "ting", "claim", "kong"),
    "dealing": ("dealing", "constants"),
    "hands": ("hand_inputs", "hand_values", "waits"),
    "waiting": ("constants", "waiting"),
    "claims": ("constants", "claim", "stand", "kong", "win"),
    "scoring": ("constants", "score_lines", "score_kongs", "score_numbers", "score"),
    "legal": ("turn", "kong", "ting", "refusals"),
    "reducer": ("turn", "kong", "ting", "events"),
    "views": ("constants", "views", "view_values"),
    "table_state": ("constants", "table", "table_ledger", "table_leaving"),
    "table_actions": ("constants", "table", "table_texts", "table_refusals"),
    "table": ("table", "table_deals", "table_leaving"),
}
"""By module, the names of test files; the examples of the module come before them."""

STRONG = (
    "constants",
    "corners",
    "notation_by_hand",
    "refusal_reasons",
    "cases_play",
    "cases_values",
    "rules_version",
    "telling",
    "stored_records",
    "values",
    "playthroughs",
)
"""The names of test files that are run against what the quick ones let pass."""
