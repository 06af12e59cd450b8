"""Tells a deal call by call: who could speak, what stood highest and why, what each clause decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whistcli.auction.deal import Step, judge_deal
from whistcli.auction.judge import Table
from whistcli.auction.state import Side, State
from whistcli.evening import Deal, Evening
from whistcli.model import in_language
from whistcli.render.findings import cited
from whistcli.say import sentence


class Explainer:
    """Explains the deals of one evening in one language."""

    def __init__(self, evening: Evening, lang: str) -> None:
        self.evening = evening
        self.table: Table = evening.reckoner.table
        self.voice = evening.voice
        self.rules = evening.rules
        self.lang = lang
        self._told: dict[str, None] = {}

    def say(self, key: str, **args: object) -> str:
        """A sentence of the explanation."""
        return sentence(key, args, self.lang)

    def deal(self, deal: Deal) -> Iterator[str]:
        """The lines that explain one deal; what was found in it is told by whoever asks."""
        heading = deal.record.heading
        everybody = self.evening.voice
        yield self.say("E-deal", deal=heading.number, dealer=everybody.name(everybody.seat(heading.dealer)))
        self.voice = deal.voice or everybody
        lost = tuple(deal.lost_before[everybody.seats.index(key)] for key in self.voice.seats)
        judged = judge_deal(self.table, heading, deal.entries, self.voice, lost)
        for step in judged.steps:
            yield from self._step(step)
        if judged.state is not None and judged.status in ("unfinished", "illegal"):
            yield from self._open(judged.state, deal, judged.next)
        self.voice = everybody
        yield from self._end(deal)
        if self._told:
            yield ""
            yield self.say("E-clauses")
        for clause in self._told:
            yield "  " + cited(clause, self.rules.clauses, self.lang)
        self._told = {}

    def _step(self, step: Step) -> Iterator[str]:
        said = self.voice.call(step.verdict.call).say(self.lang)
        who = self.voice.name(step.seat)
        turn = step.before.turns[step.seat] + 1
        if step.verdict.refusal is None and step.accepted:
            key = "E-call.asked" if step.verdict.asks else "E-call"
            yield "  " + self.say(key, who=who, turn=turn, call=said, ruling=self._ruling(step))
        elif step.accepted:
            yield "  " + self.say("E-call.stands", who=who, turn=turn, call=said)
        else:
            yield "  " + self.say("E-call.refused", who=who, turn=turn, call=said)
        yield from self._decided(step)
        if step.accepted and step.verdict.call.kind in self.rules.calls:
            yield from self._after(step)

    def _decided(self, step: Step) -> Iterator[str]:
        """Which conditions were looked at and what came out, by the ids of their clauses; the texts follow below."""
        rule = self.rules.calls.get(step.verdict.call.kind)
        refusal = step.verdict.refusal
        if refusal is not None or rule is None:
            if refusal is not None and refusal.clauses:
                yield "      " + self.say("E-against", clauses=self._ids(refusal.clauses))
            return
        unknown = step.verdict.unknown
        held = [c for c in rule.require if c not in unknown]
        clauses = [*rule.basis.cite, *(clause for c in held for clause in c.basis.cite)]
        yield "      " + self.say("E-held", clauses=self._ids(clauses))
        if unknown:
            doubts = [clause for c in unknown for clause in c.basis.cite]
            yield "      " + self.say("E-unknown", clauses=self._ids(doubts))

    def _ids(self, clauses: Iterable[str]) -> str:
        """Clause ids in short; their texts are told once, at the end."""
        ids = tuple(dict.fromkeys(clauses))
        self._told.update(dict.fromkeys(ids))
        return ", ".join(ids) or "-"

    def _ruling(self, step: Step) -> str:
        return self.say(f"E-ruling.{step.ruling.answer if step.ruling else 'none'}")

    def _after(self, step: Step) -> Iterator[str]:
        """Who stands highest after a call, and who speaks next and why."""
        refused = step.ruling is not None and step.ruling.answer == "no"
        if refused:
            return
        after = self.table.place(step.before, step.seat, step.verdict.call)
        before, now = self.table.standing(step.before), self.table.standing(after)
        if now and now != before:
            names = " + ".join(self._side(side) for side in now)
            yield "      " + self.say("E-highest", side=names, why=self._why(before, now))
        if after.speaker is not None and not after.queue:
            yield "      " + self.say("E-next", who=self.voice.name(after.speaker), passed=self._resting(after, now))

    def _side(self, side: Side) -> str:
        seats = " ".join(str(self.voice.key(seat)) for seat in side.seats)
        return f"{self.voice.side(side).say(self.lang)} ({seats})"

    def _why(self, before: tuple[Side, ...], now: tuple[Side, ...]) -> str:
        if not before:
            return self.say("E-why.first")
        old, new = before[0], now[0]
        if len(now) > 1 and new.rung == old.rung:
            return self.say("E-why.joins")
        if new.rung == old.rung:
            return self.say("E-why.suit", suits=[self._suit(suit) for suit in self.rules.suits])
        if new.rung < old.rung:
            return self.say("E-why.left", side=self._side(old))
        reasons = [
            clause
            for reason in self.rules.ladder_because
            if reason.above == self.rules.ladder[new.rung] and reason.below == self.rules.ladder[old.rung]
            for clause in reason.basis.cite
        ]
        return self.say("E-why.ladder", side=self._side(old)) + (f" [{self._ids(reasons)}]" if reasons else "")

    def _suit(self, suit: str) -> str:
        return self.rules.vocabulary.suit_text(suit, self.lang)

    def _resting(self, state: State, top: tuple[Side, ...]) -> str:
        """Who is passed over and why."""
        highest = {seat for side in top for seat in side.seats}
        told = []
        for seat in range(state.seats):
            if seat == state.speaker:
                continue
            side = state.own(seat)
            if seat in highest:
                key = "E-rest.highest"
            elif seat in state.out:
                key = "E-rest.out"
            elif side is not None and side.voice != seat:
                key = "E-rest.silent"
            else:
                continue
            told.append(self.say(key, who=self.voice.key(seat)))
        return ", ".join(told) or "-"

    def _open(self, state: State, deal: Deal, next_: int | None) -> Iterator[str]:
        """What could be said where the log ends or the call was refused."""
        speaker = state.speaker if state.speaker is not None else next_
        if speaker is None:
            return
        known = deal.result.judged.known
        if known is None:
            return
        options = self.voice.options(tuple(self.table.legal_calls(state, known, speaker)))
        yield "  " + self.say("E-options", who=self.voice.name(speaker), options=options)

    def _play(self, deal: Deal) -> Iterator[str]:
        """The tricks as they were played, who took each, and what the count is."""
        played, cards = deal.result.played, deal.result.judged.cards
        if played is None or cards is None:
            return
        voice = deal.voice or self.voice
        for number, (trick, won) in enumerate(zip(cards.tricks, played.winners, strict=True), 1):
            shown = " ".join(card.text(self.lang) for card in trick.cards)
            taken = self.say("E-trick.open") if won is None else self.say("E-trick.won", who=voice.name(won))
            yield "  " + self.say("E-trick", trick=number, who=voice.name(trick.leader), cards=shown, taken=taken)
        counts = [f"{voice.name(seat)} {count}" for seat, count in enumerate(played.taken)]
        key = "E-count" if played.complete else "E-count.partial"
        yield "  " + self.say(key, counts=counts)

    def _end(self, deal: Deal) -> Iterator[str]:
        result = deal.result
        found = result.judged.contract
        if found is None:
            yield self.say("E-status", status=self.say(f"U-status.{result.status}"))
            yield from self._points(deal)
            return
        needs = "?" if found.needs is None else "-".join(map(str, dict.fromkeys(found.needs)))
        yield self.say(
            "E-contract",
            contract=self.voice.contract(found),
            declarers=[self.voice.name(seat) for seat in found.declarers],
            leader=self.voice.name(found.leader),
            needs=needs,
        )
        yield "      " + self.say("E-held", clauses=self._ids(self.rules.games[found.kind].basis.cite))
        reading = self.rules.games[found.kind].basis.reading
        if reading:
            yield "      = " + self.say("E-reading", reading=in_language(reading, self.lang))
        yield from self._play(deal)
        if result.revoked:
            yield self.say("E-revoke", who=[self.voice.name(seat) for seat in result.revoked])
        if result.points is not None:
            yield from self._points(deal)
        elif result.status in ("contract", "pending"):
            yield self.say("E-status", status=self.say(f"U-status.{result.status}"))

    def _points(self, deal: Deal) -> Iterator[str]:
        result = deal.result
        if result.points is None:
            return
        points = [
            f"{self.voice.name(seat)} {value:+}" if value else f"{self.voice.name(seat)} 0"
            for seat, value in enumerate(result.points)
        ]
        yield self.say("E-points", points=points, balance=str(result.balance))
        if result.pot_before is not None:
            after = "?" if result.pot_after is None else result.pot_after
            yield self.say("E-pot", before=result.pot_before, after=after)
        for rule in result.settled.assumed if result.settled else ():
            assumed = self.rules.scores[rule.partition(".")[2]].basis.assumed
            yield "      = " + self.say("E-assumed", assumed=in_language(assumed, self.lang))
