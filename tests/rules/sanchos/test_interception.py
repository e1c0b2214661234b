"""Interception: the owner of a Garrison attacks the declared besiegers."""

import pytest

from mesnada.games.sanchos.model import BESIEGER, DECLARED_K, DECLARED_T
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item
from tests.rules.sanchos.battlefield import (
    at,
    besieged_by,
    chart,
    field_of,
    hits,
    laid_out,
    left,
    names,
    refused,
    reserved,
    roll_all,
    rules_of,
    score,
    supply,
)

ASKED = ["intercept no", "intercept yes"]


def declared(besiegers, *pieces, cp=1, region="r7", commander="aragon", **how):
    """The commander declares besiegers with all CPs."""
    g = do(cp_turn(field_of(*pieces, commander=commander, **how), cp), f"besiege {region}")
    if names(g)[-1] == f"points {cp}":
        do(g, f"points {cp}")
    return do(g, f"besiegers {besiegers}")


# -- who and whether --------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.intercept.who")
def test_a_third_sanchos_field_army_does_not_intercept():
    g = declared("2t", "aragon field r7 2T", "castilla garrison r7 1T", "najera field r7 2T")
    assert g.over
    assert at(g, "r7") == {"aragon siege 2T", "castilla garrison 1T", "najera field 2T"}


@pytest.mark.rule("sanchos.intercept.who")
def test_the_owner_of_the_garrison_is_asked_if_it_has_a_field_army_there():
    pieces = ("aragon field r7 2T", "castilla garrison r7 1T", "najera field r7 2T")
    g = declared("2t", *pieces, "castilla field r7 1T")
    assert (decider(g), names(g)) == ("castilla", ASKED)
    assert besieged_by(g, "r7") is None
    assert declared("2t", *pieces, "castilla field r5 3T").over


@pytest.mark.rule("sanchos.intercept.who")
def test_a_k_alone_in_the_field_may_intercept_but_not_one_inside():
    assert names(declared("2t", "aragon field r7 2T", "castilla garrison r7 1T", "castilla field r7 K")) == ASKED
    assert declared("k+2t", "aragon field r7 K+2T", "castilla garrison r7 K+1T", cp=2).over


@pytest.mark.rule("sanchos.intercept.who")
def test_the_commander_decides_for_najera_even_against_himself():
    g = declared("2t", "castilla field r7 2T", "najera garrison r7 1T", "najera field r7 1T", commander="castilla",
                 mode="2p")
    assert (decider(g), names(g)) == ("castilla", ASKED)


INTERCEPTED = ("aragon field r7 2T", "castilla garrison r7 1T", "castilla field r7 1T")


@pytest.mark.rule("sanchos.intercept.optional-once")
def test_the_owner_may_let_the_siege_begin():
    g = declared("2t", *INTERCEPTED)
    assert refused(g, "pass") == ("not-now", "sanchos.intercept.optional-once")
    do(g, "intercept no")
    assert g.over and happened(g, "intercepts") == []
    assert at(g, "r7") == {"aragon siege 2T", "castilla garrison 1T", "castilla field 1T"}
    assert rules_of(g, "siege-starts") == ["sanchos.siege.persists"]


@pytest.mark.rule("sanchos.intercept.optional-once")
def test_the_owner_is_not_asked_a_second_time():
    g = do(declared("2t", *INTERCEPTED), "intercept yes")
    assert happened(g, "intercepts") == [{"sancho": "castilla", "region": "r7"}]
    laid_out(g, "castilla troop 6", "aragon troop 6 6")
    assert happened(g, "battle-ends") == [{"region": "r7"}]
    assert (decider(g), names(g)) == ("aragon", ["siege give-up", "siege continue"])
    do(g, "siege continue")
    assert not any(g.b[place] for place in (BESIEGER, DECLARED_T, DECLARED_K))
    assert g.over and len(happened(g, "intercepts")) == 1
    assert at(g, "r7") == {"aragon siege 2T", "castilla garrison 1T", "castilla field 1T"}


@pytest.mark.rule("sanchos.intercept.free-of-charge")
def test_the_intercepting_sancho_still_takes_its_own_turn_with_its_attack():
    g = do(declared("2t", *INTERCEPTED, cp=2), "intercept yes")
    assert left(g) == 0
    laid_out(g, "castilla troop 6", "aragon troop 6 6")
    do(g, "siege continue")
    card_action(g, "castilla", item("attack", 1), item("move"))
    assert happened(g, "attacks") == [{"sancho": "castilla", "region": "r7", "points": 1}]
    assert (decider(g), names(g)) == ("castilla", ["release none", "release 1t"])


@pytest.mark.rule("sanchos.intercept.free-of-charge")
def test_it_does_not_use_up_the_attack_of_the_besieging_commander_either():
    g = do(cp_turn(field_of(*INTERCEPTED, commander="aragon"), 2), "besiege r7", "points 1", "besiegers 2t",
           "intercept yes")
    laid_out(g, "castilla troop 6", "aragon troop 6 6")
    do(g, "siege continue")
    assert left(g) == 1
    do(g, "attack r7")
    assert roll_all(g)[3:] == ["aragon troop"] * 3 + ["castilla troop"]


# -- who fights -------------------------------------------------------------------------------------------------------

CROWD = ("aragon field r7 5T", "castilla garrison r7 1T", "castilla field r7 3T", "najera field r7 2T")


@pytest.mark.rule("sanchos.intercept.participants")
def test_only_the_interceptors_and_the_declared_besiegers_fight():
    g = do(declared("2t", *CROWD), "intercept yes")
    assert decider(g) == "chance"
    assert refused(g, "release 1t") == ("not-now", "sanchos.battle.roll-all")
    assert roll_all(g) == ["castilla troop"] * 3 + ["aragon troop"] * 2


@pytest.mark.rule("sanchos.intercept.participants")
def test_pieces_that_stay_out_cannot_be_lost():
    g = do(declared("2t", *CROWD), "intercept yes")
    laid_out(g, "castilla troop 6 5 4", "aragon troop 2 1")
    do(g, "hit aragon troop 2", "hit aragon troop 1")
    assert at(g, "r7") == {"aragon field 3T", "castilla garrison 1T", "castilla field 3T", "najera field 2T"}
    assert rules_of(g, "siege-fails") == ["sanchos.intercept.siege-fails"]


@pytest.mark.rule("sanchos.intercept.participants")
def test_kings_that_stay_out_roll_no_die_and_are_not_lost():
    g = do(declared("2t", "aragon field r7 K+2T", "castilla garrison r7 1T", "castilla field r7 1T",
                    "najera field r7 K"), "intercept yes")
    assert roll_all(g) == ["castilla troop"] + ["aragon troop"] * 2
    do(g, "siege continue")
    assert at(g, "r7") == {"aragon siege 2T", "aragon field K", "castilla garrison 1T", "castilla field 1T",
                           "najera field K"}


@pytest.mark.rule("sanchos.intercept.participants")
def test_a_declared_k_fights_and_returns_home_when_he_falls():
    g = do(declared("k+2t", "aragon field r7 K+3T", "castilla garrison r7 1T", "castilla field r7 1T", cp=2),
           "intercept yes")
    laid_out(g, "castilla troop 6", "aragon king 3", "aragon troop 2 1")
    do(g, "hit aragon king 3")
    assert at(g, "a-home") == {"aragon garrison K"}
    do(g, "siege continue")
    assert at(g, "r7") == {"aragon siege 2T", "aragon field 1T", "castilla garrison 1T", "castilla field 1T"}


@pytest.mark.rule("sanchos.intercept.whole-field-army")
def test_the_whole_field_army_of_the_owner_intercepts():
    g = declared("2t", "aragon field r7 2T", "castilla garrison r7 1T", "castilla field r7 K+2T")
    assert names(g) == ASKED
    do(g, "intercept yes")
    assert roll_all(g) == ["castilla king"] + ["castilla troop"] * 2 + ["aragon troop"] * 2


@pytest.mark.rule("sanchos.intercept.no-extra-dice")
def test_neither_side_adds_dice_and_the_cap_holds():
    g = do(declared("6t", "aragon field r7 6T", "castilla garrison r7 1T", "castilla field r7 1T", cp=3),
           "intercept yes")
    assert roll_all(g) == ["castilla troop"] + ["aragon troop"] * 5


@pytest.mark.rule("sanchos.intercept.no-extra-dice")
def test_the_cap_holds_for_the_interceptor():
    g = do(declared("2t", "aragon field r7 2T", "castilla garrison r7 1T", "castilla field r7 K+7T"), "intercept yes")
    assert roll_all(g) == ["castilla king"] + ["castilla troop"] * 5 + ["aragon troop"] * 2


@pytest.mark.rule("sanchos.intercept.attacker")
def test_the_interceptor_lays_out_first_and_both_sides_may_play_cards():
    cards = {"castilla": ["castilla-1a"], "aragon": ["aragon-1a"], "najera": ["najera-1a"]}
    g = do(declared("2t", *INTERCEPTED, "najera field r7 1T", face_down=cards), "intercept yes")
    laid_out(g, "castilla troop 5", "aragon troop 5 4")
    assert chart(g) == {5: ["castilla troop", "aragon troop"], 4: ["aragon troop"]}
    assert (decider(g), names(g)) == ("castilla", ["pass", "use castilla-1a"])
    do(g, "pass")
    assert (decider(g), names(g)) == ("aragon", ["pass", "use aragon-1a"])
    do(g, "use aragon-1a", "column 5", "reroll castilla troop 5", "roll troop 6")
    assert decider(g) == "castilla"
    do(g, "pass")
    assert (decider(g), names(g)) == ("castilla", ["hit aragon troop 5", "hit aragon troop 4"])
    assert (reserved(g, "aragon"), reserved(g, "najera")) == ([], ["najera-1a"])


# -- what comes of it -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.intercept.siege-goes-on")
def test_surviving_besiegers_start_the_siege_although_interceptors_survive():
    g = do(declared("3t", "aragon field r7 3T", "castilla garrison r7 1T", "castilla field r7 1T", cp=2),
           "intercept yes")
    laid_out(g, "castilla troop 6", "aragon troop 1 1 1")
    do(g, "hit aragon troop 1")
    assert (decider(g), names(g)) == ("aragon", ["siege give-up", "siege continue"])
    assert refused(g, "end") == ("not-now", "sanchos.intercept.siege-goes-on")
    do(g, "siege continue")
    assert at(g, "r7") == {"aragon siege 2T", "castilla garrison 1T", "castilla field 1T"}


@pytest.mark.rule("sanchos.intercept.siege-goes-on")
def test_the_fall_of_an_intercepting_t_takes_nothing_from_the_besiegers():
    g = do(declared("2t", *INTERCEPTED), "intercept yes")
    laid_out(g, "castilla troop 1", "aragon troop 6 2")
    do(g, "hit castilla troop 1", "siege continue")
    assert at(g, "r7") == {"aragon siege 2T", "castilla garrison 1T"}


@pytest.mark.rule("sanchos.resolve.victory-check-after-battle")
def test_victory_by_an_interception_is_looked_for_when_the_besiege_action_is_complete():
    g = declared("2t", "aragon field r8 2T", "castilla garrison r8 1T", "castilla field r8 K",
                 "castilla garrison r1 1T", "castilla garrison r3 1T", "castilla garrison r5 1T", region="r8")
    do(g, "intercept yes")
    laid_out(g, "castilla king 3", "aragon troop 6 2")
    assert score(g, "castilla") == 7
    do(g, "hit castilla king 3")
    assert score(g, "castilla") == 10
    assert (decider(g), names(g)) == ("aragon", ["siege give-up", "siege continue"])
    do(g, "siege continue")
    assert at(g, "r8") == {"aragon siege 2T", "castilla garrison 1T"}
    outcome = g.outcome()
    assert outcome is not None and (outcome.ending, outcome.winners) == ("major", ("castilla",))


@pytest.mark.rule("sanchos.intercept.siege-goes-on")
def test_the_fall_of_the_intercepting_k_takes_nothing_from_a_besieging_k():
    g = do(declared("k+1t", "aragon field r7 K+1T", "castilla garrison r7 1T", "castilla field r7 K"), "intercept yes")
    laid_out(g, "castilla king 1", "aragon king 9", "aragon troop 1")
    assert names(g) == ["hit castilla king 1"]
    do(g, "hit castilla king 1", "siege continue")
    assert at(g, "r7") == {"aragon siege K+1T", "castilla garrison 1T"}
    assert at(g, "c-home") == {"castilla garrison K"}


@pytest.mark.rule("sanchos.intercept.siege-goes-on")
def test_a_commander_may_give_the_siege_up_and_has_spent_the_points():
    g = declared("2t", *INTERCEPTED, "aragon field r5 1T", cp=2)
    do(g, "intercept yes")
    laid_out(g, "castilla troop 6", "aragon troop 6 6")
    do(g, "siege give-up")
    assert g.over and left(g) == 0
    assert not any(g.b[place] for place in (BESIEGER, DECLARED_T, DECLARED_K))
    assert at(g, "r7") == {"aragon field 2T", "castilla garrison 1T", "castilla field 1T"}


@pytest.mark.rule("sanchos.intercept.siege-goes-on")
def test_by_card_the_siege_has_to_go_on():
    g = field_of(*INTERCEPTED, commander="najera")
    card_action(g, "aragon", item("besiege", 1))
    do(g, "besiegers 2t", "intercept yes")
    laid_out(g, "castilla troop 6", "aragon troop 6 6")
    assert g.over and besieged_by(g, "r7") == "aragon"


@pytest.mark.rule("sanchos.intercept.siege-goes-on")
def test_najeras_card_siege_has_to_go_on_too_although_the_commander_decides_for_her():
    g = field_of("najera field r7 2T", "castilla garrison r7 1T", "castilla field r7 1T", mode="2p",
                 commander="aragon")
    card_action(g, "najera", item("besiege", 1))
    do(g, "besiegers 2t", "intercept yes")
    laid_out(g, "castilla troop 6", "najera troop 6 6")
    assert g.over and besieged_by(g, "r7") == "najera"


@pytest.mark.rule("sanchos.intercept.siege-goes-on", "sanchos.intercept.siege-fails")
def test_lost_besiegers_are_not_replaced_from_the_rest_of_the_field_army():
    g = do(declared("2t", "aragon field r7 5T", "castilla garrison r7 1T", "castilla field r7 1T"), "intercept yes")
    laid_out(g, "castilla troop 6", "aragon troop 1 1")
    do(g, "hit aragon troop 1")
    assert g.over
    assert at(g, "r7") == {"aragon field 4T", "castilla garrison 1T", "castilla field 1T"}
    assert happened(g, "siege-fails") == [{"sancho": "aragon", "region": "r7"}]


@pytest.mark.rule("sanchos.intercept.siege-fails")
def test_besiegers_who_became_too_few_stay_in_the_field_and_the_action_is_spent():
    g = field_of("aragon field r7 K+1T", "castilla garrison r7 1T", "castilla field r7 1T",
                 "aragon field r5 2T", "najera garrison r5 1T", commander="aragon")
    do(cp_turn(g, 3), "besiege r7", "points 1", "besiegers k+1t", "intercept yes")
    before = supply(g, "aragon")
    laid_out(g, "castilla troop 6", "aragon king 3", "aragon troop 2")
    do(g, "hit aragon troop 2")
    assert at(g, "r7") == {"aragon field K", "castilla garrison 1T", "castilla field 1T"}
    assert supply(g, "aragon") == before + 1
    assert (decider(g), left(g)) == ("aragon", 2)
    assert refused(g, "besiege r5") == ("one-besiege", "sanchos.turn.one-besiege")


KING_INTERCEPTS = ("aragon field c-home 2T", "castilla garrison c-home 1T", "castilla field c-home K")


@pytest.mark.rule("sanchos.intercept.king-returns-into-target")
def test_an_intercepting_k_that_falls_at_home_joins_the_garrison_and_counts():
    g = do(declared("2t", *KING_INTERCEPTS, region="c-home"), "intercept yes")
    laid_out(g, "castilla king 3", "aragon troop 6 1")
    do(g, "hit castilla king 3")
    assert g.over
    assert at(g, "c-home") == {"castilla garrison K+1T", "aragon field 2T"}
    assert (besieged_by(g, "c-home"), score(g, "castilla")) == (None, 3)
    assert rules_of(g, "siege-fails") == ["sanchos.intercept.siege-fails"]


@pytest.mark.rule("sanchos.intercept.king-returns-into-target")
def test_enough_besiegers_besiege_him_there():
    g = do(declared("3t", "aragon field c-home 3T", *KING_INTERCEPTS[1:], cp=2, region="c-home"), "intercept yes")
    laid_out(g, "castilla king 3", "aragon troop 6 1 1")
    do(g, "hit castilla king 3", "siege continue")
    assert at(g, "c-home") == {"castilla garrison K+1T", "aragon siege 3T"}


# -- Auto-Sanchos -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.intercept.auto-always")
def test_an_auto_sancho_always_intercepts_the_player():
    g = declared("3t", "najera field r7 3T", "castilla garrison r7 1T", "castilla field r7 1T", cp=2,
                 commander="najera", mode="solo")
    assert decider(g) == "chance"
    assert happened(g, "intercepts") == [{"sancho": "castilla", "region": "r7"}]
    assert roll_all(g) == ["castilla troop"] + ["najera troop"] * 3
    assert (decider(g), names(g)) == ("najera", ["siege give-up", "siege continue"])


@pytest.mark.rule("sanchos.intercept.auto-always")
def test_an_auto_sancho_always_intercepts_the_other_one():
    g = field_of("castilla field r7 2T", "aragon garrison r7 1T", "aragon field r7 1T", mode="solo", commander="")
    card_action(g, "castilla", item("besiege", 1))
    assert roll_all(g) == ["aragon troop"] + ["castilla troop"] * 2
    assert besieged_by(g, "r7") == "castilla"


@pytest.mark.rule("sanchos.intercept.auto-always")
def test_an_auto_sancho_without_field_army_there_lets_the_siege_begin():
    g = declared("2t", "najera field r7 2T", "castilla garrison r7 1T", "castilla field r5 3T", commander="najera",
                 mode="solo")
    assert g.over and besieged_by(g, "r7") == "najera"


@pytest.mark.rule("sanchos.intercept.auto-always", "sanchos.intercept.siege-goes-on")
def test_an_auto_besieger_goes_on_and_the_player_may_intercept_it():
    g = field_of("castilla field r7 2T", "najera garrison r7 1T", "najera field r7 1T", mode="solo", commander="")
    card_action(g, "castilla", item("besiege", 1))
    assert (decider(g), names(g)) == ("najera", ASKED)
    do(g, "intercept yes")
    laid_out(g, "najera troop 6", "castilla troop 6 6")
    assert g.over and besieged_by(g, "r7") == "castilla"
    assert hits(g) == []
