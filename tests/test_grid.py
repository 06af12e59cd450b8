"""The points of every result: cell by cell against the printed grid, folded without a loss, on paper and as CSV."""

from __future__ import annotations

import csv
import io
from itertools import groupby, pairwise

import pytest
import yaml
from conftest import ROOT, run

from whistcli.grid import cells, rows
from whistcli.ruleset import load_ruleset, shipped

PRINTED = yaml.safe_load((ROOT / "rulesets" / "amis" / "cases" / "scores_wb.yaml").read_text(encoding="utf-8"))
HOUSE = str(ROOT / "examples" / "house")
GAMES = [name for name in shipped() if load_ruleset(name).rules.games]


def grid(name):
    """All cells of a ruleset."""
    return list(cells(load_ruleset(name).rules))


def child(folder, *lines):
    """The path of a ruleset that extends the amis by some lines of YAML."""
    path = folder / "ruleset.yaml"
    path.write_text("\n".join(["ruleset: child", "extends: amis", *lines, ""]), encoding="utf-8")
    return str(folder)


def replaced(kind, declarer, opponent="0", *more):
    """The lines that give one game other points."""
    return ["scores:", "  games:", "    replace:", f"      {kind}:", f'        declarer: "{declarer}"',
            f'        opponent: "{opponent}"', *(f"        {line}" for line in more)]


def result_of(cell):
    """What tells a cell from the others of its game."""
    return (cell.game, cell.level, cell.suits, cell.direct, cell.declarers, cell.made, cell.tricks)


@pytest.mark.parametrize("printed", PRINTED["cells"], ids=lambda cell: cell["id"])
def test_printed_cells(printed):
    """A cell of the score sheet that the amis borrow has the same points, by role, and the same sum."""
    declarers, tricks = printed["declarers"], printed["tricks"]
    found = []
    for cell in grid("amis"):
        if (cell.game, cell.declarers) != (printed["contract"], len(declarers)):
            continue
        if cell.level not in (0, printed.get("level", cell.level)) or cell.direct is (not printed.get("direct", False)):
            continue
        if cell.tricks is None:
            fits = sorted(cell.made) == sorted(tricks[seat] == 0 for seat in declarers)
        else:
            fits = cell.tricks == next(iter(tricks.values()))
        if fits:
            found.append(cell)
    assert len(found) == 1
    (cell,) = found
    points = printed["points"]
    assert set(cell.declarer) == {points[seat] for seat in declarers}
    assert set(cell.opponent) == {value for seat, value in points.items() if seat not in declarers}
    assert cell.balance == printed["balance"]


def test_pairs_of_the_scouts():
    """Every pair of the scouts at every number of tricks, from the steps that their rules print."""
    found = [cell for cell in grid("scouts") if cell.game == "pair"]
    assert len(found) == 6 * 14
    for cell in found:
        step = cell.tricks - cell.level
        expected = 3 + step if step >= 0 else -(3 - 2 * step)
        assert cell.points == (expected, expected, -expected, -expected)
        assert cell.made == (step >= 0,)


def test_zero_sums():
    """Every deal of the scouts sums to zero, as their rules say; not every deal of the amis does."""
    assert {cell.balance for cell in grid("scouts")} == {0}
    assert {0, 14, 30} <= {cell.balance for cell in grid("amis")}


@pytest.mark.parametrize("name", [*GAMES, HOUSE])
def test_no_result_is_missing_or_twice(name):
    """Each game has, for each level, every number of tricks; for several players each for himself every count."""
    rules = load_ruleset(name).rules
    found = grid(name)
    assert len({result_of(cell) for cell in found}) == len(found)
    for game in rules.games.values():
        mine = [cell for cell in found if cell.game == game.kind]
        assert {cell.level for cell in mine} == set(game.levels)
        for level in game.levels:
            at = [cell for cell in mine if cell.level == level]
            counted = [cell for cell in at if cell.tricks is not None]
            assert {cell.tricks for cell in counted} == set(range(game.tricks + 1))
            for cell in counted:
                low, high = game.range(level)
                assert cell.made == (low <= cell.tricks <= high,)
            several = {(cell.declarers, cell.made_count) for cell in at if cell.tricks is None}
            players = range(2, (game.most or rules.players) + 1) if game.each_alone else ()
            assert several == {(count, made) for count in players for made in range(count + 1)}


def test_sides():
    """A pair and a trull are played by two, a solo by one."""
    counts = {kind: {cell.declarers for cell in grid("amis") if cell.game == kind} for kind in ("pair", "trull", "solo")}
    assert counts == {"pair": {2}, "trull": {2}, "solo": {1}}


def test_direct_only_where_it_counts():
    """Of a solo 8 that is made there are two cells, of one that is lost, and of other games, one."""
    apart = {(cell.game, cell.level, cell.made, cell.direct) for cell in grid("amis") if cell.direct is not None}
    assert apart == {("solo", 8, (True,), False), ("solo", 8, (True,), True)}
    assert all(cell.direct is None for cell in grid("scouts"))


def test_suits_only_where_they_count(tmp_path):
    """Trumps that are worth the same stand together; where they all are, none is named."""
    path = child(tmp_path, *replaced("solo", "if made then (if suit in [hearts, diamonds] then 4 else 2) else -6"))
    found = [cell for cell in grid(path) if cell.game == "solo"]
    made = {cell.suits: cell.points[0] for cell in found if cell.made == (True,)}
    assert made == {("hearts", "diamonds"): 4, ("clubs", "spades"): 2}
    assert all(not cell.suits for cell in grid("amis"))


def test_reasons(tmp_path):
    """A cell without points says why: silent (with the ruleset's reason), a hole, or tricks that would decide."""
    amis = {cell.because["en"] for cell in grid("amis") if cell.why == "silent"}
    assert amis == {"The borrowed grid stops at two players."}
    path = child(tmp_path, *replaced("grand_misere", "if made then 36 else -(30 + tricks)"),
                 '      abundance: {declarer: "{9: 1, 10: 2}[level]", opponent: "0"}',
                 "      small_slam: {declarer: silent, opponent: silent}")
    found = grid(path)
    misere = {cell.made: cell.why for cell in found if cell.game == "grand_misere" and cell.declarers == 2}
    assert misere == {(True, True): "", (True, False): "open", (False, False): "open"}
    holes = {(cell.level, cell.why, cell.hole) for cell in found if cell.game == "abundance"}
    assert holes == {(9, "", ""), (10, "", ""), (11, "hole", "scores.abundance[11]")}
    assert {(cell.why, cell.points) for cell in found if cell.game == "small_slam"} == {("silent", None)}


def test_more_reasons(tmp_path):
    """A share that does not divide, and two exceptions that contradict each other, are reasons of their own."""
    path = child(
        tmp_path, "scores:", "  games:", "    replace:",
        "      trull: {declarers: if made then 5 else -4, opponents: 0}",
        "      small_slam:",
        "        opponent: 0",
        "        declarer: {value: 1, exceptions: {high: {when: tricks > 11, value: 2}, all: {when: tricks == 13, value: 3}}}",
    )
    found = grid(path)
    assert {(cell.made, cell.why, cell.hole, cell.declarer) for cell in found if cell.game == "trull"} == {
        ((True,), "remainder", "1", ()), ((False,), "", "", (-2,))}
    slam = {cell.tricks: (cell.why, cell.hole, cell.declarer) for cell in found if cell.game == "small_slam"}
    assert slam[11] == ("", "", (1,))
    assert slam[12] == ("", "", (2,))
    assert slam[13][0] == "conflict"
    assert "high" in slam[13][1]
    assert "all" in slam[13][1]
    text = run("rules", "grid", path, "--lang", "en").out
    assert "a remainder of 1 is nobody's" in text
    assert "two exceptions contradict each other: " in text


def test_halves(tmp_path):
    """Halves of a point are printed with all their digits, in text and in CSV."""
    path = child(tmp_path, *replaced("trull", "if made then 1.5 else -0.25", "0.5"))
    read = list(csv.DictReader(io.StringIO(run("rules", "grid", path, "--game", "trull", "--format", "csv").out)))
    assert {(row["declarer_made"], row["declarer_lost"], row["opponent"], row["sum"]) for row in read} == {
        ("1.5", "", "0.5", "4"), ("", "-0.25", "0.5", "0.5")}
    assert "  made         1.5         0.5      4" in run("rules", "grid", path, "--game", "trull", "--lang", "en").out


def test_pot_and_doubling(tmp_path):
    """What is taken out of the pot stands apart; what no cell varies is said below the table."""
    path = child(
        tmp_path, "pot:", "  add: {start: 0}", "scores:", "  games:", "    replace:",
        "      trull: {declarer: if made then 4 else -4, opponent: 0, pot: if made then 6 else -2}",
        "      solo: {declarer: 2 * doubles + 1, opponent: 0}",
    )
    assert {(cell.made, cell.points, sum(cell.from_pot)) for cell in grid(path) if cell.game == "trull"} == {
        ((True,), (4, 4, 0, 0), 6), ((False,), (-4, -4, 0, 0), -2)}
    text = run("rules", "grid", path, "--game", "trull", "--lang", "en").out
    assert "From pot" in text
    assert "depend on" not in text
    text = run("rules", "grid", path, "--game", "solo", "--lang", "en").out
    assert "The points also depend on doubles" in text
    read = csv.DictReader(io.StringIO(run("rules", "grid", path, "--game", "trull", "--format", "csv").out))
    assert {(row["made"], row["from_pot"]) for row in read} == {("1", "6"), ("0", "-2")}


def test_a_value_that_is_set(tmp_path):
    """A silent parameter leaves its cells without points until it is set."""
    path = child(tmp_path, "parameters:", "  add:", "    stake: {silent: true}",
                 *replaced("trull", "if made then stake else -stake"))
    ran = run("rules", "grid", path, "--game", "trull", "--format", "csv")
    assert {row["why"] for row in csv.DictReader(io.StringIO(ran.out))} == {"silent"}
    ran = run("rules", "grid", path, "--game", "trull", "--format", "csv", "--set", "stake=7")
    made = {(row["made"], row["declarer_made"], row["declarer_lost"]) for row in csv.DictReader(io.StringIO(ran.out))}
    assert made == {("0", "", "-7"), ("1", "7", "")}


@pytest.mark.parametrize("name", [*GAMES, HOUSE])
def test_folding_loses_nothing(name):
    """The rows hold every cell once; the cells of a row are worth the same, neighbouring rows are not."""
    found = grid(name)
    folded = list(rows(found))
    assert sorted(map(repr, found)) == sorted(repr(cell) for row in folded for cell in row.cells)
    for row in folded:
        assert len({repr(cell.worth) for cell in row.cells}) == 1
        if row.tricks is not None and not row.whole:
            assert [cell.tricks for cell in row.cells] == list(range(row.tricks[0], row.tricks[1] + 1))
    for one, other in pairwise(folded):
        first, second = one.cells[-1], other.cell
        if first.tricks is not None and result_of(first)[:6] == result_of(second)[:6]:
            assert first.worth != second.worth


def test_folded_rows():
    """Where tricks do not count there is a row made and a row lost; else ranges."""
    by_game = {kind: list(group) for kind, group in groupby(rows(cells(load_ruleset("amis").rules)), lambda r: r.cell.game)}
    abundance = [(row.cell.level, row.cell.made, row.whole, row.tricks) for row in by_game["abundance"]]
    assert abundance[:2] == [(9, (True,), True, (9, 13)), (9, (False,), True, (0, 8))]
    assert [(row.tricks, row.whole) for row in by_game["trull"]] == [((0, 8), False), ((9, 12), False), ((13, 13), False)]
    assert [row.tricks for row in by_game["solo"] if row.cell.level == 6] == [*((n, n) for n in range(8)), (8, 13)]


@pytest.mark.parametrize("name", [*GAMES, HOUSE])
def test_csv_read_back(name):
    """Read back, the CSV gives every cell again."""
    ran = run("rules", "grid", name, "--format", "csv")
    assert (ran.code, ran.err) == (0, "")
    read = list(csv.DictReader(io.StringIO(ran.out)))

    def figures(text):
        return tuple(int(value) for value in text.split("/")) if text else ()

    found = grid(name)
    assert len(read) == len(found)
    for row, cell in zip(read, found, strict=True):
        assert (row["game"], int(row["level"]), int(row["declarers"])) == (cell.game, cell.level, cell.declarers)
        assert row["tricks"] == ("" if cell.tricks is None else str(cell.tricks))
        assert int(row["made"]) == cell.made_count
        assert row["direct"] == {None: "", False: "0", True: "1"}[cell.direct]
        for role in ("made", "lost"):
            assert figures(row[f"declarer_{role}"]) == cell.role(role)
        assert figures(row["opponent"]) == cell.opponent
        assert row["sum"] == ("" if cell.balance is None else str(cell.balance))
        assert (row["why"], row["assumed"]) == (cell.why, str(int(bool(cell.assumed))))


@pytest.mark.parametrize("name", [*GAMES, HOUSE])
@pytest.mark.parametrize("lang", ["en", "fr", "nl"])
def test_text_is_narrow(name, lang):
    """No line of the text is wider than eighty columns, in no language."""
    ran = run("rules", "grid", name, "--lang", lang)
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    assert all(f"({kind})" in ran.out or kind.replace("_", " ") in ran.out for kind in load_ruleset(name).rules.games)


def test_text():
    """A table with its marks and what they mean."""
    ran = run("rules", "grid", "amis", "--game", "small_misere", "--lang", "en")
    assert ran.out == """\
The Friends of Whist (amis@2026)
Points of a declarer, of an opponent, and the sum of the deal

small misere

  Players          Tricks    Declarer    Opponent    Sum
---------  --------------  ----------  ----------  -----
        1            made         18*          0*     18
        1            lost        -18*         12*     18
        2  2 of 2 made it         18*          0*     36
        2  1 of 2 made it     18/-18*         12*     24
        2  0 of 2 made it        -18*         18*      0
        3             any       - [1]           -      -
        4             any       - [1]           -      -

Two figures with a stroke: of who made it / of who lost it.
[1] no value: The borrowed grid stops at two players.
* assumed, not printed in the club's rules:
small misere: The club prints no grid; this is the Whist Bridgé grid.
"""


def test_no_mark_where_nothing_is_assumed():
    """The house gives its own trull: its figures bear no mark."""
    ran = run("rules", "grid", HOUSE, "--game", "trull", "--lang", "en")
    assert "*" not in ran.out
    assert "made          16           0     32" in ran.out
    assert "lost         -16          16      0" in ran.out


def test_markdown():
    """As Markdown each game has a heading and a table whose rows have as many cells as its head."""
    ran = run("rules", "grid", "amis", "--format", "markdown", "--lang", "fr")
    lines = ran.out.splitlines()
    assert lines[0] == "# Les Amis du whist (amis@2026)"
    assert "## trou (trull)" in lines
    assert ["0-8", "0*", "16*", "32"] in [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    tables = [list(group) for barred, group in groupby(lines, lambda line: line.startswith("|")) if barred]
    assert len(tables) == len(load_ruleset("amis").rules.games)
    assert all(len({row.count("|") for row in table}) == 1 for table in tables)


@pytest.mark.parametrize(("args", "said"), [
    (("amis", "--game", "piccolo"), "amis has no game 'piccolo'; its games: pair, solo,"),
    (("knockout",), "knockout is a game without contracts and points"),
    (("nothing",), "nothing: error[R-unknown]"),
])
def test_nothing_to_show(args, said):
    """A game that is not there, a ruleset without points, no ruleset: said on the error stream, code 2."""
    ran = run("rules", "grid", *args, "--lang", "en")
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
