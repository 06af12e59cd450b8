"""How written words compare: case, accents, ligatures, apostrophes and hyphens do not count."""

from __future__ import annotations

import unicodedata

_SAME = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "’": "'", "‘": "'", "ʼ": "'", "-": " ", "‐": " ", "‑": " ",
                       "_": " "})


def fold(text: str) -> str:
    """The form under which two spellings of a word are the same; runs of blanks become one space.

    >>> fold("J’emballe  Cœur"), fold("petite misère"), fold("solo-chlem")
    ("j'emballe coeur", 'petite misere', 'solo chlem')
    """
    low = text.casefold().translate(_SAME)
    if not low.isascii():
        low = "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c))
    return " ".join(low.split())


def nearest(word: str, known: list[str], cutoff: float = 0.7) -> str | None:
    """The known word that is most like `word` as `fold` compares, the first of equals; None where none is near."""
    import difflib  # only a fault needs it

    matcher = difflib.SequenceMatcher(None, "", fold(word))
    best, found = cutoff, None
    for each in known:
        matcher.set_seq1(fold(each))
        if matcher.real_quick_ratio() >= best and matcher.quick_ratio() >= best:
            ratio = matcher.ratio()
            if ratio > best or (found is None and ratio == best):
                best, found = ratio, each
    return found
