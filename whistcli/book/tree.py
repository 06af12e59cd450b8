"""The content of a book, whatever it is printed as: chapters, paragraphs, lists, tables, quoted clauses, marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

MARKS = ("assumed", "reading", "silent", "unchecked")
"""The sorts of marks: what the text does not print, how it is read, what nobody has set, what is not checked."""


class Text(NamedTuple):
    """Plain words."""

    text: str


class Strong(NamedTuple):
    """Words that stand out."""

    text: str


class Code(NamedTuple):
    """An expression or a word of the program, letter by letter."""

    text: str


class Link(NamedTuple):
    """Words that lead to a place of the same book."""

    target: str
    text: str


class Anchor(NamedTuple):
    """A place to which links lead, with its words."""

    name: str
    text: str


Inline = Text | Strong | Code | Link | Anchor
Line = tuple[Inline, ...]


class Para(NamedTuple):
    """A paragraph."""

    line: Line


class Items(NamedTuple):
    """A list; `label` says what of, and is empty where the list needs no saying."""

    items: tuple[Line, ...]
    label: Line = ()


class Quotes(NamedTuple):
    """Clauses of the club's text, one a line."""

    lines: tuple[Line, ...]


class Marked(NamedTuple):
    """A remark with its mark: one of `MARKS` and its word."""

    mark: str
    label: str
    line: Line


class Table(NamedTuple):
    """A table; the first column names its rows, `figures` are the columns that hold numbers."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    figures: frozenset[int] = frozenset()


Block = Para | Items | Quotes | Marked | Table


class Section(NamedTuple):
    """A chapter, or a part of one: its anchor, its title, what it says, its parts."""

    name: str
    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = ()


class Book(NamedTuple):
    """A whole book in one language."""

    lang: str
    title: str
    subtitle: str
    contents: str
    front: tuple[Block, ...]
    chapters: tuple[Section, ...]


def line(*parts: str | Inline) -> Line:
    """A line of these parts, bare strings being plain words."""
    return tuple(Text(part) if isinstance(part, str) else part for part in parts)


def spelled(words: str) -> Line:
    """A text in which what stands between backticks is code.

    >>> spelled("the line `dog: yes` says so")
    (Text(text='the line '), Code(text='dog: yes'), Text(text=' says so'))
    """
    parts = words.split("`")
    if len(parts) % 2 == 0:
        return line(words)
    return tuple(Code(part) if place % 2 else Text(part) for place, part in enumerate(parts) if part)


def joined(lines: list[Line], between: str = ", ") -> Line:
    """Several lines as one."""
    found: list[Inline] = []
    for place, each in enumerate(lines):
        if place:
            found.append(Text(between))
        found.extend(each)
    return tuple(found)


def plain(words: Line) -> str:
    """A line as bare text."""
    return "".join(part.text for part in words)


def sections(found: tuple[Section, ...]) -> Iterator[Section]:
    """Every section and its parts, in the order of the book."""
    for section in found:
        yield section
        yield from sections(section.parts)
