"""Streams and languages: prints on any terminal, and knows which language its reader wants."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

from whistcli.say import FALLBACK, LANGUAGES

_PLAIN = str.maketrans({
    "♥": "H", "♦": "D", "♣": "C", "♠": "S", "Σ": "Sum ", "→": "->", "…": "...", "–": "-", "—": "-", "’": "'", "‘": "'",
    "“": '"', "”": '"', "«": '"', "»": '"', "œ": "oe", "Œ": "OE", "×": "x", "≠": "!=", "\u00a0": " ", "\u202f": " ",
    "·": "-", "−": "-", "\ufffd": "?",
})


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Characters that steer a terminal or turn its text round; a file may hold them, a report must not send them."""


def clean(text: str) -> str:
    """A text without what would steer a terminal: a mark stands for each such character."""
    return _UNSEEN.sub("\ufffd", text)


def emit(text: str, stream: TextIO | None = None, painted: bool = False) -> None:
    """Writes text and a line end.

    What the stream cannot show is written in plain letters, never an error; what would steer the terminal is replaced,
    unless the text is `painted`: then whoever put colours into it has cleaned the rest.
    """
    stream = stream or sys.stdout
    text = text if painted else clean(text)
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = "".join(_plain(char, encoding) for char in text)
    stream.write(text + "\n")


def _plain(char: str, encoding: str) -> str:
    """One character as the encoding can show it: itself, a plain spelling, its bare letter, or a question mark."""
    import unicodedata

    for way in (char, char.translate(_PLAIN), unicodedata.normalize("NFD", char)[:1]):
        try:
            way.encode(encoding)
        except UnicodeEncodeError:
            continue
        return way
    return "?"


def colours(stream: TextIO, asked: str = "auto") -> bool:
    """Whether to write in colours: as asked for, else as NO_COLOR or FORCE_COLOR say, else where a terminal knows them.

    `asked` is "always", "never" or "auto".
    """
    if asked != "auto":
        return asked == "always"
    if os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR")
    if forced:
        return forced != "0"
    if os.name == "nt" and not (os.environ.get("WT_SESSION") or os.environ.get("TERM")):
        return False  # an old console would print the codes
    return stream.isatty() and os.environ.get("TERM") not in ("dumb", "")


def symbols(stream: TextIO) -> bool:
    """Whether suit symbols can be shown: on a terminal whose encoding has them."""
    try:
        "♥♦♣♠".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return stream.isatty()


def width(stream: TextIO, default: int) -> int:
    """How many columns a terminal has; `default` where the stream is none, or does not say."""
    if not stream.isatty():
        return default
    try:
        return os.get_terminal_size(stream.fileno()).columns or default
    except (OSError, ValueError):
        return default


def save(path: str, data: bytes, lang: str) -> bool:
    """Writes a file as a whole, so that nobody ever reads half of it; where it cannot, a sentence says why."""
    from whistcli.say import Reason, sentence

    beside = f"{path}.{os.getpid()}.tmp" if os.path.isfile(path) or not os.path.exists(path) else path
    try:
        with open(beside, "wb") as handle:
            handle.write(data)
        if beside != path:
            os.replace(beside, path)
    except (OSError, ValueError) as error:
        if beside != path and os.path.exists(beside):
            os.unlink(beside)
        emit(f"{path}: {sentence('V-unwritten', {'reason': Reason.of(error)}, lang)}", sys.stderr)
        return False
    return True


def language(asked: str | None, written: str | None) -> str:
    """The language of messages: what was asked for, else the file's, else the locale's, else English."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    for lang in (asked, written, locale[:2].lower()):
        if lang in LANGUAGES:
            return lang
    return FALLBACK
