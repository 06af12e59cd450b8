"""Who pays whom, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whistcli.evening import Evening
from whistcli.payments import CLUB, POT, Transfer
from whistcli.render.machine import amount
from whistcli.say import sentence


def lines(evening: Evening, transfers: Sequence[Transfer], lang: str) -> Iterator[str]:
    """The payments of an evening, one a line."""
    if not transfers:
        yield sentence("U-pays.nobody", {}, lang)
        return
    money = evening.rules.money
    unit = f" {money.currency}" if money is not None and money.currency else ""
    yield sentence("U-pays.title", {}, lang)
    for each in transfers:
        said = {name: _party(evening, key, lang) for name, key in (("payer", each.payer), ("payee", each.payee))}
        yield "  " + sentence("U-pays", {**said, "amount": f"{amount(each.amount)}{unit}"}, lang)


def _party(evening: Evening, key: str, lang: str) -> str:
    """A player as the sheet names him, the pot or the club."""
    if key in evening.voice.seats:
        return evening.voice.name(evening.voice.seat(key))
    return sentence(f"U-pays.{'pot' if key == POT else 'club'}", {}, lang) if key in (POT, CLUB) else key
