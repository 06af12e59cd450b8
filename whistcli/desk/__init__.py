"""What each command gets from an opened file, by the sort of game: the one place where that is chosen.

The commands read, collect, print and count; a desk judges and puts into words or JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from whistcli.diag import Finding
from whistcli.opening import Opening
from whistcli.request import Request

if TYPE_CHECKING:  # only sheets need it
    from whistcli.sheet.model import Sheet

Json = dict[str, object]


class Told(NamedTuple):
    """One deal or round as `explain` tells it: its number as written, the lines, what was found in it."""

    number: str
    lines: Sequence[str]
    findings: Sequence[Finding]


class Desk(Protocol):
    """One opened file, ready for one command."""

    opening: Opening
    own_findings: list[Finding]
    place: str
    """The key of the words that name a deal or a round."""

    def check(self, request: Request) -> tuple[list[Finding], Json]:
        """What is found in the file, and what its JSON says of the deals, where that or one deal is asked for."""
        ...

    def score(self, request: Request, lang: str) -> tuple[list[Finding], Json | Sheet]:
        """What is found in the file, and its sheet, as JSON where that is asked for."""
        ...

    def together(self, desks: Sequence[Desk], request: Request, lang: str) -> Json | Sequence[Sheet]:
        """What the scores of several files of this sort of game come to, where that means anything."""
        ...

    def explain(self, request: Request, lang: str) -> Iterator[Told]:
        """The deal or round asked for, told; the last one where none is named."""
        ...

    def legal(self, request: Request, lang: str) -> Json | Sequence[str] | None:
        """What may be said in it now; `None` where there is no such deal or round."""
        ...


def _auction(opening: Opening) -> Desk:
    from whistcli.desk.auction import AuctionDesk

    return AuctionDesk(opening)


def _knockout(opening: Opening) -> Desk:
    from whistcli.desk.knockout import KnockoutDesk

    return KnockoutDesk(opening)


DESKS: Mapping[str, Callable[[Opening], Desk]] = {"auction": _auction, "knockout": _knockout}
"""The desk for each sort of game, by the ruleset's `game`."""


def desk_for(opening: Opening) -> Desk:
    """The desk that an opened file is for."""
    return DESKS[opening.rules.game](opening)
