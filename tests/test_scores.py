"""Points, balances and fines: the printed grid cell by cell, a table written out by hand, and what must hold of all."""

from __future__ import annotations

import json
from itertools import combinations, product

import pytest
import yaml
from conftest import ROOT, run
from transcripts import SEATS, header, turned, turned_seats

from whistcli.suite.notation import tricks_line

GRID = yaml.safe_load((ROOT / "rulesets" / "amis" / "cases" / "scores_wb.yaml").read_text(encoding="utf-8"))
CELLS = GRID["cells"]


def dealer_of(number):
    """Who deals a deal where D deals the first."""
    return turned("D", number - 1)


def scored(rules, deals, *options):
    """The scores of some deals, each given as its lines after the heading (or as its whole lines, heading first)."""
    lines = header(rules)
    for number, deal in enumerate(deals, 1):
        lines += deal if deal[0].startswith("deal ") else [f"deal {number}, dealer {dealer_of(number)}", *deal]
    ran = run("score", "-", "--format", "json", *options, stdin="\n".join([*lines, ""]))
    assert not ran.err, ran.err
    sheet = json.loads(ran.out)
    assert [player["seat"] for player in sheet["players"]] == list(SEATS)
    assert len(sheet["deals"]) == len(deals)
    assert ran.code == any(found["severity"] != "note" for found in sheet["findings"])
    return sheet


def contract_line(kind, level, declarers, suit="hearts", direct=False):
    """A `contract:` line; games without a choice of suit or number are written without it."""
    words = [kind]
    if kind in ("pair", "solo", "abundance", "trull"):
        words.append(str(level))
    if kind in ("pair", "solo", "abundance", "trull", "small_slam"):
        words.append(suit)
    return f"contract: {' '.join(words)} by {' '.join(declarers)}{', direct' if direct else ''}"


def cell_lines(cell, by):
    """A cell of the grid with its seats turned."""
    declarers = [turned(seat, by) for seat in cell["declarers"]]
    tricks = cell["tricks"]
    if "side" in tricks or len(tricks) == 1:
        written = next(iter(tricks.values()))
    else:
        written = {turned(seat, by): count for seat, count in tricks.items()}
    line = contract_line(cell["contract"], cell.get("level", 9), declarers, direct=cell.get("direct", False))
    return [line, tricks_line(written)]


@pytest.mark.parametrize("cell", [pytest.param(cell, id=cell["id"]) for cell in CELLS])
def test_printed_cell(cell):
    """A cell of the printed grid gives its points and its balance, whoever the declarers are."""
    deals = scored("amis", [cell_lines(cell, by) for by in range(4)])["deals"]
    for by, deal in enumerate(deals):
        assert deal["status"] == "contract"
        assert deal["contract"]["kind"] == cell["contract"]
        assert deal["points"] == turned_seats(cell["points"], by)
        assert deal["balance"] == cell["balance"] == sum(cell["points"].values())
        assert deal["assumed"] == [f"scores.{cell['contract']}"], "the grid is borrowed, not the club's"


def test_the_grid_holds_every_game_of_the_amis():
    """Every kind of game of the amis is among the cells, so that none goes untested."""
    games = {"pair", "solo", "small_misere", "grand_misere", "open_misere", "abundance", "small_slam", "grand_slam", "trull"}
    assert {cell["contract"] for cell in CELLS} == games
    assert len(CELLS) > 80


@pytest.mark.parametrize("by", range(4))
@pytest.mark.parametrize("rest", [["tricks: 9"], ["tricks: 7"], ["tricks: ?"], []])
def test_revoke_stands_instead_of_the_deal(by, rest):
    """A revoke costs its player 14, gives 14 to each other and 28 to the balance, whatever the deal came to."""
    (printed,) = GRID["fines"]
    offender = turned(printed["player"], by)
    (deal,) = scored("amis", [["contract: pair 8 hearts by A B", *rest, f"revoke: {offender}"]])["deals"]
    assert deal["points"] == turned_seats(printed["points"], by)
    assert deal["balance"] == printed["balance"] == 28


# -- the scouts' table, written out ----------------------------------------------------------------------------------

FLAT = {  # points of the lone declarer: made, lost
    "small_misere": (12, -18),
    "grand_misere": (24, -36),
    "open_misere": (48, -48),
    "abundance": (18, -27),
    "small_slam": (60, -60),
    "grand_slam": (90, -90),
}
MISERES = {"small_misere": 12, "grand_misere": 13, "open_misere": 13}  # the tricks that are played
SCOUTS_GAMES = [
    *[("pair", level) for level in range(8, 14)],
    *[("solo", level) for level in (6, 7, 8)],
    *[("abundance", level) for level in (9, 10)],
    *[("trull", level) for level in (8, 9)],
    *[(kind, 0) for kind in MISERES],
    ("small_slam", 12),
    ("grand_slam", 13),
]


def is_made(kind, level, tricks):
    """Whether so many tricks make the game."""
    return tricks == 0 if kind in MISERES else tricks >= level


def scouts_points(kind, level, tricks):
    """What a declarer and an opponent get in the scouts' tournament, from the figures of its issue."""
    made = is_made(kind, level, tricks)
    step = tricks - level if made else level - tricks
    if kind == "pair":
        return (3 + step, -(3 + step)) if made else (-(3 + 2 * step), 3 + 2 * step)
    if kind == "solo":
        return (9 + 3 * step, -(3 + step)) if made else (-(9 + 6 * step), 3 + 2 * step)
    if kind == "trull":
        return (6, -6) if made else (-12, 12)
    value = FLAT[kind][0 if made else 1]
    return value, -value // 3


def declarer_sets(kind):
    """Every set of declarers that plays a game together."""
    return list(combinations(SEATS, 2 if kind in ("pair", "trull") else 1))


def spread(declarers, values):
    """A value for each seat from the two of a side and its opponents."""
    return {seat: values[0 if seat in declarers else 1] for seat in SEATS}


@pytest.mark.parametrize(("kind", "level"), SCOUTS_GAMES)
def test_scouts_table(kind, level):
    """Every game at every number of tricks for every set of declarers: the figures, their sum, their sign."""
    wanted = [
        (declarers, tricks)
        for declarers in declarer_sets(kind)
        for tricks in range(MISERES.get(kind, 13) + 1)
    ]
    sheet = scored("scouts", [[contract_line(kind, level, who), f"tricks: {tricks}"] for who, tricks in wanted])
    for (declarers, tricks), deal in zip(wanted, sheet["deals"], strict=True):
        made = is_made(kind, level, tricks)
        assert deal["made"] is made
        assert deal["tricks"] == tricks
        assert deal["points"] == spread(declarers, scouts_points(kind, level, tricks))
        assert sum(deal["points"].values()) == deal["balance"] == 0
        assert all((deal["points"][seat] > 0) is made for seat in declarers)
        assert all((deal["points"][seat] < 0) is made for seat in SEATS if seat not in declarers)
        assert deal["assumed"] == [f"scores.{kind}"]
        assert deal["fines"] == {}
    assert sheet["totals"]["balance"] == 0


@pytest.mark.parametrize("kind", ["small_misere", "grand_misere"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_scouts_misere_players_settle_each_alone(kind, count):
    """Of several misere players each settles with all others as if he were alone, and the results are added."""
    wanted = [
        dict(zip(declarers, lost, strict=True))
        for declarers in combinations(SEATS, count)
        for lost in product([0, 1, 2], repeat=count)
    ]
    sheet = scored("scouts", [[contract_line(kind, 0, tricks), tricks_line(tricks)] for tricks in wanted])
    for tricks, deal in zip(wanted, sheet["deals"], strict=True):
        expected = dict.fromkeys(SEATS, 0)
        for declarer, taken in tricks.items():
            for seat, value in spread([declarer], scouts_points(kind, 0, taken)).items():
                expected[seat] += value
        assert deal["points"] == expected
        assert deal["balance"] == sum(expected.values()) == 0
        assert deal["made"] == {seat: taken == 0 for seat, taken in tricks.items()}
        assert deal["tricks"] == tricks
        if count < 4:
            assert all((deal["points"][seat] < 0) is (taken > 0) for seat, taken in tricks.items())


# -- what must hold under both rulesets ------------------------------------------------------------------------------

AMIS_GAMES = [
    *[("pair", level) for level in range(8, 14)],
    *[("solo", level) for level in (6, 7, 8)],
    *[("abundance", level) for level in (9, 10, 11)],
    ("trull", 9),
    *[(kind, 0) for kind in MISERES],
    ("small_slam", 12),
    ("grand_slam", 13),
]


@pytest.mark.parametrize(("kind", "level"), AMIS_GAMES)
def test_amis_signs_fines_and_rotation(kind, level):
    """Every number of tricks: only a lost game costs points, every lost game is fined, turning the seats turns all."""
    sets = declarer_sets(kind)
    wanted = [(who, tricks) for who in sets for tricks in range(MISERES.get(kind, 13) + 1)]
    sheet = scored("amis", [[contract_line(kind, level, who), f"tricks: {tricks}"] for who, tricks in wanted])
    sides: dict[int, tuple[int, int]] = {}
    for (declarers, tricks), deal in zip(wanted, sheet["deals"], strict=True):
        made, points = is_made(kind, level, tricks), deal["points"]
        assert deal["made"] is made
        values = {points[seat] for seat in declarers}, {points[seat] for seat in SEATS if seat not in declarers}
        assert [len(side) for side in values] == [1, 1], "a side shares its points alike"
        pair = values[0].pop(), values[1].pop()
        assert sides.setdefault(tricks, pair) == pair, "whoever they are"
        assert pair[1] == 0 if made else pair[1] > 0
        assert pair[0] > 0 if made else pair[0] == 0 if kind == "trull" else pair[0] < 0
        assert deal["balance"] == sum(points.values()) >= 0
        assert deal["fines"] == ({} if made else dict.fromkeys(declarers))


BOTH = [("scouts", *game) for game in SCOUTS_GAMES] + [("amis", *game) for game in AMIS_GAMES]


@pytest.mark.parametrize(("rules", "kind", "level"), BOTH)
def test_without_tricks_points_only_where_all_numbers_agree(rules, kind, level):
    """`result:` gives points exactly where every number of tricks that fits gives the same; else it is pending."""
    who = declarer_sets(kind)[0]
    line = contract_line(kind, level, who)
    numbers = range(MISERES.get(kind, 13) + 1)
    by_tricks = [deal["points"] for deal in scored(rules, [[line, f"tricks: {n}"] for n in numbers])["deals"]]
    sheet = scored(rules, [[line, "result: made"], [line, "result: lost"]])
    for made, deal in zip([True, False], sheet["deals"], strict=True):
        fitting = [points for n, points in zip(numbers, by_tricks, strict=True) if is_made(kind, level, n) is made]
        assert fitting
        assert deal["made"] is made
        assert deal["tricks"] is None
        if all(points == fitting[0] for points in fitting):
            assert (deal["status"], deal["points"]) == ("contract", fitting[0])
        else:
            assert (deal["status"], deal["points"], deal["balance"]) == ("pending", None, None)
            assert any(f["code"] == "S-pending" and f["deal"] == deal["deal"] for f in sheet["findings"])
    known = [deal["points"] for deal in sheet["deals"] if deal["points"] is not None]
    assert sheet["totals"]["points"] == {seat: sum(points[seat] for points in known) for seat in SEATS}


KNOWN_WITHOUT_TRICKS = {  # written out: (made, lost) that need no tricks
    "scouts": {
        "pair 13": (True, False), "trull 8": (True, True), "trull 9": (True, True), "abundance 9": (True, True),
        "abundance 10": (True, True), "small_misere 0": (True, True), "grand_misere 0": (True, True),
        "open_misere 0": (True, True), "small_slam 12": (True, True), "grand_slam 13": (True, True),
    },
    "amis": {
        "pair 13": (True, False), "solo 8": (True, False), "trull 9": (False, True), "abundance 9": (True, True),
        "abundance 10": (True, True), "abundance 11": (True, True), "small_misere 0": (True, True),
        "grand_misere 0": (True, True), "open_misere 0": (True, True), "small_slam 12": (True, True),
        "grand_slam 13": (True, True),
    },
}  # fmt: skip


@pytest.mark.parametrize(("rules", "kind", "level"), BOTH)
def test_which_games_need_no_tricks(rules, kind, level):
    """The games whose worth does not depend on the tricks are these, by name."""
    line = contract_line(kind, level, declarer_sets(kind)[0])
    deals = scored(rules, [[line, "result: made"], [line, "result: lost"]])["deals"]
    known = KNOWN_WITHOUT_TRICKS[rules].get(f"{kind} {level}", (False, False))
    assert tuple(deal["points"] is not None for deal in deals) == known


def test_results_of_misere_players_one_by_one():
    """`result: A made, B lost` settles two misere players without their tricks."""
    line = "contract: small_misere by A B"
    for rules, points in (("scouts", [18, -22, 2, 2]), ("amis", [18, -18, 12, 12])):
        (deal,) = scored(rules, [[line, "result: A made, B lost"]])["deals"]
        assert list(deal["points"].values()) == points
        assert deal["made"] == {"A": True, "B": False}


@pytest.mark.parametrize("rules", ["scouts", "amis"])
@pytest.mark.parametrize("rest", [["tricks: ?"], []])
def test_tricks_that_are_not_recorded_are_never_zero(rules, rest):
    """A deal whose tricks are not known is pending, has no points, and is in no total."""
    played = ["contract: solo 6 clubs by B", "tricks: 6"]
    sheet = scored(rules, [["contract: small_misere by A", *rest], played])
    deal, other = sheet["deals"]
    assert (deal["status"], deal["tricks"], deal["made"]) == ("pending", None, None)
    assert (deal["points"], deal["balance"], deal["fines"]) == (None, None, {})
    assert sheet["totals"]["points"] == other["points"]
    assert sheet["totals"]["balance"] == other["balance"]


# -- fines, free deals, silence, totals ------------------------------------------------------------------------------

LOST = ["contract: pair 8 hearts by A C", "tricks: 7"]


def test_a_fine_nobody_has_set_is_due_without_amount():
    """A lost game's fine is null, in the deal and in the totals, and costs no points."""
    sheet = scored("amis", [LOST])
    assert sheet["deals"][0]["fines"] == {"A": None, "C": None}
    assert sheet["totals"]["fines"] == {"A": None, "B": 0, "C": None, "D": 0}
    assert sheet["deals"][0]["points"] == {"A": -10, "B": 10, "C": -10, "D": 10}


def test_a_fine_that_the_club_sets_is_charged():
    """`--set lost_game_fine=5` charges each loser, in the column of fines only."""
    fines = ["contract: solo 6 hearts by B", "tricks: 5", 'fine B: 2 "late"']
    sheet = scored("amis", [LOST, fines], "--set", "lost_game_fine=5")
    assert sheet["deals"][0]["fines"] == {"A": 5, "C": 5}
    assert sheet["deals"][1]["fines"] == {"B": 7}
    assert sheet["totals"]["fines"] == {"A": 5, "B": 7, "C": 5, "D": 0}
    assert sheet["deals"][0]["points"] == scored("amis", [LOST])["deals"][0]["points"]
    assert scored("amis", [LOST], "--set", "lost_game_fine=2.50")["deals"][0]["fines"] == {"A": "2.5", "C": "2.5"}


def test_a_free_deal_brings_nothing():
    """A free deal is judged, and has neither points nor fines; the same deal played for points has both."""
    free = ["deal 1, dealer D, free", *LOST]
    sheet = scored("amis", [free], "--set", "lost_game_fine=5")
    (deal,) = sheet["deals"]
    assert (deal["status"], deal["made"]) == ("contract", False)
    assert (deal["points"], deal["balance"], deal["fines"]) == (dict.fromkeys(SEATS, 0), 0, {})
    assert sheet["totals"]["points"] == dict.fromkeys(SEATS, 0)


def test_a_free_deal_counts_towards_the_third_solo():
    """Two solos lost in free deals bind the third to the arbiter's consent."""
    lost = ["contract: solo 6 hearts by A", "tricks: 3"]
    third = ["C: pass", "D: pass", "A: propose hearts", "B: pass", "A: solo hearts 6", "tricks: 3"]
    free = [[f"deal {number}, dealer {dealer_of(number)}, free", *lost] for number in (1, 2)]
    sheet = scored("amis", [*free, third])
    assert [deal["status"] for deal in sheet["deals"]] == ["contract", "contract", "illegal"]
    assert [found["code"] for found in sheet["findings"] if found["severity"] == "error"] == ["A-arbiter"]
    sheet = scored("amis", [["contract: solo 6 hearts by A", "tricks: 3"], ["contract: solo 6 hearts by A", "tricks: 6"], third])
    assert sheet["deals"][2]["status"] == "contract", "one lost solo does not bind him"


@pytest.mark.parametrize("taken", list(product([0, 1], repeat=3)))
def test_silence_about_three_misere_players(taken):
    """The borrowed grid stops at two small-misere players: three have no points, a finding, and are in no total."""
    tricks = dict(zip("ABC", taken, strict=True))
    sheet = scored("amis", [["contract: small_misere by A B C", tricks_line(tricks)], LOST])
    deal, other = sheet["deals"]
    assert (deal["status"], deal["points"], deal["balance"]) == ("contract", None, None)
    assert deal["made"] == {seat: count == 0 for seat, count in tricks.items()}
    (found,) = [one for one in sheet["findings"] if one["code"] == "S-silent"]
    assert (found["deal"], found["severity"]) == ("1", "warning")
    assert "two players" in found["message"]
    assert sheet["totals"]["points"] == other["points"]
    assert sheet["totals"]["balance"] == other["balance"]


@pytest.mark.parametrize("rules", ["scouts", "amis"])
def test_strict_refuses_assumed_values(rules):
    """With `--strict` a value that the club's text does not print gives no points, and a finding says so."""
    sheet = scored(rules, [LOST], "--strict")
    assert sheet["deals"][0]["points"] is None
    assert [found["code"] for found in sheet["findings"] if found["severity"] == "warning"] == ["S-silent"]
    assert sheet["totals"]["points"] == dict.fromkeys(SEATS, 0)


MIXED = [
    LOST,
    ["contract: solo 8 clubs by B, direct", "tricks: 9"],
    ["contract: small_misere by A B C", "tricks: A 0, B 0, C 1"],
    ["contract: grand_slam by D", "tricks: 12", "correction: D +3 \"agreed\""],
    ["contract: pair 9 spades by C D", "tricks: ?"],
    ["contract: abundance 9 clubs by A", "tricks: 9", "multiplier: 2"],
    ["contract: pair 8 hearts by B D", "revoke: B"],
]


@pytest.mark.parametrize("rules", ["scouts", "amis"])
def test_totals_are_the_sums_of_the_deals(rules):
    """Totals add up the deals that have points, and the running balance is the sum of all players' totals."""
    deals = [deal for deal in MIXED if rules == "amis" or "revoke: B" not in deal]
    sheet = scored(rules, deals)
    known = [deal for deal in sheet["deals"] if deal["points"] is not None]
    assert len(known) == len(deals) - (2 if rules == "amis" else 1)
    totals = sheet["totals"]
    assert totals["points"] == {seat: sum(deal["points"][seat] for deal in known) for seat in SEATS}
    assert totals["balance"] == sum(totals["points"].values()) == sum(deal["balance"] for deal in known)


def test_multiplier_multiplies_all_points():
    """`multiplier: 2` doubles what everybody gets."""
    plain, doubled = ["contract: pair 8 hearts by A C", "tricks: 9"], ["contract: pair 8 hearts by A C", "tricks: 9", "multiplier: 2"]
    one, two = scored("scouts", [plain, doubled])["deals"]
    assert two["points"] == {seat: 2 * value for seat, value in one["points"].items()}
    assert (one["multiplier"], two["multiplier"]) == (1, 2)


def test_check_line_of_the_sheet():
    """The sheet ends with the two sums that must agree, and names the deals that are in no total."""
    lines = header("amis")
    for number, deal in enumerate(MIXED, 1):
        lines += [f"deal {number}, dealer {dealer_of(number)}", *deal]
    out = run("score", "-", stdin="\n".join(lines)).out
    balance = scored("amis", MIXED)["totals"]["balance"]
    assert f"Σ totals {balance} = Σ balances {balance}" in out
    assert "without points, in no total: 3, 5" in out


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["contract: pair 8 hearts by A B", "tricks: 14"], "T-number"),
        (["contract: small_misere by A B", "tricks: A 12, B 1"], "S-tricks"),
        (["contract: small_misere by A", "tricks: 13"], "S-tricks"),
        (["contract: small_misere by A B", "tricks: 1"], "S-tricks"),
        (["contract: small_misere by A B", "tricks: A 0, C 1"], "S-tricks"),
        (["contract: pair 8 hearts by A B", "tricks: A 4, B 5"], "S-tricks"),
        (["contract: pair 8 hearts by A B", "tricks: 9", "result: lost"], "S-result"),
        (["contract: pair 8 hearts by A", "tricks: 9"], "S-contract"),
        (["contract: solo 6 hearts by A B", "tricks: 9"], "S-contract"),
        (["contract: pair hearts by A B", "tricks: 9"], "S-contract"),
        (["contract: solo 9 hearts by A", "tricks: 9"], "S-contract"),
        (["contract: piccolo by A", "tricks: 1"], "S-contract"),
    ],
)
def test_figures_that_cannot_stand(lines, code):
    """A contract or a result that no table can have is one located error."""
    sheet = scored("scouts", [lines])
    wrong = [found for found in sheet["findings"] if found["severity"] == "error"]
    assert [found["code"] for found in wrong] == [code]
    assert wrong[0]["line"] >= 5
