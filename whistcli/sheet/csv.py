"""A sheet as CSV, for spreadsheets and programs: numbers are numbers, marks stand in columns of their own."""

from __future__ import annotations

import csv as writing
import io
from collections.abc import Iterator
from typing import NamedTuple

from whistcli.page import shown
from whistcli.render.machine import amount
from whistcli.sheet.model import Document
from whistcli.sheet.spread import Grid, Value, grids


class CsvForm(NamedTuple):
    """How cells are separated, how decimals are written, and whether a mark for Excel says that it is UTF-8."""

    separator: str = ","
    decimal: str = "."
    bom: bool = False


PLAIN = CsvForm()
BELGIAN = CsvForm(";", ",", True)
FORMS = {"plain": PLAIN, "belgian": BELGIAN}

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet take a cell for a formula, the wide forms of East Asian keyboards too."""


def csv(document: Document, form: CsvForm = PLAIN) -> bytes:
    """The document as CSV, lines ending as RFC 4180 has it; several tables follow one another, equally wide."""
    blocks = list(grids(document))
    width = max(len(block.heads) for block in blocks)
    out = io.StringIO(newline="")
    writer = writing.writer(out, delimiter=form.separator, lineterminator="\r\n")
    for number, block in enumerate(blocks):
        if number:
            writer.writerow([""] * width)
        for row in _rows(block, form):
            writer.writerow([*row, *[""] * (width - len(row))])
    return out.getvalue().encode("utf-8-sig" if form.bom else "utf-8", "replace")


def _rows(block: Grid, form: CsvForm) -> Iterator[list[str]]:
    yield [safe(head) for head in block.heads]
    for row in (*block.rows, *([block.totals] if block.totals else [])):
        yield [_value(cell, form) for cell in row]


def _value(cell: Value, form: CsvForm) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return safe(cell)
    return str(amount(cell)).replace(".", form.decimal)


def safe(words: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> safe("=1+1"), safe("Jan")
    ("'=1+1", 'Jan')
    """
    words = shown(words)
    return f"'{words}" if words.startswith(FORMULA) else words

