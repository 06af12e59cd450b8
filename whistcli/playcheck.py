"""Judges the logged cards of a deal by the ruleset: discards, leads, following suit, the hand laid down.

`whistcli.play` plays the tricks over; here its faults get their clauses, and what the marker wrote is held against
what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from whistcli.auction.cardlog import CardLog
from whistcli.auction.facts import Known
from whistcli.auction.judge import Table
from whistcli.auction.outcome import Contract, LeadFacts
from whistcli.auction.voice import Voice
from whistcli.cards import Card
from whistcli.diag import NOWHERE, Finding, Severity
from whistcli.model import CallRule, Falls, Game
from whistcli.play import Fault, Played, Trick, play_over
from whistcli.record import Entry, SeatCards
from whistcli.record import Fact as FactLine
from whistcli.speech import SaidRange
from whistcli.taken import Taken

Report = Callable[[int, Finding, int, int], None]

_CLAUSES = {
    "P-revoke": "follow_suit", "P-winner": "winner_leads", "P-short": "trick", "P-many": "trick", "P-tricks": "trick",
    "P-twice": "trick", "P-held": "follow_suit", "P-discards": "discards", "P-shown": "shown",
}
"""Which rule of play a fault breaks."""


class PlayJudge(NamedTuple):
    """One ruleset at one table, ready to judge the play of deals."""

    table: Table
    voice: Voice

    def judge(
        self,
        contract: Contract,
        caller: CallRule | None,
        cards: CardLog,
        known: Known,
        entries: Sequence[Entry],
        ruled: tuple[int, ...],
        report: Report,
    ) -> Played | None:
        """What the logged play came to, or `None` where none is logged.

        `caller` is the call that announced the game, if one did; `ruled` are the seats whose revoke the table has
        already ruled on.
        """
        rules = self.table.rules
        game = rules.games[contract.kind]
        self._discards(game, cards, report)
        self._shown(game, contract, entries, report)
        if not cards.tricks:
            return None
        played = play_over(
            cards.tricks, cards.hands, cards.discards, contract.leader, contract.suit, game.tricks, game.discards
        )
        differs = self._lead_differs(cards, entries, report)
        falls = caller.by_lead.falls if caller is not None and caller.by_lead is not None else None
        if caller is not None and falls is not None and not differs:
            self._must_fall(caller, falls, contract, cards, known, played)
        by_line = cards.lead_entry is not None and isinstance(entries[cards.lead_entry][2], SeatCards)
        for fault in played.faults:
            if fault.code == "P-leader" and by_line:
                continue  # the `lead:` line was judged, or does not say what the play says
            self._fault(fault, contract, falls, cards, ruled, report)
        return played

    def _fault(
        self,
        fault: Fault,
        contract: Contract,
        falls: Falls | None,
        cards: CardLog,
        ruled: tuple[int, ...],
        report: Report,
    ) -> None:
        """One fault of the play, at its card."""
        clauses = None
        if fault.code == "P-leader":
            clauses = self.table.rules.games[contract.kind].basis.cite
        if fault.code == "P-falls" and falls is not None:
            clauses = falls.basis.cite
        report_fault(fault, cards.tricks, self.voice, ruled, report, clauses)

    def _lead_differs(self, cards: CardLog, entries: Sequence[Entry], report: Report) -> bool:
        """Whether a `lead:` line and the first trick tell of different cards; says so."""
        if cards.lead is None or cards.lead_entry is None or not isinstance(entries[cards.lead_entry][2], SeatCards):
            return False
        first = cards.tricks[0]
        if cards.lead.seat == first.leader and cards.lead.card in (None, first.cards[0]):
            return False
        args: dict[str, object] = {
            "who": self.voice.name(cards.lead.seat), "card": cards.lead.card or "?",
            "other": self.voice.name(first.leader), "played": first.cards[0],
        }
        report(cards.lead_entry, Finding("P-lead", NOWHERE, "error", "P-lead.differs", args), 0, 0)
        return True

    def _must_fall(
        self, caller: CallRule, falls: Falls, contract: Contract, cards: CardLog, known: Known, played: Played
    ) -> None:
        """The card of trumps that must fall early in an announced game, where its first card asks for it."""
        asked = self.table.by_lead[caller.kind].falls
        if asked is None or contract.suit is None or contract.leader is None or len(cards.tricks) < falls.trick:
            return
        if asked(LeadFacts(known, cards.tricks[0].cards[0], contract.leader)) is not True:
            return
        trick = cards.tricks[falls.trick - 1]
        wanted = Card(contract.suit, falls.rank)
        if len(trick.cards) == self.table.seats and wanted not in trick.cards:
            played.faults.append(Fault("P-falls", falls.trick - 1, -1, contract.by[0], {"card": wanted}))

    def _discards(self, game: Game, cards: CardLog, report: Report) -> None:
        """Each player's discard before the first trick: only where the game has it, one of his own cards."""
        if cards.discards_entry is None:
            return
        basis = self.table.rules.play.get("discards")
        clauses = basis.cite if basis is not None else ()

        def fault(key: str, **args: object) -> None:
            assert cards.discards_entry is not None
            found = Finding("P-discards", NOWHERE, "error", key, args, clauses=clauses)
            report(cards.discards_entry, found, 0, 0)

        if not game.discards:
            fault("P-discards.none")
        elif cards.discards_late:
            fault("P-discards.late")
        seen: dict[Card, int] = {}
        for seat, card in enumerate(cards.discards):
            if card is None:
                continue
            hand = cards.logged[seat]
            if card in seen:
                fault("P-discards.twice", card=card, who=self.voice.name(seat), other=self.voice.name(seen[card]))
            elif hand is not None and card not in hand:
                fault("P-discards.held", card=card, who=self.voice.name(seat))
            seen[card] = seat

    def _shown(self, game: Game, contract: Contract, entries: Sequence[Entry], report: Report) -> None:
        """A hand laid down: only in the games that have it, by a declarer, after the right trick."""
        basis = self.table.rules.play.get("shown")
        clauses = basis.cite if basis is not None else ()
        for index, entry in enumerate(entries):
            line = entry[2]
            if not isinstance(line, FactLine) or line.name != "exposed":
                continue
            seat = self.voice.seat(line.seat)
            args: dict[str, object] = {"who": self.voice.name(seat), "after": line.value, "wanted": game.shown_after}
            key = ""
            if game.shown_after is None:
                key = "P-shown.none"
            elif seat not in contract.declarers:
                key = "P-shown.who"
            elif line.value is not None and line.value != str(game.shown_after):
                key = "P-shown.when"
            if key:
                report(index, Finding("P-shown", NOWHERE, "error", key, args, seat=line.seat, clauses=clauses), 0, 0)


def report_fault(
    fault: Fault,
    tricks: Sequence[Trick],
    voice: Voice,
    ruled: Sequence[int],
    report: Report,
    clauses: tuple[str, ...] | None = None,
) -> None:
    """Reports a fault of the play at its card; a revoke of a seat that the table has `ruled` on is a note.

    Without `clauses` those are cited on which the broken rule of play rests.
    """
    trick = tricks[min(fault.trick, len(tricks) - 1)]
    args: dict[str, object] = {"who": voice.name(fault.seat), "trick": fault.trick + 1}
    for name, value in fault.args.items():
        seat = name in ("leader", "other") and isinstance(value, int)
        args[name] = voice.name(value) if seat and isinstance(value, int) else value
    code, key = fault.code, fault.code
    severity: Severity = "error"
    hint: str | None = None
    if code == "P-revoke":
        key = "P-revoke.later" if fault.args.get("later") else "P-revoke"
        severity = "note" if fault.seat in ruled else "error"
        hint = None if fault.seat in ruled else "P-revoke.hint"
        args["seat"] = voice.key(fault.seat)
    if clauses is None:
        basis = voice.rules.play.get(_CLAUSES.get(code, ""))
        clauses = basis.cite if basis is not None else ()
    found = Finding(code, NOWHERE, severity, key, args, None, None, voice.key(fault.seat), clauses, hint)
    if fault.card < 0:
        report(trick.entry, found, 0, 0)
    else:
        place = min(fault.card, len(trick.columns) - 1)
        report(trick.entry, found, trick.columns[place], trick.widths[place])


def counted(contract: Contract, game: Game, played: Played) -> tuple[int, ...]:
    """The tricks of the declaring side together, or of each declarer where each plays for himself."""
    if game.each_alone:
        return tuple(played.taken[seat] for seat in contract.declarers)
    return (sum(played.taken[seat] for seat in contract.declarers),)


def against_tricks(contract: Contract, game: Game, played: Played, taken: Taken, voice: Voice) -> Finding | None:
    """The finding where the result written cannot be the one played; a partial play proves only what it shows."""
    shown = counted(contract, game, played)
    left = max(0, game.tricks - sum(won is not None for won in played.winners))
    low, high = contract.needs or (0, game.tricks)
    for place, (said, made, seen) in enumerate(zip(taken.tricks, taken.made, shown, strict=True)):
        seat = contract.declarers[place]
        args: dict[str, object] = {"written": said, "played": seen, "who": voice.name(seat)}
        args["range"] = SaidRange(seen, seen + left)
        if said is not None and not seen <= said <= seen + left:
            key = "S-played" if played.complete else "S-played.partial"
            return Finding("S-played", NOWHERE, "error", key, args, seat=voice.key(seat))
        if said is None and played.complete and made != (low <= seen <= high):
            args["range"] = SaidRange(low, high)
            return Finding("S-played", NOWHERE, "error", "S-played.result", args, seat=voice.key(seat))
    return None
