"""Prints a book as one HTML page that needs nothing else: no network, no script; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from whistcli.book.tree import (
    Anchor,
    Block,
    Book,
    Code,
    Inline,
    Items,
    Line,
    Link,
    Marked,
    Para,
    Quotes,
    Section,
    Strong,
    Table,
)
from whistcli.page.html import link as _link
from whistcli.page.html import page
from whistcli.page.html import text as _text


def html(book: Book) -> Iterator[str]:
    """The lines of the page."""
    return page(book.lang, book.title, _body(book))


def _body(book: Book) -> Iterator[str]:
    yield "<header>"
    yield f"<h1>{_text(book.title)}</h1>"
    yield f'<p class="subtitle">{_text(book.subtitle)}</p>'
    yield "</header>"
    for block in book.front:
        yield from _block(block)
    yield f'<nav aria-labelledby="contents"><h2 id="contents">{_text(book.contents)}</h2>'
    yield "<ol>"
    for chapter in book.chapters:
        yield f"<li>{_link(chapter.name, chapter.title)}"
        if chapter.parts:
            yield "<ul>" + "".join(f"<li>{_link(part.name, part.title)}</li>" for part in chapter.parts) + "</ul>"
        yield "</li>"
    yield "</ol>"
    yield "</nav>"
    yield "<main>"
    for chapter in book.chapters:
        yield from _section(chapter, 2)
    yield "</main>"


def _section(section: Section, level: int) -> Iterator[str]:
    yield f'<section id="{escape(section.name)}">'
    yield f"<h{level}>{_text(section.title)}</h{level}>"
    for block in section.blocks:
        yield from _block(block)
    for part in section.parts:
        yield from _section(part, level + 1)
    yield "</section>"


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Para):
        yield f"<p>{_line(block.line)}</p>"
    elif isinstance(block, Items):
        if block.label:
            yield f'<p class="label">{_line(block.label)}</p>'
        yield "<ul>" + "".join(f"<li>{_line(each)}</li>" for each in block.items) + "</ul>"
    elif isinstance(block, Quotes):
        yield '<blockquote><ul class="clauses">'
        yield "".join(f"<li>{_line(each)}</li>" for each in block.lines)
        yield "</ul></blockquote>"
    elif isinstance(block, Marked):
        yield f'<p class="mark {escape(block.mark)}"><strong>{_text(block.label)}</strong> {_line(block.line)}</p>'
    else:
        yield from _table(block)


def _table(table: Table) -> Iterator[str]:
    """A table in a box of its own, which scrolls where the page is narrow."""
    yield '<div class="scroll" tabindex="0">'
    yield "<table>"
    heads = "".join(f'<th scope="col"{_figures(table, at)}>{_line(cell)}</th>' for at, cell in enumerate(table.head))
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in table.rows:
        first = f'<th scope="row"{_figures(table, 0)}>{_line(row[0])}</th>' if row else ""
        rest = "".join(f"<td{_figures(table, at)}>{_line(cell)}</td>" for at, cell in enumerate(row) if at)
        yield f"<tr>{first}{rest}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _figures(table: Table, column: int) -> str:
    return ' class="figures"' if column in table.figures else ""


def _line(line: Line) -> str:
    return "".join(_inline(part) for part in line)


def _inline(part: Inline) -> str:
    if isinstance(part, Strong):
        return f"<strong>{_text(part.text)}</strong>"
    if isinstance(part, Code):
        return f"<code>{_text(part.text)}</code>"
    if isinstance(part, Link):
        return _link(part.target, part.text)
    if isinstance(part, Anchor):
        return f'<span id="{escape(part.name)}">{_text(part.text)}</span>'
    return _text(part.text)
