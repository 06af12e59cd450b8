"""Each switch that a club may set: small rulesets that change one thing, and the evenings in which it shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import run

HEAD = "players: 1 Nord, 2 Est, 3 Sud, 4 Ouest\n"


class Club:
    """A ruleset in a folder of its own, and evenings under it."""

    def __init__(self, folder: Path, rules: str) -> None:
        self.path = folder / "club.yaml"
        self.path.write_text("ruleset: club\n" + rules, encoding="utf-8")

    def run(self, command: str, deals: str, head: str = HEAD, *more: str) -> dict:
        """What a command says of an evening, as JSON; the ruleset itself must be sound."""
        ran = run(command, "-", "--rules", str(self.path), "--format", "json", *more, stdin=head + deals)
        assert ran.code < 2, ran.err + ran.out
        return json.loads(ran.out)

    def checked(self, deals: str, head: str = HEAD) -> dict:
        """The last deal, as `check` sees it."""
        (file,) = self.run("check", deals, head)["files"]
        return file["deals"][-1] | {"codes": [each["code"] for each in file["findings"] if each["severity"] != "note"]}

    def scored(self, deals: str, head: str = HEAD, *more: str) -> dict:
        """The whole evening, as `score` sees it."""
        found = self.run("score", deals, head, *more)
        return found | {"codes": [each["code"] for each in found["findings"] if each["severity"] != "note"]}


@pytest.fixture
def club(tmp_path):
    """Makes a club from its rules."""
    return lambda rules: Club(tmp_path, rules)


def points(deal: dict) -> list:
    """A deal's points, seat by seat."""
    return list(deal["points"].values())


# -- the auction -------------------------------------------------------------------------------------------------------

RETURNS = "extends: scouts\nauction: {replace: {passed: {may_return: WHO, saying: [accept], cite: [auction.3]}}}\n"
PASSED = "deal 1, dealer 4\n1: pass; 2: propose hearts; 3: pass; 4: pass\n"


@pytest.mark.parametrize(("who", "speaks"), [("nobody", "2"), ("opener", "1"), ("anyone", "1")])
def test_who_passed_may_return(club, who, speaks):
    """After a pass somebody, nobody or anybody is asked again, clockwise, where a proposal is open."""
    here = club(RETURNS.replace("WHO", who))
    assert here.checked(PASSED)["next"] == speaks


@pytest.mark.parametrize(("who", "speaks"), [("opener", "3"), ("anyone", "2")])
def test_not_only_the_opener_may_return(club, who, speaks):
    """The opener proposed; another who has passed is asked, or is not, and then the proposer is."""
    here = club(
        RETURNS.replace("WHO", who) + "calls:\n  accept:\n    require:\n      remove: [second_round]\n"
    )
    deals = "deal 1, dealer 4\n1: propose spades; 2: pass; 3: propose hearts; 4: pass; 1: pass\n"
    assert here.checked(deals)["next"] == speaks


def test_the_opener_accepts_after_a_pass(club):
    """He may say what the rules let him, and nothing else; once he has passed again he is out."""
    here = club(RETURNS.replace("WHO", "opener"))
    pair = here.checked(PASSED + "1: accept hearts 8\n2: pass\n")
    assert (pair["status"], pair["codes"]) == ("illegal", ["A-ended"]), "who was accepted is silent"
    pair = here.checked(PASSED + "1: accept hearts 8\n")
    assert (pair["status"], pair["contract"]["declarers"]) == ("pending", ["1", "2"])
    assert here.checked(PASSED + "1: small misere\n")["codes"] == ["A-lock"]
    assert here.checked(PASSED + "1: pass\n2: pass\n")["status"] == "redeal"


def test_asked_again_only_once_something_was_called(club):
    """Nobody is asked twice in a row about the same: the auction ends."""
    here = club("extends: scouts\nauction: {replace: {passed: {may_return: anyone, cite: [auction.3]}}}\n")
    assert here.checked("deal 1, dealer 4\n1: pass; 2: pass; 3: pass; 4: pass\n")["status"] == "redeal"
    assert here.checked("deal 1, dealer 4\n1: solo hearts 6; 2: pass; 3: pass; 4: pass\n")["status"] == "pending"
    assert here.checked("deal 1, dealer 4\n1: pass; 2: solo hearts 6; 3: pass; 4: pass\n")["next"] == "1"


RAISING = "deal 1, dealer 4\n1: propose clubs; 2: propose hearts; 3: accept clubs 8; 4: abundance 9 spades\n"


@pytest.mark.parametrize(("order", "speaks"), [("clockwise", "2"), ("weakest_first", "2")])
def test_order_after_the_first_round(club, order, speaks):
    """Who has no game comes first either way here: the next one clockwise has none."""
    here = club(f"extends: scouts\nauction: {{replace: {{order: {{after_first_round: {order}, cite: [round2.raise]}}}}}}\n")
    assert here.checked(RAISING)["next"] == speaks


@pytest.mark.parametrize(("order", "speaks"), [("clockwise", "3"), ("weakest_first", "4")])
def test_the_weakest_game_speaks_first(club, order, speaks):
    """With two games beaten, the lower of them speaks first, whoever sits next."""
    here = club(f"extends: scouts\nauction: {{replace: {{order: {{after_first_round: {order}, cite: [round2.raise]}}}}}}\n")
    deals = "deal 1, dealer 4\n1: propose hearts; 2: abundance 10 clubs; 3: small misere; 4: accept hearts 8\n"
    assert here.checked(deals)["next"] == speaks


def test_what_ends_an_auction(club):
    """An expression over what was called may end it, whoever has still to speak."""
    here = club(
        "extends: scouts\nauction:\n  add:\n"
        "    ends: {when: 'count(c in calls: c.kind == propose) == 3', cite: [redeal.1]}\n"
    )
    two = "deal 1, dealer 4\n1: propose hearts; 2: propose spades\n"
    assert here.checked(two)["next"] == "3"
    assert here.checked(two + "3: propose clubs\n")["status"] == "redeal"


DOUBLES = """extends: scouts
words: {contra: {en: [contra]}}
calls:
  add:
    contra:
      effect: double
      require: {once: {that: "all(c in mine: c.kind != contra)", says: {en: once only}}}
scores:
  games:
    solo: {replace: {declarer: "9 * (1 + doubles)", opponent: "-3 * (1 + doubles)"}}
"""


def test_doubling(club):
    """A double counts for the game that stands, not for one that is called over it; one's own game is not doubled."""
    here = club(DOUBLES)
    assert here.checked("deal 1, dealer 4\n1: contra\n")["codes"] == ["A-side"]
    solo = "deal 1, dealer 4\n1: solo hearts 6; 2: contra; 3: pass; 4: contra"
    assert here.checked(solo)["next"] == "2"
    done = here.scored(solo + "; 2: pass; 4: pass\ntricks: 6\n")
    assert points(done["deals"][0]) == [27, -9, -9, -9]
    beaten = "deal 1, dealer 4\n1: solo clubs 6; 2: contra; 3: solo hearts 6; 4: pass; 1: pass; 2: pass\ntricks: 6\n"
    assert points(here.scored(beaten)["deals"][0]) == [-3, -3, 9, -3]


WORD = "deal 1, dealer 4\n1: propose spades; 2: propose hearts; 3: accept spades 8; 4: accept hearts 8\n3: raise 9; 4: raise 9\n"


@pytest.mark.parametrize(("returns", "speaks"), [("false", "1"), ("true", "3")])
def test_the_word_returns(club, returns, speaks):
    """Once the proposer has raised, the word is his for good, or the acceptor's again."""
    here = club(f"extends: scouts\ncalls: {{hand_over: {{add: {{word_returns: {returns}}}}}}}\n")
    assert here.checked(WORD + "3: hand over\n1: raise 10\n4: raise 10\n")["next"] == speaks


def test_a_proposer_proposes_again(club):
    """Where a ruleset lets him, his new proposal stands instead of the old one."""
    here = club(
        "extends: scouts\ncalls:\n  propose:\n    require:\n      remove: [first_round]\n"
    )
    again = "deal 1, dealer 4\n1: propose spades; 2: wait\n"
    assert here.checked(again)["codes"] == ["A-rule"]
    both = "deal 1, dealer 4\n1: wait; 2: propose spades; 3: pass; 4: pass; 1: pass\n2: propose hearts\n"
    assert here.checked(both)["codes"] == ["A-rule"], "nobody is left to accept"


@pytest.mark.parametrize(("rank", "wins"), [("lowest", "2"), ("highest", "1")])
def test_where_no_trumps_rank(club, rank, wins):
    """On one rung no trumps are below the suits, or above them."""
    here = club(
        f"extends: scouts\nsuits: {{add: {{notrump: {rank}}}}}\n"
        "ladder:\n  replace:\n    order: [pair 8, solo 6, pair 9, solo 7, pair 10, solo 8, pair 11, pair 12, pair 13, "
        "small_misere, abundance 9, abundance 10, trull, grand_misere, open_misere, small_slam, grand_slam]\n"
        "    because: []\n"
    )
    deal = "deal 1, dealer 4\n1: small slam no trump; 2: small slam hearts; 3: pass; 4: pass; {}: pass\n"
    loser = "1" if wins == "2" else "2"
    assert here.checked(deal.format(loser))["contract"]["declarers"] == [wins]


# -- nobody plays ------------------------------------------------------------------------------------------------------

def passed_out(number: int) -> str:
    """A deal that nobody plays, dealt by 4."""
    return f"deal {number}, dealer 4\n1: pass; 2: pass; 3: pass; 4: pass\n"


SOLO = "contract: solo 6 hearts by 1\ntricks: 6\n"


@pytest.mark.parametrize(("again", "counts"), [("stays", [2, 1]), ("multiplies", [4, 1]), ("adds", [3, 1])])
def test_the_next_deal_counts_more(club, again, counts):
    """After one deal that nobody plays the next counts double; after two, as the rules say; then singly again."""
    here = club(
        "extends: scouts\nauction:\n  nobody_plays:\n    add:\n"
        f"      next_deal: {{times: 2, again: {again}}}\n"
    )
    once = here.scored(passed_out(1) + f"deal 1, dealer 4\n{SOLO}")
    assert points(once["deals"][1]) == [18, -6, -6, -6]
    twice = here.scored(passed_out(1) * 2 + f"deal 1, dealer 4\n{SOLO}deal 2, dealer 1\n{SOLO}")
    assert [deal["multiplier"] for deal in twice["deals"][2:]] == counts
    assert [points(deal)[0] for deal in twice["deals"][2:]] == [9 * count for count in counts]


def test_a_deal_that_counts_for_nothing_keeps_the_multiplier(club):
    """Cards dealt again and void deals are not played: the one after them counts double."""
    here = club("extends: scouts\nauction: {nobody_plays: {add: {next_deal: {times: 2}}}}\n")
    evening = passed_out(1) + "deal 1, dealer 4\nmisdeal\ndeal 1, dealer 4\n" + SOLO
    assert here.scored(evening)["deals"][2]["multiplier"] == 2


def test_a_written_multiplier_is_held_against_the_rules(club):
    """It counts, with a warning where earlier deals say otherwise; at the beginning of a file nobody can say."""
    here = club("extends: scouts\nauction: {nobody_plays: {add: {next_deal: {times: 2}}}}\n")
    first = here.scored(f"deal 1, dealer 4\n{SOLO}multiplier: 2\n")
    assert (points(first["deals"][0])[0], first["codes"]) == (18, [])
    wrong = here.scored(f"deal 1, dealer 4\n{SOLO}deal 2, dealer 1\n{SOLO}multiplier: 2\n")
    assert (points(wrong["deals"][1])[0], wrong["codes"]) == (18, ["S-multiplier"])


QUEENS = """extends: scouts
auction:
  nobody_plays:
    replace: {dealer: next}
    add:
      queens: {points: "if queens > 0 then -3 * queens else {1: 12, 2: 6, 3: 4}[players - holders]"}
"""


def test_queens(club):
    """Where nobody plays the queens have their price; the deal is a redeal with points, and the next one deals."""
    here = club(QUEENS)
    found = here.scored(passed_out(1) + "queens: 1 2, 2 1, 3 1\n" + f"deal 2, dealer 1\n{SOLO}")
    assert (points(found["deals"][0]), found["deals"][0]["status"]) == ([-6, -3, -3, 12], "redeal")
    assert list(found["totals"]["points"].values()) == [3, -6, -6, 9]
    assert found["codes"] == []
    alone = here.scored("deal 1, dealer 4\nqueens: 1 4\n")
    assert (points(alone["deals"][0]), alone["deals"][0]["status"]) == ([-12, 4, 4, 4], "redeal")
    few = here.scored(passed_out(1) + "queens: 1 2, 2 1\n")
    assert few["codes"] == ["S-queens"]


# -- points ------------------------------------------------------------------------------------------------------------

POT = """extends: scouts
pot: {add: {start: 0, dealer_pays: 1}}
scores:
  add: {sharing: {remainder: first}}
  replace: {zero_sum: false}
  games:
    replace:
      small_misere: {declarer: "0", opponents: "-7", pot: "if made then pot else -pot"}
"""


def test_a_pot(club):
    """The dealers fill it, a made game takes it, a lost one doubles it; what it holds is carried on."""
    here = club(POT)
    misere = "contract: small_misere by 1\ntricks: {}\n"
    evening = f"deal 1, dealer 4\n{SOLO}deal 2, dealer 1\n{misere.format(1)}deal 3, dealer 2\n{misere.format(0)}"
    found = here.scored(evening)
    assert [(deal["pot_before"], deal["pot_after"]) for deal in found["deals"]] == [(0, 1), (1, 4), (4, 0)]
    assert [deal["points"]["1"] for deal in found["deals"]] == [9, -3, 5]
    for deal in found["deals"]:
        paid = 7 if deal["contract"]["kind"] == "small_misere" else 0  # these opponents' points go nowhere
        assert sum(deal["points"].values()) + deal["pot_after"] - deal["pot_before"] == -paid


def test_a_pot_that_nobody_knows(club):
    """After a deal without a score the pot is not known, and what needs it waits until it is written."""
    here = club(POT)
    lost = "deal 1, dealer 4\ncontract: small_misere by 1\ntricks: ?\n"
    next_one = "deal 2, dealer 1\ncontract: small_misere by 1\ntricks: 0\n"
    found = here.scored(lost + next_one)
    assert [deal["status"] for deal in found["deals"]] == ["pending", "pending"]
    assert found["deals"][1]["pot_before"] is None
    written = here.scored(lost + next_one + "pot: 6\n")
    assert (written["deals"][1]["pot_before"], written["deals"][1]["pot_after"]) == (6, 0)
    assert here.scored(f"deal 1, dealer 4\n{SOLO}{next_one}pot: 6\n")["codes"] == ["S-pot"]


@pytest.mark.parametrize(("remainder", "gets"), [("first", [3, 2, 2]), ("last", [2, 2, 3]), ("refused", None)])
def test_shares_that_do_not_divide(club, remainder, gets):
    """The rest goes to the first, to the last, or to nobody, and then the deal has no score and says so."""
    here = club(
        f"extends: scouts\nscores:\n  replace: {{zero_sum: false}}\n  add: {{sharing: {{remainder: {remainder}}}}}\n"
        "  games: {replace: {solo: {declarer: '0', opponents: '7'}}}\n"
    )
    found = here.scored(f"deal 1, dealer 4\n{SOLO}")
    if gets is None:
        assert (found["deals"][0]["points"], found["codes"]) == (None, ["S-remainder"])
    else:
        assert points(found["deals"][0]) == [0, *gets]


def test_a_stake(club):
    """What each opponent pays: two partners get it each, one alone three times; several miseres one by one."""
    here = club(
        "extends: scouts\nscores:\n  games:\n    replace:\n      pair: {stake: 'if made then 8 + 3 * over else -8'}\n"
        "      solo: {stake: 'if made then 4 else -5'}\n"
        "      small_misere: {stake: 'if made then 6 else -6', joint: independent}\n"
    )
    pair = here.scored("deal 1, dealer 4\ncontract: pair 8 hearts by 1 2\ntricks: 9\n")
    assert points(pair["deals"][0]) == [11, 11, -11, -11]
    assert points(here.scored(f"deal 1, dealer 4\n{SOLO}")["deals"][0]) == [12, -4, -4, -4]
    two = here.scored("deal 1, dealer 4\ncontract: small_misere by 1 3\ntricks: 1 0, 3 1\n")
    assert points(two["deals"][0]) == [24, 0, -24, 0]


def test_a_stake_for_each_of_several_must_be_settled_one_by_one(club):
    """One amount cannot serve several results."""
    here = club("extends: scouts\nscores: {games: {replace: {small_misere: {stake: 'if made then 6 else -6'}}}}\n")
    ran = run("rules", "show", str(here.path))
    assert ran.code == 2
    assert "R-score" in ran.err


EXCEPTIONS = """extends: scouts
scores:
  replace: {zero_sum: false}
  games:
    replace:
      solo:
        opponent: "0"
        declarer:
          value: "9 + over"
          exceptions:
            all_tricks: {when: tricks == 13, value: 30}
            hearts: {when: suit == hearts, value: 20%s}
"""


def test_exceptions(club):
    """One exception decides; two that hold together and disagree give no score, and both are named."""
    here = club(EXCEPTIONS % "")
    deal = "deal 1, dealer 4\ncontract: solo 6 {} by 1\ntricks: {}\n"
    assert points(here.scored(deal.format("clubs", 7))["deals"][0])[0] == 10
    assert points(here.scored(deal.format("clubs", 13))["deals"][0])[0] == 30
    assert points(here.scored(deal.format("hearts", 7))["deals"][0])[0] == 20
    both = here.scored(deal.format("hearts", 13))
    assert (both["deals"][0]["points"], both["codes"]) == (None, ["S-conflict"])
    (said,) = (each["message"] for each in both["findings"] if each["code"] == "S-conflict")
    assert all(name in said for name in ("all_tricks", "hearts"))
    assert points(club(EXCEPTIONS % ", over: [all_tricks]").scored(deal.format("hearts", 13))["deals"][0])[0] == 20


def test_a_suit_that_nobody_wrote(club):
    """A value that depends on trumps is not guessed where the sheet leaves them out."""
    here = club(EXCEPTIONS % "")
    found = here.scored("deal 1, dealer 4\ncontract: solo 6 by 1\ntricks: 7\n")
    assert (found["deals"][0]["points"], found["deals"][0]["status"]) == (None, "pending")


# -- fines, penalties, dated values ------------------------------------------------------------------------------------

FINES = """extends: scouts
parameters: {add: {fine: {dated: {2025-09-01: 3, 2026-09-01: 4.5}}}}
fines: {add: {lost: {when: not made, amount: fine, paid_to: %s}}}
"""
LOST = "deal 1, dealer 4\ncontract: solo 6 hearts by 1\ntricks: 5\n"


@pytest.mark.parametrize(
    ("day", "paid_to", "fines"),
    [
        ("2026-08-31", "nobody", {"1": 3}),
        ("2026-08-31", "others", {"1": 3, "2": -1, "3": -1, "4": -1}),
        ("2026-08-31", "opponents", {"1": 3, "2": -1, "3": -1, "4": -1}),
        ("2026-09-01", "nobody", {"1": "4.5"}),
        ("2025-08-31", "nobody", {"1": None}),
        (None, "nobody", {"1": None}),
    ],
)
def test_fines_by_the_day_and_who_is_paid(club, day, paid_to, fines):
    """The value of the day counts; without a day, or before the first, it is not known; shares are owed negatively."""
    head = HEAD + (f"date: {day}\n" if day else "")
    assert club(FINES % paid_to).scored(LOST, head)["deals"][0]["fines"] == fines


PENALTIES = """extends: scouts
penalties:
  add:
    wrong_deal: {names: {en: [wrong deal], fr: [mauvaise donne]}, offender: -15, others: 5, column: points}
    late: {names: {en: [late]}, offender: 2}
"""


def test_penalties(club):
    """An offence that the ruleset prices costs that, in its column; an amount that is written goes before."""
    here = club(PENALTIES)
    found = here.scored(f"deal 1, dealer 4\n{SOLO}fine 2: \"Mauvaise donne\"\nfine 3: \"late\"\nfine 4: 7 \"late\"\n")
    assert points(found["deals"][0]) == [14, -18, 2, 2]
    assert found["deals"][0]["fines"] == {"3": 2, "4": 7}
    dealt_again = here.scored("deal 1, dealer 4\nfine 4: \"wrong deal\"\nmisdeal\n")
    assert (points(dealt_again["deals"][0]), dealt_again["deals"][0]["status"]) == ([5, 5, 5, -15], "misdeal")


def test_a_fine_that_does_not_divide(club):
    """Who is paid how much is then not known, and said."""
    here = club((FINES % "others").replace("2025-09-01: 3", "2025-09-01: 4"))
    found = here.scored(LOST, HEAD + "date: 2026-01-01\n")
    assert (found["deals"][0]["fines"], found["codes"]) == ({"1": 4, "2": None, "3": None, "4": None}, ["S-remainder"])


def test_a_revoke_that_costs_more_in_some_games(club):
    """The price may depend on the game that is played."""
    here = club(
        "extends: scouts\nrevoke:\n  add: {offender: -15, others: 5, balance: 0, replaces: deal, "
        "times: 'if kind == grand_slam then 4 else 1'}\n"
    )
    assert points(here.scored(f"deal 1, dealer 4\n{SOLO}revoke: 2\n")["deals"][0]) == [5, -15, 5, 5]
    slam = "deal 1, dealer 4\ncontract: grand_slam by 1\ntricks: 13\nrevoke: 2\n"
    assert points(here.scored(slam)["deals"][0]) == [20, -60, 20, 20]


# -- five or six at the table ------------------------------------------------------------------------------------------

SITTING = "extends: scouts\ntable: {add: {sits_out: {5: [0], 6: [0, 3]}}}\n"
FIVE = "players: A, B, C, D, E\n"


def test_the_dealer_sits_out(club):
    """With five the dealer does not play: the next one opens, results count by everybody's seat."""
    here = club(SITTING)
    deal = "deal 1, dealer C\nD: propose hearts; E: pass; A: accept hearts 8; B: pass\ntricks: 9\n"
    found = here.scored(deal, FIVE)
    (scored,) = found["deals"]
    assert scored["points"] == {"A": 4, "B": -4, "C": 0, "D": 4, "E": -4}
    assert (scored["contract"]["declarers"], scored["contract"]["leader"]) == (["A", "D"], "D")
    assert found["codes"] == []
    assert here.checked("deal 1, dealer C\nD: pass\n", FIVE)["next"] == "E"
    assert here.checked("deal 1, dealer C\nD: pass; C: pass\n", FIVE)["codes"] == ["D-idle"]
    told = run("explain", "-", "--rules", str(here.path), stdin=FIVE + deal)
    assert told.out.startswith("Deal 1, dealer C")
    assert "  C," not in told.out
    may = json.loads(run("legal", "-", "--rules", str(here.path), "--format", "json", stdin=FIVE + "deal 1, dealer C\nD: pass\n").out)
    assert may["seat"] == "E"


def test_six_at_the_table(club):
    """With six the third after the dealer sits out too."""
    here = club(SITTING)
    deal = "deal 1, dealer B\nC: pass; D: propose clubs; F: accept clubs 8; A: pass; C: pass\n"
    assert here.checked(deal, "players: A, B, C, D, E, F\n")["codes"] == ["A-passed"]
    deal = "deal 1, dealer B\nC: pass; D: propose clubs; F: accept clubs 8; A: pass\ntricks: 8\n"
    assert here.scored(deal, "players: A, B, C, D, E, F\n")["deals"][0]["points"] == {
        "A": -3, "B": 0, "C": -3, "D": 3, "E": 0, "F": 3,
    }


def test_who_sits_out_depends_on_the_dealer(club):
    """Without him nobody can say who played."""
    here = club(SITTING)
    found = here.scored("deal 1\ncontract: solo 6 hearts by A\ntricks: 6\n", FIVE)
    assert (found["deals"][0]["points"], found["codes"]) == (None, ["D-idle"])


def test_a_table_of_another_size_is_still_refused(club):
    """Four, five and six are known; three and seven are not."""
    here = club(SITTING)
    for players in ("A, B, C", "A, B, C, D, E, F, G"):
        assert "T-players" in here.checked("deal 1, dealer A\n", f"players: {players}\n")["codes"]


# -- what conditions and words may say ---------------------------------------------------------------------------------


def test_a_condition_reads_a_parameter(club):
    """A club's value may decide what can be called, also one that is set for one run only."""
    here = club(
        "extends: scouts\nparameters: {add: {most_solo: {value: 7}}}\n"
        "calls: {solo: {require: {add: {limit: {that: level <= most_solo, says: {en: too high}}}}}}\n"
    )
    again = "deal 1, dealer 4\n1: propose hearts; 2: solo spades 6; 3: pass; 4: pass; 1: solo hearts 8\n"
    assert here.checked(again)["codes"] == ["A-rule"]
    ran = run("score", "-", "--rules", str(here.path), "--set", "most_solo=8", stdin=HEAD + again)
    assert "A-rule" not in ran.out


def test_a_child_adds_words(club):
    """The words of the parent's other kinds stay."""
    here = club("extends: amis\nwords: {trull: {fr: [tiercé]}}\n")
    head = HEAD + "lang: fr\n"
    assert here.checked("donne 1, donneur 4\n1: tiercé\n", head)["status"] == "unfinished"
    solo = "donne 1, donneur 4\n1: propose cœur; 2: petite misère; 3: passe; 4: passe; 1: seul cœur 8\n"
    fmt = run("fmt", "-", "--rules", str(here.path), stdin=head + solo)
    assert "seul" in fmt.out
    own = run("explain", "-", "--rules", str(here.path), "--lang", "fr", stdin=head + solo)
    assert "seul" in own.out


def test_money(club):
    """What a point is worth stands below the sheet."""
    here = club("extends: scouts\nmoney: {add: {currency: EUR, point: 0.05}}\n")
    ran = run("score", "-", "--rules", str(here.path), stdin=f"{HEAD}deal 1, dealer 4\n{SOLO}")
    assert "One point is worth 0.05 EUR. In EUR: Nord 0.45, Est -0.15, Sud -0.15, Ouest -0.15." in " ".join(ran.out.split())


@pytest.mark.parametrize(("speaks", "next_"), [("voice", "2"), ("both", "1")])
def test_who_speaks_for_a_beaten_pair(club, speaks, next_):
    """Only who speaks for it, or both of the two; a partner who then goes his own way frees the other."""
    here = club(f"extends: scouts\nauction: {{add: {{beaten_pair: {{speaks: {speaks}}}}}}}\n")
    deal = "deal 1, dealer 4\n1: propose hearts; 2: accept hearts 8; 3: abundance 9 clubs; 4: pass\n"
    assert here.checked(deal)["next"] == next_
    if speaks == "both":
        after = here.checked(deal + "1: small misere\n")
        assert after["codes"] == ["A-low"]
        gone = here.checked(deal + "1: grand misere; 2: pass; 3: pass\n")
        assert gone["contract"]["declarers"] == ["1"]


def test_the_lowest_acceptance_of_a_game_with_one_level(club):
    """A game that has one level is accepted at that, or cannot be."""
    here = club(
        "extends: mck\ncalls: {propose: {require: {add: {beats: {that: acceptable_at is not none, says: {en: too low}}}}}}\n"
    )
    assert here.checked("deal 1, dealer 4\n1: propose hearts\n")["codes"] == []
    assert here.checked("deal 1, dealer 4\n1: misere; 2: propose hearts\n")["codes"] == ["A-rule"]


def test_deals_by_how_many_are_at_the_table(club):
    """Sixteen of four, twenty of five, and nothing is said of six."""
    here = club("extends: wb\nsession: {replace: {deals: {most: {4: 1, 5: 2}}}}\n".replace("replace", "add"))
    solo = "contract: solo 6 hearts by {}\ntricks: 6\n"
    four = HEAD + "round: 1\n"
    evening = "".join(f"deal {n}, dealer {n}\n" + solo.format(n % 4 + 1) for n in (1, 2, 3))
    assert here.scored(evening, four)["codes"] == ["D-many"]
    five = "players: 1, 2, 3, 4, 5\nround: 1\n"
    assert here.scored(evening.replace("by 4", "by 5"), five)["findings"][-1]["deal"] == "3"


def test_a_call_by_who_sits_out_is_the_first_illegal_one(club):
    """It counts among the calls, and the deal is stuck there."""
    here = club(SITTING)
    found = here.checked("deal 1, dealer C\nD: pass; C: pass; E: pass\n", FIVE)
    assert (found["status"], found["first_illegal"]) == ("illegal", 2)


def test_own_english_words_are_printed(club):
    """A ruleset's own English words stand on the sheet; the ids are read, and stand in JSON."""
    sheet = run("score", "-", "--rules", "sw", stdin=HEAD + "deal 1, dealer 4, \ncontract: pair by 1 2\ntricks: 8\n").out
    assert "prop and cop" in sheet
    assert club("extends: sw\n").scored("deal 1, dealer 4\ncontract: pair by 1 2\ntricks: 8\n")["deals"][0]["contract"]["kind"] == "pair"


# -- what clubs asked for ----------------------------------------------------------------------------------------------


def test_everybody_at_the_table_is_fined_and_corrected(club):
    """Who sits out pays his offence, too, and is paid; the marker's figures are compared for every seat."""
    here = club(
        "extends: scouts\ntable: {add: {sits_out: {5: [0]}}}\npenalties:\n  add:\n"
        "    wrong_deal: {names: {fr: [mauvaise donne]}, offender: '-2 * others_count', others: 2, column: points}\n"
    )
    deal = "deal 1, dealer E\ncontract: solo 6 hearts by A\ntricks: 6\nfine E: \"mauvaise donne\"\nfine E: 3 \"late\"\ncorrection: E +1 \"x\"\n"
    found = here.scored(deal, FIVE)
    assert found["deals"][0]["points"] == {"A": 11, "B": -1, "C": -1, "D": -1, "E": -7}
    assert found["deals"][0]["fines"] == {"E": 3}
    wrong = here.scored(deal + "points: A 11, B -1, C -1, D -1, E 2\n", FIVE)
    assert wrong["codes"] == ["S-points"]
    again = here.scored("deal 1, dealer E\nfine E: \"mauvaise donne\"\nmisdeal\n", FIVE)
    assert again["deals"][0]["points"] == {"A": 2, "B": 2, "C": 2, "D": 2, "E": -8}
    assert here.checked("deal 1, dealer E\ncontract: solo 6 hearts by A\nrevoke: E\n", FIVE)["codes"] == ["S-idle", "D-idle"]


def test_an_offence_that_has_no_price(club):
    """A reason that the ruleset does not know is pointed out with the nearest that it does."""
    here = club("extends: scouts\npenalties: {add: {late: {names: {en: [too late]}, offender: 2}}}\n")
    found = here.scored(f"deal 1, dealer 4\n{SOLO}fine 1: \"to late\"\n")
    assert found["codes"] == ["S-offence"]
    assert "too late" in next(each["hint"] for each in found["findings"] if each["code"] == "S-offence")


def test_no_trumps_above_the_suits_in_conditions(club):
    """What a condition calls higher is what the ruleset ranks higher."""
    rules = (
        "extends: scouts\nsuits: {{add: {{notrump: {}}}}}\n"
        "calls: {{small_slam: {{require: {{add: {{up: {{that: 'all(c in calls: c.suit < suit)', says: {{en: up}}}}}}}}}}}}\n"
    )
    deal = "deal 1, dealer 4\n1: propose hearts; 2: small slam no trump\n"
    assert club(rules.format("highest")).checked(deal)["codes"] == []
    assert club(rules.format("lowest")).checked(deal)["codes"] == ["A-rule"]


def test_the_dealer_pays_into_the_pot_whoever_plays(club):
    """Also where nobody plays, and where he sits out himself."""
    here = club("extends: scouts\npot: {add: {dealer_pays: 5}}\nscores: {replace: {zero_sum: false}}\ntable: {add: {sits_out: {5: [0]}}}\n")
    found = here.scored(passed_out(1) + f"deal 1, dealer 4\n{SOLO}")
    assert [(points(deal), deal["pot_after"]) for deal in found["deals"]] == [
        ([0, 0, 0, -5], 5), ([9, -3, -3, -8], 10),
    ]
    five = here.scored("deal 1, dealer C\ncontract: solo 6 hearts by A\ntricks: 6\n", FIVE)
    assert (five["deals"][0]["points"], five["deals"][0]["pot_after"]) == ({"A": 9, "B": -3, "C": -5, "D": -3, "E": -3}, 5)


def test_a_contract_in_another_suit_than_the_turned_one():
    """A game that is played in the turned suit is in no other."""
    deal = "deal 1, dealer 4\ntrump: clubs\ncontract: solo {}by 1\ntricks: 5\n"
    def codes(suit):
        ran = run("check", "-", "--rules", "sw", "--format", "json", stdin=HEAD + deal.format(suit))
        (file,) = json.loads(ran.out)["files"]
        return [each["code"] for each in file["findings"] if each["severity"] != "note"], file["deals"][0]["contract"]
    assert codes("hearts ") == (["S-contract"], None)
    assert codes("")[1]["suit"] == codes("clubs ")[1]["suit"] == "clubs"


def test_words_that_are_fillers_elsewhere(club):
    """A ruleset's own word is heard though others say it for nothing; a number alone is no raise where nobody raises."""
    here = club("extends: sw\nwords: {solo: {en: [ik ga, solo]}}\n")
    assert here.checked("deal 1, dealer 4\n1: ik ga\n")["codes"] == []
    assert here.checked("deal 1, dealer 4\n1: 8\n")["codes"] == ["T-call"]


def test_half_a_name():
    """A word that stands in several calls names them, not itself."""
    ran = run("check", "-", "--rules", "scouts", "--lang", "en", stdin=HEAD + "deal 1, dealer 4\n1: misere\n")
    assert "small misere" in ran.out
    assert "did you mean “misere”" not in ran.out


def test_legal_tells_what_could_not_be_read():
    """An unreadable call may be the one that decides."""
    ran = run("legal", "-", "--rules", "scouts", "--lang", "en", stdin=HEAD + "deal 1, dealer 4\n1: misere\n")
    assert ran.code == 1
    assert "T-word" in ran.out


def test_as_many_tricks_as_a_range_allows(club):
    """At most one trick, where the ruleset says `0..1`."""
    here = club("extends: scouts\ngames: {grand_misere: {replace: {needs: 0..1}, remove: [exactly]}}\n")
    deal = "deal 1, dealer 4\ncontract: grand_misere by 1\ntricks: {}\n"
    assert [here.scored(deal.format(n))["deals"][0]["made"] for n in (0, 1, 2)] == [True, True, False]
    assert here.scored(deal.format(2))["deals"][0]["contract"]["needs"] == [0, 1]


def test_what_a_deal_counts_worked_out_by_the_ruleset(club):
    """Deals that nobody played, all thirteen tricks and doubles add up, instead of multiplying each other."""
    here = club(
        "extends: scouts\nauction: {nobody_plays: {add: {next_deal: {times: 2, again: adds}}}}\n"
        "scores: {add: {times: 'multiplier + (if tricks == 13 then 1 else 0)'}}\n"
    )
    found = here.scored(passed_out(1) + "deal 1, dealer 4\ncontract: solo 6 hearts by 1\ntricks: 13\n")
    assert (found["deals"][1]["multiplier"], points(found["deals"][1])) == (3, [90, -30, -30, -30])
    assert here.scored(f"deal 1, dealer 4\n{SOLO}")["deals"][0]["multiplier"] == 1


TIED = """extends: scouts
ladder:
  replace:
    order: [pair 8, [pair 9, solo 6], pair 10, solo 7, solo 8, pair 11, pair 12, pair 13, small_misere, abundance 9,
            abundance 10, trull, grand_misere, open_misere, small_slam notrump, small_slam SUIT, grand_slam]
    because: []
"""


@pytest.mark.parametrize(("solo", "pair", "wins"), [("hearts", "spades", ["2"]), ("spades", "hearts", ["3", "4"])])
def test_two_games_on_one_rung(club, solo, pair, wins):
    """Games that share a rung are decided by the suit."""
    here = club(TIED)
    deal = f"deal 1, dealer 1\n2: solo {solo} 6; 3: propose {pair}; 4: accept {pair} 8; 1: pass\n"
    assert here.checked(deal)["next"] == "4"
    assert (here.checked(deal + "4: raise 9\n")["codes"] == []) is (wins != ["2"])
    assert "= solo 6" in run("rules", "show", str(here.path)).out


def test_trumps_of_a_bid_and_trumps_named_later(club):
    """A bid may be in a suit of its own, or in one that is named after the auction."""
    here = club(
        "extends: scouts\ngames: {solo: {replace: {suit: later}}}\n"
        "calls:\n  solo:\n    require: {remove: [trump_card, proposed_or_solo]}\n  abundance: {add: {suit: none, trumps: clubs}}\n"
    )
    solo = here.checked("deal 1, dealer 4\n1: solo 6; 2: pass; 3: pass; 4: pass\n")
    assert solo["contract"]["suit"] is None
    assert here.checked("deal 1, dealer 4\n1: solo 6; 2: pass; 3: pass; 4: pass\ntrump: hearts\n")["contract"]["suit"] == "hearts"
    clubs = here.checked("deal 1, dealer 4\n1: abundance 9; 2: pass; 3: pass; 4: pass\n")
    assert clubs["contract"]["suit"] == "clubs"


def test_a_bid_without_a_suit_for_a_game_that_has_one(club):
    """It would be played without trumps: refused when the ruleset is read."""
    here = club("extends: scouts\ncalls: {abundance: {add: {suit: none}}}\n")
    assert "R-call" in run("rules", "check", str(here.path)).out


def test_who_could_only_pass_is_not_asked(club):
    """Where the ruleset says so, an auction ends without passes that could not be anything else."""
    deal = "deal 1, dealer 4\n1: solo hearts 6; 2: contra; 3: pass; 4: pass\n"
    rules = DOUBLES.replace("effect: double", "effect: double\n      locks: [contra, pass]")
    assert club(rules).checked(deal)["next"] == "2"
    assert club(rules + "auction: {order: {add: {only_pass: skipped}}}\n").checked(deal)["status"] == "pending"


def test_a_partner_whom_the_auction_does_not_show(club):
    """The `contract:` line says who played with the declarer; without it nobody knows, and the deal waits."""
    here = club("extends: scouts\ngames: {solo: {add: {partner: told}}}\n")
    bid = "deal 1, dealer 4\n1: solo hearts 6; 2: pass; 3: pass; 4: pass\n"
    assert here.scored(bid + "tricks: 6\n")["deals"][0]["status"] == "pending"
    told = here.scored(bid + "contract: solo 6 hearts by 1 3\ntricks: 6\n")
    assert (told["deals"][0]["contract"]["declarers"], told["codes"]) == (["1", "3"], ["S-zero"])
    assert here.scored(bid + "contract: solo 6 hearts by 2 3\ntricks: 6\n")["codes"] == ["S-contract"]


def test_a_dated_value_before_its_first_day(club):
    """A plain value holds before; without a day nothing is taken for granted."""
    here = club((FINES % "nobody").replace("{dated: {2025-09-01: 3, 2026-09-01: 4.5}}", "{value: 1, dated: {2026-09-01: 1.5}}"))
    assert here.scored(LOST, HEAD + "date: 2026-08-31\n")["deals"][0]["fines"] == {"1": 1}
    assert here.scored(LOST, HEAD + "date: 2026-09-01\n")["deals"][0]["fines"] == {"1": "1.5"}
    assert here.scored(LOST)["deals"][0]["fines"] == {"1": None}


def test_the_first_card_of_a_trull_whose_trumps_are_named(club):
    """The ruleset may judge the card that the partner leads after he has named trumps."""
    here = club(
        "extends: amis\ncalls: {trull: {add: {by_reveal: {level: '9', require: "
        "{the_ace: {that: lead.rank == ace and lead.suit == suit, says: {en: the ace first}}}}}}}\n"
    )
    deal = "deal 1, dealer 4\n1: trull; 2: agree; 3: agree; 4: agree; 3: fourth ace hearts\nlead: 3 {}\n"
    assert here.checked(deal.format("♥A"))["codes"] == []
    assert here.checked(deal.format("♥K"))["codes"] == ["P-lead"]


@pytest.mark.parametrize(("when", "speaks"), [("in_turn", "4"), ("at_once", "2")])
def test_when_an_overtaken_pair_answers(club, when, speaks):
    """In its turn, or before anybody else; whose turn it was then speaks next."""
    here = club(f"extends: scouts\nauction: {{order: {{add: {{overtaken_pair: {when}}}}}}}\n")
    deal = "deal 1, dealer 4\n1: propose hearts; 2: accept hearts 8; 3: abundance 9 clubs\n"
    assert here.checked(deal)["next"] == speaks
    if when == "at_once":
        assert here.checked(deal + "2: pass\n")["next"] == "4"


@pytest.mark.parametrize(("becomes", "speaks"), [("out", None), ("asked", "3")])
def test_an_acceptor_whose_proposer_gives_up(club, becomes, speaks):
    """He goes out with him, or is asked once more."""
    here = club(f"extends: scouts\nauction: {{add: {{freed_acceptor: {{is: {becomes}}}}}}}\n")
    assert here.checked(WORD + "3: raise 10; 4: raise 10; 3: hand over; 1: drop\n")["next"] == speaks


@pytest.mark.parametrize(("by", "codes"), [("voice", ["A-turn"]), ("both", [])])
def test_who_raises_a_pair(club, by, codes):
    """Who speaks for it, or either of the two; whoever raises speaks for it then."""
    here = club(
        "extends: scouts\nauction: {add: {beaten_pair: {speaks: both}}}\n" * (by == "both")
        or "extends: scouts\n"
    )
    here.path.write_text(here.path.read_text() + f"calls: {{raise: {{add: {{by: {by}}}}}}}\n")
    deal = "deal 1, dealer 4\n1: propose spades; 2: propose hearts; 3: accept spades 8; 4: accept hearts 8\n1: raise 9\n"
    assert here.checked(deal)["codes"] == codes


def test_what_a_deal_counts_for_each_of_several(club):
    """Where each settles for himself, each one's own result decides how often it counts, whoever called first."""
    here = club(
        "extends: scouts\nauction: {nobody_plays: {add: {next_deal: {times: 2}}}}\n"
        "scores: {add: {times: 'if made then 1 else multiplier'}}\n"
    )
    deal = "deal 1, dealer 4\ncontract: grand_misere by 1 3\ntricks: 1 {}, 3 {}\nmultiplier: 2\n"
    one = points(here.scored(deal.format(0, 2))["deals"][0])
    other = points(here.scored(deal.format(2, 0))["deals"][0])
    assert one == [24 + 2 * 12, -8 + 2 * 12, -8 - 2 * 36, -8 + 2 * 12]
    assert other == [one[2], one[1], one[0], one[3]]
    joint = "scores: {add: {times: tricks}, games: {replace: {grand_misere: {declarer: 0, opponent: 0}}}}\n"
    assert "R-score" in run("rules", "check", str(club("extends: scouts\n" + joint).path)).out


def test_the_dealer_pays_though_nobody_knows_the_pot(club):
    """What he pays does not depend on what is there."""
    here = club("extends: scouts\npot: {add: {dealer_pays: 5}}\nscores: {games: {small_misere: {add: {pot: pot}}}}\n")
    waits = "deal 1, dealer 4\ncontract: small_misere by 1\ntricks: ?\n"
    found = here.scored(waits + f"deal 2, dealer 1\n{SOLO}")
    assert (points(found["deals"][1]), found["deals"][1]["pot_after"]) == ([4, -3, -3, -3], None)


def test_a_partner_whom_only_cards_would_show():
    """A royal trull without cards: the `contract:` line says who the partner was; a wrong line names whose it is."""
    head = HEAD + "lang: en\n"
    calls = "deal 1, dealer 4\n1: royal trull; 2: pass; 3: pass; 4: pass\n"
    ran = run("score", "-", "--rules", "scouts", "--format", "json", stdin=head + calls + "contract: royal trull by 1 3\ntricks: 9\n")
    (deal,) = json.loads(ran.out)["deals"]
    assert (deal["contract"]["declarers"], deal["status"]) == (["1", "3"], "contract")
    pair = "deal 1, dealer 4\n1: propose hearts; 2: accept hearts 8; 3: pass; 4: pass\ncontract: pair 8 hearts by 1 3\n"
    said = run("check", "-", "--rules", "scouts", stdin=head + pair).out
    assert "by 1, 3" in said
    assert "by 1, 2" in said
