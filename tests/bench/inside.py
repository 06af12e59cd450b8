"""What is timed inside one process, imports excluded: `python -m tests.bench.inside WHAT FILE` prints the seconds."""

from __future__ import annotations

import sys
from time import perf_counter


def whist(path: str) -> float:
    """Reads, checks and scores a transcript."""
    from whistcli.evening import Evening

    start = perf_counter()
    evening = Evening(path)
    wrong = sum(len(deal.result.placed) for deal in evening if deal.result.status == "illegal")
    assert not wrong
    assert evening.totals.points
    return perf_counter() - start


def cards(path: str) -> float:
    """Reads and judges fully played deals: the seconds a card."""
    from whistcli.evening import Evening

    start, count = perf_counter(), 0
    for deal in Evening(path):
        assert deal.result.played is not None
        assert deal.result.played.complete
        count += sum(map(len, deal.result.played.cards))
    return (perf_counter() - start) / count


def compared(path: str) -> float:
    """Reads a transcript under two rulesets: the seconds a deal."""
    from whistcli.compare import Comparison
    from whistcli.evening import Evening

    start = perf_counter()
    comparison = Comparison(Evening(path), Evening(path))
    assert not list(comparison)
    return (perf_counter() - start) / comparison.deals


def plies(path: str) -> float:
    """Reads chess games: the seconds a ply."""
    import chess.pgn

    start, count = perf_counter(), 0
    with open(path, encoding="utf-8") as handle:
        while (game := chess.pgn.read_game(handle)) is not None:
            assert not game.errors
            count += sum(1 for _ in game.mainline_moves())
    return (perf_counter() - start) / count


def endplay(path: str) -> float:
    """Reads boards and scores their contracts."""
    from endplay.parsers import pbn

    start = perf_counter()
    with open(path, encoding="utf-8") as handle:
        found = [board.contract.score(board.vul) for board in pbn.load(handle)]
    assert found
    return perf_counter() - start


def beancount(path: str) -> float:
    """Loads a ledger, its checks included."""
    from beancount import loader

    loader.initialize(use_cache=False)
    start = perf_counter()
    entries, errors, _ = loader.load_file(path)
    assert entries
    assert not errors
    return perf_counter() - start


if __name__ == "__main__":
    print(globals()[sys.argv[1]](sys.argv[2]))
