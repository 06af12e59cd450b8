"""A contract that was written down rather than bid: `contract: pair 8 hearts by 1 3`."""

from __future__ import annotations

from whistcli.auction.outcome import NAMED_ELSEWHERE, Contract, leader_of
from whistcli.auction.voice import Voice
from whistcli.cards import NOTRUMP
from whistcli.diag import NOWHERE, Finding
from whistcli.model import Ruleset
from whistcli.record import ContractLine
from whistcli.speech import SaidRange, SaidSuit


def recorded_contract(
    rules: Ruleset, line: ContractLine, voice: Voice, first: int | None = None, turned: str | None = None
) -> Contract | Finding:
    """The contract that a line records, or the finding that says why it is none.

    `first` is the dealer's left-hand neighbour, where the dealer is written; without him who leads may be unknown.
    `turned` is the suit that the dealer turned up, which games played in it are in.
    A level may be left out where the game has one only, or where the first card fixes it.
    """
    said = line.call
    kind = said.kind if said.kind in rules.games else _game_of(rules, said.kind)
    if kind is None:
        return _fault("S-contract.kind", call=voice.call(said))
    game = rules.games[kind]
    seats = [seat for key in line.declarers if (seat := voice.seat(key)) is not None]
    if len(seats) != len(line.declarers):
        return _fault("S-contract.seats", call=voice.call(said))
    if len(set(seats)) != len(seats):
        return _fault("S-contract.twice", call=voice.call(said))
    shared = game.partner_told or any(
        rule.game == kind and rule.effect in ("accept", "announce") for rule in rules.calls.values()
    )
    joined = game.each_alone or game.equal == "joins"
    most = (game.most or len(voice.seats)) if joined else 2 if shared else 1
    found_by_cards = game.partner_told or any(
        rule.game == kind and rule.partner is not None and rule.partner.known_by_cards for rule in rules.calls.values()
    )
    least = 2 if shared and not found_by_cards else 1
    if not least <= len(seats) <= most:
        return _fault("S-contract.count", call=voice.call(said), count=len(seats), range=SaidRange(least, most))
    rule = rules.calls.get(said.kind)
    level = said.level
    if level is None and rule is not None:
        level = rule.fixed_level
    if level is None and len(game.levels) == 1:
        level = game.levels[0]
    if level is None and game.suit != "by_lead":
        return _fault("S-contract.level", call=voice.call(said), range=SaidRange(game.levels[0], game.levels[-1]))
    if level is not None and level not in game.levels:
        return _fault("S-contract.level", call=voice.call(said), range=SaidRange(game.levels[0], game.levels[-1]))
    suit = NOTRUMP if game.suit == NOTRUMP else said.suit or (rule.fixed_suit if rule is not None else None)
    if game.suit in NAMED_ELSEWHERE and turned is not None:
        if suit not in (None, turned):
            return _fault("S-contract.turned", call=voice.call(said), suit=SaidSuit(rules.vocabulary, turned))
        suit = turned
    needs = None if level is None else game.range(level)
    lacks_partner = shared and len(seats) < 2
    fixed_by_words = any(rule.game == kind and rule.by_reveal is not None for rule in rules.calls.values())
    partner = None if lacks_partner else seats[-1]
    leader = None if fixed_by_words else leader_of(game, tuple(seats), first, len(voice.seats), partner)
    alone = line.direct if len(seats) == 1 else None
    alone = None if lacks_partner else alone
    return Contract(kind, level, suit, tuple(sorted(seats)), leader, needs, alone, tuple(seats), lacks_partner)


def same_contract(written: Contract, judged: Contract | None) -> bool:
    """Whether a written contract says what the auction came to; what it leaves out does not differ."""
    return (
        judged is not None
        and written.kind == judged.kind
        and written.declarers == judged.declarers
        and (judged.announced is None or written.by == judged.by)
        and written.level in (None, judged.level)
        and (written.suit is None or judged.suit is None or written.suit == judged.suit)
    )


def _game_of(rules: Ruleset, kind: str) -> str | None:
    """The game that a call of this kind bids for: a marker may write the call's word."""
    rule = rules.calls.get(kind)
    return rule.game if rule is not None else None


def _fault(key: str, **args: object) -> Finding:
    return Finding("S-contract", NOWHERE, "error", key, args)
