"""Finding citations of rules in code, and the table made of them."""

import json

import pytest

from mesnada.kernel.coverage import Coverage, citations, coverage, measure, read_tests
from mesnada.kernel.errors import ContentError
from mesnada.kernel.rules import Atom, Rulebook

CODE = '''"""Carries out toy.move.one-step and
toy.move.diagonal."""
import mesnada.games.toy.model.rules  # toy.comment.cited
rule = "toy.attack.march"
toy.move.not_a_citation(toy.move.attribute)
path = "games/toy.move.x mesnada.toy.move.y toy.toml toy.move.snake_case toy.move.call() autotoy.move.z"
say = f"refused by toy.text.formatted"
'''


def test_citations_stand_in_strings_and_comments():
    assert list(citations(CODE, "toy")) == [
        (1, "toy.move.one-step"),
        (2, "toy.move.diagonal"),
        (3, "toy.comment.cited"),
        (4, "toy.attack.march"),
        (7, "toy.text.formatted"),
    ]


def book(*ids: str) -> Rulebook:
    return Rulebook("Toy", "toy", tuple(Atom(id, "S", ("2p",), "t", "c") for id in ids))


def test_the_table():
    table = measure(
        book("toy.a.a", "toy.a.b", "toy.a.c"),
        {"toy.a.c": ["x.py:1", "y.py:2"], "toy.a.zz": ["x.py:9"]},
        {"toy.a.a": ["tests/t.py::test_a"], "toy.a.c": [], "toy.a.yy": ["tests/t.py::test_y"]},
    )
    assert table == Coverage(
        total=3,
        cited_by_code={"toy.a.c": ("x.py:1", "y.py:2")},
        cited_by_tests={"toy.a.a": ("tests/t.py::test_a",)},
        uncoded=("toy.a.a", "toy.a.b"),
        untested=("toy.a.b", "toy.a.c"),
        unknown=("tests/t.py::test_y: toy.a.yy", "x.py:9: toy.a.zz"),
    )


def test_the_table_of_tests_may_be_missing_but_not_broken(tmp_path):
    file = tmp_path / "coverage.json"
    assert read_tests(file) == {}
    file.write_text(json.dumps({"toy.a.a": ["t"]}), "utf-8")
    assert read_tests(file) == {"toy.a.a": ["t"]}
    for broken in ("{", "[]", '{"a": 1}'):
        file.write_text(broken, "utf-8")
        with pytest.raises(ContentError, match=r"coverage\.json"):
            read_tests(file)


def test_a_package_is_scanned_with_its_subpackages(tmp_path, monkeypatch):
    package = tmp_path / "toygame"
    (package / "deep").mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    (package / "deep" / "battle.py").write_text("# toy.a.a\n\n# toy.a.gone\n", "utf-8")
    (package / "rules.toml").write_text(
        'game = "Toy"\nprefix = "toy"\n'
        '[[rule]]\nid = "toy.a.a"\nsection = "S"\nmodes = ["2p"]\ntext = "t"\ncheck = "c"',
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    table = coverage("toy", "toygame")
    assert table.cited_by_code == {"toy.a.a": ("toygame/deep/battle.py:1",)}
    assert table.unknown == ("toygame/deep/battle.py:3: toy.a.gone",)
    assert table.untested == ("toy.a.a",)
