"""Reads `keys.yaml`: every key that a ruleset, a clause file or a case file may hold, by the place where it stands."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from whistcli import resources

GAMES = ("auction", "knockout")
"""The sorts of game, each with keys of its own beside those of every game."""


class Key(NamedTuple):
    """One key: its `type`, or the words it is `one_of`; `default` is as written, `None` where there is none."""

    name: str
    type: str
    one_of: tuple[str, ...]
    default: str | None
    needed: bool
    says: str


VALUE = "value"
"""The type of what is an expression, or a map with an expression and its exceptions."""

Places = Mapping[str, Mapping[str, Key]]
"""Keys by dotted place, `*` being any name and `-` an item of a list."""


@cache
def _data() -> Mapping[str, Any]:
    import yaml

    with open(os.path.join(resources.PACKAGE, "schema", "keys.yaml"), encoding="utf-8") as handle:
        data: Mapping[str, Any] = yaml.load(handle, Loader=yaml.BaseLoader)
    return data


def _keys(written: Mapping[str, Any]) -> Iterator[Key]:
    for name, entry in written.items():
        if name == "+":
            yield from _keys(_data()["groups"][entry])
        else:
            one_of = tuple(entry.get("one_of", ()))
            yield Key(name, entry.get("type", "one_of"), one_of, entry.get("default"), entry.get("needed") == "true",
                      entry["says"])


@cache
def places(section: str) -> Places:
    """The places of one section: "ruleset" (of every game), "auction", "knockout", "clauses" or "cases"."""
    found = {place: {key.name: key for key in _keys(written or {})} for place, written in _data()[section].items()}
    for place, keys in list(found.items()):
        for key in keys.values():
            if key.type == VALUE:
                for inner, held in _data()["value"].items():
                    found[".".join(filter(None, (place, key.name, inner)))] = {key.name: key for key in _keys(held)}
    return found


def value_places() -> Places:
    """The places within a value that is written with its exceptions."""
    return {place: {key.name: key for key in _keys(written)} for place, written in _data()["value"].items()}


@cache
def of_game(game: str) -> Places:
    """The places of a whole ruleset of one sort of game."""
    both, own = places("ruleset"), places(game)
    return {**both, **own, "": {**both[""], **own[""]}}


def below(place: str, key: Key) -> str:
    """The place under a key: of a map its own, of named maps and of a list that of each item."""
    path = f"{place}.{key.name}" if place else key.name
    return path + {"maps": ".*", "list": ".-"}.get(key.type, "")
