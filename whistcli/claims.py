"""What the marker wrote, held against what was worked out: points, balance, running totals.

One cause gives one finding: a balance that only follows from wrong points, and totals that only carry an earlier
difference on, are not reported again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whistcli.auction.voice import Voice
from whistcli.diag import NOWHERE, Finding
from whistcli.model import Amount
from whistcli.record import Amounts, Entry, Value


def written_by_seat(line: Amounts, voice: Voice) -> dict[int, Amount]:
    """The figures of a line by seat number; seats that nobody has are left out."""
    return {seat: amount for key, amount in line.by_seat if (seat := voice.seat(key)) is not None}


def total(amounts: Sequence[Amount]) -> Amount:
    """The exact sum of some amounts."""
    result: Amount = 0
    for amount in amounts:
        result += amount
    return result


def deal_claims(
    entries: Sequence[Entry], points: tuple[Amount, ...] | None, voice: Voice
) -> Iterator[tuple[int, Finding]]:
    """The findings on `points:` and `balance:` lines of one deal, each with the entry it stands at.

    Without worked-out points there is nothing to compare; only that points and balance agree with each other.
    """
    lines = [(i, e[2]) for i, e in enumerate(entries) if isinstance(e[2], Amounts) and e[2].name == "points"]
    balances = [(i, e[2]) for i, e in enumerate(entries) if isinstance(e[2], Value) and e[2].name == "balance"]
    written: dict[int, Amount] = {}
    for index, line in lines:
        written = written_by_seat(line, voice)
        wrong = [(s, w, points[s]) for s, w in written.items() if points is not None and w != points[s]]
        if wrong:
            args: dict[str, object] = {
                "who": [voice.name(seat) for seat, _, _ in wrong],
                "written": [value for _, value, _ in wrong],
                "worked": [value for _, _, value in wrong],
            }
            yield index, Finding("S-points", NOWHERE, "error", "", args, seat=voice.key(wrong[0][0]))
    for index, balance in balances:
        whole = len(written) == len(voice.seats)
        claimed = total(tuple(written.values())) if whole else None
        worked = None if points is None else total(points)
        if claimed is not None and claimed != balance.value:
            args = {"points": claimed, "balance": balance.value}
            yield index, Finding("S-sum", NOWHERE, "error", "", args)
        elif claimed is None and worked is not None and worked != balance.value:
            args = {"written": balance.value, "worked": worked}
            yield index, Finding("S-balance", NOWHERE, "error", "", args)


class RunningTotals:
    """Compares the `totals:` lines of an evening; remembers by how much the marker's sheet is already off."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self._off: dict[int, Amount] = {}
        self._sure = True

    def unsure(self) -> None:
        """Some deal before the next `totals:` line is not known: that line is taken as it is written."""
        self._sure = False

    def note(self, entries: Sequence[Entry], points: tuple[Amount, ...] | None) -> None:
        """Takes in what this deal's own `points:` line is off by: the totals below will carry it."""
        for entry in entries:
            if isinstance(entry[2], Amounts) and entry[2].name == "points":
                for seat, value in written_by_seat(entry[2], self.voice).items():
                    self._off[seat] = self._off.get(seat, 0) + value - (points[seat] if points is not None else 0)

    def compare(self, entries: Sequence[Entry], totals: Sequence[Amount]) -> Iterator[tuple[int, Finding]]:
        """The findings on `totals:` lines after this deal."""
        for index, entry in enumerate(entries):
            line = entry[2]
            if not isinstance(line, Amounts) or line.name != "totals":
                continue
            wrong = []
            for seat, value in written_by_seat(line, self.voice).items():
                off = value - totals[seat]
                if self._sure and off and off != self._off.get(seat, 0):
                    wrong.append((seat, value, totals[seat]))
                self._off[seat] = off
            self._sure = True
            if wrong:
                args: dict[str, object] = {
                    "who": [self.voice.name(seat) for seat, _, _ in wrong],
                    "written": [value for _, value, _ in wrong],
                    "worked": [value for _, _, value in wrong],
                }
                yield index, Finding("S-totals", NOWHERE, "error", "", args, seat=self.voice.key(wrong[0][0]))
