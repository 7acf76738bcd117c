"""What a simulation refuses before anything is played, and with which words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import pytest

import simulated
from bad_inputs import BadInput, complaint
from bad_tables import HUGE_INT, NO_RULES, NO_SCORE, Function, Touchy, Unprintable, odd
from lisi_mahjong import LisiError, NotationError, RulesError
from lisi_mahjong.players import tidy
from lisi_mahjong.simulation import SimulationError, simulate, simulated_records
from lisi_mahjong.uniform import Uniform

NO_NUMBERS = (-1, True, 1.0, "5", (), 10**15 + 1, HUGE_INT)

OF_BOTH: Mapping[str, Sequence[object]] = {
    "number": (*NO_NUMBERS, None),
    "first": (*NO_NUMBERS, None),
    "chunk": (*NO_NUMBERS, 0),
    "in_flight": (*NO_NUMBERS, 0, None),
    "seed": (True, None, 1.5, b"1", "\ud800", HUGE_INT, -HUGE_INT, 10**600, Unprintable()),
    "players": (None, tidy, (), [tidy] * 3, [tidy] * 5, {0: tidy}, "tidy", iter([tidy] * 4)),
    "players[0]": ([5] * 4, [Touchy()] * 4, [Unprintable()] * 4, [Uniform] * 4, ["tidy"] * 4),
    "executor": (5, "executor", simulated.Odd, object(), Unprintable()),
}
OF_TALLIES: Mapping[str, Sequence[object]] = {
    "sitting": (*NO_NUMBERS, 0),
    "progress": (5, "progress", Unprintable()),
}


def bad(
    function: Function, arguments: Mapping[str, Sequence[object]], error: type[LisiError]
) -> Iterator[BadInput]:
    """Yield a call of a function for each bad value of an argument."""
    for argument, values in arguments.items():
        fact = "argument" if error is SimulationError else "option"
        for place, value in enumerate(values):
            call = partial(function, **{"number": 3, argument.partition("[")[0]: value})
            name = f"{function.__name__} {argument} {place}"
            yield BadInput(name, call, error, MappingProxyType({fact: argument}))


BAD = [
    *bad(simulate, {**OF_BOTH, **OF_TALLIES}, SimulationError),
    *bad(simulated_records, OF_BOTH, SimulationError),
    *bad(
        simulate, {"rules": list(NO_RULES.values()), "score": list(NO_SCORE.values())}, RulesError
    ),
    *bad(simulated_records, {"rules": list(NO_RULES.values())}, RulesError),
]


@pytest.mark.parametrize("call", BAD, ids=lambda call: call.name)
def test_bad_input_is_refused_at_once_with_what_is_wrong(call: BadInput) -> None:
    assert complaint(call) is None


def test_every_player_is_looked_at() -> None:
    with pytest.raises(SimulationError) as caught:
        simulate(1, [tidy, tidy, tidy, 5])  # type: ignore[list-item]  # what is tested
    assert caught.value.argument == "players[3]"
    assert str(caught.value) == (
        "players[3] must be a function of state and seat, or an object with the method for_deal, "
        "not 5"
    )


@pytest.mark.parametrize("place", range(7))
def test_the_seed_of_a_uniform_player_is_a_text_or_a_number(place: int) -> None:
    seed = (None, 1.5, True, b"five", HUGE_INT, -(10**600), 10**600)[place]
    with pytest.raises(NotationError) as caught:
        Uniform(odd(seed))
    assert caught.value.expected == "the seed of a player, a text or an int of at most 600 digits"
    assert caught.value.text == seed


@pytest.mark.parametrize("player", [Uniform(), Uniform("some"), Uniform(0)])
@pytest.mark.parametrize("seed", [None, 5, True, b"five"])
def test_the_seed_of_the_deal_of_a_uniform_player_is_a_text(player: Uniform, seed: object) -> None:
    with pytest.raises(NotationError) as caught:
        player.for_deal(odd(seed), 0)
    assert caught.value.expected == "the seed of a deal, a text"
    assert caught.value.text == seed
