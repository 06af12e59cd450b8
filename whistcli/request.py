"""What was asked for on the command line, whatever the command and the game."""

from __future__ import annotations

from typing import NamedTuple

from whistcli.opening import Options
from whistcli.selection import Selection


class Request(NamedTuple):
    """What was asked for; `deal` is the number of a deal or round, `payments` adds who pays whom."""

    options: Options = Options()
    lang: str | None = None
    format: str = "text"
    notes: bool = False
    deal: str | None = None
    selection: Selection = Selection()
    payments: bool = False
