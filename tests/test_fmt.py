"""The formatter: what it writes says the same, is written once and for all, and loses no remark."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from strategies_text import transcripts

from whistcli.transcript import read
from whistcli.transcript.fmt import content, format_text, same
from whistcli.vocabulary import common_vocabulary

WORDS = common_vocabulary()
SLOW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def fmt(text: str) -> str:
    return format_text(text.encode(), lambda _settings: WORDS)[0]


@SLOW
@given(transcripts())
def test_the_form_says_the_same(text):
    once = fmt(text)
    assert content(read(once.encode(), WORDS)) == content(read(text.encode(), WORDS))
    assert fmt(once) == once
    assert same(read(once.encode(), WORDS), read(text.encode(), WORDS))


@SLOW
@given(transcripts())
def test_the_form_is_clean(text):
    once = fmt(text)
    assert once.endswith("\n")
    assert not once.endswith("\n\n")
    assert "\n\n\n" not in once
    assert all(line == line.rstrip() for line in once.split("\n"))
    assert once.count("# a remark") == text.count("# a remark")


HEAD = "lang: {}\nplayers: 1 Nord, 2 Est, 3 Sud, 4 Ouest\n\n"


@pytest.mark.parametrize(("lang", "before", "after"), [
    ("en", "gift 1,deler 4", "deal 1, dealer 4"),
    ("fr", "deal 1 dealer 4 , free", "donne 1, donneur 4, gratuite"),
    ("nl", "DONNE 1, DONNEUR 4", "gift 1, deler 4"),
    ("fr", "round 2, dealer 1, cards 6, trump klaveren by 1", "manche 2, donneur 1, cartes 6, atout ♣ par 1"),
    ("en", "round 2, trump ? by 1", "round 2, trump ? by 1"),
])
def test_headings(lang, before, after):
    assert fmt(HEAD.format(lang) + before + "\nbell").split("\n")[3] == after


@pytest.mark.parametrize(("lang", "before", "after"), [
    ("fr", "1 ->  J’emballe pique à 8 plis   (C, avec un pique)", "1: emballe pique 8 (C, avec un pique)"),
    ("fr", "1:9 PLIS ;2 : petite  misere;3: abondance 9 spades", "1: 9 plis; 2: petite misère; 3: abondance 9 pique"),
    ("en", "1: emballe petite misère", "1: small_misere"),
    ("fr", "1: emballe", "1: emballe"),
    ("nl", "2: J'emballe", "2: mee"),
    ("en", "1: propos coeur", "1: propos coeur"),
    ("en", "1: pass; arbiter: ja \"so\"; 2: pass", "1: pass; arbiter: yes \"so\"; 2: pass"),
    ("en", "plis:9   # so", "tricks: 9  # so"),
    ("fr", "tricks: 2  0 ,4 1", "plis: 2 0, 4 1"),
    ("fr", "result: 1 made, 4 verloren", "résultat: 1 réussi, 4 perdu"),
    ("en", "points: 1 12,5, 2 -7,5", "points: 1 12.5, 2 -7.5"),
    ("en", "correction: 3 2 so it was", "correction: 3 +2 \"so it was\""),
    ("en", "amende 2 : 5 «retard»", "fine 2: 5 \"retard\""),
    ("en", "fine: 2 5", "fine 2: 5"),
    ("fr", "contract: pair 8 hearts by 1 and 3 direct", "contrat: emballage 8 cœur par 1 3, direct"),
    ("fr", "void : a; b", "annulée: a; b"),
    ("en", "lead: 4 A♣", "lead: 4 ♣A"),
    ("fr", "lead: 4", "entame: 4"),
    ("fr", "discards: 1 ♠2 , 2 ♥R", "écarts: 1 ♠2, 2 ♥R"),
    ("nl", "trump: cœur", "troef: ♥"),
    ("en", "trump: sans atout", "trump: notrump"),
    ("fr", "wrong-dealer: 3 unseen", "mauvais donneur: 3 pas vu"),
    ("fr", "exposed: 2 after 1", "étalé: 2 après 1"),
    ("en", "misdeling", "misdeal"),
])
def test_statements(lang, before, after):
    assert fmt(HEAD.format(lang) + "deal 1, dealer 4\n" + before).split("\n")[4] == after


def test_blocks_take_the_letters_of_the_language():
    text = HEAD.format("nl") + "deal 1, dealer 4\nhands:\n1: ♠AHV 10♥\nplay:\n1: ♥ A ♥H\n"
    assert fmt(text).split("\n")[4:] == ["handen:", "  1: ♠ A H V  ♥ 10", "spel:", "  1: ♥A ♥H", ""]


def test_remarks_and_blank_lines():
    text = "\n\n# top\nlang: en # tongue\nplayers: 1 A, 2 B\n# about the first\ndeal 1, dealer 1\n\n\n1: pass\n# end\n\n"
    assert fmt(text) == ("# top\nlang: en  # tongue\nplayers: 1 A, 2 B\n\n# about the first\ndeal 1, dealer 1\n\n1: pass\n# end\n")


def test_names_keep_their_letters():
    text = 'players: 1 "quoted, if odd", 2 d\'Hondt, 3 "the \\"boss\\"", 4 "#1"\ndeal 1\nbell\n'
    assert fmt(text).split("\n")[0] == text.split("\n")[0]
    assert read(fmt(text).encode(), WORDS).header.names == ("quoted, if odd", "d'Hondt", 'the "boss"', "#1")


def test_a_runaway_line_is_kept():
    text = HEAD.format("en") + "deal 1, dealer 1\n1: pass\n" + "x" * 12_000 + "\n"
    assert "x" * 12_000 in fmt(text)


def test_no_trump_by_words_that_are_keywords():
    assert fmt(HEAD.format("fr") + "round 2, trump sans atout by 1").split("\n")[3] == "manche 2, atout sans atout par 1"
