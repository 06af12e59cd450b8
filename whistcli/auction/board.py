"""What a ruleset makes of a state without judging anything: its expressions bound, its ladder, the game of a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from whistcli.auction.state import Side, State, standing, start
from whistcli.cards import NOTRUMP
from whistcli.model import Condition, Ruleset
from whistcli.record import Call

Answer = Callable[[object], object]


class Fixing(NamedTuple):
    """The bound rule on the first card of an announced game."""

    suit: Answer
    level: Answer
    require: tuple[tuple[Condition, Answer], ...]
    falls: Answer | None


class Board:
    """A ruleset with its expressions bound and its ladder looked up once."""

    def __init__(self, rules: Ruleset, seats: int | None = None) -> None:
        self.rules = rules
        self.seats = seats or rules.players
        self.parameters = {name: parameter.value for name, parameter in rules.parameters.items()}
        self.equal = {kind: game.equal for kind, game in rules.games.items()}
        every = tuple((condition, condition.that.bind()) for condition in rules.every_call)
        self.conditions = {
            kind: (*every, *((condition, condition.that.bind()) for condition in rule.require))
            for kind, rule in rules.calls.items()
        }
        self.asks: dict[str, Answer] = {
            kind: rule.ask_arbiter.bind() for kind, rule in rules.calls.items() if rule.ask_arbiter is not None
        }
        self.by_lead = {
            kind: Fixing(
                rule.by_lead.suit.bind(),
                rule.by_lead.level.bind(),
                tuple((condition, condition.that.bind()) for condition in rule.by_lead.require),
                rule.by_lead.falls.when.bind() if rule.by_lead.falls is not None else None,
            )
            for kind, rule in rules.calls.items()
            if rule.by_lead is not None
        }
        self.by_reveal = {
            kind: (
                fixing.level.bind(),
                fixing.partner_leads.bind() if fixing.partner_leads else None,
                tuple((condition, condition.that.bind()) for condition in fixing.require),
            )
            for kind, rule in rules.calls.items()
            if (fixing := rule.by_reveal) is not None
        }
        ends = rules.auction.ends_when
        self.ends: Answer | None = ends.bind() if ends is not None else None
        self._word_returns = any(rule.word_returns for rule in rules.calls.values())
        self._rungs: dict[tuple[str, int | None, bool], int | None] = {}
        self.accepting = tuple(kind for kind, rule in rules.calls.items() if rule.effect == "accept")

    # -- what the state alone tells -------------------------------------------------------------------------------

    def start(self, dealer: int, turned: str | None = None) -> State:
        """The auction before its first call, with the suit that the dealer turned up where one is known."""
        return start(self.rules, dealer, self.seats, turned)

    def standing(self, state: State) -> tuple[Side, ...]:
        """The game or games that stand highest."""
        return standing(state, self.equal)

    def doubles(self, state: State) -> int:
        """How often what stands highest has been doubled since it was called."""
        top = self.standing(state)
        since = state.calls[top[0].since :] if top else ()
        return sum(self.rules.calls[call.kind].effect == "double" for call in since)

    def rung(self, kind: str, level: int | None, suit: str | None) -> int:
        """The place of a game on the ladder; -1 where the ladder has none."""
        key = (kind, level, suit == NOTRUMP)
        found = self._rungs.get(key)
        if found is None:
            place = self.rules.rung(kind, level, suit)
            found = self._rungs[key] = -1 if place is None else place
        return found

    def side(self, state: State, seat: int, call: Call) -> Side | None:
        """The game that a complete call would make or raise, or `None` where it makes none."""
        rule = self.rules.calls[call.kind]
        if rule.effect == "hand_over":
            own = state.own(seat)
            return own._replace(voice=own.seats[0]) if own else None
        if rule.game is None:
            return None
        own = state.own(seat) if rule.effect == "raise" else None
        game = self.rules.games[rule.game]
        suit, level = call.suit or NOTRUMP, call.level or 0
        seats: tuple[int, ...] = (seat,)
        voice = seat
        caller = None
        if rule.effect == "raise":
            if own is None:
                return None
            suit, seats = own.suit, own.seats
            voice = seats[-1] if self._word_returns else seat
        elif rule.effect == "accept":
            proposer = next((p.seat for p in state.proposals if p.suit == suit and p.seat != seat), None)
            if proposer is None:
                return None
            seats = (proposer, seat)
        elif rule.effect == "bid" and rule.fixed_suit is not None:
            suit = rule.fixed_suit
        elif rule.effect == "announce":
            caller, suit, level = seat, rule.fixed_suit or NOTRUMP, rule.fixed_level or 0
        if not level and len(game.levels) == 1:
            level = game.levels[0]
        rung = self.rung(rule.game, level, suit)
        rank = self.rules.suit_rank(suit) if game.equal == "suit" else 0
        return Side(rule.game, level, suit, seats, voice, rung, rank, len(state.calls), caller)

    def lowest(self, state: State, seat: int, kind: str, suit: str | None) -> int | None:
        """The lowest number at which this call beats what stands, or `None`."""
        top = self.standing(state)
        rule = self.rules.calls[kind]
        for level in rule.levels or (self.rules.games[rule.game].levels if rule.game else ()):
            side = self.side(state, seat, Call(kind, suit, level))
            if side is not None and (not top or side.strength > top[0].strength):
                return level
        return None

    def awaits_reveal(self, state: State) -> bool:
        """Whether the partner of an announced game has yet to make himself known, all others having spoken."""
        if state.announced is None or not self.may_reveal(state):
            return False
        partner = self.rules.calls[state.announced.kind].partner
        return partner is None or not partner.known_by_cards

    def may_reveal(self, state: State) -> bool:
        """Whether all have spoken, an announced game stands, and its partner has not made himself known."""
        if state.speaker is not None or state.announced is None or state.revealed is not None:
            return False
        top = self.standing(state)
        if not top or top[0].caller is None:
            return False
        return any(rule.effect == "reveal" for rule in self.rules.calls.values())
