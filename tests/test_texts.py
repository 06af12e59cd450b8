"""The texts of the shipped rulesets: each in every language, none left in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from whistcli.say import LANGUAGES
from whistcli.schema.keys import Key, Places, below, of_game, places

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
SHIPPED = sorted(path.parent.name for path in RULESETS.glob("*/ruleset.yaml"))
FEWEST = 10
ALIKE = {"Solo whist", "Whist Bridgé (Whisteux de Basècles)"}
"""Titles that are the same in several languages."""


def texts(node: object, place: str, known: Places) -> Iterator[tuple[str, object]]:
    """Every text below a node, by its place, as the list of keys knows them; what a child adds or replaces too."""
    if not isinstance(node, Mapping):
        return
    keys = known.get(place, {})
    for name, value in node.items():
        if name in ("add", "replace"):
            yield from texts(value, place, known)
            continue
        key = keys.get(name) or keys.get("*")
        where = f"{place}.{name}" if place else name
        if key is None:
            continue
        if key.type == "texts":
            yield where, value
        else:
            for inner in held(key, value):
                yield from texts(inner, below(place, key), known)


def held(key: Key, value: Any) -> list[object]:
    """The maps that stand under a key."""
    if key.type == "maps" and isinstance(value, Mapping):
        return [inner for name, each in value.items() for inner in (each.values() if name in ("add", "replace") else [each])]
    return list(value) if key.type == "list" and isinstance(value, list) else [value]


def written(ruleset: str) -> list[tuple[str, object]]:
    """The texts of a shipped ruleset, its clauses' included."""
    rules = yaml.load((RULESETS / ruleset / "ruleset.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    found = list(texts(rules, "", of_game(rules.get("game", "auction"))))
    path = RULESETS / ruleset / "clauses.yaml"
    clauses = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    found += texts(clauses, "", places("clauses"))
    found += [(clause["id"], {lang: clause.get(lang, "") for lang in LANGUAGES}) for clause in clauses["clauses"]]
    return found


def test_what_is_looked_at() -> None:
    """Titles, readings, assumptions, refusals, reasons and clauses are among the texts found."""
    found = {place for ruleset in SHIPPED for place, _ in written(ruleset)}
    assert found > {"title", "document.title", "solo.1", "unchecked.royal.1"}
    assert {place.rpartition(".")[2] for place in found} > {"reading", "assumed", "says", "because"}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_language(ruleset: str) -> None:
    """Every text of a shipped ruleset is there in every language, and in none it is the English one."""
    found = written(ruleset)
    assert len(found) > FEWEST
    for place, text in found:
        if isinstance(text, Mapping) and set(text) == {"text"}:
            continue  # one of the ruleset's own, which stands under `texts`
        assert isinstance(text, Mapping), f"{place} is in no language: {text}"
        assert set(text) == set(LANGUAGES), place
        assert all(said.strip() for said in text.values()), place
        assert len(set(text.values())) == len(LANGUAGES) or set(text.values()) <= ALIKE, place
