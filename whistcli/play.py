"""Plays a deal's tricks over: who should lead, who wins, who did not follow suit, and what a partial log proves.

Nothing here knows a ruleset: trumps, leader and the number of tricks are given. What the cards logged cannot prove is
not said; a revoke that only a later card gives away is found when that card falls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from whistcli.cards import NOTRUMP, Card, clockwise

Hand = frozenset[Card]


class Trick(NamedTuple):
    """One trick as logged: the entry it stands in, who led, the cards clockwise from him, their columns and widths.

    `by` are the seats whose cards they are, in their order, where not the whole table plays.
    """

    entry: int
    leader: int
    cards: tuple[Card, ...]
    columns: tuple[int, ...]
    widths: tuple[int, ...]
    by: tuple[int, ...] = ()

    def order(self, seats: int, leader: int | None = None) -> tuple[int, ...]:
        """The seats that play to it, its leader (or another one) first."""
        first = self.leader if leader is None else leader
        if not self.by:
            return clockwise(first, seats)
        at = self.by.index(first) if first in self.by else 0
        return self.by[at:] + self.by[:at]


class Fault(NamedTuple):
    """Something wrong in the play: a code, the trick and card it stands at, and the values of its sentence.

    `seat` is who is at fault, `card` the index of the card in the trick (-1: the trick as a whole).
    """

    code: str
    trick: int
    card: int
    seat: int
    args: dict[str, object] = {}


class Played:
    """What the play came to.

    `winners` has one seat a trick, `None` where it is not whole; `taken` counts tricks by seat; `complete` says that
    all tricks are there and whole; `revoked` are (seat, trick) pairs; `cards` what each seat was seen to play.
    """

    def __init__(self, seats: int) -> None:
        self.winners: list[int | None] = []
        self.taken = [0] * seats
        self.complete = False
        self.faults: list[Fault] = []
        self.revoked: list[tuple[int, int]] = []
        self.cards: list[list[Card]] = [[] for _ in range(seats)]


def winner(trick: Trick, trumps: str | None, seats: int) -> int | None:
    """The seat that takes a whole trick; `None` where trumps are not known and would decide.

    >>> cards = (Card("hearts", 3), Card("hearts", 14), Card("spades", 2), Card("hearts", 13))
    >>> winner(Trick(0, 1, cards, (1, 4, 7, 10), (2, 2, 2, 2)), "spades", 4)
    3
    """
    led = trick.cards[0].suit
    if trumps is None and any(card.suit != led for card in trick.cards):
        return None
    strength = [
        (card.suit == trumps and trumps != NOTRUMP, card.suit == led, card.rank) for card in trick.cards
    ]
    return trick.order(seats)[strength.index(max(strength))]


def play_over(
    tricks: Sequence[Trick],
    hands: Sequence[Hand | None],
    discards: Sequence[Card | None],
    leader: int | None,
    trumps: str | None,
    size: int,
    put_out: int = 0,
    leads: frozenset[int] | None = None,
) -> Played:
    """Plays logged tricks over.

    `hands` are whole hands or `None` (what was discarded is taken out first), `leader` who should lead the first
    trick (`None`: not known), `size` the tricks that are played in all, `put_out` the cards that each player puts
    out before them: where it is not logged which, any of a hand's cards may be among them. Of those who win a trick
    only the seats in `leads` lead the next one (`None`: all); for another, the next of them does.
    """
    seats = len(hands)
    unsure = [0 if discard is not None else put_out for discard in discards]
    left: list[set[Card] | None] = [
        None if hand is None else set(hand) - {discard} for hand, discard in zip(hands, discards, strict=True)
    ]
    state = _Table(seats, left, unsure, trumps, leader)
    state.leads = leads
    for number, trick in enumerate(tricks):
        state.take(number, trick, last=number == len(tricks) - 1)
    played = state.played
    whole = all(won is not None for won in played.winners)
    played.complete = len(tricks) == size and whole
    if len(tricks) > size:
        played.faults.append(Fault("P-tricks", size, -1, tricks[size].leader, {"count": len(tricks), "size": size}))
    return played


class _Table:
    """The running state: cards left, cards seen, who must lead, who once failed to follow which suit."""

    def __init__(
        self, seats: int, left: list[set[Card] | None], unsure: list[int], trumps: str | None, leader: int | None
    ) -> None:
        self.seats, self.left, self.unsure, self.trumps, self.leader = seats, left, unsure, trumps, leader
        self.leads: frozenset[int] | None = None
        self.seen: dict[Card, int] = {}
        self.void: dict[tuple[int, str], tuple[int, int, Card]] = {}
        self.played = Played(seats)

    def fault(self, code: str, trick: int, place: int, seat: int, **args: object) -> None:
        """One more fault; `place` is the card's index in the trick."""
        self.played.faults.append(Fault(code, trick, place, seat, args))

    def take(self, number: int, trick: Trick, *, last: bool) -> None:
        """One trick."""
        if self.leader is not None and trick.leader != self.leader:
            self.fault("P-leader" if number == 0 else "P-winner", number, -1, trick.leader, leader=self.leader)
        seats = len(trick.order(self.seats))
        if len(trick.cards) > seats:
            self.fault("P-many", number, seats, trick.leader, count=len(trick.cards), seats=seats)
        elif len(trick.cards) < seats and not last:
            self.fault("P-short", number, -1, trick.leader, count=len(trick.cards), seats=seats)
        leader = self.who_led(trick)
        for index, (seat, card) in enumerate(zip(trick.order(self.seats, leader), trick.cards, strict=False)):
            self.card(number, index, seat, card, trick.cards[0].suit)
        played = trick._replace(leader=leader)
        won = winner(played, self.trumps, self.seats) if len(trick.cards) == seats else None
        self.played.winners.append(won)
        if won is not None:
            self.played.taken[won] += 1
        self.leader = won
        if won is not None and self.leads is not None:
            self.leader = next((seat for seat in clockwise(won, self.seats) if seat in self.leads), None)

    def who_led(self, trick: Trick) -> int:
        """Who led the trick: as written, unless the hands show that only the leader's key is wrong."""
        if self.leader is None or trick.leader == self.leader:
            return trick.leader
        as_written, as_due = self.misfits(trick, trick.leader), self.misfits(trick, self.leader)
        return self.leader if as_due < as_written else trick.leader

    def misfits(self, trick: Trick, leader: int) -> int:
        """How many of the trick's cards their players do not hold if `leader` led."""
        pairs = zip(trick.order(self.seats, leader), trick.cards, strict=False)
        hands = ((self.left[seat], card) for seat, card in pairs)
        return sum(left is not None and card not in left for left, card in hands)

    def card(self, number: int, index: int, seat: int, card: Card, led: str) -> None:
        """One card: seen before, not held, not following."""
        if card in self.seen:
            self.fault("P-twice", number, index, seat, card=card, other=self.seen[card])
            return
        left = self.left[seat]
        if left is not None and card not in left:
            self.fault("P-held", number, index, seat, card=card)
        else:
            self.seen[card] = seat
            self.played.cards[seat].append(card)
        earlier = self.void.pop((seat, card.suit), None)
        if earlier is not None and left is None:
            before, place, thrown = earlier
            self.played.revoked.append((seat, before))
            self.fault("P-revoke", before, place, seat, card=thrown, held=(card,), later=number + 1)
        if card.suit != led:
            could = [] if left is None else sorted((c for c in left if c.suit == led), key=lambda c: -c.rank)
            if len(could) > self.unsure[seat]:
                self.played.revoked.append((seat, number))
                self.fault("P-revoke", number, index, seat, card=card, held=tuple(could), later=None)
            elif left is None:
                self.void.setdefault((seat, led), (number, index, card))
        if left is not None:
            left.discard(card)


def worked_back(
    tricks: Sequence[Trick], hands: Sequence[Hand | None], discards: Sequence[Card | None], size: int
) -> tuple[Hand | None, ...]:
    """The hands by seat; those that are not logged are worked back from a play that shows `size` cards of each.

    Nothing is worked back from a play in which a card falls twice.
    """
    seats = len(hands)
    shown: list[list[Card]] = [[] if discard is None else [discard] for discard in discards]
    for trick in tricks:
        for seat, card in zip(clockwise(trick.leader, seats), trick.cards, strict=False):
            shown[seat].append(card)
    every = [card for cards in shown for card in cards]
    if len(set(every)) != len(every):
        return tuple(hands)
    return tuple(
        hand if hand is not None else frozenset(cards) if len(cards) == size else None
        for hand, cards in zip(hands, shown, strict=True)
    )
