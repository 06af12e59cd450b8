"""A plain walk over the typed tree: what an expression means, written once more without any code generation."""

from decimal import Decimal

from whistcli.expr import UNKNOWN, Hole
from whistcli.expr.types import DECIMAL, SUIT, suit_order

U = UNKNOWN


def evaluate(tree, facts, suits):
    """The value of a tree; not known is None, or UNKNOWN where None would mean none. Raises Hole."""
    value = _Walk(facts, suit_order(suits)).value(tree, {})
    return None if value is U and not tree.type.optional else value


class _Walk:
    def __init__(self, facts, order):
        self.facts, self.order = facts, order

    def value(self, node, names):
        return getattr(self, f"do_{node.op}")(node, names)

    def all(self, node, names):
        return [self.value(arg, names) for arg in node.args]

    def do_const(self, node, names):
        return node.value

    def do_var(self, node, names):
        return names[node.value]

    def do_fact(self, node, names):
        args = self.all(node, names)
        if U in args:
            return U
        value = getattr(self.facts, node.value)
        value = value(*args) if args else value
        return U if value is None and not node.type.optional and node.unknown else value

    def do_part(self, node, names):
        (owner,) = self.all(node, names)
        return U if owner is U else getattr(owner, node.value)

    def do_and(self, node, names):
        seen = []
        for arg in node.args:
            seen.append(self.value(arg, names))
            if seen[-1] is False:
                return False
        return U if U in seen else True

    def do_or(self, node, names):
        seen = []
        for arg in node.args:
            seen.append(self.value(arg, names))
            if seen[-1] is True:
                return True
        return U if U in seen else False

    def do_not(self, node, names):
        (value,) = self.all(node, names)
        return {True: False, False: True, U: U}[value]

    def do_negative(self, node, names):
        (value,) = self.all(node, names)
        return U if value is U else -value

    def do_if(self, node, names):
        condition, yes, no = node.args
        test = self.value(condition, names)
        if test is not U:
            return self.value(yes if test else no, names)
        first, second = self.value(yes, names), self.value(no, names)
        return first if first is not U and first == second else U

    def do_is_none(self, node, names):
        (value,) = self.all(node, names)
        return U if value is U else (value is not None) == node.value

    def do_default(self, node, names):
        value = self.value(node.args[0], names)
        return self.value(node.args[1], names) if value is None else value

    def do_compare(self, node, names):
        left, right = self.all(node, names)
        if U in (left, right):
            return U
        if node.value in ("==", "!="):
            return (left == right) == (node.value == "==")
        if node.args[0].type == SUIT:
            left, right = self.order[left], self.order[right]
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[node.value]

    def do_in(self, node, names):
        item, group = self.all(node, names)
        if U in (item, group):
            return U
        if item in group:
            return not node.value
        return U if U in group else node.value

    def do_list(self, node, names):
        return tuple(self.all(node, names))

    def do_arithmetic(self, node, names):
        left, right = self.all(node, names)
        if U in (left, right):
            return U
        return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right}[node.value]()

    def do_extreme(self, node, names):
        values = self.all(node, names)
        return U if U in values else {"max": max, "min": min}[node.value](values)

    def do_to_decimal(self, node, names):
        (value,) = self.all(node, names)
        return value if value is U or value is None else Decimal(value)

    def do_loop(self, node, names):
        word, variable = node.value
        source, body = node.args
        items = self.value(source, names)
        if items is U:
            return U
        seen = []
        for item in items:
            seen.append(self.value(body, names | {variable: item}))
            if (word, seen[-1]) in (("any", True), ("all", False)):
                return seen[-1]
        if U in seen:
            return U
        if word in ("any", "all"):
            return word == "all"
        if word == "count":
            return sum(seen)
        if word == "sum":
            return sum(seen, Decimal(0) if node.type == DECIMAL else 0)
        return {"max": max, "min": min}[word](seen) if seen else None

    def do_table(self, node, names):
        keys, has_else = node.value
        index, *values = node.args
        key = self.value(index, names)
        if key is U:
            return U
        if key in keys:
            return self.value(values[keys.index(key)], names)
        if not has_else:
            raise Hole(key)
        return self.value(values[-1], names)
