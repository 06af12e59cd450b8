"""Reads what a season's rules are: how many evenings count, who is placed, how equal places count, who is who."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from whistcli.club.yamlfile import closed, count, day, opened, strings, ties
from whistcli.diag import Finding, Span
from whistcli.model import Text
from whistcli.ruleset.shape import Keys
from whistcli.yamlnodes import MapNode, Scalar

MOST = 10_000


class Season(NamedTuple):
    """The rules of a season.

    `best` evenings count of each player (`None`: all), who has fewer than `minimum` is not placed; `by` is "total" or
    "average". `aliases` maps a spelling to the name that it stands for; `known` are the names that are somebody's own.
    """

    title: Text = {}
    best: int | None = None
    minimum: int = 0
    ties: str = "shared"
    by: str = "total"
    since: str | None = None
    until: str | None = None
    aliases: Mapping[str, str] = {}
    known: frozenset[str] = frozenset()

    def name(self, written: str) -> str:
        """The name that a spelling stands for."""
        return self.aliases.get(written, written)


def read_season(path: str) -> Season:
    """The rules of a season in a file. Raises Unusable."""
    keys = opened(path, "season")
    aliases, known = _aliases(keys.map("aliases"))
    season = Season(
        keys.languages("title"), count(keys, "best", 1, MOST), count(keys, "minimum", 0, MOST) or 0,
        ties(keys) or "shared", keys.choice("by", ("total", "average"), "total"), day(keys, "since"),
        day(keys, "until"), aliases, known,
    )
    closed(keys, path)
    return season


def read_aliases(path: str) -> tuple[Mapping[str, str], frozenset[str]]:
    """The spellings in a file that holds nothing else: a name, then how else it is written. Raises Unusable."""
    keys = opened(path, "aliases")
    found = _aliases(keys)
    for key, _ in keys.node.items:
        keys.take(key.text)
    closed(keys, path)
    return found


def _aliases(keys: Keys | None) -> tuple[dict[str, str], frozenset[str]]:
    aliases: dict[str, str] = {}
    if keys is None:
        return aliases, frozenset()
    names = {key.text for key, _ in keys.node.items}
    places: dict[str, Span] = {}
    for key, node in keys.node.items:
        if isinstance(node, MapNode):
            keys.log.add("R-shape", node.span, "R-shape.list", name=keys.place(key.text))
            continue
        for spelling in strings(node, keys.place(key.text), keys.log):
            _alias(keys, key, spelling, names, places, aliases)
    return aliases, frozenset(names)


def _alias(
    keys: Keys, name: Scalar, spelling: Scalar, names: set[str], places: dict[str, Span], aliases: dict[str, str]
) -> None:
    text = spelling.text
    if text == name.text:
        return
    if text in names or text in places:  # one spelling cannot stand for two people
        other = aliases.get(text, text)
        args: dict[str, object] = {"spelling": text, "one": name.text, "other": other}
        key = "G-alias.name" if text in names else "G-alias"
        keys.log.findings.append(Finding("G-alias", spelling.span, key=key, args=args))
        return
    places[text] = spelling.span
    aliases[text] = name.text
