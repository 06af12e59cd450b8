"""`rules test`: what a case may say, every way in which it may not hold, whose cases are run, and how that is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, run

from whistcli.diag import Finding, Span
from whistcli.ruleset import load_ruleset, shipped
from whistcli.suite import cases_of, layers
from whistcli.suite import run as run_suite
from whistcli.suite.cases import Piece
from whistcli.suite.command import grouped

TOP = "seats: [A, B, C, D]\ndealer: D\n"
OURS = "ruleset: ours\nextends: scouts\n"
PAIR = "A propose hearts, B accept hearts 8, C pass, D pass"


def checked(folder: Path, cases: str, rules: str = OURS) -> dict:
    """What `rules test` says of a ruleset in one file, as JSON; its text, and its exit code, must agree."""
    name = folder / "ours.yaml"
    name.write_text(rules, encoding="utf-8")
    if cases:
        name.with_suffix(".cases.yaml").write_text(TOP + cases, encoding="utf-8")
    ran = run("rules", "test", str(name), "--format", "json")
    assert not ran.err, ran.err
    said = json.loads(ran.out)
    text = run("rules", "test", str(name))
    assert text.code == ran.code == any(found["severity"] != "note" for found in said["findings"])
    for found in said["findings"]:
        assert f"{found['file']}:{found['line']}:{found['column']}: " in text.out
        assert f"[{found['code']}] {found['message']}" in text.out
    return said


def own(said: dict) -> dict[str, str]:
    """How the ruleset's own cases went, by id."""
    return {case["id"]: case["state"] for case in said["cases"] if case["own"]}


def only(said: dict) -> dict:
    """The one finding."""
    (found,) = said["findings"]
    return found


def case(calls: str, expect: str, more: str = "") -> str:
    """A file of one case."""
    return f"cases:\n  - id: one\n    calls: [{calls}]\n    expect: {expect}\n{more}"


# -- the shipped rulesets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", shipped())
def test_shipped(ruleset: str) -> None:
    """Every shipped ruleset holds what its cases say, and has some."""
    ran = run("rules", "test", ruleset)
    assert (ran.code, ran.err) == (0, "")
    assert len(ran.out.splitlines()) == 1
    has_auction = load_ruleset(ruleset).rules.game == "auction"
    if has_auction:
        assert run_suite(ruleset).count("holds", own=True) >= 1
    else:
        assert "this game has none" in ran.out


@pytest.mark.parametrize("ruleset", shipped())
def test_nothing_is_passed_over(ruleset: str) -> None:
    """Every case in a shipped file is run: as many as a plain reading of the file counts."""
    for layer in layers(ruleset):
        books = [yaml.safe_load(Path(path).read_text(encoding="utf-8")) for path in layer.files]
        listed = [case["id"] for book in books for part in book.values() if isinstance(part, list)
                  for case in part if isinstance(case, dict)]
        cases, found = cases_of(layer)
        assert not found
        assert [case.id for case in cases] == listed


def test_house_of_the_examples() -> None:
    report = run_suite(str(ROOT / "examples" / "house"))
    assert not report.findings
    assert report.count("changed") == 2


# -- auctions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "expect"),
    [
        (PAIR, "{contract: {kind: pair, level: 8, suit: hearts, declarers: [B, A], leader: A}}"),
        (PAIR, "{contract: {kind: pair, declarers: [A, B]}}"),
        ("A pass, B wait", "{illegal: 2}"),
        ("A pass, B pass, C pass, D pass", "{redeal: true}"),
        ("A pass", "{open: true}"),
        ("A pass", "{open: true, next: B}"),
    ],
)
def test_auction_holds(tmp_path: Path, calls: str, expect: str) -> None:
    said = checked(tmp_path, case(calls, expect))
    assert own(said) == {"one": "holds"}
    assert not said["findings"]


@pytest.mark.parametrize(
    ("calls", "expect", "parts"),
    [
        (PAIR, "{contract: {kind: solo, level: 8, declarers: [A]}}", ["solo 8 by A", "pair 8 hearts by A, B"]),
        (PAIR, "{contract: {kind: pair, level: 9, declarers: [A, B]}}", ["pair 9 by A, B", "pair 8 by A, B"]),
        (PAIR, "{contract: {kind: pair, suit: spades, declarers: [A, B]}}", ["pair spades", "pair 8 hearts"]),
        (PAIR, "{contract: {kind: pair, declarers: [A, C]}}", ["by A, C", "by A, B"]),
        (PAIR, "{contract: {kind: pair, declarers: [A, B], leader: C}}", ["C leads", "A leads"]),
        (PAIR, "{contract: {kind: unheard_of, declarers: [A, B]}}", ["unheard of by A, B", "pair 8 hearts by A, B"]),
        (PAIR, "{illegal: 4}", ["call 4 is illegal", "pair 8 hearts by A, B"]),
        (PAIR, "{redeal: true}", ["says: redeal", "pair 8 hearts by A, B"]),
        (PAIR, "{open: true}", ["auction not finished", "pair 8 hearts by A, B"]),
        ("A pass, B wait", "{open: true}", ["auction not finished", "call 2 is illegal", "only the first to speak"]),
        ("A pass, B wait", "{illegal: 1}", ["call 1 is illegal", "call 2 is illegal"]),
        ("A pass", "{redeal: true}", ["says: redeal", "B speaks next"]),
        ("A pass", "{open: true, next: C}", ["C speaks next", "B speaks next"]),
        ("A nonsense", "{illegal: 1}", ["call 1 is illegal", "“nonsense” is not a word of any call"]),
    ],
)
def test_auction_differs(tmp_path: Path, calls: str, expect: str, parts: list[str]) -> None:
    """The finding says what the case says and what the rules give."""
    said = checked(tmp_path, case(calls, expect))
    assert own(said) == {"one": "differs"}
    found = only(said)
    assert (found["code"], found["severity"]) == ("Q-case", "error")
    wanted, _, given = found["message"].partition("the rules give:")
    for part, where in zip(parts, [wanted, given, given], strict=False):
        assert part in where, found["message"]


def test_refused_call_has_its_rule_and_place(tmp_path: Path) -> None:
    """A call that the rules refuse is pointed at, with the condition and the clause that refuse it."""
    found = only(checked(tmp_path, case("A pass, B wait", "{open: true}")))
    assert found["rule"] == "wait.first_to_speak"
    assert found["clauses"] == ["auction.4"]
    lines = (tmp_path / "ours.cases.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[found["line"] - 1][found["column"] - 1 :].startswith("B wait")


def test_another_fault_beside_what_was_expected(tmp_path: Path) -> None:
    """A case that comes to what it says still does not hold where something else is wrong in it."""
    hands = '    hands: {A: "AK.AK.AK.AK"}\n'
    found = only(checked(tmp_path, case("A pass", "{open: true}", hands)))
    assert found["code"] == "Q-case"
    assert "A shows 8 cards" in found["message"]


def test_hands_and_lost_games_count(tmp_path: Path) -> None:
    """What bears on an auction is laid on the table: cards, solo games lost before."""
    hands = '    hands: {A: "AKQJT98765432..."}\n'
    said = checked(tmp_path, case("A solo hearts 6", "{illegal: 1}", hands))
    assert own(said) == {"one": "holds"}
    lost = "    session: {lost_solos: {A: 2}}\n"
    rules = "ruleset: ours\nextends: amis\n"
    asked = checked(tmp_path, case("A small_misere", "{illegal: 1}", lost), rules)
    assert own(asked) == {"one": "holds"}
    free = checked(tmp_path, case("A small_misere", "{open: true}"), rules)
    assert own(free) == {"one": "holds"}


def test_own_dealer_and_rulings(tmp_path: Path) -> None:
    """A case may have its own dealer; rulings are no calls and do not count."""
    rules = "ruleset: ours\nextends: amis\n"
    more = "    dealer: B\n"
    said = checked(tmp_path, case("C grand_misere, arbiter no, C wait", "{illegal: 2}", more), rules)
    assert own(said) == {"one": "holds"}


# -- transcripts -------------------------------------------------------------------------------------------------------

EVENING = """cases:
  - id: one
    transcript: |
      deal 1, dealer D
      A: pass; B: pass; C: pass; D: pass
      deal 1, dealer D
      contract: pair 8 hearts by A B
      tricks: {tricks}
    expect: {expect}
"""


def test_transcript(tmp_path: Path) -> None:
    """A case may be some deals of an evening; the last one counts, with its points."""
    expect = "{contract: {kind: pair, declarers: [A, B]}, points: {A: 4, B: 4, C: -4, D: -4}, balance: 0}"
    assert own(checked(tmp_path, EVENING.format(tricks=9, expect=expect))) == {"one": "holds"}
    found = only(checked(tmp_path, EVENING.format(tricks=8, expect=expect)))
    assert found["code"] == "Q-points"
    assert "A gets 3 instead of 4" in found["message"]
    points = "{points: {A: 4, B: 4, C: -4, D: -4}}"
    assert own(checked(tmp_path, EVENING.format(tricks=9, expect=points))) == {"one": "holds"}


def test_fault_in_an_earlier_deal(tmp_path: Path) -> None:
    said = checked(tmp_path, EVENING.format(tricks=9, expect="{points: {A: 4, B: 4, C: -4, D: -4}}").replace("B: pass", "B: wait"))
    assert "only the first to speak may wait" in only(said)["message"]


def test_transcript_without_a_deal(tmp_path: Path) -> None:
    said = checked(tmp_path, "cases:\n  - id: one\n    transcript: |\n      note: nothing\n    expect: {redeal: true}\n")
    assert "the file has no deal" in only(said)["message"]


def test_empty_transcript(tmp_path: Path) -> None:
    said = checked(tmp_path, "cases:\n  - id: one\n    transcript: ''\n    expect: {redeal: true}\n")
    assert "the file has no deal" in only(said)["message"]
    (found,) = cases_of(layers(str(tmp_path / "ours.yaml"))[0])[0]
    assert found.deal == Piece("")


# -- scores ------------------------------------------------------------------------------------------------------------


CELLS = [
    ("contract: pair, level: 8, declarers: [C, A], tricks: {side: 8}", (3, -3, 3, -3)),
    ("contract: pair, level: 8, declarers: [A, C], tricks: {side: 8}, multiplier: 2", (6, -6, 6, -6)),
    ("contract: solo, level: 6, declarers: [B], tricks: {B: 5}", (5, -15, 5, 5)),
    ("contract: small_misere, declarers: [A, B], tricks: {A: 0, B: 1}", (18, -22, 2, 2)),
    ("contract: small_misere, declarers: [A], result: lost", (-18, 6, 6, 6)),
    ("contract: small_slam, suit: notrump, level: 12, declarers: [A], result: made", (60, -20, -20, -20)),
]


def cell(head: str, points: tuple[object, ...], more: str = "", part: str = "cells") -> str:
    """A file of one score cell."""
    figures = ", ".join(f"{seat}: {value}" for seat, value in zip("ABCD", points, strict=True))
    return f"{part}:\n  - {{id: one, {head}, points: {{{figures}}}{more}}}\n"


@pytest.mark.parametrize(("head", "points"), CELLS)
def test_cell(tmp_path: Path, head: str, points: tuple[int, ...]) -> None:
    """A cell holds with the figures of the score command, and with another one for any seat it does not."""
    cells = cell(head, points, f", balance: {sum(points)}")
    wrong = {seat: tuple(value + (at == place) for at, value in enumerate(points)) for place, seat in enumerate("ABCD")}
    for seat, figures in wrong.items():
        cells += cell(head, figures).split("\n", 1)[1].replace("id: one", f"id: {seat}")
    said = checked(tmp_path, cells)
    assert own(said) == {"one": "holds", **dict.fromkeys("ABCD", "differs")}
    for found, (place, seat) in zip(said["findings"], enumerate("ABCD"), strict=True):
        assert found["code"] == "Q-points"
        assert found["message"] == f"{seat} gives other points: {seat} gets {points[place]} instead of {points[place] + 1}"
        assert found["rule"].startswith("scores.games.")


def test_money_in_quotes(tmp_path: Path) -> None:
    """An amount in quotes is the same figure."""
    head, points = CELLS[0]
    assert own(checked(tmp_path, cell(head, tuple(f'"{value}.00"' for value in points)))) == {"one": "holds"}


def test_place_of_the_expression(tmp_path: Path) -> None:
    """The hint names the expression that gave the figure and the line of the ruleset where it stands."""
    rules = OURS + 'scores:\n  games:\n    replace:\n      pair:\n        declarer: "7"\n        opponent: "-7"\n'
    head, points = CELLS[0]
    found = only(checked(tmp_path, cell(head, points), rules))
    place = tmp_path / "ours.yaml"
    assert found["hint"] == f"declarer: “7” ({place}:7), opponent: “-7” ({place}:8)"
    assert "A gets 7 instead of 3" in found["message"]


def test_balance(tmp_path: Path) -> None:
    head, points = CELLS[0]
    found = only(checked(tmp_path, cell(head, points, ", balance: 12")))
    assert found["message"] == "one: the balance is 0 instead of 12"


def test_no_points(tmp_path: Path) -> None:
    """Where the rules give no points the finding says why."""
    found = only(checked(tmp_path, cell("contract: piccolo, declarers: [A], tricks: {A: 1}", (24, 0, 0, 0))))
    assert found["code"] == "Q-points"
    assert "know no game 'piccolo'" in found["message"]
    found = only(checked(tmp_path, cell("contract: trull, declarers: [A, B], tricks: {side: 9}", (6, 6, -6, -6))))
    assert "the rules give no points: result pending" in found["message"], "its level is not known"


def test_result_against_tricks(tmp_path: Path) -> None:
    """A result that its tricks deny is found though the points fit."""
    head, points = CELLS[0]
    found = only(checked(tmp_path, cell(f"{head}, result: lost", points)))
    assert found["code"] == "Q-case"
    assert "the points A 3, B -3, C 3, D -3" in found["message"]


def test_revoke(tmp_path: Path) -> None:
    """A revoke is laid into a deal that is played."""
    rules = "ruleset: ours\nextends: amis\n"
    for points, state in (((-14, 14, 14, 14), "holds"), ((-14, 14, 14, 13), "differs")):
        said = checked(tmp_path, cell("offence: revoke, player: A", points, part="fines"), rules)
        assert own(said) == {"one": state}


def test_value_that_the_rules_do_not_have(tmp_path: Path) -> None:
    said = checked(tmp_path, cell("all_pass: true, queens: {A: 4}, per_queen: 3", (-12, 0, 0, 0), part="pot_cells"))
    assert "no value “per_queen” to set" in only(said)["message"]


RICH = OURS + """parameters: {add: {per_queen: {value: 3}}}
pot: {add: {start: 0}}
auction: {nobody_plays: {add: {queens: {points: "-per_queen * queens"}}}}
scores:
  games:
    replace:
      abundance: {stake: "if made then 15 else -15", pot: "if made then pot else -pot"}
penalties:
  add:
    wrong_deal: {names: {en: [wrong deal]}, offender: -15, others: 5, column: points}
    late: {offender: 15, others: -5}
"""
ABUNDANCE = "contract: abundance, level: 9, declarers: [B]"


@pytest.mark.parametrize(
    ("head", "points", "after"),
    [
        ("all_pass: true, queens: {A: 2, B: 1, D: 1}, pot_before: 0", (-6, -3, 0, -3), 12),
        ("all_pass: true, queens: {A: 4}, per_queen: 5, pot_before: 0", (-20, 0, 0, 0), 20),
        ("all_pass: true, queens: {}, pot_before: 12", (0, 0, 0, 0), 12),
        (f"{ABUNDANCE}, tricks: {{B: 9}}, pot_before: 12", (-15, 57, -15, -15), 0),
        (f"{ABUNDANCE}, tricks: {{B: 8}}, pot_before: 12", (15, -57, 15, 15), 24),
        (f"{CELLS[2][0]}, pot_before: 12", CELLS[2][1], 12),
    ],
)
def test_queens_and_pot(tmp_path: Path, head: str, points: tuple[int, ...], after: int) -> None:
    """Queens pay into the pot, games take out of it: the points and what is left are compared."""
    said = checked(tmp_path, cell(head, points, f", pot_after: {after}", part="pot_cells"), RICH)
    assert own(said) == {"one": "holds"}
    found = only(checked(tmp_path, cell(head, points, f", pot_after: {after + 1}", part="pot_cells"), RICH))
    assert found["message"] == f"one: the pot is {after} afterwards instead of {after + 1}"


def test_score_of_a_stake(tmp_path: Path) -> None:
    """Where a stake gives the points it is what the hint shows."""
    found = only(checked(tmp_path, cell(f"{ABUNDANCE}, tricks: {{B: 9}}", (-14, 42, -14, -14)), RICH))
    assert found["hint"] == f"stake: “if made then 15 else -15” ({tmp_path / 'ours.yaml'}:9)"


@pytest.mark.parametrize(
    ("offence", "points", "state"),
    [
        ("wrong deal", (5, -15, 5, 5), "holds"),
        ("late", (5, -15, 5, 5), "holds"),
        ("late", (5, 15, 5, 5), "differs"),
        ("rudeness", (5, -15, 5, 5), "differs"),
        ("revoke", (0, 0, 0, 0), "differs"),
    ],
)
def test_offences(tmp_path: Path, offence: str, points: tuple[int, ...], state: str) -> None:
    """An offence is worth what it adds to a deal, whether in points or in fines."""
    said = checked(tmp_path, cell(f"offence: {offence}, player: B", points, part="fines"), RICH)
    assert own(said) == {"one": state}
    assert all(found["hint"] is None for found in said["findings"]), "no game has to do with it"


def test_offence_in_a_game(tmp_path: Path) -> None:
    """With a contract the points are those of the whole deal."""
    head = f"offence: wrong deal, player: A, {CELLS[2][0]}"
    said = checked(tmp_path, cell(head, (-10, -10, 10, 10), part="fines"), RICH)
    assert own(said) == {"one": "holds"}


def test_revoke_beside_the_deal(tmp_path: Path) -> None:
    """A revoke that does not replace the deal is worth what it adds."""
    rules = OURS + "revoke: {add: {offender: -3, others: 1, balance: 0, replaces: nothing}}\n"
    said = checked(tmp_path, cell("offence: revoke, player: C", (1, 1, -3, 1), part="fines"), rules)
    assert own(said) == {"one": "holds"}


def test_without_queens_and_pot(tmp_path: Path) -> None:
    """Without rules for queens and pot such cells cannot hold, and say so."""
    said = checked(tmp_path, cell("queens: {A: 2, B: 1, C: 1, D: 0}", (-6, -3, -3, 12), part="queens"))
    assert only(said)["code"] == "Q-points"
    head, points = CELLS[2]
    said = checked(tmp_path, cell(head, points, ", pot_before: 12, pot_after: 0", part="pot_cells"))
    assert "keep no pot" in only(said)["message"]


# -- whose cases are run -----------------------------------------------------------------------------------------------

FREE_WAIT = """calls:
  wait:
    require:
      replace:
        first_to_speak: {that: round == 1}
"""
CHANGED = 'cases:\n  changed:\n    scouts-04: {en: "with us anybody waits"}\n'


def test_inherited_case(tmp_path: Path) -> None:
    """The parent's cases are run under the child's rules; one that no longer holds is shown where it stands."""
    said = checked(tmp_path, "", OURS + FREE_WAIT)
    assert {case["of"] for case in said["cases"]} == {"scouts"}
    assert not own(said)
    found = only(said)
    assert found["code"] == "Q-inherited"
    assert found["file"] == "scouts/cases/auctions.yaml"
    assert "the case scouts-04 says: call 2 is illegal; the rules give: " in found["message"]
    assert "{changed: {scouts-04: ...}}" in found["hint"]


def test_inherited_points_keep_the_place_of_the_score(tmp_path: Path) -> None:
    rules = 'ruleset: ours\nextends: amis\nscores:\n  games:\n    replace:\n      grand_slam:\n'
    rules += '        declarer: "if made then 13 else -200"\n        opponent: "if made then 0 else 80"\n'
    found = only(checked(tmp_path, "", rules))
    assert f"A gets 13 instead of 200 (declarer: “if made then 13 else -200” ({tmp_path / 'ours.yaml'}:7))" in found["message"]


def test_changed(tmp_path: Path) -> None:
    """A case that the child lists as changed is not asked for any more."""
    said = checked(tmp_path, "", OURS + CHANGED + FREE_WAIT)
    assert not said["findings"]
    assert said["totals"] == {"holds": 21, "differs": 0, "changed": 1, "replaced": 0}


def test_changed_in_vain(tmp_path: Path) -> None:
    found = only(checked(tmp_path, "", OURS + CHANGED))
    assert (found["code"], found["severity"], found["line"]) == ("Q-idle", "warning", 5)
    assert "scouts-04 of scouts" in found["message"]


def test_changed_that_does_not_exist(tmp_path: Path) -> None:
    found = only(checked(tmp_path, "", OURS + CHANGED.replace("scouts-04", "scouts-O4")))
    assert found["code"] == "Q-idle"
    assert "scouts-O4" in found["message"]
    assert "“scouts-04”" in found["hint"]


def test_own_case_is_not_inherited(tmp_path: Path) -> None:
    """Only a parent's case can be listed as changed, not one's own."""
    said = checked(tmp_path, case("A pass", "{open: true}"), OURS + CHANGED.replace("scouts-04", "one"))
    assert only(said)["code"] == "Q-idle"


def test_replaced(tmp_path: Path) -> None:
    """An own case with a parent's id stands instead of it."""
    again = case("A pass, B wait", "{open: true}").replace("id: one", "id: scouts-04")
    said = checked(tmp_path, again, OURS + FREE_WAIT)
    assert not said["findings"]
    assert own(said) == {"scouts-04": "holds"}
    assert [one["state"] for one in said["cases"] if one["id"] == "scouts-04"] == ["holds", "replaced"]
    assert not checked(tmp_path, again, OURS + CHANGED + FREE_WAIT)["findings"], "it may say why, too"


def test_grandchild(tmp_path: Path) -> None:
    """Cases come down the whole line; what a ruleset in between has changed is not asked for again."""
    (tmp_path / "mid.yaml").write_text(OURS.replace("ours", "mid") + CHANGED + FREE_WAIT, encoding="utf-8")
    (tmp_path / "mid.cases.yaml").write_text(TOP + case("A pass, B wait", "{open: true}"), encoding="utf-8")
    said = checked(tmp_path, "", "ruleset: ours\nextends: mid.yaml\n")
    assert not said["findings"]
    assert [one["of"] for one in said["cases"]] == ["mid"] + ["scouts"] * 21
    found = only(checked(tmp_path, "", "ruleset: ours\nextends: mid.yaml\n" + CHANGED))
    assert "no inherited case is called “scouts-04”" in found["message"]


# -- where cases stand -------------------------------------------------------------------------------------------------


def test_folders(tmp_path: Path) -> None:
    """Cases stand in a folder beside `ruleset.yaml`, or in one named after a single file, in the order of names."""
    one = case("A pass", "{open: true}")
    (tmp_path / "club" / "cases").mkdir(parents=True)
    (tmp_path / "club" / "ruleset.yaml").write_text(OURS, encoding="utf-8")
    (tmp_path / "club" / "cases" / "b.yaml").write_text(TOP + one, encoding="utf-8")
    (tmp_path / "club" / "cases" / "a.yaml").write_text(TOP + one.replace("one", "two"), encoding="utf-8")
    (tmp_path / "club" / "cases" / "readme.md").write_text("no cases", encoding="utf-8")
    said = json.loads(run("rules", "test", str(tmp_path / "club"), "--format", "json").out)
    assert list(own(said).items()) == [("two", "holds"), ("one", "holds")]
    (tmp_path / "ours.cases").mkdir()
    (tmp_path / "ours.cases" / "a.yaml").write_text(TOP + one, encoding="utf-8")
    assert list(own(checked(tmp_path, one.replace("one", "two")))) == ["two", "one"]


def test_same_id_in_two_files(tmp_path: Path) -> None:
    (tmp_path / "ours.cases").mkdir()
    (tmp_path / "ours.cases" / "a.yaml").write_text(TOP + case("A pass", "{open: true}"), encoding="utf-8")
    found = only(checked(tmp_path, case("A pass", "{open: true}")))
    assert found["code"] == "Q-shape"
    assert f"{tmp_path / 'ours.cases.yaml'}:4" in found["message"]


def test_nothing_to_run(tmp_path: Path) -> None:
    """A ruleset without cases and without a parent says so."""
    text = (ROOT / "rulesets" / "scouts" / "ruleset.yaml").read_text(encoding="utf-8")
    (tmp_path / "alone.yaml").write_text(text.replace("ruleset: scouts", "ruleset: alone"), encoding="utf-8")
    ran = run("rules", "test", str(tmp_path / "alone.yaml"))
    assert (ran.code, ran.out) == (0, "alone@2026: no cases\n")


# -- faults in the files -----------------------------------------------------------------------------------------------

GOOD = case("A pass", "{open: true}").replace("one", "good")


@pytest.mark.parametrize(
    ("cases", "code", "at"),
    [
        (GOOD + "tables: []\n", "R-key", "tables"),
        (GOOD + "    wyh: x\n", "R-key", "wyh"),
        (GOOD + "    hands: {E: A...}\n", "R-key", "E:"),
        (GOOD + "    session: {lost: {A: 1}}\n", "R-key", "lost"),
        (GOOD + "    basis: guessed\n", "R-choice", "guessed"),
        (GOOD + "    dealer: E\n", "Q-shape", "E"),
        (GOOD + "  - 12\n", "R-shape", "12"),
        (GOOD + "cells: {}\n", "R-shape", "{}"),
        (GOOD + "  - {calls: [A pass], expect: {open: true}}\n", "R-missing", "{calls"),
        (GOOD + "  - {id: bad, calls: [A pass]}\n", "R-missing", "id"),
        (GOOD + "  - {id: bad, calls: [A pass], expect: {illegal: 2}}\n", "R-value", "2}"),
        (GOOD + "  - {id: bad, calls: [A pass], expect: {illegal: one}}\n", "R-value", "one}"),
        (GOOD + "  - {id: bad, calls: [A pass], expect: {redeal: false}}\n", "Q-shape", "expect"),
        (GOOD + "  - {id: bad, calls: [A pass], expect: {}}\n", "Q-shape", "expect"),
        (GOOD + "  - {id: bad, calls: [A pass], expect: {redeal: true, next: B}}\n", "R-key", "next"),
        (GOOD + "  - {id: bad, calls: [A pass], expect: {contract: {declarers: [A]}}}\n", "R-missing", "contract"),
        (GOOD + "  - {id: bad, calls: [A pass], expect: {contract: {kind: solo, declarers: [X]}}}\n", "Q-shape", "X]"),
        (GOOD + "  - {id: bad, calls: [A pass], expect: {open: true, points: {}}}\n", "R-key", "points"),
        (GOOD + "  - {id: bad, calls: [pass], expect: {open: true}}\n", "Q-shape", "pass]"),
        (GOOD + "  - {id: bad, calls: [lead A Z9], expect: {open: true}}\n", "Q-shape", "lead A Z9"),
        (GOOD + "  - {id: bad, calls: [arbiter maybe], expect: {open: true}}\n", "Q-shape", "arbiter maybe"),
        (GOOD + "  - {id: bad, calls: [A pass], transcript: x, expect: {open: true}}\n", "Q-shape", "bad"),
        (GOOD + "cells:\n  - {id: bad, points: {A: 0, B: 0, C: 0, D: 0}}\n", "R-missing", "id"),
        (GOOD + "queens:\n  - {id: bad, queens: {A: 4}, points: {A: 0, B: 0, C: 0}}\n", "R-missing", "points"),
        (GOOD + "queens:\n  - {id: bad, queens: {A: x}, points: {A: 0, B: 0, C: 0, D: 0}}\n", "R-value", "x}"),
        (GOOD + "a: [\n", "R-yaml", ""),
    ],
)
def test_fault_in_a_file(tmp_path: Path, cases: str, code: str, at: str) -> None:
    """A fault has its place; the other cases of the file are run, unless it cannot be read at all."""
    said = checked(tmp_path, cases)
    found = said["findings"][0]
    assert {one["code"] for one in said["findings"]} == {code}
    line = (TOP + cases).splitlines()[found["line"] - 1]
    assert line[found["column"] - 1 :].startswith(at), (line, found)
    good = own(said).get("good")
    assert "bad" not in own(said)
    assert good == (None if code == "R-yaml" or "good" not in cases or cases.startswith(GOOD + "    ") else "holds")


def test_file_without_seats(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(OURS, encoding="utf-8")
    (tmp_path / "ours.cases.yaml").write_text("dealer: D\n" + GOOD, encoding="utf-8")
    said = json.loads(run("rules", "test", str(tmp_path / "ours.yaml"), "--format", "json").out)
    assert only(said)["code"] == "R-missing"
    assert not own(said)


@pytest.mark.parametrize("data", [b"", b"- 1\n", b"\xff\xfe", b"seats: [A, B]\n\x00"])
def test_file_that_is_none(tmp_path: Path, data: bytes) -> None:
    """Whatever a case file holds, it is a finding in that file and nothing worse."""
    (tmp_path / "ours.yaml").write_text(OURS, encoding="utf-8")
    (tmp_path / "ours.cases.yaml").write_bytes(data)
    ran = run("rules", "test", str(tmp_path / "ours.yaml"))
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith(str(tmp_path / "ours.cases.yaml"))


def test_players_that_do_not_fit(tmp_path: Path) -> None:
    """A case for three players under rules for four cannot hold."""
    (tmp_path / "ours.yaml").write_text(OURS, encoding="utf-8")
    (tmp_path / "ours.cases.yaml").write_text("seats: [A, B, C]\ndealer: C\n" + GOOD, encoding="utf-8")
    said = json.loads(run("rules", "test", str(tmp_path / "ours.yaml"), "--format", "json").out)
    assert only(said)["code"] == "Q-case"


@pytest.mark.parametrize("listed", ["payments", "checks", "decided", "running_totals", "passed_deals"])
def test_lists_that_are_not_run(tmp_path: Path, listed: str) -> None:
    """What cannot be run is not passed over in silence, and is no fault."""
    found = only(checked(tmp_path, f"{listed}:\n  - {{id: one}}\n"))
    assert (found["code"], found["severity"]) == ("Q-unrun", "note")


# -- how it is told ----------------------------------------------------------------------------------------------------


def test_ruleset_that_cannot_be_used(tmp_path: Path) -> None:
    """A ruleset with a fault, or none at all, is exit code 2, in JSON too."""
    (tmp_path / "ours.yaml").write_text("ruleset: ours\nextends: nobody\n", encoding="utf-8")
    for name in (str(tmp_path / "ours.yaml"), "nobody"):
        assert run("rules", "test", name).code == 2
        ran = run("rules", "test", name, "--format", "json")
        assert ran.code == 2
        assert json.loads(ran.out)["findings"]


def test_wrong_format() -> None:
    assert run("rules", "test", "scouts", "--format", "xml").code == 2


def test_every_case_is_named(tmp_path: Path) -> None:
    ran = run("rules", "test", "scouts", "-v")
    lines = ran.out.splitlines()
    assert len(lines) == 23
    assert lines[2] == "scouts scouts-04: holds (only the very first speaker may wait)"


@pytest.mark.parametrize(("lang", "word"), [("en", "every case holds"), ("fr", "tous les cas"), ("nl", "elk geval")])
def test_languages(lang: str, word: str) -> None:
    assert word in run("rules", "test", "scouts", "--lang", lang).out


def test_json_names_every_case() -> None:
    said = json.loads(run("rules", "test", "scouts", "--format", "json").out)
    assert (said["ruleset"], said["runnable"]) == ("scouts", True)
    assert said["totals"] == {"holds": 22, "differs": 0, "changed": 0, "replaced": 0}
    first = said["cases"][0]
    assert (first["id"], first["of"], first["own"], first["sort"], first["line"]) == ("scouts-01", "scouts", True, "auction", 6)


def test_edition(tmp_path: Path) -> None:
    assert run("rules", "test", "scouts@2026").code == 0
    assert run("rules", "test", "scouts@1999").code == 2


def test_a_group_of_cases_listed_as_changed(tmp_path: Path) -> None:
    """One line stands for all cases whose ids begin so; it is idle only where every one of them still holds."""
    scores = "scores: {games: {replace: {solo: {declarer: 0, opponent: 0}}}}\n"
    for group, listed, idle in (("AMIS-*", scores, True), ("WB-solo-*", scores, False), ("WB-pair-*", scores, True)):
        path = tmp_path / "club.yaml"
        path.write_text(f"ruleset: club\nextends: amis\n{listed}cases: {{changed: {{{group}: meant}}}}\n", encoding="utf-8")
        found = json.loads(run("rules", "test", str(path), "--format", "json").out)
        idles = [each for each in found["findings"] if each["code"] == "Q-idle"]
        assert bool(idles) is idle, group
        wrong = {case["id"] for case in found["cases"] if case["state"] == "differs"}
        assert bool(wrong) is (group != "WB-solo-*"), group


def test_many_cases_that_begin_alike(tmp_path: Path) -> None:
    """Three or more inherited cases of one beginning are told as one, with the group to list; JSON has every case."""
    path = tmp_path / "ours.yaml"
    score = '{stake: "if made then 100 else -100"}'
    path.write_text(f"ruleset: ours\nextends: mck\nscores: {{games: {{replace: {{grand_slam: {score}}}}}}}\n", encoding="utf-8")
    text = run("rules", "test", str(path), "--lang", "en").out
    assert text.count("error[Q-inherited]") == 1
    assert "14 cases MCK-grand_slam-* of mck no longer hold, the first: MCK-grand_slam-0 gives other points" in text
    assert "cases: {changed: {MCK-grand_slam-*: ...}}" in text
    said = json.loads(run("rules", "test", str(path), "--format", "json").out)
    assert len(said["findings"]) == said["totals"]["differs"] == 14
    path.write_text(path.read_text("utf-8") + "cases: {changed: {MCK-grand_slam-*: meant}}\n", encoding="utf-8")
    assert run("rules", "test", str(path)).code == 0


def test_two_cases_that_begin_alike_are_told_apart() -> None:
    """Fewer than three are told each in full, also beside many of another beginning."""
    spans = [Span(1, 1)] * 6
    ids = ["a-1", "b-1", "a-2", "b-2", "b-3", "alone"]
    said = {"parent": "p", "difference": "d"}
    found = [Finding("Q-inherited", span, args={**said, "case": name}) for span, name in zip(spans, ids, strict=True)]
    told = [(one.args["case"], one.args.get("group")) for one in grouped(found)]
    assert told == [("a-1", None), ("b-1", "b-*"), ("a-2", None), ("alone", None)]
