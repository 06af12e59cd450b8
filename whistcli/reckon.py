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
from whistcli.model import Amount, Game, Penalty, Revoke
from whistcli.play import Played
from whistcli.playcheck import PlayJudge, against_tricks, counted
from whistcli.playcheck import Report as PlayReport
from whistcli.record import Amounts, Charge, DealLine, Entry, Tricks, Value
from whistcli.record import Result as ResultLine
from whistcli.settle import Counter, Fine, Settled, shares
from whistcli.speech import SaidText
from whistcli.taken import Taken, read_result
from whistcli.words import fold

QUEENS = 4


class FineCell(NamedTuple):
    """A seat's fines: the sum of the known amounts, and whether one is due without an amount."""

    amount: Amount = 0
    unknown: bool = False


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


class Reckoner(NamedTuple):
    """One ruleset at one table, ready to reckon deals; `strict` refuses assumed values."""

    table: Table
    counter: Counter
    voice: Voice
    strict: bool = False

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
        multiplier, carried = self._brought(entries, carried, report)
        if status == "contract" and contract is not None and taken is not None and not replaced:
            settled = self.counter.settle(contract, taken, self.strict, carried)
            if settled.open or settled.pot:
                status = "pending"
        scoring = tuple(self._silence(settled)) if settled is not None else ()
        if unknown and taken is not None:
            scoring = (Placed(-1, 0, 0, Finding("S-pending", NOWHERE, "note", "S-pending.partner")),)
        points = self._points(status, settled, heading.free, replaced, revoked, multiplier, contract)
        if status == "redeal":
            points = self._queens(entries, report)
        if settled is not None and settled.points is not None and rules.zero_sum and total(settled.points):
            args: dict[str, object] = {"sum": total(settled.points), "points": settled.points}
            scoring = (*scoring, Placed(-1, 0, 0, Finding("S-zero", NOWHERE, args=args)))
        fines: dict[int, FineCell] = {}
        if settled is not None and contract is not None and (rules.free_deal.fines or not heading.free):
            for fine in settled.fines:
                self._charge_rule(fines, fine, contract)
        for index, idle in self._without_effect(entries, status, points):
            report(index, idle)
        points = self._charged(entries, points, fines, contract)
        points, pot_after = self._pot(heading, status, settled, points, carried)
        balance = None if points is None else total(points)
        for index, claim in deal_claims(entries, points, self.voice):
            report(index, claim)
        return Result(
            judged, status, taken, settled, points, balance, fines, multiplier, revoked, tuple(placed), scoring, lost,
            played, carried.pot if rules.pot is not None else None, pot_after,
        )

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
            if multiplier is not None:
                points = tuple(value * multiplier for value in points)
        if points is None:
            return None
        for offender in revoked if rules.revoke is not None else ():
            points = self._priced(points, offender, rules.revoke, contract)
        return (0,) * rules.players if free and not rules.free_deal.points else points

    def _brought(
        self, entries: Sequence[Entry], carried: Carried, report: PlayReport
    ) -> tuple[Amount | None, Carried]:
        """The multiplier (`None`: none) and what is carried, by the deal's own lines, else as earlier deals left it."""
        rules = self.table.rules
        own: Amount | None = None
        for index, entry in enumerate(entries):
            line = entry[2]
            if not isinstance(line, Value):
                continue
            if line.name == "multiplier":
                own = line.value
                own_rule = rules.auction.nobody_plays.next_times is not None
                if own_rule and carried.sure and line.value != carried.multiplier:
                    args: dict[str, object] = {"written": line.value, "worked": carried.multiplier}
                    report(index, Finding("S-multiplier", NOWHERE, "warning", args=args), 0, 0)
                carried = carried._replace(multiplier=line.value)
            elif line.name == "pot" and rules.pot is not None:
                if carried.pot is not None and carried.sure and carried.pot != line.value:
                    args = {"written": line.value, "worked": carried.pot}
                    report(index, Finding("S-pot", NOWHERE, "warning", args=args), 0, 0)
                carried = carried._replace(pot=line.value)
        if own is None and carried.multiplier != 1:
            own = carried.multiplier
        return own, carried

    def _queens(self, entries: Sequence[Entry], report: PlayReport) -> tuple[Amount, ...] | None:
        """The points of a deal that nobody plays: those of the queens, where the rules give them a price."""
        if self.table.rules.auction.nobody_plays.queens is None:
            return None
        held = [0] * len(self.voice.seats)
        for index, entry in enumerate(entries):
            line = entry[2]
            if isinstance(line, Amounts) and line.name == "queens":
                for key, count in line.by_seat:
                    seat = self.voice.seat(key)
                    if seat is not None:
                        held[seat] = int(count)
                if sum(held) != QUEENS or any(count < 0 for count in held):
                    args: dict[str, object] = {"count": sum(held), "all": QUEENS}
                    report(index, Finding("S-queens", NOWHERE, "warning", args=args), 0, 0)
        return self.counter.queens(held)

    def _pot(
        self,
        heading: DealLine,
        status: str,
        settled: Settled | None,
        points: tuple[Amount, ...] | None,
        carried: Carried,
    ) -> tuple[tuple[Amount, ...] | None, Amount | None]:
        """The points with what each takes out of the pot, and what the pot holds afterwards."""
        pot, before = self.table.rules.pot, carried.pot
        if pot is None:
            return points, None
        if before is None or points is None or heading.free:
            return points, before if status in ("redeal", "misdeal", "void") or heading.free else None
        if status == "redeal":
            return points, before - total(points)
        dealer = self.voice.seat(heading.dealer)
        if pot.dealer_pays and dealer is not None:
            points = tuple(value - (pot.dealer_pays if seat == dealer else 0) for seat, value in enumerate(points))
            before += pot.dealer_pays
        taken = settled.from_pot if settled is not None and settled.from_pot else (0,) * len(points)
        return tuple(old + new for old, new in zip(points, taken, strict=True)), before - total(taken)

    def _priced(
        self, points: tuple[Amount, ...], offender: int, price: Revoke | Penalty | None, contract: Contract | None
    ) -> tuple[Amount, ...]:
        """The points after an offence that costs this."""
        if price is None:
            return points
        times = self.counter.times(price.times, contract, offender)
        return tuple(
            old + times * (price.offender if seat == offender else price.others) for seat, old in enumerate(points)
        )

    def _charge_rule(self, fines: dict[int, FineCell], fine: Fine, contract: Contract) -> None:
        """A fine that the deal brings, and who is paid it."""
        _charge(fines, fine.seat, fine.amount)
        if fine.paid_to == "nobody":
            return
        out = set(contract.declarers) if fine.paid_to == "opponents" else {fine.seat}
        paid = [seat for seat in range(len(self.voice.seats)) if seat not in out]
        if fine.amount is None or not paid:
            for seat in paid:
                _charge(fines, seat, None)
            return
        for seat, amount in zip(paid, shares(fine.amount, len(paid), self.table.rules.sharing), strict=True):
            _charge(fines, seat, -amount)

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

    def _charged(
        self,
        entries: Sequence[Entry],
        points: tuple[Amount, ...] | None,
        fines: dict[int, FineCell],
        contract: Contract | None,
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
                price = self._price(statement)
                if price is None:
                    _charge(fines, seat, statement.amount)
                elif price.column == "points":
                    points = None if points is None else self._priced(points, seat, price, contract)
                else:
                    owed = self._priced((0,) * len(self.voice.seats), seat, price, contract)
                    for other, amount in enumerate(owed):
                        if amount:
                            _charge(fines, other, amount)
            elif statement.name == "correction" and statement.amount is not None and points is not None:
                # a deal without points is in no total, corrected or not
                points = tuple(old + (statement.amount if s == seat else 0) for s, old in enumerate(points))
        return points

    def _price(self, fine: Charge) -> Penalty | None:
        """The price of the offence that a `fine` line names as its reason; an amount that is written goes before."""
        if fine.amount is not None or not fine.reason:
            return None
        said = fold(fine.reason)
        for penalty in self.table.rules.penalties:
            names = [penalty.name.replace("_", " "), *(name for names in penalty.names.values() for name in names)]
            if said in [fold(name) for name in names]:
                return penalty
        return None

    def _revokers(self, entries: Sequence[Entry]) -> tuple[int, ...]:
        keys = [e[2].seat for e in entries if isinstance(e[2], Charge) and e[2].name == "revoke"]
        return tuple(seat for key in keys if (seat := self.voice.seat(key)) is not None)


def _lost_solo(game: Game, contract: Contract, taken: Taken | None) -> tuple[int, ...]:
    if taken is None or not game.counts_as_solo:
        return ()
    each = len(taken.made) > 1
    return tuple(seat for place, seat in enumerate(contract.declarers) if not taken.made[place if each else 0])


def _charge(fines: dict[int, FineCell], seat: int, amount: Amount | None) -> None:
    old = fines.get(seat, FineCell())
    fines[seat] = FineCell(old.amount + (amount or 0), old.unknown or amount is None)
