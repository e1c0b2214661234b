"""Who takes part in a battle: Field Armies, and what Garrisons release."""

import pytest

from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item
from tests.rules.sanchos.battlefield import (
    at,
    besieged_by,
    field_of,
    garrisoned_by,
    laid_out,
    names,
    refused,
    roll_all,
    rules_of,
    score,
)

IN_ROLLING = ("not-now", "sanchos.battle.roll-all")


def attack(g, region="r5", cp=1):
    """The commander attacks with all CPs left."""
    do(cp_turn(g, cp), f"attack {region}")
    return do(g, f"points {cp}") if cp > 1 else g


# -- Field Armies -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.battle.all-field-armies")
def test_all_pieces_of_all_field_armies_take_part():
    g = attack(field_of("castilla field r5 2T", "aragon field r5 1T", "najera field r5 K+1T"))
    assert decider(g) == "chance"
    for release in ("release none", "release 1t"):
        assert refused(g, release) == IN_ROLLING
    assert roll_all(g) == ["castilla troop"] * 3 + ["najera king", "najera troop", "aragon troop"]


@pytest.mark.rule("sanchos.battle.all-field-armies")
def test_besiegers_of_a_third_sancho_take_part():
    g = attack(field_of("castilla field r5 1T", "najera garrison r5 2T", "aragon siege r5 K+2T", "aragon field r5 1T"))
    do(g, "release none")
    assert roll_all(g) == ["castilla troop"] * 2 + ["aragon king"] + ["aragon troop"] * 3


@pytest.mark.rule("sanchos.battle.all-field-armies")
def test_the_attackers_besiegers_take_part():
    g = attack(field_of("najera garrison r5 1T", "castilla siege r5 K+1T", "castilla field r5 1T",
                        "aragon field r5 1T"))
    assert roll_all(g) == ["castilla king"] + ["castilla troop"] * 3 + ["aragon troop"]


@pytest.mark.rule("sanchos.battle.all-field-armies")
def test_pieces_of_other_regions_stay_out():
    g = attack(field_of("castilla field r5 1T", "castilla field r4 3T", "aragon field r5 1T", "najera field r7 K+2T"))
    assert roll_all(g) == ["castilla troop"] * 2 + ["aragon troop"]


# -- release ----------------------------------------------------------------------------------------------------------

GARRISON = ("castilla field r5 1T", "aragon field r5 1T", "aragon garrison r5 K+2T")


@pytest.mark.rule("sanchos.battle.release-garrison")
def test_a_garrison_may_release_any_of_its_pieces():
    g = attack(field_of(*GARRISON))
    assert decider(g) == "aragon"
    assert names(g) == ["release none", "release 1t", "release 2t", "release k", "release k+1t", "release k+2t"]
    for too_much in ("release 3t", "release k+3t"):
        assert refused(g, too_much) == ("no-such-garrison", "sanchos.battle.release-garrison")


@pytest.mark.rule("sanchos.battle.release-garrison")
def test_a_king_that_is_not_inside_cannot_be_released():
    g = attack(field_of("castilla field r5 1T", "aragon field r5 K", "aragon garrison r5 1T"))
    assert names(g) == ["release none", "release 1t"]
    assert refused(g, "release k") == ("no-such-garrison", "sanchos.battle.release-garrison")


@pytest.mark.rule("sanchos.battle.release-garrison")
@pytest.mark.parametrize(("released", "dice", "afterwards"), [
    ("none", ["troop"], {"aragon garrison K+2T", "aragon field 1T"}),
    ("k", ["king", "troop"], {"aragon garrison 2T", "aragon field K+1T"}),
    ("1t", ["troop"] * 2, {"aragon garrison K+1T", "aragon field 2T"}),
    ("2t", ["troop"] * 3, {"aragon garrison K", "aragon field 3T"}),
    ("k+2t", ["king"] + ["troop"] * 3, {"aragon field K+3T"}),
])
def test_released_pieces_join_the_field_army_and_its_dice(released, dice, afterwards):
    g = do(attack(field_of(*GARRISON)), f"release {released}")
    assert at(g, "r5") == {"castilla field 1T", *afterwards}
    king, troops = released.startswith("k"), int(released[-2]) if released.endswith("t") else 0
    assert happened(g, "releases") == ([] if released == "none" else [
        {"sancho": "aragon", "region": "r5", "king": king, "troops": troops}])
    assert roll_all(g) == ["castilla troop"] * 2 + [f"aragon {die}" for die in dice]


@pytest.mark.rule("sanchos.battle.release-garrison")
def test_the_attacker_may_release_too():
    g = attack(field_of("castilla field r5 1T", "castilla garrison r5 K+1T", "aragon field r5 1T"))
    assert (decider(g), names(g)) == ("castilla", ["release none", "release 1t", "release k", "release k+1t"])
    do(g, "release k")
    assert roll_all(g) == ["castilla king"] + ["castilla troop"] * 2 + ["aragon troop"]


@pytest.mark.rule("sanchos.battle.release-garrison")
def test_the_commander_decides_about_najeras_garrison_even_against_it():
    g = field_of("castilla field r5 1T", "najera field r5 1T", "najera garrison r5 2T", mode="2p", commander="castilla")
    attack(g)
    assert (decider(g), names(g)) == ("castilla", ["release none", "release 1t", "release 2t"])


@pytest.mark.rule("sanchos.battle.release-without-field-army")
@pytest.mark.parametrize(("released", "dice"), [("1t", ["najera troop"]), ("none", [])])
def test_a_garrison_without_field_army_may_join(released, dice):
    g = attack(field_of("castilla field r5 1T", "aragon field r5 1T", "najera garrison r5 2T"))
    assert (decider(g), names(g)) == ("najera", ["release none", "release 1t", "release 2t"])
    do(g, f"release {released}")
    assert roll_all(g) == ["castilla troop"] * 2 + dice + ["aragon troop"]


@pytest.mark.rule("sanchos.battle.release-order")
@pytest.mark.parametrize(("garrison", "who"), [
    ("castilla garrison r5 1T", "castilla"), ("najera garrison r5 1T", "najera"), ("aragon garrison r5 1T", "aragon")])
def test_release_is_decided_once_and_before_any_die(garrison, who):
    g = attack(field_of("castilla field r5 1T", "najera field r5 1T", "aragon field r5 1T", garrison))
    assert decider(g) == who
    assert refused(g, "roll troop 6") == ("not-now", "sanchos.battle.release-garrison")
    do(g, "release none")
    assert decider(g) == "chance"
    roll_all(g)
    assert g.over


@pytest.mark.rule("sanchos.battle.released-pieces-stay-out")
def test_released_pieces_stay_in_the_field_and_an_emptied_space_costs_its_points_at_once():
    g = attack(field_of("castilla garrison r7 1T", "castilla garrison r1 1T", "aragon field r7 1T"), "r7")
    assert score(g, "castilla") == 5
    do(g, "release 1t")
    assert (score(g, "castilla"), garrisoned_by(g, "r7"), decider(g)) == (4, None, "chance")
    laid_out(g, "castilla troop 6 6", "aragon troop 6")
    assert at(g, "r7") == {"castilla field 1T", "aragon field 1T"}
    assert score(g, "castilla") == 4


@pytest.mark.rule("sanchos.battle.released-pieces-stay-out")
def test_a_released_part_leaves_the_space_and_its_points_to_the_rest():
    g = do(attack(field_of("castilla garrison r7 2T", "aragon field r7 1T"), "r7"), "release 1t")
    laid_out(g, "castilla troop 6 6", "aragon troop 6")
    assert at(g, "r7") == {"castilla garrison 1T", "castilla field 1T", "aragon field 1T"}
    assert score(g, "castilla") == 4


# -- Auto-Sanchos -----------------------------------------------------------------------------------------------------

ALL_BUT_ONE = pytest.mark.parametrize(("garrison", "out", "inside"), [
    ("K+2T", "K+1T", "1T"), ("K+1T", "K", "1T"), ("3T", "2T", "1T"), ("2T", "1T", "1T"),
    ("K", None, "K"), ("1T", None, "1T"),
])


@pytest.mark.rule("sanchos.battle.auto-release")
@ALL_BUT_ONE
def test_an_auto_sancho_that_only_stands_by_releases_all_but_one(garrison, out, inside):
    g = field_of("najera field r5 1T", "aragon field r5 1T", f"castilla garrison r5 {garrison}", mode="solo",
                 commander="najera")
    attack(g)
    assert decider(g) == "chance"
    castilla = {f"castilla garrison {inside}"} | ({f"castilla field {out}"} if out else set())
    assert at(g, "r5") == {"najera field 1T", "aragon field 1T"} | castilla
    king, troops = (out or "").startswith("K"), int((out or "0T").removeprefix("K+").replace("K", "0")[:1])
    assert roll_all(g) == (["najera troop"] * 2 + ["aragon troop"] + ["castilla king"] * king
                           + ["castilla troop"] * troops)


@pytest.mark.rule("sanchos.battle.auto-release")
@ALL_BUT_ONE
def test_an_auto_sancho_that_is_attacked_releases_all_but_one_beside_its_field_army(garrison, out, inside):
    g = field_of("najera field r5 1T", "castilla field r5 1T", f"castilla garrison r5 {garrison}", mode="solo",
                 commander="najera")
    attack(g)
    joined = {None: "1T", "K": "K+1T", "K+1T": "K+2T", "1T": "2T", "2T": "3T"}[out]
    assert at(g, "r5") == {"najera field 1T", f"castilla garrison {inside}", f"castilla field {joined}"}


@pytest.mark.rule("sanchos.battle.auto-release")
@pytest.mark.parametrize(("king", "out"), [("castilla garrison c-home K", "1T"), ("castilla field r5 K", "K+1T")])
def test_a_king_who_is_elsewhere_or_outside_already_is_not_released(king, out):
    g = field_of("najera field r5 1T", "aragon field r5 1T", "castilla garrison r5 2T", "castilla garrison c-home 1T",
                 king, mode="solo", commander="najera")
    before = at(g, "c-home")
    attack(g)
    assert at(g, "r5") == {"najera field 1T", "aragon field 1T", "castilla garrison 1T", f"castilla field {out}"}
    assert at(g, "c-home") == before
    assert happened(g, "releases") == [{"sancho": "castilla", "region": "r5", "king": False, "troops": 1}]


@pytest.mark.rule("sanchos.battle.auto-release")
@pytest.mark.parametrize(("garrison", "joined", "inside"), [("K+2T", "K+2T", "1T"), ("K", "1T", "K")])
def test_an_auto_sancho_that_attacks_releases_all_but_one(garrison, joined, inside):
    g = field_of("najera field r5 1T", "castilla field r5 1T", f"castilla garrison r5 {garrison}", mode="solo",
                 commander="najera")
    card_action(g, "castilla", item("attack"))
    assert at(g, "r5") == {"najera field 1T", f"castilla garrison {inside}", f"castilla field {joined}"}


@pytest.mark.rule("sanchos.battle.auto-release")
def test_the_solo_player_decides_about_his_own_garrison():
    g = field_of("castilla field r5 1T", "najera garrison r5 2T", "najera field r5 1T", mode="solo", commander="")
    card_action(g, "castilla", item("attack"))
    assert (decider(g), names(g)) == ("najera", ["release none", "release 1t", "release 2t"])


# -- a siege that continues -------------------------------------------------------------------------------------------

BESIEGER_ATTACKS = ("aragon siege r5 3T", "castilla garrison r5 2T", "najera field r5 1T")
JOIN = {"besieged-join": "yes"}


@pytest.mark.rule("sanchos.battle.no-release-from-continuing-siege")
def test_besieged_pieces_cannot_join_when_the_besieger_attacks():
    g = attack(field_of(*BESIEGER_ATTACKS, commander="aragon"))
    assert refused(g, "release 1t") == IN_ROLLING
    assert roll_all(g) == ["aragon troop"] * 4 + ["najera troop"]
    assert at(g, "r5") == {"aragon siege 3T", "castilla garrison 2T", "najera field 1T"}


@pytest.mark.rule("sanchos.battle.no-release-from-continuing-siege")
def test_reading_besieged_join_lets_them_step_out():
    g = attack(field_of(*BESIEGER_ATTACKS, commander="aragon", options=JOIN))
    assert (decider(g), names(g)) == ("castilla", ["release none", "release 1t", "release 2t"])
    do(g, "release 1t")
    assert at(g, "r5") == {"aragon siege 3T", "castilla garrison 1T", "castilla field 1T", "najera field 1T"}
    assert roll_all(g) == ["aragon troop"] * 4 + ["castilla troop", "najera troop"]
    assert besieged_by(g, "r5") == "aragon"


@pytest.mark.rule("sanchos.battle.no-release-from-continuing-siege")
def test_reading_besieged_join_ends_a_siege_of_an_emptied_space():
    g = attack(field_of(*BESIEGER_ATTACKS, commander="aragon", options=JOIN))
    do(g, "release 2t")
    assert at(g, "r5") == {"aragon field 3T", "castilla field 2T", "najera field 1T"}
    assert (besieged_by(g, "r5"), garrisoned_by(g, "r5"), score(g, "castilla")) == (None, None, 3)
    assert rules_of(g, "siege-ends") == ["sanchos.battle.no-release-from-continuing-siege"]


@pytest.mark.rule("sanchos.battle.no-release-from-continuing-siege")
@pytest.mark.parametrize(("options", "inside"), [({}, {"castilla garrison 2T"}),
                                                 (JOIN, {"castilla garrison 1T", "castilla field 1T"})])
def test_a_besieged_auto_sancho_stays_inside_as_well(options, inside):
    g = field_of("najera siege r5 3T", "castilla garrison r5 2T", "aragon field r5 1T", mode="solo",
                 commander="najera", options=options)
    attack(g)
    assert at(g, "r5") == {"najera siege 3T", "aragon field 1T", *inside}
    assert happened(g, "siege-ends") == []
