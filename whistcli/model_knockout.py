"""What a knock-out ruleset says, beside what every ruleset has: frozen data, no rule in Python.

What each part rests on stands in the ruleset's `bases`, by its dotted place (`tie`, `dog.who`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class DogRules(NamedTuple):
    """The dog's life: staying on with a single card.

    `agreed` holds where the file does not say; `who` may have it: whoever takes no trick in the first round that he
    plays, or the first of the game who takes none, in whatever round; `several` says what happens where the latter
    are more than one: "each" has it, or "nobody". `lives` is how often a player may have it, `counts` whether the
    trick of the single card counts for the choice of trumps.
    """

    agreed: bool
    who: Literal["first_round", "first_casualty"]
    several: Literal["each", "nobody"]
    lives: int
    counts: bool


class KnockoutRules(NamedTuple):
    """The rules of a knock-out game that differ between circles.

    `players` are the fewest and the most; `start` the cards of the first round, `step` how many fewer each next one
    has; `first_trump` how the first round's trumps are found; `tie` how one of several players with most tricks comes
    to choose, `tie_dealer` whether "nearest" counts from the dealer of that round ("this") or of the "next";
    `leader` who leads a later round's first trick; `rotation` is "unchecked" or "clockwise", and then a dealer who is
    out is passed over ("skip") or still deals ("deals"); `revoke` what failing to follow suit costs.
    """

    players: tuple[int, int]
    start: int
    step: int
    first_trump: Literal["turned", "cut"]
    tie: Literal["nearest", "cut"]
    tie_dealer: Literal["this", "next"]
    leader: Literal["chooser", "left_of_dealer"]
    rotation: Literal["unchecked", "clockwise"]
    out_dealer: Literal["skip", "deals"]
    revoke: Literal["none", "disqualified"]
    dog: DogRules

    def size_after(self, size: int) -> int:
        """The cards of the round after one of `size` cards; the last round has one, and 0 says that none follows."""
        return 0 if size <= 1 else max(1, size - self.step)

    def size_of(self, number: int) -> int:
        """The cards of the round with this number, from 1; 0 where the rounds do not go so far."""
        size = self.start
        for _ in range(min(number, self.start + 1) - 1):
            size = self.size_after(size)
        return size
