"""From a contract and its result to points, balance and fines, by the ruleset's own expressions.

`settle` is pure. It never guesses: without tricks it gives points only where every number of tricks that fits the
result gives the same, and a value that the ruleset is silent about stays silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_DOWN, Decimal
from itertools import product
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.carried import PLAIN, Carried
from whistcli.expr import Conflict, Hole, Value
from whistcli.model import Amount, Game, Ruleset, Score, Sharing, Text
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
    paid_to: str = "nobody"


class Settled(NamedTuple):
    """The points of all seats, or why there are none.

    `points` is `None` where the ruleset is `silent` (with the reason), has a `hole` (the rule that lacks a value),
    where two exceptions are in `conflict`, where a share leaves a `remainder` that nobody gets, or where something that
    is not written would decide: `open` the tricks or trumps, `pot` what the pot holds. `strict` says that only an
    assumed value was at hand and refused. `assumed` names the rules whose values are assumed. `from_pot` is what each
    seat takes out of the pot, which is not among its points. `times` is by what the points are already multiplied,
    where the ruleset works that out itself.
    """

    points: tuple[Amount, ...] | None
    fines: tuple[Fine, ...] = ()
    assumed: tuple[str, ...] = ()
    silent: Text | None = None
    hole: str | None = None
    open: bool = False
    strict: bool = False
    conflict: tuple[str, ...] = ()
    remainder: Amount | None = None
    pot: bool = False
    times: Amount | None = None
    from_pot: tuple[Amount, ...] = ()


class Remainder(ValueError):
    """An amount that does not divide, and the rules do not say who gets the rest; `left` is that rest."""

    def __init__(self, left: Amount) -> None:
        super().__init__(left)
        self.left = left


def shares(total: Amount, count: int, sharing: Sharing) -> tuple[Amount, ...]:
    """What each of `count` players gets of `total`. Raises Remainder where the rest is nobody's.

    >>> shares(9, 2, Sharing(remainder="first"))
    (5, 4)
    """
    step = Decimal(sharing.step)
    each = (Decimal(total) / count / step).to_integral_value(ROUND_DOWN) * step
    left = Decimal(total) - each * count
    got = [each] * count
    if left:
        if sharing.remainder == "refused":
            raise Remainder(_exact(left))
        got[0 if sharing.remainder == "first" else -1] += left
    return tuple(_exact(amount) for amount in got)


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

    def settle(
        self, contract: Contract, taken: Taken, strict: bool = False, carried: Carried = PLAIN
    ) -> Settled:
        """The points and fines of a contract with this result, not yet multiplied by what earlier deals hand on.

        `strict` refuses assumed values, as if the ruleset were silent. Never raises for what a ruleset lacks.
        """
        game = self.rules.games[contract.kind]
        score = self.rules.scores.get(contract.kind)
        try:
            fines = tuple(self._fines(game, contract, taken, carried))
            if score is None or score.silent:
                return Settled(None, fines, silent=score.because if score else {})
            if score.silent_when is not None:
                first = self._facts(game, contract, taken, 0, _tricks_of(taken, game, contract)[0], carried)
                if self._value(score.silent_when, first):
                    return Settled(None, fines, silent=score.because)
            if strict and score.basis.assumed:
                return Settled(None, fines, silent=score.basis.assumed, strict=True)
            reads = self._reads(score)
            if contract.suit is None and "suit" in reads:
                return Settled(None, fines, open=True)
            if carried.pot is None and "pot" in reads:
                return Settled(None, fines, pot=True)
            settlement = Settlement(self, game, score, contract, taken, carried)
            points = settlement.points(_possible(reads, game, contract, taken))
        except Hole as hole:
            return Settled(None, hole=f"scores.{contract.kind}[{hole.key}]")
        except Conflict as conflict:
            return Settled(None, conflict=conflict.names)
        except Remainder as rest:
            return Settled(None, fines, remainder=rest.left)
        assumed = (f"scores.{contract.kind}",) if score.basis.assumed else ()
        if points is None:
            return Settled(None, fines, assumed, open=True)
        exact = tuple(None if value is None else _exact(value) for value in points)
        if None in exact:
            unset = (self.rules.parameters[name] for name in reads if name in self.rules.parameters)
            because = next((each.because for each in unset if each.value is None and each.because), {})
            return Settled(None, fines, assumed, silent=because)
        seats = self.rules.players
        known = [value for value in exact if value is not None]
        return Settled(tuple(known[:seats]), fines, assumed, from_pot=tuple(known[seats:]), times=settlement.times)

    def _reads(self, score: Score) -> frozenset[str]:
        """The facts on which the points of a game depend."""
        times = (self.rules.times,) if self.rules.times is not None else ()
        return frozenset().union(*(value.reads for value in (*score.values, *times)))

    def _facts(
        self, game: Game, contract: Contract, taken: Taken, place: int, tricks: int, carried: Carried
    ) -> _Facts:
        """The facts for the declarer at `place`; who the players are is none of them, so that few are ever made."""
        game_played = (contract.kind, contract.level, contract.suit, contract.direct, contract.needs, contract.doubles)
        key = (*game_played, len(contract.declarers), taken.made, place, tricks, carried)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._new_facts(game, contract, taken, place, tricks, carried)
        return found

    def _new_facts(
        self, game: Game, contract: Contract, taken: Taken, place: int, tricks: int, carried: Carried
    ) -> _Facts:
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
                "kind": contract.kind,
                "direct": bool(contract.direct),
                "declarer_count": count,
                "made_count": made_count,
                "opponent_count": self.rules.players - count,
                "doubles": contract.doubles,
                "multiplier": carried.multiplier,
                "pot": carried.pot or 0,
            }
        )

    def _fines(self, game: Game, contract: Contract, taken: Taken, carried: Carried) -> Iterator[Fine]:
        for rule in self.rules.fines:
            for seat in contract.declarers:
                place = contract.declarers.index(seat) if len(taken.made) > 1 else 0
                facts = self._facts(game, contract, taken, place, _tricks_of(taken, game, contract)[place], carried)
                if self._value(rule.when, facts):
                    yield Fine(seat, _fine_amount(self._value(rule.amount, facts)), rule.name, rule.paid_to)

    def queens(self, held: Sequence[int]) -> tuple[Amount, ...] | None:
        """The points of each seat by its queens, where nobody plays; `None` where the rules do not give them all."""
        points = self.rules.auction.nobody_plays.queens
        if points is None:
            return None
        holders = sum(count > 0 for count in held)
        found: list[Amount] = []
        for count in held:
            facts = _Facts({**self._parameters, "queens": count, "holders": holders, "players": len(held)})
            try:
                value = self._value(points, facts)
            except (Hole, Conflict):
                return None
            if value is None:
                return None
            found.append(_exact(value))
        return tuple(found)

    def offence(self, value: Value, contract: Contract | None, seat: int, others: int) -> Amount | None:
        """One figure of the price of an offence by `seat`; `None` where it is not known, or the game that decides."""
        game = {"kind", "level", "declares"}
        if contract is None and value.reads & game:
            return None
        known: dict[str, object] = {"others_count": others}
        if contract is not None:
            known |= {"kind": contract.kind, "level": contract.level or 0, "declares": seat in contract.declarers}
        try:
            found = self._value(value, _Facts({**self._parameters, **known}))
        except (Hole, Conflict):
            return None
        return None if found is None else _exact(found)

    def _value(self, expression: Value, facts: _Facts) -> Amount | None:
        which, answers = id(expression), facts.answers
        if which not in answers:
            function = self._bound.get(which)
            if function is None:
                function = self._bound[which] = expression.bind()
            answers[which] = function(facts)  # type: ignore[assignment]
        return answers[which]


class Settlement:
    """One contract with one result, being settled: who gets what of each value."""

    def __init__(
        self, counter: Counter, game: Game, score: Score, contract: Contract, taken: Taken, carried: Carried
    ) -> None:
        self.counter, self.game, self.score = counter, game, score
        self.contract, self.taken, self.carried = contract, taken, carried
        self.seats = counter.rules.players
        self.times: Amount | None = None

    def points(self, possible: Iterable[tuple[int, ...]]) -> tuple[Amount | None, ...] | None:
        """The points by seat, then what each takes from the pot; `None` where it depends on the tricks."""
        found: tuple[Amount | None, ...] | None = None
        for tricks in possible:
            points = self._of(tricks)
            if found is not None and points != found:
                return None
            found = points
        return found

    def _of(self, tricks: tuple[int, ...]) -> tuple[Amount | None, ...]:
        contract, taken, score = self.contract, self.taken, self.score
        order = contract.by or contract.declarers
        if score.joint == "independent" and len(taken.made) > 1:
            total: list[Amount | None] = [0] * (self.seats if score.pot is None else 2 * self.seats)
            for place, seat in enumerate(contract.declarers):
                alone = Taken((tricks[place],), (taken.made[place],))
                facts = self._facts(alone, 0, tricks[place])
                own = self._multiplied(self._split((seat,), [facts]), facts)
                total = [_add(old, new) for old, new in zip(total, own, strict=True)]
            return tuple(total)
        each = [self._facts(taken, place, tricks[place]) for place in range(len(taken.made))]
        return self._multiplied(self._split(tuple(order), each), each[0])

    def _multiplied(self, points: Sequence[Amount | None], facts: _Facts) -> tuple[Amount | None, ...]:
        """The points as often as the ruleset says that the deal counts; what comes from the pot is not multiplied."""
        rule = self.counter.rules.times
        if rule is None:
            return tuple(points)
        self.times = times = self.counter._value(rule, facts)
        by_seat = [None if value is None or times is None else value * times for value in points[: self.seats]]
        return (*by_seat, *points[self.seats :])

    def _facts(self, taken: Taken, place: int, tricks: int) -> _Facts:
        return self.counter._facts(self.game, self.contract, taken, place, tricks, self.carried)

    def _split(self, order: tuple[int, ...], each: list[_Facts]) -> tuple[Amount | None, ...]:
        """What every seat gets where `order` are the declarers as they came, with the facts of each, or of all."""
        score, value = self.score, self.counter._value
        points: list[Amount | None] = [0] * self.seats
        others = [seat for seat in range(self.seats) if seat not in order]
        if score.stake is not None:
            stake = value(score.stake, each[0])
            for seat in others:
                points[seat] = None if stake is None else -stake
            self._share(points, order, None if stake is None else stake * len(others))
        else:
            assert score.declarer is not None
            assert score.opponent is not None
            if "declarer" in score.shared:
                self._share(points, order, value(score.declarer, each[0]))
            else:
                for place, seat in enumerate(sorted(order)):
                    points[seat] = value(score.declarer, each[place if len(each) > 1 else 0])
            if "opponent" in score.shared:
                self._share(points, others, value(score.opponent, each[0]))
            else:
                for seat in others:
                    points[seat] = value(score.opponent, each[0])
        if score.pot is None:
            return tuple(points)
        pot: list[Amount | None] = [0] * self.seats
        self._share(pot, order, value(score.pot, each[0]))
        return (*points, *pot)

    def _share(self, points: list[Amount | None], seats: Sequence[int], total: Amount | None) -> None:
        if not seats:
            return
        got = [None] * len(seats) if total is None else shares(total, len(seats), self.counter.rules.sharing)
        for seat, amount in zip(seats, got, strict=True):
            points[seat] = amount


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


def _possible(
    reads: frozenset[str], game: Game, contract: Contract, taken: Taken
) -> Iterable[tuple[int, ...]]:
    """Every number of tricks that the result allows; one is enough where the points do not read them."""
    written = None not in taken.tricks
    if written or not reads & _BY_TRICKS:
        return [_tricks_of(taken, game, contract)]
    assert contract.needs is not None
    needs = contract.needs
    choices = [
        _fitting(game, needs, made) if tricks is None else [tricks]
        for tricks, made in zip(taken.tricks, taken.made, strict=True)
    ]
    return product(*choices)
