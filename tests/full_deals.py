"""Whole random deals: hands, a legal auction judged with those hands, every card played by the rules; and faults.

The play is worked out here in its own few lines, so that it can stand against the program's. Each fault changes one
thing in a clean deal and says which finding must come of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import oracle

SUITS = "SHDC"
SIGN = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
NAMES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C", "notrump": ""}
RANKS = "AKQJT98765432"
SEATS = ("A", "B", "C", "D")

Card = str  # suit letter and rank letter, as in the case files: "HT"


def show(card: Card) -> str:
    """A card as a transcript has it."""
    return SIGN[card[0]] + card[1].replace("T", "10")


@dataclass
class FullDeal:
    """One deal: who dealt, hands, calls, tricks (leader and cards clockwise), trumps, declarers, tricks each seat took."""

    rules: str
    dealer: str
    hands: dict[str, list[Card]]
    calls: list[str]
    contract: dict[str, object]
    discards: dict[str, Card] = field(default_factory=dict)
    tricks: list[tuple[str, list[Card]]] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)

    @property
    def trumps(self) -> str:
        """The suit letter of trumps, or ""."""
        return NAMES[str(self.contract["suit"])]

    def text(self, number: int = 1, *, hands: bool = True, tricks: int = 13, extra: str = "") -> str:
        """The deal as a transcript's lines; `tricks` limits how many are logged."""
        lines = [f"deal {number}, dealer {self.dealer}"]
        for call in self.calls:
            who, _, words = call.partition(" ")
            if who == "lead":
                continue
            lines.append(f"arbiter: {words}" if who == "arbiter" else f"{who}: {words}")
        if hands:
            lines.append("hands:")
            for seat, cards in self.hands.items():
                by_suit = [SIGN[s] + " " + " ".join(c[1].replace("T", "10") for c in cards if c[0] == s) for s in SUITS
                           if any(c[0] == s for c in cards)]
                lines.append(f"  {seat}: {'  '.join(by_suit)}")
        if self.discards:
            lines.append("discards: " + ", ".join(f"{seat} {show(card)}" for seat, card in self.discards.items()))
        lines.append("play:")
        for leader, cards in self.tricks[:tricks]:
            lines.append(f"  {leader}: {' '.join(map(show, cards))}")
        if extra:
            lines.append(extra)
        return "\n".join(lines) + "\n"


def after(seat: str, by: int = 1) -> str:
    """The seat `by` places clockwise."""
    return SEATS[(SEATS.index(seat) + by) % 4]


def strength(card: Card, led: str, trumps: str) -> tuple[bool, bool, int]:
    """How high a card counts in a trick."""
    return (bool(trumps) and card[0] == trumps, card[0] == led, -RANKS.index(card[1]))


def dealt(rng: Random) -> dict[str, list[Card]]:
    """Four random hands."""
    pack = [s + r for s in SUITS for r in RANKS]
    rng.shuffle(pack)
    return {seat: sorted(pack[i * 13 : i * 13 + 13], key=lambda c: (SUITS.index(c[0]), RANKS.index(c[1])))
            for i, seat in enumerate(SEATS)}


def pbn(hands: dict[str, list[Card]]) -> dict[str, str]:
    """Hands in the notation of the case files."""
    return {seat: ".".join("".join(c[1] for c in cards if c[0] == s) for s in SUITS) for seat, cards in hands.items()}


def auction(rng: Random, rules: str, dealer: str, hands: dict[str, list[Card]]) -> list[str] | None:
    """A legal auction under these hands that ends in a contract, or None where chance gave none."""
    calls: list[str] = []
    held = pbn(hands)
    three = [seat for seat in SEATS if sum(c[1] == "A" for c in hands[seat]) == 3]
    four = [seat for seat in SEATS if sum(c[1] == "A" for c in hands[seat]) == 4]
    if three:
        calls.append(f"{three[0]} trull")
    elif four and rules == "scouts":
        calls.append(f"{four[0]} royal_trull")
    for _ in range(60):
        verdict = oracle.judge(rules, list(SEATS), dealer, calls, None, held)
        if verdict.status in ("contract", "redeal"):
            return calls if verdict.status == "contract" else None
        seat = verdict.next
        if seat is None:
            return None
        options = sorted(oracle.legal_calls(rules, list(SEATS), dealer, calls, None, held))
        good = []
        for option in options:
            tried = oracle.judge(rules, list(SEATS), dealer, [*calls, f"{seat} {option}", "arbiter yes"], None, held)
            if tried.illegal is None:
                good.append(option)
        if not good:
            return None
        quiet = [o for o in good if o.split()[0] in ("pass", "agree", "accept", "propose", "fourth_ace", "raise")]
        choice = rng.choice(quiet if quiet and rng.random() < 0.7 else good)
        calls.append(f"{seat} {choice}")
        bare = oracle.judge(rules, list(SEATS), dealer, calls, None, held)
        if bare.illegal is not None:
            calls.append("arbiter yes")
    return None


def full_deal(rng: Random, rules: str) -> FullDeal:
    """A clean whole deal; tries until chance gives a contract."""
    while True:
        dealer = rng.choice(SEATS)
        hands = dealt(rng)
        calls = auction(rng, rules, dealer, hands)
        if calls is None:
            continue
        held = pbn(hands)
        verdict = oracle.judge(rules, list(SEATS), dealer, calls, None, held)
        contract = dict(verdict.contract if isinstance(verdict.contract, dict) else vars(verdict.contract))
        announced = contract["kind"] == "trull"
        deal = FullDeal(rules, dealer, hands, calls, contract)
        leader = contract["leader"]
        first: Card | None = None
        if announced and contract["suit"] is None:
            partner = str(leader)
            ace = next(c for c in hands[partner] if c[1] == "A")
            others = [c for c in hands[partner] if c[0] != ace[0]]
            first = ace if rng.random() < 0.5 or not others else rng.choice(others)
            suit = {v: k for k, v in NAMES.items() if v}[first[0]]
            contract.update(suit=suit, level=8 if first == ace else 9)
        if leader is None:
            continue
        if play(rng, deal, str(leader), first):
            return deal


def play(rng: Random, deal: FullDeal, leader: str, first: Card | None) -> bool:
    """Plays all tricks by the rules; False where the ace that must fall cannot."""
    left = {seat: list(cards) for seat, cards in deal.hands.items()}
    if deal.contract["kind"] == "small_misere":
        for seat in SEATS:
            deal.discards[seat] = rng.choice(left[seat])
            left[seat].remove(deal.discards[seat])
    count = len(left["A"])
    taken = dict.fromkeys(SEATS, 0)
    must = deal.trumps + "A" if deal.rules == "scouts" and first is not None and first[1] != "A" else None
    for number in range(count):
        cards: list[Card] = []
        for step in range(4):
            seat = after(leader, step)
            choices = left[seat]
            if cards:
                choices = [c for c in left[seat] if c[0] == cards[0][0]] or left[seat]
            card = first if number == 0 and step == 0 and first is not None else rng.choice(choices)
            if number == 0 and must in choices:
                card = must
            left[seat].remove(card)
            cards.append(card)
        if number == 0 and must is not None and must not in cards:
            return False
        deal.tricks.append((leader, cards))
        best = max(range(4), key=lambda i: strength(cards[i], cards[0][0], deal.trumps))
        leader = after(leader, best)
        taken[leader] += 1
    deal.taken = taken
    return True


# -- faults: each returns the changed text and the code that must be found, or None where the deal gives no occasion ------


def revoke(rng: Random, deal: FullDeal, *, hands: bool) -> tuple[str, str] | None:
    """A player who could follow throws another card of his, and plays the right one later instead."""
    spots = []
    for number, (leader, cards) in enumerate(deal.tricks[:-1]):
        for step in range(1, 4):
            seat = after(leader, step)
            if cards[step][0] != cards[0][0]:
                continue
            for other in range(number + 1, len(deal.tricks)):
                their = deal.tricks[other]
                place = (SEATS.index(seat) - SEATS.index(their[0])) % 4
                if their[1][place][0] != cards[0][0]:
                    spots.append((number, step, other, place))
    rng.shuffle(spots)
    for number, step, other, place in spots:
        tricks = [(leader, list(cards)) for leader, cards in deal.tricks]
        one, two = tricks[number][1], tricks[other][1]
        one[step], two[place] = two[place], one[step]
        if _clean_but_for(deal, tricks, number, step):
            changed = FullDeal(deal.rules, deal.dealer, deal.hands, deal.calls, deal.contract, deal.discards, tricks)
            return changed.text(hands=hands), "P-revoke"
    return None


def _clean_but_for(deal: FullDeal, tricks: list[tuple[str, list[Card]]], number: int, step: int) -> bool:
    """Whether the changed tricks keep their winners, and nobody else fails to follow."""
    left = {seat: [c for c in cards if c != deal.discards.get(seat)] for seat, cards in deal.hands.items()}
    for at, (leader, cards) in enumerate(tricks):
        best = max(range(4), key=lambda i, cards=cards: strength(cards[i], cards[0][0], deal.trumps))
        if at + 1 < len(tricks) and after(leader, best) != tricks[at + 1][0]:
            return False
        for place, card in enumerate(cards):
            seat = after(leader, place)
            follows = card[0] == cards[0][0] or not any(c[0] == cards[0][0] for c in left[seat])
            if not follows and (at, place) != (number, step):
                return False
            left[seat].remove(card)
        if at == 0 and deal.contract["kind"] == "trull" and deal.tricks[0][1] != cards:
            return False
    return True


def wrong_leader(rng: Random, deal: FullDeal, *, hands: bool) -> tuple[str, str] | None:
    """The first trick written as if its neighbour had led: the same four cards, each still its own player's."""
    del rng
    leader, cards = deal.tricks[0]
    if deal.contract["kind"] == "trull" or len({c[0] for c in cards}) > 1:
        return None
    tricks = [(after(leader), [*cards[1:], cards[0]]), *deal.tricks[1:]]
    changed = FullDeal(deal.rules, deal.dealer, deal.hands, deal.calls, deal.contract, deal.discards, tricks)
    return changed.text(hands=hands), "P-leader"


def wrong_winner(rng: Random, deal: FullDeal, *, hands: bool) -> tuple[str, str] | None:
    """A later trick of one suit written as if somebody else had led it."""
    spots = [i for i in range(1, len(deal.tricks)) if len({c[0] for c in deal.tricks[i][1]}) == 1]
    if not spots:
        return None
    at = rng.choice(spots)
    tricks = list(deal.tricks)
    leader, cards = tricks[at]
    tricks[at] = (after(leader), [*cards[1:], cards[0]])
    changed = FullDeal(deal.rules, deal.dealer, deal.hands, deal.calls, deal.contract, deal.discards, tricks)
    return changed.text(hands=hands), "P-winner"


def missing_trull(rng: Random, deal: FullDeal, *, hands: bool) -> tuple[str, str] | None:
    """The trull call is left out, and the first speaker passes instead: the duty is broken by who holds the aces."""
    del rng, hands
    if "trull" not in deal.calls[0]:
        return None
    holder = deal.calls[0].split()[0]
    calls = []
    for step in range(1, 5):
        seat = after(deal.dealer, step)
        calls.append(f"{seat} pass")
        if seat == holder:
            break
    changed = FullDeal(deal.rules, deal.dealer, deal.hands, calls, deal.contract)
    return changed.text(), "A-rule"


def wrong_tricks(rng: Random, deal: FullDeal, *, hands: bool) -> tuple[str, str] | None:
    """The marker writes one trick more or fewer than were played."""
    del rng
    seats = [str(seat) for seat in deal.contract["declarers"]]  # type: ignore[attr-defined]
    if deal.contract["kind"] in ("small_misere", "grand_misere", "open_misere") and len(seats) > 1:
        return None
    count = sum(deal.taken[seat] for seat in seats)
    written = count + 1 if count == 0 else count - 1
    return deal.text(hands=hands, extra=f"tricks: {written}"), "S-played"


FAULTS: tuple[Callable[..., tuple[str, str] | None], ...] = (
    revoke, wrong_leader, wrong_winner, missing_trull, wrong_tricks,
)
