"""What the log says: where the evening stands, what may be said, what a deal came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whistcli.claims import total
from whistcli.desk import desk_for
from whistcli.diag import Finding
from whistcli.logbook.view import View, Viewer
from whistcli.logbook.words import COMMANDS, keyword, words_of
from whistcli.model import Amount
from whistcli.opening import Opening
from whistcli.render.figures import number
from whistcli.render.findings import excerpt, labelled, text
from whistcli.request import Request
from whistcli.say import hint, message, sentence
from whistcli.speech import spoken_call


def say(key: str, lang: str, **args: object) -> str:
    """A sentence."""
    return sentence(key, args, lang)


def texts(findings: Iterable[Finding], file: str, opening: Opening | None, lang: str) -> list[str]:
    """Findings as `check` prints them."""
    clauses = opening.rules.clauses if opening is not None else {}
    place = place_key(opening)
    return [line for finding in findings for line in text(finding, file, lang, clauses, place).split("\n")]


def place_key(opening: Opening | None) -> str:
    """The key of the words that name a deal or a round."""
    return "U-place.round" if opening is not None and opening.rules.game == "knockout" else "U-place"


def fault(finding: Finding, lang: str) -> Iterator[str]:
    """What is wrong with an entry that stands in no file yet."""
    yield labelled(sentence(f"U-{finding.severity}", {}, lang), message(finding, lang), lang)
    yield from excerpt(finding.span)
    advice = hint(finding, lang)
    if advice:
        yield f"  = {labelled(sentence('U-hint', {}, lang), advice, lang)}"


def status(view: View, lang: str) -> Iterator[str]:
    """Where the evening stands, in one line or two."""
    if view.phase in ("rules", "players"):
        yield say(f"M-need.{view.phase}", lang)
        return
    yield from view.lines
    place = say(place_key(view.opening), lang, deal=view.record.heading.number if view.record else "")
    if view.phase == "calls":
        if view.turn is None:
            yield say("M-turn.none", lang, place=place)
        else:
            voice = view.voice
            assert voice is not None
            said = voice.options(view.options)
            yield say("M-turn", lang, place=place, who=voice.name(voice.seat(view.turn)), options=said)
    elif view.phase == "ruling":
        voice = view.voice
        assert voice is not None
        args = {"who": voice.name(voice.seat(view.turn)), "arbiter": keyword("arbiter", lang),
                "yes": keyword("yes", lang), "no": keyword("no", lang)}
        yield say("M-ask", lang, place=place, **args)
    elif view.phase == "result":
        yield say("M-result", lang, place=place, contract=_contract(view, lang), tricks=keyword("tricks", lang))
    if view.next is not None:
        heading = view.writer.text(view.next.heading, "")
        key = "M-then.idle" if view.next.idle else "M-then"
        yield say(key, lang, next=words_of("next", lang)[0], heading=heading, idle=view.next.idle)


def brief(view: View, lang: str) -> str:
    """Where the evening stands, in a few words."""
    listed = list(options(view, lang)) or list(status(view, lang))
    return listed[0] if listed else ""


def _contract(view: View, lang: str) -> str:
    """The contract with its declarers, and who leads where that is known."""
    result, evening_voice = view.result, view.opening.voice if view.opening is not None else None
    if result is None or result.judged.contract is None or evening_voice is None:
        return "-"
    found = result.judged.contract
    said = evening_voice.contract(found)
    words = said if isinstance(said, str) else said.say(lang)
    by = " ".join(str(evening_voice.key(seat)) for seat in found.declarers)
    if found.leader is None:
        return f"{words}: {by}"
    return say("M-contract", lang, contract=words, by=by, leader=evening_voice.name(found.leader))


def became(before: View, after: View, lang: str) -> list[str]:
    """What the last deal has come to, where the entry brought that about."""
    deal = after.deal
    if deal is None or after.opening is None or after.phase != "between":
        return []
    old = before.deal.result if before.deal is not None and before.deals == after.deals else None
    result = deal.result
    same = old is not None and (old.points, old.fines, old.status) == (result.points, result.fines, result.status)
    if same:
        return []
    voice, place = after.opening.voice, say("U-place", lang, deal=deal.record.heading.number)
    if result.points is None:
        if result.status in ("unfinished", "pending"):
            return []
        return [say("M-became", lang, place=place, what=say(f"U-status.{result.status}", lang))]
    names = zip(voice.seats, voice.names, result.points, strict=True)
    each = [f"{name if name == key else f'{key} {name}'} {signed(points)}" for key, name, points in names]
    return [say("M-points", lang, place=place, points=each, balance=number(total(result.points)))]


def signed(points: Amount) -> str:
    """Points with their sign."""
    said = number(points)
    return said if said.startswith("-") or said == "0" else f"+{said}"


def options(view: View, lang: str) -> Iterator[str]:
    """What may be said now, a call a line."""
    voice = view.voice
    if view.phase != "calls" or view.turn is None or voice is None:
        return
    place = say("U-place", lang, deal=view.record.heading.number if view.record else "")
    yield say("M-turn.bare", lang, place=place, who=voice.name(voice.seat(view.turn)))
    for verdict in view.options:
        mark = f"  ({say('U-may.asks', lang)})" if verdict.asks else ""
        yield f"  {spoken_call(view.vocabulary, verdict.call, lang)}{mark}"


def sheet(viewer: Viewer, data: bytes, view: View, lang: str) -> Iterator[str]:
    """The sheet so far."""
    from whistcli.sheet.model import Sheet
    from whistcli.sheet.text import text as drawn

    if view.opening is None or view.record is None:
        yield from status(view, lang)
        return
    desk = desk_for(Opening(data, viewer.options, viewer.beside, view.opening.loaded))
    made = desk.score(Request(viewer.options, lang), lang)[1]
    assert isinstance(made, Sheet)
    yield from drawn(made, viewer.look)


def removed(text_: str, before: str) -> list[str]:
    """The statements that an undone entry had written."""
    return [line.strip() for line in text_[len(before) :].splitlines() if line.strip()]


def help(lang: str) -> Iterator[str]:
    """What can be typed."""
    yield say("M-help", lang)
    width = max(len(", ".join(words_of(command, lang))) for command in COMMANDS)
    for command in COMMANDS:
        yield f"  {', '.join(words_of(command, lang)):<{width}}  {say(f'M-help.{command}', lang)}"
    for topic in ("calls", "short", "pass", "lines"):
        yield "  " + say(f"M-help.{topic}", lang)
