"""What the files of a contest and of a season have in common: how they are opened, and the small values in them."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Sequence

from whistcli.club.places import TIES
from whistcli.diag import NOWHERE, Finding, Unusable
from whistcli.ruleset.load import read_nodes
from whistcli.ruleset.shape import Keys, Log, words
from whistcli.yamlnodes import MapNode, Node, Scalar


def opened(path: str, what: str) -> Keys:
    """The keys of a file; `what` is what messages call it. Raises Unusable where it is no map at all."""
    if not os.path.isfile(path):
        there = os.path.isdir(path)
        key, hint = ("G-folder.file", None) if there else ("T-missing", "T-missing.hint")
        raise Unusable(path, (Finding(key.partition(".")[0], NOWHERE, key=key, hint=hint),))
    node, findings = read_nodes(path)
    log = Log(findings)
    if not isinstance(node, MapNode):
        if node is not None:
            log.add("R-shape", node.span, "R-shape.map", name=what)
        raise Unusable(path, tuple(log.findings))
    return Keys(node, what, log)


def closed(keys: Keys, path: str) -> None:
    """Looks for keys that nobody asked for. Raises Unusable with every fault found."""
    keys.done()
    failed(keys, path)


def failed(keys: Keys, path: str) -> None:
    """Raises Unusable with every fault found, where there is one."""
    if keys.log.failed:
        raise Unusable(path, tuple(keys.log.findings))


def day(keys: Keys, key: str) -> str | None:
    """A day written year-month-day."""
    node = keys.scalar(key)
    return None if node is None else day_of(node, keys.log)


def day_of(node: Scalar, log: Log) -> str | None:
    """The day that a value is."""
    if is_day(node.text):
        return node.text
    log.add("R-value", node.span, "R-value.date", found=node.text)
    return None


def is_day(text: str) -> bool:
    """Whether a text is a day, as `date:` of a transcript has it."""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) is None:
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def count(keys: Keys, key: str, low: int, high: int) -> int | None:
    """A whole number within bounds."""
    value = keys.integer(key)
    if value is None or low <= value <= high:
        return value
    node = keys.node.get(key)
    span = node.span if node is not None else keys.span
    keys.log.add("R-value", span, "R-value.range", low=low, high=high, found=value)
    return None


def ties(keys: Keys) -> str | None:
    """How equal places count, or `None` where the file does not say."""
    return written(keys, "ties", TIES)


def written(keys: Keys, key: str, options: Sequence[str]) -> str | None:
    """One of a few words, or `None` where the file does not say."""
    return keys.choice(key, options) if keys.take(key) is not None else None


def strings(node: Node | None, where: str, log: Log) -> list[Scalar]:
    """A list of words, or one."""
    return list(words(node, where, log))


def transcripts(folder: str) -> list[str]:
    """The transcripts below a folder, by their paths in order; what begins with a point is left alone.

    Raises OSError where the folder cannot be read.
    """
    found: list[str] = []

    def fail(error: OSError) -> None:
        raise error

    for base, folders, files in os.walk(folder, onerror=fail):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [os.path.join(base, name) for name in sorted(files)
                  if name.endswith(".whist") and not name.startswith(".")]
    return found
