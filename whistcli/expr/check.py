"""`Written` -> `Typed`: names looked up, types worked out, what may be none followed through every test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal

from whistcli.cards import NOTRUMP, RANK_NAMES, SUITS
from whistcli.diag import Finding, Severity
from whistcli.expr import values
from whistcli.expr.tree import MAX_INLINED_DEPTH, MAX_LOOPS, MAX_NODES, Path, Typed, Written, path, proven
from whistcli.expr.types import (
    BOOL,
    CARD,
    DECIMAL,
    ERROR,
    INT,
    KIND,
    NUMBERS,
    RANK,
    RUNG,
    SUIT,
    Env,
    Type,
    common,
    optional,
)
from whistcli.yamlnodes import Scalar

RANK_WORDS = RANK_NAMES | {
    "ten": 10, "nine": 9, "eight": 8, "seven": 7, "six": 6, "five": 5, "four": 4, "three": 3, "two": 2,
}
RESERVED = frozenset({"and", "or", "not", "if", "then", "else", "in", "is", "none", "true", "false", "default", "any",
                      "all", "count", "max", "min", "sum", "rung", *SUITS, NOTRUMP, *RANK_WORDS})
"""The words that mean something in every expression."""
_CARD_PARTS = {"suit": SUIT, "rank": RANK}


class Checker:
    """Types one expression; all that is wrong with it is in `findings`, the facts it reads in `reads`."""

    def __init__(self, scalar: Scalar, env: Env) -> None:
        self.scalar, self.env = scalar, env
        self.findings: list[Finding] = []
        self.reads: set[str] = set()
        self.scope: dict[str, Typed] = {}
        self.known: frozenset[Path] = frozenset()
        self.bound = 0
        self.spoilt = False

    def root(self, tree: Written, expected: Type | None) -> Typed:
        """The whole expression, of the type `expected` where one is."""
        typed = self.check(tree) if expected is None else self.want(tree, expected)
        if typed.size > MAX_NODES or typed.depth > MAX_INLINED_DEPTH:
            self.note("X-size", "inlined", tree, limit=MAX_NODES)
        return typed

    def check(self, node: Written) -> Typed:
        """The typed form of any construct."""
        return _CHECKS[node.op](self, node)

    # -- making nodes and findings

    def make(self, node: Written, op: str, type_: Type, args: tuple[Typed, ...] = (), value: object = None,
             unknown: bool = False) -> Typed:
        """A typed node that stands where `node` stands; unknown where one of its parts is."""
        place = self.scalar.at(node.start)
        loops = max((arg.loops for arg in args), default=0) + (op == "loop")
        if loops > MAX_LOOPS and op == "loop":
            return self.fail("X-size", "loops", node, limit=MAX_LOOPS)
        return Typed(op, type_, args, value, unknown or any(arg.unknown for arg in args), place.line, place.column,
                     1 + max((arg.depth for arg in args), default=0), 1 + sum(arg.size for arg in args), loops)

    def note(self, code: str, variant: str, node: Written, hint: str | None = None, severity: Severity = "error",
             **args: object) -> None:
        """Adds a finding about `node`, with its exact place in the file."""
        key = f"{code}.{variant}" if variant else code
        span = self.scalar.at(node.start, node.end - node.start)
        self.findings.append(Finding(code, span, severity, key, args, hint=hint))

    def fail(self, code: str, variant: str, node: Written, *, hint: str | None = None, **args: object) -> Typed:
        """A finding, and a node that fits everywhere so that nothing further is said about it."""
        self.note(code, variant, node, hint, "error", **args)
        return Typed("const", ERROR)

    def text(self, node: Written) -> str:
        """What is written there, shortened to 40 characters."""
        text = self.scalar.text[node.start:node.end]
        return text if len(text) <= 40 else f"{text[:37]}..."

    # -- fitting types together

    def want(self, node: Written, expected: Type) -> Typed:
        """The typed form of `node`, which must be of the type `expected`."""
        return self.fit(node, self.check(node), expected)

    def fit(self, node: Written, typed: Typed, expected: Type) -> Typed:
        """`typed` made to be of the type `expected`, or a finding."""
        found = typed.type
        if ERROR in (found, expected) or found == expected:
            return typed
        if common([found, expected]) in (expected.base, expected):
            return self.coerce(node, typed, expected)
        if found.optional and not expected.optional and common([found.base, expected]) == expected:
            return self.may_be_none(node)
        if expected == BOOL:
            hint = "X-type.bool.hint" if found in NUMBERS else None
            return self.fail("X-type", "bool", node, hint=hint, found=found, text=self.text(node))
        return self.fail("X-type", "expected", node, expected=expected, found=found)

    def may_be_none(self, node: Written) -> Typed:
        """The finding about a value that may be none where one is needed."""
        return self.fail("X-none", "", node, hint="X-none.hint", text=self.text(node))

    def coerce(self, node: Written, typed: Typed, wanted: Type) -> Typed:
        """An int where a decimal is wanted becomes one; anything else stays."""
        if typed.type.base != INT or wanted.base != DECIMAL:
            return typed
        kind = optional(DECIMAL) if typed.type.optional else DECIMAL
        if typed.op == "const":
            return replace(typed, type=kind, value=Decimal(typed.value))
        return self.make(node, "to_decimal", kind, (typed,))

    def sure(self, node: Written) -> Typed:
        """The typed form of `node`, which must not be none."""
        typed = self.check(node)
        return self.may_be_none(node) if typed.type.optional else typed

    def alike(self, whole: Written, nodes: Iterable[Written], typed: Iterable[Typed]) -> tuple[Type, tuple[Typed, ...]]:
        """The one type that all branches have, and the branches made to have it."""
        branches = tuple(typed)
        shared = common([branch.type for branch in branches if branch.type != ERROR])
        if shared is None:
            types = list(dict.fromkeys(branch.type for branch in branches))
            self.note("X-type", "branches", whole, first=types[0], second=types[1])
            return ERROR, branches
        return shared, tuple(self.coerce(node, branch, shared) for node, branch in zip(nodes, branches, strict=True))

    @contextmanager
    def knowing(self, paths: frozenset[Path]) -> Iterator[None]:
        """While this lasts, `paths` are known not to be none."""
        before = self.known
        self.known = before | paths
        try:
            yield
        finally:
            self.known = before

    def narrowed(self, typed: Typed) -> Typed:
        """The same value, its type without none where a test has shown so."""
        return replace(typed, type=typed.type.base) if typed.type.optional and path(typed) in self.known else typed

    # -- names

    def constant(self, node: Written) -> Typed:
        """A number, true, false; `none` is no value."""
        if node.op == "none":
            return self.fail("X-none", "literal", node)
        return self.make(node, "const", {bool: BOOL, int: INT, Decimal: DECIMAL}[type(node.value)], value=node.value)

    def name(self, node: Written) -> Typed:
        """A bare name: the variable of a loop, a fact, a define, a kind, a suit or a rank, in that order."""
        name, env = str(node.value), self.env
        if name in self.scope:
            return self.narrowed(self.scope[name])
        if name in env.facts:
            return self.fact(node, ())
        if name in env.defines:
            define = env.defines[name]
            self.reads |= define.reads
            place = self.scalar.at(node.start)
            return self.narrowed(replace(define.tree, line=place.line, column=place.column))
        if name in env.failed:
            self.spoilt = True
            return Typed("const", ERROR)
        if name in env.barred:
            return self.fail("X-name", "barred", node, name=name, missing=env.barred[name])
        for group, type_ in ((env.kinds, KIND), ((*SUITS, NOTRUMP, *env.suits), SUIT)):
            if name in group:
                return self.make(node, "const", type_, value=name)
        if name in RANK_WORDS:
            return self.make(node, "const", RANK, value=RANK_WORDS[name])
        if name in env.pending:
            return self.fail("X-name", "later", node, name=name)
        return self.unknown_name(node, "", name, self.names())

    def names(self) -> list[str]:
        """All bare names that mean something here."""
        env = self.env
        return [*self.scope, *env.facts, *env.defines, *sorted(env.kinds), *SUITS, NOTRUMP, *RANK_WORDS]

    def unknown_name(self, node: Written, variant: str, name: str, known: Iterable[str], **args: object) -> Typed:
        """The finding about a name that is not there, with the nearest one that is."""
        import difflib  # only for who slipped

        near = difflib.get_close_matches(name.casefold(), list(known), 1, 0.6)
        hint = "X-name.hint" if near else "X-name.facts" if not variant else None
        return self.fail("X-name", variant, node, hint=hint, name=name, near=near[0] if near else "", **args)

    def fact(self, node: Written, args: tuple[Written, ...]) -> Typed:
        """A fact, or a question put to the engine with its values."""
        fact = self.env.facts[str(node.value)]
        self.reads.add(fact.name)
        if len(args) != len(fact.params):
            variant = "plain" if not fact.params else "arguments"
            return self.fail("X-type", variant, node, name=fact.name, count=len(fact.params), given=len(args),
                             wanted=list(fact.params))
        typed = tuple(self.want(arg, param) for arg, param in zip(args, fact.params, strict=True))
        return self.narrowed(self.make(node, "fact", fact.type, typed, fact.name, fact.unknown))

    def call(self, node: Written) -> Typed:
        """`name(...)`: a question, or `rung`."""
        name = str(node.value)
        if name in self.env.facts:
            return self.fact(node, node.args)
        if name == "rung":
            return self.rung(node)
        if name in self.scope or name in self.env.defines or name in self.env.kinds:
            return self.fail("X-type", "plain", node, name=name)
        known = [fact.name for fact in self.env.facts.values() if fact.params]
        return self.unknown_name(node, "question", name, [*known, "rung", "any", "all", "count", "max", "min", "sum"])

    def rung(self, node: Written) -> Typed:
        """`rung(kind)`, `rung(kind, 8)`, `rung(kind, word)`: a place on the ladder, known when the ruleset is read."""
        if not 1 <= len(node.args) <= 2 or node.args[0].op != "name" or (
                len(node.args) == 2 and node.args[1].op not in ("name", "number")):
            return self.fail("X-type", "rung", node)
        kind = str(node.args[0].value)
        if kind not in self.env.kinds:
            return self.unknown_name(node.args[0], "kind", kind, sorted(self.env.kinds))
        key = node.args[1].value if len(node.args) == 2 else None
        if (kind, key) in self.env.rungs:
            return self.make(node, "const", RUNG, value=self.env.rungs[kind, key])
        written = [f"rung({kind})" if word is None else f"rung({kind}, {word})"
                   for name, word in self.env.rungs if name == kind]
        return self.fail("X-name", "rung", node, name=self.text(node), hint="X-name.rungs" if written else None,
                         known=written)

    def part(self, node: Written) -> Typed:
        """`c.kind`: one part of a call, a side or a card."""
        owner = self.sure(node.args[0])
        if owner.type == ERROR:
            return owner
        parts = self.env.fields.get(owner.type.name) or (_CARD_PARTS if owner.type == CARD else {})
        name = str(node.value)
        if not parts:
            return self.fail("X-type", "parts", node, found=owner.type, text=self.text(node.args[0]))
        if name not in parts:
            return self.unknown_name(node, "part", name, parts, owner=owner.type, parts=list(parts))
        return self.narrowed(self.make(node, "part", parts[name], (owner,), name))

    # -- logic

    def logic(self, node: Written) -> Typed:
        """`and`, `or`: each part may rely on what the parts before it have shown."""
        typed: list[Typed] = []
        known: frozenset[Path] = frozenset()
        for arg in node.args:
            if node.op == "or" and arg.op == "and" and not arg.grouped:
                self.note("X-mixed", "", arg, None, "warning", text=self.text(arg))
            with self.knowing(known):
                typed.append(self.want(arg, BOOL))
            known |= proven(typed[-1], node.op == "and")
        return self.make(node, node.op, BOOL, tuple(typed))

    def negation(self, node: Written) -> Typed:
        """`not`."""
        return self.make(node, "not", BOOL, (self.want(node.args[0], BOOL),))

    def choice(self, node: Written) -> Typed:
        """`if A then B else C`: B may rely on A, C on its contrary."""
        condition = self.want(node.args[0], BOOL)
        with self.knowing(proven(condition, True)):
            yes = self.check(node.args[1])
        with self.knowing(proven(condition, False)):
            no = self.check(node.args[2])
        type_, branches = self.alike(node, node.args[1:], (yes, no))
        return self.make(node, "if", type_, (condition, *branches))

    def is_none(self, node: Written) -> Typed:
        """`x is none`, `x is not none`."""
        typed = self.check(node.args[0])
        if not typed.type.optional and typed.type != ERROR and path(typed) not in self.known:
            return self.fail("X-none", "never", node, text=self.text(node.args[0]))
        return self.make(node, "is_none", BOOL, (typed,), node.value)

    def default(self, node: Written) -> Typed:
        """`x default y`: x, or y where x is none."""
        value, other = self.check(node.args[0]), self.check(node.args[1])
        if not value.type.optional and value.type != ERROR and path(value) not in self.known:
            return self.fail("X-none", "never", node, text=self.text(node.args[0]))
        if ERROR in (value.type, other.type):
            return value if value.type == ERROR else other
        base, (value, other) = self.alike(node, node.args, (value, other))
        return self.make(node, "default", base if other.type.optional else base.base, (value, other))


_CHECKS: dict[str, Callable[[Checker, Written], Typed]] = {
    "number": Checker.constant, "bool": Checker.constant, "none": Checker.constant,
    "name": Checker.name, "call": Checker.call, "part": Checker.part,
    "or": Checker.logic, "and": Checker.logic, "not": Checker.negation,
    "if": Checker.choice, "is_none": Checker.is_none, "default": Checker.default,
    "compare": values.compare, "in": values.member, "list": values.listed,
    "arithmetic": values.arithmetic, "negative": values.negative, "extreme": values.extreme,
    "loop": values.loop, "table": values.table,
}
