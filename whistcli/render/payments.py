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
        payer, payee = _party(evening, each.payer, "", lang), _party(evening, each.payee, "to.", lang)
        paid = f"{amount(each.amount)}{unit}"
        yield "  " + sentence("U-pays", {"payer": payer, "payee": payee, "amount": paid}, lang)


def _party(evening: Evening, key: str, to: str, lang: str) -> str:
    """A player as the sheet names him, the pot or the club, paying or (`to`) being paid."""
    name = evening.voice.name(evening.voice.seat(key)) if key in evening.voice.seats else ""
    which = "player" if name else "pot" if key == POT else "club"
    assert name or key in (POT, CLUB)
    return sentence(f"U-pays.{to}{which}", {"name": name}, lang)
