"""The sheet of an evening as the clubs keep it: a row a deal; the points of each, the balance, the fines of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whistcli.auction.outcome import Contract
from whistcli.cards import SYMBOLS
from whistcli.claims import total
from whistcli.evening import Deal, Evening
from whistcli.model import Amount, in_language
from whistcli.reckon import FineCell
from whistcli.record import Call
from whistcli.render.figures import ASSUMED, DUE, fine, number
from whistcli.say import sentence
from whistcli.sheet.model import Cell, Column, Note, Row, Sheet, Table
from whistcli.speech import spoken_call


def figure(value: Amount | None, mark: str = "") -> Cell:
    """A cell that holds a figure, or a dash where there is none."""
    return Cell(number(value), value, mark)


def fine_cell(cell: FineCell | None) -> Cell:
    """A cell of fines; one that is due without an amount is only a mark, beside the sum of the others."""
    if cell is None:
        return Cell()
    return Cell(fine(cell), None if cell.unknown and not cell.amount else cell.amount)


class EveningSheet:
    """The rows of one evening's sheet in one language."""

    def __init__(self, evening: Evening, lang: str) -> None:
        self.evening = evening
        self.voice = evening.voice
        self.lang = lang
        self.rows: list[Row] = []
        self._assumed: dict[str, str] = {}
        self._fined = bool(evening.rules.fines)
        self._pot = evening.rules.pot is not None

    def say(self, key: str, **args: object) -> str:
        """A sentence of the sheet."""
        return sentence(key, args, self.lang)

    def add(self, deal: Deal) -> None:
        """Adds a deal."""
        result = deal.result
        heading = deal.record.heading
        seats = range(len(self.voice.seats))
        if result.fines:
            self._fined = True
        mark = ""
        if result.settled is not None and result.settled.assumed and result.points is not None:
            mark = ASSUMED
            for rule in result.settled.assumed:
                kind = rule.partition(".")[2]
                self._assumed[rule] = in_language(self.evening.rules.scores[kind].basis.assumed, self.lang)
        points = [figure(value, mark) for value in result.points] if result.points else [figure(None) for _ in seats]
        pot = [figure(result.pot_after)] if self._pot else []
        fines = [fine_cell(result.fines.get(seat)) for seat in seats]
        cells = (
            Cell(heading.number), Cell(heading.dealer or "?"), self._game(deal), self._tricks(deal), *points,
            figure(result.balance), *pot, *fines,
        )
        due = tuple(seat for seat, cell in sorted(result.fines.items()) if cell.unknown)
        self.rows.append(Row(cells, heading.number, deal.record.span().line, due))

    def _game(self, deal: Deal) -> Cell:
        """The game and who must make it, as column 1 of the club's sheet has it; else what became of the deal."""
        result = deal.result
        found = result.judged.contract
        end = f" ({self.say('U-free')})" if deal.record.heading.free else ""
        if result.multiplier not in (None, 1) and result.points is not None:
            end += f" ({self.say('U-times', times=number(result.multiplier))})"
        if found is None:
            return Cell(self.say(f"U-status.{result.status}") + end)
        if result.revoked:
            end = f" ({self.say('U-revoke')} {' '.join(str(self.voice.key(seat)) for seat in result.revoked)})" + end
        elif result.status != "contract":
            end = f" ({self.say('U-status.' + result.status)})" + end
        end = f": {' '.join(str(self.voice.key(seat)) for seat in found.declarers)}" + end
        said = self.contract(found)
        return Cell(said + end, symbols=self._with_symbol(said, found.suit) + end)

    def contract(self, found: Contract) -> str:
        """A contract in the words of the reader's language."""
        said = self.voice.contract(found)
        return said if isinstance(said, str) else said.say(self.lang)

    def _with_symbol(self, said: str, suit: str | None) -> str:
        """A contract with the symbol of its suit instead of the word, which is the last of its kind in it."""
        if suit not in SYMBOLS:
            return said
        before, word, after = said.rpartition(self.evening.rules.vocabulary.suit_text(suit, self.lang))
        return before + SYMBOLS[suit] + after if word else said

    def _tricks(self, deal: Deal) -> Cell:
        taken = deal.result.taken
        if taken is None:
            return Cell("?" if deal.result.judged.contract is not None else "")
        words = [self.say("U-made") if made else self.say("U-lost") for made in taken.made]
        texts = [word if tricks is None else str(tricks) for tricks, word in zip(taken.tricks, words, strict=True)]
        return Cell(" ".join(texts), taken.tricks[0] if len(taken.tricks) == 1 else None)

    def sheet(self, payments: Sequence[str] = ()) -> Sheet:
        """The whole sheet, after all deals were added; `payments` are the lines that say who pays whom."""
        rules, settings = self.evening.rules, self.evening.header.settings
        named = [key for key in ("date", "round", "table") if key in settings]
        facts = tuple(self.say(f"U-{key}", value=settings[key]) for key in named)
        paid = [Note("payments", payments[0], tuple(line.strip() for line in payments[1:]))] if payments else []
        columns = tuple(self._columns())
        rows = tuple(row._replace(cells=row.cells[: len(columns)]) for row in self.rows)
        totals = self._totals()
        table = Table(columns, rows, totals._replace(cells=totals.cells[: len(columns)]))
        return Sheet(
            in_language(rules.title, self.lang, rules.id), facts, players_of(self.evening), table,
            (*self._notes(), *paid), rules.id,
        )

    def _columns(self) -> Iterator[Column]:
        """The columns; those of fines come last, and only where there can be any."""
        yield Column("deal", self.say("U-deal"), "right")
        yield Column("dealer", self.say("U-dealer"), "center", short=self.say("V-dealer.short"))
        yield Column("game", self.say("U-game"))
        yield Column("tricks", self.say("U-tricks"), "right")
        for seat, (_, name) in enumerate(players_of(self.evening)):
            yield Column("points", name, "right", seat)
        yield Column("balance", self.say("U-balance"), "right", short=self.say("V-balance.short"))
        if self._pot:
            yield Column("pot", self.say("U-pot"), "right")
        if self._fined:
            for seat, key in enumerate(self.voice.seats):
                yield Column("fine", self.say("U-fine", who=key), "right", seat)

    def _totals(self) -> Row:
        found = self.evening.totals
        fines = [fine_cell(cell) if cell.amount or cell.unknown else Cell() for cell in found.fines]
        pot = [figure(self.evening.carried.pot)] if self._pot else []
        points = [figure(value) for value in found.points]
        cells = (Cell(), Cell(), Cell(self.say("U-total")), Cell(), *points, figure(found.balance), *pot, *fines)
        return Row(cells, due=tuple(seat for seat, cell in enumerate(found.fines) if cell.unknown))

    def _check(self) -> str:
        """The two sums that must agree: all players' totals, and all balances."""
        found = self.evening.totals
        sums: Amount = total(found.points)
        same = "=" if sums == found.balance else "\u2260"
        return self.say("U-check", totals=number(sums), same=same, balances=number(found.balance))

    def _notes(self) -> Iterator[Note]:
        yield Note("check", self._check())
        if self._assumed:
            texts: dict[str, list[str]] = {}
            for rule, text in sorted(self._assumed.items()):
                texts.setdefault(text, []).append(self._kind(rule))
            items = tuple(f"{', '.join(kinds)}: {text}" for text, kinds in texts.items())
            yield Note("assumed", self.say("U-assumed", mark=ASSUMED), items)
        money = self.evening.rules.money
        if money is not None and money.point is not None:
            worth = [
                f"{name} {number(value * money.point)}"
                for name, value in zip(self.voice.names, self.evening.totals.points, strict=True)
            ]
            said = self.say("U-money.totals", amounts=worth, currency=money.currency)
            yield Note("money", f"{self.say('U-money', point=number(money.point), currency=money.currency)} {said}")
        if any(cell.unknown for cell in self.evening.totals.fines):
            unset = ", ".join(self._unset())
            yield Note("due", self.say("U-due" if unset else "U-due.open", mark=DUE, parameters=unset))
        if self.evening.waiting:
            yield Note("unscored", self.say("U-unscored", deals=self.evening.waiting))

    def _kind(self, rule: str) -> str:
        kind = rule.partition(".")[2]
        return spoken_call(self.evening.rules.vocabulary, Call(kind), self.lang)

    def _unset(self) -> Sequence[str]:
        return [name for name, parameter in self.evening.rules.parameters.items() if parameter.value is None]


def players_of(evening: Evening) -> tuple[tuple[str, str], ...]:
    """Each player's key and name; who has no name goes by the key."""
    voice = evening.voice
    return tuple((key, name or key) for key, name in zip(voice.seats, voice.names, strict=True))


class _Standing:
    """What one player has after several evenings."""

    def __init__(self) -> None:
        self.sheets = 0
        self.points: Amount = 0
        self.fines = FineCell()

    def add(self, points: Amount, fines: FineCell) -> None:
        """Adds an evening."""
        self.sheets += 1
        self.points += points
        self.fines = FineCell(self.fines.amount + fines.amount, self.fines.unknown or fines.unknown)


def together(evenings: Sequence[Evening], lang: str) -> Iterator[Sheet]:
    """What several evenings under one ruleset come to: each player, by name, the best first; a table a ruleset."""
    by_rules: dict[str, list[Evening]] = {}
    for evening in evenings:
        by_rules.setdefault(evening.rules.id, []).append(evening)
    for rules, alike in by_rules.items():
        if len(alike) > 1:
            title = in_language(alike[0].rules.title, lang, rules)
            yield _together(alike, sentence("V-together", {"title": title, "count": len(alike)}, lang), lang)


def _together(evenings: Iterable[Evening], title: str, lang: str) -> Sheet:
    standings: dict[str, _Standing] = {}
    waiting = 0
    for evening in evenings:
        waiting += len(evening.waiting)
        totals = evening.totals
        for label, points, fines in zip(labels(players_of(evening)), totals.points, totals.fines, strict=True):
            standings.setdefault(label, _Standing()).add(points, fines)
    order = sorted(standings, key=lambda label: (-standings[label].points, label))
    fined = any(one.fines.amount or one.fines.unknown for one in standings.values())
    columns = [
        Column("player", sentence("V-player", {}, lang)),
        Column("sheets", sentence("V-sheets", {}, lang), "right"),
        Column("points", sentence("V-points", {}, lang), "right"),
    ]
    if fined:
        columns.append(Column("fine", sentence("V-fines", {}, lang), "right"))
    rows = []
    for label in order:
        one = standings[label]
        owed = fine_cell(one.fines) if one.fines.amount or one.fines.unknown else Cell()
        cells = (Cell(label), figure(one.sheets), figure(one.points), owed)
        rows.append(Row(cells[: len(columns)], label))
    notes = []
    if any(one.fines.unknown for one in standings.values()):
        notes.append(Note("due", sentence("U-due.open", {"mark": DUE}, lang)))
    if waiting:
        notes.append(Note("unscored", sentence("V-unscored", {"count": waiting}, lang)))
    return Sheet(title, (), (), Table(tuple(columns), tuple(rows)), tuple(notes), evening.rules.id)


def labels(players: Sequence[tuple[str, str]]) -> list[str]:
    """The names by which players are known from sheet to sheet; two of one name at a table keep their keys.

    >>> labels([("1", "An"), ("2", "Bo"), ("3", "An")])
    ['An (1)', 'Bo', 'An (3)']
    """
    names = [name for _, name in players]
    return [name if names.count(name) == 1 else f"{name} ({key})" for key, name in players]
