"""From the rounds to tables: medians, ratios, goals, in Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from benchmarks.peers.catalogue import (
    GOALS,
    MEASURES,
    NOT_OFFERED,
    OURS,
    STARTING,
    Goal,
    Measure,
    Row,
)
from benchmarks.peers.running import Rounds
from benchmarks.peers.timing import Figures

NONE = "–"
FIRST = {"later": "first", "decisions": "first decisions", "deals": "first deals"}
"""By figure of what is measured with warm memos, the one of the first lot."""

Medians = Mapping[str, Figures]


def medians(rounds: Rounds) -> dict[str, Figures]:
    """Return the median of each figure over the rounds.

    Example:
        >>> medians({"deals/ours": [{"deals": 1}, {"deals": 5}, {"deals": 3}]})
        {'deals/ours': {'deals': 3}}
    """
    return {
        key: {name: statistics.median(each[name] for each in figures) for name in figures[0]}
        for key, figures in rounds.items()
    }


def in_words(figure: float) -> str:
    """Return a figure with three digits that count.

    Example:
        >>> in_words(121546.3), in_words(0.79381), in_words(23.97), in_words(0)
        ('122,000', '0.794', '24', '0')
    """
    rounded = float(f"{figure:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:g}"


def ratio(over: float | None, under: float | None) -> float | None:
    """Return a ratio, or None where a part of it is missing or is 0.

    Example:
        >>> ratio(3, 2), ratio(3, None), ratio(3, 0)
        (1.5, None, None)
    """
    return over / under if over is not None and under else None


def _ratio_in_words(value: float | None) -> str:
    return NONE if value is None else in_words(value)


# --- the table of a measure ---------------------------------------------------------------


def table(measure: Measure, rounds: Rounds) -> list[str]:
    """Return the lines of a measure's table: rows with figures, and ours as multiples of each.

    Args:
        measure: which.
        rounds: what was measured; a row without figures is left out.
    """
    found = medians(rounds)
    compared = measure.compared or tuple(measure.figures)
    several = len(measure.ours) > 1
    forms = [f" from {key.removeprefix('ours ')}" if several else "" for key in measure.ours]
    references = [f"ours{form} ÷ it" for form in forms]
    head = ["package", "how", *measure.figures.values(), *references]
    lines = [_line(head), _line(["---", "---", *["---:"] * (len(head) - 2)])]
    for row in measure.rows:
        key = f"{measure.key}/{row.key}"
        if key not in found:
            continue
        cells = [_cell(name, found[key], rounds[key]) for name in measure.figures]
        for reference in measure.ours:
            ours = found.get(f"{measure.key}/{reference}", {})
            ratios = [ratio(ours.get(name), found[key].get(name)) for name in compared]
            itself = reference == row.key
            cells.append(NONE if itself else " / ".join(map(_ratio_in_words, ratios)))
        lines.append(_line([_name(row), row.how, *cells]))
    return lines


def _name(row: Row) -> str:
    return f"**{row.package}**" if row.package == OURS else row.package


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(name: str, figures: Figures, rounds: list[Figures]) -> str:
    """Return a figure in words; what was found is added up over the rounds."""
    if name not in figures:
        return NONE
    if name != "found":
        return in_words(figures[name])
    total = sum(each["found"] for each in rounds)
    return f"{total:,.0f} of {sum(each['asked'] for each in rounds):,.0f}"


# --- goals --------------------------------------------------------------------------------


def reached(goal: Goal, found: Medians, *, first: bool = False) -> float | None:
    """Return the value that a goal is about, or None where it was not measured.

    Args:
        goal: which.
        found: the medians.
        first: whether that of the first lot, with empty memos.
    """
    value = _figure(goal.figure, found, first=first)
    return ratio(value, _figure(goal.beside, found, first=first)) if goal.beside else value


def _figure(name: str, found: Medians, *, first: bool) -> float | None:
    measure, row, figure = name.split("/")
    if first:
        figure = FIRST.get(figure, "")
    return found.get(f"{measure}/{row}", {}).get(figure)


def is_met(goal: Goal, value: float) -> bool:
    """Return whether a value is good enough.

    Example:
        >>> is_met(Goal("speed", "a/b/c", least=2), 2), is_met(Goal("size", "a/b/c", most=2), 3)
        (True, False)
    """
    good = goal.least is None or value >= goal.least
    return good and (goal.most is None or value <= goal.most)


def goals_table(found: Medians, goals: Iterable[Goal] = GOALS) -> list[str]:
    """Return the lines of the table of goals: what was wanted, what was reached, whether met."""
    head = ["goal", "wanted", "reached", "first lot", "met"]
    lines = [_line(head), _line(["---", "---:", "---:", "---:", "---"])]
    for goal in goals:
        value, cold = reached(goal, found), reached(goal, found, first=True)
        wanted = f"≥ {goal.least:,g}" if goal.least is not None else f"≤ {goal.most:,g}"
        unit = f" {goal.unit}" if goal.unit else ""
        met = "not measured" if value is None else "yes" if is_met(goal, value) else "no"
        values = [NONE if each is None else in_words(each) + unit for each in (value, cold)]
        lines.append(_line([goal.text, wanted + unit, *values, met]))
    return lines


# --- the whole ----------------------------------------------------------------------------


def report(result: Mapping[str, Any]) -> str:
    """Return everything in Markdown.

    Args:
        result: as `__main__` writes it to a file of JSON: ``about``, ``versions``, ``missing``,
            ``rounds`` and ``failed``.
    """
    return "\n".join(_report(result)) + "\n"


def _report(result: Mapping[str, Any]) -> Iterator[str]:
    rounds: Rounds = result["rounds"]
    found = medians(rounds)
    yield from _head(result)
    for measure in MEASURES:
        lines = table(measure, rounds)
        if len(lines) > 2:
            yield from ("", f"### {measure.title}", "")
            if measure.note:
                yield from (measure.note, "")
            yield from lines
    yield from ("", "### Goals", "", *goals_table(found))
    yield from ("", "### What is in no table", "")
    yield from (f"- {package}: {reason}" for package, reason in result["missing"].items())
    yield from (f"- {row}: {reason}" for row, reason in result["failed"].items())
    yield from (f"- {package} {reason}." for package, reason in NOT_OFFERED)


def _head(result: Mapping[str, Any]) -> Iterator[str]:
    about = result["about"]
    if about["quick"]:
        yield from ("**A smoke run: its figures mean nothing.**", "")
    shares = [
        figures["share"]
        for key, each in result["rounds"].items()
        for figures in each
        if not key.startswith(STARTING.key)
    ]
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    yield (
        f"One run of `python -m benchmarks.peers` on {about['date']}, commit `{about['commit']}`: "
        f"{about['processor']}, {about['cores']} cores, {about['core']}; {about['system']}; "
        f"{about['python']}; {versions}."
    )
    yield ""
    yield (
        f"Rounds: {about['rounds']}, row after row in each, every row in a new process; medians of "
        f"times by the processor's clock. "
        f"Load of the machine before and after: {about['load before']}, {about['load after']}. "
        + (
            f"Share of its core that a process got: {min(shares):.0%} at the least, "
            f"{statistics.median(shares):.0%} in the middle."
            if shares
            else ""
        )
    )
