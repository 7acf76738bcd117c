"""One parser under the fuzzer: the process that `fuzzing` starts for each turn.

``python tests/fuzz_child.py NAME SECONDS FOLDER`` tries inputs until the time is up. What was found
is written to ``FOLDER/NAME.json`` every few seconds, and inputs that reach something new are kept
below ``FOLDER/NAME``. It ends by itself; whatever else ends it is a fault too.
"""

from __future__ import annotations

import json
import os
import pkgutil
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fuzz_oracle import Target

HANGING = 120
"""After so many seconds with one input the fuzzer ends the process."""

MEGABYTES = 1500
"""With more memory than that as well."""

SAVED_EVERY = 5.0

atheris: Any = None
"""The fuzzer, once it is there."""


def load(name: str) -> Target:
    """Return a parser, with the whole package watched by the fuzzer."""
    global atheris  # noqa: PLW0603 - it must be there before the package is imported
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["lisi_mahjong"]):
        package = import_module("lisi_mahjong")
        for module in pkgutil.walk_packages(package.__path__, "lisi_mahjong."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    targets: dict[str, Target] = import_module("fuzz_targets").TARGETS
    return targets[name]


class Turn:
    """The time that a parser has: tries inputs, counts them, and keeps the faults.

    Args:
        target: the parser.
        seconds: the time.
        folder: where the findings are written.
        remember: is told of inputs that were read.
    """

    def __init__(
        self, target: Target, seconds: float, folder: Path, remember: Callable[[str], None]
    ) -> None:
        self._oracle = import_module("fuzz_oracle")
        mutation = import_module("fuzz_mutation")
        self._decode, self._encode = mutation.decode, mutation.encode
        self._target = target
        self._kept = folder / target.name
        self._file = folder / f"{target.name}.json"
        self._began = self._saved = time.monotonic()
        self._seconds = seconds
        self._remember = remember
        self._inputs = self._accepted = 0
        self._faults: dict[str, tuple[str, str]] = {}

    def take(self, data: bytes) -> None:
        """Try one input; does not return when the time is up."""
        text = self._decode(data)
        self._inputs += 1
        try:
            if self._oracle.judge(self._target, text):
                self._accepted += 1
                self._remember(text)
        except self._oracle.Fault as fault:
            self._keep(fault, text)
        now = time.monotonic()
        if now - self._began >= self._seconds:
            self._finish()
        elif now - self._saved >= SAVED_EVERY:
            self._save()

    def _keep(self, fault: Any, text: str) -> None:  # noqa: ANN401 - its class comes late
        known = self._faults.get(fault.what)
        if known is None or len(text) < len(known[0]):
            self._faults[fault.what] = text, fault.detail
        if known is None:
            self._save()

    def _save(self) -> None:
        self._saved = time.monotonic()
        findings = {
            "inputs": self._inputs,
            "accepted": self._accepted,
            "seconds": self._saved - self._began,
            "faults": [[what, *rest] for what, rest in self._faults.items()],
        }
        partial = self._file.with_suffix(".part")
        partial.write_text(json.dumps(findings), encoding="ascii")
        partial.replace(self._file)

    def _finish(self) -> None:
        """Shorten what was found, write it down, and leave the fuzzer.

        An input with a fault is kept with the others, so that a later run begins with it.
        """
        for number, (what, (text, detail)) in enumerate(self._faults.items()):
            shorter = self._oracle.smallest(self._target, text, what)
            self._faults[what] = shorter, detail
            (self._kept / f"fault-{number}").write_bytes(self._encode(shorter))
        self._save()
        sys.stderr.flush()
        os._exit(0)  # the fuzzer would go on: it lets no exception through


def main(name: str, seconds: float, folder: Path) -> None:
    """Fuzz a parser until its time is up."""
    target = load(name)
    mutation = import_module("fuzz_mutation")

    def change_bytes(data: bytes, longest: int) -> bytes:
        changed: bytes = atheris.Mutate(data, longest)  # another one since the fuzzer has begun
        return changed

    mutator = mutation.Mutator(target, change_bytes)
    kept = folder / name
    seeds = folder / f"{name}.seeds"
    for place in (kept, seeds):
        place.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(target.seeds()):
        (seeds / f"{number:04}").write_bytes(mutation.encode(text))
    turn = Turn(target, seconds, folder, mutator.remember)
    options = (
        f"-timeout={HANGING}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={target.longest}",
        f"-artifact_prefix={folder}/{name}.ended-by-",
        "-len_control=0",
        "-reload=0",
    )
    atheris.Setup(
        [sys.argv[0], *options, str(kept), str(seeds)],
        turn.take,
        custom_mutator=mutator.mutated,
        custom_crossover=mutator.crossed,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]))
