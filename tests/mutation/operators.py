"""Mutations that cosmic-ray does not make itself and that tables are in need of.

Each class is an operator as cosmic-ray has them: it says where it can change a node of the tree of
parso, and changes it. They are handed to cosmic-ray by `PROVIDER`, under the name of ``lisi``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

Node = Any
Position = tuple[tuple[int, int], tuple[int, int]]

_ROWS = ("testlist_comp", "dictorsetmaker", "testlist_star_expr", "testlist", "arglist")
_QUOTE = re.compile(r"\w*('''|\"\"\"|'|\")")


def _elements(node: Node) -> list[list[Node]]:
    """Return the elements of a row in brackets or of arguments, each as the nodes it is made of."""
    if node.type not in _ROWS or any(each.type.endswith("comp_for") for each in node.children):
        return []
    elements: list[list[Node]] = [[]]
    for each in node.children:
        if each.type == "operator" and each.value == ",":
            elements.append([])
        else:
            elements[-1].append(each)
    return [element for element in elements if element]


def _span(nodes: list[Node]) -> Position:
    return nodes[0].start_pos, nodes[-1].end_pos


class _Operator:
    @classmethod
    def arguments(cls) -> tuple[()]:
        return ()


class DropElement(_Operator):
    """Drop one element of a tuple, list, set or dict, or an argument that is given by name."""

    def mutation_positions(self, node: Node) -> list[Position]:
        return [_span(_elements(node)[index]) for index in self._droppable(node)]

    def mutate(self, node: Node, index: int) -> Node:
        left = _elements(node)
        del left[self._droppable(node)[index]]
        commas = [each for each in node.children if each.type == "operator" and each.value == ","]
        node.children = [
            part for element, comma in zip(left, commas, strict=False) for part in (*element, comma)
        ]
        return node

    @staticmethod
    def _droppable(node: Node) -> list[int]:
        named = node.type == "arglist"
        return [
            place
            for place, element in enumerate(_elements(node))
            if not named or (element[0].type == "argument" and element[0].children[1] == "=")
        ]


class SwapNeighbours(_Operator):
    """Exchange two neighbours of a tuple or list, or the values of two neighbours of a dict."""

    def mutation_positions(self, node: Node) -> list[Position]:
        return [_span([*first, *second]) for first, second in self._pairs(node)]

    def mutate(self, node: Node, index: int) -> Node:
        first, second = (element[-1] for element in self._pairs(node)[index])
        places = [node.children.index(first), node.children.index(second)]
        node.children[places[0]], node.children[places[1]] = second, first
        return node

    @staticmethod
    def _pairs(node: Node) -> list[tuple[list[Node], list[Node]]]:
        elements = _elements(node)
        in_dict = [element for element in elements if len(element) == 3 and element[1] == ":"]
        if node.type == "arglist" or (node.type == "dictorsetmaker" and not in_dict):
            return []  # the order of a set says nothing, that of arguments is for the type checker
        return list(pairwise(elements))


class SwapMembers(_Operator):
    """Exchange the values of two neighbouring members of a class."""

    def mutation_positions(self, node: Node) -> list[Position]:
        return [_span([first.children[2]]) for first, _ in self._pairs(node)]

    def mutate(self, node: Node, index: int) -> Node:
        first, second = self._pairs(node)[index]
        first.children[2], second.children[2] = second.children[2], first.children[2]
        return node

    @staticmethod
    def _pairs(node: Node) -> list[tuple[Node, Node]]:
        if node.type != "suite" or node.parent.type != "classdef":
            return []
        lines = [each.children[0] for each in node.children if each.type == "simple_stmt"]
        members = [line for line in lines if line.type == "expr_stmt" and line.children[1] == "="]
        return list(pairwise(members))


class ReplaceText(_Operator):
    """Put a letter at the front of a text."""

    def mutation_positions(self, node: Node) -> list[Position]:
        return [_span([node])] if node.type in ("string", "fstring_string") else []

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - there is one way
        quote = _QUOTE.match(node.value) if node.type == "string" else None
        place = quote.end() if quote else 0
        node.value = f"{node.value[:place]}X{node.value[place:]}"
        return node


class ReplaceNothing(_Operator):
    """Put 0 for ``None``, and a tuple of ``None`` for an empty one."""

    def mutation_positions(self, node: Node) -> list[Position]:
        if node.type == "keyword":
            return [_span([node])] if node.value == "None" else []
        empty = node.type == "atom" and len(node.children) == 2 and node.children[0] == "("
        return [_span([node])] if empty else []

    def mutate(self, node: Node, index: int) -> Node:  # noqa: ARG002 - there is one way
        if node.type == "keyword":
            node.value = "0"
        else:
            node.children[0].value = "(None,"
        return node


PROVIDER: Mapping[str, type[_Operator]] = {
    each.__name__: each
    for each in (DropElement, SwapNeighbours, SwapMembers, ReplaceText, ReplaceNothing)
}
