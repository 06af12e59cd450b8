"""Tells a knock-out round: trumps and who chose them, who leads, the cards, who is out and why, what may come next."""

from __future__ import annotations

from collections.abc import Iterator

from whistcli.cards import SUITS
from whistcli.knockout.case import Round
from whistcli.knockout.game import KnockoutGame
from whistcli.knockout.standing import Choice, Standing, expected_leader
from whistcli.render.findings import cited
from whistcli.render.rounds import Json, chooser_text
from whistcli.say import sentence


class RoundTeller:
    """Tells the rounds of one game in one language."""

    def __init__(self, game: KnockoutGame, lang: str) -> None:
        self.game, self.voice, self.rules, self.lang = game, game.voice, game.rules, lang
        self._told: dict[str, None] = {}

    def say(self, key: str, **args: object) -> str:
        """A sentence of the explanation."""
        return sentence(key, args, self.lang)

    def names(self, seats: tuple[int, ...]) -> list[str]:
        """Seats as messages name them."""
        return [self.voice.name(seat) for seat in seats]

    def by(self, *places: str) -> str:
        """The clauses behind some rules, by their ids; the texts follow at the end."""
        ids = tuple(dict.fromkeys(clause for place in places for clause in self.rules.cite(place)))
        self._told.update(dict.fromkeys(ids))
        return f" [{', '.join(ids)}]" if ids else ""

    def round(self, made: Round) -> Iterator[str]:
        """The lines that explain one round."""
        heading = made.record.heading
        dealer = self.voice.name(self.voice.seat(heading.dealer))
        yield self.say("E-round", round=heading.number, cards=made.cards, dealer=dealer) + self.by("hand")
        if made.status in ("void", "misdeal"):
            yield "  " + self.say(f"E-round.{made.status}")
            return
        yield from self._trumps(made)
        yield from self._play(made)
        if made.tricks is not None:
            counts = [f"{self.voice.name(seat)} {count}" for seat, count in sorted(made.tricks.items())]
            yield "  " + self.say("E-count", counts=counts)
        yield from self._outcome(made)
        if self._told:
            yield ""
            yield self.say("E-clauses")
        for clause in self._told:
            yield "  " + cited(clause, self.rules.clauses, self.lang)
        self._told = {}

    def _trumps(self, made: Round) -> Iterator[str]:
        before = made.before
        suit = "?" if made.trump is None else self.rules.vocabulary.suit_text(made.trump, self.lang)
        place = "trump" if made.choice.how == "nobody" else "chooser" if made.choice.how == "most" else "tie"
        chosen = chooser_text(self.game, _with(before, made.choice), self.lang)
        yield "  " + self.say("E-round.trump", suit=suit, chosen=chosen) + self.by(place)
        if made.leader is not None:
            yield "  " + self.say("E-round.leads", who=self.voice.name(made.leader)) + self.by("lead")
        for seat in sorted(made.dogs):
            yield "  " + self.say("E-round.dog", who=self.voice.name(seat)) + self.by("dog.agreed", "dog.trick")

    def _play(self, made: Round) -> Iterator[str]:
        """The tricks as they were played, and who took each."""
        if made.play is None or made.play.played is None:
            return
        for number, (trick, won) in enumerate(zip(made.play.tricks, made.play.played.winners, strict=True), 1):
            shown = " ".join(card.text(self.lang) for card in trick.cards)
            taken = self.say("E-trick.open") if won is None else self.say("E-trick.won", who=self.voice.name(won))
            yield "  " + self.say("E-trick", trick=number, who=self.voice.name(trick.leader), cards=shown, taken=taken)

    def _outcome(self, made: Round) -> Iterator[str]:
        outcome, after = made.outcome, made.after
        if outcome is None:
            yield "  " + self.say("E-round.unknown")
            return
        disqualified = outcome.disqualified
        dogs_lost = tuple(seat for seat in outcome.out if seat in made.dogs and seat not in disqualified)
        out = tuple(seat for seat in outcome.out if seat not in disqualified and seat not in dogs_lost)
        for key, seats, places in (
            ("E-round.out", out, ("out",)),
            ("E-round.lost", dogs_lost, ("dog.trick",)),
            ("E-round.back", outcome.back, ("dog.trick",)),
            ("E-round.stays", outcome.dogs, ("dog.who",)),
            ("E-round.disqualified", disqualified, ("revoke",)),
        ):
            if seats:
                yield "  " + self.say(key, who=self.names(seats)) + self.by(*places)
        if after.winner is not None:
            yield "  " + self.say("U-winner", who=self.voice.name(after.winner)) + self.by("winner")
        elif not after.over:
            place = "chooser" if after.choice.how == "most" else "tie"
            next_ = self.say("U-next", cards=after.size, chooser=chooser_text(self.game, after, self.lang))
            yield "  " + next_ + self.by(place)


def _with(standing: Standing, choice: Choice) -> Standing:

    return standing._replace(choice=choice)


def may(game: KnockoutGame, wanted: Round | None, lang: str) -> list[str]:
    """What may be said and done at the start of a logged round, or of the next one."""
    voice = game.voice
    standing = game.standing if wanted is None else wanted.before
    number = _number(standing) if wanted is None else wanted.record.heading.number
    if standing.over:
        who = voice.name(standing.winner)
        return [sentence("U-legal.over", {"who": who}, lang)]
    if not standing.sure:
        return [sentence("U-legal.unknown", {"round": number}, lang)]
    choice = standing.choice if wanted is None else wanted.choice
    chosen = chooser_text(game, _with(standing, choice), lang)
    lines = [sentence("U-legal", {"round": number, "cards": standing.size, "chooser": chosen}, lang)]
    if choice.seat is not None:
        suits = [game.rules.vocabulary.suit_text(suit, lang) for suit in SUITS]
        lines.append("  " + sentence("U-legal.trump", {"who": voice.name(choice.seat), "suits": suits}, lang))
    leader = _leader(game, wanted, standing, choice)
    if leader is not None:
        lines.append("  " + sentence("U-legal.leads", {"who": voice.name(leader)}, lang))
    for seat in sorted(standing.dogs):
        lines.append("  " + sentence("U-legal.dog", {"who": voice.name(seat), "last": standing.size}, lang))
    return lines


def _leader(game: KnockoutGame, wanted: Round | None, standing: Standing, choice: Choice) -> int | None:
    dealer = None if wanted is None else game.voice.seat(wanted.record.heading.dealer)
    return expected_leader(game.game, standing, choice, dealer)


def _number(standing: Standing) -> str:
    """The coming round's number."""
    last = standing.last
    return str(int(last) + 1) if last is not None and last.isdecimal() else str(standing.number)


def may_json(game: KnockoutGame, wanted: Round | None) -> Json:
    """The same for machines: whose choice of trumps it is, in canonical words, and who is a dog."""
    standing = game.standing if wanted is None else wanted.before
    choice = standing.choice if wanted is None else wanted.choice
    known = standing.sure and not standing.over and choice.seat is not None
    return {
        "deal": _number(standing) if wanted is None else wanted.record.heading.number,
        "seat": game.voice.key(choice.seat) if known else None,
        "calls": [f"trump {suit}" for suit in SUITS] if known else [],
        "dogs": [game.voice.key(seat) for seat in sorted(standing.dogs)],
    }
