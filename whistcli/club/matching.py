"""Which transcript is which table of a contest, and who of its players is whom of the contest's."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli.club.contestfile import Contest, Seats
from whistcli.club.names import alike
from whistcli.club.result import FileResult, Sat
from whistcli.diag import NOWHERE, Finding, Span, Unusable
from whistcli.ruleset.load import locate
from whistcli.words import fold

Found = tuple[str, Finding]
"""A finding with the file that it is about."""


class Played(NamedTuple):
    """A table of a round with its transcript; `numbers` are the contest's players by seat (`None`: not one of them)."""

    round: int
    table: str
    file: FileResult
    numbers: tuple[int | None, ...]


def found(path: str, key: str, span: Span = NOWHERE, hint: str | None = None, **args: object) -> Found:
    """A warning about a file."""
    return path, Finding(key.partition(".")[0], span, "warning", key, args, hint=hint)


def matched(contest: Contest, results: Sequence[FileResult]) -> tuple[list[Played], list[Found]]:
    """The tables that were played, by round and table, and what is wrong with how the transcripts fit the contest."""
    tables: dict[tuple[int, str], Played] = {}
    findings: list[Found] = []
    for result in results:
        place, wrong = _place(contest, result)
        findings += wrong
        if place is None:
            continue
        if place in tables:
            findings.append(found(result.path, "G-copy.table", other=tables[place].file.path))
            continue
        if not _same_rules(contest, result):
            findings.append(found(result.path, "G-rules", written=result.written, rules=contest.rules.id))
        listed = _listed(contest, *place)
        numbers, who = _people(contest, result, listed)
        findings += who
        tables[place] = Played(*place, result, numbers)
        if listed is not None and None not in numbers and set(numbers) != set(listed.players):
            there, wanted = ([contest.players[number].called for number in sorted(part)]
                             for part in (set(filter(None, numbers)), set(listed.players)))
            findings.append(found(result.path, "G-seats", there=there, wanted=wanted, round=place[0], table=place[1]))
    order = sorted(tables.values(), key=lambda one: (one.round, table_order(one.table)))
    return order, findings


def table_order(name: str) -> tuple[int, str]:
    """Tables by number, then by name."""
    return (int(name), "") if name.isdecimal() else (10**9, name)


def _place(contest: Contest, result: FileResult) -> tuple[tuple[int, str] | None, list[Found]]:
    """The round and table that a transcript says it is."""
    written = result.round if result.round is not None else "1" if contest.rounds == 1 else None
    if written is None or result.table is None:
        what = "G-lost.round" if written is None else "G-lost.table"
        return None, [found(result.path, what)]
    if not written.isdecimal() or not 1 <= int(written) <= contest.rounds:
        return None, [found(result.path, "G-lost.number", round=written, rounds=contest.rounds)]
    number, table = int(written), result.table
    if number in contest.seats:
        names = [seats.table for seats in contest.seats[number].tables]
        same = next((name for name in names if _same_table(name, table)), None)
        if same is None:
            return None, [found(result.path, "G-lost.seats", round=number, table=table, tables=names)]
        table = same
    return (number, table), []


def _same_table(one: str, other: str) -> bool:
    if one.isdecimal() and other.isdecimal():
        return int(one) == int(other)
    return fold(one) == fold(other)


def _same_rules(contest: Contest, result: FileResult) -> bool:
    """Whether a transcript names the contest's ruleset, or none."""
    if result.written is None:
        return True
    try:
        path = locate(result.written.partition("@")[0], os.path.dirname(result.path))
        text = contest.rules_name.partition("@")[0]
        return os.path.realpath(path) == os.path.realpath(locate(text, os.path.dirname(contest.path)))
    except Unusable:
        return False


def _listed(contest: Contest, round: int, table: str) -> Seats | None:
    seats = contest.seats.get(round)
    return next((one for one in seats.tables if one.table == table), None) if seats is not None else None


def _people(contest: Contest, result: FileResult, listed: Seats | None) -> tuple[tuple[int | None, ...], list[Found]]:
    """Who sat there: by the numbers where these are the contest's, else by the names."""
    keys = [int(sat.key) if sat.key.isdecimal() else None for sat in result.players]
    if listed is not None:
        numbered = set(keys) == set(listed.players)
    else:
        numbered = all(key in contest.players and _fits(contest, key, sat)
                       for key, sat in zip(keys, result.players, strict=True) if key is not None) and None not in keys
    if numbered:
        wrong = [found(result.path, "G-who", sat.span, number=key, written=sat.name, name=contest.players[key].name)
                 for key, sat in zip(keys, result.players, strict=True)
                 if key is not None and not _fits(contest, key, sat)]
        return tuple(keys), wrong
    by_name = {player.name: number for number, player in contest.players.items()}
    numbers = tuple(by_name.get(sat.name) for sat in result.players)
    return numbers, [_unknown(contest, result, sat)
                     for sat, number in zip(result.players, numbers, strict=True) if number is None]


def _fits(contest: Contest, number: int, sat: Sat) -> bool:
    """Whether a name at a seat is that of the number, or left out."""
    return sat.name in (sat.key, contest.players[number].name)


def _unknown(contest: Contest, result: FileResult, sat: Sat) -> Found:
    """Somebody who is not among the players, and whom he may be."""
    near = list(_near(contest, sat.name))
    if near:
        return found(result.path, "G-stranger", sat.span, "G-stranger.near", name=sat.name, near=near)
    return found(result.path, "G-stranger", sat.span, "G-stranger.hint", name=sat.name)


def _near(contest: Contest, name: str) -> Iterator[str]:
    known = [player.name for player in contest.players.values()]
    for pair in alike([*known, name], known):
        yield pair.one
