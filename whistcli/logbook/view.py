"""What a transcript comes to so far: whose turn it is, what may be said, what is irregular, which deal comes next.

Everything is asked of the engine that `check` and `score` use; an evening is short enough to be read anew each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from whistcli.auction.judge import Verdict
from whistcli.auction.voice import Voice
from whistcli.commands import collected
from whistcli.desk import desk_for
from whistcli.desk.auction import AuctionDesk
from whistcli.diag import Finding, Unusable
from whistcli.evening import AGAIN, Deal, Evening
from whistcli.opening import Opening, Options
from whistcli.record import Block, DealLine, DealRecord, Entry, Header, Ruling, Said, Tricks
from whistcli.record import Result as ResultLine
from whistcli.request import Request
from whistcli.sheet.text import Look
from whistcli.transcript.reader import Reader
from whistcli.transcript.write import Writer
from whistcli.vocabulary import Vocabulary, common_vocabulary

if TYPE_CHECKING:  # the memory of loaded rulesets
    from whistcli.reckon import Result
    from whistcli.ruleset.load import Loaded


class Proposal(NamedTuple):
    """The deal that the rules put next: the heading to write, and who sits out."""

    heading: DealLine
    idle: tuple[str, ...] = ()


class View(NamedTuple):
    """What a text comes to.

    `phase` is "rules" or "players" (the header lacks them), "between" (no deal is open), "calls", "ruling" (the arbiter
    is asked), "result", or "rounds" (a game without auctions). `turn` is the key of whose turn it is, `options` what
    may then be said; `result` is that of the last deal as if every irregular call stood; `lines` is what a game without
    auctions says of its next round.
    """

    phase: str
    lang: str
    vocabulary: Vocabulary
    header: Header
    faults: tuple[Finding, ...] = ()
    findings: tuple[Finding, ...] = ()
    record: DealRecord | None = None
    block: bool = False
    opening: Opening | None = None
    voice: Voice | None = None
    deal: Deal | None = None
    result: Result | None = None
    turn: str | None = None
    options: tuple[Verdict, ...] = ()
    next: Proposal | None = None
    deals: int = 0
    lines: tuple[str, ...] = ()

    @property
    def writer(self) -> Writer:
        """Writes statements as the file's language has them."""
        return Writer(self.vocabulary, self.lang)

    @property
    def name(self) -> str:
        """The heading word of this game."""
        return "round" if self.opening is not None and self.opening.rules.game == "knockout" else "deal"


class Viewer:
    """Looks at texts under the same options; a ruleset is loaded once. `look` is what the terminal can show."""

    def __init__(self, options: Options, beside: str, lang: str) -> None:
        self.options, self.beside, self.lang = options, beside, lang
        self.look = Look()
        self._loaded: tuple[str | None, Loaded] | None = None

    def view(self, data: bytes) -> View:
        """What a transcript comes to. Raises Unusable where it, or its ruleset, cannot be used."""
        if not data.decode("utf-8", "replace").strip("\ufeff \t\r\n"):
            return View("rules", self.lang, common_vocabulary(), Header())
        try:
            opening = self._opening(data)
        except Unusable as unusable:
            if unusable.findings[0].code != "T-rules":
                raise
            reader = Reader(data, lambda _settings: common_vocabulary())
            if list(reader):
                raise
            lang = reader.header.settings.get("lang", self.lang)
            return View("rules", lang, reader.vocabulary, reader.header, _errors(reader))
        return self._game(opening, data)

    def _opening(self, data: bytes) -> Opening:
        if self._loaded is not None:
            opening = Opening(data, self.options, self.beside, self._loaded[1])
            if self.options.rules or opening.header.settings.get("rules") == self._loaded[0]:
                return opening
        opening = Opening(data, self.options, self.beside)
        assert opening.loaded is not None
        self._loaded = (opening.header.settings.get("rules"), opening.loaded)
        return opening

    def _game(self, opening: Opening, data: bytes) -> View:
        desk = desk_for(opening)
        request = Request(self.options, self.lang)
        reader = opening.reader
        evening = desk.evening if isinstance(desk, AuctionDesk) else None
        seen: list[Finding] = []
        last: Deal | None = None
        count = 0
        if evening is not None:
            for last in evening:
                count += 1
                seen.extend(found for found in last.findings(scoring=True) if found.severity != "note")
        else:
            seen = desk.check(request)[0]
        records = list(Reader(data, lambda _settings: reader.vocabulary)) if evening is None else []
        record = last.record if last is not None else records[-1] if records else None
        findings = [f for f in collected(desk, seen, request) if f.severity != "note" or f.accepted is not None]
        findings = [f for f in findings if not _only_begun(f, record)]
        view = View(
            "between", opening.header.settings.get("lang", self.lang), reader.vocabulary, opening.header,
            _errors(reader), tuple(findings), record, _open_block(record), opening, deals=count or len(records),
        )
        if not opening.header.seats:
            return view._replace(phase="players")
        if evening is None:
            said = desk_for(self._opening(data)).legal(request, self.lang)
            return view._replace(phase="rounds", next=_next_round(view), lines=tuple(said or ()) if records else ())
        return _at_table(view, evening, last)


def _only_begun(finding: Finding, record: DealRecord | None) -> bool:
    """Whether a finding says only that nothing has been written yet."""
    return finding.code == "T-nodeal" or (
        finding.code == "T-empty" and record is not None and finding.span.line == record.line)


def _errors(reader: Reader) -> tuple[Finding, ...]:
    """What could not be read."""
    return tuple(finding for finding in reader.findings if finding.severity == "error")


def _open_block(record: DealRecord | None) -> bool:
    """Whether card lines may follow."""
    for entry in reversed(record.entries if record is not None else ()):
        if isinstance(entry.statement, Said | Block):
            return isinstance(entry.statement, Block)
    return False


def _at_table(view: View, evening: Evening, deal: Deal | None) -> View:
    """The view of an evening of auctions."""
    if deal is None:
        return view._replace(voice=evening.voice, next=_proposal(evening, None))
    playing = evening.seating.players(deal.record.heading.dealer)
    result, voice = _as_if_it_stood(evening, deal)
    view = view._replace(deal=deal, result=result, voice=voice)
    if _asks(deal):
        findings = tuple(f for f in view.findings if f.code != "A-arbiter" or f.deal != deal.record.heading.number)
        return view._replace(phase="ruling", findings=findings, turn=_last_said(deal))
    written = any(isinstance(entry.statement, Tricks | ResultLine) for entry in deal.entries)
    if result.status == "unfinished" and not written:
        judged = result.judged
        speaker: int | None = None
        if judged.next is not None and playing is not None:
            speaker = playing.index(judged.next)
        elif judged.state is not None:
            speaker = judged.state.speaker
        options: tuple[Verdict, ...] = ()
        if judged.state is not None and judged.known is not None and speaker is not None:
            options = tuple(evening.reckoner.table.legal_calls(judged.state, judged.known, speaker))
        return view._replace(phase="calls", turn=voice.key(speaker), options=options)
    if result.judged.contract is not None and result.taken is None and not written and not result.revoked:
        return view._replace(phase="result")
    return view._replace(next=_proposal(evening, deal))


def _as_if_it_stood(evening: Evening, deal: Deal) -> tuple[Result, Voice]:
    """The result of a deal if the arbiter let every irregular call stand: at the table the auction goes on."""
    result, voice = deal.result, deal.voice or evening.voice
    entries, before = list(deal.entries), 0
    while result.status == "illegal" and result.judged.steps and (result.judged.first_illegal or 0) > before:
        before = result.judged.first_illegal or 0
        step = result.judged.steps[-1]
        at = step.entry
        line, text, _ = entries[at]
        entries.insert(at + 1, Entry(line, text, Ruling(1, 1, "stands")))  # it goes before one that is there
        result, voice = evening.seating.result(deal.record, entries, deal.lost_before, deal.carried)
    return result, voice


def _said(deal: Deal) -> list[int]:
    return [at for at, entry in enumerate(deal.entries) if isinstance(entry.statement, Said)]


def _asks(deal: Deal) -> bool:
    """Whether the last thing written is a call that waits for the arbiter."""
    said = _said(deal)
    waiting = [placed.entry for placed in deal.result.placed if placed.finding.code == "A-arbiter"]
    return bool(said) and waiting == said[-1:] and said[-1] == len(deal.entries) - 1


def _last_said(deal: Deal) -> str:
    statement = deal.entries[_said(deal)[-1]].statement
    assert isinstance(statement, Said)
    return statement.seat


def _proposal(evening: Evening, deal: Deal | None) -> Proposal | None:
    """The heading that the rules put next; who deals first is drawn, and taken to be the last of the list."""
    seats, rules = evening.voice.seats, evening.rules
    if not evening.playable:
        return None
    if deal is None:
        number, dealer = "1", len(seats) - 1
    else:
        heading, status = deal.record.heading, deal.result.status
        again = status in AGAIN and deal.result.points is None
        number = heading.number if again or not heading.number.isdecimal() else str(int(heading.number) + 1)
        dealt = evening.voice.seat(heading.dealer)
        right = evening.sitting.dealers
        if dealt is None:
            return Proposal(DealLine(1, 1, "deal", number, 1))
        by_custom = dealt if status == "redeal" and rules.auction.redeal_by == "same" else (dealt + 1) % len(seats)
        first = dealt if status in AGAIN else by_custom
        dealer = first if not right or first in right else by_custom if by_custom in right else min(right)
    free = rules.session.free_first is not None and number == "1"
    playing = evening.seating.players(seats[dealer]) or ()
    idle = tuple(evening.voice.name(seat) for seat in range(len(seats)) if seat not in playing)
    return Proposal(DealLine(1, 1, "deal", number, 1, seats[dealer], 1, free), idle)


def _next_round(view: View) -> Proposal:
    """The heading of the next round of a game without auctions; trumps and cards are for the table to say."""
    last = view.record.heading if view.record is not None else None
    seats = view.header.seats
    if last is None:
        return Proposal(DealLine(1, 1, "round", "1", 1, seats[-1], 1))
    number = str(int(last.number) + 1) if last.number.isdecimal() else last.number
    dealer = seats[(seats.index(last.dealer) + 1) % len(seats)] if last.dealer in seats else None
    return Proposal(DealLine(1, 1, "round", number, 1, dealer, 1))

