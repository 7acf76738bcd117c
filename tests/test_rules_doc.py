"""The rulebook, the tests and the code speak of the same rules; see `rulebook` for how."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lisi_mahjong
from lisi_mahjong import Refusal, RuleSet, ScoreTable
from lisi_mahjong.problem_codes import Problem
from rulebook import (
    EXPECTED,
    LATER,
    ROOT,
    RULES,
    SECTIONS,
    Module,
    Rule,
    code_complaints,
    codes,
    complain,
    mark_complaints,
    mention_complaints,
    number_complaints,
    option_complaints,
    options_of,
    parse_options,
    parse_rules,
    read_tests,
    table_complaints,
    untested_refusals,
)

PACKAGE = Path(lisi_mahjong.__file__).parent


@pytest.fixture(scope="module")
def book() -> str:
    return RULES.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rules(book: str) -> list[Rule]:
    return parse_rules(book)[0]


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return [module for module, _ in read_tests()]


def test_every_rule_has_the_readable_form(book: str) -> None:
    complain(parse_rules(book)[1])


def test_the_numbers_of_the_rules(rules: list[Rule]) -> None:
    complain(number_complaints(rules, EXPECTED))


def test_documents_and_code_speak_of_rules_that_exist(rules: list[Rule]) -> None:
    paths = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *PACKAGE.rglob("*.py")]
    texts = {path.as_posix(): path.read_text(encoding="utf-8") for path in sorted(paths)}
    complain(mention_complaints(texts, rules))


def test_the_documentation_says_which_modules_play_the_rules_of_a_section() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z]+) \| (`.*`) \|$", page, re.MULTILINE)
    assert [section for section, _ in rows] == list(SECTIONS)
    for section, modules in rows:
        for module in re.findall(r"`(\w+)`", modules):
            text = (PACKAGE / f"{module}.py").read_text(encoding="utf-8")
            assert f"{section}-" in text, (section, module)


def test_marks_are_well_formed_and_sit_on_tests() -> None:
    complain(complaint for _, complaints in read_tests() for complaint in complaints)


def test_every_rule_is_tested(rules: list[Rule], modules: list[Module]) -> None:
    marks = [mark for module in modules for mark in module.marks]
    complain(mark_complaints(rules, marks, LATER))


def test_refusals_and_problems_have_a_rule(rules: list[Rule]) -> None:
    complain(
        [
            *code_complaints("Refusal", codes(Refusal), rules),
            *code_complaints("Problem", codes(Problem), rules),
        ]
    )


def test_every_refusal_is_tested(modules: list[Module]) -> None:
    complain(untested_refusals(codes(Refusal), modules))


def test_the_table_of_refusals(book: str) -> None:
    complain(table_complaints(book, codes(Refusal)))


@pytest.mark.parametrize("cls", [RuleSet, ScoreTable])
def test_the_tables_of_options(
    cls: type[RuleSet | ScoreTable], book: str, rules: list[Rule]
) -> None:
    complain(option_complaints(options_of(cls), parse_options(book, cls.__name__), rules))
