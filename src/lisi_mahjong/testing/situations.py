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
        description: what is to be seen in it, with seats and tiles as they are with seat 0 as the
            dealer and the suits in their order.

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
    description: str = ""

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

    def fits(self, rules: RuleSet) -> bool:
        """Return whether rules have all options that it needs, as they are.

        Example:
            >>> robbing = SITUATIONS["robbing a kong"]
            >>> robbing.fits(RuleSet(robbing_kong=True, forced_win=False)), robbing.fits(RuleSet())
            (True, False)
        """
        return self.options.items() <= attrs.asdict(check_rules(rules)).items()

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
        description=(
            "Seat 1 holds three 5m, two of them standing, and is offered the fourth: it may "
            "kong, or pung with one standing tile or with two."
        ),
    ),
    Situation(
        "last standing tile",
        ("STAND-3", "KONG-3"),
        {0: "{11m99s}11m99s"},
        description=(
            "The dealer's four standing tiles are halves of two concealed kongs: it may "
            "make either, and then not the other one."
        ),
    ),
    Situation(
        "passed pung",
        ("CLAIM-3", "CLAIM-7"),
        {3: "55m66p"},
        ("0 discard 5m", "3 pass", "1 discard 6p"),
        draws={2: "5m"},
        description=(
            "Seat 3 has passed a pung of 5m and is offered 6p, which it may pung; seat 2 "
            "draws another 5m, which it may not."
        ),
    ),
    Situation(
        "concealed kong",
        ("KONG-3", "KONG-4"),
        {0: "{5m}555m"},
        replacements="5p",
        description="The dealer holds four 5m, one of them standing, and the replacement is 5p.",
    ),
    Situation(
        "added kong",
        ("KONG-2", "KONG-5"),
        {3: "55m"},
        ("0 discard 5m", "3 pung 5m 0", "3 discard 9s", "2 discard 1z"),
        draws={3: "5m"},
        description="Seat 3 has a pung of 5m and has drawn the fourth.",
    ),
    Situation(
        "fourth tile stands",
        ("KONG-2", "STAND-3"),
        {3: "{5m1z}55m"},
        ("0 discard 5m", "3 pung 5m 0", "3 discard 9s", "2 discard 2z"),
        description="Seat 3 has a pung of 5m, and the fourth is one of its two standing tiles.",
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
        description=(
            "The dealer, whose turn it is, and all others hold the tiles of three concealed "
            "kongs each, none of them made yet, and draw and replace nothing but honours."
        ),
    ),
    Situation(
        "kong at the reserve",
        ("WALL-7",),
        {0: "{5m}555m", 1: "{6p}66p", 2: "77s"},
        options={"reserved_stacks": 40},
        description=(
            "Of 40 stacks kept back hardly a tile is over: the dealer may make a kong of "
            "5m, and no second one can follow."
        ),
    ),
    Situation(
        "last discard",
        ("WALL-8", "WALL-7"),
        {3: "{5m1z}55m"},
        ("1 discard 5m",),
        options={"reserved_stacks": 41},
        description=(
            "No tile can be drawn any more: seat 3 may pung the last discard, of which it "
            "has three, and may not kong it."
        ),
    ),
    Situation(
        "ready to declare",
        ("TING-1", "TING-3", "TING-4"),
        {0: "{46m9p5z}9p333p11179s", 1: "{46m1z6z}1z222s777p45p"},
        draws={0: "8s", 1: "3p"},
        options={"open_ting": True, "ting_on_wall": True},
        description=(
            "The dealer may declare ting, face down or up, on the wall or not; seat 1 may "
            "so after its first draw."
        ),
    ),
    Situation(
        "ting face up",
        ("TING-2", "TING-3", "TING-4"),
        {1: _WAITS},
        ("1 ting 5z up wall",),
        draws={1: "8s"},
        options={"open_ting": True, "ting_on_wall": True},
        description=(
            "Seat 1 has declared ting with 5z, face up and on the wall; all see the tile, "
            "and nobody is asked about it."
        ),
    ),
    Situation(
        "would wait for a fifth copy",
        ("WIN-6",),
        {0: "{111z5z}12345678m1z"},
        draws={0: "9m"},
        description=(
            "The dealer holds all four 1z and would wait for nothing else after a discard "
            "of 5z: it may not declare ting with it."
        ),
    ),
    Situation(
        "would wait for four runs",
        ("WIN-5",),
        {0: "{123m5z}456m12399p7s"},
        draws={0: "8s"},
        description=(
            "The dealer would wait for 6s and 9s after a discard of 5z, and win with four "
            "runs: only with `all_runs` may it declare ting with it."
        ),
    ),
    Situation(
        "two wait for it",
        ("WIN-2", "WIN-4"),
        {1: _WAITS, 2: _WAITS_TOO},
        ("1 ting 5z", "2 ting 6z"),
        draws={1: "8s", 2: "3p", 3: "5m"},
        description="Seats 1 and 2 are in ting and wait for 5m, which seat 3 has drawn.",
    ),
    Situation(
        "two may win",
        ("WIN-3", "WIN-4", "CLAIM-4"),
        {1: _WAITS, 2: _WAITS_TOO},
        ("1 ting 5z", "2 ting 6z", "3 discard 5m"),
        draws={1: "8s", 2: "3p"},
        options={"forced_win": False},
        description=(
            "Seat 3 has discarded the 5m for which seats 1 and 2 wait in ting, and both are asked."
        ),
    ),
    Situation(
        "one has answered",
        ("CLAIM-4", "CLAIM-6", "VIEW-2"),
        {1: _WAITS, 2: _WAITS_TOO},
        ("1 ting 5z", "2 ting 6z", "3 discard 5m", "2 win"),
        draws={1: "8s", 2: "3p"},
        options={"forced_win": False},
        description=(
            "Two may win on the 5m that seat 3 has discarded; seat 2 has answered that it "
            "does, and seat 1 is asked yet."
        ),
    ),
    Situation(
        "win or pung",
        ("CLAIM-2", "CLAIM-6"),
        {0: "55m", 1: _WAITS},
        ("1 ting 5z", "3 discard 5m"),
        draws={1: "8s"},
        options={"forced_win": False},
        description=(
            "Seat 3 has discarded 5m: seat 1, in ting, may win on it, and the dealer may pung it."
        ),
    ),
    Situation(
        "a win let go",
        ("WIN-3",),
        {1: _WAITS},
        ("1 ting 5z", "3 discard 5m", "1 pass"),
        draws={1: "8s"},
        options={"forced_win": False},
        description="Seat 1 has let a win on 5m go, and is barred from winning.",
    ),
    Situation(
        "win on the own draw",
        ("WIN-1", "WIN-3", "TING-6"),
        {1: _WAITS},
        ("1 ting 5z", "0 discard 7z"),
        draws={1: "8s 5m"},
        options={"forced_win": False},
        description=(
            "Seat 1, in ting, has drawn the 5m for which it waits: it may win or discard it."
        ),
    ),
    Situation(
        "robbing a kong",
        ("KONG-7", "KONG-8"),
        {1: _WAITS, 3: "55m"},
        ("0 discard 5m", "3 pung 5m 0", "3 discard 7z", "1 ting 5z", "3 kong 5m added"),
        draws={1: "8s"},
        options={"robbing_kong": True, "forced_win": False},
        description="Seat 3 adds the fourth 5m to its pung, and seat 1, in ting, may rob the kong.",
    ),
    Situation(
        "no kong after a pung",
        ("TURN-3", "KONG-5"),
        {1: "{1234z}55m9999p"},
        ("0 discard 5m", "1 pung 5m 0"),
        description=(
            "Seat 1 has just taken a pung and has to discard: it holds four 9p, and may not "
            "kong them."
        ),
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
        description=(
            "Seat 1 holds two 9p and is not asked about the 9p just discarded: after a pung "
            "it would have no legal discard."
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
        description=(
            "Seat 1 has used up its loose tiles with a pung: it has to declare ting, and "
            "only with 7s."
        ),
    ),
    Situation(
        "hidden kong",
        ("VIEW-2", "KONG-3"),
        {0: "{5m1z}555m", 2: "66p"},
        ("0 kong 5m concealed", "0 discard 6p"),
        options={"show_concealed_kongs": False},
        description=(
            "The dealer has made a concealed kong of 5m, of which nobody else sees the kind; seat "
            "2 may pung the 6p that the dealer has discarded."
        ),
    ),
)

SITUATIONS: Final[Mapping[str, Situation]] = MappingProxyType(
    {situation.name: situation for situation in _ALL}
)
"""By name, the situations that the kit plays from."""
