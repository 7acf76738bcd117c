"""Options of what is seen and how a tile lies: whole deals under both values, side by side.

Nothing of the play depends on `show_concealed_kongs`, `open_ting` and `ting_on_wall`, so the same
is decided in both deals to their ends.
"""

from __future__ import annotations

from collections import Counter

import attrs
import pytest

from corpus import SEED
from lisi_mahjong import (
    Action,
    DeclaredTing,
    DeclareTing,
    Event,
    Finished,
    GameState,
    MadeKong,
    MeldKind,
    Refusal,
    RiverTile,
    SawEnd,
    SawKong,
    SawTing,
    SeatEvent,
    SeatView,
    Ting,
    actors,
    legal_actions,
    seen_events,
    settle,
    step,
    view,
    why_illegal,
)
from lisi_mahjong.seen import (
    FACE_DOWN_KONG,
    FACE_DOWN_TILE,
    FACE_DOWN_TINGS,
    SeenMeld,
    SeenPlayer,
    SeenRiverTile,
)
from metamorphic import alike, assert_met, deals_on, moves_of, ruled, under, with_players
from offers import every_action
from sights import VIEWERS, Viewer

# --- show_concealed_kongs -----------------------------------------------------------------


def kongs_hidden(seen: SeatView) -> SeatView:
    """Return a view in which others' concealed kongs lie face down, as long as a deal goes on."""
    seen = attrs.evolve(seen, rules=attrs.evolve(seen.rules, show_concealed_kongs=False))
    if isinstance(seen.stage, Finished):
        return seen

    def meld(each: SeenMeld) -> SeenMeld:
        return FACE_DOWN_KONG if each.kind is MeldKind.CONCEALED_KONG else each

    first, second, third, fourth = (
        player
        if seat == seen.viewer
        else attrs.evolve(player, melds=tuple(map(meld, player.melds)))
        for seat, player in enumerate(seen.players)
    )
    return attrs.evolve(seen, players=(first, second, third, fourth))


def kong_told(event: SeatEvent, viewer: Viewer) -> SeatEvent:
    """Return an event as it is told where others' concealed kongs lie face down."""
    if (
        isinstance(event, MadeKong)
        and event.meld.kind is MeldKind.CONCEALED_KONG
        and event.seat != viewer
    ):
        return SawKong(event.seat, event.standing)
    return event


@pytest.mark.rule("VIEW-2", "VIEW-3", "KONG-3")
def test_showing_concealed_kongs_changes_what_others_see_of_them_and_nothing_else() -> None:
    met = Counter[str]()
    walls = ("fours", "many_kongs", "last_standing")
    for played in deals_on(*walls, start=1000, count=40, show_concealed_kongs=False):
        open_to_all = under(played, show_concealed_kongs=True).start
        for state, action, done in moves_of(played):
            assert alike(state, open_to_all)
            assert actors(state) == actors(open_to_all)
            for seat in range(4):
                assert legal_actions(state, seat) == legal_actions(open_to_all, seat)
            for viewer in VIEWERS:
                shown, hidden = view(open_to_all, viewer), view(state, viewer)
                assert kongs_hidden(shown) == hidden
                assert shown.legal_actions == hidden.legal_actions
                met["a kong seen or not"] += shown.players != hidden.players
            done_too = step(open_to_all, action)
            open_to_all = done_too.state
            assert done.events == done_too.events
            for viewer in VIEWERS:
                told, hidden_told = seen_events(done_too, viewer), seen_events(done, viewer)
                assert tuple(kong_told(event, viewer) for event in told) == hidden_told
                met["a kong told or not"] += told != hidden_told
            if (result := done.state.result) is not None:
                assert settle(result, done.state) == settle(result, open_to_all)
                assert view(done.state, None).players == view(open_to_all, None).players
                melds = [meld for player in done.state.players for meld in player.melds]
                met["shown in the end"] += any(
                    meld.kind is MeldKind.CONCEALED_KONG for meld in melds
                )
    assert_met(met, {"a kong seen or not": 4000, "a kong told or not": 600, "shown in the end": 30})


# --- open_ting, ting_on_wall --------------------------------------------------------------


def plainly(action: Action) -> Action:
    """Return an action without how the tile of a declaration lies."""
    return DeclareTing(action.seat, action.tile) if isinstance(action, DeclareTing) else action


def laid_plainly(state: GameState) -> GameState:
    """Return a state in which the tile of every declaration lies face down among the discards."""
    return with_players(
        state,
        (
            player if player.ting is None else attrs.evolve(player, ting=Ting(player.ting.tile))
            for player in state.players
        ),
    )


def happened_plainly(event: Event) -> Event:
    if isinstance(event, DeclaredTing):
        return attrs.evolve(event, face_up=False, on_wall=False)
    return event


def seen_plainly(seen: SeatView) -> SeatView:
    """Return a view of a deal in which every declaration is made face down."""
    rules = attrs.evolve(seen.rules, open_ting=False, ting_on_wall=False)
    known = isinstance(seen.stage, Finished)
    first, second, third, fourth = (
        player_seen_plainly(player, known=known or seat == seen.viewer)
        for seat, player in enumerate(seen.players)
    )
    return attrs.evolve(seen, rules=rules, players=(first, second, third, fourth))


def player_seen_plainly(player: SeenPlayer, *, known: bool) -> SeenPlayer:
    if player.ting is None:
        return player

    def entry(each: SeenRiverTile) -> SeenRiverTile:
        return FACE_DOWN_TILE if isinstance(each, RiverTile) and each.ting else each

    if known:
        assert player.ting.tile is not None
        return attrs.evolve(player, ting=Ting(player.ting.tile))
    return attrs.evolve(player, ting=FACE_DOWN_TINGS[0], river=tuple(map(entry, player.river)))


def told_plainly(event: SeatEvent, viewer: Viewer) -> SeatEvent:
    """Return what is told where every declaration is made face down among the discards."""
    match event:
        case DeclaredTing(seat=seat) if seat == viewer:
            return attrs.evolve(event, face_up=False, on_wall=False)
        case DeclaredTing() | SawTing():
            return SawTing(event.seat, on_wall=False)
        case SawEnd():
            players = [player_seen_plainly(player, known=True) for player in event.players]
            return attrs.evolve(event, players=tuple(players))
        case _:
            return event


@pytest.mark.rule("TING-2", "TING-3", "TING-4", "TING-7", "VIEW-2")
@pytest.mark.parametrize(
    ("open_ting", "on_wall"), [(True, False), (False, True), (True, True)], ids=str
)
def test_how_the_tile_of_a_declaration_lies_changes_nothing_but_the_declaration(
    open_ting: bool, on_wall: bool
) -> None:
    met = Counter[str]()
    options = {"open_ting": open_ting, "ting_on_wall": on_wall}
    walls = ("some_ready", "all_ready", "rich_hand", "no_way_on", SEED)
    for played in deals_on(*walls, start=1200, count=60, **options):
        plain = under(played, open_ting=False, ting_on_wall=False).start
        for state, action, done in moves_of(played):
            assert alike(laid_plainly(state), plain)
            for seat in range(4):
                listed = dict.fromkeys(map(plainly, legal_actions(state, seat)))
                assert legal_actions(plain, seat) == tuple(listed)
            for viewer in VIEWERS:
                seen = view(state, viewer)
                assert seen_plainly(seen) == view(plain, viewer)
                met["seen otherwise"] += seen.players != view(plain, viewer).players
            done_plainly = step(plain, plainly(action))
            plain = done_plainly.state
            assert tuple(map(happened_plainly, done.events)) == done_plainly.events
            for viewer in VIEWERS:
                told = seen_events(done, viewer)
                assert tuple(told_plainly(event, viewer) for event in told) == seen_events(
                    done_plainly, viewer
                )
            if isinstance(action, DeclareTing):
                shown = DeclaredTing(action.seat, action.tile, action.face_up, action.on_wall)
                hidden = SawTing(action.seat, action.on_wall)
                assert seen_events(done, None)[0] == (shown if action.face_up else hidden)
                met[f"{action.face_up} {action.on_wall}"] += 1
            if (result := done.state.result) is not None:
                assert alike(laid_plainly(done.state), plain)
                assert settle(result, done.state) == settle(result, plain)
    ways = {f"{up} {wall}": 4 for up in {False, open_ting} for wall in {False, on_wall}}
    assert_met(met, {"seen otherwise": 600} | ways)


@pytest.mark.rule("TING-3", "TING-4", refuses=True)
def test_a_refusal_depends_on_how_the_tile_would_lie_only_where_the_option_is_off() -> None:
    """For every declaration that an asked seat could try, at every ply of some deals."""
    met = Counter[Refusal | None]()
    for played in deals_on("some_ready", SEED, start=1300, count=14):
        for state, _ in played.actions():
            on = ruled(state, open_ting=True, ting_on_wall=True)
            off = ruled(state, open_ting=False, ting_on_wall=False)
            tries = [each for seat in actors(state) for each in every_action(seat)]
            for action in tries:
                if isinstance(action, DeclareTing):
                    refusal, refused = why_illegal(on, action), why_illegal(off, action)
                    assert refusal is why_illegal(off, plainly(action))
                    met[refused] += 1
                    expected = {refusal}
                    if action.face_up or action.on_wall:
                        expected -= {None}
                    if action.face_up:
                        expected.add(Refusal.OPEN_TING_OFF)
                    if action.on_wall:
                        expected.add(Refusal.TING_ON_WALL_OFF)
                    assert refused in expected
    assert min(met[Refusal.OPEN_TING_OFF], met[Refusal.TING_ON_WALL_OFF], met[None]) >= 10
