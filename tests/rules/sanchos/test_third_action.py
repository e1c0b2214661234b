"""Rulebook: the third action of a card, as a menu for players and as the crown text for Auto-Sanchos."""

import pytest

from mesnada.games.sanchos.model import KEEPER, SanchosState
from tests.games.sanchos.scenes import card_action, decider, do, happened, item, names
from tests.rules.sanchos.asking import kinds, left, new_round, refused, reserve, scores, supply
from tests.rules.sanchos.battlefield import at, field_of, reserved, roll_all

ONE_OF = (item("move", 1), item("attack", 1, not_in="aragon"), item("fortify", 1, empty_only=True))


def menu(g: SanchosState, sancho: str, points: int, *options, **how) -> SanchosState:
    return card_action(g, sancho, *options, mode="menu", points=points, **how)


# -- one option, once ---------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.action.third-is-a-choice")
def test_exactly_one_option_is_used_once() -> None:
    """Castilla could move, attack in r9 and in a-home, and fortify r12; its own Garrison in r5 is no empty space."""
    g = field_of("castilla field r9 1T", "aragon field r9 1T", "castilla field a-home 1T", "aragon field a-home 1T",
                 "castilla field r12 1T", "castilla field r5 1T", "castilla garrison r5 1T")
    menu(g, "castilla", 1, *ONE_OF)
    assert decider(g) == "castilla"
    assert set(names(g)) == {
        "move troop r5", "move garrison r5", "move troop r9", "move troop r12", "move troop a-home", "move king",
        "attack r9", "fortify troop r9", "fortify troop r12",
    }
    assert refused(g, "attack a-home") == ("region-excluded", "sanchos.term.not-in-region")
    assert refused(g, "fortify troop r5") == ("space-not-empty", "sanchos.fortify.auto-empty-only-priority")
    assert refused(g, "recruit") == ("not-on-card", "sanchos.action.third-is-a-choice")
    assert refused(g, "besiege r9") == ("not-on-card", "sanchos.action.third-is-a-choice")
    for idle in ("decline", "end", "stop", "pass"):
        assert refused(g, idle) == ("option-must-be-used", "sanchos.action.third-is-a-choice")
    do(g, "fortify troop r12")
    assert not g.agenda and at(g, "r12") == {"castilla garrison 1T"}


@pytest.mark.rule("sanchos.action.third-is-a-choice")
def test_the_real_example_card_gives_the_options_to_a_player_in_every_mode() -> None:
    for mode, how, begin in (
        ("3p", {"commander": "aragon", "hands": {"aragon": ["castilla-1a"]}}, ("play castilla-1a", "wait", "wait")),
        ("2p", {"commander": "aragon", "hands": {"aragon": ["castilla-1a"]}}, ("play castilla-1a", "wait", "wait")),
        ("solo", {"commander": "", "deck": ["castilla-1a"], "options": {"player": "castilla"}}, ("draw castilla-1a",)),
    ):
        g = do(new_round(field_of("castilla field r9 1T", "aragon field r9 1T", mode=mode, **how)), *begin)
        assert decider(g) == "castilla" and left(g) == 1
        assert {name for name in names(g) if not name.startswith("move")} == {"attack r9", "fortify troop r9"}, mode


@pytest.mark.rule("sanchos.action.third-is-a-choice")
def test_who_can_use_an_option_only_by_emptying_a_garrison_space_may_decline() -> None:
    lines = ("castilla garrison r9 1T", "aragon field r9 1T", "castilla garrison r5 K", "najera siege r5 2T")
    g = menu(field_of(*lines), "castilla", 1, *ONE_OF)
    assert names(g) == ["move garrison r9", "attack r5", "attack r9", "decline"]
    do(g, "decline")
    assert not g.agenda and at(g, "r9") == {"castilla garrison 1T", "aragon field 1T"}
    g = menu(field_of(*lines, options={"last-piece-attack": "forced"}), "castilla", 1, *ONE_OF)
    assert names(g) == ["move garrison r9", "attack r5", "attack r9"], "an Attack can be forced then"
    g = menu(field_of(*lines), "castilla", 1, *ONE_OF, item("recruit", 1))
    assert "decline" not in names(g) and "recruit" in names(g)


# -- several points -----------------------------------------------------------------------------------------------


SEVERAL = (item("move", 2), item("attack", 1), item("besiege", 1))


@pytest.mark.rule("sanchos.action.third-several-points")
def test_points_are_spread_over_the_options_within_their_limits() -> None:
    """3 points; Move twice, Attack once, Besiege once: Move, Attack with 1 point, Move."""
    g = field_of("castilla field r9 2T", "castilla field r12 1T", "aragon field r10 1T")
    menu(g, "castilla", 3, *SEVERAL)
    assert left(g) == 3 and not [name for name in names(g) if name.startswith(("attack", "besiege"))]
    do(g, "move troop r9", "to r10")
    assert left(g) == 2 and "attack r10" in names(g)
    do(g, "attack r10")
    assert names(g) == ["points 1", "points 2"]
    do(g, "points 1")
    roll_all(g)
    assert left(g) == 1 and refused(g, "attack r10") == ("option-used-up", "sanchos.action.third-several-points")
    do(g, "move troop r12", "to a-home")
    assert not g.agenda and len(happened(g, "attacks")) == 1


@pytest.mark.rule("sanchos.action.third-several-points")
def test_an_attack_may_take_all_the_points() -> None:
    g = field_of("castilla field r9 1T", "aragon field r9 1T")
    menu(g, "castilla", 3, *SEVERAL)
    do(g, "attack r9")
    assert names(g) == ["points 1", "points 2", "points 3"]
    do(g, "points 3")
    assert roll_all(g) == ["castilla troop"] * 4 + ["aragon troop"] and not g.agenda


@pytest.mark.rule("sanchos.action.third-several-points")
def test_without_attack_and_besiege_two_moves_are_made_and_the_third_point_is_lost() -> None:
    g = field_of("castilla field r9 1T")
    menu(g, "castilla", 3, *SEVERAL)
    do(g, "move troop r9", "to r10")
    assert refused(g, "decline") == ("option-must-be-used", "sanchos.action.third-is-a-choice")
    assert "move troop r10" in names(g), "the same piece may go on, as with CPs"
    do(g, "move troop r10", "to r12")
    assert not g.agenda and at(g, "r12") == {"castilla field 1T"}


@pytest.mark.rule("sanchos.action.third-several-points")
def test_a_third_move_is_refused_while_something_else_can_be_used() -> None:
    g = field_of("castilla field r9 1T", "castilla field r5 1T", "aragon field r5 1T")
    menu(g, "castilla", 3, *SEVERAL)
    do(g, "move troop r9", "to r10", "move troop r10", "to r12")
    assert names(g) == ["attack r5"]
    assert refused(g, "move troop r12") == ("option-used-up", "sanchos.action.third-several-points")
    do(g, "attack r5")
    assert g.step.chance, "the one point that is left goes into it without a question"


@pytest.mark.rule("sanchos.action.third-several-points")
def test_once_is_one_point_of_recruit_deploy_or_fortify() -> None:
    g = field_of("castilla field r9 2T", reserve_troops={"castilla": 3})
    menu(g, "castilla", 3, item("recruit", 1), item("deploy", 1, to="king"), item("fortify", 1))
    assert set(names(g)) == {"recruit", "deploy king", "fortify troop r9"}
    assert refused(g, "deploy home") == ("not-on-card", "sanchos.action.third-is-a-choice")
    do(g, "recruit")
    assert refused(g, "recruit") == ("option-used-up", "sanchos.action.third-several-points")
    do(g, "deploy king")
    assert refused(g, "deploy king") == ("option-used-up", "sanchos.action.third-several-points")
    do(g, "fortify troop r9")
    assert not g.agenda and reserve(g, "castilla") == 3 and at(g, "c-home") == {"castilla garrison K+1T"}


@pytest.mark.rule("sanchos.action.third-several-points")
def test_deploy_to_the_home_region_counts_castle_and_field_together() -> None:
    g = field_of(reserve_troops={"castilla": 3})
    menu(g, "castilla", 3, item("deploy", 2, to="home"), item("recruit", 1))
    assert set(names(g)) == {"deploy castle", "deploy home", "recruit"}
    assert refused(g, "deploy king") == ("not-on-card", "sanchos.action.third-is-a-choice")
    do(g, "deploy castle", "deploy home")
    assert names(g) == ["recruit"]


@pytest.mark.rule("sanchos.action.third-several-points")
def test_two_options_of_one_kind_are_counted_apart() -> None:
    """Fortify an empty space once, Fortify any own space once: two points into r9, the third is lost."""
    g = field_of("castilla field r9 4T")
    menu(g, "castilla", 3, item("fortify", 1, empty_only=True), item("fortify", 1))
    do(g, "fortify troop r9")
    assert names(g) == ["fortify troop r9"], "the first option is used up, the second is not"
    do(g, "fortify troop r9")
    assert not g.agenda and at(g, "r9") == {"castilla garrison 2T", "castilla field 2T"}
    g = field_of("castilla field r9 4T", "castilla field r12 1T")
    menu(g, "castilla", 3, item("fortify", 1), item("fortify", 1, empty_only=True))
    do(g, "fortify troop r9")
    assert names(g) == ["fortify troop r9", "fortify troop r12"], "the restricted option was used, whatever the order"
    do(g, "fortify troop r9")
    assert not g.agenda


@pytest.mark.rule("sanchos.action.third-several-points", "sanchos.action.same-as-cp-action")
def test_there_is_one_attack_and_one_besiege_however_often_the_card_names_them() -> None:
    g = field_of("castilla field r9 2T", "aragon field r9 1T", "castilla field r5 4T", "najera garrison r5 1T",
                 "najera garrison r12 1T", "castilla field r12 3T")
    menu(g, "castilla", 3, item("attack", 1, not_in="aragon"), item("attack", 1), item("besiege", 1),
         item("besiege", 1), item("recruit", 1))
    do(g, "attack r9", "points 1")
    roll_all(g)
    assert refused(g, "attack r9") == ("one-attack", "sanchos.turn.one-attack")
    assert names(g) == ["besiege r5", "besiege r12", "recruit"]
    do(g, "besiege r12", "points 1", "besiegers 2t")
    assert refused(g, "besiege r5") == ("one-besiege", "sanchos.turn.one-besiege")
    assert names(g) == ["recruit"]


@pytest.mark.rule("sanchos.action.same-as-cp-action")
@pytest.mark.parametrize("how", [{}, {"mode": "solo", "options": {"player": "aragon"}}])
def test_a_second_attack_or_besiege_among_orders_is_not_possible(how: dict) -> None:
    g = field_of("castilla field r9 2T", "aragon field r9 1T", **how)
    card_action(g, "castilla", item("attack", 1), item("attack", 1), item("recruit", 1), mode="all")
    roll_all(g)
    assert not g.agenda and kinds(g, "attacks", "recruits") == ["attacks", "recruits"]
    g = field_of("castilla field r9 2T", "aragon garrison r9 1T", "castilla field r5 2T", "najera garrison r5 1T",
                 **how)
    card_action(g, "castilla", item("besiege", 1), item("besiege", 1), item("recruit", 1), mode="all")
    if not how:
        do(g, "besiege r9", "besiegers 2t")
    assert not g.agenda and kinds(g, "declares-siege", "recruits") == ["declares-siege", "recruits"]


@pytest.mark.rule("sanchos.action.third-several-points", "sanchos.term.reserve-this-card")
def test_a_card_that_an_upper_action_keeps_cannot_be_reserved_again() -> None:
    """Auto-Nájera above keeps the card; the player below is not offered it."""
    g = field_of("aragon field r9 1T", mode="solo", options={"player": "aragon"}, commander="")
    g.b[KEEPER] = 2
    menu(g, "aragon", 1, item("recruit", 1), item("reserve-this-card", 1), card="aragon-1b")
    assert names(g) == ["recruit"]
    assert refused(g, "reserve-this-card") == ("card-already-kept", "sanchos.term.reserve-this-card")
    do(g, "recruit")
    assert reserved(g, "najera") == ["aragon-1b"] and not reserved(g, "aragon")


@pytest.mark.rule("sanchos.action.third-several-points")
def test_a_besiege_once_takes_any_number_of_the_points_that_are_left() -> None:
    lines = ("castilla field r5 6T", "aragon garrison r5 2T")
    g = menu(field_of(*lines), "castilla", 3, *SEVERAL)
    do(g, "besiege r5")
    assert names(g) == ["points 2", "points 3"]
    do(g, "points 3", "besiegers 6t")
    assert not g.agenda and at(g, "r5") == {"castilla siege 6T", "aragon garrison 2T"}
    g = menu(field_of(*lines, "castilla field r9 2T", "najera garrison r9 1T"), "castilla", 3, *SEVERAL)
    do(g, "besiege r9", "points 1", "besiegers 2t")
    assert refused(g, "besiege r5") == ("option-used-up", "sanchos.action.third-several-points")


@pytest.mark.rule("sanchos.action.third-several-points")
def test_reserving_the_card_costs_one_point_and_the_others_stay() -> None:
    g = field_of()
    menu(g, "aragon", 2, item("recruit", 2), item("reserve-this-card", 1), card="aragon-2b")
    assert names(g) == ["recruit", "reserve-this-card"]
    do(g, "reserve-this-card")
    assert names(g) == ["recruit"]
    assert refused(g, "reserve-this-card") == ("option-used-up", "sanchos.action.third-several-points")
    do(g, "recruit")
    assert not g.agenda and reserve(g, "aragon") == 3 and reserved(g, "aragon") == ["aragon-2b"]


@pytest.mark.rule("sanchos.action.third-several-points")
def test_a_win_by_the_first_point_leaves_the_others_unused() -> None:
    g = field_of("castilla garrison r3 1T", "castilla garrison r5 1T", "castilla garrison r8 1T",
                 "castilla field r9 1T", "castilla field r12 1T")
    menu(g, "castilla", 2, item("fortify", 2))
    assert scores(g)[0] == 9
    do(g, "fortify troop r9")
    assert scores(g)[0] == 10 and g.outcome() is not None and at(g, "r12") == {"castilla field 1T"}


# -- the crown text -----------------------------------------------------------------------------------------------


def auto(*lines: str, **how) -> SanchosState:
    """Auto-Castilla against player Aragón."""
    return field_of(*lines, mode="solo", options={"player": "aragon"}, **how)


@pytest.mark.rule("sanchos.action.auto-does-all-listed")
def test_an_auto_sancho_does_every_item_in_order_and_skips_what_is_impossible() -> None:
    """Move 1 (r9 to r8 with Aragón's T), no Attack outside a-home... until the Move made one; Fortify 1 in r12."""
    g = auto("castilla field r9 2T", "castilla field r12 1T", "aragon garrison r8 1T")
    menu(g, "castilla", 1, *ONE_OF)
    assert not g.agenda and kinds(g, "moves", "attacks", "fortifies") == ["moves", "fortifies"]
    assert [(e["region"], e["to"]) for e in happened(g, "moves")] == [("r9", "r8")]
    assert [e["region"] for e in happened(g, "fortifies")] == ["r9"], "most VP: equal; then the token, lowest number"


@pytest.mark.rule("sanchos.action.auto-does-all-listed")
def test_all_three_items_are_done_where_all_are_possible() -> None:
    g = auto("castilla field r9 2T", "castilla field r12 1T", "aragon field r8 1T", "aragon garrison a-home K")
    menu(g, "castilla", 1, *ONE_OF)
    assert kinds(g, "moves", "attacks") == ["moves", "attacks"] and g.step.chance
    assert [e["region"] for e in happened(g, "attacks")] == ["r8"], "the Move has brought the first piece there"
    roll_all(g)
    assert kinds(g, "moves", "attacks", "battle-ends", "fortifies") == ["moves", "attacks", "battle-ends", "fortifies"]


@pytest.mark.rule("sanchos.action.auto-does-all-listed")
def test_the_order_on_the_card_is_kept() -> None:
    g = auto("castilla field r9 3T", "aragon garrison r8 1T")
    menu(g, "castilla", 1, item("fortify", 1), item("move", 1), item("recruit", 1))
    assert kinds(g, "fortifies", "moves", "recruits") == ["fortifies", "moves", "recruits"]
    assert at(g, "r9") == {"castilla garrison 1T", "castilla field 1T"}


@pytest.mark.rule("sanchos.action.auto-does-all-listed")
def test_each_item_has_its_own_points_and_the_menus_limits_do_not_bind() -> None:
    """aragon-2b for Auto-Aragón: recruit 2, deploy 2 to the home castle, reserve the card."""
    g = field_of(mode="solo", options={"player": "castilla"}, commander="", deck=["aragon-2b"])
    new_round(g)
    do(g, "draw aragon-2b")
    while not g.over and not reserved(g, "aragon"):
        do(g, names(g)[0])
    assert reserve(g, "aragon") == 2 and supply(g, "aragon") == 10
    assert at(g, "a-home") == {"aragon garrison K+2T"} and reserved(g, "aragon") == ["aragon-2b"]


@pytest.mark.rule("sanchos.action.auto-does-all-listed", "sanchos.action.third-is-a-choice")
def test_the_solo_player_uses_the_menu_and_not_the_crown_text() -> None:
    g = field_of("castilla field r9 2T", "castilla field r12 1T", mode="solo", options={"player": "castilla"},
                 commander="")
    menu(g, "castilla", 1, *ONE_OF)
    assert decider(g) == "castilla" and "fortify troop r12" in names(g)
    do(g, "fortify troop r12")
    assert not g.agenda and at(g, "r9") == {"castilla field 2T"}
