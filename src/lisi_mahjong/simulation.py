"""Many deals played by players that are functions, on one core or on many machines.

Work is cut into chunks of deal numbers. The caller hands in what runs them: any executor of
`concurrent.futures`, be it threads, processes, or the machines of a cluster. The seed of each deal
follows from its number, so what comes out depends neither on how many workers there are nor on
their order.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from lisi_mahjong.canonical_json import INTS_END, MAX_DIGITS
from lisi_mahjong.errors import LisiError, shorten
from lisi_mahjong.playing import TIDY, Plan, PlayerError, Players
from lisi_mahjong.records import Record
from lisi_mahjong.rules import (
    DEFAULT_SCORE,
    WRITTEN_RULES,
    RuleSet,
    ScoreTable,
    check_rules,
    check_score,
)
from lisi_mahjong.seats import SEATS
from lisi_mahjong.tally import Tally

IN_FLIGHT: Final = 256
"""How many chunks are handed out at most before the first of them is back."""

MAX_NUMBER: Final = 10**15
"""No number of a deal is larger, nor any other number that a simulation is given."""

_CHUNKS: Final = 64  # so many at least, where there are as many deals
_DEALS_OF_A_CHUNK: Final = 100  # some tenths of a second
_RECORDS_OF_A_CHUNK: Final = 16  # they are kept until it is their turn

_Part = TypeVar("_Part")


class SimulationError(LisiError, ValueError):
    """An argument of a simulation that will not do.

    Attributes:
        argument: its name.
        expected: what would have done.
        found: what was given, cut to a few words.

    Example:
        >>> try:
        ...     simulate(-1, seed=1)
        ... except SimulationError as error:
        ...     print(error.argument, "-", error)
        number - number must be an int from 0 to 1000000000000000, not -1
    """

    def __init__(self, argument: str, expected: str, found: str) -> None:
        super().__init__(argument, expected, found)
        self.argument = argument
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"{self.argument} must be {self.expected}, not {self.found}"


# --- the face -----------------------------------------------------------------------------


def simulate(  # noqa: PLR0913 - all but the number have defaults
    number: int,
    players: Players = TIDY,
    *,
    seed: int | str = 1,
    rules: RuleSet = WRITTEN_RULES,
    score: ScoreTable = DEFAULT_SCORE,
    sitting: int | None = None,
    first: int = 0,
    executor: Executor | None = None,
    chunk: int | None = None,
    in_flight: int = IN_FLIGHT,
    progress: Callable[[int, int], object] | None = None,
) -> Tally:
    """Return the tally of many deals, or of many sittings.

    Deal ``i`` has the shuffle of the seed ``f"{seed}/{i}"``, which also draws its dealer: the deals
    of ``python -m lisi_mahjong --deals``. With ``sitting=16`` it is so many sittings of 16 deals
    each, at a table that passes the dealer on and doubles after a drawn deal; deal ``d`` of sitting
    ``i`` has the seed ``f"{seed}/{i}/{d}"``, and the first one draws the dealer.

    Args:
        number: how many deals, or sittings.
        players: four, by seat; see `Decide` and `SeededPlayer`.
        seed: an int or a text; an int and its decimal text are the same.
        rules: the options of play.
        score: the numbers of the settlement.
        sitting: how many deals a sitting has; ``None`` for deals each on its own.
        first: the number of the first deal, or sitting; the tallies of parts add up to that of
            the whole.
        executor: what runs the chunks; ``None`` for the caller's own thread.
        chunk: how many deals, or sittings, a worker is handed at a time; ``None`` for something
            sensible. The tally does not depend on it.
        in_flight: how many chunks are handed out at most before the first of them is back: as
            many as there are workers at least, better twice as many.
        progress: called in the caller's thread after each chunk with how many of the ``number``
            are done, and ``number``.

    Raises:
        SimulationError: an argument will not do, or the players cannot be sent to another process.
        RulesError: ``rules`` is no `RuleSet`, or ``score`` no `ScoreTable`.
        PlayerError: a player failed; what had not begun is cancelled. Errors of the executor's own
            come as they are, with a note that tells the chunk.

    Example:
        >>> tally = simulate(100, seed=1)
        >>> tally.won, tally.drawn, tally.seat_wins
        (79, 21, (16, 13, 20, 30))
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> with ThreadPoolExecutor(2) as executor:
        ...     tally == simulate(100, seed=1, executor=executor)
        True
    """
    plan = _plan(players, seed, rules, score, sitting)
    spans = _spans(number, first, chunk, _DEALS_OF_A_CHUNK, sitting or 1)
    pool, width = _pool(executor, in_flight)
    _check(progress is None or callable(progress), "progress", "a function or None", progress)
    done, tally = 0, Tally()
    with closing(_as_they_come(pool, width, plan.tally, spans)) as parts:
        for span, part in parts:
            tally += part
            done += len(span)
            if progress is not None:
                progress(done, number)
    return tally


def simulated_records(  # noqa: PLR0913 - all but the number have defaults
    number: int,
    players: Players = TIDY,
    *,
    seed: int | str = 1,
    rules: RuleSet = WRITTEN_RULES,
    first: int = 0,
    executor: Executor | None = None,
    chunk: int | None = None,
    in_flight: int = IN_FLIGHT,
) -> Iterator[tuple[int, Record]]:
    """Return an iterator over the records of many deals, each with its number, in their order.

    They are the deals of `simulate`, played while they are asked for: with an executor,
    ``in_flight`` chunks ahead. Close the iterator, if it is not read to its end, to cancel those.

    Args:
        number: how many deals.
        players: four, by seat.
        seed: an int or a text; each record names the seed of its deal.
        rules: the options of play.
        first: the number of the first deal.
        executor: what runs the chunks; ``None`` for the caller's own thread.
        chunk: how many deals a worker is handed at a time; ``None`` for something sensible.
        in_flight: how many chunks are handed out at most whose records have not been asked for.

    Raises:
        SimulationError: an argument will not do, or the players cannot be sent to another process.
        RulesError: ``rules`` is no `RuleSet`.
        PlayerError: a player failed; the records of the chunks before have come.

    Example:
        >>> for number, record in simulated_records(2, seed=1, first=7):
        ...     print(number, record.seed, record)
        7 1/7 <Record of 45 decisions, won by seat 1>
        8 1/8 <Record of 46 decisions, won by seat 0>
    """
    plan = _plan(players, seed, rules, DEFAULT_SCORE, None)
    spans = _spans(number, first, chunk, _RECORDS_OF_A_CHUNK, 1)
    return _in_order(*_pool(executor, in_flight), plan.records, spans)


# --- what is asked for --------------------------------------------------------------------


def _check(good: bool, argument: str, expected: str, found: object) -> None:  # noqa: FBT001 - what it checks
    if not good:
        raise SimulationError(argument, expected, shorten(found))


def _check_number(value: int, argument: str, least: int) -> int:
    good = type(value) is int and least <= value <= MAX_NUMBER
    _check(good, argument, f"an int from {least} to {MAX_NUMBER}", value)
    return value


def _plan(
    players: Players, seed: int | str, rules: RuleSet, score: ScoreTable, sitting: int | None
) -> Plan:
    """Return what workers have to know."""
    four = tuple(players) if isinstance(players, list | tuple) else ()
    _check(len(four) == len(SEATS), "players", "a list or tuple of four", players)
    for seat, player in enumerate(four):
        makes = getattr(player, "for_deal", player)
        good = callable(makes) and not isinstance(player, type)
        expected = "a function of state and seat, or an object with the method for_deal"
        _check(good, f"players[{seat}]", expected, player)
    if sitting is not None:
        _check_number(sitting, "sitting", 1)
    return Plan(four, _seed(seed), check_rules(rules), check_score(score), sitting)


def _seed(seed: int | str) -> str:
    """Return a seed as the text that the seeds of deals begin with."""
    good = False
    if type(seed) is int:
        good = -INTS_END < seed < INTS_END
    elif isinstance(seed, str):
        good = not any("\ud800" <= sign <= "\udfff" for sign in seed)
    _check(good, "seed", f"an int of at most {MAX_DIGITS} digits or a text of Unicode", seed)
    return str.__str__(seed) if isinstance(seed, str) else str(seed)  # whatever inherits from str


def _spans(number: int, first: int, chunk: int | None, largest: int, deals: int) -> Iterator[range]:
    """Return the numbers that are to be played, cut into chunks.

    Args:
        number: how many.
        first: the first of them.
        chunk: how many a chunk has, or ``None``.
        largest: how many deals a chunk has at most, unless ``chunk`` says so.
        deals: how many deals one of the numbers is.
    """
    end = _check_number(first, "first", 0) + _check_number(number, "number", 0)
    if chunk is None:
        chunk = max(1, min(largest // deals, number // _CHUNKS))
    size = _check_number(chunk, "chunk", 1)
    return (range(start, min(start + size, end)) for start in range(first, end, size))


def _pool(executor: Executor | None, in_flight: int) -> tuple[Executor, int]:
    """Return what runs the chunks, and how many of them it is handed ahead."""
    width = _check_number(in_flight, "in_flight", 1)
    if executor is None:
        return _AtOnce(), 1
    _check(isinstance(executor, Executor), "executor", "an Executor or None", executor)
    return executor, width


# --- chunks -------------------------------------------------------------------------------


class _AtOnce(Executor):
    """An executor that does at once what it is handed, in the caller's thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - as Executor has it
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - an executor keeps it for whoever asks
            future.set_exception(error)
        return future


def _as_they_come(
    pool: Executor, width: int, play: Callable[[range], _Part], spans: Iterator[range]
) -> Generator[tuple[range, _Part]]:
    """Yield what comes of each chunk, whichever is done first; when closed, cancel the rest."""
    waiting: dict[Future[_Part], range] = {}
    done: SimpleQueue[Future[_Part]] = SimpleQueue()
    try:
        for span in spans:
            if len(waiting) >= width:
                yield _next(play, waiting, done)
            future = pool.submit(play, span)
            waiting[future] = span
            future.add_done_callback(done.put)
        while waiting:
            yield _next(play, waiting, done)
    finally:
        for future in waiting:
            future.cancel()


def _next(
    play: Callable[[range], _Part],
    waiting: dict[Future[_Part], range],
    done: SimpleQueue[Future[_Part]],
) -> tuple[range, _Part]:
    """Wait until some chunk is done; take it out and return what came of it."""
    future = done.get()
    span = waiting.pop(future)
    return span, _result(play, span, future)


def _in_order(
    pool: Executor,
    width: int,
    play: Callable[[range], Sequence[tuple[int, _Part]]],
    spans: Iterator[range],
) -> Iterator[tuple[int, _Part]]:
    """Yield what comes of each number, in their order; when closed, cancel the rest."""
    waiting: deque[tuple[range, Future[Sequence[tuple[int, _Part]]]]] = deque()
    try:
        for span in spans:
            if len(waiting) >= width:
                yield from _result(play, *waiting.popleft())
            waiting.append((span, pool.submit(play, span)))
        while waiting:
            yield from _result(play, *waiting.popleft())
    finally:
        for _, future in waiting:
            future.cancel()


def _result(play: Callable[[range], _Part], span: range, future: Future[_Part]) -> _Part:
    """Return what came of a chunk, or raise what went wrong so that one sees where."""
    try:
        return future.result()
    except PlayerError:
        raise
    except Exception as error:
        try:
            pickle.dumps(play)
        except Exception:  # noqa: BLE001 - pickling runs what the players' classes say
            expected = "picklable, as the executor sends them to another process"
            raise SimulationError("players", expected, shorten(error, 200)) from error
        error.add_note(f"while numbers {span.start} to {span.stop - 1} were to be played")
        raise
