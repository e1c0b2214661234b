"""Attack: its points and where it may be made."""

import pytest

from mesnada.games.sanchos.attack import why_not_attack
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import ARROW
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item
from tests.rules.sanchos.battlefield import at, field_of, laid_out, left, names, refused, roll_all

NO_TARGET = ("no-enemy-field-army", "sanchos.attack.needs-enemy-field-army")


def attacks(g):
    """The regions that may be attacked now."""
    return [name.removeprefix("attack ") for name in names(g) if name.startswith("attack")]


def attacked(g):
    """The Attacks declared so far: region and points."""
    return [(event["region"], event["points"]) for event in happened(g, "attacks")]


# -- points ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.attack.points")
def test_attack_takes_the_points_declared_and_the_rest_stay_for_other_actions():
    g = cp_turn(field_of("castilla field r5 1T", "aragon field r5 1T"), 3)
    do(g, "attack r5")
    assert names(g) == ["points 1", "points 2", "points 3"]
    assert refused(g, "points 4") == ("no-points-left", "sanchos.turn.cp-total")
    assert refused(g, "points 3") is None
    assert refused(g, "end") == ("not-now", "sanchos.attack.points")
    do(g, "points 2")
    assert roll_all(g) == ["castilla troop"] * 3 + ["aragon troop"]
    assert attacked(g) == [("r5", 2)]
    assert (decider(g), left(g)) == ("castilla", 1)
    assert "recruit" in names(g) and "end" in names(g)


@pytest.mark.rule("sanchos.attack.points")
def test_attack_is_one_battle_in_one_region():
    g = cp_turn(field_of("castilla field r5 1T", "aragon field r5 1T", "castilla field r7 1T", "najera field r7 1T"), 3)
    assert attacks(g) == ["r5", "r7"]
    do(g, "attack r7", "points 1")
    assert roll_all(g) == ["castilla troop", "castilla troop", "najera troop"]
    assert attacks(g) == []
    for region in ("r5", "r7"):
        assert refused(g, f"attack {region}") == ("one-attack", "sanchos.turn.one-attack")


@pytest.mark.rule("sanchos.attack.points")
def test_attack_with_the_only_cp_left_asks_for_no_number():
    g = do(cp_turn(field_of("castilla field r5 1T", "aragon field r5 1T"), 1), "attack r5")
    assert roll_all(g) == ["castilla troop"] * 2 + ["aragon troop"]
    assert attacked(g) == [("r5", 1)]


@pytest.mark.rule("sanchos.attack.points")
def test_attack_by_card_takes_all_its_points():
    g = field_of("najera field r5 1T", "aragon field r5 1T")
    card_action(g, "najera", item("attack", 3))
    assert attacked(g) == [("r5", 3)]
    assert roll_all(g) == ["najera troop"] * 4 + ["aragon troop"]


# -- whose pieces have to be there ------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.attack.needs-own-pieces")
@pytest.mark.parametrize("own", ["castilla field r7 1T", "castilla field r7 K", "castilla garrison r7 1T",
                                 "castilla garrison r7 K"])
def test_attack_with_field_army_or_garrison(own):
    g = cp_turn(field_of(own, "aragon field r7 1T", "aragon field r5 1T"), 1)
    assert attacks(g) == ["r7"]
    assert refused(g, "attack r5") == ("no-own-pieces", "sanchos.attack.needs-own-pieces")


@pytest.mark.rule("sanchos.attack.needs-own-pieces")
def test_attack_out_of_a_besieged_garrison():
    g = cp_turn(field_of("castilla garrison r7 1T", "aragon siege r7 2T"), 1)
    assert attacks(g) == ["r7"]
    do(g, "attack r7", "release 1t")
    assert roll_all(g) == ["castilla troop"] * 2 + ["aragon troop"] * 2


@pytest.mark.rule("sanchos.attack.needs-enemy-field-army")
def test_attack_needs_an_opponent_in_the_field():
    army = ("castilla field r5 3T", "aragon garrison r5 2T")
    g = cp_turn(field_of(*army), 1)
    assert attacks(g) == []
    assert refused(g, "attack r5") == NO_TARGET
    assert attacks(cp_turn(field_of(*army, "aragon field r5 1T"), 1)) == ["r5"]


@pytest.mark.rule("sanchos.attack.needs-enemy-field-army")
@pytest.mark.parametrize("enemy", ["aragon field r5 K", "najera field r5 1T", "najera field r5 K"])
def test_attack_on_any_field_army_of_any_opponent(enemy):
    assert attacks(cp_turn(field_of("castilla field r5 1T", "aragon garrison r5 1T", enemy), 1)) == ["r5"]


@pytest.mark.rule("sanchos.attack.needs-enemy-field-army")
@pytest.mark.parametrize("besiegers", ["aragon siege r5 2T", "aragon siege r5 K+1T"])
def test_attack_on_besiegers_who_count_as_field_army(besiegers):
    g = cp_turn(field_of("castilla field r5 1T", "najera garrison r5 1T", besiegers), 1)
    assert attacks(g) == ["r5"]


@pytest.mark.rule("sanchos.attack.needs-enemy-field-army")
@pytest.mark.parametrize("garrison", ["aragon garrison r5 K", "aragon garrison r5 K+3T", "aragon garrison r5 1T"])
def test_attack_on_a_garrison_alone_is_refused_even_to_its_besieger(garrison):
    free = cp_turn(field_of("castilla field r5 1T", garrison), 1)
    assert refused(free, "attack r5") == NO_TARGET
    besieged = cp_turn(field_of("castilla siege r5 5T", "castilla field r5 1T", garrison), 1)
    assert refused(besieged, "attack r5") == NO_TARGET


@pytest.mark.rule("sanchos.board.no-entry")
def test_nobody_attacks_or_besieges_in_a_closed_region():
    g = cp_turn(field_of("castilla field r5 2T", "aragon field r5 1T", closed_at={"r7": [3]}), 1)
    for action in ("attack r7", "besiege r7"):
        assert refused(g, action) == ("no-entry", "sanchos.board.no-entry")


# -- the attacker's own pieces ----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.attack.commits-at-least-one-piece")
@pytest.mark.parametrize(("garrison", "releases"), [
    ("1T", ["1t"]),
    ("2T", ["1t", "2t"]),
    ("K", ["k"]),
    ("K+1T", ["1t", "k", "k+1t"]),
])
def test_attack_from_a_garrison_commits_at_least_one_piece(garrison, releases):
    g = do(cp_turn(field_of(f"castilla garrison r5 {garrison}", "aragon field r5 1T"), 1), "attack r5")
    assert decider(g) == "castilla"
    assert names(g) == [f"release {what}" for what in releases]
    assert refused(g, "release none") == ("must-commit", "sanchos.attack.commits-at-least-one-piece")


@pytest.mark.rule("sanchos.attack.commits-at-least-one-piece")
def test_attack_with_a_field_army_need_not_commit_the_garrison():
    g = do(cp_turn(field_of("castilla garrison r5 2T", "castilla field r5 1T", "aragon field r5 1T"), 1), "attack r5")
    assert names(g) == ["release none", "release 1t", "release 2t"]


@pytest.mark.rule("sanchos.attack.commits-at-least-one-piece")
def test_defender_without_field_army_may_stay_inside():
    g = field_of("castilla field r5 1T", "najera field r5 1T", "aragon garrison r5 2T")
    do(cp_turn(g, 1), "attack r5")
    assert (decider(g), names(g)) == ("aragon", ["release none", "release 1t", "release 2t"])


# -- nobody is forced to give up a GS ---------------------------------------------------------------------------------

ATTACK_OR_MOVE = (item("attack", select="most-favourable"), item("move"))
LAST_PIECE = ("castilla garrison r5 1T", "castilla field r1 1T", "aragon field r5 1T")
FORCED = {"last-piece-attack": "forced"}


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_attack_with_the_last_garrison_piece_may_be_declined_then_the_alternative_is_due():
    g = card_action(field_of(*LAST_PIECE, commander="najera"), "castilla", *ATTACK_OR_MOVE)
    assert (decider(g), names(g)) == ("castilla", ["attack r5", "decline"])
    do(g, "decline")
    assert names(g) == ["move king", "move troop r1", "move garrison r5"]
    assert refused(g, "decline") == ("piece-must-move", "sanchos.action.as-fully-as-possible")
    do(g, "move troop r1", "to r3")
    assert g.over and attacked(g) == []


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_attack_with_the_last_garrison_piece_may_be_made():
    g = card_action(field_of(*LAST_PIECE, commander="najera"), "castilla", *ATTACK_OR_MOVE)
    do(g, "attack r5")
    assert names(g) == ["release 1t"]
    do(g, "release 1t")
    assert roll_all(g) == ["castilla troop"] * 2 + ["aragon troop"]
    assert g.over and happened(g, "moves") == []


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_a_besieged_garrison_of_any_size_may_stay_inside():
    g = field_of("castilla garrison r5 3T", "aragon siege r5 4T", "castilla field r1 1T", commander="najera")
    card_action(g, "castilla", *ATTACK_OR_MOVE)
    assert names(g) == ["attack r5", "decline"]


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
@pytest.mark.parametrize("pieces", [
    ["castilla garrison r5 2T", "aragon field r5 1T"],
    ["castilla garrison r5 K+1T", "aragon field r5 1T"],
    ["castilla garrison r5 1T", "castilla field r5 1T", "aragon field r5 1T"],
    ["castilla garrison r5 2T", "castilla field r5 1T", "aragon siege r5 3T"],
])
def test_an_attack_that_does_not_need_the_last_piece_is_due(pieces):
    g = card_action(field_of(*pieces, commander="najera"), "castilla", *ATTACK_OR_MOVE)
    assert attacked(g) == [("r5", 1)]
    assert names(g)[0].startswith("release")


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_a_region_counts_when_it_is_selected_and_after_its_refusal_the_next_is_taken():
    lines = ("castilla garrison r5 1T", "aragon field r5 1T", "castilla field r7 1T", "aragon field r7 3T")
    g = card_action(field_of(*lines, commander="najera"), "castilla", *ATTACK_OR_MOVE)
    assert names(g) == ["attack r5", "decline"]
    assert refused(g, "attack r7") == ("not-most-favourable", "sanchos.term.most-favourable")
    do(g, "decline")
    assert attacked(g) == [("r7", 1)]


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_a_bare_attack_cannot_be_declined_while_another_region_serves():
    lines = ("castilla garrison r5 1T", "aragon field r5 1T", "castilla field r7 1T", "aragon field r7 3T")
    g = card_action(field_of(*lines, commander="najera"), "castilla", item("attack"), item("move"))
    assert names(g) == ["attack r5", "attack r7"]
    assert refused(g, "decline") == ("order-must-be-done", "sanchos.action.first-two-are-orders")


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_commander_decides_for_najera():
    g = field_of("najera garrison r5 1T", "castilla field r5 1T", mode="2p", commander="aragon")
    card_action(g, "najera", *ATTACK_OR_MOVE)
    assert (decider(g), names(g)) == ("aragon", ["attack r5", "decline"])


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_third_action_may_be_declined_where_it_would_empty_a_garrison():
    menu = (item("attack"), item("fortify"))
    g = field_of("castilla garrison r5 1T", "aragon field r5 1T", commander="najera")
    card_action(g, "castilla", *menu, mode="menu", points=1)
    assert names(g) == ["attack r5", "decline"]
    do(g, "decline")
    assert g.over and attacked(g) == []


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_reading_forced_makes_the_attack_due():
    g = card_action(field_of(*LAST_PIECE, commander="najera", options=FORCED), "castilla", *ATTACK_OR_MOVE)
    assert attacked(g) == [("r5", 1)]
    assert names(g) == ["release 1t"]
    besieged = field_of("castilla garrison r5 3T", "aragon siege r5 4T", commander="najera", options=FORCED)
    card_action(besieged, "castilla", *ATTACK_OR_MOVE)
    assert attacked(besieged) == [("r5", 1)]
    assert names(besieged) == ["release 3t"]


@pytest.mark.rule("sanchos.attack.not-forced-to-empty-garrison")
def test_reading_forced_holds_in_a_tie_and_in_a_menu():
    lines = ("castilla garrison r5 1T", "aragon field r5 1T", "castilla garrison r7 1T", "aragon field r7 1T")
    g = card_action(field_of(*lines, commander="najera", options=FORCED), "castilla", *ATTACK_OR_MOVE)
    assert names(g) == ["attack r5", "attack r7"]
    assert refused(g, "decline") == ("order-must-be-done", "sanchos.action.first-two-are-orders")
    g = field_of("castilla garrison r5 1T", "aragon field r5 1T", commander="najera", options=FORCED)
    card_action(g, "castilla", item("attack"), item("fortify"), mode="menu", points=1)
    assert names(g) == ["attack r5"]
    assert refused(g, "decline") == ("option-must-be-used", "sanchos.action.third-is-a-choice")


# -- Auto-Sanchos -----------------------------------------------------------------------------------------------------


def auto_attack(*lines, arrow="lowest", **how):
    """Auto-Castilla attacks by a card; the player is Nájera."""
    g = field_of(*lines, mode="solo", commander="", arrow=arrow)
    return card_action(g, "castilla", item("attack", 1, **how), item("recruit", 3))


@pytest.mark.rule("sanchos.attack.auto-region")
def test_auto_sancho_attacks_where_it_is_most_favourable_and_with_its_king_in_a_tie():
    g = auto_attack("castilla field r3 3T", "najera field r3 2T", "castilla field r8 K+2T", "aragon field r8 2T",
                    "castilla field r9 1T", "aragon field r9 2T", "najera field r9 1T")
    assert attacked(g) == [("r8", 1)]
    assert happened(g, "tiebreak") == []
    assert g.b[ARROW] == 1


@pytest.mark.rule("sanchos.attack.auto-region")
def test_auto_sanchos_king_only_breaks_ties():
    g = auto_attack("castilla field r3 3T", "najera field r3 1T", "castilla field r8 K+2T", "aragon field r8 2T")
    assert attacked(g) == [("r3", 1)]


@pytest.mark.rule("sanchos.attack.auto-region")
@pytest.mark.parametrize(("arrow", "region", "after"), [("lowest", "r3", 2), ("highest", "r9", 1)])
def test_auto_sanchos_last_tie_break_is_the_token(arrow, region, after):
    g = auto_attack("castilla field r3 2T", "najera field r3 1T", "castilla field r7 2T", "aragon field r7 1T",
                    "castilla field r9 2T", "aragon field r9 1T", arrow=arrow)
    assert attacked(g) == [(region, 1)]
    assert happened(g, "tiebreak") == [{"regions": ["r3", "r7", "r9"], "region": region, "arrow": arrow}]
    assert g.b[ARROW] == after


@pytest.mark.rule("sanchos.attack.auto-region")
def test_auto_sancho_considers_only_regions_where_it_can_attack():
    g = auto_attack("castilla field r3 5T", "najera garrison r3 1T", "castilla field r9 1T", "aragon field r9 3T")
    assert attacked(g) == [("r9", 1)]


@pytest.mark.rule("sanchos.attack.auto-able")
@pytest.mark.parametrize("pieces", [
    ["castilla garrison r7 1T", "najera siege r7 2T"],
    ["castilla garrison r7 1T", "najera field r7 1T"],
    ["castilla garrison r7 K", "najera field r7 1T"],
])
def test_auto_sancho_cannot_attack_with_one_garrison_piece_alone(pieces):
    g = auto_attack(*pieces)
    assert attacked(g) == [] and g.over
    assert len(happened(g, "recruits")) == 3
    refusal = why_not_attack(g, SANCHOS.index("castilla"), g.t.index["r7"])
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("auto-keeps-garrison", "sanchos.attack.auto-able")


@pytest.mark.rule("sanchos.attack.auto-able")
def test_auto_sancho_sallies_out_of_a_besieged_garrison_with_all_but_one():
    g = auto_attack("castilla garrison r7 3T", "najera siege r7 4T")
    assert attacked(g) == [("r7", 1)]
    assert at(g, "r7") == {"castilla garrison 1T", "castilla field 2T", "najera field 4T"}
    laid_out(g, "castilla troop 1 1 1", "najera troop 1 1 1 1")
    assert at(g, "r7") == {"castilla garrison 1T", "castilla field 2T", "najera field 4T"}
    assert g.over and happened(g, "recruits") == []


@pytest.mark.rule("sanchos.attack.auto-able")
@pytest.mark.parametrize(("garrison", "out"), [("2T", "1T"), ("K+1T", "K")])
@pytest.mark.parametrize("enemy", ["najera field r7 3T", "najera siege r7 3T"])
def test_auto_sancho_attacks_out_of_a_garrison_of_two(garrison, out, enemy):
    g = auto_attack(f"castilla garrison r7 {garrison}", enemy)
    assert attacked(g) == [("r7", 1)]
    assert at(g, "r7") == {"castilla garrison 1T", f"castilla field {out}", "najera field 3T"}


@pytest.mark.rule("sanchos.attack.auto-able")
def test_auto_sancho_attacks_with_a_field_army_beside_its_last_garrison_piece():
    g = auto_attack("castilla garrison r7 1T", "castilla field r7 1T", "najera field r7 1T")
    assert attacked(g) == [("r7", 1)]
    assert at(g, "r7") == {"castilla garrison 1T", "castilla field 1T", "najera field 1T"}


@pytest.mark.rule("sanchos.attack.auto-able")
def test_the_players_own_garrison_of_one_may_attack():
    g = field_of("najera garrison r7 1T", "castilla field r7 1T", mode="solo", commander="najera")
    assert attacks(cp_turn(g, 1)) == ["r7"]
