"""Reads a YAML file into nodes that know where they stand; every scalar stays the text that was written.

Only the plain part of YAML is read: maps, lists and scalars. What makes a file say something else than it shows
(anchors, merge keys, tags, `no` read as false) is refused or not done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from whistcli.diag import Finding, Span

if TYPE_CHECKING:
    from yaml import Event, YAMLError

MAX_DEPTH = 50
MAX_SCALAR = 64 * 1024
MAX_FILE = 4 * 1024 * 1024
MOST_LABELS = 3
"""After so many labels, references and marks the file is not read on: it is of another kind."""

# Patterns are compiled where they are used: the first takes as long as everything else that a check imports.
# The YAML library breaks lines at three more characters than editors do; every position after one would be wrong.
_ODD = "[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
_INT = r"-?(?:0|[1-9][0-9]{0,17})"
_DECIMAL = r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,9})?"
_LOOSE_BOOL = frozenset({"yes", "no", "on", "off", "y", "n", "oui", "non", "ja", "nee", "true", "false"})


@dataclass(frozen=True, slots=True)
class Scalar:
    """A piece of text, a number or a word, exactly as written.

    `quoted` and `block` say how; `escaped` that a backslash in double quotes changed the text. `places` maps the
    text to the file: (offset in the text, place in the file) of each unbroken stretch, in order.
    """

    span: Span
    text: str
    quoted: bool = False
    block: bool = False
    escaped: bool = False
    places: tuple[tuple[int, Span], ...] = field(default=(), repr=False)

    @property
    def empty(self) -> bool:
        """Nothing was written: `key:` with no value behind it."""
        return not self.text and not self.quoted and not self.block

    def at(self, offset: int, width: int = 1) -> Span:
        """The place in the file of the character `offset` (from 0) of the text.

        Exact for text written plainly or in quotes, also over several lines (`width` then stops at the line's
        end); the start of the scalar for block text and for quoted text with backslashes.

        >>> node, _ = load("that: 'level >= 9'")
        >>> node.get("that").at(9).column
        17
        """
        found: tuple[int, Span] | None = None
        for place in self.places:
            if place[0] > offset:
                break
            found = place
        if found is None:
            return self.span
        start, span = found
        column = span.column + offset - start
        return Span(span.line, column, max(1, min(width, span.column + span.width - column)), span.text, span.file)


@dataclass(frozen=True, slots=True)
class MapNode:
    """A map: keys with their values, in the order of the file, each key once."""

    span: Span
    items: tuple[tuple[Scalar, Node], ...]

    def get(self, key: str) -> Node | None:
        """The value of `key`, or None where it is not written."""
        return next((value for name, value in self.items if name.text == key), None)

    def key(self, name: str) -> Scalar | None:
        """The key `name` itself, for its place, or None."""
        return next((key for key, _ in self.items if key.text == name), None)


@dataclass(frozen=True, slots=True)
class SeqNode:
    """A list of values."""

    span: Span
    items: tuple[Node, ...]


Node = Scalar | MapNode | SeqNode


def load(text: str, file: str = "") -> tuple[Node | None, list[Finding]]:
    r"""The nodes of one YAML file, and what is wrong with it.

    The node is None where the file could not be read to its end (broken, too deep, too large, empty); with other
    faults (a key written twice, an anchor) the rest is still there. Never raises for what a file holds. `file` is
    the name that the spans carry.

    >>> node, findings = load("suits: {value: [hearts, no]}")
    >>> [item.text for item in node.get("suits").get("value").items], findings
    (['hearts', 'no'], [])
    >>> load("a: 1\na: 2")[1][0].args["line"]
    1
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    if len(text) > MAX_FILE or len(text.encode("utf-8", "surrogatepass")) > MAX_FILE:
        return None, [Finding("R-large", Span(1, 1, 1, lines[0][:200], file), key="R-large.file", args={"limit": 4})]
    odd = re.compile(_ODD).search(text)
    if odd is not None:
        line = text.count("\n", 0, odd.start())
        span = Span(line + 1, odd.start() - text.rfind("\n", 0, odd.start()), 1, lines[line], file)
        if odd.group() == "\t":
            return None, [Finding("R-yaml", span, key="R-yaml.tab")]
        return None, [Finding("R-yaml", span, key="R-yaml.control", args={"code": f"U+{ord(odd.group()):04X}"})]
    return _Reader(text, lines, file).read()


def as_int(node: Node) -> int | Finding:
    """The whole number that a node holds: an optional minus and digits, no leading zero, no quotes.

    >>> as_int(load("-14")[0]), as_int(load("010")[0]).key
    (-14, 'R-value.int')
    """
    if isinstance(node, Scalar) and not (node.quoted or node.block) and re.compile(_INT, re.ASCII).fullmatch(node.text):
        return int(node.text)
    return _unfit(node, "R-value.int")


def as_decimal(node: Node) -> Decimal | Finding:
    """The exact decimal that a node holds: `1.5`, `-0.25`, `12`.

    >>> as_decimal(load("1.50")[0])
    Decimal('1.50')
    """
    decimal = re.compile(_DECIMAL, re.ASCII)
    if isinstance(node, Scalar) and not (node.quoted or node.block) and decimal.fullmatch(node.text):
        return Decimal(node.text)
    return _unfit(node, "R-value.decimal")


def as_bool(node: Node) -> bool | Finding:
    """The yes or no that a node holds: `true` or `false`, written exactly so.

    >>> as_bool(load("true")[0]), as_bool(load("yes")[0]).key
    (True, 'R-value.yes')
    """
    if isinstance(node, Scalar):
        if node.text in ("true", "false") and not (node.quoted or node.block):
            return node.text == "true"
        if node.text.casefold() in _LOOSE_BOOL:
            return _unfit(node, "R-value.yes")
    return _unfit(node, "R-value.bool")


def _unfit(node: Node, key: str) -> Finding:
    found = node.text[:40] if isinstance(node, Scalar) else "{...}" if isinstance(node, MapNode) else "[...]"
    return Finding("R-value", node.span, key=key, args={"found": found})


@dataclass(slots=True)
class _Frame:
    """A map or list that is still open; `key` is the key that waits for its value, `refused` that it is none."""

    span: Span
    is_map: bool
    items: list[tuple[Scalar, Node]] = field(default_factory=list)
    values: list[Node] = field(default_factory=list)
    key: Scalar | None = None
    refused: bool = False
    keys: dict[str, int] = field(default_factory=dict)


class _Stop(Exception):
    """Reading cannot go on; the finding that says why is already noted."""


class _Reader:
    """Builds nodes from the parser's events with a stack of its own, so that no file can exhaust Python's."""

    def __init__(self, text: str, lines: list[str], file: str = "") -> None:
        self.file = file
        self.text, self.lines = text, lines
        self.findings: list[Finding] = []
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.documents = 0
        self.labels: set[str] = set()
        self.marked = 0

    def read(self) -> tuple[Node | None, list[Finding]]:
        import yaml  # only who reads a ruleset pays for it

        try:
            for event in _events(self.text):
                self.take(event)
        except _Stop:
            return None, self.findings
        except yaml.YAMLError as error:
            self.findings.append(self.broken(error))
            return None, self.findings
        if self.root is None or (isinstance(self.root, Scalar) and self.root.empty):
            self.note("R-yaml", self.span(0, 0), "R-yaml.empty")
            return None, self.findings
        return self.root, self.findings

    def span(self, line: int, column: int, width: int = 1) -> Span:
        line = min(line, len(self.lines) - 1)
        return Span(line + 1, column + 1, max(1, width), self.lines[line], self.file)

    def note(self, code: str, span: Span, key: str = "", **args: object) -> None:
        self.findings.append(Finding(code, span, key=key, args=args))

    def take(self, event: Any) -> None:
        name = type(event).__name__
        start = event.start_mark
        if name == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                self.note("R-yaml", self.span(start.line, start.column, 3), "R-yaml.documents")
                raise _Stop
        elif name in ("MappingStartEvent", "SequenceStartEvent"):
            self.refuse_marks(event)
            if len(self.stack) >= MAX_DEPTH:
                self.note("R-deep", self.span(start.line, start.column), limit=MAX_DEPTH)
                raise _Stop
            self.stack.append(_Frame(self.span(start.line, start.column), name == "MappingStartEvent"))
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            frame = self.stack.pop()
            done = MapNode(frame.span, tuple(frame.items)) if frame.is_map else SeqNode(frame.span, tuple(frame.values))
            self.put(done)
        elif name == "ScalarEvent":
            self.refuse_marks(event)
            self.put(self.scalar(event))
        elif name == "AliasEvent":
            if event.anchor not in self.labels:  # else the label has been refused, and the reference follows from it
                self.mark(self.span(start.line, start.column, event.end_mark.column - start.column), "R-anchor.alias")
            self.put(Scalar(self.span(start.line, start.column), ""))

    def refuse_marks(self, event: Any) -> None:
        start = event.start_mark
        if event.anchor is not None:
            self.labels.add(event.anchor)
            self.mark(self.span(start.line, start.column, len(event.anchor) + 1), name=event.anchor)
        if event.tag is not None:
            self.mark(self.span(start.line, start.column), "R-anchor.tag")

    def mark(self, span: Span, key: str = "", **args: object) -> None:
        self.note("R-anchor", span, key, **args)
        self.marked += 1
        if self.marked >= MOST_LABELS:
            raise _Stop

    def put(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        if not frame.is_map:
            frame.values.append(node)
        elif frame.key is None:
            frame.key = self.as_key(node, frame)
        else:
            key, frame.key = frame.key, None
            if frame.refused:  # what stands under a key that is none goes with it
                frame.refused = False
                return
            if key.text in frame.keys:
                self.note("R-duplicate", key.span, name=key.text, line=frame.keys[key.text], again=key.span.line)
                return
            frame.keys[key.text] = key.span.line
            frame.items.append((key, node))

    def as_key(self, node: Node, frame: _Frame) -> Scalar:
        frame.refused = True
        if not isinstance(node, Scalar):
            self.note("R-yaml", node.span, "R-yaml.complex")
            return Scalar(node.span, "")
        if node.text == "<<" and not node.quoted:
            self.mark(node.span, "R-anchor.merge")
        elif node.empty:
            self.note("R-yaml", node.span, "R-yaml.nokey")
        else:
            frame.refused = False
        return node

    def scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark, event.end_mark
        line_end = end.column if end.line == start.line else len(self.lines[min(start.line, len(self.lines) - 1)])
        span = self.span(start.line, start.column, line_end - start.column)
        if len(event.value) > MAX_SCALAR:
            self.note("R-large", span, "R-large.scalar", limit=MAX_SCALAR // 1024)
            raise _Stop
        style = event.style
        if style in ("|", ">"):
            return Scalar(span, event.value, block=True)
        quoted = style in ("'", '"')
        escaped = style == '"' and "\\" in self.raw(start, end)
        places = () if escaped else self.places(start, end, event.value, style if quoted else "")
        return Scalar(span, event.value, quoted=quoted, escaped=escaped, places=places)

    def raw(self, start: Any, end: Any) -> str:
        if start.line >= len(self.lines):  # what is missing after the last line
            return ""
        if start.line == end.line:
            row: str = self.lines[start.line][start.column:end.column]
            return row
        rows = [self.lines[start.line][start.column:], *self.lines[start.line + 1:end.line]]
        return "\n".join([*rows, self.lines[end.line][:end.column] if end.line < len(self.lines) else ""])

    def places(self, start: Any, end: Any, value: str, quote: str) -> tuple[tuple[int, Span], ...]:
        """Where each stretch of a plain or quoted scalar stands: the folding of lines done again, and compared."""
        rows = self.raw(start, end).split("\n")
        if quote:
            rows[0] = rows[0][1:]
            rows[-1] = rows[-1][:-1]
        places: list[tuple[int, Span]] = []
        built, blank, last = "", 0, len(rows) - 1
        for index, row in enumerate(rows):
            kept = row if quote and index == last else row.rstrip(" ")
            body = kept.lstrip(" ") if index else kept
            if not body and 0 < index < last:
                blank += 1
                continue
            if index:
                built += "\n" * blank or " "
                blank = 0
            column = len(quote) + start.column if not index else len(kept) - len(body)
            for part in body.split("''") if quote == "'" else [body]:
                tail = "'" if quote == "'" and part is not body else ""
                places.append((len(built), self.span(start.line + index, column, len(part) + len(tail))))
                built += part + tail
                column += len(part) + 2
            if quote == "'" and "''" in body:
                built = built[:-1]
        if built != value:  # a way of writing that this re-reading does not know: the start is still right
            return ()
        return tuple(places)

    def broken(self, error: YAMLError) -> Finding:
        """What the library could not read, in words of ours."""
        problem = f"{getattr(error, 'context', None) or ''} / {getattr(error, 'problem', None) or ''}".casefold()
        mark = getattr(error, "problem_mark", None)
        opened = getattr(error, "context_mark", None)
        key = next((key for words, key in _PROBLEMS if any(word in problem for word in words)), "R-yaml")
        if opened is not None and key in ("R-yaml.quote", "R-yaml.bracket"):
            mark = opened
        line, column = (mark.line, mark.column) if mark is not None else (0, 0)
        if line >= len(self.lines) or (line and line == len(self.lines) - 1 and not self.lines[line]):
            line = max(0, len(self.text.rstrip().split("\n")) - 1)
            column = len(self.lines[line].rstrip())
        elif mark is not None and self.lines[line][column:column + 1] == ":" and "expected" in problem:
            key = "R-yaml.nokey"
        if "nesting depth" in problem:
            return Finding("R-deep", self.span(line, column), args={"limit": MAX_DEPTH})
        return Finding("R-yaml", self.span(line, column), key=key)


_PROBLEMS = (
    (("quoted scalar",), "R-yaml.quote"),
    (("flow mapping", "flow sequence", "',' or ']'", "',' or '}'"), "R-yaml.bracket"),
    (("mapping values are not allowed",), "R-yaml.colon"),
    (("expected ':'",), "R-yaml.key"),
    (("cannot start any token",), "R-yaml.character"),
    (("anchor", "alias"), "R-yaml.mark"),
    (("block mapping", "block collection", "block end", "not allowed in this context", "indent"), "R-yaml.indent"),
)


def _events(text: str) -> Iterator[Event]:
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return iter(yaml.parse(text, Loader=loader))
