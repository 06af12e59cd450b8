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
