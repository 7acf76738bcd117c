"""An option that is turned on or off in the middle of whole deals changes what it is about alone.

At every ply all that may be done is done under both values, and what comes of it is compared. Where
one deal cannot go on under both, as when four runs win, the two are followed up to that place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs
import pytest

from corpus import SEED, Deal
from lisi_mahjong import (
    Action,
    AnnouncedKong,
    Asked,
    AwaitingClaims,
    AwaitingTurn,
    DrawnDeal,
    Drew,
    Event,
    Finished,
    GameState,
    Kong,
    KongKind,
    Pass,
    Refusal,
    RuleSet,
    Tile,
    Win,
    WonDeal,
    apply,
    is_win,
    legal_actions,
    reserve,
    step,
    view,
    why_illegal,
)
from lisi_mahjong.seats import OTHERS
from metamorphic import (
    alike,
    assert_met,
    choices,
    deals_on,
    half_runs,
    in_common,
    moves_of,
    ruled,
    under,
    untold,
    with_players,
)
from sights import VIEWERS
from support import play, position

WAITING = (SEED, "some_ready", "all_ready", "four_runs", "rich_hand", "same_wait", "narrow_wait")


def states_of(played: Iterable[Deal]) -> Iterator[GameState]:
    """Yield every state of some deals in which somebody decides."""
    for each in played:
        for state, _ in each.actions():
            yield state


def can_win_on(state: GameState, tile: Tile, laid_by: int) -> list[int]:
    """Return the seats that can win on a tile of another, the nearest first (WIN-1, WIN-3)."""
    return [
        seat
        for seat in OTHERS[laid_by]
        if tile in state.players[seat].waits and not state.players[seat].win_barred
    ]


# --- forced_win ---------------------------------------------------------------------------


def offered_wins(state: GameState) -> list[Action]:
    return [action for action in choices(state) if isinstance(action, Win)]


@pytest.mark.rule("WIN-2", "WIN-3", "WIN-4", "KONG-7")
def test_a_win_is_offered_wherever_one_would_be_forced_and_taking_it_ends_alike() -> None:
    """Also after wins that were let go, of which a deal with forced wins knows nothing."""
    met = Counter[str]()
    laid = deals_on("same_wait", "robbing", start=0, count=40, forced_win=False, robbing_kong=True)
    others = deals_on("all_ready", "no_way_on", SEED, start=0, count=70, forced_win=False)
    for state in states_of([*laid, *others]):
        if offered_wins(state):
            continue
        barred = any(player.win_barred for player in state.players)
        forced = ruled(state, forced_win=True)
        assert [*choices(state)] == [*choices(forced)]
        for action in choices(state):
            one, two = step(state, action), step(forced, action)
            result = two.state.result
            if not isinstance(result, WonDeal):
                assert not offered_wins(one.state)
                assert one.events == two.events
                assert alike(one.state, two.state)
                met["no win"] += 1
                met["no win and a bar"] += barred
                continue
            assert Win(result.winner) in offered_wins(one.state)
            done = step(one.state, Win(result.winner))
            assert untold([*one.events, *done.events]) == untold(two.events)
            assert alike(done.state, attrs.evolve(two.state, ply=done.state.ply))
            met["self-draw" if result.loser is None else "discard"] += 1
            met["robbed"] += result.robbed_kong
            met["of several"] += len(offered_wins(one.state)) > 1
            met["won beside a bar"] += barred
    assert_met(
        met,
        {
            "no win": 20000,
            "no win and a bar": 1000,
            "discard": 250,
            "self-draw": 40,
            "robbed": 8,
            "of several": 25,
            "won beside a bar": 10,
        },
    )


# --- all_runs -----------------------------------------------------------------------------


def why_parted(one: GameState, other: GameState) -> str:
    """Return how a deal in which four runs win shows a wait that it does not have else."""

    def extra(seat: int, tile: Tile | None) -> bool:
        waits = {*other.players[seat].waits} - {*one.players[seat].waits}
        return tile in waits

    stage, result = other.stage, other.result
    if isinstance(result, WonDeal) and extra(result.winner, result.tile):
        assert not any(reading.triplets for reading in result.readings)
        return "four runs won"
    if isinstance(stage, AwaitingClaims):
        before = one.stage
        asked = {*before.asked} if isinstance(before, AwaitingClaims) else set[int]()
        if any(extra(seat, stage.tile) for seat in {*stage.asked} - asked):
            return "four runs may win on a discard"
    if isinstance(stage, AwaitingTurn) and extra(stage.seat, stage.drawn):
        return "four runs may win on a draw"
    return "for no reason"


def unread(state: GameState) -> GameState:
    """Return a state without the readings of a win."""
    if not isinstance(state.result, WonDeal):
        return state
    return attrs.evolve(state, stage=Finished(attrs.evolve(state.result, readings=())))


def ways(state: GameState) -> set[tuple[object, ...]]:
    """Return how the hand of a winner is read, without what the readings are called."""
    result = state.result
    assert isinstance(result, WonDeal)
    return {(each.pair, each.sets, each.completes) for each in result.readings}


@pytest.mark.rule("WIN-5", "WIN-6")
@pytest.mark.parametrize("forced_win", [True, False])
def test_letting_four_runs_win_stops_no_win_and_takes_no_wait(forced_win: bool) -> None:
    """The same is decided under both values, until four runs win or may win."""
    met = Counter[str]()
    rules = RuleSet(forced_win=forced_win)
    laid = [half_runs(number, rules) for number in range(60)]
    options = {"all_runs": False, "forced_win": forced_win}
    for played in [*laid, *deals_on(*WAITING, start=300, count=120, **options)]:
        other = under(played, all_runs=True).start
        for state, action, done in moves_of(played):
            assert alike(state, other)
            for seat in range(4):
                one, two = state.players[seat].waits, other.players[seat].waits
                assert {*one} <= {*two}
                met["a wait"] += bool(one)
                met["more waits"] += one != two
                legal = legal_actions(state, seat)
                assert [each for each in legal_actions(other, seat) if each in legal] == [*legal]
            done_too = step(other, action)
            other = done_too.state
            result = done.state.result
            if isinstance(result, WonDeal):
                winner = done.state.players[result.winner]
                assert is_win(winner.concealed, winner.melds, rules=other.rules)
            if not alike(unread(done.state), unread(other)):
                met[why_parted(done.state, other)] += 1
                break
            if isinstance(result, WonDeal):
                assert ways(done.state) <= ways(other)
                met["the same win"] += 1
            else:
                assert done.events == done_too.events
    assert not met["for no reason"]
    assert_met(met, {"a wait": 1000, "more waits": 120, "the same win": 40})
    if forced_win:
        assert_met(met, {"four runs won": 40})
    else:
        assert_met(met, {"four runs may win on a discard": 30, "four runs may win on a draw": 8})


# --- robbing_kong -------------------------------------------------------------------------


def added(action: Action) -> bool:
    return isinstance(action, Kong) and action.kind is KongKind.ADDED


def without_bars(state: GameState) -> GameState:
    return with_players(state, (attrs.evolve(player, win_barred=False) for player in state.players))


def robbed(state: GameState, action: Kong) -> str:
    """Check an added kong that somebody can rob against the one that nobody can."""
    made, announced = (step(ruled(state, robbing_kong=on), action) for on in (False, True))
    after, tile, maker = announced.state, action.tile, action.seat
    able = can_win_on(state, tile, maker)
    assert isinstance(announced.events[0], AnnouncedKong)
    assert (after.kongs, after.remaining) == (state.kongs, state.remaining)
    assert after.players[maker].melds == state.players[maker].melds
    if state.rules.forced_win:
        result = after.result
        assert isinstance(result, WonDeal)
        assert (result.winner, result.loser, result.tile) == (able[0], maker, tile)
        assert result.robbed_kong
        return "robbed"
    stage = after.stage
    assert isinstance(stage, AwaitingClaims)
    assert stage.robbing
    assert stage.asked == tuple(sorted(able))
    won = apply(after, Win(able[0])).result
    assert isinstance(won, WonDeal)
    assert won.robbed_kong
    events = list[Event]()
    for seat in able:
        passing = step(after, Pass(seat))
        after = passing.state
        events += untold(passing.events)
    assert events == [*made.events]
    assert {seat for seat in range(4) if after.players[seat].win_barred} >= {*able}
    passed = attrs.evolve(after, ply=made.state.ply)
    assert alike(without_bars(passed), without_bars(made.state))
    return "let go"


@pytest.mark.rule("KONG-2", "KONG-7", "KONG-8")
@pytest.mark.parametrize("forced_win", [True, False])
def test_robbing_matters_only_to_an_added_kong_that_somebody_waits_for(forced_win: bool) -> None:
    met = Counter[str]()
    robbing = deals_on("robbing", start=0, count=40, forced_win=forced_win)
    others = deals_on("fours", "edge", SEED, start=0, count=20, forced_win=forced_win)
    for state in states_of([*robbing, *others]):
        if isinstance(state.stage, AwaitingClaims) and state.stage.robbing:
            continue  # there is no such thing without the option
        off, on = ruled(state, robbing_kong=False), ruled(state, robbing_kong=True)
        assert [*choices(off)] == [*choices(on)]
        for viewer in VIEWERS:
            assert attrs.evolve(view(on, viewer), rules=off.rules) == view(off, viewer)
        for action in choices(state):
            if isinstance(action, Kong) and added(action):
                if can_win_on(state, action.tile, action.seat):
                    met[robbed(on, action)] += 1
                    continue
                met["nobody waits"] += 1
            one, two = step(off, action), step(on, action)
            events = [each for each in two.events if not isinstance(each, AnnouncedKong)]
            assert [*one.events] == events
            assert len(events) == len(two.events) - added(action)
            assert alike(one.state, two.state)
            met["no added kong"] += not added(action)
    robbed_or_not = {"robbed": 15} if forced_win else {"let go": 15}
    assert_met(met, {"no added kong": 12000, "nobody waits": 15} | robbed_or_not)


# --- reserved_stacks ----------------------------------------------------------------------


def compared(state: GameState, stacks: int) -> Iterator[str]:
    """Check a state against itself with another number of reserved stacks; yield what was met."""
    numbers = sorted((stacks, state.rules.reserved_stacks))
    few, many = (ruled(state, reserved_stacks=each) for each in numbers)
    for viewer in VIEWERS:
        assert attrs.evolve(view(many, viewer), rules=few.rules) == view(few, viewer)
    for seat in range(4):
        listed, left = legal_actions(few, seat), legal_actions(many, seat)
        assert tuple(action for action in listed if action in left) == left
        for action in listed:
            if action in left:
                yield compared_steps(few, many, action)
            elif isinstance(action, Kong):
                assert why_illegal(many, action) is Refusal.KONG_BREAKS_RESERVE
                yield "a kong less"
            else:
                assert isinstance(action, Pass)
                assert len(listed) == 2
                yield "nothing but the kong to pass"


def compared_steps(few: GameState, many: GameState, action: Action) -> str:
    """Check what comes of an action where few stacks are reserved and where many are."""
    one, two = step(few, action), step(many, action)
    if one.events == two.events:
        assert alike(one.state, two.state)
        return "alike"
    common = in_common(one.events, two.events)
    parted = one.events[common]
    if isinstance(two.state.result, DrawnDeal) and common == len(two.events) - 1:
        assert isinstance(parted, Drew)
        assert not parted.replacement
        return "no draw"
    assert isinstance(parted, Asked)
    assert {type(each) for each in legal_actions(one.state, parted.seat)} == {Kong, Pass}
    return "nothing but a kong to answer"


@pytest.mark.rule("WALL-6", "WALL-7", "WALL-8", "CLAIM-6")
def test_the_reserve_matters_only_to_who_can_draw_and_who_can_kong() -> None:
    """Every ply under other numbers of reserved stacks, of which the wall has enough.

    The first two are laid by hand: seat 1 may not pung 9p, as its hand would wait for a fifth 7s
    or 9p (STAND-6), so it is asked only where it may kong.
    """
    melds = {1: ["777s<0", "888s<0", "111z<0"]}
    turn = position({1: "{7s999p}"}, drawn="9p", melds=melds, remaining=31)
    met = Counter(compared(turn, 15)) + Counter(compared(play(turn, "0 discard 9p"), 15))
    for number, state in enumerate(states_of(deals_on(start=600, count=90))):
        kept = [reserve(state.kongs, RuleSet(reserved_stacks=stacks)) for stacks in range(42)]
        enough = [stacks for stacks in range(42) if kept[stacks] <= state.remaining]
        stacks = enough[-1] if number % 2 else enough[number % len(enough)]
        if stacks != state.rules.reserved_stacks:
            met.update(compared(state, stacks))
    assert_met(
        met,
        {
            "alike": 14000,
            "no draw": 4000,
            "a kong less": 60,
            "nothing but a kong to answer": 1,
            "nothing but the kong to pass": 1,
        },
    )
