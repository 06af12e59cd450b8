"""What a knock-out ruleset says, sentence by sentence, each with the place of what it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from whistcli.model_knockout import KnockoutRules
from whistcli.say import sentence


def sentences(rules: KnockoutRules, lang: str) -> Iterator[tuple[str, str]]:
    """The rules in the order of the game: dotted place, sentence."""
    low, high = rules.players
    dog = rules.dog
    who = dog.who if dog.who == "first_round" else f"{dog.who}.{dog.several}"
    rotation = rules.rotation if rules.rotation == "unchecked" else f"{rules.rotation}.{rules.out_dealer}"
    tie = rules.tie if rules.tie == "cut" else f"{rules.tie}.{rules.tie_dealer}"
    said: tuple[tuple[str, str, dict[str, object]], ...] = (
        ("players", "B-round.players", {"low": low, "high": high}),
        ("hand", "B-round.hand", {"start": rules.start, "step": rules.step}),
        ("trump", f"B-trump.{rules.first_trump}", {}),
        ("out", "B-round.out", {}),
        ("chooser", "B-round.chooser", {}),
        ("tie", f"B-tie.{tie}", {}),
        ("lead", f"B-lead.{rules.leader}", {}),
        ("dealer", f"B-rotation.{rotation}", {}),
        ("dog.agreed", f"B-dog.{'agreed' if dog.agreed else 'off'}", {}),
        ("dog.who", f"B-dog.{who}", {}),
        ("dog.again", "B-dog.lives", {"lives": dog.lives}),
        ("dog.trick", f"B-dog.{'counts' if dog.counts else 'apart'}", {}),
        ("winner", "B-round.winner", {}),
        ("revoke", f"B-revoking.{rules.revoke}", {}),
    )
    for place, key, args in said:
        yield place, sentence(key, args, lang)
