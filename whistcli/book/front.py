"""Puts the book together: title, marks, chapters; the clauses and the doubts come last, when all has been told."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from whistcli.book import auction, closing, games, knockout
from whistcli.book.points import fines, points
from whistcli.book.teller import Teller
from whistcli.book.tree import MARKS, Block, Book, Section, Table, line
from whistcli.model import Ruleset

Chapter = Callable[[Teller], Section | None]

CHAPTERS: tuple[Chapter, ...] = (
    knockout.chapter, auction.players, auction.suits, auction.ladder, auction.bidding, auction.calls, games.games,
    games.play, points, fines, closing.evening, closing.parameters, closing.further, closing.doubts,
    closing.clauses,
)
"""The chapters in the order of the book; one that has nothing to say is left out."""


def book(rules: Ruleset, lang: str) -> Book:
    """The rule book of a ruleset in one language."""
    teller = Teller(rules, lang)
    chapters = tuple(section for chapter in CHAPTERS if (section := chapter(teller)) is not None)
    subtitle = teller.say("W-subtitle", id=rules.id)
    if rules.edition:
        subtitle = teller.say("W-subtitle.edition", id=rules.id, edition=rules.edition)
    title = teller.text(rules.title, rules.id)
    return Book(lang, title, subtitle, teller.say("W-contents"), tuple(_front(teller)), chapters)


def _front(teller: Teller) -> Iterator[Block]:
    yield teller.para("W-intro")
    if teller.rules.source:
        yield teller.para("W-source", source=teller.rules.source)
    yield teller.para("W-marks")
    rows = tuple((line(teller.say(f"W-mark.{mark}")), teller.line(f"W-means.{mark}")) for mark in MARKS)
    yield Table((teller.line("W-col.mark"), teller.line("W-col.means")), rows)
