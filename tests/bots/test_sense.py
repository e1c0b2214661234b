"""The greedy bot does what a person would do in plain situations, whatever its seed."""

import pytest

from mesnada.bots import make_bot
from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.model import SCORE
from tests.games.sanchos.scenes import card_action, cp_turn, do, item, scene

AT_HOME = ["najera garrison n-home 1T", "najera field n-home K+3T",
           "aragon garrison a-home 1T", "aragon field a-home K+3T"]
SEEDS = range(4)


def answers(g, spec="greedy"):
    """The names of what bots of several seeds choose for the seat to act."""
    return {make_bot(spec, GAME, seed).choose(g.view(g.seat)).name for seed in SEEDS}


def played(g, seed=1):
    """The names of a bot's answers until another seat or chance is to act."""
    found, seat, bot = [], g.seat, make_bot("greedy", GAME, seed)
    while g.seat == seat:
        found.append(bot.choose(g.view(seat)).name)
        do(g, found[-1])
    return found


def test_it_takes_the_tenth_point():
    g = cp_turn(scene(["castilla garrison c-home 2T", "castilla garrison r3 1T", "castilla garrison r5 1T",
                       "castilla garrison r1 1T", "castilla field c-home K", "castilla field r4 1T", *AT_HOME]), 3)
    assert g.b[SCORE] == 8
    g.b[SCORE] = 9
    assert answers(g) == {"fortify troop r4"}


def test_it_occupies_an_empty_castle_before_a_tower():
    g = cp_turn(scene(["castilla garrison c-home 1T", "castilla field r3 1T", "castilla field r1 K+1T", *AT_HOME]), 1)
    assert answers(g) == {"fortify troop r3"}


def test_it_walks_to_an_empty_castle_and_occupies_it_in_one_turn():
    g = cp_turn(scene(["castilla garrison c-home 1T", "castilla field c-home K+3T", *AT_HOME]), 2)
    lifted, to, fortified = played(g)
    assert lifted.startswith("move ")
    assert to == "to r3"
    assert fortified.startswith("fortify ") and fortified.endswith(" r3")


def test_it_besieges_a_weak_garrison():
    g = cp_turn(scene(["castilla garrison c-home 2T", "castilla field r5 K+3T", "najera garrison n-home 2T",
                       "najera garrison r5 1T", "najera field n-home K", *AT_HOME[2:]]), 1)
    assert answers(g) == {"besiege r5"}


def test_it_breaks_the_siege_of_its_home():
    g = cp_turn(scene(["castilla garrison c-home 1T", "castilla field c-home K+4T", "najera siege c-home 2T",
                       "najera garrison n-home 2T", "najera field n-home K", *AT_HOME[2:]]), 3)
    assert answers(g) == {"attack c-home"}


def test_it_does_not_give_up_its_home_without_need():
    g = card_action(scene(["castilla garrison c-home 1T", "castilla field c-home K", *AT_HOME]), "castilla",
                    item("move", 1))
    assert answers(g) == {"move king"}


def test_it_leaves_a_hopeless_battle_alone():
    g = cp_turn(scene(["castilla garrison c-home 2T", "castilla field r3 1T", "castilla field c-home K",
                       "najera field r3 K+5T", "najera garrison n-home 1T", *AT_HOME[2:]]), 1)
    assert "attack r3" in {action.name for action in g.legal()}
    assert "attack r3" not in answers(g)


@pytest.mark.parametrize("spec", ["greedy", "quick"])
def test_it_hits_the_die_that_would_hit_back(spec):
    g = cp_turn(scene(["castilla garrison c-home 1T", "castilla field r5 2T", "castilla field c-home K",
                       "najera field r5 2T", "najera garrison n-home 1T", "najera field n-home K", *AT_HOME[2:]]), 1)
    do(g, "attack r5", 6, 3, 2, 5, 2)
    assert {action.name for action in g.legal()} == {"hit najera troop 5", "hit najera troop 2"}
    assert answers(g, spec) == {"hit najera troop 5"}


def test_the_commander_decides_for_najera_in_the_own_interest():
    """Ordered to attack, Nájera could fall on Castilla or on Aragón; the commander is Castilla."""
    pieces = ["castilla garrison c-home 1T", "castilla field c-home K", "castilla field r4 1T",
              "aragon garrison a-home 1T", "aragon field a-home K", "aragon field r8 1T",
              "najera garrison n-home 1T", "najera field n-home K", "najera field r4 4T", "najera field r8 4T"]
    for commander, region in (("castilla", "r8"), ("aragon", "r4")):
        g = card_action(scene(pieces, "2p", commander=commander), "najera",
                        item("attack", 1, select="most-favourable"))
        assert {action.name for action in g.legal()} == {"attack r4", "attack r8"}
        assert answers(g, "greedy:samples=20") == {f"attack {region}"}


def test_the_solo_player_plays_against_both_auto_sanchos():
    """A point less for one Auto-Sancho is worth as much as a point less for the other."""
    worths = []
    for loser in ("castilla", "aragon"):
        pieces = {"castilla": ["castilla garrison c-home 1T", "castilla garrison r3 1T", "castilla field c-home K"],
                  "aragon": ["aragon garrison a-home 1T", "aragon garrison r10 1T", "aragon field a-home K"]}
        pieces[loser].pop(1)
        najera = ["najera garrison n-home 1T", "najera field n-home K"]
        g = cp_turn(scene([*pieces["castilla"], *pieces["aragon"], *najera], "solo", commander="najera"), 1)
        worths.append(GAME.heuristics.value(g, "najera"))
    assert worths[0] == pytest.approx(worths[1], abs=0.3)
