"""Makes the JSON Schema (draft 7, which every editor reads) of rulesets, clause files and case files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from whistcli.cards import RANK_NAMES, SUITS
from whistcli.ruleset.merge import OWN
from whistcli.say import LANGUAGES
from whistcli.schema.keys import GAMES, VALUE, Key, Places, below, of_game, places

Schema = dict[str, Any]

NAME = "^[a-z][a-z0-9_]*$"
_TEXT: Schema = {"type": ["string", "number"]}
_LEVEL = "[0-9]{1,2}"
_RUNG: Schema = {"type": "string", "pattern": f"^[a-z][a-z0-9_]*( ({_LEVEL}|notrump|SUIT))?$"}
_CARD: Schema = {"type": "string", "pattern": f"^({'|'.join(SUITS)}) ({'|'.join(RANK_NAMES)}|[2-9]|10)$"}
_NAME: Schema = {"type": "string", "pattern": NAME}


def _some(item: Schema) -> Schema:
    """A list, or one item instead of a list."""
    return {"anyOf": [item, {"type": "array", "items": item}]}


TYPES: Mapping[str, Schema] = {
    "text": _TEXT,
    "texts": {
        "type": ["string", "number", "object"],
        "properties": dict.fromkeys((*LANGUAGES, "text"), _TEXT),
        "additionalProperties": False,
    },
    "flag": {"type": "boolean"},
    "integer": {"type": "integer"},
    "counts": {
        "type": ["integer", "object"], "propertyNames": {"pattern": "^[0-9]{1,2}$"},
        "additionalProperties": {"type": "integer"},
    },
    "integers": _some({"type": "integer"}),
    "number": {"type": "number"},
    "levels": {"type": ["integer", "string"], "minimum": 0, "maximum": 99, "pattern": rf"^{_LEVEL}(\.\.{_LEVEL})?$"},
    "needs": {
        "anyOf": [
            {"const": "level"},
            {"type": "integer"},
            {"type": "string", "pattern": rf"^{_LEVEL}\.\.{_LEVEL}$"},
        ]
    },
    "rung": _RUNG,
    "rungs": {"type": "array", "items": {"anyOf": [_RUNG, {"type": "array", "items": _RUNG, "minItems": 2}]}},
    "cards": _some(_CARD),
    "suit": {"enum": list(SUITS)},
    "suits": {"type": "array", "items": {"enum": list(SUITS)}, "minItems": 4, "maxItems": 4, "uniqueItems": True},
    "name": {"type": "string"},
    "names": _some(_NAME),
    "words": _some(_TEXT),
    "expression": {"type": ["string", "boolean", "number"]},
    "id": _TEXT,
    "ids": _some(_TEXT),
    "path": {"type": "string"},
    "amount": {"type": ["number", "string"], "pattern": r"^-?[0-9]+(\.[0-9]+)?$"},
    "any": {},
}
"""What each type of `keys.yaml` accepts, apart from those that have a place of their own."""


def ruleset_schema() -> Schema:
    """The schema of `ruleset.yaml`: a whole ruleset of either game, or one that extends another by the verbs."""
    definitions: Schema = {}
    for game in GAMES:
        whole = of_game(game)
        for place in whole:
            definitions[_name(game, place)] = _whole(game, whole, place)
            definitions[_name(game, place, "part")] = _whole(game, whole, place, part=True)
            definitions[_name(game, place, "change")] = _changed(game, whole, place)
    definitions["child"] = _child()
    knockout = {"required": ["game"], "properties": {"game": {"const": "knockout"}}}
    roots = ("child", *(_name(game, "") for game in GAMES))
    return _document("whistcli: ruleset.yaml", definitions, roots) | {
        "if": {"required": ["extends"]},
        "then": {"$ref": "#/definitions/child"},
        "else": {
            "if": knockout,
            "then": {"$ref": f"#/definitions/{_name('knockout', '')}"},
            "else": {"$ref": f"#/definitions/{_name('auction', '')}"},
        },
    }


def file_schema(section: str) -> Schema:
    """The schema of another file: "clauses" or "cases"."""
    all_places = places(section)
    definitions = {_name(section, place): _whole(section, all_places, place) for place in all_places}
    title = "whistcli: clauses.yaml" if section == "clauses" else "whistcli: cases/*.yaml"
    return _document(title, definitions, (_name(section, ""),)) | _ref(section, "")


def _reached(definitions: Schema, roots: Iterable[str]) -> set[str]:
    """The definitions that are used, from these on."""
    found: set[str] = set()
    left = list(roots)
    while left:
        name = left.pop()
        if name not in found and name in definitions:
            found.add(name)
            left.extend(_named_in(definitions[name]))
    return found


def _named_in(value: object) -> Iterator[str]:
    """The definitions that a schema refers to."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "$ref":
                yield str(inner).rpartition("/")[2]
            else:
                yield from _named_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _named_in(inner)


def _document(title: str, definitions: Schema, roots: Iterable[str]) -> Schema:
    every = {**{f"type-{name}": value for name, value in TYPES.items()}, **definitions}
    reached = _reached(every, roots)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#", "title": title, "type": "object",
        "definitions": {name: value for name, value in every.items() if name in reached},
    }


def _name(section: str, place: str, sort: str = "") -> str:
    """The name of a place among the definitions."""
    parts = [section, *place.split(".")] if place else [section]
    spelt = ".".join({"*": "NAME", "-": "ITEM"}.get(part, part) for part in parts)
    return f"{sort}-{spelt}" if sort else spelt


def _ref(section: str, place: str, sort: str = "") -> Schema:
    return {"allOf": [{"$ref": f"#/definitions/{_name(section, place, sort)}"}]}


def _said(key: Key) -> Schema:
    """What an editor shows of a key."""
    default = f" Default: {key.default}." if key.default is not None else ""
    return {"description": f"{key.says[0].upper()}{key.says[1:]}.{default}"}


def _leaf(key: Key) -> Schema:
    """What a key without a place of its own accepts."""
    if key.one_of:
        found: Schema = {"enum": [_scalar(word) for word in key.one_of]}
    else:
        kinds = [{"$ref": f"#/definitions/type-{kind}"} for kind in key.type.split("|")]
        found = {"allOf" if len(kinds) == 1 else "anyOf": kinds}
    if key.default is not None and (key.one_of or key.type in ("flag", "integer")) and "`" not in key.default:
        found["default"] = _scalar(key.default)
    return found


def _scalar(word: str) -> str | bool | int:
    """A word as YAML reads it where it is not quoted."""
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.isdecimal() else word


def _value(section: str, place: str, key: Key) -> Schema:
    """What a key of a whole ruleset accepts."""
    there = below(place, key)
    if key.type == "map":
        known = _ref(section, there)
        return {"anyOf": [*known["allOf"], {"type": "null"}]} if not key.needed else known
    if key.type == "maps":
        return {"type": ["object", "null"], **_named(_ref(section, there))}
    if key.type == "list":
        return {"type": "array", "items": _ref(section, there)}
    if key.type == VALUE:
        return {"anyOf": [TYPES["expression"], *_ref(section, there)["allOf"]]}
    return _leaf(key)


def _named(value: Schema) -> Schema:
    return {"propertyNames": {"pattern": NAME}, "additionalProperties": value}


def _whole(section: str, all_places: Places, place: str, part: bool = False) -> Schema:
    """A map with its keys; of a `part` none is needed."""
    keys = all_places[place]
    found: Schema = {"type": "object"}
    listed = [key for key in keys.values() if key.name != "*"]
    found["properties"] = {key.name: _value(section, place, key) | _said(key) for key in listed}
    found["additionalProperties"] = _leaf(keys["*"]) | _said(keys["*"]) if "*" in keys else False
    needed = [key.name for key in keys.values() if key.needed]
    return found | ({"required": needed} if needed and not part else {})


# -- what a ruleset writes that extends another ------------------------------------------------------------------------


_WHOLE: Schema = {"description": "The whole new value."}


def _verbs(add: Schema, replace: Schema) -> Schema:
    return {
        "add": add | {"description": "Names with values that the parent does not have."},
        "replace": replace | {"description": "Names that the parent has, with the whole new value of each."},
        "remove": {"type": "array", "items": _TEXT, "description": "Names of the parent that do not hold here."},
    }


def _changed(section: str, all_places: Places, place: str) -> Schema:
    """The changes to a map: deeper names, and the three verbs."""
    keys = all_places[place]
    if "*" in keys:
        named = {"type": "object", "additionalProperties": _leaf(keys["*"])}
        deeper: Any = _change_of(section, place, keys["*"])
        return {"type": "object", "properties": _verbs(named, named), "additionalProperties": deeper}
    properties = {key.name: _change_of(section, place, key) | _said(key) for key in keys.values()}
    part = _ref(section, place, "part")
    return {"type": "object", "properties": {**properties, **_verbs(part, part)}, "additionalProperties": False}


def _change_of(section: str, place: str, key: Key) -> Schema:
    """The change of one key."""
    there = below(place, key)
    if key.type == "map":
        return _ref(section, there, "change")
    if key.type == "maps":
        named = {"type": "object", **_named(_ref(section, there))}
        deeper = _ref(section, there, "change")
        return {"type": "object", "properties": _verbs(named, named), "additionalProperties": deeper}
    if key.type == VALUE:
        whole: Schema = {"type": "object", "required": ["replace"], "additionalProperties": False}
        whole["properties"] = {"replace": _value(section, place, key) | _WHOLE}
        return {"anyOf": [whole, *_ref(section, there, "change")["allOf"]]}
    value = _value(section, place, key)
    verbs = _verbs(value, value) if key.type == "texts" else {
        "replace": value | _WHOLE
    }
    return {"type": "object", "properties": verbs, "additionalProperties": False, "minProperties": 1}


def _child() -> Schema:
    """A ruleset that extends another: what is its own is written, all else changed by the verbs."""
    properties: Schema = {}
    for game in GAMES:
        for key in of_game(game)[""].values():
            said = _said(key)
            value = _value(game, "", key) if key.name in OWN else _change_of(game, "", key)
            old = properties.setdefault(key.name, value | said)
            if key.name not in OWN and old != value | said:
                properties[key.name] = {"anyOf": [old, value | said]} | said
    return {
        "type": "object", "properties": properties, "additionalProperties": False, "required": ["ruleset", "extends"],
    }
