"""The same evenings under two rulesets, against what `score` and `check` say of each."""

from __future__ import annotations

import json
import tracemalloc
from collections import deque
from itertools import product

import pytest
from conftest import ROOT, run

from whistcli.compare import Comparison
from whistcli.evening import Evening
from whistcli.opening import Opening
from whistcli.ruleset import load_ruleset

HOUSE = str(ROOT / "examples" / "house")
EVENINGS = sorted(str(path) for path in (ROOT / "examples").glob("*.whist") if path.name != "elimination.whist")
ELIMINATION = str(ROOT / "examples" / "elimination.whist")
CONCOURS = str(ROOT / "examples" / "concours.whist")


def compared(files, rules, *options, stdin=None):
    """What the comparison says as JSON, and its exit code."""
    args = [part for name in rules for part in ("--rules", name)]
    ran = run("compare", *files, *args, "--format", "json", "--lang", "en", *options, stdin=stdin)
    return ran.code, json.loads(ran.out), ran.err


def judged(file, rules):
    """What `check` and `score` say of each deal of a file under one ruleset, and the sums."""
    checked = json.loads(run("check", file, "--rules", rules, "--format", "json", "--lang", "en").out)["files"][0]
    scored = json.loads(run("score", file, "--rules", rules, "--format", "json").out)
    deals = []
    for one, other in zip(checked["deals"], scored["deals"], strict=True):
        deals.append({**one, **other})
    return deals, scored["totals"], checked["findings"]


def contract_of(deal):
    """What of a contract is compared."""
    found = deal["contract"]
    return found and [found[key] for key in ("kind", "level", "suit", "declarers", "needs")]


@pytest.mark.parametrize(("file", "rules"), list(product(EVENINGS, [("amis", "scouts"), ("amis", HOUSE)])))
def test_against_score_and_check(file, rules):
    """A deal differs where `check` and `score` under each ruleset differ; so do the sums."""
    code, whole, err = compared([file], rules)
    assert err == ""
    (found,) = whole["files"]
    (deals_a, sums_a, findings_a), (deals_b, sums_b, findings_b) = (judged(file, name) for name in rules)
    expected = []
    for a, b in zip(deals_a, deals_b, strict=True):
        parts = {
            "verdict": (a["status"], a["first_illegal"]) != (b["status"], b["first_illegal"]),
            "contract": contract_of(a) != contract_of(b),
            "points": a["points"] != b["points"],
            "fines": a["fines"] != b["fines"],
        }
        if any(parts.values()):
            expected.append((a["deal"], [part for part, differs in parts.items() if differs]))
    assert [(deal["deal"], deal["differs"]) for deal in found["differences"]] == expected
    assert (found["deals"], found["different"]) == (len(deals_a), len(expected))
    assert code == bool(expected)
    by_number = [{deal["deal"]: deal for deal in deals} for deals in (deals_a, deals_b)]
    for deal in found["differences"]:
        for side, deals, findings in (("a", by_number[0], findings_a), ("b", by_number[1], findings_b)):
            assert deal[side]["points"] == deals[deal["deal"]]["points"]
            assert deal[side]["first_illegal"] == deals[deal["deal"]]["first_illegal"]
            if deal[side]["first_illegal"] is not None:
                refused = [f for f in findings if f["deal"] == deal["deal"] and f["code"] == deal[side]["code"]]
                assert (deal[side]["rule"], deal[side]["clauses"]) in [(f["rule"], f["clauses"]) for f in refused]
                assert deal[side]["message"] in [f["message"] for f in refused]
        if deal["place"] and deal["place"].startswith("scores.") and deal["a"]["points"] and deal["b"]["points"]:
            assert deal["why"], "other points for the same contract follow from other scores"
    for player, key in zip(found["totals"], sums_a["points"], strict=True):
        assert player["a"] == {"points": sums_a["points"][key], "fines": sums_a["fines"][key]}
        assert player["b"] == {"points": sums_b["points"][key], "fines": sums_b["fines"][key]}
        assert player["difference"] == sums_b["points"][key] - sums_a["points"][key]


@pytest.mark.parametrize("file", EVENINGS)
def test_nothing_differs_from_itself(file):
    """Under the same ruleset twice nothing differs: code 0, deals only counted."""
    code, whole, _ = compared([file], ["amis", "amis"])
    assert code == 0
    assert whole["files"][0]["differences"] == []
    assert whole["files"][0]["deals"] > 0
    assert {player["difference"] for player in whole["totals"]} == {0}


def evening(*deals, players="N Nora, E Emile, S Saskia, W Willem", rules="amis"):
    """A file whose deals are given, each as its lines after the heading."""
    lines = [f"rules: {rules}", f"players: {players}"]
    for number, deal in enumerate(deals, 1):
        lines += ["", f"deal {number}, dealer W", *deal]
    return "\n".join([*lines, ""])


def test_text():
    """One ruleset is compared with the file's own: an illegal call with its rule, points with the score, fines, sums."""
    deals = (
        ["contract: trull hearts by N S", "tricks: 7"],
        ["contract: pair 8 hearts by N S", "tricks: 9"],
        ["N: propose hearts", "E: pass", "S: accept hearts", "W: solo 6 spades"],
    )
    ran = run("compare", "-", "--rules", HOUSE, "--lang", "en", stdin=evening(*deals))
    assert ran.out == """\
-: A = amis@2026, B = house@2026
deal 1: trull hearts: N S
  points 0 16 0 16 -> -16 16 -16 16
    = scores.trull: trull lost: declarer 0 -> -16
  fines ! - ! - -> 2 - 2 -
    = fines.lost_game
Deals: 3; different: 1
Player      A    B    B - A    Fines A    Fines B
--------  ---  ---  -------  ---------  ---------
Nora       10   -6      -16          !          2
Emile      16   16        0          0          0
Saskia     10   -6      -16          !          2
Willem     16   16        0          0          0
! a fine is due whose amount nobody has set
"""
    assert (ran.code, ran.err) == (1, "")


@pytest.mark.parametrize(("more", "place"), [
    ("auction: {nobody_plays: {add: {next_deal: {times: 2}}}}", "auction.nobody_plays: the deal counts 1 -> 2 times"),
    ("scores: {add: {times: if level == 8 then 3 else 1}}", "scores.times: the deal counts 1 -> 3 times"),
])
def test_a_deal_that_counts_more(tmp_path, more, place):
    """Where the same contract with the same score counts more often under one ruleset, that is the reason."""
    file = tmp_path / "ruleset.yaml"
    file.write_text(f"ruleset: ours\nextends: amis\n{more}\n", encoding="utf-8")
    passed = ["N: pass", "E: pass", "S: pass", "W: pass"]
    text = evening(passed, ["contract: pair 8 hearts by N S", "tricks: 9"])
    ran = run("compare", "-", "--rules", "amis", "--rules", str(file), "--lang", "en", stdin=text)
    assert f"    = {place}\n" in ran.out
    assert "= scores.pair\n" not in ran.out
    _, whole, _ = compared(["-"], ["amis", str(file)], stdin=text)
    (found,) = whole["files"][0]["differences"]
    assert (found["a"]["multiplier"], found["b"]["multiplier"]) == (1, 2 if "nobody" in place else 3)
    assert found["place"] == ("auction.nobody_plays" if "nobody" in place else "scores.pair")
    assert found["b"]["points"] == {seat: found["b"]["multiplier"] * n for seat, n in found["a"]["points"].items()}


def test_a_deal_that_counts_more_and_is_worth_more(tmp_path):
    """Both reasons are told: what the game is worth, and how often it counts."""
    file = tmp_path / "ruleset.yaml"
    file.write_text("ruleset: ours\nextends: amis\nscores: {add: {times: 2}, games: {replace: {trull: {declarer: 9, opponent: 0}}}}\n",
                    encoding="utf-8")
    text = evening(["contract: trull hearts by N S", "tricks: 9"])
    ran = run("compare", "-", "--rules", "amis", "--rules", str(file), "--lang", "en", stdin=text)
    assert "= scores.trull: " in ran.out
    assert "= scores.times: the deal counts 1 -> 2 times" in ran.out


def test_a_refused_call():
    """Where one ruleset refuses a call its rule and clause are told, with what the other makes of the deal."""
    deal = ["N: solo 6 spades", "E: pass", "S: pass", "W: pass", "tricks: 6"]
    ran = run("compare", "-", "--rules", "amis", "--rules", "scouts", "--lang", "en", stdin=evening(deal))
    lines = ran.out.splitlines()
    assert lines[1:3] == ["deal 1:", "  A: illegal call, call 1"]
    assert lines[3].startswith("    = N (Nora) may not say 'solo spades 6' here: ")
    assert lines[3].endswith("(solo.spoke_in_round_one)")
    assert lines[4].startswith("    = clause: solo.1")
    assert "  B: solo spades 6: N" in lines
    assert "  points - -> 9 -3 -3 -3" in lines


def test_unknown_words():
    """A call that one ruleset does not know is refused there, and told as such."""
    deal = ["N: propose hearts", "E: solo 6 spades", "S: accept hearts 8", "W: pass", "S: hand over"]
    _, whole, _ = compared(["-"], ["scouts", "amis"], stdin=evening(deal))
    (found,) = whole["files"][0]["differences"]
    assert "verdict" in found["differs"]
    assert found["b"]["code"] is not None


def test_a_contract_that_one_ruleset_does_not_know():
    """A contract line that cannot stand under one ruleset is told with its fault."""
    text = evening(["contract: abundance 11 hearts by N", "tricks: 11"])
    ran = run("compare", "-", "--rules", "amis", "--rules", "scouts", "--lang", "en", stdin=text)
    lines = ran.out.splitlines()
    assert lines[1:4] == ["deal 1:", "  A: abundance 11 hearts: N", "  B: auction not finished"]
    assert lines[4].startswith("    = 'abundance 11 hearts' needs its number: ")


def test_a_word_that_cannot_be_read():
    """Where a line cannot be read the comparison says so: under both rulesets alike there is no difference."""
    text = evening(["N: solo 6 spaces", "E: pass"])
    _, whole, _ = compared(["-"], ["amis", "scouts"], stdin=text)
    assert whole["files"][0]["different"] == 0


def test_no_points_on_one_side():
    """Where one ruleset is silent, it is told why there are no points."""
    text = evening(["contract: small_misere by N E S", "tricks: N 0, E 1, S 0"])
    ran = run("compare", "-", "--rules", "amis", "--rules", "scouts", "--lang", "en", stdin=text)
    (why,) = (line for line in ran.out.splitlines() if line.startswith("    = A: "))
    assert why.endswith("The borrowed grid stops at two players.")
    assert "for 3, 2 made: declarer silent -> 14/-26" in ran.out


def test_players_are_matched_by_name(tmp_path):
    """Over several files the sums go with the name, wherever a player sits."""
    deal = ["contract: trull hearts by N S", "tricks: 7"]
    files = []
    for number, players in enumerate(("N Nora, E Emile, S Saskia, W Willem", "N Emile, E Nora, S Willem, W Saskia")):
        path = tmp_path / f"{number}.whist"
        path.write_text(evening(deal, players=players), encoding="utf-8")
        files.append(str(path))
    code, whole, _ = compared(files, [HOUSE])
    assert code == 1
    sums = {player["player"]: (player["a"]["points"], player["b"]["points"]) for player in whole["totals"]}
    assert sums == {"Nora": (16, 0), "Emile": (16, 0), "Saskia": (16, 0), "Willem": (16, 0)}
    for name, rules in (("a", "amis"), ("b", HOUSE)):
        added = {}
        for file in files:
            scored = json.loads(run("score", file, "--rules", rules, "--format", "json").out)
            for player in scored["players"]:
                added[player["name"]] = added.get(player["name"], 0) + scored["totals"]["points"][player["seat"]]
        assert added == {player["player"]: player[name]["points"] for player in whole["totals"]}
    text = run("compare", *files, "--rules", HOUSE, "--lang", "en").out
    assert "All 2 files together" in text


def test_set_values():
    """A value is set in the rulesets that have it; one that none has is refused."""
    _, whole, err = compared([CONCOURS], ["amis", "scouts"], "--set", "lost_game_fine=4")
    assert err == ""
    assert any(player["a"]["fines"] for player in whole["totals"])
    assert not any(player["a"]["fines"] is None for player in whole["totals"])
    ran = run("compare", CONCOURS, "--rules", "scouts", "--rules", "scouts", "--set", "lost_game_fine=4", "--lang", "en")
    assert ran.code == 2
    assert "R-parameter" in ran.err
    code, whole, _ = compared([CONCOURS], ["amis", HOUSE], "--set", "lost_game_fine=4")
    assert (code, whole["files"][0]["different"]) == (0, 0)


def test_files_that_cannot_be_used(tmp_path):
    """A knock-out game and a missing file are named on the error stream, code 2; the others are compared all the same."""
    missing = str(tmp_path / "nothing.whist")
    code, whole, err = compared([ELIMINATION, missing, CONCOURS], ["amis", HOUSE])
    assert code == 2
    assert [found["file"] for found in whole["files"]] == [CONCOURS]
    assert missing in err
    assert f"{ELIMINATION}: " in err
    ran = run("compare", ELIMINATION, "--rules", "amis", "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"{ELIMINATION}: knock-out games are not compared (rules knockout@2026)\n"
    ran = run("compare", CONCOURS, "--rules", "amis", "--rules", "knockout", "--lang", "fr")
    assert ran.code == 2
    assert "les jeux à élimination ne se comparent pas" in ran.err


def test_too_many_players():
    """A table of another size is not compared."""
    text = evening(["note: none"], players="N Nora, E Emile, S Saskia")
    ran = run("compare", "-", "--rules", "amis", "--rules", "scouts", "--lang", "en", stdin=text)
    assert ran.code == 2
    assert "-: not compared: amis@2026 is for 4 players, the file names 3" in ran.err


@pytest.mark.parametrize("args", [[], ["--rules", "amis"] * 3, ["--rules", "amis", "--format", "csv"]])
def test_wrong_use(args):
    assert run("compare", CONCOURS, *args).code == 2


def test_memory(tmp_path):
    """The comparison takes no more memory than its two evenings: it holds no more than one deal of each."""
    path = tmp_path / "long.whist"
    path.write_text(evening(*[["contract: pair 8 hearts by N S", "tricks: 9"]] * 10_000), encoding="utf-8")
    loaded = [load_ruleset(name) for name in ("amis", HOUSE)]
    peaks = []
    for work in (deque, deque, Comparison):
        tracemalloc.start()
        if work is Comparison:
            comparison = Comparison(*(Evening(Opening(str(path), given=rules)) for rules in loaded))
            assert not list(comparison)
            assert comparison.deals == 10_000
        else:
            deque(Evening(Opening(str(path), given=loaded[len(peaks)])), maxlen=0)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.2 * (peaks[0] + peaks[1])
