"""Values that say themselves in the reader's language: calls, games, seats, clauses and lists of what may be said."""

from __future__ import annotations

from typing import NamedTuple

from whistcli.model import Text, in_language
from whistcli.record import Call
from whistcli.say import sentence
from whistcli.vocabulary import Vocabulary


def spoken_call(vocabulary: Vocabulary, call: Call, lang: str) -> str:
    """A call as people say it: in English the ruleset's own words, or else the ids without underscores."""
    said = vocabulary.text(call, lang)
    own = vocabulary.english.get(call.kind) if lang == "en" else None
    if own is not None and said.startswith(call.kind):
        said = own + said.removeprefix(call.kind)
    return said.replace("_", " ")


class SaidCall(NamedTuple):
    """A call in the words of the reader's language."""

    vocabulary: Vocabulary
    call: Call

    def say(self, lang: str) -> str:
        """The call in the words of `lang`; English ids are written as words."""
        return spoken_call(self.vocabulary, self.call, lang)


class SaidSuit(NamedTuple):
    """A suit in the words of the reader's language."""

    vocabulary: Vocabulary
    suit: str

    def say(self, lang: str) -> str:
        """The suit's word in `lang`."""
        return self.vocabulary.suit_text(self.suit, lang)


class SaidRange(NamedTuple):
    """From one number to another, or the one number that both are."""

    low: int
    high: int

    def say(self, lang: str) -> str:
        """The numbers in words of `lang`."""
        if self.low == self.high:
            return str(self.low)
        return sentence("U-range", {"low": self.low, "high": self.high}, lang)


class SaidText(NamedTuple):
    """A text that the ruleset gives in several languages."""

    text: Text
    default: str = ""

    def say(self, lang: str) -> str:
        """The text in `lang`, else in English."""
        return in_language(self.text, lang, self.default) or self.default


class SaidOptions(NamedTuple):
    """What may be said, one entry a kind: "solo hearts/spades 6-8" rather than six calls."""

    vocabulary: Vocabulary
    calls: tuple[Call, ...]
    asking: tuple[Call, ...] = ()

    def say(self, lang: str) -> str:
        """The calls in `lang`, those of a kind drawn together; those that ask for the arbiter come last, marked."""
        texts = self._texts(self.calls, lang)
        if self.asking:
            texts.append(sentence("U-asking", {"calls": self._texts(self.asking, lang)}, lang))
        return ", ".join(texts) or "-"

    def _texts(self, calls: tuple[Call, ...], lang: str) -> list[str]:
        kinds: dict[str, list[Call]] = {}
        for call in calls:
            kinds.setdefault(call.kind, []).append(call)
        return [text for same in kinds.values() for text in self._of_kind(same, lang)]

    def _of_kind(self, calls: list[Call], lang: str) -> list[str]:
        by_suit: dict[str | None, list[int | None]] = {}
        for call in calls:
            by_suit.setdefault(call.suit, []).append(call.level)
        groups: dict[tuple[int | None, ...], list[str | None]] = {}
        for suit, levels in by_suit.items():
            groups.setdefault(tuple(levels), []).append(suit)
        texts = []
        for numbers, suits in groups.items():
            levels = list(numbers)
            first = spoken_call(self.vocabulary, Call(calls[0].kind, suits[0], levels[0]), lang)
            if suits[0] is not None and len(suits) > 1:
                names = [self.vocabulary.suit_text(suit or "", lang) for suit in suits]
                first = first.replace(names[0], "/".join(names), 1)
            if levels[0] is not None and len(levels) > 1:
                first = first.replace(str(levels[0]), _numbers([n for n in levels if n is not None]), 1)
            texts.append(first)
        return texts


def _numbers(levels: list[int]) -> str:
    """Several numbers in short.

    >>> _numbers([9, 10, 11]), _numbers([8, 10])
    ('9-11', '8/10')
    """
    if levels == list(range(levels[0], levels[-1] + 1)) and len(levels) > 1:
        return f"{levels[0]}-{levels[-1]}"
    return "/".join(map(str, levels))
