"""Names that look like one another: pointed out, never taken for the same person in silence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from whistcli.words import fold

LIKE = 0.85
"""From here on two names are alike, as difflib measures them."""


class Alike(NamedTuple):
    """Two spellings; `same` where only case, accents, hyphens, points or the order of the words differ."""

    one: str
    other: str
    same: bool


def key(name: str) -> str:
    """What a name is compared by: no case, accents, hyphens or points, its words in order.

    >>> key("LAMBERT Marcel"), key("marcel  lambert"), key("Jean-Pol"), key("J. Pol")
    ('lambert marcel', 'lambert marcel', 'jean pol', 'j pol')
    """
    return " ".join(sorted(fold(name.replace(".", " ")).split()))


def alike(names: Sequence[str], known: Collection[str] = (), apart: Collection[frozenset[str]] = ()) -> Iterator[Alike]:
    """The pairs of names that may be one person, each in the order given.

    Two that are both `known` are two people, as are those that stand `apart` (who sat at one table, say).
    """
    keys = [key(name) for name in names]
    matcher = SequenceMatcher(None, autojunk=False)
    for at, name in enumerate(names):
        matcher.set_seq2(keys[at])
        for before in range(at):
            other = names[before]
            if (name in known and other in known) or frozenset((name, other)) in apart:
                continue
            same = keys[before] == keys[at]
            if not same and not _initials(keys[before], keys[at]):
                matcher.set_seq1(keys[before])
                if matcher.real_quick_ratio() < LIKE or matcher.quick_ratio() < LIKE or matcher.ratio() < LIKE:
                    continue
            yield Alike(other, name, same)


def _initials(one: str, other: str) -> bool:
    """Whether two names differ only in that one writes some words by their first letter.

    >>> _initials(key("Y. Collard"), key("Yvette Collard")), _initials(key("Y. Collard"), key("Jean Collard"))
    (True, False)
    """
    first, second = one.split(), other.split()
    if len(first) != len(second) or len(first) < 2:
        return False
    left = [word for word in first if word not in second]
    right = [word for word in second if word not in first]
    if len(left) != 1 or len(right) != 1:
        return False
    short, long = sorted((left[0], right[0]), key=len)
    return len(short) == 1 and long.startswith(short) and len(long) > 1
