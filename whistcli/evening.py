"""One table's evening: each deal of a transcript judged and settled, and the little that one deal must know of others.

Deals are streamed; those that say the same are judged once (`memory`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli.auction.voice import Voice
from whistcli.carried import PLAIN, Carried
from whistcli.diag import Finding, Severity, Span
from whistcli.model import Amount, Ruleset
from whistcli.opening import Opening, Options
from whistcli.reckon import FineCell, Reckoner, Result
from whistcli.record import Amounts, DealRecord, Entry, Header, Remark, Said, Tricks
from whistcli.record import Result as ResultLine
from whistcli.ruleset.load import Loaded
from whistcli.seating import UNPLAYABLE, Seating
from whistcli.session import Sitting
from whistcli.transcript.reader import Reader

SURE = Carried(sure=True)

AGAIN = ("redeal", "misdeal", "void")
"""Statuses of deals that were never to be scored."""


class Deal(NamedTuple):
    """One deal of the evening: what was written (notes apart) and what it came to.

    `lost_before` are the lost solo games before it, by seat; `last` says that no other deal follows in the file;
    `in_evening` is what its place among the other deals shows; `voice` are those who play it, `carried` what earlier
    deals hand on to it.
    """

    record: DealRecord
    entries: Sequence[Entry]
    result: Result
    lost_before: tuple[int, ...]
    last: bool
    in_evening: tuple[Finding, ...] = ()
    voice: Voice | None = None
    carried: Carried = PLAIN

    def findings(self, scoring: bool = False, notes: bool = True) -> Iterator[Finding]:
        """What was found in this deal, each at its place; with `scoring` also what keeps it from a score.

        Nearly every deal has a note that cards are not known; without `notes` it is left out here and now.
        """
        for placed in (*self.result.placed, *(self.result.scoring if scoring else ())):
            if not notes and placed.finding.severity == "note":
                continue
            if placed.entry < 0:
                span = self.record.span()
            else:
                line, text, statement = self.entries[placed.entry]
                column, width = placed.column, placed.width
                if isinstance(statement, Said) and not column:
                    column, width = statement.words_column, statement.words_width
                span = Span(line, column, width, text)
            yield placed.finding._replace(span=span, deal=self.record.heading.number)
        yield from self.in_evening
        if self.result.status == "unfinished" and self.entries and self.result.judged.state is not None:
            yield self._unfinished()

    def _unfinished(self) -> Finding:
        """An auction without an end: only in the last deal may it still be going on."""
        going_on = self.last and not any(isinstance(entry[2], Tricks | ResultLine) for entry in self.entries)
        args: dict[str, object] = {"deal": self.record.heading.number}
        severity: Severity = "note" if going_on else "warning"
        hint = None if going_on else "A-unfinished.hint"
        return Finding(
            "A-unfinished", self.record.span(), severity, args=args, deal=self.record.heading.number, hint=hint
        )


def handed_on(rules: Ruleset, before: Carried, result: Result) -> Carried:
    """What a deal hands on to the next: by what that is multiplied, and the pot."""
    status = result.status
    if status in ("void", "misdeal"):
        return before._replace(sure=True)
    times = rules.auction.nobody_plays.multiplied(before.multiplier) if status == "redeal" else 1
    pot = before.pot
    if rules.pot is not None:
        pot = result.pot_after
        found = result.judged.contract
        score = rules.scores.get(found.kind) if found is not None else None
        untouched = score is not None and score.pot is None and not rules.pot.dealer_pays
        if pot is None and untouched:
            pot = result.pot_before
    return SURE if (times, pot) == (1, 0) else Carried(times, pot, True)


class Totals:
    """The running sums by seat; a total of fines is unknown once a fine without amount is due."""

    def __init__(self, seats: int) -> None:
        self.points: list[Amount] = [0] * seats
        self.fines = [FineCell()] * seats
        self.balance: Amount = 0

    def add(self, result: Result) -> None:
        """Adds one deal; a deal without points adds only its fines."""
        if result.points is not None:
            self.points = [old + new for old, new in zip(self.points, result.points, strict=True)]
            self.balance += result.balance or 0
        for seat, cell in result.fines.items():
            old = self.fines[seat]
            self.fines[seat] = FineCell(old.amount + cell.amount, old.unknown or cell.unknown)


class Evening:
    """One transcript under one ruleset. Iterating gives its deals; afterwards what it says of them all is complete.

    `pot_before` is what the pot held before the first deal, `waiting` are the numbers of the deals without a score.

    Raises Unusable where the file or its ruleset cannot be used.
    """

    def __init__(
        self, source: str | bytes | Opening, options: Options | None = None, beside: str | None = None
    ) -> None:
        self.opening: Opening = source if isinstance(source, Opening) else Opening(source, options, beside)
        self.options = self.opening.options
        self.loaded: Loaded | None = self.opening.loaded
        self.reader: Reader = self.opening.reader
        self.rules: Ruleset = self.opening.rules
        self.header: Header = self.opening.header
        self.voice: Voice = self.opening.voice
        self.seating: Seating = Seating(self.rules, self.voice, self.options.strict)
        self.reckoner: Reckoner = self.seating.reckoner
        self.playable: bool = self.seating.playable
        self.carried: Carried = Carried.at_first(self.rules)
        self.pot_before: Amount | None = self.carried.pot
        self.waiting: list[str] = []
        seats = len(self.header.seats)
        self.lost_solos: tuple[int, ...] = self._lost_before()
        self.totals: Totals = Totals(seats)
        self.sitting: Sitting = Sitting(self.rules.session, self.rules.auction.redeal_by, self.voice)
        self.own_findings: list[Finding] = [*self._of_header(), *self.sitting.header(self.header.entries)]

    def __iter__(self) -> Iterator[Deal]:
        held: Deal | None = None
        for record in self.reader:
            if held is not None:
                yield held
            entries = record.entries
            if Remark in [type(entry[2]) for entry in entries]:
                entries = [e for e in entries if not (isinstance(e[2], Remark) and e[2].name == "note")]
            before = self.lost_solos
            result, voice = UNPLAYABLE, self.voice
            if self.playable:
                result, voice = self.seating.result(record, entries, before, self.carried)
            if not self.carried.sure:
                self.pot_before = result.pot_before
            carried, self.carried = self.carried, handed_on(self.rules, self.carried, result)
            if result.points is None and result.status not in AGAIN:
                self.waiting.append(record.heading.number)
            if result.lost_solo:
                counts = list(before)
                for seat in result.lost_solo:
                    counts[seat] += 1
                self.lost_solos = tuple(counts)
            found: tuple[Finding, ...] = ()
            if self.playable:
                self.totals.add(result)
                found = tuple(self.sitting.deal(record, entries, result, self.totals.points))
                if not self.seating.whole:
                    found = (*self.seating.findings(record, entries), *found)
            held = Deal(record, entries, result, before, False, found, voice, carried)
        if held is not None:
            yield held._replace(last=True)

    # -- the header ----------------------------------------------------------------------------------------------------

    def _of_header(self) -> Iterator[Finding]:
        yield from self.opening.findings()
        players = self.opening.players
        if players is not None and not self.playable:
            args: dict[str, object] = {
                "count": len(self.header.seats), "needed": self.rules.players, "rules": self.rules.id,
            }
            yield Finding("T-players", players.span(), key="T-players.count", args=args)

    def _lost_before(self) -> tuple[int, ...]:
        """The lost solo games that `lost solos:` brings in from earlier."""
        counts = [0] * len(self.header.seats)
        for entry in self.header.entries:
            statement = entry.statement
            if isinstance(statement, Amounts) and statement.name == "lost_solos":
                for key, amount in statement.by_seat:
                    seat = self.voice.seat(key)
                    if seat is not None:
                        counts[seat] = int(amount)
        return tuple(counts)
