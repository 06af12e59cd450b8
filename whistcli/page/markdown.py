"""Escaping for Markdown, as GitHub reads it."""

from __future__ import annotations

import re

from whistcli.page import shown

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~#])")


def escaped(text: str) -> str:
    r"""Text in which nothing is markup, on one line.

    >>> print(escaped("a|b <i> [x](y)"))
    a\|b \<i\> \[x\](y)
    """
    words = " ".join(shown(text).split())
    space = " " if text[:1].isspace() else "", " " if text[-1:].isspace() and words else ""
    return space[0] + _SPECIAL.sub(r"\\\1", words).replace("&", "&amp;") + space[1]
