"""Writes the files of a new ruleset: YAML with comments in the club's language."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from whistcli.model import Ruleset, in_language
from whistcli.say import sentence
from whistcli.scaffold.examples import Tree, examples
from whistcli.scaffold.plan import Plan
from whistcli.yamlnodes import MapNode

_PLAIN = re.compile(r"[A-Za-z_/.][\w ./@-]*")
_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null", "~"})
_WIDTH = 110


def ruleset_yaml(plan: Plan, rules: Ruleset, node: MapNode, changed: Mapping[str, str]) -> str:
    """`ruleset.yaml`: what differs, then examples in comments; `changed` are the parents' cases that now differ."""
    lang = plan.lang
    parent = in_language(rules.title, lang, rules.id)
    lines = list(_comment(sentence("N-head", {"title": plan.title, "parent": parent}, lang)))
    lines += _yaml({
        "ruleset": plan.id, "edition": Quoted(str(date.today().year)), "extends": plan.extends,
        "title": {lang: plan.title},
    })
    active: Tree = {}
    if plan.settings:
        values = {name: {"value": Decimal(value)} for name, value in plan.settings}
        active["parameters"] = {"replace": values}
    if plan.worths:
        active["scores"] = {"games": {"replace": {
            kind: {
                "declarer": f"if made then {worth.made} else {worth.lost}",
                "opponent": f"if made then {worth.opponent_made} else {worth.opponent_lost}",
            }
            for kind, worth in plan.worths.items()
        }}}
    for key, tree in active.items():
        lines += ["", *_comment(sentence(f"N-differs.{key}", {}, lang)), *_yaml({key: tree})]
    if changed:
        reason = sentence("N-changed", {}, lang)
        lines += ["", *_comment(sentence("N-differs.cases", {}, lang))]
        lines += _yaml({"cases": {"changed": {name: {lang: reason} for name in changed}}})
    lines += ["", *_comment(sentence("N-next", {}, lang))]
    for example in examples(rules, node, lang):
        if not set(example.tree) & set(active):
            lines.append("")
            for said in example.says:
                lines += _comment(said)
            lines += [f"#{line}" for line in _yaml(example.tree)]
    lines += ["", *_comment(sentence("N-more", {}, lang))]
    return "\n".join(lines) + "\n"


def clauses_yaml(plan: Plan) -> str:
    """`clauses.yaml`: no clause yet, and an example of one."""
    lang = plan.lang
    lines = list(_comment(sentence("N-clauses", {}, lang)))
    title = sentence("N-document", {"title": plan.title}, lang)
    lines += [*_yaml({"document": {"title": {lang: title}}}), "clauses: []"]
    example = {"id": "house.1", "kind": "auction", "where": sentence("N-where", {}, lang),
               lang: sentence("N-clause", {}, lang)}
    lines += ["", *_comment(sentence("N-instead", {}, lang)), "#clauses:"]
    lines += [f"#  {'- ' if not place else '  '}{line}" for place, line in enumerate(_yaml(example))]
    return "\n".join(lines) + "\n"


def case_yaml(plan: Plan, case: Tree) -> str:
    """`cases/*.yaml` with one case."""
    lines = list(_comment(sentence("N-cases", {"folder": plan.folder}, plan.lang)))
    lines += _yaml({"rules": plan.id, "seats": case["seats"], "dealer": case["dealer"]})
    body = {"id": f"{plan.id}-1", "calls": case["calls"], "expect": Flow(case["expect"]),
            "why": sentence("N-why", {}, plan.lang)}
    lines.append("cases:")
    lines += [f"  {'- ' if not place else '  '}{line}" for place, line in enumerate(_yaml(body))]
    return "\n".join(lines) + "\n"


def _comment(words: str) -> Iterator[str]:
    indent = " " * (len(words) - len(words.lstrip()))
    return iter(textwrap.wrap(words.strip(), _WIDTH, initial_indent=f"# {indent}", subsequent_indent=f"# {indent}",
                              break_long_words=False, break_on_hyphens=False))


# -- a little YAML -----------------------------------------------------------------------------------------------------


class Quoted(str):
    """A text that is written in quotes whatever it is."""

    __slots__ = ()


class Flow(dict[str, Any]):
    """A map that is written on one line."""

    __slots__ = ()


def _yaml(tree: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The lines of a map; a map of one language, and every list, stands on one line."""
    for key, value in tree.items():
        short = isinstance(value, dict) and (isinstance(value, Flow) or all(_single(each) for each in value.values()))
        if isinstance(value, dict) and not (short and len(_flow(value)) + len(indent) + len(key) < _WIDTH - 2):
            yield f"{indent}{_scalar(key)}:"
            yield from _yaml(value, f"{indent}  ")
        else:
            yield f"{indent}{_scalar(key)}: {_flow(value)}"


def _single(value: object) -> bool:
    """Whether a value is so short that its map may stand on one line: not an expression."""
    return not isinstance(value, dict) and not (isinstance(value, str) and " else " in value)


def _flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(each) for each in value) + "]"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | Decimal):
        return str(value)
    text = str(value)
    loose = text.lower() in _WORDS and text not in ("true", "false")
    if isinstance(value, Quoted) or loose or not _PLAIN.fullmatch(text) or text != text.strip():
        return json.dumps(text, ensure_ascii=False)
    return text
