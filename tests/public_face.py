"""The public face written out: every public name, its kind, its signature, its attributes.

`public_face.txt` holds what has been reviewed; `test_public_face` compares. After a change that is
meant, ``python tests/public_face.py --write`` renews it, and the difference is reviewed like code.
The text is the same on every Python.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import re
import sys
import textwrap
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType

import attrs

STORED = Path(__file__).with_name("public_face.txt")
RENEW = "python tests/public_face.py --write"

PACKAGE = "lisi_mahjong"
BESIDE = {
    f"{PACKAGE}.narration": ("Narrator", "TileStyle"),
    f"{PACKAGE}.perft": ("DepthError", "divide", "perft"),
    f"{PACKAGE}.players": ("tidy",),
    f"{PACKAGE}.sampling": ("Worlds",),
    f"{PACKAGE}.testing": tuple(import_module(f"{PACKAGE}.testing").__all__),
}
"""What the documentation tells to import from a module of its own."""

# --- names --------------------------------------------------------------------------------


def lines_of(module: ModuleType, names: Iterable[str]) -> Iterator[str]:
    """Yield the lines of some names of a module."""
    for name in sorted(names):
        yield from lines_of_name(f"{module.__name__}.{name}", getattr(module, name))


def lines_of_name(name: str, value: object) -> Iterator[str]:
    """Yield the lines of a public name."""
    if isinstance(value, type):
        yield from lines_of_class(name, value)
    elif inspect.isfunction(value):
        yield f"function {name}{signature(value)}"
    elif members := typing.get_args(value):
        yield f"union {name} = {' | '.join(sorted(each.__name__ for each in members))}"
    else:
        shown = re.sub(r"<function (\w+) at \w+>", r"\1", repr(value))
        yield f"constant {name} = {shown}: {type(value).__name__}"


# --- classes ------------------------------------------------------------------------------


def lines_of_class(name: str, cls: type) -> Iterator[str]:
    """Yield the lines of a class: what it is, how it is made, what is public in it."""
    bases = ", ".join(base.__name__ for base in cls.__bases__ if base is not object)
    head = f"{name}({bases})" if bases else name
    if issubclass(cls, Enum):
        yield f"enum {head}"
        yield from (f"    member {line_of_member(member)}" for member in cls)
    else:
        kind = "exception" if issubclass(cls, BaseException) else "class"
        yield f"{'value' if attrs.has(cls) else kind} {head}"
        if is_own(cls.__init__):
            yield f"    made by {signature(cls.__init__).removesuffix(' -> None')}"
    yield from (f"    {line}" for line in sorted(lines_of_attributes(cls)))


def line_of_member(member: Enum) -> str:
    """Return the name of a member, with its value where that is no more than a name itself."""
    value = member.value
    return member.name if isinstance(value, tuple) else f"{member.name} = {value!r}"


def is_own(value: object) -> bool:
    """Return whether something is defined in this library."""
    return str(getattr(value, "__module__", "")).startswith(PACKAGE)


def lines_of_attributes(cls: type) -> Iterator[str]:
    """Yield a line for each public attribute that is this library's own, inherited ones too."""
    seen = set[str]()
    if attrs.has(cls):
        for field in attrs.fields(cls):
            seen.add(field.name)
            if not field.name.startswith("_"):
                compared = "" if field.eq else ", not compared"
                yield f"field {field.name}: {annotation(field.type)}{compared}"
    for base in filter(is_own, cls.__mro__):
        for key, value in vars(base).items():
            if key not in seen and not key.startswith("_"):
                seen.add(key)
                yield from line_of_attribute(cls, key, value)
        written = vars(base).get("__init__")
        for key in set_in(written) if inspect.isfunction(written) and not attrs.has(cls) else ():
            if key not in seen and not key.startswith("_"):
                seen.add(key)
                yield f"attribute {key}"


def set_in(init: Callable[..., object]) -> list[str]:
    """Return the attributes that an ``__init__`` sets."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(init)))
    return [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    ]


def line_of_attribute(cls: type, key: str, value: object) -> Iterator[str]:
    """Yield the line of an attribute of a class, or none for a member of an enum."""
    if isinstance(value, property):
        assert value.fget is not None
        yield f"property {key}: {annotation(inspect.get_annotations(value.fget)['return'])}"
    elif isinstance(value, classmethod):
        yield f"classmethod {key}{signature(value.__func__)}"
    elif isinstance(value, staticmethod):
        yield f"staticmethod {key}{signature(value.__func__)}"
    elif inspect.isfunction(value):
        yield f"method {key}{signature(value)}"
    elif key not in getattr(cls, "__members__", ()):
        yield f"attribute {key} = {value!r}"


# --- signatures ---------------------------------------------------------------------------

_IN_MODULE = re.compile(r"\b(?:[a-z_]+\.)+(?=[A-Z])")


def annotation(hint: object) -> str:
    """Return an annotation as it stands in the source, without the modules of its names."""
    if hint is inspect.Parameter.empty:
        return "?"
    return _IN_MODULE.sub("", hint if isinstance(hint, str) else inspect.formatannotation(hint))


def signature(function: Callable[..., object]) -> str:
    """Return the signature of a function, without ``self`` and ``cls``."""
    parameters = [
        parameter.replace(annotation=_Plain(annotation(parameter.annotation)))
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name not in ("self", "cls")
    ]
    returned = inspect.signature(function).return_annotation
    text = re.sub(r"<function (\w+) at \w+>", r"\1", str(inspect.Signature(parameters)))
    return f"{text} -> {annotation(returned)}" if returned is not None else text


class _Plain:
    """An annotation that is written as the text that it is."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


# --- the whole face -----------------------------------------------------------------------


def face() -> str:
    """Return the whole public face, a line for everything in it."""
    package = import_module(PACKAGE)
    lines = [*lines_of(package, package.__all__)]
    for name, names in BESIDE.items():
        lines += lines_of(import_module(name), names)
    return "".join(f"{line}\n" for line in lines)


def difference(stored: str, found: str) -> str:
    """Return what is otherwise in a face than it was, or nothing."""
    lines = difflib.unified_diff(
        stored.splitlines(), found.splitlines(), "reviewed", "found", lineterm="", n=0
    )
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Renew the stored face, or show how the present one differs from it."""
    if list(arguments) == ["--write"]:
        STORED.write_text(face(), encoding="utf-8")
        return 0
    if arguments:
        sys.stderr.write(f"usage: {RENEW}\n")
        return 2
    shown = difference(STORED.read_text(encoding="utf-8"), face())
    sys.stdout.write(f"{shown}\n" if shown else "the public face is the reviewed one\n")
    return bool(shown)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
