"""For each switch in the list of keys: a change of it changes a result.

Most are tried here: a shipped ruleset with the switch set otherwise no longer makes of its own cases what they say. The
others name the tests that try them, or why there is nothing to try.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from whistcli.diag import Unusable
from whistcli.evening import Evening
from whistcli.model import Ruleset
from whistcli.opening import Opening
from whistcli.ruleset import load_ruleset, shipped
from whistcli.ruleset.load import Loaded
from whistcli.schema.keys import places
from whistcli.suite import cases_of, layers
from whistcli.suite.cases import Case
from whistcli.suite.running import difference, play

TESTS = Path(__file__).parent

FIELDS: dict[str, tuple[str, str, tuple[object, ...]]] = {
    # place of the key: the part of the model, its field, the values that must each change a case somewhere
    "auction.passed.may_return": ("auction", "returning", ("nobody", "opener", "anyone")),
    "auction.outranked.first_round": ("auction", "first_round_outranked", ("loses",)),
    "auction.outranked.later": ("auction", "later_outranked", ("loses",)),
    "auction.order.after_first_round": ("auction", "order", ("weakest_first",)),
    "auction.order.only_pass": ("auction", "skips_passing", (True,)),
    "auction.order.overtaken_pair": ("auction", "overtaken_pair", ("in_turn", "at_once")),
    "auction.freed_proposer.is": ("auction", "freed_proposer", ("out",)),
    "auction.freed_acceptor.is": ("auction", "freed_acceptor", ("asked",)),
    "auction.beaten_pair.speaks": ("auction", "beaten_pair", ("both",)),
    "auction.arbiter.after_refusal": ("auction", "after_refusal", ("anything",)),
    "games.*.suit": ("games", "suit", ("named", "named_or_notrump", "notrump", "by_lead", "by_partner", "turned", "later")),
    "games.*.exactly": ("games", "exactly", (False, True)),
    "games.*.equal": ("games", "equal", ("suit", "joins", "first_stands", "loses")),
    "games.*.may_equal": ("games", "may_equal", (False, True)),
    "games.*.partner": ("games", "partner_told", (True,)),
    "games.*.each_alone": ("games", "each_alone", (False, True)),
    "games.*.leader": ("games", "leader", ("left_of_dealer", "dealer", "declarer", "caller", "partner", "left_of_declarer")),
    "games.*.counts_as_solo": ("games", "counts_as_solo", (False,)),
    "calls.*.suit": ("calls", "suit", ("none", "named", "named_or_notrump")),
    "calls.*.any_turn": ("calls", "any_turn", (True,)),
    "calls.*.word_returns": ("calls", "word_returns", (False,)),
}

TRIED: dict[str, tuple[str, ...]] = {
    # place of the key: the tests that try it
    "game": ("test_knockout.test_small_rulesets_load_clean_and_are_shown",),
    "suits.notrump": ("test_switches.test_where_no_trumps_rank",),
    "auction.nobody_plays.next_deal.again": ("test_switches.test_the_next_deal_counts_more",),
    "calls.*.by": ("test_switches.test_who_raises_a_pair",),
    "calls.*.effect": ("test_show.test_whatever_differs_is_shown", "test_switches.test_doubling"),
    "parameters.*.silent": ("test_errors.test_output",),
    "scores.sharing.remainder": ("test_switches.test_shares_that_do_not_divide",),
    "scores.games.*.joint": ("test_switches.test_a_stake",),
    "fines.*.paid_to": ("test_switches.test_fines_by_the_day_and_who_is_paid",),
    "penalties.*.column": ("test_switches.test_penalties",),
    "money.settle": ("test_payments.test_points_that_do_not_sum_to_zero",),
    "money.transfers": ("test_payments.test_a_round_of_the_family",),
    "money.fines": ("test_payments.test_the_value_of_a_point_and_the_fines",),
}

MADE = "deal 1, dealer 4\ncontract: solo 6 hearts by 1\ntricks: 6\n"
PASSED = "deal {}, dealer {}\n1: pass; 2: pass; 3: pass; 4: pass\n"
TRULL = "deal 1, dealer 4\n1: trull; 2: pass; 3: pass; 4: fourth_ace\nplay:\n4: ♥2 ♦A ♥K ♥4\n1: ♦2 ♦3 ♦4 ♦5\n"

EVENINGS: dict[str, tuple[str, tuple[str, ...], str]] = {
    # place of the key: a ruleset with the switch, its values, an evening that each makes something else of
    "auction.arbiter.unasked": (
        "extends: amis\nauction: {arbiter: {SET: {unasked: VALUE}}}\n", ("void", "ignored"),
        "deal 1, dealer 4\n1: propose hearts; arbiter: no; 2: pass\n",
    ),
    "auction.nobody_plays.dealer": (
        "extends: scouts\nauction: {nobody_plays: {SET: {dealer: VALUE}}}\n", ("same", "next"),
        PASSED.format(1, 4) + MADE.replace("deal 1, dealer 4", "deal 2, dealer 1"),
    ),
    "calls.*.by_lead.falls.trump": (
        "extends: scouts\ncalls: {trull: {by_lead: {falls: {SET: {trump: VALUE}}}}}\n", ("ace", "king"), TRULL,
    ),
    "calls.*.partner.known_by_cards": (
        "extends: scouts\ncalls: {royal_trull: {partner: {SET: {known_by_cards: VALUE}}}}\n", ("true", "false"),
        "deal 1, dealer 4\n1: royal_trull; 2: pass; 3: pass; 4: pass\n",
    ),
    "scores.zero_sum": (
        "extends: scouts\nscores: {SET: {zero_sum: VALUE}, games: {replace: {solo: {declarer: 5, opponent: 0}}}}\n",
        ("true", "false"), MADE,
    ),
    "revoke.replaces": (
        "extends: scouts\nrevoke: {add: {offender: -3, others: 1, balance: 0, replaces: VALUE}}\n", ("deal", "nothing"),
        MADE + "revoke: 2\n",
    ),
    "free_deal.points": (
        "extends: amis\nfree_deal: {SET: {points: VALUE}}\n", ("false", "true"),
        MADE.replace("dealer 4", "dealer 4, free"),
    ),
    "free_deal.fines": (
        "extends: amis\nfree_deal: {SET: {fines: VALUE}}\n", ("false", "true"),
        MADE.replace("dealer 4", "dealer 4, free").replace("tricks: 6", "tricks: 5"),
    ),
    "session.misdeal.dealer": (
        "extends: scouts\nsession: {misdeal: {SET: {dealer: VALUE}}}\n", ("same", "next"),
        "deal 1, dealer 4\nmisdeal\n" + MADE.replace("deal 1", "deal 2"),
    ),
}

NOTHING = {
    "auction.begins.who": "there is one value",
    "auction.nobody_plays.then": "there is one value",
}

SWITCHES = sorted(
    f"{place}.{key.name}".lstrip(".")
    for place, keys in places("auction").items() for key in keys.values() if key.type in ("one_of", "flag")
)


@cache
def cases(name: str) -> tuple[Case, ...]:
    """The own cases of a shipped ruleset."""
    return tuple(cases_of(layers(name)[0])[0])


@cache
def auctions() -> tuple[str, ...]:
    """The shipped rulesets that have cases."""
    return tuple(name for name in shipped() if load_ruleset(name).rules.game == "auction" and cases(name))


def changed(rules: Ruleset, part: str, field: str, value: object) -> Iterator[Ruleset]:
    """The ruleset with the switch set otherwise: in the auction, or in one game or call after the other."""
    if part == "auction":
        if getattr(rules.auction, field) != value:
            yield rules._replace(auction=rules.auction._replace(**{field: value}))
        return
    listed = getattr(rules, part)
    for kind, each in listed.items():
        if getattr(each, field) != value:
            yield rules._replace(**{part: {**listed, kind: each._replace(**{field: value})}})


def shows(name: str, rules: Ruleset) -> bool:
    """Whether some case of a ruleset comes to something else under other rules."""
    return any(difference(case, play(case, Loaded(rules)), lambda kind, role: None) is not None for case in cases(name))


@pytest.mark.parametrize(("place", "value"), [(place, value) for place, (_, _, values) in FIELDS.items() for value in values])
def test_a_switch_that_is_set_otherwise_shows(place: str, value: object) -> None:
    """Some case of some shipped ruleset tells the switch from what it was."""
    part, field, _ = FIELDS[place]
    assert any(
        shows(name, rules) for name in auctions()
        for rules in changed(load_ruleset(name).rules, part, field, value)
    )


def test_every_switch_is_tried() -> None:
    """The list of keys has no choice and no flag that nothing tries."""
    assert set(SWITCHES) - FIELDS.keys() - TRIED.keys() - EVENINGS.keys() - NOTHING.keys() == set()
    assert (FIELDS.keys() | TRIED.keys() | EVENINGS.keys() | NOTHING.keys()) - set(SWITCHES) == set()


@pytest.mark.parametrize("place", EVENINGS)
def test_an_evening_that_comes_out_otherwise(place: str, tmp_path: Path) -> None:
    """Each value makes something else of the evening: other findings, contracts or points."""
    rules, values, evening = EVENINGS[place]
    came = set()
    for value in values:
        for number, verb in enumerate(("replace", "add")):  # as the parent has the key or has it not
            folder = tmp_path / f"{value}{number}"
            folder.mkdir()
            (folder / "ours.yaml").write_text("ruleset: ours\n" + rules.replace("VALUE", value).replace("SET", verb), "utf-8")
            try:
                loaded = load_ruleset(str(folder / "ours.yaml"))
            except Unusable as unusable:  # nothing may be replaced by the very same: then the parent has this value
                same = any(found.key == "R-extends.same" for found in unusable.findings)
                loaded = load_ruleset(rules.split()[1]) if same else None
            if loaded is not None:
                break
        assert loaded is not None
        file = "players: 1 Nord, 2 Est, 3 Sud, 4 Ouest\n" + evening
        deals = list(Evening(Opening(file.encode(), given=loaded)))
        came.add(repr([(deal.result.points, deal.result.fines, deal.result.judged.contract, deal.result.judged.next,
                        [(found.code, found.key) for found in deal.findings(notes=True, scoring=True)]) for deal in deals]))
    assert len(came) == len(values)


@pytest.mark.parametrize("place", TRIED)
def test_the_tests_are_there(place: str) -> None:
    """A test that is named for a switch exists."""
    for name in TRIED[place]:
        module, _, function = name.partition(".")
        text = (TESTS / f"{module}.py").read_text(encoding="utf-8")
        assert re.search(rf"^def {function}\(", text, re.MULTILINE), name
