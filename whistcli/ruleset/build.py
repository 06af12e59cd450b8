"""Builds the auction half of a ruleset from its nodes: suits, ladder, games, calls, switches, clauses."""

from __future__ import annotations

from collections.abc import Mapping

from whistcli import facts
from whistcli.cards import ACE, RANK_NAMES, SUITS
from whistcli.expr import BOOL, INT, SUIT, Env
from whistcli.model import (
    EFFECTS,
    Basis,
    ByLead,
    ByReveal,
    CallRule,
    Clause,
    Condition,
    Effect,
    Falls,
    Game,
    Partner,
    Text,
)
from whistcli.ruleset.ladder import ANY_LEVEL
from whistcli.ruleset.names import Names, expression
from whistcli.ruleset.shape import Keys, Log, card, languages, near, words
from whistcli.ruleset.switches import known_kinds
from whistcli.say import LANGUAGES
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode

GAME_SUITS = ("named", "named_or_notrump", "notrump", "by_lead", "by_partner", "turned", "later")
NAMED = ("named", "named_or_notrump")
CALL_SUITS = ("none", "named", "named_or_notrump", "optional")
EQUALS = ("suit", "joins", "first_stands", "loses")
PLAY = ("trick", "follow_suit", "winner_leads", "discards", "shown")
LEADERS = ("left_of_dealer", "declarer", "partner", "caller", "dealer", "left_of_declarer")


def table(keys: Keys | None) -> tuple[int, int, dict[int, tuple[int, ...]]]:
    """How many play a deal, with how many cards each, and who sits out where more are at the table."""
    if keys is None:
        return 4, 13, {}
    players, hand = keys.integer("players") or 4, keys.integer("cards") or 13
    keys.text("deal")
    sits_out: dict[int, tuple[int, ...]] = {}
    inner = keys.map("sits_out")
    for key, node in inner.node.items if inner is not None else ():
        at = inner.names(key.text) if inner is not None else ()
        places = tuple(int(place) for place in at if place.isdecimal())
        count = int(key.text) if key.text.isdecimal() else 0
        if count != players + len(places) or len(set(places)) != len(at) or any(place >= count for place in places):
            keys.log.add("R-value", node.span, "R-value.sits_out", found=key.text, players=players)
        else:
            sits_out[count] = places
    keys.basis()
    keys.done()
    return players, hand, sits_out


def suits(root: Keys) -> tuple[tuple[str, ...], bool]:
    """The suits from the highest down, and whether no trumps rank above them all."""
    keys = root.map("suits", required=True)
    if keys is None:
        return SUITS, False
    node = keys.take("order", required=True)
    before = keys.log.errors
    listed = list(words(node, keys.place("order"), keys.log))
    for scalar in listed:
        if scalar.text not in SUITS:
            keys.log.add("R-value", scalar.span, "R-value.suit", found=scalar.text, suits=SUITS)
    order = tuple(scalar.text for scalar in listed)
    if node is not None and sorted(order) != sorted(SUITS):
        if keys.log.errors == before:
            keys.log.add("R-suits", node.span, suits=SUITS)
        order = SUITS
    high = keys.choice("notrump", ("lowest", "highest"), "lowest") == "highest"
    keys.basis()
    keys.done()
    return order, high


def games(root: Keys, hand: int) -> dict[str, Game]:
    """The kinds of contract."""
    found: dict[str, Game] = {}
    before = root.log.errors
    for name, keys in root.maps("games"):
        levels = keys.levels("level")
        fixed, high = _needs(keys)
        if not levels and keys.node.get("level") is None:
            keys.log.add("R-missing", keys.span, name="level", where=keys.where)
        found[name.text] = Game(
            name.text,
            levels or (0,),
            keys.choice("suit", GAME_SUITS),
            fixed,
            keys.flag("exactly"),
            keys.choice("equal", EQUALS, "loses"),
            keys.flag("may_equal"),
            keys.flag("each_alone"),
            keys.integer("tricks") or hand,
            keys.choice("leader", LEADERS, "left_of_dealer"),
            keys.flag("counts_as_solo"),
            keys.integer("discards") or 0,
            keys.integer("shown_after"),
            keys.basis(),
            keys.integer("most"),
            high,
            keys.choice("partner", ("bid", "told"), "bid") == "told",
        )
        keys.done()
        if root.log.errors > before:
            root.log.failed_games.add(name.text)
        before = root.log.errors
    node = root.node.get("games")
    for name, _ in node.items if isinstance(node, MapNode) else ():  # which are no maps: something must stand for them
        if name.text not in found:
            root.log.failed_games.add(name.text)
            found[name.text] = Game(name.text, (0,), "named", None, False, EQUALS[0], False, False, hand, LEADERS[0],
                                    False, 0, None, Basis())
    for kind in root.log.failed_games:
        found[kind] = found[kind]._replace(levels=ANY_LEVEL)
    return found


def _needs(keys: Keys) -> tuple[int | None, int | None]:
    """The least tricks that make a game (`None`: its level), and the most (`None`: all)."""
    needs = keys.scalar("needs", required=True)
    if needs is None or needs.text == "level":
        return None, None
    if ".." not in needs.text:
        return keys.integer("needs"), None
    numbers = keys.levels("needs")
    return (numbers[0], numbers[-1]) if numbers else (0, None)


def conditions(keys: Keys, owner: str, env: Env) -> tuple[Condition, ...]:
    """The named conditions under `require`."""
    found = []
    for name, inner in keys.maps("require"):
        that = expression(inner, "that", env, BOOL, required=True)
        says = inner.languages("says")
        basis = inner.basis()
        inner.done()
        if that is not None:
            found.append(Condition(f"{owner}.{name.text}", that, says, basis))
    return tuple(found)


def calls(root: Keys, known: Mapping[str, Game], names: Names) -> dict[str, CallRule]:
    """The calls, each with what it does and who may make it when."""
    return {name.text: _call(name, keys, known, names) for name, keys in root.maps("calls")}


def _call(name: Scalar, keys: Keys, known: Mapping[str, Game], names: Names) -> CallRule:
    effect: Effect = EFFECTS[EFFECTS.index(keys.choice("effect", EFFECTS))]
    bids = effect in ("accept", "raise", "bid", "announce")
    game_name = keys.text("game") or (name.text if bids else None)
    game = known.get(game_name) if game_name else None
    if game_name and game is None:
        span = keys.node.get("game") or name
        guess = near(game_name, list(known))
        keys.log.add("R-game", span.span, hint="R-key.near" if guess else None, name=game_name, near=guess)
    suit = keys.choice("suit", CALL_SUITS, _suit_of(effect, game))
    levels = game.levels if game is not None and effect in ("accept", "raise", "bid") and len(game.levels) > 1 else ()
    groups = [facts.AUCTION]
    if suit != "none":
        groups.append(facts.WITH_SUIT)
    if levels:
        groups.append(facts.WITH_LEVEL)
    env = names.env(*groups)
    fixed_level = keys.integer("level") if effect == "announce" else None
    fixed_suit = keys.text("trumps") if effect in ("announce", "bid") else None
    if effect == "bid" and suit == "none" and fixed_suit is None and game is not None and game.suit in NAMED:
        keys.log.add("R-call", keys.span, "R-call.trumps", name=name.text, game=game.kind)
    rule = CallRule(
        name.text, effect, game_name, suit, levels, fixed_level, fixed_suit, _kinds(keys, "locks", names),
        _kinds(keys, "gives", names), keys.flag("any_turn"),
    )
    rule = rule._replace(
        require=conditions(keys, name.text, env),
        ask_arbiter=expression(keys, "ask_arbiter", env, BOOL),
        partner=_partner(keys),
        by_lead=_by_lead(keys, name.text, names),
        by_reveal=_by_reveal(keys, name.text, names),
        word_returns=keys.flag("word_returns"),
        by_both=keys.choice("by", ("voice", "both"), "voice") == "both",
        basis=keys.basis(),
    )
    keys.done()
    return rule


def _kinds(keys: Keys, key: str, names: Names) -> tuple[str, ...] | None:
    """The calls and games that a list names, or `None` where it names none."""
    return known_kinds(keys, key, names) or None


def _suit_of(effect: str, game: Game | None) -> str:
    """What a call says of the suit where the ruleset does not write it."""
    if effect == "accept":
        return "named"
    if effect == "bid" and game is not None and game.suit in ("named", "named_or_notrump"):
        return game.suit
    return "none"


def _partner(keys: Keys) -> Partner | None:
    inner = keys.map("partner")
    if inner is None:
        return None
    listed = words(inner.take("first_not_held", required=True), inner.place("first_not_held"), inner.log)
    cards = [card(scalar, inner.log) for scalar in listed]
    partner = Partner(tuple(c for c in cards if c is not None), inner.flag("known_by_cards"), inner.basis())
    inner.done()
    return partner


def _by_lead(keys: Keys, owner: str, names: Names) -> ByLead | None:
    inner = keys.map("by_lead")
    if inner is None:
        return None
    env = names.env(facts.LEAD, parameters=False)
    suit = expression(inner, "suit", env, SUIT, required=True)
    level = expression(inner, "level", env, INT, required=True)
    require = conditions(inner, owner, env)
    falls = _falls(inner, env)
    basis = inner.basis()
    inner.done()
    return ByLead(suit, level, require, falls, basis) if suit is not None and level is not None else None


def _by_reveal(keys: Keys, owner: str, names: Names) -> ByReveal | None:
    inner = keys.map("by_reveal")
    if inner is None:
        return None
    env = names.env(facts.REVEAL, parameters=False)
    level = expression(inner, "level", env, INT, required=True)
    leads = expression(inner, "partner_leads", env, BOOL)
    require = conditions(inner, owner, names.env(facts.REVEAL, facts.LEAD, parameters=False))
    basis = inner.basis()
    inner.done()
    return ByReveal(level, leads, require, basis) if level is not None else None


def _falls(keys: Keys, env: Env) -> Falls | None:
    inner = keys.map("falls")
    if inner is None:
        return None
    when = expression(inner, "when", env, BOOL, required=True)
    rank = RANK_NAMES.get(inner.choice("trump", tuple(RANK_NAMES)), ACE)
    trick = inner.integer("trick", required=True) or 1
    basis = inner.basis()
    inner.done()
    return Falls(when, rank, trick, basis) if when is not None else None


def play(root: Keys) -> dict[str, Basis]:
    """What the rules of play rest on."""
    keys = root.map("play")
    found: dict[str, Basis] = {}
    if keys is None:
        return found
    for name in PLAY:
        inner = keys.map(name)
        if inner is not None:
            found[name] = inner.basis()
            inner.done()
    keys.done()
    return found


def clauses(node: Node | None, log: Log) -> tuple[Text, dict[str, Clause]]:
    """The title of the club's text and its clauses, from `clauses.yaml`."""
    if not isinstance(node, MapNode):
        return {}, {}
    keys = Keys(node, "clauses", log)
    document = keys.map("document")
    title = document.languages("title") if document else {}
    if document:
        document.done()
    listed = keys.take("clauses", required=True)
    keys.done()
    found: dict[str, Clause] = {}
    for item in listed.items if isinstance(listed, SeqNode) else ():
        if not isinstance(item, MapNode):
            log.add("R-shape", item.span, "R-shape.map", name="clauses")
            continue
        inner = Keys(item, "clauses", log)
        name = inner.text("id", required=True) or "?"
        kind, where = inner.text("kind", required=True) or "", inner.text("where") or ""
        needs = inner.names("needs")
        says = {lang: text for lang in LANGUAGES if (text := inner.text(lang)) is not None}
        inner.done()
        if name in found:
            log.add("R-duplicate", item.span, "R-clause.twice", name=name)
        found[name] = Clause(name, kind, where, says, needs)
    return title, found


def words_of(root: Keys) -> dict[str, dict[str, list[str]]]:
    """The ruleset's own words: kind -> language -> words."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, keys in root.maps("words"):
        found[name.text] = {
            lang: [scalar.text for scalar in words(keys.take(lang), keys.place(lang), keys.log)]
            for lang in LANGUAGES
        }
        keys.done()
    return found


__all__ = ["calls", "clauses", "conditions", "games", "languages", "play", "suits", "table", "words_of"]
