"""A season worked out from what its files come to: evenings, totals, the best ones, months, places and what moved them.

An evening is a day: what a player has in several files of one day is added up. A file without a date is an evening of
its own, after all others. Nothing depends on the order in which files are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from whistcli.claims import total
from whistcli.club.names import alike
from whistcli.club.places import average, places
from whistcli.club.result import FileResult, Ruling, Unused
from whistcli.club.seasonfile import Season
from whistcli.diag import NOWHERE, Finding, Span
from whistcli.model import Amount
from whistcli.reckon import FineCell

UNDATED = "~"
"""Comes after every day, as evenings without one do."""


class Evening(NamedTuple):
    """One player's evening: its day (or file, where it has none), points, and whether it is among his best."""

    day: str
    points: Amount
    counts: bool = True


class Line(NamedTuple):
    """One player's season.

    `counted` is the sum of the evenings that count, `all` of all of them; `worth` what he is placed by. `place` is
    `None` where he has too few evenings; `change` how many places he rose the last time, `None` where he was not
    placed before; `last` what that evening brought him.
    """

    player: str
    evenings: tuple[Evening, ...]
    counted: Amount
    all: Amount
    worth: Fraction
    fines: FineCell
    place: Amount | None = None
    change: Amount | None = None
    last: Amount | None = None

    @property
    def average(self) -> Fraction:
        """What an evening that counts brought him on average."""
        return average(self.counted, sum(evening.counts for evening in self.evenings))

    @property
    def dated(self) -> Amount:
        """The sum of all evenings that have a date."""
        return total([evening.points for evening in self.evenings if not evening.day.startswith(UNDATED)])


class Month(NamedTuple):
    """A month and who won it, with how many points."""

    month: str
    winners: tuple[str, ...]
    points: Amount


class Told(NamedTuple):
    """A ruling with the day and the file it stands in."""

    day: str | None
    path: str
    ruling: Ruling


class Standings(NamedTuple):
    """A whole season: the players who are placed, those with too few evenings, months, rulings, what was found."""

    season: Season
    days: tuple[str, ...]
    undated: tuple[str, ...]
    placed: tuple[Line, ...]
    apart: tuple[Line, ...]
    months: tuple[Month, ...]
    rulings: tuple[Told, ...]
    unused: tuple[Unused, ...]
    findings: tuple[tuple[str, Finding], ...]
    files: int = 0


class _Person:
    """What the files say of one player."""

    def __init__(self) -> None:
        self.points: dict[str, Amount] = {}
        self.fines = FineCell()

    def add(self, day: str, points: Amount, fines: FineCell) -> None:
        self.points[day] = self.points.get(day, 0) + points
        self.fines = FineCell(self.fines.amount + fines.amount, self.fines.unknown or fines.unknown)


def standings(results: Iterable[FileResult | Unused], season: Season) -> Standings:
    """Works a season out; each result is looked at once and only its figures are kept."""
    found = _Collector(season)
    for result in results:
        found.take(result)
    return found.standings()


class _Collector:
    """Takes the results one by one."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.people: dict[str, _Person] = {}
        self.spellings: dict[str, tuple[str, Span]] = {}
        self.together: set[frozenset[str]] = set()
        self.undated: list[str] = []
        self.rulings: list[Told] = []
        self.unused: list[Unused] = []
        self.findings: list[tuple[str, Finding]] = []
        self.tables: dict[tuple[str, str | None, str], list[tuple[str, frozenset[str]]]] = {}
        self.files = 0

    def take(self, result: FileResult | Unused) -> None:
        """One more file."""
        season = self.season
        if isinstance(result, Unused):
            self.unused.append(result)
            return
        day = result.date
        if day is None:
            bounded = season.since is not None or season.until is not None
            self._find(result.path, "G-undated.out" if bounded else "G-undated")
            if bounded:
                return
            self.undated.append(result.path)
        elif (season.since or day) > day or (season.until or day) < day:
            return
        self.files += 1
        if result.waiting:
            self._find(result.path, "G-waiting", deals=result.waiting)
        elif result.faults:
            self._find(result.path, "G-faults", count=result.faults)
        names = []
        for sat in result.players:
            first = self.spellings.get(sat.name)
            if first is None or (result.path, sat.span) < first:
                self.spellings[sat.name] = (result.path, sat.span)
            names.append(season.name(sat.name))
            person = self.people.setdefault(names[-1], _Person())
            person.add(day or UNDATED + result.path, sat.points, sat.fines)
        for at, name in enumerate(names):
            if name in names[:at]:
                self._find(result.path, "G-same", result.players[at].span, name=name)
            self.together |= {frozenset((name, other)) for other in names[:at]}
        for ruling in result.rulings:
            named = ruling._replace(player=season.name(ruling.player))
            self.rulings.append(Told(day, result.path, named))
        if day is not None and result.table is not None:
            tables = self.tables.setdefault((day, result.round, result.table), [])
            tables.append((result.path, frozenset(names)))

    def _find(self, path: str, key: str, span: Span = NOWHERE, **args: object) -> None:
        code = key.partition(".")[0]
        self.findings.append((path, Finding(code, span, "warning", key, args, hint=_HINTS.get(code))))

    def standings(self) -> Standings:
        """The season."""
        days = sorted({day for person in self.people.values() for day in person.points if day[0] != UNDATED})
        self._copies()
        self._names()
        lines = [self._line(name, person) for name, person in sorted(self.people.items())]
        placed, apart = self._placed(lines)
        if len(days) > 1:
            before = self._before(days[-1])
            placed = [line._replace(change=_rise(before.get(line.player), line.place)) for line in placed]
            placed, apart = ([line._replace(last=_on(line, days[-1])) for line in part] for part in (placed, apart))
        told = sorted(self.rulings, key=lambda one: (one.day or UNDATED, one.path))
        return Standings(
            self.season, tuple(days), tuple(sorted(self.undated)), tuple(placed), tuple(apart),
            tuple(self._months(days)), tuple(told), tuple(sorted(self.unused, key=lambda one: one.path)),
            tuple(sorted(self.findings, key=lambda one: (one[0], one[1].span[:2], one[1].message_key))), self.files,
        )

    def _line(self, name: str, person: _Person, without: str | None = None) -> Line:
        """A player's season, of which one day may be left out."""
        season = self.season
        evenings = [Evening(day, points) for day, points in sorted(person.points.items()) if day != without]
        if season.best is not None and len(evenings) > season.best:
            order = sorted(range(len(evenings)), key=lambda at: -Fraction(evenings[at].points))  # of equals the earlier
            best = set(order[: season.best])
            evenings = [evening._replace(counts=at in best) for at, evening in enumerate(evenings)]
        counted = total([evening.points for evening in evenings if evening.counts])
        whole = total([evening.points for evening in evenings])
        line = Line(name, tuple(evenings), counted, whole, Fraction(counted), person.fines)
        return line._replace(worth=line.average) if season.by == "average" else line

    def _placed(self, lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
        """Those who have enough evenings, by their places, and those who have not, by their points."""
        enough = [line for line in lines if len(line.evenings) >= max(1, self.season.minimum)]
        apart = [line for line in lines if 0 < len(line.evenings) < self.season.minimum]
        found = places([line.worth for line in enough], self.season.ties)
        enough = [line._replace(place=place) for line, place in zip(enough, found, strict=True)]
        enough.sort(key=lambda line: (line.place, line.player))
        apart.sort(key=lambda line: (-line.worth, line.player))
        return enough, apart

    def _before(self, last: str) -> dict[str, Amount | None]:
        """The places before the last evening that has a date."""
        lines = [self._line(name, person, last) for name, person in sorted(self.people.items())]
        return {line.player: line.place for line in self._placed(lines)[0]}

    def _months(self, days: Sequence[str]) -> Iterator[Month]:
        for month in sorted({day[:7] for day in days}):
            sums: dict[str, Amount] = {}
            for name, person in sorted(self.people.items()):
                points = [points for day, points in person.points.items() if day.startswith(month)]
                if points:
                    sums[name] = total(points)
            most = max(sums.values())
            yield Month(month, tuple(name for name, points in sums.items() if points == most), most)

    def _names(self) -> None:
        """Points out names that look alike, at the later of the two."""
        names = sorted({self.season.name(written) for written in self.spellings})
        for pair in alike(names, self.season.known, self.together):
            where = [self._first(name) for name in (pair.one, pair.other)]
            (path, span), other = max(zip(where, (pair.other, pair.one), strict=True))
            name = pair.one if other == pair.other else pair.other
            self._find(path, "G-name.same" if pair.same else "G-name", span, name=name, other=other)

    def _first(self, name: str) -> tuple[str, Span]:
        return min(where for written, where in self.spellings.items() if self.season.name(written) == name)

    def _copies(self) -> None:
        """Points out files of one table on one day in which somebody sits twice."""
        for tables in self.tables.values():
            tables.sort(key=lambda one: one[0])
            for at, (path, names) in enumerate(tables):
                other = next((before for before, others in tables[:at] if names & others), None)
                if other is not None:
                    self._find(path, "G-copy", other=other)


_HINTS = {"G-name": "G-name.hint", "G-waiting": "G-waiting.hint", "G-faults": "G-waiting.hint"}


def _rise(before: Amount | None, now: Amount | None) -> Amount | None:
    return None if before is None or now is None else before - now


def _on(line: Line, day: str) -> Amount | None:
    return next((evening.points for evening in line.evenings if evening.day == day), None)
