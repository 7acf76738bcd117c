"""A source of chance that follows from words and is the same on every Python.

What players and tests do by chance has to be repeatable wherever it runs, so nothing here asks
the machine for a number. `Shuffle.from_seed` has an algorithm and a version of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import shake_256
from struct import Struct
from types import BuiltinMethodType
from typing import Final, TypeVar

from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.problem_codes import Problem

_Value = TypeVar("_Value")

_BLOCK: Final = 64
_WORDS: Final = Struct(f">{_BLOCK}Q").unpack
_SPARE_BITS: Final = 11
_ULP: Final = 2.0**-53


class Chance:
    """A source of chance; equal words give equal numbers, in the same order.

    It has the method ``random`` of a `random.Random`, which is all that `sample_state` asks for.

    Args:
        words: texts, numbers, or whatever else has a text.

    Example:
        >>> Chance("deal", 7).random() == Chance("deal", "7").random()
        True
        >>> Chance("deal", 7).shuffled(range(8))
        [4, 6, 5, 1, 3, 7, 2, 0]
    """

    def __init__(self, *words: object) -> None:
        text = "/".join(["lisi-mahjong/testing/1", *map(str, words)])
        self._numbers = _numbers(text.encode(errors="surrogatepass"))

    def random(self) -> float:
        """Return a number from 0 up to but not including 1, all equally likely."""
        return (next(self._numbers) >> _SPARE_BITS) * _ULP

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to ``bound - 1``, each as likely as far as anything shows.

        Args:
            bound: 1 or more.
        """
        return next(self._numbers) % bound

    def choice(self, values: Sequence[_Value]) -> _Value:
        """Return one of some values, which are at least one."""
        return values[self.below(len(values))]

    def shuffled(self, values: Iterable[_Value]) -> list[_Value]:
        """Return some values in an order of chance."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _numbers(key: bytes) -> Iterator[int]:
    """Yield numbers from 0 to 2**64 - 1."""
    block = 0
    while True:
        yield from _WORDS(shake_256(key + block.to_bytes(8, "big")).digest(8 * _BLOCK))
        block += 1


# --- of the caller's ---------------------------------------------------------------------


def numbers_of(rng: object) -> Callable[[], float]:
    """Return the method ``random`` of a source of chance, with every number checked.

    That of a `random.Random` is known to be good, and stays as quick as it is.

    Args:
        rng: what somebody handed in as a source of chance.

    Raises:
        InvalidStateError: it has no such method. What is returned raises it as well, where the
            method cannot be called, or gives no number from 0 up to but not including 1.

    Example:
        >>> numbers_of(Chance("deal", 7))() == Chance("deal", 7).random()
        True
    """
    random = getattr(rng, "random", None)
    if not callable(random):
        raise _no_chance(f"{shorten(rng)}, which has no method random")
    if type(random) is BuiltinMethodType and random.__qualname__ == "Random.random":
        return random

    def checked() -> float:
        try:
            number = random()
        except TypeError as error:
            raise _no_chance(f"{shorten(rng)}, whose method random cannot be called") from error
        if not isinstance(number, float | int) or not 0 <= number < 1:
            raise _no_chance(f"{shorten(rng)}, whose method random returned {shorten(number)}")
        return number

    return checked


def _no_chance(found: str) -> InvalidStateError:
    detail = f"the source of chance, rng, is {found}"
    return InvalidStateError(((Problem.MALFORMED_FIELD, detail),))
