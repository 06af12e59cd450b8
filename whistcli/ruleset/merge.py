"""`extends`: a ruleset built on another, by three strict verbs.

In the child a map goes down into the parent's map of the same name; beside the names it may hold the verbs `add`,
`replace` and `remove`. Adding what is there, replacing or removing what is not, replacing by the very same and changing
one thing twice are findings; lists are replaced whole, never merged.
"""

from __future__ import annotations

from whistcli.ruleset.shape import Log, near
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode

VERBS = ("add", "replace", "remove")
OWN = ("ruleset", "edition", "title", "extends", "source", "cases", "words", "texts")
"""Keys that a child never inherits or that it simply writes."""


NAMED = ("words", "texts")
"""Those of them of which a child writes only what it adds or says anew."""


def merged(parent: MapNode, child: MapNode, log: Log) -> MapNode:
    """The parent's rules with the child's changes; faults go to `log`."""
    items: dict[str, tuple[Scalar, Node]] = {
        key.text: (key, value) for key, value in parent.items if key.text not in OWN or key.text in NAMED
    }
    for key, value in child.items:
        if key.text in NAMED and key.text in items:
            items[key.text] = (key, _named(items[key.text][1], value))
        elif key.text in OWN:
            items[key.text] = (key, value)
        else:
            _change(items, key, value, "", log)
    return MapNode(child.span, tuple(items.values()))


def _named(parent: Node, child: Node) -> Node:
    """What the parent has by name, and what the child has; of one name the child's alone."""
    if not isinstance(parent, MapNode) or not isinstance(child, MapNode):
        return child
    own = {key.text for key, _ in child.items}
    return MapNode(child.span, (*(item for item in parent.items if item[0].text not in own), *child.items))


def _change(items: dict[str, tuple[Scalar, Node]], key: Scalar, value: Node, where: str, log: Log) -> None:
    """Applies what the child writes under `key` to the parent's `items`."""
    place = f"{where}.{key.text}" if where else key.text
    verbs = [name.text for name, _ in value.items if name.text in VERBS] if isinstance(value, MapNode) else []
    if not isinstance(value, MapNode) or (not verbs and key.text not in items):
        known = key.text in items
        log.add("R-extends", key.span, "R-extends.verb", name=place, verb="replace" if known else "add")
        return
    old = items.get(key.text)
    inner: dict[str, tuple[Scalar, Node]] = {}
    if old is not None and isinstance(old[1], MapNode):
        inner = {name.text: (name, node) for name, node in old[1].items}
    elif [name.text for name, _ in value.items] != ["replace"] and not (old is None and verbs == ["add"]):
        log.add("R-extends", key.span, "R-extends.whole", name=place)
        return
    touched: set[str] = set()
    for name, node in value.items:
        if name.text not in VERBS:
            if _first(name, place, touched, log):
                _change(inner, name, node, place, log)
        elif name.text == "remove":
            _remove(inner, node, place, touched, log)
        elif old is not None and not isinstance(old[1], MapNode):
            if _same(old[1], node):
                log.add("R-extends", name.span, "R-extends.same", name=place)
            items[key.text] = (old[0], node)
            return
        elif isinstance(node, MapNode):
            _put(inner, node, name.text, place, touched, log)
        else:
            log.add("R-extends", name.span, "R-extends.named", name=place, verb=name.text)
    items[key.text] = (old[0] if old else key, MapNode(value.span, tuple(inner.values())))


def _first(name: Scalar, place: str, touched: set[str], log: Log) -> bool:
    """Whether an entry is changed for the first time; a second time is a fault."""
    if name.text in touched:
        log.add("R-extends", name.span, "R-extends.twice", name=f"{place}.{name.text}")
        return False
    touched.add(name.text)
    return True


def _put(
    inner: dict[str, tuple[Scalar, Node]], node: MapNode, verb: str, place: str, touched: set[str], log: Log
) -> None:
    for name, value in node.items:
        there = name.text in inner
        if not _first(name, place, touched, log):
            continue
        if verb == "add" and there:
            log.add("R-extends", name.span, "R-extends.there", name=f"{place}.{name.text}")
        elif verb == "replace" and not there:
            guess = near(name.text, list(inner))
            hint = "R-key.near" if guess else None
            log.add("R-extends", name.span, "R-extends.absent", hint=hint, name=f"{place}.{name.text}", near=guess)
        elif verb == "replace" and _same(inner[name.text][1], value):
            log.add("R-extends", name.span, "R-extends.same", name=f"{place}.{name.text}")
        else:
            inner[name.text] = (name, value)


def _remove(inner: dict[str, tuple[Scalar, Node]], node: Node, place: str, touched: set[str], log: Log) -> None:
    if not isinstance(node, SeqNode):
        log.add("R-extends", node.span, "R-extends.remove", name=place)
        return
    for item in node.items:
        if isinstance(item, Scalar) and not _first(item, place, touched, log):
            continue
        if isinstance(item, Scalar) and item.text in inner:
            del inner[item.text]
        else:
            name = item.text if isinstance(item, Scalar) else "?"
            guess = near(name, list(inner))
            hint = "R-key.near" if guess else None
            log.add("R-extends", item.span, "R-extends.absent", hint=hint, name=f"{place}.{name}", near=guess)


def _same(one: Node, other: Node) -> bool:
    """Whether two nodes say the same, wherever they stand."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.text == other.text
    if isinstance(one, SeqNode) and isinstance(other, SeqNode):
        return len(one.items) == len(other.items) and all(map(_same, one.items, other.items))
    if isinstance(one, MapNode) and isinstance(other, MapNode):
        first = {key.text: value for key, value in one.items}
        second = {key.text: value for key, value in other.items}
        return first.keys() == second.keys() and all(_same(first[key], second[key]) for key in first)
    return False
