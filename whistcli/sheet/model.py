"""A sheet as data: rows of cells whose numbers are numbers, and what is said below; no format knows the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from whistcli.diag import Finding
from whistcli.model import Amount, Clause

Align = Literal["left", "right", "center"]


class Cell(NamedTuple):
    """One cell: its text, its number where it is one, a mark beside it.

    `symbols` is the same text with symbols for the suits, for where they can be shown.
    """

    text: str = ""
    number: Amount | None = None
    mark: str = ""
    symbols: str = ""

    @property
    def full(self) -> str:
        """The text with its mark."""
        return self.text + self.mark


class Column(NamedTuple):
    """One column; its `role` says what it holds, `seat` whose it is, `short` is its name where there is little room."""

    role: str
    name: str
    align: Align = "left"
    seat: int | None = None
    short: str = ""


class Row(NamedTuple):
    """One deal or round: its number, the line of the file where it begins, the fines due without an amount (seats)."""

    cells: tuple[Cell, ...]
    number: str = ""
    line: int = 0
    due: tuple[int, ...] = ()


class Table(NamedTuple):
    """Columns, rows and, where there is one, a row of totals."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: Row | None = None

    def places(self, role: str) -> tuple[int, ...]:
        """Where the columns of a role stand."""
        return tuple(place for place, column in enumerate(self.columns) if column.role == role)


class Note(NamedTuple):
    """What is said below the table: a sentence, and a list that it may open; `kind` says what of."""

    kind: str
    head: str
    items: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """One sheet in one language.

    `facts` are the date, the round, the table; `players` each player's key and name; `rules` the ruleset's id.
    """

    title: str
    facts: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    table: Table
    notes: tuple[Note, ...] = ()
    rules: str = ""

    @property
    def heading(self) -> str:
        """The title with the facts."""
        return " - ".join([self.title, *self.facts])


class Entry(NamedTuple):
    """The sheet of one file, and the findings to print with it; `place` is the key of the words that name a deal."""

    file: str
    lang: str
    sheet: Sheet
    findings: Sequence[Finding] = ()
    clauses: Mapping[str, Clause] = {}
    place: str = "U-place"

    def beside(self) -> tuple[list[Finding], list[list[Finding]]]:
        """The findings by where they belong: those of the file as a whole, and those of each row."""
        rows = self.sheet.table.rows
        whole: list[Finding] = []
        by_row: list[list[Finding]] = [[] for _ in rows]
        for finding in self.findings:
            own = [place for place, row in enumerate(rows) if row.number == finding.deal]
            before = [place for place in own if rows[place].line <= finding.span.line]
            place = before[-1] if before else own[0] if own else None
            (whole if finding.deal is None or place is None else by_row[place]).append(finding)
        return whole, by_row


class Document(NamedTuple):
    """All that one run prints: the sheets of the files, and what several of them come to together."""

    lang: str
    entries: tuple[Entry, ...]
    together: tuple[Sheet, ...] = ()
