"""Makes evenings of any length: legal deals under the ruleset `amis`, the same ones for the same seed.

The mix is that of a club's table: some six calls a deal, two pairs that outbid each other in four of ten, every tenth deal
with a remark of its own. The marker writes most words one way and some another.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from random import Random

SEED = 2026
HEADER = """\
# Generated: an evening that never ends
rules: amis
lang: fr
date: {date}
players: {players}
"""
PLAYERS = ("Nord", "Est", "Sud", "Ouest")
FIRST = ("Adèle", "Bruno", "Colette", "Désiré", "Étienne", "Fabienne", "Guy", "Huguette")
LAST = ("Abras", "Bodart", "Collignon", "Dury", "Evrard", "Fontaine", "Grégoire", "Henrotte", "Istasse", "Jadot", "Kinet",
        "Lecomte", "Mathot", "Nihoul", "Orban", "Pirlot", "Quinet", "Remacle", "Servais", "Thonon", "Urbain", "Voz",
        "Wathelet", "Xhonneux", "Ylieff", "Zicot", "Baudoux", "Crahay", "Dumont", "Franck", "Goffin", "Hubaux")
MEMBERS = tuple(f"{FIRST[at % len(FIRST)]} {last}" for at, last in enumerate(LAST))
SUITS = (("cœur", "♥"), ("carreau", "♦"), ("trèfle", "♣"), ("pique", "♠"))  # highest first, as in the ruleset
PASS = ("passe",) * 12 + ("Passe", "pas")
REMARKS = ("Nord hésite", "Sud conteste", "carte tombée", "changement de jeu", "boissons", "Est regarde sa montre")


class Table:
    """One table: whose deal it is, and how many solo games each player has lost, which the arbiter asks about."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.dealer = 4
        self.lost = dict.fromkeys((1, 2, 3, 4), 0)

    def deals(self, count: int) -> Iterator[str]:
        """The text of each deal."""
        shapes = (self.pair, self.raising, self.solo, self.nobody, self.misere, self.abundance, self.trull, self.sheet,
                  self.misdeal)
        weights = (24, 40, 12, 6, 5, 5, 3, 4, 1)
        for number in range(1, count + 1):
            shape = self.random.choices(shapes, weights)[0]
            lines, again = shape(self.seats())
            heading = f"donne {number}, donneur {self.dealer}"
            if self.random.random() < 0.1:
                lines.append(f"note: {self.random.choice(REMARKS)}, {number * 7919 % 100_003}")
            yield "\n".join([heading, *lines, "", ""])
            if not again:
                self.dealer = self.dealer % 4 + 1

    def seats(self) -> list[int]:
        """The seats in the order in which they speak."""
        return [(self.dealer + step) % 4 + 1 for step in range(4)]

    def word(self, suit: int) -> str:
        """A suit as the marker writes it."""
        return SUITS[suit][self.random.random() < 0.2]

    def passes(self, seat: int) -> str:
        return f"{seat}: {self.random.choice(PASS)}"

    def tricks(self, level: int) -> str:
        """The tricks of a side: about what it has called."""
        tricks = min(13, max(0, level + self.random.choice((-3, -2, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3))))
        return f"plis: {tricks}"

    def alone(self, seat: int, level: int) -> str:
        """The tricks of a solo game, remembered when lost."""
        line = self.tricks(level)
        self.lost[seat] += int(line.split()[-1]) < level
        return line

    def consent(self, seat: int) -> list[str]:
        """The arbiter's line under a third solo game."""
        return ["arbitre: accord"] if self.lost[seat] >= 2 else []

    # -- the shapes of a deal: its lines, and whether the same player deals again --------------------------------------

    def pair(self, seats: list[int]) -> tuple[list[str], bool]:
        """A proposal, accepted, and nobody else in it."""
        first = self.random.choice((0, 0, 0, 1, 1, 2))
        second = self.random.randrange(first + 1, 4)
        suit, level = self.random.randrange(4), self.random.choice((8, 8, 8, 8, 9, 9, 10))
        lines = [self.passes(seat) for seat in seats]
        lines[first] = f"{seats[first]}: propose {self.word(suit)}"
        how = self.random.choice(("emballe {0}", "emballe {0}", "emballe {1} {0}", "j'emballe à {0} plis"))
        lines[second] = f"{seats[second]}: " + how.format(level, self.word(suit))
        return [*lines, self.tricks(level)], False

    def raising(self, seats: list[int]) -> tuple[list[str], bool]:
        """Two pairs that outbid each other; the higher suit may equal, the lower must exceed."""
        high, low = sorted(self.random.sample(range(4), 2))
        level = 8
        lines = [f"{seats[0]}: propose {self.word(high)}", f"{seats[1]}: propose {self.word(low)}",
                 f"{seats[2]}: emballe {self.word(low)} {level}", f"{seats[3]}: emballe {self.word(high)} {level}"]
        speaker = 2
        while level < 10 and self.random.random() < 0.8:
            level += speaker == 2
            lines.append(f"{seats[speaker]}: {level} plis")
            speaker = 5 - speaker
        freed = {2: 1, 3: 0}[speaker]
        lines += [self.passes(seats[speaker]), self.passes(seats[freed])]
        return [*lines, self.tricks(level)], False

    def solo(self, seats: list[int]) -> tuple[list[str], bool]:
        """A proposal that nobody accepts; its player goes alone."""
        suit, level = self.random.randrange(4), self.random.choice((6, 6, 6, 7, 7, 8))
        lines = [f"{seats[0]}: propose {self.word(suit)}", *(self.passes(seat) for seat in seats[1:])]
        lines += [f"{seats[0]}: seul {level} {self.word(suit)}", *self.consent(seats[0])]
        return [*lines, self.alone(seats[0], level)], False

    def nobody(self, seats: list[int]) -> tuple[list[str], bool]:
        """Everybody passes."""
        return [self.passes(seat) for seat in seats], True

    def misere(self, seats: list[int]) -> tuple[list[str], bool]:
        """One or two small miseres."""
        players = sorted(self.random.sample(range(4), self.random.choice((1, 1, 2))))
        lines = []
        for place, seat in enumerate(seats):
            if place in players:
                lines += [f"{seat}: petite misère", *self.consent(seat)]
            else:
                lines.append(self.passes(seat))
        counts = {seats[place]: self.random.choice((0, 0, 0, 1, 2)) for place in players}
        for seat, count in counts.items():
            self.lost[seat] += count > 0
        if len(counts) == 1:
            return [*lines, f"plis: {next(iter(counts.values()))}"], False
        return [*lines, "plis: " + ", ".join(f"{seat} {count}" for seat, count in counts.items())], False

    def abundance(self, seats: list[int]) -> tuple[list[str], bool]:
        """An abundance 9 in the first round, after a proposal or two."""
        place = self.random.randrange(4)
        suits = self.random.sample(range(4), 4)
        lines, proposers = [], []
        for at, seat in enumerate(seats):
            if at == place:
                lines += [f"{seat}: abondance 9 {self.word(suits[at])}", *self.consent(seat)]
            elif at < place and self.random.random() < 0.5:
                lines.append(f"{seat}: propose {self.word(suits[at])}")
                proposers.append(seat)
            else:
                lines.append(self.passes(seat))
        lines += [self.passes(seat) for seat in proposers]
        return [*lines, self.alone(seats[place], 9)], False

    def trull(self, seats: list[int]) -> tuple[list[str], bool]:
        """Three aces, the others agree, the fourth ace makes itself known and leads."""
        caller = self.random.randrange(4)
        others = [seats[(caller + step) % 4] for step in (1, 2, 3)]
        partner, suit = self.random.choice(others), self.random.randrange(4)
        lines = [f"{seats[caller]}: trou", *(f"{seat}: d'accord" for seat in others)]
        lines.append(f"{partner}: bouche-trou {self.word(suit)}")
        return [*lines, f"entame: {partner} {SUITS[suit][1]}A", self.tricks(9)], False

    def sheet(self, seats: list[int]) -> tuple[list[str], bool]:
        """Only the contract, as a club's sheet holds it."""
        suit, level = self.random.randrange(4), self.random.choice((8, 9, 10))
        one, two = self.random.sample(seats, 2)
        return [f"contrat: emballage {level} {self.word(suit)} par {one} {two}", self.tricks(level)], False

    def misdeal(self, seats: list[int]) -> tuple[list[str], bool]:
        """Dealt again."""
        return ["maldonne"], True


def evening(deals: int, seed: int = SEED) -> Iterator[str]:
    """The text of a transcript of so many deals, in pieces."""
    yield header("2026-11-28", PLAYERS)
    yield from Table(seed).deals(deals)


def header(date: str, players: Sequence[str]) -> str:
    """What stands above the deals."""
    return HEADER.format(date=date, players=", ".join(f"{at} {name}" for at, name in enumerate(players, 1))) + "\n"


def season(evenings: int, tables: int, deals: int, seed: int = SEED) -> Iterator[tuple[str, str]]:
    """A season's transcripts by name: an evening a week, at which as many members as there are seats change tables."""
    random = Random(seed)
    for week in range(evenings):
        day = datetime.date(2025, 9, 5) + datetime.timedelta(weeks=week)
        members = random.sample(MEMBERS, 4 * tables)
        for table in range(tables):
            text = header(day.isoformat(), members[4 * table : 4 * table + 4])
            pieces = Table(seed + tables * week + table).deals(deals)
            yield f"{day}-{table + 1}.whist", text + "".join(pieces)
