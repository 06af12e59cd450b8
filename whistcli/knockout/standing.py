"""Where a knock-out game stands before a round, and where it stands after it: pure, in seat numbers.

Nothing here knows a file or a language. A standing is `sure` while what came before tells it; after a round whose
tricks cannot be known, those who may still be in count as in, and the next round is taken as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from whistcli.cards import clockwise
from whistcli.model_knockout import KnockoutRules

Seats = tuple[int, ...]


class Choice(NamedTuple):
    """Who chooses trumps, and why.

    `how` is "nobody" (the first round), "most", "nearest", "cut", or the reason for which `seat` is `None`: "uncut" (a
    tie whose cut is not logged), "dealer" (a tie, and the dealer who decides it is not known), "unknown". `among` are
    those who come into question; empty where everybody may.
    """

    how: str
    seat: int | None = None
    among: Seats = ()


class Outcome(NamedTuple):
    """What a round brought: who took no trick (or lost as a dog) and is out, who stays as a dog, who comes back.

    `out` are those who leave the game, `disqualified` those of them who leave it for a revoke; `dogs` those who play
    the next round with a single card, `back` the dogs who won their trick.
    """

    out: Seats = ()
    disqualified: Seats = ()
    dogs: Seats = ()
    back: Seats = ()


class Standing(NamedTuple):
    """A game before the round `number` of `size` cards.

    `full` and `dogs` are who plays it, with a whole hand and with one card; `lives` counts the dog's lives that each
    seat has had; `casualty` is whether anybody has ever taken no trick (`None`: not known); `fallen` who went out, by
    the round as written, in order; `dealers` who may deal (`None`: not checked). `over` says that no round follows.
    """

    number: int
    size: int
    full: frozenset[int]
    dogs: frozenset[int]
    lives: Seats
    choice: Choice
    casualty: bool | None = False
    sure: bool = True
    fallen: tuple[tuple[str, Seats], ...] = ()
    dealers: frozenset[int] | None = None
    over: bool = False
    winner: int | None = None
    last: str | None = None
    """The last round's number, as written."""

    @property
    def playing(self) -> frozenset[int]:
        """Who holds cards."""
        return self.full | self.dogs

    def fell(self, seat: int) -> str | None:
        """The round in which a seat went out, as written; `None` where it did not."""
        return next((label for label, seats in self.fallen if seat in seats), None)

    def out(self) -> Seats:
        """Who is out, in seat order."""
        return tuple(sorted(seat for _, seats in self.fallen for seat in seats))


class Facts(NamedTuple):
    """What was written of a round, as far as the next standing follows from it.

    `tricks` by seat of all who played (`None`: not known), `size` the cards that were played, `dogs` who played with
    one card, `cut` the seat that won the cut, `disqualified` who is out for a revoke.
    """

    label: str
    size: int
    tricks: Mapping[int, int] | None
    dogs: frozenset[int]
    dealer: int | None
    cut: int | None = None
    disqualified: Seats = ()
    beside: frozenset[int] = frozenset()
    """Who played though he was out: the table let him."""


def start(rules: KnockoutRules, seats: int) -> Standing:
    """The standing before the first round."""
    return Standing(1, rules.start, frozenset(range(seats)), frozenset(), (0,) * seats, Choice("nobody"))


def follow(rules: KnockoutRules, before: Standing, facts: Facts) -> tuple[Outcome | None, Standing]:
    """What a round brought (`None`: not known), and the standing after it."""
    seats = len(before.lives)
    size = rules.size_after(facts.size)
    lives = list(before.lives)
    for seat in facts.dogs:
        lives[seat] = max(1, lives[seat])  # one that the table granted on its own counts too
    after = before._replace(
        number=before.number + 1, size=size, lives=tuple(lives), last=facts.label, dealers=None,
        fallen=_without(before.fallen, facts.beside),
    )
    tricks = facts.tricks
    if tricks is None:
        may_be_in = before.playing | facts.beside
        casualty = before.casualty or None
        unknown = Choice("unknown")
        return None, after._replace(
        full=may_be_in, dogs=frozenset(), choice=unknown, casualty=casualty, sure=False, over=size == 0
        )
    outcome, has_fallen = _outcome(rules, before, facts, tricks, size)
    for seat in outcome.dogs:
        lives[seat] += 1
    full = frozenset(tricks) - set(outcome.out) - set(outcome.dogs)
    left = full | set(outcome.dogs)
    over = size == 0 or len(left) <= 1
    winner = None
    if over and len(left) == 1:
        winner = next(iter(left))
    fallen = (*after.fallen, (facts.label, outcome.out)) if outcome.out else after.fallen
    chosen = Choice("nobody") if over else choice(rules, facts, tricks, full, seats)
    return outcome, after._replace(
        full=full, dogs=frozenset(outcome.dogs), lives=tuple(lives), casualty=has_fallen, fallen=fallen,
        sure=has_fallen is not None, over=over, winner=winner, choice=chosen,
        dealers=_dealers(rules, facts, left, seats),
    )


def _without(fallen: tuple[tuple[str, Seats], ...], seats: frozenset[int]) -> tuple[tuple[str, Seats], ...]:
    return tuple((label, tuple(s for s in gone if s not in seats)) for label, gone in fallen) if seats else fallen


def _outcome(
    rules: KnockoutRules, before: Standing, facts: Facts, tricks: Mapping[int, int], size: int
) -> tuple[Outcome, bool | None]:
    """Who is out, who stays as a dog, who comes back; and whether there has been a casualty by now."""
    disqualified = tuple(sorted(seat for seat in facts.disqualified if seat in tricks))
    without = [seat for seat in sorted(tricks) if not tricks[seat] and seat not in disqualified]
    fresh = [seat for seat in without if seat not in facts.dogs and seat not in facts.beside]
    back = tuple(seat for seat in sorted(facts.dogs) if tricks.get(seat) and seat not in disqualified)
    dogs: Seats = ()
    casualty: bool | None = True if without else before.casualty
    if rules.dog.agreed and size:
        entitled = [seat for seat in fresh if before.lives[seat] < rules.dog.lives]
        if rules.dog.who == "first_round":
            dogs = tuple(entitled) if before.number == 1 else ()
        elif before.casualty is None:
            casualty = None if fresh else casualty  # whether one of them stays on, the next round shows
        elif not before.casualty and (len(without) == 1 or rules.dog.several == "each"):
            dogs = tuple(entitled)
    out = tuple(sorted({*without, *disqualified} - set(dogs)))
    return Outcome(out, disqualified, dogs, back), casualty


def choice(
    rules: KnockoutRules, facts: Facts, tricks: Mapping[int, int], full: Iterable[int], seats: int
) -> Choice:
    """Who chooses the next round's trumps: who took most tricks and stays in with a full hand."""
    counting = [seat for seat in sorted(full) if rules.dog.counts or seat not in facts.dogs]
    if not counting:
        return Choice("unknown")
    most = max(tricks[seat] for seat in counting)
    top = tuple(seat for seat in counting if tricks[seat] == most)
    if len(top) == 1:
        return Choice("most", top[0], top)
    if rules.tie == "cut":
        return Choice("cut", facts.cut, top) if facts.cut in top else Choice("uncut", None, top)
    if rules.tie_dealer == "this" and facts.dealer is not None:
        return nearest(facts.dealer, top, seats)
    return Choice("dealer", None, top)


def nearest(dealer: int, top: Seats, seats: int) -> Choice:
    """The first of the tied seats clockwise from the dealer's left.

    >>> nearest(1, (0, 3), 4).seat
    3
    """
    return Choice("nearest", min(top, key=lambda seat: (seat - dealer - 1) % seats), top)


def expected_leader(rules: KnockoutRules, standing: Standing, choice: Choice, dealer: int | None) -> int | None:
    """Who leads a round whose trumps are chosen so and which `dealer` deals; `None` where nobody can tell."""
    if rules.leader == "chooser" and choice.how != "nobody":
        return choice.seat
    if dealer is None or not standing.sure:
        return None
    return next((seat for seat in clockwise(dealer + 1, len(standing.lives)) if seat in standing.full), None)


def _dealers(rules: KnockoutRules, facts: Facts, left: frozenset[int], seats: int) -> frozenset[int] | None:
    """Who may deal the next round."""
    if rules.rotation == "unchecked" or facts.dealer is None or not left:
        return None
    order = clockwise(facts.dealer + 1, seats)
    return frozenset([next(seat for seat in order if rules.out_dealer == "deals" or seat in left)])
