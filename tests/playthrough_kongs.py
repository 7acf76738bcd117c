"""Playthroughs of kongs: of every sort, at the end of the wall, and robbed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from endings import WAITING
from lisi_mahjong import GameState, Kong, MeldKind, Refusal, RuleSet
from odd_records import (
    added,
    drawn_deal,
    kong_with_standing,
    nearest_passed,
    ting_after_replacement,
)
from offers import ROBBING, ROBBING_BY_CHOICE
from perft_predicates import (
    added_kong_that_others_wait_for,
    at_the_edge,
    first_kong_with_left,
    kong_refused,
    kong_refused_and_pung_allowed,
    past_the_edge,
    robbed,
    robbed_by_the_nearest,
    robbers_asked,
)
from playthrough_checks import (
    BOTH,
    COVERS,
    FEEDER,
    all_of,
    at_the_end,
    barred,
    both,
    concealed_kong_that_another_waits_for,
    each_option_has_other_payers,
    feeder_in_ting_pays_its_share_alone,
    goes_on,
    in_order,
    kong_seen_by_others,
    kongs_in_all,
    kongs_made,
    left_standing,
    next_deals,
    of_the_moves,
    once,
    one_more_was_drawn,
    passed,
    refused,
    shown_and_made_at_once,
    with_left,
)
from playthrough_parts import IN_TING, LET_GO, WAITING_TOO, DealPlay, laid
from rule_table import (
    SHOWN,
    ends_meet,
    forced,
    made,
    no_kong_after_pung,
    robbers_passed,
    wall_used_up,
)
from support import WRITTEN

# --- kongs --------------------------------------------------------------------------------

TAKES_8S = "{555z8p}45m33p77s888s"
"""After a kong of 8s with 3p as its replacement, and ting by 8p, it waits for 3m and 6m."""

TWO_FOURS = "{5m567z}555m888s147p"
"""A concealed kong of 5m, one of whose tiles stands; with another 8s one of 8s."""


def two_fours(
    *,
    remaining: int,
    draws: str = "6p3p",
    replacements: str = "8s9p",
    melds: Sequence[str] = (),
    rules: RuleSet = WRITTEN,
) -> GameState:
    """Return a turn of seat 1, which can make two kongs; seat 2 may have made some."""
    hands = {1: TWO_FOURS, 2: "{1234z}147m258p" + ("" if melds else "369s")}
    return laid(
        hands,
        1,
        "9m",
        melds={2: melds},
        draws=draws,
        replacements=replacements,
        remaining=remaining,
        rules=rules,
    )


def may_add(rules: RuleSet, *, robbers: Mapping[int, str], remaining: int = 20) -> GameState:
    """Return a turn of seat 1, which has punged 5m and holds the fourth."""
    return laid(
        {1: "{1234z}5m14p258s", **robbers},
        1,
        "9m",
        melds={1: ["555m<0"]},
        ting=dict(zip(robbers, ("9p", "9m"), strict=False)),
        draws="6p3p",
        replacements="7s",
        remaining=remaining,
        rules=rules,
    )


TWO_ROBBERS = {2: WAITING, 3: WAITING_TOO}

KONGS: Mapping[str, DealPlay] = {
    "kong-of-a-discard-and-who-pays-it": DealPlay(
        "Seat 2 makes a kong of the dealer's discard, declares ting after its replacement and wins "
        "on a discard of seat 3: each option of SCORE-5 has other payers.",
        all_of(of_the_moves(ting_after_replacement), each_option_has_other_payers),
        lambda: laid({2: TAKES_8S}, 0, "8s", draws="6m", replacements="3p"),
        ("0 discard 8s", "2 kong 8s melded", "2 ting 8p", "3 discard 6m"),
        (FEEDER, COVERS, BOTH),
    ),
    "kong-fed-by-a-seat-in-ting": DealPlay(
        "The same, but the dealer was in ting when it fed the kong.",
        all_of(once(made(MeldKind.MELDED_KONG)), feeder_in_ting_pays_its_share_alone),
        lambda: laid(
            {0: IN_TING, 2: TAKES_8S},
            3,
            "9p",
            ting={0: "9m"},
            rivers={2: "7z"},
            draws="8s6m",
            replacements="3p",
        ),
        ("3 discard 9p", "2 kong 8s melded", "2 ting 8p", "3 discard 6m"),
        (FEEDER, COVERS, BOTH),
    ),
    "kong-added-on-a-later-turn-with-a-standing-tile": DealPlay(
        "Straight after the pung no kong can be made; on the next turn its fourth tile, which "
        "stands, is added although another one was drawn.",
        all_of(
            refused(Refusal.KONG_ONLY_AFTER_DRAW),
            in_order(
                no_kong_after_pung,
                both(added(drawn=False), kong_with_standing(MeldKind.ADDED_KONG)),
            ),
        ),
        lambda: laid(
            {1: "{5m567z}55m147p2578s"},
            0,
            "5m",
            draws="9m6p3p1s4s",
            replacements="9s",
            remaining=21,
        ),
        (
            "0 discard 5m",
            "1 pung 5m 0",
            "? 1 kong 5m added",
            "? 1 discard 5m",
            "1 discard 1p",
            "2 discard 9m",
            "3 discard 6p",
            "0 discard 3p",
            "1 kong 5m added",
            "? 1 kong 5m added",
            "1 discard 9s",
            LET_GO,
        ),
    ),
    "kong-added-as-it-is-drawn": DealPlay(
        "The fourth tile of a pung is drawn and added at once; nothing can rob it with "
        "robbing_kong off, though a seat in ting waits for it.",
        once(added(drawn=True), added_kong_that_others_wait_for),
        lambda: laid(
            {1: "{1234z}147p258s", 2: WAITING},
            1,
            "5m",
            melds={1: ["555m<0"]},
            ting={2: "9p"},
            replacements="7s",
            remaining=17,
        ),
        ("1 kong 5m added", "1 discard 7s", LET_GO),
    ),
    "kong-that-would-leave-no-standing-tile": DealPlay(
        "The only standing tile is the fourth one of a pung.",
        all_of(
            refused(Refusal.NO_STANDING_LEFT, of=Kong),
            once(left_standing(1), kong_refused(Refusal.NO_STANDING_LEFT)),
        ),
        lambda: laid({1: "{5m}147p25s7z"}, 1, "9m", melds={1: ["555m<0", "666z<0"]}, remaining=16),
        ("? 1 kong 5m added", "? 1 kong 6z added", "? 1 kong 9m added", LET_GO),
    ),
    "kong-concealed-face-down": DealPlay(
        "The others see that a concealed kong was made and not of which kind, until the deal ends.",
        all_of(
            once(kongs_made(0, MeldKind.CONCEALED_KONG)),
            in_order(
                kong_seen_by_others(open_=False),
                both(SHOWN["WALL-8"], kong_seen_by_others(open_=True)),
            ),
        ),
        lambda: two_fours(remaining=18, replacements="9p"),
        ("1 kong 5m concealed", "1 discard 9p", LET_GO),
    ),
    "kong-concealed-shown": DealPlay(
        "With show_concealed_kongs on all see of which kind it is.",
        once(kongs_made(0, MeldKind.CONCEALED_KONG), goes_on, kong_seen_by_others(open_=True)),
        lambda: two_fours(
            remaining=18, replacements="9p", rules=RuleSet(show_concealed_kongs=True)
        ),
        ("1 kong 5m concealed", "1 discard 9p", LET_GO),
    ),
    "kong-after-kong-at-the-edge-of-the-reserve": DealPlay(
        "With 16 tiles left a kong is allowed, and after it, with 15, neither another one nor a "
        "draw.",
        all_of(
            refused(Refusal.KONG_BREAKS_RESERVE, of=Kong),
            in_order(
                both(first_kong_with_left(16), at_the_edge(0)),
                both(kong_refused(Refusal.KONG_BREAKS_RESERVE), SHOWN["WALL-8"]),
            ),
        ),
        lambda: two_fours(remaining=16),
        ("1 kong 5m concealed", "? 1 kong 8s concealed", "1 discard 8s", LET_GO),
    ),
    "kong-one-tile-too-late": DealPlay(
        "With 15 tiles left one more can be drawn, but no kong can be made.",
        all_of(
            refused(Refusal.KONG_BREAKS_RESERVE, of=Kong),
            in_order(both(past_the_edge(0), with_left(15), one_more_was_drawn), SHOWN["WALL-8"]),
        ),
        lambda: two_fours(remaining=15),
        ("? 1 kong 5m concealed", "1 discard 9m", LET_GO),
    ),
    "kong-of-the-last-discard": DealPlay(
        "The last discard can be taken for a pung and not for a kong.",
        all_of(
            refused(Refusal.KONG_BREAKS_RESERVE, of=Kong),
            once(kong_refused_and_pung_allowed, wall_used_up),
        ),
        lambda: laid({1: "{1234z}555m147p258s"}, 0, "5m", remaining=14),
        ("0 discard 5m", "? 1 kong 5m melded", "1 pung 5m 0", "1 discard 5m"),
    ),
    "kongs-until-the-reserve-has-grown": DealPlay(
        "With 21 tiles left and one kong made a second and a third follow: the wall holds its "
        "reserve of 19, and the deal is drawn.",
        in_order(
            both(with_left(21), kongs_made(1, MeldKind.CONCEALED_KONG)),
            both(at_the_edge(2), kongs_in_all(3, reserve=19)),
            SHOWN["WALL-8"],
        ),
        lambda: two_fours(remaining=21, melds=("(9999p)",), replacements="8s9s"),
        ("1 kong 5m concealed", "1 kong 8s concealed", "1 discard 9s", LET_GO),
    ),
    "kong-where-the-ends-of-the-wall-meet": DealPlay(
        "With reserved_stacks = 0 three tiles are left: one replaces, two are drawn, the last of "
        "them out of the stack from which the replacement came.",
        in_order(first_kong_with_left(3), ends_meet),
        lambda: two_fours(
            remaining=3, draws="", replacements="9p", rules=RuleSet(reserved_stacks=0)
        ),
        ("1 kong 5m concealed", "1 discard 9p", LET_GO),
    ),
    "drawn-with-a-kong-and-the-dealer-stays": DealPlay(
        "With drawn_deal_with_kong_passes_dealer off the dealer deals again.",
        all_of(at_the_end(drawn_deal(kongs=True)), next_deals(same=True)),
        lambda: two_fours(remaining=16, rules=RuleSet(drawn_deal_with_kong_passes_dealer=False)),
        ("1 kong 5m concealed", "1 discard 8s"),
    ),
    "kong-robbed-by-the-nearest": DealPlay(
        "Seats 2 and 3 wait for the tile that seat 1 adds to its pung; seat 2 wins.",
        at_the_end(forced, robbed_by_the_nearest),
        lambda: may_add(ROBBING, robbers=TWO_ROBBERS),
        ("1 kong 5m added",),
        (COVERS,),
    ),
    "kong-robbed-by-choice-of-the-second": DealPlay(
        "Both are asked; the nearest passes and the other one wins.",
        all_of(in_order(robbers_asked(2), both(robbed, passed)), of_the_moves(nearest_passed)),
        lambda: may_add(ROBBING_BY_CHOICE, robbers=TWO_ROBBERS),
        (
            "1 kong 5m added",
            "? 0 pung 5m 0",
            "? 0 kong 5m melded",
            "? 1 pass",
            "3 win",
            "2 pass",
        ),
    ),
    "kong-not-robbed": DealPlay(
        "Both are asked and pass: the kong is made, and they win no more.",
        in_order(robbers_asked(2), both(robbers_passed, barred(2))),
        lambda: may_add(ROBBING_BY_CHOICE, robbers=TWO_ROBBERS),
        ("1 kong 5m added", "2 pass", "? 2 win", "3 pass", "1 discard 7s", LET_GO),
    ),
    "kong-shown-and-nobody-waits": DealPlay(
        "With robbing_kong on the fourth tile is shown first, even though nobody can rob it.",
        once(shown_and_made_at_once),
        lambda: may_add(ROBBING, robbers={}, remaining=17),
        ("1 kong 5m added", "1 discard 7s", LET_GO),
    ),
    "kong-concealed-is-not-robbed": DealPlay(
        "A seat in ting waits for the very tile of which another makes a concealed kong.",
        once(concealed_kong_that_another_waits_for),
        lambda: laid(
            {1: "{1567z}555m147p28s9m", 2: WAITING_TOO},
            1,
            "5m",
            ting={2: "9m"},
            replacements="9p",
            remaining=17,
            rules=RuleSet.taiyuan(),
        ),
        ("1 kong 5m concealed", "1 discard 9p", LET_GO),
    ),
}
