"""Runs one case: writes it as a transcript, has the evening judge and settle it, and compares.

Nothing is judged here: what a call, a contract or a result comes to is what `check` and `score` would say of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.auction.voice import Voice
from whistcli.diag import Finding, Span, Unusable
from whistcli.evening import Deal, Evening
from whistcli.model import Amount, Ruleset
from whistcli.opening import Opening
from whistcli.ruleset.load import Loaded
from whistcli.ruleset.settings import with_parameters
from whistcli.suite import notation
from whistcli.suite.cases import Auction, Case, Cell, Expected, Figure, Piece, Wanted
from whistcli.suite.told import Said, SaidAmount, SaidFinding, found_contract, wanted_contract

ScorePlace = Callable[[str, str], Span | None]
"""Where the points of a game are written, by its kind and "declarer" or "opponent"."""


class Outcome(NamedTuple):
    """What a case came to: its last deal, the call refused in it, everything else that is wrong with the file.

    `remarks` are the notes that may say why there are no points.
    """

    deal: Deal
    voice: Voice
    refused: Finding | None = None
    faults: tuple[Finding, ...] = ()
    remarks: tuple[Finding, ...] = ()


def transcript(case: Case, rules: Ruleset) -> str:
    """The case as a file, whose rules are given."""
    deal = case.deal
    lost = deal.lost if isinstance(deal, Auction) else None
    lines = [*notation.header(case.seats, lost), ""]
    if isinstance(deal, Auction):
        lines += notation.deal_lines(1, case.dealer, deal.calls, deal.hands)
    elif isinstance(deal, Piece):
        lines.append(deal.text)
    else:
        lines += [f"deal 1, dealer {case.dealer}", *_cell_lines(deal, case, rules)]
    return "\n".join([*lines, ""])


def _cell_lines(cell: Cell, case: Case, rules: Ruleset) -> Iterator[str]:
    kind, level, declarers = cell.kind, cell.level, cell.declarers
    if kind is None and cell.revoker is not None:  # a revoke counts in a deal that is played: any game serves
        kind, level = _game_of_one(rules)
        declarers = case.seats[:1]
    if kind is not None:
        yield notation.contract_line(rules, kind, level, cell.suit, declarers, cell.direct)
    if cell.tricks is not None:
        yield notation.tricks_line(cell.tricks)
    if cell.made is not None:
        yield f"result: {'made' if cell.made else 'lost'}"
    if cell.queens:
        yield f"queens: {notation.by_seat(cell.queens)}"
    if cell.multiplier != 1:
        yield f"multiplier: {cell.multiplier}"
    if cell.pot is not None:
        yield f"pot: {cell.pot}"
    if cell.revoker is not None:
        yield f"revoke: {cell.revoker}"


def _game_of_one(rules: Ruleset) -> tuple[str | None, int | None]:
    """A game that one player bids alone, and its lowest level."""
    shared = {rule.game for rule in rules.calls.values() if rule.effect in ("accept", "announce")}
    for rule in rules.calls.values():
        if rule.effect == "bid" and rule.game is not None and rule.game not in shared:
            return rule.game, rules.games[rule.game].levels[0] or None
    return None, None


def play(case: Case, loaded: Loaded) -> Outcome | Finding:
    """What the case comes to under these rules, or the finding that says why they cannot play it."""
    if case.settings:
        try:
            loaded = Loaded(with_parameters(loaded.rules, case.settings))
        except Unusable as error:
            return error.findings[0]
    opening = Opening(transcript(case, loaded.rules).encode(), given=loaded)
    evening = Evening(opening)
    deals = list(evening)
    found = [*evening.reader.findings, *evening.own_findings]
    if not deals:
        return next((finding for finding in found), Finding("Q-shape", case.span, key="Q-shape.nodeal"))
    last = deals[-1]
    scored = not isinstance(case.deal, Auction)
    refused = _refused(last)
    remarks: list[Finding] = []
    for deal in deals:
        for finding in deal.findings(scoring=scored):
            if finding.severity == "note":
                remarks.append(finding)
            elif not (deal is last and refused is not None and finding._replace(span=refused.span) == refused):
                found.append(finding)
    faults = tuple(finding for finding in found if finding.severity != "note")
    return Outcome(last, evening.voice, refused, faults, tuple(remarks))


def _refused(deal: Deal) -> Finding | None:
    """The finding on the call at which the auction stopped."""
    judged = deal.result.judged
    if judged.first_illegal is None:
        return None
    entry = judged.steps[-1].entry
    on_it = (placed.finding for placed in deal.result.placed if placed.entry == entry)
    found = next(finding for finding in on_it if finding.severity == "error")
    return found._replace(deal=deal.record.heading.number)


def difference(case: Case, outcome: Outcome | Finding, where: ScorePlace) -> Finding | None:
    """What the rules make of a case other than it says; `None` where it holds."""
    if isinstance(outcome, Finding):
        return _differs(case, case.expect.span, _expected(case, None), SaidFinding(outcome), outcome)
    if case.expect.form and not _holds(case.expect, outcome):
        return _other_outcome(case, outcome)
    if case.expect.points:
        found = _other_points(case, outcome, where)
        if found is not None:
            return found
    if outcome.faults:
        fault = outcome.faults[0]
        return _differs(case, case.expect.span, _expected(case, outcome.voice), SaidFinding(fault), fault)
    return None


def _differs(case: Case, span: Span, wanted: object, found: object, cause: Finding | None = None) -> Finding:
    args = {"case": case.id, "wanted": wanted, "found": found}
    rule, clauses = (cause.rule, cause.clauses) if cause is not None else (None, ())
    return Finding("Q-case", span, args=args, rule=rule, clauses=clauses)


# -- what an auction comes to ------------------------------------------------------------------------------------------


def _holds(expect: Expected, outcome: Outcome) -> bool:
    judged = outcome.deal.result.judged
    if expect.form == "illegal":
        return judged.first_illegal == expect.illegal
    if judged.first_illegal is not None:
        return False
    if expect.form == "redeal":
        return judged.status == "redeal"
    if expect.form == "open":
        following = outcome.voice.key(judged.next)
        return judged.status == "unfinished" and following is not None and expect.next in (None, following)
    return expect.contract is not None and _is(judged.contract, expect.contract, outcome.voice)


def _is(found: Contract | None, wanted: Wanted, voice: Voice) -> bool:
    return (
        found is not None
        and found.kind == wanted.kind
        and wanted.level in (None, found.level)
        and wanted.suit in (None, found.suit)
        and {voice.seats[seat] for seat in found.declarers} == set(wanted.declarers)
        and wanted.leader in (None, voice.key(found.leader))
    )


def _other_outcome(case: Case, outcome: Outcome) -> Finding:
    """The finding on an auction that comes to something else."""
    judged, expect, voice = outcome.deal.result.judged, case.expect, outcome.voice
    wanted = _expected(case, voice)
    if outcome.refused is not None and judged.first_illegal is not None:
        number = judged.first_illegal
        span = case.calls[number - 1] if number <= len(case.calls) else expect.span
        args = {"number": number, "because": SaidFinding(outcome.refused, advice=True)}
        return _differs(case, span, wanted, Said("Q-what.refused", args), outcome.refused)
    found: object
    cause = None
    if outcome.faults:
        cause = outcome.faults[0]
        found = SaidFinding(cause)
    elif judged.contract is not None:
        found = found_contract(judged.contract, expect.contract, voice)
    elif judged.status == "unfinished" and judged.next is not None:
        found = Said("Q-what.next", {"next": voice.name(judged.next)})
    else:
        found = Said("Q-what.redeal" if judged.status == "redeal" else "Q-what.nothing")
    span = expect.span
    if expect.illegal is not None and expect.illegal <= len(case.calls):
        span = case.calls[expect.illegal - 1]
    return _differs(case, span, wanted, found, cause)


def _expected(case: Case, voice: Voice | None) -> object:
    """What a case says, in words."""
    expect = case.expect
    if expect.form == "illegal":
        return Said("Q-what.illegal", {"number": expect.illegal})
    if expect.form == "redeal":
        return Said("Q-what.redeal")
    if expect.form == "open":
        return Said("Q-what.next", {"next": expect.next}) if expect.next else Said("Q-what.open")
    if expect.contract is not None and voice is not None:
        return wanted_contract(expect.contract, voice)
    return Said("Q-what.points", {"points": _figures(expect)})


def _figures(expect: Expected) -> tuple[Said, ...]:
    return tuple(
        Said("Q-what.seat", {"seat": seat, "points": SaidAmount(figure.value)})
        for seat, figure in expect.points.items()
    )


# -- points ------------------------------------------------------------------------------------------------------------


def _other_points(case: Case, outcome: Outcome, where: ScorePlace) -> Finding | None:
    """The finding on points, balance or pot other than the case says."""
    result, expect, voice = outcome.deal.result, case.expect, outcome.voice
    contract = result.judged.contract
    rule = f"scores.games.{contract.kind}" if contract is not None else None
    if result.points is None:
        cause = next(iter((*outcome.faults, *outcome.remarks)), None)
        because: object = Said("Q-what.nothing") if cause is None else SaidFinding(cause)
        args: dict[str, object] = {"case": case.id, "because": because}
        clauses = cause.clauses if cause is not None else ()
        return Finding("Q-points", expect.span, key="Q-points.none", args=args, rule=rule, clauses=clauses)
    found = dict(zip(voice.seats, result.points, strict=True))
    wrong = [seat for seat, figure in expect.points.items() if found.get(seat) != figure.value]
    if wrong:
        seats = tuple(_seat(seat, expect.points[seat], found.get(seat, 0)) for seat in wrong)
        roles = dict.fromkeys(_role(contract, voice, seat) for seat in wrong)
        places = tuple(said for role in roles if (said := _place(contract, role, voice.rules, where)) is not None)
        score = voice.rules.scores.get(contract.kind) if contract is not None else None
        args = {"case": case.id, "seats": seats, "places": places}
        return Finding(
            "Q-points", expect.points[wrong[0]].span, args=args, rule=rule,
            clauses=score.basis.cite if score is not None else (), hint="Q-points.place" if places else None,
        )
    pot: Amount | None = getattr(result, "pot_after", None)
    for key, figure, value in (("Q-points.balance", expect.balance, result.balance), ("Q-points.pot", expect.pot, pot)):
        if figure is not None and figure.value != value:
            now = "-" if value is None else SaidAmount(value)
            args = {"case": case.id, "wanted": SaidAmount(figure.value), "found": now}
            return Finding("Q-points", figure.span, key=key, args=args, rule=rule)
    return None


def _seat(seat: str, wanted: Figure, found: Amount) -> Said:
    return Said("Q-what.instead", {"seat": seat, "found": SaidAmount(found), "wanted": SaidAmount(wanted.value)})


def _role(contract: Contract | None, voice: Voice, seat: str) -> str:
    declares = contract is not None and voice.seat(seat) in contract.declarers
    return "declarer" if declares else "opponent"


def _place(contract: Contract | None, role: str, rules: Ruleset, where: ScorePlace) -> Said | None:
    """What gives the points of a declarer or an opponent, and the line where it stands."""
    score = rules.scores.get(contract.kind) if contract is not None else None
    expression = None if score is None else score.declarer if role == "declarer" else score.opponent
    if contract is None or expression is None:
        return None
    span = where(contract.kind, role)
    place = f"{span.file}:{span.line}" if span is not None else f"scores.games.{contract.kind}.{role}"
    return Said("Q-what.place", {"role": role, "text": expression.text, "place": place})
