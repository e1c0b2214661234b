"""Rulebook: "Action Terminology": Armies, regions, and what cards do with Reserved cards and alternatives."""

import pytest

from mesnada.games.sanchos.components import SANCHOS, CardAction
from mesnada.games.sanchos.model import (
    CARD,
    CID_HOLDER,
    CID_REGION,
    DECK,
    FACE_DOWN,
    FACE_UP,
    PLAYED,
    SanchosState,
)
from mesnada.games.sanchos.orders import card_turn
from mesnada.games.sanchos.round import DISCARD_PLAYED
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item, names, pieces
from tests.rules.sanchos.asking import kinds, new_round, refused, reserve, scores, supply
from tests.rules.sanchos.battlefield import at, discard_pile, field_of, reserved, roll_all, rules_of

WEAKEST = item("move", 1, to="weakest")


def solo(*lines: str, player: str = "castilla", **how) -> SanchosState:
    options = {"player": player, **how.pop("options", {})}
    return field_of(*lines, mode="solo", options=options, **how)


def moved(g: SanchosState) -> list[tuple[str, str]]:
    """Origin and destination of all moves so far."""
    return [(e["region"], e["to"]) for e in happened(g, "moves") + happened(g, "moves-king")]


# -- strongest Army -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.term.strongest-army")
def test_most_pieces_count_and_of_equal_armies_the_one_with_the_king() -> None:
    """r5: FA 2T and Garrison 1T; r9: K+2T; r12: 2T."""
    lines = ("aragon field r5 2T", "aragon garrison r5 1T", "aragon field r9 K+2T", "aragon field r12 2T",
             "castilla field r8 1T", "castilla field r4 1T")
    g = card_action(field_of(*lines), "aragon", WEAKEST)
    assert names(g) == ["move troop r9", "move king"]
    assert refused(g, "move troop r5") == ("other-army", "sanchos.term.weakest-move-once-each")
    g = card_action(field_of(*lines[:3], "aragon field r12 4T", *lines[4:]), "aragon", WEAKEST)
    assert not g.agenda and not moved(g), "4T at r12 are stronger and have nobody next to them"
    g = card_action(field_of(*lines[:2], "aragon field r9 K+1T", *lines[3:]), "aragon", WEAKEST)
    assert names(g) == ["move troop r5", "move garrison r5"], "3 pieces against K+1T: FA and Garrison are one Army"


@pytest.mark.rule("sanchos.term.strongest-without-besieged")
def test_besieged_pieces_do_not_count_and_a_besieged_king_lends_no_strength() -> None:
    """r5: besieged Garrison K+4T and FA 1T; r9: FA 2T."""
    lines = ("aragon garrison r5 K+4T", "castilla siege r5 6T", "aragon field r5 1T", "najera field r10 1T",
             "najera field r4 1T")
    g = card_action(field_of(*lines, "aragon field r9 2T"), "aragon", WEAKEST)
    assert names(g) == ["move troop r9"]
    g = card_action(field_of(*lines, "aragon field r9 1T"), "aragon", WEAKEST)
    assert names(g) == ["army r5", "army r9"], "1 against 1: without the King's help they tie"


@pytest.mark.rule("sanchos.term.strongest-without-besieged")
def test_besiegers_do_count() -> None:
    g = field_of("aragon siege r9 3T", "castilla garrison r9 1T", "aragon field r4 2T", "castilla field r10 1T",
                 "najera field r5 1T")
    card_action(g, "aragon", WEAKEST)
    assert names(g) == ["move besieger r9"]


@pytest.mark.rule("sanchos.term.strongest-must-be-movable")
def test_of_equal_armies_one_that_can_move_is_taken() -> None:
    """K besieged in r5; Garrison 1T in r9, FA 1T in r12: nobody has to empty r9."""
    besieged = ("aragon garrison r5 K", "castilla siege r5 2T")
    g = field_of(*besieged, "aragon garrison r9 1T", "aragon field r12 1T", "castilla field r10 1T")
    card_action(g, "aragon", WEAKEST)
    assert names(g) == ["move troop r12"]


@pytest.mark.rule("sanchos.term.strongest-must-be-movable")
def test_a_player_may_empty_the_garrison_space_of_the_only_army_or_decline() -> None:
    lines = ("aragon garrison r5 K", "castilla siege r5 2T", "aragon garrison r9 1T", "castilla field r10 1T")
    g = card_action(field_of(*lines), "aragon", WEAKEST, item("recruit", 1))
    assert names(g) == ["army r9", "decline"] and decider(g) == "aragon"
    do(g, "army r9")
    assert names(g) == ["move garrison r9"]
    do(g, "move garrison r9")
    assert at(g, "r9") == set() and reserve(g, "aragon") == 2 and scores(g) == (3, 3, 2)
    g = card_action(field_of(*lines), "aragon", WEAKEST, item("recruit", 1))
    do(g, "decline")
    assert at(g, "r9") == {"aragon garrison 1T"}
    assert reserve(g, "aragon") == 3, "who declines counts as unable to move: the alternative applies"


@pytest.mark.rule("sanchos.term.strongest-must-be-movable")
@pytest.mark.parametrize(("mode", "sancho"), [("solo", "aragon"), ("2p", "najera")])
def test_non_player_sanchos_cannot_empty_a_garrison_space(mode: str, sancho: str) -> None:
    g = field_of(f"{sancho} garrison r5 K", "castilla siege r5 2T", f"{sancho} garrison r9 1T",
                 "castilla field r10 1T", mode=mode, options={"player": "castilla"} if mode == "solo" else None)
    card_action(g, sancho, WEAKEST, item("recruit", 1))
    assert not g.agenda and not moved(g) and reserve(g, sancho) == 3


@pytest.mark.rule("sanchos.term.strongest-must-be-movable")
def test_of_equal_armies_one_with_an_enemy_army_next_to_it_is_taken() -> None:
    """3T in r12 without anybody near, 3T in r7 with an Army next to it."""
    g = field_of("aragon field r12 3T", "aragon field r7 3T", "castilla field r5 2T")
    card_action(g, "aragon", WEAKEST)
    assert names(g) == ["move troop r7"]


@pytest.mark.rule("sanchos.term.strongest-must-be-movable")
@pytest.mark.parametrize(("reading", "result"), [("nothing-moves", "recruit"), ("next-strongest", "r7")])
def test_a_stronger_army_that_cannot_move_makes_the_move_impossible_or_the_next_one_moves(
    reading: str, result: str
) -> None:
    """3T in r12 have nobody near; 2T in r7 have; the besieged K does not count."""
    g = field_of("aragon field r12 3T", "aragon field r7 2T", "castilla field r5 2T",
                 options={"strongest-cannot-move": reading})
    card_action(g, "aragon", WEAKEST, item("recruit", 1))
    if result == "recruit":
        assert not g.agenda and not moved(g) and reserve(g, "aragon") == 3
    else:
        assert names(g) == ["move troop r7"] and reserve(g, "aragon") == 2


@pytest.mark.rule("sanchos.term.strongest-must-be-movable")
@pytest.mark.parametrize(("reading", "moves"), [("nothing-moves", []), ("next-strongest", [("r7", "r5")])])
def test_the_reading_holds_for_auto_sanchos_too(reading: str, moves: list) -> None:
    """Auto-Aragón's 3T in r12: r10 and a-home next to it hold own pieces only, so there is no empty region either."""
    g = solo("aragon field r12 3T", "aragon field r10 1T", "aragon field r7 2T", "castilla field r5 1T",
             options={"strongest-cannot-move": reading})
    card_action(g, "aragon", WEAKEST)
    assert not g.agenda and moved(g) == moves


@pytest.mark.rule("sanchos.term.strongest-must-be-movable")
def test_with_next_strongest_a_declined_army_gives_way_to_the_next() -> None:
    g = field_of("aragon garrison r5 K", "castilla siege r5 2T", "aragon garrison r9 1T", "castilla field r10 1T",
                 options={"strongest-cannot-move": "next-strongest"})
    card_action(g, "aragon", WEAKEST, item("recruit", 1))
    assert names(g) == ["army r9", "decline"]
    do(g, "decline")
    assert not g.agenda and reserve(g, "aragon") == 3, "no weaker Army is left"
    g = field_of("aragon garrison r9 K", "castilla field r10 1T", "aragon field r4 1T", "najera field r5 1T",
                 options={"strongest-cannot-move": "next-strongest"})
    card_action(g, "aragon", WEAKEST)
    assert names(g) == ["army r9", "decline"]
    do(g, "decline")
    assert names(g) == ["move troop r4"], "K alone in a Garrison is stronger than 1T; it stays and the T moves"


# -- weakest Army -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.term.weakest-army")
def test_the_fewest_pieces_of_any_single_opponent_and_not_their_sum() -> None:
    """Next to n-home: r5 with Aragón 1T and Castilla 4T, r7 with Aragón 2T."""
    g = field_of("najera field n-home 6T", "najera garrison r12 K", "aragon field r5 1T", "castilla field r5 4T",
                 "aragon field r7 2T")
    card_action(g, "najera", WEAKEST)
    do(g, "move troop n-home")
    assert moved(g) == [("n-home", "r5")]


@pytest.mark.rule("sanchos.term.weakest-army")
def test_an_army_without_king_is_weaker_than_one_of_the_same_size_with_him() -> None:
    g = field_of("najera field n-home 6T", "najera garrison r12 K", "aragon field r5 K", "castilla field r7 1T")
    card_action(g, "najera", WEAKEST)
    do(g, "move troop n-home")
    assert moved(g) == [("n-home", "r7")]


@pytest.mark.rule("sanchos.term.weakest-army")
def test_field_army_and_garrison_are_one_army() -> None:
    g = field_of("najera field n-home 6T", "najera garrison r12 K", "aragon field r5 1T", "aragon garrison r5 2T",
                 "castilla field r7 2T")
    card_action(g, "najera", WEAKEST)
    do(g, "move troop n-home")
    assert moved(g) == [("n-home", "r7")]


@pytest.mark.rule("sanchos.term.weakest-without-besieged")
def test_who_has_only_besieged_pieces_in_a_region_has_no_army_there() -> None:
    """r5: a besieged Castilla Garrison of 1T under own besiegers; r7: Castilla 3T."""
    g = field_of("najera field n-home 6T", "najera garrison r12 K", "castilla garrison r5 1T", "najera siege r5 2T",
                 "castilla field r7 3T")
    card_action(g, "najera", WEAKEST)
    do(g, "move troop n-home")
    assert moved(g) == [("n-home", "r7")]
    g = field_of("najera field n-home 6T", "najera garrison r12 K", "castilla garrison r5 3T", "najera siege r5 4T",
                 "castilla field r5 1T", "castilla field r7 3T")
    card_action(g, "najera", WEAKEST)
    do(g, "move troop n-home")
    assert moved(g) == [("n-home", "r5")], "the 1T in the open counts by itself"


@pytest.mark.rule("sanchos.term.weakest-move-once-each")
def test_each_piece_moves_once_into_the_one_region() -> None:
    g = field_of("aragon field r9 2T", "castilla field r10 1T")
    card_action(g, "aragon", item("move", 3, to="weakest"))
    do(g, "move troop r9")
    assert refused(g, "move troop r10") == ("other-army", "sanchos.term.weakest-move-once-each")
    do(g, "move troop r9")
    assert not g.agenda, "the third point cannot carry one of them on"
    assert at(g, "r10") == {"castilla field 1T", "aragon field 2T"} and at(g, "r9") == set()


@pytest.mark.rule("sanchos.term.weakest-nobody-near")
def test_a_player_stays_and_an_auto_sancho_goes_to_an_empty_region() -> None:
    lines = ("aragon field r12 3T", "castilla field r9 1T")
    g = field_of(*lines)
    card_action(g, "aragon", item("move", 2, to="weakest"))
    assert not g.agenda and not moved(g)
    g = solo(*lines)
    card_action(g, "aragon", item("move", 2, to="weakest"))
    assert moved(g) == [("r12", "r10")] * 2
    g = field_of("najera field r12 3T", "castilla field r9 1T", "aragon garrison r5 K", mode="2p")
    card_action(g, "najera", item("move", 2, to="weakest"))
    assert not g.agenda and not moved(g), "Nájera in a game of two acts like a player"


# -- empty region -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.term.empty-region")
def test_an_empty_region_holds_no_piece_of_anybody() -> None:
    """Next to r4: c-home with Castilla's K, r3 with an own FA, r5 with a siege, n-home with Nájera's K: none is
    empty. Take the own FA away, and r3 is."""
    lines = ("aragon field r4 3T", "castilla garrison r5 1T", "najera siege r5 2T")
    g = card_action(field_of(*lines, "aragon field r3 1T"), "aragon", item("move", 1, to="empty"))
    assert not g.agenda and not moved(g)
    g = card_action(field_of(*lines), "aragon", item("move", 1, to="empty"))
    do(g, "move troop r4")
    assert moved(g) == [("r4", "r3")]


@pytest.mark.rule("sanchos.term.empty-region")
def test_el_cid_does_not_fill_a_region() -> None:
    g = field_of("aragon field r4 3T", "castilla field r5 1T", options={"el-cid": "inspires"})
    g.b[CID_HOLDER], g.b[CID_REGION] = 2, g.t.index["r3"] + 1
    card_action(g, "aragon", item("move", 1, to="empty"))
    do(g, "move troop r4")
    assert moved(g) == [("r4", "r3")]


@pytest.mark.rule("sanchos.term.move-to-empty-region")
def test_all_pieces_go_to_the_one_empty_region_that_was_chosen() -> None:
    """Next to r9: r7, r10 and (were it not Castilla's) r8."""
    lines = ("aragon field r9 2T", "castilla field r8 1T")
    g = card_action(field_of(*lines), "aragon", item("move", 2, to="empty"))
    assert names(g) == ["target r7", "target r10"] and decider(g) == "aragon"
    assert refused(g, "target r8") == ("not-the-target", "sanchos.term.empty-region")
    do(g, "target r10", "move troop r9", "move troop r9")
    assert not g.agenda and at(g, "r10") == {"aragon field 2T"}
    g = card_action(solo(*lines, arrow="highest"), "aragon", item("move", 2, to="empty"))
    assert moved(g) == [("r9", "r10")] * 2, "an Auto-Sancho asks the token, once"


@pytest.mark.rule("sanchos.term.move-to-empty-region")
@pytest.mark.parametrize("mode", ["3p", "solo"])
def test_without_an_empty_region_it_is_not_possible_although_enemies_are_near(mode: str) -> None:
    lines = ("aragon field r12 2T", "castilla field r10 1T")
    g = field_of(*lines, mode=mode, options={"player": "castilla"} if mode == "solo" else None)
    card_action(g, "aragon", item("move", 2, to="empty"), item("recruit", 2))
    assert not g.agenda and not moved(g) and reserve(g, "aragon") == 4


# -- most favourable ----------------------------------------------------------------------------------------------


FAVOUR = ("najera field r4 4T", "aragon field r4 2T", "castilla field r4 1T",
          "najera field r7 2T", "aragon field r7 1T", "najera field r9 5T", "aragon field r9 5T")


@pytest.mark.rule("sanchos.term.most-favourable")
def test_own_pieces_minus_all_opponents_pieces() -> None:
    """r4: 4-3 = 1; r7: 2-1 = 1; r9: 5-5 = 0."""
    g = field_of(*FAVOUR)
    card_action(g, "najera", item("attack", 1, select="most-favourable"))
    assert names(g) == ["attack r4", "attack r7"] and decider(g) == "najera"
    assert refused(g, "attack r9") == ("not-most-favourable", "sanchos.term.most-favourable")
    assert refused(g, "attack r12") == ("no-own-pieces", "sanchos.attack.needs-own-pieces")
    g = solo(*FAVOUR, arrow="highest", homeless=["najera"])
    card_action(g, "najera", item("attack", 1, select="most-favourable"))
    assert [e["region"] for e in happened(g, "attacks")] == ["r7"], "the token decides for an Auto-Sancho"


@pytest.mark.rule("sanchos.term.most-favourable")
@pytest.mark.parametrize(("reading", "region"), [("counted", "r7"), ("left-out", "r5")])
def test_besieged_pieces_count_or_are_left_out(reading: str, region: str) -> None:
    """r5: own FA 2T and besiegers 3T, enemy FA 1T and besieged Garrison 2T: 5-3 = 2, or 4 without the Garrison;
    r7: 4-1 = 3."""
    g = field_of("najera field r5 2T", "najera siege r5 3T", "aragon garrison r5 2T", "castilla field r5 1T",
                 "najera field r7 4T", "castilla field r7 1T", options={"most-favourable-besieged": reading})
    card_action(g, "najera", item("attack", 1, select="most-favourable"))
    assert [e["region"] for e in happened(g, "attacks")] == [region]


@pytest.mark.rule("sanchos.term.most-favourable")
@pytest.mark.parametrize(("reading", "region"), [("counted", "r5"), ("left-out", "r7")])
def test_the_same_holds_for_own_besieged_pieces(reading: str, region: str) -> None:
    """r5: own besieged Garrison 3T and FA 2T against besiegers 4T: 1, or -2 without the Garrison; r7: 1-1 = 0."""
    g = field_of("najera garrison r5 3T", "najera field r5 2T", "aragon siege r5 4T", "najera field r7 1T",
                 "castilla field r7 1T", options={"most-favourable-besieged": reading})
    card_action(g, "najera", item("attack", 1, select="most-favourable"))
    assert [e["region"] for e in happened(g, "attacks")] == [region]


@pytest.mark.rule("sanchos.term.most-favourable-among-legal")
def test_besiege_most_favourable_compares_only_where_the_points_suffice() -> None:
    """r5: FA 5T against a Garrison of 2T (value 3, needs 3 besiegers); r9: 2T against 1T and a third FA (value 0)."""
    lines = ("najera field r5 5T", "aragon garrison r5 2T", "najera field r9 2T", "aragon garrison r9 1T",
             "castilla field r9 1T")
    g = card_action(field_of(*lines), "najera", item("besiege", 1, select="most-favourable"))
    assert names(g) == ["besiegers 2t"]
    do(g, "besiegers 2t")
    assert at(g, "r9") >= {"najera siege 2T"} and at(g, "r5") == {"najera field 5T", "aragon garrison 2T"}
    g = card_action(field_of(*lines), "najera", item("besiege", 2, select="most-favourable"))
    assert names(g) == ["besiegers 3t", "besiegers 4t"], "with 2 points r5 is legal and more favourable"


@pytest.mark.rule("sanchos.term.most-favourable-among-legal")
def test_ties_among_legal_targets_are_chosen_and_others_refused() -> None:
    g = field_of("najera field r5 2T", "aragon garrison r5 1T", "najera field r9 2T", "aragon garrison r9 1T",
                 "najera field r12 3T", "castilla garrison r12 1T", "castilla field r12 4T")
    card_action(g, "najera", item("besiege", 1, select="most-favourable"))
    assert names(g) == ["besiege r5", "besiege r9"]
    assert refused(g, "besiege r12") == ("not-most-favourable", "sanchos.term.most-favourable")
    assert refused(g, "besiege r4") == ("no-enemy-garrison", "sanchos.besiege.region")


@pytest.mark.rule("sanchos.term.most-favourable-among-legal")
def test_attack_most_favourable_skips_regions_without_an_enemy_field_army() -> None:
    g = field_of("najera field r5 5T", "aragon garrison r5 1T", "najera field r9 1T", "castilla field r9 3T")
    card_action(g, "najera", item("attack", 1, select="most-favourable"))
    assert [e["region"] for e in happened(g, "attacks")] == ["r9"]


# -- not in a region ----------------------------------------------------------------------------------------------


EXCLUDED = ("castilla field a-home 3T", "aragon field a-home 1T", "castilla field r9 1T", "aragon field r9 1T")


@pytest.mark.rule("sanchos.term.not-in-region")
@pytest.mark.parametrize("select", ["", "most-favourable"])
def test_an_attack_not_in_aragon_is_made_elsewhere(select: str) -> None:
    """a-home (value 1 with the K there) would be better than r9 (value 0)."""
    g = field_of(*EXCLUDED)
    card_action(g, "castilla", item("attack", 1, select=select, not_in="aragon"))
    assert [e["region"] for e in happened(g, "attacks")] == ["r9"]
    g = solo(*EXCLUDED, player="najera", homeless=["castilla"])
    card_action(g, "castilla", item("attack", 1, select=select, not_in="aragon"))
    assert [e["region"] for e in happened(g, "attacks")] == ["r9"]


@pytest.mark.rule("sanchos.term.not-in-region")
@pytest.mark.parametrize("mode", ["3p", "solo"])
def test_an_attack_possible_in_the_excluded_region_alone_is_none(mode: str) -> None:
    g = field_of(*EXCLUDED[:2], mode=mode, options={"player": "najera"} if mode == "solo" else None)
    card_action(g, "castilla", item("attack", 1, not_in="aragon"))
    assert not g.agenda and not happened(g, "attacks")
    card_action(g, "castilla", item("attack", 1, not_in="najera"))
    assert [e["region"] for e in happened(g, "attacks")] == ["a-home"], "another name excludes another region"


@pytest.mark.rule("sanchos.term.not-in-region")
def test_the_excluded_region_is_refused_with_its_reason() -> None:
    g = field_of(*EXCLUDED, "castilla field r5 1T", "najera field r5 1T")
    card_action(g, "castilla", item("attack", 1, not_in="aragon"))
    assert names(g) == ["attack r5", "attack r9"]
    assert refused(g, "attack a-home") == ("region-excluded", "sanchos.term.not-in-region")


# -- recruit remaining points -------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.term.recruit-remaining")
def test_points_left_after_deploying_the_whole_reserve_recruit() -> None:
    g = field_of("aragon field r9 K+3T", "aragon garrison r12 5T", reserve_troops={"aragon": 1})
    assert supply(g, "aragon") == 5
    card_action(g, "aragon", item("deploy", 3, to="king", recruit_remaining=True))
    assert at(g, "r9") == {"aragon field K+4T"}
    assert (reserve(g, "aragon"), supply(g, "aragon")) == (2, 3) and not g.agenda
    g = field_of("aragon field r9 K+3T", reserve_troops={"aragon": 1})
    card_action(g, "aragon", item("deploy", 3, to="king"))
    assert reserve(g, "aragon") == 0, "without the addition nothing is recruited"


@pytest.mark.rule("sanchos.term.recruit-remaining")
def test_deploying_comes_first_and_is_not_optional() -> None:
    g = field_of("aragon field r9 K", reserve_troops={"aragon": 4})
    card_action(g, "aragon", item("deploy", 3, to="king", recruit_remaining=True))
    assert at(g, "r9") == {"aragon field K+3T"} and reserve(g, "aragon") == 1


@pytest.mark.rule("sanchos.term.recruit-remaining")
def test_with_a_besieged_king_all_points_recruit_and_recruits_stay_in_the_reserve() -> None:
    g = field_of("aragon garrison r9 K", "castilla siege r9 2T", reserve_troops={"aragon": 2})
    card_action(g, "aragon", item("deploy", 2, to="king", recruit_remaining=True))
    assert reserve(g, "aragon") == 4 and at(g, "r9") == {"aragon garrison K", "castilla siege 2T"}


@pytest.mark.rule("sanchos.term.recruit-remaining")
def test_the_home_region_works_the_same_for_players_and_autos() -> None:
    g = field_of(reserve_troops={"aragon": 1})
    card_action(g, "aragon", item("deploy", 3, to="home", recruit_remaining=True))
    do(g, "deploy home")
    assert at(g, "a-home") == {"aragon garrison K", "aragon field 1T"} and reserve(g, "aragon") == 2 and not g.agenda
    g = solo(reserve_troops={"aragon": 1})
    card_action(g, "aragon", item("deploy", 3, to="home", recruit_remaining=True))
    assert at(g, "a-home") == {"aragon garrison K+1T"} and reserve(g, "aragon") == 2


# -- Reserved cards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.term.reserve-this-card")
def test_the_played_card_goes_to_the_reserve_at_the_end_of_phase_2() -> None:
    """najera-1b: Castilla's action, then Aragón's "Reserve this card"; Nájera commands."""
    g = field_of("najera field r9 1T", "aragon field r9 1T", commander="najera",
                 hands={"najera": ["najera-1b"]}, face_down={"aragon": ["aragon-1a", "aragon-1b"]})
    new_round(g)
    do(g, "play najera-1b", "wait", "wait")
    assert kinds(g, "will-reserve") == ["will-reserve"] and len(reserved(g, "aragon")) == 2
    do(g, "attack r9", 3, 3, 4)
    assert decider(g) == "aragon" and set(names(g)) == {"pass", "use aragon-1a", "use aragon-1b"}
    assert refused(g, "use najera-1b") == ("card-not-reserved", "sanchos.cards.optional-and-one-at-a-time")
    before = discard_pile(g)
    do(g, "pass")
    while not happened(g, "keeps-card"):
        do(g, names(g)[0])
    assert reserved(g, "aragon") == ["aragon-1a", "aragon-1b", "najera-1b"]
    assert discard_pile(g) == before
    assert rules_of(g, "keeps-card") == ["sanchos.term.reserve-this-card"]


@pytest.mark.rule("sanchos.term.reserve-this-card")
def test_of_two_actions_that_reserve_the_card_the_upper_one_gets_it() -> None:
    g = field_of()
    keep = (item("reserve-this-card"), item("recruit", 1))
    upper, lower = (g.t.add_orders(CardAction(s, "first-possible", 0, keep, ())) for s in ("aragon", "castilla"))
    c = g.t.card_index["najera-1a"]
    g.b[CARD + c], g.b[PLAYED], g.b[DECK] = 3, c + 1, g.b[DECK] - 1
    g.agenda += [DISCARD_PLAYED, card_turn(0, lower), card_turn(2, upper)]
    g.settle()
    assert reserved(g, "aragon") == ["najera-1a"] and not reserved(g, "castilla")
    assert reserve(g, "castilla") == 3 and reserve(g, "aragon") == 2, "for the lower one it was not possible"


@pytest.mark.rule("sanchos.term.reserve-this-card-nonplayer")
@pytest.mark.parametrize(("mode", "sancho"), [("2p", "najera"), ("solo", "aragon"), ("solo", "najera")])
def test_a_non_player_sancho_gains_its_card_face_up(mode: str, sancho: str) -> None:
    g = field_of(mode=mode, options={"player": "castilla"} if mode == "solo" else None)
    card_action(g, sancho, item("reserve-this-card"), card="aragon-2a")
    s = SANCHOS.index(sancho)
    assert [g.t.cards[c].id for c in g.cards_at(FACE_UP + s)] == ["aragon-2a"]
    for seat in (None, 0):
        assert [g.t.cards[c].id for c in g.masked(seat).cards_at(FACE_UP + s)] == ["aragon-2a"]


@pytest.mark.rule("sanchos.term.reserve-this-card-nonplayer")
def test_najeras_card_may_be_used_for_it_in_a_later_battle() -> None:
    g = field_of("najera field r9 1T", "aragon field r9 1T", mode="2p", commander="castilla")
    card_action(g, "najera", item("reserve-this-card"), card="aragon-2a")
    card_action(g, "aragon", item("attack", 1))
    do(g, 5, 5, 6)
    assert decider(g) == "castilla" and names(g) == ["pass", "use aragon-2a"]
    do(g, "use aragon-2a", 2)
    assert "aragon-2a" in discard_pile(g) and not reserved(g, "najera")


@pytest.mark.rule("sanchos.phase1.hidden-information", "sanchos.term.reserve-this-card")
@pytest.mark.parametrize(("reading", "place"), [("known", FACE_UP), ("face-down", FACE_DOWN)])
def test_a_card_that_all_have_read_stays_known_or_lies_face_down(reading: str, place: int) -> None:
    g = field_of(options={"seen-reserved": reading}, face_down={"aragon": ["aragon-1a"]})
    card_action(g, "aragon", item("reserve-this-card"), card="aragon-2a")
    assert [g.t.cards[c].id for c in g.cards_at(place + 2)][-1] == "aragon-2a"
    owner, other = g.t.seats.index(2), g.t.seats.index(0)
    assert sorted(reserved(g.masked(owner), "aragon")) == ["aragon-1a", "aragon-2a"]
    assert reserved(g.masked(other), "aragon") == (["aragon-2a"] if reading == "known" else [])
    assert reserved(g.masked(None), "aragon") == (["aragon-2a"] if reading == "known" else [])


@pytest.mark.rule("sanchos.term.discard-reserved-effect")
def test_each_opponent_discards_one_and_picks_it() -> None:
    g = field_of(face_down={"aragon": ["aragon-1a", "aragon-2a"]})
    before = discard_pile(g)
    card_action(g, "castilla", item("discard-reserved", 1, whom="each-opponent"), item("recruit", 1))
    assert decider(g) == "aragon" and set(names(g)) == {"discard aragon-1a", "discard aragon-2a"}
    assert refused(g, "discard aragon-3a") == ("card-not-reserved", "sanchos.term.discard-reserved-effect")
    do(g, "discard aragon-2a")
    assert not g.agenda and reserved(g, "aragon") == ["aragon-1a"]
    assert discard_pile(g) - before == {"aragon-2a"} and reserve(g, "castilla") == 2
    assert rules_of(g, "discards-reserved") == ["sanchos.term.discard-reserved-effect"]


@pytest.mark.rule("sanchos.term.discard-reserved-effect")
def test_both_opponents_are_asked_clockwise_and_the_own_cards_are_safe() -> None:
    g = field_of(face_down={"aragon": ["aragon-1a", "aragon-2a"], "najera": ["najera-1a", "najera-2a"],
                            "castilla": ["castilla-1a"]})
    card_action(g, "castilla", item("discard-reserved", 1, whom="each-opponent"))
    assert decider(g) == "najera" and set(names(g)) == {"discard najera-1a", "discard najera-2a"}
    do(g, "discard najera-1a")
    assert decider(g) == "aragon"
    do(g, "discard aragon-1a")
    assert reserved(g, "castilla") == ["castilla-1a"] and not g.agenda


@pytest.mark.rule("sanchos.term.discard-reserved-effect")
def test_without_a_reserved_card_of_an_opponent_it_is_not_possible() -> None:
    g = field_of(face_down={"castilla": ["castilla-1a"]}, options={"el-cid": "card"})
    g.b[CID_HOLDER] = 4
    card_action(g, "castilla", item("discard-reserved", 1, whom="each-opponent"), item("recruit", 1))
    assert not g.agenda and reserve(g, "castilla") == 3
    assert g.b[CID_HOLDER] == 4, "El Cid with Aragón is no Reserved card outside a battle"


@pytest.mark.rule("sanchos.term.discard-reserved-effect")
def test_the_commander_picks_for_najera_and_an_auto_sancho_gives_its_lowest() -> None:
    g = field_of(mode="2p", commander="castilla", face_up={"najera": ["najera-1a", "najera-2a"]})
    card_action(g, "aragon", item("discard-reserved", 1, whom="each-opponent"))
    assert decider(g) == "castilla" and set(names(g)) == {"discard najera-1a", "discard najera-2a"}
    g = solo(face_up={"aragon": ["aragon-3a", "aragon-1b", "aragon-1a"]})
    card_action(g, "castilla", item("discard-reserved", 1, whom="each-opponent"))
    assert not g.agenda and reserved(g, "aragon") == ["aragon-3a", "aragon-1a"], "the first reserved among equals"


@pytest.mark.rule("sanchos.term.discard-reserved-effect")
def test_the_other_reading_lets_the_acting_sancho_pick_blindly_among_face_down_cards() -> None:
    acting = {"discard-choice": "acting-sancho"}
    g = field_of(face_down={"aragon": ["aragon-1a", "aragon-2a"]}, face_up={"aragon": ["aragon-3a"]}, options=acting)
    card_action(g, "castilla", item("discard-reserved", 1, whom="each-opponent"))
    assert decider(g) == "castilla" and names(g) == ["discard aragon-3a", "discard face-down"]
    assert refused(g, "discard aragon-1a") == ("card-not-reserved", "sanchos.term.discard-reserved-effect")
    do(g, "discard face-down")
    assert decider(g) == "chance" and set(names(g)) == {"discard aragon-1a", "discard aragon-2a"}
    assert refused(g, "discard aragon-3a") == ("card-not-reserved", "sanchos.term.discard-reserved-effect")
    do(g, "discard aragon-1a")
    assert reserved(g, "aragon") == ["aragon-2a", "aragon-3a"]
    g = field_of(face_up={"aragon": ["aragon-3a"]}, options=acting)
    card_action(g, "castilla", item("discard-reserved", 1, whom="each-opponent"))
    assert names(g) == ["discard aragon-3a"], "no card lies face down"


@pytest.mark.rule("sanchos.term.discard-reserved-effect")
def test_the_other_reading_for_autos_and_for_najera() -> None:
    acting = {"discard-choice": "acting-sancho"}
    g = solo(face_up={"aragon": ["aragon-1a", "aragon-3a"]}, options=acting)
    card_action(g, "castilla", item("discard-reserved", 1, whom="each-opponent"))
    assert decider(g) == "castilla" and names(g) == ["discard aragon-1a", "discard aragon-3a"]
    g = solo(face_down={"castilla": ["castilla-1a", "castilla-2a"]}, options=acting)
    card_action(g, "najera", item("discard-reserved", 1, whom="each-opponent"))
    assert not g.agenda and reserved(g, "castilla") == ["castilla-1a"], "an Auto-Sancho takes the highest CP"
    g = field_of(mode="2p", commander="castilla", options=acting,
                 face_down={"castilla": ["castilla-1a", "castilla-2a"], "aragon": ["aragon-1a", "aragon-2a"]})
    card_action(g, "najera", item("discard-reserved", 1, whom="each-opponent"))
    assert decider(g) == "castilla" and names(g) == ["discard face-down"], "Aragón's cards, which Castilla cannot see"
    do(g, "discard face-down", "discard aragon-2a")
    assert decider(g) == "castilla" and set(names(g)) == {"discard castilla-1a", "discard castilla-2a"}


# -- if not possible ----------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.term.if-not-possible")
def test_the_alternative_is_not_used_if_a_single_point_of_the_first_part_was() -> None:
    """Fortify 3, else Besiege: exactly 1 piece can fortify."""
    fortify, besiege = item("fortify", 3), item("besiege", 3, select="most-favourable")
    lines = ("aragon field r5 3T", "najera garrison r5 1T")
    g = field_of(*lines, "aragon field r9 1T")
    card_action(g, "aragon", fortify, besiege)
    assert names(g) == ["fortify troop r9"]
    do(g, "fortify troop r9")
    assert not g.agenda and at(g, "r5") == {"aragon field 3T", "najera garrison 1T"}
    g = field_of(*lines)
    card_action(g, "aragon", fortify, besiege)
    assert names(g) == ["besiegers 2t", "besiegers 3t"], "with nothing to fortify it is the Besiege"


@pytest.mark.rule("sanchos.term.if-not-possible")
def test_an_auto_sancho_takes_the_first_part_that_is_possible_and_no_other() -> None:
    fortify, besiege, recruit = item("fortify", 1), item("besiege", 1, select="most-favourable"), item("recruit", 1)
    lines = ("aragon field r5 2T", "castilla garrison r5 1T")
    g = card_action(solo(*lines, "aragon field r9 1T"), "aragon", fortify, besiege, recruit)
    assert kinds(g, "fortifies", "declares-siege", "recruits") == ["fortifies"]
    g = card_action(solo(*lines), "aragon", fortify, besiege, recruit)
    assert kinds(g, "fortifies", "declares-siege", "recruits") == ["declares-siege"]
    g = card_action(solo(lines[1]), "aragon", fortify, besiege, recruit)
    assert kinds(g, "fortifies", "declares-siege", "recruits") == ["recruits"]


@pytest.mark.rule("sanchos.term.if-not-possible-is-compulsory")
def test_the_alternative_has_to_be_done_and_is_never_combined_with_the_first_part() -> None:
    """Attack, else Move: the Move is made, and the Attack that it makes possible is not."""
    g = field_of("aragon field r9 1T", "castilla field r10 1T")
    card_action(g, "aragon", item("attack", 1), item("move", 1))
    assert set(names(g)) == {"move troop r9", "move king"}
    assert refused(g, "decline") == ("piece-must-move", "sanchos.action.as-fully-as-possible")
    do(g, "move troop r9", "to r10")
    assert not g.agenda and not happened(g, "attacks")
    assert at(g, "r10") == {"castilla field 1T", "aragon field 1T"}


@pytest.mark.rule("sanchos.term.if-not-possible-is-compulsory")
def test_after_an_attack_the_move_is_not_made() -> None:
    g = field_of("aragon field r9 2T", "castilla field r9 1T")
    card_action(g, "aragon", item("attack", 1), item("move", 1))
    roll_all(g)
    assert not g.agenda and not moved(g) and len(happened(g, "battle-ends")) == 1
    g = solo("aragon field r9 2T", "castilla field r9 1T")
    card_action(g, "aragon", item("attack", 1), item("move", 1))
    roll_all(g)
    assert not g.agenda and not moved(g)


@pytest.mark.rule("sanchos.card.castilla-besiege-only-instead")
def test_castilla_besieges_by_card_only_where_it_cannot_fortify_but_with_cps_as_it_likes() -> None:
    """Every shipped Castilla action with a Besiege, tried where a Fortify is possible and where it is not."""
    lines = ("castilla field r5 7T", "aragon garrison r5 1T")
    g = field_of(*lines, "castilla field r9 1T")
    besieging = [a for a in g.t.card_actions[: 3 * g.t.card_count] if a.sancho == 0 and any(
        g.t.orders[i].do == "besiege" for i in (*a.items, *a.solo))]
    assert besieging
    for orders in besieging:
        number = g.t.card_actions.index(orders)
        can, cannot = g.copy(), field_of(*lines)
        can.agenda.append(card_turn(0, number))
        can.settle()
        assert names(can) == ["fortify troop r9"]
        cannot.agenda.append(card_turn(0, number))
        cannot.settle()
        assert names(cannot)[0] == "besiegers 2t"
    assert "besiege r5" in names(cp_turn(g, 1))


@pytest.mark.rule("sanchos.term.if-not-possible")
def test_pieces_are_left_alone_by_an_action_without_any_possible_part() -> None:
    g = field_of("aragon garrison a-home K+13T", reserve_troops={"aragon": 1})
    before = pieces(g)
    card_action(g, "aragon", item("besiege", 1), item("attack", 1), item("recruit", 1))
    assert not g.agenda and pieces(g) == before and supply(g, "aragon") == 0
