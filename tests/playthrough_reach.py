"""What the playthroughs show: rules, options, numbers of the settlement, endings.

All of it is computed from what happens in them. What a playthrough is named for is seen where its
check holds. A rule of play is shown by what `rule_table` says
of a move; those of the table, the settlement and the views by the tables below. An option is shown
where the same actions under another value would not have gone the same way, and the stacks that are
kept back where a deal ends for them; a number of a score
table where another number would have been paid otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_args

import attrs

import rule_table
from lisi_mahjong import (
    BecameUnready,
    DealSettled,
    DealStarted,
    DealVoided,
    DrawnDeal,
    GameState,
    IllegalAction,
    LeftTable,
    MeldKind,
    PaymentFactor,
    PaymentItem,
    Play,
    Reading,
    RuleSet,
    SatDown,
    SawEnd,
    ScoreTable,
    Settlement,
    Tag,
    VoidDeal,
    WonDeal,
    actors,
    apply,
    legal_actions,
    next_dealer,
    seen_events,
    seen_table_events,
    settle,
    view,
)
from odd_records import dealt_in, drawn_deal, nearest_passed, on_the_last_draw, self_draw
from playthrough_parts import (
    DealPlay,
    PlayedDeal,
    PlayedSitting,
    Playthrough,
    Ply,
    SittingPlay,
    TablePly,
    deal_plies,
    deals_of,
    moments_of,
    played_deal,
    played_sitting,
    table_plies,
)
from playthrough_sitting_checks import Move, becomes_void, leaves_an_open_claim
from playthrough_win_checks import intercepted
from playthroughs import PLAYTHROUGHS
from rule_table import SHOWN, Moment, Predicate

# --- what happens in them -----------------------------------------------------------------


@cache
def dealt() -> Mapping[str, list[Ply]]:
    """Return the plies of the deals."""
    return {
        name: list(deal_plies(played))
        for name, played in PLAYTHROUGHS.items()
        if isinstance(played, DealPlay)
    }


@cache
def sat() -> Mapping[str, list[TablePly]]:
    """Return the plies of the sittings."""
    return {
        name: list(table_plies(played))
        for name, played in PLAYTHROUGHS.items()
        if isinstance(played, SittingPlay)
    }


def rows() -> Iterator[list[Ply]]:
    """Yield the plies of every deal, those of the sittings together."""
    yield from dealt().values()
    for plies in sat().values():
        yield list(deals_of(plies))


def moments() -> Iterator[Moment]:
    """Yield every move of every deal."""
    for plies in rows():
        yield from moments_of(plies)


# --- what they are named for --------------------------------------------------------------


@cache
def played() -> Mapping[str, PlayedDeal | PlayedSitting]:
    """Return what came of each."""
    return {name: played_through(each) for name, each in PLAYTHROUGHS.items()}


def played_through(each: Playthrough) -> PlayedDeal | PlayedSitting:
    """Return what comes of a deal or of a sitting."""
    return played_deal(each) if isinstance(each, DealPlay) else played_sitting(each)


def shows(name: str, what: PlayedDeal | PlayedSitting) -> bool:
    """Return whether what a playthrough is named for is seen in what was played."""
    each = PLAYTHROUGHS[name]
    if isinstance(each, DealPlay):
        return isinstance(what, PlayedDeal) and each.check(what)
    return isinstance(what, PlayedSitting) and each.check(what)


def others_like(name: str) -> Iterator[str]:
    """Yield the other deals, or the other sittings."""
    kind = type(PLAYTHROUGHS[name])
    return (each for each in PLAYTHROUGHS if each != name and type(PLAYTHROUGHS[each]) is kind)


@cache
def seen_in(name: str) -> tuple[str, ...]:
    """Return the other playthroughs in which the same is seen."""
    return tuple(each for each in others_like(name) if shows(name, played()[each]))


# --- rules --------------------------------------------------------------------------------


@attrs.frozen
class Settled:
    """What a deal was paid."""

    state: GameState
    score: ScoreTable
    settlement: Settlement


def settled() -> Iterator[Settled]:
    """Yield every settlement, after a drawn deal too."""
    for name, plies in dealt().items():
        played, state = PLAYTHROUGHS[name], plies[-1].state
        assert isinstance(played, DealPlay)
        assert state.result is not None
        for score in (ScoreTable(), ScoreTable.taiyuan(), *played.scores):
            for times in (1, score.drawn_deal_multiplier):
                yield Settled(state, score, settle(state.result, state, score, times))
    for table_ply in (ply for plies in sat().values() for ply in plies):
        taken = table_ply.step
        if taken is not None and taken.state.deal is not None:
            for event in taken.events:
                if isinstance(event, DealSettled):
                    yield Settled(taken.state.deal, taken.state.score, event.summary.settlement)


def paid_by(rule: str) -> Callable[[Settled], bool]:
    return lambda paid: any(payment.rule == rule for payment in paid.settlement.payments)


def multiplied_by(factor: PaymentFactor, *, kong: bool = False) -> Callable[[Settled], bool]:
    return lambda paid: any(
        factor in dict(payment.factors) and (payment.kong is not None or not kong)
        for payment in paid.settlement.payments
    )


def another_reading(paid: Settled) -> bool:
    """Whether the reading that is paid is not the first one of the result."""
    result, reading = paid.state.result, paid.settlement.reading
    return (
        isinstance(result, WonDeal)
        and reading is not None
        and groups_of(reading) != groups_of(result.readings[0])
    )


def groups_of(reading: Reading) -> tuple[object, ...]:
    return reading.pair, reading.sets, reading.completes


def covered_by_the_discarder(paid: Settled) -> bool:
    """Whether a fed kong is paid by the discarder and not by its feeder."""
    score, result = paid.score, paid.state.result
    return (
        score.feeder_pays_melded_kong
        and score.discarder_covers_kongs
        and isinstance(result, WonDeal)
        and any(
            meld.kind is MeldKind.MELDED_KONG and meld.from_seat != result.loser
            for meld in paid.state.players[result.winner].melds
        )
        and {payment.payer for payment in paid.settlement.payments} == {result.loser}
    )


SETTLED_RULES: Mapping[str, Callable[[Settled], bool]] = {
    "SCORE-1": lambda paid: paid.settlement.points > 0,
    **{f"SCORE-{number}": paid_by(f"SCORE-{number}") for number in (2, 3, 4, 5)},
    "SCORE-6": multiplied_by(PaymentFactor.DRAWN_DEAL),
    "SCORE-7": multiplied_by(PaymentFactor.DEALER_WIN),
    "SCORE-8": lambda paid: any(paid.settlement.deltas) and not sum(paid.settlement.deltas),
    "SCORE-9": another_reading,
    "SCORE-10": multiplied_by(PaymentFactor.DEALER_WIN, kong=True),
    "SCORE-11": covered_by_the_discarder,
}


def happened(kind: type[Any], wanted: Callable[[Any], bool]) -> Callable[[TablePly], bool]:
    return lambda ply: (
        ply.step is not None
        and any(isinstance(event, kind) and wanted(event) for event in ply.step.events)
    )


def account_of_somebody_gone(ply: TablePly) -> bool:
    return any(points and name not in ply.table.names for name, points in ply.table.accounts)


TABLE_RULES: Mapping[str, Callable[[TablePly], bool]] = {
    "TABLE-1": happened(DealStarted, lambda _: True),
    "TABLE-2": happened(BecameUnready, lambda _: True),
    "TABLE-3": happened(DealVoided, lambda event: event.summary.multiplier > 1),
    "TABLE-4": happened(LeftTable, lambda _: True),
    "TABLE-5": happened(SatDown, lambda event: not event.name.isascii()),
    "TABLE-6": lambda ply: isinstance(ply.action, Play),
    "TABLE-7": account_of_somebody_gone,
    "DEALER-1": happened(DealStarted, lambda event: event.drawn_by_lot and event.dealer != 0),
    "DEALER-2": happened(
        DealSettled,
        lambda event: (
            isinstance(event.summary.result, WonDeal)
            and event.summary.dealer == event.summary.result.winner == event.next_dealer
        ),
    ),
    "DEALER-3": happened(
        DealSettled,
        lambda event: (
            isinstance(event.summary.result, DrawnDeal)
            and event.summary.kongs > 0
            and event.summary.dealer != event.next_dealer
        ),
    ),
    "VIEW-4": lambda ply: any(isinstance(each.result, VoidDeal) for each in ply.table.history),
}


def told(ply: Ply) -> Iterator[tuple[object, ...]]:
    """Yield what each viewer is told at a ply."""
    if ply.step is not None:
        for viewer in (0, 1, 2, 3, None):
            yield seen_events(ply.step, viewer)


VIEW_RULES: Mapping[str, Callable[[Ply], bool]] = {
    "VIEW-1": lambda ply: any(view(ply.state, 0).unseen[tile] < 4 for tile in range(34)),
    "VIEW-2": lambda ply: ply.step is not None and len({*told(ply)}) > 2,
    "VIEW-3": lambda ply: any(isinstance(each, SawEnd) for seen in told(ply) for each in seen),
}


def rules_shown() -> set[str]:
    """Return the names of `rule_table.SHOWN` and the numbers of other rules that are shown."""
    shown = {rule for moment in moments() for rule, shows in SHOWN.items() if shows(moment)}
    shown |= {rule for paid in settled() for rule, shows in SETTLED_RULES.items() if shows(paid)}
    for plies in sat().values():
        shown |= {rule for ply in plies for rule, shows in TABLE_RULES.items() if shows(ply)}
    for deal_plies_ in rows():
        shown |= {rule for ply in deal_plies_ for rule, shows in VIEW_RULES.items() if shows(ply)}
    return shown


# --- endings ------------------------------------------------------------------------------

ENDINGS: Mapping[str, Predicate] = {
    "a self-draw": self_draw,
    "a self-draw of the dealer": lambda m: (
        self_draw(m) and m.won is not None and m.won.winner == m.before.dealer
    ),
    "a discard of a seat in ting": dealt_in(in_ting=True),
    "a discard of a seat not in ting": dealt_in(in_ting=False),
    "an interception by the nearest": intercepted,
    "a win after the nearest has passed": lambda m: nearest_passed((m,)),
    "a robbed kong": lambda m: m.won is not None and m.won.robbed_kong,
    "a kong that was not robbed": rule_table.robbers_passed,
    "the last tile drawn wins": on_the_last_draw,
    "the last discard wins": SHOWN["WALL-8 last discard won"],
    "the last discard is punged": SHOWN["WALL-8 last discard punged"],
    "drawn without a kong": drawn_deal(kongs=False),
    "drawn with a kong": drawn_deal(kongs=True),
    "drawn with the reserve grown": lambda m: (
        isinstance(m.after.result, DrawnDeal) and m.after.reserve > 2 * 7 + 1
    ),
}

TABLE_ENDINGS: Mapping[str, Move] = {
    "a deal is void": becomes_void(times=1),
    "a deal is void that would have been doubled": becomes_void(times=2),
    "a deal is void while seats are asked": leaves_an_open_claim,
}


def endings_of(plies: list[Ply]) -> set[str]:
    """Return the `ENDINGS` that a deal has."""
    moves = [*moments_of(plies)]
    return {name for name, shows in ENDINGS.items() if any(map(shows, moves))}


def endings_shown() -> set[str]:
    """Return those of `ENDINGS` and `TABLE_ENDINGS` that are shown."""
    return set[str]().union(*map(endings_of, rows())) | {
        name
        for plies in sat().values()
        for ply in plies
        for name, shows in TABLE_ENDINGS.items()
        if ply.step is not None and shows(ply.table, ply.step)
    }


def results_shown() -> set[type]:
    """Return the kinds of results of the deals that were played at tables."""
    return {type(each.result) for plies in sat().values() for each in plies[-1].table.history}


# --- options ------------------------------------------------------------------------------

OPTIONS: Mapping[str, tuple[bool | int, ...]] = {
    field.name: (False, True) if isinstance(field.default, bool) else (0, 7, 41)
    for field in attrs.fields(RuleSet)
}
"""By option, the values that are to be shown."""


def other_value(option: str, value: bool | int) -> bool | int:
    """Return another value of an option."""
    if isinstance(value, bool):
        return not value
    return 7 if value != OPTIONS[option][1] else 6


def flipped(state: GameState, option: str) -> GameState:
    """Return a state with another value of an option."""
    value = other_value(option, getattr(state.rules, option))
    rules = RuleSet.from_options(attrs.asdict(state.rules) | {option: value})
    return attrs.evolve(state, setup=attrs.evolve(state.setup, rules=rules))


def facts(state: GameState) -> tuple[object, ...]:
    """Return what an option may change of a deal."""
    seen = view(state, None)
    return (
        actors(state),
        [legal_actions(state, seat) for seat in range(4)],
        state.result,
        seen.players,
        None if state.result is None else next_dealer(state),
    )


def matters(plies: list[Ply], option: str) -> bool:
    """Return whether a deal would have gone another way with another value of an option."""
    state = flipped(plies[0].state, option)
    for ply in plies:
        if facts(state) != facts(ply.state):
            return True
        if ply.action is None or ply.step is None:
            return False
        try:
            state = apply(state, ply.action)
        except IllegalAction:
            return True
        if ply.step.state.result is not None:
            return facts(state) != facts(ply.step.state)
    return False


def ends_at_the_edge(plies: list[Ply]) -> bool:
    """Return whether a deal was drawn with as many tiles left as are kept back, by WALL-6."""
    end = plies[-1].state
    stacks, kongs = end.rules.reserved_stacks, end.kongs
    kept = 2 * (stacks + max(0, kongs - 1)) + kongs % 2 if stacks else 0
    return isinstance(end.result, DrawnDeal) and end.remaining == kept


def shows_option(plies: list[Ply], option: str) -> bool:
    """Return whether the value of an option made a difference, for the stacks at the end."""
    return matters(plies, option) and (option != "reserved_stacks" or ends_at_the_edge(plies))


def options_shown() -> set[tuple[str, bool | int]]:
    """Return the options with the values that are shown."""
    shown: set[tuple[str, bool | int]] = set()
    for plies in rows():
        for option in OPTIONS:
            value = getattr(plies[0].state.rules, option)
            if (option, value) not in shown and shows_option(plies, option):
                shown.add((option, value))
    return shown


# --- numbers of the settlement ------------------------------------------------------------


def paid(state: GameState, score: ScoreTable) -> list[tuple[int, ...]]:
    """Return what is paid, at once and after a drawn deal."""
    assert state.result is not None
    times = (1, score.drawn_deal_multiplier)
    return [settle(state.result, state, score, number).deltas for number in times]


def numbers_shown() -> set[tuple[str, bool]]:
    """Return the fields of `ScoreTable` that are shown, each with whether by their default."""
    shown: set[tuple[str, bool]] = set()
    for each in settled():
        for field in attrs.fields(ScoreTable):
            value = getattr(each.score, field.name)
            key = (field.name, value == field.default)
            if key not in shown:
                other = not value if isinstance(value, bool) else value + 1
                changed = attrs.evolve(each.score, **{field.name: other})
                if paid(each.state, changed) != paid(each.state, each.score):
                    shown.add(key)
    return shown


# --- kinds of things ----------------------------------------------------------------------


def kinds_shown() -> set[object]:
    """Return the kinds of actions, events, sets, tags, items and factors that are met."""
    met: set[object] = set()
    for moment in moments():
        met.add(type(moment.action))
        met.update(map(type, moment.events))
        met.update(event.meld.kind for event in moment.made_kongs())
        if moment.won is not None:
            met.update(tag for reading in moment.won.readings for tag in reading.tags)
    for plies in rows():
        met.update(type(each) for ply in plies for seen in told(ply) for each in seen)
    for each in settled():
        for payment in each.settlement.payments:
            met.update((payment.item, *(factor for factor, _ in payment.factors)))
    for table_ply in (ply for plies in sat().values() for ply in plies):
        met.add(type(table_ply.action))
        if table_ply.step is not None:
            met.update(map(type, seen_table_events(table_ply.step, 0)))
    return met


def kinds_wanted(*unions: Any) -> set[object]:  # noqa: ANN401 - unions of classes
    """Return the kinds that are to be met, among them the members of some unions."""
    kinds: set[object] = {kind for union in unions for kind in get_args(union)}
    return kinds | {*Tag, *PaymentItem, *PaymentFactor} | {k for k in MeldKind if k.is_kong}
