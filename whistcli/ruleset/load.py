"""Finds a ruleset, reads it with the rulesets it extends, and builds the model; shipped ones are kept built.

A ruleset is a folder with `ruleset.yaml` (and `clauses.yaml`), or one YAML file. A shipped one is named by its id,
any other by its path. Faults are collected; a ruleset with an error is not used (`Unusable`).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from whistcli import resources
from whistcli.diag import Finding, Span, Unusable
from whistcli.model import Ruleset
from whistcli.say import Reason
from whistcli.store import kept

if TYPE_CHECKING:  # a ruleset that is kept built needs no YAML
    from whistcli.yamlnodes import MapNode, Node

MOST_PARENTS = 8


class Loaded(NamedTuple):
    """A ruleset and the remarks on it (no errors)."""

    rules: Ruleset
    findings: tuple[Finding, ...] = ()


def shipped() -> tuple[str, ...]:
    """The ids of the rulesets that ship with the program."""
    base = resources.folder("rulesets")
    return tuple(sorted(name for name in os.listdir(base) if os.path.isfile(os.path.join(base, name, "ruleset.yaml"))))


def locate(name: str, beside: str | None = None, *, here: bool = True) -> str:
    """The path of the file `ruleset.yaml` (or of the single file) that `name` means.

    `name` is a shipped id, or a path, relative to the folder `beside` first and then (`here`) to the current one.
    Raises Unusable, naming what is shipped, where there is no such ruleset.
    """
    base = resources.folder("rulesets")
    if os.path.basename(name) == name:
        own = os.path.join(base, name, "ruleset.yaml")
        if os.path.isfile(own):
            return own
    for folder in (beside or "", "") if here else (beside or "",):
        path = os.path.join(folder, name)
        if os.path.isfile(os.path.join(path, "ruleset.yaml")):
            return os.path.join(path, "ruleset.yaml")
        if os.path.isfile(path):
            return path
    raise Unusable(name, (Finding("R-unknown", Span(0, 0), args={"name": name, "known": shipped()}),))


def load_ruleset(name: str, beside: str | None = None, parameters: tuple[tuple[str, str], ...] = ()) -> Loaded:
    """The ruleset `name` (`id`, `id@edition` or a path), with some of its parameters set (`--set NAME=VALUE`).

    Raises Unusable with every fault of a ruleset that cannot be used.
    """
    wanted, _, edition = name.partition("@") if not os.path.exists(name) else (name, "", "")
    path = locate(wanted, beside)
    if path.startswith(resources.folder("rulesets") + os.sep):
        loaded = kept(f"ruleset-{wanted}", os.path.dirname(path), lambda: build_file(path))
    else:
        loaded = build_file(path)
    if edition and edition != loaded.rules.edition:
        args = {"name": wanted, "wanted": edition, "found": loaded.rules.edition}
        raise Unusable(path, (Finding("R-edition", Span(0, 0), args=args),))
    if parameters:
        from whistcli.ruleset.settings import with_parameters

        return Loaded(with_parameters(loaded.rules, parameters), loaded.findings)
    return loaded


def build_file(path: str) -> Loaded:
    """The ruleset in one file, built anew. Raises Unusable."""
    from whistcli.ruleset.assemble import assemble

    node, clause_nodes, findings = read_chain(path, ())
    return assemble(path, node, clause_nodes, findings)


def read_chain(path: str, seen: tuple[str, ...]) -> tuple[MapNode, list[Node], list[Finding]]:
    """The merged nodes of a ruleset and of all that it extends, and their clause files, the child's first."""
    from whistcli.ruleset.merge import merged
    from whistcli.ruleset.shape import Log
    from whistcli.yamlnodes import MapNode

    real = os.path.realpath(path)
    node, findings = read_nodes(path)
    if not isinstance(node, MapNode):
        raise Unusable(path, tuple(findings) or (Finding("R-yaml", Span(1, 1), key="R-yaml.empty"),))
    clauses: list[Node] = []
    beside = os.path.join(os.path.dirname(path), "clauses.yaml")
    if os.path.isfile(beside) and os.path.basename(path) == "ruleset.yaml":
        clause_node, more = read_nodes(beside)
        findings.extend(more)
        if clause_node is not None:
            clauses.append(clause_node)
    parent = node.get("extends")
    if parent is None:
        return node, clauses, findings
    name = getattr(parent, "text", "")
    if real in seen or len(seen) >= MOST_PARENTS:
        raise Unusable(path, (Finding("R-extends", parent.span, key="R-extends.loop", args={"name": name}),))
    if not _inside(name.partition("@")[0], os.path.dirname(path)):
        raise Unusable(path, (Finding("R-extends", parent.span, key="R-extends.outside", args={"name": name}),))
    try:
        parent_path = locate(name.partition("@")[0], os.path.dirname(path), here=False)
    except Unusable as unusable:
        fault = unusable.findings[0]
        raise Unusable(path, (Finding(fault.code, parent.span, args=fault.args),)) from None
    parent_node, parent_clauses, more = read_chain(parent_path, (*seen, real))
    log = Log(findings)
    result = merged(parent_node, node, log)
    return result, clauses + parent_clauses, [*log.findings, *more]


def _inside(name: str, folder: str) -> bool:
    """Whether what a ruleset extends is a shipped one, or stands in its own folder: no other file is opened for it."""
    if os.path.basename(name) == name:  # an id; where nothing is shipped under it, a file beside
        return True
    home = os.path.realpath(folder or ".")
    return os.path.realpath(os.path.join(home, name)).startswith(home + os.sep)


def read_nodes(path: str) -> tuple[Node | None, list[Finding]]:
    """The nodes of one YAML file. Raises Unusable where it cannot be opened or decoded."""
    try:
        with open(path, "rb") as handle:
            data = handle.read()
    except OSError as error:
        raise Unusable(path, (Finding("R-file", Span(0, 0), args={"reason": Reason.of(error)}),)) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        args = {"byte": f"0x{data[error.start]:02x}"}
        raise Unusable(path, (Finding("R-file", Span(line, 1), key="R-file.bytes", args=args),)) from None
    from whistcli.yamlnodes import load

    return load(text, path)
