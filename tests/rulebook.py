"""Reads the rulebook and the marks of the tests, and complains of what does not fit.

`docs/rules.md` is read as text and every file below `tests/` as a syntax tree; no test module is
imported. A test names the rule that it tests by ``@pytest.mark.rule("STAND-3")``, and by
``@pytest.mark.rule("STAND-3", refuses=True)`` when it shows that the rule says no. The table of
refusals in the rulebook is renewed by ``python tests/rulebook.py --write``.

The checkers are plain functions from texts to complaints: `test_rules_doc` feeds them the project,
`test_rulebook` wrong texts, for a check that cannot fail is worthless.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import attrs
import pytest

from lisi_mahjong import Refusal, RuleSet, ScoreTable
from lisi_mahjong.problem_codes import Problem

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "docs" / "rules.md"


# Every rule of the rulebook, a line or two for each section. A new rule is added here too.
# fmt: off
EXPECTED = (
    "TABLE-1", "TABLE-2", "TABLE-3", "TABLE-4", "TABLE-5", "TABLE-6", "TABLE-7",
    "DEALER-1", "DEALER-2", "DEALER-3",
    "WALL-1", "WALL-2", "WALL-3", "WALL-4", "WALL-5", "WALL-6", "WALL-7", "WALL-8", "WALL-9",
    "WALL-10", "WALL-11",
    "DEAL-1", "DEAL-2",
    "STAND-1", "STAND-2", "STAND-3", "STAND-4", "STAND-5", "STAND-6",
    "TURN-1", "TURN-2", "TURN-3", "TURN-4", "TURN-5", "TURN-6", "TURN-7",
    "CLAIM-1", "CLAIM-2", "CLAIM-3", "CLAIM-4", "CLAIM-5", "CLAIM-6", "CLAIM-7",
    "KONG-1", "KONG-2", "KONG-3", "KONG-4", "KONG-5", "KONG-6", "KONG-7", "KONG-8",
    "TING-1", "TING-2", "TING-3", "TING-4", "TING-5", "TING-6", "TING-7",
    "WIN-1", "WIN-2", "WIN-3", "WIN-4", "WIN-5", "WIN-6", "WIN-7", "WIN-8",
    "TAG-1", "TAG-2", "TAG-3", "TAG-4", "TAG-5", "TAG-6", "TAG-7", "TAG-8", "TAG-9", "TAG-10",
    "SCORE-1", "SCORE-2", "SCORE-3", "SCORE-4", "SCORE-5", "SCORE-6", "SCORE-7", "SCORE-8",
    "SCORE-9", "SCORE-10", "SCORE-11",
    "VIEW-1", "VIEW-2", "VIEW-3", "VIEW-4",
    "RULES-1",
)

# Rules of layers that are not built yet. They need no test, but a test that names one of them
# fails this module: whoever writes the first one takes the rule out, so that the set shrinks.
LATER: frozenset[str] = frozenset()
# fmt: on


class Rule(NamedTuple):
    """A rule as it stands in the rulebook."""

    number: str
    standing: str
    refusable: bool
    text: str


class Mark(NamedTuple):
    """One rule number in a mark on a test."""

    number: str
    refuses: bool
    place: str


class Module(NamedTuple):
    """What a file below ``tests/`` says about the rules."""

    path: str
    marks: list[Mark]
    names: set[str]
    """The members of `Refusal` that it names."""


class Code(NamedTuple):
    """A member of `Refusal` or `Problem`."""

    name: str
    rule: str
    en: str
    zh: str


class Row(NamedTuple):
    """A row of a table of options."""

    name: str
    default: str
    rules: tuple[str, ...]
    taiyuan: str


# --- the rulebook -------------------------------------------------------------------------

NUMBER = re.compile(r"[A-Z]+-[1-9][0-9]*")
SECTIONS = tuple(dict.fromkeys(number.partition("-")[0] for number in EXPECTED))
MENTION = re.compile(rf"\b(?:{'|'.join(SECTIONS)})-[0-9]+\b")
LIKE_AN_ITEM = re.compile(r"\s*[-*+] \*\*[^*]*[A-Z]+-[0-9]+[^*]*\*\*")
ITEM = re.compile(
    r"- \*\*(?P<number>[A-Z]+-[1-9][0-9]*)\*\*"
    r" · (?P<standing>written|ruling|option|derived)"
    r"(?P<refusable> · refusable)?"
    r" — (?P<text>\S.*)"
)


def parse_rules(text: str) -> tuple[list[Rule], list[str]]:
    """Return the rules of a rulebook, in its order, and what is wrong with their form."""
    rules: list[Rule] = []
    complaints = []
    section = ""
    inside = False  # an item, whose text may go on
    for line_number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            section = line.lstrip("# ").partition(" ")[0]
            inside = False
        elif found := ITEM.fullmatch(line):
            number = found["number"]
            rules.append(Rule(number, found["standing"], bool(found["refusable"]), found["text"]))
            inside = True
            if number.partition("-")[0] != section:
                complaints.append(f"line {line_number}: {number} stands in the section {section}")
        elif LIKE_AN_ITEM.match(line):
            complaints.append(f"line {line_number}: this rule has another form: {line.strip()}")
            inside = False
        elif inside:
            rules[-1] = rules[-1]._replace(text=f"{rules[-1].text} {line.strip()}")
    return rules, complaints


def number_complaints(rules: Sequence[Rule], expected: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with the numbers: missing, unknown, twice, out of order, a gap."""
    numbers = [rule.number for rule in rules]
    yield from (
        f"{number} is missing in the rulebook" for number in expected if number not in numbers
    )
    yield from (f"{number} is not in EXPECTED" for number in numbers if number not in expected)
    yield from (f"{number} stands there twice" for number, n in Counter(numbers).items() if n > 1)
    sections: dict[str, list[int]] = {}
    for number in numbers:
        section, _, place = number.partition("-")
        sections.setdefault(section, []).append(int(place))
    for section, places in sections.items():
        gaps = sorted(set(range(1, max(places))).difference(places))
        yield from (f"the section {section} has a gap: no {section}-{place}" for place in gaps)
        yield from (
            f"{section}-{later} stands behind {section}-{place}"
            for place, later in pairwise(places)
            if later < place
        )


def mention_complaints(texts: Mapping[str, str], rules: Iterable[Rule]) -> Iterator[str]:
    """Yield the rule numbers in some texts that no rule has."""
    known = {rule.number for rule in rules}
    for path, text in texts.items():
        unknown = sorted(set(MENTION.findall(text)) - known)
        yield from (f"{path} speaks of {number}, which is no rule" for number in unknown)


# --- the marks on the tests ---------------------------------------------------------------


def parse_module(source: str, path: str) -> tuple[Module, list[str]]:
    """Return what a file below ``tests/`` says about the rules, and what is wrong with that."""
    tree = ast.parse(source, path)
    reader = _Reader(path, _bindings(tree))
    if _is_test_module(path):
        reader.read_body(tree.body, runs=True)
    reader.report_strays(tree)
    return Module(path, reader.marks, _refusals_named(tree)), reader.complaints


def _is_test_module(path: str) -> bool:
    name = Path(path).name
    return name.startswith("test_") or name.endswith("_test.py")


def _bindings(tree: ast.Module) -> dict[str, list[ast.AST]]:
    """Return what the names of a module are bound to: constants and functions for parametrize."""
    bindings: dict[str, list[ast.AST]] = {}
    bodies = [tree.body, *(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    for node in (statement for body in bodies for statement in body):
        for name, value in _assigned(node):
            bindings.setdefault(name, []).append(value)
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("test"):
            bindings.setdefault(node.name, []).extend(node.body)
    return bindings


def _assigned(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    targets: Sequence[ast.expr] = ()
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        for target in targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value


def _has_tests(body: Iterable[ast.stmt]) -> bool:
    return any(
        (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"))
        or (isinstance(node, ast.ClassDef) and _is_test_class(node))
        for node in body
    )


def _is_test_class(node: ast.ClassDef) -> bool:
    return node.name.startswith("Test") and _has_tests(node.body)


def _mark_name(node: ast.AST) -> str:
    """Return ``"rule"`` for ``pytest.mark.rule``, ``mark.rule`` and calls of them, and so on."""
    if isinstance(node, ast.Call):
        return _mark_name(node.func)
    if isinstance(node, ast.Attribute):
        owner = node.value
        if isinstance(owner, ast.Attribute) and owner.attr == "mark":
            return node.attr
        if isinstance(owner, ast.Name) and owner.id == "mark":
            return node.attr
    return ""


def _is_param(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    return (isinstance(called, ast.Attribute) and called.attr == "param") or (
        isinstance(called, ast.Name) and called.id == "param"
    )


def _flat(nodes: Iterable[ast.expr]) -> Iterator[ast.expr]:
    for node in nodes:
        if isinstance(node, ast.List | ast.Tuple):
            yield from _flat(node.elts)
        else:
            yield node


def _runs(marks: Iterable[ast.expr]) -> bool:
    return not any(_mark_name(mark) in {"skip", "xfail"} for mark in marks)


def _refusals_named(tree: ast.Module) -> set[str]:
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Refusal"
    }


class _Reader:
    """Collects the rule marks that pytest puts on tests; all other rule marks are strays."""

    def __init__(self, path: str, bindings: Mapping[str, Sequence[ast.AST]]) -> None:
        self.path = path
        self.bindings = bindings
        self.marks: list[Mark] = []
        self.complaints: list[str] = []
        self.read: set[int] = set()  # the ids of the nodes ``pytest.mark.rule`` that were read

    def read_body(self, body: Sequence[ast.stmt], *, runs: bool) -> None:
        """Read the body of a module or of a test class."""
        own = [value for node in body for name, value in _assigned(node) if name == "pytestmark"]
        own = list(_flat(own))
        runs = runs and _runs(own)
        if _has_tests(body):
            self.read_marks(own, runs=runs)
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if node.name.startswith("test"):
                    decorators = node.decorator_list
                    self.read_marks(decorators, runs=runs and _runs(decorators))
            elif isinstance(node, ast.ClassDef) and _is_test_class(node):
                class_runs = runs and _runs(node.decorator_list)
                self.read_marks(node.decorator_list, runs=class_runs)
                self.read_body(node.body, runs=class_runs)

    def read_marks(self, nodes: Iterable[ast.expr], *, runs: bool) -> None:
        """Read the marks that stand over a test, a class or a module."""
        for node in nodes:
            if _mark_name(node) == "rule":
                self.read_mark(node, runs=runs)
            else:
                self.read_params(node, set(), runs=runs)

    def read_params(self, tree: ast.AST, seen: set[str], *, runs: bool) -> None:
        """Read the marks of every ``pytest.param``, also in what the names stand for."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _is_param(node):
                given = [keyword.value for keyword in node.keywords if keyword.arg == "marks"]
                marks = list(_flat(given))
                for mark in marks:
                    if _mark_name(mark) == "rule":
                        self.read_mark(mark, runs=runs and _runs(marks))
            elif isinstance(node, ast.Name) and node.id not in seen:
                seen.add(node.id)
                for bound in self.bindings.get(node.id, ()):
                    self.read_params(bound, seen, runs=runs)

    def read_mark(self, node: ast.expr, *, runs: bool) -> None:
        """Read one ``pytest.mark.rule(...)``."""
        place = f"{self.path}:{node.lineno}"
        if not isinstance(node, ast.Call):
            self.read.add(id(node))
            self.complaints.append(f"{place}: the mark names no rule")
            return
        if id(node.func) in self.read:  # a list of cases may serve several tests
            return
        self.read.add(id(node.func))
        refuses = False
        for keyword in node.keywords:
            value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
            if keyword.arg != "refuses" or not isinstance(value, bool):
                given = ast.unparse(keyword)
                self.complaints.append(f"{place}: {given} is neither refuses=True nor =False")
            else:
                refuses = value
        if not node.args:
            self.complaints.append(f"{place}: the mark names no rule")
        if not runs:
            self.complaints.append(f"{place}: a test that is skipped or may fail proves no rule")
            return
        for argument in node.args:
            number = argument.value if isinstance(argument, ast.Constant) else None
            if isinstance(number, str) and NUMBER.fullmatch(number):
                self.marks.append(Mark(number, refuses, place))
            else:
                given = ast.unparse(argument)
                self.complaints.append(f"{place}: {given} is not a rule number, written out")

    def report_strays(self, tree: ast.Module) -> None:
        """Report every rule mark that no test bears."""
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and _mark_name(node) == "rule"
                and id(node) not in self.read
            ):
                self.complaints.append(f"{self.path}:{node.lineno}: no test bears this rule mark")


def mark_complaints(
    rules: Sequence[Rule], marks: Sequence[Mark], later: Collection[str]
) -> Iterator[str]:
    """Yield the marks that are wrong and the rules whose marks are missing."""
    known = {rule.number: rule for rule in rules}
    yield from (f"{number} in LATER is no rule" for number in sorted(set(later) - set(known)))
    for number, refuses, place in marks:
        if number not in known:
            yield f"{place}: {number} is no rule"
        elif number in later:
            yield f"{place}: {number} has a test now: take it out of LATER"
        elif refuses and not known[number].refusable:
            yield f"{place}: refuses=True, but {number} is not marked refusable in the rulebook"
    accepting = {mark.number for mark in marks if not mark.refuses}
    refusing = {mark.number for mark in marks if mark.refuses}
    for rule in rules:
        if rule.number not in later:
            if rule.number not in accepting:
                yield f"{rule.number} has no test that accepts"
            if rule.refusable and rule.number not in refusing:
                yield f"{rule.number} is refusable and has no test with refuses=True"


# --- refusals and problems ----------------------------------------------------------------

OPENING = "<!-- refusals -->"
CLOSING = "<!-- /refusals -->"
RENEW = "renew the table: python tests/rulebook.py --write"


def codes(members: Iterable[Refusal | Problem]) -> list[Code]:
    """Return the members of `Refusal` or `Problem` as plain values."""
    return [Code(member.name, member.rule, member.en, member.zh) for member in members]


def code_complaints(kind: str, found: Iterable[Code], rules: Iterable[Rule]) -> Iterator[str]:
    """Yield the codes whose rule does not exist or does not refuse anything."""
    refusable = {rule.number: rule.refusable for rule in rules}
    for code in found:
        if code.rule not in refusable:
            yield f"{kind}.{code.name}: {code.rule} is no rule"
        elif not refusable[code.rule]:
            yield f"{kind}.{code.name}: {code.rule} is not marked refusable in the rulebook"


def untested_refusals(refusals: Iterable[Code], modules: Sequence[Module]) -> Iterator[str]:
    """Yield the refusals that no module names in which a test says that their rule refuses."""
    for code in refusals:
        candidates = [
            module
            for module in modules
            if any(mark.refuses and mark.number == code.rule for mark in module.marks)
        ]
        if not candidates:
            yield f"Refusal.{code.name}: no test with rule({code.rule!r}, refuses=True)"
        elif not any(code.name in module.names for module in candidates):
            places = ", ".join(module.path for module in candidates)
            yield f"Refusal.{code.name} is not named where {code.rule} refuses: {places}"


def render_refusals(refusals: Iterable[Code]) -> str:
    """Return the table of refusals, ending in a line feed."""
    rows = [("refusal", "rule", "English", "中文"), ("---",) * 4]
    rows += [(f"`{code.name}`", code.rule, _cell(code.en), _cell(code.zh)) for code in refusals]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def split_refusals(text: str) -> tuple[str, str, str]:
    """Return a rulebook in three: up to the opening marker, what is between, the rest.

    Raises:
        ValueError: there is not exactly one pair of markers, each on a line of its own.
    """
    lines = text.splitlines(keepends=True)
    stripped = [line.strip() for line in lines]
    if stripped.count(OPENING) != 1 or stripped.count(CLOSING) != 1:
        message = f"the rulebook needs one line {OPENING} and one line {CLOSING}"
        raise ValueError(message)
    start, end = stripped.index(OPENING) + 1, stripped.index(CLOSING)
    if start > end:
        message = f"{CLOSING} stands before {OPENING}"
        raise ValueError(message)
    return "".join(lines[:start]), "".join(lines[start:end]), "".join(lines[end:])


def table_complaints(text: str, refusals: Iterable[Code]) -> Iterator[str]:
    """Yield the lines by which the rulebook's table of refusals is not the right one."""
    try:
        _, table, _ = split_refusals(text)
    except ValueError as error:
        yield str(error)
        return
    expected = render_refusals(refusals)
    if table != expected:
        found, wanted = table.splitlines(), expected.splitlines()
        yield from (f"missing: {line}" for line in wanted if line not in found)
        yield from (f"not right: {line}" for line in found if line not in wanted)
        if sorted(found) == sorted(wanted):
            yield "the lines of the table stand in another order"
        yield RENEW


def write_refusals(path: Path, refusals: Iterable[Code]) -> None:
    """Put the right table of refusals into a rulebook."""
    before, _, after = split_refusals(path.read_text(encoding="utf-8"))
    text = before + render_refusals(refusals) + after
    path.write_text(text, encoding="utf-8", newline="\n")


# --- options ------------------------------------------------------------------------------


def parse_options(text: str, heading: str) -> list[Row]:
    """Return the rows of the table under a heading such as ``"RuleSet"``."""
    rows = []
    inside = False
    for line in text.splitlines():
        if line.startswith("#"):
            inside = line.strip() == f"### {heading}"
        elif inside and line.startswith("| `"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            name, default, rules, *_, taiyuan = cells
            numbers = tuple(rules.split(", "))
            rows.append(Row(name.strip("`"), default.strip("`"), numbers, taiyuan.strip("`")))
    return rows


def options_of(cls: type[RuleSet | ScoreTable]) -> dict[str, tuple[object, object]]:
    """Return the default and the Taiyuan value of every option."""
    taiyuan = cls.taiyuan()
    return {
        field.name: (field.default, getattr(taiyuan, field.name)) for field in attrs.fields(cls)
    }


def option_complaints(
    options: Mapping[str, tuple[object, object]], rows: Sequence[Row], rules: Iterable[Rule]
) -> Iterator[str]:
    """Yield what is wrong with a table of options."""
    known = {rule.number: rule for rule in rules}
    names = Counter(row.name for row in rows)
    yield from (f"{name} has no row" for name in options if name not in names)
    yield from (f"{name} has {count} rows" for name, count in names.items() if count > 1)
    for row in rows:
        if row.name not in options:
            yield f"{row.name} has a row and is no option"
            continue
        default, taiyuan = map(repr, options[row.name])
        if row.default != default:
            yield f"{row.name}: the default is {default}, not {row.default}"
        if row.taiyuan != taiyuan:
            yield f"{row.name}: the taiyuan value is {taiyuan}, not {row.taiyuan}"
        yield from (
            f"{row.name}: {number} is no rule" for number in row.rules if number not in known
        )
        phrase = f"`{row.name} = {default}`"
        if not any(number in known and phrase in known[number].text for number in row.rules):
            yield f"{row.name}: none of its rules ({', '.join(row.rules)}) says {phrase}"


# --- the project --------------------------------------------------------------------------


def complain(complaints: Iterable[str]) -> None:
    """Fail with all complaints, one a line, if there are any."""
    listed = list(complaints)
    if listed:
        pytest.fail("\n".join([f"{len(listed)} complaints:", *listed]), pytrace=False)


def read_tests() -> list[tuple[Module, list[str]]]:
    return [
        parse_module(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
        for path in sorted((ROOT / "tests").rglob("*.py"))
    ]


def main(arguments: Sequence[str]) -> int:
    """Renew the table of refusals in the rulebook."""
    if list(arguments) != ["--write"]:
        sys.stderr.write("usage: python tests/rulebook.py --write\n")
        return 2
    write_refusals(RULES, codes(Refusal))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
