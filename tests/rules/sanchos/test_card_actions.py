"""Rulebook: "Actions on Non-commander Sancho Turns", and the Tiebreak token of the solo box."""

import pytest

from mesnada.games.sanchos.model import ARROW
from tests.games.sanchos.scenes import card_action, decider, do, happened, item, names, pieces, scene
from tests.rules.sanchos.asking import kinds, new_round, refused, reserve, scores, supply
from tests.rules.sanchos.battlefield import at, field_of, roll_all, rules_of

LOWEST, HIGHEST = 1, 2


# -- the same rules as with CPs -----------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.same-as-cp-action")
@pytest.mark.parametrize(("points", "dice"), [(1, 2), (2, 3), (3, 4)])
def test_attack_with_points_has_as_many_additional_dice(points: int, dice: int) -> None:
    g = field_of("aragon field r9 1T", "najera field r9 1T")
    card_action(g, "aragon", item("attack", points))
    assert roll_all(g) == ["aragon troop"] * dice + ["najera troop"]


@pytest.mark.rule("sanchos.action.same-as-cp-action")
def test_besiege_1_allows_two_besiegers_and_besiege_2_four() -> None:
    lines = ("aragon field r5 5T", "najera garrison r5 1T")
    g = card_action(field_of(*lines), "aragon", item("besiege", 1))
    assert names(g) == ["besiegers 2t"]
    assert refused(g, "besiegers 3t") == ("too-many-besiegers", "sanchos.besiege.two-pieces-per-point")
    assert refused(g, "besiegers 1t") == ("too-few-besiegers", "sanchos.besiege.strict-majority")
    g = card_action(field_of(*lines), "aragon", item("besiege", 2))
    assert names(g) == ["besiegers 2t", "besiegers 3t", "besiegers 4t"]


@pytest.mark.rule("sanchos.action.same-as-cp-action")
def test_fortify_1_is_one_piece_into_a_space_that_cps_could_enter() -> None:
    g = field_of("aragon field r9 2T", "aragon field r5 2T", "najera garrison r5 1T")
    card_action(g, "aragon", item("fortify", 1))
    assert names(g) == ["fortify troop r9"]
    assert refused(g, "fortify troop r5") == ("enemy-garrison", "sanchos.fortify.space-empty-or-own")
    assert refused(g, "fortify king r9") == ("no-field-king", "sanchos.fortify.one-piece-per-point")
    do(g, "fortify troop r9")
    assert not g.agenda and at(g, "r9") == {"aragon garrison 1T", "aragon field 1T"}


@pytest.mark.rule("sanchos.action.same-as-cp-action")
def test_recruit_and_deploy_by_card_take_from_supply_and_reserve() -> None:
    g = field_of(reserve_troops={"aragon": 1})
    card_action(g, "aragon", item("recruit", 2))
    assert (reserve(g, "aragon"), supply(g, "aragon")) == (3, 11)
    card_action(g, "aragon", item("deploy", 2, to="king"))
    assert (reserve(g, "aragon"), supply(g, "aragon")) == (1, 11)
    assert at(g, "a-home") == {"aragon garrison K+2T"}


# -- a keyword alone ----------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.bare-keyword")
def test_a_bare_move_takes_any_unbesieged_piece_to_any_adjacent_region() -> None:
    g = field_of("aragon field r9 1T", "aragon garrison r10 2T", "aragon garrison r5 2T", "castilla siege r5 3T")
    card_action(g, "aragon", item("move", 1))
    assert set(names(g)) == {"move troop r9", "move garrison r10", "move king"}
    assert refused(g, "move garrison r5") == ("besieged-never-move", "sanchos.move.besieged-never")
    do(g, "move troop r9")
    assert set(names(g)) == {"to r7", "to r8", "to r10", "to a-home"}
    do(g, "to r7")
    assert at(g, "r7") == {"aragon field 1T"} and not g.agenda


@pytest.mark.rule("sanchos.action.bare-keyword")
def test_a_bare_move_2_is_two_pieces_or_one_piece_twice() -> None:
    lines = ("aragon field r9 1T", "aragon field r12 1T")
    g = card_action(field_of(*lines), "aragon", item("move", 2))
    do(g, "move troop r9", "to r7", "move troop r12", "to r10")
    assert at(g, "r7") == at(g, "r10") == {"aragon field 1T"} and not g.agenda
    g = card_action(field_of(*lines), "aragon", item("move", 2))
    do(g, "move troop r9", "to r7", "move troop r7", "to r5")
    assert at(g, "r5") == at(g, "r12") == {"aragon field 1T"} and not g.agenda


@pytest.mark.rule("sanchos.action.bare-keyword")
def test_a_bare_attack_or_besiege_leaves_the_region_to_its_performer() -> None:
    lines = ("aragon field r9 5T", "castilla field r9 1T", "castilla garrison r9 1T",
             "aragon field r5 2T", "najera field r5 4T", "najera garrison r5 1T")
    g = card_action(field_of(*lines), "aragon", item("attack", 2))
    assert names(g) == ["attack r5", "attack r9"] and decider(g) == "aragon"
    g = card_action(field_of(*lines), "aragon", item("besiege", 2))
    assert names(g) == ["besiege r5", "besiege r9"] and decider(g) == "aragon"
    assert refused(g, "besiege r12") == ("no-enemy-garrison", "sanchos.besiege.region")


@pytest.mark.rule("sanchos.action.bare-keyword")
def test_an_auto_sancho_fills_a_bare_keyword_with_its_own_priorities() -> None:
    """Move 1 of Auto-Aragón: from its strongest Army to the weakest Army next to it, with nobody asked."""
    g = field_of("aragon field r9 3T", "aragon field r12 1T", "castilla field r10 2T", "najera field r7 1T",
                 mode="solo", options={"player": "castilla"})
    card_action(g, "aragon", item("move", 1))
    assert not g.agenda
    assert at(g, "r7") == {"najera field 1T", "aragon field 1T"} and at(g, "r9") == {"aragon field 2T"}


# -- who decides --------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.named-sancho-decides")
def test_the_sancho_named_on_an_action_decides_and_not_the_commander() -> None:
    g = field_of("aragon field r9 1T", "aragon field r12 1T", commander="castilla")
    card_action(g, "aragon", item("fortify", 1))
    assert decider(g) == "aragon" and names(g) == ["fortify troop r9", "fortify troop r12"]
    do(g, "fortify troop r12")
    assert at(g, "r12") == {"aragon garrison 1T"} and scores(g) == (3, 3, 4)


@pytest.mark.rule("sanchos.action.named-sancho-decides")
@pytest.mark.parametrize("commander", ["castilla", "aragon"])
def test_the_commander_decides_for_najera_and_nobody_else(commander: str) -> None:
    g = field_of("najera field r9 1T", "najera field r12 1T", mode="2p", commander=commander)
    card_action(g, "najera", item("fortify", 1))
    assert decider(g) == commander and names(g) == ["fortify troop r9", "fortify troop r12"]
    other = {"castilla": "aragon", "aragon": "castilla"}[commander]
    g = field_of(f"{other} field r9 1T", f"{other} field r12 1T", mode="2p", commander=commander)
    card_action(g, other, item("fortify", 1))
    assert decider(g) == other


# -- as fully as possible -----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_fortify_3_with_two_pieces_takes_both_even_the_king() -> None:
    g = field_of("aragon field r9 K", "aragon field r12 1T")
    card_action(g, "aragon", item("fortify", 3))
    assert names(g) == ["fortify troop r12", "fortify king r9"]
    assert refused(g, "decline") == ("not-now", "sanchos.action.named-sancho-decides")
    do(g, "fortify troop r12")
    assert names(g) == ["fortify king r9"]
    assert refused(g, "stop") == ("not-now", "sanchos.action.named-sancho-decides")
    do(g, "fortify king r9")
    assert not g.agenda
    assert at(g, "r9") == {"aragon garrison K"} and at(g, "r12") == {"aragon garrison 1T"}


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_every_point_of_a_move_from_the_strongest_army_has_to_be_used() -> None:
    g = field_of("aragon field r9 2T", "castilla field r10 1T", "najera field r7 2T")
    card_action(g, "aragon", item("move", 2, to="weakest"))
    assert names(g) == ["move troop r9"]
    assert refused(g, "stop") == ("piece-must-move", "sanchos.action.as-fully-as-possible")
    do(g, "move troop r9")
    assert names(g) == ["move troop r9"]
    assert refused(g, "stop") == ("piece-must-move", "sanchos.action.as-fully-as-possible")
    do(g, "move troop r9")
    assert not g.agenda and at(g, "r10") == {"castilla field 1T", "aragon field 2T"}


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_a_bare_move_goes_on_while_a_piece_may_move() -> None:
    g = field_of("aragon field r9 1T")
    card_action(g, "aragon", item("move", 2))
    do(g, "move troop r9", "to r10")
    assert set(names(g)) == {"move troop r10", "move king"}
    assert refused(g, "decline") == ("piece-must-move", "sanchos.action.as-fully-as-possible")


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_an_action_of_several_parts_does_each_as_far_as_possible() -> None:
    """Discard, then Fortify 1, then Recruit 2: the second is not possible at first sight, the third is done anyway."""
    parts = (item("discard-reserved", 1, whom="each-opponent"), item("fortify", 1), item("recruit", 2))
    g = field_of(face_down={"castilla": ["castilla-1a"]})
    card_action(g, "aragon", *parts, mode="all")
    assert decider(g) == "castilla" and names(g) == ["discard castilla-1a"]
    do(g, "discard castilla-1a")
    assert not g.agenda and reserve(g, "aragon") == 4
    g = field_of("aragon field r9 2T")
    card_action(g, "aragon", *parts, mode="all")
    assert names(g) == ["fortify troop r9"], "nobody has a card to discard"
    do(g, "fortify troop r9")
    assert not g.agenda and reserve(g, "aragon") == 4


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_autos_do_all_parts_of_an_order_too() -> None:
    g = field_of("aragon field r9 2T", mode="solo", options={"player": "castilla"},
                 face_down={"castilla": ["castilla-1a"]})
    card_action(g, "aragon", item("discard-reserved", 1, whom="each-opponent"), item("fortify", 1), item("recruit", 2),
                mode="all")
    assert names(g) == ["discard castilla-1a"]
    do(g, "discard castilla-1a")
    assert not g.agenda and kinds(g, "discards-reserved", "fortifies", "recruits") == [
        "discards-reserved", "fortifies", "recruits", "recruits"]


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_points_that_cannot_be_used_are_lost() -> None:
    g = card_action(field_of("aragon garrison a-home K+13T", reserve_troops={"aragon": 0}), "aragon",
                    item("recruit", 3))
    assert (reserve(g, "aragon"), supply(g, "aragon")) == (1, 0) and not g.agenda


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_the_number_of_besiegers_stays_free_and_an_ordered_attack_uses_all_its_points() -> None:
    g = field_of("aragon field r5 6T", "najera garrison r5 2T")
    card_action(g, "aragon", item("besiege", 3, select="most-favourable"))
    assert names(g) == ["besiegers 3t", "besiegers 4t", "besiegers 5t", "besiegers 6t"]
    g = field_of("aragon field r5 1T", "najera field r5 1T")
    card_action(g, "aragon", item("attack", 3, select="most-favourable"))
    assert g.step.chance and [e["points"] for e in happened(g, "attacks")] == [3]


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_a_bare_move_that_only_the_last_garrison_piece_could_make_may_be_declined() -> None:
    lines = ("aragon garrison r5 K", "castilla siege r5 2T", "aragon garrison r9 1T")
    g = card_action(field_of(*lines), "aragon", item("move", 2), item("recruit", 1))
    assert names(g) == ["move garrison r9", "decline"]
    do(g, "decline")
    assert not g.agenda and reserve(g, "aragon") == 3 and at(g, "r9") == {"aragon garrison 1T"}
    g = card_action(field_of(*lines), "aragon", item("move", 2), item("recruit", 1))
    do(g, "move garrison r9", "to r7")
    assert names(g) == ["move troop r7"], "once it has left, the second point has to be used"
    do(g, "move troop r7", "to r9")
    assert not g.agenda and reserve(g, "aragon") == 2


@pytest.mark.rule("sanchos.action.as-fully-as-possible")
def test_deploy_to_a_blocked_home_castle_uses_its_points_and_no_more() -> None:
    g = field_of("aragon garrison a-home K", "castilla siege a-home 2T", reserve_troops={"aragon": 3})
    card_action(g, "aragon", item("deploy", 2, to="home"))
    assert not g.agenda and reserve(g, "aragon") == 1
    assert at(g, "a-home") == {"aragon garrison K", "aragon field 2T", "castilla siege 2T"}


# -- nothing possible ---------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.nothing-possible")
@pytest.mark.parametrize("orders", [
    [item("attack", 2, select="most-favourable")],
    [item("attack", 1), item("besiege", 1)],
    [item("move", 2, to="empty"), item("fortify", 1)],
])
def test_an_action_that_cannot_be_carried_out_passes_without_effect(orders: list) -> None:
    """Aragón stands in its castle; whatever lies next to it is held by pieces of its own."""
    g = field_of("aragon garrison r8 1T", "aragon garrison r9 1T", "aragon garrison r10 1T", "aragon garrison r12 1T")
    before = pieces(g), scores(g), supply(g, "aragon"), reserve(g, "aragon")
    card_action(g, "aragon", *orders)
    assert not g.agenda and kinds(g) == ["card-turn", "nothing-possible"]
    assert happened(g, "nothing-possible") == [{"sancho": "aragon"}]
    assert (pieces(g), scores(g), supply(g, "aragon"), reserve(g, "aragon")) == before


# -- orders -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.first-two-are-orders")
def test_a_hopeless_battle_of_a_field_army_has_to_be_fought() -> None:
    g = field_of("najera field r9 1T", "aragon field r9 6T")
    card_action(g, "najera", item("attack", 1, select="most-favourable"), item("move", 1))
    assert kinds(g, "attacks") == ["attacks"] and g.step.chance, "there is nothing to choose before the dice"


@pytest.mark.rule("sanchos.action.first-two-are-orders")
def test_an_order_with_a_choice_of_regions_cannot_be_declined() -> None:
    g = field_of("najera field r9 1T", "aragon field r9 2T", "najera field r5 1T", "castilla field r5 2T")
    card_action(g, "najera", item("attack", 1, select="most-favourable"), item("move", 1))
    assert names(g) == ["attack r5", "attack r9"]
    assert refused(g, "decline") == ("order-must-be-done", "sanchos.action.first-two-are-orders")


@pytest.mark.rule("sanchos.action.first-two-are-orders")
def test_only_an_attack_that_would_empty_a_garrison_space_may_be_declined() -> None:
    lines = ("najera garrison r9 1T", "aragon field r9 2T")
    g = field_of(*lines)
    card_action(g, "najera", item("attack", 1, select="most-favourable"))
    assert names(g) == ["attack r9", "decline"]
    g = field_of(*lines, "najera field r9 1T")
    card_action(g, "najera", item("attack", 1, select="most-favourable"))
    assert names(g) != ["attack r9", "decline"] and kinds(g, "attacks") == ["attacks"]


@pytest.mark.rule("sanchos.action.first-two-are-orders")
def test_the_orders_of_a_real_card_are_carried_out_in_the_round() -> None:
    """najera-3b: Castilla deploys to its King, Aragón to its home region; with Nájera in command both have to."""
    g = new_round(field_of(commander="najera", hands={"najera": ["najera-3b"]}, homeless=["castilla"],
                           reserve_troops={"castilla": 3, "aragon": 2}))
    do(g, "play najera-3b", "wait", "wait")
    assert at(g, "c-home") == {"castilla field K+3T"} and reserve(g, "castilla") == 0
    assert decider(g) == "aragon" and names(g) == ["deploy castle", "deploy home"]
    assert refused(g, "deploy king") == ("not-on-card", "sanchos.action.first-two-are-orders")
    do(g, "deploy castle", "deploy home")
    assert at(g, "a-home") == {"aragon garrison K+1T", "aragon field 1T"}
    assert reserve(g, "aragon") == 1, "the third point recruits"
    assert decider(g) == "najera" and "recruit" in names(g), "now the commander has to use the CPs"


# -- strict sequence and ties -------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.strict-sequence")
def test_a_later_step_does_not_change_an_earlier_selection() -> None:
    """The strongest Army (r12) has nobody next to it; the second strongest (r9) has."""
    lines = ("aragon field r12 3T", "aragon field r9 2T", "castilla field r7 1T")
    g = field_of(*lines)
    before = pieces(g)
    card_action(g, "aragon", item("move", 2, to="weakest"))
    assert not g.agenda and pieces(g) == before
    g = field_of(*lines)
    card_action(g, "aragon", item("move", 2, to="weakest"), item("recruit", 2))
    assert pieces(g) == before and reserve(g, "aragon") == 4, "the alternative of the card applies"


@pytest.mark.rule("sanchos.action.tie-player-chooses")
def test_ties_of_armies_and_regions_are_settled_by_the_player_whose_turn_it_is() -> None:
    g = field_of("aragon field r9 3T", "aragon field r5 3T", "castilla field r7 1T", "castilla field r10 1T",
                 "castilla field r4 2T")
    card_action(g, "aragon", item("move", 1, to="weakest"))
    assert decider(g) == "aragon" and names(g) == ["army r5", "army r9"]
    assert refused(g, "army a-home") == ("not-strongest-army", "sanchos.term.strongest-army")
    do(g, "army r9")
    assert decider(g) == "aragon" and names(g) == ["target r7", "target r10"]
    assert refused(g, "target a-home") == ("not-the-target", "sanchos.term.weakest-army")
    do(g, "target r10", "move troop r9")
    assert at(g, "r10") == {"castilla field 1T", "aragon field 1T"} and not g.agenda


@pytest.mark.rule("sanchos.action.tie-player-chooses")
@pytest.mark.parametrize("commander", ["castilla", "aragon"])
def test_the_commander_settles_ties_of_najera(commander: str) -> None:
    g = field_of("najera field r9 2T", "najera field r4 2T", "castilla field r5 1T", "aragon field r10 1T", mode="2p",
                 commander=commander)
    card_action(g, "najera", item("move", 1, to="weakest"))
    assert decider(g) == commander and names(g) == ["army r4", "army r9"]


# -- the Tiebreak token -------------------------------------------------------------------------------------------


def solo(*lines: str, arrow: str = "lowest", **how):
    return field_of(*lines, mode="solo", options={"player": "castilla"}, arrow=arrow, **how)


def moved(g) -> list[tuple[str, str]]:
    return [(e["region"], e["to"]) for e in happened(g, "moves")]


@pytest.mark.rule("sanchos.action.tie-token-solo")
def test_the_visible_arrow_picks_and_is_then_covered() -> None:
    """Three ties in a row: the lowest of r7, r10, a-home's neighbours; the highest; the lowest again."""
    lines = ("aragon field r9 6T", "castilla field r7 1T", "castilla field r8 1T", "castilla field r10 1T")
    g = solo(*lines)
    for arrow, target, hidden in ((LOWEST, "r7", HIGHEST), (HIGHEST, "r10", LOWEST), (LOWEST, "r7", HIGHEST)):
        assert g.b[ARROW] == arrow
        card_action(g, "aragon", item("move", 1))
        assert moved(g)[-1] == ("r9", target) and g.b[ARROW] == hidden
    assert [e["arrow"] for e in happened(g, "tiebreak")] == ["lowest", "highest", "lowest"]
    assert happened(g, "tiebreak")[0]["regions"] == ["r7", "r8", "r10"]
    assert rules_of(g, "tiebreak") == ["sanchos.action.tie-token-solo"] * 3
    g = solo(*lines, arrow="highest")
    card_action(g, "aragon", item("move", 1))
    assert moved(g) == [("r9", "r10")] and g.b[ARROW] == LOWEST


@pytest.mark.rule("sanchos.action.tie-token-solo")
def test_numbers_count_and_not_the_order_of_the_tie() -> None:
    """A tie of Fortify regions is settled by numbers too: r4 is 4, r12 is 12."""
    g = solo("aragon field r12 1T", "aragon field r4 1T", arrow="highest")
    card_action(g, "aragon", item("fortify", 1))
    assert at(g, "r12") == {"aragon garrison 1T"} and at(g, "r4") == {"aragon field 1T"}
    card_action(g, "aragon", item("fortify", 1))
    assert at(g, "r4") == {"aragon garrison 1T"} and g.b[ARROW] == LOWEST, "one region left: no tie"


@pytest.mark.rule("sanchos.action.token-moves-only-when-used")
def test_the_token_rests_when_an_earlier_priority_settles_the_tie() -> None:
    """r9 has K+1T, r5 has 2T: equal numbers, and the King decides."""
    g = solo("aragon field r9 K+1T", "aragon field r5 2T", "castilla field r10 1T", "castilla field r4 1T")
    card_action(g, "aragon", item("move", 1))
    assert moved(g) == [("r9", "r10")] and g.b[ARROW] == LOWEST and not happened(g, "tiebreak")


@pytest.mark.rule("sanchos.action.token-moves-only-when-used")
def test_an_action_with_two_ties_moves_the_token_twice() -> None:
    """Origin r5 or r9: lowest, r5; then destination r4 or r7: highest, r7."""
    g = solo("aragon field r9 3T", "aragon field r5 3T", "castilla field r4 1T", "castilla field r7 1T",
             "castilla field r10 1T")
    card_action(g, "aragon", item("move", 1))
    assert moved(g) == [("r5", "r7")] and g.b[ARROW] == LOWEST
    assert [e["regions"] for e in happened(g, "tiebreak")] == [["r5", "r9"], ["r4", "r7"]]


@pytest.mark.rule("sanchos.action.tie-token-solo", "sanchos.action.tie-player-chooses")
def test_the_solo_player_chooses_ties_of_the_own_action() -> None:
    g = scene(["castilla field r9 2T", "castilla field r4 2T", "castilla garrison c-home K",
               "najera garrison n-home K", "aragon field r10 K", "najera field r5 1T"], "solo",
              commander="", options={"player": "castilla"}, arrow="lowest")
    card_action(g, "castilla", item("move", 1, to="weakest"))
    assert decider(g) == "castilla" and names(g) == ["army r4", "army r9"] and g.b[ARROW] == LOWEST
