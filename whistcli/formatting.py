"""`fmt`: prints, checks or rewrites transcripts in canonical form."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from whistcli.commands import CLEAN, FINDINGS, USAGE, Request, unusable
from whistcli.console import emit, language
from whistcli.diag import Unusable
from whistcli.ruleset import load_ruleset
from whistcli.say import sentence
from whistcli.store import write as write_whole
from whistcli.transcript.fmt import format_text
from whistcli.transcript.text import opened
from whistcli.vocabulary import Vocabulary, common_vocabulary


def formatted(files: Sequence[str], request: Request, check: bool, write: bool) -> int:
    """Prints each file's canonical form; with `check` only names those that differ, with `write` rewrites them.

    A file that holds bytes which are no text is never rewritten.
    """
    worst = CLEAN
    for file in files:
        try:
            worst = max(worst, _one(file, request, check, write))
        except Unusable as error:
            unusable(error, file, request)
            worst = USAGE
    return worst


def _one(file: str, request: Request, check: bool, write: bool) -> int:
    data = _bytes(file)
    beside = os.path.dirname(file)
    settings: dict[str, str] = {}

    def vocabulary(found: Mapping[str, str]) -> Vocabulary:
        settings.update(found)
        name = request.options.rules or found.get("rules")
        return load_ruleset(name, beside).rules.vocabulary if name else common_vocabulary()

    text, findings = format_text(data, vocabulary)
    lang = language(request.lang, settings.get("lang"))
    changed = text.encode("utf-8") != data
    if check:
        if changed:
            emit(f"{file}: {sentence('U-fmt.differs', {}, lang)}")
        return FINDINGS if changed else CLEAN
    if not write:
        emit(text.removesuffix("\n"))
        return CLEAN
    if any(finding.code == "T-byte" for finding in findings):
        emit(f"{file}: {sentence('U-fmt.bytes', {}, lang)}", sys.stderr)
        return FINDINGS
    if changed and not write_whole(file, text.encode("utf-8")):
        emit(f"{file}: {sentence('U-fmt.unwritten', {}, lang)}", sys.stderr)
        return USAGE
    return CLEAN


def _bytes(file: str) -> bytes:
    """The bytes of a file, or of the standard input. Raises Unusable."""
    if file == "-":
        return sys.stdin.buffer.read()
    with opened(file)[1] as stream:
        return stream.read()
