"""What a transcript says, before any rule has looked at it.

A *statement* is one written thing (`2: passe`, `tricks: 9`). Equal lines give the very same statement objects, so
a statement knows its column but not its line: an *entry* is a statement at a line. Statements compare by identity.
Seats are the keys of `players:` as written ("1", "A"); amounts are `int` or `Decimal`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, ClassVar, NamedTuple, NoReturn, Self, dataclass_transform

from whistcli.cards import Card
from whistcli.diag import Finding, Span

Amount = int | Decimal


class Call(NamedTuple):
    """A call as said: its kind, and the suit and number where they were said (`None`: left out).

    >>> Call("solo", "hearts", 6)
    Call(kind='solo', suit='hearts', level=6)
    """

    kind: str
    suit: str | None = None
    level: int | None = None


@dataclass_transform(frozen_default=True, eq_default=False)
class _Fields:
    """What `dataclass(frozen=True, eq=False)` gives, without generated code: twenty of those double the start-up."""

    _fields: ClassVar[tuple[str, ...]] = ()
    _required: ClassVar[int] = 0

    def __init_subclass__(cls) -> None:
        cls._fields = (*cls._fields, *cls.__annotations__)
        cls._required = sum(not hasattr(cls, name) for name in cls._fields)

    def __init__(self, *values: Any, **named: Any) -> None:
        mine, fields = self.__dict__, self._fields
        mine.update(zip(fields, values, strict=False))
        mine.update(named)
        given = len(values) + len(named)
        if given != len(mine) or (named and not mine.keys() <= set(fields)) or (
                given < len(fields) and not mine.keys() >= set(fields[: self._required])):
            raise TypeError(f"{type(self).__name__} takes {', '.join(fields)}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields)})"

    def like(self, **changes: Any) -> Self:
        """The same with some fields changed."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **changes)
        return made

    def items(self) -> Iterator[tuple[str, Any]]:
        """The fields by name, in their order."""
        return ((name, getattr(self, name)) for name in self._fields)


class Statement(_Fields):
    """One written thing; `column` (from 1) and `width` cover it without comment or separator."""

    column: int
    width: int


class Said(Statement):
    """A seat's call. `words_column`/`words_width` cover the words after the seat; `remark` is text in parentheses."""

    seat: str
    call: Call
    words: str
    words_column: int
    words_width: int
    remark: str | None = None


class CardLine(Statement):
    """`SEAT: cards` inside a `hands:` or `play:` block; `columns` and `widths` cover each card as written."""

    seat: str
    cards: tuple[Card, ...]
    columns: tuple[int, ...]
    widths: tuple[int, ...]


class Block(Statement):
    """`hands:` or `play:`: the card lines that follow belong to it. `name` is "hands" or "play"."""

    name: str


class DealLine(Statement):
    """`deal N, dealer S, free` (`name` "deal") or, in a knock-out game, `round N, dealer S, cards n, trump ♥ by S`.

    A dealer that was written but could not be read is `None` with his column, one not written `None` with column 0.
    """

    name: str
    number: str
    number_column: int
    dealer: str | None = None
    dealer_column: int = 0
    free: bool = False
    cards: int | None = None
    trump: str | None = None  # a suit, or "?" where its suit was not noted
    chooser: str | None = None
    cards_column: int = 0
    trump_column: int = 0
    chooser_column: int = 0


class Ruling(Statement):
    """`arbiter: yes | no | stands "reason"`: `answer` is "yes", "no" or "stands"."""

    answer: str
    reason: str | None = None


class ContractLine(Statement):
    """`contract: solo 8 clubs by 2, direct`: the call that names the game, its declarers, said direct or not."""

    call: Call
    declarers: tuple[str, ...]
    direct: bool = False


class Tricks(Statement):
    """`tricks: 9` (`total`), `tricks: 2 0, 4 1` (`by_seat`), or `tricks: ?` (both empty: played, not recorded)."""

    total: int | None = None
    by_seat: tuple[tuple[str, int], ...] = ()


class Result(Statement):
    """`result: made`, `result: lost` (`all`), or `result: 1 made, 4 lost` (`by_seat`)."""

    all: bool | None = None
    by_seat: tuple[tuple[str, bool], ...] = ()


class Amounts(Statement):
    """Figures by seat: `points:`, `totals:`, `queens:`, `lost solos:`. `name` is the English keyword ("lost_solos")."""

    name: str
    by_seat: tuple[tuple[str, Amount], ...]


class Value(Statement):
    """One figure for the whole deal: `balance: 14`, `multiplier: 2`, `pot: 12`. `name` is the English keyword."""

    name: str
    value: Amount


class Charge(Statement):
    """`fine 2: 5 "retard"`, `correction: 3 +2 "reason"`, `revoke: 4`, `excluded: 2 "reason"` (`name` the keyword)."""

    name: str
    seat: str
    amount: Amount | None = None
    reason: str | None = None


class Remark(Statement):
    """`note: ...` and `void: ...`, whose text runs to `#` or the line end; `name` is "note" or "void"."""

    name: str
    text: str


class Mark(Statement):
    """A word that stands alone: `misdeal`, `bell`."""

    name: str


class SeatCards(Statement):
    """`lead: 4 ♣A` (one pair, the card may be missing) or `discards: 1 ♠2, 2 ♥3` (`name` the keyword)."""

    name: str
    by_seat: tuple[tuple[str, Card | None], ...]


class Fact(Statement):
    """A fact with one plain argument and at most one seat.

    `trump: ♥` (value "hearts"), `exposed: 2 after 1` (seat, value "1"), `wrong dealer: 3 unseen` (seat, value
    "unseen"), `cut: 2` (seat), `dog: 4 lost` (seat, value). `name` is the English keyword ("wrong_dealer").
    """

    name: str
    seat: str | None = None
    value: str | None = None


class Setting(Statement):
    """A header line: `rules`, `lang`, `date`, `table`, `round`, `dog`, `tie`.

    `value` is the text as written, without quotation marks; of `lang` the code ("fr"), of `dog` "yes" or "no", of
    `tie` "nearest" or "cut".
    """

    name: str
    value: str
    value_column: int


class Players(Statement):
    """`players: 1 Nord, 2 Est, ...`: seat keys and names clockwise, with the column of each seat key.

    A player without a name is called by his key.
    """

    seats: tuple[str, ...]
    names: tuple[str, ...]
    columns: tuple[int, ...]


class Unread(Statement):
    """A statement that could not be read; its finding is the reader's, this keeps its place in the deal.

    `name` is "call" for a call (then `seat` as written: the auction has a gap here), the English keyword of any other
    statement, or "" where not even its first word is known.
    """

    name: str
    seat: str | None = None


class Entry(NamedTuple):
    """A statement at a line; `text` is the line without its end. A tuple, because a season holds millions of them."""

    line: int
    text: str
    statement: Statement

    def span(self) -> Span:
        """Where the whole statement stands."""
        return Span(self.line, self.statement.column, self.statement.width, self.text)

    def part(self, column: int, width: int = 1) -> Span:
        """Where a part of the statement stands."""
        return Span(self.line, column, width, self.text)


class DealRecord(NamedTuple):
    """One deal (or knock-out round) as written: its heading and its entries in file order."""

    line: int
    text: str
    heading: DealLine
    entries: list[Entry]

    def span(self) -> Span:
        """Where the heading stands."""
        return Span(self.line, self.heading.column, self.heading.width, self.text)


class Header(NamedTuple):
    """What stands above the first deal: settings by name, the players clockwise, the entries in file order."""

    settings: Mapping[str, str] = {}
    seats: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()


class Document(NamedTuple):
    """A whole transcript held in memory; `Reader` streams the same deals one by one."""

    header: Header
    deals: tuple[DealRecord, ...]
    findings: tuple[Finding, ...]
