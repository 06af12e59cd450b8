"""The keys of rulesets: one list, compared both ways with what the loader asks for, and the schema and page made of it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from conftest import ROOT, run

from whistcli.diag import Unusable
from whistcli.ruleset import build_file, shipped
from whistcli.ruleset.shape import Keys
from whistcli.schema.build import file_schema, ruleset_schema
from whistcli.schema.keys import GAMES, Key, Places, below, of_game, places
from whistcli.schema.reference import BEGIN, END, tables
from whistcli.suite.reading import read_file

SHIPPED = [ROOT / "rulesets" / name / "ruleset.yaml" for name in shipped()]
RULESETS = [*SHIPPED, *(ROOT / "examples").glob("*/ruleset.yaml"), *(ROOT / "tests" / "cases").rglob("circle*.yaml")]
RULESETS = [path for path in RULESETS if "ruleset:" in path.read_text(encoding="utf-8")]
SCHEMA = jsonschema.Draft7Validator(ruleset_schema())


def faults(document: object, schema: jsonschema.Draft7Validator = SCHEMA) -> list[str]:
    """What the schema has against a document, by place."""
    return [f"{'.'.join(map(str, error.absolute_path))}: {error.message}" for error in schema.iter_errors(document)]


# -- the schema against the rulesets that there are --------------------------------------------------------------------


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.parent.name)
def test_rulesets_fit(path: Path) -> None:
    """Every ruleset that the loader takes fits the schema."""
    assert build_file(str(path)).rules.id
    assert faults(yaml.safe_load(path.read_text(encoding="utf-8"))) == []


def test_other_files_fit() -> None:
    """So do the files of clauses and of cases."""
    for section, pattern in (("clauses", "*/clauses.yaml"), ("cases", "*/cases/*.yaml")):
        schema = jsonschema.Draft7Validator(file_schema(section))
        for path in (ROOT / "rulesets").glob(pattern):
            assert faults(yaml.safe_load(path.read_text(encoding="utf-8")), schema) == [], path


def changed(document: Any, place: str, value: object) -> Any:
    """A copy of a document with one value changed; a value of `None` takes it out."""
    copy = json.loads(json.dumps(document))
    *way, last = place.split("/")
    inner = copy
    for part in way:
        inner = inner[part]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return copy


WRONG = [
    ("games/pair/level", "8-13"), ("games/pair/level", "8..130"), ("games/pair/equal", "both"),
    ("games/pair/equall", "suit"), ("games/pair/needs", "all"), ("games/pair/exactly", "no"), ("games/pair/suit", None),
    ("games/Pair", {}), ("ladder/order", ["pair 8", "small slam suit"]), ("suits/order", ["hearts", "clubs"]),
    ("suits", None), ("ruleset", None), ("calls/solo/effect", "say"), ("calls/solo/require/not_acceptable/that", None),
    ("calls/solo/require/not_acceptable/says", {"de": "nein"}), ("calls/trull/partner/first_not_held", ["ace of hearts"]),
    ("revoke/others", "many"), ("auction/arbiter/unasked", "loud"), ("parameters/x", 2), ("extra", 1),
]


@pytest.mark.parametrize(("place", "value"), WRONG, ids=lambda part: str(part)[:40])
def test_faults_are_marked(place: str, value: object, tmp_path: Path) -> None:
    """What the loader refuses the schema refuses too."""
    whole = yaml.load(SHIPPED[0].read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    assert whole["game"] == "auction"
    wrong = changed(whole, place, value)
    assert faults(wrong)
    file = tmp_path / "ruleset.yaml"
    file.write_text(yaml.safe_dump(wrong, sort_keys=False, allow_unicode=True), encoding="utf-8")
    with pytest.raises(Unusable):
        build_file(str(file))


CHILD = yaml.safe_load((ROOT / "examples" / "house" / "ruleset.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("scores/games/trull", {"declarer": "1", "opponent": "2"}), ("parameters/lost_game_fine", {"value": 2}),
        ("parameters/remove", "lost_game_fine"), ("scores/zero_sum", True), ("scores/games/replace/trull/declarer", []),
        ("calls/raise/add/require/one_step/that", []), ("game", "auction"), ("extends", ["amis"]),
    ],
)
def test_faults_in_a_child_are_marked(place: str, value: object, tmp_path: Path) -> None:
    """In a ruleset that extends another what is not its own is changed by a verb."""
    assert faults(CHILD) == []
    wrong = changed(CHILD, place, value)
    assert faults(wrong)
    file = tmp_path / "ruleset.yaml"
    file.write_text(yaml.safe_dump(wrong, sort_keys=False, allow_unicode=True), encoding="utf-8")
    with pytest.raises(Unusable):
        build_file(str(file))


def test_verbs_at_any_depth() -> None:
    """The verbs stand beside deeper names, in a knock-out child too."""
    child = {"ruleset": "x", "extends": "y", "scores": {"zero_sum": {"replace": True}, "remove": ["games"]},
             "games": {"solo": {"reading": {"replace": {"en": "a"}}, "add": {"tricks": 12}}, "remove": ["trull"]},
             "ladder": {"order": {"replace": ["pair 8"]}}, "define": {"replace": {"late": "round > 2"}},
             "dog": {"who": {"replace": {"goes_out": "first_casualty"}}}, "revoke": {"replace": {"penalty": "none"}}}
    assert faults(child) == []


# -- the list of keys against the loader -------------------------------------------------------------------------------

TAKERS = {
    "flag": {"flag"}, "integer": {"integer"}, "levels": {"levels"}, "texts": {"languages"}, "map": {"map"},
    "maps": {"maps"}, "one_of": {"choice"}, "number": {"amount"}, "text": {"text"},
}
"""By which methods of `Keys` a type is taken, where only those will do."""

TYPES_OF = {
    "text": {"text", "name", "path", "id", "suit", "one_of"}, "integer": {"integer", "needs", "counts"},
    "map": {"map", "maps", "counts"},
}
"""The types whose keys may be taken so, where they are several."""


def skeleton(of: Places, place: str = "") -> dict[str, Any]:
    """A ruleset in which every section is there, so that the loader asks for the keys of each; it need not be sound."""
    found: dict[str, Any] = {}
    for key in of[place].values():
        there = below(place, key)
        if key.type == "map":
            found[key.name] = skeleton(of, there)
        elif key.type == "maps":
            found[key.name] = {"x": skeleton(of, there)}
        elif f"{place}.{key.name}" in of:
            found[key.name] = skeleton(of, f"{place}.{key.name}")
        elif key.type == "list":
            found[key.name] = [skeleton(of, there)]
        elif key.one_of and not place.startswith("calls"):
            found[key.name] = key.one_of[0]
    if "*" in of[place]:
        return {"x": "true"}
    if place == "calls.*":
        found["effect"] = "announce"
    return found


class Asked:
    """What the loader asked for: (place, key) to the methods used, the words allowed and the defaults given."""

    def __init__(self) -> None:
        self.methods: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.options: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
        self.defaults: dict[tuple[str, str], set[object]] = defaultdict(set)
        self.needed: dict[tuple[str, str], set[bool]] = defaultdict(set)


def place_of(where: str, of: Places) -> str | None:
    """The place in the list that a dotted place of a ruleset is one of."""
    parts = where.split(".") if where else []
    for place in of:
        listed = place.split(".") if place else []
        if len(listed) == len(parts) and all(
            one in ("*", "-") or one == other for one, other in zip(listed, parts, strict=True)
        ):
            return place
    return None


def load_all(of: Places, game: str, tmp: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Asked, set[str]]:
    """Loads every ruleset of a game and a skeleton of all sections; what was asked for, and what has no place."""
    asked: Asked = Asked()
    strange: set[str] = set()

    def note(keys: Keys, key: str) -> tuple[str, str] | None:
        if keys.where == "clauses" or keys.where.startswith("clauses."):
            return None
        place = place_of(keys.where, of)
        known = of.get(place or "", {})
        if place is None or (key not in known and "*" not in known):
            strange.add(f"{keys.where or 'the top'}: {key}")
            return None
        return place, key if key in known else "*"

    def wrapped(name: str) -> None:
        real = getattr(Keys, name)

        def method(self: Keys, key: str, *args: Any, **named: Any) -> Any:
            at = note(self, key)
            if at is not None:
                asked.methods[at].add(name)
                if "required" in named or name == "take":
                    asked.needed[at].add(bool(named.get("required")))
                if name == "choice":
                    asked.options[at].add(tuple(args[0]))
                    asked.defaults[at].add(args[1] if len(args) > 1 else named.get("default"))
                if name == "flag":
                    asked.defaults[at].add(str(args[0] if args else named.get("default", False)).lower())
            return real(self, key, *args, **named)

        monkeypatch.setattr(Keys, name, method)

    for name in ("take", "choice", "flag", "integer", "amount", "levels", "languages", "map", "maps", "text"):
        wrapped(name)
    whole = tmp / "whole.yaml"
    document = skeleton(of) | {"game": game}
    document.pop("extends", None)
    whole.write_text(json.dumps(document), encoding="utf-8")
    for path in [*RULESETS, whole]:
        try:
            rules = build_file(str(path)).rules if path == whole or game_of(path) == game else None
        except Unusable:
            assert path == whole
        else:
            assert rules is None or rules.game == game
    return asked, strange


def game_of(path: Path) -> str:
    """The sort of game of a ruleset file or of the one it extends."""
    written = yaml.safe_load(path.read_text(encoding="utf-8"))
    return written["game"] if "game" in written else game_of(ROOT / "rulesets" / written["extends"] / "ruleset.yaml")


@pytest.mark.parametrize("game", GAMES)
def test_the_loader_asks_for_these_keys_and_no_others(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new key of the loader needs its line in keys.yaml; a line there that nothing asks for must go."""
    of = of_game(game)
    asked, strange = load_all(of, game, tmp_path, monkeypatch)
    assert not strange, "asked for by the loader, no line in whistcli/schema/keys.yaml"
    idle = {(place, name) for place, keys in of.items() for name in keys} - set(asked.methods)
    idle.discard(("define", "*"))  # any name is a definition's: they are read in their order, none is asked for
    assert not idle, "a line in whistcli/schema/keys.yaml that the loader never asks for"
    for (place, name), methods in asked.methods.items():
        key = of[place][name]
        at = f"{place}: {name}"
        for kind, takers in TAKERS.items():
            if methods & takers:
                assert TYPES_OF.get(kind, {kind}) & set(key.type.split("|")), f"{at} is taken as {kind}"
        if asked.options.get((place, name)):
            assert {frozenset(key.one_of)} == set(map(frozenset, asked.options[place, name])), at
        given = asked.defaults.get((place, name), set())
        if len(given) == 1:
            assert given == {key.default}, at


ITEMS = ("cases", "cells", "pot_cells", "queens", "fines")
"""The lists of a case file; an item is known by its id, not by its list."""


def item_place(place: str) -> str | None:
    """A place within any item of any list; `None` for the top of the file."""
    return place.partition(".-")[2].lstrip(".") if ".-" in place else None


def test_case_files_are_read_by_these_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader of case files asks for the keys that are listed, and for no others."""
    asked: set[tuple[str | None, str]] = set()
    real = Keys.take

    def take(self: Keys, key: str, *args: Any, **named: Any) -> Any:
        where = self.where.partition(".")[2] if self.where.startswith("a case") else None
        asked.add((where, "*" if key in ("A", "B") else key))
        return real(self, key, *args, **named)

    monkeypatch.setattr(Keys, "take", take)
    places_of_cases = places("cases")
    whole: dict[str, Any] = {"seats": ["A", "B"], "dealer": "A"}
    for name in ITEMS:
        item = skeleton(places_of_cases, f"{name}.-") | {"id": "a case", "declarers": ["A", "B"]}
        if name == "cases":
            item |= {"transcript": "x"}
            item["expect"] |= {"illegal": 1, "open": True, "redeal": True}
        whole[name] = [item, {key: value for key, value in item.items() if key != "queens"} | {"contract": "pair"}]
    file = tmp_path / "file.yaml"
    file.write_text(json.dumps(whole), encoding="utf-8")
    read_file(str(file))
    listed = {(item_place(place), name) for place, keys in places_of_cases.items() for name in keys}
    listed.discard((None, "id"))
    assert asked - listed == set(), "read, no line in whistcli/schema/keys.yaml"
    assert listed - asked == set(), "a line in whistcli/schema/keys.yaml that nothing reads"


# -- what is made of it ------------------------------------------------------------------------------------------------


def described(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Every schema of a key."""
    if isinstance(schema, dict):
        for value in schema.get("properties", {}).values():
            yield value
        for value in schema.values():
            yield from described(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from described(value)


@pytest.mark.parametrize("option", ["", "--clauses", "--cases"])
def test_printed(option: str) -> None:
    """The command prints a schema that is one; every key is described."""
    ran = run("rules", "schema", *filter(None, [option]))
    assert (ran.code, ran.err) == (0, "")
    schema = json.loads(ran.out)
    jsonschema.Draft7Validator.check_schema(schema)
    definitions = {name: value for name, value in schema["definitions"].items() if not name.startswith("type-")}
    assert not [value for value in described(definitions) if "description" not in value]


def test_definitions_are_used() -> None:
    """Every reference leads somewhere, and nothing is defined in vain."""
    text = json.dumps(ruleset_schema())
    for name in ruleset_schema()["definitions"]:
        assert f'"#/definitions/{name}"' in text, name
    for part in text.split('"#/definitions/')[1:]:
        assert part.partition('"')[0] in ruleset_schema()["definitions"]


def test_every_sentence_is_one() -> None:
    """Each key says what it is; types that are named are types."""
    for section in ("ruleset", *GAMES, "clauses", "cases"):
        for place, keys in places(section).items():
            for key in keys.values():
                assert isinstance(key, Key)
                assert key.says, (place, key)
                assert not key.says.endswith("."), (place, key)
                assert below(place, key) in {**places(section), **places("ruleset")} or key.type not in (
                    "map", "maps", "list"
                ), (place, key)


def test_the_reference_is_made_of_it() -> None:
    """The tables in docs/reference.md are those that the command prints."""
    page = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    _, _, rest = page.partition(f"{BEGIN}\n")
    made, mark, _ = rest.partition(END)
    assert mark
    assert made.split() == "\n".join(tables()).split(), "whistcli rules schema --format markdown makes them"
    assert run("rules", "schema", "--format", "markdown").out.split() == made.split()
