"""The desk for evenings of deals with an auction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from whistcli.desk import Desk, Json, Told
from whistcli.diag import Finding
from whistcli.evening import Deal, Evening
from whistcli.opening import Opening
from whistcli.request import Request
from whistcli.speech import spoken_call

if TYPE_CHECKING:  # few evenings are paid
    from whistcli.payments import Transfer
    from whistcli.sheet.model import Sheet


class AuctionDesk:
    """One evening."""

    place = "U-place"

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.evening = Evening(opening)
        self.own_findings = self.evening.own_findings

    def check(self, request: Request) -> tuple[list[Finding], Json]:
        """Judges every deal."""
        json = request.format == "json"
        wanted = request.notes or json
        kept: list[Finding] = []
        deals: list[Json] = []
        for deal in self.evening:
            if deal.result.placed or deal.in_evening or deal.result.status == "unfinished":
                kept.extend(f for f in deal.findings(notes=wanted) if wanted or f.severity != "note")
            if (json or request.deal is not None) and request.deal in (None, deal.record.heading.number):
                from whistcli.render import machine

                deals.append(machine.checked_deal(deal, self.evening.voice))
        return kept, {"deals": deals}

    def score(self, request: Request, lang: str) -> tuple[list[Finding], Json | Sheet]:
        """The sheet; what keeps a deal from a score is among the findings."""
        found: list[Finding] = []
        if request.format == "json":
            from whistcli.render import machine

            deals: list[Json] = []
            for deal in self.evening:
                found.extend(deal.findings(scoring=True))
                deals.append(machine.scored_deal(deal, self.evening.voice))
            said = machine.scored_file(self.evening, deals)
            if request.payments:
                paid = self._paid(found)
                said["transfers"] = [
                    {"from": each.payer, "to": each.payee, "amount": machine.amount(each.amount)} for each in paid
                ]
            return found, said
        from whistcli.sheet.evening import EveningSheet

        sheet = EveningSheet(self.evening, lang)
        for deal in self.evening:
            found.extend(deal.findings(scoring=True))
            sheet.add(deal)
        lines: list[str] = []
        if request.payments:
            from whistcli.render import payments

            lines += payments.lines(self.evening, self._paid(found), lang)
        return found, sheet.sheet(lines)

    def _paid(self, found: list[Finding]) -> tuple[Transfer, ...]:
        """Who pays whom after the evening was read; what keeps that from being all goes to `found`."""
        from whistcli.payments import night

        paid = night(self.evening, self.evening.pot_before, self.evening.waiting)
        found.extend(paid.findings)
        return paid.transfers

    def together(self, desks: Sequence[Desk], request: Request, lang: str) -> Json | Sequence[Sheet]:
        """Each player's sums over the evenings under one ruleset; as JSON nothing, which others add up themselves."""
        if request.format == "json":
            return {}
        from whistcli.sheet.evening import together

        return list(together([desk.evening for desk in desks if isinstance(desk, AuctionDesk)], lang))

    def _chosen(self, wanted: str | None) -> list[Deal]:
        """The deals with this number (several after a redeal), or the last one; the whole file is read for it."""
        return [d for d in self.evening if (d.last if wanted is None else d.record.heading.number == wanted)]

    def explain(self, request: Request, lang: str) -> Iterator[Told]:
        """Tells a deal call by call."""
        from whistcli.render.explain import Explainer

        explainer = Explainer(self.evening, lang)
        for deal in self._chosen(request.deal):
            yield Told(deal.record.heading.number, list(explainer.deal(deal)), list(deal.findings(scoring=True)))

    def legal(self, request: Request, lang: str) -> Json | Sequence[str] | None:
        """What the next player may say."""
        from whistcli.say import sentence

        chosen = self._chosen(request.deal)
        if not chosen:
            return None
        deal, evening = chosen[-1], self.evening
        voice = deal.voice or evening.voice
        judged, number = deal.result.judged, deal.record.heading.number
        verdicts = []
        speaker = judged.state.speaker if judged.state is not None else None
        if judged.state is not None and judged.known is not None and not judged.recorded:
            if speaker is None and judged.next is not None:  # numbered over the whole table, who sits out too
                speaker = voice.seat(evening.voice.key(judged.next))
            verdicts = list(evening.reckoner.table.legal_calls(judged.state, judged.known, speaker))
        vocabulary = evening.rules.vocabulary
        if request.format == "json":
            calls = [vocabulary.text(verdict.call) for verdict in verdicts]
            return {"deal": number, "seat": voice.key(speaker), "calls": calls}
        args = {"deal": number, "who": voice.name(speaker)}
        if not verdicts:
            return [sentence("U-nobody" if speaker is None else "U-stuck", args, lang)]
        lines = [sentence("U-may", args, lang)]
        for verdict in verdicts:
            marks = [sentence("U-may.asks", {}, lang)] if verdict.asks else []
            if verdict.unknown and request.notes:
                doubts = [evening.voice.condition(condition) for condition in verdict.unknown]
                marks.append(sentence("U-may.cards", {"because": doubts}, lang))
            said = spoken_call(vocabulary, verdict.call, lang)
            lines.append(f"  {said}" + (f"  ({'; '.join(marks)})" if marks else ""))
        return lines
