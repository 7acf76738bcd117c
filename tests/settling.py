"""Deals won by hands whose points are plain, for the tests of settlements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import attrs

from evenings import started
from lisi_mahjong import (
    GameState,
    PaymentItem,
    Play,
    RuleSet,
    ScoreTable,
    Settlement,
    TableState,
    WonDeal,
    actors,
    apply_table,
    parse_action,
    problems,
    settle,
)
from rulebook import RULES
from support import WRITTEN, play, position

# Hands in ting, by what SCORE-1 gives them with the tile that they win on. None holds 2z or 3z.
ONE_POINT = ("{111z}45m222p33399s", "6m")
"""Waits for 3m and 6m, and has all three suits: the base alone."""
THREE_POINTS = ("{111z}46m22233399p", "5m")
"""No bamboos and the middle of 456m: 1 + One Voided Suit 1 + Closed Wait 1, as under SCORE-4."""
MOST_POINTS = ("{222m}1346789m", "5m")
"""With a pung of 9m: 123456789m22m, the 5 in the middle: 1 + 1 + 10 + 10."""

ONE_POINT_BESIDE_A_KONG = ("{111z}45m222p99s", "6m")
"""ONE_POINT with the triplet of 3s laid out as something else: its three suits are in the hand."""

BESIDE = "{444z}555666777z9s"
"""Another hand in ting; it waits for 9s alone and leaves every other number tile to the others."""

NOTHING = "2z"
"""A tile that is in nobody's interest."""
DECLARED = "3z"
"""What whoever is in ting has declared it with."""


ROBBING = RuleSet(robbing_kong=True)


class Ending(NamedTuple):
    """A deal before its last action, and that action."""

    before: GameState
    last: str

    @property
    def after(self) -> GameState:
        """The deal at its end."""
        return play(self.before, self.last)


def winning(  # noqa: PLR0913 - a win has that many sides; all but the hand have defaults
    hand: tuple[str, str],
    *,
    winner: int = 2,
    loser: int | None = None,
    dealer: int = 0,
    in_ting: Iterable[int] = (),
    melds: Sequence[str] = (),
    others: Mapping[int, Sequence[str]] | None = None,
    rules: RuleSet = WRITTEN,
) -> Ending:
    """Return a deal whose last action lets a seat win, with wins that are forced.

    Args:
        hand: what the winner holds, and the tile that it wins on.
        winner: who wins.
        loser: who discards that tile; ``None`` for a self-draw.
        dealer: who deals.
        in_ting: one other seat at most that is in ting.
        melds: the winner's pungs and kongs.
        others: those of other seats.
        rules: the options.
    """
    held, tile = hand
    hands = {winner: held, **dict.fromkeys(in_ting, BESIDE)}
    # A seat in ting discards what it draws: so the last that somebody decides is a discard of the
    # nearest seat before that is not in ting.
    last, draws = winner if loser is None else loser, [tile]
    while last in hands:
        last = (last - 1) % 4
        draws.insert(0, NOTHING)
    drawn, *rest = draws
    before = position(
        hands,
        turn=last,
        drawn=drawn,
        melds={winner: melds, **(others or {})},
        ting=dict.fromkeys(hands, DECLARED),
        rivers={(last - 1) % 4: NOTHING},
        draws="".join(rest),
        dealer=dealer,
        rules=rules,
    )
    return Ending(in_order(before, winner), f"{last} discard {drawn}")


def in_order(state: GameState, winner: int) -> GameState:
    """Return a state of `position` in which what was taken was discarded first of all.

    So nobody has taken anything in ting, and the winner was the last to declare it but for who
    declared it only just now: the position is one that play comes to.
    """
    players = []
    for seat, player in enumerate(state.players):
        river = tuple(sorted(player.river, key=lambda entry: entry.taken_by is None))
        since = list(player.ting_since)
        if since and seat != winner and since == list(state.players[winner].ting_since):
            since[winner] -= 1
        players.append(attrs.evolve(player, river=river, ting_since=tuple(since)))
    first, second, third, fourth = players
    state = attrs.evolve(state, players=(first, second, third, fourth))
    assert not problems(state), problems(state)
    return state


def won(  # noqa: PLR0913 - as of winning
    hand: tuple[str, str],
    *,
    winner: int = 2,
    loser: int | None = None,
    dealer: int = 0,
    in_ting: Iterable[int] = (),
    melds: Sequence[str] = (),
    others: Mapping[int, Sequence[str]] | None = None,
    rules: RuleSet = WRITTEN,
) -> GameState:
    """Return a deal that a seat has won; see `winning`."""
    ended = winning(
        hand,
        winner=winner,
        loser=loser,
        dealer=dealer,
        in_ting=in_ting,
        melds=melds,
        others=others,
        rules=rules,
    ).after
    if not rules.forced_win:
        assert actors(ended) == (winner,)
        ended = play(ended, f"{winner} win")
    return ended


def robbed(*, dealer: int = 0, melds: Sequence[str] = (), rules: RuleSet = ROBBING) -> GameState:
    """Return a deal that seat 2 has won on the 6m that seat 1 added to a pung of its own.

    Args:
        dealer: who deals.
        melds: at most one kong of the winner, who has one point in any case.
        rules: the options.
    """
    held, tile = ONE_POINT_BESIDE_A_KONG if melds else ONE_POINT
    state = position(
        {2: held},
        turn=1,
        drawn=tile,
        melds={1: ["666m<3"], 2: melds},
        ting={2: DECLARED},
        rivers={0: NOTHING},
        dealer=dealer,
        rules=rules,
    )
    choice = () if rules.forced_win else ("2 win",)
    ended = play(in_order(state, 2), "1 kong 6m added", *choice)
    assert isinstance(ended.result, WonDeal)
    assert ended.result.robbed_kong
    return ended


def undecided(*, dealer: int = 0, kongs: Sequence[str] = ()) -> Ending:
    """Return a deal whose last action leaves nothing to draw, so that nobody wins.

    Args:
        dealer: who deals, and who discards the last tile.
        kongs: at most two kongs, those of the seat opposite the dealer.
    """
    remaining = (14, 15, 16)[len(kongs)]  # the reserve (WALL-6)
    before = position(
        {},
        turn=dealer,
        drawn=NOTHING,
        melds={(dealer + 2) % 4: kongs},
        remaining=remaining,
        dealer=dealer,
    )
    return Ending(before, f"{dealer} discard {NOTHING}")


def played_on(table: TableState, ending: Ending) -> TableState:
    """Return a table after everybody is ready, a deal has come to an ending, and it has ended."""
    table = started(table)
    assert (table.dealer, table.rules) == (ending.before.dealer, ending.before.rules)
    table = attrs.evolve(table, deal=ending.before)
    return apply_table(table, Play(parse_action(ending.last)))


def settled(ended: GameState, score: ScoreTable = ScoreTable(), multiplier: int = 1) -> Settlement:
    """Return what a deal that has ended is paid."""
    assert ended.result is not None, ended
    return settle(ended.result, ended, score, multiplier)


Line = tuple[int, PaymentItem, int]


def lines(settlement: Settlement) -> list[Line]:
    """Return who pays, for what and how much, for each payment."""
    return [(paid.payer, paid.item, paid.amount) for paid in settlement.payments]


def seen_from(winner: int, amounts: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return by seat what is given from the winner on, counter-clockwise."""
    first, second, third, fourth = (amounts[(seat - winner) % 4] for seat in range(4))
    return first, second, third, fourth


def table_of(rule: str) -> dict[str, tuple[int, ...]]:
    """Return the table in a rule's example in docs/rules.md: the first cell, then the numbers."""
    _, _, text = RULES.read_text(encoding="utf-8").partition(f"- **{rule}** ·")
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in text.partition("\n- **")[0].partition("\n## ")[0].splitlines()
        if line.startswith("  |")
    ]
    return {
        first: tuple(int(number.replace("−", "-")) for number in numbers)
        for first, *numbers in rows[2:]
    }
