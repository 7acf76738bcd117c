"""Frozen values made quickly: the `__init__` of a frozen class writes every field the long way."""

from __future__ import annotations

from typing import TypeVar

import attrs

_Value = TypeVar("_Value")


def maker(cls: type[_Value]) -> type[_Value]:
    """Return what makes values of a frozen attrs class in less than half the time of the class.

    A frozen class forbids writing to its fields, so its own ``__init__`` has to go around that for
    every single one. What is returned writes them plainly into an object of a twin class that is
    not frozen, and turns it into one of the frozen class when all is written.

    Args:
        cls: a frozen, slotted attrs class without weak references, whose fields have neither
            validators nor converters. It is called with all that the class takes, in its order.

    Example:
        >>> @attrs.frozen(weakref_slot=False)
        ... class Point:
        ...     x: int
        ...     y: int = 0
        >>> made = maker(Point)(1, 2)
        >>> made, made == Point(1, 2), type(made) is Point
        (Point(x=1, y=2), True, True)
    """

    def freeze(self: object) -> None:
        self.__class__ = cls

    names = [field.name for field in attrs.fields(cls)]  # type: ignore[arg-type]  # an attrs class
    return attrs.make_class(
        f"{cls.__name__}InTheMaking",
        names,
        slots=True,
        weakref_slot=False,
        eq=False,
        class_body={"__attrs_post_init__": freeze},
    )
