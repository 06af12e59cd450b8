"""Measures whole processes, in turn, so that a machine whose speed drifts is as kind to one as to the other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from statistics import median
from time import perf_counter

PEAK = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Every tool may keep its byte code, as it may where it is installed."""


class Failed(Exception):
    """A command did not do what it was measured for."""


def seconds(command: Sequence[str]) -> float:
    """How long a command runs, as a whole process."""
    start = perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False)
    took = perf_counter() - start
    if done.returncode:
        raise Failed(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return took


def inside(what: str, path: str) -> float:
    """The seconds that one of `inside`'s functions counts in a fresh process."""
    command = [sys.executable, "-m", "tests.bench.inside", what, path]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    if done.returncode:
        raise Failed(done.stderr)
    return float(done.stdout)


def megabytes(command: Sequence[str]) -> float:
    """The peak memory of a whole process; a small helper starts it, for a child inherits its parent's peak."""
    helper = [sys.executable, "-I", "-S", "-c", PEAK, *command]
    done = subprocess.run(helper, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    code, _, peak = done.stdout.partition(" ")
    if done.returncode or code != "0":
        raise Failed(f"{' '.join(command)}: {done.stdout} {done.stderr}")
    return int(peak) / (1024 * 1024 if sys.platform == "darwin" else 1024)


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of the pairs."""
    return median(one / other for one, other in zip(ours, theirs, strict=True))


def script(name: str) -> str | None:
    """A command of the environment that runs this."""
    path = os.path.join(os.path.dirname(sys.executable), name)
    return path if os.path.isfile(path) else None
