"""The slow referee's table: settlements, dealers and ledgers, straight from the rulebook.

Like `referee` it shares nothing with the library that it is compared with.  A settlement is a heap
of slips, one for every single thing that one loser owes, each of which then goes to the seat that
bears it.  A table is a diary: who sits where, who is ready, who deals, what is doubled and what
everybody has is read out of it again every time.  Numbers such as SCORE-4 are the rulebook's.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee import (
    KINDS,
    TILE_ORDER,
    Action,
    Finished,
    Meld,
    Reading,
    Referee,
    RefereeError,
    Won,
    hand_readings,
)

Score = Mapping[str, int]  # the two switches are True or False, which are whole numbers too

# The numbers of the settlement with their defaults.
SCORE_DEFAULTS: dict[str, int | bool] = {
    "base": 1,  # SCORE-1 and so on to dealer_wins
    "one_voided_suit": 1,
    "closed_wait": 1,
    "edge_wait": 1,
    "single_wait": 1,
    "pure_straight": 10,
    "full_flush": 10,
    "dealer_wins": 1,
    "self_draw_multiplier": 2,  # SCORE-2
    "dealer_pays_self_draw": 2,
    "dealer_pays_discard": 1,  # SCORE-3, SCORE-4
    "discarder_extra": 1,  # SCORE-4
    "melded_kong": 1,  # SCORE-5
    "concealed_kong": 2,
    "feeder_pays_melded_kong": False,
    "discarder_covers_kongs": False,
    "drawn_deal_multiplier": 2,  # SCORE-6
    "dealer_win_multiplier": 1,  # SCORE-7
}

# SCORE-1: the tags that have points, by the field that says how many; kongs are paid apart.
POINTS_OF_TAGS = {
    "ONE_VOIDED_SUIT": "one_voided_suit",
    "CLOSED_WAIT": "closed_wait",
    "EDGE_WAIT": "edge_wait",
    "SINGLE_WAIT": "single_wait",
    "PURE_STRAIGHT": "pure_straight",
    "FULL_FLUSH": "full_flush",
}


def complete_score(score: Score) -> dict[str, int]:
    """Return the score table, the missing numbers with the rulebook's default."""
    unknown = set(score) - set(SCORE_DEFAULTS)
    if unknown:
        raise RefereeError(f"unknown in a score table: {sorted(unknown)}")
    return {**SCORE_DEFAULTS, **score}


# ---------------------------------------------------------------------------------------------
# What a win is worth
# ---------------------------------------------------------------------------------------------


def tag_points(tags: object, score: Score) -> dict[str, int]:
    """SCORE-1: what a reading is worth, item by item, without the dealer's part."""
    assert isinstance(tags, frozenset)
    table = complete_score(score)
    items = {"base": table["base"]}
    for tag, name in POINTS_OF_TAGS.items():
        if tag in tags:
            items[name] = table[name]
    return items


def best_reading(game: Referee, score: Score) -> Reading:
    """SCORE-9, TAG-10: the reading that is paid under a score table."""
    assert game.won is not None
    player = game.players[game.won.winner]
    readings = hand_readings(
        player.concealed(), game.won.tile.kind, player.plain_melds(), game.options
    )

    def better_first(reading: Reading) -> tuple[object, ...]:
        points = sum(tag_points(reading["tags"], score).values())
        triplets = reading["triplets"]
        assert isinstance(triplets, int)
        pair, completed = places(reading["pair"]), places(reading["completes"])
        sets = reading["sets"]
        assert isinstance(sets, tuple)
        # `pair != completed` is False, and so comes first, when the pair was completed.
        return (
            *(-points, -triplets, pair, sorted(map(places, sets))),
            *(pair != completed, completed),
        )

    return min(readings, key=better_first)


def places(group: object) -> list[int]:
    """Return where the tiles of a group stand in tile order."""
    assert isinstance(group, tuple)
    return [TILE_ORDER[tile] for tile in group]


# ---------------------------------------------------------------------------------------------
# Slips
# ---------------------------------------------------------------------------------------------


class Slip(NamedTuple):
    """One thing that is owed to the winner."""

    bearer: int  # who pays it
    share_of: int  # whose share it is: one of the three losers
    item: str  # a field of the score table
    amount: int


def slips(game: Referee, score: Score, multiplier: int) -> list[Slip]:
    """Return all that the winner of a finished deal gets, no slip for a drawn deal.

    Args:
        game: a finished deal.
        score: the score table, a missing number as the rulebook has it.
        multiplier: SCORE-6: 1, or what a drawn deal before has made of it.
    """
    if not isinstance(game.stage, Finished):
        raise RefereeError("the deal has not ended")
    if game.won is None:
        return []  # SCORE-6
    table = complete_score(score)
    written = [*slips_for_hand(game, game.won, table), *slips_for_kongs(game, game.won, table)]
    factor = multiplier
    if game.won.winner == game.dealer:
        factor *= table["dealer_win_multiplier"]  # SCORE-7, SCORE-10
    return [slip._replace(amount=slip.amount * factor) for slip in written]


def who_pays_alone(game: Referee, won: Won) -> int | None:
    """SCORE-4: the discarder, or the maker of a robbed kong, that was not in ting."""
    if won.loser is None or game.players[won.loser].ting is not None:
        return None
    return won.loser


def slips_for_hand(game: Referee, won: Won, table: Score) -> Iterator[Slip]:
    """SCORE-1 to SCORE-4: what the three owe for the hand itself."""
    worth = tag_points(best_reading(game, table)["tags"], table)
    if won.winner == game.dealer:
        worth["dealer_wins"] = table["dealer_wins"]
    self_draw = won.loser is None
    alone = who_pays_alone(game, won)
    for loser in losers_to(won):
        bearer = loser if alone is None else alone
        for item, points in worth.items():
            amount = points * table["self_draw_multiplier"] if self_draw else points
            yield Slip(bearer, loser, item, amount)
        if loser == game.dealer:
            item = "dealer_pays_self_draw" if self_draw else "dealer_pays_discard"
            yield Slip(bearer, loser, item, table[item])
    if alone is not None:
        yield Slip(alone, alone, "discarder_extra", table["discarder_extra"])


def slips_for_kongs(game: Referee, won: Won, table: Score) -> Iterator[Slip]:
    """SCORE-5, SCORE-11: what the three owe for the winner's kongs."""
    alone = who_pays_alone(game, won) if table["discarder_covers_kongs"] else None
    for meld in game.players[won.winner].melds:
        if meld.kind == "pung":
            continue
        feeder = None
        if table["feeder_pays_melded_kong"] and meld.kind == "melded_kong":
            feeder = feeder_to_blame(game, meld)
        item = "concealed_kong" if meld.kind == "concealed_kong" else "melded_kong"
        for loser in losers_to(won):
            # Who pays for everything goes before who fed the kong.
            bearer = next((seat for seat in (alone, feeder) if seat is not None), loser)
            yield Slip(bearer, loser, item, table[item])


def losers_to(won: Won) -> list[int]:
    """Return the three that did not win."""
    return [seat for seat in range(4) if seat != won.winner]


def feeder_to_blame(game: Referee, meld: Meld) -> int | None:
    """SCORE-5, SCORE-9: who discarded a kong's fourth tile, None when that was in ting."""
    feeder = meld.from_seat
    assert feeder is not None
    for entry in game.players[feeder].river:
        if entry.is_ting_tile:
            return None  # the ting tile lies before the tile of the kong
        if entry.tile in meld.tiles:  # that very copy
            return feeder
    raise AssertionError("the tile of the kong is nobody's discard")


def settlement(game: Referee, score: Score, multiplier: int) -> list[int]:
    """Return what each seat has won or lost by a finished deal."""
    deltas = [0, 0, 0, 0]
    for slip in slips(game, score, multiplier):
        assert game.won is not None
        deltas[slip.bearer] -= slip.amount
        deltas[game.won.winner] += slip.amount
    return deltas


# ---------------------------------------------------------------------------------------------
# The table
# ---------------------------------------------------------------------------------------------


class Ended(NamedTuple):
    """A deal that is over: who sat there, who dealt, what it was multiplied with, what it paid."""

    names: tuple[str, ...]
    dealer: int
    multiplier: int
    deltas: tuple[int, ...] | None  # None: void
    won: bool
    next_dealer: int | None


class RefereeTable:
    """A table, as a diary of what happened there.

    What is done at a table is a tuple: ``("sit", seat, name)``, ``("ready", seat)``,
    ``("unready", seat)``, ``("leave", seat)``, ``("start", layout, dice, dealer_draw)`` or
    ``("play", action)`` with an action of the deal.
    """

    def __init__(self, options: Mapping[str, object], score: Score) -> None:
        """Put up an empty table."""
        self.options = dict(options)
        self.score = complete_score(score)
        self.diary: list[Action] = []  # all but the plays
        self.comings: list[Action] = []  # of these, who sat down and who left
        self.deals: list[Ended] = []
        self.game: Referee | None = None  # the deal in progress, or the one just ended

    # -- what the diary says ---------------------------------------------------------------

    def people(self) -> dict[int, str]:
        """Return who sits where."""
        sitting: dict[int, str] = {}
        for entry in self.comings:
            match entry:
                case ("sit", int(seat), str(name)):
                    sitting[seat] = name
                case (_, int(seat)):
                    del sitting[seat]
                case _:
                    raise AssertionError(entry)
        return sitting

    def ready(self) -> list[int]:
        """TABLE-2, TABLE-3: who is ready; a deal and a leaving make all begin anew."""
        found: dict[int, bool] = {}
        for entry in reversed(self.diary):
            match entry:
                case ("start" | "leave", *_):
                    break
                case (("ready" | "unready") as word, int(seat)):
                    found.setdefault(seat, word == "ready")  # the latest word counts
                case _:
                    pass
        return sorted(seat for seat, word in found.items() if word)

    def playing(self) -> bool:
        """Say whether a deal is in progress."""
        return self.game is not None and not isinstance(self.game.stage, Finished)

    def _deal_before(self) -> Ended | None:
        """TABLE-3: the last deal of this game, None when it has had none."""
        for entry in reversed(self.diary):
            if entry[0] == "leave":
                return None
            if entry[0] == "ended":
                return self.deals[-1]
        return None

    def dealer(self) -> int | None:
        """Return who deals now, or else next; None when that has to be drawn (DEALER-1)."""
        if self.game is not None and self.playing():
            return self.game.dealer
        before = self._deal_before()
        return None if before is None else before.next_dealer

    def multiplier(self) -> int:
        """SCORE-6: what the deal in progress, or else the next one, is multiplied with."""
        before = self._deal_before()
        if before is None or before.won:
            return 1
        return self.score["drawn_deal_multiplier"]

    def ledger(self) -> dict[str, int]:
        """TABLE-7: what everybody has who sits here or has played a deal to its end."""
        sums = Counter(dict.fromkeys(self.people().values(), 0))
        for ended in self.deals:
            if ended.deltas is not None:
                for name, delta in zip(ended.names, ended.deltas, strict=True):
                    sums[name] += delta
        return dict(sums)

    def history(self) -> list[tuple[int, int, tuple[int, ...] | None]]:
        """Return dealer, multiplier and deltas of every deal, None for those of a void one."""
        return [(ended.dealer, ended.multiplier, ended.deltas) for ended in self.deals]

    # -- what is done ----------------------------------------------------------------------

    def may(self, action: Action) -> bool:
        """Say whether the table's rules allow an action."""
        people, ready = self.people(), self.ready()
        match action:
            case ("sit", int(seat), str(name)):  # TABLE-4, TABLE-5
                free = seat in range(4) and seat not in people
                return free and is_a_name(name) and name not in people.values()
            case ("leave", int(seat)):  # TABLE-4
                return seat in people
            case ("ready", int(seat)):  # TABLE-2, TABLE-6
                return seat in people and seat not in ready and not self.playing()
            case ("unready", int(seat)):
                return seat in ready and not self.playing()
            case ("start", *_):  # TABLE-1
                return len(ready) == 4 and not self.playing()
            case ("play", tuple(move)):
                game = self.game
                return game is not None and any(move in game.legal(seat) for seat in range(4))
            case _:
                return False

    def do(self, action: Action) -> None:
        """Do what is allowed, and write it down."""
        # Whether a play is allowed the referee of the deal says, more slowly than all else here.
        if not (action[0] == "play" and self.game is not None) and not self.may(action):
            raise RefereeError(f"not allowed at this table now: {action!r}")
        match action:
            case ("leave", _) if self.playing():  # TABLE-3: the deal is void
                self._write_down_the_deal(void=True)
            case _:
                pass
        match action:
            case ("play", tuple(move)):
                assert self.game is not None
                self.game.apply(move)
            case ("start", layout, dice, int(draw)):
                dealer = self.dealer()
                chosen = draw if dealer is None else dealer
                self.diary.append(("start",))
                self.game = start(layout, dice, chosen, self.options)
            case _:
                self.diary.append(action)
        if action[0] in ("sit", "leave"):
            self.comings.append(action)
        if action[0] == "leave":
            self.game = None
        elif action[0] in ("start", "play") and not self.playing():
            self._write_down_the_deal(void=False)

    def _write_down_the_deal(self, *, void: bool) -> None:
        game, people = self.game, self.people()
        assert game is not None
        multiplier = self.multiplier()
        self.deals.append(
            Ended(
                names=tuple(people[seat] for seat in range(4)),
                dealer=game.dealer,
                multiplier=multiplier,
                deltas=None if void else tuple(settlement(game, self.score, multiplier)),
                won=game.won is not None,
                next_dealer=None if void else game.next_dealer(),
            )
        )
        self.diary.append(("ended",))


def is_a_name(name: str) -> bool:
    """TABLE-5."""
    controls = [letter for letter in name if unicodedata.category(letter) == "Cc"]
    return 1 <= len(name) <= 100 and not controls


def start(layout: object, dice: object, dealer: int, options: Mapping[str, object]) -> Referee:
    """Return a deal from the plain data of a shuffle."""
    assert isinstance(layout, Sequence)
    assert all(kind in KINDS for kind in layout)
    match dice:
        case ((int(a), int(b)), (int(c), int(d))):
            return Referee(layout, ((a, b), (c, d)), dealer, options)
        case _:
            raise RefereeError("dice are two throws of two")
