"""Makes sentences: the catalogues in `messages/`, one JSON file a family of codes, every key in every language.

A template is filled by name (`{seat}`). A value that knows its own words in a language has a method `say(lang)`;
everything else is written with `str`. Catalogues are read only when there is something to say.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from whistcli import resources
from whistcli.diag import Finding

LANGUAGES = ("en", "fr", "nl")
FALLBACK = "en"


@cache
def catalogue(family: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of one family ("T", "A", ...): key -> language -> template. Raises FileNotFoundError."""
    import json  # most runs find nothing, and then never read a catalogue

    with open(f"{resources.PACKAGE}/messages/{family}.json", encoding="utf-8") as handle:
        result: Mapping[str, Mapping[str, str]] = json.load(handle)
    return result


def spoken(value: object, lang: str) -> str:
    """A value in words: through its own `say(lang)`, item by item in a list, else as `str` writes it."""
    say = getattr(value, "say", None)
    if say is not None:
        return str(say(lang))
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        return ", ".join(spoken(item, lang) for item in value)
    return str(value)


def sentence(key: str, args: Mapping[str, object], lang: str) -> str:
    """The sentence `key` in `lang`, else in English. A key or a value that is missing is our own bug: KeyError."""
    templates = catalogue(key.partition("-")[0])[key]
    template = templates.get(lang) or templates[FALLBACK]
    return template.format_map({name: spoken(value, lang) for name, value in args.items()})


def message(finding: Finding, lang: str) -> str:
    """What a finding says."""
    return sentence(finding.message_key, finding.args, lang)


def hint(finding: Finding, lang: str) -> str | None:
    """What to do about it, where the finding knows."""
    return sentence(finding.hint, finding.args, lang) if finding.hint else None


class Reason(NamedTuple):
    """Why the system gives no file, by its number: said in the reader's language, which the system may not know."""

    number: int

    @classmethod
    def of(cls, error: Exception) -> Reason:
        """The reason that an OSError, or the ValueError of an impossible name, carries."""
        return cls((error.errno or 0) if isinstance(error, OSError) else -1)

    def say(self, lang: str) -> str:
        """The reason in words."""
        return sentence(f"T-reason.{_REASONS.get(self.number, 'other')}", {"number": self.number}, lang)


_REASONS = {-1: "name", errno.EACCES: "denied", errno.EPERM: "denied", errno.EMFILE: "many", errno.ENFILE: "many",
            errno.ENAMETOOLONG: "long", errno.ENOTDIR: "folder", errno.ELOOP: "loop", errno.EIO: "device"}
