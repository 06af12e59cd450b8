"""Suits, ranks, cards and seat arithmetic: the things that every whist table shares."""

from __future__ import annotations

from typing import NamedTuple

SUITS = ("hearts", "diamonds", "clubs", "spades")
"""The four suits by their ids; which ranks above which is the ruleset's to say."""

NOTRUMP = "notrump"
"""The suit of a game without trumps; it ranks below every suit."""

SYMBOLS = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"}

ACE, KING, QUEEN, JACK = 14, 13, 12, 11
RANKS = tuple(range(14, 1, -1))
"""Ranks from the ace (14) down to the two; aces are high in every shipped ruleset."""

RANK_NAMES = {"ace": 14, "king": 13, "queen": 12, "jack": 11}
RANK_LETTERS = {
    "en": {14: "A", 13: "K", 12: "Q", 11: "J"},
    "fr": {14: "A", 13: "R", 12: "D", 11: "V"},
    "nl": {14: "A", 13: "H", 12: "V", 11: "B"},
}


class Card(NamedTuple):
    """One card; `rank` is 2 to 14.

    >>> str(Card("hearts", 14))
    '♥A'
    """

    suit: str
    rank: int

    def text(self, lang: str = "en") -> str:
        """The card in the letters of `lang`, suit symbol first."""
        letters = RANK_LETTERS.get(lang, RANK_LETTERS["en"])
        return SYMBOLS[self.suit] + letters.get(self.rank, str(self.rank))

    def __str__(self) -> str:
        return self.text()


DECK = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
"""The 52 cards."""


def clockwise(start: int, count: int) -> tuple[int, ...]:
    """All `count` seats clockwise, `start` first.

    >>> clockwise(2, 4)
    (2, 3, 0, 1)
    """
    return tuple((start + step) % count for step in range(count))
