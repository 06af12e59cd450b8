"""The facts that a ruleset's expressions may read: one short, typed list for each place.

What each is stands in the catalogue `messages/F.json`, in every language. The engine answers them (`auction.facts`,
`settle`); the loader checks expressions against them, and `whistcli rules facts` prints them. A fact marked unknown
may answer "not known" when cards are not logged, or when a club has not set a value.
"""

from __future__ import annotations

from collections.abc import Mapping

from whistcli.expr import (
    BOOL,
    CALL,
    CARD,
    DECIMAL,
    INT,
    KIND,
    RANK,
    RUNG,
    SEAT,
    SIDE,
    SUIT,
    Fact,
    Type,
    list_of,
    optional,
)

FIELDS: Mapping[str, Mapping[str, Type]] = {
    "call": {
        "seat": SEAT,
        "kind": KIND,
        "suit": SUIT,
        "level": INT,
        "round": INT,
    },
    "side": {
        "kind": KIND,
        "level": INT,
        "suit": SUIT,
        "rung": RUNG,
        "seats": list_of(SEAT),
        "voice": SEAT,
    },
    "card": {"suit": SUIT, "rank": RANK},
}
"""The fields of a call, a side and a card; the suit is notrump and the level 0 where none is named."""

_HAND = list_of(CARD)

AUCTION: tuple[Fact, ...] = (
    Fact("round", INT),
    Fact("seat", SEAT),
    Fact("kind", KIND),
    Fact("calls", list_of(CALL)),
    Fact("mine", list_of(CALL)),
    Fact("own", optional(SIDE)),
    Fact("sides", list_of(SIDE)),
    Fact("best", optional(SIDE)),
    Fact("proposals", list_of(CALL)),
    Fact("acceptable", BOOL),
    Fact("first_to_speak", BOOL),
    Fact("opener", SEAT),
    Fact("can_accept", BOOL),
    Fact("handed_over", BOOL),
    Fact("waited", BOOL),
    Fact("freed", BOOL),
    Fact("nothing_said", BOOL),
    Fact("announced", BOOL),
    Fact("announced_stands", BOOL),
    Fact("is_partner", BOOL, unknown=True),
    Fact("last_to_answer", BOOL),
    Fact("passed", list_of(SEAT)),
    Fact("first_circle", BOOL),
    Fact("doubles", INT),
    Fact("turned", SUIT, unknown=True),
    Fact("lost_solos", INT),
    Fact("refused", list_of(RUNG)),
    Fact("hand", _HAND, unknown=True),
    Fact("count_rank", INT, (_HAND, RANK), unknown=True),
    Fact("count_suit", INT, (_HAND, SUIT), unknown=True),
    Fact("holds", BOOL, (SEAT, RANK, SUIT), unknown=True),
)
"""What a condition of a call may read."""

WITH_SUIT: tuple[Fact, ...] = (
    Fact("suit", SUIT),
    Fact("takers", list_of(SEAT)),
    Fact("acceptable_at", optional(INT)),
)
"""Further facts of a call that names a suit."""

WITH_LEVEL: tuple[Fact, ...] = (
    Fact("level", INT),
    Fact("lowest", optional(INT)),
)
"""Further facts of a call that names a number."""

_BETWEEN = frozenset({"calls", "sides", "best", "proposals", "announced", "announced_stands", "nothing_said", "passed",
                      "first_circle", "doubles"})
BETWEEN: tuple[Fact, ...] = tuple(fact for fact in AUCTION if fact.name in _BETWEEN)
"""What may be read between two calls, when nobody is speaking: whether the auction ends."""

REVEAL: tuple[Fact, ...] = (
    Fact("suit", SUIT, sense="reveal"),
    Fact("caller", SEAT),
    Fact("partner", SEAT),
    Fact("holds", BOOL, (SEAT, RANK, SUIT), unknown=True),
)
"""What the rule on the partner's words in an announced game may read."""

LEAD: tuple[Fact, ...] = (
    Fact("lead", CARD),
    Fact("partner", SEAT),
    Fact("holds", BOOL, (SEAT, RANK, SUIT), unknown=True),
)
"""What the rule on the first card of an announced game may read."""

RESULT: tuple[Fact, ...] = (
    Fact("made", BOOL),
    Fact("tricks", INT),
    Fact("over", INT),
    Fact("under", INT),
    Fact("level", INT, sense="contract"),
    Fact("suit", SUIT, sense="trumps"),
    Fact("kind", KIND, sense="game"),
    Fact("direct", BOOL),
    Fact("declarer_count", INT),
    Fact("made_count", INT),
    Fact("opponent_count", INT),
    Fact("doubles", INT, sense="game"),
    Fact("multiplier", DECIMAL),
    Fact("pot", DECIMAL),
)
"""What the scores and fines may read, besides the ruleset's own parameters."""


OFFENCE: tuple[Fact, ...] = (
    Fact("kind", KIND, sense="played"),
    Fact("level", INT, sense="played"),
    Fact("declares", BOOL),
    Fact("others_count", INT),
)
"""What the price of an offence may read, besides the ruleset's own parameters."""

QUEENS: tuple[Fact, ...] = (
    Fact("queens", INT),
    Fact("holders", INT),
    Fact("players", INT),
)
"""What the points of the queens may read, where nobody plays, besides the ruleset's own parameters."""


def by_name(*groups: tuple[Fact, ...]) -> dict[str, Fact]:
    """The facts of several groups by name."""
    return {fact.name: fact for group in groups for fact in group}
