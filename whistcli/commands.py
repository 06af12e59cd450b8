"""What each command does, without the command line around it: open, judge, print, say how it went.

Kept apart from `cli` so that the plain `check FILE` starts without the command-line library.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

from whistcli.console import emit, language
from whistcli.desk import Desk, Json, desk_for
from whistcli.diag import Finding, Unusable
from whistcli.opening import Opening
from whistcli.request import Request as Request
from whistcli.selection import accept

CLEAN, FINDINGS, USAGE = 0, 1, 2
"""Exit codes: nothing wrong; errors or warnings found; wrong use, or a file that cannot be used."""


def opened(file: str, request: Request) -> Desk:
    """The desk for a file; `-` is the standard input. Raises Unusable."""
    import os

    if file == "-":
        opening = Opening(sys.stdin.buffer.read(), request.options)
    else:
        opening = Opening(file, request.options, os.path.dirname(file))
    desk = desk_for(opening)
    for finding in desk.own_findings:
        if finding.code == "R-override":  # said aloud whatever is printed: these are not the file's own rules
            from whistcli.say import message

            emit(f"{file}: {message(finding, language_of(desk, request))}", sys.stderr)
    return desk


def language_of(desk: Desk, request: Request) -> str:
    """The language in which a file is spoken of."""
    return language(request.lang, desk.opening.header.settings.get("lang"))


def unusable(error: Unusable, file: str, request: Request) -> None:
    """Says on the error stream why a file or ruleset cannot be used."""
    from whistcli.render.findings import text

    lang = language(request.lang, None)
    place = error.path or file
    for finding in error.findings:
        if finding.severity == "error":
            emit(text(finding, place, lang, {}), sys.stderr)


def code_of(findings: Iterable[Finding]) -> int:
    """The exit code for findings: notes alone are clean."""
    return FINDINGS if any(finding.severity != "note" for finding in findings) else CLEAN


def collected(desk: Desk, found: Iterable[Finding], request: Request) -> list[Finding]:
    """All findings of a file that was read to its end, in its order: accepted ones marked, unwanted ones left out."""
    reader = desk.opening.reader
    findings = accept([*reader.findings, *desk.own_findings, *found], reader.accepted)
    wanted = (finding for finding in findings if request.selection.shows(finding))
    if request.deal is not None:
        wanted = (finding for finding in wanted if finding.deal == request.deal)
    return sorted(wanted, key=lambda finding: (finding.span.line, finding.span.column))


def shown(findings: Iterable[Finding], request: Request) -> list[Finding]:
    """Those that text output prints: notes only where they were asked for, or say that something is accepted."""
    return [f for f in findings if request.notes or f.severity != "note" or f.accepted is not None]


def check(files: Sequence[str], request: Request) -> int:
    """Judges every deal of some transcripts and prints what is wrong; returns the exit code."""
    worst = CLEAN
    objects: list[dict[str, object]] = []
    for file in files:
        try:
            code, found = _check_file(file, request)
        except Unusable as error:
            unusable(error, file, request)
            code, found = USAGE, None
            if request.format == "json":
                from whistcli.render import machine

                lang = language(request.lang, None)
                found = machine.checked_file(file, None, error.findings, {"deals": []}, lang)
        if found is not None:
            objects.append(found)
        worst = max(worst, code)
    if request.format == "json":
        _print_json({"files": objects})
    return worst


def _check_file(file: str, request: Request) -> tuple[int, Json | None]:
    desk = opened(file, request)
    lang = language_of(desk, request)
    found, said = desk.check(request)
    if request.deal is not None and not (said.get("deals") or said.get("rounds")):
        return _no_deal(file, desk, request, lang), None
    findings = collected(desk, found, request)
    if request.format == "json":
        from whistcli.render import machine

        return code_of(findings), machine.checked_file(file, desk.opening.rules.id, findings, said, lang)
    print_findings(findings, file, lang, desk, request)
    return code_of(findings), None


def print_findings(
    findings: Iterable[Finding], file: str, lang: str, desk: Desk, request: Request, stream: TextIO | None = None
) -> None:
    """Prints those of the findings that text output shows."""
    printed = shown(findings, request)
    if not printed:
        return
    from whistcli.render.findings import github, text

    for finding in printed:
        if request.format == "github":
            emit(github(finding, file, lang), stream)
        else:
            emit(text(finding, file, lang, desk.opening.rules.clauses, desk.place), stream)


def _print_json(value: object) -> None:
    import json

    emit(json.dumps(value, ensure_ascii=False, indent=1))


def explain(file: str, request: Request) -> int:
    """Tells a deal (the last one, where none is named); exit code 1 where something is wrong with it."""
    try:
        desk = opened(file, request)
    except Unusable as error:
        unusable(error, file, request)
        return USAGE
    from whistcli.render.findings import text

    lang = language_of(desk, request)
    chosen = list(desk.explain(request, lang))  # the whole file is read: what it accepts may stand anywhere
    if not chosen:
        return _no_deal(file, desk, request, lang)
    number, reader = chosen[0].number, desk.opening.reader
    told = [finding for deal in chosen for finding in deal.findings]
    told += [finding for finding in reader.findings if finding.deal == number]
    told = [finding for finding in accept(told, reader.accepted) if finding.deal == number]
    told.sort(key=lambda finding: (finding.span.line, finding.span.column))
    for place, deal in enumerate(chosen):
        if place:
            emit("")
        for line in deal.lines:
            emit(line)
    for finding in told:
        emit("")
        emit(text(finding, file, lang, desk.opening.rules.clauses, desk.place))
    return code_of(told)


def _no_deal(file: str, desk: Desk, request: Request, lang: str) -> int:
    from whistcli.say import sentence

    key = "U-nodeal" if request.deal is not None else "U-nodeals"
    place = sentence(desk.place, {"deal": request.deal or ""}, lang)
    emit(f"{file}: {sentence(key, {'place': place}, lang)}", sys.stderr)
    return USAGE


def legal(file: str, request: Request) -> int:
    """Lists what the next player may say in the last deal, or in the one named."""
    try:
        desk = opened(file, request)
    except Unusable as error:
        unusable(error, file, request)
        return USAGE
    lang = language_of(desk, request)
    said = desk.legal(request, lang)
    if said is None:
        return _no_deal(file, desk, request, lang)
    if isinstance(said, dict):
        _print_json(said)
    else:
        for line in said:
            emit(line)
    wrong = [f for f in desk.opening.reader.findings if f.deal in (None, request.deal) or request.deal is None]
    wrong = [finding for finding in wrong if finding.severity == "error"]
    for finding in wrong:  # what could not be read may be the call that decides
        from whistcli.render.findings import text

        if request.format == "text":
            emit(text(finding, file, lang, desk.opening.rules.clauses, desk.place))
    return FINDINGS if wrong else CLEAN
