"""`rules new`: asks or takes what is to differ, tries the result out, and only then puts the folder in its place."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping
from shutil import rmtree

from whistcli.commands import CLEAN, USAGE, Request, unusable
from whistcli.console import emit, language
from whistcli.diag import Unusable
from whistcli.model import Ruleset
from whistcli.ruleset import load_ruleset, locate, shipped
from whistcli.ruleset.load import read_chain
from whistcli.ruleset.settings import with_parameters
from whistcli.say import Reason, sentence
from whistcli.scaffold.asking import Asker, Reader
from whistcli.scaffold.case import first_case
from whistcli.scaffold.examples import Tree
from whistcli.scaffold.plan import Plan, Worth, check_folder, check_id, check_parent, fault, read_game, usual_id, worths
from whistcli.scaffold.writing import case_yaml, clauses_yaml, ruleset_yaml
from whistcli.suite import run


def created(
    folder: str,
    request: Request,
    parent: str | None,
    name: str | None,
    title: str | None,
    games: tuple[str, ...],
    read: Reader | None,
) -> int:
    """Makes a ruleset folder; what is not given is asked through `read`, or takes its usual value without one."""
    lang = language(request.lang, None)
    try:
        check_folder(folder)
        plan = _planned(folder, request, parent, name, title, games, Asker(lang, read) if read is not None else None)
        files = _tried(plan)
        _place(plan, files)
    except Unusable as error:
        unusable(error, folder, request)
        return USAGE
    except (EOFError, KeyboardInterrupt):
        emit(sentence("N-stopped", {}, lang), sys.stderr)
        return USAGE
    for file in files:
        emit(sentence("N-written", {"file": os.path.join(folder, file).replace(os.sep, "/")}, lang))
    emit(sentence("N-try", {"folder": folder}, lang))
    return CLEAN


def _planned(
    folder: str,
    request: Request,
    parent: str | None,
    name: str | None,
    title: str | None,
    games: tuple[str, ...],
    asker: Asker | None,
) -> Plan:
    """What is to be made. Raises Unusable for what cannot be."""
    lang = language(request.lang, None)
    first = shipped()[0]
    if parent is None:
        known = {each: load_ruleset(each).rules for each in shipped()} if asker is not None else {}
        parent = asker.parent(known, first, check_parent) if asker is not None else first
    check_parent(parent)
    rules = load_ruleset(parent).rules
    if name is None:
        name = asker.id(_free(usual_id(folder))) if asker is not None else _free(usual_id(folder))
    check_id(name)
    if title is None:
        title = asker.ask("N-ask.title", name.capitalize()) if asker is not None else name.capitalize()
    settings = list(request.options.parameters)
    with_parameters(rules, settings)
    differing = dict(read_game(each, worths(rules), rules) for each in games)
    if asker is not None and not settings:
        settings = asker.settings(rules, lambda key, value: _setting(rules, key, value))
    if asker is not None and not games:
        differing = asker.worths(rules, worths(rules))
    return Plan(folder, parent, name, title, lang, *_differing(rules, settings, differing))


def _setting(rules: Ruleset, name: str, value: str) -> None:
    with_parameters(rules, [(name, value)])


def _free(name: str) -> str:
    """The id, or with a mark where a shipped ruleset has it."""
    return f"{name}-house" if name in shipped() else name


def _differing(
    rules: Ruleset, settings: list[tuple[str, str]], games: Mapping[str, Worth]
) -> tuple[tuple[tuple[str, str], ...], dict[str, Worth]]:
    """Only what is not as the parent has it: writing the same again would be a fault."""
    known = worths(rules)
    after = with_parameters(rules, settings).parameters
    changed = dict(settings)
    return (
        tuple((name, text) for name, text in changed.items() if after[name].value != rules.parameters[name].value),
        {kind: worth for kind, worth in games.items() if worth != known[kind]},
    )


def _tried(plan: Plan) -> dict[str, str]:
    """The files by name, after they have been loaded and their cases run beside the place where they will be."""
    rules = load_ruleset(plan.extends).rules
    node, _, _ = read_chain(locate(plan.extends), ())
    above = os.path.dirname(os.path.abspath(plan.folder))
    try:
        os.makedirs(above, exist_ok=True)
        trial = tempfile.mkdtemp(dir=above, prefix=".new-")
    except (OSError, ValueError) as error:
        raise fault("N-unwritten", plan.folder, reason=Reason.of(error)) from None
    try:
        changed: dict[str, str] = {}
        files = {"ruleset.yaml": ruleset_yaml(plan, rules, node, changed), "clauses.yaml": clauses_yaml(plan)}
        _write(trial, files)
        own = load_ruleset(trial).rules
        for case in _cases(own):
            files[_case_file(plan)] = case_yaml(plan, case)
            _write(trial, files)
            if not run(trial).count("differs", own=True):
                break
            files.pop(_case_file(plan))
            os.remove(os.path.join(trial, _case_file(plan)))
        report = run(trial)
        changed = {each.case.id: each.of for each in report.ran if not each.own and each.state == "differs"}
        files["ruleset.yaml"] = ruleset_yaml(plan, rules, node, changed)
        _write(trial, files)
        load_ruleset(trial)
        return files
    finally:
        rmtree(trial, ignore_errors=True)


def _cases(rules: Ruleset) -> list[Tree]:
    """Cases to try, the more telling one first; a game without an auction has none."""
    if not rules.calls:
        return []
    return [case for opening in (True, False) if (case := first_case(rules, opening)) is not None]


def _case_file(plan: Plan) -> str:
    return f"cases/{plan.id}.yaml"


def _write(folder: str, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as handle:
            handle.write(text)


def _place(plan: Plan, files: Mapping[str, str]) -> None:
    """Puts the files where they belong. Raises Unusable where that cannot be."""
    try:
        check_folder(plan.folder)
        os.makedirs(plan.folder, exist_ok=True)
        _write(plan.folder, files)
    except (OSError, ValueError) as error:
        raise fault("N-unwritten", plan.folder, reason=Reason.of(error)) from None
