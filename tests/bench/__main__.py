"""Prints the whole comparison, ratios first: `python -m tests.bench [--quick] [--profile]`, from the repository."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from statistics import median
from typing import NamedTuple

from .cards import full_play, games
from .generate import evening, season
from .measure import inside, megabytes, ratio, script, seconds
from .peers import HINT, boards, installed, transactions

PYTHON = sys.executable
ONE_TRANSACTION = """\
2026-01-01 open Assets:Cash EUR
2026-01-01 open Expenses:Table EUR
2026-11-28 * "Evening"
  Assets:Cash  -5.00 EUR
  Expenses:Table  5.00 EUR
"""


class Sizes(NamedTuple):
    """How much is measured: rounds of the start-up, deals, rounds for each number of deals, deals for the memory, played deals.

    `season` is evenings, tables and deals of a season.
    """

    starts: int
    deals: tuple[int, ...]
    rounds: tuple[int, ...]
    memory: int
    played: int
    season: tuple[int, int, int]


FULL = Sizes(25, (10_000, 100_000), (5, 3), 100_000, 1_000, (40, 8, 24))
QUICK = Sizes(3, (200,), (1,), 2_000, 20, (4, 2, 4))


class Row(NamedTuple):
    """One line of the table."""

    ratio: str
    goal: str
    what: str
    ours: str
    against: str
    theirs: str


class Bench:
    """The files of one run, and what is measured on them."""

    def __init__(self, folder: str, sizes: Sizes) -> None:
        self.folder = folder
        self.sizes = sizes
        self.endplay, self.beancount = installed("endplay"), installed("beancount")

    def file(self, name: str, pieces: Iterable[str]) -> str:
        """A file of the run, written when it is first asked for."""
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            with open(path, "w", encoding="utf-8", newline="\n") as handle:
                handle.writelines(pieces)
        return path

    def whist(self, deals: int) -> str:
        return self.file(f"{deals}.whist", evening(deals))

    # -- start-up ------------------------------------------------------------------------------------------------------

    def start(self) -> Iterator[Row]:
        """One deal as a whole process, in turn with bare Python and with one transaction."""
        one = self.whist(1)
        commands = {"check": [PYTHON, "-m", "whistcli", "check", one], "bare": [PYTHON, "-c", "pass"]}
        bean = script("bean-check")
        if bean and self.beancount:
            commands["bean"] = [bean, "--no-cache", self.file("one.beancount", [ONE_TRANSACTION])]
        whist = script("whistcli")
        if whist:
            commands["script"] = [whist, "check", one]
        commands["score"] = [PYTHON, "-m", "whistcli", "score", one]
        times: dict[str, list[float]] = {name: [] for name in commands}
        for command in commands.values():
            seconds(command)  # byte code and kept tables are made now, not while the clock runs
        for _ in range(self.sizes.starts):
            for name, command in commands.items():
                times[name].append(seconds(command))

        def row(name: str, goal: str, what: str, other: str, against: str) -> Row:
            shown = f"{ratio(times[name], times[other]):.2f}"
            return Row(shown, goal, what, _ms(times[name]), against, _ms(times[other]))

        yield row("check", "<= 8", "check of one deal", "bare", "python -c pass")
        if "script" in commands:
            yield row("script", "<= 8", "the same by its script", "bare", "python -c pass")
        if "bean" in commands:
            yield row("check", "<= 1", "check of one deal", "bean", "bean-check, 1 transaction")
        else:
            yield Row("-", "<= 1", "check of one deal", _ms(times["check"]), "bean-check", HINT)
        yield row("score", "", "score of one deal", "bare", "python -c pass")

    # -- throughput ----------------------------------------------------------------------------------------------------

    def speed(self) -> Iterator[Row]:
        """Deals a second against boards and transactions a second, inside a process and as a whole one."""
        for deals, rounds in zip(self.sizes.deals, self.sizes.rounds, strict=True):
            files = {"whist": self.whist(deals)}
            if self.endplay:
                files["endplay"] = self.file(f"{deals}.pbn", boards(deals))
            if self.beancount:
                files["beancount"] = self.file(f"{deals}.beancount", transactions(deals))
            cost: dict[str, list[float]] = {name: [] for name in files}  # seconds an item
            whole: dict[str, list[float]] = {name: [] for name in files}
            for _ in range(rounds):
                for name, path in files.items():
                    cost[name].append(inside(name, path) / deals)
                for name, path in files.items():
                    whole[name].append(seconds(self.whole(name, path)) / deals)
            for title, times in (("parse + check + score", cost), ("check, whole process", whole)):
                for name, goal, unit in (("endplay", ">= 6", "boards"), ("beancount", "", "transactions")):
                    what, ours = f"{title}, {deals:,} deals", f"{1 / median(times['whist']):,.0f} deals/s"
                    if name not in files:
                        yield Row("-", goal, what, ours, name, HINT)
                        continue
                    shown = f"{1 / ratio(times['whist'], times[name]):.1f}"
                    speed = f"{1 / median(times[name]):,.0f} {unit}/s"
                    yield Row(shown, goal, what, ours, f"{name}, {deals:,} {unit}", speed)

    def whole(self, name: str, path: str) -> list[str]:
        """The command that reads a file of a tool as a whole process."""
        if name == "whist":
            return [PYTHON, "-m", "whistcli", "check", path]
        bean = script("bean-check")
        if name == "beancount" and bean:
            return [bean, "--no-cache", path]
        return [PYTHON, "-m", "tests.bench.inside", name, path]

    # -- cards -----------------------------------------------------------------------------------------------------

    def cards(self) -> Iterator[Row]:
        """A played card against a chess ply, inside a process."""
        deals = self.sizes.played
        what = f"read + judge {deals:,} played deals"
        whist = self.file("played.whist", full_play(deals))
        if not installed("chess"):
            yield Row("-", ">= 1", what, f"{1 / inside('cards', whist):,.0f} cards/s", "python-chess", HINT)
            return
        pgn = self.file("games.pgn", games(max(1, deals // 2)))
        times: dict[str, list[float]] = {"cards": [], "plies": []}
        for _ in range(3):
            times["cards"].append(inside("cards", whist))
            times["plies"].append(inside("plies", pgn))
        shown = f"{1 / ratio(times['cards'], times['plies']):.1f}"
        ours, theirs = (f"{1 / median(times[name]):,.0f} {name}/s" for name in times)
        yield Row(shown, ">= 1", what, ours, "python-chess, PGN plies", theirs)

    # -- a season --------------------------------------------------------------------------------------------------

    def season(self) -> Iterator[Row]:
        """Standings of a whole season in one command, against the start-up of Python and against reading it twice."""
        evenings, tables, deals = self.sizes.season
        count = evenings * tables * deals
        whole = self.folder_of("season", evenings)
        shown = [PYTHON, "-m", "whistcli", "standings", whole, "--format", "csv"]
        what = f"standings, {evenings} evenings x {tables} tables x {deals} deals"
        times: dict[str, list[float]] = {"bare": [], "compare": [], "1": [], "2": []}
        long = self.whist(count)
        seconds(shown)
        for _ in range(3):
            times["bare"].append(seconds([PYTHON, "-c", "pass"]))
            times["compare"].append(inside("compared", long) * count)
            for jobs in ("1", "2"):
                times[jobs].append(seconds([*shown, "--jobs", jobs]))
        for jobs in ("1", "2"):
            ours = f"{_ms(times[jobs])}, --jobs {jobs}"
            yield Row(f"{ratio(times[jobs], times['bare']):.0f}", "", what, ours, "python -c pass", _ms(times["bare"]))
        against, theirs = "compare, as many deals in one file", _ms(times["compare"])
        yield Row(f"{ratio(times['1'], times['compare']):.2f}", "", what, f"{_ms(times['1'])}, --jobs 1", against, theirs)
        few = max(1, evenings // 8)
        small = [PYTHON, "-m", "whistcli", "standings", self.folder_of("few", few), "--format", "csv"]
        more, less = megabytes(shown), megabytes(small)
        files = f"{evenings * tables} files against {few * tables}"
        yield Row(f"{more / less:.2f}", "<= 1.1", f"peak memory, standings of {files}", f"{more:.0f} MB", "fewer files",
                  f"{less:.0f} MB")

    def folder_of(self, name: str, evenings: int) -> str:
        """A folder with the transcripts of a season."""
        _, tables, deals = self.sizes.season
        path = os.path.join(self.folder, name)
        os.mkdir(path)
        for file, text in season(evenings, tables, deals):
            self.file(os.path.join(name, file), [text])
        return path

    # -- memory --------------------------------------------------------------------------------------------------------

    def memory(self) -> Iterator[Row]:
        """The peak of a long check."""
        deals = self.sizes.memory
        peak = megabytes([PYTHON, "-m", "whistcli", "check", self.whist(deals)])
        bare = megabytes([PYTHON, "-c", "pass"])
        what = f"peak memory, check of {deals:,} deals"
        yield Row(f"{peak / bare:.1f}", "", what, f"{peak:.0f} MB (goal <= 60)", "python -c pass", f"{bare:.0f} MB")


def _ms(times: Iterable[float]) -> str:
    return f"{1000 * median(times):.0f} ms"


def table(rows: list[Row]) -> Iterator[str]:
    """The rows in aligned columns."""
    head = Row("ratio", "goal", "what", "whistcli", "against", "it")
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    for row in (head, Row(*("-" * width for width in widths)), *rows):
        cells = [row[0].rjust(widths[0]), *(cell.ljust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        yield "  ".join(cells).rstrip()


def profile(path: str) -> None:
    """Where the time of a long check goes."""
    import cProfile
    import pstats

    from .inside import whist

    with cProfile.Profile() as found:
        whist(path)
    pstats.Stats(found).sort_stats("tottime").print_stats(30)
    subprocess.run([PYTHON, "-X", "importtime", "-m", "whistcli", "check", path], check=False)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes: does it run at all?")
    parser.add_argument("--profile", action="store_true", help="profile whistcli instead of comparing it")
    options = parser.parse_args()
    sizes = QUICK if options.quick else FULL
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder, sizes)
        if options.profile:
            profile(bench.whist(sizes.deals[0]))
            return
        rows = [*bench.start(), *bench.speed(), *bench.cards(), *bench.season(), *bench.memory()]
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}; ratios are medians of "
          "pairs that ran in turn; a ratio of speeds above 1 means that whistcli is faster")
    for line in table(rows):
        print(line)


if __name__ == "__main__":
    main()
