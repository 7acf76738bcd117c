"""The situations of the kit: each can be laid for anybody by any rules, and is what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from lisi_mahjong import (
    AwaitingTurn,
    Refusal,
    RulesError,
    RuleSet,
    SeatError,
    Shuffle,
    Tile,
    WonDeal,
    actors,
    apply,
    legal_actions,
    parse_action,
    problems,
    why_illegal,
)
from lisi_mahjong.testing import SITUATIONS, WishError

ROOT = Path(__file__).resolve().parents[1]
CHOICE = RuleSet(forced_win=False)


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize(("dealer", "suits"), [(0, "mps"), (3, "spm")])
def test_every_situation_can_be_laid(name: str, dealer: int, suits: str) -> None:
    situation = SITUATIONS[name]
    laid = situation.laid(dealer=dealer, suits=suits, seed=dealer)
    assert problems(laid.state) == ()
    assert laid.state.dealer == dealer
    assert situation.name == name
    assert repr(situation) == f"<Situation {name!r}, {' '.join(situation.about)}>"
    assert actors(laid.state)
    for option, value in situation.options.items():
        assert getattr(laid.state.rules, option) == value


@pytest.mark.parametrize("rules", [RuleSet.taiyuan(), CHOICE, RuleSet(reserved_stacks=0)], ids=str)
def test_situations_can_be_laid_by_other_rules(rules: RuleSet) -> None:
    for situation in SITUATIONS.values():
        assert actors(situation.laid(rules=rules).state)


# What makes a situation: legal actions, or what is refused, where the names say so.
LEGAL = [
    ("pung of three", 1, ["1 kong 5m melded", "1 pung 5m 1", "1 pung 5m 2", "1 pass"]),
    ("last standing tile", 0, ["0 kong 1m concealed", "0 kong 9s concealed"]),
    ("passed pung", 3, ["3 pung 6p 0"]),
    ("concealed kong", 0, ["0 kong 5m concealed"]),
    ("added kong", 3, ["3 kong 5m added"]),
    ("fourth tile stands", 3, ["3 kong 5m added"]),
    ("many kongs", 0, ["0 kong 1m concealed", "0 kong 5m concealed", "0 kong 9m concealed"]),
    ("kong at the reserve", 0, ["0 kong 5m concealed"]),
    ("last discard", 3, ["3 pung 5m 0", "3 pung 5m 1"]),
    ("ready to declare", 0, ["0 ting 5z", "0 ting 5z up", "0 ting 5z up wall"]),
    ("no kong after a pung", 1, ["1 discard 9p"]),
    ("two may win", 1, ["1 win", "1 pass"]),
    ("two may win", 2, ["2 win", "2 pass"]),
    ("one has answered", 1, ["1 win", "1 pass"]),
    ("win or pung", 0, ["0 pung 5m 0", "0 pass"]),
    ("win or pung", 1, ["1 win", "1 pass"]),
    ("win on the own draw", 1, ["1 win"]),
    ("robbing a kong", 1, ["1 win", "1 pass"]),
    ("ting at once", 1, ["1 ting 7s"]),
    ("hidden kong", 2, ["2 pung 6p 0", "2 pass"]),
]


@pytest.mark.parametrize(("name", "seat", "wanted"), LEGAL)
def test_a_situation_lets_do_what_it_is_about(name: str, seat: int, wanted: list[str]) -> None:
    legal = [str(action) for action in legal_actions(SITUATIONS[name].laid().state, seat)]
    assert [action for action in legal if action in wanted] == wanted


REFUSED = [
    ("passed pung", "3 pung 5m 0", Refusal.NOT_THE_DISCARD),
    ("last discard", "3 kong 5m melded", Refusal.KONG_BREAKS_RESERVE),
    ("would wait for a fifth copy", "0 ting 5z", Refusal.TING_FIFTH_COPY),
    ("would wait for four runs", "0 ting 5z", Refusal.TING_ALL_RUNS),
    ("two wait for it", "3 win", Refusal.WIN_NOT_IN_TING),
    ("one has answered", "2 pass", Refusal.ALREADY_ANSWERED),
    ("ting face up", "2 pung 5z 0", Refusal.TING_TILE_CLOSED),
    ("no kong after a pung", "1 kong 9p concealed", Refusal.KONG_ONLY_AFTER_DRAW),
    ("ting at once", "1 ting 8s", Refusal.TING_FIFTH_COPY),
]


@pytest.mark.parametrize(("name", "action", "refusal"), REFUSED)
def test_a_situation_refuses_what_it_is_about(name: str, action: str, refusal: Refusal) -> None:
    assert why_illegal(SITUATIONS[name].laid().state, parse_action(action)) is refusal


def test_every_situation_says_in_a_sentence_what_is_to_be_seen() -> None:
    told = [situation.description for situation in SITUATIONS.values()]
    assert all(text.endswith(".") and text[0].isupper() and len(text) > 40 for text in told)
    assert len(set(told)) == len(told)


def test_the_page_on_the_kit_has_a_row_for_every_situation() -> None:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `") and " | " in line]
    assert [
        f"| `{each.name}` | {', '.join(each.about)} | {each.description} |"
        for each in SITUATIONS.values()
    ] == [row for row in rows if row.count(" | ") == 2]


def test_the_seat_without_a_way_on_is_not_asked() -> None:
    laid = SITUATIONS["no way on"].laid()
    assert laid.state.players[1].concealed.count(Tile.P9) == 2
    assert laid.state.players[2].river[-1].tile is Tile.P9
    assert isinstance(laid.state.stage, AwaitingTurn)


def test_two_who_wait_for_a_tile_are_ranked_when_it_comes() -> None:
    state = apply(SITUATIONS["two wait for it"].laid().state, parse_action("3 discard 5m"))
    assert isinstance(state.result, WonDeal)
    assert state.result.winner == 1


@pytest.mark.parametrize("suits", ["mp", "mpz", "mmps", ""])
def test_a_situation_takes_the_three_suits_in_any_order_alone(suits: str) -> None:
    with pytest.raises(WishError, match="the suits are 'mps' in any order"):
        SITUATIONS["passed pung"].laid(suits=suits)


def test_a_situation_refuses_bad_rules_and_seats() -> None:
    with pytest.raises(RulesError):
        SITUATIONS["passed pung"].laid(rules=5)  # type: ignore[arg-type]
    with pytest.raises(SeatError):
        SITUATIONS["passed pung"].laid(dealer=4)


def test_situations_are_shuffles_that_a_table_can_deal() -> None:
    laid = SITUATIONS["added kong"].laid(dealer=2)
    shuffle = laid.start.shuffle
    assert Shuffle(shuffle.layout, shuffle.dice, shuffle.dealer_draw) == shuffle
    assert shuffle.dealer_draw == 2
