"""The rulesets that a ruleset extends, one by one: each with its own case files and the cases that it says change."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from whistcli.diag import Span
from whistcli.ruleset.load import locate, read_chain, read_nodes
from whistcli.yamlnodes import MapNode, Node, Scalar


class Layer(NamedTuple):
    """One ruleset of the chain, the child first: its id, its file, its case files, what it lists as changed."""

    id: str
    path: str
    files: tuple[str, ...]
    changed: Mapping[str, Span]

    def names(self, case: str) -> str | None:
        """What it lists that case under: the id itself, or the longest beginning of it before a `*`."""
        if case in self.changed:
            return case
        groups = [name for name in self.changed if name.endswith("*") and case.startswith(name[:-1])]
        return max(groups, key=len, default=None)


def layers(name: str) -> tuple[Layer, ...]:
    """The ruleset `name` and what it extends. It must have been loaded before, so that all of it is there."""
    path: str | None = locate(name if os.path.exists(name) else name.partition("@")[0])
    found = []
    while path is not None:
        node, _ = read_nodes(path)
        assert isinstance(node, MapNode)
        found.append(Layer(_text(node.get("ruleset")), path, tuple(case_files(path)), _changed(node)))
        parent = node.get("extends")
        folder = os.path.dirname(path)
        path = None if parent is None else locate(_text(parent).partition("@")[0], folder)
    return tuple(found)


def case_files(path: str) -> Iterator[str]:
    """The case files of the ruleset in one file, in the order of their names.

    They stand in the folder `cases` beside `ruleset.yaml`; of a single file `house.yaml` in `house.cases.yaml` or in
    the folder `house.cases`.
    """
    folder, base = os.path.split(path)
    stem = os.path.splitext(base)[0]
    inside = os.path.join(folder, "cases" if base == "ruleset.yaml" else f"{stem}.cases")
    single = os.path.join(folder, f"{stem}.cases.yaml")
    if base != "ruleset.yaml" and os.path.isfile(single):
        yield single
    if os.path.isdir(inside):
        for name in sorted(os.listdir(inside)):
            if name.endswith(".yaml"):
                yield os.path.join(inside, name)


def score_place(path: str, kind: str, role: str) -> Span | None:
    """Where the ruleset in one file, or one that it extends, writes the points of a game for `role`."""
    node: Node | None = read_chain(path, ())[0]
    span: Span | None = None
    for key in ("scores", "games", kind, role):
        if not isinstance(node, MapNode) or node.get(key) is None:
            break
        node = node.get(key)
        span = node.span if node is not None else span
    return span


def _changed(node: MapNode) -> dict[str, Span]:
    cases = node.get("cases")
    listed = cases.get("changed") if isinstance(cases, MapNode) else None
    return {key.text: key.span for key, _ in listed.items} if isinstance(listed, MapNode) else {}


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""
