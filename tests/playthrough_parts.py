"""What a playthrough is: a start, what is done and what is tried, and how it is carried out.

The situations are in `playthrough_deals` and the modules beside it, what is printed of them in
`playthrough_text`; `playthroughs` keeps the files. A script is a row of texts:

- ``"0 discard 5m"`` is done;
- ``"? 0 discard 1z"`` is tried, and must be refused;
- `LET_GO` lets the deal go to its end: what is drawn is discarded, what is offered is passed;
- `TIDY` lets the package's tidy player play it to its end.

What has no text stands in a script as it is: a `StartDeal`, a `Try` of anything at all, a `Call`.

Beside the sentence that says what happens stands a check that says the same of what was played, a
`PlayedDeal` or a `PlayedSitting`; what checks are made of is in `playthrough_checks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Unpack

import attrs

from corpus import SEED, Deal
from lisi_mahjong import (
    Action,
    GameState,
    IllegalAction,
    LisiError,
    Play,
    RuleSet,
    ScoreTable,
    Settlement,
    Shuffle,
    StartDeal,
    Step,
    TableAction,
    TableState,
    TableStep,
    Tile,
    WonDeal,
    actors,
    apply,
    apply_table,
    deal,
    parse_action,
    parse_table_action,
    settle,
    step,
    step_table,
)
from lisi_mahjong.players import tidy
from offers import SCATTERED, Table
from playouts import idle
from rule_table import Moment
from support import position, tiles

LET_GO = "let go"
TIDY = "tidy"

WAITING_TOO = "{666z}46m777p44488s"
"""Waits for 5m alone, beside `endings.WAITING` and two hands of `offers.SCATTERED`."""

IN_TING = "{666z}46s777p22288m"
"""Waits for 5s alone, beside the same."""


@attrs.frozen
class Try:
    """Something that is handed in to be refused.

    Attributes:
        what: anything at all.
        by: who sends it, at a table.
    """

    what: Any
    by: str | None = None


@attrs.frozen
class Call:
    """A call that must fail.

    Attributes:
        text: how it is written.
        call: what does it.
    """

    text: str
    call: Callable[[], object] = attrs.field(repr=False, eq=False)


Item = str | StartDeal | Try | Call


@attrs.frozen
class DealPlay:
    """A deal, or the end of one, in which something odd happens.

    Attributes:
        shows: what happens, in a sentence.
        check: whether it happened in a deal that was played.
        start: returns where it begins.
        script: what is done and tried.
        scores: tables by which it is settled beside the two that are ready-made.
    """

    shows: str
    check: Callable[[PlayedDeal], bool] = attrs.field(repr=False)
    start: Callable[[], GameState]
    script: tuple[Item, ...]
    scores: tuple[ScoreTable, ...] = ()


@attrs.frozen
class SittingPlay:
    """A sitting at which something odd happens.

    Attributes:
        shows: what happens, in a sentence.
        check: whether it happened at a sitting that was played.
        script: what is done and tried.
        rules: the options of play.
        score: the numbers of the settlement.
    """

    shows: str
    check: Callable[[PlayedSitting], bool] = attrs.field(repr=False)
    script: tuple[Item, ...]
    rules: RuleSet = RuleSet()
    score: ScoreTable = ScoreTable()


Playthrough = DealPlay | SittingPlay

# --- carried out --------------------------------------------------------------------------


@attrs.frozen
class Ply:
    """A state of a deal, what was tried there, and what was done.

    Attributes:
        state: the deal.
        tried: what was tried.
        action: what was done; ``None`` at the end.
        step: what came of it; ``None`` at the end too, and where it was refused.
    """

    state: GameState
    tried: tuple[Try | Call, ...]
    action: Action | None
    step: Step | None


@attrs.frozen
class TablePly:
    """A table, what was tried there, and what was done; see `Ply`."""

    table: TableState
    tried: tuple[Try | Call, ...]
    action: TableAction | None
    step: TableStep | None


def deal_plies(played: DealPlay) -> Iterator[Ply]:
    """Yield the plies of a deal."""
    state = played.start()
    tried: list[Try | Call] = []
    for item in played.script:
        if (attempt := _attempt(item, parse_action)) is not None:
            tried.append(attempt)
            continue
        while (action := _action(item, state)) is not None:
            try:
                taken = step(state, action)
            except IllegalAction:
                yield Ply(state, tuple(tried), action, None)
                return
            yield Ply(state, tuple(tried), action, taken)
            state, tried = taken.state, []
            if item not in _TO_THE_END:
                break
    yield Ply(state, tuple(tried), None, None)


def table_plies(played: SittingPlay) -> Iterator[TablePly]:
    """Yield the plies of a sitting."""
    table = TableState.new(played.rules, played.score)
    tried: list[Try | Call] = []
    for item in played.script:
        if (attempt := _attempt(item, parse_table_action)) is not None:
            tried.append(attempt)
            continue
        while (action := _table_action(item, table)) is not None:
            try:
                taken = step_table(table, action)
            except IllegalAction:
                yield TablePly(table, tuple(tried), action, None)
                return
            yield TablePly(table, tuple(tried), action, taken)
            table, tried = taken.state, []
            if item not in _TO_THE_END:
                break
    yield TablePly(table, tuple(tried), None, None)


_TO_THE_END = frozenset({LET_GO, TIDY})


def _attempt(item: Item, parse: Callable[[str], Any]) -> Try | Call | None:
    """Return what an item of a script tries; ``None`` when it is to be done."""
    if isinstance(item, Try | Call):
        return item
    if isinstance(item, str) and item.startswith("? "):
        return Try(parse(item.removeprefix("? ")))
    return None


def _action(item: Item, state: GameState) -> Action | None:
    """Return what an item of a script does; ``None`` when the deal has come to its end."""
    assert isinstance(item, str), item
    if item not in _TO_THE_END:
        return parse_action(item)
    deciding = actors(state)
    if not deciding:
        return None
    return idle(state) if item == LET_GO else tidy(state, deciding[0])


def _table_action(item: Item, table: TableState) -> TableAction | None:
    """Return what an item of a script does at a table; ``None`` when the deal has ended."""
    if isinstance(item, StartDeal):
        return item
    assert isinstance(item, str), item
    if item not in _TO_THE_END:
        return parse_table_action(item)
    assert table.deal is not None
    action = _action(item, table.deal)
    return None if action is None else Play(action)


def error_of(tried: Try | Call, where: GameState | TableState) -> LisiError | None:
    """Return the error that something raises; ``None`` when nothing is wrong with it.

    Args:
        tried: what is handed in, or called.
        where: the deal or the table at which it is handed in.
    """
    try:
        if isinstance(tried, Call):
            tried.call()
        elif isinstance(where, GameState):
            apply(where, tried.what)
        else:
            apply_table(where, tried.what, by=tried.by)
    except LisiError as error:
        return error
    return None


def deals_of(plies: list[TablePly]) -> Iterator[Ply]:
    """Yield the plies of the deals that were played at a table."""
    for ply in plies:
        table, taken = ply.table, ply.step
        if isinstance(ply.action, Play) and taken is not None and taken.state.deal is not None:
            assert table.deal is not None
            yield Ply(table.deal, (), ply.action.action, step(table.deal, ply.action.action))


# --- what was played ----------------------------------------------------------------------

SEEDED = frozenset(Shuffle.from_seed(seed) for seed in range(40))


def moments_of(plies: Sequence[Ply]) -> Iterator[Moment]:
    """Yield every move of a deal."""
    start = plies[0].state
    wall = SEED if start.shuffle in SEEDED else "laid"
    played = Deal(0, wall, (), False, start, ())  # noqa: FBT003 - no wishes are followed
    for ply in plies:
        if ply.action is not None and ply.step is not None:
            yield Moment(played, ply.state, ply.action, ply.step.events, ply.step.state)


@attrs.frozen
class PlayedDeal:
    """What came of a `DealPlay`.

    Attributes:
        moves: every move.
        tried: what was tried: where, what, and the error that it raised.
    """

    moves: tuple[Moment, ...]
    tried: tuple[tuple[GameState, Try | Call, LisiError | None], ...]

    @property
    def start(self) -> GameState:
        return self.moves[0].before

    @property
    def end(self) -> GameState:
        return self.moves[-1].after

    @property
    def rules(self) -> RuleSet:
        return self.start.rules

    @property
    def won(self) -> WonDeal | None:
        """The win that ended the deal."""
        return self.moves[-1].won

    def paid(self, score: ScoreTable = ScoreTable()) -> Settlement:
        assert self.end.result is not None
        return settle(self.end.result, self.end, score)


@attrs.frozen
class PlayedSitting:
    """What came of a `SittingPlay`.

    Attributes:
        moves: every move; those that were refused are left out.
        tried: what was tried: where, what, and the error that it raised.
    """

    moves: tuple[tuple[TableState, TableStep], ...]
    tried: tuple[tuple[TableState, Try | Call, LisiError | None], ...]

    @property
    def end(self) -> TableState:
        return self.moves[-1][1].state


def played_deal(played: DealPlay) -> PlayedDeal:
    """Return what comes of a deal."""
    plies = [*deal_plies(played)]
    tried = [(ply.state, each, error_of(each, ply.state)) for ply in plies for each in ply.tried]
    return PlayedDeal(tuple(moments_of(plies)), tuple(tried))


def played_sitting(played: SittingPlay) -> PlayedSitting:
    """Return what comes of a sitting."""
    plies = [*table_plies(played)]
    tried = [(ply.table, each, error_of(each, ply.table)) for ply in plies for each in ply.tried]
    moves = [(ply.table, ply.step) for ply in plies if ply.step is not None]
    return PlayedSitting(tuple(moves), tuple(tried))


# --- starts -------------------------------------------------------------------------------


def laid(
    hands: Mapping[int, str], turn: int, drawn: str | None, **table: Unpack[Table]
) -> GameState:
    """Return a position with the turn of a seat; whoever is left out holds `SCATTERED`.

    It takes what `support.position` takes. As many actions are counted as discards lie there.
    """
    others = dict.fromkeys(range(4), SCATTERED)
    state = position(others | dict(hands), turn=turn, drawn=drawn, **table)
    state = attrs.evolve(state, ply=sum(len(player.river) for player in state.players))
    return one_after_the_other(state, turn)


def one_after_the_other(state: GameState, turn: int) -> GameState:
    """Return a position of which what was taken was discarded first, and tings follow each other.

    So it is one that play comes to. Those in ting have declared it in the order of their turns,
    the seat before the one whose turn it is last.
    """
    order = [(turn + number) % 4 for number in range(4)]
    in_ting = [seat for seat in order if state.players[seat].ting is not None]
    players = []
    for seat, player in enumerate(state.players):
        river = tuple(sorted(player.river, key=lambda entry: entry.taken_by is None))
        since = list(player.ting_since)
        for later in in_ting[in_ting.index(seat) + 1 :] if seat in in_ting else ():
            since[later] = min(since[later], state.players[later].ting_since[later] - 1)
        players.append(attrs.evolve(player, river=river, ting_since=tuple(since)))
    first, second, third, fourth = players
    return attrs.evolve(state, players=(first, second, third, fourth))


def wall(
    hands: Mapping[int, str],
    draws: str = "",
    replacements: str = "",
    *,
    dealer: int = 0,
    taker: int | None = None,
) -> Shuffle:
    """Return a shuffle by which the seats are dealt these hands (DEAL-1, DEAL-2, WALL-5).

    Args:
        hands: by seat, ``"{1234z}123m456p789s"``: the standing tiles in braces, then the others;
            whoever is left out gets `SCATTERED`.
        draws: what the head gives then, the dealer's fourteenth tile first.
        replacements: what the tail gives.
        dealer: who deals, and is drawn as dealer.
        taker: who takes first; ``None`` for the dealer.
    """
    order: dict[int, Tile] = {}
    first = dealer if taker is None else taker
    for seat in range(4):
        turn = (seat - first) % 4
        standing, _, loose = hands.get(seat, SCATTERED).removeprefix("{").partition("}")
        places = [*range(4 * turn, 4 * turn + 4), *range(16 + 4 * turn, 20 + 4 * turn)]
        places += [*range(32 + 4 * turn, 36 + 4 * turn), 48 + turn]
        order.update(zip(places, tiles(standing) + tiles(loose), strict=True))
    order.update(enumerate(tiles(draws), start=52))
    tail = [134 - 2 * (number // 2) + number % 2 for number in range(16)]
    order.update(zip(tail, tiles(replacements), strict=False))
    left = Counter(dict.fromkeys(Tile, 4))
    left.subtract(order.values())
    assert min(left.values()) >= 0, "a fifth copy"
    # One of each kind after the other, so that what is drawn beyond the plan makes no sets.
    rest = sorted(left.elements(), key=lambda tile: tile * 7 % 34)
    spread = iter([*rest[::4], *rest[1::4], *rest[2::4], *rest[3::4]])
    row = [order[place] if place in order else next(spread) for place in range(136)]
    return Shuffle.from_draw_order(row, dealer=dealer, first_taker=first)


def dealt(  # noqa: PLR0913 - a deal has that many sides
    hands: Mapping[int, str],
    draws: str = "",
    replacements: str = "",
    *,
    dealer: int = 0,
    taker: int | None = None,
    rules: RuleSet = RuleSet(),
) -> GameState:
    """Return a deal on such a `wall`, as it has been dealt."""
    shuffle = wall(hands, draws, replacements, dealer=dealer, taker=taker)
    return deal(shuffle, dealer=dealer, rules=rules)
