"""A ruleset as lines of text: all that the program understood, and what each rule rests on.

The sentences are those of the rule book; names of calls and games are the ruleset's own ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whistcli.book import auction, closing, games, points
from whistcli.book.teller import Teller
from whistcli.book.tree import Line, plain
from whistcli.expr import Exceptional, Value
from whistcli.model import Basis, CallRule, Condition, Ruleset, Rung, in_language
from whistcli.render.findings import cited
from whistcli.render.rounds_rules import sentences
from whistcli.say import sentence


class Ids(Teller):
    """Says the parts of a ruleset with the ids that stand in it, instead of the words that players use."""

    def name(self, kind: str) -> str:
        """A call or a game."""
        return kind

    def rung(self, rung: Rung) -> str:
        """A step of the ladder."""
        return str(rung)


class Page:
    """A ruleset as lines of text in one language."""

    def __init__(self, rules: Ruleset, lang: str) -> None:
        self.rules = rules
        self.lang = lang
        self.teller = Ids(rules, lang)
        self._told_bases: list[Basis] = []

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
        yield from self._further()
        yield from self._rest()

    def _auction(self) -> Iterator[str]:
        """Table, ladder, games, calls, scores, the evening."""
        rules = self.rules
        yield self.say("W-players", players=rules.players, cards=rules.cards)
        yield from self._basis(rules.bases.get("table"))
        for count, places in rules.sits_out.items():
            yield self.say("B-sits_out", count=count, places=list(places))
        yield self.say("B-suits", suits=[rules.vocabulary.suit_text(suit, self.lang) for suit in rules.suits])
        if rules.notrump_high:
            yield "  " + self.say("W-notrump.high")
        yield from self._basis(rules.bases.get("suits"))
        yield self.say("B-ladder")
        for place, rung in enumerate(rules.ladder):
            yield f"  = {rung}" if place in rules.ties else f"  {rung}"
        yield from self._basis(rules.bases.get("ladder"))
        yield ""
        yield self.say("B-auction")
        for section, said in auction.switches(self.teller):
            if section != "nobody_plays":  # told among the scores
                yield from self._told(said, "  ")
                yield from self._basis(rules.bases.get(f"auction.{section}"))
        yield ""
        yield self.say("B-games")
        for game in rules.games.values():
            levels = self.teller.numbers(game.levels)
            yield "  " + self.say(
                "B-game", kind=game.kind, levels=levels, equal=self.say(f"B-equal.{game.equal}"),
                leader=self.say(f"B-leader.{game.leader}"),
            )
            yield from self._told(games.facts(self.teller, game, headed=True))
            yield from self._basis(game.basis)
        yield ""
        yield self.say("B-calls")
        for rule in rules.calls.values():
            yield from self._call(rule)
        yield ""
        yield self.say("B-every")
        yield from self._conditions(rules.every_call, "  ")
        yield ""
        yield from self._scores()
        yield from self._evening()

    def _call(self, rule: CallRule) -> Iterator[str]:
        """One call: what it does, what it names, who may say it when."""
        yield f"  {rule.kind}: {plain(auction.does(self.teller, rule))}"
        yield from self._told(auction.facts(self.teller, rule))
        yield from self._basis(rule.basis)
        lead, reveal = rule.by_lead, rule.by_reveal
        for part in (rule.partner, lead, reveal, lead.falls if lead is not None else None):
            yield from self._basis(part.basis if part is not None else None)
        for judging in (rule, lead, reveal):
            yield from self._conditions(judging.require if judging is not None else (), "    ")

    def _conditions(self, required: tuple[Condition, ...], indent: str) -> Iterator[str]:
        """Named conditions, each with the sentence of its refusal."""
        for condition in required:
            yield f"{indent}{condition.name}: {in_language(condition.says, self.lang, condition.that.text)}"
            yield from self._basis(condition.basis, indent + "  ")

    def _told(self, said: Iterable[Line], indent: str = "    ") -> Iterator[str]:
        """Sentences of the rule book, one a line."""
        for each in said:
            yield indent + plain(each)

    def _further(self) -> Iterator[str]:
        """What rests on a clause and has no line of its own: its place in the ruleset."""
        left = [(place, basis) for place, basis in self.rules.bases.items()
                if any(basis) and basis not in self._told_bases]
        if left:
            yield ""
            yield self.say("B-further")
        for place, basis in left:
            yield f"  {place}"
            yield from self._basis(basis)

    def _evening(self) -> Iterator[str]:
        """What is checked of a whole evening, how it is paid."""
        rules = self.rules
        said = [(place, [each]) for place, each in closing.checked(self.teller)]
        said += [(f"play.{name}", [self.teller.line(f"W-play.{name}")]) for name in rules.play]
        said += points.purse(self.teller)
        if "free_deal" in rules.bases:
            said.append(("free_deal", [points.free(self.teller)]))
        if said:
            yield ""
            yield self.say("B-evening")
        for place, each in said:
            yield from self._told(each, "  ")
            yield from self._basis(rules.bases.get(place))

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
        self._told_bases.append(basis)
        for clause in basis.cite:
            yield f"{indent}= {cited(clause, self.rules.clauses, self.lang)}"
        if basis.reading:
            yield f"{indent}= {self.say('B-reading', text=in_language(basis.reading, self.lang))}"
        if basis.assumed:
            yield f"{indent}= {self.say('B-assumed', text=in_language(basis.assumed, self.lang))}"

    def _scores(self) -> Iterator[str]:
        rules = self.rules
        yield self.say("B-scores")
        if rules.scores:
            yield "  " + self.say(f"W-zero.{'sum' if rules.zero_sum else 'free'}")
            yield from self._basis(rules.bases.get("scores"))
        if rules.times is not None:
            yield from self._value("scores.times", "B-deal_times", rules.times, "  ")
        if rules.sharing.remainder != "refused":
            yield "  " + self.say(f"B-remainder.{rules.sharing.remainder}", step=rules.sharing.step)
            yield from self._basis(rules.bases.get("scores.sharing"))
        for kind, score in rules.scores.items():
            yield f"  {kind}"
            for key, value in score.told():
                written = "pot" if key == "from_pot" else key
                yield from self._value(f"scores.games.{kind}.{written}", f"B-{key}", value)
            if score.joint == "independent":
                yield "    " + self.say("B-independent")
            if score.silent_when is not None:
                yield "    " + self.say("B-silent.when", text=score.silent_when.text)
            yield from self._basis(score.basis)
        yield from self._nobody()
        for fine in rules.fines:
            paid = "" if fine.paid_to == "nobody" else self.say(f"B-paid.{fine.paid_to}")
            key = "B-fine.paid" if paid else "B-fine"
            args = {"name": fine.name, "when": fine.when.text, "paid": paid}
            yield from self._value(f"fines.{fine.name}.amount", key, fine.amount, "  ", **args)
            yield from self._basis(fine.basis)
        yield from self._offences()
        for parameter in rules.parameters.values():
            for day, held in parameter.dated:
                yield "  " + self.say("B-dated", name=parameter.name, value=held, day=day)
            if not parameter.dated or parameter.value is not None:
                shown = "silent" if parameter.value is None else str(parameter.value)
                yield "  " + self.say("B-parameter", name=parameter.name, value=shown)
            yield from self._basis(parameter.basis)

    def _value(self, place: str, key: str, value: Value | None, indent: str = "    ", **args: object) -> Iterator[str]:
        """A value in its sentence, its exceptions below it, with what these rest on; `place` is where it is written."""
        base = value.base if isinstance(value, Exceptional) else value
        yield indent + self.say(key, text="silent" if base is None else base.text, **args)
        for each in value.exceptions if isinstance(value, Exceptional) else ():
            found = {"name": each.name, "value": each.value.text, "when": each.when.text, "over": list(each.over)}
            yield f"{indent}  " + self.say("B-exception.over" if each.over else "B-exception", **found)
            yield from self._basis(self.rules.bases.get(f"{place}.exceptions.{each.name}"), f"{indent}    ")

    def _nobody(self) -> Iterator[str]:
        """What follows where nobody plays."""
        nobody = self.rules.auction.nobody_plays
        yield "  " + self.say(f"B-nobody.{nobody.dealer}")
        if nobody.next_times is not None:
            yield "    " + self.say(f"B-next.{nobody.again}", times=nobody.next_times)
        if nobody.queens is not None:
            yield from self._value("", "B-queens", nobody.queens)
            yield from self._basis(self.rules.bases.get("auction.nobody_plays.queens"), "      ")
        yield from self._basis(self.rules.auction.bases.get("nobody_plays"))

    def _offences(self) -> Iterator[str]:
        """The revoke, and the offences with a price."""
        revoke = self.rules.revoke
        if revoke is not None:
            yield "  " + self.say(
                "B-revoke", offender=revoke.offender, others=revoke.others, balance=revoke.balance
            )
            yield "    " + self.say(f"W-revoke.{'instead' if revoke.replaces_deal else 'beside'}")
            if revoke.times is not None:
                yield from self._value("revoke.times", "B-times", revoke.times)
            yield from self._basis(revoke.basis)
        for penalty in self.rules.penalties:
            place = f"penalties.{penalty.name}"
            names = [name for by in penalty.names.values() for name in by]
            column = self.say(f"B-column.{penalty.column}")
            yield "  " + self.say("B-offence", name=penalty.name, names=names or "-", column=column)
            yield from self._value(f"{place}.offender", "B-offender", penalty.offender)
            if penalty.others is not None:
                yield from self._value(f"{place}.others", "B-others", penalty.others)
            if penalty.times is not None:
                yield from self._value(f"{place}.times", "B-times", penalty.times)
            yield from self._basis(penalty.basis)

    def _rest(self) -> Iterator[str]:
        if self.rules.unchecked:
            yield ""
            yield self.say("B-unchecked")
        for clause, why in self.rules.unchecked.items():
            yield f"  {cited(clause, self.rules.clauses, self.lang)}"
            yield f"    = {in_language(why, self.lang)}"
