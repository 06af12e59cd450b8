"""The command line: one short function a command; the work is done in `commands` and below."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from whistcli import __version__, commands
from whistcli.cli_contest import contest_app, standings
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
from whistcli.cli_sheets import SHEETS, sheet_format, sheet_output
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
app.add_typer(contest_app, name="contest")
app.command("standings", cls=Command, help=told("H-standings"))(standings)

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
    files: Annotated[list[str], typer.Argument(help=told("H-option.folders"))],
    format: Annotated[Optional[str], one_of(*SHEETS)] = None,  # noqa: UP045
    out: Annotated[Optional[str], typer.Option("--out", help=told("H-option.sheets"))] = None,  # noqa: UP045
    rules: Rules = None,
    lang: Lang = None,
    settings: Set = None,
    strict: Strict = False,
    notes: Notes = False,
    payments: Annotated[bool, typer.Option("--payments", help=told("H-option.payments"))] = False,
    csv: Annotated[Optional[str], typer.Option("--csv", help=told("H-option.csv"))] = None,  # noqa: UP045
    separator: Annotated[Optional[str], typer.Option("--separator", help=told("H-option.separator"))] = None,  # noqa: UP045
    decimal: Annotated[Optional[str], typer.Option("--decimal", help=told("H-option.decimal"))] = None,  # noqa: UP045
    color: Annotated[str, typer.Option("--color", help=told("H-option.color"))] = "auto",
    watch: Annotated[bool, typer.Option("--watch", help=told("H-option.watch"))] = False,
) -> None:
    """The command `score`."""
    from whistcli.scoring import score as scored

    form = sheet_format(format, out, csv or separator or decimal)
    asked = request(SHEETS, form, rules, lang, settings, strict, notes)._replace(payments=payments)
    output = sheet_output(out, csv, separator, decimal, color, lang)
    if form == "xlsx" and out is None:
        refused("H-wrong.out", "--out", lang)
    if not watch:
        end(scored(files, asked, output))
    if "-" in files:
        refused("H-wrong.watch", "--watch", lang)
    from whistcli.watching import watched

    end(watched(files, asked, output))


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


@app.command(cls=Command, help=told("H-log"))
def log(
    file: File,
    rules: Rules = None,
    lang: Lang = None,
    players: Annotated[Optional[str], typer.Option("--players", help=told("H-option.players"))] = None,  # noqa: UP045
    table: Annotated[Optional[str], typer.Option("--table", help=told("H-option.table"))] = None,  # noqa: UP045
    round: Annotated[Optional[str], typer.Option("--round", help=told("H-option.round"))] = None,  # noqa: UP045
    date: Annotated[Optional[str], typer.Option("--date", help=told("H-option.date"))] = None,  # noqa: UP045
    settings: Set = None,
    take_over: Annotated[bool, typer.Option("--take-over", help=told("H-option.takeover"))] = False,
) -> None:
    """The command `log`."""
    from whistcli.logbook.command import Heading
    from whistcli.logbook.command import log as logged

    asked = request(("text",), rules=rules, lang=lang, settings=settings)
    end(logged(file, asked, Heading(players, table, round, date), take_over))


@app.command("import", cls=Command, help=told("H-import"))
def import_(
    file: Annotated[str, typer.Argument(help=told("H-import.file"))],
    out: Annotated[Optional[str], typer.Option("--out", help=told("H-import.out"))] = None,  # noqa: UP045
    format: Annotated[Optional[str], one_of("csv", "json")] = None,  # noqa: UP045
    columns: Annotated[Optional[str], typer.Option("--columns", help=told("H-import.columns"))] = None,  # noqa: UP045
    separator: Annotated[Optional[str], typer.Option("--separator", help=told("H-import.separator"))] = None,  # noqa: UP045
    players: Annotated[Optional[str], typer.Option("--players", help=told("H-option.players"))] = None,  # noqa: UP045
    rules: Rules = None,
    lang: Lang = None,
    settings: Set = None,
) -> None:
    """The command `import`."""
    from whistcli.importing.command import Form, imported

    formats = ("csv", "json")
    asked = request(formats, format or formats[0], rules, lang, settings)
    if separator is not None and len(separator) != 1:
        refused("H-wrong.separator", "--separator", lang)
    end(imported(file, out, asked, Form(format, separator, columns, players)))


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
