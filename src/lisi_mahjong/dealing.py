"""From a shuffle to the first state: DEAL-1 and DEAL-2."""

from __future__ import annotations

from lisi_mahjong.rules import WRITTEN_RULES, RuleSet
from lisi_mahjong.state import TURNS, GameState, Player, Setup
from lisi_mahjong.tiles import ONE, counted
from lisi_mahjong.wall import WALL_SIZE, Shuffle


def deal(shuffle: Shuffle, *, dealer: int = 0, rules: RuleSet = WRITTEN_RULES) -> GameState:
    """Return the first state of a deal: 13 tiles a seat, and the dealer's fourteenth drawn.

    Beginning with the first taker, each seat takes four tiles three times, then one; the first
    four are its standing tiles (DEAL-1, DEAL-2).

    Args:
        shuffle: the wall and the dice.
        dealer: the seat that deals, 0 to 3.
        rules: the options of play.

    Raises:
        InvalidStateError: ``shuffle`` is no `Shuffle`.
        SeatError: ``dealer`` is no seat.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> state = deal(Shuffle.from_seed(7), dealer=2)
        >>> [len(player.standing) for player in state.players]
        [4, 4, 4, 4]
        >>> [len(player.loose) for player in state.players]
        [9, 9, 10, 9]
    """
    setup = Setup(rules, dealer, shuffle)
    wall = setup.wall
    drawn = wall[52]
    players = []
    for seat in range(4):
        turn = (seat - setup.first_taker) % 4
        blocks = [wall[start + 4 * turn : start + 4 * turn + 4] for start in (0, 16, 32)]
        loose = counted((*blocks[1], *blocks[2], wall[48 + turn]))
        if seat == dealer:
            loose += ONE[drawn]
        players.append(Player(counted(blocks[0]), loose))
    first, second, third, fourth = players
    return GameState(
        setup, (first, second, third, fourth), TURNS[dealer][drawn], 0, WALL_SIZE - 53, 0
    )
