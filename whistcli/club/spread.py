"""Does the same to many things, in one process or several, and shows how far it is: results come in their order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from time import monotonic
from typing import TextIO, TypeVar

A = TypeVar("A")
R = TypeVar("R")
WIDTH = 30
PATIENCE = 0.5
"""Seconds of work before a bar is drawn: what is done sooner needs none."""


class Bar:
    """A bar on the error stream, drawn only where that is a terminal.

    Twenty lines of our own: the libraries that draw one would take longer to import than a season takes to read.
    """

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total = total
        self.stream = stream or sys.stderr
        self.wanted = total > 1 and self.stream.isatty()
        self.start = self.last = monotonic()
        self.width = 0

    def show(self, done: int) -> None:
        """Draws the bar, ten times a second at most."""
        now = monotonic()
        if not self.wanted or now - self.start < PATIENCE or (now - self.last < 0.1 and self.width):
            return
        self.last = now
        filled = WIDTH * done // self.total
        text = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{self.total}"
        self.width = max(self.width, len(text))
        self.stream.write("\r" + text.ljust(self.width))
        self.stream.flush()

    def clear(self) -> None:
        """Wipes it away: what is printed next stands alone."""
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()


def spread(
    work: Callable[[A], R], items: Sequence[A], jobs: int, ready: Callable[..., None] | None = None,
    given: tuple[object, ...] = (),
) -> Iterator[R]:
    """The result of `work` for each item, in their order; `ready(*given)` is called first in each process.

    `work` and `ready` are functions of a module: other processes import them anew. Where one of these is killed, the
    rest is done here.
    """
    bar = Bar(len(items))
    done = 0
    try:
        for result in _results(work, items, min(jobs, len(items)), ready, given):
            done += 1
            bar.show(done)
            yield result
    finally:
        bar.clear()


def _results(
    work: Callable[[A], R], items: Sequence[A], jobs: int, ready: Callable[..., None] | None, given: tuple[object, ...]
) -> Iterator[R]:
    done = 0
    if jobs > 1:
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import get_context

        # spawned everywhere: the same on every system, and nothing of this process is copied
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), ready, given)  # type: ignore[arg-type]
        try:
            for result in pool.map(work, items, chunksize=max(1, min(8, len(items) // (4 * jobs)))):
                done += 1
                yield result
            return
        except BrokenProcessPool:
            pass
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    if ready is not None:
        ready(*given)
    for item in islice(items, done, None):
        yield work(item)
