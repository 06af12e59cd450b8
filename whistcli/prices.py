"""What a deal costs besides its contract: fines, offences, queens, the pot, and by how much it is multiplied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.auction.voice import Voice
from whistcli.carried import Carried
from whistcli.claims import total
from whistcli.diag import NOWHERE, Finding
from whistcli.expr import Value
from whistcli.model import Amount, Penalty, Ruleset
from whistcli.playcheck import Report
from whistcli.record import Amounts, Charge, DealLine, Entry
from whistcli.record import Value as Figure
from whistcli.settle import Counter, Fine, Remainder, Settled, shares
from whistcli.words import fold, nearest

QUEENS = 4
"""How many queens a pack has."""


class FineCell(NamedTuple):
    """A seat's fines: the sum of the known amounts, and whether one is due without an amount."""

    amount: Amount = 0
    unknown: bool = False


def charge(fines: dict[int, FineCell], seat: int, amount: Amount | None) -> None:
    """Adds to a seat's fines; an amount of `None` is due and not known."""
    old = fines.get(seat, FineCell())
    fines[seat] = FineCell(old.amount + (amount or 0), old.unknown or amount is None)


class Prices(NamedTuple):
    """The prices of one ruleset at one table."""

    rules: Ruleset
    counter: Counter
    voice: Voice

    def brought(
        self, entries: Sequence[Entry], carried: Carried, report: Report
    ) -> tuple[Amount | None, Carried]:
        """The multiplier (`None`: none) and what is carried, by the deal's own lines, else as earlier deals left it."""
        rules = self.rules
        own: Amount | None = None
        for index, entry in enumerate(entries):
            line = entry[2]
            if not isinstance(line, Figure):
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

    def queens(self, entries: Sequence[Entry], report: Report) -> tuple[Amount, ...] | None:
        """The points of a deal that nobody plays: those of the queens, where the rules give them a price."""
        if self.rules.auction.nobody_plays.queens is None:
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

    def with_stake(self, carried: Carried, heading: DealLine) -> Carried:
        """What is carried once the dealer has paid into the pot, whether or not he plays."""
        pot = self.rules.pot
        if pot is None or not pot.dealer_pays or carried.pot is None or self.voice.dealer(heading.dealer) is None:
            return carried
        return carried._replace(pot=carried.pot + pot.dealer_pays)

    def with_pot(
        self,
        heading: DealLine,
        status: str,
        settled: Settled | None,
        points: tuple[Amount, ...] | None,
        carried: Carried,
    ) -> tuple[tuple[Amount, ...] | None, Amount | None]:
        """The points with what each takes out of the pot, and what the pot holds afterwards."""
        pot, before = self.rules.pot, carried.pot
        if pot is None:
            return points, None
        if status == "redeal" and before is not None and not heading.free:
            given = points or (0,) * len(self.voice.seats)
            paid = (self.with_stake(carried, heading).pot or 0) - before
            if not paid and points is None:
                return None, before
            dealer = self.voice.seat(heading.dealer)
            after = before - total(given) + paid
            return tuple(value - (paid if seat == dealer else 0) for seat, value in enumerate(given)), after
        if points is None or heading.free:
            return points, before if status in ("redeal", "misdeal", "void") or heading.free else None
        dealer = self.voice.seat(heading.dealer)
        paid = pot.dealer_pays if self.voice.dealer(heading.dealer) is not None else 0
        points = tuple(value - (paid if seat == dealer else 0) for seat, value in enumerate(points))
        if before is None:  # what he pays does not depend on what is there
            return points, None
        before += paid
        taken = settled.from_pot if settled is not None and settled.from_pot else (0,) * len(points)
        return tuple(old + new for old, new in zip(points, taken, strict=True)), before - total(taken)

    def revoked(self, points: tuple[Amount, ...], offender: int, contract: Contract | None) -> tuple[Amount, ...]:
        """The points after a revoke, among those who play the deal."""
        price = self.rules.revoke
        if price is None:
            return points
        times = self._times(price.times, contract, offender)
        return tuple(
            old + times * (price.offender if seat == offender else price.others) for seat, old in enumerate(points)
        )

    def _times(self, value: Value | None, contract: Contract | None, seat: int) -> Amount:
        """By what a price is multiplied; 1 where the rules say nothing, or the game that would decide is not known."""
        found = None if value is None else self.counter.offence(value, contract, seat, len(self.voice.seats) - 1)
        return 1 if found is None else found

    def _owed(self, price: Penalty, offender: int, contract: Contract | None) -> tuple[Amount | None, ...]:
        """What an offence costs each at the table; `None` where that is not known."""
        count = len(self.voice.seats)
        times = self._times(price.times, contract, offender)
        own = self.counter.offence(price.offender, contract, offender, count - 1)
        other = 0 if price.others is None else self.counter.offence(price.others, contract, offender, count - 1)
        each = [own if seat == offender else other for seat in range(count)]
        return tuple(None if amount is None else times * amount for amount in each)

    def charge_rule(self, fines: dict[int, FineCell], fine: Fine, contract: Contract) -> Amount | None:
        """A fine that the deal brings, and who is paid it; gives back what does not divide (who gets what is open)."""
        charge(fines, fine.seat, fine.amount)
        if fine.paid_to == "nobody":
            return None
        out = set(contract.declarers) if fine.paid_to == "opponents" else {fine.seat}
        paid = [seat for seat in range(len(self.voice.seats)) if seat not in out]
        left: Amount | None = None
        each: tuple[Amount | None, ...] = (None,) * len(paid)
        if fine.amount is not None and paid:
            try:
                each = tuple(-amount for amount in shares(fine.amount, len(paid), self.rules.sharing))
            except Remainder as rest:
                left = rest.left
        for seat, amount in zip(paid, each, strict=True):
            charge(fines, seat, amount)
        return left

    def charged(
        self,
        entries: Sequence[Entry],
        points: tuple[Amount, ...] | None,
        fines: dict[int, FineCell],
        contract: Contract | None,
        status: str,
    ) -> tuple[Amount, ...] | None:
        """Applies `fine` and `correction` lines: fines to their own column, corrections to the points.

        An offence that is paid in points is paid also where the deal is not played.
        """
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
                    charge(fines, seat, statement.amount)
                    continue
                owed = self._owed(price, seat, contract)
                if price.column == "points":
                    if points is None and status in ("redeal", "misdeal", "void"):
                        points = (0,) * len(self.voice.seats)
                    if points is not None and None not in owed:
                        points = tuple(old + (new or 0) for old, new in zip(points, owed, strict=True))
                else:
                    for other, amount in enumerate(owed):
                        if amount != 0:
                            charge(fines, other, amount)
            elif statement.name == "correction" and statement.amount is not None and points is not None:
                # a deal without points is in no total, corrected or not
                points = tuple(old + (statement.amount if s == seat else 0) for s, old in enumerate(points))
        return points

    def _price(self, fine: Charge) -> Penalty | None:
        """The price of the offence that a `fine` line names as its reason; an amount that is written goes before."""
        if fine.amount is not None or not fine.reason:
            return None
        said = fold(fine.reason)
        return next((price for name, price in self._offences() if fold(name) == said), None)

    def _offences(self) -> Iterator[tuple[str, Penalty]]:
        """Every name under which an offence is known, with its price."""
        for penalty in self.rules.penalties:
            for name in (penalty.name.replace("_", " "), *(name for by in penalty.names.values() for name in by)):
                yield name, penalty

    def unknown(self, fine: Charge) -> Finding | None:
        """What there is to say of a fine without an amount whose reason the ruleset does not price."""
        if not self.rules.penalties or fine.amount is not None or not fine.reason or self._price(fine) is not None:
            return None
        names = [name for name, _ in self._offences()]
        near = nearest(fold(fine.reason), [fold(name) for name in names])
        args: dict[str, object] = {"reason": fine.reason, "near": near, "known": names}
        return Finding("S-offence", NOWHERE, "warning", "", args, hint="R-key.near" if near else "R-key.list")
