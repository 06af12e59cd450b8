"""A contest in words: each player's rounds, bonus, fines and total; every table's sums; the rulings; and as data."""

from __future__ import annotations

import os
from collections.abc import Iterator

from whistcli.club.contest import Entrant, Tally
from whistcli.club.document import Document, Grid
from whistcli.club.seasonpage import signed
from whistcli.model import in_language
from whistcli.render import machine
from whistcli.render.figures import DUE, fine, number
from whistcli.say import sentence

Json = dict[str, object]


class ContestPage:
    """The page of a contest in one language."""

    def __init__(self, tally: Tally, lang: str) -> None:
        self.tally = tally
        self.contest = tally.contest
        self.lang = lang
        self.fined = any(each.fines.amount or each.fines.unknown for each in tally.entrants)

    def say(self, key: str, **args: object) -> str:
        """A sentence of the page."""
        return sentence(key, args, self.lang)

    def title(self) -> str:
        """The contest's title."""
        return in_language(self.contest.title, self.lang)

    def document(self) -> Document:
        """The page."""
        grids = [self._players()]
        if self.tally.tables:
            grids.append(self._tables())
        if self.tally.rulings:
            grids.append(self._rulings())
        return Document(self.lang, self.title(), list(self._lines()), grids, list(self._remarks()))

    def _lines(self) -> Iterator[str]:
        contest = self.contest
        rules = in_language(contest.rules.title, self.lang, contest.rules.id)
        when = [" - ".join(contest.dates)] if contest.dates else []
        yield " - ".join([*when, rules, self.say("G-page.rounds", rounds=contest.rounds)])

    def _players(self) -> Grid:
        contest = self.contest
        rounds = range(1, contest.rounds + 1)
        heads = [self.say("G-page.place"), self.say("G-page.number"), self.say("G-page.player"),
                 *(self.say("G-page.round", round=each) for each in rounds)]
        if contest.bonus is not None:
            heads += [self.say("G-page.points"), self.say("G-page.bonus")]
        heads.append(self.say("G-page.total"))
        if self.fined:
            heads.append(self._fines_head())
        rows = []
        for entrant in self.tally.entrants:
            sittings = [entrant.rounds.get(each) for each in rounds]
            row = [number(entrant.place), str(entrant.player.number), entrant.player.name,
                   *("-" if sitting is None else number(sitting.points) for sitting in sittings)]
            if contest.bonus is not None:
                row += [number(entrant.points), self._bonus(entrant)]
            row.append(number(entrant.total))
            if self.fined:
                row.append(fine(entrant.fines))
            rows.append(row)
        return Grid("", heads, rows, frozenset(at for at in range(len(heads)) if at != 2))

    def _bonus(self, entrant: Entrant) -> str:
        """The sum of what his places brought, marked where one is not known yet."""
        waits = any(sitting.bonus is None for sitting in entrant.rounds.values())
        return number(entrant.bonus) + ("?" if waits else "")

    def _fines_head(self) -> str:
        fines = self.contest.fines
        unit = fines.currency if fines.unit == "money" else ""
        return self.say("G-page.fines") + (f" ({unit})" if unit else "")

    def _tables(self) -> Grid:
        bonus = self.contest.bonus is not None
        people = "G-page.players" if bonus else "G-page.players.plain"
        heads = [self.say("G-page.round.name"), self.say("G-page.table"), self.say("G-page.file"),
                 self.say("G-page.deals"), self.say("G-page.sum"), self.say("G-page.balance"), self.say(people)]
        rows = []
        for table in self.tally.tables:
            file = table.played.file
            wanted = "" if table.wanted is None else f"/{table.wanted}"
            seated = []
            for seat, (sat, player) in enumerate(zip(file.players, table.played.numbers, strict=True)):
                own = table.bonus[seat]
                extra = f" ({'?' if own is None else '+' + number(own)})" if bonus else ""
                seated.append(f"{player or sat.name} {number(sat.points)}{extra}")
            rows.append([str(table.played.round), table.played.table, self.short(file.path), f"{file.done}{wanted}",
                         number(table.sum), number(file.balance), ", ".join(seated)])
        return Grid(self.say("G-page.tables"), heads, rows, frozenset({3, 4, 5}))

    def short(self, path: str) -> str:
        """A transcript's path from the contest's folder on."""
        return os.path.relpath(path, self.contest.folder or ".").replace(os.sep, "/")

    def _rulings(self) -> Grid:
        heads = [self.say("G-page.round.name"), self.say("G-page.table"), self.say("G-page.deal"),
                 self.say("G-page.player"), self.say("G-page.what"), self.say("G-page.amount"),
                 self.say("G-page.reason")]
        rows = []
        for played, ruling in self.tally.rulings:
            what = self.say("G-page.correction") if ruling.what == "correction" else self.say("G-page.fine")
            value = signed(ruling.amount) if ruling.what == "correction" else number(ruling.amount)
            rows.append([str(played.round), played.table, ruling.deal, ruling.player, what, value,
                         ruling.reason or "-"])
        return Grid(self.say("G-page.rulings"), heads, rows, frozenset({5}))

    def _remarks(self) -> Iterator[str]:
        contest, tally = self.contest, self.tally
        if self.fined:
            amounts = [entrant.fines.amount for entrant in tally.entrants]
            whole = machine.amount(sum(amounts, start=0))
            unit = contest.fines.currency if contest.fines.unit == "money" else self.say("G-page.unit")
            yield self.say("G-page.fines.total", total=whole, unit=unit).rstrip()
        if any(entrant.fines.unknown for entrant in tally.entrants):
            yield self.say("C-compare.due", mark=DUE)
        if contest.fines.deducted and self.fined:
            yield self.say("G-page.fines.deducted")
        if any(sitting.bonus is None for entrant in tally.entrants for sitting in entrant.rounds.values()):
            yield self.say("G-page.bonus.open")
        if tally.idle:
            yield self.say("G-page.idle", names=[player.called for player in tally.idle])

    # -- data ----------------------------------------------------------------------------------------------------------

    def json(self) -> Json:
        """The contest as data."""
        contest, tally = self.contest, self.tally
        return {
            "title": self.title(),
            "dates": list(contest.dates),
            "rules": contest.rules.id,
            "rounds": contest.rounds,
            "ties": contest.ties,
            "fines": {"unit": contest.fines.unit, "currency": contest.fines.currency,
                      "deducted": contest.fines.deducted},
            "players": [
                {
                    "place": machine.amount(each.place), "number": each.player.number, "player": each.player.name,
                    "rounds": {str(number): {"table": sitting.table, "points": machine.amount(sitting.points),
                                             "bonus": machine.amount(sitting.bonus)}
                               for number, sitting in sorted(each.rounds.items())},
                    "points": machine.amount(each.points), "bonus": machine.amount(each.bonus),
                    "fines": machine.fine(each.fines), "total": machine.amount(each.total),
                }
                for each in tally.entrants
            ],
            "idle": [player.number for player in tally.idle],
            "tables": [
                {
                    "round": each.played.round, "table": each.played.table, "file": self.short(each.played.file.path),
                    "players": list(each.played.numbers),
                    "points": [machine.amount(sat.points) for sat in each.played.file.players],
                    "bonus": [machine.amount(bonus) for bonus in each.bonus],
                    "deals": each.played.file.done, "wanted": each.wanted, "waiting": list(each.played.file.waiting),
                    "final": each.final, "sum": machine.amount(each.sum),
                    "balance": machine.amount(each.played.file.balance),
                }
                for each in tally.tables
            ],
            "rulings": [{"round": played.round, "table": played.table, "deal": one.deal, "player": one.player,
                         "what": one.what, "amount": machine.amount(one.amount), "reason": one.reason}
                        for played, one in tally.rulings],
            "unused": [{"file": one.path, "findings": [machine.finding(f, self.lang) for f in one.findings]}
                       for one in tally.unused],
            "findings": [{"file": path} | machine.finding(each, self.lang) for path, each in tally.findings],
        }
