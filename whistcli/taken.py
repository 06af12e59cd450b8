"""What was written of a deal's result: tricks or "made", read against the contract.

Tricks are never derived from one another: what is not written is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.auction.voice import Voice
from whistcli.diag import NOWHERE, Finding
from whistcli.model import Game
from whistcli.record import Entry, Result, Tricks
from whistcli.speech import SaidRange

Report = Callable[[int, Finding], None]


class Taken(NamedTuple):
    """The result of a contract by declarer, in the order of `Contract.declarers`; one entry for a side together.

    `tricks` holds a number or `None` where none was written, `made` whether it was made.
    """

    tricks: tuple[int | None, ...]
    made: tuple[bool, ...]


def read_result(
    game: Game, contract: Contract, entries: Sequence[Entry], voice: Voice, report: Report
) -> Taken | None:
    """What the entries say of the result, or `None` where they leave it open; faults go to `report`."""
    tricks: tuple[int, ...] | None = None
    made: tuple[bool, ...] | None = None
    players = contract.declarers if game.each_alone else contract.declarers[:1]
    at = 0
    for index, entry in enumerate(entries):
        statement = entry.statement
        if isinstance(statement, Tricks):
            at = index
            tricks = _tricks(game, contract, players, statement, voice, index, report)
        elif isinstance(statement, Result):
            made = _made(contract, players, statement, voice, index, report)
    if contract.needs is None:
        return None
    low, high = contract.needs
    if tricks is None:
        return None if made is None else Taken((None,) * len(made), made)
    by_tricks = tuple(low <= count <= high for count in tricks)
    if made is not None and made != by_tricks:
        args: dict[str, object] = {"tricks": tuple(tricks), "range": SaidRange(low, high)}
        report(at, Finding("S-result", NOWHERE, "error", "S-result.differs", args))
    return Taken(tricks, by_tricks)


def _tricks(
    game: Game,
    contract: Contract,
    players: tuple[int, ...],
    line: Tricks,
    voice: Voice,
    index: int,
    report: Report,
) -> tuple[int, ...] | None:
    """The tricks of each player, or of the side; `None` for "not recorded" and for what cannot stand."""
    if line.total is not None:
        if len(players) > 1:
            args: dict[str, object] = {"players": tuple(voice.name(seat) for seat in players)}
            report(index, Finding("S-tricks", NOWHERE, "error", "S-tricks.each", args))
            return None
        counts: tuple[int, ...] = (line.total,)
    elif line.by_seat:
        named = {voice.seat(key): count for key, count in line.by_seat}
        if set(named) != set(players) and not (len(players) == 1 and set(named) <= set(contract.declarers)):
            args = {"players": tuple(voice.name(seat) for seat in players)}
            report(index, Finding("S-tricks", NOWHERE, "error", "S-tricks.who", args))
            return None
        if len(named) > len(players) or (len(contract.declarers) > 1 and not game.each_alone):
            report(index, Finding("S-tricks", NOWHERE, "error", "S-tricks.side", {}))
            return None
        counts = tuple(named[seat] for seat in players)
    else:
        return None
    if max(counts) > game.tricks or sum(counts) > game.tricks:
        args = {"count": sum(counts), "most": game.tricks}
        report(index, Finding("S-tricks", NOWHERE, "error", "S-tricks.many", args))
        return None
    return counts


def _made(
    contract: Contract, players: tuple[int, ...], line: Result, voice: Voice, index: int, report: Report
) -> tuple[bool, ...] | None:
    if line.all is not None:
        return (line.all,) * len(players)
    named = {voice.seat(key): made for key, made in line.by_seat}
    if set(named) == set(players):
        return tuple(named[seat] for seat in players)
    if len(players) == 1 and set(named) <= set(contract.declarers) and len(set(named.values())) == 1:
        return (next(iter(named.values())),)
    args: dict[str, object] = {"players": tuple(voice.name(seat) for seat in players)}
    report(index, Finding("S-result", NOWHERE, "error", "S-result.who", args))
    return None
