"""A ruleset as it is checked: what was built of it, beside the nodes of its file, so that a finding has its place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from whistcli import facts
from whistcli.diag import Finding, Span, Unusable
from whistcli.expr import BOOL, Env, Fact, Type, analyse
from whistcli.expr.tree import Typed
from whistcli.model import CallRule, Ruleset
from whistcli.ruleset.assemble import assemble
from whistcli.ruleset.load import locate, read_chain
from whistcli.ruleset.names import Names
from whistcli.ruleset.scores import parameter_facts
from whistcli.ruleset.shape import Keys, Log
from whistcli.say import LANGUAGES
from whistcli.vocabulary import common_vocabulary
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode

UNOPENED = frozenset({"R-file", "R-unknown", "R-edition"})
"""What keeps a file from being opened at all, where it stands in no line of a ruleset."""

TEXTS = frozenset(LANGUAGES)


class Rule(NamedTuple):
    """An expression that says yes or no: its dotted place, what was written, and its tree."""

    where: str
    scalar: Scalar
    tree: Typed


class Source:
    """One ruleset with its merged nodes.

    `findings` are the loader's remarks. Raises Unusable where the ruleset cannot be used.
    """

    def __init__(self, name: str) -> None:
        wanted, _, edition = name.partition("@") if not os.path.exists(name) else (name, "", "")
        self.name = name
        self.path = locate(wanted)
        node, self.clause_nodes, found = read_chain(self.path, ())
        self.node: MapNode = node
        loaded = assemble(self.path, node, self.clause_nodes, found)
        self.rules: Ruleset = loaded.rules
        self.findings: tuple[Finding, ...] = loaded.findings
        if edition and edition != self.rules.edition:
            args = {"name": wanted, "wanted": edition, "found": self.rules.edition}
            raise Unusable(name, (Finding("R-edition", Span(0, 0), args=args),))

    # -- places ----------------------------------------------------------------------------------------------------

    def node_at(self, *keys: str) -> Node | None:
        """What stands under a row of keys, or `None`."""
        node: Node | None = self.node
        for key in keys:
            node = node.get(key) if isinstance(node, MapNode) else None
        return node

    def items(self, *keys: str) -> tuple[tuple[Scalar, Node], ...]:
        """The names that stand under a row of keys, with their values."""
        node = self.node_at(*keys)
        return node.items if isinstance(node, MapNode) else ()

    def span(self, *keys: str) -> Span:
        """Where the last of a row of keys is written, else the nearest above it that is."""
        span, node = self.node.span, self.node
        for key in keys:
            scalar, value = node.key(key), node.get(key)
            if scalar is None:
                break
            span = scalar.span
            if not isinstance(value, MapNode):
                break
            node = value
        return span

    def value_span(self, *keys: str) -> Span:
        """Where the value under a row of keys begins."""
        node = self.node_at(*keys)
        return node.span if isinstance(node, Scalar) else self.span(*keys)

    # -- expressions -----------------------------------------------------------------------------------------------

    @cached_property
    def _names(self) -> Names:
        """What expressions may name, as the loader has it."""
        rules = self.rules
        kinds = frozenset(rules.games) | frozenset(rules.calls) | frozenset(common_vocabulary().forms)
        suits = ("notrump", *rules.suits) if rules.notrump_high else rules.suits
        names = Names(suits, kinds, rules.ladder, parameter_facts(rules.parameters), ties=rules.ties)
        names.define(Keys(self.node, "", Log()), names.parameters)
        return names

    def env(self, *groups: tuple[Fact, ...]) -> Env:
        """The environment of an expression that may read these groups of facts."""
        return self._names.env(*groups)

    @cached_property
    def result_env(self) -> Env:
        """The environment of scores and fines."""
        return self._names.env(facts.RESULT)

    def tree(self, env: Env, expected: Type, *keys: str) -> tuple[Scalar, Typed] | None:
        """The expression under a row of keys and its tree; `None` where there is none."""
        scalar = self.node_at(*keys)
        if not isinstance(scalar, Scalar):
            return None
        tree, _, _ = analyse(scalar, env, expected)
        return None if tree is None else (scalar, tree)

    def rule(self, env: Env, where: str, *keys: str) -> Iterator[Rule]:
        """The condition under a row of keys, where there is one."""
        found = self.tree(env, BOOL, *keys)
        if found is not None:
            yield Rule(where, *found)

    def required(self, env: Env, where: str, *keys: str) -> Iterator[Rule]:
        """The conditions under the `require` of a place."""
        for name, _ in self.items(*keys, "require"):
            yield from self.rule(env, f"{where}.{name.text}", *keys, "require", name.text, "that")

    def call_env(self, rule: CallRule) -> Env:
        """What a condition of this call may read."""
        groups = [facts.AUCTION]
        if rule.suit != "none":
            groups.append(facts.WITH_SUIT)
        if rule.levels:
            groups.append(facts.WITH_LEVEL)
        return self.env(*groups)

    def conditions(self, rule: CallRule) -> list[Rule]:
        """A call's own conditions."""
        return list(self.required(self.call_env(rule), rule.kind, "calls", rule.kind))

    @cached_property
    def every_call(self) -> list[Rule]:
        """The conditions on every call."""
        return list(self.required(self.env(facts.AUCTION), "every_call", "every_call"))

    # -- words -----------------------------------------------------------------------------------------------------

    def written(self) -> Iterator[tuple[tuple[str, ...], Scalar]]:
        """Every plain value of the ruleset that is no text for readers, with the keys that lead to it."""
        yield from _scalars(self.node, ())


def _scalars(node: Node, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    if isinstance(node, MapNode):
        for key, value in node.items:
            if key.text not in TEXTS:
                yield from _scalars(value, (*keys, key.text))
    elif isinstance(node, SeqNode):
        for item in node.items:
            yield from _scalars(item, keys)
    else:
        yield keys, node


def unopened(error: Unusable) -> bool:
    """Whether a ruleset could not be opened at all: then it is not the ruleset that is at fault."""
    return all(finding.code in UNOPENED and not finding.span.line for finding in error.findings)


def warn(code: str, span: Span, sentence: str = "", hint: str | None = None, **args: object) -> Finding:
    """A fault of a ruleset that can be used."""
    return Finding(code, span, "warning", sentence, args, hint=hint)


def note(code: str, span: Span, sentence: str = "", hint: str | None = None, **args: object) -> Finding:
    """A remark that does not count."""
    return Finding(code, span, "note", sentence, args, hint=hint)


Args = Mapping[str, object]
Findings = Iterable[Finding]
