"""`whistcli rules ...`: one short function a command; the work is done in the modules that they name."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from whistcli.cli_options import Ignore, Lang, Only, Set, end, one_of, request

rules_app = typer.Typer(help="The rulesets: which there are, what they say, and whether one can trust them.",
                        no_args_is_help=True)


@rules_app.command("list")
def rules_list(lang: Lang = None) -> None:
    """List the rulesets that ship with the program."""
    from whistcli.rulebook import listed

    end(listed(request(("text",), lang=lang)))


@rules_app.command("show")
def rules_show(
    ruleset: Annotated[str, typer.Argument(help="An id, or the path of a ruleset.")],
    lang: Lang = None,
    settings: Set = None,
    assumed: Annotated[bool, typer.Option("--assumed", help="Only what the text does not print.")] = False,
    origin: Annotated[bool, typer.Option("--origin", help="Every value, with the file and line it stands at.")] = False,
    key: Annotated[str, typer.Option("--key", help="With --origin: only what stands below this key.")] = "",
) -> None:
    """Show what a ruleset says: ladder, calls, games, scores, fines, readings, what is not checked."""
    asked = request(("text",), lang=lang, settings=settings)
    if origin or key:
        from whistcli.rulesheet import origins_shown

        end(origins_shown(ruleset, asked, key))
    from whistcli.rulebook import shown

    end(shown(ruleset, asked, assumed))


@rules_app.command("grid")
def rules_grid(
    ruleset: Annotated[str, typer.Argument(help="An id, or the path of a ruleset.")],
    format: Annotated[str, one_of("text", "markdown", "csv")] = "text",
    game: Annotated[str, typer.Option("--game", help="Only this game.")] = "",
    lang: Lang = None,
    settings: Set = None,
) -> None:
    """Print the points of every game at every number of tricks; as csv one line a result."""
    from whistcli.rulesheet import grid

    end(grid(ruleset, request(("text", "markdown", "csv"), format, lang=lang, settings=settings), game))


@rules_app.command("diff")
def rules_diff(
    one: Annotated[str, typer.Argument(metavar="A", help="An id, or the path of a ruleset.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    format: Annotated[str, one_of("text", "json")] = "text",
    lang: Lang = None,
) -> None:
    """Print what differs between two rulesets, rule by rule; exit code 1 where something does."""
    from whistcli.rulesheet import diff

    end(diff(one, other, request(("text", "json"), format, lang=lang)))


@rules_app.command("check")
def rules_check(
    rulesets: Annotated[list[str], typer.Argument(help="Ids, or paths of rulesets.")] = [],  # noqa: B006
    strict: Annotated[bool, typer.Option("--strict", help="Also what is open, assumed, or may be meant.")] = False,
    simulate: Annotated[int, typer.Option("--simulate", metavar="N", min=0, help="Auctions to play; 0: none.")] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another seed plays other auctions.")] = 1,
    format: Annotated[str, one_of("text", "json", "github")] = "text",
    only: Only = None,
    ignore: Ignore = None,
    lang: Lang = None,
    listing: Annotated[bool, typer.Option("--list", help="List the codes, each with its group.")] = False,
) -> None:
    """Check rulesets: what is wrong or contradicts itself, and whether auctions played at random end."""
    from whistcli.lint.report import checked, listed

    asked = request(("text", "json", "github"), format, lang=lang, strict=strict, only=only, ignore=ignore)
    if listing:
        end(listed(asked))
    if not rulesets:
        raise typer.BadParameter("name a ruleset", param_hint="RULESET")
    end(checked(rulesets, asked, simulate, seed))


@rules_app.command("facts")
def rules_facts(lang: Lang = None) -> None:
    """List the facts that a ruleset's expressions may read."""
    from whistcli.rulebook import facts_listed

    end(facts_listed(request(("text",), lang=lang)))


@rules_app.command("words")
def rules_words(
    ruleset: Annotated[str, typer.Argument(help="An id, or the path of a ruleset; all words where not given.")] = "",
    lang: Lang = None,
) -> None:
    """List the words that a transcript may use for each call and game."""
    from whistcli.rulebook import words_listed

    end(words_listed(ruleset or None, request(("text",), lang=lang)))


@rules_app.command("schema")
def rules_schema(
    clauses: Annotated[bool, typer.Option("--clauses", help="Of clauses.yaml.")] = False,
    cases: Annotated[bool, typer.Option("--cases", help="Of case files.")] = False,
    format: Annotated[str, one_of("json", "markdown")] = "json",
) -> None:
    """Print the JSON Schema of ruleset.yaml for editors; as markdown the table of all keys."""
    from whistcli.schema.printed import printed

    asked = request(("json", "markdown"), format)
    end(printed("clauses" if clauses else "cases" if cases else "ruleset", asked.format))


@rules_app.command("test")
def rules_test(
    ruleset: Annotated[str, typer.Argument(help="An id, or the path of a ruleset.")],
    lang: Lang = None,
    format: Annotated[str, one_of("text", "json")] = "text",
    every: Annotated[bool, typer.Option("--verbose", "-v", help="Name every case.")] = False,
) -> None:
    """Run a ruleset's own cases, and those of the rulesets that it extends."""
    from whistcli.suite.command import tested

    end(tested(ruleset, request(("text", "json"), format, lang=lang), every))


@rules_app.command("doc")
def rules_doc(
    ruleset: Annotated[str, typer.Argument(help="An id, or the path of a ruleset.")],
    format: Annotated[str, one_of("markdown", "html")] = "markdown",
    out: Annotated[Optional[str], typer.Option("--out", metavar="FILE", help="Write into this file.")] = None,  # noqa: UP045
    lang: Lang = None,
    settings: Set = None,
) -> None:
    """Print a rule book for players, made from a ruleset."""
    from whistcli.book.command import printed

    end(printed(ruleset, request(("markdown", "html"), format, lang=lang, settings=settings), out))


@rules_app.command("new")
def rules_new(
    folder: Annotated[str, typer.Argument(help="The folder to make; it must not be there yet.")],
    parent: Annotated[Optional[str], typer.Option("--from", help="The shipped ruleset to build on.")] = None,  # noqa: UP045
    name: Annotated[Optional[str], typer.Option("--id", help="What files will call it.")] = None,  # noqa: UP045
    title: Annotated[Optional[str], typer.Option("--title", help="Its title.")] = None,  # noqa: UP045
    lang: Lang = None,
    settings: Set = None,
    games: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--game", metavar="NAME=MADE,LOST[,OPPONENT_MADE,OPPONENT_LOST]",
                     help="Other points for a game that counts the same whatever its tricks; may repeat."),
    ] = None,
    no_input: Annotated[bool, typer.Option("--no-input", help="Ask nothing.")] = False,
) -> None:
    """Make a new ruleset from one that is there: only what differs is written, with examples to go on."""
    import sys

    from whistcli.scaffold.asking import from_terminal
    from whistcli.scaffold.command import created

    asked = request(("text",), lang=lang, settings=settings)
    read = from_terminal if not no_input and sys.stdin.isatty() else None
    end(created(folder, asked, parent, name, title, tuple(games or ()), read))
