"""`judge` says whether a seat may make a call; it is the only place of legality.

`legal_calls` enumerates through it, the facts `takers` and `lowest` ask it, and completing a call that leaves its
number or suit out tries it. A `Table` is a ruleset with its expressions bound, ready to judge any number of deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from whistcli.auction.facts import Facts, Known
from whistcli.auction.state import Placed, Side, State, advance, next_speaker, refuse, standing, start
from whistcli.cards import NOTRUMP
from whistcli.model import CallRule, Condition, Ruleset
from whistcli.record import Call
from whistcli.speech import SaidRange

Answer = Callable[[object], object]


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


class Fixing(NamedTuple):
    """The bound rule on the first card of an announced game."""

    suit: Answer
    level: Answer
    require: tuple[tuple[Condition, Answer], ...]
    falls: Answer | None


class Table:
    """A ruleset that is ready to judge: conditions bound, ladder looked up once."""

    def __init__(self, rules: Ruleset, seats: int | None = None) -> None:
        self.rules = rules
        self.seats = seats or rules.players
        self.equal = {kind: game.equal for kind, game in rules.games.items()}
        every = tuple((condition, condition.that.bind()) for condition in rules.every_call)
        self._conditions = {
            kind: (*every, *((condition, condition.that.bind()) for condition in rule.require))
            for kind, rule in rules.calls.items()
        }
        self._ask: dict[str, Answer] = {
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
        self._rungs: dict[tuple[str, int | None, bool], int | None] = {}
        self._asking_takers = False
        self.accepting = tuple(kind for kind, rule in rules.calls.items() if rule.effect == "accept")

    # -- what the state alone tells -------------------------------------------------------------------------------

    def start(self, dealer: int) -> State:
        """The auction before its first call."""
        return start(self.rules, dealer, self.seats)

    def standing(self, state: State) -> tuple[Side, ...]:
        """The game or games that stand highest."""
        return standing(state, self.equal)

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
        caller = None
        if rule.effect == "raise":
            if own is None:
                return None
            suit, seats = own.suit, own.seats
        elif rule.effect == "accept":
            proposer = next((p.seat for p in state.proposals if p.suit == suit and p.seat != seat), None)
            if proposer is None:
                return None
            seats = (proposer, seat)
        elif rule.effect == "announce":
            caller, suit, level = seat, rule.fixed_suit or NOTRUMP, rule.fixed_level or 0
        if not level and len(game.levels) == 1:
            level = game.levels[0]
        rung = self.rung(rule.game, level, suit)
        rank = self.rules.suit_rank(suit) if game.equal == "suit" else 0
        return Side(rule.game, level, suit, seats, seat, rung, rank, len(state.calls), caller)

    def place(self, state: State, seat: int, call: Call) -> State:
        """The auction after `call`, whether or not the rules allow it (an arbiter may let it stand)."""
        rule = self.rules.calls[call.kind]
        placed = Placed(seat, call.kind, call.suit or NOTRUMP, call.level or 0, state.turns[seat] + 1)
        after = advance(state, placed, rule, self.side(state, seat, call), self.rules.auction.freed_proposer)
        return after._replace(speaker=next_speaker(after, self.standing(after), seat, rule.effect))

    def refused(self, state: State, seat: int, call: Call) -> State:
        """The auction after the arbiter's refusal of `call`."""
        side = self.side(state, seat, call)
        return refuse(state, seat, side.rung if side else None)

    def awaits_reveal(self, state: State) -> bool:
        """Whether all have spoken, an announced game stands, and its partner has yet to make himself known."""
        if state.speaker is not None or state.announced is None or state.revealed is not None:
            return False
        top = self.standing(state)
        if not top or top[0].caller is None:
            return False
        return any(rule.effect == "reveal" for rule in self.rules.calls.values())

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
        if self._asking_takers:
            return ()
        state = self._offered(state, seat, suit)
        known = known.without_cards()
        self._asking_takers = True
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
            self._asking_takers = False

    def lowest(self, state: State, seat: int, kind: str, suit: str | None) -> int | None:
        """The lowest number at which this call beats what stands, or `None`."""
        top = self.standing(state)
        for level in self.rules.calls[kind].levels:
            side = self.side(state, seat, Call(kind, suit, level))
            if side is not None and (not top or side.strength > top[0].strength):
                return level
        return None

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
        if rule.effect == "reveal" and self.awaits_reveal(state):
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
        for condition, holds in self._conditions[call.kind]:
            answer = holds(facts)
            if answer is None:
                unknown.append(condition)
            elif not answer:
                args: dict[str, object] = {"call": call, "because": condition}
                return Verdict(call, Refusal("A-rule", "A-rule", args, condition.basis.cite, condition.name))
        refusal = self._after_refusal(state, seat, call, rule, side) or self._enough(state, seat, call, rule, side)
        if refusal is not None:
            return Verdict(call, refusal)
        ask = self._ask.get(call.kind)
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
            if not any(p.suit == call.suit and p.seat != seat for p in state.proposals):
                key = "A-proposal.suit" if state.proposals else "A-proposal.none"
                return Refusal("A-proposal", key, args, cite)
        elif rule.effect in ("raise", "hand_over"):
            own = state.own(seat)
            if own is None or len(own.seats) < 2 or own.kind != (rule.game or own.kind):
                return Refusal("A-side", "A-side.none", args, cite)
            if own.voice != seat:
                return Refusal("A-side", "A-side.voice", args | {"voice": own.voice}, cite)
            if rule.effect == "hand_over" and own.voice == own.seats[0]:
                return Refusal("A-side", "A-side.handed", args, cite)
        elif rule.effect in ("answer", "reveal") and state.announced is None:
            return Refusal("A-side", "A-side.announced", args, cite)
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
        return any(self.judge(at_turn, known, seat, Call(kind, suit)).refusal is None for kind in self.accepting)

    def _universe(self, kind: str, rule: CallRule) -> Iterator[Call]:
        suits: tuple[str | None, ...] = (None,)
        if rule.suit in ("named", "named_or_notrump"):
            suits = (*self.rules.suits, NOTRUMP) if rule.suit == "named_or_notrump" else self.rules.suits
        for suit in suits:
            for level in rule.levels or (None,):
                yield Call(kind, suit, level)
