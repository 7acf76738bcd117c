"""Nothing that a seat is given of a table names a tile that it cannot see, or the shuffle.

The positions in which a kind is hidden are those of `test_leaks`, here as the deal of a table. At
sittings what was settled before is left out of the search: it is open to all (VIEW-3).
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Mapping

import attrs
import pytest

from anatomy import parts
from bad_tables import odd
from evenings import FOUR, all_ready, seated
from lisi_mahjong import (
    AwaitingClaims,
    GameState,
    IllegalAction,
    Leave,
    Play,
    Player,
    Ready,
    Setup,
    Shuffle,
    Sit,
    StartDeal,
    Step,
    TableAction,
    TableState,
    TableStep,
    Tile,
    Unready,
    WonDeal,
    apply_table,
    step_table,
)
from lisi_mahjong.table_following import follow_table
from lisi_mahjong.table_views import TableView, seen_table_events, view_table
from offers import every_action
from playouts import idle
from sights import (
    VIEWERS,
    Viewer,
    all_kinds,
    as_json,
    kinds_in_copies,
    kinds_in_pickle,
    kinds_in_text,
    kinds_in_value,
    wholly_hidden,
)
from table_moves import at_table, table_moves
from test_leaks import KIND, SECRETS, Secret, behind, in_sight

each_secret = pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)

# --- what a seat is given -----------------------------------------------------------------

METHODS = {"as_json"}
"""The methods of a view of a table; everything else that is public in it is a plain attribute."""


def given(seen: TableView) -> dict[str, object]:
    """Return all that a view of a table gives, but for pickles and copies."""
    names = {name for name in dir(seen) if not name.startswith("_")} - METHODS
    return {
        "view": seen,
        "json": json.dumps(seen.as_json(), ensure_ascii=False),
        "texts": [repr(seen), str(seen), f"{seen}", ascii(seen)],
        **{name: getattr(seen, name) for name in sorted(names)},
    }


def kinds_given(seen: TableView) -> dict[str, set[Tile]]:
    """Return the kinds in all that a view of a table gives, by what they are in."""
    return {name: kinds_in_value(thing) for name, thing in given(seen).items()}


def other_actions(seat: int) -> Iterator[TableAction]:
    """Yield actions at a table that are none of a deal, some of them for another seat."""
    yield from (Ready(seat), Unready(seat), Sit(seat, "Eva"), Sit((seat + 1) % 4, FOUR[seat]))
    yield from (Leave((seat + 1) % 4), StartDeal(Shuffle.from_seed(7)))


def refused(table: TableState, action: TableAction, by: str) -> tuple[str, ...]:
    """Return the texts by which an action is refused; ``()`` when it is not."""
    try:
        apply_table(table, action, by=by)
    except IllegalAction as error:
        return str(error), repr(error), error.message, error.message_zh, repr(error.refusal)
    return ()


def kinds_in_refusals(table: TableState, seat: int) -> set[Tile]:
    """Return the kinds in what a seat is told about every action, but for the action's own."""
    found: set[Tile] = set()
    for action in (*map(Play, every_action(seat)), *other_actions(seat)):
        own = {getattr(action.action, "tile", None)} if isinstance(action, Play) else set()
        found |= kinds_in_text(" ".join(refused(table, action, FOUR[seat]))) - own
    return found


def test_a_view_of_a_table_has_no_method_that_is_not_searched() -> None:
    seen = view_table(TableState.new(), 0)
    public = {name for name in dir(seen) if not name.startswith("_")}
    assert {name for name in public if callable(getattr(seen, name))} == METHODS


# --- one kind, hidden here and there ------------------------------------------------------


@pytest.mark.rule("VIEW-2")
@each_secret
@each_viewer
def test_a_hidden_kind_is_nowhere_in_what_a_seat_is_given(secret: Secret, viewer: Viewer) -> None:
    seen = view_table(at_table(secret.made()), viewer)
    found = kinds_given(seen) | kinds_in_copies(seen)
    if in_sight(secret, viewer):
        assert KIND in found["view"] & found["json"] & found["deal"] & found["pickle 2"]
    else:
        assert [name for name, kinds in found.items() if KIND in kinds] == []


@pytest.mark.rule("VIEW-2", refuses=True)
@each_secret
@pytest.mark.parametrize("seat", range(4))
def test_a_hidden_kind_is_in_no_refusal(secret: Secret, seat: int) -> None:
    assert kinds_in_refusals(at_table(secret.made()), seat) == set()


@pytest.mark.rule("VIEW-2")
@each_secret
@each_viewer
def test_a_hidden_kind_is_in_nothing_that_is_told_next(secret: Secret, viewer: Viewer) -> None:
    table = at_table(secret.made())
    taken = step_table(table, Play(idle(odd(table.deal))))
    if viewer in secret.owners or KIND not in wholly_hidden(odd(taken.state.deal), viewer):
        return
    told = seen_table_events(taken, viewer)
    assert KIND not in kinds_in_value((told, repr(told), as_json(told)))
    assert KIND not in all_kinds(kinds_in_copies(told))
    assert KIND not in kinds_in_value(follow_table(view_table(table, viewer), told))


@pytest.mark.rule("TABLE-3", "VIEW-2", "VIEW-3")
@each_secret
@pytest.mark.parametrize("left", range(4))
def test_a_void_deal_names_no_kind_to_anybody(secret: Secret, left: int) -> None:
    """Not one that was hidden, and none that lay open either."""
    taken = step_table(at_table(secret.made()), Leave(left))
    for viewer in VIEWERS:
        told = seen_table_events(taken, viewer)
        seen = view_table(taken.state, viewer)
        assert kinds_in_value((told, repr(told), as_json(told))) == set()
        assert all_kinds(kinds_given(seen) | kinds_in_copies(seen) | kinds_in_copies(told)) == set()


def test_the_owner_of_a_hidden_kind_is_told_of_it() -> None:
    """The search of the tests above finds what is there."""
    table = at_table(SECRETS["just_drawn"].made())
    assert KIND in kinds_in_value(view_table(table, 2))
    start = step_table(all_ready(seated()), StartDeal(Shuffle.from_seed(7)))
    hand = odd(start.state.deal).players[1].concealed
    told = seen_table_events(start, 1)
    assert {*hand} <= kinds_in_value(told) & kinds_in_value(as_json(told))


# --- a deal starts ------------------------------------------------------------------------


@pytest.mark.rule("TABLE-1", "VIEW-2")
@each_viewer
def test_what_is_told_when_a_deal_starts_names_no_hidden_kind(viewer: Viewer) -> None:
    hidden_kinds = 0
    for seed in range(60):
        taken = step_table(all_ready(seated()), StartDeal(Shuffle.from_seed(seed)))
        hidden = wholly_hidden(odd(taken.state.deal), viewer)
        hidden_kinds += len(hidden)
        told = seen_table_events(taken, viewer)
        assert not kinds_in_value((told, repr(told), as_json(told))) & hidden
        assert not kinds_in_pickle(pickle.dumps(told)) & hidden
    assert hidden_kinds > 60


@pytest.mark.rule("DEALER-1", "VIEW-2")
def test_the_seat_that_a_shuffle_draws_is_told_only_where_it_deals() -> None:
    """Where a dealer is due, shuffles that differ in their draw alone give all the same."""
    due = attrs.evolve(all_ready(seated()), dealer=2)
    for viewer in VIEWERS:
        given_by = set()
        for draw in range(4):
            shuffle = attrs.evolve(Shuffle.from_seed(7), dealer_draw=draw)
            taken = step_table(due, StartDeal(shuffle))
            told = seen_table_events(taken, viewer)
            given_by.add((view_table(taken.state, viewer), told, pickle.dumps(told)))
        assert len(given_by) == 1


# --- sittings -----------------------------------------------------------------------------


def without_past(seen: TableView) -> TableView:
    """Return a view of a table without what was settled before."""
    return attrs.evolve(seen, accounts=(), history=())


@pytest.mark.rule("VIEW-2")
@pytest.mark.parametrize("numbers", [range(400 + part, 424, 3) for part in range(3)], ids=str)
def test_kinds_of_which_a_seat_sees_no_copy_are_in_nothing_that_it_gets(numbers: range) -> None:
    """All that is told, and every 15th table in all its forms."""
    searched = 0
    for number, move in enumerate(table_moves(numbers)):
        deal = move.after.deal
        if deal is None:
            continue
        for viewer in VIEWERS:
            hidden = wholly_hidden(deal, viewer)
            told = seen_table_events(move.step, viewer)
            assert not kinds_in_value((told, repr(told), as_json(told))) & hidden
            if number % 15 == 0:
                searched += len(hidden)
                seen = without_past(view_table(move.after, viewer))
                found = kinds_given(seen)
                found["pickle"] = kinds_in_pickle(pickle.dumps(seen))
                found["told"] = kinds_in_pickle(pickle.dumps(told))
                assert not all_kinds(found) & hidden, (move.after, viewer)
    assert searched > 500


@pytest.mark.rule("VIEW-3", "TABLE-3")
def test_of_deals_before_a_view_holds_what_came_of_them_and_no_more() -> None:
    """That is: the tiles of a winning hand and its winning tile, and of the others none."""
    won = 0
    for move in table_moves(range(424, 436)):
        if len(move.after.history) == len(move.before.history):
            continue
        seen, summary = view_table(move.after, None), move.after.history[-1]
        assert seen.history == move.after.history
        held: set[Tile] = set()
        if move.after.deal is not None and isinstance(summary.result, WonDeal):
            winner = move.after.deal.players[summary.result.winner]
            held = {*winner.concealed} | {meld.tile for meld in winner.melds}
            won += 1
        kinds = kinds_in_value(odd(seen.as_json())["history"][-1]["result"])
        assert kinds <= held
        assert kinds_in_value((summary.result, summary.settlement)) <= held
    assert won > 5


def test_no_refusal_names_a_kind_but_the_one_that_was_tried() -> None:
    for number, move in enumerate(table_moves(range(436, 442))):
        if number % 59 == 0 and None not in move.after.names:
            for seat, name in enumerate(odd(move.after.names)):
                for action in (*map(Play, every_action(seat)), *other_actions(seat)):
                    own = {getattr(getattr(action, "action", None), "tile", None)}
                    told = " ".join(refused(move.after, action, name))
                    assert kinds_in_text(told) <= own


# --- nothing behind, nothing beside -------------------------------------------------------

SECRET_CLASSES = (
    GameState,
    Setup,
    Shuffle,
    Player,
    AwaitingClaims,
    Step,
    TableState,
    TableStep,
    StartDeal,
)


@pytest.mark.rule("VIEW-2")
def test_no_table_state_shuffle_or_player_hangs_behind_a_view_or_what_is_told() -> None:
    table = at_table(SECRETS["loose"].made())
    assert any(isinstance(thing, Shuffle) for thing in behind((table,)))
    for number, move in enumerate(table_moves(range(442, 448))):
        if number % 5 == 0:
            for viewer in VIEWERS:
                things = (view_table(move.after, viewer), seen_table_events(move.step, viewer))
                met = [type(thing) for thing in behind(things) if isinstance(thing, SECRET_CLASSES)]
                assert met == []


KEPT_BACK = {"ply", "shuffle", "layout", "seed", "wall", "answers", "decisions", "setup", "waits"}


def keys(value: object) -> Iterator[str]:
    """Yield every key of the objects in a JSON value."""
    for part in parts(value):
        if isinstance(part.value, Mapping):
            yield from part.value


def test_the_json_of_a_view_has_no_place_for_what_is_kept_back() -> None:
    for number, move in enumerate(table_moves(range(448, 452))):
        if number % 5 == 0:
            for viewer in VIEWERS:
                assert KEPT_BACK.isdisjoint(keys(view_table(move.after, viewer).as_json()))
