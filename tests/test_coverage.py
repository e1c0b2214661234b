"""The table rule -> code -> tests that ships with each game is true and complete."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from mesnada.kernel.coverage import coverage

TESTS = Path(__file__).resolve().parent
GAMES = ["sanchos"]


def marks(tree: ast.AST) -> Iterator[ast.Call]:
    """All calls of ``pytest.mark.rule`` in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield node


def strings(tree: ast.AST) -> set[str]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def cited_in(tree: ast.AST) -> set[str]:
    """The ids in a module's marks. A mark with computed ids may take them from any string of its module."""
    found: set[str] = set()
    for call in marks(tree):
        computed = any(not isinstance(arg, ast.Constant) for arg in call.args)
        found |= strings(tree if computed else call)
    return found


def cited_by_tests() -> set[str]:
    """The ids that the tests cite: in marks, or in the data files that marks are made from."""
    found = set()
    for file in TESTS.rglob("*.py"):
        found |= cited_in(ast.parse(file.read_text("utf-8")))
    for file in TESTS.rglob("*.toml"):
        found |= {word.strip("\"',[]") for word in file.read_text("utf-8").split()}
    return found


def test_marks_are_found_wherever_they_stand():
    code = """
pytestmark = [pytest.mark.slow, pytest.mark.rule("a.module.mark")]
@pytest.mark.rule("a.class.mark")
class TestThings:
    @pytest.mark.rule("a.method.mark", "a.method.other")
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("a.param.mark"))])
    def test_one(self, x): assert "a.mere.string"
"""
    assert cited_in(ast.parse(code)) == {
        "a.module.mark", "a.class.mark", "a.method.mark", "a.method.other", "a.param.mark"
    }


def test_marks_with_computed_ids_may_use_the_strings_of_their_module():
    code = 'TABLE = {"a.table.id": 1}\nps = [pytest.param(n, marks=pytest.mark.rule(id)) for id, n in TABLE.items()]'
    assert cited_in(ast.parse(code)) == {"a.table.id"}


@pytest.mark.parametrize("game", GAMES)
def test_shipped_coverage_is_not_stale(game):
    table = coverage(game)
    stale = table.cited_by_tests.keys() - cited_by_tests()
    assert not stale, "these are no longer cited by any test; run `make coverage`"
    gone = {
        test
        for tests in table.cited_by_tests.values()
        for test in tests
        if not (TESTS.parent / test.partition("::")[0]).is_file()
    }
    assert not gone, "these tests are gone; run `make coverage`"


@pytest.mark.parametrize("game", GAMES)
def test_no_citation_of_an_unknown_rule(game):
    assert not coverage(game).unknown


@pytest.mark.parametrize("game", GAMES)
def test_every_atom_is_cited(game):
    table = coverage(game)
    assert not table.uncoded, "rules that no code cites"
    assert not table.untested, "rules that no passing test cites; after adding tests run `make coverage`"
