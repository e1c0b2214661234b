"""Rulebook: "Solo Scenarios", on the shipped board with its numbers."""

import pytest

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import SanchosState
from tests.games.sanchos.scenes import pieces
from tests.rules.sanchos.asking import fresh, reserve, score, supply

HOME = {name: {f"{name} garrison {name} 1T", f"{name} field {name} K+3T"} for name in SANCHOS}
EVERYBODY = set().union(*HOME.values())


def supplies(g: SanchosState) -> dict[str, int]:
    return {name: supply(g, name) for name in SANCHOS}


def at_number(g: SanchosState, number: int) -> str:
    return g.t.ids[g.t.numbers.index(number)]


SCENARIOS = {
    "aragon": ([("castilla", 1, 2), ("najera", 8, 2)], {"castilla": 6, "najera": 6, "aragon": 8}),
    "castilla": ([("aragon", 8, 1), ("aragon", 12, 1), ("najera", 9, 1)], {"castilla": 8, "najera": 7, "aragon": 6}),
    "najera": ([("aragon", 8, 1), ("castilla", 8, 1)], {"castilla": 7, "najera": 8, "aragon": 7}),
}


def scenario(player: str) -> SanchosState:
    """The set-up with the scenario's pieces; all else is as in every game."""
    g = fresh("solo", player=player)
    more, supply_of = SCENARIOS[player]
    added = {f"{name} field {at_number(g, number)} {troops}T" for name, number, troops in more}
    assert len(added) == len(more)
    assert pieces(g) == EVERYBODY | added
    assert supplies(g) == supply_of
    assert [reserve(g, name) for name in SANCHOS] == [2, 2, 2]
    return g


@pytest.mark.rule("sanchos.scenario.aragon")
def test_player_aragon() -> None:
    g = scenario("aragon")
    assert (score(g, "player"), score(g, "auto")) == (2, 4), "the towers and castles there stay empty"


@pytest.mark.rule("sanchos.scenario.castilla")
def test_player_castilla() -> None:
    g = scenario("castilla")
    assert (score(g, "player"), score(g, "auto")) == (2, 4)
    assert at_number(g, 8) == "calahorra" and at_number(g, 12) == "sobrarbe", "one T in each of the two"


@pytest.mark.rule("sanchos.scenario.najera")
def test_player_najera() -> None:
    g = scenario("najera")
    calahorra = {line for line in pieces(g) if " calahorra " in line}
    assert calahorra == {"aragon field calahorra 1T", "castilla field calahorra 1T"}


@pytest.mark.rule("sanchos.scenario.aragon", "sanchos.scenario.castilla", "sanchos.scenario.najera")
@pytest.mark.parametrize("mode", ["2p", "3p"])
def test_games_of_two_and_three_have_no_scenario_pieces(mode: str) -> None:
    g = fresh(mode)
    assert pieces(g) == EVERYBODY and supplies(g) == dict.fromkeys(SANCHOS, 8)
