"""The public face is the one that was reviewed, name by name; see `public_face`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest

import lisi_mahjong
import public_face
from public_face import BESIDE, RENEW, STORED, difference, face, lines_of, main

ROOT = Path(__file__).resolve().parents[1]


def test_the_public_face_is_the_reviewed_one() -> None:
    changed = difference(STORED.read_text(encoding="utf-8"), face())
    if changed:
        pytest.fail(
            f"{changed}\n\nIf the change is meant: {RENEW}, and review the difference.",
            pytrace=False,
        )


def test_every_public_name_is_in_it_once() -> None:
    heads = [line for line in face().splitlines() if not line.startswith(" ")]
    found = re.findall(r"^\w+ ([\w.]+)", "\n".join(heads), re.MULTILINE)
    public = {f"lisi_mahjong.{name}" for name in lisi_mahjong.__all__}
    beside = {f"{module}.{name}" for module, names in BESIDE.items() for name in names}
    assert len(found) == len(heads) == len(set(found))
    assert set(found) == public | beside


def test_what_the_pages_tell_to_import_is_in_it() -> None:
    public = {*lisi_mahjong.__all__} | {name for names in BESIDE.values() for name in names}
    imported = set[str]()
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = page.read_text(encoding="utf-8").replace("\n... ", " ")
        for names in re.findall(r"^>>> from lisi_mahjong[.\w]* import (.*)", text, re.MULTILINE):
            imported |= {*re.findall(r"[A-Za-z]\w+", names.partition("#")[0])}
    assert len(imported) > 30
    assert imported <= public


# --- a change is noticed ------------------------------------------------------------------


class Colour(Enum):
    RED = "r"
    BLUE = "b"

    def __init__(self, letter: str) -> None:
        self.letter = letter


class Turned(Enum):
    BLUE = "b"
    RED = "r"

    def __init__(self, letter: str) -> None:
        self.letter = letter


class Renamed(Enum):
    RED = "r"
    BLUE = "b"

    def __init__(self, letter: str) -> None:
        self.character = letter


@attrs.frozen
class Point:
    x: int
    y: int = 0

    @property
    def length(self) -> int:
        return self.x + self.y

    def moved(self, by: int) -> Point:
        return Point(self.x + by, self.y)


@attrs.frozen
class NotCompared:
    x: int
    y: int = attrs.field(default=0, eq=False)

    @property
    def length(self) -> int:
        return self.x + self.y

    def moved(self, by: int) -> Point:
        return Point(self.x + by, self.y)


@attrs.frozen
class NoProperty:
    x: int
    y: int = 0

    def length(self) -> int:
        return self.x + self.y

    def moved(self, by: int) -> Point:
        return Point(self.x + by, self.y)


@attrs.frozen
class KeywordOnly:
    x: int
    y: int = attrs.field(default=0, kw_only=True)

    @property
    def length(self) -> int:
        return self.x + self.y

    def moved(self, by: int) -> Point:
        return Point(self.x + by, self.y)


class RefusedError(ValueError):
    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class SilentError(ValueError):
    def __init__(self, rule: str) -> None:
        super().__init__(rule)


def distance(one: Point, other: Point, *, steps: int = 1) -> int:
    return (one.x - other.x) // steps


def by_place(one: Point, other: Point, steps: int = 1) -> int:
    return (one.x - other.x) // steps


def other_default(one: Point, other: Point, *, steps: int = 2) -> int:
    return (one.x - other.x) // steps


def other_result(one: Point, other: Point, *, steps: int = 1) -> float:
    return (one.x - other.x) / steps


NAMES: Mapping[str, Any] = {
    "Colour": Colour,
    "Place": Point | Colour,
    "Point": Point,
    "RefusedError": RefusedError,
    "VERSION": 1,
    "distance": distance,
}

CHANGES: Mapping[str, Mapping[str, Any]] = {
    "a name less": {name: value for name, value in NAMES.items() if name != "distance"},
    "a name more": {**NAMES, "by_place": by_place},
    "another constant": {**NAMES, "VERSION": 2},
    "a constant of another type": {**NAMES, "VERSION": True},
    "another union": {**NAMES, "Place": Point | RefusedError},
    "members in another order": {**NAMES, "Colour": Turned},
    "another attribute of members": {**NAMES, "Colour": Renamed},
    "a field that is not compared": {**NAMES, "Point": NotCompared},
    "a method for a property": {**NAMES, "Point": NoProperty},
    "a field by keyword alone": {**NAMES, "Point": KeywordOnly},
    "an error that tells less": {**NAMES, "RefusedError": SilentError},
    "an argument by place": {**NAMES, "distance": by_place},
    "another default": {**NAMES, "distance": other_default},
    "another result": {**NAMES, "distance": other_result},
}


def face_of(names: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the face of a module that has these names, whatever their values are called."""
    monkeypatch.setattr(public_face, "PACKAGE", __name__)
    module = ModuleType("game")
    vars(module).update(names)
    return "\n".join(lines_of(module, names))


def test_a_face_is_written_like_this(monkeypatch: pytest.MonkeyPatch) -> None:
    assert face_of(NAMES, monkeypatch).splitlines() == [
        "enum game.Colour(Enum)",
        "    member RED = 'r'",
        "    member BLUE = 'b'",
        "    attribute letter",
        "union game.Place = Colour | Point",
        "value game.Point",
        "    made by (x: int, y: int = 0)",
        "    field x: int",
        "    field y: int",
        "    method moved(by: int) -> Point",
        "    property length: int",
        "exception game.RefusedError(ValueError)",
        "    made by (rule: str)",
        "    attribute rule",
        "constant game.VERSION = 1: int",
        "function game.distance(one: Point, other: Point, *, steps: int = 1) -> int",
    ]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_face_is_shown(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (face_of(names, monkeypatch) for names in (NAMES, CHANGES[change]))
    shown = difference(one, other)
    assert {line[0] for line in shown.splitlines()[2:]} <= {"@", "+", "-"}
    assert len(shown.splitlines()) > 3


def test_the_command_shows_a_difference_and_renews_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = tmp_path / "face.txt"
    stored.write_text(face().replace("function lisi_mahjong.deal(", "function deal("), "utf-8")
    monkeypatch.setattr(public_face, "STORED", stored)
    assert main([]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert [line[:32] for line in shown if line.startswith(("-f", "+f"))] == [
        "-function deal(shuffle: Shuffle,",
        "+function lisi_mahjong.deal(shuf",
    ]
    assert main(["--write"]) == 0
    assert stored.read_text(encoding="utf-8") == face()
    assert main([]) == 0
    assert capsys.readouterr().out == "the public face is the reviewed one\n"
    assert main(["--what"]) == 2
    assert RENEW in capsys.readouterr().err
