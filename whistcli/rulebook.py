"""`rules list`, `rules show`, `rules facts`, `rules words`: what a ruleset says, as its readers need it."""

from __future__ import annotations

import sys

from whistcli import facts
from whistcli.commands import CLEAN, USAGE, Request
from whistcli.console import emit, language
from whistcli.diag import Unusable
from whistcli.expr import Fact, Type
from whistcli.model import Ruleset, in_language
from whistcli.render.findings import text
from whistcli.ruleset import load_ruleset, shipped
from whistcli.say import sentence


def load(name: str, request: Request) -> Ruleset | None:
    """The ruleset, or `None` where it cannot be used; what is wrong or doubtful in it is said on the error stream."""
    lang = language(request.lang, None)
    try:
        loaded = load_ruleset(name, None, request.options.parameters)
    except Unusable as error:
        for finding in error.findings:
            emit(text(finding, error.path, lang, {}), sys.stderr)
        return None
    for finding in loaded.findings:
        emit(text(finding, name, lang, {}), sys.stderr)
    return loaded.rules


def listed(request: Request) -> int:
    """Prints the shipped rulesets: id, edition, title."""
    lang = language(request.lang, None)
    for name in shipped():
        rules = load(name, request)
        if rules is not None:
            emit(f"{rules.id:<12} {rules.edition:<8} {in_language(rules.title, lang)}")
    return CLEAN


def shown(name: str, request: Request, assumed: bool) -> int:
    """Prints a ruleset: what it says and what each rule rests on; with `assumed` only what its text does not print."""
    rules = load(name, request)
    if rules is None:
        return USAGE
    from whistcli.rulepage import Page

    page = Page(rules, language(request.lang, None))
    for line in page.assumptions() if assumed else page.lines():
        emit(line)
    return CLEAN


def facts_listed(request: Request) -> int:
    """Prints the facts that expressions may read, by the place where they may."""
    lang = language(request.lang, None)
    groups: tuple[tuple[str, tuple[Fact, ...]], ...] = (
        ("B-facts.calls", facts.AUCTION),
        ("B-facts.suit", facts.WITH_SUIT),
        ("B-facts.level", facts.WITH_LEVEL),
        ("B-facts.ends", facts.BETWEEN),
        ("B-facts.lead", facts.LEAD),
        ("B-facts.reveal", facts.REVEAL),
        ("B-facts.scores", facts.RESULT),
        ("B-facts.queens", facts.QUEENS),
        ("B-facts.offences", facts.OFFENCE),
    )
    doubt = f" ({sentence('B-facts.unknown', {}, lang)})"
    for title, group in groups:
        emit(sentence(title, {}, lang))
        for fact in group:
            name = f"{fact.name}({', '.join(map(str, fact.params))})" if fact.params else fact.name
            said = sentence(fact.key, {}, lang) + (doubt if fact.unknown else "")
            emit(f"  {name:<28} {fact.type!s:<16} {said}")
    for record, fields in facts.FIELDS.items():
        emit(sentence("B-facts.fields", {"type": Type(record)}, lang))
        for field, type_ in fields.items():
            emit(f"  {field:<28} {type_}")
    return CLEAN


def words_listed(name: str | None, request: Request) -> int:
    """Prints the words of every call and game in each language, and the canonical English form."""
    from whistcli.vocabulary import common_vocabulary

    rules = load(name, request) if name else None
    if name and rules is None:
        return USAGE
    vocabulary = rules.vocabulary if rules is not None else common_vocabulary()
    spoken: dict[str, list[str]] = {}
    for phrase, kind in vocabulary.phrases.items():
        spoken.setdefault(kind, []).append(phrase)
    for kind, forms in vocabulary.forms.items():  # a form that says where the number stands is no phrase
        listed = spoken.setdefault(kind, [])
        listed += [form for form in dict.fromkeys(forms.values()) if {"N", "SUIT"} & set(form.split())]
    for kind, phrases in spoken.items():
        if rules is None or kind in rules.calls or kind in rules.games:
            emit(f"{vocabulary.patterns.get(kind, kind)}")
            emit(f"    {', '.join(phrases)}")
    return CLEAN
