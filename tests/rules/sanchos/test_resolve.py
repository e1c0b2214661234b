"""Step 4 of an Attack: resolving the columns, and what becomes of the pieces."""

import pytest

from mesnada.games.sanchos.model import ATTACKER, BATTLE, EXTRA
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item
from tests.rules.sanchos.battlefield import (
    at,
    besieged_by,
    chart,
    field_of,
    garrisoned_by,
    hits,
    laid_out,
    left,
    names,
    refused,
    reserve,
    roll_all,
    rules_of,
    score,
    supply,
)


def battle(pieces, *dice, cp=1, region="r5", releases=(), **how):
    """The commander attacks with all CPs, and the dice lie on the chart."""
    g = field_of(*pieces, **how)
    do(cp_turn(g, cp), f"attack {region}")
    if cp > 1:
        do(g, f"points {cp}")
    return laid_out(do(g, *releases), *dice)


DUEL = ("castilla field r5 1T", "aragon field r5 1T")

# -- the columns ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.resolve.high-to-low")
def test_a_column_is_judged_as_it_stands_when_its_turn_comes():
    g = battle(("castilla field r5 K", "najera field r5 1T", "aragon field r5 1T"),
               "castilla king 7", "castilla troop 1", "najera troop 5", "aragon troop 5")
    assert decider(g) == "castilla"
    do(g, "hit najera troop 5")
    assert (decider(g), names(g)) == ("aragon", ["hit castilla troop 1"])
    do(g, "hit castilla troop 1")
    assert hits(g) == ["castilla 7 > najera troop 5", "aragon 5 > castilla troop 1"]
    assert g.over


@pytest.mark.rule("sanchos.resolve.high-to-low")
def test_columns_go_from_the_highest_to_zero_and_empty_ones_are_skipped():
    g = battle(("castilla field r5 K+1T", "aragon field r5 K+2T"),
               "castilla king 0", "castilla troop 6 3", "aragon king 9", "aragon troop 4 3")
    do(g, "hit castilla troop 6", "hit castilla king 0")
    assert [event["column"] for event in happened(g, "dice-cancel")] == [3]
    assert [(event["die"], event["target"]) for event in happened(g, "hits")] == [
        ("king", "troop"), ("troop", "king")]
    assert hits(g) == ["aragon 9 > castilla troop 6", "aragon 4 > castilla king 0"]


@pytest.mark.rule("sanchos.resolve.high-to-low")
def test_column_zero_is_the_last_one():
    g = battle(("castilla field r5 K", "aragon field r5 1T"), "castilla king 0", "castilla troop 2", "aragon troop 2")
    assert happened(g, "dice-cancel") == [{"column": 2, "number": 2}]
    assert happened(g, "no-dice-to-hit") == [{"sancho": "castilla", "column": 0}]


@pytest.mark.rule("sanchos.resolve.single-die-hits")
@pytest.mark.parametrize(("hit", "region", "left_over"), [
    ("najera king 3", {"castilla field 1T", "najera field 1T", "aragon field 1T"},
     {1: ["castilla troop"], 4: ["najera troop"], 2: ["aragon troop"]}),
    ("aragon troop 2", {"castilla field 1T", "najera field K+1T"},
     {1: ["castilla troop"], 4: ["najera troop"], 3: ["najera king"]}),
])
def test_the_owner_of_a_single_die_takes_any_opponents_die_and_a_piece_of_its_type(hit, region, left_over):
    g = battle(("castilla field r5 1T", "najera field r5 K+1T", "aragon field r5 1T"),
               "castilla troop 6 1", "najera king 3", "najera troop 4", "aragon troop 2")
    assert decider(g) == "castilla"
    assert names(g) == ["hit najera king 3", "hit najera troop 4", "hit aragon troop 2"]
    do(g, f"hit {hit}")
    assert at(g, "r5") == region
    assert chart(g) == left_over
    assert hits(g) == [f"castilla 6 > {hit}"]


@pytest.mark.rule("sanchos.resolve.single-die-hits")
def test_a_hit_is_compulsory_and_goes_to_an_opponents_die_on_the_chart():
    g = battle(("castilla field r5 1T", "aragon field r5 K"), "castilla troop 6 1", "aragon king 3")
    rule = "sanchos.resolve.single-die-hits"
    for other in ("pass", "decline", "end"):
        assert refused(g, other) == ("not-now", rule)
    assert refused(g, "hit castilla troop 1") == ("own-die", rule)
    assert refused(g, "hit aragon troop 3") == ("no-such-die", rule)
    assert names(g) == ["hit aragon king 3"]


@pytest.mark.rule("sanchos.resolve.single-die-hits")
def test_a_defenders_and_a_third_sanchos_single_dice_hit_as_well():
    g = battle(("castilla field r5 1T", "najera field r5 1T", "aragon field r5 1T"),
               "castilla troop 2 1", "najera troop 6", "aragon troop 5")
    assert decider(g) == "najera"
    do(g, "hit castilla troop 2")
    assert decider(g) == "aragon"
    do(g, "hit castilla troop 1")
    assert at(g, "r5") == {"najera field 1T", "aragon field 1T"}


@pytest.mark.rule("sanchos.resolve.single-die-hits")
def test_the_commander_makes_najeras_hits():
    g = battle(("castilla field r5 1T", "najera field r5 1T", "aragon field r5 1T"),
               "castilla troop 2 1", "najera troop 6", "aragon troop 2", mode="2p")
    assert (decider(g), names(g)) == (
        "castilla", ["hit castilla troop 2", "hit castilla troop 1", "hit aragon troop 2"])


@pytest.mark.rule("sanchos.resolve.several-dice-cancel")
@pytest.mark.parametrize("dice", [
    ("castilla troop 6 6", "aragon troop 1"),
    ("castilla troop 6 1", "aragon troop 6"),
    ("castilla troop 4 4", "aragon troop 4"),
])
def test_two_or_more_dice_in_a_column_leave_without_a_loss(dice):
    g = battle(DUEL, *dice)
    assert g.over and hits(g) == []
    assert at(g, "r5") == {"castilla field 1T", "aragon field 1T"}
    assert chart(g) == {}


@pytest.mark.rule("sanchos.resolve.several-dice-cancel")
def test_cancelled_dice_cannot_be_hit_later():
    g = battle(("castilla field r5 1T", "aragon field r5 2T"), "castilla troop 6 3", "aragon troop 6 2")
    assert happened(g, "dice-cancel") == [{"column": 6, "number": 2}]
    assert names(g) == ["hit aragon troop 2"]


@pytest.mark.rule("sanchos.resolve.early-end")
def test_a_single_die_without_opponents_dice_ends_the_battle():
    g = battle(("castilla field r5 1T", "aragon field r5 2T"), "castilla troop 2 1", "aragon troop 5 5")
    assert happened(g, "no-dice-to-hit") == [{"sancho": "castilla", "column": 2}]
    assert rules_of(g, "no-dice-to-hit") == ["sanchos.resolve.early-end"]
    assert g.over and chart(g) == {}
    assert at(g, "r5") == {"castilla field 1T", "aragon field 2T"}


# -- pieces -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.resolve.troop-to-supply")
def test_a_removed_t_goes_to_the_supply_not_to_the_reserve():
    g = battle(("castilla field r5 1T", "aragon field r5 6T"), "castilla troop 6 1", "aragon troop 2 2 2 2 2")
    assert (supply(g, "aragon"), reserve(g, "aragon")) == (6, 2)
    do(g, "hit aragon troop 2")
    assert (supply(g, "aragon"), reserve(g, "aragon")) == (7, 2)
    assert at(g, "r5") == {"castilla field 1T", "aragon field 5T"}
    assert happened(g, "troop-falls") == [{"sancho": "aragon", "region": "r5", "besieger": False}]


KING_FALLS = ("castilla troop 6 2", "aragon king 3")


@pytest.mark.rule("sanchos.resolve.king-goes-home")
def test_a_removed_k_occupies_his_empty_home_castle_which_scores_at_once():
    g = battle(("castilla field r5 1T", "aragon field r5 K+1T"), *KING_FALLS, "aragon troop 5")
    assert score(g, "aragon") == 0
    do(g, "hit aragon king 3")
    assert (score(g, "aragon"), at(g, "a-home")) == (3, {"aragon garrison K"})
    assert at(g, "r5") == {"castilla field 1T", "aragon field 1T"}
    assert not g.over
    assert happened(g, "king-home-castle") == [{"sancho": "aragon", "region": "a-home"}]
    assert rules_of(g, "king-home-castle") == ["sanchos.resolve.king-goes-home"]


@pytest.mark.rule("sanchos.resolve.king-goes-home")
def test_a_removed_k_joins_his_own_garrison():
    g = battle(("castilla field r5 1T", "aragon field r5 K", "aragon garrison a-home 2T"), *KING_FALLS)
    do(g, "hit aragon king 3")
    assert (score(g, "aragon"), at(g, "a-home")) == (3, {"aragon garrison K+2T"})
    assert supply(g, "aragon") == 14 - 2 - 2


@pytest.mark.rule("sanchos.resolve.king-home-blocked")
@pytest.mark.parametrize(("castle", "home"), [
    (["aragon garrison a-home 2T", "najera siege a-home 3T"],
     {"aragon garrison 2T", "aragon field K", "najera siege 3T"}),
    (["najera garrison a-home 1T"], {"aragon field K", "najera garrison 1T"}),
    (["najera garrison a-home 1T", "aragon siege a-home 2T"],
     {"aragon field K", "aragon siege 2T", "najera garrison 1T"}),
])
def test_a_removed_k_stays_outside_a_besieged_or_enemy_castle(castle, home):
    g = battle(("castilla field r5 1T", "aragon field r5 K", *castle), *KING_FALLS)
    before = score(g, "aragon")
    do(g, "hit aragon king 3")
    assert at(g, "a-home") == home
    assert score(g, "aragon") == before
    assert rules_of(g, "king-home-region") == ["sanchos.resolve.king-home-blocked"]
    assert happened(g, "king-home-castle") == []


@pytest.mark.rule("sanchos.resolve.king-home-blocked")
def test_a_besieging_k_who_cannot_enter_his_castle_stands_in_the_open():
    g = battle(("castilla field r5 1T", "najera garrison r5 1T", "aragon siege r5 K+2T", "castilla garrison a-home 1T"),
               "castilla troop 6 2", "aragon king 3", "aragon troop 1 1", releases=["release none"])
    do(g, "hit aragon king 3")
    assert at(g, "a-home") == {"castilla garrison 1T", "aragon field K"}


@pytest.mark.rule("sanchos.resolve.king-home-blocked")
def test_a_besieging_k_who_falls_in_his_own_attack_stands_in_the_open():
    g = battle(("castilla field r5 1T", "najera garrison r5 1T", "aragon siege r5 K+2T", "castilla garrison a-home 1T"),
               "aragon king 3", "aragon troop 1 1 1", "castilla troop 6", commander="aragon")
    do(g, "hit aragon king 3")
    assert at(g, "a-home") == {"castilla garrison 1T", "aragon field K"}
    assert at(g, "r5") == {"castilla field 1T", "najera garrison 1T", "aragon siege 2T"}


@pytest.mark.rule("sanchos.resolve.king-home-blocked")
def test_opponents_outside_do_not_block_an_own_or_empty_castle():
    g = battle(("castilla field r5 1T", "aragon field r5 K", "najera field a-home 4T"), *KING_FALLS)
    do(g, "hit aragon king 3")
    assert at(g, "a-home") == {"aragon garrison K", "najera field 4T"}


@pytest.mark.rule("sanchos.resolve.king-falls-at-home")
def test_a_k_that_falls_in_his_home_region_is_in_the_castle_and_out_of_the_battle():
    g = battle(("castilla garrison c-home 1T", "castilla field c-home K+1T", "aragon field c-home 2T"),
               "aragon troop 6 5 1", "castilla king 3", "castilla troop 2", region="c-home", commander="aragon",
               releases=["release none"])
    assert names(g) == ["hit castilla king 3", "hit castilla troop 2"]
    do(g, "hit castilla king 3")
    assert at(g, "c-home") == {"castilla garrison K+1T", "castilla field 1T", "aragon field 2T"}
    assert names(g) == ["hit castilla troop 2"]
    do(g, "hit castilla troop 2")
    assert at(g, "c-home") == {"castilla garrison K+1T", "aragon field 2T"}


@pytest.mark.rule("sanchos.resolve.king-falls-at-home")
def test_with_a_blocked_castle_he_stays_beside_it_but_no_longer_takes_part():
    g = battle(("aragon garrison c-home 1T", "castilla field c-home K+1T", "aragon field c-home 2T"),
               "aragon troop 6 5 1", "castilla king 3", "castilla troop 2", region="c-home", commander="aragon",
               releases=["release none"])
    do(g, "hit castilla king 3")
    assert at(g, "c-home") == {"aragon garrison 1T", "castilla field K+1T", "aragon field 2T"}
    assert names(g) == ["hit castilla troop 2"]
    do(g, "hit castilla troop 2")
    assert at(g, "c-home") == {"aragon garrison 1T", "castilla field K", "aragon field 2T"}


@pytest.mark.rule("sanchos.resolve.no-piece-left")
def test_dice_without_pieces_are_removed_alone():
    g = battle(("castilla field r5 1T", "castilla field r4 3T", "aragon field r5 4T"),
               "castilla troop 1 1 1", "aragon troop 6 5 4 3", cp=2)
    before = supply(g, "castilla")
    do(g, *["hit castilla troop 1"] * 3)
    assert g.over and len(hits(g)) == 3
    assert (at(g, "r5"), at(g, "r4")) == ({"aragon field 4T"}, {"castilla field 3T"})
    assert supply(g, "castilla") == before + 1
    assert len(happened(g, "troop-falls")) == 1


@pytest.mark.rule("sanchos.resolve.no-piece-left")
def test_a_troop_die_never_takes_the_k():
    g = battle(("castilla field r5 K", "aragon field r5 2T"), "castilla king 1", "castilla troop 2", "aragon troop 6 5")
    do(g, "hit castilla troop 2")
    assert at(g, "r5") == {"castilla field K", "aragon field 2T"}
    assert happened(g, "troop-falls") == []


@pytest.mark.rule("sanchos.resolve.only-participants-fall")
def test_pieces_kept_inside_cannot_be_lost():
    g = battle(("castilla field r5 1T", "castilla garrison r5 3T", "aragon field r5 4T"),
               "castilla troop 1 1 1", "aragon troop 6 5 4 3", cp=2, releases=["release none"])
    before = supply(g, "castilla")
    do(g, *["hit castilla troop 1"] * 3)
    assert at(g, "r5") == {"castilla garrison 3T", "aragon field 4T"}
    assert supply(g, "castilla") == before + 1


@pytest.mark.rule("sanchos.resolve.only-participants-fall")
def test_besieged_pieces_cannot_be_lost_in_the_besiegers_battle():
    g = battle(("aragon siege r5 3T", "castilla garrison r5 2T", "najera field r5 1T"),
               "aragon troop 6 5 4 3", "najera troop 1", commander="aragon")
    assert names(g) == ["hit najera troop 1"]
    do(g, "hit najera troop 1")
    assert at(g, "r5") == {"aragon siege 3T", "castilla garrison 2T"}


# -- which T falls ----------------------------------------------------------------------------------------------------

BESIEGER_HIT = ("aragon siege r5 2T", "castilla garrison r5 1T", "aragon field r5 1T", "najera field r5 1T")
HIT_DICE = ("aragon troop 1 1 1 1", "najera troop 6")
OWNER = {"who-falls": "owner"}


@pytest.mark.rule("sanchos.resolve.remover-picks-piece")
def test_the_hitting_sancho_may_take_a_besieger_and_so_end_the_siege():
    g = do(battle(BESIEGER_HIT, *HIT_DICE, commander="aragon"), "hit aragon troop 1")
    assert (decider(g), names(g)) == ("najera", ["take troop", "take besieger"])
    assert refused(g, "pass") == ("not-now", "sanchos.resolve.remover-picks-piece")
    do(g, "take besieger")
    assert at(g, "r5") == {"aragon field 2T", "castilla garrison 1T", "najera field 1T"}
    assert besieged_by(g, "r5") is None
    assert happened(g, "troop-falls") == [{"sancho": "aragon", "region": "r5", "besieger": True}]


@pytest.mark.rule("sanchos.resolve.remover-picks-piece")
def test_the_hitting_sancho_may_take_another_t():
    g = do(battle(BESIEGER_HIT, *HIT_DICE, commander="aragon"), "hit aragon troop 1", "take troop")
    assert at(g, "r5") == {"aragon siege 2T", "castilla garrison 1T", "najera field 1T"}
    assert besieged_by(g, "r5") == "aragon"


@pytest.mark.rule("sanchos.resolve.remover-picks-piece")
@pytest.mark.parametrize("beside", [[], ["aragon field r5 K"]])
def test_without_other_t_beside_them_a_besieger_falls_unasked(beside):
    pieces = ("aragon siege r5 3T", *beside, "castilla garrison r5 1T", "najera field r5 1T")
    king = ["aragon king 1"] if beside else []
    g = battle(pieces, *king, "aragon troop 1 1 1 1", "najera troop 6", commander="aragon")
    do(g, "hit aragon troop 1")
    assert g.over and happened(g, "troop-falls") == [{"sancho": "aragon", "region": "r5", "besieger": True}]


@pytest.mark.rule("sanchos.resolve.remover-picks-piece")
def test_the_commander_picks_for_najera():
    g = battle(("castilla siege r5 2T", "aragon garrison r5 1T", "castilla field r5 1T", "najera field r5 1T"),
               "castilla troop 1 1 1 1", "najera troop 6", mode="2p")
    do(g, "hit castilla troop 1")
    assert (decider(g), names(g)) == ("castilla", ["take troop", "take besieger"])


@pytest.mark.rule("sanchos.resolve.remover-picks-piece")
def test_reading_owner_leaves_the_pick_to_who_loses_the_piece():
    g = do(battle(BESIEGER_HIT, *HIT_DICE, commander="aragon", options=OWNER), "hit aragon troop 1")
    assert (decider(g), names(g)) == ("aragon", ["take troop", "take besieger"])


def auto_hits_besieger(options):
    """Auto-Castilla hits the player Nájera, who besieges Auto-Aragón and has a T beside his besiegers."""
    return battle(("najera siege r5 2T", "aragon garrison r5 1T", "najera field r5 1T", "castilla field r5 1T"),
                  "najera troop 1 1 1 1", "castilla troop 6", mode="solo", commander="najera", options=options)


@pytest.mark.rule("sanchos.resolve.remover-picks-piece")
def test_an_auto_sancho_takes_a_besieger():
    g = auto_hits_besieger({})
    assert g.over
    assert at(g, "r5") == {"najera field 2T", "aragon garrison 1T", "castilla field 1T"}


@pytest.mark.rule("sanchos.resolve.remover-picks-piece")
def test_reading_owner_with_auto_sanchos():
    g = auto_hits_besieger(OWNER)
    assert (decider(g), names(g)) == ("najera", ["take troop", "take besieger"])
    g = field_of("castilla siege r5 2T", "aragon garrison r5 1T", "castilla field r5 1T", "najera field r5 1T",
                 mode="solo", commander="", options=OWNER)
    card_action(g, "castilla", item("attack"))
    laid_out(g, "castilla troop 1 1 1 1", "najera troop 6")
    do(g, "hit castilla troop 1")
    assert g.over
    assert at(g, "r5") == {"castilla siege 2T", "aragon garrison 1T", "najera field 1T"}


# -- afterwards -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.resolve.survivors-stay")
def test_survivors_of_all_sides_stay():
    g = battle(("castilla field r5 3T", "aragon field r5 2T", "najera field r5 K"),
               "castilla troop 6 1 1 1", "najera king 3", "aragon troop 5 2")
    do(g, "hit aragon troop 2", "hit castilla troop 1")
    assert decider(g) == "najera"
    do(g, "hit castilla troop 1")
    assert at(g, "r5") == {"castilla field 1T", "aragon field 1T", "najera field K"}
    assert g.over and happened(g, "battle-ends") == [{"region": "r5"}]
    assert not any(g.b[place] for place in (ATTACKER, BATTLE, EXTRA))


SEVEN_POINTS = ("aragon garrison r1 1T", "aragon garrison r3 1T", "aragon garrison r8 1T", "aragon garrison r10 1T")


@pytest.mark.rule("sanchos.resolve.victory-check-after-battle")
def test_victory_is_looked_for_when_the_battle_is_over():
    g = field_of("castilla field r7 2T", "aragon field r7 K+1T", *SEVEN_POINTS)
    do(cp_turn(g, 2), "attack r7", "points 1")
    laid_out(g, "castilla troop 6 5 1", "aragon king 3", "aragon troop 2")
    assert score(g, "aragon") == 7
    do(g, "hit aragon king 3")
    assert score(g, "aragon") == 10 and not g.over
    assert (decider(g), names(g)) == ("castilla", ["hit aragon troop 2"])
    do(g, "hit aragon troop 2")
    assert at(g, "r7") == {"castilla field 2T"}
    assert g.over and left(g) == 1
    outcome = g.outcome()
    assert outcome is not None and (outcome.ending, outcome.winners) == ("major", ("aragon",))


@pytest.mark.rule("sanchos.resolve.victory-check-after-battle")
def test_points_given_up_in_the_battle_count_in_that_check():
    pieces = ("aragon field r7 K", "aragon garrison r7 1T", *SEVEN_POINTS[1:])
    g = field_of("castilla field r7 1T", *pieces)
    do(cp_turn(g, 2), "attack r7", "points 1")
    assert score(g, "aragon") == 7
    do(g, "release 1t")
    laid_out(g, "castilla troop 6 1", "aragon king 3", "aragon troop 1")
    do(g, "hit aragon king 3")
    assert score(g, "aragon") == 9
    assert (decider(g), left(g)) == ("castilla", 1)


# -- Auto-Sanchos -----------------------------------------------------------------------------------------------------


def auto_battle(player, castilla, *dice, aragon=None, options=None, cp=1):
    """The player Nájera attacks Auto-Castilla, with Auto-Aragón there or not."""
    pieces = [f"najera field r5 {player}", f"castilla field r5 {castilla}"]
    if aragon:
        pieces.append(f"aragon field r5 {aragon}")
    return battle(pieces, *dice, mode="solo", commander="najera", options=options, cp=cp)


@pytest.mark.rule("sanchos.resolve.auto-target-first")
def test_auto_sancho_frees_its_own_die_before_taking_a_lower_single_one():
    g = auto_battle("1T", "2T", "najera troop 5 4", "castilla troop 6 5")
    assert hits(g) == ["castilla 6 > najera troop 5", "castilla 5 > najera troop 4"]


@pytest.mark.rule("sanchos.resolve.auto-target-first")
def test_auto_sancho_takes_the_highest_of_these_dice():
    g = auto_battle("2T", "2T", "najera troop 5 4 2", "castilla troop 6 2")
    assert hits(g)[0] == "castilla 6 > najera troop 5"
    g = auto_battle("K+1T", "1T", "najera king 1", "najera troop 5 2", "castilla troop 6")
    assert hits(g)[0] == "castilla 6 > najera troop 5"


@pytest.mark.rule("sanchos.resolve.auto-target-first")
def test_dice_of_the_other_auto_sancho_are_opponents_dice():
    g = auto_battle("1T", "1T", "najera troop 3 2", "aragon troop 4", "castilla troop 6", aragon="1T")
    assert hits(g)[0] == "castilla 6 > aragon troop 4"


@pytest.mark.rule("sanchos.resolve.auto-target-first")
@pytest.mark.parametrize(("options", "first"), [({}, "najera troop 4"),
                                                ({"auto-nullify": "any-column-with-one-own-die"}, "najera troop 5")])
def test_a_column_of_two_opponents_dice_and_one_own_qualifies_by_the_other_reading_only(options, first):
    g = auto_battle("2T", "2T", "najera troop 5 5 4", "castilla troop 6 5", options=options)
    assert hits(g)[0] == f"castilla 6 > {first}"


@pytest.mark.rule("sanchos.resolve.auto-target-first")
@pytest.mark.parametrize("options", [{}, {"auto-nullify": "any-column-with-one-own-die"}])
def test_a_column_with_two_own_dice_qualifies_by_no_reading(options):
    g = auto_battle("1T", "3T", "najera troop 5 4", "castilla troop 6 5 5", options=options)
    assert hits(g)[0] == "castilla 6 > najera troop 4"


@pytest.mark.rule("sanchos.resolve.auto-target-first")
def test_auto_sancho_frees_its_own_die_and_never_takes_it():
    g = field_of("castilla field r5 1T", "aragon field r5 1T", mode="solo", commander="")
    card_action(g, "castilla", item("attack"))
    laid_out(g, "castilla troop 6 4", "aragon troop 4")
    assert hits(g) == ["castilla 6 > aragon troop 4"]
    assert at(g, "r5") == {"castilla field 1T"}


@pytest.mark.rule("sanchos.resolve.auto-target-second")
@pytest.mark.parametrize(("player", "najera", "aragon", "target"), [
    ("4T", "5 5 5 3 3", "2 2 2", "aragon troop 2"),
    ("4T", "5 5 5 3 3", "6 6", "najera troop 5"),
    ("3T", "4 4 3 3", "5 5", "najera troop 3"),
    ("1T", "3 3", "5 5 5", "aragon troop 5"),
])
def test_then_the_lowest_column_of_three_or_more_dice_then_of_two(player, najera, aragon, target):
    dice = (f"najera troop {najera}", f"aragon troop {aragon}", "castilla king 9")
    g = auto_battle(player, "K", *dice, aragon=f"{len(aragon.split())}T")
    assert hits(g)[0] == f"castilla 9 > {target}"


@pytest.mark.rule("sanchos.resolve.auto-target-second")
def test_own_dice_count_for_a_column_of_three():
    g = auto_battle("3T", "2T", "najera troop 5 5 3 3", "castilla troop 6 5")
    assert hits(g)[0] == "castilla 6 > najera troop 5"
    g = auto_battle("3T", "3T", "najera troop 5 5 5 3", "castilla troop 6 3 3")
    assert hits(g)[0] == "castilla 6 > najera troop 3"


@pytest.mark.rule("sanchos.resolve.auto-target-within-column")
def test_within_the_column_the_players_dice_come_first():
    g = field_of("aragon field r5 1T", "castilla field r5 K", "najera field r5 1T", mode="solo", commander="")
    card_action(g, "aragon", item("attack"))
    laid_out(g, "aragon troop 4 4", "castilla king 9", "najera troop 4")
    assert hits(g) == ["castilla 9 > najera troop 4"]


@pytest.mark.rule("sanchos.resolve.auto-target-within-column")
def test_of_the_players_dice_the_nearest_to_the_board_is_taken():
    pieces = ("aragon field r5 1T", "castilla field r5 K", "najera field r5 K+1T")
    dice = ("aragon troop 5 5", "castilla king 9", "najera king 5", "najera troop 5")
    g = field_of(*pieces, mode="solo", commander="", face_down={"najera": ["najera-1a"]})
    card_action(g, "aragon", item("attack"))
    laid_out(g, *dice)
    do(g, "pass")
    assert hits(g)[0] == "castilla 9 > najera king 5"
    g = field_of(*pieces, mode="solo", commander="", face_down={"najera": ["najera-1a"]})
    card_action(g, "aragon", item("attack"))
    laid_out(g, *dice)
    do(g, "use najera-1a", "reroll najera king 5", "roll king 5")
    assert hits(g)[0] == "castilla 9 > najera troop 5"


@pytest.mark.rule("sanchos.resolve.auto-target-within-column")
def test_of_the_other_auto_sanchos_dice_the_nearest_to_the_board_is_taken():
    g = auto_battle("1T", "K", "najera troop 6 6", "aragon king 5", "aragon troop 5 5", "castilla king 9",
                    aragon="K+2T")
    assert hits(g)[0] == "castilla 9 > aragon king 5"
    assert garrisoned_by(g, "a-home") == "aragon"


@pytest.mark.rule("sanchos.resolve.single-die-hits")
def test_the_solo_player_chooses_the_targets_of_his_own_hits():
    g = auto_battle("1T", "1T", "najera troop 6 1", "aragon troop 3", "castilla troop 4", aragon="1T")
    assert (decider(g), names(g)) == ("najera", ["hit aragon troop 3", "hit castilla troop 4"])
    assert roll_all(g).count("najera troop") == 2
