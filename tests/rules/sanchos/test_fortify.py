"""CP Actions: Fortify."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item, names, pieces, scene
from tests.rules.sanchos.asking import happened_by, left, refused, rules_of, score, scores, starting

KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]
NO_TROOP = ("no-field-piece", "sanchos.fortify.one-piece-per-point")
NO_KING = ("no-field-king", "sanchos.fortify.one-piece-per-point")
ENEMY = ("enemy-garrison", "sanchos.fortify.space-empty-or-own")
UNDER_SIEGE = ("space-under-siege", "sanchos.fortify.not-under-siege")


def of(g: Any, sancho: str) -> set[str]:
    """The piece lines of a Sancho without its name."""
    return {line.partition(" ")[2] for line in pieces(g) if line.startswith(sancho)}


# -- by CPs and by orders --------------------------------------------------------------------------


@pytest.mark.rule("sanchos.fortify.one-piece-per-point")
@pytest.mark.parametrize("mode", ["2p", "3p", "solo"])
def test_each_cp_puts_one_piece_into_the_space_of_its_region(mode: str) -> None:
    options = {"player": "castilla"} if mode == "solo" else {}
    g = cp_turn(scene(["castilla field r4 K+2T", "castilla field r3 1T", *KINGS[1:]], mode, options=options), 3)
    assert starting(g, "fortify") == {"fortify troop r4", "fortify king r4", "fortify troop r3"}
    assert refused(g, "fortify king r3") == NO_KING
    assert refused(g, "fortify troop r5") == NO_TROOP
    assert refused(g, "fortify troop n-home") == NO_TROOP
    do(g, "fortify king r4")
    assert of(g, "castilla") == {"garrison r4 K", "field r4 2T", "field r3 1T"}
    assert left(g) == 2
    assert refused(g, "fortify king r4") == NO_KING
    do(g, "fortify troop r4")
    assert of(g, "castilla") == {"garrison r4 K+1T", "field r4 1T", "field r3 1T"}
    assert happened(g, "fortifies-king") == happened(g, "fortifies") == [{"sancho": "castilla", "region": "r4"}]
    assert rules_of(g, "fortifies") == {"sanchos.fortify.one-piece-per-point"}


@pytest.mark.rule("sanchos.fortify.one-piece-per-point", "sanchos.action.same-as-cp-action")
def test_an_ordered_fortify_is_the_same() -> None:
    g = scene(["castilla field r4 K+1T", "castilla garrison r3 1T", *KINGS[1:]], commander="aragon")
    card_action(g, "castilla", item("fortify", 3))
    assert (decider(g), set(names(g))) == ("castilla", {"fortify troop r4", "fortify king r4"})
    # Pieces that are in a space already are not fortified again.
    assert refused(g, "fortify troop r3") == NO_TROOP
    do(g, "fortify troop r4", "fortify king r4")
    # The third point finds nothing more to do.
    assert g.over
    assert of(g, "castilla") == {"garrison r4 K+1T", "garrison r3 1T"}


@pytest.mark.rule("sanchos.fortify.space-empty-or-own")
def test_only_empty_and_own_spaces() -> None:
    start = ["castilla field r3 1T", "aragon garrison r3 1T", "castilla field r4 1T", "castilla garrison r4 1T",
             "castilla field r5 1T", "aragon field r5 2T", "najera garrison c-home 1T", *KINGS]
    for commander in ("castilla", "aragon"):
        g = scene(start, commander=commander)
        if commander == "castilla":
            cp_turn(g, 3)
        else:
            card_action(g, "castilla", item("fortify", 3))
        assert starting(g, "fortify") == {"fortify troop r4", "fortify troop r5"}
        assert refused(g, "fortify troop r3") == ENEMY
        assert refused(g, "fortify king c-home") == ENEMY
        do(g, "fortify troop r4")
        assert {"garrison r4 2T", "field r3 1T"} <= of(g, "castilla")


@pytest.mark.rule("sanchos.fortify.space-empty-or-own")
def test_besiegers_do_not_fortify_what_they_besiege() -> None:
    g = cp_turn(scene(["castilla siege r5 K+1T", "aragon garrison r5 1T", *KINGS[1:]]), 1)
    assert starting(g, "fortify") == set()
    assert refused(g, "fortify troop r5") == ENEMY
    assert refused(g, "fortify king r5") == ENEMY
    cp_turn(g, 1, sancho="najera")
    assert refused(g, "fortify troop r5") == NO_TROOP


@pytest.mark.rule("sanchos.fortify.several-regions")
@pytest.mark.parametrize("how", ["cp", "card"])
def test_points_go_to_several_regions(how: str) -> None:
    start = ["castilla field r4 1T", "castilla field r5 1T", *KINGS]
    g = scene(start, commander="castilla" if how == "cp" else "aragon")
    if how == "cp":
        cp_turn(g, 2)
    else:
        card_action(g, "castilla", item("fortify", 2))
    do(g, "fortify troop r4")
    assert score(g, "castilla") == 1
    do(g, "fortify troop r5")
    assert score(g, "castilla") == 3
    assert {"garrison r4 1T", "garrison r5 1T"} <= of(g, "castilla")


@pytest.mark.rule("sanchos.fortify.not-under-siege")
@pytest.mark.parametrize("sieger", ["najera", "aragon"])
def test_a_besieged_space_takes_nobody_in(sieger: str) -> None:
    start = ["castilla garrison r5 2T", f"{sieger} siege r5 3T", "castilla field r5 3T", "castilla field r4 1T", *KINGS]
    for commander in ("castilla", "aragon"):
        g = scene(start, commander=commander)
        if commander == "castilla":
            cp_turn(g, 2)
        else:
            card_action(g, "castilla", item("fortify", 2))
        assert starting(g, "fortify") == {"fortify troop r4", "fortify king c-home"}
        assert refused(g, "fortify troop r5") == UNDER_SIEGE
    g = scene(start, "solo", options={"player": "aragon"}, commander="aragon")
    card_action(g, "castilla", item("fortify", 3))
    assert happened(g, "fortifies") == [{"sancho": "castilla", "region": "r4"}]
    assert {"garrison r5 2T", "field r5 3T"} <= of(g, "castilla")


@pytest.mark.rule("sanchos.fortify.score-at-once")
@pytest.mark.parametrize("how", ["cp", "card"])
def test_ten_points_end_the_game_before_the_next_point(how: str) -> None:
    start = ["castilla garrison c-home 1T", "castilla garrison r3 1T", "castilla garrison r8 1T",
             "castilla garrison r1 1T", "castilla field r5 1T", "castilla field r4 1T", *KINGS]
    g = scene(start, commander="castilla" if how == "cp" else "aragon")
    if how == "cp":
        cp_turn(g, 3)
    else:
        card_action(g, "castilla", item("fortify", 3))
    assert score(g, "castilla") == 8
    do(g, "fortify troop r5")
    assert g.over
    outcome = g.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.winners, outcome.scores["castilla"]) == ("major", ("castilla",), 10)


@pytest.mark.rule("sanchos.fortify.score-at-once")
def test_adding_to_an_own_garrison_scores_nothing() -> None:
    g = cp_turn(scene(["castilla field r5 3T", *KINGS]), 3)
    course = []
    for _ in range(3):
        do(g, "fortify troop r5")
        course.append(score(g, "castilla"))
    assert course == [2, 2, 2]
    assert "garrison r5 3T" in of(g, "castilla")


@pytest.mark.rule("sanchos.fortify.besieged-space-keeps-scoring")
def test_a_besieged_castle_counts_for_its_garrison() -> None:
    start = ["castilla garrison c-home 1T", "aragon field c-home 2T", "castilla garrison r5 1T", *KINGS]
    g = cp_turn(scene(start, commander="aragon"), 2)
    assert scores(g) == (5, 0, 0)
    do(g, "besiege c-home", "points 1", "besiegers 2t", "intercept no")
    assert {"aragon siege c-home 2T", "castilla garrison c-home 1T"} <= pieces(g)
    assert scores(g) == (5, 0, 0)
    # And it may complete 10 VP.
    start = ["castilla garrison c-home 1T", "aragon siege c-home 2T", "castilla garrison r3 1T",
             "castilla garrison r8 1T", "castilla garrison r1 1T", "castilla garrison r7 1T", "castilla field r4 1T",
             *KINGS]
    g = cp_turn(scene(start), 1)
    assert score(g, "castilla") == 9
    do(g, "fortify troop r4")
    outcome = g.outcome()
    assert outcome is not None
    assert outcome.winners == ("castilla",)


# -- Auto-Sanchos ----------------------------------------------------------------------------------


def auto_fortify(start: list[str], points: int, *others: Any, arrow: str = "lowest", reading: str | None = None,
                 empty_only: bool = False) -> Any:
    """Auto-Nájera carries out a Fortify; the player is Castilla."""
    options = {"player": "castilla"} | ({"auto-fortify-king": reading} if reading else {})
    g = scene([*start, *KINGS[::2]], "solo", options=options, commander="castilla", arrow=arrow)
    card_action(g, "najera", item("fortify", points, empty_only=empty_only), *others)
    assert g.over
    return g


def course(g: Any) -> list[str]:
    return [f"{'K' if e.kind == 'fortifies-king' else 'T'} {e.params['region']}"
            for e in g.events if e.kind in ("fortifies", "fortifies-king")]


INSIDE = "najera garrison n-home K"


@pytest.mark.rule("sanchos.fortify.auto-points-one-by-one")
def test_each_point_looks_at_the_board_anew() -> None:
    start = [INSIDE, "najera field r5 3T", "najera field r9 1T"]
    assert course(auto_fortify(start, 2)) == ["T r5", "T r9"]
    # Then its own Garrisons: of two with 1 piece the one with the larger FA, then the other.
    assert course(auto_fortify([*start, "najera field n-home 1T"], 4)) == ["T r5", "T r9", "T r5", "T n-home"]


@pytest.mark.rule("sanchos.fortify.auto-empty-first")
def test_empty_spaces_before_own_garrisons() -> None:
    start = ["najera garrison n-home 1T", "najera field n-home 5T", "najera field r9 1T", "najera garrison r10 K"]
    assert course(auto_fortify(start, 1)) == ["T r9"]
    assert course(auto_fortify(start, 3)) == ["T r9", "T n-home", "T n-home"]
    start.append("najera field r4 1T")
    assert course(auto_fortify(start, 2)) == ["T r4", "T r9"]


@pytest.mark.rule("sanchos.fortify.auto-priority")
def test_empty_spaces_by_value_then_by_field_army_then_by_the_token() -> None:
    assert course(auto_fortify([INSIDE, "najera field r4 5T", "najera field r10 1T"], 1)) == ["T r10"]
    # A home castle is worth no more than a neutral one on this side; an enemy's counts like any.
    assert course(auto_fortify([INSIDE, "najera field a-home 1T", "najera field r5 2T"], 1)) == ["T r5"]
    assert course(auto_fortify([INSIDE, "najera field r5 1T", "najera field r10 2T"], 1)) == ["T r10"]
    tie = [INSIDE, "najera field r4 2T", "najera field r9 2T", "najera field r12 1T"]
    assert course(auto_fortify(tie, 1, arrow="lowest")) == ["T r4"]
    assert course(auto_fortify(tie, 1, arrow="highest")) == ["T r9"]
    g = auto_fortify(tie, 1)
    assert [e["regions"] for e in happened(g, "tiebreak")] == [["r4", "r9"]]


@pytest.mark.rule("sanchos.fortify.auto-priority")
def test_the_king_counts_in_the_largest_field_army() -> None:
    start = ["najera field r4 K+2T", "najera field r1 2T"]
    assert course(auto_fortify(start, 1)) == ["T r4"]
    assert course(auto_fortify(["najera field r4 K+1T", "najera field r1 3T"], 1)) == ["T r1"]


@pytest.mark.rule("sanchos.fortify.auto-priority")
def test_own_garrisons_by_size_then_by_field_army_then_by_the_token() -> None:
    start = ["najera garrison r4 2T", "najera field r4 4T", "najera garrison r7 1T", "najera field r7 1T",
             "najera garrison r9 1T", "najera field r9 3T", "najera garrison n-home K"]
    assert course(auto_fortify(start, 1)) == ["T r9"]
    # r9 has 2 pieces then, so the Garrison of 1 in r7 is the smallest.
    assert course(auto_fortify(start, 2)) == ["T r9", "T r7"]
    tie = ["najera garrison r4 1T", "najera field r4 1T", "najera garrison r9 1T", "najera field r9 1T", INSIDE]
    assert course(auto_fortify(tie, 1, arrow="lowest")) == ["T r4"]
    assert course(auto_fortify(tie, 1, arrow="highest")) == ["T r9"]
    assert len(happened(auto_fortify(tie, 1), "tiebreak")) == 1
    # A K counts as one piece of a Garrison.
    kings = ["najera garrison r4 K+1T", "najera field r4 4T", "najera garrison r9 1T", "najera field r9 1T"]
    assert course(auto_fortify(kings, 1)) == ["T r9"]


@pytest.mark.rule("sanchos.fortify.auto-empty-only-priority")
def test_empty_garrison_spaces_alone() -> None:
    start = [INSIDE, "najera field r4 1T", "najera field r7 2T"]
    assert course(auto_fortify(start, 1, empty_only=True)) == ["T r7"]
    assert course(auto_fortify([*start, "najera field r10 1T"], 1, empty_only=True)) == ["T r10"]
    tie = [INSIDE, "najera field r4 2T", "najera field r9 2T"]
    assert course(auto_fortify(tie, 1, empty_only=True, arrow="highest")) == ["T r9"]
    # Every space is taken once; what is left over is lost.
    assert course(auto_fortify(start, 3, empty_only=True)) == ["T r7", "T r4"]
    own = ["najera garrison r4 1T", "najera field r4 3T", INSIDE]
    g = auto_fortify(own, 1, item("recruit", 1), empty_only=True)
    assert course(g) == []
    assert happened_by(g, "recruits") == ["najera"]
    assert course(auto_fortify(own, 1)) == ["T r4"]


@pytest.mark.rule("sanchos.fortify.auto-empty-only-priority", "sanchos.fortify.space-empty-or-own")
def test_empty_garrison_spaces_alone_for_a_player() -> None:
    g = scene(["castilla field r4 1T", "castilla garrison r4 1T", "castilla field r5 1T", *KINGS], commander="aragon")
    card_action(g, "castilla", item("fortify", 2, empty_only=True))
    assert set(names(g)) == {"fortify troop r5", "fortify king c-home"}
    assert refused(g, "fortify troop r4") == ("space-not-empty", "sanchos.fortify.auto-empty-only-priority")
    do(g, "fortify troop r5")
    assert names(g) == ["fortify king c-home"]


KING_ALONE = ["najera field r5 K"]


@pytest.mark.rule("sanchos.fortify.auto-king-last")
@pytest.mark.parametrize("reading", [None, "troops-first"])
def test_troops_go_before_the_king(reading: str | None) -> None:
    tower = [*KING_ALONE, "najera field r9 1T"]
    assert course(auto_fortify(tower, 1, reading=reading)) == ["T r9"]
    assert course(auto_fortify(tower, 2, reading=reading)) == ["T r9", "K r5"]
    # Empty spaces still come before own Garrisons.
    garrison = [*KING_ALONE, "najera field r9 3T", "najera garrison r9 1T"]
    assert course(auto_fortify(garrison, 1, reading=reading)) == ["K r5"]
    assert course(auto_fortify(garrison, 2, reading=reading)) == ["K r5", "T r9"]
    # Own Garrisons: where a T can be used before one where only the K could.
    both = ["najera field r5 K", "najera garrison r5 1T", "najera field r9 1T", "najera garrison r9 3T"]
    assert course(auto_fortify(both, 1, reading=reading)) == ["T r9"]
    assert course(auto_fortify(both, 3, reading=reading)) == ["T r9", "K r5"]
    assert course(auto_fortify(tower, 2, reading=reading, empty_only=True)) == ["T r9", "K r5"]


@pytest.mark.rule("sanchos.fortify.auto-king-last")
def test_the_other_reading_applies_the_list_without_a_look_at_the_king() -> None:
    tower = [*KING_ALONE, "najera field r9 1T"]
    assert course(auto_fortify(tower, 1, reading="list-first")) == ["K r5"]
    assert course(auto_fortify(tower, 2, reading="list-first")) == ["K r5", "T r9"]
    both = ["najera field r5 K", "najera garrison r5 1T", "najera field r9 1T", "najera garrison r9 3T"]
    assert course(auto_fortify(both, 1, reading="list-first")) == ["K r5"]
    assert course(auto_fortify(tower, 1, reading="list-first", empty_only=True)) == ["K r5"]


@pytest.mark.rule("sanchos.fortify.auto-king-last")
@pytest.mark.parametrize("reading", ["troops-first", "list-first"])
def test_within_a_region_a_troop_goes_before_the_king(reading: str) -> None:
    start = ["najera field r5 K+1T"]
    assert course(auto_fortify(start, 1, reading=reading)) == ["T r5"]
    assert course(auto_fortify(start, 2, reading=reading)) == ["T r5", "K r5"]
    assert course(auto_fortify(["najera field r5 K+2T"], 3, reading=reading)) == ["T r5", "T r5", "K r5"]
