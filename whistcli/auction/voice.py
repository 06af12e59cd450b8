"""Turns what the engine decided into findings whose sentences a person can read.

The engine knows seats as numbers and calls as data; a `Voice` knows the players, the words and the clauses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from whistcli.auction.judge import Refusal, Verdict
from whistcli.auction.outcome import Contract
from whistcli.auction.state import Side
from whistcli.cards import NOTRUMP
from whistcli.diag import NOWHERE, Finding, Severity
from whistcli.model import Condition, Ruleset, Rung
from whistcli.record import Call
from whistcli.speech import SaidCall, SaidOptions, SaidSuit, SaidText


class Voice(NamedTuple):
    """The players of one deal and the words of one ruleset; `seats` are the keys clockwise, `names` their names.

    `idle` are those who sit out, each with the number of the player before him.
    """

    rules: Ruleset
    seats: tuple[str, ...]
    names: tuple[str, ...]
    idle: Mapping[str, int] = {}

    def seat(self, key: str | None) -> int | None:
        """The number of a seat key, or `None` where nobody sits there."""
        return self.seats.index(key) if key in self.seats else None

    def dealer(self, key: str | None) -> int | None:
        """The number of the dealer, or of the player before him where he sits out: the next one speaks first.

        `None` where nobody sits there.
        """
        return self.idle[key] if key is not None and key in self.idle else self.seat(key)

    def key(self, seat: int | None) -> str | None:
        """The key of a seat."""
        return None if seat is None else self.seats[seat]

    def name(self, seat: int | None) -> str:
        """A seat as messages name it: key and name ("3 (Sud)"), or "?"."""
        if seat is None:
            return "?"
        key, name = self.seats[seat], self.names[seat]
        return key if key == name else f"{key} ({name})"

    def call(self, call: Call) -> SaidCall:
        """A call that says itself."""
        return SaidCall(self.rules.vocabulary, call)

    def side(self, side: Side) -> SaidCall:
        """A standing game that says itself."""
        return self._game(side.kind, side.suit, side.level)

    def contract(self, contract: Contract | None) -> SaidCall | str:
        """A contract that says itself; "-" for none."""
        if contract is None:
            return "-"
        return self._game(contract.kind, contract.suit, contract.level)

    def _game(self, kind: str, suit: str | None, level: int | None) -> SaidCall:
        """A game in words: its suit unless it has none to name, its number where it could be another."""
        game = self.rules.games[kind]
        shown = suit if suit != NOTRUMP or game.suit == "named_or_notrump" else None
        return self.call(Call(kind, shown, (level or None) if len(game.levels) > 1 else None))

    def condition(self, condition: Condition) -> SaidText:
        """Why a condition refuses: what the ruleset says, else the condition's name in words."""
        return SaidText(condition.says, condition.name.rpartition(".")[2].replace("_", " "))

    def said(self, value: object) -> object:
        """Any value of a refusal as something that says itself."""
        if isinstance(value, Call):
            return self.call(value)
        if isinstance(value, Side):
            return self.side(value)
        if isinstance(value, Condition):
            return self.condition(value)
        if isinstance(value, Rung):
            level = value.key if isinstance(value.key, int) else None
            return self.call(Call(value.kind, "notrump" if value.key == "notrump" else None, level))
        return value

    def refusal(
        self,
        refusal: Refusal,
        seat: int,
        speaker: int | None,
        options: Sequence[Verdict],
        *,
        stands: str | None,
        let: bool,
    ) -> Finding:
        """The finding on a refused call by `seat`; `options` are what `speaker`, whose turn it is, could have said.

        Where the arbiter lets the call stand (`let`) it is a note with his reason.
        """
        args: dict[str, object] = {name: self.said(value) for name, value in refusal.args.items()}
        for name in ("speaker", "voice"):
            if isinstance(args.get(name), int):
                args[name] = self.name(int(str(args[name])))
        if isinstance(args.get("open"), tuple):
            suits: Sequence[str] = refusal.args["open"]  # type: ignore[assignment]
            args["open"] = tuple(SaidSuit(self.rules.vocabulary, suit) for suit in suits)
        args["who"] = self.name(seat)
        args["turn"] = self.name(speaker)
        args["options"] = self.options(options)
        args["reason"] = stands or ""
        hint = refusal.hint
        if let:
            hint = "A-stands" if stands else "A-stands.bare"
        elif hint is None and options:
            hint = "A-options" if speaker == seat else "A-options.other"
        severity: Severity = "note" if let else "error"
        key, clauses, rule = refusal.key, refusal.clauses, refusal.rule
        return Finding(refusal.code, NOWHERE, severity, key, args, rule, None, self.seats[seat], clauses, hint)

    def options(self, verdicts: Sequence[Verdict]) -> SaidOptions:
        """What may be said, with a mark on what asks for the arbiter."""
        free = tuple(verdict.call for verdict in verdicts if not verdict.asks)
        asking = tuple(verdict.call for verdict in verdicts if verdict.asks)
        return SaidOptions(self.rules.vocabulary, free, asking)

    def unknown(self, conditions: Sequence[Condition], seat: int) -> Finding:
        """The note that only a hand which is not logged would decide."""
        args = {"who": self.name(seat), "because": tuple(self.condition(c) for c in conditions)}
        clauses = tuple(dict.fromkeys(c for condition in conditions for c in condition.basis.cite))
        return Finding(
            "A-unknown", NOWHERE, "note", "A-unknown", args, conditions[0].name, None, self.seats[seat], clauses
        )
