"""The JSON that clubs and tests build on: seats, deals and rounds as written, whole amounts as integers."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from whistcli.auction.outcome import Contract
from whistcli.auction.voice import Voice
from whistcli.diag import Finding
from whistcli.evening import Deal, Evening, Totals
from whistcli.model import Amount
from whistcli.reckon import FineCell, Result
from whistcli.record import Charge
from whistcli.say import hint, message

Json = dict[str, object]


def finding(found: Finding, lang: str) -> Json:
    """One finding."""
    return {
        "code": found.code,
        "rule": found.rule,
        "severity": found.severity,
        "line": found.span.line or None,
        "column": found.span.column or None,
        "deal": found.deal,
        "seat": found.seat,
        "message": message(found, lang),
        "hint": hint(found, lang),
        "clauses": list(found.clauses),
    }


def contract(found: Contract | None, voice: Voice) -> Json | None:
    """A contract; what is not fixed or not known is null."""
    if found is None:
        return None
    return {
        "kind": found.kind,
        "level": found.level,
        "suit": found.suit,
        "declarers": [voice.key(seat) for seat in found.declarers],
        "leader": voice.key(found.leader),
        "needs": None if found.needs is None else list(found.needs),
        "direct": found.direct,
    }


def checked_deal(deal: Deal, voice: Voice) -> Json:
    """What `check` says of one deal."""
    judged = deal.result.judged
    return {
        "deal": deal.record.heading.number,
        "dealer": deal.record.heading.dealer,
        "status": deal.result.status,
        "first_illegal": judged.first_illegal,
        "next": voice.key(judged.next),
        "contract": contract(judged.contract, voice),
    }


def checked_file(file: str, rules: str | None, found: Iterable[Finding], said: Json, lang: str) -> Json:
    """What `check` says of one file; `said` is what it says of the deals, or of the rounds."""
    return {"file": file, "rules": rules, "findings": [finding(one, lang) for one in found], **said}


def amount(value: Amount | None) -> int | str | None:
    """A whole amount as an integer, a decimal as text with all its digits."""
    if value is None or isinstance(value, int):
        return value
    return int(value) if value == value.to_integral_value() else str(value.normalize() if value else Decimal(0))


def fine(cell: FineCell) -> int | str | None:
    """A sum of fines; null where one of them has no amount."""
    return None if cell.unknown else amount(cell.amount)


def _by_declarer(result: Result, values: tuple[object, ...] | None, voice: Voice) -> object:
    found = result.judged.contract
    if values is None or found is None:
        return None
    if len(values) == 1:
        return values[0]
    return {voice.key(seat): value for seat, value in zip(found.declarers, values, strict=True)}


def scored_deal(deal: Deal, voice: Voice) -> Json:
    """What `score` says of one deal."""
    result = deal.result
    taken = result.taken
    points = result.points
    return {
        "deal": deal.record.heading.number,
        "dealer": deal.record.heading.dealer,
        "free": deal.record.heading.free,
        "status": result.status,
        "contract": contract(result.judged.contract, voice),
        "tricks": _by_declarer(result, taken.tricks if taken else None, voice),
        "made": _by_declarer(result, taken.made if taken else None, voice),
        "points": None if points is None else {key: amount(p) for key, p in zip(voice.seats, points, strict=True)},
        "balance": amount(result.balance),
        "fines": {voice.seats[seat]: fine(cell) for seat, cell in sorted(result.fines.items())},
        "revoked": [voice.seats[seat] for seat in result.revoked],
        "corrections": [
            {"seat": line.seat, "amount": amount(line.amount), "reason": line.reason}
            for _, _, line in deal.entries if isinstance(line, Charge) and line.name == "correction"
        ],
        "multiplier": amount(result.multiplier) if result.multiplier is not None else 1,
        "pot_before": amount(result.pot_before),
        "pot_after": amount(result.pot_after),
        "assumed": list(result.settled.assumed) if result.settled is not None and points is not None else [],
    }


def totals(found: Totals, voice: Voice) -> Json:
    """The sums of an evening."""
    return {
        "points": {key: amount(value) for key, value in zip(voice.seats, found.points, strict=True)},
        "fines": {key: fine(cell) for key, cell in zip(voice.seats, found.fines, strict=True)},
        "balance": amount(found.balance),
    }


def scored_file(evening: Evening, deals: list[Json]) -> Json:
    """What `score` says of one file, its findings apart."""
    names = zip(evening.voice.seats, evening.voice.names, strict=True)
    return {
        "players": [{"seat": key, "name": name} for key, name in names],
        "deals": deals,
        "totals": totals(evening.totals, evening.voice),
    }
