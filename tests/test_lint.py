"""`rules check`: every check on a shipped ruleset with one thing spoilt, and on the same ruleset unspoilt."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from random import Random

import pytest
from conftest import ROOT, run

from whistcli import facts
from whistcli.diag import Finding
from whistcli.expr import BOOL, analyse, scalar_of
from whistcli.lint.bound import bound
from whistcli.lint.domains import Domain, always, domain_of, possible
from whistcli.lint.registry import BASIC, LISTED, STRICT, reasoned
from whistcli.lint.shown import transcript
from whistcli.lint.simulate import STYLES, Simulation, Style, _Player, simulate
from whistcli.lint.source import Source
from whistcli.ruleset import shipped
from whistcli.say import catalogue

RULESETS = ROOT / "rulesets"
AUCTIONS = [name for name in shipped() if (RULESETS / name / "ruleset.yaml").read_text("utf-8").find("game: auction") >= 0]


@cache
def source(name: str) -> Source:
    """A shipped ruleset, read once."""
    return Source(name)


def spoilt(tmp_path: Path, name: str, *changes: tuple[str, str]) -> str:
    """A copy of a shipped ruleset in which texts are changed; each must be there."""
    folder = tmp_path / "spoilt"
    shutil.copytree(RULESETS / name, folder)
    file = folder / "ruleset.yaml"
    text = file.read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    file.write_text(text, "utf-8")
    return str(folder)


# -- what ships --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
def test_shipped_rulesets_are_clean(name: str) -> None:
    ran = run("rules", "check", name, "--simulate", "20")
    assert ran.code == 0, ran.out
    assert "[" not in ran.out


@pytest.mark.parametrize("name", AUCTIONS)
def test_every_condition_is_looked_at(name: str) -> None:
    """The places of expressions are those of the loader: none is passed over in silence."""
    here = source(name)
    for kind, call in here.rules.calls.items():
        assert [rule.where for rule in here.conditions(call)] == [condition.name for condition in call.require]
        asked = list(here.rule(here.call_env(call), kind, "calls", kind, "ask_arbiter"))
        assert len(asked) == (call.ask_arbiter is not None)
        first = list(here.required(here.env(facts.LEAD), kind, "calls", kind, "by_lead"))
        assert len(first) == (len(call.by_lead.require) if call.by_lead is not None else 0)
    assert [rule.where for rule in here.every_call] == [condition.name for condition in here.rules.every_call]


def test_the_list_and_the_sentences_agree() -> None:
    listed = {entry.code for entry in LISTED}
    said = {key.partition(".")[0] for key in catalogue("L")}
    assert listed - {"R", "X"} == said
    ran = run("rules", "check", "--list")
    assert ran.code == 0
    assert [line.split()[:2] for line in ran.out.splitlines()] == [
        [code, next(entry.group for entry in LISTED if entry.code == code)]
        for code in dict.fromkeys(entry.code for entry in LISTED)
    ]
    assert {entry.group for entry in LISTED} == {BASIC, STRICT}


# -- one thing spoilt --------------------------------------------------------------------------------------------------

SPOILT: dict[str, tuple[str, str, str, str]] = {
    # name: (code, ruleset, what is written, what is written instead)
    "always true": ("L-dead", "amis", 'that: "level > 9 or round == 1"', 'that: "level >= 9 or round == 1"'),
    "never asked": ("L-dead", "amis", 'ask_arbiter: "level >= 10 or lost_solos >= 2"', "ask_arbiter: level > 11"),
    "never true": ("L-never", "amis", "that: announced_stands\n", "that: announced_stands and nothing_said\n"),
    "a number": ("L-never", "scouts", 'that: "round > 1 or level == 6"', 'that: "level in [6, 7]"'),
    "one excludes the other": ("L-conflict", "amis", "that: own is none\n", "that: own is not none and freed\n"),
    "a branch too many": ("L-branch", "amis", "if tricks == 13 then 30 else 3 * tricks - 17",
                          "if tricks == 14 then 30 else 3 * tricks - 17"),
    "silent on nothing": ("L-branch", "amis", 'when: "declarer_count > 2"', 'when: "declarer_count > 4"'),
    "a key missing": ("L-cell", "amis", "else -{9: 30, 10: 42, 11: 60}", "else -{9: 30, 10: 42}"),
    "a sum": ("L-sum", "scouts", 'opponent: "if made then -(3 + over) else 3 + 2 * under"',
              'opponent: "if made then -(3 + over) else 3 + under"'),
    "a sign": ("L-sign", "amis", 'declarer: "if made then 100 else -100"', 'declarer: "if made then 100 else 100"'),
    "a step": ("L-step", "amis", "else -(3 * level - 17 + 3 * under)",
               "else -(3 * level - 17 + (if under == 4 then 11 else 3 * under))"),
    "a digit too many": ("L-large", "amis", 'declarer: "if made then 75 else -75"',
                         'declarer: "if made then 7500 else -75"'),
    "equal by suit": ("L-equal", "amis", "equal: first_stands", "equal: suit"),
    "a definition": ("L-unused", "amis", "\ncalls:\n", "\ndefine:\n  late: round > 2\ncalls:\n"),
    "a parameter": ("L-unused", "amis", "amount: lost_game_fine", "amount: 2"),
    "words for nothing": ("L-unused", "amis", "words:\n", "words:\n  piccolo: {fr: [pico]}\n"),
    "a clause that is none": ("L-unused", "amis", "  fine.4:\n", "  fine.9:\n"),
    "a word hidden": ("L-word", "amis", "solo: {fr: [seul]}", "solo: {fr: [seul, passe]}"),
    "a word twice": ("L-word", "amis", "solo: {fr: [seul]}", "solo: {fr: [seul]}\n  wait: {fr: [seul]}"),
}


def codes(checked: Source, code: str) -> list[Finding]:
    """What the checks of one code find."""
    checks = [entry.check for entry in LISTED if entry.code == code and entry.check is not None]
    return [finding for check in checks for finding in check(checked) if finding.code == code]


@pytest.mark.parametrize("case", SPOILT)
def test_one_thing_spoilt(case: str, tmp_path: Path) -> None:
    """The check finds it, at the line where it was spoilt or in the part that it belongs to."""
    code, name, old, new = SPOILT[case]
    assert codes(source(name), code) == []
    found = codes(Source(spoilt(tmp_path, name, (old, new))), code)
    assert found
    for finding in found:
        assert finding.span.line > 0
        assert finding.severity == "warning"


# -- choices in definitions and in what no result decides --------------------------------------------------------------

FIVE = """ruleset: ours
extends: scouts
define:
  add:
    bonus: "{bonus}"
scores:
  replace: {{zero_sum: false}}
  games:
    replace:
      solo: {{declarer: "if made then 5 + bonus else -5", opponent: 0}}
      abundance: {{declarer: "if made then 6 + bonus else -6", opponent: 0}}
      small_slam: {{declarer: "if made then 7 + bonus else -7", opponent: 0}}
      trull: {{declarer: "if made then 8 + bonus else -8", opponent: 0}}
{more}"""


def branches_of(tmp_path: Path, bonus: str, more: str = "") -> list[Finding]:
    """What is found of the choices in a ruleset whose scores share a definition."""
    file = tmp_path / "ruleset.yaml"
    file.write_text(FIVE.format(bonus=bonus, more=more), encoding="utf-8")
    return codes(Source(str(file)), "L-branch")


def test_a_definition_that_several_games_share(tmp_path: Path) -> None:
    """What one game never decides, another does: no use alone tells that a branch is dead."""
    assert branches_of(tmp_path, "2 * (if kind == trull then 1 else 0)") == []


@pytest.mark.parametrize(("bonus", "key"), [("if kind == pair then 1 else 0", "L-branch.never"), ("if tricks < 14 then 1 else 0", "L-branch")])
def test_a_definition_whose_branch_nobody_reaches(tmp_path: Path, bonus: str, key: str) -> None:
    """It is said once, at the definition, by its name."""
    (found,) = branches_of(tmp_path, bonus)
    assert (found.message_key, found.span.line, found.args["name"]) == (key, 5, "bonus")
    assert found.span.text.startswith("    bonus:")


def test_a_definition_that_is_read_elsewhere_too(tmp_path: Path) -> None:
    """What decides a call is not decided by results."""
    more = "calls: {solo: {require: {add: {some: {that: worth == 1, says: {en: some}}}}}}\n"
    bonus = "if level > 13 then 1 else 0\"\n    worth: \"bonus"
    assert branches_of(tmp_path, bonus, more) == []


BESIDE = {
    # what is never so, what is, and where both are written
    "the revoke": ("kind == trull", "kind == wait", "revoke: {{add: {{offender: -3, others: 1, balance: 0, times: 'if {} then 2 else 1'}}}}"),
    "the offender": ("declares", "others_count > 9", "penalties: {{add: {{late: {{offender: 'if {} then 2 else 1'}}}}}}"),
    "the others": ("level == 8", "level < 0", "penalties: {{add: {{late: {{offender: 1, others: 'if {} then 2 else 1'}}}}}}"),
    "the times": ("kind == solo", "not (kind == solo) and kind == solo",
                  "penalties: {{add: {{late: {{offender: 1, times: {{value: 1, exceptions: {{more: {{when: '{}', value: 2}}}}}}}}}}}}"),
    "the queens": ("queens > 2", "queens > 4",
                   "pot: {{add: {{start: 0}}}}\nauction: {{nobody_plays: {{add: {{queens: {{points: 'if {} then -9 else -queens'}}}}}}}}"),
    "the whole deal": ("tricks == 13", "tricks == 14", "scores: {{add: {{times: 'if {} then 2 else 1'}}}}"),
    "an amount": ("level == 8", "level == 14", "fines: {{add: {{late: {{when: not made, amount: 'if {} then 2 else 1'}}}}}}"),
    "the partner's words": ("suit == hearts", "suit == notrump",
                            "calls: {{trull: {{add: {{by_reveal: {{level: 'if {} then 8 else 9'}}}}}}}}"),
}


@pytest.mark.parametrize("name", BESIDE)
def test_choices_outside_of_scores(name: str, tmp_path: Path) -> None:
    """Every value that may hold a choice is looked at: one that is never taken is found, one that is taken is not."""
    sound, dead, where = BESIDE[name]
    for condition, expected in ((sound, 0), (dead, 1)):
        file = tmp_path / "ruleset.yaml"
        file.write_text(f"ruleset: ours\nextends: scouts\n{where.format(condition)}\n", encoding="utf-8")
        assert len(codes(Source(str(file)), "L-branch")) == expected, condition


@pytest.mark.parametrize(("sound", "dead", "where"), [
    ("announced_stands", "nothing_said and announced", "auction: {{add: {{ends: {{when: {}}}}}}}"),
    ("announced_stands", "announced or not announced", "auction: {{add: {{ends: {{when: {}}}}}}}"),
    ("suit == hearts", "suit == notrump", "calls: {{trull: {{add: {{by_reveal: {{level: 8, partner_leads: {}}}}}}}}}"),
    ("lead.rank == ace", "lead.rank >= two",
     "calls: {{trull: {{add: {{by_reveal: {{level: 8, require: {{high: {{that: {}, says: {{en: high}}}}}}}}}}}}}}"),
])
def test_conditions_outside_of_calls(sound: str, dead: str, where: str, tmp_path: Path) -> None:
    """The end of the auction, who leads, and what is asked of a first card after the partner's words."""
    for condition, expected in ((sound, 0), (dead, 1)):
        file = tmp_path / "ruleset.yaml"
        file.write_text(f"ruleset: ours\nextends: scouts\n{where.format(condition)}\n", encoding="utf-8")
        assert len(codes(Source(str(file)), "L-dead")) == expected, condition


STRICTLY: dict[str, tuple[str, str, str, str]] = {
    "an open value": ("L-silent", "scouts", 'declarer: "if made then 3 + over else -(3 + 2 * under)"',
                      "declarer: silent"),
    "a kind that is gone": ("L-kind", "amis", "c.kind in [propose, accept])", "c.kind in [propose, piccolo])"),
    "a keyword": ("L-keyword", "amis", "solo: {fr: [seul]}", "solo: {fr: [seul, jeu]}"),
    "a language": ("L-lang", "amis", "title: {en: The Friends of Whist, fr: Les Amis du whist, nl: De Whistvrienden}",
                   "title: {en: The Friends of Whist, fr: Les Amis du whist, nl: De Whistvrienden}\nsource: here"),
}


def test_the_ladder_of_the_friends() -> None:
    """Pairs that a chain of clauses decides are not among those that are open."""
    finding = next(f for f in reasoned(source("amis"), strict=True) if f.code == "L-ladder")
    pairs = finding.args["pairs"]
    assert isinstance(pairs, tuple)
    assert "pair 10 > solo 6" in pairs  # no clause speaks of these two
    assert "solo 6 > pair 9" not in pairs  # pair.2
    assert "grand_slam > small_slam SUIT" not in pairs  # small_slam.1
    assert finding.severity == "note"


@pytest.mark.parametrize("case", ["an open value", "a kind that is gone", "a keyword"])
def test_what_is_strict_is_not_basic(case: str, tmp_path: Path) -> None:
    code, name, old, new = STRICTLY[case]
    changed = Source(spoilt(tmp_path, name, (old, new)))
    assert len(codes(changed, code)) == len(codes(source(name), code)) + 1
    assert {entry.group for entry in LISTED if entry.code == code} == {STRICT}


def test_a_value_that_changes_with_the_day_is_not_silent(tmp_path: Path) -> None:
    child = tmp_path / "ruleset.yaml"
    head = "ruleset: ours\nextends: amis\ntitle: {en: Ours}\nparameters:\n  replace:\n    lost_game_fine: "
    told = {}
    for value in ("{silent: true, because: Nobody knows.}", "{dated: {2025-09-01: 2}}"):
        child.write_text(f"{head}{value}\n", "utf-8")
        told[value] = [f.key for f in codes(Source(str(child)), "L-silent")].count("L-silent.parameter")
    assert list(told.values()) == [1, 0]


def test_strict_adds_to_basic() -> None:
    basic, strict = (list(reasoned(source("scouts"), strict=strict)) for strict in (False, True))
    assert basic == []
    assert {finding.code for finding in strict} == {"L-ladder", "L-clause", "L-assumed"}


# -- reasoning ---------------------------------------------------------------------------------------------------------


def judged(*texts: str, call: str = "solo") -> list[bool | None]:
    """What each condition always is in a call of the Friends, and whether all may hold at once."""
    here = source("amis")
    rule = here.rules.calls[call]
    trees = []
    for text in texts:
        tree, _, found = analyse(scalar_of(text), here.call_env(rule), BOOL)
        assert tree is not None, found
        trees.append(tree)
    domain = domain_of(here.rules, rule)
    return [*(always(tree, domain) for tree in trees), possible(trees, domain)]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("level >= 6", True),
        ("level > 8", False),
        ("level == 7", None),
        ("round >= 1", True),
        ("round > 40", None),
        ("round < 1", False),
        ("suit == notrump", False),
        ("suit <= hearts", True),
        ("kind == solo", True),
        ("kind in [pass, wait]", False),
        ("waited and round == 1", False),
        ("freed and round == 1", False),
        ("announced_stands and not announced", False),
        ("nothing_said and any(c in calls: c.kind == solo)", False),
        ("round == 1 and any(c in mine: c.kind == solo)", False),
        ("any(c in mine: c.kind == solo) or not any(d in mine: d.kind == solo)", True),
        ("any(c in mine: c.kind == solo) or not any(d in mine: d.kind == wait)", None),
        ("own is none or own is not none", True),
        ("best is not none and best.kind == solo and best.kind == pair", False),
        ("count_rank(hand, ace) > 4", False),
        ("count_rank(hand, ace) == 3", None),
        ("{6: true, 7: false, 8: false}[level] and level > 6", False),
        ("(lowest default 8) < 6", False),
        ("lost_solos >= 2", None),
        ("2 * level + 1 == 14", False),
        ("if level > 6 then level != 6 else level == 6", True),
    ],
)
def test_what_is_always_so(text: str, verdict: bool | None) -> None:
    assert judged(text)[0] is verdict


def test_what_cannot_be_together() -> None:
    assert judged("round == 1", "round > 1")[-1] is False
    assert judged("round == 1", "level == 8")[-1] is True
    assert judged("level < 8 or freed", "level == 8", "not freed")[-1] is False


def test_too_much_is_left_alone() -> None:
    """What would take too many combinations is not called dead, whatever it says."""
    many = " or ".join(f"(count(c in calls: c.level == {n}) == {n} and best is not none and best.level == {n})"
                       for n in range(9))
    assert judged(f"({many}) and level > 8")[0] in (False, None)
    assert Domain(source("amis").rules).of(analyse(scalar_of("hand"), source("amis").env(facts.AUCTION), None)[0],
                                           0) is None  # type: ignore[arg-type]


# -- auctions at random ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", AUCTIONS)
def test_played_auctions_are_legal(name: str) -> None:
    """What the simulation plays, a check of its transcript accepts, and comes to the same game."""
    rules = source(name).rules
    player = _Player(rules, Random(7), 300)
    for number in range(15):
        auction = player.play(STYLES[number % len(STYLES)])
        assert auction.end == "ended"
        text = transcript(rules, name, auction)
        ran = run("check", "-", "--format", "json", stdin=text)
        deal, = json.loads(ran.out)["files"]
        assert [f["code"] for f in deal["findings"] if f["severity"] != "note"] == [], text
        contract = deal["deals"][0]["contract"]
        assert (contract["kind"] if contract else None) == auction.game, text


@pytest.mark.parametrize("name", AUCTIONS)
def test_bounds_hold(name: str) -> None:
    most = bound(source(name))
    assert most.calls is not None
    found = simulate(source(name).rules, 25, 3, most.calls + 1)
    assert found.endless is None
    assert found.longest is not None
    assert 4 <= len(found.longest.said) <= most.calls


@pytest.mark.parametrize("name", AUCTIONS)
def test_every_game_comes_up(name: str) -> None:
    assert set(simulate(source(name).rules, 60, 11).reached) == set(source(name).rules.games)


@pytest.mark.parametrize("name", ["amis", "scouts"])
def test_every_call_comes_up(name: str) -> None:
    assert simulate(source(name).rules, 120, 4).legal == set(source(name).rules.calls)


def test_a_run_can_be_had_again() -> None:
    first, again, other = (run("rules", "check", "scouts", "--simulate", "15", "--seed", seed, "--format", "json")
                           for seed in ("5", "5", "6"))
    assert first == again
    assert json.loads(first.out)["rulesets"][0]["simulation"] != json.loads(other.out)["rulesets"][0]["simulation"]


def shown_auction(out: str) -> str:
    """The transcript that stands in a report."""
    found = re.search(r"^rules: .*?(?=^\S*: (?:Auctions|No bound))", out, re.MULTILINE | re.DOTALL)
    assert found is not None, out
    return found[0]


def test_somebody_gets_stuck(tmp_path: Path) -> None:
    """Where only the first round may be passed in, somebody is left without a call, and the transcript shows whom."""
    folder = spoilt(tmp_path, "amis", ("        that: not announced_stands\n", "        that: round == 1\n"),
                    ("        that: round > 1\n        cite: [pair.2]\n", "        that: round > 3\n        cite: [pair.2]\n"))
    ran = run("rules", "check", folder, "--only", "L-stuck")
    assert ran.code == 1
    assert "error[L-stuck]" in ran.out
    text = shown_auction(ran.out)
    told = run("explain", "-", stdin=text)
    assert told.err == ""
    assert not re.search(r"error\[", told.out), told.out
    deal, = json.loads(run("check", "-", "--format", "json", stdin=text).out)["files"][0]["deals"]
    assert (deal["status"], deal["first_illegal"]) == ("unfinished", None)
    assert json.loads(run("legal", "-", "--format", "json", stdin=text).out)["calls"] == []


def test_an_auction_that_never_ends(tmp_path: Path) -> None:
    """Proposing again and again takes nobody out and beats nothing."""
    spoil = [
        ("not any(c in mine: c.kind == propose)", "true or freed"),
        ("        that: round == 1\n        cite: [remark.1]", "        that: round >= 1\n        cite: [remark.1]"),
        ("not any(c in calls: c.kind == propose and c.suit == suit)", "true or waited"),
    ]
    folder = spoilt(tmp_path, "amis", *spoil)
    assert bound(Source(folder)).endless == ("propose",)
    ran = run("rules", "check", folder, "--only", "L-end")
    assert ran.code == 1
    assert "error[L-end]" in ran.out
    assert "propose may be said again and again" in ran.out
    told = run("explain", "-", stdin=shown_auction(ran.out))
    assert not re.search(r"error\[", told.out), told.out
    assert told.out.count("propose") >= 20


def test_one_limit_is_enough(tmp_path: Path) -> None:
    """Each of the three limits on proposals alone bounds them."""
    limits = [
        ("not any(c in mine: c.kind == propose)", "true or freed"),
        ("        that: round == 1\n        cite: [remark.1]", "        that: round >= 1\n        cite: [remark.1]"),
        ("not any(c in calls: c.kind == propose and c.suit == suit)", "true or waited"),
    ]
    for place in range(3):
        folder = spoilt(tmp_path, "amis", *(change for at, change in enumerate(limits) if at != place))
        assert bound(Source(folder)).calls is not None, limits[place]
        shutil.rmtree(folder)


def test_a_refusal_that_may_be_asked_again(tmp_path: Path) -> None:
    folder = spoilt(tmp_path, "amis", ("after_refusal: higher_or_pass", "after_refusal: anything"))
    most = bound(Source(folder))
    assert most.calls is None
    assert "open_misere" in most.endless
    found = simulate(Source(folder).rules, 0, 1, 300, most.endless)
    assert found.endless is not None
    assert {said.consent for said in found.endless.said[-20:]} == {False}


def test_a_game_that_never_comes_up(tmp_path: Path) -> None:
    """Not proven, so that plain checking only tells it; strict checking finds it."""
    folder = spoilt(tmp_path, "amis", (
        'that: "round == 1 or (best is not none and best.kind == small_slam)"',
        'that: "count(c in calls: c.kind == abundance and c.level == 9) > 4"',
    ))
    plain = run("rules", "check", folder, "--simulate", "60")
    assert plain.code == 0
    assert "Not reached: grand_slam." in plain.out
    strict = run("rules", "check", folder, "--strict", "--only", "L-unreached", "--simulate", "60")
    assert strict.code == 1
    assert "came to the game grand_slam" in strict.out


def test_the_second_search_reaches_what_the_first_did_not() -> None:
    rules = source("amis").rules
    assert set(simulate(rules, 1, 1).reached) == set(rules.games)


def test_towards_a_call() -> None:
    player = _Player(source("scouts").rules, Random(2), 200)
    found = Simulation()
    for _ in range(60):
        found.take(player.play(Style(towards="hand_over")))
    assert "hand_over" in player.found.legal


# -- the command -------------------------------------------------------------------------------------------------------


def test_exit_codes(tmp_path: Path) -> None:
    assert run("rules", "check", "nowhere").code == 2
    assert run("rules", "check").code == 2
    assert run("rules", "check", "amis@1999").code == 2
    assert run("rules", "check", "amis", "--format", "xml").code == 2
    assert run("rules", "check", "amis", "--only", "L-nothing").code == 2
    broken = tmp_path / "broken.yaml"
    broken.write_text("ruleset: [\n", "utf-8")
    ran = run("rules", "check", str(broken))
    assert (ran.code, ran.err) == (1, "")
    assert "error[R-yaml]" in ran.out
    both = run("rules", "check", "nowhere", "knockout")
    assert both.code == 2
    assert "R-unknown" in both.err


def test_selection(tmp_path: Path) -> None:
    folder = spoilt(tmp_path, "amis", ("equal: first_stands", "equal: suit"),
                    ('declarer: "if made then 75 else -75"', 'declarer: "if made then 7500 else -75"'))
    every = run("rules", "check", folder, "--simulate", "0").out
    assert re.findall(r"\[(L-\w+)\]", every) == ["L-equal", "L-large"]
    assert re.findall(r"\[(L-\w+)\]", run("rules", "check", folder, "--simulate", "0", "--only", "L-large").out) == ["L-large"]
    ignored = run("rules", "check", folder, "--simulate", "0", "--ignore", "L")
    assert (ignored.code, ignored.out) == (0, "")


def test_formats(tmp_path: Path) -> None:
    folder = spoilt(tmp_path, "amis", ("equal: first_stands", "equal: suit"))
    ran = run("rules", "check", folder, "knockout", "--format", "json", "--simulate", "20")
    first, second = json.loads(ran.out)["rulesets"]
    finding, = first["findings"]
    assert (finding["code"], finding["severity"]) == ("L-equal", "warning")
    assert finding["file"].endswith("ruleset.yaml")
    assert first["simulation"]["auctions"] == 20
    assert first["simulation"]["longest"] <= first["simulation"]["bound"]
    assert (second["rules"], second["findings"], second["simulation"]) == ("knockout", [], None)
    github = run("rules", "check", folder, "--format", "github", "--simulate", "20").out
    assert re.fullmatch(r"::warning file=\S+ruleset.yaml,line=\d+,col=\d+,title=L-equal::.*\n", github)


@pytest.mark.parametrize("lang", ["fr", "nl"])
def test_languages(lang: str) -> None:
    english, other = (run("rules", "check", "amis", "--strict", "--simulate", "20", "--lang", each)
                      for each in ("en", lang))
    assert english.code == other.code == 1
    assert re.findall(r"\[([A-Z]-\w+)\]", english.out) == re.findall(r"\[([A-Z]-\w+)\]", other.out)
    assert english.out.splitlines()[-1] != other.out.splitlines()[-1]


def test_a_parents_faults_stand_in_its_file(tmp_path: Path) -> None:
    """A finding on what is inherited names the parent's file."""
    spoilt(tmp_path, "amis", ('declarer: "if made then 75 else -75"', 'declarer: "if made then 7500 else -75"'))
    child = tmp_path / "ruleset.yaml"
    child.write_text('ruleset: ours\nextends: ./spoilt\ntitle: {en: Ours}\n', "utf-8")
    ran = run("rules", "check", str(child), "--simulate", "0")
    assert ran.code == 1
    assert re.match(r"\S*spoilt\S*ruleset.yaml:\d+:\d+: warning\[L-large\]", ran.out)
