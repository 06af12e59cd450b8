"""What a difference says, in the reader's language: sentences inside sentences, findings, contracts, figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from whistcli.auction.outcome import Contract
from whistcli.auction.voice import Voice
from whistcli.cards import NOTRUMP
from whistcli.diag import Finding
from whistcli.model import Amount
from whistcli.record import Call
from whistcli.say import hint, message, sentence
from whistcli.suite.cases import Wanted


class Said(NamedTuple):
    """A sentence with its values, as a value of another one."""

    key: str
    args: Mapping[str, object] = {}

    def say(self, lang: str) -> str:
        """The sentence in `lang`."""
        return sentence(self.key, self.args, lang)


class SaidFinding(NamedTuple):
    """What a finding says, with what it advises where `advice` is wanted."""

    finding: Finding
    advice: bool = False

    def say(self, lang: str) -> str:
        """The finding's sentence, and its hint, in `lang`."""
        more = hint(self.finding, lang) if self.advice else None
        said = message(self.finding, lang)
        return f"{said} ({more})" if more else said


class SaidAmount(NamedTuple):
    """A figure, as a sheet writes it."""

    value: Amount

    def say(self, lang: str) -> str:
        """The figure, whole where it is whole."""
        whole = int(self.value)
        return str(whole) if self.value == whole else str(self.value)


def wanted_contract(wanted: Wanted, voice: Voice) -> Said:
    """The contract that a case asserts, as far as it asserts it."""
    seats = tuple(seat for seat in voice.seats if seat in wanted.declarers)
    return _contract(voice, wanted.kind, wanted.level, wanted.suit, seats, wanted.leader)


def found_contract(found: Contract, wanted: Wanted | None, voice: Voice) -> Said:
    """The contract that was found; of suit and leader only what the case asserts, where it asserts the same game."""
    whole = wanted is None or wanted.kind != found.kind
    suit = found.suit if wanted is None or whole or wanted.suit is not None else None
    leader = voice.key(found.leader) if wanted is None or wanted.leader is not None else None
    seats = tuple(voice.seats[seat] for seat in found.declarers)
    return _contract(voice, found.kind, found.level, suit, seats, leader)


def _contract(
    voice: Voice, kind: str, level: int | None, suit: str | None, seats: tuple[str, ...], leader: str | None
) -> Said:
    game = voice.rules.games.get(kind)
    shown = None if suit == NOTRUMP and game is not None and game.suit == NOTRUMP else suit
    said = voice.call(Call(kind, shown, level or None))
    args: dict[str, object] = {"game": said, "declarers": seats, "leader": leader or ""}
    return Said("Q-what.contract" if leader is None else "Q-what.led", args)
