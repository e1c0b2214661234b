"""Step 3 of an Attack: Reserved cards, played by players and by Auto-Sanchos."""

import pytest

from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item
from tests.rules.sanchos.battlefield import (
    chart,
    discard_pile,
    field_of,
    laid_out,
    names,
    refused,
    reserved,
    round_of,
    rules_of,
)

ALL_THREE = ("castilla field r5 1T", "najera field r5 1T", "aragon field r5 1T")
A_CARD_EACH = {"castilla": ["castilla-1a"], "najera": ["najera-1a"], "aragon": ["aragon-1a"]}


def battle(*dice, pieces=ALL_THREE, cp=1, cards=None, mode="3p", commander="castilla", **how):
    """The commander attacks in r5, and the dice lie on the chart."""
    g = field_of(*pieces, mode=mode, commander=commander, face_down=cards or A_CARD_EACH, **how)
    do(cp_turn(g, cp), "attack r5")
    if cp > 1:
        do(g, f"points {cp}")
    return laid_out(g, *dice)


def three_pairs(**how):
    """Castilla 6 and 5, Nájera 5, Aragón 6: no die is single."""
    return battle("castilla troop 6 5", "najera troop 5", "aragon troop 6", **how)


# -- taking turns -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.cards.optional-and-one-at-a-time")
def test_one_card_at_a_time_clockwise_from_the_attacker():
    g = three_pairs(cards={**A_CARD_EACH, "castilla": ["castilla-1a", "castilla-1b"]})
    assert (decider(g), names(g)) == ("castilla", ["pass", "use castilla-1a", "use castilla-1b"])
    do(g, "use castilla-1a", "column 5", "reroll castilla troop 5", "roll troop 4")
    assert (decider(g), names(g)) == ("najera", ["pass", "use najera-1a"])
    do(g, "pass")
    assert (decider(g), names(g)) == ("aragon", ["pass", "use aragon-1a"])
    do(g, "pass")
    assert (decider(g), names(g)) == ("castilla", ["pass", "use castilla-1b"])


@pytest.mark.rule("sanchos.cards.optional-and-one-at-a-time")
def test_the_round_of_cards_begins_with_the_attacker_whoever_commands():
    g = field_of(*ALL_THREE, commander="castilla", face_down=A_CARD_EACH)
    card_action(g, "aragon", item("attack"))
    laid_out(g, "aragon troop 6 5", "castilla troop 5", "najera troop 6")
    order = []
    for _ in range(3):
        order.append(decider(g))
        do(g, "pass")
    assert order == ["aragon", "castilla", "najera"]
    assert g.over


@pytest.mark.rule("sanchos.cards.optional-and-one-at-a-time")
def test_only_own_reserved_cards_can_be_played():
    g = three_pairs(hands={"castilla": ["castilla-3a"]})
    for card in ("castilla-3a", "najera-1a", "castilla-2a"):
        assert refused(g, f"use {card}") == ("card-not-reserved", "sanchos.cards.optional-and-one-at-a-time")


@pytest.mark.rule("sanchos.cards.pass-and-return")
def test_who_passed_may_play_after_an_opponents_card():
    g = do(three_pairs(), "pass")
    do(g, "use najera-1a", "reroll najera troop 5", "roll troop 1")
    assert decider(g) == "aragon"
    do(g, "pass")
    assert (decider(g), names(g)) == ("castilla", ["pass", "use castilla-1a"])
    do(g, "use castilla-1a", "column 5", "roll troop 3")
    assert chart(g) == {6: ["castilla troop", "aragon troop"], 1: ["najera troop"], 3: ["castilla troop"]}
    assert decider(g) == "aragon"


@pytest.mark.rule("sanchos.cards.three-passes-end")
def test_three_passes_in_a_row_end_the_step_the_last_player_of_a_card_included():
    g = three_pairs(cards={**A_CARD_EACH, "castilla": ["castilla-1a", "castilla-1b"]})
    do(g, "use castilla-1a", "column 5", "reroll castilla troop 5", "roll troop 4")
    for sancho in ("najera", "aragon"):
        assert decider(g) == sancho
        do(g, "pass")
    assert (decider(g), names(g)) == ("castilla", ["pass", "use castilla-1b"])
    assert happened(g, "dice-cancel") == []
    do(g, "pass")
    assert happened(g, "dice-cancel") == [{"column": 6, "number": 2}]
    assert (decider(g), names(g)) == ("najera", ["hit castilla troop 4"])


@pytest.mark.rule("sanchos.cards.three-passes-end")
def test_three_passes_at_once_end_the_step():
    g = do(three_pairs(), "pass", "pass")
    assert decider(g) == "aragon" and happened(g, "dice-cancel") == []
    do(g, "pass")
    assert g.over and [event["column"] for event in happened(g, "dice-cancel")] == [6, 5]
    assert reserved(g, "castilla") == ["castilla-1a"]


@pytest.mark.rule("sanchos.cards.three-passes-end")
def test_who_has_no_card_passes_by_himself_and_counts():
    g = three_pairs(cards={"castilla": ["castilla-1a", "castilla-1b"]})
    do(g, "use castilla-1a", "column 5", "reroll castilla troop 5", "roll troop 4")
    assert (decider(g), names(g)) == ("castilla", ["pass", "use castilla-1b"])
    do(g, "pass")
    assert happened(g, "dice-cancel") == [{"column": 6, "number": 2}]


@pytest.mark.rule("sanchos.cards.three-passes-end")
def test_who_has_no_die_on_the_chart_is_not_asked():
    g = battle("castilla troop 6 5", "aragon troop 6", pieces=("castilla field r5 1T", "aragon field r5 1T"))
    do(g, "pass")
    assert decider(g) == "aragon"
    do(g, "use aragon-1a", "reroll castilla troop 6", "roll troop 1")
    assert decider(g) == "castilla"
    assert reserved(g, "najera") == ["najera-1a"]


# -- what a card does -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.cards.column-with-own-die")
def test_the_column_has_to_hold_a_die_of_who_plays_the_card():
    g = battle("castilla king 7", "castilla troop 6", "najera troop 5 2", "aragon troop 5",
               pieces=("castilla field r5 K", "najera field r5 2T", "aragon field r5 1T"))
    do(g, "pass", "use najera-1a")
    assert (decider(g), names(g)) == ("najera", ["column 5", "column 2"])
    for column in (7, 6, 4, 0):
        assert refused(g, f"column {column}") == ("no-own-die-in-column", "sanchos.cards.column-with-own-die")
    do(g, "column 5")
    assert names(g) == ["reroll najera troop 5", "reroll aragon troop 5"]
    for elsewhere in ("reroll castilla troop 6", "reroll najera troop 2", "reroll castilla king 7"):
        assert refused(g, elsewhere) == ("no-such-die-in-column", "sanchos.cards.any-dice-of-column")


@pytest.mark.rule("sanchos.cards.reroll-count-forced")
def test_a_card_of_more_points_than_dice_rerolls_the_whole_column():
    g = battle("castilla troop 6 4", "aragon troop 6", pieces=("castilla field r5 1T", "aragon field r5 1T"),
               cards={"castilla": ["castilla-3a", "castilla-1a"]})
    do(g, "use castilla-3a", "column 6")
    laid_out(g, "castilla troop 2", "aragon troop 3")
    assert chart(g) == {4: ["castilla troop"], 2: ["castilla troop"], 3: ["aragon troop"]}
    assert decider(g) == "castilla" and len(happened(g, "rerolls")) == 2


@pytest.mark.rule("sanchos.cards.reroll-count-forced")
def test_a_card_of_fewer_points_rerolls_exactly_so_many():
    g = battle("castilla troop 5 5", "najera troop 5", "aragon troop 5",
               cards={"castilla": ["castilla-2a", "castilla-1a"]})
    do(g, "use castilla-2a")
    assert names(g) == ["reroll castilla troop 5", "reroll najera troop 5", "reroll aragon troop 5"]
    assert refused(g, "pass") == ("not-now", "sanchos.cards.any-dice-of-column")
    do(g, "reroll najera troop 5")
    assert names(g) == ["reroll castilla troop 5", "reroll aragon troop 5"]
    assert refused(g, "pass") == ("not-now", "sanchos.cards.any-dice-of-column")
    do(g, "reroll castilla troop 5")
    laid_out(g, "castilla troop 1", "najera troop 2")
    assert chart(g) == {5: ["castilla troop", "aragon troop"], 1: ["castilla troop"], 2: ["najera troop"]}
    assert decider(g) == "castilla"


@pytest.mark.rule("sanchos.cards.any-dice-of-column")
def test_the_own_die_that_qualifies_the_column_may_stay():
    g = battle("castilla troop 5 4", "aragon troop 5", pieces=("castilla field r5 1T", "aragon field r5 1T"),
               cards={"castilla": ["castilla-1a", "castilla-1b"]})
    do(g, "use castilla-1a", "column 5")
    assert names(g) == ["reroll castilla troop 5", "reroll aragon troop 5"]
    do(g, "reroll aragon troop 5")
    laid_out(g, "aragon troop 6")
    assert chart(g) == {5: ["castilla troop"], 4: ["castilla troop"], 6: ["aragon troop"]}


@pytest.mark.rule("sanchos.cards.any-dice-of-column")
def test_of_equal_dice_the_one_nearest_to_the_board_is_rerolled():
    g = battle("castilla king 5", "castilla troop 5 5", "aragon troop 6",
               pieces=("castilla field r5 K+1T", "aragon field r5 1T"),
               cards={"castilla": ["castilla-1a", "castilla-1b", "castilla-1c", "castilla-2a"]})
    do(g, "use castilla-1a", "reroll castilla king 5", "roll king 5")
    do(g, "use castilla-1b", "reroll castilla troop 5", "roll troop 5")
    assert chart(g)[5] == ["castilla troop", "castilla king", "castilla troop"]
    do(g, "use castilla-1c", "reroll castilla troop 5", "roll troop 5")
    assert chart(g)[5] == ["castilla king", "castilla troop", "castilla troop"]


@pytest.mark.rule("sanchos.cards.reroll-keeps-die-type")
def test_a_rerolled_kings_guard_shows_its_own_faces_and_stays_its_owners():
    g = battle("castilla king 5", "castilla troop 5", "aragon king 5", "aragon troop 5",
               pieces=("castilla field r5 K", "aragon field r5 K+1T"),
               cards={"castilla": ["castilla-2a", "castilla-1a"]})
    do(g, "use castilla-2a", "reroll aragon king 5", "reroll aragon troop 5")
    assert names(g) == [f"roll king {face}" for face in (0, 1, 3, 5, 7, 9)]
    for face in ("king 2", "king 4", "king 6"):
        assert g.actions.get(f"roll {face}") is None
    assert refused(g, "roll troop 6") == ("no-such-face", "sanchos.components.dice-faces")
    do(g, "roll king 9")
    assert names(g) == [f"roll troop {face}" for face in (1, 2, 3, 4, 5, 6)]
    do(g, "roll troop 2")
    assert chart(g) == {5: ["castilla king", "castilla troop"], 9: ["aragon king"], 2: ["aragon troop"]}
    assert happened(g, "rerolls") == [{"sancho": "aragon", "die": "king", "column": 5, "face": 9},
                                      {"sancho": "aragon", "die": "troop", "column": 5, "face": 2}]


@pytest.mark.rule("sanchos.cards.rerolled-dice-at-end")
def test_a_rerolled_die_goes_to_the_outer_end_even_of_its_old_column():
    g = battle("castilla troop 5 4", "najera troop 5", "aragon troop 4")
    do(g, "use castilla-1a", "column 5", "reroll castilla troop 5", "roll troop 5")
    assert chart(g)[5] == ["najera troop", "castilla troop"]
    do(g, "use najera-1a", "reroll najera troop 5", "roll troop 4")
    assert chart(g)[4] == ["castilla troop", "aragon troop", "najera troop"]


@pytest.mark.rule("sanchos.cards.rerolled-dice-at-end")
def test_dice_rerolled_together_fall_in_the_order_in_which_they_lay():
    g = battle("castilla king 5", "castilla troop 5", "najera troop 5", "aragon troop 5",
               pieces=("castilla field r5 K", "najera field r5 1T", "aragon field r5 1T"),
               cards={"castilla": ["castilla-3a", "castilla-1a"]})
    do(g, "use castilla-3a", "reroll aragon troop 5", "reroll najera troop 5", "reroll castilla king 5")
    laid_out(g, "castilla king 1", "najera troop 1", "aragon troop 1")
    assert chart(g) == {5: ["castilla troop"], 1: ["castilla king", "najera troop", "aragon troop"]}


@pytest.mark.rule("sanchos.cards.discarded-after-use")
def test_a_played_card_is_shown_discarded_and_leaves_room_to_reserve_again():
    g = field_of("castilla field r5 1T", "aragon field r5 1T", face_down={"castilla": ["castilla-1a"]},
                 hands={"castilla": ["castilla-2a"]}, deck=["najera-3a"])
    round_of(g, "castilla")
    assert refused(g, "reserve castilla-2a") == (
        "has-reserved-card", "sanchos.phase1.reserve-needs-none-reserved")
    g.agenda.clear()
    do(cp_turn(g, 1), "attack r5")
    before = discard_pile(g)
    assert "castilla-1a" not in before
    laid_out(g, "castilla troop 6 5", "aragon troop 4")
    do(g, "use castilla-1a", "column 6")
    assert happened(g, "plays-reserved") == [{"sancho": "castilla", "card": "castilla-1a", "cp": 1}]
    assert rules_of(g, "plays-reserved") == ["sanchos.cards.discarded-after-use"]
    assert (reserved(g, "castilla"), discard_pile(g)) == ([], before | {"castilla-1a"})
    laid_out(g, "castilla troop 6")
    do(g, "hit aragon troop 4")
    assert g.over
    assert names(round_of(g, "castilla")) == ["play castilla-2a", "reserve castilla-2a"]


@pytest.mark.rule("sanchos.cards.najera2p")
def test_the_commander_plays_najeras_reserved_cards():
    g = field_of(*ALL_THREE, mode="2p", commander="castilla", face_up={"najera": ["najera-2a"]})
    card_action(g, "aragon", item("attack", 2))
    laid_out(g, "aragon troop 6 5 5", "castilla troop 5", "najera troop 5")
    assert (decider(g), names(g)) == ("castilla", ["pass", "use najera-2a"])
    do(g, "use najera-2a")
    assert happened(g, "plays-reserved") == [{"sancho": "najera", "card": "najera-2a", "cp": 2}]
    assert decider(g) == "castilla"
    assert names(g) == ["reroll aragon troop 5", "reroll castilla troop 5", "reroll najera troop 5"]
    do(g, "reroll aragon troop 5", "reroll aragon troop 5")
    laid_out(g, "aragon troop 4 3")
    assert discard_pile(g) >= {"najera-2a"} and reserved(g, "najera") == []


@pytest.mark.rule("sanchos.cards.najera2p")
def test_najeras_card_needs_a_column_with_a_die_of_hers():
    g = field_of("castilla field r5 1T", "aragon field r5 1T", "najera field r5 2T", mode="2p", commander="castilla",
                 face_up={"najera": ["najera-1a"]})
    do(cp_turn(g, 1), "attack r5")
    laid_out(g, "castilla troop 6 5", "najera troop 4 2", "aragon troop 1")
    do(g, "use najera-1a")
    assert (decider(g), names(g)) == ("castilla", ["column 4", "column 2"])
    assert refused(g, "column 6") == ("no-own-die-in-column", "sanchos.cards.column-with-own-die")


@pytest.mark.rule("sanchos.cards.najera2p")
def test_the_commander_who_changed_decides():
    g = field_of(*ALL_THREE, mode="2p", commander="aragon", face_up={"najera": ["najera-1a"]})
    card_action(g, "castilla", item("attack"))
    laid_out(g, "castilla troop 6 5", "najera troop 5", "aragon troop 5")
    assert (decider(g), names(g)) == ("aragon", ["pass", "use najera-1a"])


# -- Auto-Sanchos -----------------------------------------------------------------------------------------------------

SPARE = {"najera": ["najera-1a"]}
"""A card of the player, who is asked once more after every card of an Auto-Sancho."""


def solo(player, autos, *dice, cards, cp=1, spare=SPARE, passing=True):
    """The player Nájera attacks in r5 and passes; ``autos`` are piece lines, ``cards`` those of Auto-Castilla."""
    g = field_of(f"najera field r5 {player}", *autos, mode="solo", commander="najera", face_down=spare,
                 face_up={"castilla": cards})
    do(cp_turn(g, cp), "attack r5")
    if cp > 1:
        do(g, f"points {cp}")
    laid_out(g, *dice)
    return do(g, "pass") if passing else g


def boosts(g):
    """What Auto-Sanchos did: cards, die and columns."""
    return [(event["cards"], event["die"], event["column"], event["to"]) for event in happened(g, "auto-boosts")]


ONE_OF_CASTILLA = ("castilla field r5 1T",)
EVERY_CARD = ["castilla-1a", "castilla-2a", "castilla-3a"]


@pytest.mark.rule("sanchos.cards.auto-only-if-not-top")
def test_auto_sancho_with_the_highest_single_die_keeps_its_cards():
    g = solo("2T", ONE_OF_CASTILLA, "najera troop 5 3 3", "castilla troop 6", cards=EVERY_CARD)
    assert boosts(g) == [] and reserved(g, "castilla") == EVERY_CARD


@pytest.mark.rule("sanchos.cards.auto-only-if-not-top")
def test_higher_dice_that_are_not_single_do_not_count():
    g = solo("2T", ("castilla field r5 1T", "aragon field r5 1T"), "najera troop 6 2 2", "aragon troop 6",
             "castilla troop 5", cards=EVERY_CARD)
    assert boosts(g) == [] and reserved(g, "castilla") == EVERY_CARD


@pytest.mark.rule("sanchos.cards.auto-only-if-not-top")
def test_auto_sancho_plays_when_no_die_is_single():
    g = solo("1T", ("castilla field r5 2T",), "najera troop 5 5", "castilla troop 6 6", cards=["castilla-1a"])
    assert boosts(g) == [(["castilla-1a"], "troop", 6, 7)]


@pytest.mark.rule("sanchos.cards.auto-only-if-not-top")
def test_auto_sancho_has_to_play_against_the_other_auto_sancho_too():
    g = solo("1T", ("aragon field r5 1T", *ONE_OF_CASTILLA), "najera troop 2 2", "aragon troop 5", "castilla troop 4",
             cards=["castilla-2a"])
    assert boosts(g) == [(["castilla-2a"], "troop", 4, 6)]


@pytest.mark.rule("sanchos.cards.auto-only-if-not-top")
def test_auto_sancho_without_a_die_on_the_chart_plays_nothing():
    g = solo("1T", ("aragon field r5 1T",), "najera troop 6 5", "aragon troop 4", cards=EVERY_CARD)
    assert boosts(g) == [] and reserved(g, "castilla") == EVERY_CARD


@pytest.mark.rule("sanchos.cards.auto-boost")
def test_auto_sancho_moves_its_highest_die_up_by_the_points_of_its_card():
    g = solo("K+2T", ("castilla field r5 3T",), "najera king 7", "najera troop 3 3 4 6", "castilla troop 5 6 6", cp=2,
             cards=["castilla-1a", "castilla-2a"])
    assert boosts(g) == [(["castilla-2a"], "troop", 6, 8)]
    assert chart(g) == {8: ["castilla troop"], 7: ["najera king"], 6: ["najera troop", "castilla troop"],
                        5: ["castilla troop"], 4: ["najera troop"], 3: ["najera troop", "najera troop"]}
    assert reserved(g, "castilla") == ["castilla-1a"] and "castilla-2a" in discard_pile(g)
    assert decider(g) == "najera"


@pytest.mark.rule("sanchos.cards.auto-boost")
def test_cards_needed_together_are_played_at_once_and_columns_above_nine_exist():
    g = solo("K", ONE_OF_CASTILLA, "najera king 9", "najera troop 1", "castilla troop 6",
             cards=["castilla-1a", "castilla-3a"])
    assert boosts(g) == [(["castilla-1a", "castilla-3a"], "troop", 6, 10)]
    assert chart(g)[10] == ["castilla troop"] and reserved(g, "castilla") == []
    do(g, "pass")
    assert [hit["sancho"] for hit in happened(g, "hits")] == ["castilla"]


@pytest.mark.rule("sanchos.cards.auto-boost")
def test_the_moved_die_lies_at_the_outer_end_of_its_new_column():
    g = solo("K", ONE_OF_CASTILLA, "najera king 7", "najera troop 1", "castilla troop 5", cards=["castilla-2a"])
    assert chart(g)[7] == ["najera king", "castilla troop"]


@pytest.mark.rule("sanchos.cards.auto-top-then-equal")
@pytest.mark.parametrize(("cards", "played", "to"), [
    (["castilla-1a", "castilla-2a"], ["castilla-1a", "castilla-2a"], 8),
    (["castilla-2a"], ["castilla-2a"], 7),
    (["castilla-3a"], ["castilla-3a"], 8),
    (["castilla-1a"], None, None),
])
def test_auto_sancho_first_wants_the_highest_single_die_then_to_equal_it(cards, played, to):
    g = solo("K", ONE_OF_CASTILLA, "najera king 7", "najera troop 1", "castilla troop 5", cards=cards)
    assert boosts(g) == ([] if played is None else [(played, "troop", 5, to)])
    assert reserved(g, "castilla") == [card for card in cards if card not in (played or [])]


@pytest.mark.rule("sanchos.cards.auto-top-then-equal")
def test_a_die_that_lands_on_a_pair_is_no_single_die():
    pieces = ("aragon field r5 K", *ONE_OF_CASTILLA)
    dice = ("najera king 7", "najera troop 6", "aragon king 7", "castilla troop 5")
    assert boosts(solo("K", pieces, *dice, cards=["castilla-2a"])) == []
    assert boosts(solo("K", pieces, *dice, cards=["castilla-3a"])) == [(["castilla-3a"], "troop", 5, 8)]
    assert boosts(solo("K", pieces, *dice, cards=["castilla-1a"])) == [(["castilla-1a"], "troop", 5, 6)]


@pytest.mark.rule("sanchos.cards.auto-top-then-equal")
def test_without_any_single_die_there_is_nothing_to_equal():
    g = solo("K", ("aragon field r5 K", *ONE_OF_CASTILLA), "najera king 7", "najera troop 6", "aragon king 7",
             "castilla troop 6", cards=["castilla-1a"])
    assert boosts(g) == [] and reserved(g, "castilla") == ["castilla-1a"]


@pytest.mark.rule("sanchos.cards.auto-top-then-equal")
def test_equal_means_the_column_of_the_highest_single_die_not_of_a_lower_one():
    g = solo("K+1T", ONE_OF_CASTILLA, "najera king 9", "najera troop 6 2", "castilla troop 5", cards=["castilla-1a"])
    assert boosts(g) == []


@pytest.mark.rule("sanchos.cards.auto-fewest")
@pytest.mark.parametrize(("highest", "cards", "played"), [
    (6, ["castilla-1a", "castilla-1b", "castilla-2a"], ["castilla-2a"]),
    (6, ["castilla-3a", "castilla-2a"], ["castilla-2a"]),
    (6, ["castilla-2b", "castilla-2a"], ["castilla-2b"]),
    (6, ["castilla-2a", "castilla-2b"], ["castilla-2a"]),
    (5, ["castilla-1a", "castilla-1b", "castilla-1c", "castilla-2a"], ["castilla-1a", "castilla-2a"]),
    (5, ["castilla-2b", "castilla-1b", "castilla-1a", "castilla-2a"], ["castilla-1b", "castilla-2b"]),
    (3, ["castilla-2c", "castilla-2b", "castilla-2a"], ["castilla-2c", "castilla-2b", "castilla-2a"]),
    (3, ["castilla-1a", "castilla-2a", "castilla-3a", "castilla-3b"], ["castilla-2a", "castilla-3a"]),
    (4, ["castilla-3a", "castilla-1a", "castilla-2a"], ["castilla-1a", "castilla-3a"]),
    (4, ["castilla-1a", "castilla-3a", "castilla-2a", "castilla-2b"], ["castilla-2a", "castilla-2b"]),
    (1, ["castilla-3a", "castilla-3b", "castilla-1a", "castilla-2a", "castilla-2b"],
     ["castilla-2a", "castilla-2b", "castilla-3a"]),
])
def test_auto_sancho_plays_the_fewest_cards_then_the_lowest_then_the_first_reserved(highest, cards, played):
    g = solo("K", ONE_OF_CASTILLA, "najera king 7", "najera troop 1", f"castilla troop {highest}", cards=cards)
    assert [boost[0] for boost in boosts(g)] == [played]
    assert set(reserved(g, "castilla")) == set(cards) - set(played)


@pytest.mark.rule("sanchos.cards.auto-which-die")
def test_auto_sancho_boosts_the_kings_guard_first():
    g = solo("1T", ("castilla field r5 K+1T",), "najera troop 6 1", "castilla king 5", "castilla troop 5",
             cards=["castilla-2a"])
    assert boosts(g) == [(["castilla-2a"], "king", 5, 7)]
    assert chart(g)[5] == ["castilla troop"] and chart(g)[7] == ["castilla king"]


@pytest.mark.rule("sanchos.cards.auto-which-die")
def test_auto_sancho_boosts_its_highest_die_even_if_the_kings_guard_is_lower():
    g = solo("1T", ("castilla field r5 K+1T",), "najera troop 6 1", "castilla king 3", "castilla troop 5",
             cards=["castilla-2a"])
    assert boosts(g) == [(["castilla-2a"], "troop", 5, 7)]


@pytest.mark.rule("sanchos.cards.auto-which-die")
@pytest.mark.parametrize(("player", "die"), [("1T", "troop"), ("K", "king")])
def test_auto_sancho_boosts_a_die_of_its_own(player, die):
    g = field_of("castilla field r5 1T", f"najera field r5 {player}", "aragon field r5 1T", mode="solo", commander="",
                 face_down=SPARE, face_up={"castilla": ["castilla-2a"]})
    card_action(g, "castilla", item("attack"))
    laid_out(g, "castilla troop 5 1", f"najera {die} 5", "aragon troop 6")
    assert boosts(g) == [(["castilla-2a"], "troop", 5, 7)]
    assert chart(g)[7] == ["castilla troop"]


@pytest.mark.rule("sanchos.cards.auto-which-die")
def test_auto_sancho_boosts_the_die_farthest_from_the_board():
    spare = {"najera": ["najera-1a", "najera-1b", "najera-1c", "aragon-1a"]}
    g = solo("K", ("castilla field r5 2T",), "najera king 9", "najera troop 6", "castilla troop 6 6", spare=spare,
             cards=["castilla-1a"], passing=False)
    do(g, "use najera-1a", "column 6", "reroll najera troop 6", "roll troop 6")
    do(g, "use najera-1b", "column 6", "reroll castilla troop 6", "roll troop 6")
    assert chart(g)[6] == ["castilla troop", "najera troop", "castilla troop"]
    assert boosts(g) == []
    do(g, "use najera-1c", "column 9", "roll king 0")
    assert boosts(g) == [(["castilla-1a"], "troop", 6, 7)]
    assert chart(g)[6] == ["castilla troop", "najera troop"]
