"""Reads case files: every case with the places of its parts, and what is wrong with the way it is written."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from whistcli.diag import Finding, Severity, Span, Unusable
from whistcli.model import Amount
from whistcli.ruleset.load import read_nodes
from whistcli.ruleset.shape import Keys, Log, amount, words
from whistcli.suite.cases import Auction, Case, Cell, Expected, Figure, Piece, Wanted
from whistcli.suite.notation import PBN, RANKS
from whistcli.yamlnodes import MapNode, Scalar, SeqNode

TOLD = (
    "rules", "source", "origin", "note", "names", "zero_sum", "parameters", "facts", "ladder", "suit_order",
    "minimum_over", "all_pass", "pot", "fault", "max_joint", "totals", "dealers",
)
"""What a file may say of its source for its readers; nothing in it is run."""

UNRUN = ("payments", "checks", "decided", "running_totals", "passed_deals")
"""Lists of cases that this program has no way to run."""

FORMS = ("contract", "illegal", "redeal", "open")
BASES = ("printed", "derived", "reading")
MOST_CALLS = 999
"""The calls of a deal that stands in a transcript are not counted before it is judged."""

_CALL = re.compile(r"(?P<who>[^\s;#:]+) (?P<words>[^;#\n]+)")
_RULING = re.compile(r"arbiter (yes|no|stands)")
_LEAD = re.compile(rf"lead \S+ [{PBN}][{RANKS}]")


class FileOfCases(NamedTuple):
    """The cases of one file that can be run, and what was found in the others."""

    path: str
    cases: tuple[Case, ...] = ()
    findings: tuple[Finding, ...] = ()


def read_file(path: str) -> FileOfCases:
    """The cases in one file. Never raises for what it holds."""
    try:
        node, found = read_nodes(path)
    except Unusable as error:
        placed = (finding._replace(span=finding.span._replace(file=path)) for finding in error.findings)
        return FileOfCases(path, findings=tuple(placed))
    log = Log(found)
    name = os.path.splitext(os.path.basename(path))[0]
    if isinstance(node, MapNode):
        return FileOfCases(path, tuple(_File(Keys(node, name, log)).cases()), tuple(log.findings))
    if node is not None:
        log.add("R-shape", node.span, "R-shape.map", name=name)
    return FileOfCases(path, (), tuple(log.findings))


class _File:
    """One file: its seats and dealer, and its lists of cases."""

    def __init__(self, keys: Keys) -> None:
        self.keys, self.log = keys, keys.log
        listed = words(keys.take("seats", required=True), keys.place("seats"), self.log)
        self.seats = tuple(scalar.text for scalar in listed)
        self.dealer = keys.text("dealer")
        for name in TOLD:
            keys.take(name)

    def cases(self) -> Iterator[Case]:
        """The cases that can be run."""
        lists: Mapping[str, Callable[[Keys, Scalar], Case | None]] = {
            "cases": self._auction, "cells": self._cell, "pot_cells": self._cell, "queens": self._cell,
            "fines": self._fine,
        }
        for name, read in lists.items():
            for keys in self._listed(name):
                before = self.log.errors
                title = keys.scalar("id", required=True)
                case = read(keys, title) if title is not None and self.seats else None
                if case is not None and self.log.errors == before:
                    yield case
        for name in UNRUN:
            node = self.keys.take(name)
            key = self.keys.node.key(name)
            if isinstance(node, SeqNode) and key is not None:
                self._note("Q-unrun", key.span, name=name, count=len(node.items))
        self.keys.done()

    def _listed(self, name: str) -> Iterator[Keys]:
        """The maps of a list, each known by the id that it gives itself."""
        node = self.keys.take(name)
        if isinstance(node, SeqNode):
            for item in node.items:
                if isinstance(item, MapNode):
                    title = item.get("id")
                    yield Keys(item, title.text if isinstance(title, Scalar) else name, self.log, item.key("id"))
                else:
                    self.log.add("R-shape", item.span, "R-shape.map", name=name)
        elif node is not None:
            self.log.add("R-shape", node.span, "R-shape.list", name=self.keys.place(name))

    def _note(self, code: str, span: Span, sentence: str = "", severity: Severity = "note", **args: object) -> None:
        self.log.findings.append(Finding(code, span, severity, sentence, args))

    # -- auctions and transcripts -----------------------------------------------------------------------------------

    def _auction(self, keys: Keys, title: Scalar) -> Case | None:
        why = self._told(keys)
        dealer = self._dealer(keys, self.dealer)
        calls = keys.words("calls")
        written = keys.scalar("transcript")
        hands, lost = self._hands(keys), self._lost(keys)
        expect = self._expect(keys, written is not None, sum(self._is_call(call) for call in calls))
        keys.done()
        if (keys.node.get("calls") is None) == (written is None):
            self.log.add("Q-shape", title.span, "Q-shape.deal")
        if expect is None or dealer is None:
            return None
        for call in calls:
            self._check_call(call)
        deal = Piece(written.text) if written is not None else Auction(tuple(c.text for c in calls), hands, lost)
        places = tuple(call.span for call in calls if self._is_call(call))
        return Case(title.text, "auction", title.span, why, self.seats, dealer, deal, expect, places)

    def _told(self, keys: Keys) -> str:
        """What a case says for its readers; its reason is what a list of cases shows."""
        keys.choice("basis", BASES, BASES[0])
        keys.text("reading")
        keys.text("note")
        return keys.text("why") or ""

    def _dealer(self, keys: Keys, default: str | None) -> str | None:
        own = keys.scalar("dealer")
        if own is not None:
            self._is_seat(own)
            return own.text
        if default is None:
            self.log.add("R-missing", keys.span, name="dealer", where=keys.where)
        return default

    def _is_seat(self, scalar: Scalar) -> bool:
        """Whether somebody sits there; else it is a finding."""
        if scalar.text in self.seats:
            return True
        self.log.add("Q-shape", scalar.span, "Q-shape.seat", found=scalar.text, seats=self.seats)
        return False

    @staticmethod
    def _is_call(scalar: Scalar) -> bool:
        return scalar.text.partition(" ")[0] not in ("arbiter", "lead")

    def _check_call(self, scalar: Scalar) -> None:
        match = _CALL.fullmatch(scalar.text)
        if match is None or not (
            _RULING.match(scalar.text) or _LEAD.fullmatch(scalar.text) or match["who"] in self.seats
        ):
            self.log.add("Q-shape", scalar.span, "Q-shape.call", found=scalar.text, seats=self.seats)

    def _hands(self, keys: Keys) -> dict[str, str]:
        inner = keys.map("hands")
        found: dict[str, str] = {}
        for seat in self.seats if inner is not None else ():
            written = inner.scalar(seat) if inner is not None else None
            if written is None:
                continue
            suits = written.text.split(".")
            if len(suits) == len(PBN) and all(rank in RANKS for suit in suits for rank in suit):
                found[seat] = written.text
            else:
                self.log.add("Q-shape", written.span, "Q-shape.hand", found=written.text)
        if inner is not None:
            inner.done()
        return found

    def _lost(self, keys: Keys) -> dict[str, int]:
        session = keys.map("session")
        if session is None:
            return {}
        found = self._counts(session, "lost_solos")
        session.done()
        return found

    def _counts(self, keys: Keys, key: str) -> dict[str, int]:
        """Whole numbers by seat."""
        inner = keys.map(key)
        if inner is None:
            return {}
        found = {seat: count for seat in self.seats if (count := inner.integer(seat)) is not None}
        inner.done()
        return found

    def _expect(self, keys: Keys, transcript: bool, calls: int) -> Expected | None:
        inner = keys.map("expect", required=True)
        if inner is None:
            return None
        node = inner.node
        forms = [form for form in FORMS if node.get(form) is not None]
        switches = [inner.flag(form) for form in ("redeal", "open") if form in forms]
        contract = self._contract(inner)
        illegal = inner.scalar("illegal")
        number = inner.integer("illegal") if illegal is not None else None
        following = inner.scalar("next") if "open" in forms else None
        points: Mapping[str, Figure] = {}
        balance = pot = None
        if transcript:
            points, balance, pot = self._figures(inner, required=False)
        inner.done()
        if following is not None:
            self._is_seat(following)
        if len(forms) > 1 or (not forms and not points) or not all(switches):
            self.log.add("Q-shape", inner.span, "Q-shape.expect", forms=FORMS)
            return None
        most = MOST_CALLS if transcript else calls
        if illegal is not None and number is not None and not 1 <= number <= most:
            args = {"found": illegal.text, "low": 1, "high": most}
            self.log.findings.append(Finding("R-value", illegal.span, key="R-value.range", args=args))
        value = node.get(forms[0]) if forms else None
        span = value.span if isinstance(value, Scalar) else inner.span
        said = following.text if following is not None else None
        return Expected(span, forms[0] if forms else "", contract, number, said, points, balance, pot)

    def _contract(self, keys: Keys) -> Wanted | None:
        inner = keys.map("contract")
        if inner is None:
            return None
        kind, level, suit = inner.text("kind", required=True), inner.integer("level"), inner.text("suit")
        declarers = self._seats_of(inner, "declarers")
        leader = inner.scalar("leader")
        inner.done()
        if leader is not None:
            self._is_seat(leader)
        return Wanted(kind or "", level, suit, declarers, leader.text if leader is not None else None)

    def _seats_of(self, keys: Keys, key: str) -> tuple[str, ...]:
        """A list of seats, at least one."""
        listed = list(words(keys.take(key, required=True), keys.place(key), self.log))
        return tuple(scalar.text for scalar in listed if self._is_seat(scalar))

    # -- scores -------------------------------------------------------------------------------------------------------

    def _cell(self, keys: Keys, title: Scalar) -> Case | None:
        queens = self._counts(keys, "queens")
        passed = keys.flag("all_pass")
        cell = self._result(keys) if not passed and keys.node.get("queens") is None else self._unplayed(keys)
        pot = self._amount(keys, "pot_before")
        each = self._amount(keys, "per_queen")
        settings = () if each is None else (("per_queen", str(each)),)
        return self._scored(keys, title, cell._replace(queens=queens, pot=pot), settings)

    def _fine(self, keys: Keys, title: Scalar) -> Case | None:
        offence = keys.scalar("offence", required=True)
        player = keys.scalar("player", required=True)
        cell = self._result(keys) if keys.node.get("contract") is not None else self._unplayed(keys)
        if player is not None:
            self._is_seat(player)
            cell = cell._replace(offender=player.text, offence=offence.text if offence is not None else "")
        return self._scored(keys, title, cell, ())

    def _unplayed(self, keys: Keys) -> Cell:
        return Cell(multiplier=self._multiplier(keys))

    def _multiplier(self, keys: Keys) -> Amount:
        written = self._amount(keys, "multiplier")
        return 1 if written is None else written

    def _result(self, keys: Keys) -> Cell:
        kind = keys.text("contract", required=True)
        level, suit, direct = keys.integer("level"), keys.text("suit"), keys.flag("direct")
        declarers = self._seats_of(keys, "declarers")
        tricks = self._tricks(keys, declarers)
        outcome = keys.choice("result", ("made", "lost"), "made") if keys.node.get("result") is not None else None
        if kind is not None and keys.node.get("tricks") is None and outcome is None:
            self.log.add("Q-shape", keys.span, "Q-shape.result")
        made = None if outcome is None else outcome == "made"
        multiplier = self._multiplier(keys)
        return Cell(kind, level, suit, declarers, direct, tricks, made, multiplier)

    def _tricks(self, keys: Keys, declarers: tuple[str, ...]) -> int | Mapping[str, int] | None:
        """The tricks of a side together, or of each declarer."""
        inner = keys.map("tricks")
        if inner is None:
            return None
        side = inner.integer("side")
        each = {seat: count for seat in declarers if (count := inner.integer(seat)) is not None}
        inner.done()
        return each if side is None else side

    def _scored(
        self, keys: Keys, title: Scalar, cell: Cell, settings: tuple[tuple[str, str], ...]
    ) -> Case | None:
        why = self._told(keys)
        dealer = self._dealer(keys, self.dealer or self.seats[-1])
        points, balance, pot = self._figures(keys, required=True)
        keys.done()
        expect = Expected(keys.span, points=points, balance=balance, pot=pot)
        if dealer is None:
            return None
        return Case(title.text, "score", title.span, why, self.seats, dealer, cell, expect, (), settings)

    def _figures(self, keys: Keys, *, required: bool) -> tuple[dict[str, Figure], Figure | None, Figure | None]:
        """Points of every seat, balance and the pot after the deal."""
        inner = keys.map("points", required=required)
        points: dict[str, Figure] = {}
        if inner is not None:
            points = {seat: figure for seat in self.seats if (figure := self._figure(inner, seat, True)) is not None}
            inner.done()
        return points, self._figure(keys, "balance"), self._figure(keys, "pot_after")

    def _figure(self, keys: Keys, key: str, required: bool = False) -> Figure | None:
        value = self._amount(keys, key, required)
        node = keys.node.get(key)
        return None if value is None or node is None else Figure(value, node.span)

    def _amount(self, keys: Keys, key: str, required: bool = False) -> Amount | None:
        """A number; amounts of money may stand in quotes, which keep their decimals."""
        scalar = keys.scalar(key, required=required)
        return None if scalar is None else amount(Scalar(scalar.span, scalar.text), self.log)
