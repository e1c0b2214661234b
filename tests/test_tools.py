"""The long proofs in their short form, and the generated pages."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mesnada.kernel.game import find_game

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def tool(name: str) -> ModuleType:
    """A script under tools/ as a module."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
        assert spec is not None and spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.mark.rule("sanchos.round.after-deck-is-empty", "sanchos.components.pieces")
def test_random_games_keep_all_invariants() -> None:
    """The short form of `make fuzz`: every mode, many options, invariants after every action."""
    fuzz = tool("fuzz")
    total = fuzz.Tally()
    for seed in range(24):
        total.add(fuzz.play_chunk(("sanchos", seed, 4)))
    assert total.error == ""
    assert sum(total.games.values()) == 96
    game = find_game("sanchos")
    for mode in game.modes:
        assert 0 < total.rounds[mode] <= game.bound(mode)
    assert len(total.options) >= 35


def test_a_fuzz_error_names_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz = tool("fuzz")
    game = find_game("sanchos")

    def broken(state: object) -> None:
        raise AssertionError("a piece too many")

    monkeypatch.setattr(game, "check_state", broken)
    tally = fuzz.play_chunk(("sanchos", 7, 1))
    assert "seed 7" in tally.error and "a piece too many" in tally.error


def test_speed_is_measured() -> None:
    """The short form of `make bench`; figures of a loaded machine prove nothing, so only wide limits are asked."""
    figures = tool("bench").run(rounds=1, seconds=0.2)
    assert figures["3p all decisions/s"] > 10_000
    assert figures["3p all decisions/s"] > figures["3p decisions/s with a choice"] > 5_000
    assert figures["copy, microseconds"] < 20
    assert figures["decisions/s on fresh copies"] > 5_000


def test_missed_targets_are_named() -> None:
    bench = tool("bench")
    good = {name: target + 1 for name, target in bench.TARGETS.items()} | {"copy, microseconds": 0.5}
    assert bench.misses(good) == []
    assert [line.split(":")[0] for line in bench.misses(good | {"copy, microseconds": 3.0})] == ["copy, microseconds"]
    assert [line.split(":")[0] for line in bench.misses(good | {"3p all decisions/s": 1.0})] == ["3p all decisions/s"]


def test_generated_pages_are_fresh() -> None:
    docs = tool("docs")
    stale = [str(path) for path, text in docs.pages().items() if not path.exists() or path.read_text("utf-8") != text]
    assert stale == [], "run: make docs"
