"""The two ends of the wall and its reserve: WALL-5 to WALL-7, WALL-9 and WALL-10."""

from __future__ import annotations

import random

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    Discard,
    DrawnDeal,
    GameState,
    InvalidStateError,
    Kong,
    KongKind,
    Pass,
    Problem,
    Refusal,
    RulesError,
    RuleSet,
    Shuffle,
    Tile,
    actors,
    apply,
    deal,
    legal_actions,
    reserve,
    why_illegal,
)
from lisi_mahjong.wall import head_place, tail_place
from support import play, position

WRITTEN, NOTHING_KEPT = RuleSet(), RuleSet(reserved_stacks=0)


def idle(state: GameState) -> GameState:
    """Return the state after somebody does the least: passes, or discards a loose tile."""
    actions = legal_actions(state, actors(state)[0])
    return apply(state, next(one for one in actions if isinstance(one, Pass | Discard)))


def idle_until_the_turn_of(state: GameState, seat: int) -> GameState:
    while not (isinstance(state.stage, AwaitingTurn) and state.stage.seat == seat):
        state = idle(state)
    return state


def idle_to_the_end(state: GameState) -> tuple[GameState, int]:
    """Return how a deal ends in which nobody does anything, and the number of tiles drawn."""
    before = state.remaining
    while state.result is None:
        state = idle(state)
    return state, before - state.remaining


# --- the reserve (WALL-6, WALL-10) --------------------------------------------------------

# By the number of kongs, 0 to 16: seven stacks up to one kong and one more for each further kong,
# and the single tile of an odd number of kongs.
RESERVES = {
    7: [14, 15, 16, 19, 20, 23, 24, 27, 28, 31, 32, 35, 36, 39, 40, 43, 44],
    1: [2, 3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23, 24, 27, 28, 31, 32],
    41: [82, 83, 84, 87, 88, 91, 92, 95, 96, 99, 100, 103, 104, 107, 108, 111, 112],
    0: [0] * 17,
}


@pytest.mark.rule("WALL-6")
@pytest.mark.parametrize("stacks", RESERVES)
def test_the_reserve_for_each_number_of_kongs(stacks: int) -> None:
    rules = RuleSet(reserved_stacks=stacks)
    assert [reserve(kongs, rules) for kongs in range(17)] == RESERVES[stacks]


@pytest.mark.rule("WALL-6")
def test_seven_stacks_are_kept_back_by_default() -> None:
    assert [reserve(kongs) for kongs in range(17)] == RESERVES[7]
    assert reserve(5, rules=WRITTEN) == 23


@pytest.mark.rule("WALL-6", refuses=True)
@pytest.mark.parametrize("kongs", [-1, 17, 10**100, True, False, None, 1.0, "1"])
def test_the_reserve_of_another_number_of_kongs_is_refused(kongs: object) -> None:
    with pytest.raises(InvalidStateError, match="WALL-6") as caught:
        reserve(kongs)  # type: ignore[arg-type]  # what is tested
    assert [problem for problem, _ in caught.value.problems] == [Problem.KONG_COUNT]


@pytest.mark.rule("WALL-6", "WALL-7", "WALL-8")
@pytest.mark.parametrize(("stacks", "drawn"), [(7, 69), (0, 83), (1, 81), (41, 1)])
def test_a_deal_without_a_kong_is_drawn_when_the_reserve_is_left(stacks: int, drawn: int) -> None:
    state = deal(Shuffle.from_seed(3), rules=RuleSet(reserved_stacks=stacks))
    end, number = idle_to_the_end(state)
    assert isinstance(end.result, DrawnDeal)
    assert (number, end.remaining) == (drawn, 2 * stacks)


@pytest.mark.rule("WALL-10")
def test_with_41_stacks_kept_back_one_tile_is_drawn_after_the_deal() -> None:
    state = deal(Shuffle.from_seed(3), rules=RuleSet(reserved_stacks=41))
    assert (state.remaining, state.reserve) == (83, 82)
    state = idle_until_the_turn_of(state, 1)
    assert state.remaining == 82
    end, number = idle_to_the_end(state)
    assert isinstance(end.result, DrawnDeal)
    assert number == 0


@pytest.mark.rule("WALL-10", refuses=True)
@pytest.mark.parametrize("stacks", [-1, 42, 68, True, None, 7.0, "7"])
def test_no_wall_keeps_back_another_number_of_stacks(stacks: object) -> None:
    with pytest.raises(RulesError) as caught:
        RuleSet(reserved_stacks=stacks)  # type: ignore[arg-type]  # what is tested
    assert (caught.value.option, caught.value.rule) == ("reserved_stacks", "WALL-10")


# --- replacements (WALL-5) ----------------------------------------------------------------


def filled(chosen: dict[int, Tile]) -> list[Tile]:
    """Return 136 tiles with the chosen ones in their places and the others in order."""
    left = [tile for tile in Tile for _ in range(4)]
    for tile in chosen.values():
        left.remove(tile)
    others = iter(left)
    return [chosen[place] if place in chosen else next(others) for place in range(136)]


def concealed_kong(state: GameState, tile: Tile) -> GameState:
    return apply(state, Kong(state.dealer, tile, KongKind.CONCEALED))


def drawn(state: GameState) -> Tile | None:
    assert isinstance(state.stage, AwaitingTurn)
    return state.stage.drawn


@pytest.mark.case(45)
@pytest.mark.rule("WALL-5", "WALL-6")
def test_replacements_come_from_the_last_stack_the_upper_tile_first() -> None:
    # Seat 0 takes first: 1m from draws 17 to 20, 2m from 33 to 36, 3m from 1, 2, 49 and 53.
    chosen = dict.fromkeys(range(16, 20), Tile.M1) | dict.fromkeys(range(32, 36), Tile.M2)
    chosen |= dict.fromkeys((0, 1, 48, 52), Tile.M3)
    chosen |= {134: Tile.RED, 135: Tile.GREEN, 132: Tile.WHITE, 133: Tile.NORTH}
    state = deal(Shuffle.from_draw_order(filled(chosen)))
    seen = []
    for tile in (Tile.M1, Tile.M2, Tile.M3):
        state = concealed_kong(state, tile)
        seen.append((drawn(state), state.remaining, state.reserve))
    assert seen == [(Tile.RED, 82, 15), (Tile.GREEN, 81, 16), (Tile.WHITE, 80, 19)]


@pytest.mark.rule("WALL-4", "WALL-5")
def test_the_tail_is_the_counted_stack_next_to_the_break() -> None:
    # docs/rules.md: seat 2 deals and throws 7 and 5, so that seat 0 takes first and its stacks 0
    # to 4 stay. Draws 1 to 24 lie in places 10 to 33, the following in 102 and up; those of seat
    # 2, the third to take, are 9 to 12, 25 to 28, 41 to 44, 51 and, as the dealer, 53.
    chosen = dict.fromkeys(range(102, 106), Tile.M1) | dict.fromkeys(range(118, 122), Tile.M2)
    chosen |= {8: Tile.RED, 9: Tile.GREEN}  # stack 4 of seat 0
    state = deal(Shuffle(filled(chosen), ((3, 4), (2, 3))), dealer=2)
    state = concealed_kong(state, Tile.M1)
    assert drawn(state) is Tile.RED
    state = concealed_kong(state, Tile.M2)
    assert drawn(state) is Tile.GREEN


# --- a kong needs its reserve (WALL-7) ----------------------------------------------------

# By the number of kongs made before: the fewest tiles with which another one is allowed.
FEWEST = [16, 17, 20, 21, 24, 25, 28, 29, 32]
KONGS_OF_OTHERS = [
    "(1111z)",
    "(2222z)",
    "(3333z)",
    "(4444z)",
    "(5555z)",
    "(6666z)",
    "(7777z)",
    "(9999s)",
]


def with_a_kong_in_hand(kongs: int, remaining: int, rules: RuleSet = WRITTEN) -> GameState:
    """Return a position in which seat 0 holds four ``7p`` and others have made some kongs."""
    melds = {seat: KONGS_OF_OTHERS[:kongs][seat - 1 :: 3] for seat in (1, 2, 3)}
    return position(
        {0: "{1234m}777p123456s"}, drawn="7p", melds=melds, remaining=remaining, rules=rules
    )


CONCEALED = Kong(0, Tile.P7, KongKind.CONCEALED)


@pytest.mark.rule("WALL-7")
@pytest.mark.parametrize("kongs", range(9))
def test_a_kong_is_allowed_when_the_reserve_for_one_more_is_left(kongs: int) -> None:
    state = with_a_kong_in_hand(kongs, FEWEST[kongs])
    assert state.kongs == kongs
    assert CONCEALED in legal_actions(state, 0)
    after = apply(state, CONCEALED)
    assert after.remaining == after.reserve == RESERVES[7][kongs + 1]


@pytest.mark.rule("WALL-7", refuses=True)
@pytest.mark.parametrize("kongs", range(9))
def test_a_kong_is_refused_when_one_tile_is_missing(kongs: int) -> None:
    state = with_a_kong_in_hand(kongs, FEWEST[kongs] - 1)
    assert why_illegal(state, CONCEALED) is Refusal.KONG_BREAKS_RESERVE
    assert CONCEALED not in legal_actions(state, 0)


@pytest.mark.rule("WALL-7")
def test_an_added_and_a_melded_kong_are_allowed_with_16_tiles() -> None:
    state = position({0: "{1234m}123456s"}, drawn="7p", melds={0: ["777p<1"]}, remaining=16)
    assert why_illegal(state, Kong(0, Tile.P7, KongKind.ADDED)) is None
    state = position({1: "{1234m}777p123456s"}, drawn="7p", remaining=16)
    state = play(state, "0 discard 7p")
    assert why_illegal(state, Kong(1, Tile.P7, KongKind.MELDED)) is None


@pytest.mark.rule("WALL-7", refuses=True)
def test_an_added_and_a_melded_kong_are_refused_with_15_tiles() -> None:
    state = position({0: "{1234m}123456s"}, drawn="7p", melds={0: ["777p<1"]}, remaining=15)
    added = Kong(0, Tile.P7, KongKind.ADDED)
    assert why_illegal(state, added) is Refusal.KONG_BREAKS_RESERVE
    state = position({1: "{1234m}777p123456s"}, drawn="7p", remaining=15)
    state = play(state, "0 discard 7p")
    melded = Kong(1, Tile.P7, KongKind.MELDED)
    assert why_illegal(state, melded) is Refusal.KONG_BREAKS_RESERVE


@pytest.mark.rule("WALL-7")
def test_a_tile_is_drawn_while_more_than_the_reserve_is_left() -> None:
    state = play(position({}, drawn="7p", remaining=15), "0 discard 7p")
    state = idle_until_the_turn_of(state, 1)
    assert state.remaining == 14


@pytest.mark.rule("WALL-8")
@pytest.mark.rule("WALL-7", refuses=True)
def test_no_tile_is_drawn_when_the_reserve_alone_is_left() -> None:
    end, number = idle_to_the_end(position({}, drawn="7p", remaining=14))
    assert isinstance(end.result, DrawnDeal)
    assert number == 0


@pytest.mark.case(47)
@pytest.mark.rule("WALL-7", "WALL-8")
def test_after_a_kong_that_leaves_just_the_reserve_the_deal_is_drawn() -> None:
    state = apply(with_a_kong_in_hand(0, 16), CONCEALED)
    end, number = idle_to_the_end(state)
    assert isinstance(end.result, DrawnDeal)
    assert (number, end.remaining, end.kongs) == (0, 15, 1)


@pytest.mark.rule("WALL-6", "WALL-7")
def test_with_nothing_kept_back_the_last_tile_replaces_a_kong() -> None:
    after = apply(with_a_kong_in_hand(0, 1, NOTHING_KEPT), CONCEALED)
    assert (after.remaining, after.reserve) == (0, 0)
    end, number = idle_to_the_end(after)
    assert isinstance(end.result, DrawnDeal)
    assert number == 0


@pytest.mark.rule("WALL-7", refuses=True)
def test_with_nothing_kept_back_and_nothing_left_a_kong_is_refused() -> None:
    state = with_a_kong_in_hand(0, 0, NOTHING_KEPT)
    assert why_illegal(state, CONCEALED) is Refusal.KONG_BREAKS_RESERVE


# --- where the ends meet (WALL-9) ---------------------------------------------------------


class Table:
    """68 stacks, from the head to the tail, from which tiles are taken as hands take them."""

    def __init__(self) -> None:
        self.stacks = [[2 * number, 2 * number + 1] for number in range(68)]
        self.replaced = 0

    @property
    def remaining(self) -> int:
        return sum(map(len, self.stacks))

    def take(self, *, from_tail: bool) -> int:
        """Take the upper tile of the first or of the last stack that still has one."""
        end = -1 if from_tail else 0
        tile = self.stacks[end].pop(0)
        if not self.stacks[end]:
            del self.stacks[end]
        self.replaced += from_tail
        return tile

    def expected(self, *, from_tail: bool) -> int:
        """Return which tile the library would take."""
        place = tail_place if from_tail else head_place
        return place(self.remaining, self.replaced)

    def copy(self) -> Table:
        other = Table()
        other.stacks = [list(one) for one in self.stacks]
        other.replaced = self.replaced
        return other


@pytest.mark.rule("WALL-5", "WALL-9")
@pytest.mark.parametrize("kongs", range(17))
def test_both_ends_take_what_hands_would_take_from_a_row_of_stacks(kongs: int) -> None:
    rng = random.Random(kongs)
    for _ in range(40):
        from_tail = [True] * kongs + [False] * (136 - kongs)
        rng.shuffle(from_tail)
        table = Table()
        for end in from_tail:
            expected = table.expected(from_tail=end)
            assert table.take(from_tail=end) == expected


@pytest.mark.rule("WALL-9")
@pytest.mark.parametrize("kongs", range(5))
def test_the_last_tiles_are_taken_as_by_hands_in_every_order(kongs: int) -> None:
    table = Table()
    for _ in range(kongs):
        table.take(from_tail=True)
    while table.remaining > 11:
        table.take(from_tail=False)
    waiting = [table]
    ends = 0
    while waiting:
        now = waiting.pop()
        if not now.remaining:
            ends += 1
            continue
        for from_tail in (False, True):
            then = now.copy()
            expected = now.expected(from_tail=from_tail)
            assert then.take(from_tail=from_tail) == expected, now.stacks
            waiting.append(then)
    assert ends == 2**11


@pytest.mark.rule("WALL-9")
@pytest.mark.parametrize(
    ("remaining", "kongs", "head", "tail"),
    [
        (136, 0, 0, 134),
        (2, 0, 134, 134),  # one whole stack: each end takes its upper tile
        (1, 0, 135, 135),  # the head has taken it
        (1, 1, 135, 135),  # the tail has
        (3, 1, 132, 135),  # a whole stack, and the lower tile of the last one
        (2, 1, 133, 135),  # two lower tiles
        (2, 2, 132, 132),
        (1, 2, 133, 133),
        (1, 3, 133, 133),
    ],
)
def test_each_end_takes_what_the_last_stacks_still_hold(
    remaining: int, kongs: int, head: int, tail: int
) -> None:
    assert (head_place(remaining, kongs), tail_place(remaining, kongs)) == (head, tail)


@pytest.mark.rule("WALL-9")
def test_in_a_deal_the_head_takes_the_lower_tile_when_the_tail_took_the_upper() -> None:
    state = with_a_kong_in_hand(0, 2, NOTHING_KEPT)
    upper, lower = state.setup.wall[134:]
    state = apply(state, CONCEALED)
    assert drawn(state) is upper
    state = idle_until_the_turn_of(state, 1)
    assert drawn(state) is lower
    assert state.remaining == 0


@pytest.mark.rule("WALL-9")
def test_in_a_deal_the_tail_takes_the_lower_tile_when_the_head_took_the_upper() -> None:
    state = position(
        {1: "{1234m}7777p12345s"}, drawn="9p", remaining=2, rules=NOTHING_KEPT, draws="9s"
    )
    upper, lower = state.setup.wall[134:]
    state = play(state, "0 discard 9p")
    state = idle_until_the_turn_of(state, 1)
    assert drawn(state) is upper is Tile.S9
    state = apply(state, Kong(1, Tile.P7, KongKind.CONCEALED))
    assert drawn(state) is lower
    assert state.remaining == 0
