"""What one case of a ruleset says: a piece of play as it would be written down, and what it must come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from whistcli.diag import Span
from whistcli.model import Amount

Sort = Literal["auction", "score"]


class Auction(NamedTuple):
    """The calls of one deal in the notation of case files, with what bears on them."""

    calls: tuple[str, ...]
    hands: Mapping[str, str] = {}
    lost: Mapping[str, int] = {}


class Piece(NamedTuple):
    """Some deals as a transcript writes them."""

    text: str


class Cell(NamedTuple):
    """The result of one deal without its calls.

    `kind` is `None` where nobody played. `tricks` is one number for a side, or numbers by declarer; `made` stands
    where only that is known. `offence` is what the seat `offender` did; where no game is named, the points are what
    the offence alone costs and brings.
    """

    kind: str | None = None
    level: int | None = None
    suit: str | None = None
    declarers: tuple[str, ...] = ()
    direct: bool = False
    tricks: int | Mapping[str, int] | None = None
    made: bool | None = None
    multiplier: Amount = 1
    pot: Amount | None = None
    queens: Mapping[str, int] = {}
    offender: str | None = None
    offence: str = ""


class Wanted(NamedTuple):
    """The contract that an auction must come to; a suit, level or leader that is `None` is not asserted."""

    kind: str
    level: int | None
    suit: str | None
    declarers: tuple[str, ...]
    leader: str | None


class Figure(NamedTuple):
    """An amount and where it is written."""

    value: Amount
    span: Span


class Expected(NamedTuple):
    """What a case says that its (last) deal comes to; what is `None` or empty is not asserted.

    `form` is "contract", "illegal", "redeal", "open", or "" where only points are asserted; `illegal` is the place of
    the first illegal call, `next` who speaks next.
    """

    span: Span
    form: str = ""
    contract: Wanted | None = None
    illegal: int | None = None
    next: str | None = None
    points: Mapping[str, Figure] = {}
    balance: Figure | None = None
    pot: Figure | None = None


class Case(NamedTuple):
    """One case; `span` is the place of its id, `calls` those of its calls, `settings` are values set for it."""

    id: str
    sort: Sort
    span: Span
    why: str
    seats: tuple[str, ...]
    dealer: str
    deal: Auction | Piece | Cell
    expect: Expected
    calls: tuple[Span, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
