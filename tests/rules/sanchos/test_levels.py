"""Rulebook: the difficulty levels of the "Solo Campaign Challenge", for single games."""

import random

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import COMMANDER, DECK, FACE_UP, HAND, IN_DECK, ROUND, SET_ASIDE, SanchosState
from mesnada.kernel.errors import OptionError
from tests.games.sanchos.scenes import decider, do, happened, names, pieces
from tests.rules.sanchos.asking import fresh, refused, reserve, supply

AUTOS = {"najera": ("castilla", "aragon"), "aragon": ("castilla", "najera"), "castilla": ("najera", "aragon")}


def by_sancho(g: SanchosState, of) -> dict[str, int]:
    return {name: of(g, name) for name in SANCHOS}


def changes(before: set[str], after: set[str]) -> tuple[set[str], set[str]]:
    return before - after, after - before


# -- any single game ----------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.level.any-solo-game")
@pytest.mark.parametrize("level", ["normal", "hard", "very-hard", "epic"])
@pytest.mark.parametrize("player", ["najera", "aragon", "castilla"])
def test_a_single_game_may_be_played_at_any_level_with_or_without_el_cid(level: str, player: str) -> None:
    assert fresh("solo", player=player, level=level).t.level == level
    if player != "aragon":
        assert fresh("solo", player=player, level=level, el_cid="card").t.el_cid


@pytest.mark.rule("sanchos.level.any-solo-game")
def test_impossible_is_no_level_of_a_single_game_and_levels_are_for_solo() -> None:
    with pytest.raises(OptionError) as caught:
        GAME.new("solo", {"level": "impossible"})
    assert caught.value.option == "level" and "normal, hard, very-hard, epic" in str(caught.value)
    for mode in ("2p", "3p"):
        with pytest.raises(OptionError) as caught:
            GAME.new(mode, {"level": "hard"})
        assert caught.value.option == "level"
    assert dict(GAME.new("solo").setup.options)["level"] == "normal"


# -- normal, hard, very hard --------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.level.normal")
def test_normal_is_the_set_up_with_the_scenarios_troops() -> None:
    g = fresh("solo", player="castilla", level="normal")
    home = {f"{name} {place}" for name in SANCHOS for place in (f"garrison {name} 1T", f"field {name} K+3T")}
    assert pieces(g) - home == {"aragon field calahorra 1T", "aragon field sobrarbe 1T", "najera field pamplona 1T"}
    assert by_sancho(g, reserve) == dict.fromkeys(SANCHOS, 2)


@pytest.mark.rule("sanchos.level.hard")
@pytest.mark.parametrize("player", SANCHOS)
def test_hard_adds_two_troops_to_the_reserve_of_each_auto_sancho(player: str) -> None:
    normal, hard = fresh("solo", player=player, level="normal"), fresh("solo", player=player, level="hard")
    assert pieces(hard) == pieces(normal)
    for name in SANCHOS:
        more = 2 if name in AUTOS[player] else 0
        assert reserve(hard, name) == 2 + more and supply(hard, name) == supply(normal, name) - more


VERY_HARD = {
    "castilla": ({"aragon field aragon K+4T", "aragon field calahorra 2T", "aragon field sobrarbe 2T",
                  "najera field najera K+4T", "najera field pamplona 2T"}, {"castilla": 8, "najera": 3, "aragon": 1}),
    "najera": ({"aragon field aragon K+4T", "aragon field calahorra 2T", "castilla field castilla K+4T",
                "castilla field calahorra 2T"}, {"castilla": 3, "najera": 8, "aragon": 3}),
    "aragon": ({"castilla field castilla K+4T", "castilla field santillana 3T", "najera field najera K+4T",
                "najera field calahorra 3T"}, {"castilla": 2, "najera": 2, "aragon": 8}),
}


@pytest.mark.rule("sanchos.level.very-hard")
@pytest.mark.parametrize("player", SANCHOS)
def test_very_hard_adds_one_troop_to_each_field_army_of_the_autos(player: str) -> None:
    hard, very = fresh("solo", player=player, level="hard"), fresh("solo", player=player, level="very-hard")
    _, new = changes(pieces(hard), pieces(very))
    grown, supplies = VERY_HARD[player]
    assert new == grown and by_sancho(very, supply) == supplies
    assert by_sancho(very, reserve) == by_sancho(hard, reserve)
    assert not [line for line in pieces(very) if "garrison" in line and not line.endswith(" 1T")]


# -- epic ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.level.epic-cards")
def test_of_the_players_own_cards_one_of_each_value_is_set_aside_and_two_go_to_the_autos() -> None:
    g = fresh("solo", player="castilla", level="epic")
    assert pieces(g) == pieces(fresh("solo", player="castilla", level="very-hard"))
    for cp in (1, 2, 3):
        assert decider(g) == "chance"
        assert names(g) == [f"set-aside castilla-{cp}{letter}" for letter in "abc"]
        assert refused(g, f"set-aside castilla-{cp % 3 + 1}a") == (
            "card-not-a-candidate", "sanchos.level.epic-cards")
        assert refused(g, f"set-aside aragon-{cp}a") == ("card-not-a-candidate", "sanchos.level.epic-cards")
        do(g, f"set-aside castilla-{cp}b")
    assert g.b[DECK] == 24
    assert names(g) == ["draw castilla-1b", "draw castilla-2b", "draw castilla-3b"]
    assert refused(g, "draw castilla-1a") == ("card-not-a-candidate", "sanchos.level.epic-cards")
    do(g, "draw castilla-3b")
    assert names(g) == ["draw castilla-1b", "draw castilla-2b"]
    do(g, "draw castilla-1b")
    autos = [SANCHOS.index(name) for name in ("najera", "aragon")]
    assert [[g.t.cards[c].id for c in g.cards_at(FACE_UP + s)] for s in autos] == [["castilla-3b"], ["castilla-1b"]]
    assert [g.t.cards[c].id for c in g.cards_at(SET_ASIDE)] == ["castilla-2b"], "it has left the game"
    assert g.b[DECK] == len(g.cards_at(IN_DECK)) == 24


@pytest.mark.rule("sanchos.level.epic-cards")
@pytest.mark.parametrize("player", SANCHOS)
def test_the_two_reserved_cards_have_the_players_action_at_the_bottom_and_different_cps(player: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        g = fresh("solo", player=player, level="epic")
        while decider(g) == "chance":
            do(g, rng.choice(names(g)))
        given = [g.cards_at(FACE_UP + SANCHOS.index(name)) for name in AUTOS[player]]
        assert [len(cards) for cards in given] == [1, 1]
        (one,), (two,) = given
        assert g.t.bottom[one] == g.t.bottom[two] == SANCHOS.index(player) and g.t.cp[one] != g.t.cp[two]
        assert g.b[DECK] + g.b[HAND + g.t.player] == 24
        third, = g.cards_at(SET_ASIDE)
        assert {g.t.cp[c] for c in (one, two, third)} == {1, 2, 3}
        for seat in (None, 0):
            assert g.masked(seat).cards_at(FACE_UP + SANCHOS.index(AUTOS[player][0])) == [one], "face up"
            assert not g.masked(seat).cards_at(SET_ASIDE), "nobody sees the third one"


@pytest.mark.rule("sanchos.level.epic-cards")
def test_below_epic_no_card_is_set_aside() -> None:
    g = fresh("solo", player="castilla", level="very-hard")
    assert len(names(g)) == 27 and names(g)[0].startswith("draw ")


@pytest.mark.rule("sanchos.level.epic-deal")
def test_the_hand_comes_from_the_24_cards_and_21_are_left() -> None:
    g = fresh("solo", player="aragon", level="epic")
    do(g, "set-aside aragon-1a", "set-aside aragon-2a", "set-aside aragon-3a", "draw aragon-1a", "draw aragon-2a")
    assert len(names(g)) == 24 and "draw aragon-3a" not in names(g)
    assert refused(g, "draw aragon-3a") == ("card-not-in-deck", "sanchos.phase3.commander-draws-one")
    do(g, "draw aragon-1b", "draw aragon-2b", "draw castilla-1a")
    assert g.b[DECK] == 21 and g.b[HAND + g.t.player] == 3 and g.b[ROUND] == 1
    assert decider(g) == "aragon" and "play castilla-1a" in names(g)


@pytest.mark.rule("sanchos.level.epic-deal", "sanchos.win.solo-deck-end")
def test_the_deck_is_empty_after_round_21_and_the_game_ends_in_phase_1_of_round_22() -> None:
    """Nobody may win before: the pieces of the set-up are put back after each decision."""
    g = fresh("solo", player="castilla", level="epic")
    start = bytes(g.b[44:62]), bytes(g.b[96:96 + 10 * 32])
    rng = random.Random(1)
    decks: dict[int, int] = {}
    while g.outcome() is None:
        if g.step.rule in ("sanchos.phase1.play-or-reserve", "sanchos.solo.phase1.reveal"):
            g.b[44:62], g.b[96:96 + 10 * 32] = start
            decks[g.b[ROUND] - 1] = g.b[DECK]
        quiet = [name for name in names(g) if not name.startswith(("attack", "besiege"))]
        do(g, rng.choice(quiet or names(g)))
    assert decks == {after: 21 - after for after in range(21)}
    outcome = g.outcome()
    assert outcome is not None and outcome.ending == "minor" and outcome.winners == ("auto",)
    assert g.b[ROUND] == 22 and g.b[COMMANDER] == 0 and g.b[DECK] == 0
    kinds = [event.kind for event in g.events or []]
    assert kinds[-2:] == ["round", "minor-victory"], "nothing is revealed in round 22"
    assert len(happened(g, "draws")) == 3 + 11 and len(happened(g, "reveals")) == 10
