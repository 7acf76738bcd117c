"""The page on trust lists the mutants that no test can kill, as the commands know them."""

from __future__ import annotations

from pathlib import Path

import pytest

import lisi_mahjong
from mutation.page import LISTS, PAGE, renewed, table
from mutation.survivors import Known, known

PACKAGE = Path(lisi_mahjong.__file__).parent
EACH = [(name, each) for name, found in LISTS.items() for each in found]


def test_the_page_lists_the_mutants_that_are_known() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page) == page, "python tests/mutation/page.py --write"


def test_another_list_is_another_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page.replace(table(LISTS["constants"]), "")) == page
    with pytest.raises(ValueError, match="no place for the mutants of functions"):
        renewed("")


@pytest.mark.parametrize(
    ("name", "each"),
    EACH,
    ids=[" ".join((each.module, each.line, *each.names)) for _, each in EACH],
)
def test_a_line_of_which_is_spoken_is_there(name: str, each: Known) -> None:
    assert each.line in (PACKAGE / f"{each.module}.py").read_text(encoding="utf-8"), name


def test_every_mutant_has_one_reason_and_a_number() -> None:
    keys = [(name, each.module, each.line, each.names) for name, each in EACH]
    assert len(set(keys)) == len(keys)
    assert all(each.number > 0 and each.reason for _, each in EACH)


def test_a_mutant_is_known_by_its_module_its_name_and_its_line() -> None:
    about = Known("wall", "strict=True", ("laid_out ",), 1, "four and four")
    removed = ["-    for side in zip(SEATS, rows, strict=True):", "+    for side in ():"]
    assert known([about], "wall", "laid_out 3", removed) is about
    assert known([about], "state", "laid_out 3", removed) is None
    assert known([about], "wall", "laid_outer 3", removed) is None
    assert known([about], "wall", "laid_out 3", removed[1:]) is None
