"""A ruleset, as the engine reads it: frozen data and compiled expressions, no rule in Python.

Everything here is made by the ruleset loader and never changed. Kinds of calls and games are plain names that the
ruleset defines; `Basis` says what each rule rests on (a clause, a reading, an assumption).
"""

from whistcli.model.auction import (
    EFFECTS,
    Auction,
    ByLead,
    ByReveal,
    CallRule,
    Condition,
    Effect,
    Falls,
    Game,
    LadderReason,
    NobodyPlays,
    Partner,
    Rung,
)
from whistcli.model.basis import NO_BASIS, Amount, Basis, Clause, Text, in_language
from whistcli.model.ruleset import Ruleset
from whistcli.model.scores import FineRule, FreeDeal, Parameter, Revoke, Score, Session

__all__ = [
    "EFFECTS",
    "NO_BASIS",
    "Amount",
    "Auction",
    "Basis",
    "ByLead",
    "ByReveal",
    "CallRule",
    "Clause",
    "Condition",
    "Effect",
    "Falls",
    "FineRule",
    "FreeDeal",
    "Game",
    "LadderReason",
    "NobodyPlays",
    "Parameter",
    "Partner",
    "Revoke",
    "Ruleset",
    "Rung",
    "Score",
    "Session",
    "Text",
    "in_language",
]
