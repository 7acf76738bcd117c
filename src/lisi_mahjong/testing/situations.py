"""Situations that deals hardly ever come to by chance: each a wish for a wall, ready to be laid.

A `Situation` is written down for seat 0 as the dealer; `Situation.laid` lays it for any dealer,
with any names for the three suits, and with other tiles in all the places that do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from types import MappingProxyType
from typing import Final

import attrs

from lisi_mahjong.actions import Action, parse_action
from lisi_mahjong.errors import shorten
from lisi_mahjong.problem_codes import Problem
from lisi_mahjong.rules import WRITTEN_RULES, RuleSet, check_rules
from lisi_mahjong.seats import check_seat
from lisi_mahjong.testing.stacking import Stacked, stack
from lisi_mahjong.testing.wishes import WishError, wished_hand, wished_tiles
from lisi_mahjong.tiles import TILES, Tile

SUITS: Final = "mps"
"""The suits as situations name them."""

_ORDERS: Final = tuple(map("".join, permutations(SUITS)))

_WAITS: Final = "{46m9p5z}9p333p11179s"
"""Deals a hand that waits for 5m after a draw of 8s and a declaration with 5z."""

_WAITS_TOO: Final = "{46m1z6z}1z222s777p45p"
"""The same after a draw of 3p and a declaration with 6z; both can be at one table."""


@attrs.frozen(eq=False, repr=False)
class Situation:
    """A wish for a wall, from which deals of many sorts can be laid.

    Attributes:
        name: what it is called.
        about: the numbers of the rules that it is about.
        hands: by seat, what is dealt, seat 0 being the dealer; see `stack`.
        script: what happens.
        draws: by seat, what is drawn from the head.
        replacements: what kongs bring.
        options: the options of play without which it would be none.

    Example:
        >>> situation = SITUATIONS["win or pung"]
        >>> situation
        <Situation 'win or pung', CLAIM-2 CLAIM-6>
        >>> laid = situation.laid(dealer=2, suits="spm")
        >>> [str(action) for action in laid.decisions][-1], laid.state.stage.asked
        ('1 discard 5s', (2, 3))
    """

    name: str
    about: tuple[str, ...]
    hands: Mapping[int, str]
    script: tuple[str, ...] = ()
    draws: Mapping[int, str] = MappingProxyType({})
    replacements: str = ""
    options: Mapping[str, bool | int] = MappingProxyType({})

    def laid(
        self,
        *,
        rules: RuleSet = WRITTEN_RULES,
        dealer: int = 0,
        suits: str = SUITS,
        seed: int | str = 0,
    ) -> Stacked:
        """Return a deal that comes to the situation.

        Args:
            rules: the options of play; those that the situation needs are put over them.
            dealer: the seat that deals.
            suits: what the three suits are called: ``"mps"`` in any order.
            seed: where the tiles come from that do not matter.

        Raises:
            WishError: the situation cannot be under these rules, or ``suits`` are not the three.
            RulesError: ``rules`` is no `RuleSet`.
            SeatError: ``dealer`` is no seat.
        """
        if suits not in _ORDERS:
            why = f"the suits are {SUITS!r} in any order, not {shorten(suits)}"
            raise WishError("suits", why, Problem.MALFORMED_FIELD)
        check_seat(dealer)
        named = _Names(dealer, suits)
        return stack(
            {named.seat(seat): named.hand(text) for seat, text in self.hands.items()},
            [named.action(text) for text in self.script],
            draws={named.seat(seat): named.tiles(text) for seat, text in self.draws.items()},
            replacements=named.tiles(self.replacements),
            dealer=dealer,
            rules=RuleSet.from_options(attrs.asdict(check_rules(rules)) | {**self.options}),
            seed=seed,
        )

    def __repr__(self) -> str:
        return f"<Situation {self.name!r}, {' '.join(self.about)}>"


@attrs.frozen
class _Names:
    """Other names for seats and suits."""

    dealer: int
    suits: str

    def seat(self, seat: int) -> int:
        return (seat + self.dealer) % 4

    def tile(self, tile: Tile) -> Tile:
        if tile.suit is None:
            return tile
        return TILES[9 * SUITS.index(self.suits[SUITS.index(tile.suit)]) + tile.rank - 1]

    def tiles(self, text: str) -> list[Tile | None]:
        return [None if tile is None else self.tile(tile) for tile in wished_tiles(text)]

    def hand(self, text: str) -> tuple[list[Tile | None], list[Tile | None]]:
        standing, loose = wished_hand(text)
        return [self.tile(tile) for tile in standing], [self.tile(tile) for tile in loose]

    def action(self, text: str) -> Action:
        action = parse_action(text)
        changes: dict[str, object] = {"seat": self.seat(action.seat)}
        tile = getattr(action, "tile", None)
        if isinstance(tile, Tile):
            changes["tile"] = self.tile(tile)
        return attrs.evolve(action, **changes)  # type: ignore[arg-type]  # its own fields


_ALL: Final = (
    Situation(
        "pung of three",
        ("STAND-5", "KONG-1", "CLAIM-1"),
        {1: "{55m19s}5m"},
        ("0 discard 5m",),
    ),
    Situation(
        "last standing tile",
        ("STAND-3", "KONG-3"),
        {0: "{11m99s}11m99s"},
    ),
    Situation(
        "passed pung",
        ("CLAIM-3", "CLAIM-7"),
        {3: "55m66p"},
        ("0 discard 5m", "3 pass", "1 discard 6p"),
        draws={2: "5m"},
    ),
    Situation(
        "concealed kong",
        ("KONG-3", "KONG-4"),
        {0: "{5m}555m"},
        replacements="5p",
    ),
    Situation(
        "added kong",
        ("KONG-2", "KONG-5"),
        {3: "55m"},
        ("0 discard 5m", "3 pung 5m 0", "3 discard 9s", "2 discard 1z"),
        draws={3: "5m"},
    ),
    Situation(
        "fourth tile stands",
        ("KONG-2", "STAND-3"),
        {3: "{5m1z}55m"},
        ("0 discard 5m", "3 pung 5m 0", "3 discard 9s", "2 discard 2z"),
    ),
    Situation(
        "many kongs",
        ("WALL-5", "WALL-6", "KONG-4"),
        {
            0: "{1m5m9m1z}111m555m999m",
            1: "{1p5p9p2z}111p555p999p",
            2: "{1s5s9s3z}111s555s999s",
            3: "{2m2p2s4z}222m222p222s",
        },
        draws={0: "1z", 1: "2z", 2: "3z", 3: "4z"},
        replacements="1z 1z 2z 2z 3z 3z 4z 4z",
    ),
    Situation(
        "kong at the reserve",
        ("WALL-7",),
        {0: "{5m}555m", 1: "{6p}66p", 2: "77s"},
        options={"reserved_stacks": 40},
    ),
    Situation(
        "last discard",
        ("WALL-8", "WALL-7"),
        {3: "{5m1z}55m"},
        ("1 discard 5m",),
        options={"reserved_stacks": 41},
    ),
    Situation(
        "ready to declare",
        ("TING-1", "TING-3", "TING-4"),
        {0: "{46m9p5z}9p333p11179s", 1: "{46m1z6z}1z222s777p45p"},
        draws={0: "8s", 1: "3p"},
        options={"open_ting": True, "ting_on_wall": True},
    ),
    Situation(
        "would wait for a fifth copy",
        ("WIN-6",),
        {0: "{111z5z}12345678m1z"},
        draws={0: "9m"},
    ),
    Situation(
        "would wait for four runs",
        ("WIN-5",),
        {0: "{123m5z}456m12399p7s"},
        draws={0: "8s"},
    ),
    Situation(
        "two wait for it",
        ("WIN-2", "WIN-4"),
        {1: _WAITS, 2: _WAITS_TOO},
        ("1 ting 5z", "2 ting 6z"),
        draws={1: "8s", 2: "3p", 3: "5m"},
    ),
    Situation(
        "two may win",
        ("WIN-3", "WIN-4", "CLAIM-4"),
        {1: _WAITS, 2: _WAITS_TOO},
        ("1 ting 5z", "2 ting 6z", "3 discard 5m"),
        draws={1: "8s", 2: "3p"},
        options={"forced_win": False},
    ),
    Situation(
        "one has answered",
        ("CLAIM-4", "CLAIM-6", "VIEW-2"),
        {1: _WAITS, 2: _WAITS_TOO},
        ("1 ting 5z", "2 ting 6z", "3 discard 5m", "2 win"),
        draws={1: "8s", 2: "3p"},
        options={"forced_win": False},
    ),
    Situation(
        "win or pung",
        ("CLAIM-2", "CLAIM-6"),
        {0: "55m", 1: _WAITS},
        ("1 ting 5z", "3 discard 5m"),
        draws={1: "8s"},
        options={"forced_win": False},
    ),
    Situation(
        "a win let go",
        ("WIN-3",),
        {1: _WAITS},
        ("1 ting 5z", "3 discard 5m", "1 pass"),
        draws={1: "8s"},
        options={"forced_win": False},
    ),
    Situation(
        "win on the own draw",
        ("WIN-1", "WIN-3", "TING-6"),
        {1: _WAITS},
        ("1 ting 5z", "0 discard 7z"),
        draws={1: "8s 5m"},
        options={"forced_win": False},
    ),
    Situation(
        "robbing a kong",
        ("KONG-7", "KONG-8"),
        {1: _WAITS, 3: "55m"},
        ("0 discard 5m", "3 pung 5m 0", "3 discard 7z", "1 ting 5z", "3 kong 5m added"),
        draws={1: "8s"},
        options={"robbing_kong": True, "forced_win": False},
    ),
    Situation(
        "no way on",
        ("STAND-6", "WIN-6"),
        {1: "{78s1z9p}7788s1z249p"},
        (
            *("0 discard 7s", "1 pung 7s 0", "1 discard 2p"),
            *("0 discard 8s", "1 pung 8s 0", "1 discard 4p"),
            *("0 discard 1z", "1 pung 1z 1", "1 discard 7z"),
            "2 discard 9p",
        ),
    ),
    Situation(
        "ting at once",
        ("STAND-6", "TING-1"),
        {1: "{78s1z9p}77s66z1z249p"},
        (
            *("0 discard 7s", "1 pung 7s 0", "1 discard 2p"),
            *("0 discard 6z", "1 pung 6z 0", "1 discard 4p"),
            *("0 discard 1z", "1 pung 1z 1", "1 discard 7z"),
            *("2 discard 9p", "1 pung 9p 1"),
        ),
    ),
)

SITUATIONS: Final[Mapping[str, Situation]] = MappingProxyType(
    {situation.name: situation for situation in _ALL}
)
"""By name, the situations that the kit plays from."""
