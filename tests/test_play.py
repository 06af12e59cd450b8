"""The cards: clean whole deals give no finding, one injected fault gives exactly its finding, and nothing is guessed."""

from __future__ import annotations

import json
from random import Random

import pytest
from conftest import run
from full_deals import FAULTS, FullDeal, full_deal

RULES = ("scouts", "amis")
HEAD = "rules: {rules}\nlang: en\nplayers: A Ann, B Bea, C Cis, D Dre\n\n"
DEALS = 40


def checked(rules: str, text: str) -> dict[str, object]:
    """What `check --format json` says of one deal's lines."""
    ran = run("check", "-", "--format", "json", stdin=HEAD.format(rules=rules) + text)
    found: dict[str, object] = json.loads(ran.out)["files"][0]
    return found


def loud(found: dict[str, object]) -> list[dict[str, object]]:
    """The errors and warnings."""
    return [f for f in found["findings"] if f["severity"] != "note"]  # type: ignore[attr-defined]


def deals(rules: str, seed: int, count: int = DEALS) -> list[FullDeal]:
    """Clean deals, the same ones for the same seed."""
    rng = Random(seed)
    return [full_deal(rng, rules) for _ in range(count)]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("hands", [True, False])
def test_clean_deals_give_nothing(rules: str, hands: bool) -> None:
    """A clean deal is clean with its hands logged, and with hands that only the play shows."""
    for deal in deals(rules, 1):
        found = checked(rules, deal.text(hands=hands))
        assert loud(found) == [], deal.text(hands=hands)
        assert found["deals"][0]["status"] == "contract"  # type: ignore[index]
        assert found["deals"][0]["contract"]["kind"] == deal.contract["kind"]  # type: ignore[index]
        assert found["deals"][0]["contract"]["suit"] == deal.contract["suit"]  # type: ignore[index]


@pytest.mark.parametrize("rules", RULES)
def test_tricks_are_counted_from_the_play(rules: str) -> None:
    """Without a `tricks:` line a complete play gives the result."""
    for deal in deals(rules, 2):
        ran = run("score", "-", "--format", "json", stdin=HEAD.format(rules=rules) + deal.text())
        scored = json.loads(ran.out)["deals"][0]
        seats = deal.contract["declarers"]
        each = len(seats) > 1 and deal.contract["kind"] in ("small_misere", "grand_misere", "open_misere")  # type: ignore[arg-type]
        wanted = {s: deal.taken[s] for s in seats} if each else sum(deal.taken[s] for s in seats)  # type: ignore[attr-defined]
        assert scored["tricks"] == wanted, deal.text()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("hands", [True, False])
def test_an_injected_fault_is_found_once(rules: str, fault, hands: bool) -> None:  # type: ignore[no-untyped-def]
    """One fault in a clean deal: its finding, and no other."""
    rng = Random(3)
    tried = 0
    seed = 10
    while tried < 12 and seed < 40:
        seed += 1
        for deal in deals(rules, seed, 8):
            changed = fault(rng, deal, hands=hands)
            if changed is None:
                continue
            text, code = changed
            tried += 1
            found = loud(checked(rules, text))
            assert [f["code"] for f in found] == [code], (text, found)
    assert tried >= 12


@pytest.mark.parametrize("rules", RULES)
def test_a_partial_play_proves_nothing_it_does_not_show(rules: str) -> None:
    """The first tricks of a clean deal are clean, whatever the number logged, with and without hands."""
    for number, deal in enumerate(deals(rules, 4)):
        for hands in (True, False):
            found = loud(checked(rules, deal.text(hands=hands, tricks=1 + number % 12)))
            assert found == [], deal.text(hands=hands, tricks=1 + number % 12)
