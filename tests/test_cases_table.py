"""Faults that other engines made with many deals: dealers, leaving, what stays, copies."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from itertools import zip_longest

import attrs
import pytest

from anatomy import COPIES, repickled
from endings import WAITING, about_to_be_drawn, about_to_kong, about_to_win
from evenings import acted, all_ready, dealt, finished, seated, started
from lisi_mahjong import (
    DealSettled,
    KongKind,
    Leave,
    Play,
    Ready,
    Refusal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    Tile,
    Win,
    WonDeal,
    actors,
    apply_table,
    deal,
    parse_table_action,
    step_table,
    table_legal_actions,
    view,
    why_table_illegal,
)
from lisi_mahjong.summary_json import summary_as_json
from moments import MOMENTS, a_drawn_deal_later, one_deal_later
from offers import SCATTERED, every_action
from players import PLAYERS, tidy
from playouts import idle
from support import position

SHUFFLE = Shuffle.from_seed(7)
each_moment = pytest.mark.parametrize("name", MOMENTS)

# --- the end of a deal, and the next one --------------------------------------------------


@pytest.mark.case(64)
def test_case_064_nothing_of_a_deal_survives_into_the_next_one() -> None:
    """Seat 3 has a kong and is locked; seat 1 declares ting; seat 2, in ting, draws its win."""
    state = position(
        {0: SCATTERED, 1: "{1777z}23m333p8889s", 2: WAITING, 3: "{1234z}147m258p"},
        turn=1,
        drawn="9s",
        melds={3: ["(6666z)"]},
        ting={2: "9p"},
        locks={3: "9m"},
        draws="5m",
    )
    table = acted(dealt(state), "1 ting 1z")
    assert table.deal is not None
    assert isinstance(table.deal.result, WonDeal)
    assert [player.ting is not None for player in table.deal.players] == [False, True, True, False]
    assert (table.deal.kongs, table.deal.players[3].pung_locks) == (1, (Tile.M9,))
    following = started(table, 11).deal
    assert following is not None
    assert (following.kongs, following.remaining, following.ply) == (0, 83, 0)
    for player in following.players:
        assert (player.ting, player.pung_locks, player.win_barred) == (None, (), False)
        assert (player.melds, player.river, len(player.standing)) == ((), (), 4)


@pytest.mark.case(80)
def test_case_080_a_deal_is_settled_once_and_moves_the_dealer_once() -> None:
    state, discard = about_to_win(1, None)
    action = parse_table_action(discard)
    taken = step_table(dealt(state), action)
    assert sum(isinstance(event, DealSettled) for event in taken.events) == 1
    table = taken.state
    before = repickled(table)
    for again in (action, Play(Win(1)), StartDeal(SHUFFLE), StartDeal(SHUFFLE)):
        assert why_table_illegal(table, again) is not None
    for seat in range(4):
        assert table_legal_actions(table, seat) == (Ready(seat), Leave(seat))
    assert (table.dealer, len(table.history), table.ledger["Bo"]) == (1, 1, 14)
    assert table == before


@pytest.mark.case(80)
def test_case_080_getting_ready_and_starting_settles_nothing_again() -> None:
    state, discard = about_to_win(1, None)
    table = acted(dealt(state), discard)
    for later in (all_ready(table), started(table)):
        assert (later.dealer, later.history, later.ledger) == (1, table.history, table.ledger)
    assert why_table_illegal(started(table), StartDeal(SHUFFLE)) is Refusal.DEAL_IN_PROGRESS


@pytest.mark.case(112)
@pytest.mark.parametrize("after", [one_deal_later, a_drawn_deal_later], ids=["win", "draw"])
def test_case_112_after_a_deal_every_action_of_it_is_refused_and_views_still_work(
    after: Callable[[], TableState],
) -> None:
    table = after()
    assert table.deal is not None
    assert actors(table.deal) == ()
    for seat in range(4):
        assert table_legal_actions(table, seat) == (Ready(seat), Leave(seat))
        assert view(table.deal, seat).result == table.deal.result
        for action in every_action(seat):
            assert why_table_illegal(table, Play(action)) is Refusal.DEAL_ENDED


# --- dealers ------------------------------------------------------------------------------


@pytest.mark.case(90)
def test_case_090_a_drawn_deal_without_a_kong_keeps_the_dealer() -> None:
    state, discard = about_to_be_drawn(dealer=0)
    assert acted(dealt(state), discard).dealer == 0


@pytest.mark.case(90)
def test_case_090_a_drawn_deal_with_a_concealed_kong_by_seat_3_passes_the_deal_to_seat_1() -> None:
    state, actions = about_to_kong(3, KongKind.CONCEALED, dealer=0)
    assert acted(dealt(state), *actions).dealer == 1


@pytest.mark.case(90)
def test_case_090_by_the_other_passage_of_the_rules_the_dealer_stays_after_a_kong() -> None:
    rules = RuleSet(drawn_deal_with_kong_passes_dealer=False)
    state, actions = about_to_kong(3, KongKind.CONCEALED, dealer=0, rules=rules)
    assert acted(dealt(state), *actions).dealer == 0


@pytest.mark.case(91)
def test_case_091_dealer_3_who_wins_stays_and_then_the_deal_wraps_to_seat_0() -> None:
    state, discard = about_to_win(3, None, dealer=3)
    table = acted(dealt(state), discard)
    assert table.dealer == 3
    state, discard = about_to_win(1, 3, dealer=3)
    table = acted(dealt(state, table), discard)
    assert table.dealer == 0
    assert started(table).dealer == 0


@pytest.mark.case(93)
@pytest.mark.parametrize("drawn", range(4))
def test_case_093_when_seat_2_leaves_in_the_third_deal_a_new_game_begins(drawn: int) -> None:
    before = a_drawn_deal_later()
    table = started(before, 93)
    assert (table.dealer, table.multiplier) == (1, 3)
    for _ in range(10):
        assert table.deal is not None
        table = apply_table(table, Play(idle(table.deal)))
    table = acted(table, "2 leave", "2 sit Dee")
    assert dict(table.ledger) == dict(before.ledger) | {"Dee": 0}
    shuffle = attrs.evolve(Shuffle.from_seed(94), dealer_draw=drawn)
    table = started(table, shuffle)
    assert (table.dealer, table.multiplier, table.game) == (drawn, 1, 2)
    assert table.deal == deal(shuffle, dealer=drawn, rules=table.rules)


# --- options ------------------------------------------------------------------------------


OPPOSITE = RuleSet(
    reserved_stacks=20,
    drawn_deal_with_kong_passes_dealer=False,
    robbing_kong=True,
    open_ting=True,
    ting_on_wall=True,
    forced_win=False,
    all_runs=True,
    closed_wait_on_eight=True,
    closed_wait_alone=True,
    show_concealed_kongs=True,
)
SETTINGS = ((RuleSet(), ScoreTable()), (OPPOSITE, ScoreTable(base=7, drawn_deal_multiplier=5)))


@pytest.mark.case(144)
def test_case_144_two_tables_with_opposite_settings_do_not_touch_each_other() -> None:
    """Action by action in turn, and each goes the way that it goes alone."""
    alone = [some_deals(seated(rules=rules, score=score)) for rules, score in SETTINGS]
    together = [seated(rules=rules, score=score) for rules, score in SETTINGS]
    for pair in zip_longest(*(actions for _, actions in alone)):
        for which, action in enumerate(pair):
            if action is not None:
                together[which] = apply_table(together[which], action)
    assert together == [table for table, _ in alone]
    assert [(table.rules, table.score) for table in map(repickled, together)] == [*SETTINGS]


def some_deals(table: TableState) -> tuple[TableState, list[TableAction]]:
    """Return a table after three deals, and the actions that led to it."""
    actions: list[TableAction] = []
    rng = random.Random(144)
    for seed in range(3):
        coming: list[TableAction] = [*map(Ready, range(4)), StartDeal(Shuffle.from_seed(seed))]
        while coming:
            table = acted(table, *coming)
            actions += coming
            assert table.deal is not None
            coming = [Play(tidy(table.deal, seat, rng)) for seat in actors(table.deal)[:1]]
    return table, actions


@pytest.mark.case(144)
def test_case_144_of_two_tables_one_robs_the_kong_that_the_other_makes() -> None:
    def start(rules: RuleSet) -> TableState:
        state = position(
            {0: "{1234z}147p147s", 2: WAITING},
            drawn="5m",
            melds={0: ["555m<3"]},
            ting={2: "9p"},
            rules=rules,
        )
        return dealt(state)

    on, off = start(RuleSet(robbing_kong=True)), start(RuleSet())
    on, off = acted(on, "0 kong 5m added"), acted(off, "0 kong 5m added")
    assert (on.playing, off.playing) == (False, True)
    assert on.history[0].deltas == (-8, 0, 8, 0)  # Closed Wait, dealt in by the dealer: 3 · 2 + 2
    assert off.deal is not None
    assert off.deal.kongs == 1


# --- copies -------------------------------------------------------------------------------


def go_on(table: TableState) -> TableState:
    """Return a table after its deal has come to an end, or else another one has started."""
    if table.playing:
        return finished(table)
    for seat, newcomer in enumerate(("Eva", "Fay", "Gus", "Hal")):
        if table.names[seat] is None:
            table = apply_table(table, Sit(seat, newcomer))
    return started(table, 120)


@pytest.mark.case(120)
@each_moment
def test_case_120_a_saved_table_loads_the_same_after_the_loaded_one_has_gone_on(name: str) -> None:
    table = MOMENTS[name]()
    saved = pickle.dumps(table)
    first = pickle.loads(saved)  # noqa: S301 - our own pickle
    assert go_on(first) != first
    assert pickle.loads(saved) == first == table  # noqa: S301 - our own pickle


@pytest.mark.case(123)
@pytest.mark.parametrize("way", COPIES)
@each_moment
def test_case_123_a_copy_is_equal_and_goes_on_by_itself(name: str, way: str) -> None:
    table, untouched = MOMENTS[name](), MOMENTS[name]()
    copied = COPIES[way](table)
    assert type(copied) is TableState
    assert copied == table
    assert hash(copied) == hash(table)
    after = go_on(copied)
    assert after != copied
    assert table == copied == untouched
    assert go_on(table) == after


@pytest.mark.case(126)
@each_moment
def test_case_126_what_came_of_a_deal_passes_through_json(name: str) -> None:
    """There is no tuple that would come back as a list, and no int key as a text."""
    for summary in MOMENTS[name]().history:
        value = summary_as_json(summary)
        assert json.loads(json.dumps(value)) == value


@pytest.mark.case(131)
@pytest.mark.parametrize("field", [field.name for field in attrs.fields(TableState)])
def test_case_131_no_field_is_lost_in_a_copy(field: str) -> None:
    """Of each field there is a moment at which it is not what it is at a new table."""
    new = getattr(TableState.new(), field)
    tables = [moment() for moment in MOMENTS.values()]
    others = [table for table in tables if getattr(table, field) != new]
    assert others
    for table in others:
        assert attrs.evolve(table, **{field: new}) != table
        for copied in (way(table) for way in COPIES.values()):
            assert getattr(copied, field) == getattr(table, field) != new


@pytest.mark.case(134)
@pytest.mark.parametrize("player", PLAYERS)
def test_case_134_at_every_moment_of_an_evening_a_pickle_is_the_same_value(player: str) -> None:
    table = seated()
    tables = [table]
    rng = random.Random(134)
    for seed in range(2):
        table = started(table, seed)
        while table.playing:
            assert table.deal is not None
            tables.append(table)
            seat = rng.choice(actors(table.deal))
            table = apply_table(table, Play(PLAYERS[player](table.deal, seat, rng)))
        tables.append(table)
    for each in tables:
        back = repickled(each)
        assert back == each
        assert (hash(back), repr(back)) == (hash(each), repr(each))
    assert len(set(tables)) == len(tables) > 100
