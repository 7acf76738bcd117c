"""Hypothesis strategies for tiles, hands, rules and walls.

Whatever they draw is valid, and shrinks to little: to the first tiles, to the written rules, to a
small seed. Strategies for what comes about by playing are in `playing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import attrs
from hypothesis import HealthCheck, Phase, find, note, settings
from hypothesis import strategies as st

from lisi_mahjong.errors import HandError, NotationError, shorten
from lisi_mahjong.hands import Hand
from lisi_mahjong.melds import Meld, MeldKind
from lisi_mahjong.rules import (
    DEFAULT_SCORE,
    MAX_POINTS,
    MAX_RESERVED_STACKS,
    SWITCHES,
    WRITTEN_RULES,
    RuleSet,
    ScoreTable,
    check_rules,
)
from lisi_mahjong.seats import SEATS
from lisi_mahjong.tiles import COPIES, LAST_RANK, TILES, Tile, parse_tiles
from lisi_mahjong.wall import Shuffle
from lisi_mahjong.winning import HAND_SIZE

_Part = TypeVar("_Part")
_Value = TypeVar("_Value")

_SUITS: Final = "mpsz"
_SETS: Final = 4

# --- the smallest example -----------------------------------------------------------------

_QUIET: Final = settings(
    database=None,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate, Phase.shrink],  # the last example of another phase is not the smallest
    suppress_health_check=list(HealthCheck),
)


def _anything(_: object) -> bool:
    return True


def smallest(
    strategy: st.SearchStrategy[_Value],
    condition: Callable[[_Value], object] = _anything,
    *,
    examples: int = 2000,
) -> _Value:
    """Return a small example of a strategy for which a condition holds, each time the same.

    It is `hypothesis.find` without a clock, a database and chance. What it finds is the smallest
    one to which Hypothesis shrinks, and there may be a smaller one yet.

    Args:
        strategy: any strategy.
        condition: what has to hold.
        examples: so many are tried before it is given up.

    Raises:
        hypothesis.errors.NoSuchExample: none was found.

    Example:
        >>> smallest(tiles(), lambda tile: tile.rank == 5 and tile.suit == "p")
        Tile.P5
    """
    quiet = settings(_QUIET, max_examples=examples)
    return find(strategy, lambda value: bool(condition(value)), settings=quiet)


# --- tiles and seats ----------------------------------------------------------------------


def seats() -> st.SearchStrategy[int]:
    """Return a strategy for seats, 0 to 3.

    Example:
        >>> smallest(seats(), lambda seat: seat > 1)
        2
    """
    return st.sampled_from(SEATS)


def tiles(suits: str = _SUITS) -> st.SearchStrategy[Tile]:
    """Return a strategy for tiles.

    Args:
        suits: the letters of those wanted, some of ``mpsz``.

    Raises:
        NotationError: ``suits`` is no text of such letters, or is empty.

    Example:
        >>> smallest(tiles("sz"), lambda tile: tile.rank > 4)
        Tile.S5
    """
    return st.sampled_from(_kinds(suits))


def _kinds(suits: str) -> list[Tile]:
    letters = str(suits)
    if not letters or not set(letters) <= {*_SUITS}:
        raise NotationError(suits, 0, f"suits, some of {_SUITS}")
    return [tile for tile in TILES if (tile.suit or "z") in letters]


@st.composite
def _shown(
    draw: st.DrawFn, strategy: st.SearchStrategy[_Part], change: Callable[[_Part], _Value]
) -> _Value:
    """Draw as ``strategy.map`` does, but so that a failing test shows what was made, not how."""
    return change(draw(strategy))


class Pool:
    """The tiles that are left of the 136, for composite strategies that take some of them.

    Args:
        draw: what the composite strategy draws with.
        suits: the letters of the suits that there are.

    Example:
        >>> @st.composite
        ... def five_tiles(draw):
        ...     pool = Pool(draw)
        ...     return [pool.copies(1)[0] for _ in range(5)]
        >>> smallest(five_tiles())
        [Tile.M1, Tile.M1, Tile.M1, Tile.M1, Tile.M2]
    """

    def __init__(self, draw: st.DrawFn, suits: str = _SUITS) -> None:
        self._draw = draw
        self._left = dict.fromkeys(_kinds(suits), COPIES)

    def copies(self, number: int) -> list[Tile]:
        """Take so many copies of one kind, of which there are so many left."""
        return self._take([tile] * number for tile in self._with(number))

    def group(self, *, triplet: bool = False) -> list[Tile]:
        """Take three of a kind; or a run, if it need not be a triplet and there is one."""
        run: bool = self._draw(st.booleans())  # always drawn, so that no hand is shorter without
        runs = self._runs() if run and not triplet else []
        return self._take(runs) if runs else self.copies(3)

    def straight(self) -> list[Tile] | None:
        """Take 1 to 9 of a suit, as three runs (TAG-6); nothing where there are not all of them."""
        firsts = [low for low in self._with(1) if low.suit and low.rank == 1]
        whole = [[TILES[low + number] for number in range(LAST_RANK)] for low in firsts]
        there = [straight for straight in whole if all(self._left[tile] for tile in straight)]
        return self._take(there) if there else None

    def give_back(self, tile: Tile) -> None:
        """Put a tile back."""
        self._left[tile] += 1

    def _with(self, number: int) -> list[Tile]:
        return [tile for tile, left in self._left.items() if left >= number]

    def _runs(self) -> list[list[Tile]]:
        lows = [tile for tile in self._with(1) if tile.suit and tile.rank <= LAST_RANK - 2]
        runs = [[low, TILES[low + 1], TILES[low + 2]] for low in lows]
        return [run for run in runs if all(self._left[tile] for tile in run)]

    def _take(self, groups: Iterable[list[Tile]]) -> list[Tile]:
        chosen = self._draw(st.sampled_from(list(groups)))
        for tile in chosen:
            self._left[tile] -= 1
        return chosen


# --- hands --------------------------------------------------------------------------------

_PALETTES: Final = ("mpsz", "mps", "mz", "mpz", "p", "s", "psz", "ms", "z", "sz")
"""The suits that a hand is made of; drawn evenly, hands of one suit would be next to none."""

_SOURCES: Final = (None, *SEATS)
_RUNS_OF_A_STRAIGHT: Final = 3


def melds() -> st.SearchStrategy[Meld]:
    """Return a strategy for pungs and kongs, with or without the seat whose discard they took.

    Example:
        >>> str(smallest(melds(), lambda meld: meld.kind.is_kong and meld.from_seat == 2))
        '1111m<2'
    """
    drawn = st.tuples(st.sampled_from(MeldKind), tiles(), st.sampled_from(_SOURCES))
    return _shown(drawn, lambda parts: _meld(*parts))


def _meld(kind: MeldKind, tile: Tile, source: int | None) -> Meld:
    return Meld(kind, tile, None if kind is MeldKind.CONCEALED_KONG else source)


def hands(*, full: bool | None = None, melds: int | None = None) -> st.SearchStrategy[Hand]:
    """Return a strategy for hands of any tiles, most of which neither win nor wait.

    Args:
        full: whether they have the fourteenth tile; ``None`` for some with and some without.
        melds: how many of their sets lie open, 0 to 4; ``None`` for any number.

    Raises:
        HandError: ``melds`` is no such number.

    Example:
        >>> smallest(hands(melds=3, full=True))
        <Hand 12344m [111m] [222m] [333m]>
    """
    return _hands(full, _check_melds(melds))


@st.composite
def _hands(draw: st.DrawFn, full: bool | None, number: int | None) -> Hand:  # noqa: FBT001 - as hands
    pool = Pool(draw, draw(st.sampled_from(_PALETTES[:3])))
    made = _draw_melds(draw, pool, number)
    size = HAND_SIZE - 3 * len(made) + (draw(st.booleans()) if full is None else full)
    return Hand.of([pool.copies(1)[0] for _ in range(size)], made)


def waiting_hands(
    *, rules: RuleSet = WRITTEN_RULES, melds: int | None = None
) -> st.SearchStrategy[Hand]:
    """Return a strategy for hands of thirteen tiles that wait for at least one kind (WIN-6).

    Args:
        rules: the options of play.
        melds: how many of their sets lie open, 0 to 4; ``None`` for any number.

    Raises:
        HandError: ``melds`` is no such number.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> smallest(waiting_hands(melds=4))
        <Hand 5m [111m] [222m] [333m] [444m]>
    """
    return _shown(_won(check_rules(rules), _check_melds(melds)), lambda won: won[0])


def winning_hands(
    *, rules: RuleSet = WRITTEN_RULES, melds: int | None = None
) -> st.SearchStrategy[Hand]:
    """Return a strategy for hands of fourteen tiles that win (WIN-5).

    Args:
        rules: the options of play; hands of four runs win only with ``all_runs`` on.
        melds: how many of their sets lie open, 0 to 4; ``None`` for any number.

    Raises:
        HandError: ``melds`` is no such number.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> smallest(winning_hands(melds=3))
        <Hand 44455m [111m] [222m] [333m]>
    """
    drawn = _winning(check_rules(rules), _check_melds(melds))
    return _shown(drawn, lambda parts: Hand.of(*parts))


def won_hands(
    *, rules: RuleSet = WRITTEN_RULES, melds: int | None = None
) -> st.SearchStrategy[tuple[Hand, Tile]]:
    """Return a strategy for hands that wait, each with a tile that completes it: for `readings`.

    Args:
        rules: the options of play.
        melds: how many of their sets lie open, 0 to 4; ``None`` for any number.

    Raises:
        HandError: ``melds`` is no such number.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> from lisi_mahjong import readings
        >>> hand, tile = smallest(won_hands(melds=3), lambda won: won[1].rank == 9)
        >>> len(readings(hand, tile)) > 0
        True
    """
    return _won(check_rules(rules), _check_melds(melds))


@st.composite
def _won(draw: st.DrawFn, rules: RuleSet, number: int | None) -> tuple[Hand, Tile]:
    concealed, made = draw(_winning(rules, number))
    tile = concealed.pop(draw(st.integers(0, len(concealed) - 1)))
    return Hand.of(concealed, made), tile


@st.composite
def _winning(draw: st.DrawFn, rules: RuleSet, number: int | None) -> tuple[list[Tile], list[Meld]]:
    """Draw the concealed tiles and the melds of a hand that wins."""
    pool = Pool(draw, draw(st.sampled_from(_PALETTES)))
    made = _draw_melds(draw, pool, number)
    sets, triplet = _SETS - len(made), not made and not rules.all_runs
    straight = None
    if sets >= _RUNS_OF_A_STRAIGHT and draw(st.integers(0, 3)) == 3:  # noqa: PLR2004 - one in four
        straight = pool.straight()
        sets -= _RUNS_OF_A_STRAIGHT * (straight is not None)
    return (straight or []) + winning_tiles(pool, sets, triplet=triplet), made


def winning_tiles(pool: Pool, sets: int, *, triplet: bool) -> list[Tile]:
    """Return the tiles of so many sets and a pair, taken out of a pool.

    Args:
        pool: the tiles that there are.
        sets: how many sets.
        triplet: whether one of them has to be a triplet.

    Example:
        >>> @st.composite
        ... def a_set_and_a_pair(draw):
        ...     return winning_tiles(Pool(draw, "z"), 1, triplet=True)
        >>> smallest(a_set_and_a_pair())
        [Tile.EAST, Tile.EAST, Tile.EAST, Tile.SOUTH, Tile.SOUTH]
    """
    drawn: list[Tile] = []
    for place in range(sets):
        group = pool.group(triplet=triplet and place == sets - 1)
        triplet = triplet and group[0] is not group[1]
        drawn += group
    return drawn + pool.copies(2)


def _draw_melds(draw: st.DrawFn, pool: Pool, number: int | None) -> list[Meld]:
    made = []
    for _ in range(draw(st.integers(0, _SETS)) if number is None else number):
        kind = draw(st.sampled_from(MeldKind))
        tile = pool.copies(COPIES if kind.is_kong else 3)[0]
        made.append(_meld(kind, tile, draw(st.sampled_from(_SOURCES))))
    return made


def _check_melds(number: int | None) -> int | None:
    if number is not None and (type(number) is not int or not 0 <= number <= _SETS):
        raise HandError(f"a hand has 0 to {_SETS} melds, not {shorten(number)}", "WIN-5")
    return number


# --- rules --------------------------------------------------------------------------------

_LOW: Final = 20


def rule_sets(**fixed: bool | int) -> st.SearchStrategy[RuleSet]:
    """Return a strategy for rule sets; they shrink to the written rules.

    A third are the written rules, nearly a third those of `RuleSet.taiyuan`, and the others any. Of
    these most keep back the usual seven stacks, or none, so that deals can go on to a win.

    Args:
        fixed: options that all of them have.

    Raises:
        RulesError: there is no such option, or it cannot be that.

    Example:
        >>> smallest(rule_sets(forced_win=False), lambda rules: rules.all_runs)
        RuleSet(forced_win=False, all_runs=True)
    """
    RuleSet.from_options(fixed)
    return _rule_sets(fixed)


_OF_TAIYUAN: Final = [
    name for name in SWITCHES if getattr(WRITTEN_RULES, name) != getattr(RuleSet.taiyuan(), name)
]
_MOSTLY: Final = (False, *[True] * 40)  # so that they can shrink, one option after the other
_SORTS: Final = (((), ()), (SWITCHES, (False, True)), (_OF_TAIYUAN, _MOSTLY))


@st.composite
def _rule_sets(draw: st.DrawFn, fixed: dict[str, bool | int]) -> RuleSet:
    changes: dict[str, bool | int] = {}
    names, flips = draw(st.sampled_from(_SORTS))
    for name in names:
        changes[name] = draw(st.sampled_from(flips)) is not getattr(WRITTEN_RULES, name)
    if names is SWITCHES:
        usual = st.sampled_from((WRITTEN_RULES.reserved_stacks, 0))
        changes["reserved_stacks"] = draw(usual | st.integers(0, MAX_RESERVED_STACKS))
    return RuleSet.from_options(changes | fixed)


def score_tables(**fixed: bool | int) -> st.SearchStrategy[ScoreTable]:
    """Return a strategy for score tables; they shrink to the default one.

    Args:
        fixed: numbers and switches that all of them have.

    Raises:
        RulesError: there is no such field, or it cannot be that.

    Example:
        >>> smallest(score_tables(base=3), lambda score: score.edge_wait > 100)
        ScoreTable(base=3, edge_wait=101)
    """
    ScoreTable.from_options(fixed)
    return _score_tables(fixed)


_FIELDS: Final = tuple(field.name for field in attrs.fields(ScoreTable))
_CHANGED: Final = (False, False, False, True)  # how often a number is another than the usual one


@st.composite
def _score_tables(draw: st.DrawFn, fixed: dict[str, bool | int]) -> ScoreTable:
    changes: dict[str, bool | int] = {}
    for name in [each for each in _FIELDS if draw(st.sampled_from(_CHANGED))]:
        default = getattr(DEFAULT_SCORE, name)
        if isinstance(default, bool):
            changes[name] = not default
        else:
            least = int(name.endswith("multiplier"))
            changes[name] = draw(st.integers(least, _LOW) | st.integers(least, MAX_POINTS))
    return ScoreTable.from_options(changes | fixed)


# --- walls --------------------------------------------------------------------------------

_SEEDS: Final = 2**32


def shuffles() -> st.SearchStrategy[Shuffle]:
    """Return a strategy for shuffles, each of a seed, which a failing test tells.

    Example:
        >>> smallest(shuffles()) == Shuffle.from_seed(0)
        True
    """
    return _shuffles()


@st.composite
def _shuffles(draw: st.DrawFn) -> Shuffle:
    seed = draw(st.integers(0, _SEEDS))
    tell(lambda: f"Shuffle.from_seed({seed})")
    return Shuffle.from_seed(seed)


def walls() -> st.SearchStrategy[list[Tile]]:
    """Return a strategy for the 136 tiles in any order, for `Shuffle.from_draw_order`.

    They shrink towards the order of the kinds, and may stay half shuffled. For walls in which
    something happens see `stack`.

    Example:
        >>> wall = smallest(walls())
        >>> len(wall), wall[:5]
        (136, [Tile.M1, Tile.M1, Tile.M1, Tile.M1, Tile.M2])
    """
    orders = st.permutations([tile for tile in TILES for _ in range(COPIES)])
    texts = _shown(orders, lambda order: "".join(map(str, order)))
    return st.builds(list, st.builds(parse_tiles, texts))  # so shown, not in a line for each tile


# --- what a failing test tells ------------------------------------------------------------


class _Told:
    """Words that are put together only when they are shown."""

    def __init__(self, words: Callable[[], str]) -> None:
        self._words = words

    def __repr__(self) -> str:
        return self._words()


def tell(words: Callable[[], str]) -> None:
    """Let a failing test say something of what was drawn, such as how to have it again.

    Args:
        words: makes the text; it is called only for the smallest example.

    Example:
        >>> @st.composite
        ... def chatty(draw):
        ...     tell(lambda: "true or false, that is the question")
        ...     return draw(st.booleans())
        >>> smallest(chatty(), lambda value: value)
        True
    """
    note(_Told(words))
