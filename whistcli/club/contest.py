"""A contest worked out: each player's points, what his places brought, his fines, his place; and what misses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from whistcli.claims import total
from whistcli.club.contestfile import Contest, Player, Round, Seats
from whistcli.club.matching import Found, Played, found, matched, table_order
from whistcli.club.places import bonuses, places
from whistcli.club.result import FileResult, Rulesets, Ruling, Unused, read
from whistcli.club.yamlfile import transcripts
from whistcli.diag import NOWHERE, Finding, Unusable
from whistcli.model import Amount
from whistcli.reckon import FineCell
from whistcli.say import Reason


class Sitting(NamedTuple):
    """What a player has from one round: where he sat, his points, what his place brought (`None`: not known)."""

    table: str
    points: Amount
    bonus: Amount | None = 0


class Entrant(NamedTuple):
    """A player's contest; `place` is `None` where he has not played."""

    player: Player
    rounds: Mapping[int, Sitting]
    points: Amount
    bonus: Amount
    fines: FineCell
    total: Amount
    place: Amount | None = None


class TableSum(NamedTuple):
    """A table of a round: its sums, which must agree, and its deals out of those it should have played.

    `final` says that nothing is still to come at it.
    """

    played: Played
    sum: Amount
    wanted: int | None
    final: bool
    bonus: tuple[Amount | None, ...]


class Tally(NamedTuple):
    """A whole contest."""

    contest: Contest
    entrants: tuple[Entrant, ...]
    idle: tuple[Player, ...]
    tables: tuple[TableSum, ...]
    rulings: tuple[tuple[Played, Ruling], ...]
    unused: tuple[Unused, ...]
    findings: tuple[Found, ...]


def tally(contest: Contest) -> Tally:
    """Reads all transcripts of a contest and works it out. Raises Unusable where their folder cannot be read."""
    absent: list[Found] = []
    paths: list[str] = []
    try:
        paths = transcripts(contest.folder)
    except FileNotFoundError:  # nothing is played yet, or its name is a slip
        absent = [found(contest.path, "G-folder", folder=contest.folder)]
    except OSError as error:
        raise Unusable(contest.folder, (Finding("R-file", NOWHERE, args={"reason": Reason.of(error)}),)) from None
    rulesets = Rulesets(contest.options)
    results: list[FileResult] = []
    unused: list[Unused] = []
    for path in paths:
        one = read(path, rulesets, contest.loaded)
        if isinstance(one, Unused):
            unused.append(one)
        else:
            results.append(one)
    played, findings = matched(contest, results)
    tables = [_summed(contest, one) for one in played]
    for table in tables:
        findings += _of_table(contest, table)
    findings += _missing(contest, played, bool(absent))
    entrants, tied = _entrants(contest, tables)
    names = {entrant.player.number for entrant in entrants}
    idle = tuple(player for number, player in sorted(contest.players.items()) if number not in names)
    rulings = tuple((one, ruling) for one in played for ruling in one.file.rulings)
    return Tally(contest, tuple(entrants), idle, tuple(tables), rulings, tuple(unused), (*absent, *findings, *tied))


# -- tables ------------------------------------------------------------------------------------------------------------


def _summed(contest: Contest, played: Played) -> TableSum:
    file = played.file
    points = [sat.points for sat in file.players]
    wanted = contest.deals(played.round, len(points))
    final = not file.waiting and (wanted is None or file.done >= wanted or file.bell)
    bonus: list[Amount | None] = [0] * len(points)
    if contest.bonus is not None:
        bonus = bonuses(points, contest.bonus) if final else [None] * len(points)
    return TableSum(played, total(points), wanted, final, tuple(bonus))


def _of_table(contest: Contest, table: TableSum) -> Iterator[Found]:
    """What is wrong with, or lacks at, a table that was played."""
    played, file = table.played, table.played.file
    where: dict[str, Any] = {"round": played.round, "table": played.table}
    if file.waiting:
        yield found(file.path, "G-waiting", hint="G-waiting.hint", deals=file.waiting)
    elif file.faults:
        yield found(file.path, "G-faults", hint="G-waiting.hint", count=file.faults)
    count = file.done + len(file.waiting)
    if table.wanted is not None and count < table.wanted and not file.bell:
        yield found(file.path, "G-fewer", count=count, wanted=table.wanted, **where)
    if table.wanted is not None and count > table.wanted:
        yield found(file.path, "G-more", count=count, wanted=table.wanted, **where)
    if table.sum != file.balance or (contest.rules.zero_sum and table.sum):
        yield found(file.path, "G-balance", sum=table.sum, balance=file.balance, **where)
    if contest.bonus is not None and table.final and None in table.bonus:
        equal = [sat.name for sat, bonus in zip(file.players, table.bonus, strict=True) if bonus is None]
        undeclared = contest.bonus.equal is None
        yield found(contest.path, "G-bonus" if undeclared else "G-bonus.remainder", names=equal, **where)


# -- what misses -------------------------------------------------------------------------------------------------------


def _missing(contest: Contest, played: Sequence[Played], nothing: bool) -> Iterator[Found]:
    """Rounds without seats, tables without a transcript (unless there are none at all), who sits twice or nowhere."""
    for number in range(1, contest.rounds + 1):
        here = [one for one in played if one.round == number]
        seats = contest.seats.get(number)
        if seats is None and not here:
            yield found(contest.path, "G-round", round=number)
            continue
        if seats is None:
            tables = tuple(Seats(one.table, tuple(filter(None, one.numbers))) for one in here)
            seats = Round(number, tables)
        else:
            there = {one.table for one in here}
            for table in sorted(seats.tables, key=lambda one: table_order(one.table)):
                if table.table not in there and not nothing:
                    yield found(contest.path, "G-table", table.span, round=number, table=table.table)
                if len(table.players) not in contest.sizes:
                    yield found(contest.path, "G-size", table.span, count=len(table.players), sizes=contest.sizes,
                                round=number, table=table.table)
        yield from _seated(contest, seats)


def _seated(contest: Contest, seats: Round) -> Iterator[Found]:
    """Who sits in a round more than once, or nowhere, or though he is absent."""
    places: dict[int, list[str]] = {}
    for table in seats.tables:
        for number in table.players:
            places.setdefault(number, []).append(table.table)
    for number, player in sorted(contest.players.items()):
        tables = places.get(number, [])
        where: dict[str, Any] = {"who": player.called, "round": seats.number}
        span = seats.span if seats.span.line else player.span  # where only the transcripts say who sits where
        if len(tables) > 1:
            yield found(contest.path, "G-twice", span, tables=tables, **where)
        elif tables and number in seats.out:
            yield found(contest.path, "G-twice.out", span, table=tables[0], **where)
        elif tables and player.missing(seats.number):
            yield found(contest.path, "G-absent", span, table=tables[0], **where)
        elif not tables and number not in seats.out and not player.missing(seats.number):
            yield found(contest.path, "G-nowhere", span, **where)


# -- players -----------------------------------------------------------------------------------------------------------


def _entrants(contest: Contest, tables: Sequence[TableSum]) -> tuple[list[Entrant], list[Found]]:
    """Everybody who played, by place, and who is equal without a rule for it."""
    rounds: dict[int, dict[int, Sitting]] = {}
    fines: dict[int, FineCell] = {}
    for table in tables:
        played = table.played
        for number, sat, bonus in zip(played.numbers, played.file.players, table.bonus, strict=True):
            if number is None:
                continue
            own = rounds.setdefault(number, {})
            before = own.get(played.round)
            if before is not None:  # he sits twice, which is told; what he has there counts
                both = None if bonus is None or before.bonus is None else before.bonus + bonus
                own[played.round] = Sitting(f"{before.table}, {played.table}", before.points + sat.points, both)
            else:
                own[played.round] = Sitting(played.table, sat.points, bonus)
            old = fines.get(number, FineCell())
            fines[number] = FineCell(old.amount + sat.fines.amount, old.unknown or sat.fines.unknown)
    entrants = []
    for number, sittings in sorted(rounds.items()):
        points = total([sitting.points for sitting in sittings.values()])
        bonus = total([sitting.bonus or 0 for sitting in sittings.values()])
        owed = fines[number].amount if contest.fines.deducted else 0
        entrants.append(
            Entrant(contest.players[number], sittings, points, bonus, fines[number], points + bonus - owed)
        )
    order = places([entrant.total for entrant in entrants], contest.ties or "shared")
    entrants = [entrant._replace(place=place) for entrant, place in zip(entrants, order, strict=True)]
    entrants.sort(key=lambda entrant: (entrant.place, entrant.player.number))
    equal = [each.player.called for each in entrants if sum(other.total == each.total for other in entrants) > 1]
    findings = [found(contest.path, "G-ties", names=equal)] if equal and contest.ties is None else []
    if contest.fines.deducted and any(entrant.fines.unknown for entrant in entrants):
        due = [entrant.player.called for entrant in entrants if entrant.fines.unknown]
        findings.append(found(contest.path, "G-due", names=due))
    return entrants, findings
