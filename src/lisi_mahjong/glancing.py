"""A glance at a view: hardly any has problems, and that is told much quicker than what they are.

`checking.problems` says all that is wrong with any view, and takes its time. A program that thinks
on views gets them from play by the thousand. `glance` knows them at nearly every moment of a deal,
and leaves the rest to `problems`: the end, a kong to be robbed, an answer that was given, a lock, a
bar, and all that ting is where the rules leave a choice in it. It may leave a good view to
`problems`; it never takes a bad one for good.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, cast

from lisi_mahjong.actions import Action
from lisi_mahjong.claims import answers_of
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.positions import in_one_order
from lisi_mahjong.rules import RuleSet
from lisi_mahjong.seats import SEATS, is_seat
from lisi_mahjong.seen import (
    FACE_DOWN_KONG,
    FACE_DOWN_TILE,
    FACE_DOWN_TINGS,
    OpenHand,
    SeenClaims,
    SeenPlayer,
    SeenRiverTile,
    SeenTurn,
)
from lisi_mahjong.state import DECLARED, LYING, TAKEN, Ting
from lisi_mahjong.tiles import COPIES, EACH, ONE, Tile, counted
from lisi_mahjong.views import SeatView
from lisi_mahjong.wall import RESERVES, WALL_SIZE, kong_keeps_reserve
from lisi_mahjong.winning import HAND_SIZE


def glance(view: SeatView) -> int | None:
    """Return the tiles that a view does not show, a counted set, if it plainly has no problems.

    Args:
        view: a `SeatView` with anything in its fields.

    Returns:
        ``view.unseen_set``; ``None`` where only `checking.problems` can tell.

    Example:
        >>> import attrs
        >>> from lisi_mahjong import Shuffle, deal, view
        >>> seen = view(deal(Shuffle.from_seed(7)), 1)
        >>> glance(seen) == seen.unseen_set
        True
        >>> glance(attrs.evolve(seen, remaining=82)) is None
        True
    """
    if not _has_good_numbers(view):
        return None
    looked = _Glance(view)
    for seat, side in enumerate(view.players):
        if not looked.takes_in(seat, side):
            return None
    good = looked.takes_in_rivers() and looked.adds_up()
    good = good and _has_good_stage(view) and _has_good_ting(view)
    return COPIES * EACH - looked.seen if good else None


# --- numbers ------------------------------------------------------------------------------

_FOUR_SIDES: Final = [SeenPlayer] * len(SEATS)
_TWO_THROWS: Final = [tuple, tuple]


def _has_good_numbers(view: SeatView) -> bool:
    """Return whether all that is counted can be, and all seats that are named can."""
    players, dice, viewer = view.players, view.dice, view.viewer
    if type(players) is not tuple or [type(side) for side in players] != _FOUR_SIDES:
        return False
    if type(dice) is not tuple or [type(throw) for throw in dice] != _TWO_THROWS:
        return False
    first, second = dice
    numbers = [view.kongs, view.remaining, *first, *second]
    for side in players:
        if type(side.ting_since) is not tuple:
            return False
        numbers += (side.standing_count, side.loose_count, *side.ting_since)
    return (
        set(map(type, numbers)) == {int}
        and min(numbers) >= 0
        and type(view.rules) is RuleSet
        and type(view.pung_locks) is tuple
        and not view.pung_locks
        and view.win_barred is False
        and (viewer is None or is_seat(viewer))
        and is_seat(view.dealer)
        and is_seat(_concerned(view.stage))
        and len(first) == len(second) == len(dice)
        and min(*first, *second) >= 1
        and max(*first, *second) <= 6  # noqa: PLR2004 - what a die shows
    )


def _concerned(stage: object) -> object:
    """Return whose turn it is, or whose discard is on offer; ``None`` at the end."""
    if type(stage) is SeenTurn:
        return stage.seat
    return stage.discarder if type(stage) is SeenClaims else None


# --- tiles --------------------------------------------------------------------------------

_LIES: Final = {
    **{id(entry): ONE[entry.tile] for entry in LYING},
    **dict.fromkeys([id(entry) for row in TAKEN for entry in row], 0),
}
"""By the identity of a discard, what is seen to lie there, a counted set.

Play has one object for each discard that can be. What is found here is one of them, and so its
fields need not be looked at.
"""

_LIES_WITH_TING: Final = {
    **_LIES,
    **{id(entry): ONE[entry.tile] for entry in DECLARED},
    id(FACE_DOWN_TILE): 0,
}


class _Glance:
    """What lies on the table, as far as it was taken in."""

    __slots__ = ("given", "holder", "kongs", "number", "seen", "shown", "taken", "view")

    def __init__(self, view: SeatView) -> None:
        stage = view.stage
        self.view = view
        self.holder = stage.seat if isinstance(stage, SeenTurn) else None  # of a tile more
        self.seen = 0  # the tiles that are seen, a counted set
        self.shown = 0  # how many they are
        self.number = view.remaining  # how many there are, seen or not
        self.kongs = 0
        self.taken: list[tuple[int, Tile | None, int]] = []  # discards: whose, what, by whom
        self.given: list[tuple[int | None, Tile, int]] = []  # the same of melds

    def takes_in(self, seat: int, side: SeenPlayer) -> bool:
        """Take in what a seat has but for its discards; return whether it plainly can be."""
        if type(side.melds) is not tuple or type(side.river) is not tuple:
            return False
        own = 0  # of the tiles in melds, those that came from the hand
        for meld in side.melds:
            from_hand = self._take_in_meld(seat, meld)
            if not from_hand:
                return False
            own += from_hand
        standing, size = side.standing_count, side.standing_count + side.loose_count
        self.number += size
        in_ting = side.ting is not None
        return (
            4 - in_ting - own <= standing <= 4 - in_ting
            and (in_ting or (standing > 0 and side.ting_since == ()))
            and size + 3 * len(side.melds) == HAND_SIZE + (seat == self.holder)
            and (self._takes_in_hand(side) if seat == self.view.viewer else side.hand is None)
        )

    def _take_in_meld(self, seat: int, meld: object) -> int:
        """Return how many tiles of a meld came from the hand; 0 if there is something odd."""
        is_open = seat == self.view.viewer or self.view.rules.show_concealed_kongs
        if meld is FACE_DOWN_KONG:
            self.kongs += 1
            self.number += 4
            return 0 if is_open else 4
        if type(meld) is not Meld or type(meld.kind) is not MeldKind or type(meld.tile) is not Tile:
            return 0
        source, size = meld.from_seat, 3 + meld.kind.is_kong
        self.kongs += meld.kind.is_kong
        self.number += size
        self.shown += size
        self.seen += size * ONE[meld.tile]
        if meld.kind is MeldKind.CONCEALED_KONG:
            return size if is_open and source is None else 0
        self.given.append((source, meld.tile, seat))
        return size - 1 if is_seat(source) and source != seat else 0

    def _takes_in_hand(self, side: SeenPlayer) -> bool:
        """Take in a hand that is seen; return whether it is as large as it is said, and sorted."""
        hand = side.hand
        if type(hand) is not OpenHand:
            return False
        standing, loose = hand.standing, hand.loose
        if type(standing) is not tuple or type(loose) is not tuple:
            return False
        tiles = standing + loose
        if set(map(type, tiles)) != {Tile}:
            return False
        self.shown += len(tiles)
        self.seen += counted(tiles)
        return (
            (len(standing), len(loose)) == (side.standing_count, side.loose_count)
            and [*standing] == sorted(standing)
            and [*loose] == sorted(loose)
        )

    def takes_in_rivers(self) -> bool:
        """Take in all discards; return whether they are those of play."""
        players = self.view.players
        tings = [side.ting for side in players if side.ting is not None]
        lies = _LIES_WITH_TING if tings else _LIES
        try:
            self.seen += sum([lies[id(entry)] for side in players for entry in side.river])
        except KeyError:
            return False
        self.taken = [
            (seat, entry.tile, entry.taken_by)
            for seat, side in enumerate(players)
            for entry in side.river
            if entry.taken_by is not None
        ]
        lying = sum([len(side.river) for side in players]) - len(self.taken)
        self.number += lying
        self.shown += lying - tings.count(FACE_DOWN_TINGS[False])
        return True

    def adds_up(self) -> bool:
        """Return whether there are four tiles of each kind, and what melds took was taken."""
        view, seen = self.view, self.seen
        ones, twos, fours = [(seen >> bit & EACH).bit_count() for bit in range(3)]
        return (
            self.number == WALL_SIZE
            # No kind has more than four: neither eight and more, nor five to seven, and none so
            # many that its count ran over into the next kind's.
            and not (seen | seen + 3 * EACH) & 8 * EACH
            and ones + 2 * twos + 4 * fours == self.shown
            and self.kongs == view.kongs
            and view.remaining >= RESERVES[view.rules.reserved_stacks][self.kongs]
            and sorted(self.taken) == sorted(self.given)
        )


# --- ting and stage: all but these has been taken in --------------------------------------


def _has_good_ting(view: SeatView) -> bool:
    """Return whether all declarations of ting can be, and those of two seats beside each other."""
    counts = {
        seat: side.ting_since for seat, side in enumerate(view.players) if side.ting is not None
    }
    if counts and not all(_has_declared(view, seat) for seat in SEATS):
        return False
    return all(in_one_order(dict(pair)) for pair in combinations(counts.items(), 2))


def _has_declared(view: SeatView, seat: int) -> bool:
    """Return whether a seat plainly has not declared ting, or has.

    Face down, that is, and if it is the viewer's own seat, with nothing let go since.
    """
    side, thrower = view.players[seat], _just_thrown(view)
    ting, since, river = side.ting, side.ting_since, side.river
    places = [place for place, entry in enumerate(river, 1) if entry.ting]
    if ting is None:
        return not places
    if len(since) != len(SEATS) or places != [since[seat]]:
        return False
    if seat == view.viewer:
        if type(ting) is not Ting or type(ting.tile) is not Tile:
            return False
        good = ting.face_up is False and ting.on_wall is False and _has_waits(view, seat)
        declared: SeenRiverTile = DECLARED[ting.tile]
    else:
        good = ting is FACE_DOWN_TINGS[False]
        declared = FACE_DOWN_TILE
    return (
        good
        and river[since[seat] - 1] is declared
        and all(
            count <= len(other.river) - (number == thrower)
            and seat not in [entry.taken_by for entry in other.river[count:]]
            for number, (other, count) in enumerate(zip(view.players, since, strict=True))
        )
    )


def _just_thrown(view: SeatView) -> int | None:
    """Return whose discard is on offer, or has just been punged, where the stage plainly can be."""
    stage = view.stage
    if isinstance(stage, SeenTurn):
        return None if stage.after_draw else view.players[stage.seat].melds[-1].from_seat
    return cast("SeenClaims", stage).discarder


def _has_waits(view: SeatView, seat: int) -> bool:
    """Return whether the viewer, in ting, waits for something, and for nothing that lies there."""
    waits = view.own_player().wait_set
    rows = view.thrown_since_ting(seat)
    thrown = {entry.tile for row in rows for entry in row if entry.tile is not None}
    return waits > 0 and not waits & counted(thrown)


def _has_good_stage(view: SeatView) -> bool:
    """Return whether it is a seat's turn, or a discard is on offer that nobody has answered."""
    stage, viewer = view.stage, view.viewer
    if type(stage) is SeenTurn:
        return _has_good_turn(view, stage)
    if (
        type(stage) is not SeenClaims
        or type(stage.tile) is not Tile
        or stage.robbing is not False
        or stage.answer is not None
    ):
        return False
    river = view.players[stage.discarder].river
    if not river or river[-1] is not LYING[stage.tile]:
        return False
    if viewer is None or viewer == stage.discarder:
        return stage.asked is False
    # A win among the answers is left to `problems`: the tile has been thrown since ting.
    return stage.asked is bool(_answers(view, viewer, stage.tile))


def _answers(view: SeatView, viewer: int, tile: Tile) -> tuple[Action, ...]:
    """Return what the viewer can answer when another seat has discarded a tile."""
    side = view.players[viewer]
    hand = side.hand
    if side.ting is None and (hand is None or (hand.standing + hand.loose).count(tile) <= 1):
        return ()
    kept = kong_keeps_reserve(view.remaining, view.kongs, view.rules)
    return answers_of(view.own_player(), viewer, tile, reserve_kept=kept)


def _has_good_turn(view: SeatView, stage: SeenTurn) -> bool:
    """Return whether a seat that is not in ting has drawn, or has just made a pung."""
    side, drawn = view.players[stage.seat], stage.drawn
    if side.ting is not None or type(stage.after_draw) is not bool:
        return False
    if not side.loose_count:
        return False
    if stage.after_draw:
        hand = side.hand
        return drawn is None if hand is None else type(drawn) is Tile and drawn in hand.loose
    meld = side.melds[-1] if side.melds else FACE_DOWN_KONG
    if meld.kind is not MeldKind.PUNG or meld.from_seat is None or drawn is not None:
        return False
    taken = view.players[meld.from_seat].river[-1]
    return taken is TAKEN[stage.seat][meld.tile]
