"""Playthroughs of declaring ting: how, with what, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping

from endings import WAITING
from lisi_mahjong import GameState, MeldKind, Refusal, RuleSet
from odd_records import all_in_ting
from offers import SCATTERED
from perft_predicates import in_all_runs, ting_after, ting_refused
from playthrough_checks import (
    all_of,
    both,
    declares,
    four_ways_with_one_tile,
    in_order,
    once,
    punged,
    refused,
    ting_let_go_and_not_won,
    ting_tile_lies_before_others,
    ting_tile_seen_by_others,
    wanted_for_a_kong_and_for_a_win,
    with_rules,
    won_from_the_next,
)
from playthrough_parts import LET_GO, WAITING_TOO, DealPlay, laid
from rule_table import (
    SHOWN,
    made,
    ting_after_pung,
    ting_makes_no_kong,
    ting_makes_no_set,
    ting_tile_not_offered,
)
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
        all_of(
            refused(Refusal.OPEN_TING_OFF, Refusal.TING_ON_WALL_OFF),
            in_order(
                both(declares(up=False, wall=False), ting_tile_seen_by_others(open_=False)),
                both(SHOWN["WIN-1"], ting_tile_seen_by_others(open_=True)),
            ),
        ),
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
        "With open_ting on the tile is laid face up, and still nobody can take it, though seat 2 "
        "holds two of its kind.",
        all_of(
            refused(Refusal.TING_TILE_CLOSED),
            once(
                declares(up=True, wall=False),
                ting_tile_seen_by_others(open_=True),
                ting_tile_not_offered,
            ),
        ),
        lambda: laid(
            {1: READY, 2: "{1234z}147m2599p36s"},
            1,
            "7s",
            draws="9m6p8s5m",
            remaining=30,
            rules=RuleSet(open_ting=True),
        ),
        ("1 ting 9p up", "? 2 pung 9p 0", "2 discard 9m", LET_GO),
    ),
    "ting-on-the-wall": DealPlay(
        "With ting_on_wall on the tile goes on the wall, and keeps its place in the row, also when "
        "others follow.",
        in_order(declares(up=False, wall=True), ting_tile_lies_before_others),
        lambda: ready(RuleSet(ting_on_wall=True), draws="9m6p8s4s6p3p9s5m"),
        ("1 ting 9p wall", LET_GO),
    ),
    "ting-face-up-on-the-wall": DealPlay(
        "With both options on there are four ways to declare ting with one tile.",
        once(declares(up=True, wall=True), four_ways_with_one_tile),
        lambda: ready(RuleSet(open_ting=True, ting_on_wall=True)),
        ("1 ting 9p up wall", LET_GO),
    ),
    "ting-not-declared": DealPlay(
        "Ting is never compulsory: who may declare it discards, and does not win on its tile.",
        ting_let_go_and_not_won,
        lambda: ready(draws="5m", remaining=17),
        ("1 discard 7s", "2 discard 5m", LET_GO),
    ),
    "ting-tile-that-others-want": DealPlay(
        "Seat 2 holds three of the ting tile's kind and seat 3 waits for it; nobody can take it.",
        all_of(refused(Refusal.TING_TILE_CLOSED), once(wanted_for_a_kong_and_for_a_win)),
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
        in_order(punged, ting_after_pung, won_from_the_next),
        lambda: laid({1: "{9p46m7s}55z111p2227s"}, 0, "5z", draws="5m"),
        ("0 discard 5z", "1 pung 5z 0", "1 ting 9p", "2 discard 5m"),
    ),
    "ting-refused-for-a-fifth-copy": DealPlay(
        "Seat 1 would wait for a tile of which it holds all four itself; it makes a kong of them "
        "instead.",
        all_of(
            refused(Refusal.TING_FIFTH_COPY),
            once(ting_refused(Refusal.TING_FIFTH_COPY), made(MeldKind.CONCEALED_KONG)),
        ),
        lambda: laid({1: "{1z123m}456789m111p"}, 1, "1p", remaining=16, replacements="9s"),
        ("? 1 ting 1z", "1 kong 1p concealed", "1 discard 9s", LET_GO),
    ),
    "ting-refused-for-four-runs": DealPlay(
        "All that completes the hand makes four runs, which do not win with all_runs off.",
        all_of(refused(Refusal.TING_ALL_RUNS), once(ting_refused(Refusal.TING_ALL_RUNS))),
        lambda: laid({1: FOUR_RUNS}, 1, "8s", draws="8p", remaining=15),
        ("? 1 ting 1z", "1 discard 8s", "2 discard 8p", LET_GO),
    ),
    "ting-for-four-runs": DealPlay(
        "With all_runs on the same hand may declare ting, and wins.",
        all_of(
            with_rules(RuleSet(all_runs=True)),
            in_order(declares(up=False, wall=False), in_all_runs),
        ),
        lambda: laid(
            {1: FOUR_RUNS}, 1, "8s", draws="8p", remaining=15, rules=RuleSet(all_runs=True)
        ),
        ("1 ting 1z", "2 discard 8p"),
    ),
    "ting-of-all-four": DealPlay(
        "The last of the four declares ting, and all that follows is forced.",
        once(ting_after(3), all_in_ting, SHOWN["WIN-1"]),
        all_but_one_in_ting,
        ("0 ting 1z",),
    ),
    "ting-and-the-fourth-copy": DealPlay(
        "A seat in ting draws the fourth tile of a kind and must discard it; others discard one of "
        "which it holds two, and it is not asked.",
        all_of(once(ting_makes_no_kong), once(ting_makes_no_set)),
        lambda: laid(
            {0: SCATTERED, 1: WAITING}, 0, "7s", ting={1: "9p"}, draws="2s9m7s6p", remaining=18
        ),
        ("0 discard 7s", "2 discard 9m", "3 discard 7s", LET_GO),
    ),
}
