"""Walls stacked backwards from a wanted situation, for tests and puzzles.

`stack` is told what is to be: who holds what, who draws what, what is to happen. It lays the wall
for it and plays the deal to that place, so that whatever it returns can come about by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

import attrs

from lisi_mahjong.actions import Action, Discard, Kong, KongKind, Pass, Pung, Win
from lisi_mahjong.chance import Chance
from lisi_mahjong.claims import kong_refusal, pung_refusal
from lisi_mahjong.dealing import deal
from lisi_mahjong.errors import shorten
from lisi_mahjong.legal import actors, why_illegal
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.reducer import apply
from lisi_mahjong.refusal_codes import Refusal
from lisi_mahjong.rules import WRITTEN_RULES, RuleSet, check_rules
from lisi_mahjong.seats import check_seat
from lisi_mahjong.state import AwaitingClaims, AwaitingTurn, GameState
from lisi_mahjong.testing.failing import show_by_repr
from lisi_mahjong.testing.sketch import Sketch, UnsaidError
from lisi_mahjong.testing.wishes import (
    Held,
    Tiles,
    WishError,
    by_seat,
    wished_action,
    wished_hand,
    wished_tiles,
)
from lisi_mahjong.tiles import Tile
from lisi_mahjong.wall import Shuffle, kong_keeps_reserve

_ATTEMPTS: Final = 60
"""So often the open places are filled by chance before a wish is held to be impossible."""


@attrs.frozen(repr=False)
class Stacked:
    """A deal on a stacked wall, played to the wanted situation.

    Attributes:
        start: the first state of the deal; its `GameState.shuffle` is the stacked wall.
        decisions: what was decided on the way: the script, and the passes and discards between.
        state: the state after them.

    Example:
        >>> laid = stack({1: "55m"}, ["0 discard 5m", "1 pung 5m 0"])
        >>> laid
        <Stacked ply 2: 0 discard 5m, 1 pung 5m 0>
        >>> laid.state.players[1].melds
        (Meld(kind=MeldKind.PUNG, tile=Tile.M5, from_seat=0),)
    """

    start: GameState
    decisions: tuple[Action, ...]
    state: GameState

    def __repr__(self) -> str:
        number = len(self.decisions)
        what = ", ".join(map(str, self.decisions)) if number else "nothing yet"
        return f"<Stacked ply {number}: {what}>"


show_by_repr(Stacked.__module__, Stacked.__name__)


def stack(  # noqa: PLR0913 - a wall has that many sides, and all of them have defaults
    hands: Mapping[int, Held] | None = None,
    script: Iterable[Action | str] = (),
    *,
    draws: Mapping[int, Tiles] | None = None,
    replacements: Tiles = (),
    dealer: int = 0,
    first_taker: int | None = None,
    rules: RuleSet = WRITTEN_RULES,
    seed: int | str = 0,
    strict: bool = False,
) -> Stacked:
    """Return a deal in which somebody holds this, somebody draws that, and this is done.

    What is left open is filled by chance that follows from the seed. The script need not say
    everything: a tile that an action needs, and that nobody was given, is dealt or drawn by the
    seat; seats of which nothing is said discard what they draw, and pass what they are asked about.
    A wall on which nobody has to let a win go in that way, and is barred for it, is taken first.

    So a wish may come true later than it was meant: a pung of a tile that nobody may take is a pung
    of the next such tile. With ``strict`` nobody discards but as the script says; between two of
    its actions seats only pass, and do what the rules leave no choice about.

    Args:
        hands: by seat, what it is dealt: the standing tiles in braces, then loose ones, which may
            be fewer than the four and the nine that it is dealt. The dealer's fourteenth tile is
            its first draw.
        script: actions, or their texts, in the order in which they are to happen.
        draws: by seat, what it draws from the head, one tile after the other; ``?`` is any tile.
            Behind the script, the seats draw in turn.
        replacements: what kongs bring, whoever makes them; ``?`` is any tile.
        dealer: the seat that deals.
        first_taker: the seat that takes first, and so is dealt the first tiles of the wall;
            ``None`` for the dealer. For `Shuffle.from_draw_order` it is seat 0 unless it is told,
            whoever deals.
        rules: the options of play.
        seed: where the tiles come from that are left open, an int or a text.
        strict: whether the script says every discard.

    Raises:
        WishError: it cannot be, and why: an `InvalidStateError`. Also when an action is refused
            however the open places are filled, with the reason of the refusal.
        NotationError: a text cannot be read, or an action is none.
        HandError: something among the tiles is no `Tile`.
        SeatError: a seat is none.
        RulesError: ``rules`` is no `RuleSet`.

    Example:
        >>> laid = stack(
        ...     {1: "{5m9s1z2z}5m", 2: "{46m9p5z}9p333p11179s"},
        ...     ["0 discard 5m", "1 pung 5m 1", "1 discard 7z", "2 ting 5z", "1 kong 5m added"],
        ...     draws={2: "8s"},
        ...     replacements="9s",
        ... )
        >>> laid.state.stage, laid.state.players[2].waits
        (AwaitingTurn(seat=1, drawn=Tile.S9), (Tile.M5,))
        >>> try:
        ...     stack({1: "{5m9s1z2z}5m"}, ["0 discard 5m", "1 pung 5m 2"])
        ... except WishError as error:
        ...     print(error)
        the wish '1 pung 5m 2' cannot come true: seat 1 cannot have 2 of 5m among its standing \
tiles (TURN-3)
        >>> hands = {0: "{46m9p5z}3339p11179s", 1: "{1234z}55z"}
        >>> stack(hands, ["0 ting 5z", "1 pung 5z 0"], draws={0: "8s"})
        <Stacked ply 4: 0 ting 5z, 1 discard 8p, 2 discard 5z, 1 pung 5z 0>
        >>> try:
        ...     stack(hands, ["0 ting 5z", "1 pung 5z 0"], draws={0: "8s"}, strict=True)
        ... except WishError as error:
        ...     print(error)
        the wish '1 pung 5z 0' cannot come true: nobody can take the tile of a ting declaration \
(TING-2)
    """
    taker = check_seat(dealer)
    if first_taker is not None:
        taker = check_seat(first_taker)
    sketch = Sketch(dealer, taker, check_rules(rules), strict=_checked_flag(strict))
    for seat, held in by_seat(hands, "hands").items():
        sketch.hold(seat, *wished_hand(held))
    for seat, tiles in by_seat(draws, "draws").items():
        sketch.draw_next(seat, wished_tiles(tiles))
    sketch.replace_next(wished_tiles(replacements))
    _check_seed(seed)
    actions = _actions(script)
    with suppress(UnsaidError):  # the deal itself tells what is refused instead
        for action in actions:
            sketch.act(action)
        sketch.finish()
    failures, with_wins_let_go = [], []
    for attempt in range(_ATTEMPTS):
        order = sketch.filled(Chance("wall", seed, attempt))
        shuffle = Shuffle.from_draw_order(order, dealer=dealer, first_taker=taker)
        played = _played(deal(shuffle, dealer=dealer, rules=rules), actions, strict=strict)
        if isinstance(played, _Failure):
            failures.append(played)
        elif played.wins_let_go:
            with_wins_let_go.append(played.stacked)
        else:
            return played.stacked
    if with_wins_let_go:
        return with_wins_let_go[0]
    farthest = max(failures, key=lambda failure: failure.step)
    wish, refusal = str(actions[farthest.step]), farthest.refusal
    if _robs_in_vain(actions[: farthest.step + 1], rules):
        raise WishError(wish, _NO_ROBBING, Problem.NO_ACTION, "KONG-7")
    raise WishError(wish, refusal.en, Problem.NO_ACTION, refusal.rule)


_NO_ROBBING: Final = "without the option robbing_kong no kong is robbed"


def _robs_in_vain(actions: tuple[Action, ...], rules: RuleSet) -> bool:
    """Return whether a script comes to a win behind an added kong that cannot be robbed."""
    if rules.robbing_kong or len(actions) < 2:  # noqa: PLR2004 - the kong and the win
        return False
    kong, win = actions[-2:]
    added = isinstance(kong, Kong) and kong.kind is KongKind.ADDED
    return added and isinstance(win, Win) and win.seat != kong.seat


def _checked_flag(strict: object) -> bool:
    if not isinstance(strict, bool):
        why = f"True or False is expected, not {shorten(strict)}"
        raise WishError("strict", why, Problem.MALFORMED_FIELD)
    return strict


def _check_seed(seed: object) -> None:
    if not isinstance(seed, int | str):
        why = f"an int or a text is expected, not {shorten(seed)}"
        raise WishError("seed", why, Problem.MALFORMED_FIELD)


def _actions(script: Iterable[Action | str]) -> tuple[Action, ...]:
    if isinstance(script, str) or not isinstance(script, Iterable):
        why = "a sequence of actions or of their texts is expected"
        raise WishError(str(script), why, Problem.MALFORMED_FIELD)
    return tuple([wished_action(value) for value in script])


# --- the deal itself ----------------------------------------------------------------------


@attrs.frozen
class _Failure:
    """How far a script came on one wall, and why it did not go on."""

    step: int
    refusal: Refusal


@attrs.frozen
class _Played:
    """A deal after a script, and how many wins were let go of which the script does not speak."""

    stacked: Stacked
    wins_let_go: int


def _played(start: GameState, actions: tuple[Action, ...], *, strict: bool) -> _Played | _Failure:
    """Return the deal after a script, or where it failed."""
    before = state = start
    decisions: list[Action] = []
    wins_let_go = 0
    for step, action in enumerate(actions):
        while (refusal := why_illegal(state, action)) is not None:
            missed = _missed(before, decisions, action)
            idle = _idle(state, action)
            if strict and isinstance(idle, Discard):
                idle = None
            if missed is not None or idle is None:
                return _Failure(step, missed or _barred(state, action) or refusal)
            wins_let_go += isinstance(idle, Pass) and why_illegal(state, Win(idle.seat)) is None
            before, state = state, apply(state, idle)
            decisions.append(idle)
        before, state = state, apply(state, action)
        decisions.append(action)
    return _Played(Stacked(start, tuple(decisions), state), wins_let_go)


def _wanted(action: Action) -> Tile | None:
    """Return the discard that an action takes; ``None`` for no pung and no melded kong."""
    if isinstance(action, Pung) or (isinstance(action, Kong) and action.kind is KongKind.MELDED):
        return action.tile
    return None


def _idle(state: GameState, action: Action) -> Action | None:
    """Return what happens before an action that is not legal yet; ``None`` if it cannot come."""
    stage, seat, wanted = state.stage, action.seat, _wanted(action)
    if isinstance(stage, AwaitingClaims):
        # A seat to which the very tile that it wants is offered is refused that for good.
        here = wanted is stage.tile and seat != stage.discarder
        return None if here else Pass(actors(state)[0])
    if isinstance(stage, AwaitingTurn) and stage.drawn is not None:
        return None if stage.seat == seat and wanted is None else Discard(stage.seat, stage.drawn)
    return None


def _missed(before: GameState, decisions: list[Action], action: Action) -> Refusal | None:
    """Return why a seat was not even asked about the tile that it wants, if that was discarded.

    Args:
        before: the state before the last decision.
        decisions: those that were made.
        action: what the seat was to do.
    """
    player, last = before.players[action.seat], decisions[-1] if decisions else None
    if not isinstance(last, Discard) or last.seat == action.seat:
        return None
    if isinstance(action, Pung) and action.tile is last.tile:
        return pung_refusal(player, action.tile, action.standing)
    if isinstance(action, Kong) and _wanted(action) is last.tile:
        kept = kong_keeps_reserve(before.remaining, before.kongs, before.rules)
        return kong_refusal(player, action.tile, reserve_kept=kept)
    return None


def _barred(state: GameState, action: Action) -> Refusal | None:
    """Return why a seat that has let a win go is not asked any more (WIN-3)."""
    barred = isinstance(action, Win) and state.players[action.seat].win_barred
    return Refusal.WIN_BARRED if barred else None
