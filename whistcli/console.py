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


def emit(text: str, stream: TextIO | None = None) -> None:
    """Writes text and a line end.

    What the stream cannot show is written in plain letters, never an error; what would steer the terminal is replaced.
    """
    stream = stream or sys.stdout
    text = _UNSEEN.sub("\ufffd", text)
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


def language(asked: str | None, written: str | None) -> str:
    """The language of messages: what was asked for, else the file's, else the locale's, else English."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    for lang in (asked, written, locale[:2].lower()):
        if lang in LANGUAGES:
            return lang
    return FALLBACK
