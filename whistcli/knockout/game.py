"""One knock-out game: a file's rounds judged one after the other, each from where the last one left the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from whistcli.cards import DECK
from whistcli.diag import Finding, Span
from whistcli.knockout.case import Round
from whistcli.knockout.judge import Judge
from whistcli.knockout.standing import Standing, start
from whistcli.model_knockout import KnockoutRules
from whistcli.opening import Opening
from whistcli.record import DealRecord


class Place(NamedTuple):
    """A place in the order of finish, from 1, and the seats that share it."""

    place: int
    seats: tuple[int, ...]


class KnockoutGame:
    """The game in one opened file. Iterating gives its rounds; afterwards `standing` is where it stands.

    `game` are the ruleset's rules with what the header agreed on.
    """

    def __init__(self, opening: Opening) -> None:
        assert opening.rules.knockout is not None
        self.opening = opening
        self.rules = opening.rules
        self.voice = opening.voice
        self.reader = opening.reader
        self.header = opening.header
        self.game: KnockoutRules = _agreed(opening.rules.knockout, opening.header.settings)
        self.standing: Standing = start(self.game, len(self.voice.seats))
        self.own_findings: list[Finding] = [*opening.findings(), *self._players()]
        self.playable: bool = self._enough()
        self.rounds: list[Round] = []
        self._judge = Judge(self.rules, self.game, self.voice)
        self._ended = False

    def __iter__(self) -> Iterator[Round]:
        records = iter(self.reader)
        record = next(records, None)
        while record is not None:
            following = next(records, None)
            made = self._round(record, following)
            self.standing = made.after
            self.rounds.append(made)
            yield made
            record = following

    def _round(self, record: DealRecord, following: DealRecord | None) -> Round:
        before = self.standing
        if not self.playable:
            return Round(record, before, "illegal")
        if before.over:
            made = Round(record, before, "illegal")
            if not self._ended:  # the rounds after it have the same cause
                self._ended = True
                made.found.append(self._after(record, before))
            return made
        return self._judge.judge(before, record, following)

    def _after(self, record: DealRecord, before: Standing) -> Finding:
        who = before.winner
        args: dict[str, object] = {"round": record.heading.number, "last": before.last, "who": self.voice.name(who)}
        key = "K-after" if who is not None else "K-after.last"
        clauses = self.rules.cite("winner" if who is not None else "hand")
        return Finding("K-after", record.span(), "error", key, args, None, record.heading.number, None, clauses)

    def _enough(self) -> bool:
        low, high = self.game.players
        return low <= len(self.voice.seats) <= high and self._cards() <= len(DECK)

    def _cards(self) -> int:
        """The cards that the first round takes, the one that is turned up included."""
        return len(self.voice.seats) * self.game.start + (self.game.first_trump == "turned")

    def _players(self) -> Iterator[Finding]:
        entry, count = self.opening.players, len(self.voice.seats)
        if entry is None:  # the reader has said what is wrong with them
            return
        low, high = self.game.players
        args: dict[str, object] = {"count": count, "low": low, "high": high, "cards": self._cards(), "deck": len(DECK)}
        span: Span = entry.span()
        if not low <= count <= high:
            yield Finding("K-players", span, args=args, clauses=self.rules.cite("players"))
        elif self._cards() > len(DECK):
            yield Finding("K-players", span, key="K-players.cards", args=args, clauses=self.rules.cite("hand"))

    def finish(self) -> list[Place]:
        """The order of finish as far as it is settled: the winner first, then who went out last."""
        standing = self.standing
        winner = () if standing.winner is None else (standing.winner,)
        groups = [winner, *(tuple(sorted(seats)) for _, seats in reversed(standing.fallen))]
        places: list[Place] = []
        before = len(self.still_in())
        for seats in groups:
            if seats:
                places.append(Place(before + 1, seats))
                before += len(seats)
        return places

    def still_in(self) -> tuple[int, ...]:
        """Who is still in while nobody has won."""
        return tuple(sorted(self.standing.playing)) if self.standing.winner is None else ()


def _agreed(rules: KnockoutRules, settings: object) -> KnockoutRules:
    """The rules with what the file's header says of dogs and ties."""
    get = settings.get  # type: ignore[attr-defined]
    dog, tie = get("dog"), get("tie")
    if dog is not None:
        rules = rules._replace(dog=rules.dog._replace(agreed=dog == "yes"))
    return rules if tie is None else rules._replace(tie="cut" if tie == "cut" else "nearest")
