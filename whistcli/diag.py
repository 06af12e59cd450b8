"""Where something stands in a file, and what is found there.

A finding carries a message *key* and the values that fill it, never a finished sentence: the sentence is made
when it is printed, in the reader's language, from the same data that decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]


class Span(NamedTuple):
    """A stretch of one line of a file.

    `line` and `column` count from 1, columns and `width` in characters (not bytes); `text` is the line itself,
    without its end, so that an excerpt can be drawn without keeping the file. `file` is named where a finding may
    stand in another file than the one that is checked (a ruleset's parent).
    """

    line: int
    column: int
    width: int = 1
    text: str = ""
    file: str = ""


NOWHERE = Span(0, 0)
"""The place of what is placed later, or stands in no line."""


class Finding(NamedTuple):
    """One fault, doubt or remark, with one cause.

    `key` names the sentence in `whistcli/messages/`, `args` fills it; `rule` is the named condition that decided
    (`solo.spoke_in_round_one`), `clauses` the ids of the club's clauses, `hint` the key of a second sentence that
    says what to do next. `deal` and `seat` are as written in the file. `accepted` is the reason for which the file
    accepts it: such a finding is a note, and is always shown.
    """

    code: str
    span: Span
    severity: Severity = "error"
    key: str = ""
    args: Mapping[str, object] = {}
    rule: str | None = None
    deal: str | None = None
    seat: str | None = None
    clauses: tuple[str, ...] = ()
    hint: str | None = None
    accepted: str | None = None

    @property
    def message_key(self) -> str:
        """The key of the sentence: `key`, or the code where none is given."""
        return self.key or self.code

    def at(self, deal: str | None) -> Finding:
        """The same finding, said of `deal`."""
        return self._replace(deal=deal)


class Unusable(Exception):
    """A file or a ruleset cannot be used at all: exit code 2, one message, no traceback.

    Carries the findings that say why (at least one).
    """

    def __init__(self, path: str, findings: tuple[Finding, ...]) -> None:
        super().__init__(path)
        self.path = path
        self.findings = findings
