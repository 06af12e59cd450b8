"""The same evening under two rulesets, deal by deal: which verdicts, contracts, points and fines differ, and why.

Both are read in step, so that no more than one deal of each is held.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.diag import Finding
from whistcli.evening import Deal, Evening
from whistcli.model import Amount, Ruleset
from whistcli.pointdiff import PointsChange, point_changes
from whistcli.reckon import FineCell, Result

PARTS = ("verdict", "contract", "points", "fines")
"""What is compared of a deal."""


class Times(NamedTuple):
    """How often a deal counts under two rulesets, and the part of the ruleset that decides it."""

    place: str
    a: Amount
    b: Amount


class DealPair(NamedTuple):
    """One deal under both rulesets and the parts that differ; `why` are the scores' differences at its result."""

    a: Deal
    b: Deal
    differs: tuple[str, ...] = ()
    why: tuple[PointsChange, ...] = ()

    @property
    def place(self) -> str | None:
        """The part of the ruleset that explains other points for the same contract."""
        contract = self.a.result.judged.contract
        if not _only_points(self.differs) or contract is None:
            return None
        if self.why:
            return f"scores.{contract.kind}"
        if self.times is not None:
            return self.times.place
        if self.a.result.revoked:
            return "revoke"
        return "free_deal" if self.a.record.heading.free else f"scores.{contract.kind}"

    @property
    def times(self) -> Times | None:
        """How often the deal counts under each ruleset, where the same contract counts differently."""
        results = self.a.result, self.b.result
        a, b = (1 if result.multiplier is None else result.multiplier for result in results)
        if a == b or not _only_points(self.differs):
            return None
        own = any(result.settled is not None and result.settled.times is not None for result in results)
        return Times("scores.times" if own else "auction.nobody_plays", a, b)

    @property
    def fines(self) -> tuple[str, ...]:
        """The rules on fines that applied under one of the rulesets."""
        settled = [deal.result.settled for deal in (self.a, self.b)]
        return tuple(dict.fromkeys(f"fines.{fine.rule}" for found in settled if found for fine in found.fines))


class Standing(NamedTuple):
    """A player's sums under both rulesets; fines are not known once one is due without an amount."""

    player: str
    a: Amount
    b: Amount
    fines_a: FineCell
    fines_b: FineCell

    def plus(self, other: Standing) -> Standing:
        """The sums of two evenings."""
        return Standing(
            self.player, self.a + other.a, self.b + other.b,
            *(FineCell(one.amount + two.amount, one.unknown or two.unknown)
              for one, two in ((self.fines_a, other.fines_a), (self.fines_b, other.fines_b))),
        )


class Differences:
    """The points that differ between two rulesets, by game; worked out when first asked for."""

    def __init__(self, a: Ruleset, b: Ruleset) -> None:
        self._rules = (a, b)
        self._found: Mapping[str, Sequence[PointsChange]] | None = None

    def of(self, result: Result) -> tuple[PointsChange, ...]:
        """Those that cover the result of a deal."""
        contract, taken = result.judged.contract, result.taken
        if contract is None or taken is None:
            return ()
        if self._found is None:
            found: dict[str, list[PointsChange]] = {}
            for change in point_changes(*self._rules):
                found.setdefault(change.game, []).append(change)
            self._found = found
        return tuple(change for change in self._found.get(contract.kind, ()) if change.covers(contract, taken))


class Comparison:
    """One transcript under two rulesets. Iterating gives the deals that differ; then the counts and sums are known."""

    def __init__(self, a: Evening, b: Evening, differences: Differences | None = None) -> None:
        self.a = a
        self.b = b
        self.deals = 0
        self.different = 0
        self._differences = differences or Differences(a.rules, b.rules)

    def __iter__(self) -> Iterator[DealPair]:
        for one, other in zip(self.a, self.b, strict=True):
            self.deals += 1
            parts = tuple(_parts(one.result, other.result))
            if parts:
                self.different += 1
                yield DealPair(one, other, parts, self._differences.of(one.result) if _only_points(parts) else ())

    def standings(self) -> list[Standing]:
        """Every player's sums, by name where the file gives one."""
        a, b = self.a.totals, self.b.totals
        voice = self.a.voice
        return [
            Standing(name or key, a.points[seat], b.points[seat], a.fines[seat], b.fines[seat])
            for seat, (key, name) in enumerate(zip(voice.seats, voice.names, strict=True))
        ]


def cause(evening: Evening, deal: Deal) -> Finding | None:
    """Why a deal comes to no score: its refused call, what cannot stand or be read in it, or what is not known."""
    result = deal.result
    judged = result.judged
    if judged.first_illegal is not None:
        found = (placed.finding for placed in reversed(judged.findings))
        return next((f for f in found if f.severity == "error" and f.code.startswith("A-")), None)
    if result.status == "unfinished":
        return next((p.finding for p in result.placed if p.finding.severity == "error"), None) or _unread(evening, deal)
    return result.scoring[0].finding if result.points is None and result.scoring else None


def _unread(evening: Evening, deal: Deal) -> Finding | None:
    """What could not be read in a deal with the words of one ruleset."""
    first = deal.record.line
    last = deal.record.entries[-1].line if deal.record.entries else first
    found = (f for f in reversed(evening.reader.findings) if first <= f.span.line <= last and f.severity == "error")
    return next(found, None)


def _only_points(differs: Sequence[str]) -> bool:
    """Whether the same contract, played under both rulesets, has other points."""
    return "points" in differs and "contract" not in differs and "verdict" not in differs


def _parts(a: Result, b: Result) -> Iterator[str]:
    """The parts of a deal that differ."""
    if (a.status, a.judged.first_illegal) != (b.status, b.judged.first_illegal):
        yield "verdict"
    if _played(a.judged.contract) != _played(b.judged.contract):
        yield "contract"
    if a.points != b.points:
        yield "points"
    if a.fines != b.fines:
        yield "fines"


def _played(contract: Contract | None) -> tuple[object, ...] | None:
    """What of a contract is compared: the game, for how many tricks, in what, by whom."""
    if contract is None:
        return None
    return (contract.kind, contract.level, contract.suit, contract.declarers, contract.needs)
