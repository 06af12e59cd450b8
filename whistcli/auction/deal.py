"""Judges one deal of a transcript: its calls one by one, the rulings, the contract, and what is wrong where.

The result knows no line numbers (its findings are placed by entry), so that equal deals are judged once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from whistcli.auction.cardlog import CardLog, read_cards
from whistcli.auction.facts import Known
from whistcli.auction.judge import Refusal, Table, Verdict
from whistcli.auction.outcome import Contract, Lead, Outcome, conclude
from whistcli.auction.recorded import recorded_contract, same_contract
from whistcli.auction.state import State
from whistcli.auction.voice import Voice
from whistcli.diag import NOWHERE, Finding, Severity
from whistcli.record import (
    Amounts,
    ContractLine,
    DealLine,
    Entry,
    Fact,
    Mark,
    Remark,
    Ruling,
    Said,
    SeatCards,
    Statement,
    Unread,
)


class Placed(NamedTuple):
    """A finding at a part of an entry; entry -1 is the deal's heading, column 0 the words of a call.

    Of a call nothing is kept that its spelling changes: calls that say the same are judged once.
    """

    entry: int
    column: int
    width: int
    finding: Finding


class Step(NamedTuple):
    """One call of the deal as it was judged, for `explain`: the state before it, the verdict, the ruling."""

    entry: int
    before: State
    seat: int
    verdict: Verdict
    ruling: Ruling | None
    accepted: bool


class Judged(NamedTuple):
    """What a deal's auction came to. `status` is as in the JSON, but never "pending", which the tricks decide.

    `first_illegal` is the place of the first illegal call among the deal's calls, from 1; `recorded` says that the
    contract was taken as written; `state` is the auction after its last judged call, `known` the cards that counted.
    """

    status: str
    first_illegal: int | None = None
    next: int | None = None
    contract: Contract | None = None
    recorded: bool = False
    findings: tuple[Placed, ...] = ()
    state: State | None = None
    known: Known | None = None
    cards: CardLog | None = None
    steps: tuple[Step, ...] = ()


class _Log:
    """Collects the findings of one deal."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.findings: list[Placed] = []

    def add(self, entry: int, finding: Finding, column: int | None = None, width: int | None = None) -> None:
        """Adds a finding at an entry, by default at the whole of its statement."""
        statement = self.entries[entry].statement
        self.findings.append(Placed(entry, column or statement.column, width or statement.width, finding))

    def call(self, entry: int, finding: Finding) -> None:
        """Adds a finding at the words of a call."""
        self.findings.append(Placed(entry, 0, 0, finding))




def finding(code: str, severity: Severity = "error", **kwargs: object) -> Finding:
    """A finding that is placed later."""
    return Finding(code, NOWHERE, severity)._replace(**kwargs)  # type: ignore[arg-type]


def judge_deal(
    table: Table, heading: DealLine, entries: Sequence[Entry], voice: Voice, lost_solos: tuple[int, ...]
) -> Judged:
    """Judges the calls of one deal and finds its contract.

    `lost_solos` are the games that count as solo games, lost so far, by seat. Never raises for what is written.
    """
    log = _Log(entries)
    cards = read_cards(table.rules.cards, entries, voice, log.add)
    judged = _judged(table, heading, entries, voice, lost_solos, cards, log)
    return judged._replace(findings=tuple(log.findings), cards=cards)


def _judged(
    table: Table,
    heading: DealLine,
    entries: Sequence[Entry],
    voice: Voice,
    lost_solos: tuple[int, ...],
    cards: CardLog,
    log: _Log,
) -> Judged:
    statements = [entry[2] for entry in entries]
    known = Known(cards.hands, lost_solos)
    for statement in statements:
        if isinstance(statement, Mark) and statement.name == "misdeal":
            return Judged("misdeal", known=known)
        if isinstance(statement, Remark) and statement.name == "void":
            return Judged("void", known=known)
    written = next(((i, s) for i, s in enumerate(statements) if isinstance(s, ContractLine)), None)
    if not any(isinstance(s, Said) or _gap(s) for s in statements):
        if written is None and any(isinstance(s, Unread) for s in statements):
            return Judged("unfinished", known=known)  # the line that says what was played may be the one not read
        judged = _as_recorded(table, heading, written, voice, log, known)
        recorded = Outcome(judged.status, contract=judged.contract)
        _report_lead(recorded, table, cards.lead, cards.lead_entry, voice, log)
        return judged
    dealer = voice.dealer(heading.dealer)
    if dealer is None:
        return Judged("unfinished", known=known)
    judged = _judge_calls(table, table.start(dealer, turned_up(statements)), known, statements, voice, log)
    if judged.status == "illegal" or judged.state is None:
        return judged
    outcome = conclude(table, judged.state, known, cards.lead)
    _report_lead(outcome, table, cards.lead, cards.lead_entry, voice, log)
    if written is not None:
        outcome = _with_partner(table, written[1], outcome, voice)
        _compare(table, written, outcome, voice, log)
    return judged._replace(status=outcome.status, next=outcome.next, contract=outcome.contract)


def _with_partner(table: Table, written: ContractLine, outcome: Outcome, voice: Voice) -> Outcome:
    """The outcome with the partner that the `contract:` line names, where neither the auction nor cards show him."""
    found = outcome.contract
    if found is None or not found.partner_unknown:
        return outcome
    said = recorded_contract(table.rules, written, voice, turned=found.suit)
    if isinstance(said, Finding) or said.kind != found.kind or not set(found.declarers) < set(said.declarers):
        return outcome
    by = (*found.by, *(seat for seat in said.by if seat not in found.by))
    joined = found._replace(declarers=said.declarers, by=by, partner_unknown=False, direct=None)
    return outcome._replace(contract=joined)


def turned_up(statements: Sequence[Statement]) -> str | None:
    """The suit of the deal's `trump:` line."""
    return next((s.value for s in statements if isinstance(s, Fact) and s.name == "trump"), None)


def _compare(table: Table, written: tuple[int, ContractLine], outcome: Outcome, voice: Voice, log: _Log) -> None:
    """A `contract:` line beside the calls is checked against them; the auction counts."""
    recorded = recorded_contract(table.rules, written[1], voice, turned=outcome.contract and outcome.contract.suit)
    if isinstance(recorded, Finding):
        log.add(written[0], recorded)
    elif not same_contract(recorded, outcome.contract):
        judged = outcome.contract
        args = {
            "written": voice.contract(recorded), "who": [voice.key(seat) for seat in recorded.by],
            "judged": voice.contract(judged), "whose": [voice.key(seat) for seat in judged.by] if judged else "-",
        }
        log.add(written[0], finding("S-contract", args=args, key="S-contract.differs"))


def _as_recorded(
    table: Table, heading: DealLine, written: tuple[int, ContractLine] | None, voice: Voice, log: _Log, known: Known
) -> Judged:
    """A deal without calls: its `contract:` line is taken as recorded; without one nobody has spoken yet."""
    turned = turned_up([entry[2] for entry in log.entries])
    dealer = voice.dealer(heading.dealer)
    if written is None and table.rules.auction.nobody_plays.queens is not None:
        for index, entry in enumerate(log.entries):
            if isinstance(entry[2], Amounts) and entry[2].name == "queens":
                log.add(index, finding("S-recorded", "note", key="S-recorded.queens"))
                return Judged("redeal", recorded=True, known=known)
    if written is None:
        state = table.start(dealer, turned) if dealer is not None else None
        first = state.speaker if state else None
        return Judged("unfinished", next=first, state=state, known=known)
    first_speaker = None if dealer is None else (dealer + 1) % table.seats
    recorded = recorded_contract(table.rules, written[1], voice, first_speaker, turned)
    if isinstance(recorded, Finding):
        log.add(written[0], recorded)
        return Judged("unfinished", known=known, recorded=True)
    log.add(written[0], finding("S-recorded", "note"))
    return Judged("contract", None, None, recorded, True, known=known)


def _judge_calls(
    table: Table, state: State, known: Known, statements: Sequence[Statement], voice: Voice, log: _Log
) -> Judged:
    steps: list[Step] = []
    doubted = False
    number = 0
    ruled = _rulings(statements)
    for index, statement in enumerate(statements):
        if _gap(statement):
            return Judged("unfinished", state=None, known=known, steps=tuple(steps))
        if isinstance(statement, Ruling) and index not in ruled.values():
            log.add(index, finding("A-ruling"))
        if not isinstance(statement, Said):
            continue
        number += 1
        seat = voice.seat(statement.seat)
        if seat is None and statement.seat in voice.idle:  # who sits out has no calls; the table says so
            return Judged("illegal", number, state=state, known=known, steps=tuple(steps))
        if seat is None:  # the reader has already said that nobody sits there
            return Judged("unfinished", state=None, known=known, steps=tuple(steps))
        ruling_at = ruled.get(index)
        ruling = statements[ruling_at] if ruling_at is not None else None
        assert ruling is None or isinstance(ruling, Ruling)
        verdict = table.judge(state, known, seat, statement.call)
        refusal = verdict.refusal or _consent(table, verdict, ruling)
        accepted = refusal is None or (ruling is not None and ruling.answer == "stands")
        steps.append(Step(index, state, seat, verdict, ruling, accepted))
        if refusal is not None:
            options = tuple(table.legal_calls(state, known))
            reason = ruling.reason if ruling is not None else None
            found = voice.refusal(refusal, seat, state.speaker, options, stands=reason, let=accepted)
            log.call(index, found)
            if not accepted:
                return Judged("illegal", number, state=state, known=known, steps=tuple(steps))
        else:
            _remarks(verdict, statement, ruling, ruling_at, index, voice, log)
            if verdict.unknown and not doubted:
                doubted = True
                log.call(index, voice.unknown(verdict.unknown, seat))
        void = verdict.asks or table.rules.auction.unasked == "void"
        if ruling is not None and ruling.answer == "no" and void:
            state = table.refused(state, seat, verdict.call)
        elif verdict.call.kind in table.rules.calls:
            state = table.place(state, seat, verdict.call)
    return Judged("", state=state, known=known, steps=tuple(steps))


def _gap(statement: Statement) -> bool:
    """Whether the auction cannot be followed past this line: it may be a call, or a ruling, and could not be read."""
    return isinstance(statement, Unread) and statement.name in ("", "call", "arbiter")


def _rulings(statements: Sequence[Statement]) -> dict[int, int]:
    """Which ruling belongs to which call: the one after it, before the next call; notes may stand between."""
    ruled: dict[int, int] = {}
    call: int | None = None
    for index, statement in enumerate(statements):
        if isinstance(statement, Said):
            call = index
        elif isinstance(statement, Ruling) and call is not None:
            ruled[call] = index
            call = None
        elif not isinstance(statement, Remark):
            call = None
    return ruled


def _consent(table: Table, verdict: Verdict, ruling: Ruling | None) -> Refusal | None:
    """A call that asks for the arbiter's consent and was not ruled on is illegal."""
    if not verdict.asks or ruling is not None:
        return None
    cite = table.rules.calls[verdict.call.kind].basis.cite
    asked = tuple(c for c in cite if "arbiter" in table.rules.clauses[c].needs) or cite
    return Refusal("A-arbiter", "A-arbiter", {"call": verdict.call}, asked, hint="A-arbiter.hint")


def _remarks(
    verdict: Verdict,
    said: Said,
    ruling: Ruling | None,
    ruling_at: int | None,
    index: int,
    voice: Voice,
    log: _Log,
) -> None:
    """Notes on a legal call: what was filled in, and a ruling that nobody needed."""
    if said.call.level is None and verdict.call.level is not None:
        args = {"call": voice.call(verdict.call)}
        found = finding("A-filled", "note", args=args, seat=said.seat)
        log.call(index, found)
    if ruling is not None and ruling_at is not None and not verdict.asks:
        severity: Severity = "warning" if ruling.answer == "no" else "note"
        args = {"call": voice.call(verdict.call)}
        log.add(ruling_at, finding("A-unasked", severity, args=args, key=f"A-unasked.{ruling.answer}", seat=said.seat))


def _report_lead(
    outcome: Outcome, table: Table, lead: Lead | None, entry: int | None, voice: Voice, log: _Log
) -> None:
    contract = outcome.contract
    if entry is None or contract is None or lead is None:
        return
    by_line = isinstance(log.entries[entry][2], SeatCards)  # who leads the first trick of a `play:` is its own check
    if by_line and contract.leader is not None and lead.seat != contract.leader:
        args = {"leader": voice.name(contract.leader), "who": voice.name(lead.seat)}
        clauses = table.rules.games[contract.kind].basis.cite
        log.add(entry, finding("P-leader", args=args, clauses=clauses, seat=voice.key(lead.seat)))
    elif outcome.bad_lead is not None:
        condition = outcome.bad_lead
        because: dict[str, object] = {"because": voice.condition(condition)}
        log.add(entry, finding("P-lead", args=because, rule=condition.name, clauses=condition.basis.cite))
