"""`log`: an evening written down entry by entry, undone, gone on with, killed, and locked against a second writer."""

from __future__ import annotations

import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import PLAIN, ROOT, run
from hypothesis import given
from hypothesis import strategies as st

from whistcli.logbook import keeping
from whistcli.logbook.book import Answer, Logbook, State, players_line
from whistcli.logbook.page import appended, decoded, encoded, shortened
from whistcli.logbook.view import View, Viewer
from whistcli.logbook.words import COMMANDS, command_of, completions, spelled_out, vocabulary_reads, words_of
from whistcli.opening import Options
from whistcli.ruleset import load_ruleset, shipped
from whistcli.say import LANGUAGES
from whistcli.transcript.fmt import content
from whistcli.transcript.line import LineParser
from whistcli.transcript.reader import read
from whistcli.transcript.write import Writer

HEAD = "rules: amis\nlang: fr\njoueurs: 1 Nord, 2 Est, 3 Sud, 4 Ouest\n"
EN = "rules: amis\nlang: en\nplayers: 1 N, 2 E, 3 S, 4 W\n"
SCOUTS = "rules: scouts\nlang: nl\nspelers: A An, B Bo, C Cis, D Dré\n"
WB5 = "rules: wb\nlang: en\nplayers: A, B, C, D, E\n"


def book(lang: str = "en") -> Logbook:
    return Logbook(Viewer(Options(), "", lang), "evening.whist", lang)


def typed(text: str, *entries: str, lang: str = "en") -> tuple[Logbook, State, Answer]:
    """The log after some entries, and the answer to the last."""
    log, state = book(lang), State(text)
    answer = Answer(state)
    for entry in entries:
        answer = log.enter(state, entry)
        state = answer.state
    return log, state, answer


def deals(state: State) -> str:
    """The text from the first deal on."""
    return state.text.partition("\n\n")[2]


# -- every kind of entry ---------------------------------------------------------------------------------------------------


def test_a_deal_from_the_header_on() -> None:
    _, state, answer = typed(
        "", "amis", "Nord, Est, Sud, Ouest", "next", "propose hearts", "-", "accept 8", "pass", "9")
    assert state.text == (
        "rules: amis\nplayers: 1 Nord, 2 Est, 3 Sud, 4 Ouest\n\n"
        "deal 1, dealer 4, free\n1: propose hearts\n2: pass\n3: accept 8\n4: pass\ntricks: 9\n")
    assert answer.lines[-2:] == (
        "deal 1: 1 Nord 0, 2 Est 0, 3 Sud 0, 4 Ouest 0; balance 0", "`next` opens: deal 2, dealer 1")


@pytest.mark.parametrize(
    ("entries", "written"),
    [
        (["1: passe"], "1: passe"),
        (["1 passe"], "1: passe"),
        (["PASSE"], "1: passe"),
        (["  j'annonce   un Coeur  "], "1: propose cœur"),
        (["ANNONCE PIQUE (à voix basse)"], "1: propose pique (à voix basse)"),
        (["prop tref"], "1: propose trèfle"),
        (["petite mis"], "1: petite misère"),
        (["-; -; -"], "1: passe\n2: passe\n3: passe"),
        (["propose cœur ; passe;emballe à 9 plis"], "1: propose cœur\n2: passe\n3: emballe 9"),
        (["2: passe"], "2: passe"),
        (["passe # il hésite"], "1: passe  # il hésite"),
        (["# rien à dire"], "# rien à dire"),
        (["note: il pleut; fort"], "note: il pleut; fort"),
        (["amende 2 : 5 \"retard\""], 'amende 2: 5 "retard"'),
        (["renonce 4".replace(" ", ": ")], "renonce: 4"),
        (["correction: 3 +2 \"oubli\""], 'correction: 3 +2 "oubli"'),
        (["maldonne"], "maldonne"),
        (["annulée : deux fois le neuf"], "nulle: deux fois le neuf"),
        (["contrat: emballage 8 cœur par 1 3", "plis: 8"], "contrat: emballage 8 cœur par 1 3\nplis: 8"),
        (["contrat: seul 6 pique par 2", "réussi"], "contrat: seul pique 6 par 2\nrésultat: réussi"),
        (["contrat: seul 6 pique par 2", "raté"], "contrat: seul pique 6 par 2\nrésultat: perdu"),
        (["contrat: seul 6 pique par 2", "?".replace("?", "plis: ?")], "contrat: seul pique 6 par 2\nplis: ?"),
        (["grande misère", "refus", "abondance 9 trèfle"],
         "1: grande misère\narbitre: refus\n1: abondance 9 trèfle"),
        (["grande misère", "arbitre: accord \"soit\"", "-"], '1: grande misère\narbitre: accord "soit"\n2: passe'),
        (["mains:", "1: ♥ A R 9 7  ♦ A 10 8 5 3  ♠ R 9 6 2"], "mains:\n  1: ♥ A R 9 7  ♦ A 10 8 5 3  ♠ R 9 6 2"),
        (["cloche"], "cloche"),
        (["points: 1 3, 2 -1, 3 -1, 4 -1"], "points: 1 3, 2 -1, 3 -1, 4 -1"),
        (["mauvais donneur: 3 pas vu"], "mauvais donneur: 3 pas vu"),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else "",
)
def test_entries(entries: list[str], written: str) -> None:
    _, state, answer = typed(HEAD, "donne 2, donneur 4", *entries, lang="fr")
    assert not answer.refused, answer.lines
    text = deals(state)
    expected = "donne 2, donneur 4\n" + written.replace("nulle:", _word("void", "fr") + ":") + "\n"
    assert text == expected


def _word(name: str, lang: str) -> str:
    return Writer(load_ruleset("amis").rules.vocabulary, lang).word(name)


@pytest.mark.parametrize("entry", ["propsoe coeur", "jambon", "passe coeur carreau", "emballe 99", "plis: 7x", "donne", "p",
                                   "5: passe", "arbitre: peut-être", "\"", "(", "joueurs: A, B", "1: ", ";;", "plis: 9; gna"])
def test_what_cannot_be_read_is_not_written(entry: str) -> None:
    before = "donne 2, donneur 4\n1: propose cœur\n"
    _, state, answer = typed(HEAD + "\n" + before, entry, lang="fr")
    assert deals(state) == before
    assert answer.refused == (entry != ";;")
    assert answer.lines


def test_second_result_is_not_written() -> None:
    _, state, answer = typed(EN, "deal 2, dealer 1", "contract: solo 6 hearts by 2", "7", "tricks: 8")
    assert answer.refused
    assert "T-twice" in answer.lines[0]
    assert state.text.endswith("tricks: 7\n")


def test_words_cut_short() -> None:
    rules = load_ruleset("scouts").rules
    assert spelled_out(rules, "fr", "emb tref").words == "emballe trèfle"
    assert set(spelled_out(rules, "fr", "p").several) >= {"passe", "petite"}
    assert spelled_out(rules, "nl", "vra har").words == "vraag harten"
    assert spelled_out(rules, "en", "sol hea 6").words == "solo hearts 6"
    assert spelled_out(rules, "en", "xyz").words == "xyz"


# -- what is irregular -----------------------------------------------------------------------------------------------------


def test_irregular_calls_are_written_and_marked() -> None:
    _, state, answer = typed(EN, "deal 2, dealer 4", "1: pass", "solo hearts 6")
    said = "\n".join(answer.lines)
    assert state.text.endswith("2: solo hearts 6\n")
    assert "A-rule" in said
    assert "clause: solo.1" in said
    assert "3 (S): pass" in said, "the auction goes on as if it stood"
    checked = run("check", "-", stdin=state.text)
    assert "A-rule" in checked.out
    finding = checked.out.splitlines()[1:4]
    assert all(line in said for line in finding), "as `check` says it"


def test_each_thing_is_told_once() -> None:
    _, _, answer = typed(EN, "deal 2, dealer 4", "pass", "solo hearts 6", "pass")
    assert "A-rule" not in "\n".join(answer.lines)


def test_the_auction_goes_on_after_several_irregular_calls() -> None:
    log, state, _ = typed(EN, "deal 2, dealer 4", "solo hearts 6", "solo clubs 7", "pass", "pass")
    view = log.view(state.text)
    assert view.deal is not None
    assert view.deal.result.status == "illegal"
    assert state.text.count(": pass") == 2
    assert "3: pass\n4: pass\n" in state.text


def test_out_of_turn() -> None:
    _, state, answer = typed(EN, "deal 2, dealer 4", "propose hearts", "4: accept")
    assert "A-turn" in "\n".join(answer.lines)
    assert state.text.endswith("1: propose hearts\n4: accept\n")


def test_the_arbiter_is_asked_and_not_blamed() -> None:
    log, state, answer = typed(EN, "deal 2, dealer 4", "grand misere")
    assert answer.lines[-1] == "deal 2: 1 (N) asks the arbiter: `arbiter: yes` or `arbiter: no`"
    assert "A-arbiter" not in "\n".join(answer.lines)
    answer = log.enter(answer.state, "pass")
    assert "A-arbiter" in "\n".join(answer.lines), "nobody ruled on it"
    answer = log.enter(state, "yes")
    assert answer.state.text.endswith("1: grand_misere\narbiter: yes\n")


def test_consent_mark() -> None:
    log, state, answer = typed(EN, "deal 2, dealer 4")
    assert "with the arbiter's consent grand misere" in answer.lines[-1]
    listed = log.enter(state, "legal").lines
    assert "  pass" in listed
    assert "  grand misere  (with the arbiter's consent)" in listed


def test_findings_of_the_evening() -> None:
    _, _, answer = typed(EN, "deal 1, dealer 4", "-;-;-;-", "deal 1, dealer 3")
    assert "D-dealer" in "\n".join(answer.lines)


# -- whose turn it is, against the engine's own list ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["concours", "evening", "scouts", "wedstrijd", "scouts-exemple", "referee"])
def test_examples_typed_line_by_line(name: str) -> None:
    """Every statement of the example evenings, typed, gives a file that says the same."""
    source = (ROOT / "examples" / f"{name}.whist").read_bytes()
    log, state = book(), State()
    for line in source.decode().splitlines():
        answer = log.enter(state, line)
        assert not answer.refused, (line, answer.lines)
        state = answer.state
    vocabulary = log.view(state.text).vocabulary
    assert content(read(encoded(state.text), vocabulary)) == content(read(source, vocabulary))


@pytest.mark.parametrize("name", ["concours", "evening", "scouts", "wedstrijd"])
def test_players_need_not_be_written(name: str) -> None:
    """In sound auctions a call without its player is by the player who said it, but for trulls and fourth aces."""
    source = (ROOT / "examples" / f"{name}.whist").read_bytes()
    log = book()
    whole = read(source, log.viewer.view(source).vocabulary)
    state, other = State(), []
    for line in source.decode().splitlines():
        view = log.view(state.text)
        plain = line.partition("#")[0].strip()
        for seat in view.header.seats:
            if view.phase == "calls" and plain.startswith(f"{seat}: ") and ";" not in plain and not view.block:
                if view.turn == seat:
                    plain = plain.removeprefix(f"{seat}: ")
                else:
                    other.append(plain)
                break
        answer = log.enter(state, plain) if plain else Answer(state)
        assert not answer.refused, (line, answer.lines)
        state = answer.state
    assert content(read(encoded(state.text), log.view(state.text).vocabulary))[:5] == content(whole)[:5]
    trulls = [kind for kind, rule in log.view(state.text).opening.rules.calls.items() if rule.effect in ("announce", "reveal")]
    assert all(log.view(source.decode()).vocabulary.read(line.partition(":")[2]).kind in trulls for line in other)


# -- the next deal ---------------------------------------------------------------------------------------------------------


def test_next_dealer() -> None:
    _, state, _ = typed(EN, "next", "-;-;-;-")
    same = load_ruleset("amis").rules.auction.redeal_by == "same"
    log = book()
    answer = log.enter(state, "next")
    assert answer.state.text.endswith("deal 1, dealer 4, free\n" if same else "deal 1, dealer 1, free\n")


@pytest.mark.parametrize("rules", [name for name in shipped() if load_ruleset(name).rules.game == "auction"])
@pytest.mark.parametrize("ending", ["pass", "misdeal", "void: torn"])
def test_next_deal_is_never_blamed(rules: str, ending: str) -> None:
    """Whatever the rules, the deal that is proposed draws no finding on its dealer or number."""
    ruleset = load_ruleset(rules).rules
    names = "ABCDEFG"[: ruleset.players]
    log, state = book(), State(f"rules: {rules}\nlang: en\nplayers: {', '.join(names)}\n")
    for _ in range(5):
        answer = log.enter(state, "next")
        assert not answer.refused, answer.lines
        assert "[D-" not in "\n".join(answer.lines)
        state = answer.state
        for _ in range(8):
            view = log.view(state.text)
            if view.phase != "calls":
                break
            state = log.enter(state, "-" if ending == "pass" else ending).state
        assert log.view(state.text).next is not None


def test_five_at_the_table() -> None:
    log, state, answer = typed(WB5, "deal 1, dealer B")
    assert answer.lines[-1].startswith("deal 1: ")
    _, state, answer = typed(WB5, "next", "-;-;-;-")
    sitting_out = [line for line in answer.lines if "sitting out" in line]
    assert len(sitting_out) == 1
    after = log.enter(state, "next").state
    view = log.view(after.text)
    assert view.turn is not None
    assert f"sitting out: {view.turn})" not in sitting_out[0], "who sits out is not asked"
    assert not log.enter(after, "pass").refused


def test_next_is_not_opened_over_an_open_deal() -> None:
    for entries in (["next", "pass"], ["next", "contract: solo 6 hearts by 2"]):
        _, state, answer = typed(EN, *entries, "next")
        assert answer.refused
        assert state.text.count("deal ") == 1
    _, state, answer = typed(EN, "next", "pass", "deal 2, dealer 1")
    assert not answer.refused
    assert "A-unfinished" in "\n".join(answer.lines)


def test_another_dealer_than_the_one_proposed() -> None:
    _, state, _ = typed(EN, "dealer 2")
    assert state.text.endswith("\ndeal 1, dealer 2, free\n")


def test_knock_out() -> None:
    head = "rules: knockout\nlang: en\nplayers: 1 A, 2 B, 3 C\n"
    _, state, answer = typed(head, "round 1, dealer 3, trump ♥", "tricks: 1 3, 2 4, 3 0", "sheet")
    assert not answer.refused
    assert "round 1, dealer 3, trump ♥\ntricks: 1 3, 2 4, 3 0\n" in state.text
    assert any("♥" in line or "hearts" in line for line in answer.lines)
    _, state, _ = typed(state.text, "next")
    assert state.text.endswith("round 2, dealer 1\n")


def test_sheet_and_check() -> None:
    log, state, _ = typed(EN, "deal 2, dealer 1", "contract: solo 6 hearts by 2", "7")
    assert any("Total" in line for line in log.enter(state, "sheet").lines)
    assert log.enter(state, "check").lines == ("nothing is irregular so far",)
    assert log.enter(state, "sheet").state == state
    state = log.enter(state, "points: 1 3, 2 0, 3 0, 4 0").state
    assert "S-points" in "\n".join(log.enter(state, "check").lines)


def test_help_names_every_command() -> None:
    for lang in LANGUAGES:
        said = "\n".join(book(lang).enter(State(EN), "?").lines)
        assert all(word in said for command in COMMANDS for word in words_of(command, lang))


def test_no_command_is_a_call() -> None:
    """The words of the commands are calls under no ruleset, and open no statement."""
    for name in shipped():
        vocabulary = load_ruleset(name).rules.vocabulary
        for lang in LANGUAGES:
            for command in COMMANDS:
                for word in words_of(command, lang):
                    assert command_of(word) == (command, 1)
                    assert not vocabulary_reads(vocabulary, word, lang), (name, word)
                    assert LineParser(vocabulary, lang, ("1", "2")).parse(word, False).segments[0].faults, word


# -- undo ------------------------------------------------------------------------------------------------------------------


def test_undo_over_deals_to_the_empty_file() -> None:
    entries = ["amis", "lang: en", "N, E, S, W", "next", "-", "-", "-", "-", "next", "propose hearts; pass", "note: x"]
    log, state, _ = typed("", *entries)
    texts = [*state.past, state.text]
    for steps in range(1, len(entries) + 1):
        back = log.enter(state, f"undo {steps}")
        assert back.state.text == texts[-1 - steps]
        assert not back.refused
    assert log.enter(state, "undo 99").state == State("", ())
    assert log.enter(state, "undo 99").lines[-2] == "nothing is left to take back"


def test_undo_of_what_was_there_before() -> None:
    hand = HEAD + "\n# la première\ndonne 1, donneur 4   # gratuite ?\n1: passe; 2: passe  # vite\n\n\n"
    log, state = book(), State(hand)
    seen = []
    for _ in range(7):
        state = log.enter(state, "retour").state
        assert "# la première\n" in state.text
        assert "# gratuite ?" in state.text
        seen.append(state.text)
    assert "1: passe  # vite\n" in seen[0]
    assert "\n# vite\n" in seen[1]
    assert log.enter(state, "retour").state == state
    assert [line for line in state.text.splitlines() if line.strip()] == ["# la première", "# gratuite ?", "# vite"]


def test_undo_keeps_line_ends_and_odd_bytes() -> None:
    data = (HEAD + "# caf\xe9\n\ndonne 1, donneur 4\n1: passe\n").replace("\n", "\r\n").encode("cp1252", "replace")
    text = decoded(data)
    assert encoded(text) == data
    parser = LineParser(load_ruleset("amis").rules.vocabulary, "fr", ("1", "2", "3", "4"))
    cut = shortened(text, parser)
    assert cut is not None
    assert cut == (text.removesuffix("1: passe\r\n"), "1: passe")
    assert appended(cut[0], ["1: passe"]) == text


# -- random sessions -------------------------------------------------------------------------------------------------------

MODELS = {"amis": EN, "scouts": SCOUTS, "wb": WB5}


def legal(view: View, chance: random.Random) -> tuple[str, str] | None:
    """A call that may be said, without and with its player."""
    if view.turn is None or not view.options:
        return None
    verdict = chance.choice(view.options)
    words = view.vocabulary.text(verdict.call, view.lang)
    return words, f"{view.turn}: {words}"


@given(st.sampled_from(sorted(MODELS)), st.randoms(use_true_random=False), st.integers(5, 40))
def test_random_sessions(rules: str, chance: random.Random, steps: int) -> None:
    """The file can be read at every moment, and says what the whole lines, typed into a file, would say."""
    log, state = book(), State(MODELS[rules])
    model: list[list[str]] = []
    for _ in range(steps):
        view = log.view(state.text)
        move = chance.random()
        entry, lines = "", [""]
        if move < 0.15 and model:
            number = chance.randint(1, min(4, len(model)))
            state = log.enter(state, f"undo {number}").state
            del model[-number:]
        elif move < 0.2:
            state = log.enter(state, chance.choice(["sheet", "legal", "help", "check", "", "gibberish here", "tricks: 88"])).state
        elif move < 0.3:
            words = chance.choice(["note: a; b", "# by hand", f"fine {view.header.seats[0]}: 5", "2 nonsense"])
            answer = log.enter(state, words)
            if not answer.refused:
                model.append([words])
            state = answer.state
        else:
            said = legal(view, chance)
            if view.phase == "ruling":
                entry, lines = "yes", ["arbiter: yes"]
            elif view.phase == "calls" and said is not None:
                entry, lines = said[0], [said[1]]
            elif view.phase == "result":
                made = view.result.judged.contract if view.result else None
                several = made is not None and len(made.declarers) > 1 and chance.random() < 0.5
                entry, lines = ("made", ["result: made"]) if several else ("7", ["tricks: 7"])
            elif view.next is not None:
                entry, lines = "next", [view.writer.text(view.next.heading, "")]
            if entry:
                answer = log.enter(state, entry)
                assert not answer.refused, (entry, answer.lines)
                model.append(lines)
                state = answer.state
        document = read(encoded(state.text), log.view(state.text).vocabulary)
        assert not [f for f in document.findings if f.severity == "error"]
    plain = MODELS[rules] + "".join(f"{line}\n" for lines in model for line in lines)
    vocabulary = log.view(state.text).vocabulary
    assert content(read(encoded(state.text), vocabulary)) == content(read(plain.encode(), vocabulary))
    everything = log.enter(state, f"undo {len(model)}").state
    assert everything.text == MODELS[rules]


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=30), max_size=6))
def test_anything_may_be_typed(entries: list[str]) -> None:
    """No entry raises, and none spoils the file."""
    log, state = book("fr"), State(HEAD + "\ndonne 1, donneur 4\n1: propose cœur\n")
    for entry in entries:
        if command_of(entry.strip()) is not None:
            continue
        state = log.enter(state, entry).state
        assert not log.view(state.text).faults
        assert state.text.startswith(HEAD)


# -- completion ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "start", "expected"),
    [
        ("en", "pro", ["propose hearts", "propose diamonds", "propose clubs", "propose spades"]),
        ("fr", "pro", ["propose cœur", "propose carreau", "propose trèfle", "propose pique"]),
        ("nl", "vr", ["vraag harten", "vraag ruiten", "vraag klaveren", "vraag schoppen"]),
        ("fr", "3: propose c", ["3: propose cœur", "3: propose carreau"]),
        ("fr", "-; propose p", ["-; propose pique"]),
        ("fr", "aid", ["aide"]),
        ("nl", "not", ["nota"]),
        ("en", "zz", []),
    ],
)
def test_completion(lang: str, start: str, expected: list[str]) -> None:
    log = book(lang)
    view = log.view(EN.replace("lang: en", f"lang: {lang}") + "\ndeal 2, dealer 4\n")
    assert completions(view, start, lang) == expected


def test_completion_where_a_deal_is_over() -> None:
    log = book("nl")
    text = SCOUTS + "\ngift 1, deler D\ncontract: alleen harten 6 door A\n"
    assert "slagen: " in completions(log.view(text), "", "nl")
    assert completions(log.view(text + "slagen: 7\n"), "gift", "nl") == ["gift 2, deler A"]
    assert completions(log.view(""), "reg", "nl") == ["regels"]


def test_players_of_the_command_line() -> None:
    writer = Writer(load_ruleset("amis").rules.vocabulary, "en")
    assert players_line(writer, "Nord, Est, Sud, Ouest") == "players: 1 Nord, 2 Est, 3 Sud, 4 Ouest"
    assert players_line(writer, "N,E,S,W") == "players: N, E, S, W"
    assert players_line(writer, "A Jan Pieters, B Bo, C Ro, D Zo") == "players: A Jan Pieters, B Bo, C Ro, D Zo"
    assert players_line(writer, "Jan Pieters, Bo #1, \"Ro\", Zo") == 'players: 1 Jan Pieters, 2 "Bo #1", 3 Ro, 4 Zo'


# -- the command -----------------------------------------------------------------------------------------------------------


def test_command(tmp_path: Path) -> None:
    file = tmp_path / "soirée.whist"
    ran = run("log", str(file), "--rules", "amis", "--lang", "fr", "--players", "Nord, Est, Sud, Ouest", "--table", "7",
              "--round", "2", "--date", "2026-11-28", stdin="suivante\npropose cœur\npasse\nemballe 8\npasse\n9\nquitter\n")
    assert ran.code == 0, ran.err
    assert file.read_text("utf-8") == (
        "règles: amis\nlangue: fr\njoueurs: 1 Nord, 2 Est, 3 Sud, 4 Ouest\ntable: 7\nmanche: 2\ndate: 2026-11-28\n\n"
        "donne 1, donneur 4, gratuite\n1: propose cœur\n2: passe\n3: emballe 8\n4: passe\nplis: 9\n")
    assert [path.name for path in tmp_path.iterdir()] == ["soirée.whist"], "neither lock nor half a file is left"
    assert run("check", str(file)).code == 0


def test_resume(tmp_path: Path) -> None:
    """A file is gone on with where it stopped, in the middle of an auction, and edited by hand meanwhile."""
    file = tmp_path / "a.whist"
    file.write_text(HEAD + "\ndonne 1, donneur 4 # libre\n1: propose cœur\n2: pas", "utf-8")  # no line end
    ran = run("log", str(file), stdin="emballe\n")
    assert ran.code == 0, ran.err
    assert file.read_text("utf-8") == HEAD + "\ndonne 1, donneur 4 # libre\n1: propose cœur\n2: pas\n3: emballe\n"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    run("log", str(file), stdin="passe\n")
    assert file.read_bytes().endswith(b"3: emballe\r\n4: passe\r\n")


def test_unusable(tmp_path: Path) -> None:
    assert run("log", "-").code == 2
    assert run("log", str(tmp_path)).code == 2
    assert run("log", str(tmp_path / "none" / "a.whist"), "--rules", "amis").code == 2
    ran = run("log", str(tmp_path / "a.whist"), "--rules", "nonesuch", stdin="")
    assert ran.code == 2
    assert "nonesuch" in ran.err
    (tmp_path / "b.whist").write_bytes(b"\0\1\2" * 50)
    assert run("log", str(tmp_path / "b.whist")).code == 2
    assert (tmp_path / "b.whist").read_bytes() == b"\0\1\2" * 50


def test_refused_entries_of_a_script_are_said(tmp_path: Path) -> None:
    ran = run("log", str(tmp_path / "a.whist"), "--rules", "amis", "--players", "N,E,S,W", stdin="next\njambon\npass\n")
    assert ran.code == 1
    assert (tmp_path / "a.whist").read_text("utf-8").endswith("N: pass\n")


def test_header_options_do_not_change_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.whist"
    file.write_text(HEAD + "\ndonne 1, donneur 4\n", "utf-8")
    ran = run("log", str(file), "--players", "A,B,C,D", "--table", "3", "--lang", "en", stdin="-\n")
    assert ran.err.count("is not used") == 2
    assert file.read_text("utf-8") == HEAD + "\ndonne 1, donneur 4\n1: passe\n"


def test_edited_while_it_is_open(tmp_path: Path) -> None:
    file = tmp_path / "a.whist"
    file.write_text(HEAD + "\ndonne 1, donneur 4\n", "utf-8")
    log = start(file)
    say(log, "passe")
    wait_for(file, "1: passe")
    file.write_text(file.read_text("utf-8") + "# de ma main\n2: propose cœur\n", "utf-8")
    say(log, "passe")
    log.communicate(timeout=30)
    assert file.read_text("utf-8").endswith("1: passe\n# de ma main\n2: propose cœur\n3: passe\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_narrow_streams(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "a.whist"
    log = start(file, "--rules", "amis", "--lang", "fr", "--players", "Zoë, Łukasz, Sud, Ouest", encoding=encoding)
    out, err = log.communicate("suivante\npropose cœur\njambon œuf ♥\nfeuille\naide\n".encode(), timeout=60)
    assert log.returncode == 1, err
    assert b"Traceback" not in err
    assert b"\x1b" not in out
    out.decode(encoding)
    assert "1: propose cœur\n" in file.read_text("utf-8")


def test_western_windows_entries(tmp_path: Path) -> None:
    file = tmp_path / "a.whist"
    file.write_text(HEAD + "\ndonne 1, donneur 4\n", "utf-8")
    ran = run("log", str(file), stdin="petite misère\nnote: éteint\n".encode("cp1252"))
    assert ran.code == 0, ran.out
    assert file.read_text("utf-8").endswith("1: petite misère\nnote: éteint\n")


def test_the_page(tmp_path: Path) -> None:
    """The session in the documentation is what the program says; where the page has an ellipsis, a line goes on."""
    block = (ROOT / "docs" / "log.md").read_text("utf-8").split("```")[1].splitlines()[2:]
    typed_in = "".join(f"{line[2:]}\n" for line in block if line.startswith("> "))
    ran = run("log", str(tmp_path / "soiree.whist"), "--rules", "amis", "--lang", "fr", "--players", "Nord, Est, Sud, Ouest",
              stdin=typed_in)
    said = iter(ran.out.splitlines())
    for line in block:
        if not line.startswith("> "):
            shown = line.removesuffix("...")
            assert any(each == line or (shown != line and each.startswith(shown)) for each in said), line


# -- other processes -------------------------------------------------------------------------------------------------------


def start(file: Path, *args: str, encoding: str = "utf-8") -> subprocess.Popen[bytes]:
    """The command as a process of its own."""
    env = {**os.environ, **PLAIN, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": encoding}
    return subprocess.Popen([sys.executable, "-m", "whistcli", "log", str(file), *args], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)


def say(log: subprocess.Popen[bytes], entry: str) -> None:
    assert log.stdin is not None
    log.stdin.write(f"{entry}\n".encode())
    log.stdin.flush()


def wait_for(file: Path, text: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not (file.exists() and text in file.read_text("utf-8")):
        assert time.monotonic() < end, f"{text} never came into the file"
        time.sleep(0.02)


SCRIPT = ["next", "propose hearts", "pass", "accept 8", "pass", "9", "note: one", "next", "small misere", "pass", "pass",
          "pass", "0", "fine 2: 5", "next", "-", "-", "-", "-", "undo 2", "-", "propose spades", "sheet", "accept"]


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL there")
def test_killed_at_any_moment(tmp_path: Path) -> None:
    """Whenever it is killed, the file holds all that was answered, whole, and the next run goes on from there."""
    expected = texts(SCRIPT)
    chance = random.Random(7)
    for number in range(14):
        file = tmp_path / f"{number}.whist"
        log = start(file, "--rules", "amis", "--lang", "en", "--players", "N,E,S,W")
        assert log.stdin is not None
        assert log.stdout is not None
        upto = chance.randrange(len(SCRIPT) + 1)
        for done in range(upto):
            say(log, SCRIPT[done])
            wait_until_saved(file, expected[done + 1])
        if upto < len(SCRIPT):
            say(log, SCRIPT[upto])  # the entry being typed: written or not, never by half
        time.sleep(chance.random() * 0.02)
        log.send_signal(signal.SIGKILL)
        log.communicate()
        left = file.read_text("utf-8") if file.exists() else ""
        assert left in expected[max(0, upto) : upto + 2] or (upto == 0 and left in headers()), (upto, left)
        again = run("log", str(file), stdin="note: gone on\n") if left.count("players") else None
        if again is not None and upto > 0:
            assert again.code == 0, again.err
            assert "ended without leaving the file" in again.err
            assert file.read_text("utf-8") == appended(left, ["note: gone on"])
            assert [path.name for path in tmp_path.glob(f".{number}.*")] == []


def texts(script: Sequence[str]) -> list[str]:
    """The file after each entry of a script, from the header on."""
    log = Logbook(Viewer(Options(), "", "en"), "x", "en")
    state = State("rules: amis\nlang: en\nplayers: N, E, S, W\n")
    found = [state.text]
    for entry in script:
        state = log.enter(state, entry).state
        found.append(state.text)
    return found


def headers() -> list[str]:
    """What may stand in the file while its header is written."""
    return ["", "rules: amis\n", "rules: amis\nlang: en\n", "rules: amis\nlang: en\nplayers: N, E, S, W\n"]


def wait_until_saved(file: Path, text: str) -> None:
    end = time.monotonic() + 60
    while not file.exists() or file.read_text("utf-8") != text:
        assert time.monotonic() < end, text
        time.sleep(0.01)


def test_two_writers(tmp_path: Path) -> None:
    file = tmp_path / "a.whist"
    file.write_text(HEAD + "\ndonne 1, donneur 4\n", "utf-8")
    log = start(file)
    say(log, "passe")
    wait_for(file, "1: passe")
    second = run("log", str(file), "--lang", "en", stdin="passe\n")
    assert second.code == 2
    assert f"process {log.pid} on {socket.gethostname()} is writing in this file" in second.err
    linked = tmp_path / "b.whist"
    if os.name != "nt":
        linked.symlink_to(file)
        assert run("log", str(linked), stdin="passe\n").code == 2, "another name for the same file"
    say(log, "passe")
    log.communicate(timeout=30)
    assert file.read_text("utf-8").endswith("1: passe\n2: passe\n")
    assert run("log", str(file), stdin="passe\n").code == 0


def test_lock_of_another_machine(tmp_path: Path) -> None:
    file = tmp_path / "a.whist"
    file.write_text(HEAD + "\ndonne 1, donneur 4\n", "utf-8")
    lock = tmp_path / ".a.whist.lock"
    lock.write_text(json.dumps({"pid": 12, "host": "elsewhere"}), "utf-8")
    ran = run("log", str(file), "--lang", "en", stdin="passe\n")
    assert ran.code == 2
    assert "--take-over" in ran.err
    assert lock.exists()
    ran = run("log", str(file), "--take-over", "--lang", "en", stdin="passe\n")
    assert ran.code == 0
    assert "process 12 on elsewhere" in ran.err
    assert not lock.exists()


@pytest.mark.parametrize("left", ["", "{", "[]", '{"pid": "x"}'])
def test_a_spoilt_lock_does_not_stop_anybody(tmp_path: Path, left: str) -> None:
    (tmp_path / ".a.whist.lock").write_text(left, "utf-8")
    lock = keeping.Lock(str(tmp_path / "a.whist"), take_over=True)
    with pytest.raises(keeping.Locked):
        keeping.Lock(str(tmp_path / "a.whist"))
    lock.release()
    keeping.Lock(str(tmp_path / "a.whist")).release()


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a write fails it is said, and the next one brings everything."""
    file = tmp_path / "a.whist"
    write, failed = keeping.write, []

    def failing(path: str, data: bytes) -> None:
        if data.endswith(b"1: pass\n"):
            failed.append(data)
            raise OSError(28, "full")
        write(path, data)

    monkeypatch.setattr(keeping, "write", failing)
    ran = run("log", str(file), "--rules", "amis", "--players", "1 N,2 E,3 S,4 W", stdin="next\npass\npass\n")
    assert failed
    assert "the file cannot be written" in ran.out
    assert ran.code == 0, "saved in the end"
    assert file.read_text("utf-8").endswith("1: pass\n2: pass\n")


def heard(leader: int, until: bytes | None) -> bytes:
    """What a terminal shows, until some words or its end."""
    said, end = b"", time.monotonic() + 30
    while until is None or not re.search(until, said):
        assert time.monotonic() < end, said
        if select.select([leader], [], [], 0.2)[0]:
            try:
                part = os.read(leader, 65536)
            except OSError:  # so some systems say that the other side is closed
                part = b""
            if not part:
                break
            said += part
    return said


@pytest.mark.skipif(os.name == "nt", reason="no such terminals there")
def test_terminal(tmp_path: Path) -> None:
    """On a terminal the tab key completes, or menus do, and NO_COLOR is respected."""
    import pty

    file = tmp_path / "a.whist"
    file.write_text(HEAD + "\ndonne 1, donneur 4\n", "utf-8")
    env = {**os.environ, **PLAIN, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    leader, follower = pty.openpty()
    log = subprocess.Popen([sys.executable, "-m", "whistcli", "log", str(file)], stdin=follower, stdout=follower,
                           stderr=follower, env=env, start_new_session=True)
    os.close(follower)
    try:
        said = heard(leader, b"> ")  # a key pressed while nobody reads may be lost
        os.write(leader, b"passe\r")
        said += heard(leader, rb"2 \(Est\)[\s\S]*> ")
        assert "1: passe" in file.read_text("utf-8")
        os.write(leader, b"\x04")
        said += heard(leader, None)
        assert log.wait(timeout=30) == 0
        assert b"\x1b[3" not in said
    finally:
        log.kill()
        os.close(leader)
