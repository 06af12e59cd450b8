"""`judge` says whether a seat may make a call; it is the only place of legality.

`legal_calls` enumerates through it, the facts `takers` and `lowest` ask it, and completing a call that leaves its
number or suit out tries it. A `Table` is a ruleset with its expressions bound, ready to judge any number of deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from whistcli.auction.board import Answer as Answer
from whistcli.auction.board import Board
from whistcli.auction.facts import Facts, Known
from whistcli.auction.state import PASSING, Placed, Side, State, advance, next_speaker, refuse
from whistcli.cards import NOTRUMP
from whistcli.model import CallRule, Condition, Ruleset
from whistcli.record import Call
from whistcli.speech import SaidRange


class Refusal(NamedTuple):
    """Why a call is refused: a code, the key and values of its sentence, the named rule, the clauses, a hint."""

    code: str
    key: str
    args: dict[str, object]
    clauses: tuple[str, ...] = ()
    rule: str | None = None
    hint: str | None = None


class Verdict(NamedTuple):
    """What `judge` says of a call, which has its suit and number filled in.

    `refusal` says why it is refused, or is `None`; `asks` whether it needs the arbiter's consent; `unknown` are the
    conditions that only unlogged cards would decide; `side` is the game that the call makes, if any.
    """

    call: Call
    refusal: Refusal | None = None
    asks: bool = False
    unknown: tuple[Condition, ...] = ()
    side: Side | None = None


class Table(Board):
    """A ruleset that is ready to judge."""

    def __init__(self, rules: Ruleset, seats: int | None = None) -> None:
        super().__init__(rules, seats)
        self._asking = False

    def place(self, state: State, seat: int, call: Call) -> State:
        """The auction after `call`, whether or not the rules allow it (an arbiter may let it stand)."""
        rule = self.rules.calls[call.kind]
        placed = Placed(seat, call.kind, call.suit or NOTRUMP, call.level or 0, state.turns[seat] + 1)
        switches, nothing = self.rules.auction, Known.nothing(state.seats)
        after = advance(state, placed, rule, self.side(state, seat, call), switches)
        if self.ends is not None and self.ends(Facts(self, after, nothing, seat, call.kind, None, None)):
            return after._replace(queue=(), speaker=None)

        def wakes(other: int) -> bool:
            may = self.legal_calls(after._replace(speaker=other), nothing, other)
            return any(self.rules.calls[verdict.call.kind].effect not in PASSING for verdict in may)

        speaker = next_speaker(after, self.standing(after), seat, rule.effect, switches, wakes)
        return after._replace(speaker=speaker)

    def refused(self, state: State, seat: int, call: Call) -> State:
        """The auction after the arbiter's refusal of `call`."""
        side = self.side(state, seat, call)
        return refuse(state, seat, side.rung if side else None)

    # -- legality ---------------------------------------------------------------------------------------------------

    def judge(self, state: State, known: Known, seat: int, call: Call) -> Verdict:
        """Whether `seat` may make `call` now. A call may leave its suit or number out: the verdict has them."""
        rule = self.rules.calls.get(call.kind)
        if rule is None:
            return Verdict(call, Refusal("A-kind", "A-kind", {"call": call}))
        refusal = self._turn(state, seat, call, rule)
        if refusal is None:
            call, refusal = self._with_suit(state, seat, call, rule)
        if refusal is not None:
            return Verdict(call, refusal)
        if not rule.levels or call.level is not None:
            return self._complete(state, known, seat, call, rule)
        verdicts = [self._complete(state, known, seat, call._replace(level=n), rule) for n in rule.levels]
        return next((verdict for verdict in verdicts if verdict.refusal is None), verdicts[0])

    def legal_calls(self, state: State, known: Known, seat: int | None = None) -> Iterator[Verdict]:
        """Every call that `seat` (the next speaker, where it is not given) may make, one verdict each.

        Calls that ask the arbiter, and calls that only unlogged cards would decide, are among them.
        """
        speaker = state.speaker if seat is None else seat
        if speaker is None:
            return
        for kind, rule in self.rules.calls.items():
            for call in self._universe(kind, rule):
                verdict = self.judge(state, known, speaker, call)
                if verdict.refusal is None:
                    yield verdict

    def takers(self, state: State, known: Known, seat: int, suit: str) -> tuple[int, ...]:
        """The seats still in, in no game, that could accept `suit` from `seat` at their next turn.

        Nothing else is taken to happen before, and no cards are looked at: players do not see each other's.
        """
        if self._asking:
            return ()
        state = self._offered(state, seat, suit)
        known = known.without_cards()
        self._asking = True
        try:
            return tuple(
                taker
                for taker in range(state.seats)
                if taker != seat
                and taker not in state.out
                and state.own(taker) is None
                and self._could_accept(state, known, taker, suit)
            )
        finally:
            self._asking = False

    def can_accept(self, state: State, seat: int) -> bool:
        """Whether `seat` could accept one of the open proposals now, as far as can be told without cards."""
        if self._asking:
            return False
        self._asking = True
        try:
            known = Known.nothing(state.seats)
            suits = {proposal.suit for proposal in state.proposals if proposal.seat != seat}
            return any(self._could_accept(state, known, seat, suit) for suit in suits)
        finally:
            self._asking = False

    def acceptable_at(self, state: State, seat: int, suit: str) -> int | None:
        """The lowest number at which somebody's acceptance of `suit` from `seat` would beat what stands, or `None`."""
        state = self._offered(state, seat, suit)
        other = (seat + 1) % state.seats
        levels = (self.lowest(state, other, kind, suit) for kind in self.accepting)
        return min((level for level in levels if level is not None), default=None)

    # -- the steps of judge, in order: one cause, one refusal ---------------------------------------------------------

    def _turn(self, state: State, seat: int, call: Call, rule: CallRule) -> Refusal | None:
        if seat == state.speaker or rule.any_turn:
            return None
        if rule.effect == "reveal" and self.may_reveal(state):
            assert state.announced is not None
            if seat != state.announced.seat:
                return None
        bases = self.rules.auction
        if seat in state.out:
            return Refusal("A-passed", "A-passed", {"call": call}, bases.cite("passed"))
        if state.speaker is None:
            return Refusal("A-ended", "A-ended", {"call": call}, bases.cite("order"))
        cite = bases.cite("begins") if not state.calls else bases.cite("order")
        return Refusal("A-turn", "A-turn", {"call": call, "speaker": state.speaker}, cite)

    def _with_suit(self, state: State, seat: int, call: Call, rule: CallRule) -> tuple[Call, Refusal | None]:
        args: dict[str, object] = {"call": call}
        cite = rule.basis.cite
        game = self.rules.games[rule.game] if rule.game else None
        if rule.suit == "none":
            own = state.own(seat)
            implied = own.suit if rule.effect == "raise" and own else rule.fixed_suit or (game.suit if game else None)
            implied = state.turned if implied == "turned" else implied
            if call.suit is not None and call.suit != implied:
                return call, Refusal("A-suit", "A-suit.none", args, cite)
            return call._replace(suit=None) if call.suit is not None else call, None
        if call.suit is None and rule.effect == "accept":
            open_suits = [p.suit for p in state.proposals if p.seat != seat]
            if len(open_suits) == 1:
                return call._replace(suit=open_suits[0]), None
            if not open_suits:
                return call, Refusal("A-proposal", "A-proposal.none", args, cite)
            return call, Refusal("A-suit", "A-suit.which", args | {"open": tuple(open_suits)}, cite)
        if call.suit is None and rule.suit != "optional":
            return call, Refusal("A-suit", "A-suit.missing", args, cite)
        if call.suit == NOTRUMP and rule.suit != "named_or_notrump":
            return call, Refusal("A-suit", "A-suit.notrump", args, cite)
        return call, None

    def _complete(self, state: State, known: Known, seat: int, call: Call, rule: CallRule) -> Verdict:
        """The verdict on a call whose turn it is and whose suit and number are said."""
        refusal = self._number(call, rule)
        if refusal is not None:
            return Verdict(call, refusal)
        if not rule.levels and call.level is not None:
            call = call._replace(level=None)
        refusal = self._subject(state, seat, call, rule) or self._lock(state, seat, call)
        if refusal is not None:
            return Verdict(call, refusal)
        side = self.side(state, seat, call)
        facts = Facts(self, state, known, seat, call.kind, call.suit, call.level)
        unknown: list[Condition] = []
        for condition, holds in self.conditions[call.kind]:
            answer = holds(facts)
            if answer is None:
                unknown.append(condition)
            elif not answer:
                args: dict[str, object] = {"call": call, "because": condition}
                return Verdict(call, Refusal("A-rule", "A-rule", args, condition.basis.cite, condition.name))
        refusal = self._after_refusal(state, seat, call, rule, side) or self._enough(state, seat, call, rule, side)
        if refusal is not None:
            return Verdict(call, refusal)
        ask = self.asks.get(call.kind)
        return Verdict(call, None, bool(ask(facts)) if ask else False, tuple(unknown), side)

    def _number(self, call: Call, rule: CallRule) -> Refusal | None:
        if call.level is None or call.level in rule.levels:
            return None
        game = self.rules.games[rule.game] if rule.game else None
        if not rule.levels and game is not None and call.level in game.levels:
            return None
        cite = (game.basis.cite if game else ()) or rule.basis.cite
        if not rule.levels:
            return Refusal("A-level", "A-level.none", {"call": call}, cite)
        args: dict[str, object] = {"call": call, "range": SaidRange(rule.levels[0], rule.levels[-1])}
        return Refusal("A-level", "A-level", args, cite)

    def _subject(self, state: State, seat: int, call: Call, rule: CallRule) -> Refusal | None:
        """Whether there is something to accept, to raise, to hand over or to answer."""
        args: dict[str, object] = {"call": call}
        cite = rule.basis.cite
        if rule.effect == "accept":
            if not any(p.suit == (call.suit or NOTRUMP) and p.seat != seat for p in state.proposals):
                key = "A-proposal.suit" if state.proposals else "A-proposal.none"
                return Refusal("A-proposal", key, args, cite)
        elif rule.effect in ("raise", "hand_over"):
            own = state.own(seat)
            if own is None or len(own.seats) < 2 or own.kind != (rule.game or own.kind):
                return Refusal("A-side", "A-side.none", args, cite)
            if own.voice != seat and not rule.by_both:
                return Refusal("A-side", "A-side.voice", args | {"voice": own.voice}, cite)
            if rule.effect == "hand_over" and own.voice == own.seats[0]:
                return Refusal("A-side", "A-side.handed", args, cite)
        elif rule.effect in ("answer", "reveal") and state.announced is None:
            return Refusal("A-side", "A-side.announced", args, cite)
        elif rule.effect == "double":
            top = self.standing(state)
            if not top or any(seat in side.seats for side in top):
                return Refusal("A-side", "A-side.double", args, cite)
        return None

    def _lock(self, state: State, seat: int, call: Call) -> Refusal | None:
        binding = state.lock(seat, call.kind)
        if binding is None:
            return None
        cite = self.rules.calls[binding].basis.cite
        return Refusal("A-lock", "A-lock", {"call": call, "said": Call(binding)}, cite)

    def _after_refusal(
        self, state: State, seat: int, call: Call, rule: CallRule, side: Side | None
    ) -> Refusal | None:
        if self.rules.auction.after_refusal == "anything" or rule.effect in ("pass", "drop", "answer", "reveal"):
            return None
        refused = [rung for other, rung in state.refused if other == seat]
        if not refused or (side is not None and rule.effect != "hand_over" and side.rung > max(refused)):
            return None
        game = self.rules.ladder[max(refused)] if max(refused) >= 0 else ""
        args: dict[str, object] = {"call": call, "refused": game}
        return Refusal("A-refused", "A-refused", args, self.rules.auction.cite("arbiter"))

    def _enough(self, state: State, seat: int, call: Call, rule: CallRule, side: Side | None) -> Refusal | None:
        """Whether a game beats what stands, or may be called below or beside it."""
        if side is None or rule.effect in ("announce", "hand_over"):
            return None
        own = state.own(seat)
        args: dict[str, object] = {"call": call}
        if own is not None and side.strength <= own.strength:
            return Refusal("A-low", "A-low.own", args | {"best": own}, self._low_cite(side, own))
        top = self.standing(state)
        if not top or side.strength > top[0].strength:
            return None
        best = top[0]
        if side.rung == best.rung and (self.equal[side.kind] == "joins" or self.rules.games[side.kind].may_equal):
            return None
        switches = self.rules.auction
        outranked = switches.first_round_outranked if state.turns[seat] == 0 else switches.later_outranked
        if outranked == "loses":
            return None
        return Refusal("A-low", "A-low", args | {"best": best}, self._low_cite(side, best))

    def _low_cite(self, side: Side, best: Side) -> tuple[str, ...]:
        """The clauses that put `best` where `side` does not reach it: of this pair of kinds, else of the rung."""
        ladder = self.rules.ladder
        top = ladder[best.rung]
        near: list[str] = []
        for reason in self.rules.ladder_because:
            if (reason.below == top and reason.above.kind == side.kind) or (
                reason.above == top and reason.below.kind == side.kind
            ):
                near.extend(reason.basis.cite)
        if side.kind == best.kind:
            near = list(self.rules.games[side.kind].basis.cite)
        return tuple(dict.fromkeys(near)) or self.rules.auction.cite("outranked")

    def _offered(self, state: State, seat: int, suit: str) -> State:
        """The auction as if `seat` had just proposed `suit`, where it has not already."""
        if any(p.seat == seat and p.suit == suit for p in state.proposals):
            return state
        offer = Placed(seat, "", suit, 0, state.turns[seat] + 1)
        queue = tuple(s for s in state.queue if s != seat)
        return state._replace(proposals=(*state.proposals, offer), queue=queue)

    def _could_accept(self, state: State, known: Known, seat: int, suit: str) -> bool:
        at_turn = state._replace(speaker=seat)
        named = {kind: None if self.rules.calls[kind].suit == "none" else suit for kind in self.accepting}
        return any(self.judge(at_turn, known, seat, Call(kind, said)).refusal is None for kind, said in named.items())

    def _universe(self, kind: str, rule: CallRule) -> Iterator[Call]:
        suits: tuple[str | None, ...] = (None,)
        if rule.suit in ("named", "named_or_notrump"):
            suits = (*self.rules.suits, NOTRUMP) if rule.suit == "named_or_notrump" else self.rules.suits
        for suit in suits:
            for level in rule.levels or (None,):
                yield Call(kind, suit, level)
