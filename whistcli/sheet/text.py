"""A sheet as text: as narrow as the terminal asks, in colours and suit symbols where they can be shown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from whistcli.console import clean
from whistcli.render.figures import DUE
from whistcli.sheet.model import Align, Cell, Column, Row, Sheet, Table

PLAIN_WIDTH = 80
"""Columns of what is no terminal: a file, a pipe, a mail."""

_LEAST = 12
"""Columns below which no game is folded; the table is then wider than was asked for."""

_COMFORT = 30
"""Columns for the game from which on names are kept and the game is folded instead."""


_BRACKETS = re.compile(r"\([^()]*\)")
_HELD = "\x1f"
"""Stands for a space at which no line ends; no cell that was cleaned holds it."""


class Look(NamedTuple):
    """What the place of printing can show."""

    width: int = PLAIN_WIDTH
    colours: bool = False
    symbols: bool = False


BOLD, RED, YELLOW = "1", "31", "33"


def text(sheet: Sheet, look: Look = Look()) -> Iterator[str]:  # noqa: B008 - a constant
    """The lines of a sheet: title, table, totals, fines where they need a table of their own, notes."""
    paint = _paint if look.colours else _bare
    yield from _folded(sheet.heading, look.width, "", lambda line: paint(line, BOLD))
    yield from _tables(sheet, look, paint)
    if sheet.notes:
        yield ""
    for note in sheet.notes:
        yield from _folded(note.head, look.width, "  ")
        for item in note.items:
            yield from (f"  {line}" for line in _folded(item, look.width - 2, "  "))


def _paint(words: str, code: str) -> str:
    return f"\x1b[{code}m{words}\x1b[0m" if words else words


def _bare(words: str, code: str) -> str:
    return words


def _folded(words: str, width: int, indent: str, paint: Callable[[str], str] = str) -> Iterator[str]:
    """A sentence over several lines, nothing in it broken apart."""
    lines = textwrap.wrap(
        clean(words), max(width, 20), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return map(paint, lines or [""])


# -- the layout ----------------------------------------------------------------------------------------------------


class _Plan(NamedTuple):
    """One way to lay out the table: its columns, their names, the widths over which cells are folded."""

    places: tuple[int, ...]
    heads: tuple[str, ...]
    fold: dict[int, int] = {}
    legend: bool = False


def _tables(sheet: Sheet, look: Look, paint: Callable[[str, str], str]) -> Iterator[str]:
    table = sheet.table
    grid = _grid(table, look)
    plan = _plan(sheet, grid, look.width)
    if plan.legend:
        yield from _folded(", ".join(f"{key} {name}" for key, name in sheet.players), look.width, "  ")
    yield from _drawn(table, plan, grid, paint)
    fines = table.places("fine")
    if fines and fines[0] not in plan.places:
        yield from _fines(table, fines, look, paint)


def _grid(table: Table, look: Look) -> list[list[str]]:
    """The cells as they are shown, the totals last."""
    rows = [*table.rows, *([table.totals] if table.totals else [])]
    return [[_shown(cell, look.symbols) for cell in row.cells] for row in rows]


def _shown(cell: Cell, symbols: bool) -> str:
    return clean((cell.symbols if symbols and cell.symbols else cell.text) + cell.mark)


def _plan(sheet: Sheet, grid: list[list[str]], width: int) -> _Plan:
    """The first layout that fits: whole names, first names, keys; then with fines apart, games folded, short names."""
    columns = sheet.table.columns
    every = tuple(range(len(columns)))
    apart = tuple(place for place in every if columns[place].role != "fine")
    names = list(_names(sheet))
    for places in dict.fromkeys((every, apart)):
        for heads in names:
            plan = _Plan(places, _heads(columns, heads, short=False), legend=heads != names[0])
            if _width(plan, grid) <= width:
                return plan
    long = [place for place in apart if columns[place].role in ("game", "status")]
    for heads in names:
        for short in (False, True):
            plan = _Plan(apart, _heads(columns, heads, short), legend=heads != names[0])
            room = _room(plan, grid, long, width)
            if room >= _COMFORT or (heads, short) == (names[-1], True):
                return plan._replace(fold=dict.fromkeys(long, max(room, _LEAST)))
    raise AssertionError("the last layout is always taken")


def _names(sheet: Sheet) -> Iterator[dict[int, str]]:
    """The players' names for their columns, by seat, each list shorter than the one before."""
    whole = [name for _, name in sheet.players]
    first = [name.split()[0] if name.split() else name for name in whole]
    keys = [key for key, _ in sheet.players]
    yield dict(enumerate(whole))
    if len(set(first)) == len(first) and first != whole:
        yield dict(enumerate(first))
    if keys != whole:
        yield dict(enumerate(keys))


def _heads(columns: Sequence[Column], names: dict[int, str], short: bool) -> tuple[str, ...]:
    heads = []
    for column in columns:
        name = column.short if short and column.short else column.name
        if column.role in ("points", "tricks") and column.seat is not None:
            name = names[column.seat]
        heads.append(clean(name))
    return tuple(heads)


def _width(plan: _Plan, grid: list[list[str]]) -> int:
    """How wide the table is in this layout."""
    widths = [max([len(plan.heads[place]), *(len(row[place]) for row in grid)]) for place in plan.places]
    return sum(widths) + 2 * (len(widths) - 1)


def _room(plan: _Plan, grid: list[list[str]], long: Sequence[int], width: int) -> int:
    """What is left for each of the long columns when all others have what they need."""
    others = plan._replace(places=tuple(place for place in plan.places if place not in long))
    left = width - _width(others, grid)
    return left // max(1, len(long)) - 2


# -- the drawing ---------------------------------------------------------------------------------------------------


def _drawn(
    table: Table, plan: _Plan, grid: list[list[str]], paint: Callable[[str, str], str]
) -> Iterator[str]:
    heads = [paint(plan.heads[place], BOLD) for place in plan.places]
    align: list[Align] = [table.columns[place].align for place in plan.places]
    rows: list[list[str]] = []
    body = 0
    marks = [*table.rows, *([table.totals] if table.totals else [])]
    for number, row in enumerate(grid):
        if number == len(table.rows):
            body = len(rows)
        cells = [_lines(row[place], plan.fold.get(place)) for place in plan.places]
        for line in range(max(map(len, cells))):
            rows.append([
                _coloured(parts[line], marks[number].cells[place], paint, bold=row is grid[-1] and bool(table.totals))
                if line < len(parts) else ""
                for parts, place in zip(cells, plan.places, strict=True)
            ])
    yield from tabulated(heads, rows, align, body if table.totals else None)


def _lines(words: str, width: int | None) -> list[str]:
    """A cell over several lines; what stands in brackets is kept together where it can be."""
    if width is None or len(words) <= width:
        return [words]
    held = _BRACKETS.sub(lambda part: part[0].replace(" ", _HELD) if len(part[0]) <= width else part[0], words)
    lines = textwrap.wrap(held, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace(_HELD, " ") for line in lines] or [""]


def _coloured(words: str, cell: Cell, paint: Callable[[str, str], str], bold: bool) -> str:
    if words.endswith(DUE):
        return paint(words, YELLOW)
    if cell.number is not None and cell.number < 0:
        return paint(words, f"{BOLD};{RED}" if bold else RED)
    return paint(words, BOLD) if bold else words


def tabulated(
    heads: Sequence[str], rows: Sequence[Sequence[str]], align: Sequence[Align], totals: int | None = None
) -> Iterator[str]:
    """A table whose lines are as narrow as their cells; from the row `totals` on stands what is summed."""
    from tabulate import tabulate  # slow to import, and only tables need it

    # The heads go in as a row: tabulate would add two columns to each head, and tell numbers from words on its own.
    drawn = tabulate(
        [heads, *rows], tablefmt="simple", disable_numparse=True, colalign=list(align)
    ).split("\n")
    rule, lines = drawn[0], [line.rstrip() for line in drawn[1:-1]]
    yield lines[0]
    yield rule
    if totals is None:
        yield from lines[1:]
        return
    yield from lines[1 : 1 + totals]
    yield rule
    yield from lines[1 + totals :]


def _fines(
    table: Table, places: Sequence[int], look: Look, paint: Callable[[str, str], str]
) -> Iterator[str]:
    """The fines in a table of their own: only the deals that have any."""
    def fined(row: Row) -> bool:
        return any(row.cells[place].full for place in places)

    rows = [row for row in table.rows if fined(row)]
    if not rows:
        return
    first = next(iter(table.places("deal")), 0)
    label = next(iter(table.places("game")), first)
    shown = [[row.cells[first], *(row.cells[place] for place in places)] for row in rows]
    if table.totals is not None:
        shown.append([table.totals.cells[label], *(table.totals.cells[place] for place in places)])
    last = len(shown) - 1
    drawn = [
        [_coloured(_shown(cell, look.symbols), cell, paint, bold=number == last) for cell in cells]
        for number, cells in enumerate(shown)
    ]
    heads = [paint(clean(table.columns[place].name), BOLD) for place in (first, *places)]
    yield ""
    yield from tabulated(heads, drawn, ["right"] * len(heads), last if table.totals else None)
