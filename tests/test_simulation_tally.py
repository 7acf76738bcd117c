"""The tally: what each ending counts for, reckoned by hand; tallies add up in any order."""

from __future__ import annotations

import json
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from anatomy import COPIES
from evenings import FOUR, all_ready, finished, seated
from lisi_mahjong import (
    GameState,
    InvalidStateError,
    RulesError,
    RuleSet,
    ScoreTable,
    Shuffle,
    StartDeal,
    TableState,
    Tag,
    apply_table,
    deal,
)
from lisi_mahjong.simulation import simulate
from lisi_mahjong.tally import Tally, tally_of
from settling import ONE_POINT, THREE_POINTS, robbed, undecided, won
from sitting_figures import Figures, run_of_dealer
from tallies import SOME, tallies

# --- one deal -----------------------------------------------------------------------------


def counted(ended: GameState, **sums: Any) -> Tally:  # noqa: ANN401 - a count, or one by seat
    """Return the tally that one deal is to have, with these sums beside the plain ones."""
    return Tally(deals=1, decisions=ended.ply, **sums)


def test_a_win_on_a_discard_not_in_ting_counts_by_who_pays() -> None:
    """By SCORE-4 seat 1 pays 3 · 3 + 1 + 1: base, One Voided Suit and Closed Wait; 3 triplets."""
    ended = won(THREE_POINTS, winner=2, loser=1)
    assert tally_of(ended, number=7) == counted(
        ended,
        discard_wins_not_in_ting=1,
        tings=1,
        tags=(1, 1, 0, 0, 0, 0, 0, 0),
        triplets=(0, 0, 0, 1, 0),
        points=3,
        points_squared=9,
        gains=11,
        gains_squared=121,
        seat_wins=(0, 0, 1, 0),
        seat_losses=(0, 1, 0, 0),
        seat_points=(0, -11, 11, 0),
        seat_points_squared=(0, 121, 121, 0),
        largest_win=11,
        largest_win_number=7,
    )


def test_a_win_on_a_discard_in_ting_counts_by_who_pays() -> None:
    """By SCORE-3 each pays 1 and the dealer 1 more; two seats have declared ting."""
    ended = won(ONE_POINT, winner=2, loser=1, in_ting=[1])
    assert tally_of(ended) == counted(
        ended,
        discard_wins_in_ting=1,
        tings=2,
        triplets=(0, 0, 0, 1, 0),
        points=1,
        points_squared=1,
        gains=4,
        gains_squared=16,
        dealer_points=-2,
        dealer_points_squared=4,
        seat_wins=(0, 0, 1, 0),
        seat_losses=(0, 1, 0, 0),
        seat_points=(-2, -1, 4, -1),
        seat_points_squared=(4, 1, 16, 1),
        largest_win=4,
    )


def test_a_self_draw_of_the_dealer_counts_for_the_dealer() -> None:
    """By SCORE-2 each pays 2 · (1 + 1); the dealer deals again (DEALER-2)."""
    ended = won(ONE_POINT, winner=2, dealer=2)
    assert tally_of(ended) == counted(
        ended,
        self_draws=1,
        tings=1,
        triplets=(0, 0, 0, 1, 0),
        points=2,
        points_squared=4,
        gains=12,
        gains_squared=144,
        dealer_wins=1,
        dealer_stays=1,
        dealer_points=12,
        dealer_points_squared=144,
        seat_wins=(0, 0, 1, 0),
        seat_points=(-4, -4, 12, -4),
        seat_points_squared=(16, 16, 144, 16),
        largest_win=12,
    )


def test_a_robbed_kong_is_an_ending_of_its_own_and_no_kong() -> None:
    """By SCORE-4 seat 1 pays 3 · 1 + 1 + 1."""
    tally = tally_of(robbed())
    assert (tally.robbed_kongs, tally.discard_wins_not_in_ting, tally.kongs) == (1, 0, 0)
    assert (tally.deals_with_kong, tally.seat_losses) == (0, (0, 1, 0, 0))
    assert tally.seat_points == (0, -5, 5, 0)
    assert (tally.discard_wins, tally.won) == (1, 1)


def test_a_drawn_deal_without_a_kong_keeps_the_dealer_and_pays_nothing() -> None:
    ended = undecided(dealer=3).after
    assert tally_of(ended) == counted(ended, drawn_without_kong=1, dealer_stays=1)


def test_a_drawn_deal_with_kongs_counts_them_by_kind() -> None:
    ended = undecided(kongs=["5555z<0", "(6666z)"]).after
    assert tally_of(ended) == counted(
        ended, drawn_with_kong=1, deals_with_kong=1, melded_kongs=1, concealed_kongs=1
    )
    ended = undecided(kongs=["5555z+<0"]).after
    assert tally_of(ended) == counted(ended, drawn_with_kong=1, deals_with_kong=1, added_kongs=1)


def test_the_kongs_of_a_deal_that_is_won_count_too() -> None:
    """The winner's two kongs pay 2 + 1 from each by SCORE-5, beside 2 · 1, and 2 of the dealer."""
    ended = won(("{111z}45m99s", "6m"), melds=["(5555z)", "8888s<3"])
    tally = tally_of(ended)
    assert (tally.melded_kongs, tally.concealed_kongs, tally.deals_with_kong) == (1, 1, 1)
    assert tally.kongs == 2
    assert {tag for tag, wins in tally.by_tag.items() if wins} == {
        Tag.ONE_VOIDED_SUIT,
        Tag.MELDED_KONG,
        Tag.CONCEALED_KONG,
    }
    assert tally.points == 2
    assert tally.gains == 3 * (2 * 2 + 2 + 1) + 2


def test_a_doubled_win_is_paid_twice_with_the_points_as_they_are() -> None:
    tally = tally_of(won(THREE_POINTS, winner=2, loser=1), ScoreTable(), 2)
    assert (tally.doubled_wins, tally.points, tally.gains) == (1, 3, 22)


def test_the_score_table_says_what_a_win_is_worth() -> None:
    free = ScoreTable(base=0, discarder_extra=0, dealer_pays_discard=0)
    tally = tally_of(won(ONE_POINT, winner=2, loser=1), free, number=5)
    assert (tally.won, tally.gains, tally.largest_win, tally.largest_win_number) == (1, 0, 0, 0)


def test_only_a_deal_that_has_ended_has_a_tally() -> None:
    with pytest.raises(InvalidStateError):
        tally_of(deal(Shuffle.from_seed(7)))
    with pytest.raises(InvalidStateError):
        tally_of(None)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(RulesError):
        tally_of(undecided().after, None)  # type: ignore[arg-type]  # what is tested


# --- adding up ----------------------------------------------------------------------------

FEW = settings(max_examples=30)


@FEW
@given(tallies(), tallies(), tallies())
def test_adding_is_associative(one: Tally, two: Tally, three: Tally) -> None:
    assert (one + two) + three == one + (two + three)


@FEW
@given(tallies(), tallies())
def test_adding_is_commutative(one: Tally, two: Tally) -> None:
    assert one + two == two + one


@FEW
@given(tallies())
def test_adding_nothing_changes_nothing(tally: Tally) -> None:
    assert tally + Tally() == tally


def test_adding_sums_every_count_exactly() -> None:
    large = 10**40
    ones: dict[str, Any] = {
        field.name: (large,) * len(field.default) if isinstance(field.default, tuple) else large
        for field in attrs.fields(Tally)
    }
    twice = Tally(**ones) + Tally(**ones)
    for name, value in ones.items():
        if name in ("largest_win", "largest_win_number", "longest_run"):
            expected: Any = large
        elif isinstance(value, tuple):
            expected = (2 * large,) * len(value)
        else:
            expected = 2 * large
        assert getattr(twice, name) == expected, name


def test_the_largest_win_keeps_its_number_and_of_equals_the_lowest() -> None:
    wins = [(40, 9), (52, 7), (52, 3), (51, 1), (0, 0)]
    parts = [Tally(largest_win=win, largest_win_number=number) for win, number in wins]
    for order in (parts, parts[::-1]):
        tally = sum(order, Tally())
        assert (tally.largest_win, tally.largest_win_number) == (52, 3)


def test_the_longest_run_is_the_longest_of_any() -> None:
    assert (Tally(longest_run=4) + Tally(longest_run=9) + Tally(longest_run=2)).longest_run == 9


@pytest.mark.parametrize("other", [5, None, (), "tally"])
def test_only_tallies_are_added(other: object) -> None:
    assert Tally().__add__(other) is NotImplemented  # type: ignore[operator]  # what is tested


# --- the same as the campaign's figures ---------------------------------------------------


def evening(seed: str, deals: int, rules: RuleSet, figures: Figures) -> TableState:
    """Play a sitting, deal after deal at the table, and count each as the campaign does."""
    table = seated(FOUR, rules)
    for place in range(deals):
        table = all_ready(table)
        table = apply_table(table, StartDeal(Shuffle.from_seed(f"{seed}/{place}")))
        table = finished(table)
        figures.count_settled(table, seed)
        assert table.deal is not None
        figures.sums["Play"] += table.deal.ply
    return table


@pytest.mark.parametrize("rules", [RuleSet(), RuleSet.taiyuan()], ids=["written", "taiyuan"])
def test_sittings_have_the_figures_of_the_campaign(rules: RuleSet) -> None:
    figures = Figures()
    for number in range(4):
        evening(f"1/{number}", 12, rules, figures)
    tally = simulate(4, seed=1, sitting=12, rules=rules)
    sums = figures.sums
    assert tally.sittings == 4
    assert {
        "settled": tally.deals,
        "Play": tally.decisions,
        "self-draw": tally.self_draws,
        "discard, in ting": tally.discard_wins_in_ting,
        "discard, not in ting": tally.discard_wins_not_in_ting,
        "robbed kong": tally.robbed_kongs,
        "drawn": tally.drawn_without_kong,
        "drawn with kong": tally.drawn_with_kong,
        "kongs": tally.kongs,
        "made MELDED_KONG": tally.melded_kongs,
        "made ADDED_KONG": tally.added_kongs,
        "made CONCEALED_KONG": tally.concealed_kongs,
        "ting": tally.tings,
        "won": tally.won,
        "doubled": tally.doubled_wins,
        "dealer wins": tally.dealer_wins,
        "dealer stays": tally.dealer_stays,
        "dealer's points": tally.dealer_points,
        "squares of the dealer's points": tally.dealer_points_squared,
        "points": tally.points,
        "gain": tally.gains,
        **{f"tag {tag.name}": wins for tag, wins in tally.by_tag.items() if wins},
        **{f"{number} triplets": wins for number, wins in enumerate(tally.triplets) if wins},
    } == {key: value for key, value in sums.items() if value or "tag" not in key} | {
        key: 0 for key in ("robbed kong",) if key not in sums
    }
    assert (tally.largest_win, tally.longest_run) == (figures.largest[0], figures.longest)


def test_what_the_seats_get_at_a_table_is_what_its_ledger_says() -> None:
    table = evening("ledger/0", 10, RuleSet(), Figures())
    tally = simulate(1, seed="ledger", sitting=10)
    assert tally.seat_points == tuple(table.ledger.values())
    assert tally.longest_run == max(map(run_of_dealer, every_table(table)))


def every_table(table: TableState) -> list[TableState]:
    """Return a table after each deal of its history."""
    history = table.history
    return [attrs.evolve(table, history=history[: number + 1]) for number, _ in enumerate(history)]


# --- what follows from the counts ---------------------------------------------------------


def test_shares_and_means_are_of_deals_or_of_wins() -> None:
    assert (SOME.won, SOME.drawn, SOME.kongs, SOME.discard_wins) == (3, 1, 3, 2)
    assert (SOME.won_share, SOME.drawn_share) == (0.75, 0.25)
    assert (SOME.mean_kongs, SOME.mean_tings) == (0.75, 1.5)
    assert (SOME.mean_points, SOME.mean_gain) == (2, 10)
    assert SOME.dealer_mean == 1
    assert SOME.seat_means == (2, 1, -1.5, -1.5)


def test_the_standard_error_is_that_of_the_mean() -> None:
    """Sums of 4 and squares of 40 over 4: variance (40 − 4) / 3 = 12, error √(12 / 4)."""
    assert SOME.dealer_error == pytest.approx(3**0.5)
    # 8, 0, 0, 0: variance (64 − 16) / 3 = 16, error √(16 / 4).
    assert SOME.seat_errors[0] == pytest.approx(2)
    assert (
        Tally(deals=2, dealer_points=2 * 10**30, dealer_points_squared=2 * 10**60).dealer_error == 0
    )


def test_what_cannot_be_said_is_none() -> None:
    none = Tally()
    assert (none.won_share, none.drawn_share, none.mean_kongs, none.mean_tings) == (None,) * 4
    assert (none.mean_points, none.mean_gain, none.dealer_mean, none.dealer_error) == (None,) * 4
    assert none.seat_means == none.seat_errors == (None,) * 4
    assert Tally(deals=1).dealer_error is None
    assert Tally(deals=1).dealer_mean == 0


# --- texts and copies ---------------------------------------------------------------------


TOLD = """\
  wins         3 of 4 deals (75.0%): 1 by self-draw 自摸, 2 on a discard 放铳, 0 of them by robbing a kong 抢杠
  draws        1 (25.0%) 荒庄
  kongs        3 in 2 deals: 2 melded 明杠, 1 added 补杠, 0 concealed 暗杠
  ting         6 declared 报听; 1 wins on a discard of a seat in ting, 1 of one not in ting
  tags   One Voided Suit 缺门 2, Edge Wait 边张 1, Melded Kong 明杠 1
  shapes 1 × 2, 3 × 1 (triplets × wins)
  points 2.00 a win 分; the winner gets 10.00, at most 15 (number 2)
  dealer 1 wins, gets +1.00 ± 1.73 a deal, stays 25.0% 庄家
  seats  1 / 0 / +2.00; 2 / 0 / +1.00; 0 / 1 / -1.50; 0 / 1 / -1.50 (wins / deals in / gets a deal)"""  # noqa: E501


def test_a_tally_is_told_in_lines() -> None:
    assert str(SOME) == TOLD


def test_a_tally_of_sittings_says_so() -> None:
    some = attrs.evolve(SOME, sittings=2, doubled_wins=1, longest_run=2)
    words = (
        "2 sittings, 1 wins after a drawn deal 荒庄加倍, one dealer 2 deals in a row at most 连庄"
    )
    assert str(some) == f"{TOLD}\n  tables       {words}"


def test_a_tally_of_nothing_is_told_too() -> None:
    lines = str(Tally()).splitlines()
    assert lines[0].startswith("  wins         0 of 0 deals (–): ")
    assert lines[4:7] == [
        "  tags   none",
        "  shapes none (triplets × wins)",
        "  points – a win 分; the winner gets –",
    ]
    assert lines[7] == "  dealer 0 wins, gets – a deal, stays – 庄家"


def test_a_tally_is_shown_short() -> None:
    assert repr(SOME) == "<Tally of 4 deals, 3 won>"
    assert repr(Tally(deals=1)) == "<Tally of 1 deal, 0 won>"


def test_a_tally_as_json_has_every_count_by_its_name() -> None:
    value = json.loads(json.dumps(SOME.as_json()))
    assert list(value) == [field.name for field in attrs.fields(Tally)]
    assert value["seat_points"] == [8, 4, -6, -6]
    assert value["tags"] == {tag.name: wins for tag, wins in SOME.by_tag.items()}
    assert value["tags"]["EDGE_WAIT"] == 1
    tags = tuple(value["tags"].values())
    rows = {name: tuple(each) for name, each in value.items() if isinstance(each, list)}
    assert Tally(**{**value, **rows, "tags": tags}) == SOME


def test_a_tally_holds_nothing_but_whole_numbers() -> None:
    tally = simulate(3, sitting=2)
    for field in attrs.fields(Tally):
        value = getattr(tally, field.name)
        assert {type(each) for each in (value if type(value) is tuple else (value,))} == {int}


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_of_a_tally_is_equal(way: str) -> None:
    copied = COPIES[way](SOME)
    assert copied == SOME
    assert hash(copied) == hash(SOME)


def test_tallies_that_differ_in_any_count_differ() -> None:
    for field in attrs.fields(Tally):
        value = getattr(SOME, field.name)
        other: Any = (*value[:-1], value[-1] + 1) if isinstance(value, tuple) else value + 1
        assert attrs.evolve(SOME, **{field.name: other}) != SOME


def test_a_tally_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        SOME.deals = 5  # type: ignore[misc]  # what is tested
