"""What differs between two rulesets: each sort of change by the smallest one, points against their cells; origins."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
import yaml
from conftest import ROOT, run

from whistcli.grid import cells
from whistcli.pointdiff import Line, point_changes
from whistcli.ruleset import load_ruleset

HOUSE = str(ROOT / "examples" / "house")
PAIRS = [("amis", "scouts"), ("scouts", "amis"), ("amis", HOUSE), (HOUSE, "scouts")]


def child(folder, *lines, name="child", parent="amis"):
    """The path of a ruleset that extends another by some lines of YAML."""
    inner = folder / name
    inner.mkdir()
    (inner / "ruleset.yaml").write_text("\n".join([f"ruleset: {name}", f"extends: {parent}", *lines, ""]), encoding="utf-8")
    return str(inner)


def titled(*lines):
    """The lines with the parent's own title and edition, so that these make no difference."""
    return ["title: {en: The Friends of Whist, fr: Les Amis du whist, nl: De Whistvrienden}", 'edition: "2026"', *lines]


def told(one, other, *options, lang="en"):
    """The lines that the difference prints."""
    ran = run("rules", "diff", one, other, "--lang", lang, *options)
    assert "error" not in ran.err, ran.err
    assert ran.code == bool(ran.out)
    return ran.out.splitlines()


def points(kind, declarer, opponent):
    """The lines that give one game other points, as much assumed as the parent's are."""
    return ["scores:", "  games:", "    replace:", f"      {kind}:", f'        declarer: "{declarer}"',
            f'        opponent: "{opponent}"', "        assumed: {en: tried}"]


@pytest.mark.parametrize("name", ["amis", "scouts", "knockout", HOUSE])
def test_nothing_differs(name):
    assert told(name, name) == []
    ran = run("rules", "diff", name, name, "--format", "json")
    assert (ran.code, json.loads(ran.out)["differences"]) == (0, [])


def test_house():
    """The three changes of the example, and its title, each in a line."""
    assert told("amis", HOUSE) == [
        "title: The Friends of Whist -> Whist club De Linde",
        'call raise: condition `one_step` new ("a pair is raised by the least that suffices")',
        "parameter lost_game_fine: silent -> 2",
        "points of trull, assumed: yes -> no",
        "trull made, 13 tricks: declarer 30 -> 16",
        "trull lost: declarer 0 -> -16",
    ]


def test_written_otherwise(tmp_path):
    """Points that are written otherwise and come to the same are no difference; nor are blanks in a condition."""
    path = child(tmp_path, *titled(
        *points("trull", "if not made then 0 else {13: 30, else: 16}[tricks]", "if not made then 16 else 0"),
        "calls:", "  wait:", "    require:", "      replace:",
        '        first_to_speak: {that: "first_to_speak  and  round == 1", cite: [remark.4], says: {en: only the first}}',
    ))
    assert told("amis", path) == []


CHANGES = [
    (points("abundance", "if made then {9: 32, 10: 42, 11: 60}[level] else -{9: 30, 10: 42, 11: 60}[level]",
            "if made then 0 else {9: 20, 10: 28, 11: 40}[level]"),
     ["abundance 9 made: declarer 30 -> 32"]),
    (points("pair", "if made then (if tricks == 13 then 30 else 3 * tricks - 17) else -(3 * level - 17 + 4 * under)",
            "if made then 0 else 3 * level - 17 + 4 * under"),
     ["pair 8-13 lost: declarer -3 -> -4 for each trick short; opponent +3 -> +4 for each trick short"]),
    (points("pair", "if made then (if tricks == 13 then 30 else 3 * tricks - 17) else -(3 * level - 17 + 3 * under)",
            "if made then 0 else 3 * level - 15 + 3 * under"),
     ["pair 8-13 lost: opponent +2 whatever the tricks"]),
    (points("pair", "if made then 3 * tricks - 17 else -(3 * level - 17 + 3 * under)",
            "if made then 0 else 3 * level - 17 + 3 * under"),
     ["pair 8-12 made, 13 tricks: declarer 30 -> 22", "pair 13 made: declarer 30 -> 22"]),
    (points("trull", "if made then {9: 17, 10: 16, 11: 17, 12: 19, 13: 30}[tricks] else 0", "if made then 0 else 16"),
     ["trull made, 9, 11 tricks: declarer 16 -> 17", "trull made, 12 tricks: declarer 16 -> 19"]),
    (points("trull", "if made then (if tricks == 13 then 30 else 10 + over) else 0", "if made then 0 else 16"),
     ["trull made, 9-12 tricks: declarer 16 -> 10 11 12 13"]),
    (points("solo", "if made then (if level == 8 then 21 else 3 * min(tricks, 8) - 6) "
            "else -({6: 12, 7: 15, 8: 21}[level] + 3 * under)", "if made then 0 else {6: 8, 7: 10, 8: 14}[level] + 2 * under"),
     ["solo 8 not direct made: declarer 18 -> 21"]),
    (points("small_slam", "if made then (if suit == notrump then 90 else 100) else -100", "if made then 0 else 50"),
     ["small_slam notrump made: declarer 100 -> 90"]),
    (points("small_misere", "if made then 18 else -18",
            "if declarer_count == 2 and made_count == 0 then 18 else (if made_count == declarer_count then 0 else 12)"),
     [f"small_misere for {count}, {made} made: declarer silent -> {declarer}{opponent}"
      for count in (3, 4) for made in range(count, -1, -1)
      for declarer, opponent in [({0: "-18", count: "18"}.get(made, "18/-18"),
                                  "" if count == 4 else f"; opponent silent -> {0 if made == count else 12}")]]),
    (["games:", "  grand_slam:", "    replace:", "      leader: declarer"],
     ["game grand_slam, who leads: left of the dealer -> the declarer"]),
    (["games:", "  solo:", "    remove: [counts_as_solo]"], ["game solo, counts as a solo when lost: yes -> no"]),
    (["calls:", "  propose:", "    require:", "      remove: [once]"],
     ['call propose: condition `once` gone ("a proposer cannot propose twice")']),
    (["calls:", "  wait:", "    require:", "      replace:",
      '        first_to_speak: {that: first_to_speak, cite: [remark.4], says: {en: only the first}}'],
     ["call wait: condition `first_to_speak`: `first_to_speak and round == 1` -> `first_to_speak`"]),
    (["calls:", "  accept:", "    remove: [ask_arbiter]"], ["call accept, asks the arbiter: `level >= 11` -> never"]),
    (["calls:", "  remove: [agree]"], ["call agree: gone"]),
    (["parameters:", "  add:", "    extra: {value: 5}"], ["parameter extra: new, 5"]),
    (["revoke:", "  replace:", "    offender: -15", "    others: 15", "    balance: 30"],
     ["revoke, who revokes: -14 -> -15", "revoke, each other: 14 -> 15", "revoke, balance: 28 -> 30"]),
    (["auction:", "  outranked:", "    replace: {later: loses}"], ["auction, too low later: illegal -> loses"]),
    (["suits:", "  replace: {order: [spades, hearts, diamonds, clubs]}"],
     ["suits: hearts > diamonds > clubs > spades -> spades > hearts > diamonds > clubs"]),
    (["fines:", "  replace:", "    lost_game: {when: not made, amount: 2 * lost_game_fine, cite: [fine.1]}"],
     ["fine lost_game, amount: `lost_game_fine` -> `2 * lost_game_fine`"]),
    (["parameters:", "  replace:", "    lost_game_fine: {dated: {2026-09-01: 2}, cite: [fine.1]}"],
     ["parameter lost_game_fine, by date: none -> 2026-09-01, 2"]),
    (["penalties:", "  add:", "    talking: {names: {en: [talking]}, offender: 3, others: 0}"], ["offence talking: new"]),
    (["pot:", "  add: {start: 5}"], ["pot: new, at first 5"]),
    (["scores:", "  games:", "    abundance:", "      add: {pot: if made then pot else -2}"],
     ["points of abundance, from the pot: none -> `if made then pot else -2`"]),
    (["session:", "  remove: [free_first]"], ["evening, first deal free: checked -> not checked"]),
]


@pytest.mark.parametrize(("lines", "expected"), CHANGES, ids=[said[0][:50] for _, said in CHANGES])
def test_one_change(tmp_path, lines, expected):
    """One change gives its sentence and no other; the other way round as many."""
    path = child(tmp_path, *titled(*lines))
    assert told("amis", path) == expected
    assert len(told(path, "amis")) == len(expected)


def test_what_the_cells_do_not_show(tmp_path):
    """Points that depend on a doubling are compared as they are written too."""
    def doubled(factor):
        return titled(*points("trull", f"if made then 16 + {factor} * doubles else 0", "if made then 0 else 16"))

    one, other = child(tmp_path, *doubled(3), name="one"), child(tmp_path, *doubled(4), name="other")
    assert told(one, one) == []
    assert told(one, other) == [
        "points of trull, declarer: `if made then 16 + 3 * doubles else 0` -> `if made then 16 + 4 * doubles else 0`"]


def ladder_of(name):
    """The ladder as it is written."""
    return [str(rung) for rung in load_ruleset(name).rules.ladder]


def test_a_rung_that_moves(tmp_path):
    """One rung that is put elsewhere is told as one, with its neighbours then and now."""
    order = ladder_of("amis")
    order.remove("trull")
    order.insert(order.index("open_misere"), "trull")
    path = child(tmp_path, *titled(
        "ladder:", "  replace:", f"    order: [{', '.join(order)}]", "  remove: [because]"))
    assert told("amis", path) == ["ladder: trull now above abundance 11 (was above pair 13)"]


def test_a_game_that_is_gone(tmp_path):
    """A missing game is told in a few lines: not its rungs, nor its points, one by one."""
    order = [rung for rung in ladder_of("amis") if not rung.startswith("abundance")]
    path = child(tmp_path, *titled(
        "games:", "  remove: [abundance]", "calls:", "  remove: [abundance]", "scores:", "  games:", "    remove: [abundance]",
        "ladder:", "  replace:", f"    order: [{', '.join(order)}]", "  remove: [because]"))
    assert told("amis", path) == [
        "ladder: gone: abundance 9, abundance 10, abundance 11", "game abundance: gone", "call abundance: gone",
    ]
    assert told(path, "amis") == [
        "ladder: new above trull: abundance 9", "ladder: new above grand_misere: abundance 10, abundance 11",
        "game abundance: new", "call abundance: new",
    ]


def test_definitions(tmp_path):
    """A definition that says something else is told once; one that is written out is no difference."""
    def keen(that, define):
        return titled(*define, "calls:", "  wait:", "    require:", "      replace:",
                      f"        first_to_speak: {{that: \"{that}\", cite: [remark.4], says: {{en: only the first}}}}")

    def defined(text):
        return ["define:", "  add:", f"    opening: \"{text}\""]

    one = child(tmp_path, *keen("opening", defined("first_to_speak and round == 1")), name="one")
    other = child(tmp_path, *keen("opening", defined("first_to_speak and round <= 2")), name="other")
    plain = child(tmp_path, *keen("first_to_speak and round == 1", []), name="plain")
    assert told(one, other) == ["definition opening: `first_to_speak and round == 1` -> `first_to_speak and round <= 2`"]
    assert told(one, plain) == []
    assert told(other, plain) == ["call wait: condition `first_to_speak`: `opening` -> `first_to_speak and round == 1`"]


def test_no_ruleset():
    """A ruleset that cannot be used is named on the error stream, code 2."""
    for names in (("amis", "nothing"), ("nothing", "amis")):
        ran = run("rules", "diff", *names)
        assert (ran.code, ran.out) == (2, "")
        assert "R-unknown" in ran.err


def test_other_sorts_of_games():
    assert told("amis", "knockout") == ["sort of game: auction -> knockout"]


def test_unrelated_rulesets():
    """Two clubs' rulesets: in the order of a ruleset, each line once, in no more than a few pages."""
    lines = told("amis", "scouts")
    assert len(set(lines)) == len(lines)
    assert 50 < len(lines) < 160
    starts = ("title", "ladder", "auction", "game ", "call ", "every call", "parameter", "points sum", "pair", "trull",
              "fine ", "revoke", "evening")
    places = [next(i for i, line in enumerate(lines) if line.startswith(start)) for start in starts]
    assert places == sorted(places)


@pytest.mark.parametrize("lang", ["fr", "nl"])
def test_languages(lang):
    """Every line has its like in another language."""
    english, other = told("amis", "scouts"), told("amis", "scouts", lang=lang)
    assert len(english) == len(other)
    same = set(english) & set(other)
    assert all(line.startswith("ladder") for line in same) or not same


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_json(one, other):
    """The JSON holds the lines that the text prints, and the same changes the other way round."""
    ran = run("rules", "diff", one, other, "--format", "json", "--lang", "en")
    assert ran.code == 1
    found = json.loads(ran.out)["differences"]
    assert [change["text"] for change in found] == told(one, other)
    back = json.loads(run("rules", "diff", other, one, "--format", "json", "--lang", "en").out)["differences"]
    turned = {"new": "gone", "gone": "new"}

    def kept(changes, swap):
        return sorted(
            (change["place"], turned.get(change["change"], change["change"]) if swap else change["change"],
             repr(change["b" if swap else "a"]), repr(change["a" if swap else "b"]))
            for change in changes if change["change"] != "points" and not change["place"].startswith("ladder")
        )

    assert kept(found, False) == kept(back, True)


def worth(cell, role):
    """What a role gets in a cell, or why it gets nothing."""
    if cell.points is None:
        return cell.why
    return cell.declarer if role == "declarer" else cell.opponent


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_points_of_clubs_against_the_cells(one, other):
    """The points of whole rulesets, cell by cell."""
    against_the_cells(one, other)


SCORES = [lines for lines, _ in CHANGES if lines[0] == "scores:" and lines[2] == "    replace:"]


@pytest.mark.parametrize("lines", SCORES, ids=[lines[3].strip() + str(at) for at, lines in enumerate(SCORES)])
def test_points_against_the_cells(tmp_path, lines):
    """The points of one changed game, cell by cell: by steps, by shifts, by trumps, said direct."""
    against_the_cells("amis", child(tmp_path, *titled(*lines)))


def against_the_cells(one, other):
    """A cell that both rulesets have differs just where a change covers it, and gets just what the change says."""
    a, b = (load_ruleset(name).rules for name in (one, other))
    changes = list(point_changes(a, b))
    seen = 0
    for mine in cells(a):
        if mine.game not in b.games:
            continue
        for theirs in cells(b, [mine.game]):
            if (mine.level, mine.declarers) != (theirs.level, theirs.declarers) or mine.tricks != theirs.tricks:
                continue
            if mine.tricks is None and mine.made != theirs.made:
                continue
            said = {cell.direct for cell in (mine, theirs)} - {None}
            suits = [set(cell.suits) for cell in (mine, theirs) if cell.suits]
            if len(said) > 1 or (len(suits) > 1 and not set.intersection(*suits)):
                continue
            result = mine.made if mine.tricks is None else mine.tricks
            covering = [
                change for change in changes
                if change.game == mine.game and change.declarers == mine.declarers
                and (mine.level, result) in change.results
                and (change.direct is None or not said or change.direct in said)
                and (not change.suits or not suits or suits[0] & set(change.suits))
            ]
            for role in ("declarer", "opponent"):
                values = [(change, v) for change in covering for v in change.values if v.role == role]
                assert values or worth(mine, role) == worth(theirs, role), (mine, theirs)
                assert len(values) == len({(change.direct, change.suits) for change, _ in values})
                for change, value in values:
                    seen += 1
                    check(change, value, mine, theirs, result)
    assert seen


def check(change, value, mine, theirs, result):
    """Works out what a change says of one cell."""
    role = value.role
    if change.form == "flat":
        assert (value.a, value.b) == ((worth(mine, role),), (worth(theirs, role),))
        assert value.a != value.b
    elif change.form == "series":
        at = [found for _, found in change.results][: len(value.a)].index(result)
        assert (value.a[at], value.b[at]) == (worth(mine, role), worth(theirs, role))
    elif change.form == "shift":
        assert worth(theirs, role)[0] - worth(mine, role)[0] == value.b
    else:
        numbers = sorted(found for level, found in change.results if level == mine.level)
        distance = result - numbers[0] if mine.made[0] else numbers[-1] + 1 - result
        if change.form == "step":
            assert worth(theirs, role)[0] - worth(mine, role)[0] == (value.b - value.a) * distance
            return
        assert isinstance(value.a, Line)
        assert isinstance(value.b, Line)
        assert value.a.base + value.a.step * distance == worth(mine, role)[0]
        assert value.b.base + value.b.step * distance == worth(theirs, role)[0]


# -- where each value stands -------------------------------------------------------------------------------------------


def origins(name, *options):
    """The lines of `rules show --origin`, each as key, value and place."""
    ran = run("rules", "show", name, "--origin", "--lang", "en", *options)
    assert (ran.code, ran.err) == (0, "")
    found = []
    for line in ran.out.splitlines():
        key, _, rest = line.partition(": ")
        value, _, place = rest.rpartition("  ")
        found.append((key, value, place))
    return found


def leaves(value, place=""):
    """The dotted keys of a YAML document; a text in several languages counts as one."""
    texts = isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
    if isinstance(value, dict) and not (texts and set(value) <= {"en", "fr", "nl"}):
        for name, inner in value.items():
            yield from leaves(inner, f"{place}.{name}" if place else str(name))
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for number, item in enumerate(value, 1):
            yield from leaves(item, f"{place}.{number}")
    else:
        yield place


def test_every_key_has_its_origin():
    """Of a ruleset that extends nothing every key is listed, in the order of the file, at a line that holds its value."""
    path = ROOT / "rulesets" / "amis" / "ruleset.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    found = origins("amis")
    written = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    assert {key for key, _, _ in found} == set(leaves(written))
    assert len({key for key, _, _ in found}) == len(found) > 100
    for key, value, place in found:
        file, _, number = place.partition(":")
        assert file == "amis/ruleset.yaml"
        line = lines[int(number) - 1]
        start = value.strip('"[]').split(",")[0].split(" ")[0]
        assert start in line, (key, value, place)


def test_origins_of_a_child():
    """What the child writes stands in its own file, the rest in its parent's."""
    places = {key: (value, place) for key, value, place in origins(HOUSE)}
    own = {key for key, (_, place) in places.items() if place.startswith("ruleset.yaml:") and "cases." not in key}
    assert own == {
        "ruleset", "edition", "extends", "title", "parameters.lost_game_fine.value", "parameters.lost_game_fine.cite",
        "scores.games.trull.declarer", "scores.games.trull.opponent",
        "calls.raise.require.one_step.that", "calls.raise.require.one_step.says",
    }
    assert places["games.pair.leader"][0] == "left_of_dealer"
    others = [place for key, (_, place) in places.items() if key not in own and "cases." not in key]
    assert all(place.startswith("amis/ruleset.yaml:") for place in others)
    numbers = [int(place.rpartition(":")[2]) for key, (_, place) in places.items() if key.startswith("games.")]
    assert all(one < other for one, other in pairwise(numbers))


def test_origins_of_a_parent_with_a_path(tmp_path):
    """The values of a parent that is named by its path stand in its file, as seen from the child's folder."""
    path = child(tmp_path, "parameters:", "  add:", "    extra: {value: 3}", name="young", parent="old/parent")
    (tmp_path / "young" / "old").mkdir()
    child(tmp_path / "young" / "old", "parameters:", "  replace:", "    lost_game_fine: {value: 1, cite: [fine.1]}",
          name="parent")
    found = {key: place for key, _, place in origins(path, "--key", "parameters")}
    assert found == {
        "parameters.lost_game_fine.value": "old/parent/ruleset.yaml:5",
        "parameters.lost_game_fine.cite": "old/parent/ruleset.yaml:5",
        "parameters.extra.value": "ruleset.yaml:5",
    }


def test_origins_below_a_key():
    """With a key only what stands below it; a name that merely begins alike does not."""
    keys = [key for key, _, _ in origins("amis", "--key", "games.pair")]
    assert keys
    assert all(key.startswith("games.pair.") for key in keys)
    assert [key for key, _, _ in origins("amis", "--key", "games.pai")] == []


def test_origin_of_a_set_value():
    """A value that is set for this run stands in no file."""
    found = origins("amis", "--key", "parameters", "--set", "lost_game_fine=4")
    assert ("parameters.lost_game_fine.value", "4", "--set") in found
    assert not any(key.endswith(".silent") for key, _, _ in found)
