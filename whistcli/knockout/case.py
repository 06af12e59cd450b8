"""A round while it is being judged: what is known of it, what was found, and how that is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from whistcli.auction.voice import Voice
from whistcli.diag import Finding, Severity, Span
from whistcli.knockout.cards import Play
from whistcli.knockout.standing import Choice, Outcome, Standing
from whistcli.knockout.written import Written, read
from whistcli.model import Ruleset
from whistcli.model_knockout import KnockoutRules
from whistcli.record import DealRecord, Fact


class Round:
    """One round, judged.

    `status` is "ok", "illegal", "pending" (its tricks are not known), "void" or "misdeal"; `tricks` those of all who
    played, as written or as the play shows, `None` where they are not known; `choice` who chose its trumps, and
    `leader` who leads it, by the rules where they tell, else as written; `dogs` who played with a single card.
    """

    def __init__(self, record: DealRecord, before: Standing, status: str = "ok") -> None:
        self.record, self.before, self.after, self.status = record, before, before, status
        self.cards = before.size
        self.trump: str | None = None
        self.choice = Choice("unknown")
        self.leader: int | None = None
        self.dogs: frozenset[int] = frozenset()
        self.tricks: Mapping[int, int] | None = None
        self.outcome: Outcome | None = None
        self.play: Play | None = None
        self.found: list[Finding] = []


class Case:
    """One round before the judge.

    `beside` are who plays though he is out: the table let him. `doubt` says that the tricks as written cannot be
    trusted, so that nothing follows from them.
    """

    def __init__(
        self,
        rules: Ruleset,
        game: KnockoutRules,
        voice: Voice,
        before: Standing,
        record: DealRecord,
        following: DealRecord | None,
    ) -> None:
        self.rules, self.game, self.voice = rules, game, voice
        self.record, self.heading, self.following = record, record.heading, following
        self.before = before
        self.lines: Written = read(record, voice)
        self.round = Round(record, before)
        self.round.trump = self._trump()
        self.beside: set[int] = set()
        self.doubt = False

    def add(
        self,
        key: str,
        span: Span | None,
        seat: int | None = None,
        place: str = "",
        hint: str | None = None,
        severity: Severity = "error",
        **args: object,
    ) -> None:
        """One more finding; the part of `key` before its dot is the code, `place` the rule whose clauses it cites."""
        code, number = key.partition(".")[0], self.heading.number
        clauses = self.rules.cite(place) if place else ()
        if seat is not None:
            args["who"] = self.voice.name(seat)
        args["round"] = number
        self.round.found.append(
            Finding(code, span or self.record.span(), severity, key, args, None, number, self.voice.key(seat), clauses,
                    hint)
        )

    def names(self, seats: Iterable[int]) -> list[str]:
        """Seats as messages name them."""
        return [self.voice.name(seat) for seat in seats]

    def at(self, column: int, width: int) -> Span:
        """A place in the heading."""
        return Span(self.record.line, column, max(1, width), self.record.text)

    def _trump(self) -> str | None:
        """The trumps as written: in the heading, else on a line of their own; `None` where the suit is not known."""
        line = self.lines.trump.statement if self.lines.trump is not None else None
        written = self.heading.trump
        if written in (None, "?") and isinstance(line, Fact):
            written = line.value
        return None if written == "?" else written

    def has(self, code: str) -> bool:
        """Whether a finding of this code was made."""
        return any(finding.code == code for finding in self.round.found)
