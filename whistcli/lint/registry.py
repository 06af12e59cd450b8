"""What is checked: every code with its group, and the checks that find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from whistcli.diag import Finding
from whistcli.lint import branches, conditions, ladder, points, unused, words
from whistcli.lint.source import Source

Check = Callable[[Source], Iterator[Finding]]

BASIC, STRICT = "basic", "strict"


class Listed(NamedTuple):
    """One code: the group that it belongs to, and what finds it (nothing here: the loader, or the simulation)."""

    code: str
    group: str
    check: Check | None = None


LISTED: tuple[Listed, ...] = (
    Listed("R", BASIC),
    Listed("X", BASIC),
    Listed("L-dead", BASIC, conditions.dead),
    Listed("L-never", BASIC, conditions.never),
    Listed("L-conflict", BASIC, conditions.conflict),
    Listed("L-branch", BASIC, branches.branches),
    Listed("L-cell", BASIC, points.holes),
    Listed("L-sum", BASIC, points.sums),
    Listed("L-sign", BASIC, points.signs),
    Listed("L-step", BASIC, points.steps),
    Listed("L-large", BASIC, points.large),
    Listed("L-equal", BASIC, ladder.equals),
    Listed("L-unused", BASIC, unused.unused),
    Listed("L-word", BASIC, words.words),
    Listed("L-word", BASIC, words.names),
    Listed("L-stuck", BASIC),
    Listed("L-end", BASIC),
    Listed("L-ladder", STRICT, ladder.undecided),
    Listed("L-silent", STRICT, points.silent),
    Listed("L-assumed", STRICT, points.assumed),
    Listed("L-clause", STRICT, unused.clauses),
    Listed("L-kind", STRICT, unused.kinds),
    Listed("L-keyword", STRICT, words.keywords),
    Listed("L-lang", STRICT, unused.languages),
    Listed("L-unreached", STRICT),
)
"""In the order in which they are listed; one code may have several checks."""


def reasoned(source: Source, strict: bool) -> Iterator[Finding]:
    """What reasoning alone finds."""
    for listed in LISTED:
        if listed.check is not None and (strict or listed.group == BASIC):
            yield from listed.check(source)
