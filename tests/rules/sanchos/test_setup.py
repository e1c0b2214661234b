"""Set-up."""

from __future__ import annotations

from itertools import permutations

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import ARROW, DECK, ROUND
from mesnada.games.sanchos.positions.placing import place
from mesnada.games.sanchos.solo import LOWEST
from mesnada.kernel.errors import OptionError
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item, names, pieces, scene
from tests.rules.sanchos.asking import (
    at_random,
    commander,
    fresh,
    hand_size,
    happened_by,
    new_round,
    play,
    refused,
    reserve,
    scores,
    supply,
    with_board,
)

MODES = ("2p", "3p", "solo")
KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]


def dealt(mode: str, seed: int = 1, **options: str):
    """A game in which all cards are dealt and the first round has begun."""
    return play(fresh(mode, **options), at_random(seed), until=lambda g: bool(g.b[ROUND]))


# -- pieces ----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.setup.home-pieces")
@pytest.mark.parametrize("mode", MODES)
def test_pieces_at_home(mode: str) -> None:
    g = fresh(mode)
    at_home = {line for s in SANCHOS for line in (f"{s} garrison {s} 1T", f"{s} field {s} K+3T")}
    assert at_home <= pieces(g)
    elsewhere = pieces(g) - at_home
    assert bool(elsewhere) == (mode == "solo")
    assert not any("garrison" in line or "K" in line for line in elsewhere)


@pytest.mark.rule("sanchos.setup.reserve-two")
@pytest.mark.parametrize("mode", MODES)
def test_reserves(mode: str) -> None:
    g = fresh(mode)
    assert [reserve(g, name) for name in SANCHOS] == [2, 2, 2]


@pytest.mark.rule("sanchos.setup.supply-eight")
@pytest.mark.parametrize("mode", ["2p", "3p"])
def test_supplies(mode: str) -> None:
    g = fresh(mode)
    assert [supply(g, name) for name in SANCHOS] == [8, 8, 8]
    assert g.dice == []


@pytest.mark.rule("sanchos.setup.supply-eight")
@pytest.mark.parametrize(("player", "left"), [("aragon", [6, 6, 8]), ("castilla", [8, 7, 6]), ("najera", [7, 8, 7])])
def test_supplies_after_the_additions_of_a_solo_scenario(player: str, left: list[int]) -> None:
    g = fresh("solo", player=player)
    assert [supply(g, name) for name in SANCHOS] == left
    assert g.dice == []


# -- who plays whom --------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.setup.choice-three-players")
def test_three_players_play_three_different_sanchos() -> None:
    for order in permutations(SANCHOS):
        seats = GAME.seats("3p", {"sanchos": "-".join(order)})
        assert tuple(seat.id for seat in seats) == order
        assert not any(seat.automa for seat in seats)
        g = dealt("3p", sanchos="-".join(order))
        assert [hand_size(g, name) for name in SANCHOS] == [3, 3, 3]
    for wrong in ("castilla-aragon-aragon", "aragon-aragon-castilla", "castilla-aragon"):
        with pytest.raises(OptionError, match="sanchos"):
            GAME.new("3p", {"sanchos": wrong})


@pytest.mark.rule("sanchos.setup.choice-two-players")
def test_two_players_play_castilla_and_aragon() -> None:
    for order in (("castilla", "aragon"), ("aragon", "castilla")):
        assert tuple(seat.id for seat in GAME.seats("2p", {"sanchos": "-".join(order)})) == order
        g = dealt("2p", sanchos="-".join(order))
        assert [hand_size(g, name) for name in SANCHOS] == [3, 0, 3]
    for wrong in ("castilla-najera", "najera-aragon", "castilla-castilla"):
        with pytest.raises(OptionError, match="sanchos"):
            GAME.new("2p", {"sanchos": wrong})


# -- scores ----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.setup.start-score-three")
@pytest.mark.parametrize("mode", ["2p", "3p"])
def test_everybody_starts_on_three(mode: str) -> None:
    assert fresh(mode).side_scores() == {"castilla": 3, "najera": 3, "aragon": 3}


@pytest.mark.rule("sanchos.setup.solo-start-scores", "sanchos.setup.solo-shared-marker")
@pytest.mark.parametrize("player", SANCHOS)
def test_solo_starts_on_two_and_four(player: str) -> None:
    assert fresh("solo", player=player).side_scores() == {"player": 2, "auto": 4}


@pytest.mark.rule("sanchos.setup.solo-shared-marker")
def test_a_tower_between_auto_sanchos_leaves_their_score() -> None:
    g = scene(["najera garrison r9 1T", "castilla siege r9 2T", "castilla garrison r3 1T", "aragon garrison r12 1T",
               *KINGS], "solo", options={"player": "aragon"}, commander="aragon", deck=["najera-1a", "najera-1b"])
    assert g.side_scores() == {"player": 1, "auto": 3}
    cp_turn(g, 1, whole_round=True)
    do(g, "recruit", "draw najera-1a")
    assert "castilla garrison r9 1T" in pieces(g)
    assert g.side_scores() == {"player": 1, "auto": 3}


@pytest.mark.rule("sanchos.setup.solo-shared-marker", "sanchos.win.major")
def test_auto_sanchos_win_together() -> None:
    start = ["najera garrison n-home 1T", "najera garrison r8 1T", "castilla garrison c-home 1T",
             "castilla garrison r3 1T", "castilla garrison r1 1T", "najera field r4 1T", *KINGS]
    g = scene(start, "solo", options={"player": "aragon"}, commander="aragon")
    assert g.side_scores() == {"player": 0, "auto": 9}
    card_action(g, "najera", item("fortify", 1))
    outcome = g.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.winners, outcome.scores) == ("major", ("auto",), {"player": 0, "auto": 10})


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.setup.deal-three")
@pytest.mark.parametrize(
    ("mode", "deck", "hands"), [("3p", 18, [3, 3, 3]), ("2p", 21, [3, 0, 3]), ("solo", 24, [0, 3, 0])])
def test_dealing(mode: str, deck: int, hands: list[int]) -> None:
    g = fresh(mode)
    deals = 0
    while not g.b[ROUND] and g.legal()[0].verb == "draw":
        assert len(g.legal()) == 27 - deals
        assert {chance for _, chance in g.chance()} == {1 / (27 - deals)}
        assert refused(g, "recruit") == ("not-now", "sanchos.setup.deal-three")
        card = g.legal()[0].name
        do(g, card)
        if g.legal()[0].verb == "draw":
            assert refused(g, card) == ("card-not-in-deck", "sanchos.phase3.commander-draws-one")
        deals += 1
    assert deals == sum(hands)
    assert [hand_size(g, name) for name in SANCHOS] == hands
    drawn = [event["card"] for event in happened(g, "draws")]
    assert len(set(drawn)) == deals
    assert 27 - deals == deck
    assert g.b[DECK] == deck


# -- the first commander ---------------------------------------------------------------------------


@pytest.mark.rule("sanchos.setup.first-commander-three-players")
def test_najera_commands_first() -> None:
    for seating in ("castilla-najera-aragon", "castilla-aragon-najera"):
        for order in permutations(SANCHOS):
            g = dealt("3p", seating=seating, sanchos="-".join(order))
            assert (commander(g), decider(g), g.b[ROUND]) == ("najera", "najera", 1)


@pytest.mark.rule("sanchos.setup.first-commander-two-players")
@pytest.mark.parametrize("order", ["castilla-aragon", "aragon-castilla"])
def test_the_higher_roll_commands_first(order: str) -> None:
    first, second = order.split("-")
    before = play(fresh("2p", sanchos=order), at_random(1), until=lambda g: g.legal()[0].verb == "roll")
    assert decider(before) == "chance"
    assert names(before) == [f"roll troop {face}" for face in range(1, 7)]
    assert refused(before, "roll king 9") == ("no-such-face", "sanchos.components.dice-faces")
    assert refused(before, "recruit") == ("not-now", "sanchos.setup.first-commander-two-players")
    for rolls, wanted in (((2, 5), second), ((5, 2), first), ((1, 6), second), ((6, 5), first)):
        g = before.copy()
        g.events = []
        do(g, *rolls)
        assert happened(g, "rolls-for-command") == [{"sancho": first, "face": rolls[0]},
                                                    {"sancho": second, "face": rolls[1]}]
        assert (commander(g), decider(g), g.b[ROUND]) == (wanted, wanted, 1)


@pytest.mark.rule("sanchos.setup.first-commander-two-players")
def test_equal_rolls_are_repeated() -> None:
    g = play(fresh("2p"), at_random(1), until=lambda g: g.legal()[0].verb == "roll")
    do(g, 4, 4)
    assert (g.b[ROUND], decider(g), len(g.legal())) == (0, "chance", 6)
    do(g, 6, 6)
    assert (g.b[ROUND], decider(g)) == (0, "chance")
    do(g, 1, 2)
    assert happened_by(g, "rolls-for-command") == ["castilla", "aragon"] * 3
    assert commander(g) == "aragon"


@pytest.mark.rule("sanchos.setup.solo-first-commander")
@pytest.mark.parametrize("player", SANCHOS)
@pytest.mark.parametrize("seating", ["castilla-najera-aragon", "castilla-aragon-najera"])
def test_the_solo_player_commands_first(player: str, seating: str) -> None:
    g = dealt("solo", player=player, seating=seating)
    assert (commander(g), decider(g), g.b[ROUND]) == (player, player, 1)
    do(g, next(name for name in names(g) if name.startswith("reserve")))
    do(g, names(g)[0])
    assert (commander(g), decider(g), g.b[ROUND]) == (None, "chance", 2)


# -- the Tiebreak token ----------------------------------------------------------------------------


def regions_taken(g, times: int) -> list[str]:
    for _ in range(times):
        card_action(g, "aragon", item("fortify", 1))
    return [event["region"] for event in happened(g, "fortifies")]


@pytest.mark.rule("sanchos.setup.solo-tiebreak-token", "sanchos.action.tie-token-solo")
def test_the_first_tie_goes_to_the_lowest_number_the_next_to_the_highest() -> None:
    assert fresh("solo").b[ARROW] == LOWEST
    start = ["aragon field r1 1T", "aragon field r7 1T", "aragon field r12 1T", "aragon field r4 1T", *KINGS]
    g = scene(start, "solo", options={"player": "castilla"})
    assert regions_taken(g, 3) == ["r1", "r12", "r4"]
    assert [event["arrow"] for event in happened(g, "tiebreak")] == ["lowest", "highest", "lowest"]


@pytest.mark.rule("sanchos.setup.solo-tiebreak-token")
@pytest.mark.parametrize(
    ("top", "bottom", "taken"), [("highest", "lowest", ["r1", "r12"]), ("lowest", "highest", ["r12", "r1"])])
def test_the_board_says_what_the_uncovered_arrow_means(top: str, bottom: str, taken: list[str]) -> None:
    content = with_board(arrow_top=top, arrow_bottom=bottom)
    g = place(GAME.tables("solo", {"player": "castilla"}, content),
              ["aragon field r1 1T", "aragon field r7 1T", "aragon field r12 1T", *KINGS])
    g.events = []
    assert regions_taken(g, 2) == taken


# -- seating ---------------------------------------------------------------------------------------

FIGHT = ["castilla field r5 1T", "najera field r5 1T", "aragon field r5 1T", *KINGS]


@pytest.mark.rule("sanchos.setup.seating", "sanchos.battle.layout-order")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("seating", "order"),
    [(None, ["aragon", "aragon", "castilla", "najera"]),
     ("castilla-najera-aragon", ["aragon", "aragon", "castilla", "najera"]),
     ("castilla-aragon-najera", ["aragon", "aragon", "najera", "castilla"])],
)
def test_dice_are_laid_out_clockwise(mode: str, seating: str | None, order: list[str]) -> None:
    options = {"seating": seating} if seating else {}
    if mode == "solo":
        options["player"] = "aragon"
    g = cp_turn(scene(FIGHT, mode, commander="aragon", options=options), 1)
    do(g, "attack r5", 6, 5, 4, 3)
    assert happened_by(g, "rolls") == order


@pytest.mark.rule("sanchos.setup.seating")
@pytest.mark.parametrize(("seating", "asked"), [("castilla-najera-aragon", ["aragon", "castilla", "najera"]),
                                                ("castilla-aragon-najera", ["aragon", "najera", "castilla"])])
def test_reserved_cards_are_played_clockwise(seating: str, asked: list[str]) -> None:
    cards = {"castilla": ["castilla-1b"], "najera": ["najera-1b"], "aragon": ["aragon-1b"]}
    g = cp_turn(scene(FIGHT, commander="aragon", options={"seating": seating}, face_down=cards), 1)
    do(g, "attack r5", 6, 5, 4, 3)
    deciders = []
    while "pass" in names(g):
        deciders.append(decider(g))
        do(g, "pass")
    assert deciders == asked


@pytest.mark.rule("sanchos.setup.seating", "sanchos.round.next-commander")
@pytest.mark.parametrize(
    ("seating", "after"),
    [("castilla-najera-aragon", ["castilla", "najera", "aragon", "castilla"]),
     ("castilla-aragon-najera", ["castilla", "aragon", "najera", "castilla"])],
)
def test_the_command_goes_clockwise(seating: str, after: list[str]) -> None:
    hands = {s: [f"{s}-1a", f"{s}-1b", f"{s}-1c"] for s in SANCHOS}
    g = new_round(scene(hands=hands, commander="castilla", options={"seating": seating}, deck=[]))
    course: list[str | None] = []
    while len(course) < 4:
        course.append(commander(g))
        if len(course) < 4:
            do(g, next(name for name in names(g) if name.startswith("reserve")))
    assert course == after
    assert scores(g) == (3, 3, 3)
