"""Contests: totals and places by hand, what a place brings, what still misses, faults of the file, and the draw.

`python -m tests.test_contest --write` writes the goldens of the examples anew; then read what changed in `git diff`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from time import perf_counter

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for `python -m tests.test_contest`

from conftest import ROOT, run, run_process
from hypothesis import given, settings
from hypothesis import strategies as st

from whistcli.club.draw import Drawn, by_standing, draw, meetings, sizes
from whistcli.say import LANGUAGES

HEAD = """\
title: {en: The cup, fr: La coupe, nl: De beker}
lang: en
rules: amis
rounds: 2
deals: 1
ties: shared
players:
  1: Ann
  2: Bob
  3: Cleo
  4: Dirk
  5: Eva
  6: Fien
  7: Gust
  8: Hans
"""
SEATS = """\
seats:
  1:
    tables:
      1: [1, 2, 3, 4]
      2: [5, 6, 7, 8]
  2:
    tables:
      1: [1, 3, 5, 7]
      2: [2, 4, 6, 8]
"""
FIRST = SEATS.partition("\n  2:")[0] + "\n"
NAMES = dict(enumerate(["Ann", "Bob", "Cleo", "Dirk", "Eva", "Fien", "Gust", "Hans"], 1))


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def sheet(round: int, table: int, seats: Sequence[int], deals: str) -> str:
    players = ", ".join(f"{number} {NAMES[number]}" for number in seats)
    return f"rules: amis\nlang: en\nround: {round}\ntable: {table}\nplayers: {players}\n\n{deals}"


def pair(seats: Sequence[int], one: int, other: int, tricks: int = 8) -> str:
    """A deal in which two play a pair for 8: made it brings each 3 x 8 - 17 = 7; missed by one it costs them 3 more, 10."""
    return f"deal 1\ncontract: pair 8 hearts by {one} {other}\ntricks: {tricks}\n"


def contest(folder: Path, more: str = "", seats: str = SEATS, head: str = HEAD) -> str:
    """Writes the file of a contest; `whole` writes its transcripts."""
    file = folder / "contest.yaml"
    file.write_text(head + more + seats, "utf-8")
    return str(file)


def whole(folder: Path) -> None:
    """All four tables: round 1, 1 and 3 make a pair, 5 and 6 too; round 2, 1 and 3 again, 2 and 4 lose one."""
    for round, table, seats, one, other, tricks in (
        (1, 1, (1, 2, 3, 4), 1, 3, 8), (1, 2, (5, 6, 7, 8), 5, 6, 8),
        (2, 1, (1, 3, 5, 7), 1, 3, 8), (2, 2, (2, 4, 6, 8), 2, 4, 7),
    ):
        (folder / f"r{round}t{table}.whist").write_text(
            sheet(round, table, seats, pair(seats, one, other, tricks)), "utf-8")


def data(file: str, *args: str) -> dict[str, object]:
    return json.loads(run("contest", "show", file, "--format", "json", *args).out)


def found(file: str) -> list[str]:
    """The codes of what misses."""
    return [one["code"] for one in data(file)["findings"]]


def totals(file: str) -> list[tuple[object, str, object, object]]:
    """Place, player, bonus and total."""
    return [(one["place"], one["player"], one["bonus"], one["total"]) for one in data(file)["players"]]


# -- by hand ------------------------------------------------------------------------------------------------------------


def test_totals(tmp_path: Path) -> None:
    whole(tmp_path)
    file = contest(tmp_path)
    ran = run("contest", "show", file)
    assert ran.code == 0, ran.out
    # a lost pair costs 10 and brings its opponents 10: Fien 7 + 10, Hans 0 + 10, Bob and Dirk -10
    assert totals(file) == [
        (1, "Fien", 0, 17), (2, "Ann", 0, 14), (2, "Cleo", 0, 14), (4, "Hans", 0, 10), (5, "Eva", 0, 7),
        (6, "Gust", 0, 0), (7, "Bob", 0, -10), (7, "Dirk", 0, -10)]


@pytest.mark.parametrize(("ties", "expected"), [
    ("shared", [1, 2, 2, 4, 5, 6, 7, 7]), ("dense", [1, 2, 2, 3, 4, 5, 6, 6]), ("split", [1, "2.5", "2.5", 4, 5, 6, "7.5", "7.5"]),
])
def test_ties(tmp_path: Path, ties: str, expected: list[object]) -> None:
    whole(tmp_path)
    file = contest(tmp_path, head=HEAD.replace("ties: shared", f"ties: {ties}"))
    assert [place for place, *_ in totals(file)] == expected
    undeclared = contest(tmp_path, head=HEAD.replace("ties: shared\n", ""))
    assert found(undeclared) == ["G-ties"]


def test_bonus_of_equal_places(tmp_path: Path) -> None:
    whole(tmp_path)
    # at each table two pairs of equals: 90 + 60 and 30 + 0, divided
    file = contest(tmp_path, "bonus: {places: [90, 60, 30, 0], equal: split}\n")
    assert {player: bonus for _, player, bonus, _ in totals(file)} == {
        "Ann": 150, "Cleo": 150, "Bob": 30, "Dirk": 30, "Eva": 90, "Fien": 150, "Gust": 30, "Hans": 90}
    assert totals(file)[0] == (1, "Fien", 150, 167)
    assert found(file) == []
    silent = contest(tmp_path, "bonus: {places: [90, 60, 30, 0]}\n")
    assert found(silent) == ["G-bonus"] * 4
    assert {bonus for _, _, bonus, _ in totals(silent)} == {0}
    odd = contest(tmp_path, "bonus: {places: [9, 6, 3, 0], equal: split}\n")
    assert found(odd) == ["G-bonus"] * 4
    halves = contest(tmp_path, "bonus: {places: [9, 6, 3, 0], equal: split, step: 0.5}\n")
    assert (found(halves), totals(halves)[0][2]) == ([], 15)


def test_no_bonus_before_the_last_deal(tmp_path: Path) -> None:
    whole(tmp_path)
    file = contest(tmp_path, "bonus: {places: [90, 60, 30, 0], equal: split}\n", head=HEAD.replace("deals: 1", "deals: 2"))
    assert found(file) == ["G-fewer"] * 4
    assert {bonus for _, _, bonus, _ in totals(file)} == {0}
    assert "0?" in run("contest", "show", file).out
    for path in tmp_path.glob("*.whist"):
        path.write_text(path.read_text("utf-8") + "bell\n", "utf-8")  # a round that the bell ended is over
    assert found(file) == []
    assert {bonus for _, _, bonus, _ in totals(file)} == {30, 90, 150}


def test_fines(tmp_path: Path) -> None:
    whole(tmp_path)
    path = tmp_path / "r1t1.whist"
    path.write_text(path.read_text("utf-8") + 'fine 2: 1.50 "late"\n', "utf-8")
    money = contest(tmp_path, "set: {lost_game_fine: 0.25}\nfines: {unit: money, currency: EUR}\n")
    fines = {one["player"]: one["fines"] for one in data(money)["players"]}
    assert {who: fine for who, fine in fines.items() if fine} == {"Bob": "1.75", "Dirk": "0.25"}
    assert "Fines in all: 2 EUR" in run("contest", "show", money).out
    points = contest(tmp_path, "set: {lost_game_fine: 3}\nfines: {deducted: true}\n")
    assert {who: total for _, who, _, total in totals(points)}["Dirk"] == -13
    unset = contest(tmp_path, "fines: {deducted: true}\n")
    assert found(unset) == ["G-due"]


# -- what misses --------------------------------------------------------------------------------------------------------


def misses(tmp_path: Path, seats: str = SEATS, more: str = "") -> list[tuple[str, str]]:
    """Codes and messages of what misses."""
    return [(one["code"], one["message"]) for one in data(contest(tmp_path, more, seats))["findings"]]


def test_a_table_without_a_transcript(tmp_path: Path) -> None:
    whole(tmp_path)
    (tmp_path / "r2t2.whist").unlink()
    assert misses(tmp_path) == [("G-table", "round 2, table 2: no transcript")]
    ran = run("contest", "show", str(tmp_path / "contest.yaml"))
    assert ran.code == 1
    assert "contest.yaml:24:7: warning[G-table]" in ran.out


def test_a_round_without_seats(tmp_path: Path) -> None:
    whole(tmp_path)
    for path in tmp_path.glob("r2*"):
        path.unlink()
    assert misses(tmp_path, FIRST) == [("G-round", "round 2 has no seats and no transcripts")]


def test_seats_may_come_from_the_transcripts(tmp_path: Path) -> None:
    whole(tmp_path)
    assert misses(tmp_path, "") == []
    assert totals(contest(tmp_path, seats="")) == totals(contest(tmp_path))


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("2: [5, 6, 7, 8]", "2: [5, 6, 7, 4]", ["G-seats", "G-twice", "G-nowhere"]),
    ("1: [1, 2, 3, 4]", "1: [1, 2, 3, 4, 5]", ["G-seats", "G-size", "G-twice"]),
    ("2: [2, 4, 6, 8]", "3: [2, 4, 6, 8]", ["G-lost", "G-table"]),
])
def test_seats_that_do_not_fit(tmp_path: Path, old: str, new: str, expected: list[str]) -> None:
    whole(tmp_path)
    assert [code for code, _ in misses(tmp_path, SEATS.replace(old, new))] == expected


def test_absent_and_resting(tmp_path: Path) -> None:
    whole(tmp_path)
    head = HEAD.replace("8: Hans", "8: {name: Hans, absent: 2}\n  9: Iris\n  10: {name: Jan, absent: true}")
    file = contest(tmp_path, seats=SEATS.replace("  2:\n    tables:", "  2:\n    out: [9, 7]\n    tables:"), head=head)
    told = [(one["code"], one["message"]) for one in data(file)["findings"]]
    assert told == [
        ("G-nowhere", "9 (Iris) sits nowhere in round 1"),
        ("G-twice", "7 (Gust) sits out round 2 and sits at table 1"),
        ("G-absent", "8 (Hans) is marked absent in round 2 and sits at table 2"),
    ]
    assert "Did not play: 9 (Iris), 10 (Jan)" in run("contest", "show", file).out


@pytest.mark.parametrize(("file", "old", "new", "expected"), [
    ("r1t1", "round: 1", "", "G-lost"),
    ("r1t1", "table: 1", "", "G-lost"),
    ("r1t1", "round: 1", "round: 3", "G-lost"),
    ("r1t1", "round: 1", "round: 2", "G-copy"),
    ("r1t1", "tricks: 8", "tricks: ?", "G-waiting"),
    ("r1t1", "tricks: 8", "tricks: 8\ndeal 2\ncontract: pair 8 hearts by 1 3\ntricks: 8", "G-more"),
    ("r1t1", "tricks: 8", "tricks: 8\npoints: 1 99", "G-faults"),
    ("r1t1", "1 Ann", "1 Hans", "G-who"),
    ("r1t1", "rules: amis", "rules: scouts", "G-rules"),
])
def test_transcripts_that_do_not_fit(tmp_path: Path, file: str, old: str, new: str, expected: str) -> None:
    whole(tmp_path)
    path = tmp_path / f"{file}.whist"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    assert expected in found(contest(tmp_path))


def test_players_by_name(tmp_path: Path) -> None:
    whole(tmp_path)
    path = tmp_path / "r1t1.whist"
    letters = "players: A Ann, B Bob, C Cleo, D Dirk\n\ndeal 1\ncontract: pair 8 hearts by A C\ntricks: 8\n"
    text = path.read_text("utf-8").partition("players")[0]
    path.write_text(text + letters, "utf-8")
    file = contest(tmp_path)
    assert found(file) == []
    assert totals(file)[1] == (2, "Ann", 0, 14)
    path.write_text(text + letters.replace("A Ann", "A Anne"), "utf-8")
    told = data(file)["findings"]
    assert [one["code"] for one in told] == ["G-stranger"]
    assert totals(file)[3] == (4, "Ann", 0, 7)


def test_a_file_that_cannot_be_used(tmp_path: Path) -> None:
    whole(tmp_path)
    (tmp_path / "r1t1.whist").write_text("rules: amis\nplayers: 1, 2\ndeal 1\n", "utf-8")
    file = contest(tmp_path)
    ran = run("contest", "show", file)
    assert ran.code == 2
    assert f"{tmp_path / 'r1t1.whist'} is not counted" in ran.err
    assert "G-table" in ran.out


@pytest.mark.parametrize(("old", "new", "code", "line"), [
    ("rules: amis", "rules: nowhere", "R-unknown", None),
    ("rules: amis\n", "", "R-missing", 1),
    ("rules: amis", "rules: knockout", "G-knockout", 3),
    ("rounds: 2", "rounds: 0", "R-value", 4),
    ("rounds: 2", "rounds: 1", "R-value", 21),
    ("  8: Hans", "  8: Ann", "G-namesake", 15),
    ("  8: Hans", "  eight: Hans", "R-value", 15),
    ("  8: Hans", "  8: {nom: Hans}", "R-missing", 15),
    ("[5, 6, 7, 8]", "[5, 6, 7, 9]", "G-number", 20),
    ("ties: shared", "ties: alike", "R-choice", 6),
    ("ties: shared", "bonus: {places: [9], step: 0}", "G-step", 6),
    ("ties: shared", "bonus: {equal: split}", "R-missing", 6),
    ("ties: shared", "fines: {unit: money, deducted: true}", "G-deducted", 6),
    ("ties: shared", "dates: [2026-11-31]", "R-value", 6),
    ("ties: shared", "tied: shared", "R-key", 6),
    ("ties: shared", "reseat: scores", "R-choice", 6),
    ("ties: shared", "set: {lost_game: 3}", "R-parameter", None),
])
def test_faults_of_the_file(tmp_path: Path, old: str, new: str, code: str, line: int | None) -> None:
    file = contest(tmp_path, seats=SEATS.replace(old, new), head=HEAD.replace(old, new))
    for command in ("show", "draw"):
        ran = run("contest", command, file)
        assert (ran.code, ran.out) == (2, "")
        assert f"error[{code}]" in ran.err
        if line is not None:
            assert f"contest.yaml:{line}:" in ran.err


def test_what_the_ruleset_says_is_not_said_again(tmp_path: Path) -> None:
    """Deals, rounds, and what fines are reckoned in come from the ruleset, and cannot be contradicted there."""
    head = HEAD.replace("rounds: 2\ndeals: 1\n", "").replace("rules: amis", "rules: scouts")
    assert data(contest(tmp_path, head=head))["rounds"] == 3  # "en 3 manches de 8 donnes"
    (tmp_path / "house.yaml").write_text(
        'ruleset: house\nextends: amis\nmoney: {add: {currency: EUR, point: 0.1, fines: money}}\n', "utf-8")
    head = HEAD.replace("rules: amis", "rules: house.yaml")
    file = contest(tmp_path, "fines: {unit: points}\n", head=head)
    assert "error[G-money] `unit` is money in the rules of house" in run("contest", "show", file).err
    assert data(contest(tmp_path, head=head))["fines"] == {"unit": "money", "currency": "EUR", "deducted": False}


# -- the draw -----------------------------------------------------------------------------------------------------------


def seated(drawn: Drawn) -> list[int]:
    return sorted([player for table in drawn.tables for player in table] + list(drawn.out))


@given(st.integers(4, 23), st.integers(1, 4), st.integers(0, 99), st.sampled_from([(4,), (4, 5), (4, 5, 6)]))
@settings(max_examples=25)
def test_everybody_sits_once(count: int, rounds: int, seed: int, allowed: tuple[int, ...]) -> None:
    people = list(range(1, count + 1))
    found = draw([people] * rounds, [], allowed, seed)
    for drawn in found:
        assert seated(drawn) == people
        assert all(len(table) in allowed for table in drawn.tables)
        assert len(drawn.out) == sizes(count, allowed)[1]
    rests = [sum(player in drawn.out for drawn in found) for player in people]
    assert max(rests) - min(rests) <= 1
    met = meetings(found)
    assert met.again >= met.bound
    assert sum(met.by_times.values()) == len(set(combinations(sorted({p for d in found for t in d.tables for p in t}), 2)))


@given(st.data(), st.integers(8, 14), st.integers(2, 4))
@settings(max_examples=40)
def test_no_seats_go_below_the_bound(data: st.DataObject, count: int, rounds: int) -> None:
    """Whatever the seats, people meet again at least as often as the bound says."""
    drawn = []
    for _ in range(rounds):
        order = data.draw(st.permutations(range(count)))
        number = data.draw(st.integers(1, count // 4))
        drawn.append(Drawn(tuple(tuple(order[4 * at : 4 * at + 4]) for at in range(number)), tuple(order[4 * number :])))
    met = meetings(drawn)
    pairs = [pair for one in drawn for table in one.tables for pair in combinations(sorted(table), 2)]
    assert met.again == len(pairs) - len(set(pairs))
    assert met.bound <= met.again


@pytest.mark.parametrize(("count", "rounds", "again"), [
    (16, 5, 0),  # the affine plane of order 4: everybody meets everybody once
    (8, 3, 8),  # two tables twice: four pairs a round, by pigeon-holes
    (12, 3, 6),
    (20, 5, 0),
])
def test_known_optima_are_reached(count: int, rounds: int, again: int) -> None:
    met = meetings(draw([list(range(1, count + 1))] * rounds, [], (4,), 1))
    assert (met.again, met.bound) == (again, again)


def test_a_large_contest_is_drawn_in_seconds() -> None:
    before = perf_counter()
    met = meetings(draw([list(range(1, 65))] * 6, [], (4,), 1))
    assert met.again == 0
    assert perf_counter() - before < 20  # a tenth of a second where nothing else runs


def test_by_standing() -> None:
    assert by_standing([7, 3, 9, 1, 2, 8, 4, 6], (4,)).tables == ((1, 3, 7, 9), (2, 4, 6, 8))
    assert by_standing([7, 3, 9, 1, 2, 8, 4, 6, 5], (4,), (5,)) == Drawn(((1, 3, 7, 9), (2, 4, 6, 8)), (5,))


def test_the_same_seed_draws_the_same_seats(tmp_path: Path) -> None:
    file = contest(tmp_path, seats="")
    one = run("contest", "draw", file, "--seed", "7", "--rounds", "2")
    assert one.code == 0
    assert run("contest", "draw", file, "--seed", "7", "--rounds", "2") == one
    assert run_process("contest", "draw", file, "--seed", "7", "--rounds", "2", env={"PYTHONHASHSEED": "5"}).out == one.out
    assert run("contest", "draw", file, "--seed", "8", "--rounds", "2").out != one.out
    drawn = json.loads(run("contest", "draw", file, "--format", "json").out)
    again = json.loads(run("contest", "draw", file, "--format", "json", "--seed", str(drawn["seed"])).out)
    assert again == drawn


@pytest.mark.parametrize("seats", [
    "", "seats:\n", "seats:\n  1:\n    tables:\n      1: [1, 2, 3, 4]\n      2: [5, 6,\n          7, 8]\n",
    "seats:\n    1:\n        tables: {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}  # by hand\n\n# the club's own\nlang: fr\n",
])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_seats_are_written_into_the_file(tmp_path: Path, seats: str, end: str) -> None:
    head = HEAD.replace("lang: en\n", "")
    path = Path(contest(tmp_path, seats=seats, head=head))
    before = path.read_text("utf-8").replace("\n", end)
    path.write_bytes(before.encode())
    ran = run("contest", "draw", str(path), "--seed", "3", "--write", "--lang", "en")
    assert (ran.code, ran.err) == (0, "")
    after = path.read_bytes().decode()
    lines = iter(after.split(end))
    assert all(line in lines for line in before.split(end) if line)  # nothing moved, nothing lost
    assert "seed: 3" in after
    assert after.count("\r\n") == (after.count("\n") if end == "\r\n" else 0)
    assert run("contest", "draw", str(path)).code in (0, 2)
    shown = json.loads(run("contest", "show", str(path), "--format", "json").out)
    assert "G-twice" not in [one["code"] for one in shown["findings"]]
    assert "G-nowhere" not in [one["code"] for one in shown["findings"]]


def test_a_file_of_another_form_is_left_alone(tmp_path: Path) -> None:
    path = Path(contest(tmp_path, seats="seats: {1: {tables: {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}}}\n"))
    before = path.read_bytes()
    ran = run("contest", "draw", str(path), "--seed", "3", "--write")
    assert ran.code == 2
    assert "no safe place" in ran.err
    assert "  2:\n    seed: 3" in ran.out
    assert path.read_bytes() == before


def test_nothing_is_left_to_draw(tmp_path: Path) -> None:
    ran = run("contest", "draw", contest(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert "all 2 rounds have their seats" in ran.err
    few = HEAD.replace("".join(f"  {n}: {NAMES[n]}\n" for n in range(4, 9)), "")
    assert "too few players" in run("contest", "draw", contest(tmp_path, seats="", head=few)).err


def test_rounds_that_were_played_count_without_seats(tmp_path: Path) -> None:
    whole(tmp_path)
    for path in tmp_path.glob("r2*"):
        path.unlink()
    drawn = json.loads(run("contest", "draw", contest(tmp_path, seats=""), "--seed", "1", "--format", "json").out)
    assert [one["round"] for one in drawn["rounds"]] == [2]
    assert (drawn["again"], drawn["bound"]) == (4, 4)


def test_seats_by_standing(tmp_path: Path) -> None:
    whole(tmp_path)
    for path in tmp_path.glob("r2*"):
        path.unlink()
    file = contest(tmp_path, "reseat: standings\n", FIRST)
    # after round 1: 1, 3, 5 and 6 have 7 points each, the others none
    drawn = json.loads(run("contest", "draw", file, "--format", "json").out)
    assert (drawn["by"], drawn["rounds"][0]["tables"]) == ("standings", [[1, 3, 5, 6], [2, 4, 7, 8]])


# -- the pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr", "nl"])
def test_every_format(tmp_path: Path, lang: str) -> None:
    whole(tmp_path)
    file = contest(tmp_path, "bonus: {places: [90, 60, 30, 0], equal: split}\n")
    forms = {form: run("contest", "show", file, "--format", form, "--lang", lang)
             for form in ("text", "markdown", "csv", "json", "html")}
    assert {ran.code for ran in forms.values()} == {0}
    assert len(forms["csv"].out.splitlines()) == 9
    assert forms["csv"].out.splitlines()[1].split(",")[:3] == ["1", "6", "Fien"]
    title = {"en": "The cup", "fr": "La coupe", "nl": "De beker"}[lang]
    assert forms["text"].out.startswith(f"{title}\n")
    assert forms["markdown"].out.startswith(f"# {title}\n")
    assert f"<h1>{title}</h1>" in forms["html"].out
    assert "<script" not in forms["html"].out


# -- the examples -------------------------------------------------------------------------------------------------------

EXAMPLES = ROOT / "examples"
SHOWN = {
    "contest": ("contest", "show", "examples/contest/contest.yaml"),
    "tournament": ("contest", "show", "examples/tournament/contest.yaml"),
    "season": ("standings", "examples/season", "examples/tilleul"),
}
TABLES = [f"{path.parent.name}/{path.name}" for name in SHOWN for path in sorted((EXAMPLES / name).glob("*.whist"))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHOWN)
def test_golden(name: str, lang: str) -> None:
    ran = run(*SHOWN[name], "--lang", lang)
    assert ran.out == (EXAMPLES / name / f"standings.{lang}.txt").read_text("utf-8")
    assert ran.err == ""


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_the_examples(name: str) -> None:
    """The transcripts are sound, and come to the sheets that stand beside them."""
    assert run("check", f"examples/{name}") == (0, "", "")
    if not name.startswith("season"):
        golden = (EXAMPLES / name).with_suffix(".sheet.txt")
        assert run("score", f"examples/{name}").out == golden.read_text("utf-8")


def test_natoye_by_hand() -> None:
    """A column of the contest, added up from the sheets: Monique Servais, 58 and 91, at tables 3 and 1."""
    sheets = [json.loads(run("score", "--format", "json", f"examples/contest/{name}.whist").out)
              for name in ("manche1-table3", "manche2-table1")]
    assert [one["totals"]["points"]["12"] for one in sheets] == [58, 91]
    assert totals("examples/contest/contest.yaml")[0] == (1, "Monique Servais", 0, 149)


def write() -> None:
    """Writes the goldens of the examples anew."""
    for name, args in SHOWN.items():
        for lang in LANGUAGES:
            (EXAMPLES / name / f"standings.{lang}.txt").write_text(run(*args, "--lang", lang).out, "utf-8", newline="\n")
    for name in TABLES:
        if not name.startswith("season"):
            sheet_of = run("score", f"examples/{name}").out
            (EXAMPLES / name).with_suffix(".sheet.txt").write_text(sheet_of, "utf-8", newline="\n")


if __name__ == "__main__" and "--write" in sys.argv:
    os.chdir(ROOT)
    write()
