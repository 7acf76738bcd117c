"""How often which world is drawn: as `docs/sampling.md` says, by counting all that there are.

Most positions here are all but over: three seats have laid out nearly all that they have, so that
few tiles are unseen and every way in which they can lie can be counted.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    GameState,
    RuleSet,
    Shuffle,
    Tile,
    deal,
    format_tiles,
    parse_tiles,
    view,
    waits,
)
from lisi_mahjong.sampling import Worlds
from offers import PAIR_OF_5M, SCATTERED, offered
from plain import wall_left
from spread import assert_spread
from support import play, position
from worlds import (
    NO_RESERVE,
    NO_RESERVE_BY_CHOICE,
    PUNGS,
    all_but_over,
    declared_in_turn,
    with_ting_since,
)


def worlds_of(state: GameState, viewer: int | None, number: int) -> list[GameState]:
    """Return worlds of what somebody sees of a state."""
    worlds, rng = Worlds(view(state, viewer)), random.Random(20)
    return [worlds.sample(rng) for _ in range(number)]


def hand_of(world: GameState, seat: int) -> str:
    """Return a seat's tiles in hand."""
    return format_tiles(world.players[seat].concealed)


# --- nothing but the unseen tiles is known ---


def test_all_ways_in_which_unseen_tiles_can_lie_are_equally_likely() -> None:
    state = all_but_over({1: "{5s}", 2: "{5s}", 3: "{6s}"}, "5z5z9m")
    unseen = parse_tiles("5s5s6s5z5z9m")
    lying = [
        "".join(hand_of(world, seat) for seat in (1, 2, 3)) + "".join(map(str, wall_left(world)))
        for world in worlds_of(state, 0, 6000)
    ]
    assert_spread(lying, Counter("".join(map(str, order)) for order in permutations(unseen)))


def test_the_tile_that_another_seat_has_drawn_is_equally_often_each_unseen_one() -> None:
    state = deal(Shuffle.from_seed(9))
    seen = view(state, 2)
    drawn = []
    for world in worlds_of(state, 2, 6000):
        assert isinstance(world.stage, AwaitingTurn)
        assert world.stage.drawn is not None
        drawn.append(world.stage.drawn)
    assert_spread(drawn, {tile: seen.unseen[tile] for tile in Tile if seen.unseen[tile]})


def test_standing_and_loose_tiles_are_equally_often_each_unseen_one() -> None:
    state = deal(Shuffle.from_seed(10))
    seen = view(state, None)
    worlds = worlds_of(state, None, 1500)
    shares = {tile: seen.unseen[tile] for tile in Tile}
    for seat in (1, 3):
        # One tile of each world, so that the draws do not depend on each other.
        rng = random.Random(seat)
        assert_spread([rng.choice(world.players[seat].standing) for world in worlds], shares)
        assert_spread([rng.choice(world.players[seat].loose) for world in worlds], shares)


def test_face_down_kongs_are_equally_often_of_each_kind() -> None:
    state = position({0: SCATTERED}, drawn="9p", melds={1: ["(2222m)"], 3: ["(9999m)"]})
    seen = view(state, 0)
    kinds = [tile for tile in Tile if seen.unseen[tile] == 4]
    made = [
        tuple(world.players[seat].melds[0].tile for seat in (1, 3))
        for world in worlds_of(state, 0, 3000)
    ]
    assert_spread([first for first, _ in made], dict.fromkeys(kinds, 1.0))
    assert_spread([second for _, second in made], dict.fromkeys(kinds, 1.0))


# --- a turn that has to be possible, a tile that has to be asked for ---


@pytest.mark.rule("STAND-6")
def test_after_a_pung_all_hands_with_a_legal_discard_are_equally_likely() -> None:
    pungs = {**PUNGS, 1: ("222m<0", "333m<0", "111p<0", "999p<3")}
    state = all_but_over({1: "{5s6s}", 2: "{2m}", 3: "{3m}"}, "9m", pungs=pungs, turn=1, drawn=None)
    # With both the fourth 2m and the fourth 3m it could wait for fifth copies alone.
    pairs = {
        format_tiles(pair): 1.0
        for pair in combinations(parse_tiles("2m3m5s6s9m"), 2)
        if format_tiles(pair) != "23m"
    }
    assert_spread([hand_of(world, 1) for world in worlds_of(state, 0, 3000)], pairs)


WALL = 4


def offered_late() -> GameState:
    """Return a discard of 5m.

    Three more 5m are unseen, twelve other tiles, and a kong that lies face down.
    """
    pungs = {seat: three[:3] for seat, three in PUNGS.items()}
    pungs[3] = ("(6666s)", *pungs[3][1:])
    hands = {1: "{2m}55m7m", 2: "{3p}468p", 3: "{3s}478s"}
    return play(all_but_over(hands, "5m5s7s", pungs=pungs, drawn="5m"), "0 discard 5m")


@pytest.mark.rule("CLAIM-6")
@pytest.mark.parametrize("viewer", [0, None])
def test_all_ways_in_which_somebody_can_take_the_tile_on_offer_are_equally_likely(
    viewer: int | None,
) -> None:
    state = offered_late()
    standing = 0
    places = [(seat, place) for seat in (1, 2, 3) for place in (standing, 1, 2, 3)]
    places += [(WALL, place) for place in (1, 2, 3)]
    if viewer is None:  # then seat 0's hand is hidden as well
        places += [(0, place) for place in range(13)]
    copies = view(state, viewer).unseen[Tile.M5]
    shares: Counter[tuple[int, int, int]] = Counter()
    for lying in combinations(places, copies):
        for seat in (1, 2, 3):
            loose = sum(who == seat and place != standing for who, place in lying)
            stands = (seat, standing) in lying
            if loose >= 2:  # with the one standing tile left
                shares[seat, loose, stands] += 1
    assert copies == 3
    found = []
    for world in worlds_of(state, viewer, 6000):
        for seat in (1, 2, 3):
            player = world.players[seat]
            if player.concealed.count(Tile.M5) >= 2:
                loose, stands = player.loose.count(Tile.M5), Tile.M5 in player.standing
                found.append((seat, loose, stands))
    assert len(found) == 6000
    assert_spread(found, shares)
    held: Counter[int] = Counter()
    for (_, number, standing_one), ways in shares.items():
        held[number + standing_one] += ways
    assert_spread([loose + stands for _, loose, stands in found], held)


def test_who_is_asked_early_in_a_deal_holds_two_or_three_as_often_as_it_should() -> None:
    state = offered("5m", {1: PAIR_OF_5M, 2: SCATTERED}, melds={3: ["666m<0"]})
    seen = view(state, 2)
    number = sum(seen.unseen)
    assert seen.unseen[Tile.M5] == 3
    shares: Counter[tuple[int, int]] = Counter()
    for seat, size in ((1, 13), (3, 10)):
        # Two of the seat's places and one of the others, or three of the seat's places.
        shares[seat, 2] = comb(size, 2) * (number - size)
        shares[seat, 3] = comb(size, 3)
    found = []
    for world in worlds_of(state, 2, 6000):
        held = {seat: world.players[seat].concealed.count(Tile.M5) for seat in (1, 3)}
        seat = max(held, key=held.__getitem__)
        found.append((seat, held[seat]))
    assert_spread(found, shares)


# --- hands in ting ---


def in_ting_late(
    *,
    drawn: str = "1m",
    turn: int = 0,
    thrown: str = "",
    more: str = "",
    rules: RuleSet = NO_RESERVE,
) -> GameState:
    """Return a position in which seat 1 is in ting with four tiles in hand.

    Ten tiles are unseen: those four, its ting tile, one each of seats 2 and 3, and three more;
    one more, when it is its turn.

    Args:
        drawn: what the seat whose turn it is has drawn.
        turn: whose turn it is.
        thrown: what seat 3 has discarded since the declaration.
        more: tiles in the wall beside those three.
        rules: the options.
    """
    pungs = {**PUNGS, 1: PUNGS[1][:3]}
    hands = {1: "{5s}456p", 2: "{2m}", 3: "{3m}"}
    rivers = {3: thrown} if thrown else {}
    state = all_but_over(
        hands,
        "2m5s5z" + more,
        pungs=pungs,
        turn=turn,
        drawn=drawn,
        ting={1: "7s"},
        rivers=rivers,
        rules=rules,
    )
    return with_ting_since(state, 1, "", "", "", thrown)


UNSEEN_LATE = parse_tiles("2m3m5s5s7s4p5p6p2m5z")


def hands_that_wait(
    state: GameState, *, unseen: Sequence[Tile] = UNSEEN_LATE, never: str = "", tile: str = ""
) -> Counter[str]:
    """Return the hands of seat 1 that wait, by the ways in which they come about.

    Args:
        state: says which melds it has.
        unseen: what the hand comes from.
        never: what it does not wait for.
        tile: what it waits for.
    """
    melds = state.players[1].melds
    forbidden = set(parse_tiles(never)) if never else set()
    wanted = set(parse_tiles(tile)) if tile else set(Tile)
    shares: Counter[str] = Counter()
    for hand in combinations(unseen, 13 - 3 * len(melds)):
        found = set(waits(hand, melds, rules=state.rules))
        if found & wanted and not found & forbidden:
            shares[format_tiles(hand)] += 1
    return shares


def test_all_hands_that_wait_are_equally_likely() -> None:
    state = in_ting_late()
    worlds = worlds_of(state, 0, 3000)
    assert_spread([hand_of(world, 1) for world in worlds], hands_that_wait(state))


def test_of_the_other_tiles_each_is_equally_often_the_one_face_down() -> None:
    state = in_ting_late()
    shares: Counter[tuple[str, Tile]] = Counter()
    for hand, ways in hands_that_wait(state).items():
        left = Counter(UNSEEN_LATE) - Counter(parse_tiles(hand))
        for tile, copies in left.items():
            shares[hand, tile] += ways * copies
    found = [
        (hand_of(world, 1), ting.tile)
        for world in worlds_of(state, 0, 6000)
        if (ting := world.players[1].ting) is not None
    ]
    assert len(found) == 6000
    assert_spread(found, shares)


@pytest.mark.rule("WIN-2")
def test_all_hands_that_have_let_nothing_go_are_equally_likely() -> None:
    state = in_ting_late(thrown="4m7p5z")
    shares = hands_that_wait(state, never="4m7p5z")
    assert len(shares) < len(hands_that_wait(state))
    assert_spread([hand_of(world, 1) for world in worlds_of(state, 0, 3000)], shares)


@pytest.mark.rule("WIN-3")
def test_all_hands_that_wait_for_the_tile_on_offer_are_equally_likely() -> None:
    state = in_ting_late(drawn="5s", thrown="3m", more="3m7p", rules=NO_RESERVE_BY_CHOICE)
    unseen = (*UNSEEN_LATE, Tile.M3, Tile.P7)
    shares = hands_that_wait(state, unseen=unseen, never="3m", tile="5s")
    assert set(shares) == {"456p5s", "567p5s", "22m55s"}  # and not 33m55s
    worlds = worlds_of(play(state, "0 discard 5s"), 0, 3000)
    assert_spread([hand_of(world, 1) for world in worlds], shares)


@pytest.mark.rule("WIN-3")
def test_all_hands_together_with_the_winning_tile_just_drawn_are_equally_likely() -> None:
    state = in_ting_late(turn=1, drawn="5s", thrown="1m", rules=NO_RESERVE_BY_CHOICE)
    unseen = (*UNSEEN_LATE, Tile.S5)
    shares: Counter[tuple[str, Tile]] = Counter()
    for hand, ways in hands_that_wait(state, unseen=unseen, never="1m").items():
        left = Counter(unseen) - Counter(parse_tiles(hand))
        for tile in waits(hand, state.players[1].melds):
            if left[tile]:
                shares[hand, tile] += ways * left[tile]
    found = []
    for world in worlds_of(state, 0, 6000):
        assert isinstance(world.stage, AwaitingTurn)
        drawn = world.stage.drawn
        assert drawn is not None
        waiting = list(world.players[1].concealed)
        waiting.remove(drawn)
        found.append((format_tiles(waiting), drawn))
    assert_spread(found, shares)


def test_of_two_seats_in_ting_either_is_dealt_its_hand_first() -> None:
    pungs = {**PUNGS, 1: PUNGS[1][:3]}
    state = all_but_over(
        {1: "{2m}3m55s", 2: "{4p}", 3: "{5p}"}, "6p2m", pungs=pungs, ting={1: "7s", 2: "5z"}
    )
    state = declared_in_turn(state, 1, 2)
    unseen = parse_tiles("2m3m5s5s7s4p5p6p2m5z")
    shares: dict[tuple[str, str], float] = defaultdict(float)
    first = hands_that_wait(state, unseen=unseen)
    for hand, ways in first.items():
        left = Counter(unseen) - Counter(parse_tiles(hand))
        for tile, copies in left.items():
            # Seat 2 waits for a pair of whatever it holds.
            shares[hand, str(tile)] += ways / first.total() * copies / 6
    for tile, copies in Counter(unseen).items():
        left_tiles = list((Counter(unseen) - Counter([tile])).elements())
        second = hands_that_wait(state, unseen=left_tiles)
        for hand, ways in second.items():
            shares[hand, str(tile)] += copies / 10 * ways / second.total()
    found = [(hand_of(world, 1), hand_of(world, 2)) for world in worlds_of(state, 0, 6000)]
    assert_spread(found, shares)
