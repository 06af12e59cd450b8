"""Reads the cards of a deal: whole hands, discards, tricks, the first card played, a hand laid down.

A hand counts only whole: of part of a hand nothing can be said to be missing. Hands that are not logged are worked
back from a play that shows them whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from whistcli.auction.facts import Hand
from whistcli.auction.outcome import Lead
from whistcli.auction.voice import Voice
from whistcli.cards import DECK, Card
from whistcli.diag import NOWHERE, Finding, Severity
from whistcli.play import Trick, worked_back
from whistcli.record import Block, CardLine, Entry, SeatCards

Report = Callable[[int, Finding, int, int], None]


class CardLog(NamedTuple):
    """The cards of a deal.

    `hands` by seat (`None`: not logged, or not whole), those worked back from the play included; `logged` those that
    were written; the lead and the entry that says it; the tricks; `discards` by seat and the entry that says them;
    `discards_late` where they were written after the first trick.
    """

    hands: tuple[Hand | None, ...]
    logged: tuple[Hand | None, ...]
    lead: Lead | None = None
    lead_entry: int | None = None
    tricks: tuple[Trick, ...] = ()
    discards: tuple[Card | None, ...] = ()
    discards_entry: int | None = None
    discards_late: bool = False


class _Reading:
    """What was read so far of one deal's cards."""

    def __init__(self, sizes: Sequence[int], voice: Voice, report: Report) -> None:
        self.sizes, self.voice, self.report = sizes, voice, report
        self.hands: list[Hand | None] = [None] * len(voice.seats)
        self.discards: list[Card | None] = [None] * len(voice.seats)
        self.seen: dict[Card, str] = {}
        self.written: set[int] = set()
        self.tricks: list[Trick] = []

    def hand(self, index: int, line: CardLine, seat: int) -> None:
        """One line of `hands:`; cards that stand twice, and hands that are not whole, are reported."""
        who = self.voice.name(seat)
        if seat in self.written:
            args: dict[str, object] = {"who": who}
            found = Finding("P-hand", NOWHERE, "error", "P-hand.twice", args, seat=line.seat)
            self.report(index, found, line.column, line.width)
            return
        self.written.add(seat)
        sound = True
        for card, column, width in zip(line.cards, line.columns, line.widths, strict=True):
            if card in self.seen:
                args = {"card": card, "who": who, "other": self.seen[card]}
                self.report(index, Finding("P-duplicate", NOWHERE, "error", "", args, seat=line.seat), column, width)
                sound = False
            self.seen[card] = who
        size = self.sizes[seat]
        if sound and len(line.cards) != size:
            args = {"who": who, "count": len(line.cards), "size": size}
            severity: Severity = "warning" if len(line.cards) < size else "error"
            found = Finding("P-hand", NOWHERE, severity, "P-hand", args, seat=line.seat)
            self.report(index, found, line.column, line.width)
            sound = False
        self.hands[seat] = frozenset(line.cards) if sound else None


def read_cards(size: int | Sequence[int], entries: Sequence[Entry], voice: Voice, report: Report) -> CardLog:
    """The cards that a deal's entries log; `size` cards are a whole hand. Faults of hands go to `report`.

    Where hands are not alike, `size` is given by seat, and none is worked out from the others or from the play.
    """
    reading = _Reading((size,) * len(voice.seats) if isinstance(size, int) else size, voice, report)
    lead: Lead | None = None
    lead_entry: int | None = None
    discards_entry: int | None = None
    late = False
    block = ""
    for index, entry in enumerate(entries):
        statement = entry[2]
        if isinstance(statement, Block):
            block = statement.name
        elif isinstance(statement, CardLine):
            seat = voice.seat(statement.seat)
            if seat is None or not statement.cards:
                continue
            if block == "play":
                if not reading.tricks and lead is None:
                    lead, lead_entry = Lead(seat, statement.cards[0]), index
                reading.tricks.append(Trick(index, seat, statement.cards, statement.columns, statement.widths))
            else:
                reading.hand(index, statement, seat)
        elif isinstance(statement, SeatCards) and statement.name == "lead" and statement.by_seat:
            key, card = statement.by_seat[0]
            seat = voice.seat(key)
            if seat is not None:
                lead, lead_entry = Lead(seat, card), index
        elif isinstance(statement, SeatCards) and statement.name == "discards":
            discards_entry, late = index, bool(reading.tricks)
            for key, card in statement.by_seat:
                seat = voice.seat(key)
                if seat is not None:
                    reading.discards[seat] = card
    logged = tuple(reading.hands)
    hands = logged
    if isinstance(size, int):
        hands = worked_back(reading.tricks, logged, reading.discards, size) if reading.tricks else logged
        hands = _last_hand(hands, size)
    return CardLog(
        hands, logged, lead, lead_entry, tuple(reading.tricks), tuple(reading.discards), discards_entry, late
    )


def _last_hand(hands: tuple[Hand | None, ...], size: int) -> tuple[Hand | None, ...]:
    """The hands, the last one filled in where all others are whole and leave it just its cards."""
    missing = [seat for seat, hand in enumerate(hands) if hand is None]
    if len(missing) != 1:
        return hands
    held = frozenset(card for hand in hands if hand is not None for card in hand)
    rest = frozenset(DECK) - held
    return tuple(rest if hand is None else hand for hand in hands) if len(rest) == size else hands
