"""Examples for who goes on: changes that could be made next, with the parent's own names and values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from whistcli.model import Ruleset
from whistcli.say import sentence
from whistcli.scaffold.plan import worths
from whistcli.schema.keys import Key, of_game
from whistcli.yamlnodes import MapNode, Node, Scalar

Tree = dict[str, Any]


class Example(NamedTuple):
    """One change: the sentences that say what it does, and what is written for it."""

    says: tuple[str, ...]
    tree: Tree


class Switch(NamedTuple):
    """A key of the parent with what it says, and what else it might."""

    place: str
    key: str
    value: str
    others: tuple[str, ...]


def examples(rules: Ruleset, node: MapNode, lang: str) -> Iterator[Example]:
    """What could be changed next, each under keys of its own at the top of the file."""
    yield from _parameter(rules, lang)
    yield from _points(rules, lang)
    yield from _calls(rules, node, lang)
    yield from _switches(rules, node, lang)
    yield from _words(rules, lang)


def _parameter(rules: Ruleset, lang: str) -> Iterator[Example]:
    plain = [each for each in rules.parameters.values() if not each.dated]
    if plain:
        value = (plain[0].value or 0) + 1
        said = sentence("N-says.parameter", {"name": plain[0].name}, lang)
        yield Example((said,), {"parameters": {"replace": {plain[0].name: {"value": value}}}})


def _points(rules: Ruleset, lang: str) -> Iterator[Example]:
    for kind, worth in worths(rules).items():
        said = sentence("N-says.points", {"name": kind}, lang)
        score = {
            "declarer": f"if made then {2 * worth.made} else {2 * worth.lost}",
            "opponent": f"if made then {2 * worth.opponent_made} else {2 * worth.opponent_lost}",
        }
        yield Example((said,), {"scores": {"games": {"replace": {kind: score}}}})
        return


def _calls(rules: Ruleset, node: MapNode, lang: str) -> Iterator[Example]:
    """A condition more on the first call that names a number, one less on the first that has some."""
    tree: Tree = {}
    says = []
    numbered = next((rule for rule in rules.calls.values() if rule.levels and rule.effect in ("raise", "bid")), None)
    if numbered is not None:
        condition = {"lowest_only": {"that": "level == lowest", "says": {lang: sentence("N-lowest", {}, lang)}}}
        has = at(node, "calls", numbered.kind, "require") is not None
        tree[numbered.kind] = {"require": {"add": condition}} if has else {"add": {"require": condition}}
        says.append(sentence("N-says.condition", {"call": numbered.kind}, lang))
    bound = next((rule for rule in rules.calls.values() if rule.require and rule is not numbered), None)
    if bound is not None:
        name = bound.require[0].name.partition(".")[2]
        tree[bound.kind] = {"require": {"remove": [name]}}
        says.append(sentence("N-says.remove", {"name": name, "call": bound.kind}, lang))
    if tree:
        yield Example(tuple(says), {"calls": tree})


def _switches(rules: Ruleset, node: MapNode, lang: str) -> Iterator[Example]:
    """All words that could be another, and one of them changed in each section at the top."""
    listed = list(switches(rules, node))
    shown: set[str] = set()
    for switch in listed:
        top = switch.place.partition(".")[0]
        if top in shown or top in ("calls", "games", "scores", "parameters"):
            continue
        shown.add(top)
        same = [each for each in listed if each.place.partition(".")[0] == top]
        says = [sentence("N-says.switches", {"section": top}, lang)]
        says += [f"  {each.place}.{each.key}: {' | '.join((each.value, *each.others))}" for each in same]
        tree: Tree = {"replace": {switch.key: switch.others[0]}}
        for part in reversed(switch.place.split(".")):
            tree = {part: tree}
        yield Example(tuple(says), tree)


def switches(rules: Ruleset, node: MapNode) -> Iterator[Switch]:
    """The keys that the parent writes and that are one of a few words."""
    for place, keys in of_game(rules.game).items():
        inner = at(node, *place.split(".")) if place and "*" not in place and "-" not in place else None
        for key in keys.values() if isinstance(inner, MapNode) else ():
            value = inner.get(key.name) if isinstance(inner, MapNode) else None
            if isinstance(value, Scalar):
                others = tuple(word for word in _options(key) if word != value.text)
                if others:
                    yield Switch(place, key.name, value.text, others)


def _options(key: Key) -> tuple[str, ...]:
    return ("true", "false") if key.type == "flag" else key.one_of


def _words(rules: Ruleset, lang: str) -> Iterator[Example]:
    kind = next(iter(rules.calls), None)
    if kind is not None:
        says = (sentence("N-says.words", {"call": kind}, lang),)
        yield Example(says, {"words": {kind: {lang: [sentence("N-word", {}, lang)]}}})


def at(node: Node | None, *keys: str) -> Node | None:
    """What stands in a map below these keys."""
    for key in keys:
        node = node.get(key) if isinstance(node, MapNode) else None
    return node
