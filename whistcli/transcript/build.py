"""Makes the record's statements of what the grammar reads: one method a production, called as the driver reduces."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from whistcli import record as r
from whistcli.cards import Card
from whistcli.transcript.driver import Token
from whistcli.transcript.faults import Fault, Faulty, Terms, keyword_near, unknown_seat, unknown_word
from whistcli.vocabulary import Vocabulary, WordFault
from whistcli.words import fold

if TYPE_CHECKING:
    from whistcli.cardwords import CardWords

_AMOUNT = r"[+-]?\d{1,12}(?:\.\d{1,12})?"
_COUNT = re.compile(r"\d{1,2}")
_SECOND = r"(?<!\S)(\w+(?:['.-]\w+)*)\s*:"
_ESCAPE = r"\\(.)"
_SIGNS = str.maketrans({"−": "-", "–": "-", ",": "."})
MOST_TRICKS = 13
LANG_NAMES = {"en": "en", "english": "en", "anglais": "en", "engels": "en",
              "fr": "fr", "french": "fr", "francais": "fr", "frans": "fr",
              "nl": "nl", "dutch": "nl", "neerlandais": "nl", "nederlands": "nl"}


class Builder:
    """Turns reductions into statements, in the words of one vocabulary and the letters of one language.

    `line` is the line as written (the grammar reads a folded one of the same length). Without a vocabulary it reads a
    header: calls and cards are out of place there. In a `block` (after `hands:` or `play:`) what a seat is given may be
    cards. `soft` collects faults that do not spoil the statement.
    """

    def __init__(self, vocabulary: Vocabulary | None, lang: str, seats: tuple[str, ...]) -> None:
        self.vocabulary, self.lang, self.seats = vocabulary, lang, seats
        self.folded = {fold(seat): seat for seat in seats}
        self.line = ""
        self._cards: CardWords | None = None
        self.block = False
        self.soft: list[Fault] = []
        self._made: dict[str, Callable[[list[Any], int, int], Any]] = {}

    def reduce(self, name: str, children: list[Any], begin: int, end: int) -> Any:
        """The driver's hook: the value of one production."""
        make = self._made.get(name)
        if make is None:
            make = self._made[name] = getattr(self, f"_on_{name}")
        return make(children, begin + 1, end - begin)

    # -- parts -----------------------------------------------------------------------------------------------------

    def text(self, token: Token) -> str:
        """A token as written."""
        return self.line[token[1] : token[2]]

    def seat(self, token: Token) -> str:
        """The seat that a token names. Raises Faulty where `players:` does not know it."""
        key = self.text(token)
        if not self.seats or key in self.seats:
            return key
        found = self.folded.get(fold(key))
        if found is None:
            raise Faulty(unknown_seat(key, token[1] + 1, self.seats))
        return found

    def count(self, token: Token, high: int = MOST_TRICKS) -> int:
        """A plain number of 0 to `high`. Raises Faulty."""
        text = self.text(token)
        if not _COUNT.fullmatch(text) or int(text) > high:
            args = {"number": text, "low": 0, "high": high}
            raise Faulty(Fault("T-number", token[1] + 1, len(text), args=args))
        return int(text)

    def amount(self, token: Token) -> r.Amount:
        """A figure: a sign, digits, at most one decimal mark. Raises Faulty."""
        text = self.text(token)
        plain = text.translate(_SIGNS)
        if not plain.isascii() or not re.compile(_AMOUNT).fullmatch(plain):
            marks = plain.count(".") > 1
            raise Faulty(Fault("T-amount", token[1] + 1, len(text), "T-amount.marks" if marks else "", "T-amount.hint",
                               {"amount": text}))
        if "." not in plain:
            return int(plain)
        value = Decimal(plain)
        return value if value else abs(value)  # no minus zero

    def quoted(self, token: Token) -> str:
        """The text of a QUOTED token, or of a plain one."""
        text = self.text(token)
        if token[0] != "QUOTED":
            return text
        return re.compile(_ESCAPE).sub(r"\1", text[1:-1]) if text[0] == '"' else text[1:-1].strip()

    def words(self, first: int, last: int, read: Callable[[Vocabulary, str], Any]) -> Any:
        """What the vocabulary makes of line[first:last]; its faults become faults of the line."""
        if self.vocabulary is None:
            args = {"name": self.line[first:last]}
            raise Faulty(Fault("T-place", first + 1, last - first, "T-place.header", "T-place.header.hint", args))
        try:
            return read(self.vocabulary, self.line[first:last])
        except WordFault as fault:
            raise Faulty(self._fault(fault, first)) from None

    @staticmethod
    def _fault(fault: WordFault, first: int) -> Fault:
        return Fault(fault.code, first + fault.start + 1, fault.width, fault.key, fault.hint, fault.values)

    def cards(self, text: str) -> tuple[tuple[Card, ...], tuple[tuple[int, int], ...]]:
        """The cards of a text, and the place of each. Raises WordFault."""
        assert self.vocabulary is not None
        if self._cards is None:
            from whistcli.cardwords import CardWords  # most files hold no cards

            self._cards = CardWords(self.vocabulary, self.lang)
        return self._cards.read(text)

    def suit(self, tokens: list[Token]) -> str:
        """The suit that WORD tokens name, or "?"."""
        if tokens[0][0] == "QUERY":
            return "?"
        suit: str = self.words(tokens[0][1], tokens[-1][2], lambda v, text: v.suit(text, self.lang))
        return suit

    def pairs(self, children: list[Any]) -> list[tuple[str, Token]]:
        """`KEY value` pairs of a list of tokens whose punctuation does not count; a seat twice is a fault."""
        tokens = [child for child in children[2:] if child[0] not in ("COLON", "COMMA")]
        found: list[tuple[str, Token]] = []
        for key, value in zip(tokens[::2], tokens[1::2], strict=True):
            self.once(key, [seat for seat, _ in found])
            found.append((self.seat(key), value))
        return found

    def once(self, key: Token, before: list[str]) -> None:
        """Raises Faulty where a seat stands twice in one statement."""
        if self.seat(key) in before:
            raise Faulty(Fault("T-twice", key[1] + 1, key[2] - key[1], "T-twice.seat", args={"seat": self.text(key)}))

    # -- header ----------------------------------------------------------------------------------------------------

    def _on_setting(self, children: list[Any], column: int, width: int) -> r.Setting:
        name, token = children[0][0].lower(), children[2]
        value = self.quoted(token)
        if name == "lang":
            value = LANG_NAMES.get(fold(value), value)
        return r.Setting(column, width, name, value, token[1] + 1)

    def _on_switch(self, children: list[Any], column: int, width: int) -> r.Setting:
        return r.Setting(column, width, children[0][0].lower(), children[2][0].lower(), children[2][1] + 1)

    def _on_player(self, children: list[Any], _column: int, _width: int) -> tuple[str, str, int]:
        key = children[0]
        name = self.quoted(children[-1]) if children[-1][0] in ("NAME", "QUOTED") else self.text(key)
        return self.text(key), name or self.text(key), key[1] + 1

    def _on_players(self, children: list[Any], column: int, width: int) -> r.Players:
        keys, names, columns = zip(*[child for child in children[2:] if child[0] != "COMMA"], strict=True)
        return r.Players(column, width, keys, names, columns)

    # -- headings --------------------------------------------------------------------------------------------------

    def _on_heading(self, children: list[Any], column: int, width: int) -> r.DealLine:
        number = next(child for child in children if child[0] == "NUMBER")
        parts: dict[str, Any] = {}
        rest = [child for child in children[children.index(number) + 1 :] if child[0] not in ("COMMA", "COLON")]
        while rest:
            opener = rest.pop(0)
            if opener[0] == "FREE":
                self._part(parts, opener, free=True)
            elif opener[0] == "CARDS":
                counted = rest.pop(0)
                self._part(parts, opener, cards=self.count(counted), cards_column=counted[1] + 1)
            elif opener[0] == "DEALER":
                self._part(parts, opener, dealer_column=rest[0][1] + 1, dealer=self._soft_seat(rest.pop(0)))
            else:
                named = [rest.pop(0)]
                while rest and rest[0][0] in ("WORD", "TRUMP") and named[0][0] == "WORD":
                    named.append(rest.pop(0))
                trump = self.suit(named) if self.vocabulary else None
                self._part(parts, opener, trump=trump, trump_column=named[0][1] + 1)
                if rest and rest[0][0] == "BY":
                    parts["chooser_column"], parts["chooser"] = rest[1][1] + 1, self._soft_seat(rest[1])
                    del rest[:2]
        name = children[0][0].lower()
        return r.DealLine(column, width, name, self.text(number), number[1] + 1, **parts)

    @staticmethod
    def _part(parts: dict[str, Any], opener: Token, **values: Any) -> None:
        """One part of a heading, each at most once."""
        if parts.keys() & values.keys():
            args = {"name": next(iter(values))}
            raise Faulty(Fault("T-twice", opener[1] + 1, opener[2] - opener[1], "T-twice.part", args=args))
        parts.update(values)

    def _soft_seat(self, token: Token) -> str | None:
        """A seat of a heading: one that is not known must not cost the deal its heading."""
        try:
            return self.seat(token)
        except Faulty as fault:
            self.soft.append(fault.fault)
            return None

    # -- calls and cards -------------------------------------------------------------------------------------------

    def _on_said(self, children: list[Any], column: int, width: int) -> r.Statement:
        key, words = children[0], children[2]
        written = self.text(key)
        if self.vocabulary is None:  # the header; whether it is a call shows when the seats are known
            raise Faulty(Fault("T-early", key[1] + 1, len(written), hint="T-early.hint", seat=written,
                               args={"seat": written}))
        if self.seats and fold(written) not in self.folded and keyword_near(written):
            raise Faulty(unknown_word(written, key[1] + 1))
        seat = self.seat(key)
        text = self.text(words)
        if ":" in text:
            self._unparted(text, words[1])
        card_fault = None
        if self.block:
            try:
                cards, places = self.cards(text)
            except WordFault as fault:
                card_fault = fault
            else:
                if len(children) == 3:
                    starts, widths = tuple(words[1] + 1 + at for at, _ in places), tuple(wide for _, wide in places)
                    return r.CardLine(column, width, seat, cards, starts, widths)
        try:
            call = self.vocabulary.read(text, self.lang)
        except WordFault as call_fault:
            meant = card_fault if card_fault and not self._like_call(text, call_fault) else call_fault
            raise Faulty(self._fault(meant, words[1])) from None
        remark = self.text(children[3])[1:-1].strip() if len(children) > 3 else None
        return r.Said(column, width, seat, call, text, words[1] + 1, len(text), remark)

    def _unparted(self, text: str, first: int) -> None:
        """Raises Faulty where a second player's `KEY:` stands within the words of a call."""
        for match in re.compile(_SECOND).finditer(text):
            if fold(match[1]) in self.folded:
                args = {"seat": match[1]}
                raise Faulty(Fault("T-call", first + match.start(1) + 1, len(match[1]), "T-call.semicolon", args=args))

    def _like_call(self, text: str, fault: WordFault) -> bool:
        """Whether words in a block of cards, readable neither as cards nor as a call, were meant for a call."""
        assert self.vocabulary is not None
        if text[0] in self.vocabulary.symbols:
            return False
        return bool(fault.code == "T-word" and fault.values.get("near")) or self.vocabulary.speaks(text)

    def _on_held(self, children: list[Any], _column: int, _width: int) -> tuple[str, Token, Card | None]:
        named = [child for child in children[1:] if child[0] == "WORD"]
        if not named:
            return "held", children[0], None
        first, last = named[0][1], named[-1][2]
        cards, _ = self.words(first, last, lambda _, text: self.cards(text))
        if len(cards) != 1:
            raise Faulty(Fault("T-card", first + 1, last - first, "T-card.one", args={"word": self.line[first:last]}))
        return "held", children[0], cards[0]

    def _on_seat_cards(self, children: list[Any], column: int, width: int) -> r.SeatCards:
        found: list[tuple[str, Card | None]] = []
        for child in children[2:]:
            if child[0] == "held":
                self.once(child[1], [seat for seat, _ in found])
                found.append((self.seat(child[1]), child[2]))
        return r.SeatCards(column, width, children[0][0].lower(), tuple(found))

    def _on_block(self, children: list[Any], column: int, width: int) -> r.Block:
        return r.Block(column, width, children[0][0].lower())

    def _on_trump(self, children: list[Any], column: int, width: int) -> r.Fact:
        return r.Fact(column, width, "trump", None, self.suit(children[2:]))

    # -- outcome ---------------------------------------------------------------------------------------------------

    def _on_ruling(self, children: list[Any], column: int, width: int) -> r.Ruling:
        reason = self.quoted(children[3]) if len(children) > 3 else None
        return r.Ruling(column, width, children[2][0].lower(), reason)

    def _on_contract(self, children: list[Any], column: int, width: int) -> r.ContractLine:
        named = [child for child in children if child[0] in ("WORD", "TRUMP")]
        call = self.words(named[0][1], named[-1][2], lambda v, text: v.read(text, self.lang, contract=True))
        declarers: list[str] = []
        for child in children:
            if child[0] == "KEY":
                self.once(child, declarers)
                declarers.append(self.seat(child))
        if not declarers:
            raise Faulty(Fault("T-end", column + width, 1, args={"expected": Terms(("KEY",))}))
        direct = any(child[0] == "DIRECT" for child in children)
        return r.ContractLine(column, width, call, tuple(declarers), direct)

    def _on_tricks(self, children: list[Any], column: int, width: int) -> r.Tricks:
        if children[2][0] == "QUERY":
            return r.Tricks(column, width)
        if len(children) == 3:
            return r.Tricks(column, width, self.count(children[2]))
        by_seat = tuple((seat, self.count(token)) for seat, token in self.pairs(children))
        return r.Tricks(column, width, None, by_seat)

    def _on_result(self, children: list[Any], column: int, width: int) -> r.Result:
        if len(children) == 3:
            return r.Result(column, width, children[2][0] == "MADE")
        by_seat = tuple((seat, token[0] == "MADE") for seat, token in self.pairs(children))
        return r.Result(column, width, None, by_seat)

    def _on_amounts(self, children: list[Any], column: int, width: int) -> r.Amounts:
        by_seat = tuple((seat, self.amount(token)) for seat, token in self.pairs(children))
        return r.Amounts(column, width, children[0][0].lower(), by_seat)

    def _on_value(self, children: list[Any], column: int, width: int) -> r.Value:
        return r.Value(column, width, children[0][0].lower(), self.amount(children[2]))

    def _on_charge(self, children: list[Any], column: int, width: int) -> r.Charge:
        seat = self.seat(next(child for child in children if child[0] == "KEY"))
        amount = next((self.amount(child) for child in children if child[0] == "AMOUNT"), None)
        reason = next((self.quoted(child) for child in children if child[0] in ("QUOTED", "TEXT")), None)
        return r.Charge(column, width, children[0][0].lower(), seat, amount, reason)

    def _on_remark(self, children: list[Any], column: int, width: int) -> r.Remark:
        return r.Remark(column, width, children[0][0].lower(), self.text(children[2]) if len(children) > 2 else "")

    def _on_mark(self, children: list[Any], column: int, width: int) -> r.Mark:
        return r.Mark(column, width, children[0][0].lower())

    def _on_fact(self, children: list[Any], column: int, width: int) -> r.Fact:
        value = None
        if children[-1][0] == "NUMBER":
            value = str(self.count(children[-1]))
        elif len(children) > 3:
            value = children[-1][0].lower()
        return r.Fact(column, width, children[0][0].lower(), self.seat(children[2]), value)
