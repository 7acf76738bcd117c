"""Strict wishes: nobody discards but as the script says. And tiles that are wished for as texts."""

from __future__ import annotations

import pytest

from lisi_mahjong import RuleSet, Tile, WonDeal
from lisi_mahjong.testing import WishError, stack

WAITS_FOR_5M = {1: "{46m9p5z}9p333p11179s"}
"""It declares ting with 5z when it has drawn 8s."""


def decided(*script: str, **wishes: object) -> list[str]:
    laid = stack(script=script, strict=True, **wishes)  # type: ignore[arg-type]  # any of its own
    return [str(action) for action in laid.decisions]


def refused(*script: str, **wishes: object) -> str:
    with pytest.raises(WishError) as caught:
        decided(*script, **wishes)
    return f"{caught.value.wish}: {caught.value.rule}"


def test_a_script_that_says_every_discard_is_done_as_it_says() -> None:
    script = ["0 discard 5m", "1 pung 5m 0", "1 discard 7z", "2 discard 1z"]
    assert decided(*script, hands={1: "55m"}) == script


def test_seats_pass_between_two_actions() -> None:
    assert decided("0 discard 5m", "1 discard 7z", hands={3: "55m"}) == [
        *("0 discard 5m", "3 pass", "1 discard 7z")
    ]


def test_a_seat_in_ting_goes_on_by_itself() -> None:
    script = ["1 ting 5z", "2 discard 1z", "3 discard 2z", "0 discard 3z", "2 discard 4z"]
    wishes = {"hands": WAITS_FOR_5M, "draws": {1: "8s1s"}}
    assert decided("0 discard 7z", *script, **wishes) == ["0 discard 7z", *script]


def test_a_forced_win_is_what_it_must_be() -> None:
    laid = stack(
        WAITS_FOR_5M,
        ["0 discard 7z", "1 ting 5z", "2 discard 5m"],
        draws={1: "8s"},
        strict=True,
    )
    assert isinstance(laid.state.result, WonDeal)


def test_the_tile_of_a_declaration_is_not_punged_later_instead() -> None:
    """Without being strict, seat 2 discards another 5z in between, which seat 1 pungs."""
    hands = {0: "{46m9p5z}3339p11179s", 1: "{1234z}55z"}
    script = ("0 ting 5z", "1 pung 5z 0")
    assert refused(*script, hands=hands, draws={0: "8s"}) == "1 pung 5z 0: TING-2"
    loose = stack(hands, script, draws={0: "8s"})
    assert len(loose.decisions) > len(script)


@pytest.mark.parametrize(
    ("script", "wish"),
    [
        (["1 discard 5m"], "1 discard 5m: TURN-1"),
        (["0 discard 5m", "2 discard 7z"], "2 discard 7z: TURN-1"),
        (["1 pung 5m 0"], "1 pung 5m 0: TURN-2"),
        (["0 discard 6m", "1 pung 5m 0"], "1 pung 5m 0: TURN-2"),
        (["1 kong 9p concealed", "1 discard 1m"], "1 kong 9p concealed: TURN-1"),
    ],
)
def test_a_discard_that_nobody_speaks_of_is_not_made(script: list[str], wish: str) -> None:
    assert refused(*script, hands={1: "55m"}) == wish
    assert stack({1: "55m"}, script).decisions != ()


def test_nobody_lets_a_win_on_its_own_draw_go_unsaid() -> None:
    rules = RuleSet(forced_win=False)
    wishes = {"hands": WAITS_FOR_5M, "draws": {1: "8s5m"}, "rules": rules}
    script = ["0 discard 7z", "1 ting 5z", "2 discard 1z", "3 discard 2z", "0 discard 3z"]
    assert refused(*script, "2 discard 4z", **wishes) == "2 discard 4z: TURN-1"
    said = [*script, "1 discard 5m", "2 discard 4z"]
    assert decided(*said, **wishes) == said


def test_strict_is_a_flag() -> None:
    with pytest.raises(WishError, match="True or False is expected, not 1"):
        stack(strict=1)  # type: ignore[arg-type]  # what is tested


@pytest.mark.parametrize("seed", [None, 1.5, b"7"])
def test_a_seed_is_a_number_or_a_text(seed: object) -> None:
    with pytest.raises(WishError, match="an int or a text is expected, not "):
        stack(seed=seed)  # type: ignore[arg-type]  # what is tested


def test_tiles_may_be_a_list_of_texts() -> None:
    tiles: list[Tile | str | None] = ["1m", Tile.M5, "?", None, "12z"]
    laid = stack({2: (["3s"], ["4s", "55s"])}, draws={1: tiles}, replacements=["7z", "?"])
    assert laid == stack({2: "{3s}455s"}, draws={1: "1m5m ?? 12z"}, replacements="7z?")


def test_the_first_taker_is_dealt_the_first_tiles() -> None:
    wall = stack(first_taker=2, dealer=1).start.setup.wall
    start = stack(first_taker=2, dealer=1).start
    assert sorted(wall[:4]) == list(start.players[2].standing)
    own = stack(dealer=3).start
    assert sorted(own.setup.wall[:4]) == list(own.players[3].standing)
