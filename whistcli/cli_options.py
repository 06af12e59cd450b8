"""What the commands of the command line share: their options, and the request that these make."""

from __future__ import annotations

from typing import Annotated, NoReturn, Optional

import typer

from whistcli import commands
from whistcli.opening import Options
from whistcli.selection import Selection, known

Files = Annotated[list[str], typer.Argument(help="Transcripts (*.whist); - reads the standard input.")]
File = Annotated[str, typer.Argument(help="A transcript (*.whist); - reads the standard input.")]
Rules = Annotated[Optional[str], typer.Option("--rules", help="Judge by this ruleset, whatever the file says.")]  # noqa: UP045
Lang = Annotated[Optional[str], typer.Option("--lang", help="Language of messages: en, fr or nl.")]  # noqa: UP045
Set = Annotated[Optional[list[str]], typer.Option("--set", metavar="NAME=VALUE", help="Set a club's value.")]  # noqa: UP045
Strict = Annotated[bool, typer.Option("--strict", help="Refuse values that the club's text does not print.")]
Notes = Annotated[bool, typer.Option("--notes", help="Print notes too: what only cards would decide, what is assumed.")]
Only = Annotated[Optional[list[str]], typer.Option("--only", help="Only this code or rule; may repeat.")]  # noqa: UP045
Ignore = Annotated[Optional[list[str]], typer.Option("--ignore", help="Not this code or rule; may repeat.")]  # noqa: UP045
DealNo = Annotated[Optional[str], typer.Option("--deal", help="The deal's number; the last one where not given.")]  # noqa: UP045


def one_of(*allowed: str) -> object:
    """The option `--format`, which takes one of a few words."""
    return typer.Option("--format", help=f"One of: {', '.join(allowed)}.")


def request(
    allowed: tuple[str, ...],
    format: str = "text",
    rules: str | None = None,
    lang: str | None = None,
    settings: list[str] | None = None,
    strict: bool = False,
    notes: bool = False,
    deal: str | None = None,
    only: list[str] | None = None,
    ignore: list[str] | None = None,
) -> commands.Request:
    """The request behind the options; wrong words end the program with exit code 2."""
    if format not in allowed:
        raise typer.BadParameter(f"{format!r} is not one of {', '.join(allowed)}", param_hint="--format")
    if lang is not None and lang not in ("en", "fr", "nl"):
        raise typer.BadParameter(f"{lang!r} is not one of en, fr, nl", param_hint="--lang")
    parameters = []
    for setting in settings or []:
        name, mark, value = setting.partition("=")
        if not mark or not name:
            raise typer.BadParameter(f"{setting!r} is not NAME=VALUE", param_hint="--set")
        parameters.append((name, value))
    selection = Selection(tuple(only or ()), tuple(ignore or ()))
    for name in (*selection.only, *selection.ignore):
        if not known(name):
            raise typer.BadParameter(f"{name!r} is no code of a finding and no rule", param_hint="--only/--ignore")
    return commands.Request(Options(rules, tuple(parameters), strict), lang, format, notes, deal, selection)


def end(code: int) -> NoReturn:
    """Ends the program with this exit code."""
    raise typer.Exit(code)
