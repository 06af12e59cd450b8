"""`rules check`: runs the checks on some rulesets and prints what they find."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from whistcli.commands import CLEAN, FINDINGS, USAGE, Request, code_of
from whistcli.console import emit, language
from whistcli.diag import Finding, Unusable
from whistcli.lint.conditions import impossible
from whistcli.lint.played import Played, played, unreached
from whistcli.lint.registry import LISTED, reasoned
from whistcli.lint.simulate import missing
from whistcli.lint.source import Source, unopened
from whistcli.model import Clause
from whistcli.render.findings import github, text
from whistcli.render.machine import finding as machine_finding
from whistcli.resources import shown
from whistcli.say import sentence


@dataclass(slots=True)
class Checked:
    """What was found in one ruleset: findings, transcripts that show some of them, what the simulation came to."""

    name: str
    path: str
    findings: list[Finding]
    transcripts: dict[int, str] = field(default_factory=dict)
    source: Source | None = None
    played: Played | None = None

    @property
    def clauses(self) -> dict[str, Clause]:
        """The clauses that findings may cite."""
        return dict(self.source.rules.clauses) if self.source is not None else {}


def check(name: str, strict: bool, count: int, seed: int) -> Checked:
    """Checks one ruleset. Raises Unusable where it cannot be opened."""
    try:
        source = Source(name)
    except Unusable as error:
        if unopened(error):
            raise
        return Checked(name, error.path, list(error.findings))
    found = [*source.findings, *reasoned(source, strict)]
    result = Checked(name, source.path, found, source=source)
    if count and source.rules.calls.keys() - impossible(source):
        result.played = played(source, count, seed)
        for finding, transcript in result.played.faults:
            result.transcripts[id(finding)] = transcript
            found.append(finding)
        if strict:
            found.extend(unreached(source, result.played.simulation))
    return result


def checked(names: Sequence[str], request: Request, count: int, seed: int) -> int:
    """Prints what is wrong with some rulesets; returns the exit code: notes alone are clean."""
    worst = CLEAN
    objects: list[dict[str, object]] = []
    lang = language(request.lang, None)
    for name in names:
        try:
            result = check(name, request.options.strict, count, seed)
        except Unusable as error:
            for finding in error.findings:
                _unopened(finding, error.path or name, lang)
            worst = USAGE
            continue
        wanted = [finding for finding in result.findings if request.selection.shows(finding)]
        wanted.sort(key=lambda f: (f.span.file != result.path, f.span.file, f.span.line, f.span.column))
        if request.format == "json":
            objects.append(_object(result, wanted, lang))
        else:
            _print(result, wanted, request.format, lang)
        worst = max(worst, code_of(wanted))
    if request.format == "json":
        emit(json.dumps({"rulesets": objects}, ensure_ascii=False, indent=1))
    return worst


def _unopened(finding: Finding, path: str, lang: str) -> None:
    import sys

    emit(text(finding, path, lang, {}), sys.stderr)


def _print(result: Checked, findings: Sequence[Finding], format: str, lang: str) -> None:
    for finding in findings:
        if format == "github":
            emit(github(finding, result.path, lang))
            continue
        emit(text(finding, result.path, lang, result.clauses))
        if id(finding) in result.transcripts:
            emit("\n" + result.transcripts[id(finding)])
    if format == "text" and result.played is not None:
        emit(f"{result.name}: {_simulated(result.played, result, lang)}")


def _simulated(found: Played, result: Checked, lang: str) -> str:
    """What the simulation came to, in a sentence or three."""
    simulation, most = found.simulation, found.bound
    parts = []
    if simulation.endless is None:
        longest = len(simulation.longest.said) if simulation.longest is not None else 0
        parts.append(sentence("U-lint.played", {"count": simulation.count, "longest": longest}, lang))
    if most.calls is not None:
        parts.append(sentence("U-lint.bound", {"calls": most.calls}, lang))
    else:
        parts.append(sentence("U-lint.unbound", {"names": most.endless}, lang))
    assert result.source is not None
    left = [kind for kind in missing(result.source.rules, simulation) if kind in result.source.rules.games]
    if left and simulation.endless is None:
        parts.append(sentence("U-lint.unreached", {"names": tuple(left)}, lang))
    return " ".join(parts)


def _object(result: Checked, findings: Sequence[Finding], lang: str) -> dict[str, object]:
    said = [
        {**machine_finding(finding, lang), "file": shown(finding.span.file or result.path),
         "transcript": result.transcripts.get(id(finding))}
        for finding in findings
    ]
    found: dict[str, object] = {
        "ruleset": result.name,
        "rules": result.source.rules.id if result.source is not None else None,
        "findings": said,
        "simulation": None,
    }
    if result.played is not None and result.source is not None:
        simulation = result.played.simulation
        found["simulation"] = {
            "auctions": simulation.count,
            "longest": len(simulation.longest.said) if simulation.longest is not None else None,
            "bound": result.played.bound.calls,
            "endless": list(result.played.bound.endless),
            "reached": dict(sorted(simulation.reached.items())),
            "unreached": missing(result.source.rules, simulation),
        }
    return found


def listed(request: Request) -> int:
    """Prints every code with its group and what it says."""
    lang = language(request.lang, None)
    seen: set[str] = set()
    for entry in LISTED:
        if entry.code not in seen:
            seen.add(entry.code)
            name = entry.code.removeprefix("L-")
            group = sentence(f"U-lint.group.{entry.group}", {}, lang)
            emit(f"{entry.code:<12} {group:<7} {sentence(f'U-lint.about.{name}', {}, lang)}")
    return CLEAN


__all__ = ["CLEAN", "FINDINGS", "USAGE", "Checked", "check", "checked", "listed"]
