"""What came of the mutants of functions, held against the list of those that no test can kill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from mutation.function_mutants import Mutant
from mutation.known import Listed, program
from mutation.trials import Verdict

GOAL = 0.95
"""The share of the mutants that is to be killed."""

ROUNDS = ("quick", "longer", "start", "whole")
"""The rounds in which a mutant can be killed, see `functions`."""


@attrs.frozen
class Judged:
    """A mutant, the round in which it was killed (None: it survived) and by what.

    Attributes:
        kept: whether an earlier run found this.
    """

    mutant: Mutant
    round: str | None
    verdict: Verdict
    kept: bool = False


@attrs.frozen
class Outcome:
    """What came of the mutants of a module, or of all.

    Attributes:
        name: of the module.
        judged: the mutants of which it is known.
        unlisted: those that survived and are not listed.
        complaints: what is listed and should not be, in words.
        unknown: how many mutants were never tried.
    """

    name: str
    judged: list[Judged]
    unlisted: list[Judged]
    complaints: list[str]
    unknown: int = 0

    @classmethod
    def of(cls, listed: Listed, judged: list[Judged], untried: Sequence[Mutant] = ()) -> Outcome:
        """Return what came of the mutants of a module, held against the list."""
        survivors = [one for one in judged if one.round is None]
        left = [one for one in survivors if listed.excuse(one.mutant.source) is None]
        complaints = listed.misfits
        if not listed.all_survive(one.mutant.source for one in survivors):
            fates = {program(one.mutant.source): one.verdict.killed_by for one in judged}
            left_over = [*untried, *(one.mutant for one in survivors)]
            fates |= dict.fromkeys(program(mutant.source) for mutant in left_over)
            complaints = list(listed.complaints(fates))
        return cls(listed.module, judged, left, complaints, len(untried))

    @classmethod
    def of_all(cls, outcomes: Sequence[Outcome]) -> Outcome:
        """Return the outcome of several modules."""
        return cls(
            "all",
            [one for each in outcomes for one in each.judged],
            [one for each in outcomes for one in each.unlisted],
            [one for each in outcomes for one in each.complaints],
            sum(each.unknown for each in outcomes),
        )

    @property
    def killed(self) -> int:
        """How many were killed."""
        return sum(one.round is not None for one in self.judged)

    @property
    def line(self) -> str:
        """The line of figures."""
        rounds = Counter(one.round for one in self.judged)
        kept = sum(one.kept for one in self.judged)
        return (
            f"{self.name:9} {len(self.judged) + self.unknown:5} mutants, killed {self.killed:5} "
            f"({', '.join(f'{each} {rounds[each]}' for each in ROUNDS)}), "
            f"survived {rounds[None]:3}, {len(self.unlisted)} of them not listed: "
            f"{100 * self.killed / max(1, len(self.judged)):.1f} %; "
            f"kept {kept} from earlier runs, tried {len(self.judged) - kept}"
            + (f", {self.unknown} never tried" if self.unknown else "")
        )

    @property
    def is_good(self) -> bool:
        """Whether the list is borne out and enough is killed."""
        enough = self.killed >= GOAL * len(self.judged)
        return enough and not (self.unlisted or self.complaints)
