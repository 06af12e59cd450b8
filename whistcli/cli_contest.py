"""`whistcli contest ...` and `whistcli standings`: the work is done in the package `club`."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from whistcli.cli_options import Lang, Rules, Set, end, one_of, request
from whistcli.cli_words import Command, Group, refused, told

FORMATS = ("text", "markdown", "csv", "json", "html")

contest_app = typer.Typer(cls=Group, help=told("H-contest"), no_args_is_help=True)

Contest = Annotated[str, typer.Argument(metavar="CONTEST.yaml", help=told("H-contest.file"))]


@contest_app.command("show", cls=Command, help=told("H-contest_show"))
def contest_show(contest: Contest, format: Annotated[str, one_of(*FORMATS)] = "text", lang: Lang = None) -> None:
    """The command `contest show`."""
    asked = request(FORMATS, format, lang=lang)
    from whistcli.club.command import shown

    end(shown(contest, asked))


@contest_app.command("draw", cls=Command, help=told("H-contest_draw"))
def contest_draw(
    contest: Contest,
    seed: Annotated[Optional[int], typer.Option("--seed", metavar="N", help=told("H-contest.seed"))] = None,  # noqa: UP045
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, help=told("H-contest.rounds"))] = 1,
    write: Annotated[bool, typer.Option("--write", help=told("H-contest.write"))] = False,
    format: Annotated[str, one_of("text", "json")] = "text",
    lang: Lang = None,
) -> None:
    """The command `contest draw`."""
    asked = request(("text", "json"), format, lang=lang)
    from whistcli.club.command import drawn

    end(drawn(contest, asked, seed, rounds, write))


def standings(
    files: Annotated[list[str], typer.Argument(help=told("H-standings.files"))],
    best: Annotated[Optional[int], typer.Option("--best", metavar="N", min=1, help=told("H-standings.best"))] = None,  # noqa: UP045
    minimum: Annotated[Optional[int], typer.Option("--minimum", metavar="N", min=0, help=told("H-standings.minimum"))] = None,  # noqa: E501, UP045
    ties: Annotated[Optional[str], typer.Option("--ties", help=told("H-standings.ties"))] = None,  # noqa: UP045
    season: Annotated[Optional[str], typer.Option("--season", metavar="FILE", help=told("H-standings.season"))] = None,  # noqa: UP045
    aliases: Annotated[Optional[str], typer.Option("--aliases", metavar="FILE", help=told("H-standings.aliases"))] = None,  # noqa: E501, UP045
    since: Annotated[Optional[str], typer.Option("--since", metavar="DATE", help=told("H-standings.since"))] = None,  # noqa: UP045
    until: Annotated[Optional[str], typer.Option("--until", metavar="DATE", help=told("H-standings.until"))] = None,  # noqa: UP045
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help=told("H-standings.jobs"))] = 1,
    format: Annotated[str, one_of(*FORMATS)] = "text",
    rules: Rules = None,
    settings: Set = None,
    lang: Lang = None,
) -> None:
    """The command `standings`."""
    asked = request(FORMATS, format, rules, lang, settings)
    from whistcli.club.places import TIES
    from whistcli.club.season import Asked, shown
    from whistcli.club.yamlfile import is_day

    if ties is not None and ties not in TIES:
        refused("H-wrong.choice", "--ties", lang, found=ties, allowed=TIES)
    for option, day in (("--since", since), ("--until", until)):
        if day is not None and not is_day(day):
            refused("H-wrong.day", option, lang, found=day)
    end(shown(files, asked, Asked(season, aliases, best, minimum, ties, since, until, jobs)))
