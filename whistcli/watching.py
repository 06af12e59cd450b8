"""`score --watch`: scores again whenever a file is saved, until it is interrupted."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from whistcli.commands import CLEAN, Request
from whistcli.console import emit, language
from whistcli.say import sentence
from whistcli.scoring import Output, score, transcripts

PAUSE = 0.25
"""Seconds between two looks at the files."""

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"

State = dict[str, tuple[int, int] | None]


def watched(files: Sequence[str], request: Request, output: Output) -> int:
    """Scores the files now and after every change; Ctrl-C ends it, with exit code 0.

    A file that is missing or still being written is looked at again: it is scored once it has stood still for a while.
    """
    rules = request.options.rules
    scored: State | None = None
    seen: State | None = None
    try:
        while True:
            now = _state([*files, *([rules] if rules and os.path.exists(rules) else [])])
            if now != scored and (now == seen or scored is None):
                _again(files, request, output)
                scored = now
            seen = now
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        return CLEAN


def _again(files: Sequence[str], request: Request, output: Output) -> None:
    terminal = sys.stdout.isatty()
    if terminal:
        sys.stdout.write(_CLEAR)
    score(files, request, output)
    lang = language(request.lang, None)
    said = sentence("V-watching", {"time": time.strftime("%H:%M:%S")}, lang)
    sys.stdout.flush()
    emit(said, sys.stderr)
    sys.stderr.flush()


def _state(files: Sequence[str]) -> State:
    """When each file was last written and how long it is; `None` where it is not there."""
    state: State = {}
    for file in transcripts(files):
        try:
            found = os.stat(file)
        except OSError:
            state[file] = None
        else:
            state[file] = (found.st_mtime_ns, found.st_size)
    return state
