"""What runs: a compiled expression, and the few helpers it may call."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable
from decimal import Decimal
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from whistcli.expr.types import Type


class Unknown:
    """The value "not known": neither true nor false, no number, no suit. There is one, `UNKNOWN`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Unknown()


class Hole(LookupError):
    """A table was asked for a key that it does not have, and has no `else`; `key` is what it was asked for."""

    def __init__(self, key: object) -> None:
        super().__init__(key)
        self.key = key


class Table(dict[Any, Any]):
    """A table without `else`: a key that is missing is a hole in the rules, not a fault of the program."""

    __slots__ = ()

    def __missing__(self, key: object) -> Any:
        raise Hole(key)


class Expression(NamedTuple):
    """A checked expression, ready to run; it pickles, for the same Python version.

    `type` is its value's type, `unknown` whether the value may be not known, `reads` the facts it reads, `code` a
    marshalled code object of `lambda f: ...`, `constants` what that code reads by name (tables, the order of the suits,
    decimals).
    """

    text: str
    type: Type
    unknown: bool
    reads: frozenset[str]
    code: bytes
    constants: tuple[tuple[str, Any], ...] = ()

    def bind(self) -> Callable[[object], Any]:
        """The function of one argument, an object whose attributes are the facts.

        Not known comes back as None, or as `UNKNOWN` where None would mean none. Raises Hole.

        >>> from types import SimpleNamespace
        >>> from whistcli.expr import compile_text, Env, Fact, INT
        >>> expression, _ = compile_text("2 * level", Env({"level": Fact("level", INT)}), INT)
        >>> expression.bind()(SimpleNamespace(level=8))
        16
        """
        code: CodeType = marshal.loads(self.code)
        return FunctionType(code, {"__builtins__": {}, **_HELPERS, **dict(self.constants)}, "expression")


class Conflict(LookupError):
    """Two exceptions to a rule hold at once and disagree; `names` are theirs."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(*names)
        self.names = names


class Exempt(NamedTuple):
    """One exception to a value: when it holds, what the value is then, and the exceptions that it goes before."""

    name: str
    when: Expression
    value: Expression
    over: tuple[str, ...] = ()


class Exceptional(NamedTuple):
    """A value with exceptions: every one that holds is looked at, never just the first.

    Where several hold, one that goes `over` all others decides; else all must agree, or it is a conflict.
    """

    base: Expression
    exceptions: tuple[Exempt, ...]

    @property
    def text(self) -> str:
        """The value and its exceptions, in one line."""
        cases = "; ".join(f"{each.name}: {each.value.text} when {each.when.text}" for each in self.exceptions)
        return f"{self.base.text} [{cases}]"

    @property
    def type(self) -> Type:
        """The type of the value."""
        return self.base.type

    @property
    def unknown(self) -> bool:
        """Whether the value may be not known."""
        parts = [self.base, *(each.value for each in self.exceptions), *(each.when for each in self.exceptions)]
        return any(part.unknown for part in parts)

    @property
    def reads(self) -> frozenset[str]:
        """The facts that it reads."""
        parts = [self.base, *(each.value for each in self.exceptions), *(each.when for each in self.exceptions)]
        return frozenset().union(*(part.reads for part in parts))

    def bind(self) -> Callable[[object], Any]:
        """The function of one argument, as that of an expression. Raises Hole and Conflict."""
        base = self.base.bind()
        bound = [(each, each.when.bind(), each.value.bind()) for each in self.exceptions]

        def value(facts: object) -> Any:
            holding = [(each, found) for each, when, found in bound if when(facts)]
            names = {each.name for each, _ in holding}
            beaten = {other for each, _ in holding for other in each.over if other in names}
            left = [(each, found(facts)) for each, found in holding if each.name not in beaten]
            if not left:
                return base(facts)
            if any(found != left[0][1] for _, found in left):
                raise Conflict(tuple(each.name for each, _ in left))
            return left[0][1]

        return value


Value = Expression | Exceptional
"""An expression, or one with exceptions: they are read and bound alike."""


def _lift(operation: Callable[..., Any], *args: Any) -> Any:
    """An operation on values of which one may be unknown; then so is the result."""
    return UNKNOWN if any(arg is UNKNOWN for arg in args) else operation(*args)


def _and(first: Any, *others: Callable[[], Any]) -> Any:
    if first is False:
        return False
    result = first
    for other in others:
        value = other()
        if value is False:
            return False
        if value is UNKNOWN:
            result = UNKNOWN
    return result


def _or(first: Any, *others: Callable[[], Any]) -> Any:
    if first is True:
        return True
    result = first
    for other in others:
        value = other()
        if value is True:
            return True
        if value is UNKNOWN:
            result = UNKNOWN
    return result


def _if(condition: Any, yes: Callable[[], Any], no: Callable[[], Any]) -> Any:
    if condition is not UNKNOWN:
        return yes() if condition else no()
    first, second = yes(), no()
    return first if first is not UNKNOWN and second is not UNKNOWN and first == second else UNKNOWN


def _member(item: Any, group: Any) -> Any:
    """`in` where something may be unknown: true when it is there for certain."""
    if item is UNKNOWN or group is UNKNOWN:
        return UNKNOWN
    missing = False
    for other in group:
        if other is UNKNOWN:
            missing = True
        elif other == item:
            return True
    return UNKNOWN if missing else False


def _any(values: Iterable[Any]) -> Any:
    result: Any = False
    for value in values:
        if value is True:
            return True
        if value is UNKNOWN:
            result = UNKNOWN
    return result


def _all(values: Iterable[Any]) -> Any:
    result: Any = True
    for value in values:
        if value is False:
            return False
        if value is UNKNOWN:
            result = UNKNOWN
    return result


def _total(operation: Callable[[list[Any]], Any], values: Iterable[Any]) -> Any:
    """count, sum, max, min: unknown as soon as one value is."""
    found = list(values)
    return UNKNOWN if any(value is UNKNOWN for value in found) else operation(found)


def _fact(value: Any) -> Any:
    return UNKNOWN if value is None else value


def _result(value: Any) -> Any:
    return None if value is UNKNOWN else value


_HELPERS: dict[str, Any] = {
    "any": any, "all": all, "sum": sum, "max": max, "min": min, "Decimal": Decimal,
    "_lift": _lift, "_and": _and, "_or": _or, "_if": _if, "_member": _member, "_any": _any, "_all": _all,
    "_total": _total, "_fact": _fact, "_result": _result,
}
