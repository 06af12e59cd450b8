"""From the bytes of a point sheet to a table of cells, each of which knows where it stands."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from whistcli.diag import Finding, Span, Unusable

SEPARATORS = ";\t,|"


class Cell(NamedTuple):
    """One cell: its text, and its place in the file."""

    text: str = ""
    line: int = 0
    column: int = 0
    width: int = 1
    row: str = ""

    @property
    def span(self) -> Span:
        """Where it stands, with its line."""
        return Span(self.line, self.column, max(1, self.width), self.row)


class Row(NamedTuple):
    """One row: its cells and all of it as written, on one line."""

    cells: tuple[Cell, ...]
    written: str
    line: int


class Table(NamedTuple):
    """The heads of the columns and the rows below them."""

    heads: tuple[Cell, ...]
    rows: tuple[Row, ...]


class Given(NamedTuple):
    """A value of a JSON text: a mapping of names to these, a list of these, or a plain one; and where it stands."""

    value: object
    line: int
    column: int


def text_of(data: bytes, path: str) -> tuple[str, list[Finding]]:
    """The text of a file, and what there is to say of its encoding. Raises Unusable for what is no text."""
    for mark, name in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            return data.decode(name, "replace"), []
    if b"\0" in data or not data.strip():
        key = "I-empty" if not data.strip() else "I-binary"
        raise Unusable(path, (Finding(key, Span(0, 0)),))
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = data.decode("cp1252", "replace")
        row = text.splitlines()[line - 1] if line <= len(text.splitlines()) else ""
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        return text, [Finding("I-encoding", Span(line, column, 1, row), "warning")]


# -- CSV ---------------------------------------------------------------------------------------------------------------


def table(text: str, separator: str | None) -> Table:
    """The table that a CSV text holds, blank rows left out; the separator is found where none is given."""
    rows = [row for row in _rows(text, separator or sniffed(text)) if any(cell.text for cell in row.cells)]
    return Table(rows[0].cells, tuple(rows[1:])) if rows else Table((), ())


def sniffed(text: str) -> str:
    r"""The separator under which most rows are as wide as the first, and widest.

    >>> sniffed("a;b\n1,5;2\n"), sniffed("a\tb, c\n1\t2\n"), sniffed('a,"b;c"\n1,2')
    (';', '\t', ',')
    """
    lines = "\n".join(text.splitlines()[:40])
    best, found = (0, 0), SEPARATORS[0]
    for each in SEPARATORS:
        widths = [len(row.cells) for row in _rows(lines, each) if any(cell.text for cell in row.cells)]
        if not widths or widths[0] < 2:
            continue
        score = (sum(width == widths[0] for width in widths) * 100 // len(widths), widths[0])
        if score > best:
            best, found = score, each
    return found


def _rows(text: str, separator: str) -> Iterator[Row]:
    """The rows of a CSV text; a quoted cell may hold separators, line ends and doubled quotes."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at = 0
    while at < len(lines):
        first = at
        cells: list[Cell] = []
        column, line = 0, lines[at]
        while True:
            if line[column:].lstrip(" ").startswith('"'):
                start = line.index('"', column)
                began, content, column = at, "", start + 1
                while True:
                    end = line.find('"', column)
                    if end < 0 and at + 1 < len(lines) and at - began < 50:
                        content += line[column:] + " "
                        at, column = at + 1, 0
                        line = lines[at]
                        continue
                    if end < 0:
                        content, column = content + line[column:], len(line)
                        break
                    content += line[column:end]
                    column = end + 1
                    if line.startswith('"', column):
                        content, column = content + '"', column + 1
                        continue
                    break
                end = line.find(separator, column)
                stop = len(line) if end < 0 else end
                content += line[column:stop].strip()
                width = stop - start if began == at else len(lines[began]) - start
                cells.append(Cell(content.strip(), began + 1, start + 1, width, lines[began]))
            else:
                end = line.find(separator, column)
                stop = len(line) if end < 0 else end
                written = line[column:stop]
                start = column + len(written) - len(written.lstrip(" "))
                cells.append(Cell(written.strip(" "), at + 1, start + 1, len(written.strip(" ")), line))
            if end < 0:
                break
            column = stop + 1
        yield Row(tuple(cells), " ".join(lines[first : at + 1]), first + 1)
        at += 1


# -- JSON --------------------------------------------------------------------------------------------------------------


def given(text: str, path: str) -> Given:
    """The value of a JSON text, every part with its place. Raises Unusable."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        row = text.split("\n")[error.lineno - 1] if text else ""
        raise Unusable(path, (Finding("I-json", Span(error.lineno, error.colno, 1, row)),)) from None
    except RecursionError:
        raise Unusable(path, (Finding("I-json", Span(1, 1)),)) from None
    return _Places(text).value(0)[0]


class _Places:
    """Reads sound JSON once more for where its values stand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._decoder = json.JSONDecoder()

    def _skip(self, at: int, signs: str = " \t\r\n") -> int:
        while at < len(self.text) and self.text[at] in signs:
            at += 1
        return at

    def value(self, at: int) -> tuple[Given, int]:
        """The value at an offset, and the offset behind it."""
        from bisect import bisect_right

        at = self._skip(at)
        line = bisect_right(self._starts, at)
        column = at - self._starts[line - 1] + 1
        found: object
        if self.text[at] == "{":
            named: dict[str, Given] = {}
            at = self._skip(at + 1)
            while self.text[at] != "}":
                name, at = self._decoder.raw_decode(self.text, at)
                at = self._skip(self._skip(at) + 1)
                named[name], at = self.value(at)
                at = self._skip(at, " \t\r\n,")
            found = named
        elif self.text[at] == "[":
            items: list[Given] = []
            at = self._skip(at + 1)
            while self.text[at] != "]":
                item, at = self.value(at)
                items.append(item)
                at = self._skip(at, " \t\r\n,")
            found = items
        else:
            found, end = self._decoder.raw_decode(self.text, at)
            return Given(found, line, column), end
        return Given(found, line, column), at + 1


def table_of(rows: list[Given], text: str) -> Table | None:
    """A list of rows as a table: each row a mapping of heads to plain values; `None` where it is none."""
    lines = text.split("\n")
    heads: dict[str, Cell] = {}
    made: list[Row] = []
    for row in rows:
        named = row.value
        if not isinstance(named, Mapping):
            return None
        cells = {}
        for name, one in named.items():
            if isinstance(one.value, Mapping | list):
                return None
            said = _plain(one.value)
            cells[name] = Cell(said, one.line, one.column, max(1, len(said)), lines[one.line - 1])
            heads.setdefault(name, Cell(name, row.line, row.column, 1, lines[row.line - 1]))
        empty = Cell("", row.line, row.column, 1, lines[row.line - 1])
        made.append(Row(tuple(cells.get(name, empty) for name in heads), json.dumps(bare(row), ensure_ascii=False),
                        row.line))
    return Table(tuple(heads.values()), tuple(made))


def _plain(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def bare(one: Given) -> object:
    """A value without its places."""
    if isinstance(one.value, Mapping):
        return {name: bare(item) for name, item in one.value.items()}
    return [bare(item) for item in one.value] if isinstance(one.value, list) else one.value
