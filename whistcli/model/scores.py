"""The scoring half of a ruleset: points, shares, pot, fines, penalties, the evening."""

from __future__ import annotations

from typing import NamedTuple

from whistcli.expr import Expression
from whistcli.model.basis import NO_BASIS, Amount, Basis, Text


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
