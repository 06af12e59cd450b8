"""What one round's lines say, seat by seat, each with the place of the very word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli.auction.voice import Voice
from whistcli.cards import Card
from whistcli.diag import Span
from whistcli.record import (
    Block,
    CardLine,
    Charge,
    DealRecord,
    Entry,
    Fact,
    Mark,
    Remark,
    SeatCards,
    Tricks,
    Unread,
)

_WORD = re.compile(r"\w+(?:['.-]\w+)*")


class Said(NamedTuple):
    """Something said of a seat: what, where the seat stands and where the rest does."""

    seat: int
    value: str
    span: Span
    rest: Span


class Written:
    """The lines of one round that a knock-out game knows.

    `tricks` by seat as listed (`None`: no such line), `total` says that a number without seats was written; `faulty`
    are lines that could not be read, `idle` the first line that says nothing here; `entries` those that tell of cards.
    """

    def __init__(self) -> None:
        self.tricks: dict[int, Said] | None = None
        self.tricks_entry: Entry | None = None
        self.total = False
        self.dogs: list[Said] = []
        self.cut: Said | None = None
        self.lead: Said | None = None
        self.lead_card: Card | None = None
        self.trump: Entry | None = None
        self.revokes: list[Said] = []
        self.again = ""
        self.faulty: set[str] = set()
        self.idle: Entry | None = None
        self.entries: list[Entry] = []


def pairs(entry: Entry) -> Iterator[tuple[Span, Span]]:
    """The places of the seat and of what follows it, for each part of `KEYWORD: SEAT VALUE, SEAT VALUE`."""
    start = entry.statement.column - 1
    text = entry.text[start : start + entry.statement.width]
    colon = text.find(":") + 1
    for part in re.finditer(r"[^,]+", text[colon:]):
        words = list(_WORD.finditer(text, colon + part.start(), colon + part.end()))
        if words:
            places = [entry.part(start + word.start() + 1, len(word[0])) for word in words[:2]]
            yield places[0], places[-1]


def read(record: DealRecord, voice: Voice) -> Written:
    """The lines of a round, sorted."""
    found = Written()
    for entry in record.entries:
        line = entry.statement
        if isinstance(line, Unread):
            found.faulty.add(line.name)
        elif isinstance(line, Tricks):
            found.tricks_entry, found.total = entry, line.total is not None
            if line.by_seat:
                keys = [(key, str(count)) for key, count in line.by_seat]
                found.tricks = {said.seat: said for said in _said(entry, keys, voice)}
        elif isinstance(line, Fact) and line.name in ("dog", "cut"):
            for said in _said(entry, [(line.seat or "", line.value or "")], voice):
                if line.name == "dog":
                    found.dogs.append(said)
                else:
                    found.cut = said
        elif isinstance(line, Fact) and line.name == "trump":
            found.trump = entry
        elif isinstance(line, SeatCards) and line.name == "lead":
            found.lead = next(_said(entry, [(key, "") for key, _ in line.by_seat], voice), None)
            found.lead_card = line.by_seat[0][1] if line.by_seat else None
        elif isinstance(line, Charge) and line.name == "revoke":
            found.revokes.extend(_said(entry, [(line.seat, "")], voice))
        elif isinstance(line, Mark) and line.name == "misdeal":
            found.again = "misdeal"
        elif isinstance(line, Remark):
            found.again = "void" if line.name == "void" else found.again
        elif isinstance(line, Block | CardLine):
            found.entries.append(entry)
        elif found.idle is None:
            found.idle = entry
    return found


def _said(entry: Entry, keys: Sequence[tuple[str, str]], voice: Voice) -> Iterator[Said]:
    """Seat by seat what a line says; a seat that nobody has was the reader's to report."""
    places = list(pairs(entry))
    for place, (key, value) in enumerate(keys):
        seat = voice.seat(key)
        if seat is not None:
            span, rest = places[place] if place < len(places) else (entry.span(), entry.span())
            yield Said(seat, value, span, rest)
