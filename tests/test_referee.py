"""The referee's desk: the clauses on cards, lead, arbiter, play, evening and fines, each tried right and wrong.

The cases stand in `cases/<ruleset>/referee.yaml`. A line `<NAME>` in a case's text stands for one of the file's `blocks`
(hands, or a whole play). `bare` has the case judged again without its cards: nothing is found then, and these are the notes.
`bug` marks what the program does not say yet; such a case must fail until it does.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
import yaml
from conftest import ROOT, run
from full_deals import FAULTS, full_deal

from whistcli.ruleset import load_ruleset

CASES = Path(__file__).parent / "cases"
RULES = ("amis", "scouts")
PLAYERS = {"amis": "1 Ann, 2 Bea, 3 Cis, 4 Dre", "scouts": "A Ann, B Bea, C Cis, D Dre"}
CARDS = {"cards", "hands", "lead"}
KINDS = {"play", "session", "fine"}
KEYS = {"id", "clause", "say", "text", "expect", "notes", "bare", "json", "told", "players", "args", "bug"}
CARD_LINE = re.compile(r"^\s*(hands:|play:|lead:|discards:|exposed:|\w+: [♠♥♦♣])")


@cache
def book(rules):
    """The case file of a ruleset."""
    return yaml.safe_load((CASES / rules / "referee.yaml").read_text(encoding="utf-8"))


def cases(rules):
    """The cases of a ruleset."""
    return book(rules)["cases"]


@cache
def clauses(rules):
    """The clauses that the referee's desk answers for: on cards, lead, arbiter or evening, and of play and fines."""
    found = load_ruleset(rules).rules.clauses
    return {name: set(clause.needs) for name, clause in found.items() if clause.needs or clause.kind in KINDS}


def transcript(rules, case):
    """The lines of a case as a whole file."""
    blocks = book(rules)["blocks"]
    text = re.sub(r"^<(.+)>\n", lambda match: blocks[match[1]], case["text"], flags=re.MULTILINE)
    return f"rules: {rules}\nlang: en\nplayers: {case.get('players', PLAYERS[rules])}\n{text}"


def without_cards(text):
    """A transcript without the lines that log cards."""
    return "".join(line for line in text.splitlines(keepends=True) if not CARD_LINE.match(line))


def checked(text, *args):
    """What `check --format json` says of a file."""
    ran = run("check", "-", "--format", "json", *args, stdin=text)
    assert not ran.err, ran.err
    (found,) = json.loads(ran.out)["files"]
    assert ran.code == bool(loud(found))
    return found


def loud(found):
    """The errors and warnings, each as its code, or as code and rule."""
    return [(f["code"], f["rule"]) for f in found["findings"] if f["severity"] != "note"]


def noted(found):
    """The codes of the notes."""
    return [f["code"] for f in found["findings"] if f["severity"] == "note"]


def fits(wanted, found):
    """Whether a finding is the wanted `CODE` or `CODE:rule`."""
    code, _, rule = wanted.partition(":")
    return code == found[0] and (not rule or rule == found[1])


def params(wanted=lambda case: True):
    """Every case as a parameter; a case that shows a known bug must fail."""
    return [
        pytest.param(
            rules, case, id=f"{rules}-{case['id']}",
            marks=[pytest.mark.xfail(reason=case["bug"], strict=True)] if "bug" in case else [],
        )
        for rules in RULES
        for case in cases(rules)
        if wanted(case)
    ]


# -- the cases --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "case"), params())
def test_case(rules, case):
    """The findings of a case, in order, and what its last deal came to."""
    text = transcript(rules, case)
    found = checked(text, *case.get("args", ()))
    got = loud(found)
    assert len(got) == len(case["expect"]), (found["findings"], text)
    assert all(fits(*pair) for pair in zip(case["expect"], got, strict=True)), got
    if "notes" in case:
        assert noted(found) == case["notes"]
    messages = " | ".join(f["message"] for f in found["findings"] if f["severity"] != "note" or f["code"] in case.get("notes", ()))
    for words in case.get("told", ()):
        assert str(words) in messages
    if "json" in case:
        ran = run("score", "-", "--format", "json", *case.get("args", ()), stdin=text)
        deal = {**json.loads(ran.out)["deals"][-1], **{k: v for k, v in found["deals"][-1].items() if k != "contract"}}
        assert part(case["json"], deal) == case["json"]


def part(wanted, whole):
    """Those parts of an object that a wanted one names."""
    return {k: part(v, whole[k]) if isinstance(v, dict) and whole[k] else whole[k] for k, v in wanted.items()}


@pytest.mark.parametrize(("rules", "case"), params(lambda case: "bare" in case))
def test_case_without_its_cards(rules, case):
    """Without the cards nothing is asserted; a note says what only they would decide."""
    text = transcript(rules, case)
    bare = without_cards(text)
    assert bare != text
    found = checked(bare)
    assert (loud(found), noted(found)) == ([], case["bare"]), bare
    for finding in found["findings"]:
        if finding["code"] == "A-unknown":
            assert "which are not logged, would decide" in finding["message"]


FIGURES = {"S-points", "S-balance", "S-sum", "S-totals", "S-played", "S-contract"}
"""Findings that hold what the marker wrote against what was worked out."""


@pytest.mark.parametrize("rules", RULES)
def test_findings_name_their_deal_their_clause_and_both_figures(rules):
    """A finding on a deal names it; its clauses are the club's; a wrong figure stands beside the right one."""
    known = set(load_ruleset(rules).rules.clauses)
    seen = set()
    for case in cases(rules):
        found = checked(transcript(rules, case), *case.get("args", ()))["findings"]
        assert all(set(f["clauses"]) <= known for f in found)
        assert all(f["deal"] is not None for f in found if f["code"][:2] in ("A-", "P-", "S-")), case["id"]
        figures = [f for f in found if f["code"] in FIGURES]
        for finding in figures:
            assert len(re.findall(r"-?\d+", finding["message"].partition(":")[2] or finding["message"])) >= 2, finding
        seen |= {f["code"] for f in figures}
    assert seen == FIGURES


# -- cases and clauses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_cases_are_well_formed(rules):
    """Ids are unique, clauses are known, every key is one of ours, blocks are used."""
    listed = cases(rules)
    assert len({case["id"] for case in listed}) == len(listed)
    known = set(load_ruleset(rules).rules.clauses)
    for case in listed:
        assert set(case) <= KEYS, case["id"]
        assert set(case["clause"]) <= known, case["id"]
        assert case["say"].endswith("."), case["id"]
    texts = "".join(case["text"] for case in listed)
    assert all(f"<{name}>\n" in texts for name in book(rules)["blocks"])


@pytest.mark.parametrize(("rules", "clause"), [(rules, clause) for rules in RULES for clause in clauses(rules)])
def test_every_clause_has_its_cases(rules, clause):
    """A legal case; an illegal one, unless the ruleset says why the clause is not checked; and one without the cards."""
    mine = [case for case in cases(rules) if clause in case["clause"]]
    assert any(not case["expect"] for case in mine), "a legal case"
    if clause not in load_ruleset(rules).rules.unchecked:
        assert any(case["expect"] for case in mine), "an illegal case"
    if clauses(rules)[clause] & CARDS:
        assert any("bare" in case and case["expect"] for case in mine), "an illegal case without its cards"


@pytest.mark.parametrize("rules", RULES)
def test_every_finding_on_cards_and_evening_has_a_case(rules):
    """Between them the two files show every code on cards, evening and the marker's figures that these rules can give."""
    shown = {code.partition(":")[0] for name in RULES for case in cases(name) for code in case["expect"]}
    pages = Path(__file__).parent / "errors"
    codes = {folder.name for folder in pages.iterdir() if folder.name[:2] in ("P-", "D-", "S-")}
    never = {"D-excluded", "S-recorded", "S-pending"}  # notes
    holes = {"S-hole", "S-zero", "S-silent", "S-idle"}  # faults of a ruleset, and of the sheet
    others = {"D-idle", "S-conflict", "S-multiplier", "S-offence", "S-pay", "S-pot", "S-queens", "S-remainder"}
    tested_with_results = {"S-result", "S-tricks"}
    assert codes - shown <= never | holes | tested_with_results | others, rules  # others: not of these clubs' rules


# -- explain ----------------------------------------------------------------------------------------------------------

FINDING = re.compile(r"^\S+:\d+:\d+: (error|warning|note)\[([\w-]+)\]", re.MULTILINE)
SCORE_ONLY = {"S-silent", "S-pending"}
"""What keeps a deal from a score: `explain` tells it, `check` does not."""


def explained(text, *args):
    """What `explain` prints, and severity and code of each finding below it."""
    ran = run("explain", "-", "--lang", "en", *args, stdin=text)
    assert not ran.err, ran.err
    return ran.out, sorted(found for found in FINDING.findall(ran.out) if found[1] not in SCORE_ONLY)


def severities(found):
    """Severity and code of each finding of `check`, as `explained` has them."""
    return sorted((f["severity"], f["code"]) for f in found["findings"])


def random_deals(rules, hands):
    """Random full deals: clean ones and each with one fault, as (text, number of tricks logged)."""
    rng = Random(7)
    for number in range(12):
        deal = full_deal(rng, rules)
        tricks = rng.choice((13, 13, 5, 1))
        yield deal.text(hands=hands, tricks=tricks), min(tricks, len(deal.tricks))
        changed = FAULTS[number % len(FAULTS)](rng, deal, hands=hands)
        if changed is not None and FAULTS[number % len(FAULTS)].__name__ != "missing_trull":
            yield changed[0], len(deal.tricks)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("hands", [True, False])
def test_explain_names_every_trick_and_finding(rules, hands):
    """Of a played deal `explain` tells each trick, and finds what `check` finds."""
    head = f"rules: {rules}\nlang: en\nplayers: A Ann, B Bea, C Cis, D Dre\n\n"
    for text, tricks in random_deals(rules, hands):
        told, found = explained(head + text, "--deal", "1")
        for number in range(1, tricks + 1):
            assert re.search(rf"^  trick {number}: \w \(\w+\) leads ", told, re.MULTILINE), (number, text, told)
        assert f"trick {tricks + 1}:" not in told
        assert found == severities(checked(head + text)), text


@pytest.mark.parametrize(
    ("rules", "case"), params(lambda case: not {"args", "bug"} & set(case) and "# accepted" not in case["text"]),
)
def test_explain_finds_what_check_finds(rules, case):
    """Of every case's deals `explain --deal` gives the findings that `check --deal` gives."""
    text = transcript(rules, case)
    for number in dict.fromkeys(re.findall(r"^deal (\d+)", text, re.MULTILINE)):
        _, found = explained(text, "--deal", number)
        assert found == severities(checked(text, "--deal", number))


@pytest.mark.parametrize("case", [case for case in cases("amis") if case["id"] in ("accepted", "accepted-by-rule")])
def test_explain_lists_an_accepted_exception(case):
    """An exception that the file accepts is a note in `explain` too, with its reason, and no fault of the deal."""
    text = transcript("amis", case)
    ran = run("explain", "-", "--lang", "en", stdin=text)
    assert ("note", "D-dealer" if case["id"] == "accepted" else "A-rule") in FINDING.findall(ran.out)
    assert ("Bea had to leave early" if case["id"] == "accepted" else "a friendly game") in ran.out
    assert ran.code == 0


def test_an_accepted_exception_is_listed():
    """`check` prints it with its reason, unasked, and is content."""
    case = next(case for case in cases("amis") if case["id"] == "accepted")
    ran = run("check", "-", stdin=transcript("amis", case))
    assert ran.code == 0
    assert "note[D-dealer]" in ran.out
    assert "Bea had to leave early" in ran.out


# -- the evening of the documentation ---------------------------------------------------------------------------------

EVENING = ROOT / "examples" / "referee.whist"
FINDINGS = [("1", "A-rule"), ("2", "A-refused"), ("3", "P-revoke"), ("5", "S-points"), ("5", "S-totals")]
RULINGS = (
    ("3: emballe 8\n4: passe\nplis: 8", "3: emballe 8\narbitre: maintenue \"trop tard\"\n4: passe\nplis: 8"),
    ("plis: 9                          # les points attendent l'arbitre", "arbitre: accord\nannulée: une annonce plus basse"),
    ("points: 1 10, 2 0, 3 10, 4 0", "renonce: 4\npoints: 1 14, 2 14, 3 14, 4 -14"),
    ("totaux: 1 10, 2 15, 3 10, 4 0", "totaux: 1 14, 2 29, 3 14, 4 -14"),
    ("points: 1 -10, 2 -10, 3 13, 4 10", "points: 1 -10, 2 -10, 3 10, 4 10"),
    ("totaux: 1 0, 2 5, 3 23, 4 20", "totaux: 1 4, 2 19, 3 24, 4 -4"),
    ("totaux: 1 0, 2 5, 3 41, 4 20", "totaux: 1 4, 2 19, 3 42, 4 -4"),
)
"""What the referee of `docs/referee.md` writes, and the figures that follow from it."""


def test_the_evening_has_its_five_findings():
    """Each dispute is found once, in its deal."""
    found = checked(EVENING.read_text(encoding="utf-8"))["findings"]
    assert [(f["deal"], f["code"]) for f in found if f["severity"] != "note"] == FINDINGS


def test_the_rulings_of_the_documentation_settle_the_evening():
    """With the referee's lines in place nothing is wrong, and the sheet holds the revoke's figures."""
    text = EVENING.read_text(encoding="utf-8")
    for before, after in RULINGS:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    assert loud(checked(text)) == []
    sheet = json.loads(run("score", "-", "--format", "json", stdin=text).out)
    assert sheet["deals"][2]["points"] == {"1": 14, "2": 14, "3": 14, "4": -14}
    assert sheet["totals"]["points"] == {"1": 4, "2": 19, "3": 42, "4": -4}
    assert sheet["totals"]["balance"] == 61


def test_an_accepted_total_is_listed_and_no_fault():
    """The exception that the documentation shows."""
    line = "totaux: 1 0, 2 5, 3 23, 4 20     # une autre, à l'addition"
    text = EVENING.read_text(encoding="utf-8")
    assert text.count(line) == 1
    text = text.replace(line, "totaux: 1 0, 2 5, 3 23, 4 20  # accepté S-totals: corrigé sur la feuille suivante")
    ran = run("check", "-", "--only", "S-totals", "--lang", "en", stdin=text)
    assert ran.code == 0
    assert "note[S-totals]" in ran.out
    assert "corrigé sur la feuille suivante" in ran.out
    assert ran.out.count("[S-totals]") == 1


def test_five_tricks_would_do_for_the_revoke():
    """The first five tricks of deal 3 give the revoke away without any hand, as the documentation says; four do not."""
    text = EVENING.read_text(encoding="utf-8")
    tricks = re.findall(r"^  [1-4]: ♥A .*?(?=^plis)", text, re.MULTILINE | re.DOTALL)[0].splitlines(keepends=True)
    assert len(tricks) == 13
    for count, codes in ((5, ["P-revoke"]), (4, [])):
        part_of_it = text.replace("".join(tricks), "".join(tricks[:count]))
        found = checked(part_of_it, "--deal", "3")["findings"]
        assert [f["code"] for f in found if f["severity"] == "error"] == codes
