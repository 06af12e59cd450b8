"""`standings`: a season worked out anew from its transcripts, each time that it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from whistcli.club.document import comma_separated, markdown, text
from whistcli.club.result import FileResult, Rulesets, Unused, read
from whistcli.club.seasonfile import Season, read_aliases, read_season
from whistcli.club.seasonpage import SeasonPage, not_counted, placed_findings
from whistcli.club.spread import spread
from whistcli.club.standings import standings
from whistcli.club.yamlfile import transcripts
from whistcli.commands import CLEAN, FINDINGS, USAGE, Request, unusable
from whistcli.console import emit, language
from whistcli.diag import NOWHERE, Finding, Unusable
from whistcli.opening import Options
from whistcli.say import Reason

OWN = "season.yaml"
"""The file of a folder that holds its season's rules."""


class Asked(NamedTuple):
    """What the command line says of the season; it goes before what the season's file says."""

    season: str | None = None
    aliases: str | None = None
    best: int | None = None
    minimum: int | None = None
    ties: str | None = None
    since: str | None = None
    until: str | None = None
    jobs: int = 1


_rulesets: Rulesets | None = None


def ready(options: Options) -> None:
    """Makes a process ready to read files: it loads each ruleset once."""
    global _rulesets
    _rulesets = Rulesets(options)


def one(path: str) -> FileResult | Unused:
    """What one file comes to."""
    assert _rulesets is not None
    return read(path, _rulesets)


def shown(files: Sequence[str], request: Request, asked: Asked) -> int:
    """Prints the standings of files and folders; exit code 2 where one cannot be used, 1 where there is doubt."""
    try:
        season = _season(files, asked)
    except Unusable as error:
        unusable(error, error.path, request)
        return USAGE
    paths, missing = _paths(files)
    for absent in missing:
        unusable(absent, absent.path, request)
    if not paths:
        return USAGE
    langs: set[str | None] = set()

    def noted() -> Iterator[FileResult | Unused]:
        for result in spread(one, paths, asked.jobs, ready, (request.options,)):
            if isinstance(result, FileResult):
                langs.add(result.lang)
            yield result

    found = standings(noted(), season)
    lang = language(request.lang, langs.pop() if len(langs) == 1 else None)
    not_counted(found.unused, request, lang)
    if found.files:
        page = SeasonPage(found, lang)
        for line in _printed(page, request.format):
            emit(line)
        beside = request.format == "text"
        if found.findings and request.format != "json":
            stream = sys.stdout if beside else sys.stderr
            for at, line in enumerate(placed_findings(found.findings, lang)):
                if beside and not at:
                    emit("")
                emit(line, stream)
    if found.unused or missing or not found.files:
        return USAGE
    return FINDINGS if found.findings else CLEAN


def _printed(page: SeasonPage, form: str) -> Iterator[str]:
    if form == "json":
        import json

        return iter([json.dumps(page.json(), ensure_ascii=False, indent=1)])
    if form == "html":
        from whistcli.club.html import season

        return season(page)
    return {"text": text, "markdown": markdown, "csv": comma_separated}[form](page.document())


def _season(files: Sequence[str], asked: Asked) -> Season:
    """The season's rules: of its file, of the aliases' file, of the command line. Raises Unusable."""
    path = asked.season
    if path is None:
        own = [os.path.join(file, OWN) for file in files if os.path.isfile(os.path.join(file, OWN))]
        if len(own) > 1:
            args: dict[str, object] = {"one": own[0], "other": own[1]}
            raise Unusable(own[1], (Finding("G-seasons", NOWHERE, args=args),))
        path = own[0] if own else None
    season = Season() if path is None else read_season(path)
    if asked.aliases is not None:
        aliases, known = read_aliases(asked.aliases)
        season = season._replace(aliases={**season.aliases, **aliases}, known=season.known | known)
    given = {name: value for name, value in asked._asdict().items() if name in Season._fields and name != "aliases"}
    return season._replace(**{name: value for name, value in given.items() if value is not None})


def _paths(files: Sequence[str]) -> tuple[list[str], list[Unusable]]:
    """The transcripts named, and those in the folders named, each once; and the folders that hold none."""
    found: dict[str, str] = {}
    missing: list[Unusable] = []
    for file in files:
        inside = [file]
        if os.path.isdir(file):
            try:
                inside = transcripts(file)
            except OSError as error:
                finding = Finding("R-file", NOWHERE, args={"reason": Reason.of(error)})
                missing.append(Unusable(file, (finding,)))
                continue
            if not inside:
                missing.append(Unusable(file, (Finding("G-empty", NOWHERE),)))
        for path in inside:
            found.setdefault(os.path.realpath(path), path)
    return list(found.values()), missing
