"""Sheets as spreadsheets want them: a cell is a text, a number or nothing; what is a mark on paper is a column here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from whistcli.model import Amount
from whistcli.say import sentence
from whistcli.sheet.model import Cell, Document, Row, Sheet

Value = str | Amount | None

FIGURES = ("points", "balance", "pot", "fine")
"""Roles of columns that hold figures: no figure is an empty cell there, never a dash."""


class Grid(NamedTuple):
    """One table; `roles` and `seats` say what the columns hold and whose they are."""

    name: str
    heads: tuple[str, ...]
    roles: tuple[str, ...]
    seats: tuple[int | None, ...]
    rows: tuple[tuple[Value, ...], ...]
    totals: tuple[Value, ...] | None = None


def grids(document: Document) -> Iterator[Grid]:
    """The tables of a document; where there are several, the first column names the file."""
    several = len(document.entries) > 1
    for entry in document.entries:
        grid = grid_of(entry.sheet, entry.lang)
        yield _named(grid, entry.file, sentence("V-file", {}, entry.lang)) if several else grid
    for sheet in document.together:
        yield _named(grid_of(sheet, document.lang), sheet.title, sentence("V-file", {}, document.lang))


def _named(grid: Grid, name: str, head: str) -> Grid:
    return Grid(
        name, (head, *grid.heads), ("file", *grid.roles), (None, *grid.seats),
        tuple((name, *row) for row in grid.rows), None if grid.totals is None else (name, *grid.totals),
    )


def grid_of(sheet: Sheet, lang: str) -> Grid:
    """One sheet's table; after its own columns stand those that hold its marks, where it has any."""
    table = sheet.table
    rows = [*table.rows, *([table.totals] if table.totals else [])]
    figures = [column.role in FIGURES for column in table.columns]
    heads = [
        f"{sentence('V-fine', {}, lang)} {sheet.players[column.seat][1]}"
        if column.role == "fine" and column.seat is not None else column.name
        for column in table.columns
    ]
    roles, seats = [column.role for column in table.columns], [column.seat for column in table.columns]
    values = [
        [_value(cell, figure) for cell, figure in zip(row.cells, figures, strict=True)] for row in rows
    ]
    for role, marks in (("marks", [_marks(row, figures) for row in rows]), ("due", [_due(row, sheet) for row in rows])):
        if any(marks):
            heads.append(sentence(f"V-{role}", {}, lang))
            roles.append(role)
            seats.append(None)
            values = [[*row, mark or None] for row, mark in zip(values, marks, strict=True)]
    done = [tuple(row) for row in values]
    totals = done.pop() if table.totals else None
    return Grid(sheet.title, tuple(heads), tuple(roles), tuple(seats), tuple(done), totals)


def _value(cell: Cell, figure: bool) -> Value:
    if cell.number is not None and (figure or not cell.mark):
        return cell.number
    return None if figure else cell.full or None


def _marks(row: Row, figures: list[bool]) -> str:
    """The marks beside the figures of a row, each once."""
    beside = (cell.mark for cell, figure in zip(row.cells, figures, strict=True) if figure)
    return " ".join(dict.fromkeys(mark for mark in beside if mark))


def _due(row: Row, sheet: Sheet) -> str:
    """Who owes a fine whose amount is not known."""
    return " ".join(sheet.players[seat][0] for seat in row.due)
