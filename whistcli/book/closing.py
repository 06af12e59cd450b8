"""The last chapters: the evening, the club's values, what is doubtful, the clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from whistcli.book.teller import Teller
from whistcli.book.tree import (
    Anchor,
    Block,
    Code,
    Inline,
    Items,
    Line,
    Link,
    Marked,
    Para,
    Section,
    Table,
    joined,
    line,
    sections,
    spelled,
)
from whistcli.model import Parameter

_COUNTED = ("deals", "rounds")


def evening(teller: Teller) -> Section | None:
    """What is checked of a whole evening."""
    teller.section = "evening"
    blocks: list[Block] = []
    for place, said in checked(teller):
        blocks.append(Para(said))
        blocks.extend(teller.basis(place))
    return Section("evening", teller.say("W-chapter.evening"), tuple(blocks)) if blocks else None


def checked(teller: Teller) -> Iterator[tuple[str, Line]]:
    """The rules of a whole evening, each with its dotted place."""
    session = teller.rules.session
    for name in session._fields:
        value = getattr(session, name)
        if value is None or not teller.has(f"W-evening.{name}"):
            continue
        most = _most(teller, value[0]) if name in _COUNTED else ""
        yield f"session.{name}", teller.line(f"W-evening.{name}", most=most)
    if "session.misdeal" in teller.rules.bases:
        yield "session.misdeal", teller.line(f"W-misdeal.{session.misdeal_by}")


def _most(teller: Teller, most: int | Mapping[int, int]) -> str:
    """A number, or numbers by how many are at the table; 0 stands for however many."""
    if isinstance(most, int):
        return str(most)
    at_table = {count: teller.say("W-at_table", most=each, count=count) for count, each in most.items()}
    return ", ".join(at_table[count] if count else str(each) for count, each in most.items())


def parameters(teller: Teller) -> Section | None:
    """The values that a club sets."""
    listed = teller.rules.parameters.values()
    if not listed:
        return None
    teller.section = "parameters"
    rows = tuple((line(Code(each.name)), _values(teller, each)) for each in listed)
    head = (teller.line("W-col.parameter"), teller.line("W-col.value"))
    blocks: list[Block] = [teller.para("W-parameters"), Table(head, rows)]
    for each in listed:
        if each.value is None and not each.dated:
            blocks.append(teller.marked("silent", f"{each.name}: {teller.text(each.because)}".rstrip(": ")))
        blocks.extend(teller.basis(f"parameters.{each.name}"))
    return Section("parameters", teller.say("W-chapter.parameters"), tuple(blocks))


def _values(teller: Teller, parameter: Parameter) -> Line:
    """The value of a parameter, and those that hold from a day on."""
    dated = [line(teller.say("W-from", day=day, value=value)) for day, value in parameter.dated]
    if parameter.value is None and dated:
        return joined(dated)
    return joined([line(teller.amount(parameter.value)), *dated])


def further(teller: Teller) -> Section | None:
    """Rules that no chapter has told: their place in the ruleset, and what they rest on."""
    teller.section = "further"
    blocks: list[Block] = []
    for place, basis in teller.rules.bases.items():
        if place not in teller.told and (basis.cite or basis.reading or basis.assumed):
            blocks.append(Items((line(Code(place)),)))
            blocks.extend(teller.basis(place))
    return Section("further", teller.say("W-chapter.further"), tuple(blocks)) if blocks else None


def doubts(teller: Teller) -> Section | None:
    """All that the club's text does not print, and what is not checked, each with its mark."""
    rules = teller.rules
    teller.section = "doubts"
    found: dict[str, dict[str, list[str]]] = {"assumed": {}, "reading": {}, "silent": {}}
    for place, basis in rules.bases.items():
        for mark, texts in (("assumed", basis.assumed), ("reading", basis.reading)):
            if texts:
                found[mark].setdefault(teller.text(texts), []).append(teller.told.get(place, ""))
    for parameter in rules.parameters.values():
        if parameter.value is None and not parameter.dated:
            words = f"{parameter.name}: {teller.text(parameter.because)}".rstrip(": ")
            found["silent"].setdefault(words, []).append("parameters")
    for kind, score in rules.scores.items():
        if score.because or score.silent:
            words = teller.text(score.because) or teller.say("W-open")
            found["silent"].setdefault(words, []).append(f"points-{kind}")
    parts = [_marked(teller, mark, texts) for mark, texts in found.items() if texts]
    if rules.unchecked:
        lines = tuple(
            teller.line("W-quote", clause=teller.link(clause), says=spelled(teller.text(why)))
            for clause, why in rules.unchecked.items()
        )
        marked = tuple(Marked("unchecked", teller.label("unchecked"), each) for each in lines)
        parts.append(Section("doubts-unchecked", teller.say("W-doubts.unchecked"), marked))
    return Section("doubts", teller.say("W-chapter.doubts"), (), tuple(parts)) if parts else None


def _marked(teller: Teller, mark: str, texts: dict[str, list[str]]) -> Section:
    """Every text of one mark with the places that it is said of."""
    blocks = []
    for words, places in texts.items():
        links: list[Line] = [(Link(place, _title(teller, place)),) for place in dict.fromkeys(places) if place]
        said = line(*spelled(words), " (", *joined(links), ")") if links else spelled(words)
        blocks.append(Marked(mark, teller.label(mark), said))
    return Section(f"doubts-{mark}", teller.say(f"W-doubts.{mark}"), tuple(blocks))


def _title(teller: Teller, section: str) -> str:
    """The short name of a section: of a call or a game its own, else the chapter's."""
    sort, _, kind = section.partition("-")
    if kind:
        return teller.say(f"W-of.{sort}", name=teller.name(kind))
    return teller.say(f"W-chapter.{sort}")


def clauses(teller: Teller) -> Section | None:
    """The index of clauses: where each stands, what it says, where this book uses it."""
    rules = teller.rules
    if not rules.clauses:
        return None
    used: dict[str, dict[str, None]] = {}
    for place, basis in rules.bases.items():
        for name in basis.cite:
            used.setdefault(name, {})[teller.told.get(place, "")] = None
    rows = []
    for clause in rules.clauses.values():
        where: list[Line] = [(Link(place, _title(teller, place)),) for place in used.get(clause.id, {}) if place]
        if clause.id in rules.unchecked:
            where.append((Link("doubts-unchecked", teller.say("W-mark.unchecked")),))
        if not where:
            where.append(teller.line("W-unused"))
        anchor: Inline = Anchor(f"clause-{clause.id}", clause.id)
        rows.append(((anchor,), line(clause.where), spelled(teller.text(clause.says)), joined(where)))
    head = tuple(teller.line(f"W-col.{name}") for name in ("clause", "where", "says", "used"))
    return Section("clauses", teller.say("W-chapter.clauses"), (Table(head, tuple(rows)),))


def anchors(chapters: tuple[Section, ...]) -> Iterator[str]:
    """Every name to which links may lead."""
    for section in sections(chapters):
        yield section.name
        for block in section.blocks:
            if isinstance(block, Table):
                cells = [cell for row in block.rows for cell in row]
                yield from (part.name for cell in cells for part in cell if isinstance(part, Anchor))
