"""What somebody gets who installs the package: types that can be checked, examples that run."""

from __future__ import annotations

import doctest
import inspect
import typing
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, assert_type

import pytest

import lisi_mahjong
from lisi_mahjong import (
    Action,
    Discard,
    DrawnDeal,
    GameState,
    Reading,
    Refusal,
    RuleSet,
    SeatView,
    Shuffle,
    Step,
    Tile,
    WonDeal,
    actors,
    apply,
    deal,
    is_win,
    legal_actions,
    parse_tiles,
    readings,
    step,
    view,
    waits,
    why_illegal,
)
from runs import run_python

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.case(139)
def test_case_139_a_client_of_ten_lines_is_typed_throughout() -> None:
    """The type checker reads these assertions; run, they are what they say."""
    state = assert_type(deal(Shuffle.from_seed(7), rules=RuleSet()), GameState)
    seats = assert_type(actors(state), tuple[int, ...])
    actions = assert_type(legal_actions(state, seats[0]), tuple[Action, ...])
    assert_type(why_illegal(state, Discard(0, Tile.M1)), Refusal | None)
    assert_type(step(state, actions[0]), Step)
    state = assert_type(apply(state, actions[0]), GameState)
    assert_type(state.result, WonDeal | DrawnDeal | None)
    assert_type(view(state, 0), SeatView)
    assert_type(waits(parse_tiles("1112345678999m")), tuple[Tile, ...])
    assert_type(is_win("11m", ["111z", "222z", "333z", "444z"]), bool)
    assert_type(readings("1m", "1m", ["111z", "222z", "333z", "444z"]), tuple[Reading, ...])
    assert len(actions) == 10


def _callables() -> Iterator[tuple[str, Any]]:
    """Yield the public functions, and the public methods of the public classes."""
    for name in lisi_mahjong.__all__:
        value = getattr(lisi_mahjong, name)
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value):
            for key, member in vars(value).items():
                function = getattr(member, "__func__", getattr(member, "fget", member))
                if not key.startswith("_") and inspect.isfunction(function):
                    yield f"{name}.{key}", function


CALLABLES = dict(_callables())
JSON = (
    *("SeatView.as_json", "TableView.as_json", "event_as_json"),
    *("Record.metadata", "Sitting.metadata"),
)
"""What JSON can hold has no shorter name than a dict of anything."""


@pytest.mark.case(139)
@pytest.mark.parametrize("name", CALLABLES)
def test_case_139_no_public_signature_hides_a_type(name: str) -> None:
    function = CALLABLES[name]
    hints = typing.get_type_hints(function)
    assert "return" in hints, name
    if name not in JSON:
        assert "Any" not in inspect.formatannotation(hints["return"]), name
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in ("self", "cls"):
            assert hints[parameter.name] is not Any, name


@pytest.mark.case(139)
def test_case_139_the_package_says_that_it_is_typed() -> None:
    assert files("lisi_mahjong").joinpath("py.typed").is_file()


@pytest.mark.parametrize("name", lisi_mahjong.__all__)
def test_every_public_function_and_class_has_an_example_that_runs(name: str) -> None:
    """The examples are run as doctests; here it is seen that they are there."""
    value = getattr(lisi_mahjong, name)
    if inspect.isfunction(value) or inspect.isclass(value):
        assert ">>> " in (value.__doc__ or "")


def test_every_public_name_is_there_and_no_other() -> None:
    script = (
        "import sys, lisi_mahjong; before = set(sys.modules)\n"
        "assert 'lisi_mahjong.records' not in before  # imported when it is first asked for\n"
        "from lisi_mahjong import *\n"
        "assert 'lisi_mahjong.records' in sys.modules\n"
        "assert set(lisi_mahjong.__all__) <= set(dir(lisi_mahjong)) & set(globals())\n"
        "print(hasattr(lisi_mahjong, 'nothing'))"
    )
    ran = run_python("-c", script)
    assert (ran.stdout, ran.stderr) == ("False\n", "")
    with pytest.raises(AttributeError, match="module 'lisi_mahjong' has no attribute 'nothing'"):
        lisi_mahjong.nothing  # type: ignore[attr-defined]  # noqa: B018 - what is tested


@pytest.mark.case(140)
@pytest.mark.parametrize("page", ["README.md", "docs/guide.md"])
def test_case_140_every_example_of_the_front_pages_runs_where_the_package_is_installed(
    page: str, tmp_path: Path
) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_examples(text)
    assert len(examples) > 15
    blocks = text.split("```python\n")[1:]
    assert all(block.startswith(">>>") for block in blocks)
    copy = tmp_path / "page.md"
    copy.write_text(text, encoding="utf-8")
    ran = run_python("-m", "doctest", str(copy))
    assert (ran.stdout, ran.returncode) == ("", 0)
