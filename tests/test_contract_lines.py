"""`contract:` lines: every way to say no trumps, what a call fixes by itself, who comes first, and deals that are not there."""

from __future__ import annotations

import json

import pytest
from conftest import run

HEAD = "rules: scouts\nlang: {lang}\nplayers: 1 N, 2 E, 3 S, 4 W\ndeal 1, dealer 4\n"


def scored(text: str, lang: str = "en") -> dict[str, object]:
    """The one deal of a file as `score` gives it."""
    return json.loads(run("score", "-", "--format", "json", stdin=HEAD.format(lang=lang) + text).out)["deals"][0]


@pytest.mark.parametrize(("lang", "words"), [
    ("en", "small_slam notrump by 1"), ("en", "small slam no trump by 1"), ("en", "small slam without trumps by 1"),
    ("fr", "petit chelem sans atout par 1"), ("fr", "petit solo-chlem sans-atout par 1"),
    ("nl", "kleine slem zonder troef door 1"),
])
def test_no_trumps_in_every_language(lang: str, words: str) -> None:
    """A small slam without trumps is recorded in any words, and `fmt` writes what is read again."""
    line = f"contract: {words}\ntricks: 12\n"
    found = scored(line, lang)
    assert (found["contract"]["suit"], found["points"]["1"]) == ("notrump", 60)  # type: ignore[index]
    again = run("fmt", "-", stdin=HEAD.format(lang=lang) + line).out
    assert run("check", "-", stdin=again).code == 0


def test_a_royal_trull_fixes_trumps_and_tricks() -> None:
    """Hearts and nine tricks follow from the call's name, in a recorded contract too."""
    found = scored("contract: royal trull by 2 3\ntricks: 9\n")
    contract = found["contract"]
    assert (contract["level"], contract["suit"], contract["needs"]) == (9, "hearts", [9, 13])  # type: ignore[index]
    assert found["points"] == {"1": -6, "2": 6, "3": 6, "4": -6}


@pytest.mark.parametrize(("order", "codes"), [("2 1", []), ("1 2", ["S-contract"])])
def test_who_announced_comes_first(order: str, codes: list[str]) -> None:
    """A trull is recorded with its caller first; beside the calls another order differs from them."""
    text = f"2: trull; 3: pass; 4: pass; 1: fourth ace\nlead: 1 ♥A\ncontract: trull 8 hearts by {order}\ntricks: 8\n"
    found = json.loads(run("check", "-", "--format", "json", stdin=HEAD.format(lang="en") + text).out)["files"][0]
    assert [f["code"] for f in found["findings"] if f["severity"] != "note"] == codes


def test_the_fourth_ace_is_not_where_the_hands_leave_none() -> None:
    """Two hands that show all four aces tell that a third player holds none."""
    text = ("1: trull; 2: pass; 3: pass; 4: fourth ace\nhands:\n 1: ♠ A K 4 3 ♥ A Q J ♦ A 8 7 ♣ 5 4 3\n"
            " 3: ♥ K 2 3 ♠ Q J 10 ♦ K Q J 10 ♣ A Q J\n")
    found = json.loads(run("check", "-", "--format", "json", stdin=HEAD.format(lang="en") + text).out)["files"][0]
    assert found["deals"][0]["first_illegal"] == 4
    assert [f["rule"] for f in found["findings"] if f["severity"] == "error"] == ["fourth_ace.holder"]


@pytest.mark.parametrize("options", [(), ("--format", "json")])
def test_a_deal_that_is_not_there_is_wrong_usage(options: tuple[str, ...]) -> None:
    """`check --deal` of a number that the file does not hold ends as every other command does."""
    ran = run("check", "-", "--deal", "9", *options, stdin=HEAD.format(lang="en") + "1: pass\n")
    assert ran.code == 2
    assert "no deal 9" in ran.err
