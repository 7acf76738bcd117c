"""From what a line says to a whole state: what was left open is filled in, always alike.

A position for a test or a puzzle names the tiles that matter. Hands are filled up with tiles as
different from each other as can be, rows of discards with what the melds and the offer need, and
the wall with the rest, so that 136 tiles lie where they can lie. `docs/notation.md` tells how.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from lisi_mahjong.actions import KONGS, PASSES, PUNGS, WINS, Action, KongKind
from lisi_mahjong.claims import answers_of
from lisi_mahjong.drafts import Draft, DraftSeat
from lisi_mahjong.errors import InvalidStateError, NotationError
from lisi_mahjong.melds import Meld, counted_melds
from lisi_mahjong.positions import drawn_places
from lisi_mahjong.problem_codes import Problem, some_of
from lisi_mahjong.rules import DEFAULT_SCORE, RuleSet
from lisi_mahjong.seats import OTHERS, SEATS
from lisi_mahjong.seen import (
    FACE_DOWN_TINGS,
    OpenHand,
    SeenClaims,
    SeenPlayer,
    SeenStage,
    SeenTing,
    SeenTurn,
)
from lisi_mahjong.state import (
    LYING,
    TAKEN,
    TURNS,
    AwaitingClaims,
    DrawnDeal,
    Finished,
    GameState,
    Player,
    RiverTile,
    Setup,
    Stage,
    Ting,
    WonDeal,
)
from lisi_mahjong.tiles import COPIES, ONE, TILES, Tile, counted
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import (
    RESERVES,
    STACKS,
    WALL_SIZE,
    Shuffle,
    Throw,
    first_taker,
    head_place,
    kong_keeps_reserve,
    tail_place,
)
from lisi_mahjong.winning import HAND_SIZE, Reading, read_win, wait_set

FIRST_DICE: Final[tuple[Throw, Throw]] = ((1, 4), (3, 4))
"""Dice that make the dealer the first taker, for a line that names none."""

_SPREAD: Final = tuple(TILES[7 * number % len(TILES)] for number in range(len(TILES)))
"""The kinds in an order in which neighbours are far apart."""

_STANDING: Final = 4


@attrs.define
class _Side:
    """The tiles of a seat while they are being laid."""

    draft: DraftSeat
    melds: tuple[Meld, ...]
    standing: list[Tile]
    loose: list[Tile]
    river: list[RiverTile]

    @property
    def ting_tile(self) -> Tile | None:
        """The tile of the declaration; the first one, if the line shows several."""
        return next((entry.tile for entry in self.river if entry.ting), None)

    def tiles(self) -> list[Tile]:
        """Return the tiles that lie on this side."""
        made = [tile for meld in self.melds for tile in meld.tiles]
        lying = [entry.tile for entry in self.river if entry.taken_by is None]
        return [*sorted(self.standing), *sorted(self.loose), *made, *lying]


def state_of(draft: Draft) -> tuple[GameState, tuple[tuple[Problem, str], ...]]:
    """Return the state that a line names, and what is wrong with the wall that it names.

    Where the wall is wrong, the state has some other one.

    Args:
        draft: what the line of a state says.

    Raises:
        NotationError: it names more tiles of the wall than are left.

    Example:
        >>> from lisi_mahjong.drafts import read_line
        >>> state, _ = state_of(read_line("lisi1 stage=turn:0:5m hand0={1234z}..", of_view=False))
        >>> [len(player.concealed) for player in state.players], state.remaining
        ([14, 13, 13, 13], 83)
    """
    sides = [
        _Side(
            seat,
            tuple([meld for meld in seat.melds if isinstance(meld, Meld)]),
            list(seat.standing),
            list(seat.loose),
            [entry for entry in seat.river if isinstance(entry, RiverTile)],
        )
        for seat in draft.seats
    ]
    _add_needed_discards(draft, sides)
    _add_needed_tiles(draft, sides)
    pool = _Pool([*draft.wall, *(draft.tail or ())] if draft.tail is not None else ())
    for side in sides:
        pool.take(side.tiles())
    excess = [f"{COPIES - count} of {tile}" for tile, count in pool.counts.items() if count < 0]
    _fill_hands(draft, sides, pool)
    kongs = sum(meld.kind.is_kong for side in sides for meld in side.melds)
    lying = sum(len(side.tiles()) for side in sides)
    remaining = _remaining(draft, kongs, lying)
    _fill_rivers(draft, sides, pool.fill(WALL_SIZE - remaining - lying))
    wall = _wall(draft, sides, pool, remaining, kongs)
    shuffle, wrong = _shuffle(draft, wall)
    if excess and draft.tail is not None:
        wrong = ((Problem.WALL_COPIES, some_of(excess)),)
    setup = Setup(draft.rules, draft.dealer, shuffle)
    first, second, third, fourth = _players(draft, sides)
    players = (first, second, third, fourth)
    stage = _stage(draft, players, kept=kong_keeps_reserve(remaining, kongs, draft.rules))
    return GameState(setup, players, stage, kongs, remaining, draft.ply), wrong


def _remaining(draft: Draft, kongs: int, lying: int) -> int:
    """Return how many tiles are left in the wall: as it is told, or what the table leaves."""
    if draft.remaining is not None:
        return draft.remaining
    if draft.stage.name == "drawn" and any(seat.more_river for seat in draft.seats):
        return RESERVES[draft.rules.reserved_stacks][kongs]
    return max(0, WALL_SIZE - lying)


class _Pool:
    """The tiles that have no place yet. A count below zero is a tile too many."""

    def __init__(self, taken: Iterable[Tile]) -> None:
        self.counts = Counter(dict.fromkeys(TILES, COPIES))
        self._turn = 0
        self.take(taken)

    def take(self, tiles: Iterable[Tile]) -> None:
        self.counts.subtract(Counter(tiles))

    def fill(self, number: int, beside: Iterable[Tile] = ()) -> list[Tile]:
        """Take some tiles, far apart and unlike those beside them, as far as there are such."""
        found: list[Tile] = []
        near = set(beside)
        while len(found) < number:
            turns = (*_SPREAD[self._turn :], *_SPREAD[: self._turn])
            left = [tile for tile in turns if self.counts[tile] > 0]
            if not left:
                break
            tile = next((tile for tile in left if tile not in near), left[0])
            self._turn = (_SPREAD.index(tile) + 1) % len(_SPREAD)
            self.counts[tile] -= 1
            near.add(tile)
            found.append(tile)
        return found

    def rest(self) -> list[Tile]:
        """Return all tiles that are left, neighbours far apart."""
        return [tile for copy in range(COPIES) for tile in _SPREAD if self.counts[tile] > copy]


# --- hands and rows of discards -----------------------------------------------------------


def _add_needed_discards(draft: Draft, sides: Sequence[_Side]) -> None:
    """Add to open rows of discards what melds, the offer or the win have come from.

    What has been taken just now comes last in its row, like the offer.
    """
    stage = draft.stage
    early: list[list[RiverTile]] = [[] for _ in SEATS]
    last: list[tuple[int, RiverTile]] = []
    for seat, side in enumerate(sides):
        for meld in side.melds:
            if meld.from_seat is None:
                continue
            taken = TAKEN[seat][meld.tile]
            just_made = stage.name == "turn" and stage.tile is None and stage.seat == seat
            if just_made and meld is side.melds[-1]:
                last.append((meld.from_seat, taken))
            elif taken not in sides[meld.from_seat].river:
                early[meld.from_seat].append(taken)
    if stage.tile is not None and stage.name == "offer":
        last.append((stage.seat, LYING[stage.tile]))
    if stage.tile is not None and stage.name == "won" and stage.source is not None:
        last.append((stage.source, TAKEN[stage.seat][stage.tile]))
    for owner, side in enumerate(sides):
        if side.draft.more_river:
            side.river[:0] = early[owner]
    for owner, entry in last:
        side = sides[owner]
        there = side.river if entry.taken_by is not None else side.river[-1:]
        if side.draft.more_river and entry not in there:
            side.river.append(entry)


def _add_needed_tiles(draft: Draft, sides: Sequence[_Side]) -> None:
    """Add to an open hand the tile that its seat has drawn, won on or shown for a kong.

    Before that, it gets what it can have punged and is locked on.
    """
    for each in sides:
        for tile in each.draft.locks if each.draft.more_loose else ():
            missing = 2 - [*each.standing, *each.loose].count(tile)
            each.loose += [tile] * missing
    stage = draft.stage
    side = sides[stage.seat]
    if stage.name == "offer" or stage.tile is None or not side.draft.more_loose:
        return
    held = [*side.standing, *side.loose] if stage.name == "kong" else side.loose
    if stage.tile not in held:
        side.loose.append(stage.tile)


def _fill_hands(draft: Draft, sides: Sequence[_Side], pool: _Pool) -> None:
    for seat, side in enumerate(sides):
        more = draft.stage.name not in ("offer", "drawn") and seat == draft.stage.seat
        size = HAND_SIZE + more - 3 * len(side.melds)
        if side.draft.more_standing:
            full = _STANDING - (side.ting_tile is not None)
            number = min(full, size - len(side.loose)) - len(side.standing)
            side.standing += pool.fill(number, [*side.standing, *side.loose])
        if side.draft.more_loose:
            number = size - len(side.standing) - len(side.loose)
            side.loose += pool.fill(number, [*side.standing, *side.loose])


def _fill_rivers(draft: Draft, sides: Sequence[_Side], tiles: Sequence[Tile]) -> None:
    """Put tiles into the open rows of discards, before the others, in turn from the dealer on.

    Without an open row they lie nowhere, and the tiles are too few.
    """
    seats = [(draft.dealer + turn) % 4 for turn in SEATS]
    seats = [seat for seat in seats if sides[seat].draft.more_river]
    for number, seat in enumerate(seats):
        sides[seat].river[:0] = [LYING[tile] for tile in tiles[number :: len(seats)]]


# --- the wall -----------------------------------------------------------------------------


def _wall(
    draft: Draft, sides: Sequence[_Side], pool: _Pool, remaining: int, kongs: int
) -> tuple[Tile, ...]:
    """Return the wall in draw order: as it is given, or with what is given at its two ends."""
    if draft.tail is None:
        return draft.wall
    order: dict[int, Tile] = {}
    ends = [
        *((head_place(remaining - number, kongs), tile) for number, tile in enumerate(draft.wall)),
        *(
            (tail_place(remaining - number, kongs + number), tile)
            for number, tile in enumerate(draft.tail)
        ),
    ]
    if len(ends) > remaining or len(dict(ends)) < len(ends):
        what = f"fewer tiles of the wall, for {remaining} are left"
        raise NotationError(draft.text, draft.places["wall"], what)
    order = dict(ends)
    gone = [tile for side in sides for tile in side.tiles()]
    order |= zip(drawn_places(remaining, kongs), gone, strict=False)
    rest = pool.rest()
    places = [place for place in range(WALL_SIZE) if place not in order]
    order |= zip(places, rest, strict=False)
    return tuple([order[place] for place in sorted(order)])


def _shuffle(
    draft: Draft, wall: tuple[Tile, ...]
) -> tuple[Shuffle, tuple[tuple[Problem, str], ...]]:
    """Return the shuffle with a wall, and what is wrong with it; if so, with another wall."""
    dice = draft.dice or FIRST_DICE
    taker, counted_off = first_taker(draft.dealer, dice), 2 * sum(dice[1])
    # The row as it stands on the table begins with the stacks that are counted off.
    row = wall[WALL_SIZE - counted_off :] + wall[: WALL_SIZE - counted_off]
    side = 2 * STACKS
    layout = [
        tile
        for seat in SEATS
        for tile in row[(taker - seat) % 4 * side : ((taker - seat) % 4 + 1) * side]
    ]
    try:
        return Shuffle(tuple(layout), dice, draft.dealer_draw), ()
    except InvalidStateError as error:
        every = tuple([tile for tile in TILES for _ in range(COPIES)])
        return Shuffle(every, dice, draft.dealer_draw), error.problems


# --- players and the stage ----------------------------------------------------------------


def _players(draft: Draft, sides: Sequence[_Side]) -> list[Player]:
    since = _declared_since(draft, sides)
    players = []
    for seat, side in enumerate(sides):
        standing, loose = counted(side.standing), counted(side.loose)
        ting, waits = None, 0
        if side.ting_tile is not None:
            ting = Ting(side.ting_tile, side.draft.face_up, side.draft.on_wall)
            waits = wait_set(
                _held(draft, seat, side),
                counted_melds(side.melds),
                all_runs=draft.rules.all_runs,
            )
        players.append(
            Player(
                standing,
                loose,
                side.melds,
                tuple(side.river),
                ting,
                counted(side.draft.locks),
                seat in draft.barred,
                waits,
                counted_melds(side.melds),
                since.get(seat, ()),
            )
        )
    return players


def _held(draft: Draft, seat: int, side: _Side) -> int:
    """Return a hand, a counted set, without the tile that was just drawn or won on."""
    hand = counted([*side.standing, *side.loose])
    stage = draft.stage
    extra = stage.tile if stage.seat == seat and stage.name in ("turn", "won", "robbed") else None
    return hand - ONE[extra] if extra in side.loose else hand


def _declared_since(draft: Draft, sides: Sequence[_Side]) -> dict[int, tuple[int, ...]]:
    """Return for each seat in ting the discards counted at its declaration.

    Where a line does not tell, all that lies there was there before, but for what followed for
    certain: the tile on offer, won on or punged just now, what the seat itself has discarded since,
    and the tiles of declarations further down in their rows.
    """
    places = {
        seat: [entry.ting for entry in side.river].index(True) + 1
        for seat, side in enumerate(sides)
        if side.ting_tile is not None
    }
    just_thrown = _just_thrown(draft, sides)
    order = sorted(places, key=lambda seat: (places[seat], (seat - draft.dealer) % 4))
    since: dict[int, tuple[int, ...]] = {}
    for number, seat in enumerate(order):
        counts = [len(side.river) - (owner == just_thrown) for owner, side in enumerate(sides)]
        for later in order[number + 1 :]:
            counts[later] = places[later] - 1
        counts[seat] = places[seat]
        since[seat] = sides[seat].draft.since or tuple(counts)
    return since


def _just_thrown(draft: Draft, sides: Sequence[_Side]) -> int | None:
    """Return the seat whose last discard is on offer, or has just been won on or punged."""
    stage = draft.stage
    if stage.name == "turn":
        melds = sides[stage.seat].melds if stage.tile is None else ()
        return melds[-1].from_seat if melds else None
    if stage.name == "offer":
        return stage.seat
    return stage.source if stage.name == "won" else None


def _stage(draft: Draft, players: Sequence[Player], *, kept: bool) -> Stage:
    said = draft.stage
    seat, tile = said.seat, said.tile
    if said.name == "drawn":
        return Finished(DrawnDeal())
    if tile is None or said.name == "turn":
        return TURNS[seat][-1 if tile is None else tile]
    if said.name in ("offer", "kong"):
        asked = draft.asked
        if asked is None:
            asked = {
                other: ""
                for other in OTHERS[seat]
                if answers_of(players[other], other, tile, reserve_kept=kept)
            }
        first, second, third, fourth = [
            _answer(other, tile, asked.get(other, "")) for other in SEATS
        ]
        answers = (first, second, third, fourth)
        return AwaitingClaims(seat, tile, said.name == "kong", tuple(sorted(asked)), answers)
    found = readings_of(players[seat], tile, draft.rules)
    return Finished(WonDeal(seat, said.source, tile, said.name == "robbed", found))


def _answer(seat: int, tile: Tile, word: str) -> Action | None:
    """Return the answer that a word names."""
    if word.startswith("pung"):
        return PUNGS[seat][tile][int(word[-1])]
    if word == "kong":
        return KONGS[KongKind.MELDED][seat][tile]
    others: dict[str, Action] = {"win": WINS[seat], "pass": PASSES[seat]}
    return others.get(word)


def readings_of(winner: Player, tile: Tile, rules: RuleSet) -> tuple[Reading, ...]:
    """Return the readings of a win, the winning tile being among the loose ones; else ``()``."""
    if not winner.loose_set >> 4 * tile & 15:
        return ()
    hand = winner.standing_set + winner.loose_set - ONE[tile]
    return read_win(hand, tile, winner.melds, rules, DEFAULT_SCORE)


# --- views --------------------------------------------------------------------------------


def view_of(draft: Draft) -> SeatView:
    """Return the view that a line names; nothing is filled in.

    Args:
        draft: what the line of a view says.
    """
    viewer = draft.viewer
    players = [_seen_player(seat) for seat in draft.seats]
    first, second, third, fourth = players
    own = None if viewer is None else draft.seats[viewer]
    return SeatView(
        viewer,
        draft.rules,
        draft.dealer,
        draft.dice or FIRST_DICE,
        (first, second, third, fourth),
        _seen_stage(draft, players),
        sum(meld.kind.is_kong for player in players for meld in player.melds),
        draft.remaining or 0,
        () if own is None else tuple(sorted(own.locks)),
        viewer in draft.barred,
    )


def _seen_player(seat: DraftSeat) -> SeenPlayer:
    standing, loose = len(seat.standing), len(seat.loose)
    hand = None
    if seat.unseen is None:
        hand = OpenHand(tuple(sorted(seat.standing)), tuple(sorted(seat.loose)))
    else:
        standing, loose = seat.unseen
    declared = next((entry for entry in seat.river if entry.ting), None)
    ting: SeenTing | None = None
    if isinstance(declared, RiverTile):
        ting = Ting(declared.tile, seat.face_up, seat.on_wall)
    elif declared is not None:
        ting = FACE_DOWN_TINGS[seat.on_wall]
    return SeenPlayer(standing, loose, seat.melds, seat.river, ting, seat.since or (), hand)


def _seen_stage(draft: Draft, players: Sequence[SeenPlayer]) -> SeenStage:
    said = draft.stage
    if said.name == "turn":
        return SeenTurn(said.seat, said.hidden or said.tile is not None, said.tile)
    if said.tile is None:
        return Finished(DrawnDeal())
    if said.name in ("offer", "kong"):
        viewer = -1 if draft.viewer is None else draft.viewer  # a spectator is not asked
        word = (draft.asked or {}).get(viewer)
        answer = None if word is None else _answer(viewer, said.tile, word)
        return SeenClaims(said.seat, said.tile, said.name == "kong", word is not None, answer)
    winner = players[said.seat]
    found: tuple[Reading, ...] = ()
    if winner.hand is not None:
        melds = tuple([meld for meld in winner.melds if isinstance(meld, Meld)])
        hand = Player(counted(winner.hand.standing), counted(winner.hand.loose), melds)
        found = readings_of(hand, said.tile, draft.rules)
    return Finished(WonDeal(said.seat, said.source, said.tile, said.name == "robbed", found))
