"""Text -> `Written` tree. The grammar is `grammar/expression.lark`; its terminal names never reach a person."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from whistcli import resources
from whistcli.expr.tree import MAX_DEPTH, MAX_TOKENS, Written

if TYPE_CHECKING:
    from lark import Lark, Token

_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,9})?", re.ASCII)
_PAIRS = {"OPEN": "CLOSE", "OPEN_LIST": "CLOSE_LIST", "OPEN_TABLE": "CLOSE_TABLE"}
_SHOWN = {
    "THEN": "then", "ELSE": "else", "CLOSE": ")", "CLOSE_LIST": "]", "CLOSE_TABLE": "}", "COLON": ":", "_COMMA": ",",
    "OPEN_LIST": "[", "OPEN": "(",
}
_ODD = {
    "=": "X-syntax.equals", "≠": "X-syntax.equals", "≤": "X-syntax.equals", "≥": "X-syntax.equals",
    "'": "X-syntax.quotes", '"': "X-syntax.quotes", "“": "X-syntax.quotes", "«": "X-syntax.quotes",
    "/": "X-syntax.division", "%": "X-syntax.division",
    "&": "X-syntax.words", "|": "X-syntax.words", "!": "X-syntax.words", "?": "X-syntax.words",
}
_VALUE_END = frozenset({"NAME", "NUMBER", "TRUE", "FALSE", "NONE", "CLOSE", "CLOSE_LIST"})
_VALUE_START = frozenset({"NAME", "NUMBER", "TRUE", "FALSE", "NONE", "LOOP", "IF", "OPEN_TABLE"})


@dataclass(slots=True)
class Fault(Exception):
    """The one thing that stops an expression from being read; `start` and `width` are characters of its text."""

    code: str
    key: str
    start: int
    width: int = 1
    args_: Mapping[str, object] = field(default_factory=dict)
    hint: str | None = None


def parse(text: str) -> Written:
    """The tree of one expression. Raises Fault.

    >>> parse("level >= 9").op
    'compare'
    """
    if not text.strip():
        raise Fault("X-syntax", "X-syntax.empty", 0)
    tokens = _tokens(text)
    from lark.exceptions import UnexpectedToken

    try:
        result: Any = _parser().parse(text)
    except UnexpectedToken as error:
        raise _explained(text, tokens, error) from None
    except RecursionError:  # cannot happen below the limits; kept so that a user's text can never end the program
        raise Fault("X-size", "X-size.depth", 0, 1, {"limit": MAX_DEPTH}) from None
    assert isinstance(result, Written)
    return result


@cache
def _parser() -> Lark:
    from lark import Lark, Transformer

    methods = {name: staticmethod(build) for name, build in _BUILDERS.items()}
    builder = type("Builder", (Transformer,), methods)()
    return Lark(resources.read("grammar", "expression.lark"), parser="lalr", lexer="basic", transformer=builder,
                maybe_placeholders=False)


def _tokens(text: str) -> list[Token]:
    """The words of the text, once they are few enough, well formed, and their brackets match. Raises Fault."""
    tokens = list(islice(_parser().lex(text), MAX_TOKENS + 1))
    if len(tokens) > MAX_TOKENS:
        raise Fault("X-size", "X-size.tokens", tokens[-1].start_pos or 0, 1, {"limit": MAX_TOKENS}, "X-size.hint")
    opened: list[Token] = []
    for token in tokens:
        start = token.start_pos or 0
        if token.type == "ODD":
            key = _ODD.get(str(token), "X-syntax.character")
            args = {"found": str(token), "code": f"U+{ord(str(token)):04X}"}
            raise Fault("X-syntax", key, start, 1, args)
        if token.type == "NUMBER" and not _NUMBER.fullmatch(token):
            raise Fault("X-syntax", "X-syntax.number", start, len(token), {"found": str(token)[:40]})
        if token.type in _PAIRS:
            opened.append(token)
        elif token.type in _PAIRS.values():
            if not opened:
                raise Fault("X-syntax", "X-syntax.stray", start, 1, {"found": str(token)})
            before = opened.pop()
            if _PAIRS[before.type] != token.type:
                raise Fault("X-syntax", "X-syntax.bracket", start, 1, {"found": str(token), "open": str(before),
                                                                       "wanted": _SHOWN[_PAIRS[before.type]]})
    if opened:
        last = opened[-1]
        raise Fault("X-syntax", "X-syntax.unclosed", last.start_pos or 0, 1,
                    {"open": str(last), "wanted": _SHOWN[_PAIRS[last.type]]})
    return tokens


def _explained(text: str, tokens: Sequence[Token], error: Any) -> Fault:
    """What is wrong at the token where reading stopped, in words."""
    token, wanted = error.token, set(error.accepts or error.expected or ())
    ended = token.type == "$END"
    start = len(text.rstrip()) if ended else token.start_pos or 0
    earlier = [item for item in tokens if ended or (item.start_pos or 0) < start]
    before = earlier[-1] if earlier else None
    shown = ["in"] if wanted == {"IN"} else [_SHOWN[name] for name in _SHOWN if name in wanted]
    args: dict[str, object] = {"found": str(token)[:40], "before": str(before)[:40] if before else ""}
    if (before is not None and before.type == "IS") or wanted == {"NONE"}:
        key = "is"
    elif before is not None and before.type == "CLOSE_TABLE" and wanted == {"OPEN_LIST"}:
        key = "index"
    elif before is not None and before.type == "_DOT":
        key = "part"
    elif wanted & {"NAME", "NUMBER"}:
        key = "missing_end" if ended else "missing"
        if token.type == "COMPARE" and before is not None and before.type == "COMPARE":
            key = "operators"
    elif ended and {"THEN", "ELSE"} & wanted:
        key = "then"
        args["wanted"] = "then" if "THEN" in wanted else "else"
    elif before is not None and before.type in _VALUE_END and token.type in _VALUE_START:
        key = "two"
    elif shown:
        key = "unexpected_end" if ended else "unexpected"
        args["wanted"] = shown
    else:
        key = "over"
    return Fault("X-syntax", f"X-syntax.{key}", start, 1 if ended else len(token), args)


def _node(op: str, children: Sequence[Any], value: Any = None, keep: Sequence[Written] | None = None) -> Written:
    """One tree node over all its children's text; `keep` are its parts, by default the children that are nodes."""
    args = tuple(child for child in children if isinstance(child, Written)) if keep is None else tuple(keep)
    depth = 1 + max((arg.depth for arg in args), default=0)
    start, end = _start(children[0]), _end(children[-1])
    if depth > MAX_DEPTH:
        raise Fault("X-size", "X-size.depth", start, end - start, {"limit": MAX_DEPTH}, "X-size.hint")
    return Written(op, start, end, args, value, depth=depth)


def _start(child: Any) -> int:
    return child.start if isinstance(child, Written) else int(child.start_pos)


def _end(child: Any) -> int:
    return child.end if isinstance(child, Written) else int(child.end_pos)


def _number(children: list[Any]) -> Written:
    text = str(children[0])
    return _node("number", children, Decimal(text) if "." in text else int(text))


def _group(children: list[Any]) -> Written:
    inner: Written = children[1]
    return replace(inner, start=_start(children[0]), end=_end(children[2]), grouped=True)


def _compare(children: list[Any]) -> Written:
    left, tail = children[0], children[1]
    if len(children) > 2:
        width = children[-1].end - left.start
        raise Fault("X-syntax", "X-syntax.chained", left.start, width, {}, "X-syntax.chained.hint")
    op, value = tail.value
    return _node(op, children, value, (left, *tail.args))


def _tail(op: str, value: Any) -> Any:
    def build(children: list[Any]) -> Written:
        return _node("tail", children, (op, str(children[0]) if value is None else value))
    return build


def _loop(children: list[Any]) -> Written:
    word, _, binding, _, body, _ = children
    if binding.op != "in" or binding.value or binding.grouped or binding.args[0].op != "name":
        raise Fault("X-syntax", "X-syntax.loop", binding.start, binding.end - binding.start, {"word": str(word)})
    name, source = binding.args
    return _node("loop", children, (str(word), name), (source, body))


def _extreme(children: list[Any]) -> Written:
    word = str(children[0])
    node = _node("extreme", children, word)
    if word not in ("max", "min") or len(node.args) < 2:
        raise Fault("X-syntax", "X-syntax.loop", node.start, node.end - node.start, {"word": word})
    return node


def _entry(children: list[Any]) -> Written:
    return _node("entry", children)


_BUILDERS: dict[str, Any] = {
    "start": lambda c: c[0],
    "conditional": lambda c: _node("if", c),
    "or_": lambda c: _node("or", c),
    "and_": lambda c: _node("and", c),
    "not_": lambda c: _node("not", c),
    "compare": _compare,
    "tail_compare": _tail("compare", None),
    "tail_in": _tail("in", False),
    "tail_not_in": _tail("in", True),
    "tail_none": _tail("is_none", False),
    "tail_not_none": _tail("is_none", True),
    "arithmetic": lambda c: _node("arithmetic", c, str(c[1])),
    "negative": lambda c: _node("negative", c),
    "default": lambda c: _node("default", c),
    "part": lambda c: _node("part", c, str(c[1])),
    "number": _number,
    "yes": lambda c: _node("bool", c, True),
    "no": lambda c: _node("bool", c, False),
    "nothing": lambda c: _node("none", c),
    "name": lambda c: _node("name", c, str(c[0])),
    "call": lambda c: _node("call", c, str(c[0])),
    "group": _group,
    "loop": _loop,
    "extreme": _extreme,
    "list_": lambda c: _node("list", c),
    "table": lambda c: _node("table", c),
    "entry": _entry,
    "entry_else": _entry,
}
