"""Answers the facts that a condition may read, each when it is asked for.

`takers` needs to know what another seat could say; that question goes back to `judge` through the table, so that
there is one place of legality.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from whistcli.auction.state import Placed, Side, State
from whistcli.cards import Card
from whistcli.model import Partner

if TYPE_CHECKING:
    from whistcli.auction.judge import Table

Hand = frozenset[Card]


class Known(NamedTuple):
    """What is known besides the calls: each seat's whole hand or `None`, and its lost solo games of this round."""

    hands: tuple[Hand | None, ...]
    lost_solos: tuple[int, ...]

    @staticmethod
    def nothing(seats: int) -> Known:
        """No cards logged, nothing lost."""
        return Known((None,) * seats, (0,) * seats)

    def without_cards(self) -> Known:
        """What the players themselves know of each other: no cards."""
        return Known((None,) * len(self.hands), self.lost_solos)


def count_rank(hand: Sequence[Card] | Hand | None, rank: int) -> int | None:
    """How many cards of `rank` a hand holds; `None`, not known, without the hand."""
    return None if hand is None else sum(card.rank == rank for card in hand)


def count_suit(hand: Sequence[Card] | Hand | None, suit: str) -> int | None:
    """How many cards of `suit` a hand holds; `None`, not known, without the hand."""
    return None if hand is None else sum(card.suit == suit for card in hand)


def holds(known: Known, seat: int, rank: int, suit: str) -> bool | None:
    """Whether `seat` holds the card; `None` where neither its hand nor another's tells."""
    card = Card(suit, rank)
    hand = known.hands[seat]
    if hand is not None:
        return card in hand
    if any(other is not None and card in other for other in known.hands):
        return False
    return None


def holder(partner: Partner, caller: int, known: Known) -> int | None:
    """The seat that holds the first of the partner's cards that the caller does not; `None` if not known.

    With all hands but one logged, the last one holds what is missing.
    """
    mine = known.hands[caller]
    if mine is None:
        return None
    card = next((card for card in partner.cards if card not in mine), None)
    if card is None:
        return None
    answers = {seat: holds(known, seat, card.rank, card.suit) for seat in range(len(known.hands)) if seat != caller}
    sure = [seat for seat, answer in answers.items() if answer]
    open_ = [seat for seat, answer in answers.items() if answer is None]
    if sure:
        return sure[0]
    return open_[0] if len(open_) == 1 else None


class Facts:
    """The facts of one call by one seat in one state; attribute names are those of `whistcli.facts`."""

    __slots__ = ("_known", "_state", "_table", "kind", "level", "seat", "suit")

    count_rank = staticmethod(count_rank)
    count_suit = staticmethod(count_suit)

    def __init__(
        self, table: Table, state: State, known: Known, seat: int, kind: str, suit: str | None, level: int | None
    ) -> None:
        self._table = table
        self._state = state
        self._known = known
        self.seat = seat
        self.kind = kind
        self.suit = suit
        self.level = level

    def __getattr__(self, name: str) -> object:
        """A parameter of the ruleset: what is no fact."""
        try:
            return self._table.parameters[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def round(self) -> int:
        return self._state.turns[self.seat] + 1

    @property
    def calls(self) -> tuple[Placed, ...]:
        return self._state.calls

    @property
    def mine(self) -> tuple[Placed, ...]:
        return tuple(call for call in self._state.calls if call.seat == self.seat)

    @property
    def own(self) -> Side | None:
        return self._state.own(self.seat)

    @property
    def sides(self) -> tuple[Side, ...]:
        return self._state.sides

    @property
    def best(self) -> Side | None:
        top = self._table.standing(self._state)
        return top[0] if top else None

    @property
    def proposals(self) -> tuple[Placed, ...]:
        return self._state.proposals

    @property
    def takers(self) -> tuple[int, ...]:
        return self._table.takers(self._state, self._known, self.seat, self.suit or "")

    @property
    def acceptable(self) -> bool:
        return any(
            self._table.takers(self._state, self._known, self.seat, proposal.suit)
            for proposal in self._state.proposals
            if proposal.seat == self.seat
        )

    @property
    def first_to_speak(self) -> bool:
        return self._state.first == self.seat

    @property
    def waited(self) -> bool:
        return any(self._table.rules.calls[call.kind].effect == "wait" for call in self.mine)

    @property
    def opener(self) -> int:
        return self._state.first

    @property
    def passed(self) -> tuple[int, ...]:
        return (*sorted(self._state.out), *(seat for seat, _ in self._state.asleep))

    @property
    def first_circle(self) -> bool:
        return self._state.first_circle

    @property
    def turned(self) -> str | None:
        return self._state.turned

    @property
    def handed_over(self) -> bool:
        return self.seat in self._state.handed

    @property
    def can_accept(self) -> bool:
        return self._table.can_accept(self._state, self.seat)

    @property
    def doubles(self) -> int:
        return self._table.doubles(self._state)

    @property
    def freed(self) -> bool:
        return self.seat in self._state.freed

    @property
    def nothing_said(self) -> bool:
        return not self._state.calls and not self._state.refused

    @property
    def announced(self) -> bool:
        return self._state.announced is not None

    @property
    def announced_stands(self) -> bool:
        best = self.best
        return best is not None and best.caller is not None

    @property
    def is_partner(self) -> bool | None:
        announced = self._state.announced
        rule = self._table.rules.calls[announced.kind] if announced is not None else None
        if announced is None or rule is None or rule.partner is None:
            return False
        partner = holder(rule.partner, announced.seat, self._known)
        return None if partner is None else partner == self.seat

    @property
    def last_to_answer(self) -> bool:
        return self._state.last_in_circle == self.seat

    @property
    def lost_solos(self) -> int:
        return self._known.lost_solos[self.seat]

    @property
    def refused(self) -> tuple[int, ...]:
        return tuple(rung for seat, rung in self._state.refused if seat == self.seat)

    @property
    def lowest(self) -> int | None:
        return self._table.lowest(self._state, self.seat, self.kind, self.suit)

    @property
    def acceptable_at(self) -> int | None:
        return self._table.acceptable_at(self._state, self.seat, self.suit or "")

    @property
    def hand(self) -> Hand | None:
        return self._known.hands[self.seat]

    def holds(self, seat: int, rank: int, suit: str) -> bool | None:
        """Whether `seat` holds the card."""
        return holds(self._known, seat, rank, suit)
