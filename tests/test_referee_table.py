"""The slow referee's settlements and tables, by the examples of docs/rules.md and by hand."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import referee_table
from referee import (
    KINDS,
    Discard,
    Finished,
    Meld,
    Player,
    Referee,
    RefereeError,
    Tile,
    Turn,
    Won,
)
from referee_table import RefereeTable, best_reading, complete_score, settlement, slips

LAYOUT = sorted(KINDS * 4)
DICE = ((1, 1), (1, 1))


def tiles(text: str) -> list[Tile]:
    """Return tiles such as ``"1m 1m"``; the copies are numbered from 0."""
    kinds = text.split()
    return [Tile(kind, kinds[:place].count(kind)) for place, kind in enumerate(kinds)]


def won(hand: str, tile: str, loser: int | None, *, dealer: int = 0, ting: str = "") -> Referee:
    """Return a deal that seat 2 has won.

    Args:
        hand: the winner's concealed tiles with the winning one.
        tile: the winning one.
        loser: who dealt in.
        dealer: who deals.
        ting: the seats in ting beside the winner.
    """
    game = Referee(LAYOUT, DICE, dealer, {})
    game.players = [Player(), Player(), Player(loose=tiles(hand)), Player()]
    for seat in (2, *map(int, ting)):
        game.players[seat].ting = ("7z", False, False)
    game.won = Won(2, loser, Tile(tile, 0), robbed_kong=False)
    game.stage = Finished()
    return game


def test_the_referees_table_stands_on_the_referee_and_the_standard_library() -> None:
    tree = ast.parse(Path(referee_table.__file__).read_text(encoding="utf-8"))
    imported = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    imported |= {
        str(node.module).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert imported <= sys.stdlib_module_names | {"referee"}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"__import__", "exec", "eval", "importlib"}


# --- settlements --------------------------------------------------------------------------

THREE = "1z 1z 1z 1m 2m 3m 4m 5m 6m 4s 5s 6s 9s 9s"
"""Won on 5s: One Voided Suit and Closed Wait, so that u is 3."""


@pytest.mark.parametrize(
    ("loser", "ting", "deltas"),
    [
        (None, "", [-8, -6, 20, -6]),
        (1, "1", [-4, -3, 10, -3]),
        (1, "", [0, -11, 11, 0]),
    ],
)
def test_the_example_of_score_4(loser: int | None, ting: str, deltas: list[int]) -> None:
    assert settlement(won(THREE, "5s", loser, ting=ting), {}, 1) == deltas


@pytest.mark.parametrize(
    ("loser", "ting", "deltas"),
    [
        # u is 4 with the dealer's 1.
        (None, "", [-8, -8, 24, -8]),
        (1, "1", [-4, -4, 12, -4]),
        (1, "", [0, -13, 13, 0]),
    ],
)
def test_a_dealers_win(loser: int | None, ting: str, deltas: list[int]) -> None:
    game = won(THREE, "5s", loser, ting=ting, dealer=2)
    assert settlement(game, {}, 1) == deltas
    # SCORE-6, SCORE-10: both multipliers hold, on everything.
    doubled = [6 * delta for delta in deltas]
    assert settlement(game, {"dealer_win_multiplier": 3}, 2) == doubled


def with_kongs(ting: str = "", before: int = 0) -> Referee:
    """Return the example of SCORE-11; seat 3 discarded so many tiles before that of the kong."""
    game = won("1m 2m 3m 4p 5p 6p 9s 9s", "6p", 1, ting=ting)
    melded, concealed = tiles("1z 1z 1z 1z"), tiles("2z 2z 2z 2z")
    game.players[2].melds = [
        Meld("melded_kong", melded, 3),
        Meld("concealed_kong", concealed, None),
    ]
    others = [Discard(tile) for tile in tiles("7m 8m 9m")]
    game.players[3].river = [*others[:before], Discard(melded[3], taken_by=2), *others[before:]]
    return game


@pytest.mark.parametrize(
    ("feeder_pays", "covers", "deltas"),
    [
        (False, False, [-3, -8, 14, -3]),
        (True, False, [-2, -7, 14, -5]),
        (False, True, [0, -14, 14, 0]),
        (True, True, [0, -14, 14, 0]),
    ],
)
def test_the_example_of_score_11(feeder_pays: bool, covers: bool, deltas: list[int]) -> None:
    score = {"feeder_pays_melded_kong": feeder_pays, "discarder_covers_kongs": covers}
    assert settlement(with_kongs(), score, 1) == deltas


@pytest.mark.parametrize(
    ("ting_place", "deltas"),
    [
        (0, [-3, -8, 14, -3]),  # in ting when it fed the kong: every seat its share
        (2, [-2, -7, 14, -5]),  # only afterwards
    ],
)
def test_a_feeder_in_ting_pays_its_share_alone(ting_place: int, deltas: list[int]) -> None:
    game = with_kongs(ting="3", before=1)
    game.players[3].river[ting_place].is_ting_tile = True
    assert settlement(game, {"feeder_pays_melded_kong": True}, 1) == deltas


def test_the_kongs_of_a_discarder_in_ting_are_paid_by_all() -> None:
    # u is 1: each pays 1 and 3 for the kongs, and the dealer 1 more.
    assert settlement(with_kongs("1"), {"discarder_covers_kongs": True}, 1) == [-5, -4, 13, -4]


def test_the_best_reading_depends_on_the_score_table() -> None:
    # TAG-10's example: the pair is completed (Single Wait), or the run 345m (Closed Wait).
    game = won("1m 1m 1m 3m 4m 4m 4m 5m", "4m", None)
    game.players[2].melds = [
        Meld("pung", tiles(f"{kind} {kind} {kind}"), 1) for kind in ("1z", "9p")
    ]
    assert best_reading(game, {})["completes"] == ("4m", "4m")
    assert best_reading(game, {"closed_wait": 2})["completes"] == ("3m", "4m", "5m")
    # (1 + 1 + 2) twice from each, and 2 more from the dealer.
    assert settlement(game, {"closed_wait": 2}, 1) == [-10, -8, 26, -8]


def test_the_slips_say_who_bears_whose_share() -> None:
    found = slips(won(THREE, "5s", 1), {"one_voided_suit": 5}, 2)
    assert sorted(found) == sorted(
        [
            *((1, loser, "base", 2) for loser in (0, 1, 3)),
            *((1, loser, "one_voided_suit", 10) for loser in (0, 1, 3)),
            *((1, loser, "closed_wait", 2) for loser in (0, 1, 3)),
            (1, 0, "dealer_pays_discard", 2),
            (1, 1, "discarder_extra", 2),
        ]
    )


def test_a_score_table_without_such_a_number_is_refused() -> None:
    with pytest.raises(RefereeError, match="'bass'"):
        complete_score({"bass": 1})


# --- tables -------------------------------------------------------------------------------


def full_table() -> RefereeTable:
    table = RefereeTable({}, {"drawn_deal_multiplier": 3})
    for seat, name in enumerate("ABCD"):
        table.do(("sit", seat, name))
    return table


def start(table: RefereeTable, draw: int) -> None:
    for seat in range(4):
        table.do(("ready", seat))
    table.do(("start", LAYOUT, DICE, draw))


def play_to_a_draw(table: RefereeTable) -> None:
    """Discard and pass until the wall is used up; nobody makes a kong or declares ting."""
    while table.game is not None and table.playing():
        seat = table.game.actors()[0]
        on_turn = isinstance(table.game.stage, Turn)
        word = "discard" if on_turn else "pass"
        table.do(("play", min(a for a in table.game.legal(seat) if a[0] == word)))


def test_drawn_deals_keep_the_dealer_and_do_not_multiply_twice() -> None:
    table = full_table()
    for _ in range(3):
        start(table, 1)
        play_to_a_draw(table)
    assert table.history() == [(1, 1, (0,) * 4), (1, 3, (0,) * 4), (1, 3, (0,) * 4)]
    assert (table.dealer(), table.multiplier()) == (1, 3)


def test_leaving_makes_a_deal_void_and_everything_new_but_the_ledger() -> None:
    table = full_table()
    start(table, 1)
    play_to_a_draw(table)
    start(table, 2)
    table.do(("leave", 3))
    assert table.history() == [(1, 1, (0,) * 4), (1, 3, None)]
    assert (table.dealer(), table.multiplier(), table.ready()) == (None, 1, [])
    assert table.ledger() == dict.fromkeys("ABCD", 0)
    table.do(("sit", 3, "E"))
    table.do(("ready", 0))
    table.do(("leave", 3))
    assert table.ready() == []
    assert table.ledger() == dict.fromkeys("ABCD", 0)  # E has played nothing to its end
    table.do(("sit", 3, "E"))
    start(table, 2)
    assert (table.dealer(), table.multiplier()) == (2, 1)


@pytest.mark.parametrize(
    "action",
    [
        ("sit", 0, "E"),
        ("sit", 3, "A"),
        ("sit", 3, ""),
        ("sit", 3, "x" * 101),
        ("sit", 3, "a\nb"),
        ("sit", 4, "E"),
        ("ready", 3),
        ("ready", 0),
        ("unready", 1),
        ("leave", 3),
        ("start", LAYOUT, DICE, 0),
        ("play", ("discard", 0, "1m")),
        ("stand", 0),
    ],
)
def test_what_is_not_allowed_is_refused_and_changes_nothing(action: tuple[object, ...]) -> None:
    table = full_table()
    table.do(("leave", 3))
    table.do(("ready", 0))
    with pytest.raises(RefereeError):
        table.do(action)
    assert (table.people(), table.ready()) == ({0: "A", 1: "B", 2: "C"}, [0])


@pytest.mark.parametrize("action", [("ready", 0), ("unready", 0), ("start", LAYOUT, DICE, 0)])
def test_nobody_speaks_of_readiness_while_a_deal_is_played(action: tuple[object, ...]) -> None:
    table = full_table()
    start(table, 1)
    with pytest.raises(RefereeError):
        table.do(action)
