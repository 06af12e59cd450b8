"""Plays auctions at random, to see whether they end, whether somebody is left without a call, what they come to.

Every choice comes from one seeded generator and from `Table.legal_calls`, so that a run can be had again. Some auctions
are played without cards, some with cards dealt at random, some with the aces together; some players would rather never
pass, so that an auction without an end shows itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from whistcli.auction.facts import Hand, Known
from whistcli.auction.judge import Table, Verdict
from whistcli.auction.state import State
from whistcli.cards import ACE, DECK
from whistcli.model import CallRule, Effect, Ruleset
from whistcli.record import Call

LONGEST = 300
"""Calls after which an auction counts as one without an end, where no bound is known."""
SECOND_SEARCH = 80
"""Further auctions for each game or call that did not come up, played towards it."""
AGAIN = 6
"""Auctions played for each call that nothing is known to limit."""

_LIKELY: Mapping[Effect, float] = {
    "pass": 4, "wait": 3, "propose": 8, "accept": 12, "raise": 12, "bid": 5, "announce": 3, "answer": 9, "reveal": 9,
    "hand_over": 5, "drop": 1, "double": 4,
}
_LEAVING: frozenset[Effect] = frozenset({"pass", "drop", "answer"})
_UNLIKELY = 1e-9


class Said(NamedTuple):
    """A call of an auction, and what the arbiter said of it where it asked."""

    seat: int
    call: Call
    consent: bool | None = None


class Auction(NamedTuple):
    """One auction that was played: "ended", "stuck" (somebody has no call) or "endless"."""

    dealer: int
    said: tuple[Said, ...]
    end: str
    game: str | None = None
    hands: tuple[Hand, ...] = ()
    lost_solos: tuple[int, ...] = ()
    turned: str | None = None
    stuck: int | None = None


class Style(NamedTuple):
    """How players choose: by what effects are worth; towards a game or call; or saying one call `again` and again.

    Who does not go `straight` there only takes what he wants as soon as it is open.
    """

    cards: str = ""
    stubborn: bool = False
    towards: str | None = None
    straight: bool = True
    again: str | None = None


@dataclass(slots=True)
class Simulation:
    """What many auctions came to: how many, the longest, the games and calls that came up, the faults."""

    count: int = 0
    longest: Auction | None = None
    reached: dict[str, int] = field(default_factory=dict)
    legal: set[str] = field(default_factory=set)
    stuck: Auction | None = None
    endless: Auction | None = None

    def take(self, auction: Auction) -> None:
        """Adds an auction; of those that get stuck the shortest is kept."""
        self.count += 1
        if auction.game is not None:
            self.reached[auction.game] = self.reached.get(auction.game, 0) + 1
        if auction.end == "stuck" and (self.stuck is None or len(auction.said) < len(self.stuck.said)):
            self.stuck = auction
        elif auction.end == "endless":
            self.endless = self.endless or auction
        elif auction.end == "ended" and (self.longest is None or len(auction.said) > len(self.longest.said)):
            self.longest = auction


STYLES = (Style(), Style(stubborn=True), Style("any"), Style("aces"), Style("aces", stubborn=True))


def simulate(
    rules: Ruleset, count: int, seed: int, limit: int = LONGEST, endless: Iterable[str] = ()
) -> Simulation:
    """Plays `count` auctions, then some more towards each game and call that did not come up.

    First those of `endless`, calls that nothing is known to limit, are said again and again.
    """
    player = _Player(rules, Random(seed), limit)
    found = player.found
    for kind in endless:
        for number in range(AGAIN):
            found.take(player.play(Style(("", "any")[number % 2], again=kind)))
            if found.endless is not None:  # one is enough, and they take long
                return found
    for number in range(count):
        found.take(player.play(STYLES[number % len(STYLES)]))
        if found.endless is not None:
            return found
    for target in missing(rules, found):
        for number in range(SECOND_SEARCH):
            auction = player.play(Style(("", "aces")[number % 2], towards=target, straight=number % 4 < 2))
            if auction.end == "ended" and auction.game is not None:
                found.reached[auction.game] = found.reached.get(auction.game, 0) + 1
            if target in found.reached or (target not in rules.games and target in found.legal):
                break
    return found


def missing(rules: Ruleset, found: Simulation) -> list[str]:
    """The games that no auction came to, then the calls that were never open to anybody."""
    games = [kind for kind in rules.games if kind not in found.reached]
    return [*games, *(kind for kind in rules.calls if kind not in found.legal and kind not in games)]


class _Player:
    """One table with its generator; `found` collects what came up."""

    def __init__(self, rules: Ruleset, rng: Random, limit: int) -> None:
        self.rules, self.rng, self.limit = rules, rng, limit
        self.table = Table(rules)
        self.found = Simulation()
        self.announcing = tuple(kind for kind, rule in rules.calls.items() if rule.any_turn)
        self.revealing = tuple(kind for kind, rule in rules.calls.items() if rule.effect == "reveal")
        reads = frozenset[str]().union(
            *(condition.that.reads for rule in rules.calls.values() for condition in rule.require),
            *(condition.that.reads for condition in rules.every_call),
            *(rule.ask_arbiter.reads for rule in rules.calls.values() if rule.ask_arbiter is not None),
        )
        self.counts_lost = "lost_solos" in reads
        self.turns_up = "turned" in reads or any(game.suit == "turned" for game in rules.games.values())

    def play(self, style: Style) -> Auction:
        """One auction from its first call to its end."""
        rng, table, seats = self.rng, self.table, self.table.seats
        dealer = rng.randrange(seats)
        hands = self._deal(style.cards) if style.cards else ()
        lost = tuple(rng.choice((0, 0, 2)) if self.counts_lost and rng.random() < 0.3 else 0 for _ in range(seats))
        turned = rng.choice(self.rules.suits) if self.turns_up else None
        known = Known(hands or (None,) * seats, lost)
        state = table.start(dealer, turned)
        said: list[Said] = []

        def ended(how: str, stuck: int | None = None) -> Auction:
            top = table.standing(state) if how == "ended" else ()
            return Auction(dealer, tuple(said), how, top[0].kind if top else None, hands, lost, turned, stuck)

        while len(said) < self.limit:
            seat, verdict = self._next(state, known, style)
            if verdict is None:
                return ended("ended") if seat is None else ended("stuck", seat)
            assert seat is not None
            if verdict.asks and rng.random() < (0.0 if style.towards else 1.0 if style.again else 0.35):
                said.append(Said(seat, verdict.call, False))
                state = table.refused(state, seat, verdict.call)
                continue
            said.append(Said(seat, verdict.call, True if verdict.asks else None))
            state = table.place(state, seat, verdict.call)
        return ended("endless")

    def _next(self, state: State, known: Known, style: Style) -> tuple[int | None, Verdict | None]:
        """Who speaks next and what he says; nobody at the end, nothing where he has no call."""
        early = self._announcement(state, known, style)
        if early is not None:
            return early
        if state.speaker is not None:
            open_ = list(self.table.legal_calls(state, known))
            self.found.legal.update(verdict.call.kind for verdict in open_)
            return state.speaker, self._chosen(open_, style) if open_ else None
        if not self.table.awaits_reveal(state):
            return None, None
        assert state.announced is not None
        for seat in self.rng.sample(range(self.table.seats), self.table.seats):
            open_ = [one for one in self.table.legal_calls(state, known, seat) if one.call.kind in self.revealing]
            if open_:
                self.found.legal.update(verdict.call.kind for verdict in open_)
                return seat, self.rng.choice(open_)
        return state.announced.seat, None

    def _announcement(self, state: State, known: Known, style: Style) -> tuple[int, Verdict] | None:
        """What somebody says out of turn: always where he has no other call, else now and then."""
        if not self.announcing or (state.calls and self.rng.random() < 0.9):
            return None
        for seat in range(self.table.seats):
            if seat == state.speaker:
                continue
            mine = state._replace(speaker=seat)
            early = [one for kind in self.announcing for one in self._of_kind(mine, known, seat, kind)]
            if not early:
                continue
            self.found.legal.update(verdict.call.kind for verdict in early)
            kinds = {verdict.call.kind for verdict in early}
            wanted = style.towards in kinds or style.towards in {self.rules.calls[kind].game for kind in kinds}
            if wanted or self.rng.random() < (0.3 if known.hands[seat] else 0.03) or self._bound(mine, known, seat):
                return seat, self.rng.choice(early)
        return None

    def _of_kind(self, state: State, known: Known, seat: int, kind: str) -> Iterator[Verdict]:
        verdict = self.table.judge(state, known, seat, Call(kind))
        if verdict.refusal is None:
            yield verdict

    def _bound(self, state: State, known: Known, seat: int) -> bool:
        """Whether a seat, were it asked, would have no call but those that are said out of turn."""
        if known.hands[seat] is None or state.calls:
            return False
        return all(verdict.call.kind in self.announcing for verdict in self.table.legal_calls(state, known, seat))

    def _chosen(self, open_: list[Verdict], style: Style) -> Verdict:
        by_kind: dict[str, list[Verdict]] = {}
        for verdict in open_:
            by_kind.setdefault(verdict.call.kind, []).append(verdict)
        calls = self.rules.calls
        worth = [self._worth(calls[kind], found, style) for kind, found in by_kind.items()]
        kind = self.rng.choices(list(by_kind), worth)[0]
        found = by_kind[kind]
        if style.stubborn and calls[kind].levels:
            return min(found, key=lambda verdict: (verdict.call.level or 0, self.rng.random()))
        return found[min(self.rng.randrange(len(found)), self.rng.randrange(len(found)))]

    def _worth(self, rule: CallRule, found: list[Verdict], style: Style) -> float:
        """What a kind of call is worth: of games the lower ones are more likely, so that there is room above them."""
        if style.towards is not None and (style.straight or style.towards in (rule.kind, rule.game)):
            return self._worth_towards(rule, style.towards)
        if style.again is not None and rule.kind == style.again:
            return 1
        if style.again is not None or (style.stubborn and rule.effect in _LEAVING):
            return _UNLIKELY
        lowest = min((one.side.rung for one in found if one.side is not None), default=0)
        height = lowest / max(1, len(self.rules.ladder))
        return _LIKELY[rule.effect] * (1 - height) ** (12 if style.stubborn else 4) + _UNLIKELY

    def _worth_towards(self, rule: CallRule, target: str) -> float:
        """What a call is worth to players who want a game or a call to come up: what leads there, else a pass."""
        calls = self.rules.calls
        if rule.kind == target or rule.game == target:
            return 200
        wanted = {calls[target].effect} if target in calls else {
            other.effect for other in calls.values() if other.game == target}
        if rule.effect == "propose" and wanted & {"accept", "raise", "hand_over"}:
            return 100
        if rule.effect in ("accept", "raise", "bid", "announce") and target in calls:
            return 20
        return 10 if rule.effect in ("pass", "answer", "reveal") else 1

    def _deal(self, how: str) -> tuple[Hand, ...]:
        """Hands for every seat, with "aces" three or all four aces in one of them; none where cards run short."""
        seats, size = self.table.seats, self.rules.cards
        if seats * size > len(DECK):
            return ()
        cards = self.rng.sample(DECK, len(DECK))
        if how == "aces":
            count = self.rng.choice((3, 3, 4))
            aces = [card for card in cards if card.rank == ACE]
            first = aces[:count]
            cards = [*first, *(card for card in cards if card not in first)]
            rest = cards[count:]
            if count < len(aces):  # the last ace goes to another hand
                rest.remove(aces[-1])
                rest.append(aces[-1])
            cards = [*first, *rest]
        hands = [frozenset(cards[place * size : (place + 1) * size]) for place in range(seats)]
        return tuple(self.rng.sample(hands, seats))
