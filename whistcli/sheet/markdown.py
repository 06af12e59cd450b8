"""Sheets as Markdown, as GitHub shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whistcli.page.markdown import escaped
from whistcli.sheet.model import Document, Entry, Row, Sheet
from whistcli.sheet.told import further, said, severity

_RULES = {"left": ":---", "right": "---:", "center": ":---:"}


def markdown(document: Document) -> Iterator[str]:
    """The lines of the document."""
    for number, entry in enumerate(document.entries):
        if number:
            yield ""
        yield from _sheet(entry.sheet)
        yield from _findings(entry)
    for sheet in document.together:
        yield ""
        yield from _sheet(sheet)


def _sheet(sheet: Sheet) -> Iterator[str]:
    table = sheet.table
    yield f"## {escaped(sheet.heading)}"
    yield ""
    if sheet.players and any(key != name for key, name in sheet.players):
        yield escaped(", ".join(f"{key} {name}" for key, name in sheet.players))
        yield ""
    yield _row(escaped(column.name) or " " for column in table.columns)
    yield _row(_RULES[column.align] for column in table.columns)
    for row in table.rows:
        yield _row(_cells(row))
    if table.totals is not None:
        yield _row(f"**{cell}**" if cell else "" for cell in _cells(table.totals))
    for note in sheet.notes:
        yield ""
        yield escaped(note.head)
        if note.items:
            yield ""
        yield from (f"- {_item(item)}" for item in note.items)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(row: Row) -> Iterator[str]:
    return (escaped(cell.full) for cell in row.cells)


def _item(words: str) -> str:
    """An item of a list that begins no list of its own."""
    number, dot, rest = words.partition(". ")
    return f"{number}\\. {escaped(rest)}" if dot and number.isdigit() else escaped(words)


def _findings(entry: Entry) -> Iterator[str]:
    """What was found, deal by deal."""
    if entry.findings:
        yield ""
    for finding in entry.findings:
        line = f":{finding.span.line}" if finding.span.line else ""
        place = f" ({escaped((finding.span.file or entry.file) + line)})"
        words = escaped(said(finding, entry.lang, entry.place))
        yield f"- **{escaped(severity(finding, entry.lang))}** `{finding.code}` {words}{place}"
        yield from (f"  - {escaped(words)}" for words in further(finding, entry.clauses, entry.lang))
