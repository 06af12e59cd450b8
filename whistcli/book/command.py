"""`rules doc`: prints the rule book of a ruleset, or writes it into a file."""

from __future__ import annotations

from whistcli.book.front import book
from whistcli.book.html import html
from whistcli.book.markdown import markdown
from whistcli.commands import CLEAN, USAGE, Request, unusable
from whistcli.console import emit, language, save
from whistcli.diag import Unusable
from whistcli.ruleset import load_ruleset

FORMS = {"markdown": markdown, "html": html}
"""What a book can be printed as."""


def printed(name: str, request: Request, out: str | None) -> int:
    """Prints the book of a ruleset in `request.format`, or writes it into the file `out`."""
    lang = language(request.lang, None)
    try:
        rules = load_ruleset(name, None, request.options.parameters).rules
    except Unusable as error:
        unusable(error, name, request)
        return USAGE
    lines = FORMS[request.format](book(rules, lang))
    if out is None:
        for line in lines:
            emit(line)
        return CLEAN
    return CLEAN if save(out, "".join(f"{line}\n" for line in lines).encode(), lang) else USAGE
