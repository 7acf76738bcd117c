"""What reads the rulebook and the marks complains of everything that is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook import (
    CLOSING,
    OPENING,
    RENEW,
    Code,
    Mark,
    Module,
    Row,
    Rule,
    code_complaints,
    complain,
    mark_complaints,
    mention_complaints,
    number_complaints,
    option_complaints,
    parse_module,
    parse_options,
    parse_rules,
    table_complaints,
    untested_refusals,
    write_refusals,
)

GOOD_BOOK = """\
# Rules

A rule such as **WIN-1** in the text is no item.

## WIN winning

- **WIN-1** · written — One,
  which goes on.

  | a | table |
- **WIN-2** · ruling · refusable — Two, with `flag = True`. *Ruling on the detail:* yes.

## Refusals

<!-- refusals -->
<!-- /refusals -->
"""
GOOD_RULES = parse_rules(GOOD_BOOK)[0]


def test_a_good_rulebook_is_read() -> None:
    assert parse_rules(GOOD_BOOK) == (
        [
            Rule("WIN-1", "written", refusable=False, text="One, which goes on.  | a | table |"),
            Rule(
                "WIN-2",
                "ruling",
                refusable=True,
                text="Two, with `flag = True`. *Ruling on the detail:* yes. ",
            ),
        ],
        [],
    )
    assert list(number_complaints(GOOD_RULES, ("WIN-1", "WIN-2"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "- **WIN-1** · written - A hyphen.",
        "- **WIN-1** · wrote — No such standing.",
        "- **WIN-1** · refusable — No standing.",
        "- **WIN-1** · written · refuseable — Misspelt.",
        "- **WIN-01** · written — A nought.",
        "- **WIN-1** — Nothing at all.",
        "- **WIN-1.** · written — A full stop.",
        "  - **WIN-1** · written — Indented.",
        "* **WIN-1** · written — A star.",
        "- **WIN-1, WIN-2** · written — Two at once.",
        "- **WIN-1** · written — ",
    ],
)
def test_a_rule_of_another_form_is_reported(line: str) -> None:
    rules, complaints = parse_rules(f"## WIN winning\n\n{line}\n")
    assert rules == []
    assert complaints == [f"line 3: this rule has another form: {line.strip()}"]


def test_a_rule_in_the_wrong_section_is_reported() -> None:
    _, complaints = parse_rules("## TING ting\n- **WIN-1** · written — One.\n")
    assert complaints == ["line 2: WIN-1 stands in the section TING"]


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        (("WIN-1", "WIN-2"), "WIN-3 is missing in the rulebook"),
        (("WIN-1", "WIN-2", "WIN-3", "WIN-4"), "WIN-4 is not in EXPECTED"),
        (("WIN-1", "WIN-2", "WIN-2", "WIN-3"), "WIN-2 stands there twice"),
        (("WIN-1", "WIN-3"), "the section WIN has a gap: no WIN-2"),
        (("WIN-2", "WIN-3"), "the section WIN has a gap: no WIN-1"),
        (("WIN-1", "WIN-3", "WIN-2"), "WIN-2 stands behind WIN-3"),
    ],
)
def test_wrong_numbers_are_reported(numbers: tuple[str, ...], complaint: str) -> None:
    rules = [Rule(number, "written", refusable=False, text="") for number in numbers]
    assert complaint in number_complaints(rules, ("WIN-1", "WIN-2", "WIN-3"))


def test_a_mention_of_no_rule_is_reported() -> None:
    texts = {"a.md": "WIN-2, UTF-8, SHA-256 and WIN-1.", "b.py": "(WIN-3, WIN-12)"}
    assert list(mention_complaints(texts, GOOD_RULES)) == [
        "b.py speaks of WIN-12, which is no rule",
        "b.py speaks of WIN-3, which is no rule",
    ]


GOOD_TESTS = """\
import pytest

pytestmark = [pytest.mark.rule("A-1"), pytest.mark.slow]
CASES = [pytest.param(1, marks=pytest.mark.rule("A-2", refuses=True)), 2]

def more():
    return [pytest.param(3, marks=[pytest.mark.slow, pytest.mark.rule("A-3")])]

@pytest.mark.rule("A-4", "A-5")
@pytest.mark.parametrize("case", CASES + more())
def test_one(case):
    assert refused is Refusal.SOMETHING

@pytest.mark.parametrize("case", CASES)
async def test_two(case): ...

@pytest.mark.rule("A-6", refuses=True)
class TestThree:
    pytestmark = pytest.mark.rule("A-7", refuses=False)

    @pytest.mark.rule("A-8")
    def test_four(self): ...

    @pytest.mark.parametrize("x", [pytest.param(1, marks=(pytest.mark.rule("A-9"),))])
    def test_five(self, x): ...

    @pytest.mark.skipif(old, reason="too old")
    @pytest.mark.rule("A-10")
    def test_six(self, x): ...
"""


def test_good_marks_are_read() -> None:
    module, complaints = parse_module(GOOD_TESTS, "tests/test_it.py")
    assert complaints == []
    assert module.names == {"SOMETHING"}
    refusing = {"A-2", "A-6"}
    found = {(mark.number, mark.refuses) for mark in module.marks}
    assert found == {(f"A-{n}", f"A-{n}" in refusing) for n in range(1, 11)}
    assert len(module.marks) == len(found)
    assert module.marks[0].place == "tests/test_it.py:3"


NO_TEST = "no test bears this rule mark"
NO_PROOF = "a test that is skipped or may fail proves no rule"
TEST = "def test_it(): ...\n"


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ('@pytest.mark.rule("A-1")\ndef helper(): ...\n' + TEST, NO_TEST),
        ('@pytest.mark.rule("A-1")\n@pytest.fixture\ndef deal(): ...\n' + TEST, NO_TEST),
        ('@pytest.mark.rule("A-1")\nclass Helper:\n  def test_it(self): ...\n', NO_TEST),
        ('@pytest.mark.rule("A-1")\nclass TestNothing:\n  def helper(self): ...\n', NO_TEST),
        ('class TestIt:\n  pytestmark = pytest.mark.rule("A-1")\n', NO_TEST),
        ('pytestmark = pytest.mark.rule("A-1")\n', NO_TEST),
        ('CASES = [pytest.param(1, marks=pytest.mark.rule("A-1"))]\n' + TEST, NO_TEST),
        ('def test_it():\n  @pytest.mark.rule("A-1")\n  def test_inner(): ...\n', NO_TEST),
        ('proves = pytest.mark.rule("A-1")\n@proves\n' + TEST, NO_TEST),
        ('mark.rule("A-1")\n' + TEST, NO_TEST),
        ("rule = pytest.mark.rule\n" + TEST, NO_TEST),
        ("@pytest.mark.rule\n" + TEST, "the mark names no rule"),
        ("@pytest.mark.rule()\n" + TEST, "the mark names no rule"),
        ("@pytest.mark.rule(refuses=True)\n" + TEST, "the mark names no rule"),
        ("@pytest.mark.rule(NUMBER)\n" + TEST, "NUMBER is not a rule number, written out"),
        ('@pytest.mark.rule("A1")\n' + TEST, "'A1' is not a rule number, written out"),
        ('@pytest.mark.rule("A-1", 2)\n' + TEST, "2 is not a rule number, written out"),
        (
            '@pytest.mark.rule("A-1", refuse=True)\n' + TEST,
            "refuse=True is neither refuses=True nor =False",
        ),
        (
            '@pytest.mark.rule("A-1", refuses=1)\n' + TEST,
            "refuses=1 is neither refuses=True nor =False",
        ),
        ('@pytest.mark.skip\n@pytest.mark.rule("A-1")\n' + TEST, NO_PROOF),
        ('@pytest.mark.rule("A-1")\n@pytest.mark.xfail(strict=True)\n' + TEST, NO_PROOF),
        ('pytestmark = pytest.mark.skip\n@pytest.mark.rule("A-1")\n' + TEST, NO_PROOF),
        (
            '@pytest.mark.skip\nclass TestIt:\n @pytest.mark.rule("A-1")\n def test_it(self): ...',
            NO_PROOF,
        ),
        (
            '@pytest.mark.parametrize("x", [pytest.param(1, marks='
            '[pytest.mark.rule("A-1"), pytest.mark.xfail])])\n' + TEST,
            NO_PROOF,
        ),
    ],
)
def test_wrong_marks_are_reported(source: str, complaint: str) -> None:
    _, complaints = parse_module(source, "tests/test_it.py")
    assert [message.partition(": ")[2] for message in complaints] == [complaint]


def test_marks_in_a_module_without_tests_are_reported() -> None:
    source = f'@pytest.mark.rule("A-1")\n{TEST}'
    assert parse_module(source, "tests/test_it.py")[1] == []
    module, complaints = parse_module(source, "tests/helpers.py")
    assert module.marks == []
    assert complaints == [f"tests/helpers.py:1: {NO_TEST}"]


ACCEPT_1 = Mark("WIN-1", refuses=False, place="a:1")
ACCEPT_2 = Mark("WIN-2", refuses=False, place="a:2")
REFUSE_2 = Mark("WIN-2", refuses=True, place="a:3")
ALL_MARKS = (ACCEPT_1, ACCEPT_2, REFUSE_2)


def test_rules_with_all_their_marks_are_silent() -> None:
    assert list(mark_complaints(GOOD_RULES, ALL_MARKS, ())) == []
    assert list(mark_complaints(GOOD_RULES, (ACCEPT_1,), ("WIN-2",))) == []


@pytest.mark.parametrize(
    ("marks", "later", "complaint"),
    [
        (ALL_MARKS[1:], (), "WIN-1 has no test that accepts"),
        ((ACCEPT_1, REFUSE_2), (), "WIN-2 has no test that accepts"),
        ((ACCEPT_1, ACCEPT_2), (), "WIN-2 is refusable and has no test with refuses=True"),
        ((*ALL_MARKS, Mark("WIN-3", refuses=False, place="a:4")), (), "a:4: WIN-3 is no rule"),
        (
            (*ALL_MARKS, Mark("WIN-1", refuses=True, place="a:4")),
            (),
            "a:4: refuses=True, but WIN-1 is not marked refusable in the rulebook",
        ),
        (
            (ACCEPT_2, REFUSE_2, ACCEPT_1),
            ("WIN-1",),
            "a:1: WIN-1 has a test now: take it out of LATER",
        ),
        (ALL_MARKS, ("WIN-9",), "WIN-9 in LATER is no rule"),
    ],
)
def test_missing_and_wrong_marks_are_reported(
    marks: tuple[Mark, ...], later: tuple[str, ...], complaint: str
) -> None:
    assert list(mark_complaints(GOOD_RULES, marks, later)) == [complaint]


NO = Code("NO", "WIN-2", "it is a | bar", "不")


def test_codes_without_a_rule_are_reported() -> None:
    wrong = [NO, Code("A", "WIN-1", "", ""), Code("B", "WIN-9", "", "")]
    assert list(code_complaints("Refusal", wrong, GOOD_RULES)) == [
        "Refusal.A: WIN-1 is not marked refusable in the rulebook",
        "Refusal.B: WIN-9 is no rule",
    ]


def test_untested_refusals_are_reported() -> None:
    accepting = Module("a.py", [ACCEPT_2], {"NO"})
    silent = Module("b.py", [REFUSE_2], {"YES"})
    good = Module("c.py", [REFUSE_2], {"NO"})
    assert list(untested_refusals([NO], [accepting, silent, good])) == []
    assert list(untested_refusals([NO], [accepting, silent])) == [
        "Refusal.NO is not named where WIN-2 refuses: b.py"
    ]
    assert list(untested_refusals([NO], [accepting])) == [
        "Refusal.NO: no test with rule('WIN-2', refuses=True)"
    ]


def test_the_table_of_refusals_is_written_and_compared(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(GOOD_BOOK, encoding="utf-8", newline="\n")
    assert list(table_complaints(GOOD_BOOK, [NO]))[-1] == RENEW
    write_refusals(path, [NO])
    written = path.read_text(encoding="utf-8")
    assert "\n| `NO` | WIN-2 | it is a \\| bar | 不 |\n<!-- /refusals -->\n" in written
    assert list(table_complaints(written, [NO])) == []
    write_refusals(path, [NO])
    assert path.read_text(encoding="utf-8") == written
    for changed in (NO._replace(en="yes"), NO._replace(zh="是"), NO._replace(rule="WIN-1")):
        missing, wrong, hint = table_complaints(written, [changed])
        assert missing.startswith("missing: | `NO`")
        assert wrong.startswith("not right: | `NO`")
        assert hint == RENEW
    assert len(list(table_complaints(written, []))) == len(["the row", "the hint"])
    two = [NO, NO._replace(name="NOT")]
    write_refusals(path, two)
    assert list(table_complaints(path.read_text(encoding="utf-8"), two[::-1])) == [
        "the lines of the table stand in another order",
        RENEW,
    ]


@pytest.mark.parametrize(
    "text", ["", f"{OPENING}\n", f"{CLOSING}\n{OPENING}\n", f"{OPENING}\n{CLOSING}\n{OPENING}\n"]
)
def test_missing_markers_are_reported(text: str) -> None:
    (complaint,) = table_complaints(text, [])
    assert CLOSING in complaint


OPTIONS_BOOK = """\
### RuleSet

| option | default | rule | what it does | taiyuan |
| --- | --- | --- | --- | --- |
| `flag` | `True` | WIN-1, WIN-2 | something | `False` |

### ScoreTable

| `other` | `1` | WIN-1 | something | `1` |
"""
OPTION_ROW = Row("flag", "True", ("WIN-1", "WIN-2"), "False")


def test_the_rows_of_options_are_read() -> None:
    assert parse_options(OPTIONS_BOOK, "RuleSet") == [OPTION_ROW]
    assert parse_options(OPTIONS_BOOK, "ScoreTable") == [Row("other", "1", ("WIN-1",), "1")]
    assert list(option_complaints({"flag": (True, False)}, [OPTION_ROW], GOOD_RULES)) == []


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([], "flag has no row"),
        ([OPTION_ROW, OPTION_ROW], "flag has 2 rows"),
        ([OPTION_ROW, OPTION_ROW._replace(name="x")], "x has a row and is no option"),
        ([OPTION_ROW._replace(default="1")], "flag: the default is True, not 1"),
        ([OPTION_ROW._replace(taiyuan="True")], "flag: the taiyuan value is False, not True"),
        ([OPTION_ROW._replace(rules=("WIN-2", "WIN-8"))], "flag: WIN-8 is no rule"),
        (
            [OPTION_ROW._replace(rules=("WIN-1",))],
            "flag: none of its rules (WIN-1) says `flag = True`",
        ),
    ],
)
def test_wrong_options_are_reported(rows: list[Row], complaint: str) -> None:
    assert list(option_complaints({"flag": (True, False)}, rows, GOOD_RULES)) == [complaint]


def test_complaints_fail_and_are_all_listed() -> None:
    complain([])
    with pytest.raises(pytest.fail.Exception) as caught:
        complain(["one", "two"])
    assert str(caught.value) == "2 complaints:\none\ntwo"
