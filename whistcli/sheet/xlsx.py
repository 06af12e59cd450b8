"""Sheets as a workbook: real numbers, live sums with our own results beside them, one worksheet a file and the totals.

Needs the package XlsxWriter (the extra `xlsx`).
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from whistcli.claims import total
from whistcli.model import Amount
from whistcli.page import shown
from whistcli.say import sentence
from whistcli.sheet.evening import labels
from whistcli.sheet.model import Document, Entry, Sheet
from whistcli.sheet.spread import FIGURES, Grid, Value, grid_of

LONGEST = 31
"""Characters that a worksheet's name may have."""

_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_RESERVED = "history"
"""A name that Excel keeps for itself."""

_HEAD = 2
"""Rows above the heads: the title, and an empty one."""


def xlsx(document: Document) -> bytes:
    """The workbook."""
    import xlsxwriter

    data = io.BytesIO()
    book = xlsxwriter.Workbook(data, {"in_memory": True})
    writer = _Book(book)
    totals = sentence("V-totals", {}, document.lang)
    stems = [os.path.splitext(os.path.basename(entry.file))[0] for entry in document.entries]
    names = list(sheet_names([*stems, *[totals] * len(document.together)]))
    for entry, name in zip(document.entries, names, strict=False):
        writer.evening(entry, name)
    for sheet, name in zip(document.together, names[len(stems) :], strict=True):
        writer.together(sheet, document, name)
    book.close()
    return data.getvalue()


def sheet_names(wanted: Iterable[str]) -> Iterable[str]:
    """Names that Excel allows, no two alike whatever their case; straight apostrophes, which formulas double, are bent.

    >>> list(sheet_names(["a/b", "A:B", "it's", "History", "", "z" * 40]))[:5]
    ['a_b', 'A_B (2)', 'it’s', 'History (2)', '-']
    """
    taken = {_RESERVED}
    for name in wanted:
        plain = _FORBIDDEN.sub("_", shown(name)).replace("'", "\u2019").strip()[:LONGEST].strip() or "-"
        found, number = plain, 1
        while found.casefold() in taken:
            number += 1
            end = f" ({number})"
            found = plain[: LONGEST - len(end)] + end
        taken.add(found.casefold())
        yield found


class _Book:
    """A workbook in the making: what is written where, for formulas in other worksheets."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.bold = book.add_format({"bold": True, "top": 1})
        self.plain = book.add_format({})
        self._sums: dict[int, Mapping[tuple[str, int | None], str]] = {}
        """Of each sheet (by its id) the cell of each total, by role and seat, as other worksheets name it."""

    def _worksheet(self, name: str, title: str, grid: Grid) -> Any:
        page = self.book.add_worksheet(name)
        page.write_string(0, 0, shown(title), self.title)
        for column, head in enumerate(grid.heads):
            page.write_string(_HEAD, column, shown(head), self.head)
            words = [head[:14], *(str(row[column] or "") for row in grid.rows)]
            page.set_column(column, column, min(48, max(map(len, words)) + 2))
        page.freeze_panes(_HEAD + 1, 1)
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)
        page.repeat_rows(_HEAD)
        return page

    def evening(self, entry: Entry, name: str) -> None:
        """The sheet of one file: each balance is the sum of its row, each total the sum of its column."""
        sheet, lang = entry.sheet, entry.lang
        grid = grid_of(sheet, lang)
        page = self._worksheet(name, sheet.heading, grid)
        points = [place for place, role in enumerate(grid.roles) if role == "points"]
        first = _HEAD + 1
        for number, row in enumerate(grid.rows):
            for column, value in enumerate(row):
                if grid.roles[column] == "balance" and value is not None and points:
                    formula = f"=SUM({_cell(first + number, points[0])}:{_cell(first + number, points[-1])})"
                    page.write_formula(first + number, column, formula, self.plain, _figure(value))
                else:
                    _write(page, first + number, column, value, self.plain)
        end = first + len(grid.rows)
        page.ignore_errors({"number_stored_as_text": f"A1:{_cell(end, len(grid.heads))}"})
        if grid.totals is not None:
            end = self._totals(page, grid, sheet, name, first, end, lang)
        self._notes(page, sheet, end + 2)

    def _totals(
        self, page: Any, grid: Grid, sheet: Sheet, name: str, first: int, end: int, lang: str
    ) -> int:
        """The row of totals, and below it the two sums that must agree with their difference; gives the last row."""
        assert grid.totals is not None
        sums: dict[tuple[str, int | None], str] = {}
        for column, value in enumerate(grid.totals):
            role, seat = grid.roles[column], grid.seats[column]
            figures = [row[column] for row in grid.rows]
            if role in FIGURES and role != "pot" and grid.rows:
                formula = f"=SUM({_cell(first, column)}:{_cell(end - 1, column)})"
                page.write_formula(end, column, formula, self.bold, _figure(_sum(figures)))
                sums[role, seat] = f"'{name}'!{_cell(end, column, fixed=True)}"
            else:
                _write(page, end, column, value, self.bold)
        self._sums[id(sheet)] = sums
        points = [column for column, role in enumerate(grid.roles) if role == "points"]
        balance = grid.roles.index("balance") if "balance" in grid.roles else None
        if balance is None or not points or not grid.rows:
            return end
        columns = range(points[0], points[-1] + 1)
        worked = [total([_amount(grid.totals[column]) for column in columns]), _amount(grid.totals[balance])]
        across = f"{_cell(end, points[0])}:{_cell(end, points[-1])}"
        rows = (
            ("V-check.totals", f"=SUM({across})", worked[0]),
            ("V-check.balances", f"={_cell(end, balance)}", worked[1]),
            ("V-difference", f"=ROUND(SUM({across})-{_cell(end, balance)},6)", worked[0] - worked[1]),
        )
        for number, (key, formula, value) in enumerate(rows, end + 2):
            page.write_string(number, points[0] - 1, sentence(key, {}, lang))
            page.write_formula(number, points[0], formula, self.plain, _figure(value))
        return end + 4

    def _notes(self, page: Any, sheet: Sheet, row: int) -> None:
        for note in sheet.notes:
            if note.kind == "check":  # it stands there as live sums
                continue
            page.write_string(row, 0, shown(note.head))
            for number, item in enumerate(note.items, 1):
                page.write_string(row + number, 1, shown(item))
            row += 1 + len(note.items)

    def together(self, sheet: Sheet, document: Document, name: str) -> None:
        """What several files come to: each sum adds up the totals of their worksheets."""
        grid = grid_of(sheet, document.lang)
        page = self._worksheet(name, sheet.title, grid)
        cells = self._of_players(sheet, document.entries)
        first = _HEAD + 1
        for number, row in enumerate(grid.rows):
            for column, value in enumerate(row):
                theirs = cells.get((str(row[0]), grid.roles[column]))
                if theirs and isinstance(value, int | Decimal):
                    page.write_formula(first + number, column, f"={'+'.join(theirs)}", self.plain, _figure(value))
                else:
                    _write(page, first + number, column, value, self.plain)
        page.ignore_errors({"number_stored_as_text": f"A1:{_cell(first + len(grid.rows), len(grid.heads))}"})
        self._notes(page, sheet, first + len(grid.rows) + 1)

    def _of_players(self, sheet: Sheet, entries: Sequence[Entry]) -> dict[tuple[str, str], list[str]]:
        """The cells of each player's totals in the other worksheets, by name and role."""
        found: dict[tuple[str, str], list[str]] = {}
        for entry in entries:
            sums = self._sums.get(id(entry.sheet), {})
            if entry.sheet.rules != sheet.rules:
                continue
            for seat, label in enumerate(labels(entry.sheet.players)):
                for role in ("points", "fine"):
                    if (role, seat) in sums:
                        found.setdefault((label, role), []).append(sums[role, seat])
        return found


def _write(page: Any, row: int, column: int, value: Value, form: Any) -> None:
    if value is None:
        page.write_blank(row, column, None, form)
    elif isinstance(value, str):
        page.write_string(row, column, shown(value), form)
    else:
        page.write_number(row, column, _figure(value), form)


def _figure(value: Value) -> float | int:
    """A number as a workbook holds it."""
    assert value is not None
    return int(value) if isinstance(value, int) or Decimal(value) == int(Decimal(value)) else float(value)


def _amount(value: Value) -> Amount:
    return 0 if value is None or isinstance(value, str) else value


def _sum(values: Sequence[Value]) -> Amount:
    return total([_amount(value) for value in values])


def _cell(row: int, column: int, fixed: bool = False) -> str:
    from xlsxwriter.utility import xl_rowcol_to_cell

    return str(xl_rowcol_to_cell(row, column, fixed, fixed))
