"""`contest show` and `contest draw`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from whistcli.club.contest import tally
from whistcli.club.contestfile import Contest, read_contest
from whistcli.club.contestpage import ContestPage
from whistcli.club.document import comma_separated, markdown, text
from whistcli.club.drawing import NextRounds, block, inserted, next_rounds, open_rounds
from whistcli.club.seasonpage import not_counted, placed_findings
from whistcli.commands import CLEAN, FINDINGS, USAGE, Request, unusable
from whistcli.console import emit, language
from whistcli.diag import Unusable
from whistcli.say import sentence
from whistcli.store import write as write_whole

HIGHEST_SEED = 10**6


def shown(path: str, request: Request) -> int:
    """Prints a contest; the exit code is 1 where something misses, 2 where a file cannot be used."""
    try:
        found = tally(read_contest(path))
    except Unusable as error:
        unusable(error, path, request)
        return USAGE
    lang = language(request.lang, found.contest.lang)
    not_counted(found.unused, request, lang)
    for line in _printed(ContestPage(found, lang), request.format):
        emit(line)
    if found.findings and request.format != "json":
        beside = request.format == "text"
        if beside:
            emit("")
            emit(sentence("G-page.missing", {"count": len(found.findings)}, lang))
        for line in placed_findings(found.findings, lang):
            emit(line, sys.stdout if beside else sys.stderr)
    if found.unused:
        return USAGE
    return FINDINGS if found.findings else CLEAN


def _printed(page: ContestPage, form: str) -> Iterator[str]:
    if form == "json":
        import json

        return iter([json.dumps(page.json(), ensure_ascii=False, indent=1)])
    if form == "html":
        from whistcli.club.html import contest

        return contest(page)
    return {"text": text, "markdown": markdown, "csv": comma_separated}[form](page.document())


def drawn(path: str, request: Request, seed: int | None, rounds: int, write: bool) -> int:
    """Draws the next rounds of a contest and prints them, or writes them into its file."""
    try:
        contest = read_contest(path)
        found = tally(contest)
    except Unusable as error:
        unusable(error, path, request)
        return USAGE
    lang = language(request.lang, contest.lang)
    numbers = open_rounds(contest, found)[:rounds]
    if not numbers:
        emit(f"{path}: {sentence('G-draw.none', {'rounds': contest.rounds}, lang)}", sys.stderr)
        return USAGE
    few = [number for number in numbers
           if sum(not player.missing(number) for player in contest.players.values()) < contest.rules.players]
    if few:
        emit(f"{path}: {sentence('G-draw.few', {'round': few[0]}, lang)}", sys.stderr)
        return USAGE
    if seed is None:
        from random import SystemRandom

        seed = SystemRandom().randrange(1, HIGHEST_SEED)
    made = next_rounds(found, numbers, seed)
    if request.format == "json":
        _json(made)
    else:
        for line in _told(contest, made, lang):
            emit(line)
    if not write:
        return CLEAN
    with open(path, "rb") as handle:
        data = handle.read()
    new = inserted(data, made)
    if new is None or not write_whole(path, new):
        emit(f"{path}: {sentence('G-draw.form' if new is None else 'U-fmt.unwritten', {}, lang)}", sys.stderr)
        return USAGE
    if request.format != "json":
        emit("")
        emit(sentence("G-draw.written", {"file": path}, lang))
    return CLEAN


def _told(contest: Contest, made: NextRounds, lang: str) -> Iterator[str]:
    """The rounds in words, what was reached, and the lines for the file."""
    def say(key: str, **args: object) -> str:
        return sentence(key, args, lang)

    for number, round_ in zip(made.numbers, made.drawn, strict=True):
        key = "G-draw.standing" if made.standing else "G-draw.round"
        yield say(key, round=number, seed=made.seed)
        for table, players in enumerate(round_.tables, 1):
            yield "  " + say("G-draw.table", table=table, players=[contest.players[each].called for each in players])
        if round_.out:
            yield "  " + say("G-draw.out", players=[contest.players[each].called for each in round_.out])
    met = made.met
    yield ""
    yield say("G-draw.met", again=met.again, bound=met.bound)
    if met.again == met.bound:
        yield say("G-draw.best")
    yield say("G-draw.times", times=[f"{times}: {count}" for times, count in met.by_times.items()])
    yield ""
    yield "seats:"
    yield from block(made)


def _json(made: NextRounds) -> None:
    import json

    met = made.met
    whole = {
        "seed": made.seed,
        "by": "standings" if made.standing else "draw",
        "rounds": [
            {"round": number, "tables": [list(table) for table in drawn.tables], "out": list(drawn.out)}
            for number, drawn in zip(made.numbers, made.drawn, strict=True)
        ],
        "again": met.again,
        "bound": met.bound,
        "pairs_by_meetings": {str(times): count for times, count in met.by_times.items()},
    }
    emit(json.dumps(whole, ensure_ascii=False, indent=1))
