"""`whistcli rules ...`: one short function a command; the work is done in the modules that they name."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from whistcli.cli_options import Ignore, Lang, Only, Set, end, one_of, request
from whistcli.cli_words import Command, Group, refused, told

rules_app = typer.Typer(cls=Group, help=told("H-rules"), no_args_is_help=True)


@rules_app.command("list", cls=Command, help=told("H-rules_list"))
def rules_list(lang: Lang = None) -> None:
    """The command `rules list`."""
    from whistcli.rulebook import listed

    end(listed(request(("text",), lang=lang)))


@rules_app.command("show", cls=Command, help=told("H-rules_show"))
def rules_show(
    ruleset: Annotated[str, typer.Argument(help=told("H-ruleset"))],
    lang: Lang = None,
    settings: Set = None,
    assumed: Annotated[bool, typer.Option("--assumed", help=told("H-option.assumed"))] = False,
    origin: Annotated[bool, typer.Option("--origin", help=told("H-option.origin"))] = False,
    key: Annotated[str, typer.Option("--key", help=told("H-option.key"))] = "",
) -> None:
    """The command `rules show`."""
    asked = request(("text",), lang=lang, settings=settings)
    if origin or key:
        from whistcli.rulesheet import origins_shown

        end(origins_shown(ruleset, asked, key))
    from whistcli.rulebook import shown

    end(shown(ruleset, asked, assumed))


@rules_app.command("grid", cls=Command, help=told("H-rules_grid"))
def rules_grid(
    ruleset: Annotated[str, typer.Argument(help=told("H-ruleset"))],
    format: Annotated[str, one_of("text", "markdown", "csv")] = "text",
    game: Annotated[str, typer.Option("--game", help=told("H-option.game"))] = "",
    lang: Lang = None,
    settings: Set = None,
) -> None:
    """The command `rules grid`."""
    from whistcli.rulesheet import grid

    end(grid(ruleset, request(("text", "markdown", "csv"), format, lang=lang, settings=settings), game))


@rules_app.command("diff", cls=Command, help=told("H-rules_diff"))
def rules_diff(
    one: Annotated[str, typer.Argument(metavar="A", help=told("H-ruleset"))],
    other: Annotated[str, typer.Argument(metavar="B", help=told("H-ruleset.other"))],
    format: Annotated[str, one_of("text", "json")] = "text",
    lang: Lang = None,
) -> None:
    """The command `rules diff`."""
    from whistcli.rulesheet import diff

    end(diff(one, other, request(("text", "json"), format, lang=lang)))


@rules_app.command("check", cls=Command, help=told("H-rules_check"))
def rules_check(
    rulesets: Annotated[list[str], typer.Argument(help=told("H-ruleset.many"))] = [],  # noqa: B006
    strict: Annotated[bool, typer.Option("--strict", help=told("H-option.doubts"))] = False,
    simulate: Annotated[int, typer.Option("--simulate", metavar="N", min=0, help=told("H-option.simulate"))] = 200,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help=told("H-option.seed"))] = 1,
    format: Annotated[str, one_of("text", "json", "github")] = "text",
    only: Only = None,
    ignore: Ignore = None,
    lang: Lang = None,
    listing: Annotated[bool, typer.Option("--list", help=told("H-option.list"))] = False,
) -> None:
    """The command `rules check`."""
    from whistcli.lint.report import checked, listed

    asked = request(("text", "json", "github"), format, lang=lang, strict=strict, only=only, ignore=ignore)
    if listing:
        end(listed(asked))
    if not rulesets:
        refused("H-wrong.none", "RULESET", lang)
    end(checked(rulesets, asked, simulate, seed))


@rules_app.command("facts", cls=Command, help=told("H-rules_facts"))
def rules_facts(lang: Lang = None) -> None:
    """The command `rules facts`."""
    from whistcli.rulebook import facts_listed

    end(facts_listed(request(("text",), lang=lang)))


@rules_app.command("words", cls=Command, help=told("H-rules_words"))
def rules_words(
    ruleset: Annotated[str, typer.Argument(help=told("H-ruleset.any"))] = "",
    lang: Lang = None,
) -> None:
    """The command `rules words`."""
    from whistcli.rulebook import words_listed

    end(words_listed(ruleset or None, request(("text",), lang=lang)))


@rules_app.command("schema", cls=Command, help=told("H-rules_schema"))
def rules_schema(
    clauses: Annotated[bool, typer.Option("--clauses", help=told("H-option.clauses"))] = False,
    cases: Annotated[bool, typer.Option("--cases", help=told("H-option.cases"))] = False,
    format: Annotated[str, one_of("json", "markdown")] = "json",
) -> None:
    """The command `rules schema`."""
    from whistcli.schema.printed import printed

    asked = request(("json", "markdown"), format)
    end(printed("clauses" if clauses else "cases" if cases else "ruleset", asked.format))


@rules_app.command("test", cls=Command, help=told("H-rules_test"))
def rules_test(
    ruleset: Annotated[str, typer.Argument(help=told("H-ruleset"))],
    lang: Lang = None,
    format: Annotated[str, one_of("text", "json")] = "text",
    every: Annotated[bool, typer.Option("--verbose", "-v", help=told("H-option.verbose"))] = False,
) -> None:
    """The command `rules test`."""
    from whistcli.suite.command import tested

    end(tested(ruleset, request(("text", "json"), format, lang=lang), every))


@rules_app.command("doc", cls=Command, help=told("H-rules_doc"))
def rules_doc(
    ruleset: Annotated[str, typer.Argument(help=told("H-ruleset"))],
    format: Annotated[str, one_of("markdown", "html")] = "markdown",
    out: Annotated[Optional[str], typer.Option("--out", metavar="FILE", help=told("H-option.out"))] = None,  # noqa: UP045
    lang: Lang = None,
    settings: Set = None,
) -> None:
    """The command `rules doc`."""
    from whistcli.book.command import printed

    end(printed(ruleset, request(("markdown", "html"), format, lang=lang, settings=settings), out))


@rules_app.command("new", cls=Command, help=told("H-rules_new"))
def rules_new(
    folder: Annotated[str, typer.Argument(help=told("H-new.folder"))],
    parent: Annotated[Optional[str], typer.Option("--from", help=told("H-new.parent"))] = None,  # noqa: UP045
    name: Annotated[Optional[str], typer.Option("--id", help=told("H-new.id"))] = None,  # noqa: UP045
    title: Annotated[Optional[str], typer.Option("--title", help=told("H-new.title"))] = None,  # noqa: UP045
    lang: Lang = None,
    settings: Set = None,
    games: Annotated[
        Optional[list[str]],  # noqa: UP045
        typer.Option("--game", metavar="NAME=MADE,LOST[,OPPONENT_MADE,OPPONENT_LOST]",
                     help=told("H-new.game")),
    ] = None,
    no_input: Annotated[bool, typer.Option("--no-input", help=told("H-new.no_input"))] = False,
) -> None:
    """The command `rules new`."""
    import sys

    from whistcli.scaffold.asking import from_terminal
    from whistcli.scaffold.command import created

    asked = request(("text",), lang=lang, settings=settings)
    read = from_terminal if not no_input and sys.stdin.isatty() else None
    end(created(folder, asked, parent, name, title, tuple(games or ()), read))
