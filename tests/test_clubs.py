"""The cases of every ruleset, shipped or under tests/rulesets, asked of `check` and `score` as a user would.

`rules test` runs the same cases inside the program; here they go through the command line, with the seats turned. A folder
is found by its `cases`. The cases of amis and scouts have tests of their own (test_cases, test_scores).
"""

from __future__ import annotations

import json
from decimal import Decimal
from functools import cache

import pytest
from conftest import ROOT, run
from transcripts import SEATS, turned, turned_entry, turned_seats

from whistcli.ruleset import load_ruleset
from whistcli.suite import cases_of, layers, notation
from whistcli.suite.cases import Auction, Cell, Piece
from whistcli.suite.running import transcript

ELSEWHERE = ("amis", "scouts")
FOLDERS = {
    folder.parent.name: folder.parent
    for place in ("rulesets", "tests/rulesets")
    for folder in sorted((ROOT / place).glob("*/cases"))
    if folder.parent.name not in ELSEWHERE
}
TURNS = (0, 3)
"""By how many seats the cases are turned; `test_cases` turns those of the two regulations all the way round."""
CITED = ("gv1", "gig", "fla", "da", "enw", "fw", "lo")
"""Rulesets whose auction is printed, so that each refusal has a clause; that of others may be a reading."""

BEYOND_SHIPPED = [name for name, folder in FOLDERS.items() if folder.parent.parent.name == "tests"]


@cache
def cases(name):
    """The own cases of a ruleset."""
    found, wrong = cases_of(layers(str(FOLDERS[name]))[0])
    assert not wrong, wrong
    return found


@cache
def rules_of(name):
    """The ruleset itself."""
    return load_ruleset(str(FOLDERS[name])).rules


AUCTIONS = [(name, case) for name in FOLDERS for case in cases(name) if isinstance(case.deal, Auction)]
PIECES = [(name, case) for name in FOLDERS for case in cases(name) if isinstance(case.deal, Piece)]
SCORED = [name for name in FOLDERS if any(isinstance(case.deal, Cell) for case in cases(name))]


def asked(command, name, text):
    """What a command says as JSON of a file under a ruleset."""
    ran = run(command, "-", "--format", "json", "--rules", str(FOLDERS[name]), stdin=text)
    assert not ran.err, ran.err
    return ran.code, json.loads(ran.out)


def wrong_in(findings):
    """The findings that are more than notes."""
    return [found for found in findings if found["severity"] != "note"]


# -- auctions ----------------------------------------------------------------------------------------------------------


def checked(name, case, by):
    """The one deal of a case whose seats are turned by `by`, as `check` sees it, and the findings on it."""
    seats = case.seats
    entries = [turned_entry(entry, by, seats) for entry in case.deal.calls]
    hands, lost = (turned_seats(each, by, seats) for each in (case.deal.hands, case.deal.lost))
    lines = notation.deal_lines(1, turned(case.dealer, by, seats), entries, hands)
    code, said = asked("check", name, "\n".join([*notation.header(seats, lost), "", *lines, ""]))
    (file,) = said["files"]
    (deal,) = file["deals"]
    wrong = wrong_in(file["findings"])
    assert code == bool(wrong)
    return deal, wrong


@pytest.mark.parametrize("by", TURNS)
@pytest.mark.parametrize(("name", "case"), [pytest.param(name, case, id=case.id) for name, case in AUCTIONS])
def test_auction(name, case, by):
    """The verdict is the expected one, by whatever seat the first call is made."""
    deal, wrong = checked(name, case, by)
    want = case.expect
    if want.form == "illegal":
        assert (deal["status"], deal["first_illegal"]) == ("illegal", want.illegal)
        assert deal["contract"] is None
        assert len(wrong) == 1, wrong
        assert wrong[0]["code"].startswith("A-")
        assert wrong[0]["clauses"] or name not in CITED, "a refusal names its clause"
        return
    assert not wrong
    assert deal["first_illegal"] is None
    if want.form == "redeal":
        assert (deal["status"], deal["next"], deal["contract"]) == ("redeal", None, None)
    elif want.form == "open":
        assert (deal["status"], deal["contract"]) == ("unfinished", None)
        assert deal["next"] in ([turned(want.next, by, case.seats)] if want.next else case.seats)
    else:
        found, wanted = deal["contract"], want.contract
        assert deal["status"] == "pending", "the contract stands, its tricks are not recorded"
        assert found["kind"] == wanted.kind
        assert set(found["declarers"]) == {turned(seat, by, case.seats) for seat in wanted.declarers}
        assert wanted.level in (None, found["level"])
        assert wanted.suit in (None, found["suit"])
        assert wanted.leader is None or found["leader"] == turned(wanted.leader, by, case.seats)


# -- points ------------------------------------------------------------------------------------------------------------


def figures(expect, by=0):
    """The points that a case wants, by the seats turned."""
    return {seat: figure.value for seat, figure in turned_seats(expect.points, by).items()}


def amounts(by_seat):
    """Figures of a sheet as numbers; those with decimals are texts there."""
    return {seat: Decimal(str(value)) for seat, value in by_seat.items()}


@pytest.mark.parametrize(("name", "case"), [pytest.param(name, case, id=case.id) for name, case in PIECES])
def test_transcript(name, case):
    """Some deals as they are written: the last one comes to the points, the balance and the pot that the case says."""
    _, sheet = asked("score", name, transcript(case, rules_of(name)))
    deal = sheet["deals"][-1]
    if case.expect.points:
        wanted = {seat: figure.value for seat, figure in case.expect.points.items()}
        assert amounts(deal["points"]) == wanted
    for figure, key in ((case.expect.balance, "balance"), (case.expect.pot, "pot_after")):
        if figure is not None:
            assert Decimal(str(deal[key])) == figure.value
    if case.expect.form == "redeal":
        assert deal["status"] == "redeal"
    elif case.expect.form == "contract":
        assert deal["contract"]["kind"] == case.expect.contract.kind


def turned_cell(cell, by):
    """The same result, of the players further clockwise."""
    each = cell.tricks if not isinstance(cell.tricks, dict) else turned_seats(cell.tricks, by)
    declarers = tuple(turned(seat, by) for seat in cell.declarers)
    return cell._replace(declarers=declarers, tricks=each, queens=turned_seats(cell.queens, by))


def is_plain(case):
    """Whether a cell's points rest on its own lines alone, so that many may stand in one file."""
    return isinstance(case.deal, Cell) and not (case.deal.offence or case.settings) and len(case.seats) == len(SEATS)


@pytest.mark.parametrize("by", TURNS)
@pytest.mark.parametrize("name", SCORED)
def test_cells(name, by):
    """Every cell gives its points and its balance, whoever the declarers are."""
    rules, plain = rules_of(name), [case for case in cases(name) if is_plain(case)]
    assert plain
    lines = notation.header(SEATS)
    for number, case in enumerate(plain, 1):
        text = transcript(case._replace(deal=turned_cell(case.deal, by)), rules)
        body = text.partition("\ndeal 1, dealer ")[2].partition("\n")[2]
        pot = ["pot: 0"] if rules.pot is not None and case.deal.pot is None else []
        lines += [f"deal {number}, dealer {turned(case.dealer, number - 1)}", *pot, *body.strip().splitlines()]
    _, sheet = asked("score", name, "\n".join([*lines, ""]))
    assert len(sheet["deals"]) == len(plain)
    for case, deal in zip(plain, sheet["deals"], strict=True):
        assert deal["points"] is not None, case.id
        assert amounts(deal["points"]) == figures(case.expect, by), case.id
        if case.expect.balance is not None:
            assert Decimal(str(deal["balance"])) == case.expect.balance.value, case.id
        if case.expect.pot is not None:
            assert Decimal(str(deal["pot_after"])) == case.expect.pot.value, case.id


# -- the rulesets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BEYOND_SHIPPED)
def test_holds_beside_its_parents(name):
    """Under `rules test` too, with the cases that a ruleset inherits (test_suite does this for those that ship)."""
    ran = run("rules", "test", str(FOLDERS[name]))
    assert (ran.code, ran.err) == (0, ""), ran.out


def test_what_is_there():
    """Cases of each sort are found, so that none of the tests above is empty."""
    assert set(CITED) <= set(FOLDERS)
    assert {case.expect.form for _, case in AUCTIONS} == {"illegal", "redeal", "open", "contract"}
    assert PIECES
    assert {"gv1", "gig", "fla"} <= set(SCORED)


# -- one table, two sources --------------------------------------------------------------------------------------------


def paid(name):
    """What each opponent pays in each cell of one ruleset's table, by game, number and tricks."""
    table = {}
    for case in cases(name):
        cell = case.deal
        if not isinstance(cell, Cell) or cell.kind is None or cell.multiplier != 1 or len(cell.declarers) != (
            2 if cell.kind in ("pair", "trull") else 1
        ):
            continue
        tricks = cell.tricks if isinstance(cell.tricks, int) else next(iter(cell.tricks.values()))
        other = next(seat for seat in case.seats if seat not in cell.declarers)
        table[cell.kind, cell.level, tricks] = -case.expect.points[other].value
    return table


def test_where_the_two_pagat_tables_differ():
    """Of the 210 results that both tables hold, only abundances with more tricks than were called differ."""
    basic, whisthub = paid("gv1"), paid("gig")
    kinds = ("pair", "solo", "abundance")
    both = [key for key in basic if key in whisthub and (key[0] in kinds or key[:2] == ("trull", 8))]
    assert len(both) == 210
    differing = {key for key in both if basic[key] != whisthub[key]}
    assert differing == {
        ("abundance", level, tricks) for level in (9, 10, 11) for tricks in range(level + 1, 14)
    }
    assert len(differing) == 9


@pytest.mark.parametrize(("level", "tricks", "printed", "engine"), [(5, 9, 6, 7), (5, 13, 6, 11), (6, 9, 6, 7), (8, 9, 7, 8)])
def test_a_solo_beyond_eight_tricks(level, tricks, printed, engine):
    """The printed table stops at eight; with the parameter set, the figures are those of the engine."""
    deal = f"lang: en\nplayers: A, B, C, D\n\ndeal 1, dealer D\ncontract: solo {level} hearts by A\ntricks: {tricks}\n"
    for options, each in (((), printed), (("--set", "solo_tricks_counted=13"), engine)):
        ran = run("score", "-", "--format", "json", "--rules", str(FOLDERS["gv1"]), *options, stdin=deal)
        (scored,) = json.loads(ran.out)["deals"]
        assert scored["points"] == {"A": 3 * each, "B": -each, "C": -each, "D": -each}


def test_a_call_that_is_there_to_be_refused():
    """`that: false` is refused with its clause, and is no fault of the ruleset."""
    case = next(case for _, case in AUCTIONS if case.id == "fla-01")
    _, (found,) = checked("fla", case, 0)
    assert found["clauses"] == ["parole.1"]
    assert run("rules", "check", str(FOLDERS["fla"]), "--simulate", "0").code == 0
