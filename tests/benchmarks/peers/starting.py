"""How long an import takes, and from there to the first answer, each in a new interpreter."""

from __future__ import annotations

import statistics
import subprocess
import sys
from dataclasses import dataclass

from benchmarks.peers.timing import Figures

_SCRIPT = """\
from time import process_time
{before}
begun = process_time()
{imports}
imported = process_time()
{first}
print(imported - begun, process_time() - imported)
"""


@dataclass(frozen=True)
class _Start:
    """What is imported, and the first question."""

    imports: str
    first: str = ""
    before: str = ""


_OURS = _Start(
    "from lisi_mahjong import Shuffle, deal, legal_actions",
    "legal_actions(deal(Shuffle.from_seed(1)), 0)",
)

STARTS = {
    "ours": _Start(_OURS.imports, _OURS.first, "import attr, attrs"),
    "ours with attrs": _OURS,
    "riichienv": _Start(
        "from riichienv import RiichiEnv",
        "[each.legal_actions() for each in RiichiEnv(skip_mjai_logging=True).reset().values()]",
    ),
    "mahjong": _Start(
        "from mahjong.agari import Agari", "Agari().is_agari([3, 3, 3, 3, 2] + 29 * [0])"
    ),
    "mjai": _Start("from mjai.mlibriichi.arena import Match"),
    "pymahjong": _Start(
        "import pymahjong", "env = pymahjong.MahjongEnv(); env.reset(); env.get_valid_actions()"
    ),
    "cmajiang": _Start(
        "import cmajiang",
        "game = cmajiang.Game(); game.kaiju(); game.next(); game.next(); game.get_dapai()",
    ),
    "chess": _Start("import chess", "list(chess.Board().legal_moves)"),
    "jansou": _Start(
        "from jansou.core.rules import preset; from jansou.game.environment import Environment",
        "next(Environment(preset('tenhou'), seed=1).play()).actions",
    ),
    "pokerkit": _Start(
        "from pokerkit import Automation, NoLimitTexasHoldem",
        "NoLimitTexasHoldem.create_state("
        "tuple(Automation), True, 0, (1, 2), 2, (200,) * 4, 4).can_fold()",
    ),
    "rlcard": _Start("import rlcard", "rlcard.make('mahjong').reset()"),
    "kago-utils": _Start(
        "from kago_utils.shanten import Shanten; from kago_utils.hai import Hai34Counter",
        "Shanten.calculate_shanten(Hai34Counter([3, 3, 3, 3, 2] + 29 * [0]), 0)",
    ),
}


def script_of(key: str) -> str:
    """Return what an interpreter is to run; it prints two times in seconds."""
    about = STARTS[key]
    return _SCRIPT.format(before=about.before, imports=about.imports, first=about.first)


def start(key: str, seed: int, count: int) -> Figures:
    """Return the medians of so many starts.

    Args:
        key: whose.
        seed: the round; every start is the same.
        count: how many starts.
    """
    del seed
    script = script_of(key)
    times = []
    for _ in range(count):
        # -P: the folder that this was called in is no place to import from.
        ran = subprocess.run(  # noqa: S603 - this interpreter and our own words
            [sys.executable, "-P", "-c", script], check=True, capture_output=True, text=True
        )
        times.append([1000 * float(word) for word in ran.stdout.split()[-2:]])
    imported, first = map(statistics.median, zip(*times, strict=True))
    return {"import": imported, "first": first} if STARTS[key].first else {"import": imported}
