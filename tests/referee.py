"""The slow referee: Taiyuan Lisi mahjong once more, straight from the rulebook.

It shares nothing with the library that it is compared with.  Tiles are physical copies, the wall
is a row of stacks from which tiles are really taken, a hand is read by cutting its sorted tiles
into groups, and waits are found by trying all 34 kinds.  Numbers such as STAND-3 are the
rulebook's.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

Action = tuple[object, ...]
Group = tuple[str, ...]  # a pair, triplet or run, as tile strings
Melds = Sequence[tuple[str, str]]  # (kind of meld, tile string)
Reading = dict[str, object]

SUITS = "mps"
ALL_SUITS = "mpsz"
KINDS = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)]
KINDS += [f"{rank}z" for rank in range(1, 8)]
TILE_ORDER = {kind: place for place, kind in enumerate(KINDS)}  # m, p, s, z, then rank

# The options of play with their defaults.
DEFAULTS: dict[str, object] = {
    "reserved_stacks": 7,  # WALL-6
    "drawn_deal_with_kong_passes_dealer": True,  # DEALER-3
    "robbing_kong": False,  # KONG-7
    "open_ting": False,  # TING-3
    "ting_on_wall": False,  # TING-4
    "forced_win": True,  # WIN-2
    "all_runs": False,  # WIN-5
    "closed_wait_on_eight": False,  # TAG-2
    "closed_wait_alone": False,  # TAG-2
    "show_concealed_kongs": False,  # VIEW-2: nothing here depends on it
}


class RefereeError(Exception):
    """The referee was asked for something that the rules do not allow."""


def complete_options(options: Mapping[str, object]) -> dict[str, object]:
    """Return the options, the missing ones with the rulebook's default."""
    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise RefereeError(f"unknown options: {sorted(unknown)}")
    return {**DEFAULTS, **options}


# ---------------------------------------------------------------------------------------------
# Hands, as plain tile strings
# ---------------------------------------------------------------------------------------------


def group_order(group: Group) -> list[int]:
    """Sort key of a group of tiles."""
    return [TILE_ORDER[tile] for tile in group]


def in_order(tiles: Iterable[str]) -> tuple[str, ...]:
    """Return the tiles sorted."""
    return tuple(sorted(tiles, key=TILE_ORDER.__getitem__))


def without(tiles: tuple[str, ...], group: Group) -> tuple[str, ...] | None:
    """Return the tiles left when the group is taken out, None when it is not there."""
    left = list(tiles)
    for tile in group:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


def pair_of(tile: str) -> Group:
    """Return the pair of a kind."""
    return (tile, tile)


def triplet_of(tile: str) -> Group:
    """Return the triplet of a kind."""
    return (tile, tile, tile)


def run_from(tile: str) -> Group | None:
    """Return the run that begins with this tile, None when there is none."""
    rank, suit = int(tile[0]), tile[1]
    if suit not in SUITS or rank > 7:
        return None
    return (tile, f"{rank + 1}{suit}", f"{rank + 2}{suit}")


def is_triplet(group: Group) -> bool:
    """Say whether a group of three is a triplet rather than a run."""
    return len(group) == 3 and len(set(group)) == 1


def is_run(group: Group) -> bool:
    """Say whether a group is a run."""
    return len(set(group)) == 3


@lru_cache(maxsize=200_000)
def cut_into_groups(tiles: tuple[str, ...], pairs: int) -> frozenset[tuple[Group, ...]]:
    """Cut sorted tiles into so many pairs and otherwise triplets and runs, in every way."""
    if not tiles:
        return frozenset() if pairs else frozenset({()})
    ways: set[tuple[Group, ...]] = set()
    # The lowest tile is in some group, and in that group it is the lowest.
    lowest = tiles[0]
    for group in (pair_of(lowest), triplet_of(lowest), run_from(lowest)):
        if group is None:
            continue
        pairs_left = pairs - 1 if len(group) == 2 else pairs
        left = without(tiles, group)
        if left is None or pairs_left < 0:
            continue
        for others in cut_into_groups(left, pairs_left):
            ways.add(tuple(sorted((group, *others), key=group_order)))
    return frozenset(ways)


def cut_into_hand(
    tiles: tuple[str, ...], meld_count: int, all_runs: bool
) -> set[tuple[Group, tuple[Group, ...]]]:
    """WIN-5: cut sorted concealed tiles into a pair and the sets that the melds leave open."""
    if len(tiles) != 2 + 3 * (4 - meld_count):
        return set()
    # No group has tiles of two suits, so each suit is cut for itself: one has the pair, two tiles
    # over its groups of three, and the others have nothing over.
    written = "".join(tiles)
    over = [written.count(suit) % 3 for suit in ALL_SUITS]
    if sorted(over) != [0, 0, 0, 2]:
        return set()
    suits = [tuple(tile for tile in tiles if tile[1] == suit) for suit in ALL_SUITS]
    hands: set[tuple[Group, tuple[Group, ...]]] = set()
    cuts = [cut_into_groups(part, 1 if n == 2 else 0) for part, n in zip(suits, over, strict=True)]
    for m, p, s, z in product(*cuts):
        groups = (*m, *p, *s, *z)
        (pair,) = (group for group in groups if len(group) == 2)
        sets = tuple(group for group in groups if len(group) == 3)
        # One to four triplets or kongs (every meld is one, TURN-4), or none with all_runs.
        if all_runs or meld_count + sum(map(is_triplet, sets)) >= 1:
            hands.add((pair, sets))
    return hands


def copies_in_melds(melds: Melds, tile: str) -> int:
    """Count the copies of a tile that lie in the melds."""
    return sum(3 if kind == "pung" else 4 for kind, meld_tile in melds if meld_tile == tile)


@lru_cache(maxsize=200_000)
def _waits(
    concealed: tuple[str, ...], melds: tuple[tuple[str, str], ...], all_runs: bool
) -> tuple[str, ...]:
    found = []
    for kind in KINDS:
        if concealed.count(kind) + copies_in_melds(melds, kind) >= 4:
            continue  # WIN-6: all four copies are the seat's own
        if cut_into_hand(in_order((*concealed, kind)), len(melds), all_runs):
            found.append(kind)
    return tuple(found)


def waits(concealed: Sequence[str], melds: Melds, options: Mapping[str, object]) -> list[str]:
    """WIN-6: the kinds that a hand of thirteen (sets counted as three) waits for, sorted."""
    all_runs = bool(complete_options(options)["all_runs"])
    return list(_waits(in_order(concealed), tuple(melds), all_runs))


def is_win(concealed: Sequence[str], melds: Melds, options: Mapping[str, object]) -> bool:
    """WIN-5: whether a hand of fourteen (sets counted as three) is a winning one."""
    all_runs = bool(complete_options(options)["all_runs"])
    return bool(cut_into_hand(in_order(concealed), len(melds), all_runs))


def hand_readings(
    concealed: Sequence[str], winning_tile: str, melds: Melds, options: Mapping[str, object]
) -> list[Reading]:
    """All readings of a won hand, most points first, ties by pair, sets and completed group.

    The concealed tiles may be given with the winning tile among them or without it.
    """
    rules = complete_options(options)
    all_runs = bool(rules["all_runs"])
    tiles = in_order(concealed)
    if len(tiles) % 3 == 1:
        tiles = in_order((*tiles, winning_tile))
    before = without(tiles, (winning_tile,))
    if before is None:
        raise RefereeError("the winning tile is not in the hand")
    # TAG-2, TAG-3, TAG-7: the waits are those of the tiles before the winning one.
    waited_for_it_alone = _waits(before, tuple(melds), all_runs) == (winning_tile,)

    readings: list[tuple[tuple[int, list[list[int]]], Reading]] = []
    for pair, sets in cut_into_hand(tiles, len(melds), all_runs):
        for completed in {group for group in (pair, *sets) if winning_tile in group}:
            tags = hand_tags(tiles, sets, melds)
            tags |= wait_tags(completed, winning_tile, waited_for_it_alone, rules)
            points = points_of(tags)
            reading: Reading = {
                "pair": pair,
                "sets": sets,
                "completes": completed,
                "tags": frozenset(tags),
                "triplets": len(melds) + sum(map(is_triplet, sets)),  # TAG-9
                "points": points,
            }
            groups = [group_order(group) for group in (pair, *sets, completed)]
            readings.append(((-points, groups), reading))
    readings.sort(key=lambda entry: entry[0])
    return [reading for _, reading in readings]


def hand_tags(concealed: Sequence[str], sets: Sequence[Group], melds: Melds) -> set[str]:
    """Tags of the hand itself, whatever tile won it."""
    tags = set()
    suits_seen = {tile[1] for tile in concealed} | {tile[1] for _, tile in melds}
    if len([suit for suit in SUITS if suit not in suits_seen]) == 1:
        tags.add("ONE_VOIDED_SUIT")  # TAG-1
    if len(suits_seen) == 1 and "z" not in suits_seen:
        tags.add("FULL_FLUSH")  # TAG-7
    for suit in SUITS:
        if all(run_from(f"{rank}{suit}") in sets for rank in (1, 4, 7)):
            tags.add("PURE_STRAIGHT")  # TAG-6
    if any(kind in ("melded_kong", "added_kong") for kind, _ in melds):
        tags.add("MELDED_KONG")  # TAG-4
    if any(kind == "concealed_kong" for kind, _ in melds):
        tags.add("CONCEALED_KONG")  # TAG-5
    return tags


def wait_tags(
    completed: Group, winning_tile: str, waited_for_it_alone: bool, rules: Mapping[str, object]
) -> set[str]:
    """Tags of the way in which the winning tile completes a group."""
    tags = set()
    rank = winning_tile[0]
    if is_run(completed) and winning_tile == completed[1]:  # TAG-2
        eight_is_fine = rank != "8" or bool(rules["closed_wait_on_eight"])
        others_are_fine = waited_for_it_alone or not rules["closed_wait_alone"]
        if eight_is_fine and others_are_fine:
            tags.add("CLOSED_WAIT")
    if is_run(completed) and waited_for_it_alone:  # TAG-3
        if rank == "3" and winning_tile == completed[2]:
            tags.add("EDGE_WAIT")
        if rank == "7" and winning_tile == completed[0]:
            tags.add("EDGE_WAIT")
    if len(completed) == 2 and waited_for_it_alone:  # TAG-7
        tags.add("SINGLE_WAIT")
    return tags


def points_of(tags: set[str]) -> int:
    """SCORE-1, without the dealer's 1."""
    points = 1
    if "ONE_VOIDED_SUIT" in tags:
        points += 1
    if tags & {"CLOSED_WAIT", "EDGE_WAIT", "SINGLE_WAIT"}:
        points += 1  # at most one of the three
    if "PURE_STRAIGHT" in tags:
        points += 10
    if "FULL_FLUSH" in tags:
        points += 10
    return points


# ---------------------------------------------------------------------------------------------
# Physical things
# ---------------------------------------------------------------------------------------------


class Tile(NamedTuple):
    """One physical tile; copy 0 to 3 tells it from its three like."""

    kind: str
    copy: int


def kinds_of(tiles: Iterable[Tile]) -> list[str]:
    """Return what is written on the tiles, sorted."""
    return list(in_order(tile.kind for tile in tiles))


def pick(tiles: list[Tile], kind: str, number: int) -> list[Tile]:
    """Take that many copies of a kind out of the tiles."""
    picked = [tile for tile in tiles if tile.kind == kind][:number]
    if len(picked) != number:
        raise AssertionError(f"{number} of {kind} wanted from {tiles}")
    for tile in picked:
        tiles.remove(tile)
    return picked


class Wall:
    """A row of stacks, the head first; a stack is a list of its tiles, the upper one first."""

    def __init__(self, stacks: list[list[Tile]]) -> None:
        """Put up the wall."""
        self.stacks = stacks

    def tiles(self) -> list[Tile]:
        """Return the tiles left, as the head would take them."""
        return [tile for stack in self.stacks for tile in stack]

    def take_from_head(self) -> Tile:
        """WALL-4: the first stack that still holds a tile, upper before lower."""
        return next(stack for stack in self.stacks if stack).pop(0)

    def take_from_tail(self) -> Tile:
        """WALL-5: the last stack that still holds a tile, upper before lower."""
        return next(stack for stack in reversed(self.stacks) if stack).pop(0)


def build_wall(layout: Sequence[str], first_taker: int, counted_stacks: int) -> Wall:
    """WALL-2, WALL-4: put the stacks of the four sides in the order of taking."""
    copies_seen = dict.fromkeys(KINDS, 0)
    tiles = []
    for kind in layout:
        tiles.append(Tile(kind, copies_seen[kind]))
        copies_seen[kind] += 1
    # sides[seat][0] is the stack at that seat's right.
    stacks = [[tiles[number * 2], tiles[number * 2 + 1]] for number in range(4 * 17)]
    sides = [stacks[seat * 17 : seat * 17 + 17] for seat in range(4)]
    row = sides[first_taker][counted_stacks:]
    row += sides[(first_taker - 1) % 4]
    row += sides[(first_taker - 2) % 4]
    row += sides[(first_taker - 3) % 4]
    row += sides[first_taker][:counted_stacks]  # the counted stacks are the tail
    return Wall(row)


@dataclass
class Meld:
    """A pung or kong on the table."""

    kind: str
    tiles: list[Tile]
    from_seat: int | None


@dataclass
class Discard:
    """A tile in somebody's river."""

    tile: Tile
    taken_by: int | None = None
    is_ting_tile: bool = False


@dataclass
class Player:
    """What lies before one seat."""

    standing: list[Tile] = field(default_factory=list)
    loose: list[Tile] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    river: list[Discard] = field(default_factory=list)
    ting: tuple[str, bool, bool] | None = None
    locks: set[str] = field(default_factory=set)  # CLAIM-3
    barred: bool = False  # WIN-3

    def concealed(self) -> list[str]:
        """STAND-2: standing and loose tiles together are the hand."""
        return kinds_of(self.standing + self.loose)

    def plain_melds(self) -> tuple[tuple[str, str], ...]:
        """Return the melds as plain data."""
        return tuple((meld.kind, meld.tiles[0].kind) for meld in self.melds)

    def standing_copies(self, kind: str) -> int:
        """Count the standing copies of a kind."""
        return kinds_of(self.standing).count(kind)

    def loose_copies(self, kind: str) -> int:
        """Count the loose copies of a kind."""
        return kinds_of(self.loose).count(kind)

    def give_up(self, kind: str, standing: int, loose: int) -> list[Tile]:
        """Take copies of a kind out of the hand."""
        return pick(self.standing, kind, standing) + pick(self.loose, kind, loose)

    def give_up_all(self, kind: str) -> list[Tile]:
        """Take every copy of a kind out of the hand."""
        return self.give_up(kind, self.standing_copies(kind), self.loose_copies(kind))


@dataclass
class Won:
    """How a deal was won."""

    winner: int
    loser: int | None
    tile: Tile
    robbed_kong: bool


# The stages of a deal.


@dataclass
class ToDraw:
    """A seat must draw from the head; nobody decides anything."""

    seat: int


@dataclass
class Turn:
    """A seat has its turn, after a draw or (drawn None) after a pung."""

    seat: int
    drawn: Tile | None


@dataclass
class Claims:
    """A discard, or the tile of an added kong, may be claimed."""

    source: int
    tile: Tile
    robbing: bool
    asked: dict[int, set[Action]]
    answers: dict[int, Action]


@dataclass
class Finished:
    """The deal is over."""


# ---------------------------------------------------------------------------------------------
# The deal
# ---------------------------------------------------------------------------------------------


class Referee:
    """One deal, from the walls to the win or the drawn deal."""

    def __init__(
        self,
        layout: Sequence[str],
        dice: tuple[tuple[int, int], tuple[int, int]],
        dealer: int,
        options: Mapping[str, object],
    ) -> None:
        """Build the wall, deal, and go on to the first decision."""
        if sorted(layout) != sorted(KINDS * 4):
            raise RefereeError("the layout is not 34 kinds, four of each")  # WALL-1
        if not all(1 <= die <= 6 for throw in dice for die in throw):
            raise RefereeError("a die shows 1 to 6")
        if dealer not in range(4):
            raise RefereeError("the dealer is a seat, 0 to 3")
        self.options = complete_options(options)
        self.dealer = dealer
        self.players = [Player(), Player(), Player(), Player()]
        self.won: Won | None = None

        first_taker = (dealer + sum(dice[0]) - 1) % 4  # WALL-3: the dealer counts as one
        self.wall = build_wall(layout, first_taker, sum(dice[1]))
        self._deal(first_taker)
        # DEAL-2: the dealer's fourteenth tile is drawn as any turn's tile is.
        self.stage: ToDraw | Turn | Claims | Finished = ToDraw(dealer)
        self._do_what_is_forced()

    def _deal(self, first_taker: int) -> None:
        """DEAL-1: three rounds of four tiles, one of a single tile."""
        for handful in (4, 4, 4, 1):
            for step in range(4):
                player = self.players[(first_taker + step) % 4]
                taken = [self.wall.take_from_head() for _ in range(handful)]
                if not player.standing:
                    player.standing += taken  # the first four stand
                else:
                    player.loose += taken

    # -- what can be asked -----------------------------------------------------------------

    def actors(self) -> list[int]:
        """Return the seats that must decide now."""
        match self.stage:
            case Turn(seat):
                return [seat]
            case Claims():
                return sorted(set(self.stage.asked) - set(self.stage.answers))
            case _:
                return []

    def legal(self, seat: int) -> set[Action]:
        """Return the actions that a seat may choose from now."""
        if seat not in self.actors():
            return set()
        match self.stage:
            case Turn(_, drawn):
                return self._turn_actions(seat, drawn)
            case Claims(asked=asked):
                return set(asked[seat])
            case _:
                return set()

    def apply(self, action: Action) -> None:
        """Do a legal action and all that follows from it without a choice."""
        if not any(action == legal for seat in self.actors() for legal in self.legal(seat)):
            raise RefereeError(f"not legal now: {action!r}")
        if isinstance(self.stage, Claims):
            (seat,) = (seat for seat in self.actors() if action in self.legal(seat))
            self.stage.answers[seat] = action
        else:
            self._act_on_turn(action)
        self._do_what_is_forced()

    def snapshot(self) -> dict[str, object]:
        """Return the whole state as plain data."""
        players = self.players
        return {
            "standing": [kinds_of(player.standing) for player in players],
            "loose": [kinds_of(player.loose) for player in players],
            "melds": [
                [(meld.kind, meld.tiles[0].kind, meld.from_seat) for meld in player.melds]
                for player in players
            ],
            "rivers": [
                [(entry.tile.kind, entry.taken_by, entry.is_ting_tile) for entry in player.river]
                for player in players
            ],
            "ting": [player.ting for player in players],
            "locks": [list(in_order(player.locks)) for player in players],
            "barred": [player.barred for player in players],
            "wall": [tile.kind for tile in self.wall.tiles()],
            "kongs": self.kongs(),
            "remaining": self.remaining(),
            "reserve": self.reserve(self.kongs()),
            "stage": self._plain_stage(),
            "result": self._plain_result(),
        }

    def _plain_stage(self) -> tuple[object, ...]:
        match self.stage:
            case Turn(seat, drawn):
                return ("turn", seat, None if drawn is None else drawn.kind)
            case Claims(source, tile, robbing, asked, answers):
                return ("claims", source, tile.kind, robbing, sorted(asked), sorted(answers))
            case _:
                return ("finished",)

    def _plain_result(self) -> tuple[object, ...] | None:
        if not isinstance(self.stage, Finished):
            return None
        if self.won is None:
            return ("drawn",)
        won = self.won
        return ("won", won.winner, won.loser, won.tile.kind, won.robbed_kong)

    def readings(self) -> list[Reading]:
        """Return the readings of the hand that won."""
        if self.won is None:
            raise RefereeError("nobody has won")
        player = self.players[self.won.winner]
        return hand_readings(
            player.concealed(), self.won.tile.kind, player.plain_melds(), self.options
        )

    def next_dealer(self) -> int:
        """DEALER-2, DEALER-3: who deals after this deal."""
        if not isinstance(self.stage, Finished):
            raise RefereeError("the deal has not ended")
        next_seat = (self.dealer + 1) % 4
        if self.won is not None:
            return self.dealer if self.won.winner == self.dealer else next_seat  # DEALER-2
        if self.kongs() > 0 and self.options["drawn_deal_with_kong_passes_dealer"]:
            return next_seat  # DEALER-3
        return self.dealer

    # -- wall ------------------------------------------------------------------------------

    def kongs(self) -> int:
        """Count the kongs made, of any sort, by the four together."""
        return sum(meld.kind != "pung" for player in self.players for meld in player.melds)

    def remaining(self) -> int:
        """Count the tiles left in the wall."""
        return len(self.wall.tiles())

    def reserve(self, kongs: int) -> int:
        """WALL-6: the tiles kept back when that many kongs have been made."""
        reserved_stacks = self.options["reserved_stacks"]
        assert isinstance(reserved_stacks, int)
        if reserved_stacks == 0:
            return 0
        return 2 * (reserved_stacks + max(0, kongs - 1)) + kongs % 2

    def _head_can_be_drawn(self) -> bool:
        """WALL-7, first half."""
        return self.remaining() > self.reserve(self.kongs())

    def _kong_can_be_replaced(self) -> bool:
        """WALL-7, second half: enough remains after the replacement, for one kong more."""
        return self.remaining() >= 1 and self.remaining() - 1 >= self.reserve(self.kongs() + 1)

    # -- what a seat may do ----------------------------------------------------------------

    def _wins_with(self, seat: int, concealed: list[str]) -> bool:
        """WIN-1: only in ting; WIN-3: not when barred."""
        player = self.players[seat]
        if player.ting is None or player.barred:
            return False
        return is_win(concealed, player.plain_melds(), self.options)

    def _ting_kinds(
        self, standing: list[str], loose: list[str], melds: tuple[tuple[str, str], ...]
    ) -> set[str]:
        """TING-1: the standing kinds whose discard leaves a hand that waits."""
        kinds = set()
        for kind in set(standing):
            left = without(in_order(standing + loose), (kind,))
            assert left is not None
            if waits(left, melds, self.options):
                kinds.add(kind)
        return kinds

    def _turn_actions(self, seat: int, drawn: Tile | None) -> set[Action]:
        player = self.players[seat]
        if player.ting is not None:
            # WIN-3: on a winning draw without forced_win; TING-5 leaves no other choice.
            assert drawn is not None
            return {("win", seat), ("discard", seat, drawn.kind)}

        # STAND-1, STAND-4: any loose tile.
        actions: set[Action] = {("discard", seat, tile.kind) for tile in player.loose}
        # TING-1, TING-3, TING-4.
        faces = (False, True) if self.options["open_ting"] else (False,)
        places = (False, True) if self.options["ting_on_wall"] else (False,)
        ting_kinds = self._ting_kinds(
            kinds_of(player.standing), kinds_of(player.loose), player.plain_melds()
        )
        for kind, face_up, on_wall in product(ting_kinds, faces, places):
            actions.add(("ting", seat, kind, face_up, on_wall))
        # KONG-5: after a draw only, not straight after a pung.
        if drawn is not None and self._kong_can_be_replaced():
            for kind in set(player.concealed()):
                if player.standing_copies(kind) == len(player.standing):
                    continue  # STAND-3: no standing tile would be left
                if player.concealed().count(kind) == 4:
                    actions.add(("kong", seat, kind, "concealed"))  # KONG-3
                if ("pung", kind) in player.plain_melds():
                    actions.add(("kong", seat, kind, "added"))  # KONG-2
        return actions

    def _claim_actions(self, seat: int, kind: str, robbing: bool) -> set[Action]:
        """What a seat may answer to a discard or an added kong; nothing if it is not asked."""
        player = self.players[seat]
        actions: set[Action] = set()
        if self._wins_with(seat, [*player.concealed(), kind]):
            actions.add(("win", seat))
        if player.ting is None and not robbing:  # CLAIM-5
            if kind not in player.locks:  # CLAIM-3
                for standing in (0, 1, 2):
                    if self._may_pung(player, kind, standing):
                        actions.add(("pung", seat, kind, standing))
            if self._may_melded_kong(player, kind):
                actions.add(("kong", seat, kind, "melded"))
        if actions:
            actions.add(("pass", seat))
        return actions

    def _may_pung(self, player: Player, kind: str, standing: int) -> bool:
        """CLAIM-1, STAND-5: a pung with so many standing tiles and the rest of the two loose."""
        loose = 2 - standing
        if player.standing_copies(kind) < standing or player.loose_copies(kind) < loose:
            return False
        standing_left = without(in_order(kinds_of(player.standing)), (kind,) * standing)
        loose_left = without(in_order(kinds_of(player.loose)), (kind,) * loose)
        assert standing_left is not None
        assert loose_left is not None
        if not standing_left:
            return False  # STAND-3
        if loose_left:
            return True
        # STAND-6: without a loose tile, ting must be declared at once, so it must be possible.
        melds = (*player.plain_melds(), ("pung", kind))
        return bool(self._ting_kinds(list(standing_left), [], melds))

    def _may_melded_kong(self, player: Player, kind: str) -> bool:
        """CLAIM-1, KONG-1, STAND-3, WALL-7."""
        if player.concealed().count(kind) != 3:
            return False
        standing_left = len(player.standing) - player.standing_copies(kind)
        return standing_left >= 1 and self._kong_can_be_replaced()

    # -- what happens ----------------------------------------------------------------------

    def _act_on_turn(self, action: Action) -> None:
        match action:
            case ("discard", int(seat), str(kind)):
                self._discard(seat, kind)
            case ("ting", int(seat), str(kind), face_up, on_wall):
                self._declare_ting(seat, kind, bool(face_up), bool(on_wall))
            case ("kong", int(seat), str(kind), "concealed"):
                tiles = self.players[seat].give_up_all(kind)
                self.players[seat].melds.append(Meld("concealed_kong", tiles, None))
                self._draw_replacement(seat)
            case ("kong", int(seat), str(kind), "added"):
                self._try_added_kong(seat, kind)
            case ("win", int(seat)):
                assert isinstance(self.stage, Turn)
                assert self.stage.drawn is not None
                self._win_by_draw(seat, self.stage.drawn)
            case _:
                raise AssertionError(action)

    def _do_what_is_forced(self) -> None:
        """Go on until somebody has a decision to make or the deal is over."""
        while self._forced_step():
            pass

    def _forced_step(self) -> bool:
        """Do one thing that the rules force; False when they force nothing now."""
        match self.stage:
            case ToDraw(seat):
                if self._head_can_be_drawn():
                    self._receive(seat, self.wall.take_from_head())  # TURN-2
                else:
                    self.stage = Finished()  # WALL-8: a drawn deal
                return True
            case Turn(seat, drawn) if self.players[seat].ting is not None:  # TING-6
                assert drawn is not None
                return self._play_in_ting(seat, drawn)
            case Claims():
                # CLAIM-4: settled when every way to answer that is still open ends alike.
                outcomes = self._possible_outcomes(self.stage)
                if len(outcomes) == 1:
                    self._settle(self.stage, outcomes.pop())
                    return True
                return False
            case _:
                return False

    def _play_in_ting(self, seat: int, drawn: Tile) -> bool:
        """TING-6: win or discard for a seat in ting; False when it has the choice."""
        if not self._wins_with(seat, self.players[seat].concealed()):
            self._discard(seat, drawn.kind)  # TING-5
            return True
        if self.options["forced_win"]:
            self._win_by_draw(seat, drawn)  # WIN-2
            return True
        return False  # WIN-3: to win or to let it go

    def _receive(self, seat: int, tile: Tile) -> None:
        """A seat draws a tile, from the head or as a replacement, and has its turn."""
        player = self.players[seat]
        player.loose.append(tile)
        player.locks.clear()  # CLAIM-3: until it has drawn a tile itself
        self.stage = Turn(seat, tile)

    def _draw_replacement(self, seat: int) -> None:
        """KONG-4: at once, and the turn goes on as after a draw."""
        self._receive(seat, self.wall.take_from_tail())

    def _discard(self, seat: int, kind: str) -> None:
        """TURN-3: a loose tile is discarded and may be claimed."""
        player = self.players[seat]
        assert isinstance(self.stage, Turn)
        if player.ting is not None and self.stage.drawn is not None:
            assert self.stage.drawn.kind == kind
            tile = self.stage.drawn  # TING-5: the drawn tile itself
            player.loose.remove(tile)
        else:
            (tile,) = pick(player.loose, kind, 1)
        player.river.append(Discard(tile))
        self._open_claims(seat, tile, robbing=False)

    def _declare_ting(self, seat: int, kind: str, face_up: bool, on_wall: bool) -> None:
        """TING-1: a standing tile is discarded; TING-2: nobody can take it."""
        player = self.players[seat]
        (tile,) = pick(player.standing, kind, 1)
        player.river.append(Discard(tile, is_ting_tile=True))
        player.ting = (kind, face_up, on_wall)
        self.stage = ToDraw((seat + 1) % 4)

    def _open_claims(self, source: int, tile: Tile, *, robbing: bool) -> None:
        """Ask the others about a tile, or let the system win for one of them."""
        others = [(source + step) % 4 for step in (1, 2, 3)]  # nearest counter-clockwise first
        asked = {seat: self._claim_actions(seat, tile.kind, robbing) for seat in others}
        asked = {seat: actions for seat, actions in asked.items() if actions}
        winners = [seat for seat in others if ("win", seat) in asked.get(seat, set())]
        if winners and self.options["forced_win"]:
            self._win_by_claim(winners[0], source, tile, robbing)  # WIN-2, WIN-4
        else:
            self.stage = Claims(source, tile, robbing, asked, {})

    @staticmethod
    def _outcome(source: int, answers: Mapping[int, Action]) -> Action | None:
        """Say which of a full set of answers is carried out; None when all have passed."""
        in_turn = [answers[seat] for step in (1, 2, 3) if (seat := (source + step) % 4) in answers]
        for answer in in_turn:
            if answer[0] == "win":
                return answer  # CLAIM-2: before pung and kong; WIN-4: the nearest one
        for answer in in_turn:
            if answer[0] in ("pung", "kong"):
                return answer
        return None

    def _possible_outcomes(self, claims: Claims) -> set[Action | None]:
        """CLAIM-4: the outcomes of all the ways in which the missing answers may come."""
        missing = [seat for seat in claims.asked if seat not in claims.answers]
        outcomes = set()
        for guesses in product(*(claims.asked[seat] for seat in missing)):
            answers = {**claims.answers, **dict(zip(missing, guesses, strict=True))}
            outcomes.add(self._outcome(claims.source, answers))
        return outcomes

    def _settle(self, claims: Claims, outcome: Action | None) -> None:
        source, tile = claims.source, claims.tile
        match outcome:
            case ("win", int(seat)):
                self._win_by_claim(seat, source, tile, claims.robbing)
                return  # when the tile is won, answers leave no mark
            case _:
                pass
        self._mark_those_who_passed(claims)
        match outcome:
            case ("pung", int(seat), str(kind), int(standing)):
                used = self.players[seat].give_up(kind, standing, 2 - standing)
                self._take_discard(seat, source)
                self.players[seat].melds.append(Meld("pung", [*used, tile], source))
                self.stage = Turn(seat, None)  # TURN-3: a discard is due
            case ("kong", int(seat), str(kind), "melded"):
                used = self.players[seat].give_up_all(kind)  # STAND-5: every copy
                self._take_discard(seat, source)
                self.players[seat].melds.append(Meld("melded_kong", [*used, tile], source))
                self._draw_replacement(seat)
            case None if claims.robbing:
                self._make_added_kong(source, tile.kind)
            case None:
                self.stage = ToDraw((source + 1) % 4)  # TURN-1, TURN-2
            case _:
                raise AssertionError(outcome)

    def _mark_those_who_passed(self, claims: Claims) -> None:
        for seat, answer in claims.answers.items():
            if answer[0] != "pass":
                continue
            declined = {action[0] for action in claims.asked[seat]}
            if "win" in declined:
                self.players[seat].barred = True  # WIN-3
            if "pung" in declined:
                self.players[seat].locks.add(claims.tile.kind)  # CLAIM-3

    def _take_discard(self, seat: int, source: int) -> None:
        """Mark the last discard of the source as taken."""
        entry = self.players[source].river[-1]
        assert entry.taken_by is None
        assert not entry.is_ting_tile  # TING-2
        entry.taken_by = seat

    def _try_added_kong(self, seat: int, kind: str) -> None:
        """KONG-2, and KONG-7 when the table plays it."""
        (tile,) = (
            tile
            for tile in self.players[seat].standing + self.players[seat].loose
            if tile.kind == kind
        )
        if self.options["robbing_kong"]:
            self._open_claims(seat, tile, robbing=True)
        else:
            self._make_added_kong(seat, kind)

    def _make_added_kong(self, seat: int, kind: str) -> None:
        """KONG-2: the fourth tile joins the pung, which keeps its place."""
        player = self.players[seat]
        (pung,) = (meld for meld in player.melds if meld.tiles[0].kind == kind)
        pung.tiles += player.give_up_all(kind)
        pung.kind = "added_kong"
        self._draw_replacement(seat)

    def _win_by_draw(self, winner: int, tile: Tile) -> None:
        """WIN-1: self-draw."""
        self.won = Won(winner, None, tile, robbed_kong=False)
        self.stage = Finished()

    def _win_by_claim(self, winner: int, loser: int, tile: Tile, robbing: bool) -> None:
        """WIN-1: on a discard; KONG-7: on the tile of an added kong."""
        if robbing:
            given = self.players[loser].give_up_all(tile.kind)  # the pung stays a pung
            assert given == [tile]
        else:
            self._take_discard(winner, loser)
        self.players[winner].loose.append(tile)
        self.won = Won(winner, loser, tile, robbed_kong=robbing)
        self.stage = Finished()
