"""Rulebook: "Winning"."""

from typing import Any

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import Content
from mesnada.games.sanchos.model import DECK, ROUND, SanchosState
from mesnada.games.sanchos.pack.loading import load_content
from mesnada.games.sanchos.positions.own_board import with_board
from mesnada.games.sanchos.positions.placing import place
from mesnada.games.sanchos.round import END_OF_ROUND, draw_phase
from mesnada.games.sanchos.siege import SIEGE_LOSSES
from mesnada.kernel.step import OVER
from tests.games.sanchos.scenes import ADJACENT, REGIONS, card_action, cp_turn, do, happened, item, names
from tests.rules.sanchos.asking import commander, happened_by, kinds, left, new_round, refused, score, scores
from tests.rules.sanchos.battlefield import at, field_of, laid_out, reserved

EIGHT = ("castilla garrison r3 1T", "castilla garrison r8 1T", "castilla garrison r1 1T")
"""With Castilla's home castle: 8 VP."""
NINE = (*EIGHT, "castilla garrison r4 1T")


def result(g: SanchosState) -> tuple[str, tuple[str, ...]] | None:
    outcome = g.outcome()
    return None if outcome is None else (outcome.ending, outcome.winners)


def returns(g: SanchosState) -> tuple[float, ...]:
    outcome = g.outcome()
    assert outcome is not None
    return outcome.returns


def last_round(*lines: str, mode: str = "3p", **how) -> SanchosState:
    """Phase 4 and the end of a round in which all hands are empty and the deck as well."""
    g = field_of(*lines, mode=mode, deck=[], **how)
    g.agenda += [END_OF_ROUND, SIEGE_LOSSES]
    g.settle()
    return g


# -- major victory ------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.win.major")
def test_from_9_to_11_by_one_fortify_ends_the_game_at_once() -> None:
    """Nájera's action, phase 3 and the siege in r12 (which would fall) do not take place."""
    g = new_round(field_of(*NINE, "castilla field r5 2T", "aragon garrison r12 1T", "najera siege r12 2T",
                           hands={"castilla": ["aragon-3a"]}))
    do(g, "play aragon-3a", "take-turn")
    assert scores(g)[0] == 9 and left(g) == 3
    do(g, "fortify troop r5")
    assert scores(g) == (11, 3, 4) and result(g) == ("major", ("castilla",))
    assert g.over and g.seat == OVER and not g.legal()
    assert at(g, "r12") == {"aragon garrison 1T", "najera siege 2T"}
    assert not happened(g, "card-turn") and not happened(g, "siege-loss")
    assert refused(g, "fortify troop r5") == ("game-over", "sanchos.win.major")
    assert returns(g) == (1.0, 0.0, 0.0) and happened(g, "major-victory") == [{"winners": ["castilla"]}]


@pytest.mark.rule("sanchos.win.major")
def test_nine_points_are_not_enough() -> None:
    g = cp_turn(field_of(*EIGHT, "castilla field r12 1T"), 1)
    do(g, "fortify troop r12")
    assert scores(g)[0] == 9 and g.outcome() is None


@pytest.mark.rule("sanchos.win.major")
def test_the_end_of_phase_4_counts_as_well() -> None:
    g = last_round(*NINE, "castilla siege r12 2T", "aragon garrison r12 1T", hands={"aragon": ["aragon-1a"]})
    assert result(g) == ("major", ("castilla",)) and scores(g) == (10, 3, 3)
    assert g.b[ROUND] == 1, "no further round, although a hand is not empty"


@pytest.mark.rule("sanchos.win.major")
def test_in_a_solo_game_the_two_auto_sanchos_win_together() -> None:
    lines = ("najera garrison r5 1T", "najera garrison r7 1T", "aragon garrison r8 1T")
    options = {"player": "castilla"}
    g = field_of(*lines, "aragon field r9 1T", mode="solo", options=options)
    assert (score(g, "player"), score(g, "auto")) == (2, 9)
    card_action(g, "aragon", item("fortify", 1))
    assert result(g) == ("major", ("auto",)) and returns(g) == (0.0, 1.0, 1.0)
    g = field_of(*NINE, "castilla garrison r7 1T", "castilla field r9 1T", mode="solo", options=options)
    assert score(g, "player") == 9
    cp_turn(g, 1)
    do(g, "fortify troop r9")
    assert result(g) == ("major", ("player",)) and returns(g) == (1.0, 0.0, 0.0)


# -- when it is looked for ----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.win.checked-after-each-point")
def test_the_first_of_three_points_by_card_wins_and_the_others_are_not_used() -> None:
    g = field_of(*EIGHT, "castilla field r5 1T", "castilla field r12 2T", commander="aragon")
    card_action(g, "castilla", item("fortify", 3))
    do(g, "fortify troop r5")
    assert result(g) == ("major", ("castilla",)) and at(g, "r12") == {"castilla field 2T"}


@pytest.mark.rule("sanchos.win.checked-after-each-point")
@pytest.mark.parametrize("by", ["cp", "order", "menu", "auto"])
def test_a_deploy_into_the_empty_home_castle_wins_with_its_first_point(by: str) -> None:
    lines = ("castilla garrison r3 1T", "castilla garrison r8 1T", "castilla garrison r5 1T",
             "castilla garrison r1 1T", "castilla field c-home K")
    more = ("castilla garrison r4 1T",) if by == "auto" else ()
    how: dict[str, Any] = {}
    if by == "auto":
        how = {"mode": "solo", "options": {"player": "aragon"}, "homeless": ["najera"]}
    g = field_of(*lines, *more, reserve_troops={"castilla": 3}, **how)
    if by == "cp":
        do(cp_turn(g, 3), "deploy castle")
    elif by == "auto":
        card_action(g, "castilla", item("deploy", 3, to="home"))
    else:
        mode = "menu" if by == "menu" else "first-possible"
        card_action(g, "castilla", item("deploy", 3, to="home"), mode=mode, points=3)
        do(g, "deploy castle")
    assert result(g) == ("major", ("auto",) if by == "auto" else ("castilla",))
    assert at(g, "c-home") == {"castilla garrison 1T", "castilla field K"}


@pytest.mark.rule("sanchos.win.checked-after-each-point")
def test_an_attack_is_one_action_and_wins_only_after_the_whole_battle() -> None:
    """Castilla (8 VP): its K falls in r9 and enters the empty home castle, but the battle goes on until its end.

    Castilla's Troops hold 8 VP without the home castle: r3, r5, r8, r10.
    """
    g = field_of("castilla garrison r3 1T", "castilla garrison r5 1T", "castilla garrison r8 1T",
                 "castilla garrison r10 1T", "castilla field r9 K+2T", "aragon field r9 2T", commander="aragon")
    assert scores(g)[0] == 8
    card_action(g, "aragon", item("attack", 1))
    laid_out(g, "aragon troop 6 1 1", "castilla king 3", "castilla troop 5 2")
    assert names(g) == ["hit castilla king 3", "hit castilla troop 5", "hit castilla troop 2"]
    do(g, "hit castilla king 3")
    assert scores(g)[0] == 11 and g.outcome() is None and names(g) == ["hit aragon troop 1"]
    do(g, "hit aragon troop 1")
    assert g.outcome() is None
    do(g, "hit aragon troop 1")
    assert kinds(g)[-2:] == ["battle-ends", "major-victory"]
    assert result(g) == ("major", ("castilla",)), "whoever acts: it was Aragón's Attack"


@pytest.mark.rule("sanchos.win.checked-after-each-point")
def test_a_besiege_with_its_interception_is_one_action() -> None:
    """The interceptor's K falls and enters his empty home castle: 11 VP, looked for when the Besiege is over."""
    g = field_of("castilla garrison r3 1T", "castilla garrison r5 1T", "castilla garrison r8 1T",
                 "castilla garrison r10 1T", "castilla field r10 K", "aragon field r10 3T", commander="aragon")
    cp_turn(g, 2)
    do(g, "besiege r10", "points 1", "besiegers 2t", "intercept yes")
    laid_out(g, "castilla king 3", "aragon troop 6 5")
    do(g, "hit castilla king 3")
    assert scores(g)[0] == 11 and g.outcome() is None and names(g) == ["siege give-up", "siege continue"]
    do(g, "siege continue")
    assert result(g) == ("major", ("castilla",))
    assert kinds(g)[-2:] == ["siege-starts", "major-victory"] and left(g) == 1


@pytest.mark.rule("sanchos.win.checked-after-each-point")
def test_an_auto_sancho_stops_at_ten_too() -> None:
    g = field_of("najera garrison r5 1T", "najera garrison r3 1T", "aragon field r8 1T", "aragon field r9 1T",
                 mode="solo", options={"player": "castilla"})
    assert score(g, "auto") == 8
    card_action(g, "aragon", item("fortify", 2))
    assert result(g) == ("major", ("auto",)) and at(g, "r9") == {"aragon field 1T"}


# -- several at ten -----------------------------------------------------------------------------------------------


TWO_AT_TEN = ("castilla garrison n-home 1T", "castilla garrison r3 1T", "castilla garrison r1 1T",
              "aragon garrison r8 1T", "aragon garrison r10 1T", "aragon garrison r9 1T", "aragon garrison r12 1T",
              "najera garrison r5 1T", "najera field n-home K", "najera garrison r7 1T")


@pytest.mark.rule("sanchos.win.several-at-ten")
def test_of_two_sides_at_ten_the_one_with_more_wins_the_major_victory() -> None:
    """Castilla 9 + castle r5 = 11, Aragón 9 + tower r7 = 10; then the other way round."""
    g = last_round(*TWO_AT_TEN, "castilla siege r5 2T", "aragon siege r7 2T", hands={"aragon": ["aragon-1a"]})
    assert scores(g) == (11, 0, 10) and result(g) == ("major", ("castilla",))
    g = last_round(*TWO_AT_TEN, "castilla siege r7 2T", "aragon siege r5 2T", hands={"aragon": ["aragon-1a"]})
    assert scores(g) == (10, 0, 11) and result(g) == ("major", ("aragon",))


@pytest.mark.rule("sanchos.win.several-at-ten")
def test_equal_scores_of_ten_go_to_the_tie_breaks() -> None:
    """Both have 10 VP, 5 spaces and 4T; then one T more decides."""
    lines = ("castilla garrison n-home 1T", "castilla garrison r3 1T", "castilla garrison r1 1T",
             "aragon garrison r8 1T", "aragon garrison r10 1T", "aragon garrison r9 1T",
             "najera garrison r5 1T", "najera field n-home K", "najera garrison r7 1T",
             "castilla siege r7 2T", "aragon siege r5 2T")
    g = last_round(*lines, hands={"aragon": ["aragon-1a"]})
    assert scores(g) == (10, 0, 10) and result(g) == ("major", ("castilla", "aragon"))
    assert returns(g) == (0.5, 0.0, 0.5)
    g = last_round(*lines, "aragon field r12 1T", hands={"aragon": ["aragon-1a"]})
    assert result(g) == ("major", ("aragon",))


SOLO: dict[str, Any] = {"mode": "solo", "options": {"player": "castilla"}}
AUTO_KING_COMES_HOME = (
    "aragon garrison r12 K", "najera siege r12 2T", "najera field n-home K", "najera garrison n-home 1T",
    "najera garrison r10 1T", "najera garrison r9 1T", "najera garrison r13 1T",
    "castilla siege r13 2T", "castilla garrison r3 1T", "castilla garrison r5 1T",
    "castilla garrison r4 1T", "castilla garrison r7 1T",
)
"""The Autos lose a tower to the player and a K enters his empty home castle; needs the larger board."""


def larger_board() -> Content:
    """The test board and two towers more, with which 21 VP can be scored in the solo game."""
    regions = [*REGIONS, *({"id": f"r{n}", "number": n, "space": "tower"} for n in (13, 14))]
    return with_board(load_content(), {"regions": regions, "adjacent": [*ADJACENT, ["r12", "r13"], ["r13", "r14"]]})


def phase_4_of_the_larger_board(*lines: str) -> SanchosState:
    g = place(GAME.tables("solo", {"player": "castilla"}, larger_board()), lines)
    assert max(g.side_scores().values()) < 10
    g.agenda.append(SIEGE_LOSSES)
    g.settle()
    return g


@pytest.mark.rule("sanchos.win.several-at-ten")
def test_solo_ten_to_ten_goes_to_the_autos() -> None:
    g = phase_4_of_the_larger_board(*AUTO_KING_COMES_HOME, "castilla garrison c-home K", "castilla garrison r1 1T",
                        "aragon garrison r8 1T")
    assert g.side_scores() == {"player": 10, "auto": 10} and result(g) == ("major", ("auto",))


@pytest.mark.rule("sanchos.win.several-at-ten")
def test_solo_eleven_to_ten_is_a_major_victory_of_the_player() -> None:
    """The player's K comes home as well, from a tower that Nájera takes."""
    g = phase_4_of_the_larger_board(*AUTO_KING_COMES_HOME, "castilla garrison r1 K", "najera siege r1 2T",
                        "castilla garrison r8 1T", "aragon garrison r14 1T")
    assert g.side_scores() == {"player": 11, "auto": 10} and result(g) == ("major", ("player",))


# -- minor victory ------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.win.minor-when-hands-empty")
def test_the_last_round_is_completed_and_a_castle_that_falls_in_it_counts() -> None:
    """Castilla's last card is the last of all; Aragón's castle r5 falls to Nájera in phase 4."""
    g = new_round(field_of("aragon garrison r5 1T", "aragon garrison r12 1T", "najera siege r5 2T",
                           "castilla field r9 1T", deck=[], hands={"castilla": ["castilla-1a"]}))
    assert scores(g) == (3, 3, 6)
    do(g, "play castilla-1a", "take-turn", "recruit")
    while not g.over:
        do(g, names(g)[-1])
    assert result(g) == ("minor", ("najera",)) and scores(g) == (3, 5, 4)
    assert g.b[ROUND] == 1 and happened(g, "minor-victory") == [{"winners": ["najera"]}]


@pytest.mark.rule("sanchos.win.minor-when-hands-empty")
def test_the_game_goes_on_while_one_hand_holds_a_card_and_reserved_cards_do_not_count() -> None:
    g = last_round(hands={"aragon": ["aragon-1a"]})
    assert g.outcome() is None and commander(g) == "aragon" and g.b[ROUND] == 2
    g = last_round("castilla garrison r1 1T", face_down={"aragon": ["aragon-1a"], "najera": ["najera-1a"]})
    assert result(g) == ("minor", ("castilla",)) and reserved(g, "aragon") == ["aragon-1a"]


@pytest.mark.rule("sanchos.win.major-before-minor")
def test_ten_points_in_the_last_round_are_a_major_victory() -> None:
    """Aragón from 9 to 10 in phase 4, while Castilla has more spaces and Troops."""
    g = last_round("aragon garrison r8 1T", "aragon garrison r10 1T", "aragon garrison r12 1T",
                   "aragon garrison r7 1T", "aragon siege r9 2T", "castilla garrison r9 1T",
                   "castilla field r3 6T")
    assert scores(g) == (3, 3, 10) and result(g) == ("major", ("aragon",))
    assert not happened(g, "minor-victory")


@pytest.mark.rule("sanchos.win.najera2p-can-win")
def test_najera_wins_a_game_of_two_by_most_points_and_both_players_lose() -> None:
    g = last_round("castilla garrison r3 1T", "castilla garrison r1 1T", "aragon garrison r10 1T",
                   "aragon garrison r12 1T", "najera garrison r5 1T", "najera garrison r7 1T", "najera garrison r9 1T",
                   mode="2p")
    assert scores(g) == (6, 7, 6) and result(g) == ("minor", ("najera",)) and returns(g) == (0.0, 0.0)


@pytest.mark.rule("sanchos.win.najera2p-can-win")
def test_najera_wins_a_game_of_two_by_ten_points() -> None:
    g = field_of("najera garrison r5 1T", "najera garrison r8 1T", "najera garrison r3 1T", "najera field r9 1T",
                 mode="2p", commander="aragon")
    card_action(g, "najera", item("fortify", 1))
    do(g, "fortify troop r9")
    assert result(g) == ("major", ("najera",)) and returns(g) == (0.0, 0.0)


# -- ties ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.win.tie-garrisons")
def test_of_equal_scores_more_occupied_spaces_win_whatever_they_are_worth() -> None:
    """7 each: Castilla 3+2+2, Aragón 3+2+1+1; Castilla has more Troops."""
    g = last_round("castilla garrison r3 4T", "castilla garrison r5 1T", "aragon garrison r10 1T",
                   "aragon garrison r12 1T", "aragon garrison r9 1T")
    assert scores(g) == (7, 3, 7) and result(g) == ("minor", ("aragon",)) and returns(g) == (0.0, 0.0, 1.0)


@pytest.mark.rule("sanchos.win.tie-garrisons")
def test_spaces_do_not_beat_points() -> None:
    g = last_round("castilla garrison r3 1T", "castilla garrison r5 1T", "aragon garrison r7 1T",
                   "aragon garrison r12 1T", "aragon garrison r9 1T")
    assert scores(g) == (7, 3, 6) and result(g) == ("minor", ("castilla",))


@pytest.mark.rule("sanchos.win.tie-troops")
def test_then_more_troops_on_the_board_win() -> None:
    """Castilla 6T on the board and none in Reserve, Aragón 5T and 6 in Reserve; Nájera (3 VP) has 9T."""
    g = last_round("castilla garrison r3 2T", "castilla field r4 4T", "aragon garrison r10 1T", "aragon field r12 4T",
                   "najera field n-home 9T", reserve_troops={"castilla": 0, "aragon": 6})
    assert scores(g) == (5, 3, 5) and result(g) == ("minor", ("castilla",))


@pytest.mark.rule("sanchos.win.tie-troops")
def test_besiegers_count_as_troops_on_the_board_and_kings_do_not() -> None:
    """After phase 4: Castilla's besiegers 3T and Garrison 1T; Aragón 3T in the open, 1T in a Garrison, and its K."""
    g = last_round("castilla garrison r3 1T", "castilla siege r5 5T", "najera garrison r5 3T",
                   "aragon garrison r10 1T", "aragon field r10 3T", "aragon garrison a-home K")
    assert scores(g) == (5, 5, 5)
    assert result(g) == ("minor", ("castilla",)), "5T against 4T and against Nájera's 2T"


@pytest.mark.rule("sanchos.win.tie-shared")
def test_if_all_is_equal_the_tied_sanchos_share() -> None:
    g = last_round("castilla garrison r3 2T", "aragon garrison r10 1T", "aragon field r12 1T",
                   "najera field n-home 9T")
    assert scores(g) == (5, 3, 5) and result(g) == ("minor", ("castilla", "aragon"))
    assert returns(g) == (0.5, 0.0, 0.5)


@pytest.mark.rule("sanchos.win.tie-shared")
def test_all_three_may_share_and_in_a_game_of_two_a_player_may_share_with_najera() -> None:
    g = last_round()
    assert result(g) == ("minor", ("castilla", "najera", "aragon")) and returns(g) == (1 / 3,) * 3
    g = last_round("castilla garrison r3 1T", "najera garrison r5 1T", mode="2p")
    assert result(g) == ("minor", ("castilla", "najera")) and returns(g) == (0.5, 0.0)


# -- the end of a solo game ---------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.win.solo-deck-end")
@pytest.mark.parametrize(("more", "points", "winner"), [
    (("castilla garrison r3 1T", "castilla garrison r1 1T", "castilla garrison r4 1T"), 6, "player"),
    (("castilla garrison r3 1T", "castilla garrison r1 1T"), 5, "auto"),
    (("castilla garrison r3 1T",), 4, "auto"),
])
def test_the_game_ends_in_phase_3_of_a_players_round_before_its_sieges(
    more: tuple[str, ...], points: int, winner: str
) -> None:
    """The Autos have 5; the siege in r12 would have made it 6 to 4 for the player."""
    g = field_of(*more, "castilla siege r12 2T", "najera garrison r12 1T", deck=[],
                 hands={"castilla": ["castilla-1a", "castilla-1b"]}, **SOLO)
    assert (score(g, "player"), score(g, "auto")) == (points, 5)
    new_round(g)
    do(g, "reserve castilla-1a")
    assert result(g) == ("minor", (winner,))
    assert not happened(g, "siege-loss") and at(g, "r12") == {"castilla siege 2T", "najera garrison 1T"}


@pytest.mark.rule("sanchos.win.solo-deck-end")
def test_it_also_ends_when_no_card_can_be_revealed() -> None:
    g = field_of("castilla garrison r3 1T", "castilla garrison r1 1T", deck=[], commander="",
                 hands={"castilla": ["castilla-1a"]}, **SOLO)
    new_round(g)
    assert result(g) == ("minor", ("player",)) and returns(g) == (1.0, 0.0, 0.0)
    assert not happened(g, "reveals") and happened(g, "minor-victory") == [{"winners": ["player"]}]


@pytest.mark.rule("sanchos.win.solo-deck-end")
def test_there_are_no_other_tie_breaks() -> None:
    """4 to 4, and the player holds more spaces and Troops."""
    g = field_of("castilla garrison r1 1T", "castilla garrison r4 1T", "castilla field r3 9T", deck=[], commander="",
                 **SOLO)
    new_round(g)
    assert (score(g, "player"), score(g, "auto")) == (4, 4) and result(g) == ("minor", ("auto",))


@pytest.mark.rule("sanchos.win.solo-deck-end")
def test_the_last_card_of_the_deck_is_still_drawn_and_the_sieges_of_that_round_take_place() -> None:
    g = field_of("castilla siege r12 2T", "aragon garrison r12 1T", deck=["aragon-1a"], **SOLO)
    g.agenda += [END_OF_ROUND, SIEGE_LOSSES, draw_phase(0)]
    g.settle()
    do(g, "draw aragon-1a")
    assert g.b[DECK] == 0 and at(g, "r12") == {"castilla garrison 1T"}
    assert result(g) == ("minor", ("auto",)), "the next round has no card to reveal: 3 to 4"
    assert happened_by(g, "draws") == ["castilla"]
