"""Runs a ruleset's own cases, and those of the rulesets that it extends under the child's rules.

`run` is for whoever wants the whole report; `cases_of` for whoever wants the cases alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Literal, NamedTuple

from whistcli.diag import Finding, Span
from whistcli.resources import shown
from whistcli.ruleset.load import Loaded, load_ruleset
from whistcli.suite.cases import Case, Sort
from whistcli.suite.chain import Layer, layers, score_place
from whistcli.suite.reading import read_file
from whistcli.suite.running import difference, play
from whistcli.suite.told import SaidFinding

State = Literal["holds", "differs", "changed", "replaced"]
"""A case holds or differs; a parent's case is listed as changed, or replaced by a case of the same id."""


class Ran(NamedTuple):
    """One case that was run: whose it is (a ruleset's id), whether that is the tested ruleset itself, how it went."""

    case: Case
    of: str
    own: bool
    state: State


class Report(NamedTuple):
    """All that came of a ruleset's cases."""

    loaded: Loaded
    ran: tuple[Ran, ...] = ()
    findings: tuple[Finding, ...] = ()
    runnable: bool = True

    def count(self, state: State | None = None, *, own: bool | None = None, sort: Sort | None = None) -> int:
        """How many cases went so, of the ruleset itself or inherited, of one sort; each where it is given."""
        return sum(
            state in (None, ran.state) and own in (None, ran.own) and sort in (None, ran.case.sort)
            for ran in self.ran
        )


def cases_of(layer: Layer) -> tuple[list[Case], list[Finding]]:
    """The cases of one ruleset, each id once, and what is wrong with its case files."""
    cases: dict[str, Case] = {}
    found: list[Finding] = []
    for path in layer.files:
        file = read_file(path)
        found.extend(file.findings)
        for case in file.cases:
            if case.id in cases:
                first = cases[case.id].span
                args: dict[str, object] = {"case": case.id, "place": f"{shown(first.file)}:{first.line}"}
                found.append(Finding("Q-shape", case.span, key="Q-shape.twice", args=args))
            else:
                cases[case.id] = case
    return list(cases.values()), found


def run(name: str) -> Report:
    """Runs the cases of a ruleset and of its parents. Raises Unusable where the ruleset cannot be used."""
    loaded = load_ruleset(name)
    if loaded.rules.game != "auction":
        return Report(loaded, runnable=False)
    chain = layers(name)
    where = partial(score_place, chain[0].path)
    ran: list[Ran] = []
    findings: list[Finding] = []
    taken: set[str] = set()
    idle: dict[str, tuple[bool, str]] = {}  # what is listed: whether all of it still holds, and whose cases they are
    for place, layer in enumerate(chain):
        cases, found = cases_of(layer)
        findings.extend(found)
        for case in cases:
            if any(between.names(case.id) for between in chain[1:place]):
                continue  # a ruleset in between has said that it no longer holds
            changed = chain[0].names(case.id) if place else None
            if changed is None and case.id in taken:
                ran.append(Ran(case, layer.id, False, "replaced"))
                continue
            broken = difference(case, play(case, loaded), where)
            state: State = "holds" if broken is None else "differs"
            if changed is not None:
                state = "changed"
                idle[changed] = (idle.get(changed, (True, ""))[0] and broken is None, layer.id)
            elif broken is not None:
                findings.append(_inherited(broken, case, layer) if place else broken)
            ran.append(Ran(case, layer.id, not place, state))
        taken.update(case.id for case in cases)
    for name, (holds, parent) in idle.items():
        if holds:
            args: dict[str, object] = {"case": name, "parent": parent}
            findings.append(Finding("Q-idle", chain[0].changed[name], "warning", args=args))
    findings.extend(_unknown(chain[0], ran, idle))
    return Report(loaded, tuple(ran), tuple(findings))


def _inherited(broken: Finding, case: Case, layer: Layer) -> Finding:
    """The same difference, said of a parent's case."""
    args: dict[str, object] = {"case": case.id, "parent": layer.id, "difference": SaidFinding(broken, advice=True)}
    return broken._replace(code="Q-inherited", key="", args=args, hint="Q-inherited.hint")


def _unknown(child: Layer, ran: list[Ran], listed: Collection[str]) -> Iterator[Finding]:
    """Cases listed as changed that are not inherited."""
    from whistcli.words import nearest

    inherited = [one.case.id for one in ran if not one.own]
    for name, span in child.changed.items():
        if name not in listed and name not in inherited:
            near = nearest(name, inherited)
            args: dict[str, object] = {"case": name, "near": near}
            yield Finding("Q-idle", span, "warning", "Q-idle.unknown", args, hint="R-key.near" if near else None)


__all__ = ["Case", "Layer", "Ran", "Report", "Span", "cases_of", "layers", "run"]
