"""The words of the marker: commands of the log, words cut short, and what could be typed next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from whistcli.logbook.view import View
from whistcli.model import Ruleset
from whistcli.record import Call
from whistcli.say import LANGUAGES, sentence
from whistcli.speech import spoken_call
from whistcli.transcript.driver import flat
from whistcli.transcript.tables import driver
from whistcli.vocabulary import Vocabulary, tokens
from whistcli.words import fold

COMMANDS = ("undo", "next", "sheet", "legal", "check", "help", "quit")
PASS = "-"
"""Stands for a pass: no ruleset's words hold it."""

HEADER = ("rules", "lang", "date", "table", "round", "players", "lost_solos")
ANYWHERE = ("note", "fine", "correction", "revoke", "excluded", "bell", "wrong_dealer")
AFTER_CALLS = ("tricks", "result", "hands", "play", "lead", "points", "totals", "balance", "multiplier")
BEFORE_RESULT = ("contract", "misdeal", "void", "trump")


class Short(NamedTuple):
    """What became of words that were cut short: the whole words, or the `word` that may mean several."""

    words: str
    word: str = ""
    several: tuple[str, ...] = ()


def words_of(command: str, lang: str) -> list[str]:
    """The words of a command in one language."""
    return [word.strip() for word in sentence(f"M-word.{command}", {}, lang).split(",")]


def command_of(entry: str) -> tuple[str, int] | None:
    """The command that an entry is, in whatever language, and its number (1 where none is written).

    >>> command_of("Retour 3"), command_of("?"), command_of("2: passe")
    (('undo', 3), ('help', 1), None)
    """
    word, _, number = fold(entry).rpartition(" ") if entry.strip()[-1:].isdecimal() else (fold(entry), "", "1")
    if not number.isdecimal() or len(number) > 4:
        return None
    if word == "?":
        return "help", 1
    for command in COMMANDS:
        if any(word == fold(each) for lang in LANGUAGES for each in words_of(command, lang)):
            return command, int(number)
    return None


def keyword_of(entry: str) -> str:
    """The keyword that is all of an entry, else ""."""
    text = " ".join(flat(entry).replace("-", " ").split())
    for name, by_lang in driver().keywords.items():
        if any(text == flat(word) for words in by_lang.values() for word in words):
            return name
    return ""


def keyword(name: str, lang: str) -> str:
    """A keyword as a person writes it."""
    by_lang = driver().keywords[name]
    return by_lang.get(lang, by_lang["en"])[0]


def pass_of(rules: Ruleset) -> str | None:
    """The kind of the call that is a pass."""
    return next((kind for kind, rule in rules.calls.items() if rule.effect == "pass"), None)


def _forms(rules: Ruleset, lang: str) -> Iterator[list[str]]:
    """The words of each call in a language, without the places of suits and numbers."""
    for kind in rules.calls:
        said = spoken_call(rules.vocabulary, Call(kind), lang)
        yield [word for word in said.split() if word not in ("SUIT", "N")]


def spelled_out(rules: Ruleset, lang: str, words: str) -> Short:
    """Words of a call with those that were cut short written in full, where only one word of the language fits.

    The first word is sought among the first words of calls. A single letter is a suit, unless it is all there is.
    """
    vocabulary = rules.vocabulary
    forms = list(_forms(rules, lang))
    firsts = {form[0] for form in forms if form}
    rest = {word for form in forms for word in form} | {vocabulary.suit_text(suit, lang) for suit in rules.suits}
    known = {word for phrase in vocabulary.lexicon for word in phrase.split()} | vocabulary.fillers
    parts = tokens(words)
    begun = False
    made, at = "", 0
    for token in parts:
        made += words[at : token.start]
        written, at = words[token.start : token.end], token.end
        whole = written
        if token.text[0].isalpha() and token.text not in known and (len(token.text) > 1 or len(parts) == 1):
            meant = _meant(token.text, rest if begun else firsts) or _meant(token.text, rest)
            if len(meant) > 1:
                return Short(words, written, tuple(meant))
            whole = meant[0] if meant else written
        begun = begun or token.text not in vocabulary.fillers
        made += whole
    return Short(made + words[at:])


def _meant(start: str, words: set[str]) -> list[str]:
    return sorted(word for word in words if fold(word).startswith(start))


def completions(view: View, typed: str, lang: str) -> list[str]:
    """What could be typed, as whole lines that begin as the typed one does; calls that are allowed come first."""
    before, _, piece = typed.rpartition(";")
    lead = before + "; " if before else ""
    piece = piece.lstrip()
    keys = view.header.seats
    key, colon, words = piece.partition(":")
    if colon and key.strip() in keys and view.opening is not None:
        lead, piece = f"{lead}{key.strip()}: ", words.lstrip()
        found = list(_calls(view, lang)) or list(_every_call(view.opening.rules, lang))
    else:
        found = list(_entries(view, lang))
    start = fold(piece)
    return [lead + each for each in dict.fromkeys(found) if fold(each).startswith(start)]


def _calls(view: View, lang: str) -> Iterator[str]:
    for verdict in view.options:
        yield spoken_call(view.vocabulary, verdict.call, lang)


def _every_call(rules: Ruleset, lang: str) -> Iterator[str]:
    yield from (" ".join(form) for form in _forms(rules, lang))


def _entries(view: View, lang: str) -> Iterator[str]:
    """Every beginning of an entry that makes sense now."""
    yield from _calls(view, lang)
    if view.phase == "ruling":
        yield from (f"{keyword('arbiter', lang)}: {keyword(answer, lang)}" for answer in ("yes", "no", "stands"))
    if view.phase == "result":
        yield from (f"{keyword('tricks', lang)}: ", keyword("made", lang), keyword("lost", lang))
    if view.next is not None:
        yield view.writer.text(view.next.heading, "")
    if view.record is None:
        names: tuple[str, ...] = HEADER
    elif view.phase in ("calls", "ruling"):
        names = (*BEFORE_RESULT, *ANYWHERE)
    else:
        names = (*AFTER_CALLS, *ANYWHERE, *BEFORE_RESULT)
    yield from (keyword(name, lang) for name in names)
    if view.phase not in ("rules", "players"):
        yield from (f"{key}: " for key in view.header.seats)
    yield from (words_of(command, lang)[0] for command in COMMANDS)


def vocabulary_reads(vocabulary: Vocabulary, words: str, lang: str) -> bool:
    """Whether words are a call."""
    from whistcli.vocabulary import WordFault

    try:
        vocabulary.read(words, lang)
    except WordFault:
        return False
    return True
