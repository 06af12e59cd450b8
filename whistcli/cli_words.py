"""The words of the command line itself, in the language of the environment.

Help texts are looked up when the commands are defined, before any option is read: `--lang` does not change them. What
the command-line library says on its own (headings, wrong use) is put into that language on its way out.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from whistcli.console import emit, language
from whistcli.say import FALLBACK, catalogue, sentence

_WRONG_USE: Any = typer.BadParameter.__mro__[1]
"""What the library raises where it is used wrongly; it has no public name."""


def told(key: str, **args: object) -> str:
    """A help text."""
    return sentence(key, args, language(None, None))


def refused(key: str, option: str, lang: str | None = None, **args: object) -> NoReturn:
    """Ends the program: what was given for an option will not do."""
    raise typer.BadParameter(sentence(key, args, language(lang, None)), param_hint=option)


def translated(text: str, lang: str) -> str:
    """What the library says, its own phrases in `lang`.

    >>> translated("Error: Missing argument 'FILES...'.", "nl")
    "Fout: Argument 'FILES...' ontbreekt."
    """
    if lang == FALLBACK:
        return text
    for key, said in catalogue("H").items():
        if key.startswith("H-library."):
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(said[FALLBACK]))
            template = said.get(lang, said[FALLBACK])
            text = re.sub(pattern, partial(_filled, template), text)
    return text


def _filled(template: str, found: re.Match[str]) -> str:
    """A template with the gaps of what was found."""
    return template.format_map(found.groupdict())


@contextmanager
def _in_words() -> Iterator[None]:
    """Says wrong use in the reader's language."""
    try:
        yield
    except _WRONG_USE as error:
        told_by_library = io.StringIO()
        error.show(told_by_library)
        emit(translated(told_by_library.getvalue().rstrip("\n"), language(None, None)), sys.stderr)
        raise typer.Exit(error.exit_code) from None


class Command(TyperCommand):
    """A command whose help is in one language throughout."""

    def get_help(self, ctx: Any) -> str:
        """The help text."""
        return translated(super().get_help(ctx), language(None, None))


class Group(TyperGroup):
    """A group of commands, likewise; wrong use of any of them is said in that language too."""

    def get_help(self, ctx: Any) -> str:
        """The help text."""
        return translated(super().get_help(ctx), language(None, None))

    def make_context(self, *args: Any, **options: Any) -> Any:
        """Reads the arguments."""
        with _in_words():
            return super().make_context(*args, **options)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that was asked for."""
        with _in_words():
            return super().invoke(ctx)
