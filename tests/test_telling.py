"""What the library says in words: the narration of a deal, and what a seat may do and why not."""

from __future__ import annotations

from collections import Counter

import pytest

from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    Discard,
    DrawnDeal,
    GameState,
    Kong,
    KongKind,
    MeldKind,
    Pung,
    Refusal,
    RuleSet,
    SeatError,
    Shuffle,
    Tile,
    WonDeal,
    actors,
    apply,
    deal,
    describe,
    parse_action,
    parse_state,
    step,
    why_illegal,
)
from lisi_mahjong.advice import explain
from lisi_mahjong.narration import Narrator, TileStyle
from lisi_mahjong.players import tidy
from offers import CHOICE, WAITS_FOR_5M, WAITS_FOR_5M_TOO, every_action, offered
from playouts import states
from support import play, position

SETS = ["888s<0", "777s<0"]
READY = "{1z55p4m}5m12s"
"""Beside `SETS`, and with 3s, waits for 3m and 6m once 1z has gone."""
IN_TING = "{55p4m}5m123s"


def tell(state: GameState, *actions: str, style: TileStyle = TileStyle.TEXT) -> list[str]:
    """Return the lines that are told of some actions, their columns joined by one space."""
    narrator = Narrator(state, style)
    lines = []
    for action in actions:
        taken = step(state, parse_action(action))
        lines += [" ".join(line.split()) for line in narrator.tell(taken.events)]
        state = taken.state
    return lines


# --- narration ----------------------------------------------------------------------------


def test_a_pung_and_a_discard_are_told() -> None:
    state = position({0: "{1234z}123m55p1899s", 1: "{5m12m3p}5m1234789s5z"}, drawn="5m", draws="9p")
    assert tell(state, "0 discard 5m", "1 pung 5m 1", "1 discard 5z") == [
        "1 seat 0 discards 5m {1234z} 123m55p1899s",
        "2 seat 1 pungs 碰 555m from 0 {12m3p} 1234789s5z [碰 555m from 0]",
        "3 seat 1 discards 5z {12m3p} 1234789s [碰 555m from 0]",
    ]


def test_kongs_of_ones_own_turn_are_told_with_their_replacements() -> None:
    state = position({0: "{1234z}555m899s"}, drawn="5m", melds={0: ["777p<2"]}, replacements="7p9m")
    sets = "[补杠 7777p from 2] [暗杠 5555m]"
    assert tell(state, "0 kong 5m concealed", "0 kong 7p added", "0 discard 9m") == [
        "1 seat 0 makes a concealed kong 暗杠 of 5m {1234z} 899s [碰 777p from 2] [暗杠 5555m]",
        f"2 seat 0 draws the replacement 7p, makes an added kong 补杠 of 7p {{1234z}} 899s {sets}",
        f"3 seat 0 draws the replacement 9m, discards 9m {{1234z}} 899s {sets}",
    ]


def test_a_melded_kong_is_told() -> None:
    state = position({0: "{1234z}123m55p1899s", 1: "{5m12m3p}55m123489s5z"}, drawn="5m")
    assert tell(state, "0 discard 5m", "1 kong 5m melded")[1] == (
        "2 seat 1 makes a melded kong 明杠 of 5m {12m3p} 123489s5z [明杠 5555m from 0]"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "face down"),
        (" up", "face up"),
        (" wall", "face down on the wall 上架"),
        (" up wall", "face up on the wall 上架"),
    ],
)
def test_ting_is_told_with_where_the_tile_lies(words: str, told: str) -> None:
    rules = RuleSet(open_ting=True, ting_on_wall=True)
    state = position({1: READY}, turn=1, drawn="3s", melds={1: SETS}, rules=rules)
    assert tell(state, f"1 ting 1z{words}")[0] == (
        f"1 seat 1 declares ting 报听, 1z {told} {{4m55p}} 5m123s [碰 888s from 0] [碰 777s from 0]"
    )


def test_a_self_draw_is_told() -> None:
    state = position({1: IN_TING}, melds={1: SETS}, ting={1: "1z"}, draws="6m", drawn="9p")
    assert tell(state, "0 discard 9p")[1:] == [
        "seat 1 draws 6m",
        "",
        "Seat 1 wins by self-draw 自摸 with 6m.",
        "{4m55p} 56m123s [碰 888s from 0] [碰 777s from 0]",
        "read as 456m 123s 55p, completing 456m: 2 of 4 sets triplets; no tags; 1 point",
    ]


def test_a_discard_win_is_told_with_every_reading() -> None:
    state = position(
        {1: "{11m22m}344m"},
        melds={1: ["999p<0", "111z<0"]},
        ting={1: "7z"},
        drawn="3m",
    )
    lines = tell(state, "0 discard 3m")
    assert lines[2] == "Seat 1 wins on the discard of seat 0 放铳 with 3m."
    assert lines[4:] == [
        (
            "read as 234m 234m 11m, completing 234m: 2 of 4 sets triplets;"
            " One Voided Suit 缺门, Closed Wait 砍张; 3 points"
        ),
        (
            "or as 123m 123m 44m, completing 123m: 2 of 4 sets triplets;"
            " One Voided Suit 缺门, Edge Wait 边张; 3 points"
        ),
    ]


def test_a_robbed_kong_is_told() -> None:
    state = position(
        {0: "{1234z}189s199p", 1: IN_TING},
        melds={0: ["666m<2"], 1: SETS},
        ting={1: "6z"},
        drawn="6m",
        rules=RuleSet(robbing_kong=True),
    )
    lines = tell(state, "0 kong 6m added")
    assert lines[0] == "1 seat 0 shows the fourth 6m of a pung {1234z} 6m199p189s [碰 666m from 2]"
    assert lines[2] == "Seat 1 wins by robbing the kong 抢杠 of seat 0 with 6m."


def test_a_drawn_deal_is_told() -> None:
    state = position({0: "{1234z}123m55p1899s"}, drawn="9p", remaining=14)
    assert tell(state, "0 discard 9p")[1:] == [
        "",
        "Nobody wins: no tile can be drawn any more, the deal is drawn 荒庄.",
    ]


def test_the_narrator_loses_no_tile_of_any_hand() -> None:
    for seed in range(30):
        state = deal(Shuffle.from_seed(seed), rules=RuleSet.taiyuan())
        narrator = Narrator(state)
        assert len(list(narrator.opening())) == 7
        while to_decide := actors(state):
            taken = step(state, tidy(state, to_decide[0]))
            state = taken.state
            list(narrator.tell(taken.events))
        winner = state.result.winner if isinstance(state.result, WonDeal) else None
        for seat, player in enumerate(state.players):
            standing, _, rest = narrator.hand(seat)[1:].partition("}")
            told = [*standing, *rest.split("[")[0]]
            held = len(player.concealed)
            if (
                seat == winner
                and isinstance(state.result, WonDeal)
                and state.result.loser is not None
            ):
                held -= 1  # the narrator leaves the winning tile where it lay
            assert sum(char.isdigit() for char in told) == held


# --- what a seat may do -------------------------------------------------------------------


def test_a_turn_is_explained_with_why_standing_tiles_are_closed() -> None:
    """What may be discarded, the declarations, the kongs, and the reason for each other tile."""
    state = position({1: READY}, turn=1, drawn="3s", melds={1: SETS})
    assert explain(state, 1).splitlines() == [
        "seat 1 may declare ting with 1z or discard 5m123s",
        "not discard 4m5p1z: a standing tile is discarded only to declare ting (STAND-1)",
        "not declare ting with 4m5p: without that tile the hand waits for nothing (TING-1)",
    ]
    assert explain(state, 1, chinese=True).splitlines() == [
        "座位1可以用东报听、打五万一条二条三条",
        "不能打四万五筒东：立牌只有报听时才能打出（STAND-1）",
        "不能用四万五筒报听：打出这张后没有听口（TING-1）",
    ]


@pytest.mark.case(143)
def test_case_143_ten_loose_tiles_and_four_standing_honours() -> None:
    state = position({0: "{1234z}555m12389s9p"}, drawn="5m")
    first, *closed = explain(state, 0).splitlines()
    assert first == "seat 0 may make a concealed kong of 5m or discard 5m9p12389s"
    assert closed == [
        "not discard 1234z: a standing tile is discarded only to declare ting (STAND-1)",
        "not declare ting with 1234z: without that tile the hand waits for nothing (TING-1)",
    ]


def test_a_claim_is_explained() -> None:
    state = position({0: "{1234z}123m55p1899s", 1: "{5m12m3p}55m123489s5z"}, drawn="5m")
    state = play(state, "0 discard 5m")
    assert explain(state, 1) == (
        "seat 1 may make a melded kong of 5m or pung 5m with 0 standing tiles"
        " or pung 5m with 1 standing tile or pass"
    )
    assert explain(state, 1, chinese=True) == (
        "座位1可以明杠五万、碰五万（用0张立牌）、碰五万（用1张立牌）、过"
    )
    assert explain(state, 2) == "seat 2 is not asked"
    assert explain(state, 2, chinese=True) == "座位2无需表态"


# Each with the last of the lines, those about pungs and kongs.
CLOSED = {
    "a kong at the reserve": (
        "stage=turn:0:6s remaining=15 hand0={1234z}5555m..",
        0,
        (
            "not make a concealed kong of 5m: after the replacement the wall would hold less than"
            " its reserve (WALL-7)"
        ),
        "不能暗杠五万：补牌后剩牌不足留墩，不能杠（WALL-7）",
    ),
    "concealed and added kongs at the reserve": (
        "stage=turn:0:6s remaining=15 hand0={6p234z}5555m.. melds0=666p<1",
        0,
        (
            "not make a concealed kong of 5m or make an added kong of 6p: after the replacement the"
            " wall would hold less than its reserve (WALL-7)"
        ),
        "不能暗杠五万、补杠六筒：补牌后剩牌不足留墩，不能杠（WALL-7）",
    ),
    "an added kong of the last standing tile": (
        "stage=turn:1:9p hand1={5m}1p.. melds1=555m<0,111z<0,222z<0",
        1,
        (
            "not make an added kong of 5m: a pung or kong must leave at least one standing tile"
            " (STAND-3)"
        ),
        "不能补杠五万：碰杠后至少要留一张立牌（STAND-3）",
    ),
    "a kong after a pung": (
        "stage=turn:0 hand0={1234z}5555m.. melds0=111s<3",
        0,
        (
            "not make a concealed kong of 5m: an added or concealed kong is made only on one's own"
            " turn after a draw (KONG-5)"
        ),
        "不能暗杠五万：补杠、暗杠只能在自己摸牌之后（KONG-5）",
    ),
    "a melded kong, and a pung, of the last standing tiles": (
        "stage=offer:0:5m hand1={55m}5m.. melds1=111z<0,222z<0",
        1,
        (
            "not make a melded kong of 5m: a pung or kong must leave at least one standing tile"
            " (STAND-3)\n"
            "not pung 5m with 2 standing tiles: a pung or kong must leave at least one standing"
            " tile (STAND-3)"
        ),
        (
            "不能明杠五万：碰杠后至少要留一张立牌（STAND-3）\n"
            "不能碰五万（用2张立牌）：碰杠后至少要留一张立牌（STAND-3）"
        ),
    ),
    "a lock, of a seat that is not asked": (
        (
            "rules=-forced_win stage=offer:0:5m remaining=20 hand1={5m1z2z3z}5m.. locks1=5m"
            " hand2={9m9m4m}6m777p888s999s river2=..1z*"
        ),
        1,
        (
            "seat 1 is not asked\n"
            "not pung 5m with 1 standing tile: this seat passed a pung of this kind and has drawn"
            " no tile since (CLAIM-3)"
        ),
        "座位1无需表态\n不能碰五万（用1张立牌）：刚才过碰，自己摸牌前不能再碰这张（CLAIM-3）",
    ),
    "a pair of a seat in ting": (
        (
            "rules=-forced_win stage=offer:0:5m remaining=20 hand1={55m1p}2p111222333z river1=..4z*"
            " hand2={9m9m4m}6m777p888s999s river2=..1z*"
        ),
        1,
        (
            "seat 1 is not asked\n"
            "not pung 5m with 2 standing tiles: a seat in ting makes no pung and no kong of a"
            " discard (CLAIM-5)"
        ),
        "座位1无需表态\n不能碰五万（用2张立牌）：听牌后不能碰杠（CLAIM-5）",
    ),
}


@pytest.mark.rule("STAND-3", "WALL-7", "KONG-5", "CLAIM-3", "CLAIM-5", refuses=True)
@pytest.mark.parametrize(("text", "seat", "english", "chinese"), CLOSED.values(), ids=CLOSED)
def test_a_set_that_is_closed_is_explained(
    text: str, seat: int, english: str, chinese: str
) -> None:
    state = parse_state(f"lisi1 {text}")
    assert explain(state, seat).endswith(f"\n{english}" if "\n" not in english else english)
    assert explain(state, seat, chinese=True).endswith(chinese)


@pytest.mark.rule("WIN-3", refuses=True)
def test_a_win_that_is_barred_is_explained() -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO}
    state = offered("5m", hands, ting={1: "4z", 2: "4z"}, barred=[1], rules=CHOICE)
    assert explain(state, 1).splitlines() == [
        "seat 1 is not asked",
        "not win: this seat let a winning discard go and wins no more in this deal (WIN-3)",
    ]
    assert explain(state, 1, chinese=True).splitlines() == [
        "座位1无需表态",
        "不能胡牌：放过胡牌后本局不能再胡（WIN-3）",
    ]
    assert explain(state, 2) == "seat 2 may win or pass"


def there(state: GameState, action: Pung | Kong) -> bool:
    """Return whether a seat has the tiles for a set that could be made of what lies there now."""
    stage, seat, tile = state.stage, action.seat, action.tile
    player = state.players[seat]
    standing, loose = player.standing.count(tile), player.loose.count(tile)
    if isinstance(stage, AwaitingTurn):
        if stage.seat != seat or not isinstance(action, Kong):
            return False
        pungs = [meld.tile for meld in player.melds if meld.kind is MeldKind.PUNG]
        added = tile in pungs and standing + loose == 1
        return {KongKind.CONCEALED: standing + loose == 4, KongKind.ADDED: added}.get(
            action.kind, False
        )
    if not isinstance(stage, AwaitingClaims) or tile is not stage.tile or seat == stage.discarder:
        return False
    if stage.answers[seat] is not None:
        return False
    if isinstance(action, Kong):
        return action.kind is KongKind.MELDED and standing + loose == 3
    return standing >= action.standing and loose >= 2 - action.standing


SETS_IN_WORDS = [
    (action, describe(action))
    for seat in range(4)
    for action in every_action(seat)
    if isinstance(action, Pung | Kong)
]


def test_every_set_that_is_refused_although_the_tiles_are_there_is_explained() -> None:
    """With its reason; and no other set is."""
    told: Counter[Refusal] = Counter()
    for state in states(range(7000, 7020)):
        closed = [
            [line for line in explain(state, seat).splitlines() if line.startswith("not ")]
            for seat in range(4)
        ]
        for action, words in SETS_IN_WORDS:
            named = [line for line in closed[action.seat] if words in line]
            refusal = why_illegal(state, action) if there(state, action) else None
            if refusal is None:
                assert not named
            else:
                told[refusal] += 1
                assert [refusal.en in line for line in named] == [True]
    assert {
        Refusal.NO_STANDING_LEFT,
        Refusal.KONG_BREAKS_RESERVE,
        Refusal.KONG_ONLY_AFTER_DRAW,
        Refusal.TING_TAKES_NO_SET,
    } <= {*told}


def test_a_seat_that_has_answered_and_the_end_are_explained() -> None:
    rules = RuleSet(forced_win=False)
    state = position(
        {0: "{1234z}123m55p1899s", 1: IN_TING, 2: "{6m3z7z9p}6m147m149s28p"},
        melds={1: SETS},
        ting={1: "1z"},
        drawn="6m",
        rules=rules,
    )
    waiting = play(state, "0 discard 6m", "2 pass")
    assert explain(waiting, 2) == "seat 2 has answered"
    assert explain(waiting, 2, chinese=True) == "座位2已表态"
    ended = play(waiting, "1 win")
    assert explain(ended, 2) == "the deal has ended"
    assert explain(ended, 2, chinese=True) == "本局已经结束"


def test_a_win_to_choose_is_explained() -> None:
    rules = RuleSet(forced_win=False)
    state = position(
        {1: IN_TING}, melds={1: SETS}, ting={1: "1z"}, draws="6m", drawn="9p", rules=rules
    )
    asked = play(state, "0 discard 9p")
    assert explain(asked, 1).splitlines()[0] == "seat 1 may win or discard 6m"


# --- the built-in player ------------------------------------------------------------------


def test_the_tidy_player_wins_what_it_can() -> None:
    rules = RuleSet(forced_win=False)
    state = position(
        {1: IN_TING}, melds={1: SETS}, ting={1: "1z"}, draws="6m", drawn="9p", rules=rules
    )
    assert str(tidy(play(state, "0 discard 9p"), 1)) == "1 win"


def test_the_tidy_player_declares_ting_with_the_most_waits() -> None:
    # Without 8p it waits for the 8p alone; without 4m it waits for 4m and 7m.
    state = position({1: "{4m8p}56m"}, turn=1, drawn="8p", melds={1: [*SETS, "333p<0"]})
    assert str(tidy(state, 1)) == "1 ting 4m"


def test_the_tidy_player_wants_to_be_asked() -> None:
    state = deal(Shuffle.from_seed(1))
    with pytest.raises(SeatError, match=r"one of those asked, \(0,\), not 1"):
        tidy(state, 1)


def test_tidy_players_win_more_often_than_not() -> None:
    wins = 0
    for seed in range(60):
        state = deal(Shuffle.from_seed(seed), dealer=seed % 4)
        while to_decide := actors(state):
            state = apply(state, tidy(state, to_decide[0]))
        wins += not isinstance(state.result, DrawnDeal)
    assert wins > 40


def test_the_tidy_player_wins_on_a_discard() -> None:
    rules = RuleSet(forced_win=False)
    state = position(
        {0: "{1234z}123m55p1899s", 1: IN_TING},
        melds={1: SETS},
        ting={1: "1z"},
        drawn="6m",
        rules=rules,
    )
    assert str(tidy(play(state, Discard(0, Tile.M6)), 1)) == "1 win"
