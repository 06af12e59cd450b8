"""Puts a ruleset together from its merged nodes, and checks what only the whole can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from whistcli import facts
from whistcli.diag import Finding, Span, Unusable
from whistcli.model import Basis, CallRule, Clause, Game, Ruleset, Text
from whistcli.ruleset import build, scores
from whistcli.ruleset.knockout import knockout
from whistcli.ruleset.ladder import ladder
from whistcli.ruleset.load import Loaded
from whistcli.ruleset.names import Names
from whistcli.ruleset.shape import Keys, Log, near
from whistcli.ruleset.switches import auction
from whistcli.vocabulary import Vocabulary, common_vocabulary
from whistcli.yamlnodes import MapNode, Node

ANSWERABLE = ("auction", "contract", "play", "score", "fine", "session")
"""The kinds of clauses that a ruleset answers for, or lists as unchecked."""


def assemble(path: str, node: MapNode, clause_nodes: Iterable[Node], found: list[Finding]) -> Loaded:
    """The ruleset that the nodes describe. Raises Unusable where anything in them is an error."""
    log, before = Log(found), len(found)
    root = Keys(node, "", log, node.key("ruleset"))
    log.texts.update(_texts(root, "texts"))
    game = getattr(node.get("game"), "text", "")
    rules = BUILDERS.get(game, _build)(root, clause_nodes)
    if rules is not None:
        _check(rules, root, log)
    if len(log.findings) > before:
        from whistcli.ruleset.inherited import with_cure

        log.findings[:] = with_cure(path, node, log.findings, before)
    if log.failed or rules is None:
        raise Unusable(path, tuple(sorted(log.findings, key=lambda f: (f.span.file, f.span.line, f.span.column))))
    return Loaded(rules._replace(bases=log.bases), tuple(log.findings))


def _build(root: Keys, clause_nodes: Iterable[Node]) -> Ruleset | None:
    log = root.log
    name = root.text("ruleset", required=True) or "?"
    edition = root.text("edition") or ""
    root.take("extends")
    game = root.choice("game", tuple(BUILDERS))
    title = root.languages("title")
    table = root.map("table")
    players, hand, sits_out = build.table(table)
    suits, notrump_high = build.suits(root)
    games = build.games(root, hand)
    calls_node = root.node.get("calls")
    kinds = frozenset(games) | (
        frozenset(key.text for key, _ in calls_node.items) if isinstance(calls_node, MapNode) else frozenset()
    )
    kinds |= frozenset(_known_kinds())
    steps, ties, because = ladder(root, games)
    names = Names(("notrump", *suits) if notrump_high else suits, kinds, steps, ties=ties)
    parameters = scores.parameters(root)
    names.parameters = scores.parameter_facts(parameters)
    names.define(root, names.parameters)
    calls = build.calls(root, games, names)
    every = root.map("every_call")
    every_call = build.conditions(every, "every_call", names.env(facts.AUCTION)) if every else ()
    if every:
        every.done()
    switches = auction(root, names)
    points, zero_sum, sharing, times = scores.scores(root, games, names)
    fines = scores.fines(root, names)
    revoke = scores.revoke(root, players, names)
    penalties = scores.penalties(root, names)
    pot, money = scores.pot(root), scores.money(root)
    free_deal = scores.free_deal(root)
    play = build.play(root)
    session = scores.session(root)
    clauses: dict[str, Clause] = {}
    for node in clause_nodes:
        _, more = build.clauses(node, log)
        clauses = more | clauses
    own_words = build.words_of(root)
    vocabulary = common_vocabulary().shaped(own_words, _slots(calls, games))
    unchecked = dict(_texts(root, "unchecked"))
    source, changed = root.names("source"), _changed_cases(root)
    root.done()
    return Ruleset(
        name, edition, game, title, players, hand, suits, steps, because, games, calls, every_call, switches,
        parameters, points, zero_sum, fines, revoke, free_deal, play, session, clauses, unchecked, vocabulary,
        sharing=sharing, times=times, ties=ties, pot=pot, money=money, penalties=penalties, sits_out=sits_out,
        notrump_high=notrump_high, source=source, changed_cases=changed,
    )


def _slots(calls: Mapping[str, CallRule], games: Mapping[str, Game]) -> dict[str, frozenset[str]]:
    """What each call and game of a ruleset may name besides itself: a suit (SUIT), a number (N)."""
    found: dict[str, frozenset[str]] = {}
    for kind, game in games.items():
        suit = game.suit in ("named", "named_or_notrump", "by_lead", "by_partner", "turned")
        found[kind] = frozenset(("SUIT",) * suit + ("N",) * (len(game.levels) > 1))
    for kind, rule in calls.items():
        found[kind] = frozenset(("SUIT",) * (rule.suit != "none") + ("N",) * bool(rule.levels))
    return found


def _changed_cases(root: Keys) -> dict[str, Text]:
    """The cases of a parent that no longer hold, under `cases: {changed: {id: why}}`."""
    keys = root.map("cases")
    if keys is None:
        return {}
    found = dict(_texts(keys, "changed"))
    keys.done()
    return found


BUILDERS: Mapping[str, Callable[[Keys, Iterable[Node]], Ruleset | None]] = {"auction": _build, "knockout": knockout}
"""What builds the ruleset of each sort of game."""


def _known_kinds() -> Iterable[str]:
    """The kinds that the field's common words name: a condition may speak of one that this ruleset lacks."""
    vocabulary: Vocabulary = common_vocabulary()
    return vocabulary.forms


def _texts(root: Keys, key: str) -> Iterable[tuple[str, Text]]:
    keys = root.map(key)
    if keys is None:
        return
    for name, _ in keys.node.items:
        yield name.text, keys.languages(name.text)


def _check(rules: Ruleset, root: Keys, log: Log) -> None:
    """What the whole shows: clauses that do not exist, clauses that nothing answers for, games without a call."""
    if rules.clauses:
        for cite, span in log.cited:
            if cite not in rules.clauses:
                guess = near(cite, list(rules.clauses))
                log.add("R-cite", span, hint="R-key.near" if guess else None, name=cite, near=guess)
    if log.failed:  # what is idle or left open may follow from a fault
        return
    listed = root.node.get("games")
    for kind, game in rules.games.items():
        key = listed.key(kind) if isinstance(listed, MapNode) else None
        span = key.span if key is not None else root.span
        if not any(rule.game == kind for rule in rules.calls.values()):
            _warn(log, "R-idle", span, name=kind)
        for level in game.levels:
            if kind not in rules.scores:
                _warn(log, "R-unscored", span, name=kind)
                break
            if rules.rung(kind, level, None) is None and rules.rung(kind, level, "notrump") is None:
                break  # the ladder has said so
    for clause in uncovered(rules, log.bases.values()):
        _warn(log, "R-clause", root.span, "" if clause.where else "R-clause.bare", name=clause.id, where=clause.where)


def uncovered(rules: Ruleset, bases: Iterable[Basis]) -> list[Clause]:
    """The clauses a ruleset must answer for that nothing cites and that it does not list as unchecked."""
    cited = {cite for basis in bases for cite in basis.cite} | set(rules.unchecked)
    return [clause for clause in rules.clauses.values() if clause.kind in ANSWERABLE and clause.id not in cited]


def _warn(log: Log, code: str, span: Span, sentence: str = "", **args: object) -> None:
    log.findings.append(Finding(code, span, "warning", sentence, args))
