"""A mutant that survives is excused by nothing but its own change, and the list by nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from mutation import functions
from mutation.entries import entry, shortest
from mutation.function_mutants import Mutant
from mutation.known import Known, Listed, NotThereError, definitions, program
from mutation.outcomes import Judged, Outcome
from mutation.trials import Verdict

SOURCE = dedent(
    '''
    LIMIT = 15

    @unique
    class Kind(Enum):
        ONE = 1

        def is_low(self, by=15):
            return self.value & 15 < by

    def low(hand, tile):
        """Return 1 & 15."""
        found = hand >> 4 * tile & 15
        return found & 3 if (
            hand
            or tile
        ) else 0
    '''
).lstrip()
ABOUT = Known.of("hands", "low", "it is as low", "tile & 15 → tile & 16", "found & 3 → found & 4")
LISTED = Listed([ABOUT], "hands", SOURCE)


def changed(before: str, after: str) -> str:
    """Return the source with something changed that it has once."""
    assert SOURCE.count(before) == 1
    return SOURCE.replace(before, after)


def mutant(before: str, after: str, name: str = "low 1") -> Mutant:
    return Mutant(
        "hands", name, "low", range(11, 12), "-a\n+b", changed(before, after), f"is {name}"
    )


# --- what is excused ----------------------------------------------------------------------


def test_a_mutant_is_excused_by_the_change_that_it_is() -> None:
    assert LISTED.excuse(changed("tile & 15", "tile & 16")) == (ABOUT, "tile & 15 → tile & 16")
    assert LISTED.excuse(changed("found & 3", "found & 4")) == (ABOUT, "found & 3 → found & 4")


@pytest.mark.parametrize("after", ["tile & 14", "tile & 17", "tile | 15", "tile ^ 16", "tile"])
def test_another_change_of_a_listed_line_is_not_excused(after: str) -> None:
    assert LISTED.excuse(changed("tile & 15", after)) is None


def test_two_listed_changes_at_once_are_not_excused() -> None:
    both = changed("tile & 15", "tile & 16").replace("found & 3", "found & 4")
    assert LISTED.excuse(both) is None


def test_the_same_change_elsewhere_is_not_excused() -> None:
    assert LISTED.excuse(changed("self.value & 15", "self.value & 16")) is None


def test_a_mutant_of_another_module_is_not_excused() -> None:
    others = Listed([ABOUT], "wall", SOURCE)
    assert others.excuse(changed("tile & 15", "tile & 16")) is None
    assert others.misfits == []


def test_it_does_not_matter_how_a_mutant_is_spaced() -> None:
    assert LISTED.excuse(changed("tile & 15", "(tile)&  16")) is not None


# --- what a list can say ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "change", "before", "after"),
    [
        ("LIMIT", "15 → 16", "LIMIT = 15", "LIMIT = 16"),
        ("Kind", "@unique →", "@unique", ""),
        ("Kind.ONE", "1 → 2", "ONE = 1", "ONE = 2"),
        ("Kind.is_low", "by=15 → by=16", "by=15", "by=16"),
        ("low", "hand or → hand and", "hand\n        or", "hand and"),
        ("", "LIMIT = 15 → LIMIT = 14", "LIMIT = 15", "LIMIT = 14"),
    ],
)
def test_a_change_is_made_in_the_definition_that_is_named(
    where: str, change: str, before: str, after: str
) -> None:
    about = Known.of("hands", where, "why not", change)
    assert program(about.mutated(change, SOURCE)) == program(changed(before, after))


@pytest.mark.parametrize(
    ("where", "change", "words"),
    [
        ("low", "tile & 7 → tile & 8", "stands there 0 times"),
        ("low", "& 1 → & 2", "stands there 0 times"),
        ("low", "> 4 → < 4", "stands there 0 times"),
        ("low", "& 15 → & 16", "stands there 2 times"),
        ("high", "& 15 → & 16", "there is no high"),
        ("Kind.low", "& 15 → & 16", "there is no Kind.low"),
        ("low", "tile & 15", "names nothing that is changed"),
        ("low", " → tile & 15", "names nothing that is changed"),
    ],
)
def test_a_change_of_what_is_not_there_once_is_a_complaint(
    where: str, change: str, words: str
) -> None:
    about = Known.of("hands", where, "why not", change)
    with pytest.raises(NotThereError, match=words):
        about.mutated(change, SOURCE)
    (misfit,) = Listed([about], "hands", SOURCE).misfits
    assert change in misfit
    assert words in misfit


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("tile & 15 → tile & ", "invalid syntax"),
        ("tile & 15 → tile & (15)", "is no change"),
        ("4 * tile & 15 → 4 * tile & 16", "is listed twice"),
    ],
)
def test_a_listed_change_that_is_none_or_a_second_one_is_a_complaint(
    change: str, words: str
) -> None:
    about = Known.of("hands", "low", "why not", change)
    (misfit,) = Listed([ABOUT, about], "hands", SOURCE).misfits
    assert words in misfit


def test_definitions_are_functions_classes_and_constants_with_their_decorators() -> None:
    lines = SOURCE.splitlines()
    firsts = {name: lines[found.start - 1].strip() for name, found in definitions(SOURCE)}
    assert firsts == {
        "LIMIT": "LIMIT = 15",
        "Kind": "@unique",
        "Kind.ONE": "ONE = 1",
        "Kind.is_low": "def is_low(self, by=15):",
        "low": "def low(hand, tile):",
    }


# --- what came of them --------------------------------------------------------------------

SURVIVED = Verdict(None)
KILLED = Verdict("test_low")


def test_a_list_is_borne_out_when_all_of_it_survives_and_nothing_else() -> None:
    judged = [
        Judged(mutant("tile & 15", "tile & 16"), None, SURVIVED),
        Judged(mutant("found & 3", "found & 4", "low 2"), None, SURVIVED, kept=True),
        *[Judged(mutant("else 0", f"else {each}"), "quick", KILLED) for each in range(1, 39)],
    ]
    outcome = Outcome.of(LISTED, judged)
    assert outcome.is_good
    assert (outcome.unlisted, outcome.complaints) == ([], [])
    figures, kept = outcome.line.split("; ")
    assert figures.split(", ") == [
        *("hands        40 mutants", "killed    38 (quick 38", "longer 0", "start 0", "whole 0)"),
        *("survived   2", "0 of them not listed: 95.0 %"),
    ]
    assert kept == "kept 1 from earlier runs, tried 39"


def test_a_survivor_with_another_change_on_a_listed_line_is_a_fault() -> None:
    judged = [
        Judged(mutant("tile & 15", "tile & 14"), None, SURVIVED),
        Judged(mutant("found & 3", "found & 4", "low 2"), None, SURVIVED),
    ]
    outcome = Outcome.of(LISTED, judged)
    assert outcome.unlisted == judged[:1]
    assert outcome.complaints == ["listed for hands, low: tile & 15 → tile & 16: no mutant is this"]
    assert not outcome.is_good


def test_a_listed_mutant_that_is_killed_is_a_fault() -> None:
    judged = [
        Judged(mutant("tile & 15", "tile & 16"), "quick", KILLED),
        Judged(mutant("found & 3", "found & 4", "low 2"), None, SURVIVED),
        *[Judged(mutant("else 0", f"else {each}"), "quick", KILLED) for each in range(1, 39)],
    ]
    outcome = Outcome.of(LISTED, judged)
    assert outcome.unlisted == []
    assert outcome.complaints == [
        "listed for hands, low: tile & 15 → tile & 16: is killed, test_low"
    ]
    assert not outcome.is_good


def test_a_listed_mutant_that_was_never_tried_is_none_and_is_counted() -> None:
    judged = [Judged(mutant("tile & 15", "tile & 16"), None, SURVIVED)]
    outcome = Outcome.of(LISTED, judged, [mutant("found & 3", "found & 4", "low 2")])
    assert outcome.complaints == []
    assert outcome.line.endswith("kept 0 from earlier runs, tried 1, 1 never tried")


def test_what_came_of_all_is_the_sum_of_the_modules() -> None:
    one = Outcome.of(LISTED, [Judged(mutant("tile & 15", "tile & 14"), None, SURVIVED)])
    other = Outcome.of(LISTED, [Judged(mutant("else 0", "else 1"), "quick", KILLED)], [])
    both = Outcome.of_all([one, other])
    assert (len(both.judged), both.killed, len(both.unlisted)) == (2, 1, 1)
    assert both.complaints == [*one.complaints, *other.complaints]


def test_less_than_95_of_100_killed_is_a_fault_though_all_survivors_are_listed() -> None:
    judged = [
        Judged(mutant("tile & 15", "tile & 16"), None, SURVIVED),
        Judged(mutant("found & 3", "found & 4", "low 2"), None, SURVIVED),
        *[Judged(mutant("else 0", f"else {each}"), "quick", KILLED) for each in range(1, 38)],
    ]
    assert not Outcome.of(LISTED, judged).is_good


def test_what_a_run_has_written_the_next_one_finds_by_the_digests(tmp_path: Path) -> None:
    first = Judged(mutant("tile & 15", "tile & 16"), None, SURVIVED)
    second = Judged(mutant("else 0", "else 1", "low 2"), "longer", KILLED)
    functions.write(tmp_path, Outcome.of(LISTED, [first, second]))
    assert functions.found_before(tmp_path, "hands") == {
        "is low 1": (None, SURVIVED),
        "is low 2": ("longer", KILLED),
    }
    assert functions.found_before(tmp_path, "wall") == {}
    assert json.loads((tmp_path / "hands.json").read_text(encoding="utf-8"))["low 2"][0] == "-a\n+b"


# --- entries ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "where", "change"),
    [
        ("hand >> 4", "hand << 4", "low", "hand >> 4 → hand << 4"),
        ("tile & 15", "tile | 15", "low", "tile & 15 → tile | 15"),
        ("LIMIT = 15", "LIMIT = 16", "LIMIT", "LIMIT = 15 → LIMIT = 16"),
        ("@unique", "", "Kind", "@unique →"),
        ("self, by=15", "self, by=16", "Kind.is_low", "by=15 → by=16"),
        ("low(hand, tile)", "low( tile,hand,)", "low", "hand, tile → tile, hand"),
        ("found & 3", "found & (3) or True", "low", "found & 3 → found & 3 or True"),
        ("hand\n        or tile", "hand and tile", "low", "hand or tile → hand and tile"),
        ("ONE = 1", "ONE = None", "Kind.ONE", "ONE = 1 → ONE = None"),
    ],
)
def test_an_entry_says_in_the_fewest_clear_words_what_is_changed(
    before: str, after: str, where: str, change: str
) -> None:
    assert shortest(SOURCE, changed(before, after)) == (where, change)


def test_there_is_no_entry_for_what_is_only_spaced_differently() -> None:
    with pytest.raises(NotThereError, match="is no mutant"):
        shortest(SOURCE, changed("Kind(Enum)", "Kind( Enum,)"))


def test_an_entry_can_be_pasted_and_lists_the_mutant_it_was_made_for() -> None:
    mutated = changed('"""Return 1 & 15."""', 'tile = "a\\\\b"')
    text = entry("hands", SOURCE, mutated)
    assert text.endswith(",")
    about = eval(text[:-1], {"Known": Known, "REASON": "why not"})  # noqa: S307 - our own words
    assert Listed([about], "hands", SOURCE).excuse(mutated) == (about, *about.changes)
