"""The bench measures what it says: its deals are legal, they are always the same, and it runs. Nothing is timed here."""

import subprocess
import sys
from pathlib import Path

from bench import generate, peers

from whistcli.evening import Evening

ROOT = Path(__file__).parent.parent
DEALS = 1500


def text(deals, seed=generate.SEED):
    return "".join(generate.evening(deals, seed))


def test_generated_deals_are_clean_and_of_every_kind():
    evening = Evening(text(DEALS).encode())
    kinds, statuses, calls = set(), set(), 0
    for deal in evening:
        assert [f for f in deal.findings() if f.severity != "note"] == [], deal.record
        judged = deal.result.judged
        statuses.add(deal.result.status)
        kinds.add(judged.contract.kind if judged.contract else None)
        calls += len(judged.steps)
    assert evening.reader.findings == []
    assert statuses == {"contract", "redeal", "misdeal"}
    assert kinds >= {"pair", "solo", "small_misere", "abundance", "trull", None}
    assert 5 * DEALS < calls < 7 * DEALS
    assert max(evening.lost_solos) > 2  # so that the arbiter's lines are among the deals


def test_check_of_generated_deals_prints_nothing(tmp_path):
    file = tmp_path / "evening.whist"
    file.write_text(text(DEALS), encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "whistcli", "check", str(file)], capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_generated_deals_are_always_the_same():
    assert text(50) == text(50)
    assert text(50) != text(50, 1)
    assert text(60).startswith(text(50))


def test_a_generated_season_is_sound(tmp_path):
    names, days = [], set()
    for name, text in generate.season(3, 2, 6):
        names.append(name)
        (tmp_path / name).write_text(text, encoding="utf-8")
        days.add(name[:10])
    assert (len(names), len(set(names)), len(days)) == (6, 6, 3)
    done = subprocess.run([sys.executable, "-m", "whistcli", "standings", str(tmp_path), "--format", "csv"],
                          capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")  # no two members have names that look alike
    assert len(done.stdout.splitlines()) > 8


def test_peers_get_as_many_items():
    assert sum("[Contract " in board for board in peers.boards(30)) == 30
    assert "".join(peers.transactions(30)).count("Evening") == 30


def test_bench_runs():
    done = subprocess.run([sys.executable, "-m", "tests.bench", "--quick"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].split()[:2] == ["ratio", "goal"]
    assert any("peak memory" in line for line in lines)
