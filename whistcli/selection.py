"""Which findings count: `--only`, `--ignore`, and exceptions that the file itself accepts with a reason.

An accepted finding is listed, not hidden: it becomes a note that carries its reason. An acceptance that fits nothing
is itself reported, so that none outlives its cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from whistcli.diag import Finding, Span
from whistcli.say import catalogue
from whistcli.transcript.reader import Accepted


class Selection(NamedTuple):
    """Codes or rules (`A-low`, `solo.not_acceptable`) to show alone, and to leave out; empty: all, none."""

    only: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def shows(self, finding: Finding) -> bool:
        """Whether a finding is wanted."""
        names = {finding.code, finding.code.partition("-")[0], finding.rule}
        return (not self.only or any(name in names for name in self.only)) and not any(
            name in names for name in self.ignore
        )


def known(name: str) -> bool:
    """Whether there is such a code or family of codes; a rule (`solo.not_acceptable`) is the ruleset's to name."""
    if "." in name:
        return True
    family, dash, _ = name.partition("-")
    try:
        codes = {key.partition(".")[0] for key in catalogue(family)}
    except FileNotFoundError:
        return False
    return not dash or name in codes


def accept(findings: Sequence[Finding], accepted: Iterable[Accepted]) -> list[Finding]:
    """The findings with those that the file accepts turned into notes; acceptances that fit nothing are added."""
    result = list(findings)
    for exception in accepted:
        line = exception.line + 1 if exception.alone else exception.line
        fitting = [
            index
            for index, finding in enumerate(result)
            if finding.span.line == line and not finding.span.file and exception.what in (finding.code, finding.rule)
        ]
        for index in fitting:
            result[index] = result[index]._replace(severity="note", accepted=exception.reason)
        if not fitting:
            span = Span(exception.line, exception.column, len(exception.text) - exception.column + 1, exception.text)
            args: dict[str, object] = {"what": exception.what, "line": line}
            result.append(Finding("T-accepted", span, "warning", args=args))
    return result
