"""Words that stand for two things, that hide another word, or that no transcript can hold."""

from __future__ import annotations

from collections.abc import Iterator

from whistcli import facts
from whistcli.diag import Finding
from whistcli.expr.check import RESERVED
from whistcli.lint.source import Source, note, warn
from whistcli.model import Ruleset
from whistcli.record import Call, Said
from whistcli.transcript.line import LineParser
from whistcli.transcript.tables import driver
from whistcli.vocabulary import Vocabulary, common_vocabulary
from whistcli.words import fold
from whistcli.yamlnodes import MapNode, Node, Scalar, SeqNode


def words(source: Source) -> Iterator[Finding]:
    """The ruleset's own words, one by one, beside those that every ruleset understands."""
    rules = source.rules
    known: Vocabulary = common_vocabulary()
    own: dict[str, str] = {}
    for name, by_lang in source.items("words"):
        for lang, listed in by_lang.items if isinstance(by_lang, MapNode) else ():
            for scalar in _scalars(listed):
                more = known.extended({name.text: {lang.text: [scalar.text]}})
                yield from _clash(rules, known, more, name.text, scalar, own)
                if not _read(rules, scalar.text, name.text, lang.text):
                    yield warn("L-word", scalar.span, "L-word.unread", word=scalar.text, name=name.text)
                known = more
                own |= {phrase: name.text for phrase, kind in more.phrases.items() if kind == name.text}


def _scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, SeqNode):
        for item in node.items:
            yield from _scalars(item)
    else:
        for _, value in node.items:
            yield from _scalars(value)


def _clash(
    rules: Ruleset, known: Vocabulary, more: Vocabulary, kind: str, scalar: Scalar, own: dict[str, str]
) -> Iterator[Finding]:
    """What a word meant before, where that is something else that these rules have."""
    for phrase, (_, meant) in known.lexicon.items():
        if more.lexicon[phrase] == known.lexicon[phrase]:
            continue
        if meant in rules.suits:
            yield warn("L-word", scalar.span, "L-word.suit", word=scalar.text, name=kind, other=meant)
        elif phrase in own:
            yield warn("L-word", scalar.span, word=scalar.text, name=kind, other=meant)
        elif meant in rules.calls or meant in rules.games:
            yield warn("L-word", scalar.span, "L-word.hides", word=scalar.text, name=kind, other=meant)


def _read(rules: Ruleset, word: str, kind: str, lang: str) -> bool:
    """Whether a word of a call can be read in a line of a transcript; one with a gap is a pattern, and is not asked."""
    if kind not in rules.calls or any(part in ("N", "SUIT") for part in word.split()):
        return True
    said = _line(rules.vocabulary, word, lang)
    return said is not None and (said.suit, said.level) == (None, None)


def _line(vocabulary: Vocabulary, words_: str, lang: str) -> Call | None:
    """The call of a line that says these words, `None` where it cannot be read as one."""
    segments = LineParser(vocabulary, lang, ("1",)).parse(f"1: {words_}", False).segments
    if len(segments) != 1 or segments[0].faults or not isinstance(segments[0].statement, Said):
        return None
    return segments[0].statement.call if segments[0].statement.remark is None else None


def keywords(source: Source) -> Iterator[Finding]:
    """Words of calls that are also words which open or structure the lines of a transcript."""
    known = {fold(word) for by in driver().keywords.values() for words_ in by.values() for word in words_}
    for _, by_lang in source.items("words"):
        for scalar in _scalars(by_lang):
            if fold(scalar.text) in known:
                yield note("L-keyword", scalar.span, word=scalar.text)


def names(source: Source) -> Iterator[Finding]:
    """Calls that no word says, and calls and games whose names mean something else in expressions."""
    rules = source.rules
    groups = (facts.AUCTION, facts.WITH_SUIT, facts.WITH_LEVEL, facts.LEAD, facts.RESULT)
    taken = RESERVED | {fact.name for group in groups for fact in group}
    for section, kinds in (("calls", rules.calls), ("games", rules.games)):
        for kind in kinds:
            if kind in taken:
                yield warn("L-word", source.span(section, kind), "L-word.name", name=kind)
    for kind, rule in rules.calls.items():
        suit = rules.suits[0] if rule.suit != "none" else None
        call = Call(kind, suit, rule.levels[0] if rule.levels else None)
        if _line(rules.vocabulary, rules.vocabulary.text(call), "en") != call:
            yield warn("L-word", source.span("calls", kind), "L-word.unsaid", name=kind)
