"""Asks for what the options of `rules new` do not say, each question with an answer that will do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from whistcli.console import emit
from whistcli.diag import Unusable
from whistcli.model import Ruleset, in_language
from whistcli.say import message, sentence
from whistcli.scaffold.plan import Worth, check_id, check_sum, read_worth

Reader = Callable[[], str]


class Asker:
    """Puts questions to whoever sits at the terminal; `read` gives the next line, and raises EOFError at the end."""

    def __init__(self, lang: str, read: Reader) -> None:
        self.lang = lang
        self.read = read

    def say(self, key: str, **args: object) -> None:
        """A sentence."""
        emit(sentence(key, args, self.lang))

    def ask(self, key: str, default: str, **args: object) -> str:
        """One answer; an empty one is the default."""
        emit(sentence(key, args, self.lang) + (f" [{default}]" if default else ""))
        return self.read().strip() or default

    def until(self, key: str, default: str, check: Callable[[str], None], **args: object) -> str:
        """One answer that `check` lets through; what is wrong with another is said."""
        while True:
            answer = self.ask(key, default, **args)
            try:
                check(answer)
            except Unusable as error:
                emit(message(error.findings[0], self.lang))
            else:
                return answer

    def parent(self, known: Mapping[str, Ruleset], default: str, check: Callable[[str], None]) -> str:
        """Which ruleset the new one extends: one of those that are shipped."""
        self.say("N-ask.parents")
        for name, rules in known.items():
            emit(f"  {name:<12} {in_language(rules.title, self.lang)}")
        return self.until("N-ask.parent", default, check)

    def id(self, default: str) -> str:
        """What files will call it."""
        return self.until("N-ask.id", default, check_id)

    def settings(self, rules: Ruleset, check: Callable[[str, str], None]) -> list[tuple[str, str]]:
        """The values that the parent leaves to the club."""
        found = []
        for parameter in rules.parameters.values():
            now = "" if parameter.value is None else str(parameter.value)
            because = in_language(parameter.because, self.lang)
            if because:
                emit(because)

            def fits(answer: str, name: str = parameter.name) -> None:
                if answer:
                    check(name, answer)

            answer = self.until("N-ask.parameter", now, fits, name=parameter.name)
            if answer != now:
                found.append((parameter.name, answer))
        return found

    def worths(self, rules: Ruleset, known: Mapping[str, Worth]) -> dict[str, Worth]:
        """The points that differ, of the games that count the same whatever their tricks."""
        found: dict[str, Worth] = {}
        if not known:
            return found
        self.say("N-ask.games")
        for kind, worth in known.items():
            emit(f"  {kind:<16} {worth.say(self.lang)}")
        while True:
            kind = self.ask("N-ask.game", "")
            if not kind:
                return found
            if kind not in known:
                self.say("N-game", name=kind)
                continue

            def fits(answer: str, kind: str = kind) -> None:
                check_sum(kind, read_worth(answer, known[kind], answer), rules, answer)

            answer = self.until("N-ask.figures", known[kind].say(self.lang), fits, name=kind)
            worth = read_worth(answer, known[kind], answer)
            if worth != known[kind]:
                found[kind] = worth


def from_terminal() -> str:
    """The next line that somebody types. Raises EOFError where there is none."""
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
