"""The page on trust lists the mutants that no test can kill, as the commands know them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import lisi_mahjong
from mutation.known import Known, Listed
from mutation.page import LISTS, PAGE, renewed, table

PACKAGE = Path(lisi_mahjong.__file__).parent
EACH = [
    (name, each, change)
    for name, found in LISTS.items()
    for each in found
    for change in each.changes
]


@cache
def listed(name: str, module: str) -> Listed:
    """Return what one of the lists has for a module as it is."""
    return Listed(LISTS[name], module, (PACKAGE / f"{module}.py").read_text(encoding="utf-8"))


def test_the_page_lists_the_mutants_that_are_known() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page) == page, "python tests/mutation/page.py --write"


def test_another_list_is_another_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page.replace(table(LISTS["constants"]), "")) == page
    with pytest.raises(ValueError, match="no place for the mutants of functions"):
        renewed("")


def test_a_row_says_what_is_changed_and_how_often_and_why_it_does_not_matter() -> None:
    about = Known.of("wall", "_FAIR", "nobody `a | b`", "a | b → a & b", ", c →")
    assert table([about]).splitlines()[2:] == [
        "| `wall._FAIR` | `a \\| b` → `a & b`<br>`, c` is left out | 2 | nobody `a \\| b` |",
        "| in all | | 2 | |",
    ]


@pytest.mark.parametrize(
    ("name", "module"), sorted({(name, each.module) for name, each, _ in EACH})
)
def test_what_is_listed_can_be_changed_in_the_module_as_it_is(name: str, module: str) -> None:
    assert listed(name, module).misfits == []


@pytest.mark.parametrize(
    ("name", "each", "change"),
    EACH,
    ids=[f"{each.module} {each.where} {change}" for _, each, change in EACH],
)
def test_a_mutant_that_is_listed_is_excused_by_its_own_change(
    name: str, each: Known, change: str
) -> None:
    source = (PACKAGE / f"{each.module}.py").read_text(encoding="utf-8")
    mutated = each.mutated(change, source)
    assert mutated != source
    assert listed(name, each.module).excuse(mutated) == (each, change)


def test_every_mutant_has_a_reason_and_its_changes() -> None:
    assert all(each.changes and each.reason for found in LISTS.values() for each in found)


def test_no_mutant_is_in_both_lists() -> None:
    keys = [(each.module, each.where, change) for _, each, change in EACH]
    assert len(set(keys)) == len(keys)
