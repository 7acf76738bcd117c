"""Positions that are counted, about discards and what is taken: STAND, TURN, CLAIM, KONG.

`perft_counts` searches for a move that shows what is wanted and takes the position before it;
`test_perft` asks of each position that is stored whether one of its moves still shows it.
"""

from __future__ import annotations

import odd_records
import perft_predicates as shown
import rule_table
from lisi_mahjong import Kong, KongKind, MeldKind, Pung, Refusal
from perft_wanted import (
    CHOICE,
    ROBBING,
    ROBBING_BY_CHOICE,
    Wanted,
    no_way_on_and_nobody_waits,
    two_wait_and_one_holds_a_pair,
)

STAND = (
    Wanted(
        "pung-of-two-loose-tiles",
        "a pung can be made only of two loose tiles",
        "STAND-5 CLAIM-1",
        shown.pung_choices(0),
        depth=6,
    ),
    Wanted(
        "pung-of-one-standing-tile",
        "a pung can be made only of a standing and a loose tile",
        "STAND-2 STAND-5",
        shown.pung_choices(1),
    ),
    Wanted(
        "pung-of-two-standing-tiles",
        "a pung can be made only of two standing tiles",
        "STAND-2 STAND-5",
        shown.pung_choices(2),
    ),
    Wanted(
        "pung-of-no-or-one-standing-tile",
        "of three copies, one standing, the caller chooses whether to give it",
        "STAND-5",
        shown.pung_choices(0, 1),
    ),
    Wanted(
        "pung-of-one-or-two-standing-tiles",
        "of three copies, two standing, the caller chooses whether to give both",
        "STAND-5",
        shown.pung_choices(1, 2),
    ),
    Wanted(
        "pung-keeps-a-standing-tile",
        "of three copies, two are the last standing tiles and cannot both be given",
        "STAND-3 STAND-5",
        shown.pung_refused_beside_another,
    ),
    Wanted(
        "pung-leaves-one-standing-tile",
        "a pung leaves a single standing tile",
        "STAND-3",
        lambda m: isinstance(m.action, Pung) and rule_table.one_standing_left(m),
    ),
    Wanted(
        "kong-keeps-a-standing-tile",
        "all four copies are held, but no standing tile would be left",
        "STAND-3 KONG-3",
        shown.kong_refused(Refusal.NO_STANDING_LEFT),
    ),
    Wanted(
        "kong-of-standing-tiles",
        "a concealed kong takes standing tiles too",
        "STAND-2 KONG-3",
        odd_records.kong_with_standing(MeldKind.CONCEALED_KONG),
    ),
    Wanted(
        "added-kong-of-a-standing-tile",
        "the fourth tile of an added kong is a standing one",
        "STAND-2 STAND-3 KONG-2",
        odd_records.kong_with_standing(MeldKind.ADDED_KONG),
    ),
    Wanted(
        "standing-and-loose-copy",
        "of one kind, the loose copy can be discarded, and the standing one to declare ting",
        "STAND-1 STAND-4",
        shown.ting_beside_the_loose_copy,
    ),
    Wanted(
        "no-way-on-where-others-are-asked",
        "a fourth pung would leave no legal discard and is refused, while another seat is asked",
        "STAND-6 WIN-6",
        shown.no_way_on_where_others_are_asked,
        options=CHOICE,
    ),
    Wanted(
        "no-way-on-so-nobody-is-asked",
        "a fourth pung would leave no legal discard, so that nobody is asked about the tile",
        "STAND-6 CLAIM-6",
        shown.no_way_on_so_nobody_is_asked,
        wall=no_way_on_and_nobody_waits,
    ),
    Wanted(
        "ting-must-be-declared",
        "a fourth pung leaves no loose tile, so that ting must be declared at once",
        "STAND-6 TING-1",
        rule_table.must_declare_at_once,
    ),
)

TURN = (
    Wanted(
        "next-seat-draws",
        "nobody is asked about a discard, and the next seat draws",
        "TURN-1 TURN-2 TURN-3",
        shown.on_turn(rule_table.next_seat_draws),
        depth=6,
    ),
    Wanted(
        "next-seat-draws-when-all-pass",
        "a discard is passed, and the seat after the discarder draws",
        "TURN-1 TURN-2",
        rule_table.passed_so_next_draws,
    ),
    Wanted(
        "pung-passes-seats-over",
        "a pung by the seat before the discarder, from which play goes on",
        "TURN-1 TURN-3",
        odd_records.skips_seats,
    ),
    Wanted(
        "after-a-pung",
        "a discard is due after a pung",
        "TURN-3 KONG-5",
        lambda m: m.turn is not None and m.turn.drawn is None,
    ),
    Wanted(
        "no-chow",
        "a discard would complete a run of another seat, which is not asked",
        "TURN-4",
        shown.on_turn(rule_table.chow_not_offered),
    ),
    Wanted(
        "alone-among-seats-in-ting",
        "three seats are in ting, and the fourth makes all decisions",
        "TURN-2 TING-6",
        shown.alone_among_seats_in_ting,
    ),
)

CLAIM = (
    Wanted(
        "every-sort-of-answer",
        "one seat may kong a discard, pung it in two ways, or pass",
        "CLAIM-1 KONG-1 STAND-5",
        shown.every_sort_of_answer,
        depth=6,
    ),
    Wanted(
        "win-or-pung",
        "two seats are asked: one may win, the other may pung",
        "CLAIM-2 CLAIM-4",
        shown.one_could_win_and_one_pung,
        options=CHOICE,
    ),
    Wanted(
        "two-may-win",
        "two seats may win on one discard and answer in any order",
        "CLAIM-4 WIN-4",
        shown.two_could_win,
        options=CHOICE,
    ),
    Wanted(
        "three-are-asked",
        "all three other seats are asked about one discard",
        "CLAIM-4 CLAIM-6",
        shown.asked(3),
        options=CHOICE,
    ),
    Wanted(
        "two-may-win-and-one-pung",
        "two seats may win on a discard and one may pung it, whose answer may make no difference",
        "CLAIM-2 CLAIM-4 CLAIM-6",
        shown.two_could_win_and_one_pung,
        options=CHOICE,
        wall=two_wait_and_one_holds_a_pair,
    ),
    Wanted(
        "settled-early",
        "a win settles the claims before all have answered",
        "CLAIM-4",
        rule_table.settled_early,
        options=CHOICE,
    ),
    Wanted(
        "win-before-pung",
        "a discard that another seat could pung is won on without asking it",
        "CLAIM-2 WIN-2",
        rule_table.win_before_pung,
    ),
    Wanted(
        "passing-locks",
        "passing a pung locks its kind",
        "CLAIM-3 CLAIM-7",
        shown.unanswered(rule_table.kinds_locked),
    ),
    Wanted(
        "locked-kind-again",
        "a kind is discarded again while a seat that holds two is locked out of it",
        "CLAIM-3",
        shown.locked_kind_discarded,
    ),
    Wanted(
        "pung-keeps-the-lock",
        "a locked seat makes a pung of another kind and stays locked",
        "CLAIM-3",
        rule_table.lock_kept_over_pung,
    ),
    Wanted(
        "replacement-lifts-the-lock",
        "a locked seat makes a kong, whose replacement lifts the lock",
        "CLAIM-3 KONG-4",
        rule_table.lock_lifted_by_replacement,
    ),
    Wanted(
        "illegal-pung-locks-not",
        "a seat whose pung would be illegal is not asked and not locked",
        "CLAIM-7 STAND-3",
        rule_table.illegal_pung_locks_not,
    ),
    Wanted(
        "seat-in-ting-makes-no-set",
        "a seat in ting holds two of a discard and is not asked",
        "CLAIM-5",
        rule_table.ting_makes_no_set,
    ),
)

KONG = (
    Wanted(
        "concealed-kong",
        "a concealed kong",
        "KONG-3 KONG-4",
        shown.kong_sorts(KongKind.CONCEALED),
        depth=6,
    ),
    Wanted("melded-kong", "a melded kong", "KONG-1 KONG-4", rule_table.made(MeldKind.MELDED_KONG)),
    Wanted(
        "added-kong-of-the-tile-drawn",
        "an added kong of the tile just drawn",
        "KONG-2",
        odd_records.added(drawn=True),
    ),
    Wanted(
        "added-kong-of-a-tile-held",
        "an added kong of a tile that has been held, another one having been drawn",
        "KONG-2 KONG-5",
        odd_records.added(drawn=False),
    ),
    Wanted(
        "added-or-concealed-kong",
        "a turn that allows an added and a concealed kong",
        "KONG-2 KONG-3",
        shown.kong_sorts(KongKind.ADDED, KongKind.CONCEALED),
    ),
    Wanted(
        "three-kongs-at-once",
        "a turn that allows three concealed kongs",
        "KONG-3 KONG-4",
        shown.kong_sorts(*[KongKind.CONCEALED] * 3),
    ),
    Wanted(
        "kong-after-kong",
        "a replacement allows another kong",
        "KONG-4 KONG-5",
        shown.kong_then(Kong),
    ),
    Wanted(
        "no-kong-after-a-pung",
        "after a pung the fourth tile is held and cannot be added yet",
        "KONG-5",
        rule_table.no_kong_after_pung,
    ),
    Wanted(
        "no-kong-in-ting",
        "a seat in ting draws a fourth copy and discards it",
        "KONG-6 TING-5",
        rule_table.ting_makes_no_kong,
    ),
    Wanted(
        "robbed-kong",
        "an added kong is robbed",
        "KONG-7 WIN-2",
        shown.robbed,
        options=ROBBING,
        twin="robbing_kong",
    ),
    Wanted(
        "robbed-by-the-nearest",
        "two could rob an added kong, and the nearest one does",
        "KONG-7 WIN-4",
        shown.robbed_by_the_nearest,
        options=ROBBING,
        twin="robbing_kong",
    ),
    Wanted(
        "robber-about-to-be-asked",
        "an added kong that another seat may rob is not made until that seat has answered",
        "KONG-7 KONG-8",
        rule_table.kong_waits_for_robbers,
        options=ROBBING_BY_CHOICE,
        twin="robbing_kong",
    ),
    Wanted(
        "two-robbers-asked",
        "two seats are asked whether they rob an added kong",
        "KONG-7 CLAIM-4",
        shown.robbers_asked(2),
        options=ROBBING_BY_CHOICE,
    ),
    Wanted(
        "robber-passes",
        "the seat that may rob an added kong passes, is barred, and the kong is made",
        "KONG-7 KONG-8 WIN-3",
        rule_table.robbers_passed,
        options=ROBBING_BY_CHOICE,
    ),
    Wanted(
        "no-robbing",
        "with robbing_kong off, an added kong is made of a tile that another seat waits for",
        "KONG-7 KONG-2",
        shown.added_kong_that_others_wait_for,
        twin="robbing_kong",
    ),
)
