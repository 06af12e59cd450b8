"""`log`: opens or begins a transcript, takes entries until there are no more, and keeps the file at every one."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from whistcli import record as r
from whistcli.commands import CLEAN, FINDINGS, USAGE, Request, unusable
from whistcli.console import colours, emit, language, symbols, width
from whistcli.diag import Finding, Span, Unusable
from whistcli.logbook import keeping, told
from whistcli.logbook.book import Answer, Logbook, State, players_line
from whistcli.logbook.page import decoded, encoded
from whistcli.logbook.terminal import reader
from whistcli.logbook.view import View, Viewer
from whistcli.logbook.words import completions, keyword
from whistcli.say import Reason
from whistcli.sheet.text import PLAIN_WIDTH, Look
from whistcli.transcript.write import Writer


class Heading(NamedTuple):
    """What the header of a new file gets from the command line."""

    players: str | None = None
    table: str | None = None
    round: str | None = None
    date: str | None = None


def log(file: str, request: Request, heading: Heading, take_over: bool = False) -> int:
    """Logs into a file until the entries end; returns the exit code.

    1 says that a script's entry could not be written, 2 that the file cannot be used or was not saved.
    """
    lang = language(request.lang, None)
    if file == "-":
        emit(told.say("M-pipe", lang), sys.stderr)
        return USAGE
    path = os.path.realpath(file)
    try:
        lock = keeping.Lock(path, take_over)
    except keeping.Locked as locked:
        emit(f"{file}: {told.say('M-locked.far' if locked.far else 'M-locked', lang, who=locked.holder)}", sys.stderr)
        return USAGE
    except OSError as error:
        emit(f"{file}: {told.say('M-unlocked', lang, reason=Reason.of(error))}", sys.stderr)
        return USAGE
    try:
        if lock.stale is not None:
            emit(f"{file}: {told.say('M-stale', lang, who=lock.stale)}", sys.stderr)
        keeping.tidy(path)
        return _Session(file, path, request).run(heading)
    except Unusable as error:
        unusable(error, file, request)
        return USAGE
    finally:
        lock.release()


class _Session:
    """One run."""

    def __init__(self, file: str, path: str, request: Request) -> None:
        self.file, self.path, self.request = file, path, request
        try:
            self.saved = keeping.read(path)
        except OSError as error:
            args = {"reason": Reason.of(error)}
            key = "T-folder" if os.path.isdir(path) else "T-open"
            raise Unusable(file, (Finding(key, Span(0, 0), args=args, hint=f"{key}.hint"),)) from None
        self.state = State(decoded(self.saved))
        self.beside = os.path.dirname(path)
        options = request.options
        viewer = Viewer(options._replace(rules=None), self.beside, language(request.lang, None))
        try:
            view = viewer.view(self.saved)
        except Unusable:
            viewer = Viewer(options, self.beside, viewer.lang)  # the file's own rules cannot be used, or it names none
            view = viewer.view(self.saved)
        if options.rules and view.phase != "rules":
            viewer = Viewer(options, self.beside, viewer.lang)  # other rules than those that the file names
            view = viewer.view(self.saved)
        self.lang = language(request.lang, view.header.settings.get("lang"))
        viewer.lang = view.header.settings.get("lang", self.lang)
        stream = sys.stdout
        viewer.look = Look(width(stream, PLAIN_WIDTH), colours(stream), symbols(stream))
        self.book = Logbook(viewer, file, self.lang)
        self.saving, self._unsaved = True, ""

    def run(self, heading: Heading) -> int:
        """Takes the entries."""
        if self.saved.strip():
            view = self.book.view(self.state.text)
            args = {"file": self.file, "count": view.deals, "findings": len(view.findings) + len(view.faults)}
            emit(told.say("M-resumed", self.lang, **args))
        if not self._head(heading):
            return USAGE
        self._print(Answer(self.state, self.book.status(self.state)))
        interactive = sys.stdin.isatty()
        read = reader(self._complete, self._status, self.lang)
        code = CLEAN
        while True:
            try:
                entry = read()
            except EOFError:
                break
            except KeyboardInterrupt:
                if interactive:  # breaks the line off, not the evening
                    emit("")
                    continue
                break
            answer = self._enter(entry)
            self._print(answer)
            if answer.refused and not interactive:
                code = FINDINGS
            if answer.done:
                break
        return code if self.saving else USAGE

    def _complete(self, typed: str) -> list[str]:
        return completions(self.book.view(self.state.text), typed, self.lang)

    def _status(self) -> str:
        return told.brief(self.book.view(self.state.text), self.lang)

    def _print(self, answer: Answer) -> None:
        painted = self.book.viewer.look.colours
        for line in answer.lines:
            emit(line, painted=painted and "\x1b[" in line)
        sys.stdout.flush()

    # -- the file ------------------------------------------------------------------------------------------------------

    def _enter(self, entry: str) -> Answer:
        """Takes one entry and saves what it did."""
        try:
            there = keeping.read(self.path)
        except OSError:
            there = self.saved
        if there != self.saved and self.saving:
            try:
                self.book.view(decoded(there))
            except Unusable as error:
                unusable(error, self.file, self.request)
                return Answer(self.state, (told.say("M-broken", self.lang),), refused=True)
            emit(told.say("M-changed", self.lang))
            self.saved, self.state = there, State(decoded(there))
        answer = self.book.enter(self.state, entry)
        self.state = answer.state
        return answer if self._save() else answer._replace(lines=(*answer.lines, self._unsaved))

    def _save(self) -> bool:
        """Writes the file where it must be; whether it now holds everything."""
        data = encoded(self.state.text)
        if data == self.saved:
            return True
        try:
            keeping.write(self.path, data)
        except OSError as error:
            self._unsaved = told.say("M-unsaved", self.lang, reason=Reason.of(error))
            self.saving = False
            return False
        self.saved, self.saving = data, True
        return True

    # -- the header ----------------------------------------------------------------------------------------------------

    def _head(self, heading: Heading) -> bool:
        """Writes what the command line says of the evening and the file does not say; whether that could be done."""
        view = self.book.view(self.state.text)
        have, wanted = view.header.settings, self._wanted(heading)
        for option, value in wanted.items():
            if not value or (option in ("rules", "lang") and view.record is not None):
                continue
            there = ", ".join(view.header.seats) if option == "players" else have.get(option)
            if there or view.record is not None:
                if there != value and option not in ("rules", "lang"):
                    name = keyword(option, self.lang)
                    emit(told.say("M-unused", self.lang, name=name, option=option), sys.stderr)
                continue
            answer = self._enter_header(option, value)
            if answer.refused:
                for line in answer.lines:
                    emit(line, sys.stderr)
                return False
        return True

    def _wanted(self, heading: Heading) -> Mapping[str, str | None]:
        rules = self.request.options.rules
        if rules and os.path.exists(rules) and os.path.basename(rules) != rules:
            rules = os.path.relpath(rules, self.beside).replace(os.sep, "/")
        new = not self.state.text.strip("\ufeff \t\r\n")
        return {"rules": rules, "lang": self.lang if new or self.request.lang else None, **heading._asdict()}

    def _enter_header(self, option: str, value: str) -> Answer:
        view: View = self.book.view(self.state.text)
        if option == "players":
            return self._enter(players_line(view.writer, value))
        return self._enter(Writer(view.vocabulary, view.lang).text(r.Setting(1, 1, option, value, 1), value))
