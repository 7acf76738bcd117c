"""Renew the stored records below `tests/records/`: ``python tests/make_records.py``.

Deals of the corpus are played until one has been found for every check of `odd_records`. The
records of mixed deals are left alone, because the rules version is pinned over them; they are
made anew only when the number of the rules or of the format has risen. Takes a minute at most.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator
from typing import Any

from corpus import SEED, Deal, drawn
from lisi_mahjong import Action, RuleSet, Shuffle, actors, apply, deal, step, why_illegal
from lisi_mahjong.players import tidy
from lisi_mahjong.record_format import FORMAT_VERSION, RULES_VERSION, Seed
from lisi_mahjong.records import Record, format_record
from odd_records import CHECKS, FOLDER, FORMATS, MIXED, REFUSALS
from rule_table import Moment
from test_reach import EVERYTHING, neighbours

DEALS = 3000
"""How far the search goes."""

MIXED_DEALS = 40


def recorded(played: Deal, decisions: Collection[Action], metadata: dict[str, Any]) -> str:
    """Return the text of a record of a deal of the corpus."""
    seed = played.number if played.wall == SEED else None
    return format_record(Record.of(played.start, decisions, seed=seed, metadata=metadata))


# --- found in the corpus ------------------------------------------------------------------


def moments(played: Deal) -> list[Moment]:
    """Play a deal of the corpus and return its moves."""
    return [
        Moment(played, state, action, taken.events, taken.state)
        for state, action in played.actions()
        for taken in [step(state, action)]
    ]


def odd_deals(names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield for each of these names of `CHECKS` a record that shows what it says."""
    missing = {name: CHECKS[name] for name in names}
    for number in range(DEALS):
        if not missing:
            return
        moves = moments(drawn(number))
        for name in [name for name, check in missing.items() if check(moves)]:
            del missing[name]
            yield name, recorded(drawn(number), [m.action for m in moves], {"shows": name})
    message = f"no deal below {DEALS} shows {', '.join(missing)}"
    raise SystemExit(message)


def refusals(names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield for each of these names of `REFUSALS` a record that stops where it is given."""
    missing = {REFUSALS[name]: name for name in names}
    for number in range(DEALS):
        if not missing:
            return
        played = drawn(number)
        moves = moments(played)
        decisions = [m.action for m in moves]
        for ply, state in enumerate([*(m.before for m in moves), moves[-1].after]):
            tried = (*neighbours(state), *(EVERYTHING if ply == number % 60 else ()))
            for action in tried:
                refusal = why_illegal(state, action)
                if refusal in missing:
                    name = missing.pop(refusal)
                    metadata = {"shows": name, "refused": str(action)}
                    yield name, recorded(played, decisions[:ply], metadata)
    message = f"no deal below {DEALS} shows {', '.join(missing.values())}"
    raise SystemExit(message)


# --- made for the format ------------------------------------------------------------------


def tidy_deal(seed: Seed, *, say_seed: bool = True, **said: Any) -> Record:  # noqa: ANN401
    """Return the record of a deal played by the tidy player.

    Args:
        seed: of the shuffle.
        say_seed: write the seed and not the layout.
        said: names and metadata.
    """
    shuffle = Shuffle.from_seed(seed)
    start = state = deal(shuffle, dealer=shuffle.dealer_draw, rules=RuleSet.taiyuan())
    decisions = []
    while deciding := actors(state):
        decisions.append(tidy(state, deciding[0]))
        state = apply(state, decisions[-1])
    return Record.of(start, decisions, seed=seed if say_seed else None, **said)


METADATA = {
    "": "",
    "numbers": [0, -1, 10**40, 0.5, -1e-07, 1e300],
    "others": [None, True, False, {}, [], {"a": [{"b": None}]}],
    "texts": ["立四 🀄", '"\\\n\x00\x7f', "\u2028"],
}


def formats() -> Iterator[tuple[str, str]]:
    """Yield a record for each of `FORMATS`."""
    whole = format_record(tidy_deal(7))
    lines = whole.splitlines(keepends=True)
    sitting = [whole, format_record(tidy_deal(8)), "".join(lines[:9]), format_record(tidy_deal(9))]
    texts = (
        format_record(tidy_deal(-(2**70))),
        format_record(tidy_deal("太原 / 7")),
        format_record(tidy_deal(bytes(range(250, 256)))),
        format_record(tidy_deal(7, say_seed=False)),
        format_record(tidy_deal(7, names=["Ann", "李四", "", '"N"\n'])),
        format_record(tidy_deal(7, metadata=METADATA)),
        lines[0],
        "".join(lines[:-1]),
        "".join(lines[:20]) + lines[20][:7],
        "".join(sitting),
    )
    yield from zip(FORMATS, texts, strict=True)


def mixed() -> str:
    """Return the records of mixed deals, one behind the other."""
    texts = []
    for number in range(MIXED_DEALS):
        played = drawn(number)
        decisions = [action for _, action in played.actions()]
        texts.append(recorded(played, decisions, {"number": number}))
    return "".join(texts)


# --- the files ----------------------------------------------------------------------------


def mixed_is_of_now() -> bool:
    """Return whether the stored mixed deals are of this version of the rules and the format."""
    path = FOLDER / f"{MIXED}.jsonl"
    if not path.exists():
        return False
    with path.open(encoding="ascii") as lines:
        header = json.loads(next(lines))
    return (header["format_version"], header["rules_version"]) == (FORMAT_VERSION, RULES_VERSION)


def main() -> None:
    """Write what differs, remove what has no check any more, and say so."""
    FOLDER.mkdir(exist_ok=True)
    texts = dict((*formats(), *odd_deals(CHECKS), *refusals(REFUSALS)))
    if not mixed_is_of_now():
        texts[MIXED] = mixed()
    for path in sorted(FOLDER.glob("*.jsonl")):
        if path.stem not in texts and path.stem != MIXED:
            path.unlink()
            sys.stdout.write(f"removed {path.name}\n")
    for name, text in texts.items():
        path = FOLDER / f"{name}.jsonl"
        if not path.exists() or path.read_text(encoding="ascii") != text:
            path.write_text(text, encoding="ascii", newline="\n")
            sys.stdout.write(f"wrote {path.name}\n")


if __name__ == "__main__":
    main()
