"""Every clause of a club's text that a ruleset must answer for is answered for, and every answer cites a real clause."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

from whistcli.model import Basis, in_language
from whistcli.ruleset import load_ruleset, shipped

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
ANSWERED = {"auction", "contract", "score", "fine"}
KINDS = ANSWERED | {"admin", "conduct", "play", "session"}
CLUBS = [ruleset for ruleset in shipped() if load_ruleset(ruleset).rules.game == "auction"]
WHOLE = ("amis", "scouts")
"""The clubs whose whole regulations are at hand: they print an auction, and no value of a game."""


@cache
def listed(ruleset):
    """The clauses as the file lists them."""
    return yaml.safe_load((RULESETS / ruleset / "clauses.yaml").read_text(encoding="utf-8"))["clauses"]


@cache
def rules_of(ruleset):
    """The ruleset as the engine reads it."""
    return load_ruleset(ruleset).rules


def cited(ruleset):
    """Every clause that some rule, value or reading cites, with the places that do."""
    found = {}
    for place, basis in rules_of(ruleset).bases.items():
        for clause in basis.cite:
            found.setdefault(clause, []).append(place)
    return found


def answerable(ruleset):
    """The ids of the clauses that a ruleset must answer for."""
    return [clause["id"] for clause in listed(ruleset) if clause["kind"] in ANSWERED]


@pytest.mark.parametrize(("ruleset", "clause"), [(name, clause) for name in CLUBS for clause in answerable(name)])
def test_clause_is_answered_for(ruleset, clause):
    """A clause on the auction, the contract, the score or fines is cited, or listed as unchecked with a reason."""
    reason = in_language(rules_of(ruleset).unchecked.get(clause, {}), "en")
    assert cited(ruleset).get(clause) or len(reason.split()) > 3


@pytest.mark.parametrize("ruleset", CLUBS)
def test_cites_exist(ruleset):
    """What is cited, and what is said to be unchecked, are clauses of the text."""
    known = set(rules_of(ruleset).clauses)
    assert set(cited(ruleset)) <= known
    assert set(rules_of(ruleset).unchecked) <= known
    assert len(cited(ruleset)) > (25 if ruleset in WHOLE else 4)


@pytest.mark.parametrize("ruleset", [folder.parent.name for folder in sorted(RULESETS.glob("*/clauses.yaml"))])
def test_clauses_are_well_formed(ruleset):
    """Ids are unique, kinds are known, every clause says where it stands and what it says in three languages."""
    clauses = listed(ruleset)
    assert len({clause["id"] for clause in clauses}) == len(clauses) > (10 if ruleset in WHOLE else 0)
    for clause in clauses:
        assert clause["kind"] in KINDS, clause["id"]
        assert clause["where"].strip(), clause["id"]
        assert all(clause[lang].strip() for lang in ("en", "fr", "nl")), clause["id"]


@pytest.mark.parametrize("ruleset", CLUBS)
def test_every_clause_is_read(ruleset):
    """The engine's clauses are those of the file, with kind, place and words, beside those of what it extends."""
    clauses = rules_of(ruleset).clauses
    own = [clause["id"] for clause in listed(ruleset)]
    assert [clause for clause in clauses if clause in own] == own
    assert list(clauses) == own or "extends:" in (RULESETS / ruleset / "ruleset.yaml").read_text(encoding="utf-8")
    for clause in listed(ruleset):
        read = clauses[clause["id"]]
        assert (read.kind, read.where) == (clause["kind"], clause["where"])
        assert {lang: read.says[lang] for lang in ("en", "fr", "nl")} == {lang: clause[lang] for lang in ("en", "fr", "nl")}


def places(ruleset):
    """Everything in a ruleset that rests on something, with what it rests on."""
    rules = rules_of(ruleset)
    for kind, call in rules.calls.items():
        yield f"calls.{kind}", call.basis
        yield from ((condition.name, condition.basis) for condition in call.require)
    yield from ((condition.name, condition.basis) for condition in rules.every_call)
    yield from ((f"games.{kind}", game.basis) for kind, game in rules.games.items())
    yield from ((f"scores.{kind}", score.basis) for kind, score in rules.scores.items())
    yield from ((f"fines.{fine.name}", fine.basis) for fine in rules.fines)
    yield from ((f"auction.{name}", basis) for name, basis in rules.auction.bases.items())
    if rules.revoke is not None:
        yield "revoke", rules.revoke.basis


@pytest.mark.parametrize(("ruleset", "place"), [(name, place) for name in CLUBS for place, _ in places(name)])
def test_every_rule_rests_on_something(ruleset, place):
    """Each call, condition, game, score, fine and switch cites a clause, or says that it is a reading or an assumption."""
    basis: Basis = next(found for name, found in places(ruleset) if name == place)
    assert basis.cite or basis.reading or basis.assumed


@pytest.mark.parametrize("ruleset", CLUBS)
def test_refusals_cite(ruleset):
    """Every condition that can refuse a call names the clause behind it, and says why in three languages.

    Where the source prints no auction, it may be a reading alone.
    """
    rules = rules_of(ruleset)
    conditions = [condition for call in rules.calls.values() for condition in call.require]
    assert len(conditions) > (20 if ruleset in WHOLE else 0)
    for condition in [*conditions, *rules.every_call]:
        assert condition.basis.cite or (ruleset not in WHOLE and condition.basis.reading), condition.name
        assert {"en", "fr", "nl"} <= set(condition.says), condition.name


@pytest.mark.parametrize("ruleset", CLUBS)
def test_assumed_scores_say_why(ruleset):
    """A score that the text does not print is marked as assumed, with the reason; any other cites what prints it."""
    for kind, score in rules_of(ruleset).scores.items():
        assumed = len(in_language(score.basis.assumed, "en").split()) > 3
        assert assumed if ruleset in WHOLE else (assumed or score.basis.cite), kind
    assert set(rules_of(ruleset).scores) == set(rules_of(ruleset).games)
