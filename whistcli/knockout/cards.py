"""The logged cards of a round: who plays to which trick, where some are out and some hold a single card.

A dog's card falls in a trick of his choice. A trick with one card more than there are full hands holds it; which
dog's it is, where there are several, only their logged cards tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from whistcli.auction.cardlog import CardLog, Report, read_cards
from whistcli.auction.voice import Voice
from whistcli.cards import clockwise
from whistcli.play import Hand, Played, Trick, play_over
from whistcli.record import Entry


class Table(NamedTuple):
    """Who sits at a round: with a full hand of `size` cards, or as a dog; and who should lead it, if known."""

    full: frozenset[int]
    dogs: frozenset[int]
    size: int
    leader: int | None
    trumps: str | None


class Play(NamedTuple):
    """What the logged play came to; `unclear` is a trick of which nobody can tell whose the dog's card is.

    `kept` are the dogs who have not played their card though all the others have played theirs.
    """

    log: CardLog
    tricks: tuple[Trick, ...]
    played: Played | None
    unclear: Trick | None = None
    kept: tuple[int, ...] = ()


def play(table: Table, entries: Sequence[Entry], voice: Voice, report: Report) -> Play:
    """The cards of a round, played over; faults of hands go to `report`."""
    sizes = [1 if seat in table.dogs else table.size for seat in range(len(voice.seats))]
    log = read_cards(sizes, entries, voice, report)
    tricks: list[Trick] = []
    waiting = table.dogs
    unclear: Trick | None = None
    for trick in log.tricks:
        by = _by(trick, table.full, waiting, log.logged)
        if by is None:
            unclear = trick
            break
        tricks.append(trick._replace(by=by))
        waiting = waiting - frozenset(by)
    if not tricks:
        return Play(log, (), None, unclear)
    hands = [log.logged[seat] if seat in table.full | table.dogs else None for seat in range(len(voice.seats))]
    none = (None,) * len(hands)
    played = play_over(tricks, hands, none, table.leader, table.trumps, table.size, leads=table.full)
    kept: tuple[int, ...] = ()
    if played.complete and waiting:
        kept, played.complete = tuple(sorted(waiting)), False
    return Play(log, tuple(tricks), played, unclear, kept)


def _around(leader: int, seats: frozenset[int]) -> tuple[int, ...]:
    """Some seats clockwise, the leader first, also where he should not be among them."""
    everybody = clockwise(leader, max(seats | {leader}) + 1)
    return tuple(seat for seat in everybody if seat in seats or seat == leader)


def _by(
    trick: Trick, full: frozenset[int], waiting: frozenset[int], hands: Sequence[Hand | None]
) -> tuple[int, ...] | None:
    """Who played the cards of a trick; `None` where several answers are possible."""
    more = len(trick.cards) - len(full)
    if more <= 0 or not waiting:
        return _around(trick.leader, full)
    if more >= len(waiting):
        return _around(trick.leader, full | waiting)
    answers = []
    for some in combinations(sorted(waiting), more):
        by = _around(trick.leader, full | frozenset(some))
        if all(_may(hands[seat], card) for seat, card in zip(by, trick.cards, strict=False) if seat in some):
            answers.append(by)
    return answers[0] if len(answers) == 1 else None


def _may(hand: Hand | None, card: object) -> bool:
    """Whether a card may be from a hand, as far as that is known."""
    return hand is None or card in hand
