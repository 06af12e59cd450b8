"""A table that remembers the auctions it has heard: most deals begin like others.

States never change, so that what was said of one can be said again. Only states that grew from this table's own are
remembered; what the facts ask about made-up ones is not.
"""

from __future__ import annotations

from whistcli.auction.facts import Known
from whistcli.auction.judge import Table, Verdict
from whistcli.auction.state import State
from whistcli.model import Ruleset
from whistcli.record import Call

STATES = 10_000
"""How many are remembered before all are forgotten."""

_LOST = "lost_solos"


class RememberingTable(Table):
    """A `Table` that answers a question it was asked before from memory."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self._states: dict[int, State] = {}  # by identity, which holds while they are kept
        self._starts: dict[tuple[int, str | None], State] = {}
        self._next: dict[tuple[int, int, Call, bool], State] = {}
        self._verdicts: dict[tuple[int, int, Call], Verdict] = {}
        conditions = [*rules.every_call, *(condition for rule in rules.calls.values() for condition in rule.require)]
        asks = {kind for kind, rule in rules.calls.items() if rule.ask_arbiter and _LOST in rule.ask_arbiter.reads}
        everywhere = any(_LOST in condition.that.reads for condition in conditions)
        self._by_lost = frozenset(rules.calls if everywhere else asks)

    def _kept(self, state: State) -> State:
        if len(self._states) >= STATES:
            for memory in (self._states, self._starts, self._next, self._verdicts):
                memory.clear()
        self._states[id(state)] = state
        return state

    def start(self, dealer: int, turned: str | None = None) -> State:
        """The auction before its first call."""
        found = self._starts.get((dealer, turned))
        if found is None:
            found = self._starts[dealer, turned] = self._kept(super().start(dealer, turned))
        return found

    def place(self, state: State, seat: int, call: Call) -> State:
        """The auction after `call`, whether or not the rules allow it."""
        return self._after(state, seat, call, False)

    def refused(self, state: State, seat: int, call: Call) -> State:
        """The auction after the arbiter's refusal of `call`."""
        return self._after(state, seat, call, True)

    def _after(self, state: State, seat: int, call: Call, refused: bool) -> State:
        key = (id(state), seat, call, refused)
        found = self._next.get(key)
        if found is None:
            found = super().refused(state, seat, call) if refused else super().place(state, seat, call)
            if id(state) in self._states:
                found = self._kept(found)
                if id(state) in self._states:
                    self._next[key] = found
        return found

    def judge(self, state: State, known: Known, seat: int, call: Call) -> Verdict:
        """Whether `seat` may make `call` now; remembered where neither cards nor lost solo games can tell."""
        if id(state) not in self._states or call.kind in self._by_lost or any(known.hands):
            return super().judge(state, known, seat, call)
        key = (id(state), seat, call)
        found = self._verdicts.get(key)
        if found is None:
            found = self._verdicts[key] = super().judge(state, known, seat, call)
        return found
