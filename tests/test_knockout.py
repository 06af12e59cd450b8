"""Knock-out games: the case files, the readings as rulesets of their own, generated games, injected faults."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import knockout_games
import pytest
import yaml
from conftest import ROOT, run

from whistcli.ruleset import load_ruleset

CASES = Path(__file__).parent / "cases" / "knockout"
BOOK = yaml.safe_load((CASES / "rounds.yaml").read_text(encoding="utf-8"))
SIGNS = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"}

CODES = {
    "trick_total": {"K-total"},
    "hand_size": {"K-size"},
    "wrong_chooser": {"K-chooser"},
    "wrong_leader": {"K-leader"},
    "eliminated_plays": {"K-out"},
    "dog_not_agreed": {"K-dog"},
    "dog_round": {"K-dog"},
    "second_dog": {"K-dog"},
    "player_count": {"K-players", "T-players"},  # the reader refuses what no ruleset can allow
    "after_end": {"K-after"},
    "first_trump": {"K-trump"},
    "bad_cut": {"K-cut"},
    "revoke": {"P-revoke"},
}
"""The finding that each `why` of the case files must give."""

HEADER = {"player_count"}
"""What is wrong with the file rather than with a round: its finding names no round."""


def written(case):
    """A case as a transcript."""
    lines = [f"rules: {BOOK['rules']}", f"dog: {'yes' if case['dog_life'] else 'no'}"]
    lines += [f"tie: {'cut' if case.get('tie') == 'cut' else 'nearest'}", f"players: {', '.join(case['players'])}"]
    for number, made in enumerate(case["rounds"], 1):
        dealer = made.get("dealer", case["dealer"] if number == 1 else None)
        heading = [f"round {number}", *([f"dealer {dealer}"] if dealer else []), f"cards {made['cards']}"]
        if "trump" in made or "chooser" in made:
            by = f" by {made['chooser']}" if "chooser" in made else ""
            heading.append(f"trump {SIGNS.get(made.get('trump'), '?')}{by}")
        lines += ["", ", ".join(heading)]
        if "leader" in made:
            lines.append(f"lead: {made['leader']}")
        lines.append("tricks: " + ", ".join(f"{seat} {count}" for seat, count in made["tricks"].items()))
        lines += [f"dog: {seat} {fate}" for seat, fate in made.get("dog", {}).items()]
        if "cut" in made:
            lines.append(f"cut: {made['cut']}")
    return "\n".join(lines) + "\n"


def checked(text, *options):
    """The file's object, and the errors and warnings in it."""
    ran = run("check", "-", "--format", "json", *options, stdin=text)
    assert not ran.err, ran.err
    (file,) = json.loads(ran.out)["files"]
    wrong = [found for found in file["findings"] if found["severity"] != "note"]
    assert ran.code == bool(wrong)
    return file, wrong


@pytest.mark.parametrize("case", BOOK["cases"], ids=lambda case: case["id"])
def test_case(case):
    """The verdict is the expected one; what follows from each round is known after it, and of the next one before it."""
    file, wrong = checked(written(case))
    want = case["expect"]
    by_round = {int(made["round"]): made for made in file["rounds"]}
    if "illegal" in want:
        number, why = want["illegal"]["round"], want["illegal"]["why"]
        assert by_round[number]["status"] == "illegal"
        assert [made["status"] for made in file["rounds"][: number - 1]] == ["ok"] * (number - 1)
        (found,) = wrong
        assert found["code"] in CODES[why]
        assert found["deal"] == (None if why in HEADER else str(number))
        assert found["clauses"] or found["code"].startswith("T-")
        return
    assert wrong == []
    assert {made["status"] for made in file["rounds"]} == {"ok"}
    for number, seats in want.get("out_after", {}).items():
        before = by_round[number - 1]["out"] if number > 1 else []
        assert sorted(set(by_round[number]["out"]) - set(before)) == seats
    for key in ("cards", "chooser", "leader"):
        for number, value in want.get(key, {}).items():
            found = by_round[number] if number in by_round else file["next"]
            assert found[key] == value, (key, number)
    for number, seats in want.get("dogs", {}).items():
        assert by_round[number - 1]["dogs"] == seats
    assert file["winner"] == want.get("winner", file["winner"])
    if "winner" in want:
        assert file["next"] is None


# -- generated games -----------------------------------------------------------------------------------------------------

WAYS = [(dog, first, cut) for dog, first in ((False, False), (True, False), (True, True)) for cut in (False, True)]
CASUALTY = str(CASES / "casualty.yaml")


def games(seed, count, ways=WAYS):
    """Clean games of two to seven players, in every way of playing."""
    rng = Random(seed)
    for number in range(count):
        dog, first, cut = ways[number % len(ways)]
        made = knockout_games.game(rng, 2 + number % 6, dog=dog, first_casualty=first, cut=cut)
        made.rules = CASUALTY if first else "knockout"
        for each in made.rounds:
            each.log = rng.random() < 0.5
        yield rng, made


def key(seat):
    return None if seat is None else knockout_games.NAMES[seat]


def test_legal_games_give_nothing():
    """No finding on a legal game; who is out, the dogs, the chooser, the leader and the winner are the generator's."""
    shapes = set()
    for _, made in games(1, 240):
        file, wrong = checked(made.text())
        assert wrong == [], (wrong, made.text())
        out = []
        for each, found in zip(made.rounds, file["rounds"], strict=True):
            out = sorted([*out, *map(key, each.out)])
            assert (found["out"], found["status"]) == (out, "ok"), made.text()
            assert (found["chooser"], found["leader"]) == (key(each.chooser), key(each.leader))
            assert found["dogs"] == [key(seat) for seat in each.new_dogs]
            assert found["tricks"] == {key(seat): count for seat, count in sorted(each.tricks.items())}
            shapes |= {("dogs", len(each.dogs)), ("tie", len(each.top)), ("log", each.log)}
        for each, following in pairwise(file["rounds"]):
            assert each["next_chooser"] == following["chooser"]
        assert (file["winner"], file["next"]) == (key(made.winner), None)
    assert {("dogs", 1), ("dogs", 2), ("dogs", 3), ("tie", 2), ("tie", 3), ("log", True)} <= shapes


def test_games_cut_short_and_sparse():
    """A game that still goes on, with no dealers, no chooser, no sizes, and tricks only of who took some, is clean too."""
    for rng, made in games(2, 120):
        del made.rounds[rng.randrange(1, len(made.rounds) + 1) :]
        text = made.text()
        text = re.sub(r", cards \d", "", text)
        text = re.sub(r" [A-Z] 0(,|$)", r"", text, flags=re.MULTILINE).replace(",\n", "\n")
        text = re.sub(r"(trump .) by \w", r"\1", text)
        _, wrong = checked(text)
        assert wrong == [], (wrong, text)
        bare = re.sub(r", dealer \w", "", text)
        _, wrong = checked(bare)
        assert wrong == [], (wrong, bare)


@pytest.mark.parametrize("fault", knockout_games.FAULTS, ids=lambda fault: fault.__name__)
def test_an_injected_fault_is_found_once(fault):
    """One fault in a legal game: its finding, and no other."""
    tried = 0
    for seed in range(20, 40):
        for rng, made in games(seed, 60):
            before = made.text()
            code = fault(rng, made)
            if code is None:
                continue
            tried += 1
            _, wrong = checked(made.text())
            assert [found["code"] for found in wrong] == [code], (wrong, before, made.text())
        if tried >= 60:
            return
    assert tried >= 20


# -- what differs between circles is data -----------------------------------------------------------------------------------

HEAD = "rules: {rules}\nplayers: P, Q, R, S\n"


def rounds(text, rules="knockout", header=""):
    """The rounds of a game of four, and the codes of what is wrong."""
    file, wrong = checked(HEAD.format(rules=rules) + header + text)
    return file, [found["code"] for found in wrong]


ONE_OUT = "round 1, dealer S\ntricks: P 3, Q 2, R 2, S 0\n"
LATER = "round 1, dealer S\ntricks: P 2, Q 2, R 2, S 1\nround 2, dealer S\ntricks: P 4, Q 1, R 1, S 0\n"
FIRST_TWO = "round 1, dealer S\ntricks: P 4, Q 3, R 0, S 0\n"


def test_dogs_of_everybody_or_of_the_first_casualty():
    """Two readings of one clause, each a ruleset of a few lines."""
    yes = "dog: yes\n"
    assert [rounds(FIRST_TWO, ruleset, yes)[0]["next"]["dogs"] for ruleset in ("knockout", CASUALTY)] == [["R", "S"]] * 2
    assert rounds(LATER, "knockout", yes)[0]["rounds"][1]["out"] == ["S"]
    assert rounds(LATER, CASUALTY, yes)[0]["next"]["dogs"] == ["S"]
    again = LATER + "round 3\ntricks: P 3, Q 2, R 0, S 0\n"
    assert rounds(again, CASUALTY, yes)[0]["rounds"][2]["out"] == ["R", "S"]  # the first casualty was S
    assert rounds(LATER + "round 3\ntricks: P 3, Q 1, R 0, S 1\ndog: S won\n", "knockout", yes)[1] == ["K-dog"]


def test_a_tie_is_cut_or_goes_to_the_nearest():
    """The header's line comes before the ruleset's."""
    cutting, tie = str(CASES / "cutting.yaml"), "round 1, dealer P\ntricks: P 2, Q 1, R 2, S 2\n"
    assert rounds(tie)[0]["next"]["chooser"] == "R"
    assert rounds(tie, cutting)[0]["next"]["chooser"] is None
    assert rounds(tie + "cut: S\n", cutting)[0]["next"]["chooser"] == "S"
    assert rounds(tie + "cut: S\n", cutting, "tie: nearest\n")[1] == ["K-cut"]
    assert rounds(ONE_OUT, cutting)[0]["next"]["dogs"] == ["S"]  # this circle agrees on it once for all
    assert rounds(ONE_OUT, cutting, "dog: no\n")[0]["rounds"][0]["out"] == ["S"]


def test_a_missing_cut_is_named():
    """While it may still come it is a note; afterwards a warning, unless the next heading tells who chose."""
    tie = "round 1, dealer P\ntricks: P 2, Q 1, R 2, S 2\n"
    file, wrong = rounds(tie, header="tie: cut\n")
    assert (wrong, [found["code"] for found in file["findings"]]) == ([], ["K-cut"])
    assert file["rounds"][0]["next_chooser"] is None
    after = "round 2, trump ♠{}\ntricks: P 3, Q 1, R 1, S 1\n"
    assert rounds(tie + after.format(""), header="tie: cut\n")[1] == ["K-cut"]
    file, wrong = rounds(tie + after.format(" by S"), header="tie: cut\n")
    assert (wrong, file["rounds"][1]["chooser"], file["rounds"][1]["leader"]) == ([], "S", "S")
    assert rounds(tie + after.format(" by Q"), header="tie: cut\n")[1] == ["K-chooser"]


CIRCLE = str(CASES / "circle.yaml")


def test_another_circle():
    """Sizes, ties by the next dealer, left of the dealer leads, the deal passes over who is out, a revoke disqualifies."""
    text = "round 1, dealer S, cards 9, trump ♥\nlead: P\ntricks: P 4, Q 4, R 1, S 0\nround 2, dealer P, cards 7, trump ♠ by Q\n"
    text += "lead: Q\ntricks: P 3, Q 3, R 1\n"
    file, wrong = rounds(text, CIRCLE)
    assert (wrong, file["next"]["cards"], file["next"]["leader"]) == ([], 5, None)
    assert file["rounds"][1]["chooser"] == "Q"  # nearest to the left of P, who deals round 2
    assert rounds(text.replace("by Q", "by P"), CIRCLE)[1] == ["K-chooser"]
    assert rounds(text.replace("lead: Q", "lead: P"), CIRCLE)[1] == ["K-leader"]
    third = "round 3, dealer {}\ntricks: P 3, Q 1, R 1\n"
    fourth = "round 4, dealer {}\ntricks: P 1, Q 1, R 1\n"
    assert rounds(text + third.format("Q") + fourth.format("R"), CIRCLE)[1] == []
    assert rounds(text + third.format("Q") + fourth.format("S"), CIRCLE)[1] == ["K-dealer"]
    fifth = "round 5, dealer P, cards 1\ntricks: P 1\n"  # S is out: from R the deal passes to P
    file, wrong = rounds(text + third.format("Q") + fourth.format("R") + fifth, CIRCLE)
    assert (wrong, file["winner"]) == ([], "P")
    file, wrong = rounds(text + "revoke: Q\n", CIRCLE)
    assert (wrong, file["rounds"][1]["out"], file["rounds"][1]["next_chooser"]) == ([], ["Q", "S"], "P")
    assert rounds(text + "revoke: Q\n")[0]["rounds"][0]["status"] == "illegal"  # nine cards are too many elsewhere
    few = "rules: {}\nplayers: P, Q\nround 1, dealer Q\ntricks: P 5, Q 4\n"
    assert [found["code"] for found in checked(few.format(CIRCLE))[1]] == ["K-players"]


# -- every command --------------------------------------------------------------------------------------------------------


def test_fmt_and_every_command_take_every_game(tmp_path):
    """Generated games, clean and spoilt: the canonical form says the same, and all commands tell them in every language."""
    for number, (rng, made) in enumerate(games(3, 36)):
        if number % 2:
            rng.choice(knockout_games.FAULTS)(rng, made)
        file = tmp_path / "game.whist"
        file.write_text(made.text(), encoding="utf-8")
        once = run("fmt", str(file)).out
        assert run("fmt", "-", stdin=once).out == once
        places = ("line", "column", "file")
        clean = [{k: v for k, v in json.loads(run("check", "--format", "json", name, stdin=once).out)["files"][0].items() if k not in places}
                 for name in (str(file), "-")]
        for found in (found for each in clean for found in each["findings"]):
            found.pop("line"), found.pop("column")
        assert clean[0] == clean[1]
        lang = ("en", "fr", "nl")[number % 3]
        for command in (["score"], ["legal"], *(["explain", "--deal", str(each.number)] for each in made.rounds)):
            ran = run(*command, str(file), "--lang", lang)
            assert ran.out, command
            assert not ran.err, ran.err


def test_legal_says_whose_choice_it_is_and_what_a_dog_may_do():
    text = HEAD.format(rules="knockout") + "dog: yes\n" + ONE_OUT
    assert json.loads(run("legal", "--format", "json", "-", stdin=text).out) == {
        "deal": "2", "seat": "P", "calls": [f"trump {suit}" for suit in SIGNS], "dogs": ["S"],
    }
    said = run("legal", "-", "--lang", "en", stdin=text).out
    assert "P chooses trumps" in said
    assert "S holds a single card" in said
    going_on = text + "round 2, dealer P\n"
    assert run("legal", "-", "--lang", "en", stdin=going_on).out == said
    first = run("legal", "--deal", "1", "-", "--lang", "en", stdin=text).out
    assert "nobody chooses trumps" in first
    over = text.replace("dog: yes\n", "").replace("P 3, Q 2, R 2", "P 7, Q 0, R 0")
    assert run("legal", "-", "--lang", "en", stdin=over).out == "the game is over; winner: P\n"


def test_a_match_counts_wins_and_places(tmp_path):
    files = []
    for name, tricks in (("one", "P 7, Q 0, R 0, S 0"), ("two", "P 0, Q 7, R 0, S 0"), ("three", "P 4, Q 3, R 0, S 0")):
        files.append(str(tmp_path / f"{name}.whist"))
        text = HEAD.format(rules="knockout").replace("P, Q, R, S", "P Ann, Q Bob, R Cis, S Dre")
        Path(files[-1]).write_text(f"{text}round 1, dealer S\ntricks: {tricks}\n", encoding="utf-8")
    found = json.loads(run("score", "--format", "json", *files).out)
    assert [each["winner"] for each in found["files"]] == ["P", "Q", None]
    assert [(each["name"], each["games"], each["wins"], each["places"]) for each in found["match"]] == [
        ("Ann", 3, 1, {"1": 1, "2": 1}), ("Bob", 3, 1, {"1": 1, "2": 1}),
        ("Cis", 3, 0, {"1": 0, "2": 2}), ("Dre", 3, 0, {"1": 0, "2": 2}),
    ]
    page = run("score", *files, "--lang", "en").out
    assert "Match of 3 games" in page
    assert "games without a winner, in no place: 1" in page
    assert "match" not in json.loads(run("score", "--format", "json", files[0]).out)


def test_the_order_of_finish():
    text = "round 1, dealer S\ntricks: P 4, Q 2, R 1, S 0\nround 2\ntricks: P 4, Q 2, R 0\nround 3\ntricks: P 5, Q 0\n"
    scored = json.loads(run("score", "--format", "json", "-", stdin=HEAD.format(rules="knockout") + text).out)
    assert scored["finish"] == [{"place": n, "seats": [seat]} for n, seat in enumerate("PQRS", 1)]
    assert [each["seat"] for each in scored["players"]] == list("PQRS")
    assert scored["findings"] == []


def test_what_follows_a_doubtful_round_is_taken_as_written():
    """After tricks that cannot be right nobody is said to be out, or to choose, on their strength."""
    text = "round 1, dealer S\ntricks: P 3, Q 2, R 1, S 0\nround 2, trump ♠ by Q\nlead: Q\ntricks: P 3, Q 2, R 1\nround 3\n"
    text += "tricks: P 3, Q 1, R 1\nround 4, trump ♥ by Q\ntricks: P 2, Q 1, R 1\n"
    file, wrong = rounds(text)
    assert wrong == ["K-total", "K-chooser"]  # P chose round 4: of rounds 2 and 3 the tricks are sound again
    assert [each["status"] for each in file["rounds"]] == ["illegal", "ok", "ok", "illegal"]
    assert [each["out"] for each in file["rounds"]] == [[], ["S"], ["S"], ["S"]]


def test_rounds_dealt_again():
    """A void round or a misdeal changes nothing, and its number may stand again."""
    text = ONE_OUT + "round 2, dealer P\nmisdeal\nround 2, dealer P\nvoid: a card on the floor\nround 2, dealer P\ntricks: P 2, Q 2, R 2\n"
    file, wrong = rounds(text)
    assert (wrong, [each["status"] for each in file["rounds"]]) == ([], ["ok", "misdeal", "void", "ok"])
    assert [each["cards"] for each in file["rounds"]] == [7, 6, 6, 6]
    scored = run("score", "-", "--lang", "en", stdin=HEAD.format(rules="knockout") + text).out
    assert "misdeal" in scored
    assert "void" in scored


def test_a_cards_only_round():
    """Without a line of tricks a whole play gives them, a dog's card in the trick of his choice included."""
    for _, made in games(5, 60, [(True, False, False)]):
        if not any(each.dogs for each in made.rounds):
            continue
        for each in made.rounds:
            each.log = True
        text = re.sub(r"^(tricks|dog): [A-Z] .*\n", "", made.text(), flags=re.MULTILINE)
        file, wrong = checked(text)
        assert wrong == [], (wrong, text)
        assert file["winner"] == key(made.winner)


# -- the clauses ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clause", yaml.safe_load((ROOT / "rulesets" / "knockout" / "clauses.yaml").read_text("utf-8"))["clauses"], ids=lambda c: c["id"])
def test_every_clause_is_answered_for(clause):
    """Every clause of the text is cited, or listed as unchecked with a reason in three languages."""
    rules = load_ruleset("knockout").rules
    cited = {cite for basis in rules.bases.values() for cite in basis.cite}
    reasons = rules.unchecked.get(clause["id"], {})
    assert clause["id"] in cited or all(len(reasons[lang].split()) > 3 for lang in ("en", "fr", "nl"))
    assert not (clause["id"] in cited and reasons)


def test_every_rule_rests_on_something():
    """Each part of the ruleset cites a clause or is a reading; readings are told in three languages."""
    rules = load_ruleset("knockout").rules
    assert len(rules.bases) > 15
    for place, basis in rules.bases.items():
        assert basis.cite or basis.reading, place
        assert not basis.reading or {"en", "fr", "nl"} <= set(basis.reading), place
        assert set(basis.cite) <= set(rules.clauses), place


@pytest.mark.parametrize("name", ["casualty", "cutting", "circle"])
def test_small_rulesets_load_clean_and_are_shown(name):
    """The rulesets of this test extend the shipped one without a finding, and say what they change."""
    path = str(CASES / f"{name}.yaml")
    assert load_ruleset(path).findings == ()
    pages = {lang: [run("rules", "show", ruleset, "--lang", lang).out for ruleset in ("knockout", path)] for lang in ("en", "fr", "nl")}
    for shipped, own in pages.values():
        assert shipped != own
        assert len(own.splitlines()) > 30


def test_garbled_games_are_told_as_far_as_they_go():
    """Whatever a file holds, every command ends with an answer; a round that is not sound is not called so."""
    for number, (rng, made) in enumerate(games(7, 90)):
        if number % 4 == 0:
            made.rules = str(CASES / f"{('circle', 'cutting')[number % 8 // 4]}.yaml")
        text = knockout_games.garbled(rng, made.text())
        file, _ = checked(text)
        broken = [found["deal"] for found in file["findings"] if found["severity"] == "error" and found["code"][0] != "T"]
        numbers = [each["round"] for each in file["rounds"]]
        for each in file["rounds"]:
            if numbers.count(each["round"]) == 1:
                assert each["status"] != "ok" or each["round"] not in broken, text
        for command in (["score"], ["legal"], ["explain"], ["fmt"]):
            assert run(*command, "-", stdin=text).code in (0, 1, 2)


def test_a_round_that_is_not_there():
    ran = run("explain", "--deal", "9", "-", "--lang", "en", stdin=HEAD.format(rules="knockout") + ONE_OUT)
    assert (ran.code, ran.err) == (2, "-: there is no round 9 in this file\n")
