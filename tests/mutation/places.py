"""Where in a module the mutations of `constants` stand: all that mutmut leaves out.

That is what runs when the module is imported – tables and constants, members of enums, fields
with their defaults, the decorators of classes – and functions with a decorator, but for class
methods and static ones, which mutmut does mutate; and the defaults of the arguments of all
functions. Docstrings, annotations, names for types, imports and ``__all__`` are no such places.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

Position = tuple[int, int]
"""Line, from 1 on, and column in characters, from 0 on: as cosmic-ray has them."""

Span = tuple[Position, Position]

PLACES_VERSION = 2
"""To be raised when other places are chosen: the sessions that are kept are then made anew."""

_NAME_OF_A_TYPE = re.compile(r"_?[A-Z]\w*[a-z]\w*")


class Places:
    """The places of one module.

    Args:
        source: the text of the module.
    """

    def __init__(self, source: str) -> None:
        self._lines = source.splitlines()
        self._within = [self._span(node) for node in _wanted(ast.parse(source).body)]
        inner = (node for node in ast.walk(ast.parse(source)) for node in _unwanted(node))
        self._without = [self._span(node) for node in inner]

    def __contains__(self, span: Span) -> bool:
        return any(_covers(place, span) for place in self._within) and not any(
            _covers(place, span) for place in self._without
        )

    def _span(self, node: ast.expr | ast.stmt) -> Span:
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        if first < node.lineno:
            return (first, 0), self._position(node.end_lineno, node.end_col_offset)
        start = self._position(node.lineno, node.col_offset)
        return start, self._position(node.end_lineno, node.end_col_offset)

    def _position(self, line: int | None, column: int | None) -> Position:
        """Return a position of `ast`, which counts bytes, as one that counts characters."""
        assert line is not None
        assert column is not None
        return line, len(self._lines[line - 1].encode()[:column].decode())


def _covers(outer: Span, inner: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _wanted(body: Iterable[ast.stmt]) -> Iterator[ast.expr | ast.stmt]:
    """Yield the parts of the body of a module or of a class in which mutations are wanted."""
    for statement in body:
        match statement:
            case ast.FunctionDef(decorator_list=[_, *_]) if not _is_plain_method(statement):
                yield statement
            case ast.FunctionDef(args=arguments):
                yield from arguments.defaults
                yield from filter(None, arguments.kw_defaults)
            case ast.ClassDef():
                yield from (_whole_line(each) for each in statement.decorator_list)
                yield from _wanted(statement.body)
            case ast.Assign(targets=[ast.Name(id=name)]) if (
                name == "__all__" or _NAME_OF_A_TYPE.fullmatch(name)
            ) and not isinstance(statement.value, ast.Constant | ast.Tuple):
                pass
            case ast.Assign() | ast.AnnAssign(value=ast.expr()):
                yield statement
            case ast.Import() | ast.ImportFrom() | ast.Expr() | ast.AnnAssign():
                pass
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                pass
            case _:
                yield statement


def _is_plain_method(function: ast.FunctionDef) -> bool:
    """Return whether mutmut mutates a function in spite of its decorator."""
    decorators = [ast.unparse(each) for each in function.decorator_list]
    return decorators in (["classmethod"], ["staticmethod"])


def _whole_line(decorator: ast.expr) -> ast.expr:
    """Return a decorator with the ``@`` before it and, as parso has it, the end of the line."""
    return ast.Constant(
        None,
        lineno=decorator.lineno,
        col_offset=decorator.col_offset - 1,
        end_lineno=(decorator.end_lineno or decorator.lineno) + 1,
        end_col_offset=0,
    )


def _unwanted(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Yield annotations and texts that nothing reads."""
    match node:
        case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
            yield annotation
        case ast.FunctionDef(returns=ast.expr() as returns):
            yield returns
        case ast.Expr(value=ast.Constant(value=str())):
            yield node
        case _:
            pass
