"""Every case of the case files, written as a transcript and judged by `check --format json`; also with the seats turned."""

from __future__ import annotations

import json

import pytest
import yaml
from conftest import ROOT, run
from transcripts import SEATS, transcript, turned, turned_entry, turned_seats

LISTED = {
    rules: yaml.safe_load((ROOT / "rulesets" / rules / "cases" / "auctions.yaml").read_text(encoding="utf-8"))
    for rules in ("scouts", "amis")
}
PARAMS = [
    pytest.param(rules, case, by, id=f"{case['id']}-{by}")
    for rules, book in LISTED.items()
    for case in book["cases"]
    for by in range(4)
]


def checked(rules, case, by=0):
    """The one deal of a case whose seats are turned by `by`, as `check` sees it, and the findings on it."""
    dealer = case.get("dealer", LISTED[rules]["dealer"])
    text = transcript(
        rules,
        turned(dealer, by),
        [turned_entry(entry, by) for entry in case["calls"]],
        turned_seats(case.get("session", {}).get("lost_solos"), by),
        turned_seats(case.get("hands"), by),
    )
    ran = run("check", "-", "--format", "json", stdin=text)
    assert not ran.err, ran.err
    (file,) = json.loads(ran.out)["files"]
    assert file["rules"] == rules
    (deal,) = file["deals"]
    wrong = [found for found in file["findings"] if found["severity"] != "note"]
    assert ran.code == bool(wrong)
    return deal, wrong


@pytest.mark.parametrize(("rules", "case", "by"), PARAMS)
def test_case(rules, case, by):
    """The verdict is the expected one, by whatever seat the first call is made."""
    deal, wrong = checked(rules, case, by)
    want = case["expect"]
    if "illegal" in want:
        assert (deal["status"], deal["first_illegal"]) == ("illegal", want["illegal"])
        assert deal["contract"] is None
        assert deal["next"] is None
        assert len(wrong) == 1, wrong
        assert wrong[0]["code"].startswith("A-")
        assert wrong[0]["clauses"], "a refusal names its clause"
        return
    assert not wrong
    assert deal["first_illegal"] is None
    if "redeal" in want:
        assert (deal["status"], deal["next"], deal["contract"]) == ("redeal", None, None)
    elif "open" in want:
        assert (deal["status"], deal["contract"]) == ("unfinished", None)
        assert deal["next"] in ([turned(want["next"], by)] if "next" in want else SEATS)
    else:
        wanted, found = want["contract"], deal["contract"]
        assert deal["status"] == "pending", "the contract stands, its tricks are not recorded"
        assert deal["next"] is None
        assert {key: found[key] for key in ("kind", "level")} == {key: wanted[key] for key in ("kind", "level")}
        assert set(found["declarers"]) == {turned(seat, by) for seat in wanted["declarers"]}
        assert found["declarers"] == sorted(found["declarers"]), "declarers come in seat order"
        if "suit" in wanted:
            assert found["suit"] == wanted["suit"]
        if "leader" in wanted:
            assert found["leader"] == turned(wanted["leader"], by)


def test_every_case_is_there():
    """Both files hold cases of every sort of verdict, so that the test above tries them all."""
    for book in LISTED.values():
        sorts = {next(iter(case["expect"])) for case in book["cases"]}
        assert {"contract", "illegal", "redeal"} <= sorts
        assert len({case["id"] for case in book["cases"]}) == len(book["cases"]) >= 20
