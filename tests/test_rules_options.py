"""The options: `RuleSet`, the options of play, and `ScoreTable`, the numbers of the settlement."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lisi_mahjong import (
    LisiError,
    RulesError,
    RuleSet,
    ScoreTable,
    Shuffle,
    deal,
    is_win,
    readings,
    reserve,
    waits,
)
from lisi_mahjong.errors import shorten

# Every option with its default and the rule that a malformed value breaks: the rulebook's tables.
SWITCHES_OF_PLAY = {
    "drawn_deal_with_kong_passes_dealer": (True, "DEALER-3"),
    "robbing_kong": (False, "KONG-7"),
    "open_ting": (False, "TING-3"),
    "ting_on_wall": (False, "TING-4"),
    "forced_win": (True, "WIN-2"),
    "all_runs": (False, "WIN-5"),
    "closed_wait_on_eight": (False, "TAG-2"),
    "closed_wait_alone": (False, "TAG-2"),
    "show_concealed_kongs": (False, "VIEW-2"),
}
POINTS = {
    "base": (1, "SCORE-1"),
    "one_voided_suit": (1, "SCORE-1"),
    "closed_wait": (1, "SCORE-1"),
    "edge_wait": (1, "SCORE-1"),
    "single_wait": (1, "SCORE-1"),
    "pure_straight": (10, "SCORE-1"),
    "full_flush": (10, "SCORE-1"),
    "dealer_wins": (1, "SCORE-1"),
    "dealer_pays_self_draw": (2, "SCORE-2"),
    "dealer_pays_discard": (1, "SCORE-3"),
    "discarder_extra": (1, "SCORE-4"),
    "melded_kong": (1, "SCORE-5"),
    "concealed_kong": (2, "SCORE-5"),
}
MULTIPLIERS = {
    "self_draw_multiplier": (2, "SCORE-2"),
    "drawn_deal_multiplier": (2, "SCORE-6"),
    "dealer_win_multiplier": (1, "SCORE-7"),
}
SWITCHES_OF_SCORE = {
    "feeder_pays_melded_kong": (False, "SCORE-5"),
    "discarder_covers_kongs": (False, "SCORE-5"),
}

NO_BOOLS = [0, 1, None, "True", "", 1.0, (), [True]]
NO_INTS = [True, False, None, "1", 1.0, 1.5, (1,), [1]]

rule_sets = st.builds(
    RuleSet,
    reserved_stacks=st.integers(0, 41),
    **{name: st.booleans() for name in SWITCHES_OF_PLAY},
)
score_tables = st.builds(
    ScoreTable,
    **{name: st.integers(0, 1_000_000) for name in POINTS},
    **{name: st.integers(1, 1_000_000) for name in MULTIPLIERS},
    **{name: st.booleans() for name in SWITCHES_OF_SCORE},
)


def refused(cls: type[RuleSet | ScoreTable], name: str, value: object) -> RulesError:
    """Return the error that a value of one option brings, by either way of giving it."""
    with pytest.raises(RulesError) as by_keyword:
        cls(**{name: value})  # type: ignore[arg-type]  # what is tested
    with pytest.raises(RulesError) as by_mapping:
        cls.from_options({name: value})
    assert str(by_keyword.value) == str(by_mapping.value)
    return by_keyword.value


# --- fields and defaults ------------------------------------------------------------------


@pytest.mark.rule("WALL-10")
def test_the_written_rules_are_the_defaults_of_a_rule_set() -> None:
    expected = {"reserved_stacks": 7} | {
        name: default for name, (default, _) in SWITCHES_OF_PLAY.items()
    }
    assert attrs.asdict(RuleSet()) == expected


@pytest.mark.rule("SCORE-1")
def test_the_numbers_of_the_rulebook_are_the_defaults_of_a_score_table() -> None:
    everything = {**POINTS, **MULTIPLIERS, **SWITCHES_OF_SCORE}
    assert attrs.asdict(ScoreTable()) == {
        name: default for name, (default, _) in everything.items()
    }


def test_the_rules_of_taiyuan_turn_four_options_on() -> None:
    changed = {"all_runs", "robbing_kong", "closed_wait_on_eight", "closed_wait_alone"}
    written, taiyuan = attrs.asdict(RuleSet()), attrs.asdict(RuleSet.taiyuan())
    assert taiyuan == {**written, **dict.fromkeys(changed, True)}


def test_the_score_table_of_taiyuan_does_not_double_after_a_drawn_deal() -> None:
    assert attrs.asdict(ScoreTable.taiyuan()) == {
        **attrs.asdict(ScoreTable()),
        "drawn_deal_multiplier": 1,
    }


@pytest.mark.parametrize("name", SWITCHES_OF_PLAY)
def test_each_option_of_play_is_set_alone(name: str) -> None:
    other = not SWITCHES_OF_PLAY[name][0]
    assert attrs.asdict(RuleSet.from_options({name: other})) == {
        **attrs.asdict(RuleSet()),
        name: other,
    }


@pytest.mark.parametrize("name", [*POINTS, *MULTIPLIERS])
def test_each_number_is_set_alone(name: str) -> None:
    assert attrs.asdict(ScoreTable.from_options({name: 123})) == {
        **attrs.asdict(ScoreTable()),
        name: 123,
    }


@pytest.mark.parametrize("name", SWITCHES_OF_SCORE)
def test_each_switch_of_the_score_table_is_set_alone(name: str) -> None:
    assert attrs.asdict(ScoreTable.from_options({name: True})) == {
        **attrs.asdict(ScoreTable()),
        name: True,
    }


# --- ranges and types ---------------------------------------------------------------------


@pytest.mark.rule("WALL-10")
@pytest.mark.parametrize("stacks", [0, 1, 7, 41])
def test_nought_to_41_stacks_may_be_reserved(stacks: int) -> None:
    assert RuleSet(reserved_stacks=stacks).reserved_stacks == stacks


@pytest.mark.rule("WALL-10", refuses=True)
@pytest.mark.parametrize("value", [-1, 42, 10**400, -(10**400), *NO_INTS], ids=repr)
def test_another_number_of_reserved_stacks_is_refused(value: object) -> None:
    error = refused(RuleSet, "reserved_stacks", value)
    assert (error.option, error.rule) == ("reserved_stacks", "WALL-10")
    assert error.message == f"reserved_stacks must be an int from 0 to 41, not {shorten(value)}"
    assert str(error) == f"{error.message} (WALL-10)"


@pytest.mark.parametrize("value", NO_BOOLS, ids=repr)
@pytest.mark.parametrize("name", SWITCHES_OF_PLAY)
def test_a_switch_of_play_is_true_or_false(name: str, value: object) -> None:
    error = refused(RuleSet, name, value)
    assert (error.option, error.rule) == (name, SWITCHES_OF_PLAY[name][1])
    assert error.message == f"{name} must be True or False, not {shorten(value)}"


@pytest.mark.parametrize("value", NO_BOOLS, ids=repr)
@pytest.mark.parametrize("name", SWITCHES_OF_SCORE)
def test_a_switch_of_the_score_table_is_true_or_false(name: str, value: object) -> None:
    error = refused(ScoreTable, name, value)
    assert (error.option, error.rule) == (name, "SCORE-5")
    assert error.message == f"{name} must be True or False, not {shorten(value)}"


@pytest.mark.rule("SCORE-1")
@pytest.mark.parametrize("value", [0, 1_000_000])
@pytest.mark.parametrize("name", POINTS)
def test_points_may_be_nought_to_a_million(name: str, value: int) -> None:
    assert getattr(ScoreTable.from_options({name: value}), name) == value


@pytest.mark.rule("SCORE-1", refuses=True)
@pytest.mark.parametrize("value", [-1, 1_000_001, 10**400, *NO_INTS], ids=repr)
@pytest.mark.parametrize("name", POINTS)
def test_other_points_are_refused(name: str, value: object) -> None:
    error = refused(ScoreTable, name, value)
    assert (error.option, error.rule) == (name, POINTS[name][1])
    assert error.message == f"{name} must be an int from 0 to 1000000, not {shorten(value)}"


@pytest.mark.parametrize("value", [1, 1_000_000])
@pytest.mark.parametrize("name", MULTIPLIERS)
def test_multipliers_may_be_one_to_a_million(name: str, value: int) -> None:
    assert getattr(ScoreTable.from_options({name: value}), name) == value


@pytest.mark.parametrize("value", [0, -1, 1_000_001, *NO_INTS], ids=repr)
@pytest.mark.parametrize("name", MULTIPLIERS)
def test_other_multipliers_are_refused(name: str, value: object) -> None:
    error = refused(ScoreTable, name, value)
    assert (error.option, error.rule) == (name, MULTIPLIERS[name][1])
    assert error.message == f"{name} must be an int from 1 to 1000000, not {shorten(value)}"


def test_a_refused_value_is_shown_shortened() -> None:
    assert len(str(refused(RuleSet, "all_runs", "x" * 10_000))) < 200


def test_a_refusal_is_one_of_the_errors_of_this_library_and_a_value_error() -> None:
    error = refused(RuleSet, "all_runs", None)
    assert isinstance(error, LisiError)
    assert isinstance(error, ValueError)
    assert pickle.loads(pickle.dumps(error)).args == error.args  # noqa: S301 - our own pickle


# --- options by name ----------------------------------------------------------------------


@pytest.mark.parametrize("cls", [RuleSet, ScoreTable])
@pytest.mark.parametrize("options", [{}, MappingProxyType({})])
def test_no_options_are_the_defaults(
    cls: type[RuleSet | ScoreTable], options: Mapping[str, object]
) -> None:
    assert cls.from_options(options) == cls()


@given(rule_sets)
def test_a_rule_set_comes_back_from_its_options(rules: RuleSet) -> None:
    assert RuleSet.from_options(attrs.asdict(rules)) == rules


@given(score_tables)
def test_a_score_table_comes_back_from_its_options(score: ScoreTable) -> None:
    assert ScoreTable.from_options(attrs.asdict(score)) == score


@pytest.mark.rule("RULES-1", refuses=True)
@pytest.mark.parametrize(
    ("cls", "name"),
    [
        (RuleSet, "all_run"),
        (RuleSet, "base"),
        (RuleSet, ""),
        (RuleSet, "All_Runs"),
        (ScoreTable, "points"),
        (ScoreTable, "all_runs"),
    ],
)
def test_a_name_that_is_no_option_is_refused(cls: type[RuleSet | ScoreTable], name: str) -> None:
    with pytest.raises(RulesError) as caught:
        cls.from_options({name: True})
    assert (caught.value.option, caught.value.rule) == (name, "RULES-1")
    names = ", ".join(field.name for field in attrs.fields(cls))
    assert caught.value.message == f"'{name}' is no option; there are {names}"


@pytest.mark.parametrize("name", [None, 7, ("all_runs",), True])
def test_a_key_that_is_no_text_is_refused(name: object) -> None:
    with pytest.raises(RulesError, match=f"^{re.escape(repr(name))} is no option; ") as caught:
        RuleSet.from_options({name: True})  # type: ignore[dict-item]  # what is tested
    assert caught.value.option == repr(name)


@pytest.mark.rule("RULES-1")
@pytest.mark.parametrize("cls", [RuleSet, ScoreTable])
def test_options_can_be_given_by_name_in_a_mapping(cls: type[RuleSet | ScoreTable]) -> None:
    assert cls.from_options({}) == cls()
    assert cls.from_options(attrs.asdict(cls.taiyuan())) == cls.taiyuan()


@pytest.mark.rule("RULES-1", refuses=True)
@pytest.mark.parametrize("options", [None, [], "all_runs", [("all_runs", True)], 7, RuleSet()])
@pytest.mark.parametrize("cls", [RuleSet, ScoreTable])
def test_options_that_are_no_mapping_are_refused(
    cls: type[RuleSet | ScoreTable], options: object
) -> None:
    with pytest.raises(RulesError) as caught:
        cls.from_options(options)  # type: ignore[arg-type]  # what is tested
    assert (caught.value.option, caught.value.rule) == ("", "RULES-1")
    shown = shorten(options)
    assert caught.value.message == f"options are a mapping of names to values, not {shown}"


def test_options_are_named_and_never_given_by_place() -> None:
    with pytest.raises(TypeError):
        RuleSet(7)  # type: ignore[call-arg]  # what is tested
    with pytest.raises(TypeError):
        ScoreTable(1)  # type: ignore[call-arg]  # what is tested


# --- values -------------------------------------------------------------------------------


@given(rule_sets, rule_sets)
def test_rule_sets_are_equal_when_their_options_are(one: RuleSet, other: RuleSet) -> None:
    same = attrs.asdict(one) == attrs.asdict(other)
    assert (one == other) == same
    assert len({one, other}) == 2 - same


@given(score_tables, score_tables)
def test_score_tables_are_equal_when_their_numbers_are(one: ScoreTable, other: ScoreTable) -> None:
    same = attrs.asdict(one) == attrs.asdict(other)
    assert (one == other) == same
    assert len({one, other}) == 2 - same


@pytest.mark.parametrize("name", [*SWITCHES_OF_PLAY, "reserved_stacks"])
def test_one_other_option_makes_another_rule_set(name: str) -> None:
    default = getattr(RuleSet(), name)
    other = RuleSet.from_options({name: 8 if name == "reserved_stacks" else not default})
    assert other != RuleSet()
    assert RuleSet.from_options({name: default}) == RuleSet()


@given(st.one_of(rule_sets, score_tables))
def test_options_are_copied_and_pickled_as_equal_values(options: RuleSet | ScoreTable) -> None:
    assert copy.copy(options) == copy.deepcopy(options) == options
    assert pickle.loads(pickle.dumps(options)) == options  # noqa: S301 - our own pickle
    assert hash(copy.deepcopy(options)) == hash(options)


@pytest.mark.parametrize("options", [RuleSet(), ScoreTable()])
def test_options_cannot_be_changed(options: RuleSet | ScoreTable) -> None:
    name = attrs.fields(type(options))[0].name
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(options, name, 1)
    with pytest.raises(AttributeError):
        options.another = 1  # type: ignore[union-attr]  # what is tested


def test_the_repr_names_just_what_differs_from_the_default() -> None:
    assert repr(RuleSet()) == "RuleSet()"
    assert repr(ScoreTable()) == "ScoreTable()"
    assert repr(RuleSet(all_runs=True, reserved_stacks=0)) == (
        "RuleSet(reserved_stacks=0, all_runs=True)"
    )
    assert repr(ScoreTable.taiyuan()) == "ScoreTable(drawn_deal_multiplier=1)"


@given(st.one_of(rule_sets, score_tables))
def test_the_repr_can_be_pasted_back(options: RuleSet | ScoreTable) -> None:
    names = {"RuleSet": RuleSet, "ScoreTable": ScoreTable}
    assert eval(repr(options), names) == options  # noqa: S307 - our own repr


# --- where options are given --------------------------------------------------------------


@pytest.mark.parametrize("wrong", [None, {}, "taiyuan", RuleSet, ScoreTable(), {"all_runs": True}])
def test_wherever_rules_are_given_something_else_is_refused(wrong: object) -> None:
    calls: list[Callable[[], object]] = [
        lambda: waits("1112223334445m", rules=wrong),  # type: ignore[arg-type]
        lambda: is_win("11122233344455m", rules=wrong),  # type: ignore[arg-type]
        lambda: readings("1112223334445m", "5m", rules=wrong),  # type: ignore[arg-type]
        lambda: reserve(0, wrong),  # type: ignore[arg-type]
        lambda: deal(Shuffle.from_seed(1), rules=wrong),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(RulesError) as caught:
            call()
        assert (caught.value.option, caught.value.rule) == ("rules", "RULES-1")
        assert caught.value.message == f"rules must be a RuleSet, not {shorten(wrong)}"


@pytest.mark.rule("RULES-1", refuses=True)
@pytest.mark.parametrize("wrong", [None, {}, ScoreTable, RuleSet(), 1])
def test_where_a_score_table_is_given_something_else_is_refused(wrong: object) -> None:
    with pytest.raises(RulesError) as caught:
        readings("1112223334445m", "5m", score=wrong)  # type: ignore[arg-type]
    assert (caught.value.option, caught.value.rule) == ("score", "RULES-1")
    assert caught.value.message == f"score must be a ScoreTable, not {shorten(wrong)}"
