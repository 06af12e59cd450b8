"""Reads the file of a contest: its players, rounds and seats, what places bring, where its transcripts are."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

from whistcli.club.places import EQUAL, REMAINDERS, Bonus
from whistcli.club.yamlfile import count, day_of, failed, opened, strings, ties, written
from whistcli.diag import NOWHERE, Span
from whistcli.model import Amount, Ruleset, Text
from whistcli.opening import Options
from whistcli.ruleset.load import Loaded, load_ruleset
from whistcli.ruleset.shape import Keys, amount
from whistcli.say import LANGUAGES
from whistcli.yamlnodes import MapNode, Node, Scalar, as_bool

MOST_ROUNDS = 100
MOST_DEALS = 1000
_NUMBER = re.compile("[1-9][0-9]{0,4}", re.ASCII)


class Player(NamedTuple):
    """A player of a contest; `absent` from these rounds, or from all of them (`None` among them)."""

    number: int
    name: str
    absent: frozenset[int | None] = frozenset()
    span: Span = NOWHERE

    def missing(self, round: int) -> bool:
        """Whether he is not there in a round."""
        return None in self.absent or round in self.absent

    @property
    def called(self) -> str:
        """Number and name, as messages have them."""
        return str(self.number) if self.name == str(self.number) else f"{self.number} ({self.name})"


class Seats(NamedTuple):
    """A table of a round: its name, and the numbers that sit there, clockwise."""

    table: str
    players: tuple[int, ...]
    span: Span = NOWHERE


class Round(NamedTuple):
    """A round with its seats; `out` sit it out, `seed` is what it was drawn from, `deals` its own number of deals."""

    number: int
    tables: tuple[Seats, ...]
    out: tuple[int, ...] = ()
    seed: int | None = None
    date: str | None = None
    deals: int | None = None
    span: Span = NOWHERE


class Fines(NamedTuple):
    """In what fines are reckoned, and whether they are taken from a player's points."""

    unit: str = "points"
    currency: str = ""
    deducted: bool = False


class Contest(NamedTuple):
    """A contest; `deals` is how many a round has at a table of so many (`None`: nobody says)."""

    path: str
    title: Text
    loaded: Loaded
    options: Options
    lang: str | None
    dates: tuple[str, ...]
    rounds: int
    own_deals: int | None
    players: Mapping[int, Player]
    seats: Mapping[int, Round]
    ties: str | None
    bonus: Bonus | None
    reseat: str
    fines: Fines
    folder: str
    rules_name: str
    span: Span = NOWHERE

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.loaded.rules

    def deals(self, round: int, players: int) -> int | None:
        """How many deals a table of so many players plays in a round: as the contest says, else as the rules do."""
        own = self.seats[round].deals if round in self.seats else None
        printed = self.rules.session.deals
        by_table = printed[0] if printed is not None else {}
        return own or self.own_deals or by_table.get(players) or by_table.get(0)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may sit at a table."""
        return tuple(sorted({self.rules.players, *self.rules.sits_out}))


def read_contest(path: str) -> Contest:
    """A contest with its ruleset. Raises Unusable."""
    keys = opened(path, "contest")
    found = _File(keys, path).contest()
    failed(keys, path)
    assert found is not None
    return found


class _File:
    """One file, taken apart."""

    def __init__(self, keys: Keys, path: str) -> None:
        self.keys, self.log, self.path = keys, keys.log, path

    def contest(self) -> Contest | None:
        """The contest, or `None` where the file has a fault."""
        keys, folder = self.keys, os.path.dirname(self.path)
        title = keys.languages("title", required=True)
        lang = written(keys, "lang", LANGUAGES)
        rules, settings = keys.text("rules", required=True), self._settings()
        dates = tuple(filter(None, (day_of(each, self.log) for each in keys.words("dates"))))
        rounds, deals = count(keys, "rounds", 1, MOST_ROUNDS), count(keys, "deals", 1, MOST_DEALS)
        players = self._players()
        seats = self._seats(players)
        reseat = keys.choice("reseat", ("draw", "standings"), "draw")
        order, bonus, where = ties(keys), self._bonus(), keys.text("transcripts") or "."
        money = keys.map("fines")
        fines = None if money is None else self._fines(money)
        keys.done()
        if self.log.failed or rules is None:
            return None
        loaded = load_ruleset(rules, folder, settings)
        if loaded.rules.knockout is not None:
            node = keys.node.get("rules")
            self.log.add("G-knockout", node.span if node is not None else keys.span, rules=loaded.rules.id)
            return None
        printed = loaded.rules.session.rounds
        most = printed[0] if printed is not None else {}
        planned = rounds or most.get(loaded.rules.players) or most.get(0) or max(seats, default=1)
        late = next((seats[number] for number in sorted(seats) if number > planned), None)
        if late is not None:
            self.log.add("R-value", late.span, "R-value.range", low=1, high=planned, found=late.number)
        given = self._given(loaded.rules, money, fines)
        return Contest(
            self.path, title, loaded, Options(None, settings), lang, dates, planned, deals, players, seats, order,
            bonus, reseat, given, os.path.normpath(os.path.join(folder, where)), rules, keys.span,
        )

    def _settings(self) -> tuple[tuple[str, str], ...]:
        inner = self.keys.map("set")
        if inner is None:
            return ()
        return tuple((key.text, value) for key, _ in inner.node.items if (value := inner.text(key.text)) is not None)

    # -- players -------------------------------------------------------------------------------------------------------

    def _players(self) -> dict[int, Player]:
        inner = self.keys.map("players", required=True)
        found: dict[int, Player] = {}
        names: dict[str, Span] = {}
        for key, node in inner.node.items if inner is not None else ():
            number = self._number(key)
            if number is None:
                continue
            absent: frozenset[int | None] = frozenset()
            name: Scalar | None = None
            if isinstance(node, Scalar):
                name = node
            elif isinstance(node, MapNode):
                own = Keys(node, f"players.{key.text}", self.log, key)
                name, absent = own.scalar("name", required=True), self._absent(own)
                own.done()
            else:
                self.log.add("R-shape", node.span, "R-shape.map", name=f"players.{key.text}")
            text = name.text if name is not None and not name.empty else key.text
            if name is not None and text in names:
                self.log.add("G-namesake", name.span, name=text, line=names[text].line)
            elif name is not None:
                names[text] = name.span
            found[number] = Player(number, text, absent, key.span)
        return found

    def _absent(self, own: Keys) -> frozenset[int | None]:
        """`absent: true`, or the rounds."""
        node = own.take("absent")
        if node is None:
            return frozenset()
        if isinstance(node, Scalar) and as_bool(node) is True:
            return frozenset({None})
        found = (self._number(each) for each in strings(node, own.place("absent"), self.log))
        return frozenset(number for number in found if number is not None)

    def _number(self, scalar: Scalar) -> int | None:
        if _NUMBER.fullmatch(scalar.text):
            return int(scalar.text)
        self.log.add("R-value", scalar.span, "R-value.int", found=scalar.text)
        return None

    # -- seats ---------------------------------------------------------------------------------------------------------

    def _seats(self, players: Mapping[int, Player]) -> dict[int, Round]:
        inner = self.keys.map("seats")
        found: dict[int, Round] = {}
        for key, node in inner.node.items if inner is not None else ():
            number = self._number(key)
            if not isinstance(node, MapNode):
                self.log.add("R-shape", node.span, "R-shape.map", name=f"seats.{key.text}")
            elif number is not None:
                own = Keys(node, f"seats.{key.text}", self.log, key)
                found[number] = self._round(number, own, players)
                own.done()
        return found

    def _round(self, number: int, own: Keys, players: Mapping[int, Player]) -> Round:
        tables = own.map("tables", required=True)
        found = []
        for key, node in tables.node.items if tables is not None else ():
            numbers = self._listed(node, f"{own.where}.tables.{key.text}", players)
            found.append(Seats(key.text, numbers, key.span))
        date = own.scalar("date")
        return Round(
            number, tuple(found), self._listed(own.take("out"), own.place("out"), players), own.integer("seed"),
            None if date is None else day_of(date, self.log), count(own, "deals", 1, MOST_DEALS), own.span,
        )

    def _listed(self, node: Node | None, where: str, players: Mapping[int, Player]) -> tuple[int, ...]:
        """Numbers of players; one that nobody has is a fault, one that stands twice is told with the totals."""
        numbers = []
        for scalar in strings(node, where, self.log):
            number = self._number(scalar)
            if number is not None and number not in players:
                self.log.add("G-number", scalar.span, number=number)
            elif number is not None:
                numbers.append(number)
        return tuple(numbers)

    # -- what places bring, fines --------------------------------------------------------------------------------------

    def _bonus(self) -> Bonus | None:
        own = self.keys.map("bonus")
        if own is None:
            return None
        values: list[Amount | None] = [amount(each, self.log) for each in own.words("places")]
        if not values:
            own.take("places", required=True)
        equal = written(own, "equal", EQUAL)
        step = own.amount("step")
        if step is not None and step <= 0:
            node = own.node.get("step")
            assert node is not None
            self.log.add("G-step", node.span)
            step = 1
        found = Bonus(
            tuple(value for value in values if value is not None), equal, 1 if step is None else step,
            own.choice("remainder", REMAINDERS, "refused"),
        )
        own.done()
        return found

    def _fines(self, own: Keys) -> Fines:
        found = Fines(
            own.choice("unit", ("points", "money"), "points"), own.text("currency") or "", own.flag("deducted")
        )
        own.done()
        return found

    def _given(self, rules: Ruleset, own: Keys | None, fines: Fines | None) -> Fines:
        """The unit of fines: the ruleset's where it has one, which the contest may not change."""
        money = rules.money
        if money is None:
            result = fines or Fines()
        else:
            result = Fines(money.fines, money.currency, fines.deducted if fines is not None else False)
            for name, value in (("unit", money.fines), ("currency", money.currency)):
                node = own.node.get(name) if own is not None else None
                if isinstance(node, Scalar) and node.text != value:
                    self.log.add("G-money", node.span, name=name, value=value, rules=rules.id)
        if result.deducted and result.unit == "money":
            node = own.node.get("deducted") if own is not None else None
            self.log.add("G-deducted", node.span if node is not None else self.keys.span)
        return result
