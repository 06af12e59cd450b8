"""Sheets as one HTML page: the sheet as the clubs print it, the running points, each finding beside its deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whistcli.diag import Finding
from whistcli.model import Amount
from whistcli.page.chart import Line, chart
from whistcli.page.html import link, page, text
from whistcli.render.figures import DUE, number
from whistcli.say import sentence
from whistcli.sheet.model import Cell, Column, Document, Entry, Note, Row, Sheet, Table
from whistcli.sheet.told import further, said, severity

_MARKED = {"assumed": "assumed", "due": "silent", "unscored": "reading"}
"""Notes that stand out, by their kind, and the tone of the page that they take."""


def html(document: Document) -> Iterator[str]:
    """The lines of the page."""
    if len(document.entries) == 1 and not document.together:
        title = document.entries[0].sheet.heading
    else:
        title = sentence("V-page", {"count": len(document.entries)}, document.lang)
    return page(document.lang, title, _body(document, title), "page/chart.css", "sheet/sheet.css")


def _body(document: Document, title: str) -> Iterator[str]:
    entries = [_Page(f"sheet-{at}", entry.lang, entry.sheet, entry) for at, entry in enumerate(document.entries, 1)]
    sums = [_Page(f"together-{at}", document.lang, sheet) for at, sheet in enumerate(document.together, 1)]
    if len(entries) == 1 and not sums:
        yield "<main>"
        yield from entries[0].lines(1)
        yield "</main>"
        return
    yield "<header>"
    yield f"<h1>{text(title)}</h1>"
    yield "</header>"
    yield f'<nav aria-labelledby="contents"><h2 id="contents">{text(sentence("V-contents", {}, document.lang))}</h2>'
    yield "<ol>"
    for each in (*sums, *entries):
        file = f" <code>{text(each.entry.file)}</code>" if each.entry else ""
        yield f"<li>{link(each.name, each.sheet.heading)}{file}</li>"
    yield "</ol>"
    yield "</nav>"
    yield "<main>"
    for each in (*sums, *entries):
        yield from each.lines(2)
    yield "</main>"


class _Page:
    """One sheet on the page; without an `entry` it is what several come to together."""

    def __init__(self, name: str, lang: str, sheet: Sheet, entry: Entry | None = None) -> None:
        self.name, self.lang, self.sheet, self.entry = name, lang, sheet, entry
        self.columns = sheet.table.columns
        self._points = [p for p in sheet.table.places("points") if self.columns[p].seat is not None]
        self._fines = {self.columns[place].seat: place for place in sheet.table.places("fine")}
        self._others = [
            place for place, column in enumerate(self.columns)
            if place not in self._points and not (column.role == "fine" and column.seat is not None)
        ]

    def say(self, key: str, **args: object) -> str:
        """A sentence of the page, escaped."""
        return text(sentence(key, args, self.lang))

    def lines(self, level: int) -> Iterator[str]:
        """The whole section."""
        whole, beside = self.entry.beside() if self.entry else ([], [[] for _ in self.sheet.table.rows])
        yield f'<section class="sheet" id="{self.name}" lang="{text(self.lang)}">'
        yield f"<h{level}>{text(self.sheet.title)}</h{level}>"
        facts = [text(fact) for fact in self.sheet.facts]
        if self.entry:
            facts.append(f"<code>{text(self.entry.file)}</code>")
        if facts:
            yield f'<p class="subtitle">{" · ".join(facts)}</p>'
        if whole:
            yield '<div class="whole">'
            for finding in whole:
                yield from self._finding(finding)
            yield "</div>"
        yield f'<div class="scroll" tabindex="0" role="region" aria-label="{text(self.sheet.heading)}">'
        yield from self._table(beside)
        yield "</div>"
        if self._points and self.sheet.table.rows:
            yield from self._chart()
        for note in self.sheet.notes:
            yield from _note(note)
        yield "</section>"

    # -- the table -----------------------------------------------------------------------------------------------------

    def _table(self, beside: Sequence[Sequence[Finding]]) -> Iterator[str]:
        table = self.sheet.table
        yield "<table>"
        yield from self._grouped_head() if self._points else self._head()
        yield "<tbody>"
        running: list[Amount] = [0] * len(self._points)
        wide = len(self._others) + len(self._points) * (3 if self._fines else 2)
        for row, found in zip(table.rows, beside, strict=True):
            yield f"<tr>{self._row(row, running)}</tr>"
            for finding in found:
                yield f'<tr class="found"><td colspan="{wide}">'
                yield from self._finding(finding)
                yield "</td></tr>"
        yield "</tbody>"
        if table.totals is not None:
            yield f"<tfoot><tr>{self._row(table.totals, None)}</tr></tfoot>"
        yield "</table>"

    def _head(self) -> Iterator[str]:
        heads = "".join(f'<th scope="col">{text(column.name)}</th>' for column in self.columns)
        yield f"<thead><tr>{heads}</tr></thead>"

    def _grouped_head(self) -> Iterator[str]:
        """The players' names over their columns: points, running total, fines."""
        under = ["V-points", "V-running", *(["V-fine.short"] if self._fines else [])]
        first, second = "", ""
        for place in self._order():
            column = self.columns[place]
            if place in self._points:
                key, name = self.sheet.players[column.seat or 0]
                whose = text(name) if key == name else f"{text(key)} {text(name)}"
                first += f'<th scope="colgroup" colspan="{len(under)}" class="player">{whose}</th>'
                second += "".join(
                    f'<th scope="col"{"" if at else _PLAYER}>{self.say(each)}</th>' for at, each in enumerate(under)
                )
            else:
                first += f'<th scope="col" rowspan="2">{text(column.name)}</th>'
        yield f"<thead><tr>{first}</tr>"
        yield f"<tr>{second}</tr></thead>"

    def _order(self) -> list[int]:
        """The columns that the page shows, a player's fine standing with his points."""
        return sorted([*self._points, *self._others])

    def _row(self, row: Row, running: list[Amount] | None) -> str:
        cells = ""
        for place in self._order():
            column, cell = self.columns[place], row.cells[place]
            if place not in self._points:
                cells += _cell(cell, column, head=place == 0 and running is not None)
                continue
            cells += _cell(cell, column, "player")
            seat = self._points.index(place)
            after: Amount | None = cell.number
            if running is not None and cell.number is not None:
                running[seat] += cell.number
                after = running[seat]
            shown = Cell() if after is None else Cell(number(after), after)
            cells += _cell(shown, column, "running")
            if self._fines:
                cells += _cell(row.cells[self._fines[column.seat]], column)
        return cells

    # -- beside it -----------------------------------------------------------------------------------------------------

    def _finding(self, finding: Finding) -> Iterator[str]:
        assert self.entry is not None
        lang = self.lang
        where = f"<code>{text(finding.span.file)}</code>, " if finding.span.file else ""
        line = f" ({where}{self.say('V-line', line=finding.span.line)})" if finding.span.line else ""
        yield f'<div class="finding {text(finding.severity)}">'
        yield (f"<p><strong>{text(severity(finding, lang))}</strong> {text(said(finding, lang))} "
               f"<code>{text(finding.code)}</code>{line}</p>")
        if finding.span.text.strip():
            yield f"<p><code>{text(finding.span.text.strip())}</code></p>"
        more = list(further(finding, self.entry.clauses, lang))
        if more:
            yield f"<ul>{''.join(f'<li>{text(words)}</li>' for words in more)}</ul>"
        yield "</div>"

    def _chart(self) -> Iterator[str]:
        table = self.sheet.table
        lines = []
        for place in self._points:
            values = [0.0]
            for row in table.rows:
                values.append(values[-1] + float(row.cells[place].number or 0))
            lines.append(Line(self.columns[place].name, values))
        last = _last(table, self._points)
        title = sentence("V-chart", {}, self.lang)
        says = sentence("V-chart.says", {"count": len(table.rows), "players": last}, self.lang)
        yield f'<figure><div class="box" tabindex="0" role="region" aria-label="{text(title)}">'
        yield from chart(f"{self.name}-chart", title, says, lines, ["0", *(row.number for row in table.rows)])
        yield f"</div><figcaption>{text(title)}</figcaption></figure>"


_PLAYER = ' class="player"'


def _last(table: Table, points: Sequence[int]) -> list[str]:
    """Each player with his total, the best first."""
    assert table.totals is not None
    order = sorted(points, key=lambda place: -(table.totals.cells[place].number or 0) if table.totals else 0)
    return [f"{table.columns[place].name} {table.totals.cells[place].text}" for place in order]


def _cell(cell: Cell, column: Column, extra: str = "", head: bool = False) -> str:
    """A cell of the table with its marks."""
    due = cell.text.endswith(DUE)
    classes = [
        extra, "figures" if column.align == "right" else "center" if column.align == "center" else "words",
        "minus" if cell.number is not None and cell.number < 0 else "", "due" if due else "",
    ]
    said_class = " ".join(filter(None, classes))
    mark = f"<sup>{text(cell.mark)}</sup>" if cell.mark else ""
    tag = 'th scope="row"' if head else "td"
    return f'<{tag} class="{said_class}">{text(cell.text)}{mark}</{tag.split()[0]}>'


def _note(note: Note) -> Iterator[str]:
    """What is said below the table."""
    items = f"<ul>{''.join(f'<li>{text(item)}</li>' for item in note.items)}</ul>" if note.items else ""
    tone = _MARKED.get(note.kind)
    if tone:
        yield f'<div class="mark {tone}">{text(note.head)}{items}</div>'
    else:
        yield f'<p class="{text(note.kind)}">{text(note.head)}</p>{items}'
