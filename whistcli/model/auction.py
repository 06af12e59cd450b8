"""The auction half of a ruleset: calls, games, the ladder, the switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from whistcli.cards import Card
from whistcli.expr import Expression
from whistcli.model.basis import NO_BASIS, Amount, Basis, Text

Effect = Literal[
    "pass", "wait", "propose", "accept", "raise", "bid", "announce", "answer", "reveal", "hand_over", "drop", "double"
]
"""What a call does to the auction; the engine knows these and no call by name."""

EFFECTS: tuple[Effect, ...] = (
    "pass", "wait", "propose", "accept", "raise", "bid", "announce", "answer", "reveal", "hand_over", "drop", "double",
)


class Condition(NamedTuple):
    """A named condition of a call; `name` is dotted (`solo.spoke_in_round_one`), `says` why it refuses."""

    name: str
    that: Expression
    says: Text
    basis: Basis = NO_BASIS


class Partner(NamedTuple):
    """How the partner of an announced game is found: who holds the first of `cards` that its caller does not.

    `known_by_cards`: the ruleset asks nobody to make himself known, the cards tell.
    """

    cards: tuple[Card, ...]
    known_by_cards: bool
    basis: Basis = NO_BASIS


class Falls(NamedTuple):
    """A card of the trump suit that must fall in a trick (from 1), when `when` holds of the first card."""

    when: Expression
    rank: int
    trick: int
    basis: Basis = NO_BASIS


class ByLead(NamedTuple):
    """Trumps and level of an announced game as its first card fixes them; `require` judges that card."""

    suit: Expression
    level: Expression
    require: tuple[Condition, ...] = ()
    falls: Falls | None = None
    basis: Basis = NO_BASIS


class ByReveal(NamedTuple):
    """Level and leader of an announced game as the words of its partner fix them, trumps being what he names.

    `partner_leads` says whether he leads, where it is not always so; `require` judges the first card.
    """

    level: Expression
    partner_leads: Expression | None = None
    require: tuple[Condition, ...] = ()
    basis: Basis = NO_BASIS


class CallRule(NamedTuple):
    """What a call is and who may make it when.

    `suit` is "named", "optional", "named_or_notrump" or "none"; `levels` the numbers it may name, empty where it
    names none. `game` is the kind of game it bids for, `fixed_level`/`fixed_suit` what the call itself settles.
    `locks` are the only kinds its speaker may still say, `gives` those of who is given the word (who keeps it, unless
    the `word_returns` once he has raised); `any_turn` lets it be said out of turn before all others, `by_both` by
    either of a pair and not only by who speaks for it.
    """

    kind: str
    effect: Effect
    game: str | None = None
    suit: str = "none"
    levels: tuple[int, ...] = ()
    fixed_level: int | None = None
    fixed_suit: str | None = None
    locks: tuple[str, ...] | None = None
    gives: tuple[str, ...] | None = None
    any_turn: bool = False
    require: tuple[Condition, ...] = ()
    ask_arbiter: Expression | None = None
    partner: Partner | None = None
    by_lead: ByLead | None = None
    by_reveal: ByReveal | None = None
    word_returns: bool = False
    by_both: bool = False
    basis: Basis = NO_BASIS


class Game(NamedTuple):
    """A kind of contract.

    `levels` are the tricks it may be called for; `needs` is the number that makes it, `None` for the level itself;
    `exactly` allows no more, and `high` no more than that. `suit` is "named", "named_or_notrump", "notrump", "by_lead",
    "by_partner", "turned" (the card that the dealer turns up) or "later" (named after the auction); `leader`
    "left_of_dealer", "dealer", "declarer", "caller" (who proposed or announced), "partner" (who accepted, or was found)
    or "left_of_declarer"; `equal` what a second one on the same rung
    does: "suit", "joins", "first_stands" or "loses"; `may_equal` lets an equal one be called though it does not beat
    the first, and `most` players play it at once. `tricks` are played in all, after each player has put out
    `discards`; with `each_alone` every declarer makes or loses it for himself; `shown_after` is the trick after which a
    declarer lays down his hand (`None`: he does not). With `partner_told` the auction does not show who plays with the
    declarer: the deal's `contract:` line says it.
    """

    kind: str
    levels: tuple[int, ...]
    suit: str
    needs: int | None
    exactly: bool
    equal: str
    may_equal: bool
    each_alone: bool
    tricks: int
    leader: str
    counts_as_solo: bool
    discards: int
    shown_after: int | None
    basis: Basis = NO_BASIS
    most: int | None = None
    high: int | None = None
    partner_told: bool = False

    def range(self, level: int) -> tuple[int, int]:
        """The least and the most tricks that make it at `level`."""
        low = level if self.needs is None else self.needs
        return (low, low if self.exactly else self.tricks if self.high is None else self.high)


class Rung(NamedTuple):
    """One step of the ladder: a kind, and its level, "notrump" or "suit" where these set steps apart."""

    kind: str
    key: int | str | None

    def __str__(self) -> str:
        return self.kind if self.key is None else f"{self.kind} {'SUIT' if self.key == 'suit' else self.key}"


class LadderReason(NamedTuple):
    """Two rungs whose order a clause decides; a call too low by it cites that clause."""

    above: Rung
    below: Rung
    basis: Basis


class NobodyPlays(NamedTuple):
    """What follows where nobody plays: who deals again, what the next deal counts, what the queens cost.

    `next_times` is by what the next played deal is multiplied (`None`: it is not); `again` what a second such deal in a
    row does: "stays" (no more than once), "multiplies" or "adds". `queens` are the points of each player by the queens
    that he took or held.
    """

    dealer: Literal["same", "next"] = "same"
    next_times: Amount | None = None
    again: Literal["stays", "multiplies", "adds"] = "stays"
    queens: Expression | None = None

    def multiplied(self, before: Amount) -> Amount:
        """What the next deal counts, where this one would have counted `before` times.

        >>> NobodyPlays(next_times=2).multiplied(2), NobodyPlays(next_times=2, again="adds").multiplied(2)
        (2, 3)
        """
        times = self.next_times
        if times is None:
            return before
        if before == 1 or self.again == "stays":
            return times
        return before * times if self.again == "multiplies" else before + times - 1


class Auction(NamedTuple):
    """The switches of the auction, with what each rests on.

    `returning` says who may speak again after a pass ("nobody", "opener", "anyone"), `returns` what he may then say
    (empty: anything); `order` who speaks after the first round ("clockwise" or "weakest_first"); `ends_when` what ends
    the auction besides that nobody is left to speak; `beaten_pair` who is asked of a pair that does not stand highest
    ("voice": who speaks for it, "both"); with `skips_passing` nobody is asked who could only pass. `overtaken_pair`
    says whether a pair answers a higher game "in_turn" or "at_once", `freed_acceptor` what becomes of him whose
    proposer, having been handed the word, gives up.
    """

    first_round_outranked: Literal["illegal", "loses"]
    later_outranked: Literal["illegal", "loses"]
    freed_proposer: Literal["asked", "out"]
    nobody_plays: NobodyPlays
    after_refusal: Literal["higher_or_pass", "anything"]
    unasked: Literal["void", "ignored"]
    has_arbiter: bool
    bases: Mapping[str, Basis] = {}
    returning: Literal["nobody", "opener", "anyone"] = "nobody"
    returns: tuple[str, ...] = ()
    order: Literal["clockwise", "weakest_first"] = "clockwise"
    ends_when: Expression | None = None
    beaten_pair: Literal["voice", "both"] = "voice"
    skips_passing: bool = False
    overtaken_pair: Literal["in_turn", "at_once"] = "in_turn"
    freed_acceptor: Literal["out", "asked"] = "out"

    @property
    def redeal_by(self) -> str:
        """Who deals again where nobody plays: "same" or "next"."""
        return self.nobody_plays.dealer

    def cite(self, name: str) -> tuple[str, ...]:
        """The clauses behind one switch ("passed", "outranked", "order", ...)."""
        basis = self.bases.get(name)
        return basis.cite if basis else ()
