"""Steps 1 and 2 of an Attack: taking, rolling and laying out the dice."""

import pytest

from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item
from tests.rules.sanchos.battlefield import at, chart, field_of, hits, laid_out, names, refused, roll_all, supply


def attack(g, cp=1, region="r5"):
    do(cp_turn(g, cp), f"attack {region}")
    return do(g, f"points {cp}") if cp > 1 else g


# -- step 1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.battle.dice-per-piece")
@pytest.mark.parametrize(("pieces", "dice"), [
    (["aragon field r5 K+2T"], ["king", "troop", "troop"]),
    (["aragon field r5 2T", "aragon garrison r5 K"], ["troop", "troop"]),
    (["aragon field r5 2T", "aragon garrison r5 1T"], ["troop", "troop"]),
    (["aragon field r5 K"], ["king"]),
    (["aragon field r5 1T"], ["troop"]),
])
def test_a_troop_die_for_each_t_and_the_kings_guard_for_the_k(pieces, dice):
    g = attack(field_of("castilla field r5 1T", *pieces))
    if not g.step.chance:
        do(g, "release none")
    assert roll_all(g) == ["castilla troop"] * 2 + [f"aragon {die}" for die in dice]


@pytest.mark.rule("sanchos.battle.attacker-extra-dice")
@pytest.mark.parametrize("cp", [1, 2, 3])
def test_only_the_attacker_adds_a_troop_die_for_each_point(cp):
    g = attack(field_of("castilla field r5 K", "aragon field r5 K", "najera field r5 2T"), cp)
    assert roll_all(g) == ["castilla king"] + ["castilla troop"] * cp + ["najera troop"] * 2 + ["aragon king"]


@pytest.mark.rule("sanchos.battle.attacker-extra-dice")
def test_the_dice_of_a_card_attack_go_to_the_sancho_named_not_to_the_commander():
    g = field_of("castilla field r5 1T", "najera field r5 1T", commander="castilla")
    card_action(g, "najera", item("attack", 2))
    assert roll_all(g) == ["najera troop"] * 3 + ["castilla troop"]


@pytest.mark.rule("sanchos.battle.dice-cap")
def test_nobody_rolls_more_than_five_troop_dice_and_the_kings_guard():
    g = attack(field_of("castilla field r5 4T", "aragon field r5 K+8T"), 3)
    assert roll_all(g) == ["castilla troop"] * 5 + ["aragon king"] + ["aragon troop"] * 5


@pytest.mark.rule("sanchos.battle.dice-cap")
def test_the_cap_of_five_counts_without_the_kings_guard():
    g = attack(field_of("castilla field r5 K+4T", "aragon field r5 5T", "najera field r5 6T"))
    assert roll_all(g) == ["castilla king"] + ["castilla troop"] * 5 + ["najera troop"] * 5 + ["aragon troop"] * 5


@pytest.mark.rule("sanchos.battle.pieces-beyond-cap")
def test_of_eight_t_with_five_dice_at_most_five_fall():
    g = attack(field_of("castilla field r5 K+4T", "aragon field r5 8T"))
    before = supply(g, "aragon")
    laid_out(g, "castilla king 9", "castilla troop 6 5 4 3 2", "aragon troop 1 1 1 1 1")
    while not g.over:
        assert names(g) == ["hit aragon troop 1"]
        do(g, "hit aragon troop 1")
    assert hits(g) == [f"castilla {column} > aragon troop 1" for column in (9, 6, 5, 4, 3)]
    assert at(g, "r5") == {"castilla field K+4T", "aragon field 3T"}
    assert supply(g, "aragon") == before + 5


@pytest.mark.rule("sanchos.battle.pieces-beyond-cap")
def test_t_of_eight_besiegers_and_others_all_count_as_in_the_battle():
    g = attack(field_of("castilla field r5 K+4T", "najera garrison r5 1T", "aragon siege r5 6T", "aragon field r5 2T"))
    do(g, "release none")
    laid_out(g, "castilla king 9", "castilla troop 6 5 4 3 2", "aragon troop 1 1 1 1 1")
    while not g.over:
        do(g, names(g)[0])
    assert at(g, "r5") == {"castilla field K+4T", "aragon field 3T", "najera garrison 1T"}


# -- step 2 -----------------------------------------------------------------------------------------------------------

CARD = {"castilla": ["castilla-1a"]}


@pytest.mark.rule("sanchos.battle.roll-all")
def test_each_die_goes_to_the_column_of_its_number_and_a_kings_guard_zero_to_column_zero():
    g = attack(field_of("castilla field r5 1T", "aragon field r5 K+1T", face_down=CARD))
    laid_out(g, "castilla troop 6 2", "aragon king 0", "aragon troop 1")
    assert chart(g) == {6: ["castilla troop"], 2: ["castilla troop"], 0: ["aragon king"], 1: ["aragon troop"]}


@pytest.mark.rule("sanchos.battle.roll-all")
def test_no_card_is_played_before_all_dice_have_fallen():
    g = attack(field_of("castilla field r5 1T", "najera field r5 K", "aragon field r5 1T", face_down=CARD))
    for number in range(4):
        assert decider(g) == "chance", number
        assert refused(g, "use castilla-1a") == ("not-now", "sanchos.battle.roll-all")
        assert happened(g, "dice-laid-out") == []
        do(g, 1)
    assert len(happened(g, "dice-laid-out")) == 1
    assert (decider(g), names(g)) == ("castilla", ["pass", "use castilla-1a"])


@pytest.mark.rule("sanchos.battle.layout-order")
@pytest.mark.parametrize(("seating", "attacker", "order"), [
    ("castilla-najera-aragon", "castilla", ["castilla", "najera", "aragon"]),
    ("castilla-najera-aragon", "najera", ["najera", "aragon", "castilla"]),
    ("castilla-najera-aragon", "aragon", ["aragon", "castilla", "najera"]),
    ("castilla-aragon-najera", "castilla", ["castilla", "aragon", "najera"]),
    ("castilla-aragon-najera", "najera", ["najera", "castilla", "aragon"]),
])
def test_dice_are_laid_out_from_the_attacker_clockwise(seating, attacker, order):
    g = field_of("castilla field r5 1T", "najera field r5 1T", "aragon field r5 1T", commander=attacker,
                 options={"seating": seating}, face_down={attacker: ["castilla-1a"]})
    attack(g)
    laid_out(g, f"{order[0]} troop 5 1", f"{order[1]} troop 5", f"{order[2]} troop 5")
    assert chart(g)[5] == [f"{sancho} troop" for sancho in order]


@pytest.mark.rule("sanchos.battle.layout-order")
def test_the_kings_guard_lies_nearer_to_the_board_than_the_troop_dice_of_its_sancho():
    g = attack(field_of("castilla field r5 K+1T", "aragon field r5 K+1T", face_down=CARD))
    laid_out(g, "castilla king 5", "castilla troop 5 1", "aragon king 5", "aragon troop 5")
    assert chart(g)[5] == ["castilla king", "castilla troop", "aragon king", "aragon troop"]
