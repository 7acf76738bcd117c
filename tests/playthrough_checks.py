"""What the checks of the playthroughs of deals are made of.

A check is asked of a `PlayedDeal` whether what its name says happened in it. Most of them are
put together from predicates over a move: those of `rule_table`, `odd_records` and
`perft_predicates`, and what these lack, below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import odd_records
import rule_table
from lisi_mahjong import (
    AnnouncedKong,
    Asked,
    DeclareTing,
    Discard,
    Drew,
    GameState,
    IllegalAction,
    Kong,
    LisiError,
    MeldKind,
    Pass,
    Pung,
    Refusal,
    RuleSet,
    ScoreTable,
    Shuffle,
    Tile,
    Win,
    actors,
    deal,
    legal_actions,
    next_dealer,
    view,
    waits,
)
from lisi_mahjong.players import tidy
from perft_predicates import could, fresh, legal
from playthrough_parts import Call, PlayedDeal, Try
from rule_table import Moment, Predicate

Check = Callable[[PlayedDeal], bool]

# --- put together -------------------------------------------------------------------------


def both(*predicates: Predicate) -> Predicate:
    """Whether all of this is true of one move."""
    return lambda m: all(predicate(m) for predicate in predicates)


def all_of(*checks: Check) -> Check:
    return lambda played: all(check(played) for check in checks)


def once(*predicates: Predicate) -> Check:
    """Whether all of this is true of one and the same move."""
    return lambda played: any(map(both(*predicates), played.moves))


def at_the_end(*predicates: Predicate) -> Check:
    return lambda played: both(*predicates)(played.moves[-1])


def in_order(*predicates: Predicate) -> Check:
    """Whether there are moves, one after the other, of which this is true in turn."""

    def check(played: PlayedDeal) -> bool:
        moves = iter(played.moves)
        return all(any(predicate(m) for m in moves) for predicate in predicates)

    return check


def of_the_moves(check: odd_records.Check) -> Check:
    return lambda played: check(played.moves)


def with_rules(rules: RuleSet) -> Check:
    return lambda played: played.rules == rules


def refused(*refusals: Refusal, of: type = object) -> Check:
    """Whether something was tried and refused for each of these reasons, by the script."""
    return lambda played: (
        set(refusals)
        <= {
            error.refusal
            for _, each, error in played.tried
            if isinstance(error, IllegalAction) and isinstance(each, Try)
            if isinstance(each.what, of)
        }
    )


# --- whole deals --------------------------------------------------------------------------


def of_seed(seed: int, *, dealer: int, rules: RuleSet) -> Check:
    """Whether it is the deal of a seed, played by the tidy player."""
    return lambda played: (
        played.start == deal(Shuffle.from_seed(seed), dealer=dealer, rules=rules)
        and all(m.action == tidy(m.before, m.action.seat) for m in played.moves)
    )


def broken_by(*, dealer: int, sums: tuple[int, int], taker: int) -> Predicate:
    """Whether the throws have these sums, and give this first taker."""
    return lambda m: (
        rule_table.begins_behind_the_count(m)
        and m.before.dealer == dealer
        and tuple(map(sum, m.before.shuffle.dice)) == sums
        and m.before.setup.first_taker == taker
    )


def drawn_from_the_head(number: int) -> Check:
    """Whether so many tiles were drawn in all, replacements left out."""
    return lambda played: (
        sum(isinstance(e, Drew) and not e.replacement for m in played.moves for e in m.events)
        == number
    )


def calls_failed(played: PlayedDeal) -> bool:
    """Whether some calls were made, and all of them failed for no matter of an action."""
    errors = [error for _, each, error in played.tried if isinstance(each, Call)]
    return len(errors) > 1 and not any(
        error is None or isinstance(error, IllegalAction) for error in errors
    )


def refused_in_play_and_after_it(*refusals: Refusal) -> Check:
    """Whether some things were refused alike while the deal was played and when it had ended."""

    def found(tried: Iterable[tuple[GameState, object, LisiError | None]]) -> list[Refusal]:
        return [error.refusal for *_, error in tried if isinstance(error, IllegalAction)]

    def check(played: PlayedDeal) -> bool:
        in_play = found(each for each in played.tried if each[0].result is None)
        after = found(each for each in played.tried if each[0].result is not None)
        return in_play == after and set(refusals) == set(in_play)

    return check


def next_deals(*, same: bool) -> Check:
    """Whether the dealer deals again, or does not."""
    return lambda played: (next_dealer(played.end) == played.end.dealer) is same


def kongs_in_all(number: int, *, reserve: int) -> Predicate:
    return lambda m: m.after.kongs == number and m.after.reserve == reserve


# --- pungs and the answers to a discard ---------------------------------------------------


def passed(m: Moment) -> bool:
    return isinstance(m.action, Pass)


def offered_kong(m: Moment) -> bool:
    return m.claims is not None and any(isinstance(each, Kong) for each in legal(m))


def punged(m: Moment) -> bool:
    return isinstance(m.action, Pung)


def left_standing(number: int) -> Predicate:
    """Whether who acted holds so many standing tiles."""
    return lambda m: len(m.actor.standing) == number


def three_kept(played: PlayedDeal) -> bool:
    """Whether who let a discard go still holds the three copies at the end."""
    return any(
        isinstance(m.action, Pass)
        and m.claims is not None
        and played.end.players[m.action.seat].concealed.count(m.claims.tile) == 3
        for m in played.moves
    )


def pair_not_asked_and_not_locked(m: Moment) -> bool:
    """A tile was let go of which a seat that was not asked holds two, and which has not drawn."""
    if m.claims is None or m.claims == m.after.stage:
        return False
    drew = {event.seat for event in m.events if isinstance(event, Drew)}
    return any(
        player.ting is None and player.concealed.count(m.claims.tile) >= 2 and not player.pung_locks
        for seat, player in enumerate(m.after.players)
        if seat not in {*m.claims.asked, *drew, m.claims.discarder}
    )


def locked_where_another_is_asked(m: Moment) -> bool:
    """A seat is asked about a tile of which another holds two and is locked out."""
    if m.claims is None or not fresh(m):
        return False
    return any(
        m.claims.tile in player.pung_locks
        and player.concealed.count(m.claims.tile) >= 2
        and seat not in m.claims.asked
        for seat, player in enumerate(m.before.players)
    )


def nearest_has_not_answered(m: Moment) -> bool:
    """A seat says that it wins while a nearer one has not answered."""
    if m.claims is None or not isinstance(m.action, Win):
        return False
    order = [(m.claims.discarder + turn) % 4 for turn in (1, 2, 3)]
    nearer = order[: order.index(m.action.seat)]
    return any(seat in m.claims.asked and m.claims.answers[seat] is None for seat in nearer)


def nobody_is_locked(m: Moment) -> bool:
    return not any(player.pung_locks for player in m.after.players)


def won_before_all_have_answered(m: Moment) -> bool:
    return m.won is not None and m.claims is not None and len(actors(m.before)) > 1


def barred(number: int) -> Predicate:
    """Whether so many seats win no more."""
    return lambda m: sum(player.win_barred for player in m.after.players) == number


def could_pung(m: Moment) -> bool:
    return could(m, Pung) == 1


# --- kongs --------------------------------------------------------------------------------

FEEDER = ScoreTable(feeder_pays_melded_kong=True)
COVERS = ScoreTable(discarder_covers_kongs=True)
BOTH = ScoreTable(feeder_pays_melded_kong=True, discarder_covers_kongs=True)


def winners_kongs_are_paid_by(played: PlayedDeal, score: ScoreTable) -> set[int]:
    """Return the seats that pay for the kongs of the winner."""
    return {each.payer for each in played.paid(score).payments if each.kong is not None}


def feeder_of(played: PlayedDeal) -> int | None:
    """Return whose discard became the winner's melded kong."""
    assert played.won is not None
    melds = played.end.players[played.won.winner].melds
    return next((each.from_seat for each in melds if each.kind is MeldKind.MELDED_KONG), None)


def kongs_paid_by_all(played: PlayedDeal, score: ScoreTable = ScoreTable()) -> bool:
    """Whether each of the three pays its share."""
    return len(winners_kongs_are_paid_by(played, score)) == 3


def each_option_has_other_payers(played: PlayedDeal) -> bool:
    """Whether a fed kong is paid by all, by its feeder or by the discarder, by SCORE-5."""
    return (
        played.won is not None
        and played.won.loser != feeder_of(played)
        and kongs_paid_by_all(played)
        and winners_kongs_are_paid_by(played, FEEDER) == {feeder_of(played)}
        and winners_kongs_are_paid_by(played, COVERS) == {played.won.loser}
        and winners_kongs_are_paid_by(played, BOTH) == {played.won.loser}
    )


def feeder_in_ting_pays_its_share_alone(played: PlayedDeal) -> bool:
    """Whether a kong was fed by a seat in ting, so that one of the options does nothing."""
    feeder = None if played.won is None else feeder_of(played)
    return (
        feeder is not None
        and played.start.players[feeder].ting is not None
        and kongs_paid_by_all(played, FEEDER)
    )


def kongs_made(number: int, *kinds: MeldKind) -> Predicate:
    """Whether a kong of one of these sorts is made, and so many were made before."""
    return lambda m: (
        m.before.kongs == number and any(each.meld.kind in kinds for each in m.made_kongs())
    )


def kong_seen_by_others(*, open_: bool) -> Predicate:
    """Whether a concealed kong lies there, and all others see of which kind, or none does."""

    def check(m: Moment) -> bool:
        kinds = [
            view(m.after, viewer).players[seat].melds[place].tile is not None
            for seat, player in enumerate(m.after.players)
            for place, meld in enumerate(player.melds)
            for viewer in (0, 1, 2, 3, None)
            if meld.kind is MeldKind.CONCEALED_KONG and viewer != seat
        ]
        return bool(kinds) and set(kinds) == {open_}

    return check


def goes_on(m: Moment) -> bool:
    return m.after.result is None


def with_left(number: int) -> Predicate:
    """Whether the wall holds so many tiles when a move is made."""
    return lambda m: m.before.remaining == number


def one_more_was_drawn(m: Moment) -> bool:
    """The last tile that can be drawn is drawn after this."""
    return m.after.remaining == m.after.reserve == m.before.remaining - 1


def shown_and_made_at_once(m: Moment) -> bool:
    """The fourth tile of a pung is shown, nobody waits for anything, and the kong is made."""
    return (
        any(isinstance(event, AnnouncedKong) for event in m.events)
        and bool(m.made_kongs())
        and not any(player.ting for player in m.before.players)
    )


def concealed_kong_that_another_waits_for(m: Moment) -> bool:
    return m.before.rules.robbing_kong and any(
        event.meld.kind is MeldKind.CONCEALED_KONG and event.meld.tile in player.waits
        for event in m.made_kongs()
        for player in m.before.players
    )


# --- ting ---------------------------------------------------------------------------------


def declares(*, up: bool, wall: bool) -> Predicate:
    return lambda m: (
        isinstance(m.action, DeclareTing) and (m.action.face_up, m.action.on_wall) == (up, wall)
    )


def ting_tile_seen_by_others(*, open_: bool) -> Predicate:
    """Whether all others see with which tile somebody declared ting, or none does."""

    def check(m: Moment) -> bool:
        tings = [
            view(m.after, viewer).players[seat].ting
            for seat, player in enumerate(m.after.players)
            for viewer in (0, 1, 2, 3, None)
            if player.ting is not None and viewer != seat
        ]
        seen = {ting is not None and ting.tile is not None for ting in tings}
        return seen == {open_}

    return check


def wanted_for_a_kong_and_for_a_win(m: Moment) -> bool:
    """Of the tile with which ting is declared one holds three copies, and one waits for it."""
    return (
        isinstance(m.action, DeclareTing)
        and any(player.concealed.count(m.action.tile) == 3 for player in m.before.players)
        and any(m.action.tile in player.waits for player in m.before.players)
        and m.after.result is None
        and not any(isinstance(event, Asked) for event in m.events)
    )


def ting_tile_lies_before_others(m: Moment) -> bool:
    """The tile of a ting on the wall is followed by others in its owner's row."""
    return any(
        player.ting is not None
        and player.ting.on_wall
        and any(entry.ting for entry in player.river[:-1])
        for player in m.after.players
    )


def four_ways_with_one_tile(m: Moment) -> bool:
    tings = [each for each in legal(m) if isinstance(each, DeclareTing)]
    return len(tings) == 4 and len({each.tile for each in tings}) == 1


def ting_let_go_and_not_won(played: PlayedDeal) -> bool:
    """Who could have declared ting discarded, and what it would have won on was discarded."""
    waited = {
        (m.action.seat, tile)
        for m in played.moves
        if isinstance(m.action, Discard)
        for tile in waits_if_declared(m.before, m.action.seat)
    }
    return played.won is None and any(
        isinstance(m.action, Discard) and (seat, m.action.tile) in waited
        for m in played.moves
        for seat in range(4)
        if seat != m.action.seat and goes_on(m)
    )


def waits_if_declared(state: GameState, seat: int) -> Iterator[Tile]:
    """Yield what a seat could wait for by declaring ting now."""
    player = state.players[seat]
    for each in legal_actions(state, seat):
        if isinstance(each, DeclareTing):
            hand = [*player.concealed]
            hand.remove(each.tile)
            yield from waits(hand, player.melds, rules=state.rules)


def won_from_the_next(m: Moment) -> bool:
    return m.won is not None and m.won.loser == (m.won.winner + 1) % 4
