"""The chapter of a knock-out game: its rules sentence by sentence, as `rules show` says them."""

from __future__ import annotations

from whistcli.book.teller import Teller
from whistcli.book.tree import Block, Para, Section, spelled
from whistcli.render.rounds_rules import sentences


def chapter(teller: Teller) -> Section | None:
    """Players, hands, trumps, the choice, the dog's life, the winner."""
    if teller.rules.knockout is None:
        return None
    teller.section = "game"
    blocks: list[Block] = []
    for place, said in sentences(teller.rules.knockout, teller.lang):
        blocks.append(Para(spelled(f"{said}.")))
        blocks.extend(teller.basis(place))
    return Section("game", teller.say("W-chapter.game"), tuple(blocks))
