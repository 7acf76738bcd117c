"""Worlds that a view cannot rule out: what is hidden in each stage, and what must hold there."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import sha256
from itertools import islice

import attrs
import pytest

from lisi_mahjong import (
    AwaitingTurn,
    GameState,
    MeldKind,
    RiverTile,
    RuleSet,
    Shuffle,
    Tile,
    Ting,
    Win,
    actors,
    deal,
    format_state,
    legal_actions,
    parse_tiles,
    view,
)
from lisi_mahjong.sampling import sample_state
from lisi_mahjong.tiles import ONE
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING_BY_CHOICE,
    SCATTERED,
    THREE_5M,
    WAITS_FOR_5M,
    WAITS_FOR_5M_AS_WELL,
    WAITS_FOR_5M_TOO,
    claims,
    offered,
)
from support import play, position
from worlds import (
    VIEWERS,
    declared_in_turn,
    doubts,
    play_to_the_end,
    positions,
    thrown_since,
    tight_positions,
    with_player,
    with_ting_since,
)

ORDINARY = range(40)
ROBBING = range(24, 445, 30)
"""Deals on walls that were laid for robbing a kong."""

WAITS_FOR_5S = "{111z}46s222p333m99p"


def draw(state: GameState, viewer: int | None, number: int = 50) -> list[GameState]:
    """Return worlds of what somebody sees of a state, all of them without a doubt."""
    seen = view(state, viewer)
    rng = random.Random(7)
    worlds = [sample_state(seen, rng) for _ in range(number)]
    for world in worlds:
        assert doubts(world, seen) == []
    return worlds


# --- all stages ---


def test_worlds_of_all_sorts_of_positions_have_the_view_and_no_doubt() -> None:
    sorts: Counter[tuple[str, str]] = Counter()
    rng = random.Random(1)
    for place in positions((*ORDINARY, *ROBBING), 12):
        seen = place.seen
        world = sample_state(seen, rng)
        assert doubts(world, seen) == [], place
        assert world.ply <= place.state.ply
        sorts[place.sort] += 1
    assert sorts.total() >= 3000
    offers = [(what, who) for what in ("discard", "robbing") for who in ("own", "not asked")]
    offers += [(what, who) for what in ("discard", "robbing") for who in ("asked", "answered")]
    turns = [(f"turn after a {what}", who) for what in ("draw", "pung") for who in ("own", "other")]
    ends = [(what, "over") for what in ("self-draw", "discard win", "robbed kong", "drawn deal")]
    assert set(sorts) == {*offers, *turns, *ends}


def test_worlds_can_be_played_on_to_their_end() -> None:
    rng = random.Random(2)
    for place in islice(positions((*ROBBING, *ORDINARY), 8), 0, None, 3):
        assert play_to_the_end(sample_state(place.seen, rng), rng).result is not None


def test_worlds_are_found_with_all_seats_in_ting_and_hardly_a_tile_left() -> None:
    rng = random.Random(8)
    in_ting: Counter[int] = Counter()
    for place in tight_positions(range(24)):
        seen = place.seen
        world = sample_state(seen, rng)
        assert doubts(world, seen) == [], place
        hidden = [seat for seat in range(4) if seat != place.viewer]
        in_ting[sum(world.players[seat].ting is not None for seat in hidden)] += 1
    assert in_ting[3] > 20
    assert in_ting[4] > 3


@pytest.mark.rule("VIEW-1")
def test_what_a_seat_sees_is_in_every_world_as_it_is() -> None:
    rng = random.Random(3)
    for place in islice(positions(ORDINARY, 8), 0, None, 7):
        if place.viewer is None:
            continue
        world = sample_state(place.seen, rng)
        own, really = world.players[place.viewer], place.state.players[place.viewer]
        assert own == really
        assert (own.wait_set, own.meld_set) == (really.wait_set, really.meld_set)


@pytest.mark.rule("VIEW-1")
def test_a_seat_in_ting_waits_for_the_same_with_a_tile_just_drawn() -> None:
    state = position({1: WAITS_FOR_5M}, turn=1, drawn="5m", ting={1: "9p"}, rules=CHOICE)
    for world in draw(state, 1, 5):
        assert world.players[1] == state.players[1]
        assert world.players[1].waits == (Tile.M5,)


@pytest.mark.rule("VIEW-3")
def test_after_the_end_only_the_wall_is_drawn() -> None:
    rng = random.Random(4)
    for place in positions(ORDINARY, 0):
        world = sample_state(place.seen, rng)
        assert world.stage == place.state.stage
        for player, really in zip(world.players, place.state.players, strict=True):
            assert attrs.evolve(player, lock_set=0) == attrs.evolve(really, lock_set=0)
            assert player.wait_set == really.wait_set


def test_a_deal_has_had_no_action_before_its_first_one() -> None:
    state = deal(Shuffle.from_seed(3), dealer=1)
    assert [draw(state, viewer, 1)[0].ply for viewer in VIEWERS] == [0] * 5


def test_plies_are_counted_as_far_as_they_are_seen() -> None:
    state = position({1: "{1z}258p369s"}, turn=1, drawn="7z", melds={1: ["555m<0", "6666m+<0"]})
    discards = sum(len(player.river) for player in state.players)
    assert draw(state, 0, 1)[0].ply == discards + 3  # two pungs and a kong


# --- what is hidden ---


@pytest.mark.rule("VIEW-2")
def test_a_face_down_kong_is_of_any_kind_of_which_no_copy_is_seen() -> None:
    state = position({0: SCATTERED}, drawn="9p", melds={1: ["(2222m)"], 3: ["(9999m)", "666m<0"]})
    seen = view(state, 0)
    kinds: Counter[Tile] = Counter()
    for world in draw(state, 0, 100):
        first, second = world.players[1].melds[0], world.players[3].melds[0]
        assert first.kind is second.kind is MeldKind.CONCEALED_KONG
        assert first.from_seat is None
        assert first.tile is not second.tile
        assert world.players[3].melds[1] == state.players[3].melds[1]
        kinds.update([first.tile, second.tile])
    assert set(kinds) == {tile for tile in Tile if seen.unseen[tile] == 4}


@pytest.mark.rule("VIEW-2")
def test_an_open_concealed_kong_is_known() -> None:
    rules = RuleSet(show_concealed_kongs=True)
    state = position({0: SCATTERED}, drawn="9p", melds={1: ["(2222m)"]}, rules=rules)
    assert {world.players[1].melds for world in draw(state, 0)} == {state.players[1].melds}


@pytest.mark.rule("TING-3")
@pytest.mark.parametrize("on_wall", [False, True])
def test_a_face_down_ting_tile_is_any_unseen_tile(on_wall: bool) -> None:
    state = position(
        {1: WAITS_FOR_5M}, drawn="9p", ting={1: "7z"}, rules=RuleSet(ting_on_wall=True)
    )
    state = with_player(state, 1, ting=Ting(Tile.RED, on_wall=on_wall))
    worlds = draw(state, 0)
    assert len({world.players[1].river[-1].tile for world in worlds}) > 15
    for world in worlds:
        player = world.players[1]
        tile = player.river[-1].tile
        assert player.river[-1] == RiverTile(tile, None, ting=True)
        assert player.ting == Ting(tile, face_up=False, on_wall=on_wall)
        assert player.ting_since == state.players[1].ting_since


@pytest.mark.rule("TING-3")
def test_a_ting_tile_that_lies_face_up_is_known() -> None:
    state = position({1: WAITS_FOR_5M}, drawn="9p", ting={1: "7z"}, rules=RuleSet(open_ting=True))
    state = with_player(state, 1, ting=Ting(Tile.RED, face_up=True))
    assert {world.players[1].ting for world in draw(state, 0)} == {Ting(Tile.RED, face_up=True)}


@pytest.mark.rule("VIEW-2")
def test_the_tile_that_another_seat_has_drawn_is_any_of_its_loose_ones() -> None:
    state = position({0: SCATTERED, 1: PAIR_OF_5M}, turn=1, drawn="7z")
    drawn = set()
    for world in draw(state, 0):
        assert isinstance(world.stage, AwaitingTurn)
        assert world.stage.drawn in world.players[1].loose
        drawn.add(world.stage.drawn)
    assert len(drawn) > 15


@pytest.mark.parametrize(("kongs", "remaining"), [(1, 1), (1, 40), (2, 1), (2, 0), (3, 2), (3, 1)])
@pytest.mark.rule("WALL-5", "WALL-9")
def test_what_is_left_of_the_wall_lies_where_it_is_drawn_from(kongs: int, remaining: int) -> None:
    made = ["(1111m)", "9999m<0", "1111p+<0"][:kongs]
    state = position(
        {2: "{1234z}" + ("258p258s", "258s", "")[kongs - 1]},
        drawn="7z",
        melds={2: made},
        remaining=remaining,
        rules=RuleSet(reserved_stacks=0),
    )
    for world in draw(state, 0):
        assert play_to_the_end(world, random.Random(remaining)).result is not None


# --- a hand in ting, with wins forced ---

ALL_BUT_5S = ("123456789m", "", "123456789p1234567z", "12346789s")
"""By seat, discards of every kind but one."""


def waiting(
    *thrown: str, own: str = "", hand: str = WAITS_FOR_5S, rules: RuleSet | None = None
) -> GameState:
    """Return seat 0's turn; seat 1 is in ting, and the given tiles were discarded since."""
    rivers = {seat: text for seat, text in enumerate(thrown) if text}
    if own:
        rivers[1] = own
    state = position(
        {1: hand},
        drawn="7z",
        ting={1: "7z"},
        rivers=rivers,
        remaining=48,
        rules=rules or RuleSet(),
    )
    return with_ting_since(state, 1, *(own if seat == 1 else thrown[seat] for seat in range(4)))


@pytest.mark.rule("WIN-2")
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_seat_in_ting_does_not_wait_for_what_was_discarded_since(viewer: int | None) -> None:
    for world in draw(waiting(*ALL_BUT_5S), viewer):
        assert world.players[1].waits == (Tile.S5,)


@pytest.mark.rule("WIN-2")
def test_a_seat_in_ting_does_not_wait_for_what_it_has_drawn_and_discarded_since() -> None:
    others = ("123456789m", "", "123456789p", "1234567z")
    for world in draw(waiting(*others, own="12346789s"), 0):
        assert world.players[1].waits == (Tile.S5,)


def test_what_was_discarded_before_ting_tells_nothing() -> None:
    state = waiting(*ALL_BUT_5S)
    lengths = tuple(len(player.river) for player in state.players)
    worlds = draw(with_player(state, 1, ting_since=lengths), 0)
    assert len({tile for world in worlds for tile in world.players[1].waits}) > 15


@pytest.mark.rule("TING-2")
def test_a_seat_in_ting_may_wait_for_the_ting_tile_of_another() -> None:
    rules = RuleSet(open_ting=True)
    state = waiting(*ALL_BUT_5S, rules=rules)
    declarer = state.players[2]
    last = declarer.river[-1].tile
    # The last of seat 2's discards becomes the tile of a declaration, face up.
    state = with_player(
        state,
        2,
        river=(*declarer.river[:-1], RiverTile(last, None, ting=True)),
        ting=Ting(last, face_up=True),
        ting_since=tuple(len(player.river) for player in state.players),
        standing_set=declarer.standing_set - ONE[declarer.standing[0]],
        loose_set=declarer.loose_set + ONE[declarer.standing[0]],
    )
    worlds = draw(state, 0)
    assert {world.players[1].waits for world in worlds} == {(last,), (Tile.S5,)}


@pytest.mark.rule("WIN-2")
def test_a_seat_in_ting_does_not_wait_for_a_tile_on_offer_that_it_has_not_won_on() -> None:
    state = position(
        {1: PAIR_OF_5M, 2: "{666z}68s222p888m99m"},
        drawn="5m",
        ting={2: "7z"},
        rivers={0: "12346789m", 1: "123456789p1234567z", 3: "1234689s"},
        remaining=48,
    )
    state = with_ting_since(state, 2, "12346789m", "123456789p1234567z", "", "1234689s")
    for viewer in (0, 1, 3, None):
        worlds = draw(play(state, "0 discard 5m"), viewer)
        assert {tile for world in worlds for tile in world.players[2].waits} == {Tile.S5, Tile.S7}


# --- a hand in ting, with wins chosen ---


@pytest.mark.rule("WIN-3")
def test_a_seat_in_ting_that_let_a_tile_go_wins_no_more() -> None:
    barred: Counter[bool] = Counter()
    state = waiting("123456789m", "", "", "", rules=CHOICE)
    for world in draw(state, 0, 200):
        player = world.players[1]
        others, _ = thrown_since(world, 1)
        assert player.win_barred is bool(others & set(player.waits))
        barred[player.win_barred] += 1
    assert min(barred[False], barred[True]) > 30


@pytest.mark.rule("WIN-3")
def test_a_seat_in_ting_may_have_discarded_a_tile_that_it_could_have_won_on() -> None:
    own = "123456789m"
    worlds = draw(waiting("", "", "", "", own=own, rules=CHOICE), 0)
    assert any(set(world.players[1].waits) & set(parse_tiles(own)) for world in worlds)
    assert not any(world.players[1].win_barred for world in worlds)


@pytest.mark.rule("WIN-1", "WIN-3")
def test_a_seat_in_ting_is_on_its_turn_with_a_tile_that_it_can_win_on() -> None:
    state = position(
        {1: WAITS_FOR_5M}, turn=1, drawn="5m", ting={1: "9p"}, rivers={3: "2468s"}, rules=CHOICE
    )
    state = with_ting_since(state, 1, "", "", "", "2468s")
    drawn = set()
    for world in draw(state, 0, 100):
        assert isinstance(world.stage, AwaitingTurn)
        assert Win(1) in legal_actions(world, 1)
        assert not set(parse_tiles("2468s")) & set(world.players[1].waits)
        drawn.add(world.stage.drawn)
    assert len(drawn) > 15


# --- a tile on offer ---


@pytest.mark.rule("CLAIM-6")
@pytest.mark.parametrize("viewer", [0, 2, 3, None])
def test_a_tile_that_does_not_concern_the_viewer_concerns_another_seat(viewer: int | None) -> None:
    state = offered("5m", {1: PAIR_OF_5M, 2: SCATTERED})
    held = set()
    for world in draw(state, viewer, 200):
        (asked,) = claims(world).asked
        assert asked not in (0, viewer)
        held.add((asked, world.players[asked].concealed.count(Tile.M5)))
    seats = {1, 2, 3} - {viewer}
    assert held == {(seat, copies) for seat in seats for copies in (2, 3)}


@pytest.mark.rule("CLAIM-6")
def test_a_viewer_who_is_asked_knows_nothing_of_the_others() -> None:
    state = offered("5m", {1: PAIR_OF_5M, 2: WAITS_FOR_5M}, ting={2: "7z"}, rules=CHOICE)
    asked = Counter(claims(world).asked for world in draw(state, 1, 200))
    assert asked[1,] > asked[1, 2] > 0


@pytest.mark.rule("CLAIM-4")
def test_after_a_pass_somebody_else_has_to_answer() -> None:
    hands = {1: PAIR_OF_5M, 2: WAITS_FOR_5M, 3: WAITS_FOR_5M_TOO}
    state = position(hands, drawn="5m", ting={2: "7z", 3: "7z"}, rules=CHOICE)
    state = play(declared_in_turn(state, 2, 3), "0 discard 5m", "1 pass")
    assert {actors(world) for world in draw(state, 1, 200)} == {(2,), (3,), (2, 3)}


@pytest.mark.rule("CLAIM-2", "CLAIM-4")
@pytest.mark.parametrize("answer", ["1 pung 5m 0", "1 kong 5m melded"])
def test_after_a_pung_or_a_kong_a_seat_that_can_win_has_to_answer(answer: str) -> None:
    state = offered("5m", {1: THREE_5M, 2: WAITS_FOR_5M}, ting={2: "7z"}, rules=CHOICE)
    for world in draw(play(state, answer), 1):
        assert actors(world) == (2,)
        assert Tile.M5 in world.players[2].waits


@pytest.mark.rule("WIN-4", "CLAIM-4")
def test_after_a_win_a_nearer_seat_that_can_win_has_to_answer() -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: WAITS_FOR_5M_AS_WELL}
    state = position(hands, drawn="5m", ting=dict.fromkeys(hands, "7z"), rules=CHOICE)
    state = play(declared_in_turn(state, 1, 2, 3), "0 discard 5m", "2 win")
    for world in draw(state, 2):
        assert 1 in actors(world)
        assert Tile.M5 in world.players[1].waits


@pytest.mark.rule("WIN-3")
def test_a_seat_that_let_the_tile_go_once_is_not_the_one_that_is_asked() -> None:
    # All other 5m are seen, so that nobody can pung it.
    hands = {1: "{1234z}147m258p369s", 2: WAITS_FOR_5M, 3: WAITS_FOR_5M_TOO}
    state = position(
        hands,
        drawn="5m",
        ting={2: "7z", 3: "7z"},
        barred=[3],
        rivers={0: "5m", 1: "5m"},
        rules=CHOICE,
    )
    state = declared_in_turn(state, 3, 2)
    counts = state.players[3].ting_since
    state = with_player(state, 3, ting_since=(counts[0] - 1, *counts[1:]))
    for world in draw(play(state, "0 discard 5m"), 1):
        assert claims(world).asked == (2,)


# --- an added kong ---


def announced(hand: str, melds: list[str]) -> GameState:
    """Return a state in which seat 1 adds 5m to its pung, and seats 2 and 3 wait for it."""
    state = position(
        {1: hand, 2: WAITS_FOR_5M, 3: WAITS_FOR_5M_TOO},
        turn=1,
        drawn="7z",
        melds={1: melds},
        ting={2: "7z", 3: "7z"},
        rules=ROBBING_BY_CHOICE,
    )
    return play(declared_in_turn(state, 2, 3), "1 kong 5m added")


@pytest.mark.rule("KONG-7", "KONG-8")
def test_the_tile_of_an_added_kong_lies_among_its_makers_tiles() -> None:
    state = announced("{1234z}5m158p26s", ["555m<0"])
    stands = set()
    for world in draw(state, 0):
        player = world.players[1]
        assert player.concealed.count(Tile.M5) == 1
        stands.add(Tile.M5 in player.standing)
        assert set(actors(world)) <= {2, 3}
        for seat in actors(world):
            assert Tile.M5 in world.players[seat].waits
    assert stands == {False, True}


@pytest.mark.rule("STAND-3")
def test_the_tile_of_an_added_kong_is_not_the_last_standing_one() -> None:
    state = announced("{3z}5m18p", ["555m<0", "111m<0", "999m<0"])
    for world in draw(state, 0):
        assert Tile.M5 in world.players[1].loose


@pytest.mark.rule("KONG-7")
def test_after_passing_an_added_kong_another_seat_has_to_answer() -> None:
    state = play(announced("{1234z}5m158p26s", ["555m<0"]), "2 pass")
    assert {actors(world) for world in draw(state, 2)} == {(3,)}


# --- chance ---


def test_equal_numbers_give_equal_worlds() -> None:
    class Numbers:
        """The same numbers as those of `random.Random`."""

        def __init__(self, seed: int) -> None:
            self._rng = random.Random(seed)

        def random(self) -> float:
            return self._rng.random()

    for place in islice(positions(ORDINARY, 8), 0, None, 11):
        world = sample_state(place.seen, random.Random(5))
        assert sample_state(place.seen, random.Random(5)) == world
        assert sample_state(place.seen, Numbers(5)) == world


def test_other_numbers_give_other_worlds() -> None:
    for state in (deal(Shuffle.from_seed(1)), waiting(*ALL_BUT_5S), offered("5m", {1: PAIR_OF_5M})):
        for viewer in VIEWERS:
            seen = view(state, viewer)
            worlds = [sample_state(seen, random.Random(seed)) for seed in range(20)]
            assert len(set(worlds)) == 20
            hands = {tuple(player.concealed for player in world.players) for world in worlds}
            assert len(hands) == 20


def test_worlds_are_the_same_on_every_python() -> None:
    places = [*islice(positions((*ROBBING, *ORDINARY), 8), 0, None, 23), *tight_positions([5, 6])]
    digest = sha256()
    for place in places:
        world = sample_state(place.seen, random.Random(1))
        digest.update(f"{format_state(world)}\n".encode())
    assert len(places) > 100
    assert digest.hexdigest()[:16] == "86b735d1ef1472d0"
