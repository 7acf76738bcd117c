"""States written by hand: what may be left open, and what it is filled with."""

from __future__ import annotations

from collections import Counter

import pytest

from lisi_mahjong import (
    AwaitingClaims,
    GameState,
    InvalidStateError,
    NotationError,
    Problem,
    RuleSet,
    Tile,
    actors,
    apply,
    format_tiles,
    legal_actions,
    parse_action,
    parse_tiles,
)
from lisi_mahjong.checking import problems
from lisi_mahjong.notation import format_state, parse_state

WAITING = "hand2={9m9m4m}6m777p888s999s river2=..1z*"


def read(text: str) -> GameState:
    """Return what a line says; it is a canonical one as well when it is written again."""
    state = parse_state(f"lisi1 {text}")
    assert problems(state) == ()
    assert parse_state(format_state(state)) == state
    return state


def on_table(state: GameState) -> Counter[Tile]:
    found: Counter[Tile] = Counter()
    for player in state.players:
        found.update(player.concealed)
        found.update(tile for meld in player.melds for tile in meld.tiles)
        found.update(entry.tile for entry in player.river if entry.taken_by is None)
    return found


def texts(state: GameState, seat: int) -> list[str]:
    return [str(action) for action in legal_actions(state, seat)]


# --- what is filled in --------------------------------------------------------------------


def test_a_stage_alone_makes_a_whole_state() -> None:
    state = read("stage=turn:2:5m")
    assert (state.dealer, state.ply, state.kongs, state.remaining) == (0, 0, 0, 83)
    assert state.rules == RuleSet()
    assert state.setup.first_taker == 0
    assert [len(player.standing) for player in state.players] == [4, 4, 4, 4]
    assert [len(player.loose) for player in state.players] == [9, 9, 10, 9]
    assert actors(state) == (2,)
    assert sum(on_table(state).values()) + state.remaining == 136


def test_the_same_line_is_always_filled_in_alike() -> None:
    text = "lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m.. remaining=30"
    assert parse_state(text) == parse_state(text)


def test_tiles_that_are_filled_in_make_no_pairs() -> None:
    state = read("stage=turn:0:5m hand1={5m..}.. hand2={1z..}1z..")
    for seat, pairs in ((0, []), (1, []), (2, [Tile.EAST]), (3, [])):
        counts = Counter(state.players[seat].concealed)
        assert [tile for tile, count in counts.items() if count > 1] == pairs


@pytest.mark.parametrize(
    ("hand", "standing", "loose"),
    [
        ("{1z2z3z4z}..", "1234z", 9),
        ("{1z..}147m", "1z", 3),
        ("{..}147m258p369s", "", 9),
        ("{..}147m258p36s..", "", 8),
        ("{1z2z3z4z}147m258p369s", "1234z", 9),
    ],
)
def test_dots_fill_a_hand_up_with_standing_or_loose_tiles(
    hand: str, standing: str, loose: int
) -> None:
    more = "" if hand.endswith(("s", "..")) else ".."
    player = read(f"stage=turn:0:5m hand1={hand}{more}").players[1]
    assert (len(player.standing), len(player.loose)) == (4, 9)
    for tile in parse_tiles(standing) if standing else ():
        assert tile in player.standing
    named = hand.partition("}")[2].removesuffix("..")
    assert len(parse_tiles(named)) == loose if named else loose == 9
    assert set(parse_tiles(named) if named else ()) <= set(player.loose)


def test_melds_and_ting_leave_fewer_tiles_to_fill_in() -> None:
    text = "stage=turn:0:5m melds1=111z<0,(2222z),333z<3,444z<3 hand1={..}.. remaining=60 "
    state = read(text + WAITING)
    assert [len(player.concealed) for player in state.players] == [14, 1, 13, 13]
    assert len(state.players[1].standing) == 1
    assert len(state.players[2].standing) == 3
    with pytest.raises(InvalidStateError) as caught:
        parse_state("lisi1 stage=turn:0:5m river2=1z*")
    assert [problem for problem, _ in caught.value.problems] == [Problem.TING_WITHOUT_WAIT]


def test_the_tile_that_the_stage_names_is_put_into_an_open_hand() -> None:
    assert Tile.M5 in read("stage=turn:0:5m hand0={1z2z3z4z}..").players[0].loose
    # One that is there already is not doubled; one that stands is another copy (STAND-4).
    drawn = read("stage=turn:0:5m hand0={5m2z3z4z}5m..").players[0]
    assert (drawn.standing.count(Tile.M5), drawn.loose.count(Tile.M5)) == (1, 1)
    drawn = read("stage=turn:0:5m hand0={5m2z3z4z}..").players[0]
    assert (drawn.standing.count(Tile.M5), drawn.loose.count(Tile.M5)) == (1, 1)
    won = read("stage=won:2:5m hand2={9m9m4m}6m777p888s999s.. river2=1z*")
    assert format_tiles(won.players[2].loose) == "56m777p888999s"
    rules = "rules=robbing_kong,-forced_win"
    robbing = read(f"{rules} stage=kong:0:5m melds0=555m<1 {WAITING}")
    assert robbing.players[0].concealed.count(Tile.M5) == 1
    standing = read(f"{rules} stage=kong:0:5m hand0={{5m1z}}.. melds0=555m<1,666z<1 {WAITING}")
    assert standing.players[0].concealed.count(Tile.M5) == 1


def test_open_rows_of_discards_get_what_melds_and_the_offer_need() -> None:
    state = read("stage=offer:0:5m hand1={5m1z2z3z}5m.. melds2=888p<0 melds3=9999p<0,777p<1")
    said = dict(field.split("=", 1) for field in format_state(state).split(" ")[1:])
    assert said["river0"] == "8p>2,9p>3,5m"
    assert said["river1"] == "7p>3"
    assert said["river2"] == said["river3"] == "-"
    state = read("stage=turn:1 melds1=777p<3,888p<0 river0=..1z")
    assert state.players[0].river[-1].taken_by == 1  # the pung that was just made comes last
    won = read("stage=won:2:5m<0 hand2={9m9m4m}6m777p888s999s.. river2=1z* river0=..1z")
    assert [str(entry.tile) for entry in won.players[0].river] == ["1z", "5m"]
    shown = read("stage=offer:0:5m hand1={5m1z2z3z}5m.. river0=..5m")
    assert len(shown.players[0].river) == 1


def test_only_what_was_taken_or_offered_just_now_comes_last_in_its_row() -> None:
    state = read("stage=turn:1:6s melds1=777p<3 river3=..1z")
    assert [entry.taken_by for entry in state.players[3].river] == [1, None]
    state = read("stage=offer:0:5m hand1={5m1z2z3z}5m.. river0=..5m1z")
    assert [str(entry.tile) for entry in state.players[0].river] == ["5m", "1z", "5m"]
    with pytest.raises(InvalidStateError) as caught:
        parse_state("lisi1 stage=turn:1 melds1=777p<3 river3=..7p>1,1z")
    assert [problem for problem, _ in caught.value.problems] == [Problem.TURN_WITHOUT_DRAW]


def test_few_tiles_left_fill_the_open_rows_of_discards() -> None:
    state = read("dealer=1 stage=turn:0:5m remaining=20 river2=1z")
    assert state.remaining == 20
    # 116 tiles lie on the table, 53 of them in hands; the dealer's row is the first to be filled.
    assert [len(player.river) for player in state.players] == [20, 21, 1, 21]
    assert actors(state) == (0,)


def test_a_drawn_deal_has_its_reserve_left() -> None:
    assert read("stage=drawn").remaining == 14
    assert read("stage=drawn melds0=(1111z) melds1=(2222z),(3333z)").remaining == 19


def test_ting_was_declared_when_all_but_the_offer_lay_there() -> None:
    state = read(f"rules=-forced_win stage=offer:0:5m {WAITING} river0=..1s2s5m river3=3s")
    assert state.players[2].ting_since == (2, 0, 1, 1)
    state = read(
        "stage=turn:0:5m hand1={4z4z4s}6s222p333p444p river1=..7z,3z* "
        f"{WAITING.replace('1z*', '6z,1z*,5z')}"
    )
    assert state.players[1].ting_since == (0, 2, 1, 0)  # seat 2 sits behind seat 1
    assert state.players[2].ting_since == (0, 2, 2, 0)
    assert read(f"stage=turn:0:5m {WAITING} river0=1s ting2=0.0.1.0").players[2].ting_since == (
        0,
        0,
        1,
        0,
    )


def test_whoever_can_take_the_tile_is_asked() -> None:
    state = read(f"rules=-forced_win stage=offer:0:5m hand1={{1z2z3z4z}}55m.. {WAITING}")
    assert isinstance(state.stage, AwaitingClaims)
    assert state.stage.asked == (1, 2)
    assert texts(state, 1) == ["1 pung 5m 0", "1 pass"]
    assert texts(state, 2) == ["2 win", "2 pass"]
    half = read("stage=offer:0:5m hand3={1z2z3z5m}5m.. hand1={6m..}.. asked=3")
    assert actors(half) == (3,)


# --- the wall -----------------------------------------------------------------------------


def test_a_short_wall_names_what_the_two_ends_give_next() -> None:
    state = read("stage=turn:0:5m hand0={1z..}5555m.. hand1={6m..}.. wall=9s8s..7z6z remaining=50")
    after = apply(state, parse_action("0 kong 5m concealed"))
    assert texts(after, 0)
    assert after.stage.drawn is Tile.RED  # type: ignore[union-attr]
    loose = next(text for text in texts(after, 0) if "discard" in text)
    after = apply(after, parse_action(loose))
    while actors(after) != (1,):
        after = apply(after, parse_action(f"{actors(after)[0]} pass"))
    assert after.stage.drawn is Tile.S9  # type: ignore[union-attr]


def test_a_whole_wall_gives_its_tiles_in_its_order() -> None:
    line = format_state(read("stage=turn:0:5m wall=9s8s.. dice=56,66 dealer=3"))
    state = parse_state(line)
    assert [str(tile) for tile in state.setup.wall[53:55]] == ["9s", "8s"]
    assert state.shuffle.dice == ((5, 6), (6, 6))


@pytest.mark.parametrize("kongs", ["", "melds1=(1111z)", "melds1=(1111z),(2222z)"])
@pytest.mark.parametrize(
    "wall", ["1s..", "..1s", "1s2s3s..", "..1s2s3s", "1s2s..3s", "..", "1s..2s"]
)
def test_the_ends_of_a_short_wall_do_not_touch(wall: str, kongs: str) -> None:
    read(f"rules=reserved_stacks:0 stage=turn:0:5m remaining=5 wall={wall} {kongs}")


@pytest.mark.parametrize("wall", ["1s2s3s4s..", "1s2s..3s4s", "..1s2s3s4s", "1s2s..3s"])
def test_no_more_tiles_of_the_wall_can_be_named_than_are_left(wall: str) -> None:
    text = f"lisi1 rules=reserved_stacks:0 wall={wall} stage=turn:0:5m remaining=3"
    with pytest.raises(NotationError) as caught:
        parse_state(text)
    assert caught.value.position == text.index("wall=")
    assert caught.value.expected == "fewer tiles of the wall, for 3 are left"


@pytest.mark.rule("WALL-1", refuses=True)
@pytest.mark.case(113)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wall=55555z..", (Problem.WALL_COPIES, "5 of 5z")),
        ("wall=5z..5555z", (Problem.WALL_COPIES, "5 of 5z")),
        ("wall=5555z.. river1=5z", (Problem.WALL_COPIES, "5 of 5z")),
        ("hand1={5z..}5555z..", (Problem.TILE_COPIES, "5 of 5z")),
        ("river1=555z river2=55z wall=1s..", (Problem.TILE_COPIES, "5 of 5z")),
        ("wall=1s", (Problem.WALL_SIZE, "not 1")),
    ],
)
def test_case_113_a_fifth_copy_is_a_problem_wherever_it_lies(
    text: str, expected: tuple[Problem, str]
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        parse_state(f"lisi1 stage=turn:0:6s {text}")
    assert caught.value.problems[0] == expected
    assert {problem for problem, _ in caught.value.problems[1:]} <= {Problem.WALL_COPIES}


# --- freedoms -----------------------------------------------------------------------------


def test_the_order_of_fields_and_of_tiles_in_a_hand_does_not_matter() -> None:
    one = parse_state("lisi1 dealer=2 stage=turn:0:5m hand0={4z3z2z1z}5m963s8p52p741m")
    other = parse_state("lisi1 hand0={1234z}1457m258p369s stage=turn:0:5m dealer=2")
    assert one == other


def test_white_space_between_fields_can_be_any() -> None:
    one = parse_state("lisi1 stage=turn:0:5m dealer=2")
    assert parse_state("\r\n\tlisi1\n  stage=turn:0:5m\t \tdealer=2\n") == one


def test_options_have_short_forms() -> None:
    def rules(text: str) -> RuleSet:
        return parse_state(f"lisi1 stage=turn:0:5m rules={text}").rules

    assert rules("taiyuan") == RuleSet.taiyuan()
    assert rules("taiyuan,-all_runs,reserved_stacks:3").all_runs is False
    assert rules("forced_win") == RuleSet()
    assert rules("open_ting,all_runs") == rules("all_runs,open_ting")


def test_seats_locks_and_notes_of_ting_come_in_any_order() -> None:
    waiting = "hand1={4z4z4m}6m555666777z river1=2z*,5m3z"
    hand = WAITING.partition(" ")[0]
    line = f"stage=turn:0:1s rules=open_ting,-forced_win,ting_on_wall {hand} {waiting} "
    line += "river0=5m river2=1z*,1z ting1=0.1.0.0 "
    one = read(line + "barred=2,1 ting2=wall,0.1.1.0,up locks3=5m3z")
    other = read(line + "barred=1,2 ting2=0.1.1.0,up,wall locks3=3z5m")
    assert one == other


def test_plain_discards_may_be_written_apart() -> None:
    one = parse_state("lisi1 stage=turn:0:5m river1=1m2m,5s3m")
    assert one == parse_state("lisi1 stage=turn:0:5m river1=12m5s3m")
