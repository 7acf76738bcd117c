"""Playthroughs of whole deals, of turns, pungs and the answers to a discard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from endings import WAITING
from lisi_mahjong import (
    DeclareTing,
    Discard,
    GameState,
    Kong,
    KongKind,
    MeldKind,
    Pung,
    Refusal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Tile,
    deal,
    parse_tiles,
    reserve,
    view,
    waits,
)
from odd_records import discards_a_third_copy, drawn_deal, pung_of_standing, skips_seats
from offers import CHOICE, PAIR_OF_5M, SCATTERED
from perft_predicates import (
    asked,
    in_all_runs,
    locked_kind_discarded,
    no_way_on_where_others_are_asked,
    two_could_win_and_one_pung,
)
from playthrough_checks import (
    all_of,
    at_the_end,
    barred,
    both,
    broken_by,
    calls_failed,
    could_pung,
    declares,
    drawn_from_the_head,
    in_order,
    kongs_in_all,
    kongs_made,
    left_standing,
    locked_where_another_is_asked,
    nearest_has_not_answered,
    nobody_is_locked,
    of_seed,
    of_the_moves,
    offered_kong,
    once,
    pair_not_asked_and_not_locked,
    passed,
    punged,
    refused,
    refused_in_play_and_after_it,
    three_kept,
    won_before_all_have_answered,
)
from playthrough_parts import LET_GO, TIDY, WAITING_TOO, Call, DealPlay, Try, dealt, laid
from playthrough_win_checks import said_to_win_before_the_last_passes, shapes
from rule_table import (
    SHOWN,
    first_replacement_from_the_tail,
    kinds_locked,
    lock_kept_over_pung,
    lock_lifted_by_replacement,
    must_declare_at_once,
    no_kong_after_pung,
    one_standing_left,
    pung_of_three,
    second_replacement_below_the_first,
    settled_early,
    ting_after_pung,
)

# --- whole deals --------------------------------------------------------------------------


def broken_as_in_the_rulebook() -> GameState:
    """Return the deal of the example of WALL-4; one tile can be drawn after the fourteenth."""
    shuffle = Shuffle(Shuffle.from_seed(1).layout, ((3, 4), (2, 3)))
    return deal(shuffle, dealer=2, rules=RuleSet(reserved_stacks=41))


DOORS = (
    Call("RuleSet(reserved_stacks=42)", lambda: RuleSet(reserved_stacks=42)),
    Call("RuleSet(all_runs=1)", lambda: RuleSet(all_runs=cast("bool", 1))),
    Call(
        "RuleSet.from_options({'all_run': True})", lambda: RuleSet.from_options({"all_run": True})
    ),
    Call("ScoreTable(base=-1)", lambda: ScoreTable(base=-1)),
    Call("ScoreTable(drawn_deal_multiplier=0)", lambda: ScoreTable(drawn_deal_multiplier=0)),
    Call("Shuffle.from_seed(None)", lambda: Shuffle.from_seed(cast("int", None))),
    Call(
        "Shuffle(layout, ((3, 4), (2, 7)))",
        lambda: Shuffle(Shuffle.from_seed(1).layout, ((3, 4), (2, 7))),
    ),
    Call(
        "Shuffle(layout, ((3, 4), (2, 3)), 4)",
        lambda: Shuffle(Shuffle.from_seed(1).layout, ((3, 4), (2, 3)), 4),
    ),
    Call(
        "Shuffle.from_draw_order(parse_tiles('11111m'))",
        lambda: Shuffle.from_draw_order(parse_tiles("11111m")),
    ),
    Call("deal(shuffle, dealer=4)", lambda: deal(Shuffle.from_seed(1), dealer=4)),
    Call("view(state, -1)", lambda: view(broken_as_in_the_rulebook(), -1)),
    Call("reserve(17)", lambda: reserve(17)),
    Call("waits('45m99s')", lambda: waits("45m99s")),
    Call("parse_tiles('8z')", lambda: parse_tiles("8z")),
)

# --- no actions at all --------------------------------------------------------------------

MALFORMED = tuple(
    map(
        Try,
        (
            None,
            "0 discard 9m",
            Pung(0, Tile.M9, 3),
            DeclareTing(0, Tile.EAST, cast("bool", 1)),
            Kong(0, Tile.M9, cast("KongKind", "added")),
            Discard(4, Tile.M9),
            Discard(cast("int", 0.0), Tile.M9),
            Discard(0, cast("Tile", 8)),
            Pung(1, cast("Tile", None), 0),
        ),
    )
)

# --- pungs and standing tiles -------------------------------------------------------------

THREE_OF_WHICH_TWO_STAND = "{55m9s5z}5m147p258s67z"
"""As in the example of STAND-5: beside `SCATTERED`."""


def offered_to_three() -> GameState:
    return laid({1: THREE_OF_WHICH_TWO_STAND}, 0, "5m", draws="9m6p3p1s", remaining=17)


def last_two_stand() -> GameState:
    """Return a turn of seat 0, which has a 5m: seat 3 has {55m} and a pung, seat 1 waits."""
    return laid(
        {1: WAITING, 3: "{55m}147p258s12z"},
        0,
        "5m",
        melds={3: ["666z<0"]},
        ting={1: "9p"},
        draws="9m",
        remaining=17,
        rules=CHOICE,
    )


def into_a_corner() -> GameState:
    """Return a turn of seat 0, which has a 9p: the example of STAND-6. Seat 2 waits for it."""
    return laid(
        {1: "{78s9p}9p", 2: "{555z}78p22233355m"},
        0,
        "9p",
        melds={1: ["777s<0", "888s<0", "777z<0"]},
        ting={2: "9m"},
        draws="6z",
        remaining=17,
        rules=CHOICE,
    )


def out_of_the_corner() -> GameState:
    """Return the same with the second pung of another kind, and nobody who waits."""
    return laid(
        {1: "{78s9p}9p"},
        0,
        "9p",
        melds={1: ["777s<0", "666z<0", "777z<0"]},
        draws="8s",
        remaining=17,
    )


def two_pairs() -> GameState:
    """Return a turn of seat 0, which has a 5m: seat 3 has two of them, and two 8s."""
    return laid({3: "{1567z}55m88s147p25s"}, 0, "5m", draws="8s5m9m", remaining=20)


def pair_and_three() -> GameState:
    """Return a turn of seat 0, which has a 5m: seat 3 has two of them, and three 8s."""
    return laid(
        {3: "{1567z}55m888s147p2s"},
        0,
        "5m",
        draws="8s5m9m",
        replacements="9p",
        remaining=20,
    )


def ready_beside_a_pair() -> GameState:
    """Return a turn of seat 0, which has a 5m: seat 3 has two, seat 1 will wait for it."""
    return laid(
        {1: "{555z9p}46m111p2227s", 3: PAIR_OF_5M},
        0,
        "5m",
        draws="7s5m9m",
        remaining=20,
        rules=CHOICE,
    )


def three_want_it() -> GameState:
    """Return a turn of seat 0, which has a 5m: seats 1 and 2 wait for it, seat 3 has two."""
    hands = {1: WAITING, 2: WAITING_TOO, 3: PAIR_OF_5M}
    return laid(hands, 0, "5m", ting={1: "9p", 2: "9m"}, remaining=20, rules=CHOICE)


DEALS: Mapping[str, DealPlay] = {
    "deal-from-a-seed": DealPlay(
        "The deal of seed 13 by the written rules, as the package's tidy player plays it: a pung, "
        "a kong, ting, a win.",
        all_of(
            of_seed(13, dealer=1, rules=RuleSet()),
            in_order(
                kongs_made(0, MeldKind.CONCEALED_KONG),
                punged,
                declares(up=False, wall=False),
                SHOWN["WIN-1"],
            ),
        ),
        lambda: deal(Shuffle.from_seed(13), dealer=1),
        (TIDY,),
    ),
    "deal-by-the-rules-of-taiyuan": DealPlay(
        "The deal of seed 27 by the rules of Taiyuan: it is won by four runs.",
        all_of(of_seed(27, dealer=3, rules=RuleSet.taiyuan()), at_the_end(in_all_runs)),
        lambda: deal(Shuffle.from_seed(27), dealer=3, rules=RuleSet.taiyuan()),
        (TIDY,),
    ),
    "deal-drawn-after-three-kongs": DealPlay(
        "The deal of seed 3 by the written rules: nobody wins, and the reserve has grown.",
        all_of(
            of_seed(3, dealer=3, rules=RuleSet()),
            at_the_end(drawn_deal(kongs=True), kongs_in_all(3, reserve=19)),
        ),
        lambda: deal(Shuffle.from_seed(3), dealer=3),
        (TIDY,),
    ),
    "deal-broken-as-in-the-rulebook": DealPlay(
        "The wall of WALL-4's example: seat 2 deals, throws 7 and 5, and seat 0 takes first; with "
        "41 stacks kept back one tile is drawn after the fourteenth.",
        all_of(
            calls_failed,
            once(broken_by(dealer=2, sums=(7, 5), taker=0)),
            drawn_from_the_head(1),
            at_the_end(drawn_deal(kongs=False)),
        ),
        broken_as_in_the_rulebook,
        (*DOORS, LET_GO),
    ),
    "deal-with-two-kongs-on-the-first-turn": DealPlay(
        "Seat 3 deals and seat 1 takes first; with the fourteenth tile the dealer makes two kongs, "
        "and the last stack gives both replacements, its upper tile first.",
        in_order(
            both(SHOWN["WALL-3"], SHOWN["DEAL-2"], first_replacement_from_the_tail),
            both(second_replacement_below_the_first, kongs_made(1, MeldKind.CONCEALED_KONG)),
        ),
        lambda: dealt(
            {3: "{5m567z}555m888s147p"},
            "9m6p3p4s",
            "8s9p",
            dealer=3,
            taker=1,
            rules=RuleSet(reserved_stacks=38),
        ),
        ("3 kong 5m concealed", "3 kong 8s concealed", LET_GO),
    ),
    "actions-that-are-none": DealPlay(
        "What strangers may send to a server: no actions, no seats, no tiles.",
        refused_in_play_and_after_it(
            Refusal.NOT_AN_ACTION, Refusal.NO_SUCH_SEAT, Refusal.NO_SUCH_TILE
        ),
        lambda: laid({0: SCATTERED}, 0, "9m", remaining=15),
        (*MALFORMED, LET_GO, *MALFORMED),
    ),
    "pung-of-loose-tiles-over-two-seats": DealPlay(
        "Seat 3 takes a discard of seat 0 with two loose tiles, and seats 1 and 2 have no turn.",
        once(punged, pung_of_standing(0), skips_seats),
        lambda: laid({3: PAIR_OF_5M}, 0, "5m", draws="9m6p3p", remaining=17),
        (
            "0 discard 5m",
            "? 0 pung 5m 0",
            "? 1 pung 5m 0",
            "? 1 pass",
            "? 3 pung 9s 0",
            "? 3 kong 5m melded",
            "? 3 discard 9s",
            "3 pung 5m 0",
            "? 3 pass",
            "3 discard 9s",
            LET_GO,
        ),
    ),
    "pung-with-one-standing-tile": DealPlay(
        "Three copies are held and two of them stand; one standing and one loose tile are given, "
        "and with the third copy no kong is made at once.",
        in_order(both(pung_of_three, pung_of_standing(1)), no_kong_after_pung),
        offered_to_three,
        ("0 discard 5m", "? 1 pung 5m 0", "1 pung 5m 1", "? 1 discard 5m", "1 discard 1p", LET_GO),
    ),
    "pung-with-two-standing-tiles": DealPlay(
        "Three copies are held and two of them stand; both are given, and the loose one goes out.",
        all_of(once(pung_of_three, pung_of_standing(2)), of_the_moves(discards_a_third_copy)),
        offered_to_three,
        ("0 discard 5m", "1 pung 5m 2", "1 discard 5m", LET_GO),
    ),
    "pung-let-go-with-three-copies": DealPlay(
        "Who could pung or kong a discard lets it go, and keeps the three copies.",
        all_of(once(passed, offered_kong), three_kept),
        offered_to_three,
        ("0 discard 5m", "1 pass", "1 discard 9m", LET_GO),
    ),
    "pung-that-would-leave-no-standing-tile": DealPlay(
        "Only two standing tiles are left and make the pair: the seat is not asked, and not locked "
        "when the tile has gone by, before it draws.",
        all_of(refused(Refusal.NO_STANDING_LEFT, of=Pung), once(pair_not_asked_and_not_locked)),
        last_two_stand,
        ("0 discard 5m", "? 3 pung 5m 2", "1 pass", LET_GO),
    ),
    "pung-that-leaves-one-standing-tile": DealPlay(
        "Three standing tiles are left; two of them are given, and one remains to declare ting.",
        once(left_standing(3), pung_of_standing(2), one_standing_left),
        lambda: laid(
            {1: "{55m9s}147p258s1z"},
            0,
            "5m",
            melds={1: ["666z<0"]},
            draws="9m6p",
            remaining=16,
        ),
        ("0 discard 5m", "1 pung 5m 2", "1 discard 1z", LET_GO),
    ),
    "pung-into-a-corner": DealPlay(
        "After the pung two standing tiles would be left, neither of which can declare ting.",
        all_of(refused(Refusal.NO_WAY_ON, of=Pung), once(no_way_on_where_others_are_asked)),
        into_a_corner,
        ("0 discard 9p", "? 1 pung 9p 1", "2 pass", "1 discard 6z", LET_GO),
    ),
    "pung-after-which-ting-is-due": DealPlay(
        "After the pung two standing tiles are left, and ting must be declared with one of them; "
        "the hand wins with four triplets.",
        all_of(in_order(must_declare_at_once, ting_after_pung, SHOWN["WIN-1"]), shapes(4)),
        out_of_the_corner,
        ("0 discard 9p", "1 pung 9p 1", "? 1 ting 8s", "? 1 discard 7s", "1 ting 7s", LET_GO),
    ),
    "pung-let-go-and-locked": DealPlay(
        "A seat that has let a pung go meets the kind again before it has drawn a tile, while "
        "another is asked who may win on it.",
        all_of(refused(Refusal.PUNG_LOCKED), in_order(kinds_locked, locked_where_another_is_asked)),
        ready_beside_a_pair,
        ("0 discard 5m", "3 pass", "1 ting 9p", "2 discard 5m", "? 3 pung 5m 0", "1 pass", LET_GO),
    ),
    "pung-lock-kept-over-a-pung": DealPlay(
        "A seat that has let a pung go pungs another kind; it has drawn nothing and stays locked.",
        in_order(kinds_locked, lock_kept_over_pung, locked_kind_discarded),
        two_pairs,
        (
            "0 discard 5m",
            "3 pass",
            "1 discard 8s",
            "3 pung 8s 0",
            "3 discard 1p",
            "0 discard 5m",
            LET_GO,
        ),
    ),
    "pung-lock-lifted-by-a-replacement": DealPlay(
        "A seat that has let a pung go makes a kong of another kind; its replacement is a draw, "
        "and the next tile of the kind is its to take.",
        in_order(kinds_locked, lock_lifted_by_replacement, punged),
        pair_and_three,
        (
            "0 discard 5m",
            "3 pass",
            "1 discard 8s",
            "3 kong 8s melded",
            "3 discard 9p",
            "0 discard 5m",
            "3 pung 5m 0",
            "3 discard 1p",
            LET_GO,
        ),
    ),
    "claims-answered-in-any-order": DealPlay(
        "Two may win and one may pung; the second win is answered first, and the others pass, "
        "which locks nobody because the tile is won.",
        all_of(
            in_order(
                both(two_could_win_and_one_pung, nearest_has_not_answered),
                said_to_win_before_the_last_passes,
            ),
            at_the_end(nobody_is_locked),
        ),
        three_want_it,
        ("0 discard 5m", "2 win", "? 2 pass", "? 2 win", "3 pass", "1 pass"),
    ),
    "claims-settled-before-all-have-answered": DealPlay(
        "Two may win and one may pung; when the nearest wins, nobody need answer any more.",
        in_order(two_could_win_and_one_pung, both(settled_early, won_before_all_have_answered)),
        three_want_it,
        ("0 discard 5m", "3 pung 5m 0", "? 3 win", "1 win"),
    ),
    "claims-all-let-go": DealPlay(
        "Two may win and one may pung, and all let it go: two win no more, and the third, which "
        "has drawn since, is asked again.",
        in_order(
            two_could_win_and_one_pung,
            both(passed, barred(2)),
            both(asked(1), could_pung, barred(2)),
        ),
        three_want_it,
        ("0 discard 5m", "1 pass", "3 pass", "2 pass", LET_GO),
    ),
}
