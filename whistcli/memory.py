"""Deals that say the same are reckoned once.

What a deal comes to depends on its dealer, on what its lines say, and on what the rules asked about lost solo games.
How a call was spelled does not count. A file of a hundred thousand deals holds a few thousand different auctions, and
some more once their results are written below them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from whistcli.auction.deal import Judged, judge_deal
from whistcli.auction.facts import Facts, Known
from whistcli.auction.judge import Answer
from whistcli.auction.state import State
from whistcli.carried import PLAIN, Carried
from whistcli.model import Condition, Ruleset
from whistcli.reckon import Reckoner, Result
from whistcli.record import (
    Amounts,
    Block,
    Call,
    CardLine,
    Charge,
    ContractLine,
    DealLine,
    Entry,
    Ruling,
    Said,
    Statement,
    Tricks,
    Value,
)
from whistcli.record import Result as ResultLine

RESULTS, AUCTIONS, WORDS = 12_000, 4_000, 20_000
"""How much is remembered before the oldest quarter is forgotten."""

_AFTER = frozenset({Tricks, ResultLine, Amounts, Value, Charge})
"""Lines that do not bear on the auction; below it they may differ."""

_AUCTION = frozenset({Said, Ruling, ContractLine})
"""Lines that bear on nothing but the contract."""

_LOST = "lost_solos"


class Asked(NamedTuple):
    """A rule on the arbiter's consent that looked at lost solo games: the call that it judged, and where."""

    rule: Answer
    state: State
    seat: int
    call: Call


class Kept(NamedTuple):
    """A judged auction or a result, with what its rules asked about lost solo games and what they were answered."""

    value: Any
    known: Known
    asked: tuple[Asked, ...]
    answers: tuple[object, ...]


class _Words(dict[Statement, Statement]):
    """The first statement that said the same: of calls, whoever said them, whatever the spelling."""

    def __init__(self) -> None:
        self.same: dict[tuple[str, Call], Statement] = {}

    def __missing__(self, statement: Statement) -> Statement:
        first = statement
        if isinstance(statement, Said):
            first = self.same.setdefault((statement.seat, statement.call), statement)
        if len(self) >= WORDS:
            self.clear()
        self[statement] = first
        return first


class _Store(dict[tuple[object, ...], Any]):
    """What is kept by its key, up to a limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def keep(self, key: tuple[object, ...], value: Any) -> None:
        """Keeps a value; forgets the oldest where there are too many."""
        if len(self) >= self.limit:
            for old in list(islice(self, self.limit // 4)):
                del self[old]
        self[key] = value


class Memory:
    """The deals of one table that have been reckoned."""

    def __init__(self, reckoner: Reckoner) -> None:
        self.reckoner = reckoner
        self.table = reckoner.table
        self._words = _Words()
        self._auctions, self._contracts, self._results = _Store(AUCTIONS), _Store(AUCTIONS), _Store(RESULTS)
        self._queens = self.table.rules.auction.nobody_plays.queens is not None
        calls = self.table.rules.calls.values()
        asking = {rule.kind: rule.ask_arbiter for rule in calls if rule.ask_arbiter is not None}
        self._asking = {kind: rule.bind() for kind, rule in asking.items() if _LOST in rule.reads}
        self._everywhere = any(_LOST in condition.that.reads for condition in _conditions(self.table.rules))

    def result(
        self, heading: DealLine, entries: Sequence[Entry], lost_solos: tuple[int, ...], carried: Carried = PLAIN
    ) -> Result:
        """What a deal comes to; its entries are given without its notes."""
        statements = [entry[2] for entry in entries]
        key = (heading.dealer, heading.free, carried, *map(self._words.__getitem__, statements))
        found = self._results.get(key)
        if type(found) is Result:
            return found
        kept: Result | None = self._fitting(found, lost_solos)
        if kept is not None:
            return kept
        if any(isinstance(line, CardLine | Block) for line in statements):
            return self.reckoner.reckon(heading, entries, lost_solos, carried)  # no other deal has these cards
        cut = len(statements)
        while cut and type(statements[cut - 1]) in _AFTER:
            cut -= 1
        if not cut and self._queens:
            cut = len(statements)  # the queens alone may say that nobody played
        judged = self._judged(heading, entries[:cut], lost_solos)
        result = self._concluded(heading, entries, judged, statements[:cut], statements[cut:], carried)
        self._keep(self._results, key, result, judged)
        return result

    def _judged(self, heading: DealLine, entries: Sequence[Entry], lost_solos: tuple[int, ...]) -> Judged:
        """The judged auction of a deal, from the entries that bear on it."""
        key = (heading.dealer, *[self._words[entry[2]] for entry in entries])
        found = self._auctions.get(key)
        if type(found) is Judged:
            return found
        kept: Judged | None = self._fitting(found, lost_solos)
        if kept is not None:
            return kept
        judged = judge_deal(self.table, heading, entries, self.reckoner.voice, lost_solos)
        self._keep(self._auctions, key, judged, judged)
        return judged

    def _concluded(
        self,
        heading: DealLine,
        entries: Sequence[Entry],
        judged: Judged,
        auction: list[Statement],
        after: list[Statement],
        carried: Carried,
    ) -> Result:
        """The result of a judged deal: that of another one, where only the way to the same contract was different."""
        if not _AUCTION.issuperset(map(type, auction)):
            return self.reckoner.conclude(heading, entries, judged, carried)
        dealer = heading.dealer if self.table.rules.pot is not None else None  # who may pay into the pot
        key = (judged.contract, judged.status, heading.free, dealer, carried, *after)
        like: Result | None = self._contracts.get(key)
        if like is not None:
            return like._replace(judged=judged, placed=judged.findings)
        result = self.reckoner.conclude(heading, entries[len(auction) :], judged, carried)
        if len(result.placed) > len(judged.findings):  # findings of the result stand at the lines of this deal
            return self.reckoner.conclude(heading, entries, judged, carried)
        self._contracts.keep(key, result)
        return result

    # -- lost solo games -----------------------------------------------------------------------------------------------

    def _fitting(self, found: tuple[Kept, ...] | None, lost: tuple[int, ...]) -> Any:
        """What was kept for a deal in which the rules were answered as they would be now."""
        for kept in found or ():
            if self._answers(kept.asked, kept.known, lost) == kept.answers:
                return kept.value
        return None

    def _keep(self, store: _Store, key: tuple[object, ...], value: Judged | Result, judged: Judged) -> None:
        asked = tuple(self._asked(judged))
        if judged.known is None or not (asked or self._everywhere):
            store.keep(key, value)
            return
        answers = self._answers(asked, judged.known, judged.known.lost_solos)
        others = store.get(key, ())
        store.keep(key, (*others[-15:], Kept(value, judged.known, asked, answers)))

    def _asked(self, judged: Judged) -> Iterator[Asked]:
        for step in judged.steps:
            rule = self._asking.get(step.verdict.call.kind)
            if rule is not None and step.verdict.refusal is None:
                yield Asked(rule, step.before, step.seat, step.verdict.call)

    def _answers(self, asked: Sequence[Asked], known: Known, lost: tuple[int, ...]) -> tuple[object, ...]:
        if self._everywhere:
            return lost
        known = known._replace(lost_solos=lost)
        return tuple(
            rule(Facts(self.table, state, known, seat, call.kind, call.suit, call.level))
            for rule, state, seat, call in asked
        )


def _conditions(rules: Ruleset) -> Iterator[Condition]:
    yield from rules.every_call
    for rule in rules.calls.values():
        yield from rule.require
