"""The log itself, without a terminal: a text and an entry give a new text and what there is to say.

Nothing that the rules forbid is refused; it is written, and what is irregular is told. Only what could not be read
again, or would spoil the reading of the file, is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from whistcli import record as r
from whistcli.console import clean
from whistcli.diag import Finding, Unusable
from whistcli.logbook import told
from whistcli.logbook.page import appended, encoded, shortened
from whistcli.logbook.view import View, Viewer
from whistcli.logbook.words import (
    PASS,
    command_of,
    keyword_of,
    pass_of,
    spelled_out,
    vocabulary_reads,
)
from whistcli.record import Call
from whistcli.transcript.faults import Fault
from whistcli.transcript.line import LineParser
from whistcli.transcript.write import Writer
from whistcli.vocabulary import WordFault
from whistcli.words import fold

_REMARK = re.compile(r"\s*\(([^()#]*)\)\s*$")


class State(NamedTuple):
    """The text of the file, and the texts before each entry of this session."""

    text: str = ""
    past: tuple[str, ...] = ()


class Answer(NamedTuple):
    """What an entry did: the new state, the lines to print; whether it was not written, whether it ends the log."""

    state: State
    lines: tuple[str, ...] = ()
    refused: bool = False
    done: bool = False


class _Refused(Exception):
    """An entry that is not written, with what to say of it."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self.lines = tuple(lines)


class Logbook:
    """One file's log, in the language of its reader. `file` is the name under which findings are told."""

    def __init__(self, viewer: Viewer, file: str, lang: str) -> None:
        self.viewer, self.file, self.lang = viewer, file, lang
        self._seen: tuple[str, View] | None = None

    def view(self, text: str) -> View:
        """What a text comes to. Raises Unusable."""
        if self._seen is None or self._seen[0] != text:
            self._seen = (text, self.viewer.view(encoded(text)))
        return self._seen[1]

    def status(self, state: State) -> tuple[str, ...]:
        """Where the evening stands."""
        return tuple(told.status(self.view(state.text), self.lang))

    def enter(self, state: State, entry: str) -> Answer:
        """Takes one entry."""
        entry = clean(entry.replace("\t", " ")).replace("\ufffd", " ").strip()
        if not entry:
            return Answer(state, self.status(state))
        view = self.view(state.text)
        command = command_of(entry)
        if command is not None and not (view.opening and vocabulary_reads(view.vocabulary, entry, view.lang)):
            return self._command(state, view, *command)
        try:
            text, written = self._written(state.text, entry)
            after = self._checked(view, text)
        except _Refused as refused:
            return Answer(state, (*refused.lines, *self.status(state)), refused=True)
        lines = [f"  {line}" for line in written] if written != [entry] else []
        lines += self._irregular(view, after)
        lines += told.became(view, after, self.lang)
        return Answer(State(text, (*state.past, state.text)), (*lines, *told.status(after, self.lang)))

    # -- commands ------------------------------------------------------------------------------------------------------

    def _command(self, state: State, view: View, command: str, number: int) -> Answer:
        if command == "quit":
            return Answer(state, done=True)
        if command == "undo":
            return self._undone(state, number)
        if command == "next":
            return self._next(state, view)
        if command == "sheet":
            return Answer(state, tuple(told.sheet(self.viewer, encoded(state.text), view, self.lang)))
        if command == "check":
            found = self._texts(view, view.findings) or [told.say("M-sound", self.lang)]
            return Answer(state, tuple(found))
        if command == "help":
            return Answer(state, tuple(told.help(self.lang)))
        return Answer(state, tuple(told.options(view, self.lang)) or self.status(state))

    def _undone(self, state: State, number: int) -> Answer:
        lines: list[str] = []
        for _ in range(number):
            if state.past:
                before = State(state.past[-1], state.past[:-1])
                gone = told.removed(state.text, before.text)
            else:
                view = self.view(state.text)
                parser = LineParser(view.vocabulary, view.lang, view.header.seats)
                cut = shortened(state.text, parser) if state.text.strip("\ufeff \t\r\n") else None
                if cut is None:
                    lines.append(told.say("M-undo.none", self.lang))
                    break
                before, gone = State(cut[0]), [cut[1]]
            state = before
            lines += [told.say("M-undone", self.lang, words=line) for line in gone]
        return Answer(state, (*lines, *self.status(state)))

    def _next(self, state: State, view: View) -> Answer:
        if view.next is not None:
            return self.enter(state, view.writer.text(view.next.heading, ""))
        keys = {"calls": "M-next.open", "ruling": "M-next.open", "result": "M-next.result"}
        key = keys.get(view.phase, "M-next.none")
        return Answer(state, (told.say(key, self.lang), *self.status(state)), refused=True)

    # -- entries -------------------------------------------------------------------------------------------------------

    def _written(self, text: str, entry: str) -> tuple[str, list[str]]:
        """The text with an entry below it, and the lines that were written. Raises _Refused."""
        view = self.view(text)
        parsed = _parser(view).parse(entry, view.block)
        written: list[str] = []
        for segment in parsed.segments:
            view = self._usable(text)
            line, apart = self._line(view, entry[segment.start : segment.end])
            text = appended(text, [line], apart)
            written.append(line.strip())
        if parsed.comment >= 0:
            comment = entry[parsed.comment :].rstrip()
            if written:
                end = text[len(text.rstrip("\r\n")) :]
                text = f"{text.rstrip(chr(13) + chr(10))}  {comment}{end}"
                written[-1] += f"  {comment}"
            else:
                text = appended(text, [comment])
                written.append(comment)
        return text, written

    def _usable(self, text: str) -> View:
        """The view of a text; where it is none, why. Raises _Refused."""
        try:
            return self.view(text)
        except Unusable as unusable:
            raise _Refused(told.texts(unusable.findings, self.file, None, self.lang)) from None

    def _line(self, view: View, piece: str) -> tuple[str, bool]:
        """The line that a piece of an entry becomes, and whether a blank line goes above it. Raises _Refused."""
        parsed = _parser(view).parse(piece, view.block)
        first = parsed.segments[0]
        if isinstance(first.statement, r.DealLine):  # its trumps and seats are read as in a deal
            parsed = LineParser(view.vocabulary, view.lang, view.header.seats).parse(piece, False)
            first = parsed.segments[0]
        if len(parsed.segments) == 1 and not first.faults:
            made = view.writer
            if view.block and isinstance(first.statement, r.CardLine):
                made.block = next(e.statement.name for e in reversed(view.record.entries if view.record else ())
                                  if isinstance(e.statement, r.Block))
            text = made.text(first.statement, piece)
            return (f"  {text}" if isinstance(first.statement, r.CardLine) else text), isinstance(
                first.statement, r.DealLine)
        short = self._short(view, piece)
        if short is not None:
            return short
        fault = next(fault for segment in parsed.segments for fault in segment.faults)
        if fault.code in ("T-keyword", "T-colon", "T-early", "T-end", "T-call", "T-word", "T-letter", "T-number"):
            call = self._call(view, piece)
            if isinstance(call, str):
                return call, False
            fault = call or fault
        raise _Refused(self._faulty(view, piece, fault))

    def _short(self, view: View, piece: str) -> tuple[str, bool] | None:
        """The line that a word or number alone stands for where the deal is."""
        if view.phase == "rules" and " " not in piece:
            return f"{view.writer.word('rules')}: {piece}", False
        if view.phase == "players" and "," in piece:
            return players_line(view.writer, piece), False
        word = keyword_of(piece)
        if view.phase == "result":
            if piece.isdecimal():
                return f"{view.writer.word('tricks')}: {piece}", False
            if word in ("made", "lost", "won"):
                return view.writer.text(r.Result(1, 1, word != "lost"), ""), False
        if view.phase == "ruling" and word in ("yes", "no", "stands"):
            return view.writer.text(r.Ruling(1, 1, word), ""), False
        if view.next is not None:
            if word == view.name:
                return view.writer.text(view.next.heading, ""), True
            opener, _, key = piece.rpartition(" ")
            if keyword_of(opener) == "dealer" and fold(key) in map(fold, view.header.seats):
                seat = next(seat for seat in view.header.seats if fold(seat) == fold(key))
                return view.writer.text(view.next.heading.like(dealer=seat), ""), True
        return None

    def _call(self, view: View, piece: str) -> str | Fault | None:
        """The line of a call by whose turn it is, or whose key stands before it; else its fault."""
        if view.opening is None or view.opening.rules.game == "knockout" or view.record is None:
            return None
        rules = view.opening.rules
        seat, words = view.turn if view.phase in ("calls", "ruling") else None, piece
        for key in view.header.seats:
            if fold(piece).startswith(fold(key)) and not piece[len(key) : len(key) + 1].isalnum():
                rest = piece[len(key) :].lstrip(" :>=-") or piece[len(key) :].strip()
                if rest and (":" in piece[len(key) : len(key) + 2] or self._is_call(view, piece, rest)):
                    seat, words = key, rest
        remark = _REMARK.search(words)
        words = words[: remark.start()] if remark else words
        if words.strip() == PASS and pass_of(rules) is not None:
            call: Call | Fault = Call(pass_of(rules) or "")
        else:
            call = self._read(view, words, piece.index(words))
        if isinstance(call, Fault):
            return call
        if seat is None:
            raise _Refused([told.say("M-whose", self.lang, seat=view.header.seats[0])])
        said = r.Said(1, 1, seat, call, words, 1, 1, remark[1].strip() if remark else None)
        return view.writer.text(said, "")

    def _is_call(self, view: View, piece: str, rest: str) -> bool:
        """Whether a piece that begins with a seat's key, no colon after it, is a call by him: the key is no number."""
        assert view.opening is not None
        whole = self._read(view, piece, 0)
        levels = view.opening.rules.calls[whole.kind].levels if isinstance(whole, Call) and (
            whole.kind in view.opening.rules.calls) else ()
        if isinstance(whole, Call) and whole.level in levels:
            return False
        return rest == PASS or isinstance(self._read(view, rest, 0), Call)

    def _read(self, view: View, words: str, column: int) -> Call | Fault:
        """The call that words say, cut short or not; what it means must be beyond doubt."""
        assert view.opening is not None
        try:
            return view.vocabulary.read(words, view.lang)
        except WordFault as wrong:
            fault = Fault(wrong.code, column + wrong.start + 1, wrong.width, wrong.key, wrong.hint, wrong.values)
        short = spelled_out(view.opening.rules, view.lang, words)
        if short.several:
            raise _Refused([told.say("M-several", self.lang, word=short.word, words=short.several)])
        try:
            return view.vocabulary.read(short.words, view.lang)
        except WordFault:
            return fault

    # -- what is told --------------------------------------------------------------------------------------------------

    def _checked(self, before: View, text: str) -> View:
        """The view of a text that can still be read as a whole. Raises _Refused."""
        after = self._usable(text)
        known = {_key(finding) for finding in before.faults}
        new = [finding for finding in after.faults if _key(finding) not in known]
        if new:
            raise _Refused(self._texts(after, new))
        return after

    def _irregular(self, before: View, after: View) -> list[str]:
        """What has become irregular, each thing once."""
        known = {_key(finding) for finding in before.findings}
        return self._texts(after, [finding for finding in after.findings if _key(finding) not in known])

    def _texts(self, view: View, findings: Iterable[Finding]) -> list[str]:
        return told.texts(findings, self.file, view.opening, self.lang)

    def _faulty(self, view: View, piece: str, fault: Fault) -> list[str]:
        """What is wrong with a piece of an entry, and that it was not written."""
        finding = fault.finding(0, piece, None)
        return [*told.fault(finding, self.lang), told.say("M-unread", self.lang)]


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.message_key, finding.span.line, finding.span.column, finding.seat


def _parser(view: View) -> LineParser:
    return LineParser(view.vocabulary if view.record is not None else None, view.lang, view.header.seats)


def players_line(writer: Writer, names: str) -> str:
    """The `players:` line of a list of names; keys are given where there are none.

    Words of up to two letters and numbers are keys, before a name or alone.
    """
    items = [item.strip().strip('"') for item in names.split(",") if item.strip()]
    parted = [item.partition(" ") for item in items]
    if all(len(key) <= 2 or key.isdecimal() for key, _, _ in parted):
        pairs = [(key.rstrip(":"), name.strip()) for key, _, name in parted]
    else:
        pairs = [(str(number), name) for number, name in enumerate(items, 1)]
    seats = tuple(key for key, _ in pairs)
    said = r.Players(1, 1, seats, tuple(name or key for key, name in pairs), (1,) * len(seats))
    return writer.text(said, names)
