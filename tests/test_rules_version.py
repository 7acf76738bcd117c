"""The rules version: what it stands for does not change while the number stays.

`PINNED` has for every version a digest over all that the stored mixed deals show: who must decide,
what they may do, what each seat and a spectator see, what comes of it, what is paid and who deals
next.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import attrs
import pytest

from lisi_mahjong import (
    GameState,
    RecordError,
    ScoreTable,
    SeatView,
    WonDeal,
    actors,
    legal_actions,
    next_dealer,
    settle,
    view,
)
from lisi_mahjong import records as records_module
from lisi_mahjong.record_format import RULES_VERSION, format_header
from lisi_mahjong.records import Record, parse_record, read_records
from odd_records import FOLDER, MIXED
from recordings import refused_text, tidy_record

PINNED = {
    1: "8e848e9705490e31d84212225292140d1600c7bb3902dffc33396a9911af0f57",
}

SCORES = (
    (ScoreTable(), 1),
    (ScoreTable(), 2),
    (ScoreTable(feeder_pays_melded_kong=True, dealer_win_multiplier=3), 1),
    (ScoreTable(discarder_covers_kongs=True, single_wait=5, edge_wait=7), 1),
)

WHAT_TO_DO = f"""
A legal list, a view or a settlement of the stored deals is not what it was under rules version
{RULES_VERSION}. If that is a fault, mend it. If the rules are meant to have changed:
  1. raise RULES_VERSION in src/lisi_mahjong/record_format.py by one;
  2. run `python tests/make_records.py`, which plays the mixed deals anew;
  3. write the new number with the digest below into PINNED in tests/test_rules_version.py, and
     leave the old ones there;
  4. say in CHANGELOG.md what has changed: records of the old version are refused from now on.
If only the JSON of a view is spelled in another way and nobody sees more or less than before,
put the digest below in the place of the old one.
"""


def shown(record: Record) -> Iterator[str]:
    """Yield as texts what the rules have to say about a recorded deal."""
    for taken in record.replay():
        state = taken.state
        yield f"{state.ply} {actors(state)} {state.reserve} {state.remaining}"
        for seat in range(4):
            yield " ".join(map(str, legal_actions(state, seat)))
        for viewer in (0, 1, 2, 3, None):
            yield json.dumps(view(state, viewer).as_json(), sort_keys=True)
        if state.result is not None:
            for score, multiplier in SCORES:
                settlement = settle(state.result, state, score, multiplier)
                yield f"{settlement.deltas}"
                for paid in settlement.payments:
                    yield f"{paid.payer} {paid.amount} {paid.item.name} {paid.rule} {paid.kong}"
            yield str(next_dealer(state))


def digest(found: Iterable[Record]) -> str:
    """Return the SHA-256 of all that some records show, in hexadecimal."""
    seen = hashlib.sha256()
    for record in found:
        for text in shown(record):
            seen.update(text.encode("ascii") + b"\n")
    return seen.hexdigest()


def mixed() -> list[Record]:
    with (FOLDER / f"{MIXED}.jsonl").open(encoding="ascii") as lines:
        return list(read_records(lines))


def test_the_rules_are_those_of_their_version() -> None:
    try:
        found = digest(mixed())
    except RecordError as error:
        found = f"none, as a decision is legal no more: {error}"
    if PINNED.get(RULES_VERSION) != found:
        pytest.fail(f"{WHAT_TO_DO}The digest is now: {found}", pytrace=False)


def test_every_version_up_to_this_one_has_its_digest() -> None:
    assert list(PINNED) == list(range(1, RULES_VERSION + 1))
    assert len(set(PINNED.values())) == RULES_VERSION
    assert records_module.RULES_VERSION is RULES_VERSION


def test_the_pinned_deals_show_wins_that_are_scored() -> None:
    points = {
        reading.points
        for record in mixed()
        if isinstance(record.result, WonDeal)
        for reading in record.result.readings
    }
    assert len(points) > 2


def test_the_digest_hangs_on_lists_views_and_results(monkeypatch: pytest.MonkeyPatch) -> None:
    record = mixed()[0]
    first = digest([record])
    assert digest([record]) == first
    assert digest([Record.of(record.start, record.decisions[:-1])]) != first
    with monkeypatch.context() as patch:
        patch.setattr("test_rules_version.legal_actions", lambda *_: ())
        assert digest([record]) != first
    with monkeypatch.context() as patch:
        patch.setattr("test_rules_version.next_dealer", lambda _: 0)
        assert digest(mixed()) != PINNED[RULES_VERSION]
    with monkeypatch.context() as patch:
        patch.setattr("test_rules_version.view", partial(the_view_of_seat_0, view))
        assert digest([record]) != first
    named = attrs.evolve(record, header=attrs.evolve(record.header, names=("a", "b", "c", "d")))
    assert digest([named]) == first  # names are no matter of the rules
    assert any('"points"' in text for text in shown(next(filter(won, mixed()))))


def the_view_of_seat_0(
    real: Callable[[GameState, int | None], SeatView], state: GameState, _: int | None
) -> SeatView:
    return real(state, 0)


def won(record: Record) -> bool:
    return isinstance(record.result, WonDeal)


@pytest.mark.parametrize("version", [-1, 0, RULES_VERSION + 1, 10**6])
def test_a_record_of_another_version_is_refused_in_clear_words(version: int) -> None:
    text = "".join(tidy_record().lines())
    other = text.replace(f'"rules_version":{RULES_VERSION}', f'"rules_version":{version}')
    assert refused_text(other, 1) == (
        f"rules_version {RULES_VERSION}, which this library reads",
        str(version),
    )


def test_the_header_has_the_version() -> None:
    header = parse_record("".join(tidy_record().lines())).header
    assert json.loads(format_header(header))["rules_version"] == RULES_VERSION
