"""What one deal must know of the others: dealers in turn, numbers in order, the bell, the free deal, repeated fines.

The whole state of an evening lives here and in the lost solo games; each deal is looked at once, in file order.
Nothing is asserted that the file cannot prove: it may begin in the middle of an evening.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from whistcli.auction.voice import Voice
from whistcli.claims import RunningTotals
from whistcli.diag import Finding, Span
from whistcli.model import Amount, Basis, Session
from whistcli.reckon import Result
from whistcli.record import Amounts, Charge, DealRecord, Entry, Fact, Mark, Players, Remark, Ruling, Setting, Value

_AGAIN = ("redeal", "misdeal", "void")
"""Statuses after which the next deal may bear the same number."""

_LOOKED_AT = frozenset({Amounts, Charge, Fact, Mark, Ruling, Value})
"""The lines of a deal that may bear on others; most deals have none."""

REMEMBERED = 10_000
"""Deal numbers remembered, to find one that stands twice; beyond them only the order is checked."""


class Sitting:
    """The running state of one table's evening under one ruleset."""

    def __init__(self, session: Session, redeal_by: str, voice: Voice) -> None:
        self.session = session
        self.redeal_by = redeal_by
        self.voice = voice
        self.totals = RunningTotals(voice)
        self._dealers: frozenset[int] | None = None
        self._last: tuple[str, str] | None = None
        self._numbers: set[str] = set()
        self._played = 0
        self._bell = self._free = False
        self._one_round = False
        self._fines: dict[tuple[int, str], Amount] = {}

    @property
    def dealers(self) -> frozenset[int] | None:
        """Whose deal the next one may be; `None` where the rules do not say, or what came before does not tell."""
        return self._dealers

    # -- the header -------------------------------------------------------------------------------------------------

    def header(self, entries: Sequence[Entry]) -> Iterator[Finding]:
        """What is wrong with the seats and the round."""
        for entry in entries:
            statement = entry.statement
            if isinstance(statement, Players) and self.session.seats_ascending is not None:
                if not _ascending(self.voice.seats):
                    yield self._finding("D-seats", entry.span(), self.session.seats_ascending, seats=self.voice.seats)
            elif isinstance(statement, Setting) and statement.name == "round":
                self._one_round = True  # without it the file may hold a whole tournament
                by_table, basis = self.session.rounds or ({}, None)
                most = self._most(by_table)
                if most and statement.value.isdecimal() and int(statement.value) > most:
                    yield self._finding("D-round", entry.span(), basis, round=statement.value, most=most)

    def _most(self, by_table: Mapping[int, int]) -> int:
        """What holds for as many as are at this table; 0 where nothing does."""
        return by_table.get(len(self.voice.seats)) or by_table.get(0, 0)

    # -- one deal ---------------------------------------------------------------------------------------------------

    def deal(
        self, record: DealRecord, entries: Sequence[Entry], result: Result, totals: Sequence[Amount]
    ) -> Iterator[Finding]:
        """What this deal's place in the evening shows; `totals` are the players' after it."""
        number = record.heading.number
        entries = [entry for entry in entries if type(entry[2]) in _LOOKED_AT]
        yield from self._number(record)
        yield from self._dealer(record, entries, result)
        yield from self._frame(record, entries, result)
        for entry in entries:
            if isinstance(entry[2], Charge):
                yield from self._charge(record, entry, entry[2])
        if result.points is None and result.status not in _AGAIN:
            self.totals.unsure()
        self.totals.note(entries, result.points)
        for index, found in self.totals.compare(entries, totals):
            line, text, statement = entries[index]
            yield Finding(
                found.code, Span(line, statement.column, statement.width, text), found.severity, found.key, found.args,
                deal=number, seat=found.seat,
            )
        self._last = (number, result.status)

    @staticmethod
    def _finding(key: str, span: Span, basis: Basis | None, deal: str | None = None, **args: object) -> Finding:
        """A warning; the part of `key` before its dot is the code."""
        clauses = basis.cite if basis is not None else ()
        if deal is not None:
            args["deal"] = deal
        return Finding(key.partition(".")[0], span, "warning", key, args, deal=deal, clauses=clauses)

    def _number(self, record: DealRecord) -> Iterator[Finding]:
        """Deals missing or twice; after a redeal, a misdeal or a void deal the number may repeat."""
        number, last = record.heading.number, self._last
        again = last is not None and last[1] in _AGAIN and last[0] == number
        if last is not None and not again:
            key = ""
            if number in self._numbers:
                key = "D-number.twice"
            elif number.isdecimal() and last[0].isdecimal() and int(number) != int(last[0]) + 1:
                key = "D-number.gap" if int(number) > int(last[0]) else "D-number.order"
            if key:
                self._dealers = None  # whose deal it is cannot be told across a gap
                self.totals.unsure()
                yield self._finding(key, record.span(), None, number, last=last[0])
        elif last is None and number != "1":
            self.totals.unsure()  # the file begins in the middle of an evening
        if len(self._numbers) < REMEMBERED:
            self._numbers.add(number)

    def _dealer(self, record: DealRecord, entries: Sequence[Entry], result: Result) -> Iterator[Finding]:
        """Whose deal it is, and whose the next one will be."""
        dealer = self.voice.seat(record.heading.dealer)
        passes = self.session.dealer_passes
        noticed = next((e for e in entries if isinstance(e[2], Fact) and e[2].name == "wrong_dealer"), None)
        right = self._dealers
        if dealer is None or passes is None:
            self._dealers = None
            return
        wrong = right is not None and dealer not in right
        if wrong and noticed is None:
            names = [self.voice.name(seat) for seat in sorted(right or ())]
            dealt = self.voice.name(dealer)
            yield self._finding("D-dealer", record.span(), passes, record.heading.number, dealer=dealt, right=names)
        if noticed is not None and self.session.wrong_dealer is not None:
            yield from self._noticed(record, noticed, result, wrong)
        seats = len(self.voice.seats)
        if wrong and noticed is not None and result.status in _AGAIN:
            return  # not played: it is still for the right dealer to deal
        if result.status == "misdeal":
            same = self.session.misdeal_by == "same"
        elif result.status == "redeal":
            same = self.redeal_by == "same"
        elif result.status == "void":
            self._dealers = frozenset((dealer, (dealer + 1) % seats))
            return
        else:
            same = False
        after = {dealer if same else (dealer + 1) % seats}
        if wrong and not same:
            after |= {(seat + 1) % seats for seat in right or ()}  # the normal order resumes
        self._dealers = frozenset(after)

    def _noticed(self, record: DealRecord, entry: Entry, result: Result, wrong: bool) -> Iterator[Finding]:
        """A wrong dealer that somebody noticed: the deal stands unless he had not yet seen his hand."""
        fact = entry[2]
        assert isinstance(fact, Fact)
        who = self.voice.name(self.voice.seat(fact.seat))
        key = ""
        if fact.value == "unseen" and result.status not in _AGAIN:
            key = "D-noticed.unseen"
        elif not wrong and self._dealers is not None:
            key = "D-noticed.right"
        if key:
            yield self._finding(key, entry.span(), self.session.wrong_dealer, record.heading.number, who=who)

    def _frame(self, record: DealRecord, entries: Sequence[Entry], result: Result) -> Iterator[Finding]:
        """The number of deals in a round, the bell, free deals, cards dealt again."""
        session, number = self.session, record.heading.number
        if self._bell:
            self._bell = False
            yield self._finding("D-bell", record.span(), session.bell, number)
        if session.bell is not None and any(isinstance(e[2], Mark) and e[2].name == "bell" for e in entries):
            self._bell = True
        if result.status not in _AGAIN:
            self._played += 1
            by_table, basis = session.deals or ({}, None)
            most = self._most(by_table)
            if self._one_round and most and self._played == most + 1:
                yield self._finding("D-many", record.span(), basis, number, most=most)
        if record.heading.free and (session.free_first is None or (number.isdecimal() and int(number) > 1)):
            key = "D-free.none" if session.free_first is None else "D-free.late"
            found = self._finding(key, record.span(), session.free_first, number)
            proven = session.free_first is None or self._free  # the file may begin late: one free deal proves nothing
            yield found if proven else found._replace(severity="note")
        self._free = self._free or (record.heading.free and result.status not in _AGAIN)
        if result.status == "void" and session.redeal_consent is not None and not _consents(record.entries):
            void = next(e for e in record.entries if isinstance(e[2], Remark) and e[2].name == "void")
            yield self._finding("D-void", void.span(), session.redeal_consent, number)

    def _charge(self, record: DealRecord, entry: Entry, charge: Charge) -> Iterator[Finding]:
        """A fine that should have doubled; a player who was excluded."""
        seat = self.voice.seat(charge.seat)
        if seat is None:
            return
        number, doubles = record.heading.number, self.session.fines_double
        reason, who = charge.reason or "", self.voice.name(seat)
        if charge.name == "excluded":
            clauses = doubles.cite if doubles is not None else ()
            args: dict[str, object] = {"who": who, "reason": reason}
            yield Finding("D-excluded", entry.span(), "note", "", args, deal=number, clauses=clauses)
        elif charge.name == "fine" and reason and charge.amount is not None and doubles is not None:
            last = self._fines.get((seat, reason))
            if last is not None and charge.amount < 2 * last:
                yield self._finding("D-fine", entry.span(), doubles, number, who=who, reason=reason,
                                    amount=charge.amount, last=last, double=2 * last)
            self._fines[seat, reason] = charge.amount


def _consents(entries: Sequence[Entry]) -> bool:
    """Whether the arbiter lets the deal be dealt again: his ruling stands right before `void:`, or after it.

    A ruling that a call follows was one on the call before.
    """
    ruled = void = False
    for entry in entries:
        statement = entry[2]
        if isinstance(statement, Ruling):
            ruled = statement.answer != "no"
        elif isinstance(statement, Remark) and statement.name == "void":
            void = True
        elif not isinstance(statement, Remark) and not void:
            ruled = False
    return ruled and void


def _ascending(seats: Sequence[str]) -> bool:
    """Whether the seats' numbers rise round the table, wherever one begins; seats without numbers prove nothing.

    >>> _ascending(["3", "4", "1", "2"]), _ascending(["1", "3", "2", "4"]), _ascending(["A", "B"])
    (True, False, True)
    """
    if not all(seat.isdecimal() for seat in seats):
        return True
    numbers = [int(seat) for seat in seats]
    start = numbers.index(min(numbers))
    turned = numbers[start:] + numbers[:start]
    return turned == sorted(turned)
