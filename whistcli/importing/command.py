"""`import`: a point sheet, CSV or JSON, becomes a transcript; what cannot be read is named, and kept as a comment."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli import record as r
from whistcli.commands import USAGE, Request, code_of, unusable
from whistcli.console import emit, language, save
from whistcli.diag import Finding, Span, Unusable
from whistcli.evening import Evening
from whistcli.importing.cells import Given, Table, given, table, table_of, text_of
from whistcli.importing.columns import Columns, by_heads, by_order
from whistcli.importing.drafts import Draft, Scribe
from whistcli.importing.rows import Sheet
from whistcli.importing.scored import Scored, is_scored
from whistcli.logbook.book import players_line
from whistcli.model import Amount, Ruleset
from whistcli.opening import Opening
from whistcli.reckon import FineCell
from whistcli.render.findings import text as shown
from whistcli.ruleset import load_ruleset
from whistcli.transcript.line import LineParser
from whistcli.transcript.text import opened
from whistcli.transcript.write import Writer
from whistcli.vocabulary import Vocabulary, common_vocabulary


class Form(NamedTuple):
    """How the sheet is to be read: its format, separator and columns, its players; what is not given is found."""

    format: str | None = None
    separator: str | None = None
    columns: str | None = None
    players: str | None = None


def imported(file: str, out: str | None, request: Request, form: Form) -> int:
    """Writes or prints the transcript of a point sheet; returns the exit code."""
    lang = language(request.lang, None)
    try:
        text, findings = _made(file, out, request, form, lang)
    except Unusable as error:
        unusable(error, file, request)
        return USAGE
    for finding in findings:
        emit(shown(finding, file, lang, {}), sys.stderr)
    if out is None:
        emit(text.removesuffix("\n"))
    elif not save(out, text.encode("utf-8"), lang):
        return USAGE
    return code_of(findings)


def _made(file: str, out: str | None, request: Request, form: Form, lang: str) -> tuple[str, list[Finding]]:
    """The transcript and what was found. Raises Unusable."""
    if file == "-":
        data = sys.stdin.buffer.read()
    else:
        with opened(file)[1] as stream:
            data = stream.read()
    text, findings = text_of(data, file)
    named = request.options.rules
    rules = load_ruleset(named, None, request.options.parameters).rules if named else None
    vocabulary = rules.vocabulary if rules is not None else common_vocabulary()
    if rules is not None and rules.game != "auction":
        raise Unusable(file, (Finding("I-game", Span(0, 0), args={"rules": rules.id}),))
    if rules is None:
        findings.append(Finding("I-rules", Span(0, 0), "warning", hint="I-rules.hint"))
    players = _players(form.players, vocabulary)
    json = form.format == "json" or (form.format is None and text.lstrip()[:1] in ("{", "["))
    read = _json(text, file, form, players, vocabulary, rules, request) if json else _rows(
        table(text, form.separator), file, form, players, vocabulary, rules, request)
    findings += read.findings
    drafts = read.drafts
    count = len(read.header.seats)
    if rules is not None and count != rules.players and not rules.sits_out.get(count):
        args = {"count": count, "names": read.header.names, "rules": rules.id, "needed": rules.players}
        found = Finding("I-players", Span(0, 0), key="I-players.count", args=args, hint="I-players.hint")
        raise Unusable(file, (*findings, found))
    if not drafts:
        raise Unusable(file, (*findings, Finding("I-empty", Span(0, 0))))
    findings += _points_only(drafts)
    scribe = Scribe(vocabulary, rules, read.lang)
    if rules is not None:
        bare = [draft._replace(fines=()) for draft in drafts]
        drafts = list(_beyond(drafts, scribe.text(named, read.header, bare, ()), request))
    return scribe.text(_beside(named, out), read.header, drafts, read.after), findings


def _beyond(drafts: Sequence[Draft], text: str, request: Request) -> Iterator[Draft]:
    """The deals with those fines only that their rules do not bring by themselves: nobody pays twice."""
    evening = Evening(Opening(text.encode(), request.options))
    for draft, deal in zip(drafts, evening, strict=True):
        left: list[tuple[str, Amount | None]] = []
        for seat, fine in draft.fines:
            own = deal.result.fines.get(evening.voice.seats.index(seat), FineCell())
            if fine is None and not own.unknown:
                left.append((seat, None))
            elif fine is not None and fine != own.amount:
                left.append((seat, fine - own.amount))
        yield draft._replace(fines=tuple(left))


def _points_only(drafts: Sequence[Draft]) -> list[Finding]:
    only = [draft.number for draft in drafts if draft.only_points]
    return [Finding("I-points", Span(0, 0), "warning", args={"deals": only}, hint="I-points.hint")] if only else []


def _beside(named: str | None, out: str | None) -> str | None:
    """A ruleset's name as the transcript must write it: a path is one from the transcript's folder."""
    if not named or os.path.basename(named) == named or not os.path.exists(named):
        return named
    return os.path.relpath(named, os.path.dirname(out or "") or ".").replace(os.sep, "/")


def _players(names: str | None, vocabulary: Vocabulary) -> r.Header | None:
    """The players that the command line names."""
    if not names:
        return None
    line = players_line(Writer(vocabulary, "en"), names)
    statement = LineParser(None).parse(line, False).segments[0].statement
    if not isinstance(statement, r.Players):
        args = {"count": 0, "names": names}
        raise Unusable("--players", (Finding("I-players", Span(0, 0), args=args, hint="I-players.hint"),))
    return r.Header({}, statement.seats, statement.names)


def _rows(
    found: Table, path: str, form: Form, players: r.Header | None, vocabulary: Vocabulary, rules: Ruleset | None,
    request: Request,
) -> Sheet:
    """The deals of a table. Raises Unusable."""
    if not found.heads:
        raise Unusable(path, (Finding("I-empty", Span(0, 0)),))
    columns: Columns
    if form.columns is not None:
        columns, found = by_order(found, form.columns, path, players)
    else:
        columns = by_heads(found, path, players)
    if "file" in columns.roles:
        head = found.heads[columns.roles.index("file")]
        raise Unusable(path, (Finding("I-several", head.span, hint="I-several.hint"),))
    sheet = Sheet(columns, vocabulary, rules, request.lang or columns.lang)
    sheet.read(found)
    return sheet


def _json(
    text: str, path: str, form: Form, players: r.Header | None, vocabulary: Vocabulary, rules: Ruleset | None,
    request: Request,
) -> Sheet | Scored:
    """The deals of a JSON text. Raises Unusable."""
    value: Given = given(text, path)
    if is_scored(value):
        return Scored(value, text, path, language(request.lang, None))
    if isinstance(value.value, dict) and "files" in value.value:
        raise Unusable(path, (Finding("I-several", Span(0, 0), hint="I-several.hint"),))
    rows = table_of(value.value, text) if isinstance(value.value, list) else None
    if rows is None:
        raise Unusable(path, (Finding("I-shape", Span(value.line, value.column)),))
    return _rows(rows, path, form, players, vocabulary, rules, request)

