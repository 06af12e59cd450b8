"""Finds the grammars and rulesets that ship with the program, in a wheel or beside a checkout."""

from __future__ import annotations

import os

PACKAGE = os.path.dirname(os.path.abspath(__file__))


def folder(name: str) -> str:
    """The folder `name` ("grammar", "rulesets"): inside the package in a wheel, beside it in a checkout.

    Raises FileNotFoundError when neither is there, which only a broken installation can cause.
    """
    for base in (PACKAGE, os.path.dirname(PACKAGE)):
        path = os.path.join(base, name)
        if os.path.isdir(path):
            return path
    raise FileNotFoundError(f"whistcli is installed without its folder {name!r}")


def shown(path: str) -> str:
    """A file as findings name it: one of a shipped ruleset by the ruleset's id, any other by its path."""
    inside = folder("rulesets") + os.sep
    return path[len(inside):].replace(os.sep, "/") if path.startswith(inside) else path


def read(name: str, file: str) -> str:
    """The text of one shipped file, UTF-8."""
    with open(os.path.join(folder(name), file), encoding="utf-8") as handle:
        return handle.read()
