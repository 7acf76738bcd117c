"""A campaign: positions in pairs that a viewer cannot tell apart, and whatever the viewer is given.

`standing_apart` compares all that is given of a position and of its twin, `deciding_apart` what a
decision tells. As a command this file looks at every position of deals, each through the eyes of
one viewer: ``python tests/twins_campaign.py --deals 20000 --processes 2 --journal FILE``.
"""

from __future__ import annotations

import pickle
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence

import campaigns
from campaigns import Campaign, Findings
from lisi_mahjong import (
    Action,
    AwaitingTurn,
    Discarded,
    Drew,
    GameState,
    SawEnd,
    SeatEvent,
    actors,
    follow,
    legal_actions,
    seen_events,
    step,
    view,
    why_illegal,
)
from offers import every_action
from playouts import states
from sights import VIEWERS, Viewer, given, refused
from twins import twin

SECRETS = (
    "standing",
    "loose",
    "drawn",
    "wall",
    "ting",
    "standing in ting",
    "triplet in ting",
    "kong",
    "lock",
    "bar",
)
"""What can be otherwise in a twin."""

WORDS = 5
"""Actions of a position that are done, or refused in words that are compared."""

REASONS = 60
"""Actions of a position whose reasons for being refused are compared in the campaign."""

# --- one position -------------------------------------------------------------------------


def watched(numbers: range, every: int) -> Iterator[tuple[GameState, Viewer, random.Random]]:
    """Yield positions of deals, who looks on, and a source of chance: actors more often."""
    for number, state in enumerate(states(numbers)):
        if number % every == 0:
            rng = random.Random(f"twin {numbers} {number}")
            viewer = rng.choice((*VIEWERS, *actors(state) * 3))
            yield state, viewer, rng


def standing_apart(
    state: GameState,
    viewer: Viewer,
    rng: random.Random,
    met: Counter[str],
    *,
    reasons: int | None = None,
) -> Iterator[str]:
    """Yield by what a viewer could tell a position from its twin.

    Args:
        state: the position.
        viewer: who looks at it.
        rng: where chance comes from.
        met: where it is counted what is otherwise in the twin.
        reasons: of how many actions the reason is asked for which they are refused; ``None`` for
            every action that there is.
    """
    other = twin(state, viewer, rng)
    met.update(other.changed)
    one, two = view(state, viewer), view(other.state, viewer)
    if other.state == state:
        yield "the twin is no other state"
    if (one, hash(one), pickle.dumps(one)) != (two, hash(two), pickle.dumps(two)):
        yield "the views differ"
    first, second = given(state, viewer), given(other.state, viewer)
    yield from (f"{name} differs" for name in first if first[name] != second[name])
    if viewer is not None:
        actions = list(every_action(viewer))
        for action in actions if reasons is None else rng.sample(actions, reasons):
            if why_illegal(state, action) is not why_illegal(other.state, action):
                yield f"{action} is refused in one of them, or for another reason"
        for action in rng.sample(actions, WORDS):
            if refused(state, action) != refused(other.state, action):
                yield f"{action} is refused in other words"


def deciding_apart(
    state: GameState, viewer: Viewer, rng: random.Random, met: Counter[str]
) -> Iterator[str]:
    """Yield by what a decision of the viewer's tells a position from its twin.

    The twin has as many copies of the tile played in every hand: offers are left alone. Events
    are compared until a hidden tile is shown.
    """
    actions = legal_actions(state, viewer) if viewer is not None else ()
    if not actions:
        return
    action = any_of_any_sort(actions, rng)
    tile = getattr(action, "tile", None)
    other = twin(state, viewer, rng, () if tile is None else (tile,))
    first, second = step(state, action), step(other.state, action)
    one, shown = until_revealed(seen_events(first, viewer), viewer)
    two, shown_too = until_revealed(seen_events(second, viewer), viewer)
    if one != two:
        yield f"{action} tells something else"
    if shown is not shown_too and not may_win_on_its_draw(first.state, second.state):
        yield f"{action} shows a tile in one of them"
    if follow(view(state, viewer), one) != follow(view(other.state, viewer), two):
        yield f"after {action} the views that follow differ"
    met[type(action).__name__] += 1
    if not shown and not shown_too:
        met["whole"] += 1
        if given(first.state, viewer) != given(second.state, viewer):
            yield f"after {action} something that is given differs"


def until_revealed(events: Sequence[SeatEvent], viewer: Viewer) -> tuple[list[SeatEvent], bool]:
    """Return what a viewer is told before a hidden tile is shown, and whether one is.

    That is one's own draw, the discard of another seat, and the end.
    """
    told: list[SeatEvent] = []
    for event in events:
        if isinstance(event, Drew | SawEnd):
            return told, True
        if isinstance(event, Discarded) and event.seat != viewer:
            return told, True
        told.append(event)
    return told, False


def any_of_any_sort(actions: Sequence[Action], rng: random.Random) -> Action:
    """Return one of some actions; each sort of action is equally likely."""
    sorts = sorted({type(action).__name__ for action in actions})
    sort = rng.choice(sorts)
    return rng.choice([action for action in actions if type(action).__name__ == sort])


def may_win_on_its_draw(*states: GameState) -> bool:
    """Return whether a seat in ting is asked, in one of some states, what all others go on from."""
    return any(
        isinstance(state.stage, AwaitingTurn) and state.players[state.stage.seat].ting is not None
        for state in states
    )


# --- a campaign ---------------------------------------------------------------------------


def check_deals(start: int, stop: int) -> Findings:
    """Return what came of every position of the deals of these numbers."""
    found = Findings()
    for state, viewer, rng in watched(range(start, stop), 1):
        found.counts["checked"] += 1
        try:
            apart = [
                *standing_apart(state, viewer, rng, found.counts, reasons=REASONS),
                *deciding_apart(state, viewer, rng, found.counts),
            ]
        except Exception:  # noqa: BLE001 - a campaign goes on, whatever breaks
            apart = [traceback.format_exc()]
        if apart:
            where = f"deals {start} to {stop}, ply {state.ply}, viewer {viewer}"
            found.failures.append(f"{where}: {'; '.join(apart)}\n  {state!r}")
    return found


def summary(found: Findings) -> Iterator[str]:
    """Yield the lines that sum a campaign up."""
    counts = found.counts
    yield f"{counts['checked']} positions; otherwise in their twins: " + ", ".join(
        f"{name} {counts[name]}" for name in SECRETS
    )
    sorts = ("Discard", "DeclareTing", "Kong", "Win", "Pung", "Pass")
    yield "decisions: " + ", ".join(f"{name} {counts[name]}" for name in sorts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign that a command line asks for."""
    options = campaigns.parser("Compare positions with their twins.", "deals", 100)
    parsed = options.parse_args(arguments)
    numbers = (parsed.start, parsed.start + parsed.number)
    campaign = Campaign("twins", check_deals, numbers, 10, parsed.processes, parsed.journal)
    return campaigns.run(campaign, summary)


if __name__ == "__main__":
    sys.exit(main())
