"""What auctions played at random find: somebody without a call, an auction without an end, games that never come up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from whistcli.diag import Finding
from whistcli.lint.bound import Bound, bound
from whistcli.lint.conditions import impossible
from whistcli.lint.shown import MOST_LINES, transcript
from whistcli.lint.simulate import LONGEST, Auction, Simulation, missing, simulate
from whistcli.lint.source import Source, warn


class Played(NamedTuple):
    """A simulation with the bound that the ruleset proves, and the faults found, each with a transcript."""

    simulation: Simulation
    bound: Bound
    faults: tuple[tuple[Finding, str], ...]


def played(source: Source, count: int, seed: int) -> Played:
    """Plays the ruleset's auctions."""
    most = bound(source)
    limit = LONGEST if most.calls is None else most.calls + 1
    found = simulate(source.rules, count, seed, limit, most.endless)
    return Played(found, most, tuple(_faults(source, found, most)))


def _faults(source: Source, found: Simulation, most: Bound) -> Iterator[tuple[Finding, str]]:
    if found.stuck is not None:
        args: dict[str, object] = {"seat": _letter(found.stuck), "count": len(found.stuck.said)}
        key = "L-stuck" if found.stuck.said else "L-stuck.first"
        stuck = Finding("L-stuck", source.span("calls"), "error", key, args, hint="L-stuck.hint")
        yield stuck, _text(source, found.stuck)
    if found.endless is not None:
        said = found.endless.said
        args = {"count": len(said), "name": said[-1].call.kind, "shown": min(MOST_LINES, len(said))}
        span = source.span("calls", said[-1].call.kind)
        yield Finding("L-end", span, "error", "", args, hint="L-end.hint"), _text(source, found.endless)


def unreached(source: Source, found: Simulation) -> Iterator[Finding]:
    """Games that no auction came to and calls that nobody could make, where that is not already proven."""
    rules, lost = source.rules, impossible(source)
    for kind in missing(rules, found):
        calls = [call.kind for call in rules.calls.values() if call.game == kind and call.effect != "raise"]
        if kind in rules.games and kind not in found.reached:
            if calls and not lost >= set(calls):
                yield warn("L-unreached", source.span("games", kind), name=kind, count=found.count)
        elif kind not in lost and kind not in found.legal:
            yield warn("L-unreached", source.span("calls", kind), "L-unreached.call", name=kind, count=found.count)


def _letter(auction: Auction) -> str:
    return "" if auction.stuck is None else chr(ord("A") + auction.stuck)


def _text(source: Source, auction: Auction) -> str:
    return transcript(source.rules, source.name, auction)
