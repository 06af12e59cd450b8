"""Places, and what they bring: who is equal, and what equal places are worth."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from whistcli.model import Amount

TIES = ("shared", "dense", "split")
"""How equal places count: 1, 1, 3; or 1, 1, 2; or 1.5, 1.5, 3."""
EQUAL = ("split", "higher", "lower", "none")
"""What equal places get of a bonus: what their places hold, divided; what the highest or the lowest holds; nothing."""
REMAINDERS = ("refused", "down", "up")
"""What does not divide: nobody knows; each gets the multiple of the step below, or above."""


class Bonus(NamedTuple):
    """What each place at a table brings; `equal` is `None` where nobody has said what equal places get."""

    places: tuple[Amount, ...]
    equal: str | None = None
    step: Amount = 1
    remainder: str = "refused"


def places(values: Sequence[Amount | Fraction], ties: str = "shared") -> list[Amount]:
    """The place of each value, the highest first.

    >>> places([5, 9, 9, 1]), places([5, 9, 9, 1], "dense"), places([5, 9, 9, 1], "split")
    ([3, 1, 1, 4], [2, 1, 1, 3], [3, Decimal('1.5'), Decimal('1.5'), 4])
    """
    found: dict[Amount | Fraction, Amount] = {}
    before = 0
    for rank, value in enumerate(sorted(set(values), reverse=True), 1):
        count = values.count(value)
        if ties == "dense":
            found[value] = rank
        elif ties == "split" and count > 1:
            found[value] = plain(Fraction(2 * before + 1 + count, 2))
        else:
            found[value] = before + 1
        before += count
    return [found[value] for value in values]


def bonuses(points: Sequence[Amount], bonus: Bonus) -> list[Amount | None]:
    """What each player of a table gets by his place; `None` where the rule for equal places does not say.

    Places beyond those that bring something bring nothing.

    >>> bonuses([10, 40, 40, 2], Bonus((90, 60, 30, 0), "split"))
    [30, 75, 75, 0]
    >>> bonuses([7, 7, 7, 2], Bonus((90, 60, 31, 0), "split"))
    [None, None, None, 0]
    """
    found: list[Amount | None] = []
    for value in points:
        first = sum(other > value for other in points)
        held = [bonus.places[place] if place < len(bonus.places) else 0
                for place in range(first, first + points.count(value))]
        found.append(held[0] if len(held) == 1 else _equal(held, bonus))
    return found


def _equal(held: Sequence[Amount], bonus: Bonus) -> Amount | None:
    if bonus.equal is None:
        return None
    if bonus.equal == "none":
        return 0
    if bonus.equal != "split":
        return max(held) if bonus.equal == "higher" else min(held)
    step = Fraction(bonus.step)
    share = sum(map(Fraction, held), Fraction(0)) / len(held) / step
    if share.denominator != 1:
        if bonus.remainder == "refused":
            return None
        share = Fraction(share.numerator // share.denominator + (bonus.remainder == "up"))
    return plain(share * step)


def plain(value: Fraction | Amount) -> Amount:
    """A value as an `int` where it is whole, else as a decimal (which it must be)."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else Decimal(exact.numerator) / Decimal(exact.denominator)


def average(total: Amount, count: int) -> Fraction:
    """An exact average; of nothing it is nothing."""
    return Fraction(total) / count if count else Fraction(0)


def rounded(value: Fraction) -> str:
    """An average with two decimals, halves away from zero.

    >>> rounded(Fraction(-1, 8)), rounded(Fraction(207, 4)), rounded(Fraction(3))
    ('-0.13', '51.75', '3.00')
    """
    hundredths = (abs(value) * 200 + 1) // 2
    whole, part = divmod(int(hundredths), 100)
    return f"{'-' if value < 0 and hundredths else ''}{whole}.{part:02}"
