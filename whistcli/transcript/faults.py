"""What can be wrong with a statement, and how it is said: never in a parser's words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from whistcli import say
from whistcli.diag import Finding, Severity, Span
from whistcli.transcript.driver import END, SyntaxFault
from whistcli.transcript.tables import driver
from whistcli.words import fold, nearest

_FOUND = r"\w+|[^\s;]"
_CHUNK = r".[^\s;#:]*"
_CALL = r"[\w♠♥♦♣♤♡♢♧][^;#]*"
_MANY = 6
_EXCERPT = 10_000


class Fault(NamedTuple):
    """One fault of a line: a finding that does not know its file's line yet. `column` counts from 1."""

    code: str
    column: int
    width: int
    key: str = ""
    hint: str | None = None
    args: Mapping[str, object] = MappingProxyType({})
    severity: Severity = "error"
    seat: str | None = None

    def finding(self, line: int, text: str, deal: str | None) -> Finding:
        """The fault as found on a line of a deal."""
        text = text if len(text) <= _EXCERPT else text[:_EXCERPT]  # nobody reads an excerpt of a runaway line
        span = Span(line, self.column, max(1, self.width), text)
        return Finding(self.code, span, self.severity, self.key, self.args, None, deal, self.seat, (), self.hint)


class Faulty(Exception):
    """Carries a fault out of a half-read statement."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class Terms(NamedTuple):
    """What could have stood somewhere, by the grammar's terminals; says itself in words."""

    names: tuple[str, ...]

    def say(self, lang: str) -> str:
        """The terminals in words: keywords as a person writes them, the others described."""
        keywords = driver().keywords
        names = [name for name in self.names if name not in ("COLON", "ARROW")] or ["COLON"]  # else colons are optional
        words = []
        for name in names:
            by_lang = keywords.get(name.lower())
            if by_lang:
                words.append(say.sentence("T-term.keyword", {"word": by_lang.get(lang, by_lang["en"])[0]}, lang))
            else:
                words.append(say.sentence(f"T-term.{name.strip('$')}", {}, lang))
        if len(words) < 2:
            return "".join(words)
        return say.sentence("T-term.or", {"these": ", ".join(words[:-1]), "last": words[-1]}, lang)


class Keyword(NamedTuple):
    """A keyword that says itself in the reader's language."""

    name: str

    def say(self, lang: str) -> str:
        """The keyword's first word in a language."""
        by_lang = driver().keywords.get(self.name)
        return by_lang.get(lang, by_lang["en"])[0] if by_lang else self.name


def described(char: str) -> str:
    r"""A character in print: itself, or its number and name where nobody could see it.

    >>> described("x"), described("\u200b")
    ('x', 'U+200B (ZERO WIDTH SPACE)')
    """
    if char.isprintable() and not char.isspace():
        return char
    return f"U+{ord(char):04X} ({unicodedata.name(char, 'CONTROL CHARACTER')})"


def keyword_near(word: str) -> str | None:
    """The keyword that may open a statement and is most like `word`, in whatever language; None where none is."""
    run = driver()
    return nearest(word, _spellings(run.expected(run.start)), 0.75) if len(word) > 2 else None


def _spellings(terminals: tuple[str, ...]) -> list[str]:
    """Every spelling of the keywords among some terminals, English ones first."""
    keywords = driver().keywords
    named = [keywords[name.lower()] for name in terminals if name.lower() in keywords]
    return [word for lang in say.LANGUAGES for by_lang in named for word in by_lang.get(lang, ())]


def unknown_word(word: str, column: int) -> Fault:
    """A statement that opens with a word that is neither a keyword nor a seat."""
    near = keyword_near(word)
    args: dict[str, Any] = {"word": word}
    if near is None:
        return Fault("T-keyword", column, len(word), args=args, hint="T-keyword.list")
    return Fault("T-keyword", column, len(word), args={**args, "near": near}, hint="T-keyword.hint")


def unknown_seat(word: str, column: int, seats: tuple[str, ...]) -> Fault:
    """A seat key that `players:` does not name."""
    near = nearest(word, list(seats))
    args: dict[str, Any] = {"seat": word, "seats": list(seats)}
    if near is None:
        return Fault("T-seat", column, len(word), args=args)
    return Fault("T-seat", column, len(word), args={**args, "near": near}, hint="T-seat.hint")


def no_colon(line: str, seat: str, at: int) -> Fault:
    """The fault of a call whose player no colon follows: what stands there instead, and the call to write."""
    found = re.compile(_FOUND).match(line, at)
    written = found[0] if found else line[at]
    words = re.compile(_CALL).search(line, at)
    args = {"found": written, "seat": seat, "words": words[0].rstrip() if words else written}
    return Fault("T-colon", at + 1, len(written), hint="T-colon.hint", args=args)


def of_syntax(fault: SyntaxFault, line: str, seats: tuple[str, ...]) -> Fault:
    """The fault of a statement that does not fit the grammar."""
    at = fault.at
    found = re.compile(_FOUND).match(line, at)
    read = [token[0] for token in fault.read]
    if read == ["KEY"]:
        _, start, end = fault.read[0]
        if line[start:end] not in seats:
            return unknown_word(line[start:end], start + 1)
        if found is None:
            return Fault("T-end", end + 1, 1, args={"expected": Terms(fault.expected)})
        return no_colon(line, line[start:end], at)
    expected: object = Terms(fault.expected)
    if read == ["TRICKS", "COLON"]:  # the grammar takes any word there, so that "7x" is a number that is none
        expected = Terms(("NUMBER", *fault.expected))
    elif len(fault.expected) > _MANY:
        expected = Terms(("STATEMENT",))
    if seats and read[-1:] == ["KEY"]:  # it was taken for a player; where it is none, it is the fault
        _, start, end = fault.read[-1]
        word = line[start:end]
        if fold(word) not in map(fold, seats):
            near = nearest(word, _spellings(fault.expected)) if len(word) > 2 else None
            if near is None:
                return unknown_seat(word, start + 1, seats)
            return Fault("T-syntax", start + 1, len(word), hint="T-syntax.hint",
                         args={"found": word, "expected": expected, "near": near})
    if at >= len(line) or line[at] in ";#":
        end = fault.read[-1][2] if fault.read else at
        return Fault("T-end", end + 1, 1, args={"expected": expected})
    if line[at] in "\"“«":
        return Fault("T-quote", at + 1, 1, hint="T-quote.hint", args={"mark": line[at]})
    text = found[0] if found else line[at]
    if not fault.read:
        text = re.compile(_CHUNK).match(line, at)[0]  # type: ignore[index]
        return Fault("T-keyword", at + 1, len(text), args={"word": text if len(text) > 1 else described(text)},
                     hint="T-keyword.list")
    near = nearest(text, _spellings(fault.expected)) if len(text) > 2 else None
    args = {"found": text if len(text) > 1 else described(text), "expected": expected}
    if near:
        return Fault("T-syntax", at + 1, len(text), args={**args, "near": near}, hint="T-syntax.hint")
    return Fault("T-syntax", at + 1, len(text), "T-syntax.end" if fault.expected == (END,) else "", None, args)
