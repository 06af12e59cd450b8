"""How long an auction can be: a number that the ruleset itself proves, or the calls that it lets be said for ever.

Every call either goes over what stands, or takes its speaker out, or is used up by being said, or is refused by the
arbiter; what stands never gets weaker. So each sort of call is counted, and the sum is the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from whistcli.cards import NOTRUMP
from whistcli.expr import BOOL, INT, KIND, SUIT
from whistcli.expr.tree import Typed
from whistcli.lint.conditions import impossible
from whistcli.lint.domains import Domain, always, domain_of, highest_round, possible
from whistcli.lint.source import Source
from whistcli.model import CallRule, Game, Ruleset

_LEAVING = ("pass", "drop", "answer", "reveal")
_GAMES = ("accept", "raise", "bid")


class Bound(NamedTuple):
    """The most calls of an auction; `None` where some calls, `endless`, may be said again and again."""

    calls: int | None
    endless: tuple[str, ...] = ()


def bound(source: Source) -> Bound:
    """The bound of a ruleset's auctions, refused calls included."""
    rules, seats = source.rules, source.rules.players
    lost = impossible(source)
    calls = [call for call in rules.calls.values() if call.kind not in lost]
    counted = [call for call in calls if call.effect not in (*_LEAVING, *_GAMES, "hand_over")]
    uses = {call.kind: _uses(source, call) for call in counted if call.effect != "double"}
    doubling = {call.kind: _doubles(source, call) for call in counted if call.effect == "double"}
    endless = [kind for kind, count in (uses | doubling).items() if count is None]
    asking = [call for call in calls if _asks(source, call)]
    if rules.auction.after_refusal == "anything":
        endless += [call.kind for call in asking]
    endless += [call.kind for call in calls if call.any_turn and call.effect in ("pass", "drop")]
    if endless:
        return Bound(None, tuple(dict.fromkeys(endless)))
    found = {kind: count or 0 for kind, count in uses.items()}
    accepts = sum(found[call.kind] for call in calls if call.effect == "propose")
    games = _games(rules, calls, accepts)
    returns = any(call.word_returns for call in rules.calls.values())
    handed = (accepts + (games if returns else 0)) if any(call.effect == "hand_over" for call in calls) else 0
    refused = seats * _rungs_asked(rules, asking)
    moves = sum(found.values()) + games + handed + sum(count or 0 for count in doubling.values()) * (games + 1)
    leaving = seats + any(call.effect == "reveal" for call in calls)
    leaving += sum(call.any_turn for call in calls if call.effect == "bid") * games
    if rules.auction.returning != "nobody":  # who passed is asked again once something was called
        leaving += moves * (seats if rules.auction.returning == "anyone" else 1)
    return Bound(moves + leaving + refused)


# -- games ---------------------------------------------------------------------------------------------------------


def _games(rules: Ruleset, calls: Iterable[CallRule], accepts: int) -> int:
    """The most calls that make or raise a game.

    Those that beat what stands are as many as there are strengths. Others (equal ones, and lower ones where they lose)
    must beat what their speaker has; he has nothing again only when his partner leaves, once for every acceptance.
    """
    seats = rules.players
    made = [(call, game) for call in calls if call.effect in _GAMES and (game := rules.games.get(call.game or ""))]
    steps = {step for _, game in made for step in _strengths(rules, game)}
    beside = {step for _, game in made if game.may_equal or game.equal == "joins" for step in _strengths(rules, game)}
    switches = rules.auction
    each = steps if switches.later_outranked == "loses" else beside
    first = seats if switches.first_round_outranked == "loses" else 0
    return len(steps) + first + (seats + accepts) * len(each)


def _strengths(rules: Ruleset, game: Game) -> Iterator[tuple[int, int]]:
    suits = {"named": rules.suits, "named_or_notrump": (*rules.suits, NOTRUMP)}.get(game.suit, (NOTRUMP,))
    for level in game.levels:
        for suit in suits:
            rung = rules.rung(game.kind, level, suit)
            if rung is not None:
                yield rung, rules.suit_rank(suit) if game.equal == "suit" else 0


def _asks(source: Source, call: CallRule) -> bool:
    """Whether a call may need the arbiter's consent."""
    asked = source.rule(source.call_env(call), call.kind, "calls", call.kind, "ask_arbiter")
    return any(always(rule.tree, domain_of(source.rules, call)) is not False for rule in asked)


def _rungs_asked(rules: Ruleset, asking: Iterable[CallRule]) -> int:
    """How often the arbiter can refuse one player, who must then go higher."""
    rungs: set[int] = set()
    for call in asking:
        game = rules.games.get(call.game or "")
        rungs |= {rung for rung, _ in _strengths(rules, game)} if game is not None else {-1}
    return len(rungs)


# -- calls that make no game ---------------------------------------------------------------------------------------


def _uses(source: Source, call: CallRule) -> int | None:
    """How often a call can be said in one auction; `None` where nothing limits it."""
    seats = source.rules.players
    trees = [rule.tree for rule in (*source.every_call, *source.conditions(call))]
    domain = domain_of(source.rules, call)
    if not possible(trees, domain.narrowed(first_to_speak=(False,))):
        seats = 1
    limits: list[int] = []
    last = highest_round(trees)
    rounds = [turn for turn in range(1, last + 1) if possible(trees, domain.narrowed(round=(turn,)))]
    if last not in rounds:
        limits.append(len(rounds) * seats)
    if not possible(trees, domain.narrowed(nothing_said=(False,))):
        limits.append(1)
    if call.effect == "announce" and not possible(trees, domain.narrowed(announced=(True,))):
        limits.append(1)
    if call.effect == "wait" and not possible(trees, domain.narrowed(waited=(True,))):
        limits.append(seats)
    if call.locks is not None and call.kind not in call.locks:
        limits.append(seats)
    limits.extend(_used_up(source, call, trees, domain, seats))
    return min(limits, default=None)


def _doubles(source: Source, call: CallRule) -> int | None:
    """How often one game can be doubled by this call; `None` where nothing limits it."""
    trees = [rule.tree for rule in (*source.every_call, *source.conditions(call))]
    domain, last = domain_of(source.rules, call), highest_round(trees)
    times = [count for count in range(last + 1) if possible(trees, domain.narrowed(doubles=(count,)))]
    return _uses(source, call) if last in times else len(times)


def _used_up(source: Source, call: CallRule, trees: list[Typed], domain: Domain, seats: int) -> Iterator[int]:
    """The limits that follow from conditions on what was said: once it is said, it may not be said again."""
    suits = len(domain.facts["suit"]) if call.suit != "none" else 1
    for lists, speakers in ((("calls",), 1), (("mine", "calls"), seats)):
        for same_suit, times in ((False, 1), (True, suits)):
            said = [_after(tree, _said(call, same_suit), lists, domain) for tree in trees]
            if not possible(said, domain):
                yield speakers * times


Part = Callable[[str], Typed | None]


def _said(call: CallRule, same_suit: bool) -> Part:
    """The parts of a call of this kind that was said before, as far as they are known."""

    def part(name: str) -> Typed | None:
        if name == "kind":
            return Typed("const", KIND, value=call.kind)
        if name == "suit" and call.suit == "none":
            return Typed("const", SUIT, value=NOTRUMP)
        if name == "suit" and same_suit:
            return Typed("fact", SUIT, value="suit")
        if name == "level" and not call.levels:
            return Typed("const", INT, value=0)
        return None

    return part


def _after(tree: Typed, said: Part, lists: tuple[str, ...], domain: Domain) -> Typed:
    """A condition once such a call is among `lists`: "some call is so" is true where that call is."""
    if tree.op == "loop" and tree.value[0] == "any" and tree.args[0].op == "fact" and tree.args[0].value in lists:
        body = _filled(tree.args[1], tree.value[1], said)
        if always(body, domain) is True:
            return Typed("const", BOOL, value=True)
        return tree
    return replace(tree, args=tuple(_after(arg, said, lists, domain) for arg in tree.args))


def _filled(node: Typed, variable: str, said: Part) -> Typed:
    """The body of a loop with the parts of its variable filled in."""
    if node.op == "part" and node.args[0].op == "var" and node.args[0].value == variable:
        return said(str(node.value)) or node
    return replace(node, args=tuple(_filled(arg, variable, said) for arg in node.args))
