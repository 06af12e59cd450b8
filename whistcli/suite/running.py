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
from whistcli.reckon import Result
from whistcli.resources import shown
from whistcli.ruleset.load import Loaded
from whistcli.ruleset.settings import with_parameters
from whistcli.suite import notation
from whistcli.suite.cases import Auction, Case, Cell, Expected, Figure, Piece, Wanted
from whistcli.suite.told import Said, SaidAmount, SaidFinding, found_contract, wanted_contract

REVOKE = "revoke"
"""The offence that has a line of its own; any other is a `fine` with its name."""

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
    if cell.kind is not None:
        yield notation.contract_line(rules, cell.kind, cell.level, cell.suit, cell.declarers, cell.direct)
    elif not cell.queens:
        yield from _passes(case, rules)
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
    if cell.offence == REVOKE:
        yield f"revoke: {cell.offender}"
    elif cell.offence:
        yield f'fine: {cell.offender} "{cell.offence}"'


def _passes(case: Case, rules: Ruleset) -> Iterator[str]:
    """Everybody passes, the dealer last."""
    kind = next((kind for kind, rule in rules.calls.items() if rule.effect == "pass"), "")
    first = case.seats.index(case.dealer) + 1
    for seat in (*case.seats[first:], *case.seats[:first]):
        yield f"{seat}: {kind}"


def _game_of_one(case: Case, cell: Cell, rules: Ruleset) -> Cell:
    """The cell with a game that its first player bids alone and just makes."""
    shared = {rule.game for rule in rules.calls.values() if rule.effect in ("accept", "announce")}
    for rule in rules.calls.values():
        if rule.effect == "bid" and rule.game is not None and rule.game not in shared:
            game = rules.games[rule.game]
            level = game.levels[0]
            tricks = game.range(level)[0]
            return cell._replace(kind=rule.game, level=level or None, declarers=case.seats[:1], tricks=tricks)
    return cell


def play(case: Case, loaded: Loaded) -> Outcome | Finding:
    """What the case comes to under these rules, or the finding that says why they cannot play it."""
    try:
        if case.settings:
            loaded = Loaded(with_parameters(loaded.rules, case.settings))
        cell = case.deal
        if isinstance(cell, Cell) and cell.offence and cell.kind is None:
            return _price(case, cell, loaded)
        return _play(case, loaded)
    except Unusable as error:
        return error.findings[0]


def _price(case: Case, cell: Cell, loaded: Loaded) -> Outcome | Finding:
    """What an offence alone comes to: a deal with it, against the same deal without it."""
    played = _game_of_one(case, cell, loaded.rules)
    after = _play(case._replace(deal=played), loaded)
    revoke = loaded.rules.revoke
    if isinstance(after, Finding) or (cell.offence == REVOKE and revoke is not None and revoke.replaces_deal):
        return after
    before = _play(case._replace(deal=played._replace(offence="")), loaded)
    results = [one.deal.result for one in (before, after) if isinstance(one, Outcome)]
    if len(results) < 2 or any(result.points is None for result in results):
        return after
    worth = [_worth(result) for result in results]
    points = tuple(new - old for old, new in zip(*worth, strict=True))
    result = after.deal.result._replace(points=points, balance=sum(points))
    return after._replace(deal=after.deal._replace(result=result))


def _worth(result: Result) -> tuple[Amount, ...]:
    """The points of every seat without what it owes in fines."""
    owed = {seat: fine.amount for seat, fine in result.fines.items()}
    return tuple(value - owed.get(seat, 0) for seat, value in enumerate(result.points or ()))


def _play(case: Case, loaded: Loaded) -> Outcome | Finding:
    evening = Evening(Opening(transcript(case, loaded.rules).encode(errors="replace"), given=loaded))
    deals = list(evening)
    found = [*evening.reader.findings, *evening.own_findings]
    if not deals:
        return found[0]  # at least that there is no deal
    last = deals[-1]
    scored = not isinstance(case.deal, Auction)
    refused = _refused(last)
    for deal in deals:
        for finding in deal.findings(scoring=scored):
            if not (deal is last and refused is not None and finding._replace(span=refused.span) == refused):
                found.append(finding)
    why = {"A-unfinished", *(placed.finding.code for placed in last.result.scoring)}
    remarks = tuple(finding for finding in found if finding.severity == "note" and finding.code in why)
    faults = tuple(finding for finding in found if finding.severity != "note")
    return Outcome(last, evening.voice, refused, faults, remarks)


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
        args = {"number": number, "because": SaidFinding(outcome.refused)}
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
        found = Said(f"U-status.{judged.status}")
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
        return Said("U-status.redeal")
    if expect.form == "open":
        return Said("Q-what.next", {"next": expect.next}) if expect.next else Said("U-status.unfinished")
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
    of_game = not (isinstance(case.deal, Cell) and case.deal.offence and case.deal.kind is None)
    contract = result.judged.contract if of_game else None
    rule = f"scores.games.{contract.kind}" if contract is not None else None
    if result.points is None:
        cause = next(iter((*outcome.faults, *outcome.remarks)), None)
        because: object = Said(f"U-status.{result.status}") if cause is None else SaidFinding(cause)
        args: dict[str, object] = {"case": case.id, "because": because}
        clauses = cause.clauses if cause is not None else ()
        return Finding("Q-points", expect.span, key="Q-points.none", args=args, rule=rule, clauses=clauses)
    found = dict(zip(voice.seats, result.points, strict=True))
    wrong = [seat for seat, figure in expect.points.items() if found.get(seat) != figure.value]
    if wrong:
        seats = tuple(_seat(seat, expect.points[seat], found.get(seat, 0)) for seat in wrong)
        roles = dict.fromkeys(_role(contract, voice.rules, voice, seat) for seat in wrong)
        places = tuple(said for role in roles if (said := _place(contract, role, voice.rules, where)) is not None)
        score = voice.rules.scores.get(contract.kind) if contract is not None else None
        args = {"case": case.id, "seats": seats, "places": places}
        return Finding(
            "Q-points", expect.points[wrong[0]].span, args=args, rule=rule,
            clauses=score.basis.cite if score is not None else (), hint="Q-points.hint" if places else None,
        )
    for key, figure, value in (
        ("Q-points.balance", expect.balance, result.balance), ("Q-points.pot", expect.pot, result.pot_after),
    ):
        if figure is not None and figure.value != value:
            args = {"case": case.id, "wanted": SaidAmount(figure.value)}
            if value is None:
                return Finding("Q-points", figure.span, key="Q-points.nopot", args=args)
            args["found"] = SaidAmount(value)
            return Finding("Q-points", figure.span, key=key, args=args, rule=rule)
    return None


def _seat(seat: str, wanted: Figure, found: Amount) -> Said:
    return Said("Q-what.instead", {"seat": seat, "found": SaidAmount(found), "wanted": SaidAmount(wanted.value)})


def _role(contract: Contract | None, rules: Ruleset, voice: Voice, seat: str) -> str:
    """The key of the ruleset that gives a seat's points."""
    score = rules.scores.get(contract.kind) if contract is not None else None
    if score is not None and score.stake is not None:
        return "stake"
    declares = contract is not None and voice.seat(seat) in contract.declarers
    return "declarer" if declares else "opponent"


def _place(contract: Contract | None, role: str, rules: Ruleset, where: ScorePlace) -> Said | None:
    """What gives these points, and the line where it stands."""
    score = rules.scores.get(contract.kind) if contract is not None else None
    value = getattr(score, role, None)
    if contract is None or value is None:
        return None
    span = where(contract.kind, role)
    place = f"{shown(span.file)}:{span.line}" if span is not None else f"scores.games.{contract.kind}.{role}"
    return Said("Q-what.place", {"role": role, "text": value.text, "place": place})
