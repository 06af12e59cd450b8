"""What nothing uses, what a ruleset speaks of and does not have, what lacks a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from whistcli.diag import Finding, Span
from whistcli.expr.tree import Typed
from whistcli.lint.source import TEXTS, Source, note, warn
from whistcli.model import CallRule
from whistcli.ruleset.assemble import ANSWERABLE
from whistcli.ruleset.shape import near
from whistcli.say import LANGUAGES
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode

_WORD = re.compile(r"[a-z_][a-z0-9_]*")


def unused(source: Source) -> Iterator[Finding]:
    """Definitions and parameters that no rule reads, words for what is not there, clauses listed that do not exist."""
    rules = source.rules
    for section in ("define", "parameters"):
        for name in _own(source, section):
            if name.text not in _read(source, (section, name.text)):
                yield warn("L-unused", name.span, f"L-unused.{section}", name=name.text)
    for name in _own(source, "words"):
        kinds = (*rules.calls, *rules.games)
        if name.text not in kinds:
            yield _absent("L-unused", "L-unused.words", name, kinds)
    for name in _own(source, "unchecked") if rules.clauses else ():
        if name.text not in rules.clauses:
            yield _absent("L-unused", "L-unused.clause", name, tuple(rules.clauses))


def _own(source: Source, section: str) -> Iterator[Scalar]:
    """The names of a section that stand in the file itself: what a parent has and a child does without is no fault."""
    return (name for name, _ in source.items(section) if name.span.file in ("", source.path))


def _absent(code: str, key: str, name: Scalar, known: Iterable[str]) -> Finding:
    guess = near(name.text, list(known))
    return warn(code, name.span, key, "R-key.near" if guess else None, name=name.text, near=guess)


def _read(source: Source, apart: tuple[str, ...]) -> set[str]:
    """The words of all that is written outside one place: a name that is none of them is read nowhere."""
    return {
        word
        for keys, scalar in source.written()
        if keys[: len(apart)] != apart
        for word in _WORD.findall(scalar.text)
    }


def kinds(source: Source) -> Iterator[Finding]:
    """Calls and games that conditions speak of and that this ruleset does not have."""
    rules = source.rules
    there = {*rules.calls, *rules.games}
    told: set[str] = set()
    for call in rules.calls.values():
        for rule in (*source.every_call, *source.conditions(call)):
            for kind in sorted(_kinds(rule.tree) - there - told):
                told.add(kind)
                yield note("L-kind", rule.scalar.span, name=kind, rule=rule.where)
        for kind in [*(call.locks or ()), *(call.gives or ())]:
            if kind not in there | told:
                told.add(kind)
                yield note("L-kind", source.span("calls", call.kind, _list(call, kind)), name=kind, rule=call.kind)


def _list(call: CallRule, kind: str) -> str:
    return "locks" if kind in (call.locks or ()) else "gives"


def _kinds(node: Typed) -> set[str]:
    own = {str(node.value)} if node.op == "const" and node.type.name == "kind" else set()
    if node.op == "table" and node.args[0].type.name == "kind":
        own |= set(node.value[0])
    return own.union(*map(_kinds, node.args))


def clauses(source: Source) -> Iterator[Finding]:
    """Clauses of the kinds that a ruleset need not answer for, and that it neither cites nor lists."""
    rules = source.rules
    cited = {cite for basis in rules.bases.values() for cite in basis.cite} | set(rules.unchecked)
    left = [one.id for one in rules.clauses.values() if one.id not in cited and one.kind not in ANSWERABLE]
    if left:
        yield note("L-clause", source.span("ruleset"), names=tuple(left), count=len(left))


def languages(source: Source) -> Iterator[Finding]:
    """Texts that lack a language in which the ruleset has its title."""
    wanted = [lang for lang in LANGUAGES if lang in source.rules.title]
    if len(wanted) < 2:
        return
    for where, span, lacking in _lacking(source.node, "", wanted):
        yield note("L-lang", span, name=where, langs=lacking)
    for node in source.clause_nodes:
        listed = node.get("clauses") if isinstance(node, MapNode) else None
        found = list(_clauses(listed, wanted)) if isinstance(listed, SeqNode) else []
        if found:
            yield note("L-lang", found[0][1], "L-lang.clauses", names=tuple(name for name, _ in found))


def _lacking(node: Node, where: str, wanted: list[str]) -> Iterator[tuple[str, Span, tuple[str, ...]]]:
    if not isinstance(node, MapNode):
        for item in node.items if isinstance(node, SeqNode) else ():
            yield from _lacking(item, where, wanted)
        return
    names = [key.text for key, _ in node.items]
    if names and set(names) <= TEXTS and all(isinstance(value, Scalar) for _, value in node.items):
        lacking = tuple(lang for lang in wanted if lang not in names)
        if lacking:
            yield where, node.span, lacking
        return
    for key, value in node.items:
        yield from _lacking(value, f"{where}.{key.text}" if where else key.text, wanted)


def _clauses(listed: SeqNode, wanted: list[str]) -> Iterator[tuple[str, Span]]:
    for item in listed.items:
        name = item.get("id") if isinstance(item, MapNode) else None
        if isinstance(item, MapNode) and isinstance(name, Scalar) and any(item.get(lang) is None for lang in wanted):
            yield name.text, name.span
