"""The plugin that writes down which tests prove which rules, tried on a small project of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).with_name("rule_plugin.py")
RULES = '[[rule]]\nid = "toy.a.one"\n[[rule]]\nid = "toy.a.two"\n[[rule]]\nid = "toy.a.three"\n'
TESTS = """
import pytest

@pytest.mark.rule("toy.a.one")
def test_passes(): pass

@pytest.mark.rule("toy.a.two")
@pytest.mark.parametrize("x", [0, 1])
def test_fails_for_one(x): assert x

@pytest.mark.rule("toy.a.two")
@pytest.mark.xfail
def test_is_known_to_fail(): assert False

@pytest.mark.rule("toy.a.two")
@pytest.mark.skip
def test_is_skipped(): pass

@pytest.fixture
def broken():
    yield
    raise ValueError

@pytest.mark.rule("toy.a.two")
def test_breaks_afterwards(broken): pass

@pytest.mark.rule("toy.a.one")
class TestOfAClass:
    @pytest.mark.rule("toy.a.three")
    def test_more(self): pass
"""


@pytest.fixture
def project(tmp_path):
    game = tmp_path / "src" / "mesnada" / "games" / "toy"
    tests = tmp_path / "tests"
    for folder in (game, tests):
        folder.mkdir(parents=True)
    (game / "rules.toml").write_text(RULES, "utf-8")
    (tests / "rule_plugin.py").write_text(PLUGIN.read_text("utf-8"), "utf-8")
    (tests / "__init__.py").write_text("", "utf-8")
    (tests / "conftest.py").write_text('pytest_plugins = ["tests.rule_plugin"]\n', "utf-8")
    (tests / "test_toy.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\ntestpaths = tests\npythonpath = .\naddopts = --import-mode=importlib\nmarkers = rule(ids)\n", "utf-8"
    )
    return tmp_path


def run(project: Path, *args: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *args],
        cwd=project, capture_output=True, text=True, timeout=120, check=False,
    )
    return done.returncode, done.stdout + done.stderr


def table(project: Path) -> dict[str, list[str]] | None:
    file = project / "src" / "mesnada" / "games" / "toy" / "coverage.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else None


@pytest.mark.parametrize("workers", [(), ("-n", "2"), ("tests",)], ids=["alone", "workers", "folder"])
def test_only_passing_tests_prove_a_rule(project, workers):
    code, output = run(project, "--write-coverage", *workers)
    assert code == 1
    assert "wrote src/mesnada/games/toy/coverage.json" in output
    assert table(project) == {
        "toy.a.one": ["tests/test_toy.py::TestOfAClass::test_more", "tests/test_toy.py::test_passes"],
        "toy.a.three": ["tests/test_toy.py::TestOfAClass::test_more"],
    }


@pytest.mark.parametrize(
    "args", [("-k", "passes"), ("-m", "rule"), ("-x",), ("tests/test_toy.py",), ("tests/test_toy.py::test_passes",)]
)
def test_a_run_that_is_not_complete_writes_nothing(project, args):
    _, output = run(project, "--write-coverage", *args)
    assert "coverage.json is left as it was" in output
    assert table(project) is None


def test_nothing_is_written_unless_asked(project):
    run(project)
    assert table(project) is None


@pytest.mark.parametrize("mark", ['"toy.a.four"', '"toy.a.one", "else.a.b"', "", "5"])
def test_a_mark_that_cites_no_rule_fails_the_run(project, mark):
    (project / "tests" / "test_toy.py").write_text(
        f"import pytest\n@pytest.mark.rule({mark})\ndef test_passes(): pass\n", "utf-8"
    )
    code, output = run(project)
    assert code == 1
    assert "cites rules that do not exist" in output or "takes one or more ids" in output
