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

app = typer.Typer(
    name="whistcli",
    help="Reads the written record of a whist game, judges every call by the club's own rules, and scores it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(rules_app, name="rules")

@app.command()
def check(
    files: Files,
    format: Annotated[str, one_of("text", "json", "github")] = "text",
    rules: Rules = None,
    lang: Lang = None,
    settings: Set = None,
    strict: Strict = False,
    notes: Notes = False,
    deal: Annotated[Optional[str], typer.Option("--deal", help="Only this deal.")] = None,  # noqa: UP045
    only: Only = None,
    ignore: Ignore = None,
) -> None:
    """Judge every deal; print what is wrong, where, and on which clause. Silent when all is well."""
    formats = ("text", "json", "github")
    asked = request(formats, format, rules, lang, settings, strict, notes, deal, only, ignore)
    end(commands.check(files, asked))


@app.command()
def score(
    files: Files,
    format: Annotated[str, one_of("text", "json")] = "text",
    rules: Rules = None,
    lang: Lang = None,
    settings: Set = None,
    strict: Strict = False,
    notes: Notes = False,
    payments: Annotated[bool, typer.Option("--payments", help="Add who pays whom.")] = False,
) -> None:
    """Print the sheet of an evening: points, balance, fines, totals."""
    asked = request(("text", "json"), format, rules, lang, settings, strict, notes)
    end(commands.score(files, asked._replace(payments=payments)))


@app.command()
def explain(file: File, deal: DealNo = None, rules: Rules = None, lang: Lang = None) -> None:
    """Tell a deal call by call: who could speak, what stood highest and why, what each clause decided."""
    end(commands.explain(file, request(("text",), rules=rules, lang=lang, deal=deal)))


@app.command()
def legal(
    file: File,
    deal: DealNo = None,
    format: Annotated[str, one_of("text", "json")] = "text",
    rules: Rules = None,
    lang: Lang = None,
    notes: Notes = False,
) -> None:
    """List what the next player may say."""
    end(commands.legal(file, request(("text", "json"), format, rules, lang, notes=notes, deal=deal)))


@app.command()
def compare(
    files: Files,
    rules: Annotated[list[str], typer.Option("--rules", help="A ruleset; twice for two, once beside the file's own.")],
    format: Annotated[str, one_of("text", "json")] = "text",
    lang: Lang = None,
    settings: Set = None,
) -> None:
    """Score the same files under two rulesets; exit code 1 where a deal or a sum comes out otherwise."""
    if len(rules) > 2:
        raise typer.BadParameter("one or two rulesets", param_hint="--rules")
    from whistcli.comparing import compare as compared

    end(compared(files, rules, request(("text", "json"), format, lang=lang, settings=settings)))


@app.command()
def fmt(
    files: Files,
    check_only: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 where a file would.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Write the canonical form back into the file.")] = False,
    rules: Rules = None,
    lang: Lang = None,
) -> None:
    """Print a transcript in canonical form, in the words of its language; comments are kept."""
    from whistcli.formatting import formatted

    end(formatted(files, request(("text",), rules=rules, lang=lang), check_only, write))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"whistcli {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Its version.")] = False,
) -> None:
    """The options of the program itself."""
