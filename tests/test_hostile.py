"""Files that nobody means to write: each gives one clear finding at its place, never a traceback or a parser's words."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran, run

PLAYERS = "players: 1 Nord, 2 Est, 3 Sud, 4 Ouest\n"
HEAD = "rules: amis\n" + PLAYERS
DEAL = HEAD + "deal 1, dealer 4\ncontract: solo 6 hearts by 1\ntricks: 6\n"
JARGON = re.compile(
    r"Traceback|_NL|__ANON|expected <|Token\(|<block|ScannerError|ParserError|yaml\.|lark|Unexpected|could not find|"
    r"found character|\b[A-Z]{3,}_[A-Z]+\b|\bKEY\b|\$END|None\b"
)
FINDING = re.compile(r"^(\S.*?)(?::(\d+):(\d+))?: (error|warning)\[([A-Z]-[a-z]+)\] \S", re.MULTILINE)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def checked(data: bytes | str) -> Ran:
    Path("evening.whist").write_bytes(data.encode() if isinstance(data, str) else data)
    return calm(run("check", "evening.whist", "--lang", "en"))


def calm(ran: Ran) -> Ran:
    """The run itself, once nothing of a machine's inside stands in what it printed."""
    assert JARGON.search(ran.out + ran.err) is None
    assert len(ran.out + ran.err) < 100_000
    return ran


def places(ran: Ran) -> list[tuple[str, int, int]]:
    """Code, line and column of each finding."""
    return [(code, int(line or 0), int(column or 0)) for _, line, column, _, code in FINDING.findall(ran.out + ran.err)]


# -- transcripts that cannot be read at all ----------------------------------------------------------------------------

UNUSABLE: dict[str, tuple[bytes, str]] = {
    "utf16_le": (b"\xff\xfe" + DEAL.encode("utf-16-le"), "T-encoding"),
    "utf16_be": (b"\xfe\xff" + DEAL.encode("utf-16-be"), "T-encoding"),
    "utf16_without_mark": (DEAL.encode("utf-16-le"), "T-encoding"),
    "utf32": (DEAL.encode("utf-32"), "T-encoding"),
    "empty": (b"", "T-blank"),
    "mark_only": (b"\xef\xbb\xbf", "T-blank"),
    "blank_only": (b" \n\t\r\n   ", "T-blank"),
    "nul_only": (b"\0" * 5000, "T-encoding"),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10", "T-binary"),
    "noise": (bytes(range(128, 256)) * 40, "T-binary"),
    "line_of_10_mb": (DEAL.encode() + b"# " + b"x" * 10_000_000, "T-endless"),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_unusable_transcript(name: str) -> None:
    data, code = UNUSABLE[name]
    ran = checked(data)
    assert ran.code == 2
    assert ran.out == ""
    assert [found for found, _, _ in places(ran)] == [code]


def test_no_such_transcript() -> None:
    os.mkdir("folder")
    for name, code in (("absent.whist", "T-missing"), ("folder", "T-folder"), ("a" * 300, "T-open")):
        ran = calm(run("check", name, "--lang", "en"))
        assert (ran.code, [found for found, _, _ in places(ran)]) == (2, [code])


def test_one_unusable_file_does_not_stop_the_others() -> None:
    Path("bad.whist").write_text(HEAD + "deal 1, dealer 4\n2: pass\n")
    ran = calm(run("check", "absent.whist", "bad.whist", "--lang", "en"))
    assert ran.code == 2
    assert "absent.whist" in ran.err
    assert "bad.whist:4:4: error[A-turn]" in ran.out


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may read everything is refused nothing")
def test_no_permission() -> None:
    for name in ("evening.whist", "ours.yaml"):
        Path(name).write_text(DEAL)
        Path(name).chmod(stat.S_IWUSR)
    ran = calm(run("check", "evening.whist", "--lang", "en"))
    assert (ran.code, [found for found, _, _ in places(ran)]) == (2, ["T-open"])
    ran = calm(run("rules", "show", "ours.yaml", "--lang", "en"))
    assert (ran.code, [found for found, _, _ in places(ran)]) == (2, ["R-file"])


# -- transcripts that can ----------------------------------------------------------------------------------------------

FAULTS = [
    "rules: amis",
    PLAYERS.strip(),
    "deal 1, dealer 4",
    "# five faults, none of which follows from another",
    "contract: solo 6 hearts by 1",
    "tricks: 66",
    "deal 2, dealer 1",
    "   contract: solo 6 hearts by 9",
    "deal 3, dealer 2",
    "contract: solo 6 hearts by 1; tricksy: 6",
    "deal 4, dealer 3",
    "note: cœur, ♠ and e\u0301 keep their columns; points: 1 1x",
    "♠ points: 1",
    "deal 5, dealer 4",
    "1: propose ♥; 3: pass",
]
PLACES = [("T-number", 6, 9), ("T-seat", 8, 31), ("T-keyword", 10, 31), ("T-keyword", 13, 1), ("A-turn", 15, 18)]


@pytest.mark.parametrize("final", [True, False], ids=["final_newline", "no_final_newline"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "bom"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
def test_five_faults_whatever_ends_a_line(end: str, mark: bytes, final: bool) -> None:
    ran = checked(mark + (end.join(FAULTS) + end * final).encode())
    assert ran.code == 1
    assert places(ran) == PLACES


def test_nul_bytes_are_named() -> None:
    ran = checked(DEAL + "note: a\0b\n")
    assert (ran.code, places(ran)) == (1, [("T-byte", 6, 8)])


def test_statements_without_words() -> None:
    assert checked(DEAL + ";" * 9_999 + "\n") == Ran(0, "", "")
    assert checked(DEAL + (";" * 2_000 + "\n") * 100) == Ran(0, "", "")
    assert checked(DEAL + ";\n" * 200_000) == Ran(0, "", "")
    assert [code for code, _, _ in places(checked(DEAL + ";" * 200_000 + "\n"))] == ["T-long"]


@pytest.mark.parametrize("quotes", ['"' * 5_000, "«" * 2_500 + "»" * 2_500, "(" * 2_500 + ")" * 2_500, "“" * 5_000])
def test_nested_quotes(quotes: str) -> None:
    ran = checked(DEAL + f"fine 2: 5 {quotes}\n")
    assert ran.code in (0, 1)
    assert len(places(ran)) <= 1
    ran = checked(HEAD + f"deal 1, dealer 4\n1: {quotes}\n")
    assert (ran.code, len(places(ran))) == (1, 1)


@pytest.mark.parametrize("name", ["x" * 9_900, "é" * 9_900, "🂡" * 4_000, "a " * 4_000 + "b"])
def test_long_names(name: str) -> None:
    text = f"rules: amis\nplayers: 1 {name}, 2 Est, 3 Sud, 4 Ouest\ndeal 1, dealer 4\n2: pass\n"
    ran = checked(text)
    assert (ran.code, places(ran)) == (1, [("A-turn", 4, 4)])


def test_too_long_a_name_is_too_long_a_line() -> None:
    ran = checked(f"rules: amis\nplayers: 1 {'x' * 10_000}, 2 Est, 3 Sud, 4 Ouest\n" + DEAL.partition("Ouest\n")[2])
    assert ran.code == 1
    assert places(ran)[0] == ("T-long", 2, 1)


@pytest.mark.parametrize("char", ["\u200b", "\u2028", "\u0378", "\ue000", "\U0010ffff", "\u202e", "\x1b", "\x07", "٣"])
def test_unknown_characters(char: str) -> None:
    ran = checked(HEAD + f"deal 1, dealer 4\n{char}: pass\n")
    assert ran.code == 1
    assert [place[1:] for place in places(ran)] == [(4, 1 + char.isspace())]
    checked(HEAD + f"deal 1, dealer 4\n1: pa{char}ss\n")
    checked(f"rules: amis\nplayers: 1 No{char}rd, 2 Est, 3 Sud, 4 Ouest\ndeal 1, dealer 4\n1: pass\n")


@pytest.mark.parametrize(
    "line",
    ["deal", "deal ,", "deal 1 1", "round", "players:", "players: ,", "1:", ":", "::", ";", ",", "contract:", "contract: by", "tricks: -1",
     "tricks: 1e5", "hands: 1", "play: x", "trump:", "fine", "fine:", "note", "void: ", "arbiter: maybe", "lead:", "cut:", "result: perhaps",
     "points: 1 --1", "balance: ∞", "dog: 1", "1 -> pass", "1 => pass", "=> pass", "(", ")", "\"", "«", "%", "@", "!", "1: ♥♥♥", "1: 99999999999999999999"],
)
def test_odd_lines(line: str) -> None:
    """At most one finding a line (a heading that cannot be read leaves an empty deal, too), and never a crash."""
    for block in ("", "hands:\n", "play:\n"):
        ran = checked(HEAD + f"deal 1, dealer 4\n{block}{line}\n")
        assert ran.code in (0, 1)
    ran = checked(line + "\n" + DEAL)
    assert ran.code in (0, 1, 2)


# -- rulesets ----------------------------------------------------------------------------------------------------------

CHILD = "ruleset: ours\nextends: scouts\n"


def refused(text: str | bytes, name: str = "ours.yaml") -> list[tuple[str, int, int]]:
    """The findings on a ruleset that a transcript names, after it was refused."""
    Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
    Path("evening.whist").write_text(f"rules: ./{name}\n{PLAYERS}deal 1, dealer 4\n1: pass\n")
    ran = calm(run("check", "evening.whist", "--lang", "en"))
    assert ran.code == 2
    shown = calm(run("rules", "show", name, "--lang", "en"))
    assert shown.code == 2
    return places(ran)


def bomb() -> str:
    """Nine lines that would be a milliard words."""
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return CHILD + "\n".join(lines) + "\n"


HOSTILE: dict[str, tuple[Callable[[], str | bytes], tuple[str, int, int]]] = {
    "empty": (lambda: "", ("R-yaml", 1, 1)),
    "blank": (lambda: "\n\n  \n", ("R-yaml", 1, 1)),
    "comment_only": (lambda: "# nothing\n", ("R-yaml", 1, 1)),
    "flow_nesting": (lambda: CHILD + "title: " + "[" * 100 + "]" * 100, ("R-deep", 3, 57)),
    "block_nesting": (lambda: CHILD + "".join(f"{' ' * n}a:\n" for n in range(1000)), ("R-deep", 53, 51)),
    "huge_value": (lambda: CHILD + "title: " + "x" * 10_000_000, ("R-large", 1, 1)),
    "large_value": (lambda: CHILD + "title: " + "x" * 70_000, ("R-large", 3, 8)),
    "tab": (lambda: CHILD + "calls:\n\tsolo: {}\n", ("R-yaml", 4, 1)),
    "nul": (lambda: CHILD + "title: a\0b\n", ("R-yaml", 3, 9)),
    "bad_byte": (lambda: CHILD.encode() + b"title: \xff\n", ("R-file", 3, 1)),
    "utf16": (lambda: CHILD.encode("utf-16"), ("R-file", 1, 1)),
    "duplicate_key": (lambda: CHILD + "edition: 1\nedition: 1\n", ("R-duplicate", 4, 1)),
    "bomb_in_one": (lambda: CHILD + "title: &a [*a, *a]\n", ("R-anchor", 3, 8)),
    "no_key": (lambda: CHILD + "title: {: ours}\n", ("R-yaml", 3, 9)),
    "merge_key": (lambda: CHILD + "calls: {<<: {}}\n", ("R-anchor", 3, 9)),
    "tag": (lambda: CHILD + "title: !!python/object/apply:os.system [id]\n", ("R-anchor", 3, 8)),
    "two_documents": (lambda: CHILD + "---\n" + CHILD, ("R-yaml", 3, 1)),
    "unclosed": (lambda: CHILD + "title: {en: Ours\n", ("R-yaml", 3, 8)),
    "unquoted": (lambda: CHILD + 'title: "Ours\n', ("R-yaml", 3, 8)),
    "long_expression": (
        lambda: CHILD + "calls: {solo: {add: {ask_arbiter: \"level > 6" + " and waited" * 5_000 + "\"}}}\n",
        ("X-size", 3, 11028),
    ),
    "nested_expression": (
        lambda: CHILD + "calls: {solo: {add: {ask_arbiter: \"" + "not " * 900 + "waited\"}}}\n",
        ("X-size", 3, 3396),
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_ruleset(name: str) -> None:
    make, place = HOSTILE[name]
    assert refused(make())[0] == place


def test_alias_bomb_is_not_unfolded() -> None:
    found = refused(bomb())
    assert found == [("R-anchor", 3, 5), ("R-anchor", 4, 5), ("R-anchor", 5, 5)]


def test_a_thousand_brackets() -> None:
    """The YAML library itself gives up before the fiftieth is seen; what it says is told in our words."""
    [(code, line, _)] = refused(CHILD + "title: " + "[" * 1000 + "]" * 1000)
    assert (code, line) == ("R-deep", 3)


@pytest.mark.parametrize("text", ["[a, b]\n", "just words\n", "12\n", "- ruleset: ours\n"])
def test_a_ruleset_that_is_no_map(text: str) -> None:
    assert [code for code, _, _ in refused(text)] == ["R-yaml"]


@pytest.mark.parametrize("name", ["no", "on", "08", "12:30", "~", "null", "0x1F", "1e3", "2026-11-28", "yes"])
def test_words_stay_what_they_are(name: str) -> None:
    """No word becomes false, a date or a number on the way: it is a name, or refused as written."""
    fine = CHILD + "fines: {add: {NAME: {when: made, amount: 5}}}\n"
    Path("ours.yaml").write_text(fine.replace("NAME", f'"{name}"'))
    ran = calm(run("rules", "show", "ours.yaml", "--lang", "en"))
    if re.fullmatch("[a-z]+", name):
        assert ran.code == 0
        assert name in ran.out
    else:
        assert (ran.code, places(ran)) == (2, [("R-name", 3, 15)])
        assert name in ran.err
    Path("ours.yaml").write_text(CHILD + f"edition: {name}\n")
    ran = calm(run("rules", "show", "ours.yaml", "--lang", "en"))
    assert ran.out.splitlines()[0].endswith(f"@{name})")


def test_extends_in_a_circle() -> None:
    assert [code for code, _, _ in refused("ruleset: ours\nextends: ./ours.yaml\n")] == ["R-extends"]
    Path("theirs.yaml").write_text("ruleset: theirs\nextends: ./ours.yaml\n")
    assert [code for code, _, _ in refused("ruleset: ours\nextends: ./theirs.yaml\n")] == ["R-extends"]


def test_extends_too_far() -> None:
    for number in range(40):
        Path(f"r{number}.yaml").write_text(f"ruleset: r{number}\nextends: ./r{number + 1}.yaml\n")
    assert [code for code, _, _ in refused("ruleset: ours\nextends: ./r0.yaml\n")] == ["R-extends"]


@pytest.mark.parametrize("how", ["above", "absolute", "link"])
def test_extends_opens_no_file_outside_its_folder(how: str) -> None:
    """Not even one that is there and sound: nothing of what stands elsewhere is read, and nothing of it is printed."""
    outside = Path("outside").absolute()
    outside.mkdir()
    (outside / "secret.yaml").write_text("ruleset: secret\nextends: amis\n")
    inside = Path("inside")
    inside.mkdir()
    name = {"above": "../outside/secret.yaml", "absolute": str(outside / "secret.yaml"), "link": "./link.yaml"}[how]
    (inside / "link.yaml").symlink_to(outside / "secret.yaml")
    (inside / "ours.yaml").write_text(f"ruleset: ours\nextends: {name}\n")
    ran = calm(run("rules", "show", "inside/ours.yaml", "--lang", "en"))
    assert ran.code == 2
    assert [code for code, _, _ in places(ran)] == ["R-extends"]


@pytest.mark.parametrize("parent", ["../../etc/passwd", "../..", "/", "~", "", "amis/", "amis/../scouts", "//", "\u202e"])
def test_extends_elsewhere(parent: str) -> None:
    found = refused(f'ruleset: ours\nextends: "{parent}"\n')
    assert len(found) == 1
    assert found[0][0] in ("R-unknown", "R-file", "R-yaml", "R-extends")


# -- what must not reach a terminal ------------------------------------------------------------------------------------

CONTROLS = ["\x1b[31m", "\x07", "\x7f", "\u202e", "\x9b31m"]


@pytest.mark.parametrize("char", CONTROLS)
def test_no_control_character_reaches_the_terminal(char: str) -> None:
    ran = checked(HEAD + f"deal 1, dealer 4\n1: pa{char}ss\n")
    assert char[0] not in ran.out + ran.err
