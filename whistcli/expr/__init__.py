"""The expressions of a ruleset: small, typed, total; read from YAML with exact places, compiled to Python.

An expression reads facts and nothing else: no text, no floats, no loops but over the engine's own lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistcli.diag import Finding, Span
from whistcli.expr.run import UNKNOWN, Conflict, Exceptional, Exempt, Expression, Hole, Unknown, Value
from whistcli.expr.types import (
    BOOL,
    CALL,
    CARD,
    DECIMAL,
    INT,
    KIND,
    RANK,
    RUNG,
    SEAT,
    SIDE,
    SUIT,
    Define,
    Env,
    Fact,
    Type,
    list_of,
    optional,
)

if TYPE_CHECKING:  # only who compiles expressions needs their trees, and the YAML that they stand in
    from whistcli.expr.tree import Typed
    from whistcli.yamlnodes import Scalar

__all__ = [
    "BOOL", "CALL", "CARD", "DECIMAL", "INT", "KIND", "RANK", "RUNG", "SEAT", "SIDE", "SUIT", "UNKNOWN", "Conflict",
    "Define", "Env", "Exceptional", "Exempt", "Expression", "Fact", "Hole", "Type", "Unknown", "Value", "analyse",
    "compile_expression", "compile_text", "define", "list_of", "optional", "scalar_of",
]


def analyse(scalar: Scalar, env: Env, expected: Type | None) -> tuple[Typed | None, frozenset[str], list[Finding]]:
    """The typed tree of an expression, the facts it reads, and what is wrong with it; None where it is an error."""
    # whoever has a compiled ruleset at hand never needs the parser
    from whistcli.expr.check import Checker
    from whistcli.expr.parse import Fault, parse

    if scalar.block:
        return None, frozenset(), [Finding("X-escape", scalar.span, key="X-escape.block")]
    if scalar.escaped or "\\" in scalar.text:
        span = scalar.at(max(0, scalar.text.find("\\")))
        return None, frozenset(), [Finding("X-escape", span)]
    try:
        written = parse(scalar.text)
    except Fault as fault:
        span = scalar.at(fault.start, fault.width)
        return None, frozenset(), [Finding(fault.code, span, key=fault.key, args=fault.args_, hint=fault.hint)]
    checker = Checker(scalar, env)
    tree = checker.root(written, expected)
    failed = checker.spoilt or any(finding.severity == "error" for finding in checker.findings)
    return None if failed else tree, frozenset(checker.reads), checker.findings


def compile_expression(scalar: Scalar, env: Env, expected: Type) -> tuple[Expression | None, list[Finding]]:
    """An expression of the type `expected`, ready to run, and what is wrong with it, placed in the YAML file.

    None where anything is an error; never raises for what a user wrote.
    """
    tree, reads, findings = analyse(scalar, env, expected)
    if tree is None:
        return None, findings
    from whistcli.expr.generate import generate

    code, constants = generate(tree, env.suits)
    return Expression(scalar.text, tree.type, tree.unknown, reads, code, constants), findings


def define(scalar: Scalar, env: Env) -> tuple[Define | None, list[Finding]]:
    """A named sub-expression; the caller gives it its name in the next `Env.defines`."""
    tree, reads, findings = analyse(scalar, env, None)
    return None if tree is None else Define(tree, reads), findings


def compile_text(text: str, env: Env, expected: Type) -> tuple[Expression | None, list[Finding]]:
    """The same for an expression that stands in no file; its places are those of a one-line file.

    >>> compile_text("1 < 2", Env({}), BOOL)[0].bind()(None)
    True
    >>> finding = compile_text("leve > 2", Env({"level": Fact("level", INT)}), BOOL)[1][0]
    >>> finding.code, finding.span.column, finding.args["near"]
    ('X-name', 1, 'level')
    """
    return compile_expression(scalar_of(text), env, expected)


def scalar_of(text: str) -> Scalar:
    """A scalar for an expression that stands in no file."""
    from whistcli.yamlnodes import Scalar

    span = Span(1, 1, max(1, len(text)), text)
    return Scalar(span, text, places=((0, span),))
