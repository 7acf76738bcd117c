"""Playthroughs of wins: who wins, on what, and who wins no more."""

from __future__ import annotations

from collections.abc import Mapping

from endings import WAITING
from lisi_mahjong import GameState, Refusal, RuleSet, ScoreTable
from odd_records import (
    chosen,
    dealt_in,
    drawn_deal,
    on_the_last_draw,
    own_win_passed_then_won,
    self_draw,
)
from offers import CHOICE, PAIR_OF_5M
from perft_predicates import one_could_win_and_one_pung, two_could_win
from playthrough_checks import (
    all_of,
    at_the_end,
    both,
    declares,
    in_order,
    nearest_has_not_answered,
    next_deals,
    of_the_moves,
    once,
    passed,
    punged,
    refused,
)
from playthrough_parts import IN_TING, LET_GO, WAITING_TOO, DealPlay, laid
from playthrough_win_checks import (
    all_pay_alike,
    another_in_ting_waits_for_something_else,
    before_an_answered_pung,
    dealer_pays_more,
    dealt_in_by_another,
    dealt_in_by_the_dealer,
    had_to_discard_it,
    intercepted,
    lets_its_own_draw_go,
    nobody_is_asked,
    nothing_else_happens,
    one_pays_for_all,
    punged_in_spite_of_a_win,
    said_to_win_before_the_last_passes,
    two_are_barred_in_every_way,
    wins_beside_a_barred_seat,
    won_by_another,
    won_by_the_dealer,
)
from rule_table import SHOWN, bars, forced, wall_used_up, win_before_pung
from support import WRITTEN

# --- who wins -----------------------------------------------------------------------------

ODD = ScoreTable(
    base=2,
    one_voided_suit=3,
    closed_wait=5,
    edge_wait=7,
    single_wait=11,
    pure_straight=13,
    full_flush=17,
    dealer_wins=19,
    self_draw_multiplier=3,
    dealer_pays_self_draw=23,
    dealer_pays_discard=29,
    discarder_extra=31,
    melded_kong=37,
    concealed_kong=41,
    drawn_deal_multiplier=4,
    dealer_win_multiplier=5,
)
"""Every number another one, so that a sum tells what is in it."""

NOTHING = ScoreTable.from_options(
    dict.fromkeys(
        (
            "base",
            "one_voided_suit",
            "closed_wait",
            "edge_wait",
            "single_wait",
            "pure_straight",
            "full_flush",
            "dealer_wins",
            "dealer_pays_self_draw",
            "dealer_pays_discard",
            "discarder_extra",
            "melded_kong",
            "concealed_kong",
        ),
        0,
    )
)
"""Every number 0: nobody pays."""


def one_waits(  # noqa: PLR0913 - a position has that many sides
    turn: int = 0,
    drawn: str = "5m",
    *,
    draws: str = "",
    dealer: int = 0,
    remaining: int = 30,
    rules: RuleSet = WRITTEN,
) -> GameState:
    """Return a turn of a seat while seat 1 waits for 5m."""
    return laid(
        {1: WAITING},
        turn,
        drawn,
        ting={1: "9p"},
        rivers={(turn - 1) % 4: "7z"},
        draws=draws,
        dealer=dealer,
        remaining=remaining,
        rules=rules,
    )


def two_wait(rules: RuleSet = WRITTEN, *, draws: str = "", remaining: int = 30) -> GameState:
    """Return a turn of seat 2, which has a 5m, while seats 1 and 3 wait for it."""
    return laid(
        {1: WAITING, 3: WAITING_TOO},
        2,
        "5m",
        ting={1: "9p", 3: "9m"},
        rivers={1: "7z"},
        draws=draws,
        remaining=remaining,
        rules=rules,
    )


def win_or_pung(rules: RuleSet = WRITTEN, *, remaining: int = 30) -> GameState:
    """Return a turn of seat 0, which has a 5m: seat 1 waits for it, seat 3 has two."""
    return laid(
        {1: WAITING, 3: PAIR_OF_5M},
        0,
        "5m",
        ting={1: "9p"},
        rivers={3: "7z"},
        draws="9m",
        remaining=remaining,
        rules=rules,
    )


WINS: Mapping[str, DealPlay] = {
    "win-by-self-draw-of-the-dealer": DealPlay(
        "The dealer draws the winning tile itself.",
        all_of(at_the_end(self_draw, won_by_the_dealer), all_pay_alike),
        lambda: one_waits(0, "9m", draws="5m", dealer=1),
        ("0 discard 9m",),
        (ODD, NOTHING),
    ),
    "win-by-self-draw": DealPlay(
        "Another seat does, and the dealer pays more.",
        all_of(at_the_end(self_draw, won_by_another), dealer_pays_more),
        lambda: one_waits(0, "9m", draws="5m"),
        ("0 discard 9m",),
        (ODD, NOTHING),
    ),
    "win-on-a-discard": DealPlay(
        "Who deals in is not in ting and pays for all.",
        all_of(at_the_end(dealt_in_by_another, won_by_another), one_pays_for_all),
        lambda: one_waits(3, "5m"),
        ("3 discard 5m",),
        (ODD, NOTHING),
    ),
    "win-on-a-discard-of-the-dealer": DealPlay(
        "Who deals in is the dealer, not in ting.",
        all_of(at_the_end(dealt_in_by_the_dealer), one_pays_for_all),
        one_waits,
        ("0 discard 5m",),
        (ODD,),
    ),
    "win-of-the-dealer-on-a-discard": DealPlay(
        "The dealer wins on a discard, and deals again.",
        all_of(at_the_end(dealt_in_by_another, won_by_the_dealer), next_deals(same=True)),
        lambda: one_waits(dealer=1),
        ("0 discard 5m",),
        (ODD, ScoreTable(dealer_win_multiplier=3)),
    ),
    "win-on-a-discard-of-a-seat-in-ting": DealPlay(
        "Who deals in is in ting, had to discard what it drew, and each pays for itself.",
        all_of(at_the_end(dealt_in(in_ting=True), had_to_discard_it), dealer_pays_more),
        lambda: laid(
            {1: WAITING, 3: IN_TING},
            2,
            "9s",
            ting={1: "9p", 3: "9m"},
            rivers={1: "7z"},
            draws="5m",
        ),
        ("2 discard 9s",),
        (ODD,),
    ),
    "win-intercepted-by-the-nearest": DealPlay(
        "Seats 1 and 3 wait for what seat 2 discards: seat 3 wins, as the nearest.",
        at_the_end(forced, intercepted),
        two_wait,
        ("2 discard 5m",),
    ),
    "win-before-a-pung": DealPlay(
        "One seat waits for a discard of which another holds two; nobody is asked.",
        at_the_end(forced, win_before_pung, nobody_is_asked),
        win_or_pung,
        ("0 discard 5m",),
    ),
    "win-chosen-before-a-pung": DealPlay(
        "With forced_win off both are asked: the pung is answered first, and the win prevails.",
        in_order(
            both(one_could_win_and_one_pung, punged),
            both(chosen(on_draw=False), before_an_answered_pung),
        ),
        lambda: win_or_pung(CHOICE),
        ("0 discard 5m", "3 pung 5m 0", "? 3 pass", "? 2 win", "? 2 pass", "1 win"),
    ),
    "win-let-go-for-a-pung": DealPlay(
        "With forced_win off the win is passed, and the pung is made.",
        in_order(both(one_could_win_and_one_pung, passed), punged_in_spite_of_a_win),
        lambda: win_or_pung(CHOICE, remaining=16),
        ("0 discard 5m", "1 pass", "3 pung 5m 0", LET_GO),
    ),
    "win-let-go-by-the-nearest": DealPlay(
        "With forced_win off the nearest passes and the other one wins.",
        in_order(both(two_could_win, nearest_has_not_answered), said_to_win_before_the_last_passes),
        lambda: two_wait(CHOICE),
        ("2 discard 5m", "1 win", "3 pass"),
    ),
    "win-let-go-and-barred": DealPlay(
        "Seat 1 lets a discard go on which seat 3 is asked too; seat 3 lets it go as well. Both "
        "meet the tile again, by discard and by draw, and are not asked any more.",
        all_of(once(bars), two_are_barred_in_every_way),
        lambda: two_wait(CHOICE, draws="9m6p5m3p5m", remaining=20),
        ("2 discard 5m", "1 pass", "? 1 win", "3 pass", LET_GO),
    ),
    "win-barred-beside-another": DealPlay(
        "Seat 1 has let a discard go before seat 3 declares ting; on the next one seat 3 wins, and "
        "seat 1 is refused.",
        all_of(
            refused(Refusal.WIN_BARRED),
            in_order(bars, declares(up=False, wall=False), wins_beside_a_barred_seat),
        ),
        lambda: laid(
            {1: WAITING, 3: "{666z9m}46m777p4448s"},
            2,
            "5m",
            ting={1: "9p"},
            rivers={1: "7z"},
            draws="8s6p9s5m",
            rules=CHOICE,
        ),
        ("2 discard 5m", "1 pass", "3 ting 9m", "0 discard 6p", "2 discard 5m", "? 1 win", "3 win"),
    ),
    "win-that-is-none-for-another-in-ting": DealPlay(
        "Seats 1 and 3 are in ting and wait for different tiles: only one of them is asked.",
        all_of(
            refused(Refusal.NOT_A_WIN),
            once(chosen(on_draw=False), another_in_ting_waits_for_something_else),
        ),
        lambda: laid(
            {1: WAITING, 3: IN_TING},
            0,
            "5m",
            ting={1: "9p", 3: "9m"},
            rivers={3: "7z"},
            rules=CHOICE,
        ),
        ("0 discard 5m", "? 3 win", "? 3 pass", "? 3 pung 5m 0", "1 win"),
    ),
    "win-on-a-draw-let-go-then-made": DealPlay(
        "With forced_win off seat 1 discards the winning tile that it has drawn, which costs it no "
        "right, and wins on a discard later.",
        all_of(
            in_order(lets_its_own_draw_go, chosen(on_draw=False)),
            of_the_moves(own_win_passed_then_won),
        ),
        lambda: one_waits(0, "9m", draws="5m6p3p9s4s5m", rules=CHOICE),
        (
            "0 discard 9m",
            "? 1 ting 5z",
            "? 1 discard 1p",
            "? 1 kong 2s concealed",
            "? 1 pass",
            "1 discard 5m",
            "2 discard 6p",
            "3 discard 3p",
            "0 discard 9s",
            "2 discard 5m",
            "1 win",
        ),
    ),
    "win-chosen-on-a-draw": DealPlay(
        "With forced_win off seat 1 says that it wins on its own draw.",
        at_the_end(chosen(on_draw=True)),
        lambda: one_waits(0, "9m", draws="5m", rules=CHOICE),
        ("0 discard 9m", "1 win"),
    ),
    "win-on-the-last-draw": DealPlay(
        "The last tile that can be drawn wins.",
        at_the_end(on_the_last_draw),
        lambda: one_waits(0, "9m", draws="5m", remaining=15),
        ("0 discard 9m",),
    ),
    "win-on-the-last-discard": DealPlay(
        "Nothing can be drawn any more, and the last discard wins.",
        at_the_end(SHOWN["WALL-8 last discard won"]),
        lambda: one_waits(remaining=14),
        ("0 discard 5m",),
    ),
    "last-discard-punged": DealPlay(
        "The last discard is punged, the next one is too, and then the deal is drawn.",
        in_order(
            SHOWN["WALL-8 last discard punged"],
            SHOWN["WALL-8 last discard punged"],
            SHOWN["WALL-8"],
        ),
        lambda: laid({1: "{1234z}55m147p258s9m", 2: "{2345z}99m36m36p147s"}, 0, "5m", remaining=14),
        ("0 discard 5m", "1 pung 5m 0", "1 discard 9m", "2 pung 9m 0", "2 discard 7s"),
    ),
    "last-discard-let-go": DealPlay(
        "One may win on the last discard and one may pung it; both pass, and the deal is drawn.",
        in_order(both(one_could_win_and_one_pung, wall_used_up), both(passed, SHOWN["WALL-8"])),
        lambda: win_or_pung(CHOICE, remaining=14),
        ("0 discard 5m", "1 pass", "3 pass"),
    ),
    "drawn-and-the-dealer-stays": DealPlay(
        "Nobody wins, nobody takes anything, and nobody has made a kong.",
        all_of(at_the_end(drawn_deal(kongs=False)), next_deals(same=True), nothing_else_happens),
        lambda: laid({}, 2, "9m", draws="6p", dealer=1, remaining=15),
        (LET_GO,),
    ),
}
