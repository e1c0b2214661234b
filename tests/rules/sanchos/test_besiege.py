"""Besiege: where it is possible and who is stacked as besiegers."""

import pytest

from mesnada.games.sanchos.model import ARROW
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item
from tests.rules.sanchos.battlefield import at, besieged_by, field_of, left, names, refused, score

TOO_FEW = ("too-few-besiegers", "sanchos.besiege.strict-majority")
TOO_FEW_POINTS = ("too-few-points", "sanchos.besiege.two-pieces-per-point")
NO_GARRISON = ("no-enemy-garrison", "sanchos.besiege.region")


def besieges(g):
    """The regions that may be besieged now."""
    return [name.removeprefix("besiege ") for name in names(g) if name.startswith("besiege ")]


def besiegers(g):
    """The besiegers that may be declared now."""
    return [name.removeprefix("besiegers ") for name in names(g)]


# -- the region -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.besiege.region")
@pytest.mark.parametrize(("space", "refusal"), [
    ([], NO_GARRISON),
    (["castilla garrison r7 1T"], NO_GARRISON),
    (["aragon field r7 1T"], NO_GARRISON),
    (["aragon garrison r7 1T"], None),
    (["najera garrison r7 K"], None),
])
def test_the_space_needs_a_garrison_of_an_opponent(space, refusal):
    g = cp_turn(field_of("castilla field r7 2T", *space), 1)
    assert besieges(g) == ([] if refusal else ["r7"])
    assert refused(g, "besiege r7") == refusal


@pytest.mark.rule("sanchos.besiege.region")
def test_the_besieger_needs_a_field_army_there():
    g = cp_turn(field_of("castilla field r5 4T", "aragon garrison r7 1T"), 3)
    assert besieges(g) == []
    assert refused(g, "besiege r7") == ("no-field-army", "sanchos.besiege.region")


@pytest.mark.rule("sanchos.besiege.region")
def test_an_enemy_home_castle_and_the_own_one_in_enemy_hands_can_be_besieged():
    g = field_of("castilla field a-home 3T", "castilla field c-home K+1T", "najera garrison c-home 1T")
    assert besieges(cp_turn(g, 1)) == ["c-home", "a-home"]


@pytest.mark.rule("sanchos.besiege.not-already-besieged")
@pytest.mark.parametrize("commander", ["aragon", "najera"])
def test_a_space_under_siege_is_no_target(commander):
    g = field_of("aragon siege r7 2T", "aragon field r7 3T", "castilla garrison r7 1T", "najera field r7 3T",
                 commander=commander)
    cp_turn(g, 3)
    assert besieges(g) == []
    assert refused(g, "besiege r7") == ("already-under-siege", "sanchos.besiege.not-already-besieged")


@pytest.mark.rule("sanchos.besiege.not-already-besieged")
def test_a_card_passes_a_space_under_siege_over():
    g = field_of("aragon siege r7 2T", "aragon field r7 3T", "castilla garrison r7 1T", commander="castilla")
    card_action(g, "aragon", item("besiege", 1), item("recruit", 1))
    assert g.over and happened(g, "declares-siege") == [] and len(happened(g, "recruits")) == 1


# -- how many and which -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.besiege.two-pieces-per-point")
def test_up_to_two_pieces_for_each_point_of_the_owners_choice():
    g = cp_turn(field_of("castilla field r7 K+4T", "aragon garrison r7 2T"), 2)
    do(g, "besiege r7")
    assert decider(g) == "castilla"
    assert besiegers(g) == ["3t", "4t", "k+2t", "k+3t"]
    rule = "sanchos.besiege.two-pieces-per-point"
    assert refused(g, "besiegers k+4t") == ("too-many-besiegers", rule)
    assert refused(g, "besiegers 5t") == ("no-such-field-pieces", rule)
    assert refused(g, "besiegers 2t") == TOO_FEW
    assert refused(g, "besiegers k+1t") == TOO_FEW
    do(g, "besiegers k+3t")
    assert at(g, "r7") == {"castilla siege K+3T", "castilla field 1T", "aragon garrison 2T"}
    assert g.over and left(g) == 0


@pytest.mark.rule("sanchos.besiege.two-pieces-per-point")
@pytest.mark.parametrize("king", ["castilla field r5 K", "castilla garrison r5 K"])
def test_a_k_that_is_elsewhere_cannot_besiege(king):
    g = do(cp_turn(field_of("castilla field r7 3T", "aragon garrison r7 1T", king), 1), "besiege r7")
    assert besiegers(g) == ["2t"]
    assert refused(g, "besiegers k+1t") == ("no-such-field-pieces", "sanchos.besiege.two-pieces-per-point")


@pytest.mark.rule("sanchos.besiege.two-pieces-per-point")
def test_the_points_are_declared_and_the_rest_is_left():
    g = do(cp_turn(field_of("castilla field r7 6T", "aragon garrison r7 1T"), 3), "besiege r7")
    assert names(g) == ["points 1", "points 2", "points 3"]
    assert refused(g, "points 4") == ("no-points-left", "sanchos.turn.cp-total")
    do(g, "points 2")
    assert besiegers(g) == ["2t", "3t", "4t"]
    do(g, "besiegers 2t")
    assert at(g, "r7") == {"castilla siege 2T", "castilla field 4T", "aragon garrison 1T"}
    assert (decider(g), left(g)) == ("castilla", 1)
    assert "end" in names(g)


@pytest.mark.rule("sanchos.besiege.two-pieces-per-point")
def test_a_larger_garrison_needs_more_points():
    g = do(cp_turn(field_of("castilla field r7 6T", "aragon garrison r7 2T"), 3), "besiege r7")
    assert names(g) == ["points 2", "points 3"]
    assert refused(g, "points 1") == TOO_FEW_POINTS


@pytest.mark.rule("sanchos.besiege.two-pieces-per-point")
def test_a_card_besieges_with_all_its_points():
    g = field_of("najera field r7 K+4T", "aragon garrison r7 1T", commander="castilla")
    card_action(g, "najera", item("besiege", 2))
    assert decider(g) == "najera"
    assert besiegers(g) == ["2t", "3t", "4t", "k+1t", "k+2t", "k+3t"]


@pytest.mark.rule("sanchos.besiege.strict-majority")
@pytest.mark.parametrize(("points", "garrison", "possible"), [
    (1, 1, True), (1, 2, False), (2, 3, True), (2, 4, False), (3, 5, True), (3, 6, False)])
def test_besiegers_have_to_outnumber_the_garrison(points, garrison, possible):
    g = cp_turn(field_of("castilla field r7 9T", f"aragon garrison r7 {garrison}T"), points)
    assert besieges(g) == (["r7"] if possible else [])
    assert refused(g, "besiege r7") == (None if possible else TOO_FEW_POINTS)
    if possible:
        do(g, "besiege r7")
        assert besiegers(g) == [f"{garrison + 1}t"]


@pytest.mark.rule("sanchos.besiege.strict-majority")
@pytest.mark.parametrize(("army", "garrison", "refusal"), [
    ("2T", "1T", None), ("1T", "1T", TOO_FEW), ("2T", "2T", TOO_FEW), ("K+1T", "1T", None), ("K", "1T", TOO_FEW),
    ("K+1T", "K+1T", TOO_FEW), ("K+2T", "K+1T", None)])
def test_a_k_counts_as_one_piece_on_either_side(army, garrison, refusal):
    g = cp_turn(field_of(f"castilla field r7 {army}", f"aragon garrison r7 {garrison}"), 3)
    assert refused(g, "besiege r7") == refusal


# -- Auto-Sanchos -----------------------------------------------------------------------------------------------------


def auto_besiege(*lines, points=1, arrow="lowest", select=""):
    """Auto-Castilla besieges by a card; the player is Nájera."""
    g = field_of(*lines, mode="solo", commander="", arrow=arrow)
    return card_action(g, "castilla", item("besiege", points, select=select), item("recruit", 1))


def declared(g):
    return [event["region"] for event in happened(g, "declares-siege")]


@pytest.mark.rule("sanchos.besiege.auto-size")
@pytest.mark.parametrize(("points", "garrison", "siege"), [(3, "2T", "3T"), (3, "1T", "2T"), (2, "K+2T", "4T")])
def test_an_auto_sancho_stacks_one_more_than_the_garrison(points, garrison, siege):
    g = auto_besiege("castilla field r7 6T", f"najera garrison r7 {garrison}", points=points)
    rest = 6 - int(siege[0])
    assert at(g, "r7") == {f"castilla siege {siege}", f"castilla field {rest}T", f"najera garrison {garrison}"}
    assert g.over and happened(g, "recruits") == []


@pytest.mark.rule("sanchos.besiege.auto-size")
def test_an_auto_sancho_that_cannot_reach_that_number_does_not_besiege():
    g = auto_besiege("castilla field r7 6T", "najera garrison r7 2T", points=1)
    assert declared(g) == [] and len(happened(g, "recruits")) == 1
    g = auto_besiege("castilla field r7 2T", "najera garrison r7 2T", points=3)
    assert declared(g) == [] and len(happened(g, "recruits")) == 1


@pytest.mark.rule("sanchos.besiege.auto-king-last")
@pytest.mark.parametrize(("army", "siege", "beside"), [
    ("K+2T", "2T", {"castilla field K"}),
    ("K+1T", "K+1T", set()),
    ("K+3T", "2T", {"castilla field K+1T"}),
])
def test_an_auto_sanchos_k_besieges_only_where_t_are_wanting(army, siege, beside):
    g = auto_besiege(f"castilla field r7 {army}", "najera garrison r7 1T")
    assert at(g, "r7") == {f"castilla siege {siege}", "najera garrison 1T", *beside}


@pytest.mark.rule("sanchos.besiege.auto-region")
def test_an_auto_sancho_prefers_points_then_no_enemy_in_the_field():
    g = auto_besiege("castilla field r3 4T", "aragon garrison r3 1T", "aragon field r3 1T",
                     "castilla field r8 3T", "aragon garrison r8 2T", "castilla field r7 3T", "najera garrison r7 1T",
                     points=2)
    assert declared(g) == ["r8"]
    assert g.b[ARROW] == 1


@pytest.mark.rule("sanchos.besiege.auto-region")
def test_an_auto_sancho_takes_more_points_even_with_an_enemy_in_the_field():
    g = auto_besiege("castilla field r3 3T", "aragon garrison r3 1T", "najera field r3 3T",
                     "castilla field r7 3T", "najera garrison r7 1T")
    assert declared(g) == ["r3"]


@pytest.mark.rule("sanchos.besiege.auto-region")
def test_any_opponents_field_army_counts_against_a_region():
    g = auto_besiege("castilla field r3 3T", "aragon garrison r3 1T", "najera field r3 1T",
                     "castilla field r8 3T", "aragon garrison r8 2T", points=2)
    assert declared(g) == ["r8"]


@pytest.mark.rule("sanchos.besiege.auto-region")
def test_then_the_smallest_garrison_counts():
    g = auto_besiege("castilla field r3 4T", "aragon garrison r3 2T", "castilla field r8 3T", "aragon garrison r8 1T",
                     points=2)
    assert declared(g) == ["r8"]
    assert happened(g, "tiebreak") == []


@pytest.mark.rule("sanchos.besiege.auto-region")
@pytest.mark.parametrize(("arrow", "region", "after"), [("lowest", "r3", 2), ("highest", "r8", 1)])
def test_then_the_tiebreak_token_decides(arrow, region, after):
    g = auto_besiege("castilla field r3 2T", "aragon garrison r3 1T", "castilla field r8 3T", "aragon garrison r8 1T",
                     arrow=arrow)
    assert declared(g) == [region]
    assert happened(g, "tiebreak") == [{"regions": ["r3", "r8"], "region": region, "arrow": arrow}]
    assert g.b[ARROW] == after


@pytest.mark.rule("sanchos.besiege.auto-region")
def test_home_castles_and_castles_count_alike_in_solo_games():
    g = auto_besiege("castilla field n-home 2T", "castilla field r8 3T", "aragon garrison r8 1T")
    assert score(g, "najera") == 2
    assert happened(g, "tiebreak") == [{"regions": ["n-home", "r8"], "region": "n-home", "arrow": "lowest"}]


@pytest.mark.rule("sanchos.besiege.auto-region")
def test_a_card_that_says_most_favourable_decides_instead_of_the_list():
    pieces = ("castilla field r3 2T", "aragon garrison r3 1T", "castilla field r7 5T", "najera garrison r7 1T")
    assert declared(auto_besiege(*pieces)) == ["r3"]
    assert declared(auto_besiege(*pieces, select="most-favourable")) == ["r7"]


@pytest.mark.rule("sanchos.besiege.auto-region")
def test_an_auto_sancho_considers_only_regions_where_it_can_besiege():
    g = auto_besiege("castilla field r3 5T", "aragon garrison r3 2T", "castilla field r7 2T", "najera garrison r7 1T")
    assert declared(g) == ["r7"]
    assert besieged_by(g, "r7") == "castilla"
