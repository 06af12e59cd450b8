"""What every test module shares: the Hypothesis profile, and the command line run inside this process or beside it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from browser import chromium  # noqa: F401 - a fixture, here once for all: a process drives one browser
from hypothesis import HealthCheck, settings

from whistcli.__main__ import main

settings.register_profile(
    "suite", max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("suite")

ROOT = Path(__file__).resolve().parent.parent
PLAIN = {"LC_ALL": "C", "LANG": "C", "LC_MESSAGES": "C"}
"""A locale that no language of messages follows from: they come in English."""


class Ran(NamedTuple):
    """What a run of the program left behind."""

    code: int
    out: str
    err: str


def run(*args: str, stdin: str | bytes | None = None, env: Mapping[str, str] | None = None) -> Ran:
    """Runs the command line in this process, as `python -m whistcli ARGS` would; streams are UTF-8."""
    data = stdin.encode() if isinstance(stdin, str) else stdin or b""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    code: object = 0
    with (
        mock.patch.dict(os.environ, {**PLAIN, **(env or {})}),
        mock.patch.object(sys, "argv", ["whistcli", *args]),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8")),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    return Ran(code if isinstance(code, int) else 0 if code is None else 1, *texts)


def run_process(*args: str, stdin: str | bytes | None = None, env: Mapping[str, str] | None = None) -> Ran:
    """Runs the command line as a process of its own: for start-up, real pipes and encodings."""
    data = stdin.encode() if isinstance(stdin, str) else stdin or b""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "whistcli", *args],
        input=data,
        capture_output=True,
        env={**os.environ, **PLAIN, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", **(env or {})},
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
