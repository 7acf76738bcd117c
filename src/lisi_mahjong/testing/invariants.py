"""What holds in every state of every deal, each as a function that raises an `AssertionError`.

They ask the public functions of the library about a state and compare what these say. A state that
`deal` and `apply` have made passes all of them; they are for states, and for ways to get there, of
one's own: a server that stores and restores, a client, a port, a changed rule.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from lisi_mahjong.actions import Action
from lisi_mahjong.advice import explain
from lisi_mahjong.chance import Chance
from lisi_mahjong.checking import problems
from lisi_mahjong.errors import InvalidStateError
from lisi_mahjong.following import follow
from lisi_mahjong.legal import actors, legal_actions, why_illegal
from lisi_mahjong.notation import format_state, format_view, parse_state, parse_view
from lisi_mahjong.reducer import apply, step
from lisi_mahjong.rules import ScoreTable
from lisi_mahjong.scoring import settle
from lisi_mahjong.seat_events import seen_events
from lisi_mahjong.seats import SEATS
from lisi_mahjong.state import (
    AwaitingClaims,
    AwaitingTurn,
    Finished,
    GameState,
    WonDeal,
)
from lisi_mahjong.table_state import TableState
from lisi_mahjong.testing.failing import (
    VIEWERS,
    Invariant,
    fail,
    in_a_line,
    invariant_of_states,
    who,
)
from lisi_mahjong.testing.hiding import (
    Public,
    excerpt,
    hidden_tiles,
    is_seed_of,
    secret_kinds,
    told_kinds,
    told_kinds_and_seeds,
    wall_left,
)
from lisi_mahjong.testing.trying import every_action, plausible_actions
from lisi_mahjong.testing.twins import twin
from lisi_mahjong.tiles import COPIES, TILES, format_tiles
from lisi_mahjong.views import view
from lisi_mahjong.wall import reserve
from lisi_mahjong.winning import HAND_SIZE

# --- tiles --------------------------------------------------------------------------------


@invariant_of_states
def assert_four_of_each(state: GameState) -> None:
    """Raise unless 136 tiles, four of each kind, lie on the table and in the wall (WALL-1).

    Raises:
        AssertionError: there are others.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_four_of_each(deal(Shuffle.from_seed(7)))
    """
    found = Counter(wall_left(state))
    for player in state.players:
        found.update(player.concealed)
        found.update(tile for meld in player.melds for tile in meld.tiles)
        found.update(entry.tile for entry in player.river if entry.taken_by is None)
    wrong = [f"{found[tile]} of {tile}" for tile in TILES if found[tile] != COPIES]
    if wrong:
        fail(f"of {found.total()} tiles there are {', '.join(wrong)}, and not four of each", state)


@invariant_of_states
def assert_reserve_kept(state: GameState) -> None:
    """Raise unless the wall holds its reserve, or more (WALL-6, WALL-7).

    Raises:
        AssertionError: it holds less, or ``state.reserve`` is another number than `reserve` tells.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_reserve_kept(deal(Shuffle.from_seed(7)))
    """
    kept = reserve(state.kongs, state.rules)
    if state.reserve != kept:
        fail(f"state.reserve is {state.reserve}, with {state.kongs} kongs it is {kept}", state)
    if state.remaining < kept:
        fail(f"{state.remaining} tiles are left and {kept} kept back", state)


@invariant_of_states
def assert_hands_full(state: GameState) -> None:
    """Raise unless every seat holds thirteen tiles, each meld counted as three (TURN-3).

    The seat whose turn it is holds one more, and so do the winner and a seat whose kong may be
    robbed (KONG-8).

    Raises:
        AssertionError: a seat holds more or fewer.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_hands_full(deal(Shuffle.from_seed(7)))
    """
    stage, one_more = state.stage, None
    if isinstance(stage, AwaitingTurn):
        one_more = stage.seat
    elif isinstance(stage, AwaitingClaims):
        one_more = stage.discarder if stage.robbing else None
    elif isinstance(stage.result, WonDeal):
        one_more = stage.result.winner
    for seat, player in enumerate(state.players):
        held = len(player.concealed) + 3 * len(player.melds)
        due = HAND_SIZE + (seat == one_more)
        if held != due:
            fail(f"seat {seat} holds {held} tiles and not {due}", state)


@invariant_of_states
def assert_standing_tiles_kept(state: GameState) -> None:
    """Raise unless a seat not in ting has one to four standing tiles, and one in ting 0 to 3.

    Raises:
        AssertionError: a seat has others (STAND-1, STAND-3, TING-1).
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_standing_tiles_kept(deal(Shuffle.from_seed(7)))
    """
    for seat, player in enumerate(state.players):
        number = len(player.standing)
        allowed = range(1, 5) if player.ting is None else range(4)
        if number not in allowed:
            where = "not in ting" if player.ting is None else "in ting"
            fail(f"seat {seat}, {where}, has {number} standing tiles", state)


# --- who must decide, and what ------------------------------------------------------------


@invariant_of_states
def assert_actors_can_act(state: GameState) -> None:
    """Raise unless exactly the seats that must decide can, and somebody must until the end.

    Raises:
        AssertionError: it is otherwise, or an action is listed twice or for another seat.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_actors_can_act(deal(Shuffle.from_seed(7)))
    """
    asked = actors(state)
    if (not asked) is not isinstance(state.stage, Finished):
        fail(f"the deal {'has ended' if asked else 'goes on'} and asked are {asked}", state)
    for seat in SEATS:
        legal = legal_actions(state, seat)
        if bool(legal) is not (seat in asked):
            fail(f"asked are {asked}, and seat {seat} has {len(legal)} legal actions", state)
        if len(set(legal)) < len(legal) or any(action.seat != seat for action in legal):
            fail(f"the legal actions of seat {seat} are {', '.join(map(str, legal))}", state)


@invariant_of_states
def assert_refusals_agree(state: GameState) -> None:
    """Raise unless `why_illegal` is ``None`` exactly for what `legal_actions` lists.

    Every well-formed action of every seat is tried.

    Raises:
        AssertionError: an action is listed and refused, or neither.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_refusals_agree(deal(Shuffle.from_seed(7)))
    """
    for seat in SEATS:
        legal = set(legal_actions(state, seat))
        for action in every_action(seat):
            refusal = why_illegal(state, action)
            if (refusal is None) is not (action in legal):
                listed = "is" if action in legal else "is not"
                fail(f"{action} {listed} listed, and why_illegal says {refusal}", state)


@invariant_of_states
def assert_no_problem(state: GameState) -> None:
    """Raise unless `problems` finds nothing wrong.

    Raises:
        AssertionError: it finds something, all of which is told.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_no_problem(deal(Shuffle.from_seed(7)))
    """
    found = problems(state)
    if found:
        raise AssertionError(f"{InvalidStateError(found)}\nin {state!r}")


# --- texts and views ----------------------------------------------------------------------


@invariant_of_states
def assert_text_reads_back(state: GameState) -> None:
    """Raise unless the line of the state, and that of every view of it, is read back equal.

    Raises:
        AssertionError: one is not.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_text_reads_back(deal(Shuffle.from_seed(7)))
    """
    if parse_state(format_state(state)) != state:
        fail("the line is read back as another state", state)
    for viewer in VIEWERS:
        seen = view(state, viewer)
        if parse_view(format_view(seen)) != seen:
            fail(f"the line of the view of {who(viewer)} is read back as another view", state)


@invariant_of_states
def assert_views_count(state: GameState) -> None:
    """Raise unless every view counts the tiles as they are (VIEW-1).

    Raises:
        AssertionError: a view has another number of standing or loose tiles, of tiles left, kept
            back or not seen; or a hand is open that should not be, or the other way round.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_views_count(deal(Shuffle.from_seed(7)))
    """
    ended = isinstance(state.stage, Finished)
    for viewer in VIEWERS:
        seen = view(state, viewer)
        there, told = (state.remaining, state.reserve), (seen.remaining, seen.reserve)
        if told != there:
            fail(f"{who(viewer)} sees {told} tiles left and kept back, there are {there}", state)
        hidden = hidden_tiles(state, viewer)
        for tile, unseen in zip(TILES, seen.unseen, strict=True):
            if unseen != hidden[tile]:
                what = f"has {unseen} of {tile} unseen, there are {hidden[tile]}"
                fail(f"{who(viewer)} {what}", state)
        for seat, (side, player) in enumerate(zip(seen.players, state.players, strict=True)):
            counts = (side.standing_count, side.loose_count)
            really = (len(player.standing), len(player.loose))
            if counts != really:
                what = f"{counts} standing and loose tiles of seat {seat}, there are {really}"
                fail(f"{who(viewer)} sees {what}", state)
            if (side.hand is not None) is not (ended or seat == viewer):
                fail(f"{who(viewer)} sees the hand of seat {seat}: {side.hand}", state)


@invariant_of_states
def assert_views_hide(state: GameState) -> None:
    """Raise unless no view names a kind of tile of which its seat sees no copy (VIEW-2).

    Looked through are the view, its JSON, its `repr` and what the seat may do.

    Raises:
        AssertionError: one does.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_views_hide(deal(Shuffle.from_seed(7)))
    """
    for viewer in VIEWERS:
        seen = view(state, viewer)
        told = [seen, seen.as_json(), repr(seen), seen.legal_actions]
        assert_tells_nothing_hidden(told, state, viewer)


def assert_tells_nothing_hidden(
    told: object, state: GameState | TableState, viewer: int | None, *, known: object = ()
) -> None:
    """Raise if what somebody is told names a kind of tile of which it sees no copy (VIEW-2).

    For whatever a server sends to a client. `told_kinds` says how a tile may be written so that it
    is found. While the deal is played, a field whose name has ``seed`` in it must not hold the seed
    of the wall either, however deep in it, nor as records write it.

    Args:
        told: texts, JSON, views, events, or any of them in lists and dicts.
        state: the deal; or the table, whose names and ended deals may be told as they are.
        viewer: who is told; ``None`` for a spectator.
        known: what may be named in any case, as texts or tiles: what the seat waits for, say.

    Raises:
        AssertionError: it does, or holds everybody's secrets: a `GameState`, a `Shuffle`, an
            `IllegalAction` and the like.
        InvalidStateError: ``state`` is neither a `GameState` nor a `TableState`.
        SeatError: ``viewer`` is neither a seat nor ``None``.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> assert_tells_nothing_hidden({"you": "6m1p8s4z", "left": 83}, state, 0)
        >>> try:
        ...     assert_tells_nothing_hidden({"next tile": "1m"}, state, 0)
        ... except AssertionError as error:
        ...     print(str(error).splitlines()[0])
        seat 0 is told of 1m, of which it sees no copy
    """
    public = None
    if isinstance(state, TableState):
        public = Public.of(state)
        if state.deal is None:
            told_kinds_and_seeds(told, public)
            return
        state = state.deal
    secret = secret_kinds(state, viewer)
    kinds, seeds = told_kinds_and_seeds(told, public)
    if state.result is None and any(is_seed_of(seed, state) for seed in seeds):
        fail(f"{who(viewer)} is told the seed from which the wall is made", state)
    betrayed = (kinds.keys() - told_kinds(known)) & secret
    if betrayed:
        first = min(betrayed)
        what = f"is told of {format_tiles(betrayed)}, of which it sees no copy"
        what += f"\n{first} is named in {excerpt(kinds[first], first)}"
        fail(f"{who(viewer)} {what}", state)


@invariant_of_states
def assert_twins_look_alike(state: GameState) -> None:
    """Raise unless another state that a seat cannot tell apart gives it the same (VIEW-2).

    That is: the same view, legal actions, advice and refusals, in a `twin` for every viewer.

    Raises:
        AssertionError: something is otherwise.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_twins_look_alike(deal(Shuffle.from_seed(7)))
    """
    chance = Chance("twins", state.ply)
    tried = plausible_actions(state)
    for viewer in VIEWERS:
        other = twin(state, viewer, chance)
        if view(other, viewer) != view(state, viewer):
            fail(f"the view of {who(viewer)} is another in {in_a_line(other)}", state)
        if viewer is None:
            continue
        if legal_actions(other, viewer) != legal_actions(state, viewer):
            fail(f"seat {viewer} has other choices in {in_a_line(other)}", state)
        if explain(other, viewer) != explain(state, viewer):
            fail(f"seat {viewer} is given other advice in {in_a_line(other)}", state)
        for action in [each for each in tried if each.seat == viewer]:
            one, two = why_illegal(state, action), why_illegal(other, action)
            if one is not two:
                fail(f"{action} is {one}, and {two} in {in_a_line(other)}", state)


# --- points -------------------------------------------------------------------------------

_SCORES: Final = (
    ScoreTable(),
    ScoreTable.taiyuan(),
    ScoreTable(feeder_pays_melded_kong=True, dealer_win_multiplier=3),
    ScoreTable(discarder_covers_kongs=True, self_draw_multiplier=5),
)


@invariant_of_states
def assert_settlement_sums_to_zero(state: GameState) -> None:
    """Raise unless what is won and what is paid add up to zero, under several score tables.

    A deal that has not ended is not settled, and passes.

    Raises:
        AssertionError: they do not, or a drawn deal pays (SCORE-6, SCORE-8).
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_settlement_sums_to_zero(deal(Shuffle.from_seed(7)))
    """
    result = state.result
    if result is None:
        return
    for score in _SCORES:
        deltas = settle(result, state, score, 2).deltas
        if sum(deltas) or (any(deltas) and not isinstance(result, WonDeal)):
            fail(f"the settlement is {deltas} under {score}", state)


# --- steps --------------------------------------------------------------------------------


def assert_step_agrees(before: GameState, action: Action) -> None:
    """Raise unless a legal action does what it says, and clients can follow it.

    `step` and `apply` agree, and do the same when they are asked again; one decision more is
    counted; no tile comes back to the wall; every seat, and a spectator, who has the view before
    and is told its events has the view after.

    Args:
        before: the state.
        action: one that is legal in it.

    Raises:
        AssertionError: something is otherwise.
        InvalidStateError: ``before`` is no `GameState`.
        IllegalAction: ``action`` is refused.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, legal_actions
        >>> state = deal(Shuffle.from_seed(7))
        >>> assert_step_agrees(state, legal_actions(state, 0)[0])
    """
    views = [view(before, viewer) for viewer in VIEWERS]
    taken = step(before, action)
    after = taken.state
    if apply(before, action) != after or step(before, action) != taken:
        fail(f"{action}, tried again, leads elsewhere", before)
    if after.ply != before.ply + 1:
        fail(f"{action} is decision {after.ply} after {before.ply}", before)
    if after.remaining > before.remaining or after.kongs < before.kongs:
        fail(f"{action} puts tiles back into the wall, or undoes a kong", before)
    for viewer, seen in zip(VIEWERS, views, strict=True):
        try:
            followed = follow(seen, seen_events(taken, viewer))
        except InvalidStateError as error:
            fail(f"{who(viewer)} cannot follow {action}: {error}", before)
        if followed != view(after, viewer):
            fail(f"{who(viewer)} cannot follow {action}", before)


STATE_INVARIANTS: Final[tuple[Invariant, ...]] = (
    assert_four_of_each,
    assert_reserve_kept,
    assert_hands_full,
    assert_standing_tiles_kept,
    assert_actors_can_act,
    assert_refusals_agree,
    assert_no_problem,
    assert_text_reads_back,
    assert_views_count,
    assert_views_hide,
    assert_twins_look_alike,
    assert_settlement_sums_to_zero,
)
"""What `check_deal` asks of every state, in this order."""


def assert_state(state: GameState) -> None:
    """Raise unless all of `STATE_INVARIANTS` hold.

    Raises:
        AssertionError: one does not; the first is told.
        InvalidStateError: ``state`` is no `GameState`.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> assert_state(deal(Shuffle.from_seed(7)))
    """
    for invariant in STATE_INVARIANTS:
        invariant(state)
