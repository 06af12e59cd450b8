"""The shipped evenings, their golden sheets and findings, and every command that the documentation shows.

`python -m tests.test_examples --write` writes the goldens, and the outputs in the documentation, anew; then read what
changed in `git diff`.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).parent))  # for `python -m tests.test_examples`

from conftest import ROOT, run, run_process

EXAMPLES = ROOT / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.whist"))
PAGES = [
    ROOT / "README.md", EXAMPLES / "README.md", *sorted(EXAMPLES.glob("*/README.md")), *sorted((ROOT / "docs").glob("*.md")),
]
GOLDENS = {"sheet": "score", "findings": "check"}
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def printed(*args: str) -> str:
    """What a person sees of a command: its output, then its errors."""
    ran = run(*args)
    return ran.out + ran.err


# -- the goldens --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", GOLDENS)
@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str, kind: str) -> None:
    golden = EXAMPLES / f"{name}.{kind}.txt"
    assert printed(GOLDENS[kind], f"examples/{name}.whist") == golden.read_text(encoding="utf-8")


def test_every_golden_has_its_evening() -> None:
    goldens = {path.name.split(".")[0] for path in EXAMPLES.glob("*.txt")}
    assert goldens == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_readme_of_the_examples_names_it(name: str) -> None:
    assert f"`{name}.whist`" in (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_only_the_disputed_sheets_have_findings(name: str) -> None:
    ran = run("check", f"examples/{name}.whist")
    faulty = name in ("disputed", "referee")
    assert (ran.code, ran.err) == (int(faulty), "")
    assert (ran.out == "") is not faulty


# -- figures worked out by hand -----------------------------------------------------------------------------------------


def sheet(name: str, *options: str) -> dict[str, object]:
    return json.loads(run("score", "--format", "json", f"examples/{name}.whist", *options).out)


def figures(name: str, *options: str) -> list[tuple[str, list[int] | None, int | None]]:
    """Each deal's number, points in seat order and balance."""
    return [
        (deal["deal"], None if deal["points"] is None else list(deal["points"].values()), deal["balance"])
        for deal in sheet(name, *options)["deals"]
    ]


def test_concours_by_hand() -> None:
    assert figures("concours") == [
        ("1", [0, 0, 0, 0], 0),  # free
        ("2", [0, 13, 0, 13], 26),  # pair 10 made with 10: 3 x 10 - 17
        ("3", [0, 15, 0, 0], 15),  # solo 6 made with 7: 3 x 7 - 6
        ("4", [12, -18, 12, 18], 24),  # two small miseres: 4 makes it, 2 loses it, 12 for each other
        ("5", [0, 16, 0, 16], 32),  # trull made
        ("6", [20, -30, 20, 20], 30),  # abundance 9 lost
        ("7", [75, 0, 0, 0], 75),  # open misere made
        ("8", None, None),  # all passed
        ("8", [-13, 13, -13, 13], 0),  # pair 9 lost with 8: 3 x 9 - 17 + 3 x 1
        ("9", [14, -14, 14, 14], 28),  # 2 revoked
        ("10", [0, 18, 0, 0], 18),  # solo 6 made with 8: 3 x 8 - 6
        ("11", [0, 0, 0, 21], 21),  # solo 8, direct
        ("12", None, None),  # the tricks are missing
    ]
    found = sheet("concours")
    assert found["totals"] == {
        "points": {"1": 108, "2": 13, "3": 33, "4": 115},
        "fines": {"1": None, "2": None, "3": None, "4": 0},
        "balance": 269,
    }


def test_concours_with_the_fine_of_a_lost_game_set() -> None:
    found = sheet("concours", "--set", "lost_game_fine=1")
    # 2 lost a misere and an abundance, 1 and 3 a pair; 3 came late, which the table fined with 5
    assert found["totals"]["fines"] == {"1": 1, "2": 2, "3": 6, "4": 0}
    assert found["totals"]["balance"] == 269


def test_scouts_by_hand() -> None:
    assert figures("scouts") == [
        ("1", [5, 5, -5, -5], 0),  # pair 8 made with 10: 3 + 2 x 1
        ("2", [5, -15, 5, 5], 0),  # solo 7 lost with 6: 9 + 6, a third from each
        ("3", [-22, 2, 18, 2], 0),  # A loses 18, C makes 12, each settled alone
        ("4", [-6, -6, 6, 6], 0),  # trull made
        ("5", [-6, -6, 18, -6], 0),  # abundance made
        ("6", None, None),
        ("6", None, None),
        ("6", [-5, 5, -5, 5], 0),  # pair 11 lost with 10: 3 + 2
        ("7", [-20, -20, -20, 60], 0),  # small slam made
        ("8", [-5, -5, -5, 15], 0),  # solo 6 made with 8: 9 + 2 x 3
    ]


def test_wedstrijd_by_hand() -> None:
    by_deal = {deal: (points, balance) for deal, points, balance in figures("wedstrijd")}
    assert by_deal["2"] == ([10, -10, -10, 10], 0)  # pair 8 lost with 7: 3 x 8 - 17 + 3
    assert by_deal["4"] == ([13, 13, 0, 0], 26)  # pair 10 made with 10
    assert by_deal["8"] == ([14, 14, 14, -14], 28)  # 4 revoked


def test_evening_by_hand() -> None:
    by_deal = {deal: (points, balance) for deal, points, balance in figures("evening")}
    assert by_deal["3"] == ([-12, 12, -12, 12], 0)  # royal trull lost
    assert by_deal["4"] == ([4, 4, -44, 36], 0)  # W makes 24, S loses 36, each settled alone
    assert by_deal["6"] == ([-3, 3, 3, -3], 0)  # pair 10 made with 10: 3, nothing above it


def test_the_scouts_example_comes_out_as_printed() -> None:
    deal = json.loads(run("check", "--format", "json", "examples/scouts-exemple.whist").out)["files"][0]["deals"][0]
    assert (deal["status"], deal["first_illegal"]) == ("pending", None)
    assert deal["contract"] == {
        "kind": "solo", "level": 8, "suit": "hearts", "declarers": ["A"], "leader": "A", "needs": [8, 13], "direct": False,
    }


def test_house_rules() -> None:
    """The house ruleset of the documentation: a fine, a score and a condition of its own."""
    amis, house = sheet("concours"), sheet("concours", "--rules", "examples/house")
    assert house["totals"]["fines"] == {"1": 2, "2": 4, "3": 7, "4": 0}
    assert house["totals"]["points"] == amis["totals"]["points"]
    lost = "rules: {}\nplayers: 1, 2, 3, 4\ndeal 1\ncontract: trull 9 spades by 2 3\ntricks: 7\n"
    assert points(lost.format("amis")) == [16, 0, 0, 16]
    assert points(lost.format("examples/house")) == [16, -16, -16, 16]
    raised = (
        "rules: {}\nplayers: 1, 2, 3, 4\ndeal 1, dealer 4\n"
        "1: propose spades; 2: accept; 3: propose hearts; 4: accept hearts 8; 2: raise {}"
    )
    assert broken(raised.format("amis", 10)) == []
    assert broken(raised.format("examples/house", 9)) == []
    assert broken(raised.format("examples/house", 10)) == ["raise.one_step"]


def points(transcript: str) -> list[int]:
    deal = json.loads(run("score", "--format", "json", "-", stdin=transcript).out)["deals"][0]
    return list(deal["points"].values())


def broken(transcript: str) -> list[str]:
    found = json.loads(run("check", "--format", "json", "-", stdin=transcript).out)["files"][0]["findings"]
    return [finding["rule"] for finding in found if finding["severity"] == "error"]


# -- the files as files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_fmt_changes_nothing_but_the_form(name: str, tmp_path: Path) -> None:
    once = run("fmt", f"examples/{name}.whist")
    again = run("fmt", "-", stdin=once.out)
    assert again.out == once.out
    copy = tmp_path / f"{name}.whist"
    copy.write_text(once.out, encoding="utf-8")
    for command in ("check", "score"):
        before = json.loads(run(command, "--format", "json", f"examples/{name}.whist").out)
        after = json.loads(run(command, "--format", "json", str(copy)).out)
        assert without_places(after) == without_places(before)
    comments = re.compile(r"#.*")
    written = (EXAMPLES / f"{name}.whist").read_text(encoding="utf-8")
    assert comments.findall(once.out) == comments.findall(written)


def without_places(value: object) -> object:
    """The JSON without what moves when a file is formatted: its name, the places, a misspelt call's text."""
    if isinstance(value, dict):
        return {key: without_places(item) for key, item in value.items() if key not in ("file", "line", "column")}
    return [without_places(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("form", ["crlf", "cr", "bom", "bom and crlf", "no final newline"])
def test_the_form_of_the_file_does_not_count(form: str, tmp_path: Path) -> None:
    text = (EXAMPLES / "disputed.whist").read_bytes().replace(b"\r\n", b"\n")
    if "crlf" in form:
        text = text.replace(b"\n", b"\r\n")
    if form == "cr":
        text = text.replace(b"\n", b"\r")
    if "bom" in form:
        text = b"\xef\xbb\xbf" + text
    if form == "no final newline":
        text = text.rstrip(b"\n")
    copy = tmp_path / "copy.whist"
    copy.write_bytes(text)
    (expected,), (found,) = (
        json.loads(run("check", "--format", "json", file).out)["files"] for file in ("examples/disputed.whist", str(copy))
    )
    del expected["file"], found["file"]
    assert found == expected
    places = [(f["line"], f["column"]) for f in found["findings"] if f["severity"] == "error"]
    assert len(places) >= 5
    assert places == sorted(places)


@pytest.mark.parametrize("lang", ["C", "fr_BE.UTF-8", "nl_BE.UTF-8", "tr_TR.UTF-8"])
def test_the_locale_does_not_count_where_the_file_says_its_language(lang: str) -> None:
    env = {"LANG": lang, "LC_ALL": lang, "PYTHONIOENCODING": "utf-8"}
    ran = run_process("check", "examples/disputed.whist", env=env)
    assert ran.out == (EXAMPLES / "disputed.findings.txt").read_text(encoding="utf-8")


# -- the documentation --------------------------------------------------------------------------------------------------


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """The commands of a page's console blocks, each with the output that the page shows."""
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def answer(command: str, code: int) -> tuple[str, int]:
    """What a documented command prints, and its exit code; `echo $?` prints the code before."""
    if command == "echo $?":
        return f"{code}\n", 0
    program, *args = shlex.split(command)
    assert program == "whistcli", command
    ran = run(*args)
    return ran.out + ran.err, ran.code


def fits(shown: str, real: str) -> bool:
    """Whether an output is as shown, where a line `...` stands for any lines."""
    if "...\n" not in shown:
        return shown.rstrip("\n") == real.rstrip("\n")
    pattern = "".join("(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in shown.splitlines(keepends=True))
    return re.fullmatch(pattern, real) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_page_shows_what_the_program_prints(page: Path) -> None:
    code = 0
    for command, shown in commands(page):
        real, code = answer(command, code)
        assert fits(shown, real), f"{command}\n{real}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_links_of_the_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_transcripts_in_the_documentation_are_read() -> None:
    for page in PAGES:
        for block in re.findall(r"^```whist\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
            ran = run("check", "-", stdin=block)
            assert (ran.code, ran.out, ran.err) == (0, "", ""), block


def test_the_documentation_shows_the_house_ruleset_as_it_is() -> None:
    assert (EXAMPLES / "house" / "ruleset.yaml").read_text(encoding="utf-8") in (ROOT / "docs" / "rulesets.md").read_text(
        encoding="utf-8"
    )


def test_the_documentation_lists_every_keyword() -> None:
    words = yaml.load((ROOT / "grammar" / "keywords.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    page = (ROOT / "docs" / "transcript.md").read_text(encoding="utf-8")
    for by_language in words.values():
        row = " | ".join(", ".join(f"`{word}`" for word in by_language[lang]) for lang in ("en", "fr", "nl"))
        assert f"| {row} |" in page


def write() -> None:
    """Writes the goldens and the outputs shown in the documentation anew."""
    for name in NAMES:
        for kind, command in GOLDENS.items():
            golden = EXAMPLES / f"{name}.{kind}.txt"
            golden.write_text(printed(command, f"examples/{name}.whist"), encoding="utf-8", newline="\n")
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        page.write_text(BLOCK.sub(_rewritten, text), encoding="utf-8", newline="\n")
        code = 0
        for command, shown in commands(page):
            real, code = answer(command, code)
            if not fits(shown, real):
                print(f"{page.relative_to(ROOT)}: edit the shortened output of `{command}`", file=sys.stderr)


def _rewritten(block: re.Match[str]) -> str:
    parts, code = [], 0
    for part in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        real, code = answer(command, code)
        end = "\n" if shown.endswith("\n\n") else ""
        parts.append(f"$ {command}\n{shown if fits(shown, real) or '...' in shown else real + end}")
    return f"```console\n{''.join(parts)}```"


if __name__ == "__main__":
    import os

    os.chdir(ROOT)
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.test_examples --write")
    write()
