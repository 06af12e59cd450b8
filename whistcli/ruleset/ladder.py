"""Builds the ladder: the games from the lowest up, and the pairs of them that a clause decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from whistcli.cards import NOTRUMP
from whistcli.model import Game, LadderReason, Rung
from whistcli.ruleset.shape import Keys, Log, near, words
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode

ANY_LEVEL = tuple(range(14))
"""The levels of a game whose own cannot be read, so that nothing more is said of those that speak of it."""


def rung(scalar: Scalar, known: Mapping[str, Game], log: Log) -> Rung | None:
    """One step of the ladder: `pair 8`, `small_misere`, `small_slam notrump`, `small_slam SUIT`."""
    kind, _, rest = scalar.text.partition(" ")
    game = known.get(kind)
    if game is None:
        guess = near(kind, list(known))
        log.add("R-game", scalar.span, hint="R-key.near" if guess else None, name=kind, near=guess)
        return None
    if not rest:
        return Rung(kind, None)
    if rest in (NOTRUMP, "SUIT"):
        return Rung(kind, rest.lower() if rest == "SUIT" else NOTRUMP)
    if rest.isdecimal() and int(rest) in game.levels:
        return Rung(kind, int(rest))
    log.add("R-ladder", scalar.span, "R-ladder.level", name=scalar.text)
    return None


def _steps(node: Node | None, where: str, log: Log) -> Iterator[tuple[Scalar, bool]]:
    """The steps in their order, each with whether it is on one rung with the step before, as in a list in the list."""
    for item in node.items if isinstance(node, SeqNode) else (node,):
        for place, scalar in enumerate(words(item, where, log)):
            yield scalar, isinstance(item, SeqNode) and place > 0


def ladder(
    root: Keys, known: Mapping[str, Game]
) -> tuple[tuple[Rung, ...], dict[int, int], tuple[LadderReason, ...]]:
    """The games from the lowest up, which of them are on one rung, and the pairs of them that a clause decides."""
    before = root.log.errors
    keys = root.map("ladder", required=True)
    if keys is None:
        return _every_rung(known), {}, ()
    log = keys.log
    order: list[Rung] = []
    ties: dict[int, int] = {}
    for scalar, tied in _steps(keys.take("order", required=True), keys.place("order"), log):
        step = rung(scalar, known, log)
        if step in order:
            log.add("R-ladder", scalar.span, "R-ladder.twice", name=scalar.text)
        elif step is not None:
            if tied and order:
                ties[len(order)] = ties.get(len(order) - 1, len(order) - 1)
            order.append(step)
    if log.errors == before:
        _holes(order, known, keys)
    sound = log.errors == before and not log.failed_games
    if not sound:
        order += [step for step in _every_rung(known) if step not in order]
    reasons = tuple(_reasons(keys, order, known, sound))
    keys.basis()
    keys.done()
    return tuple(order), ties, reasons


def _holes(order: list[Rung], known: Mapping[str, Game], keys: Keys) -> None:
    """Every game at every level it may be called for has its rung."""
    for game in known.values():
        if game.kind in keys.log.failed_games:
            continue
        wanted: list[Rung] = [Rung(game.kind, None)]
        if Rung(game.kind, None) not in order:
            wanted = [Rung(game.kind, level) for level in game.levels]
            if any(step.kind == game.kind and isinstance(step.key, str) for step in order):
                wanted = [Rung(game.kind, NOTRUMP), Rung(game.kind, "suit")]
        for step in wanted:
            if step not in order:
                keys.log.add("R-ladder", keys.span, "R-ladder.hole", name=str(step))


def _every_rung(known: Mapping[str, Game]) -> tuple[Rung, ...]:
    """What stands for a ladder with a fault: all that an expression may name."""
    keys = (None, NOTRUMP, "suit", *ANY_LEVEL)
    return tuple(Rung(kind, key) for kind in known for key in keys)


def _reasons(keys: Keys, order: list[Rung], known: Mapping[str, Game], sound: bool) -> Iterator[LadderReason]:
    """The pairs of rungs with their clauses; a ladder that is not `sound` proves nothing against them."""
    node = keys.take("because")
    for item in node.items if isinstance(node, SeqNode) else ():
        if not isinstance(item, MapNode):
            keys.log.add("R-shape", item.span, "R-shape.map", name=keys.place("because"))
            continue
        inner = Keys(item, f"{keys.where}.because.{len(keys.log.bases)}", keys.log)
        above, below = inner.scalar("above", required=True), inner.scalar("below", required=True)
        high = rung(above, known, keys.log) if above else None
        low = rung(below, known, keys.log) if below else None
        basis = inner.basis()
        inner.done()
        if high is None or low is None or high not in order or low not in order or not sound:
            continue
        if order.index(high) <= order.index(low):
            keys.log.add("R-ladder", item.span, "R-ladder.reason", above=str(high), below=str(low))
        else:
            yield LadderReason(high, low, basis)
