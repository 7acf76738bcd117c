"""`RuleSet`, the options of play, and `ScoreTable`, the numbers of the settlement.

Every field is an option of `docs/rules.md`; its default is the written rules. Both are values:
frozen, equal and hashable by their fields. Malformed options are a `RulesError` at construction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Self, TypeVar

import attrs

from lisi_mahjong.errors import RulesError, shorten

MAX_RESERVED_STACKS: Final = 41
"""With 42 stacks kept back the dealer could not draw the fourteenth tile (WALL-10)."""

MAX_POINTS: Final = 10**6
"""No number of a `ScoreTable` is larger, so that sums stay readable and texts bounded."""

_Options = TypeVar("_Options")


def _flag(default: bool, rule: str) -> Any:  # noqa: ANN401, FBT001 - an attrs field takes any type
    """Return an attrs field for an option that is on or off."""

    def check(_: object, attribute: attrs.Attribute[bool], value: object) -> None:
        if type(value) is not bool:
            message = f"{attribute.name} must be True or False, not {shorten(value)}"
            raise RulesError(attribute.name, message, rule)

    return attrs.field(default=default, validator=check)


def _number(default: int, rule: str, low: int, high: int) -> Any:  # noqa: ANN401 - see _flag
    """Return an attrs field for an option that is an int from ``low`` to ``high``."""

    def check(_: object, attribute: attrs.Attribute[int], value: object) -> None:
        if type(value) is not int or not low <= value <= high:
            message = f"{attribute.name} must be an int from {low} to {high}, not {shorten(value)}"
            raise RulesError(attribute.name, message, rule)

    return attrs.field(default=default, validator=check)


def _points(default: int, rule: str) -> Any:  # noqa: ANN401 - see _flag
    return _number(default, rule, 0, MAX_POINTS)


def _multiplier(default: int, rule: str) -> Any:  # noqa: ANN401 - see _flag
    return _number(default, rule, 1, MAX_POINTS)


def _from_options(cls: type[_Options], options: object) -> _Options:
    """Build a set of options from a mapping, refusing names that are no option."""
    if not isinstance(options, Mapping):
        message = f"options are a mapping of names to values, not {shorten(options)}"
        raise RulesError("", message, "RULES-1")
    names = [field.name for field in attrs.fields(cls)]  # type: ignore[arg-type]  # attrs classes
    for name in options:
        if name not in names:
            message = f"{shorten(name)} is no option; there are {', '.join(names)}"
            raise RulesError(name if isinstance(name, str) else shorten(name), message, "RULES-1")
    return cls(**options)


@attrs.frozen(kw_only=True)
class RuleSet:
    """The options of play; ``RuleSet()`` is the written rules.

    Attributes:
        reserved_stacks: the stacks kept back at the tail with no kong or one, 0 to 41; 0 keeps
            nothing back however many kongs are made (WALL-6, WALL-10).
        drawn_deal_with_kong_passes_dealer: after a drawn deal with a kong the next seat deals
            (DEALER-3).
        robbing_kong: a seat in ting may win on the tile of an added kong (KONG-7).
        open_ting: the ting tile may be laid face up (TING-3).
        ting_on_wall: the ting tile may be put on the wall (TING-4).
        forced_win: a possible win is made for the player (WIN-2, WIN-3).
        all_runs: a hand of four runs wins (WIN-5).
        closed_wait_on_eight: winning on the 8 in 7-8-9 is a Closed Wait (TAG-2).
        closed_wait_alone: a Closed Wait must be the only wait (TAG-2).
        show_concealed_kongs: the kind of a concealed kong is open to all (VIEW-2).

    Raises:
        RulesError: a field has another type or lies out of its range.

    Example:
        >>> RuleSet(all_runs=True)
        RuleSet(all_runs=True)
        >>> RuleSet().forced_win, RuleSet.taiyuan().all_runs
        (True, True)
    """

    reserved_stacks: int = _number(7, "WALL-10", 0, MAX_RESERVED_STACKS)
    drawn_deal_with_kong_passes_dealer: bool = _flag(default=True, rule="DEALER-3")
    robbing_kong: bool = _flag(default=False, rule="KONG-7")
    open_ting: bool = _flag(default=False, rule="TING-3")
    ting_on_wall: bool = _flag(default=False, rule="TING-4")
    forced_win: bool = _flag(default=True, rule="WIN-2")
    all_runs: bool = _flag(default=False, rule="WIN-5")
    closed_wait_on_eight: bool = _flag(default=False, rule="TAG-2")
    closed_wait_alone: bool = _flag(default=False, rule="TAG-2")
    show_concealed_kongs: bool = _flag(default=False, rule="VIEW-2")

    @classmethod
    def taiyuan(cls) -> Self:
        """Return the rules as servers in Taiyuan play them.

        Example:
            >>> RuleSet.taiyuan() == RuleSet(
            ...     all_runs=True,
            ...     robbing_kong=True,
            ...     closed_wait_on_eight=True,
            ...     closed_wait_alone=True,
            ... )
            True
        """
        return cls(
            all_runs=True, robbing_kong=True, closed_wait_on_eight=True, closed_wait_alone=True
        )

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """Return the rule set with these options, the others at their defaults.

        Raises:
            RulesError: a name is no option, or a value is malformed.

        Example:
            >>> RuleSet.from_options({"all_runs": True})
            RuleSet(all_runs=True)
        """
        return _from_options(cls, options)

    def __repr__(self) -> str:
        return _changed(self, WRITTEN_RULES)


@attrs.frozen(kw_only=True)
class ScoreTable:
    """The numbers of the settlement; ``ScoreTable()`` is what servers agree on.

    Attributes:
        base: every win (SCORE-1).
        one_voided_suit: added for the tag (SCORE-1); so too ``closed_wait``, ``edge_wait``,
            ``single_wait``, ``pure_straight`` and ``full_flush``.
        dealer_wins: added when the winner deals (SCORE-1).
        self_draw_multiplier: a self-draw is paid so many times (SCORE-2).
        dealer_pays_self_draw: the dealer pays so much more on another seat's self-draw (SCORE-2).
        dealer_pays_discard: the dealer pays so much more on another seat's discard win
            (SCORE-3, SCORE-4).
        discarder_extra: added to what a discarder who is not in ting pays alone (SCORE-4).
        melded_kong: from each other seat, for a melded or added kong of the winner (SCORE-5).
        concealed_kong: the same for a concealed kong (SCORE-5).
        feeder_pays_melded_kong: who fed a kong without being in ting pays all three shares
            (SCORE-5).
        discarder_covers_kongs: the discarder of SCORE-4 pays the kongs too (SCORE-5).
        drawn_deal_multiplier: the deal after a drawn deal is paid so many times (SCORE-6).
        dealer_win_multiplier: a dealer's win is paid so many times (SCORE-7).

    Raises:
        RulesError: points that are no int from 0 to 1,000,000, a multiplier that is no int from
            1 to 1,000,000, or a switch that is no bool.

    Example:
        >>> ScoreTable(pure_straight=5).pure_straight
        5
        >>> ScoreTable.taiyuan()
        ScoreTable(drawn_deal_multiplier=1)
    """

    base: int = _points(1, "SCORE-1")
    one_voided_suit: int = _points(1, "SCORE-1")
    closed_wait: int = _points(1, "SCORE-1")
    edge_wait: int = _points(1, "SCORE-1")
    single_wait: int = _points(1, "SCORE-1")
    pure_straight: int = _points(10, "SCORE-1")
    full_flush: int = _points(10, "SCORE-1")
    dealer_wins: int = _points(1, "SCORE-1")
    self_draw_multiplier: int = _multiplier(2, "SCORE-2")
    dealer_pays_self_draw: int = _points(2, "SCORE-2")
    dealer_pays_discard: int = _points(1, "SCORE-3")
    discarder_extra: int = _points(1, "SCORE-4")
    melded_kong: int = _points(1, "SCORE-5")
    concealed_kong: int = _points(2, "SCORE-5")
    feeder_pays_melded_kong: bool = _flag(default=False, rule="SCORE-5")
    discarder_covers_kongs: bool = _flag(default=False, rule="SCORE-5")
    drawn_deal_multiplier: int = _multiplier(2, "SCORE-6")
    dealer_win_multiplier: int = _multiplier(1, "SCORE-7")

    @classmethod
    def taiyuan(cls) -> Self:
        """Return the table as servers in Taiyuan play: drawn deals do not double.

        Example:
            >>> ScoreTable.taiyuan().drawn_deal_multiplier
            1
        """
        return cls(drawn_deal_multiplier=1)

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """Return the score table with these numbers, the others at their defaults.

        Raises:
            RulesError: a name is no field, or a value is malformed.

        Example:
            >>> ScoreTable.from_options({"base": 2}).base
            2
        """
        return _from_options(cls, options)

    def __repr__(self) -> str:
        return _changed(self, DEFAULT_SCORE)


def _changed(options: RuleSet | ScoreTable, default: RuleSet | ScoreTable) -> str:
    """Return a repr that names only what differs from the default."""
    changed = [
        f"{field.name}={value!r}"
        for field in attrs.fields(type(options))
        if (value := getattr(options, field.name)) != getattr(default, field.name)
    ]
    return f"{type(options).__name__}({', '.join(changed)})"


def check_rules(rules: RuleSet) -> RuleSet:
    """Return the rule set that was given.

    Raises:
        RulesError: it is no `RuleSet`.

    Example:
        >>> check_rules(RuleSet())
        RuleSet()
    """
    if type(rules) is not RuleSet:
        message = f"rules must be a RuleSet, not {shorten(rules)}"
        raise RulesError("rules", message, "RULES-1")
    return rules


def check_score(score: ScoreTable) -> ScoreTable:
    """Return the score table that was given.

    Raises:
        RulesError: it is no `ScoreTable`.

    Example:
        >>> check_score(ScoreTable())
        ScoreTable()
    """
    if type(score) is not ScoreTable:
        message = f"score must be a ScoreTable, not {shorten(score)}"
        raise RulesError("score", message, "RULES-1")
    return score


WRITTEN_RULES: Final = RuleSet()
"""The default wherever rules can be given."""

DEFAULT_SCORE: Final = ScoreTable()
"""The default wherever a score table can be given."""

SWITCHES: Final = tuple(
    field.name for field in attrs.fields(RuleSet) if type(field.default) is bool
)
"""The options of play that are on or off."""
