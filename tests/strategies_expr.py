"""Random well-typed expressions, as text, and random facts for them to read; a fact's value may be not known."""

from types import SimpleNamespace

from hypothesis import strategies as st

from whistcli.expr import (
    BOOL,
    CALL,
    DECIMAL,
    INT,
    KIND,
    RANK,
    RUNG,
    SEAT,
    SIDE,
    SUIT,
    UNKNOWN,
    Env,
    Fact,
    list_of,
    optional,
)

SUIT_WORDS = ("hearts", "diamonds", "clubs", "spades", "notrump")
KIND_WORDS = ("pair", "solo", "pass")
RANK_WORDS = {"ace": 14, "king": 13, "ten": 10, "two": 2}


def _facts(*rows):
    return {name: Fact(name, type_, params, unknown) for name, type_, unknown, *params in
            [(row[0], row[1], row[2], *row[3:]) for row in rows] for params in [tuple(params)]}


ENV = Env(
    facts=_facts(
        ("yes", BOOL, False), ("sure", BOOL, False), ("maybe", BOOL, True), ("perhaps", BOOL, True),
        ("level", INT, False), ("tricks", INT, False), ("secret", INT, True),
        ("bid", optional(INT), False), ("hidden_bid", optional(INT), True),
        ("rate", DECIMAL, False), ("odds", DECIMAL, True),
        ("suit", SUIT, False), ("trump", SUIT, True), ("named", optional(SUIT), False),
        ("kind", KIND, False), ("rank", RANK, False), ("top", RANK, True), ("step", RUNG, False), ("me", SEAT, False),
        ("calls", list_of(CALL), False), ("whispers", list_of(CALL), True), ("sizes", list_of(INT), False),
        ("seats", list_of(SEAT), False),
        ("own", optional(SIDE), False), ("rival", optional(SIDE), True),
        ("takers", list_of(SEAT), False, SUIT), ("holds", BOOL, True, RANK), ("worth", INT, False, INT),
        ("score", INT, True, INT),
    ),
    fields={
        "call": {"kind": KIND, "suit": optional(SUIT), "round": INT, "seat": SEAT},
        "side": {"rung": RUNG, "suit": SUIT, "level": optional(INT)},
    },
    kinds=frozenset(KIND_WORDS),
    suits=("hearts", "diamonds", "clubs", "spades"),
    rungs={("pair", 8): 1, ("pair", 9): 2, ("solo", None): 3, ("pass", "notrump"): 4},
)

_small = st.integers(-3, 13)
_record = st.builds(
    SimpleNamespace, kind=st.sampled_from(KIND_WORDS), suit=st.sampled_from((*SUIT_WORDS, None)),
    round=st.integers(1, 4), seat=st.integers(0, 3),
)
_side = st.builds(
    SimpleNamespace, rung=st.integers(0, 5), suit=st.sampled_from(SUIT_WORDS), level=st.none() | _small,
)
_decimal = st.decimals(-9, 9, places=1)


def _question(values):
    """A question with one answer for each of the values it may be asked."""
    return st.lists(values, min_size=5, max_size=5).map(
        lambda answers: lambda asked: answers[(len(asked) if isinstance(asked, str) else int(asked)) % 5])


facts = st.builds(
    SimpleNamespace,
    yes=st.booleans(), sure=st.booleans(), maybe=st.none() | st.booleans(), perhaps=st.none() | st.booleans(),
    level=_small, tricks=_small, secret=st.none() | _small,
    bid=st.none() | _small, hidden_bid=st.just(UNKNOWN) | st.none() | _small,
    rate=_decimal, odds=st.none() | _decimal,
    suit=st.sampled_from(SUIT_WORDS), trump=st.sampled_from((*SUIT_WORDS, None)),
    named=st.sampled_from((*SUIT_WORDS, None)),
    kind=st.sampled_from(KIND_WORDS), rank=st.sampled_from((2, 10, 13, 14)), top=st.sampled_from((2, 10, 14, None)),
    step=st.integers(0, 5), me=st.integers(0, 3),
    calls=st.lists(_record, max_size=3), whispers=st.none() | st.lists(_record, max_size=3),
    sizes=st.lists(_small, max_size=3), seats=st.lists(st.integers(0, 3), max_size=3),
    own=st.none() | _side, rival=st.just(UNKNOWN) | st.none() | _side,
    takers=_question(st.lists(st.integers(0, 3), max_size=3)), holds=_question(st.none() | st.booleans()),
    worth=_question(_small), score=_question(st.none() | _small),
)


class _Writer:
    """Draws one expression; `loops` are the variables in scope, (name, type)."""

    def __init__(self, draw):
        self.draw, self.loops = draw, []

    def pick(self, *choices):
        return self.draw(st.sampled_from(choices))

    def bool(self, depth):
        leaves = ["true", "false", "yes", "sure", "maybe", "perhaps"]
        if depth <= 0:
            return self.pick(*leaves)
        depth -= 1
        shapes = [
            lambda: self.pick(*leaves),
            lambda: f"not {self.bool(0)}",
            lambda: f"(not ({self.bool(depth)}))",
            lambda: f"({self.bool(depth)} {self.pick('and', 'or')} {self.bool(depth)})",
            lambda: f"({' and '.join(self.bool(depth) for _ in range(3))})",
            lambda: f"({' or '.join(self.bool(depth) for _ in range(3))})",
            lambda: f"({self.number(depth)} {self.pick('==', '!=', '<', '<=', '>', '>=')} {self.number(depth)})",
            lambda: f"({self.suit(depth)} {self.pick('==', '!=', '<', '<=', '>', '>=')} {self.suit(depth)})",
            lambda: f"({self.loose_suit(depth)} {self.pick('==', '!=')} {self.loose_suit(depth)})",
            lambda: f"({self.rank()} {self.pick('==', '!=', '<', '<=', '>', '>=')} {self.rank()})",
            lambda: f"({self.kind(depth)} {self.pick('==', '!=')} {self.kind(depth)})",
            lambda: f"({self.kind(depth)} {self.pick('in', 'not in')} [{self.kind(0)}, {self.kind(depth)}])",
            lambda: f"({self.int(depth)} {self.pick('in', 'not in')} [{self.int(depth)}, {self.int(0)}])",
            lambda: f"({self.int(depth)} {self.pick('in', 'not in')} sizes)",
            lambda: f"(me {self.pick('in', 'not in')} takers({self.suit(depth)}))",
            lambda: f"({self.pick('bid', 'hidden_bid', 'named', 'own', 'rival')} is {self.pick('', 'not ')}none)",
            lambda: f"({(name := self.pick('bid', 'hidden_bid'))} is not none and {name} > {self.int(depth)})",
            lambda: f"({(name := self.pick('bid', 'hidden_bid'))} is none or {name} < {self.int(depth)})",
            lambda: f"({(name := self.pick('own', 'rival'))} is none or {name}.suit > {self.suit(depth)}"
                    f" or {name}.level is none or {name}.level < {self.int(0)})",
            lambda: f"({(name := self.pick('own', 'rival'))} is not none and {name}.rung >= {self.rung()})",
            lambda: f"(named == {self.pick('suit', *SUIT_WORDS)} and named > {self.suit(0)})",
            lambda: f"(if {self.bool(depth)} then {self.bool(depth)} else {self.bool(depth)})",
            lambda: f"{{true: {self.bool(depth)}, false: {self.bool(depth)}}}[{self.bool(depth)}]",
            lambda: f"holds({self.rank()})",
        ]
        if len(self.loops) < 2:
            shapes += [lambda: self.loop(self.pick("any", "all"), self.bool, depth)] * 4
        shapes += [lambda name=name: f"({name}.suit is not none and {name}.suit < {self.suit(0)})"
                   for name, type_ in self.loops if type_ == CALL]
        return self.pick(*shapes)()

    def int(self, depth):
        leaves = ["level", "tricks", "secret", "0", "1", "8", "-2",
                  *(f"{name}.round" if type_ == CALL else name for name, type_ in self.loops)]
        if depth <= 0:
            return self.pick(*leaves)
        depth -= 1
        shapes = [
            lambda: self.pick(*leaves),
            lambda: f"({self.int(depth)} {self.pick('+', '-', '*')} {self.int(depth)})",
            lambda: f"{self.int(0)} - {self.int(0)} * {self.int(0)}".join("()"),
            lambda: f"-({self.int(depth)})",
            lambda: f"(if {self.bool(depth)} then {self.int(depth)} else {self.int(depth)})",
            lambda: f"(if bid is none then {self.int(0)} else bid)",
            lambda: f"{self.pick('max', 'min')}({self.int(depth)}, {self.int(depth)})",
            lambda: f"({self.pick('bid', 'hidden_bid')} default {self.int(0).join('()')})",
            lambda: f"{{0: {self.int(depth)}, 8: {self.int(0)}, else: {self.int(0)}}}[{self.int(depth)}]",
            lambda: f"{{0: 1, 1: 5, 8: 7}}[{self.int(depth)}]",
            lambda: f"{{1: 3, 8: 7, else: 2}}[{self.int(depth)}]",
            lambda: f"{{hearts: {self.int(0)}, clubs: {self.int(depth)}}}[{self.suit(0)}]",
            lambda: f"{self.pick('worth', 'score')}({self.int(depth)})",
        ]
        if len(self.loops) < 2:
            shapes += [lambda: self.loop("count", self.bool, depth), lambda: self.loop("sum", self.int, depth),
                       lambda: f"({self.loop(self.pick('max', 'min'), self.int, depth)} default {self.int(0)})"]
        return self.pick(*shapes)()

    def decimal(self, depth):
        if depth <= 0:
            return self.pick("rate", "odds", "1.5", "0.25", "-2.0")
        depth -= 1
        shapes = [
            lambda: self.decimal(0),
            lambda: f"({self.decimal(depth)} {self.pick('+', '-', '*')} {self.number(depth)})",
            lambda: f"(if {self.bool(depth)} then {self.int(depth)} else {self.decimal(depth)})",
            lambda: f"max({self.int(depth)}, {self.decimal(depth)})",
            lambda: f"{{8: {self.decimal(0)}, else: {self.int(0)}}}[{self.int(depth)}]",
            lambda: f"{{8: 1.5, 9: 2}}[{self.int(0)}]",
            lambda: f"({self.pick('bid', 'hidden_bid')} default {self.decimal(0)})",
        ]
        if len(self.loops) < 2:
            shapes += [lambda: self.loop("sum", self.decimal, depth)]
        return self.pick(*shapes)()

    def number(self, depth):
        return self.pick(self.int, self.int, self.decimal)(depth)

    def suit(self, depth):
        if depth <= 0:
            return self.pick("suit", "trump", *SUIT_WORDS)
        return self.pick(lambda: self.suit(0), lambda: f"(named default {self.suit(0)})",
                         lambda: f"(if {self.bool(depth - 1)} then {self.suit(0)} else {self.suit(0)})")()

    def loose_suit(self, depth):
        return self.pick("named", *(f"{name}.suit" for name, type_ in self.loops if type_ == CALL), self.suit(depth))

    def kind(self, depth):
        return self.pick("kind", *KIND_WORDS, *(f"{name}.kind" for name, type_ in self.loops if type_ == CALL))

    def rank(self):
        return self.pick("rank", "top", *RANK_WORDS)

    def rung(self):
        return self.pick("step", "rung(pair, 8)", "rung(solo)", "rung(pass, notrump)")

    def loop(self, word, body, depth):
        source, type_ = self.pick(("calls", CALL), ("whispers", CALL), ("sizes", INT), (f"[{self.int(0)}, 3]", INT))
        name = "cd"[len(self.loops)]
        self.loops.append((name, type_))
        inner = body(depth)
        self.loops.pop()
        return f"{word}({name} in {source}: {inner})"


@st.composite
def expressions(draw, type_, depth=3):
    """The text of an expression of a type: BOOL, INT, DECIMAL, SUIT, or one of them or none."""
    writer = _Writer(draw)
    if type_ == optional(INT):
        return draw(st.sampled_from([
            lambda: "bid", lambda: "hidden_bid", lambda: writer.int(depth),
            lambda: writer.loop("max", writer.int, depth), lambda: writer.loop("min", writer.int, depth),
            lambda: f"if {writer.bool(depth)} then bid else {writer.int(0)}",
            lambda: f"{{8: hidden_bid, else: bid}}[{writer.int(depth)}]",
        ]))()
    return {BOOL: writer.bool, INT: writer.int, DECIMAL: writer.decimal, SUIT: writer.suit}[type_](depth)
