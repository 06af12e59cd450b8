"""The sentences: every key that the program uses is there, in every language, with the same gaps to fill."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest
from conftest import run, run_process

from whistcli import facts
from whistcli.expr import Fact, Type
from whistcli.ruleset.build import EQUALS, LEADERS
from whistcli.say import LANGUAGES

PACKAGE = Path(__file__).resolve().parent.parent / "whistcli"
CATALOGUES = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((PACKAGE / "messages").glob("*.json"))
}
SENTENCES = {key: said for catalogue in CATALOGUES.values() for key, said in catalogue.items()}
SAME = {
    "fr": {"", "Arguments", "Bal", "Balance", "Date", "Options", "Points", "Points balance", "Pot", "Source", "Table", "Total", "article", "balance",
           "condition", "correction", "direct",
           "points", "strict", "table", "balances"},
    "nl": {"", "Bal", "Pot", "contract", "direct", "parameter", "pot"},
}
"""What may stand in another language as it does in English."""

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
            elif re.fullmatch(r"[A-Z]-[a-z_]+\.", node.value):  # what all keys of a sort begin with
                patterns.append(re.compile(re.escape(node.value) + ".+"))
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


def test_the_page_for_translators_names_the_families() -> None:
    """Every catalogue stands in the table of `docs/translating.md`."""
    page = (PACKAGE.parent / "docs" / "translating.md").read_text(encoding="utf-8")
    listed = {name for row in re.findall(r"(?m)^\| (`.*?) \|", page) for name in re.findall("`([A-Z])`", row)}
    assert set(CATALOGUES) <= listed


def gaps(template: str) -> set[str]:
    """The names of a template's gaps."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("key", SENTENCES)
def test_languages(key: str) -> None:
    """A sentence is said in every language and in no other, with the same gaps in each."""
    said = SENTENCES[key]
    assert tuple(said) == LANGUAGES
    for lang, template in said.items():
        assert template.strip() == template, (key, lang)
        assert template, (key, lang)
        assert all(re.fullmatch(r"\w+", gap) for gap in gaps(template)), (key, lang)
        assert gaps(template) == gaps(said["en"]), (key, lang)


def words_of(template: str) -> str:
    """A sentence without its gaps, its code, and signs: what a translator has to translate."""
    return " ".join(re.findall(r"[^\W\d_]{2,}", re.sub(r"{\w+}|`[^`]*`", "", template)))


@pytest.mark.parametrize("family", CATALOGUES)
def test_translated(family: str) -> None:
    """No sentence stands in another language as it is in English, but for words that are the same there."""
    left = [
        (key, lang, template)
        for key, said in CATALOGUES[family].items()
        for lang, template in said.items()
        if lang != "en" and words_of(template) == words_of(said["en"]) and words_of(template) not in SAME.get(lang, ())
    ]
    assert left == []


def test_same_words_are_used() -> None:
    """The list of words that are the same in two languages holds none that no sentence needs."""
    for lang, words in SAME.items():
        needed = {words_of(said[lang]) for said in SENTENCES.values() if words_of(said[lang]) == words_of(said["en"])}
        assert words <= needed, lang


def test_sentences_of_listed_values() -> None:
    """Where a key ends with one of a list of values, each of them has its sentence."""
    statuses = ("contract", "redeal", "void", "misdeal", "illegal", "unfinished", "pending")
    wanted = [f"U-status.{status}" for status in statuses]
    wanted += [f"B-equal.{equal}" for equal in EQUALS] + [f"B-leader.{leader}" for leader in LEADERS]
    wanted += [f"{code}.{answer}" for code in ("A-unasked", "E-ruling") for answer in ("yes", "no", "stands")]
    wanted += [f"U-{severity}" for severity in ("error", "warning", "note")]
    assert [key for key in wanted if key not in SENTENCES] == []


FACTS = [fact for group in vars(facts).values() if isinstance(group, tuple) for fact in group if isinstance(fact, Fact)]


def test_facts() -> None:
    """Every fact has its sentence, every sentence its fact, and `rules facts` prints them in the language asked for."""
    assert {fact.key for fact in FACTS} == set(CATALOGUES["F"])
    for lang in LANGUAGES:
        out = run("rules", "facts", "--lang", lang).out
        for fact in FACTS:
            assert SENTENCES[fact.key][lang] in out


def test_types() -> None:
    """Every type that a fact may have, and every type of its parts, has its words."""
    types = {type_ for fact in FACTS for type_ in (fact.type, *fact.params)}
    types |= {type_ for fields in facts.FIELDS.values() for type_ in fields.values()} | {Type(name) for name in facts.FIELDS}
    for type_ in types:
        assert len({type_.say(lang) for lang in LANGUAGES}) == len(LANGUAGES), type_


def strings(node: ast.AST) -> list[str]:
    """The text that stands in an expression itself, not in a call within it."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    return [text for part in ast.iter_child_nodes(node) if not isinstance(part, ast.Call) for text in strings(part)]


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_sentence_in_code(path: Path) -> None:
    """What is printed, what a help text says and what is refused comes from a catalogue; languages from one list."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            printed = [*node.args] if name in ("emit", "print", "echo", "BadParameter") else []
            printed += [word.value for word in node.keywords if word.arg == "help"]
            found = [text for each in printed if not isinstance(each, ast.Call) for text in strings(each)]
            assert not [text for text in found if re.search(r"[^\W\d_]{3,}", text) and text != "whistcli "], node.lineno
        if isinstance(node, ast.Tuple | ast.Set | ast.List) and path.name != "say.py":
            languages = {item.value for item in node.elts if isinstance(item, ast.Constant)} == set(LANGUAGES)
            assert not languages, node.lineno  # the list is `say.LANGUAGES`


COMMANDS = [(), ("check",), ("score",), ("explain",), ("legal",), ("compare",), ("fmt",), ("standings",), ("contest",),
            ("contest", "show"), ("contest", "draw"), ("rules",), *(
    ("rules", name) for name in ("list", "show", "grid", "diff", "check", "facts", "words", "schema", "test", "doc", "new")
)]
LIBRARY = [said["en"] for key, said in SENTENCES.items() if key.startswith("H-library.")]


@pytest.mark.parametrize("lang", ["fr", "nl"])
def test_help(lang: str) -> None:
    """Help comes in the language of the locale, the library's own words too; so does what is wrong with a command line."""
    env = {"LC_ALL": f"{lang}_BE.UTF-8", "COLUMNS": "400", "TERMINAL_WIDTH": "400"}
    for line in ((), ("rules",)):
        ran = run_process(*line, "--help", env=env)
        assert ran.code == 0
        assert SENTENCES["H-library.help"][lang] in ran.out
        assert [phrase for phrase in LIBRARY if re.search(rf"(?m)(^|  |\[){re.escape(phrase)}", ran.out)] == []
    for line, key in ((("check",), "H-check"), (("rules", "new"), "H-rules_new")):
        assert " ".join(run_process(*line, "--help", env=env).out.split()).count(SENTENCES[key][lang]) == 1
    ran = run_process("check", "--format", "xml", "x.whist", env=env)
    assert ran.code == 2
    assert SENTENCES["H-library.error"][lang] in ran.err
    assert SENTENCES["H-wrong.choice"][lang].format(found="xml", allowed="text, json, github") in ran.err
    assert not re.search("Try|Invalid|Error", ran.err)


def test_wrong_use_follows_the_language_asked_for() -> None:
    """What the program itself refuses is said in the language of `--lang`."""
    ran = run("score", "x.whist", "--set", "seven", "--lang", "nl")
    assert ran.code == 2
    assert SENTENCES["H-wrong.setting"]["nl"].format(found="seven") in ran.err


@pytest.mark.parametrize("line", COMMANDS, ids=" ".join)
def test_every_command_has_help(line: tuple[str, ...]) -> None:
    """Every command tells what it is for, in the words of the catalogue."""
    said = SENTENCES[f"H-{'_'.join(line) or 'program'}"]["en"]
    assert " ".join(said.split()) in " ".join(run(*line, "--help").out.split())
