"""What each column of a point sheet holds: by its head, in any language, or as the command line has it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from whistcli import resources
from whistcli.diag import Finding, Span, Unusable
from whistcli.importing.cells import Cell, Table
from whistcli.model import Amount
from whistcli.record import Header
from whistcli.say import FALLBACK, LANGUAGES
from whistcli.words import fold

LEAVE = "-"
ROLES = ("deal", "dealer", "contract", "level", "suit", "by", "tricks", "result", "balance", "pot", "note",
         "multiplier", "marks", "due")
_FIGURE = re.compile(r"[+-]?\d{1,12}(?:[.,]\d{1,12})?")
_NO_FIGURE = ("", "-", "–", "—", "?")
_ORDERS = ("ABCDEFG", "NESW", "1234567")
"""Keys of seats that people use, clockwise from the first column."""


class Columns(NamedTuple):
    """The role of each column, the player (by his place) of a column of points or fines, and the players."""

    roles: tuple[str, ...]
    players: tuple[int | None, ...]
    header: Header
    lang: str


@cache
def _words() -> Mapping[str, Mapping[str, frozenset[str]]]:
    """The heads by role and language."""
    import yaml

    read = yaml.load(resources.read("grammar", "columns.yaml"), Loader=yaml.BaseLoader)
    return {role: {lang: frozenset(map(_bare, words)) for lang, words in by.items()} for role, by in read.items()}


def _bare(head: str) -> str:
    return fold(head).strip(" .:")


def is_total(text: str) -> bool:
    """Whether a cell says that its row holds sums."""
    return any(_bare(text) in words for words in _words()["total"].values())


def role_of(head: str) -> tuple[str, str]:
    """The role that a head names, with the rest of it ("fine", "Jan" for "Boete Jan"); "" where it names none."""
    bare = _bare(head)
    for role, by in _words().items():
        if role != "total" and any(bare in words for words in by.values()):
            return role, ""
    for words in _words()["fine"].values():
        for word in words:
            if bare.startswith(word + " "):
                return "fine", " ".join(head.split()[1:])
    return "", ""


def language_of(heads: Sequence[Cell]) -> str:
    """The language in which most heads are words."""
    def count(lang: str) -> int:
        return sum(any(_bare(head.text) in by[lang] for by in _words().values()) for head in heads)

    return max(LANGUAGES, key=lambda lang: (count(lang), lang == FALLBACK))


def amount(text: str) -> Amount | None:
    """The figure that a cell holds, with either decimal mark; marks behind it do not count.

    >>> amount("−12"), amount("+3,5*"), amount("x")
    (-12, Decimal('3.5'), None)
    """
    plain = text.translate(str.maketrans("−–\u00a0\u202f", "--  ")).rstrip("*! ").lstrip("' ").replace(" ", "")
    if not _FIGURE.fullmatch(plain):
        return None
    plain = plain.replace(",", ".")
    return Decimal(plain) if "." in plain else int(plain)


def is_figure(text: str) -> bool:
    """Whether a cell may stand in a column of figures."""
    return text.strip() in _NO_FIGURE or amount(text) is not None


def by_heads(table: Table, path: str, players: Header | None) -> Columns:
    """The columns as their heads have them. Raises Unusable where no column can be a player's."""
    heads = table.heads
    found = [role_of(head.text) for head in heads]
    for place, head in enumerate(heads):
        if found[place][0]:
            continue
        texts = [row.cells[place].text for row in table.rows if place < len(row.cells)]
        mine = players is not None and _seat(head.text, players) is not None
        whole = all(map(is_figure, texts)) and any(amount(text) is not None for text in texts)
        found[place] = ("points" if mine or (whole and players is None) or _figures(texts) else "note", head.text)
    names = [heads[place].text for place, (role, _) in enumerate(found) if role == "points"]
    if not 2 <= len(names) <= 7:
        line = heads[0]
        args = {"count": len(names), "names": names or "-"}
        raise Unusable(path, (Finding("I-players", line.span, args=args, hint="I-players.hint"),))
    header = players or Header({}, *_keys(names, _named(table, [role for role, _ in found])))
    places = tuple(_seat(rest, header) if role in ("points", "fine") else None for role, rest in found)
    return Columns(tuple(role for role, _ in found), places, header, language_of(heads))


def _figures(texts: Sequence[str]) -> bool:
    """Whether most of a column are figures: one slip must not cost a player his column."""
    filled = [text for text in texts if text.strip() not in _NO_FIGURE]
    return 0 < sum(amount(text) is not None for text in filled) * 2 >= len(filled)


def _named(table: Table, roles: Sequence[str]) -> set[str]:
    """What stands for players in the columns of dealers and declarers."""
    found: set[str] = set()
    for row in table.rows:
        for role, cell in zip(roles, row.cells, strict=False):
            if role in ("dealer", "by", "due"):
                found.update(cell.text.split())
            elif role == "contract" and ":" in cell.text:
                found.update(cell.text.rpartition(":")[2].partition("(")[0].split())
    return found


def _keys(names: Sequence[str], used: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players' keys and names: short names are keys themselves, else the order of keys that the sheet uses.

    >>> _keys(["An", "Bob"], {"A", "B"})
    (('A', 'B'), ('An', 'Bob'))
    """
    if all(len(name) <= 2 for name in names) and len(set(names)) == len(names):
        return tuple(names), tuple(names)
    for order in _ORDERS[:2]:
        if used and used & set(order[: len(names)]) and not used - set(order[: len(names)]) - set(names):
            return tuple(order[: len(names)]), tuple(names)
    return tuple(_ORDERS[2][: len(names)]), tuple(names)


def _seat(text: str, header: Header) -> int | None:
    """The place of the player whom a text names, by his key, his name, or the one name that begins so."""
    bare = fold(text)
    for those in (header.seats, header.names):
        matches = [place for place, each in enumerate(those) if fold(each) == bare]
        if matches:
            return matches[0]
    begins = [place for place, name in enumerate(header.names) if bare and fold(name).split()[:1] == [bare]]
    return begins[0] if len(begins) == 1 else None


def seat(text: str, header: Header) -> str | None:
    """The key of the player whom a text names."""
    place = _seat(text.strip(" .,:"), header)
    return None if place is None else header.seats[place]


def seats(text: str, header: Header) -> tuple[str, ...] | None:
    """The keys of the players whom a text names, in its order; `None` where one of the words is nobody's."""
    whole = seat(text, header)
    if whole is not None:
        return (whole,)
    parts = [part for part in re.split(r"\s*[,;+/&]\s*|\s+(?:and|et|en)\s+", text) if part.strip()]
    found: list[str] = []
    for part in parts:
        one = seat(part, header)
        those = [one] if one is not None else [seat(word, header) for word in part.split()]
        for each in those:
            if each is None:
                return None
            found.append(each)
    return tuple(found) if found and len(set(found)) == len(found) else None


def by_order(table: Table, wanted: str, path: str, players: Header | None) -> tuple[Columns, Table]:
    """The columns as the command line names them; heads that are there are passed over. Raises Unusable."""
    roles: list[str] = []
    names: list[str] = []
    of: list[str] = []
    for word in (word.strip() for word in wanted.split(",")):
        role, rest = role_of(word)
        if word == LEAVE:
            role = "leave"
        elif not role:
            role, rest = "points", word
            names.append(word)
        elif (role == "fine" and not rest) or role in ("file", "total"):
            raise Unusable(path, (Finding("I-column", Span(0, 0), args={"word": word, "roles": ROLES}),))
        roles.append(role)
        of.append(rest)
    if not 2 <= len(names) <= 7:
        args = {"count": len(names), "names": names or "-"}
        raise Unusable(path, (Finding("I-players", Span(0, 0), args=args, hint="I-players.hint"),))
    header = players or Header({}, *_keys(names, _named(table, roles)))
    headed = sum(bool(role_of(head.text)[0]) for head in table.heads) > 0 or not any(
        amount(cell.text) is not None for cell in table.heads)
    if not headed:
        from whistcli.importing.cells import Row

        first = table.heads[0]
        table = table._replace(rows=(Row(table.heads, first.row, first.line), *table.rows))
    places = tuple(_seat(rest, header) if role in ("points", "fine") else None
                   for role, rest in zip(roles, of, strict=True))
    lang = language_of(table.heads) if headed else FALLBACK
    return Columns(tuple(roles), places, header, lang), table
