"""What a move shows, for the positions of `perft_positions` beyond `rule_table` and `odd_records`.

Each is a predicate over a moment: a position, one of its legal actions, and what came of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from lisi_mahjong import (
    Action,
    AwaitingTurn,
    DeclareTing,
    Discard,
    DrawnDeal,
    Drew,
    Kong,
    KongKind,
    Pass,
    Pung,
    Refusal,
    Win,
    actors,
    legal_actions,
    why_illegal,
)
from lisi_mahjong.claims import pung_refusal
from rule_table import Moment, Predicate, nearest_wins


def legal(m: Moment) -> tuple[Action, ...]:
    """Return what the acting seat could do."""
    return legal_actions(m.before, m.action.seat)


def fresh(m: Moment) -> bool:
    """Whether a tile is on offer and nobody has answered yet."""
    return m.claims is not None and not any(m.claims.answers)


def on_turn(predicate: Predicate) -> Predicate:
    return lambda m: m.turn is not None and predicate(m)


def unanswered(predicate: Predicate) -> Predicate:
    return lambda m: fresh(m) and predicate(m)


def refusals(m: Moment, actions: Iterator[Action]) -> set[Refusal | None]:
    return {why_illegal(m.before, action) for action in actions}


# --- pungs and claims ---------------------------------------------------------------------


def pung_choices(*numbers: int) -> Predicate:
    """Whether a seat may pung a discard with exactly these numbers of standing tiles."""

    def check(m: Moment) -> bool:
        if not fresh(m) or not isinstance(m.action, Pung):
            return False
        return {a.standing for a in legal(m) if isinstance(a, Pung)} == set(numbers)

    return check


def pungs_tried(m: Moment) -> Iterator[Action]:
    """Yield every pung of the tile on offer."""
    assert m.claims is not None
    for seat in range(4):
        for standing in (0, 1, 2):
            yield Pung(seat, m.claims.tile, standing)


def pung_refused_beside_another(m: Moment) -> bool:
    """A seat may pung a tile, but not so that no standing tile is left."""
    return (
        fresh(m)
        and isinstance(m.action, Pung)
        and Refusal.NO_STANDING_LEFT
        in refusals(m, (Pung(m.action.seat, m.action.tile, n) for n in range(3)))
    )


def no_way_on_where_others_are_asked(m: Moment) -> bool:
    return fresh(m) and Refusal.NO_WAY_ON in refusals(m, pungs_tried(m))


def no_way_on_so_nobody_is_asked(m: Moment) -> bool:
    """A seat holds two of a discard and is not asked, as it could not discard after a pung."""
    if not isinstance(m.action, Discard) or not isinstance(m.after.stage, AwaitingTurn):
        return False
    return any(
        pung_refusal(player, m.action.tile, standing) is Refusal.NO_WAY_ON
        for seat, player in enumerate(m.before.players)
        for standing in range(3)
        if seat != m.action.seat
    )


def every_sort_of_answer(m: Moment) -> bool:
    """One seat may kong, pung in two ways, or pass."""
    return fresh(m) and len(legal(m)) == 4


def asked(number: int) -> Predicate:
    return lambda m: fresh(m) and len(actors(m.before)) == number


def could(m: Moment, kind: type[Action]) -> int:
    """Count the seats that could answer with an action of a kind."""
    return sum(
        any(isinstance(action, kind) for action in legal_actions(m.before, seat))
        for seat in actors(m.before)
    )


def one_could_win_and_one_pung(m: Moment) -> bool:
    return asked(2)(m) and could(m, Win) == 1 and could(m, Pung) == 1


def two_could_win(m: Moment) -> bool:
    return asked(2)(m) and could(m, Win) == 2


def two_could_win_and_one_pung(m: Moment) -> bool:
    return asked(3)(m) and could(m, Win) == 2 and could(m, Pung) == 1


def locked_kind_discarded(m: Moment) -> bool:
    """A kind is discarded of which another seat holds two and is locked out."""
    return isinstance(m.action, Discard) and any(
        m.action.tile in player.pung_locks and player.concealed.count(m.action.tile) >= 2
        for seat, player in enumerate(m.before.players)
        if seat != m.action.seat
    )


def kong_refused_and_pung_allowed(m: Moment) -> bool:
    """The reserve forbids a kong of the discard, while its pung needs no replacement."""
    return (
        fresh(m)
        and isinstance(m.action, Pung)
        and why_illegal(m.before, Kong(m.action.seat, m.action.tile, KongKind.MELDED))
        is Refusal.KONG_BREAKS_RESERVE
    )


# --- kongs --------------------------------------------------------------------------------


def turn_kongs_tried(m: Moment) -> Iterator[Action]:
    """Yield every kong of a kind that the seat holds, in its own turn."""
    for tile in dict.fromkeys(m.actor.concealed):
        for kind in (KongKind.ADDED, KongKind.CONCEALED):
            yield Kong(m.action.seat, tile, kind)


def kong_refused(refusal: Refusal) -> Predicate:
    return lambda m: (
        m.turn is not None and m.actor.ting is None and refusal in refusals(m, turn_kongs_tried(m))
    )


def kong_sorts(*kinds: KongKind) -> Predicate:
    """Whether a turn allows kongs of exactly these sorts."""
    return lambda m: (
        isinstance(m.action, Kong)
        and sorted(a.kind.value for a in legal(m) if isinstance(a, Kong))
        == sorted(kind.value for kind in kinds)
    )


def kong_then(kind: type[Action]) -> Predicate:
    """Whether a kong is made, and its replacement allows an action of a kind."""
    return lambda m: (
        bool(m.made_kongs())
        and isinstance(m.action, Kong)
        and any(isinstance(a, kind) for a in legal_actions(m.after, m.action.seat))
    )


def at_the_edge(kongs: int) -> Predicate:
    """Whether a kong leaves exactly the reserve, and so many had been made before."""
    return lambda m: (
        m.before.kongs == kongs
        and bool(m.made_kongs())
        and isinstance(m.action, Kong)
        and m.after.remaining == m.after.reserve
    )


def first_kong_with_left(number: int) -> Predicate:
    """Whether the first kong of a deal is made with so many tiles left."""
    return lambda m: (
        m.before.kongs == 0
        and m.before.remaining == number
        and isinstance(m.action, Kong)
        and bool(m.made_kongs())
    )


def past_the_edge(kongs: int) -> Predicate:
    """Whether the reserve forbids a kong, while a tile could be drawn from the head."""
    return lambda m: (
        m.before.kongs == kongs
        and m.before.remaining > m.before.reserve
        and kong_refused(Refusal.KONG_BREAKS_RESERVE)(m)
    )


def added_kong_that_others_wait_for(m: Moment) -> bool:
    """An added kong is made of a tile that a seat in ting waits for: there is no robbing."""
    return (
        isinstance(m.action, Kong)
        and bool(m.made_kongs())
        and m.action.kind is KongKind.ADDED
        and any(m.action.tile in player.waits for player in m.before.players)
    )


def robbers_asked(number: int) -> Predicate:
    return lambda m: asked(number)(m) and m.claims is not None and m.claims.robbing


def robbed(m: Moment) -> bool:
    return m.won is not None and m.won.robbed_kong


def robbed_by_the_nearest(m: Moment) -> bool:
    return robbed(m) and nearest_wins(m)


# --- ting and winning ---------------------------------------------------------------------


def ting_with(number: int) -> Predicate:
    """Whether ting can be declared with so many kinds of tiles, or more."""
    return lambda m: (
        isinstance(m.action, DeclareTing)
        and len({a.tile for a in legal(m) if isinstance(a, DeclareTing)}) >= number
    )


def ting_beside_the_loose_copy(m: Moment) -> bool:
    """Of one kind, a standing tile can be discarded for ting and a loose one as it is."""
    return isinstance(m.action, DeclareTing) and m.action.tile in m.actor.loose


def ting_refused(refusal: Refusal) -> Predicate:
    return lambda m: (
        m.turn is not None
        and m.actor.ting is None
        and refusal in refusals(m, (DeclareTing(m.action.seat, tile) for tile in m.actor.standing))
    )


def ting_after(number: int) -> Predicate:
    """Whether so many seats are in ting when another one has declared it."""
    return lambda m: (
        isinstance(m.action, DeclareTing)
        and sum(player.ting is not None for player in m.before.players) == number
    )


def alone_among_seats_in_ting(m: Moment) -> bool:
    """Three seats are in ting; what they do is no decision, so the fourth has all the turns."""
    in_ting = [player.ting is not None for player in m.before.players]
    return sum(in_ting) == 3 and m.after.result is None and m.turn is not None


def forced_discards(number: int) -> Predicate:
    """Whether so many seats in ting drew and discarded before somebody could decide."""
    return lambda m: (
        m.after.result is None and sum(isinstance(event, Drew) for event in m.events) > number
    )


def in_all_runs(m: Moment) -> bool:
    return m.won is not None and all(reading.triplets == 0 for reading in m.won.readings)


def barred_seat_not_asked(m: Moment) -> bool:
    """A seat that let a win go meets another of its tiles and is not asked."""
    return any(
        player.win_barred and tile in player.waits and not is_asked
        for seat, tile, player, is_asked in m.offered()
        if m.before.players[seat].win_barred
    )


def win_after_the_nearest_passes(m: Moment) -> bool:
    """Two could win on a discard, and one of them passes."""
    return two_could_win(m) and isinstance(m.action, Pass)


# --- the wall -----------------------------------------------------------------------------


def left_to_draw(number: int) -> Predicate:
    """Whether so many tiles can still be drawn from the head, in a turn after a draw."""
    return lambda m: (
        m.turn is not None
        and m.turn.drawn is not None
        and m.before.remaining - m.before.reserve == number
    )


def drawn_deal_with_kong(m: Moment) -> bool:
    return isinstance(m.after.result, DrawnDeal) and m.after.kongs > 0
