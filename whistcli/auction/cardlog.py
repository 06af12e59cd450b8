"""Reads the cards of a deal: whole hands, and the first card played.

A hand counts only whole: of part of a hand nothing can be said to be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from whistcli.auction.facts import Hand
from whistcli.auction.outcome import Lead
from whistcli.auction.voice import Voice
from whistcli.cards import Card
from whistcli.diag import Finding, Severity, Span
from whistcli.record import Block, CardLine, Entry, SeatCards

Report = Callable[[int, Finding, int, int], None]
_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class CardLog:
    """The hands by seat (`None`: not logged, or not whole), the lead, and the entry that says it."""

    hands: tuple[Hand | None, ...]
    lead: Lead | None = None
    lead_entry: int | None = None


def read_cards(size: int, entries: Sequence[Entry], voice: Voice, report: Report) -> CardLog:
    """The cards that a deal's entries log; `size` cards are a whole hand. Faults go to `report`."""
    hands: list[Hand | None] = [None] * len(voice.seats)
    seen: dict[Card, str] = {}
    lead: Lead | None = None
    lead_entry: int | None = None
    block = ""
    for index, entry in enumerate(entries):
        statement = entry.statement
        if isinstance(statement, Block):
            block = statement.name
        elif isinstance(statement, CardLine):
            seat = voice.seat(statement.seat)
            if seat is None:
                continue
            if block == "play":
                if lead is None and statement.cards:
                    lead, lead_entry = Lead(seat, statement.cards[0]), index
            elif hands[seat] is not None:
                args: dict[str, object] = {"who": voice.name(seat)}
                found = Finding("P-hand", _NOWHERE, "error", "P-hand.twice", args, seat=statement.seat)
                report(index, found, statement.column, statement.width)
            else:
                hands[seat] = _hand(size, index, statement, seat, seen, voice, report)
        elif isinstance(statement, SeatCards) and statement.name == "lead" and statement.by_seat:
            key, card = statement.by_seat[0]
            seat = voice.seat(key)
            if seat is not None:
                lead, lead_entry = Lead(seat, card), index
    return CardLog(tuple(hands), lead, lead_entry)


def _hand(
    size: int, index: int, line: CardLine, seat: int, seen: dict[Card, str], voice: Voice, report: Report
) -> Hand | None:
    """One hand; cards that stand twice, and hands that are not whole, are reported."""
    sound = True
    for card, column in zip(line.cards, line.columns, strict=True):
        if card in seen:
            args: dict[str, object] = {"card": card, "who": voice.name(seat), "other": seen[card]}
            report(index, Finding("P-duplicate", _NOWHERE, "error", "", args, seat=line.seat), column, 1)
            sound = False
        seen[card] = voice.name(seat)
    if sound and len(line.cards) != size:
        args = {"who": voice.name(seat), "count": len(line.cards), "size": size}
        severity: Severity = "warning" if len(line.cards) < size else "error"
        report(index, Finding("P-hand", _NOWHERE, severity, "P-hand", args, seat=line.seat), line.column, line.width)
        sound = False
    return frozenset(line.cards) if sound else None
