"""The engine's table and the slow referee's agree on whole sittings, payment by payment.

The sittings are few and chosen: each kind of them must meet what it is there for. The second half
shows that a table which is wrong would be noticed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

import sittings
from evenings import FOUR
from lisi_mahjong import (
    DealSummary,
    DrawnDeal,
    GameState,
    Leave,
    Payment,
    PaymentItem,
    Ready,
    Refusal,
    RuleSet,
    ScoreTable,
    Settlement,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Tag,
    WonDeal,
    table_legal_actions,
    why_table_illegal,
)
from lisi_mahjong.scoring import settle
from lisi_mahjong.state import Result
from lisi_mahjong.table_state import next_dealer
from referee_table import SCORE_DEFAULTS, RefereeTable, settlement
from sitting_figures import ENDINGS, VOIDS, WINS, Figures, mean, mean_and_error, share
from sitting_plans import GUEST, WALLS, Plan, Situation, early_kong, mixed_rules
from sittings import (
    Campaign,
    Sitting,
    choice_differences,
    play_numbers,
    play_sitting,
    settlement_differences,
    table_differences,
)
from stacked import all_ready, four_runs, narrow_wait, rich_hand, robbing, same_wait, some_ready

# --- agreement ----------------------------------------------------------------------------

PEOPLE = dict.fromkeys((*FOUR, GUEST), "tidy")


def odd_score(rng: random.Random) -> ScoreTable:
    """Return a score table with no default in it, but for the switches, which are on or off."""
    options: dict[str, object] = {}
    for name, default in SCORE_DEFAULTS.items():
        if isinstance(default, bool):
            options[name] = rng.random() < 0.6
        else:
            low = 1 if name.endswith("_multiplier") else 0
            choices = [value for value in range(low, low + 5) if value != default]
            options[name] = rng.choice(choices)
    return ScoreTable.from_options(options)


def plans(
    name: str, number: int, walls: tuple[Situation, ...], restless: float = 0, **rules: bool | int
) -> list[Plan]:
    """Return so many plans with mixed rules but for those given, and walls for situations."""
    found = []
    for key in range(number):
        rng = random.Random(f"{name} {key}")
        options = attrs.asdict(mixed_rules(rng)) | rules
        how = Plan(f"{name}/0/{key}", RuleSet.from_options(options), odd_score(rng), PEOPLE)
        leaving = restless / 5
        found.append(attrs.evolve(how, stacked=1, walls=walls, restless=restless, leaving=leaving))
    return found


@attrs.frozen
class Kind:
    """A kind of sitting, and how often at least what it is there for must be met."""

    plans: list[Plan]
    deals: int
    floor: int
    wanted: tuple[str, ...]


LEAVING = ("left before a game", "left between", "moved", "Unready")
RUN = "drawn, drawn, won"
TAGS = ("one_voided_suit", "closed_wait", "edge_wait", "single_wait", "pure_straight", "full_flush")
DEALER = ("dealer_wins", "dealer_win_multiplier", "dealer_pays_self_draw", "dealer_pays_discard")
KONGS = ("melded_kong", "concealed_kong", "feeder_pays_melded_kong", "discarder_covers_kongs")
KINDS = {
    "wins": Kind(
        plans("wins", 3, (some_ready, all_ready, same_wait, four_runs), all_runs=True),
        deals=16,
        floor=3,
        wanted=(*WINS[:3], *DEALER, "base", "self_draw_multiplier", "discarder_extra"),
    ),
    "tags": Kind(plans("tags", 4, (rich_hand, narrow_wait)), deals=16, floor=3, wanted=TAGS),
    "kongs": Kind(plans("kongs", 4, (early_kong,)), deals=12, floor=3, wanted=KONGS),
    "robbing": Kind(
        plans("robbing", 1, (robbing,), robbing_kong=True),
        deals=12,
        floor=3,
        wanted=("robbed kong",),
    ),
    "drawn": Kind(
        plans("drawn", 3, (all_ready, early_kong), reserved_stacks=38),
        deals=16,
        floor=3,
        wanted=(*ENDINGS[4:], "drawn_deal_multiplier", RUN),
    ),
    "people": Kind(
        plans("people", 3, (*WALLS, same_wait, same_wait), restless=0.12, forced_win=False),
        deals=16,
        floor=2,
        wanted=(*VOIDS, *LEAVING),
    ),
}


def numbers_that_matter(table: TableState, other: RefereeTable) -> list[str]:
    """Return the numbers whose defaults would have paid the last deal otherwise."""
    summary, game = table.history[-1], other.game
    assert game is not None
    found = []
    for name, default in SCORE_DEFAULTS.items():
        multiplier = summary.multiplier
        if name == "drawn_deal_multiplier" and ends(table)[-2:-1] == ["drawn"]:
            multiplier = default
        score = {**other.score, name: default}
        if tuple(settlement(game, score, multiplier)) != summary.deltas:
            found.append(name)
    return found


def ends(table: TableState) -> list[str]:
    """Return how the deals of this game ended."""
    now = [summary.result for summary in table.history if summary.game == table.game]
    return ["drawn" if isinstance(result, DrawnDeal) else "won" for result in now]


@pytest.mark.parametrize("name", KINDS)
def test_the_tables_agree_on_sittings_of_every_kind(name: str) -> None:
    kind, figures = KINDS[name], Figures()
    met: Counter[str] = figures.sums

    def seen(table: TableState, other: RefereeTable) -> None:
        if isinstance(table.history[-1].result, WonDeal):
            met.update(numbers_that_matter(table, other))
        if ends(table)[-3:] == ["drawn", "drawn", "won"]:
            met[RUN] += 1
            # SCORE-6: two drawn deals in a row multiply once.
            assert table.history[-1].multiplier == table.score.drawn_deal_multiplier

    for how in kind.plans:
        play_sitting(how, kind.deals, figures, seen=seen)
    assert not figures.failures, "\n".join(figures.failures)
    assert met["StartDeal"] == kind.deals * len(kind.plans)
    assert not {what: met[what] for what in kind.wanted if met[what] < kind.floor}


def test_every_ending_and_number_is_wanted_of_some_kind_of_sitting() -> None:
    wanted = {what for kind in KINDS.values() for what in kind.wanted}
    assert wanted == {*ENDINGS, *VOIDS, *LEAVING, RUN, *attrs.fields_dict(ScoreTable)}


@pytest.mark.parametrize("mode", ["written", "taiyuan", "mixed"])
def test_the_figures_of_a_campaign_add_up(mode: str) -> None:
    campaign = sittings.Campaign(mode, "figures", deals=8)
    sums = sittings.play_numbers(campaign, (0, 2)).sums
    assert sums["StartDeal"] == 16 == sums["settled"] + sum(sums[void] for void in VOIDS)
    assert sum(sums[end] for end in ENDINGS) == sums["settled"]
    assert sum(sums[end] for end in WINS) == sums["won"]
    assert sum(sums[f"{triplets} triplets"] for triplets in range(5)) == sums["won"]
    assert max(sums[f"tag {tag.name}"] for tag in Tag) <= sums["won"] < sums["ting"]


# --- what would be noticed ----------------------------------------------------------------

WALL_FOR: Mapping[str, tuple[Situation, ...]] = {
    **dict.fromkeys(TAGS[1:4], (narrow_wait,)),
    **dict.fromkeys(TAGS[4:], (rich_hand,)),
    **dict.fromkeys(KONGS, (early_kong,)),
    "dealer_pays_self_draw": (early_kong,),
    "drawn_deal_multiplier": (all_ready, early_kong),
}
"""Walls on which a number soon matters, where it is not any wall."""


def first_failure(name: str) -> str:
    """Return what is found first in sittings in which a number of the score table matters."""
    walls = WALL_FOR.get(name, (some_ready, same_wait))
    stacks = 38 if name == "drawn_deal_multiplier" else 7
    figures = Figures()
    for how in plans("wrong", 4, walls, reserved_stacks=stacks):
        play_sitting(how, 8, figures)
        if figures.failures:
            return figures.failures[0]
    pytest.fail("nothing was found")


def other_number(score: ScoreTable, name: str) -> ScoreTable:
    value = getattr(score, name)
    other = not value if isinstance(value, bool) else value + 1
    return ScoreTable.from_options({**attrs.asdict(score), name: other})


@pytest.mark.parametrize(
    "name", [name for name in SCORE_DEFAULTS if name != "drawn_deal_multiplier"]
)
def test_a_wrong_number_in_a_settlement_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def wrong(result: Result, state: GameState, score: ScoreTable, multiplier: int) -> Settlement:
        return settle(result, state, other_number(score, name), multiplier)

    monkeypatch.setattr("lisi_mahjong.table.settle", wrong)
    assert "  history: engine" in first_failure(name)


@pytest.mark.parametrize("more", [-1, 1])
def test_a_wrong_doubling_is_noticed(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    def wrong(result: Result, state: GameState, score: ScoreTable, multiplier: int) -> Settlement:
        return settle(result, state, score, multiplier + more if multiplier > 1 else 1)

    monkeypatch.setattr("lisi_mahjong.table.settle", wrong)
    assert "  history: engine" in first_failure("drawn_deal_multiplier")


def winner_deals(ended: GameState) -> int:
    result = ended.result
    return result.winner if isinstance(result, WonDeal) else next_dealer(ended)


def drawn_deal_keeps(ended: GameState) -> int:
    return ended.dealer if isinstance(ended.result, DrawnDeal) else next_dealer(ended)


def drawn_deal_passes(ended: GameState) -> int:
    drawn = isinstance(ended.result, DrawnDeal)
    return (ended.dealer + 1) % 4 if drawn else next_dealer(ended)


@pytest.mark.parametrize("wrong", [winner_deals, drawn_deal_keeps, drawn_deal_passes])
def test_a_wrong_dealer_is_noticed(
    monkeypatch: pytest.MonkeyPatch, wrong: Callable[[GameState], int]
) -> None:
    monkeypatch.setattr("lisi_mahjong.table.next_dealer", wrong)
    assert "\n  dealer: engine" in first_failure("drawn_deal_multiplier")


def after_deals(deals: int = 3) -> tuple[TableState, RefereeTable]:
    """Return both tables after some deals, the last one won, with two seats ready again."""
    for how in plans("tampered", 20, (some_ready,), forced_win=True):
        sitting = Sitting(how, Figures())
        sitting.play(deals)
        if isinstance(sitting.table.history[-1].result, WonDeal):
            sitting.do(Ready(1))
            sitting.do(Ready(3))
            assert sitting.other is not None
            return sitting.table, sitting.other
    pytest.fail("no sitting ended with a win")


def other_deltas(table: TableState) -> tuple[DealSummary, ...]:
    """Return the history with one point more paid in the first deal, and by the winner."""
    first, *others = table.history
    payment = Payment(0, 1, PaymentItem.BASE, 1, (), "SCORE-2")
    settlement = attrs.evolve(first.settlement, payments=(*first.settlement.payments, payment))
    return (attrs.evolve(first, settlement=settlement), *others)


TAMPERINGS: dict[str, Callable[[TableState], dict[str, Any]]] = {
    "names": lambda table: {"names": table.names[::-1]},
    "ready": lambda _: {"ready": (True, True, False, True)},
    "dealer": lambda _: {"dealer": None},
    "multiplier": lambda _: {"multiplier": 7},
    "ledger": lambda table: {"accounts": (table.accounts[0], *table.accounts[2:])},
    "history": lambda table: {"history": other_deltas(table)},
    "actors": lambda _: {"deal": None},
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampered_table_is_noticed(name: str) -> None:
    table, other = after_deals()
    tampered = attrs.evolve(table, **TAMPERINGS[name](table))
    assert not list(table_differences(table, other))
    found = [text.partition(":")[0] for text in table_differences(tampered, other)]
    assert [what for what in found if not what.startswith("ledger and deals")] == [name]


def test_a_sum_that_is_not_zero_is_noticed() -> None:
    table, other = after_deals()
    (name, points), *others = table.accounts
    tampered = attrs.evolve(table, accounts=((name, points + 1), *others))
    assert "ledger and deals add up to [1, 0, 0, 0] (SCORE-8)" in list(
        table_differences(tampered, other)
    )


def other_item(paid: Settlement) -> Settlement:
    first, *others = paid.payments
    wrong = attrs.evolve(first, item=PaymentItem.CONCEALED_KONG)
    return attrs.evolve(paid, payments=(wrong, *others))


def other_tags(paid: Settlement) -> Settlement:
    assert paid.reading is not None
    return attrs.evolve(paid, reading=attrs.evolve(paid.reading, tags=frozenset(Tag)))


SETTLEMENT_TAMPERINGS: dict[str, tuple[str, Callable[[Settlement], Settlement]]] = {
    "more points": ("points", lambda paid: attrs.evolve(paid, points=paid.points + 1)),
    "another item": ("payments", other_item),
    "other tags": ("reading", other_tags),
    "no reading": ("reading", lambda paid: attrs.evolve(paid, reading=None)),
}


@pytest.mark.parametrize("name", SETTLEMENT_TAMPERINGS)
def test_a_tampered_settlement_is_noticed(name: str) -> None:
    table, other = after_deals()
    *before, last = table.history
    what, tamper = SETTLEMENT_TAMPERINGS[name]
    wrong = attrs.evolve(last, settlement=tamper(last.settlement))
    tampered = attrs.evolve(table, history=(*before, wrong))
    assert not list(settlement_differences(table, other))
    assert {text.partition(":")[0] for text in settlement_differences(tampered, other)} == {what}


def test_what_only_one_table_lists_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    table, other = after_deals()
    assert not list(choice_differences(table, other))
    monkeypatch.setattr(
        sittings,
        "table_legal_actions",
        lambda table, seat: [] if seat == 2 else table_legal_actions(table, seat),
    )
    assert list(choice_differences(table, other)) == [
        "seat 2: listed [], not ['2 ready', '2 leave']"
    ]


@pytest.mark.parametrize(
    ("action", "refused"),
    [
        (Sit(0, "戊"), True),
        (Ready(2), False),
        (Ready(3), True),
        (Leave(1), False),
        (StartDeal(sittings.ANY_SHUFFLE), True),
    ],
)
def test_a_wrong_refusal_is_noticed(
    monkeypatch: pytest.MonkeyPatch, action: TableAction, refused: bool
) -> None:
    table, other = after_deals()

    def wrong(table: TableState, tried: TableAction) -> Refusal | None:
        if tried == action:
            return None if refused else Refusal.NO_DEAL
        return why_table_illegal(table, tried)

    monkeypatch.setattr(sittings, "why_table_illegal", wrong)
    (found,) = choice_differences(table, other)
    assert found.startswith(f"{action}: engine ")


def test_a_crash_is_a_failure_that_says_how_to_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> TableState:
        raise ZeroDivisionError

    monkeypatch.setattr(sittings, "apply_table", broken)
    figures = play_numbers(Campaign("mixed", "s", 1), (4, 5))
    (failure,) = figures.failures
    assert "ZeroDivisionError" in failure
    assert failure.endswith("to see it: --rules mixed --seed s --start 4 --sittings 1")


# --- the command --------------------------------------------------------------------------


def test_a_campaign_counts_the_same_in_processes_and_without_the_referee(
    capsys: pytest.CaptureFixture[str],
) -> None:
    outputs = []
    for options in (["--processes", "1"], ["--processes", "2"], ["--figures-only"]):
        assert sittings.main(["--sittings", "6", "--deals", "2", *options]) == 0
        outputs.append(capsys.readouterr().out.splitlines())
    heading = "rules mixed, seed 1, 2 deals a sitting: "
    verdicts = ["no disagreement", "no disagreement", "not compared"]
    assert [lines[0] for lines in outputs] == [heading + verdict for verdict in verdicts]
    assert outputs[0][1:] == outputs[1][1:] == outputs[2][1:]
    assert outputs[0][1].split() == ["sittings", "6"]


def test_a_campaign_says_that_tables_disagreed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sittings, "table_differences", lambda *_: ["names: none"])
    assert sittings.main(["--sittings", "2", "--rules", "taiyuan"]) == 1
    out = capsys.readouterr().out
    assert "  names: none\n" in out
    assert "16 deals a sitting: 2 sittings with a disagreement\n" in out


# --- the figures --------------------------------------------------------------------------


def test_means_and_shares_by_hand() -> None:
    assert share(1, 3) == "33.33 %"
    assert mean(7, 2) == "3.500"
    # 1, 2, 3 and 6: mean 3, squares 50, variance (50 - 36) / 3, error the root of 14 / 12
    assert mean_and_error(12, 50, 4) == "+3.000 ± 1.080"
    assert {share(0, 0), mean(0, 0), mean_and_error(1, 1, 1)} == {"–"}
