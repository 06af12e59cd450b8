"""The command line: one short function a command; the work is done in `commands` and below."""

from __future__ import annotations

from typing import Annotated, NoReturn, Optional

import typer

from whistcli import __version__, commands
from whistcli.opening import Options
from whistcli.selection import Selection, known

app = typer.Typer(
    name="whistcli",
    help="Reads the written record of a whist game, judges every call by the club's own rules, and scores it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
rules_app = typer.Typer(help="The rulesets: which there are, and what they say.", no_args_is_help=True)
app.add_typer(rules_app, name="rules")

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


def _format(*allowed: str) -> object:
    return typer.Option("--format", help=f"One of: {', '.join(allowed)}.")


def _request(
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


def _end(code: int) -> NoReturn:
    raise typer.Exit(code)


@app.command()
def check(
    files: Files,
    format: Annotated[str, _format("text", "json", "github")] = "text",
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
    asked = _request(formats, format, rules, lang, settings, strict, notes, deal, only, ignore)
    _end(commands.check(files, asked))


@app.command()
def score(
    files: Files,
    format: Annotated[str, _format("text", "json")] = "text",
    rules: Rules = None,
    lang: Lang = None,
    settings: Set = None,
    strict: Strict = False,
    notes: Notes = False,
) -> None:
    """Print the sheet of an evening: points, balance, fines, totals."""
    _end(commands.score(files, _request(("text", "json"), format, rules, lang, settings, strict, notes)))


@app.command()
def explain(file: File, deal: DealNo = None, rules: Rules = None, lang: Lang = None) -> None:
    """Tell a deal call by call: who could speak, what stood highest and why, what each clause decided."""
    _end(commands.explain(file, _request(("text",), rules=rules, lang=lang, deal=deal)))


@app.command()
def legal(
    file: File,
    deal: DealNo = None,
    format: Annotated[str, _format("text", "json")] = "text",
    rules: Rules = None,
    lang: Lang = None,
    notes: Notes = False,
) -> None:
    """List what the next player may say."""
    _end(commands.legal(file, _request(("text", "json"), format, rules, lang, notes=notes, deal=deal)))


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

    _end(formatted(files, _request(("text",), rules=rules, lang=lang), check_only, write))


@rules_app.command("list")
def rules_list(lang: Lang = None) -> None:
    """List the rulesets that ship with the program."""
    from whistcli.rulebook import listed

    _end(listed(_request(("text",), lang=lang)))


@rules_app.command("show")
def rules_show(
    ruleset: Annotated[str, typer.Argument(help="An id, or the path of a ruleset.")],
    lang: Lang = None,
    settings: Set = None,
    assumed: Annotated[bool, typer.Option("--assumed", help="Only what the text does not print.")] = False,
) -> None:
    """Show what a ruleset says: ladder, calls, games, scores, fines, readings, what is not checked."""
    from whistcli.rulebook import shown

    _end(shown(ruleset, _request(("text",), lang=lang, settings=settings), assumed))


@rules_app.command("facts")
def rules_facts() -> None:
    """List the facts that a ruleset's expressions may read."""
    from whistcli.rulebook import facts_listed

    _end(facts_listed())


@rules_app.command("words")
def rules_words(
    ruleset: Annotated[str, typer.Argument(help="An id, or the path of a ruleset; all words where not given.")] = "",
) -> None:
    """List the words that a transcript may use for each call and game."""
    from whistcli.rulebook import words_listed

    _end(words_listed(ruleset or None, _request(("text",))))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"whistcli {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Its version.")] = False,
) -> None:
    """The options of the program itself."""
