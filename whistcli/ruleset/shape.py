"""Takes a ruleset's maps apart: every key is asked for once, and what nobody asked for is a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from whistcli.cards import RANK_NAMES, SUITS, Card
from whistcli.diag import Finding, Span
from whistcli.model import Amount, Basis, Text
from whistcli.say import LANGUAGES
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode, as_bool, as_decimal, as_int

_RANGE = re.compile(r"([0-9]{1,2})\.\.([0-9]{1,2})")
NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(slots=True)
class Log:
    """Collects what is wrong with a ruleset, and what each of its rules rests on, by dotted place.

    `failed_games` have a fault of their own; what follows from it is not said again. `texts` are those that the ruleset
    writes once and names where it says them.
    """

    findings: list[Finding] = field(default_factory=list)
    bases: dict[str, Basis] = field(default_factory=dict)
    cited: list[tuple[str, Span]] = field(default_factory=list)
    failed_games: set[str] = field(default_factory=set)
    texts: dict[str, Text] = field(default_factory=dict)

    def add(self, code: str, span: Span, sentence: str = "", hint: str | None = None, **args: object) -> None:
        """One more finding; `sentence` is its message key where that is not the code."""
        self.findings.append(Finding(code, span, key=sentence, args=args, hint=hint))

    @property
    def failed(self) -> bool:
        """Whether anything found so far is an error."""
        return self.errors > 0

    @property
    def errors(self) -> int:
        """How many errors were found so far."""
        return sum(finding.severity == "error" for finding in self.findings)


def near(name: str, known: Sequence[str]) -> str | None:
    """The known name that `name` most looks like, if any is near."""
    import difflib  # only a fault needs it

    found = difflib.get_close_matches(name, list(known), 1, 0.6)
    return found[0] if found else None


class Keys:
    """One map of a ruleset; `where` is its dotted place, `span` its key's, else where it begins.

    Every taker returns `None` (or its default) on a fault.
    """

    def __init__(self, node: MapNode, where: str, log: Log, key: Scalar | None = None) -> None:
        self.node = node
        self.where = where
        self.log = log
        self.span: Span = key.span if key is not None else node.span
        self._asked: list[str] = []

    def place(self, key: str) -> str:
        """The dotted place of a key."""
        return f"{self.where}.{key}" if self.where else key

    def take(self, key: str, *, required: bool = False) -> Node | None:
        """The value of `key`, which counts as asked for."""
        self._asked.append(key)
        value = self.node.get(key)
        if value is None and required:
            self.log.add("R-missing", self.span, "" if self.where else "R-missing.root", name=key, where=self.where)
        return value

    def done(self) -> None:
        """Reports the keys that nobody asked for."""
        for key, _ in self.node.items:
            if key.text not in self._asked:
                guess = near(key.text, self._asked)
                hint = "R-key.near" if guess else "R-key.list"
                self.log.add("R-key", key.span, "" if self.where else "R-key.root", hint, name=key.text,
                             where=self.where, near=guess, known=tuple(self._asked))

    def scalar(self, key: str, *, required: bool = False) -> Scalar | None:
        """A plain value."""
        node = self.take(key, required=required)
        if node is None or isinstance(node, Scalar):
            return node
        self.log.add("R-shape", node.span, "R-shape.scalar", name=self.place(key))
        return None

    def text(self, key: str, *, required: bool = False) -> str | None:
        """A plain text."""
        node = self.scalar(key, required=required)
        return node.text if node is not None else None

    def choice(self, key: str, options: Sequence[str], default: str | None = None) -> str:
        """One of a few words; the default where it is not written."""
        node = self.scalar(key, required=default is None)
        if node is None:
            return default or options[0]
        if node.text not in options:
            guess = near(node.text, options)
            self.log.add("R-choice", node.span, name=self.place(key), found=node.text, options=tuple(options),
                         hint="R-key.near" if guess else None, near=guess)
            return default or options[0]
        return node.text

    def flag(self, key: str, default: bool = False) -> bool:
        """A switch: true or false."""
        node = self.scalar(key)
        if node is None:
            return default
        value = as_bool(node)
        if isinstance(value, Finding):
            self.log.findings.append(value)
            return default
        return value

    def integer(self, key: str, *, required: bool = False) -> int | None:
        """A whole number."""
        node = self.scalar(key, required=required)
        if node is None:
            return None
        value = as_int(node)
        if isinstance(value, Finding):
            self.log.findings.append(value)
            return None
        return value

    def amount(self, key: str, *, required: bool = False) -> Amount | None:
        """A whole number or an exact decimal."""
        node = self.scalar(key, required=required)
        return None if node is None else amount(node, self.log)

    def levels(self, key: str) -> tuple[int, ...]:
        """Numbers written as one (`9`) or as a range (`8..13`); empty where nothing is written."""
        node = self.scalar(key)
        if node is None:
            return ()
        match = _RANGE.fullmatch(node.text)
        if match and int(match[1]) <= int(match[2]):
            return tuple(range(int(match[1]), int(match[2]) + 1))
        if node.text.isdecimal() and len(node.text) <= 2:
            return (int(node.text),)
        self.log.add("R-value", node.span, "R-value.levels", found=node.text)
        return ()

    def words(self, key: str) -> tuple[Scalar, ...]:
        """A list of plain words, or one word, each with its place."""
        return tuple(words(self.take(key), self.place(key), self.log))

    def names(self, key: str) -> tuple[str, ...]:
        """The same, the bare texts."""
        return tuple(scalar.text for scalar in self.words(key))

    def map(self, key: str, *, required: bool = False) -> Keys | None:
        """A map under `key`."""
        node = self.take(key, required=required)
        if node is None:
            return None
        if isinstance(node, MapNode):
            return Keys(node, self.place(key), self.log, self.node.key(key))
        if isinstance(node, Scalar) and node.empty and not required:
            return None
        key_ = self.node.key(key)
        span = key_.span if key_ is not None and isinstance(node, Scalar) and node.empty else node.span
        self.log.add("R-shape", span, "R-shape.map", name=self.place(key))
        return None

    def maps(self, key: str) -> Iterator[tuple[Scalar, Keys]]:
        """The named maps under `key`: the name, then its own keys."""
        inner = self.map(key)
        if inner is None:
            return
        for name, value in inner.node.items:
            if not NAME.fullmatch(name.text):
                self.log.add("R-name", name.span, name=name.text)
            elif isinstance(value, MapNode):
                yield name, Keys(value, inner.place(name.text), self.log, name)
            else:
                self.log.add("R-shape", value.span, "R-shape.map", name=inner.place(name.text))

    def languages(self, key: str, *, required: bool = False) -> Text:
        """A text by language (`{en: ..., fr: ...}`), or one text for all."""
        node = self.take(key, required=required)
        return {} if node is None else languages(node, self.place(key), self.log)

    def basis(self) -> Basis:
        """What this map rests on: its `cite`, `reading` and `assumed`."""
        node = self.take("cite")
        cites = []
        for scalar in words(node, self.place("cite"), self.log):
            cites.append(scalar.text)
            self.log.cited.append((scalar.text, scalar.span))
        basis = Basis(tuple(cites), self.languages("reading"), self.languages("assumed"))
        self.log.bases[self.where or "ruleset"] = basis
        return basis


def words(node: Node | None, where: str, log: Log) -> Iterator[Scalar]:
    """The plain words of a list, or the one word that is written instead of a list."""
    if node is None:
        return
    if isinstance(node, Scalar):
        if not node.empty:
            yield node
        return
    if isinstance(node, SeqNode):
        for item in node.items:
            if isinstance(item, Scalar):
                yield item
            else:
                log.add("R-shape", item.span, "R-shape.scalar", name=where)
        return
    log.add("R-shape", node.span, "R-shape.list", name=where)


def languages(node: Node, where: str, log: Log) -> Text:
    """A text by language; a plain text counts for every language, `{text: name}` is one of the ruleset's own."""
    if isinstance(node, Scalar):
        return {"en": node.text}
    if isinstance(node, MapNode) and [key.text for key, _ in node.items] == ["text"]:
        return _named(node.items[0][1], log)
    if not isinstance(node, MapNode):
        log.add("R-shape", node.span, "R-shape.languages", name=where, languages=LANGUAGES)
        return {}
    found: dict[str, str] = {}
    for key, value in node.items:
        if key.text not in LANGUAGES:
            log.add("R-shape", key.span, "R-shape.languages", name=where, languages=LANGUAGES)
        elif isinstance(value, Scalar):
            found[key.text] = value.text
        else:
            log.add("R-shape", value.span, "R-shape.scalar", name=f"{where}.{key.text}")
    return found


def _named(node: Node, log: Log) -> Text:
    """The text of that name."""
    name = node.text if isinstance(node, Scalar) else ""
    if name not in log.texts:
        guess = near(name, list(log.texts))
        hint = "R-key.near" if guess else "R-key.list"
        log.add("R-text", node.span, hint=hint, name=name, near=guess, known=tuple(log.texts) or "-")
    return log.texts.get(name, {})


def amount(node: Scalar, log: Log) -> Amount | None:
    """A number as an `int` where it is whole, else as an exact decimal."""
    value = as_decimal(node)
    if isinstance(value, Finding):
        log.findings.append(value)
        return None
    return int(value) if value == value.to_integral_value() and "." not in node.text else value


def card(scalar: Scalar, log: Log) -> Card | None:
    """A card written in words: `hearts ace`, `spades 10`."""
    suit, _, rank = scalar.text.partition(" ")
    number = RANK_NAMES.get(rank) or (int(rank) if rank.isdecimal() and 2 <= int(rank) <= 10 else None)
    if suit in SUITS and number is not None:
        return Card(suit, number)
    log.add("R-value", scalar.span, "R-value.card", found=scalar.text)
    return None
