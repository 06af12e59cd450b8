"""Reads cards as people write them: suit symbols, words or letters, and ranks in the letters of the file's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from whistcli.cards import DECK, NOTRUMP, Card
from whistcli.vocabulary import Vocabulary, WordFault
from whistcli.words import fold

KEPT = 1_000
"""Written cards remembered in one file; a pack has a few hundred spellings."""

_PACK = {(card.suit, card.rank): card for card in DECK}
_CHUNK = re.compile(r"[^\s,]+")
_Part = tuple[str, str | int, int, int]
"""Part of a run of cards: "suit", "letter" (of a suit) or "rank", its value, offset and width."""


class CardWords:
    """The cards of one file: the words of one vocabulary, the letters of one language."""

    def __init__(self, words: Vocabulary, lang: str) -> None:
        self.words, self.lang = words, lang
        self.ranks = words.ranks.get(lang, words.ranks["en"])
        self.letters = words.letters.get(lang, words.letters["en"])
        self._known: dict[tuple[str, str], tuple[_Part, ...]] = {}

    def read(self, words: str) -> tuple[tuple[Card, ...], tuple[tuple[int, int], ...]]:
        """The cards that `words` list: `♠ A R 4 ♥ 10`, `♥3 ♥A`, `3♥`. Raises WordFault.

        With the offset and width of each, its suit included where that is attached. A suit holds for the ranks that
        follow it; `-` says that there is no card of it.
        """
        cards: list[Card] = []
        places: list[tuple[int, int]] = []
        suit, opener = "", ""
        for chunk in _CHUNK.finditer(words):
            attached, begin = -1, chunk.start()
            for part, value, at, width in self._parts(chunk[0], begin, opener):
                start = begin + at
                if part != "rank":
                    suit, opener, attached = str(value), part, start
                    continue
                if not suit:
                    raise WordFault("T-card", start, 1, "T-card.suit", "T-card.hint", word=chunk[0])
                first = start if attached < 0 else min(start, attached)
                cards.append(_PACK[suit, int(value)])
                places.append((first, width + start - first))
                attached = -1
        if not suit:
            raise WordFault("T-card", 0, max(1, len(words)), hint="T-card.hint", word=words)
        return tuple(cards), tuple(places)

    def _parts(self, chunk: str, begin: int, opener: str) -> tuple[_Part, ...]:
        """A run's parts with offsets from its begin, as they were read before where they were."""
        parts = self._known.get((chunk, opener))
        if parts is None:
            found = self._chunk(chunk, begin, opener)
            parts = tuple((part, value, start - begin, width) for part, value, start, width in found)
            if len(self._known) < KEPT:
                self._known[chunk, opener] = parts
        return parts

    def _chunk(self, chunk: str, start: int, opener: str) -> Iterator[_Part]:
        """A run of cards in parts; `opener` is how the last suit was written."""
        text = chunk.replace("\ufe0e", "").replace("\ufe0f", "")
        low = fold(text)
        ranks = self.ranks
        if low in ("", "–", "—"):  # fold() makes a blank of a hyphen: no card of this suit
            return
        named = next((by[low] for by in self.words.suits.values() if low in by and by[low] != NOTRUMP), None)
        if named:
            yield "suit", named, start, len(chunk)
            return
        if text[0] in self.words.symbols:
            yield "suit", self.words.symbols[text[0]], start, 1
            rest = chunk[1:].lstrip("\ufe0e\ufe0f")
            if rest:  # "♥AR10": one suit, several ranks; "♥A♠4" goes on with another suit
                yield from self._ranks_or_more(rest, start + len(chunk) - len(rest), chunk)
            return
        if text[-1] in self.words.symbols and low[:-1] in ranks:
            yield "suit", self.words.symbols[text[-1]], start, 1
            yield "rank", ranks[low[:-1]], start, len(chunk)
            return
        whole = self._ranks(low, ranks)
        letter = self.letters.get(low[0])
        with_suit = self._ranks(low[1:], ranks, False) if letter and len(low) > 1 else None
        # "♠ A H V": under a symbol a letter is a rank; "S A H V": under a letter nobody can tell
        if letter and (len(low) == 1 or with_suit) and not (whole and opener == "suit"):
            if whole and opener:
                raise WordFault("T-letter", start, 1, "T-letter.card", "T-letter.hint", letter=chunk[0],
                                example=self.words.sign(letter[0]))
            yield "letter", self.words.letter(low[0], start, chunk[0], self.lang), start, 1
            for rank, at, width in with_suit or ():
                yield "rank", rank, start + 1 + at, width
            return
        if whole is None:
            raise WordFault("T-card", start, len(chunk), hint="T-card.hint", word=chunk)
        for rank, at, width in whole:
            yield "rank", rank, start + at, width

    def _ranks_or_more(self, text: str, start: int, chunk: str) -> Iterator[_Part]:
        cut = next((at for at, sign in enumerate(text) if sign in self.words.symbols), len(text))
        found = self._ranks(fold(text[:cut]), self.ranks)
        if found is None:
            raise WordFault("T-card", start, len(text), hint="T-card.hint", word=chunk)
        for rank, at, width in found:
            yield "rank", rank, start + at, width
        if text[cut:]:
            yield from self._chunk(text[cut:], start + cut, "suit")

    @staticmethod
    def _ranks(text: str, ranks: Mapping[str, int], whole: bool = True) -> list[tuple[int, int, int]] | None:
        """Ranks written without blanks ("ar102") with their offsets and widths, or None where it is anything else.

        A rank's full word ("as") stands alone only (`whole`): "pas" is no ace of spades.
        """
        if whole and text in ranks:
            return [(ranks[text], 0, len(text))]
        found: list[tuple[int, int, int]] = []
        for match in re.finditer("10|.", text):
            rank = ranks.get(match[0])
            if rank is None or any(rank == other for other, _, _ in found):  # "44" is a slip, not two fours
                return None
            found.append((rank, match.start(), len(match[0])))
        return found or None
