"""What each command does, without the command line around it: open, judge, print, say how it went.

Kept apart from `cli` so that the plain `check FILE` starts without the command-line library.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence

from whistcli.console import emit, language
from whistcli.diag import Finding, Unusable
from whistcli.evening import Deal, Evening, Options
from whistcli.frozen import dataclass, field
from whistcli.selection import Selection, accept
from whistcli.speech import spoken_call

CLEAN, FINDINGS, USAGE = 0, 1, 2
"""Exit codes: nothing wrong; errors or warnings found; wrong use, or a file that cannot be used."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for on the command line, whatever the command."""

    options: Options = field(default_factory=Options)
    lang: str | None = None
    format: str = "text"
    notes: bool = False
    deal: str | None = None
    selection: Selection = field(default_factory=Selection)


def opened(file: str, request: Request) -> Evening:
    """The evening in a file; `-` is the standard input. Raises Unusable."""
    import os

    if file == "-":
        evening = Evening(sys.stdin.buffer.read(), request.options)
    else:
        evening = Evening(file, request.options, os.path.dirname(file))
    for finding in evening.own_findings:
        if finding.code == "R-override":  # said aloud whatever is printed: these are not the file's own rules
            from whistcli.say import message

            emit(f"{file}: {message(finding, language(request.lang, evening.header.settings.get('lang')))}", sys.stderr)
    return evening


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


def collected(evening: Evening, found: Iterable[Finding], request: Request) -> list[Finding]:
    """All findings of a file that was read to its end, in its order: accepted ones marked, unwanted ones left out."""
    findings = accept([*evening.reader.findings, *evening.own_findings, *found], evening.reader.accepted)
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
                found = machine.checked_file(file, None, error.findings, [], lang)
        if found is not None:
            objects.append(found)
        worst = max(worst, code)
    if request.format == "json":
        _print_json({"files": objects})
    return worst


def _check_file(file: str, request: Request) -> tuple[int, dict[str, object] | None]:
    evening = opened(file, request)
    lang = language(request.lang, evening.header.settings.get("lang"))
    wanted = request.notes or request.format == "json"
    kept: list[Finding] = []
    deals: list[dict[str, object]] = []
    for deal in evening:
        if deal.result.placed or deal.in_evening or deal.result.status == "unfinished":
            kept.extend(f for f in deal.findings() if wanted or f.severity != "note")
        if request.format == "json" and request.deal in (None, deal.record.heading.number):
            from whistcli.render import machine

            deals.append(machine.checked_deal(deal, evening.voice))
    findings = collected(evening, kept, request)
    code = code_of(findings)
    if request.format == "json":
        from whistcli.render import machine

        return code, machine.checked_file(file, evening.rules.id, findings, deals, lang)
    _print_findings(findings, file, lang, evening, request)
    return code, None


def _print_findings(findings: Iterable[Finding], file: str, lang: str, evening: Evening, request: Request) -> None:
    printed = shown(findings, request)
    if not printed:
        return
    from whistcli.render.findings import github, text

    for finding in printed:
        if request.format == "github":
            emit(github(finding, file, lang))
        else:
            emit(text(finding, file, lang, evening.rules.clauses))


def _print_json(value: object) -> None:
    import json

    emit(json.dumps(value, ensure_ascii=False, indent=1))


def score(files: Sequence[str], request: Request) -> int:
    """Prints the sheet of each transcript; what keeps a deal from a score is printed below it."""
    worst = CLEAN
    objects: list[dict[str, object]] = []
    for file in files:
        try:
            evening = opened(file, request)
            code, found = _score_file(evening, file, request)
        except Unusable as error:
            unusable(error, file, request)
            code, found = USAGE, None
        if found is not None:
            objects.append(found)
        worst = max(worst, code)
    if request.format == "json" and objects:
        _print_json(objects[0] if len(files) == 1 else {"files": objects})
    return worst


def _score_file(evening: Evening, file: str, request: Request) -> tuple[int, dict[str, object] | None]:
    lang = language(request.lang, evening.header.settings.get("lang"))
    found: list[Finding] = []
    if request.format == "json":
        from whistcli.render import machine

        deals: list[dict[str, object]] = []
        for deal in evening:
            found.extend(deal.findings(scoring=True))
            deals.append(machine.scored_deal(deal, evening.voice))
        found = collected(evening, found, request)
        return code_of(found), machine.scored_file(evening, deals, found, lang)
    from whistcli.render.sheet import Sheet

    sheet = Sheet(evening, lang)
    for deal in evening:
        found.extend(deal.findings(scoring=True))
        sheet.add(deal)
    found = collected(evening, found, request)
    emit(sheet.text())
    if shown(found, request):
        emit("")
        _print_findings(found, file, lang, evening, request)
    return code_of(found), None


def _chosen(evening: Evening, wanted: str | None) -> Iterator[Deal]:
    """The deals with this number (several after a redeal), or the last one."""
    for deal in evening:
        if deal.last if wanted is None else deal.record.heading.number == wanted:
            yield deal


def explain(file: str, request: Request) -> int:
    """Tells a deal (the last one, where none is named) call by call; exit code 1 where something is wrong with it."""
    try:
        evening = opened(file, request)
    except Unusable as error:
        unusable(error, file, request)
        return USAGE
    from whistcli.render.explain import Explainer
    from whistcli.render.findings import text

    lang = language(request.lang, evening.header.settings.get("lang"))
    explainer = Explainer(evening, lang)
    chosen = list(_chosen(evening, request.deal))  # the whole file is read: what it accepts may stand anywhere
    if not chosen:
        return _no_deal(file, request, lang)
    number = chosen[0].record.heading.number
    told = [finding for deal in chosen for finding in deal.findings(scoring=True)]
    told += [finding for finding in evening.reader.findings if finding.deal == number]
    told = [finding for finding in accept(told, evening.reader.accepted) if finding.deal == number]
    told.sort(key=lambda finding: (finding.span.line, finding.span.column))
    for place, deal in enumerate(chosen):
        if place:
            emit("")
        for line in explainer.deal(deal):
            emit(line)
    for finding in told:
        emit("")
        emit(text(finding, file, lang, evening.rules.clauses))
    return code_of(told)


def _no_deal(file: str, request: Request, lang: str) -> int:
    from whistcli.say import sentence

    key = "U-nodeal" if request.deal is not None else "U-nodeals"
    emit(f"{file}: {sentence(key, {'deal': request.deal or ''}, lang)}", sys.stderr)
    return USAGE


def legal(file: str, request: Request) -> int:
    """Lists what the next player may say in the last deal, or in the one named."""
    try:
        evening = opened(file, request)
    except Unusable as error:
        unusable(error, file, request)
        return USAGE
    lang = language(request.lang, evening.header.settings.get("lang"))
    chosen = list(_chosen(evening, request.deal))
    if not chosen:
        return _no_deal(file, request, lang)
    deal = chosen[-1]
    judged = deal.result.judged
    table = evening.reckoner.table
    verdicts = []
    speaker = judged.state.speaker if judged.state is not None else None
    if judged.state is not None and judged.known is not None and not judged.recorded:
        if speaker is None:
            speaker = judged.next
        verdicts = list(table.legal_calls(judged.state, judged.known, speaker))
    vocabulary = evening.rules.vocabulary
    if request.format == "json":
        calls = [vocabulary.text(verdict.call) for verdict in verdicts]
        number = deal.record.heading.number
        _print_json({"deal": number, "seat": evening.voice.key(speaker), "calls": calls})
        return CLEAN
    from whistcli.say import sentence

    if not verdicts:
        key = "U-nobody" if speaker is None else "U-stuck"
        emit(sentence(key, {"deal": deal.record.heading.number, "who": evening.voice.name(speaker)}, lang))
        return CLEAN
    emit(sentence("U-may", {"deal": deal.record.heading.number, "who": evening.voice.name(speaker)}, lang))
    for verdict in verdicts:
        marks = [sentence("U-may.asks", {}, lang)] if verdict.asks else []
        if verdict.unknown and request.notes:
            doubts = [evening.voice.condition(condition) for condition in verdict.unknown]
            marks.append(sentence("U-may.cards", {"because": doubts}, lang))
        emit("  " + spoken_call(vocabulary, verdict.call, lang) + (f"  ({'; '.join(marks)})" if marks else ""))
    return CLEAN
