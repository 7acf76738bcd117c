"""Strategies for tiles, hands, rules and walls: they draw what they say, of many sorts, and shrink.

The floors are well below what was measured; they hold for the examples of the profile in conftest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import attrs
import pytest
from hypothesis.errors import NoSuchExample

from drawing import drawn, notes_of_failure
from lisi_mahjong import (
    Hand,
    HandError,
    Meld,
    MeldKind,
    NotationError,
    RulesError,
    RuleSet,
    ScoreTable,
    Shuffle,
    Tag,
    Tile,
    is_win,
    readings,
    waits,
)
from lisi_mahjong.table_actions import is_name
from lisi_mahjong.testing import (
    hands,
    melds,
    names,
    rule_sets,
    score_tables,
    seats,
    shuffles,
    smallest,
    tiles,
    waiting_hands,
    walls,
    winning_hands,
    won_hands,
)


def kinds(hand: Hand) -> Counter[Tile]:
    """Return all tiles of a hand, those of its melds too."""
    return Counter([*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)])


# --- tiles, seats, melds, names ---


def test_seats_are_the_four() -> None:
    assert set(drawn(seats(), 100)) == {0, 1, 2, 3}


def test_tiles_are_all_kinds() -> None:
    assert set(drawn(tiles(), 600)) == set(Tile)


@pytest.mark.parametrize("suits", ["m", "ps", "z", "zm"])
def test_tiles_may_be_of_some_suits(suits: str) -> None:
    found = set(drawn(tiles(suits), 300))
    assert found == {tile for tile in Tile if str(tile)[1] in suits}


@pytest.mark.parametrize("suits", ["", "x", "mm5", "M"])
def test_there_are_no_other_suits(suits: str) -> None:
    with pytest.raises(NotationError, match="suits, some of mpsz"):
        tiles(suits)


def test_melds_are_of_all_kinds_and_sources() -> None:
    found = drawn(melds(), 400)
    assert {meld.kind for meld in found} == set(MeldKind)
    assert {meld.from_seat for meld in found} == {None, 0, 1, 2, 3}
    assert len({meld.tile for meld in found}) > 25
    assert all(meld.from_seat is None for meld in found if meld.kind is MeldKind.CONCEALED_KONG)
    assert smallest(melds(), lambda _: True) == Meld(MeldKind.PUNG, Tile.M1)


def test_names_can_be_those_of_people() -> None:
    found = drawn(names(), 200)
    assert all(map(is_name, found))
    assert len(set(found)) > 50


# --- hands ---


@pytest.mark.parametrize("number", [None, 0, 1, 2, 3, 4])
@pytest.mark.parametrize("full", [None, False, True])
def test_hands_have_their_melds_and_tiles(number: int | None, full: bool | None) -> None:
    found = drawn(hands(full=full, melds=number), 60)
    assert {len(hand.melds) for hand in found} == ({0, 1, 2, 3, 4} if number is None else {number})
    assert {hand.full for hand in found} == ({False, True} if full is None else {full})
    for hand in found:
        assert len(hand.concealed) == 13 - 3 * len(hand.melds) + hand.full
        assert max(kinds(hand).values()) <= 4


def test_hands_are_many() -> None:
    found = drawn(hands(), 200)
    assert len(set(found)) > 150
    assert sum(any(tile.suit is None for tile in hand.concealed) for hand in found) > 60
    assert sum(bool(waits(hand)) for hand in found if not hand.full) < 100


@pytest.mark.parametrize("rules", [RuleSet(), RuleSet.taiyuan()], ids=["written", "taiyuan"])
@pytest.mark.parametrize("number", [None, 0, 4])
def test_winning_hands_win(rules: RuleSet, number: int | None) -> None:
    found = drawn(winning_hands(rules=rules, melds=number), 100)
    assert all(hand.full and is_win(hand, rules=rules) for hand in found)
    if number is not None:
        assert {len(hand.melds) for hand in found} == {number}


@pytest.mark.parametrize("rules", [RuleSet(), RuleSet.taiyuan()], ids=["written", "taiyuan"])
def test_waiting_hands_wait(rules: RuleSet) -> None:
    found = drawn(waiting_hands(rules=rules), 200)
    assert all(not hand.full and waits(hand, rules=rules) for hand in found)
    assert len({len(waits(hand, rules=rules)) for hand in found}) >= 4


def test_four_runs_are_drawn_only_where_they_win() -> None:
    def four_runs(hand: Hand) -> bool:
        return not is_win(hand)

    written = drawn(winning_hands(melds=0), 200)
    taiyuan = drawn(winning_hands(rules=RuleSet.taiyuan(), melds=0), 200)
    assert sum(map(four_runs, written)) == 0
    assert sum(map(four_runs, taiyuan)) >= 10


def test_won_hands_have_readings_of_all_sorts() -> None:
    found = drawn(won_hands(), 600)
    tags, triplets = Counter[Tag](), Counter[int]()
    for hand, tile in found:
        assert tile in waits(hand)
        read = readings(hand, tile)
        tags.update(tag for reading in read for tag in reading.tags)
        triplets.update(reading.triplets for reading in read)
    assert min(tags[tag] for tag in Tag) >= 3, tags
    assert min(triplets[number] for number in (1, 2, 3, 4)) >= 20, triplets


def test_hands_shrink_to_the_first_tiles() -> None:
    assert str(smallest(winning_hands(melds=2), lambda _: True)) == "<Hand 33344455m [111m] [222m]>"
    won = smallest(won_hands(), lambda won: Tag.PURE_STRAIGHT in readings(*won)[0].tags)
    assert len({tile.suit for tile in won[0].concealed} - {None}) == 1
    kong = smallest(hands(), lambda hand: any(meld.kind.is_kong for meld in hand.melds))
    assert [str(meld) for meld in kong.melds] == ["1111m"]


@pytest.mark.parametrize("strategy", [hands, waiting_hands, winning_hands, won_hands])
@pytest.mark.parametrize("number", [-1, 5, True, "2"])
def test_no_hand_has_another_number_of_melds(
    strategy: Callable[..., object], number: object
) -> None:
    with pytest.raises(HandError, match="0 to 4 melds"):
        strategy(melds=number)


@pytest.mark.parametrize("strategy", [waiting_hands, winning_hands, won_hands])
def test_hands_are_drawn_by_rules(strategy: Callable[..., object]) -> None:
    with pytest.raises(RulesError):
        strategy(rules="written")


# --- rules and score tables ---


def changed(values: Iterable[RuleSet | ScoreTable], default: RuleSet | ScoreTable) -> Counter[str]:
    """Return how often each field differs from the default."""
    return Counter(
        field.name
        for value in values
        for field in attrs.fields(type(default))
        if getattr(value, field.name) != getattr(default, field.name)
    )


def test_rule_sets_have_every_option_on_and_off() -> None:
    found = drawn(rule_sets(), 200)
    often = changed(found, RuleSet())
    fields = [field.name for field in attrs.fields(RuleSet)]
    assert min(often[name] for name in fields) >= 20, often
    assert max(often[name] for name in fields) <= 160, often
    others = [rules for rules in found if rules not in (RuleSet(), RuleSet.taiyuan())]
    assert 200 - len(others) >= 40
    assert {0, 7} < {rules.reserved_stacks for rules in found}
    assert max(rules.reserved_stacks for rules in found) > 30


def test_score_tables_change_every_number() -> None:
    found = drawn(score_tables(), 200)
    often = changed(found, ScoreTable())
    assert min(often[field.name] for field in attrs.fields(ScoreTable)) >= 8, often
    assert max(score.base for score in found) > 20


def test_options_can_be_fixed() -> None:
    assert {rules.forced_win for rules in drawn(rule_sets(forced_win=False), 50)} == {False}
    assert {score.base for score in drawn(score_tables(base=7), 50)} == {7}


@pytest.mark.parametrize("fixed", [{"nothing": True}, {"all_runs": 5}, {"reserved_stacks": 42}])
def test_only_options_can_be_fixed(fixed: dict[str, bool | int]) -> None:
    with pytest.raises(RulesError):
        rule_sets(**fixed)


@pytest.mark.parametrize("fixed", [{"nothing": True}, {"base": -1}])
def test_only_numbers_of_the_table_can_be_fixed(fixed: dict[str, bool | int]) -> None:
    with pytest.raises(RulesError):
        score_tables(**fixed)


def test_rules_shrink_to_the_written_ones() -> None:
    assert smallest(rule_sets(), lambda _: True) == RuleSet()
    rules = smallest(rule_sets(), lambda rules: not rules.forced_win and rules.reserved_stacks > 7)
    assert rules == RuleSet(forced_win=False, reserved_stacks=8)
    assert smallest(rule_sets(), lambda rules: rules.robbing_kong) == RuleSet(robbing_kong=True)
    both = smallest(rule_sets(), lambda rules: rules.robbing_kong and not rules.forced_win)
    assert both == RuleSet(robbing_kong=True, forced_win=False)
    assert smallest(score_tables(), lambda _: True) == ScoreTable()
    score = smallest(score_tables(), lambda score: score.full_flush > 10)
    assert score == ScoreTable(full_flush=11)


# --- walls ---


def test_shuffles_are_those_of_seeds() -> None:
    found = drawn(shuffles(), 100)
    assert len(set(found)) > 90
    assert {shuffle.dealer_draw for shuffle in found} == {0, 1, 2, 3}
    assert smallest(shuffles(), lambda _: True) == Shuffle.from_seed(0)


def test_a_failing_test_tells_the_seed() -> None:
    assert "Shuffle.from_seed(0)" in notes_of_failure(shuffles(), lambda _: True)


def test_walls_are_in_any_order() -> None:
    found = drawn(walls(), 20)
    assert all(Counter(wall) == Counter(dict.fromkeys(Tile, 4)) for wall in found)
    assert len({tuple(wall) for wall in found}) > 15
    assert all(len(Shuffle.from_draw_order(wall).layout) == 136 for wall in found)


# --- the smallest example ---


def test_the_smallest_example_is_the_same_each_time_and_so() -> None:
    found = {smallest(tiles(), lambda tile: tile.rank > 3) for _ in range(3)}
    assert found == {Tile.M4}
    assert smallest(tiles()) is Tile.M1


def test_what_is_never_so_has_no_smallest_example() -> None:
    with pytest.raises(NoSuchExample):
        smallest(tiles(), lambda _: False, examples=50)
