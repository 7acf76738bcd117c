"""A deal told in words: the dice, the hands, each event, the result.

A `Narrator` follows one deal by its events alone, from the first state on, and yields lines of
text. It sees all four hands: it is for learning and for looking on, not for players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final

from lisi_mahjong.events import (
    AnnouncedKong,
    DeclaredTing,
    Discarded,
    Drew,
    Ended,
    Event,
    MadeKong,
    MadePung,
)
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.seats import SEATS
from lisi_mahjong.state import GameState, WonDeal
from lisi_mahjong.tiles import Tile, format_tiles
from lisi_mahjong.winning import Reading, Tag


class TileStyle(Enum):
    """How tiles are written: ``123m``, ``🀇🀈🀉`` or ``一万二万三万``.

    Example:
        >>> [style.write([Tile.M1, Tile.M2]) for style in TileStyle]
        ['12m', '🀇🀈', '一万 二万']
    """

    TEXT = "text"
    UNICODE = "unicode"
    CHINESE = "chinese"

    def write(self, tiles: Iterable[Tile]) -> str:
        """Return some tiles, sorted, in this style."""
        if self is TileStyle.TEXT:
            return format_tiles(tiles)
        if self is TileStyle.UNICODE:
            return "".join(tile.glyph for tile in sorted(tiles))
        return " ".join(tile.zh for tile in sorted(tiles))


_VERBS: Final = {
    MeldKind.MELDED_KONG: "makes a melded kong 明杠 of",
    MeldKind.ADDED_KONG: "makes an added kong 补杠 of",
    MeldKind.CONCEALED_KONG: "makes a concealed kong 暗杠 of",
}


class Narrator:
    """Follows a deal and tells it.

    Args:
        state: where the telling begins.
        style: how tiles are written.

    Example:
        >>> from lisi_mahjong import Shuffle, deal, legal_actions, step
        >>> state = deal(Shuffle.from_seed(8))
        >>> narrator = Narrator(state)
        >>> for line in narrator.opening():
        ...     print(line)
        Dice 3+1: counting seats from the dealer as one, seat 3 takes first.
        Dice 5+5: 10 stacks of that wall stay, they are the tail; tiles come from the next one on.
        <BLANKLINE>
        seat 0 {256s1z} 468m46p34456z  deals (庄) and has drawn 4m
        seat 1 {1p29s2z} 256m24p3567s
        seat 2 {37p59s} 2334569m2p7z
        seat 3 {8m34s7z} 159m5p2478s7z
        >>> first = legal_actions(state, 0)[0]
        >>> " ".join(next(narrator.tell(step(state, first).events)).split())
        '1 seat 0 discards 4m {256s1z} 68m46p34456z'
    """

    def __init__(self, state: GameState, style: TileStyle = TileStyle.TEXT) -> None:
        self._state = state
        self._style = style
        self._write = style.write
        self._standing = [list(player.standing) for player in state.players]
        self._loose = [list(player.loose) for player in state.players]
        self._melds = [{meld.tile: meld for meld in player.melds} for player in state.players]
        self._lines = 0
        self._begun = ""  # a draw whose line is not told yet

    def opening(self) -> Iterator[str]:
        """Yield the lines that tell the dice, the break and the four hands of a deal just begun."""
        first, second = self._state.shuffle.dice
        taker = self._state.setup.first_taker
        yield (
            f"Dice {first[0]}+{first[1]}: counting seats from the dealer as one, "
            f"seat {taker} takes first."
        )
        yield (
            f"Dice {second[0]}+{second[1]}: {sum(second)} stacks of that wall stay, "
            "they are the tail; tiles come from the next one on."
        )
        yield ""
        for seat in SEATS:
            note = ""
            if seat == self._state.dealer:
                drawn = self._state.setup.wall[52]
                note = f"  deals (庄) and has drawn {self._write([drawn])}"
            yield f"seat {seat} {self.hand(seat)}{note}"

    def hand(self, seat: int) -> str:
        """Return a seat's hand: standing tiles in braces, the loose ones, sets in brackets."""
        parts = [f"{{{self._write(self._standing[seat])}}}", self._write(self._loose[seat])]
        parts += [f"[{self._meld(meld)}]" for meld in self._melds[seat].values()]
        return " ".join(filter(None, parts))

    def _meld(self, meld: Meld) -> str:
        source = "" if meld.from_seat is None else f" from {meld.from_seat}"
        return f"{meld.kind.zh} {self._write(meld.tiles)}{source}"

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        """Yield a line for what happened, a draw and the discard after it in one."""
        for event in events:
            match event:
                case Drew():
                    self._loose[event.seat].append(event.tile)
                    verb = "draws the replacement" if event.replacement else "draws"
                    self._begun = f"seat {event.seat} {verb} {self._write([event.tile])}"
                case Discarded():
                    self._loose[event.seat].remove(event.tile)
                    yield self._line(event.seat, f"discards {self._write([event.tile])}")
                case DeclaredTing():
                    self._standing[event.seat].remove(event.tile)
                    place = "face up" if event.face_up else "face down"
                    place += " on the wall 上架" if event.on_wall else ""
                    words = f"declares ting 报听, {self._write([event.tile])} {place}"
                    yield self._line(event.seat, words)
                case MadePung():
                    self._use(event.seat, event.meld, event.standing, 2)
                    words = f"pungs 碰 {self._write(event.meld.tiles)} from {event.meld.from_seat}"
                    yield self._line(event.seat, words)
                case AnnouncedKong():
                    words = f"shows the fourth {self._write([event.tile])} of a pung"
                    yield self._line(event.seat, words)
                case MadeKong():
                    given = {MeldKind.MELDED_KONG: 3, MeldKind.ADDED_KONG: 1}
                    number = given.get(event.meld.kind, 4)
                    self._use(event.seat, event.meld, event.standing, number)
                    words = f"{_VERBS[event.meld.kind]} {self._write([event.meld.tile])}"
                    yield self._line(event.seat, words)
                case Ended(result):
                    if isinstance(result, WonDeal):
                        yield from self._won(result)
                    else:
                        yield from self._drawn()
                case _:  # Asked, Answered: what comes of it is told
                    pass

    def _use(self, seat: int, meld: Meld, standing: int, number: int) -> None:
        """Move tiles from a hand to a meld."""
        for count, tiles in ((standing, self._standing), (number - standing, self._loose)):
            for _ in range(count):
                tiles[seat].remove(meld.tile)
        self._melds[seat][meld.tile] = meld

    def _line(self, seat: int, words: str) -> str:
        """Return a numbered line: what a seat did, joined to its draw, and its hand after it."""
        self._lines += 1
        told = f"{self._begun}, {words}" if self._begun else f"seat {seat} {words}"
        self._begun = ""
        return f"{self._lines:3}  {told:<46}  {self.hand(seat)}"

    def _won(self, result: WonDeal) -> Iterator[str]:
        if result.loser is None:
            how = "by self-draw 自摸"
        elif result.robbed_kong:
            how = f"by robbing the kong 抢杠 of seat {result.loser}"
        else:
            how = f"on the discard of seat {result.loser} 放铳"
        if self._begun:
            yield f"     {self._begun}"
        yield ""
        yield f"Seat {result.winner} wins {how} with {self._write([result.tile])}."
        yield f"  {self.hand(result.winner)}"
        for number, reading in enumerate(result.readings):
            word = "read as" if number == 0 else "or as"
            yield f"  {word} {self._reading(reading)}"

    def _reading(self, reading: Reading) -> str:
        between = " / " if self._style is TileStyle.CHINESE else " "
        groups = between.join(self._write(group) for group in (*reading.sets, reading.pair))
        points = "1 point" if reading.points == 1 else f"{reading.points} points"
        names = ", ".join(f"{tag.en} {tag.zh}" for tag in Tag if tag in reading.tags)
        return (
            f"{groups}, completing {self._write(reading.completes)}: "
            f"{reading.triplets} of 4 sets triplets; {names or 'no tags'}; {points}"
        )

    def _drawn(self) -> Iterator[str]:
        yield ""
        yield "Nobody wins: no tile can be drawn any more, the deal is drawn 荒庄."
