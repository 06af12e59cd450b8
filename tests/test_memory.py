"""What is remembered is what would be worked out anew, deal by deal, fault by fault.

Only the lost solo games that a judged auction was asked about are those of its own deal.
"""

from random import Random

import pytest
from bench.generate import PLAYERS, SEED, Table, header

from whistcli.auction.judge import Table as PlainTable
from whistcli.evening import Evening
from whistcli.reckon import Reckoner
from whistcli.record import Remark
from whistcli.settle import Counter

DEALS = 400


def spoilt(deal, random):
    """The deal with a line lost, said twice, or out of its place; two of three are left as they are."""
    lines = deal.rstrip("\n").split("\n")
    if len(lines) > 2 and random.random() < 0.35:
        at, other = random.randrange(1, len(lines)), random.randrange(1, len(lines))
        what = random.randrange(4)
        if what == 0:
            del lines[at]
        elif what == 1:
            lines.insert(other, lines[at])
        elif what == 2:
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines.insert(at, random.choice(["correction: 2 +3", "résultat: perdu", "points: 1 4, 2 4", "multiplier: 2",
                                            "amende 1: 5", "balance: 3", "renonce: 2", "arbitre: non"]))
    return "\n".join([*lines, "", ""])


def evening(seed):
    random = Random(seed)
    return header("2026-11-28", PLAYERS) + "".join(spoilt(deal, random) for deal in Table(seed).deals(DEALS))


@pytest.mark.parametrize("seed", range(SEED, SEED + 3))
def test_a_remembered_deal_is_the_deal_worked_out_anew(seed):
    remembering = Evening(evening(seed).encode())
    plain = Reckoner(PlainTable(remembering.rules), Counter(remembering.rules), remembering.voice)
    faults = 0
    for deal in remembering:
        entries = [e for e in deal.record.entries if not (isinstance(e.statement, Remark) and e.statement.name == "note")]
        anew = plain.reckon(deal.record.heading, entries, deal.lost_before)
        known, lost = deal.result.judged.known, deal.lost_before
        judged = deal.result.judged._replace(known=known and known._replace(lost_solos=lost))
        assert deal.result._replace(judged=judged) == anew, "\n".join(entry.text for entry in entries)
        faults += any(placed.finding.severity == "error" for placed in anew.placed)
    assert faults > DEALS / 10


def test_spelling_does_not_count_but_findings_stand_where_it_was_written():
    deals = ["donne {0}, donneur 4\n1: propose cœur\n2: passe\n{1}\n4: passe\nplis: 8\n"]
    spelled = ["3: solo 6 cœur", "  3:   seul ♥ 6", "3: solo cœur 6"]
    text = header("2026-11-28", PLAYERS) + "".join(deals[0].format(number, said) for number, said in enumerate(spelled, 1))
    found = [[f for f in deal.findings() if f.severity == "error"] for deal in Evening(text.encode())]
    assert [finding.span.text[finding.span.column - 1 :][: finding.span.width] for finding, in found] == [
        "solo 6 cœur", "seul ♥ 6", "solo cœur 6"
    ]
    assert len({(finding.code, finding.rule, finding.clauses) for finding, in found}) == 1
