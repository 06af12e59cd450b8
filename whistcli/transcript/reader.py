"""Reads a transcript: first its header, then deal by deal, in memory that does not grow with the file.

Most lines of an evening are equal to earlier ones, so a line's statements are kept and shared. The loop over the lines
does as little as it can for a line that it knows.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from whistcli import record as r
from whistcli.diag import Finding, Span
from whistcli.transcript import header
from whistcli.transcript.faults import Fault, Keyword
from whistcli.transcript.line import LineParser, Segment
from whistcli.transcript.text import Batch, batches, opened
from whistcli.vocabulary import Vocabulary

VocabularyFor = Callable[[Mapping[str, str]], Vocabulary]
"""Gives the vocabulary once the header's settings are known; may raise Unusable."""

KEPT_LINES = 20_000
"""Lines remembered before the memory is cleared; files with unique remarks must not fill it."""
KEPT_LENGTH = 200

_DIGITS = re.compile(r"\d+")
_ACCEPTED = r"#\s*(?:accepted|accepté|aanvaard)\s+([\w.-]+)\s*:\s*(.*\S)"


class _Slow(NamedTuple):
    """A line that is more than plain statements: a heading, a fault, a statement that may stand once in a deal."""

    segments: tuple[Segment, ...]
    block: bool
    accepts: tuple[int, str, str] | None = None


class _Once(NamedTuple):
    """A line of one sound statement that may stand once in a deal; `slow` says what there is to say of a second one."""

    statement: r.Statement
    name: str
    slow: _Slow


class Accepted(NamedTuple):
    """A comment `# accepted CODE: reason`: its line and column, the code or rule, the reason.

    It speaks of its own line, or of the next one where it stands `alone`.
    """

    line: int
    column: int
    text: str
    what: str
    reason: str
    alone: bool


_Line = tuple[r.Statement, ...] | _Once | _Slow | r.DealLine
Known = dict[str, _Line]


class Reader:
    """Streams the deals of one transcript.

    `source` is a path or the bytes themselves; `vocabulary_for` is asked once, with the header's settings. After
    construction `header` is known; iterating gives each `DealRecord` once. `findings` and `accepted` (exceptions that
    the file accepts) grow while reading and are complete, and in the order of the file, when the iteration ends.
    Raises Unusable where the file is no transcript.
    """

    def __init__(self, source: str | os.PathLike[str] | bytes, vocabulary_for: VocabularyFor) -> None:
        self.path, stream = opened(source)
        self.findings: list[Finding] = []
        self.accepted: list[Accepted] = []
        self._batches = batches(self.path, stream)
        self._read_out = False
        self._deal: r.DealRecord | None = None
        self._once: dict[str, int] = {}
        self._first: Batch | None = None
        found = header.Collector()
        for batch in self._batches:
            at = found.take(batch)
            if at is not None:
                self._first = Batch(batch.first + at, batch.lines[at:], batch.faults)
                break
        self.header = found.finish()
        self.findings.extend(found.findings)
        self._skip = found.skip
        self.vocabulary = vocabulary_for(self.header.settings)
        self.lang = self.header.settings.get("lang", "en")
        self._parser = LineParser(self.vocabulary, self.lang, self.header.seats)
        self._plain: Known = {}
        self._in_block: Known = {}
        self._headings: dict[tuple[str, str, int], r.DealLine] = {}
        self._notes: dict[str, r.Remark] = {}

    def __iter__(self) -> Iterator[r.DealRecord]:
        if self._read_out:
            return
        self._read_out = True
        make, entry = tuple.__new__, r.Entry
        known, block = self._plain, False
        entries: list[r.Entry] = []
        once = self._once
        hit: Any
        for batch in self._rest():
            faults = batch.faults
            for number, line in enumerate(batch.lines, batch.first):
                hit = known.get(line)
                if faults and number in faults:
                    hit = self._marked(number, line, faults[number], block)
                elif hit is None:
                    hit = self._read(line, known, block)
                kind = type(hit)
                if kind is tuple:
                    for statement in hit:
                        entries.append(make(entry, (number, line, statement)))
                    continue
                if kind is r.DealLine:
                    last, self._once = self._deal, {}
                    self._deal = r.DealRecord(number, line, hit, [])
                    entries, once, known, block = self._deal.entries, self._once, self._plain, False
                    if last is not None:
                        self._close(last)
                        yield last
                    continue
                if kind is _Once:
                    if hit.name not in once:
                        once[hit.name] = number
                        entries.append(make(entry, (number, line, hit.statement)))
                        continue
                    hit = hit.slow
                before = self._deal
                done = self._take(number, line, hit)
                block = hit.block
                known = self._in_block if block else self._plain
                if done:
                    yield from done
                if self._deal is not before and self._deal is not None:
                    entries, once = self._deal.entries, self._once
        if self._deal is not None:
            self._close(self._deal)
            yield self._deal
        else:
            self.findings.append(Finding("T-nodeal", Span(1, 1), "warning", hint="T-nodeal.hint"))
        self.findings.sort(key=lambda finding: (finding.span.line, finding.span.column))

    def _rest(self) -> Iterator[Batch]:
        if self._first is not None:
            first, self._first = self._first, None
            yield first
            yield from self._batches

    # -- lines -----------------------------------------------------------------------------------------------------

    def _read(self, line: str, known: Known, block: bool) -> _Line:
        """A line that is not known yet; kept for the next time, unless its like is known already."""
        digits = _DIGITS.search(line)
        if digits is not None:
            place = (line[: digits.start()], line[digits.end() :], len(digits[0]))
            heading = self._headings.get(place)
            if heading is not None:
                return heading.like(number=digits[0])
        before, _, text = line.partition(":")
        note = self._notes.get(before)
        if note is not None and text and "#" not in text:
            text = text.strip()
            if text:
                width = len(line.rstrip()) - note.column + 1
                return (r.Remark(note.column, width, note.name, text),)
        return self._keep(line, known, block)

    def _learn(self, line: str, segment: Segment) -> None:
        """Remembers a heading, or a note, of which only the number, or the text, will differ in the lines to come.

        The grammar has read one such line; it takes every number of as many digits, and every text, the same way.
        """
        statement = segment.statement
        if isinstance(statement, r.DealLine):
            digits = _DIGITS.search(line)
            if digits and digits[0] == statement.number and digits.start() == statement.number_column - 1:
                place = (line[: digits.start()], line[digits.end() :], len(digits[0]))
                self._headings[place] = statement
        elif isinstance(statement, r.Remark) and statement.name == "note":
            before, _, text = line.partition(":")
            if text.strip() == statement.text != "":
                self._notes[before] = statement

    def _keep(self, line: str, known: Known, block: bool) -> _Line:
        parsed = self._parser.parse(line, block)
        result: _Line
        accepts = re.compile(_ACCEPTED, re.IGNORECASE).match(line, parsed.comment) if parsed.comment >= 0 else None
        if accepts is not None:
            result = _Slow(parsed.segments, parsed.block, (parsed.comment + 1, accepts[1], accepts[2]))
        elif parsed.block == block and all(_plain(segment) for segment in parsed.segments):
            result = tuple(segment.statement for segment in parsed.segments)
        else:
            result = _Slow(parsed.segments, parsed.block)
            if parsed.block == block and len(parsed.segments) == 1 and not parsed.segments[0].faults:
                statement = parsed.segments[0].statement
                name = _once_name(statement)
                result = _Once(statement, name, result) if name else result
        if accepts is None and len(parsed.segments) == 1 and not parsed.segments[0].faults and parsed.comment < 0:
            self._learn(line, parsed.segments[0])
            if isinstance(parsed.segments[0].statement, r.DealLine):
                return result  # a deal's own number: not worth remembering
        if len(line) <= KEPT_LENGTH:
            if len(known) >= KEPT_LINES:
                known.clear()
            known[line] = result
        return result

    def _marked(self, number: int, line: str, faults: tuple[Fault, ...], block: bool) -> _Slow:
        """Reports what the text layer found on a line; what a bad byte spoils follows from it and is not said again."""
        deal = self._deal.heading.number if self._deal else None
        self.findings.extend(fault.finding(number, line, deal) for fault in faults)
        codes = {fault.code for fault in faults}
        if "T-long" in codes:
            return _Slow((Segment(0, len(line), r.Unread(1, len(line), "")),), block)
        parsed = self._parser.parse(line, block)
        return _Slow(tuple(segment._replace(faults=()) if "\ufffd" in line[segment.start : segment.end] else segment
                           for segment in parsed.segments), parsed.block)

    def _take(self, number: int, line: str, slow: _Slow) -> list[r.DealRecord]:
        """Files the statements of a line that needs care; returns the deals that it ends."""
        done = []
        segments = slow.segments
        if slow.accepts is not None:
            column, what, reason = slow.accepts
            self.accepted.append(Accepted(number, column, line, what, reason, not segments))
        if self._skip:  # what stands before the first heading on its line was read with the header
            segments, self._skip = segments[self._skip :], 0
        for segment in segments:
            statement = segment.statement
            if isinstance(statement, r.DealLine):
                if self._deal is not None:
                    self._close(self._deal)
                    done.append(self._deal)
                self._deal = r.DealRecord(number, line, statement, [])
                self._once = {}
            for fault in segment.faults:
                self.findings.append(fault.finding(number, line, self._deal.heading.number if self._deal else None))
            if isinstance(statement, r.DealLine) or self._deal is None:
                continue
            name = _once_name(statement)
            if name:
                before = self._once.get(name)
                if before is not None:
                    args = {"line": before, "name": Keyword(name)}
                    fault = Fault("T-twice", statement.column, statement.width, args=args)
                    self.findings.append(fault.finding(number, line, self._deal.heading.number))
                    statement = r.Unread(statement.column, statement.width, name)
                else:
                    self._once[name] = number
            self._deal.entries.append(r.Entry(number, line, statement))
        return done

    def _close(self, deal: r.DealRecord) -> None:
        """What can only be said of a deal when it is over."""
        heading = deal.heading
        if not deal.entries and heading.number == "?":
            return  # the heading could not be read, and that was said
        if not deal.entries:
            self.findings.append(Finding("T-empty", deal.span(), "warning", args={"deal": heading.number},
                                         deal=heading.number, hint="T-empty.hint"))
            return
        if heading.dealer is not None or heading.dealer_column or heading.name != "deal":
            return
        if any(isinstance(entry.statement, r.Said) for entry in deal.entries):
            self.findings.append(Finding("T-dealer", deal.span(), args={"deal": heading.number},
                                         deal=heading.number, hint="T-dealer.hint"))


def _plain(segment: Segment) -> bool:
    return not segment.faults and not isinstance(segment.statement, r.DealLine) and not _once_name(segment.statement)


_ONCE: dict[type[r.Statement], str] = {r.Tricks: "tricks", r.Result: "result", r.ContractLine: "contract"}
_ONCE_BY_NAME = frozenset(["points", "balance", "multiplier", "pot", "totals", "queens", "hands", "play", "trump",
                           "lead", "cut", "void", "misdeal"])


def _once_name(statement: r.Statement) -> str:
    """The keyword of a statement that may stand only once in a deal, else ""."""
    name = _ONCE.get(type(statement))
    if name:
        return name
    if isinstance(statement, r.Unread):
        return ""
    name = getattr(statement, "name", "")
    return name if name in _ONCE_BY_NAME else ""


def read(source: str | os.PathLike[str] | bytes, vocabulary: Vocabulary | VocabularyFor) -> r.Document:
    """A whole transcript in memory. Raises Unusable where the file is no transcript."""
    if isinstance(vocabulary, Vocabulary):
        fixed = vocabulary
        reader = Reader(source, lambda _settings: fixed)
    else:
        reader = Reader(source, vocabulary)
    deals = tuple(reader)
    return r.Document(reader.header, deals, tuple(reader.findings))
