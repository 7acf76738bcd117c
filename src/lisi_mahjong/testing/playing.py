"""Hypothesis strategies for what comes about by playing: states, decisions, deals.

Deals begin on the wall of a seed, on one that makes seats ready for ting, or in one of the
`SITUATIONS`; they are played by simple players, and here and there by another decision that is
drawn. They shrink towards the wall of seed 0, tidy players, no such decisions, and few in all.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

import attrs
from hypothesis import strategies as st

from lisi_mahjong.actions import Action
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import shorten
from lisi_mahjong.legal import actors, legal_actions, why_illegal
from lisi_mahjong.notation import format_state
from lisi_mahjong.playing import Decide
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.record_format import make_header
from lisi_mahjong.records import Record, format_record
from lisi_mahjong.reducer import apply
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.rules import WRITTEN_RULES, RuleSet, check_rules
from lisi_mahjong.seats import SEATS
from lisi_mahjong.state import AwaitingClaims, AwaitingTurn, GameState, check_state
from lisi_mahjong.testing.players import UniformPlayer, WaveringPlayer, tidy
from lisi_mahjong.testing.situations import SITUATIONS, SUITS, Situation
from lisi_mahjong.testing.stacking import Stacked, stack
from lisi_mahjong.testing.strategies import Pool, rule_sets, seats, tell, winning_tiles
from lisi_mahjong.testing.trying import plausible_actions
from lisi_mahjong.testing.wishes import WishError
from lisi_mahjong.wall import Shuffle

_SEEDS: Final = 2**32
_SETS: Final = 4

Rules = RuleSet | st.SearchStrategy[RuleSet] | None
"""By which rules is played: always the same, or drawn, and by no others; ``None`` for any."""

# --- decisions ----------------------------------------------------------------------------


def decisions(state: GameState) -> st.SearchStrategy[Action]:
    """Return a strategy for what the seats that must decide may do; empty when a deal has ended.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> state = deal(Shuffle.from_seed(7))
        >>> str(smallest(decisions(state), lambda action: action.tile.suit is None))
        '0 discard 1z'
    """
    legal = all_legal(state)
    return st.sampled_from(legal) if legal else st.nothing()


def illegal_decisions(state: GameState) -> st.SearchStrategy[Action]:
    """Return a strategy for what players might try and the rules refuse.

    Every reason for which something can be refused in the state is as likely as every other.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> state = deal(Shuffle.from_seed(7))
        >>> smallest(illegal_decisions(state))
        Pass(seat=0)
    """
    by_reason: dict[Refusal, list[Action]] = {}
    for action in plausible_actions(state):
        refusal = why_illegal(state, action)
        if refusal is not None:
            by_reason.setdefault(refusal, []).append(action)
    return st.one_of([st.sampled_from(actions) for actions in by_reason.values()])


def all_legal(state: GameState) -> list[Action]:
    """Return what may be decided now, by all seats that are asked.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> len(all_legal(deal(Shuffle.from_seed(7))))
        10
    """
    check_state(state)
    return [action for seat in actors(state) for action in legal_actions(state, seat)]


# --- how deals begin ----------------------------------------------------------------------


def stacked_deals(*situations: str, rules: Rules = None) -> st.SearchStrategy[Stacked]:
    """Return a strategy for deals that have come to one of the `SITUATIONS`.

    A failing test tells how to have the deal again, with `Situation.laid`.

    A situation is drawn whatever the rules are, so they are changed where it needs that: its
    options are put over theirs, and no more than the usual seven stacks are kept back, or it would
    have no room. `states`, `records` and `deals` change no rules that they are given.

    Args:
        situations: the names of those wanted; none for all.
        rules: by which rules is played, but for what a situation needs.

    Raises:
        WishError: there is no situation of a name.
        RulesError: ``rules`` are none.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> laid = smallest(stacked_deals("win or pung"))
        >>> laid.state.stage.tile, laid.state.stage.asked
        (Tile.M5, (0, 1))
    """
    unknown = [name for name in situations if name not in SITUATIONS]
    if unknown:
        why = f"there is none of this name; there are {', '.join(SITUATIONS)}"
        raise WishError(f"situation {shorten(unknown[0])}", why, Problem.MALFORMED_FIELD)
    wanted = [SITUATIONS[name] for name in situations or SITUATIONS]
    return _stacked(tuple(wanted), drawn_rules(rules), told=True)


def _beginnings(rules: Rules) -> st.SearchStrategy[Stacked]:
    """Return a strategy for what deals are played on from.

    Raises:
        RulesError: ``rules`` are none.
    """
    by, wanted = drawn_rules(rules), tuple(SITUATIONS.values())
    stacked = _stacked(wanted, by, told=False) if rules is None else _fitting(by)
    return _seeded(by) | _ready(by) | stacked | stacked


@st.composite
def _stacked(
    draw: st.DrawFn,
    wanted: tuple[Situation, ...],
    rules: st.SearchStrategy[RuleSet],
    *,
    told: bool,
) -> Stacked:
    situation = draw(st.sampled_from(wanted))
    options = draw(rules)
    if options.reserved_stacks > WRITTEN_RULES.reserved_stacks:  # or there is no room for it
        options = attrs.evolve(options, reserved_stacks=WRITTEN_RULES.reserved_stacks)
    dealer, suits = draw(seats()), draw(st.sampled_from(_ORDERS))
    seed = draw(st.integers(0, _SEEDS))
    if told:
        how = f"rules={options!r}, dealer={dealer}, suits={suits!r}, seed={seed}"
        tell(lambda: f"SITUATIONS[{situation.name!r}].laid({how})")
    return situation.laid(rules=options, dealer=dealer, suits=suits, seed=seed)


_ORDERS: Final = tuple(map("".join, permutations(SUITS)))


@st.composite
def _fitting(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet]) -> Stacked:
    """Draw a deal that has come to a situation by the very rules that are drawn."""
    options = draw(rules)
    situation = draw(st.sampled_from([each for each in SITUATIONS.values() if each.fits(options)]))
    dealer, suits = draw(seats()), draw(st.sampled_from(_ORDERS))
    seed = draw(st.integers(0, _SEEDS))
    try:
        return situation.laid(rules=options, dealer=dealer, suits=suits, seed=seed)
    except WishError:  # so much is kept back that there is no room for it
        return draw(_seeded(st.just(options)))


@st.composite
def _ready(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet]) -> Stacked:
    """Draw a deal in which some seats can declare ting on their first turns."""
    options, pool = draw(rules), Pool(draw)
    dealer, first = draw(seats()), draw(seats())
    hands, draws = {}, {}
    for turn in range(draw(st.integers(1, len(SEATS)))):
        seat = (first + turn) % 4
        hand = winning_tiles(pool, _SETS, triplet=not options.all_runs)
        pool.give_back(hand.pop(draw(st.integers(0, len(hand) - 1))))
        turned = draw(st.integers(0, len(hand) - 1))
        drawn, *rest = hand[turned:] + hand[:turned]
        hands[seat] = ([*rest[:3], *pool.copies(1)], rest[3:])
        draws[seat] = [drawn]
    seed = draw(st.integers(0, _SEEDS))
    try:
        return stack(hands, draws=draws, dealer=dealer, rules=options, seed=seed)
    except WishError:  # the wall ends before all of them have drawn
        return stack(hands, dealer=dealer, rules=options, seed=seed)


@st.composite
def _seeded(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet]) -> Stacked:
    """Draw a deal that has just begun, on the wall of a seed."""
    shuffle = Shuffle.from_seed(draw(st.integers(0, _SEEDS)))
    start = deal(shuffle, dealer=draw(seats()), rules=draw(rules))
    return Stacked(start, (), start)


def drawn_rules(rules: Rules) -> st.SearchStrategy[RuleSet]:
    """Return a strategy for the rules to play by.

    Raises:
        RulesError: ``rules`` are none.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> smallest(drawn_rules(RuleSet.taiyuan())).all_runs
        True
    """
    if rules is None:
        return rule_sets()
    return rules if isinstance(rules, st.SearchStrategy) else st.just(check_rules(rules))


# --- how they are played ------------------------------------------------------------------

_LONG: Final = 100  # hardly any deal has more decisions
_MIDDLE: Final = 16
_SHORT: Final = 3
_DETOURS: Final = 8
_CHOICES: Final = 30
_ON: Final = (False, False, True)  # whether on to a discard that somebody is asked about
_BACK: Final = (0, 0, 0, 1, 2)  # decisions, from the end of a deal


def _numbers() -> st.SearchStrategy[int]:
    """Return a strategy for numbers of decisions, small ones more often."""
    return st.integers(0, _SHORT) | st.integers(0, _MIDDLE) | st.integers(0, _LONG)


def simple_players() -> st.SearchStrategy[Decide]:
    """Return a strategy for simple players.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> smallest(simple_players(), lambda player: player is not tidy)
        WaveringPlayer(seed=0, share=0.2)
    """
    numbers = st.integers(0, _SEEDS)
    return st.just(tidy) | st.builds(WaveringPlayer, numbers) | st.builds(UniformPlayer, numbers)


def states(*, rules: Rules = None) -> st.SearchStrategy[GameState]:
    """Return a strategy for states that play comes to, the end of a deal among them.

    A failing test tells the line of the state, which `parse_state` reads.

    Args:
        rules: by which rules is played, and by no others.

    Raises:
        RulesError: ``rules`` are none.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> smallest(states(rules=RuleSet()))
        <GameState ply 0, turn of seat 0>
    """
    return _states(_beginnings(rules))


@st.composite
def _states(draw: st.DrawFn, beginnings: st.SearchStrategy[Stacked]) -> GameState:
    state = draw(_records(beginnings, finished=False)).state
    tell(lambda: f"parse_state({format_state(state)!r})")
    return state


def deals(*, rules: Rules = None) -> st.SearchStrategy[Record]:
    """Return a strategy for whole deals, as records that are finished.

    A failing test tells the text of the record, which `parse_record` reads.

    Args:
        rules: by which rules is played, and by no others.

    Raises:
        RulesError: ``rules`` are none.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> record = smallest(deals())
        >>> record.finished, record.rules
        (True, RuleSet())
    """
    return _told(_beginnings(rules), finished=True)


def records(*, rules: Rules = None) -> st.SearchStrategy[Record]:
    """Return a strategy for records of deals, most of them cut off at some place.

    A failing test tells the text of the record, which `parse_record` reads.

    Args:
        rules: by which rules is played, and by no others.

    Raises:
        RulesError: ``rules`` are none.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> smallest(records())
        <Record of 0 decisions, unfinished>
    """
    return _told(_beginnings(rules), finished=False)


@st.composite
def _told(draw: st.DrawFn, beginnings: st.SearchStrategy[Stacked], *, finished: bool) -> Record:
    record = draw(_records(beginnings, finished=finished))
    tell(lambda: f"parse_record({format_record(record)!r})")
    return record


@st.composite
def _records(draw: st.DrawFn, beginnings: st.SearchStrategy[Stacked], *, finished: bool) -> Record:
    """Draw a deal that is played to its end, or for some decisions."""
    begun = draw(beginnings)
    # What a script has come to is looked at as it is, more often than not.
    numbers = st.just(0) | _numbers() if begun.decisions else _numbers()
    more = None if finished else draw(numbers)
    decided = played_on(draw, begun.state, more)
    if not finished:
        _stop_elsewhere(draw, begun.state, decided)
    state = decided[-1][1] if decided else begun.state
    return Record(
        make_header(begun.start),
        (*begun.decisions, *(action for action, _ in decided)),
        state.result is not None,
        state,
    )


def _stop_elsewhere(
    draw: st.DrawFn, start: GameState, decided: list[tuple[Action, GameState]]
) -> None:
    """Go back from the end of a deal, or on to a discard that somebody is asked about, or neither.

    Else a quarter of all states were ends, and few were discards on offer.
    """
    state = decided[-1][1] if decided else start
    if state.result is not None:
        del decided[len(decided) - draw(st.sampled_from(_BACK)) :]
    elif draw(st.sampled_from(_ON)):
        steps: list[tuple[Action, GameState]] = []
        while isinstance(state.stage, AwaitingTurn) and len(steps) < _MIDDLE:
            action = tidy(state, state.stage.seat)
            state = apply(state, action)
            steps.append((action, state))
        decided += steps if isinstance(state.stage, AwaitingClaims) else []


def played_on(
    draw: st.DrawFn, state: GameState, more: int | None
) -> list[tuple[Action, GameState]]:
    """Return so many decisions more, or all to the end, each with the state after it.

    Args:
        draw: what the composite strategy draws with.
        state: where the deal goes on.
        more: how many decisions at most; ``None`` for all.

    Example:
        >>> from lisi_mahjong.testing import smallest
        >>> from hypothesis import strategies as st
        >>> @st.composite
        ... def two_decisions(draw):
        ...     return [action for action, _ in played_on(draw, deal(Shuffle.from_seed(7)), 2)]
        >>> [str(action) for action in smallest(two_decisions())]
        ['0 discard 9m', '3 pung 9m 0']
    """
    player = draw(simple_players())
    choices = st.integers(0, _CHOICES)
    detours = draw(st.dictionaries(_numbers(), choices, max_size=_DETOURS))
    decided: list[tuple[Action, GameState]] = []
    while (asked := actors(state)) and (more is None or len(decided) < more):
        if len(decided) in detours:
            legal = all_legal(state)
            action = legal[detours[len(decided)] % len(legal)]
        else:
            action = player(state, asked[0])
        state = apply(state, action)
        decided.append((action, state))
    return decided
