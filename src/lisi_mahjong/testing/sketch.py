"""A deal of which only some tiles are known: what is wished for says where the others must lie.

A `Sketch` plays a deal on places instead of tiles. Whatever an action needs is put onto a place
that the seat has and that is still open. Whether the rules allow it all is not asked here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from lisi_mahjong.actions import Action, DeclareTing, Discard, Kong, KongKind, Pass, Pung, Win
from lisi_mahjong.chance import Chance
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.rules import RuleSet
from lisi_mahjong.seats import NEXT, SEATS
from lisi_mahjong.testing.wishes import ANY, WishError
from lisi_mahjong.tiles import COPIES, TILES, Tile
from lisi_mahjong.wall import (
    MAX_KONGS,
    RESERVES,
    WALL_SIZE,
    head_place,
    kong_keeps_reserve,
    tail_place,
)

_ROUNDS: Final = (0, 16, 32)
_LAST_ROUND: Final = 48
_STANDING: Final = 4
_LOOSE: Final = 9
_DEALT: Final = 52


class UnsaidError(Exception):
    """A discard of which nothing was said would have to come first."""


class Sketch:
    """A deal on places of the draw order, some of which have a tile.

    Args:
        dealer: the seat that deals.
        first_taker: the seat that takes first.
        rules: the options.
        strict: whether nobody discards but by an action.

    Example:
        >>> sketch = Sketch(0, 0, RuleSet())
        >>> sketch.act(Discard(0, Tile.M5))
        >>> [place for place, tile in enumerate(sketch.order) if tile is not None]
        [52]
    """

    def __init__(
        self, dealer: int, first_taker: int, rules: RuleSet, *, strict: bool = False
    ) -> None:
        self._strict = strict
        self.order: list[Tile | None] = [None] * WALL_SIZE
        self._rules = rules
        self._pool = dict.fromkeys(TILES, COPIES)
        self._standing: list[list[int]] = []
        self._loose: list[list[int]] = []
        for seat in SEATS:
            turn = (seat - first_taker) % 4
            blocks = [[*range(start + 4 * turn, start + 4 * turn + 4)] for start in _ROUNDS]
            self._standing.append(blocks[0])
            self._loose.append([*blocks[1], *blocks[2], _LAST_ROUND + turn])
        self._pungs: list[set[Tile]] = [set() for _ in SEATS]
        self._in_ting: set[int] = set()
        self._draws: list[deque[Tile | None]] = [deque() for _ in SEATS]
        self._kongs = 0
        self._remaining = WALL_SIZE - _DEALT
        self._turn = dealer
        self._drawn: int | None = None
        self._begun = False
        self._due = False  # the next seat is to draw, unless somebody takes the discard
        self._offer: int | None = None  # the place of that discard; none for a ting tile
        self._adding = False  # a kong that somebody may rob yet
        self._taker: Pung | Kong | None = None  # who has it, unless somebody wins on it
        self._answered: set[int] = set()
        self._wish = ""
        self.over = False

    # --- wishes beside the actions --------------------------------------------------------

    def hold(self, seat: int, standing: Sequence[Tile], loose: Sequence[Tile]) -> None:
        """Deal tiles to a seat (DEAL-1).

        Raises:
            WishError: they are too many, or of a kind of which there are not so many left.
        """
        for tiles, places, problem, what in (
            (standing, self._standing[seat], Problem.STANDING_COUNT, "standing"),
            (loose, self._loose[seat], Problem.HAND_SIZE, "loose"),
        ):
            if len(tiles) > len(places):
                wish = f"seat {seat} holds {len(tiles)} {what} tiles"
                raise WishError(wish, f"it is dealt {len(places)} of them", problem)
            for tile, place in zip(tiles, places, strict=False):
                self._wish = f"seat {seat} holds {tile}"
                self._put(tile, place)

    def draw_next(self, seat: int, tiles: Iterable[Tile | None]) -> None:
        """Note what a seat draws from the head, one after the other.

        Raises:
            WishError: there are not so many left of a kind.
        """
        for tile in tiles:
            self._wish = _draw_in_words(seat, tile)
            if tile is not None:
                self._reserve(tile)
            self._draws[seat].append(tile)

    def replace_next(self, tiles: Sequence[Tile | None]) -> None:
        """Lay the replacements of kongs, one after the other (WALL-5).

        Raises:
            WishError: they are too many, or of a kind of which there are not so many left.
        """
        if len(tiles) > MAX_KONGS:
            wish = f"{len(tiles)} replacements"
            raise WishError(wish, f"no deal has more than {MAX_KONGS} kongs", Problem.KONG_COUNT)
        for number, tile in enumerate(tiles):
            if tile is not None:
                self._wish = f"replacement {number + 1} is {tile}"
                self._put(tile, tail_place(WALL_SIZE - number, number))

    # --- actions --------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Do what a seat wants to do, after whatever has to happen before it.

        Raises:
            WishError: no tiles would let it come to that.
            UnsaidError: somebody would have to discard before it.
        """
        self._wish = str(action)
        if self.over and not self._may_answer(action.seat):
            raise self._ended()
        self._begin()
        match action:
            case Pung() | Kong(kind=KongKind.MELDED):
                self._take_offer(action)
            case Win() | Pass():
                self._answer(action)
            case _:
                self._play(action)

    def finish(self) -> None:
        """Draw on, seat after seat, until each has drawn what it was to draw.

        Raises:
            WishError: the wall ends before that.
        """
        while any(self._draws):
            waiting = next(seat for seat in SEATS if self._draws[seat])
            self._wish = _draw_in_words(waiting, self._draws[waiting][0])
            if self.over:
                raise self._ended()
            if self._begun:
                self._hand_over()
                self._due = True
                self._settle()
            self._begin()

    def filled(self, chance: Chance) -> list[Tile]:
        """Return the wall in draw order, the open places filled by chance."""
        rest = chance.shuffled([tile for tile, copies in self._pool.items() for _ in range(copies)])
        return [rest.pop() if tile is None else tile for tile in self.order]

    def _play(self, action: Discard | DeclareTing | Kong) -> None:
        seat, tile = action.seat, action.tile
        self._to_turn_of(seat)
        if isinstance(action, Discard):
            self._need_loose(seat, tile)
            self._offer, self._due = self._give(seat, tile, 1, loose=True)[0], True
        elif isinstance(action, DeclareTing):
            self._give(seat, tile, 1, standing=True)
            self._in_ting.add(seat)
            self._due = True
        elif action.kind is KongKind.CONCEALED:
            self._give(seat, tile, COPIES, loose=True, standing=True)
            self._replace()
        else:
            if tile not in self._pungs[seat]:
                why = f"seat {seat} has no pung of {tile}"
                raise self._never(why, Problem.NO_ACTION, "KONG-2")
            self._give(seat, tile, 1, loose=True, standing=True)
            self._adding = self._rules.robbing_kong
            if not self._adding:
                self._replace()

    def _take_offer(self, action: Pung | Kong) -> None:
        seat, tile = action.seat, action.tile
        self._to_offer_of(tile, seat)
        if isinstance(action, Pung):
            self._give(seat, tile, action.standing, standing=True)
            self._give(seat, tile, 2 - action.standing, loose=True)
            self._pungs[seat].add(tile)
        else:
            self._give(seat, tile, 3, loose=True, standing=True)
            self._keep_reserve()
        self._taker = action
        self._answered.add(seat)

    def _answer(self, action: Win | Pass) -> None:
        seat = action.seat
        offered = (self._offer is not None or self._adding) and seat != self._turn
        if isinstance(action, Win):
            if self._rules.forced_win:
                raise self._never(Refusal.WIN_IS_FORCED.en, Problem.NO_ACTION, "WIN-2")
            # Behind a kong, a seat that is to draw yet wins on what it draws.
            if not self._may_answer(seat) or (self._taker is not None and self._draws[seat]):
                self._to_turn_of(seat)
            self.over = True
            self._answered.add(seat)
        elif not offered:
            raise self._never("no tile is on offer to it", Problem.NO_ACTION, "CLAIM-6")
        elif self._offer is not None and seat not in self._in_ting:
            tile = self.order[self._offer]
            held = [place for place in self._held(seat) if self.order[place] is tile]
            for place in [each for each in self._loose[seat] if self.order[each] is None]:
                if len(held) < 2 and tile is not None and self._pool[tile]:  # noqa: PLR2004 - a pung
                    self._put(tile, place)
                    held.append(place)
        if isinstance(action, Pass):
            self._answered.add(seat)

    def _may_answer(self, seat: int) -> bool:
        """Return whether a seat may answer what is offered, whatever others have (CLAIM-4)."""
        offered = self._offer is not None or self._adding
        return offered and seat != self._turn and seat not in self._answered

    # --- how it comes to that -------------------------------------------------------------

    def _begin(self) -> None:
        """Draw the dealer's fourteenth tile (DEAL-2)."""
        if not self._begun:
            self._begun = True
            self._draw(self._turn)

    def _to_turn_of(self, seat: int) -> None:
        """Let the others draw and discard until it is a seat's turn."""
        self._settle()
        while self._turn != seat:
            self._idle()
            self._settle()

    def _to_offer_of(self, tile: Tile, seat: int) -> None:
        """Let all draw and discard until another seat discards a tile, or one that can be it."""
        while True:
            if self._offer is not None and self._may_answer(seat):
                if self.order[self._offer] is None and self._pool[tile]:
                    self._put(tile, self._offer)
                if self.order[self._offer] is tile:
                    return
            try:
                self._settle()
                self._idle()
            except WishError as error:
                if error.problems[0][0] is not Problem.RESERVE_BROKEN:
                    raise
                why = f"nobody else can discard {tile} before the wall ends"
                raise self._never(why, Problem.RESERVE_BROKEN) from None

    def _settle(self) -> None:
        """Go on from an offer, or from an added kong, when all have answered who want to."""
        if self.over:
            raise self._ended()
        if self._adding:
            self._adding = False
            self._replace()
        self._hand_over()
        if self._due:
            self._offer, self._due = None, False
            self._draw(NEXT[self._turn])

    def _hand_over(self) -> None:
        """Let the seat that takes an offer have it."""
        taker, self._taker = self._taker, None
        self._answered.clear()
        if taker is not None:
            self._turn, self._drawn = taker.seat, None
            self._offer, self._due = None, False
            if isinstance(taker, Kong):
                self._replace()

    def _idle(self) -> None:
        """Let the seat whose turn it is discard what it has drawn."""
        if self._drawn is None:
            why = f"seat {self._turn} has to discard before it, after its pung: say what"
            raise self._never(why, Problem.NO_ACTION, "TURN-3")
        if self._strict and self._turn not in self._in_ting:  # such a seat has no choice
            raise UnsaidError
        self._loose[self._turn].remove(self._drawn)
        self._offer, self._due = self._drawn, True

    def _draw(self, seat: int) -> None:
        if self._remaining <= RESERVES[self._rules.reserved_stacks][self._kongs]:
            raise self._never("no tile is left to draw before it", Problem.RESERVE_BROKEN)
        place = head_place(self._remaining, self._kongs)
        self._remaining -= 1
        if self._draws[seat]:
            tile = self._draws[seat].popleft()
            if tile is not None:
                self._pool[tile] += 1  # it was kept for this
                self._put(tile, place)
        self._loose[seat].append(place)
        self._turn, self._drawn = seat, place

    def _keep_reserve(self) -> None:
        if not kong_keeps_reserve(self._remaining, self._kongs, self._rules):
            raise self._never("the wall would hold less than its reserve", Problem.RESERVE_BROKEN)

    def _replace(self) -> None:
        self._keep_reserve()
        place = tail_place(self._remaining, self._kongs)
        self._remaining -= 1
        self._kongs += 1
        self._loose[self._turn].append(place)
        self._drawn = place

    # --- tiles and places -----------------------------------------------------------------

    def _held(self, seat: int) -> list[int]:
        return [*self._loose[seat], *self._standing[seat]]

    def _give(
        self, seat: int, tile: Tile, number: int, *, loose: bool = False, standing: bool = False
    ) -> list[int]:
        """Return the places from which a seat gives some copies, and take them out of its hand."""
        places = [*reversed(self._loose[seat])] if loose else []  # what was drawn last comes first
        places += self._standing[seat] if standing else []
        chosen = [place for place in places if self.order[place] is tile][:number]
        spare = [place for place in places if self.order[place] is None]
        if len(chosen) + len(spare) < number:
            which = "loose " if not standing else "standing " if not loose else ""
            why = f"seat {seat} cannot have {number} of {tile} among its {which}tiles"
            raise self._never(why, Problem.NO_ACTION, "TURN-3")
        for place in spare[: number - len(chosen)]:
            self._put(tile, place)
            chosen.append(place)
        for place in chosen:
            (self._loose if place in self._loose[seat] else self._standing)[seat].remove(place)
        return chosen

    def _need_loose(self, seat: int, tile: Tile) -> None:
        """Refuse the discard of a tile of which a seat has standing copies alone (STAND-1)."""
        stands = any(self.order[place] is tile for place in self._standing[seat])
        loose = any(self.order[place] is tile for place in self._loose[seat])
        if stands and not loose and not self._pool[tile]:
            raise self._never(Refusal.STANDING_TILE.en, Problem.NO_ACTION, "STAND-1")

    def _put(self, tile: Tile, place: int) -> None:
        there = self.order[place]
        if there is not None and there is not tile:
            why = f"{there} is to lie where {tile} would have to"
            raise self._never(why, Problem.DRAWN_TILES)
        if there is None:
            self._reserve(tile)
            self.order[place] = tile

    def _reserve(self, tile: Tile) -> None:
        if not self._pool[tile]:
            raise self._never(f"all four {tile} lie elsewhere", Problem.WALL_COPIES)
        self._pool[tile] -= 1

    def _ended(self) -> WishError:
        return self._never("the deal has ended before it", Problem.NO_ACTION, "TURN-6")

    def _never(self, why: str, problem: Problem, rule: str | None = None) -> WishError:
        return WishError(self._wish, why, problem, rule)


def _draw_in_words(seat: int, tile: Tile | None) -> str:
    return f"seat {seat} draws {ANY if tile is None else tile}"
