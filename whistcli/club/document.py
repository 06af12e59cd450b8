"""A page of tables, whatever it is printed as: text, Markdown, or (its first table alone) CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from whistcli.page.markdown import escaped
from whistcli.sheet.csv import safe


class Grid(NamedTuple):
    """A table; `figures` are the columns that hold numbers."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: frozenset[int] = frozenset()


class Document(NamedTuple):
    """A title, lines below it, tables (the first is the one that counts), remarks."""

    lang: str
    title: str
    lines: Sequence[str]
    grids: Sequence[Grid]
    remarks: Sequence[str] = ()


def text(page: Document) -> Iterator[str]:
    """The page for a terminal."""
    from tabulate import tabulate  # slow to import, and nothing else here needs it

    yield page.title
    yield from page.lines
    for grid in page.grids:
        yield ""
        if grid.title:
            yield grid.title
        align = ["right" if at in grid.figures else "left" for at in range(len(grid.head))]
        drawn = tabulate(grid.rows, grid.head, tablefmt="simple", disable_numparse=True, colalign=align)
        yield from (line.rstrip() for line in drawn.split("\n"))
    if page.remarks:
        yield ""
        yield from page.remarks


def markdown(page: Document) -> Iterator[str]:
    """The page as Markdown."""
    yield f"# {escaped(page.title)}"
    for line in page.lines:
        yield ""
        yield escaped(line)
    for grid in page.grids:
        yield ""
        if grid.title:
            yield f"## {escaped(grid.title)}"
            yield ""
        yield _row(map(escaped, grid.head))
        yield _row("---:" if at in grid.figures else "---" for at in range(len(grid.head)))
        yield from (_row(map(escaped, row)) for row in grid.rows)
    for line in page.remarks:
        yield ""
        yield escaped(line)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def comma_separated(page: Document) -> Iterator[str]:
    """The first table, a line a row."""
    out = io.StringIO()
    grid = page.grids[0]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(grid.head)
    for row in grid.rows:
        writer.writerow([_figure(cell) if at in grid.figures else safe(cell) for at, cell in enumerate(row)])
    yield from out.getvalue().removesuffix("\n").split("\n")


def _figure(cell: str) -> str:
    """A figure as a spreadsheet reads it: no difference is 0, and no plus stands before a number.

    >>> _figure("="), _figure("+3"), _figure("-3"), _figure("5+!")
    ('0', '3', '-3', '5+!')
    """
    return "0" if cell == "=" else cell.removeprefix("+")
