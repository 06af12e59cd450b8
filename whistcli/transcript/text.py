"""From bytes to lines: decoding, line ends, normal form; what is no text is refused with one clear finding.

Lines come in batches, so that a file of any length is read in the memory of a few of them.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import BinaryIO, NamedTuple, NoReturn

from whistcli.diag import Finding, Span, Unusable
from whistcli.say import Reason
from whistcli.transcript.faults import Fault

LONGEST_LINE = 10_000
"""Characters; a longer line is not read, with a finding."""
LONGEST_USABLE = 1_000_000
"""Characters; a file with a longer line is no transcript at all."""

_BATCH = 1 << 16
_UTF8 = codecs.getincrementaldecoder("utf-8")
_MOST_BAD = 0.3
_MARKS = ((b"\xff\xfe\x00\x00", "UTF-32"), (b"\x00\x00\xfe\xff", "UTF-32"), (b"\xff\xfe", "UTF-16"),
          (b"\xfe\xff", "UTF-16"))
_ODD = re.compile("[\ud800-\udfff\x00\u00a0\u202f\ufeff\ufffd]")
_BAD = "[\udc80-\udcff\x00]"
_HARD_SPACE = "[\u00a0\u202f]"
_HARD_SPACES = str.maketrans("\u00a0\u202f\x00", "   ")


class Batch(NamedTuple):
    """Some lines without their ends, the number of the first, and the faults of a few of them by line number."""

    first: int
    lines: list[str]
    faults: Mapping[int, tuple[Fault, ...]]


def refuse(path: str, code: str, line: int = 0, **args: object) -> NoReturn:
    """Raises Unusable: this file cannot be read as a transcript."""
    span = Span(line, 1) if line else Span(0, 0)
    raise Unusable(path, (Finding(code, span, args=args, hint=f"{code}.hint"),))


def opened(source: str | os.PathLike[str] | bytes) -> tuple[str, BinaryIO]:
    """The name to report and an open binary stream. Raises Unusable for what cannot be opened."""
    if isinstance(source, bytes):
        return "<text>", io.BytesIO(source)
    path = os.fspath(source)
    try:
        return path, open(path, "rb")
    except FileNotFoundError:
        refuse(path, "T-missing")
    except IsADirectoryError:
        refuse(path, "T-folder")
    except (OSError, ValueError) as error:
        if os.path.isdir(path):  # some systems answer "permission denied" for a folder
            refuse(path, "T-folder")
        refuse(path, "T-open", reason=Reason.of(error))


def batches(path: str, stream: BinaryIO) -> Iterator[Batch]:
    """The lines of a stream. Raises Unusable for what is not UTF-8 text, has a line without end, or holds nothing."""
    decoder = io.IncrementalNewlineDecoder(_UTF8("surrogateescape"), translate=True)
    number, rest, blank, start = 1, "", True, True
    try:
        while True:
            data = stream.read(_BATCH)
            if start:
                _refuse_foreign(path, data)
            text = rest + decoder.decode(data, final=not data)
            if start:
                text, start = text.removeprefix("\ufeff"), False
            lines = text.split("\n")
            rest = lines.pop() if data else ""
            if not data and lines[-1] == "":
                lines.pop()
            if len(text) > LONGEST_USABLE and max(map(len, [*lines, rest])) > LONGEST_USABLE:
                refuse(path, "T-endless", number + len(lines), limit=LONGEST_USABLE)
            if blank:
                blank = not text.strip()
            if lines:
                yield _cleaned(number, lines, text)
                number += len(lines)
            if not data:
                break
    except OSError as error:
        refuse(path, "T-open", reason=Reason.of(error))
    finally:
        stream.close()
    if blank:
        refuse(path, "T-blank")


def _refuse_foreign(path: str, data: bytes) -> None:
    """Refuses what is another encoding or no text, from its first bytes."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            refuse(path, "T-encoding", encoding=name)
    if not data:
        refuse(path, "T-blank")
    nuls = data.count(0)
    if nuls * 10 > len(data):
        half = max(data[0::2].count(0), data[1::2].count(0)) * 3 > len(data)
        refuse(path, "T-encoding" if half else "T-binary", encoding="UTF-16")
    if not data.isascii():
        bad = len(re.compile(_BAD).findall(data.decode("utf-8", "surrogateescape")))
        if bad > 3 and bad > _MOST_BAD * len(data):
            refuse(path, "T-binary")


def _cleaned(first: int, lines: list[str], text: str) -> Batch:
    """The lines in normal form; the usual batch of plain text is passed on as it is."""
    faults: dict[int, tuple[Fault, ...]] = {}
    odd = not text.isascii() and (_ODD.search(text) is not None or not unicodedata.is_normalized("NFC", text))
    if odd or "\x00" in text:
        for at, line in enumerate(lines):
            if not line.isascii() or "\x00" in line:
                lines[at], found = _clean(line)
                if found:
                    faults[first + at] = found
    if len(text) > LONGEST_LINE:
        for at, line in enumerate(lines):
            if len(line) > LONGEST_LINE:
                fault = Fault("T-long", 1, 1, hint="T-long.hint", args={"length": len(line), "limit": LONGEST_LINE})
                faults[first + at] = (fault,)
    return Batch(first, lines, faults)


def _clean(line: str) -> tuple[str, tuple[Fault, ...]]:
    line = unicodedata.normalize("NFC", line.lstrip("\ufeff"))
    faults = []
    bad = re.compile(_BAD).search(line)
    if bad:
        byte = ord(bad[0]) & 0xFF
        faults.append(Fault("T-byte", bad.start() + 1, 1, hint="T-byte.hint", args={"byte": f"0x{byte:02X}"}))
        line = re.sub("[\udc80-\udcff]", "\ufffd", line)
    space = re.compile(_HARD_SPACE).search(line)
    if space:
        args = {"name": f"U+{ord(space[0]):04X}"}
        faults.append(Fault("T-space", space.start() + 1, 1, args=args, severity="warning"))
    return line.translate(_HARD_SPACES), tuple(faults)
