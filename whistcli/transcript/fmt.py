"""Puts a transcript in canonical form without changing what it says.

One statement a line, but the calls that a person wrote on one line stay together; one blank line before each deal;
keywords, calls, suits and cards in the words of the file's language; comments kept. What cannot be read is kept as it
stands. Nothing that was left out is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from whistcli import record as r
from whistcli.diag import Finding
from whistcli.transcript.line import LineParser, Parsed, Segment
from whistcli.transcript.reader import Reader, VocabularyFor
from whistcli.transcript.text import batches, opened
from whistcli.transcript.write import Writer


def format_text(text: bytes, vocabulary_for: VocabularyFor) -> tuple[str, tuple[Finding, ...]]:
    """The canonical form of a transcript, and what was found in it.

    A file with a `T-byte` finding should not be overwritten: its bad bytes are U+FFFD in the result. Raises Unusable
    where the file is no transcript.
    """
    reader = Reader(text, vocabulary_for)
    for _ in reader:
        pass
    writer = Writer(reader.vocabulary, reader.lang)
    parser = LineParser(reader.vocabulary, reader.lang, reader.header.seats)
    result: list[str] = []
    for line, parsed in parsed_lines(text, parser):
        _append(result, line, parsed, writer)
    while result and not result[-1]:
        result.pop()
    return "\n".join(result) + "\n", tuple(reader.findings)


def parsed_lines(text: bytes, parser: LineParser) -> Iterator[tuple[str, Parsed]]:
    """Each line with its statements, read as the reader reads it: first the header, then the deals. Raises Unusable."""
    header: LineParser | None = LineParser(None)
    block = False
    for batch in batches(*opened(text)):
        for at, line in enumerate(batch.lines):
            if any(fault.code == "T-long" for fault in batch.faults.get(batch.first + at, ())):
                yield line, Parsed((Segment(0, len(line), r.Unread(1, len(line), "")),), -1, block)
                continue
            if header is not None:
                parsed = header.parse(line, False)
                opens = next((i for i, s in enumerate(parsed.segments) if isinstance(s.statement, r.DealLine)), None)
                if opens is not None:
                    header = None
                    after = parser.parse(line, False)
                    parsed = Parsed(parsed.segments[:opens] + after.segments[opens:], after.comment, after.block)
            else:
                parsed = parser.parse(line, block)
            block = parsed.block
            yield line, parsed


def _append(result: list[str], line: str, parsed: Parsed, writer: Writer) -> None:
    comment = line[parsed.comment :].rstrip() if parsed.comment >= 0 else ""
    if not parsed.segments:
        if comment:
            result.append(comment)
        elif result and result[-1]:
            result.append("")
        return
    joins = False
    for segment in parsed.segments:
        statement = segment.statement
        written = line[segment.start : segment.end]
        text = written if segment.faults else writer.text(statement, written)
        unread = isinstance(statement, r.Unread) and statement.name == "call"
        call = unread or isinstance(statement, r.Said | r.Ruling)
        if isinstance(statement, r.DealLine):
            _part(result)
            writer.block = ""
        if call and joins:
            result[-1] += f"; {text}"
        else:
            result.append(f"  {text}" if isinstance(statement, r.CardLine) else text)
        joins = call
    if comment:
        result[-1] += f"  {comment}"


def _part(result: list[str]) -> None:
    """One blank line before a heading, above the comments that stand right over it."""
    at = len(result)
    while at and result[at - 1].startswith("#"):
        at -= 1
    if at and result[at - 1]:
        result.insert(at, "")


_PLACES = frozenset(["column", "width", "columns", "widths", "number_column", "dealer_column", "value_column", "words",
                     "cards_column", "trump_column", "chooser_column",
                     "words_column", "words_width"])


def content(document: r.Document) -> tuple[Any, ...]:
    """What a transcript says, without where it says it: equal for two files that mean the same."""
    header = document.header
    return (
        dict(header.settings), header.seats, header.names, _contents(entry.statement for entry in header.entries),
        [(_contents([deal.heading]), _contents(entry.statement for entry in deal.entries)) for deal in document.deals],
        [(finding.code, finding.key, finding.deal, finding.seat) for finding in document.findings],
    )


def same(one: r.Document, other: r.Document) -> bool:
    """Whether two transcripts say the same, statement by statement."""
    return content(one) == content(other)


def _contents(statements: Iterable[r.Statement]) -> list[tuple[Any, ...]]:
    return [
        (type(each).__name__, *(value for name, value in each.items() if name not in _PLACES))
        for each in statements
    ]
