"""The points of a ruleset on paper: a table a game in text or Markdown, or one line a cell in CSV."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from whistcli.claims import total
from whistcli.grid import Cell, Row, cells, read_beside, rows
from whistcli.model import Amount, Ruleset, in_language
from whistcli.record import Call
from whistcli.render.figures import ASSUMED, number
from whistcli.render.machine import amount
from whistcli.say import sentence
from whistcli.speech import spoken_call

WIDEST = 80
"""Columns that the text may take."""

CSV_COLUMNS = (
    "game", "level", "trumps", "direct", "declarers", "made", "tricks", "declarer_made", "declarer_lost", "opponent",
    "sum", "from_pot", "why", "assumed",
)


def figures(values: Sequence[Amount]) -> str:
    """The points of a role; where its players get different ones, all of them.

    >>> figures((18, -18)), figures(())
    ('18/-18', '')
    """
    return "/".join(number(value) for value in values)


class GridPage:
    """The points of some games of a ruleset, in one language."""

    def __init__(self, rules: Ruleset, lang: str, games: Iterable[str] | None = None) -> None:
        self.rules = rules
        self.lang = lang
        self.games = games
        self._assumed: dict[str, list[str]] = {}
        self._notes: dict[str, int] = {}
        self._two = False
        self._beside: dict[str, None] = {}

    def say(self, key: str, **args: object) -> str:
        """A sentence of the page."""
        return sentence(key, args, self.lang)

    def lines(self, markdown: bool = False) -> Iterator[str]:
        """The whole page: its title, a table a game, what its marks mean."""
        rules = self.rules
        name = f"{rules.id}@{rules.edition}" if rules.edition else rules.id
        title = self.say("C-grid.title", title=in_language(rules.title, self.lang, rules.id), name=name)
        yield from (f"# {title}", "") if markdown else (title,)
        yield self.say("C-grid.what")
        for kind, listed in groupby(cells(rules, self.games), lambda cell: cell.game):
            spoken = spoken_call(rules.vocabulary, Call(kind), self.lang)
            if spoken != kind.replace("_", " "):
                spoken = f"{spoken} ({kind})"
            yield ""
            yield f"## {spoken}" if markdown else spoken
            yield ""
            yield from self._table(list(rows(listed)), markdown)
            self._beside.update(dict.fromkeys(read_beside(rules, kind)))
        notes = list(self._said())
        if notes:
            yield ""
        for note in notes:
            if markdown:
                yield "- " + note.replace("*", "\\*")
            else:
                yield from textwrap.wrap(note, WIDEST, subsequent_indent="  ", break_on_hyphens=False)

    def _table(self, listed: Sequence[Row], markdown: bool) -> Iterator[str]:
        from tabulate import tabulate  # slow to import, and nothing else here needs it

        columns = (
            ("level", "right", [str(row.cell.level) for row in listed]),
            ("trumps", "left", [self._trumps(row.cell) for row in listed]),
            ("declarers", "right", [str(row.cell.declarers) for row in listed]),
        )
        told = [(name, align, texts) for name, align, texts in columns if len(set(texts)) > 1]
        worth = [self._worth(row.cell) for row in listed]
        told.append(("result", "right", [self._result(row) for row in listed]))
        told += [(name, "right", [texts[place] for texts in worth])
                 for place, name in enumerate(("declarer", "opponent", "sum"))]
        if any(any(row.cell.from_pot) for row in listed):
            told.append(("pot", "right", [number(total(row.cell.from_pot)) for row in listed]))
        headers = [self.say(f"C-grid.{name}") for name, _, _ in told]
        drawn = tabulate(
            list(zip(*(texts for _, _, texts in told), strict=True)), headers,
            tablefmt="pipe" if markdown else "simple", disable_numparse=True, colalign=[align for _, align, _ in told],
        )
        yield from drawn.split("\n")

    def _trumps(self, cell: Cell) -> str:
        return "/".join(self.rules.vocabulary.suit_text(suit, self.lang) for suit in cell.suits)

    def _result(self, row: Row) -> str:
        cell = row.cell
        if row.tricks is None:
            if row.whole:
                return self.say("C-grid.any")
            return self.say("C-grid.of", made=cell.made_count, count=len(cell.made))
        low, high = row.tricks
        said = str(low) if low == high else f"{low}-{high}"
        if row.whole:
            said = self.say("U-made") if cell.made[0] else self.say("U-lost")
        if cell.direct is None:
            return said
        return self.say("C-grid.direct" if cell.direct else "C-grid.indirect", result=said)

    def _worth(self, cell: Cell) -> tuple[str, str, str]:
        """The three figures; where there are none, a dash and the number of the note that says why."""
        if cell.points is None:
            why = self.why(cell)
            note = self._notes.setdefault(why, len(self._notes) + 1)
            return f"- [{note}]", "-", "-"
        self._two = self._two or len(cell.declarer) > 1
        mark = ""
        if cell.assumed:
            mark = ASSUMED
            text = in_language(self.rules.scores[cell.game].basis.assumed, self.lang)
            kinds = self._assumed.setdefault(text, [])
            spoken = spoken_call(self.rules.vocabulary, Call(cell.game), self.lang)
            if spoken not in kinds:
                kinds.append(spoken)
        declarer, opponent = figures(cell.declarer), figures(cell.opponent)
        return declarer + mark, opponent + mark if opponent else "", number(cell.balance)

    def why(self, cell: Cell) -> str:
        """Why a cell has no points."""
        if cell.why == "hole":
            return self.say("C-why.hole", place=cell.hole)
        if cell.why in ("open", "pot"):
            return self.say(f"C-why.{cell.why}")
        if cell.why in ("conflict", "remainder"):
            return self.say(f"C-why.{cell.why}", detail=cell.hole)
        because = in_language(cell.because, self.lang)
        return self.say("C-why.silent", because=because) if because else self.say("C-why.bare")

    def _said(self) -> Iterator[str]:
        """What the marks mean."""
        if self._two:
            yield self.say("C-grid.two")
        if self._beside:
            yield self.say("C-grid.beside", facts=tuple(self._beside))
        for why, note in self._notes.items():
            yield f"[{note}] {why}"
        if self._assumed:
            yield self.say("U-assumed", mark=ASSUMED)
        for text, kinds in self._assumed.items():
            yield f"{', '.join(kinds)}: {text}"


def csv_lines(rules: Ruleset, games: Iterable[str] | None = None) -> Iterator[str]:
    """The points as CSV for other programs: a heading, then one line a cell; nothing is folded, ids stay ids."""
    held = io.StringIO()
    writer = csv.writer(held, lineterminator="")

    def line(values: Iterable[object]) -> str:
        held.seek(0)
        held.truncate()
        writer.writerow(values)
        return held.getvalue()

    yield line(CSV_COLUMNS)
    for cell in cells(rules, games):
        yield line((
            cell.game, cell.level, "/".join(cell.suits), "" if cell.direct is None else int(cell.direct),
            cell.declarers, cell.made_count, "" if cell.tricks is None else cell.tricks,
            *(figures(cell.role(role)) for role in ("made", "lost", "opponent")),
            "" if cell.balance is None else amount(cell.balance), amount(total(cell.from_pot)), cell.why,
            int(bool(cell.assumed)),
        ))
