"""`Typed` tree -> Python code object, through `ast` nodes and never through source text.

What cannot be unknown becomes the plain Python operator; what can goes through the helpers of `run`.
"""

from __future__ import annotations

import ast
import marshal
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from whistcli.expr.run import Table
from whistcli.expr.tree import Typed
from whistcli.expr.types import DECIMAL, SUIT, suit_order

Build = Callable[[list[ast.expr]], ast.expr]

_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE,
}
_ARITHMETIC: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult}


def generate(tree: Typed, suits: tuple[str, ...]) -> tuple[bytes, tuple[tuple[str, Any], ...]]:
    """The marshalled code of `lambda f: ...` and the constants that it reads by name."""
    writer = _Writer(suit_order(suits))
    body = writer.write(tree)
    if tree.unknown and not tree.type.optional:
        body = writer.call("_result", body)
    whole = ast.Expression(writer.function(["f"], body))
    code = compile(whole, "<ruleset>", "eval").co_consts[0]
    return marshal.dumps(code), tuple(writer.constants.items())


class _Writer:
    def __init__(self, order: Mapping[str, int]) -> None:
        self.order = order
        self.constants: dict[str, Any] = {}
        self.place: dict[str, Any] = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}

    # -- small pieces of Python

    def write(self, node: Typed) -> ast.expr:
        before = self.place
        self.place = {"lineno": node.line, "col_offset": node.column - 1}
        self.place |= {"end_lineno": node.line, "end_col_offset": node.column}
        result = _WRITERS[node.op](self, node)
        self.place = before
        return result

    def load(self, name: str) -> ast.expr:
        return ast.Name(name, ast.Load(), **self.place)

    def literal(self, value: Any) -> ast.expr:
        return ast.Constant(value, **self.place)

    def call(self, helper: str, *args: ast.expr, **named: ast.expr) -> ast.expr:
        keywords = [ast.keyword(name, value, **self.place) for name, value in named.items()]
        return ast.Call(self.load(helper), list(args), keywords, **self.place)

    def function(self, params: Sequence[str], body: ast.expr) -> ast.Lambda:
        given = [ast.arg(name, **self.place) for name in params]
        return ast.Lambda(ast.arguments(posonlyargs=[], args=given, kwonlyargs=[], kw_defaults=[], defaults=[]), body,
                          **self.place)

    def later(self, node: Typed) -> ast.expr:
        return self.function([], self.write(node))

    def constant(self, value: Any) -> ast.expr:
        """A value that no code object can hold, read by name."""
        name = next((name for name, held in self.constants.items() if type(held) is type(value) and held == value
                     and str(held) == str(value)), f"k{len(self.constants)}")
        self.constants[name] = value
        return self.load(name)

    def strict(self, args: Sequence[Typed], build: Build) -> ast.expr:
        """An operation that needs all its values: plain where they are known, else lifted over "unknown"."""
        written = [self.write(arg) for arg in args]
        if not any(arg.unknown for arg in args):
            return build(written)
        names = [f"a{place}" for place in range(len(args))]
        return self.call("_lift", self.function(names, build([self.load(name) for name in names])), *written)

    # -- one method for each op

    def const(self, node: Typed) -> ast.expr:
        return self.constant(node.value) if isinstance(node.value, Decimal) else self.literal(node.value)

    def variable(self, node: Typed) -> ast.expr:
        return self.load(node.value)

    def fact(self, node: Typed) -> ast.expr:
        fact = ast.Attribute(self.load("f"), node.value, ast.Load(), **self.place)
        own = node.unknown and not node.type.optional

        def read(args: list[ast.expr]) -> ast.expr:
            value: ast.expr = ast.Call(fact, args, [], **self.place) if args else fact
            return self.call("_fact", value) if own else value

        return self.strict(node.args, read)

    def part(self, node: Typed) -> ast.expr:
        return self.strict(node.args, lambda args: ast.Attribute(args[0], node.value, ast.Load(), **self.place))

    def logic(self, node: Typed) -> ast.expr:
        if node.unknown:
            first, *others = node.args
            return self.call(f"_{node.op}", self.write(first), *(self.later(other) for other in others))
        op: ast.boolop = ast.And() if node.op == "and" else ast.Or()
        return ast.BoolOp(op, [self.write(arg) for arg in node.args], **self.place)

    def negation(self, node: Typed) -> ast.expr:
        return self.strict(node.args, lambda args: ast.UnaryOp(ast.Not(), args[0], **self.place))

    def negative(self, node: Typed) -> ast.expr:
        return self.strict(node.args, lambda args: ast.UnaryOp(ast.USub(), args[0], **self.place))

    def choice(self, node: Typed) -> ast.expr:
        condition, yes, no = node.args
        if condition.unknown:
            return self.call("_if", self.write(condition), self.later(yes), self.later(no))
        return ast.IfExp(self.write(condition), self.write(yes), self.write(no), **self.place)

    def test(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
        return ast.Compare(left, [op], [right], **self.place)

    def is_none(self, node: Typed) -> ast.expr:
        op: ast.cmpop = ast.IsNot() if node.value else ast.Is()
        return self.strict(node.args, lambda args: self.test(args[0], op, self.literal(None)))

    def default(self, node: Typed) -> ast.expr:
        value, other = node.args
        # a function, so that the value is worked out once
        pick = self.function(["a0"], ast.IfExp(self.test(self.load("a0"), ast.Is(), self.literal(None)),
                                               self.write(other), self.load("a0"), **self.place))
        if value.unknown:
            return self.call("_lift", pick, self.write(value))
        return ast.Call(pick, [self.write(value)], [], **self.place)

    def compare(self, node: Typed) -> ast.expr:
        op = _COMPARE[node.value]()
        if node.args[0].type == SUIT and node.value not in ("==", "!="):
            return self.strict(node.args, lambda args: self.test(self.height(args[0]), op, self.height(args[1])))
        return self.strict(node.args, lambda args: self.test(args[0], op, args[1]))

    def height(self, suit: ast.expr) -> ast.expr:
        """A suit's place in the ruleset's order."""
        if isinstance(suit, ast.Constant) and suit.value in self.order:
            return self.literal(self.order[str(suit.value)])
        return ast.Subscript(self.constant(dict(self.order)), suit, ast.Load(), **self.place)

    def member(self, node: Typed) -> ast.expr:
        if not node.unknown:
            item, group = (self.write(arg) for arg in node.args)
            return self.test(item, ast.NotIn() if node.value else ast.In(), group)
        found = self.call("_member", *(self.write(arg) for arg in node.args))
        if not node.value:
            return found
        return self.call("_lift", self.function(["a0"], ast.UnaryOp(ast.Not(), self.load("a0"), **self.place)), found)

    def listed(self, node: Typed) -> ast.expr:
        return ast.Tuple([self.write(arg) for arg in node.args], ast.Load(), **self.place)

    def arithmetic(self, node: Typed) -> ast.expr:
        op = _ARITHMETIC[node.value]()
        return self.strict(node.args, lambda args: ast.BinOp(args[0], op, args[1], **self.place))

    def extreme(self, node: Typed) -> ast.expr:
        return self.strict(node.args, lambda args: self.call(node.value, *args))

    def to_decimal(self, node: Typed) -> ast.expr:
        if not node.type.optional:
            return self.strict(node.args, lambda args: self.call("Decimal", *args))
        # None stays None: a function, so that the value is worked out once
        pick = self.function(["a0"], ast.IfExp(self.test(self.load("a0"), ast.Is(), self.literal(None)),
                                               self.literal(None), self.call("Decimal", self.load("a0")), **self.place))
        return self.strict(node.args, lambda args: ast.Call(pick, args, [], **self.place))

    def loop(self, node: Typed) -> ast.expr:
        word, variable = node.value
        source, body = node.args
        return self.strict([source], lambda args: self.over(args[0], word, variable, body, node))

    def over(self, source: ast.expr, word: str, variable: str, body: Typed, node: Typed) -> ast.expr:
        written = self.write(body)
        counted = word == "count" and not body.unknown
        each = ast.comprehension(ast.Name(variable, ast.Store(), **self.place), source, [written] if counted else [], 0)
        values = ast.GeneratorExp(self.literal(1) if counted else written, [each], **self.place)
        if word in ("any", "all"):
            return self.call(f"_{word}" if body.unknown else word, values)
        zero = [self.const(Typed("const", DECIMAL, value=Decimal(0)))] if node.type == DECIMAL else []
        if not body.unknown:
            if word in ("max", "min"):
                return self.call(word, values, default=self.literal(None))
            return self.call("sum", values, *zero)
        found = self.load("found")
        if word in ("max", "min"):
            reckon = self.call(word, found, default=self.literal(None))
        else:
            reckon = self.call("sum", found, *zero)
        return self.call("_total", self.function(["found"], reckon), values)

    def table(self, node: Typed) -> ast.expr:
        keys, has_else = node.value
        index, *values = node.args
        if all(value.op == "const" for value in values):
            entries = dict(zip(keys, (value.value for value in values), strict=False))
            if not has_else:
                held = self.constant(Table(entries))
                return self.strict([index], lambda args: ast.Subscript(held, args[0], ast.Load(), **self.place))
            get = ast.Attribute(self.constant(entries), "get", ast.Load(), **self.place)
            other = self.const(values[-1])
            return self.strict([index], lambda args: ast.Call(get, [args[0], other], [], **self.place))
        # only the value that is asked for may be worked out: a row of functions, chosen by place
        places = {key: place for place, key in enumerate(keys)}
        row = ast.Tuple([self.later(value) for value in values], ast.Load(), **self.place)

        def choose(args: list[ast.expr]) -> ast.expr:
            if has_else:
                get = ast.Attribute(self.constant(places), "get", ast.Load(), **self.place)
                place: ast.expr = ast.Call(get, [args[0], self.literal(len(keys))], [], **self.place)
            else:
                place = ast.Subscript(self.constant(Table(places)), args[0], ast.Load(), **self.place)
            return ast.Call(ast.Subscript(row, place, ast.Load(), **self.place), [], [], **self.place)

        return self.strict([index], choose)


_WRITERS: dict[str, Callable[[_Writer, Typed], ast.expr]] = {
    "const": _Writer.const, "var": _Writer.variable, "fact": _Writer.fact, "part": _Writer.part,
    "and": _Writer.logic, "or": _Writer.logic, "not": _Writer.negation, "negative": _Writer.negative,
    "if": _Writer.choice, "is_none": _Writer.is_none, "default": _Writer.default, "compare": _Writer.compare,
    "in": _Writer.member, "list": _Writer.listed, "arithmetic": _Writer.arithmetic, "extreme": _Writer.extreme,
    "to_decimal": _Writer.to_decimal, "loop": _Writer.loop, "table": _Writer.table,
}
