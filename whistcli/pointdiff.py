"""Where two rulesets give other points for the same result: cell against cell, equal changes drawn together.

How the points are written plays no part, only what they come to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.grid import Cell, cells
from whistcli.model import Amount, Ruleset
from whistcli.taken import Taken

ROLES = ("declarer", "opponent")

Result = int | tuple[bool, ...]
"""Which cell of a game and level: the number of tricks, or who made it where each plays for himself."""
Worth = tuple[Amount, ...] | str
"""The points of a role, equal ones once, or why there are none."""


class Line(NamedTuple):
    """Points that go up or down by the same step a trick: `base` without a trick over or short."""

    base: Amount
    step: Amount


class Values(NamedTuple):
    """What a role gets under the one ruleset and under the other: worths, or lines; of a "step" only the steps.

    Of a "shift" `b` is by how much they differ, and `a` is `None`.
    """

    role: str
    a: tuple[Worth, ...] | Line | Amount | None
    b: tuple[Worth, ...] | Line | Amount


class PointsChange(NamedTuple):
    """Cells of one game whose points differ in the same way.

    `made` says whether they are made under the one ruleset and under the other. `form` is "flat" (each role has one
    worth in all the cells), "shift" (a constant is added), "step" and "line" (so much a trick), or "series" (one worth
    a cell). `whole` says that these are all cells that are made, or lost. `suits` and `direct` are as in a `Cell`.
    """

    game: str
    levels: tuple[int, ...]
    suits: tuple[str, ...]
    direct: bool | None
    declarers: int
    made: tuple[tuple[bool, ...], tuple[bool, ...]]
    results: tuple[tuple[int, Result], ...]
    form: str
    values: tuple[Values, ...]
    whole: bool

    def covers(self, contract: Contract, taken: Taken) -> bool:
        """Whether the result of a contract is among these cells."""
        result: Result | None = taken.tricks[0] if len(taken.made) == 1 else tuple(sorted(taken.made, reverse=True))
        same = contract.kind == self.game and len(contract.declarers) == self.declarers
        if not same or (self.suits and contract.suit not in self.suits):
            return False
        if self.direct is not None and bool(contract.direct) is not self.direct:
            return False
        if result is None:  # made or lost without a number: any of the cells that fit
            return any(level == contract.level for level, _ in self.results) and taken.made == self.made[0]
        return (contract.level or 0, result) in self.results


class _Pair(NamedTuple):
    """One result under both rulesets."""

    result: Result
    a: Cell
    b: Cell

    @property
    def made(self) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
        return (self.a.made, self.b.made)

    @property
    def worth(self) -> tuple[Worth, ...]:
        return tuple(_worth(cell, role) for role in ROLES for cell in (self.a, self.b))

    @property
    def differs(self) -> bool:
        return any(_worth(self.a, role) != _worth(self.b, role) for role in ROLES)


def point_changes(a: Ruleset, b: Ruleset) -> Iterator[PointsChange]:
    """The points that differ, for the games, levels and results that both rulesets have."""
    for kind in a.games:
        if kind in b.games:
            yield from _levels_together(_of_game(list(cells(a, [kind])), list(cells(b, [kind]))))


def _worth(cell: Cell, role: str) -> Worth:
    if cell.points is None:
        return cell.why
    return cell.declarer if role == "declarer" else cell.opponent


def _of_game(ours: list[Cell], theirs: list[Cell]) -> Iterator[PointsChange]:
    def place(cell: Cell) -> tuple[int, int]:
        return (cell.level, cell.declarers)

    theirs_by_place = {key: list(group) for key, group in groupby(theirs, place)}
    for key, group in groupby(ours, place):
        mine, other = list(group), theirs_by_place.get(key, [])
        if other:
            yield from _of_place(mine, other)


def _of_place(mine: list[Cell], other: list[Cell]) -> Iterator[PointsChange]:
    """The changes of one game, level and number of declarers; suits and direct only where they make a difference."""
    every = [*mine, *other]
    suits: list[str | None] = [*dict.fromkeys(suit for cell in every for suit in cell.suits)] or [None]
    found: dict[str | None, dict[bool | None, list[_Pair]]] = {}
    for suit in suits:
        by_direct = {said: _pairs(mine, other, suit, said) for said in (False, True)}
        common = [pair for pair in by_direct[False] if _like(pair, by_direct[True])]
        found[suit] = {
            None: common,
            **{said: [pair for pair in pairs if not _like(pair, common)] for said, pairs in by_direct.items()},
        }
    groups: list[list[str | None]] = []
    for suit in suits:
        same = next((group for group in groups if _alike(found[group[0]], found[suit])), None)
        if same is None:
            groups.append([suit])
        else:
            same.append(suit)
    for group in groups:
        named = tuple(suit for suit in group if suit is not None) if len(groups) > 1 else ()
        for said, pairs in found[group[0]].items():
            for change in _drawn(pairs):
                yield change._replace(suits=named, direct=said)


def _pairs(mine: list[Cell], other: list[Cell], suit: str | None, direct: bool) -> list[_Pair]:
    def fitting(listed: list[Cell]) -> dict[Result, Cell]:
        return {
            cell.made if cell.tricks is None else cell.tricks: cell
            for cell in listed
            if (not cell.suits or suit in cell.suits) and cell.direct in (None, direct)
        }

    theirs = fitting(other)
    return [_Pair(result, cell, theirs[result]) for result, cell in fitting(mine).items() if result in theirs]


def _like(pair: _Pair, pairs: Iterable[_Pair]) -> bool:
    return any(pair.result == other.result and pair.worth == other.worth for other in pairs)


def _alike(one: dict[bool | None, list[_Pair]], other: dict[bool | None, list[_Pair]]) -> bool:
    return all(
        len(pairs) == len(other[said]) and all(_like(pair, other[said]) for pair in pairs)
        for said, pairs in one.items()
    )


# -- drawing together --------------------------------------------------------------------------------------------------


def _drawn(pairs: list[_Pair]) -> Iterator[PointsChange]:
    """The changes of some results: those that are made, those that are lost, those that become one or the other."""
    for made in sorted({pair.made for pair in pairs}, reverse=True):
        same = sorted((pair for pair in pairs if pair.made == made), key=lambda pair: pair.result)
        changed = [pair for pair in same if pair.differs]
        if not changed:
            continue
        whole = len(changed) == len(same)
        if len({pair.worth for pair in changed}) == 1:
            yield _change(changed, "flat", _flat(changed), whole)
            continue
        formula = _formula(changed) if whole else None
        if formula is not None:
            yield _change(changed, *formula, whole)
            continue
        runs = list(_runs(changed))
        if len(runs) > 2:
            yield _change(changed, "series", _series(changed), whole)
            continue
        for run in runs:
            yield _change(run, "flat", _flat(run), False)


def _runs(changed: list[_Pair]) -> Iterator[list[_Pair]]:
    """The results in their order, parted where their points change in another way."""
    run: list[_Pair] = []
    for pair in changed:
        if run and pair.worth != run[-1].worth:
            yield run
            run = []
        run.append(pair)
    yield run


def _number(pair: _Pair) -> int:
    return pair.result if isinstance(pair.result, int) else -2


def _change(pairs: list[_Pair], form: str, values: tuple[Values, ...], whole: bool) -> PointsChange:
    cell = pairs[0].a
    results = tuple((cell.level, pair.result) for pair in pairs)
    return PointsChange(
        cell.game, (cell.level,), (), None, cell.declarers, pairs[0].made, results, form, values, whole
    )


def _both(pairs: Sequence[_Pair], role: str) -> tuple[tuple[Worth, ...], tuple[Worth, ...]]:
    return tuple(_worth(pair.a, role) for pair in pairs), tuple(_worth(pair.b, role) for pair in pairs)


def _flat(pairs: list[_Pair]) -> tuple[Values, ...]:
    found = ((role, *_both(pairs[:1], role)) for role in ROLES)
    return tuple(Values(role, a, b) for role, a, b in found if a != b)


def _series(pairs: list[_Pair]) -> tuple[Values, ...]:
    found = ((role, *_both(pairs, role)) for role in ROLES)
    return tuple(Values(role, a, b) for role, a, b in found if a != b)


def _formula(pairs: list[_Pair]) -> tuple[str, tuple[Values, ...]] | None:
    """The change as a rule that holds for all these results, or `None` where there is no simple one."""
    distances = _distances(pairs)
    if distances is None or len(pairs) < 3:
        return None
    shifts: list[Values] = []
    lines: list[tuple[str, Line, Line]] = []
    for role in ROLES:
        a, b = _both(pairs, role)
        if a == b:
            continue
        if not all(isinstance(worth, tuple) and len(worth) == 1 for worth in (*a, *b)):
            return None
        mine, theirs = [_amount(worth) for worth in a], [_amount(worth) for worth in b]
        differences = {their - my for my, their in zip(mine, theirs, strict=True)}
        if len(differences) == 1:
            shifts.append(Values(role, None, differences.pop()))
        one, other = _line(distances, mine), _line(distances, theirs)
        if one is not None and other is not None:
            lines.append((role, one, other))
    changed = sum(_both(pairs, role)[0] != _both(pairs, role)[1] for role in ROLES)
    if len(shifts) == changed:
        return "shift", tuple(shifts)
    if len(lines) < changed:
        return None
    if all(one.base == other.base for _, one, other in lines):
        return "step", tuple(Values(role, one.step, other.step) for role, one, other in lines)
    return "line", tuple(Values(*line) for line in lines)


def _amount(worth: Worth) -> Amount:
    """The one amount of a role."""
    assert isinstance(worth, tuple)
    return worth[0]


def _distances(pairs: list[_Pair]) -> list[int] | None:
    """How many tricks over, or short, each result is; `None` where both rulesets do not see it so.

    Only for neighbouring numbers that end where the others begin: all that are lost, or all that are made.
    """
    numbers = [_number(pair) for pair in pairs]
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))) or len(set(pairs[0].made)) > 1:
        return None
    if any(pairs[0].made[0]):
        return [number - numbers[0] for number in numbers] if numbers[0] > 0 else None
    return [numbers[-1] + 1 - number for number in numbers] if numbers[0] == 0 else None


def _line(distances: Sequence[int], values: Sequence[Amount]) -> Line | None:
    """The line through the values, where there is one."""
    step: Amount
    step = Decimal(values[-1] - values[0]) / (distances[-1] - distances[0])
    step = int(step) if step == int(step) else step
    base = values[0] - step * distances[0]
    fits = all(base + step * distance == value for distance, value in zip(distances, values, strict=True))
    return Line(base, step) if fits else None


def _levels_together(found: Iterable[PointsChange]) -> Iterator[PointsChange]:
    """Changes that differ in the level alone, as one."""
    together: dict[object, PointsChange] = {}
    for change in found:
        tricks = tuple(result for _, result in change.results) if change.form == "series" or not change.whole else ()
        key = change._replace(levels=(), results=(), values=()), repr(change.values), tricks
        before = together.get(key)
        if before is None:
            together[key] = change
        else:
            levels, results = (*before.levels, *change.levels), (*before.results, *change.results)
            together[key] = before._replace(levels=tuple(dict.fromkeys(levels)), results=results)
    yield from together.values()
