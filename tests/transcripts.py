"""Whole files from auctions in the notation of the case files, and the same with their seats turned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from whistcli.suite import notation

SEATS = ("A", "B", "C", "D")


def header(rules: str, seats: Sequence[str] = SEATS, lost: Mapping[str, int] | None = None) -> list[str]:
    """The lines before the first deal; `lost` are the solo games lost before, by seat."""
    return [f"rules: {rules}", *notation.header(seats, lost)]


def transcript(
    rules: str,
    dealer: str,
    entries: Iterable[str],
    lost: Mapping[str, int] | None = None,
    hands: Mapping[str, str] | None = None,
) -> str:
    """A whole file of one deal."""
    return "\n".join([*header(rules, SEATS, lost), "", *notation.deal_lines(1, dealer, entries, hands), ""])


def turned(seat: str, by: int, seats: Sequence[str] = SEATS) -> str:
    """The seat `by` places further clockwise.

    >>> turned("C", 3)
    'B'
    """
    return seats[(seats.index(seat) + by) % len(seats)]


def turned_entry(entry: str, by: int, seats: Sequence[str] = SEATS) -> str:
    """An entry of a case as said by the seat `by` places further.

    >>> turned_entry("A propose hearts", 1), turned_entry("lead D CA", 2), turned_entry("arbiter no", 1)
    ('B propose hearts', 'lead B CA', 'arbiter no')
    """
    who, _, words = entry.partition(" ")
    if who == "arbiter":
        return entry
    if who == "lead":
        seat, played = words.split()
        return f"lead {turned(seat, by, seats)} {played}"
    return f"{turned(who, by, seats)} {words}"


def turned_seats(
    by_seat: Mapping[str, object] | None, by: int, seats: Sequence[str] = SEATS
) -> dict[str, object]:
    """What belongs to each seat, given to the seat `by` places further, in seat order."""
    moved = {turned(seat, by, seats): value for seat, value in (by_seat or {}).items()}
    return {seat: moved[seat] for seat in seats if seat in moved}
