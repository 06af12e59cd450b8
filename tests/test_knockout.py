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
from conftest import run

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
