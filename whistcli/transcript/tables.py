"""Builds the tables of the transcript's grammar with Lark, and keeps them so that Lark need not be imported again."""

from __future__ import annotations

import marshal
import os
import re
import sys
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from whistcli import resources
from whistcli.transcript.driver import Driver, flat

if TYPE_CHECKING:
    from lark import Lark

FORMAT = 2
"""Raised whenever the shape of the kept tables changes."""

Keywords = Mapping[str, Mapping[str, list[str]]]


def _sources() -> tuple[str, str]:
    return resources.read("grammar", "transcript.lark"), resources.read("grammar", "keywords.yaml")


def _load_keywords(text: str) -> Keywords:
    import yaml  # only when the tables are built

    keywords: Keywords = yaml.load(text, Loader=yaml.BaseLoader)
    return keywords


def _terminal(name: str, by_lang: Mapping[str, list[str]]) -> str:
    """The definition of a keyword's terminal: every spelling, the longest first, as whole words."""
    words = {flat(word) for words in by_lang.values() for word in words}
    spellings = sorted(words, key=lambda word: (-len(word), word))
    body = "|".join(word.replace(" ", r"[\s-]+") for word in spellings)
    return f"{name.upper()}.1: /(?:{body})(?!\\w)/"


def lark() -> Lark:
    """Lark's own parser of the grammar. It knows neither ";" nor comments: it is given one flat statement."""
    from lark import Lark as Parser

    grammar, keywords = _sources()
    terminals = [_terminal(name, by_lang) for name, by_lang in _load_keywords(keywords).items()]
    return Parser("\n".join([grammar, *terminals]), parser="lalr", start="statement", keep_all_tokens=True,
                  maybe_placeholders=False)


def _written() -> Callable[[tuple[str, Any]], tuple[int, str]]:
    """The place of a table's move, by where its symbol is first written in the grammar: Lark gives no order."""
    grammar = re.sub("//.*", "", _sources()[0])
    found: dict[str, int] = {}
    for word in re.finditer(r"\w+", grammar):
        found.setdefault(word[0], word.start())
    return lambda move: (found.get(str(move[0]), len(grammar)), str(move[0]))


def _reached(table: Any, written: Callable[[tuple[str, Any]], tuple[int, str]]) -> list[Any]:
    """The states of a parse table, in the order in which one comes to them."""
    order = [table.start_states["statement"]]
    seen = set(order)
    for state in order:  # grows as it goes
        for _, (action, argument) in sorted(table.states[state].items(), key=written):
            if str(action) == "Shift" and argument not in seen:
                seen.add(argument)
                order.append(argument)
    return order


def build() -> dict[str, Any]:
    """The tables as plain data (lists, dicts, strings, numbers), made by Lark; the same ones in every run."""
    parser: Any = lark().parser
    table, lexers = parser.parser._parse_table, parser.lexer.lexers
    written = _written()
    order = _reached(table, written)
    numbered = {state: number for number, state in enumerate(order)}
    rules: dict[Any, int] = {}
    actions: list[dict[str, int]] = []
    scanners: list[int] = []
    patterns: dict[tuple[str, tuple[str, ...]], int] = {}
    for state in order:
        moves = {}
        for name, (action, argument) in sorted(table.states[state].items(), key=written):
            if str(action) == "Shift":
                moves[str(name)] = numbered[argument]
            else:
                moves[str(name)] = ~rules.setdefault(argument, len(rules))
        actions.append(moves)
        terminals = [t for t in lexers[state].terminals if t.name not in lexers[state].ignore_types]
        key = ("|".join(f"({t.pattern.to_regexp()})" for t in terminals), tuple(t.name for t in terminals))
        scanners.append(patterns.setdefault(key, len(patterns)))
    return {
        "start": numbered[table.start_states["statement"]],
        "final": numbered[table.end_states["statement"]],
        "actions": actions,
        "rules": [(str(rule.origin.name), str(rule.alias or rule.origin.name), len(rule.expansion)) for rule in rules],
        "scanners": scanners,
        "patterns": list(patterns),
        "keywords": {name: dict(by_lang) for name, by_lang in _load_keywords(_sources()[1]).items()},
    }


def _place() -> tuple[str, int]:
    """Where the tables are kept, and the mark of the sources that they must be of."""
    grammar, keywords = _sources()
    mark = zlib.crc32(f"{FORMAT}\0{grammar}\0{keywords}".encode())
    name = f"transcript-{sys.implementation.cache_tag}-{marshal.version}.tables"
    return os.path.join(resources.PACKAGE, "_cache", name), mark


def build_tables() -> str | None:
    """Builds the tables and keeps them inside the package; returns the file, or None where it cannot be written."""
    path, mark = _place()
    return _keep(path, mark, build())


def _keep(path: str, mark: int, data: dict[str, Any]) -> str | None:
    aside = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(aside, "wb") as handle:
            handle.write(marshal.dumps((mark, data)))
        os.replace(aside, path)  # another process may be doing the same: whole files only
    except OSError:  # a read-only installation works too, it only starts more slowly
        return None
    return path


@cache
def driver() -> Driver:
    """The grammar, ready to run: from the kept tables where they are of these sources, else built and kept."""
    path, mark = _place()
    try:
        with open(path, "rb") as handle:
            kept, data = marshal.loads(handle.read())
        if kept == mark:
            return Driver(**data)
    except (OSError, ValueError, EOFError, TypeError):
        pass  # not there, or cut short: made anew
    data = build()
    _keep(path, mark, data)
    return Driver(**data)
