"""Playthroughs of wins: who wins and when, what the hand is called, and what is paid for it."""

from __future__ import annotations

from collections.abc import Mapping

from endings import WAITING
from lisi_mahjong import GameState, RuleSet, ScoreTable
from offers import CHOICE, PAIR_OF_5M
from playthrough_parts import IN_TING, LET_GO, WAITING_TOO, DealPlay, laid
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
        lambda: one_waits(0, "9m", draws="5m", dealer=1),
        ("0 discard 9m",),
        (ODD, NOTHING),
    ),
    "win-by-self-draw": DealPlay(
        "Another seat does, and the dealer pays more.",
        lambda: one_waits(0, "9m", draws="5m"),
        ("0 discard 9m",),
        (ODD, NOTHING),
    ),
    "win-on-a-discard": DealPlay(
        "Who deals in is not in ting and pays for all.",
        lambda: one_waits(3, "5m"),
        ("3 discard 5m",),
        (ODD, NOTHING),
    ),
    "win-on-a-discard-of-the-dealer": DealPlay(
        "Who deals in is the dealer, not in ting.",
        one_waits,
        ("0 discard 5m",),
        (ODD,),
    ),
    "win-of-the-dealer-on-a-discard": DealPlay(
        "The dealer wins on a discard, and deals again.",
        lambda: one_waits(dealer=1),
        ("0 discard 5m",),
        (ODD, ScoreTable(dealer_win_multiplier=3)),
    ),
    "win-on-a-discard-of-a-seat-in-ting": DealPlay(
        "Who deals in is in ting, had to discard what it drew, and each pays for itself.",
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
        two_wait,
        ("2 discard 5m",),
    ),
    "win-before-a-pung": DealPlay(
        "One seat waits for a discard of which another holds two; nobody is asked.",
        win_or_pung,
        ("0 discard 5m",),
    ),
    "win-chosen-before-a-pung": DealPlay(
        "With forced_win off both are asked: the pung is answered first, and the win prevails.",
        lambda: win_or_pung(CHOICE),
        ("0 discard 5m", "3 pung 5m 0", "? 3 pass", "? 2 win", "? 2 pass", "1 win"),
    ),
    "win-let-go-for-a-pung": DealPlay(
        "With forced_win off the win is passed, and the pung is made.",
        lambda: win_or_pung(CHOICE, remaining=16),
        ("0 discard 5m", "1 pass", "3 pung 5m 0", LET_GO),
    ),
    "win-let-go-by-the-nearest": DealPlay(
        "With forced_win off the nearest passes and the other one wins.",
        lambda: two_wait(CHOICE),
        ("2 discard 5m", "1 win", "3 pass"),
    ),
    "win-let-go-and-barred": DealPlay(
        "Seat 1 lets a discard go on which seat 3 is asked too; seat 3 lets it go as well. Both "
        "meet the tile again, by discard and by draw, and are not asked any more.",
        lambda: two_wait(CHOICE, draws="9m6p5m3p5m", remaining=20),
        ("2 discard 5m", "1 pass", "? 1 win", "3 pass", LET_GO),
    ),
    "win-barred-beside-another": DealPlay(
        "Seat 1 has let a discard go before seat 3 declares ting; on the next one seat 3 wins, and "
        "seat 1 is refused.",
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
        lambda: one_waits(0, "9m", draws="5m", rules=CHOICE),
        ("0 discard 9m", "1 win"),
    ),
    "win-on-the-last-draw": DealPlay(
        "The last tile that can be drawn wins.",
        lambda: one_waits(0, "9m", draws="5m", remaining=15),
        ("0 discard 9m",),
    ),
    "win-on-the-last-discard": DealPlay(
        "Nothing can be drawn any more, and the last discard wins.",
        lambda: one_waits(remaining=14),
        ("0 discard 5m",),
    ),
    "last-discard-punged": DealPlay(
        "The last discard is punged, the next one is too, and then the deal is drawn.",
        lambda: laid({1: "{1234z}55m147p258s9m", 2: "{2345z}99m36m36p147s"}, 0, "5m", remaining=14),
        ("0 discard 5m", "1 pung 5m 0", "1 discard 9m", "2 pung 9m 0", "2 discard 7s"),
    ),
    "last-discard-let-go": DealPlay(
        "One may win on the last discard and one may pung it; both pass, and the deal is drawn.",
        lambda: win_or_pung(CHOICE, remaining=14),
        ("0 discard 5m", "1 pass", "3 pass"),
    ),
    "drawn-and-the-dealer-stays": DealPlay(
        "Nobody wins, and nobody has made a kong.",
        lambda: laid({}, 2, "9m", draws="6p", dealer=1, remaining=15),
        (LET_GO,),
    ),
}

# --- what it is called --------------------------------------------------------------------

APART = "{1234z}679m258p147s"
"""Held by the others where the low characters are the winner's."""


def won_with(  # noqa: PLR0913 - a win has that many sides
    hand: str,
    tile: str,
    *,
    declared: str = "9s",
    melds: tuple[str, ...] = (),
    others: str = "",
    loser: int = 0,
    dealer: int = 0,
    rules: RuleSet = WRITTEN,
) -> GameState:
    """Return a turn of a seat that has the tile on which seat 1 can win."""
    hands = dict.fromkeys((0, 2, 3), others) if others else {}
    return laid(
        {**hands, 1: hand},
        loser,
        tile,
        melds={1: melds},
        ting={1: declared},
        rivers={(loser - 1) % 4: "7z"},
        dealer=dealer,
        rules=rules,
    )


EIGHT = "{555z}79m111p22277s"
"""Waits for 8m alone, between 7m and 9m."""

TWO_WAITS = "{5m55m}4m6m11333p"
"""Beside a pung of 6z: waits for 5m and 1p."""

EDGE_OR_PAIR = "{555m}1233m456p789s"
"""Waits for 3m alone, at the edge of 1-2-3 or for the pair."""

RANKED = ScoreTable(single_wait=5)
"""What completes the pair is worth more than the edge."""

TAGS: Mapping[str, DealPlay] = {
    "win-with-a-straight-and-a-flush": DealPlay(
        "One suit, and 1 to 9 of it: the most points that a reading has, and two suits absent.",
        lambda: won_with("{222m}1346789m", "5m", melds=("999m<3",)),
        ("0 discard 5m",),
        (ODD,),
    ),
    "win-on-the-edge-or-on-the-pair": DealPlay(
        "Two readings of equal points; a score table that gives more for one of them is paid by "
        "that one.",
        lambda: won_with(EDGE_OR_PAIR, "3m", declared="9p"),
        ("0 discard 3m",),
        (ODD, RANKED, ScoreTable(edge_wait=5)),
    ),
    "win-in-the-middle-or-at-the-edge": DealPlay(
        "The example of TAG-10: two pairs are possible, and the lower one comes first.",
        lambda: won_with(
            "{11m2m}2344m", "3m", melds=("999p<3", "666z<2"), others="{1234z}679m258p147s"
        ),
        ("0 discard 3m",),
        (ODD,),
    ),
    "win-of-three-triplets-or-three-runs": DealPlay(
        "The same tiles are three triplets or three equal runs.",
        lambda: won_with("{222m}333444m3399p", "3p", others=APART),
        ("0 discard 3p",),
        (ODD,),
    ),
    "win-on-an-eight": DealPlay(
        "An 8 between 7 and 9 is no Closed Wait.",
        lambda: won_with(EIGHT, "8m"),
        ("0 discard 8m",),
    ),
    "win-on-an-eight-as-a-closed-wait": DealPlay(
        "With closed_wait_on_eight on it is one.",
        lambda: won_with(EIGHT, "8m", rules=RuleSet(closed_wait_on_eight=True)),
        ("0 discard 8m",),
    ),
    "win-in-the-middle-with-another-wait": DealPlay(
        "The tile is the middle of a run, and the hand waited for another one too.",
        lambda: won_with(TWO_WAITS, "5m", melds=("666z<3",)),
        ("0 discard 5m",),
    ),
    "win-in-the-middle-with-another-wait-alone": DealPlay(
        "With closed_wait_alone on that is no Closed Wait.",
        lambda: won_with(TWO_WAITS, "5m", melds=("666z<3",), rules=RuleSet(closed_wait_alone=True)),
        ("0 discard 5m",),
    ),
    "win-with-all-sorts-of-kong": DealPlay(
        "A concealed, a melded and an added kong, and a suit that is absent.",
        lambda: won_with(
            "{9p}33p9p", "3p", declared="9m", melds=("(5555z)", "8888s<3", "6666z+<2"), loser=2
        ),
        ("2 discard 3p",),
        (
            ODD,
            ScoreTable(feeder_pays_melded_kong=True),
            ScoreTable(discarder_covers_kongs=True),
            ScoreTable(feeder_pays_melded_kong=True, discarder_covers_kongs=True),
        ),
    ),
    "win-of-the-dealer-with-kongs-by-self-draw": DealPlay(
        "A dealer's kongs are not doubled by the self-draw, but by dealer_win_multiplier.",
        lambda: laid(
            {1: "{666z}46m77s"},
            0,
            "9m",
            melds={1: ("(5555z)", "8888s<3")},
            ting={1: "9p"},
            rivers={3: "7z"},
            draws="5m",
            dealer=1,
        ),
        ("0 discard 9m",),
        (ODD, ScoreTable(dealer_win_multiplier=3)),
    ),
}
