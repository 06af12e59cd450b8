"""`rules test`: runs a ruleset's cases and prints what does not hold, as text or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whistcli.commands import USAGE, code_of, unusable
from whistcli.console import emit, language
from whistcli.diag import Finding, Unusable
from whistcli.render.findings import text
from whistcli.render.machine import finding
from whistcli.request import Request
from whistcli.resources import shown
from whistcli.say import sentence
from whistcli.suite import Report, run

Json = dict[str, object]

INHERITED = "Q-inherited"
MANY = 3
"""Inherited cases that begin alike and no longer hold, from which on they are told as one."""


def tested(name: str, request: Request, every: bool) -> int:
    """Runs the cases and prints the differences and the totals; with `every` each case too. Returns the exit code."""
    lang = language(request.lang, None)
    try:
        report = run(name)
    except Unusable as error:
        unusable(error, name, request)
        if request.format == "json":
            _print_json({"ruleset": name, "cases": [], "findings": [_finding(one, lang) for one in error.findings]})
        return USAGE
    if request.format == "json":
        _print_json(_machine(report, lang))
        return code_of(report.findings)
    clauses = report.loaded.rules.clauses
    for one in grouped(report.findings):
        emit(text(one, name, lang, clauses))
    if every:
        for ran in report.ran:
            state = sentence(f"U-suite.{ran.state}", {}, lang)
            emit(f"{ran.of} {ran.case.id}: {state}" + (f" ({ran.case.why})" if ran.case.why else ""))
    for line in _totals(report, lang):
        emit(line)
    return code_of(report.findings)


def grouped(findings: Sequence[Finding]) -> Iterator[Finding]:
    """The findings; inherited cases whose ids begin alike up to their last hyphen are told once where they are many."""
    groups: dict[tuple[object, str], list[Finding]] = {}
    for one in findings:
        if one.code == INHERITED:
            groups.setdefault(_beginning(one), []).append(one)
    for one in findings:
        alike = groups.get(_beginning(one), []) if one.code == INHERITED else []
        if len(alike) < MANY:
            yield one
        elif one is alike[0]:
            args = {**one.args, "count": len(alike), "group": f"{_beginning(one)[1]}*"}
            yield one._replace(key="Q-inherited.group", args=args, hint="Q-inherited.all.hint")


def _beginning(one: Finding) -> tuple[object, str]:
    """Whose case a finding is about, and how its id begins; an id without a hyphen stands for itself."""
    case = str(one.args.get("case", ""))
    head, hyphen, _ = case.rpartition("-")
    return (one.args.get("parent"), f"{head}-" if hyphen else case)


def _totals(report: Report, lang: str) -> list[str]:
    """What went how, in one line."""
    rules = report.loaded.rules
    named = f"{rules.id}@{rules.edition}" if rules.edition else rules.id
    if not report.runnable:
        return [sentence("U-suite.game", {"rules": named}, lang)]
    if not report.ran:
        return [sentence("U-suite.none", {"rules": named}, lang)]
    parts = []
    for own, key in ((True, "U-suite.own"), (False, "U-suite.inherited")):
        if report.count(own=own):
            counts = {sort: report.count(own=own, sort=sort) for sort in ("auction", "score")}
            parts.append(sentence(key, counts, lang))
    for state in ("changed", "replaced"):
        if report.count(state):
            parts.append(f"{sentence(f'U-suite.{state}', {}, lang)} {report.count(state)}")
    broken = any(one.severity == "error" for one in report.findings)
    key = "U-suite.differ" if report.count("differs") else "U-suite.rest" if broken else "U-suite.hold"
    args = {"rules": named, "wrong": report.count("differs"), "counts": "; ".join(parts)}
    return [sentence(key, args, lang)]


def _machine(report: Report, lang: str) -> Json:
    rules = report.loaded.rules
    return {
        "ruleset": rules.id,
        "edition": rules.edition,
        "runnable": report.runnable,
        "totals": {state: report.count(state) for state in ("holds", "differs", "changed", "replaced")},
        "cases": [
            {
                "id": ran.case.id,
                "of": ran.of,
                "own": ran.own,
                "sort": ran.case.sort,
                "state": ran.state,
                "file": shown(ran.case.span.file),
                "line": ran.case.span.line,
            }
            for ran in report.ran
        ],
        "findings": [_finding(one, lang) for one in report.findings],
    }


def _finding(found: Finding, lang: str) -> Json:
    """A finding as everywhere, with the file in which it stands: there are several."""
    return {"file": shown(found.span.file) or None, **finding(found, lang)}


def _print_json(value: Json) -> None:
    import json

    emit(json.dumps(value, ensure_ascii=False, indent=1))
