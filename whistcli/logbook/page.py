"""The text of a transcript while it is written: statements are put below it and taken off again; nothing else changes.

What a person wrote by hand stays as it is to the last blank: bytes that are no text, line ends, comments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whistcli import record as r
from whistcli.transcript.fmt import parsed_lines
from whistcli.transcript.line import LineParser

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_END = re.compile(r"\r\n|\r|\n")


def decoded(data: bytes) -> str:
    """The bytes of a file as text; `encoded` gives the very same bytes back."""
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """The text as the bytes of a file."""
    return text.encode("utf-8", "surrogateescape")


def appended(text: str, lines: Sequence[str], apart: bool = False) -> str:
    r"""The text with some lines below it; with `apart` a blank line parts them from what stands above.

    >>> appended("deal 1, dealer 2\r\n1: pass", ["2: pass"])
    'deal 1, dealer 2\r\n1: pass\r\n2: pass\r\n'
    """
    found = _END.search(text)
    end = found[0] if found else "\n"
    if text.strip("\ufeff") and not text.endswith(("\n", "\r")):
        text += end
    if apart and text.strip() and _LINES.findall(text)[-1].strip():
        text += end
    return text + "".join(line + end for line in lines)


def shortened(text: str, parser: LineParser) -> tuple[str, str] | None:
    """The text without its last statement, and that statement; `None` where none is left. Comments stay.

    The text must be one that can be read.
    """
    raw = _LINES.findall(text)
    lines = list(parsed_lines(encoded(text), parser))
    at = next((at for at in reversed(range(len(lines))) if lines[at][1].segments), None)
    if at is None:
        return None
    line, parsed = lines[at]
    last = parsed.segments[-1]
    taken = line[last.start : last.end]
    rest = line[: last.start].rstrip(" \t;")
    comment = line[parsed.comment :].rstrip() if parsed.comment >= 0 else ""
    kept = "  ".join(part for part in (rest, comment) if part)
    before, after = raw[:at], raw[at + 1 :]
    if kept:
        end = _END.search(raw[at])
        before.append(kept + (end[0] if end else ""))
    elif isinstance(last.statement, r.DealLine):
        while before and not before[-1].strip():  # the blank line that parted the deal from the one above
            before.pop()
    return "".join(before + after), taken
