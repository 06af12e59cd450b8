"""The types of the expression language, and what an expression may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from whistcli.expr.tree import Typed


class Type(NamedTuple):
    """The type of a value: a base type, a list of a type, and whether it may be none.

    >>> str(optional(list_of(CALL)))
    'list of call or none'
    """

    name: str
    item: Type | None = None
    optional: bool = False

    def __str__(self) -> str:
        base = f"list of {self.item}" if self.item is not None else self.name
        return f"{base} or none" if self.optional else base

    def say(self, lang: str) -> str:
        """The type in words a reader knows."""
        from whistcli.say import sentence  # only faults are told in words

        if self.item is not None:
            words = sentence("X-of.list", {"item": self.item}, lang)
        else:
            words = self.name if self == ERROR else sentence(f"X-of.{self.name}", {}, lang)
        return sentence("X-of.optional", {"type": words}, lang) if self.optional else words

    @property
    def base(self) -> Type:
        """The same type without none."""
        return Type(self.name, self.item) if self.optional else self


BOOL = Type("bool")
INT = Type("int")
DECIMAL = Type("decimal")
SUIT = Type("suit")
RANK = Type("rank")
CARD = Type("card")
KIND = Type("kind")
RUNG = Type("rung")
SEAT = Type("seat")
SIDE = Type("side")
CALL = Type("call")

ERROR = Type("?")
"""The type of what was already found faulty: it fits everywhere, so that one cause gives one finding."""

NUMBERS = frozenset({INT, DECIMAL})
ORDERED = frozenset({INT, DECIMAL, SUIT, RANK, RUNG})
"""The types that `<` and `>` compare."""


def list_of(item: Type) -> Type:
    """The type of a list whose items are `item`.

    >>> str(list_of(CARD))
    'list of card'
    """
    return Type("list", item)


def optional(base: Type) -> Type:
    """The type of a value that is `base` or none."""
    return Type(base.name, base.item, True)


def common(types: Sequence[Type]) -> Type | None:
    """The one type that values of all `types` can be given: equal ones, int beside decimal, one of them none.

    None where there is no such type.

    >>> str(common([INT, optional(DECIMAL)])), common([INT, SUIT])
    ('decimal or none', None)
    """
    bases = {type_.base for type_ in types}
    if not bases:
        return ERROR
    base = bases.pop() if len(bases) == 1 else DECIMAL if bases <= NUMBERS else None
    if base is None:
        return None
    return optional(base) if any(type_.optional for type_ in types) else base


class Fact(NamedTuple):
    """Something the engine knows and an expression may read: `round`, or with `params` a question `takers(suit)`.

    `unknown`: the value may not be known (cards that nobody logged). At run time that is None, or, where the type
    itself may be none, `UNKNOWN`. `sense` tells apart facts of one name in different places.
    """

    name: str
    type: Type
    params: tuple[Type, ...] = ()
    unknown: bool = False
    sense: str = ""

    @property
    def key(self) -> str:
        """The key of the sentence that says what it is."""
        return f"F-{self.name}.{self.sense}" if self.sense else f"F-{self.name}"


class Define(NamedTuple):
    """A named sub-expression, typed once; where its name stands, the tree stands.

    `reads` are the facts it reads, its own defines' included.
    """

    tree: Typed
    reads: frozenset[str]

    @property
    def type(self) -> Type:
        """The type of its value."""
        return self.tree.type


class Env(NamedTuple):
    """All names that an expression may use.

    `fields` maps a type's name to its parts; `suits` are the ruleset's, highest first (empty where it does not rank
    them; "notrump" is always lowest); `rungs` maps (kind, level or a word or None) to the place on the ladder;
    `pending` holds the names of defines that stand further down, so that a use too early is named as such; `barred`
    those that mean nothing here, each with the name that they read and that is not known; `failed` those with a fault
    that was told, of whose use nothing is said.
    """

    facts: Mapping[str, Fact]
    fields: Mapping[str, Mapping[str, Type]] = {}
    kinds: frozenset[str] = frozenset()
    suits: tuple[str, ...] = ()
    rungs: Mapping[tuple[str, int | str | None], int] = {}
    defines: Mapping[str, Define] = {}
    pending: frozenset[str] = frozenset()
    barred: Mapping[str, str] = {}
    failed: frozenset[str] = frozenset()


def suit_order(suits: tuple[str, ...]) -> dict[str, int]:
    """The suits as numbers, the lowest first; "notrump" is below all of them, unless it is named first.

    >>> suit_order(("hearts", "spades")), suit_order(("notrump", "hearts", "spades"))["notrump"]
    ({'hearts': 2, 'spades': 1, 'notrump': 0}, 3)
    """
    ranked = [suit for suit in suits if suit != "notrump"]
    none = len(ranked) + 1 if suits[:1] == ("notrump",) else 0
    return {suit: len(ranked) - place for place, suit in enumerate(ranked)} | {"notrump": none}
