"""The points of every result that a ruleset knows, as data: one cell a game, level and number of tricks.

Made-up contracts with made-up results are settled as those of an evening are; no figure is worked out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.auction.recorded import recorded_contract
from whistcli.auction.voice import Voice
from whistcli.cards import NOTRUMP
from whistcli.claims import total
from whistcli.diag import Finding
from whistcli.model import Amount, Game, Ruleset, Text
from whistcli.record import Call, ContractLine
from whistcli.settle import Counter
from whistcli.taken import Taken


class Cell(NamedTuple):
    """One result and what it is worth.

    `suits` are the trumps for which this holds, empty where it holds for all; `direct` is `None` where it makes no
    difference. `made` has one entry for a side together, one for each declarer where each plays for himself. `tricks`
    is `None` where several play each for himself: there only who made it is given.

    `points` are by seat, the declarers' first, or `None`; `why` then says why there are none: "silent" (`because` is
    the reason, where the ruleset gives one), "hole" (`hole` is the place that lacks a value), "open" (the tricks would
    decide), "pot" (what the pot holds would), "conflict" (of exceptions, whose names `hole` has) or "remainder" (of a
    share that nobody gets: so much as `hole` says). `assumed` names the rules whose values are assumed; `from_pot` is
    what each seat takes out of the pot, which is not among its points. Nothing is doubled or multiplied, the pot empty.
    """

    game: str
    level: int
    suits: tuple[str, ...]
    direct: bool | None
    declarers: int
    made: tuple[bool, ...]
    tricks: int | None
    points: tuple[Amount, ...] | None
    why: str = ""
    because: Text = {}
    hole: str = ""
    assumed: tuple[str, ...] = ()
    from_pot: tuple[Amount, ...] = ()

    @property
    def made_count(self) -> int:
        """How many of those who play each for himself made it; 0 or 1 of a side together."""
        return sum(self.made)

    def role(self, name: str) -> tuple[Amount, ...]:
        """The points of a role, equal ones once: "made" and "lost" are the declarers who did, "opponent" the others."""
        points, count = self.points or (), self.declarers
        if name == "opponent":
            return tuple(dict.fromkeys(points[count:]))
        made = self.made if len(self.made) == count else self.made * count
        return tuple(dict.fromkeys(
            value for value, done in zip(points, made, strict=False) if done is (name == "made")
        ))

    @property
    def declarer(self) -> tuple[Amount, ...]:
        """The points of the declarers, equal ones once, of those who made it first."""
        return tuple(dict.fromkeys((*self.role("made"), *self.role("lost"))))

    @property
    def opponent(self) -> tuple[Amount, ...]:
        """The points of the opponents, equal ones once; empty where everybody is a declarer."""
        return self.role("opponent")

    @property
    def balance(self) -> Amount | None:
        """The sum of the deal."""
        return None if self.points is None else total(self.points)

    @property
    def worth(self) -> tuple[object, ...]:
        """All that the ruleset says of this result, without the result itself: equal worths can be folded."""
        return (self.points, self.why, dict(self.because), self.hole, self.assumed, self.from_pot)


BESIDE = frozenset({"doubles", "multiplier", "pot"})
"""Facts that points may depend on and that no cell varies."""


def read_beside(rules: Ruleset, kind: str) -> tuple[str, ...]:
    """What else the points of a game depend on, besides the result: the grid shows them without it."""
    score = rules.scores.get(kind)
    reads = frozenset().union(*(value.reads for value in score.values)) if score is not None else frozenset()
    return tuple(sorted(reads & BESIDE))


class Row(NamedTuple):
    """Neighbouring cells of equal worth. `whole` says that these are all that were made, or lost (or all there are)."""

    cells: tuple[Cell, ...]
    whole: bool = False

    @property
    def cell(self) -> Cell:
        """The first of the cells."""
        return self.cells[0]

    @property
    def tricks(self) -> tuple[int, int] | None:
        """The least and the most tricks, where the cells are by tricks; of a whole row there may be gaps between."""
        first, last = self.cells[0].tricks, self.cells[-1].tricks
        return None if first is None or last is None else (first, last)


def cells(rules: Ruleset, games: Iterable[str] | None = None) -> Iterator[Cell]:
    """Every result of every game (or of some), in the order of the ruleset: by level, by declarers, by tricks.

    A ruleset without scores, and a game without a score, still gives its cells: silent ones.
    """
    counter = Counter(rules)
    for kind in rules.games if games is None else games:
        game = rules.games[kind]
        for level in game.levels:
            for count in range(1, rules.players + 1):
                yield from _of(counter, game, level, count)


def trumps(rules: Ruleset, game: Game) -> tuple[str, ...]:
    """The trumps that a game may have, notrump last."""
    if game.suit == NOTRUMP:
        return (NOTRUMP,)
    return (*rules.suits, NOTRUMP) if game.suit == "named_or_notrump" else rules.suits


def rows(found: Iterable[Cell]) -> Iterator[Row]:
    """The cells with equal neighbours drawn together; the cells of a game and level stand together already."""
    for _, group in groupby(found, lambda c: (c.game, c.level, c.suits, c.direct, c.declarers)):
        listed = list(group)
        by_tricks = listed[0].tricks is not None
        made, lost = ([cell for cell in listed if any(cell.made) is done] for done in (True, False))
        if not by_tricks and listed[0].points is None and _equal(listed):
            yield Row(tuple(listed), True)
            continue
        if by_tricks and _equal(made) and _equal(lost):
            yield from (Row(tuple(same), True) for same in (made, lost) if same)
            continue
        folded: list[list[Cell]] = []
        for cell in listed:
            if by_tricks and folded and (cell.worth, cell.made) == (folded[-1][0].worth, folded[-1][0].made):
                folded[-1].append(cell)
            else:
                folded.append([cell])
        yield from (Row(tuple(same)) for same in folded)


def _equal(listed: list[Cell]) -> bool:
    return all(cell.worth == listed[0].worth for cell in listed)


def _of(counter: Counter, game: Game, level: int, count: int) -> Iterator[Cell]:
    """The cells of one game at one level with so many declarers; equal ones for several suits, or said direct, once."""
    rules = counter.rules
    found: dict[str, dict[bool | None, list[Cell]]] = {}
    for suit in trumps(rules, game):
        by_direct: dict[bool | None, list[Cell]] = {}
        for direct in (False, True):
            contract = _contract(rules, game, level, suit, count, direct)
            if contract is None:
                return
            if contract.direct is direct or not direct:
                by_direct[contract.direct] = list(_settled(counter, game, level, contract))
        found[suit] = _told_apart(by_direct)
    groups: list[list[str]] = []
    for suit, by_direct in found.items():
        same = next((group for group in groups if found[group[0]] == by_direct), None)
        if same is None:
            groups.append([suit])
        else:
            same.append(suit)
    for group in groups:
        suits = tuple(group) if len(groups) > 1 else ()
        for said, listed in found[group[0]].items():
            yield from (cell._replace(suits=suits, direct=said) for cell in listed)


def _told_apart(by_direct: dict[bool | None, list[Cell]]) -> dict[bool | None, list[Cell]]:
    """The cells by direct or not where that makes a difference, and the others once."""
    if len(by_direct) < 2:
        return {None: next(iter(by_direct.values()))}
    pairs = list(zip(by_direct[False], by_direct[True], strict=True))
    parted = {
        None: [said for said, same in pairs if said == same],
        False: [said for said, other in pairs if said != other],
        True: [other for said, other in pairs if said != other],
    }
    return {said: listed for said, listed in parted.items() if listed}


def _contract(rules: Ruleset, game: Game, level: int, suit: str, count: int, direct: bool) -> Contract | None:
    """The contract as a marker would write it, or `None` where the game is not for so many players."""
    seats = tuple(str(seat + 1) for seat in range(rules.players))
    line = ContractLine(1, 1, Call(game.kind, suit, level), seats[:count], direct)
    contract = recorded_contract(rules, line, Voice(rules, seats, seats), 0)
    return None if isinstance(contract, Finding) or contract.partner_unknown else contract


def _settled(counter: Counter, game: Game, level: int, contract: Contract) -> Iterator[Cell]:
    """The cells of one contract: by tricks, or by how many made it."""
    count = len(contract.declarers)
    assert contract.needs is not None
    if game.each_alone and count > 1:
        for made_count in range(count, -1, -1):
            made = tuple(place < made_count for place in range(count))
            yield _cell(counter, game, level, contract, Taken((None,) * count, made))
        return
    low, high = contract.needs
    for tricks in range(game.tricks + 1):
        yield _cell(counter, game, level, contract, Taken((tricks,), (low <= tricks <= high,)))


def _cell(counter: Counter, game: Game, level: int, contract: Contract, taken: Taken) -> Cell:
    settled = counter.settle(contract, taken)
    tricks = taken.tricks[0] if len(taken.tricks) == 1 else None
    cell = Cell(game.kind, level, (), None, len(contract.declarers), taken.made, tricks, settled.points)
    if settled.points is not None:
        return cell._replace(assumed=settled.assumed, from_pot=settled.from_pot)
    if settled.hole is not None:
        return cell._replace(why="hole", hole=settled.hole)
    if settled.conflict:
        return cell._replace(why="conflict", hole=", ".join(settled.conflict))
    if settled.remainder is not None:
        return cell._replace(why="remainder", hole=str(settled.remainder))
    if settled.open or settled.pot:
        return cell._replace(why="open" if settled.open else "pot")
    return cell._replace(why="silent", because=settled.silent or {})
