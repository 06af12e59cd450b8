"""Who pays whom: the cases of the family with a pot, and what must hold of any payments."""

from __future__ import annotations

import json
from decimal import Decimal
from itertools import combinations

import pytest
from conftest import run
from hypothesis import given
from hypothesis import strategies as st

from whistcli.payments import fewest, in_order

HEAD = "players: A, B, C, D\n"


def paid(rules: str, text: str, *more: str) -> tuple[list[tuple[str, str, object]], list[str]]:
    """The transfers of an evening, and the codes of what was found beside notes."""
    ran = run("score", "-", "--rules", rules, "--payments", "--format", "json", *more, stdin=HEAD + text)
    found = json.loads(ran.out)
    codes = [each["code"] for each in found["findings"] if each["severity"] != "note"]
    return [(each["from"], each["to"], each["amount"]) for each in found["transfers"]], codes


LAO = {  # the round as it is played, and its payments: the source's own tests
    "B1": ("contract: pair by A C\ntricks: 8\n", [("B", "A", 2), ("D", "C", 2)]),
    "B2": ("contract: solo by A\ntricks: 5\n", [("B", "A", 2), ("C", "A", 2), ("D", "A", 2)]),
    "B3": ("queens: A 1, B 2, C 1\n", [("A", "pot", 3), ("B", "pot", 6), ("C", "pot", 3)]),
    "B4": (
        "contract: abundance by A\npot: 12\ntricks: 9\n",
        [("B", "A", 15), ("C", "A", 15), ("D", "A", 15), ("pot", "A", 12)],
    ),
    "B5": (
        "contract: abundance by A\npot: 12\ntricks: 8\n",
        [("A", "B", 15), ("A", "C", 15), ("A", "D", 15), ("A", "pot", 12)],
    ),
    "B6": (
        "contract: misere by A B\npot: 10\ntricks: 0\n",
        [("C", "A", 15), ("D", "A", 5), ("D", "B", 10), ("pot", "B", 10)],
    ),
    "B7": ("A: pass; B: pass; C: pass; D: pass\npot: 7\n", []),
}


@pytest.mark.parametrize("name", LAO)
def test_a_round_of_the_family(name):
    text, transfers = LAO[name]
    assert paid("lao", "deal 1, dealer D\n" + text) == (transfers, [])


def test_what_does_not_close_is_left_and_said():
    """A correction makes the sheet not close: what can be paid is paid."""
    text = "deal 1, dealer D\nA: pass; B: pass; C: pass; D: pass\ncorrection: A +5 \"forgotten\"\ncorrection: B -2 \"paid\"\n"
    assert paid("lao", text) == ([("B", "A", 2)], ["S-pay"])


def test_the_value_of_a_point_and_the_fines(tmp_path):
    """Points at their value, fines to the club, all exact to the cent."""
    path = tmp_path / "club.yaml"
    path.write_text(
        "ruleset: club\nextends: scouts\nmoney: {add: {currency: EUR, point: 0.05, fines: money}}\n", encoding="utf-8"
    )
    text = "deal 1, dealer D\ncontract: solo 6 hearts by A\ntricks: 7\nfine A: 0.50 \"late\"\n"
    transfers, codes = paid(str(path), text)
    assert sorted(transfers) == [("B", "A", "0.1"), ("B", "club", "0.1"), ("C", "club", "0.2"), ("D", "club", "0.2")]
    assert not codes
    said = run("score", "-", "--rules", str(path), "--payments", stdin=HEAD + text).out
    assert "B pays the club 0.1 EUR" in said


def test_points_that_do_not_sum_to_zero(tmp_path):
    """They are not paid in silence: the ruleset must say how, and differences always close."""
    text = "deal 1, dealer D\ncontract: solo 6 hearts by A\ntricks: 7\n"
    assert paid("amis", text)[1] == ["S-pay"]
    path = tmp_path / "club.yaml"
    path.write_text("ruleset: club\nextends: amis\nmoney: {add: {settle: differences}}\n", encoding="utf-8")
    assert paid(str(path), text) == ([("B", "A", 15), ("C", "A", 15), ("D", "A", 15)], [])


AMOUNTS = st.lists(st.integers(-40, 40), min_size=2, max_size=7)


@given(AMOUNTS, st.sampled_from([Decimal("0.05"), Decimal(1)]), st.sampled_from([fewest, in_order]))
def test_everybody_ends_even(amounts, value, way):
    """Whatever the order, nobody pays himself, all amounts are above zero, and all end even."""
    amounts = [*amounts, -sum(amounts)]
    left = {str(place): amount * value for place, amount in enumerate(amounts)}
    for payer, payee, amount in way(left):
        assert payer != payee
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())


@given(AMOUNTS)
def test_there_are_no_fewer(amounts):
    """Counted in another way: as many groups that close as can be chosen, each saves a payment."""
    amounts = [amount for amount in [*amounts, -sum(amounts)] if amount]

    def groups(left: tuple[int, ...]) -> int:
        best = 1 if left else 0
        for size in range(2, len(left)):
            for chosen in combinations(range(len(left)), size):
                if not sum(left[place] for place in chosen):
                    rest = tuple(amount for place, amount in enumerate(left) if place not in chosen)
                    best = max(best, 1 + groups(rest))
            if best > 1:
                break
        return best

    transfers = list(fewest({str(place): amount for place, amount in enumerate(amounts)}))
    assert len(transfers) == len(amounts) - groups(tuple(amounts))
