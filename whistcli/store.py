"""Keeps what is slow to build beside the program, as Python keeps byte code: inside the package, nowhere else.

What is kept is used only while every source it came from, the program's own modules included, is as old and as long
as when it was built. Where the package cannot be written to, everything is simply built again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TypeVar

from whistcli import resources

T = TypeVar("T")
FOLDER = os.path.join(resources.PACKAGE, "_cache")


def signature(*folders: str) -> tuple[tuple[str, int, int], ...]:
    """Name, age and length of every file below some folders; a kept thing is as good as its signature.

    Byte code and kept things themselves do not count.
    """
    found: list[tuple[str, int, int]] = []
    pending = list(folders)
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.name.startswith(("_cache", "__pycache__", ".")):
                    continue
                if entry.is_dir():
                    pending.append(entry.path)
                else:
                    stat = entry.stat()
                    found.append((entry.path, stat.st_mtime_ns, stat.st_size))
    return tuple(sorted(found))


def kept(name: str, folder: str, build: Callable[[], T]) -> T:
    """What `build` makes of `folder`, the program and its grammars; built only where it is not kept already."""
    import pickle

    base = resources.folder("rulesets")
    words = os.path.join(base, "words.yaml")
    key = (signature(resources.PACKAGE, resources.folder("grammar"), folder), os.stat(words).st_mtime_ns)
    path = os.path.join(FOLDER, f"{name}-{sys.implementation.cache_tag}.pickle")
    try:
        with open(path, "rb") as handle:
            if pickle.load(handle) == key:
                kept_value: T = pickle.load(handle)
                return kept_value
    except (OSError, EOFError, pickle.PickleError, ValueError, AttributeError, ImportError, IndexError, TypeError):
        pass  # not kept, or kept by another version: build it
    value = build()
    write(path, pickle.dumps(key, -1) + pickle.dumps(value, -1))
    return value


def write(path: str, data: bytes) -> bool:
    """Writes a file whole or not at all; whether that was allowed."""
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(temporary, "wb") as handle:
            handle.write(data)
        os.replace(temporary, path)
    except OSError:
        return False
    return True
