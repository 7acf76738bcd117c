"""What must change nothing: other names, another side of the table, tiles that nobody sees.

Each test plays one deal twice, or asks twice about one state, and compares.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from itertools import permutations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus import Deal
from hands import full_hands, waiting_hands
from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    Discard,
    GameState,
    Meld,
    RuleSet,
    Setup,
    Shuffle,
    Tag,
    Tile,
    actors,
    apply,
    deal,
    is_win,
    legal_actions,
    readings,
    waits,
    why_illegal,
)
from lisi_mahjong.tiles import counted
from lisi_mahjong.wall import head_place
from offers import every_action
from relabel import MIRRORED, Relabelling, in_any_order, suits_renamed
from strategies import chances, deals, seats, shuffles, states

ALL_RUNS = RuleSet(all_runs=True)

# --- names --------------------------------------------------------------------------------


def same_under(names: Relabelling, played: Deal, *, but_for: Collection[Tag] = ()) -> None:
    """Play a deal and the deal of the renamed shuffle side by side; only names may differ."""
    state, choose = played.start, played.chooser()
    other = deal(names.shuffle(state.shuffle), dealer=names.seat(state.dealer), rules=state.rules)
    while actors(state):
        assert other == names.state(state)
        for seat in range(4):
            renamed = {names.action(action) for action in legal_actions(state, seat)}
            assert set(legal_actions(other, names.seat(seat))) == renamed
        action = choose(state)
        state, other = apply(state, action), apply(other, names.action(action))
    assert in_any_order(other, but_for) == in_any_order(names.state(state), but_for)


@given(deals(), st.sampled_from(list(permutations(range(3)))))
def test_renaming_the_suits_changes_nothing_but_names(
    played: Deal, order: tuple[int, int, int]
) -> None:
    same_under(Relabelling(suits_renamed(order)), played)


@pytest.mark.rule("TAG-2")
@given(deals(closed_wait_on_eight=True))
def test_counting_ranks_from_the_other_end_changes_nothing_but_names(played: Deal) -> None:
    same_under(Relabelling(MIRRORED), played)


@given(deals(closed_wait_on_eight=False))
def test_counting_ranks_from_the_other_end_changes_only_what_the_eight_is_worth(
    played: Deal,
) -> None:
    same_under(Relabelling(MIRRORED), played, but_for={Tag.CLOSED_WAIT})


@pytest.mark.rule("TURN-1", "TABLE-1")
@settings(max_examples=300)
@given(deals(), st.integers(1, 3))
def test_turning_the_table_changes_nothing_but_names(played: Deal, turns: int) -> None:
    same_under(Relabelling(turns=turns), played)


@pytest.mark.rule("WALL-1")
@given(shuffles, seats, st.sampled_from(Tile), chances)
def test_copies_of_a_kind_can_be_exchanged(
    shuffle: Shuffle, dealer: int, tile: Tile, rng: random.Random
) -> None:
    layout = list(shuffle.layout)
    one, two = rng.sample([place for place in range(136) if layout[place] is tile], 2)
    layout[one], layout[two] = layout[two], layout[one]
    exchanged = attrs.evolve(shuffle, layout=tuple(layout))
    assert exchanged == shuffle
    assert hash(exchanged) == hash(shuffle)
    assert deal(exchanged, dealer=dealer) == deal(shuffle, dealer=dealer)


# --- hidden tiles -------------------------------------------------------------------------


def hidden_exchanged(
    state: GameState, keeping: Collection[int], fixed: Tile | None, rng: random.Random
) -> GameState:
    """Return a state whose hidden tiles have changed places: in the wall and in some hands.

    Args:
        state: the state.
        keeping: seats whose tiles stay where they are; those in ting keep theirs too.
        fixed: a kind that stays where it is.
        rng: the source of chance.
    """
    wall, players = list(state.setup.wall), list(state.players)
    places = [head_place(left, state.kongs) for left in range(state.remaining, 0, -1)]
    moving = [seat for seat in range(4) if seat not in keeping and players[seat].ting is None]
    rows = [[wall[place] for place in places]]
    rows += [[*row] for seat in moving for row in (players[seat].standing, players[seat].loose)]
    tiles = [tile for row in rows for tile in row if tile is not fixed]
    rng.shuffle(tiles)
    rows = [[tile if tile is fixed else tiles.pop() for tile in row] for row in rows]
    undrawn, *hands = rows
    for number, seat in enumerate(moving):
        standing, loose = (counted(row) for row in hands[2 * number : 2 * number + 2])
        players[seat] = attrs.evolve(players[seat], standing_set=standing, loose_set=loose)
    # What has been drawn lies where it was, but for the tiles that are now in the wall.
    drawn = list((Counter(wall) - Counter(undrawn)).elements())
    at_place = dict(zip(places, undrawn, strict=True))
    row = [at_place[place] if place in at_place else drawn.pop() for place in range(136)]
    setup = state.setup
    shuffle = Shuffle.from_draw_order(row, dealer=setup.dealer, first_taker=setup.first_taker)
    first, second, third, fourth = players
    return attrs.evolve(
        state,
        setup=Setup(setup.rules, setup.dealer, shuffle),
        players=(first, second, third, fourth),
    )


@given(states(), chances)
def test_hidden_tiles_say_nothing_about_what_is_legal_in_a_turn(
    state: GameState, rng: random.Random
) -> None:
    """Nor does a refusal of anything, to any seat, tell of them."""
    if isinstance(state.stage, AwaitingTurn):
        other = hidden_exchanged(state, {state.stage.seat}, None, rng)
        assert actors(other) == actors(state)
        for seat in range(4):
            assert legal_actions(other, seat) == legal_actions(state, seat)
            for action in every_action(seat):
                assert why_illegal(other, action) is why_illegal(state, action)


@given(deals("same_wait", "robbing", "fours", "passed_pung", "no_way_on", "all_ready"), chances)
def test_hidden_tiles_say_nothing_about_what_a_seat_may_answer(
    played: Deal, rng: random.Random
) -> None:
    """Of the tile on offer no copy moves: who is asked depends on that, and rightly so."""
    for state, _ in played.actions():
        stage = state.stage
        if isinstance(stage, AwaitingClaims):
            for seat in range(4):
                other = hidden_exchanged(state, {seat}, stage.tile, rng)
                assert legal_actions(other, seat) == legal_actions(state, seat)
                for action in every_action(seat):
                    assert why_illegal(other, action) is why_illegal(state, action)


@given(deals(), chances)
def test_the_undrawn_wall_says_nothing_about_who_is_asked(played: Deal, rng: random.Random) -> None:
    for state, _ in played.actions():
        other = hidden_exchanged(state, range(4), None, rng)
        for seat in range(4):
            for action in legal_actions(state, seat):
                if isinstance(action, Discard):
                    after, other_after = apply(state, action), apply(other, action)
                    undrawn = after.remaining == state.remaining
                    assert undrawn is (other_after.remaining == other.remaining)
                    if undrawn:
                        assert after == attrs.evolve(other_after, setup=state.setup)


# --- options ------------------------------------------------------------------------------


@pytest.mark.rule("WIN-5")
@given(states(all_runs=False))
def test_all_runs_forbids_nothing_that_is_legal_without_it(state: GameState) -> None:
    rules = attrs.evolve(state.rules, all_runs=True)
    other = attrs.evolve(state, setup=attrs.evolve(state.setup, rules=rules))
    for seat in range(4):
        assert {*legal_actions(state, seat)} <= {*legal_actions(other, seat)}


@pytest.mark.rule("WIN-5")
@given(waiting_hands())
def test_all_runs_takes_no_wait_away(hand: tuple[list[Tile], list[Meld]]) -> None:
    assert {*waits(*hand)} <= {*waits(*hand, rules=ALL_RUNS)}


@pytest.mark.rule("WIN-5")
@given(full_hands(), st.integers(0, 13))
def test_all_runs_takes_no_win_and_no_reading_away(
    hand: tuple[list[Tile], list[Meld]], number: int
) -> None:
    tiles, melds = hand
    assert is_win(tiles, melds) <= is_win(tiles, melds, rules=ALL_RUNS)
    winning_tile = tiles[number % len(tiles)]
    before = [*tiles]
    before.remove(winning_tile)
    without, with_them = (
        {(reading.pair, reading.sets, reading.completes) for reading in found}
        for found in (
            readings(before, winning_tile, melds),
            readings(before, winning_tile, melds, rules=ALL_RUNS),
        )
    )
    assert without <= with_them
