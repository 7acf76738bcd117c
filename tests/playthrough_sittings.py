"""Playthroughs of sittings: people come and go, deals are settled, the dealer is passed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from evenings import TABLE_REFUSALS
from lisi_mahjong import (
    BecameReady,
    BecameUnready,
    Discard,
    DrawnDeal,
    Leave,
    LeftTable,
    Pass,
    Play,
    Ready,
    RuleSet,
    SatDown,
    ScoreTable,
    Shuffle,
    Sit,
    StartDeal,
    Tile,
    Unready,
    WonDeal,
)
from offers import PAIR_OF_5M
from playthrough_parts import LET_GO, Item, SittingPlay, Try, wall
from playthrough_sitting_checks import (
    answers_are_secret,
    becomes_void,
    both_of,
    by_score,
    comes_back_elsewhere,
    deals,
    every,
    guest_leaves_an_account,
    happens,
    is_drawn,
    is_won,
    kongs_paid_times,
    leaves_an_open_claim,
    one_after_the_other,
    refused_at_every_time,
    self_drawn,
    starts,
)

SIT = ("0 sit Ann", "1 sit Bo", "2 sit Cai", "3 sit 丁")
READY = tuple(f"{seat} ready" for seat in range(4))

SHORT = RuleSet(reserved_stacks=40)
"""Three tiles can be drawn after the dealer's fourteenth, or with a kong one."""

# --- deals of a few turns -----------------------------------------------------------------

KEY_AND_WAIT = "{555z9p}46m111p2227s"
"""With 7s ting by 9p waits for 5m alone: 2 points."""

WITH_A_KONG = "{55z9p7s}46m333p7888s"
"""With 8s a concealed kong of it, and with 5z as its replacement ting by 9p for 5m."""

FOURS = "{5m567z}555m147p258s"
"""With the fourteenth tile of another kind a concealed kong of 5m."""


def dealer_wins(dealer: int) -> tuple[Item, ...]:
    """Return a deal that its dealer wins on a discard of the next seat."""
    nearest = (dealer + 1) % 4
    shuffle = wall({dealer: KEY_AND_WAIT}, "7s5m", dealer=dealer)
    return (*READY, StartDeal(shuffle), f"{dealer} ting 9p", f"{nearest} discard 5m")


def another_wins(dealer: int) -> tuple[Item, ...]:
    """Return a deal that the seat after the dealer wins on a discard of the seat after that."""
    winner, loser = (dealer + 1) % 4, (dealer + 2) % 4
    shuffle = wall({winner: KEY_AND_WAIT}, "9m7s5m", dealer=dealer)
    return (
        *READY,
        StartDeal(shuffle),
        f"{dealer} discard 9m",
        f"{winner} ting 9p",
        f"{loser} discard 5m",
    )


def drawn(dealer: int) -> tuple[Item, ...]:
    """Return a deal that is drawn without a kong, for `SHORT`."""
    return (*READY, StartDeal(wall({}, "9m6p8s3p", dealer=dealer)), LET_GO)


def drawn_with_a_kong(dealer: int) -> tuple[Item, ...]:
    """Return a deal that is drawn after a kong of the dealer, for `SHORT`."""
    shuffle = wall({dealer: FOURS}, "9m6p", "9p", dealer=dealer)
    return (*READY, StartDeal(shuffle), f"{dealer} kong 5m concealed", LET_GO)


SELF_DRAW = wall({1: KEY_AND_WAIT}, "9m7s6p3p1s5m")
"""Dealer 0 discards, seat 1 declares ting, and draws its tile on its next turn."""

CLAIM = wall({2: KEY_AND_WAIT, 3: PAIR_OF_5M}, "9m6p7s3p5m")
"""Seat 2 declares ting and waits for a 5m of which seat 3 holds two; seat 0 draws one."""

NAMES_OF_NOBODY = ("", "a\nb", "丁" * 101, "\ud800", 7)

REFUSED_BEFORE: tuple[Item, ...] = (
    *(Try(Sit(1, cast("str", name))) for name in NAMES_OF_NOBODY),
    Try("0 ready"),
    Try(None),
    Try(StartDeal(cast("Shuffle", 7))),
    Try(Ready(4)),
    Try(Ready(cast("int", 0.0))),
    Try(Sit(0, "Eve")),
    Try(Sit(1, "Ann")),
    Try(Sit(1, "Eve"), "Bo"),
    Try(Ready(1)),
    Try(Leave(1)),
    Try(Ready(0), "Bo"),
    Try(Leave(0), "ann"),
    Try(Unready(0)),
    Try(Play(Pass(0))),
    Try(Play(cast("Pass", "pass"))),
    Try(StartDeal(SELF_DRAW)),
)

REFUSED_IN_THE_DEAL: tuple[Item, ...] = (
    "? 0 ready",
    "? 0 unready",
    "? 1 sit Eve",
    "? 1 discard 1m",
    "? 0 discard 1z",
    Try(Play(Discard(0, Tile.M9)), "Bo"),
    Try(StartDeal(SELF_DRAW)),
    Try(StartDeal(SELF_DRAW), "Ann"),
)

# --- the sittings -------------------------------------------------------------------------

SITTINGS: Mapping[str, SittingPlay] = {
    "sitting-the-first-deal": SittingPlay(
        "Four people sit down, one of them takes its readiness back, a deal starts when all are "
        "ready, and is won by self-draw.",
        one_after_the_other(
            happens(SatDown),
            happens(BecameUnready),
            starts(times=1, by_lot=True),
            self_drawn,
            happens(BecameReady),
        ),
        (
            *SIT,
            "0 ready",
            "1 ready",
            "0 unready",
            "2 ready",
            "0 ready",
            "3 ready",
            StartDeal(SELF_DRAW),
            "0 discard 9m",
            "1 ting 9p",
            "2 discard 6p",
            "3 discard 3p",
            "0 discard 1s",
            "1 ready",
        ),
    ),
    "sitting-refusals": SittingPlay(
        "What is refused at a table: before a deal, in it, and after it.",
        refused_at_every_time(*TABLE_REFUSALS),
        (
            "0 sit Ann",
            *REFUSED_BEFORE,
            *SIT[1:],
            *READY,
            "? 0 ready",
            Try(StartDeal(SELF_DRAW), "Ann"),
            StartDeal(wall({}, "9m6p8s3p")),
            *REFUSED_IN_THE_DEAL,
            LET_GO,
            "? 0 discard 9m",
            "? 0 unready",
            Try(StartDeal(SELF_DRAW)),
        ),
        SHORT,
    ),
    "sitting-the-dealer-wins-and-deals-again": SittingPlay(
        "The first dealer, seat 2, wins and deals again; then seat 3 wins, and deals.",
        one_after_the_other(is_won(by_dealer=True), is_won(by_dealer=False), starts(times=1)),
        (*SIT, *dealer_wins(2), *another_wins(2), *another_wins(3)),
        SHORT,
    ),
    "sitting-two-drawn-deals-double-once": SittingPlay(
        "Two drawn deals in a row: the next deal is paid twice and not four times, and the one "
        "after it once.",
        deals((DrawnDeal, 1), (DrawnDeal, 2), (WonDeal, 2), (WonDeal, 1)),
        (*SIT, *drawn(0), *drawn(0), *another_wins(0), *dealer_wins(1)),
        SHORT,
    ),
    "sitting-a-drawn-deal-with-a-kong": SittingPlay(
        "After a drawn deal with a kong the next seat deals, and its win is doubled.",
        one_after_the_other(is_drawn(kongs=True, passed_on=True), is_won(by_dealer=True, times=2)),
        (*SIT, *drawn_with_a_kong(1), *dealer_wins(2)),
        SHORT,
    ),
    "sitting-a-drawn-deal-with-a-kong-keeps-the-dealer": SittingPlay(
        "With drawn_deal_with_kong_passes_dealer off the dealer stays.",
        one_after_the_other(is_drawn(kongs=True, passed_on=False), is_won(by_dealer=True, times=2)),
        (*SIT, *drawn_with_a_kong(1), *dealer_wins(1)),
        RuleSet(reserved_stacks=40, drawn_deal_with_kong_passes_dealer=False),
    ),
    "sitting-of-taiyuan": SittingPlay(
        "By the numbers of Taiyuan a drawn deal doubles nothing.",
        every(
            by_score(ScoreTable.taiyuan()),
            one_after_the_other(
                is_drawn(kongs=False, passed_on=False), is_won(by_dealer=False, times=1)
            ),
        ),
        (*SIT, *drawn(3), *another_wins(3)),
        RuleSet(
            reserved_stacks=40,
            all_runs=True,
            robbing_kong=True,
            closed_wait_on_eight=True,
            closed_wait_alone=True,
        ),
        ScoreTable.taiyuan(),
    ),
    "sitting-left-in-the-middle-of-a-deal": SittingPlay(
        "After a drawn deal the next one would be doubled. Somebody leaves in the middle of it: it "
        "is void, no hand is opened, the dealer is drawn again and nothing is doubled.",
        one_after_the_other(
            is_drawn(kongs=False, passed_on=False),
            becomes_void(times=2),
            starts(times=1, by_lot=True),
            is_won(by_dealer=False),
        ),
        (
            *SIT,
            *drawn(3),
            *READY,
            StartDeal(wall({3: KEY_AND_WAIT}, "7s9m", dealer=3)),
            "3 ting 9p",
            "1 leave",
            "? 1 leave",
            "? 0 discard 9m",
            "1 sit Eve",
            *another_wins(0),
        ),
        SHORT,
    ),
    "sitting-left-in-the-middle-of-a-claim": SittingPlay(
        "Somebody who has answered a claim leaves before the others have; what was answered is "
        "told to nobody.",
        every(
            one_after_the_other(both_of(becomes_void(times=1), leaves_an_open_claim)),
            answers_are_secret,
        ),
        (
            *SIT,
            *READY,
            StartDeal(CLAIM),
            "0 discard 9m",
            "1 discard 6p",
            "2 ting 9p",
            "3 discard 3p",
            "0 discard 5m",
            "3 pung 5m 0",
            "3 leave",
        ),
        RuleSet(forced_win=False),
    ),
    "sitting-left-between-two-deals-and-come-back": SittingPlay(
        "A new game begins when somebody has left; who comes back at another seat under the same "
        "name goes on with the same account, and a guest has one of its own.",
        every(
            comes_back_elsewhere,
            one_after_the_other(
                starts(times=1, by_lot=True),
                happens(LeftTable),
                starts(times=1, by_lot=True),
                guest_leaves_an_account,
            ),
        ),
        (
            *SIT,
            *another_wins(0),
            "0 ready",
            "1 leave",
            "2 leave",
            "2 sit Bo",
            "1 sit 👩‍👩‍👧 0 leave",
            *another_wins(3),
            "1 leave",
        ),
        SHORT,
    ),
    "sitting-both-multipliers": SittingPlay(
        "After a drawn deal the dealer wins with a kong: everything is paid 3 × 2 times.",
        one_after_the_other(kongs_paid_times(3, 2)),
        (
            *SIT,
            *drawn(2),
            *READY,
            StartDeal(wall({2: WITH_A_KONG}, "8s5m", "5z", dealer=2)),
            "2 kong 8s concealed",
            "2 ting 9p",
            "3 discard 5m",
        ),
        SHORT,
        ScoreTable(drawn_deal_multiplier=3, dealer_win_multiplier=2),
    ),
}
