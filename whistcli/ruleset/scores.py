"""Builds the scoring half of a ruleset: parameters, points, fines, the revoke, the free deal, the evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from whistcli import facts
from whistcli.expr import BOOL, DECIMAL, Env, Expression, Fact, Value
from whistcli.model import (
    Amount,
    Basis,
    FineRule,
    FreeDeal,
    Game,
    Money,
    Parameter,
    Penalty,
    Pot,
    Revoke,
    Score,
    Session,
    Sharing,
)
from whistcli.ruleset.exceptions import value
from whistcli.ruleset.names import Names, expression
from whistcli.ruleset.shape import Keys, near
from whistcli.say import LANGUAGES
from whistcli.yamlnodes import MapNode

JOINT = ("together", "independent")
PARTS = ("declarer", "opponent")
REMAINDERS = ("refused", "first", "last")
PAID_TO = ("nobody", "opponents", "others")
COLUMNS = ("fines", "points")


def parameters(root: Keys) -> dict[str, Parameter]:
    """The values that a club sets; `silent: true` where the text gives none, `dated` where they change with the day."""
    found: dict[str, Parameter] = {}
    for name, keys in root.maps("parameters"):
        silent, dated = keys.flag("silent"), tuple(_dated(keys))
        given = keys.amount("value", required=not silent and keys.node.get("dated") is None)
        because = keys.languages("because")
        found[name.text] = Parameter(name.text, None if silent else given, because, keys.basis(), dated)
        keys.done()
    node = root.node.get("parameters")
    for key, _ in node.items if isinstance(node, MapNode) else ():  # a value with a fault is still a name
        found.setdefault(key.text, Parameter(key.text, None, {}, Basis()))
    return found


def _dated(keys: Keys) -> Iterator[tuple[str, Amount]]:
    """Values by the day from which they hold, the earliest first."""
    inner = keys.map("dated")
    if inner is None:
        return
    found: list[tuple[str, Amount]] = []
    for day, _ in inner.node.items:
        held = inner.amount(day.text)
        try:
            date.fromisoformat(day.text)
        except ValueError:
            keys.log.add("R-value", day.span, "R-value.date", found=day.text)
            continue
        if held is not None:
            found.append((day.text, held))
    yield from sorted(found)


def parameter_facts(found: Mapping[str, Parameter]) -> dict[str, Fact]:
    """The parameters as facts; one that is silent is not known."""
    return {
        name: Fact(name, DECIMAL, unknown=True) for name in found
    }


def scores(
    root: Keys, known: Mapping[str, Game], names: Names
) -> tuple[dict[str, Score], bool, Sharing, Value | None]:
    """The points of every game, whether each deal must sum to zero, how shares are divided, what multiplies a deal."""
    keys = root.map("scores")
    if keys is None:
        return {}, False, Sharing(), None
    env = names.env(facts.RESULT)
    found: dict[str, Score] = {}
    for name, inner in keys.maps("games"):
        if name.text not in known:
            guess = near(name.text, list(known))
            keys.log.add("R-game", name.span, hint="R-key.near" if guess else None, name=name.text, near=guess)
        found[name.text] = _score(name.text, inner, env)
        if found[name.text].stake is not None and name.text in known:
            _one_stake(found[name.text], known[name.text], inner)
    zero_sum = keys.flag("zero_sum")
    sharing = Sharing()
    inner_ = keys.map("sharing")
    if inner_ is not None:
        step = inner_.amount("step")
        remainder = inner_.choice("remainder", REMAINDERS, "refused")
        sharing = Sharing(step or 1, remainder, inner_.basis())  # type: ignore[arg-type]
        inner_.done()
    times = value(keys, "times", env, DECIMAL)
    if times is not None and times.reads & {"made", "tricks", "over", "under"}:
        for kind, score in found.items():
            game = known.get(kind)
            several = game is not None and game.each_alone and game.equal == "joins" and game.most != 1
            if several and score.joint == "together":
                keys.log.add("R-score", keys.span, "R-score.times", name=kind)
    keys.basis()
    keys.done()
    return found, zero_sum, sharing, times


def _one_stake(score: Score, game: Game, keys: Keys) -> None:
    """A stake is one amount: where several play each for himself, they must settle one by one."""
    if game.each_alone and game.most != 1 and score.joint == "together":
        keys.log.add("R-score", keys.span, "R-score.stake", name=score.kind)


def _score(kind: str, keys: Keys, env: Env) -> Score:
    stake = value(keys, "stake", env, DECIMAL)
    shared = frozenset(key for key in PARTS if keys.node.get(f"{key}s") is not None)
    staked = keys.node.get("stake") is not None
    parts: dict[str, Value | None] = {}
    for key in PARTS:
        together = value(keys, f"{key}s", env, DECIMAL)
        each = value(keys, key, env, DECIMAL, required=not staked and key not in shared)
        parts[key] = together if key in shared else each
        both = keys.node.get(key)
        if both is not None and (staked or key in shared):
            keys.log.add("R-score", both.span, "R-score.both", name=kind, key=key)
    silent = keys.map("silent")
    when: Expression | None = None
    because = keys.languages("because")
    if silent is not None:
        when = expression(silent, "when", env, BOOL, required=True)
        because = silent.languages("because") or because
        silent.done()
    joint = keys.choice("joint", JOINT, "together")
    pot_share = value(keys, "pot", env, DECIMAL)
    score = Score(
        kind, parts["declarer"], parts["opponent"], joint, when, because, keys.basis(), stake, shared, pot_share
    )
    keys.done()
    return score


def pot(root: Keys) -> Pot | None:
    """The pot that is carried from deal to deal, where there is one."""
    keys = root.map("pot")
    if keys is None:
        return None
    found = Pot(keys.amount("start") or 0, keys.amount("dealer_pays") or 0, keys.basis())
    keys.done()
    return found


def money(root: Keys) -> Money | None:
    """What a point is worth."""
    keys = root.map("money")
    if keys is None:
        return None
    point = keys.amount("point")
    currency = keys.text("currency", required=point is not None) or ""
    found = Money(
        currency,
        point,
        keys.choice("fines", ("points", "money"), "points"),
        keys.basis(),
        keys.choice("settle", ("points", "differences"), "points"),
        keys.choice("transfers", ("fewest", "in_seat_order"), "fewest"),
    )
    keys.done()
    return found


def fines(root: Keys, names: Names) -> tuple[FineRule, ...]:
    """The fines that a deal itself brings."""
    env = names.env(facts.RESULT)
    found = []
    for name, keys in root.maps("fines"):
        when = expression(keys, "when", env, BOOL, required=True)
        amount = value(keys, "amount", env, DECIMAL, required=True)
        paid_to = keys.choice("paid_to", PAID_TO, "nobody")
        basis = keys.basis()
        keys.done()
        if when is not None and amount is not None:
            found.append(FineRule(name.text, when, amount, basis, paid_to))
    return tuple(found)


def revoke(root: Keys, players: int, names: Names) -> Revoke | None:
    """What a revoke costs; its figures must add up to its balance."""
    keys = root.map("revoke")
    if keys is None:
        return None
    offender, others = keys.amount("offender", required=True), keys.amount("others", required=True)
    balance = keys.amount("balance", required=True)
    replaces = keys.choice("replaces", ("deal", "nothing"), "nothing") == "deal"
    times = value(keys, "times", names.env(facts.OFFENCE), DECIMAL)
    basis = keys.basis()
    keys.done()
    if offender is None or others is None or balance is None:
        return None
    total: Amount = offender + others * (players - 1)
    if total != balance:
        keys.log.add("R-sum", keys.span, written=balance, total=total)
    return Revoke(offender, others, balance, replaces, basis, times)


def penalties(root: Keys, names: Names) -> tuple[Penalty, ...]:
    """The offences that have a price, by name."""
    found = []
    for name, keys in root.maps("penalties"):
        inner = keys.map("names")
        said: dict[str, tuple[str, ...]] = {}
        if inner is not None:
            said = {lang: inner.names(lang) for lang in LANGUAGES}
            inner.done()
        env = names.env(facts.OFFENCE)
        offender, others = value(keys, "offender", env, DECIMAL, required=True), value(keys, "others", env, DECIMAL)
        column = keys.choice("column", COLUMNS, "fines")
        times = value(keys, "times", env, DECIMAL)
        basis = keys.basis()
        keys.done()
        if offender is not None:
            found.append(Penalty(name.text, said, offender, others, column, basis, times))
    return tuple(found)


def free_deal(root: Keys) -> FreeDeal:
    """What a deal marked free brings."""
    keys = root.map("free_deal")
    if keys is None:
        return FreeDeal()
    found = FreeDeal(keys.flag("points"), keys.flag("fines"), keys.basis())
    keys.done()
    return found


def _most(keys: Keys) -> dict[int, int]:
    """A number, or numbers by how many are at the table; 0 stands for however many."""
    if not isinstance(keys.node.get("most"), MapNode):
        most = keys.integer("most", required=True)
        return {} if most is None else {0: most}
    inner = keys.map("most")
    found: dict[int, int] = {}
    for count, _ in inner.node.items if inner is not None else ():
        most = inner.integer(count.text) if inner is not None else None
        if not count.text.isdecimal() or int(count.text) == 0:
            keys.log.add("R-value", count.span, "R-value.table", found=count.text)
        elif most is not None:
            found[int(count.text)] = most
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
    counted: dict[str, tuple[Mapping[int, int], Basis] | None] = {}
    for name in ("deals", "rounds"):
        inner = keys.map(name)
        most = _most(inner) if inner is not None else {}
        basis = inner.basis() if inner is not None else None
        if inner is not None:
            inner.done()
        counted[name] = (most, basis) if most and basis is not None else None
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
