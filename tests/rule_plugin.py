"""A pytest plugin: which rule atoms are proved by which tests.

A test cites atoms by ``@pytest.mark.rule("sanchos.attack.single-die", ...)`` (also on a class, a module or a
parameter). A mark that cites an id which does not exist fails its test. With ``--write-coverage`` a complete run
writes the ids that passing tests cite, each with these tests, to the ``coverage.json`` of their game.

It reads the rule files by itself and needs nothing of the package, so that a broken package cannot hide a test.
"""

import functools
import json
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "src" / "mesnada" / "games"
CITES = "cites rule"


@functools.cache
def known_ids() -> dict[str, str]:
    """All rule ids, each with the folder name of its game."""
    return {
        rule["id"]: file.parent.name
        for file in GAMES.glob("*/rules.toml")
        for rule in tomllib.loads(file.read_text("utf-8"))["rule"]
    }


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-coverage", action="store_true", help="write the rules that this complete run proves to coverage.json"
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Proofs(config), "rule-proofs")


def pytest_itemcollected(item: pytest.Item) -> None:
    ids = {id for mark in item.iter_markers("rule") for id in mark.args}
    item.user_properties.extend((CITES, id) for id in sorted(ids, key=str))


def pytest_runtest_setup(item: pytest.Item) -> None:
    unknown = [id for name, id in item.user_properties if name == CITES and id not in known_ids()]
    if unknown:
        pytest.fail(f"cites rules that do not exist: {', '.join(map(str, unknown))}", pytrace=False)
    if any(not mark.args or mark.kwargs for mark in item.iter_markers("rule")):
        pytest.fail("a rule mark takes one or more ids", pytrace=False)


class Proofs:
    """Gathers the reports of all tests (of all worker processes) and writes the files at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.passed: dict[str, set[str]] = {}
        self.failed: set[str] = set()
        self.message = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = report.nodeid.partition("[")[0]  # a test with parameters is one test, which passes with all of them
        if report.failed or hasattr(report, "wasxfail"):
            self.failed.add(test)
        elif report.when == "call" and report.passed:
            self.passed.setdefault(test, set()).update(str(id) for name, id in report.user_properties if name == CITES)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self.config.getoption("--write-coverage"):
            gap = self.gap(session, exitstatus)
            if gap:
                self.message = f"coverage.json is left as it was, because this run is not complete: {gap}"
            else:
                self.message = "wrote " + ", ".join(str(file.relative_to(ROOT)) for file in self.write())

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if self.message:
            terminalreporter.write_line(self.message)

    def gap(self, session: pytest.Session, exitstatus: int) -> str:
        """Why this run did not try all tests; empty if it did."""
        for option in ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "maxfail"):
            if self.config.getoption(option, None):
                return f"option {option}"
        for arg in self.config.args:
            if (self.config.invocation_params.dir / arg).resolve() not in (ROOT, ROOT / "tests"):
                return f"only {arg}"
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) or session.shouldfail:
            return "it was broken off"
        return ""

    def write(self) -> list[Path]:
        """Writes one file a game. Returns the files."""
        cited: dict[str, dict[str, list[str]]] = {file.parent.name: {} for file in GAMES.glob("*/rules.toml")}
        for test in sorted(self.passed.keys() - self.failed):
            for id in self.passed[test]:
                cited[known_ids()[id]].setdefault(id, []).append(test)
        files = []
        for game, table in sorted(cited.items()):
            file = GAMES / game / "coverage.json"
            file.write_text(json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
            files.append(file)
        return files
