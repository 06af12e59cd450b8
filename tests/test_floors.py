"""The house itself: who may import whom, how long a module may be, and that no rule of a club lives in Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from whistcli.facts import AUCTION, WITH_LEVEL, WITH_SUIT
from whistcli.model import EFFECTS
from whistcli.ruleset import load_ruleset, shipped

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "whistcli"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)
LONGEST = 400

FLOORS = (  # lowest first; a module (or a package) imports from lower floors only, and from its own package
    {"__init__", "resources", "words"},
    {"cards", "diag", "page"},
    {"say", "yamlnodes", "store", "record", "model_knockout"},
    {"expr", "vocabulary", "console"},
    {"facts", "model", "cardwords"},
    {"speech", "ruleset", "transcript", "play"},
    {"auction"},
    {"taken", "claims", "opening", "carried"},
    {"settle", "playcheck"},
    {"prices", "grid"},
    {"reckon"},
    {"session", "memory", "pointdiff"},
    {"seating"},
    {"evening", "selection", "knockout", "diff"},
    {"compare", "payments"},
    {"render", "request"},
    {"sheet"},
    {"desk"},
    {"commands"},
    {"formatting", "origin", "schema", "suite", "lint", "book", "scoring",
     "logbook"},
    {"scaffold", "club", "rulepage", "importing"},
    {"rulebook"},
    {"rulesheet", "comparing", "watching"},
    {"cli_words"},
    {"cli_options", "cli_sheets"},
    {"cli_rules", "cli_contest"},
    {"cli"},
    {"__main__"},
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}

GAMES = {"knockout", "wb"}
"""Words that are a ruleset's id and also something else: a sort of game (`game: knockout`), a way to open a file."""


def name_of(path: Path) -> str:
    """The dotted name of a module inside the package ("auction.judge"); a package's own is its `__init__`."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def for_types_only(node: ast.AST) -> bool:
    """Whether a statement is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def statements(node: ast.AST, deferred: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """Every statement that runs, and whether it runs later than the module's import."""
    for child in ast.iter_child_nodes(node):
        if for_types_only(child):
            continue
        if isinstance(child, ast.stmt):
            yield child, deferred
        yield from statements(child, deferred or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def imports(path: Path) -> Iterator[tuple[str, bool, int]]:
    """The modules of the package that a module imports: dotted name, whether deferred, line."""
    known = {name_of(other) for other in MODULES}
    for node, deferred in statements(tree_of(path)):
        found: list[str] = []
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            base = node.module or ""
            inner = [f"{base}.{alias.name}" for alias in node.names]
            modules = [name for name in inner if name.removeprefix("whistcli.") in known]
            packages = [name for name in inner if f"{name.removeprefix('whistcli.')}.__init__" in known]
            found = [*modules, *packages] or [base]
        for name in found:
            if name == "whistcli" or name.startswith("whistcli."):
                inside = name.removeprefix("whistcli").lstrip(".")
                package = f"{inside}.__init__".lstrip(".")
                yield package if package in known else inside, deferred, node.lineno


def unit(name: str) -> str:
    """The module or package that stands on a floor."""
    return name.split(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down(path: Path) -> None:
    """A module imports only from lower floors and from its own package, also inside functions."""
    mine = unit(name_of(path))
    assert mine in FLOOR, f"{mine} stands on no floor: give it one in the table above"
    for name, _, line in imports(path):
        theirs = unit(name)
        assert theirs in FLOOR, f"{path}:{line}: {name}"
        assert theirs == mine or FLOOR[theirs] < FLOOR[mine], f"{path}:{line}: {mine} imports {name}, which is not below it"


def test_no_circles() -> None:
    """No module needs, to be imported, one that needs it."""
    graph = {name_of(path): {name for name, deferred, _ in imports(path) if not deferred} for path in MODULES}
    for name, needed in graph.items():
        needed.discard(name)
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(f"imports run in a circle: {circle.args[1]}")
    assert set(order) >= set(graph)


def test_the_table_names_what_is_there() -> None:
    """Every name in the table of floors is a module or a package."""
    assert {unit(name_of(path)) for path in MODULES} == set(FLOOR)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_length(path: Path) -> None:
    """No module is longer than four hundred lines."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def documented(node: ast.AST, inside: str = "") -> Iterator[tuple[str, int, bool]]:
    """Every public class, function and method below a node: its name, its line, whether it has a docstring."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not child.name.startswith("_"):
            name = f"{inside}{child.name}"
            yield name, child.lineno, bool(ast.get_docstring(child))
            if isinstance(child, ast.ClassDef):
                yield from documented(child, f"{name}.")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_docstrings(path: Path) -> None:
    """Every module and every public class, function and method says in a sentence what it is.

    Those that answer a fact of the expression language are documented in the list of facts, for club and code alike.
    """
    tree = tree_of(path)
    assert ast.get_docstring(tree), f"{path} says nothing of itself"
    facts = {f"Facts.{fact.name}" for fact in (*AUCTION, *WITH_SUIT, *WITH_LEVEL)} if name_of(path) == "auction.facts" else set()
    missing = [f"{path.name}:{line}: {name}" for name, line, has in documented(tree) if not has and name not in facts]
    assert not missing


@cache
def names_of_rules() -> frozenset[str]:
    """The ids of the shipped rulesets and the kinds of their calls and games, the engine's own words apart."""
    names = {folder.name for folder in (ROOT / "rulesets").iterdir() if folder.is_dir()}
    for ruleset in shipped():
        rules = load_ruleset(ruleset).rules
        names |= set(rules.calls) | set(rules.games)
    return frozenset(names - set(EFFECTS) - GAMES)


def test_names_of_rules() -> None:
    """The names looked for are those of games and calls, so that the next test can find something."""
    assert {"pair", "solo", "trull", "agree", "fourth_ace", "amis", "scouts"} <= names_of_rules()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_rule_in_python(path: Path) -> None:
    """No module writes down the id of a shipped ruleset or the kind of a call or game: those are data."""
    tree = tree_of(path)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    found = [
        f"{path.name}:{node.lineno}: {node.value!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in texts and node.value in names_of_rules()
    ]
    assert not found
