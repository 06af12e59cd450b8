"""The scoring half of a ruleset: points, shares, pot, fines, penalties, money, the evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from whistcli.expr import Expression, Value
from whistcli.model.basis import NO_BASIS, Amount, Basis, Text


class Score(NamedTuple):
    """The points of one game.

    `declarer` and `opponent` are the points of each; one that is named in `shared` is what they get together and
    divide. Instead of both, `stake` is what each opponent pays (or, where it is negative, gets), and what they pay
    together is the declarers'. Where all three are `None` the ruleset is silent, and `because` says why.

    `joint` is "together" (one value each, seeing how many made it) or "independent" (each declarer settles alone
    against all others, results added). `silent_when` says for which results the ruleset gives no value; `pot` is what
    the declarers take out of the pot (where it is negative, pay into it).
    """

    kind: str
    declarer: Value | None
    opponent: Value | None
    joint: str = "together"
    silent_when: Expression | None = None
    because: Text = {}
    basis: Basis = NO_BASIS
    stake: Value | None = None
    shared: frozenset[str] = frozenset()
    pot: Value | None = None

    @property
    def silent(self) -> bool:
        """Whether the ruleset gives no value at all."""
        return self.stake is None and (self.declarer is None or self.opponent is None)

    def told(self) -> Iterator[tuple[str, Value | None]]:
        """The values by the keys under which a ruleset writes them, in the order in which they are told."""
        if self.stake is not None:
            yield "stake", self.stake
        else:
            for key, value in (("declarer", self.declarer), ("opponent", self.opponent)):
                yield f"{key}s" if key in self.shared else key, value
        if self.pot is not None:
            yield "from_pot", self.pot

    @property
    def values(self) -> tuple[Value, ...]:
        """The expressions that the points depend on."""
        return tuple(value for value in (self.stake, self.declarer, self.opponent, self.pot) if value is not None)


class Sharing(NamedTuple):
    """How an amount that several players share is divided: into multiples of `step`; who gets the `remainder`.

    "refused": nobody, and then the deal has no score; "first" and "last" are the declarers in the order of the game.
    """

    step: Amount = 1
    remainder: Literal["refused", "first", "last"] = "refused"
    basis: Basis = NO_BASIS


class Pot(NamedTuple):
    """The pot that is carried from deal to deal: what it holds at first, what the dealer pays into it each deal."""

    start: Amount = 0
    dealer_pays: Amount = 0
    basis: Basis = NO_BASIS


class Money(NamedTuple):
    """What a point is worth, and how the night is paid.

    Fines are reckoned in "points" or "money". `settle` says what is paid: the "points" themselves, or the "differences"
    (each pays each other what he is behind), which also close where points do not sum to zero. `transfers` are the
    "fewest", or those "in_seat_order".
    """

    currency: str = ""
    point: Amount | None = None
    fines: str = "points"
    basis: Basis = NO_BASIS
    settle: str = "points"
    transfers: str = "fewest"


class Parameter(NamedTuple):
    """A value that a club sets; `value` is `None` while it is silent, and `because` says why.

    `dated` are values that hold from a day on (year-month-day), the earliest first: the file's date decides.
    """

    name: str
    value: Amount | None
    because: Text = {}
    basis: Basis = NO_BASIS
    dated: tuple[tuple[str, Amount], ...] = ()


class FineRule(NamedTuple):
    """A fine that the deal itself brings to a declarer; an unknown amount is due without a number.

    `paid_to` says who gets it, in equal shares: "nobody", "opponents" (of the declarers) or "others" (all others).
    """

    name: str
    when: Expression
    amount: Value
    basis: Basis = NO_BASIS
    paid_to: str = "nobody"


class Revoke(NamedTuple):
    """What a revoke costs; with `replaces_deal` its figures stand instead of the deal's own score.

    `times` multiplies the figures, where the game that is played decides.
    """

    offender: Amount
    others: Amount
    balance: Amount
    replaces_deal: bool
    basis: Basis = NO_BASIS
    times: Value | None = None


class Penalty(NamedTuple):
    """An offence with a price: a `fine` line that gives one of its `names` as reason, and no amount, costs this.

    The others are all at the table, who sit out the deal too.

    `column` is "fines", where the offender's figure is what he owes and the others' what they owe (negative: are paid),
    or "points".
    """

    name: str
    names: Mapping[str, tuple[str, ...]]
    offender: Value
    others: Value | None
    column: str = "fines"
    basis: Basis = NO_BASIS
    times: Value | None = None


class FreeDeal(NamedTuple):
    """Whether a deal marked free brings points and fines."""

    points: bool = False
    fines: bool = False
    basis: Basis = NO_BASIS


class Session(NamedTuple):
    """What the rules say of a whole evening; `None` where they say nothing, and then nothing is checked.

    `deals` and `rounds` are the most that are played, by how many are at the table (0: however many), each with what it
    rests on; `misdeal_by` is who deals again
    after a misdeal ("same" or "next").
    """

    seats_ascending: Basis | None = None
    dealer_passes: Basis | None = None
    misdeal_by: str = "same"
    wrong_dealer: Basis | None = None
    deals: tuple[Mapping[int, int], Basis] | None = None
    rounds: tuple[Mapping[int, int], Basis] | None = None
    bell: Basis | None = None
    free_first: Basis | None = None
    redeal_consent: Basis | None = None
    fines_double: Basis | None = None
