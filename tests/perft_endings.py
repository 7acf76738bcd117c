"""Positions that are counted, from ting to the end: TING, WIN, WALL, DEAL, TAG and the options.

What is said in `perft_calls` holds here too.
"""

from __future__ import annotations

import odd_records
import perft_predicates as shown
import rule_table
from lisi_mahjong import DeclareTing, Kong, MeldKind, Pass, Refusal, Tag
from perft_wanted import CHOICE, EVERYTHING_ON, ROBBING, Wanted
from rule_table import SHOWN, tagged

TING = (
    Wanted(
        "ting",
        "ting can be declared with one tile",
        "TING-1 TING-5",
        shown.on_turn(SHOWN["TING-1"]),
        depth=6,
    ),
    Wanted(
        "ting-with-several-tiles",
        "ting can be declared with three tiles or more",
        "TING-1",
        shown.ting_with(3),
    ),
    Wanted(
        "ting-after-a-pung",
        "ting can be declared straight after a pung",
        "TING-1",
        rule_table.ting_after_pung,
    ),
    Wanted(
        "ting-after-a-replacement",
        "the replacement of a kong allows ting",
        "TING-1 KONG-4",
        shown.kong_then(DeclareTing),
    ),
    Wanted(
        "ting-tile-not-offered",
        "nobody is asked about the tile of a declaration, though a seat holds two of it",
        "TING-2",
        rule_table.ting_tile_not_offered,
    ),
    Wanted(
        "ting-face-up",
        "ting is declared face down or face up",
        "TING-3",
        lambda m: any(event.face_up for event in m.declared()),
        options={"open_ting": True},
        twin="open_ting",
    ),
    Wanted(
        "ting-on-the-wall",
        "the tile of a declaration goes on the wall or among the discards",
        "TING-4",
        lambda m: any(event.on_wall for event in m.declared()),
        options={"ting_on_wall": True},
        twin="ting_on_wall",
    ),
    Wanted(
        "ting-face-up-on-the-wall",
        "the tile of a declaration can be laid in four ways",
        "TING-3 TING-4",
        lambda m: any(event.face_up and event.on_wall for event in m.declared()),
        options={"open_ting": True, "ting_on_wall": True},
    ),
    Wanted(
        "ting-closes-the-hand",
        "a seat in ting draws a tile that does not win and discards it without a choice",
        "TING-5 TING-6",
        shown.forced_discards(1),
    ),
    Wanted(
        "third-declaration",
        "a third seat can declare ting",
        "TING-1 TING-6",
        shown.ting_after(2),
    ),
    Wanted(
        "last-declaration",
        "the fourth seat can declare ting, after which nobody decides anything",
        "TING-6",
        shown.ting_after(3),
    ),
)

WIN = (
    Wanted(
        "win-forced-on-a-draw",
        "a seat in ting wins on its own draw without being asked",
        "WIN-1 WIN-2",
        lambda m: rule_table.forced(m) and odd_records.self_draw(m),
        twin="forced_win",
    ),
    Wanted(
        "win-forced-on-a-discard",
        "a seat in ting wins on a discard without being asked",
        "WIN-1 WIN-2 WIN-8",
        lambda m: rule_table.forced(m) and odd_records.dealt_in(in_ting=False)(m),
        twin="forced_win",
    ),
    Wanted(
        "nearest-wins",
        "two seats wait for a discard, and the nearest one wins",
        "WIN-4",
        rule_table.nearest_wins,
    ),
    Wanted(
        "win-chosen-on-a-discard",
        "a seat chooses to win on a discard",
        "WIN-2 WIN-3",
        shown.unanswered(odd_records.chosen(on_draw=False)),
        options=CHOICE,
    ),
    Wanted(
        "win-chosen-on-a-draw",
        "a seat chooses to win on its own draw",
        "WIN-2 WIN-3",
        odd_records.chosen(on_draw=True),
        options=CHOICE,
        depth=6,
    ),
    Wanted(
        "own-draw-passed",
        "a seat discards the tile that it could win on, and is not barred",
        "WIN-3",
        rule_table.own_win_passed,
        options=CHOICE,
    ),
    Wanted(
        "win-passed",
        "a seat lets a discard go that it could win on, and is barred",
        "WIN-3",
        rule_table.bars,
        options=CHOICE,
    ),
    Wanted(
        "nearest-passes",
        "the win goes to another seat when one of two passes",
        "WIN-3 WIN-4",
        shown.win_after_the_nearest_passes,
        options=CHOICE,
    ),
    Wanted(
        "barred-seat-not-asked",
        "a barred seat meets another tile that it waits for, and is not asked",
        "WIN-3",
        shown.barred_seat_not_asked,
        options=CHOICE,
    ),
    Wanted(
        "four-runs-refused",
        "ting is refused where the hand would wait for four runs",
        "WIN-5 TING-1",
        shown.ting_refused(Refusal.TING_ALL_RUNS),
        twin="all_runs",
    ),
    Wanted(
        "four-runs-win",
        "a hand of four runs wins",
        "WIN-5",
        shown.in_all_runs,
        options={"all_runs": True},
    ),
    Wanted(
        "fifth-copy",
        "ting is refused where the hand would wait only for a fifth copy",
        "WIN-6 TING-1",
        shown.ting_refused(Refusal.TING_FIFTH_COPY),
    ),
)

WALL = (
    Wanted(
        "first-replacement",
        "the first replacement comes from the tail",
        "WALL-5 KONG-4",
        rule_table.first_replacement_from_the_tail,
        depth=6,
    ),
    Wanted(
        "second-replacement",
        "the second replacement lay below the first",
        "WALL-5 WALL-6",
        rule_table.second_replacement_below_the_first,
    ),
    Wanted(
        "two-tiles-left",
        "two tiles can still be drawn",
        "WALL-6 WALL-7",
        shown.left_to_draw(2),
        ends=True,
    ),
    Wanted(
        "last-tile-left",
        "the last drawable tile",
        "WALL-7 WALL-8",
        shown.left_to_draw(1),
        ends=True,
    ),
    Wanted(
        "last-tile-drawn",
        "no tile can be drawn any more, and the last discard is due",
        "WALL-8",
        shown.left_to_draw(0),
        ends=True,
    ),
    Wanted(
        "last-discard-punged",
        "the last discard can be taken for a pung",
        "WALL-8 CLAIM-1",
        SHOWN["WALL-8 last discard punged"],
        ends=True,
    ),
    Wanted(
        "last-discard-won",
        "the last discard can be won on",
        "WALL-8 WIN-1",
        SHOWN["WALL-8 last discard won"],
        ends=True,
    ),
    Wanted(
        "first-kong-at-the-edge",
        "a first kong that leaves exactly the reserve",
        "WALL-6 WALL-7",
        shown.at_the_edge(0),
        ends=True,
    ),
    Wanted(
        "first-kong-past-the-edge",
        "a first kong for which the wall is one tile short, though a tile can be drawn",
        "WALL-6 WALL-7",
        shown.past_the_edge(0),
        ends=True,
    ),
    Wanted(
        "second-kong-at-the-edge",
        "a second kong that leaves exactly the reserve",
        "WALL-6 WALL-7",
        shown.at_the_edge(1),
        ends=True,
    ),
    Wanted(
        "third-kong-at-the-edge",
        "a third kong that leaves exactly the reserve",
        "WALL-6 WALL-7",
        shown.at_the_edge(2),
        options={"reserved_stacks": 36},
        ends=True,
    ),
    Wanted(
        "third-kong-past-the-edge",
        "a third kong that the reserve forbids, though a tile can be drawn",
        "WALL-6 WALL-7",
        shown.past_the_edge(2),
        ends=True,
    ),
    Wanted(
        "kong-refused-and-pung-allowed",
        "the reserve forbids a kong of a discard, and its pung is allowed",
        "WALL-7 KONG-1",
        shown.kong_refused_and_pung_allowed,
        ends=True,
    ),
    Wanted(
        "ends-meet",
        "without a reserve, the last tile is drawn out of a stack broken from the tail",
        "WALL-9",
        rule_table.ends_meet,
        options={"reserved_stacks": 0},
        ends=True,
    ),
)

DEAL = (
    Wanted(
        "dealer-takes-first",
        "the first turn of a deal in which the dealer took the first tiles",
        "DEAL-1 DEAL-2 WALL-4",
        lambda m: m.starts and rule_table.break_of(m)[0] == m.before.dealer,
        depth=6,
    ),
    Wanted(
        "another-takes-first",
        "the first turn of a deal in which another seat took the first tiles",
        "DEAL-1 DEAL-2 WALL-3",
        SHOWN["WALL-3"],
    ),
    Wanted(
        "first-discard-asked",
        "the first discard of a deal is on offer",
        "DEAL-2 CLAIM-1",
        lambda m: m.before.ply == 1 and m.claims is not None,
    ),
    Wanted(
        "dealer-can-kong-at-once",
        "the dealer's fourteen tiles allow a kong",
        "DEAL-2 KONG-3 KONG-5",
        lambda m: m.starts and isinstance(m.action, Kong),
    ),
    Wanted(
        "dealer-can-declare-at-once",
        "the dealer's fourteen tiles allow ting",
        "DEAL-2 TING-1",
        lambda m: m.starts and isinstance(m.action, DeclareTing),
    ),
)

TAG = (
    Wanted(
        "won-with-a-tag-of-the-wait",
        "a win by a closed wait, after which no sequence goes on",
        "TAG-2",
        tagged(Tag.CLOSED_WAIT),
    ),
    Wanted(
        "won-on-an-edge",
        "a win by an edge wait",
        "TAG-3",
        tagged(Tag.EDGE_WAIT),
    ),
    Wanted(
        "won-with-several-readings",
        "a win with several readings, which is one ending",
        "TAG-9 TAG-10",
        SHOWN["TAG-10"],
    ),
)

OPTIONS = (
    Wanted(
        "reserved_stacks-0",
        "nothing is kept back: a kong is made where the written reserve forbids it",
        "WALL-6 WALL-7",
        shown.first_kong_with_left(15),
        options={"reserved_stacks": 0},
        twin="reserved_stacks",
    ),
    Wanted(
        "reserved_stacks-41",
        "with 41 stacks kept back a single tile is drawn after the deal",
        "WALL-6 WALL-10",
        lambda m: m.starts,
        options={"reserved_stacks": 41},
        ends=True,
        twin="reserved_stacks",
    ),
    Wanted(
        "drawn_deal_with_kong_passes_dealer-off",
        "a deal with a kong is drawn: who deals next is no decision",
        "DEALER-3",
        shown.drawn_deal_with_kong,
        options={"drawn_deal_with_kong_passes_dealer": False},
        ends=True,
    ),
    Wanted(
        "robbing_kong-on",
        "an added kong can be robbed",
        "KONG-7",
        shown.robbed,
        options=ROBBING,
        twin="robbing_kong",
    ),
    Wanted(
        "open_ting-on",
        "each declaration of ting has two ways",
        "TING-3",
        shown.ting_with(2),
        options={"open_ting": True},
        twin="open_ting",
    ),
    Wanted(
        "ting_on_wall-on",
        "each declaration of ting has two ways",
        "TING-4",
        shown.ting_with(2),
        options={"ting_on_wall": True},
        twin="ting_on_wall",
    ),
    Wanted(
        "forced_win-off",
        "two seats in ting have the choice to win or to pass",
        "WIN-2 WIN-3",
        shown.two_could_win,
        options=CHOICE,
        twin="forced_win",
    ),
    Wanted(
        "all_runs-on",
        "ting can be declared for four runs",
        "WIN-5",
        shown.on_turn(SHOWN["TING-1"]),
        options={"all_runs": True},
        twin="all_runs",
    ),
    Wanted(
        "closed_wait_on_eight-on",
        "a win on an 8 between 7 and 9: what a win is called is no decision",
        "TAG-2",
        lambda m: odd_records.read_as(odd_records.on_eight)([m]) and tagged(Tag.CLOSED_WAIT)(m),
        options={"closed_wait_on_eight": True},
    ),
    Wanted(
        "closed_wait_alone-on",
        "a win by the middle of a run that was not the only wait",
        "TAG-2",
        lambda m: odd_records.closed_but_not_alone([m]),
        options={"closed_wait_alone": True},
    ),
    Wanted(
        "show_concealed_kongs-on",
        "a concealed kong that all see",
        "VIEW-2",
        rule_table.made(MeldKind.CONCEALED_KONG),
        options={"show_concealed_kongs": True},
    ),
    Wanted(
        "as-in-taiyuan",
        "a claim by the rules of Taiyuan",
        "RULES-1",
        lambda m: m.claims is not None and isinstance(m.action, Pass),
        options={
            "all_runs": True,
            "robbing_kong": True,
            "closed_wait_on_eight": True,
            "closed_wait_alone": True,
        },
    ),
    Wanted(
        "all-switches-on",
        "ting with every switch on",
        "RULES-1 TING-3 TING-4",
        shown.ting_with(1),
        options=EVERYTHING_ON,
    ),
)
