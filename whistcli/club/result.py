"""What one transcript comes to, and no more than that: a season keeps this of each file, never its deals."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from whistcli.auction.voice import Voice
from whistcli.diag import NOWHERE, Finding, Span, Unusable
from whistcli.evening import Deal, Evening
from whistcli.model import Amount
from whistcli.opening import Opening, Options
from whistcli.reckon import FineCell
from whistcli.record import Charge, Mark, Players
from whistcli.ruleset.load import Loaded, load_ruleset, locate
from whistcli.selection import accept
from whistcli.vocabulary import Vocabulary

AGAIN = ("redeal", "misdeal", "void")
"""Statuses of deals that were never to be scored."""


class Sat(NamedTuple):
    """A player of the file: his key and name there, where they stand, his points and fines."""

    key: str
    name: str
    points: Amount
    fines: FineCell
    span: Span = NOWHERE


class Ruling(NamedTuple):
    """A correction or a fine that somebody wrote, with the reason that he gave."""

    deal: str
    player: str
    what: str
    amount: Amount | None
    reason: str | None


class FileResult(NamedTuple):
    """What a transcript comes to.

    `done` deals have points, `waiting` are the numbers of those that should and have none; `faults` counts the errors
    and warnings of `check`; `bell` says that the bell ended the round.
    """

    path: str
    date: str | None
    round: str | None
    table: str | None
    rules: str
    written: str | None
    players: tuple[Sat, ...]
    balance: Amount
    done: int
    waiting: tuple[str, ...]
    faults: int
    bell: bool = False
    rulings: tuple[Ruling, ...] = ()
    lang: str | None = None


class Unused(NamedTuple):
    """A file that cannot be used, and why; `place` is the file at fault (a ruleset, say)."""

    path: str
    place: str
    findings: tuple[Finding, ...]


class Rulesets:
    """The rulesets of one process, each loaded once, with the values that were set."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._loaded: dict[str, Loaded] = {}

    def load(self, name: str, beside: str | None) -> Loaded:
        """A ruleset. Raises Unusable."""
        path = os.path.realpath(locate(name if os.path.exists(name) else name.partition("@")[0], beside))
        key = f"{path}@{name.partition('@')[2]}"
        if key not in self._loaded:
            self._loaded[key] = load_ruleset(name, beside, self.options.parameters)
        return self._loaded[key]


class _Opening(Opening):
    """Opens a transcript with a ruleset that may be loaded already."""

    def __init__(self, path: str, rulesets: Rulesets) -> None:
        self._rulesets = rulesets
        super().__init__(path, rulesets.options, os.path.dirname(path))

    def _vocabulary(self, settings: Mapping[str, str]) -> Vocabulary:
        name = self.options.rules or settings.get("rules")
        if name and self.loaded is None:
            self.loaded = self._rulesets.load(name, None if self.options.rules else self._beside)
        return super()._vocabulary(settings)


def read(path: str, rulesets: Rulesets, given: Loaded | None = None) -> FileResult | Unused:
    """What a transcript comes to; under the ruleset that is `given`, whatever the file names, where one is."""
    try:
        if given is None:
            opening: Opening = _Opening(path, rulesets)
        else:
            opening = Opening(path, rulesets.options, os.path.dirname(path), given)
        if opening.rules.knockout is not None:
            finding = Finding("G-knockout", NOWHERE, args={"rules": opening.rules.id})
            return Unused(path, path, (finding,))
        return _told(path, Evening(opening))
    except Unusable as error:
        return Unused(path, error.path or path, tuple(f for f in error.findings if f.severity == "error"))


def _told(path: str, evening: Evening) -> FileResult | Unused:
    if not evening.playable:
        own = tuple(finding for finding in evening.own_findings if finding.severity == "error")
        return Unused(path, path, own or (Finding("T-players", NOWHERE, hint="T-players.hint"),))
    found: list[Finding] = []
    rulings: list[Ruling] = []
    waiting: list[str] = []
    done, bell = 0, False
    for deal in evening:
        result = deal.result
        if result.status not in AGAIN:
            if result.points is None:
                waiting.append(deal.record.heading.number)
            else:
                done += 1
        if result.placed or result.scoring or deal.in_evening or result.status == "unfinished":
            found.extend(deal.findings(scoring=True, notes=False))
        kinds = [type(entry[2]) for entry in deal.entries]
        if Charge in kinds:
            rulings.extend(_rulings(deal, evening.voice))
        if Mark in kinds:
            bell = bell or any(isinstance(e[2], Mark) and e[2].name == "bell" for e in deal.entries)
    reader = evening.reader
    whole = accept([*reader.findings, *evening.own_findings, *found], reader.accepted)
    settings, totals = evening.header.settings, evening.totals
    return FileResult(
        path, settings.get("date"), settings.get("round"), settings.get("table"), evening.rules.id,
        settings.get("rules"), _players(evening), totals.balance, done, tuple(waiting),
        sum(finding.severity != "note" for finding in whole), bell, tuple(rulings), settings.get("lang"),
    )


def _rulings(deal: Deal, voice: Voice) -> list[Ruling]:
    """The corrections of a deal, and the fines that have a reason; none of a deal that was dealt again."""
    found = []
    for entry in deal.entries:
        line = entry[2]
        if not isinstance(line, Charge) or line.name not in ("correction", "fine"):
            continue
        if line.name == "fine" and not line.reason:
            continue
        if line.name == "correction" and deal.result.points is None:
            continue
        seat = voice.seat(line.seat)
        player = line.seat if seat is None else voice.names[seat]
        found.append(Ruling(deal.record.heading.number, player, line.name, line.amount, line.reason))
    return found


def _players(evening: Evening) -> tuple[Sat, ...]:
    totals, voice = evening.totals, evening.voice
    entry = evening.opening.players
    spans = [NOWHERE] * len(voice.seats)
    if entry is not None and isinstance(entry.statement, Players):
        places = dict(zip(entry.statement.seats, entry.statement.columns, strict=True))
        spans = [
            entry.part(places[key], len(key) + (len(name) + 1 if name != key else 0)) if key in places else entry.span()
            for key, name in zip(voice.seats, voice.names, strict=True)
        ]
    return tuple(
        Sat(*each) for each in zip(voice.seats, voice.names, totals.points, totals.fines, spans, strict=True)
    )
