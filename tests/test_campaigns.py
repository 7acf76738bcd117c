"""Campaigns add up alike however they are run, and go on from where they were broken off."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import attrs
import pytest

import bent_campaign
import bent_positions
import campaigns
import differential
import sampling_campaign
from campaigns import Campaign, Findings, JournalError
from lisi_mahjong import GameState, Problem, SeatView, sample_state


def look(start: int, stop: int) -> Findings:
    """Count odd numbers; every number that ends with 7 is a failure."""
    numbers = range(start, stop)
    found = Findings(Counter(checked=len(numbers), odd=sum(number % 2 for number in numbers)))
    found.failures += [f"{number} ends with 7" for number in numbers if number % 10 == 7]
    return found


def never(start: int, stop: int) -> Findings:
    raise AssertionError(f"{start} to {stop} were done before")


def broken_off(start: int, stop: int) -> Findings:
    if start >= 20:
        raise KeyboardInterrupt
    return look(start, stop)


@pytest.fixture
def whole(tmp_path: Path) -> Campaign:
    return Campaign("odd numbers", look, (3, 60), 5, journal=tmp_path / "journal")


def test_all_numbers_are_looked_at_once(whole: Campaign) -> None:
    total, ended = attrs.evolve(whole, journal=None).run()
    assert ended
    assert total == look(3, 60)


@pytest.mark.parametrize("processes", [1, 3])
def test_the_sum_does_not_depend_on_the_number_of_processes(
    whole: Campaign, processes: int
) -> None:
    assert attrs.evolve(whole, processes=processes).run() == (look(3, 60), True)
    assert whole.journal is not None
    assert len(whole.journal.read_text(encoding="utf-8").splitlines()) == 1 + len(whole.parts())


def test_what_the_journal_has_is_not_done_again(whole: Campaign) -> None:
    first = whole.run()
    assert attrs.evolve(whole, look=never).run() == first


def test_a_campaign_that_was_broken_off_goes_on(whole: Campaign) -> None:
    part, ended = attrs.evolve(whole, look=broken_off).run()
    assert not ended
    assert part == look(3, 23)
    assert whole.run() == (look(3, 60), True)


def test_a_line_that_was_not_written_to_its_end_is_done_again(whole: Campaign) -> None:
    whole.run()
    assert whole.journal is not None
    text = whole.journal.read_text(encoding="utf-8")
    whole.journal.write_text(text[:-9], encoding="utf-8")
    assert whole.run() == (look(3, 60), True)
    assert whole.journal.read_text(encoding="utf-8") == text


def test_longer_runs_go_on_from_shorter_ones(whole: Campaign) -> None:
    attrs.evolve(whole, numbers=(3, 31)).run()
    assert whole.run() == (look(3, 60), True)


def test_a_campaign_is_bound_to_all_that_it_looks_with() -> None:
    """To the referee, and to what that is made of; not to tests that it has nothing to do with."""
    found = {path.name for path in campaigns.looking(partial(differential.check_numbers))}
    assert found >= {"differential.py", "campaigns.py", "corpus.py", "referee.py"}
    assert not found & {"referee_table.py", "test_campaigns.py", "test_tiles.py", "conftest.py"}


def test_figures_of_two_referees_are_not_added_up(
    whole: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole.run()
    other = tmp_path / "referee.py"
    other.write_text("another = True\n", encoding="utf-8")
    monkeypatch.setattr(campaigns, "TESTS", tmp_path)
    monkeypatch.setattr(campaigns, "looking", lambda _: {other})
    with pytest.raises(JournalError, match="of something else"):
        whole.run()


def other_journals() -> Iterator[tuple[str, str]]:
    yield (
        "another campaign",
        json.dumps({"campaign": "even numbers", "sources": campaigns.fingerprint(look)}),
    )
    yield "other sources", json.dumps({"campaign": "odd numbers", "sources": "0123456789abcdef"})
    yield "no JSON", "a shopping list"
    yield "no journal", "[]"
    yield (
        "no part",
        json.dumps({"campaign": "odd numbers", "sources": campaigns.fingerprint(look)})
        + '\n{"part": [3, 8]}',
    )


@pytest.mark.parametrize(
    "text", [text for _, text in other_journals()], ids=[name for name, _ in other_journals()]
)
def test_a_file_that_is_no_journal_of_the_campaign_is_left_alone(
    whole: Campaign, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert whole.journal is not None
    whole.journal.write_text(f"{text}\n", encoding="utf-8")
    with pytest.raises(JournalError, match="journal"):
        whole.run()
    assert campaigns.run(whole, lambda _: []) == 2
    assert "journal" in capsys.readouterr().err
    assert whole.journal.read_text(encoding="utf-8") == f"{text}\n"


def test_the_command_ends_with_what_passed_and_what_failed(
    whole: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    assert campaigns.run(whole, lambda found: [f"{found.counts['odd']} odd"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["7 ends with 7", "17 ends with 7"]
    assert told[-2:] == ["29 odd", "51 passed, 6 failed"]
    good = attrs.evolve(whole, numbers=(10, 17), journal=None)
    assert campaigns.run(good, lambda _: []) == 0
    assert capsys.readouterr().out == "7 passed, 0 failed\n"


def test_the_command_says_that_it_was_broken_off(
    whole: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    assert campaigns.run(attrs.evolve(whole, look=broken_off), lambda _: []) == 1
    assert "broken off; the same command goes on" in capsys.readouterr().out


def test_the_options_of_a_command_are_those_of_all() -> None:
    parsed = campaigns.parser("Look.", "deals", 1000)
    assert vars(parsed.parse_args([])) == {
        "number": 1000,
        "start": 0,
        "processes": 1,
        "journal": None,
    }
    given = parsed.parse_args(["--deals", "7", "--journal", "kept"])
    assert (given.number, given.journal) == (7, Path("kept"))


@pytest.mark.parametrize(
    "options", [["--deals", "1"], ["--deals", "10", "--tight"]], ids=["any", "tight"]
)
def test_worlds_are_drawn_for_the_positions_of_a_campaign(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert sampling_campaign.main(options) == 0
    *sorts, last = capsys.readouterr().out.splitlines()
    positions = sum(int(line.rpartition(" ")[2]) for line in sorts)
    assert positions >= 10
    assert last == f"{positions} passed, 0 failed"


def test_a_world_that_does_not_fit_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(seen: SeatView, rng: random.Random) -> GameState:
        world = sample_state(seen, rng)
        return attrs.evolve(world, kongs=world.kongs + 1)

    monkeypatch.setattr(sampling_campaign, "sample_state", careless)
    found = sampling_campaign.check_deals(5000, 5001)
    assert len(found.failures) == found.counts["checked"] == 45
    assert "it has another view" in found.failures[0]


def test_bent_positions_are_played_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bent_campaign, "POSITIONS", 8)
    assert bent_campaign.main(["--pools", "1"]) == 0
    counted, last = capsys.readouterr().out.splitlines()
    assert counted.startswith("8 positions, ")
    assert last == "8 passed, 0 failed"


def test_a_bent_position_that_comes_to_a_problem_is_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forgetful(position: GameState | SeatView) -> tuple[tuple[Problem, str], ...]:
        return ((Problem.KONGS_MADE, "no"),) if isinstance(position, SeatView) else ()

    monkeypatch.setattr(bent_campaign, "POSITIONS", 3)
    monkeypatch.setattr(bent_positions, "problems", forgetful)
    found = bent_campaign.check_pools(1, 2)
    assert len(found.failures) == found.counts["checked"] == 3
    assert "KONGS_MADE" in found.failures[0]
