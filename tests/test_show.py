"""`rules show` says all that the program understood: whatever differs in a ruleset differs on the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from conftest import run

from whistcli.cards import Card
from whistcli.expr import BOOL, DECIMAL, INT, SUIT, Env, Expression, Type, compile_text
from whistcli.facts import LEAD, OFFENCE, QUEENS, REVEAL, by_name
from whistcli.model import (
    EFFECTS,
    Auction,
    Basis,
    ByLead,
    ByReveal,
    CallRule,
    Condition,
    Falls,
    FreeDeal,
    Game,
    Money,
    NobodyPlays,
    Partner,
    Penalty,
    Pot,
    Revoke,
    Ruleset,
    Session,
    Sharing,
)
from whistcli.rulepage import Page
from whistcli.ruleset import load_ruleset, shipped
from whistcli.ruleset.build import CALL_SUITS, EQUALS, GAME_SUITS, LEADERS
from whistcli.ruleset.scores import PAID_TO, REMAINDERS
from whistcli.ruleset.switches import AGAIN, ORDERS, RETURNING, WAYS
from whistcli.say import LANGUAGES

AMIS = load_ruleset("amis").rules
CITED = Basis(("a.strange.clause",))


def value(text: str, type_: Type, facts: tuple = ()) -> Expression:
    """A compiled expression."""
    compiled, found = compile_text(text, Env(by_name(facts)), type_)
    assert compiled is not None, found
    return compiled


TRUE = value("true", BOOL)
CONDITION = Condition("x.strange", TRUE, {"en": "strange", "fr": "strange", "nl": "strange"})
LEADING = ByLead(value("lead.suit", SUIT, LEAD), value("9", INT))
REVEALING = ByReveal(value("9", INT, REVEAL))

GAME: dict[str, tuple[object, ...]] = {
    "kind": ("strange",), "levels": ((8,), (8, 9, 10), (0,)), "suit": GAME_SUITS, "needs": (0, 1, 7, 13), "exactly": (True,),
    "equal": EQUALS, "may_equal": (True,), "each_alone": (True,), "tricks": (12,), "leader": LEADERS,
    "counts_as_solo": (True, False), "discards": (1,), "shown_after": (1, 2), "basis": (CITED,), "most": (2, 3),
    "high": (11, 12), "partner_told": (True,),
}
CALL: dict[str, tuple[object, ...]] = {
    "kind": ("strange",), "effect": EFFECTS, "game": ("solo", "trull"), "suit": CALL_SUITS, "levels": ((6,), (6, 7, 8)),
    "fixed_level": (9,), "fixed_suit": ("hearts", "clubs"), "locks": (("pass",), ("solo", "pass")),
    "gives": (("pass",),), "any_turn": (True,), "require": ((CONDITION,), ()), "ask_arbiter": (TRUE,),
    "partner": (Partner((Card("hearts", 14),), True), Partner((Card("hearts", 14),), False), Partner((), True, CITED)),
    "by_lead": (LEADING, LEADING._replace(require=(CONDITION,)), LEADING._replace(falls=Falls(TRUE, 13, 3)),
                LEADING._replace(basis=CITED)),
    "by_reveal": (REVEALING, REVEALING._replace(partner_leads=TRUE), REVEALING._replace(require=(CONDITION,)),
                  REVEALING._replace(basis=CITED)),
    "word_returns": (True,), "by_both": (True,), "basis": (CITED,),
}
AUCTION: dict[str, tuple[object, ...]] = {
    "first_round_outranked": WAYS, "later_outranked": WAYS, "freed_proposer": ("asked", "out"),
    "nobody_plays": (
        NobodyPlays(), NobodyPlays("next"), *(NobodyPlays(next_times=2, again=again) for again in AGAIN),  # type: ignore[arg-type]
        NobodyPlays(next_times=3), NobodyPlays(queens=value("queens", DECIMAL, QUEENS)),
    ),
    "after_refusal": ("higher_or_pass", "anything"), "unasked": ("void", "ignored"), "has_arbiter": (True, False),
    "bases": (), "returning": RETURNING, "returns": ((), ("solo",), ("solo", "abundance")), "order": ORDERS,
    "ends_when": (None, TRUE), "beaten_pair": ("voice", "both"), "skips_passing": (False, True),
    "overtaken_pair": ("in_turn", "at_once"), "freed_acceptor": ("out", "asked"),
}
NIGHT = Session(*[Basis()] * 2, "same", Basis(), ({0: 16}, Basis()), ({0: 3}, Basis()), *[Basis()] * 4)
PENALTY = Penalty("late", {"en": ("too late",)}, value("2", DECIMAL), None)
RULES: dict[str, tuple[object, ...]] = {
    "players": (4, 5), "cards": (13, 10), "suits": (AMIS.suits, ("spades", "hearts", "diamonds", "clubs"),), "notrump_high": (False, True),
    "ties": ({}, {1: 0}), "sits_out": ({}, {5: (0,)}, {5: (1,)}), "zero_sum": (True, False), "times": (None, value("2", DECIMAL)),
    "sharing": tuple(Sharing(1, who) for who in REMAINDERS), "free_deal": (FreeDeal(), FreeDeal(True), FreeDeal(False, True)),
    "fines": tuple((AMIS.fines[0]._replace(paid_to=who),) for who in PAID_TO),
    "pot": (None, Pot(), Pot(3), Pot(3, 2)),
    "money": (None, Money("EUR", 1), Money("EUR", 2), Money("BEF", 1), Money("EUR", 1, "money"),
              Money("EUR", 1, settle="differences"), Money("EUR", 1, transfers="in_seat_order")),
    "revoke": (None, Revoke(-3, 1, 0, False), Revoke(-3, 1, 0, True), Revoke(-3, 1, 0, True, times=value("2", DECIMAL, OFFENCE))),
    "penalties": ((), (PENALTY,), (PENALTY._replace(others=value("1", DECIMAL)),), (PENALTY._replace(column="points"),),
                  (PENALTY._replace(names={"en": ("late", "tardy")}),), (PENALTY._replace(times=value("2", DECIMAL)),)),
    "session": (*(NIGHT._replace(**{name: None}) for name in Session._fields if name != "misdeal_by"),
                NIGHT, NIGHT._replace(deals=({4: 16}, Basis())), NIGHT._replace(misdeal_by="next")),
}


def page(rules: Ruleset, lang: str) -> str:
    """What `rules show` prints of it."""
    return "\n".join(Page(rules, lang).lines())


def changed(part: str, name: str) -> Iterator[Ruleset]:
    """The ruleset with each other value of one field."""
    if part == "game":
        for each in GAME[name]:
            pair = AMIS.games["pair"]._replace(needs=3) if name == "high" else AMIS.games["pair"]
            yield AMIS._replace(games={**AMIS.games, "pair": pair._replace(**{name: each})})
    elif part == "call":
        for each in CALL[name]:
            yield AMIS._replace(calls={**AMIS.calls, "solo": AMIS.calls["solo"]._replace(**{name: each})})
    elif part == "auction":
        handing = {**AMIS.calls, "hand": CallRule("hand", "hand_over")}  # without such a call nobody is handed the word
        for each in AUCTION[name]:
            yield AMIS._replace(auction=AMIS.auction._replace(**{name: each}), calls=handing)
    else:
        bases = {**AMIS.bases, "free_deal": Basis(), "session.misdeal": Basis()}
        for each in RULES[name]:
            yield AMIS._replace(**{name: each}, bases=bases)


def test_every_field_is_tried() -> None:
    """A field that a game, a call or the auction gains is tried too; what each rests on is told by its place."""
    assert set(GAME) == set(Game._fields)
    assert set(CALL) == set(CallRule._fields)
    assert set(AUCTION) == set(Auction._fields)


FIELDS = [(part, name) for part, names in (("game", GAME), ("call", CALL), ("auction", AUCTION), ("rules", RULES))
          for name in names if name != "bases"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("part", "name"), FIELDS)
def test_whatever_differs_is_shown(part: str, name: str, lang: str) -> None:
    """Each value of a field makes another page than each other value, and than the ruleset as it is."""
    several = [AMIS, *changed(part, name)] if part in ("game", "call") else list(changed(part, name))
    assert len({page(rules, lang) for rules in several}) == len(set(map(repr, several)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ruleset", shipped())
def test_every_clause_that_is_cited_stands_in_it(ruleset: str, lang: str) -> None:
    """No rule rests on a clause, a reading or an assumption that the page keeps to itself."""
    ran = run("rules", "show", ruleset, "--lang", lang)
    assert (ran.code, ran.err) == (0, "")
    rules = load_ruleset(ruleset).rules
    for place, basis in rules.bases.items():
        for clause in basis.cite:
            assert f"= {clause}" in ran.out, place
        for text in (basis.reading, basis.assumed):
            assert not text or text[lang] in ran.out, place


def test_exceptions_of_values_are_shown(tmp_path) -> None:
    """A value with exceptions stands with each of them and what it rests on."""
    file = tmp_path / "ruleset.yaml"
    file.write_text(
        "ruleset: ours\nextends: scouts\nscores:\n  games:\n    replace:\n      solo:\n        stake:\n          value: 1\n"
        "          exceptions: {all: {when: tricks == 13, value: 9, reading: a strange reading}}\n"
        "fines: {add: {late: {when: not made, amount: {value: 1, exceptions: {more: {when: under > 2, value: 3}}}}}}\n",
        encoding="utf-8",
    )
    out = run("rules", "show", str(file), "--lang", "en").out
    for words in ("each opponent pays: 1\n      except all: 9, when tricks == 13\n        = reading: a strange reading",
                  "fine late: 1, when not made\n    except more: 3, when under > 2"):
        assert words in out
