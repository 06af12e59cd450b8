"""The chapters on the games and on the play of the cards."""

from __future__ import annotations

from collections.abc import Iterator

from whistcli.book.teller import Teller
from whistcli.book.tree import Block, Items, Line, Section, spelled
from whistcli.model import Game


def games(teller: Teller) -> Section | None:
    """Every game: what must be made, the trumps, who leads, several players, cards put away."""
    if not teller.rules.games:
        return None
    parts = tuple(_game(teller, kind, game) for kind, game in teller.rules.games.items())
    return Section("games", teller.say("W-chapter.games"), (), parts)


def _game(teller: Teller, kind: str, game: Game) -> Section:
    teller.section = f"game-{kind}"
    blocks: list[Block] = [Items(tuple(facts(teller, game)))]
    blocks.extend(teller.basis(f"games.{kind}"))
    return Section(teller.section, teller.capital(teller.name(kind)), tuple(blocks))


def facts(teller: Teller, game: Game, headed: bool = False) -> Iterator[Line]:
    """All that is said of a game; where it is `headed`, the heading says who leads and what two of them do."""
    yield _needs(teller, game)
    yield teller.line(f"W-trumps.{game.suit}")
    if not headed:
        yield teller.line(f"W-leads.{game.leader}")
        yield teller.line("W-two", equal=teller.line(f"W-equal.{game.equal}"))
    if game.partner_told:
        yield spelled(teller.say("W-told"))
    if game.may_equal:
        yield teller.line("W-may_equal")
    if game.each_alone:
        yield teller.line("W-each_alone")
    if game.most is not None:
        yield teller.line("W-most", most=game.most)
    if game.discards:
        yield teller.line("W-discards", count=game.discards)
    if game.tricks != teller.rules.cards:
        yield teller.line("W-tricks", tricks=game.tricks)
    if game.shown_after is not None:
        yield teller.line("W-shown", trick=game.shown_after)
    if game.counts_as_solo:
        yield teller.line("W-solo")


def _needs(teller: Teller, game: Game) -> Line:
    """What must be made."""
    if game.needs is None and len(game.levels) > 1:
        key = "W-needs.exactly_called" if game.exactly else "W-needs.called"
        return teller.line(key, levels=teller.numbers(game.levels))
    count = game.levels[0] if game.needs is None else game.needs
    if game.high is not None and game.high != count:
        return teller.line("W-needs.range" if count else "W-needs.most", low=count, high=game.high)
    if game.exactly:
        return teller.line("W-needs.exactly", count=count) if count else teller.line("W-needs.none")
    return teller.line("W-needs.all", count=count) if count == game.tricks else teller.line("W-needs", count=count)


def play(teller: Teller) -> Section | None:
    """The play of the cards, as far as the ruleset rests on clauses for it."""
    if not teller.rules.play:
        return None
    teller.section = "play"
    blocks: list[Block] = []
    for name in teller.rules.play:
        if teller.has(f"W-play.{name}"):
            blocks.append(teller.para(f"W-play.{name}"))
            blocks.extend(teller.basis(f"play.{name}"))
    return Section("play", teller.say("W-chapter.play"), tuple(blocks))
