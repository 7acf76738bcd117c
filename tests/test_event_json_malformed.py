"""What is no event in JSON is refused, with the place and in few words, and never otherwise."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bad_inputs import LONGEST_MESSAGE
from bad_tables import TRUE, odd
from edited_json import GONE, HOSTILE, edited, places
from events_by_hand import BY_HAND
from lisi_mahjong import (
    InvalidStateError,
    RecordError,
    SawDeal,
    Shuffle,
    deal,
    event_as_json,
    read_event,
    view,
)

VALUES: dict[str, dict[str, Any]] = {
    f"{number} {value['event']}": value for number, (_, value) in enumerate(BY_HAND)
}
VALUES["saw_deal"] = event_as_json(SawDeal(view(deal(Shuffle.from_seed(7)), 1)))

each_value = pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)

# What is edited below, by the kind of event; the first of each kind in the table by hand.
DREW = VALUES["0 drew"]
HIDDEN_DRAW = VALUES["1 drew"]
DISCARDED = VALUES["2 discarded"]
TING = VALUES["3 declared_ting"]
HIDDEN_TING = VALUES["4 declared_ting"]
ASKED = VALUES["5 asked"]
ANSWERED = VALUES["6 answered"]
PUNG = VALUES["7 made_pung"]
CONCEALED = VALUES["10 made_kong"]
HIDDEN_KONG = VALUES["11 made_kong"]
WON = VALUES["13 ended"]
SAT = VALUES["14 sat_down"]
VOIDED = VALUES["18 deal_voided"]
STARTED = VALUES["19 deal_started"]
SETTLED = VALUES["20 deal_settled"]
SAW = VALUES["saw_deal"]

KINDS = (
    "an object whose event is one of drew discarded declared_ting asked answered made_pung "
    "announced_kong made_kong ended sat_down became_ready became_unready left_table deal_voided "
    "deal_started saw_deal deal_settled"
)
SEAT = "a seat from 0 to 3"
FLAG = "true or false"
TAGS = (
    "ONE_VOIDED_SUIT CLOSED_WAIT EDGE_WAIT SINGLE_WAIT PURE_STRAIGHT FULL_FLUSH MELDED_KONG "
    "CONCEALED_KONG"
)
OF_PLAYER = "hand, loose_count, melds, river, standing_count, ting, ting_since"
OF_DREW = "event with the keys event, replacement, seat, tile"

MALFORMED: dict[str, tuple[object, str, str]] = {
    "null": (None, KINDS, "None"),
    "a list": ([DREW], KINDS, repr([DREW])[:59] + "…"),
    "an empty object": ({}, KINDS, "{}"),
    "an unknown event": ({"event": "won"}, KINDS, "{'event': 'won'}"),
    "the name of a class": ({"event": "Drew"}, KINDS, "{'event': 'Drew'}"),
    "an event that is a list": ({"event": []}, KINDS, "{'event': []}"),
    "a key too few": (edited(DREW, "tile", to=GONE), OF_DREW, "no tile"),
    "a key too many": (edited(DREW, "ply", to=7), OF_DREW, "the key 'ply'"),
    "a key of another event": (edited(DISCARDED, "standing", to=0),
        "event with the keys event, seat, tile", "the key 'standing'"),
    "seat 4": (edited(DREW, "seat", to=4), f"event.seat to be {SEAT}", "4"),
    "seat -1": (edited(DREW, "seat", to=-1), f"event.seat to be {SEAT}", "-1"),
    "a seat that is true": (edited(DREW, "seat", to=TRUE), f"event.seat to be {SEAT}", "True"),
    "a seat that is a fraction": (edited(DREW, "seat", to=1.0), f"event.seat to be {SEAT}", "1.0"),
    "a seat that is a text": (edited(DREW, "seat", to="1"), f"event.seat to be {SEAT}", "'1'"),
    "a tile that is a number": (edited(DISCARDED, "tile", to=8), "event.tile to be a text", "8"),
    "a tile that is none": (edited(DREW, "tile", to="8z"), "event.tile to be a tile", "'8z'"),
    "two tiles": (edited(DREW, "tile", to="55m"), "event.tile to be a tile", "'55m'"),
    "a tile with a space": (edited(DREW, "tile", to=" 5m"), "event.tile to be a tile", "' 5m'"),
    "a discard that is not told": (
        edited(DISCARDED, "tile", to=None), "event.tile to be a text", "None"),
    "a question about what is not told": (
        edited(ASKED, "tile", to=None), "event.tile to be a text", "None"),
    "a flag that is a number": (
        edited(HIDDEN_DRAW, "replacement", to=0), f"event.replacement to be {FLAG}", "0"),
    "a face-up ting tile that is not told": (
        edited(TING, "tile", to=None), "event.tile to be a text", "None"),
    "a hidden ting tile that is 0 up": (
        edited(HIDDEN_TING, "face_up", to=0), "event.face_up false", "0"),
    "a discarder that is null": (
        edited(ASKED, "discarder", to=None), f"event.discarder to be {SEAT}", "None"),
    "an action that is none": (
        edited(ANSWERED, "action", to="2 chow 1p"), "event.action to be an action", "'2 chow 1p'"),
    "an action that is null": (
        edited(ANSWERED, "action", to=None), "event.action to be a text", "None"),
    "a pung of what is not told": (
        edited(PUNG, "meld", "tile", to=None), "event.meld.tile to be a text", "None"),
    "a pung from nobody": (
        edited(PUNG, "meld", "from_seat", to=None), f"event.meld.from_seat to be {SEAT}", "None"),
    "a pung that is a concealed kong face down": (
        edited(PUNG, "meld", to=HIDDEN_KONG["meld"]), "event.meld.tile to be a tile", "None"),
    "a meld of no kind": (edited(PUNG, "meld", "kind", to="chow"),
        "event.meld.kind to be one of pung melded kong added kong concealed kong", "'chow'"),
    "a meld that is a text": (
        edited(PUNG, "meld", to="111p<0"), "event.meld to be an object", "'111p<0'"),
    "a concealed kong from a seat": (
        edited(CONCEALED, "meld", "from_seat", to=0), "event.meld.from_seat null", "0"),
    "a hidden kong from a seat": (
        edited(HIDDEN_KONG, "meld", "from_seat", to=0), "event.meld.from_seat null", "0"),
    "a hidden kong that was melded": (edited(HIDDEN_KONG, "meld", "kind", to="melded kong"),
        f"event.meld.from_seat to be {SEAT}", "None"),
    "three standing tiles in a pung": (edited(PUNG, "standing", to=3),
        "event.standing to be a whole number from 0 to 2", "3"),
    "five standing tiles in a kong": (edited(HIDDEN_KONG, "standing", to=5),
        "event.standing to be a whole number from 0 to 4", "5"),
    "a void deal that ended": (edited(WON, "result", to={"name": "void", "left": 1}),
        "event.result to be an object whose name is one of won drawn",
        "{'name': 'void', 'left': 1}"),
    "a winner that is null": (
        edited(WON, "result", "winner", to=None), f"event.result.winner to be {SEAT}", "None"),
    "tags in a list of numbers": (edited(WON, "result", "readings", 0, "tags", to=[1]),
        f"event.result.readings[0].tags[0] to be one of {TAGS}", "1"),
    "a tag twice": (
        edited(WON, "result", "readings", 0, "tags", to=["CLOSED_WAIT", "CLOSED_WAIT"]),
        "event.result.readings[0].tags[1] absent", '"CLOSED_WAIT"'),
    "a pair in another spelling": (edited(WON, "result", "readings", 0, "pair", to="9s9s"),
        'event.result.readings[0].pair "99s"', '"9s9s"'),
    "three players": (
        edited(WON, "players", 3, to=GONE), "event.players to be a list of four",
        repr(WON["players"][:3])[:59] + "…"),
    "a player without a hand, not even null": (edited(WON, "players", 0, "hand", to=GONE),
        f"event.players[0] with the keys {OF_PLAYER}", "no hand"),
    "15 loose tiles": (edited(WON, "players", 0, "loose_count", to=15),
        "event.players[0].loose_count to be a whole number from 0 to 14", "15"),
    "a taken tile that is not told": (edited(WON, "players", 0, "river", 0, "tile", to=None),
        "event.players[0].river[0].tile to be a tile", "None"),
    "a taken ting tile that is not told": (
        edited(WON, "players", 1, "river", 1, "taken_by", to=0),
        "event.players[1].river[1].tile to be a tile", "None"),
    "a face-up tile of ting that is not told": (edited(WON, "players", 1, "ting", "tile", to=None),
        "event.players[1].ting.tile to be a tile", "None"),
    "a hand that is not sorted": (
        edited(WON, "players", 1, "hand", "loose", to=["4p", "3p", "2p"]),
        "event.players to be as it can be", repr(WON["players"])[:59] + "…"),
    "an empty name": (edited(SAT, "name", to=""), "event.name to be a name", "''"),
    "a name of two lines": (edited(SAT, "name", to="a\nb"), "event.name to be a name", r"'a\nb'"),
    "a name that is null": (edited(SAT, "name", to=None), "event.name to be a text", "None"),
    "a summary that is a text": (
        edited(VOIDED, "summary", to="void"), "event.summary to be an object", "'void'"),
    "17 kongs": (edited(VOIDED, "summary", "kongs", to=17),
        "event.summary.kongs to be a whole number from 0 to 16", "17"),
    "sums that do not add up": (edited(SETTLED, "summary", "settlement", "deltas", 0, to=1),
        "event.summary.settlement.deltas[0] 0", "1"),
    "game 0": (edited(STARTED, "game", to=0), "event.game to be a whole number from 1 on", "0"),
    "a game that is true": (
        edited(STARTED, "game", to=TRUE), "event.game to be a whole number from 1 on", "True"),
    "a multiplier of 0": (edited(STARTED, "multiplier", to=0),
        "event.multiplier to be a whole number from 1 to 1000000", "0"),
    "a lot that is null": (
        edited(STARTED, "drawn_by_lot", to=None), f"event.drawn_by_lot to be {FLAG}", "None"),
    "a next dealer that is null": (
        edited(SETTLED, "next_dealer", to=None), f"event.next_dealer to be {SEAT}", "None"),
    "a view that is null": (edited(SAW, "view", to=None), "event.view to be an object", "None"),
    "a view with another reserve": (
        edited(SAW, "view", "reserve", to=16), "event.view.reserve 14", "16"),
}  # fmt: skip


@pytest.mark.parametrize(("value", "expected", "found"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_event_is_refused_with_its_place(
    value: object, expected: str, found: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read_event(odd(value), 9)
    assert (caught.value.line, caught.value.expected, caught.value.found) == (9, expected, found)


def test_the_line_is_the_first_unless_it_is_told() -> None:
    with pytest.raises(RecordError) as caught:
        read_event({})
    assert caught.value.line == 1


def test_a_first_view_that_cannot_be_is_refused_with_its_problems() -> None:
    value = edited(SAW, "view", "kongs", to=2)
    with pytest.raises(InvalidStateError) as caught:
        read_event(value)
    assert [problem.name for problem, _ in caught.value.problems] == ["KONGS_MADE"]


@each_value
def test_without_any_of_its_keys_an_object_is_no_event(value: dict[str, Any]) -> None:
    for path in places(value):
        if path and isinstance(path[-1], str) and "factors" not in path:
            with pytest.raises(RecordError):
                read_event(edited(value, *path, to=GONE))


@each_value
def test_with_one_key_more_no_object_in_it_is_an_event(value: dict[str, Any]) -> None:
    for path in places(value):
        inner: Any = value
        for key in path:
            inner = inner[key]
        if isinstance(inner, dict):
            with pytest.raises(RecordError):
                read_event(edited(value, *path, "more", to=None))


@pytest.mark.case(110)
@each_value
@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_anything_anywhere_is_read_or_refused_in_few_words(
    value: dict[str, Any], hostile: object
) -> None:
    """What is read in spite of it says again just what was given."""
    for path in places(value):
        given = edited(value, *path, to=hostile)
        said = tried(given)
        assert said is None or (len(said) <= LONGEST_MESSAGE and said.isprintable())


def tried(given: Any) -> str | None:  # noqa: ANN401 - anything
    """Return the words with which a value is refused; ``None`` for one that is read."""
    try:
        event = read_event(given)
    except RecordError as error:
        return str(error)
    except InvalidStateError as error:
        return f"{error.problems[0][0].en}: {error.problems[0][1]}"
    assert json.dumps(event_as_json(event)) == json.dumps(given)
    return None
