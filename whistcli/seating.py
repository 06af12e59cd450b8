"""Who plays a deal where more players are at the table than play: the ruleset's places, counted from the dealer.

The engine knows only the players of the deal. What it says of them is put back into the numbering of the whole table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whistcli.auction.deal import Judged
from whistcli.auction.outcome import Contract
from whistcli.auction.remembering import RememberingTable
from whistcli.auction.voice import Voice
from whistcli.carried import Carried
from whistcli.diag import Finding
from whistcli.memory import Memory
from whistcli.model import Ruleset
from whistcli.reckon import Reckoner, Result, charged
from whistcli.record import Charge, DealRecord, Entry, Said
from whistcli.settle import Counter

UNPLAYABLE = Result(Judged("unfinished"), "unfinished")


class Seating:
    """The table of one evening: reckons each deal among those who play it."""

    def __init__(self, rules: Ruleset, voice: Voice, strict: bool) -> None:
        self.rules, self.voice, self.strict = rules, voice, strict
        self.table = RememberingTable(rules)
        self.counter = Counter(rules)
        self.whole = len(voice.seats) == rules.players
        self.places = () if self.whole else rules.sits_out.get(len(voice.seats), ())
        self.reckoner = Reckoner(self.table, self.counter, voice, strict)
        self._memories: dict[tuple[int, ...], Memory] = {}
        if self.whole:
            self._memories[tuple(range(rules.players))] = Memory(self.reckoner)

    @property
    def playable(self) -> bool:
        """Whether as many are at the table as the rules know what to do with."""
        return self.whole or bool(self.places)

    def players(self, dealer: str | None) -> tuple[int, ...] | None:
        """The seats that play a deal of this dealer, or `None` where he decides and is not known."""
        count = len(self.voice.seats)
        if self.whole:
            return tuple(range(count))
        seat = self.voice.seat(dealer)
        if seat is None or not self.places:
            return None
        idle = {(seat + place) % count for place in self.places}
        return tuple(other for other in range(count) if other not in idle)

    def voices(self, playing: tuple[int, ...]) -> Voice:
        """The players of a deal, and those who sit out."""
        if self.whole:
            return self.voice
        seats, names = self.voice.seats, self.voice.names
        idle: dict[str, int] = {}
        for seat, key in enumerate(seats):
            if seat not in playing:
                before = [place for place, other in enumerate(playing) if other < seat]
                idle[key] = before[-1] if before else len(playing) - 1
        return Voice(self.rules, tuple(seats[s] for s in playing), tuple(names[s] for s in playing), idle)

    def result(
        self, record: DealRecord, entries: Sequence[Entry], lost: tuple[int, ...], carried: Carried
    ) -> tuple[Result, Voice]:
        """What a deal comes to, in the numbering of the whole table, and the voice of those who play it."""
        heading = record.heading
        playing = self.players(heading.dealer)
        if playing is None:
            return UNPLAYABLE, self.voice
        memory = self._memories.get(playing)
        if memory is None:
            reckoner = Reckoner(self.table, self.counter, self.voices(playing), self.strict)
            memory = self._memories[playing] = Memory(reckoner)
        if self.whole:
            return memory.result(heading, entries, lost, carried), self.voice
        own = memory.result(heading, entries, tuple(lost[seat] for seat in playing), carried)
        result = self._staked(_widened(own, playing, len(self.voice.seats)), heading.dealer, playing)
        return charged(result, entries, self.reckoner.prices), memory.reckoner.voice

    def _staked(self, result: Result, dealer: str | None, playing: tuple[int, ...]) -> Result:
        """The result once a dealer who sits out has paid what the pot has already got from him."""
        pot, seat = self.rules.pot, self.voice.seat(dealer)
        if pot is None or seat is None or seat in playing or result.points is None or result.pot_after is None:
            return result
        points = tuple(value - (pot.dealer_pays if other == seat else 0) for other, value in enumerate(result.points))
        return result._replace(points=points)

    def findings(self, record: DealRecord, entries: Sequence[Entry]) -> Iterator[Finding]:
        """What is wrong with who plays: a dealer who is not written, a call by one who sits out."""
        if self.whole or not self.playable:
            return
        heading = record.heading
        playing = self.players(heading.dealer)
        if playing is None:
            yield Finding("D-idle", record.span(), "warning", "D-idle.dealer", {}, deal=heading.number)
            return
        for entry in entries:
            line = entry[2]
            revoked = isinstance(line, Charge) and line.name == "revoke"
            who = line.seat if isinstance(line, Said | Charge) and (revoked or isinstance(line, Said)) else None
            seat = self.voice.seat(who)
            if seat is not None and seat not in playing:
                args: dict[str, object] = {"who": self.voice.name(seat)}
                key, number = "D-idle.revoke" if revoked else "D-idle", heading.number
                yield Finding("D-idle", entry.span(), "error", key, args, deal=number, seat=self.voice.key(seat))


def _widened(result: Result, playing: tuple[int, ...], seats: int) -> Result:
    """A result in the numbering of the whole table; who sits out has no points."""

    def places(those: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(playing[seat] for seat in those)

    points = None
    if result.points is not None:
        by_seat = dict(zip(playing, result.points, strict=True))
        points = tuple(by_seat.get(seat, 0) for seat in range(seats))
    judged, found = result.judged, result.judged.contract
    if found is not None:
        leader = None if found.leader is None else playing[found.leader]
        widened: Contract = found._replace(declarers=places(found.declarers), by=places(found.by), leader=leader)
        judged = judged._replace(contract=widened)
    if judged.next is not None:
        judged = judged._replace(next=playing[judged.next])
    return result._replace(
        judged=judged,
        points=points,
        fines={playing[seat]: cell for seat, cell in result.fines.items()},
        revoked=places(result.revoked),
        lost_solo=places(result.lost_solo),
    )
