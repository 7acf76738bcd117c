"""Deals laid by hand one step before their end, for tables: every winner, loser and kong.

All four hold other tiles than each other but for the scattered ones, so that nobody is asked
about a discard unless the ending wants it.
"""

from __future__ import annotations

from lisi_mahjong import GameState, KongKind, RuleSet
from offers import SCATTERED
from support import position

WRITTEN = RuleSet()

WAITING = "{555z}46m111p22277s"
"""Waits for 5m alone, the middle of a run; all three suits; with SCATTERED it makes no set."""

HOLDING = {
    KongKind.CONCEALED: "{1234z}5555z147m14p",
    KongKind.MELDED: "{1234z}555z147m258p",
    KongKind.ADDED: "{1234z}147m258p",
}
"""What the maker of a kong of 5z holds, beside a pung for an added one."""


def about_to_win(
    winner: int, loser: int | None, *, dealer: int = 0, rules: RuleSet = WRITTEN
) -> tuple[GameState, str]:
    """Return a deal and the discard after which a seat wins, by the rules of forced wins.

    The reading has Closed Wait alone, so SCORE-1's sum is 2 and for the dealer 3. Nobody else is
    in ting, and nobody has a kong.

    Args:
        winner: who wins.
        loser: who deals in; ``None`` for a self-draw.
        dealer: who deals.
        rules: the options.
    """
    turn = (winner - 1) % 4 if loser is None else loser
    drawn = "9m" if loser is None else "5m"
    hands = {seat: SCATTERED for seat in range(4) if seat != winner}
    state = position(
        {**hands, winner: WAITING},
        turn=turn,
        drawn=drawn,
        ting={winner: "9p"},
        draws="5m" if loser is None else "",
        dealer=dealer,
        rules=rules,
    )
    return state, f"{turn} discard {drawn}"


def about_to_be_drawn(
    turn: int = 0, *, dealer: int = 0, rules: RuleSet = WRITTEN
) -> tuple[GameState, str]:
    """Return a deal without kongs and the discard after which it is drawn."""
    state = position(
        dict.fromkeys(range(4), SCATTERED),
        turn=turn,
        drawn="9m",
        remaining=14,
        dealer=dealer,
        rules=rules,
    )
    return state, f"{turn} discard 9m"


def about_to_kong(
    maker: int, kind: KongKind, *, dealer: int = 0, rules: RuleSet = WRITTEN
) -> tuple[GameState, list[str]]:
    """Return a deal and the actions by which a seat makes its only kong and it is drawn.

    With 16 tiles left, 15 remain after the replacement, which is the reserve (WALL-7).
    """
    feeder = (maker + 2) % 4
    hands = {seat: SCATTERED for seat in range(4) if seat != maker}
    state = position(
        {**hands, maker: HOLDING[kind]},
        turn=feeder if kind is KongKind.MELDED else maker,
        drawn="9m" if kind is KongKind.CONCEALED else "5z",
        melds={maker: [f"555z<{feeder}"]} if kind is KongKind.ADDED else {},
        replacements="9p",
        remaining=16,
        dealer=dealer,
        rules=rules,
    )
    actions = [f"{maker} kong 5z {kind.value}", f"{maker} discard 9p"]
    if kind is KongKind.MELDED:
        actions.insert(0, f"{feeder} discard 5z")
    return state, actions
