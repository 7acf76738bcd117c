"""Playthroughs of declaring ting: how, with what, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping

from endings import WAITING
from lisi_mahjong import GameState, RuleSet
from offers import SCATTERED
from playthrough_parts import LET_GO, WAITING_TOO, DealPlay, laid
from support import WRITTEN

READY = "{555z9p}46m111p2227s"
"""With 7s ting by 9p waits for 5m alone."""

FOUR_RUNS = "{1z67p8s}234567m345p"
"""With 8s ting by 1z waits for 2p, 5p and 8p, which make four runs."""


def ready(rules: RuleSet = WRITTEN, *, draws: str = "9m6p8s5m", remaining: int = 30) -> GameState:
    """Return a turn of seat 1, which may declare ting."""
    return laid({1: READY}, 1, "7s", draws=draws, remaining=remaining, rules=rules)


def all_but_one_in_ting() -> GameState:
    """Return a turn of seat 0, which may declare ting as the last of the four."""
    hands = {
        0: "{1z444z}46s888m33m99p",
        1: WAITING,
        2: WAITING_TOO,
        3: "{777z}46p555p11999s",
    }
    return laid(hands, 0, "9p", ting={1: "9p", 2: "9m", 3: "8p"}, draws="1m2p9s3p8s2m6p1z5m")


TING: Mapping[str, DealPlay] = {
    "ting-face-down": DealPlay(
        "Seat 1 lays its ting tile face down; the others do not see what it is until it wins.",
        ready,
        (
            "? 1 ting 5z",
            "? 1 ting 7s",
            "? 1 ting 9s",
            "? 1 ting 9p up",
            "? 1 ting 9p wall",
            "1 ting 9p",
            "2 discard 9m",
            "3 discard 6p",
            "0 discard 8s",
        ),
    ),
    "ting-face-up": DealPlay(
        "With open_ting on the tile is laid face up, and still nobody can take it.",
        lambda: ready(RuleSet(open_ting=True)),
        ("1 ting 9p up", "? 2 pung 9p 0", "2 discard 9m", LET_GO),
    ),
    "ting-on-the-wall": DealPlay(
        "With ting_on_wall on the tile goes on the wall, and keeps its place in the row.",
        lambda: ready(RuleSet(ting_on_wall=True)),
        ("1 ting 9p wall", LET_GO),
    ),
    "ting-face-up-on-the-wall": DealPlay(
        "With both options on there are four ways to declare ting with one tile.",
        lambda: ready(RuleSet(open_ting=True, ting_on_wall=True)),
        ("1 ting 9p up wall", LET_GO),
    ),
    "ting-not-declared": DealPlay(
        "Ting is never compulsory: who may declare it discards, and does not win on its tile.",
        lambda: ready(draws="5m", remaining=17),
        ("1 discard 7s", "2 discard 5m", LET_GO),
    ),
    "ting-tile-that-others-want": DealPlay(
        "Seat 2 holds three of the ting tile's kind and seat 3 waits for it; nobody can take it.",
        lambda: laid(
            {1: READY, 2: "{1234z}147m5p36s999p", 3: "{666z}78p333m44488s"},
            1,
            "7s",
            ting={3: "9m"},
            draws="9m",
            remaining=17,
        ),
        ("1 ting 9p", "? 2 pung 9p 0", "? 2 kong 9p melded", "? 3 win", LET_GO),
    ),
    "ting-after-a-pung": DealPlay(
        "Ting is declared straight after a pung, and the discard of the next seat wins.",
        lambda: laid({1: "{9p46m7s}55z111p2227s"}, 0, "5z", draws="5m"),
        ("0 discard 5z", "1 pung 5z 0", "1 ting 9p", "2 discard 5m"),
    ),
    "ting-refused-for-a-fifth-copy": DealPlay(
        "Seat 1 would wait for a tile of which it holds all four itself, and makes no kong of it.",
        lambda: laid({1: "{1z123m}456789m111p"}, 1, "1p", remaining=16, replacements="9s"),
        ("? 1 ting 1z", "1 kong 1p concealed", "1 discard 9s", LET_GO),
    ),
    "ting-refused-for-four-runs": DealPlay(
        "All that completes the hand makes four runs, which do not win with all_runs off.",
        lambda: laid({1: FOUR_RUNS}, 1, "8s", draws="8p", remaining=15),
        ("? 1 ting 1z", "1 discard 8s", "2 discard 8p", LET_GO),
    ),
    "ting-for-four-runs": DealPlay(
        "With all_runs on the same hand may declare ting, and wins.",
        lambda: laid(
            {1: FOUR_RUNS}, 1, "8s", draws="8p", remaining=15, rules=RuleSet(all_runs=True)
        ),
        ("1 ting 1z", "2 discard 8p"),
    ),
    "ting-of-all-four": DealPlay(
        "The last of the four declares ting, and all that follows is forced.",
        all_but_one_in_ting,
        ("0 ting 1z",),
    ),
    "ting-and-the-fourth-copy": DealPlay(
        "A seat in ting draws the fourth tile of a kind and must discard it; others discard one of "
        "which it holds two, and it is not asked.",
        lambda: laid(
            {0: SCATTERED, 1: WAITING}, 0, "7s", ting={1: "9p"}, draws="2s9m7s6p", remaining=18
        ),
        ("0 discard 7s", "2 discard 9m", "3 discard 7s", LET_GO),
    ),
}
