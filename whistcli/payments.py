"""Who pays whom at the end of the night: points at their value, fines, and what the pot has gained or given.

The amounts are exact. By default there are as few transfers as possible; a ruleset may pay in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from whistcli.claims import total
from whistcli.diag import Finding, Span
from whistcli.evening import Evening
from whistcli.model import Amount, Money

POT, CLUB = "pot", "club"
"""Who else may pay or be paid: the pot, and the club, which gets the fines that no player gets."""

_MOST = 14
"""How many parties may be paired off in every possible way; more are paired off in their order."""


class Transfer(NamedTuple):
    """One payment: seat keys, `POT` or `CLUB`; the amount is above zero."""

    payer: str
    payee: str
    amount: Amount


class Night(NamedTuple):
    """The payments of one evening, and what keeps them from being all."""

    transfers: tuple[Transfer, ...]
    findings: tuple[Finding, ...] = ()


def in_order(balances: Mapping[str, Amount]) -> Iterator[Transfer]:
    """Each debtor pays the creditors, both in their order; what does not close is left.

    >>> [tuple(transfer) for transfer in in_order({"A": 20, "B": 20, "C": -15, "D": -15, "pot": -10})]
    [('C', 'A', 15), ('D', 'A', 5), ('D', 'B', 10), ('pot', 'B', 10)]
    """
    owed = [[name, amount] for name, amount in balances.items() if amount > 0]
    for name, amount in balances.items():
        debt = -amount
        while debt > 0 and owed:
            creditor, due = str(owed[0][0]), owed[0][1]
            assert not isinstance(due, str)
            paid = min(debt, due)
            yield Transfer(name, creditor, paid)
            debt -= paid
            if paid == due:
                del owed[0]
            else:
                owed[0][1] = due - paid


def fewest(balances: Mapping[str, Amount]) -> Iterator[Transfer]:
    """As few payments as possible: the parties fall into as many groups that close as they can.

    A group of n needs n - 1 payments, so that each further group saves one.

    >>> list(map(tuple, fewest({"A": 5, "B": -3, "C": 3, "D": -5})))
    [('D', 'A', 5), ('B', 'C', 3)]
    """
    parties = {name: amount for name, amount in balances.items() if amount}
    names = list(parties)
    if len(names) > _MOST:
        yield from in_order(parties)
        return
    for group in _groups([parties[name] for name in names]):
        yield from in_order({names[place]: parties[names[place]] for place in group})


def _groups(amounts: Sequence[Amount]) -> list[list[int]]:
    """The places in the most groups that each sum to zero, and one with the rest, in order of their first place."""
    count = len(amounts)
    sums: list[Amount] = [0] * (1 << count)
    best = [0] * (1 << count)
    last = [0] * (1 << count)
    for mask in range(1, 1 << count):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + amounts[low.bit_length() - 1]
        for place in range(count):
            bit = 1 << place
            if mask & bit and (best[mask ^ bit] > best[mask] or not last[mask]):
                best[mask], last[mask] = best[mask ^ bit], bit
        best[mask] += not sums[mask]
    groups: list[list[int]] = []
    group: list[int] = []
    mask = (1 << count) - 1
    while mask:
        if not sums[mask] and group:
            groups.append(group)
            group = []
        group.append(last[mask].bit_length() - 1)
        mask ^= last[mask]
    if group:
        groups.append(group)
    return sorted((sorted(each) for each in groups), key=lambda each: each[0])


def balances(evening: Evening, pot_before: Amount | None) -> dict[str, Amount]:
    """What each is to get (below zero: to pay) after an evening that was read to its end, the pot and the club too."""
    money = evening.rules.money or Money("")
    value = 1 if money.point is None else money.point
    points = evening.totals.points
    if money.settle == "differences":
        points = [len(points) * own - total(points) for own in points]
    owed: list[Amount] = [cell.amount * (1 if money.fines == "money" else value) for cell in evening.totals.fines]
    found = {
        key: _exact(own * value - fine)
        for key, own, fine in zip(evening.voice.seats, points, owed, strict=True)
    }
    after = evening.carried.pot
    if evening.rules.pot is not None and after is not None and pot_before is not None and after != pot_before:
        found[POT] = _exact((after - pot_before) * value)
    if total(owed):
        found[CLUB] = _exact(total(owed))
    return found


def night(evening: Evening, pot_before: Amount | None, waiting: Sequence[str]) -> Night:
    """The payments after an evening that was read to its end.

    `pot_before` is what the pot held before its first deal, `waiting` are the deals that have no score.
    """
    money = evening.rules.money or Money("")
    found = balances(evening, pot_before)
    way = in_order if money.transfers == "in_seat_order" else fewest
    return Night(tuple(way(found)), tuple(_findings(evening, found, waiting)))


def _findings(evening: Evening, found: Mapping[str, Amount], waiting: Sequence[str]) -> Iterator[Finding]:
    """What keeps the payments from being all."""
    whole = Span(0, 0)
    left = total(tuple(found.values()))
    if left:
        key = "S-pay" if evening.rules.zero_sum else "S-pay.sum"
        yield Finding("S-pay", whole, "warning", key, {"left": _exact(left)})
    if waiting:
        yield Finding("S-pay", whole, "note", "S-pay.waiting", {"deals": list(waiting)})
    if any(cell.unknown for cell in evening.totals.fines):
        yield Finding("S-pay", whole, "note", "S-pay.fines", {})
    if evening.rules.pot is not None and evening.carried.pot is None:
        yield Finding("S-pay", whole, "warning", "S-pay.pot", {})


def _exact(value: Amount) -> Amount:
    """An `int` where the value is whole."""
    return int(value) if value == int(value) else Decimal(value).normalize()
