"""A season or a contest as one page that needs nothing else; of a season also a chart for each player."""

from __future__ import annotations

from collections.abc import Iterator

from whistcli.club.contestpage import ContestPage
from whistcli.club.document import Document, Grid
from whistcli.club.seasonpage import SeasonPage
from whistcli.club.standings import Line, Standings
from whistcli.page.chart import Line as Curve
from whistcli.page.chart import chart
from whistcli.page.html import page, text
from whistcli.render.figures import number

DAYS = 8
"""So many days have room below a small chart."""
STYLES = ("page/chart.css", "club/club.css")


def contest(told: ContestPage) -> Iterator[str]:
    """The page of a contest."""
    document = told.document()
    yield from page(document.lang, document.title, _body(document), *STYLES)


def season(told: SeasonPage) -> Iterator[str]:
    """The page of a season."""
    document = told.document()
    yield from page(document.lang, document.title, [*_body(document), *_charts(told)], *STYLES)


def _body(document: Document) -> Iterator[str]:
    yield f"<h1>{text(document.title)}</h1>"
    for line in document.lines:
        yield f'<p class="subtitle">{text(line)}</p>'
    yield "<main>"
    for grid in document.grids:
        yield from _grid(grid)
    for line in document.remarks:
        yield f"<p>{text(line)}</p>"
    yield "</main>"


def _grid(grid: Grid) -> Iterator[str]:
    """A table in a box of its own, which scrolls where the page is narrow."""
    if grid.title:
        yield f"<h2>{text(grid.title)}</h2>"
    yield '<div class="scroll" tabindex="0"><table>'
    heads = "".join(f'<th scope="col"{_figures(grid, at)}>{text(head)}</th>' for at, head in enumerate(grid.head))
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in grid.rows:
        yield "<tr>" + "".join(f"<td{_figures(grid, at)}>{text(cell)}</td>" for at, cell in enumerate(row)) + "</tr>"
    yield "</tbody>"
    yield "</table></div>"


def _figures(grid: Grid, column: int) -> str:
    return ' class="figures"' if column in grid.figures else ""


def _charts(told: SeasonPage) -> Iterator[str]:
    """Each player's sum of points from evening to evening; the evenings that he missed leave it as it was."""
    found = told.found
    if len(found.days) < 2:
        return
    yield f"<h2>{text(told.say('G-page.charts'))}</h2>"
    every = -(-len(found.days) // DAYS)
    axis = [day[5:] if at % every == 0 else "" for at, day in enumerate(found.days)]
    yield '<div class="charts">'
    for at, line in enumerate((*found.placed, *found.apart), 1):
        title = told.say("G-page.chart", player=line.player)
        sums = _sums(found, line)
        says = told.say("G-page.charted", first=found.days[0], last=found.days[-1], points=number(line.dated))
        yield f"<figure><figcaption>{text(title)}</figcaption>"
        last = f"{number(line.dated)}\u00a0\u00a0\u00a0\u00a0"  # room for the larger letters of a small chart
        yield from chart(f"player-{at}", title, says, [Curve(last, sums)], axis)
        yield "</figure>"
    yield "</div>"


def _sums(found: Standings, line: Line) -> list[float]:
    points = {evening.day: evening.points for evening in line.evenings}
    sums, so_far = [], 0.0
    for day in found.days:
        so_far += float(points.get(day, 0))
        sums.append(so_far)
    return sums
