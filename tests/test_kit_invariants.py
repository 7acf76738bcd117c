"""Invariants of states and steps: they hold in play, and each fails where something is broken."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import QUIET, drawn
from lisi_mahjong import (
    AwaitingClaims,
    Discarded,
    DrawnDeal,
    Finished,
    GameState,
    IllegalAction,
    InvalidStateError,
    Pass,
    Refusal,
    Shuffle,
    Tile,
    Ting,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    parse_action,
    view,
)
from lisi_mahjong import step as really_step
from lisi_mahjong.players import tidy
from lisi_mahjong.testing import (
    SITUATIONS,
    STATE_INVARIANTS,
    assert_actors_can_act,
    assert_four_of_each,
    assert_hands_full,
    assert_no_problem,
    assert_refusals_agree,
    assert_reserve_kept,
    assert_settlement_sums_to_zero,
    assert_standing_tiles_kept,
    assert_state,
    assert_step_agrees,
    assert_text_reads_back,
    assert_twins_look_alike,
    assert_views_count,
    assert_views_hide,
    decisions,
    states,
)
from lisi_mahjong.testing import invariants as module
from lisi_mahjong.testing.failing import fail, in_a_line
from lisi_mahjong.tiles import ONE

STATE = deal(Shuffle.from_seed(7))
Invariant = Callable[[GameState], None]


def with_player(state: GameState, seat: int, **changes: object) -> GameState:
    """Return a state in which something of a seat is otherwise."""
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], **changes)  # type: ignore[arg-type]  # any field
    first, second, third, fourth = players
    return attrs.evolve(state, players=(first, second, third, fourth))


def ended() -> GameState:
    state = STATE
    while asked := actors(state):
        state = apply(state, tidy(state, asked[0]))
    return state


ENDED = ended()


# --- they hold ---


@pytest.mark.parametrize("invariant", STATE_INVARIANTS, ids=lambda each: each.__name__)
def test_an_invariant_holds_in_play(invariant: Invariant) -> None:
    for state in (*drawn(states(), 40), ENDED):
        invariant(state)


def test_all_of_them_hold_in_every_situation() -> None:
    for situation in SITUATIONS.values():
        assert_state(situation.laid(dealer=1, suits="psm").state)


def test_every_invariant_of_states_is_listed_once() -> None:
    names = {name for name in vars(module) if name.startswith("assert_")}
    others = {"assert_state", "assert_step_agrees", "assert_tells_nothing_hidden"}
    assert {each.__name__ for each in STATE_INVARIANTS} == names - others
    assert len(set(STATE_INVARIANTS)) == len(STATE_INVARIANTS)


@pytest.mark.parametrize(
    "invariant", [*STATE_INVARIANTS, assert_state], ids=lambda each: each.__name__
)
def test_what_is_no_state_is_no_failure_but_an_error(invariant: Invariant) -> None:
    with pytest.raises(InvalidStateError, match="a GameState is expected"):
        invariant("state")  # type: ignore[arg-type]


@settings(QUIET, max_examples=100)
@given(states(), st.data())
def test_steps_agree_in_play(state: GameState, data: st.DataObject) -> None:
    if actors(state):
        assert_step_agrees(state, data.draw(decisions(state)))


# --- they fail: broken states ---


def one_tile_for_another() -> GameState:
    player = STATE.players[1]
    tile = player.loose[0]
    other = next(each for each in Tile if each not in player.concealed)
    return with_player(STATE, 1, loose_set=player.loose_set - ONE[tile] + ONE[other])


def a_tile_more() -> GameState:
    return with_player(STATE, 2, loose_set=STATE.players[2].loose_set + ONE[Tile.M1])


def nothing_stands() -> GameState:
    player = STATE.players[3]
    all_loose = player.loose_set + player.standing_set
    return with_player(STATE, 3, standing_set=0, loose_set=all_loose)


def four_stand_in_ting() -> GameState:
    return with_player(STATE, 3, ting=Ting(Tile.M1))


def nobody_is_asked() -> GameState:
    return attrs.evolve(
        STATE, stage=AwaitingClaims(0, Tile.M1, robbing=False, asked=(), answers=(None,) * 4)
    )


def somebody_is_asked_for_nothing() -> GameState:
    tile = next(tile for tile in Tile if tile not in STATE.players[2].concealed)
    stage = AwaitingClaims(0, tile, robbing=False, asked=(2,), answers=(None,) * 4)
    return attrs.evolve(STATE, stage=stage)


def a_pung_is_not_counted() -> GameState:
    """What the melds hold is noted as nothing, so the list lacks the added kong."""
    return with_player(SITUATIONS["added kong"].laid().state, 3, meld_set=0)


def no_count_of_tiles() -> GameState:
    """The engine does not know what to list."""
    return with_player(STATE, 0, loose_set=None)


BROKEN: list[tuple[Invariant, Callable[[], GameState], str]] = [
    (assert_four_of_each, one_tile_for_another, "of 136 tiles there are "),
    (assert_four_of_each, a_tile_more, "5 of 1m, and not four of each"),
    (
        assert_reserve_kept,
        lambda: attrs.evolve(STATE, remaining=13),
        "13 tiles are left and 14 kept back",
    ),
    (assert_hands_full, a_tile_more, "seat 2 holds 14 tiles and not 13"),
    (
        assert_hands_full,
        lambda: attrs.evolve(STATE, stage=Finished(DrawnDeal())),
        "seat 0 holds 14 tiles and not 13",
    ),
    (assert_standing_tiles_kept, nothing_stands, "seat 3, not in ting, has 0 standing tiles"),
    (assert_standing_tiles_kept, four_stand_in_ting, "seat 3, in ting, has 4 standing tiles"),
    (assert_actors_can_act, nobody_is_asked, r"the deal goes on and asked are \(\)"),
    (
        assert_actors_can_act,
        somebody_is_asked_for_nothing,
        r"asked are \(2,\), and seat 2 has 0 legal actions",
    ),
    (
        assert_refusals_agree,
        a_pung_is_not_counted,
        "3 kong 5m added is not listed, and why_illegal says None",
    ),
    (
        assert_no_problem,
        lambda: attrs.evolve(STATE, kongs=1),
        r"every kong on the table is counted once: 0 on the table, 1 counted \(WALL-6\)",
    ),
    (
        assert_text_reads_back,
        lambda: with_player(STATE, 1, meld_set=ONE[Tile.M1]),
        "assert_text_reads_back could not look at it: InvalidStateError",
    ),
    (assert_actors_can_act, no_count_of_tiles, "assert_actors_can_act could not look at it: "),
    (
        assert_twins_look_alike,
        lambda: attrs.evolve(STATE, remaining=82),
        "assert_twins_look_alike could not look at it: InvalidStateError",
    ),
    (
        assert_settlement_sums_to_zero,
        lambda: attrs.evolve(
            STATE, stage=Finished(WonDeal(1, 0, Tile.M1, robbed_kong=False, readings=()))
        ),
        "assert_settlement_sums_to_zero could not look at it: InvalidStateError",
    ),
]


@pytest.mark.parametrize("place", range(len(BROKEN)))
def test_an_invariant_fails_in_a_broken_state(place: int) -> None:
    invariant, broken, message = BROKEN[place]
    with pytest.raises(AssertionError, match=message) as caught:
        invariant(broken())
    assert "\nin " in str(caught.value)


def test_the_first_failure_is_told() -> None:
    with pytest.raises(AssertionError, match=r"^of 137 tiles there are 5 of 1m"):
        assert_state(a_tile_more())


def test_a_failure_tells_the_line_of_the_state() -> None:
    with pytest.raises(AssertionError) as caught:
        fail("all is not well", STATE)
    what, where = str(caught.value).split("\nin ")
    assert what == "all is not well"
    assert in_a_line(STATE) == where
    broken = attrs.evolve(STATE, kongs="many")  # type: ignore[arg-type]
    assert "of which there is no line: InvalidStateError" in in_a_line(broken)


# --- they fail: a library that is broken ---


def otherwise(name: str, value: object) -> Callable[[pytest.MonkeyPatch], None]:
    """Return what puts something else in the place of a function that the invariants call."""

    def change(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(module, name, value)

    return change


def changed_view(**changes: object) -> Callable[[pytest.MonkeyPatch], None]:
    """Return what changes fields of the views that seat 1 has."""

    def tampered(state: GameState, viewer: int | None) -> object:
        seen = view(state, viewer)
        return attrs.evolve(seen, **changes) if viewer == 1 else seen  # type: ignore[arg-type]

    return otherwise("view", tampered)


def changed_side(**changes: object) -> Callable[[pytest.MonkeyPatch], None]:
    """Return what changes what seat 1 sees of seat 2."""

    def tampered(state: GameState, viewer: int | None) -> object:
        seen = view(state, viewer)
        if viewer != 1:
            return seen
        sides = list(seen.players)
        sides[2] = attrs.evolve(sides[2], **changes)  # type: ignore[arg-type]  # its fields
        return attrs.evolve(seen, players=tuple(sides))  # type: ignore[arg-type]  # four

    return otherwise("view", tampered)


def everything_open(state: GameState, viewer: int | None) -> object:
    """Return a view that shows the hand of seat 0 to all."""
    seen = view(state, viewer)
    sides = list(seen.players)
    sides[0] = view(state, 0).players[0]
    return attrs.evolve(seen, players=tuple(sides))  # type: ignore[arg-type]  # four


class Opened:
    """A view that shows the hand of seat 3, though it does not count what it shows."""

    def __init__(self, state: GameState, viewer: int | None) -> None:
        self._seen = view(state, viewer)
        *others, _ = self._seen.players
        self.players = (*others, view(state, 3).players[3])

    def __getattr__(self, name: str) -> object:
        return getattr(self._seen, name)


class Unfair:
    """Payments that do not add up."""

    def __init__(self, *deltas: int) -> None:
        self.deltas = deltas


def settled(*deltas: int) -> Callable[[pytest.MonkeyPatch], None]:
    return otherwise("settle", lambda *_: Unfair(*deltas))


DRAWN = attrs.evolve(ENDED, stage=Finished(DrawnDeal()))

TAMPERED: list[tuple[Invariant, GameState, Callable[[pytest.MonkeyPatch], None], str]] = [
    (
        assert_reserve_kept,
        STATE,
        otherwise("reserve", lambda *_: 20),
        "state.reserve is 14, with 0 kongs it is 20",
    ),
    (
        assert_actors_can_act,
        ENDED,
        otherwise("actors", lambda _: (1,)),
        r"the deal has ended and asked are \(1,\)",
    ),
    (
        assert_actors_can_act,
        STATE,
        otherwise("legal_actions", lambda *_: legal_actions(STATE, 0)),
        r"asked are \(0,\), and seat 1 has 10 legal actions",
    ),
    (
        assert_actors_can_act,
        STATE,
        otherwise("legal_actions", lambda state, seat: 2 * legal_actions(state, seat)),
        "the legal actions of seat 0 are ",
    ),
    (
        assert_actors_can_act,
        STATE,
        otherwise("legal_actions", lambda _, seat: () if seat else (Pass(1),)),
        "the legal actions of seat 0 are 1 pass",
    ),
    (
        assert_refusals_agree,
        STATE,
        otherwise("why_illegal", lambda *_: None),
        "0 discard 1m is not listed, and why_illegal says None",
    ),
    (
        assert_refusals_agree,
        STATE,
        otherwise("why_illegal", lambda *_: Refusal.PUNG_LOCKED),
        "0 discard 9m is listed, and why_illegal says Refusal.PUNG_LOCKED",
    ),
    (
        assert_text_reads_back,
        STATE,
        otherwise("parse_state", lambda _: ENDED),
        "the line is read back as another state",
    ),
    (
        assert_text_reads_back,
        STATE,
        otherwise("parse_view", lambda _: view(STATE, 0)),
        "the line of the view of seat 1 is read back as another view",
    ),
    (
        assert_views_count,
        STATE,
        changed_view(remaining=82),
        r"seat 1 sees \(82, 14\) tiles left and kept back, there are \(83, 14\)",
    ),
    (
        assert_views_count,
        STATE,
        changed_side(standing_count=3),
        r"seat 1 sees \(3, 9\) standing and loose tiles of seat 2, there are \(4, 9\)",
    ),
    (
        assert_views_count,
        STATE,
        otherwise("view", everything_open),
        "seat 1 has . of .. unseen, there are ",
    ),
    (
        assert_views_count,
        STATE,
        otherwise("view", Opened),
        "seat 0 sees the hand of seat 3: OpenHand",
    ),
    (
        assert_views_hide,
        STATE,
        otherwise("view", everything_open),
        "seat 1 is told of .*, of which it sees no copy",
    ),
    (
        assert_twins_look_alike,
        STATE,
        otherwise("twin", lambda *_: ENDED),
        "the view of seat 0 is another in lisi1",
    ),
    (
        assert_twins_look_alike,
        STATE,
        otherwise("explain", lambda state, _: f"{state.shuffle.dealer_draw} {id(state)}"),
        "seat 0 is given other advice in lisi1",
    ),
    (
        assert_settlement_sums_to_zero,
        ENDED,
        settled(1, 0, 0, 0),
        r"the settlement is \(1, 0, 0, 0\) under ScoreTable\(\)",
    ),
    (
        assert_settlement_sums_to_zero,
        DRAWN,
        settled(1, -1, 0, 0),
        r"the settlement is \(1, -1, 0, 0\) under ScoreTable\(\)",
    ),
]


@pytest.mark.parametrize("place", range(len(TAMPERED)))
def test_an_invariant_fails_for_a_broken_library(
    place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    invariant, state, break_it, message = TAMPERED[place]
    invariant(state)
    break_it(monkeypatch)
    with pytest.raises(AssertionError, match=message):
        invariant(state)


def test_choices_that_hang_on_secrets_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 is told that it may discard only while seat 1 holds what it holds."""

    def leaking(state: GameState, seat: int) -> object:
        legal = legal_actions(state, seat)
        return legal if state.players[1] == STATE.players[1] else legal[1:]

    monkeypatch.setattr(module, "legal_actions", leaking)
    with pytest.raises(AssertionError, match="seat 0 has other choices in lisi1"):
        assert_twins_look_alike(STATE)


def test_refusals_that_hang_on_secrets_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: GameState, _: object) -> object:
        return state.players[1].loose[0]

    monkeypatch.setattr(module, "why_illegal", leaking)
    with pytest.raises(AssertionError, match=r"0 pass is .., and .. in lisi1"):
        assert_twins_look_alike(STATE)


# --- steps that fail ---

DISCARD = parse_action("0 discard 9m")


def test_a_step_takes_a_legal_action() -> None:
    with pytest.raises(IllegalAction):
        assert_step_agrees(STATE, Pass(0))
    with pytest.raises(InvalidStateError):
        assert_step_agrees("state", DISCARD)  # type: ignore[arg-type]


def restep(**changes: object) -> Callable[..., object]:
    """Return a `step` to a state in which something is otherwise."""

    def stepped(state: GameState, action: object) -> object:
        taken = really_step(state, action)  # type: ignore[arg-type]
        after = attrs.evolve(taken.state, **changes)  # type: ignore[arg-type]
        return attrs.evolve(taken, state=after)

    return stepped


STEPS: list[tuple[dict[str, object], str]] = [
    ({"apply": lambda *_: STATE}, "0 discard 9m, tried again, leads elsewhere"),
    (
        {"step": restep(ply=5), "apply": lambda *_: restep(ply=5)(STATE, DISCARD).state},  # type: ignore[attr-defined]
        "0 discard 9m is decision 5 after 0",
    ),
    (
        {
            "step": restep(remaining=84),
            "apply": lambda *_: restep(remaining=84)(STATE, DISCARD).state,  # type: ignore[attr-defined]
        },
        "0 discard 9m puts tiles back into the wall, or undoes a kong",
    ),
    ({"follow": lambda seen, _: seen}, "seat 0 cannot follow 0 discard 9m"),
    ({"seen_events": lambda *_: ()}, "seat 0 cannot follow 0 discard 9m"),
    (
        {"seen_events": lambda *_: (Discarded(3, Tile.M1),)},
        "seat 0 cannot follow 0 discard 9m: .*Discarded",
    ),
]


@pytest.mark.parametrize("place", range(len(STEPS)))
def test_a_step_that_goes_wrong_is_found(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    changes, message = STEPS[place]
    assert_step_agrees(STATE, DISCARD)
    for name, value in changes.items():
        monkeypatch.setattr(module, name, value)
    with pytest.raises(AssertionError, match=message):
        assert_step_agrees(STATE, DISCARD)
