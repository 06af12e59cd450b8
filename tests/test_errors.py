"""Every finding code: its smallest input, all that the program then prints, and a page made of both.

`tests/errors/<CODE>/` holds the cases of one code. A case is a suffix ("" or "-key"): `input<suffix>.whist` or
`ruleset<suffix>.yaml`, the command line in `args<suffix>.txt` where it is not the usual one, and
`expected<suffix>.txt`. Files that cannot be kept as text are made by `errors/recipes.py`. `advice.md` is what the page
tells a person to do.

`python -m tests.test_errors --write` writes every expected text and page anew; `git diff` shows what changed.
"""

from __future__ import annotations

import ast
import os
import re
import runpy
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for `python -m tests.test_errors`

from conftest import ROOT, run

from whistcli import resources, say
from whistcli.transcript.faults import Terms
from whistcli.transcript.tables import driver

ERRORS = ROOT / "tests" / "errors"
PAGES = ROOT / "docs" / "errors"
FAMILIES = "ADGIKLPQRSTX"
RULESET = ("rules", "check")
SUITE = ("rules", "test")
RECIPES: Mapping[tuple[str, str], tuple[str, object]] = runpy.run_path(str(ERRORS / "recipes.py"))["RECIPES"]
ELSEWHERE = ("A-options", "A-stands", "G-draw", "G-page", "G-unused", "I-note", "Q-what", "R-dated", "T-reason", "T-term", "X-of")
"""Prefixes of sentences that are parts of findings, not codes."""

OTHERS = tuple(lang for lang in say.LANGUAGES if lang != "en")

UNSAID = ("G-draw.", "G-page.", "G-unused", "I-note.", "R-dated", "T-reason.", "T-term.", "X-of.")
"""Beginnings of the parts that need no case of their own: words put into sentences, one for each thing they name."""

UNREACHED: dict[str, str] = {
    "A-side.voice": "the silent partner of a pair is never asked, so that his turn refuses him first",
    "S-contract.seats": "the reader has refused a seat that nobody has (T-seat)",
    "S-contract.twice": "the reader has refused a seat that stands twice (T-twice)",
    "X-type.unranked": "every ruleset ranks its suits",
}
"""Sentences that no input reaches, each with the reason."""

BESIDE: dict[tuple[str, str], tuple[str, ...]] = {
    # notes that every deal with calls and no cards, or with a contract and no calls, brings along
    ("A-filled", ""): ("A-unknown",),
    ("A-rule", "-stands"): ("A-unknown",),
    ("A-rule", "-unreasoned"): ("A-unknown",),
    ("A-unasked", "-stands"): ("A-unknown",),
    ("A-unasked", "-yes"): ("A-unknown",),
    ("A-unfinished", ""): ("A-unknown",),
    ("A-unknown", ""): ("A-unfinished",),
    ("D-excluded", ""): ("S-recorded",),
    # a transcript that is not counted is missed somewhere
    ("G-lost", "-number"): ("G-round",),
    ("G-lost", "-round"): ("G-round", "G-round"),
    ("G-lost", "-seats"): ("G-table",),
    ("G-lost", "-table"): ("G-round",),
    # a table for five, at which four sat
    ("G-size", ""): ("G-seats",),
    ("R-override", ""): ("A-unknown",),
    ("S-pending", ""): ("S-recorded",),
    ("S-pay", "-fines"): ("S-recorded",),
    ("S-pay", "-waiting"): ("S-recorded",),
    ("S-pending", "-partner"): ("A-unknown",),
    ("S-pending", "-pot"): ("S-recorded", "S-recorded"),
    # two clauses, one of them without a place
    ("R-clause", ""): ("R-clause",),
}
"""Cases whose finding does not come alone, with the codes that come with it."""

_CODE = re.compile(rf"[{FAMILIES}]-[a-z]+")
_KEY = re.compile(rf"([{FAMILIES}]-[a-z]+)(?:\.\w+)*")
_FINDING = re.compile(rf"^\S.*?: (error|warning|note)\[([{FAMILIES}]-[a-z]+)\] (.*)$", re.MULTILINE)
_FOUND = re.compile(rf"^\S.*?: [^\W\d_]+\[([{FAMILIES}]-[a-z]+)\] (.*)$", re.MULTILINE)


class Case(NamedTuple):
    """One run: the code it is an example of and the suffix of its files."""

    code: str
    suffix: str

    @property
    def name(self) -> str:
        return f"{self.code}{self.suffix}"

    def file(self, stem: str, ending: str) -> Path:
        return ERRORS / self.code / f"{stem}{self.suffix}.{ending}"

    @property
    def expected(self) -> Path:
        return self.file("expected", "txt")

    def made(self) -> Mapping[str, object]:
        """The files that a recipe makes, by name."""
        files = RECIPES[self][1] if self in RECIPES else {}
        assert isinstance(files, Mapping)
        return files

    def args(self) -> list[str]:
        """The command line after `whistcli`."""
        written = self.file("args", "txt")
        if written.exists():
            return shlex.split(written.read_text("utf-8"))
        transcript, ruleset = self.file("input", "whist"), self.file("ruleset", "yaml")
        if transcript.exists() or transcript.name in self.made():
            return ["check", transcript.name]
        return [*(SUITE if self.code.startswith("Q-") else RULESET), ruleset.name]


def suffixes(folder: Path) -> Iterator[str]:
    """The cases of a folder, by the files that stand in it and those that are made."""
    code = folder.name
    inputs = {path.stem.removeprefix("input") for path in folder.glob("input*.whist")}
    inputs |= {path.stem.removeprefix("args") for path in folder.glob("args*.txt")}
    inputs |= {suffix for of, suffix in RECIPES if of == code}
    rulesets = {path.stem.removeprefix("ruleset") for path in folder.glob("ruleset*.yaml") if "." not in path.stem}
    named = "".join(path.read_text("utf-8") for path in folder.iterdir() if path.suffix in (".whist", ".yaml"))
    yield from sorted(inputs | {s for s in rulesets if f"ruleset{s}.yaml" not in named})


CODES = sorted(path.name for path in ERRORS.iterdir() if path.is_dir() and _CODE.fullmatch(path.name))
CASES = [Case(code, suffix) for code in CODES for suffix in suffixes(ERRORS / code)]


def source_codes() -> set[str]:
    """The codes that stand in the program's source and its catalogues."""
    found = {key for family in FAMILIES for key in say.catalogue(family)}
    for path in (ROOT / "whistcli").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _KEY.fullmatch(node.value):
                found.add(node.value)
    codes = {_KEY.fullmatch(key)[1] for key in found}  # type: ignore[index]
    return codes - set(ELSEWHERE)


class Recorded(dict[str, Mapping[str, str]]):
    """A catalogue that notes which sentences are said."""

    said: set[str]

    def __getitem__(self, key: str) -> Mapping[str, str]:
        self.said.add(key)
        return super().__getitem__(key)


def output(case: Case, lang: str, said: set[str] | None = None) -> str:
    """All that the program prints for a case, run in a copy of its folder: stdout, stderr, the exit code."""
    read = say.catalogue

    def recorded(family: str) -> Mapping[str, Mapping[str, str]]:
        catalogue = Recorded(read(family))
        catalogue.said = set() if said is None else said
        return catalogue

    before = os.getcwd()
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base) / "case"
        shutil.copytree(ERRORS / case.code, folder)
        for name, content in case.made().items():
            if isinstance(content, bytes):
                (folder / name).write_bytes(content)
            elif isinstance(content, int):  # an existing file with other permissions
                (folder / name).chmod(content)
            else:
                (folder / name).mkdir()
        os.chdir(folder)
        try:
            with mock.patch.object(say, "catalogue", recorded):
                ran = run(*case.args(), "--lang", lang)
        finally:
            os.chdir(before)
    text = f"{ran.out}{ran.err}exit {ran.code}\n"
    return text.replace(resources.folder("rulesets"), "RULESETS").replace("\\", "/").replace("\0", "\\0")


@cache
def english(case: Case) -> tuple[str, frozenset[str]]:
    """What a case prints in English, and the sentences that it says; each case is run once for all tests."""
    said: set[str] = set()
    text = output(case, "en", said)
    return text, frozenset(said)


def skip_where_impossible(case: Case) -> None:
    if any(isinstance(content, int) for content in case.made().values()) and (
        os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0
    ):
        pytest.skip("whoever may read everything cannot be refused a file")
    if case.code == "T-open" and os.name == "nt":
        pytest.skip("the reason is the operating system's")


# -- the cases ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_output(case: Case) -> None:
    skip_where_impossible(case)
    assert english(case)[0] == case.expected.read_text("utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_other_languages(case: Case) -> None:
    skip_where_impossible(case)
    english = _FINDING.findall(case.expected.read_text("utf-8"))
    for lang in OTHERS:
        found = _FOUND.findall(output(case, lang))
        assert [code for _, code, _ in english] == [code for code, _ in found]
        for (_, code, sentence), (_, phrase) in zip(english, found, strict=True):
            assert sentence != phrase, (code, lang)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_one_cause_one_finding(case: Case) -> None:
    codes = [code for _, code, _ in _FINDING.findall(case.expected.read_text("utf-8"))]
    assert sorted(codes) == sorted([case.code, *BESIDE.get(case, ())])


def test_every_code_has_its_folder() -> None:
    assert set(CODES) == source_codes()


def test_every_expected_text_has_its_case() -> None:
    written = set(ERRORS.glob("*/expected*.txt"))
    assert written == {case.expected for case in CASES}


def test_every_sentence_is_said() -> None:
    said: set[str] = set()
    for case in CASES:
        if not any(isinstance(content, int) for content in case.made().values()):
            said |= english(case)[1]
        else:
            said.add(case.code)  # only said to whom a file is refused
    catalogued = {key for family in FAMILIES for key in say.catalogue(family)}
    assert {key for key in catalogued - said if not key.startswith(UNSAID)} == set(UNREACHED)


def test_what_was_expected_in_words() -> None:
    """Every terminal that may be expected says itself, a keyword by its word and any other by a sentence."""
    run_ = driver()
    names = {name for state in range(len(run_.actions)) for name in run_.expected(state)}
    for name in names:
        words = {lang: Terms((name,)).say(lang) for lang in say.LANGUAGES}
        assert all(words.values()), name
        assert name.strip("$") not in words.values()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_sentence_in_every_language(family: str) -> None:
    for key, by_lang in say.catalogue(family).items():
        holes = {lang: sorted(re.findall(r"(?<!\{)\{(\w+)\}", template)) for lang, template in by_lang.items()}
        assert set(say.LANGUAGES) == holes.keys(), key
        assert len({str(names) for names in holes.values()}) == 1, key


# -- the pages ---------------------------------------------------------------------------------------------------------


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def sentences(code: str) -> list[str]:
    """The keys of a code's sentences, then of its hints."""
    catalogue = say.catalogue(code[0])
    keys = [key for key in catalogue if key == code or key.startswith(f"{code}.")]
    hints = [key for key in keys if key.endswith((".hint", ".list", ".near", ".facts", ".rungs"))]
    return [key for key in keys if key not in hints] + hints


def shown(case: Case) -> Iterator[str]:
    """One case on its page."""
    if case in RECIPES:
        yield f"*{RECIPES[case][0]}*"
        yield ""
    seen = []
    pending = [case.file("input", "whist").name, case.file("ruleset", "yaml").name, *case.args()]
    while pending:
        path = ERRORS / case.code / pending.pop(0)
        if path.name in seen or path.suffix not in (".whist", ".yaml", ".csv", ".json") or not path.is_file():
            continue
        seen.append(path.name)
        text = path.read_text("utf-8")
        pending.extend(re.findall(r"\./([\w-]+\.yaml)", text))
        if path.name.startswith("ruleset") and (path.parent / "clauses.yaml").exists():
            pending.append("clauses.yaml")
        pending.append(f"{path.stem}.cases.yaml")
        for sheets in re.findall(r"^transcripts: (\S+)$", text, re.MULTILINE):
            pending.extend(f"{sheets}/{sheet.name}" for sheet in sorted((path.parent / sheets).glob("*.whist")))
        yield from (f"`{path.name}`:", "", "```yaml" if path.suffix == ".yaml" else "```text", text.rstrip("\n"), "```")
        yield ""
    yield from (f"`whistcli {shlex.join(case.args())}` prints:", "", "```text")
    yield case.expected.read_text("utf-8").rstrip("\n")
    yield from ("```", "")


def page(code: str) -> str:
    """The page of one code."""
    cases = [case for case in CASES if case.code == code]
    severities = dict.fromkeys(
        severity
        for case in cases
        for severity, found, _ in _FINDING.findall(case.expected.read_text("utf-8"))
        if found == code
    )
    lines = [f"# {code}", "", f"Severity: {', '.join(severities)}.", "", "| | English | French | Dutch |", "|---|---|---|---|"]
    for key in sentences(code):
        by_lang = say.catalogue(code[0])[key]
        lines.append(f"| `{key}` | {' | '.join(cell(by_lang[lang]) for lang in say.LANGUAGES)} |")
    lines += ["", "## What to do", "", (ERRORS / code / "advice.md").read_text("utf-8").strip(), "", "## Examples", ""]
    for case in cases:
        lines.extend(shown(case))
    return "\n".join(lines).rstrip("\n") + "\n"


TITLES = {
    "A": "The auction: calls and rulings",
    "D": "The evening: dealers, deals, fines",
    "G": "Contests and seasons",
    "I": "Point sheets that are imported",
    "K": "Knock-out games",
    "L": "Checks of a ruleset",
    "P": "The cards",
    "Q": "The cases of a ruleset",
    "R": "Rulesets",
    "S": "Contracts, results and scores",
    "T": "Reading a transcript",
    "X": "Expressions in a ruleset",
}


def index() -> str:
    """The list of all codes."""
    lines = ["# Finding codes", ""]
    lines += ["Each page has the sentence, what to do, and the smallest input with all that is then printed.", ""]
    for family, title in TITLES.items():
        lines += [f"## {title}", "", "| code | says |", "|---|---|"]
        for code in CODES:
            if code[0] == family:
                first = sentences(code)[0]
                lines.append(f"| [{code}]({code}.md) | {cell(say.catalogue(family)[first]['en'])} |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def pages() -> dict[str, str]:
    """Every page by its file name."""
    return {"README.md": index()} | {f"{code}.md": page(code) for code in CODES}


def test_pages_are_what_the_cases_make() -> None:
    assert {path.name for path in PAGES.iterdir()} == set(pages())
    for name, text in pages().items():
        assert (PAGES / name).read_text("utf-8") == text, f"{name}: run python -m tests.test_errors --write"


def write() -> None:
    """Writes the expected texts and the pages anew."""
    for case in CASES:
        try:
            skip_where_impossible(case)
        except pytest.skip.Exception as skipped:
            print(f"{case.name}: kept as it is, {skipped}")
            continue
        case.expected.write_text(output(case, "en"), "utf-8")
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).write_text(text, "utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write()
