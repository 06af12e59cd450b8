"""Says the parts of a ruleset in the reader's language, and remembers where each rule was told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import Formatter

from whistcli.book.tree import (
    Block,
    Code,
    Inline,
    Line,
    Link,
    Marked,
    Para,
    Quotes,
    Strong,
    Text,
    joined,
    line,
    spelled,
)
from whistcli.cards import NOTRUMP, SYMBOLS
from whistcli.expr import Value
from whistcli.model import Amount, Basis, Ruleset, Rung, in_language
from whistcli.model import Text as Texts
from whistcli.record import Call
from whistcli.say import FALLBACK, catalogue, sentence, spoken
from whistcli.speech import spoken_call


class Teller:
    """One ruleset in one language.

    `told` is where each basis was told, by its dotted place: the name of a section. `section` is the one being told.
    """

    def __init__(self, rules: Ruleset, lang: str) -> None:
        self.rules = rules
        self.lang = lang
        self.told: dict[str, str] = {}
        self.section = ""

    # -- sentences -----------------------------------------------------------------------------------------------------

    def say(self, key: str, **args: object) -> str:
        """A sentence as bare text."""
        return sentence(key, args, self.lang)

    def line(self, key: str, **args: object) -> Line:
        """A sentence; its values may be words, lines, or parts of a line such as code."""
        templates = catalogue("W")[key]
        found: list[Inline] = []
        for words, name, _, _ in Formatter().parse(templates.get(self.lang) or templates[FALLBACK]):
            if words:
                found.append(Text(words))
            if name is not None:
                value = args[name]
                if isinstance(value, Text | Strong | Code | Link):
                    found.append(value)
                elif isinstance(value, tuple) and all(isinstance(part, Text | Strong | Code | Link) for part in value):
                    found.extend(value)
                else:
                    found.append(Text(spoken(value, self.lang)))
        return tuple(found)

    def para(self, key: str, **args: object) -> Para:
        """A sentence as a paragraph."""
        return Para(self.line(key, **args))

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in catalogue("W")

    def text(self, texts: Texts, default: str = "") -> str:
        """A text of the ruleset in the reader's language."""
        return in_language(texts, self.lang, default)

    # -- names ---------------------------------------------------------------------------------------------------------

    def name(self, kind: str) -> str:
        """A call or a game in words."""
        return spoken_call(self.rules.vocabulary, Call(kind, None, None), self.lang)

    def game(self, kind: str, level: int | None = None) -> str:
        """A game in words, with its number where it has several."""
        game = self.rules.games.get(kind)
        many = game is not None and len(game.levels) > 1
        return spoken_call(self.rules.vocabulary, Call(kind, None, level if many else None), self.lang)

    def rung(self, rung: Rung) -> str:
        """A step of the ladder in words."""
        if isinstance(rung.key, int):
            return spoken_call(self.rules.vocabulary, Call(rung.kind, None, rung.key), self.lang)
        if rung.key is None:
            return self.name(rung.kind)
        return self.say(f"W-rung.{rung.key}", game=self.name(rung.kind))

    def suit(self, suit: str) -> str:
        """A suit: its sign and its word."""
        word = self.rules.vocabulary.suit_text(suit, self.lang)
        if suit == NOTRUMP:
            return self.say("W-notrump")
        return f"{SYMBOLS[suit]} {word}" if suit in SYMBOLS else word

    def numbers(self, found: Iterable[int]) -> str:
        """Whole numbers in short: a run as from-to, else all of them."""
        listed = sorted(found)
        if len(listed) > 2 and listed == list(range(listed[0], listed[-1] + 1)):
            return f"{listed[0]}–{listed[-1]}"
        return ", ".join(map(str, listed))

    def capital(self, words: str) -> str:
        """The same words with a capital in front."""
        return words[:1].upper() + words[1:]

    def value(self, value: Value | None) -> Line:
        """An expression letter by letter, with its amount where it names a parameter; that there is none."""
        if value is None:
            return line(self.say("W-open"))
        parameter = self.rules.parameters.get(value.text)
        more = f" ({self.amount(parameter.value)})" if parameter is not None and not parameter.dated else ""
        return line(Code(value.text), *((more,) if more else ()))

    def amount(self, value: Amount | None) -> str:
        """A number, or that it is not fixed."""
        return self.say("W-open") if value is None else str(value)

    # -- what rules rest on --------------------------------------------------------------------------------------------

    def link(self, clause: str) -> Inline:
        """A clause's id as a link to its entry in the index; the bare id where the text is not known."""
        return Link(f"clause-{clause}", clause) if clause in self.rules.clauses else Text(clause)

    def refs(self, clauses: Iterable[str]) -> Line:
        """Several clauses as links."""
        return joined([(self.link(clause),) for clause in clauses])

    def quote(self, clause: str) -> Line:
        """A clause: its id, where it stands, what it says."""
        found = self.rules.clauses.get(clause)
        if found is None:
            return (self.link(clause),)
        key = "W-quote.where" if found.where else "W-quote"
        return self.line(key, clause=self.link(clause), where=found.where, says=spelled(self.text(found.says)))

    def basis(self, *places: str, quoted: bool = True) -> Iterator[Block]:
        """What the rules at some places rest on: each clause once, quoted or only named, then readings and assumptions.

        A text that several places give is said once.
        """
        found = [self.rules.bases[place] for place in places if place in self.rules.bases]
        for place in places:
            self.told.setdefault(place, self.section)
        clauses = tuple(dict.fromkeys(clause for basis in found for clause in basis.cite))
        if clauses and quoted:
            yield Quotes(tuple(self.quote(clause) for clause in clauses))
        elif clauses:
            yield self.para("W-rests", clauses=self.refs(clauses))
        yield from self.marks(found)

    def marks(self, found: Iterable[Basis]) -> Iterator[Block]:
        """The readings and assumptions of some bases, each once."""
        said: dict[tuple[str, str], None] = {}
        for basis in found:
            for mark, texts in (("assumed", basis.assumed), ("reading", basis.reading)):
                if texts:
                    said[mark, self.text(texts)] = None
        for mark, words in said:
            yield self.marked(mark, words)

    def marked(self, mark: str, words: str) -> Marked:
        """A remark with its mark."""
        return Marked(mark, self.label(mark), spelled(words))

    def label(self, mark: str) -> str:
        """The word of a mark, as it stands before what it marks."""
        return self.say("W-marked", mark=self.say(f"W-mark.{mark}"))
