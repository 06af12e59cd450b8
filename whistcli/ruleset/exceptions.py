"""Builds values: an expression, or one with named exceptions, of which all that hold count and none goes first."""

from __future__ import annotations

from whistcli.expr import BOOL, Env, Exceptional, Exempt, Expression, Type, Value, compile_expression
from whistcli.ruleset.names import expression
from whistcli.ruleset.shape import Keys, near
from whistcli.yamlnodes import MapNode, Scalar

SILENT = "silent"
"""What stands instead of a value that nobody has given."""


def value(keys: Keys, key: str, env: Env, expected: Type, *, required: bool = False) -> Value | None:
    """The value under `key`, or `None` where it is not written, is `silent`, or has a fault (which is reported)."""
    node = keys.take(key, required=required)
    if node is None or (isinstance(node, Scalar) and node.text == SILENT):
        return None
    if isinstance(node, Scalar):
        compiled, found = compile_expression(node, env, expected)
        keys.log.findings.extend(found)
        return compiled
    if not isinstance(node, MapNode):
        keys.log.add("R-shape", node.span, "R-shape.value", name=keys.place(key))
        return None
    inner = Keys(node, keys.place(key), keys.log, keys.node.key(key))
    base = expression(inner, "value", env, expected, required=True)
    exempt = tuple(_exempt(inner, env, expected))
    inner.done()
    return Exceptional(base, exempt) if base is not None else None


def _exempt(keys: Keys, env: Env, expected: Type) -> list[Exempt]:
    """The exceptions; one that goes before another names it."""
    found: list[Exempt] = []
    overs: list[Scalar] = []
    for name, inner in keys.maps("exceptions"):
        when = expression(inner, "when", env, BOOL, required=True)
        then = expression(inner, "value", env, expected, required=True)
        over = inner.words("over")
        overs.extend(over)
        inner.basis()
        inner.done()
        if isinstance(when, Expression) and isinstance(then, Expression):
            found.append(Exempt(name.text, when, then, tuple(scalar.text for scalar in over)))
    names = [each.name for each in found]
    for scalar in overs:
        if scalar.text not in names:
            guess = near(scalar.text, names)
            hint = "R-key.near" if guess else "R-key.list"
            keys.log.add("R-exception", scalar.span, hint=hint, name=scalar.text, near=guess, known=tuple(names))
    return found
