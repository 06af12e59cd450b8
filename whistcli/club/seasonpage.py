"""A season in words: the standings, who has too few evenings, the months, the rulings; and the same as data."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from whistcli.club.document import Document, Grid
from whistcli.club.places import rounded
from whistcli.club.result import Unused
from whistcli.club.standings import UNDATED, Line, Standings
from whistcli.commands import Request, unusable
from whistcli.console import emit
from whistcli.diag import Finding, Unusable
from whistcli.model import Amount, in_language
from whistcli.render import machine
from whistcli.render.figures import DUE, fine, number
from whistcli.say import sentence

Json = dict[str, object]


def signed(value: Amount | None) -> str:
    """A difference with its sign; none is a dash, no difference an equals sign.

    >>> signed(3), signed(-2), signed(0), signed(None)
    ('+3', '-2', '=', '-')
    """
    if value is None:
        return "-"
    return "=" if value == 0 else ("+" if value > 0 else "") + number(value)


class SeasonPage:
    """The page of a season in one language."""

    def __init__(self, found: Standings, lang: str) -> None:
        self.found = found
        self.lang = lang
        self.fined = any(line.fines.amount or line.fines.unknown for line in (*found.placed, *found.apart))
        self.moving = len(found.days) > 1

    def say(self, key: str, **args: object) -> str:
        """A sentence of the page."""
        return sentence(key, args, self.lang)

    def document(self) -> Document:
        """The page."""
        found = self.found
        grids = [Grid("", *self._table(found.placed))] if found.placed or not found.apart else []
        if found.apart:
            grids.append(Grid(self.say("G-page.apart", minimum=found.season.minimum), *self._table(found.apart)))
        if found.months:
            grids.append(self._months())
        if found.rulings:
            grids.append(self._rulings())
        return Document(self.lang, self.title(), list(self._lines()), grids, list(self._remarks()))

    def title(self) -> str:
        """The season's title."""
        return in_language(self.found.season.title, self.lang) or self.say("G-page.title")

    def _lines(self) -> Iterator[str]:
        found, season = self.found, self.found.season
        if found.days:
            first, last = found.days[0], found.days[-1]
            yield self.say("G-page.span", count=len(found.days), first=first, last=last, files=found.files)
        rules = []
        if season.best is not None:
            rules.append(self.say("G-page.rule.best", best=season.best))
        if season.by == "average":
            rules.append(self.say("G-page.rule.average"))
        if season.minimum:
            rules.append(self.say("G-page.rule.minimum", minimum=season.minimum))
        if rules:
            yield ", ".join(rules)

    def _table(self, lines: Sequence[Line]) -> tuple[list[str], list[list[str]], frozenset[int]]:
        """Heads, rows and the columns with figures."""
        best = self.found.season.best is not None
        moving = self.moving
        heads = [self.say("G-page.place"), *([self.say("G-page.change")] if moving else []), self.say("G-page.player"),
                 self.say("G-page.points"), *([self.say("G-page.all")] if best else []), self.say("G-page.average"),
                 self.say("G-page.evenings"), *([self.say("G-page.last")] if moving else []),
                 *([self.say("G-page.fines")] if self.fined else [])]
        rows = []
        for line in lines:
            cells = [number(line.place), *([self._change(line)] if moving else []), line.player, number(line.counted),
                     *([number(line.all)] if best else []), rounded(line.average), str(len(line.evenings)),
                     *([signed(line.last) if line.last else number(line.last)] if moving else []),
                     *([fine(line.fines)] if self.fined else [])]
            rows.append(cells)
        name = 2 if moving else 1
        return heads, rows, frozenset(at for at in range(len(heads)) if at != name)

    def _change(self, line: Line) -> str:
        if line.place is not None and line.change is None:
            return self.say("G-page.new")
        return signed(line.change)

    def _months(self) -> Grid:
        heads = [self.say("G-page.month"), self.say("G-page.winner"), self.say("G-page.points")]
        rows = [[month.month, ", ".join(month.winners), number(month.points)] for month in self.found.months]
        return Grid(self.say("G-page.months"), heads, rows, frozenset({2}))

    def _rulings(self) -> Grid:
        heads = [self.say("G-page.date"), self.say("G-page.file"), self.say("G-page.deal"),
                 self.say("G-page.player"), self.say("G-page.what"),
                 self.say("G-page.amount"), self.say("G-page.reason")]
        rows = []
        for day, path, ruling in self.found.rulings:
            what = self.say("G-page.correction") if ruling.what == "correction" else self.say("G-page.fine")
            value = signed(ruling.amount) if ruling.what == "correction" else number(ruling.amount)
            rows.append([day or "-", path, ruling.deal, ruling.player, what, value, ruling.reason or "-"])
        return Grid(self.say("G-page.rulings"), heads, rows, frozenset({5}))

    def _remarks(self) -> Iterator[str]:
        if any(line.fines.unknown for line in (*self.found.placed, *self.found.apart)):
            yield self.say("C-compare.due", mark=DUE)
        if self.found.undated:
            yield self.say("G-page.undated", files=self.found.undated)

    # -- data ----------------------------------------------------------------------------------------------------------

    def json(self) -> Json:
        """The season as data."""
        found, season = self.found, self.found.season
        return {
            "title": self.title(),
            "rules": {"best": season.best, "minimum": season.minimum, "ties": season.ties, "by": season.by,
                      "since": season.since, "until": season.until},
            "evenings": list(found.days),
            "undated": list(found.undated),
            "files": found.files,
            "players": [self._line(line) for line in found.placed],
            "apart": [self._line(line) for line in found.apart],
            "months": [{"month": month.month, "winners": list(month.winners), "points": machine.amount(month.points)}
                       for month in found.months],
            "rulings": [{"date": day, "file": path, "deal": one.deal, "player": one.player, "what": one.what,
                         "amount": machine.amount(one.amount), "reason": one.reason}
                        for day, path, one in found.rulings],
            "unused": [{"file": one.path, "findings": [machine.finding(f, self.lang) for f in one.findings]}
                       for one in found.unused],
            "findings": [{"file": path} | machine.finding(finding, self.lang) for path, finding in found.findings],
        }

    @staticmethod
    def _line(line: Line) -> Json:
        return {
            "place": machine.amount(line.place),
            "change": machine.amount(line.change),
            "player": line.player,
            "points": machine.amount(line.counted),
            "total": machine.amount(line.all),
            "average": rounded(line.average),
            "evenings": len(line.evenings),
            "last": machine.amount(line.last),
            "fines": machine.fine(line.fines),
            "results": [
                {"date": None if each.day.startswith(UNDATED) else each.day,
                 "file": each.day.removeprefix(UNDATED) if each.day.startswith(UNDATED) else None,
                 "points": machine.amount(each.points), "counts": each.counts}
                for each in line.evenings
            ],
        }


def not_counted(unused: Sequence[Unused], request: Request, lang: str) -> None:
    """Says on the error stream which files cannot be used, and why."""
    for each in unused:
        unusable(Unusable(each.place, each.findings), each.path, request._replace(lang=lang))
        emit(sentence("G-unused", {"file": each.path}, lang), sys.stderr)


def placed_findings(found: Sequence[tuple[str, Finding]], lang: str) -> Iterator[str]:
    """Findings as a person reads them, each with its file."""
    from whistcli.render.findings import text

    for path, finding in found:
        yield text(finding, path, lang, {})
