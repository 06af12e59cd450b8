"""What an auction comes to: the contract, a redeal, or somebody who has still to speak."""

from __future__ import annotations

from typing import NamedTuple

from whistcli.auction.facts import Known, holder, holds
from whistcli.auction.judge import Table
from whistcli.auction.state import Placed, Side, State
from whistcli.cards import Card
from whistcli.model import Condition, Game

NAMED_ELSEWHERE = ("turned", "later")
"""Suits of games that the deal's `trump:` line says, not the call."""


class Contract(NamedTuple):
    """What must be made, by whom, and who leads.

    `level`, `suit` and `needs` are `None` while the first card has yet to fix them, `leader` while he is unknown,
    `direct` where several players must make it; `partner_unknown` says that a declarer is still to be found;
    `announced` is the call that announced the game, where one did.
    `declarers` are seats in seat order, `by` the same as they came (proposer and acceptor; who announced first);
    `doubles` how often it was doubled.
    """

    kind: str
    level: int | None
    suit: str | None
    declarers: tuple[int, ...]
    leader: int | None
    needs: tuple[int, int] | None
    direct: bool | None
    by: tuple[int, ...] = ()
    partner_unknown: bool = False
    announced: str | None = None
    doubles: int = 0


class Lead(NamedTuple):
    """The first card played and who played it; the card may be missing."""

    seat: int
    card: Card | None


class Outcome(NamedTuple):
    """The end of an auction: `status` is "contract", "redeal" or "unfinished".

    `bad_lead` is the condition that the first card breaks.
    """

    status: str
    next: int | None = None
    contract: Contract | None = None
    bad_lead: Condition | None = None


class LeadFacts:
    """The facts of the rule on the first card."""

    __slots__ = ("_known", "lead", "partner")

    def __init__(self, known: Known, lead: Card, partner: int) -> None:
        self._known = known
        self.lead = lead
        self.partner = partner

    def holds(self, seat: int, rank: int, suit: str) -> bool | None:
        """Whether `seat` holds the card."""
        return holds(self._known, seat, rank, suit)


def direct(table: Table, state: State, seat: int) -> bool:
    """Whether the seat's standing game is its first of the deal, in no pair before."""
    bids = sum(1 for call in state.calls if call.seat == seat and table.rules.calls[call.kind].game is not None)
    return bids == 1 and seat not in state.paired


def leader_of(game: Game, by: tuple[int, ...], first: int | None, seats: int, partner: int | None) -> int | None:
    """Who leads to the first trick, or `None` where that is not known.

    `by` are the declarers as they came, `first` is the dealer's left-hand neighbour, `partner` who accepted or was
    found.
    """
    where = game.leader
    if where == "left_of_dealer":
        return first
    if where == "dealer":
        return None if first is None else (first - 1) % seats
    if where == "partner":
        return partner
    alone = by[0] if where == "caller" or len(by) == 1 or game.each_alone else min(by)
    return (alone + 1) % seats if where == "left_of_declarer" else alone


class RevealFacts:
    """The facts of the rule on what the partner of an announced game names."""

    __slots__ = ("_known", "caller", "lead", "partner", "suit")

    def __init__(self, known: Known, caller: int, partner: int, suit: str, lead: Card | None = None) -> None:
        self._known, self.caller, self.partner, self.suit, self.lead = known, caller, partner, suit, lead

    def holds(self, seat: int, rank: int, suit: str) -> bool | None:
        """Whether `seat` holds the card."""
        return holds(self._known, seat, rank, suit)


def conclude(table: Table, state: State, known: Known, lead: Lead | None) -> Outcome:
    """What the auction has come to."""
    if state.speaker is not None:
        return Outcome("unfinished", next=state.speaker)
    top = table.standing(state)
    if not top:
        return Outcome("redeal")
    side = top[0]
    if side.caller is not None and state.announced is not None:
        return _announced(table, state, known, side, state.announced, lead)
    seats = tuple(sorted(seat for standing in top for seat in standing.seats))
    by = tuple(seat for standing in top for seat in standing.seats)
    game = table.rules.games[side.kind]
    leader = leader_of(game, by, state.first, state.seats, by[-1])
    needs = game.range(side.level)
    alone = direct(table, state, seats[0]) if len(seats) == 1 else None
    suit = state.turned if game.suit in NAMED_ELSEWHERE else side.suit
    doubles = table.doubles(state)
    unknown = game.partner_told and len(seats) == 1
    contract = Contract(side.kind, side.level, suit, seats, leader, needs, alone, by, unknown, doubles=doubles)
    return Outcome("contract", None, contract)


def _announced(
    table: Table, state: State, known: Known, side: Side, announced: Placed, lead: Lead | None
) -> Outcome:
    """The contract of an announced game: its partner, trumps and level come from cards, words or the first card."""
    rule = table.rules.calls[announced.kind]
    game = table.rules.games[side.kind]
    caller = announced.seat
    by_cards = holder(rule.partner, caller, known) if rule.partner else None
    said = state.revealed.seat if state.revealed else None
    asks_nobody = rule.partner is not None and rule.partner.known_by_cards
    if asks_nobody:
        partner = by_cards if by_cards is not None else (lead.seat if lead and lead.seat != caller else said)
    else:
        partner = said
        if partner is None and table.awaits_reveal(state):
            return Outcome("unfinished", next=by_cards)
    suit: str | None = side.suit
    level: int | None = side.level
    leads = game.leader
    fixed = table.by_reveal.get(announced.kind)
    if game.suit == "by_partner" and state.revealed is not None:
        suit = state.revealed.suit
    if fixed is not None:
        level, leads = None, ""
        if state.revealed is not None and partner is not None:
            shown = RevealFacts(known, caller, partner, state.revealed.suit)
            named = fixed[0](shown)
            level = None if named is None else int(str(named))
            by_him = True if fixed[1] is None else fixed[1](shown)
            leads = "" if by_him is None else "partner" if by_him else "left_of_dealer"
    led_by_partner = leads == "partner"
    wrong = lead is not None and led_by_partner and partner is not None and lead.seat != partner
    bad: Condition | None = None
    led = lead.card if lead is not None and led_by_partner and not wrong else None
    if fixed is not None and led is not None and state.revealed is not None and partner is not None:
        shown = RevealFacts(known, caller, partner, state.revealed.suit, led)
        bad = next((condition for condition, answers in fixed[2] if answers(shown) is False), None)
    fixing = table.by_lead.get(announced.kind)
    if fixing is not None:
        suit, level = None, None
        if lead is not None and lead.card is not None and partner is not None and not wrong:
            facts = LeadFacts(known, lead.card, partner)
            bad = next((condition for condition, holds_ in fixing.require if holds_(facts) is False), None)
            if bad is None:
                suit, level = str(fixing.suit(facts)), int(str(fixing.level(facts)))
    needs = None if level is None else game.range(level)
    by = (caller,) if partner is None else (caller, partner)
    leader = leader_of(game._replace(leader=leads), by, state.first, state.seats, partner) if leads else None
    seats = tuple(sorted(by))
    contract = Contract(
        side.kind, level, suit, seats, leader, needs, None, by, partner is None, announced.kind, table.doubles(state)
    )
    return Outcome("contract", None, contract, bad)
