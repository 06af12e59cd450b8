"""Writes statements in the canonical words of a language: the other direction of `build.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from itertools import groupby
from typing import Any

from whistcli import record as r
from whistcli.cards import SYMBOLS, Card
from whistcli.transcript.tables import driver
from whistcli.vocabulary import Vocabulary, WordFault

_PLAIN_NAME = re.compile(r"[^\s,;#\":“«](?:[^,;#\"]*[^\s,;#\"])?")
_PLAIN_VALUE = re.compile(r"[^\s;#\"“«](?:[^;#]*[^\s;#])?")


def quoted(text: str) -> str:
    r"""A text in quotation marks, as the grammar reads it back.

    >>> print(quoted('the "old" rule'))
    "the \"old\" rule"
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def figure(amount: r.Amount, *, sign: bool = False) -> str:
    """An amount in digits, never in scientific notation."""
    return format(amount, ("+" if sign else "") + ("f" if isinstance(amount, Decimal) else "d"))


class Writer:
    """Writes statements in `lang` with one vocabulary's words. `block` ("hands", "play") is the open block's name."""

    def __init__(self, vocabulary: Vocabulary, lang: str) -> None:
        self.vocabulary, self.lang = vocabulary, lang
        self.block = ""

    def text(self, statement: r.Statement, written: str) -> str:
        """A statement in canonical form; `written` is how it stood in the file, for what has no other form."""
        if isinstance(statement, r.Block):
            self.block = statement.name
        made = _WRITERS.get(type(statement))
        return made(self, statement, written) if made else written

    def word(self, name: str) -> str:
        """The canonical keyword."""
        by_lang = driver().keywords[name]
        return by_lang.get(self.lang, by_lang["en"])[0]

    def _pairs(self, name: str, pairs: Iterable[tuple[str, str]]) -> str:
        return f"{self.word(name)}: " + ", ".join(f"{seat} {value}".strip() for seat, value in pairs)

    def call(self, call: r.Call, written: str, *, contract: bool = False) -> str:
        """A call's words; as written where the canonical words would not say the same."""
        text = self.vocabulary.text(call, self.lang)
        try:
            same = self.vocabulary.read(text, self.lang, contract=contract) == call
        except WordFault:
            same = False
        return text if same else " ".join(written.split())

    def suit(self, suit: str) -> str:
        """A suit as its symbol; no trump in words."""
        return SYMBOLS.get(suit) or ("?" if suit == "?" else self.vocabulary.suit_text(suit, self.lang))

    def cards(self, cards: tuple[Card, ...]) -> str:
        """Cards of a block: a hand by suits, played cards one by one."""
        if self.block == "play":
            return " ".join(card.text(self.lang) for card in cards)
        suits = [(suit, [card.text(self.lang)[1:] for card in held]) for suit, held in groupby(cards, lambda c: c.suit)]
        return "  ".join(f"{SYMBOLS[suit]} {' '.join(ranks)}" for suit, ranks in suits)

    # -- one method a kind of statement ----------------------------------------------------------------------------

    def setting(self, s: r.Setting, _written: str) -> str:
        """`rules: amis`, `dog: yes`."""
        if s.name in ("dog", "tie"):
            return f"{self.word(s.name)}: {self.word(s.value)}"
        return f"{self.word(s.name)}: {s.value if _PLAIN_VALUE.fullmatch(s.value) else quoted(s.value)}"

    def players(self, s: r.Players, _written: str) -> str:
        """`players: 1 Nord, 2 "Est, L."`."""
        names = ["" if name == seat else name if _PLAIN_NAME.fullmatch(name) else quoted(name)
                 for seat, name in zip(s.seats, s.names, strict=True)]
        return self._pairs("players", zip(s.seats, names, strict=True))

    def heading(self, s: r.DealLine, _written: str) -> str:
        """`deal 1, dealer 4, free`, `round 2, dealer 1, cards 6, trump ♠ by 1`."""
        parts = [f"{self.word(s.name)} {s.number}"]
        if s.dealer is not None:
            parts.append(f"{self.word('dealer')} {s.dealer}")
        if s.cards is not None:
            parts.append(f"{self.word('cards')} {s.cards}")
        if s.trump is not None:
            by = f" {self.word('by')} {s.chooser}" if s.chooser else ""
            parts.append(f"{self.word('trump')} {self.suit(s.trump)}{by}")
        if s.free:
            parts.append(self.word("free"))
        return ", ".join(parts)

    def said(self, s: r.Said, _written: str) -> str:
        """`1: propose hearts (a remark)`."""
        remark = f" ({s.remark})" if s.remark is not None else ""
        return f"{s.seat}: {self.call(s.call, s.words)}{remark}"

    def card_line(self, s: r.CardLine, written: str) -> str:
        """`1: ♠ A 10  ♥ 4`."""
        return f"{s.seat}: {self.cards(s.cards)}" if s.cards else written

    def block_line(self, s: r.Block, _written: str) -> str:
        """`hands:`."""
        return f"{self.word(s.name)}:"

    def ruling(self, s: r.Ruling, _written: str) -> str:
        """`arbiter: yes "reason"`."""
        reason = f" {quoted(s.reason)}" if s.reason is not None else ""
        return f"{self.word('arbiter')}: {self.word(s.answer)}{reason}"

    def contract(self, s: r.ContractLine, written: str) -> str:
        """`contract: pair 8 hearts by 1 3, direct`."""
        call = self.call(s.call, "", contract=True)
        if not call:
            return written
        direct = f", {self.word('direct')}" if s.direct else ""
        return f"{self.word('contract')}: {call} {self.word('by')} {' '.join(s.declarers)}{direct}"

    def tricks(self, s: r.Tricks, _written: str) -> str:
        """`tricks: 9`, `tricks: 2 0, 4 1`, `tricks: ?`."""
        if s.by_seat:
            return self._pairs("tricks", ((seat, str(count)) for seat, count in s.by_seat))
        return f"{self.word('tricks')}: {'?' if s.total is None else s.total}"

    def result(self, s: r.Result, _written: str) -> str:
        """`result: made`, `result: 1 made, 4 lost`."""
        if s.by_seat:
            return self._pairs("result", ((seat, self.word("made" if made else "lost")) for seat, made in s.by_seat))
        return f"{self.word('result')}: {self.word('made' if s.all else 'lost')}"

    def amounts(self, s: r.Amounts, _written: str) -> str:
        """`points: 1 12, 2 -12`."""
        return self._pairs(s.name, ((seat, figure(amount)) for seat, amount in s.by_seat))

    def value(self, s: r.Value, _written: str) -> str:
        """`balance: 14`."""
        return f"{self.word(s.name)}: {figure(s.value)}"

    def charge(self, s: r.Charge, _written: str) -> str:
        """`fine 2: 5 "late"`, `correction: 3 +2 "reason"`."""
        rest = [] if s.amount is None else [figure(s.amount, sign=s.name == "correction")]
        if s.reason is not None:
            rest.append(quoted(s.reason))
        if s.name == "fine":
            return f"{self.word('fine')} {s.seat}" + (f": {' '.join(rest)}" if rest else "")
        return f"{self.word(s.name)}: {' '.join([s.seat, *rest])}"

    def remark(self, s: r.Remark, _written: str) -> str:
        """`note: ...`, `void: ...`."""
        if s.name == "void" and not s.text:
            return self.word("void")
        return f"{self.word(s.name)}: {s.text}".rstrip()

    def mark(self, s: r.Mark, _written: str) -> str:
        """`misdeal`, `bell`."""
        return self.word(s.name)

    def seat_cards(self, s: r.SeatCards, _written: str) -> str:
        """`lead: 4 ♣A`."""
        return self._pairs(s.name, ((seat, card.text(self.lang) if card else "") for seat, card in s.by_seat))

    def fact(self, s: r.Fact, _written: str) -> str:
        """`trump: ♥`, `exposed: 2 after 1`, `dog: 4 lost`."""
        if s.name == "trump":
            return f"{self.word('trump')}: {self.suit(s.value or '?')}"
        parts = [s.seat or ""]
        if s.name == "exposed":
            parts += [self.word("after"), s.value or "0"]
        elif s.value is not None:
            parts.append(self.word(s.value))
        return f"{self.word(s.name)}: {' '.join(parts)}"


_WRITERS: dict[type[r.Statement], Callable[[Writer, Any, str], str]] = {
    r.Setting: Writer.setting, r.Players: Writer.players, r.DealLine: Writer.heading, r.Said: Writer.said,
    r.CardLine: Writer.card_line, r.Block: Writer.block_line, r.Ruling: Writer.ruling,
    r.ContractLine: Writer.contract, r.Tricks: Writer.tricks, r.Result: Writer.result, r.Amounts: Writer.amounts,
    r.Value: Writer.value, r.Charge: Writer.charge, r.Remark: Writer.remark, r.Mark: Writer.mark,
    r.SeatCards: Writer.seat_cards, r.Fact: Writer.fact,
}
