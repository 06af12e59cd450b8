import time
from decimal import Decimal

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from whistcli import say
from whistcli.diag import Finding
from whistcli.yamlnodes import MapNode, Scalar, SeqNode, as_bool, as_decimal, as_int, load


@pytest.fixture(params=["fast", "pure"])
def reader(request, monkeypatch):
    """Both loaders must say the same: the fast one is not there on every machine."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("no libyaml here")
    return load


def found(text, reader=load):
    return [(finding.message_key, finding.span.line, finding.span.column) for finding in reader(text)[1]]


def plain(node):
    """A node as Python data, every scalar as its text."""
    if isinstance(node, MapNode):
        return {key.text: plain(value) for key, value in node.items}
    return [plain(item) for item in node.items] if isinstance(node, SeqNode) else node.text


def test_everything_stays_text(reader):
    node, findings = reader("no: on\n08: 12:30\n~: [010, 1_000, null, yes, 0x1F, 1e3, 2026-01-01]\nempty:\n")
    assert findings == []
    assert plain(node) == {"no": "on", "08": "12:30", "~": ["010", "1_000", "null", "yes", "0x1F", "1e3", "2026-01-01"], "empty": ""}
    assert node.get("empty").empty
    assert not node.get("no").empty


def test_get_and_key(reader):
    node, _ = reader("a: 1\nb: {c: 2}\n")
    assert node.get("b").get("c").text == "2"
    assert node.get("x") is None
    assert node.key("x") is None
    assert (node.key("b").span.line, node.key("b").span.column) == (2, 1)


def test_spans(reader):
    node, _ = reader("rules:\n  - 'é': [x, \"yy\"]\n")
    entry = node.get("rules").items[0]
    assert entry.span.line == 2
    (key, value), = entry.items
    assert (key.span.column, key.span.width, key.quoted) == (5, 3, True)
    assert [(item.span.column, item.span.width) for item in value.items] == [(11, 1), (14, 4)]
    assert value.span.text == "  - 'é': [x, \"yy\"]"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_bom(reader, end):
    node, findings = reader("\ufeff" + end.join(["a: 1", "b: |", "  x", "  y", "c: 3", ""]))
    assert findings == []
    assert plain(node) == {"a": "1", "b": "x\ny\n", "c": "3"}
    assert node.get("b").block
    assert node.get("c").span.line == 5
    assert node.get("c").span.text == "c: 3"


@pytest.mark.parametrize("text", [
    "a: one two\n   three\n\n   four five  # so\n", "a: 'one  two'\n", "a: 'it''s  ''x'' y'\n", "a: ''''\n", "a: '''x'\n", 'a: "x y\n   z"\n',
    "a: 'x\n\n\n   y  '\n", "a: '  x'\n", 'a: "é\n  ♥ y"\n', "[a, b c, 'd e']\n", "a:\n  x y\n  z\n", "a: ''\n", 'a: "\n  x"\n', "- x:y\n- a#b\n",
])
def test_every_character_is_where_it_says(reader, text):
    node, findings = reader(text)
    assert findings == []
    scalars = [node.get("a")] if isinstance(node, MapNode) else [item for item in node.items if isinstance(item, Scalar)]
    for scalar in scalars:
        for offset, character in enumerate(scalar.text):
            span = scalar.at(offset)
            if not character.isspace():
                assert span.text[span.column - 1] == character, (text, offset)
            assert span.text == text.split("\n")[span.line - 1]


def test_a_width_stops_at_the_end_of_its_line():
    node, _ = load("a: one two\n   three\n")
    assert node.get("a").at(4, 9).width == 3
    assert node.get("a").at(8, 2).width == 2
    assert node.get("a").at(8, 2).line == 2


def test_block_text_and_backslashes_point_to_their_start(reader):
    node, _ = reader('a: >-\n  x\n  y\nb: "x\\ty"\n')
    assert (node.get("a").at(2).line, node.get("a").at(2).column) == (1, 4)
    assert (node.get("b").at(2).line, node.get("b").at(2).column, node.get("b").escaped) == (4, 4, True)


FAULTS = [
    ("a: 1\na: 2\n", "R-duplicate", 2, 1), ("a: {b: 1, c: 2, b: 3}", "R-duplicate", 1, 17), ("'a': 1\na: 2", "R-duplicate", 2, 1),
    ("a: &k 1", "R-anchor", 1, 4), ("<<: {a: 1}", "R-anchor.merge", 1, 1), ("a: !!int 3", "R-anchor.tag", 1, 4), ("a: !x", "R-anchor.tag", 1, 4),
    ("a: &k {b: 1}", "R-anchor", 1, 4), ("- *k", "R-anchor.alias", 1, 3), ("? [1]\n: 2", "R-yaml.complex", 1, 3), ("?\n: 2\n", "R-yaml.nokey", 1, 2),
    ("a: {: 2}", "R-yaml.nokey", 1, 5), (": 2", "R-yaml.nokey", 1, 1), ("a: 1\n: 2", "R-yaml.nokey", 2, 1),
    ("a: 1\n---\nb: 2", "R-yaml.documents", 2, 1), ("", "R-yaml.empty", 1, 1), ("# only\n", "R-yaml.empty", 1, 1), ("---\n", "R-yaml.empty", 1, 1),
    ("a:\tb", "R-yaml.tab", 1, 3), ("a: b\n\tc: d", "R-yaml.tab", 2, 1), ("a: \x07", "R-yaml.control", 1, 4), ("a: b\u2028c", "R-yaml.control", 1, 5),
    ("a: \udc80", "R-yaml.control", 1, 4), ("a: b\ufeff", "R-yaml.control", 1, 5),
    ("a: [1, 2\nb: 3", "R-yaml.bracket", 1, 4), ("a: {b: 1", "R-yaml.bracket", 1, 4), ("a: 'x\nb: 2", "R-yaml.quote", 1, 4), ('a: "x', "R-yaml.quote", 1, 4),
    ("that: any(c in mine: true)", "R-yaml.colon", 1, 20), ("a: b: c", "R-yaml.colon", 1, 5), ("a:\n  b: 1\n c: 2", "R-yaml.indent", 3, 2), ("- a\nb: 1", "R-yaml.indent", 2, 1),
    ("a: {8: 7}[level]", "R-yaml.indent", 1, 10), ("a: @x", "R-yaml.character", 1, 4), ("a: `x`", "R-yaml.character", 1, 4), ("a: %x", "R-yaml.character", 1, 4),
    ("a: 1\nb\n", "R-yaml.key", 2, 2), ("a: *", "R-yaml.mark", 1, 5), ("[" * 51, "R-deep", 1, 51), ("a: " + "x" * 70000, "R-large.scalar", 1, 4), ("]", "R-yaml", 1, 1),
]


@pytest.mark.parametrize(("text", "key", "line", "column"), FAULTS, ids=[f"{key}:{text[:20]!r}" for text, key, _, _ in FAULTS])
def test_every_fault_is_named_and_placed(reader, text, key, line, column):
    findings = reader(text)[1]
    assert [finding.message_key for finding in findings][:1] == [key]
    assert (findings[0].span.line, findings[0].span.column) == (line, column)
    for lang in ("en", "fr"):
        said = say.message(findings[0], lang).casefold()
        assert not any(word in said for word in ("yaml", "token", "scalar", "anchor", "alias", "mapping", "node", "sequence"))


def test_a_duplicate_names_both_lines_and_keeps_the_first():
    node, findings = load("a: 1\nb: 2\na: 3\n")
    assert plain(node) == {"a": "1", "b": "2"}
    assert say.message(findings[0], "en") == "a is written twice, in lines 1 and 3; keep one"


def test_the_rest_is_read_after_a_refusal():
    node, findings = load("a: &k 1\nb: *k\nc: !t 3\nd: 4\n")
    assert node.get("d").text == "4"
    assert [finding.message_key for finding in findings] == ["R-anchor", "R-anchor.tag"]


def test_a_key_that_is_none_takes_its_value_along():
    for text in ("a: 1\n? [b]\n: {c: 2}\nd: 3", "a: 1\n<<: {c: 2}\nd: 3", "{a: 1, ?: {c: 2}, d: 3}"):
        node, findings = load(text)
        assert (plain(node), len(findings)) == ({"a": "1", "d": "3"}, 1)


def test_labels_without_end_are_told_a_few_times():
    node, findings = load("".join(f"a{n}: &a{n} 1\n" for n in range(9)))
    assert (node, [finding.span.line for finding in findings]) == (None, [1, 2, 3])


def test_depth_limit_lets_fifty_through():
    assert found("[" * 50 + "]" * 50) == []


@pytest.mark.parametrize("text", ["[" * 100000, "a: [" * 20000, "{a: " * 50000, "- " * 50000, "a:\n" + "".join(" " * n + "a:\n" for n in range(1, 400)),
                                  "x" * (4 * 1024 * 1024 + 1), "é" * (2 * 1024 * 1024 + 1)])
def test_huge_or_deep_is_refused_quickly(text):
    start = time.perf_counter()
    node, findings = load(text)
    assert time.perf_counter() - start < 2
    assert node is None
    assert findings[0].code in ("R-deep", "R-large", "R-yaml")


def scalar(text):
    return load(text)[0]


@pytest.mark.parametrize(("text", "expected"), [("0", 0), ("8", 8), ("-14", -14), ("123456789", 123456789)])
def test_as_int(text, expected):
    assert as_int(scalar(text)) == expected


@pytest.mark.parametrize("text", ["08", "010", "1_000", "12:30", "1.0", "+1", "0x1F", "'8'", "no", "--1", "-", "²", "१", "9" * 5000, "[1]", "{a: 1}", "- 1"])
def test_as_int_refuses(text):
    assert as_int(scalar(text)).message_key == "R-value.int"


@pytest.mark.parametrize(("text", "expected"), [("1.5", "1.5"), ("-0.25", "-0.25"), ("12", "12"), ("0.10", "0.10")])
def test_as_decimal(text, expected):
    assert str(as_decimal(scalar(text))) == expected
    assert isinstance(as_decimal(scalar(text)), Decimal)


@pytest.mark.parametrize("text", ["1,5", ".5", "5.", "1e3", "01.5", "inf", "nan", "1_0.5", "'1.5'"])
def test_as_decimal_refuses(text):
    assert as_decimal(scalar(text)).message_key == "R-value.decimal"


def test_as_bool():
    assert as_bool(scalar("true")) is True
    assert as_bool(scalar("false")) is False
    for text in ("yes", "no", "on", "off", "True", "FALSE", "y", "oui", "non", "'true'"):
        assert as_bool(scalar(text)).message_key == "R-value.yes"
    for text in ("1", "0", "maybe", "[true]"):
        assert as_bool(scalar(text)).message_key == "R-value.bool"
    assert say.message(as_bool(scalar("yes")), "en") == "write true or false, in small letters and without quotes, not yes"


@settings(max_examples=300, deadline=None)
@given(st.text("ab:-[]{}'\"\n #,&*!|>?%@`\\\t1é\r\x85", max_size=40))
def test_no_text_ends_the_program(text):
    node, findings = load(text)
    assert node is not None or findings
    for finding in findings:
        assert isinstance(finding, Finding)
        assert say.message(finding, "fr")
        assert finding.span.line <= text.count("\n") + text.count("\r") + 1
