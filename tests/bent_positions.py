"""Positions of real deals in which a thing or two is otherwise, mostly in a way that could be.

`bent` changes a state as somebody who edits a line would: tiles change places, a count is another,
a seat is locked or barred, somebody else is on turn. Many of the results have no problem, and these
are what `played_on` is for: however odd, they are positions, and whatever legal play comes to from
there must be one too. `bent_campaign` does that with many.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence

import attrs

from lisi_mahjong import (
    AwaitingClaims,
    AwaitingTurn,
    DrawnDeal,
    Finished,
    GameState,
    InvalidStateError,
    LisiError,
    MeldKind,
    Player,
    RuleSet,
    Setup,
    Shuffle,
    Tile,
    Ting,
    WonDeal,
    actors,
    apply,
    format_state,
    format_view,
    legal_actions,
    parse_state,
    parse_view,
    problems,
    view,
)
from lisi_mahjong.positions import board_of
from lisi_mahjong.tiles import ONE
from lisi_mahjong.wall import head_place
from playouts import states

Bend = Callable[[GameState, random.Random], GameState]

_VIEWERS = (None, 0, 1, 2, 3)
_FIELD = re.compile(r"(?<!\S)([a-z]+[0-3]?)=(\S*)")


def with_seat(state: GameState, seat: int, **fields: object) -> GameState:
    """Return a state in which a seat has other fields."""
    players = list(state.players)
    players[seat] = attrs.evolve(players[seat], **fields)  # type: ignore[arg-type]
    first, second, third, fourth = players
    return attrs.evolve(state, players=(first, second, third, fourth))


def with_wall(state: GameState, wall: Sequence[Tile]) -> GameState:
    """Return a state with another wall; its dice make the dealer the first taker."""
    shuffle = Shuffle.from_draw_order(wall, dealer=state.dealer, first_taker=state.dealer)
    return attrs.evolve(state, setup=Setup(state.rules, state.dealer, shuffle))


def _seat(state: GameState, rng: random.Random) -> tuple[int, Player]:
    seat = rng.randrange(4)
    return seat, state.players[seat]


# --- what a seat is bound to --------------------------------------------------------------


def _bend_since(state: GameState, rng: random.Random) -> GameState:
    """Count other discards at a declaration of ting."""
    declared = [seat for seat in range(4) if state.players[seat].ting_since]
    if not declared:
        return state
    seat = rng.choice(declared)
    since = list(state.players[seat].ting_since)
    other = rng.randrange(4)
    since[other] = rng.choice(
        (
            max(0, since[other] - 1),
            since[other] + 1,
            len(state.players[other].river),
            max(0, len(state.players[other].river) - 1),
            rng.randint(0, len(state.players[other].river)),
        )
    )
    if rng.random() < 0.3:
        since = list(state.players[rng.choice(declared)].ting_since)
    if rng.random() < 0.2:
        since = [len(player.river) for player in state.players]
    return with_seat(state, seat, ting_since=tuple(since))


def _bend_locks(state: GameState, rng: random.Random) -> GameState:
    seat, player = _seat(state, rng)
    kinds = [entry.tile for side in state.players for entry in side.river] or [Tile.M1]
    pairs = [tile for tile in set(player.concealed) if player.concealed.count(tile) > 1]
    tile = rng.choice(pairs if pairs and rng.random() < 0.7 else kinds)
    return with_seat(state, seat, lock_set=player.lock_set ^ ONE[tile])


def _bend_bar(state: GameState, rng: random.Random) -> GameState:
    declared = [seat for seat in range(4) if state.players[seat].ting]
    seat = rng.choice(declared) if declared and rng.random() < 0.9 else rng.randrange(4)
    return with_seat(state, seat, win_barred=not state.players[seat].win_barred)


def _bend_ting(state: GameState, rng: random.Random) -> GameState:
    """Lay a ting tile otherwise, put it elsewhere in its row, or let nobody have declared."""
    seat, player = _seat(state, rng)
    if player.ting is None or not any(entry.ting for entry in player.river):
        return state
    if rng.random() < 0.3:
        ting = Ting(player.ting.tile, rng.random() < 0.5, rng.random() < 0.5)
        return with_seat(state, seat, ting=ting)
    river = list(player.river)
    place = [entry.ting for entry in river].index(True)
    if rng.random() < 0.2:
        river[place] = attrs.evolve(river[place], ting=False)
        return with_seat(
            state, seat, river=tuple(river), ting=None, ting_since=(), wait_set=0, win_barred=False
        )
    other = rng.randrange(len(river))
    river[place], river[other] = river[other], river[place]
    since = list(player.ting_since)
    since[seat] = other + 1
    return with_seat(state, seat, river=tuple(river), ting_since=tuple(since))


# --- tiles that lie elsewhere -------------------------------------------------------------


def _bend_stand(state: GameState, rng: random.Random) -> GameState:
    """Let a standing tile and a loose one change places, or one tile stand more or less."""
    seat, player = _seat(state, rng)
    standing, loose = player.standing_set, player.loose_set
    if player.standing and rng.random() < 0.7:
        tile = rng.choice(player.standing)
        standing, loose = standing - ONE[tile], loose + ONE[tile]
    if player.loose and rng.random() < 0.7:
        tile = rng.choice(player.loose)
        standing, loose = standing + ONE[tile], loose - ONE[tile]
    return with_seat(state, seat, standing_set=standing, loose_set=loose)


def _bend_hands(state: GameState, rng: random.Random) -> GameState:
    """Let two seats exchange a tile."""
    (one, first), (other, second) = _seat(state, rng), _seat(state, rng)
    if one == other or not first.loose or not second.loose:
        return state
    given, taken = rng.choice(first.loose), rng.choice(second.loose)
    state = with_seat(state, one, loose_set=first.loose_set - ONE[given] + ONE[taken])
    return with_seat(state, other, loose_set=second.loose_set - ONE[taken] + ONE[given])


def _bend_throw(state: GameState, rng: random.Random) -> GameState:
    """Let a tile in hand and one that lies before somebody change places."""
    (seat, player), (other, thrower) = _seat(state, rng), _seat(state, rng)
    places = [place for place, entry in enumerate(thrower.river) if entry.taken_by is None]
    if not places or not player.concealed:
        return state
    place = rng.choice([*places, places[-1]])
    entry = thrower.river[place]
    name = "loose_set" if player.loose and rng.random() < 0.7 else "standing_set"
    held = player.loose if name == "loose_set" else player.standing
    if not held:
        return state
    given = rng.choice(held)
    river = list(thrower.river)
    river[place] = attrs.evolve(entry, tile=given)
    state = with_seat(state, seat, **{name: getattr(player, name) - ONE[given] + ONE[entry.tile]})
    ting = thrower.ting
    if entry.ting and ting is not None:
        ting = attrs.evolve(ting, tile=given)
    return with_seat(state, other, river=tuple(river), ting=ting)


def _bend_wall(state: GameState, rng: random.Random) -> GameState:
    """Let two tiles of the wall change places; if one was drawn, somebody holds the other now."""
    wall = list(state.setup.wall)
    one = rng.randrange(136)
    other = rng.randrange(136)
    was, new = wall[one], wall[other]
    wall[one], wall[other] = new, was
    state = with_wall(state, wall)
    holders = [seat for seat in range(4) if was in state.players[seat].loose]
    if not holders:
        return state
    seat = rng.choice(holders)
    return with_seat(state, seat, loose_set=state.players[seat].loose_set - ONE[was] + ONE[new])


def _bend_rivers(state: GameState, rng: random.Random) -> GameState:
    """Let two discards change places, or one lie in another row, or be taken back."""
    (one, first), other = _seat(state, rng), rng.randrange(4)
    if not first.river:
        return state
    river = list(first.river)
    place = rng.randrange(len(river))
    way = rng.random()
    if way < 0.4:
        near = rng.randrange(len(river))
        river[place], river[near] = river[near], river[place]
        return with_seat(state, one, river=tuple(river))
    entry = river.pop(place)
    state = with_seat(state, one, river=tuple(river))
    if way < 0.8:
        theirs = list(state.players[other].river)
        theirs.insert(rng.randint(0, len(theirs)), entry)
        return with_seat(state, other, river=tuple(theirs))
    if entry.taken_by is not None or entry.ting or state.remaining > 80:
        return state
    wall = list(state.setup.wall)
    head = head_place(state.remaining, state.kongs) - 1
    wall[wall.index(entry.tile)], wall[head] = wall[head], entry.tile
    return attrs.evolve(with_wall(state, wall), remaining=state.remaining + 1)


def _bend_melds(state: GameState, rng: random.Random) -> GameState:
    """Lay melds in another order, or let one have come from somebody else, or be another."""
    seat, player = _seat(state, rng)
    if not player.melds:
        return state
    melds = list(player.melds)
    place = rng.randrange(len(melds))
    meld = melds[place]
    if rng.random() < 0.3:
        rng.shuffle(melds)
        return with_seat(state, seat, melds=tuple(melds))
    if meld.from_seat is not None and rng.random() < 0.6:
        other = rng.choice([other for other in range(4) if other != seat])
        river = list(state.players[meld.from_seat].river)
        found = [at for at, entry in enumerate(river)
                 if (entry.tile, entry.taken_by) == (meld.tile, seat)]  # fmt: skip
        if not found:
            return state
        entry = river.pop(found[-1])
        state = with_seat(state, meld.from_seat, river=tuple(river))
        theirs = list(state.players[other].river)
        theirs.insert(rng.choice((len(theirs), rng.randint(0, len(theirs)))), entry)
        state = with_seat(state, other, river=tuple(theirs))
        melds[place] = attrs.evolve(meld, from_seat=other)
    else:
        kind = rng.choice([kind for kind in MeldKind if kind.is_kong == meld.kind.is_kong])
        melds[place] = attrs.evolve(meld, kind=kind)
    return with_seat(state, seat, melds=tuple(melds))


# --- the rest -----------------------------------------------------------------------------


def _bend_stage(state: GameState, rng: random.Random) -> GameState:
    """Await another thing, or something of somebody else."""
    seat, player = _seat(state, rng)
    stage = state.stage
    if isinstance(stage, AwaitingTurn) and rng.random() < 0.5:
        drawn = rng.choice([None, *player.loose]) if rng.random() < 0.5 else stage.drawn
        seat = rng.choice((seat, stage.seat, stage.seat))
        added = [meld.tile for meld in player.melds if meld.tile in player.concealed]
        if added and rng.random() < 0.8:
            return attrs.evolve(state, stage=_asked(state, stage.seat, rng.choice(added)))
        return attrs.evolve(state, stage=AwaitingTurn(seat, drawn))
    if isinstance(stage, AwaitingClaims) and stage.asked and rng.random() < 0.5:
        answers = list(stage.answers)
        asker = rng.choice(stage.asked)
        answers[asker] = rng.choice((None, *legal_actions(state, asker)))
        first, second, third, fourth = answers
        return attrs.evolve(
            state, stage=attrs.evolve(stage, answers=(first, second, third, fourth))
        )
    if isinstance(stage, Finished) and isinstance(stage.result, WonDeal):
        others: dict[str, object] = {
            "winner": seat,
            "loser": rng.choice((None, seat)),
            "robbed_kong": not stage.result.robbed_kong,
        }
        name = rng.choice(list(others))
        return attrs.evolve(
            state,
            stage=Finished(attrs.evolve(stage.result, **{name: others[name]})),  # type: ignore[arg-type]
        )
    if player.river and rng.random() < 0.7:
        return attrs.evolve(state, stage=_asked(state, seat, player.river[-1].tile))
    if rng.random() < 0.5:
        return attrs.evolve(state, stage=AwaitingTurn(seat, rng.choice([None, *player.loose])))
    return attrs.evolve(state, stage=Finished(DrawnDeal()))


def _asked(state: GameState, seat: int, tile: Tile) -> AwaitingClaims:
    """Return the offer of a tile to all that a line of it would ask."""
    last = state.players[seat].river[-1:]
    robbing = not last or last[0].tile is not tile
    asked = []
    for other in range(4):
        player = state.players[other]
        held = player.concealed.count(tile)
        wins = bool(player.wait_set & ONE[tile]) and not player.win_barred
        if other != seat and (wins if player.ting else held >= 2):
            asked.append(other)
    return AwaitingClaims(seat, tile, robbing, tuple(asked), (None, None, None, None))


def _bend_rules(state: GameState, rng: random.Random) -> GameState:
    names = [field.name for field in attrs.fields(RuleSet)]
    name = rng.choice([*names, "forced_win", "robbing_kong"])
    value: object = not getattr(state.rules, name)
    if name == "reserved_stacks":
        value = rng.choice((0, 1, 7, 20))
    rules = RuleSet.from_options(attrs.asdict(state.rules) | {name: value})
    return attrs.evolve(state, setup=Setup(rules, state.dealer, state.shuffle))


def _bend_numbers(state: GameState, rng: random.Random) -> GameState:
    way = rng.randrange(4)
    if way == 0:
        return attrs.evolve(state, ply=rng.choice((0, state.ply + 1, rng.randint(0, 999))))
    if way == 1:
        return attrs.evolve(state, kongs=max(0, state.kongs + rng.choice((-1, 1))))
    if way == 2:
        return attrs.evolve(state, remaining=max(0, state.remaining + rng.choice((-1, 1))))
    dealer = rng.randrange(4)
    wall = state.setup.wall
    shuffle = Shuffle.from_draw_order(wall, dealer=dealer)
    return attrs.evolve(state, setup=Setup(state.rules, dealer, shuffle))


BENDS: Sequence[Bend] = (
    *[_bend_since] * 3,
    *[_bend_locks] * 2,
    _bend_bar,
    _bend_ting,
    _bend_stand,
    _bend_hands,
    *[_bend_throw] * 2,
    _bend_wall,
    *[_bend_rivers] * 2,
    _bend_melds,
    *[_bend_stage] * 2,
    _bend_rules,
    _bend_numbers,
)
"""The ways to bend a state; those that leave most without a problem are there more often."""


def bent(state: GameState, rng: random.Random) -> GameState:
    """Return a state that is otherwise in a thing or two."""
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        state = rng.choice(BENDS)(state, rng)
    if rng.random() < 0.8:
        state = _made_to_agree(state)
    return state


def _made_to_agree(state: GameState) -> GameState:
    """Return a state with the waits and the meld tiles that its hands have."""
    for side in board_of(state).sides:
        if side.player is not None:
            sets = {"wait_set": side.player.wait_set, "meld_set": side.player.meld_set}
            state = with_seat(state, side.seat, **sets)
    return state


def bent_line(line: str, other: str, rng: random.Random) -> str:
    """Return a line in which fields of another line stand, or are left out or cut off."""
    theirs = dict(_FIELD.findall(other))
    for _ in range(rng.choice((1, 1, 2, 2, 3, 5))):
        found = list(_FIELD.finditer(line))
        match = rng.choice(found)
        name, value = match[1], match[2]
        way = rng.random()
        new = ""
        if name == "wall" and way < 0.8:
            new = ""
        elif way < 0.3:
            new = f"{name}={theirs.get(name, value)}"
        elif way < 0.5 and name.startswith("hand"):
            new = f"{name}={value[: rng.randint(1, len(value))]}"
            new += "..}.." if "}" not in new else ".."
        elif way < 0.5 and name.startswith("river"):
            new = f"{name}=..{value}" if value != "-" else f"{name}=.."
        elif way < 0.8:
            numbers = list(re.finditer(r"[0-9]", value))
            if numbers:
                at = rng.choice(numbers).start()
                digit = str(rng.randint(0, 9))
                new = f"{name}={value[:at]}{digit}{value[at + 1 :]}"
        line = f"{line[: match.start()]}{new}{line[match.end() :]}"
    return line


# --- what must hold -----------------------------------------------------------------------


def stand_up(state: GameState, viewer: int | None) -> None:
    """Look whether a state has no problem and is read back, and so what a seat sees of it."""
    assert problems(state) == (), (problems(state), said(state))
    line = format_state(state)
    assert parse_state(line) == state, line
    seen = view(state, viewer)
    assert problems(seen) == (), (problems(seen), line)
    assert parse_view(format_view(seen)) == seen, line


def said(state: GameState) -> str:
    try:
        return format_state(state)
    except InvalidStateError:
        return repr([attrs.asdict(player) for player in state.players])


def played_on(state: GameState, rng: random.Random, most: int) -> int:
    """Play on, looking at every state on the way; return how many there were.

    Args:
        state: where to begin.
        rng: says what is done.
        most: so many actions, unless the deal ends before.
    """
    stand_up(state, rng.choice(_VIEWERS))
    for number in range(1, most + 1):
        to_decide = actors(state)
        if not to_decide:
            return number
        choices = legal_actions(state, rng.choice(to_decide))
        state = apply(state, rng.choice(choices))
        stand_up(state, rng.choice(_VIEWERS))
    return most + 1


def without_problems(
    pool: Sequence[GameState], rng: random.Random
) -> Iterator[tuple[GameState, str]]:
    """Yield for ever bent states without a problem, and what they were bent from."""
    lines = [format_state(state) for state in pool]
    while True:
        place = rng.randrange(len(pool))
        if rng.random() < 0.25:
            try:
                state = parse_state(bent_line(lines[place], rng.choice(lines), rng))
            except LisiError:
                continue
        else:
            state = bent(pool[place], rng)
            if state == pool[place] or problems(state):
                continue
        yield state, lines[place]


def pool_of(numbers: range) -> list[GameState]:
    """Return states of mixed deals: few of those that are like most, and all that are not."""
    return [
        state for place, state in enumerate(states(numbers)) if place % 40 == 0 or _is_odd(state)
    ]


def _is_odd(state: GameState) -> bool:
    stage, players = state.stage, state.players
    if isinstance(stage, AwaitingTurn):
        after_pung = stage.drawn is None
        return after_pung or any(player.lock_set or player.win_barred for player in players)
    if isinstance(stage, AwaitingClaims):
        return stage.robbing or any(player.ting for player in players)
    return True
