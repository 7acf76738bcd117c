"""Deals and sittings written out: everything that can be observed, at every ply, in a text file.

``python tests/playthroughs.py`` shows in what the files below `tests/playthroughs/` differ from
what is computed now, and exits with 1 if they do; with ``--write`` it renews them all. A difference
is reviewed like code: each line of it is something that a caller of the library would see.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path

from playthrough_deals import DEALS
from playthrough_kongs import KONGS
from playthrough_parts import Playthrough, SittingPlay
from playthrough_sittings import SITTINGS
from playthrough_table_text import sitting_lines
from playthrough_tags import TAGS
from playthrough_text import deal_lines
from playthrough_ting import TING
from playthrough_wins import WINS

FOLDER = Path(__file__).parent / "playthroughs"

GROUPS: tuple[Mapping[str, Playthrough], ...] = (DEALS, KONGS, TING, WINS, TAGS, SITTINGS)

PLAYTHROUGHS: Mapping[str, Playthrough] = {
    name: played for group in GROUPS for name, played in group.items()
}
"""By the name of its file."""


def text_of(name: str, played: Playthrough) -> str:
    """Return what the file of a playthrough is to hold."""
    if isinstance(played, SittingPlay):
        lines = sitting_lines(name, played)
    else:
        lines = deal_lines(name, played)
    return "".join(f"{line}\n" for line in lines)


def stored(folder: Path) -> dict[str, str]:
    """Return the texts of the files of a folder, by name."""
    return {
        path.name.removesuffix(".txt"): path.read_bytes().decode()
        for path in sorted(folder.iterdir())
    }


def difference(name: str, before: str | None, now: str | None) -> Iterator[str]:
    """Yield in what a file differs from what is computed now.

    Args:
        name: of the playthrough.
        before: what the file holds; ``None`` if there is none.
        now: what is computed; ``None`` if there is no such playthrough any more.
    """
    if before == now:
        return
    if before is None:
        yield f"{name}.txt is missing"
    elif now is None:
        yield f"{name}.txt is of no playthrough"
    else:
        old, new = before.splitlines(keepends=True), now.splitlines(keepends=True)
        lines = unified_diff(old, new, f"{name}.txt", f"{name}.txt, computed now", n=1)
        yield from (line.removesuffix("\n") for line in lines)


def differences(folder: Path, playthroughs: Mapping[str, Playthrough]) -> Iterator[str]:
    """Yield in what the files of a folder differ from what is computed now."""
    texts = stored(folder) if folder.exists() else {}
    for name in sorted({*texts, *playthroughs}):
        now = text_of(name, playthroughs[name]) if name in playthroughs else None
        yield from difference(name, texts.get(name), now)


def write(folder: Path, playthroughs: Mapping[str, Playthrough]) -> Iterator[str]:
    """Write what differs, remove what is of no playthrough, and yield what was done."""
    folder.mkdir(exist_ok=True)
    texts = stored(folder)
    for name in sorted({*texts, *playthroughs}):
        path = folder / f"{name}.txt"
        if name not in playthroughs:
            path.unlink()
            yield f"removed {path.name}"
            continue
        now = text_of(name, playthroughs[name])
        if texts.get(name) != now:
            path.write_bytes(now.encode())
            yield f"wrote {path.name}"


def main(
    arguments: Sequence[str] | None = None,
    folder: Path = FOLDER,
    playthroughs: Mapping[str, Playthrough] = PLAYTHROUGHS,
) -> int:
    """Show the differences, or write the files; return the exit code."""
    parser = argparse.ArgumentParser(description="Compare the playthroughs with their files.")
    parser.add_argument("--write", action="store_true", help="renew the files")
    if parser.parse_args(arguments).write:
        for line in write(folder, playthroughs):
            sys.stdout.write(f"{line}\n")
        return 0
    found = False
    for line in differences(folder, playthroughs):
        sys.stdout.buffer.write(f"{line}\n".encode())
        found = True
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
