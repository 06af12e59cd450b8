"""Writes what case files say ("A propose hearts", "arbiter yes", "lead D CA", PBN hands) as lines of a transcript."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from whistcli.model import Amount, Ruleset

SIGN = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
PBN = "SHDC"
RANKS = "AKQJT98765432"


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
    return "  ".join(
        " ".join([SIGN[suit], *("10" if rank == "T" else rank for rank in ranks)]) for suit, ranks in held if ranks
    )


def header(seats: Sequence[str], lost: Mapping[str, int] | None = None) -> list[str]:
    """The lines before the first deal; `lost` are the solo games lost before, by seat."""
    lines = ["lang: en", f"players: {', '.join(seats)}"]
    if lost:
        lines.append("lost solos: " + by_seat(lost))
    return lines


def by_seat(values: Mapping[str, Amount]) -> str:
    """Figures by seat: "A 2, B 1"."""
    return ", ".join(f"{seat} {value}" for seat, value in values.items())


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


def contract_line(
    rules: Ruleset, kind: str, level: int | None, suit: str | None, declarers: Iterable[str], direct: bool = False
) -> str:
    """A `contract:` line; where a game has trumps and none are written, hearts stand for any suit."""
    game = rules.games.get(kind)
    words = [kind]
    if level is not None:
        words.append(str(level))
    if suit is not None or (game is not None and game.suit != "notrump"):
        words.append(suit or "hearts")
    return f"contract: {' '.join(words)} by {' '.join(declarers)}{', direct' if direct else ''}"


def tricks_line(tricks: int | Mapping[str, int]) -> str:
    """A `tricks:` line from one number, or from numbers by declarer."""
    return f"tricks: {tricks if isinstance(tricks, int) else by_seat(tricks)}"
