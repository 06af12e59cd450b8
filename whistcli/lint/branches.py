"""Choices that nothing decides either way: branches of values that no result takes, exceptions that never hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli import facts
from whistcli.diag import Finding, Span
from whistcli.expr import BOOL, DECIMAL, INT, SUIT, Env, Expression, Type
from whistcli.expr.generate import generate
from whistcli.expr.tree import Typed
from whistcli.grid import Cell, cells
from whistcli.lint.domains import Domain, possible
from whistcli.lint.points import scored
from whistcli.lint.source import Source, warn
from whistcli.model import Ruleset, Score
from whistcli.yamlnodes import Scalar

_MINE, _OTHERS, _STAKE = "declarer", "opponent", "stake"
_SIDES = {_MINE: _MINE, "declarers": _MINE, _STAKE: _MINE, "pot": _MINE, _OTHERS: _OTHERS, "opponents": _OTHERS}
"""The keys of a score that hold values, and whose facts these are worked out on."""
_CARRIED = frozenset({"doubles", "multiplier", "pot"})
"""Facts that no grid varies: what depends on them is left alone."""
_QUEENS = range(5)
_WORD = re.compile(r"[a-z_][a-z0-9_]*")


class Spot(NamedTuple):
    """A value that results decide: its place, and the games and the side whose results lead to it."""

    keys: tuple[str, ...]
    games: tuple[str, ...]
    side: str
    name: str


def branches(source: Source) -> Iterator[Finding]:
    """Choices in values, silences, exceptions and fines that are always decided alike."""
    shared = _Shared(source)
    for spot in _spots(source):
        yield from _in_value(source, spot, shared)
    yield from shared.findings()
    for kind in scored(source):
        for rule in source.rule(source.result_env, kind, "scores", "games", kind, "silent", "when"):
            if _seen(source, kind, _MINE, (), rule.tree) == {False}:
                yield warn("L-branch", rule.scalar.span, "L-branch.silent", name=kind)
    for name, _ in source.items("fines"):
        for rule in source.rule(source.result_env, name.text, "fines", name.text, "when"):
            seen = set().union(*(_seen(source, kind, _MINE, (), rule.tree) for kind in source.rules.games))
            if seen == {False}:
                yield warn("L-branch", rule.scalar.span, "L-branch.fine", name=name.text)
    yield from _beside_results(source)


def _spots(source: Source) -> Iterator[Spot]:
    """Every value that results decide."""
    games = tuple(scored(source))
    for kind in games:
        for key, _ in source.items("scores", "games", kind):
            side = _SIDES.get(key.text)
            if side is not None:
                yield Spot(("scores", "games", kind, key.text), (kind,), side, f"{kind}.{key.text}")
    yield Spot(("scores", "times"), games, _MINE, "scores.times")
    for name, _ in source.items("fines"):
        yield Spot(("fines", name.text, "amount"), tuple(source.rules.games), _MINE, f"fines.{name.text}")


def _in_value(source: Source, spot: Spot, shared: _Shared) -> Iterator[Finding]:
    """The choices of one value, and its exceptions."""
    for scalar, tree in _bases(source, source.result_env, DECIMAL, spot.keys):
        for node, path in _choices(tree, ()):
            seen = set().union(*(_seen(source, kind, spot.side, path, node.args[0]) for kind in spot.games))
            if not shared.takes(node, seen) and len(seen) == 1:
                yield _alike(_span(scalar, node.args[0]), True in seen, spot.name)
    for name, _ in source.items(*spot.keys, "exceptions"):
        for rule in source.rule(source.result_env, name.text, *spot.keys, "exceptions", name.text, "when"):
            if set().union(*(_seen(source, kind, spot.side, (), rule.tree) for kind in spot.games)) == {False}:
                args = {"name": spot.name, "exception": name.text}
                yield Finding("L-branch", rule.scalar.span, "warning", "L-branch.exception", args)


def _bases(source: Source, env: Env, expected: Type, keys: tuple[str, ...]) -> Iterator[tuple[Scalar, Typed]]:
    """The expression at a place, or the one that exceptions there are made to."""
    found = source.tree(env, expected, *keys) or source.tree(env, expected, *keys, "value")
    if found is not None:
        yield found


def _alike(span: Span, truth: bool, name: str) -> Finding:
    return warn("L-branch", span, "" if truth else "L-branch.never", name=name)


class _Shared:
    """The choices inside definitions, which several values share: only all uses together tell what they decide.

    A definition is put into an expression as it is, so that the parts of a choice tell whose it is.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.owners: dict[int, tuple[str, Typed]] = {}
        self.seen: dict[int, set[bool]] = {}
        for name, defined in source.result_env.defines.items():
            for node, _ in _choices(defined.tree, ()):
                self.owners.setdefault(id(node.args), (name, node))

    def takes(self, node: Typed, seen: set[bool]) -> bool:
        """Whether a choice is a definition's; then what one use decides is kept for the sum of all."""
        if id(node.args) not in self.owners:
            return False
        self.seen.setdefault(id(node.args), set()).update(seen)
        return True

    def findings(self) -> Iterator[Finding]:
        """The choices that all uses of a definition decide alike, each once, at the definition."""
        beside = self._read_beside()
        for key, seen in self.seen.items():
            name, node = self.owners[key]
            scalar = self.source.node_at("define", name)
            if len(seen) == 1 and name not in beside and isinstance(scalar, Scalar):
                yield _alike(_span(scalar, node.args[0]), True in seen, name)

    def _read_beside(self) -> set[str]:
        """The definitions that are read where no result decides: in calls, in the auction, in prices."""
        written: dict[str, set[str]] = {}
        found: set[str] = set()
        for keys, scalar in self.source.written():
            words = set(_WORD.findall(scalar.text))
            if keys[0] == "define":
                written[keys[-1]] = words
            elif keys[0] not in ("scores", "fines"):
                found |= words
        for name in reversed(written):  # a definition uses only those above it
            if name in found:
                found |= written[name]
        return found


# -- values that no result decides ------------------------------------------------------------------------------------


def _beside_results(source: Source) -> Iterator[Finding]:
    """The prices of offences and of queens, and what first cards and partners' words fix."""
    rules = source.rules
    most = max((len(places) for places in rules.sits_out.values()), default=0)
    others = tuple(range(rules.players - 1, rules.players + most))
    offence = Domain(rules, {"kind": tuple(rules.games), "others_count": others})
    priced: list[tuple[str, ...]] = [("revoke", "times")]
    priced += [("penalties", name.text, key) for name, _ in source.items("penalties")
               for key in ("offender", "others", "times")]
    for keys in priced:
        yield from _worked_out(source, source.env(facts.OFFENCE), DECIMAL, offence, *keys)
    queens = Domain(rules, {"queens": tuple(_QUEENS), "holders": tuple(_QUEENS)})
    place = ("auction", "nobody_plays", "queens", "points")
    yield from _worked_out(source, source.env(facts.QUEENS), DECIMAL, queens, *place)
    suits = Domain(rules, {"suit": rules.suits})
    for kind in rules.calls:
        yield from _worked_out(source, source.env(facts.REVEAL), INT, suits, "calls", kind, "by_reveal", "level")
        yield from _worked_out(source, source.env(facts.LEAD), INT, suits, "calls", kind, "by_lead", "level")
        yield from _worked_out(source, source.env(facts.LEAD), SUIT, suits, "calls", kind, "by_lead", "suit")


def _worked_out(source: Source, env: Env, expected: Type, domain: Domain, *keys: str) -> Iterator[Finding]:
    """The choices of a value whose facts have few values: all are tried, and those of definitions left alone."""
    shared = {id(node.args) for defined in env.defines.values() for node, _ in _choices(defined.tree, ())}
    name = ".".join(keys)
    for scalar, tree in _bases(source, env, expected, keys):
        for node, path in _choices(tree, ()):
            on_the_way = [condition if truth else _not(condition) for condition, truth in path]
            ways = {truth for truth, condition in ((True, node.args[0]), (False, _not(node.args[0])))
                    if possible([*on_the_way, condition], domain)}
            if len(ways) == 1 and id(node.args) not in shared:
                yield _alike(_span(scalar, node.args[0]), True in ways, name)
    for each, _ in source.items(*keys, "exceptions"):
        for rule in source.rule(env, each.text, *keys, "exceptions", each.text, "when"):
            if not possible([rule.tree], domain):
                args = {"name": name, "exception": each.text}
                yield Finding("L-branch", rule.scalar.span, "warning", "L-branch.exception", args)


# -- conditions -------------------------------------------------------------------------------------------------------


Path = tuple[tuple[Typed, bool], ...]


def _choices(node: Typed, path: Path) -> Iterator[tuple[Typed, Path]]:
    """Every `if` in a tree, with what was decided on the way to it."""
    if node.op == "if":
        yield node, path
        condition, yes, no = node.args
        yield from _choices(condition, path)
        yield from _choices(yes, (*path, (condition, True)))
        yield from _choices(no, (*path, (condition, False)))
        return
    for arg in node.args:
        yield from _choices(arg, path)


def _seen(source: Source, kind: str, side: str, path: Path, condition: Typed) -> set[bool]:
    """What a condition turns out to be over all results that lead to it; either where results do not decide it.

    The condition is put in the place of the points, and settled as they are: who settles knows the facts.
    """
    reads = _facts_of(condition).union(*(_facts_of(node) for node, _ in path))
    if reads & (_CARRIED | source.rules.parameters.keys()):
        return {True, False}
    seen: set[bool] = set()
    for truth in (True, False):
        wanted = [node if expected else _not(node) for node, expected in (*path, (condition, truth))]
        probe = _probe(source.rules, kind, side, _all(wanted))
        if any(_reached(cell, side) for cell in cells(probe, [kind])):
            seen.add(truth)
    return seen


def _reached(cell: Cell, side: str) -> bool:
    if cell.points is None:  # the tricks would decide: some of them may lead there
        return cell.why == "open"
    return any(cell.points[: cell.declarers] if side == _MINE else cell.points[cell.declarers :])


def _not(node: Typed) -> Typed:
    return Typed("not", BOOL, (node,), unknown=node.unknown)


def _all(nodes: Sequence[Typed]) -> Typed:
    if len(nodes) == 1:
        return nodes[0]
    return Typed("and", BOOL, tuple(nodes), unknown=any(node.unknown for node in nodes))


def _probe(rules: Ruleset, kind: str, side: str, condition: Typed) -> Ruleset:
    """The ruleset with a score that is 1 where the condition holds, for one side, and 0 elsewhere."""
    zero, one = (Typed("const", INT, value=value) for value in (0, 1))
    tree = Typed("if", INT, (condition, one, zero), unknown=condition.unknown)
    nothing, asked = _expression(zero, rules), _expression(tree, rules)
    first, second = (asked, nothing) if side == _MINE else (nothing, asked)
    joint = rules.scores[kind].joint if kind in rules.scores else "together"
    return rules._replace(scores={**rules.scores, kind: Score(kind, first, second, joint)}, fines=(), times=None)


def _expression(tree: Typed, rules: Ruleset) -> Expression:
    code, constants = generate(tree, rules.suits)
    return Expression("", tree.type, tree.unknown, _facts_of(tree), code, constants)


def _facts_of(tree: Typed) -> frozenset[str]:
    own = {str(tree.value)} if tree.op == "fact" else set()
    return frozenset(own.union(*map(_facts_of, tree.args)))


def _span(scalar: Scalar, node: Typed) -> Span:
    """Where a part of an expression begins."""
    span = scalar.span
    for _, place in scalar.places:
        if place.line == node.line and place.column <= node.column <= place.column + place.width:
            return place._replace(column=node.column, width=1)
    return span
