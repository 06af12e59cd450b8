"""The oracle against the case files, and what must hold of any auction."""

from random import Random

import pytest
import yaml
from conftest import ROOT
from oracle import UNIVERSE, judge, legal_calls, random_auction

SEATS = ["A", "B", "C", "D"]


def load(rules):
    book = yaml.safe_load((ROOT / "rulesets" / rules / "cases" / "auctions.yaml").read_text(encoding="utf-8"))
    for case in book["cases"]:
        yield pytest.param(book, case, id=case["id"])


@pytest.mark.parametrize(("book", "case"), [*load("scouts"), *load("amis")])
def test_case(book, case):
    lost = case.get("session", {}).get("lost_solos")
    dealer = case.get("dealer", book["dealer"])
    got = judge(book["rules"], book["seats"], dealer, case["calls"], lost, case.get("hands"))
    want = case["expect"]
    if "illegal" in want:
        assert got.illegal == want["illegal"], got
    elif "redeal" in want:
        assert got.status == "redeal", got
    elif "open" in want:
        assert got.status == "unfinished", got
        assert got.next == want.get("next", got.next)
    else:
        assert got.status == "contract", got
        for key, value in want["contract"].items():
            assert got.contract[key] == (sorted(value) if key == "declarers" else value), (key, got)


ONE_PLAYER = {"solo", "abundance", "open_misere", "small_slam", "grand_slam"}


@pytest.mark.parametrize("rules", ["scouts", "amis"])
@pytest.mark.parametrize("block", range(10))
def test_random_auctions_end(rules, block):
    for seed in range(block * 50, block * 50 + 50):
        auction = random_auction(Random(seed), rules)
        verdict, where = auction.verdict, (seed, auction.calls)
        assert len(auction.calls) < 200, where
        assert verdict.status in ("contract", "redeal"), (where, verdict)
        assert legal_calls(rules, auction.seats, auction.dealer, auction.calls, auction.lost_solos) == set()
        if verdict.status == "redeal":
            assert verdict.contract is None
            continue
        kind, declarers = verdict.contract["kind"], verdict.contract["declarers"]
        assert set(declarers) <= set(SEATS)
        if kind == "pair":
            assert len(declarers) == 2, where
        elif kind in ONE_PLAYER or (kind == "grand_misere" and rules == "amis"):
            assert len(declarers) == 1, where
        elif kind == "trull":
            assert len(declarers) == 2 or "royal_trull" in auction.calls[0], where
        else:
            assert kind in ("small_misere", "grand_misere")
            assert declarers, where


@pytest.mark.parametrize("rules", ["scouts", "amis"])
def test_legal_calls_agree_with_judge(rules):
    """Every listed call is judged legal, every other one illegal, after every prefix."""
    for seed in range(60):
        auction = random_auction(Random(seed), rules)
        for cut in range(len(auction.calls)):
            if auction.calls[cut].startswith("arbiter"):
                continue
            prefix = auction.calls[:cut]
            args = (rules, auction.seats, auction.dealer)
            before = judge(*args, prefix, auction.lost_solos)
            assert before.status == "unfinished", prefix
            legal = legal_calls(*args, prefix, auction.lost_solos)
            assert legal, prefix
            if before.next is None:
                continue
            for text in UNIVERSE:
                after = judge(*args, [*prefix, f"{before.next} {text}", "arbiter yes"], auction.lost_solos)
                assert (after.status != "illegal") == (text in legal), (prefix, text, after.why)


@pytest.mark.parametrize("rules", ["scouts", "amis"])
def test_every_kind_of_contract_is_reached(rules):
    kinds = set()
    for seed in range(1500):
        verdict = random_auction(Random(seed), rules).verdict
        kinds.add(verdict.contract["kind"] if verdict.contract else "redeal")
    assert kinds == ONE_PLAYER | {"pair", "small_misere", "grand_misere", "trull", "redeal"}


def after(rules, calls, **more):
    return judge(rules, SEATS, "D", [c.strip() for c in calls.split(",")], **more)


# One line for each reading that the sources leave open: rules, calls, the illegal place (0: none).
READINGS = [
    ("scouts", "A wait, B propose hearts, C solo spades 6, D pass, A accept hearts 8", 5),
    ("scouts", "A wait, B propose hearts, C solo spades 6, D pass, A accept hearts 9", 0),
    ("scouts", "A wait, B propose hearts, C pass, D pass, A accept hearts 9", 5),
    ("scouts", "A wait, B grand_misere, C pass, D propose hearts", 4),
    ("scouts", "A abundance 9 hearts, B small_misere, C pass, D propose hearts", 4),
    ("scouts", "A abundance 9 hearts, B small_misere, C pass, D pass", 0),
    ("scouts", "A propose hearts, B grand_misere, C pass, D pass, A grand_misere", 0),
    ("scouts", "A solo spades 6, B solo hearts 6, C pass, D pass, A solo diamonds 7", 5),
    ("scouts", "A solo spades 6, B solo hearts 6, C pass, D pass, A solo spades 8", 0),
    ("scouts", "A propose spades, B propose hearts, C propose spades", 3),
    ("scouts", "A propose hearts, B propose spades, C pass, D pass, A accept spades 8", 0),
    ("scouts", "A propose clubs, B accept clubs 8, C solo diamonds 6, D pass, B hand_over", 5),
    (
        "scouts",
        "A propose clubs, B accept clubs 8, C solo diamonds 6, D pass, B raise 9, C solo diamonds 7, B hand_over, A solo clubs 8",
        8,
    ),
    (
        "scouts",
        "A propose clubs, B accept clubs 8, C solo diamonds 6, D pass, B raise 9, C solo diamonds 7, B hand_over, A raise 10, C solo diamonds 8, B drop",
        10,
    ),
    ("scouts", "A propose clubs, B accept clubs 8, C solo diamonds 6, D pass, B drop, A small_misere", 0),
    ("scouts", "A propose clubs, B drop", 2),
    ("scouts", "A trull, B fourth_ace", 2),
    ("scouts", "A trull, B pass, C pass, D pass, B fourth_ace", 0),
    ("scouts", "A trull, B small_slam notrump, C grand_misere, D open_misere, A pass", 0),
    ("scouts", "C trull, D pass, A pass, B pass, C fourth_ace", 5),
    ("scouts", "A pass, B trull", 2),
    ("amis", "A propose hearts, B accept hearts 10", 0),
    ("amis", "A propose hearts, B propose spades, C pass, D pass, A solo hearts 6", 5),
    ("amis", "A propose spades, B propose hearts, C pass, D pass, A solo spades 6", 0),
    ("amis", "A propose hearts, B small_misere, C pass, D pass, A accept hearts 12", 5),
    ("amis", "A propose hearts, B small_misere, C accept hearts 12", 3),
    ("amis", "A propose hearts, B small_misere, C accept hearts 12, arbiter yes", 0),
    ("amis", "A small_misere, B solo hearts 8", 0),
    ("amis", "A pass, B solo hearts 8", 2),
    ("amis", "A propose hearts, B small_misere, C accept hearts 12, arbiter yes, D propose spades", 4),
    ("amis", "A abundance 9 spades, B propose hearts", 2),
    ("amis", "A abundance 9 hearts, B abundance 9 spades", 0),
    ("amis", "A abundance 9 hearts, B small_misere", 2),
    ("amis", "A abundance 9 spades, B abundance 9 hearts, C pass, D pass, A abundance 10 spades, arbiter yes", 0),
    ("amis", "A abundance 9 spades, B abundance 9 hearts, C pass, D pass, A abundance 10 clubs, arbiter yes", 5),
    ("amis", "A grand_misere, arbiter no, A propose hearts", 2),
    ("amis", "A abundance 10 spades, arbiter no, A abundance 10 hearts, arbiter yes", 2),
    ("amis", "A grand_misere, arbiter no, A abundance 10 spades, arbiter yes", 0),
    ("amis", "A small_slam hearts, arbiter yes, B pass, C pass, D propose clubs", 4),
    ("amis", "A trull, B pass", 2),
    ("amis", "A trull, B agree, C abundance 9 hearts, D agree", 4),
    ("amis", "A trull, B agree, C abundance 9 hearts, D pass, B pass", 5),
    ("amis", "A trull, B agree, C agree, D fourth_ace hearts", 4),
    ("amis", "A royal_trull", 1),
    ("amis", "A propose spades, B accept spades 8, C propose hearts, D accept hearts 8, B pass, A accept hearts 9", 6),
    ("amis", "A propose spades, B accept spades 8, C propose hearts, D accept hearts 8, B pass, A small_misere", 0),
    ("amis", "A propose spades, B accept spades 8, C propose hearts, D accept hearts 8, B hand_over", 5),
    ("amis", "A wait, B propose clubs, C pass, D solo hearts 6", 4),
    ("amis", "A propose hearts, arbiter no, B pass", 0),
]


@pytest.mark.parametrize(("rules", "calls", "illegal"), READINGS)
def test_reading(rules, calls, illegal):
    got = after(rules, calls)
    assert (got.illegal or 0) == illegal, got


def test_royal_trull_partner_by_call_or_lead():
    assert after("scouts", "A royal_trull, B pass, C pass, D pass").contract["declarers"] == ["A"]
    assert after("scouts", "A royal_trull, B pass, C pass, D pass, B fourth_ace").contract["declarers"] == ["A", "B"]
    got = after("scouts", "A royal_trull, B pass, C pass, D pass, lead C S2").contract
    assert got == {"kind": "trull", "level": 9, "suit": "hearts", "declarers": ["A", "C"], "leader": "C"}


def test_trull_without_a_lead_has_no_level():
    got = after("scouts", "A trull, B pass, C pass, D fourth_ace")
    assert got.status == "contract"
    assert (got.contract["level"], got.contract["suit"], got.contract["leader"]) == (None, None, "D")
    assert after("scouts", "A trull, B pass, C pass, D pass").next is None


def test_next_after_a_refusal_is_the_same_player():
    got = after("amis", "A grand_misere, arbiter no")
    assert (got.status, got.next) == ("unfinished", "A")
