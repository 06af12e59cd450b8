"""Writes auctions in the notation of the case files ("A propose hearts", "arbiter yes", "lead D CA") as transcripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

SEATS = ("A", "B", "C", "D")
SIGN = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
PBN = "SHDC"


def card(text: str) -> str:
    """A card of the case files as a transcript has it.

    >>> card("CT"), card("H7")
    ('♣10', '♥7')
    """
    return SIGN[text[0]] + text[1:].replace("T", "10")


def hand(pbn: str) -> str:
    """A hand in PBN (spades.hearts.diamonds.clubs) as a transcript has it; suits without cards are left out.

    >>> hand("AT9..5.QT")
    '♠ A 10 9  ♦ 5  ♣ Q 10'
    """
    held = zip(PBN, pbn.split("."), strict=True)
    return "  ".join(" ".join([SIGN[suit], *("10" if rank == "T" else rank for rank in ranks)]) for suit, ranks in held if ranks)


def header(rules: str, seats: Sequence[str] = SEATS, lost: Mapping[str, int] | None = None) -> list[str]:
    """The lines before the first deal; `lost` are the solo games lost before, by seat."""
    lines = [f"rules: {rules}", "lang: en", f"players: {', '.join(seats)}"]
    if lost:
        lines.append("lost solos: " + ", ".join(f"{seat} {count}" for seat, count in lost.items()))
    return lines


def call_lines(entries: Iterable[str]) -> list[str]:
    """The entries of a case as statements, one a line."""
    lines = []
    for entry in entries:
        who, _, words = entry.partition(" ")
        if who == "arbiter":
            lines.append(f"arbiter: {words}")
        elif who == "lead":
            seat, played = words.split()
            lines.append(f"lead: {seat} {card(played)}")
        else:
            lines.append(f"{who}: {words}")
    return lines


def hand_lines(hands: Mapping[str, str] | None) -> list[str]:
    """The `hands:` block of a deal; nothing where no hands are known."""
    return ["hands:", *(f"  {seat}: {hand(cards)}" for seat, cards in hands.items())] if hands else []


def deal_lines(number: int, dealer: str, entries: Iterable[str], hands: Mapping[str, str] | None = None) -> list[str]:
    """One deal: its heading, its calls, rulings and lead, its hands."""
    return [f"deal {number}, dealer {dealer}", *call_lines(entries), *hand_lines(hands)]


def transcript(
    rules: str,
    dealer: str,
    entries: Iterable[str],
    lost: Mapping[str, int] | None = None,
    hands: Mapping[str, str] | None = None,
) -> str:
    """A whole file of one deal."""
    return "\n".join([*header(rules, SEATS, lost), "", *deal_lines(1, dealer, entries, hands), ""])


def turned(seat: str, by: int, seats: Sequence[str] = SEATS) -> str:
    """The seat `by` places further clockwise.

    >>> turned("C", 3)
    'B'
    """
    return seats[(seats.index(seat) + by) % len(seats)]


def turned_entry(entry: str, by: int) -> str:
    """An entry of a case as said by the seat `by` places further.

    >>> turned_entry("A propose hearts", 1), turned_entry("lead D CA", 2), turned_entry("arbiter no", 1)
    ('B propose hearts', 'lead B CA', 'arbiter no')
    """
    who, _, words = entry.partition(" ")
    if who == "arbiter":
        return entry
    if who == "lead":
        seat, played = words.split()
        return f"lead {turned(seat, by)} {played}"
    return f"{turned(who, by)} {words}"


def turned_seats(by_seat: Mapping[str, object] | None, by: int) -> dict[str, object]:
    """What belongs to each seat, given to the seat `by` places further, in seat order."""
    moved = {turned(seat, by): value for seat, value in (by_seat or {}).items()}
    return {seat: moved[seat] for seat in SEATS if seat in moved}
