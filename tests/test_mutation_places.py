"""Where `mutation/constants.py` mutates a module, and where it does not."""

from __future__ import annotations

import re
import textwrap

import pytest

from mutation.places import Places

SOURCE = textwrap.dedent(
    '''
    """text A"""

    from here import B
    from typing import TYPE_CHECKING

    if TYPE_CHECKING:
        from there import C

    __all__ = ["D"]
    Name = tuple[E]
    LIMIT: Final[F] = 0  # 零
    """text G"""
    TABLE = ("零", H)


    @decorated(I)
    class Thing(J):
        """text K"""

        member = L
        field: M = N

        @property
        def shown(self) -> O:
            """text P"""
            value: Q = R
            return value

        @classmethod
        def made(cls, number=S):
            return T

        def plain(self, number: U = V, *, flag: W = X):
            return Y


    def function():
        def inner(number=Z):
            return number
    '''
).lstrip()
WANTED = "HILNRSVX"
UNWANTED = "ABCDEFGJKMOPQTUWYZ"


def is_wanted(name: str) -> bool:
    """Return whether a capital letter that stands alone in the source is in one of the places."""
    for number, line in enumerate(SOURCE.splitlines(), 1):
        if match := re.search(rf"\b{name}\b", line):
            return ((number, match.start()), (number, match.end())) in Places(SOURCE)
    raise LookupError(name)


@pytest.mark.parametrize("name", WANTED)
def test_tables_fields_defaults_and_decorated_functions_are_mutated(name: str) -> None:
    assert is_wanted(name)


@pytest.mark.parametrize("name", UNWANTED)
def test_texts_annotations_imports_and_bodies_that_mutmut_mutates_are_not(name: str) -> None:
    assert not is_wanted(name)


def test_a_decorator_counts_with_its_sign_and_the_end_of_its_line() -> None:
    row = SOURCE.splitlines().index("@decorated(I)") + 1
    assert ((row, 0), (row + 1, 0)) in Places(SOURCE)
