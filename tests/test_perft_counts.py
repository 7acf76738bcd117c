"""The counts below `tests/perft/`: the engine's and the referee's, and what they exercise.

``python tests/perft_counts.py --check`` has the referee count all of them again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

import corpus
import perft_counts
from differential import differences
from lisi_mahjong import GameState, RuleSet, actors, legal_actions, step
from lisi_mahjong.notation import format_state
from lisi_mahjong.perft import divide, perft
from perft_counts import (
    AREAS,
    complaint,
    counts,
    disagreement,
    divided,
    played_alike,
    search,
    sequences,
    twin,
)
from perft_files import FOLDER, Entry, read, referee_after, stored, write
from perft_wanted import Wanted
from plain import plain_action
from referee import Action, Referee
from rule_table import Moment
from rulebook import EXPECTED
from support import play
from test_reach import SECTIONS

STORED = {area: stored(area) for area in AREAS}
ENTRIES = {entry.name: entry for entries in STORED.values() for entry in entries}
WANTED = {wanted.name: wanted for area in AREAS.values() for wanted in area}


EACH = pytest.mark.parametrize("entry", ENTRIES.values(), ids=lambda entry: entry.name)

# --- what is counted ----------------------------------------------------------------------


@EACH
def test_the_engine_counts_what_is_written(entry: Entry) -> None:
    assert counts(entry.position(), len(entry.counts)) == entry.counts


@EACH
def test_the_referee_counts_what_is_written_and_divides_it_as_the_engine_does(
    entry: Entry,
) -> None:
    depth = min(4 if entry in FIRST_OF_AREAS else 3, len(entry.counts))
    theirs = divided(entry.referee(), depth)
    assert sum(theirs.values()) == entry.counts[depth - 1]
    ours = divide(entry.position(), depth)
    assert {plain_action(action): number for action, number in ours} == theirs


FIRST_OF_AREAS = [entries[0] for entries in STORED.values()]


@EACH
def test_both_have_the_same_on_the_table_in_a_position_and_a_decision_later(entry: Entry) -> None:
    assert disagreement(entry.position(), entry.referee(), 1) == []


@EACH
def test_a_position_is_what_its_decisions_lead_to(entry: Entry) -> None:
    assert play(entry.start(), *entry.after) == entry.position()
    assert format_state(entry.position()) == entry.state


# --- what it exercises --------------------------------------------------------------------


ANY_DEAL = corpus.drawn(0)
"""A moment has a deal, at which no predicate of a position looks."""


def moments(state: GameState) -> Iterator[Moment]:
    """Yield every move that is legal in a state."""
    for seat in actors(state):
        for action in legal_actions(state, seat):
            taken = step(state, action)
            yield Moment(ANY_DEAL, state, action, taken.events, taken.state)


@EACH
def test_a_position_exercises_what_it_says(entry: Entry) -> None:
    wanted = WANTED[entry.name]
    assert entry.position().rules == RuleSet.from_options(wanted.options)
    assert any(map(wanted.predicate, moments(entry.position())))


@EACH
def test_counts_go_as_deep_as_is_wanted_or_to_the_end(entry: Entry) -> None:
    wanted = WANTED[entry.name]
    assert all(entry.counts[:-1])
    if len(entry.counts) < wanted.depth:
        assert wanted.ends
        assert entry.counts[-1] == 0
    else:
        assert len(entry.counts) == wanted.depth


@pytest.mark.parametrize("area", sorted(SECTIONS))
def test_every_area_of_the_rules_has_a_position_at_depth_four(area: str) -> None:
    assert any(entry.counts[3:] and entry.counts[3] for entry in STORED[area])
    assert all(any(rule.startswith(f"{area}-") for rule in entry.rules) for entry in STORED[area])


def test_the_options_are_the_only_other_area() -> None:
    assert set(AREAS) == SECTIONS | {"OPTIONS"}


@pytest.mark.parametrize("area", AREAS)
def test_a_file_holds_what_is_wanted_and_nothing_else(area: str) -> None:
    assert [(e.name, e.shows, " ".join(e.rules)) for e in STORED[area]] == [
        (wanted.name, wanted.shows, wanted.rules) for wanted in AREAS[area]
    ]


def test_there_is_a_file_for_every_area_and_no_other() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{area.lower()}.txt" for area in AREAS}


def test_every_rule_that_is_named_is_in_the_rulebook() -> None:
    assert {rule for entry in ENTRIES.values() for rule in entry.rules} <= set(EXPECTED)


def test_there_are_enough_positions_and_counts() -> None:
    assert len(ENTRIES) == sum(map(len, STORED.values())) >= 100
    assert len({entry.state for entry in ENTRIES.values()}) == len(ENTRIES)
    assert sum(len(entry.counts) for entry in ENTRIES.values()) >= 500
    assert sum(sum(entry.counts) for entry in ENTRIES.values()) >= 1_000_000


# --- options ------------------------------------------------------------------------------

NO_DECISION = {
    "drawn_deal_with_kong_passes_dealer",
    "closed_wait_on_eight",
    "closed_wait_alone",
    "show_concealed_kongs",
}
"""Options about who deals next, what a win is called, and what is seen."""


SINGLE_OPTIONS = [
    (option, entry)
    for entry in STORED["OPTIONS"]
    if (option := entry.name.rpartition("-")[0]) in attrs.fields_dict(RuleSet)
]
"""The positions of the file of options that are about one option, with its name."""


def test_every_option_has_a_position() -> None:
    assert {option for option, _ in SINGLE_OPTIONS} == set(attrs.fields_dict(RuleSet))


@pytest.mark.parametrize(
    ("option", "entry"),
    [pytest.param(option, entry, id=entry.name) for option, entry in SINGLE_OPTIONS],
)
def test_an_option_of_play_changes_the_count_and_no_other_option_does(
    option: str, entry: Entry
) -> None:
    rules = entry.position().rules
    other = twin(entry.start(), entry.after, option)
    assert other is not None
    assert other.rules == RuleSet() != rules
    assert getattr(other.rules, option) != getattr(rules, option)
    alike = counts(other, len(entry.counts)) == entry.counts
    assert alike is (option in NO_DECISION)


@pytest.mark.parametrize("name", [name for name, wanted in WANTED.items() if wanted.twin])
def test_the_option_that_has_a_say_changes_the_count(name: str) -> None:
    entry, option = ENTRIES[name], WANTED[name].twin
    assert option is not None
    other = twin(entry.start(), entry.after, option)
    assert other is not None
    assert counts(other, len(entry.counts)) != entry.counts


def test_an_option_with_which_the_decisions_are_illegal_has_no_twin() -> None:
    entry = ENTRIES["robber-passes"]
    (robber,) = actors(entry.position())
    assert twin(entry.start(), (*entry.after, f"{robber} pass"), "robbing_kong") is None


# --- what would be noticed ----------------------------------------------------------------


def test_a_wrong_count_is_noticed() -> None:
    entry = ENTRIES["three-are-asked"]
    assert complaint(entry) is None
    first, second, *others = entry.counts
    wrong = attrs.evolve(entry, counts=(first, second + 1, *others))
    assert complaint(wrong) == (
        f"three-are-asked: {second + 1} sequences of 2 are written, "
        f"the engine counts {second}, the referee {second}"
    )


def test_equal_counts_that_are_divided_otherwise_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = ENTRIES["two-may-win"]

    def turned_round(referee: Referee, depth: int) -> dict[Action, int]:
        real = divided(referee, depth)
        return dict(zip(real, reversed(real.values()), strict=True))

    monkeypatch.setattr(perft_counts, "divided", turned_round)
    told = complaint(entry)
    assert told is not None
    assert told.startswith("two-may-win: ")


@pytest.mark.parametrize(
    ("name", "options", "path"),
    [
        # The seat that could rob is asked by the engine, and not by a referee without the option.
        ("robber-about-to-be-asked", {"robbing_kong": False}, 1),
        ("ting-face-up", {"open_ting": False}, 0),
        ("last-tile-left", {"reserved_stacks": 8}, 0),
    ],
)
def test_a_referee_with_other_rules_is_noticed(
    name: str, options: dict[str, bool | int], path: int
) -> None:
    entry = ENTRIES[name]
    start = entry.start()
    rules = RuleSet.from_options({**attrs.asdict(start.rules), **options})
    setup = attrs.evolve(start.setup, rules=rules)
    referee = referee_after(attrs.evolve(start, setup=setup), entry.after)
    told = disagreement(entry.position(), referee, 2)
    decisions = [text for text in told if text[0] in "0123"]
    assert len(decisions) == path
    assert told[path:]


def test_the_place_of_a_disagreement_is_told_by_its_decisions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = ENTRIES["next-seat-draws"]
    last = entry.position().ply + 2

    def wrong_two_decisions_later(state: GameState, referee: Referee) -> Iterator[str]:
        yield from differences(state, referee)
        if state.ply == last:
            yield "here"

    monkeypatch.setattr(perft_counts, "differences", wrong_two_decisions_later)
    first, second, found = disagreement(entry.position(), entry.referee(), 2)
    assert found == "here"
    assert play(entry.position(), first, second).ply == last
    assert disagreement(entry.position(), entry.referee(), 1) == []
    assert complaint(entry) == f"next-seat-draws: {first} / {second} / here"


def test_another_count_of_the_referee_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = ENTRIES["last-tile-left"]
    monkeypatch.setattr(
        perft_counts, "sequences", lambda referee, depth: sequences(referee, depth) + 1
    )
    told = complaint(entry)
    assert told is not None
    first, second, *_ = entry.counts
    assert told == (
        f"last-tile-left: {second} sequences of 2 are written, "
        f"the engine counts {second}, the referee {second + first}"
    )


def test_the_referee_that_counts_stays_where_it_is() -> None:
    referee = ENTRIES["three-are-asked"].referee()
    before = referee.snapshot()
    assert sequences(referee, 3) == ENTRIES["three-are-asked"].counts[2]
    assert referee.snapshot() == before


# --- the files ----------------------------------------------------------------------------


@pytest.mark.parametrize("area", AREAS)
def test_a_file_is_written_as_it_is_read(area: str) -> None:
    text = (FOLDER / f"{area.lower()}.txt").read_text(encoding="ascii")
    remark = text.splitlines()[0].removeprefix("# ")
    assert write(read(text), remark) == text


BLOCK = "name: a\nshows: b\nrules: CLAIM-1\nstate: c\nafter: -\ndepth 1: 2\ndepth 2: 0"


def test_an_entry_is_read() -> None:
    (entry,) = read(f"# {BLOCK[:7]}\n\n{BLOCK}\n")
    assert entry == Entry("a", "b", ("CLAIM-1",), "c", (), (2, 0))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("shows: b\n", ""),
        ("shows: b\nrules: CLAIM-1", "rules: CLAIM-1\nshows: b"),
        ("depth 1: 2\ndepth 2: 0", ""),
        ("depth 1: 2\n", ""),
        ("depth 2", "depth 3"),
        ("depth 2: 0", "depth 2: none"),
        ("state: c", "state: "),
        ("\nafter", "\n\nafter"),
    ],
)
def test_what_is_no_entry_is_not_read(old: str, new: str) -> None:
    assert old in BLOCK
    with pytest.raises(ValueError, match=r"no entry|invalid literal"):
        read(BLOCK.replace(old, new))


# --- the search and the command -----------------------------------------------------------

QUICK = ("closed_wait_on_eight-on", "as-in-taiyuan", "no-way-on-so-nobody-is-asked")


def alone(name: str) -> list[Wanted]:
    """Return what is searched for together with a position, which is nothing else."""
    (group,) = (group for group in played_alike() if WANTED[name] in group)
    assert len(group) == 1
    return group


@pytest.mark.parametrize("name", QUICK)
def test_a_search_finds_the_position_that_is_stored(name: str) -> None:
    (found,) = search(alone(name))
    assert found.entry() == ENTRIES[name]


def test_everything_is_searched_for_once() -> None:
    assert sorted(w.name for group in played_alike() for w in group) == sorted(WANTED)


def test_a_search_in_vain_says_what_is_missing() -> None:
    with pytest.raises(SystemExit, match="no deal below 1 shows closed_wait_on_eight-on"):
        search(alone(QUICK[0]), 1)


def test_positions_that_are_searched_for_together_are_different_ones() -> None:
    twice = [WANTED[QUICK[0]], attrs.evolve(WANTED[QUICK[0]], name="again")]
    first, second = search(twice)
    assert first.state != second.state


def cut(entry: Entry, depth: int) -> Entry:
    """Return an entry that is counted less deep."""
    return attrs.evolve(entry, counts=entry.counts[:depth])


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the command have two positions and a folder of its own."""
    first, second = (attrs.evolve(WANTED[name], depth=3) for name in QUICK[:2])
    monkeypatch.setattr(perft_counts, "AREAS", {"ONE": (first,), "TWO": (second,)})
    folder = tmp_path / "perft"
    monkeypatch.setattr(perft_counts, "FOLDER", folder)
    monkeypatch.setattr(
        perft_counts,
        "stored",
        lambda area: read((folder / f"{area.lower()}.txt").read_text(encoding="ascii")),
    )
    return folder


def test_the_command_writes_what_it_then_finds_right(
    two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert perft_counts.main(["--renew"]) == 0
    expected = [cut(ENTRIES[name], 3) for name in QUICK[:2]]
    found = [read((two / name).read_text(encoding="ascii")) for name in ("one.txt", "two.txt")]
    assert found == [(entry,) for entry in expected]
    assert perft_counts.main(["--check"]) == 0
    counted = sum(sum(entry.counts) for entry in expected)
    said = f"2 positions, 6 counts, {counted:,} sequences"
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.endswith(" s")] == [said, "2 passed, 0 failed"] * 2


def test_the_command_says_which_count_is_wrong(
    two: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    perft_counts.main(["--renew"])
    path = two / "two.txt"
    text = path.read_text(encoding="ascii")
    path.write_text(text.replace("depth 1: 2\n", "depth 1: 3\n"), encoding="ascii")
    capsys.readouterr()
    assert perft_counts.main(["--check"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("as-in-taiyuan: 3 sequences of 1 are written, the engine counts 2, ")
    assert lines[2] == "1 passed, 1 failed"


def test_nothing_is_written_when_the_referee_disagrees(
    two: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(perft_counts, "perft", lambda state, depth: perft(state, depth) + depth)
    assert perft_counts.main(["--renew"]) == 1
    assert not two.exists()
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2] == "0 passed, 2 failed"
    assert "the engine counts" in lines[0]


def test_processes_give_the_same_as_one() -> None:
    names = QUICK[:2]
    shorter = [cut(ENTRIES[name], 2) for name in names]
    found = [perft_counts.mapped(complaint, shorter, processes) for processes in (1, 2)]
    assert found == [[None, None]] * 2
