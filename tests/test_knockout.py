"""Knock-out games: the case files, the readings as rulesets of their own, generated games, injected faults."""

from __future__ import annotations

import json
from pathlib import Path

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
