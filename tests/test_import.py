"""`import`: point sheets as clubs have them become transcripts, and what `score` writes comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT, run
from hypothesis import given
from hypothesis import strategies as st

from whistcli.importing.cells import given as placed
from whistcli.importing.cells import table
from whistcli.importing.columns import amount

EVENINGS = {"concours": "amis", "disputed": "amis", "evening": "scouts", "referee": "amis", "scouts": "scouts",
            "scouts-exemple": "scouts", "wedstrijd": "amis"}
UNDIRECT = {("concours", "11")}
"""Deals whose points depend on how early a game was said, which no column of a CSV tells."""


def scored(data: str | bytes) -> dict[str, dict[str, object]]:
    """The deals that were scored, by number; those that were dealt again apart."""
    found = json.loads(run("score", "-", "--format", "json", stdin=data).out)
    return {deal["deal"]: deal for deal in found["deals"] if deal["status"] not in ("redeal", "void", "misdeal")}


@pytest.mark.parametrize("name", EVENINGS)
def test_json_comes_back(name: str) -> None:
    """The JSON of a scored evening gives an evening with the same points, fines and contracts."""
    source = (ROOT / "examples" / f"{name}.whist").read_bytes()
    printed = run("score", "-", "--format", "json", stdin=source).out
    made = run("import", "-", "--rules", EVENINGS[name], stdin=printed)
    before, after = scored(source), scored(made.out)
    assert before.keys() == after.keys()
    for number, deal in before.items():
        for key in ("dealer", "free", "points", "fines", "contract", "tricks", "revoked", "corrections"):
            if deal["contract"] is not None and key == "contract":
                assert {**deal[key], "leader": 0, "direct": 0} == {**after[number][key], "leader": 0, "direct": 0}
            elif deal["status"] != "illegal":
                assert deal[key] == after[number][key], (number, key)
    wrong = json.loads(run("check", "-", "--format", "json", stdin=made.out).out)["files"][0]["findings"]
    assert [f for f in wrong if f["code"].startswith("S-") and f["severity"] == "error"] == []


@pytest.mark.parametrize("form", [(), ("--csv", "belgian")], ids=["plain", "belgian"])
@pytest.mark.parametrize("lang", ["en", "fr", "nl"])
@pytest.mark.parametrize("name", EVENINGS)
def test_csv_comes_back(name: str, lang: str, form: tuple[str, ...], tmp_path: Path) -> None:
    """The CSV of a scored evening, in every language and form."""
    source = (ROOT / "examples" / f"{name}.whist").read_bytes()
    file = tmp_path / "sheet.csv"
    run("score", "-", "--format", "csv", "--lang", lang, *form, "--out", str(file), stdin=source)
    made = run("import", str(file), "--rules", EVENINGS[name])
    assert "I-cell" not in made.err
    assert "I-row" not in made.err
    before, after = scored(source), scored(made.out)
    assert before.keys() == after.keys()
    for number, deal in before.items():
        for key in ("dealer", "points", "fines", "tricks", "revoked"):
            if deal["status"] != "illegal" and (name, number) not in UNDIRECT:
                assert deal[key] == after[number][key], (number, key)


SHEET = """Nr;Gever;Spel;Hoogte;Kleur;Door;Slagen;Jan;Piet;Joris;Korneel;Opmerking
1;Jan;vraag;8;harten;Piet, Korneel;9;-3,5;3,5;-3,5;3,5;
2;Piet;alleen;6;♠;Joris;verloren;2;2;-6;2;te laat # begonnen
3;Joris;pas;;;;;;;;;
4;Korneel;zoiets;;;Jan;8;1;1;1;-3;
;;;;;;;x;;;;los
5;Karel;kleine miserie;;;Jan;0;9;-3;-3;-3;
;;Totaal;;;;;8,5;3,5;-11,5;-0,5;
"""
MADE = """regels: amis
taal: nl
spelers: 1 Jan, 2 Piet, 3 Joris, 4 Korneel

gift 1, deler 1
contract: samen 8 harten door 2 4
slagen: 9
punten: 1 -3.5, 2 3.5, 3 -3.5, 4 3.5

gift 2, deler 2
contract: alleen schoppen 6 door 3
resultaat: verloren
punten: 1 2, 2 2, 3 -6, 4 2
nota: te laat begonnen

gift 3, deler 3
ongeldig: pas  # accepted D-void: het blad zegt niet meer

# 4;Korneel;zoiets;;;Jan;8;1;1;1;-3;
gift 4, deler 4
nota: zoiets; het blad heeft alleen de punten
punten: 1 1, 2 1, 3 1, 4 -3

# 5;Karel;kleine miserie;;;Jan;0;9;-3;-3;-3;
gift 5
contract: kleine miserie door 1
slagen: 0
punten: 1 9, 2 -3, 3 -3, 4 -3
totalen: 1 8.5, 2 3.5, 3 -11.5, 4 -0.5

# ;;;;;;;x;;;;los
"""


@pytest.mark.parametrize("separator", [";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_sheet_by_hand(separator: str, encoding: str) -> None:
    data = SHEET.replace(";", separator).replace("\n", "\r\n").encode(encoding)
    ran = run("import", "-", "--rules", "amis", "--lang", "nl", stdin=data)
    assert ran.out.replace(separator, ";") == MADE
    assert ran.code == 1
    for place in ("-:5:11: fout[I-cell]", "-:6:8: waarschuwing[I-row]", "-:7:3: fout[I-cell]"):
        assert place in ran.err


@pytest.mark.parametrize(
    ("head", "row", "expected"),
    [
        ("deal,dealer,contract,by,tricks,A,B,C,D", "1,D,solo 6 hearts,A,7,15,-5,-5,-5",
         "deal 1, dealer D\ncontract: solo hearts 6 by A\ntricks: 7\npoints: A 15, B -5, C -5, D -5"),
        ("Donne,Donneur,Contrat,Niveau,Couleur,Par,Plis,A,B,C,D", "1,D,emballage,8,cœur,A et C,9,2,-2,2,-2",
         "donne 1, donneur D\ncontrat: emballage 8 cœur par A C\nplis: 9\npoints: A 2, B -2, C 2, D -2"),
        ("Donne,A,B,C,D", "1,2,-2,2,-2", "donne 1\nnote: la feuille n'a que les points\npoints: A 2, B -2, C 2, D -2"),
        ("deal,A,B,C,D,Fine A,Note", "7,2,-2,2,-2,5,late", "deal 7\nnote: the sheet has the points only\nfine A: 5\n"
         "points: A 2, B -2, C 2, D -2\nnote: late"),
        ("gift,resultaat,contract,A,B,C,D", "1,gehaald,alleen harten 6 door A,15,-5,-5,-5",
         "gift 1\ncontract: alleen harten 6 door A\nresultaat: gehaald\npunten: A 15, B -5, C -5, D -5"),
        ("deal,contract,tricks,A,B,C,D", "1,small misere: A B,1 2,6,-6,0,0",
         "deal 1\ncontract: small_misere by A B\ntricks: A 1, B 2\npoints: A 6, B -6, C 0, D 0"),
        ("deal,contract,tricks,A,B,C,D", "1,misdeal,,,,,", "deal 1\nmisdeal"),
        ("deal,contract,tricks,A,B,C,D", "1,solo hearts 6: A,?,,,,", "deal 1\ncontract: solo hearts 6 by A\ntricks: ?"),
    ],
)
def test_rows(head: str, row: str, expected: str) -> None:
    columns = head.split(",")[-4:] == ["A", "B", "C", "D"]
    players = [] if columns and any(char.isdigit() for char in row.split(",")[-1]) else ["--players", "A,B,C,D"]
    ran = run("import", "-", "--rules", "scouts", *players, stdin=f"{head}\n{row}\n")
    assert ran.out.partition("\n\n")[2].rstrip("\n") == expected, ran.err


def test_columns_as_told() -> None:
    ran = run("import", "-", "--rules", "scouts", "--columns", "deal,-,N,E,S,W,note", stdin="1,x,4,-4,4,-4,hm\n2,y,1,1,-1,-1,\n")
    assert ran.out.startswith("rules: scouts\nlang: en\nplayers: N, E, S, W\n\ndeal 1\n")
    assert "points: N 4, E -4, S 4, W -4\nnote: hm\n" in ran.out
    assert run("import", "-", "--columns", "deal,fine,N,E,S,W", stdin="1,2,3,4,5,6\n").code == 2


def test_the_page(tmp_path: Path) -> None:
    """The sheet in the documentation becomes the transcript that stands below it."""
    block = (ROOT / "docs" / "log.md").read_text("utf-8").split("```")[3]
    sheet, made = (part.partition("\n")[2] for part in block.split("$ ")[1:])
    (tmp_path / "feuille.csv").write_text(sheet, "utf-8")
    assert run("import", str(tmp_path / "feuille.csv"), "--rules", "amis").out == made


def test_western_windows_is_told() -> None:
    ran = run("import", "-", "--rules", "amis", stdin="donne;Hélène;Bob;Al;Zoë\n1;5;-5;5;-5\n".encode("cp1252"))
    assert "joueurs: 1 Hélène, 2 Bob, 3 Al, 4 Zoë" in ran.out
    assert "-:1:8: warning[I-encoding]" in ran.err


def test_fines_that_the_rules_bring_are_not_charged_twice(tmp_path: Path) -> None:
    """A fine that follows from the deal is left to the rules; any other is written."""
    source = (ROOT / "examples" / "concours.whist").read_bytes()
    made = run("import", "-", "--rules", "amis", stdin=run("score", "-", "--format", "json", stdin=source).out)
    assert made.out.count("fine 3: 5") == 1
    assert made.out.count("fine ") == 1


@given(st.text(st.characters(codec="utf-8"), max_size=120))
def test_any_text(text: str) -> None:
    """Whatever a file holds, the program ends in order, and what it writes can be read."""
    for data in (text, f"deal,contract,A,B,C,D\n1,{text},1,2,3,4\n", f"deal,A,B,C,D\n1,{text},1,2,3\n"):
        ran = run("import", "-", "--rules", "scouts", stdin=data)
        assert ran.code in (0, 1, 2)
        assert "Traceback" not in ran.err
        if ran.out:
            assert "error[T-" not in run("check", "-", stdin=ran.out).out


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda each: st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=5), each, max_size=3)))
def test_places_in_json(value: object) -> None:
    """Every value of a JSON text is found again, with its place."""
    from whistcli.importing.cells import bare

    text = json.dumps(value, indent=1)
    assert bare(placed(text, "x")) == value


def test_cells_know_their_place() -> None:
    found = table('a;"b ""c""";d\n1;"2\n3";4\n', None)
    assert [cell.text for cell in found.heads] == ["a", 'b "c"', "d"]
    assert [cell.text for cell in found.rows[0].cells] == ["1", "2 3", "4"]
    assert [(cell.line, cell.column) for cell in found.rows[0].cells] == [(2, 1), (2, 3), (3, 4)]


def test_amounts() -> None:
    assert [amount(text) for text in ("1.000.000", "", "abc", "12*")] == [None, None, None, 12]
