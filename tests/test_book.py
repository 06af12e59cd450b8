"""The rule book: nothing of the ruleset is missing, every figure is the grid's, both forms hold together.

`python -m tests.test_book --write` writes the golden books anew; then read what changed in `git diff`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for `python -m tests.test_book`

from conftest import ROOT, run

from whistcli.book.auction import _after
from whistcli.book.closing import anchors
from whistcli.book.front import book
from whistcli.book.html import html
from whistcli.book.markdown import markdown
from whistcli.book.tree import (
    MARKS,
    Book,
    Code,
    Items,
    Line,
    Link,
    Marked,
    Para,
    Quotes,
    Section,
    Strong,
    Table,
    Text,
    plain,
    sections,
)
from whistcli.expr import BOOL, Env, compile_text
from whistcli.facts import AUCTION, WITH_LEVEL, by_name
from whistcli.grid import Cell, cells
from whistcli.model import EFFECTS, Basis, Ruleset, Session
from whistcli.render.figures import number
from whistcli.ruleset import build_file, load_ruleset, shipped
from whistcli.ruleset.build import CALL_SUITS, EQUALS, GAME_SUITS, LEADERS, PLAY
from whistcli.ruleset.scores import COLUMNS, PAID_TO, REMAINDERS
from whistcli.ruleset.switches import AGAIN, ORDERS, RETURNING, WAYS
from whistcli.say import LANGUAGES, catalogue

BOOKS = ROOT / "docs" / "books"
GOLDENS = {
    f"{ruleset}.{lang}.{ending}": (ruleset, lang, form)
    for ruleset, lang in (("amis", "fr"), ("amis", "en"), ("knockout", "nl"))
    for form, ending in (("markdown", "md"), ("html", "html"))
}
RULESETS = [*shipped(), "examples/house"]
EVERY = [pytest.param(ruleset, lang, id=f"{ruleset}-{lang}") for ruleset in RULESETS for lang in LANGUAGES]


def rules_of(ruleset: str) -> Ruleset:
    """A shipped ruleset, or one of the examples."""
    return load_ruleset(str(ROOT / ruleset) if "/" in ruleset else ruleset).rules


@cache
def made(ruleset: str, lang: str) -> Book:
    """The book of a ruleset in a language."""
    return book(rules_of(ruleset), lang)


def lines_of(found: Book) -> list[Line]:
    """Every line of a book."""
    blocks = [*found.front, *(block for section in sections(found.chapters) for block in section.blocks)]
    lines: list[Line] = []
    for block in blocks:
        if isinstance(block, Para | Marked):
            lines.append(block.line)
        elif isinstance(block, Items):
            lines += [block.label, *block.items]
        elif isinstance(block, Quotes):
            lines += block.lines
        else:
            lines += [*block.head, *(cell for row in block.rows for cell in row)]
    return lines


# -- nothing is missing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "lang"), EVERY)
def test_every_clause_stands_in_it(ruleset: str, lang: str) -> None:
    """Every clause is in the index, with its text and its place; every clause that a rule cites is named by a rule."""
    rules, found = rules_of(ruleset), made(ruleset, lang)
    (index,) = (section.blocks[0] for section in sections(found.chapters) if section.name == "clauses")
    assert isinstance(index, Table)
    rows = {plain(row[0]): row for row in index.rows}
    assert set(rows) == set(rules.clauses)
    for clause in rules.clauses.values():
        where, says, used = rows[clause.id][1:]
        assert plain(where) == clause.where
        assert plain(says) == clause.says.get(lang, clause.says.get("en", "")).replace("`", "")
        cited = any(clause.id in basis.cite for basis in rules.bases.values())
        assert any(isinstance(part, Link) for part in used) == (cited or clause.id in rules.unchecked)
    named = {part.text for words in lines_of(found) for part in words if isinstance(part, Link)}
    assert {clause for basis in rules.bases.values() for clause in basis.cite} <= named


@pytest.mark.parametrize(("ruleset", "lang"), EVERY)
def test_every_doubt_is_marked(ruleset: str, lang: str) -> None:
    """Every reading and assumption stands where its rule is told, and once more among the doubts, under its mark."""
    rules, found = rules_of(ruleset), made(ruleset, lang)
    for mark in ("assumed", "reading"):
        wanted = {getattr(basis, mark).get(lang) for basis in rules.bases.values() if getattr(basis, mark)}
        for doubts in (False, True):
            told = {
                plain(block.line).replace("`", "")
                for section in sections(found.chapters) if section.name.startswith("doubts") == doubts
                for block in section.blocks if isinstance(block, Marked) and block.mark == mark
            }
            for words in wanted:
                assert any(each.startswith((words or "?").replace("`", "")) for each in told), (mark, words)
    unchecked = [
        block for section in sections(found.chapters) for block in section.blocks
        if isinstance(block, Marked) and block.mark == "unchecked"
    ]
    assert len(unchecked) == len(rules.unchecked)
    silent = [parameter for parameter in rules.parameters.values() if parameter.value is None]
    assert bool(silent) == any(section.name == "parameters" for section in found.chapters if any(
        isinstance(block, Marked) and block.mark == "silent" for block in section.blocks
    ))


def test_no_rule_is_told_last() -> None:
    """All that the shipped rulesets say is told in its own chapter; what is new to the book still stands in it."""
    for ruleset in RULESETS:
        assert "further" not in {section.name for section in made(ruleset, "en").chapters}
    rules = rules_of("amis")
    strange = rules._replace(bases={**rules.bases, "a.new.rule": Basis(("pair.1",), {"en": "so"})})
    (further,) = (section for section in book(strange, "en").chapters if section.name == "further")
    assert "a.new.rule" in str(further)
    assert any(isinstance(block, Marked) and plain(block.line) == "so" for block in further.blocks)


@pytest.mark.parametrize(("ruleset", "lang"), EVERY)
def test_every_call_and_game_has_its_part(ruleset: str, lang: str) -> None:
    rules, found = rules_of(ruleset), made(ruleset, lang)
    names = [section.name for section in sections(found.chapters)]
    assert not [name for name, count in Counter(names).items() if count > 1]
    wanted = {f"call-{kind}" for kind in rules.calls} | {f"game-{kind}" for kind in rules.games}
    assert wanted | {f"points-{kind}" for kind in rules.scores} <= set(names)
    for kind, rule in rules.calls.items():
        (part,) = (section for section in sections(found.chapters) if section.name == f"call-{kind}")
        told = " ".join(plain(item) for block in part.blocks if isinstance(block, Items) for item in block.items)
        for condition in rule.require:
            assert condition.says[lang] in told
    if rules.ladder:
        (ladder,) = (section for section in found.chapters if section.name == "ladder")
        table = next(block for block in ladder.blocks if isinstance(block, Table))
        assert [plain(row[0]) for row in table.rows] == [str(place + 1) for place in range(len(rules.ladder))]
        beaten = sum(len([part for part in row[3] if isinstance(part, Link)]) for row in table.rows)
        assert beaten == sum(len(reason.basis.cite) for reason in rules.ladder_because)


@pytest.mark.parametrize(("ruleset", "lang"), EVERY)
def test_links_lead_somewhere(ruleset: str, lang: str) -> None:
    found = made(ruleset, lang)
    known = set(anchors(found.chapters))
    leading = {part.target for words in lines_of(found) for part in words if isinstance(part, Link)}
    assert leading
    assert leading <= known


@pytest.mark.parametrize(("ruleset", "lang"), EVERY)
def test_words_are_the_readers(ruleset: str, lang: str) -> None:
    """No key, no gap that was left open, no word of another language where the ruleset has one of this."""
    found = made(ruleset, lang)
    text = "\n".join(plain(words) for words in lines_of(found))
    assert not re.search(r"\b[A-Z]-[a-z_]+\.|\{\w*\}", text)
    titles = {section.title for section in sections(found.chapters)}
    others = {
        said[other] for said in catalogue("W").values() for other in LANGUAGES
        if other != lang and said[other] != said[lang] and len(said[other]) > 12 and "{" not in said[other]
    }
    places = {clause.where for clause in rules_of(ruleset).clauses.values()}  # as the club's text has them
    assert not others & ((set(text.split("\n")) | titles) - places)


# -- the figures -----------------------------------------------------------------------------------------------------------


def column_of(table: Table, cell: Cell, several: dict[str, bool], signs: dict[str, str]) -> int:
    """The column that tells a cell, found by what its head says."""
    heads = [plain(head) for head in table.head]
    fitting = []
    for place, head in enumerate(heads[1:], 1):
        words = [word.strip() for word in head.split(",")]
        if several["levels"] and str(cell.level) != words[0]:
            continue
        first = {"as a first call": True, "not as a first call": False}.get(words[-1])
        if first is not None and cell.direct is not None and first is not cell.direct:
            continue
        counts = [word for word in words if word.startswith("declarers:")]
        if counts and counts != [f"declarers: {cell.declarers}"]:
            continue
        if cell.suits and not any(all(signs[suit] in word for suit in cell.suits) for word in words):
            continue
        fitting.append(place)
    assert fitting, (cell, heads)
    return fitting[0]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_cell_of_the_grid_stands_in_it(ruleset: str) -> None:
    """Each result has its place in the table of its game, with the points that the grid gives it."""
    rules, found = rules_of(ruleset), made(ruleset, "en")
    tables = {
        section.name: [block for block in section.blocks if isinstance(block, Table)]
        for section in sections(found.chapters) if section.name.startswith("points-")
    }
    signs = {"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠", "notrump": "no trumps"}
    tried = 0
    for cell in cells(rules):
        several = {"levels": len(rules.games[cell.game].levels) > 1}
        listed = tables[f"points-{cell.game}"]
        if cell.tricks is None:
            _, apart = (None, *listed) if len(listed) == 1 else listed
            label = f"{cell.made_count} of {cell.declarers}"
            rows = [row for row in apart.rows if plain(row[0]) in (label, f"declarers: {cell.declarers}")]
            (row,) = rows
            wanted = [", ".join(map(number, cell.role(name))) for name in ("made", "lost", "opponent")]
            wanted.append(number(cell.balance))
            assert [plain(each) for each in row[1:]] == (wanted if cell.points is not None else ["–"] * 4)
        else:
            together = listed[0]
            place = column_of(together, cell, several, signs)
            (row,) = (row for row in together.rows if fits(plain(row[0]), cell))
            roles = [", ".join(map(number, values)) for values in (cell.declarer, cell.opponent) if values]
            assert plain(row[place]) == (" / ".join(roles) if cell.points is not None else "–"), cell
        tried += 1
    assert tried > 90 or not rules.scores


def fits(label: str, cell: Cell) -> bool:
    """Whether a row tells the result of a cell: its number of tricks, or made and lost."""
    if label in ("made", "lost"):
        return (label == "made") == any(cell.made)
    low, _, high = label.partition("–")
    return int(low) <= (cell.tricks or 0) <= int(high or low)


@pytest.mark.parametrize(
    ("text", "level", "count"),
    [("true", 8, 0), ("false", 8, 20), ("level >= 10", 9, 20), ("level >= 10", 10, 0), ("lost_solos >= 2", 9, 2),
     ("level >= 10 or lost_solos >= 2", 9, 2), ("lost_solos == 2", 9, None)],
)
def test_when_the_arbiter_is_asked(text: str, level: int, count: int | None) -> None:
    """How many lost games it takes is tried out; where more of them ask less there is no such number."""
    expression, _ = compile_text(text, Env(by_name(AUCTION, WITH_LEVEL)), BOOL)
    assert expression is not None
    assert _after(expression, level) == count


# -- the forms ---------------------------------------------------------------------------------------------------------------

VOID = {"meta", "br", "link", "img", "hr", "input"}


class Balance(HTMLParser):
    """Reads a page as strictly as its tags allow."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.attributes: set[str] = set()
        self.data: list[str] = []
        self.lang: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.targets.append(value or "")
            if tag == "html" and name == "lang":
                self.lang = value

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.data.append(data)


def parsed(page: str) -> Balance:
    """A page that was read to its end."""
    reader = Balance()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader


@pytest.mark.parametrize(("ruleset", "lang"), EVERY)
def test_html_holds_together(ruleset: str, lang: str) -> None:
    """Tags are balanced, names are single, links lead within the page, nothing is loaded and nothing runs."""
    page = "\n".join(html(made(ruleset, lang)))
    reader = parsed(page)
    assert reader.lang == lang
    assert len(set(reader.ids)) == len(reader.ids)
    assert {target[1:] for target in reader.targets} <= set(reader.ids)
    assert all(target.startswith("#") for target in reader.targets)
    assert not {"script", "img", "link", "iframe", "object", "form"} & set(reader.tags)
    assert not {name for name in reader.attributes if name.startswith("on") or name in ("src", "style")}
    assert not re.search(r"url\(|@import|https?://", page.partition("</style>")[0])
    assert reader.tags["table"] == page.count('<div class="scroll"')
    assert reader.tags["h1"] == 1
    words = re.sub(r"\s", "", "".join(reader.data))
    assert all(re.sub(r"\s", "", plain(each)) in words for each in lines_of(made(ruleset, lang)))


def test_the_style_prints_and_turns_dark() -> None:
    """The page is made for paper, for the dark and for a telephone."""
    style = (ROOT / "whistcli" / "page" / "page.css").read_text(encoding="utf-8")
    assert style.count("{") == style.count("}")
    printing = style.partition("@media print")[2]
    for rule in ("size: A4", "break-after: avoid", "break-inside: avoid", "table-header-group"):
        assert rule in printing
    assert "prefers-color-scheme: dark" in style
    assert "overflow-x: auto" in style


def cells_of(row: str) -> list[str]:
    """The cells of a row of a Markdown table."""
    return re.split(r"(?<!\\)\|", row.strip())[1:-1]


@pytest.mark.parametrize(("ruleset", "lang"), EVERY)
def test_markdown_holds_together(ruleset: str, lang: str) -> None:
    """Every table has as many cells in each row, every link its anchor, every section its heading."""
    found = made(ruleset, lang)
    page = list(markdown(found))
    assert all("\n" not in each for each in page)
    width = 0
    for each in page:
        width = 0 if not each.startswith("|") else width or len(cells_of(each))
        assert not width or len(cells_of(each)) == width, each
    text = "\n".join(page)
    ids = re.findall(r'<a id="([^"]+)"></a>', text)
    assert len(set(ids)) == len(ids)
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(ids)
    headings = [each for each in page if re.match(r"#{2,4} ", each)]
    assert len(headings) == 1 + len(list(sections(found.chapters)))


HOSTILE = '</style><script>alert(1)</script>" onload="x & `y` | [a](javascript:b) *c* _d_ \u0000 <!--'


def test_nothing_in_a_ruleset_becomes_markup() -> None:
    """Titles, clauses, reasons, places and names may hold anything: the page shows it, letter by letter."""
    rules = rules_of("amis")
    texts = dict.fromkeys(LANGUAGES, HOSTILE)
    clauses = {
        name: clause._replace(where=HOSTILE, says=texts) for name, clause in rules.clauses.items()
    }
    clauses['x"><b>'] = clauses["pair.1"]._replace(id='x"><b>')
    bases = {
        place: Basis((*basis.cite, 'x"><b>'), texts, texts) for place, basis in rules.bases.items()
    }
    calls = {
        kind: rule._replace(require=tuple(c._replace(says=texts) for c in rule.require))
        for kind, rule in rules.calls.items()
    }
    hostile = rules._replace(
        title=texts, edition=HOSTILE, source=(HOSTILE,), clauses=clauses, bases=bases, calls=calls,
        unchecked=dict.fromkeys(rules.unchecked, texts),
    )
    found = book(hostile, "fr")
    reader = parsed("\n".join(html(found)))
    assert not {"script", "b", "em"} & set(reader.tags)
    assert not {name for name in reader.attributes if name.startswith("on")}
    assert "<script>alert(1)</script>" in "".join(reader.data)
    text = "\n".join(markdown(found))
    assert not re.search(r"(?<!\\)<(?!a id=|/a>)", re.sub(r"`+[^`]*`+", "", text))
    assert not re.search(r"(?<!\\)\]\(javascript:", text)
    assert "\0" not in text
    for each in markdown(found):
        if each.startswith("|"):
            assert len(cells_of(each)) in (2, 3, 4, 5, 6, 7), each


@pytest.mark.parametrize(
    ("part", "form"),
    [(Text("1. a"), "1\\. a"), (Text("- a"), "\\- a"), (Text("# a"), "\\# a"), (Code("a`b"), "``a`b``"),
     (Strong("*"), "**\\***"), (Text("a\nb"), "a b"), (Text("1998 was"), "1998 was")],
)
def test_lines_of_markdown(part: Text | Code | Strong, form: str) -> None:
    """A paragraph stays one, whatever it begins with."""
    page = list(markdown(Book("en", "t", "s", "c", (Para((part,)),), (Section("a", "b"),))))
    assert page[4] == form


# -- the list of sentences -----------------------------------------------------------------------------------------------


def test_every_choice_has_its_sentence() -> None:
    """What the loader lets a ruleset choose, the book can say."""
    wanted = [f"W-effect.{effect}" for effect in EFFECTS] + [f"W-suit.{suit}" for suit in CALL_SUITS if suit != "none"]
    wanted += [f"W-equal.{equal}" for equal in EQUALS] + [f"W-trumps.{suit}" for suit in GAME_SUITS]
    wanted += [f"W-leads.{leader}" for leader in LEADERS] + [f"W-play.{name}" for name in PLAY]
    wanted += [f"W-returning.{who}" for who in RETURNING] + [f"W-order.{order}" for order in ORDERS]
    wanted += [f"W-outranked.{when}.{way}" for when in ("first", "later") for way in WAYS]
    wanted += [f"W-again.{again}" for again in AGAIN] + [f"W-sharing.{who}" for who in REMAINDERS]
    wanted += [f"W-paid.{who}" for who in PAID_TO if who != "nobody"] + [f"W-penalty.{column}" for column in COLUMNS]
    wanted += [f"W-{sort}.{mark}" for sort in ("mark", "means") for mark in MARKS]
    wanted += [f"W-evening.{name}" for name in Session._fields if name != "misdeal_by"]
    assert [key for key in wanted if key not in catalogue("W")] == []


# -- the command and the goldens -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GOLDENS)
def test_golden(name: str) -> None:
    ruleset, lang, form = GOLDENS[name]
    ran = run("rules", "doc", ruleset, "--lang", lang, "--format", form)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (BOOKS / name).read_text(encoding="utf-8"), "python -m tests.test_book --write, then git diff"


def test_out(tmp_path: Path) -> None:
    """The book goes into a file; where it cannot, a sentence says so."""
    file = tmp_path / "book.html"
    ran = run("rules", "doc", "scouts", "--format", "html", "--out", str(file), "--lang", "nl")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert parsed(file.read_text(encoding="utf-8")).lang == "nl"
    ran = run("rules", "doc", "scouts", "--out", str(tmp_path / "no" / "book.md"))
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert "Traceback" not in ran.err
    assert run("rules", "doc", "nothing").code == 2
    assert run("rules", "doc", "amis", "--format", "pdf").code == 2


def test_set_values_stand_in_it() -> None:
    ran = run("rules", "doc", "amis", "--set", "lost_game_fine=17", "--lang", "en")
    assert re.search(r"\| `lost_game_fine` \| 17 \|", ran.out)


def test_a_ruleset_with_everything(tmp_path: Path) -> None:
    """Each rule that the shipped rulesets do without is told where a club writes it."""
    file = tmp_path / "ruleset.yaml"
    file.write_text(
        """
ruleset: all
extends: amis
parameters:
  add: {stake: {dated: {"2026-01-01": 2, "2026-09-01": 3}}}
auction:
  passed: {replace: {may_return: anyone}, add: {saying: [solo]}}
  nobody_plays: {add: {next_deal: {times: 2, again: adds}}}
table: {add: {sits_out: {5: [0]}}}
fines:
  lost_game: {add: {paid_to: opponents}}
""",
        encoding="utf-8",
    )
    rules = build_file(str(file)).rules
    for lang, words in (("en", ("3 from 2026-09-01 on", "Who has passed may speak again", "counts 2 times")),
                        ("fr", ("3 à partir du 2026-09-01", "Qui a passé peut reprendre la parole", "compte alors 2 fois"))):
        text = "\n".join(markdown(book(rules, lang)))
        for each in words:
            assert each in text


LATER = """
ruleset: later
extends: scouts
games:
  solo: {add: {partner: told}, replace: {suit: later}}
  grand_misere: {replace: {needs: 0..1}, remove: [exactly]}
  open_misere: {replace: {needs: 1..3}, remove: [exactly]}
calls:
  abundance: {add: {suit: none, trumps: clubs}}
  solo: {require: {remove: [trump_card, proposed_or_solo]}}
  trull: {add: {by_reveal: {level: "9", require: {ace: {that: lead.rank == ace, says: {en: ace first, fr: as first}}}}}}
pot: {add: {start: 3, dealer_pays: 2}}
money: {add: {settle: differences, transfers: in_seat_order}}
penalties: {add: {late: {names: {en: [lateness]}, offender: "2 * others_count", others: -2}}}
scores: {add: {times: multiplier + 1}}
"""


@pytest.mark.parametrize("words", [
    "Trumps: whoever plays it names them after the auction.", "who plays with the declarer", "at most 1 tricks",
    "1 to 3 tricks", "Trumps: ♣ clubs", "ace first", "holds 3 at first", "pays 2 into it each deal, also where nobody plays",
    "what he is behind him", "in the order of the seats", "lateness: a fine of `2 * others_count`; of each other player -2",
    "What a deal counts: `multiplier + 1`",
])
def test_what_few_rulesets_say(tmp_path: Path, words: str) -> None:
    """What no shipped ruleset says is told, too."""
    file = tmp_path / "ruleset.yaml"
    file.write_text(LATER, encoding="utf-8")
    assert words in "\n".join(markdown(book(build_file(str(file)).rules, "en")))


def test_why_a_result_has_no_points(tmp_path: Path) -> None:
    """Exceptions that contradict each other, a remainder and an unknown pot are told apart from a silent ruleset."""
    file = tmp_path / "ruleset.yaml"
    file.write_text(
        """
ruleset: without
extends: scouts
pot: {add: {start: 0}}
scores:
  replace: {zero_sum: false}
  games:
    replace:
      solo:
        declarer: {value: 1, exceptions: {many: {when: tricks > 8, value: 2}, most: {when: tricks > 9, value: 3}}}
        opponent: 0
      abundance: {stake: 1, pot: pot}
      small_slam: {declarer: 3, opponents: 10}
""",
        encoding="utf-8",
    )
    text = "\n".join(markdown(book(build_file(str(file)).rules, "en")))
    for words in ("contradict each other: many, most", "a remainder of 1, which nobody gets"):
        assert words in text


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    BOOKS.mkdir(exist_ok=True)
    for name, (ruleset, lang, form) in GOLDENS.items():
        (BOOKS / name).write_text(run("rules", "doc", ruleset, "--lang", lang, "--format", form).out, encoding="utf-8")
