"""Counts a round: the cards as they were played, the tricks as they were written, one held against the other."""

from __future__ import annotations

from collections.abc import Mapping

from whistcli.diag import Finding, Severity
from whistcli.knockout.cards import Table, play
from whistcli.knockout.case import Case
from whistcli.playcheck import report_fault
from whistcli.speech import SaidRange


def play_cards(case: Case) -> None:
    """The logged cards, played over by the rules that every game shares."""
    made, lines = case.round, case.lines
    entries = [e for e in lines.entries if _counts(case, case.voice.seat(getattr(e.statement, "seat", None)))]
    full = (case.before.full | frozenset(case.beside)) - made.dogs
    if not case.before.sure:
        full = frozenset(lines.tricks or {}) - made.dogs
    if not entries or not full:
        return
    leader = made.leader if lines.lead is None else lines.lead.seat
    if case.has("K-leader") or case.has("K-chooser"):  # who led follows from what was reported
        leader = None

    def report(index: int, finding: Finding, column: int, width: int) -> None:
        entry = entries[index]
        place = entry.part(column, width) if column else entry.span()
        made.found.append(finding._replace(span=place, deal=case.heading.number))

    made.play = play(Table(full, made.dogs, size_played(case), leader, made.trump), entries, case.voice, report)
    if made.play.unclear is not None:
        span = entries[made.play.unclear.entry].span()
        case.add("K-dog.which", span, place="dog.trick", severity="note", dogs=case.names(sorted(made.dogs)))
    played, tricks = made.play.played, made.play.tricks
    if played is None:
        return
    if made.leader is None:
        made.leader = tricks[0].leader
    first, lead = tricks[0], lines.lead
    if lead is not None and lead.seat == first.leader and lines.lead_card not in (None, first.cards[0]):
        other = case.voice.name(first.leader)
        case.add("P-lead.differs", lead.span, lead.seat, card=lines.lead_card, other=other, played=first.cards[0])
    ruled = [said.seat for said in lines.revokes]
    for fault in played.faults:
        clauses = case.rules.cite("lead") if fault.code == "P-leader" else None
        report_fault(fault, tricks, case.voice, ruled, report, clauses)
    for seat in (seat for seat in made.play.kept if seat not in case.beside):
        case.add("K-dog.kept", entries[tricks[-1].entry].span(), seat, "dog.trick")


def _counts(case: Case, seat: int | None) -> bool:
    """Whether the cards of a line may be looked at: those of who is out were reported, and lead nowhere."""
    return seat is None or case.before.fell(seat) is None or seat in case.beside


def size_played(case: Case) -> int:
    """The cards that were played: as written where the tricks fit that, else as the rules have it."""
    written, right = case.heading.cards, case.before.size
    listed = sum(int(said.value) for said in (case.lines.tricks or {}).values())
    return written if written is not None and written != right and listed == written else right


def count_tricks(case: Case) -> None:
    """The tricks of all who played: as written, else as a whole play shows them."""
    made, lines, before = case.round, case.lines, case.before
    size = made.cards = size_played(case)
    playing = before.playing | case.beside
    if lines.tricks is None:
        played = made.play.played if made.play is not None else None
        if played is not None and played.complete and not played.faults:
            made.tricks = {seat: played.taken[seat] for seat in sorted(playing)}
        else:
            _missing(case)
        return
    listed = {seat: int(said.value) for seat, said in lines.tricks.items() if seat in playing}
    written = sum(int(said.value) for said in lines.tricks.values())
    for dog in lines.dogs:  # a dog's trick that only his own line tells of
        if dog.seat in made.dogs and dog.seat not in listed and written < size:
            listed[dog.seat] = int(dog.value == "won")
            written += listed[dog.seat]
    for seat in sorted(made.dogs - case.beside):
        if listed.get(seat, 0) > 1:
            case.add("K-dog.card", lines.tricks[seat].rest, seat, "dog.trick", tricks=listed[seat])
            case.doubt = True
    unlisted = [seat for seat in sorted(playing) if seat not in listed]
    whole = lines.tricks_entry.span() if lines.tricks_entry is not None else None
    if _fits(case, listed, written, size) or case.doubt:
        pass
    elif unlisted and before.sure and written < size:
        missing = case.names(unlisted)
        case.add("K-missing.some", whole, place="hand", missing=missing, written=written, cards=size)
        case.doubt = True
    else:
        case.add("K-total", whole, place="hand", written=written, cards=size)
        case.doubt = True
    made.tricks = listed | dict.fromkeys(unlisted, 0)
    _fates(case, made.tricks)
    _against_play(case, made.tricks, size)


def _fits(case: Case, listed: Mapping[int, int], written: int, size: int) -> bool:
    """Whether the tricks add up to the cards, perhaps without those of who should not have played."""
    without = sum(count for seat, count in listed.items() if seat not in case.beside)
    return written in (size, case.heading.cards) or sum(listed.values()) == size or without == size


def _missing(case: Case) -> None:
    """Why nobody knows the tricks: not written (yet), or a number that is nobody's."""
    lines = case.lines
    if lines.total and lines.tricks_entry is not None:
        case.add("K-missing.total", lines.tricks_entry.span(), hint="K-missing.hint")
    elif "tricks" not in lines.faulty:
        severity: Severity = "note" if case.following is None else "warning"
        case.add("K-missing", None, severity=severity, hint="K-missing.hint")


def _fates(case: Case, tricks: Mapping[int, int]) -> None:
    """What `dog:` lines say against the tricks."""
    told = {finding.seat for finding in case.round.found if finding.code == "K-dog"}
    for dog in case.lines.dogs:
        taken = tricks.get(dog.seat)
        if taken is None or case.voice.key(dog.seat) in told or (dog.value == "won") == bool(taken):
            continue
        case.add("K-dog.won" if dog.value == "won" else "K-dog.lost", dog.rest, dog.seat, "dog.trick")
        case.doubt = True


def _against_play(case: Case, tricks: Mapping[int, int], size: int) -> None:
    """The tricks written against those played; a partial play proves only what it shows."""
    made = case.round
    played = made.play.played if made.play is not None else None
    if played is None or made.play is None or case.doubt or made.play.kept:
        return
    if any(fault.code != "P-revoke" for fault in played.faults):
        return
    left = size - sum(won is not None for won in played.winners)
    for seat, said in tricks.items():
        seen = played.taken[seat]
        if not seen <= said <= seen + left:
            key = "S-played" if played.complete else "S-played.partial"
            listed = (case.lines.tricks or {}).get(seat)
            span = listed.rest if listed is not None else None
            case.add(key, span, seat, written=said, played=seen, range=SaidRange(seen, seen + left))
            case.doubt = True
            return
