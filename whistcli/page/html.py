"""The frame of an HTML page that needs nothing else: no network, no script; every text is escaped."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from html import escape

from whistcli import resources
from whistcli.page import shown

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What the page may load: nothing but its own style."""


def text(words: str) -> str:
    """Text as it may stand in the page, also in an attribute.

    >>> text('<b> & "c"')
    '&lt;b&gt; &amp; &quot;c&quot;'
    """
    return escape(shown(words))


def page(lang: str, title: str, body: Iterable[str], *styles: str) -> Iterator[str]:
    """The lines of a page whose `body` is given as markup.

    `styles` are style sheets of the package ("sheet/sheet.css") that follow the common one.
    """
    yield "<!DOCTYPE html>"
    yield f'<html lang="{escape(lang)}">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">'
    yield f"<title>{text(title)}</title>"
    style = "\n".join(_style(name) for name in ("page/page.css", *styles))
    yield f"<style>\n{style}\n</style>"
    yield "</head>"
    yield "<body>"
    yield from body
    yield "</body>"
    yield "</html>"


def link(target: str, words: str) -> str:
    """A link to a place of the same page."""
    from urllib.parse import quote

    return f'<a href="#{escape(quote(target))}">{text(words)}</a>'


def _style(name: str) -> str:
    with open(os.path.join(resources.PACKAGE, *name.split("/")), encoding="utf-8") as handle:
        return handle.read().rstrip()
