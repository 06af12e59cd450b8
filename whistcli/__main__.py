"""Starts the program; the plain `check FILE ...` starts without the command-line library."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Runs the command line and exits with its code."""
    gc.set_threshold(50_000, 20, 50)  # what a long file leaves behind has no circles to look for
    args = sys.argv[1:]
    try:
        if len(args) > 1 and args[0] == "check" and not any(arg.startswith("-") and arg != "-" for arg in args[1:]):
            from whistcli.commands import Request, check

            code = check(args[1:], Request())
        else:
            from whistcli.cli import app

            code = 0
            app()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
