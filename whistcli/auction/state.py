"""The state of an auction and how a call changes it; what may be called is `judge`'s affair.

Seats are numbers clockwise from 0. A state is never changed: `advance` and `refuse` return the next one. They take
any call, also one that the rules refuse, because an arbiter may let it stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from whistcli.cards import clockwise
from whistcli.model import Auction, CallRule, Ruleset

PASSING = ("pass", "drop", "answer")
"""The effects of calls that call nothing."""


class Placed(NamedTuple):
    """A call that counts: who said what, in which of his own turns; notrump and 0 where it names no suit, no level."""

    seat: int
    kind: str
    suit: str
    level: int
    round: int


class Side(NamedTuple):
    """A game that stands: its kind, level (0: not fixed yet), suit and seats, who speaks for it, and its strength.

    `rung` is its place on the ladder, `rank` its suit's where the suit decides between equals (else 0), `since`
    the number of calls before it, so that the first of equals is known. `caller` announced it, where one did.
    """

    kind: str
    level: int
    suit: str
    seats: tuple[int, ...]
    voice: int
    rung: int
    rank: int
    since: int
    caller: int | None = None

    @property
    def strength(self) -> tuple[int, int]:
        """What is compared: the rung, then the suit."""
        return (self.rung, self.rank)


class State(NamedTuple):
    """An auction after some calls.

    `queue` are the seats whose first turn is still to come; `out` who has passed, given up or agreed; `paired` who
    has been in a pair; `freed` whose acceptor left; `handed` who was given the word; `locked` a seat, the kinds that it
    may still say, and the call that bound it; `asleep` a seat that has passed and may return, with the number of
    `moves` (calls that are no pass) then; `turned` is the suit that the dealer turned up; `speaker` is `None` when
    nobody is left to speak, or only the cards tell who is.
    """

    seats: int
    first: int
    queue: tuple[int, ...]
    turns: tuple[int, ...]
    calls: tuple[Placed, ...] = ()
    sides: tuple[Side, ...] = ()
    proposals: tuple[Placed, ...] = ()
    out: frozenset[int] = frozenset()
    paired: frozenset[int] = frozenset()
    freed: frozenset[int] = frozenset()
    locked: tuple[tuple[int, tuple[str, ...], str], ...] = ()
    refused: tuple[tuple[int, int], ...] = ()
    speaker: int | None = None
    last_in_circle: int = -1
    announced: Placed | None = None
    revealed: Placed | None = None
    handed: frozenset[int] = frozenset()
    asleep: tuple[tuple[int, int], ...] = ()
    moves: int = 0
    turned: str | None = None

    def own(self, seat: int) -> Side | None:
        """The game that `seat` is in."""
        for side in self.sides:
            if seat in side.seats:
                return side
        return None

    def lock(self, seat: int, kind: str) -> str | None:
        """The kind of the call that keeps `seat` from saying `kind`, or `None` where it is free to."""
        return next((by for locked, kinds, by in self.locked if locked == seat and kind not in kinds), None)

    @property
    def first_circle(self) -> bool:
        """Whether somebody's first turn is still to come."""
        return bool(self.queue)


def start(rules: Ruleset, dealer: int, seats: int, turned: str | None = None) -> State:
    """The auction before its first call; the dealer's left-hand neighbour speaks first."""
    queue = clockwise((dealer + 1) % seats, seats)
    return State(seats, queue[0], queue, (0,) * seats, speaker=queue[0], last_in_circle=queue[-1], turned=turned)


def standing(state: State, equal: Mapping[str, str]) -> tuple[Side, ...]:
    """The game or games that stand highest, in the order they were called; several only where equals join.

    `equal` maps a kind of game to what equals do ("suit", "joins", "first_stands", "loses").
    """
    if not state.sides:
        return ()
    top = max(side.strength for side in state.sides)
    best = sorted((side for side in state.sides if side.strength == top), key=lambda side: side.since)
    return tuple(best) if equal[best[0].kind] == "joins" else (best[0],)


def _without(state: State, seat: int, switches: Auction) -> State:
    """`seat` leaves its game: a pair that loses its voice is broken, and its silent partner is freed or out."""
    freed, both = switches.freed_proposer, switches.beaten_pair == "both"
    side = state.own(seat)
    if side is None:
        return state
    sides = tuple(other for other in state.sides if other is not side)
    partners = frozenset(side.seats) - {seat} - state.out
    if side.caller is not None or not partners:
        return state._replace(sides=sides)
    handed = side.voice == side.seats[0] and switches.freed_acceptor == "out"
    if freed == "out" or (not both and side.voice != seat) or handed:
        # A proposer who speaks for the pair was handed the word: his acceptor goes out with him.
        return state._replace(sides=sides, out=state.out | partners)
    return state._replace(sides=sides, freed=state.freed | partners)


def _accept(state: State, placed: Placed, side: Side) -> State:
    taken = {side.seats[0], placed.seat}
    return state._replace(
        sides=(*state.sides, side),
        proposals=tuple(p for p in state.proposals if p.seat not in taken),
        paired=state.paired | taken,
    )


def _passes(state: State, seat: int, kind: str, switches: Auction) -> State:
    """`seat` has passed or given up: it is out, or asleep where the rules let it return."""
    state = _without(state, seat, switches)
    state = state._replace(proposals=tuple(p for p in state.proposals if p.seat != seat))
    who = switches.returning
    if who == "nobody" or (who == "opener" and seat != state.first):
        return state._replace(out=state.out | {seat})
    locked = state.locked
    if switches.returns:
        locked = (*locked, (seat, (*switches.returns, kind), kind))
    return state._replace(asleep=(*state.asleep, (seat, state.moves)), locked=locked)


def advance(state: State, placed: Placed, rule: CallRule, side: Side | None, switches: Auction) -> State:
    """The auction after a call that counts; `side` is the game that the call makes or raises, if any.

    The next speaker is not set here: that is `Table.place`'s affair, for it needs to know what stands highest.
    """
    seat, turns, locked = placed.seat, state.turns, state.locked
    if rule.locks is not None:
        locked = (*locked, (seat, rule.locks, rule.kind))
    if rule.gives is not None and side is not None:
        locked = (*locked, (side.voice, rule.gives, rule.kind))
    passing = rule.effect in PASSING
    state = state._replace(
        calls=(*state.calls, placed),
        queue=tuple([s for s in state.queue if s != seat]),
        turns=(*turns[:seat], turns[seat] + 1, *turns[seat + 1 :]),
        locked=locked,
        moves=state.moves + (not passing),
        asleep=tuple(kept for kept in state.asleep if kept[0] != seat) if state.asleep else (),
    )
    effect = rule.effect
    if effect in ("pass", "drop"):
        state = _passes(state, seat, rule.kind, switches)
    elif effect == "answer":
        state = state._replace(out=state.out | {seat})
    elif effect == "propose":
        older = tuple(p for p in state.proposals if p.seat != seat)
        state = state._replace(proposals=(*older, placed))
    elif effect == "accept" and side is not None:
        state = _accept(_without(state, seat, switches), placed, side)
    elif effect in ("raise", "hand_over") and side is not None:
        state = state._replace(sides=tuple(side if s.seats == side.seats else s for s in state.sides))
        if effect == "hand_over":
            state = state._replace(handed=state.handed | {side.voice})
    elif effect == "bid" and side is not None:
        state = _without(state, seat, switches)
        state = state._replace(
            sides=(*state.sides, side),
            proposals=tuple(p for p in state.proposals if p.seat != seat),
            out=state.out - {seat},
        )
    elif effect == "announce" and side is not None:
        others = clockwise((seat + 1) % state.seats, state.seats)[:-1]
        state = state._replace(
            sides=(*state.sides, side),
            queue=tuple(s for s in others if s in state.queue),
            announced=placed,
            last_in_circle=others[-1],
        )
    elif effect == "reveal":
        state = state._replace(revealed=placed, out=state.out | {seat})
    return state


def refuse(state: State, seat: int, rung: int | None) -> State:
    """The auction after the arbiter has refused a call: it is void, and the same seat speaks again."""
    return state._replace(refused=(*state.refused, (seat, -1 if rung is None else rung)))


def next_speaker(
    state: State, top: tuple[Side, ...], last: int, effect: str, switches: Auction, wakes: Callable[[int], bool]
) -> int | None:
    """Who speaks after `last`, or `None` where nobody is left to.

    First everybody in turn; then clockwise from the last speaker, passing over who is out, silent partners and the
    seats of what stands highest (the partners of a beaten pair are not silent where both of a pair speak); in the
    order "weakest_first" who has no game comes first, then the weakest game.
    Who was handed the word speaks at once, and where the rules say so a pair that is overtaken. Who passed and may
    return is asked once something was called since, and only where he `wakes`: where there is something for him to say.
    """
    if effect == "hand_over":
        side = state.own(last)
        if side is not None:
            return side.voice
    if switches.overtaken_pair == "at_once" and effect in ("accept", "raise", "bid"):
        beaten = [side for side in state.sides if side not in top and len(side.seats) > 1]
        if beaten and any(last in side.seats for side in top):
            return max(beaten, key=lambda side: side.strength).voice
    if state.queue:
        return state.queue[0]
    resting = set(state.out)
    for side in top:
        resting.update(side.seats)
    for side in state.sides if switches.beaten_pair == "voice" else ():
        resting.update(seat for seat in side.seats if seat != side.voice)
    asleep = dict(state.asleep)
    speaking: list[int] = []
    for seat in clockwise((last + 1) % state.seats, state.seats):
        if seat in resting or (seat in asleep and not (state.moves > asleep[seat] and wakes(seat))):
            continue
        if switches.skips_passing and not wakes(seat):
            continue
        if switches.order == "clockwise":
            return seat
        speaking.append(seat)

    def strength(seat: int) -> tuple[int, int]:
        own = state.own(seat)
        return (-1, -1) if own is None else own.strength

    return min(speaking, key=strength, default=None)
