"""Where each value of a ruleset stands: of its own file or of one that it extends, by file and line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from whistcli import resources
from whistcli.model import in_language
from whistcli.ruleset.load import locate, read_chain
from whistcli.say import LANGUAGES
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode


class Origin(NamedTuple):
    """One value by its dotted place; `file` is short: below the shipped rulesets, or beside the ruleset."""

    place: str
    value: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.place}: {self.value}  {self.file}{f':{self.line}' if self.line else ''}"


def chain(name: str) -> tuple[MapNode, str]:
    """The merged nodes of a ruleset (`id`, `id@edition` or a path), and the path of its file. Raises Unusable."""
    path = locate(name if os.path.exists(name) else name.partition("@")[0])
    return read_chain(path, ())[0], path


def definitions(name: str) -> dict[str, str]:
    """The texts of a ruleset's definitions, by name. Raises Unusable."""
    defined = chain(name)[0].get("define")
    items = defined.items if isinstance(defined, MapNode) else ()
    return {key.text: value.text for key, value in items if isinstance(value, Scalar)}


def origins(name: str, lang: str, settings: Iterable[tuple[str, str]] = ()) -> Iterator[Origin]:
    """Every value of a ruleset, with where it stands; of texts in several languages that of `lang`.

    A parameter that is set for this run stands in no file: its origin is `--set`. Raises Unusable.
    """
    node, path = chain(name)
    given = {f"parameters.{parameter}": value for parameter, value in settings}
    for place, value in _leaves(node, "", lang):
        parameter, _, key = place.rpartition(".")
        if parameter in given and key in ("value", "silent", "because"):
            if key != "because":
                yield Origin(f"{parameter}.value", given[parameter], "--set", 0)
            continue
        yield Origin(place, _written(value), _short(value.span.file, path), value.span.line)


def _leaves(node: Node, place: str, lang: str) -> Iterator[tuple[str, Scalar | SeqNode]]:
    if isinstance(node, MapNode):
        texts = {key.text: value for key, value in node.items if isinstance(value, Scalar)}
        if texts and len(texts) == len(node.items) and set(texts) <= set(LANGUAGES):
            words = in_language({key: key for key in texts}, lang)
            yield place, texts[words]
            return
        for key, value in node.items:
            yield from _leaves(value, f"{place}.{key.text}" if place else key.text, lang)
    elif isinstance(node, SeqNode) and any(not isinstance(item, Scalar) for item in node.items):
        for number, item in enumerate(node.items, 1):
            yield from _leaves(item, f"{place}.{number}", lang)
    else:
        yield place, node


def _written(node: Scalar | SeqNode) -> str:
    """A value on one line, as it could be written."""
    if isinstance(node, SeqNode):
        return f"[{', '.join(_written(item) for item in node.items if isinstance(item, Scalar))}]"
    text = " ".join(node.text.split())
    return f'"{text}"' if node.quoted and not node.block else text


def _short(file: str, path: str) -> str:
    shipped = resources.folder("rulesets")
    if os.path.abspath(file).startswith(os.path.abspath(shipped) + os.sep):
        return os.path.relpath(file, shipped)
    return os.path.relpath(file, os.path.dirname(path))
