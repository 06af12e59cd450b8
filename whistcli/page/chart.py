"""A chart of lines as inline SVG: said in words too, in the colours of the page, told apart without colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from whistcli.page.html import text

LINES = 8
"""So many lines have a colour and a dash of their own in `page.css`; further ones begin again."""

_WIDTH, _HEIGHT = 720, 320
_LEFT, _TOP, _BOTTOM = 48, 12, 32
_LINE = 15
"""The least distance between the names at the ends of two lines."""


class Line(NamedTuple):
    """One line: its name and a value for each place of the axis, the first included."""

    name: str
    values: Sequence[float]


def chart(name: str, title: str, says: str, lines: Sequence[Line], axis: Sequence[str]) -> Iterator[str]:
    """The lines of the SVG; `name` makes its ids unique on the page, `says` tells in words what it shows.

    `axis` names the places from left to right; each line has a value for each of them.
    """
    longest = max((len(line.name) for line in lines), default=0)
    right = min(12 + 7.5 * longest, 200.0)
    values = [float(value) for line in lines for value in line.values] or [0.0]
    ticks = _ticks(min(*values, 0.0), max(*values, 0.0))
    low, high = ticks[0], ticks[-1]

    def across(place: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - right) * (place / max(1, len(axis) - 1))

    def up(value: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    ids = text(f"{name}-title"), text(f"{name}-says")
    yield f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-labelledby="{ids[0]} {ids[1]}">'
    yield f'<title id="{ids[0]}">{text(title)}</title>'
    yield f'<desc id="{ids[1]}">{text(says)}</desc>'
    for tick in ticks:
        zero = " zero" if tick == 0 else ""
        yield (f'<line class="grid{zero}" x1="{_LEFT}" y1="{up(tick):.1f}" x2="{_WIDTH - right:.1f}" '
               f'y2="{up(tick):.1f}"/>')
        yield f'<text class="tick" x="{_LEFT - 6}" y="{up(tick) + 4:.1f}" text-anchor="end">{_short(tick)}</text>'
    every = max(1, -(-len(axis) // 24))
    for place, word in enumerate(axis):
        if place % every == 0:
            yield (f'<text class="tick" x="{across(place):.1f}" y="{_HEIGHT - _BOTTOM + 18}" '
                   f'text-anchor="middle">{text(word)}</text>')
    labels = _spread([up(float(line.values[-1])) if line.values else up(0) for line in lines])
    for number, line in enumerate(lines):
        points = " ".join(f"{across(place):.1f},{up(float(value)):.1f}" for place, value in enumerate(line.values))
        yield f'<g class="line line-{number % LINES + 1}">'
        yield f'<polyline points="{points}"/>'
        if line.values:
            yield f'<circle cx="{across(len(line.values) - 1):.1f}" cy="{up(float(line.values[-1])):.1f}" r="3"/>'
        shown = line.name if len(line.name) <= 25 else f"{line.name[:24]}…"
        yield f'<text x="{_WIDTH - right + 8:.1f}" y="{labels[number] + 4:.1f}">{text(shown)}</text>'
        yield "</g>"
    yield "</svg>"


def _ticks(low: float, high: float) -> list[int]:
    """Round values from below the lowest to above the highest.

    >>> _ticks(-18, 75)
    [-20, 0, 20, 40, 60, 80]
    """
    span = max(high - low, 1.0)
    step, powers = 1, 1
    while span > 6 * step:
        step = powers * (2 if step == powers else 5) if step < 5 * powers else 10 * powers
        powers = step if step == 10 * powers else powers
    first = int(low // step)
    last = max(int(-(-high // step)), first + 1)
    return [step * place for place in range(first, last + 1)]


def _short(value: float) -> str:
    return f"{value:g}".replace("-", "\u2212")


def _spread(heights: Sequence[float]) -> list[float]:
    """Heights moved apart so that names do not cover one another, in their order."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    moved = list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + _LINE)
    over = max(0.0, max(moved, default=0.0) - (_HEIGHT - _BOTTOM))
    return [height - over for height in moved]
