"""What the checks of the playthroughs of wins are made of; see `playthrough_checks`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from lisi_mahjong import (
    Asked,
    Discard,
    Discarded,
    Drew,
    MadePung,
    MeldKind,
    PaymentFactor,
    Pung,
    Reading,
    ScoreTable,
    Tag,
    Tile,
    Win,
)
from odd_records import dealt_in, on_eight
from perft_predicates import fresh
from playthrough_checks import Check
from playthrough_parts import PlayedDeal
from rule_table import Moment, Predicate

# --- who wins, and who pays ---------------------------------------------------------------


def won_by_the_dealer(m: Moment) -> bool:
    return m.won is not None and m.won.winner == m.before.dealer


def won_by_another(m: Moment) -> bool:
    return m.won is not None and m.won.winner != m.before.dealer


def dealt_in_by_the_dealer(m: Moment) -> bool:
    return dealt_in(in_ting=False)(m) and m.won is not None and m.won.loser == m.before.dealer


def dealt_in_by_another(m: Moment) -> bool:
    return dealt_in(in_ting=False)(m) and m.won is not None and m.won.loser != m.before.dealer


def paid_by_each(played: PlayedDeal) -> list[int]:
    """Return what each of those who pay pays, the dealer first."""
    deltas = played.paid().deltas
    order = [(played.start.dealer + turn) % 4 for turn in range(4)]
    return [-deltas[seat] for seat in order if deltas[seat] < 0]


def dealer_pays_more(played: PlayedDeal) -> bool:
    """Whether all three pay, and the dealer more than the others, who pay alike."""
    paid = paid_by_each(played)
    return len(paid) == 3 and paid[0] > paid[1] == paid[2]


def all_pay_alike(played: PlayedDeal) -> bool:
    paid = paid_by_each(played)
    return len(paid) == 3 and len(set(paid)) == 1


def one_pays_for_all(played: PlayedDeal) -> bool:
    return len(paid_by_each(played)) == 1


def had_to_discard_it(m: Moment) -> bool:
    """The winning tile was drawn and discarded by a seat in ting, which decided nothing."""
    return m.won is not None and any(
        isinstance(event, Drew) and event.seat == m.won.loser and event.tile is m.won.tile
        for event in m.events
    )


def intercepted(m: Moment) -> bool:
    """A discard is won on that another, farther seat could have won on too."""
    won = m.won
    if won is None or won.loser is None or won.robbed_kong:
        return False
    order = [(won.loser + turn) % 4 for turn in (1, 2, 3)]
    players = m.before.players
    could_win = [
        seat for seat in order if won.tile in players[seat].waits and not players[seat].win_barred
    ]
    return len(could_win) > 1 and could_win[0] == won.winner


def nobody_is_asked(m: Moment) -> bool:
    return not any(isinstance(event, Asked) for event in m.events)


def before_an_answered_pung(m: Moment) -> bool:
    """A win prevails over a pung that has been answered before it."""
    return (
        m.won is not None
        and m.claims is not None
        and any(isinstance(answer, Pung) for answer in m.claims.answers)
    )


def punged_in_spite_of_a_win(m: Moment) -> bool:
    """A pung is made of a tile that another seat could have won on, and let go."""
    return m.claims is not None and any(
        isinstance(event, MadePung) and m.claims.tile in player.waits and player.win_barred
        for event in m.events
        for player in m.after.players
    )


def said_to_win_before_the_last_passes(m: Moment) -> bool:
    """What settles a claim is a pass, and another seat has said before that it wins."""
    return (
        m.won is not None
        and m.claims is not None
        and isinstance(m.claims.answers[m.won.winner], Win)
        and m.action.seat != m.won.winner
    )


def several_asked(number: int) -> Predicate:
    """Whether so many seats were asked about the tile that is won on."""
    return lambda m: m.claims is not None and len(m.claims.asked) == number


def nothing_else_happens(played: PlayedDeal) -> bool:
    """Whether each discards what it draws, nobody is asked, and nothing is tried."""
    return not played.tried and all(
        m.turn is not None
        and m.action == Discard(m.turn.seat, cast("Tile", m.turn.drawn))
        and nobody_is_asked(m)
        for m in played.moves
    )


# --- who wins no more, or not on that -----------------------------------------------------


def barred_meets_its_tile(m: Moment) -> Iterator[tuple[int, bool]]:
    """Yield each seat that meets its tile and wins no more, with whether it drew the tile."""
    barred = [seat for seat, player in enumerate(m.before.players) if player.win_barred]
    asked = {event.seat for event in m.events if isinstance(event, Asked)}
    for event in m.events:
        for seat in barred:
            if isinstance(event, Drew | Discarded) and event.tile in m.after.players[seat].waits:
                if isinstance(event, Drew) and event.seat == seat:
                    yield seat, True
                if isinstance(event, Discarded) and event.seat != seat and seat not in asked:
                    yield seat, False


def two_are_barred_in_every_way(played: PlayedDeal) -> bool:
    """Two seats that let a win go meet their tile on a draw and on a discard, and do not win."""
    met = {each for m in played.moves for each in barred_meets_its_tile(m)}
    return played.won is None and sorted(drawn for _, drawn in met) == [False, False, True, True]


def wins_beside_a_barred_seat(m: Moment) -> bool:
    """A seat is asked and wins, and a nearer or farther one waits too and is barred."""
    return (
        m.claims is not None
        and m.won is not None
        and any(
            player.win_barred and m.won.tile in player.waits and seat not in m.claims.asked
            for seat, player in enumerate(m.before.players)
        )
    )


def another_in_ting_waits_for_something_else(m: Moment) -> bool:
    """Two are in ting, and of them the one that waits for the tile is asked."""
    in_ting = [(seat, player) for seat, player in enumerate(m.before.players) if player.ting]
    return (
        fresh(m)
        and m.claims is not None
        and len(in_ting) == 2
        and [seat for seat, player in in_ting if m.claims.tile in player.waits] == [*m.claims.asked]
    )


def lets_its_own_draw_go(m: Moment) -> bool:
    """A seat in ting discards the winning tile that it has drawn."""
    return (
        m.turn is not None
        and m.turn.drawn is not None
        and m.turn.drawn in m.actor.waits
        and any(event == Discarded(m.action.seat, m.turn.drawn) for event in m.events)
        and not m.after.players[m.action.seat].win_barred
    )


# --- what it is called --------------------------------------------------------------------


def readings(wanted: Callable[[tuple[Reading, ...]], bool]) -> Check:
    """Whether the deal was won, and its readings are as wanted."""
    return lambda played: played.won is not None and wanted(played.won.readings)


def tags_of(*tags: set[Tag]) -> Check:
    """Whether these are the tags of the readings, in their order."""
    return readings(lambda found: [{*each.tags} for each in found] == [*tags])


def shapes(*triplets: int) -> Check:
    """Whether the readings have so many triplets, in their order."""
    return readings(lambda found: [each.triplets for each in found] == [*triplets])


def equal_points(played: PlayedDeal) -> bool:
    return readings(lambda found: len({each.points for each in found}) == 1)(played)


def pairs_in_order(played: PlayedDeal) -> bool:
    """Whether the readings have several pairs, the lowest one first."""
    return readings(
        lambda found: [each.pair for each in found] == sorted({each.pair for each in found})
    )(played)


def paid_as(score: ScoreTable, tag: Tag) -> Check:
    """Whether a score table pays a reading with this tag."""

    def check(played: PlayedDeal) -> bool:
        reading = played.paid(score).reading
        return reading is not None and tag in reading.tags

    return check


def in_the_middle_of_an_eight(played: PlayedDeal) -> bool:
    won = played.won
    return won is not None and any(on_eight(each, won) for each in won.readings)


def melds_of_the_winner(*kinds: MeldKind) -> Check:
    """Whether the winner has melds of these sorts and no others."""
    return lambda played: (
        played.won is not None
        and {meld.kind for meld in played.end.players[played.won.winner].melds} == set(kinds)
    )


def kongs_multiplied_by(score: ScoreTable, *factors: PaymentFactor) -> Check:
    """Whether the kongs are paid, each with these factors alone, and the win with others too."""

    def check(played: PlayedDeal) -> bool:
        payments = played.paid(score).payments
        of_kongs = [each for each in payments if each.kong is not None]
        return bool(of_kongs) and all(
            tuple(factor for factor, _ in each.factors) == factors for each in of_kongs
        )

    return check
