"""The files below `tests/playthroughs/` hold what is computed now, and show everything there is.

``python tests/playthroughs.py --write`` renews them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import get_args, get_type_hints

import attrs
import pytest

import playthroughs
from evenings import TABLE_REFUSALS
from lisi_mahjong import (
    Action,
    DealSummary,
    Event,
    GameState,
    RuleSet,
    ScoreTable,
    SeatEvent,
    TableAction,
    TableEvent,
    TableSeatEvent,
    format_state,
    parse_state,
    problems,
)
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.table_checks import table_problems
from playthrough_parts import (
    LET_GO,
    Call,
    DealPlay,
    PlayedDeal,
    PlayedSitting,
    SittingPlay,
    played_deal,
    played_sitting,
)
from playthrough_reach import (
    ENDINGS,
    OPTIONS,
    TABLE_ENDINGS,
    dealt,
    endings_of,
    endings_shown,
    kinds_shown,
    kinds_wanted,
    numbers_shown,
    options_shown,
    others_like,
    played,
    results_shown,
    rules_shown,
    sat,
    seen_in,
    shows,
    shows_option,
)
from playthrough_text import ACCEPTED, GOES_ON, STOPPED, changes
from playthroughs import FOLDER, GROUPS, PLAYTHROUGHS, difference, main, text_of
from rule_table import SHOWN
from rulebook import EXPECTED

COMMAND = "python tests/playthroughs.py"
DEALT_IN = "a discard of a seat not in ting"
LARGEST = 6_000_000

REFUSED = re.compile(r"^  ([A-Z_]+) \(([A-Z]+-\d+)\)$", re.MULTILINE)
FAILED = re.compile(r"^  [A-Za-z]+Error: .*\(([A-Z]+-\d+)\)$", re.MULTILINE)


@cache
def texts() -> Mapping[str, str]:
    return playthroughs.stored(FOLDER)


# --- the files ----------------------------------------------------------------------------


def test_there_is_a_file_for_every_playthrough_and_no_other() -> None:
    names = sorted(path.name for path in FOLDER.iterdir())
    assert names == sorted(f"{name}.txt" for name in PLAYTHROUGHS), f"{COMMAND} --write"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_file_holds_what_is_computed_now(name: str) -> None:
    found = [*difference(name, texts().get(name), text_of(name, PLAYTHROUGHS[name]))]
    assert not found, "\n".join([*found, f"if that is right: {COMMAND} --write"])


def test_no_two_playthroughs_have_one_name_or_tell_the_same() -> None:
    assert sum(map(len, GROUPS)) == len(PLAYTHROUGHS)
    assert len({played.shows for played in PLAYTHROUGHS.values()}) == len(PLAYTHROUGHS)


def test_there_are_enough_playthroughs() -> None:
    kinds = [type(played) for played in PLAYTHROUGHS.values()]
    assert kinds.count(DealPlay) >= 75
    assert kinds.count(SittingPlay) >= 10


def test_the_files_are_bounded_and_plain_text() -> None:
    assert sum(len(text.encode()) for text in texts().values()) < LARGEST
    for text in texts().values():
        assert text.endswith("\n")
        lines = text.removesuffix("\n").split("\n")
        assert text.splitlines() == lines  # no other line ends, \r or \u2028
        assert not [line for line in lines if line != line.rstrip()]


def test_the_files_name_no_place_on_a_machine() -> None:
    here = str(Path(__file__).resolve().parent.parent)
    for text in texts().values():
        assert here not in text
        assert not re.search(r"(?<!\d)/\w+/|\w:\\|0x[0-9a-f]{6}", text)


def test_every_deal_is_played_to_its_end_and_every_script_fits_the_rules() -> None:
    for text in texts().values():
        assert not {ACCEPTED, STOPPED, GOES_ON} & {*text.split("\n")}


def test_no_state_and_no_table_has_a_problem() -> None:
    for plies in dealt().values():
        assert not [problems(ply.state) for ply in plies if problems(ply.state)]
    for table_plies in sat().values():
        assert not [ply.table for ply in table_plies if table_problems(ply.table)]


def test_the_command_finds_no_difference_under_another_hash_seed() -> None:
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, str(Path(playthroughs.__file__))],
        env={**os.environ, "PYTHONHASHSEED": "4321"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# --- what they are named for --------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_shows_what_it_is_named_for(name: str) -> None:
    assert shows(name, played()[name]), PLAYTHROUGHS[name].shows


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_what_a_playthrough_is_named_for_is_seen_in_a_fifth_of_the_others_at_most(
    name: str,
) -> None:
    assert 5 * len(seen_in(name)) <= len([*others_like(name)]), seen_in(name)


def test_no_two_playthroughs_show_the_same() -> None:
    pairs = [(name, other) for name in played() for other in seen_in(name)]
    assert not [(name, other) for name, other in pairs if name in seen_in(other)]


def test_a_deal_in_which_nothing_happens_shows_only_that() -> None:
    quiet = "drawn-and-the-dealer-stays"
    assert not [name for name in others_like(quiet) if quiet in seen_in(name)]


def test_a_deal_in_which_all_is_let_go_does_not_show_what_the_script_does() -> None:
    """Scripts that do nothing else than that are left out; of theirs the start says it all."""
    without = {
        name: played_deal(attrs.evolve(each, script=(LET_GO,)))
        for name, each in PLAYTHROUGHS.items()
        if isinstance(each, DealPlay)
    }
    other = [name for name, deal in without.items() if actions(deal) != actions(played()[name])]
    assert len(other) > 45
    assert not [name for name in other if shows(name, without[name])]


def actions(deal: PlayedDeal | PlayedSitting) -> list[str]:
    """Return what was done in a deal, in no order."""
    assert isinstance(deal, PlayedDeal)
    return sorted(str(move.action) for move in deal.moves)


def test_a_sitting_that_is_broken_off_does_not_show_what_comes_later() -> None:
    sittings = {n: each for n, each in PLAYTHROUGHS.items() if isinstance(each, SittingPlay)}
    for name, each in sittings.items():
        half = attrs.evolve(each, script=each.script[: len(each.script) // 2])
        assert not shows(name, played_sitting(half)), name


# --- what they show -----------------------------------------------------------------------


def test_every_refusal_is_in_a_file() -> None:
    found = {match.group(1) for text in texts().values() for match in REFUSED.finditer(text)}
    assert found == {refusal.name for refusal in Refusal}


def test_the_refusals_of_a_table_are_in_files_of_sittings_and_the_others_in_those_of_deals() -> (
    None
):
    of_deals = {match.group(1) for name in dealt() for match in REFUSED.finditer(texts()[name])}
    assert of_deals == {refusal.name for refusal in Refusal if refusal not in TABLE_REFUSALS}


def test_every_rule_is_shown_or_refuses() -> None:
    shown = {rule.partition(" ")[0] for rule in rules_shown()}
    for text in texts().values():
        shown |= {match.group(2) for match in REFUSED.finditer(text)}
        shown |= {match.group(1) for match in FAILED.finditer(text)}
    assert sorted(set(EXPECTED) - shown) == []


def test_every_corner_of_a_rule_of_play_is_shown() -> None:
    assert sorted(set(SHOWN) - rules_shown()) == []


def test_every_ending_is_shown() -> None:
    assert endings_shown() == {*ENDINGS, *TABLE_ENDINGS}


@pytest.mark.parametrize(
    ("name", "endings"),
    [
        ("win-by-self-draw", {"a self-draw"}),
        ("win-on-the-last-draw", {"a self-draw", "the last tile drawn wins"}),
        ("win-chosen-before-a-pung", {DEALT_IN}),
        ("win-let-go-by-the-nearest", {DEALT_IN, "a win after the nearest has passed"}),
        ("win-intercepted-by-the-nearest", {DEALT_IN, "an interception by the nearest"}),
        ("win-barred-beside-another", {DEALT_IN}),
        ("kong-robbed-by-the-nearest", {"a robbed kong"}),
        (
            "kong-robbed-by-choice-of-the-second",
            {"a robbed kong", "a win after the nearest has passed"},
        ),
        ("kong-one-tile-too-late", {"drawn without a kong"}),
    ],
)
def test_a_deal_has_the_endings_that_its_name_says(name: str, endings: set[str]) -> None:
    assert endings_of(dealt()[name]) == endings


def test_every_kind_of_result_that_a_table_keeps_is_shown() -> None:
    assert results_shown() == {*get_args(get_type_hints(DealSummary)["result"])}


def test_every_option_makes_a_difference_on_and_off() -> None:
    assert set(OPTIONS) == {field.name for field in attrs.fields(RuleSet)}
    wanted = {(name, value) for name, values in OPTIONS.items() for value in values}
    assert sorted(wanted - options_shown()) == []


def test_the_reserve_is_shown_by_a_deal_that_ends_for_it_and_by_no_other() -> None:
    for name, shown in (
        ("kong-one-tile-too-late", True),
        ("kong-where-the-ends-of-the-wall-meet", True),
        ("win-on-the-last-draw", False),
        ("win-by-self-draw", False),
    ):
        assert shows_option(dealt()[name], "reserved_stacks") is shown, name


def test_every_number_of_a_score_table_is_paid_by_its_default_and_otherwise() -> None:
    names = {field.name for field in attrs.fields(ScoreTable)}
    assert numbers_shown() == {(name, by_default) for name in names for by_default in (False, True)}


def test_every_kind_of_action_event_set_tag_and_payment_is_met() -> None:
    unions = (Action, Event, SeatEvent, TableAction, TableEvent, TableSeatEvent)
    assert kinds_wanted(*unions) - kinds_shown() == set()


# --- printed in short, nothing is lost ----------------------------------------------------


def states_of(text: str) -> list[GameState]:
    """Return the states of a file, put together from what is printed of them."""
    fields: dict[str, str] = {}
    states = []
    for line in text.splitlines():
        if line.startswith("state: "):
            for field in line.removeprefix("state: ").split(" "):
                if field.startswith("-"):
                    del fields[field.removeprefix("-")]
                else:
                    fields[field.partition("=")[0]] = field
            states.append(parse_state(" ".join(fields.values())))
    return states


@pytest.mark.parametrize("name", list(dealt())[::4])
def test_every_state_can_be_put_together_from_its_file(name: str) -> None:
    plies = dealt()[name]
    assert [*map(format_state, states_of(texts()[name]))] == [
        format_state(ply.state) for ply in plies
    ]


def test_what_did_not_change_is_named_and_not_printed_again() -> None:
    before = {"state": {"a": "a=1", "b": "b=2"}, "legal": {"": "nothing"}, "old": {"": "x"}}
    now = {"state": {"a": "a=1", "c": "c=3"}, "legal": {"": "nothing"}, "new": {"c": "c=3"}}
    assert [*changes({}, before)] == ["state: a=1 b=2", "legal: nothing", "old: x"]
    assert [*changes(before, now)] == [
        "state: c=3 -b",
        "new: c=3",
        "gone: old",
        "as before: legal",
    ]


# --- the comparison can say no ------------------------------------------------------------

FEW = {name: PLAYTHROUGHS[name] for name in ("kong-one-tile-too-late", "sitting-of-taiyuan")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the files of a few playthroughs."""
    place = tmp_path / "few"
    assert main(["--write"], place, FEW) == 0
    return place


def test_the_files_of_a_few_are_those_that_are_stored(folder: Path) -> None:
    assert playthroughs.stored(folder) == {name: texts()[name] for name in FEW}


def test_nothing_is_said_of_files_that_are_right(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    capfd.readouterr()
    assert main([], folder, FEW) == 0
    assert main(["--write"], folder, FEW) == 0
    assert capfd.readouterr().out == ""


def test_a_changed_file_is_shown_like_a_diff_and_renewed(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = folder / "kong-one-tile-too-late.txt"
    text = path.read_text(encoding="utf-8")
    path.write_bytes(text.replace("legal 1: discard", "legal 1: win; discard", 1).encode())
    capfd.readouterr()
    assert main([], folder, FEW) == 1
    out = capfd.readouterr().out
    assert "--- kong-one-tile-too-late.txt\n+++ kong-one-tile-too-late.txt, computed now" in out
    assert "\n-legal 1: win; discard" in out
    assert "\n+legal 1: discard" in out
    assert main(["--write"], folder, FEW) == 0
    assert capfd.readouterr().out == "wrote kong-one-tile-too-late.txt\n"
    assert path.read_text(encoding="utf-8") == text


def test_a_missing_file_is_named_and_written(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "sitting-of-taiyuan.txt").unlink()
    capfd.readouterr()
    assert main([], folder, FEW) == 1
    assert capfd.readouterr().out == "sitting-of-taiyuan.txt is missing\n"
    assert main(["--write"], folder, FEW) == 0
    assert (folder / "sitting-of-taiyuan.txt").exists()


def test_a_stale_file_is_named_and_removed(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "old.txt").write_text("old\n", encoding="utf-8")
    capfd.readouterr()
    assert main([], folder, FEW) == 1
    assert capfd.readouterr().out == "old.txt is of no playthrough\n"
    assert main(["--write"], folder, FEW) == 0
    assert not (folder / "old.txt").exists()


def test_line_ends_are_compared_too() -> None:
    assert [*difference("a", "1\r\n", "1\n")]
    assert [*difference("a", "1", "1\n")]
    assert not [*difference("a", "1\n", "1\n")]


def test_a_deal_that_goes_another_way_is_seen() -> None:
    name = "kong-one-tile-too-late"
    played = PLAYTHROUGHS[name]
    assert isinstance(played, DealPlay)
    other = attrs.evolve(played, start=lambda: attrs.evolve(played.start(), remaining=14))
    assert [*difference(name, texts()[name], text_of(name, other))]


def test_a_script_that_does_not_fit_the_rules_is_seen_in_its_text() -> None:
    played = PLAYTHROUGHS["kong-one-tile-too-late"]
    assert isinstance(played, DealPlay)
    for script, fault in (
        (("? 1 discard 9m", LET_GO), f"tried 1 discard 9m\n{ACCEPTED}\n"),
        ((Call("reserve(0)", lambda: 14), LET_GO), f"called reserve(0)\n{ACCEPTED}\n"),
        (("1 pass", LET_GO), f"\n{STOPPED}\n  CANNOT_PASS_TURN (TURN-3)\n"),
        ((), f"\n{GOES_ON}\n"),
    ):
        assert fault in text_of("x", attrs.evolve(played, script=script))
    sat_down = PLAYTHROUGHS["sitting-of-taiyuan"]
    assert isinstance(sat_down, SittingPlay)
    for sitting, fault in (
        (("? 0 sit Ann",), f"tried 0 sit Ann\n{ACCEPTED}\n"),
        (("0 ready", "0 sit Ann"), f"\n{STOPPED}\n  SEAT_EMPTY (TABLE-4)\n"),
    ):
        assert fault in text_of("x", attrs.evolve(sat_down, script=sitting))
