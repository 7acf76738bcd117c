"""The tags of a reading, asked for by the group that the winning tile completes."""

from __future__ import annotations

from collections.abc import Sequence

from lisi_mahjong import MeldKind, RuleSet, Tag, format_tiles, readings

Melds = Sequence[str | tuple[str, MeldKind]]

WRITTEN = RuleSet()
ALL_RUNS = RuleSet(all_runs=True)

THREE = ("111z", "222p", "333s")
"""Three melds, so that a hand has four concealed tiles; with characters no suit is voided."""


def tags(
    hand: str, tile: str, completes: str, melds: Melds = (), rules: RuleSet = WRITTEN
) -> frozenset[Tag]:
    """Return the tags of the only reading in which the winning tile completes this group."""
    found = [
        reading.tags
        for reading in readings(hand, tile, melds, rules=rules)
        if format_tiles(reading.completes) == completes
    ]
    assert len(found) == 1, f"{len(found)} readings complete {completes}"
    return found[0]


def tags_of_all(hand: str, tile: str, melds: Melds = ()) -> set[frozenset[Tag]]:
    """Return the tags of every reading; at least one."""
    found = {reading.tags for reading in readings(hand, tile, melds)}
    assert found
    return found
