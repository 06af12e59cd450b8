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
from whistcli.model.scores import (
    FineRule,
    FreeDeal,
    Money,
    Parameter,
    Penalty,
    Pot,
    Revoke,
    Score,
    Session,
    Sharing,
)

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
    "Money",
    "NobodyPlays",
    "Parameter",
    "Partner",
    "Penalty",
    "Pot",
    "Revoke",
    "Ruleset",
    "Rung",
    "Score",
    "Session",
    "Sharing",
    "Text",
    "in_language",
]
