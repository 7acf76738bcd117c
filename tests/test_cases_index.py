"""Every fault of another engine that the project carries over has a test, or waits for its layer.

A test names the cases that it is about by ``@pytest.mark.case(17)``; in the modules
``test_cases_…`` its own name says it too, as in ``test_case_017_…``. The files below ``tests/`` are
read as syntax trees; none is imported. The checkers are plain functions from texts to complaints,
and the second half of this module feeds them wrong texts.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

# Every number of the list of cases; a new case is added here too.
# fmt: off
ALL = (
    1, 3, 4, 6, 7, 9, 10, 11, 12, 14, 16, 17, 18, 19, 21, 22, 24, 25, 26, 27, 28, 31, 33, 34, 36,
    37, 39, 40, 41, 42, 45, 47, 49, 50, 51, 52, 57, 58, 59, 61, 63, 64, 65, 67, 70, 71, 73, 74, 75,
    77, 78, 79, 80, 81, 83, 84, 86, 87, 88, 90, 91, 93, 94, 96, 97, 99, 101, 102, 104, 107, 108,
    110, 111, 112, 113, 114, 117, 118, 120, 122, 123, 126, 128, 129, 130, 131, 132, 134, 135, 136,
    137, 139, 140, 141, 142, 143, 144, 145, 147,
)
# fmt: on

# Cases of layers that are not built yet. Whoever writes the first test of one takes it out here.
LATER = {
    22: "analysis: a distance to readiness",
    147: "views: a table drawn as text",
}

TESTS = Path(__file__).parent


def test_every_case_has_a_test_or_waits_for_its_layer() -> None:
    texts = {
        path.relative_to(TESTS).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(TESTS.rglob("*.py"))
    }
    marks = [mark for name, text in texts.items() for mark in marks_of(name, text)]
    assert list(complaints(ALL, LATER, marks)) == []


Mark = tuple[str, object]
"""The place and name of a test, and a number of its marks."""


def marks_of(name: str, text: str) -> Iterator[Mark]:
    """Yield each number in each ``pytest.mark.case(…)`` over a test function."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and _is_case_mark(decorator.func):
                    for argument in decorator.args:
                        number = argument.value if isinstance(argument, ast.Constant) else None
                        yield f"{name}::{node.name}", number


def _is_case_mark(node: ast.expr) -> bool:
    return ast.unparse(node) == "pytest.mark.case"


def complaints(
    known: Collection[int], later: Mapping[int, str], marks: Iterable[Mark]
) -> Iterator[str]:
    """Yield what is wrong with the cases, those that wait, and the marks of the tests."""
    marked: set[object] = set()
    for place, number in marks:
        marked.add(number)
        if number not in known:
            yield f"{place}: {number} is no case"
        elif place.startswith("test_cases_") and f"case_{number:03}_" not in place:
            yield f"{place}: the name does not say case_{number:03}"
    if list(known) != sorted(set(known)):
        yield "the cases are not in order, or not each once"
    for number in sorted(set(known) | set(later)):
        if number not in known:
            yield f"{number} in LATER is no case"
        elif number in marked and number in later:
            yield f"case {number} has a test now: take it out of LATER"
        elif number not in marked and not later.get(number):
            yield f"case {number} has no test, and no reason in LATER"


# --- the checkers can say no --------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "later", "marks", "expected"),
    [
        ((1, 2), {2: "views"}, [("a::test_case_001_b", 1)], []),
        ((1, 2), {}, [("a::test_case_001_b", 1)], ["case 2 has no test, and no reason in LATER"]),
        ((1,), {1: ""}, [], ["case 1 has no test, and no reason in LATER"]),
        (
            (1,),
            {1: "views"},
            [("a::test_case_001_b", 1)],
            ["case 1 has a test now: take it out of LATER"],
        ),
        ((1,), {1: "views", 2: "views"}, [], ["2 in LATER is no case"]),
        ((1,), {1: "views"}, [("a::test_case_002_b", 2)], ["a::test_case_002_b: 2 is no case"]),
        ((1,), {1: "views"}, [("a::test_b", "1")], ["a::test_b: 1 is no case"]),
        (
            (1,),
            {},
            [("test_cases_a::test_b", 1)],
            ["test_cases_a::test_b: the name does not say case_001"],
        ),
        ((2, 1), {1: "a", 2: "b"}, [], ["the cases are not in order, or not each once"]),
    ],
    ids=[
        "all is well",
        "no test",
        "no reason",
        "both",
        "unknown in LATER",
        "unknown in a mark",
        "no number",
        "another name",
        "order",
    ],
)
def test_a_wrong_index_is_found_out(
    known: tuple[int, ...], later: dict[int, str], marks: list[Mark], expected: list[str]
) -> None:
    assert list(complaints(known, later, marks)) == expected


def test_marks_are_read_from_test_functions() -> None:
    text = """
@pytest.mark.case(1, 2)
@pytest.mark.rule("STAND-3")
@pytest.mark.case(3)
def test_case_001_002_003_a(): ...

@pytest.mark.case(4)
def helper(): ...

class TestB:
    @pytest.mark.case(5)
    @pytest.mark.parametrize("case", [6])
    def test_case_005_b(self): ...
"""
    assert list(marks_of("a.py", text)) == [
        ("a.py::test_case_001_002_003_a", 1),
        ("a.py::test_case_001_002_003_a", 2),
        ("a.py::test_case_001_002_003_a", 3),
        ("a.py::test_case_005_b", 5),
    ]
