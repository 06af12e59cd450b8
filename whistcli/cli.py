"""The command line: one short function a command; the work is done in `commands` and below."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from whistcli import __version__, commands
from whistcli.cli_options import (
    DealNo,
    File,
    Files,
    Ignore,
    Lang,
    Notes,
    Only,
    Rules,
    Set,
    Strict,
    end,
    one_of,
    request,
)
from whistcli.cli_rules import rules_app
from whistcli.cli_words import Command, Group, refused, told

app = typer.Typer(
    name="whistcli",
    cls=Group,
    help=told("H-program"),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(rules_app, name="rules")

@app.command(cls=Command, help=told("H-check"))
def check(
    files: Files,
    format: Annotated[str, one_of("text", "json", "github")] = "text",
    rules: Rules = None,
    lang: Lang = None,
    settings: Set = None,
    strict: Strict = False,
    notes: Notes = False,
    deal: Annotated[Optional[str], typer.Option("--deal", help=told("H-option.deal"))] = None,  # noqa: UP045
    only: Only = None,
    ignore: Ignore = None,
) -> None:
    """The command `check`."""
    formats = ("text", "json", "github")
    asked = request(formats, format, rules, lang, settings, strict, notes, deal, only, ignore)
    end(commands.check(files, asked))


@app.command(cls=Command, help=told("H-score"))
def score(
    files: Files,
    format: Annotated[str, one_of("text", "json")] = "text",
    rules: Rules = None,
    lang: Lang = None,
    settings: Set = None,
    strict: Strict = False,
    notes: Notes = False,
    payments: Annotated[bool, typer.Option("--payments", help=told("H-option.payments"))] = False,
) -> None:
    """The command `score`."""
    asked = request(("text", "json"), format, rules, lang, settings, strict, notes)
    end(commands.score(files, asked._replace(payments=payments)))


@app.command(cls=Command, help=told("H-explain"))
def explain(file: File, deal: DealNo = None, rules: Rules = None, lang: Lang = None) -> None:
    """The command `explain`."""
    end(commands.explain(file, request(("text",), rules=rules, lang=lang, deal=deal)))


@app.command(cls=Command, help=told("H-legal"))
def legal(
    file: File,
    deal: DealNo = None,
    format: Annotated[str, one_of("text", "json")] = "text",
    rules: Rules = None,
    lang: Lang = None,
    notes: Notes = False,
) -> None:
    """The command `legal`."""
    end(commands.legal(file, request(("text", "json"), format, rules, lang, notes=notes, deal=deal)))


@app.command(cls=Command, help=told("H-compare"))
def compare(
    files: Files,
    rules: Annotated[list[str], typer.Option("--rules", help=told("H-option.two"))],
    format: Annotated[str, one_of("text", "json")] = "text",
    lang: Lang = None,
    settings: Set = None,
) -> None:
    """The command `compare`."""
    if len(rules) > 2:
        refused("H-wrong.two", "--rules", lang)
    from whistcli.comparing import compare as compared

    end(compared(files, rules, request(("text", "json"), format, lang=lang, settings=settings)))


@app.command(cls=Command, help=told("H-fmt"))
def fmt(
    files: Files,
    check_only: Annotated[bool, typer.Option("--check", help=told("H-option.check"))] = False,
    write: Annotated[bool, typer.Option("--write", help=told("H-option.write"))] = False,
    rules: Rules = None,
    lang: Lang = None,
) -> None:
    """The command `fmt`."""
    from whistcli.formatting import formatted

    end(formatted(files, request(("text",), rules=rules, lang=lang), check_only, write))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"whistcli {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=told("H-version"))
    ] = False,
) -> None:
    """The options of the program itself."""
