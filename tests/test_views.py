"""What a seat sees and what it does not: VIEW-1, VIEW-2 and VIEW-3 by positions laid by hand."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from lisi_mahjong import (
    DeclaredTing,
    Discarded,
    DrawnDeal,
    Drew,
    FaceDownKong,
    FaceDownTile,
    FaceDownTing,
    Finished,
    GameState,
    MadeKong,
    Meld,
    MeldKind,
    OpenHand,
    RiverTile,
    RulesError,
    RuleSet,
    SeatView,
    SeenClaims,
    SeenPlayer,
    SeenTurn,
    Tile,
    Ting,
    WonDeal,
    follow,
    format_tiles,
    parse_action,
    parse_state,
    seen_events,
    step,
    view,
)
from offers import (
    CHOICE,
    PAIR_OF_5M,
    ROBBING,
    ROBBING_BY_CHOICE,
    SCATTERED,
    WAITS_FOR_5M,
    WAITS_FOR_5M_TOO,
    offered,
)
from sights import VIEWERS, Viewer, wall_tiles
from support import WRITTEN, play, position

each_viewer = pytest.mark.parametrize("viewer", VIEWERS, ids=str)


def table(rules: RuleSet = CHOICE) -> GameState:
    """Return a turn of seat 0 at a table with a bit of everything; seat 2 is in ting, and barred.

    Seat 2 has discarded 5m, which seat 0 took, and then 6z for ting; seat 3 has discarded since.
    """
    return position(
        {
            0: "{1234z}19m1p",
            1: "{1z4m4p4s}28m25899p36s",
            2: "{777p}222m333p6678s",
            3: "{567z9p}1389m46p178s",
        },
        drawn="7z",
        melds={0: ["555m<2", "(9999s)"]},
        ting={2: "6z"},
        rivers={0: "6m", 1: "66m9p", 3: "6m"},
        locks={1: "5m", 3: "6m"},
        barred=[2],
        remaining=76,
        rules=rules,
    )


PUNG = Meld(MeldKind.PUNG, Tile.M5, 2)
KONG = Meld(MeldKind.CONCEALED_KONG, Tile.S9)
RIVER_OF_1 = (RiverTile(Tile.M6), RiverTile(Tile.M6), RiverTile(Tile.P9))
TAKEN = RiverTile(Tile.M5, 0)
DECLARED = RiverTile(Tile.GREEN, None, ting=True)
SINCE = (1, 3, 2, 0)


def hand(state: GameState, seat: int) -> OpenHand:
    """Return the tiles in a seat's hand as they are shown to whoever may see them."""
    player = state.players[seat]
    return OpenHand(player.standing, player.loose)


# --- VIEW-1: what is seen -----------------------------------------------------------------


@pytest.mark.rule("VIEW-1", "VIEW-2")
def test_a_view_has_just_what_its_seat_may_know() -> None:
    state = table()
    assert view(state, 1) == SeatView(
        viewer=1,
        rules=CHOICE,
        dealer=0,
        dice=state.shuffle.dice,
        players=(
            SeenPlayer(4, 4, (PUNG, FaceDownKong()), (RiverTile(Tile.M6),), None, (), None),
            SeenPlayer(4, 9, (), RIVER_OF_1, None, (), hand(state, 1)),
            SeenPlayer(3, 10, (), (TAKEN, FaceDownTile()), FaceDownTing(), SINCE, None),
            SeenPlayer(4, 9, (), (RiverTile(Tile.M6),), None, (), None),
        ),
        stage=SeenTurn(0, after_draw=True, drawn=None),
        kongs=1,
        remaining=76,
        pung_locks=(Tile.M5,),
        win_barred=False,
    )


@pytest.mark.rule("VIEW-1")
@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_its_own_tiles_and_which_of_them_stand(seat: int) -> None:
    state = table()
    player = state.players[seat]
    seen = view(state, seat).players[seat]
    assert seen.hand == OpenHand(player.standing, player.loose)
    assert (seen.standing_count, seen.loose_count) == (len(player.standing), len(player.loose))
    assert (seen.melds, seen.river, seen.ting) == (player.melds, player.river, player.ting)


@pytest.mark.rule("VIEW-1")
def test_a_seat_sees_which_of_its_tiles_it_has_just_drawn() -> None:
    assert view(table(), 0).stage == SeenTurn(0, after_draw=True, drawn=Tile.RED)


@pytest.mark.rule("VIEW-1")
@each_viewer
def test_all_see_pungs_and_kongs_and_who_took_what_from_whom(viewer: Viewer) -> None:
    melds = {0: ["1111p<3"], 2: ["222p<1", "3333s+<0"]}
    state = position({}, drawn="9m", melds=melds)
    seen = view(state, viewer).players
    assert seen[0].melds == (Meld(MeldKind.MELDED_KONG, Tile.P1, 3),)
    assert seen[2].melds == (
        Meld(MeldKind.PUNG, Tile.P2, 1),
        Meld(MeldKind.ADDED_KONG, Tile.S3, 0),
    )
    takers = [[entry.taken_by for entry in seen[seat].river if entry.taken_by] for seat in range(4)]
    assert takers == [[2], [2], [], []]
    assert seen[3].river[-1] == RiverTile(Tile.P1, 0)


@pytest.mark.rule("VIEW-1")
@each_viewer
def test_all_see_all_discards_in_order(viewer: Viewer) -> None:
    state = position({}, drawn="9m", rivers={1: "9p1m7z1m", 2: "3s"})
    seen = view(state, viewer).players
    for player, shown in zip(state.players, seen, strict=True):
        assert shown.river == player.river
    assert [entry.tile for entry in seen[1].river][-4:] == [Tile.P9, Tile.M1, Tile.RED, Tile.M1]


@pytest.mark.rule("VIEW-1")
@each_viewer
def test_all_see_how_many_standing_and_loose_tiles_each_seat_has(viewer: Viewer) -> None:
    seen = view(table(), viewer).players
    assert [player.standing_count for player in seen] == [4, 4, 3, 4]
    assert [player.loose_count for player in seen] == [4, 9, 10, 9]


@pytest.mark.rule("VIEW-1")
@pytest.mark.parametrize(
    ("kongs", "kept", "drawable"), [(0, 14, 46), (1, 15, 45), (2, 16, 44), (3, 19, 41)]
)
@each_viewer
def test_all_see_how_many_tiles_are_left_and_the_reserve(
    kongs: int, kept: int, drawable: int, viewer: Viewer
) -> None:
    melds = {2: ["(1111p)", "2222p<1", "3333s+<0"][:kongs]}
    seen = view(position({}, drawn="9m", melds=melds), viewer)
    assert (seen.kongs, seen.remaining, seen.reserve, seen.drawable) == (kongs, 60, kept, drawable)


def test_no_tile_can_be_drawn_once_the_wall_is_at_its_reserve() -> None:
    seen = view(position({}, drawn="9m", remaining=14), 0)
    assert (seen.remaining, seen.reserve, seen.drawable) == (14, 14, 0)
    nothing_kept = attrs.evolve(seen, rules=RuleSet(reserved_stacks=0))
    assert (nothing_kept.reserve, nothing_kept.drawable) == (0, 14)
    assert attrs.evolve(seen, remaining=3).drawable == 0


@pytest.mark.rule("VIEW-1")
@each_viewer
def test_all_see_dice_dealer_and_rules(viewer: Viewer) -> None:
    rules = RuleSet.taiyuan()
    state = position({}, drawn="9m", dealer=3, rules=rules)
    seen = view(state, viewer)
    assert (seen.dice, seen.dealer, seen.rules) == (state.shuffle.dice, 3, rules)


@pytest.mark.rule("VIEW-1")
@each_viewer
def test_all_see_who_is_in_ting_and_since_when(viewer: Viewer) -> None:
    seen = view(table(), viewer)
    assert [player.ting is not None for player in seen.players] == [False, False, True, False]
    assert [player.ting_since for player in seen.players] == [(), (), SINCE, ()]
    assert seen.thrown_since_ting(2) == ((), (), (), (RiverTile(Tile.M6),))
    assert seen.thrown_since_ting(0) == ()


@pytest.mark.rule("VIEW-1")
def test_a_seat_knows_its_own_lock_and_its_own_bar() -> None:
    state = table()
    assert [view(state, seat).pung_locks for seat in range(4)] == [(), (Tile.M5,), (), (Tile.M6,)]
    assert [view(state, seat).win_barred for seat in range(4)] == [False, False, True, False]


# --- VIEW-2: what is not seen -------------------------------------------------------------


@pytest.mark.rule("VIEW-2")
@each_viewer
def test_nobody_sees_the_tiles_in_hand_of_others(viewer: Viewer) -> None:
    seen = view(table(), viewer)
    assert [player.hand is None for player in seen.players] == [seat != viewer for seat in range(4)]


@pytest.mark.rule("VIEW-2")
@pytest.mark.parametrize("viewer", [1, 2, 3, None], ids=str)
def test_nobody_else_sees_what_a_seat_has_drawn(viewer: Viewer) -> None:
    assert view(table(), viewer).stage == SeenTurn(0, after_draw=True, drawn=None)


@each_viewer
def test_a_turn_after_a_pung_is_told_from_one_after_a_draw(viewer: Viewer) -> None:
    state = play(offered("5m", {1: PAIR_OF_5M}), "1 pung 5m 0")
    assert view(state, viewer).stage == SeenTurn(1, after_draw=False, drawn=None)


@pytest.mark.rule("VIEW-2", "TING-3")
@each_viewer
def test_only_its_owner_sees_what_a_face_down_ting_tile_is(viewer: Viewer) -> None:
    seen = view(table(), viewer).players[2]
    if viewer == 2:
        assert (seen.river, seen.ting) == ((TAKEN, DECLARED), Ting(Tile.GREEN))
    else:
        assert (seen.river, seen.ting) == ((TAKEN, FaceDownTile()), FaceDownTing())


def test_what_lies_face_down_answers_like_what_it_hides() -> None:
    tile, ting, kong = FaceDownTile(), FaceDownTing(on_wall=True), FaceDownKong()
    assert (tile.tile, tile.taken_by, tile.ting) == (None, None, True)
    assert (ting.tile, ting.face_up, ting.on_wall) == (None, False, True)
    assert (kong.kind, kong.tile, kong.from_seat) == (MeldKind.CONCEALED_KONG, None, None)


READY = "{1z2p3p6s}777m345m888p"
"""With one more 6s, ting by 1z waits for 1p and 4p."""


@pytest.mark.rule("VIEW-1", "VIEW-2", "TING-3", "TING-4")
@pytest.mark.parametrize(("way", "on_wall"), [("", False), (" wall", True)])
@pytest.mark.parametrize("viewer", [1, 2, 3, None], ids=str)
def test_all_see_where_a_face_down_ting_tile_lies_and_not_what_it_is(
    way: str, on_wall: bool, viewer: Viewer
) -> None:
    rules = RuleSet(open_ting=True, ting_on_wall=True)
    state = play(position({0: READY}, drawn="6s", remaining=83, rules=rules), f"0 ting 1z{way}")
    seen = view(state, viewer).players[0]
    assert (seen.river, seen.ting) == ((FaceDownTile(),), FaceDownTing(on_wall))


@pytest.mark.rule("VIEW-1", "TING-3", "TING-4")
@pytest.mark.parametrize(("way", "on_wall"), [(" up", False), (" up wall", True)])
@each_viewer
def test_all_see_a_ting_tile_that_lies_face_up(way: str, on_wall: bool, viewer: Viewer) -> None:
    rules = RuleSet(open_ting=True, ting_on_wall=True)
    state = play(position({0: READY}, drawn="6s", remaining=83, rules=rules), f"0 ting 1z{way}")
    seen = view(state, viewer).players[0]
    assert seen.river == (RiverTile(Tile.EAST, None, ting=True),)
    assert seen.ting == Ting(Tile.EAST, face_up=True, on_wall=on_wall)
    assert (seen.standing_count, seen.ting_since) == (3, (1, 0, 0, 0))


@pytest.mark.rule("VIEW-2")
@each_viewer
def test_only_its_owner_sees_the_kind_of_a_concealed_kong(viewer: Viewer) -> None:
    seen = view(table(), viewer).players[0]
    assert seen.melds == (PUNG, KONG if viewer == 0 else FaceDownKong())


@pytest.mark.rule("VIEW-2")
@each_viewer
def test_all_see_the_kind_of_a_concealed_kong_under_the_option(viewer: Viewer) -> None:
    state = table(RuleSet(show_concealed_kongs=True))
    assert view(state, viewer).players[0].melds == (PUNG, KONG)


@pytest.mark.rule("VIEW-2", refuses=True)
@pytest.mark.parametrize("value", [None, 0, 1, "yes"])
def test_the_option_is_on_or_off(value: object) -> None:
    with pytest.raises(RulesError) as caught:
        RuleSet.from_options({"show_concealed_kongs": value})
    assert (caught.value.option, caught.value.rule) == ("show_concealed_kongs", "VIEW-2")


SETS = ["888s<0", "777s<0"]
IN_TING = "lisi1 {} stage=turn:0:9s hand0={{1z..}}9s.. hand1={{2p3p6s}}777m345m6s melds1=888p<3"
IN_TING += " river1=..1z* wall={}.."


@pytest.mark.rule("TING-6", "KONG-4", "TING-1", "WIN-2")
@pytest.mark.parametrize(
    ("state", "action", "seat", "told"),
    [
        (
            position({1: "{1z55p4m}5m12s"}, turn=1, drawn="3s", melds={1: SETS}),
            "1 ting 1z",
            1,
            [DeclaredTing],
        ),
        (
            position({0: "{1234z}555m12389s9p"}, drawn="5m"),
            "0 kong 5m concealed",
            0,
            [MadeKong],
        ),
        (parse_state(IN_TING.format("", "9m")), "0 discard 9s", 1, [Discarded, Drew]),
        (parse_state(IN_TING.format("", "1p")), "0 discard 9s", 1, [Discarded, Drew]),
        (
            parse_state(IN_TING.format("rules=-forced_win", "9m")),
            "0 discard 9s",
            1,
            [Discarded, Drew],
        ),
    ],
    ids=["declared", "a kong without its replacement", "drawn", "drawn and won", "by choice"],
)
def test_a_view_on_its_way_through_a_step_lists_nothing(
    state: GameState, action: str, seat: int, told: list[type]
) -> None:
    events = seen_events(step(state, parse_action(action)), seat)
    assert [type(event) for event in events[: len(told)]] == told
    assert len(events) > len(told)
    assert follow(view(state, seat), events[: len(told)]).legal_actions == ()


@pytest.mark.rule("WIN-2", "WIN-3")
def test_a_seat_in_ting_lists_the_win_that_it_may_choose() -> None:
    state = parse_state(IN_TING.format("rules=-forced_win", "1p"))
    drawn = step(state, parse_action("0 discard 9s"))
    seen = follow(view(state, 1), seen_events(drawn, 1))
    assert [str(action) for action in seen.legal_actions] == ["1 win", "1 discard 1p"]


@pytest.mark.rule("VIEW-2")
@each_viewer
def test_nobody_sees_the_locks_and_the_bars_of_others(viewer: Viewer) -> None:
    state = table()
    free = [attrs.evolve(player, lock_set=0, win_barred=False) for player in state.players]
    if viewer is not None:
        free[viewer] = state.players[viewer]
    one, two, three, four = free
    assert view(state, viewer) == view(attrs.evolve(state, players=(one, two, three, four)), viewer)


@pytest.mark.rule("VIEW-2")
def test_a_spectator_has_no_lock_and_no_bar() -> None:
    seen = view(table(), None)
    assert (seen.viewer, seen.pung_locks, seen.win_barred) == (None, (), False)


@pytest.mark.rule("VIEW-1", "VIEW-2", "CLAIM-6")
@pytest.mark.parametrize("answers", [(), ("2 win",), ("3 pass",), ("3 pung 5m 0", "2 pass")])
@each_viewer
def test_everybody_knows_of_oneself_alone_who_is_asked_and_what_is_answered(
    answers: tuple[str, ...], viewer: Viewer
) -> None:
    hands = {1: WAITS_FOR_5M, 2: WAITS_FOR_5M_TOO, 3: "{3456z}55m147p268s9m"}
    state = play(offered("5m", hands, ting={1: "1z", 2: "2z"}, rules=CHOICE), *answers)
    own = next((parse_action(text) for text in answers if text[0] == str(viewer)), None)
    assert view(state, viewer).stage == SeenClaims(
        0, Tile.M5, robbing=False, asked=viewer in {1, 2, 3}, answer=own
    )


# --- an added kong that may be robbed -----------------------------------------------------


def announced() -> GameState:
    """Return the moment when seat 1 has shown the fourth 5m, for which seat 3 waits."""
    state = position(
        {1: "{1234z}147p2s79m", 3: WAITS_FOR_5M},
        turn=1,
        drawn="5m",
        melds={1: ["555m<0"]},
        ting={3: "4z"},
        rules=ROBBING_BY_CHOICE,
    )
    return play(state, "1 kong 5m added")


@pytest.mark.rule("VIEW-1", "KONG-7", "KONG-8")
@each_viewer
def test_all_see_the_tile_of_a_kong_that_may_be_robbed(viewer: Viewer) -> None:
    seen = view(announced(), viewer)
    asked = viewer == 3
    assert seen.stage == SeenClaims(1, Tile.M5, robbing=True, asked=asked, answer=None)
    assert (seen.kongs, seen.remaining, seen.unseen[Tile.M5]) == (0, 60, 0)
    maker = seen.players[1]
    assert maker.melds == (Meld(MeldKind.PUNG, Tile.M5, 0),)
    assert (maker.standing_count, maker.loose_count) == (4, 7)


# --- VIEW-3: after the end ----------------------------------------------------------------

LAID = {2: ["(8888s)"]}
"""A concealed kong of a seat that neither wins nor loses."""


def discard_win() -> GameState:
    return offered("5m", {0: SCATTERED, 1: WAITS_FOR_5M}, melds=LAID, ting={1: "7z"})


def self_draw() -> GameState:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    state = position(hands, drawn="9p", draws="5m", melds=LAID, ting={1: "7z"})
    return play(state, "0 discard 9p")


def robbed_kong() -> GameState:
    hands = {1: "{1234z}147p2s79m", 3: WAITS_FOR_5M}
    melds = LAID | {1: ["555m<0"]}
    state = position(hands, turn=1, drawn="5m", melds=melds, ting={3: "4z"}, rules=ROBBING)
    return play(state, "1 kong 5m added")


def drawn_deal() -> GameState:
    hands = {0: SCATTERED, 1: WAITS_FOR_5M}
    state = position(hands, drawn="9p", melds=LAID, ting={1: "7z"}, remaining=15)
    return play(state, "0 discard 9p")


ENDINGS: dict[str, Callable[[], GameState]] = {
    "discard win": discard_win,
    "self-draw": self_draw,
    "robbed kong": robbed_kong,
    "drawn deal": drawn_deal,
}
each_ending = pytest.mark.parametrize("ending", ENDINGS)


def test_the_endings_are_what_they_are_called() -> None:
    results = [make().result for make in ENDINGS.values()]
    told = [
        (result.winner, result.loser, result.robbed_kong) if isinstance(result, WonDeal) else None
        for result in results
    ]
    assert told == [(1, 0, False), (1, None, False), (3, 1, True), None]


@pytest.mark.rule("VIEW-3")
@each_ending
@each_viewer
def test_after_the_end_hands_ting_tiles_and_kongs_are_open_to_all(
    ending: str, viewer: Viewer
) -> None:
    state = ENDINGS[ending]()
    seen = view(state, viewer)
    for seat, (player, shown) in enumerate(zip(state.players, seen.players, strict=True)):
        assert shown.hand == hand(state, seat)
        assert (shown.standing_count, shown.loose_count) == (
            len(player.standing),
            len(player.loose),
        )
        assert (shown.melds, shown.river, shown.ting) == (player.melds, player.river, player.ting)
    assert seen.players[2].melds == (Meld(MeldKind.CONCEALED_KONG, Tile.S8),)


@pytest.mark.rule("VIEW-1", "VIEW-3")
@each_ending
@each_viewer
def test_after_the_end_all_see_how_the_deal_ended(ending: str, viewer: Viewer) -> None:
    state = ENDINGS[ending]()
    seen = view(state, viewer)
    assert seen.stage == state.stage
    assert seen.result == state.result
    assert (state.result == DrawnDeal()) is (ending == "drawn deal")
    assert seen.legal_actions == ()


@pytest.mark.rule("VIEW-3")
@each_ending
@each_viewer
def test_after_the_end_just_the_wall_is_unseen(ending: str, viewer: Viewer) -> None:
    state = ENDINGS[ending]()
    wall = wall_tiles(state)
    assert view(state, viewer).unseen == tuple(wall.count(tile) for tile in Tile)


@pytest.mark.rule("VIEW-3")
def test_after_a_discard_win_all_see_the_winning_hand_and_what_it_took() -> None:
    seen = view(discard_win(), None)
    assert seen.players[1].hand == OpenHand((Tile.EAST,) * 3, hand(discard_win(), 1).loose)
    assert format_tiles(hand(discard_win(), 1).loose) == "456m222p33399s"
    assert seen.players[0].river[-1] == RiverTile(Tile.M5, 1)
    assert seen.players[1].ting == Ting(Tile.RED)


@pytest.mark.rule("VIEW-3", "KONG-7")
def test_after_a_robbed_kong_the_pung_is_left_and_the_tile_is_the_winners() -> None:
    seen = view(robbed_kong(), 0).players
    assert seen[1].melds == (Meld(MeldKind.PUNG, Tile.M5, 0),)
    loser, winner = seen[1].hand, seen[3].hand
    assert loser is not None
    assert winner is not None
    assert (loser.loose.count(Tile.M5), winner.loose.count(Tile.M5)) == (0, 1)


@pytest.mark.rule("VIEW-2", "VIEW-3")
@each_viewer
def test_a_move_before_the_end_nothing_is_open(viewer: Viewer) -> None:
    """Seat 1 has drawn and discarded; seat 2 has drawn the last tile there is to draw."""
    hands = {0: SCATTERED, 1: WAITS_FOR_5M, 2: "{2345z}147m58p7s", 3: "{2345z}258m147p467s"}
    state = position(
        hands, drawn="9p", melds=LAID, ting={1: "7z"}, remaining=17, draws="1m", rules=WRITTEN
    )
    state = play(state, "0 discard 9p")
    seen = view(state, viewer)
    assert isinstance(seen.stage, SeenTurn)
    assert (seen.stage.seat, seen.drawable) == (2, 0)
    assert [player.hand is not None for player in seen.players] == [s == viewer for s in range(4)]
    assert (seen.players[2].melds == (FaceDownKong(),)) is (viewer != 2)
    assert (seen.players[1].river[-2] == FaceDownTile()) is (viewer != 1)


@pytest.mark.rule("VIEW-3", "VIEW-2")
def test_after_the_end_a_seat_still_knows_of_its_own_lock_and_bar_alone() -> None:
    state = position(
        {0: SCATTERED, 1: WAITS_FOR_5M},
        drawn="9p",
        ting={1: "7z"},
        locks={2: "6m"},
        barred=[1],
        remaining=14,
        rules=CHOICE,
    )
    ended = play(state, "0 discard 9p")
    assert isinstance(ended.stage, Finished)
    assert [view(ended, seat).pung_locks for seat in VIEWERS] == [(), (), (Tile.M6,), (), ()]
    assert [view(ended, seat).win_barred for seat in VIEWERS] == [False, True, False, False, False]
