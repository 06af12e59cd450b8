"""Reckons one deal: its auction judged, its result read, its points, balance and fines.

A `Result` knows no line numbers, so that deals that say the same share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from whistcli.auction.deal import Judged, Placed, judge_deal
from whistcli.auction.judge import Table
from whistcli.auction.outcome import Contract
from whistcli.auction.voice import Voice
from whistcli.carried import PLAIN, Carried
from whistcli.claims import deal_claims, total
from whistcli.diag import NOWHERE, Finding
from whistcli.model import Amount, Game
from whistcli.play import Played
from whistcli.playcheck import PlayJudge, against_tricks, counted
from whistcli.playcheck import Report as PlayReport
from whistcli.prices import FineCell as FineCell
from whistcli.prices import Prices
from whistcli.record import Amounts, Charge, DealLine, Entry, Tricks
from whistcli.record import Result as ResultLine
from whistcli.settle import Counter, Settled
from whistcli.speech import SaidText
from whistcli.taken import Taken, read_result


class Result(NamedTuple):
    """What one deal came to.

    `points` is `None` where the deal has no score; `revoked` are the seats that revoked; `placed` are findings on the
    deal itself, `scoring` those that say why it has no score; `lost_solo` the seats that lost a solo game in it;
    `played` what its logged play came to; `pot_before` and `pot_after` what the pot held, `None` where there is none or
    nobody can say.
    """

    judged: Judged
    status: str
    taken: Taken | None = None
    settled: Settled | None = None
    points: tuple[Amount, ...] | None = None
    balance: Amount | None = None
    fines: Mapping[int, FineCell] = {}
    multiplier: Amount | None = None
    revoked: tuple[int, ...] = ()
    placed: tuple[Placed, ...] = ()
    scoring: tuple[Placed, ...] = ()
    lost_solo: tuple[int, ...] = ()
    played: Played | None = None
    pot_before: Amount | None = None
    pot_after: Amount | None = None


def charged(result: Result, entries: Sequence[Entry], prices: Prices) -> Result:
    """The result with what its lines charge anybody at the table, and what the marker wrote compared with it."""
    fines = dict(result.fines)
    points = prices.charged(entries, result.points, fines, result.judged.contract, result.status)
    placed = list(result.placed)

    def report(index: int, finding: Finding) -> None:
        statement = entries[index][2]
        placed.append(Placed(index, statement.column, statement.width, finding))

    for index, entry in enumerate(entries):
        unknown = prices.unknown(entry[2]) if isinstance(entry[2], Charge) and entry[2].name == "fine" else None
        if unknown is not None:
            report(index, unknown)
    for index, claim in deal_claims(entries, points, prices.voice):
        report(index, claim)
    balance = None if points is None else total(points)
    return result._replace(points=points, fines=fines, balance=balance, placed=tuple(placed))


class Reckoner(NamedTuple):
    """One ruleset at one table, ready to reckon deals; `strict` refuses assumed values."""

    table: Table
    counter: Counter
    voice: Voice
    strict: bool = False

    @property
    def prices(self) -> Prices:
        """What a deal costs besides its contract."""
        return Prices(self.table.rules, self.counter, self.voice)

    def reckon(
        self, heading: DealLine, entries: Sequence[Entry], lost_solos: tuple[int, ...], carried: Carried = PLAIN
    ) -> Result:
        """The result of a deal whose entries are given without its notes. Never raises for what is written."""
        judged = judge_deal(self.table, heading, entries, self.voice, lost_solos)
        return self.conclude(heading, entries, judged, carried)

    def conclude(
        self, heading: DealLine, entries: Sequence[Entry], judged: Judged, carried: Carried = PLAIN
    ) -> Result:
        """The result of a deal whose auction is judged; `carried` is what earlier deals hand on to it."""
        placed = list(judged.findings)

        def report(index: int, finding: Finding, column: int = 0, width: int = 0) -> None:
            statement = entries[index][2]
            placed.append(Placed(index, column or statement.column, width or statement.width, finding))

        rules = self.table.rules
        contract = judged.contract
        revoked = self._revokers(entries)
        taken: Taken | None = None
        played: Played | None = None
        lost: tuple[int, ...] = ()
        if contract is not None:
            game = rules.games[contract.kind]
            taken, played = self._result(judged, contract, game, entries, revoked, report)
            lost = _lost_solo(game, contract, taken)
        replaced = bool(revoked) and rules.revoke is not None and rules.revoke.replaces_deal
        status = judged.status
        unknown = contract is not None and contract.partner_unknown
        if status == "contract" and (taken is None or unknown) and not replaced:
            status = "pending"
        settled: Settled | None = None
        prices = self.prices
        multiplier, carried = prices.brought(entries, carried, report)
        if status == "contract" and contract is not None and taken is not None and not replaced:
            settled = self.counter.settle(contract, taken, self.strict, prices.with_stake(carried, heading))
            if settled.open or settled.pot:
                status = "pending"
            if settled.times is not None:
                multiplier = settled.times
        scoring = tuple(self._silence(settled)) if settled is not None else ()
        if unknown and taken is not None:
            scoring = (Placed(-1, 0, 0, Finding("S-pending", NOWHERE, "note", "S-pending.partner")),)
        points = self._points(status, settled, heading.free, replaced, revoked, multiplier, contract)
        if status == "redeal":
            points = prices.queens(entries, report)
        if settled is not None and settled.points is not None and rules.zero_sum and total(settled.points):
            args: dict[str, object] = {"sum": total(settled.points), "points": settled.points}
            scoring = (*scoring, Placed(-1, 0, 0, Finding("S-zero", NOWHERE, args=args)))
        fines: dict[int, FineCell] = {}
        if settled is not None and contract is not None and (rules.free_deal.fines or not heading.free):
            for fine in settled.fines:
                left = prices.charge_rule(fines, fine, contract)
                if left is not None:
                    found = Finding("S-remainder", NOWHERE, "error", "S-remainder.fine", {"left": left})
                    scoring = (*scoring, Placed(-1, 0, 0, found))
        for index, idle in self._without_effect(entries, status, points):
            report(index, idle)
        points, pot_after = prices.with_pot(heading, status, settled, points, carried)
        result = Result(
            judged, status, taken, settled, points, None, fines, multiplier, revoked, tuple(placed), scoring, lost,
            played, carried.pot if rules.pot is not None else None, pot_after,
        )
        return result if self.voice.idle else charged(result, entries, prices)

    def _result(
        self,
        judged: Judged,
        contract: Contract,
        game: Game,
        entries: Sequence[Entry],
        revoked: tuple[int, ...],
        report: PlayReport,
    ) -> tuple[Taken | None, Played | None]:
        """The result as written, else as a complete play shows it; and the play, judged."""
        cards = judged.cards
        played: Played | None = None
        if cards is not None and judged.known is not None:
            caller = self.table.rules.calls[contract.announced] if contract.announced is not None else None
            judge = PlayJudge(self.table, self.voice)
            played = judge.judge(contract, caller, cards, judged.known, entries, revoked, report)

        def at_statement(index: int, finding: Finding) -> None:
            report(index, finding, 0, 0)

        taken = read_result(game, contract, entries, self.voice, at_statement)
        if played is None or contract.needs is None or contract.partner_unknown:
            return taken, played
        if taken is None:
            if not played.complete or any(isinstance(e[2], Tricks) for e in entries):
                return None, played
            low, high = contract.needs
            counts = counted(contract, game, played)
            return Taken(counts, tuple(low <= count <= high for count in counts)), played
        against = against_tricks(contract, game, played, taken, self.voice)
        if against is not None:
            written = next(i for i, e in enumerate(entries) if isinstance(e[2], Tricks | ResultLine))
            report(written, against, 0, 0)
        return taken, played

    def _points(
        self,
        status: str,
        settled: Settled | None,
        free: bool,
        replaced: bool,
        revoked: tuple[int, ...],
        multiplier: Amount | None,
        contract: Contract | None,
    ) -> tuple[Amount, ...] | None:
        """The settled points, multiplied; the revoke's figures instead of them or beside them; none in a free deal."""
        rules = self.table.rules
        points: tuple[Amount, ...] | None = None
        if replaced and status == "contract":
            points = (0,) * rules.players
        elif settled is not None and settled.points is not None:
            points = settled.points
            if multiplier is not None and settled.times is None:
                points = tuple(value * multiplier for value in points)
        if points is None:
            return None
        for offender in revoked if rules.revoke is not None else ():
            points = self.prices.revoked(points, offender, contract)
        return (0,) * rules.players if free and not rules.free_deal.points else points

    def _silence(self, settled: Settled) -> Iterator[Placed]:
        """Why a settled deal has no points."""
        if settled.points is not None:
            return
        args: dict[str, object] = {"because": SaidText(settled.silent or {}), "rule": settled.hole or ""}
        if settled.open:
            found = Finding("S-pending", NOWHERE, "note", args=args)
        elif settled.pot:
            found = Finding("S-pending", NOWHERE, "note", "S-pending.pot", args)
        elif settled.conflict:
            args["names"] = settled.conflict
            found = Finding("S-conflict", NOWHERE, args=args)
        elif settled.remainder is not None:
            args["left"] = settled.remainder
            found = Finding("S-remainder", NOWHERE, args=args)
        elif settled.hole is not None:
            found = Finding("S-hole", NOWHERE, args=args)
        elif not settled.silent:
            found = Finding("S-silent", NOWHERE, "warning", "S-silent.bare", args)
        else:
            key = "S-silent.strict" if self.strict and settled.strict else "S-silent"
            found = Finding("S-silent", NOWHERE, "warning", key, args)
        yield Placed(-1, 0, 0, found)

    def _without_effect(
        self, entries: Sequence[Entry], status: str, points: tuple[Amount, ...] | None
    ) -> Iterator[tuple[int, Finding]]:
        """Lines that the marker would believe to count, and that do not."""
        unplayed = status in ("redeal", "misdeal") and points is None
        for index, entry in enumerate(entries):
            statement, key = entry[2], ""
            if isinstance(statement, Charge) and statement.name == "correction" and points is None:
                key = "S-idle.correction"
            elif isinstance(statement, Charge) and statement.name == "revoke" and self.table.rules.revoke is None:
                key = "S-idle.revoke"
            elif unplayed and isinstance(statement, Tricks | ResultLine):
                key = "S-idle.result"
            elif unplayed and isinstance(statement, Amounts) and statement.name == "points":
                key = "S-idle.points" if any(amount for _, amount in statement.by_seat) else ""
            if key:
                yield index, Finding("S-idle", NOWHERE, "warning", key, seat=getattr(statement, "seat", None))

    def _revokers(self, entries: Sequence[Entry]) -> tuple[int, ...]:
        keys = [e[2].seat for e in entries if isinstance(e[2], Charge) and e[2].name == "revoke"]
        return tuple(seat for key in keys if (seat := self.voice.seat(key)) is not None)


def _lost_solo(game: Game, contract: Contract, taken: Taken | None) -> tuple[int, ...]:
    if taken is None or not game.counts_as_solo:
        return ()
    each = len(taken.made) > 1
    return tuple(seat for place, seat in enumerate(contract.declarers) if not taken.made[place if each else 0])
