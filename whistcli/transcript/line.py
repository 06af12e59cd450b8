"""Reads one line: its statements, its faults, its comment. Every line can be read alone but for the open block."""

from __future__ import annotations

import re
from typing import NamedTuple

from whistcli import record as r
from whistcli.transcript.build import Builder
from whistcli.transcript.driver import STOPS, SyntaxFault, flat
from whistcli.transcript.faults import Fault, Faulty, Keyword, no_colon, of_syntax
from whistcli.transcript.tables import driver
from whistcli.vocabulary import Vocabulary

_SKIP = r"""(?:"(?:[^"\\]|\\.)*"|“[^”]*”|«[^»]*»|\([^()#]*\)|[^;#])*"""
_BETWEEN = re.compile(r"[\s;]*")
_NUMBER = r"\w*\d\w*"
_HEADER = (r.Setting, r.Players)


class Segment(NamedTuple):
    """One statement of a line at line[start:end]: what was read, and the faults of it."""

    start: int
    end: int
    statement: r.Statement
    faults: tuple[Fault, ...] = ()


class Parsed(NamedTuple):
    """A line as read: its statements, where its comment starts (-1: none), and whether a block is open after it."""

    segments: tuple[Segment, ...]
    comment: int
    block: bool


class LineParser:
    """Reads lines for one file: its vocabulary, language and seats. Without a vocabulary it reads the header."""

    def __init__(self, vocabulary: Vocabulary | None, lang: str = "en", seats: tuple[str, ...] = ()) -> None:
        self._builder = Builder(vocabulary, lang, seats)
        self._driver = driver()
        self._header = vocabulary is None

    def parse(self, line: str, block: bool) -> Parsed:
        """The line's statements, in or outside an open block of card lines. Faults are in the segments."""
        self._builder.line, self._builder.block = line, block
        text = flat(line)
        segments: list[Segment] = []
        at, comment = 0, -1
        while True:
            between = _BETWEEN.match(text, at)
            at = between.end() if between else at
            if at >= len(text):
                break
            if text[at] == "#":
                comment = at
                break
            segment = self._segment(text, at)
            if segments and segment.faults and segment.faults[0].code == "T-keyword" and _seat_alone(segments[-1]):
                segments[-1] = segment = self._parted(segments[-1], segment)
            else:
                segments.append(segment)
            at = segment.end
            if isinstance(segment.statement, r.Block):
                self._builder.block = True
            elif isinstance(segment.statement, r.Said | r.DealLine):
                self._builder.block = False
        return Parsed(tuple(segments), comment, self._builder.block)

    def _segment(self, text: str, at: int) -> Segment:
        builder = self._builder
        builder.soft = []
        try:
            statement, end = self._driver.run(text, at, builder.reduce)
        except SyntaxFault as syntax:
            fault = of_syntax(syntax, builder.line, builder.seats)
        except Faulty as faulty:
            fault = faulty.fault
        else:
            end = at + len(text[at:end].rstrip())
            misplaced = self._misplaced(statement)
            if misplaced:
                return Segment(at, end, r.Unread(at + 1, end - at, getattr(statement, "name", "players")), (misplaced,))
            return Segment(at, end, statement, tuple(builder.soft))
        skipped = re.compile(_SKIP).match(text, at)
        end = at + len(text[at : skipped.end() if skipped else at].rstrip())
        end = max(end, at + 1)
        while end < len(text) and text[end] not in STOPS and not text[end].isspace():
            end += 1  # an unclosed bracket or quotation mark
        return Segment(at, end, self._unread(text, at, end), (fault,))

    def _parted(self, before: Segment, after: Segment) -> Segment:
        """`1; pass`: one call, with another sign where its colon belongs."""
        line = self._builder.line
        assert isinstance(before.statement, r.Unread)
        fault = no_colon(line, before.statement.seat or "", line.index(";", before.end))
        statement = r.Unread(before.start + 1, after.end - before.start, "call", before.statement.seat)
        return Segment(before.start, after.end, statement, (fault,))

    def _unread(self, text: str, at: int, end: int) -> r.Statement:
        """What stands for a statement with a fault: a heading still opens its deal."""
        pattern, names = self._driver.scanner(self._driver.start)
        first = pattern.match(text, at)
        opener = names[first.lastindex - 1] if first and first.lastindex else ""
        if first and opener in ("DEAL", "ROUND"):
            number = re.compile(_NUMBER).search(text, first.end(), end)
            if not (opener == "ROUND" and text[first.end() : end].lstrip().startswith(":")):
                written = self._builder.line[number.start() : number.end()] if number else "?"
                column = (number.start() if number else at) + 1
                return r.DealLine(at + 1, end - at, opener.lower(), written, column, None, column)
        if first and opener == "KEY":
            return r.Unread(at + 1, end - at, "call", self._builder.line[at : first.end()])
        return r.Unread(at + 1, end - at, opener.lower())

    def _misplaced(self, statement: r.Statement) -> Fault | None:
        """The fault of a statement that makes no sense where it stands."""
        lost_solos = isinstance(statement, r.Amounts) and statement.name == "lost_solos"
        of_header = isinstance(statement, _HEADER) or lost_solos
        anywhere = isinstance(statement, r.DealLine) or (isinstance(statement, r.Remark) and statement.name == "note")
        if anywhere or of_header == self._header:
            return None
        name = getattr(statement, "name", "") or _NAMES.get(type(statement), "")
        where = "header" if self._header else "deal"
        return Fault("T-place", statement.column, statement.width, f"T-place.{where}", f"T-place.{where}.hint",
                     {"name": Keyword(name)})


def _seat_alone(segment: Segment) -> bool:
    """Whether only a player's key was written."""
    statement = segment.statement
    alone = isinstance(statement, r.Unread) and statement.seat is not None and segment.faults[0].code == "T-end"
    return alone and len(getattr(statement, "seat", "")) == segment.end - segment.start


_NAMES = {r.Players: "players", r.Tricks: "tricks", r.Result: "result", r.Ruling: "arbiter", r.ContractLine: "contract"}
