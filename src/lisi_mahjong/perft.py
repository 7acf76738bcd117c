"""Exact counts of the sequences of decisions that a state allows, to hold an engine against.

The name is chess players' word for it (*performance test*): a fault in the rules of an engine
shows as a wrong number some decisions later. `divide` then tells below which decision.

How sequences are counted:

- The wall is fixed, so a sequence of decisions leads to one state and chance has no part.
- What the rules force (draws, wins, the discards of a seat in ting) is no decision and counts
  nothing.
- When several seats are asked at once, each action of each of them is a branch of its own. Answers
  that come in another order are another sequence, though they lead to the same state (CLAIM-4).
- Only sequences of exactly ``depth`` decisions count. One that reaches the end of the deal earlier
  has no more decisions and does not count; the empty one, of depth 0, counts as 1, after the end
  too.

Nothing is remembered from one sequence to the next: each state is reached by `apply` and asked for
its `legal_actions`, and memory grows with the depth, not with the count.
"""

from __future__ import annotations

from lisi_mahjong.actions import Action
from lisi_mahjong.errors import LisiError, shorten
from lisi_mahjong.legal import actors, legal_actions
from lisi_mahjong.reducer import apply
from lisi_mahjong.state import GameState, check_state


class DepthError(LisiError, ValueError):
    """A depth that is no number of decisions.

    Attributes:
        depth: what was given.
        least: the least that would have done.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> try:
        ...     perft(deal(Shuffle.from_seed(7)), -1)
        ... except DepthError as error:
        ...     print(error)
        the depth must be an int from 0 on, not -1
    """

    def __init__(self, depth: object, least: int) -> None:
        super().__init__(depth, least)
        self.depth = depth
        self.least = least

    def __str__(self) -> str:
        return f"the depth must be an int from {self.least} on, not {shorten(self.depth)}"


def perft(state: GameState, depth: int) -> int:
    """Return how many sequences of exactly so many decisions a state allows.

    Each of them is visited but for its last decision, of which only the legal list is asked, so the
    time grows with the count: some ten times with each decision.

    Args:
        state: the deal.
        depth: the number of decisions, from 0 on.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        DepthError: ``depth`` is no int from 0 on.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> state = deal(Shuffle.from_seed(7))
        >>> [perft(state, depth) for depth in range(4)]
        [1, 10, 76, 540]
    """
    check_state(state)
    _check_depth(depth, 0)
    if depth == 0:
        return 1
    count = 0
    pending = [(state, depth)]  # no recursion: little of the caller's stack may be left
    while pending:
        reached, left = pending.pop()
        actions = _decisions(reached)
        if left == 1:
            count += len(actions)
        else:
            pending.extend([(apply(reached, action), left - 1) for action in actions])
    return count


def divide(state: GameState, depth: int) -> tuple[tuple[Action, int], ...]:
    """Return each first decision with the number of sequences that begin with it.

    They come in the order of `actors` and, for each seat, of `legal_actions`, and their counts add
    up to ``perft(state, depth)``. Of two engines that disagree, the first decision with different
    counts leads to the place where they do: apply it, and divide again with one decision less.

    Args:
        state: the deal.
        depth: the number of decisions, the first one among them, from 1 on.

    Raises:
        InvalidStateError: ``state`` is no `GameState`.
        DepthError: ``depth`` is no int from 1 on.

    Example:
        >>> from lisi_mahjong import Shuffle, deal
        >>> for action, count in divide(deal(Shuffle.from_seed(7)), 3)[:3]:
        ...     print(action, count)
        0 discard 9m 17
        0 discard 2p 70
        0 discard 3p 70
    """
    check_state(state)
    _check_depth(depth, 1)
    return tuple([(action, perft(apply(state, action), depth - 1)) for action in _decisions(state)])


def _check_depth(depth: int, least: int) -> None:
    # A bool is an int to Python, and no number of decisions.
    if type(depth) is not int or depth < least:
        raise DepthError(depth, least)


def _decisions(state: GameState) -> list[Action]:
    """Return every legal action of every seat that must decide."""
    return [action for seat in actors(state) for action in legal_actions(state, seat)]
