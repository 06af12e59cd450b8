"""What one deal hands on to the next besides lost solo games: by how much it is multiplied, what the pot holds."""

from __future__ import annotations

from typing import NamedTuple

from whistcli.model import Amount, Ruleset


class Carried(NamedTuple):
    """By what the next played deal is multiplied, and the pot before it (`None` where nobody can say).

    `sure` says that a deal went before: a file may begin in the middle of an evening.
    """

    multiplier: Amount = 1
    pot: Amount | None = 0
    sure: bool = False

    @staticmethod
    def at_first(rules: Ruleset) -> Carried:
        """What holds before the first deal."""
        return Carried(1, rules.pot.start if rules.pot is not None else 0)


PLAIN = Carried()
