"""Rulesets with faults: each cause is one finding at its place; definitions; what a child may change at one level."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, run

from whistcli.diag import Unusable
from whistcli.model import Ruleset
from whistcli.ruleset import load_ruleset
from whistcli.ruleset.load import build_file
from whistcli.say import hint, message

MINI = """ruleset: mini
game: auction
suits: {order: [hearts, diamonds, clubs, spades]}
ladder: {order: [solo 6, solo 7, misere]}
auction: {}
games:
  solo: {level: 6..7, suit: named, needs: level}
  misere: {level: 0, suit: notrump, needs: 0, exactly: true}
calls:
  pass: {effect: pass}
  wait: {effect: wait, locks: [pass]}
  solo:
    effect: bid
    require:
      low: {that: "level < 7 or best is none or best.rung < rung(solo, 7)"}
  misere: {effect: bid}
scores:
  games:
    solo: {declarer: 9, opponent: -3}
    misere: {declarer: 15, opponent: -5}
"""
CHILD = "ruleset: ours\nextends: scouts\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def changed(*pairs: tuple[str, str]) -> str:
    """The small ruleset with some of its text changed."""
    text = MINI
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def built(text: str) -> Ruleset:
    Path("ours.yaml").write_text(text, "utf-8")
    return build_file("ours.yaml").rules


def faults(text: str) -> list[tuple[str, str]]:
    """What is wrong with a ruleset: each finding's sentence key, and the text that its span covers."""
    with pytest.raises(Unusable) as caught:
        built(text)
    found = [finding for finding in caught.value.findings if finding.severity == "error"]
    return [(f.message_key, f.span.text[f.span.column - 1 :][: f.span.width]) for f in found]


def test_the_small_ruleset_is_sound() -> None:
    assert set(built(MINI).games) == {"solo", "misere"}


# -- one cause, one finding, at its place ------------------------------------------------------------------------------

ONE: list[tuple[tuple[tuple[str, str], ...], str, str]] = [
    ((("level: 6..7", "level: 7..6"),), "R-value.levels", "7..6"),
    ((("level: 6..7, ", ""),), "R-missing", "solo"),
    ((("{level: 6..7, suit: named, needs: level}", "six"),), "R-shape.map", "six"),
    ((("[solo 6, solo 7, ", "[solo 6, soolo 7, "),), "R-game", "soolo 7"),
    ((("[solo 6, solo 7, ", "[solo 6, "),), "R-ladder.hole", "ladder"),
    ((("ladder: {order: [solo 6, solo 7, misere]}\n", ""),), "R-missing.root", "ruleset"),
    ((("ladder: {order: [solo 6, solo 7, misere]}", "ladder: {order: {}}"),), "R-shape.list", "{"),
    ((("clubs, spades]", "clubs, swords]"),), "R-value.suit", "swords"),
    ((("clubs, spades]", "clubs]"),), "R-suits", "["),
    ((("locks: [pass]", "locks: [pass, sleep]"),), "R-call", "sleep"),
    ((("game: auction\n", ""),), "R-missing.root", "ruleset"),
    ((("auction: {}", "auction: {}\nauctions: {}"),), "R-key.root", "auctions"),
    ((("{declarer: 9, opponent: -3}", "{declarer: 9}"),), "R-missing", "solo"),
    ((("auction: {}", "auction: {}\nparameters: {fee: 5}"), ("declarer: 9", "declarer: fee")), "R-shape.map", "5"),
]


@pytest.mark.parametrize(("pairs", "key", "covered"), ONE, ids=[f"{key}-{pairs[0][1]}" for pairs, key, _ in ONE])
def test_one_cause_is_one_finding(pairs: tuple[tuple[str, str], ...], key: str, covered: str) -> None:
    assert faults(changed(*pairs)) == [(key, covered)]


@pytest.mark.parametrize("rules", ["amis", "scouts"])
def test_a_fault_of_a_game_is_not_told_of_all_that_speak_of_it(rules: str) -> None:
    for game in ("pair", "solo", "abundance"):
        text = f"ruleset: ours\nextends: {rules}\ngames: {{{game}: {{replace: {{level: 8...13}}}}}}\n"
        assert faults(text) == [("R-value.levels", "8...13")]


def test_nothing_is_said_of_a_place_that_has_no_name() -> None:
    Path("ours.yaml").write_text(changed(("game: auction\n", ""), ("auction: {}", "auction: {}\nauctions: {}")))
    with pytest.raises(Unusable) as caught:
        build_file("ours.yaml")
    said = [message(finding, "en") for finding in caught.value.findings]
    assert said == ["“game” is missing in the ruleset", "unknown key “auctions” in the ruleset"]
    Path("ruleset.yaml").write_text(MINI)
    Path("clauses.yaml").write_text("clauses: [{id: a.1, kind: score, en: So.}]\n")
    [remark] = build_file("ruleset.yaml").findings
    assert message(remark, "en") == "clause a.1 is answered by no rule and not listed under unchecked"


def test_remarks_on_a_game_stand_at_its_name() -> None:
    Path("ours.yaml").write_text(changed(("  misere: {effect: bid}\n", ""), ("    misere: {declarer: 15, opponent: -5}\n", "")))
    found = [(f.code, f.span.line, f.span.text[f.span.column - 1 :][: f.span.width]) for f in build_file("ours.yaml").findings]
    assert found == [("R-idle", 8, "misere"), ("R-unscored", 8, "misere")]


def test_a_setting_that_is_none_is_named_itself() -> None:
    for setting, code in (("feee=1", "R-parameter"), ("lost_game_fine=x", "R-parameter")):
        ran = run("rules", "show", "amis", "--set", setting, "--lang", "en")
        assert ran.code == 2
        assert ran.err.startswith(f"--set {setting}: error[{code}] ")


# -- definitions -------------------------------------------------------------------------------------------------------

LOW = ('"level < 7 or best is none or best.rung < rung(solo, 7)"', '"not high or calm"')


def defined(*lines: str, that: str = "not high or calm", declarer: str = "9") -> str:
    body = "".join(f"  {line}\n" for line in lines)
    return changed((LOW[0], f'"{that}"'), ("declarer: 9", f"declarer: {declarer}"), ("auction: {}\n", f"auction: {{}}\ndefine:\n{body}"))


def test_a_definition_is_read_where_its_name_stands() -> None:
    rules = built(defined("high: level >= 7", "calm: best is none or best.rung < rung(solo, 7)"))
    [condition] = rules.calls["solo"].require
    assert condition.that.reads == {"level", "best"}


def test_a_definition_is_typed_anew_in_each_place() -> None:
    rules = built(defined("high: level >= 7", that="not high", declarer='"if high then 9 else 8"'))
    score = rules.scores["solo"].declarer
    assert score is not None
    assert score.reads == {"level"}


def test_a_definition_reads_those_above_it_and_parameters() -> None:
    text = defined("high: level >= 7", "highest: high and not (level < 7)", that="not highest")
    assert built(text).calls["solo"].require[0].that.reads == {"level"}
    text = defined("high: level >= 7", "twice: 2 * fee", that="not high", declarer="twice")
    score = built(text + "parameters: {fee: {value: 3}}\n").scores["solo"].declarer
    assert score is not None
    assert score.reads == {"fee"}


def test_definitions_are_inherited_and_changed() -> None:
    Path("parent.yaml").write_text(defined("high: level >= 7", that="not high"))
    child = "ruleset: child\nextends: ./parent.yaml\n"
    assert built(child).calls["solo"].require[0].that.reads == {"level"}
    assert built(child + "define: {replace: {high: waited}}\n").calls["solo"].require[0].that.reads == {"waited"}
    assert faults(child + "define: {remove: [high]}\n") == [("X-name", "high")]
    assert faults(child + "define: {add: {high: waited}}\n") == [("R-extends.there", "high")]
    text = child + 'define: {add: {late: round > 1}}\ncalls: {wait: {add: {ask_arbiter: "late and waited"}}}\n'
    ask = built(text).calls["wait"].ask_arbiter
    assert ask is not None
    assert ask.reads == {"round", "waited"}


DEFINED = [
    (("high: low", "low: level < 7"), "high", [("X-name.later", "low")]),
    (("high: low", "low: high"), "high", [("X-name.later", "low")]),
    (("high: not high",), "high", [("X-name.later", "high")]),
    (("high: leve >= 7", "low: not high"), "high and not low", [("X-name", "leve")]),
    (("high: level >=",), "high", [("X-syntax.missing_end", "")]),
    (("high: made",), "high", [("X-name.barred", "high")]),
    (("high: made", "higher: high and made"), "higher", [("X-name.barred", "higher")]),
    (("level: round > 1",), "round > 1", [("X-name.taken", "level")]),
    (("solo: round > 1",), "round > 1", [("X-name.taken", "solo")]),
    (("hearts: round > 1",), "round > 1", [("X-name.taken", "hearts")]),
    (("any: round > 1",), "round > 1", [("X-name.taken", "any")]),
    (("High: round > 1",), "round > 1", [("R-name", "High")]),
    (("high: [round]",), "round > 1", [("R-shape.scalar", "[")]),
    (("high: round",), "high", [("X-type.bool", "high")]),
    (("high: level > 7 and suit == hearts or waited",), "high", []),
]


@pytest.mark.parametrize(("lines", "that", "found"), DEFINED, ids=[str(lines) for lines, _, _ in DEFINED])
def test_definitions_with_faults(lines: tuple[str, ...], that: str, found: list[tuple[str, str]]) -> None:
    text = defined(*lines, that=that)
    if found:
        assert faults(text) == found
    else:  # a remark, made once however often the definition is typed
        Path("ours.yaml").write_text(text)
        assert [finding.code for finding in build_file("ours.yaml").findings] == ["X-mixed"]


def test_a_definition_that_is_not_readable_here_says_why() -> None:
    Path("ours.yaml").write_text(defined("high: made", that="high"))
    with pytest.raises(Unusable) as caught:
        build_file("ours.yaml")
    assert message(caught.value.findings[0], "en").startswith("“high” reads made, which has no value here")


# -- verbs beside names ------------------------------------------------------------------------------------------------


def test_verbs_beside_names() -> None:
    changes = "{remove: [hand_over], solo: {add: {any_turn: true}}, add: {sleep: {effect: pass}}}"
    rules = built(f"{CHILD}calls: {changes}\n")
    assert "hand_over" not in rules.calls
    assert rules.calls["solo"].any_turn
    assert rules.calls["sleep"].effect == "pass"


@pytest.mark.parametrize("changes", [
    "{remove: [solo], solo: {add: {any_turn: true}}}",
    "{solo: {add: {any_turn: true}}, remove: [solo]}",
    "{replace: {solo: {effect: bid}}, remove: [solo]}",
    "{remove: [solo], add: {solo: {effect: bid}}}",
    "{solo: {add: {any_turn: true}}, replace: {solo: {effect: bid}}}",
    "{remove: [solo, solo]}",
])
def test_one_thing_is_changed_once(changes: str) -> None:
    [(key, covered)] = faults(f"{CHILD}calls: {changes}\n")
    assert (key, covered) == ("R-extends.twice", "solo")


def test_verbs_stay_strict_beside_names() -> None:
    assert faults(CHILD + "calls: {remove: [nap], solo: {add: {any_turn: true}}}\n") == [("R-extends.absent", "nap")]
    assert faults(CHILD + "calls: {remove: [wait], nap: {effect: pass}}\n")[0] == ("R-extends.verb", "nap")
    assert faults(CHILD + "games: {solo: {level: {remove: [a], b: c}}}\n")[0] == ("R-extends.whole", "level")


def test_the_shipped_ones_load() -> None:
    for name in ("amis", "scouts"):
        for finding in load_ruleset(name).findings:
            assert hint(finding, "en") is None


def test_the_page_shows_definitions_that_work() -> None:
    page = (Path(__file__).parent.parent / "docs" / "rulesets.md").read_text("utf-8")
    shown = page.partition("### Definitions")[2].partition("```yaml\n")[2].partition("```")[0]
    definitions, _, use = shown.partition("calls:\n")
    assert "that: keen" in use
    text = changed((LOW[0], "keen"), ("auction: {}\n", f"auction: {{}}\n{definitions}"))
    assert built(text).calls["solo"].require[0].that.reads == {"round", "mine"}


# -- what a child's changes break in a parent's file --------------------------------------------------------------------


def _found(tmp_path, **files):
    """What `rules check` prints of `child.yaml` beside other files."""
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return run("rules", "check", str(tmp_path / "child.yaml"), "--simulate", "0", "--lang", "en").out


def test_a_fault_in_an_inherited_line_says_where_the_cure_stands(tmp_path):
    """The line is the parent's and cannot be changed there; the hint names the child's file and the section."""
    out = _found(tmp_path, child="ruleset: child\nextends: amis\ncalls: {remove: [wait]}\ngames: {remove: [trull]}\n")
    assert "amis/ruleset.yaml:" in out
    assert str(ROOT / "rulesets") not in out
    for section in ("ladder.order", "ladder.because", "calls.trull", "scores.games"):
        assert f"inherited from amis: change or remove it in {tmp_path / 'child.yaml'} under `{section}`" in out


def test_a_fault_of_the_parent_itself_is_cured_there(tmp_path):
    """What is wrong with a parent without the child is said as ever."""
    parent = "ruleset: base\nextends: amis\nfines: {add: {late: {when: not made, amount: levl}}}\n"
    out = _found(tmp_path, base=parent, child="ruleset: child\nextends: ./base.yaml\n")
    assert "X-name" in out
    assert "inherited from" not in out


def test_a_grandparent_is_named(tmp_path):
    """The file between them is named by its path where the line is its own, the shipped one by its id."""
    parent = (
        "ruleset: base\nextends: amis\ndefine: {add: {late: round > 2}}\n"
        "calls: {solo: {require: {add: {soon: {that: not late}}}}}\n"
    )
    out = _found(tmp_path, base=parent, child="ruleset: child\nextends: ./base.yaml\ndefine: {remove: [late]}\n")
    assert f"inherited from {tmp_path / 'base.yaml'}: change or remove it in {tmp_path / 'child.yaml'}" in out


@pytest.mark.parametrize("section", ["suits", "ladder", "auction"])
def test_a_section_that_must_be_there_is_not_empty(tmp_path, section):
    """A name with nothing below it is no section."""
    parts = {"suits": "{order: [hearts, diamonds, clubs, spades]}", "ladder": "{order: [solo 6]}", "auction": "{}"}
    parts[section] = ""
    text = "".join(f"{name}: {value}\n" for name, value in parts.items())
    rest = "games: {solo: {level: 6, suit: named, needs: level}}\ncalls: {pass: {effect: pass}, solo: {effect: bid}}\n"
    out = _found(tmp_path, child=f"ruleset: child\ngame: auction\n{text}{rest}")
    assert f"error[R-shape] {section} takes names" in out


def test_words_of_own_kinds(tmp_path):
    """A kind of the ruleset's own is listed with what it can name, its words, and the forms in which these stand."""
    (tmp_path / "child.yaml").write_text(
        "ruleset: child\nextends: scouts\ncalls: {add: {core: {effect: bid, game: solo, suit: named}, contra: {effect: double}}}\n"
        "words: {core: {en: [core], nl: [kern SUIT voor N]}, contra: {nl: [kontra]}}\n", encoding="utf-8",
    )
    lines = run("rules", "words", str(tmp_path / "child.yaml")).out.splitlines()
    assert lines[lines.index("core SUIT N") + 1] == "    core, kern SUIT voor N"
    assert lines[lines.index("contra") + 1] == "    contra, kontra"
