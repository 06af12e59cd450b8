"""The vocabulary: every word of every language reads as its kind, and what is printed reads back."""

from __future__ import annotations

import pickle

import pytest
import yaml

from whistcli import resources
from whistcli.cards import DECK, NOTRUMP, SUITS, SYMBOLS, Card
from whistcli.cardwords import CardWords
from whistcli.record import Call
from whistcli.say import LANGUAGES
from whistcli.vocabulary import WordFault, common_vocabulary

DATA = yaml.load(resources.read("rulesets", "words.yaml"), Loader=yaml.BaseLoader)
WORDS = common_vocabulary()
SAID = [(kind, lang, word) for kind, by in DATA["calls"].items() for lang, words in by.items() for word in words]


@pytest.mark.parametrize(("kind", "lang", "word"), SAID)
def test_every_word_of_every_language_under_every_language(kind, lang, word):
    for of_file in LANGUAGES:
        for written in (word.replace("N", "9"), word.replace("N", "9").upper(), f"je {word.replace('N', '9')}"):
            assert WORDS.read(written, of_file).kind == kind


@pytest.mark.parametrize("kind", [*DATA["calls"], *DATA["contracts"]])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("suit", [None, *SUITS, NOTRUMP])
@pytest.mark.parametrize("level", [None, 0, 9, 13])
def test_what_is_printed_reads_back(kind, lang, suit, level):
    call = Call(kind, suit, level)
    contract = kind in DATA["contracts"]
    text = WORDS.text(call, lang)
    assert WORDS.read(text, lang, contract=contract) == call
    english = WORDS.text(call)
    for of_file in LANGUAGES:  # a transcript may be written in exactly those words under every ruleset
        assert WORDS.read(english, of_file, contract=contract) == call


@pytest.mark.parametrize(("call", "text"), [
    (Call("accept", "spades", 8), "accept spades 8"), (Call("abundance", "clubs", 9), "abundance 9 clubs"),
    (Call("small_slam", NOTRUMP), "small_slam notrump"), (Call("raise", None, 9), "raise 9"),
    (Call("solo", "hearts", 8), "solo hearts 8"), (Call("propose", "hearts"), "propose hearts"),
])
def test_canonical_english(call, text):
    assert WORDS.text(call) == text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("suit", SUITS)
def test_suits_by_symbol_word_and_letter(lang, suit):
    written = [SYMBOLS[suit], *DATA["suits"][suit][lang]]
    written += [letter for letter, meant in DATA["letters"][lang].items() if meant == [suit]]
    for text in written:
        assert WORDS.suit(text, lang) == suit
        assert WORDS.read(f"propose {text}", lang) == Call("propose", suit)
        assert WORDS.read(f"emballe 8{text}", lang) == WORDS.read(f"{text} 8 emballe", lang) == Call("accept", suit, 8)
    for of_file in LANGUAGES:  # symbols and full words hold in every file
        assert all(WORDS.suit(text, of_file) == suit for text in written if len(text) > 1 or not text.isalpha())


@pytest.mark.parametrize(("text", "lang"), [("C", "fr"), ("K", "nl")])
def test_a_letter_of_two_suits_is_refused(text, lang):
    with pytest.raises(WordFault, match="T-letter"):
        WORDS.suit(text, lang)


@pytest.mark.parametrize(("text", "lang", "code", "start", "width"), [
    ("emballe H 8", "fr", "T-letter", 8, 1),
    ("propos cœur", "fr", "T-word", 0, 6),
    ("je fais un soloo", "fr", "T-word", 11, 5),
    ("solo 14", "fr", "T-number", 5, 2),
    ("solo 999999999999999999999", "fr", "T-number", 5, 21),
    ("solo cœur pique", "fr", "T-call", 10, 5),
    ("9 plis 10", "fr", "T-call", 7, 2),
    ("passe seul", "fr", "T-call", 6, 4),
    ("passe propose cœur", "fr", "T-call", 6, 7),
    ("solo propose", "fr", "T-call", 5, 7),
    ("emballe et passe", "fr", "T-call", 11, 5),
    ("♥", "fr", "T-call", 0, 1),
    ("pair 8 hearts", "en", "T-call", 0, 4),
])
def test_faults_know_their_place(text, lang, code, start, width):
    with pytest.raises(WordFault) as caught:
        WORDS.read(text, lang)
    assert (caught.value.code, caught.value.start, caught.value.width) == (code, start, width)


@pytest.mark.parametrize(("text", "kind"), [
    ("emballe petite misère", "small_misere"), ("annonce une petite misère", "small_misere"), ("je propose un solo", "solo"),
    ("premier, j’attends", "wait"), ("Trou royal", "royal_trull"), ("“BOUCHE TROU”", "fourth_ace"),
    ("grande misère sur table", "open_misere"), ("petit (solo-)chelem".replace("(", "").replace(")", ""), "small_slam"),
    ("pas parole", "hand_over"), ("ik ga mee", "accept"), ("passe", "pass"), ("je passe la main", "hand_over"),
])
def test_what_people_say(text, kind):
    assert WORDS.read(text, "fr").kind == kind


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", DECK, ids=str)
def test_cards_round_trip(lang, card):
    text = card.text(lang)
    symbol, rank = text[0], text[1:]
    for written in (text, f"{symbol} {rank}", f"{rank}{symbol}", f"{symbol}\ufe0f{rank}", text.lower()):
        assert CardWords(WORDS, lang).read(written)[0] == (card,)


def test_hands_and_plays():
    hand = (Card("spades", 14), Card("spades", 10), Card("hearts", 12))
    assert CardWords(WORDS, "fr").read("♠ A 10  ♥ D") == (hand, ((2, 1), (4, 2), (10, 1)))
    assert CardWords(WORDS, "fr").read("♠A10 ♥D ♦ -")[0] == CardWords(WORDS, "fr").read("pique A 10 cœur dame")[0] == hand
    assert CardWords(WORDS, "fr").read("PA10 ♥ D")[0] == hand
    for text, lang in [("♠ A K", "fr"), ("A R", "fr"), ("C A", "fr"), ("S A H", "nl"), ("♠ 44", "fr"), ("♠ 1", "fr"), ("9", "fr")]:
        with pytest.raises(WordFault):
            CardWords(WORDS, lang).read(text)


@pytest.mark.parametrize(("kind", "lang", "word"), SAID)
def test_no_call_is_a_card(kind, lang, word):
    for of_file in LANGUAGES:
        with pytest.raises(WordFault):
            CardWords(WORDS, of_file).read(word.replace("N", "9").replace("SUIT", "♥"))


def test_a_ruleset_adds_words_and_kinds():
    more = WORDS.extended({"piccolissimo": {"fr": ["piccolissimo", "deux"]}, "grand_misere": {"fr": ["misère"]}})
    assert more.read("je fais un piccolissimo", "nl") == more.read("deux") == Call("piccolissimo")
    assert more.read("misère", "fr").kind == "grand_misere"
    assert more.read("petite misère", "fr").kind == "small_misere"
    assert more.text(Call("piccolissimo", "hearts", 2), "fr") == "piccolissimo cœur 2"
    assert pickle.loads(pickle.dumps(more)).read("deux") == Call("piccolissimo")
    with pytest.raises(WordFault):
        WORDS.read("piccolissimo")
