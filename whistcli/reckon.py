"""Reckons one deal: its auction judged, its result read, its points, balance and fines.

A `Result` knows no line numbers, so that deals that say the same share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from whistcli.auction.deal import Judged, Placed, judge_deal
from whistcli.auction.judge import Table
from whistcli.auction.outcome import Contract
from whistcli.auction.voice import Voice
from whistcli.diag import Finding, Span
from whistcli.model import Amount, Game, Revoke
from whistcli.record import Charge, DealLine, Entry, Value
from whistcli.settle import Counter, Settled
from whistcli.speech import SaidText
from whistcli.taken import Taken, read_result

_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class FineCell:
    """A seat's fines: the sum of the known amounts, and whether one is due without an amount."""

    amount: Amount = 0
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What one deal came to.

    `points` is `None` where the deal has no score; `revoked` are the seats that revoked; `placed` are findings on the
    deal itself, `scoring` those that say why it has no score; `lost_solo` the seats that lost a solo game in it.
    """

    judged: Judged
    status: str
    taken: Taken | None = None
    settled: Settled | None = None
    points: tuple[Amount, ...] | None = None
    balance: Amount | None = None
    fines: Mapping[int, FineCell] = field(default_factory=dict)
    multiplier: Amount | None = None
    revoked: tuple[int, ...] = ()
    placed: tuple[Placed, ...] = ()
    scoring: tuple[Placed, ...] = ()
    lost_solo: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reckoner:
    """One ruleset at one table, ready to reckon deals; `strict` refuses assumed values."""

    table: Table
    counter: Counter
    voice: Voice
    strict: bool = False

    def reckon(self, heading: DealLine, entries: Sequence[Entry], lost_solos: tuple[int, ...]) -> Result:
        """The result of a deal whose entries are given without its notes. Never raises for what is written."""
        judged = judge_deal(self.table, heading, entries, self.voice, lost_solos)
        placed = list(judged.findings)

        def report(index: int, finding: Finding) -> None:
            statement = entries[index].statement
            placed.append(Placed(index, statement.column, statement.width, finding))

        rules = self.table.rules
        contract = judged.contract
        taken: Taken | None = None
        lost: tuple[int, ...] = ()
        if contract is not None:
            game = rules.games[contract.kind]
            taken = read_result(game, contract, entries, self.voice, report)
            lost = _lost_solo(game, contract, taken)
        revoked = self._revokers(entries)
        replaced = bool(revoked) and rules.revoke is not None and rules.revoke.replaces_deal
        status = judged.status
        unknown = contract is not None and contract.partner_unknown
        if status == "contract" and (taken is None or unknown) and not replaced:
            status = "pending"
        settled: Settled | None = None
        if status == "contract" and contract is not None and taken is not None and not replaced:
            settled = self.counter.settle(contract, taken, self.strict)
            if settled.open:
                status = "pending"
        scoring = tuple(self._silence(settled)) if settled is not None else ()
        if unknown and taken is not None:
            scoring = (Placed(-1, 0, 0, Finding("S-pending", _NOWHERE, "note", "S-pending.partner")),)
        multiplier = next((e[2].value for e in entries if isinstance(e[2], Value) and e[2].name == "multiplier"), None)
        points = self._points(status, settled, heading.free, replaced, revoked, multiplier)
        if settled is not None and settled.points is not None and rules.zero_sum and total(settled.points):
            args: dict[str, object] = {"sum": total(settled.points), "points": settled.points}
            scoring = (*scoring, Placed(-1, 0, 0, Finding("S-zero", _NOWHERE, args=args)))
        fines: dict[int, FineCell] = {}
        if settled is not None and (rules.free_deal.fines or not heading.free):
            for fine in settled.fines:
                _charge(fines, fine.seat, fine.amount)
        points = self._charged(entries, points, fines)
        balance = None if points is None else total(points)
        return Result(
            judged, status, taken, settled, points, balance, fines, multiplier, revoked, tuple(placed), scoring, lost
        )

    def _points(
        self,
        status: str,
        settled: Settled | None,
        free: bool,
        replaced: bool,
        revoked: tuple[int, ...],
        multiplier: Amount | None,
    ) -> tuple[Amount, ...] | None:
        """The settled points, multiplied; the revoke's figures instead of them or beside them; none in a free deal."""
        rules = self.table.rules
        points: tuple[Amount, ...] | None = None
        if replaced and status == "contract":
            points = (0,) * rules.players
        elif settled is not None and settled.points is not None:
            points = settled.points
            if multiplier is not None:
                points = tuple(value * multiplier for value in points)
        if points is None:
            return None
        if rules.revoke is not None:
            points = _with_revokes(points, revoked, rules.revoke)
        return (0,) * rules.players if free and not rules.free_deal.points else points

    def _silence(self, settled: Settled) -> Iterator[Placed]:
        """Why a settled deal has no points."""
        if settled.points is not None:
            return
        args: dict[str, object] = {"because": SaidText(settled.silent or {}), "rule": settled.hole or ""}
        if settled.open:
            found = Finding("S-pending", _NOWHERE, "note", args=args)
        elif settled.hole is not None:
            found = Finding("S-hole", _NOWHERE, args=args)
        elif not settled.silent:
            found = Finding("S-silent", _NOWHERE, "warning", "S-silent.bare", args)
        else:
            key = "S-silent.strict" if self.strict and settled.strict else "S-silent"
            found = Finding("S-silent", _NOWHERE, "warning", key, args)
        yield Placed(-1, 0, 0, found)

    def _charged(
        self, entries: Sequence[Entry], points: tuple[Amount, ...] | None, fines: dict[int, FineCell]
    ) -> tuple[Amount, ...] | None:
        """Applies `fine` and `correction` lines: fines to their own column, corrections to the points."""
        for entry in entries:
            statement = entry[2]
            if not isinstance(statement, Charge):
                continue
            seat = self.voice.seat(statement.seat)
            if seat is None:
                continue
            if statement.name == "fine":
                _charge(fines, seat, statement.amount)
            elif statement.name == "correction" and statement.amount is not None:
                base = points or (0,) * self.table.rules.players
                points = tuple(old + (statement.amount if s == seat else 0) for s, old in enumerate(base))
        return points

    def _revokers(self, entries: Sequence[Entry]) -> tuple[int, ...]:
        keys = [e[2].seat for e in entries if isinstance(e[2], Charge) and e[2].name == "revoke"]
        return tuple(seat for key in keys if (seat := self.voice.seat(key)) is not None)


def total(amounts: Sequence[Amount]) -> Amount:
    """The exact sum of some amounts."""
    result: Amount = 0
    for amount in amounts:
        result += amount
    return result


def _lost_solo(game: Game, contract: Contract, taken: Taken | None) -> tuple[int, ...]:
    if taken is None or not game.counts_as_solo:
        return ()
    each = len(taken.made) > 1
    return tuple(seat for place, seat in enumerate(contract.declarers) if not taken.made[place if each else 0])


def _charge(fines: dict[int, FineCell], seat: int, amount: Amount | None) -> None:
    old = fines.get(seat, FineCell())
    fines[seat] = FineCell(old.amount + (amount or 0), old.unknown or amount is None)


def _with_revokes(points: tuple[Amount, ...], revoked: tuple[int, ...], revoke: Revoke) -> tuple[Amount, ...]:
    for offender in revoked:
        points = tuple(
            old + (revoke.offender if seat == offender else revoke.others) for seat, old in enumerate(points)
        )
    return points
