"""The immutable state of a deal: what lies where, and whose decision is awaited.

Everything here is a value: frozen, slotted, equal and hashable by what it says. The tiles of a
player are kept as counted sets (see `tiles`); the public attributes show sorted tuples.
"""

from __future__ import annotations

from typing import Final

import attrs

from lisi_mahjong.actions import Action
from lisi_mahjong.errors import InvalidStateError, shorten
from lisi_mahjong.making import maker
from lisi_mahjong.melds import Meld
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.rules import RuleSet, check_rules
from lisi_mahjong.seats import SEATS, check_seat
from lisi_mahjong.tiles import TILES, Tile, format_tiles, kinds_of, tiles_of
from lisi_mahjong.wall import RESERVES, Shuffle, Throw, draw_order, first_taker, laid_out
from lisi_mahjong.winning import Reading

# --- what a deal never changes ------------------------------------------------------------


@attrs.frozen(cache_hash=True)
class Setup:
    """The facts that a deal never changes.

    Attributes:
        rules: the options of play.
        dealer: the seat that deals.
        shuffle: all that is random.
        wall: the 136 tiles from the head to the tail (derived).

    Raises:
        InvalidStateError: ``shuffle`` is no `Shuffle`.
        SeatError: ``dealer`` is no seat.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> setup = Setup(RuleSet(), 2, Shuffle.from_seed(7))
        >>> len(setup.wall), setup.first_taker
        (136, 1)
    """

    rules: RuleSet
    dealer: int
    shuffle: Shuffle
    wall: tuple[Tile, ...] = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        if type(self.shuffle) is not Shuffle:
            raise InvalidStateError(((Problem.NOT_A_SHUFFLE, f"not {shorten(self.shuffle)}"),))
        check_rules(self.rules)
        check_seat(self.dealer, "dealer")
        object.__setattr__(self, "wall", draw_order(self.shuffle, self.dealer))

    @property
    def first_taker(self) -> int:
        """The seat that took the first four tiles (WALL-3)."""
        return first_taker(self.dealer, self.shuffle.dice)


def setup_of(
    rules: RuleSet, dealer: int, dice: tuple[Throw, Throw], wall: tuple[Tile, ...]
) -> Setup:
    """Return the setup with this wall; nothing is checked, see `wall.laid_out`.

    Example:
        >>> setup = Setup(RuleSet(), 0, Shuffle.from_seed(7))
        >>> again = setup_of(setup.rules, setup.dealer, setup.shuffle.dice, setup.wall)
        >>> again == setup, again.wall == setup.wall
        (True, True)
    """
    setup = Setup.__new__(Setup)
    shuffle = laid_out(wall, dealer, dice)
    setup.__setstate__({"rules": rules, "dealer": dealer, "shuffle": shuffle, "wall": wall})  # type: ignore[attr-defined]  # attrs writes it
    return setup


# --- players ------------------------------------------------------------------------------


@attrs.frozen
class RiverTile:
    """One discard in its owner's row.

    Attributes:
        tile: its kind.
        taken_by: the seat that took it for a pung, a kong or a win; ``None`` while it lies.
        ting: whether it is the tile of a ting declaration (TING-2).

    Example:
        >>> RiverTile(Tile.M5).taken_by is None
        True
    """

    tile: Tile
    taken_by: int | None = None
    ting: bool = False


LYING: Final = tuple(RiverTile(tile) for tile in TILES)
TAKEN: Final = tuple(tuple(RiverTile(tile, seat) for tile in TILES) for seat in SEATS)
DECLARED: Final = tuple(RiverTile(tile, None, True) for tile in TILES)  # noqa: FBT003 - .ting


@attrs.frozen
class Ting:
    """A declaration of ting.

    Attributes:
        tile: the standing tile that was discarded for it.
        face_up: whether all see it (TING-3).
        on_wall: whether it lies on the wall (TING-4).

    Example:
        >>> Ting(Tile.M5)
        Ting(tile=Tile.M5, face_up=False, on_wall=False)
    """

    tile: Tile
    face_up: bool = False
    on_wall: bool = False


@attrs.frozen(repr=False, weakref_slot=False)
class Player:
    """One seat's tiles, sets, discards and standing in the deal.

    Attributes:
        standing_set: the standing tiles, a counted set.
        loose_set: the loose tiles, a counted set; a drawn tile is among them.
        melds: pungs and kongs in the order made.
        river: the discards in order, those that were taken too.
        ting: the declaration, or ``None``.
        lock_set: the kinds that may not be punged now (CLAIM-3), as a set of kinds.
        win_barred: whether the seat wins no more in this deal (WIN-3).
        wait_set: the kinds that a seat in ting waits for (derived from the tiles).
        meld_set: the tiles of the melds, a counted set (derived from the melds).
        ting_since: by seat, how many discards there had been when this seat had declared ting,
            the tile of the declaration among them; ``()`` before ting.

    Example:
        >>> from lisi_mahjong.tiles import counted, parse_tiles
        >>> player = Player(counted(parse_tiles("12m5z")), counted(parse_tiles("9s")))
        >>> player.standing, player.loose
        ((Tile.M1, Tile.M2, Tile.WHITE), (Tile.S9,))
    """

    standing_set: int
    loose_set: int
    melds: tuple[Meld, ...] = ()
    river: tuple[RiverTile, ...] = ()
    ting: Ting | None = None
    lock_set: int = 0
    win_barred: bool = False
    wait_set: int = attrs.field(default=0, eq=False)
    meld_set: int = attrs.field(default=0, eq=False)
    ting_since: tuple[int, ...] = ()

    @property
    def standing(self) -> tuple[Tile, ...]:
        """The standing tiles, sorted (STAND-1)."""
        return tiles_of(self.standing_set)

    @property
    def loose(self) -> tuple[Tile, ...]:
        """The loose tiles, sorted; a drawn tile is among them."""
        return tiles_of(self.loose_set)

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """All tiles in hand, sorted: the standing and the loose ones."""
        return tiles_of(self.standing_set + self.loose_set)

    @property
    def pung_locks(self) -> tuple[Tile, ...]:
        """The kinds that may not be punged until the seat draws a tile, sorted (CLAIM-3)."""
        return tuple(kinds_of(self.lock_set))

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The kinds that a seat in ting waits for, sorted; ``()`` before ting."""
        return tuple(kinds_of(self.wait_set))

    def __repr__(self) -> str:
        parts = [f"{{{format_tiles(self.standing)}}}", format_tiles(self.loose)]
        parts += [f"[{meld}]" for meld in self.melds]
        if self.ting:
            parts.append(f"ting {self.ting.tile}")
        return f"<Player {' '.join(filter(None, parts))}, {len(self.river)} discards>"


make_player = maker(Player)
"""`Player` with all its fields, quickly."""


# --- stages and results -------------------------------------------------------------------


@attrs.frozen(repr=False)
class WonDeal:
    """A deal that somebody won (WIN-1).

    Attributes:
        winner: the seat that won.
        loser: the seat that dealt in; ``None`` for a self-draw (TAG-8).
        tile: the winning tile.
        robbed_kong: whether it was the tile of an added kong (KONG-7).
        readings: every reading of the hand, the best first by ``ScoreTable()``.

    Example:
        >>> WonDeal(1, 0, Tile.M9, robbed_kong=False, readings=())
        <WonDeal seat 1, 9m from seat 0, 0 readings>
    """

    winner: int
    loser: int | None
    tile: Tile
    robbed_kong: bool
    readings: tuple[Reading, ...]

    def __repr__(self) -> str:
        source = "self-draw" if self.loser is None else f"from seat {self.loser}"
        robbed = ", a robbed kong" if self.robbed_kong else ""
        number = len(self.readings)
        readings = "1 reading" if number == 1 else f"{number} readings"
        return f"<WonDeal seat {self.winner}, {self.tile} {source}{robbed}, {readings}>"


@attrs.frozen
class DrawnDeal:
    """A deal that nobody won (荒庄; WALL-8).

    Example:
        >>> DrawnDeal() == DrawnDeal()
        True
    """


@attrs.frozen
class AwaitingTurn:
    """A seat is to play.

    Attributes:
        seat: whose turn it is.
        drawn: the tile just drawn, a replacement too; ``None`` after a pung.

    Example:
        >>> AwaitingTurn(0, None).drawn is None  # after a pung
        True
    """

    seat: int
    drawn: Tile | None


@attrs.frozen
class AwaitingClaims:
    """Some seats are asked about a discard, or about the tile of an added kong.

    Attributes:
        discarder: who laid the tile down.
        tile: its kind.
        robbing: whether it is the tile of an added kong, which can only be won on (KONG-7).
        asked: the seats that can win on it, pung it or kong it, ascending (CLAIM-6).
        answers: by seat, what has been answered; ``None`` for no answer yet.

    Example:
        >>> from lisi_mahjong import Discard, apply, deal
        >>> stage = apply(deal(Shuffle.from_seed(7)), Discard(0, Tile.M9)).stage
        >>> stage.discarder, stage.tile, stage.asked, stage.answers[3]
        (0, Tile.M9, (3,), None)
    """

    discarder: int
    tile: Tile
    robbing: bool
    asked: tuple[int, ...]
    answers: tuple[Action | None, Action | None, Action | None, Action | None]


@attrs.frozen
class Finished:
    """The deal has ended.

    Attributes:
        result: how.

    Example:
        >>> Finished(DrawnDeal()).result
        DrawnDeal()
    """

    result: WonDeal | DrawnDeal


Stage = AwaitingTurn | AwaitingClaims | Finished
Result = WonDeal | DrawnDeal

TURNS: Final = tuple(
    (*(AwaitingTurn(seat, tile) for tile in TILES), AwaitingTurn(seat, None)) for seat in SEATS
)
"""One object for each turn: ``TURNS[seat][tile]``, and ``TURNS[seat][-1]`` after a pung."""


@attrs.frozen(repr=False, weakref_slot=False)
class GameState:
    """A deal at one moment: a value that never changes.

    Made by `deal` and `apply`; ask `actors` and `legal_actions` about it.

    Attributes:
        setup: what the deal never changes.
        players: the four seats.
        stage: `AwaitingTurn`, `AwaitingClaims` or `Finished`.
        kongs: kongs made by the four together.
        remaining: tiles left in the wall.
        ply: actions accepted so far.

    Example:
        >>> from lisi_mahjong import deal
        >>> state = deal(Shuffle.from_seed(7), dealer=2)
        >>> state.dealer, state.remaining, state.reserve, state.ply, state.result
        (2, 83, 14, 0, None)
    """

    setup: Setup
    players: tuple[Player, Player, Player, Player]
    stage: Stage
    kongs: int
    remaining: int
    ply: int

    @property
    def rules(self) -> RuleSet:
        """The options of play."""
        return self.setup.rules

    @property
    def dealer(self) -> int:
        """The seat that deals (DEALER-1)."""
        return self.setup.dealer

    @property
    def shuffle(self) -> Shuffle:
        """All that is random in this deal; it holds every secret."""
        return self.setup.shuffle

    @property
    def reserve(self) -> int:
        """How many tiles of the wall are kept back now (WALL-6)."""
        return RESERVES[self.setup.rules.reserved_stacks][self.kongs]

    @property
    def result(self) -> Result | None:
        """How the deal ended; ``None`` while it goes on."""
        stage = self.stage
        return stage.result if isinstance(stage, Finished) else None

    def __repr__(self) -> str:
        return f"<GameState ply {self.ply}, {_stage_in_words(self.stage)}>"


make_state = maker(GameState)
"""`GameState`, quickly."""


def _stage_in_words(stage: Stage) -> str:
    """Return a few words on a stage without naming a tile."""
    if isinstance(stage, AwaitingTurn):
        return f"turn of seat {stage.seat}"
    if isinstance(stage, AwaitingClaims):
        what = "kong" if stage.robbing else "discard"
        return f"{what} of seat {stage.discarder} on offer"
    return "drawn" if isinstance(stage.result, DrawnDeal) else f"won by seat {stage.result.winner}"


def check_state(state: GameState) -> GameState:
    """Return the state that was given.

    Raises:
        InvalidStateError: it is no `GameState`.

    Example:
        >>> check_state(None)
        Traceback (most recent call last):
        ...
        lisi_mahjong.errors.InvalidStateError: a GameState is expected: not None (TURN-5)
    """
    if type(state) is not GameState:
        raise InvalidStateError(((Problem.NOT_A_STATE, f"not {shorten(state)}"),))
    return state
