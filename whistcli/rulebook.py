"""`rules list`, `rules show`, `rules facts`, `rules words`: what a ruleset says, as its readers need it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from whistcli import facts
from whistcli.commands import CLEAN, USAGE, Request
from whistcli.console import emit, language
from whistcli.diag import Unusable
from whistcli.expr import Exceptional, Fact, Type, Value
from whistcli.model import Basis, Game, Ruleset, in_language
from whistcli.render.findings import cited, text
from whistcli.render.rounds_rules import sentences
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
    lang = language(request.lang, None)
    page = Page(rules, lang)
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
    for kind, phrases in spoken.items():
        if rules is None or kind in rules.calls or kind in rules.games:
            emit(f"{vocabulary.patterns.get(kind, kind)}")
            emit(f"    {', '.join(phrases)}")
    return CLEAN


class Page:
    """A ruleset as lines of text in one language."""

    def __init__(self, rules: Ruleset, lang: str) -> None:
        self.rules = rules
        self.lang = lang

    def say(self, key: str, **args: object) -> str:
        """A sentence of the page."""
        return sentence(key, args, self.lang)

    def lines(self) -> Iterator[str]:
        """The whole ruleset: each part that it has."""
        rules = self.rules
        name = f"{rules.id}@{rules.edition}" if rules.edition else rules.id
        yield f"{in_language(rules.title, self.lang, rules.id)} ({name})"
        if rules.source:
            yield self.say("B-source", text=list(rules.source))
        yield ""
        if rules.knockout is not None:
            for place, said in sentences(rules.knockout, self.lang):
                yield said
                yield from self._basis(rules.bases.get(place))
        if rules.calls:
            yield from self._auction()
        yield from self._rest()

    def _auction(self) -> Iterator[str]:
        """Ladder, games, calls and scores."""
        rules = self.rules
        for count, places in rules.sits_out.items():
            yield self.say("B-sits_out", count=count, places=list(places))
        yield self.say("B-suits", suits=[rules.vocabulary.suit_text(suit, self.lang) for suit in rules.suits])
        yield from self._basis(rules.bases.get("suits"))
        yield self.say("B-ladder")
        for place, rung in enumerate(rules.ladder):
            yield f"  = {rung}" if place in rules.ties else f"  {rung}"
        yield from self._basis(rules.bases.get("ladder"))
        yield ""
        yield self.say("B-games")
        for game in rules.games.values():
            yield from self._game(game)
        yield ""
        yield self.say("B-calls")
        for kind, rule in rules.calls.items():
            yield f"  {kind}"
            yield from self._basis(rule.basis)
            for condition in rule.require:
                yield f"    {condition.name}: {in_language(condition.says, self.lang, condition.that.text)}"
                yield from self._basis(condition.basis, "      ")
            if rule.ask_arbiter is not None:
                yield "    " + self.say("B-arbiter", when=rule.ask_arbiter.text)
        yield ""
        yield self.say("B-every")
        for condition in rules.every_call:
            yield f"  {condition.name}: {in_language(condition.says, self.lang, condition.that.text)}"
            yield from self._basis(condition.basis)
        yield ""
        yield from self._scores()

    def assumptions(self) -> Iterator[str]:
        """What the club's text does not print: assumed values, silent ones, readings."""
        for place, basis in self.rules.bases.items():
            if basis.assumed:
                yield f"{place}: {self.say('B-assumed', text=in_language(basis.assumed, self.lang))}"
        for parameter in self.rules.parameters.values():
            if parameter.value is None:
                text_ = in_language(parameter.because, self.lang)
                yield f"parameters.{parameter.name}: {self.say('B-silent', text=text_)}"
        for kind, score in self.rules.scores.items():
            if score.because:
                yield f"scores.{kind}: {self.say('B-silent', text=in_language(score.because, self.lang))}"
        for place, basis in self.rules.bases.items():
            if basis.reading:
                yield f"{place}: {self.say('B-reading', text=in_language(basis.reading, self.lang))}"

    def _basis(self, basis: Basis | None, indent: str = "    ") -> Iterator[str]:
        if basis is None:
            return
        for clause in basis.cite:
            yield f"{indent}= {cited(clause, self.rules.clauses, self.lang)}"
        if basis.reading:
            yield f"{indent}= {self.say('B-reading', text=in_language(basis.reading, self.lang))}"
        if basis.assumed:
            yield f"{indent}= {self.say('B-assumed', text=in_language(basis.assumed, self.lang))}"

    def _game(self, game: Game) -> Iterator[str]:
        levels = f"{game.levels[0]}-{game.levels[-1]}" if len(game.levels) > 1 else str(game.levels[0])
        yield "  " + self.say(
            "B-game", kind=game.kind, levels=levels, equal=self.say(f"B-equal.{game.equal}"),
            leader=self.say(f"B-leader.{game.leader}"),
        )
        yield from self._basis(game.basis)

    def _scores(self) -> Iterator[str]:
        rules = self.rules
        yield self.say("B-scores")
        if rules.sharing.remainder != "refused":
            yield "  " + self.say(f"B-remainder.{rules.sharing.remainder}", step=rules.sharing.step)
        for kind, score in rules.scores.items():
            yield f"  {kind}"
            for key, value in score.told():
                yield from self._value(f"B-{key}", value)
            if score.joint == "independent":
                yield "    " + self.say("B-independent")
            if score.silent_when is not None:
                yield "    " + self.say("B-silent.when", text=score.silent_when.text)
            yield from self._basis(score.basis)
        yield from self._nobody()
        if rules.pot is not None:
            yield "  " + self.say("B-pot", start=rules.pot.start, dealer=rules.pot.dealer_pays)
            yield from self._basis(rules.pot.basis)
        if rules.money is not None and rules.money.point is not None:
            yield "  " + self.say("B-money", point=rules.money.point, currency=rules.money.currency)
            yield from self._basis(rules.money.basis)
        for fine in rules.fines:
            paid = "" if fine.paid_to == "nobody" else self.say(f"B-paid.{fine.paid_to}")
            key = "B-fine.paid" if paid else "B-fine"
            yield "  " + self.say(key, name=fine.name, when=fine.when.text, amount=fine.amount.text, paid=paid)
            yield from self._basis(fine.basis)
        yield from self._offences()
        for parameter in rules.parameters.values():
            for day, held in parameter.dated:
                yield "  " + self.say("B-dated", name=parameter.name, value=held, day=day)
            if not parameter.dated or parameter.value is not None:
                shown = "silent" if parameter.value is None else str(parameter.value)
                yield "  " + self.say("B-parameter", name=parameter.name, value=shown)
            yield from self._basis(parameter.basis)

    def _value(self, key: str, value: Value | None) -> Iterator[str]:
        """One value of a score, its exceptions below it."""
        if not isinstance(value, Exceptional):
            yield "    " + self.say(key, text="silent" if value is None else value.text)
            return
        yield "    " + self.say(key, text=value.base.text)
        for each in value.exceptions:
            args = {"name": each.name, "value": each.value.text, "when": each.when.text, "over": list(each.over)}
            yield "      " + self.say("B-exception.over" if each.over else "B-exception", **args)

    def _nobody(self) -> Iterator[str]:
        """What follows where nobody plays."""
        nobody = self.rules.auction.nobody_plays
        yield "  " + self.say(f"B-nobody.{nobody.dealer}")
        if nobody.next_times is not None:
            yield "    " + self.say(f"B-next.{nobody.again}", times=nobody.next_times)
        if nobody.queens is not None:
            yield from self._value("B-queens", nobody.queens)
        yield from self._basis(self.rules.auction.bases.get("nobody_plays"))

    def _offences(self) -> Iterator[str]:
        """The revoke, and the offences with a price."""
        revoke = self.rules.revoke
        if revoke is not None:
            yield "  " + self.say(
                "B-revoke", offender=revoke.offender, others=revoke.others, balance=revoke.balance
            )
            if revoke.times is not None:
                yield "    " + self.say("B-times", text=revoke.times.text)
            yield from self._basis(revoke.basis)
        for penalty in self.rules.penalties:
            column = self.say(f"B-column.{penalty.column}")
            yield "  " + self.say(
                "B-penalty", name=penalty.name, offender=penalty.offender.text,
                others=penalty.others.text if penalty.others is not None else 0, column=column,
            )
            yield from self._basis(penalty.basis)

    def _rest(self) -> Iterator[str]:
        if self.rules.unchecked:
            yield ""
            yield self.say("B-unchecked")
        for clause, why in self.rules.unchecked.items():
            yield f"  {cited(clause, self.rules.clauses, self.lang)}"
            yield f"    = {in_language(why, self.lang)}"
