"""The table of a knock-out game: a row a round; the order of finish; a match of several games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whistcli.cards import SYMBOLS
from whistcli.knockout.case import Round
from whistcli.knockout.game import KnockoutGame
from whistcli.model import in_language
from whistcli.render.rounds import match_of, next_lines
from whistcli.say import sentence
from whistcli.sheet.model import Cell, Column, Note, Row, Sheet, Table

OUT, DOG, STAYS = "x", "*", "+"
"""Marks in the table: out after this round; played with a single card; stays for the next round with a single card."""


def _count(value: int | None) -> Cell:
    return Cell() if value is None else Cell(str(value), value)


class RoundSheet:
    """The table of one game in one language."""

    def __init__(self, game: KnockoutGame, lang: str) -> None:
        self.game, self.voice, self.lang = game, game.voice, lang
        self.rows: list[Row] = []
        self._marks: set[str] = set()

    def say(self, key: str, **args: object) -> str:
        """A sentence of the table."""
        return sentence(key, args, self.lang)

    def add(self, made: Round) -> None:
        """Adds a round."""
        heading = made.record.heading
        cells = [self._cell(made, seat) for seat in range(len(self.voice.seats))]
        status = "" if made.status == "ok" else self.say(f"U-round.{made.status}")
        first = (Cell(heading.number), _count(made.cards), Cell(heading.dealer or ""), Cell(self._trump(made)))
        self.rows.append(Row((*first, *cells, Cell(status)), heading.number, made.record.span().line))

    def _trump(self, made: Round) -> str:
        """The trumps and who chose them: key of the chooser, or how they were found."""
        suit = SYMBOLS.get(made.trump or "", "?")
        if made.choice.how == "nobody":
            return f"{suit} ({self.say(f'U-trump.{self.game.game.first_trump}')})" if made.before.number == 1 else suit
        return f"{suit} ({self.voice.key(made.choice.seat) or '?'})"

    def _cell(self, made: Round, seat: int) -> Cell:
        """A player's tricks, with what became of him; nothing where he did not play."""
        outcome = made.outcome
        count = made.tricks.get(seat) if made.tricks is not None else None
        if count is None:
            unknown = made.tricks is None and seat in made.before.playing and made.status == "pending"
            return Cell("?" if unknown else "")
        marks = DOG if seat in made.dogs else ""
        if outcome is not None:
            marks += OUT if seat in outcome.out else STAYS if seat in outcome.dogs else ""
        self._marks |= set(marks)
        return Cell(str(count), count, marks)

    def sheet(self) -> Sheet:
        """The whole page: title, table, what the marks mean, what is next, the order of finish."""
        game, settings = self.game, self.game.header.settings
        named = [key for key in ("date", "round", "table") if key in settings]
        facts = tuple(self.say(f"U-{key}", value=settings[key]) for key in named)
        players = tuple((key, name or key) for key, name in zip(self.voice.seats, self.voice.names, strict=True))
        columns = [
            Column("deal", self.say("U-rounds.round"), "right"),
            Column("cards", self.say("U-rounds.cards"), "right"),
            Column("dealer", self.say("U-dealer"), "center", short=self.say("V-dealer.short")),
            Column("trump", self.say("U-rounds.trump")),
            *(Column("tricks", name, "left", seat) for seat, (_, name) in enumerate(players)),
        ]
        if any(row.cells[-1].text for row in self.rows):
            columns.append(Column("status", ""))
        rows = tuple(row._replace(cells=row.cells[: len(columns)]) for row in self.rows)
        title = in_language(game.rules.title, self.lang, game.rules.id)
        return Sheet(title, facts, players, Table(tuple(columns), rows), tuple(self._notes()), game.rules.id)

    def _notes(self) -> Iterator[Note]:
        marks = [self.say(f"U-mark.{name}", mark=mark) for mark, name in
                 ((OUT, "out"), (DOG, "dog"), (STAYS, "stays")) if mark in self._marks]
        if marks:
            yield Note("marks", "; ".join(marks))
        for line in next_lines(self.game, self.lang):
            yield Note("next", line)
        still = self.game.still_in()
        items = [self.say("U-finish.open", who=[self.voice.name(seat) for seat in still])] if still else []
        items += [
            f"{place.place}. {', '.join(self.voice.name(seat) for seat in place.seats)}" for place in self.game.finish()
        ]
        yield Note("finish", self.say("U-finish"), tuple(items))


def match_sheet(games: Sequence[KnockoutGame], lang: str) -> Sheet:
    """The table of a match."""
    rows = []
    places: list[str] = []
    for player in match_of(games):
        counts = player["places"]
        assert isinstance(counts, dict)
        places = list(counts)
        figures = (int(str(player["games"])), int(str(player["wins"])), *counts.values())
        rows.append(Row((Cell(str(player["name"])), *map(_count, figures)), str(player["name"])))
    columns = [Column("player", sentence("U-match.player", {}, lang))]
    columns += [Column(name, sentence(f"U-match.{name}", {}, lang), "right") for name in ("games", "wins")]
    columns += [Column("place", f"{place}.", "right") for place in places]
    open_ = sum(game.standing.winner is None for game in games)
    notes = (Note("unscored", sentence("U-match.open", {"count": open_}, lang)),) if open_ else ()
    title = sentence("U-match", {"count": len(games)}, lang)
    return Sheet(title, (), (), Table(tuple(columns), tuple(rows)), notes, games[0].rules.id)
