"""Where entries come from: a terminal with menus, a plain one, or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from whistcli.console import emit
from whistcli.say import sentence

Complete = Callable[[str], list[str]]
Status = Callable[[], str]
Reader = Callable[[], str]
"""Gives the next entry; raises EOFError when there are no more, KeyboardInterrupt where one is broken off."""

PROMPT = "> "


def decoded(data: bytes) -> str:
    """A line as typed: UTF-8, else the letters of Western Windows."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def reader(complete: Complete, status: Status, lang: str) -> Reader:
    """The reader for where the entries come from."""
    if not sys.stdin.isatty():
        return _pipe
    if find_spec("prompt_toolkit") is not None:
        return _menus(complete, status)
    emit(sentence("M-extra", {}, lang))
    _readline(complete)
    return _plain


def _pipe() -> str:
    sys.stdout.flush()
    line: bytes | str = getattr(sys.stdin, "buffer", sys.stdin).readline()
    if not line:
        raise EOFError
    text = decoded(line) if isinstance(line, bytes) else line
    return text.removeprefix("\ufeff").rstrip("\r\n")


def _plain() -> str:
    sys.stdout.flush()
    try:
        typed = input(PROMPT)
    except UnicodeDecodeError:  # a terminal that is not what its locale says
        return ""
    return decoded(typed.encode("utf-8", "surrogateescape"))


def _readline(complete: Complete) -> None:
    """Completion by the tab key, where the system has it."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def nth(typed: str, number: int) -> str | None:
        if number == 0:
            found[:] = complete(typed)
        return found[number] if number < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(nth)
    readline.parse_and_bind("tab: complete")


def _menus(complete: Complete, status: Status) -> Reader:
    """Menus of completions and a line that says where the evening stands."""
    kit, completion, output = (
        import_module(name) for name in ("prompt_toolkit", "prompt_toolkit.completion", "prompt_toolkit.output")
    )

    def completed(_self: object, document: Any, _event: object) -> Iterator[Any]:
        typed = document.text_before_cursor
        for each in complete(typed):
            yield completion.Completion(each, -len(typed))

    words = type("Words", (completion.Completer,), {"get_completions": completed})()  # its base has no types to check
    depth = output.ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
    session = kit.PromptSession(completer=words, bottom_toolbar=status, color_depth=depth)

    def read() -> str:
        sys.stdout.flush()
        return str(session.prompt(PROMPT))

    return read
