"""Builds a knock-out ruleset from its nodes: what every ruleset has, and its own sections; no auction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from whistcli.cards import SUITS
from whistcli.model import Auction, Clause, FreeDeal, NobodyPlays, Ruleset, Session, Text
from whistcli.model_knockout import DogRules, KnockoutRules
from whistcli.ruleset import build
from whistcli.ruleset.shape import Keys
from whistcli.vocabulary import common_vocabulary
from whistcli.yamlnodes import Node, Scalar

_NO_AUCTION = Auction("illegal", "illegal", "asked", NobodyPlays(), "higher_or_pass", "void", False)
_MOST_PLAYERS = 7
_DECK = 52


def knockout(root: Keys, clause_nodes: Iterable[Node]) -> Ruleset | None:
    """The ruleset that the nodes describe, or `None` where a section is missing or at fault."""
    name = root.text("ruleset", required=True) or "?"
    edition = root.text("edition") or ""
    root.take("extends")
    game = root.text("game") or ""
    title = root.languages("title")
    sections = _sections(root)
    play = build.play(root)
    clauses: dict[str, Clause] = {}
    for node in clause_nodes:
        _, more = build.clauses(node, root.log)
        clauses = more | clauses
    vocabulary = common_vocabulary().extended(build.words_of(root))
    unchecked = _unchecked(root)
    root.done()
    if sections is None:
        return None
    return Ruleset(
        name, edition, game, title, sections.players[1], sections.start, SUITS, (), (), {}, {}, (), _NO_AUCTION,
        {}, {}, False, (), None, FreeDeal(), play, Session(), clauses, unchecked, vocabulary, knockout=sections,
    )


def _sections(root: Keys) -> KnockoutRules | None:
    """The knock-out sections; a fault in any of them is in the log."""
    before = root.log.errors
    players = root.map("players", required=True)
    number = players.levels("number") if players else ()
    if players is not None:
        if players.node.get("number") is None:
            root.log.add("R-missing", players.span, name="number", where=players.where)
        elif number and not 2 <= number[0] <= number[-1] <= _MOST_PLAYERS:
            _out_of_range(players, "number", 2, _MOST_PLAYERS)
        _end(players)
    hand = root.map("hand", required=True)
    start, step = (_count(hand, "start", _DECK // 2), _count(hand, "step", _DECK)) if hand else (None, None)
    if hand is not None:
        _end(hand)
    trump = _choices(root, "trump", first=("turned", "cut"))
    _choices(root, "chooser")
    tie = _choices(root, "tie", by=("nearest", "cut"), dealer=("this", "next"))
    lead = _choices(root, "lead", first=("left_of_dealer",), later=("chooser", "left_of_dealer"))
    dealer = _choices(root, "dealer", rotation=("unchecked", "clockwise"), out=("skip", "deals"))
    _choices(root, "out")
    dog = _dog(root)
    _choices(root, "winner")
    revoke = _choices(root, "revoke", penalty=("none", "disqualified"))
    if root.log.errors > before or not number or start is None or step is None or dog is None:
        return None
    return KnockoutRules(
        (number[0], number[-1]), start, step, trump["first"], tie["by"], tie["dealer"], lead["later"],
        dealer["rotation"], dealer["out"], revoke["penalty"], dog,
    )


def _dog(root: Keys) -> DogRules | None:
    """The dog's life."""
    keys = root.map("dog", required=True)
    if keys is None:
        return None
    agreed, again, trick = (keys.map(key, required=True) for key in ("agreed", "again", "trick"))
    is_agreed = agreed.flag("unless_said") if agreed else False
    lives = _count(again, "lives", _MOST_PLAYERS) if again else None
    counts = trick.flag("counts_for_the_choice") if trick else False
    for inner in (agreed, again, trick):
        if inner is not None:
            _end(inner)
    who = _choices(keys, "who", goes_out=("first_round", "first_casualty"), several=("each", "nobody"))
    keys.done()
    return None if lives is None else DogRules(is_agreed, who["goes_out"], who["several"], lives, counts)


def _choices(keys: Keys, section: str, **options: tuple[str, ...]) -> Mapping[str, Any]:
    """One section whose values are words out of a few."""
    inner = keys.map(section, required=True)
    if inner is None:
        return {key: allowed[0] for key, allowed in options.items()}
    values = {key: inner.choice(key, allowed) for key, allowed in options.items()}
    _end(inner)
    return values


def _count(keys: Keys, key: str, most: int) -> int | None:
    """A whole number from 1 to `most`."""
    value = keys.integer(key, required=True)
    if value is None or 1 <= value <= most:
        return value
    _out_of_range(keys, key, 1, most)
    return None


def _out_of_range(keys: Keys, key: str, low: int, high: int) -> None:
    node = keys.node.get(key)
    assert isinstance(node, Scalar)
    keys.log.add("R-value", node.span, "R-value.range", found=node.text, low=low, high=high)


def _end(keys: Keys) -> None:
    """What every section ends with: what it rests on, and the keys that nobody asked for."""
    keys.basis()
    keys.done()


def _unchecked(root: Keys) -> dict[str, Text]:
    keys = root.map("unchecked")
    return {} if keys is None else {name.text: keys.languages(name.text) for name, _ in keys.node.items}
