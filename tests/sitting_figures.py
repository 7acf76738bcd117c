"""What people who run tables ask for: how deals end, who wins how much, what it is to deal.

Everything is a sum of whole numbers, so that parts of a campaign add up to the same in any order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

import attrs

from lisi_mahjong import AwaitingClaims, GameState, MeldKind, TableState, Tag, VoidDeal, WonDeal

ENDINGS = (
    "self-draw",
    "discard, in ting",
    "discard, not in ting",
    "robbed kong",
    "drawn",
    "drawn with kong",
)
WINS = ENDINGS[:4]
VOIDS = ("void on a turn", "void on a claim", "void on a claim with an answer")
COUNTS = {
    "sittings": "sittings",
    "deals": "StartDeal",
    "deals settled": "settled",
    **{f"deals {void}": void for void in VOIDS},
    "decisions": "Play",
    "left before the first deal of a game": "left before a game",
    "left between two deals": "left between",
    "came back to another seat": "moved",
    "took readiness back": "Unready",
}
"""The counts that are told, and under which key they are kept."""


def ending(state: GameState) -> str:
    """Return which of the `ENDINGS` a finished deal had."""
    result = state.result
    if not isinstance(result, WonDeal):
        return "drawn with kong" if state.kongs else "drawn"
    if result.loser is None:
        return "self-draw"
    if result.robbed_kong:
        return "robbed kong"
    ting = state.players[result.loser].ting is not None
    return "discard, in ting" if ting else "discard, not in ting"


def asked_in(state: GameState) -> str:
    """Return what is asked in a deal that goes on: ``turn``, ``claim`` or that with an answer."""
    stage = state.stage
    if not isinstance(stage, AwaitingClaims):
        return "turn"
    return "claim with an answer" if any(stage.answers) else "claim"


@attrs.define
class Figures:
    """Sums over sittings."""

    sums: Counter[str] = attrs.Factory(Counter)
    largest: tuple[int, str] = (0, "")  # the largest win, and where it was
    longest: int = 0  # the longest run of one dealer
    failures: list[str] = attrs.Factory(list)

    def add(self, other: Figures) -> None:
        """Take in the figures of the sittings that come next."""
        self.sums.update(other.sums)
        self.largest = max(self.largest, other.largest, key=lambda win: win[0])
        self.longest = max(self.longest, other.longest)
        self.failures += other.failures

    # --- counting -------------------------------------------------------------------------

    def count_void(self, before: TableState) -> None:
        """Count a deal that somebody is about to leave."""
        assert before.deal is not None
        self.sums[f"void on a {asked_in(before.deal)}"] += 1

    def count_settled(self, after: TableState, where: str) -> None:
        """Count the deal that has just been settled at a table."""
        state, summary = after.deal, after.history[-1]
        assert state is not None
        sums, delta = self.sums, summary.deltas[summary.dealer]
        end = ending(state)
        sums.update(
            {
                "settled": 1,
                end: 1,
                "kongs": state.kongs,
                "ting": sum(player.ting is not None for player in state.players),
                "dealer's points": delta,
                "squares of the dealer's points": delta**2,
                "dealer stays": after.dealer == summary.dealer,
            }
        )
        self.longest = max(self.longest, run_of_dealer(after))
        for player in state.players:
            kongs = [meld.kind for meld in player.melds if meld.kind.is_kong]
            sums.update(f"made {kind.name}" for kind in kongs)
        if isinstance(summary.result, WonDeal):
            self._count_won(after, summary.result, where)

    def _count_won(self, after: TableState, result: WonDeal, where: str) -> None:
        summary = after.history[-1]
        settlement, winner = summary.settlement, result.winner
        reading = settlement.reading
        assert reading is not None
        gain = summary.deltas[winner]
        self.sums.update(
            {
                "won": 1,
                "doubled": summary.multiplier > 1,
                "dealer wins": winner == summary.dealer,
                "points": settlement.points,
                "gain": gain,
                f"{reading.triplets} triplets": 1,
            }
        )
        self.sums.update(f"tag {tag.name}" for tag in reading.tags)
        if gain > self.largest[0]:
            tags = ", ".join(tag.en for tag in Tag if tag in reading.tags) or "no tags"
            self.largest = gain, f"{where}: {tags}, {ending_of(after)}"


def ending_of(table: TableState) -> str:
    """Return how the last deal of a table ended, with what multiplied it."""
    assert table.deal is not None
    times = table.history[-1].multiplier
    return ending(table.deal) + (f", × {times} after a drawn deal" if times > 1 else "")


def run_of_dealer(table: TableState) -> int:
    """Return how many deals in a row, up to the last one, the same seat has dealt."""
    run = 0
    last = table.history[-1]
    for summary in reversed(table.history):
        if (summary.game, summary.dealer) != (last.game, last.dealer):
            break
        run += not isinstance(summary.result, VoidDeal)
    return run


# --- telling ------------------------------------------------------------------------------


def share(part: int, whole: int) -> str:
    """Return a share in per cent."""
    return f"{100 * part / whole:.2f} %" if whole else "–"


def mean(total: int, number: int) -> str:
    """Return a mean."""
    return f"{total / number:.3f}" if number else "–"


def mean_and_error(total: int, squares: int, number: int) -> str:
    """Return a mean with its sign and its standard error."""
    if number < 2:
        return "–"
    spread = (squares - total**2 / number) / (number - 1)
    return f"{total / number:+.3f} ± {math.sqrt(spread / number):.3f}"


def lines(figures: Figures) -> Iterator[str]:
    """Yield the figures, a line each."""
    for name, text in rows(figures):
        yield f"{name:<40}{text:>20}"
    gain, where = figures.largest
    yield f"{'largest win':<40}{gain:>20}" + (f"  ({where})" if where else "")


def rows(figures: Figures) -> Iterator[tuple[str, str]]:
    """Yield the names of the figures and what they are, without the largest win."""
    sums = figures.sums
    settled, won = sums["settled"], sums["won"]
    drawn = sums["drawn"] + sums["drawn with kong"]
    for name, key in COUNTS.items():
        yield name, str(sums[key])
    yield "drawn deals", share(drawn, settled)
    yield "  with a kong", share(sums["drawn with kong"], settled)
    for end in WINS:
        yield f"won: {end}", share(sums[end], settled)
    yield "won with a doubling (SCORE-6), of wins", share(sums["doubled"], won)
    yield "seats that declared ting", share(sums["ting"], 4 * settled)
    yield "seats in ting, per deal", mean(sums["ting"], settled)
    for tag in Tag:
        yield f"{tag.en} {tag.zh}, of wins", share(sums[f"tag {tag.name}"], won)
    for triplets in range(5):
        yield f"{triplets} triplets, of wins", share(sums[f"{triplets} triplets"], won)
    yield "points u, per win", mean(sums["points"], won)
    yield "the winner gets, per win", mean(sums["gain"], won)
    yield "kongs per deal", mean(sums["kongs"], settled)
    for kind in MeldKind:
        if kind.is_kong:
            yield (
                f"  {kind.name.lower().replace('_', ' ')}s",
                mean(sums[f"made {kind.name}"], settled),
            )
    yield (
        "the dealer gets, per deal",
        mean_and_error(sums["dealer's points"], sums["squares of the dealer's points"], settled),
    )
    yield "deals won by the dealer, of wins", share(sums["dealer wins"], won)
    yield "the dealer stays, of deals", share(sums["dealer stays"], settled)
    # Each time that the dealership passes on ends one run.
    yield "deals in a dealer's run", mean(settled, settled - sums["dealer stays"])
    yield "the longest run", str(figures.longest)
