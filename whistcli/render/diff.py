"""The differences between two rulesets as sentences, one each, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from whistcli.diff import Change, Checked
from whistcli.expr import Exceptional, Expression
from whistcli.model import Condition, Ruleset, in_language
from whistcli.pointdiff import Line, PointsChange, Values
from whistcli.render.figures import number
from whistcli.render.grid import figures
from whistcli.render.machine import amount
from whistcli.say import catalogue, sentence

Json = dict[str, object]


class DiffPage:
    """Says what differs between two rulesets, in one language. Games, calls and parameters keep their names."""

    def __init__(self, a: Ruleset, b: Ruleset, lang: str) -> None:
        self.a = a
        self.b = b
        self.lang = lang

    def say(self, key: str, **args: object) -> str:
        """A sentence of the page."""
        return sentence(key, args, self.lang)

    def text(self, change: Change | PointsChange) -> str:
        """One difference in a sentence."""
        if isinstance(change, PointsChange):
            return self._points(change)
        if change.place[0] == "ladder":
            return self._rung(change)
        whole = change.place[:-1] if self._is_condition(change) else change.place
        what = self.place(whole)
        if self._is_condition(change):
            return self._condition(change, what)
        if change.change == "changed":
            name = change.place[-1]
            return self.say("C-diff.changed", what=what, a=self.value(change.a, name), b=self.value(change.b, name))
        told = change.b.items() if isinstance(change.b, Mapping) else ()
        filled = [(str(name), value) for name, value in told if value not in (None, False, (), {})]
        if len(filled) == 1:
            name, value = filled[0]
            said = self.value(value, name)
            return self.say("C-diff.added", what=what, b=said if name == "value" else f"{self._field(name)} {said}")
        return self.say(f"C-diff.{change.change}", what=what)

    def json(self, change: Change | PointsChange) -> Json:
        """One difference as data, with its sentence."""
        if isinstance(change, PointsChange):
            tricks = [result for _, result in change.results if isinstance(result, int)]
            return {
                "place": f"scores.{change.game}",
                "change": "points",
                "levels": list(change.levels),
                "trumps": list(change.suits),
                "direct": change.direct,
                "declarers": change.declarers,
                "made": [list(made) for made in change.made],
                "tricks": sorted(set(tricks)) if tricks else None,
                "form": change.form,
                "values": [{"role": v.role, "a": _data(v.a), "b": _data(v.b)} for v in change.values],
                "text": self.text(change),
            }
        return {
            "place": ".".join(change.place),
            "change": change.change,
            "a": _data(change.a),
            "b": _data(change.b),
            "text": self.text(change),
        }

    # -- rules ---------------------------------------------------------------------------------------------------------

    def place(self, place: Sequence[str]) -> str:
        """Where a rule stands, in words: its part and name, then what of it."""
        part, rest = place[0], list(place[1:])
        if f"C-what.{part}" not in catalogue("C"):
            said = self._field(part)
        elif part in ("games", "calls", "parameters", "fines", "define", "scores", "penalties", "sits_out") and rest:
            said = self.say(f"C-what.{part}", name=rest.pop(0))
        else:
            said = self.say(f"C-what.{part}", name="").strip()
        fields = [self._field(name) for name in rest if name not in ("require", "value")]
        return ", ".join([said, *fields])

    def _field(self, name: str) -> str:
        key = f"C-field.{name}"
        return self.say(key) if key in catalogue("C") else name.replace("_", " ")

    def value(self, value: object, name: str = "") -> str:
        """A value of the field `name`."""
        if value is None:
            key = {"value": "silent", "needs": "level", "ask_arbiter": "never"}.get(name)
            return self.say(f"C-value.{key or ('unchecked' if name in self._checked() else 'none')}")
        if isinstance(value, Checked):
            return self.say("C-value.checked")
        if isinstance(value, bool):
            return self.say("C-value.yes" if value else "C-value.no")
        if isinstance(value, int | Decimal):
            return number(value)
        if isinstance(value, Expression | Exceptional):
            return f"`{' '.join(value.text.split())}`"
        if isinstance(value, Condition):
            return self.value(value.that)
        if isinstance(value, Mapping):
            if name == "title":
                return in_language({str(k): str(v) for k, v in value.items()}, self.lang)
            return ", ".join(f"{self._field(str(key))} {self.value(inner, str(key))}" for key, inner in value.items())
        if isinstance(value, tuple | list | frozenset):
            return self._listed(tuple(value), name)
        if name in ("leader", "equal") and f"B-{name}.{value}" in catalogue("B"):
            return self.say(f"B-leader.{value}" if name == "leader" else f"B-equal.{value}")
        return f"`{' '.join(str(value).split())}`" if " " in str(value) else str(value)

    def _checked(self) -> frozenset[str]:
        """The fields of an evening that are checked or not."""
        fields = {name for rules in (self.a, self.b) for name, value in rules.session._asdict().items()
                  if value is not None and not isinstance(value, str | int)}
        return frozenset(fields)

    def _listed(self, values: tuple[object, ...], name: str) -> str:
        if not values:
            return self.say("C-value.none")
        if all(isinstance(value, int) for value in values):
            return numbers([int(str(value)) for value in values])
        between = " > " if name == "suits" else ", "
        return between.join(self.value(value) for value in values)

    def _is_condition(self, change: Change) -> bool:
        return isinstance(change.a, Condition) or isinstance(change.b, Condition)

    def _condition(self, change: Change, what: str) -> str:
        name = change.place[-1]
        if isinstance(change.a, Condition) and isinstance(change.b, Condition):
            a, b = self.value(change.a), self.value(change.b)
            return self.say("C-condition.changed", what=what, name=name, a=a, b=b)
        condition = change.a if isinstance(change.a, Condition) else change.b
        assert isinstance(condition, Condition)
        says = in_language(condition.says, self.lang, " ".join(condition.that.text.split()))
        return self.say(f"C-condition.{change.change}", what=what, name=name, says=says)

    def _rung(self, change: Change) -> str:
        if change.change == "gone":
            return self.say("C-ladder.gone", rungs=change.a)
        if change.change == "new":
            below = change.place[1]
            return self.say("C-ladder.new" if below else "C-ladder.lowest", rungs=change.b, below=below)
        places = [
            self.say("C-ladder.above", below=below) if below else self.say("C-ladder.bottom")
            for below in (change.b, change.a)
        ]
        return self.say("C-ladder.moved", rung=change.place[1], now=places[0], before=places[1])

    # -- points --------------------------------------------------------------------------------------------------------

    def _points(self, change: PointsChange) -> str:
        over = any(change.made[0])
        told = [v for v in change.values if v.a != ((),) and v.b != ((),)] or change.values
        roles = "; ".join(self._role(change.form, values, over) for values in told)
        return self.say("C-points", what=self._cells(change), roles=roles)

    def _cells(self, change: PointsChange) -> str:
        """Which cells: game and levels, trumps, direct, how many players, made or lost, with how many tricks."""
        several = any(len(rules.games[change.game].levels) > 1 for rules in (self.a, self.b))
        parts = [f"{change.game} {numbers(change.levels)}" if several else change.game]
        parts += ["/".join(change.suits)] if change.suits else []
        if change.direct is not None:
            parts.append(self.say("C-points.direct" if change.direct else "C-points.indirect"))
        made = change.made[0]
        if len(made) > 1:
            parts.append(self.say("C-points.of", made=sum(made), count=len(made)))
            return " ".join(parts)
        outcomes = [self.say("U-made" if any(side) else "U-lost") for side in change.made]
        parts.append(outcomes[0] if outcomes[0] == outcomes[1] else " -> ".join(outcomes))
        if change.whole and change.form != "series":
            return " ".join(parts)
        tricks = numbers(sorted({result for _, result in change.results if isinstance(result, int)}))
        return self.say("C-points.tricks", what=" ".join(parts), tricks=tricks)

    def _role(self, form: str, values: Values, over: bool) -> str:
        who = self.say(f"C-who.{values.role}")
        a, b = values.a, values.b
        if form == "shift" and isinstance(b, int | Decimal):
            return self.say("C-points.shift", who=who, by=_signed(b))
        if isinstance(a, int | Decimal) and isinstance(b, int | Decimal):
            key = "C-points.step_over" if over else "C-points.step_short"
            return self.say(key, who=who, a=_signed(a), b=_signed(b))
        if isinstance(a, Line) and isinstance(b, Line):
            return self.say("C-points.changed", who=who, a=self._line(a, over), b=self._line(b, over))
        return self.say("C-points.changed", who=who, a=self._worths(a), b=self._worths(b))

    def _line(self, line: Line, over: bool) -> str:
        if not line.step:
            return number(line.base)
        key = "C-points.each_over" if over else "C-points.each_short"
        return self.say(key, base=number(line.base), step=_signed(line.step))

    def _worths(self, worths: object) -> str:
        assert isinstance(worths, tuple)
        said = [self.say(f"C-value.{worth}") if isinstance(worth, str) else figures(worth) for worth in worths]
        return " ".join(said if len(set(said)) > 1 else said[:1])


def numbers(values: Sequence[int]) -> str:
    """Numbers in short, neighbours as a range.

    >>> numbers([8, 9, 10, 13]), numbers((9, 10))
    ('8-10, 13', '9-10')
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _signed(value: int | Decimal) -> str:
    return number(value) if value < 0 else f"+{number(value)}"


def _data(value: object) -> object:
    """A value of a difference as JSON has it."""
    if isinstance(value, Line):
        return {"base": amount(value.base), "step": amount(value.step)}
    if isinstance(value, Checked):
        return True
    if isinstance(value, Condition):
        return value.that.text
    if isinstance(value, Expression | Exceptional):
        return value.text
    if isinstance(value, Mapping):
        return {str(key): _data(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [_data(inner) for inner in value]
    return amount(value) if isinstance(value, Decimal) else value


def diff_json(page: DiffPage, changes: Iterable[Change | PointsChange]) -> Json:
    """All differences as data."""
    names = {side: f"{rules.id}@{rules.edition}" if rules.edition else rules.id
             for side, rules in (("a", page.a), ("b", page.b))}
    return {**names, "differences": [page.json(change) for change in changes]}
