"""Make the stored sittings below `tests/sittings_stored/`: ``python tests/make_sittings.py``.

They are to replay for ever, so a file is left alone once it is there; it is made anew only when
the number of the rules or of the format has risen. Takes a few seconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

import attrs

from gatherings import evening, gathering, lines_of_gathering, sitting, write_down
from lisi_mahjong import DrawnDeal, Sit, Unready, VoidDeal, WonDeal
from lisi_mahjong.record_format import RULES_VERSION
from lisi_mahjong.sitting_format import FORMAT_VERSION
from lisi_mahjong.sittings import Sitting

FOLDER: Final = Path(__file__).parent / "sittings_stored"

DEALS: Final = 8
MIXED: Final = 18
METADATA: Final[dict[str, Any]] = {
    "": "",
    "numbers": [0, -1, 10**40, 0.5, -1e-07, 1e300],
    "others": [None, True, False, {}, [], {"a": [{"b": None}]}],
    "texts": ["立四 🀄", '"\\\n\x00\x7f', "\u2028"],
}


def shows_everything(found: Sitting) -> bool:
    """Return whether in a sitting happens all that can happen in one."""
    history = found.state.history
    sat = [action.name for action in found.actions if isinstance(action, Sit)]
    return (
        {type(summary.result) for summary in history} == {WonDeal, DrawnDeal, VoidDeal}
        and any(summary.multiplier > 1 and any(summary.deltas) for summary in history)
        and any(summary.kongs for summary in history)
        and len(set(sat)) < len(sat)
        and any(isinstance(action, Unready) for action in found.actions)
        and {type(seed) for seed in found.seeds} == {int, str, bytes, type(None)}
    )


def an_evening() -> str:
    """Return the first sitting of eight deals in which everything happens."""
    number = next(n for n in count() if shows_everything(sitting(n, DEALS)))
    return "".join(lines_of_gathering(number, DEALS))


def mixed() -> str:
    """Return sittings under many options, the last one with layouts alone and other metadata."""
    lines = [line for number in range(MIXED) for line in lines_of_gathering(number, 1)]
    taiyuan = gathering(1, 2)
    doings = tuple((action, None) for action, _ in taiyuan.doings)
    return "".join([*lines, *write_down(attrs.evolve(taiyuan, doings=doings, metadata=METADATA))])


def cut_off() -> str:
    """Return sittings cut off behind the header, in a deal, and before and in a summary."""
    lines = evening()
    won = next(place for place, line in enumerate(lines) if line.startswith('{"deal"'))
    cuts = (lines[:1], lines[: won - 5], lines[:won], lines, [*lines[:won], lines[won][:200]])
    return "".join(line for cut in cuts for line in cut)


MAKERS: Final[Mapping[str, Callable[[], str]]] = {
    "an-evening": an_evening,
    "cut-off": cut_off,
    "mixed": mixed,
}
"""By name of a stored file, what makes it."""


def is_of_now(path: Path) -> bool:
    """Return whether a file is there and is of this version of the rules and of the format."""
    if not path.exists():
        return False
    with path.open(encoding="ascii") as lines:
        header = json.loads(next(lines))
    return (header["format_version"], header["rules_version"]) == (FORMAT_VERSION, RULES_VERSION)


def main(folder: Path = FOLDER) -> None:
    """Make the files that are missing or of another version, and say so."""
    folder.mkdir(exist_ok=True)
    for name, make in MAKERS.items():
        path = folder / f"{name}.jsonl"
        if not is_of_now(path):
            path.write_text(make(), encoding="ascii", newline="\n")
            sys.stdout.write(f"wrote {path.name}\n")


if __name__ == "__main__":
    main()
