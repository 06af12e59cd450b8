"""Seasons: sums worked out by hand, places, the best evenings, months, progress, names, and what cannot be used."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from browser import look, pages_of, printed
from conftest import ROOT, run, run_process
from hypothesis import given
from hypothesis import strategies as st

from whistcli.club.names import alike, key
from whistcli.club.places import Bonus, bonuses, places, rounded
from whistcli.club.result import FileResult, Sat
from whistcli.club.seasonfile import Season
from whistcli.club.spread import Bar, spread
from whistcli.club.standings import Standings, standings
from whistcli.reckon import FineCell

TILLEUL = "examples/tilleul"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def evening(day: str | None, points: Mapping[str, int | Decimal], path: str = "", **more: object) -> FileResult:
    """A file's figures, its players sitting in the order given."""
    seats = tuple(Sat(str(at), name, value, FineCell()) for at, (name, value) in enumerate(points.items(), 1))
    whole = {"round": None, "table": None, "waiting": (), "faults": 0, **more}
    return FileResult(path or f"{day}.whist", day, whole["round"], whole["table"], "amis", "amis", seats,
                      sum(points.values()), 4, whole["waiting"], whole["faults"])


def table(found: Standings) -> list[tuple[object, str, object]]:
    """Place, name and points of those who are placed."""
    return [(line.place, line.player, line.counted) for line in found.placed]


AUTUMN = [
    evening("2026-09-04", {"Ann": 10, "Bob": 5, "Cleo": -3, "Dirk": 0}),
    evening("2026-09-18", {"Ann": -4, "Bob": 9, "Cleo": 12, "Dirk": 2}),
    evening("2026-10-02", {"Ann": 6, "Bob": -2, "Cleo": 3, "Eva": 20}),
]


# -- by hand ------------------------------------------------------------------------------------------------------------


def test_totals_and_equal_places() -> None:
    # Ann 10 - 4 + 6, Bob 5 + 9 - 2, Cleo -3 + 12 + 3, Dirk 0 + 2, Eva 20
    found = standings(AUTUMN, Season())
    assert table(found) == [(1, "Eva", 20), (2, "Ann", 12), (2, "Bob", 12), (2, "Cleo", 12), (5, "Dirk", 2)]
    assert [place for place, *_ in table(standings(AUTUMN, Season(ties="dense")))] == [1, 2, 2, 2, 3]
    assert [place for place, *_ in table(standings(AUTUMN, Season(ties="split")))] == [1, 3, 3, 3, 5]
    assert found.days == ("2026-09-04", "2026-09-18", "2026-10-02")


def test_best_evenings() -> None:
    # the two best: Ann 10 + 6, Bob 9 + 5, Cleo 12 + 3, Dirk 2 + 0, Eva 20
    found = standings(AUTUMN, Season(best=2))
    assert table(found) == [(1, "Eva", 20), (2, "Ann", 16), (3, "Cleo", 15), (4, "Bob", 14), (5, "Dirk", 2)]
    ann = found.placed[1]
    assert [(each.day[5:], each.points, each.counts) for each in ann.evenings] == [
        ("09-04", 10, True), ("09-18", -4, False), ("10-02", 6, True)]
    assert (ann.all, ann.average) == (12, 8)


def test_placed_by_average() -> None:
    found = standings(AUTUMN, Season(by="average"))
    assert [(line.player, line.average) for line in found.placed] == [
        ("Eva", 20), ("Ann", 4), ("Bob", 4), ("Cleo", 4), ("Dirk", 1)]


def test_too_few_evenings_stand_apart() -> None:
    found = standings(AUTUMN, Season(minimum=2))
    assert table(found) == [(1, "Ann", 12), (1, "Bob", 12), (1, "Cleo", 12), (4, "Dirk", 2)]
    assert [(line.player, line.place) for line in found.apart] == [("Eva", None)]


def test_winners_of_the_month() -> None:
    # September: Ann 6, Bob 14, Cleo 9, Dirk 2; October: Eva
    months = standings(AUTUMN, Season()).months
    assert [(month.month, month.winners, month.points) for month in months] == [
        ("2026-09", ("Bob",), 14), ("2026-10", ("Eva",), 20)]
    even = [evening("2026-09-04", {"Ann": 3, "Bob": 3, "Cleo": 1, "Dirk": -7})]
    assert standings(even, Season()).months[0].winners == ("Ann", "Bob")


def test_progress_since_the_last_time() -> None:
    # before 2 October: Bob 14, Cleo 9, Ann 6, Dirk 2; after: Eva 1st, then the three of 12, then Dirk
    found = standings(AUTUMN, Season())
    assert {line.player: (line.change, line.last) for line in found.placed} == {
        "Eva": (None, 20), "Ann": (1, 6), "Bob": (-1, -2), "Cleo": (0, 3), "Dirk": (-1, None)}
    assert [line.change for line in standings(AUTUMN[:1], Season()).placed] == [None] * 4


def test_several_files_of_a_day_are_one_evening() -> None:
    rounds = [
        evening("2026-11-28", {"Ann": 4, "Bob": 1, "Cleo": 0, "Dirk": 2}, "a", round="1", table="1"),
        evening("2026-11-28", {"Ann": 5, "Bob": 1, "Cleo": 0, "Dirk": 2}, "b", round="2", table="1"),
    ]
    found = standings(rounds, Season(best=1))
    assert (found.placed[0].counted, len(found.placed[0].evenings)) == (9, 1)
    assert found.findings == ()


def test_a_file_without_a_date_comes_last() -> None:
    loose = evening(None, {"Ann": 100, "Bob": 0, "Cleo": 0, "Dirk": 0}, "loose")
    found = standings([loose, *AUTUMN], Season())
    assert found.placed[0].player == "Ann"
    assert [each.day for each in found.placed[0].evenings][-1] == "~loose"
    assert found.undated == ("loose",)
    assert [finding.message_key for _, finding in found.findings] == ["G-undated"]
    assert [month.month for month in found.months] == ["2026-09", "2026-10"]
    bounded = standings([loose, *AUTUMN], Season(since="2026-01-01"))
    assert (bounded.undated, bounded.findings[0][1].message_key) == ((), "G-undated.out")


def test_since_and_until() -> None:
    found = standings(AUTUMN, Season(since="2026-09-05", until="2026-09-30"))
    assert table(found) == [(1, "Cleo", 12), (2, "Bob", 9), (3, "Dirk", 2), (4, "Ann", -4)]
    assert found.files == 1


def test_the_same_table_twice() -> None:
    twice = [evening("2026-11-28", {"Ann": 4, "Bob": 1, "Cleo": 0, "Dirk": 2}, path, table="1") for path in ("a", "b")]
    assert [(path, finding.code) for path, finding in standings(twice, Season()).findings] == [("b", "G-copy")]
    other = evening("2026-11-28", {"Eva": 4, "Fien": 1, "Gust": 0, "Hans": 2}, "b", table="1")  # another club's table
    assert standings([twice[0], other], Season()).findings == ()


POINTS = st.one_of(st.integers(-40, 80), st.decimals(-9, 9, places=1))
FILES = st.lists(
    st.builds(
        lambda day, names, points, path: evening(day, dict(zip(names, points, strict=True)), path),
        st.one_of(st.none(), st.dates().map(str)),
        st.lists(st.sampled_from(["Ann", "Bob", "Cléo", "Cleo", "Dirk", "Eva"]), min_size=4, max_size=4, unique=True),
        st.lists(POINTS, min_size=4, max_size=4),
        st.sampled_from(["a", "b", "c", "d", "e"]),
    ),
    max_size=8, unique_by=lambda one: (one.path, one.date),
)


@given(FILES, st.integers(1, 4), st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_order_of_the_files_does_not_matter(
    files: list[FileResult], best: int, minimum: int, shuffle: random.Random
) -> None:
    season = Season(best=best, minimum=minimum)
    other = list(files)
    shuffle.shuffle(other)
    assert standings(other, season) == standings(files, season)


@given(FILES)
def test_every_point_is_somebodys(files: list[FileResult]) -> None:
    found = standings(files, Season())
    assert sum(Fraction(line.all) for line in found.placed) == sum(Fraction(one.balance) for one in files)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=8), st.sampled_from(["shared", "dense", "split"]))
def test_places(values: list[int], ties: str) -> None:
    found = places(values, ties)
    for one, mine in zip(values, found, strict=True):
        assert all((other > one) == (theirs < mine) for other, theirs in zip(values, found, strict=True))
    if ties == "split":  # as many places in all as when nobody is equal
        assert sum(map(Fraction, found)) == sum(range(1, len(values) + 1))
    if ties == "dense":
        assert sorted(set(found)) == list(range(1, len(set(values)) + 1))


@pytest.mark.parametrize(("points", "bonus", "expected"), [
    ([40, 10, 30, 20], Bonus((90, 60, 30, 0)), [90, 0, 60, 30]),
    ([40, 40, 30, 20], Bonus((90, 60, 30, 0), "split"), [75, 75, 30, 0]),
    ([5, 5, 5, 5], Bonus((90, 60, 30, 0), "split"), [45, 45, 45, 45]),
    ([40, 40, 30, 20], Bonus((90, 60, 30, 0), "higher"), [90, 90, 30, 0]),
    ([40, 40, 30, 20], Bonus((90, 60, 30, 0), "lower"), [60, 60, 30, 0]),
    ([40, 40, 30, 20], Bonus((90, 60, 30, 0), "none"), [0, 0, 30, 0]),
    ([40, 40, 30, 20], Bonus((90, 60, 30, 0)), [None, None, 30, 0]),
    ([40, 40, 30, 20], Bonus((6, 5, 2, 0), "split"), [None, None, 2, 0]),  # 11 does not divide by two
    ([40, 40, 30, 20], Bonus((6, 5, 2, 0), "split", remainder="down"), [5, 5, 2, 0]),
    ([40, 40, 30, 20], Bonus((6, 5, 2, 0), "split", remainder="up"), [6, 6, 2, 0]),
    ([40, 40, 30, 20], Bonus((6, 5, 2, 0), "split", Decimal("0.5")), [Decimal("5.5"), Decimal("5.5"), 2, 0]),
    ([9, 8, 7, 6, 5], Bonus((90, 60, 30, 0)), [90, 60, 30, 0, 0]),  # a fifth at the table
])
def test_bonuses(points: list[int], bonus: Bonus, expected: list[int | None]) -> None:
    assert bonuses(points, bonus) == expected


def test_averages_are_rounded_away_from_zero() -> None:
    assert [rounded(Fraction(number, 200)) for number in (1, -1, 3, 199, 200, -200, 0)] == [
        "0.01", "-0.01", "0.02", "1.00", "1.00", "-1.00", "0.00"]


# -- names --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other", "same"), [
    ("Zoé Aerts", "Zoe Aerts", True),
    ("JEAN-POL DESSART", "Jean Pol Dessart", True),
    ("Dessart Jean-Pol", "Jean-Pol Dessart", True),
    ("Yvette Collard", "Yvete Collard", False),
    ("Y. Collard", "Yvette Collard", False),
    ("Marcel Lambert", "Marcel Lamberts", False),
])
def test_names_that_look_alike(one: str, other: str, same: bool) -> None:
    assert [tuple(pair) for pair in alike([one, other])] == [(one, other, same)]
    assert list(alike([one, other], known=(one, other))) == []
    assert list(alike([one, other], apart={frozenset((one, other))})) == []


def test_names_that_do_not() -> None:
    assert list(alike(["Marcel Lambert", "Yvette Collard", "Nadine Pirotte", "Y. Lambert", "Jean Collard"])) == []
    assert key("Œuvre-Élan") == key("elan oeuvre")


def test_spellings_are_told_and_not_merged() -> None:
    files = [evening("2026-09-04", {"Zoé": 1, "Bob": 2, "Cleo": 3, "Dirk": 4}, "a"),
             evening("2026-09-11", {"Zoe": 1, "Bob": 2, "Cleo": 3, "Dirk": 4}, "b")]
    found = standings(files, Season())
    assert [(path, finding.message_key, finding.args["name"]) for path, finding in found.findings] == [
        ("b", "G-name.same", "Zoe")]
    assert {"Zoé", "Zoe"} <= {line.player for line in found.placed}
    merged = standings(files, Season(aliases={"Zoe": "Zoé"}, known=frozenset({"Zoé"})))
    assert merged.findings == ()
    assert (4, "Zoé", 2) in table(merged)


def test_who_sat_together_is_two_people() -> None:
    files = [evening("2026-09-04", {"Jean Dupont": 1, "Jeanne Dupont": 2, "Cleo": 3, "Dirk": 4})]
    assert standings(files, Season()).findings == ()


# -- the command --------------------------------------------------------------------------------------------------------

HEAD = "rules: amis\nlang: en\n{date}players: 1 Ann, 2 Bob, 3 Cleo, 4 Dirk\n\n"
PAIR = "deal 1, dealer 4\n1: propose hearts; 2: pass; 3: accept 8; 4: pass\ntricks: 8\n"  # 7 each to Ann and Cleo


def season(folder: Path, **files: str) -> Path:
    """A folder with transcripts, each under its name; a text `DAY ...` stands for one deal with what follows."""
    for name, text in files.items():
        day, _, more = text.partition(" ")
        head = HEAD.format(date=f"date: {day}\n" if day else "")
        (folder / f"{name}.whist").write_text(head + PAIR + more, "utf-8")
    return folder


def data(*args: str) -> dict[str, object]:
    return json.loads(run("standings", "--format", "json", *args).out)


def test_corrections_bring_their_reasons(tmp_path: Path) -> None:
    season(tmp_path, a='2026-09-04 correction: 2 +5 "miscounted"\nfine 4: 2 "late"\n', b="2026-09-11")
    found = data(str(tmp_path))
    assert [(one["player"], one["points"], one["fines"]) for one in found["players"]] == [
        ("Ann", 14, 0), ("Cleo", 14, 0), ("Bob", 5, 0), ("Dirk", 0, 2)]
    assert [(one["date"], one["player"], one["what"], one["amount"], one["reason"]) for one in found["rulings"]] == [
        ("2026-09-04", "Bob", "correction", 5, "miscounted"), ("2026-09-04", "Dirk", "fine", 2, "late")]
    text = run("standings", str(tmp_path)).out
    assert "miscounted" in text
    assert "late" in text


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    season(tmp_path, a="2026-09-04")
    (tmp_path / "b.whist").write_text("rules: nowhere\nplayers: 1, 2, 3, 4\ndeal 1\n", "utf-8")
    (tmp_path / "c.whist").write_text("rules: knockout\nplayers: A, B, C\nround 1, cards 7, trump hearts\n", "utf-8")
    (tmp_path / "d.whist").write_text("rules: amis\nplayers: 1, 2, 3\ndeal 1\n", "utf-8")
    ran = run("standings", str(tmp_path), str(tmp_path / "e.whist"))
    assert ran.code == 2
    assert "Ann" in ran.out
    for name, code in (("b", "R-unknown"), ("c", "G-knockout"), ("d", "T-players"), ("e", "T-missing")):
        assert f"{tmp_path / name}.whist" in ran.err
        assert code in ran.err
        assert f"{tmp_path / name}.whist is not counted" in ran.err
    assert [Path(one["file"]).name for one in data(str(tmp_path))["unused"]] == ["b.whist", "c.whist", "d.whist"]


def test_nothing_to_use(tmp_path: Path) -> None:
    ran = run("standings", str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert "G-empty" in ran.err


def test_deals_without_points_are_told(tmp_path: Path) -> None:
    season(tmp_path, a="2026-09-04 deal 2, dealer 1\n2: pass; 3: solo 9\n", b="2026-09-11")
    ran = run("standings", str(tmp_path), "--lang", "en")
    assert ran.code == 1
    assert "G-waiting] deals without points: 2" in ran.out
    assert run("standings", str(tmp_path / "b.whist")).code == 0


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    season(tmp_path, a="2026-09-04")
    assert data(str(tmp_path), str(tmp_path / "a.whist"), str(tmp_path / "." / "a.whist"))["files"] == 1


def test_rules_can_be_others(tmp_path: Path) -> None:
    season(tmp_path, a="2026-09-04")
    assert data(str(tmp_path), "--rules", "scouts")["players"][0]["points"] != 7
    assert data(str(tmp_path))["players"][0]["points"] == 7


SEASON = """\
title: {en: The season, fr: La saison, nl: Het seizoen}
best: 1
minimum: 2
ties: dense
aliases:
  Ann Peeters: [Ann, "A. Peeters"]
"""


def test_the_season_has_a_file(tmp_path: Path) -> None:
    season(tmp_path, a="2026-09-04", b="2026-09-11")
    (tmp_path / "season.yaml").write_text(SEASON, "utf-8")
    found = data(str(tmp_path))
    assert found["title"] == "The season"
    assert [(one["place"], one["player"], one["points"], one["total"]) for one in found["players"]] == [
        (1, "Ann Peeters", 7, 14), (1, "Cleo", 7, 14), (2, "Bob", 0, 0), (2, "Dirk", 0, 0)]
    assert data(str(tmp_path), "--best", "2")["players"][0]["points"] == 14  # the command line goes before the file
    elsewhere = tmp_path / "other.yaml"
    elsewhere.write_text("Dirk Maes: Dirk\n", "utf-8")
    names = {one["player"] for one in data(str(tmp_path), "--aliases", str(elsewhere))["players"]}
    assert names == {"Ann Peeters", "Bob", "Cleo", "Dirk Maes"}


@pytest.mark.parametrize(("text", "code", "line"), [
    ("bests: 3\n", "R-key", 1),
    ("title: a\nbest: 0\n", "R-value", 2),
    ("title: a\nties: alike\n", "R-choice", 2),
    ("since: 2026-13-01\n", "R-value", 1),
    ("aliases:\n  Ann: [A]\n  Anna: [A]\n", "G-alias", 3),
    ("aliases:\n  Ann: [Anna]\n  Anna: []\n", "G-alias", 2),
    ("aliases:\n  Ann: {other: A}\n", "R-shape", 2),
    ("best: 3\nbest: 4\n", "R-duplicate", 2),
    ("", "R-yaml", 1),
    ("- a\n", "R-shape", 1),
])
def test_faults_of_the_season_file(tmp_path: Path, text: str, code: str, line: int) -> None:
    season(tmp_path, a="2026-09-04")
    file = tmp_path / "season.yaml"
    file.write_text(text, "utf-8")
    ran = run("standings", str(tmp_path), "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert f"{file}:{line}:" in ran.err
    assert f"error[{code}]" in ran.err


def test_wrong_days_on_the_command_line() -> None:
    assert run("standings", TILLEUL, "--since", "2026-02-30").code == 2
    assert run("standings", TILLEUL, "--ties", "alike").code == 2


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json", "html"])
def test_the_number_of_jobs_does_not_matter(form: str) -> None:
    alone = run_process("standings", TILLEUL, "--format", form, "--lang", "fr")
    assert run_process("standings", TILLEUL, "--format", form, "--lang", "fr", "--jobs", "2") == alone
    assert alone.code == 0


def test_files_can_be_named_in_any_order() -> None:
    files = sorted(str(path) for path in Path(TILLEUL).glob("*.whist"))
    assert run("standings", *reversed(files)).out == run("standings", *files).out == run("standings", TILLEUL).out


def shout(word: str) -> str:
    """What the test below has done elsewhere."""
    return word.upper()


def test_spread_keeps_the_order() -> None:
    words = [f"w{number}" for number in range(23)]
    assert list(spread(shout, words, 2)) == list(spread(shout, words, 1)) == [word.upper() for word in words]


def test_the_bar_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        def __init__(self, tty: bool) -> None:
            self.tty, self.written = tty, ""

        def isatty(self) -> bool:
            return self.tty

        def write(self, text: str) -> None:
            self.written += text

        def flush(self) -> None:
            pass

    clock = iter(range(100))
    monkeypatch.setattr("whistcli.club.spread.monotonic", lambda: next(clock))
    for tty in (True, False):
        stream = Stream(tty)
        bar = Bar(4, stream)  # type: ignore[arg-type]
        for done in (1, 2, 3, 4):
            bar.show(done)
        bar.clear()
        assert bool(stream.written) is tty
        if tty:
            assert "2/4" in stream.written
            assert stream.written.endswith(" \r")


def test_names_cannot_break_out_of_the_page(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    text = f'rules: amis\nlang: en\ndate: {{}}\nplayers: 1 "{evil}", 2 "=1+1", 3 "a|b", 4 Dirk\n\n{PAIR}'
    for day in ("2026-09-04", "2026-09-11"):
        (tmp_path / f"{day}.whist").write_text(text.format(day), "utf-8")
    html = run("standings", str(tmp_path), "--format", "html").out
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert run("standings", str(tmp_path), "--format", "csv").out.splitlines() == [
        "Place,Change,Player,Points,Average,Evenings,Last time",
        f"1,0,{evil},14,7.00,2,7",
        "1,0,a|b,14,7.00,2,7",
        "3,0,'=1+1,0,0.00,2,0",
        "3,0,Dirk,0,0.00,2,0",
    ]
    assert "a\\|b" in run("standings", str(tmp_path), "--format", "markdown").out


def test_the_page_on_screen_and_paper(chromium: object, tmp_path: Path) -> None:
    file = tmp_path / "season.html"
    file.write_text(run("standings", "examples/season", "examples/tilleul", "--format", "html").out, "utf-8")
    for width in (360, 1280):
        for dark in (False, True):
            with look(chromium, file, width=width, dark=dark) as seen:
                assert seen.errors == seen.requests == []
                assert not seen.scrolls_sideways()
    assert pages_of(printed(chromium, file)) == 2


def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    html = run("standings", TILLEUL, "--format", "html", "--lang", "nl").out
    assert '<html lang="nl">' in html
    assert html.count("<svg") == 4
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in html


def test_a_file_that_is_not_there_and_one_that_moved(tmp_path: Path) -> None:
    shutil.copy(f"{TILLEUL}/novembre-06.whist", tmp_path / "evening.whist")
    assert data(str(tmp_path))["evenings"] == ["2026-11-06"]
