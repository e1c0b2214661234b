"""Rulebook: "Phase 4. Siege Losses"."""

from itertools import permutations

import pytest

from mesnada.games.sanchos.invariants import check_counts
from mesnada.games.sanchos.model import SanchosState
from mesnada.games.sanchos.siege import SIEGE_LOSSES
from tests.games.sanchos.scenes import happened
from tests.rules.sanchos.asking import scores, supply
from tests.rules.sanchos.battlefield import at, besieged_by, field_of, garrisoned_by, rules_of


def losses(*lines: str, **how) -> SanchosState:
    """Phase 4 of a position."""
    g = field_of(*lines, **how)
    g.agenda.append(SIEGE_LOSSES)
    g.settle()
    check_counts(g)
    return g


@pytest.mark.rule("sanchos.phase4.one-each")
def test_each_side_loses_one_and_the_troops_go_to_the_supply() -> None:
    lines = ("aragon siege r5 4T", "castilla garrison r5 2T")
    before = field_of(*lines)
    g = losses(*lines)
    assert at(g, "r5") == {"aragon siege 3T", "castilla garrison 1T"}
    assert supply(g, "aragon") == supply(before, "aragon") + 1
    assert supply(g, "castilla") == supply(before, "castilla") + 1
    assert supply(g, "najera") == supply(before, "najera")
    assert happened(g, "siege-loss") == [
        {"sancho": "castilla", "region": "r5", "side": "garrison"},
        {"sancho": "aragon", "region": "r5", "side": "besiegers"},
    ]
    assert besieged_by(g, "r5") == "aragon", "3 against 1: it goes on"


@pytest.mark.rule("sanchos.phase4.one-each")
def test_every_siege_costs_also_among_non_player_sanchos() -> None:
    g = losses("aragon siege r5 3T", "najera garrison r5 1T", "najera siege r9 3T", "aragon garrison r9 2T",
               "aragon siege r12 2T", "castilla garrison r12 1T", mode="solo", options={"player": "castilla"})
    assert at(g, "r5") == {"aragon garrison 2T"}
    assert at(g, "r9") == {"najera siege 2T", "aragon garrison 1T"}
    assert at(g, "r12") == {"aragon garrison 1T"}
    assert rules_of(g, "siege-loss") == ["sanchos.phase4.one-each"] * 6


@pytest.mark.rule("sanchos.phase4.one-each")
def test_field_armies_beside_a_siege_lose_nothing() -> None:
    g = losses("aragon siege r5 2T", "aragon field r5 2T", "castilla garrison r5 1T", "castilla field r5 1T",
               "najera field r5 1T")
    assert at(g, "r5") == {"aragon garrison 1T", "aragon field 2T", "castilla field 1T", "najera field 1T"}


@pytest.mark.rule("sanchos.phase4.king-last")
@pytest.mark.parametrize(("garrison", "besiegers", "left"), [
    ("K+1T", "4T", {"castilla garrison K", "aragon siege 3T"}),
    ("1T", "K+1T", {"aragon garrison K"}),
    ("K+2T", "K+3T", {"castilla garrison K+1T", "aragon siege K+2T"}),
    ("K", "K+1T", {"aragon garrison K"}),
])
def test_a_king_is_lost_only_when_no_troop_of_his_side_is_left(garrison: str, besiegers: str, left: set) -> None:
    g = losses(f"castilla garrison r5 {garrison}", f"aragon siege r5 {besiegers}")
    assert at(g, "r5") == left
    assert len(happened(g, "siege-loss-king")) == (1 if garrison == "K" else 0)


@pytest.mark.rule("sanchos.phase4.king-goes-home")
def test_a_removed_king_goes_into_his_home_castle_and_scores_there() -> None:
    g = losses("castilla garrison r5 K", "aragon siege r5 2T")
    assert at(g, "c-home") == {"castilla garrison K"} and scores(g) == (3, 3, 5)
    assert happened(g, "king-home-castle") == [{"sancho": "castilla", "region": "c-home"}]
    g = losses("castilla garrison r5 K", "castilla garrison c-home 2T", "aragon siege r5 2T")
    assert at(g, "c-home") == {"castilla garrison K+2T"} and scores(g)[0] == 3


@pytest.mark.rule("sanchos.phase4.king-goes-home")
def test_a_king_lost_in_his_own_besieged_castle_stays_outside_it() -> None:
    g = losses("castilla garrison c-home K", "aragon siege c-home 2T")
    assert at(g, "c-home") == {"castilla field K", "aragon garrison 1T"}
    assert scores(g) == (0, 3, 6) and besieged_by(g, "c-home") is None
    assert happened(g, "king-home-region") == [{"sancho": "castilla", "region": "c-home"}]


@pytest.mark.rule("sanchos.phase4.king-goes-home")
def test_a_castle_held_by_an_enemy_or_besieged_is_closed_to_him() -> None:
    g = losses("castilla garrison r5 K", "aragon siege r5 2T", "najera garrison c-home 1T")
    assert at(g, "c-home") == {"castilla field K", "najera garrison 1T"}
    g = losses("castilla garrison r5 K", "aragon siege r5 2T", "castilla garrison c-home 2T", "najera siege c-home 3T")
    assert at(g, "c-home") == {"castilla field K", "castilla garrison 1T", "najera siege 2T"}


@pytest.mark.rule("sanchos.phase4.king-goes-home")
def test_the_castle_is_judged_before_the_occupations_of_the_same_phase() -> None:
    """Castilla's own besiegers retake its castle in this phase; its K is lost in r5 and finds it enemy occupied."""
    g = losses("castilla garrison r5 K", "aragon siege r5 2T", "najera garrison c-home 1T", "castilla siege c-home 2T")
    assert at(g, "c-home") == {"castilla field K", "castilla garrison 1T"}
    assert scores(g) == (3, 3, 5)


@pytest.mark.rule("sanchos.phase4.besieger-occupies")
def test_all_besiegers_and_nobody_else_enter_the_empty_space() -> None:
    g = losses("aragon siege r5 4T", "aragon field r5 2T", "castilla garrison r5 1T")
    assert at(g, "r5") == {"aragon garrison 3T", "aragon field 2T"}
    assert garrisoned_by(g, "r5") == "aragon" and besieged_by(g, "r5") is None
    assert scores(g) == (3, 3, 5)
    assert happened(g, "occupies") == [{"sancho": "aragon", "region": "r5"}]
    g = losses("aragon siege r5 K+3T", "aragon field r5 2T", "castilla garrison r5 1T")
    assert at(g, "r5") == {"aragon garrison K+2T", "aragon field 2T"}


@pytest.mark.rule("sanchos.phase4.besieger-occupies")
def test_a_garrison_that_is_not_empty_stays() -> None:
    g = losses("aragon siege r5 3T", "castilla garrison r5 2T")
    assert at(g, "r5") == {"aragon siege 2T", "castilla garrison 1T"} and scores(g) == (5, 3, 3)


NINE_EACH = ("castilla garrison n-home 1T", "castilla garrison r3 1T", "castilla garrison r1 1T",
             "aragon garrison r8 1T", "aragon garrison r10 1T", "aragon garrison r7 1T", "aragon garrison r9 1T",
             "najera garrison r5 1T", "najera field n-home K", "castilla siege r7 2T", "aragon siege r5 2T",
             "aragon field r12 1T")


@pytest.mark.rule("sanchos.phase4.scores-after-all-losses", "sanchos.win.several-at-ten")
def test_scores_are_compared_when_all_sieges_are_done() -> None:
    """Castilla (9) takes a tower from Aragón while Aragón (9) takes a castle from Nájera: both have 10."""
    assert scores(field_of(*NINE_EACH)) == (9, 2, 9)
    g = losses(*NINE_EACH)
    assert scores(g) == (10, 0, 10) and len(happened(g, "occupies")) == 2
    outcome = g.outcome()
    assert outcome is not None and outcome.ending == "major"
    assert outcome.winners == ("aragon",), "5 spaces each; 5T of Aragón on the board against 4T of Castilla"


@pytest.mark.rule("sanchos.phase4.scores-after-all-losses")
def test_a_side_that_reaches_ten_and_loses_points_in_the_same_phase_has_not_won() -> None:
    """Castilla (9) takes the tower r7 and loses the tower r4, in whatever order the sieges are processed."""
    g = losses("castilla garrison r3 1T", "castilla garrison r8 1T", "castilla garrison r1 1T",
               "castilla garrison r4 1T", "aragon garrison r7 1T", "castilla siege r7 2T", "najera siege r4 2T")
    assert scores(g) == (9, 4, 3) and g.outcome() is None
    g = losses("castilla garrison r3 1T", "castilla garrison r8 1T", "castilla garrison r1 1T",
               "castilla garrison r9 1T", "aragon garrison r7 1T", "castilla siege r7 2T", "najera siege r9 2T")
    assert scores(g) == (9, 4, 3) and g.outcome() is None


@pytest.mark.rule("sanchos.phase4.scores-after-all-losses")
def test_the_order_of_the_sieges_has_no_influence() -> None:
    """The same three sieges in all placements of their regions give the same result."""
    results = set()
    for one, two, three in permutations(("r1", "r4", "r7")):
        g = losses(f"castilla garrison {one} K", f"aragon siege {one} 2T", f"najera garrison {two} 1T",
                   f"castilla siege {two} 2T", "castilla garrison c-home 1T", "najera siege c-home 2T",
                   f"aragon garrison {three} 1T", f"najera siege {three} 3T")
        assert at(g, "c-home") == {"castilla field K", "najera garrison 1T"}
        results.add(scores(g))
    assert results == {(1, 7, 4)}
