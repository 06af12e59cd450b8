"""Findings in short, as they stand beside a deal: the sentence, the clauses, what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from whistcli.diag import Finding
from whistcli.model import Clause
from whistcli.render.findings import cited, labelled
from whistcli.say import hint, message, sentence


def severity(finding: Finding, lang: str) -> str:
    """How grave it is, in a word."""
    return sentence(f"U-{finding.severity}", {}, lang)


def said(finding: Finding, lang: str, place: str | None = None) -> str:
    """What it says; `place` is the key of the words that name its deal, where they are wanted."""
    words = message(finding, lang)
    if place is None or finding.deal is None:
        return words
    return labelled(sentence(place, {"deal": finding.deal}, lang), words, lang)


def further(finding: Finding, clauses: Mapping[str, Clause], lang: str) -> Iterator[str]:
    """What stands below it: each clause, the reason for which it is accepted, or what to do."""
    for clause in finding.clauses:
        yield labelled(sentence("U-clause", {}, lang), cited(clause, clauses, lang), lang)
    if finding.accepted is not None:
        yield sentence("U-accepted", {"reason": finding.accepted}, lang)
        return
    advice = hint(finding, lang)
    if advice:
        yield labelled(sentence("U-hint", {}, lang), advice, lang)
