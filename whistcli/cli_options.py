"""What the commands of the command line share: their options, and the request that these make."""

from __future__ import annotations

from typing import Annotated, NoReturn, Optional

import typer

from whistcli import commands
from whistcli.cli_words import refused, told
from whistcli.opening import Options
from whistcli.say import LANGUAGES
from whistcli.selection import Selection, known

Files = Annotated[list[str], typer.Argument(help=told("H-files"))]
File = Annotated[str, typer.Argument(help=told("H-file"))]
Rules = Annotated[Optional[str], typer.Option("--rules", help=told("H-option.rules"))]  # noqa: UP045
Lang = Annotated[Optional[str], typer.Option("--lang", help=told("H-option.lang", languages=LANGUAGES))]  # noqa: UP045
Set = Annotated[Optional[list[str]], typer.Option("--set", metavar="NAME=VALUE", help=told("H-option.set"))]  # noqa: UP045
Strict = Annotated[bool, typer.Option("--strict", help=told("H-option.strict"))]
Notes = Annotated[bool, typer.Option("--notes", help=told("H-option.notes"))]
Only = Annotated[Optional[list[str]], typer.Option("--only", help=told("H-option.only"))]  # noqa: UP045
Ignore = Annotated[Optional[list[str]], typer.Option("--ignore", help=told("H-option.ignore"))]  # noqa: UP045
DealNo = Annotated[Optional[str], typer.Option("--deal", help=told("H-option.number"))]  # noqa: UP045


def one_of(*allowed: str) -> object:
    """The option `--format`, which takes one of a few words."""
    return typer.Option("--format", help=told("H-option.format", allowed=allowed))


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
        refused("H-wrong.choice", "--format", lang, found=format, allowed=allowed)
    if lang is not None and lang not in LANGUAGES:
        refused("H-wrong.choice", "--lang", found=lang, allowed=LANGUAGES)
    parameters = []
    for setting in settings or []:
        name, mark, value = setting.partition("=")
        if not mark or not name:
            refused("H-wrong.setting", "--set", lang, found=setting)
        parameters.append((name, value))
    selection = Selection(tuple(only or ()), tuple(ignore or ()))
    for name in (*selection.only, *selection.ignore):
        if not known(name):
            refused("H-wrong.code", "--only/--ignore", lang, found=name)
    return commands.Request(Options(rules, tuple(parameters), strict), lang, format, notes, deal, selection)


def end(code: int) -> NoReturn:
    """Ends the program with this exit code."""
    raise typer.Exit(code)
