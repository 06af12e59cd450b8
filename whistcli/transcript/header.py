"""Reads what stands above the first deal: settings and players, with the checks that only they need."""

from __future__ import annotations

import re
from typing import Any

from whistcli import record as r
from whistcli.diag import Finding
from whistcli.say import LANGUAGES
from whistcli.transcript.driver import flat
from whistcli.transcript.faults import Fault, Keyword, unknown_word
from whistcli.transcript.line import LineParser
from whistcli.transcript.tables import driver
from whistcli.transcript.text import Batch
from whistcli.words import fold, nearest

_ISO = r"(\d{4})-(\d\d)-(\d\d)"
FEWEST, MOST = 2, 7


class Collector:
    """Takes batches of lines up to the first heading; `finish` gives the header.

    `skip` tells how many statements of the heading's line belong to the header.
    """

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.skip = 0
        self._parser = LineParser(None)
        self._entries: list[r.Entry] = []
        self._early: list[tuple[r.Entry, Fault]] = []
        self._settings: dict[str, str] = {}
        self._players: r.Players | None = None
        self._first_line: tuple[int, str, r.Statement] | None = None

    def take(self, batch: Batch) -> int | None:
        """Reads lines; returns the place in the batch of the line that opens the first deal, or None."""
        for at, line in enumerate(batch.lines):
            number = batch.first + at
            faults = batch.faults.get(number, ())
            codes = {fault.code for fault in faults}
            segments = self._parser.parse(line, False).segments if "T-long" not in codes else ()
            for position, segment in enumerate(segments):
                if isinstance(segment.statement, r.DealLine):
                    self.skip = position
                    self._first_line = (number, line, segment.statement)
                    return at
                entry = r.Entry(number, line, segment.statement)
                for fault in segment.faults:
                    if "T-byte" not in codes or "\ufffd" not in line[segment.start : segment.end]:
                        self._fault(entry, fault)
                self._take(entry)
            self.findings.extend(fault.finding(number, line, None) for fault in faults)
        return None

    def _fault(self, entry: r.Entry, fault: Fault) -> None:
        if fault.code == "T-early":  # a call, or a misspelt setting: the seats will tell
            self._early.append((entry, fault))
        else:
            self.findings.append(fault.finding(entry.line, entry.text, None))

    def _take(self, entry: r.Entry) -> None:
        statement = entry.statement
        if isinstance(statement, r.Setting):
            self._setting(entry, statement)
        elif isinstance(statement, r.Players):
            if self._players is not None:
                self._report(entry, "T-twice", statement.column, statement.width, "T-twice.players")
                return
            self._players = statement
            before = len(self.findings)
            self._check_players(entry, statement)
            if any(finding.severity == "error" for finding in self.findings[before:]):
                # nobody need find out once more that these are not the players of the game
                entry = entry._replace(statement=r.Unread(statement.column, statement.width, "players"))
        self._entries.append(entry)

    def _report(self, entry: r.Entry, code: str, column: int, width: int, key: str = "", hint: str | None = None,
                severity: Any = "error", **args: object) -> None:
        self.findings.append(Finding(code, entry.part(column, max(1, width)), severity, key, args, hint=hint))

    def _setting(self, entry: r.Entry, setting: r.Setting) -> None:
        where = (setting.value_column, max(1, setting.column + setting.width - setting.value_column))
        if setting.name in self._settings:
            self._report(entry, "T-twice", setting.column, setting.width, "T-twice.setting", name=Keyword(setting.name))
            return
        if setting.name == "lang" and setting.value not in LANGUAGES:
            self._report(entry, "T-lang", *where, hint="T-lang.hint", lang=setting.value, languages=LANGUAGES)
            return
        if setting.name == "date" and not _is_date(setting.value):
            self._report(entry, "T-date", *where, hint="T-date.hint", date=setting.value)
            return
        self._settings[setting.name] = setting.value

    def _check_players(self, entry: r.Entry, players: r.Players) -> None:
        run = driver()
        seen: dict[str, str] = {}
        named: dict[str, str] = {}
        for seat, name, column in zip(players.seats, players.names, players.columns, strict=True):
            if fold(seat) in seen:
                self._report(entry, "T-duplicate", column, len(seat), seat=seat, hint="T-duplicate.hint")
            elif name != seat and fold(name) in named:
                self._report(entry, "T-duplicate", column, len(seat), "T-duplicate.name", "T-duplicate.name.hint",
                             "warning", name=name, other=named[fold(name)])
            seen[fold(seat)], named[fold(name)] = seat, seat
            pattern, names = run.scanner(run.start)
            first = pattern.match(flat(seat))
            if first and first.lastindex and names[first.lastindex - 1] != "KEY":
                self._report(entry, "T-reserved", column, len(seat), seat=seat, hint="T-reserved.hint")
        if not FEWEST <= len(players.seats) <= MOST:
            self._report(entry, "T-players", players.column, players.width, "T-players.number",
                         number=len(players.seats), low=FEWEST, high=MOST, hint="T-players.hint")

    def finish(self) -> r.Header:
        """The header, when everything above the first heading has been taken."""
        players = self._players
        seats = tuple(dict.fromkeys(players.seats)) if players else ()
        names = tuple(dict(zip(reversed(players.seats), reversed(players.names), strict=True))[s] for s in seats) \
            if players else ()
        folded = {fold(seat) for seat in seats}
        for entry, fault in self._early:
            if fold(fault.seat or "") not in folded:
                fault = unknown_word(fault.seat or "", fault.column)
            self.findings.append(fault.finding(entry.line, entry.text, None))
        for entry in self._entries:
            if isinstance(entry.statement, r.Amounts):
                for seat, _ in entry.statement.by_seat:
                    if players and seat not in seats:
                        near = nearest(seat, list(seats))
                        self._report(entry, "T-seat", entry.statement.column, entry.statement.width, seat=seat,
                                     seats=list(seats), near=near, hint="T-seat.hint" if near else None)
        if players is None and self._first_line is not None:
            line, text, heading = self._first_line
            entry = r.Entry(line, text, heading)
            self._report(entry, "T-players", heading.column, heading.width, hint="T-players.hint")
        return r.Header(self._settings, seats, names, tuple(self._entries))


def _is_date(text: str) -> bool:
    match = re.compile(_ISO).fullmatch(text)
    if match is None:
        return False
    import datetime  # few files are read for their date

    try:
        datetime.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return False
    return True
