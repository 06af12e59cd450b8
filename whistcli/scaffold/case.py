"""Plays a first case for a new ruleset: a short auction by its own rules, and what it comes to."""

from __future__ import annotations

from whistcli.auction.facts import Known
from whistcli.auction.judge import Table, Verdict
from whistcli.auction.outcome import conclude
from whistcli.auction.state import State
from whistcli.model import Ruleset
from whistcli.scaffold.examples import Tree

_SEATS = "ABCDEFG"
_LONGEST = 40
_OPENING = ("accept", "propose", "bid", "wait", "pass", "answer")
_CLOSING = ("pass", "answer", "drop")


def first_case(rules: Ruleset, opening: bool) -> Tree | None:
    """A case in which somebody opens, or (not `opening`) everybody passes; `None` where it does not come to an end."""
    table = Table(rules)
    seats = list(_SEATS[: table.seats])
    known = Known((None,) * table.seats, (0,) * table.seats)
    state = table.start(table.seats - 1)
    calls: list[str] = []
    while state.speaker is not None and len(calls) < _LONGEST:
        seat = state.speaker
        verdict = _choice(table, state, known, opening)
        if verdict is None:
            return None
        calls.append(f"{seats[seat]} {rules.vocabulary.text(verdict.call, 'en')}")
        state = table.place(state, seat, verdict.call)
    outcome = conclude(table, state, known, None)
    if outcome.status == "redeal":
        return {"seats": seats, "dealer": seats[-1], "calls": calls, "expect": {"redeal": True}}
    contract = outcome.contract
    if outcome.status != "contract" or contract is None:
        return None
    wanted: Tree = {"kind": contract.kind}
    if contract.level is not None:
        wanted["level"] = contract.level
    if contract.suit is not None:
        wanted["suit"] = contract.suit
    wanted["declarers"] = [seats[seat] for seat in contract.declarers]
    return {"seats": seats, "dealer": seats[-1], "calls": calls, "expect": {"contract": wanted}}


def _choice(table: Table, state: State, known: Known, opening: bool) -> Verdict | None:
    """What the next player says: the first thing that opens a game, and once one stands, what lets it stand."""
    open_ = [one for one in table.legal_calls(state, known) if not one.asks]
    for effect in _CLOSING if table.standing(state) or not opening else _OPENING:
        found = [one for one in open_ if table.rules.calls[one.call.kind].effect == effect]
        if found:
            return found[0]
    return None
