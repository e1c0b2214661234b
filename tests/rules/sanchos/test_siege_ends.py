"""How a siege ends: broken by an attack, left by its besiegers, lost in a battle, or by an empty Garrison space."""

import pytest

from mesnada.games.sanchos.siege import SIEGE_LOSSES
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item, pieces
from tests.rules.sanchos.battlefield import (
    at,
    besieged_by,
    field_of,
    garrisoned_by,
    laid_out,
    names,
    refused,
    roll_all,
    round_of,
    rules_of,
    score,
    supply,
)


def attack(region, *pieces, cp=1, **how):
    """The commander attacks with all CPs."""
    g = do(cp_turn(field_of(*pieces, **how), cp), f"attack {region}")
    return do(g, f"points {cp}") if cp > 1 else g


def siege_losses(g):
    """Phase 4 takes place."""
    assert g.over
    g.agenda.append(SIEGE_LOSSES)
    g.settle()
    return g


# -- it lasts ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.siege.persists")
def test_a_siege_left_alone_ends_with_an_empty_garrison_space():
    g = field_of("aragon siege r7 4T", "castilla garrison r7 3T", deck=[],
                 hands={"castilla": ["castilla-1a", "castilla-1b"], "najera": ["najera-1a"], "aragon": ["aragon-1a"]})
    round_of(g, "castilla")
    for card, besiegers, garrison in (("castilla-1a", 3, 2), ("najera-1a", 2, 1)):
        do(g, f"reserve {card}")
        assert at(g, "r7") == {f"aragon siege {besiegers}T", f"castilla garrison {garrison}T"}
        assert besieged_by(g, "r7") == "aragon"
    do(g, "reserve aragon-1a")
    assert at(g, "r7") == {"aragon garrison 1T"}
    assert (besieged_by(g, "r7"), garrisoned_by(g, "r7")) == (None, "aragon")
    assert (score(g, "aragon"), score(g, "castilla")) == (4, 3)


@pytest.mark.rule("sanchos.siege.persists")
def test_a_besieged_garrison_neither_grows_nor_moves():
    g = cp_turn(field_of("castilla garrison c-home K+1T", "castilla field c-home 2T", "aragon siege c-home 3T"), 3)
    assert names(g) == ["recruit", "deploy home", "attack c-home", "move troop c-home"]
    assert refused(g, "fortify troop c-home") == ("space-under-siege", "sanchos.fortify.not-under-siege")
    assert refused(g, "deploy castle") == ("castle-blocked", "sanchos.deploy.home-blocked")
    assert refused(g, "deploy king") == ("king-besieged", "sanchos.deploy.not-to-besieged-king")
    for inside in ("move king", "move garrison c-home"):
        assert refused(g, inside) == ("besieged-never-move", "sanchos.move.besieged-never")


@pytest.mark.rule("sanchos.siege.persists")
def test_a_siege_that_begins_takes_the_declared_pieces_out_of_the_open():
    g = do(cp_turn(field_of("aragon field r7 K+4T", "castilla garrison r7 1T", commander="aragon"), 2),
           "besiege r7", "points 2", "besiegers k+2t")
    assert at(g, "r7") == {"aragon siege K+2T", "aragon field 2T", "castilla garrison 1T"}
    assert happened(g, "siege-starts") == [{"sancho": "aragon", "region": "r7"}]
    assert rules_of(g, "siege-starts") == ["sanchos.siege.persists"]


# -- way 1: somebody else attacks -------------------------------------------------------------------------------------

SIEGE = ("aragon siege r7 K+3T", "aragon field r7 1T", "castilla garrison r7 3T")


@pytest.mark.rule("sanchos.siege.broken-by-attack")
def test_an_attack_of_a_third_sancho_ends_the_siege_before_any_die():
    g = attack("r7", *SIEGE, "najera field r7 1T", commander="najera")
    assert besieged_by(g, "r7") is None
    assert at(g, "r7") == {"aragon field K+4T", "castilla garrison 3T", "najera field 1T"}
    assert happened(g, "siege-ends") == [{"sancho": "aragon", "region": "r7"}]
    assert rules_of(g, "siege-ends") == ["sanchos.siege.broken-by-attack"]
    do(g, "release none")
    assert roll_all(g) == ["najera troop"] * 2 + ["aragon king"] + ["aragon troop"] * 4


@pytest.mark.rule("sanchos.siege.broken-by-attack")
def test_the_siege_is_not_resumed_and_phase_4_takes_nothing():
    g = do(attack("r7", *SIEGE, "najera field r7 1T", commander="najera"), "release none")
    laid_out(g, "najera troop 1 1", "aragon king 1", "aragon troop 1 1 1 1")
    before = pieces(g)
    siege_losses(g)
    assert pieces(g) == before
    assert at(g, "r7") == {"aragon field K+4T", "castilla garrison 3T", "najera field 1T"}
    assert happened(g, "siege-loss") == []


@pytest.mark.rule("sanchos.siege.broken-by-attack")
def test_whom_the_third_sancho_means_does_not_matter():
    g = attack("r7", "aragon siege r7 2T", "castilla garrison r7 1T", "castilla field r7 1T", "najera field r7 1T",
               commander="castilla")
    assert besieged_by(g, "r7") is None and decider(g) == "castilla"


@pytest.mark.rule("sanchos.siege.broken-by-attack")
def test_a_siege_elsewhere_goes_on():
    g = attack("r5", *SIEGE, "najera field r5 1T", "castilla field r5 1T", commander="najera")
    assert besieged_by(g, "r7") == "aragon"
    assert happened(g, "siege-ends") == []


@pytest.mark.rule("sanchos.siege.broken-by-attack")
def test_a_k_who_besieges_elsewhere_goes_on_besieging():
    g = attack("r5", *SIEGE, "aragon siege r5 2T", "castilla garrison r5 1T", "najera field r5 1T", commander="najera")
    assert (besieged_by(g, "r5"), besieged_by(g, "r7")) == (None, "aragon")
    assert at(g, "r7") == {"aragon siege K+3T", "aragon field 1T", "castilla garrison 3T"}


@pytest.mark.rule("sanchos.siege.garrison-may-join")
@pytest.mark.parametrize(("released", "inside", "points"), [
    ("none", {"castilla garrison 3T"}, 4), ("1t", {"castilla garrison 2T", "castilla field 1T"}, 4),
    ("2t", {"castilla garrison 1T", "castilla field 2T"}, 4), ("3t", {"castilla field 3T"}, 3)])
def test_the_formerly_besieged_may_join_with_any_number(released, inside, points):
    g = attack("r7", *SIEGE, "najera field r7 1T", commander="najera")
    assert decider(g) == "castilla"
    assert names(g) == ["release none", "release 1t", "release 2t", "release 3t"]
    do(g, f"release {released}")
    assert at(g, "r7") == {"aragon field K+4T", "najera field 1T", *inside}
    assert score(g, "castilla") == points
    joined = 0 if released == "none" else int(released[0])
    assert roll_all(g).count("castilla troop") == joined


@pytest.mark.rule("sanchos.siege.garrison-may-join")
def test_the_commander_decides_for_a_formerly_besieged_garrison_of_najera():
    g = field_of("aragon siege r7 3T", "najera garrison r7 2T", "castilla field r7 1T", mode="2p", commander="aragon")
    card_action(g, "castilla", item("attack"))
    assert (decider(g), names(g)) == ("aragon", ["release none", "release 1t", "release 2t"])


@pytest.mark.rule("sanchos.siege.garrison-may-join")
def test_a_formerly_besieged_auto_sancho_releases_all_but_one():
    g = attack("r7", "aragon siege r7 4T", "castilla garrison r7 3T", "najera field r7 1T", mode="solo",
               commander="najera")
    assert at(g, "r7") == {"aragon field 4T", "castilla garrison 1T", "castilla field 2T", "najera field 1T"}
    assert decider(g) == "chance"


# -- way 2: the besieged attack ---------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.siege.sally-with-all")
def test_a_sally_with_the_whole_garrison_empties_the_space():
    g = attack("r7", "aragon siege r7 3T", "castilla garrison r7 2T")
    assert (decider(g), names(g), score(g, "castilla")) == ("castilla", ["release 2t"], 4)
    do(g, "release 2t")
    assert at(g, "r7") == {"castilla field 2T", "aragon field 3T"}
    assert (garrisoned_by(g, "r7"), besieged_by(g, "r7"), score(g, "castilla")) == (None, None, 3)
    laid_out(g, "castilla troop 1 1 1", "aragon troop 1 1 1")
    assert at(g, "r7") == {"castilla field 2T", "aragon field 3T"}
    assert (garrisoned_by(g, "r7"), score(g, "castilla")) == (None, 3)
    assert rules_of(g, "siege-ends") == ["sanchos.siege.broken-by-attack"]


@pytest.mark.rule("sanchos.siege.sally-part")
def test_without_field_army_the_whole_garrison_sallies():
    g = attack("r7", "aragon siege r7 4T", "castilla garrison r7 3T")
    assert names(g) == ["release 3t"]
    for part in ("none", "1t", "2t"):
        assert refused(g, f"release {part}") == ("must-sally-whole", "sanchos.siege.sally-part")
    g = attack("r7", "aragon siege r7 4T", "castilla garrison r7 K+2T")
    assert names(g) == ["release k+2t"]
    for part in ("2t", "k", "k+1t"):
        assert refused(g, f"release {part}") == ("must-sally-whole", "sanchos.siege.sally-part")


@pytest.mark.rule("sanchos.siege.sally-part")
@pytest.mark.parametrize("beside", ["castilla field r7 1T", "castilla field r7 K"])
def test_with_a_field_army_any_part_may_sally_and_the_siege_ends_all_the_same(beside):
    g = attack("r7", "aragon siege r7 4T", "castilla garrison r7 3T", beside)
    assert besieged_by(g, "r7") is None
    assert names(g) == ["release none", "release 1t", "release 2t", "release 3t"]
    do(g, "release none")
    assert "castilla garrison 3T" in at(g, "r7")
    assert "aragon field 4T" in at(g, "r7")


@pytest.mark.rule("sanchos.siege.sally-part")
def test_najera_sallies_whole_and_the_commander_may_refuse_it():
    g = field_of("aragon siege r7 3T", "najera garrison r7 2T", mode="2p", commander="castilla")
    card_action(g, "najera", item("attack"))
    assert (decider(g), names(g)) == ("castilla", ["attack r7", "decline"])
    do(g, "attack r7")
    assert (decider(g), names(g)) == ("castilla", ["release 2t"])


@pytest.mark.rule("sanchos.siege.sally-part")
@pytest.mark.parametrize("beside", [[], ["castilla field r7 1T"]])
def test_an_auto_sancho_keeps_one_piece_back(beside):
    g = field_of("najera siege r7 4T", "castilla garrison r7 3T", *beside, mode="solo", commander="")
    card_action(g, "castilla", item("attack"))
    assert at(g, "r7") == {"najera field 4T", "castilla garrison 1T", f"castilla field {2 + len(beside)}T"}
    assert besieged_by(g, "r7") is None


@pytest.mark.rule("sanchos.siege.sally-king-may-refill")
def test_a_k_that_falls_in_a_sally_from_his_home_castle_garrisons_it_again():
    g = attack("c-home", "aragon siege c-home 3T", "castilla garrison c-home K+1T")
    do(g, "release k+1t")
    assert score(g, "castilla") == 0
    laid_out(g, "castilla king 3", "castilla troop 2 2", "aragon troop 6 1 1")
    do(g, "hit castilla king 3")
    assert at(g, "c-home") == {"castilla garrison K", "castilla field 1T", "aragon field 3T"}
    assert score(g, "castilla") == 3 and besieged_by(g, "c-home") is None


# -- way 3: the besiegers leave ---------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.siege.besieger-leaves")
@pytest.mark.parametrize(("besiegers", "leaving", "rest"), [
    ("3T", "move besieger r7", "2T"), ("K+2T", "move king", "2T"), ("K+2T", "move besieger r7", "K+1T")])
def test_a_siege_ends_as_soon_as_the_besiegers_no_longer_outnumber_the_garrison(besiegers, leaving, rest):
    g = cp_turn(field_of(f"aragon siege r7 {besiegers}", "castilla garrison r7 2T", commander="aragon"), 2)
    do(g, leaving, "to r5")
    assert besieged_by(g, "r7") is None
    assert at(g, "r7") == {f"aragon field {rest}", "castilla garrison 2T"}
    assert rules_of(g, "siege-ends") == ["sanchos.siege.besieger-leaves"]
    assert (decider(g), "besiege r7" in names(g)) == ("aragon", False)
    card_action(g, "castilla", item("move", 1))
    assert "move garrison r7" in names(g)


@pytest.mark.rule("sanchos.siege.besieger-leaves")
def test_a_siege_with_besiegers_enough_goes_on():
    g = cp_turn(field_of("aragon siege r7 4T", "aragon field r7 1T", "castilla garrison r7 2T", commander="aragon"), 3)
    do(g, "move besieger r7", "to r5", "move troop r7", "to r5")
    assert at(g, "r7") == {"aragon siege 3T", "castilla garrison 2T"}
    assert happened(g, "siege-ends") == []
    do(g, "move besieger r7", "to r5")
    assert at(g, "r7") == {"aragon field 2T", "castilla garrison 2T"}


# -- the besieger's own battles ---------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.siege.not-broken-by-besieger-attack")
def test_an_attack_of_the_besieger_does_not_end_the_siege():
    g = attack("r7", "aragon siege r7 3T", "castilla garrison r7 1T", "najera field r7 1T", commander="aragon")
    assert besieged_by(g, "r7") == "aragon"
    assert roll_all(g) == ["aragon troop"] * 4 + ["najera troop"]
    assert at(g, "r7") == {"aragon siege 3T", "castilla garrison 1T", "najera field 1T"}
    assert happened(g, "siege-ends") == []
    siege_losses(g)
    assert at(g, "r7") == {"aragon garrison 2T", "najera field 1T"}


@pytest.mark.rule("sanchos.siege.not-broken-by-besieger-attack")
def test_an_attack_of_the_besieger_on_the_besieged_sanchos_field_army_does_not_end_it_either():
    g = attack("r7", "aragon siege r7 3T", "castilla garrison r7 1T", "castilla field r7 1T", commander="aragon")
    assert roll_all(g) == ["aragon troop"] * 4 + ["castilla troop"]
    assert at(g, "r7") == {"aragon siege 3T", "castilla garrison 1T", "castilla field 1T"}


@pytest.mark.rule("sanchos.siege.ended-by-losses")
def test_a_siege_whose_besiegers_fell_ends_with_the_battle():
    g = attack("r7", "aragon siege r7 2T", "castilla garrison r7 1T", "najera field r7 1T", commander="aragon")
    before = supply(g, "aragon")
    laid_out(g, "aragon troop 1 1 1", "najera troop 6")
    do(g, "hit aragon troop 1")
    assert g.over
    assert at(g, "r7") == {"aragon field 1T", "castilla garrison 1T", "najera field 1T"}
    assert (besieged_by(g, "r7"), supply(g, "aragon")) == (None, before + 1)
    assert rules_of(g, "siege-ends") == ["sanchos.siege.ended-by-losses"]


@pytest.mark.rule("sanchos.siege.ended-by-losses")
def test_a_besieging_k_that_falls_counts_as_a_loss():
    g = attack("r7", "aragon siege r7 K+1T", "castilla garrison r7 1T", "najera field r7 1T", commander="aragon")
    laid_out(g, "aragon king 3", "aragon troop 1 1", "najera troop 6")
    do(g, "hit aragon king 3")
    assert at(g, "r7") == {"aragon field 1T", "castilla garrison 1T", "najera field 1T"}
    assert at(g, "a-home") == {"aragon garrison K"}


@pytest.mark.rule("sanchos.siege.ended-by-losses")
def test_the_majority_is_checked_at_the_end_of_the_battle_not_before():
    g = attack("r7", "aragon siege r7 2T", "castilla garrison r7 1T", "najera field r7 2T", commander="aragon")
    laid_out(g, "aragon troop 5 1 1", "najera troop 6 2")
    do(g, "hit aragon troop 1")
    assert besieged_by(g, "r7") == "aragon"
    assert (decider(g), names(g)) == ("aragon", ["hit najera troop 2"])
    do(g, "hit najera troop 2")
    assert besieged_by(g, "r7") is None


@pytest.mark.rule("sanchos.siege.ended-by-losses")
def test_a_siege_that_keeps_its_majority_goes_on():
    g = attack("r7", "aragon siege r7 3T", "castilla garrison r7 1T", "najera field r7 1T", commander="aragon")
    laid_out(g, "aragon troop 1 1 1 1", "najera troop 6")
    do(g, "hit aragon troop 1")
    assert at(g, "r7") == {"aragon siege 2T", "castilla garrison 1T", "najera field 1T"}
