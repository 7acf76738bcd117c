"""What kongs are paid with a win: SCORE-5 and SCORE-11, each kind of kong with each option.

Seat 2 wins with `ONE_POINT_BESIDE_A_KONG`, u = 1, and seat 0 deals, where nothing else is said. Its
kong apart that is

- on a discard of seat 1, not in ting: 3 x 1 + 1 + 1, which makes 0, -5, +5, 0;
- on a discard of seat 1, in ting: 1 from each and 1 more from the dealer: -2, -1, +4, -1;
- on a self-draw: 2 from each and 2 more from the dealer: -4, -2, +8, -2.
"""

from __future__ import annotations

import pytest

from lisi_mahjong import GameState, Meld, MeldKind, PaymentItem, RuleSet, ScoreTable, Tile, WonDeal
from settling import (
    BESIDE,
    ONE_POINT,
    ONE_POINT_BESIDE_A_KONG,
    in_order,
    robbed,
    settled,
    table_of,
    won,
)
from support import play, position

OPTIONS = {
    "neither": ScoreTable(),
    "feeder": ScoreTable(feeder_pays_melded_kong=True),
    "covers": ScoreTable(discarder_covers_kongs=True),
    "both": ScoreTable(feeder_pays_melded_kong=True, discarder_covers_kongs=True),
}

Deltas = tuple[int, int, int, int]


def under_each_option(ended: GameState) -> tuple[Deltas, Deltas, Deltas, Deltas]:
    """Return the deltas with neither option on, the feeder pays, the discarder covers, both."""
    neither, feeder, covers, both = (settled(ended, score).deltas for score in OPTIONS.values())
    return neither, feeder, covers, both


# --- one kong of each kind ----------------------------------------------------------------


@pytest.mark.rule("SCORE-5", "SCORE-11", "SCORE-8")
@pytest.mark.parametrize(
    ("kong", "neither", "feeder", "covers", "both"),
    [
        # Melded: 1 from each; the feeder's 3; the discarder's 3.
        ("8888s<0", (-1, -6, 8, -1), (-3, -5, 8, 0), (0, -8, 8, 0), (0, -8, 8, 0)),
        ("8888s<1", (-1, -6, 8, -1), (0, -8, 8, 0), (0, -8, 8, 0), (0, -8, 8, 0)),
        ("8888s<3", (-1, -6, 8, -1), (0, -5, 8, -3), (0, -8, 8, 0), (0, -8, 8, 0)),
        # Added: whoever fed the pung is no feeder.
        ("8888s+<0", (-1, -6, 8, -1), (-1, -6, 8, -1), (0, -8, 8, 0), (0, -8, 8, 0)),
        ("8888s+<1", (-1, -6, 8, -1), (-1, -6, 8, -1), (0, -8, 8, 0), (0, -8, 8, 0)),
        # Concealed: 2 from each; the discarder's 6.
        ("(8888s)", (-2, -7, 11, -2), (-2, -7, 11, -2), (0, -11, 11, 0), (0, -11, 11, 0)),
    ],
)
def test_a_kong_won_with_on_a_discard_of_a_seat_not_in_ting(
    kong: str, neither: Deltas, feeder: Deltas, covers: Deltas, both: Deltas
) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=[kong])
    assert under_each_option(ended) == (neither, feeder, covers, both)


@pytest.mark.rule("SCORE-5", "SCORE-8")
@pytest.mark.parametrize(
    ("kong", "neither", "feeder"),
    [
        ("8888s<0", (-3, -2, 7, -2), (-5, -1, 7, -1)),
        # Seat 1 is in ting when it discards the last tile, and was not when it fed the kong.
        ("8888s<1", (-3, -2, 7, -2), (-2, -4, 7, -1)),
        ("8888s<3", (-3, -2, 7, -2), (-2, -1, 7, -4)),
        ("8888s+<0", (-3, -2, 7, -2), (-3, -2, 7, -2)),
        ("8888s+<1", (-3, -2, 7, -2), (-3, -2, 7, -2)),
        ("(8888s)", (-4, -3, 10, -3), (-4, -3, 10, -3)),
    ],
)
def test_a_discarder_in_ting_covers_no_kong(kong: str, neither: Deltas, feeder: Deltas) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=1, in_ting=[1], melds=[kong])
    assert under_each_option(ended) == (neither, feeder, neither, feeder)


@pytest.mark.rule("SCORE-5", "SCORE-8")
@pytest.mark.parametrize(
    ("kong", "neither", "feeder"),
    [
        ("8888s<0", (-5, -3, 11, -3), (-7, -2, 11, -2)),
        ("8888s<1", (-5, -3, 11, -3), (-4, -5, 11, -2)),
        ("8888s<3", (-5, -3, 11, -3), (-4, -2, 11, -5)),
        ("8888s+<0", (-5, -3, 11, -3), (-5, -3, 11, -3)),
        ("8888s+<3", (-5, -3, 11, -3), (-5, -3, 11, -3)),
        ("(8888s)", (-6, -4, 14, -4), (-6, -4, 14, -4)),
    ],
)
def test_a_self_draw_doubles_no_kong_and_nobody_covers_it(
    kong: str, neither: Deltas, feeder: Deltas
) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, melds=[kong])
    assert under_each_option(ended) == (neither, feeder, neither, feeder)


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize(
    ("kong", "neither", "feeder", "covers"),
    [
        # u = 1 + 1, so 3 x 2 + 1 from seat 1, and nothing more as the dealer wins.
        ("8888s<0", (-1, -8, 10, -1), (-3, -7, 10, 0), (0, -10, 10, 0)),
        ("8888s+<3", (-1, -8, 10, -1), (-1, -8, 10, -1), (0, -10, 10, 0)),
        ("(8888s)", (-2, -9, 13, -2), (-2, -9, 13, -2), (0, -13, 13, 0)),
    ],
)
def test_a_kong_of_a_dealer_who_wins_is_paid_like_any_other(
    kong: str, neither: Deltas, feeder: Deltas, covers: Deltas
) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=1, dealer=2, melds=[kong])
    assert under_each_option(ended) == (neither, feeder, covers, covers)


@pytest.mark.rule("SCORE-5")
def test_a_kong_of_a_dealer_who_draws_the_winning_tile() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, dealer=2, melds=["8888s<3"])  # 2 x 2 from each
    neither, feeder = (-5, -5, 15, -5), (-4, -4, 15, -7)
    assert under_each_option(ended) == (neither, feeder, neither, feeder)


@pytest.mark.rule("SCORE-5")
def test_a_dealer_who_feeds_and_deals_in_pays_it_all() -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=0, melds=["8888s<0"])  # 3 x 1 + 1 + 1, and 3
    neither, alone = (-6, -1, 8, -1), (-8, 0, 8, 0)
    assert under_each_option(ended) == (neither, alone, alone, alone)


# --- several kongs, and those of others ---------------------------------------------------


@pytest.mark.rule("SCORE-5", "SCORE-11")
def test_three_kongs_each_with_its_own_payers() -> None:
    kongs = ["8888s<0", "7777p<3", "(1111s)"]
    ended = won(("{45m9s}9s", "6m"), loser=1, melds=kongs)
    assert under_each_option(ended) == (
        (-4, -9, 17, -4),  # 1 + 1 + 2 from each
        (-5, -7, 17, -5),  # 3 from seat 0, 3 from seat 3, 2 from each
        (0, -17, 17, 0),  # 5 + 3 + 3 + 6
        (0, -17, 17, 0),
    )


@pytest.mark.rule("SCORE-5", "SCORE-11")
def test_four_kongs() -> None:
    # Characters are voided and 9s is the only wait: u = 3, and 3 x 3 + 1 + 1 from seat 1.
    kongs = ["8888s<0", "7777p+<3", "(1111s)", "(4444z)"]
    ended = won(("{9s}", "9s"), loser=1, melds=kongs)
    assert under_each_option(ended) == (
        (-6, -17, 29, -6),  # 1 + 1 + 2 + 2 from each
        (-8, -16, 29, -5),  # 3 from seat 0, 1 + 2 + 2 from each
        (0, -29, 29, 0),  # 11 + 3 + 3 + 6 + 6
        (0, -29, 29, 0),
    )


@pytest.mark.rule("SCORE-5")
def test_two_kongs_fed_by_one_seat_are_both_its_own() -> None:
    ended = won(("{45m9s}222p9s", "6m"), melds=["8888s<3", "7777s<3"])
    # On a self-draw: 1 + 1 from each; 3 + 3 from seat 3.
    assert under_each_option(ended)[:2] == ((-6, -4, 14, -4), (-4, -2, 14, -8))


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize("option", OPTIONS)
def test_kongs_of_those_who_do_not_win_are_not_paid(option: str) -> None:
    others = {0: ["(8888s)"], 1: ["7777p<3", "9999p+<2"], 3: ["1111s<2"]}
    ended = won(ONE_POINT, loser=1, others=others)
    assert ended.kongs == 4
    assert settled(ended, OPTIONS[option]).deltas == (0, -5, 5, 0)


@pytest.mark.rule("SCORE-5")
@pytest.mark.parametrize("option", OPTIONS)
def test_a_pung_is_no_kong(option: str) -> None:
    ended = won(ONE_POINT_BESIDE_A_KONG, loser=1, melds=["888s<3"])
    assert settled(ended, OPTIONS[option]).deltas == (0, -5, 5, 0)


@pytest.mark.rule("SCORE-5")
def test_four_equal_tiles_that_were_never_laid_out_are_no_kong() -> None:
    ended = won(("{222m}23m444p555s55z", "4m"), loser=1)  # 222m 234m; 1m is waited for too
    assert ended.players[2].concealed.count(Tile.M2) == 4
    assert settled(ended).deltas == (0, -5, 5, 0)


@pytest.mark.rule("SCORE-11")
def test_the_table_of_the_rulebook() -> None:
    ended = won(("{45m9s}222p9s", "6m"), loser=1, melds=["8888s<3", "(7777s)"])
    rows = ("neither", "`feeder_pays_melded_kong`", "`discarder_covers_kongs`", "both")
    assert dict(zip(rows, under_each_option(ended), strict=True)) == table_of("SCORE-11")
    assert settled(ended).points == 1


# --- in ting when it fed the kong, or not -------------------------------------------------

# Seat 2 takes 8s for a kong, draws 2p as its replacement and declares ting with 8p; it then has
# ONE_POINT_BESIDE_A_KONG, or the same with a pung of 7p for the triplet of 1z.
TAKES_8S = "{111z8p}45m22p99s888s"
TAKES_8S_TOO = "{2p8p9s9s}45m2p888s"
TAKING = ("2 kong 8s melded", "2 ting 8p")


def fed_in_ting(hand: str, melds: tuple[str, ...] = ()) -> GameState:
    """Return a deal that seat 2 wins on a discard of seat 3, with a kong from seat 0 in ting."""
    state = position(
        {0: BESIDE, 2: hand},
        turn=3,
        drawn="2z",
        melds={2: melds},
        ting={0: "3z"},
        draws="8s6m",
        replacements="2p",
    )
    ended = play(in_order(state, 2), "3 discard 2z", *TAKING, "3 discard 6m")
    assert ended.players[2].melds[-1] == Meld(MeldKind.MELDED_KONG, Tile.S8, 0)
    return ended


@pytest.mark.rule("SCORE-5", "SCORE-9")
def test_who_was_in_ting_when_it_fed_a_kong_pays_no_more_of_it_than_others() -> None:
    neither, covers = (-1, -1, 8, -6), (0, 0, 8, -8)  # 5 from seat 3
    assert under_each_option(fed_in_ting(TAKES_8S)) == (neither, neither, covers, covers)


@pytest.mark.rule("SCORE-5", "SCORE-9")
def test_what_a_feeder_gave_before_and_after_its_declaration_is_told_apart() -> None:
    pung = fed_in_ting(TAKES_8S_TOO, ("777p<0",))
    assert settled(pung, OPTIONS["feeder"]).deltas == (-1, -1, 8, -6)
    # Of 7p, fed before, seat 0 pays 3; of 8s, fed in ting, each pays 1.
    kong = fed_in_ting(TAKES_8S_TOO, ("7777p<0",))
    assert settled(kong, OPTIONS["feeder"]).deltas == (-4, -1, 11, -6)
    assert settled(kong, OPTIONS["neither"]).deltas == (-2, -2, 11, -7)


@pytest.mark.rule("SCORE-5", "SCORE-9")
def test_who_is_not_in_ting_when_it_feeds_a_kong_pays_all_of_it() -> None:
    state = position(
        {2: TAKES_8S}, turn=0, drawn="8s", draws="6m", replacements="2p", rivers={3: "2z"}
    )
    ended = play(in_order(state, 2), "0 discard 8s", *TAKING, "3 discard 6m")
    neither, feeder, covers = (-1, -1, 8, -6), (-3, 0, 8, -5), (0, 0, 8, -8)
    assert under_each_option(ended) == (neither, feeder, covers, covers)


@pytest.mark.rule("SCORE-5", "SCORE-9")
def test_who_declares_ting_after_it_has_fed_a_kong_pays_all_of_it() -> None:
    state = position(
        {0: "{444z3z}55566677z9s", 2: TAKES_8S},
        turn=0,
        drawn="8s",
        draws="2z7z6m",
        replacements="2p",
        rivers={3: "2z"},
    )
    to_ting = ("0 discard 8s", *TAKING, "3 discard 2z", "0 ting 3z")
    ended = play(in_order(state, 2), *to_ting, "1 discard 6m")
    assert ended.players[0].ting is not None
    neither, feeder, covers = (-1, -6, 8, -1), (-3, -5, 8, 0), (0, -8, 8, 0)
    assert under_each_option(ended) == (neither, feeder, covers, covers)


@pytest.mark.rule("SCORE-5", "SCORE-9", "SCORE-11")
def test_who_fed_a_kong_before_ting_and_deals_in_after_it_pays_the_kong_as_its_feeder() -> None:
    state = position(
        {0: "{444z3z}55566677z9s", 2: TAKES_8S},
        turn=0,
        drawn="8s",
        draws="2z7z2z2z2z6m",
        replacements="2p",
        rivers={3: "9p"},
    )
    to_ting = ("0 discard 8s", *TAKING, "3 discard 2z", "0 ting 3z")
    # Seat 2 draws and discards 2z; seat 0 draws 6m, which it must discard.
    ended = play(in_order(state, 2), *to_ting, "1 discard 2z", "3 discard 2z")
    assert isinstance(ended.result, WonDeal)
    assert ended.result.loser == 0
    neither, feeder = (-3, -2, 7, -2), (-5, -1, 7, -1)
    assert under_each_option(ended) == (neither, feeder, neither, feeder)


# --- a kong that might have been robbed ---------------------------------------------------


@pytest.mark.rule("SCORE-5")
def test_an_added_kong_that_nobody_robbed_is_paid() -> None:
    state = position(
        {2: "{111z8p}45m22p99s", 3: "{444z}555666z77p79s"},
        turn=2,
        drawn="8s",
        melds={2: ["888s<0"]},
        ting={3: "3z"},
        draws="2z6m",
        replacements="2p",
        rules=RuleSet(robbing_kong=True, forced_win=False),
    )
    made = play(in_order(state, 2), "2 kong 8s added", "3 pass", "2 ting 8p")
    ended = play(made, "0 discard 6m", "2 win")  # seat 3 has drawn and discarded 2z
    neither, covers = (-6, -1, 8, -1), (-8, 0, 8, 0)  # 5 from seat 0
    assert under_each_option(ended) == (neither, neither, covers, covers)


@pytest.mark.rule("SCORE-5", "SCORE-9", "SCORE-11")
@pytest.mark.parametrize(
    ("kong", "neither", "feeder", "covers"),
    [
        ("8888s<0", (-1, -6, 8, -1), (-3, -5, 8, 0), (0, -8, 8, 0)),
        ("(8888s)", (-2, -7, 11, -2), (-2, -7, 11, -2), (0, -11, 11, 0)),
    ],
)
def test_whose_kong_is_robbed_covers_the_kongs_of_the_robber(
    kong: str, neither: Deltas, feeder: Deltas, covers: Deltas
) -> None:
    assert under_each_option(robbed(melds=[kong])) == (neither, feeder, covers, covers)


# --- as lines -----------------------------------------------------------------------------


@pytest.mark.rule("SCORE-5")
def test_each_kong_is_a_line_for_each_payer_with_its_kind_and_its_rule() -> None:
    kongs = ["8888s<0", "(7777s)", "1111s+<3"]
    settlement = settled(won(("{99p5m}4m", "6m"), melds=kongs), OPTIONS["feeder"])
    melded, concealed = PaymentItem.MELDED_KONG, PaymentItem.CONCEALED_KONG
    paid = [
        (line.payer, line.item, line.kong, line.points, line.amount)
        for line in settlement.payments
        if line.rule == "SCORE-5"
    ]
    assert paid == [
        (3, melded, Tile.S1, 1, 1),
        (3, concealed, Tile.S7, 2, 2),
        (0, melded, Tile.S8, 1, 3),
        (0, melded, Tile.S1, 1, 1),
        (0, concealed, Tile.S7, 2, 2),
        (1, melded, Tile.S1, 1, 1),
        (1, concealed, Tile.S7, 2, 2),
    ]
    assert all(line.kong is None for line in settlement.payments if line.rule != "SCORE-5")
