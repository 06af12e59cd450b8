"""What a new ruleset is to be: its parent, its names, the values and points that differ."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from whistcli.diag import Finding, Span, Unusable
from whistcli.grid import Cell, cells
from whistcli.model import Amount, Ruleset
from whistcli.ruleset import shipped
from whistcli.ruleset.shape import Log, amount, near
from whistcli.yamlnodes import Scalar

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class Worth(NamedTuple):
    """What a game is worth that counts the same whatever its tricks: to each declarer and to each opponent."""

    made: Amount
    lost: Amount
    opponent_made: Amount
    opponent_lost: Amount

    def say(self, lang: str) -> str:
        """The four figures as `--game` takes them."""
        return ",".join(map(str, self))


class Plan(NamedTuple):
    """All that is asked for; `extends` is the parent's id, `settings` are the parameters that differ."""

    folder: str
    extends: str
    id: str
    title: str
    lang: str
    settings: tuple[tuple[str, str], ...] = ()
    worths: Mapping[str, Worth] = {}


def fault(key: str, written: str, hint: str | None = None, **args: object) -> Unusable:
    """What cannot be made, and why."""
    return Unusable(written, (Finding(key.partition(".")[0], Span(0, 0), key=key, args=args, hint=hint),))


def usual_id(folder: str) -> str:
    """An id out of a folder's name.

    >>> usual_id("clubs/Café de l'Été 2")
    'cafe-de-l-ete-2'
    """
    base = unicodedata.normalize("NFKD", os.path.basename(os.path.abspath(folder))).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", base.lower())) or "house"


def check_folder(folder: str) -> None:
    """Raises Unusable where something is there already, or where no folder can be."""
    if os.path.lexists(folder) and not (os.path.isdir(folder) and not os.listdir(folder)):
        raise fault("N-there", folder)


def check_id(name: str) -> None:
    """Raises Unusable for an id that no file could name, or that a shipped ruleset has."""
    if not NAME.fullmatch(name):
        raise fault("N-id", f"--id {name}", name=name)
    if name in shipped():
        raise fault("N-id.taken", f"--id {name}", name=name)


def check_parent(name: str) -> None:
    """Raises Unusable for a ruleset that does not ship: one cannot extend what stands outside its folder."""
    if name not in shipped():
        guess = near(name, shipped())
        raise fault("N-parent", f"--from {name}", "N-near" if guess else None, name=name, near=guess, known=shipped())


def worths(rules: Ruleset) -> dict[str, Worth]:
    """The games whose points a few figures say: the same at every level and number of tricks."""
    found: dict[str, Worth] = {}
    by_game: dict[str, list[Cell]] = {}
    for cell in cells(rules) if rules.scores else ():
        by_game.setdefault(cell.game, []).append(cell)
    for kind, listed in by_game.items():
        made, lost = (set(_roles(listed, done)) for done in (True, False))
        if len(made) == len(lost) == 1 and len({cell.declarers for cell in listed}) == 1:
            (one,), (other,) = made, lost
            if one is not None and other is not None:
                found[kind] = Worth(one[0], other[0], one[1], other[1])
    return found


def _roles(listed: Iterable[Cell], made: bool) -> Iterator[tuple[Amount, Amount] | None]:
    """The points of each declarer and opponent in all results of one sort; `None` where they are not so plain."""
    for cell in listed:
        if any(cell.made) is made:
            plain = cell.tricks is not None and len(cell.declarer) == len(cell.opponent) == 1
            yield (cell.declarer[0], cell.opponent[0]) if plain else None


def read_worth(text: str, old: Worth, written: str) -> Worth:
    """The figures that `MADE,LOST` or `MADE,LOST,OPPONENT_MADE,OPPONENT_LOST` give. Raises Unusable."""
    parts = [part.strip() for part in text.split(",")]
    values = [value for part in parts if (value := amount(Scalar(Span(0, 0), part), Log())) is not None]
    if len(values) != len(parts) or len(values) not in (2, 4):
        raise fault("N-game.figures", written, text=text)
    return Worth(values[0], values[1], *(values[2:] or old[2:]))


def read_game(setting: str, known: Mapping[str, Worth], rules: Ruleset) -> tuple[str, Worth]:
    """What `--game NAME=FIGURES` says. Raises Unusable for another game, other figures, or a sum that is not zero."""
    name, _, text = setting.partition("=")
    written = f"--game {setting}"
    if name not in known:
        guess = near(name, list(known))
        hint = "N-near" if guess else "N-game.list"
        raise fault("N-game", written, hint, name=name, near=guess, known=tuple(known) or "-")
    worth = read_worth(text, known[name], written)
    check_sum(name, worth, rules, written)
    return name, worth


def check_sum(name: str, worth: Worth, rules: Ruleset, written: str) -> None:
    """Raises Unusable where the points of a deal must sum to zero and these do not."""
    if not rules.zero_sum:
        return
    count = next(cell.declarers for cell in cells(rules, [name]))
    for declarer, opponent in ((worth.made, worth.opponent_made), (worth.lost, worth.opponent_lost)):
        total = count * declarer + (rules.players - count) * opponent
        if total:
            raise fault("N-game.sum", written, name=name, total=total, declarers=count, opponents=rules.players - count)
