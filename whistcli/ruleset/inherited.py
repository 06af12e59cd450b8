"""Findings that stand in a parent's file though the child's changes bring them: they say where the cure stands."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from whistcli import resources
from whistcli.diag import Finding, Span, Unusable
from whistcli.ruleset.load import build_file
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode

_DEEP = 2
"""How many keys lead a reader to the part that is meant."""


def with_cure(path: str, node: MapNode, findings: Iterable[Finding], before: int) -> list[Finding]:
    """The findings on the ruleset at `path`; those in another file get a hint that names the place in its own.

    The first `before` of them are on the files as they were read, each at fault by itself; so is what the other file
    brings along without the child.
    """
    listed = list(findings)
    if not isinstance(node.get("extends"), Scalar):
        return listed
    alone: dict[str, set[tuple[str, Span]]] = {}
    for place, found in enumerate(listed):
        file = found.span.file
        section = _section(node, found.span) if place >= before and file not in ("", path) else ""
        if not section:
            continue
        if file not in alone:
            alone[file] = _own(file)
        if (found.code, found.span) not in alone[file]:
            args = {**found.args, "inherited": _name(file), "own_file": path, "section": section}
            listed[place] = found._replace(args=args, hint="R-extends.hint")
    return listed


def _own(file: str) -> set[tuple[str, Span]]:
    """What is wrong with a parent by itself."""
    try:
        findings = build_file(file).findings
    except Unusable as error:
        findings = error.findings
    return {(found.code, found.span) for found in findings}


def _name(file: str) -> str:
    """A shipped ruleset's id, or the path of another one."""
    shown = resources.shown(file)
    if shown != file:
        return shown.partition("/")[0]
    return os.path.normpath(os.path.dirname(file) if os.path.basename(file) == "ruleset.yaml" else file)


def _section(node: MapNode, span: Span) -> str:
    """The keys that lead to a place in the merged nodes; empty where nothing of the ruleset stands there."""
    near = [(at.column, keys) for keys, at in _spans(node, ()) if (at.file, at.line) == (span.file, span.line)
            and at.column <= span.column]
    return ".".join(max(near, key=lambda each: each[0])[1][:_DEEP]) if near else ""


def _spans(node: Node, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Span]]:
    """Every key and value, with the keys that lead to it."""
    if keys:
        yield keys, node.span
    if isinstance(node, MapNode):
        for key, value in node.items:
            yield (*keys, key.text), key.span
            yield from _spans(value, (*keys, key.text))
    if isinstance(node, SeqNode):
        for item in node.items:
            yield from _spans(item, keys)
