"""All parsers of the public face, for the fuzzing; and what takes texts and is no parser."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fuzz_messages import MESSAGES
from fuzz_oracle import Target, by_name
from fuzz_texts import TEXTS
from fuzz_values import VALUES
from fuzz_wishes import WISHES

TARGETS: Mapping[str, Target] = MappingProxyType(by_name((*TEXTS, *VALUES, *WISHES, *MESSAGES)))
"""Every parser that is fuzzed, by its name."""

_SEED = "a seed: any text is one, and nothing is read out of it"
_BY = "a name that is compared with those at the table, and not read"

NO_PARSERS: Mapping[str, str] = MappingProxyType(
    {
        "apply_table": _BY,
        "step_table": _BY,
        "SittingWriter.act": _BY,
        "why_table_illegal": _BY,
        "simulate": _SEED,
        "simulated_records": _SEED,
        "Uniform.for_deal": _SEED,
        "format_tiles": "a writer",
        "testing.check_deal": _SEED,
        "testing.check_player": _SEED,
        "testing.check_table": _SEED,
        "testing.UniformPlayer.for_deal": _SEED,
        "testing.tiles": "a strategy of Hypothesis: the letters of suits are compared with four",
        "testing.stacked_deals": "a strategy of Hypothesis: names are looked up",
    }
)
"""What takes a text or a mapping from outside, and why it is no parser."""
