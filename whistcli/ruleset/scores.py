"""Builds the scoring half of a ruleset: parameters, points, fines, the revoke, the free deal, the evening."""

from __future__ import annotations

from collections.abc import Mapping

from whistcli import facts
from whistcli.expr import BOOL, DECIMAL, Env, Expression, Fact, Type, compile_expression
from whistcli.model import Amount, Basis, FineRule, FreeDeal, Game, Parameter, Revoke, Score, Session
from whistcli.ruleset.names import Names, expression
from whistcli.ruleset.shape import Keys, near
from whistcli.yamlnodes import MapNode

JOINT = ("together", "independent")


def parameters(root: Keys) -> dict[str, Parameter]:
    """The values that a club sets; `silent: true` where the text gives none."""
    found: dict[str, Parameter] = {}
    for name, keys in root.maps("parameters"):
        silent = keys.flag("silent")
        value = keys.amount("value", required=not silent)
        found[name.text] = Parameter(name.text, None if silent else value, keys.languages("because"), keys.basis())
        keys.done()
    node = root.node.get("parameters")
    for key, _ in node.items if isinstance(node, MapNode) else ():  # a value with a fault is still a name
        found.setdefault(key.text, Parameter(key.text, None, {}, Basis()))
    return found


def parameter_facts(found: Mapping[str, Parameter]) -> dict[str, Fact]:
    """The parameters as facts; one that is silent is not known."""
    return {
        name: Fact(name, DECIMAL, f"The club's own value {name}.", unknown=True) for name in found
    }


def scores(root: Keys, known: Mapping[str, Game], names: Names) -> tuple[dict[str, Score], bool]:
    """The points of every game, and whether each deal must sum to zero."""
    keys = root.map("scores")
    if keys is None:
        return {}, False
    env = names.env(facts.RESULT)
    found: dict[str, Score] = {}
    for name, inner in keys.maps("games"):
        if name.text not in known:
            guess = near(name.text, list(known))
            keys.log.add("R-game", name.span, hint="R-key.near" if guess else None, name=name.text, near=guess)
        found[name.text] = _score(name.text, inner, env)
    zero_sum = keys.flag("zero_sum")
    keys.basis()
    keys.done()
    return found, zero_sum


def _score(kind: str, keys: Keys, env: Env) -> Score:
    declarer = _points(keys, "declarer", env)
    opponent = _points(keys, "opponent", env)
    silent = keys.map("silent")
    when: Expression | None = None
    because = keys.languages("because")
    if silent is not None:
        when = expression(silent, "when", env, BOOL, required=True)
        because = silent.languages("because") or because
        silent.done()
    score = Score(kind, declarer, opponent, keys.choice("joint", JOINT, "together"), when, because, keys.basis())
    keys.done()
    return score


def _points(keys: Keys, key: str, env: Env) -> Expression | None:
    """An expression for points, or `None` where the ruleset writes `silent`."""
    scalar = keys.scalar(key, required=True)
    if scalar is None or scalar.text == "silent":
        return None
    compiled, found = compile_expression(scalar, env, _NUMBER)
    keys.log.findings.extend(found)
    return compiled


_NUMBER: Type = DECIMAL


def fines(root: Keys, names: Names) -> tuple[FineRule, ...]:
    """The fines that a deal itself brings."""
    env = names.env(facts.RESULT)
    found = []
    for name, keys in root.maps("fines"):
        when = expression(keys, "when", env, BOOL, required=True)
        amount = expression(keys, "amount", env, DECIMAL, required=True)
        basis = keys.basis()
        keys.done()
        if when is not None and amount is not None:
            found.append(FineRule(name.text, when, amount, basis))
    return tuple(found)


def revoke(root: Keys, players: int) -> Revoke | None:
    """What a revoke costs; its figures must add up to its balance."""
    keys = root.map("revoke")
    if keys is None:
        return None
    offender, others = keys.amount("offender", required=True), keys.amount("others", required=True)
    balance = keys.amount("balance", required=True)
    replaces = keys.choice("replaces", ("deal", "nothing"), "nothing") == "deal"
    basis = keys.basis()
    keys.done()
    if offender is None or others is None or balance is None:
        return None
    total: Amount = offender + others * (players - 1)
    if total != balance:
        keys.log.add("R-sum", keys.span, written=balance, total=total)
    return Revoke(offender, others, balance, replaces, basis)


def free_deal(root: Keys) -> FreeDeal:
    """What a deal marked free brings."""
    keys = root.map("free_deal")
    if keys is None:
        return FreeDeal()
    found = FreeDeal(keys.flag("points"), keys.flag("fines"), keys.basis())
    keys.done()
    return found


def session(root: Keys) -> Session:
    """What the rules say of a whole evening; what is not written is not checked."""
    keys = root.map("session")
    if keys is None:
        return Session()
    plain: dict[str, Basis | None] = {}
    for name in ("seats_ascending", "dealer_passes", "wrong_dealer", "bell", "free_first", "redeal_consent",
                 "fines_double"):
        inner = keys.map(name)
        plain[name] = inner.basis() if inner is not None else None
        if inner is not None:
            inner.done()
    counted: dict[str, tuple[int, Basis] | None] = {}
    for name in ("deals", "rounds"):
        inner = keys.map(name)
        most = inner.integer("most", required=True) if inner is not None else None
        basis = inner.basis() if inner is not None else None
        if inner is not None:
            inner.done()
        counted[name] = (most, basis) if most is not None and basis is not None else None
    misdeal = keys.map("misdeal")
    by = misdeal.choice("dealer", ("same", "next"), "same") if misdeal is not None else "same"
    if misdeal is not None:
        misdeal.basis()
        misdeal.done()
    keys.done()
    return Session(
        plain["seats_ascending"], plain["dealer_passes"], by, plain["wrong_dealer"], counted["deals"],
        counted["rounds"], plain["bell"], plain["free_first"], plain["redeal_consent"], plain["fines_double"],
    )
