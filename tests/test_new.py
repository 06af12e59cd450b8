"""`rules new`: what it makes loads, passes its own case, fits the schema; its examples work; it never overwrites."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
import yaml
from conftest import PLAIN, ROOT, run

from whistcli.grid import cells
from whistcli.opening import Options
from whistcli.request import Request
from whistcli.ruleset import build_file, load_ruleset, shipped
from whistcli.say import LANGUAGES
from whistcli.scaffold.command import created
from whistcli.scaffold.plan import worths
from whistcli.schema.build import file_schema, ruleset_schema
from whistcli.suite import run as run_cases

EVERY = [pytest.param(parent, LANGUAGES[place % 3], id=parent) for place, parent in enumerate(shipped())]
EVERY += [pytest.param("amis", lang, id=f"amis-{lang}") for lang in LANGUAGES]


def make(folder: Path, *args: str) -> str:
    """Makes a ruleset; what it printed."""
    ran = run("rules", "new", str(folder), *args)
    assert (ran.code, ran.err) == (0, ""), ran.err
    return ran.out


@pytest.mark.parametrize(("parent", "lang"), EVERY)
def test_what_it_makes_is_sound(parent: str, lang: str, tmp_path: Path) -> None:
    """It loads without findings, is shown, passes its case and its parent's, and fits the schemas."""
    folder = tmp_path / "our-club"
    out = make(folder, "--from", parent, "--lang", lang, "--no-input")
    assert not load_ruleset(str(folder)).findings
    rules = load_ruleset(str(folder)).rules
    assert (rules.id, rules.title) == ("our-club", {lang: "Our-club"})
    written = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    cases = ["cases/our-club.yaml"] if rules.calls else []
    assert written == [*cases, "clauses.yaml", "ruleset.yaml"]
    assert all(f"our-club/{name}" in out for name in written)
    assert run("rules", "show", str(folder)).code == 0
    report = run_cases(str(folder))
    assert report.count("holds", own=True) == len(cases)
    assert not report.findings
    for name, schema in (("ruleset", ruleset_schema()), ("clauses", file_schema("clauses"))):
        found = yaml.safe_load((folder / f"{name}.yaml").read_text(encoding="utf-8"))
        assert not list(jsonschema.Draft7Validator(schema).iter_errors(found))
    for name in cases:
        found = yaml.safe_load((folder / name).read_text(encoding="utf-8"))
        assert not list(jsonschema.Draft7Validator(file_schema("cases")).iter_errors(found))
    assert [path.name for path in tmp_path.iterdir()] == ["our-club"], "nothing is left of the trial"


def examples_of(text: str) -> Iterator[list[str]]:
    """The examples of a file: lines in a row that begin with # and no blank."""
    block: list[str] = []
    for line in [*text.split("\n"), ""]:
        if re.match(r"#[^ ]|#  ", line) and (block or re.match(r"#[a-z_]+:", line)):
            block.append(line[1:])
        elif block:
            yield block
            block = []


@pytest.mark.parametrize(("parent", "lang"), EVERY)
def test_its_examples_work(parent: str, lang: str, tmp_path: Path) -> None:
    """Every example does something when its # is taken away, alone and with all the others."""
    folder = tmp_path / "club"
    make(folder, "--from", parent, "--lang", lang, "--no-input")
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    before = load_ruleset(parent).rules
    found = list(examples_of(text))
    assert len(found) >= 3
    for chosen in [*([block] for block in found), found]:
        file.write_text("\n".join([text, *(line for block in chosen for line in block), ""]), encoding="utf-8")
        loaded = build_file(str(file))
        assert not [finding for finding in loaded.findings if finding.severity == "error"]
        now = loaded.rules._replace(id=before.id, title=before.title, edition=before.edition, source=before.source)
        assert str(now._replace(cases={}) if "cases" in now._fields else now) != str(before)
    clauses = folder / "clauses.yaml"
    (example,) = examples_of(clauses.read_text(encoding="utf-8"))
    written = clauses.read_text(encoding="utf-8").replace("clauses: []", "\n".join(example))
    clauses.write_text(written, encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    assert "house.1" in build_file(str(file)).rules.clauses


def test_flags(tmp_path: Path) -> None:
    """Values and points that differ are written, count, and the parent's cases that change are listed."""
    folder = tmp_path / "linde"
    title = 'De "Linde": # 1'
    make(folder, "--from", "amis", "--id", "lin", "--title", title, "--lang", "nl", "--set", "lost_game_fine=2.5",
         "--game", "small_slam=120,-120", "--game", "grand_slam=200,-200,0,90", "--no-input")
    rules = load_ruleset(str(folder)).rules
    assert rules.title == {"nl": title}
    assert str(rules.parameters["lost_game_fine"].value) == "2.5"
    wanted = {"small_slam": {(120, 0), (-120, 50)}, "grand_slam": {(200, 0), (-200, 90)}}
    for kind, figures in wanted.items():
        assert {(cell.declarer[0], cell.opponent[0]) for cell in cells(rules, [kind])} == figures
    assert rules.changed_cases
    assert run("rules", "test", str(folder)).code == 0
    text = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    assert "#parameters:" not in text, "an example is left out where the file shows the real thing"
    assert "#scores:" not in text


def test_the_same_again_is_not_written(tmp_path: Path) -> None:
    """A value that is the parent's own is no change, and writing it would be a fault."""
    same = next(iter(worths(load_ruleset("amis").rules).items()))
    make(tmp_path / "club", "--from", "amis", "--game", f"{same[0]}={same[1].say('en')}", "--no-input")
    assert not re.search(r"^scores:", (tmp_path / "club" / "ruleset.yaml").read_text(encoding="utf-8"), re.MULTILINE)


def test_ids(tmp_path: Path) -> None:
    """The folder's name gives the id; that of a shipped ruleset is not taken twice."""
    make(tmp_path / "Café de l'Été", "--no-input")
    assert load_ruleset(str(tmp_path / "Café de l'Été")).rules.id == "cafe-de-l-ete"
    make(tmp_path / "amis", "--no-input")
    assert load_ruleset(str(tmp_path / "amis")).rules.id == "amis-house"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--id", "a b"], "cannot be an id"), (["--id", "amis"], "ships with the program"),
        (["--from", "nothing"], "only those can be built on"), (["--from", "amiss"], "did you mean 'amis'"),
        (["--from", str(ROOT / "examples" / "house")], "only those can be built on"), (["--set", "nope=1"], "nope"), (["--set", "lost_game_fine=x"], "lost_game_fine"),
        (["--game", "pair=1,2"], "few figures"), (["--game", "small_slan=1,2"], "small_slam"),
        (["--game", "small_slam=1"], "MADE,LOST"), (["--game", "small_slam=1,x"], "MADE,LOST"),
        (["--from", "scouts", "--game", "small_slam=100,-60"], "sum to zero"),
    ],
)
def test_what_cannot_be(args: list[str], said: str, tmp_path: Path) -> None:
    """A plain sentence, exit code 2, and nothing is written."""
    ran = run("rules", "new", str(tmp_path / "club"), *args, "--no-input")
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err
    assert not list(tmp_path.iterdir())


def test_it_never_overwrites(tmp_path: Path) -> None:
    """A folder with anything in it, a file and a dangling link are left alone; an empty folder may be filled."""
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("full", "file", "link"):
        ran = run("rules", "new", str(tmp_path / name), "--no-input")
        assert ran.code == 2
        assert "nothing was written" in ran.err
    assert (tmp_path / "full" / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["notes.txt"]
    (tmp_path / "empty").mkdir()
    make(tmp_path / "empty", "--no-input")
    ran = run("rules", "new", str(tmp_path / "file" / "below"), "--no-input")
    assert ran.code == 2
    assert "cannot be written" in ran.err


# -- with somebody at the terminal -----------------------------------------------------------------------------------------


def talk(folder: Path, *answers: str, lang: str = "en", options: Options = Options()) -> int:
    """Makes a ruleset with these answers; they must all be wanted."""
    left = list(answers)

    def read() -> str:
        if not left:
            raise EOFError
        return left.pop(0) + "\n"

    code = created(str(folder), Request(options, lang), None, None, None, (), read)
    assert not left or code
    return code


def test_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is answered, wrong answers are asked again, an empty one keeps the usual value."""
    folder = tmp_path / "club"
    assert talk(folder, "nobody", "amis", "a b", "lin", "De Linde", "many", "3", "pair", "small_slam", "1,2,3",
                "130,-130", "", lang="nl") == 0
    rules = load_ruleset(str(folder)).rules
    assert (rules.id, rules.title) == ("lin", {"nl": "De Linde"})
    assert rules.parameters["lost_game_fine"].value == 3
    assert {cell.declarer[0] for cell in cells(rules, ["small_slam"])} == {130, -130}
    out = capsys.readouterr().out
    for name in shipped():
        assert re.search(rf"^  {name} ", out, re.MULTILINE)
    assert out.count("Welke?") == 2
    assert "100,-100,0,50" in out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_empty_answers_are_the_usual_ones(lang: str, tmp_path: Path) -> None:
    """Somebody who only presses Enter gets what `--no-input` gives."""
    count = len(load_ruleset(shipped()[0]).rules.parameters)
    assert talk(tmp_path / "club", *[""] * (4 + count), lang=lang) == 0
    made = (tmp_path / "club" / "ruleset.yaml").read_text(encoding="utf-8")
    (tmp_path / "other").mkdir()
    make(tmp_path / "other" / "club", "--lang", lang, "--no-input")
    assert made == (tmp_path / "other" / "club" / "ruleset.yaml").read_text(encoding="utf-8")


def test_what_options_say_is_not_asked(tmp_path: Path) -> None:
    """Values from the command line are not asked for again."""
    assert talk(tmp_path / "club", "amis", "", "", "", options=Options(parameters=(("lost_game_fine", "7"),))) == 0
    assert load_ruleset(str(tmp_path / "club")).rules.parameters["lost_game_fine"].value == 7


def test_leaving_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert talk(tmp_path / "club", "amis", "x") == 2
    assert "nothing was written" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix")
def test_at_a_terminal(tmp_path: Path) -> None:
    """The command asks only where somebody sits at a terminal."""
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "whistcli", "rules", "new", str(tmp_path / "club"), "--lang", "en"]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
                          env={**os.environ, **PLAIN}) as child:
        os.write(ours, b"amis\nlinde\nDe Linde\n\n\n")
        out, err = child.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert (child.returncode, err) == (0, b"")
    assert b"Its title? [Linde]" in out
    assert load_ruleset(str(tmp_path / "club")).rules.title == {"en": "De Linde"}


def test_the_language_is_the_readers() -> None:
    """Every sentence of a new ruleset is there in the three languages, and differs between them."""
    said = json.loads((ROOT / "whistcli" / "messages" / "N.json").read_text(encoding="utf-8"))
    for key, texts in said.items():
        assert set(texts) == set(LANGUAGES), key
        assert texts["en"] != texts["fr"] or len(texts["en"]) < 12, key
