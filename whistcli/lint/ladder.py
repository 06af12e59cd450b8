"""The ladder: neighbours that no clause puts in order, and games of which two may be called that cannot both count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from whistcli.diag import Finding
from whistcli.lint.source import Source, note, warn
from whistcli.model import Ruleset, Rung

_WITH_SUIT = ("named", "named_or_notrump")


def undecided(source: Source) -> Iterator[Finding]:
    """Neighbouring rungs of different kinds that no cited pair, or chain of pairs, puts in order."""
    rules = source.rules
    below = _below(rules)
    pairs = [
        f"{high} > {low}"
        for place, (low, high) in enumerate(pairwise(rules.ladder), 1)
        if place not in rules.ties and low.kind != high.kind and low not in _reached(high, below)
    ]
    if pairs:
        yield note("L-ladder", source.span("ladder", "order"), pairs=tuple(pairs), count=len(pairs))


def _below(rules: Ruleset) -> dict[Rung, set[Rung]]:
    """What each rung is known to beat: by a clause, or as the same game for more tricks."""
    found: dict[Rung, set[Rung]] = {rung: set() for rung in rules.ladder}
    for reason in rules.ladder_because:
        found[reason.above].add(reason.below)
    for place, rung in enumerate(rules.ladder):
        lower = (other for other in rules.ladder[:place] if other.kind == rung.kind)
        found[rung].update(other for other in lower if isinstance(other.key, int) and isinstance(rung.key, int))
    return found


def _reached(rung: Rung, below: dict[Rung, set[Rung]]) -> set[Rung]:
    """All that a rung beats through any chain."""
    seen: set[Rung] = set()
    open_ = [rung]
    while open_:
        for other in below[open_.pop()] - seen:
            seen.add(other)
            open_.append(other)
    return seen


def equals(source: Source) -> Iterator[Finding]:
    """Games whose rule on equals contradicts itself, or has nothing to decide by."""
    for kind, game in source.rules.games.items():
        if game.may_equal and game.equal in ("loses", "joins"):
            yield warn("L-equal", source.value_span("games", kind, "may_equal"), f"L-equal.{game.equal}", name=kind)
        if game.equal == "suit" and game.suit not in _WITH_SUIT:
            yield warn("L-equal", source.value_span("games", kind, "equal"), name=kind, suit=game.suit)
