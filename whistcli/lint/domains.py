"""Reasons over conditions: what values can be true together, where every fact has few values.

A tree is cut at what no list of values describes (a loop over calls, a hand): that part becomes a value of its own
that may be anything of its type. So what is proven here holds whatever the cards and calls are; what is not proven
may still be so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any, NamedTuple

from whistcli.cards import NOTRUMP, RANKS
from whistcli.expr import BOOL, Expression, Hole
from whistcli.expr.generate import generate
from whistcli.expr.tree import Typed
from whistcli.model import CallRule, Ruleset

MOST = 40_000
"""Combinations of values that are tried; a condition that needs more is left alone."""
ROUNDS = 3
PLAIN = frozenset({"const", "and", "or", "not", "negative", "if", "is_none", "default", "compare", "in", "list",
                   "arithmetic", "extreme", "to_decimal", "table"})
"""What is worked out; any other part is a fact, or is cut off."""

Values = tuple[Any, ...]
Key = tuple[Any, ...]
Vector = tuple[bool, ...]


class Domain(NamedTuple):
    """What is known of the facts where some conditions stand: the values of facts by name."""

    rules: Ruleset
    facts: Mapping[str, Values] = {}

    def narrowed(self, **facts: Values) -> Domain:
        """The same with fewer values for some facts."""
        return self._replace(facts={**self.facts, **facts})

    def of(self, node: Typed, most: int) -> Values | None:
        """The values that a fact or a part that is cut off can have; `None` where they are too many."""
        if node.op == "fact" and not node.args and node.value in self.facts:
            return self.facts[str(node.value)]
        values = self._of_type(node, most)
        return (*values, None) if values is not None and node.type.optional else values

    def _of_type(self, node: Typed, most: int) -> Values | None:
        rules, name = self.rules, node.type.name
        if node.op == "fact" and node.value == "round":
            return tuple(range(1, max(ROUNDS, most + 1) + 1))
        if node.op == "fact" and node.value == "count_rank":
            return tuple(range(len(rules.suits) + 1))
        if name == "int":
            return tuple(range(max(13, most) + 2))
        return {
            "bool": (False, True),
            "kind": tuple(dict.fromkeys((*rules.calls, *rules.games))),
            "suit": (*rules.suits, NOTRUMP),
            "rank": RANKS,
            "seat": tuple(range(rules.players)),
            "rung": tuple(range(len(rules.ladder))),
        }.get(name)


def domain_of(rules: Ruleset, rule: CallRule) -> Domain:
    """The values of the facts in the conditions of one call."""
    suits: Values = (*rules.suits, NOTRUMP) if rule.suit in ("optional", "named_or_notrump") else rules.suits
    found: dict[str, Values] = {"kind": (rule.kind,), "suit": suits}
    if rule.levels:
        found["level"] = rule.levels
        found["lowest"] = (*rule.levels, None)
    return Domain(rules, found)


def truths(trees: Sequence[Typed], domain: Domain) -> frozenset[Vector] | None:
    """Every way in which the conditions `trees` can be true or false together; `None` where that is too much work."""
    cut = _Cut(domain, max((_greatest(tree) for tree in trees), default=0))
    plain = [cut.plain(tree) for tree in trees]
    functions = [_function(tree, domain.rules.suits) for tree in plain]
    size = 1
    for values in cut.values.values():
        size *= max(1, len(values))
    if size > MOST:
        return None
    rules_of_the_game = tuple(cut.constraints())
    found: set[Vector] = set()
    names, facts = list(cut.values), SimpleNamespace()
    for values in product(*cut.values.values()):
        facts.__dict__.update(zip(names, values, strict=True))
        if any(not allowed(facts) for allowed in rules_of_the_game):
            continue
        try:
            found.add(tuple(bool(function(facts)) for function in functions))
        except Hole:
            continue
    return frozenset(found)


def highest_round(trees: Sequence[Typed]) -> int:
    """A turn that stands for all later ones: no condition tells it from them."""
    return max(ROUNDS, 1 + max((_greatest(tree) for tree in trees), default=0))


def always(tree: Typed, domain: Domain) -> bool | None:
    """What a condition always is, true or false; `None` where it may be either, or is not worked out."""
    found = truths([tree], domain)
    return next(iter(found))[0] if found is not None and len(found) == 1 else None


def possible(trees: Sequence[Typed], domain: Domain) -> bool:
    """Whether all conditions may be true at once, as far as can be worked out; true in case of doubt.

    Where all together are too much work, each is tried alone and beside each other.
    """
    found = truths(trees, domain) if trees else frozenset({()})
    if found is not None:
        return any(all(vector) for vector in found)
    if len(trees) < 2:
        return True
    parts = [[tree] for tree in trees] if len(trees) == 2 else map(list, combinations(trees, 2))
    return all(possible(part, domain) for part in parts)


def key_of(node: Typed, bound: tuple[str, ...] = ()) -> Key:
    """What a part says, wherever it stands and whatever its variables are called."""
    if node.op == "loop":
        word, variable = node.value
        source, body = node.args
        return ("loop", word, key_of(source, bound), key_of(body, (*bound, variable)))
    if node.op == "var":
        return ("var", bound.index(node.value) if node.value in bound else node.value)
    value = (type(node.value).__name__, node.value) if node.op == "const" else node.value
    return (node.op, value, *(key_of(arg, bound) for arg in node.args))


class _Cut:
    """Cuts trees down to facts with few values: `values` by the name that a part is given."""

    def __init__(self, domain: Domain, most: int) -> None:
        self.domain, self.most = domain, most
        self.values: dict[str, Values] = {}
        self.parts: dict[Key, str] = {}
        self.nodes: dict[str, Typed] = {}

    def plain(self, tree: Typed) -> Typed:
        """The tree with every part that is no plain operation on few values replaced by a fact."""
        made = self._plain(tree)
        return made if made is not None else self._part(tree, (False, True))

    def _plain(self, node: Typed) -> Typed | None:
        """The same, `None` where some part has too many values to be replaced alone."""
        if node.op not in PLAIN:
            values = self.domain.of(node, self.most)
            return None if values is None else self._part(node, values)
        if node.op == "is_none" and node.args[0].op not in PLAIN and self.domain.of(node.args[0], self.most) is None:
            return self._missing(node)
        args = []
        for arg in node.args:
            made = self._plain(arg)
            if made is None and arg.type == BOOL and (node.type != BOOL or node.op in ("and", "or", "not", "if")):
                made = self._part(arg, (False, True))
            elif made is None:
                return self._part(node, (False, True)) if node.type == BOOL else None
            args.append(made)
        return replace(node, args=tuple(args), unknown=False)

    def _missing(self, node: Typed) -> Typed:
        """`x is none`, and `x is not none` as its contrary, of something with too many values."""
        bare = replace(node, value=False)
        made = self._part(bare, (False, True))
        return replace(node, op="not", value=None, args=(made,), unknown=False) if node.value else made

    def _part(self, node: Typed, values: Values) -> Typed:
        key = key_of(node)
        name = self.parts.setdefault(key, f"x{len(self.parts)}")
        self.values[name] = values
        self.nodes[name] = node
        return replace(node, op="fact", value=name, args=(), unknown=False)

    def constraints(self) -> Iterator[Callable[[Any], bool]]:
        """What the game itself says of facts that stand side by side."""
        named = {node.value: name for name, node in self.nodes.items() if node.op == "fact" and not node.args}

        def later(name: str) -> Callable[[Any], bool]:
            turn = named["round"]
            return lambda facts: not getattr(facts, name) or getattr(facts, turn) > 1

        def implies(one: str, other: str, expected: bool) -> Callable[[Any], bool]:
            return lambda facts: not getattr(facts, one) or getattr(facts, other) is expected

        if "round" in named:
            spoken = [named[fact] for fact in ("freed", "waited", "acceptable") if fact in named]
            spoken += [name for name, node in self.nodes.items() if _some_of(node, "mine")]
            yield from map(later, spoken)
            if "nothing_said" in named:
                said, turn = named["nothing_said"], named["round"]
                yield lambda facts: not getattr(facts, said) or getattr(facts, turn) == 1
        if "announced_stands" in named and "announced" in named:
            yield implies(named["announced_stands"], named["announced"], True)
        if "nothing_said" in named:
            quiet = [named[fact] for fact in ("announced", "announced_stands", "freed", "waited") if fact in named]
            empty = ("mine", "calls", "sides", "proposals")
            quiet += [name for name, node in self.nodes.items() if _some_of(node, *empty)]
            for name in quiet:
                yield implies(named["nothing_said"], name, False)


def _some_of(node: Typed, *lists: str) -> bool:
    """Whether a part says that a list has some item."""
    return node.op == "loop" and node.value[0] == "any" and node.args[0].op == "fact" and node.args[0].value in lists


def _greatest(node: Typed) -> int:
    """The greatest whole number that stands in a tree."""
    own = node.value if node.op == "const" and node.type.name == "int" and isinstance(node.value, int) else 0
    keys = [key for key in node.value[0] if isinstance(key, int)] if node.op == "table" else []
    return max([abs(own), *map(abs, keys), *(_greatest(arg) for arg in node.args)])


def _function(tree: Typed, suits: tuple[str, ...]) -> Callable[[object], Any]:
    code, constants = generate(tree, suits)
    return Expression("", tree.type, False, frozenset(), code, constants).bind()
