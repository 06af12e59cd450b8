"""An evening under two rulesets as text and as JSON: the deals that differ, then each player's sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whistcli.compare import Comparison, DealPair, Standing, cause
from whistcli.evening import Deal, Evening
from whistcli.model import Ruleset
from whistcli.render.diff import DiffPage
from whistcli.render.figures import DUE, fine, number
from whistcli.render.findings import cited, labelled
from whistcli.render.machine import Json, amount, contract, scored_deal
from whistcli.render.machine import fine as fine_json
from whistcli.say import message, sentence


def named(rules: Ruleset) -> str:
    """A ruleset's id with its edition."""
    return f"{rules.id}@{rules.edition}" if rules.edition else rules.id


class ComparePage:
    """Tells in one language how a transcript comes out under two rulesets."""

    def __init__(self, comparison: Comparison, lang: str) -> None:
        self.comparison = comparison
        self.lang = lang
        self._rules = DiffPage(comparison.a.rules, comparison.b.rules, lang)

    def say(self, key: str, **args: object) -> str:
        """A sentence of the page."""
        return sentence(key, args, self.lang)

    def deal(self, pair: DealPair) -> Iterator[str]:
        """A deal that differs: what it comes to under each ruleset, and what decides it."""
        a, b = self.comparison.a, self.comparison.b
        number_ = pair.a.record.heading.number
        if "verdict" in pair.differs or "contract" in pair.differs:
            yield self.say("C-compare.deal", deal=number_)
            for mark, evening, deal in (("A", a, pair.a), ("B", b, pair.b)):
                yield f"  {mark}: {self._outcome(evening, deal)}"
                yield from self._because(evening, deal)
        else:
            yield self.say("C-compare.same", deal=number_, what=self._outcome(a, pair.a))
        if "points" in pair.differs:
            points = [" ".join(number(value) for value in deal.result.points) if deal.result.points else "-"
                      for deal in (pair.a, pair.b)]
            yield "  " + self.say("C-compare.points", a=points[0], b=points[1])
            for change in pair.why:
                yield f"    = {pair.place}: {self._rules.text(change)}"
            times = pair.times
            if times is not None:
                yield f"    = {times.place}: {self.say('C-compare.times', a=number(times.a), b=number(times.b))}"
            elif pair.place is not None and not pair.why:
                yield f"    = {pair.place}"
            if "verdict" not in pair.differs and "contract" not in pair.differs:
                for mark, evening, deal in (("A", a, pair.a), ("B", b, pair.b)):
                    if deal.result.points is None:
                        yield from self._because(evening, deal, f"{mark}: ")
        if "fines" in pair.differs:
            fines = [self._fines(evening, deal) for evening, deal in ((a, pair.a), (b, pair.b))]
            yield "  " + self.say("C-compare.fines", a=fines[0], b=fines[1])
            for rule in pair.fines:
                yield f"    = {rule}"

    def _outcome(self, evening: Evening, deal: Deal) -> str:
        """The contract and who plays it, with what became of the deal where that is not a score."""
        judged, voice = deal.result.judged, evening.voice
        status = self.say(f"U-status.{deal.result.status}")
        if judged.first_illegal is not None:
            return self.say("C-compare.illegal", status=status, call=judged.first_illegal)
        if judged.contract is None:
            return status
        said = voice.contract(judged.contract)
        game = said if isinstance(said, str) else said.say(self.lang)
        text = f"{game}: {' '.join(str(voice.key(seat)) for seat in judged.contract.declarers)}"
        return text if deal.result.status == "contract" else f"{text} ({status})"

    def _because(self, evening: Evening, deal: Deal, mark: str = "") -> Iterator[str]:
        """Why a deal has no score: the rule that refuses a call, and its clauses, or what is lacking."""
        found = cause(evening, deal)
        if found is None:
            return
        rule = f" ({found.rule})" if found.rule else ""
        yield f"    = {mark}{message(found, self.lang)}{rule}"
        for clause in found.clauses:
            yield f"    = {labelled(self.say('U-clause'), cited(clause, evening.rules.clauses, self.lang), self.lang)}"

    def _fines(self, evening: Evening, deal: Deal) -> str:
        return " ".join(fine(deal.result.fines.get(seat)) or "-" for seat in range(len(evening.voice.seats)))

    # -- JSON ----------------------------------------------------------------------------------------------------------

    def deal_json(self, pair: DealPair) -> Json:
        """A deal that differs as data."""
        return {
            "deal": pair.a.record.heading.number,
            "differs": list(pair.differs),
            "a": self._side(self.comparison.a, pair.a),
            "b": self._side(self.comparison.b, pair.b),
            "place": pair.place,
            "why": [self._rules.text(change) for change in pair.why],
            "fines": list(pair.fines) if "fines" in pair.differs else [],
        }

    def _side(self, evening: Evening, deal: Deal) -> Json:
        scored = scored_deal(deal, evening.voice)
        found = cause(evening, deal)
        return {
            "status": deal.result.status,
            "first_illegal": deal.result.judged.first_illegal,
            "code": found.code if found else None,
            "rule": found.rule if found else None,
            "clauses": list(found.clauses) if found else [],
            "message": message(found, self.lang) if found else None,
            "contract": contract(deal.result.judged.contract, evening.voice),
            "multiplier": scored["multiplier"],
            "points": scored["points"],
            "fines": scored["fines"],
        }


def totals_text(standings: Sequence[Standing], lang: str) -> Iterator[str]:
    """Each player's sums under both rulesets and the difference; fines where there are any."""
    from tabulate import tabulate  # slow to import, and nothing else here needs it

    fined = any(cell.amount or cell.unknown for one in standings for cell in (one.fines_a, one.fines_b))
    headers = [sentence("C-compare.player", {}, lang), "A", "B", "B - A"]
    if fined:
        headers += [sentence("C-compare.fine", {"side": side}, lang) for side in ("A", "B")]
    table = []
    for one in standings:
        row = [one.player, number(one.a), number(one.b), number(one.b - one.a)]
        table.append([*row, fine(one.fines_a), fine(one.fines_b)] if fined else row)
    align = ["left", *["right"] * (len(headers) - 1)]
    yield from tabulate(table, headers, tablefmt="simple", disable_numparse=True, colalign=align).split("\n")
    if any(cell.unknown for one in standings for cell in (one.fines_a, one.fines_b)):
        yield sentence("C-compare.due", {"mark": DUE}, lang)


def totals_json(standings: Sequence[Standing]) -> list[Json]:
    """The same as data; fines that are not known are null."""
    return [
        {
            "player": one.player,
            "a": {"points": amount(one.a), "fines": fine_json(one.fines_a)},
            "b": {"points": amount(one.b), "fines": fine_json(one.fines_b)},
            "difference": amount(one.b - one.a),
        }
        for one in standings
    ]
