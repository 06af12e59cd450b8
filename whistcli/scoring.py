"""`score`: the sheets of transcripts and of folders of them, printed or written into a file, in every format."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TextIO

from whistcli.commands import CLEAN, USAGE, Request, code_of, collected, language_of, opened, print_findings, shown
from whistcli.commands import unusable as say_unusable
from whistcli.console import colours, emit, language, save, symbols, width
from whistcli.desk import Desk, Json
from whistcli.diag import Unusable
from whistcli.say import sentence

if TYPE_CHECKING:  # plain JSON needs none of them
    from whistcli.sheet.csv import CsvForm
    from whistcli.sheet.model import Document, Entry, Sheet
    from whistcli.sheet.text import Look

SUFFIX = ".whist"


class Output(NamedTuple):
    """Where the sheets go and how: a file instead of the standard output, the form of CSV, colours."""

    out: str | None = None
    csv: CsvForm | None = None
    colour: str = "auto"


def transcripts(files: Iterable[str]) -> Iterator[str]:
    """The files as named; of a folder, all transcripts below it, sorted, hidden folders apart."""
    for file in files:
        if not os.path.isdir(file):
            yield file
            continue
        found: list[str] = []
        for folder, folders, names in os.walk(file):
            folders[:] = [name for name in folders if not name.startswith(".")]
            found += (os.path.join(folder, name) for name in names if name.endswith(SUFFIX))
        yield from sorted(found)


def score(files: Sequence[str], request: Request, output: Output = Output()) -> int:  # noqa: B008 - a constant
    """Prints or writes the sheet of each transcript, and what several come to together; returns the exit code."""
    lang = language(request.lang, None)
    place = output.out or "-"
    if request.format == "xlsx":
        from importlib.util import find_spec

        if find_spec("xlsxwriter") is None:
            emit(f"{place}: {sentence('V-install', {}, lang)}", sys.stderr)
            return USAGE
    names = list(transcripts(files))
    if not names:
        emit(f"{files[0]}: {sentence('V-empty', {'ending': SUFFIX}, lang)}", sys.stderr)
        return USAGE
    written = io.BytesIO()
    kept = io.TextIOWrapper(written, "utf-8", "replace", "\n") if output.out is not None else None
    run = _Run(request, output, kept or sys.stdout)
    for name in names:
        run.file(name)
    one = len(files) == 1 and names == list(files)
    data = run.finish(one)
    if kept is not None:
        kept.flush()
        data = written.getvalue() if data is None else data
        if run.used:
            return run.worst if save(output.out or "", data, lang) else USAGE
    elif data is not None:
        _to_stdout(data)
    return run.worst


class _Run:
    """One run over some files: text is printed as it comes, all else when the last file is read."""

    def __init__(self, request: Request, output: Output, stream: TextIO) -> None:
        self.request, self.output, self.stream = request, output, stream
        self.worst = CLEAN
        self.used = 0
        self._objects: list[Json] = []
        self._entries: list[Entry] = []
        self._desks: dict[type, list[Desk]] = {}

    def file(self, file: str) -> None:
        """Scores a file."""
        try:
            desk = opened(file, self.request)
            lang = language_of(desk, self.request)
            found, said = desk.score(self.request, lang)
        except Unusable as error:
            say_unusable(error, file, self.request)
            self.worst = USAGE
            return
        found = collected(desk, found, self.request)
        self._desks.setdefault(type(desk), []).append(desk)
        self.worst = max(self.worst, code_of(found))
        self.used += 1
        if isinstance(said, dict):
            from whistcli.render import machine

            self._objects.append(said | {"findings": [machine.finding(one, lang) for one in found]})
            return
        if self.request.format == "text":
            if self.used > 1:
                emit("", self.stream)
            self._print(said)
            if shown(found, self.request):
                emit("", self.stream)
                print_findings(found, file, lang, desk, self.request, self.stream)
            return
        from whistcli.sheet.model import Entry

        clauses = desk.opening.rules.clauses
        self._entries.append(Entry(file, lang, said, tuple(shown(found, self.request)), clauses, desk.place))

    def _print(self, sheet: Sheet) -> None:
        from whistcli.sheet.text import text

        look = self._look()
        for line in text(sheet, look):
            emit(line, self.stream, painted=look.colours)

    def _look(self) -> Look:
        from whistcli.sheet.text import PLAIN_WIDTH, Look

        stream = self.stream
        painted = self.output.colour == "always" if self.output.out else colours(stream, self.output.colour)
        return Look(width(stream, PLAIN_WIDTH), painted, symbols(stream))

    def finish(self, one: bool) -> bytes | None:
        """Prints what several files come to, or what was kept for now; bytes where the format is no lines of text.

        `one` says that a single file was asked for, whose JSON stands alone.
        """
        together: list[Sheet] = []
        whole: Json = {"files": self._objects}
        for desks in self._desks.values():
            if len(desks) > 1:
                said = desks[0].together(desks, self.request, language_of(desks[0], self.request))
                if isinstance(said, dict):
                    whole |= said
                else:
                    together.extend(said)
        if self.request.format == "json":
            if self._objects:
                import json

                emit(json.dumps(self._objects[0] if one else whole, ensure_ascii=False, indent=1), self.stream)
            return None
        if self.request.format == "text":
            for sheet in together:
                emit("", self.stream)
                self._print(sheet)
            return None
        from whistcli.sheet.model import Document

        languages = {entry.lang for entry in self._entries}
        lang = languages.pop() if len(languages) == 1 else language(self.request.lang, None)
        return self._written(Document(lang, tuple(self._entries), tuple(together))) if self._entries else None

    def _written(self, document: Document) -> bytes | None:
        """The document in the format asked for; Markdown goes line by line to where text goes."""
        if self.request.format == "markdown":
            from whistcli.sheet.markdown import markdown

            for line in markdown(document):
                emit(line, self.stream)
            return None
        if self.request.format == "csv":
            from whistcli.sheet.csv import PLAIN, csv

            return csv(document, self.output.csv or PLAIN)
        if self.request.format == "html":
            from whistcli.sheet.html import html

            return "".join(f"{line}\n" for line in html(document)).encode("utf-8", "replace")
        from whistcli.sheet.xlsx import xlsx

        return xlsx(document)


def _to_stdout(data: bytes) -> None:
    """Bytes to the standard output as they are, whatever its encoding and line ends."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(data.decode())
        return
    sys.stdout.flush()
    buffer.write(data)

