"""A ruleset, as the engine reads it: frozen data and compiled expressions, no rule in Python.

Everything here is made by the ruleset loader and never changed. Kinds of calls and games are plain names that the
ruleset defines; `Basis` says what each rule rests on (a clause, a reading, an assumption).
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, NamedTuple

from whistcli.cards import Card
from whistcli.expr import Expression
from whistcli.vocabulary import Vocabulary

if TYPE_CHECKING:
    from whistcli.model_knockout import KnockoutRules

Effect = Literal[
    "pass", "wait", "propose", "accept", "raise", "bid", "announce", "answer", "reveal", "hand_over", "drop"
]
"""What a call does to the auction; the engine knows these and no call by name."""

EFFECTS: tuple[Effect, ...] = (
    "pass", "wait", "propose", "accept", "raise", "bid", "announce", "answer", "reveal", "hand_over", "drop",
)

Amount = int | Decimal
Text = Mapping[str, str]
"""A text by language: {"en": ..., "fr": ...}."""


def in_language(text: Text, lang: str, default: str = "") -> str:
    """The text in `lang`, else in English, else in whatever there is.

    >>> in_language({"fr": "seul", "en": "solo"}, "nl")
    'solo'
    """
    return text.get(lang) or text.get("en") or next(iter(text.values()), default)


class Basis(NamedTuple):
    """What a rule rests on: the clauses it cites, a marked reading of what they leave open, or an assumption."""

    cite: tuple[str, ...] = ()
    reading: Text = {}
    assumed: Text = {}


NO_BASIS = Basis()


class Clause(NamedTuple):
    """One clause of the club's text in our words; `where` says where it stands there."""

    id: str
    kind: str
    where: str
    says: Text
    needs: tuple[str, ...] = ()


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


class CallRule(NamedTuple):
    """What a call is and who may make it when.

    `suit` is "named", "optional", "named_or_notrump" or "none"; `levels` the numbers it may name, empty where it
    names none. `game` is the kind of game it bids for, `fixed_level`/`fixed_suit` what the call itself settles.
    `locks` are the only kinds its speaker may still say, `gives` those of who is given the word; `any_turn` lets it
    be said out of turn before all others.
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
    basis: Basis = NO_BASIS


class Game(NamedTuple):
    """A kind of contract.

    `levels` are the tricks it may be called for; `needs` is the number that makes it, `None` for the level itself;
    `exactly` allows no more. `suit` is "named", "named_or_notrump", "notrump", "by_lead" or "by_partner"; `leader`
    "left_of_dealer", "declarer" or "partner"; `equal` what a second one on the same rung does: "suit", "joins",
    "first_stands" or "loses"; `may_equal` lets an equal one be called though it does not beat the first. `tricks`
    are played in all, after each player has put out `discards`; with `each_alone` every declarer makes or loses it
    for himself; `shown_after` is the trick after which a declarer lays down his hand (`None`: he does not).
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

    def range(self, level: int) -> tuple[int, int]:
        """The least and the most tricks that make it at `level`."""
        low = level if self.needs is None else self.needs
        return (low, low if self.exactly else self.tricks)


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


class Auction(NamedTuple):
    """The switches of the auction, with what each rests on."""

    first_round_outranked: Literal["illegal", "loses"]
    later_outranked: Literal["illegal", "loses"]
    freed_proposer: Literal["asked", "out"]
    redeal_by: Literal["same", "next"]
    after_refusal: Literal["higher_or_pass", "anything"]
    unasked: Literal["void", "ignored"]
    has_arbiter: bool
    bases: Mapping[str, Basis] = {}

    def cite(self, name: str) -> tuple[str, ...]:
        """The clauses behind one switch ("passed", "outranked", "order", ...)."""
        basis = self.bases.get(name)
        return basis.cite if basis else ()


class Score(NamedTuple):
    """The points of one game; an expression is `None` where the ruleset is silent, and `because` says why.

    `joint` is "together" (one value each, seeing how many made it) or "independent" (each declarer settles alone
    against all others, results added). `silent_when` says for which results the ruleset gives no value.
    """

    kind: str
    declarer: Expression | None
    opponent: Expression | None
    joint: str = "together"
    silent_when: Expression | None = None
    because: Text = {}
    basis: Basis = NO_BASIS


class Parameter(NamedTuple):
    """A value that a club sets; `value` is `None` while it is silent, and `because` says why."""

    name: str
    value: Amount | None
    because: Text = {}
    basis: Basis = NO_BASIS


class FineRule(NamedTuple):
    """A fine that the deal itself brings to a declarer; an unknown amount is due without a number."""

    name: str
    when: Expression
    amount: Expression
    basis: Basis = NO_BASIS


class Revoke(NamedTuple):
    """What a revoke costs; with `replaces_deal` its figures stand instead of the deal's own score."""

    offender: Amount
    others: Amount
    balance: Amount
    replaces_deal: bool
    basis: Basis = NO_BASIS


class FreeDeal(NamedTuple):
    """Whether a deal marked free brings points and fines."""

    points: bool = False
    fines: bool = False
    basis: Basis = NO_BASIS


class Session(NamedTuple):
    """What the rules say of a whole evening; `None` where they say nothing, and then nothing is checked.

    `deals` and `rounds` are the most that are played, each with what it rests on; `misdeal_by` is who deals again
    after a misdeal ("same" or "next").
    """

    seats_ascending: Basis | None = None
    dealer_passes: Basis | None = None
    misdeal_by: str = "same"
    wrong_dealer: Basis | None = None
    deals: tuple[int, Basis] | None = None
    rounds: tuple[int, Basis] | None = None
    bell: Basis | None = None
    free_first: Basis | None = None
    redeal_consent: Basis | None = None
    fines_double: Basis | None = None


class Ruleset(NamedTuple):
    """All that one club's rules say."""

    id: str
    edition: str
    game: str
    title: Text
    players: int
    cards: int
    suits: tuple[str, ...]
    ladder: tuple[Rung, ...]
    ladder_because: tuple[LadderReason, ...]
    games: Mapping[str, Game]
    calls: Mapping[str, CallRule]
    every_call: tuple[Condition, ...]
    auction: Auction
    parameters: Mapping[str, Parameter]
    scores: Mapping[str, Score]
    zero_sum: bool
    fines: tuple[FineRule, ...]
    revoke: Revoke | None
    free_deal: FreeDeal
    play: Mapping[str, Basis]
    """What the rules of play rest on: `trick`, `follow_suit`, `winner_leads`, `discards`, `shown`."""
    session: Session
    clauses: Mapping[str, Clause]
    unchecked: Mapping[str, Text]
    vocabulary: Vocabulary
    bases: Mapping[str, Basis] = {}
    """Every basis in the ruleset by its dotted place: what is cited, read and assumed, for `rules show`."""
    source: tuple[str, ...] = ()
    """Where the club's text is found: addresses, or a sentence."""
    changed_cases: Mapping[str, Text] = {}
    """Cases of the rulesets that this one extends whose results no longer hold here, each with the reason."""
    knockout: KnockoutRules | None = None
    """The rules of a knock-out game, which has no auction, no contracts and no points."""

    def cite(self, place: str) -> tuple[str, ...]:
        """The clauses behind the rule at one dotted place."""
        basis = self.bases.get(place)
        return basis.cite if basis is not None else ()

    def rung(self, kind: str, level: int | None, suit: str | None) -> int | None:
        """The place of a game on the ladder, lowest 0, or `None` where it has none."""
        for place, rung in enumerate(self.ladder):
            if rung.kind == kind and (
                rung.key is None or rung.key == level or rung.key == ("notrump" if suit == "notrump" else "suit")
            ):
                return place
        return None

    def suit_rank(self, suit: str | None) -> int:
        """How high a suit ranks here: notrump and none 0, then the lowest suit 1."""
        return len(self.suits) - self.suits.index(suit) if suit in self.suits else 0
