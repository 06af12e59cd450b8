"""The grid of points: holes, sums, signs, steps that break a series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from whistcli.diag import Finding, Span
from whistcli.grid import Cell, cells
from whistcli.lint.source import Source, note, warn
from whistcli.model import Amount, Ruleset

LARGE = 1000
LEAST = 5
"""Values that a series must have before one of them can be told to break it."""
_MINE, _OTHERS, _STAKE = "declarer", "opponent", "stake"


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
    for kind in scored(source):
        every = list(cells(source.rules, [kind]))
        for why, key in _FAULTS.items():
            lacking = [cell for cell in every if cell.why == why]
            if lacking:
                yield warn("L-cell", source.span("scores", "games", kind), key, name=kind, count=len(lacking),
                           place=lacking[0].hole, result=SaidResult(source.rules, lacking[0]))


def scored(source: Source) -> list[str]:
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
