"""Positions written by hand: a state in which given tiles lie in given places.

`position` needs only what a test is about; whatever is left open is filled with other tiles, so
that 136 tiles, four of each kind, lie on the table and the wall is the wall of a real shuffle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from lisi_mahjong import (
    Action,
    AwaitingTurn,
    GameState,
    Meld,
    MeldKind,
    Player,
    RiverTile,
    RuleSet,
    Setup,
    Shuffle,
    Tile,
    Ting,
    apply,
    legal_actions,
    parse_action,
    parse_tiles,
)
from lisi_mahjong.melds import counted_melds
from lisi_mahjong.tiles import TILES, counted
from lisi_mahjong.wall import head_place, tail_place
from lisi_mahjong.winning import wait_set

WRITTEN = RuleSet()


def tiles(text: str) -> list[Tile]:
    """Return the tiles of a text, which may be empty."""
    return list(parse_tiles(text)) if text else []


def position(  # noqa: PLR0913 - a position has that many sides; all but the hands have defaults
    hands: Mapping[int, str],
    *,
    turn: int = 0,
    drawn: str | None = None,
    melds: Mapping[int, Sequence[str]] | None = None,
    ting: Mapping[int, str] | None = None,
    locks: Mapping[int, str] | None = None,
    barred: Iterable[int] = (),
    rivers: Mapping[int, str] | None = None,
    draws: str = "",
    replacements: str = "",
    remaining: int = 60,
    dealer: int = 0,
    rules: RuleSet = WRITTEN,
) -> GameState:
    """Return a state in which it is one seat's turn.

    Args:
        hands: by seat, ``"{1234z}123m456p789s"``: the standing tiles in braces, then the loose
            ones *without* the drawn tile. A seat left out gets other tiles.
        turn: whose turn it is.
        drawn: what that seat has just drawn; ``None``: it has just made a pung.
        melds: by seat, ``"555m<3"`` a pung of seat 3's discard, ``"5555m<3"`` a melded kong,
            ``"5555m+<3"`` an added one, ``"(5555m)"`` a concealed one.
        ting: by seat, the tile of a declaration of ting.
        locks: by seat, the kinds that are locked.
        barred: seats that win no more.
        rivers: by seat, discards that lie (filled up with others).
        draws: the tiles that the head gives next.
        replacements: the tiles that the tail gives next.
        remaining: tiles left in the wall.
        dealer: who deals.
        rules: the options.
    """
    melds, ting, locks, rivers = melds or {}, ting or {}, locks or {}, rivers or {}
    made = {seat: [_meld(text) for text in melds.get(seat, ())] for seat in range(4)}
    kongs = sum(meld.kind.is_kong for seat in range(4) for meld in made[seat])
    pool = Counter({tile: 4 for tile in TILES})

    def take(wanted: Iterable[Tile]) -> list[Tile]:
        taken = list(wanted)
        pool.subtract(taken)
        assert min(pool.values()) >= 0, f"a fifth copy of {min(pool, key=pool.__getitem__)}"
        return taken

    standing, loose, river = {}, {}, {}
    drawn_tiles = take(tiles(drawn)) if drawn else []
    for seat in range(4):
        take(tile for meld in made[seat] for tile in meld.tiles)
        river[seat] = [RiverTile(tile) for tile in take(tiles(rivers.get(seat, "")))]
        if seat in ting:
            river[seat] += [RiverTile(take([tile])[0], None, ting=True) for tile in tiles(ting[seat])]
        if seat in hands:
            first, _, rest = hands[seat].removeprefix("{").partition("}")
            standing[seat], loose[seat] = take(tiles(first)), take(tiles(rest))
    heads, tails = take(tiles(draws)), take(tiles(replacements))

    def fill(number: int) -> list[Tile]:
        """Take tiles far apart from each other, so that fillers make no sets."""
        found = []
        for _ in range(number):
            kind = max(pool, key=lambda tile: (pool[tile], -(tile * 7 % 34)))
            found += take([kind])
        return found

    for seat in range(4):
        if seat not in hands:
            standing[seat], loose[seat] = fill(4), fill(9 - 3 * len(made[seat]))
        size = len(standing[seat]) + len(loose[seat]) + 3 * len(made[seat])
        expected = 14 if seat == turn and drawn is None else 13
        assert size == expected, f"seat {seat} holds {size} tiles and not {expected}"
        if seat == turn:
            loose[seat] += drawn_tiles
    lying = sum(pool.values()) + len(heads) + len(tails) - remaining
    assert lying >= 0, f"{-lying} tiles too few for a wall of {remaining}"
    for number, tile in enumerate(fill(lying)):
        river[number % 4].insert(0, RiverTile(tile))
    for seat in range(4):
        for meld in made[seat]:
            if meld.from_seat is not None:
                river[meld.from_seat].append(RiverTile(meld.tile, seat))
        if seat in ting:  # the declaration comes last, so that what follows it is forced
            river[seat].sort(key=lambda entry: entry.ting)

    order: list[Tile | None] = [None] * 136
    for number, tile in enumerate(heads):
        order[head_place(remaining - number, kongs)] = tile
    for number, tile in enumerate(tails):
        order[tail_place(remaining - number, kongs + number)] = tile
    rest = fill(sum(pool.values()))
    used = [tile for seat in range(4) for tile in (*standing[seat], *loose[seat])]
    used += [tile for seat in range(4) for meld in made[seat] for tile in meld.tiles]
    used += [entry.tile for seat in range(4) for entry in river[seat] if entry.taken_by is None]
    start = head_place(remaining, kongs) if remaining else 136
    gone = {tail_place(136 - number, number) for number in range(kongs)}
    for place in range(136):
        if order[place] is None:
            order[place] = (used if place < start or place in gone else rest).pop()
    whole = [tile for tile in order if tile is not None]
    setup = Setup(rules, dealer, Shuffle.from_draw_order(whole, dealer=dealer))

    players = []
    for seat in range(4):
        mine = tuple(made[seat])
        hand = counted([*standing[seat], *loose[seat]])
        waits = wait_set(hand, counted_melds(mine), all_runs=rules.all_runs) if seat in ting else 0
        if seat in ting and seat == turn and drawn_tiles:
            before = hand - counted(drawn_tiles)
            waits = wait_set(before, counted_melds(mine), all_runs=rules.all_runs)
        players.append(
            Player(
                counted(standing[seat]),
                counted(loose[seat]),
                mine,
                tuple(river[seat]),
                Ting(tiles(ting[seat])[0]) if seat in ting else None,
                counted(tiles(locks.get(seat, ""))),
                seat in set(barred),
                waits,
                counted_melds(mine),
            )
        )
    stage = AwaitingTurn(turn, drawn_tiles[0] if drawn_tiles else None)
    return GameState(
        setup, (players[0], players[1], players[2], players[3]), stage, kongs, remaining, 0
    )


def _meld(text: str) -> Meld:
    body, _, source = text.partition("<")
    concealed, added = body.startswith("("), body.endswith("+")
    group = tiles(body.strip("()+"))
    if len(group) == 3:
        kind = MeldKind.PUNG
    elif concealed:
        kind = MeldKind.CONCEALED_KONG
    else:
        kind = MeldKind.ADDED_KONG if added else MeldKind.MELDED_KONG
    assert concealed or source, f"say whose discard made {text}, as in 555m<3"
    return Meld(kind, group[0], int(source) if source else None)


def play(state: GameState, *actions: str | Action) -> GameState:
    """Return the state after some actions, given as values or as their texts."""
    for action in actions:
        state = apply(state, parse_action(action) if isinstance(action, str) else action)
    return state


def legal(state: GameState, seat: int) -> list[str]:
    """Return the texts of what a seat may do, in the order of the list."""
    return [str(action) for action in legal_actions(state, seat)]
