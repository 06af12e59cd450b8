"""The typing of comparisons, arithmetic, lists, tables and loops: the part of the checker that is about values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from whistcli.expr.tree import Typed, Written
from whistcli.expr.types import BOOL, DECIMAL, ERROR, INT, NUMBERS, ORDERED, SUIT, Type, common, list_of, optional

if TYPE_CHECKING:
    from whistcli.expr.check import Checker


def compare(check: Checker, node: Written) -> Typed:
    """`==` and `!=` within one type (none beside it allowed); `<` and its kin on what has an order."""
    equality = node.value in ("==", "!=")
    left, right = (check.check(arg) if equality else check.sure(arg) for arg in node.args)
    if ERROR in (left.type, right.type):
        return check.make(node, "compare", BOOL, (left, right), node.value)
    shared = common([left.type, right.type])
    if shared is None:
        return check.fail("X-type", "compare", node, first=left.type, second=right.type)
    if equality:
        if shared.item is not None:
            return check.fail("X-type", "lists", node)
    elif shared not in ORDERED:
        return check.fail("X-type", "order", node, found=shared)
    elif shared == SUIT and not check.env.suits:
        return check.fail("X-type", "unranked", node)
    return check.make(node, "compare", BOOL, (left, right), node.value)


def member(check: Checker, node: Written) -> Typed:
    """`x in [a, b]` and `x in LIST`; `value` is True for `not in`."""
    item, group = check.check(node.args[0]), check.sure(node.args[1])
    if ERROR not in (item.type, group.type):
        if group.type.item is None:
            return check.fail("X-type", "list", node.args[1], found=group.type, text=check.text(node.args[1]))
        if group.type.item != ERROR and common([item.type, group.type.item]) is None:
            return check.fail("X-type", "compare", node, first=item.type, second=group.type.item)
    return check.make(node, "in", BOOL, (item, group), node.value)


def listed(check: Checker, node: Written) -> Typed:
    """`[a, b]`: a list written out, its items of one type."""
    if not node.args:
        return check.fail("X-type", "empty", node)
    item, items = check.alike(node, node.args, [check.check(arg) for arg in node.args])
    return check.make(node, "list", list_of(item), items)


def _numbers(check: Checker, nodes: tuple[Written, ...]) -> list[Typed] | None:
    """The operands, each a number; None where one is not, which has then been said."""
    typed = [check.sure(node) for node in nodes]
    for node, operand in zip(nodes, typed, strict=True):
        if operand.type not in NUMBERS and operand.type != ERROR:
            check.note("X-type", "number", node, found=operand.type, text=check.text(node))
            return None
    return None if any(operand.type == ERROR for operand in typed) else typed


def arithmetic(check: Checker, node: Written) -> Typed:
    """`+ - *`: int with int, else decimal."""
    typed = _numbers(check, node.args)
    if typed is None:
        return Typed("const", ERROR)
    type_ = INT if all(operand.type == INT for operand in typed) else DECIMAL
    return check.make(node, "arithmetic", type_, tuple(typed), node.value)


def negative(check: Checker, node: Written) -> Typed:
    """Unary minus; of a written number, that number."""
    typed = _numbers(check, node.args)
    if typed is None:
        return Typed("const", ERROR)
    if typed[0].op == "const":
        return replace(typed[0], value=-typed[0].value)
    return check.make(node, "negative", typed[0].type, tuple(typed))


def _sortable(check: Checker, node: Written, typed: Typed) -> bool:
    """Whether a greatest and a least can be named; where not, it has been said."""
    if typed.type == ERROR:
        return False
    if typed.type not in ORDERED or typed.type == SUIT:
        check.note("X-type", "order", node, found=typed.type)
        return False
    return True


def extreme(check: Checker, node: Written) -> Typed:
    """`max(a, b)` and `min(a, b, ...)`."""
    typed = [check.sure(arg) for arg in node.args]
    if sum(_sortable(check, arg, operand) for arg, operand in zip(node.args, typed, strict=True)) < len(typed):
        return Typed("const", ERROR)
    type_, operands = check.alike(node, node.args, typed)
    return check.make(node, "extreme", type_, operands, node.value)


def loop(check: Checker, node: Written) -> Typed:
    """`any all count max min sum` over a list; `value` becomes (word, variable's key)."""
    word, binding = node.value
    source = check.sure(node.args[0])
    if source.type != ERROR and source.type.item is None:
        source = check.fail("X-type", "list", node.args[0], found=source.type, text=check.text(node.args[0]))
    name = str(binding.value)
    if name in check.names():
        return check.fail("X-name", "taken", binding, name=name)
    check.bound += 1
    variable = f"v{check.bound}"
    # where the list may be unknown, or hold an unknown item, so may be what stands for its items
    check.scope[name] = check.make(binding, "var", source.type.item or ERROR, value=variable, unknown=source.unknown)
    try:
        body = _body(check, word, node.args[1])
    finally:
        del check.scope[name]
    if ERROR in (body.type, source.type):
        return Typed("const", ERROR)
    results = {"any": BOOL, "all": BOOL, "count": INT, "sum": body.type}
    type_: Type = results.get(word) or optional(body.type)
    return check.make(node, "loop", type_, (source, body), (word, variable))


def _body(check: Checker, word: str, node: Written) -> Typed:
    if word in ("any", "all", "count"):
        return check.want(node, BOOL)
    if word == "sum":
        typed = _numbers(check, (node,))
        return typed[0] if typed else Typed("const", ERROR)
    body = check.sure(node)
    return body if _sortable(check, node, body) else Typed("const", ERROR)


def table(check: Checker, node: Written) -> Typed:
    """`{8: 7, else: 0}[key]`; `value` becomes (the keys, whether there is an else); args: key, values, else."""
    *entries, index_node = node.args
    index = check.sure(index_node)
    keys: dict[object, Written] = {}
    nodes: list[Written] = []
    typed: list[Typed] = []
    fallback: tuple[Written, Typed] | None = None
    for entry in entries:
        value = check.check(entry.args[-1])
        if len(entry.args) == 1:
            if fallback is not None:
                check.note("X-table", "else", entry)
            fallback = (entry.args[0], value)
            continue
        key_node = entry.args[0]
        key = check.check(key_node)
        if key.type == ERROR:
            continue
        if key.op != "const":
            check.note("X-table", "constant", key_node, text=check.text(key_node))
        elif index.type != ERROR and common([key.type, index.type]) is None:
            check.note("X-type", "key", key_node, expected=index.type, found=key.type)
        elif key.value in keys:
            check.note("X-table", "", key_node, text=check.text(key_node))
        else:
            keys[key.value] = key_node
            nodes.append(entry.args[1])
            typed.append(value)
    if fallback is not None:
        nodes.append(fallback[0])
        typed.append(fallback[1])
    elif index.type == BOOL and len(keys) == 1:
        check.note("X-table", "missing", node, text=str(not next(iter(keys))).lower())
    elif index.op == "const" and index.type != ERROR and index.value not in keys:
        check.note("X-table", "never", index_node, text=check.text(index_node))
    if not typed or index.type == ERROR:
        return Typed("const", ERROR)
    type_, values = check.alike(node, nodes, typed)
    return check.make(node, "table", type_, (index, *values), (tuple(keys), fallback is not None))
