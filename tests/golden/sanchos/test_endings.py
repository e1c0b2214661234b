"""One short record for every way in which a game can end: a position, the actions by name, and the outcome."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.invariants import check

FOLDER = Path(__file__).parent / "endings"
FILES = sorted(FOLDER.glob("*.toml"))
BOARD = (Path(__file__).parent / "board.toml").read_text("utf-8")
"""A board of their own, so that no record hangs on the regions of the shipped map."""


def _case(file: Path):
    data = tomllib.loads(file.read_text("utf-8"))
    return pytest.param(data, id=file.stem, marks=pytest.mark.rule(*data["rules"]))


@pytest.mark.parametrize("data", [_case(file) for file in FILES])
def test_ending(data: dict) -> None:
    g = GAME.read_position(data["position"] + BOARD)
    g.events = []
    check(g)
    for number, name in enumerate(data["play"]):
        assert not g.over, f"the game is over before {name!r}"
        legal = [action.name for action in g.legal()]
        assert name in legal, f"{name!r} (number {number}) is not one of {legal}"
        g.apply(g.actions.parse(name))
        check(g)
    outcome = g.outcome()
    assert g.over and outcome is not None, [action.name for action in g.legal()]
    assert outcome.ending == data["ending"] and list(outcome.winners) == data["winners"]
    assert dict(outcome.scores) == data["scores"] and list(outcome.returns) == data["returns"]
    assert g.events[-1].kind == f"{outcome.ending}-victory" and g.events[-1].params["winners"] == data["winners"]


def test_every_way_to_end_has_its_record() -> None:
    """Endings and winners of the records, by mode: nothing that the rules allow is missing."""
    found = set()
    for file in FILES:
        data = tomllib.loads(file.read_text("utf-8"))
        mode = tomllib.loads(data["position"])["mode"]
        alone = len(data["winners"]) == 1
        winner = data["winners"][0] if mode == "solo" or data["winners"] == ["najera"] else "player"
        found.add((mode, data["ending"], winner if alone else "shared"))
    assert found >= {
        ("3p", "major", "player"), ("3p", "minor", "player"), ("3p", "minor", "shared"), ("2p", "major", "najera"),
        ("2p", "minor", "najera"), ("2p", "minor", "shared"), ("solo", "major", "player"), ("solo", "major", "auto"),
        ("solo", "minor", "player"), ("solo", "minor", "auto"),
    }
