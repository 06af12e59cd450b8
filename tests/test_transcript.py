"""The reader: what it reads, what it finds and where, and that no line end, comment or odd name changes that."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
import tracemalloc
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark import Tree
from lark.exceptions import LarkError
from strategies_text import BAD, LANGS, ODD_NAMES, statement, transcripts

from whistcli import record as r
from whistcli import resources, say
from whistcli.cards import Card
from whistcli.diag import Unusable
from whistcli.record import Call
from whistcli.transcript import Reader, read, tables
from whistcli.transcript.driver import SyntaxFault, flat
from whistcli.transcript.fmt import content
from whistcli.vocabulary import common_vocabulary

WORDS = common_vocabulary()
HEAD = "lang: fr\nplayers: 1 Nord, 2 Est, 3 Sud, 4 Ouest\n"
DEAL = HEAD + "deal 1, dealer 4\n"
SLOW = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


def found(text: str | bytes) -> list[tuple[str, int, int, int]]:
    document = read(text if isinstance(text, bytes) else text.encode(), WORDS)
    return [(f.code, f.span.line, f.span.column, f.span.width) for f in document.findings]


def only(text: str) -> r.Statement:
    """The one statement of the deal."""
    document = read((DEAL + text).encode(), WORDS)
    assert [f for f in document.findings if f.code != "T-dealer"] == []
    [entry] = document.deals[0].entries
    return entry.statement


# -- the driver is Lark ------------------------------------------------------------------------------------------------

LARK = tables.lark()
DRIVER = tables.driver()


def lark_tree(text: str) -> object:
    def plain(node: object) -> object:
        if isinstance(node, Tree):
            return (str(node.data), *map(plain, node.children))
        return (node.type, node.start_pos, node.end_pos)  # type: ignore[attr-defined]

    try:
        return plain(LARK.parse(text))
    except LarkError:
        return None


def driver_tree(text: str) -> object:
    try:
        return DRIVER.run(text, 0, lambda name, children, _begin, _end: (name, *children))[0]
    except SyntaxFault:
        return None


SAMPLES = [
    "rules: amis", "lang: fr", "date: 2026-11-28", "round: 2", "dog: yes", "dog: 4 lost", "tie: nearest", "tie: cut",
    'players: 1 Nord, 2 Est, 3 "x, y", 4', "deal 1, dealer 4", "deal 1, dealer 4, free", "donne 7b donneur 2",
    "round 1, dealer 4, trump ♥", "round 2, dealer 1, cards 6, trump ♠ by 1", "round 3, trump ? by 1", "1: propose cœur",
    "C -> 9 plis (C, avec un pique)", "arbiter: yes", 'arbiter: stands "so"', "contract: pair 8 hearts by 1 3",
    "contract: solo 8 clubs by 2, direct", "tricks: 9", "tricks: 2 0, 4 1", "tricks: ?", "result: made",
    "result: 1 made, 4 lost", "points: 1 12, 2 18, 3 12, 4 -18", "balance: 14", "fine 2", 'fine 2: 5 "retard"',
    "fine 2: retard", "revoke: 4", 'correction: 3 +2 "reason"', 'excluded: 2 "reason"', "note:", "note: a, b", "void",
    "void: because", "misdeal", "bell", "hands:", "play", "1: ♠ A R 4", "lead: 4 ♣A", "lead: 1", "discards: 1 ♠2, 2 ♥3",
    "trump: ♥", "trump: sans atout", "exposed: 2 after 1", "wrong dealer: 3 unseen", "cut: 2", "lost solos: 1 2",
    "multiplier: 2", "pot: 12", "queens: 1 2, 3 1",
]


@pytest.mark.parametrize("text", SAMPLES)
def test_driver_reads_as_lark_does(text):
    tree = lark_tree(flat(text))
    assert tree is not None
    assert driver_tree(flat(text)) == tree


@pytest.mark.parametrize("text", BAD)
def test_driver_refuses_what_lark_refuses(text):
    assert driver_tree(flat(text)) == lark_tree(flat(text))


@SLOW
@given(st.data())
def test_driver_reads_any_statement_as_lark_does(data):
    text = flat(data.draw(statement(data.draw(st.sampled_from(LANGS))))).strip()
    if not set(text) & set(";#"):  # those end a statement, which Lark is not told
        assert driver_tree(text) == lark_tree(text)


def test_every_keyword_is_a_terminal_of_the_grammar():
    grammar = resources.read("grammar", "transcript.lark")
    for name in DRIVER.keywords:
        assert re.search(rf"\b{name.upper()}\b", grammar), name


def test_tables_are_rebuilt_when_they_are_spoilt(tmp_path, monkeypatch):
    kept = tmp_path / "kept.tables"
    kept.write_bytes(b"\x00spoilt")
    monkeypatch.setattr(tables, "_place", lambda: (str(kept), 1))
    tables.driver.cache_clear()
    assert tables.driver().rules
    assert len(kept.read_bytes()) > 1000
    monkeypatch.setattr(tables, "_place", lambda: (str(tmp_path / "kept.tables" / "below a file"), 1))
    tables.driver.cache_clear()
    assert tables.driver().rules  # cannot be written: works all the same
    tables.driver.cache_clear()


# -- statements --------------------------------------------------------------------------------------------------------


def test_the_printed_example_is_readable_word_for_word():
    text = """players: A, B, C, D
deal 1, dealer D
A -> annonce cœur

B -> annonce pique

C -> J’emballe pique à 8 plis
D -> J’emballe coeur à 8 plis
C -> 9 plis (C, avec un pique, inférieur au cœur, doit annoncer sa surenchère avant D)
D -> 9 plis (D, avec son cœur supérieur au pique, n’a plus qu’à égaler)
C -> 10 plis (C surenchérit à nouveau)
D -> J’abandonne
A -> Je fais un solo cœur à 8 plis (avec l’abandon de D, A peut continuer seul)
C -> passe parole (C préfère laisser B décider de faire le contrat ou non)
B -> J’abandonne
"""
    document = read(text.encode(), WORDS)
    assert document.findings == ()
    said = [entry.statement for entry in document.deals[0].entries]
    assert [f"{s.seat} {WORDS.text(s.call)}" for s in said] == [
        "A propose hearts", "B propose spades", "C accept spades 8", "D accept hearts 8", "C raise 9", "D raise 9",
        "C raise 10", "D drop", "A solo hearts 8", "C hand_over", "B drop"]
    assert said[6].remark == "C surenchérit à nouveau"


def test_header():
    header = read(b"rules: amis\nlangue: Fran\xc3\xa7ais\ntie: coupe\ndog: oui\nround: 2\nlost solos: 1 2\n"
                  b"players: 1 Nord, 2 \"Est, L.\", 3\ndeal 1\nbell\n", WORDS).header
    assert dict(header.settings) == {"rules": "amis", "lang": "fr", "tie": "cut", "dog": "yes", "round": "2"}
    assert (header.seats, header.names) == (("1", "2", "3"), ("Nord", "Est, L.", "3"))
    assert [type(e.statement).__name__ for e in header.entries].count("Amounts") == 1


@pytest.mark.parametrize("name", ODD_NAMES)
def test_names_never_parse_as_calls(name):
    plain = name if not re.search(r'[,;#"]', name) else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    document = read(f"players: 1 {plain}, 2 Est\ndeal 1, dealer 1\n1: pass\n".encode(), WORDS)
    assert document.findings == ()
    assert document.header.names == (name, "Est")


@pytest.mark.parametrize(("text", "kind", "fields"), [
    ("tricks: ?", r.Tricks, {"total": None, "by_seat": ()}),
    ("tricks: 2 0, 4 1", r.Tricks, {"by_seat": (("2", 0), ("4", 1))}),
    ("slagen: 0", r.Tricks, {"total": 0}),
    ("résultat: réussi", r.Result, {"all": True}),
    ("resultaat: 1 gehaald, 4 verloren", r.Result, {"by_seat": (("1", True), ("4", False))}),
    ("arbitre: refus", r.Ruling, {"answer": "no", "reason": None}),
    ('scheidsrechter: ja "zo"', r.Ruling, {"answer": "yes", "reason": "zo"}),
    ("contrat: emballage 8 cœur par 1 3", r.ContractLine, {"call": Call("pair", "hearts", 8), "declarers": ("1", "3")}),
    ("contract: solo 8 clubs by 2, direct", r.ContractLine, {"call": Call("solo", "clubs", 8), "direct": True}),
    ("contract: small_misere door 1 4", r.ContractLine, {"call": Call("small_misere"), "declarers": ("1", "4")}),
    ("points: 1 12,5, 2 -18", r.Amounts, {"by_seat": (("1", Decimal("12.5")), ("2", -18))}),
    ("points: 1 12,2 18,3 12,4 −18", r.Amounts, {"by_seat": (("1", 12), ("2", 18), ("3", 12), ("4", -18))}),
    ("pot: 12.50", r.Value, {"name": "pot", "value": Decimal("12.50")}),
    ('fine 2: 5 "retard"', r.Charge, {"name": "fine", "seat": "2", "amount": 5, "reason": "retard"}),
    ("amende 2", r.Charge, {"amount": None, "reason": None}),
    ("renonce: 4", r.Charge, {"name": "revoke", "seat": "4"}),
    ('correction: 3 +2 "so"', r.Charge, {"amount": 2, "reason": "so"}),
    ("void: a; b", r.Remark, {"name": "void", "text": "a; b"}),
    ("lead: 4 ♣A", r.SeatCards, {"name": "lead", "by_seat": (("4", Card("clubs", 14)),)}),
    ("entame: 4", r.SeatCards, {"by_seat": (("4", None),)}),
    ("discards: 1 ♠2, 2 ♥R", r.SeatCards, {"by_seat": (("1", Card("spades", 2)), ("2", Card("hearts", 13)))}),
    ("trump: ?", r.Fact, {"name": "trump", "value": "?"}),
    ("troef: harten", r.Fact, {"value": "hearts"}),
    ("exposed: 2 after 1", r.Fact, {"seat": "2", "value": "1"}),
    ("mauvais donneur: 3 pas vu", r.Fact, {"name": "wrong_dealer", "seat": "3", "value": "unseen"}),
    ("hond: 4 gewonnen", r.Fact, {"name": "dog", "seat": "4", "value": "won"}),
    ("maldonne", r.Mark, {"name": "misdeal"}),
])
def test_statements(text, kind, fields):
    made = only(text)
    assert type(made) is kind
    assert {name: getattr(made, name) for name in fields} == fields
    assert (made.column, made.width) == (1, len(text))


def test_round_headings():
    [deal] = read((HEAD + "manche 2, donneur 1, cartes 6, atout ♠ par 3\nplis: 1 3, 2 3\n").encode(), WORDS).deals
    heading = deal.heading
    assert (heading.name, heading.number, heading.dealer, heading.cards, heading.trump, heading.chooser) == (
        "round", "2", "1", 6, "spades", "3")


def test_cards_belong_to_the_open_block_and_a_call_ends_it():
    text = DEAL + "mains: # all\n  1: ♠ A R 4\nnote: so\n2: ♥ 9\n1: 9 plis\n2: 9\njeu: ; 3: ♥3 ♥A\n3: passe\n"
    kinds = [type(entry.statement).__name__ for entry in read(text.encode(), WORDS).deals[0].entries]
    assert kinds == ["Block", "CardLine", "Remark", "CardLine", "Said", "Said", "Block", "CardLine", "Said"]


def test_statements_of_one_line_know_their_columns():
    line = '2: petite misère ; 3: passe;4: solo ♥ 6 (x; y)  # "end"'
    entries = read((DEAL + line).encode(), WORDS).deals[0].entries
    assert [line[s.column - 1 :][: s.width] for _, _, s in entries] == ["2: petite misère", "3: passe", "4: solo ♥ 6 (x; y)"]
    assert [line[s.words_column - 1 :][: s.words_width] for _, _, s in entries] == ["petite misère", "passe", "solo ♥ 6"]


def test_a_renumbered_heading_is_the_one_that_stands_there():
    text = HEAD + "".join(f"deal {n}, dealer {n % 4 + 1}{', free' * (n == 3)}\nbell\n" for n in range(1, 130))
    deals = read(text.encode(), WORDS).deals
    assert [deal.heading.number for deal in deals] == [str(n) for n in range(1, 130)]
    assert [deal.heading.dealer for deal in deals] == [str(n % 4 + 1) for n in range(1, 130)]
    assert [deal.heading.free for deal in deals].count(True) == 1
    for deal in deals:
        assert deal.text[deal.heading.number_column - 1 :].startswith(deal.heading.number + ",")
        assert deal.text[deal.heading.dealer_column - 1 :].startswith(deal.heading.dealer)
        assert deal.heading.width == len(deal.text)


# -- faults ------------------------------------------------------------------------------------------------------------

FAULTS = [  # code, the smallest text (under a header and an open deal where it starts with "+"), line, column, width
    ("T-keyword", "+trcks: 9", 4, 1, 5), ("T-keyword", "tabel: 4\n+bell", 1, 1, 5), ("T-keyword", "+%%% junk", 4, 1, 3),
    ("T-colon", "+2 passe", 4, 3, 5), ("T-end", "+1:", 4, 3, 1), ("T-end", "+contract: pair 8 hearts", 4, 24, 1),
    ("T-syntax", "+tricks 9", 4, 8, 1), ("T-syntax", "+misdeal now", 4, 9, 3), ("T-quote", '+fine 2: 5 "open', 4, 11, 1),
    ("T-word", "+1: propos cœur", 4, 4, 6), ("T-letter", "+1: propose C", 4, 12, 1), ("T-letter", "+1: propose H", 4, 12, 1),
    ("T-number", "+1: solo 14", 4, 9, 2), ("T-number", "+tricks: 14", 4, 9, 2), ("T-call", "+1: solo cœur pique", 4, 14, 5),
    ("T-call", "+1: ♥", 4, 4, 1), ("T-amount", "+points: 1 1.2.3", 4, 11, 5), ("T-amount", "+balance: -0.0.66962", 4, 10, 10),
    ("T-amount", "+pot: 1e5", 4, 6, 3), ("T-suit", "+trump: rouge", 4, 8, 5), ("T-card", "+lead: 4 ♣K", 4, 10, 1),
    ("T-card", "+hands:\n1: ♠ A 44", 5, 8, 2), ("T-seat", "+7: passe", 4, 1, 1), ("T-seat", "+tricks: 1 2, 9 3", 4, 14, 1),
    ("T-twice", "+tricks: 9\ntricks: 8", 5, 1, 9), ("T-twice", "+tricks: 9; tricks: 8", 4, 12, 9),
    ("T-twice", "+points: 1 2, 1 3", 4, 14, 1), ("T-place", "+lang: nl", 4, 1, 8), ("T-place", "tricks: 9\n+bell", 1, 1, 9),
    ("T-early", HEAD + "1: passe\ndeal 1, dealer 4\n2: passe", 3, 1, 1),
    ("T-dealer", HEAD + "deal 1\n1: passe", 3, 1, 6), ("T-seat", HEAD + "deal 1, dealer 9\n1: passe", 3, 16, 1),
    ("T-empty", HEAD + "deal 1, dealer 4", 3, 1, 16), ("T-nodeal", HEAD, 1, 1, 1),
    ("T-players", "deal 1, dealer 4\n1: pass", 1, 1, 16), ("T-players", "players: 1 Nord\ndeal 1\nbell", 1, 1, 15),
    ("T-duplicate", "players: 1 Nord, 1 Est\ndeal 1\nbell", 1, 18, 1),
    ("T-duplicate", "players: 1 Zoë, 2 zoe\ndeal 1\nbell", 1, 17, 1),
    ("T-reserved", "players: pot Nord, 2 Est\ndeal 1\nbell", 1, 10, 3),
    ("T-date", "date: 28/11/2026\n+bell", 1, 7, 10), ("T-date", "date: 2026-02-30\n+bell", 1, 7, 10),
    ("T-lang", "lang: de\nplayers: 1, 2\ndeal 1\nbell", 1, 7, 2),
    ("T-duplicate", "players: 1 Nord, 1 Est, 2 Sud\ndeal 1\nbell", 1, 18, 1), ("T-syntax", HEAD + "deal ,", 3, 6, 1),
    ("T-colon", "+1; passe", 4, 2, 1), ("T-colon", "+2 - passe", 4, 3, 1), ("T-end", "+1; 2: passe", 4, 2, 1),
    ("T-syntax", "+result: mode", 4, 9, 4), ("T-seat", "+result: nobody", 4, 9, 6), ("T-end", "+tricks:", 4, 8, 1),
    ("T-call", "+1: passe propose ♥", 4, 10, 7), ("T-call", "+1: propose ♥ passe", 4, 14, 5),
    ("T-call", "+1: solo 6 ♥ 2: passe", 4, 13, 1), ("T-call", "+1: passe 2 : passe", 4, 10, 1),
    ("T-call", "+hands:\n1: ♥ A 2: ♥ R", 5, 8, 1),
    ("T-card", "+play:\n1: A K Q", 5, 4, 1), ("T-letter", "lang: nl\nplayers: 1, 2\ndeal 1\nhands:\n1: S A H 10", 5, 8, 1),
    ("T-word", "+hands:\n1: propos ♥", 5, 4, 6), ("T-call", "+play:\n1: passe seul", 5, 10, 4),
    ("T-space", "+1:\u00a0passe", 4, 3, 1), ("T-long", "+" + "x" * 10_001, 4, 1, 1),
]


@pytest.mark.parametrize(("code", "text", "line", "column", "width"), FAULTS)
def test_each_fault_is_one_finding_in_its_place(code, text, line, column, width):
    before, plus, rest = text.partition("+")
    shift = before.count("\n")
    whole = before + DEAL + rest if plus else text
    expected = (code, line + shift if plus and not shift else line, column, width)
    assert found(whole) == [expected]
    [finding] = read(whole.encode(), WORDS).findings
    for lang in ("en", "fr"):
        for sentence in (say.message(finding, lang), say.hint(finding, lang)):
            assert not re.search(r"[A-Z_]{4,}|__|\{", (sentence or "").replace("UTF", ""))


def expected(text: str, lang: str) -> str:
    [finding] = read((DEAL + text).encode(), WORDS).findings
    return say.message(finding, lang) + (f" ({say.hint(finding, lang)})" if finding.hint else "")


def test_what_was_expected_is_said_in_the_order_of_the_grammar():
    assert expected("result: 1 12", "en") == "“12” does not fit here; “made” or “lost” was expected"
    assert expected("result: 1 12", "fr") == "« 12 » ne convient pas ici ; on attendait « réussi » ou « perdu »"
    assert expected("arbiter: maybe", "en").endswith("“yes”, “no” or “stands” was expected")
    assert expected("tricks:", "en") == "the line stops where a number, a player's key or a question mark is needed"
    assert expected("result: mode", "en").endswith("(did you mean “made”?)")
    assert expected("2 - passe", "en").endswith("(write 2: passe)")
    assert expected("1; passe # so", "en").endswith("before “;” (write 1: passe)")


def test_the_tables_are_the_same_in_every_run():
    program = "from whistcli.transcript.tables import build; print(build())"
    runs = [subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
                           capture_output=True, text=True).stdout for seed in ("1", "2")]
    assert runs[0] == runs[1] == f"{tables.build()}\n"


def test_each_card_is_covered_as_it_is_written():
    line = "1: ♥A ♥10 ♠ A 10 ♦R9 5♣ pique 2 T4"
    [_, entry] = read((DEAL + "play:\n" + line).encode(), WORDS).deals[0].entries
    cards = entry.statement
    assert [line[at - 1 :][:wide] for at, wide in zip(cards.columns, cards.widths, strict=True)] == [
        "♥A", "♥10", "A", "10", "♦R", "9", "5♣", "2", "T4"]


def test_five_faults_five_findings_and_nothing_else_lost():
    text = DEAL + "1: propos cœur\n2: passe\ntricks 9\n7: passe\ndeal 2, dealr 1\n3: passe\npoints: 1 1.2.3\n4: solo 5 ♥\n"
    document = read(text.encode(), WORDS)
    assert [(f.code, f.span.line, f.deal) for f in document.findings] == [
        ("T-word", 4, "1"), ("T-syntax", 6, "1"), ("T-seat", 7, "1"), ("T-syntax", 8, "2"), ("T-amount", 10, "2")]
    assert [type(e.statement).__name__ for d in document.deals for e in d.entries] == [
        "Unread", "Said", "Unread", "Unread", "Said", "Unread", "Said"]
    assert [(s.name, s.seat) for d in document.deals for _, _, s in d.entries if isinstance(s, r.Unread)] == [
        ("call", "1"), ("tricks", None), ("call", "7"), ("points", None)]


def test_a_bad_byte_is_named_and_the_line_read_on():
    text = DEAL.encode() + b"1: pass\xe9; 2: passe\n3: passe # d\xe9j\xe0\n"
    assert found(text) == [("T-byte", 4, 8, 1), ("T-byte", 5, 13, 1)]
    document = read(text, WORDS)
    assert document.findings[0].args["byte"] == "0xE9"
    assert [type(e.statement).__name__ for e in document.deals[0].entries] == ["Unread", "Said", "Said"]


@pytest.mark.parametrize(("data", "code"), [
    (b"", "T-blank"), (b"\n \n\t\n", "T-blank"), (b"\xef\xbb\xbf", "T-blank"), (DEAL.encode("utf-16"), "T-encoding"),
    (DEAL.encode("utf-16-le"), "T-encoding"), (DEAL.encode("utf-32"), "T-encoding"), (bytes(range(256)) * 8, "T-binary"),
    (b"\x89PNG\r\n\x1a\n" + b"\x00\xff" * 500, "T-binary"), (b"x" * 10_000_000, "T-endless"),
    (DEAL.encode() + b"y" * 1_000_001 + b"\n", "T-endless"),
])
def test_what_is_no_transcript_is_refused_in_one_sentence(data, code):
    with pytest.raises(Unusable) as caught:
        read(data, WORDS)
    [finding] = caught.value.findings
    assert finding.code in (code, "T-encoding" if b"PNG" in data else code)
    assert say.message(finding, "en")
    assert say.hint(finding, "fr")


def test_files_that_cannot_be_opened(tmp_path):
    for path, code in [(tmp_path / "none", "T-missing"), (tmp_path, "T-folder"), ("a\0b", "T-open")]:
        with pytest.raises(Unusable) as caught:
            Reader(path, lambda _settings: WORDS)
        [finding] = caught.value.findings
        assert (finding.code, finding.span.line) == (code, 0)
        assert str(path) not in say.message(finding, "en")


@pytest.mark.parametrize("number", [-1, errno.EACCES, errno.EMFILE, errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, 9999])
def test_the_reason_is_said_in_the_readers_language(number):
    english, french = (say.Reason(number).say(lang) for lang in ("en", "fr"))
    assert english != french
    assert (str(number) in french) == (number == 9999)


@SLOW
@given(transcripts(), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(), st.booleans())
def test_line_ends_and_marks_change_nothing(text, end, mark, final):
    plain = read(text.encode(), WORDS)
    changed = (text if final else text.rstrip("\n")).replace("\n", end)
    other = read((b"\xef\xbb\xbf" if mark else b"") + changed.encode(), WORDS)
    assert content(other) == content(plain)
    assert other.findings == plain.findings or str(other.findings) == str(plain.findings)


@SLOW
@given(transcripts())
def test_remarks_change_nothing(text):
    remarked = re.sub(r"(?m)$(?!\Z)", " # so", text)
    assert content(read(remarked.encode(), WORDS)) == content(read(text.encode(), WORDS))


@SLOW
@given(st.text(max_size=200) | st.lists(st.sampled_from([*SAMPLES, *BAD, "deal 2, dealer 1", '"', "(", ";", "#"])).map("\n".join))
def test_no_text_stops_the_reader(text):
    try:
        document = read((DEAL + text).encode("utf-8", "surrogatepass"), WORDS)
    except Unusable:
        return
    for finding in document.findings:
        say.message(finding, "fr")
        say.hint(finding, "en")


def test_columns_are_those_a_person_sees():
    assert found(DEAL + "1: passe; 2: e\u0301talo") == [("T-word", 4, 14, 5)]  # one letter, two code points in the file
    assert found(DEAL + "\ufeff1: propos")[0][2] == 4  # a joined file has the mark in its middle
    assert found(DEAL + "\t1:\tpropos")[0][2] == 5


def test_a_long_file_is_read_in_little_memory(tmp_path):
    path = tmp_path / "season.whist"
    body = "".join(f"deal {n}, dealer {n % 4 + 1}\n1: passe\n2: solo ♥ 6\nnote: unique {n}\ntricks: 7\n" for n in range(20_000))
    path.write_text(HEAD + body, encoding="utf-8")
    tracemalloc.start()
    try:
        count = sum(1 for _ in Reader(path, lambda _settings: WORDS))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 20_000
    assert peak < 30_000_000


def test_every_message_is_in_english_and_french_with_the_same_values():
    with open(f"{resources.PACKAGE}/messages/T.json", encoding="utf-8") as handle:
        catalogue = json.load(handle)
    for key, by_lang in catalogue.items():
        assert key.startswith("T-")
        assert {"en", "fr"} <= by_lang.keys()
        assert len({frozenset(re.findall(r"\{(\w+)\}", text)) for text in by_lang.values()}) == 1, key
