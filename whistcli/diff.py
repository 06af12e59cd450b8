"""What differs between two rulesets, in terms of rules: what plays, what is worth what, not how it is written.

Clauses, readings, the texts of refusals and the words of a language are no rules, and are not compared. The model is
walked as it is, so that what a ruleset can say more one day is compared without a line here.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType
from typing import NamedTuple

from whistcli.cards import Card
from whistcli.expr import Exceptional, Expression
from whistcli.grid import cells, read_beside
from whistcli.model import Basis, Condition, Ruleset, Rung
from whistcli.pointdiff import PointsChange, point_changes

Definitions = Mapping[str, str]
"""The texts of a ruleset's `define`, by name."""

ORDER = (
    "game", "title", "edition", "players", "cards", "suits", "ladder", "auction", "games", "calls", "every_call",
    "define", "parameters", "zero_sum", "scores", "fines", "revoke", "free_deal", "session",
)
"""The parts of a ruleset in the order in which their differences are told; others come after these."""

NO_RULES = frozenset({
    "id", "ladder_because", "play", "clauses", "unchecked", "vocabulary", "bases", "source", "changed_cases",
    "changed_tests",
})
"""Fields of a ruleset that say on what its rules rest, or in what words, and are no rules."""

_TOLD_APART = frozenset({"ladder", "scores", "define"})
_SKIPPED = frozenset({"basis", "bases", "because", "says", "kind", "name", "names", "cite", "reading", "assumed"})
_IN_CELLS = frozenset({"declarer", "opponent", "joint", "silent_when", "stake", "shared"})
"""Fields of a score whose differences are seen in the points that they come to, where nothing beside decides."""


class Checked(NamedTuple):
    """Stands for a rule that says nothing but that something is checked."""


class Change(NamedTuple):
    """One difference: where, what became of it ("changed", "new", "gone", "moved"), the values under both rulesets.

    A value is a plain one, an expression, a condition, `Checked()`, or `None` where there is none. Of a moved rung `a`
    and `b` are the rungs below it.
    """

    place: tuple[str, ...]
    change: str
    a: object = None
    b: object = None


def differences(
    a: Ruleset, b: Ruleset, defined: tuple[Definitions, Definitions] = ({}, {})
) -> list[Change | PointsChange]:
    """All differences, in the order of a ruleset. Games of different sorts have one: that they are."""
    if a.game != b.game:
        return [Change(("game",), "changed", a.game, b.game)]
    found: dict[str, list[Change | PointsChange]] = {}
    same = _Same(a, b)
    for name in Ruleset._fields:
        if name in NO_RULES or name in _TOLD_APART:
            continue
        mine, theirs = _plain(getattr(a, name)), _plain(getattr(b, name))
        found[name] = list(_of(same, mine, theirs, (name,)))
    found["ladder"] = list(_ladder(a, b))
    found["define"] = [
        Change(("define", name), "changed", text, defined[1][name])
        for name, text in defined[0].items()
        if name in defined[1] and _words(text) != _words(defined[1][name])
    ]
    found["scores"] = list(_scores(a, b, same))
    names = [*ORDER, *(name for name in found if name not in ORDER)]
    return [change for name in names for change in found.get(name, ())]


# -- values ------------------------------------------------------------------------------------------------------------


class _Same:
    """Whether two values say the same."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self.ranks_alike = (a.ladder, a.ties, a.suits) == (b.ladder, b.ties, b.suits)

    def __call__(self, mine: object, theirs: object) -> bool:
        if isinstance(mine, Condition) and isinstance(theirs, Condition):
            mine, theirs = mine.that, theirs.that
        if isinstance(mine, Exceptional) and isinstance(theirs, Exceptional):
            return _words(mine.text) == _words(theirs.text)
        if isinstance(mine, Expression) and isinstance(theirs, Expression):
            return _words(mine.text) == _words(theirs.text) or (self.ranks_alike and _code(mine) == _code(theirs))
        return mine == theirs


def _words(text: str) -> str:
    return " ".join(text.split())


def _code(expression: Expression) -> object:
    """What an expression does, wherever it stands: a definition that is written out does the same."""

    def bare(code: CodeType) -> object:
        inner = tuple(bare(c) if isinstance(c, CodeType) else (type(c).__name__, c) for c in code.co_consts)
        return code.co_code, inner, code.co_names, code.co_freevars

    return bare(marshal.loads(expression.code)), expression.constants


def _plain(value: object) -> object:
    """A value of the model as maps and leaves, without what it rests on."""
    if isinstance(value, Expression | Exceptional | Condition):
        return value
    if isinstance(value, Basis):
        return Checked()
    if isinstance(value, Rung):
        return str(value)
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        fields: Mapping[str, object] = value._asdict()
        return {name: _plain(field) for name, field in fields.items() if name not in _SKIPPED}
    if isinstance(value, Mapping):
        return {str(name): _plain(field) for name, field in value.items()}
    if isinstance(value, tuple | list | frozenset):
        named = {_short(item): _plain(item) for item in value if _short(item)}
        if named:
            return named
        items = tuple(_plain(item) for item in value if not isinstance(item, Basis))
        return items[0] if len(items) == 1 and len(items) < len(value) else items
    return value


def _short(item: object) -> str:
    """The name that a rule has among its like, or nothing."""
    name = getattr(item, "name", None) if hasattr(item, "_fields") else None
    return str(name).rpartition(".")[2] if name else ""


def _of(same: _Same, mine: object, theirs: object, place: tuple[str, ...]) -> Iterator[Change]:
    """The differences between two values that stand at one place."""
    if isinstance(mine, Mapping) and theirs == ():
        theirs = {}
    if isinstance(theirs, Mapping) and mine == ():
        mine = {}
    if place == ("title",):
        if mine != theirs:
            yield Change(place, "changed", mine, theirs)
    elif isinstance(mine, Mapping) and isinstance(theirs, Mapping):
        for name in dict.fromkeys((*mine, *theirs)):
            inner = (*place, name)
            if place[0] == "calls" and name == "levels":  # those of its game, where they have been told
                continue
            if name not in theirs:
                yield Change(inner, "gone", mine[name])
            elif name not in mine:
                yield Change(inner, "new", None, theirs[name])
            else:
                yield from _of(same, mine[name], theirs[name], inner)
    elif isinstance(mine, Mapping) and theirs is None:
        yield Change(place, "gone", mine)
    elif isinstance(theirs, Mapping) and mine is None:
        yield Change(place, "new", None, theirs)
    elif not same(mine, theirs):
        yield Change(place, "changed", mine, theirs)


# -- the ladder --------------------------------------------------------------------------------------------------------


def _tied(rules: Ruleset) -> tuple[str, ...]:
    """The games that are on one rung with another."""
    return tuple(f"{rules.ladder[first]} = {rules.ladder[place]}" for place, first in rules.ties.items())


def _ladder(a: Ruleset, b: Ruleset) -> Iterator[Change]:
    """Rungs that are gone, rungs that are new (neighbours together), rungs that stand elsewhere among the others."""
    gone = tuple(str(rung) for rung in a.ladder if rung not in b.ladder)
    if gone:
        yield Change(("ladder",), "gone", gone)
    run: list[str] = []
    below: str | None = None
    for rung in (*b.ladder, None):
        if rung is not None and rung not in a.ladder:
            run.append(str(rung))
            continue
        if run:
            yield Change(("ladder", below or ""), "new", None, tuple(run))
            run = []
        below = None if rung is None else str(rung)
    if _tied(a) != _tied(b):
        yield Change(("ladder", "ties"), "changed", _tied(a) or None, _tied(b) or None)
    mine = [rung for rung in a.ladder if rung in b.ladder]
    theirs = [rung for rung in b.ladder if rung in a.ladder]
    kept = set(_longest(mine, theirs))
    for place, rung in enumerate(theirs):
        if rung not in kept:
            before = mine.index(rung)
            yield Change(
                ("ladder", str(rung)), "moved",
                str(mine[before - 1]) if before else None, str(theirs[place - 1]) if place else None,
            )


def _longest(one: Sequence[Rung], other: Sequence[Rung]) -> list[Rung]:
    """The most rungs that stand in the same order in both."""
    places = [other.index(rung) for rung in one]
    best: list[list[int]] = []  # the longest rising chain that ends at each place
    for at, place in enumerate(places):
        before = [chain for chain, end in zip(best, places[:at], strict=True) if end < place]
        best.append([*max(before, key=len, default=[]), place])
    return [other[place] for place in max(best, key=len, default=[])]


# -- points ------------------------------------------------------------------------------------------------------------


def _scores(a: Ruleset, b: Ruleset, same: _Same) -> Iterator[Change | PointsChange]:
    points: dict[str, list[PointsChange]] = {}
    for change in point_changes(a, b):
        points.setdefault(change.game, []).append(change)
    for kind in a.games:
        if kind not in b.games:
            continue
        mine, theirs = (any(cell.assumed for cell in cells(rules, [kind])) for rules in (a, b))
        if mine != theirs:
            yield Change(("scores", kind, "assumed"), "changed", mine, theirs)
        yield from points.get(kind, ())
        if kind in a.scores and kind in b.scores:
            seen = frozenset() if read_beside(a, kind) or read_beside(b, kind) else _IN_CELLS
            one, other = ({
                name: _plain(value)
                for name, value in rules.scores[kind]._asdict().items()
                if name not in seen and name not in _SKIPPED
            } for rules in (a, b))
            yield from _of(same, one, other, ("scores", kind))
