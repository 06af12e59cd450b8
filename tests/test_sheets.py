"""Sheets in every format: the goldens, what each format must keep, and the pages in a real browser.

`python -m tests.test_sheets --write` writes the goldens anew; then read what changed in `git diff`.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for `python -m tests.test_sheets`

from browser import look, pages_of, printed
from conftest import PLAIN, ROOT, run, run_process

from whistcli.console import colours, symbols
from whistcli.page.chart import Line, chart
from whistcli.say import LANGUAGES
from whistcli.sheet.xlsx import LONGEST, sheet_names

GOLDENS = ROOT / "tests" / "golden" / "sheets"
EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.whist"))
SHOWN = ("concours", "referee")
ENDINGS = {"text": "txt", "markdown": "md", "csv": "csv", "json": "json", "html": "html", "xlsx": "xlsx.txt"}
HEAD = "rules: amis\nplayers: 1 Ann, 2 Bob, 3 Cis, 4 Dre\n"
MADE = "deal 1, dealer 4\ncontract: pair 8 hearts by 1 2\ntricks: 8\n"
MIXED = (  # a fine due without amount, one with, a correction, a deal that waits, a redeal, a revoke
    MADE + "deal 2, dealer 1\ncontract: pair 8 hearts by 1 2\ntricks: 7\nfine 3: 5 \"late\"\n"
    "deal 3, dealer 2\ncontract: solo 6 hearts by 3\ntricks: 8\ncorrection: 1 +4 \"forgotten\"\n"
    "deal 4, dealer 3\ncontract: pair 8 clubs by 3 4\n"
    "deal 5, dealer 4\n1: pass; 2: pass; 3: pass; 4: pass\n"
    "deal 5, dealer 4\ncontract: pair 8 hearts by 1 3\ntricks: 8\nrevoke: 2\n"
)


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def written(path: Path, text: str) -> str:
    """The name of a file that now holds this text."""
    path.write_text(text, encoding="utf-8")
    return str(path)


def made(form: str, *args: str, out: Path) -> bytes:
    """What a run writes into its file."""
    ran = run("score", *args, "--format", form, "--out", str(out))
    assert ran.code in (0, 1), ran.err
    assert "Traceback" not in ran.err
    return out.read_bytes()


# -- the goldens ----------------------------------------------------------------------------------------------------------


def golden(form: str, name: str, lang: str, folder: Path) -> str:
    """What a sheet is in a format, a workbook as the list of its cells."""
    data = made(form, f"examples/{name}.whist", "--lang", lang, out=folder / f"{name}.{form}")
    return "".join(f"{line}\n" for line in listed(data)) if form == "xlsx" else data.decode()


def listed(data: bytes) -> Iterator[str]:
    """The cells of a workbook: where, what, and of a formula the value that is kept beside it."""
    from openpyxl import load_workbook

    live, kept = (load_workbook(io.BytesIO(data), data_only=values) for values in (False, True))
    for page in live.worksheets:
        yield f"== {page.title}"
        for row in page.iter_rows():
            for cell in row:
                if cell.value is not None:
                    value = kept[page.title][cell.coordinate].value
                    yield f"{cell.coordinate} {cell.value!r}" + (f" -> {value!r}" if cell.data_type == "f" else "")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("form", ENDINGS)
def test_golden(form: str, name: str, lang: str, tmp_path: Path) -> None:
    if form == "xlsx":
        pytest.importorskip("openpyxl")
    file = GOLDENS / f"{name}.{lang}.{ENDINGS[form]}"
    same = golden(form, name, lang, tmp_path) == file.read_bytes().decode()
    assert same, "python -m tests.test_sheets --write, then git diff"


def test_every_golden_has_its_sheet() -> None:
    wanted = {f"{name}.{lang}.{end}" for name in SHOWN for lang in LANGUAGES for end in ENDINGS.values()}
    assert {path.name for path in GOLDENS.iterdir()} == wanted


# -- all formats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ENDINGS)
def test_every_example_in_every_format(form: str, tmp_path: Path) -> None:
    for name in EXAMPLES:
        assert made(form, f"examples/{name}.whist", out=tmp_path / name)
    assert made(form, "examples", out=tmp_path / "all")


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "html"])
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_stream_can_show_it(form: str, encoding: str) -> None:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "whistcli", "score", "examples/elimination.whist", "examples/wedstrijd.whist", "--format", form],
        capture_output=True, env={**os.environ, **PLAIN, "PYTHONPATH": path, "PYTHONIOENCODING": encoding}, check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("utf-8" if form in ("csv", "html") else encoding)  # the page says that it is UTF-8
    assert "Odile" in text
    assert ("♥" in text) is (encoding == "utf-8" or form in ("csv", "html"))


def test_the_ending_of_the_file_chooses_the_format(tmp_path: Path) -> None:
    for ending, start in (("md", b"## "), ("csv", b"Deal,"), ("html", b"<!DOCTYPE"), ("json", b"{"), ("xlsx", b"PK"), ("txt", b"The ")):
        out = tmp_path / f"sheet.{ending}"
        assert run("score", "examples/scouts.whist", "--lang", "en", "--out", str(out)).code == 0
        assert out.read_bytes().startswith(start)
    assert run("score", "examples/scouts.whist", "--csv", "plain", "--lang", "en").out.startswith("Deal,Dealer,")


def test_folders(tmp_path: Path) -> None:
    """All transcripts below a folder, sorted; one that holds none is wrong use."""
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("b/two.whist", "a.whist", "c.whist", ".git/x.whist", "notes.txt"):
        written(tmp_path / name, HEAD + MADE)
    found = json.loads(run("score", str(tmp_path), "--format", "json").out)
    assert len(found["files"]) == 3
    page = run("score", str(tmp_path), "--format", "html").out
    assert re.findall(r"<li>.*?<code>(.*?)</code>", page) == [str(tmp_path / n) for n in ("a.whist", "b/two.whist", "c.whist")]
    (tmp_path / "none").mkdir()
    ran = run("score", str(tmp_path / "none"))
    assert (ran.code, ran.out, ran.err) == (2, "", f"{tmp_path / 'none'}: there is no transcript (*.whist) in this folder\n")


def test_a_file_that_cannot_be_used_stops_no_other(tmp_path: Path) -> None:
    out = tmp_path / "sheets.html"
    ran = run("score", "examples/scouts.whist", "nowhere.whist", "--out", str(out))
    assert ran.code == 2
    assert "nowhere.whist" in ran.err
    assert "Simon Gillard" in out.read_text(encoding="utf-8")
    before = out.read_bytes()
    assert run("score", "nowhere.whist", "--out", str(out)).code == 2
    assert out.read_bytes() == before  # what was there is not destroyed for nothing
    assert [path.name for path in tmp_path.iterdir()] == ["sheets.html"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--format", "pdf"], "--format"), (["--format", "xlsx"], "needs --out"), (["--csv", "french"], "--csv"),
        (["--separator", ",,"], "--separator"), (["--decimal", ";"], "--decimal"), (["--decimal", ","], "--separator"),
        (["--color", "red"], "--color"), (["--out", "nowhere/sheet.html"], "cannot be written"),
    ],
)
def test_wrong_use(args: list[str], said: str) -> None:
    ran = run("score", "examples/scouts.whist", *args)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_the_package_for_workbooks_may_be_missing(tmp_path: Path) -> None:
    real = __import__("importlib.util").util.find_spec
    hidden: Callable[[str], Any] = lambda name: None if name == "xlsxwriter" else real(name)  # noqa: E731
    out = tmp_path / "sheet.xlsx"
    with mock.patch("importlib.util.find_spec", hidden):
        ran = run("score", "examples/scouts.whist", "--out", str(out))
    assert ran.code == 2
    assert ran.err == f"{out}: worksheets need a package that is not installed: pip install 'whistcli[xlsx]'\n"
    assert not out.exists()


def test_totals_over_all_files(tmp_path: Path) -> None:
    """Each player by name, the best first; sheets of other rules are not added to these."""
    one = written(tmp_path / "one.whist", HEAD + MADE)
    two = written(tmp_path / "two.whist", HEAD.replace("1 Ann, 2 Bob", "1 Bob, 2 Ann").replace("4 Dre", "4 Eve") + MIXED)
    points: dict[str, int] = {}
    for file in (one, two):
        found = json.loads(run("score", file, "--format", "json").out)
        for player in found["players"]:
            points[player["name"]] = points.get(player["name"], 0) + found["totals"]["points"][player["seat"]]
    rows = list(csv.reader(io.StringIO(run("score", one, two, "examples/scouts.whist", "--format", "csv").out)))
    start = next(place for place, row in enumerate(rows) if row[1:3] == ["Player", "Sheets"])
    table = {row[1]: int(row[3]) for row in rows[start + 1 :]}
    assert table == points
    assert list(table.values()) == sorted(table.values(), reverse=True)
    assert "Simon Gillard" not in table
    text = run("score", one, two).out
    assert "2 sheets together" in text
    assert "deals without points, in no total: 1" in text


def test_payments_stand_on_every_sheet(tmp_path: Path) -> None:
    for form in ("text", "markdown", "html"):
        assert "Qui paie qui" in run("score", "examples/scouts.whist", "--payments", "--format", form).out


# -- text -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_eighty_columns(name: str, lang: str) -> None:
    """A sheet without its findings fits on a plain terminal, fines and all."""
    out = run("score", f"examples/{name}.whist", "--lang", lang).out
    sheet = out.partition(f"\n\nexamples/{name}.whist:")[0]
    assert max(map(len, sheet.splitlines())) <= 80
    assert not [line for line in sheet.splitlines() if line != line.rstrip()]


def test_nothing_is_lost_in_eighty_columns(tmp_path: Path) -> None:
    """Every name, figure and fine of the JSON stands in the text."""
    found = json.loads(run("score", "examples/concours.whist", "--format", "json").out)
    out = run("score", "examples/concours.whist").out
    lines = out.splitlines()
    for player in found["players"]:
        assert f"{player['seat']} {player['name']}" in out
    start = next(place for place, line in enumerate(lines) if line.startswith("---"))
    body = [re.split(r" {2,}", line.strip()) for line in lines[start + 1 :] if re.match(r" *\d+ ", line)]
    for deal, row in zip(found["deals"], body, strict=False):
        points = ["-"] * 4 if deal["points"] is None else [str(value) for value in deal["points"].values()]
        shown = [cell.rstrip("*") for cell in row[-5:]]
        assert (row[0], shown) == (deal["deal"], [*points, "-" if deal["balance"] is None else str(deal["balance"])])
    fines = {row[0]: row[1:] for row in body[len(found["deals"]) :]}
    assert fines == {"4": ["!"], "6": ["!", "5"], "8": ["!", "!"]}


@pytest.mark.parametrize("name", ["1e5", "007", "-0", "0x1F", "1_000", "nan", "1,5"])
def test_a_name_is_no_number(name: str, tmp_path: Path) -> None:
    """Names and keys that a table maker would take for numbers stand as they are written."""
    out = run("score", "-", stdin=HEAD.replace("Ann", f'"{name}"') + MADE).out
    assert re.search(rf"\s{re.escape(name)}\s", out.splitlines()[1]) or f"1 {name}," in out.splitlines()[1]


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("env", "asked", "terminal", "expected"),
    [
        ({}, "auto", True, True), ({}, "auto", False, False), ({"NO_COLOR": "1"}, "auto", True, False),
        ({"NO_COLOR": ""}, "auto", True, True), ({"FORCE_COLOR": "1"}, "auto", False, True),
        ({"FORCE_COLOR": "0"}, "auto", True, False), ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, "auto", False, False),
        ({"NO_COLOR": "1"}, "always", False, True), ({"FORCE_COLOR": "1"}, "never", True, False),
        ({"TERM": "dumb"}, "auto", True, False),
    ],
)
def test_colours(env: dict[str, str], asked: str, terminal: bool, expected: bool) -> None:
    stream = (Terminal if terminal else io.TextIOWrapper)(io.BytesIO(), "utf-8")
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    with mock.patch.dict(os.environ, {**clean, "TERM": "xterm", **env}, clear=True):
        assert colours(stream, asked) is expected


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", True), ("ascii", False), ("cp1252", False), ("cp437", False)])
def test_symbols(encoding: str, expected: bool) -> None:
    assert symbols(Terminal(io.BytesIO(), encoding)) is expected
    assert symbols(io.TextIOWrapper(io.BytesIO(), encoding)) is False


def test_colours_only_paint() -> None:
    """The coloured sheet without its codes is the plain one, and a name brings no code of its own in."""
    plain = run("score", "examples/concours.whist").out
    painted = run("score", "examples/concours.whist", "--color", "always").out
    assert "\x1b[31m-18*\x1b[0m" in painted
    assert re.sub("\x1b\\[[0-9;]*m", "", painted) == plain
    hostile = HEAD.replace("Ann", "\x1b[41mAnn Maria Antoinette of the House on the Hill") + "table: \x1b[42m7\n" + MADE
    codes = re.findall("\x1b\\[([0-9;]*)m", run("score", "-", "--color", "always", stdin=hostile).out)
    assert set(codes) <= {"0", "1", "31", "33", "1;31"}


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")
def test_on_a_terminal() -> None:
    """Colours, symbols of suits, and whole names where it is wide enough."""
    import fcntl
    import pty
    import struct
    import termios

    def shown(columns: int, **env: str) -> str:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        child = subprocess.Popen(
            [sys.executable, "-m", "whistcli", "score", "examples/concours.whist"], stdout=theirs, cwd=ROOT,
            env={**clean, **PLAIN, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **env},
        )
        os.close(theirs)
        data = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:
                break
            if not more:
                break
            data += more
        os.close(ours)
        assert child.wait() == 0
        return data.decode()

    wide, narrow = shown(160), shown(80, NO_COLOR="1")
    assert "\x1b[1m" in wide
    assert "emballage 8 ♦: 2 3" in wide
    assert "Jean-Pol Dessart" in wide.splitlines()[1]
    assert "\x1b" not in narrow
    assert "emballage 8 ♦: 2 3" in narrow
    assert max(map(len, narrow.splitlines())) <= 80
    assert "♦" not in shown(80, PYTHONIOENCODING="ascii")


# -- Markdown -------------------------------------------------------------------------------------------------------------


def test_markdown_holds_together(tmp_path: Path) -> None:
    """Pipes and markup in names stay text; every row has as many cells as the heads."""
    names = HEAD.replace("Ann", '"A|nn *x*"').replace("Bob", '"<b>Bob</b>"').replace("Cis", '"`Cis`"')
    page = run("score", "-", "--format", "markdown", stdin=names + MIXED).out
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in page.splitlines() if line.startswith("|")]
    assert len(rows) > 6
    assert {len(row) for row in rows} == {13}
    assert re.fullmatch(r"[ :-]+", "".join(rows[1]))
    assert r"A\|nn \*x\*" in page
    assert r"\<b\>Bob\</b\>" in page
    assert r"\`Cis\`" in page


# -- CSV ------------------------------------------------------------------------------------------------------------------


def as_number(words: str, decimal: str = ".") -> float | str:
    try:
        return float(words.replace(decimal, "."))
    except ValueError:
        return words


@pytest.mark.parametrize(
    ("args", "separator", "decimal", "bom"),
    [
        ([], ",", ".", False), (["--csv", "plain"], ",", ".", False), (["--csv", "belgian"], ";", ",", True),
        (["--separator", ";", "--decimal", ","], ";", ",", False), (["--csv", "belgian", "--separator", "\t"], "\t", ",", True),
    ],
)
def test_csv_reads_back(args: list[str], separator: str, decimal: str, bom: bool, tmp_path: Path) -> None:
    """Every figure, with decimals too, comes back as the JSON has it."""
    text = HEAD + MADE + "correction: 1 +2.5\ncorrection: 2 -2.5\nfine 3: 0.50 \"late\"\n"
    file = written(tmp_path / "evening.whist", text)
    data = made("csv", file, "--lang", "en", *args, out=tmp_path / "sheet.csv")
    assert data.startswith(b"\xef\xbb\xbf") is bom
    assert data.count(b"\r\n") == data.count(b"\n") == len(data.splitlines())
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))
    assert len({len(row) for row in rows}) == 1
    found = json.loads(run("score", file, "--format", "json").out)
    heads, deals, totals = rows[0], rows[1:-1], rows[-1]
    for row, deal in zip([*deals, totals], [*found["deals"], found["totals"]], strict=True):
        for player in found["players"]:
            seat, name = player["seat"], player["name"]
            assert as_number(row[heads.index(name)], decimal) == float(deal["points"][seat])
            fine = deal["fines"].get(seat)
            assert as_number(row[heads.index(f"Fine {name}")], decimal) == (float(fine) if fine else "")
    assert any(decimal in cell for row in rows for cell in row)


def test_csv_of_a_mixed_evening(tmp_path: Path) -> None:
    """No figure is an empty cell; who owes a fine without an amount, and what is assumed, stand in columns of their own."""
    rows = list(csv.DictReader(io.StringIO(run("score", "-", "--format", "csv", "--lang", "en", stdin=HEAD + MIXED).out)))
    assert [row["Ann"] for row in rows] == ["7", "-10", "4", "", "", "14", "15"]
    assert [row["Fine due by"] for row in rows] == ["", "1 2", "", "", "", "", "1 2"]
    assert [row["Fine Cis"] for row in rows] == ["", "5", "", "", "", "", "5"]
    assert [row["Mark"] for row in rows] == ["*", "*", "*", "", "", "", ""]


@pytest.mark.parametrize("name", ["=1+1", "+32 475", "-Jan", "@SUM(A1)", "＝1+1", '=HYPERLINK("http://x","y")'])
def test_no_name_becomes_a_formula(name: str, tmp_path: Path) -> None:
    quoted = name.replace('"', "'")
    data = run("score", "-", "--csv", "belgian", stdin=HEAD.replace("Ann", f'"{quoted}"') + MADE).out
    heads = next(csv.reader(io.StringIO(data.lstrip("\ufeff")), delimiter=";"))
    assert f"'{quoted}" in heads
    assert not [head for head in heads if head.startswith(("=", "+", "-", "@", "＝"))]


def test_the_csv_that_the_documentation_shows() -> None:
    shown = re.search(r"^`whistcli ([^`]*)` begins with\n\n```csv\n(.*?)^```", (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8"), re.M | re.S)
    assert shown
    out = run(*shown[1].split()).out.removeprefix("\ufeff").replace("\r\n", "\n")
    assert out.startswith(shown[2])


# -- HTML -----------------------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """What a page holds: its elements, in the order in which they end, ids, links, text."""

    VOID = {"meta", "br", "hr", "img", "input", "link"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if self.open[-1:] != ["style"] else ""


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def values(reader: Reader, name: str) -> list[str]:
    return [value for key, value in reader.attributes if key == name]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_stands_alone(lang: str) -> None:
    page = run("score", "examples", "--format", "html", "--lang", lang).out
    reader = read(page)
    assert values(reader, "lang")[0] == lang
    ids = values(reader, "id")
    assert len(set(ids)) == len(ids)
    targets = values(reader, "href")
    assert len(targets) >= len(EXAMPLES)
    assert {target.removeprefix("#") for target in targets} <= set(ids)
    assert not {"script", "img", "link", "iframe", "object", "form"} & set(reader.tags)
    assert not [name for name, _ in reader.attributes if name.startswith("on") or name in ("src", "style")]
    assert not re.search(r"url\(|@import|https?://", page.partition("</style>")[0])
    assert values(reader, "aria-labelledby").count("contents") == 1
    for named in values(reader, "aria-labelledby"):
        assert set(named.split()) <= set(ids)


HOSTILE = "</style><script>alert(1)</script>' onload='x & <b>"


def test_nothing_written_becomes_markup() -> None:
    text = HEAD.replace("Ann", f'"{HOSTILE}"') + MADE + f"1: {HOSTILE}\n" + 'fine 2: 3 "<script>"\n'
    reader = read(run("score", "-", "--format", "html", stdin=text).out)
    assert not {"script", "b"} & set(reader.tags)
    assert not [name for name, _ in reader.attributes if name.startswith("on")]
    assert "<script>alert(1)</script>" in reader.text


def test_findings_stand_beside_their_deals() -> None:
    """After each deal's row come its findings with their clauses, in the reader's language."""
    page = run("score", "examples/disputed.whist", "--format", "html", "--lang", "en").out
    checked = json.loads(run("score", "examples/disputed.whist", "--format", "json", "--lang", "en").out)
    rows = re.findall(r"<tr>.*?</tr>|<tr class=\"found\">.*?</tr>", page.partition("<tbody>")[2].partition("</tbody>")[0], re.DOTALL)
    deal, beside = "", []
    for row in rows:
        head = re.search(r'<th scope="row"[^>]*>(.*?)</th>', row)
        if head:
            deal = head[1]
        else:
            beside.append((deal, re.search(r"</strong> .*? <code>(.*?)</code>", row)[1]))  # type: ignore[index]
    wanted = [(f["deal"], f["code"]) for f in checked["findings"] if f["severity"] != "note" and f["deal"] is not None]
    assert sorted(beside) == sorted(wanted)
    assert len(beside) >= 8
    assert "clause: arbiter.1" in read(page).text


def test_a_redeal_keeps_its_findings_apart(tmp_path: Path) -> None:
    """Of two deals with one number each has its own findings."""
    text = HEAD + "deal 1, dealer 4\n1: pass; 2: pass; 3: pass; 4: pass\ndeal 1, dealer 4\n2: pass\n"
    page = run("score", "-", "--format", "html", stdin=text).out
    first, second = re.findall(r'<th scope="row".*?(?=<th scope="row"|</tbody>)', page, re.DOTALL)
    assert ("A-turn" in first, "A-turn" in second) == (False, True)


def test_running_totals_and_the_chart() -> None:
    """The running figures end at the totals, and the chart says in words what it shows."""
    page = run("score", "-", "--format", "html", "--lang", "en", stdin=HEAD + MIXED).out
    found = json.loads(run("score", "-", "--format", "json", stdin=HEAD + MIXED).out)
    last = re.findall(r'<td class="running[^"]*">([^<]*)</td>', page)[-4:]
    assert [int(value) for value in last] == list(found["totals"]["points"].values())
    says = re.search(r"<desc[^>]*>(.*?)</desc>", page)
    assert says
    for name, value in zip(("Ann", "Bob", "Cis", "Dre"), found["totals"]["points"].values(), strict=True):
        assert f"{name} {value}" in says[1]
    assert page.count("<polyline") == 4


@pytest.mark.parametrize("values", [[], [[]], [[0]], [[0, 0, 0]], [[0, -5], [0, 5]], [[0, 1e6], [0, -1e6]], [[0.5, 0.25]], [[3] * 500]])
def test_any_chart(values: list[list[float]]) -> None:
    longest = max((len(each) for each in values), default=0)
    lines = [Line(f"p{number}", each) for number, each in enumerate(values)]
    svg = "\n".join(chart("a", "t", "s", lines, [str(place) for place in range(longest)]))
    read(svg)
    assert "nan" not in svg
    assert "inf" not in svg
    ups = [float(y) for points in re.findall(r'points="([^"]*)"', svg) for y in re.findall(r",([-0-9.]+)", points)]
    assert all(0 <= up <= 320 for up in ups)


# -- the page in a browser ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One disputed evening, and several evenings with their totals."""
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for name, files in (("one", ["referee"]), ("many", ["concours", "wedstrijd", "elimination"])):
        found[name] = folder / f"{name}.html"
        run("score", *(str(ROOT / "examples" / f"{file}.whist") for file in files), "--out", str(found[name]))
    return found


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", ["one", "many"])
def test_in_a_browser(chromium: Any, pages: dict[str, Path], name: str, width: int) -> None:
    """Nothing goes wrong, nothing is fetched, and the page itself never scrolls sideways."""
    pictures = []
    for dark in (False, True):
        with look(chromium, pages[name], width, dark=dark) as seen:
            assert (seen.errors, seen.requests) == ([], [])
            assert not seen.scrolls_sideways()
            assert seen.cut_off() == []
            assert seen.page.locator("table").first.is_visible()
            assert seen.page.locator("svg.chart").first.is_visible()
            pictures.append(seen.page.screenshot())
            if width == 1280:  # a whole table of four players is seen at once
                assert seen.page.evaluate("document.querySelector('.scroll').scrollWidth <= document.querySelector('.scroll').clientWidth")
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(("name", "count"), [("one", 2), ("many", 6)])
def test_on_paper(chromium: Any, pages: dict[str, Path], name: str, count: int) -> None:
    """A4, each sheet on a page of its own, nothing over the edge."""
    pdf = printed(chromium, pages[name])
    assert pages_of(pdf) == count
    with look(chromium, pages[name], width=1032) as seen:  # A4 across, without its margins
        seen.page.emulate_media(media="print")
        assert not seen.scrolls_sideways()
        assert seen.page.evaluate("[...document.querySelectorAll('table')].every(t => t.getBoundingClientRect().right <= 1032.5)")


# -- workbooks ------------------------------------------------------------------------------------------------------------


def recalculated(data: bytes, path: Path) -> dict[str, dict[str, Any]]:
    """The values of a workbook's cells as an independent program works them out, by worksheet (upper case) and cell.

    The values that we keep beside our formulas are taken out first.
    """
    formulas = pytest.importorskip("formulas", reason="the package formulas is not installed (pip install -e '.[dev]')")
    with zipfile.ZipFile(io.BytesIO(data)) as ours, zipfile.ZipFile(path, "w") as theirs:
        for name in ours.namelist():
            part = ours.read(name)
            theirs.writestr(name, re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", part) if "worksheets/" in name else part)
    solution = formulas.ExcelModel().loads(str(path)).finish().calculate()
    found: dict[str, dict[str, Any]] = {}
    for place, ranges in solution.items():
        match = re.fullmatch(r"'\[[^]]*\](.*)'!([A-Z]+\d+)", str(place))
        if match:
            found.setdefault(match[1].replace("''", "'"), {})[match[2]] = ranges.value[0, 0]
    return found


def test_formulas_come_to_our_totals(tmp_path: Path) -> None:
    """Sums over fines, corrections and deals that wait, the check, and the totals over files, worked out by another program."""
    from openpyxl import load_workbook

    files = [written(tmp_path / "first evening.whist", HEAD + MIXED), written(tmp_path / "it's.whist", HEAD + MADE + "fine 1: 2.5\n")]
    data = made("xlsx", *files, "--lang", "en", out=tmp_path / "sheets.xlsx")
    theirs = recalculated(data, tmp_path / "bare.xlsx")
    live, kept = (load_workbook(io.BytesIO(data), data_only=values) for values in (False, True))
    names = ["first evening", "it’s", "Totals"]
    assert live.sheetnames == names
    formulas = 0
    for page in live.worksheets:
        assert page.freeze_panes == "B4"
        for row in page.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    formulas += 1
                    value = kept[page.title][cell.coordinate].value
                    assert float(theirs[page.title.upper()][cell.coordinate]) == float(value), (page.title, cell.coordinate)
    assert formulas > 30
    points: dict[str, float] = {}
    fines: dict[str, float] = {}
    for file, name in zip(files, names, strict=False):
        found = json.loads(run("score", file, "--format", "json").out)
        values = theirs[name.upper()]
        heads = {cell.value: cell.column_letter for cell in live[name][3]}
        end = next(cell.row for cell in live[name][heads["Game"]] if cell.value == "Total")
        for player in found["players"]:
            seat, who = player["seat"], player["name"]
            total = found["totals"]["points"][seat]
            assert float(values[f"{heads[who]}{end}"]) == total
            points[who] = points.get(who, 0) + total
            fines[who] = fines.get(who, 0) + float(values[f"{heads[f'Fine {who}']}{end}"])
        assert float(values[f"{heads['Balance']}{end}"]) == found["totals"]["balance"]
        assert float(values[f"{heads['Ann']}{end + 4}"]) == 0  # the sums agree
    assert fines == {"Ann": 2.5, "Bob": 0, "Cis": 5, "Dre": 0}
    rows = {row[0].value: row[0].row for row in live["Totals"].iter_rows(min_row=4, max_row=7)}
    assert {who: float(theirs["TOTALS"][f"C{row}"]) for who, row in rows.items()} == points
    assert {who: float(theirs["TOTALS"][f"D{row}"]) for who, row in rows.items() if fines[who]} == {"Ann": 2.5, "Cis": 5}


def test_cells_are_numbers_and_texts(tmp_path: Path) -> None:
    """A name stays a name, whatever it looks like; a figure is a number; no figure is an empty cell."""
    openpyxl = pytest.importorskip("openpyxl")
    text = HEAD.replace("Ann", '"=1+1"').replace("Bob", '"007"') + MIXED
    data = made("xlsx", written(tmp_path / "x.whist", text), out=tmp_path / "x.xlsx")
    page = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    heads = [cell.value for cell in page[3]]
    assert heads[4:6] == ["=1+1", "007"]
    assert page["E3"].data_type == page["F3"].data_type == "s"
    assert [page[f"E{row}"].value for row in range(4, 10)] == [7, -10, 4, None, None, 14]


def test_names_of_worksheets() -> None:
    wanted = ["a", "A", "a:b/c", "x" * 50, "x" * 60, "history", "'x'", "Totals", "totals", "\x00"]
    names = list(sheet_names(wanted))
    assert len({name.casefold() for name in names}) == len(wanted)
    for name in names:
        assert 0 < len(name) <= LONGEST
        assert not set(name) & set("[]:*?/\\\x00")
        assert name[0] != "'" != name[-1]
        assert name.casefold() != "history"


# -- watching -------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent as a POSIX signal")
def test_watching(tmp_path: Path) -> None:
    """Scores again as the file is saved, through a moment without it and a half-written one; Ctrl-C ends it well."""
    file, out = tmp_path / "evening.whist", tmp_path / "sheet.json"
    written(file, HEAD + MADE)
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    child = subprocess.Popen(
        [sys.executable, "-m", "whistcli", "score", str(file), "--out", str(out), "--watch"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={**os.environ, **PLAIN, "PYTHONPATH": path},
    )

    def waits_for(deals: int) -> None:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            assert child.poll() is None
            try:
                if len(json.loads(out.read_text(encoding="utf-8"))["deals"]) == deals:
                    return
            except FileNotFoundError:
                pass
            time.sleep(0.02)
        raise AssertionError(f"never saw {deals} deals")

    try:
        waits_for(1)
        written(file, HEAD + MADE + MADE.replace("deal 1", "deal 2"))
        waits_for(2)
        file.unlink()
        time.sleep(1.2)
        assert child.poll() is None
        file.write_bytes((HEAD + MADE).encode()[:-9])  # half a line, and half a character
        with open(file, "ab") as handle:
            handle.write(b"\xc3")
            handle.flush()
            time.sleep(1.2)
            assert child.poll() is None
        written(file, HEAD + MADE + MIXED.replace("deal 1,", "deal 9,"))
        waits_for(7)
    finally:
        child.send_signal(signal.SIGINT)
        try:
            _, err = child.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            child.kill()
            raise
    assert child.returncode == 0
    assert b"Traceback" not in err
    assert err.count(b"watching") >= 3


def test_the_standard_input_is_not_watched() -> None:
    assert run("score", "-", "--watch").code == 2


# -- how fast it starts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "idle"),
    [
        (["check", "examples/scouts.whist"], ("whistcli.sheet", "whistcli.page", "whistcli.scoring", "tabulate")),
        (["score", "examples/scouts.whist"], ("whistcli.sheet.html", "whistcli.sheet.csv", "whistcli.sheet.xlsx", "whistcli.page")),
        (["score", "examples/scouts.whist", "--format", "json"], ("whistcli.sheet", "whistcli.page", "tabulate")),
    ],
)
def test_what_is_not_needed_is_not_loaded(args: list[str], idle: tuple[str, ...]) -> None:
    loaded = run_process(*args, env={"PYTHONPROFILEIMPORTTIME": "1"}).err
    modules = [line.rpartition("|")[2].strip() for line in loaded.splitlines()]
    assert "whistcli.evening" in modules
    assert [name for name in modules if name.startswith(idle)] == []


def write() -> None:
    """Writes the goldens anew."""
    import tempfile

    GOLDENS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for form, ending in ENDINGS.items():
            for name in SHOWN:
                for lang in LANGUAGES:
                    file = GOLDENS / f"{name}.{lang}.{ending}"
                    file.write_bytes(golden(form, name, lang, Path(folder)).encode())


if __name__ == "__main__":
    os.chdir(ROOT)
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.test_sheets --write")
    write()
