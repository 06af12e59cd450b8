"""Findings as text: the place, the sentence, the line with a caret, the clause, what to do next."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from whistcli.diag import Finding, Span
from whistcli.model import Clause, in_language
from whistcli.resources import shown
from whistcli.say import hint, message, sentence

WIDEST = 160
"""Characters of a source line that an excerpt shows; longer ones are cut around the fault."""


def text(finding: Finding, file: str, lang: str, clauses: Mapping[str, Clause], where: str = "U-place") -> str:
    """One finding as a person reads it, several lines without a final line end.

    `where` is the key of the words that name a deal, or a round.
    """
    return "\n".join(_lines(finding, file, lang, clauses, where))


def _lines(
    finding: Finding, file: str, lang: str, clauses: Mapping[str, Clause], where: str
) -> Iterator[str]:
    span = finding.span
    place = shown(span.file or file)
    if span.line:
        place = f"{place}:{span.line}:{span.column}"
    severity = sentence(f"U-{finding.severity}", {}, lang)
    said = message(finding, lang)
    if finding.deal is not None:
        said = labelled(sentence(where, {"deal": finding.deal}, lang), said, lang)
    yield f"{place}: {severity}[{finding.code}] {said}"
    if span.line and span.text.strip():
        yield from excerpt(span)
    for clause in finding.clauses:
        yield f"  = {labelled(sentence('U-clause', {}, lang), cited(clause, clauses, lang), lang)}"
    if finding.accepted is not None:
        yield f"  = {sentence('U-accepted', {'reason': finding.accepted}, lang)}"
        return
    advice = hint(finding, lang)
    if advice:
        yield f"  = {labelled(sentence('U-hint', {}, lang), advice, lang)}"


def labelled(label: str, text_: str, lang: str) -> str:
    """A label and what it says, with the colon as the language writes it."""
    return sentence("U-labelled", {"label": label, "text": text_}, lang)


def excerpt(span: Span) -> Iterator[str]:
    """The source line and a caret under the fault; tabs and wide characters keep the caret in its place."""
    line, start = span.text, span.column - 1
    if len(line) > WIDEST:
        first = max(0, start - WIDEST // 3)
        line, start = line[first : first + WIDEST], start - first
    yield f"    {line}".replace("\t", " ")
    width = max(1, min(span.width, len(line) - start))
    under = "^" * max(1, sum(map(_columns, line[start : start + width])))
    yield f"    {' ' * sum(map(_columns, line[:start]))}{under}"


def _columns(char: str) -> int:
    """How many columns a terminal gives a character."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cited(clause: str, clauses: Mapping[str, Clause], lang: str) -> str:
    """A clause in our words and where it stands in the club's text; the bare id where it is not known."""
    found = clauses.get(clause)
    if found is None:
        return clause
    where = f" ({found.where})" if found.where else ""
    return f"{clause}{where}: {in_language(found.says, lang)}"


def github(finding: Finding, file: str, lang: str) -> str:
    """One finding as an annotation that GitHub shows beside the line."""
    span = finding.span
    level = {"error": "error", "warning": "warning"}.get(finding.severity, "notice")
    advice = hint(finding, lang)
    body = message(finding, lang) + (f" ({advice})" if advice else "")
    for char, escaped in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        body = body.replace(char, escaped)
    place = shown(span.file or file).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
    return f"::{level} file={place},line={max(1, span.line)},col={max(1, span.column)},title={finding.code}::{body}"
