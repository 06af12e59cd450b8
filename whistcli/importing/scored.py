"""Reads the JSON that `score --format json` prints back into deals."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from whistcli.diag import Finding, Span, Unusable
from whistcli.importing.cells import Given, bare
from whistcli.importing.columns import amount
from whistcli.importing.drafts import Draft, plain
from whistcli.model import Amount
from whistcli.record import Call, Charge, ContractLine, Header
from whistcli.say import catalogue, sentence


def is_scored(given: Given) -> bool:
    """Whether a JSON value is what `score` prints of one file."""
    value = given.value
    return isinstance(value, Mapping) and {"players", "deals", "totals"} <= value.keys()


class Scored:
    """The deals of one scored evening; `findings` and `after` grow while they are read."""

    def __init__(self, given: Given, text: str, path: str, lang: str) -> None:
        assert isinstance(given.value, Mapping)
        self.path, self.lang = path, lang
        self._lines = text.split("\n")
        self.findings: list[Finding] = []
        self.after: list[str] = []
        self.drafts: list[Draft] = []
        players = given.value["players"]
        people = bare(players)
        if not isinstance(people, list) or not all(isinstance(one, dict) and one.get("seat") for one in people):
            args = {"count": 0, "names": "-"}
            raise Unusable(path, (Finding("I-players", self._span(players), args=args, hint="I-players.hint"),))
        seats = tuple(str(one["seat"]) for one in people)
        self.header = Header({}, seats, tuple(str(one.get("name") or one["seat"]) for one in people))
        deals = given.value["deals"]
        for deal in deals.value if isinstance(deals.value, list) else []:
            self._deal(deal)
        totals: Any = bare(given.value["totals"])
        if self.drafts and isinstance(totals, dict) and isinstance(totals.get("points"), dict):
            self.drafts[-1] = self.drafts[-1]._replace(totals=self._pairs(totals["points"]))

    def _span(self, given: Given) -> Span:
        line = self._lines[given.line - 1] if given.line <= len(self._lines) else ""
        return Span(given.line, given.column, 1, line)

    def _pairs(self, named: Mapping[str, object]) -> tuple[tuple[str, Amount], ...]:
        found = ((seat, _figure(value)) for seat, value in named.items() if seat in self.header.seats)
        return tuple((seat, value) for seat, value in found if value is not None)

    def _deal(self, given: Given) -> None:
        deal: Any = bare(given)
        try:
            self.drafts.append(self._draft(deal))
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):  # `score` did not print it so
            import json

            self.findings.append(Finding("I-row", self._span(given), "warning"))
            self.after.append(json.dumps(deal, ensure_ascii=False))

    def _draft(self, deal: Mapping[str, Any]) -> Draft:
        contract, status = deal["contract"], str(deal["status"])
        dealer = deal["dealer"] if deal["dealer"] in self.header.seats else None
        draft = Draft(
            str(deal["deal"]), dealer, deal.get("free") is True,
            revoked=tuple(str(seat) for seat in deal.get("revoked", ())),
            corrections=tuple(
                Charge(1, 1, "correction", str(one["seat"]), _figure(one["amount"]), one["reason"])
                for one in deal.get("corrections", ())
            ),
        )
        if contract is not None:
            call = Call(str(contract["kind"]), contract["suit"], contract["level"])
            declarers = tuple(str(seat) for seat in contract["declarers"])
            line = ContractLine(1, 1, call, declarers, contract["direct"] is True)
            draft = draft._replace(contract=line, tricks=_taken(deal["tricks"], declarers),
                                   made=_taken(deal["made"], declarers))
            if status == "pending" and not draft.tricks and not draft.made:
                draft = draft._replace(tricks=(None,))
        else:
            draft = draft._replace(said=(status, plain(self._status(status))))
        multiplier = _figure(deal.get("multiplier"))
        fines = tuple((seat, _figure(value)) for seat, value in (deal.get("fines") or {}).items()
                      if seat in self.header.seats)
        return draft._replace(
            points=self._pairs(deal["points"] or {}), balance=_figure(deal.get("balance")), fines=fines,
            multiplier=multiplier if multiplier != 1 else None, pot=_figure(deal.get("pot_before")),
        )

    def _status(self, status: str) -> str:
        key = f"U-status.{status}"
        return sentence(key, {}, self.lang) if key in catalogue("U") else status


def _taken(value: object, declarers: tuple[str, ...]) -> tuple[Any, ...]:
    """A value a declarer, or one for all."""
    if value is None:
        return ()
    found = tuple(value[seat] for seat in declarers) if isinstance(value, Mapping) else (value,)
    return () if None in found else found


def _figure(value: object) -> Amount | None:
    """A figure of JSON: an integer, or a text with decimals."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, float):
        return Decimal(str(value))
    return value if isinstance(value, int) else amount(str(value))
