"""Rulebook: "El Cid Inspires!", the optional variant with the El Cid piece."""

from typing import Any

import pytest

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import CID_HOLDER, CID_REGION, SanchosState
from mesnada.games.sanchos.round import END_OF_ROUND
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, names, pieces
from tests.games.sanchos.scenes import item as order
from tests.rules.sanchos.asking import fresh, new_round, refused, score, scores
from tests.rules.sanchos.battlefield import at, besieged_by, chart, field_of, laid_out, roll_all, rolled, rules_of

HANDS = {"najera": ["najera-1a"], "castilla": ["castilla-1a"], "aragon": ["aragon-1a"]}


def variant(*lines: str, holder: str | None = None, region: str | None = None, **how: Any) -> SanchosState:
    """A position of a game with the variant: who holds the card, where El Cid stands."""
    how["options"] = {"el-cid": "inspires", **how.get("options", {})}
    g = field_of(*lines, **how)
    g.b[CID_HOLDER] = 1 if holder is None else 2 + SANCHOS.index(holder)
    g.b[CID_REGION] = 0 if region is None else 1 + g.t.index[region]
    return g


def cid(g: SanchosState) -> tuple[str | None, str | None]:
    """Holder of the card and region of the piece; (None, None): both in the Supply."""
    holder, region = g.b[CID_HOLDER], g.b[CID_REGION]
    return SANCHOS[holder - 2] if holder > 1 else None, g.t.ids[region - 1] if region else None


# -- the piece ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.inspire.piece")
@pytest.mark.parametrize("mode", ["3p", "2p", "solo"])
def test_he_starts_in_the_supply_with_his_card(mode: str) -> None:
    g = fresh(mode, el_cid="inspires")
    assert cid(g) == (None, None) and g.b[CID_HOLDER] == 1


@pytest.mark.rule("sanchos.inspire.piece")
def test_he_is_no_piece_for_armies_majorities_moves_or_garrisons() -> None:
    """With Castilla's 2T in r5 against a Garrison of 2T; Castilla's other Army has 2T as well."""
    g = variant("castilla field r5 2T", "aragon garrison r5 2T", "castilla field r9 2T", "aragon field r10 1T",
                holder="castilla", region="r5")
    cp_turn(g, 3)
    assert refused(g, "besiege r5") == ("too-few-besiegers", "sanchos.besiege.strict-majority")
    assert not [name for name in names(g) if "el-cid" in name]
    for name in ("el-cid place r4", "el-cid enter", "el-cid stay"):
        assert refused(g, name) == ("not-now", "sanchos.turn.free-mix")
    g = variant("castilla field r5 2T", "najera field r4 1T", "castilla field r9 2T", "aragon field r10 1T",
                holder="castilla", region="r5")
    card_action(g, "castilla", order("move", 1, to="weakest"))
    assert names(g) == ["army r5", "army r9"], "2 pieces in each"


@pytest.mark.rule("sanchos.inspire.piece")
def test_an_army_beside_him_may_leave_and_he_stays() -> None:
    g = variant("castilla field r5 1T", holder="castilla", region="r5")
    do(cp_turn(g, 1), "move troop r5", "to r4")
    assert at(g, "r5") == set() and cid(g) == ("castilla", "r5")


# -- claiming -----------------------------------------------------------------------------------------------------


LOWEST_CASTILLA = ("najera garrison r5 1T", "aragon garrison r12 1T")
LOWEST_ARAGON = ("najera garrison r5 1T", "castilla garrison r12 1T")


def end_of_round(g: SanchosState) -> SanchosState:
    g.agenda.append(END_OF_ROUND)
    g.settle()
    return g


@pytest.mark.rule("sanchos.inspire.place-on-claim")
def test_who_claims_the_card_may_put_him_into_any_region_in_use() -> None:
    g = end_of_round(variant(*LOWEST_CASTILLA, hands=HANDS))
    assert decider(g) == "castilla" and names(g) == ["el-cid leave", *(f"el-cid place {r}" for r in g.t.ids)]
    do(g, "el-cid place c-home")
    assert cid(g) == ("castilla", "c-home") and decider(g) == "najera", "then the next round begins"
    assert happened(g, "el-cid-goes") == [{"sancho": "castilla", "region": "c-home"}]


@pytest.mark.rule("sanchos.inspire.place-on-claim")
def test_closed_regions_are_not_in_use() -> None:
    hands = {"castilla": ["castilla-1a"], "aragon": ["aragon-1a"]}
    g = end_of_round(variant("najera garrison r5 1T", "aragon garrison r12 1T", mode="2p", hands=hands,
                             closed_at={"r7": [2]}))
    assert decider(g) == "castilla" and "el-cid place r7" not in names(g) and len(names(g)) == 12
    assert refused(g, "el-cid place r7") == ("no-entry", "sanchos.board.no-entry")
    assert refused(g, "el-cid enter") == ("not-now", "sanchos.inspire.place-on-claim")


@pytest.mark.rule("sanchos.inspire.place-on-claim")
def test_a_later_claimer_may_leave_him_or_move_him() -> None:
    for action, region in (("el-cid leave", "c-home"), ("el-cid place r9", "r9")):
        g = end_of_round(variant(*LOWEST_ARAGON, hands=HANDS, holder="castilla", region="c-home"))
        assert decider(g) == "aragon"
        do(g, action)
        assert cid(g) == ("aragon", region)


@pytest.mark.rule("sanchos.inspire.place-on-claim")
def test_who_holds_the_card_already_does_not_move_him_and_the_plain_card_has_no_piece() -> None:
    g = end_of_round(variant(*LOWEST_CASTILLA, hands=HANDS, holder="castilla", region="r9"))
    assert cid(g) == ("castilla", "r9") and decider(g) == "najera"
    g = end_of_round(variant(*LOWEST_CASTILLA, hands=HANDS, options={"el-cid": "card"}))
    assert cid(g) == ("castilla", None) and names(g)[0].startswith("play ")


@pytest.mark.rule("sanchos.inspire.place-on-claim")
def test_only_the_holder_of_the_card_may_use_him() -> None:
    g = variant("castilla field r9 1T", "aragon field r9 1T", holder="najera", region="c-home")
    card_action(g, "aragon", order("attack", 1))
    assert g.step.chance, "Nájera has no pieces in this battle, and Castilla and Aragón not the card"


# -- the card -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.inspire.card-needs-presence")
def test_the_card_works_only_where_he_stands() -> None:
    lines = ("castilla field r9 1T", "aragon field r9 1T")
    g = variant(*lines, holder="castilla", region="r5", face_down={"castilla": ["castilla-1a"]})
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid stay")
    laid_out(g, "aragon troop 5 4", "castilla troop 5")
    assert decider(g) == "castilla" and names(g) == ["pass", "use castilla-1a"]
    assert refused(g, "use el-cid") == ("card-not-reserved", "sanchos.inspire.card-needs-presence")
    g = variant(*lines, holder="castilla", region="r5", face_down={"castilla": ["castilla-1a"]})
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid enter")
    laid_out(g, "aragon troop 5 4", "castilla troop 5")
    assert names(g) == ["pass", "use castilla-1a", "use el-cid"]


@pytest.mark.rule("sanchos.inspire.card-needs-presence")
def test_where_he_stands_already_nothing_is_asked_and_the_card_works_once() -> None:
    g = variant("castilla field r9 1T", "aragon field r9 1T", holder="castilla", region="r9",
                face_down={"aragon": ["aragon-1a"]})
    card_action(g, "aragon", order("attack", 1))
    laid_out(g, "aragon troop 5 4", "castilla troop 5")
    assert decider(g) == "aragon"
    do(g, "pass")
    assert names(g) == ["pass", "use el-cid"]
    do(g, "use el-cid", "shift up castilla troop 5")
    assert chart(g) == {5: ["aragon troop"], 4: ["aragon troop"], 6: ["castilla troop"]}
    do(g, "pass")
    assert decider(g) == "castilla" and names(g) == ["hit aragon troop 5", "hit aragon troop 4"], "no second use"


# -- entering a battle --------------------------------------------------------------------------------------------


ASKED = ["el-cid stay", "el-cid enter"]


@pytest.mark.rule("sanchos.inspire.enter-battle")
@pytest.mark.parametrize("attacker", ["aragon", "castilla", "najera"])
def test_the_holder_may_bring_him_whoever_started_the_battle(attacker: str) -> None:
    g = variant("castilla field r9 1T", "aragon field r9 1T", "najera field r9 1T", holder="castilla", region="r12",
                commander="aragon")
    card_action(g, attacker, order("attack", 1))
    assert decider(g) == "castilla" and names(g) == ASKED and not rolled(g)
    assert refused(g, "el-cid inspire") == ("nobody-to-inspire", "sanchos.inspire.roll")
    assert refused(g, "end") == ("not-now", "sanchos.inspire.enter-battle")
    do(g, "el-cid enter")
    assert cid(g) == ("castilla", "r9") and g.step.chance
    g = variant("castilla field r9 1T", "aragon field r9 1T", "najera field r9 1T", holder="castilla", region="r12")
    card_action(g, attacker, order("attack", 1))
    do(g, "el-cid stay")
    assert cid(g) == ("castilla", "r12") and g.step.chance


@pytest.mark.rule("sanchos.inspire.enter-battle")
def test_it_costs_no_point_and_comes_before_the_releases() -> None:
    g = variant("castilla field r9 1T", "castilla garrison r9 1T", "aragon field r9 1T", holder="castilla",
                region="r12")
    cp_turn(g, 2)
    do(g, "attack r9", "points 1")
    assert names(g) == ASKED
    do(g, "el-cid enter")
    assert names(g) == ["release none", "release 1t"]
    do(g, "release none")
    roll_all(g)
    assert decider(g) == "castilla" and g.b[8] == 1, "the second CP is still there"


@pytest.mark.rule("sanchos.inspire.enter-battle")
def test_a_battle_without_the_holders_pieces_is_none_of_his_business() -> None:
    g = variant("aragon field r9 1T", "najera field r9 1T", "castilla field r10 3T", holder="castilla", region="r10")
    card_action(g, "aragon", order("attack", 1))
    assert g.step.chance
    g = variant("castilla field r9 1T", "aragon field r9 1T", holder="castilla", region=None)
    card_action(g, "aragon", order("attack", 1))
    assert g.step.chance, "he was never placed on the board"


@pytest.mark.rule("sanchos.inspire.enter-battle")
def test_a_holder_with_a_free_garrison_only_has_to_fight_if_he_comes() -> None:
    lines = ("castilla garrison r9 2T", "aragon field r9 1T", "najera field r9 1T")
    g = variant(*lines, holder="castilla", region="r12")
    card_action(g, "aragon", order("attack", 1))
    assert names(g) == ASKED
    do(g, "el-cid enter")
    assert decider(g) == "castilla" and names(g) == ["release 1t", "release 2t"]
    assert refused(g, "release none") == ("must-join", "sanchos.inspire.enter-battle")
    g = variant(*lines, holder="castilla", region="r12")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid stay")
    assert names(g) == ["release none", "release 1t", "release 2t"], "who leaves him out need not fight"


@pytest.mark.rule("sanchos.inspire.enter-battle")
def test_a_piece_brought_along_is_enough_and_without_success_the_garrison_has_to_come() -> None:
    lines = ("castilla garrison r9 2T", "aragon field r9 1T", "najera field r9 1T", "castilla field r12 1T")
    g = variant(*lines, holder="castilla", region="r12")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 6, "bring troop")
    assert names(g) == ["release none", "release 1t", "release 2t"]
    g = variant(*lines, holder="castilla", region="r12")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 1)
    assert names(g) == ["release 1t", "release 2t"]


@pytest.mark.rule("sanchos.inspire.enter-battle")
def test_a_garrison_that_stays_besieged_is_not_involved() -> None:
    """Aragón besieges Castilla in r9 and attacks Nájera there: the siege goes on."""
    lines = ("castilla garrison r9 2T", "aragon siege r9 3T", "najera field r9 1T")
    g = variant(*lines, holder="castilla", region="r12")
    card_action(g, "aragon", order("attack", 1))
    assert g.step.chance
    g = variant(*lines, holder="castilla", region="r12", options={"besieged-join": "yes"})
    card_action(g, "aragon", order("attack", 1))
    assert names(g) == ASKED, "in the reading in which it may join, it is"
    g = variant(*lines, holder="castilla", region="r12")
    card_action(g, "najera", order("attack", 1))
    assert names(g) == ASKED, "Nájera's Attack breaks the siege, so the Garrison is free"


@pytest.mark.rule("sanchos.inspire.enter-battle")
def test_with_pieces_brought_along_a_besieged_attacker_need_not_sally_whole() -> None:
    g = variant("castilla garrison r9 2T", "aragon siege r9 3T", "castilla field r12 1T", holder="castilla",
                region="r12")
    cp_turn(g, 1)
    do(g, "attack r9", "el-cid inspire", 5, "bring troop")
    assert names(g) == ["release none", "release 1t", "release 2t"]


# -- inspiring ----------------------------------------------------------------------------------------------------


EXAMPLE = ("najera field n-home K+1T", "najera garrison n-home 2T", "najera field a-home 1T", "aragon field a-home 1T")


def inspired(*faces: int) -> SanchosState:
    """The rulebook's example: Nájera attacks Aragón's home region with 1T; El Cid stands with 4 pieces at n-home."""
    g = variant(*EXAMPLE, holder="najera", region="n-home", commander="najera")
    do(cp_turn(g, 1), "attack a-home")
    assert decider(g) == "najera" and names(g) == [*ASKED, "el-cid inspire"]
    do(g, "el-cid inspire")
    for face in faces:
        assert g.step.title(g) is not None and decider(g) == "chance"
        do(g, f"roll troop {face}")
    return g


@pytest.mark.rule("sanchos.inspire.roll")
def test_four_pieces_four_dice_two_successes_two_pieces() -> None:
    g = inspired(1, 3, 5, 5)
    assert [e["success"] for e in happened(g, "inspire-rolls")] == [False, False, True, True]
    assert cid(g) == ("najera", "a-home")
    assert names(g) == ["bring king", "bring troop", "bring garrison"]
    assert refused(g, "stop") == ("must-bring", "sanchos.inspire.last-garrison-piece")
    assert refused(g, "bring besieger") == ("no-such-piece", "sanchos.inspire.roll")
    assert refused(g, "end") == ("not-now", "sanchos.inspire.roll")
    do(g, "bring king", "bring troop")
    assert at(g, "n-home") == {"najera garrison 2T"}
    assert at(g, "a-home") >= {"najera field K+2T"}
    do(g, "release none")
    assert roll_all(g) == ["najera king", *["najera troop"] * 3, "aragon troop"], "they fight, 1 die for the CP"


@pytest.mark.rule("sanchos.inspire.roll")
@pytest.mark.parametrize(("face", "success"), [(3, False), (4, True)])
def test_four_or_more_is_a_success(face: int, success: bool) -> None:
    g = variant("najera field r12 1T", "najera field r5 1T", "aragon field r5 1T", holder="najera", region="r12")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire")
    assert refused(g, "roll king 9") == ("no-such-face", "sanchos.components.dice-faces")
    assert names(g) == [f"roll troop {face}" for face in range(1, 7)]
    do(g, face)
    assert (names(g) == ["bring troop"]) is success
    assert happened(g, "inspire-rolls") == [{"sancho": "najera", "face": face, "success": success}]
    if success:
        do(g, "bring troop")
        assert at(g, "r5") == {"najera field 2T", "aragon field 1T"}, "r12 is far from r5"
    else:
        assert decider(g) == "chance" and at(g, "r12") == {"najera field 1T"} and cid(g) == ("najera", "r5")


@pytest.mark.rule("sanchos.inspire.roll")
def test_the_dice_are_not_capped_at_five() -> None:
    g = variant("najera field r12 7T", "najera field r5 1T", "aragon field r5 1T", holder="najera", region="r12")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", *[1] * 6)
    assert len(happened(g, "inspire-rolls")) == 6 and not happened(g, "rolls")
    do(g, 6, "bring troop")
    assert at(g, "r12") == {"najera field 6T"}


@pytest.mark.rule("sanchos.inspire.roll")
def test_besieged_pieces_are_neither_rolled_for_nor_moved() -> None:
    g = variant("najera garrison r12 3T", "aragon siege r12 4T", "najera field r12 1T", "najera field r5 1T",
                "castilla field r5 1T", holder="najera", region="r12")
    card_action(g, "castilla", order("attack", 1))
    do(g, "el-cid inspire", 6)
    assert names(g) == ["bring troop"]
    assert refused(g, "bring garrison") == ("no-such-piece", "sanchos.inspire.roll")
    g = variant("najera garrison r12 3T", "aragon siege r12 4T", "najera field r5 1T", "castilla field r5 1T",
                holder="najera", region="r12")
    card_action(g, "castilla", order("attack", 1))
    assert refused(g, "el-cid inspire") == ("nobody-to-inspire", "sanchos.inspire.roll")


@pytest.mark.rule("sanchos.inspire.roll")
def test_only_the_holders_pieces_are_rolled_for() -> None:
    g = variant("najera field r12 1T", "castilla field r12 4T", "najera field r5 1T", "aragon field r5 1T",
                holder="najera", region="r12")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 2)
    assert len(happened(g, "inspire-rolls")) == 1 and not happened(g, "moves")


@pytest.mark.rule("sanchos.inspire.roll")
def test_who_is_brought_along_out_of_a_garrison_empties_it_and_loses_its_points() -> None:
    g = variant("najera garrison r8 1T", "najera field r5 1T", "aragon field r5 1T", holder="najera", region="r8")
    assert score(g, "najera") == 5
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 6, "bring garrison")
    assert score(g, "najera") == 3 and at(g, "r5") == {"najera field 2T", "aragon field 1T"}


@pytest.mark.rule("sanchos.inspire.last-garrison-piece")
def test_with_four_successes_three_pieces_must_go_and_the_fourth_may_stay() -> None:
    g = inspired(4, 5, 6, 4)
    do(g, "bring garrison")
    assert names(g) == ["bring king", "bring troop", "bring garrison"]
    assert refused(g, "stop") == ("must-bring", "sanchos.inspire.last-garrison-piece")
    do(g, "bring king")
    assert names(g) == ["bring troop", "bring garrison"]
    assert refused(g, "stop") == ("must-bring", "sanchos.inspire.last-garrison-piece")
    do(g, "bring troop")
    assert names(g) == ["bring garrison", "stop"]
    stays, goes = g.copy(), g
    do(stays, "stop")
    assert at(stays, "n-home") == {"najera garrison 1T"} and at(stays, "a-home") >= {"najera field K+3T"}
    do(goes, "bring garrison")
    assert at(goes, "n-home") == set() and at(goes, "a-home") >= {"najera field K+4T"} and scores(goes)[1] == 0


@pytest.mark.rule("sanchos.inspire.last-garrison-piece")
def test_a_king_as_the_last_garrison_piece_may_stay_too() -> None:
    g = variant("najera garrison r8 K", "najera field r5 1T", "aragon field r5 1T", holder="najera", region="r8")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 6)
    assert names(g) == ["bring king", "stop"]
    do(g, "stop")
    assert at(g, "r8") == {"najera garrison K"} and g.step.title(g) == ("roll-troop", {"sancho": "aragon"})


@pytest.mark.rule("sanchos.inspire.last-garrison-piece")
def test_the_last_field_piece_has_to_go() -> None:
    g = variant("najera field r8 1T", "najera field r5 1T", "aragon field r5 1T", holder="najera", region="r8")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 6)
    assert names(g) == ["bring troop"]
    assert refused(g, "stop") == ("must-bring", "sanchos.inspire.last-garrison-piece")


@pytest.mark.rule("sanchos.inspire.besiegers-may-go")
def test_besiegers_with_him_count_and_may_go_and_the_siege_they_leave_is_judged() -> None:
    """3T besiege 2T: two successes take 2T away; the siege ends and 1T stays in the open."""
    lines = ("castilla siege r8 3T", "najera garrison r8 2T", "castilla field r5 1T", "aragon field r5 1T")
    g = variant(*lines, holder="castilla", region="r8")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 4, 5, 1)
    assert names(g) == ["bring besieger"] and len(happened(g, "inspire-rolls")) == 3
    do(g, "bring besieger")
    assert besieged_by(g, "r8") is None and at(g, "r8") == {"castilla field 2T", "najera garrison 2T"}
    assert names(g) == ["bring troop"]
    do(g, "bring troop")
    assert at(g, "r8") == {"castilla field 1T", "najera garrison 2T"}
    assert at(g, "r5") == {"castilla field 3T", "aragon field 1T"}
    assert rules_of(g, "siege-ends") == ["sanchos.siege.besieger-leaves"]


@pytest.mark.rule("sanchos.inspire.besiegers-may-go")
def test_a_siege_that_keeps_its_majority_goes_on() -> None:
    g = variant("castilla siege r8 4T", "najera garrison r8 2T", "castilla field r5 1T", "aragon field r5 1T",
                holder="castilla", region="r8")
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 6, 1, 1, 1, "bring besieger")
    assert besieged_by(g, "r8") == "castilla" and at(g, "r8") == {"castilla siege 3T", "najera garrison 2T"}


# -- afterwards ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.inspire.return-after-use")
@pytest.mark.parametrize(("how", "back"), [("inspire", True), ("card", True), ("enter", False), ("stay", False)])
def test_card_and_piece_return_after_use_and_only_then(how: str, back: bool) -> None:
    g = variant("castilla field r5 1T", "aragon field r5 1T", "castilla field r12 1T", holder="castilla", region="r12")
    card_action(g, "aragon", order("attack", 1))
    do(g, {"inspire": "el-cid inspire", "stay": "el-cid stay"}.get(how, "el-cid enter"))
    if how == "inspire":
        do(g, 1)
    laid_out(g, "aragon troop 3 3", "castilla troop 3")
    if how == "card":
        do(g, "use el-cid", "shift up castilla troop 3")
        assert cid(g) == ("castilla", "r5"), "both stay until the battle is over"
        do(g, "hit aragon troop 3")
    elif how in ("enter", "inspire"):
        do(g, "pass")
    while g.agenda:
        do(g, names(g)[0])
    assert cid(g) == ((None, None) if back else ("castilla", "r12" if how == "stay" else "r5"))
    assert rules_of(g, "el-cid-returns") == (["sanchos.inspire.return-after-use"] if back else [])


@pytest.mark.rule("sanchos.inspire.return-after-use")
def test_after_his_return_the_card_may_be_claimed_again() -> None:
    g = variant("castilla field r5 1T", "aragon field r5 1T", "castilla field r12 1T",
                holder="castilla", region="r12", hands=HANDS, homeless=["castilla"])
    card_action(g, "aragon", order("attack", 1))
    do(g, "el-cid inspire", 1)
    laid_out(g, "aragon troop 3 3", "castilla troop 3")
    do(g, "pass")
    end_of_round(g)
    assert decider(g) == "castilla" and cid(g) == ("castilla", None) and "el-cid place r5" in names(g)


# -- interceptions ------------------------------------------------------------------------------------------------


SIEGE = ("aragon field r9 2T", "castilla garrison r9 1T", "castilla field r9 1T")


def interception(*lines: str, holder: str, region: str, **how: Any) -> SanchosState:
    """Aragón declares 2T in r9, Castilla's FA of 1T intercepts."""
    g = variant(*SIEGE, *lines, holder=holder, region=region, commander="aragon", **how)
    do(cp_turn(g, 1), "besiege r9", "besiegers 2t", "intercept yes")
    return g


@pytest.mark.rule("sanchos.inspire.in-interception")
def test_pieces_brought_by_the_interceptor_fight() -> None:
    g = interception("castilla field r12 2T", holder="castilla", region="r12")
    assert decider(g) == "castilla" and names(g) == [*ASKED, "el-cid inspire"]
    do(g, "el-cid inspire", 4, 4, "bring troop", "bring troop")
    assert roll_all(g)[:3] == ["castilla troop"] * 3 and len(rolled(g)) == 5


@pytest.mark.rule("sanchos.inspire.in-interception")
def test_pieces_brought_by_the_besieging_sancho_stand_in_the_field_and_are_no_besiegers() -> None:
    g = interception("aragon field r12 K+2T", holder="aragon", region="r12")
    assert decider(g) == "aragon"
    do(g, "el-cid inspire", 4, 4, 1, "bring troop", "bring king")
    laid_out(g, "castilla troop 4", "aragon troop 4 4")
    do(g, "pass")
    assert decider(g) == "aragon" and names(g) == ["siege give-up", "siege continue"]
    do(g, "siege continue")
    assert at(g, "r9") == {"aragon siege 2T", "aragon field K+1T", "castilla garrison 1T", "castilla field 1T"}
    assert cid(g) == (None, None)


@pytest.mark.rule("sanchos.inspire.in-interception")
def test_a_third_sancho_may_not_use_him_in_it() -> None:
    g = interception("najera field r9 1T", "najera field r12 2T", holder="najera", region="r12")
    assert g.step.title(g) == ("roll-troop", {"sancho": "castilla"})


@pytest.mark.rule("sanchos.inspire.in-interception")
def test_in_the_other_reading_nobody_brings_him_but_where_he_stands_the_card_works() -> None:
    no = {"inspire-in-interception": "no"}
    g = interception("castilla field r12 2T", holder="castilla", region="r12", options=no)
    laid_out(g, "castilla troop 4", "aragon troop 4 4")
    assert cid(g) == ("castilla", "r12") and names(g) == ["siege give-up", "siege continue"]
    g = interception(holder="castilla", region="r9", options=no)
    laid_out(g, "castilla troop 4", "aragon troop 4 4")
    assert names(g) == ["pass", "use el-cid"]
    g = variant("castilla field r9 1T", "aragon field r9 1T", holder="castilla", region="r12", options=no)
    card_action(g, "aragon", order("attack", 1))
    assert names(g) == ASKED, "in an Attack he may still come"


# -- solo ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.inspire.piece", "sanchos.inspire.place-on-claim")
def test_in_a_solo_game_the_player_claims_and_places_him() -> None:
    g = variant("aragon garrison r12 1T", mode="solo", options={"player": "najera"}, hands={"najera": ["najera-1a"]},
                deck=["aragon-1a"], commander="najera")
    new_round(g)
    do(g, "reserve najera-1a", "draw aragon-1a")
    assert decider(g) == "najera" and score(g, "player") == 2 and score(g, "auto") == 5
    do(g, "el-cid place r9")
    assert cid(g) == ("najera", "r9") and "najera garrison n-home K" in pieces(g)
