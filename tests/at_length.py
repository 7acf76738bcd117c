"""Which tests are left out where coverage is measured."""

from __future__ import annotations

from typing import Final

_COMPARING = (
    *("differential", "reach", "symmetries", "non_interference", "leaks", "following_muddled"),
    *("metamorphic_options", "metamorphic_score", "metamorphic_sight", "metamorphic_table"),
    *("metamorphic_texts", "metamorphic_wall"),
    *("table_following", "table_leaks", "table_non_interference", "table_rotation"),
)

MODULES: Final = frozenset(f"test_{name}" for name in _COMPARING)
"""Modules of tests that compare hundreds of deals.

Which branches they run need not be known, for each is run by a shorter test too, and being measured
they would take three times as long.
"""
