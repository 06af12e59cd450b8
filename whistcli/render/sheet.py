"""The sheet as the clubs draw it: a row a deal; each player's points, the balance, each player's fines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whistcli.auction.outcome import Contract
from whistcli.claims import total
from whistcli.evening import Deal, Evening
from whistcli.model import Amount, in_language
from whistcli.reckon import FineCell
from whistcli.record import Call
from whistcli.render.machine import amount
from whistcli.say import sentence
from whistcli.speech import spoken_call

ASSUMED = "*"
DUE = "!"
AGAIN = ("redeal", "misdeal", "void")
"""Statuses of deals that were never to be scored."""


def number(value: Amount | None) -> str:
    """A figure with all its digits; no figure is a dash.

    >>> number(-3), number(None)
    ('-3', '-')
    """
    return "-" if value is None else str(amount(value))


def fine(cell: FineCell | None) -> str:
    """A player's fines: nothing, a sum, or a mark that one is due without an amount."""
    if cell is None:
        return ""
    if cell.unknown:
        return f"{number(cell.amount)}+{DUE}" if cell.amount else DUE
    return number(cell.amount)


class Sheet:
    """The rows of one evening's sheet in one language."""

    def __init__(self, evening: Evening, lang: str) -> None:
        self.evening = evening
        self.voice = evening.voice
        self.lang = lang
        self.rows: list[list[str]] = []
        self._assumed: dict[str, str] = {}
        self._fined = bool(evening.rules.fines)
        self._waiting: list[str] = []
        self._pot = evening.rules.pot is not None

    def say(self, key: str, **args: object) -> str:
        """A sentence of the sheet."""
        return sentence(key, args, self.lang)

    def add(self, deal: Deal) -> None:
        """Adds a deal."""
        result = deal.result
        heading = deal.record.heading
        if result.fines:
            self._fined = True
        mark = ""
        if result.settled is not None and result.settled.assumed and result.points is not None:
            mark = ASSUMED
            for rule in result.settled.assumed:
                kind = rule.partition(".")[2]
                self._assumed[rule] = in_language(self.evening.rules.scores[kind].basis.assumed, self.lang)
        game = self._game(deal)
        points = [number(value) + mark for value in result.points] if result.points else ["-"] * len(self.voice.seats)
        fines = [fine(result.fines.get(seat)) for seat in range(len(self.voice.seats))]
        if result.points is None and result.status not in AGAIN:
            self._waiting.append(heading.number)
        self.rows.append(
            [heading.number, heading.dealer or "?", game, self._tricks(deal), *points, number(result.balance),
             *([number(result.pot_after)] if self._pot else []), *fines]
        )

    def _game(self, deal: Deal) -> str:
        """The game and who must make it, as column 1 of the club's sheet has it; else what became of the deal."""
        result = deal.result
        found = result.judged.contract
        free = f" ({self.say('U-free')})" if deal.record.heading.free else ""
        if result.multiplier not in (None, 1) and result.points is not None:
            free += f" ({self.say('U-times', times=number(result.multiplier))})"
        if found is None:
            return self.say(f"U-status.{result.status}") + free
        text = f"{self.contract(found)}: {' '.join(str(self.voice.key(seat)) for seat in found.declarers)}"
        if result.revoked:
            text += f" ({self.say('U-revoke')} {' '.join(str(self.voice.key(seat)) for seat in result.revoked)})"
        elif result.status != "contract":
            text += f" ({self.say('U-status.' + result.status)})"
        return text + free

    def contract(self, found: Contract) -> str:
        """A contract in the words of the reader's language."""
        said = self.voice.contract(found)
        return said if isinstance(said, str) else said.say(self.lang)

    def _tricks(self, deal: Deal) -> str:
        taken = deal.result.taken
        if taken is None:
            return "?" if deal.result.judged.contract is not None else ""
        words = [self.say("U-made") if made else self.say("U-lost") for made in taken.made]
        return " ".join(
            word if tricks is None else str(tricks) for tricks, word in zip(taken.tricks, words, strict=True)
        )

    def text(self) -> str:
        """The whole sheet: title, table, totals, the check line, what is assumed."""
        return "\n".join(self._parts())

    def _parts(self) -> Iterator[str]:
        from tabulate import tabulate  # slow to import, and only the sheet needs it

        evening = self.evening
        settings = evening.header.settings
        named = [self.say(f"U-{key}", value=settings[key]) for key in ("date", "round", "table") if key in settings]
        yield " - ".join([self._title(), *named])
        headers = [self.say("U-deal"), self.say("U-dealer"), self.say("U-game"), self.say("U-tricks")]
        names = [name or key for key, name in zip(self.voice.seats, self.voice.names, strict=True)]
        headers += [*names, self.say("U-balance")]
        align = ["right", "center", "left", "right", *["right"] * (len(names) + 1)]
        if self._pot:
            headers.append(self.say("U-pot"))
            align.append("right")
        if self._fined:
            headers += [self.say("U-fine", who=key) for key in self.voice.seats]
            align += ["right"] * len(names)
        width = len(headers)
        totals = self._totals()
        table = [row[:width] for row in self.rows]
        drawn = tabulate(
            [*table, totals[:width]], headers, tablefmt="simple", disable_numparse=True, colalign=align[:width]
        ).split("\n")
        rule = drawn[1]
        yield "\n".join([*drawn[:-1], rule, drawn[-1]])
        yield ""
        yield self.check_line()
        yield from self._notes()

    def _title(self) -> str:
        return in_language(self.evening.rules.title, self.lang, self.evening.rules.id)

    def _totals(self) -> list[str]:
        found = self.evening.totals
        points = [number(value) for value in found.points]
        fines = [fine(cell) if cell.amount or cell.unknown else "" for cell in found.fines]
        pot = [number(self.evening.carried.pot)] if self._pot else []
        return ["", "", self.say("U-total"), "", *points, number(found.balance), *pot, *fines]

    def check_line(self) -> str:
        """The two sums that must agree: all players' totals, and all balances."""
        found = self.evening.totals
        sums: Amount = total(found.points)
        same = "=" if sums == found.balance else "\u2260"
        return self.say("U-check", totals=number(sums), same=same, balances=number(found.balance))

    def _notes(self) -> Iterator[str]:
        if self._assumed:
            yield self.say("U-assumed", mark=ASSUMED)
            texts: dict[str, list[str]] = {}
            for rule, text in sorted(self._assumed.items()):
                texts.setdefault(text, []).append(self._kind(rule))
            for text, kinds in texts.items():
                yield f"  {', '.join(kinds)}: {text}"
        money = self.evening.rules.money
        if money is not None and money.point is not None:
            yield self.say("U-money", point=number(money.point), currency=money.currency)
        if any(cell.unknown for cell in self.evening.totals.fines):
            unset = ", ".join(self._unset())
            yield self.say("U-due" if unset else "U-due.open", mark=DUE, parameters=unset)
        if self._waiting:
            yield self.say("U-unscored", deals=self._waiting)

    def _kind(self, rule: str) -> str:
        kind = rule.partition(".")[2]
        return spoken_call(self.evening.rules.vocabulary, Call(kind), self.lang)

    def _unset(self) -> Sequence[str]:
        return [name for name, parameter in self.evening.rules.parameters.items() if parameter.value is None]


def sheet(evening: Evening, deals: Iterable[Deal], lang: str) -> Sheet:
    """The sheet of an evening whose deals are given."""
    drawn = Sheet(evening, lang)
    for deal in deals:
        drawn.add(deal)
    return drawn
