"""Conditions that decide nothing, calls that nobody can ever make, conditions that exclude one another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from whistcli import facts
from whistcli.diag import Finding, Span
from whistcli.lint.domains import Domain, always, domain_of, possible
from whistcli.lint.source import Rule, Source, warn
from whistcli.model import CallRule


def dead(source: Source) -> Iterator[Finding]:
    """Conditions that are always true, and questions for the arbiter that never come up."""
    rules = source.rules
    for rule in source.every_call:
        if always(rule.tree, Domain(rules)) is True:
            yield warn("L-dead", rule.scalar.span, name=rule.where)
    for call in rules.calls.values():
        domain = domain_of(rules, call)
        for rule in source.conditions(call):
            if always(rule.tree, domain) is True:
                yield warn("L-dead", rule.scalar.span, name=rule.where)
        for rule in source.rule(source.call_env(call), call.kind, "calls", call.kind, "ask_arbiter"):
            if always(rule.tree, domain) is False and rule.scalar.text != "false":
                yield warn("L-dead", rule.scalar.span, "L-dead.ask", name=call.kind)
        for rule in _of_the_lead(source, call):
            verdict = always(rule.tree, Domain(rules))
            if verdict is not None:
                yield warn("L-dead", rule.scalar.span, "" if verdict else "L-dead.lead", name=rule.where)
        for rule in _deciding(source, call):
            verdict = always(rule.tree, Domain(rules, {"suit": rules.suits}))
            if verdict is not None and rule.tree.op != "const":
                yield warn("L-dead", rule.scalar.span, "L-dead.alike", name=rule.where, value=str(verdict).lower())
    for rule in source.rule(source.env(facts.BETWEEN), "auction.ends", "auction", "ends", "when"):
        verdict = always(rule.tree, Domain(rules))
        if verdict is not None:
            yield warn("L-dead", rule.scalar.span, "L-dead.over" if verdict else "L-dead.ends", name=rule.where)


def _of_the_lead(source: Source, call: CallRule) -> Iterator[Rule]:
    """What a call asks of the first card of its game."""
    yield from source.required(source.env(facts.LEAD), call.kind, "calls", call.kind, "by_lead")
    yield from source.required(source.env(facts.REVEAL, facts.LEAD), call.kind, "calls", call.kind, "by_reveal")


def _deciding(source: Source, call: CallRule) -> Iterator[Rule]:
    """Questions of which both answers go on: whether the partner leads, whether a trump must fall."""
    place = ("calls", call.kind)
    yield from source.rule(source.env(facts.REVEAL), f"{call.kind}.partner_leads", *place, "by_reveal", "partner_leads")
    yield from source.rule(source.env(facts.LEAD), f"{call.kind}.falls", *place, "by_lead", "falls", "when")


@lru_cache(maxsize=4)
def impossible(source: Source) -> frozenset[str]:
    """The calls that nobody can ever make, for what is proven of their conditions."""
    calls = source.rules.calls.values()
    if any(always(rule.tree, Domain(source.rules)) is False for rule in source.every_call):
        return frozenset(source.rules.calls)
    found = {call.kind for call in calls if _never(source, call)}
    if not any(call.effect == "propose" and call.kind not in found for call in calls):
        found |= {call.kind for call in calls if call.effect == "accept"}
    return frozenset(found)


def never(source: Source) -> Iterator[Finding]:
    """Calls with a condition that is never true, also for one of their numbers."""
    rules, lost = source.rules, impossible(source)
    for rule in source.every_call:
        if always(rule.tree, Domain(rules)) is False:
            yield warn("L-never", rule.scalar.span, "L-never.every", rule=rule.where)
            return
    for kind, call in rules.calls.items():
        own, domain = source.conditions(call), domain_of(rules, call)
        if kind not in lost:
            yield from _numbers(source, call)
            continue
        for rule in (*source.every_call, *own):
            if always(rule.tree, domain) is False:
                if rule.tree.op == "const":  # `that: false`: a call that is known here only to be refused
                    break
                span = rule.scalar.span if rule in own else source.span("calls", kind)
                yield _lost(source, "L-never", "", call, span, rule=rule.where)
                break
        else:
            if call.effect == "accept" and not _never(source, call):
                yield _lost(source, "L-never", "L-never.proposal", call, source.span("calls", kind))


def _lost(source: Source, code: str, key: str, call: CallRule, span: Span, **args: object) -> Finding:
    """The finding on a call that cannot be made; a hint names the game that goes with it."""
    calls = source.rules.calls.values()
    leading = {other.kind for other in calls if other.game == call.game and other.effect != "raise"}
    hint = "L-never.hint" if call.game and impossible(source) >= leading else None
    return warn(code, span, key, hint, name=call.kind, game=call.game or "", **args)


def _never(source: Source, call: CallRule) -> bool:
    trees = [rule.tree for rule in (*source.every_call, *source.conditions(call))]
    domain = domain_of(source.rules, call)
    return not possible(trees, domain) or any(always(tree, domain) is False for tree in trees)


def _numbers(source: Source, call: CallRule) -> Iterator[Finding]:
    """The numbers of a call that its conditions never leave it."""
    trees = [rule.tree for rule in (*source.every_call, *source.conditions(call))]
    domain = domain_of(source.rules, call)
    lost = [
        level
        for level in call.levels
        if not possible(trees, domain.narrowed(level=(level,)))
        or any(always(tree, domain.narrowed(level=(level,))) is False for tree in trees)
    ]
    if lost:
        yield warn("L-never", source.span("calls", call.kind), "L-never.number", name=call.kind, numbers=tuple(lost))


def conflict(source: Source) -> Iterator[Finding]:
    """Conditions of one call that are never true together, though each may be true alone."""
    rules, told = source.rules, set()
    for call in rules.calls.values():
        domain = domain_of(rules, call)
        sound = [rule for rule in (*source.every_call, *source.conditions(call))
                 if always(rule.tree, domain) is not False]
        found = False
        for one, other in combinations(sound, 2):
            if possible([one.tree, other.tree], domain):
                continue
            found = True
            if (one.where, other.where) not in told:
                told.add((one.where, other.where))
                yield _lost(source, "L-conflict", "", call, other.scalar.span, one=one.where, other=other.where)
        if not found and len(sound) == len(source.every_call) + len(source.conditions(call)) > 2 and not possible(
                [rule.tree for rule in sound], domain):
            every = tuple(rule.where for rule in sound)
            yield _lost(source, "L-conflict", "L-conflict.all", call, source.span("calls", call.kind), rules=every)
