"""What shows a rule of play at work: for each number a predicate over a moment of a deal.

A predicate is no test of the rule: it says that the rule had a say, so that a corpus in which it
is never true tests nothing of that rule. Corners of a rule that are easily missed have a line of
their own, the number and some words. Rules that can be seen only in what they forbid are in
`SEEN_IN_REFUSALS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import attrs

from corpus import SEED, Deal
from lisi_mahjong import (
    Action,
    AnnouncedKong,
    Asked,
    AwaitingClaims,
    AwaitingTurn,
    DeclaredTing,
    DeclareTing,
    Discard,
    Discarded,
    DrawnDeal,
    Drew,
    Event,
    GameState,
    Kong,
    MadeKong,
    MadePung,
    MeldKind,
    Pass,
    Player,
    Pung,
    Refusal,
    Tag,
    Tile,
    Win,
    WonDeal,
    actors,
    legal_actions,
)
from lisi_mahjong.seats import OTHERS


@attrs.frozen
class Moment:
    """One action of a deal: the states before and after it, and what happened between."""

    deal: Deal
    before: GameState
    action: Action
    events: tuple[Event, ...]
    after: GameState

    @property
    def starts(self) -> bool:
        """Whether this is the first action, so that ``before`` is the deal as it was dealt."""
        return self.before.ply == 0

    @property
    def turn(self) -> AwaitingTurn | None:
        """The turn in which the action was done; ``None`` for an answer."""
        return self.before.stage if isinstance(self.before.stage, AwaitingTurn) else None

    @property
    def claims(self) -> AwaitingClaims | None:
        """The claims to which the action was an answer; ``None`` in a turn."""
        return self.before.stage if isinstance(self.before.stage, AwaitingClaims) else None

    @property
    def won(self) -> WonDeal | None:
        """The win that ended the deal now."""
        return self.after.result if isinstance(self.after.result, WonDeal) else None

    @property
    def actor(self) -> Player:
        """Who acted, as it was before."""
        return self.before.players[self.action.seat]

    def made_kongs(self) -> list[MadeKong]:
        return [event for event in self.events if isinstance(event, MadeKong)]

    def declared(self) -> list[DeclaredTing]:
        return [event for event in self.events if isinstance(event, DeclaredTing)]

    def offered(self) -> Iterator[tuple[int, Tile, Player, bool]]:
        """Yield seat, tile, player and whether it is asked, for each discard and other seat.

        The players are those after the action; tiles that were drawn since are no matter here.
        """
        asked = {event.seat for event in self.events if isinstance(event, Asked)}
        discards = [event for event in self.events if isinstance(event, Discarded)]
        for event in discards[-1:]:
            for seat in range(4):
                if seat != event.seat:
                    yield seat, event.tile, self.after.players[seat], seat in asked


Predicate = Callable[[Moment], bool]

# --- TURN, CLAIM --------------------------------------------------------------------------


def next_seat_draws(m: Moment) -> bool:
    return any(
        isinstance(first, Discarded)
        and isinstance(then, Drew)
        and then.seat == (first.seat + 1) % 4
        for first, then in pairwise(m.events)
    )


def passed_so_next_draws(m: Moment) -> bool:
    draws = [event.seat for event in m.events if isinstance(event, Drew)]
    return m.claims is not None and draws[:1] == [(m.claims.discarder + 1) % 4]


def chow_not_offered(m: Moment) -> bool:
    return any(
        not asked and {Tile(tile - 1), Tile(tile + 1)} <= {*player.concealed}
        for _, tile, player, asked in m.offered()
        if tile.suit is not None and 2 <= tile.rank <= 8 and player.ting is None
    )


def win_before_pung(m: Moment) -> bool:
    return m.won is not None and any(
        player.ting is None and player.concealed.count(tile) >= 2
        for _, tile, player, _ in m.offered()
    )


def kinds_locked(m: Moment) -> bool:
    return any(
        set(after.pung_locks) - set(before.pung_locks)
        for before, after in zip(m.before.players, m.after.players, strict=True)
    )


def lock_lifted_by_replacement(m: Moment) -> bool:
    return any(
        m.before.players[event.seat].pung_locks and not m.after.players[event.seat].pung_locks
        for event in m.made_kongs()
    )


def lock_kept_over_pung(m: Moment) -> bool:
    return any(
        isinstance(event, MadePung) and m.after.players[event.seat].pung_locks for event in m.events
    )


def settled_early(m: Moment) -> bool:
    return m.claims is not None and len(actors(m.before)) > 1 and m.after.stage != answered(m)


def answered(m: Moment) -> AwaitingClaims:
    """Return the claims with the action as an answer."""
    assert m.claims is not None
    answers = [
        m.action if seat == m.action.seat else answer
        for seat, answer in enumerate(m.claims.answers)
    ]
    first, second, third, fourth = answers
    return attrs.evolve(m.claims, answers=(first, second, third, fourth))


def ting_makes_no_set(m: Moment) -> bool:
    return any(
        player.ting is not None and player.concealed.count(tile) >= 2 and not asked
        for _, tile, player, asked in m.offered()
    )


def some_are_asked_and_some_not(m: Moment) -> bool:
    return len({asked for *_, asked in m.offered()}) == 2


def illegal_pung_locks_not(m: Moment) -> bool:
    """A seat held two copies, was not asked, and was not locked then and is not now."""
    return m.turn is not None and any(
        player.ting is None
        and not asked
        and m.before.players[seat].concealed.count(tile) >= 2
        and not player.pung_locks
        and not m.before.players[seat].pung_locks
        for seat, tile, player, asked in m.offered()
        if m.won is None and isinstance(m.action, Discard) and tile is m.action.tile
    )


# --- KONG ---------------------------------------------------------------------------------


def made(kind: MeldKind) -> Predicate:
    return lambda m: any(event.meld.kind is kind for event in m.made_kongs())


def replacement_then_turn(m: Moment) -> bool:
    return any(
        isinstance(first, MadeKong)
        and isinstance(then, Drew)
        and then.replacement
        and actors(m.after) == (first.seat,)
        for first, then in pairwise(m.events)
    )


def no_kong_after_pung(m: Moment) -> bool:
    if m.turn is None or m.turn.drawn is not None:
        return False
    pungs = {meld.tile for meld in m.actor.melds if meld.kind is MeldKind.PUNG}
    legal = legal_actions(m.before, m.action.seat)
    return bool(pungs & {*m.actor.concealed}) and not any(isinstance(a, Kong) for a in legal)


def ting_makes_no_kong(m: Moment) -> bool:
    """A seat in ting drew the fourth tile of a kind and had to discard it."""
    for first, then in pairwise(m.events):
        if isinstance(first, Drew) and isinstance(then, Discarded) and first.seat == then.seat:
            player = m.after.players[first.seat]
            melds = [meld.tile for meld in player.melds if meld.kind is MeldKind.PUNG]
            if player.ting is not None and [*player.concealed, *3 * melds].count(first.tile) == 3:
                return True
    return False


def kong_waits_for_robbers(m: Moment) -> bool:
    stage = m.after.stage
    return (
        any(isinstance(event, AnnouncedKong) for event in m.events)
        and isinstance(stage, AwaitingClaims)
        and stage.tile in m.after.players[stage.discarder].concealed
        and m.after.kongs == m.before.kongs
    )


def robbers_passed(m: Moment) -> bool:
    return m.claims is not None and m.claims.robbing and bool(m.made_kongs())


# --- TING, STAND --------------------------------------------------------------------------


def ting_after_pung(m: Moment) -> bool:
    return bool(m.declared()) and m.turn is not None and m.turn.drawn is None


def ting_tile_not_offered(m: Moment) -> bool:
    return isinstance(m.action, DeclareTing) and any(
        player.ting is None and player.concealed.count(m.action.tile) >= 2
        for seat, player in enumerate(m.before.players)
        if seat != m.action.seat
    )


def drawn_tile_goes_out(m: Moment) -> bool:
    return any(
        isinstance(first, Drew) and then == Discarded(first.seat, first.tile)
        for first, then in pairwise(m.events)
    )


def ting_tile_lies_in_order(m: Moment) -> bool:
    return any(entry.ting for player in m.after.players for entry in player.river[:-1])


def one_standing_left(m: Moment) -> bool:
    makers = [event.seat for event in m.events if isinstance(event, MadePung | MadeKong)]
    return any(len(m.after.players[seat].standing) == 1 for seat in makers)


def standing_given(m: Moment) -> bool:
    return any(isinstance(e, MadePung | MadeKong) and e.standing > 0 for e in m.events)


def loose_copy_discarded(m: Moment) -> bool:
    return isinstance(m.action, Discard) and m.action.tile in m.actor.standing


def pung_of_three(m: Moment) -> bool:
    return isinstance(m.action, Pung) and m.actor.concealed.count(m.action.tile) == 3


def must_declare_at_once(m: Moment) -> bool:
    return isinstance(m.action, Pung) and not m.after.players[m.action.seat].loose


# --- WIN ----------------------------------------------------------------------------------


def forced(m: Moment) -> bool:
    return m.won is not None and m.before.rules.forced_win and not isinstance(m.action, Win)


def bars(m: Moment) -> bool:
    return isinstance(m.action, Pass) and m.after.players[m.action.seat].win_barred


def own_win_passed(m: Moment) -> bool:
    player = m.after.players[m.action.seat]
    return (
        m.turn is not None
        and m.actor.ting is not None
        and isinstance(m.action, Discard)
        and not player.win_barred
    )


def nearest_wins(m: Moment) -> bool:
    """The nearest of those who can win a tile wins it, before another one farther away."""
    won = m.won
    if won is None or won.loser is None:
        return False
    nearer = OTHERS[won.loser].index(won.winner)
    farther = [m.after.players[seat] for seat in OTHERS[won.loser][nearer + 1 :]]
    return any(won.tile in player.waits and not player.win_barred for player in farther)


def replacement_wins_nothing(m: Moment) -> bool:
    return bool(m.made_kongs()) and m.after.result is None


def winning_tile_taken(m: Moment) -> bool:
    won = m.won
    if won is None or won.loser is None or won.robbed_kong:
        return False
    last = m.after.players[won.loser].river[-1]
    return won.tile in m.after.players[won.winner].loose and last.taken_by == won.winner


# --- WALL, DEAL ---------------------------------------------------------------------------


def break_of(m: Moment) -> tuple[int, int]:
    """Return the first taker and the stacks counted off, by the rulebook (WALL-3, WALL-4)."""
    first, second = m.before.shuffle.dice
    return (m.before.dealer + sum(first) - 1) % 4, sum(second)


def begins_behind_the_count(m: Moment) -> bool:
    taker, counted = break_of(m)
    start = (taker * 17 + counted) * 2
    taken = m.before.shuffle.layout[start : start + 4]
    return m.starts and m.before.players[taker].standing == tuple(sorted(taken))


def first_replacement_from_the_tail(m: Moment) -> bool:
    taker, counted = break_of(m)
    tile = m.before.shuffle.layout[(taker * 17 + counted - 1) * 2]
    drawn = [event.tile for event in m.events if isinstance(event, Drew) and event.replacement]
    return m.before.kongs == 0 and drawn == [tile]


def second_replacement_below_the_first(m: Moment) -> bool:
    taker, counted = break_of(m)
    tile = m.before.shuffle.layout[(taker * 17 + counted - 1) * 2 + 1]
    drawn = [event.tile for event in m.events if isinstance(event, Drew) and event.replacement]
    return m.before.kongs == 1 and drawn == [tile]


def wall_used_up(m: Moment) -> bool:
    """Nothing was drawn any more: what happened, happened to the last discard."""
    return m.before.remaining == m.after.remaining == m.after.reserve


def ends_meet(m: Moment) -> bool:
    """The last tile was drawn out of a stack that had been broken from the tail."""
    return m.before.remaining > 0 == m.after.remaining and m.after.kongs % 2 == 1


def dealt(m: Moment) -> bool:
    sizes = [(len(player.standing), len(player.concealed)) for player in m.before.players]
    expected = [(4, 14 if seat == m.before.dealer else 13) for seat in range(4)]
    return m.starts and sizes == expected


# --- the table ----------------------------------------------------------------------------


def tagged(*tags: Tag) -> Predicate:
    return lambda m: (
        m.won is not None and any(tag in reading.tags for reading in m.won.readings for tag in tags)
    )


SHOWN: Mapping[str, Predicate] = {
    "TURN-1": next_seat_draws,
    "TURN-2": passed_so_next_draws,
    "TURN-3": lambda m: isinstance(m.action, Discard),
    "TURN-4": chow_not_offered,
    "CLAIM-1": lambda m: any(isinstance(event, MadePung) for event in m.events),
    "CLAIM-2": win_before_pung,
    "CLAIM-3": kinds_locked,
    "CLAIM-3 lifted by a replacement": lock_lifted_by_replacement,
    "CLAIM-3 not lifted by a pung": lock_kept_over_pung,
    "CLAIM-4": lambda m: m.claims is not None and len(actors(m.before)) > 1,
    "CLAIM-4 settled early": settled_early,
    "CLAIM-5": ting_makes_no_set,
    "CLAIM-6": some_are_asked_and_some_not,
    "CLAIM-7": illegal_pung_locks_not,
    "KONG-1": made(MeldKind.MELDED_KONG),
    "KONG-2": made(MeldKind.ADDED_KONG),
    "KONG-3": made(MeldKind.CONCEALED_KONG),
    "KONG-4": replacement_then_turn,
    "KONG-5": no_kong_after_pung,
    "KONG-6": ting_makes_no_kong,
    "KONG-7": lambda m: m.won is not None and m.won.robbed_kong,
    "KONG-7 two could rob": lambda m: nearest_wins(m) and m.won is not None and m.won.robbed_kong,
    "KONG-7 passed": robbers_passed,
    "KONG-8": kong_waits_for_robbers,
    "TING-1": lambda m: bool(m.declared()),
    "TING-1 after a pung": lambda m: (
        bool(m.declared()) and m.turn == AwaitingTurn(m.action.seat, None)
    ),
    "TING-2": ting_tile_not_offered,
    "TING-3": lambda m: any(event.face_up for event in m.declared()),
    "TING-4": lambda m: any(event.on_wall for event in m.declared()),
    "TING-5": drawn_tile_goes_out,
    "TING-6": lambda m: sum(isinstance(event, Drew) for event in m.events) > 1,
    "TING-7": ting_tile_lies_in_order,
    "STAND-1": lambda m: bool(m.declared()),
    "STAND-2": standing_given,
    "STAND-3": one_standing_left,
    "STAND-4": loose_copy_discarded,
    "STAND-5": pung_of_three,
    "STAND-6": must_declare_at_once,
    "WIN-1": lambda m: m.won is not None,
    "WIN-2": forced,
    "WIN-3": bars,
    "WIN-3 own draw passed": own_win_passed,
    "WIN-4": nearest_wins,
    "WIN-5": lambda m: m.won is not None and {1, 2, 3, 4} >= {r.triplets for r in m.won.readings},
    "WIN-7": replacement_wins_nothing,
    "WIN-8": winning_tile_taken,
    "WALL-1": lambda m: m.starts and len(m.before.setup.wall) == 136,
    "WALL-2": lambda m: m.starts and len(m.before.shuffle.layout) == 4 * 17 * 2,
    "WALL-3": lambda m: m.starts and break_of(m)[0] != m.before.dealer,
    "WALL-4": begins_behind_the_count,
    "WALL-5": first_replacement_from_the_tail,
    "WALL-5 again": second_replacement_below_the_first,
    "WALL-6": lambda m: m.after.kongs > 1 and m.after.reserve > m.before.reserve + 1,
    "WALL-7": lambda m: bool(m.made_kongs()) and m.after.remaining == m.after.reserve,
    "WALL-8": lambda m: isinstance(m.after.result, DrawnDeal),
    "WALL-8 last discard won": lambda m: wall_used_up(m) and m.won is not None,
    "WALL-8 last discard punged": lambda m: wall_used_up(m) and isinstance(m.action, Pung),
    "WALL-9": ends_meet,
    "WALL-10": lambda m: m.starts and m.before.rules.reserved_stacks in {0, 41},
    "WALL-11": lambda m: m.starts and m.deal.wall == SEED,
    "DEAL-1": dealt,
    "DEAL-2": lambda m: m.starts and m.turn is not None and m.turn.seat == m.before.dealer,
    "TAG-1": tagged(Tag.ONE_VOIDED_SUIT),
    "TAG-2": tagged(Tag.CLOSED_WAIT),
    "TAG-3": tagged(Tag.EDGE_WAIT),
    "TAG-4": tagged(Tag.MELDED_KONG),
    "TAG-5": tagged(Tag.CONCEALED_KONG),
    "TAG-6": tagged(Tag.PURE_STRAIGHT),
    "TAG-7": tagged(Tag.SINGLE_WAIT, Tag.FULL_FLUSH),
    "TAG-8": lambda m: m.won is not None and m.won.loser is not None,
    "TAG-9": lambda m: m.won is not None and any(r.triplets > 1 for r in m.won.readings),
    "TAG-10": lambda m: m.won is not None and len(m.won.readings) > 1,
}

SEEN_IN_REFUSALS: Mapping[str, Refusal] = {
    "TURN-5": Refusal.NOT_AN_ACTION,
    "TURN-6": Refusal.DEAL_ENDED,
    "TURN-7": Refusal.ALREADY_ANSWERED,
    "WIN-6": Refusal.TING_FIFTH_COPY,
}
