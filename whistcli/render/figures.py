"""Figures as people write them: points, fines, and the marks that stand beside them."""

from __future__ import annotations

from whistcli.model import Amount
from whistcli.reckon import FineCell
from whistcli.render.machine import amount

ASSUMED = "*"
DUE = "!"


def number(value: Amount | None) -> str:
    """A figure with all its digits; no figure is a dash.

    >>> number(-3), number(None)
    ('-3', '-')
    """
    return "-" if value is None else str(amount(value))


def fine(cell: FineCell | None) -> str:
    """A player's fines: nothing, a sum, or a mark that one is due without an amount."""
    if cell is None:
        return ""
    if cell.unknown:
        return f"{number(cell.amount)}+{DUE}" if cell.amount else DUE
    return number(cell.amount)
