"""Positions that cannot be, each with what is wrong with it: lines of notation, and states.

Most are broken in one way only. What no line can say is broken by hand, out of the right positions
in `RIGHT`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from lisi_mahjong import (
    AwaitingClaims,
    DrawnDeal,
    Finished,
    GameState,
    Player,
    Problem,
    RiverTile,
    Setup,
    Shuffle,
    Tile,
    Ting,
    WonDeal,
    parse_action,
)
from lisi_mahjong.notation import parse_state
from lisi_mahjong.tiles import ONE

# A hand in ting that waits for 5m alone, and one without a win or a pair.
WAITING = "hand2={9m9m4m}6m777p888s999s river2=..1z*"
SCATTERED = "hand1={1z2z3z4z}147m258p369s"
ANY_TURN = "lisi1 stage=turn:0:6s"
BY_CHOICE = "lisi1 rules=-forced_win"
TO_SEVEN = "1111222233334444555566667777"
SORTED = "".join(f"{TO_SEVEN}88889999{suit}" for suit in "mps") + f"{TO_SEVEN}z"


def with_player(state: GameState, seat: int, player: Player) -> GameState:
    players = list(state.players)
    players[seat] = player
    first, second, third, fourth = players
    return attrs.evolve(state, players=(first, second, third, fourth))


def with_result(state: GameState, **fields: object) -> GameState:
    assert isinstance(state.result, WonDeal)
    return attrs.evolve(state, stage=Finished(attrs.evolve(state.result, **fields)))  # type: ignore[arg-type]


# --- lines --------------------------------------------------------------------------------

LINES: Mapping[str, tuple[Problem, str]] = {
    "13 tiles and one drawn too few": (
        Problem.HAND_SIZE,
        f"{ANY_TURN} hand1={{1z2z3z4z}}147m258p36s",
    ),
    "14 tiles of a seat that is not on turn": (
        Problem.HAND_SIZE,
        f"{ANY_TURN} hand1={{1z2z3z4z}}147m258p3699s",
    ),
    "a pung's three tiles too many": (Problem.HAND_SIZE, f"{ANY_TURN} {SCATTERED} melds1=555z<0"),
    "two standing tiles and no meld": (
        Problem.STANDING_COUNT,
        f"{ANY_TURN} hand1={{1z2z}}147m258p369s5z6z",
    ),
    "five standing tiles": (
        Problem.STANDING_COUNT,
        f"{ANY_TURN} hand1={{1z2z3z4z5z}}147m258p36s",
    ),
    "four standing tiles in ting": (
        Problem.STANDING_COUNT,
        f"{ANY_TURN} hand2={{6m9m9m4m}}777p888s999s river2=..1z*",
    ),
    "one standing tile and one pung": (
        Problem.STANDING_COUNT,
        f"{ANY_TURN} hand1={{1z}}147m258p369s melds1=555z<0",
    ),
    "no standing tile and one pung in ting": (
        Problem.STANDING_COUNT,
        f"{ANY_TURN} hand2={{}}6m777p888s99m4m melds2=999s<0 river2=1z*",
    ),
    "no standing tile, which pungs can have used up": (
        Problem.NO_STANDING_TILE,
        f"{ANY_TURN} hand1={{}}1471m258p melds1=555z<0,666z<2",
    ),
    "a pung that nobody fed": (
        Problem.MELD_SOURCE,
        f"{ANY_TURN} melds1=555z<0 river0=-",
    ),
    "a kong that another seat fed": (
        Problem.MELD_SOURCE,
        f"{ANY_TURN} melds1=5555z<0 river0=- river3=1z",
    ),
    "a discard that lies in no meld": (Problem.TAKEN_DISCARD, f"{ANY_TURN} river3=5z>1"),
    "two ting tiles": (
        Problem.TING_TILE,
        f"{ANY_TURN} hand2={{9m9m4m}}6m777p888s999s river2=1z*,2z*",
    ),
    "face up without the option": (Problem.TING_FACE_UP, f"{ANY_TURN} {WAITING} ting2=up"),
    "on the wall without the option": (Problem.TING_ON_WALL, f"{ANY_TURN} {WAITING} ting2=wall"),
    "more discards counted than lie there": (
        Problem.TING_SINCE,
        f"{ANY_TURN} {WAITING} ting2=0.0.1.1",
    ),
    "its own ting tile not counted": (Problem.TING_SINCE, f"{ANY_TURN} {WAITING} ting2=0.0.0.0"),
    "two declarations each before the other": (
        Problem.TING_SINCE,
        (
            f"{ANY_TURN} {WAITING} ting2=0.0.1.0 "
            "hand1={4z4z4s}6s222p333p444p river1=3z* ting1=0.1.0.0"
        ),
    ),
    "two declarations at once": (
        Problem.TING_SINCE,
        (
            f"{ANY_TURN} {WAITING} ting2=0.1.1.0 "
            "hand1={4z4z4s}6s222p333p444p river1=3z* ting1=0.1.1.0"
        ),
    ),
    "a pung made in ting": (
        Problem.TING_TOOK,
        f"{ANY_TURN} hand2={{9m9m4m}}6m777p888s melds2=555z<0 river2=1z* ting2=0.0.1.0",
    ),
    "a hand in ting that waits for nothing": (
        Problem.TING_WITHOUT_WAIT,
        f"{ANY_TURN} hand2={{9m9m4m}}8m777p888s999s river2=1z*",
    ),
    "a hand in ting that waits for a fifth copy": (
        Problem.TING_WITHOUT_WAIT,
        f"{ANY_TURN} hand2={{1p1p1p}}1p123456789m river2=1z*",
    ),
    "a lock after a draw": (Problem.LOCK_AFTER_DRAW, f"{ANY_TURN} locks0=9s river1=9s"),
    "a lock on what nobody discarded": (Problem.LOCK_UNPASSED, f"{ANY_TURN} locks1=9s river0=8s"),
    "a lock on one's own discard": (Problem.LOCK_UNPASSED, f"{ANY_TURN} locks1=9s river1=9s"),
    "a bar before ting": (Problem.BAR_BEFORE_TING, f"{BY_CHOICE} stage=turn:0:6s barred=1"),
    "a bar where wins are made": (Problem.BAR_FORCED_WIN, f"{ANY_TURN} {WAITING} barred=2"),
    "a bar for the tile of a kong that nobody could rob": (
        Problem.BAR_UNEARNED,
        f"{BY_CHOICE},robbing_kong stage=turn:0:6s melds0=5555m<1 {WAITING} barred=2",
    ),
    "a bar for the tile of a kong without the option to rob it": (
        Problem.BAR_UNEARNED,
        f"{BY_CHOICE} stage=turn:0:6s melds0=5555m+<1 {WAITING} barred=2",
    ),
    "a bar without a winning discard": (
        Problem.BAR_UNEARNED,
        f"{BY_CHOICE} stage=turn:0:6s {WAITING} barred=2",
    ),
    "a winning discard that barred nobody": (
        Problem.BAR_MISSING,
        f"{BY_CHOICE} stage=turn:0:6s {WAITING} ting2=0.0.1.0 river0=5m",
    ),
    "a win that lies in a row of discards": (
        Problem.WIN_UNMADE,
        f"{ANY_TURN} {WAITING} ting2=0.0.1.0 river0=5m",
    ),
    "a win on offer that has to be made": (
        Problem.WIN_UNMADE,
        f"lisi1 stage=offer:0:5m {WAITING} {SCATTERED}",
    ),
    "a win by the second nearest": (
        Problem.WIN_UNMADE,
        (
            "lisi1 stage=won:3:5m<0 hand2={9m9m4m}6m777p888s999s river2=1z* "
            "hand3={2p2p4m}6m333p44455s5m5s river3=2z*"
        ),
    ),
    "a tile drawn and not held": (
        Problem.DRAWN_NOT_LOOSE,
        "lisi1 stage=turn:0:6s hand0={1z2z3z4z}147m258p3459s",
    ),
    "a tile drawn that stands": (
        Problem.DRAWN_NOT_LOOSE,
        "lisi1 stage=turn:0:6s hand0={1z2z3z6s}147m258p3459s",
    ),
    "a turn after neither a draw nor a pung": (Problem.TURN_WITHOUT_DRAW, "lisi1 stage=turn:0"),
    "a turn after a kong without a replacement": (
        Problem.TURN_WITHOUT_DRAW,
        "lisi1 stage=turn:0 melds0=(5555z)",
    ),
    "a turn after a pung of a discard before the last": (
        Problem.TURN_WITHOUT_DRAW,
        "lisi1 stage=turn:0 melds0=555z<3 river3=5z>0,1z",
    ),
    "a seat in ting asked what to do with a tile": (
        Problem.TURN_IN_TING,
        f"{BY_CHOICE} stage=turn:2:1s hand2={{9m9m4m}}6m777p888s999s1s river2=2z*",
    ),
    "a seat in ting asked whether to win when wins are made": (
        Problem.TURN_IN_TING,
        "lisi1 stage=turn:2:5m hand2={9m9m4m}6m777p888s999s5m river2=2z*",
    ),
    "a barred seat asked whether to win": (
        Problem.TURN_IN_TING,
        (
            f"{BY_CHOICE} stage=turn:2:5m hand2={{9m9m4m}}6m777p888s999s5m river2=2z* "
            "ting2=0.0.1.0 river0=5m barred=2"
        ),
    ),
    "no way on after a pung": (
        Problem.NO_ACTION,
        "lisi1 stage=turn:0 hand0={7s8s} melds0=777s<1,888s<2,111z<3,999p<3",
    ),
    "nobody asked": (
        Problem.NOBODY_ASKED,
        (
            "lisi1 stage=offer:0:5m hand1={1z2z3z4z}147m258p369s hand2={1z2z3z4z}147m258p369s "
            "hand3={1z2z3z4z}147m258p369s"
        ),
    ),
    "an offer of another tile than the last": (
        Problem.OFFER_NOT_LAST,
        "lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m.. river0=5m1z",
    ),
    "an offer of a taken tile": (
        Problem.OFFER_NOT_LAST,
        "lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m.. hand2={5z..}.. river0=6m>2 melds2=666m<0",
    ),
    "an offer of a ting tile": (
        Problem.OFFER_NOT_LAST,
        "lisi1 stage=offer:2:1z hand2={9m9m4m}6m777p888s999s hand1={1z1z2z3z}.. river2=1z*",
    ),
    "a kong to rob without the option": (
        Problem.NOT_ROBBABLE,
        f"{BY_CHOICE} stage=kong:0:5m melds0=555m<1 {WAITING}",
    ),
    "a kong to rob that is not yet a pung": (
        Problem.NOT_ROBBABLE,
        f"{BY_CHOICE},robbing_kong stage=kong:0:5m hand0={{1z2z3z5m}}.. {WAITING}",
    ),
    "a kong to rob that takes the last standing tile": (
        Problem.NOT_ROBBABLE,
        (
            f"{BY_CHOICE},robbing_kong stage=kong:0:5m hand0={{5m}}1471s258p melds0=555m<1,666p<1 "
            f"{WAITING}"
        ),
    ),
    "a robbed kong without the option": (
        Problem.NOT_ROBBABLE,
        "lisi1 stage=robbed:2:5m<0 melds0=555m<1 hand2={9m9m4m}6m777p888s999s5m river2=1z*",
    ),
    "a robbed kong without a pung": (
        Problem.NOT_ROBBABLE,
        "lisi1 rules=robbing_kong stage=robbed:2:5m<0 hand2={9m9m4m}6m777p888s999s5m river2=1z*",
    ),
    "a robbed kong beside another pung": (
        Problem.NOT_ROBBABLE,
        (
            "lisi1 rules=robbing_kong stage=robbed:2:5m<0 melds0=666z<1 "
            "hand2={9m9m4m}6m777p888s999s5m river2=1z*"
        ),
    ),
    "a robbed kong of a seat in ting": (
        Problem.NOT_ROBBABLE,
        (
            "lisi1 rules=robbing_kong stage=robbed:2:5m<0 melds0=555m<1 river1=5m>0 "
            "hand0={3p4p7z}333s666s7z river0=2z* hand2={9m9m4m}6m777p888s999s5m river2=1z*"
        ),
    ),
    "a seat asked that can do nothing": (
        Problem.ASKED_SEATS,
        "lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m.. asked=1,3",
    ),
    "a seat that could pung not asked": (
        Problem.ASKED_SEATS,
        f"{BY_CHOICE} stage=offer:0:5m hand1={{5m1z2z3z}}5m.. {WAITING} asked=2",
    ),
    "the discarder asked": (
        Problem.ASKED_SEATS,
        "lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m.. asked=0,1",
    ),
    "a win answered by a seat with a pair": (
        Problem.BAD_ANSWER,
        f"{BY_CHOICE} stage=offer:0:5m hand1={{5m1z2z3z}}5m.. {WAITING} asked=1:win,2",
    ),
    "a pung answered with tiles that do not stand": (
        Problem.BAD_ANSWER,
        f"{BY_CHOICE} stage=offer:0:5m hand1={{5m1z2z3z}}5m.. {WAITING} asked=1:pung2,2",
    ),
    "a discard that all have passed": (
        Problem.CLAIMS_SETTLED,
        "lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m.. asked=1:pass",
    ),
    "a discard that is won already": (
        Problem.CLAIMS_SETTLED,
        f"{BY_CHOICE} stage=offer:0:5m hand1={{5m1z2z3z}}5m.. {WAITING} asked=1,2:win",
    ),
    "a winner that is not in ting": (
        Problem.WINNER_NOT_IN_TING,
        "lisi1 stage=won:2:5m hand2={9m9m4m6m}777p888s999s5m",
    ),
    "a barred winner": (
        Problem.WINNER_BARRED,
        (
            f"{BY_CHOICE} stage=won:2:5m hand2={{9m9m4m}}6m777p888s999s5m river2=1z* ting2=0.0.1.0 "
            "river0=5m barred=2"
        ),
    ),
    "a win on a discard that was not taken": (
        Problem.WIN_SOURCE,
        "lisi1 stage=won:2:5m<0 hand2={9m9m4m}6m777p888s999s5m river2=1z* river0=5m",
    ),
    "a win on one's own discard": (
        Problem.WIN_SOURCE,
        "lisi1 stage=won:2:5m<2 hand2={9m9m4m}6m777p888s999s5m river2=1z*",
    ),
    "a tile that does not win": (
        Problem.NO_WIN,
        "lisi1 stage=won:2:2s hand2={9m9m4m}6m777p888s999s2s river2=1z*",
    ),
    "a deal drawn with a tile to draw": (Problem.DRAWN_EARLY, "lisi1 stage=drawn remaining=15"),
    "less left than the reserve": (Problem.RESERVE_BROKEN, f"{ANY_TURN} remaining=13"),
    "less left than the reserve of two kongs": (
        Problem.RESERVE_BROKEN,
        f"{ANY_TURN} melds1=(5555z),(6666z) remaining=15",
    ),
    "a fifth copy in one hand": (Problem.TILE_COPIES, f"{ANY_TURN} hand1={{5z1z2z3z}}5555z.."),
    "a fifth copy in two rows of discards": (
        Problem.TILE_COPIES,
        f"{ANY_TURN} river1=555z river2=55z",
    ),
    "tiles that are not 136": (
        Problem.TILE_COUNT,
        f"{ANY_TURN} river0=1z river1=2z river2=3z river3=4z remaining=80",
    ),
    "a wall that does not give these tiles": (
        Problem.DRAWN_TILES,
        f"{ANY_TURN} wall={SORTED}",
    ),
    "a short wall": (Problem.WALL_SIZE, f"{ANY_TURN} wall=" + "123456789m" * 3),
}


# --- states -------------------------------------------------------------------------------

TURN = parse_state(f"{ANY_TURN} melds1=555z<0,(6666z) river3=1z")
IN_TING = parse_state(f"{ANY_TURN} {WAITING}")
OFFER = parse_state("lisi1 stage=offer:0:5m hand1={5m1z2z3z}5m..")
WON = parse_state("lisi1 stage=won:2:5m hand2={9m9m4m}6m777p888s999s5m river2=1z*")
RIGHT = {"a turn": TURN, "a turn beside ting": IN_TING, "an offer": OFFER, "a win": WON}


def meld_changed(place: int, **fields: object) -> GameState:
    player = TURN.players[1]
    melds = list(player.melds)
    melds[place] = attrs.evolve(melds[place], **fields)  # type: ignore[arg-type]
    return with_player(TURN, 1, attrs.evolve(player, melds=tuple(melds)))


def taken_by_itself() -> GameState:
    """Return a state in which a seat has punged what it discarded."""
    state = meld_changed(0, from_seat=1)
    state = with_player(state, 0, attrs.evolve(state.players[0], river=()))
    river = (RiverTile(Tile.WHITE, 1),)
    return with_player(state, 1, attrs.evolve(state.players[1], river=river))


def ting_tile_taken() -> GameState:
    """Return a state in which seat 3 has punged the ting tile of seat 2."""
    state = parse_state(f"{ANY_TURN} hand2={{9m9m4m6m}}777p888s999s river2=1z>3 melds3=111z<2")
    player = attrs.evolve(
        state.players[2],
        standing_set=WAITER.standing_set,
        loose_set=WAITER.loose_set,
        river=(RiverTile(Tile.EAST, 3, ting=True),),
        ting=Ting(Tile.EAST),
        ting_since=(0, 0, 1, 0),
        wait_set=ONE[Tile.M5],
    )
    return with_player(state, 2, player)


def answered(seat: int, text: str) -> GameState:
    """Return the offer with an answer noted for a seat."""
    stage = OFFER.stage
    assert isinstance(stage, AwaitingClaims)
    answers = [None, None, None, None, parse_action(text)]
    first, second, third, fourth = [
        answers[-1 if number == seat else number] for number in range(4)
    ]
    stage = attrs.evolve(stage, answers=(first, second, third, fourth))
    return attrs.evolve(OFFER, stage=stage)


WAITER = IN_TING.players[2]
STATES: Mapping[str, tuple[list[Problem], Callable[[], GameState]]] = {
    "actions below none": ([Problem.MALFORMED_FIELD], lambda: attrs.evolve(TURN, ply=-1)),
    "a kong that was not made": ([Problem.KONGS_MADE], lambda: attrs.evolve(TURN, kongs=0)),
    "another wall": (
        [Problem.DRAWN_TILES],
        lambda: attrs.evolve(TURN, setup=Setup(TURN.rules, 0, Shuffle.from_seed(1))),
    ),
    "no tile left out of 83": (
        [Problem.TILE_COUNT, Problem.RESERVE_BROKEN],
        lambda: attrs.evolve(TURN, remaining=0),
    ),
    "a pung of one's own discard": (
        [Problem.MELD_SOURCE],
        taken_by_itself,
    ),
    "a pung of nobody's discard": (
        [Problem.MELD_SOURCE, Problem.TAKEN_DISCARD],
        lambda: meld_changed(0, from_seat=None),
    ),
    "a concealed kong of a discard": (
        [Problem.MELD_SOURCE],
        lambda: meld_changed(1, from_seat=3),
    ),
    "two pungs of one kind": (
        [Problem.TILE_COPIES, Problem.TILE_COUNT, Problem.KONGS_MADE, Problem.MELD_SOURCE],
        lambda: with_player(
            TURN, 1, attrs.evolve(TURN.players[1], melds=TURN.players[1].melds[:1] * 2)
        ),
    ),
    "a hand of one kind": (
        [Problem.TILE_COPIES],
        lambda: with_player(
            TURN,
            2,
            attrs.evolve(
                TURN.players[2], standing_set=4 * ONE[Tile.P1], loose_set=9 * ONE[Tile.P1]
            ),
        ),
    ),
    "a ting tile without a declaration": (
        [Problem.STANDING_COUNT, Problem.TING_TILE],
        lambda: with_player(IN_TING, 2, attrs.evolve(WAITER, ting=None, wait_set=0)),
    ),
    "a declaration without a ting tile": (
        [Problem.TING_TILE],
        lambda: with_player(IN_TING, 2, attrs.evolve(WAITER, river=(RiverTile(Tile.EAST),))),
    ),
    "another ting tile than was declared": (
        [Problem.TING_TILE],
        lambda: with_player(IN_TING, 2, attrs.evolve(WAITER, ting=Ting(Tile.RED))),
    ),
    "a ting tile that was punged": ([Problem.TING_TAKEN], ting_tile_taken),
    "discards counted before ting": (
        [Problem.TING_SINCE],
        lambda: with_player(TURN, 1, attrs.evolve(TURN.players[1], ting_since=(0, 0, 0, 0))),
    ),
    "discards not counted at a declaration": (
        [Problem.TING_SINCE],
        lambda: with_player(IN_TING, 2, attrs.evolve(WAITER, ting_since=())),
    ),
    "other waits than those of the hand": (
        [Problem.DERIVED_SET],
        lambda: with_player(IN_TING, 2, attrs.evolve(WAITER, wait_set=ONE[Tile.M6])),
    ),
    "waits before ting": (
        [Problem.DERIVED_SET],
        lambda: with_player(TURN, 0, attrs.evolve(TURN.players[0], wait_set=ONE[Tile.M6])),
    ),
    "other meld tiles than those of the melds": (
        [Problem.DERIVED_SET],
        lambda: with_player(TURN, 1, attrs.evolve(TURN.players[1], meld_set=0)),
    ),
    "an answer in another's name": ([Problem.BAD_ANSWER], lambda: answered(1, "3 pass")),
    "an answer of a seat that is not asked": (
        [Problem.BAD_ANSWER],
        lambda: answered(3, "3 pass"),
    ),
    "a win without its readings": ([Problem.READINGS], lambda: with_result(WON, readings=())),
    "a kong robbed of nobody": (
        [Problem.NOT_ROBBABLE],
        lambda: with_result(WON, robbed_kong=True),
    ),
    "a winning tile that stands": (
        [Problem.NO_WIN],
        lambda: with_result(WON, tile=Tile.M9),
    ),
    "many at once": (
        [
            Problem.TILE_COPIES,
            Problem.TILE_COUNT,
            Problem.KONGS_MADE,
            Problem.HAND_SIZE,
            Problem.STANDING_COUNT,
            Problem.NO_STANDING_TILE,
            Problem.TING_FACE_UP,
            Problem.TING_ON_WALL,
            Problem.DRAWN_EARLY,
        ],
        lambda: attrs.evolve(
            with_player(
                with_player(IN_TING, 2, attrs.evolve(WAITER, ting=Ting(Tile.EAST, True, True))),  # noqa: FBT003
                1,
                Player(0, 5 * ONE[Tile.RED]),
            ),
            kongs=1,
            stage=Finished(DrawnDeal()),
        ),
    ),
}
