"""What the stored records are to show: for each name below `tests/records/` a check of a deal.

`make_records` searches the corpus for deals that pass, and `test_stored_records` asks of each
file that is stored whether it still does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import rule_table
from corpus import SEED, Deal
from evenings import DEAL_REFUSALS
from lisi_mahjong import (
    Asked,
    Discard,
    DrawnDeal,
    Drew,
    Kong,
    KongKind,
    MadePung,
    MeldKind,
    Pass,
    Pung,
    Reading,
    Refusal,
    RuleSet,
    Tag,
    Win,
    WonDeal,
)
from lisi_mahjong.records import Record
from rule_table import Moment, Predicate

FOLDER = Path(__file__).parent / "records"
MIXED = "mixed-deals"
"""The file of many deals over which the rules version is pinned."""

Check = Callable[[Sequence[Moment]], bool]
"""Whether a whole deal, move by move, shows something."""


def moments(record: Record) -> list[Moment]:
    """Return every move of a record."""
    played = Deal(0, SEED, (), False, record.start, ())  # noqa: FBT003 - no wishes are followed
    steps = list(record.replay())
    return [
        Moment(played, before.state, action, after.events, after.state)
        for (before, after), action in zip(pairwise(steps), record.decisions, strict=True)
    ]


def once(predicate: Predicate) -> Check:
    """Return whether something is true of some move."""
    return lambda deal: any(map(predicate, deal))


def at_the_end(predicate: Predicate) -> Check:
    """Return whether something is true of the last move."""
    return lambda deal: predicate(deal[-1])


# --- endings ------------------------------------------------------------------------------


def self_draw(m: Moment) -> bool:
    return m.won is not None and m.won.loser is None


def dealt_in(*, in_ting: bool) -> Predicate:
    def check(m: Moment) -> bool:
        won = m.won
        if won is None or won.loser is None or won.robbed_kong:
            return False
        return (m.after.players[won.loser].ting is not None) is in_ting

    return check


def drawn_deal(*, kongs: bool) -> Predicate:
    return lambda m: isinstance(m.after.result, DrawnDeal) and (m.after.kongs > 0) is kongs


def on_the_last_draw(m: Moment) -> bool:
    return self_draw(m) and m.after.remaining == m.after.reserve


def all_in_ting(m: Moment) -> bool:
    return all(player.ting for player in m.after.players)


def read_as(wanted: Callable[[Reading, WonDeal], bool]) -> Check:
    """Return whether the deal was won and a reading of it is as wanted."""
    return at_the_end(lambda m: m.won is not None and any(wanted(r, m.won) for r in m.won.readings))


def in_the_middle(reading: Reading, won: WonDeal) -> bool:
    """Whether the winning tile is the middle of a run."""
    low, middle, *_ = reading.completes
    return len(reading.completes) == 3 and low is not middle is won.tile


def on_eight(reading: Reading, won: WonDeal) -> bool:
    return in_the_middle(reading, won) and won.tile.rank == 8


def closed_but_not_alone(deal: Sequence[Moment]) -> bool:
    """The winning tile is the middle of a run and not the only wait; it is no 8."""
    won = deal[-1].won
    if won is None or won.tile.rank == 8:
        return False
    waits = deal[-1].after.players[won.winner].waits
    return len(waits) > 1 and any(in_the_middle(reading, won) for reading in won.readings)


def with_option(check: Check, **options: bool | int) -> Check:
    """Return whether a deal that passes was played with these options."""
    return lambda deal: (
        all(getattr(deal[0].before.rules, name) == value for name, value in options.items())
        and check(deal)
    )


# --- ting and winning ---------------------------------------------------------------------


def ting_on_the_last_draw(m: Moment) -> bool:
    return bool(m.declared()) and m.before.remaining == m.before.reserve


def ting_after_replacement(deal: Sequence[Moment]) -> bool:
    return any(m.made_kongs() and then.declared() for m, then in pairwise(deal))


def long_chain(m: Moment) -> bool:
    return sum(isinstance(event, Drew) for event in m.events) >= 12


def barred_and_not_asked(deal: Sequence[Moment]) -> bool:
    """A seat that let a win go meets another of its tiles and is not asked."""
    return any(
        player.win_barred and tile in player.waits and not asked
        for m in deal
        for seat, tile, player, asked in m.offered()
        if m.before.players[seat].win_barred
    )


def own_win_passed_then_won(deal: Sequence[Moment]) -> bool:
    seats = {m.action.seat for m in deal if rule_table.own_win_passed(m)}
    won = deal[-1].won
    return won is not None and won.winner in seats


def nearest_passed(deal: Sequence[Moment]) -> bool:
    """A seat won a discard that a nearer one had let go."""
    for m in deal:
        if m.won is not None and m.claims is not None:
            passed = [s for s, a in enumerate(m.claims.answers) if isinstance(a, Pass)]
            passed += [m.action.seat] if isinstance(m.action, Pass) else []
            order = [(m.claims.discarder + turn) % 4 for turn in (1, 2, 3)]
            nearer = order[: order.index(m.won.winner)]
            if any(m.before.players[seat].ting and seat in nearer for seat in passed):
                return True
    return False


def chosen(*, on_draw: bool) -> Predicate:
    return lambda m: isinstance(m.action, Win) and (m.turn is not None) is on_draw


# --- kongs and claims ---------------------------------------------------------------------


def added(*, drawn: bool) -> Predicate:
    """An added kong with the tile just drawn, or with one held before."""

    def check(m: Moment) -> bool:
        action, turn = m.action, m.turn
        if not isinstance(action, Kong) or action.kind is not KongKind.ADDED or turn is None:
            return False
        return (action.tile is turn.drawn) is drawn

    return check


def kong_with_standing(kind: MeldKind) -> Predicate:
    return lambda m: any(e.meld.kind is kind and e.standing > 0 for e in m.made_kongs())


def chained_kongs(deal: Sequence[Moment]) -> bool:
    return any(
        m.made_kongs() and isinstance(then.action, Kong) and then.made_kongs()
        for m, then in pairwise(deal)
    )


def pung_of_standing(number: int) -> Predicate:
    return lambda m: any(isinstance(e, MadePung) and e.standing == number for e in m.events)


def skips_seats(m: Moment) -> bool:
    return any(
        isinstance(event, MadePung)
        and event.meld.from_seat is not None
        and (event.seat - event.meld.from_seat) % 4 == 3
        for event in m.events
    )


def two_asked(m: Moment) -> bool:
    return sum(isinstance(event, Asked) for event in m.events) > 1


def locked_kind_comes_again(deal: Sequence[Moment]) -> bool:
    """A kind is discarded while a seat that holds two of it is locked out of it."""
    return any(
        isinstance(m.action, Discard)
        and any(
            m.action.tile in player.pung_locks and player.concealed.count(m.action.tile) >= 2
            for seat, player in enumerate(m.before.players)
            if seat != m.action.seat
        )
        for m in deal
    )


def discards_a_third_copy(deal: Sequence[Moment]) -> bool:
    return any(
        isinstance(m.action, Pung) and then.action == Discard(m.action.seat, m.action.tile)
        for m, then in pairwise(deal)
    )


# --- the table ----------------------------------------------------------------------------

CHECKS: Mapping[str, Check] = {
    "ending-self-draw": at_the_end(self_draw),
    "ending-discard-win": at_the_end(dealt_in(in_ting=False)),
    "ending-discard-win-from-a-seat-in-ting": at_the_end(dealt_in(in_ting=True)),
    "ending-robbed-kong": at_the_end(lambda m: m.won is not None and m.won.robbed_kong),
    "ending-robbed-kong-two-could": at_the_end(rule_table.SHOWN["KONG-7 two could rob"]),
    "ending-drawn": at_the_end(drawn_deal(kongs=False)),
    "ending-drawn-with-kong": at_the_end(drawn_deal(kongs=True)),
    "ending-on-the-last-draw": at_the_end(on_the_last_draw),
    "ending-on-the-last-discard": at_the_end(rule_table.SHOWN["WALL-8 last discard won"]),
    "ending-last-discard-punged": once(rule_table.SHOWN["WALL-8 last discard punged"]),
    "ending-intercepted": at_the_end(rule_table.nearest_wins),
    "ending-dealer-wins": at_the_end(
        lambda m: m.won is not None and m.won.winner == m.before.dealer
    ),
    "option-reserved-stacks-0-to-the-last-tile": with_option(
        at_the_end(lambda m: m.after.remaining == 0), reserved_stacks=0
    ),
    "option-reserved-stacks-41": with_option(once(lambda _: True), reserved_stacks=41),
    "option-drawn-deal-with-kong-keeps-dealer": with_option(
        at_the_end(drawn_deal(kongs=True)), drawn_deal_with_kong_passes_dealer=False
    ),
    "option-robbing-kong-passed": once(rule_table.robbers_passed),
    "option-open-ting": once(lambda m: any(e.face_up and not e.on_wall for e in m.declared())),
    "option-ting-on-wall": once(lambda m: any(e.on_wall and not e.face_up for e in m.declared())),
    "option-open-ting-on-wall": once(lambda m: any(e.on_wall and e.face_up for e in m.declared())),
    "option-all-runs": read_as(lambda reading, _: reading.triplets == 0),
    "option-closed-wait-on-eight": read_as(
        lambda reading, won: on_eight(reading, won) and Tag.CLOSED_WAIT in reading.tags
    ),
    "option-closed-wait-on-eight-off": with_option(
        read_as(on_eight), closed_wait_on_eight=False, closed_wait_alone=False
    ),
    "option-closed-wait-alone": with_option(closed_but_not_alone, closed_wait_alone=True),
    "option-show-concealed-kongs": with_option(
        once(rule_table.made(MeldKind.CONCEALED_KONG)), show_concealed_kongs=True
    ),
    "option-taiyuan": lambda deal: deal[0].before.rules == RuleSet.taiyuan(),
    "win-chosen-on-a-discard": once(chosen(on_draw=False)),
    "win-chosen-on-a-draw": once(chosen(on_draw=True)),
    "win-passed-and-barred": once(rule_table.bars),
    "win-barred-and-not-asked": barred_and_not_asked,
    "win-on-a-draw-passed-then-won": own_win_passed_then_won,
    "win-after-the-nearest-passed": nearest_passed,
    "win-before-pung": once(rule_table.win_before_pung),
    "win-of-many-readings": at_the_end(lambda m: m.won is not None and len(m.won.readings) > 2),
    "win-flush": read_as(lambda reading, _: Tag.FULL_FLUSH in reading.tags),
    "win-straight": read_as(lambda reading, _: Tag.PURE_STRAIGHT in reading.tags),
    "win-four-triplets": read_as(lambda reading, _: reading.triplets == 4),
    "win-on-an-edge": read_as(lambda reading, _: Tag.EDGE_WAIT in reading.tags),
    "win-on-the-pair": read_as(lambda reading, _: Tag.SINGLE_WAIT in reading.tags),
    "win-with-both-sorts-of-kong": read_as(
        lambda reading, _: {Tag.MELDED_KONG, Tag.CONCEALED_KONG} <= reading.tags
    ),
    "kong-melded": once(rule_table.made(MeldKind.MELDED_KONG)),
    "kong-added-as-drawn": once(added(drawn=True)),
    "kong-added-from-the-hand": once(added(drawn=False)),
    "kong-added-with-a-standing-tile": once(kong_with_standing(MeldKind.ADDED_KONG)),
    "kong-concealed": once(rule_table.made(MeldKind.CONCEALED_KONG)),
    "kong-concealed-with-standing-tiles": once(kong_with_standing(MeldKind.CONCEALED_KONG)),
    "kong-after-kong": chained_kongs,
    "kong-five-in-a-deal": once(lambda m: m.after.kongs >= 5),
    "kong-down-to-the-reserve": once(rule_table.SHOWN["WALL-7"]),
    "kong-second-replacement": once(rule_table.second_replacement_below_the_first),
    "kong-ends-of-the-wall-meet": once(rule_table.ends_meet),
    "pung-of-loose-tiles": once(pung_of_standing(0)),
    "pung-of-a-standing-tile": once(pung_of_standing(1)),
    "pung-of-two-standing-tiles": once(pung_of_standing(2)),
    "pung-where-a-kong-was-possible": once(rule_table.pung_of_three),
    "pung-then-the-third-copy-discarded": discards_a_third_copy,
    "pung-over-two-seats": once(skips_seats),
    "pung-passed-and-locked": locked_kind_comes_again,
    "pung-lock-lifted-by-a-replacement": once(rule_table.lock_lifted_by_replacement),
    "pung-lock-kept-over-a-pung": once(rule_table.lock_kept_over_pung),
    "claim-of-two-seats": once(two_asked),
    "claim-settled-early": once(rule_table.settled_early),
    "ting-after-a-pung": once(rule_table.SHOWN["TING-1 after a pung"]),
    "ting-after-a-replacement": ting_after_replacement,
    "ting-must-be-declared": once(rule_table.must_declare_at_once),
    "ting-tile-not-offered": once(rule_table.ting_tile_not_offered),
    "ting-on-the-last-draw": once(ting_on_the_last_draw),
    "ting-of-all-four": once(all_in_ting),
    "ting-long-chain-of-forced-steps": once(long_chain),
    "ting-fourth-copy-discarded": once(rule_table.ting_makes_no_kong),
}
"""By the name of a file, what its only deal shows."""

FORMATS = (
    "header-with-a-negative-seed",
    "header-with-a-text-as-seed",
    "header-with-bytes-as-seed",
    "header-with-a-layout",
    "header-with-names",
    "header-with-metadata",
    "unfinished-after-the-header",
    "unfinished-before-the-ending",
    "unfinished-in-the-middle-of-a-line",
    "several-deals",
)
"""The names of the files that show something of the format itself."""

REFUSALS: Mapping[str, Refusal] = {
    f"refusal-{refusal.name.lower().replace('_', '-')}": refusal
    for refusal in DEAL_REFUSALS
    if refusal not in {Refusal.NOT_AN_ACTION, Refusal.NO_SUCH_SEAT, Refusal.NO_SUCH_TILE}
}
"""By the name of a file, why the action in its metadata is refused after the last decision."""
