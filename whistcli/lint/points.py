"""The grid of points: holes, sums, signs, steps that break a series, branches that no result takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from whistcli.diag import Finding, Span
from whistcli.expr import BOOL, DECIMAL, INT, Expression
from whistcli.expr.generate import generate
from whistcli.expr.tree import Typed
from whistcli.grid import Cell, cells
from whistcli.lint.source import Source, note, warn
from whistcli.model import Amount, Ruleset, Score
from whistcli.yamlnodes import Scalar

LARGE = 1000
LEAST = 5
"""Values that a series must have before one of them can be told to break it."""
_MINE, _OTHERS, _STAKE = "declarer", "opponent", "stake"
_CARRIED = frozenset({"doubles", "multiplier", "pot"})
"""Facts that no grid varies: what depends on them is left alone."""


class SaidResult(NamedTuple):
    """A contract and its result in words."""

    rules: Ruleset
    cell: Cell

    def say(self, lang: str) -> str:
        """The game, its level, how many play it, the tricks."""
        from whistcli.say import sentence

        cell, game = self.cell, self.rules.games[self.cell.game]
        parts = [f"{cell.game} {cell.level}" if len(game.levels) > 1 else cell.game]
        if cell.tricks is not None:
            parts.append(sentence("U-lint.tricks", {"tricks": cell.tricks}, lang))
        else:
            args = {"count": cell.declarers, "made": cell.made_count}
            parts.append(sentence("U-lint.players", args, lang))
        return ", ".join(parts)


_FAULTS = {"hole": "", "conflict": "L-cell.conflict", "remainder": "L-cell.remainder"}
"""What is a fault where a cell has no points, with the sentence for it."""


def holes(source: Source) -> Iterator[Finding]:
    """Results without a value: a table lacks the key, two exceptions contradict each other, a share does not divide."""
    for kind in _scored(source):
        every = list(cells(source.rules, [kind]))
        for why, key in _FAULTS.items():
            lacking = [cell for cell in every if cell.why == why]
            if lacking:
                yield warn("L-cell", source.span("scores", "games", kind), key, name=kind, count=len(lacking),
                           place=lacking[0].hole, result=SaidResult(source.rules, lacking[0]))


def _scored(source: Source) -> list[str]:
    """The games that have a score."""
    return [kind for kind, score in source.rules.scores.items() if kind in source.rules.games and not score.silent]


def _written(source: Source, kind: str, side: str) -> Span:
    """Where the points of a side are written: what each gets, what all get, or what is paid."""
    keys = [key for key, _ in source.items("scores", "games", kind)]
    names = [key.text for key in keys]
    return source.value_span("scores", "games", kind, next((k for k in (side, f"{side}s", _STAKE) if k in names), side))


def sums(source: Source) -> Iterator[Finding]:
    """Cells of a zero-sum ruleset that do not sum to zero."""
    if not source.rules.zero_sum:
        return
    for kind in source.rules.scores:
        wrong = [cell for cell in _settled(source, kind) if cell.balance]
        if wrong:
            yield warn("L-sum", source.span("scores", "games", kind), name=kind, count=len(wrong),
                       sum=wrong[0].balance, result=SaidResult(source.rules, wrong[0]))


def signs(source: Source) -> Iterator[Finding]:
    """Made games that give a declarer less than an opponent, and lost ones that give him more."""
    for kind in source.rules.scores:
        told: set[bool] = set()
        for cell in _settled(source, kind):
            points = _points(cell)
            others = points[cell.declarers :]
            for seat in range(cell.declarers):
                made = cell.made[seat if len(cell.made) > 1 else 0]
                if made in told or not others or _right(points[seat], others[0], made):
                    continue
                told.add(made)
                yield warn("L-sign", _written(source, kind, _MINE), "" if made else "L-sign.lost",
                           name=kind, mine=points[seat], theirs=others[0], result=SaidResult(source.rules, cell))


def _right(mine: Amount, theirs: Amount, made: bool) -> bool:
    return mine >= theirs if made else mine <= theirs


def large(source: Source) -> Iterator[Finding]:
    """Values that look like a slip of the key."""
    for kind in source.rules.scores:
        for cell in _settled(source, kind):
            points = _points(cell)
            greatest = max(max(points), -min(points))
            if greatest > LARGE:
                yield warn("L-large", source.span("scores", "games", kind), name=kind, value=greatest, most=LARGE,
                           result=SaidResult(source.rules, cell))
                break


def steps(source: Source) -> Iterator[Finding]:
    """Values out of line in a series whose other steps are all alike."""
    for kind in source.rules.scores:
        rows: dict[tuple[object, ...], list[Cell]] = {}
        for cell in _settled(source, kind):
            for direct in (False, True) if cell.direct is None else (cell.direct,):
                if cell.tricks is not None:
                    rows.setdefault((cell.level, cell.suits, cell.declarers, direct, cell.made), []).append(cell)
        told: set[str] = set()
        for row in rows.values():
            row.sort(key=lambda cell: cell.tricks or 0)
            for side, seat in ((_MINE, 0), (_OTHERS, row[0].declarers)):
                values = [_points(cell)[seat] for cell in row] if seat < source.rules.players else []
                if [cell.tricks for cell in row] != list(range(row[0].tricks or 0, (row[0].tricks or 0) + len(row))):
                    continue
                place = odd_one(values)
                if place is None or side in told:
                    continue
                told.add(side)
                yield warn("L-step", _written(source, kind, side), name=f"{kind}.{side}",
                           value=values[place], series=tuple(values), fits=_fitting(values, place),
                           result=SaidResult(source.rules, row[place]))


def _fitting(values: Sequence[Amount], place: int) -> Amount:
    """What would make all steps alike."""
    gap = values[1] - values[0] if place > 1 else values[-1] - values[-2]
    return values[place - 1] + gap


def odd_one(values: Sequence[Amount]) -> int | None:
    """The place of the one value inside a series that breaks it: put right, all steps are alike.

    A value that is there twice in a row is where a series stops, not a slip.

    >>> odd_one([-43, -39, -34, -31, -27]), odd_one([7, 10, 13, 16, 19, 30]), odd_one([1, 2, 4, 8, 16])
    (2, None, None)
    >>> odd_one([10, 15, 20, 30, 30])
    """
    if len(values) < LEAST:
        return None
    gaps = [after - before for before, after in pairwise(values)]
    if len(set(gaps)) == 1:
        return None
    for place in range(1, len(values) - 1):
        rest = {*gaps[: place - 1], *gaps[place + 1 :]}
        if len(rest) == 1 and gaps[place - 1] + gaps[place] == 2 * next(iter(rest)) and 0 not in gaps:
            return place
    return None


def silent(source: Source) -> Iterator[Finding]:
    """Results, games and parameters without a value."""
    rules = source.rules
    for name, parameter in rules.parameters.items():
        if parameter.value is None and not parameter.dated:
            yield warn("L-silent", source.span("parameters", name), "L-silent.parameter", name=name)
    for kind, score in rules.scores.items():
        if kind not in rules.games:
            continue
        if score.silent:
            yield warn("L-silent", source.span("scores", "games", kind), "L-silent.game", name=kind)
            continue
        lacking = [cell for cell in cells(rules, [kind]) if cell.why == "silent" and _called(rules, cell)]
        if lacking:
            yield warn("L-silent", source.span("scores", "games", kind, "silent"), name=kind, count=len(lacking),
                       result=SaidResult(rules, lacking[0]))


def assumed(source: Source) -> Iterator[Finding]:
    """Values that the club's text does not print."""
    for where, basis in source.rules.bases.items():
        if basis.assumed:
            yield note("L-assumed", source.span(*where.split(".")), name=where)


# -- branches ------------------------------------------------------------------------------------------------------


def branches(source: Source) -> Iterator[Finding]:
    """Choices in scores, silences, exceptions and fines that every result decides alike."""
    rules = source.rules
    for kind in _scored(source):
        for key, _ in source.items("scores", "games", kind):
            side = _SIDES.get(key.text)
            if side is not None:
                yield from _in_value(source, kind, side, key.text)
        for rule in source.rule(source.result_env, kind, "scores", "games", kind, "silent", "when"):
            if _seen(source, kind, _MINE, (), rule.tree) == {False}:
                yield warn("L-branch", rule.scalar.span, "L-branch.silent", name=kind)
    for name, _ in source.items("fines"):
        for rule in source.rule(source.result_env, name.text, "fines", name.text, "when"):
            seen = set().union(*(_seen(source, kind, _MINE, (), rule.tree) for kind in rules.games))
            if seen == {False}:
                yield warn("L-branch", rule.scalar.span, "L-branch.fine", name=name.text)


_SIDES = {_MINE: _MINE, "declarers": _MINE, _STAKE: _MINE, "pot": _MINE, _OTHERS: _OTHERS, "opponents": _OTHERS}
"""The keys of a score that hold values, and whose facts these are worked out on."""


def _in_value(source: Source, kind: str, side: str, key: str) -> Iterator[Finding]:
    """The choices of one value, and its exceptions."""
    place = ("scores", "games", kind, key)
    found = source.tree(source.result_env, DECIMAL, *place) or source.tree(source.result_env, DECIMAL, *place, "value")
    for node, path in _choices(found[1], ()) if found is not None else ():
        assert found is not None
        seen = _seen(source, kind, side, path, node.args[0])
        if len(seen) == 1:
            span = _span(found[0], node.args[0])
            yield warn("L-branch", span, "" if True in seen else "L-branch.never", name=f"{kind}.{key}")
    for name, _ in source.items(*place, "exceptions"):
        for rule in source.rule(source.result_env, name.text, *place, "exceptions", name.text, "when"):
            if _seen(source, kind, side, (), rule.tree) == {False}:
                args = {"name": f"{kind}.{key}", "exception": name.text}
                yield Finding("L-branch", rule.scalar.span, "warning", "L-branch.exception", args)


Path = tuple[tuple[Typed, bool], ...]


def _choices(node: Typed, path: Path) -> Iterator[tuple[Typed, Path]]:
    """Every `if` in a tree, with what was decided on the way to it."""
    if node.op == "if":
        yield node, path
        condition, yes, no = node.args
        yield from _choices(condition, path)
        yield from _choices(yes, (*path, (condition, True)))
        yield from _choices(no, (*path, (condition, False)))
        return
    for arg in node.args:
        yield from _choices(arg, path)


def _seen(source: Source, kind: str, side: str, path: Path, condition: Typed) -> set[bool]:
    """What a condition turns out to be over all results that lead to it; either where results do not decide it.

    The condition is put in the place of the points, and settled as they are: who settles knows the facts.
    """
    reads = _facts_of(condition).union(*(_facts_of(node) for node, _ in path))
    if reads & (_CARRIED | source.rules.parameters.keys()):
        return {True, False}
    seen: set[bool] = set()
    for truth in (True, False):
        wanted = [node if expected else _not(node) for node, expected in (*path, (condition, truth))]
        probe = _probe(source.rules, kind, side, _all(wanted))
        if any(_reached(cell, side) for cell in cells(probe, [kind])):
            seen.add(truth)
    return seen


def _reached(cell: Cell, side: str) -> bool:
    if cell.points is None:  # the tricks would decide: some of them may lead there
        return cell.why == "open"
    return any(cell.points[: cell.declarers] if side == _MINE else cell.points[cell.declarers :])


def _not(node: Typed) -> Typed:
    return Typed("not", BOOL, (node,), unknown=node.unknown)


def _all(nodes: Sequence[Typed]) -> Typed:
    if len(nodes) == 1:
        return nodes[0]
    return Typed("and", BOOL, tuple(nodes), unknown=any(node.unknown for node in nodes))


def _probe(rules: Ruleset, kind: str, side: str, condition: Typed) -> Ruleset:
    """The ruleset with a score that is 1 where the condition holds, for one side, and 0 elsewhere."""
    zero, one = (Typed("const", INT, value=value) for value in (0, 1))
    tree = Typed("if", INT, (condition, one, zero), unknown=condition.unknown)
    nothing, asked = _expression(zero, rules), _expression(tree, rules)
    first, second = (asked, nothing) if side == _MINE else (nothing, asked)
    joint = rules.scores[kind].joint if kind in rules.scores else "together"
    return rules._replace(scores={**rules.scores, kind: Score(kind, first, second, joint)}, fines=())


def _expression(tree: Typed, rules: Ruleset) -> Expression:
    code, constants = generate(tree, rules.suits)
    return Expression("", tree.type, tree.unknown, _facts_of(tree), code, constants)


def _facts_of(tree: Typed) -> frozenset[str]:
    own = {str(tree.value)} if tree.op == "fact" else set()
    return frozenset(own.union(*map(_facts_of, tree.args)))


def _span(scalar: Scalar, node: Typed) -> Span:
    """Where a part of an expression begins."""
    span = scalar.span
    for _, place in scalar.places:
        if place.line == node.line and place.column <= node.column <= place.column + place.width:
            return place._replace(column=node.column, width=1)
    return span


def _settled(source: Source, kind: str) -> list[Cell]:
    if kind not in source.rules.games:
        return []
    return [cell for cell in cells(source.rules, [kind]) if cell.points is not None]


def _points(cell: Cell) -> tuple[Amount, ...]:
    assert cell.points is not None
    return cell.points


def _called(rules: Ruleset, cell: Cell) -> bool:
    """Whether an auction can come to a result; a `contract:` line may also write down several who cannot join."""
    game = rules.games[cell.game]
    return cell.declarers == 1 or not game.each_alone or game.equal == "joins"
