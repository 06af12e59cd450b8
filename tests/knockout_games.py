"""Plays knock-out games at random by a few rules of their own, writes them as transcripts, and spoils them.

Cards are dealt and played, so that a round's tricks are those of a real play; hands and play may be logged or not.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

SUITS = "♥♦♣♠"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
NAMES = "PQRSTUV"


class Round:
    """One round: who held what, what was played, what came of it."""

    def __init__(self, number: int, size: int, dealer: int) -> None:
        self.number, self.size, self.dealer = number, size, dealer
        self.trump = ""
        self.chooser: int | None = None
        self.leader = 0
        self.dogs: list[int] = []
        self.hands: dict[int, list[str]] = {}
        self.play: list[tuple[int, list[str]]] = []
        self.by: list[list[int]] = []
        self.tricks: dict[int, int] = {}
        self.top: list[int] = []
        self.cut: int | None = None
        self.out: list[int] = []
        self.new_dogs: list[int] = []
        self.log = False
        self.extra: list[str] = []
        """Lines that a fault adds."""


class Game:
    """One game: its circle's ways, its rounds, its winner."""

    def __init__(self, seats: int, dog: bool, first_casualty: bool, cut: bool) -> None:
        self.seats, self.dog, self.first_casualty, self.cut = seats, dog, first_casualty, cut
        self.rounds: list[Round] = []
        self.winner: int | None = None
        self.dealers = True
        self.rules = "knockout"

    def text(self) -> str:
        """The game as a transcript."""
        lines = [f"rules: {self.rules}", f"dog: {'yes' if self.dog else 'no'}", f"tie: {'cut' if self.cut else 'nearest'}"]
        lines.append("players: " + ", ".join(NAMES[: self.seats]))
        for made in self.rounds:
            lines += ["", *round_lines(made, self.dealers)]
        return "\n".join(lines) + "\n"


def round_lines(made: Round, dealers: bool = True) -> list[str]:
    """The lines of one round."""
    by = "" if made.chooser is None else f" by {NAMES[made.chooser]}"
    dealer = f", dealer {NAMES[made.dealer]}" if dealers else ""
    lines = [f"round {made.number}{dealer}, cards {made.size}, trump {made.trump}{by}", f"lead: {NAMES[made.leader]}"]
    if made.log:
        lines.append("hands:")
        lines += [f"  {NAMES[seat]}: {' '.join(cards)}" for seat, cards in made.hands.items()]
        lines.append("play:")
        lines += [f"  {NAMES[leader]}: {' '.join(cards)}" for leader, cards in made.play]
    lines.append("tricks: " + ", ".join(f"{NAMES[seat]} {count}" for seat, count in sorted(made.tricks.items())))
    lines += [f"dog: {NAMES[seat]} {'won' if made.tricks[seat] else 'lost'}" for seat in made.dogs]
    if made.cut is not None:
        lines.append(f"cut: {NAMES[made.cut]}")
    return lines + made.extra


def beats(card: str, best: str, trump: str) -> bool:
    """Whether a card takes the trick from the best one so far."""
    if card[0] == best[0]:
        return RANKS.index(card[1:]) > RANKS.index(best[1:])
    return card[0] == trump


def played(rng: Random, made: Round, full: list[int], seats: int) -> None:
    """Deals and plays a round."""
    deck = [suit + rank for suit in SUITS for rank in RANKS]
    rng.shuffle(deck)
    for seat in sorted([*full, *made.dogs]):
        made.hands[seat] = [deck.pop() for _ in range(1 if seat in made.dogs else made.size)]
    made.trump = rng.choice(SUITS)
    hands = deepcopy(made.hands)
    made.tricks = dict.fromkeys(made.hands, 0)
    leader = made.leader
    for trick in range(made.size):
        cards: list[str] = []
        by: list[int] = []
        for step in range(seats):
            seat = (leader + step) % seats
            waiting = seat in made.dogs and hands[seat]
            if seat in full or (waiting and (trick == made.size - 1 or rng.random() < 0.3)):
                held = hands[seat]
                follow = [card for card in held if cards and card[0] == cards[0][0]]
                card = rng.choice(follow or held)
                held.remove(card)
                cards.append(card)
                by.append(seat)
        made.play.append((leader, cards))
        made.by.append(by)
        best = takes(cards, made.trump)
        made.tricks[by[best]] += 1
        leader = by[best]
        while leader not in full:
            leader = (leader + 1) % seats


def game(rng: Random, seats: int, *, dog: bool, first_casualty: bool = False, cut: bool = False) -> Game:
    """One whole game."""
    made = Game(seats, dog, first_casualty, cut)
    full, dogs, had = list(range(seats)), [], set()
    dealer = rng.randrange(seats)
    chooser: int | None = None
    fallen = False
    for number, size in enumerate(range(7, 0, -1), 1):
        this = Round(number, size, dealer)
        this.chooser, this.dogs = chooser, sorted(dogs)
        this.leader = (dealer + 1) % seats if chooser is None else chooser
        played(rng, this, full, seats)
        made.rounds.append(this)
        none = [seat for seat, count in this.tricks.items() if not count]
        fresh = [seat for seat in none if seat not in this.dogs]
        this.new_dogs = []
        if dog and size > 1:
            entitled = (not fallen) if first_casualty else number == 1
            this.new_dogs = [seat for seat in fresh if entitled and seat not in had]
        fallen = fallen or bool(none)
        had |= set(this.new_dogs)
        this.out = [seat for seat in none if seat not in this.new_dogs]
        full = [seat for seat, count in sorted(this.tricks.items()) if count]
        dogs = this.new_dogs
        if len(full) + len(dogs) == 1 or size == 1:
            made.winner = full[0]
            return made
        most = max(this.tricks[seat] for seat in full)
        this.top = [seat for seat in full if this.tricks[seat] == most]
        chooser = min(this.top, key=lambda seat, dealer=dealer: (seat - dealer - 1) % seats)
        if cut and len(this.top) > 1:
            chooser = this.cut = rng.choice(this.top)
        dealer = rng.randrange(seats)  # the text prints no order: who is out may deal
    raise AssertionError("seven rounds end it")


def out_before(made: Game, place: int) -> list[int]:
    """Who is out before the round at a place."""
    return [seat for earlier in made.rounds[:place] for seat in earlier.out]


# -- faults: each takes a clean game and gives a spoilt one and the code of its finding, or nothing where it has no place


def pick(rng: Random, made: Game, fits: Any) -> int | None:
    """The place of a round that fits."""
    places = [place for place, each in enumerate(made.rounds) if fits(place, each)]
    return rng.choice(places) if places else None


def unlogged(made: Game) -> None:
    """Leaves the cards out, so that they prove nothing against a spoilt line."""
    for each in made.rounds:
        each.log = False


def total(rng: Random, made: Game) -> str | None:
    unlogged(made)
    each = rng.choice(made.rounds)
    seat = rng.choice([seat for seat in each.tricks if seat not in each.dogs])
    each.tricks[seat] += 1
    return "K-total"


def size(rng: Random, made: Game) -> str | None:
    each = rng.choice(made.rounds)
    each.size = rng.choice([n for n in range(1, 8) if n != each.size])
    unlogged(made)
    return "K-size"


def chooser(rng: Random, made: Game) -> str | None:
    place = pick(rng, made, lambda place, each: place and len(each.tricks) > 1)
    if place is None:
        return None
    each = made.rounds[place]
    each.chooser = rng.choice([seat for seat in each.tricks if seat != each.chooser])
    return "K-chooser"


def leader(rng: Random, made: Game) -> str | None:
    unlogged(made)
    each = rng.choice(made.rounds)
    each.leader = rng.choice([seat for seat in each.tricks if seat != each.leader])
    return "K-leader"


def plays_on(rng: Random, made: Game) -> str | None:
    unlogged(made)
    place = pick(rng, made, lambda place, each: out_before(made, place) and max(each.tricks.values()) > 1)
    if place is None:
        return None
    each = made.rounds[place]
    giver = max(each.tricks, key=lambda seat: each.tricks[seat])
    each.tricks[giver] -= 1
    each.tricks[rng.choice(out_before(made, place))] = 1
    del made.rounds[place + 1 :]  # who chooses next may have changed with it
    each.cut = None
    return "K-out"


def no_dog(rng: Random, made: Game) -> str | None:
    place = pick(rng, made, lambda place, each: out_before(made, place))
    if place is None or made.dog:
        return None
    made.rounds[place].extra.append(f"dog: {NAMES[rng.choice(out_before(made, place))]} lost")
    return "K-dog"


def dog_again(rng: Random, made: Game) -> str | None:
    """A dog's life for somebody who has had his, or has no right to one: out, or with a full hand."""
    if not made.dog:
        return None
    each = rng.choice(made.rounds)
    others = [seat for seat in range(made.seats) if seat not in each.dogs]
    if not others:
        return None
    each.extra.append(f"dog: {NAMES[rng.choice(others)]} lost")
    return "K-dog"


def fate(rng: Random, made: Game) -> str | None:
    unlogged(made)
    place = pick(rng, made, lambda place, each: each.dogs)
    if place is None:
        return None
    each = made.rounds[place]
    seat = each.dogs.pop(rng.randrange(len(each.dogs)))
    each.extra.append(f"dog: {NAMES[seat]} {'lost' if each.tricks[seat] else 'won'}")
    return "K-dog"


def two_of_a_dog(rng: Random, made: Game) -> str | None:
    unlogged(made)
    place = pick(rng, made, lambda place, each: each.dogs and max(each.tricks.values()) > 2)
    if place is None:
        return None
    each = made.rounds[place]
    giver = max(each.tricks, key=lambda seat: each.tricks[seat])
    seat = rng.choice(each.dogs)
    each.tricks[giver] -= 2 - each.tricks[seat]
    each.tricks[seat] = 2
    return "K-dog"


def after(rng: Random, made: Game) -> str | None:
    for _ in range(rng.choice([1, 2])):
        last = deepcopy(made.rounds[-1])
        last.number += 1
        made.rounds.append(last)
    return "K-after"


def first_trump(rng: Random, made: Game) -> str | None:
    made.rounds[0].chooser = rng.randrange(made.seats)
    return "K-trump"


def bad_cut(rng: Random, made: Game) -> str | None:
    """A cut where none is due, or won by somebody who did not tie."""
    place = pick(rng, made, lambda place, each: True)
    assert place is not None
    each = made.rounds[place]
    if not made.cut or len(each.top) < 2:
        each.cut = rng.choice(list(each.tricks))
        return "K-cut"
    others = [seat for seat in each.tricks if seat not in each.top]
    if not others:
        return None
    each.cut = rng.choice(others)
    return "K-cut"


def no_cut(rng: Random, made: Game) -> str | None:
    """A tie whose cut is not written, and nothing later that tells who won it."""
    place = pick(rng, made, lambda place, each: each.cut is not None and place < len(made.rounds) - 1)
    if place is None:
        return None
    made.rounds[place].cut = None
    made.rounds[place + 1].chooser = None
    return "K-cut"


def number(rng: Random, made: Game) -> str | None:
    place = pick(rng, made, lambda place, each: place)
    if place is None:
        return None
    del made.rounds[place - 1]
    if place - 1 == len(made.rounds):
        return None
    return "K-number"


def missing(rng: Random, made: Game) -> str | None:
    """One player's tricks left out of a round."""
    unlogged(made)
    place = pick(rng, made, lambda place, each: any(each.tricks[s] and s not in each.dogs for s in each.tricks))
    assert place is not None
    each = made.rounds[place]
    seat = rng.choice([seat for seat, count in each.tricks.items() if count and seat not in each.dogs])
    del each.tricks[seat]
    return "K-missing"


def revoke(rng: Random, made: Game) -> str | None:
    """A card that does not follow suit though one was held; the play is logged to that trick, whose winner stays."""
    for each in made.rounds:
        for trick, (_, cards) in enumerate(each.play if each.log else []):
            led = cards[0][0]
            for at in range(1, len(cards)):
                others = [c for c in each.hands[each.by[trick][at]] if c[0] not in (led, each.trump)]
                others = [c for c in others if all(c not in earlier for _, earlier in each.play[: trick + 1])]
                if cards[at][0] != led or not others or takes(cards, each.trump) == at:
                    continue
                each.play = [*each.play[:trick], (each.play[trick][0], [*cards[:at], others[0], *cards[at + 1 :]])]
                return "P-revoke"
    return None


def takes(cards: list[str], trump: str) -> int:
    """The place of the card that takes the trick."""
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump):
            best = place
    return best


def winner_leads(rng: Random, made: Game) -> str | None:
    """A trick led by somebody who did not take the one before."""
    for each in made.rounds:
        if each.log and not each.dogs and len(each.play) > 1 and len(each.tricks) > 2:
            wrong, cards = each.play[1]
            seats = sorted(each.tricks)
            other = rng.choice([seat for seat in seats if seat != wrong])
            order = seats[seats.index(other) :] + seats[: seats.index(other)]
            by_seat = dict(zip(each.by[1], cards, strict=True))
            each.play = [each.play[0], (other, [by_seat[seat] for seat in order][:1])]
            return "P-winner"
    return None


FAULTS = (
    total, size, chooser, leader, plays_on, no_dog, dog_again, fate, two_of_a_dog, after, first_trump, bad_cut, no_cut,
    number, missing, revoke, winner_leads,
)


STRAY = (
    "points: P 3", "P: pass", "misdeal", "void: x", "tricks: ?", "tricks: 7", "dog: P won", "cut: Q", "lead: R", "trump: ?",
    "trump: notrump", "revoke: P", "deal 3, dealer Q", "round 9", "round 0", "round x, dealer P", "hands:", "play:",
    "  P: ♥A ♥K", "arbiter: yes", "contract: solo 6 hearts by P", "wrong dealer: Q", "fine P: 5",
)


def garbled(rng: Random, text: str) -> str:
    """A game with lines lost, doubled, moved, strange, and with other numbers and players in them."""
    lines = text.splitlines()
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(1, len(lines))
        way = rng.randrange(5)
        if way == 0:
            lines.pop(at)
        elif way == 1:
            lines.insert(at, rng.choice(lines[1:]))
        elif way == 2:
            lines[at] = "".join(str(rng.randrange(10)) if c.isdigit() and rng.random() < 0.3 else c for c in lines[at])
        elif way == 3:
            lines[at] = "".join(rng.choice("PQRSX") if c in "PQRS" and rng.random() < 0.3 else c for c in lines[at])
        else:
            lines.insert(at, rng.choice(STRAY))
    return "\n".join(lines) + "\n"
