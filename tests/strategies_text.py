"""Random transcripts: every statement of the grammar, odd names, comments and blank lines, in three languages."""

from __future__ import annotations

from hypothesis import strategies as st

from whistcli.cards import DECK
from whistcli.transcript.tables import driver
from whistcli.transcript.write import quoted

ODD_NAMES = ["Nord", "Pas", "Troel", "A", "13", "1e5", "007", "d'Hondt", "Zoë", "Jan-Piet", "quoted, if odd", "#1", "(x)",
             'the "boss"', "tricks", "deal 2", "a; b", "c:\\temp", "œuvre"]
SEATS = ["1", "2", "3", "4"]
LANGS = ["en", "fr", "nl"]
WORDS = {
    "en": ["pass", "wait", "propose hearts", "accept spades 8", "raise 9", "solo 6 clubs", "small_misere", "trull", "drop"],
    "fr": ["passe", "j’attends", "annonce cœur", "J’emballe pique à 8 plis", "9 plis", "Je fais un solo cœur à 8 plis",
           "emballe petite misère", "petit solo-chlem sans atout", "bouche trou ♦", "passe parole", "PETITE MISERE"],
    "nl": ["pas", "ik wacht", "vraag harten", "ga mee 9", "9 slagen", "alleen ♠ 7", "kleine miserie", "solo slim", "troela"],
}
BAD = ["%%% junk", "trcks: 9", "1: propos coeur", "9: passe", "tricks 9", "points: 1 1.2.3", "fine 2: 5 \"open", "2 passe",
       "tricks: 1 14", "lang: nl", "contract: pair", "deal x", "1:", "-> 3", "result: 1", "lead: 9 ♣A"]

comments = st.sampled_from(["", "", "", " # a remark", "# \"quoted\" ; 1: passe", "   #"])
blanks = st.sampled_from(["", "", " ", "\t", "  "])
seats = st.sampled_from(SEATS)
amounts = st.one_of(st.integers(-99, 99).map(str), st.sampled_from(["+2", "3.50", "1,5", "-0", "−7", "007", "0.0"]))
some_text = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]) | st.just(" "), max_size=12)
reasons = some_text.map(lambda text: quoted(_nfc(text)))


def _nfc(text: str) -> str:
    import unicodedata

    return unicodedata.normalize("NFC", text.replace("\ufeff", ""))


@st.composite
def keyword(draw: st.DrawFn, name: str) -> str:
    """A keyword in any language and any of its spellings, in odd capitals."""
    by_lang = driver().keywords[name]
    word = draw(st.sampled_from([word for words in by_lang.values() for word in words]))
    return draw(st.sampled_from([word, word.upper(), word.capitalize()]))


@st.composite
def per_seat(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    chosen = draw(st.lists(seats, min_size=1, max_size=4, unique=True))
    gap = draw(st.sampled_from([", ", ",  ", " , "]))
    return gap.join(f"{seat} {draw(values)}" for seat in chosen)


@st.composite
def statement(draw: st.DrawFn, lang: str) -> str:
    """One statement of a deal."""
    colon = draw(st.sampled_from([": ", ":", " : "]))
    kind = draw(st.sampled_from([
        "call", "call", "call", "call", "arbiter", "tricks", "tricks_by", "result", "points", "value", "fine", "charge", "note",
        "mark", "lead", "trump", "exposed", "wrong", "cut", "dog", "contract", "void", "bad"]))
    word = lambda name: draw(keyword(name))  # noqa: E731
    if kind == "call":
        sign = draw(st.sampled_from([": ", ":", " -> ", "->", " → "]))
        return draw(seats) + sign + draw(st.sampled_from(WORDS[lang])) + draw(st.sampled_from(["", "", " (why; not, so)"]))
    if kind == "arbiter":
        return word("arbiter") + colon + word(draw(st.sampled_from(["yes", "no", "stands"]))) + draw(st.just("") | reasons)
    if kind == "tricks":
        return word("tricks") + colon + draw(st.integers(0, 13).map(str) | st.just("?"))
    if kind == "tricks_by":
        return word("tricks") + colon + draw(per_seat(st.integers(0, 13).map(str)))
    if kind == "result":
        outcome = keyword("made") | keyword("lost")
        return word("result") + colon + draw(outcome | per_seat(outcome))
    if kind == "points":
        return word(draw(st.sampled_from(["points", "totals", "queens"]))) + colon + draw(per_seat(amounts))
    if kind == "value":
        return word(draw(st.sampled_from(["balance", "multiplier", "pot"]))) + colon + draw(amounts)
    if kind == "fine":
        return f"{word('fine')} {draw(seats)}{colon}{draw(amounts)} {draw(st.just('') | reasons)}"
    if kind == "charge":
        name = draw(st.sampled_from(["revoke", "correction", "excluded"]))
        return f"{word(name)}{colon}{draw(seats)} {draw(st.just('') | amounts)} {draw(st.just('') | reasons)}"
    if kind in ("note", "void"):
        return word(kind) + colon + _nfc(draw(some_text)).replace("#", "")
    if kind == "mark":
        return word(draw(st.sampled_from(["misdeal", "bell"])))
    if kind == "lead":
        return word("lead") + colon + draw(seats) + draw(st.just("") | st.sampled_from(DECK).map(lambda c: f" {c.text(lang)}"))
    if kind == "trump":
        return word("trump") + colon + draw(st.sampled_from(["♥", "carreau", "klaveren", "spades", "?", "♠️"]))
    if kind == "exposed":
        return f"{word('exposed')}{colon}{draw(seats)} {word('after')} {draw(st.integers(0, 13))}"
    if kind == "wrong":
        return f"{word('wrong_dealer')}{colon}{draw(seats)} " + draw(st.just("") | keyword("unseen") | keyword("seen"))
    if kind == "cut":
        return word("cut") + colon + draw(seats)
    if kind == "dog":
        return f"{word('dog')}{colon}{draw(seats)} " + draw(keyword("won") | keyword("lost"))
    if kind == "contract":
        call = draw(st.sampled_from(["pair 8 hearts", "emballage 9 pique", "solo 8 ♣", "small_misere", "troel 9 schoppen"]))
        direct = draw(st.just("") | keyword("direct").map(lambda text: ", " + text))
        return f"{word('contract')}{colon}{call} {word('by')} {' '.join(draw(st.lists(seats, min_size=1, unique=True)))}{direct}"
    return draw(st.sampled_from(BAD))


@st.composite
def card_block(draw: st.DrawFn, lang: str) -> list[str]:
    """`hands:` or `play:` with its card lines."""
    lines = [draw(keyword(draw(st.sampled_from(["hands", "play"])))) + ":"]
    for seat in draw(st.lists(seats, min_size=1, max_size=4, unique=True)):
        cards = draw(st.lists(st.sampled_from(DECK), min_size=1, max_size=6, unique=True))
        lines.append(f"  {seat}: " + " ".join(card.text(lang) for card in cards))
    return lines


@st.composite
def transcripts(draw: st.DrawFn) -> str:
    """A whole transcript, LF ends, with a few faults now and then."""
    lang = draw(st.sampled_from(LANGS))
    names = draw(st.lists(st.sampled_from(ODD_NAMES), min_size=4, max_size=4, unique=True))
    plain = [name if name.replace("-", "").replace("'", "").isalnum() else quoted(name) for name in names]
    lines = [f"{draw(keyword('lang'))}: {lang}", f"{draw(keyword('rules'))}: amis",
             f"{draw(keyword('players'))}: " + ", ".join(f"{seat} {name}" for seat, name in zip(SEATS, plain))]
    for number in range(draw(st.integers(0, 4))):
        free = draw(st.just("") | keyword("free").map(lambda word: f", {word}"))
        lines.append(f"{draw(keyword('deal'))} {number + 1}, {draw(keyword('dealer'))} {draw(seats)}{free}")
        for _ in range(draw(st.integers(0, 6))):
            if draw(st.integers(0, 5)) == 0:
                lines.extend(draw(card_block(lang)))
            else:
                joined = draw(st.lists(statement(lang), min_size=1, max_size=3))
                lines.append(draw(st.sampled_from(["; ", ";", " ;; "])).join(joined))
    result = []
    for line in lines:
        result.extend([""] * draw(st.sampled_from([0, 0, 0, 1, 2])))
        result.append(draw(blanks) + line + draw(blanks) + draw(comments))
    return "\n".join(result) + "\n"
