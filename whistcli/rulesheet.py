"""`rules grid`, `rules diff`, `rules show --origin`: a ruleset as a table, beside another one, by its files."""

from __future__ import annotations

import sys

from whistcli.commands import CLEAN, FINDINGS, USAGE, Request
from whistcli.console import emit, language
from whistcli.rulebook import load
from whistcli.say import sentence


def grid(name: str, request: Request, game: str) -> int:
    """Prints the points of every result, or of one game."""
    rules = load(name, request)
    if rules is None:
        return USAGE
    lang = language(request.lang, None)
    if not rules.games:
        emit(sentence("C-nogames", {"rules": rules.id}, lang), sys.stderr)
        return USAGE
    if game and game not in rules.games:
        args = {"rules": rules.id, "name": game, "known": tuple(rules.games)}
        emit(sentence("C-game", args, lang), sys.stderr)
        return USAGE
    from whistcli.render.grid import GridPage, csv_lines

    games = [game] if game else None
    if request.format == "csv":
        lines = csv_lines(rules, games)
    else:
        lines = GridPage(rules, lang, games).lines(request.format == "markdown")
    for line in lines:
        emit(line)
    return CLEAN


def diff(one: str, other: str, request: Request) -> int:
    """Prints what differs between two rulesets; exit code 1 where something does."""
    a, b = load(one, request), load(other, request)
    if a is None or b is None:
        return USAGE
    from whistcli.diff import differences
    from whistcli.origin import definitions
    from whistcli.render.diff import DiffPage, diff_json

    found = differences(a, b, (definitions(one), definitions(other)))
    page = DiffPage(a, b, language(request.lang, None))
    if request.format == "json":
        import json

        emit(json.dumps(diff_json(page, found), ensure_ascii=False, indent=1))
    else:
        for change in found:
            emit(page.text(change))
    return FINDINGS if found else CLEAN


def origins_shown(name: str, request: Request, key: str) -> int:
    """Prints every value of a ruleset with the file and line where it stands; with a key only what stands below it."""
    if load(name, request) is None:
        return USAGE
    from whistcli.origin import origins

    for found in origins(name, language(request.lang, None), request.options.parameters):
        if not key or f"{found.place}.".startswith(f"{key}."):
            emit(str(found))
    return CLEAN
