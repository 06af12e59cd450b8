"""What a rule rests on, and its words in several languages."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

Amount = int | Decimal
Text = Mapping[str, str]
"""A text by language: {"en": ..., "fr": ...}."""


def in_language(text: Text, lang: str, default: str = "") -> str:
    """The text in `lang`, else in English, else in whatever there is.

    >>> in_language({"fr": "seul", "en": "solo"}, "nl")
    'solo'
    """
    return text.get(lang) or text.get("en") or next(iter(text.values()), default)


class Basis(NamedTuple):
    """What a rule rests on: the clauses it cites, a marked reading of what they leave open, or an assumption."""

    cite: tuple[str, ...] = ()
    reading: Text = {}
    assumed: Text = {}


NO_BASIS = Basis()


class Clause(NamedTuple):
    """One clause of the club's text in our words; `where` says where it stands there."""

    id: str
    kind: str
    where: str
    says: Text
    needs: tuple[str, ...] = ()
