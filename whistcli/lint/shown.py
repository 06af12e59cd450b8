"""An auction that was played, as a transcript that anybody can run."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from whistcli.cards import SYMBOLS, Card
from whistcli.lint.simulate import Auction
from whistcli.model import Ruleset
from whistcli.record import DealLine, Ruling, Setting
from whistcli.record import Said as SaidLine
from whistcli.transcript.write import Writer

MOST_LINES = 24
"""Calls that are shown of an auction without an end."""


def transcript(rules: Ruleset, name: str, auction: Auction) -> str:
    """The auction as the text of a transcript; `name` is what its `rules:` line says."""
    return "\n".join(_lines(rules, name, auction)) + "\n"


def _lines(rules: Ruleset, name: str, auction: Auction) -> Iterator[str]:
    seats = ascii_uppercase[: rules.players]
    writer = Writer(rules.vocabulary, "en")
    yield writer.text(Setting(1, 1, "rules", name, 1), "")
    yield "lang: en"
    yield "players: " + ", ".join(seats)
    if any(auction.lost_solos):
        lost = zip(seats, auction.lost_solos, strict=True)
        yield "lost solos: " + ", ".join(f"{seat} {count}" for seat, count in lost)
    yield ""
    yield writer.text(DealLine(1, 1, "deal", "1", 1, seats[auction.dealer], 1), "")
    if auction.turned is not None:
        yield f"trump: {SYMBOLS[auction.turned]}"
    if auction.hands:
        yield "hands:"
        for seat, hand in zip(seats, auction.hands, strict=True):
            yield f"  {seat}: " + "  ".join(_suits(hand))
    shown = auction.said[:MOST_LINES] if auction.end == "endless" else auction.said
    for said in shown:
        yield writer.text(SaidLine(1, 1, seats[said.seat], said.call, "", 1, 1), "")
        if said.consent is not None:
            yield writer.text(Ruling(1, 1, "yes" if said.consent else "no"), "")


def _suits(hand: frozenset[Card]) -> Iterator[str]:
    for suit, sign in SYMBOLS.items():
        ranks = sorted((card for card in hand if card.suit == suit), key=lambda card: -card.rank)
        if ranks:
            yield " ".join([sign, *(card.text("en")[1:] for card in ranks)])
