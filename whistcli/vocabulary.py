"""The words of the table: from what a person wrote to a call, a suit or a card, and back.

Nothing here knows a ruleset: kinds and their words are data (`rulesets/words.yaml` and what a ruleset adds to it).
Suit and rank *letters* follow the language of the file; symbols and full words of every language always work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from whistcli.cards import RANK_NAMES
from whistcli.record import Call
from whistcli.say import LANGUAGES
from whistcli.words import fold, nearest

_SYMBOL = "♠♥♦♣♤♡♢♧"
_TOKEN = re.compile(rf"\d+|[{_SYMBOL}][\ufe0e\ufe0f]?|[^\W\d_]+['’‘ʼ]?|[^\s\w,.!:\"“”«»'’‘ʼ_-]")
_MOST_TRICKS = 13


class WordFault(Exception):
    """Words that cannot be read: a code, the message's key and values, and where in the words (offset from 0)."""

    def __init__(
        self, code: str, start: int, width: int, key: str = "", hint: str | None = None, **values: object
    ) -> None:
        super().__init__(code)
        self.code, self.start, self.width, self.key, self.hint, self.values = code, start, width, key, hint, values


class Token(NamedTuple):
    """One written word, number or symbol, folded, with its place in the words."""

    text: str
    start: int
    end: int


def tokens(words: str) -> list[Token]:
    """Splits words: letters, numbers and suit symbols come apart, an elided `j'` is a word of its own.

    >>> [token.text for token in tokens("J’emballe ♥8plis")]
    ["j'", 'emballe', '♥', '8', 'plis']
    """
    return [Token(fold(m[0]).rstrip("\ufe0e\ufe0f"), m.start(), m.end()) for m in _TOKEN.finditer(words)]


class Vocabulary(NamedTuple):
    """What the words of a transcript mean under one ruleset.

    `phrases` maps a folded phrase (fillers dropped) to a call kind; `suits` a language to folded words to suits;
    `letters` a language to letters to the suits they may mean; `ranks` a language to words to ranks; `forms` a kind
    to the printed form per language; `patterns` a kind to its canonical English pattern ("accept SUIT N").
    `contract_kinds` are said only in a `contract:` line. `introduces` are verbs that a game may follow, `alone` calls
    that are no game, `bare_number` is what a number alone says, `stands_for` what a verb says in a `contract:` line;
    `english` are a ruleset's own English words, which are printed instead of the ids.

    >>> common_vocabulary().read("J’emballe pique à 8 plis")
    Call(kind='accept', suit='spades', level=8)
    """

    phrases: Mapping[str, str]
    suits: Mapping[str, Mapping[str, str]]
    letters: Mapping[str, Mapping[str, tuple[str, ...]]]
    symbols: Mapping[str, str]
    ranks: Mapping[str, Mapping[str, int]]
    fillers: frozenset[str]
    forms: Mapping[str, Mapping[str, str]]
    patterns: Mapping[str, str]
    suit_forms: Mapping[str, Mapping[str, str]]
    contract_kinds: frozenset[str] = frozenset()
    introduces: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()
    bare_number: str = ""
    stands_for: Mapping[str, str] = {}
    lexicon: dict[str, tuple[str, str]] = {}
    longest: int = 1
    english: Mapping[str, str] = {}

    # -- making one ------------------------------------------------------------------------------------------------

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Vocabulary:
        """The vocabulary that plain data in the shape of `rulesets/words.yaml` describes (all scalars strings)."""
        fillers = frozenset(fold(word) for words in data["fillers"].values() for word in words)
        symbols = {sign: suit for suit, signs in data["symbols"].items() for sign in signs}
        suits: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
        for suit, by_lang in data["suits"].items():
            for lang, words in by_lang.items():
                suits[lang].update((fold(word), suit) for word in words)
        ranks: dict[str, dict[str, int]] = {lang: {str(n): n for n in range(2, 11)} for lang in LANGUAGES}
        for rank, by_lang in data["ranks"].items():
            for lang, words in by_lang.items():
                ranks[lang].update((fold(word), RANK_NAMES.get(rank, 10)) for word in words)
        letters = {lang: {fold(key): tuple(value) for key, value in by.items()} for lang, by in data["letters"].items()}
        suit_forms = {suit: {lang: words[0] for lang, words in by.items()} for suit, by in data["suits"].items()}
        contracts, verbs, alone = (frozenset(data[name]) for name in ("contracts", "introduces", "alone"))
        empty = cls({}, suits, letters, symbols, ranks, fillers, {}, dict(data["patterns"]), suit_forms, contracts,
                    verbs, alone, next(iter(data["bare_number"]), ""), dict(data["stands_for"]))
        return empty.extended({**data["calls"], **data["contracts"]})

    def extended(
        self, extra: Mapping[str, Mapping[str, Iterable[str]]], patterns: Mapping[str, str] | None = None
    ) -> Vocabulary:
        """The same vocabulary with more words: kind -> language -> words, the first of each language being printed.

        A word that is already there changes its meaning: the ruleset's own words win. An unnamed pattern is
        "KIND SUIT N".
        """
        phrases, forms = dict(self.phrases), {kind: dict(by) for kind, by in self.forms.items()}
        all_patterns = {**self.patterns, **(patterns or {})}
        for kind, by_lang in extra.items():
            all_patterns.setdefault(kind, f"{kind} SUIT N")
            phrases[self._key(kind)] = kind
            for lang, words in by_lang.items():
                listed = list(words)
                if listed:
                    forms.setdefault(kind, {})[lang] = listed[0]
                for word in listed:
                    if not _slots(word):
                        phrases[self._key(word)] = kind
        return self._replace(phrases=phrases, forms=forms, patterns=all_patterns, lexicon={}, longest=1)._indexed()

    def shaped(
        self, own: Mapping[str, Mapping[str, Iterable[str]]], slots: Mapping[str, frozenset[str]]
    ) -> Vocabulary:
        """The vocabulary of one ruleset: its own words, and patterns that show what its calls and games can name.

        In English its own words are printed too, where it has some; the canonical pattern is always read.
        """
        patterns = {}
        for kind, may in slots.items():
            parts = self.patterns.get(kind, f"{kind} SUIT N").split()
            patterns[kind] = " ".join(part for part in parts if part not in ("SUIT", "N") or part in may)
        fillers = self.fillers - {fold(word) for by in own.values() for words in by.values() for word in words}
        bare = self.bare_number if self.bare_number in slots else ""
        english = {kind: first for kind, by in own.items() if (first := next(iter(by.get("en", ())), ""))}
        made = self._replace(fillers=fillers, bare_number=bare).extended(own, patterns)
        return made._replace(english=english)

    def _indexed(self) -> Vocabulary:
        lexicon = {self._key(word): ("suit", suit) for by in self.suits.values() for word, suit in by.items()}
        lexicon.update({sign: ("suit", suit) for sign, suit in self.symbols.items()})
        lexicon.update({phrase: ("kind", kind) for phrase, kind in self.phrases.items()})
        longest = max((phrase.count(" ") + 1 for phrase in lexicon), default=1)
        return self._replace(lexicon=lexicon, longest=longest)

    def _key(self, phrase: str) -> str:
        """A phrase as it is looked up: folded words, the fillers dropped unless nothing else is left."""
        every = [token.text for token in tokens(phrase)]
        return " ".join([text for text in every if text not in self.fillers] or every)

    # -- reading ---------------------------------------------------------------------------------------------------

    def read(self, words: str, lang: str = "en", *, contract: bool = False) -> Call:
        """The call that `words` say, in a file of language `lang`. Raises WordFault.

        In a `contract:` line (`contract`) the contracts' own words are read too, and a joined proposal is a pair.

        >>> common_vocabulary().read("emballe petite misère"), common_vocabulary().read("9")
        (Call(kind='small_misere', suit=None, level=None), Call(kind='raise', suit=None, level=9))
        """
        kinds: list[tuple[str, Token]] = []
        suit: str | None = None
        level: int | None = None
        for what, value, token in self._parts(words, lang):
            if what == "kind":
                if all(kind != value for kind, _ in kinds):
                    kinds.append((value, token))
            elif what == "suit":
                if suit is not None and suit != value:
                    raise WordFault("T-call", token.start, token.end - token.start, "T-call.suits", words=words)
                suit = value
            else:
                if level is not None and level != int(value):
                    raise WordFault("T-call", token.start, token.end - token.start, "T-call.numbers", words=words)
                level = int(value)
        return Call(self._kind(kinds, words, level, contract), suit, level)

    def _kind(self, kinds: list[tuple[str, Token]], words: str, level: int | None, contract: bool) -> str:
        while len(kinds) > 1 and kinds[0][0] in self.introduces and kinds[1][0] not in self.alone:
            kinds = kinds[1:]  # "emballe petite misère", "annonce un solo": the game is what is called
        if len(kinds) > 1:
            token = kinds[1][1]
            raise WordFault("T-call", token.start, token.end - token.start, "T-call.two", words=words)
        if not kinds:
            if level is None or contract or not self.bare_number:
                raise WordFault("T-call", 0, len(words), "T-call.none", "T-call.none.hint", words=words)
            return self.bare_number
        kind, token = kinds[0]
        if contract:
            return self.stands_for.get(kind, kind)
        if kind in self.contract_kinds:
            raise WordFault("T-call", token.start, token.end - token.start, "T-call.contract", "T-call.contract.hint",
                            word=words[token.start : token.end])
        return kind

    def _parts(self, words: str, lang: str) -> Iterator[tuple[str, str, Token]]:
        """What the words are made of: ("kind" | "suit" | "level", value, place), longest phrases first."""
        left = [token for token in tokens(words) if token.text not in self.fillers]
        if not left:  # a phrase of fillers only is still a phrase ("los" is none, but a ruleset's word may be)
            left = tokens(words)
        at = 0
        while at < len(left):
            for count in range(min(self.longest, len(left) - at), 0, -1):
                part = left[at : at + count]
                found = self.lexicon.get(" ".join(token.text for token in part))
                if found:
                    yield found[0], found[1], Token("", part[0].start, part[-1].end)
                    at += count
                    break
            else:
                yield self._single(left[at], words, lang)
                at += 1

    def _single(self, token: Token, words: str, lang: str) -> tuple[str, str, Token]:
        written, width = words[token.start : token.end], token.end - token.start
        if token.text.isdecimal():
            if len(token.text) > 2 or int(token.text) > _MOST_TRICKS:
                raise WordFault("T-number", token.start, width, number=written, low=0, high=_MOST_TRICKS)
            return "level", str(int(token.text)), token
        if len(token.text) == 1 and token.text.isalpha():
            return "suit", self.letter(token.text, token.start, written, lang), token
        near = nearest(token.text, self._words())
        within = sorted({self.text(Call(kind, None, None)).replace("_", " ") for phrase, kind in self.phrases.items()
                         if token.text in phrase.split() and kind not in self.contract_kinds})
        if within:
            raise WordFault("T-word", token.start, width, hint="T-word.part", word=written, calls=within)
        hint = "T-word.hint" if near else "T-word.list"
        raise WordFault("T-word", token.start, width, hint=hint, word=written, near=near)

    def letter(self, letter: str, start: int, written: str, lang: str) -> str:
        """The suit that a letter means in `lang`. Raises WordFault where it means several, or none."""
        meant = self.letters.get(lang, self.letters["en"]).get(letter, ())
        if len(meant) > 1:
            names = [self.suit_forms[suit].get(lang, suit) for suit in meant]
            raise WordFault("T-letter", start, 1, hint="T-letter.hint", letter=written, suits=names,
                            example=f"{self.sign(meant[0])} / {names[0]}")
        if meant:
            return meant[0]
        if any(letter in by for by in self.letters.values()):
            raise WordFault("T-letter", start, 1, "T-letter.foreign", "T-letter.foreign.hint", letter=written,
                            lang=lang, languages=LANGUAGES)
        raise WordFault("T-word", start, 1, word=written)

    def _words(self) -> list[str]:
        """Every word that a call may hold, for near misses."""
        return sorted({word for phrase in self.lexicon for word in phrase.split()} | set(self.lexicon))

    def speaks(self, words: str) -> bool:
        """Whether one of `words` is a word of some call, not of a card."""
        of_cards = {word for by in self.ranks.values() for word in by}
        said = {word for phrase in self.phrases for word in phrase.split() if len(word) > 2} - of_cards
        return any(token.text in said for token in tokens(words))

    def sign(self, suit: str) -> str:
        """A suit's symbol."""
        return next((sign for sign, named in self.symbols.items() if named == suit), suit)

    def suit(self, words: str, lang: str = "en") -> str:
        """The one suit that `words` name (a symbol, a word of any language, a letter of `lang`). Raises WordFault."""
        found = ""
        try:
            parts = list(self._parts(words, lang))
        except WordFault as fault:
            if fault.code != "T-word":
                raise
            written = words[fault.start : fault.start + fault.width]
            raise WordFault("T-suit", fault.start, fault.width, word=written, hint="T-suit.hint") from None
        for what, value, token in parts:
            if what != "suit" or found:
                raise WordFault("T-suit", token.start, token.end - token.start, word=words[token.start : token.end],
                                hint="T-suit.hint")
            found = value
        if not found:
            raise WordFault("T-suit", 0, max(1, len(words)), word=words, hint="T-suit.hint")
        return found

    # -- printing --------------------------------------------------------------------------------------------------

    def text(self, call: Call, lang: str = "en") -> str:
        """A call in the canonical words of `lang`; English gives the ids, and what was not said stays unsaid.

        >>> words = common_vocabulary()
        >>> words.text(Call("abundance", "clubs", 9)), words.text(Call("raise", None, 9), "fr")
        ('abundance 9 clubs', '9 plis')
        """
        pattern = self.patterns.get(call.kind, f"{call.kind} SUIT N")
        form = self.forms.get(call.kind, {}).get(lang) if lang != "en" else None
        if form and _slots(form) and call.level is None:  # "N plis" cannot be said without the number
            form = None
        if form:
            pattern = form if _slots(form) else " ".join([form, *(part for part in pattern.split() if _slots(part))])
        words = []
        suit = self.suit_text(call.suit, lang) if call.suit else ""
        level = "" if call.level is None else str(call.level)
        for part in pattern.split():
            words.append(suit if part == "SUIT" else level if part == "N" else part)
        if suit and "SUIT" not in pattern.split():
            words.append(suit)
        if level and "N" not in pattern.split():
            words.append(level)
        return " ".join(word for word in words if word)

    def suit_text(self, suit: str, lang: str = "en") -> str:
        """A suit in words: the id in English."""
        return self.suit_forms.get(suit, {}).get(lang, suit) if lang != "en" else suit


def _slots(form: str) -> bool:
    """Whether a printed form says itself where the number or the suit stands."""
    return any(part in ("N", "SUIT") for part in form.split())


def common_vocabulary() -> Vocabulary:
    """The vocabulary that ships with the program, without any ruleset's own words."""
    import yaml  # the ruleset loader keeps a ready-made one; this is for tests and for files without a ruleset

    from whistcli import resources

    return Vocabulary.from_data(yaml.load(resources.read("rulesets", "words.yaml"), Loader=yaml.BaseLoader))
