"""The facts that a ruleset's expressions may read: one short, typed, documented list for each place.

The engine answers them (`auction.facts`, `settle`); the loader checks expressions against them, and
`whistcli rules facts` prints them. A fact marked unknown may answer "not known" when cards are not logged, or when
a club has not set a value.
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
    Fact("round", INT, "The speaker's own turn number; a refused call does not count."),
    Fact("seat", SEAT, "The speaker."),
    Fact("kind", KIND, "The kind of the call that is judged."),
    Fact("calls", list_of(CALL), "All legal calls of the deal so far, first to last."),
    Fact("mine", list_of(CALL), "The speaker's own legal calls so far."),
    Fact("own", optional(SIDE), "The speaker's game, or none."),
    Fact("sides", list_of(SIDE), "The games still standing, outranked ones included."),
    Fact("best", optional(SIDE), "The game that stands highest, or none."),
    Fact("proposals", list_of(CALL), "The proposals that are still open."),
    Fact("acceptable", BOOL, "Whether the speaker has an open proposal that somebody could still accept."),
    Fact("first_to_speak", BOOL, "Whether the speaker opened, or opens, the auction."),
    Fact("opener", SEAT, "Who opened, or opens, the auction: the dealer's left-hand neighbour."),
    Fact("can_accept", BOOL, "Whether the speaker could accept an open proposal now; no cards are looked at."),
    Fact("handed_over", BOOL, "Whether the speaker was handed the word by his acceptor."),
    Fact("waited", BOOL, "Whether the speaker has waited."),
    Fact("freed", BOOL, "Whether the speaker's acceptor has given up or left the pair."),
    Fact("nothing_said", BOOL, "Whether nobody has called anything in this deal, refused calls included."),
    Fact("announced", BOOL, "Whether a game was announced before the bidding (a trull)."),
    Fact("announced_stands", BOOL, "Whether that announced game still stands highest."),
    Fact("is_partner", BOOL, "Whether the cards make the speaker the partner of the announced game.", unknown=True),
    Fact("last_to_answer", BOOL, "Whether the speaker is the last whose first turn it is."),
    Fact("passed", list_of(SEAT), "Who has passed, given up or agreed."),
    Fact("first_circle", BOOL, "Whether somebody has not yet had his first turn."),
    Fact("doubles", INT, "How often the game that stands highest was doubled since it was called."),
    Fact("turned", SUIT, "The suit that the dealer turned up (the deal's `trump:` line).", unknown=True),
    Fact("lost_solos", INT, "How many games that count as solo games the speaker has lost in this round of play."),
    Fact("refused", list_of(RUNG), "What the arbiter refused the speaker in this deal."),
    Fact("hand", _HAND, "The speaker's cards.", unknown=True),
    Fact("count_rank", INT, "How many cards of a rank a hand holds.", (_HAND, RANK), unknown=True),
    Fact("count_suit", INT, "How many cards of a suit a hand holds.", (_HAND, SUIT), unknown=True),
    Fact("holds", BOOL, "Whether a seat holds a card, named by rank and suit.", (SEAT, RANK, SUIT), unknown=True),
)
"""What a condition of a call may read."""

WITH_SUIT: tuple[Fact, ...] = (
    Fact("suit", SUIT, "The suit of the call."),
    Fact("takers", list_of(SEAT), "The seats that could still accept this suit at their next turn."),
    Fact("acceptable_at", optional(INT), "The lowest number at which an acceptance of it beats what stands."),
)
"""Further facts of a call that names a suit."""

WITH_LEVEL: tuple[Fact, ...] = (
    Fact("level", INT, "The number of the call."),
    Fact("lowest", optional(INT), "The lowest number at which this call beats what stands, or none."),
)
"""Further facts of a call that names a number."""

_BETWEEN = frozenset({"calls", "sides", "best", "proposals", "announced", "announced_stands", "nothing_said", "passed",
                      "first_circle", "doubles"})
BETWEEN: tuple[Fact, ...] = tuple(fact for fact in AUCTION if fact.name in _BETWEEN)
"""What may be read between two calls, when nobody is speaking: whether the auction ends."""

REVEAL: tuple[Fact, ...] = (
    Fact("suit", SUIT, "The suit that the partner names."),
    Fact("caller", SEAT, "Who announced the game."),
    Fact("partner", SEAT, "The partner in the announced game."),
    Fact("holds", BOOL, "Whether a seat holds a card, named by rank and suit.", (SEAT, RANK, SUIT), unknown=True),
)
"""What the rule on the partner's words in an announced game may read."""

LEAD: tuple[Fact, ...] = (
    Fact("lead", CARD, "The first card played."),
    Fact("partner", SEAT, "The partner in the announced game."),
    Fact("holds", BOOL, "Whether a seat holds a card, named by rank and suit.", (SEAT, RANK, SUIT), unknown=True),
)
"""What the rule on the first card of an announced game may read."""

RESULT: tuple[Fact, ...] = (
    Fact("made", BOOL, "Whether the game was made (by this declarer, where each plays for himself)."),
    Fact("tricks", INT, "The tricks taken by the declaring side (or by this declarer)."),
    Fact("over", INT, "Tricks above what the game needs; 0 when lost."),
    Fact("under", INT, "Tricks missing; 0 when made. In a game with a fixed number, how far off."),
    Fact("level", INT, "The level of the contract: 0 a misere, 12 and 13 the slams."),
    Fact("suit", SUIT, "Trumps, or notrump."),
    Fact("kind", KIND, "The game."),
    Fact("direct", BOOL, "Whether it was the declarer's first game of the deal, in no pair and no lower solo before."),
    Fact("declarer_count", INT, "How many players must make the game."),
    Fact("made_count", INT, "How many of them made it."),
    Fact("opponent_count", INT, "How many players are against them."),
    Fact("doubles", INT, "How often the game was doubled in the auction."),
    Fact("multiplier", DECIMAL, "By how much the deal's points are multiplied afterwards."),
    Fact("pot", DECIMAL, "What the pot holds before the deal; 0 where the rules have none."),
)
"""What the scores and fines may read, besides the ruleset's own parameters."""


OFFENCE: tuple[Fact, ...] = (
    Fact("kind", KIND, "The game that is played."),
    Fact("level", INT, "Its level."),
    Fact("declares", BOOL, "Whether the offender is one of its declarers."),
)
"""What the price of an offence may read, besides the ruleset's own parameters."""

QUEENS: tuple[Fact, ...] = (
    Fact("queens", INT, "The queens of this player."),
    Fact("holders", INT, "How many players have a queen."),
    Fact("players", INT, "How many players the deal has."),
)
"""What the points of the queens may read, where nobody plays, besides the ruleset's own parameters."""


def by_name(*groups: tuple[Fact, ...]) -> dict[str, Fact]:
    """The facts of several groups by name."""
    return {fact.name: fact for group in groups for fact in group}
