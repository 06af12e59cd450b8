"""Prints a book as Markdown, as GitHub shows it; nothing that a ruleset writes can become markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
from whistcli.page import shown
from whistcli.page.markdown import escaped

_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")
"""What would begin a list, a heading's underline or a number at the start of a line."""


def markdown(book: Book) -> Iterator[str]:
    """The lines of the book."""
    yield f"# {escaped(book.title)}"
    yield ""
    yield escaped(book.subtitle)
    yield ""
    for block in book.front:
        yield from _block(block)
    yield f"## {escaped(book.contents)}"
    yield ""
    for chapter in book.chapters:
        yield f"- {_link(chapter.name, chapter.title)}"
        yield from (f"  - {_link(part.name, part.title)}" for part in chapter.parts)
    yield ""
    for chapter in book.chapters:
        yield from _section(chapter, 2)


def _section(section: Section, level: int) -> Iterator[str]:
    yield f'<a id="{_name(section.name)}"></a>'
    yield ""
    yield f"{'#' * level} {escaped(section.title)}"
    yield ""
    for block in section.blocks:
        yield from _block(block)
    for part in section.parts:
        yield from _section(part, level + 1)


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Para):
        yield _begin(_line(block.line))
    elif isinstance(block, Items):
        if block.label:
            yield _begin(_line(block.label))
            yield ""
        yield from (f"- {_begin(_line(each))}" for each in block.items)
    elif isinstance(block, Quotes):
        yield from (f"> - {_begin(_line(each))}" for each in block.lines)
    elif isinstance(block, Marked):
        yield f"> **{escaped(block.label)}** {_line(block.line)}"
    else:
        yield from _table(block)
    yield ""


def _table(table: Table) -> Iterator[str]:
    yield _row(table.head)
    yield "|" + "|".join("---:" if place in table.figures else "---" for place in range(len(table.head))) + "|"
    yield from (_row(row) for row in table.rows)


def _row(cells: tuple[Line, ...]) -> str:
    return "| " + " | ".join(_line(cell, in_table=True) for cell in cells) + " |"


def _begin(words: str) -> str:
    """A line whose first characters begin no list and no heading."""
    return _START.sub(r"\1\\\2", words) if not words[:1].isdigit() else _START.sub(r"\1\2", _dotted(words))


def _dotted(words: str) -> str:
    """A leading number whose dot or bracket is plain."""
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", words)


def _line(line: Line, in_table: bool = False) -> str:
    return "".join(_inline(part, in_table) for part in line)


def _inline(part: Inline, in_table: bool) -> str:
    if isinstance(part, Strong):
        return f"**{escaped(part.text)}**"
    if isinstance(part, Code):
        return _code(part.text, in_table)
    if isinstance(part, Link):
        return _link(part.target, part.text)
    if isinstance(part, Anchor):
        return f'<a id="{_name(part.name)}"></a>{escaped(part.text)}'
    return escaped(part.text)


def _code(text: str, in_table: bool) -> str:
    """Code between more backticks than it holds."""
    words = " ".join(shown(text).split())
    fence = "`" * (max((len(run) for run in re.findall("`+", words)), default=0) + 1)
    pad = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{pad}{words.replace('|', chr(92) + '|') if in_table else words}{pad}{fence}"


def _link(target: str, text: str) -> str:
    return f"[{escaped(text)}](#{_name(target)})"


def _name(name: str) -> str:
    """A name that can stand in a link: every other character becomes a hyphen and its number.

    >>> _name("clause-pair.1"), _name('a"b')
    ('clause-pair.1', 'a-34b')
    """
    return re.sub(r"[^A-Za-z0-9._-]", lambda match: f"-{ord(match[0])}", name)
