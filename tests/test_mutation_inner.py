"""Which definition within a function a change of that function stands in, if in any."""

from __future__ import annotations

import ast
import textwrap

import pytest

from mutation.function_mutants import inner_definition

SOURCE = textwrap.dedent(
    """\
    def outer(number):
        first = 1
        def check(value):
            if value:
                def deepest():
                    return 3
                return deepest
            return first
        last = [lambda: number]
        return check, last
    """
)


@pytest.mark.parametrize(
    ("first", "last", "where"),
    [
        (2, 2, range(0)),
        (3, 3, range(0)),  # a default or the name: the outer function's own
        (4, 4, range(3, 4)),
        (6, 6, range(3, 4)),  # the first of two definitions is what the outer function runs
        (4, 8, range(3, 4)),
        (8, 9, range(0)),
        (9, 9, range(0)),
        (10, 10, range(0)),
    ],
)
def test_a_change_within_an_inner_function_is_made_where_that_is_defined(
    first: int, last: int, where: range
) -> None:
    (outer,) = ast.parse(SOURCE).body
    assert isinstance(outer, ast.FunctionDef)
    assert inner_definition(outer, first, last) == where
