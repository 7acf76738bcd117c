"""Text that is no line: where it goes wrong, and what could have stood there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lisi_mahjong import NotationError, Shuffle, deal, view
from lisi_mahjong.notation import format_state, format_view, parse_state, parse_view

ONE_OF_FIELDS = "a field, one of rules dealer dice stage asked remaining barred hand0"
OPTIONS = "one of drawn_deal_with_kong_passes_dealer robbing_kong"
STAGES = "one of turn offer kong won robbed drawn"

# The mark ^ stands before the first character that is wrong.
MALFORMED: Mapping[str, str] = {
    "^": "'lisi1'",
    "^lisi2 stage=drawn": "'lisi1'",
    "^LISI1 stage=drawn": "'lisi1'",
    "lisi1^0 stage=drawn": "a space or the end",
    "lisi1^": "stage=",
    "lisi1 dealer=0 ^": "stage=",
    "lisi1 ^drawn": ONE_OF_FIELDS,
    "lisi1 ^Stage=drawn": ONE_OF_FIELDS,
    "lisi1 ^hand=": ONE_OF_FIELDS,
    "lisi1 ^hand4={}": ONE_OF_FIELDS,
    "lisi1 ^view=1": ONE_OF_FIELDS,
    "lisi1 stage=drawn^,": "a space or the end",
    "lisi1 stage=drawn ^stage=drawn": "no second stage",
    "lisi1 stage=^": STAGES,
    "lisi1 stage=^ended": STAGES,
    "lisi1 stage=turn^0": "':'",
    "lisi1 stage=turn^": "':'",
    "lisi1 stage=turn:^4": "a seat from 0 to 3",
    "lisi1 stage=turn:0:^": "a digit from 1 to 9",
    "lisi1 stage=turn:0:^?": "a digit from 1 to 9",
    "lisi1 stage=turn:0:^8z": "a digit from 1 to 7 for an honour",
    "lisi1 stage=turn:0:5m^5m": "a single tile",
    "lisi1 stage=turn:0:5^": "one of m p s z",
    "lisi1 stage=turn:0:5^h": "one of m p s z",
    "lisi1 stage=offer:0^": "':'",
    "lisi1 stage=robbed:0:5m^": "'<'",
    "lisi1 stage=won:0:5m<^x": "a seat from 0 to 3",
    "lisi1 stage=turn:0:5m ^asked=1": "no asked, for no tile is on offer",
    "lisi1 stage=offer:0:5m asked=1,^1": "a seat not named yet",
    "lisi1 stage=offer:0:5m asked=1:^ting": "one of pass win kong pung",
    "lisi1 stage=offer:0:5m asked=1:pung^3": "standing tiles, a number from 0 to 2",
    "lisi1 dealer=^": "a seat from 0 to 3",
    "lisi1 dealer=^-1": "a seat from 0 to 3",
    "lisi1 dice=1^7,11": "a number from 1 to 6",
    "lisi1 dice=11^11": "','",
    "lisi1 ply=^": "actions, a number from 0 to 999",
    "lisi1 ply=^01": "actions, a number from 0 to 999",
    "lisi1 ply=^1000": "actions, a number from 0 to 999",
    "lisi1 remaining=^137": "tiles left, a number from 0 to 136",
    "lisi1 rules=^": OPTIONS,
    "lisi1 rules=^no_such_option": OPTIONS,
    "lisi1 rules=-^reserved_stacks:3": OPTIONS,
    "lisi1 rules=reserved_stacks^": "':'",
    "lisi1 rules=reserved_stacks:^42": "stacks, a number from 0 to 41",
    "lisi1 rules=all_runs,^all_runs": "an option not named yet",
    "lisi1 rules=all_runs,^-all_runs": "an option not named yet",
    "lisi1 rules=all_runs,^taiyuan": "an option not named yet",
    "lisi1 barred=1,^1": "a seat not named yet",
    "lisi1 hand0=^1234z": "'{'",
    "lisi1 hand0={1234z^": "'}'",
    "lisi1 hand0={^x}": "a digit from 1 to 9",
    "lisi1 hand0={1234z}123m^?": "a space or the end",
    "lisi1 hand0={^????}": "a digit from 1 to 9",
    "lisi1 hand0={1234z}1112223334^44m": "at most 10 tiles",
    "lisi1 hand0={1234z}1^a": "one of m p s z",
    "lisi1 melds0=^": "a digit from 1 to 9",
    "lisi1 melds0=5^m": "'5'",
    "lisi1 melds0=55^6m<1": "'5'",
    "lisi1 melds0=555^<1": "one of m p s z",
    "lisi1 melds0=^888z<1": "a digit from 1 to 7 for an honour",
    "lisi1 melds0=555m^": "'<'",
    "lisi1 melds0=555m^+<1": "'<'",
    "lisi1 melds0=(555^m)": "'5'",
    "lisi1 melds0=(5555m^": "')'",
    "lisi1 melds0=(^????)": "a digit from 1 to 9",
    "lisi1 melds0=111m<1,222m<1,333m<1,444m<1^,555m<1": "a space or the end",
    "lisi1 river0=^": "a digit from 1 to 9",
    "lisi1 river0=5m,^": "a digit from 1 to 9",
    "lisi1 river0=^?*": "a digit from 1 to 9",
    "lisi1 river0=5m6m^*": "a comma, for a marked tile stands alone",
    "lisi1 river0=5m>^4": "a seat from 0 to 3",
    "lisi1 river0=5m*^*": "a space or the end",
    "lisi1 ting0=^": "one of up wall",
    "lisi1 ting0=1.1.1^": "'.'",
    "lisi1 ting0=1.1.1.^999": "discards, a number from 0 to 136",
    "lisi1 ting0=up,^up": "no second up",
    "lisi1 stage=drawn ^ting0=1.1.1.1": "no ting0, for river0 shows no ting tile",
    "lisi1 locks0=5m^": "stage=",
    "lisi1 locks0=^55m": "each kind once",
    "lisi1 wall=^": "a digit from 1 to 9",
    "lisi1 wall=5m..^-": "a digit from 1 to 9",
    "lisi1^\N{NO-BREAK SPACE}stage=drawn": "a space or the end",
    "lisi1 dealer=^\N{ARABIC-INDIC DIGIT ONE}": "a seat from 0 to 3",
    "lisi1 stage=turn:0:^\N{FULLWIDTH DIGIT FIVE}m": "a digit from 1 to 9",
    "lisi1 ply=^\N{SUPERSCRIPT TWO}": "actions, a number from 0 to 999",
    "lisi1 stage=drawn^\0": "a space or the end",
}

HANDS = " ".join(f"hand{seat}={{????}}????????? river{seat}=-" for seat in (0, 2, 3))
VIEW = f"lisi1 view=1 dealer=0 dice=11,11 remaining=83 {HANDS} hand1={{1234z}}147m258p369s"
OFFER = f"{VIEW} river1=- stage=offer:0:5m"
MALFORMED_VIEWS: Mapping[str, str] = {
    "lisi1^": "view=",
    "lisi1 view=1^": "dealer=",
    "lisi1 view=^4": "a seat from 0 to 3",
    "lisi1 view=-^1": "a space or the end",
    "lisi1 ^draw=1": "a field, one of view rules dealer",
    "lisi1 ^ply=1": "a field, one of view rules dealer",
    "lisi1 ^wall=..": "a field, one of view rules dealer",
    f"{VIEW} river1=- ^asked=1 stage=turn:0:?": "no asked, for no tile is on offer",
    f"{VIEW} river1=-^": "stage=",
    f"{VIEW} stage=turn:0:?^": "river1=",
    f"{OFFER} ^asked=2": "no asked of a seat that the view is not of",
    f"{OFFER} ^barred=1,2": "no barred of a seat that the view is not of",
    f"{OFFER} ^locks2=5m": "no locks2, for the view is not that seat's",
    f"{VIEW} stage=drawn river1=1z*^": "ting1=",
    f"{VIEW} stage=drawn river1=?* ^ting1=0.1.0.0,up": "no ting1 with up",
    f"{VIEW} stage=drawn river1=?^": "'*'",
    f"{VIEW} stage=drawn river1=^..": "a digit from 1 to 9",
    "lisi1 hand0={^..}": "'}'",
    "lisi1 hand0={1234z}^..": "a space or the end",
    "lisi1 hand0={??^1z}": "'}'",
    "lisi1 hand0={????}?????^1m": "a space or the end",
    "lisi1 hand0={????}??????????^?": "a space or the end",
    "lisi1 hand0={??????????????^?}": "'}'",
    "lisi1 melds0=(????^": "')'",
    "lisi1 melds0=(^???)": "a digit from 1 to 9",
    "lisi1 stage=offer:0:^?": "a digit from 1 to 9",
}


def place(marked: str) -> tuple[str, int]:
    """Return a text without its mark, and where the mark stood."""
    before, _, behind = marked.partition("^")
    return before + behind, len(before)


@pytest.mark.case(114)
@pytest.mark.parametrize(("marked", "expected"), MALFORMED.items())
def test_case_114_a_malformed_line_is_refused_where_it_goes_wrong(
    marked: str, expected: str
) -> None:
    text, position = place(marked)
    with pytest.raises(NotationError) as caught:
        parse_state(text)
    error = caught.value
    assert (error.text, error.position) == (text, position)
    assert error.expected.startswith(expected)
    assert str(error).isprintable()


@pytest.mark.parametrize(("marked", "expected"), MALFORMED_VIEWS.items())
def test_a_malformed_line_of_a_view_is_refused_where_it_goes_wrong(
    marked: str, expected: str
) -> None:
    text, position = place(marked)
    with pytest.raises(NotationError) as caught:
        parse_view(text)
    error = caught.value
    assert (error.text, error.position) == (text, position)
    assert error.expected.startswith(expected)


def test_the_lines_that_are_broken_above_can_be_read_without_their_fault() -> None:
    seen = parse_view(f"{VIEW} river1=- stage=turn:0:?".replace("hand0={????}", "hand0={????}?"))
    assert seen == parse_view(format_view(seen))


@pytest.mark.parametrize("thing", [None, 5, b"lisi1 stage=drawn", ["lisi1"], object()])
def test_what_is_no_text_is_refused(thing: Any) -> None:  # noqa: ANN401 - of any type
    for parse in (parse_state, parse_view):
        with pytest.raises(NotationError) as caught:
            parse(thing)
        assert (caught.value.text, caught.value.position) == (thing, 0)


def test_every_beginning_of_a_line_is_malformed() -> None:
    """All of a canonical line is needed: what is cut off has no end."""
    state = deal(Shuffle.from_seed(7))
    line = format_view(view(state, 1))
    for end in range(line.index(" river3=")):
        with pytest.raises(NotationError):
            parse_view(line[:end])
    line = format_state(state)
    for end in range(line.index(" remaining=") - len("turn:0:7s")):
        with pytest.raises(NotationError):
            parse_state(line[:end])
