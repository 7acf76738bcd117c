"""Positions written by hand: a state in which given tiles lie in given places.

`position` needs only what a test is about; whatever is left open is filled with other tiles, so
that 136 tiles, four of each kind, lie on the table and the wall is the wall of a real shuffle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import attrs

from lisi_mahjong import (
    Action,
    AwaitingTurn,
    GameState,
    Meld,
    MeldKind,
    Player,
    RiverTile,
    RuleSet,
    Setup,
    Shuffle,
    Tile,
    Ting,
    apply,
    legal_actions,
    parse_action,
    parse_tiles,
)
from lisi_mahjong.melds import counted_melds
from lisi_mahjong.tiles import TILES, counted
from lisi_mahjong.wall import head_place, tail_place
from lisi_mahjong.winning import wait_set

WRITTEN = RuleSet()


def tiles(text: str) -> list[Tile]:
    """Return the tiles of a text, which may be empty."""
    return list(parse_tiles(text)) if text else []


def position(  # noqa: PLR0913 - a position has that many sides; all but the hands have defaults
    hands: Mapping[int, str],
    *,
    turn: int = 0,
    drawn: str | None = None,
    melds: Mapping[int, Sequence[str]] | None = None,
    ting: Mapping[int, str] | None = None,
    locks: Mapping[int, str] | None = None,
    barred: Iterable[int] = (),
    rivers: Mapping[int, str] | None = None,
    draws: str = "",
    replacements: str = "",
    remaining: int = 60,
    dealer: int = 0,
    rules: RuleSet = WRITTEN,
) -> GameState:
    """Return a state in which it is one seat's turn.

    Args:
        hands: by seat, ``"{1234z}123m456p789s"``: the standing tiles in braces, then the loose
            ones *without* the drawn tile. A seat left out gets other tiles.
        turn: whose turn it is.
        drawn: what that seat has just drawn; ``None``: it has just made a pung.
        melds: by seat, ``"555m<3"`` a pung of seat 3's discard, ``"5555m<3"`` a melded kong,
            ``"5555m+<3"`` an added one, ``"(5555m)"`` a concealed one.
        ting: by seat, the tile of a declaration of ting.
        locks: by seat, the kinds that are locked.
        barred: seats that win no more.
        rivers: by seat, discards that lie (filled up with others).
        draws: the tiles that the head gives next.
        replacements: the tiles that the tail gives next.
        remaining: tiles left in the wall.
        dealer: who deals.
        rules: the options.
    """
    melds, ting, locks, rivers = melds or {}, ting or {}, locks or {}, rivers or {}
    pool = _Pool()
    drawn_tiles = pool.take(tiles(drawn or ""))
    seats = [
        _Seat(
            melds=tuple(_meld(text) for text in melds.get(seat, ())),
            river=tiles(rivers.get(seat, "")),
            declared=tiles(ting.get(seat, "")),
        )
        for seat in range(4)
    ]
    for seat, side in enumerate(seats):
        pool.take(tile for meld in side.melds for tile in meld.tiles)
        pool.take([*side.river, *side.declared])
        if seat in hands:
            standing, _, loose = hands[seat].removeprefix("{").partition("}")
            side.standing, side.loose = pool.take(tiles(standing)), pool.take(tiles(loose))
    heads, tails = pool.take(tiles(draws)), pool.take(tiles(replacements))
    for seat, side in enumerate(seats):
        if seat not in hands:
            side.standing, side.loose = pool.fill(4), pool.fill(9 - 3 * len(side.melds))
        size = len(side.standing) + len(side.loose) + 3 * len(side.melds)
        expected = 14 if seat == turn and drawn is None else 13
        assert size == expected, f"seat {seat} holds {size} tiles and not {expected}"
    lying = pool.size() + len(heads) + len(tails) - remaining
    assert lying >= 0, f"{-lying} tiles too few for a wall of {remaining}"
    for number, tile in enumerate(pool.fill(lying)):
        seats[number % 4].river.insert(0, tile)
    kongs = sum(meld.kind.is_kong for side in seats for meld in side.melds)
    gone = [tile for side in seats for tile in side.tiles()] + drawn_tiles
    wall = _wall(gone, pool, heads, tails, remaining, kongs)
    setup = Setup(rules, dealer, Shuffle.from_draw_order(wall, dealer=dealer))
    taken = [
        [(meld, by) for by in range(4) for meld in seats[by].melds if meld.from_seat == seat]
        for seat in range(4)
    ]
    # The seat before has discarded last; whoever else is in ting declared it before that.
    discards = [
        len(side.river) + len(taken[seat]) + len(side.declared) for seat, side in enumerate(seats)
    ]
    earlier = [count - (seat == (turn - 1) % 4) for seat, count in enumerate(discards)]
    players = [
        side.player(
            taken=taken[seat],
            since=tuple(discards if seat == (turn - 1) % 4 else earlier),
            drawn=drawn_tiles if seat == turn else [],
            locks=tiles(locks.get(seat, "")),
            barred=seat in set(barred),
            rules=rules,
        )
        for seat, side in enumerate(seats)
    ]
    stage = AwaitingTurn(turn, drawn_tiles[0] if drawn_tiles else None)
    return GameState(
        setup, (players[0], players[1], players[2], players[3]), stage, kongs, remaining, 0
    )


def declared_in_order(state: GameState) -> GameState:
    """Return a state whose seats in ting, all of them at once by `position`, declared by seat."""
    in_ting = [seat for seat, player in enumerate(state.players) if player.ting is not None]
    first, second, third, fourth = (
        attrs.evolve(
            player,
            ting_since=tuple(
                count - (other in in_ting and other > seat)
                for other, count in enumerate(player.ting_since)
            ),
        )
        for seat, player in enumerate(state.players)
    )
    return attrs.evolve(state, players=(first, second, third, fourth))


class _Pool:
    """The tiles that have no place yet."""

    def __init__(self) -> None:
        self._counts = Counter(dict.fromkeys(TILES, 4))

    def size(self) -> int:
        return sum(self._counts.values())

    def take(self, wanted: Iterable[Tile]) -> list[Tile]:
        """Take these tiles."""
        taken = list(wanted)
        self._counts.subtract(taken)
        scarce = min(self._counts, key=self._counts.__getitem__)
        assert self._counts[scarce] >= 0, f"a fifth copy of {scarce}"
        return taken

    def fill(self, number: int) -> list[Tile]:
        """Take any tiles, far apart from each other, so that they make no sets."""
        taken = []
        for _ in range(number):
            kind = max(self._counts, key=lambda tile: (self._counts[tile], -(tile * 7 % 34)))
            taken += self.take([kind])
        return taken


@dataclass
class _Seat:
    """One side of the table while it is being laid."""

    melds: tuple[Meld, ...]
    river: list[Tile]
    declared: list[Tile]
    standing: list[Tile] = field(default_factory=list)
    loose: list[Tile] = field(default_factory=list)

    def tiles(self) -> list[Tile]:
        """Return all tiles that lie on this side."""
        made = [tile for meld in self.melds for tile in meld.tiles]
        return [*self.standing, *self.loose, *made, *self.river, *self.declared]

    def player(  # noqa: PLR0913 - what the other seats know of it
        self,
        *,
        taken: list[tuple[Meld, int]],
        drawn: list[Tile],
        locks: list[Tile],
        barred: bool,
        since: tuple[int, ...],
        rules: RuleSet,
    ) -> Player:
        """Return the player who sits here.

        Args:
            taken: what others took of this seat's discards, and who.
            drawn: the tile just drawn.
            locks: the kinds that are locked.
            barred: whether the seat wins no more.
            since: how many discards each seat has made.
            rules: the options.
        """
        # The declaration comes last, so that what follows it is forced.
        river = [RiverTile(tile) for tile in self.river]
        river += [RiverTile(meld.tile, by) for meld, by in taken]
        river += [RiverTile(tile, None, ting=True) for tile in self.declared]
        hand = counted([*self.standing, *self.loose])
        made = counted_melds(self.melds)
        return Player(
            counted(self.standing),
            counted([*self.loose, *drawn]),
            self.melds,
            tuple(river),
            Ting(self.declared[0]) if self.declared else None,
            counted(locks),
            barred,
            wait_set(hand, made, all_runs=rules.all_runs) if self.declared else 0,
            made,
            since if self.declared else (),
        )


def _wall(  # noqa: PLR0913, PLR0917 - what lies at its ends, and how long it is
    gone: list[Tile], pool: _Pool, heads: list[Tile], tails: list[Tile], remaining: int, kongs: int
) -> list[Tile]:
    """Return 136 tiles in draw order: those gone before the head, the rest with known ends."""
    order: dict[int, Tile] = {
        head_place(remaining - number, kongs): tile for number, tile in enumerate(heads)
    }
    for number, tile in enumerate(tails):
        order[tail_place(remaining - number, kongs + number)] = tile
    drawn = set(range(136 - kongs - remaining))
    drawn.update(tail_place(136 - number, number) for number in range(kongs))
    undrawn = pool.fill(pool.size())
    for place in range(136):
        if place not in order:
            order[place] = (gone if place in drawn else undrawn).pop()
    return [order[place] for place in range(136)]


def _meld(text: str) -> Meld:
    body, _, source = text.partition("<")
    concealed, added = body.startswith("("), body.endswith("+")
    group = tiles(body.strip("()+"))
    if len(group) == 3:
        kind = MeldKind.PUNG
    elif concealed:
        kind = MeldKind.CONCEALED_KONG
    else:
        kind = MeldKind.ADDED_KONG if added else MeldKind.MELDED_KONG
    assert concealed or source, f"say whose discard made {text}, as in 555m<3"
    return Meld(kind, group[0], int(source) if source else None)


def play(state: GameState, *actions: str | Action) -> GameState:
    """Return the state after some actions, given as values or as their texts."""
    for action in actions:
        state = apply(state, parse_action(action) if isinstance(action, str) else action)
    return state


def legal(state: GameState, seat: int) -> list[str]:
    """Return the texts of what a seat may do, in the order of the list."""
    return [str(action) for action in legal_actions(state, seat)]
