"""What came of many deals, as counts and sums that add up in any order.

Everything in a tally is a whole number, so that the tallies of parts, whoever played them and in
whatever order they come back, add up to the tally of the whole exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from operator import add, attrgetter
from typing import Any, Final, Self, cast

import attrs

from lisi_mahjong.errors import shorten
from lisi_mahjong.melds import MeldKind
from lisi_mahjong.rules import DEFAULT_SCORE, ScoreTable
from lisi_mahjong.scoring import Settlement, settle
from lisi_mahjong.state import GameState, Result, WonDeal
from lisi_mahjong.table_state import next_dealer
from lisi_mahjong.tally_checks import TallyError, check_field, with_names
from lisi_mahjong.winning import Reading, Tag

_BY_SEAT: Final = (0, 0, 0, 0)
_SHAPES: Final = 5
"""A winning hand has none to four triplets."""


@attrs.frozen(kw_only=True, repr=False)
class Tally:
    """What came of many deals: counts and sums. ``Tally()`` is that of none.

    Two tallies are added with ``+``, which is exact, associative and independent of order.
    Points and deltas are those of the settlements; a square is that of one deal.

    Attributes:
        sittings: sittings played; 0 where the deals were each on its own.
        deals: deals played to their end.
        decisions: actions accepted.
        drawn_without_kong: drawn deals in which nobody had a kong (DEALER-3).
        drawn_with_kong: drawn deals with a kong.
        self_draws: wins by self-draw.
        discard_wins_in_ting: wins on a discard whose discarder was in ting (SCORE-3).
        discard_wins_not_in_ting: wins on a discard whose discarder was not (SCORE-4).
        robbed_kongs: wins on the tile of an added kong (KONG-7); no other win counts these.
        doubled_wins: wins that were paid more because a drawn deal came before (SCORE-6).
        tings: declarations of ting.
        deals_with_kong: deals with a kong, won or drawn.
        melded_kongs: melded kongs made.
        added_kongs: added kongs made; one that was robbed was not made.
        concealed_kongs: concealed kongs made.
        tags: by tag, in the order of `Tag`, wins whose reading that was paid has it.
        triplets: by number of triplets, 0 to 4, wins whose reading that was paid has so many.
        points: SCORE-1's sums ``u`` of the wins.
        points_squared: their squares.
        gains: what the winners got.
        gains_squared: the squares of it.
        dealer_wins: wins of the dealer.
        dealer_stays: deals after which the dealer deals again (DEALER-2, DEALER-3).
        dealer_points: what the dealers got or, below zero, paid.
        dealer_points_squared: the squares of it.
        seat_wins: by seat, its wins.
        seat_losses: by seat, how often it dealt in.
        seat_points: by seat, what it got or, below zero, paid.
        seat_points_squared: by seat, the squares of it.
        largest_win: the most that a winner got in one deal.
        largest_win_number: the lowest number of a deal, or of a sitting, in which somebody got it;
            0 where ``largest_win`` is 0.
        longest_run: the most deals in a row that one seat dealt in a sitting; 0 without sittings.

    Raises:
        TallyError: a field is no int, or no tuple of so many ints, or it is below zero and not
            among those that may be, or there is a ``largest_win_number`` without a ``largest_win``.
            Whether the fields go together is not asked beyond that.

    Example:
        >>> from lisi_mahjong.simulation import simulate
        >>> tally = simulate(20, seed=1)
        >>> tally
        <Tally of 20 deals, 16 won>
        >>> simulate(5, seed=1) + simulate(15, seed=1, first=5) == tally
        True
    """

    sittings: int = 0
    deals: int = 0
    decisions: int = 0
    drawn_without_kong: int = 0
    drawn_with_kong: int = 0
    self_draws: int = 0
    discard_wins_in_ting: int = 0
    discard_wins_not_in_ting: int = 0
    robbed_kongs: int = 0
    doubled_wins: int = 0
    tings: int = 0
    deals_with_kong: int = 0
    melded_kongs: int = 0
    added_kongs: int = 0
    concealed_kongs: int = 0
    tags: tuple[int, ...] = (0,) * len(Tag)
    triplets: tuple[int, ...] = (0,) * _SHAPES
    points: int = 0
    points_squared: int = 0
    gains: int = 0
    gains_squared: int = 0
    dealer_wins: int = 0
    dealer_stays: int = 0
    dealer_points: int = 0
    dealer_points_squared: int = 0
    seat_wins: tuple[int, ...] = _BY_SEAT
    seat_losses: tuple[int, ...] = _BY_SEAT
    seat_points: tuple[int, ...] = _BY_SEAT
    seat_points_squared: tuple[int, ...] = _BY_SEAT
    largest_win: int = 0
    largest_win_number: int = 0
    longest_run: int = 0

    def __attrs_post_init__(self) -> None:
        unsigned = _unsigned_of(self)
        names = _NAMES if set(map(type, unsigned)) != {int} or min(unsigned) < 0 else _OTHERS
        for name in names:
            check_field(name, getattr(self, name), _ROWS.get(name), signed=name in _SIGNED)
        if self.largest_win_number and not self.largest_win:
            number = shorten(self.largest_win_number)
            raise TallyError("largest_win_number", "0 where largest_win is 0", number)

    def __add__(self, other: Tally) -> Tally:
        if type(other) is not Tally:
            return NotImplemented
        sums: dict[str, Any] = {
            name: getattr(self, name) + getattr(other, name) for name in _NUMBERS
        }
        for name in _ROWS:
            sums[name] = tuple(map(add, getattr(self, name), getattr(other, name)))
        largest, number = max(_largest(self), _largest(other))
        return Tally(
            **sums,
            largest_win=largest,
            largest_win_number=-number,
            longest_run=max(self.longest_run, other.longest_run),
        )

    # --- what follows from the counts -----------------------------------------------------

    @property
    def discard_wins(self) -> int:
        """Wins on somebody's tile, robbed kongs included."""
        return self.discard_wins_in_ting + self.discard_wins_not_in_ting + self.robbed_kongs

    @property
    def won(self) -> int:
        """Deals that somebody won."""
        return self.self_draws + self.discard_wins

    @property
    def drawn(self) -> int:
        """Drawn deals."""
        return self.drawn_without_kong + self.drawn_with_kong

    @property
    def kongs(self) -> int:
        """Kongs made, of any sort."""
        return self.melded_kongs + self.added_kongs + self.concealed_kongs

    @property
    def by_tag(self) -> dict[Tag, int]:
        """By tag, the wins that have it; a new dict each time."""
        return dict(zip(Tag, self.tags, strict=True))

    @property
    def won_share(self) -> float | None:
        """Which part of the deals somebody won; ``None`` for no deals."""
        return _ratio(self.won, self.deals)

    @property
    def drawn_share(self) -> float | None:
        """Which part of the deals was drawn; ``None`` for no deals."""
        return _ratio(self.drawn, self.deals)

    @property
    def mean_kongs(self) -> float | None:
        """Kongs a deal; ``None`` for no deals."""
        return _ratio(self.kongs, self.deals)

    @property
    def mean_tings(self) -> float | None:
        """Declarations of ting a deal; ``None`` for no deals."""
        return _ratio(self.tings, self.deals)

    @property
    def mean_points(self) -> float | None:
        """SCORE-1's sum of a win; ``None`` for no wins."""
        return _ratio(self.points, self.won)

    @property
    def mean_gain(self) -> float | None:
        """What the winner of a deal got; ``None`` for no wins."""
        return _ratio(self.gains, self.won)

    @property
    def dealer_mean(self) -> float | None:
        """What the dealer got a deal; ``None`` for no deals."""
        return _ratio(self.dealer_points, self.deals)

    @property
    def dealer_error(self) -> float | None:
        """The standard error of `dealer_mean`; ``None`` for fewer than two deals.

        Here, as with `seat_errors`, each deal counts as independent of the others.
        """
        return _error(self.dealer_points, self.dealer_points_squared, self.deals)

    @property
    def seat_means(self) -> tuple[float | None, ...]:
        """By seat, what it got a deal; ``None`` for no deals."""
        return tuple(_ratio(points, self.deals) for points in self.seat_points)

    @property
    def seat_errors(self) -> tuple[float | None, ...]:
        """By seat, the standard error of its mean; ``None`` for fewer than two deals."""
        sums = zip(self.seat_points, self.seat_points_squared, strict=True)
        return tuple(_error(points, squares, self.deals) for points, squares in sums)

    # --- for programs and for people ------------------------------------------------------

    def as_json(self) -> dict[str, int | list[int] | dict[str, int]]:
        """Return the counts and sums as a dict that JSON can hold: by name, tags by their names.

        `from_json` is the way back.

        Example:
            >>> value = Tally(deals=1, drawn_with_kong=1).as_json()
            >>> value["deals"], value["seat_wins"], value["tags"]["FULL_FLUSH"]
            (1, [0, 0, 0, 0], 0)
        """
        value: dict[str, int | list[int] | dict[str, int]] = {}
        for name in _NAMES:
            each = getattr(self, name)
            value[name] = list(each) if isinstance(each, tuple) else each
        value["tags"] = {tag.name: wins for tag, wins in self.by_tag.items()}
        return value

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """Return the tally of which `as_json` made a dict.

        Args:
            value: the dict, straight or by way of a JSON text. It has all the names that `as_json`
                writes and no other.

        Raises:
            TallyError: it is no such dict.

        Example:
            >>> import json
            >>> tally = Tally(deals=1, drawn_with_kong=1)
            >>> Tally.from_json(json.loads(json.dumps(tally.as_json()))) == tally
            True
        """
        fields = with_names(value, "", _NAMES)
        tags = with_names(fields["tags"], "tags", [tag.name for tag in Tag])
        fields["tags"] = [tags[tag.name] for tag in Tag]
        for name in _ROWS:
            if type(fields[name]) is not list:
                raise TallyError(name, "a list of ints", shorten(fields[name]))
            fields[name] = tuple(fields[name])
        return cls(**fields)

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def __repr__(self) -> str:
        deals = f"{self.deals} deal{'s' if self.deals != 1 else ''}"
        return f"<Tally of {deals}, {self.won} won>"


_NAMES: Final = tuple(field.name for field in attrs.fields(Tally))
_MAXIMA: Final = ("largest_win", "largest_win_number", "longest_run")
_ROWS: Final = {
    field.name: len(field.default)
    for field in attrs.fields(Tally)
    if isinstance(field.default, tuple)
}
"""By the names of the fields that hold tuples, how long they are."""

_NUMBERS: Final = tuple(name for name in _NAMES if name not in (*_ROWS, *_MAXIMA))
_SIGNED: Final = ("dealer_points", "seat_points")
"""What is paid is below zero."""

_UNSIGNED: Final = tuple(name for name in _NAMES if name not in (*_ROWS, *_SIGNED))
_OTHERS: Final = tuple(name for name in _NAMES if name not in _UNSIGNED)
_unsigned_of: Final = attrgetter(*_UNSIGNED)


def _largest(tally: Tally) -> tuple[int, int]:
    """Return the largest win with its number, as a pair that is larger for the lower number."""
    return tally.largest_win, -tally.largest_win_number


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _error(total: int, squares: int, number: int) -> float | None:
    """Return the standard error of a mean, from sums that are exact."""
    if number < 2:  # noqa: PLR2004 - one value has no spread
        return None
    return math.sqrt((number * squares - total**2) / (number**2 * (number - 1)))


# --- counting -----------------------------------------------------------------------------


def tally_of(
    ended: GameState, score: ScoreTable = DEFAULT_SCORE, multiplier: int = 1, number: int = 0
) -> Tally:
    """Return the tally of one deal.

    Args:
        ended: the deal at its end.
        score: the numbers of the settlement.
        multiplier: how many times the deal is paid because a drawn one came before (SCORE-6).
        number: the number of the deal, or of its sitting.

    Raises:
        InvalidStateError: ``ended`` is no `GameState`, or its deal goes on.
        RulesError: ``score`` is no `ScoreTable`, or ``multiplier`` no int from 1 to 1,000,000.

    Example:
        >>> from lisi_mahjong import Shuffle, actors, apply, deal
        >>> from lisi_mahjong.players import tidy
        >>> state = deal(Shuffle.from_seed(7))
        >>> while to_decide := actors(state):
        ...     state = apply(state, tidy(state, to_decide[0]))
        >>> tally = tally_of(state)
        >>> tally.discard_wins_not_in_ting, tally.seat_points
        (1, (-5, 5, 0, 0))
    """
    stays = next_dealer(ended) == ended.dealer  # refuses what has not ended
    result = cast("Result", ended.result)
    settlement = settle(result, ended, score, multiplier)
    deltas = settlement.deltas
    kinds = Counter(meld.kind for player in ended.players for meld in player.melds)
    counts: dict[str, Any] = {
        "deals": 1,
        "decisions": ended.ply,
        "tings": sum(player.ting is not None for player in ended.players),
        "deals_with_kong": int(ended.kongs > 0),
        "melded_kongs": kinds[MeldKind.MELDED_KONG],
        "added_kongs": kinds[MeldKind.ADDED_KONG],
        "concealed_kongs": kinds[MeldKind.CONCEALED_KONG],
        "dealer_stays": int(stays),
        "dealer_points": deltas[ended.dealer],
        "dealer_points_squared": deltas[ended.dealer] ** 2,
        "seat_points": deltas,
        "seat_points_squared": tuple(delta**2 for delta in deltas),
        _ending(ended): 1,
    }
    if isinstance(result, WonDeal):
        gain = deltas[result.winner]
        counts |= _of_win(result, settlement, gain)
        counts["dealer_wins"] = int(result.winner == ended.dealer)
        counts["doubled_wins"] = int(multiplier > 1)
        counts["largest_win_number"] = number if gain else 0
    return Tally(**counts)


def _ending(ended: GameState) -> str:
    """Return the name of the count to which the ending of a deal belongs."""
    result = ended.result
    if not isinstance(result, WonDeal):
        return "drawn_with_kong" if ended.kongs else "drawn_without_kong"
    if result.loser is None:
        return "self_draws"
    if result.robbed_kong:
        return "robbed_kongs"
    if ended.players[result.loser].ting is None:
        return "discard_wins_not_in_ting"
    return "discard_wins_in_ting"


def _of_win(result: WonDeal, settlement: Settlement, gain: int) -> dict[str, Any]:
    """Return what a win counts for."""
    reading = cast("Reading", settlement.reading)
    return {
        "tags": tuple(int(tag in reading.tags) for tag in Tag),
        "triplets": tuple(int(number == reading.triplets) for number in range(_SHAPES)),
        "points": settlement.points,
        "points_squared": settlement.points**2,
        "gains": gain,
        "gains_squared": gain**2,
        "seat_wins": tuple(int(seat == result.winner) for seat in range(4)),
        "seat_losses": tuple(int(seat == result.loser) for seat in range(4)),
        "largest_win": gain,
    }


# --- words --------------------------------------------------------------------------------


def _lines(tally: Tally) -> Iterator[str]:
    """Yield what a tally says, a line for each thing."""
    won, deals = tally.won, tally.deals
    yield (
        f"  wins   {won:7} of {deals} deals ({_share(won, deals)}): "
        f"{tally.self_draws} by self-draw 自摸, {tally.discard_wins} on a discard 放铳, "
        f"{tally.robbed_kongs} of them by robbing a kong 抢杠"
    )
    yield f"  draws  {tally.drawn:7} ({_share(tally.drawn, deals)}) 荒庄"
    yield (
        f"  kongs  {tally.kongs:7} in {tally.deals_with_kong} deals: {tally.melded_kongs} melded "
        f"明杠, {tally.added_kongs} added 补杠, {tally.concealed_kongs} concealed 暗杠"
    )
    yield (
        f"  ting   {tally.tings:7} declared 报听; {tally.discard_wins_in_ting} wins on a discard "
        f"of a seat in ting, {tally.discard_wins_not_in_ting} of one not in ting"
    )
    found = [f"{tag.en} {tag.zh} {wins}" for tag, wins in tally.by_tag.items() if wins]
    yield f"  tags   {', '.join(found) or 'none'}"
    shapes = [f"{number} × {wins}" for number, wins in enumerate(tally.triplets) if wins]
    yield f"  shapes {', '.join(shapes) or 'none'} (triplets × wins)"
    largest = f", at most {tally.largest_win}" if won else ""
    number = f" (number {tally.largest_win_number})" if tally.largest_win else ""
    yield (
        f"  points {_mean(tally.mean_points)} a win 分; the winner gets {_mean(tally.mean_gain)}"
        f"{largest}{number}"
    )
    error = "" if tally.dealer_error is None else f" ± {tally.dealer_error:.2f}"
    yield (
        f"  dealer {tally.dealer_wins} wins, gets {_mean(tally.dealer_mean, '+')}{error} a deal, "
        f"stays {_share(tally.dealer_stays, deals)} 庄家"
    )
    seats = zip(tally.seat_wins, tally.seat_losses, tally.seat_means, strict=True)
    told = [f"{wins} / {losses} / {_mean(mean, '+')}" for wins, losses, mean in seats]
    yield f"  seats  {'; '.join(told)} (wins / deals in / gets a deal)"
    if tally.sittings:
        yield (
            f"  tables {tally.sittings:7} sittings, {tally.doubled_wins} wins after a drawn deal "
            f"荒庄加倍, one dealer {tally.longest_run} deals in a row at most 连庄"
        )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "–"


def _mean(value: float | None, sign: str = "") -> str:
    return "–" if value is None else f"{value:{sign}.2f}"
