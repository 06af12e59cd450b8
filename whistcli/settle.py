"""From a contract and its result to points, balance and fines, by the ruleset's own expressions.

`settle` is pure. It never guesses: without tricks it gives points only where every number of tricks that fits the
result gives the same, and a value that the ruleset is silent about stays silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.expr import Expression, Hole
from whistcli.model import Amount, Game, Ruleset, Score, Text
from whistcli.taken import Taken

Function = Callable[[object], object]
REMEMBERED = 5_000
"""Facts of results that are kept before all are forgotten."""

_BY_TRICKS = frozenset({"tricks", "over", "under"})


class Fine(NamedTuple):
    """A fine of one seat by the ruleset; `amount` is `None` where it is due and nobody has set it."""

    seat: int
    amount: Amount | None
    rule: str


class Settled(NamedTuple):
    """The points of all seats, or why there are none.

    `points` is `None` where the ruleset is `silent` (with the reason), has a `hole` (the rule that lacks a value), or
    where the tricks that are not written would decide (`open`); `strict` says that only an assumed value was at hand
    and refused. `assumed` names the rules whose values are assumed.
    """

    points: tuple[Amount, ...] | None
    fines: tuple[Fine, ...] = ()
    assumed: tuple[str, ...] = ()
    silent: Text | None = None
    hole: str | None = None
    open: bool = False
    strict: bool = False


class _Facts:
    """The facts of a result for one declarer; attribute names are those of `whistcli.facts.RESULT`.

    `answers` are the values of expressions on these facts, by the expression's identity.
    """

    __slots__ = ("__dict__", "answers")

    def __init__(self, values: Mapping[str, object]) -> None:
        self.__dict__.update(values)
        self.answers: dict[int, Amount | None] = {}


class Counter:
    """A ruleset that is ready to settle: its expressions bound once."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._bound: dict[int, Function] = {}
        self._known: dict[tuple[object, ...], _Facts] = {}
        self._parameters = {name: parameter.value for name, parameter in rules.parameters.items()}

    def settle(self, contract: Contract, taken: Taken, strict: bool = False) -> Settled:
        """The points and fines of a contract with this result.

        `strict` refuses assumed values, as if the ruleset were silent. Never raises for what a ruleset lacks.
        """
        game = self.rules.games[contract.kind]
        score = self.rules.scores.get(contract.kind)
        try:
            fines = tuple(self._fines(game, contract, taken))
            if score is None or score.declarer is None or score.opponent is None:
                return Settled(None, fines, silent=score.because if score else {})
            if score.silent_when is not None:
                first = self._facts(game, contract, taken, 0, _tricks_of(taken, game, contract)[0])
                if self._value(score.silent_when, first):
                    return Settled(None, fines, silent=score.because)
            if strict and score.basis.assumed:
                return Settled(None, fines, silent=score.basis.assumed, strict=True)
            points = self._points(game, score, contract, taken)
        except Hole as hole:
            return Settled(None, hole=f"scores.{contract.kind}[{hole.key}]")
        assumed = (f"scores.{contract.kind}",) if score.basis.assumed else ()
        if points is None:
            return Settled(None, fines, assumed, open=True)
        if any(value is None for value in points):
            return Settled(None, fines, assumed, silent={})
        return Settled(tuple(_exact(value) for value in points if value is not None), fines, assumed)

    def _points(
        self, game: Game, score: Score, contract: Contract, taken: Taken
    ) -> tuple[Amount | None, ...] | None:
        """The points by seat, or `None` where different numbers of tricks would give different ones."""
        found: tuple[Amount | None, ...] | None = None
        for tricks in _possible(score, game, contract, taken):
            points = self._of(game, score, contract, taken, tricks)
            if found is not None and points != found:
                return None
            found = points
        return found

    def _of(
        self, game: Game, score: Score, contract: Contract, taken: Taken, tricks: tuple[int, ...]
    ) -> tuple[Amount | None, ...]:
        seats = range(self.rules.players)
        assert score.declarer is not None
        assert score.opponent is not None
        if score.joint == "independent" and len(taken.made) > 1:
            total: list[Amount | None] = [0 for _ in seats]
            for place, seat in enumerate(contract.declarers):
                alone = Taken((tricks[place],), (taken.made[place],))
                facts = self._facts(game, contract, alone, 0, tricks[place])
                for other in seats:
                    value = self._value(score.declarer if other == seat else score.opponent, facts)
                    total[other] = _add(total[other], value)
            return tuple(total)
        each = [self._facts(game, contract, taken, place, tricks[place]) for place in range(len(taken.made))]
        points: list[Amount | None] = []
        for seat in seats:
            if seat in contract.declarers:
                place = contract.declarers.index(seat) if len(each) > 1 else 0
                points.append(self._value(score.declarer, each[place]))
            else:
                points.append(self._value(score.opponent, each[0]))
        return tuple(points)

    def _facts(self, game: Game, contract: Contract, taken: Taken, place: int, tricks: int) -> _Facts:
        """The facts for the declarer at `place`; who the players are is none of them, so that few are ever made."""
        game_played = (contract.kind, contract.level, contract.suit, contract.direct, contract.needs)
        key = (*game_played, len(contract.declarers), taken.made, place, tricks)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._new_facts(game, contract, taken, place, tricks)
        return found

    def _new_facts(self, game: Game, contract: Contract, taken: Taken, place: int, tricks: int) -> _Facts:
        assert contract.needs is not None
        low, high = contract.needs
        made = taken.made[place]
        together = len(taken.made) == 1 and len(contract.declarers) > 1 and not game.each_alone
        count = len(contract.declarers) if together else len(taken.made)
        made_count = (count if made else 0) if together else sum(taken.made)
        return _Facts(
            {
                **self._parameters,
                "made": made,
                "tricks": tricks,
                "over": max(0, tricks - low) if made else 0,
                "under": 0 if made else low - tricks if tricks < low else tricks - high,
                "level": contract.level or 0,
                "suit": contract.suit or "notrump",
                "direct": bool(contract.direct),
                "declarer_count": count,
                "made_count": made_count,
            }
        )

    def _fines(self, game: Game, contract: Contract, taken: Taken) -> Iterator[Fine]:
        for rule in self.rules.fines:
            for seat in contract.declarers:
                place = contract.declarers.index(seat) if len(taken.made) > 1 else 0
                facts = self._facts(game, contract, taken, place, _tricks_of(taken, game, contract)[place])
                if self._value(rule.when, facts):
                    yield Fine(seat, _fine_amount(self._value(rule.amount, facts)), rule.name)

    def _value(self, expression: Expression, facts: _Facts) -> Amount | None:
        which, answers = id(expression), facts.answers
        if which not in answers:
            function = self._bound.get(which)
            if function is None:
                function = self._bound[which] = expression.bind()
            answers[which] = function(facts)  # type: ignore[assignment]
        return answers[which]


def _exact(value: Amount) -> Amount:
    """An `int` where the value is whole: 30.0 and 30 are the same figure on a sheet."""
    return int(value) if value == int(value) else value


def _fine_amount(value: Amount | None) -> Amount | None:
    return None if value is None else _exact(value)


def _add(one: Amount | None, other: Amount | None) -> Amount | None:
    return None if one is None or other is None else one + other


def _fitting(game: Game, needs: tuple[int, int], made: bool) -> list[int]:
    """The numbers of tricks that a result allows."""
    low, high = needs
    return [n for n in range(game.tricks + 1) if (low <= n <= high) is made]


def _tricks_of(taken: Taken, game: Game, contract: Contract) -> tuple[int, ...]:
    """The tricks written, or any that fit the result where none were written."""
    assert contract.needs is not None
    return tuple(
        _fitting(game, contract.needs, made)[0] if tricks is None else tricks
        for tricks, made in zip(taken.tricks, taken.made, strict=True)
    )


def _possible(score: Score, game: Game, contract: Contract, taken: Taken) -> Iterable[tuple[int, ...]]:
    """Every number of tricks that the result allows; one is enough where the points do not read them."""
    written = None not in taken.tricks
    reads: frozenset[str] = frozenset()
    for expression in (score.declarer, score.opponent):
        if expression is not None:
            reads |= expression.reads
    if written or not reads & _BY_TRICKS:
        return [_tricks_of(taken, game, contract)]
    assert contract.needs is not None
    needs = contract.needs
    choices = [
        _fitting(game, needs, made) if tricks is None else [tricks]
        for tricks, made in zip(taken.tricks, taken.made, strict=True)
    ]
    return product(*choices)
