"""Playthroughs of wins by what the hand is called, and by what is paid for it."""

from __future__ import annotations

from collections.abc import Mapping

from lisi_mahjong import GameState, MeldKind, PaymentFactor, RuleSet, ScoreTable, Tag
from odd_records import closed_but_not_alone, self_draw
from playthrough_checks import all_of, at_the_end, of_the_moves
from playthrough_parts import DealPlay, laid
from playthrough_win_checks import (
    equal_points,
    in_the_middle_of_an_eight,
    kongs_multiplied_by,
    melds_of_the_winner,
    paid_as,
    pairs_in_order,
    shapes,
    tags_of,
    won_by_the_dealer,
)
from playthrough_wins import ODD
from support import WRITTEN

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
        tags_of({Tag.CLOSED_WAIT, Tag.PURE_STRAIGHT, Tag.FULL_FLUSH}),
        lambda: won_with("{222m}1346789m", "5m", melds=("999m<3",)),
        ("0 discard 5m",),
        (ODD,),
    ),
    "win-on-the-edge-or-on-the-pair": DealPlay(
        "Two readings of equal points; a score table that gives more for one of them is paid by "
        "that one.",
        all_of(
            tags_of({Tag.SINGLE_WAIT}, {Tag.EDGE_WAIT}),
            equal_points,
            paid_as(RANKED, Tag.SINGLE_WAIT),
            paid_as(ScoreTable(edge_wait=5), Tag.EDGE_WAIT),
        ),
        lambda: won_with(EDGE_OR_PAIR, "3m", declared="9p"),
        ("0 discard 3m",),
        (ODD, RANKED, ScoreTable(edge_wait=5)),
    ),
    "win-in-the-middle-or-at-the-edge": DealPlay(
        "The hand of TAG-10's example: two pairs are possible, and the lower one comes first.",
        all_of(
            tags_of({Tag.ONE_VOIDED_SUIT, Tag.CLOSED_WAIT}, {Tag.ONE_VOIDED_SUIT, Tag.EDGE_WAIT}),
            equal_points,
            pairs_in_order,
        ),
        lambda: won_with(
            "{11m2m}2344m", "3m", melds=("999p<3", "666z<2"), others="{1234z}679m258p147s"
        ),
        ("0 discard 3m",),
        (ODD,),
    ),
    "win-of-three-triplets-or-three-runs": DealPlay(
        "The same tiles are three triplets or three equal runs.",
        shapes(4, 1),
        lambda: won_with("{222m}333444m3399p", "3p", others=APART),
        ("0 discard 3p",),
        (ODD,),
    ),
    "win-on-an-eight": DealPlay(
        "An 8 between 7 and 9 is no Closed Wait.",
        all_of(in_the_middle_of_an_eight, tags_of(set())),
        lambda: won_with(EIGHT, "8m"),
        ("0 discard 8m",),
    ),
    "win-on-an-eight-as-a-closed-wait": DealPlay(
        "With closed_wait_on_eight on it is one.",
        all_of(in_the_middle_of_an_eight, tags_of({Tag.CLOSED_WAIT})),
        lambda: won_with(EIGHT, "8m", rules=RuleSet(closed_wait_on_eight=True)),
        ("0 discard 8m",),
    ),
    "win-in-the-middle-with-another-wait": DealPlay(
        "The tile is the middle of a run, and the hand waited for another one too.",
        all_of(of_the_moves(closed_but_not_alone), paid_as(ScoreTable(), Tag.CLOSED_WAIT)),
        lambda: won_with(TWO_WAITS, "5m", melds=("666z<3",)),
        ("0 discard 5m",),
    ),
    "win-in-the-middle-with-another-wait-alone": DealPlay(
        "With closed_wait_alone on that is no Closed Wait.",
        all_of(
            of_the_moves(closed_but_not_alone),
            tags_of({Tag.ONE_VOIDED_SUIT}, {Tag.ONE_VOIDED_SUIT}),
        ),
        lambda: won_with(TWO_WAITS, "5m", melds=("666z<3",), rules=RuleSet(closed_wait_alone=True)),
        ("0 discard 5m",),
    ),
    "win-with-all-sorts-of-kong": DealPlay(
        "A concealed, a melded and an added kong, and a suit that is absent.",
        all_of(
            melds_of_the_winner(MeldKind.CONCEALED_KONG, MeldKind.MELDED_KONG, MeldKind.ADDED_KONG),
            tags_of({Tag.ONE_VOIDED_SUIT, Tag.MELDED_KONG, Tag.CONCEALED_KONG}),
        ),
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
        all_of(
            at_the_end(self_draw, won_by_the_dealer),
            kongs_multiplied_by(ODD, PaymentFactor.DEALER_WIN),
        ),
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
