"""Whole deals on another wall: tiles that nobody has drawn yet, copies, dice, another dealer.

Each test plays a deal on two walls side by side; what must be equal is compared at every ply.
"""

from __future__ import annotations

import operator
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs
import pytest

import referee
from corpus import Deal, drawn
from differential import differences, referee_of
from lisi_mahjong import (
    DrawnDeal,
    Drew,
    Event,
    GameState,
    Setup,
    WonDeal,
    actors,
    apply,
    deal,
    legal_actions,
    seen_events,
    step,
    view,
    why_illegal,
)
from metamorphic import (
    alike,
    assert_met,
    choices,
    decisions,
    dice_for,
    in_common,
    laid,
    moves_of,
    path,
    relaid,
)
from offers import every_action
from plain import plain_action
from relabel import Relabelling
from sights import VIEWERS, wall_places

EVERYTHING = tuple(action for seat in range(4) for action in every_action(seat))

# --- tiles that nobody has drawn yet ------------------------------------------------------

PARTS = ("two", "some", "head", "reserve", "all")


def a_part(state: GameState, part: str, rng: random.Random) -> list[int]:
    """Return places of the wall that nobody has drawn from yet."""
    places = wall_places(state)
    match part:
        case "two":
            return rng.sample(places, min(2, len(places)))
        case "some":
            return rng.sample(places, rng.randint(0, len(places)))
        case "head":
            return places[: rng.randint(0, len(places))]
        case "reserve":
            return places[len(places) - state.reserve :]
        case _:
            return places


def permuted(setup: Setup, places: list[int], rng: random.Random) -> Setup:
    """Return a deal in which the tiles at some places of the wall have changed places."""
    order = list(setup.wall)
    moved = [order[place] for place in places]
    rng.shuffle(moved)
    for place, tile in zip(places, moved, strict=True):
        order[place] = tile
    other = relaid(setup, order)
    assert other.wall == tuple(order)
    return other


def drawn_from(state: GameState, events: tuple[Event, ...], number: int) -> int:
    """Return the place of the wall from which the draw came that is the event of a number."""
    places = wall_places(state)
    place = -1
    for event in events[: number + 1]:
        if isinstance(event, Drew) and not event.replacement:
            place = places.pop(0)
        elif isinstance(event, Drew):  # the last stack, its upper tile if that is there (WALL-5)
            upper = places[-1] - 1
            place = upper if upper % 2 == 0 and upper in places else places[-1]
            places.remove(place)
    return place


def same_to_the_eye(one: GameState, other: GameState) -> None:
    """Assert that nobody can tell two states apart, nor has other choices in one of them."""
    assert actors(one) == actors(other)
    for seat in range(4):
        assert legal_actions(one, seat) == legal_actions(other, seat)
    for viewer in VIEWERS:
        assert view(one, viewer) == view(other, viewer)


@pytest.mark.rule("VIEW-2", "WALL-5", "WALL-7", "CLAIM-6")
@pytest.mark.parametrize("part", PARTS)
def test_what_nobody_has_drawn_matters_at_the_first_draw_of_it_and_not_before(part: str) -> None:
    """Every ply of 40 deals, and all that may be done there."""
    met = Counter[str]()
    for number in range(8000, 8040):
        rng = random.Random(f"permuted {part} {number}")
        for state, _ in drawn(number).actions():
            places = a_part(state, part, rng)
            other = attrs.evolve(state, setup=permuted(state.setup, places, rng))
            met["moved"] += other.setup.wall != state.setup.wall
            same_to_the_eye(state, other)
            for action in rng.sample(EVERYTHING, 8):
                assert why_illegal(state, action) is why_illegal(other, action)
            for action in choices(state):
                one, two = step(state, action), step(other, action)
                common = in_common(one.events, two.events)
                if common == len(one.events) == len(two.events):
                    assert alike(one.state, two.state)
                    met["same"] += 1
                    continue
                first, second = one.events[common], two.events[common]
                assert isinstance(first, Drew)
                assert isinstance(second, Drew)
                assert (first.seat, first.replacement) == (second.seat, second.replacement)
                assert drawn_from(state, one.events, common) in places
                met["replaced" if first.replacement else "drew"] += 1
    floors = {
        "two": {"same": 8000, "drew": 200, "replaced": 2},
        "some": {"same": 6000, "drew": 4000, "replaced": 40},
        "head": {"same": 2000, "drew": 7000},
        "reserve": {"same": 9000, "replaced": 50},
        "all": {"same": 1200, "drew": 8000, "replaced": 70},
    }
    assert_met(met, {"moved": 800} | floors[part])


@pytest.mark.rule("WALL-6", "WALL-8")
def test_what_is_never_drawn_might_be_anything_from_the_start_on() -> None:
    """And so might, up to any ply, what is drawn only after it."""
    met = Counter[str]()
    for number in range(8100, 8150):
        rng = random.Random(f"never drawn {number}")
        played = drawn(number)
        states, actions = path(played), decisions(played)
        last = rng.choice((len(actions), rng.randint(0, len(actions))))
        places = wall_places(states[last])
        other = attrs.evolve(played.start, setup=permuted(played.start.setup, places, rng))
        met["moved"] += other != played.start
        for before, action, after in zip(states[:last], actions, states[1:], strict=False):
            one, two = step(before, action), step(other, action)
            assert one.events == two.events
            assert alike(after, two.state)
            for viewer in VIEWERS:
                assert seen_events(one, viewer) == seen_events(two, viewer)
                assert view(after, viewer) == view(two.state, viewer)
            other = two.state
        result = states[last].result
        met["won"] += isinstance(result, WonDeal)
        met["drawn"] += isinstance(result, DrawnDeal)
        met["broken off"] += result is None
    assert_met(met, {"moved": 45, "won": 10, "drawn": 8, "broken off": 15})


# --- copies -------------------------------------------------------------------------------


def exchanged(start: GameState, one: int, two: int) -> GameState:
    """Return the start of the deal in which two places of the wall have changed their tiles."""
    order = list(start.setup.wall)
    order[one], order[two] = order[two], order[one]
    return deal(relaid(start.setup, order).shuffle, dealer=start.dealer, rules=start.rules)


def side_by_side(played: Deal, other: GameState) -> Iterator[tuple[GameState, GameState]]:
    """Yield the states of a deal and of another one in which the same is decided.

    It ends where that is not possible any more.
    """
    yield played.start, other
    for before, action in played.actions():
        if why_illegal(other, action) is not None:
            return
        one, two = step(before, action), step(other, action)
        other = two.state
        yield one.state, other
        if one.events != two.events:
            return


@pytest.mark.rule("WALL-1", "STAND-4")
def test_which_copy_of_a_kind_lies_where_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine knows kinds alone; the referee knows each tile, and which four of them stand.

    Beside the deal the referee plays two more, in which the copies of each kind have changed
    places: one that stands and one that does not, one in a hand and one in the wall.
    """
    build, met = referee.build_wall, Counter[str]()

    def exchanged(layout: Sequence[str], first_taker: int, counted_stacks: int) -> referee.Wall:
        wall = build(layout, first_taker, counted_stacks)
        copies = {kind: rng.sample(range(4), 4) for kind in referee.KINDS}
        other = referee.Wall(
            [
                [tile._replace(copy=copies[tile.kind][tile.copy]) for tile in stack]
                for stack in wall.stacks
            ]
        )
        met["moved"] += sum(map(operator.ne, wall.tiles(), other.tiles()))
        return other

    for number in range(8200, 8220):
        rng = random.Random(f"copies {number}")
        played = drawn(number)
        referees = [referee_of(played)]
        with monkeypatch.context() as patch:
            patch.setattr(referee, "build_wall", exchanged)
            referees += [referee_of(played), referee_of(played)]
        standing = {str([seat.standing for seat in each.players]) for each in referees}
        met["others stand"] += len(standing) == 3
        state = played.start
        for before, action in played.actions():
            assert [list(differences(before, each)) for each in referees] == [[], [], []]
            state = apply(before, action)
            for each in referees:
                each.apply(plain_action(action))
        assert [list(differences(state, each)) for each in referees] == [[], [], []]
        met["won"] += isinstance(state.result, WonDeal)
        met["told apart"] += len({str(each.wall.tiles()) for each in referees}) == 3
    assert_met(met, {"moved": 3000, "others stand": 20, "won": 8, "told apart": 15})


def test_two_tiles_of_different_kinds_can_not() -> None:
    """The comparison can fail: where both come into play, the deal is another one from then on."""
    parted = 0
    for number in range(8200, 8230):
        rng = random.Random(f"kinds {number}")
        played = drawn(number)
        wall = played.start.setup.wall
        one, two = rng.choice(
            [(a, b) for a in range(16) for b in range(16, 53) if wall[a] is not wall[b]]
        )
        states = list(side_by_side(played, exchanged(played.start, one, two)))
        parted += not all(alike(state, other) for state, other in states)
    assert parted == 30


# --- dice and dealer ----------------------------------------------------------------------


@pytest.mark.rule("WALL-3", "WALL-4", "DEAL-1", "TURN-1")
@pytest.mark.parametrize("turns", range(4))
def test_a_deal_goes_round_with_its_dealer_whatever_dice_break_the_walls_alike(turns: int) -> None:
    """Other throws that find the same first taker, or the one so many turns further.

    The walls are laid anew for the dice, so that the tiles come in the same order.
    """
    met = Counter[str]()
    for number in range(8300, 8312):
        rng = random.Random(f"dice {number} {turns}")
        played = drawn(number)
        state, setup = played.start, played.start.setup
        dice = dice_for(setup.first_taker - setup.dealer, rng)
        met["other totals"] += sum(dice[0]) != sum(setup.shuffle.dice[0])
        met["another break"] += sum(dice[1]) != sum(setup.shuffle.dice[1])
        dealer = (setup.dealer + turns) % 4
        shuffle = laid(setup.wall, dealer, dice, rng.randrange(4))
        met["other layout"] += shuffle.layout != setup.shuffle.layout
        other = deal(shuffle, dealer=dealer, rules=state.rules)
        assert other.setup.wall == setup.wall
        names = Relabelling(turns=turns)
        for before, action in played.actions():
            assert alike(names.state(before), other)
            for seat in range(4):
                renamed = tuple(map(names.action, legal_actions(before, seat)))
                assert legal_actions(other, names.seat(seat)) == renamed
            state, other = apply(before, action), apply(other, names.action(action))
        assert alike(names.state(state), other)
        met["won"] += isinstance(state.result, WonDeal)
    assert_met(met, {"won": 3, "other totals": 4, "another break": 7, "other layout": 9})


@pytest.mark.rule("WALL-3", "DEAL-1", "DEAL-2")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_where_the_dice_make_up_for_another_dealer_all_have_the_same_hands(turns: int) -> None:
    """The first taker is the same, the walls are; the fourteenth tile is the other dealer's."""
    for number in range(8400, 8460):
        rng = random.Random(f"dealer {number} {turns}")
        one = drawn(number).start
        setup = one.setup
        dealer = (setup.dealer + turns) % 4
        first, _ = dice_for(setup.first_taker - dealer, rng)
        shuffle = attrs.evolve(setup.shuffle, dice=(first, setup.shuffle.dice[1]))
        other = deal(shuffle, dealer=dealer, rules=one.rules)
        assert other.setup.first_taker == setup.first_taker
        assert other.setup.wall == setup.wall
        fourteenth = setup.wall[52]
        for seat in range(4):
            hands = []
            for state in (one, other):
                loose = Counter(state.players[seat].loose)
                loose[fourteenth] -= seat == state.dealer
                hands.append((state.players[seat].standing, +loose))
            assert hands[0] == hands[1]
        assert (actors(one), actors(other)) == ((setup.dealer,), (dealer,))
        assert len(other.players[dealer].loose) == 10


def test_the_draws_of_a_deal_come_from_where_they_are_looked_for() -> None:
    """`drawn_from` finds the place of every draw, whatever comes from the tail."""
    tails = 0
    for number in range(8000, 8060):
        for state, _, done in moves_of(drawn(number)):
            for place, event in enumerate(done.events):
                if isinstance(event, Drew):
                    tails += event.replacement
                    found = state.setup.wall[drawn_from(state, done.events, place)]
                    assert found is event.tile
    assert tails > 30
