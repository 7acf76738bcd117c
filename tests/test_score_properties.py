"""What is true of every settlement: deals of the corpus, paid by any numbers."""

from __future__ import annotations

from functools import cache

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus import drawn
from lisi_mahjong import (
    GameState,
    MeldKind,
    PaymentItem,
    ScoreTable,
    WonDeal,
    actors,
    apply,
)
from rulebook import RULES, parse_rules
from settling import (
    ONE_POINT_BESIDE_A_KONG,
    robbed,
    settled,
    undecided,
    won,
)

MILLION = 10**6
ITEMS = tuple(item.name.lower() for item in PaymentItem)
MULTIPLIERS = tuple(
    field.name for field in attrs.fields(ScoreTable) if field.name.endswith("_multiplier")
)
SWITCHES = ("feeder_pays_melded_kong", "discarder_covers_kongs")
KONGS = {
    MeldKind.MELDED_KONG: PaymentItem.MELDED_KONG,
    MeldKind.ADDED_KONG: PaymentItem.MELDED_KONG,
    MeldKind.CONCEALED_KONG: PaymentItem.CONCEALED_KONG,
}

scores = st.fixed_dictionaries(
    {
        **dict.fromkeys(ITEMS, st.integers(0, 5) | st.integers(0, MILLION)),
        **dict.fromkeys(MULTIPLIERS, st.integers(1, 5) | st.integers(1, MILLION)),
        **dict.fromkeys(SWITCHES, st.booleans()),
    }
).map(ScoreTable.from_options)
multipliers = st.sampled_from((1, 2)) | st.integers(1, MILLION)


@cache
def played() -> tuple[GameState, ...]:
    """Return the ends of some deals of the corpus, and of some with kongs and a robbed one."""
    kongs = ["8888s<0", "7777p<3", "(1111s)"]
    ends = [
        robbed(melds=["8888s<0"]),
        won(ONE_POINT_BESIDE_A_KONG, loser=1, in_ting=[1], melds=["8888s<1"]),
        won(("{45m9s}9s", "6m"), dealer=2, melds=kongs),
        won(("{45m9s}9s", "6m"), loser=0, melds=kongs),
        undecided(kongs=["(8888s)"]).after,
    ]
    for number in range(60):
        dealt = drawn(number)
        choose, state = dealt.chooser(), dealt.start
        while actors(state):
            state = apply(state, choose(state))
        ends.append(state)
    return tuple(ends)


ends = st.integers(0, 64).map(lambda place: played()[place])
wins = ends.filter(lambda ended: isinstance(ended.result, WonDeal))


@pytest.mark.rule("SCORE-8")
@given(ends, scores, multipliers)
def test_a_settlement_adds_up_to_zero_in_whole_numbers(
    ended: GameState, score: ScoreTable, multiplier: int
) -> None:
    deltas = settled(ended, score, multiplier).deltas
    assert [type(delta) for delta in deltas] == [int] * 4
    assert sum(deltas) == 0


@given(ends, scores, multipliers)
def test_the_deltas_are_the_sums_of_the_lines(
    ended: GameState, score: ScoreTable, multiplier: int
) -> None:
    settlement = settled(ended, score, multiplier)
    sums = dict.fromkeys(range(4), 0)
    for paid in settlement.payments:
        amount = paid.points
        for _, times in paid.factors:
            amount *= times
        assert paid.amount == amount
        sums[paid.payer] -= amount
        sums[paid.payee] += amount
    assert settlement.deltas == tuple(sums.values())


@pytest.mark.rule("SCORE-5")
@given(wins, scores, multipliers)
def test_only_the_winner_is_paid_and_only_for_its_own_kongs(
    ended: GameState, score: ScoreTable, multiplier: int
) -> None:
    assert isinstance(ended.result, WonDeal)
    winner = ended.result.winner
    own = {
        (KONGS[meld.kind], meld.tile) for meld in ended.players[winner].melds if meld.kind.is_kong
    }
    for paid in settled(ended, score, multiplier).payments:
        assert paid.payee == winner != paid.payer
        assert paid.payer in range(4)
        if paid.item in KONGS.values():
            assert (paid.item, paid.kong) in own
        else:
            assert paid.kong is None


RULE_NUMBERS = {rule.number for rule in parse_rules(RULES.read_text(encoding="utf-8"))[0]}


@given(wins, scores, multipliers)
def test_every_line_is_worth_something_and_has_a_rule_that_says_who_pays(
    ended: GameState, score: ScoreTable, multiplier: int
) -> None:
    for paid in settled(ended, score, multiplier).payments:
        assert paid.amount > 0
        assert all(times > 1 for _, times in paid.factors)
        assert paid.rule in RULE_NUMBERS
        assert paid.rule in {"SCORE-2", "SCORE-3", "SCORE-4", "SCORE-5"}
        assert (paid.rule == "SCORE-5") == (paid.kong is not None)
        assert paid.points == getattr(score, paid.item.name.lower())


@pytest.mark.rule("SCORE-2", "SCORE-3", "SCORE-4")
@given(wins, scores)
def test_one_rule_says_who_pays_for_the_win(ended: GameState, score: ScoreTable) -> None:
    assert isinstance(ended.result, WonDeal)
    loser = ended.result.loser
    if loser is None:
        expected = "SCORE-2"
    else:
        expected = "SCORE-4" if ended.players[loser].ting is None else "SCORE-3"
    paid = [line for line in settled(ended, score).payments if line.rule != "SCORE-5"]
    assert {line.rule for line in paid} <= {expected}
    if expected == "SCORE-4":
        assert {line.payer for line in paid} <= {loser}


@pytest.mark.rule("SCORE-6")
@given(ends, scores, multipliers)
def test_all_is_paid_so_many_times_after_a_drawn_deal(
    ended: GameState, score: ScoreTable, multiplier: int
) -> None:
    once, often = settled(ended, score), settled(ended, score, multiplier)
    assert often.deltas == tuple(multiplier * delta for delta in once.deltas)
    assert (often.points, often.reading) == (once.points, once.reading)


@pytest.mark.rule("SCORE-7", "SCORE-10")
@given(ends, scores, multipliers)
def test_all_is_paid_so_many_times_when_the_dealer_wins_and_else_it_is_not(
    ended: GameState, score: ScoreTable, number: int
) -> None:
    once = settled(ended, attrs.evolve(score, dealer_win_multiplier=1))
    often = settled(ended, attrs.evolve(score, dealer_win_multiplier=number))
    wins = isinstance(ended.result, WonDeal) and ended.result.winner == ended.dealer
    assert often.deltas == tuple((number if wins else 1) * delta for delta in once.deltas)


@pytest.mark.rule("SCORE-5")
@given(wins, scores, st.booleans(), st.booleans())
def test_the_options_of_kongs_move_payments_and_leave_the_winner_as_much(
    ended: GameState, score: ScoreTable, feeder: bool, covers: bool
) -> None:
    assert isinstance(ended.result, WonDeal)
    other = attrs.evolve(score, feeder_pays_melded_kong=feeder, discarder_covers_kongs=covers)
    winner = ended.result.winner
    assert settled(ended, other).deltas[winner] == settled(ended, score).deltas[winner]


@pytest.mark.rule("SCORE-9")
@given(wins, scores)
def test_no_reading_of_the_result_would_be_worth_more_than_the_one_that_is_paid(
    ended: GameState, score: ScoreTable
) -> None:
    assert isinstance(ended.result, WonDeal)
    settlement = settled(ended, score)
    worth = [
        score.base
        + sum(
            getattr(score, tag.name.lower())
            for tag in reading.tags
            if tag.name not in {"MELDED_KONG", "CONCEALED_KONG"}
        )
        for reading in ended.result.readings
    ]
    deals = score.dealer_wins if ended.result.winner == ended.dealer else 0
    assert settlement.points == max(worth) + deals
