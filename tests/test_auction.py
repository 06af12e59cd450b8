"""The engine against the oracle, which was written from the rule texts alone, and what must hold of any auction."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest
from conftest import run
from hypothesis import given
from hypothesis import strategies as st
from oracle import PBN_ORDER, SUIT_OF_LETTER, WEIGHT, judge, legal_calls, random_auction
from transcripts import SEATS, header, transcript, turned

from whistcli.auction.facts import Known
from whistcli.auction.judge import Table
from whistcli.auction.outcome import Lead, conclude
from whistcli.cards import DECK, NOTRUMP, SUITS, Card
from whistcli.record import Call
from whistcli.ruleset import load_ruleset

RULES = ("scouts", "amis")
RANKS = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10}
LETTERS = {rank: letter for letter, rank in RANKS.items()}
MOST_CALLS = 200


@cache
def table(rules):
    """A table under a shipped ruleset."""
    return Table(load_ruleset(rules).rules)


def call_of(text):
    """The call in the case files' words: a kind, then a suit and a number in either order."""
    kind, *rest = text.split()
    suit = next((word for word in rest if not word.isdigit()), None)
    level = next((int(word) for word in rest if word.isdigit()), None)
    return Call(kind, suit, level)


def words(rules, call):
    """A call in the case files' words."""
    return table(rules).rules.vocabulary.text(call)


def card_of(text):
    """A card in the case files' notation."""
    return Card(SUIT_OF_LETTER[text[0]], RANKS.get(text[1]) or int(text[1:]))


def known_of(lost=None, hands=None):
    """What is known besides the calls."""
    cards = [None] * 4
    for seat, pbn in (hands or {}).items():
        by_suit = zip(PBN_ORDER, pbn.split("."), strict=True)
        cards[SEATS.index(seat)] = frozenset(Card(suit, RANKS.get(r) or int(r)) for suit, ranks in by_suit for r in ranks)
    return Known(tuple(cards), tuple((lost or {}).get(seat, 0) for seat in SEATS))


def random_hands(rng):
    """Four full hands in PBN; one in three is dealt so that somebody holds three or four aces."""
    deck = list(DECK)
    rng.shuffle(deck)
    if rng.random() < 0.35:
        aces = [card for card in deck if card.rank == 14][: rng.choice([3, 3, 4])]
        deck = aces + [card for card in deck if card not in aces]
        turn = rng.randrange(4) * 13
        deck = deck[-turn:] + deck[:-turn]
    hands = {}
    for place, seat in enumerate(SEATS):
        mine = sorted(deck[13 * place : 13 * place + 13], key=lambda card: -card.rank)
        hands[seat] = ".".join(
            "".join(LETTERS.get(card.rank, str(card.rank)) for card in mine if card.suit == suit) for suit in PBN_ORDER
        )
    return hands


def random_auction_with(rng, rules, hands):
    """A finished auction of random calls that the oracle lets these hands make."""
    dealer, entries = rng.choice(SEATS), []
    holder = next((seat for seat in SEATS if hands[seat].count("A") in ((3, 4) if rules == "scouts" else (3,))), None)
    if holder and rng.random() < 0.8:
        entries.append(f"{holder} {'royal_trull' if rules == 'scouts' and hands[holder].count('A') == 4 else 'trull'}")
    while len(entries) < MOST_CALLS:
        verdict = judge(rules, SEATS, dealer, entries, None, hands)
        if verdict.status != "unfinished" or verdict.next is None:
            break
        legal = sorted(legal_calls(rules, SEATS, dealer, entries, None, hands))
        if not legal:
            break
        kinds = sorted({text.split()[0] for text in legal})
        (kind,) = rng.choices(kinds, [WEIGHT[kind] for kind in kinds])
        text = rng.choice([text for text in legal if text.split()[0] == kind])
        entries.append(f"{verdict.next} {text}")
        if judge(rules, SEATS, dealer, entries, None, hands).illegal:
            entries.append(rng.choice(["arbiter yes", "arbiter no"]))
    if any("trull" in entry for entry in entries) and rng.random() < 0.8:
        leader = judge(rules, SEATS, dealer, entries, None, hands).contract or {}
        seat = leader.get("leader") if leader.get("leader") and rng.random() < 0.9 else rng.choice(SEATS)
        suit = rng.choice([suit for suit in PBN_ORDER if held(hands[seat], suit)])
        entries.append(f"lead {seat} {suit[0].upper()}{rng.choice(held(hands[seat], suit))}")
    return dealer, entries


def held(hand, suit):
    """The ranks of one suit in a PBN hand."""
    return hand.split(".")[PBN_ORDER.index(suit)]


def played(rules, dealer, entries, known):
    """The state after some entries, and the place of the first illegal call."""
    state, place = table(rules).start(SEATS.index(dealer)), 0
    for at, entry in enumerate(entries):
        seat, _, text = entry.partition(" ")
        if seat in ("arbiter", "lead"):
            continue
        place += 1
        ruling = entries[at + 1] if at + 1 < len(entries) else ""
        who = SEATS.index(seat)
        verdict = table(rules).judge(state, known, who, call_of(text))
        if verdict.refusal or (verdict.asks and not ruling.startswith("arbiter")):
            return state, place
        if verdict.asks and ruling == "arbiter no":
            state = table(rules).refused(state, who, verdict.call)
        else:
            state = table(rules).place(state, who, verdict.call)
    return state, None


def came_to(rules, dealer, entries, known):
    """What the engine says an auction came to, in the oracle's words: illegal, status, next, contract."""
    state, illegal = played(rules, dealer, entries, known)
    if illegal:
        return illegal, "illegal", None, None
    leads = [entry.split()[1:] for entry in entries if entry.startswith("lead ")]
    lead = Lead(SEATS.index(leads[0][0]), card_of(leads[0][1])) if leads else None
    outcome = conclude(table(rules), state, known, lead)
    found = outcome.contract
    contract = found and {
        "kind": found.kind,
        "level": found.level,
        "suit": found.suit,
        "declarers": [SEATS[seat] for seat in found.declarers],
        "leader": None if found.leader is None else SEATS[found.leader],
    }
    return None, outcome.status, None if outcome.next is None else SEATS[outcome.next], contract


def prefixes(rng, entries, count):
    """Some places at which an auction can be cut: never between a call and its ruling."""
    cuts = [at for at in range(len(entries)) if not entries[at].startswith(("arbiter", "lead"))]
    return rng.sample(cuts, min(count, len(cuts)))


def agree(rules, dealer, entries, lost, hands, cuts):
    """Asserts that engine and oracle agree on what an auction came to, and on what may be said at some places."""
    known, where = known_of(lost, hands), (dealer, entries, lost, hands)
    for cut in [*cuts, len(entries)]:
        verdict = judge(rules, SEATS, dealer, entries[:cut], lost, hands)
        wanted = verdict.illegal, verdict.status, verdict.next, verdict.contract
        assert came_to(rules, dealer, entries[:cut], known) == wanted, (where, cut)
        state, illegal = played(rules, dealer, entries[:cut], known)
        assert illegal is None, where
        theirs = legal_calls(rules, SEATS, dealer, entries[:cut], lost, hands)
        seats = range(4) if state.speaker is None else [state.speaker]
        mine = {words(rules, found.call) for seat in seats for found in table(rules).legal_calls(state, known, seat)}
        if state.speaker is None and any("royal_trull" in entry for entry in entries):
            mine.discard("fourth_ace")  # the auction is over: he may make himself known, and nobody waits for it
        assert mine == theirs, (where, cut, sorted(mine ^ theirs))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("block", range(8))
def test_oracle(rules, block):
    """Random auctions come to the same end, and the same calls are legal on the way."""
    for seed in range(1000 + 40 * block, 1040 + 40 * block):
        rng = Random(seed)
        auction = random_auction(rng, rules)
        agree(rules, auction.dealer, list(auction.calls), auction.lost_solos, None, prefixes(rng, auction.calls, 3))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("block", range(8))
def test_oracle_with_hands(rules, block):
    """With all four hands known, the clauses on cards decide alike: trumps, aces, the partner of a trull."""
    for seed in range(20 * block, 20 * block + 20):
        rng = Random(seed)
        hands = random_hands(rng)
        dealer, entries = random_auction_with(rng, rules, hands)
        agree(rules, dealer, entries, None, hands, prefixes(rng, entries, 3))


@pytest.mark.parametrize("rules", RULES)
def test_random_hands_bring_every_kind_of_end(rules):
    """The auctions above are no trifles: with their hands every kind of game is reached, trulls with fixed trumps too."""
    ends = set()
    for seed in range(160):
        rng = Random(seed)
        hands = random_hands(rng)
        dealer, entries = random_auction_with(rng, rules, hands)
        verdict = judge(rules, SEATS, dealer, entries, None, hands)
        ends.add(verdict.contract["kind"] if verdict.contract else verdict.status)
        if verdict.contract and verdict.contract["kind"] == "trull" and verdict.contract["suit"]:
            ends.add("trumps fixed")
    assert set(table(rules).rules.games) | {"trumps fixed"} <= ends


@pytest.mark.parametrize("rules", RULES)
def test_oracle_on_faulty_auctions(rules):
    """One call of a good auction put in another's place: both find the first illegal call at the same place."""
    faulty = 0
    for seed in range(300):
        rng = Random(seed)
        auction = random_auction(rng, rules)
        entries = list(auction.calls)
        calls = [at for at, entry in enumerate(entries) if not entry.startswith(("arbiter", "lead"))]
        at, other = rng.choice(calls), random_auction(rng, rules).calls
        entries[at] = rng.choice([entry for entry in other if not entry.startswith(("arbiter", "lead"))])
        verdict = judge(rules, SEATS, auction.dealer, entries, auction.lost_solos)
        mine = came_to(rules, auction.dealer, entries, known_of(auction.lost_solos))
        assert mine == (verdict.illegal, verdict.status, verdict.next, verdict.contract), (auction.dealer, entries)
        faulty += verdict.illegal is not None
    assert faulty > 150


# -- what must hold of any auction, oracle or not ----------------------------------------------------------------------


def walk(rules, dealer, choose, lost=(0, 0, 0, 0)):
    """A legal auction to its end: `choose` picks among the verdicts; yields (state, verdict, seat) and the last state."""
    known = Known((None,) * 4, lost)
    state = table(rules).start(dealer)
    for _ in range(MOST_CALLS + 1):
        if state.speaker is None:
            break
        options = list(table(rules).legal_calls(state, known))
        assert options, state
        verdict = choose(options)
        yield state, verdict, state.speaker
        state = table(rules).place(state, state.speaker, verdict.call)
    yield state, None, None


def by_kind(rng):
    """A choice that first takes a kind of call, so that rare kinds are heard too."""

    def choose(options):
        kind = rng.choice(sorted({option.call.kind for option in options}))
        return rng.choice([option for option in options if option.call.kind == kind])

    return choose


@pytest.mark.parametrize("rules", RULES)
@given(seed=st.integers(0, 2**32), dealer=st.integers(0, 3))
def test_auctions_end(rules, seed, dealer):
    """A legal auction ends, its speaker always has a call, and one game stands, misere players apart."""
    steps = list(walk(rules, dealer, by_kind(Random(seed))))
    state, last, _ = steps[-1]
    assert last is None
    assert state.speaker is None
    assert len(steps) <= MOST_CALLS
    joined = [kind for kind, equal in table(rules).equal.items() if equal == "joins"]
    for before, _, _ in steps:
        top = table(rules).standing(before)
        assert len(top) <= 1 or {side.kind for side in top} <= set(joined)
        assert len({seat for side in top for seat in side.seats}) == sum(len(side.seats) for side in top)
    outcome = conclude(table(rules), state, Known.nothing(4), None)
    if table(rules).awaits_reveal(state):  # a contract already where the cards alone tell who the partner is
        asked = not table(rules).rules.calls[state.announced.kind].partner.known_by_cards
        assert outcome.status == ("unfinished" if asked else "contract")
        assert asked or outcome.contract.declarers == (state.announced.seat,)
    else:
        assert outcome.status == ("contract" if state.sides else "redeal")


@pytest.mark.parametrize("rules", RULES)
@given(seed=st.integers(0, 2**32), by=st.integers(1, 3))
def test_turning_the_seats_turns_the_outcome(rules, seed, by):
    """The same calls made `by` seats further come to the same contract, `by` seats further."""

    def turn(seat):
        return None if seat is None else (seat + by) % 4

    steps = list(walk(rules, 3, by_kind(Random(seed))))
    state = table(rules).start(turn(3))
    for before, verdict, seat in steps[:-1]:
        assert state.speaker == turn(before.speaker)
        again = table(rules).judge(state, Known.nothing(4), turn(seat), verdict.call)
        assert (again.refusal, again.asks, again.call) == (None, verdict.asks, verdict.call)
        state = table(rules).place(state, turn(seat), again.call)
    one = conclude(table(rules), steps[-1][0], Known.nothing(4), None)
    two = conclude(table(rules), state, Known.nothing(4), None)
    assert (two.status, two.next) == (one.status, turn(one.next))
    if one.contract is not None:
        assert two.contract is not None
        assert {**vars_of(two.contract), "declarers": None, "leader": None, "by": None} == {
            **vars_of(one.contract), "declarers": None, "leader": None, "by": None
        }  # fmt: skip
        assert two.contract.declarers == tuple(sorted(turn(seat) for seat in one.contract.declarers))
        assert two.contract.leader == turn(one.contract.leader)


def vars_of(contract):
    """The fields of a contract by name."""
    return {name: getattr(contract, name) for name in contract.__slots__}


ANY_CALL = [
    Call(kind, suit, level)
    for kind in (*table("scouts").rules.calls, *table("amis").rules.calls, "piccolo", "pair")
    for suit in (None, *SUITS, NOTRUMP)
    for level in (None, 0, 6, 8, 9, 13)
]


@pytest.mark.parametrize("rules", RULES)
@given(seed=st.integers(0, 2**32), with_cards=st.booleans())
def test_judge_never_raises(rules, seed, with_cards):
    """Whatever anybody says in any state, also after calls that only an arbiter let stand, there is a verdict."""
    rng = Random(seed)
    known = known_of(None, random_hands(rng) if with_cards else None)
    state = table(rules).start(rng.randrange(4))
    for _ in range(14):
        for seat in range(4):
            for call in rng.sample(ANY_CALL, 25):
                verdict = table(rules).judge(state, known, seat, call)
                assert verdict.refusal is None or verdict.refusal.code.startswith("A-")
        list(table(rules).legal_calls(state, known))
        conclude(table(rules), state, known, rng.choice([None, Lead(rng.randrange(4), rng.choice([None, *DECK]))]))
        seat = state.speaker if state.speaker is not None and rng.random() < 0.6 else rng.randrange(4)
        verdict = table(rules).judge(state, known, seat, rng.choice(ANY_CALL))
        if verdict.call.kind in table(rules).rules.calls:
            if rng.random() < 0.1:
                state = table(rules).refused(state, seat, verdict.call)
            else:
                state = table(rules).place(state, seat, verdict.call)


@pytest.mark.parametrize("rules", RULES)
@given(seed=st.integers(0, 2**32))
def test_whatever_the_arbiter_lets_stand_is_a_deal(rules, seed):
    """A log of any calls, each let stand, is judged and scored to its end without an error of ours."""
    rng = Random(seed)
    entries = []
    for _ in range(rng.randrange(1, 12)):
        entries.append(f"{rng.choice(SEATS)} {words(rules, rng.choice(ANY_CALL))}")
        entries.append('arbiter stands "so be it"')
    text = transcript(rules, rng.choice(SEATS), entries) + "tricks: 5\nlead: A ♣A\n"
    ran = run("check", "-", "--format", "json", "--notes", stdin=text)
    assert (ran.code in (0, 1), ran.err) == (True, "")
    (deal,) = json.loads(ran.out)["files"][0]["deals"]
    assert deal["status"] in ("contract", "redeal", "unfinished", "pending")
    for command in (["score", "-", "--format", "json"], ["explain", "-"], ["legal", "-"]):
        ran = run(*command, stdin=text)
        assert (ran.code in (0, 1), ran.err) == (True, ""), command


# -- what only the cards would tell ------------------------------------------------------------------------------------


def notes_on(rules, dealer, entries, hands=None):
    """The codes of the findings on one auction, notes included."""
    ran = run("check", "-", "--format", "json", stdin=transcript(rules, dealer, entries, None, hands))
    return [found["code"] for found in json.loads(ran.out)["files"][0]["findings"]]


@pytest.mark.parametrize("rules", RULES)
def test_unknown_cards_are_said_once_a_deal(rules):
    """Without hands one note a deal names what they would decide; with all hands there is no such note."""
    said = 0
    for seed in range(60):
        rng = Random(seed)
        hands = random_hands(rng)
        dealer, entries = random_auction_with(rng, rules, hands)
        without = notes_on(rules, dealer, entries)
        assert without.count("A-unknown") == 1, entries
        assert "A-unknown" not in notes_on(rules, dealer, entries, hands), (entries, hands)
        said += 1
    assert said == 60


def test_one_note_in_each_deal():
    """The note is one a deal, not one a file, and names the first call that cards would decide."""
    calls = ["A: propose hearts", "B: accept hearts 8", "C: pass", "D: pass"]
    lines = header("amis")
    for number in (1, 2, 3):
        lines += [f"deal {number}, dealer D", *calls]
    found = json.loads(run("check", "-", "--format", "json", stdin="\n".join(lines)).out)["files"][0]["findings"]
    unknown = [one for one in found if one["code"] == "A-unknown"]
    assert [one["deal"] for one in unknown] == ["1", "2", "3"]
    assert {one["seat"] for one in unknown} == {"A"}
    assert {one["severity"] for one in unknown} == {"note"}


def test_part_of_a_hand_proves_nothing():
    """A hand of fewer than thirteen cards is a warning, and its player's calls stay undecided."""
    text = transcript("amis", "D", ["A propose hearts", "B accept hearts 8", "C pass", "D pass"])
    ran = run("check", "-", "--format", "json", stdin=text + "hands:\n  B: ♠ A K\n")
    file = json.loads(ran.out)["files"][0]
    assert (ran.code, file["deals"][0]["status"]) == (1, "pending")
    assert {"P-hand", "A-unknown"} <= {one["code"] for one in file["findings"]}


@pytest.mark.parametrize("by", range(4))
def test_only_the_hand_that_decides_is_needed(by):
    """An acceptor without a trump is refused on his own hand alone, though no other is logged."""
    b = turned("B", by)
    entries = [f"{turned('A', by)} propose hearts", f"{b} accept hearts 8"]
    void_in_hearts, one_heart = "AKQJT98..KQJ.432", "KQJT98.2.432.KQ3"
    assert "A-rule" in notes_on("amis", turned("D", by), entries, {b: void_in_hearts})
    assert "A-rule" not in notes_on("amis", turned("D", by), entries, {b: one_heart})
