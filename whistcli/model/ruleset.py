"""All that one club's rules say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from whistcli.cards import NOTRUMP
from whistcli.expr import Value
from whistcli.model.auction import Auction, CallRule, Condition, Game, LadderReason, Rung
from whistcli.model.basis import Basis, Clause, Text
from whistcli.model.scores import FineRule, FreeDeal, Money, Parameter, Penalty, Pot, Revoke, Score, Session, Sharing
from whistcli.vocabulary import Vocabulary

if TYPE_CHECKING:
    from whistcli.model_knockout import KnockoutRules


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
    sharing: Sharing = Sharing()
    times: Value | None = None
    """By what the points of a deal are multiplied, instead of what earlier deals hand on to it alone."""
    ties: Mapping[int, int] = {}
    """Places of the ladder that are on one rung with the place before: place -> the first place of that rung."""
    pot: Pot | None = None
    money: Money | None = None
    penalties: tuple[Penalty, ...] = ()
    sits_out: Mapping[int, tuple[int, ...]] = {}
    """Who sits out where more are at the table: the number at it -> places counted clockwise from the dealer (0)."""
    notrump_high: bool = False
    """Whether no trumps rank above all suits, instead of below."""
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
        """The place of a game on the ladder, lowest 0, or `None` where it has none; one for each rung."""
        for place, rung in enumerate(self.ladder):
            if rung.kind == kind and (
                rung.key is None or rung.key == level or rung.key == ("notrump" if suit == "notrump" else "suit")
            ):
                return self.ties.get(place, place)
        return None

    def suit_rank(self, suit: str | None) -> int:
        """How high a suit ranks here: the lowest suit 1; notrump and none 0, unless the rules rank notrump highest."""
        if suit == NOTRUMP and self.notrump_high:
            return len(self.suits) + 1
        return len(self.suits) - self.suits.index(suit) if suit in self.suits else 0
