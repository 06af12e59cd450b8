"""A knock-out game for people and machines: the table of its rounds, the order of finish, a match of several games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whistcli.cards import SYMBOLS
from whistcli.knockout.case import Round
from whistcli.knockout.game import KnockoutGame
from whistcli.knockout.standing import Standing, expected_leader
from whistcli.model import in_language
from whistcli.say import sentence

Json = dict[str, object]
OUT, DOG, STAYS = "x", "*", "+"
"""Marks in the table: out after this round; played with a single card; stays for the next round with a single card."""


class Rounds:
    """What one game's rounds are in JSON."""

    def __init__(self, game: KnockoutGame) -> None:
        self.game, self.voice = game, game.voice

    def keys(self, seats: Iterable[int]) -> list[str | None]:
        """Seats as written, in seat order."""
        return [self.voice.key(seat) for seat in sorted(seats)]

    def round(self, made: Round) -> Json:
        """One round."""
        tricks = None
        if made.tricks is not None:
            tricks = {str(self.voice.key(seat)): count for seat, count in sorted(made.tricks.items())}
        return {
            "round": made.record.heading.number,
            "cards": made.cards,
            "trump": made.trump,
            "chooser": self.voice.key(made.choice.seat),
            "leader": self.voice.key(made.leader),
            "tricks": tricks,
            "out": self.keys(made.after.out()),
            "dogs": self.keys(made.after.dogs),
            "next_chooser": self.voice.key(made.after.choice.seat),
            "status": made.status,
        }

    def next(self) -> Json | None:
        """The round to come; null where the game is over, or nobody can tell."""
        standing = self.game.standing
        if standing.over or not standing.sure or not self.game.playable:
            return None
        return {
            "cards": standing.size,
            "chooser": self.voice.key(standing.choice.seat),
            "leader": self.voice.key(expected_leader(self.game.game, standing, standing.choice, None)),
            "dogs": self.keys(standing.dogs),
        }

    def checked(self, rounds: list[Json]) -> Json:
        """What `check` says of the file, its findings apart."""
        return {"rounds": rounds, "next": self.next(), "winner": self.voice.key(self.game.standing.winner)}

    def scored(self, rounds: list[Json]) -> Json:
        """What `score` says of the file, its findings apart."""
        names = zip(self.voice.seats, self.voice.names, strict=True)
        return {
            "players": [{"seat": key, "name": name} for key, name in names],
            **self.checked(rounds),
            "finish": [{"place": place.place, "seats": self.keys(place.seats)} for place in self.game.finish()],
        }


class RoundTable:
    """The table of one game in one language."""

    def __init__(self, game: KnockoutGame, lang: str) -> None:
        self.game, self.voice, self.lang = game, game.voice, lang
        self.rows: list[list[str]] = []
        self._marks: set[str] = set()

    def say(self, key: str, **args: object) -> str:
        """A sentence of the table."""
        return sentence(key, args, self.lang)

    def add(self, made: Round) -> None:
        """Adds a round."""
        heading = made.record.heading
        cells = [self._cell(made, seat) for seat in range(len(self.voice.seats))]
        status = "" if made.status == "ok" else self.say(f"U-round.{made.status}")
        self.rows.append(
            [heading.number, str(made.cards or ""), heading.dealer or "", self._trump(made), *cells, status]
        )

    def _trump(self, made: Round) -> str:
        """The trumps and who chose them: key of the chooser, or how they were found."""
        suit = SYMBOLS.get(made.trump or "", "?")
        if made.choice.how == "nobody":
            return f"{suit} ({self.say(f'U-trump.{self.game.game.first_trump}')})" if made.before.number == 1 else suit
        return f"{suit} ({self.voice.key(made.choice.seat) or '?'})"

    def _cell(self, made: Round, seat: int) -> str:
        """A player's tricks, with what became of him; nothing where he did not play."""
        outcome = made.outcome
        count = made.tricks.get(seat) if made.tricks is not None else None
        if count is None:
            unknown = made.tricks is None and seat in made.before.playing and made.status == "pending"
            return "?" if unknown else ""
        marks = DOG if seat in made.dogs else ""
        if outcome is not None:
            marks += OUT if seat in outcome.out else STAYS if seat in outcome.dogs else ""
        self._marks |= set(marks)
        return f"{count}{marks}"

    def text(self) -> str:
        """The whole page: title, table, what the marks mean, what is next, the order of finish."""
        return "\n".join(self._parts())

    def _parts(self) -> Iterator[str]:
        from tabulate import tabulate  # slow to import, and only the table needs it

        settings = self.game.header.settings
        named = [self.say(f"U-{key}", value=settings[key]) for key in ("date", "round", "table") if key in settings]
        yield " - ".join([in_language(self.game.rules.title, self.lang, self.game.rules.id), *named])
        heads = [self.say(key) for key in ("U-rounds.round", "U-rounds.cards", "U-dealer", "U-rounds.trump")]
        names = [name or key for key, name in zip(self.voice.seats, self.voice.names, strict=True)]
        notes = any(row[-1] for row in self.rows)
        width = len(heads) + len(names) + notes
        align = ["right", "right", "center", "left", *["left"] * (len(names) + notes)]
        yield tabulate(
            [row[:width] for row in self.rows], [*heads, *names, ""][:width], tablefmt="simple", disable_numparse=True,
            colalign=align,
        )
        yield ""
        marks = [self.say(f"U-mark.{name}", mark=mark) for mark, name in
                 ((OUT, "out"), (DOG, "dog"), (STAYS, "stays")) if mark in self._marks]
        if marks:
            yield "; ".join(marks)
        yield from next_lines(self.game, self.lang)
        yield self.say("U-finish")
        still = self.game.still_in()
        if still:
            yield "  " + self.say("U-finish.open", who=[self.voice.name(seat) for seat in still])
        for place in self.game.finish():
            yield f"  {place.place}. {', '.join(self.voice.name(seat) for seat in place.seats)}"


def next_lines(game: KnockoutGame, lang: str) -> Iterator[str]:
    """What comes next: the winner, or the next round's cards, chooser and dogs."""
    standing, voice = game.standing, game.voice
    if standing.over:
        if standing.winner is not None:
            yield sentence("U-winner", {"who": voice.name(standing.winner)}, lang)
        return
    if not standing.sure or not game.playable:
        yield sentence("U-next.unknown", {}, lang)
        return
    args: dict[str, object] = {"cards": standing.size, "chooser": chooser_text(game, standing, lang)}
    yield sentence("U-next", args, lang)
    if standing.dogs:
        names = [voice.name(seat) for seat in sorted(standing.dogs)]
        yield sentence("U-next.dogs", {"who": names}, lang)


def chooser_text(game: KnockoutGame, standing: Standing, lang: str) -> str:
    """Who chooses the coming trumps, or why nobody knows."""
    choice, voice = standing.choice, game.voice
    args: dict[str, object] = {
        "who": voice.name(choice.seat), "last": standing.last or "",
        "among": [voice.name(seat) for seat in choice.among],
    }
    key = f"nobody.{game.game.first_trump}" if choice.how == "nobody" else choice.how
    return sentence(f"U-choice.{key}", args, lang)


def match_of(games: Sequence[KnockoutGame]) -> list[Json]:
    """Each player of several games, by name: how many games, how many won, how often in each place; best first."""
    players: dict[str, dict[int, int]] = {}
    for game in games:
        for name in game.voice.names:
            players.setdefault(name, {}).setdefault(0, 0)
            players[name][0] += 1
        for place in game.finish() if game.standing.winner is not None else ():
            for seat in place.seats:
                counts = players[game.voice.names[seat]]
                counts[place.place] = counts.get(place.place, 0) + 1
    most = max((place for counts in players.values() for place in counts), default=0)
    order = sorted(players, key=lambda name: ([-players[name].get(place, 0) for place in range(1, most + 1)], name))
    return [
        {
            "name": name, "games": players[name][0], "wins": players[name].get(1, 0),
            "places": {str(place): players[name].get(place, 0) for place in range(1, most + 1)},
        }
        for name in order
    ]


def match_text(games: Sequence[KnockoutGame], lang: str) -> str:
    """The table of a match."""
    from tabulate import tabulate

    rows = []
    places: list[str] = []
    for player in match_of(games):
        counts = player["places"]
        assert isinstance(counts, dict)
        places = list(counts)
        rows.append([str(player["name"]), str(player["games"]), str(player["wins"]), *map(str, counts.values())])
    heads = [sentence(f"U-match.{name}", {}, lang) for name in ("player", "games", "wins")]
    heads += [f"{place}." for place in places]
    align = ["left", *["right"] * (len(heads) - 1)]
    table = tabulate(rows, heads, tablefmt="simple", disable_numparse=True, colalign=align)
    open_ = sum(game.standing.winner is None for game in games)
    last = ["", sentence("U-match.open", {"count": open_}, lang)] if open_ else []
    return "\n".join([sentence("U-match", {"count": len(games)}, lang), table, *last])
