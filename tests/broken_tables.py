"""Tables that cannot be, each broken in one way, with what is wrong with it.

They are broken out of the evening of `long_evening`; single deals of it in `broken_entries`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from broken_entries import ENTRIES
from evenings import seated
from lisi_mahjong import DrawnDeal, Problem, RuleSet, Settlement, TableState
from long_evening import (
    balanced,
    drawn_by,
    entry,
    first_played,
    first_shown,
    games,
    left,
    only,
    played,
    renamed,
    shown,
    with_deal,
    with_entry,
)
from settling import THREE_POINTS, played_on, winning

P = Problem

PEOPLE: Mapping[str, tuple[list[Problem], Callable[[], TableState]]] = {
    "a name of no characters": (
        [P.PERSON_NAME],
        lambda: attrs.evolve(left(), names=("", "Bo", "Cai", None)),
    ),
    "a name with a control character, wherever it stands": (
        [P.PERSON_NAME],
        lambda: renamed(shown(), "Ann", "A\nn"),
    ),
    "a name of 101 characters, of somebody who has left": (
        [P.PERSON_NAME],
        lambda: renamed(left(), "丁", "丁" * 101),
    ),
    "one person at two seats": (
        [P.ONE_SEAT],
        lambda: attrs.evolve(left(), names=("Bo", "Bo", "Cai", None)),
    ),
    "one person at two seats of a deal gone by": (
        [P.ONE_SEAT],
        lambda: renamed(left(), "丁", "Ann"),
    ),
    "an empty seat while a deal is played": (
        [P.FOUR_SEATED],
        lambda: attrs.evolve(played(), names=("Ann", None, "Cai", "Eve")),
    ),
    "an empty seat while an ended deal is there": (
        [P.FOUR_SEATED],
        lambda: attrs.evolve(shown(), names=("Ann", "Bo", None, "Eve")),
    ),
    "nobody at all while a deal is played": (
        [P.FOUR_SEATED],
        lambda: attrs.evolve(first_played(), names=(None,) * 4),
    ),
    "one is ready while a deal is played": (
        [P.READY_IN_DEAL],
        lambda: attrs.evolve(played(), ready=(False, False, True, False)),
    ),
    "an empty seat is ready": (
        [P.READY_EMPTY],
        lambda: attrs.evolve(left(), ready=(True, False, False, True)),
    ),
    "a dealer before the first deal of a game": (
        [P.DEALER_KNOWN],
        lambda: attrs.evolve(left(), dealer=0),
    ),
    "no dealer while a deal is played": (
        [P.DEALER_KNOWN],
        lambda: attrs.evolve(played(), dealer=None),
    ),
    "no dealer after a deal": ([P.DEALER_KNOWN], lambda: attrs.evolve(shown(), dealer=None)),
}

DEALS: Mapping[str, tuple[list[Problem], Callable[[], TableState]]] = {
    "a deal with problems of its own": (
        [P.TILE_COUNT, P.KONGS_MADE],
        lambda: with_deal(played(), kongs=2, remaining=82),
    ),
    "an ended deal with problems of its own": (
        [P.KONGS_MADE],
        lambda: with_deal(shown(), kongs=1),
    ),
    "a deal by other rules": (
        [P.RULES_OF_DEAL],
        lambda: attrs.evolve(played(), rules=RuleSet(open_ting=True)),
    ),
    "an ended deal by other rules": (
        [P.RULES_OF_DEAL],
        lambda: attrs.evolve(shown(), rules=RuleSet(show_concealed_kongs=True)),
    ),
    "the table's dealer does not deal": (
        [P.DEALER_OF_DEAL],
        lambda: attrs.evolve(first_played(), dealer=2),
    ),
    "the first deal is dealt by a seat that was not drawn": (
        [P.FIRST_DEALER],
        lambda: with_deal(first_played(), setup=drawn_by(first_played().deal, 3)),
    ),
    "the first deal of a game, which has ended, likewise": (
        [P.FIRST_DEALER],
        lambda: with_deal(shown(), setup=drawn_by(shown().deal, 3)),
    ),
    "the ended deal is not in the history": (
        [P.LAST_SUMMARY],
        lambda: balanced(attrs.evolve(first_shown(), history=())),
    ),
    "the history ends with a game before the deal's": (
        [P.LAST_SUMMARY],
        lambda: balanced(attrs.evolve(shown(), history=shown().history[:-1])),
    ),
    "the ended deal had another dealer": (
        [P.LAST_SUMMARY],
        lambda: attrs.evolve(
            first_shown(), deal=played_on(seated(), winning(THREE_POINTS, loser=3)).deal
        ),
    ),
    "the ended deal was won": (
        [P.LAST_SUMMARY],
        lambda: with_entry(
            attrs.evolve(first_shown(), multiplier=2),
            0,
            result=DrawnDeal(),
            kongs=1,
            settlement=Settlement(0, None, ()),
        ),
    ),
    "the ended deal had no kong": (
        [P.LAST_SUMMARY],
        lambda: with_entry(first_shown(), 0, kongs=1),
    ),
    "the ended deal is settled in another way": (
        [P.LAST_SUMMARY, P.POINTS_PAID],
        lambda: with_entry(
            first_shown(),
            0,
            settlement=attrs.evolve(first_shown().history[0].settlement, points=4),
        ),
    ),
}

ORDER: Mapping[str, tuple[list[Problem], Callable[[], TableState]]] = {
    "the first game is the second": ([P.GAME_NUMBER], lambda: games(left(), "222223", 4)),
    "a number of a game is left out": ([P.GAME_NUMBER], lambda: games(left(), "111113", 4)),
    "a game before the one before": (
        [P.GAME_NUMBER],
        lambda: balanced(attrs.evolve(left(), history=(entry(0), entry(5), entry(0)), game=2)),
    ),
    "the table's game is one that has ended": (
        [P.GAME_NUMBER],
        lambda: games(left(), "111112", 2),
    ),
    "the table's game is not the next one": ([P.GAME_NUMBER], lambda: games(left(), "111112", 4)),
    "a new table's game is the second": (
        [P.GAME_NUMBER],
        lambda: attrs.evolve(TableState.new(), game=2),
    ),
    "a deal is played in a game that is not the next one": (
        [P.GAME_NUMBER],
        lambda: attrs.evolve(first_played(), game=2),
    ),
    "a game goes on after a void deal": ([P.VOID_ENDS_GAME], lambda: games(left(), "111111", 2)),
    "the table's game goes on after a void deal": (
        [P.VOID_ENDS_GAME],
        lambda: attrs.evolve(only(0, 1, 2, 3, 4), game=1),
    ),
    "other people in the middle of a game": (
        [P.SAME_PEOPLE],
        lambda: with_entry(left(), 2, names=("Ann", "Bo", "Cai", "Eve")),
    ),
    "the same people at other seats": (
        [P.SAME_PEOPLE],
        lambda: with_entry(left(), 2, names=("Bo", "Ann", "Cai", "丁")),
    ),
    "the people of the deal are not those of the game": (
        [P.SAME_PEOPLE],
        lambda: attrs.evolve(played(), names=("Ann", "Bo", "Eve", "Cai")),
    ),
    "a win of another seat, and the dealer is to deal again": (
        [P.DEALER_AFTER_WIN],
        lambda: attrs.evolve(shown(), dealer=0),
    ),
    "a win of another seat, and that seat is to deal": (
        [P.DEALER_AFTER_WIN],
        lambda: attrs.evolve(shown(), dealer=2),
    ),
    "a win of another seat, and the dealer deals again": (
        [P.DEALER_AFTER_WIN, P.DEALER_AFTER_DRAW],
        lambda: with_entry(left(), 1, dealer=0),
    ),
    "a drawn deal without a kong, and the next seat deals": (
        [P.DEALER_AFTER_DRAW],
        lambda: with_entry(only(0, 1, 3), 2, dealer=2, multiplier=2, kongs=0),
    ),
    "a drawn deal with a kong, and the dealer deals again": (
        [P.DEALER_AFTER_DRAW],
        lambda: with_entry(left(), 4, dealer=1),
    ),
    "a drawn deal with a kong passes the dealer on, though the option is off": (
        [P.DEALER_AFTER_DRAW],
        lambda: attrs.evolve(left(), rules=RuleSet(drawn_deal_with_kong_passes_dealer=False)),
    ),
    "the very first deal is paid twice": (
        [P.MULTIPLIER],
        lambda: with_entry(only(4), 0, multiplier=2),
    ),
    "a deal after a win is paid twice": (
        [P.MULTIPLIER],
        lambda: with_entry(left(), 1, multiplier=2),
    ),
    "a deal after a drawn one is paid once": (
        [P.MULTIPLIER],
        lambda: with_entry(left(), 4, multiplier=1),
    ),
    "a deal after a drawn one is paid by another number": (
        [P.MULTIPLIER],
        lambda: with_entry(left(), 4, multiplier=3),
    ),
    "the next deal after a win is to be paid twice": (
        [P.MULTIPLIER],
        lambda: attrs.evolve(shown(), multiplier=2),
    ),
    "a doubling survives the end of the game": (
        [P.MULTIPLIER],
        lambda: attrs.evolve(left(), multiplier=2),
    ),
    "a new table doubles": (
        [P.MULTIPLIER],
        lambda: attrs.evolve(TableState.new(), multiplier=2),
    ),
}

LEDGERS: Mapping[str, tuple[list[Problem], Callable[[], TableState]]] = {
    "points that nobody has lost": (
        [P.LEDGER],
        lambda: attrs.evolve(left(), accounts=(("Ann", -19), *left().accounts[1:])),
    ),
    "points of another person": (
        [P.LEDGER],
        lambda: attrs.evolve(left(), accounts=(*left().accounts[:3], ("丁", -19), ("Eve", 0))),
    ),
    "somebody is missing": (
        [P.LEDGER],
        lambda: attrs.evolve(left(), accounts=left().accounts[:-1]),
    ),
    "somebody who has not played": (
        [P.LEDGER],
        lambda: attrs.evolve(left(), accounts=(*left().accounts, ("Fay", 0))),
    ),
    "somebody twice": (
        [P.LEDGER],
        lambda: attrs.evolve(left(), accounts=(*left().accounts, ("Ann", 0))),
    ),
    "people in another order": (
        [P.LEDGER],
        lambda: attrs.evolve(left(), accounts=left().accounts[::-1]),
    ),
    "a ledger without a history": (
        [P.LEDGER],
        lambda: attrs.evolve(TableState.new(), accounts=(("Ann", 1), ("Bo", -1))),
    ),
    "no ledger": ([P.LEDGER], lambda: attrs.evolve(left(), accounts=())),
}

BROKEN = {**PEOPLE, **DEALS, **ORDER, **ENTRIES, **LEDGERS}
"""By what is wrong, the problems and a table that has just these."""
