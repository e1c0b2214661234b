"""The short form of ``make balance``: few games, wide limits."""

import importlib.util
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "balance.py"


@pytest.fixture(scope="module")
def balance():
    spec = importlib.util.spec_from_file_location("balance", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["balance"] = module
    spec.loader.exec_module(module)
    return module


def test_equal_bots_win_about_equally_often(balance, capsys):
    reports = {mode: balance.measure(mode, 20) for mode in ("3p", "2p")}
    assert balance.misses(reports, slack=0.22) == []
    for report in reports.values():
        assert set(report["endings"]) == {"major", "minor"}
    assert capsys.readouterr().out == ""


def made_up(sides, major, games=100):
    return {"games": games, "sides": sides, "endings": {"major": major, "minor": games - major},
            "rounds": {"median": 20, "p95": 27, "max": 27}, "decisions": {"median": 200, "p95": 250, "max": 260}}


def test_figures_outside_their_limits_are_named(balance):
    fair = {"3p": made_up({"castilla": 30, "najera": 33.5, "aragon": 36.5}, 60),
            "2p": made_up({"castilla": 44, "najera": 3, "aragon": 53}, 85)}
    assert balance.misses(fair) == []
    unfair = {"3p": made_up({"castilla": 26, "najera": 33, "aragon": 41}, 86),
              "2p": made_up({"castilla": 42, "najera": 16, "aragon": 42}, 14)}
    assert balance.misses(unfair) == [
        "3p: castilla has 26.0% of the games instead of from 27% to 40%",
        "3p: aragon has 41.0% of the games instead of from 27% to 40%",
        "2p: najera has 16.0% of the games instead of from 0% to 15%",
        "3p: major has 86.0% of the games instead of from 15% to 85%",
        "3p: minor has 14.0% of the games instead of from 15% to 85%",
        "2p: major has 14.0% of the games instead of from 15% to 85%",
        "2p: minor has 86.0% of the games instead of from 15% to 85%",
    ]
    assert balance.misses(unfair, slack=0.02) == []


def test_the_tables(balance):
    lines = balance.table({"2p": made_up({"castilla": 44, "najera": 3, "aragon": 53}, 85)})
    assert "| 2p | castilla | 44.0% | 34.7% to 53.8% | 42% to 58% |" in lines
    assert len(lines) == 2 + 5
    solo = {(level, player): made_up({"player": won, "auto": 100 - won}, 90)
            for level, player, won in (("normal", "najera", 40), ("hard", "najera", 20))}
    assert balance.solo_table(solo) == ["| level | najera |", "|---|---|", "| normal | 40% |", "| hard | 20% |"]


def test_as_a_program(balance, capsys):
    assert balance.main(["--games", "2", "--solo", "1", "--bot", "random", "--jobs", "1"]) == 1
    printed = capsys.readouterr()
    assert printed.out.count("| normal |") == printed.out.count("| epic |") == 1
    assert "balance: 3p: " in printed.err
    assert balance.main(["--bot", "nobody"]) == 2
    assert "balance: bot 'nobody': there is no bot 'nobody'" in capsys.readouterr().err
