import pickle
import time
from decimal import Decimal
from types import SimpleNamespace

import interpreter
import pytest
import strategies_expr
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from whistcli import say, yamlnodes
from whistcli.expr import (
    BOOL,
    CALL,
    CARD,
    DECIMAL,
    INT,
    KIND,
    RUNG,
    SEAT,
    SIDE,
    SUIT,
    UNKNOWN,
    Env,
    Fact,
    Hole,
    analyse,
    compile_expression,
    compile_text,
    define,
    list_of,
    optional,
    scalar_of,
)

ENV = strategies_expr.ENV


def same(first, second):
    return first is second or (type(first) is type(second) and first == second)


def outcome(work):
    try:
        return work()
    except Hole as hole:
        return ("hole", hole.key)


@pytest.mark.parametrize("type_", [BOOL, INT, DECIMAL, SUIT, optional(INT)], ids=str)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_compiled_means_what_the_tree_means(type_, data):
    text = data.draw(strategies_expr.expressions(type_))
    tree, reads, findings = analyse(scalar_of(text), ENV, type_)
    assume(all(finding.key != "X-table.never" for finding in findings))
    assert [finding for finding in findings if finding.code != "X-mixed"] == [], text
    expression, _ = compile_text(text, ENV, type_)
    assert expression.reads == reads
    run = expression.bind()
    for _ in range(3):
        facts = data.draw(strategies_expr.facts)
        expected = outcome(lambda: interpreter.evaluate(tree, facts, ENV.suits))
        assert same(outcome(lambda: run(facts)), expected), (text, facts)


def facts(**changes):
    """The facts of one table, each with a plain value."""
    hearts = SimpleNamespace(kind="pair", suit="hearts", round=1, seat=1)
    none = SimpleNamespace(kind="solo", suit=None, round=2, seat=2)
    plain = {
        "yes": True, "sure": False, "maybe": None, "perhaps": True, "level": 8, "tricks": 10, "secret": None, "bid": None, "hidden_bid": UNKNOWN,
        "rate": Decimal("1.5"), "odds": None, "suit": "hearts", "trump": "clubs", "named": None, "kind": "pair", "rank": 14, "top": None, "step": 2,
        "me": 1, "calls": [hearts, none], "whispers": None, "sizes": [3, 5], "seats": [0, 1, 2, 3],
        "own": None, "rival": SimpleNamespace(rung=2, suit="clubs", level=None),
        "takers": lambda suit: [1] if suit == "hearts" else [], "holds": lambda rank: {14: True, 13: False}.get(rank),
        "worth": lambda n: n + 1, "score": lambda n: None}
    return SimpleNamespace(**(plain | changes))


def value(text, type_=BOOL, env=ENV, **changes):
    expression, findings = compile_text(text, env, type_)
    assert [finding.message_key for finding in findings] == []
    return expression.bind()(facts(**changes))


@pytest.mark.parametrize(("text", "type_", "expected"), [
    ("true", BOOL, True), ("false", BOOL, False), ("12", INT, 12), ("1.5", DECIMAL, Decimal("1.5")), ("-3", INT, -3),
    ("12", DECIMAL, Decimal(12)), ("level", DECIMAL, Decimal(8)), ("bid", optional(INT), None),
    ("hearts", SUIT, "hearts"), ("solo", KIND, "solo"), ("rung(pair, 9)", RUNG, 2),
    ("yes and sure", BOOL, False), ("yes or sure", BOOL, True), ("not yes", BOOL, False), ("yes and not sure", BOOL, True),
    ("(yes or yes) and sure", BOOL, False),
    ("level == 8", BOOL, True), ("level != 8", BOOL, False), ("level < 8", BOOL, False), ("level <= 8", BOOL, True),
    ("level > 7", BOOL, True), ("level >= 9", BOOL, False), ("level < 8.5", BOOL, True), ("rate == 1.5", BOOL, True),
    ("suit > diamonds", BOOL, True), ("spades < suit", BOOL, True), ("suit > notrump", BOOL, True),
    ("clubs < diamonds", BOOL, True), ("rank == ace", BOOL, True), ("rank > king", BOOL, True),
    ("step >= rung(solo)", BOOL, False), ("rung(pass, notrump) > rung(pair, 8)", BOOL, True),
    ("named == suit", BOOL, False), ("named != suit", BOOL, True),
    ("kind in [pair, solo]", BOOL, True), ("kind not in [pair, solo]", BOOL, False), ("5 in sizes", BOOL, True),
    ("me in takers(suit)", BOOL, True), ("me not in takers(clubs)", BOOL, True),
    ("2 + 3 * 4", INT, 14), ("(2 + 3) * 4", INT, 20), ("10 - 3 - 2", INT, 5), ("-level + 1", INT, -7), ("--2", INT, 2),
    ("level * 1.5", DECIMAL, Decimal("12.0")), ("0.1 + 0.2", DECIMAL, Decimal("0.3")),
    ("if yes then 1 else 2", INT, 1), ("if sure then 1 else if yes then 2 else 3", INT, 2),
    ("if sure then 1 else 1.5", DECIMAL, Decimal("1.5")), ("if yes then 1 else 1.5", DECIMAL, Decimal(1)),
    ("any(c in calls: c.round == 2)", BOOL, True), ("all(c in calls: c.round == 2)", BOOL, False),
    ("count(c in calls: c.suit == suit)", INT, 1), ("max(c in calls: c.round)", optional(INT), 2),
    ("min(n in sizes: n * 2) default 0", INT, 6), ("sum(c in calls: c.round)", INT, 3),
    ("sum(c in calls: c.round * 0.5)", DECIMAL, Decimal("1.5")), ("max(3, level, 5)", INT, 8), ("min(3, 1.5)", DECIMAL, Decimal("1.5")),
    ("any(c in calls: any(d in calls: c.seat != d.seat))", BOOL, True), ("any(k in [pair, solo]: k == kind)", BOOL, True),
    ("{8: 7, 9: 10}[level]", INT, 7), ("{9: 10, else: 0}[level]", INT, 0), ("{hearts: 1, spades: 2}[suit]", INT, 1),
    ("{true: 1, false: 2}[yes]", INT, 1), ("{-1: 5, else: tricks}[level]", INT, 10), ("{8: 1.5, else: level}[level]", DECIMAL, Decimal("1.5")),
    ("bid is none", BOOL, True), ("bid is not none", BOOL, False), ("bid default 4 + 1", INT, 5), ("bid default -2", INT, -2),
    ("worth(worth(1))", INT, 3), ("bid == 8", BOOL, False), ("rival is none", BOOL, False),
])
def test_every_operator(text, type_, expected):
    result = value(text, type_)
    assert same(result, expected)


@pytest.mark.parametrize("word", ["max", "min"])
def test_greatest_of_an_empty_list_is_none(word):
    assert value(f"{word}(n in sizes: n)", optional(INT), sizes=[]) is None
    assert value(f"{word}(n in sizes: n) is none", sizes=[]) is True


def test_empty_sums_have_their_type():
    assert same(value("sum(n in sizes: n * 1.5)", DECIMAL, sizes=[]), Decimal(0))
    assert value("sum(n in sizes: n)", INT, sizes=[]) == 0
    assert value("count(n in sizes: true)", INT, sizes=[]) == 0


def test_hole():
    for text in ("{8: 7}[level]", "{8: tricks}[level]", "{8: 1.5}[level] * 2"):
        run = compile_text(text, ENV, DECIMAL)[0].bind()
        with pytest.raises(Hole) as caught:
            run(facts(level=9))
        assert caught.value.key == 9


def test_only_the_value_asked_for_is_worked_out():
    assert value("{8: 1, 9: {1: 2}[level]}[level]", INT) == 1
    assert value("if yes then 1 else {1: 2}[level]", INT) == 1
    assert value("yes or {1: true}[level]") is True


@pytest.mark.parametrize("text", [
    "bid is none or bid > 3", "bid is not none and bid > 3", "if bid is none then true else bid > 3",
    "if bid is not none then bid > 3 else true", "not (bid is none) and bid > 3", "not (bid is not none) or bid > 3",
    "(bid is not none and yes) and bid > 3", "bid is none or (yes and bid > 3)", "not (bid is none or yes) and bid > 3",
    "(bid is none or sure) or bid > 3", "bid == 3 and bid > 2", "bid != 3 or bid > 2", "rival is none or rival.suit > suit",
    "own is not none and own.level is not none and own.level > 3", "own is none or own.level is none or own.level > 3",
    "any(c in calls: c.suit is not none and c.suit > spades)", "all(c in calls: c.suit is none or c.suit > spades)",
    "bid is not none and (bid is none or bid > 3)", "(if bid is none then 0 else bid) > 3",
])
def test_a_test_for_none_is_enough(text):
    expression, findings = compile_text(text, ENV, BOOL)
    assert findings == []
    side = SimpleNamespace(rung=1, suit="spades", level=None)
    for bid in (None, 2, 3, 5):
        for own in (None, side):
            expression.bind()(facts(bid=bid, own=own))


@pytest.mark.parametrize(("text", "column", "width"), [
    ("bid > 3", 1, 3), ("3 < bid", 5, 3), ("own.suit == suit", 1, 3), ("bid is none and bid > 3", 17, 3),
    ("bid is not none or bid > 3", 20, 3), ("if bid is none then bid > 3 else true", 21, 3), ("bid + 1 == 2", 1, 3),
    ("yes or bid is none or bid > 3 and own.suit == suit", 35, 3), ("(yes or bid is not none) and bid > 3", 30, 3),
    ("any(c in calls: c.suit > spades)", 17, 6), ("max(n in sizes: n) > 2", 1, 18), ("worth(bid) == 1", 7, 3),
    ("bid == 3 or bid > 2", 13, 3), ("named == trump and named > suit", 20, 5),
])
def test_an_untested_none_is_a_fault(text, column, width):
    expression, findings = compile_text(text, ENV, BOOL)
    faults = [finding for finding in findings if finding.code == "X-none"]
    assert expression is None
    assert [(fault.span.column, fault.span.width, fault.hint) for fault in faults] == [(column, width, "X-none.hint")]


AND = {(a, b): False if False in (a, b) else None if None in (a, b) else True for a in (True, False, None) for b in (True, False, None)}
OR = {(a, b): True if True in (a, b) else None if None in (a, b) else False for a in (True, False, None) for b in (True, False, None)}


@pytest.mark.parametrize("first", [True, False, None])
@pytest.mark.parametrize("second", [True, False, None])
def test_three_answers(first, second):
    given = {"maybe": first, "perhaps": second}
    assert value("maybe and perhaps", **given) is AND[first, second]
    assert value("maybe or perhaps", **given) is OR[first, second]
    assert value("not maybe", **given) is {True: False, False: True, None: None}[first]
    assert value("maybe == perhaps", **given) is (None if None in (first, second) else first == second)
    answers = {14: first, 13: second}
    given = {"holds": answers.get, "sizes": [1, 2]}
    assert value("any(r in [ace, king]: holds(r))", **given) is OR[first, second]
    assert value("all(r in [ace, king]: holds(r))", **given) is AND[first, second]
    count = None if None in (first, second) else first + second
    assert value("count(r in [ace, king]: holds(r))", INT, **given) == count
    if isinstance(second, bool):
        assert value("maybe and yes", maybe=first, yes=second) is AND[first, second]
        assert value("yes or maybe", maybe=first, yes=second) is OR[second, first]


def test_more_on_what_is_not_known():
    assert value("if maybe then 3 else 3", INT) == 3
    assert value("if maybe then 3 else 4", INT) is None
    assert value("if maybe then secret else secret", INT) is None
    assert value("secret + 1 > 2") is None
    assert value("sum(n in sizes: n + secret)", INT) is None
    assert value("max(n in sizes: n + secret)", optional(INT)) is UNKNOWN
    assert value("max(secret, 3)", INT) is None
    assert value("level in [secret, 8]") is True
    assert value("level in [secret, 9]") is None
    assert value("level not in [secret, 9]") is None
    assert value("{8: 1, 9: 2}[secret]", INT) is None
    assert value("{8: secret, 9: 2}[level]", INT, level=9) == 2
    assert value("any(c in whispers: true)") is None
    assert value("holds(top)") is None
    assert value("hidden_bid is none") is None
    assert value("hidden_bid", optional(INT)) is UNKNOWN
    assert value("hidden_bid", optional(INT), hidden_bid=None) is None
    assert value("hidden_bid default 4", INT) is None
    assert value("hidden_bid default 4", INT, hidden_bid=None) == 4
    assert value("hidden_bid is not none and hidden_bid > 2") is None


def test_known_expressions_are_plain_python():
    import marshal
    expression, _ = compile_text("(yes and level > 3 or not sure) and kind in [pair, solo]", ENV, BOOL)
    code = marshal.loads(expression.code)
    assert not expression.unknown
    assert set(code.co_names) == {"yes", "level", "sure", "kind"}
    assert code.co_filename == "<ruleset>"


def test_reads_and_unknown():
    expression, _ = compile_text("level > 8 or any(c in whispers: c.seat in takers(suit))", ENV, BOOL)
    assert expression.reads == {"level", "whispers", "takers", "suit"}
    assert expression.unknown
    assert expression.text.startswith("level")


@pytest.mark.parametrize("text", ["suit > clubs", "level * 1.5 > 2", "{8: true}[level]", "holds(ace)", "{8: 1.5, else: 2}[level] > 1"])
def test_pickles(text):
    expression, _ = compile_text(text, ENV, BOOL)
    copy = pickle.loads(pickle.dumps(expression))
    assert copy == expression
    assert same(copy.bind()(facts()), expression.bind()(facts()))
    assert pickle.loads(pickle.dumps(UNKNOWN)) is UNKNOWN


def test_nothing_of_python_is_reachable():
    expression, _ = compile_text("level > 3", ENV, BOOL)
    run = expression.bind()
    assert run.__globals__["__builtins__"] == {}
    for text in ("__import__", "open(level)", "level.__class__ == 3", "any(c in calls: c.__dict__ == 3)", "f.level == 8",
                 "Decimal(level) == 8", "_lift", "k0 == 1", "v1"):
        expression, findings = compile_text(text, ENV, BOOL)
        assert expression is None
        assert findings[0].code in ("X-name", "X-type")


FAULTS = [
    ("", "X-syntax.empty", 1), ("level = 8", "X-syntax.equals", 7), ("kind == 'pair'", "X-syntax.quotes", 9), ("level / 2 == 4", "X-syntax.division", 7),
    ("yes && sure", "X-syntax.words", 5), ("yes; sure", "X-syntax.character", 4), ("level > 08", "X-syntax.number", 9), ("level > 1_0", "X-syntax.number", 9),
    ("level > 1e5", "X-syntax.number", 9), ("yes)", "X-syntax.stray", 4), ("(yes]", "X-syntax.bracket", 5), ("yes and (sure", "X-syntax.unclosed", 9),
    ("bid is 8", "X-syntax.is", 8), ("{8: true}", "X-syntax.index", 10), ("own. == 3", "X-syntax.part", 6), ("== 3", "X-syntax.missing", 1), ("level >", "X-syntax.missing_end", 8),
    ("level <> 3", "X-syntax.operators", 8), ("if yes", "X-syntax.then", 7), ("if yes then sure", "X-syntax.then", 17), ("if yes else sure", "X-syntax.unexpected", 8),
    ("level 8", "X-syntax.two", 7), ("kind not pair", "X-syntax.unexpected", 10), ("yes else sure", "X-syntax.over", 5), ("7 < level < 9", "X-syntax.chained", 1),
    ("any(calls)", "X-syntax.loop", 1), ("any(not c: true)", "X-syntax.loop", 5), ("max(level) == 1", "X-syntax.loop", 1),
    ("levl > 8", "X-name", 1), ("yes and xyzzy", "X-name", 9), ("taker(suit) == seats", "X-name.question", 1), ("step > rung(pairs)", "X-name.kind", 13),
    ("step > rung(pair, 12)", "X-name.rung", 8), ("any(c in calls: c.knd == pair)", "X-name.part", 17), ("any(level in sizes: true)", "X-name.taken", 5),
    ("any(c in calls: any(c in sizes: true))", "X-name.taken", 21), ("c.kind == pair", "X-name", 1),
    ("level", "X-type.bool", 1), ("not level", "X-type.bool", 5), ("yes and level", "X-type.bool", 9), ("if level then yes else sure", "X-type.bool", 4), ("any(c in calls: 1)", "X-type.bool", 17),
    ("level > hearts", "X-type.compare", 1), ("yes == 1", "X-type.compare", 1), ("step > 3", "X-type.compare", 1), ("me == 1", "X-type.compare", 1), ("rank == 10", "X-type.compare", 1),
    ("level in [hearts]", "X-type.compare", 1), ("sizes == sizes", "X-type.lists", 1), ("pair < solo", "X-type.order", 1), ("yes < sure", "X-type.order", 1), ("max(3, clubs) == 3", "X-type.order", 8),
    ("level in tricks", "X-type.list", 10), ("any(c in level: true)", "X-type.list", 10), ("level in []", "X-type.empty", 10), ("level in [8, hearts]", "X-type.branches", 10),
    ("(if yes then 1 else hearts) == 1", "X-type.branches", 1), ("level + hearts == 1", "X-type.number", 9), ("-suit == 1", "X-type.number", 2), ("sum(c in calls: c.kind) == 1", "X-type.number", 17),
    ("takers == seats", "X-type.arguments", 1), ("holds(ace, king)", "X-type.arguments", 1), ("level(3) == 1", "X-type.plain", 1), ("holds(level)", "X-type.expected", 7),
    ("step == rung(level + 1)", "X-type.rung", 9), ("level.kind == pair", "X-type.parts", 1), ("{hearts: true, else: false}[level]", "X-type.key", 2),
    ("own == none", "X-none.literal", 8), ("level is none", "X-none.never", 1), ("level default 3 == 1", "X-none.never", 1),
    ("{8: true, 8: false}[level]", "X-table", 11), ("{8: true, else: yes, else: sure}[level]", "X-table.else", 22), ("{level: true}[level]", "X-table.constant", 2),
    ("{true: yes}[sure]", "X-table.missing", 1), ("{8: yes}[9]", "X-table.never", 10),
    ("not " * 70 + "yes", "X-size.depth", 41), ("any(a in sizes: any(b in sizes: any(c in sizes: yes)))", "X-size.loops", 1), ("yes\\n", "X-escape", 4),
]


@pytest.mark.parametrize(("text", "key", "column"), FAULTS, ids=[f"{key}:{text[:30]}" for text, key, _ in FAULTS])
def test_every_fault_is_named_and_placed(text, key, column):
    expression, findings = compile_text(text, ENV, BOOL)
    assert expression is None
    assert [(fault.message_key, fault.span.line, fault.span.column) for fault in findings] == [(key, 1, column)]
    for lang in ("en", "fr"):
        said = f"{say.message(findings[0], lang)} {say.hint(findings[0], lang)}"
        assert not any(word in said for word in ("Token", "NAME", "OPEN", "CLOSE", "COMPARE", "$END", "Type("))


def test_every_message_is_in_both_languages_and_fills_the_same_places():
    import string
    for family in ("X", "R"):
        for key, texts in say.catalogue(family).items():
            places = [{name for _, name, _, _ in string.Formatter().parse(texts[lang]) if name} for lang in ("en", "fr")]
            assert places[0] == places[1], key


def test_every_message_of_the_language_has_a_fault():
    keys = set()
    for text, _, _ in FAULTS:
        for finding in compile_text(text, ENV, BOOL)[1]:
            keys |= {finding.message_key, finding.hint}
    elsewhere = {"X-escape.block", "X-mixed", "X-name.barred", "X-name.later", "X-none", "X-none.hint", "X-size.inlined", "X-size.tokens",
                 "X-type.unranked", "X-syntax.unexpected_end"}
    faults = {key for key in say.catalogue("X") if not key.startswith("X-of.")}  # the others name types
    assert faults - keys <= elsewhere


def test_nearest_name():
    finding = compile_text("levle > 8", ENV, BOOL)[1][0]
    assert (finding.args["near"], finding.hint) == ("level", "X-name.hint")
    assert say.hint(finding, "en") == "did you mean level?"
    assert compile_text("zzzzz > 8", ENV, BOOL)[1][0].hint == "X-name.facts"


def test_mixed_and_or_is_a_warning():
    expression, findings = compile_text("yes and sure or maybe", ENV, BOOL)
    assert expression is not None
    assert [(finding.code, finding.severity, finding.span.column, finding.span.width) for finding in findings] == [("X-mixed", "warning", 1, 12)]
    assert compile_text("(yes and sure) or maybe", ENV, BOOL)[1] == []


def test_several_faults_are_all_said():
    findings = compile_text("levl > 8 and knd == pair and level", ENV, BOOL)[1]
    assert [(finding.message_key, finding.span.column) for finding in findings] == [("X-name", 1), ("X-name", 14), ("X-type.bool", 30)]


@pytest.mark.parametrize("text", ["1" + " + 1" * 5000, "(" * 5000 + "1", "not " * 9999 + "yes", "yes" + " or yes" * 5000, "a." * 5000 + "b",
                                  "[" * 900 + "]" * 900, "-" * 1999 + "1", "if yes then yes else " * 300 + "yes"])
def test_too_large_is_refused_quickly(text):
    compile_text("true", ENV, BOOL)  # the parser is built once, and not counted here
    start = time.perf_counter()
    expression, findings = compile_text(text, ENV, BOOL)
    assert time.perf_counter() - start < 1
    assert expression is None
    assert len(findings) == 1
    assert findings[0].code in ("X-size", "X-syntax")
    assert findings[0].span.line == 1


def test_the_largest_that_is_allowed_runs():
    assert value("yes" + " or yes" * 990) is True
    assert value("not " * 58 + "yes") is True
    assert value("1" + " + 1" * 57, INT) == 58
    assert value("if sure then 1 else " * 58 + "2", INT) == 2
    assert value("(" * 500 + "yes" + ")" * 500) is True
    assert value("if maybe then 1 else " * 58 + "1", INT) == 1


def with_defines(**texts):
    env = ENV
    for name, text in texts.items():
        made, findings = define(scalar_of(text), env)
        assert findings == []
        env = Env(env.facts, env.fields, env.kinds, env.suits, env.rungs, {**env.defines, name: made})
    return env


def test_defines():
    env = with_defines(bidding="bid is not none", high="level > 7", both="high and any(c in calls: c.round == 2)")
    assert value("both and high", env=env) is True
    assert value("bidding and bid > 3", env=env, bid=5) is True  # a named test narrows too
    assert compile_text("both", env, BOOL)[0].reads == {"level", "calls"}
    assert value("any(c in calls: both and c.round == 1)", env=env) is True
    assert compile_text("both > 3", env, BOOL)[1][0].message_key == "X-type.compare"


def test_a_define_further_down():
    env = Env(ENV.facts, pending=frozenset({"later"}))
    findings = compile_text("later or yes", env, BOOL)[1]
    assert [(finding.message_key, finding.span.column) for finding in findings] == [("X-name.later", 1)]


def test_defines_cannot_grow_without_end():
    env = with_defines(d0="level + level + level + level")
    for step in range(1, 12):
        made, findings = define(scalar_of(f"d{step - 1} + d{step - 1} + d{step - 1}"), env)
        if findings:
            assert findings[0].message_key == "X-size.inlined"
            return
        env = Env(env.facts, env.fields, env.kinds, env.suits, env.rungs, {**env.defines, f"d{step}": made})
    raise AssertionError("never refused")


def test_deep_defines_compile_or_are_refused():
    env = with_defines(d0="not " * 40 + "maybe", d1="not " * 40 + "d0")
    assert value("d1", env=env) is None
    made, findings = define(scalar_of("not " * 40 + "d1"), env)
    assert made is None
    assert findings[0].message_key == "X-size.inlined"


def test_suits_that_nobody_ranked():
    env = Env({"suit": Fact("suit", SUIT)})
    assert compile_text("suit == hearts", env, BOOL)[0] is not None
    assert compile_text("suit > hearts", env, BOOL)[1][0].message_key == "X-type.unranked"


def test_parts_of_cards():
    env = Env({"lead": Fact("lead", optional(CARD), unknown=True)})
    run = compile_text("lead is not none and lead.suit == hearts and lead.rank > ten", env, BOOL)[0].bind()
    card = SimpleNamespace(suit="hearts", rank=11)
    assert [run(SimpleNamespace(lead=lead)) for lead in (card, None, UNKNOWN)] == [True, False, None]


def inside(text, *path):
    node, findings = yamlnodes.load(text)
    assert findings == []
    for key in path:
        node = node.get(key)
    return node


@pytest.mark.parametrize(("text", "line", "column", "start"), [
    ("that: levl > 8", 1, 7, "levl"), ("that: 'yes and levl > 8'", 1, 16, "levl"), ('that: "yes and levl > 8"', 1, 16, "levl"),
    ("# é\nœuf: 1\nthat: yes and\n  sure and levl > 8 # so", 4, 12, "levl"), ('that: "yes and\n\n  sure and levl > 8"', 3, 12, "levl"),
    ("{a: [x], that: levl}", 1, 16, "levl"), ("that: level >", 1, 14, ""),
])
def test_places_inside_yaml(text, line, column, start):
    _, findings = compile_expression(inside(text, "that"), ENV, BOOL)
    span = findings[0].span
    assert (span.line, span.column) == (line, column)
    assert span.text[span.column - 1:].startswith(start)


def test_block_text_and_backslashes_are_refused():
    for text, key, column in (("that: |\n  yes", "X-escape.block", 7), ("that: >-\n  yes", "X-escape.block", 7),
                              ('that: "yes\\x20"', "X-escape", 7), ("that: 'yes \\ sure'", "X-escape", 12)):
        expression, findings = compile_expression(inside(text, "that"), ENV, BOOL)
        assert expression is None
        assert [(finding.message_key, finding.span.column) for finding in findings] == [(key, column)]


@settings(max_examples=300, deadline=None)
@given(st.text("()[]{}:,.+-*<>=! \n0189abcdeinotrsy_'é\\", max_size=40) | st.lists(
    st.sampled_from(["if", "then", "else", "and", "or", "not", "in", "is", "none", "default", "any", "all", "count", "max", "level", "bid", "calls", "c", "(", ")", "[", "]", "{", "}", ":", ",", ".", "+", "-", "*", "==", "<", "8", "1.5"]),
    max_size=25).map(" ".join))
def test_no_text_ends_the_program(text):
    expression, findings = compile_text(text, ENV, BOOL)
    assert (expression is None) == any(finding.severity == "error" for finding in findings)
    for finding in findings:
        assert say.message(finding, "fr")
        say.hint(finding, "en")


def test_types_read_well():
    assert [str(type_) for type_ in (INT, list_of(SIDE), optional(SEAT))] == ["int", "list of side", "seat or none"]
    assert optional(INT).say("fr") == "un nombre entier ou rien (none)"
    assert list_of(CALL).say("nl") == "een lijst waarvan elk element een bod is"
