"""The two trees of an expression: as written, and with its types worked out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from whistcli.expr.types import Type

MAX_TOKENS = 2000
MAX_DEPTH = 60
MAX_INLINED_DEPTH = 100
MAX_NODES = 5000
MAX_LOOPS = 2


@dataclass(frozen=True, slots=True)
class Written:
    """One construct as written: `op` names it, `args` are its parts, `value` what else it needs.

    `start` and `end` are offsets in the expression's text; `grouped` says that parentheses stand around it.
    """

    op: str
    start: int
    end: int
    args: tuple[Written, ...] = ()
    value: Any = None
    grouped: bool = False
    depth: int = 1


@dataclass(frozen=True, slots=True)
class Typed:
    """One construct with its type; the tree that is compiled, and that a define is inlined as.

    `unknown`: the value may be not known. `line` and `column` are places in the file; `depth`, `size` and `loops`
    (nested quantifiers) are counted with all inlined parts.
    """

    op: str
    type: Type
    args: tuple[Typed, ...] = ()
    value: Any = None
    unknown: bool = False
    line: int = 1
    column: int = 1
    depth: int = 1
    size: int = 1
    loops: int = 0


Path = tuple[Any, ...]


def path(node: Typed) -> Path | None:
    """What a node reads, as a key under which a test of it is remembered; None for a computed value.

    Facts, variables, their parts, and questions whose values are themselves such paths or constants.
    """
    if node.op in ("fact", "part", "var", "const"):
        parts = tuple(path(arg) for arg in node.args)
        return None if None in parts else (node.op, node.value, *parts)
    return None


def proven(node: Typed, truth: bool) -> frozenset[Path]:
    """The paths that are not none when `node` turned out to be `truth`.

    `x is not none and y` proves x when true; `x is none or y` proves it when false.
    """
    if node.op == "is_none":
        known = path(node.args[0])
        return frozenset({known}) if known is not None and bool(node.value) is truth else frozenset()
    if node.op == "not":
        return proven(node.args[0], not truth)
    if node.op in ("and", "or"):
        sets = [proven(arg, truth) for arg in node.args]
        return frozenset.union(*sets) if (node.op == "and") is truth else frozenset.intersection(*sets)
    if node.op == "compare" and node.value in ("==", "!=") and (node.value == "==") is truth and not node.unknown:
        left, right = node.args  # equal to something that is never none; an unknown equality would prove nothing
        sides = [path(side) for side, other in ((left, right), (right, left)) if not other.type.optional]
        return frozenset(side for side in sides if side is not None)
    return frozenset()
