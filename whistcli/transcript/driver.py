"""Runs the tables that Lark made of `grammar/transcript.lark`, without Lark: a contextual lexer and an LALR stack.

Lark is the better tool to build tables and a slow one to import, so the two are parted: `tables.py` builds and keeps
the tables, this module only follows them. A test holds it to Lark's own trees.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

Token = tuple[str, int, int]
"""A terminal's name and where it stands: offsets of its start and end in the line."""

Reduce = Callable[[str, list[Any], int, int], Any]
"""Makes a value of a rule: its name, its children (tokens and values), where the statement starts and ends so far."""

END = "$END"
STOPS = ";#"
"""The characters that end a statement where no terminal takes them."""


class SyntaxFault(Exception):
    """The statement does not fit the grammar at `at`: which terminals would, and the tokens read before."""

    def __init__(self, at: int, expected: tuple[str, ...], read: list[Token]) -> None:
        super().__init__(at)
        self.at, self.expected, self.read = at, expected, read


def flat(text: str) -> str:
    """The line as the grammar reads it: lower case, accents off, ’ as ', each character in its own place.

    >>> flat("Résultat : RÉUSSI l’As")
    "resultat : reussi l'as"
    """
    if text.isascii():
        return text.lower()
    return "".join([c.lower() if c < "\x80" else _FLAT.get(c) or _flatten(c) for c in text])


_FLAT: dict[str, str] = {"’": "'", "‘": "'", "ʼ": "'", "‐": "-", "‑": "-"}


def _flatten(char: str) -> str:
    base = unicodedata.normalize("NFD", char)[0].lower()
    flat_char = base if len(base) == 1 else char
    if len(_FLAT) < 5000:
        _FLAT[char] = flat_char
    return flat_char


class Driver:
    """The tables of one grammar, ready to run.

    `actions[state]` maps a terminal to a state to go to (0 and up) or to a rule to reduce by (below 0: ~index), or a
    rule's name to the state after it; `rules[index]` is (rule name, action name, how many children); `scanners[state]`
    names the state's lexer: a pattern and its terminals in the order of its groups.
    """

    def __init__(
        self,
        start: int,
        final: int,
        actions: list[dict[str, int]],
        rules: list[tuple[str, str, int]],
        scanners: list[int],
        patterns: list[tuple[str, tuple[str, ...]]],
        keywords: Mapping[str, Mapping[str, list[str]]],
    ) -> None:
        self.start, self.final, self.actions, self.rules = start, final, actions, rules
        self.scanners, self.patterns, self.keywords = scanners, patterns, keywords
        self._compiled: dict[int, tuple[re.Pattern[str], tuple[str, ...]]] = {}  # by state

    def scanner(self, state: int) -> tuple[re.Pattern[str], tuple[str, ...]]:
        """The lexer of a state, compiled when it is first needed: most runs meet few of them."""
        found = self._compiled.get(state)
        if found is None:
            pattern, names = self.patterns[self.scanners[state]]
            found = self._compiled[state] = (re.compile(pattern), names)  # re keeps equal patterns of other states
        return found

    def run(self, text: str, at: int, reduce: Reduce) -> tuple[Any, int]:
        """Reads one statement of the flat line `text` from offset `at`; returns its value and the offset of its end.

        The end is the offset of the ";" or "#" that follows, or of the line's end. Raises SyntaxFault.
        """
        states, values, read = [self.start], [], []  # type: list[int], list[Any], list[Token]
        size = len(text)
        while at < size and text[at].isspace():
            at += 1
        begin = end = at
        actions, rules, compiled = self.actions, self.rules, self._compiled
        while True:
            pattern, names = compiled.get(states[-1]) or self.scanner(states[-1])
            match = pattern.match(text, at)
            if match is not None and match.lastindex is not None:
                token: Token = (names[match.lastindex - 1], at, match.end())
            elif at >= size or text[at] in STOPS:
                token = (END, at, at)
            else:
                raise SyntaxFault(at, self.expected(states[-1]), read)
            while True:
                action = actions[states[-1]].get(token[0])
                if action is None:
                    raise SyntaxFault(at, self.expected(states[-1]), read)
                if action >= 0:
                    break
                name, alias, count = rules[~action]
                if count:
                    children = values[-count:]
                    del values[-count:], states[-count:]
                else:
                    children = []
                spliced: list[Any] = []
                for child in children:
                    if type(child) is list:  # the value of a rule whose name starts with "_"
                        spliced.extend(child)
                    else:
                        spliced.append(child)
                value = spliced if name[0] == "_" else reduce(alias, spliced, begin, end)
                states.append(actions[states[-1]][name])
                values.append(value)
                if token[0] == END and states[-1] == self.final:
                    return values[-1], at
            states.append(action)
            values.append(token)
            read.append(token)
            at = end = token[2]
            while at < size and text[at].isspace():
                at += 1

    def expected(self, state: int) -> tuple[str, ...]:
        """The terminals that could follow in a state, END included."""
        return tuple(name for name in self.actions[state] if name.isupper() or name == END)
