"""The sentences: every key that the program uses is there, in English and French, with the same gaps to fill."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from whistcli.ruleset.build import EQUALS, LEADERS
from whistcli.say import LANGUAGES

PACKAGE = Path(__file__).resolve().parent.parent / "whistcli"
CATALOGUES = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((PACKAGE / "messages").glob("*.json"))
}
SENTENCES = {key: said for catalogue in CATALOGUES.values() for key, said in catalogue.items()}
KEY = re.compile(r"[A-Z]-[A-Za-z_]+(\.[A-Za-z_0-9]+)*")


class Used(NamedTuple):
    """What one module's texts say of keys: written whole, or put together (a pattern)."""

    whole: dict[str, int]
    patterns: list[re.Pattern[str]]
    words: set[str]


def used_by(path: Path) -> Used:
    """The keys that a module writes in its strings, f-strings as patterns."""
    whole: dict[str, int] = {}
    patterns: list[re.Pattern[str]] = []
    words: set[str] = set()
    parts: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            parts.update(id(value) for value in node.values)
            known = [str(value.value) if isinstance(value, ast.Constant) else None for value in node.values]
            if known[0] and re.match(r"[A-Z]-[a-z]*", known[0]):
                patterns.append(re.compile("".join(".+" if part is None else re.escape(part) for part in known)))
            elif len(known) > 1 and known[0] is None and known[1] == ".hint":
                words.add(".hint")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            if KEY.fullmatch(node.value):
                whole[node.value] = node.lineno
            elif re.fullmatch(r"\w+", node.value):
                words.add(node.value)
    return Used(whole, patterns, words)


USES = {path.relative_to(PACKAGE).as_posix(): used_by(path) for path in sorted(PACKAGE.rglob("*.py"))}


@pytest.mark.parametrize("module", USES)
def test_used_keys_are_there(module: str) -> None:
    """Every key that a module writes has its sentence; a code stands for the sentences that go on from it."""
    for key, line in USES[module].whole.items():
        goes_on = any(other.startswith(f"{key}.") and not other.endswith(".hint") for other in SENTENCES)
        assert key in SENTENCES or goes_on, f"{module}:{line}: no sentence for {key}"
    for pattern in USES[module].patterns:
        assert any(pattern.fullmatch(key) for key in SENTENCES), f"{module}: no sentence for {pattern.pattern}"


def uses(key: str, used: Used) -> bool:
    """Whether a module uses a key: written whole, as a pattern, or as a code and its variant or hint."""
    if key in used.whole or any(pattern.fullmatch(key) for pattern in used.patterns):
        return True
    code, _, variant = key.rpartition(".")
    return code in used.whole and (variant in used.words or (variant == "hint" and ".hint" in used.words))


@pytest.mark.parametrize("family", CATALOGUES)
def test_no_key_is_idle(family: str) -> None:
    """Every sentence is used by some module."""
    idle = [key for key in CATALOGUES[family] if not any(uses(key, used) for used in USES.values())]
    assert not idle


@pytest.mark.parametrize("family", CATALOGUES)
def test_families(family: str) -> None:
    """A catalogue holds the keys of its own family, in order, none twice."""
    text = (PACKAGE / "messages" / f"{family}.json").read_text(encoding="utf-8")
    written = [key for key, _ in json.loads(text, object_pairs_hook=list)]
    assert len(set(written)) == len(written)
    assert all(KEY.fullmatch(key) and key.startswith(f"{family}-") for key in written)


def gaps(template: str) -> set[str]:
    """The names of a template's gaps."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("key", SENTENCES)
def test_languages(key: str) -> None:
    """A sentence is said in English and French at least, in no language we do not have, and has the same gaps in each."""
    said = SENTENCES[key]
    assert {"en", "fr"} <= set(said) <= set(LANGUAGES)
    for lang, template in said.items():
        assert template.strip() == template, (key, lang)
        assert template, (key, lang)
        assert all(re.fullmatch(r"\w+", gap) for gap in gaps(template)), (key, lang)
        assert gaps(template) == gaps(said["en"]), (key, lang)


def test_sentences_of_listed_values() -> None:
    """Where a key ends with one of a list of values, each of them has its sentence."""
    statuses = ("contract", "redeal", "void", "misdeal", "illegal", "unfinished", "pending")
    wanted = [f"U-status.{status}" for status in statuses]
    wanted += [f"B-equal.{equal}" for equal in EQUALS] + [f"B-leader.{leader}" for leader in LEADERS]
    wanted += [f"{code}.{answer}" for code in ("A-unasked", "E-ruling") for answer in ("yes", "no", "stands")]
    wanted += [f"U-{severity}" for severity in ("error", "warning", "note")]
    assert [key for key in wanted if key not in SENTENCES] == []
