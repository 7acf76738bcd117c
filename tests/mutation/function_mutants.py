"""Mutants of a module as mutmut makes them, each a whole source text to be put in its place.

mutmut's own runner calls every function through a switch and starts pytest for each mutant. Here
its mutants alone are used: `put_in` gives a living function the code of its mutant.
"""

from __future__ import annotations

import ast
import copy
import difflib
import hashlib
import importlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import attrs


@attrs.frozen
class Mutant:
    """One change to one function.

    Attributes:
        module: the name of the module within the package.
        name: the function and a number, such as ``"outcome 3"``.
        function: the function's qualified name.
        lines: the lines of the statement that is changed, as they are in the module.
        diff: what is changed, line by line.
        source: the whole module with the change.
        digest: the same for mutants that make the same of the function, whatever is around it.
        inner: the line that defines the function within the function in which the change is; the
            change is made when that line runs. Empty for a change of the function itself.
    """

    module: str
    name: str
    function: str
    lines: range
    diff: str = attrs.field(repr=False)
    source: str = attrs.field(repr=False)
    digest: str = ""
    inner: range = range(0)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield the mutants that mutmut makes of a module.

    Left out are those that do not compile, and those that change no more than the type in a
    ``cast``, which is for the type checker alone.
    """
    maker = importlib.import_module("mutmut.mutation.file_mutation")
    original = path.read_text(encoding="utf-8")
    module, mutations, _, _ = maker.create_mutations(str(path), original)
    places = _places(module)
    tree = ast.parse(original)
    numbers: Counter[str] = Counter()
    for mutation in mutations:
        function, around = places.get(id(mutation.contained_by_top_level_function), ("", None))
        if around is None:
            continue
        numbers[function] += 1
        changed = maker.deep_replace(around, mutation.original_node, mutation.mutated_node)
        before, after = module.code_for_node(around), module.code_for_node(changed)
        if original.count(before) != 1:
            raise ValueError(f"{path.name} has the text of {function} more than once")
        source = original.replace(before, after)
        try:
            parsed = ast.parse(source)
        except SyntaxError:
            continue
        if "cast(" in source and _is_cast_alone(tree, parsed, function):
            continue
        first, last = _changed_lines(original, source)
        yield Mutant(
            path.stem,
            f"{function} {numbers[function]}",
            function,
            _statement(tree, first, last),
            _difference(original, source),
            source,
            _digest(parsed, function),
            inner_definition(_node_of(tree, function), first, last),
        )


def _digest(tree: ast.Module, function: str) -> str:
    said = f"{function} {ast.dump(_node_of(tree, function))}"
    return hashlib.sha256(said.encode()).hexdigest()[:20]


def _places(module: Any) -> dict[int, tuple[str, Any]]:  # noqa: ANN401 - nodes of libcst
    """Return functions and methods of a parsed module by the ids of their nodes.

    For each its qualified name and the statement of the module that it is, or is in.
    """
    places = {}
    for node in module.body:
        kind = type(node).__name__
        if kind == "FunctionDef":
            places[id(node)] = (node.name.value, node)
        elif kind == "ClassDef":
            for inner in node.body.body:
                if type(inner).__name__ == "FunctionDef":
                    places[id(inner)] = (f"{node.name.value}.{inner.name.value}", node)
    return places


class _WithoutCasts(ast.NodeTransformer):
    """Puts what is cast in the place of the cast."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = isinstance(node.func, ast.Name) and node.func.id == "cast"
        return node.args[1] if called and len(node.args) > 1 else node


def _is_cast_alone(tree: ast.Module, changed: ast.Module, function: str) -> bool:
    """Return whether a function is the same before and after but for the types in its casts."""
    before, after = (
        ast.dump(_WithoutCasts().visit(copy.deepcopy(_node_of(each, function))))
        for each in (tree, changed)
    )
    return before == after


def _changed_lines(original: str, source: str) -> tuple[int, int]:
    """Return the first and the last line, from 1 on, in which the original differs."""
    before, after = original.splitlines(), source.splitlines()
    same = zip(before, after, strict=False)
    first = next(number for number, (old, new) in enumerate(same, 1) if old != new)
    same = zip(reversed(before), reversed(after), strict=False)
    behind = next(number for number, (old, new) in enumerate(same) if old != new)
    return first, max(first, len(before) - behind)


def _statement(tree: ast.Module, first: int, last: int) -> range:
    """Return the lines of the innermost statement around some lines, its body left out.

    For a change of a signature these are the lines of the function's body.
    """
    found = range(first, last + 1)
    smallest = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.end_lineno is not None:
            begin, end = node.lineno, node.end_lineno
            body: list[ast.stmt] = getattr(node, "body", [])
            if body and last < body[0].lineno and not isinstance(node, ast.FunctionDef):
                end = body[0].lineno - 1
            if begin <= first and last <= end and (smallest is None or end - begin < smallest):
                smallest = end - begin
                in_it = body[0].lineno if isinstance(node, ast.FunctionDef) else begin
                found = range(in_it, end + 1)
    return found


def inner_definition(function: ast.FunctionDef, first: int, last: int) -> range:
    """Return the line of the first definition within a function that is around some lines."""
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef) and node is not function:
            within = range(node.lineno + 1, (node.end_lineno or 0) + 1)
            if first in within and last in within:
                return range(node.lineno, node.lineno + 1)
    return range(0)


def _difference(original: str, source: str) -> str:
    lines = difflib.unified_diff(original.splitlines(), source.splitlines(), n=2, lineterm="")
    return "\n".join(list(lines)[2:])


# --- putting a mutant into its place ------------------------------------------------------


def put_in(mutant: Mutant, module: ModuleType) -> None:
    """Give the function of a loaded module the code and the defaults of its mutant."""
    owner: object = module
    *outer, name = mutant.function.split(".")
    for part in outer:
        owner = getattr(owner, part)
    function = vars(owner)[name]
    function = getattr(function, "__func__", function)  # of a class method
    if not isinstance(function, FunctionType):
        raise TypeError(f"{mutant.function} is no plain function")
    tree = ast.parse(mutant.source)
    whole = compile(tree, function.__code__.co_filename, "exec", dont_inherit=True)
    function.__code__ = _code_of(whole, mutant.function)
    _put_in_defaults(function, _node_of(tree, mutant.function))


def _code_of(code: CodeType, name: str) -> CodeType:
    *_, found = (
        inner for inner in _codes_in(code) if inner.co_qualname == name
    )  # the last one wins, as it does where it is defined twice
    return found


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)


def _node_of(tree: ast.Module, name: str) -> ast.FunctionDef:
    body: list[ast.stmt] = tree.body
    *outer, last = name.split(".")
    for part in outer:
        body = next(
            node.body for node in body if isinstance(node, ast.ClassDef) and node.name == part
        )
    *_, found = (node for node in body if isinstance(node, ast.FunctionDef) and node.name == last)
    return found


def _put_in_defaults(function: FunctionType, node: ast.FunctionDef) -> None:
    """Write the defaults that are literals; mutmut changes no others."""
    plain = node.args.defaults
    if function.__defaults__:
        function.__defaults__ = tuple(
            ast.literal_eval(new) if isinstance(new, ast.Constant) else old
            for old, new in zip(function.__defaults__, plain, strict=True)
        )
    if function.__kwdefaults__:
        for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
            if isinstance(default, ast.Constant):
                function.__kwdefaults__[argument.arg] = ast.literal_eval(default)
