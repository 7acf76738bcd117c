"""The corpus reaches every rule of play, refusal, option, ending, tag and kind of set.

Each is to be met at least `ENOUGH` times; a failure lists what is met less often. The deals are
those of the differential run and more of them, played by the engine alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import attrs

from corpus import drawn
from differential import ENDINGS, ending
from evenings import DEAL_REFUSALS
from lisi_mahjong import (
    Action,
    AwaitingClaims,
    AwaitingTurn,
    DeclareTing,
    Discard,
    GameState,
    Kong,
    KongKind,
    MeldKind,
    Pass,
    Pung,
    Refusal,
    RuleSet,
    Shuffle,
    Tag,
    Tile,
    Win,
    WonDeal,
    actors,
    apply,
    deal,
    step,
    why_illegal,
)
from lisi_mahjong.players import tidy
from offers import every_action
from rule_table import SEEN_IN_REFUSALS, SHOWN, Moment

T = TypeVar("T")

DEALS = 2520
ENOUGH = 5
RULES = Path(__file__).resolve().parents[1] / "docs" / "rules.md"
SECTIONS = {"TURN", "STAND", "CLAIM", "KONG", "TING", "WIN", "WALL", "DEAL", "TAG"}

EVERYTHING = tuple(action for seat in range(4) for action in every_action(seat))

# No player of this library does such things; a server passes on what strangers send (TURN-5).
MALFORMED: tuple[object, ...] = (
    "0 discard 1m",
    Pung(0, Tile.M1, 3),
    Discard(4, Tile.M1),
    Discard(0, 0),  # type: ignore[arg-type]  # not a Tile on purpose
)


@attrs.define
class Met:
    """How often each thing was met."""

    rules: Counter[str] = attrs.Factory(Counter)
    refusals: Counter[Refusal] = attrs.Factory(Counter)
    options: Counter[tuple[str, bool | int]] = attrs.Factory(Counter)
    endings: Counter[str] = attrs.Factory(Counter)
    tags: Counter[Tag] = attrs.Factory(Counter)
    melds: Counter[MeldKind] = attrs.Factory(Counter)
    kongs: Counter[KongKind] = attrs.Factory(Counter)

    def refuse(self, state: GameState, actions: Iterable[object]) -> None:
        """Try actions, most of which are refused."""
        for action in actions:
            refusal = why_illegal(state, action)  # type: ignore[arg-type]  # anything is allowed
            if refusal is not None:
                self.refusals[refusal] += 1

    def end(self, state: GameState) -> None:
        """Count what can be seen when a deal has ended."""
        self.endings[ending(state)] += 1
        self.options.update(attrs.asdict(state.rules).items())
        self.melds.update(meld.kind for player in state.players for meld in player.melds)
        if isinstance(state.result, WonDeal):
            self.tags.update(tag for reading in state.result.readings for tag in reading.tags)


def neighbours(state: GameState) -> Iterator[Action]:
    """Yield actions that are legal, or nearly so; in a turn, those of two seats."""
    stage = state.stage
    tile = Tile.M1
    seats: Iterable[int] = range(4)
    if isinstance(stage, AwaitingClaims):
        tile = stage.tile
    elif isinstance(stage, AwaitingTurn):
        tile = tile if stage.drawn is None else stage.drawn
        seats = (stage.seat, (stage.seat + 1 + state.ply % 3) % 4)
        for held in {tile, *state.players[stage.seat].standing}:
            yield DeclareTing(stage.seat, held)
            yield DeclareTing(stage.seat, held, face_up=True)
            yield DeclareTing(stage.seat, held, on_wall=True)
    for seat in seats:
        yield from (Discard(seat, tile), Win(seat), Pass(seat))
        yield from (Pung(seat, tile, standing) for standing in range(3))
        yield from (Kong(seat, tile, kind) for kind in KongKind)


def survey(numbers: Iterable[int]) -> Met:
    """Play deals and count everything that is met."""
    met = Met()
    for number in numbers:
        played = drawn(number)
        state, choose = played.start, played.chooser()
        while actors(state):
            met.refuse(state, neighbours(state))
            action = choose(state)
            if isinstance(action, Kong):
                met.kongs[action.kind] += 1
            done = step(state, action)
            moment = Moment(played, state, action, done.events, done.state)
            met.rules.update(rule for rule, shows in SHOWN.items() if shows(moment))
            state = done.state
            if number % 3 == 0 and state.ply == number % 61:
                met.refuse(state, (*MALFORMED, *EVERYTHING))
        met.refuse(state, neighbours(state))
        met.end(state)
    met.rules.update({rule: met.refusals[code] for rule, code in SEEN_IN_REFUSALS.items()})
    return met


def too_seldom(name: str, counts: Counter[T], wanted: Iterable[T]) -> list[str]:
    """Return what was met less often than `ENOUGH`, with its counts."""
    return [f"{name} {item}: {counts[item]}" for item in wanted if counts[item] < ENOUGH]


def rules_of_play() -> list[str]:
    """Return the numbers of the rules of play in the rulebook."""
    numbers = re.findall(
        r"^- \*\*([A-Z]+-\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE
    )
    return [number for number in numbers if number.partition("-")[0] in SECTIONS]


def test_the_table_has_every_rule_of_play() -> None:
    assert {name.partition(" ")[0] for name in (*SHOWN, *SEEN_IN_REFUSALS)} == {*rules_of_play()}


def test_the_corpus_reaches_everything() -> None:
    """One test, so that one process makes the survey."""
    met = survey(range(DEALS))
    values = [
        (field.name, value)
        for field in attrs.fields(RuleSet)
        for value in ((False, True) if isinstance(field.default, bool) else range(42))
    ]
    missing = [
        *too_seldom("rule", met.rules, (*SHOWN, *SEEN_IN_REFUSALS)),
        *too_seldom("refusal", met.refusals, DEAL_REFUSALS),
        *too_seldom("option", met.options, values),
        *too_seldom("ending", met.endings, ENDINGS),
        *too_seldom("tag", met.tags, Tag),
        *too_seldom("set", met.melds, MeldKind),
        *too_seldom("kong", met.kongs, KongKind),
    ]
    assert not missing, f"met less than {ENOUGH} times:\n" + "\n".join(missing)


def test_what_is_met_too_seldom_is_listed() -> None:
    assert too_seldom("tag", Counter(a=5, b=4), ["a", "b", "c"]) == ["tag b: 4", "tag c: 0"]


def test_a_tidy_table_wins_most_of_its_deals() -> None:
    won = 0
    for number in range(60):
        state = deal(Shuffle.from_seed(number), dealer=number % 4)
        while deciding := actors(state):
            state = apply(state, tidy(state, deciding[0]))
        won += isinstance(state.result, WonDeal)
    assert won >= 45
