"""A knock-out game for machines, what comes next in words, and what a match of several games comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whistcli.knockout.case import Round
from whistcli.knockout.game import KnockoutGame
from whistcli.knockout.standing import Standing, expected_leader
from whistcli.say import sentence

Json = dict[str, object]


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
