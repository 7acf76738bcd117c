"""Counts of decision sequences on which the engine and the referee agree, below `tests/perft/`.

``python tests/perft_counts.py --check`` counts everything that is stored once more on both sides.
``python tests/perft_counts.py --renew`` searches the corpus for the positions of `perft_calls` and
`perft_endings`, counts, and writes the files. When the two disagree anywhere nothing is written;
the first disagreement is shown instead, with the decisions that lead to it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from typing import TypeVar

import attrs

import corpus
from anatomy import repickled
from corpus import Deal
from differential import differences
from lisi_mahjong import GameState, RuleSet, actors, apply, deal, legal_actions, parse_action, step
from lisi_mahjong.notation import format_state
from lisi_mahjong.perft import divide, perft
from perft_calls import CLAIM, KONG, STAND, TURN
from perft_endings import DEAL, OPTIONS, TAG, TING, WALL, WIN
from perft_files import FOLDER, Entry, stored, write
from perft_wanted import Wanted
from plain import plain_action
from referee import Action, Referee
from rule_table import Moment

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")

AREAS: Mapping[str, tuple[Wanted, ...]] = {
    "STAND": STAND,
    "TURN": TURN,
    "CLAIM": CLAIM,
    "KONG": KONG,
    "TING": TING,
    "WIN": WIN,
    "WALL": WALL,
    "DEAL": DEAL,
    "TAG": TAG,
    "OPTIONS": OPTIONS,
}
"""By area of the rules, which is the name of a file, its positions in their order."""

DEALS = 4000
"""How far the search goes."""

ALIKE = 2
"""How many decisions behind a position the two sides are compared in all that they have."""

MOST = 30_000
"""The most sequences of five decisions, so that the referee comes to an end."""

LEAST = 50
"""The least sequences of four decisions, so that much can go wrong; not near the end of a deal."""


# --- counting -----------------------------------------------------------------------------


def sequences(referee: Referee, depth: int) -> int:
    """Return how many sequences of exactly so many decisions the referee allows."""
    choices = [action for seat in referee.actors() for action in referee.legal(seat)]
    if depth == 1:
        return len(choices)
    return sum(sequences(after(referee, action), depth - 1) for action in choices)


def divided(referee: Referee, depth: int) -> dict[Action, int]:
    """Return for each first decision how many sequences the referee allows that begin with it."""
    choices = [action for seat in referee.actors() for action in referee.legal(seat)]
    if depth == 1:
        return dict.fromkeys(choices, 1)
    return {action: sequences(after(referee, action), depth - 1) for action in choices}


def after(referee: Referee, action: Action) -> Referee:
    """Return a referee to whom an action has happened; the one given stays as it is."""
    other = repickled(referee)
    other.apply(action)
    return other


def counts(state: GameState, depth: int) -> tuple[int, ...]:
    """Return the engine's counts from depth 1 on, the first 0 being the last one."""
    return _to_the_first_zero(perft(state, number) for number in range(1, depth + 1))


def _to_the_first_zero(numbers: Iterable[int]) -> tuple[int, ...]:
    kept = []
    for number in numbers:
        kept.append(number)
        if not number:
            break
    return tuple(kept)


def disagreement(state: GameState, referee: Referee, depth: int) -> list[str]:
    """Return where engine and referee first differ, after so many decisions or fewer.

    Args:
        state: of the engine.
        referee: who is to be at the same moment.
        depth: how many decisions are tried, each in every way.

    Returns:
        The decisions that lead there and then what differs; nothing when nothing does.
    """
    found = list(differences(state, referee))
    if found or depth == 0:
        return found
    for seat in actors(state):
        for action in legal_actions(state, seat):
            below = after(referee, plain_action(action))
            told = disagreement(apply(state, action), below, depth - 1)
            if told:
                return [str(action), *told]
    return []


def complaint(entry: Entry) -> str | None:
    """Return what is wrong with an entry by the engine or the referee; ``None`` if nothing is.

    Every count is made anew on both sides and compared for each first decision; and whatever either
    side has on the table is compared in each state that one or two decisions lead to.
    """
    state, referee = entry.position(), entry.referee()
    told = disagreement(state, referee, ALIKE)
    if told:
        return f"{entry.name}: {' / '.join(told)}"
    for depth, written in enumerate(entry.counts, start=1):
        ours = {plain_action(action): number for action, number in divide(state, depth)}
        theirs = divided(referee, depth)
        engine, other = sum(ours.values()), sum(theirs.values())
        if ours != theirs or engine != written:
            place = disagreement(state, referee, depth - 1)
            numbers = (
                f"{entry.name}: {written} sequences of {depth} are written, "
                f"the engine counts {engine}, the referee {other}"
            )
            return " / ".join([numbers, *place])
    return None


# --- searching ----------------------------------------------------------------------------


@attrs.frozen
class Found:
    """A position of the corpus that shows what is wanted."""

    wanted: Wanted
    start: GameState
    after: tuple[str, ...]
    state: GameState

    def entry(self) -> Entry:
        """Return the position with the engine's counts."""
        wanted = self.wanted
        rules = tuple(wanted.rules.split())
        counted = counts(self.state, wanted.depth)
        line = format_state(self.state)
        return Entry(wanted.name, wanted.shows, rules, line, self.after, counted)


def other_rules(rules: RuleSet, option: str) -> RuleSet:
    """Return rules with one option turned round, or back to its default."""
    default = attrs.fields_dict(RuleSet)[option].default
    value = getattr(rules, option)
    other = (not value) if value == default else default
    return RuleSet.from_options({**attrs.asdict(rules), option: other})


def twin(start: GameState, after: Iterable[str], option: str) -> GameState | None:
    """Return what the same decisions lead to with one option turned round, if they are legal."""
    rules = other_rules(start.rules, option)
    state = deal(start.shuffle, dealer=start.dealer, rules=rules)
    for action in map(parse_action, after):
        if action not in legal_actions(state, action.seat):
            return None
        state = apply(state, action)
    return state


def fits(found: Found) -> bool:
    """Return whether a position that shows what is wanted will do."""
    wanted, state = found.wanted, found.state
    if not wanted.ends and perft(state, 4) < LEAST:
        return False
    if perft(state, wanted.depth) > MOST * 3 ** (wanted.depth - 5):
        return False
    if wanted.twin is None:
        return True
    other = twin(found.start, found.after, wanted.twin)
    return other is not None and perft(other, wanted.depth) != perft(state, wanted.depth)


def search(several: Sequence[Wanted], deals: int = DEALS) -> list[Found]:
    """Return a position of its own for each that is wanted, of those that are played alike.

    Raises:
        SystemExit: there is none.
    """
    missing, found = list(several), list[Found]()
    for number in range(deals):
        if not missing:
            return found
        played = dealt(several[0], number)
        decisions: list[str] = []
        for state, action in played.actions():
            taken = step(state, action)
            moment = Moment(played, state, action, taken.events, taken.state)
            for wanted in missing:
                candidate = Found(wanted, played.start, tuple(decisions), state)
                if wanted.predicate(moment) and fits(candidate):
                    found.append(candidate)
                    missing.remove(wanted)
                    break
            decisions.append(str(action))
    message = f"no deal below {deals} shows {', '.join(wanted.name for wanted in missing)}"
    raise SystemExit(message)


def dealt(wanted: Wanted, number: int) -> Deal:
    """Return a deal in which a position is looked for: of the corpus, or on a wall of its own."""
    rules = RuleSet.from_options(wanted.options)
    if wanted.wall is None:
        drawn = corpus.drawn(number)
        start = deal(drawn.start.shuffle, dealer=drawn.start.dealer, rules=rules)
        return attrs.evolve(drawn, start=start)
    stack = wanted.wall(random.Random(f"perft {number}"))
    start = deal(stack.shuffle, dealer=stack.dealer, rules=rules)
    return Deal(number, wanted.wall.__name__, corpus.MIXES[0], True, start, stack.wishes)  # noqa: FBT003 - its wishes are followed


def played_alike() -> list[list[Wanted]]:
    """Return what is wanted, those together that one search can look for."""

    def how(wanted: Wanted) -> str:
        return f"{sorted(wanted.options.items())} {wanted.wall and wanted.wall.__name__}"

    everything = sorted((wanted for area in AREAS.values() for wanted in area), key=how)
    return [list(group) for _, group in groupby(everything, how)]


# --- the command --------------------------------------------------------------------------


def mapped(
    function: Callable[[_Item], _Made], items: Iterable[_Item], processes: int
) -> list[_Made]:
    """Return what a function makes of each item."""
    if processes == 1:
        return list(map(function, items))
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(function, items))


def found_entries(group: int) -> list[Entry]:
    """Search and count the positions of one of the groups that are played alike."""
    return [found.entry() for found in search(played_alike()[group])]


def renew(processes: int) -> int:
    """Search, count and write every file, if the referee agrees; return the exit code."""
    lists = mapped(found_entries, range(len(played_alike())), processes)
    entries = {entry.name: entry for found in lists for entry in found}
    if complaints(entries.values(), processes):
        return 1
    FOLDER.mkdir(exist_ok=True)
    for area, several in AREAS.items():
        remark = f"{area}. Written by tests/perft_counts.py; tests/perft_files.py tells the format."
        text = write([entries[wanted.name] for wanted in several], remark)
        (FOLDER / f"{area.lower()}.txt").write_text(text, encoding="ascii", newline="\n")
    return 0


def check(processes: int) -> int:
    """Count all that is stored once more on both sides; return the exit code."""
    return 1 if complaints([entry for area in AREAS for entry in stored(area)], processes) else 0


def complaints(entries: Collection[Entry], processes: int) -> int:
    """Say what is wrong with entries and how much was counted; return how many are wrong."""
    wrong = [told for told in mapped(complaint, entries, processes) if told is not None]
    for told in wrong:
        sys.stdout.write(f"{told}\n")
    summarize(entries)
    sys.stdout.write(f"{len(entries) - len(wrong)} passed, {len(wrong)} failed\n")
    return len(wrong)


def summarize(entries: Iterable[Entry]) -> None:
    """Say how much was counted."""
    numbers = [entry.counts for entry in entries]
    sequences = sum(map(sum, numbers))
    sys.stdout.write(
        f"{len(numbers)} positions, {sum(map(len, numbers))} counts, {sequences:,} sequences\n"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what a command line asks for."""
    parser = argparse.ArgumentParser(description="Count decision sequences on both sides.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="count what is stored once more")
    what.add_argument("--renew", action="store_true", help="search, count, and write the files")
    parser.add_argument("--processes", type=int, default=1, help="how many at a time (1)")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    code = (renew if options.renew else check)(options.processes)
    sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
