"""Full states that a seat cannot rule out: worlds for a search that thinks on a view.

What a view hides is filled in by chance, so that the view of the result is the view that was
given. `docs/sampling.md` says how likely which world is, and what is not inferred.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, repeat
from operator import attrgetter, is_
from typing import Any, Final, Protocol

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.chance import numbers_of
from lisi_mahjong.checking import problems
from lisi_mahjong.claims import answers_of, outcome
from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.glancing import glance
from lisi_mahjong.hidden import (
    Askable,
    HiddenSeat,
    hidden_seat,
    open_player,
    shown_plies,
    who_is_asked,
)
from lisi_mahjong.legal import turn_actions
from lisi_mahjong.melds import Meld, MeldKind, meld_of
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.rules import RuleSet
from lisi_mahjong.searching import search_hands
from lisi_mahjong.seats import SEATS
from lisi_mahjong.seen import SeenClaims, SeenTurn
from lisi_mahjong.state import (
    DECLARED,
    TURNS,
    AwaitingClaims,
    Finished,
    GameState,
    Player,
    Stage,
    Ting,
    make_player,
    make_state,
    setup_of,
)
from lisi_mahjong.tiles import COPIES, EACH, ONE, TILES, Tile, counted, kinds_of, size, tiles_of
from lisi_mahjong.views import SeatView
from lisi_mahjong.waiting import Known, Random, copies_in, draw_hands, shuffled
from lisi_mahjong.wall import kong_keeps_reserve
from lisi_mahjong.winning import wait_set

_Four = tuple[Player, Player, Player, Player]

_ATTEMPTS: Final = 10_000
"""So many worlds are begun before a view is held to be impossible."""

_DRAWN_ATTEMPTS: Final = 4
"""So often the hands in ting are drawn in vain before they are searched for."""

_CACHED_VIEWS: Final = 64
"""For so many views what their worlds share is kept."""


_NO_KONGS: Final[tuple[tuple[Tile, ...], ...]] = ((),) * len(SEATS)
"""By seat, no kinds of face-down kongs."""


class Chance(Protocol):
    """A source of chance, such as a `random.Random` of the caller's."""

    def random(self) -> float:
        """Return a number from 0 up to but not including 1, all equally likely."""
        ...


def sample_state(view: SeatView, rng: Chance) -> GameState:
    """Return some full state that has exactly this view (VIEW-2).

    ``view(sample_state(seen, rng), seen.viewer) == seen``, and the deal can be played on from the
    state to its end. For many states of one view, make one `Worlds` of it.

    Args:
        view: what a seat, or a spectator, sees.
        rng: a `random.Random` of the caller's, or anything with its method ``random``. Equal
            numbers from it give equal states, on every Python.

    Raises:
        InvalidStateError: no state has this view, or what was given is no `SeatView` or no
            source of chance.

    Example:
        >>> from random import Random
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> seen = view(deal(Shuffle.from_seed(7)), 1)
        >>> world = sample_state(seen, Random(1))
        >>> view(world, 1) == seen
        True
    """
    try:
        worlds = worlds_of(_Given(view))
    except InvalidStateError:
        raise
    except Exception:  # noqa: BLE001 - something in it has no hash, or is no good at comparing
        worlds = Worlds(view)
    return worlds.sample(rng)


class _Given:
    """A view as it was given, under which its worlds are kept.

    Views are equal also where one has ``True`` or ``1.0`` and the other ``1``. These are not.
    """

    __slots__ = ("view",)

    def __init__(self, view: SeatView) -> None:
        self.view = view

    def __hash__(self) -> int:
        return hash(self.view)

    def __eq__(self, other: object) -> bool:
        return type(other) is _Given and _is_same(self.view, other.view)


def _is_same(one: Any, other: Any) -> bool:  # noqa: ANN401 - whatever is in a view
    """Return whether two values are equal and all that is in them is of the same types."""
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is not tuple:
        parts = _parts_of(kind)
        if parts is None:
            return bool(one == other)
        one, other = parts(one), parts(other)
    return len(one) == len(other) and (
        all(map(is_, one, other)) or all(map(_is_same, one, other))  # the former is far quicker
    )


def _read_parts(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]] | None:
    """Return what gets all fields of the values of a class; ``None`` for a class without fields."""
    names = [field.name for field in attrs.fields(kind)] if attrs.has(kind) else []
    # The class goes with them, as a getter of one thing alone returns no tuple.
    return attrgetter("__class__", *names) if names else None


_Parts = Callable[[Any], tuple[Any, ...]]
_parts_of: Callable[[Any], _Parts | None] = lru_cache(_CACHED_VIEWS)(_read_parts)


@attrs.frozen
class _Begun:
    """A world in which all is filled in that chance alone would hardly fill in right.

    Attributes:
        pool: the tiles that are left for all other places, a counted set.
        kongs: by seat, the kinds of its face-down kongs.
        hands: by seat, what it has in hand so far, a counted set; a drawn tile is not in it.
        drawn: the tile that a seat in ting has drawn, a counted set; 0 for none.
        asked: the seat that was given its copies of the tile on offer; ``None`` for none.
    """

    pool: int
    kongs: Sequence[tuple[Tile, ...]]
    hands: Sequence[int]
    drawn: int
    asked: int | None


class Worlds:
    """The full states that have one view; what they share is worked out once.

    Args:
        view: what a seat, or a spectator, sees.

    Raises:
        InvalidStateError: ``view`` is no `SeatView`, or it shows what no state has.

    Example:
        >>> from random import Random
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> worlds, rng = Worlds(view(deal(Shuffle.from_seed(7)), 1)), Random(1)
        >>> worlds.sample(rng) == worlds.sample(rng)
        False
    """

    __slots__ = (
        "_askable",
        "_fixed",
        "_hidden",
        "_kept",
        "_open",
        "_plain",
        "_ply",
        "_seen",
        "_tiles",
        "_unseen",
        "_view",
    )

    def __init__(self, view: SeatView) -> None:
        if type(view) is not SeatView:
            raise InvalidStateError(((Problem.NOT_A_VIEW, f"not {shorten(view)}"),))
        unseen = glance(view)
        if unseen is None:
            found = problems(view)
            if found:
                raise InvalidStateError(found)
            unseen = view.unseen_set
        self._view = view
        self._open: list[Player | None] = [None] * len(SEATS)
        self._hidden: list[HiddenSeat] = []
        for seat in SEATS:
            if view.players[seat].hand is None:
                self._hidden.append(hidden_seat(view, seat))
            else:
                self._open[seat] = open_player(view, seat)
        self._unseen = unseen
        whole = (self._unseen >> 2 & EACH).bit_count()  # kinds of which no copy is seen
        kongs = sum([side.kongs for side in self._hidden])
        if whole < kongs:
            detail = f"{kongs} kongs lie face down, and all copies of {whole} kinds are unseen"
            raise InvalidStateError(((Problem.TILE_COPIES, detail),))
        copies = copies_in(unseen)
        self._tiles = _in_a_row(copies)
        self._seen = _in_a_row([COPIES - number for number in copies])
        self._kept = kong_keeps_reserve(view.remaining, view.kongs, view.rules)
        self._askable = who_is_asked(view, self._hidden, self._tiles)
        self._ply = shown_plies(view)
        self._fixed = [0] * len(SEATS)
        for side in self._hidden:
            self._fixed[side.seat] = side.fixed
        for side in self._hidden:
            if side.in_ting and not self._known(side, (), None).kinds:
                detail = f"seat {side.seat} has let go, or has four of, every kind there is"
                raise InvalidStateError(((Problem.TING_WITHOUT_WAIT, detail),))
        self._plain: _Begun | None = None
        if not kongs and not any(side.in_ting for side in self._hidden):
            self._plain = _Begun(unseen, _NO_KONGS, self._fixed, 0, None)

    def sample(self, rng: Chance) -> GameState:
        """Return one of the states.

        Args:
            rng: as for `sample_state`.

        Raises:
            InvalidStateError: there is none, or ``rng`` is no source of chance, or one whose
                ``random`` returns something else than a number from 0 up to but not including 1.
        """
        random = numbers_of(rng)
        in_vain = 0
        for _ in range(_ATTEMPTS):
            begun = self._begin(random, searching=in_vain >= _DRAWN_ATTEMPTS)
            if begun is None:
                in_vain += 1
                continue
            state = self._finish(begun, random)
            if state is not None:
                return state
        # With hands that wait, what is left had no tiles with which somebody can go on.
        problem = Problem.TING_WITHOUT_WAIT if in_vain else Problem.NO_ACTION
        raise InvalidStateError(((problem, "with no hidden tiles that were tried"),))

    # --- what chance alone would hardly fill in right ---

    def _begin(self, random: Random, *, searching: bool) -> _Begun | None:
        """Return a world with kongs, copies of the tile on offer, and hands in ting.

        ``None`` when they were tried for in vain.
        """
        asked = self._draw_asked(random)
        if asked is None and self._plain is not None:
            return self._plain
        pool = self._unseen
        hands = list(self._fixed)
        if asked is not None:
            hands[asked.seat] = asked.tiles
            pool -= asked.tiles
        kongs = list(_NO_KONGS)
        for side in self._hidden:
            kinds = shuffled(kinds_of(pool >> 2 & EACH), random)[: side.kongs] if side.kongs else []
            kongs[side.seat] = tuple(kinds)
            pool -= COPIES * counted(kinds)
        waiting = shuffled([side for side in self._hidden if side.in_ting], random)
        all_known = [self._known(side, kongs[side.seat], asked) for side in waiting]
        found = (search_hands if searching else draw_hands)(pool, all_known, random)
        if found is None:
            return None
        drawn = 0
        for side, (hand, won) in zip(waiting, found, strict=True):
            hands[side.seat] = hand
            drawn += won
            pool -= hand + won
        return _Begun(pool, kongs, hands, drawn, asked.seat if asked and asked.tiles else None)

    def _draw_asked(self, random: Random) -> Askable | None:
        """Return who is asked beside the viewer, where somebody must be."""
        chosen = None
        point = random() * sum([askable.ways for askable in self._askable])
        for chosen in self._askable:
            point -= chosen.ways
            if point < 0:
                break
        return chosen

    def _known(self, side: HiddenSeat, kongs: tuple[Tile, ...], asked: Askable | None) -> Known:
        """Return what is known of a hand in ting."""
        stage = self._view.stage
        waits, never = EACH, side.never
        if asked is not None and asked.seat == side.seat and isinstance(stage, SeenClaims):
            waits, never = ONE[stage.tile], side.thrown  # nor does it wait for what would bar it
        return Known(
            4 - len(side.seen.melds),
            side.made + COPIES * counted(kongs),
            waits,
            never,
            self._view.rules.all_runs,
            side.on_turn,
        )

    # --- all the rest ---

    def _finish(self, begun: _Begun, random: Random) -> GameState | None:
        """Return the state with everything filled in, or ``None`` when the rules forbid it."""
        view = self._view
        stage = view.stage
        drawn = stage.drawn if isinstance(stage, SeenTurn) else None
        untouched = begun.pool == self._unseen
        tiles = shuffled(self._tiles if untouched else _in_a_row(copies_in(begun.pool)), random)
        players = list(self._open)
        sides = self._hidden
        if begun.asked is not None and isinstance(stage, SeenClaims):
            # This seat comes first: it is to get no more copies of the tile on offer.
            sides = sorted(sides, key=lambda side: side.seat != begun.asked)
            number = sides[0].size - size(begun.hands[begun.asked])
            others = [tile for tile in tiles if tile is not stage.tile]
            copies = [stage.tile] * (len(tiles) - len(others))
            tiles = others[:number] + shuffled(others[number:] + copies, random)
        used = 0
        for side in sides:
            seat, hand = side.seat, begun.hands[side.seat]
            in_hand = list(tiles_of(hand))
            if not side.in_ting:
                number = side.size - len(in_hand)
                in_hand += tiles[used : used + number]
                used += number
            if hand:
                in_hand = shuffled(in_hand, random)
            if side.on_turn:
                in_hand += tiles_of(begun.drawn)
                drawn = in_hand[-1]
            declared = None
            if side.face_down >= 0:
                declared = tiles[used]
                used += 1
            players[seat] = _player(side, in_hand, hand, begun.kongs[seat], declared, view.rules)
        four: _Four = tuple(players)  # type: ignore[assignment]  # there are four of them
        reached = self._stage(four, drawn)
        if reached is None:
            return None
        gone = [*self._seen, *tiles_of(self._unseen - begun.pool), *tiles[:used]]
        wall = _wall(tiles[used:], gone, view.kongs)
        setup = setup_of(view.rules, view.dealer, view.dice, wall)
        return make_state(setup, four, reached, view.kongs, view.remaining, self._ply)

    def _stage(self, players: _Four, drawn: Tile | None) -> Stage | None:
        """Return the stage in full, or ``None`` when the rules forbid it with these players."""
        view = self._view
        stage, rules = view.stage, view.rules
        if isinstance(stage, Finished):
            return stage
        if isinstance(stage, SeenTurn):
            if drawn is not None:
                return TURNS[stage.seat][drawn]
            # Anything but a kong or a win can follow a pung, and something must (STAND-6).
            actions = turn_actions(players[stage.seat], stage.seat, None, rules, reserve_kept=False)
            return TURNS[stage.seat][-1] if actions else None
        tile, discarder = stage.tile, stage.discarder
        if stage.robbing and players[discarder].standing_set == ONE[tile]:
            return None  # STAND-3
        asked = [
            seat
            for seat in SEATS
            if seat != discarder and answers_of(players[seat], seat, tile, reserve_kept=self._kept)
        ]
        answers: list[Action | None] = [None] * len(SEATS)
        if view.viewer is not None:
            answers[view.viewer] = stage.answer
        first, second, third, fourth = answers
        claims = AwaitingClaims(
            discarder, tile, stage.robbing, tuple(asked), (first, second, third, fourth)
        )
        settled = outcome(claims, players) is not None or not asked
        return None if settled else claims


def _worlds_of(given: _Given) -> Worlds:
    return Worlds(given.view)


worlds_of = lru_cache(_CACHED_VIEWS)(_worlds_of)


def _player(  # noqa: PLR0913, PLR0917 - what was seen of a seat, and all that was filled in
    side: HiddenSeat,
    in_hand: list[Tile],
    waiting: int,
    kongs: tuple[Tile, ...],
    declared: Tile | None,
    rules: RuleSet,
) -> Player:
    """Return a seat that was hidden.

    Args:
        side: what was known of it.
        in_hand: its tiles, the standing ones first.
        waiting: the hand that waits, if it is in ting, a counted set.
        kongs: the kinds of its face-down kongs.
        declared: its face-down ting tile.
        rules: the options.
    """
    seen, made = side.seen, side.made
    melds, river, ting = seen.melds, seen.river, seen.ting
    if kongs:
        kinds = iter(kongs)
        melds = tuple(
            [
                meld
                if isinstance(meld, Meld)
                else meld_of(MeldKind.CONCEALED_KONG, next(kinds), None)
                for meld in melds
            ]
        )
        made += COPIES * counted(kongs)
    if declared is not None and ting is not None:
        place = side.face_down
        river = (*river[:place], DECLARED[declared], *river[place + 1 :])
        ting = Ting(declared, face_up=False, on_wall=ting.on_wall)
    waits = wait_set(waiting, made, all_runs=rules.all_runs) if ting is not None else 0
    return make_player(
        counted(in_hand[: seen.standing_count]),
        counted(in_hand[seen.standing_count :]),
        melds,  # type: ignore[arg-type]  # nothing in it lies face down any more
        river,  # type: ignore[arg-type]
        ting,  # type: ignore[arg-type]
        0,
        bool(waits & side.thrown),  # never so with forced_win: it would have won
        waits,
        made,
        seen.ting_since,
    )


# --- the wall -----------------------------------------------------------------------------


def _wall(undrawn: list[Tile], gone: list[Tile], kongs: int) -> tuple[Tile, ...]:
    """Return the 136 tiles from the head to the tail (WALL-4, WALL-5).

    After an odd number of kongs the upper tile of the last stack is gone and the lower one is not.

    Args:
        undrawn: what the wall still holds.
        gone: all other tiles; in which order they were drawn is left open.
        kongs: how many of them came from the tail.
    """
    heads = len(gone) - kongs
    if kongs % 2 == 0 or not undrawn:
        return (*gone[:heads], *undrawn, *gone[heads:])
    return (*gone[:heads], *undrawn[:-1], gone[heads], undrawn[-1], *gone[heads + 1 :])


def _in_a_row(copies: list[int]) -> list[Tile]:
    """Return so many copies of each kind, sorted: `tiles_of`, quicker where there are many."""
    return list(chain.from_iterable(map(repeat, TILES, copies)))
