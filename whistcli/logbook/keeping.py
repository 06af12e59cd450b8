"""The file of a log: written whole at every entry, and by one program at a time.

The lock is the system's, on a small file beside the transcript: it ends with the process, however that ends. Its text
says who holds it; where a text is left without a lock, its writer was killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
import sys
from typing import NamedTuple

from whistcli.say import sentence


class Holder(NamedTuple):
    """Who holds, or held, a lock; says itself."""

    pid: int = 0
    host: str = "?"

    def say(self, lang: str) -> str:
        """The process and its machine in words."""
        return sentence("M-locked.who", {"pid": self.pid or "?", "host": self.host}, lang)


class Locked(Exception):
    """The file is taken; `far` says that only another machine could tell whether its holder still runs."""

    def __init__(self, holder: Holder, far: bool = False) -> None:
        super().__init__(str(holder))
        self.holder, self.far = holder, far


def _beside(path: str, ending: str) -> str:
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.{ending}")


if sys.platform == "win32":  # pragma: no cover - the other system's lock
    import msvcrt

    def _taken(handle: int) -> bool:
        """Takes the lock of an open file; whether that succeeded."""
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # behind the text, which others may read
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _taken(handle: int) -> bool:
        """Takes the lock of an open file; whether that succeeded."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


class Lock:
    """The lock on one transcript. `stale` is who was killed while holding it before, if anybody."""

    def __init__(self, path: str, take_over: bool = False) -> None:
        """Takes the lock. Raises Locked where another has it, OSError where no file can stand beside the transcript."""
        self._path = _beside(path, "lock")
        self.stale: Holder | None = None
        while True:
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
            if not _taken(self._handle):
                holder = self._holder()
                os.close(self._handle)
                raise Locked(holder or Holder())
            if self._still_there():
                break
            os.close(self._handle)  # its holder removed it between our opening and our locking
        left = self._holder()
        if left is not None and left.host != socket.gethostname() and not take_over:
            os.close(self._handle)
            raise Locked(left, far=True)
        self.stale = left
        os.ftruncate(self._handle, 0)
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.write(self._handle, json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode())

    def _still_there(self) -> bool:
        try:
            return os.path.samestat(os.fstat(self._handle), os.stat(self._path))
        except FileNotFoundError:
            return False

    def _holder(self) -> Holder | None:
        """Who has written himself into the lock file; `None` where nobody has."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        try:
            said = json.loads(os.read(self._handle, 4096) or b"null")
            return None if said is None else Holder(int(said["pid"]), str(said["host"]))
        except (ValueError, KeyError, TypeError):
            return Holder()

    def release(self) -> None:
        """Gives the lock up and removes its file."""
        with contextlib.suppress(OSError):
            if sys.platform != "win32":
                os.unlink(self._path)  # while it is still held: nobody can be waiting on a file that is gone
            os.close(self._handle)
            if sys.platform == "win32":  # pragma: no cover
                os.unlink(self._path)


def read(path: str) -> bytes:
    """The bytes of a file, none where there is no file yet. Raises OSError."""
    try:
        with open(path, "rb") as handle:
            return handle.read()
    except FileNotFoundError:
        return b""


def write(path: str, data: bytes) -> None:
    """Writes a file so that whatever happens either the old or the new text stands there whole. Raises OSError.

    Only the holder of the lock writes, so that the file beside has one name and what a killed writer left is reused.
    """
    beside = _beside(path, "tmp")
    with open(beside, "wb") as handle:
        handle.write(data)
        handle.flush()
        os.fsync(handle.fileno())
    with contextlib.suppress(FileNotFoundError):
        os.chmod(beside, stat.S_IMODE(os.stat(path).st_mode))
    os.replace(beside, path)
    if sys.platform != "win32":
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def tidy(path: str) -> None:
    """Removes what a killed writer left beside the file."""
    with contextlib.suppress(OSError):
        os.unlink(_beside(path, "tmp"))
