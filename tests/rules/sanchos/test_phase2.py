"""Phase 2. Player Turns: the commander's turn and what surrounds it."""

from __future__ import annotations

import pytest

from mesnada.games.sanchos.model import ATTACKED, BESIEGED, CARD, DECK, DISCARDED, USED
from tests.games.sanchos.scenes import START, card_action, cp_turn, decider, do, happened, item, names, pieces, scene
from tests.rules.sanchos.asking import (
    happened_by,
    kinds,
    left,
    new_round,
    play,
    preferring,
    refused,
    reserve,
    starting,
    supply,
)

KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]
MODES = ("2p", "3p", "solo")


def turns(mode: str = "3p", card: str = "castilla-1b", sancho: str = "castilla"):
    """Phase 2 of a round in which a card has just been played; with castilla-1b Aragón acts before Nájera."""
    options = {"player": sancho} if mode == "solo" else {}
    g = new_round(scene(START, mode, commander=sancho, hands={sancho: [card]}, options=options,
                        deck=["castilla-1c", "castilla-2a"]))
    return do(g, f"play {card}")


def others_act(g) -> None:
    """The others carry out their action, until the commander is asked again or the card is gone."""
    play(g, lambda g: g.legal()[0].name, until=lambda g: decider(g) == "castilla" or bool(happened(g, "draws"))
         or g.legal()[0].verb == "draw")


# -- when ------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.turn.commander-picks-slot")
@pytest.mark.parametrize("mode", ["3p", "2p"])
@pytest.mark.parametrize("slot", [0, 1, 2])
def test_the_commander_takes_the_turn_before_between_or_after(mode: str, slot: int) -> None:
    g = turns(mode)
    for number in range(2):
        if number:
            others_act(g)
        assert (decider(g), names(g)) == ("castilla", ["take-turn", "wait"])
        assert refused(g, "recruit") == ("not-now", "sanchos.turn.commander-picks-slot")
        if number == slot:
            do(g, "take-turn", "recruit")
            break
        do(g, "wait")
    if slot == 2:
        # The last window is not put as a question: the turn is taken.
        play(g, lambda g: g.legal()[0].name, until=lambda g: len(happened(g, "command-turn")) == 1)
        assert happened_by(g, "card-turn") == ["aragon", "najera"]
        assert decider(g) == "castilla"
        assert "wait" not in names(g)
        do(g, "recruit")
    while not happened(g, "draws") and g.legal()[0].verb != "draw":
        assert "take-turn" not in names(g)
        do(g, names(g)[0])
    turn_course = kinds(g, "card-turn", "command-turn")
    assert turn_course.index("command-turn") == slot
    assert len(turn_course) == 3


@pytest.mark.rule("sanchos.turn.complete-turn")
def test_cps_are_not_divided_over_several_slots() -> None:
    g = turns(card="castilla-3a")
    do(g, "take-turn", "recruit")
    assert left(g) == 2
    do(g, "end")
    recruited = len(happened(g, "recruits"))
    while not happened(g, "draws") and g.legal()[0].verb != "draw":
        assert decider(g) != "castilla"
        do(g, names(g)[0])
    assert happened_by(g, "recruits").count("castilla") == recruited == 1
    assert kinds(g, "card-turn", "command-turn") == ["command-turn", "card-turn", "card-turn"]


# -- how many CPs ----------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.turn.cp-total")
@pytest.mark.parametrize(("card", "cp"), [("castilla-1c", 1), ("castilla-2a", 2), ("castilla-3a", 3)])
def test_no_more_cps_than_the_card_has(card: str, cp: int) -> None:
    g = turns(card=card)
    do(g, "take-turn")
    for number in range(cp):
        assert (decider(g), left(g)) == ("castilla", cp - number)
        do(g, "recruit")
    assert "recruit" not in names(g)
    assert reserve(g, "castilla") == 2 + cp
    assert happened_by(g, "card-turn") != []


@pytest.mark.rule("sanchos.turn.cp-total", "sanchos.attack.points")
def test_an_attack_takes_no_more_cps_than_are_left() -> None:
    g = cp_turn(scene(["castilla field r5 2T", "najera field r5 1T", *KINGS]), 3)
    do(g, "recruit", "attack r5")
    assert names(g) == ["points 1", "points 2"]
    assert refused(g, "points 3") == ("no-points-left", "sanchos.turn.cp-total")


@pytest.mark.rule("sanchos.turn.cp-total", "sanchos.besiege.two-pieces-per-point")
def test_a_besiege_takes_no_more_cps_than_are_left() -> None:
    g = cp_turn(scene(["castilla field r5 5T", "najera garrison r5 1T", *KINGS]), 3)
    do(g, "recruit", "besiege r5")
    assert names(g) == ["points 1", "points 2"]
    assert refused(g, "points 3") == ("no-points-left", "sanchos.turn.cp-total")


MUST = ("must-use-points", "sanchos.turn.must-use-points")


@pytest.mark.rule("sanchos.turn.must-use-points")
@pytest.mark.parametrize(
    ("option", "at_once", "after_one", "after_two"),
    [(None, MUST, None, None), ("all-but-one", MUST, None, None), ("all", None, None, None),
     ("none", MUST, MUST, MUST)],
)
def test_how_many_cps_may_lie_unspent(
    option: str | None, at_once: tuple[str, str] | None, after_one: tuple[str, str] | None,
    after_two: tuple[str, str] | None,
) -> None:
    g = cp_turn(scene(START, options={"unspent-cps": option} if option else {}), 3)
    assert refused(g, "end") == at_once
    do(g, "recruit")
    assert refused(g, "end") == after_one
    do(g, "recruit")
    assert refused(g, "end") == after_two
    if after_two is None:
        do(g, "end")
        assert g.over or decider(g) != "castilla"
        assert reserve(g, "castilla") == 4
        assert left(g) == 0


@pytest.mark.rule("sanchos.turn.must-use-points")
@pytest.mark.parametrize("option", ["all-but-one", "none", "all"])
def test_without_anything_possible_the_turn_is_empty(option: str) -> None:
    start = ["castilla garrison c-home K+3T", "aragon siege c-home 5T", "castilla garrison r9 11T",
             "najera siege r9 12T", "najera field n-home K", "aragon field a-home K"]
    g = scene(start, options={"unspent-cps": option}, reserve_troops={"castilla": 0})
    assert (supply(g, "castilla"), reserve(g, "castilla")) == (0, 0)
    cp_turn(g, 2)
    g.b[ATTACKED] = 1
    g._legal = None
    assert names(g) == ["end"]
    assert g.b[USED] == 0
    do(g, "end")
    assert g.over
    assert left(g) == 0


@pytest.mark.rule("sanchos.turn.must-use-points", "sanchos.move.last-garrison-piece-voluntary",
                  "sanchos.attack.not-forced-to-empty-garrison")
def test_nobody_has_to_spend_cps_on_giving_up_a_garrison_space() -> None:
    start = ["castilla garrison c-home K", "castilla garrison r1 3T", "aragon siege r1 5T", "castilla garrison r9 11T",
             "najera siege r9 12T", "najera field n-home K", "aragon field a-home K"]
    for forced in ("voluntary", "forced"):
        g = scene(start, options={"last-piece-attack": forced}, reserve_troops={"castilla": 0})
        cp_turn(g, 2)
        assert set(names(g)) - {"end"} == {"move king", "attack r1", "attack r9"}
        assert refused(g, "end") == (MUST if forced == "forced" else None)
    # With one more piece that can be moved freely there is something to spend a CP on.
    g = scene([line.replace("garrison r1 3T", "garrison r1 2T") for line in start] + ["castilla field r12 1T"],
              reserve_troops={"castilla": 0})
    assert refused(cp_turn(g, 2), "end") == MUST


# -- mixing ----------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.turn.free-mix")
@pytest.mark.parametrize(
    "course",
    [["recruit", "deploy home", "recruit"], ["deploy king", "deploy castle", "deploy home"],
     ["fortify king c-home", "recruit", "fortify troop c-home"], ["recruit", "recruit", "recruit"]],
)
def test_cps_are_mixed_and_repeated_in_any_order(course: list[str]) -> None:
    g = cp_turn(scene(START, reserve_troops={"castilla": 3}), 3)
    for number, action in enumerate(course):
        assert left(g) == 3 - number
        assert refused(g, action) is None
        do(g, action)
    assert g.over or decider(g) != "castilla"
    g = cp_turn(scene(["castilla field r3 2T", *KINGS]), 3)
    do(g, "move troop r3", "to r5", "fortify troop r5", "move troop r3", "to r4")
    assert {"castilla garrison r5 1T", "castilla field r4 1T"} <= pieces(g)


@pytest.mark.rule("sanchos.turn.free-mix", "sanchos.turn.one-attack")
def test_a_move_an_attack_and_another_move() -> None:
    g = cp_turn(scene(["castilla field r3 2T", "castilla field r8 1T", "najera field r5 1T", "najera field r8 1T",
                       *KINGS]), 3)
    do(g, "move troop r3", "to r5", "attack r5", "points 1", 6, 2, 3, "hit najera troop 3")
    assert (decider(g), left(g)) == ("castilla", 1)
    # An Attack is no longer possible, although r8 would do.
    assert starting(g, "attack") == set()
    for region in ("r5", "r8"):
        assert refused(g, f"attack {region}") == ("one-attack", "sanchos.turn.one-attack")
    do(g, "move troop r3", "to r4")
    assert {"castilla field r5 1T", "castilla field r4 1T"} <= pieces(g)
    assert supply(g, "najera") == 11


@pytest.mark.rule("sanchos.turn.one-attack", "sanchos.turn.one-besiege")
def test_one_attack_and_one_besiege_go_together() -> None:
    start = ["castilla field r5 4T", "najera field r5 1T", "najera garrison r5 1T", "castilla field r10 2T",
             "aragon garrison r10 1T", "aragon field r9 1T", "castilla field r9 1T", *KINGS]
    for first in ("attack", "besiege"):
        g = cp_turn(scene(start), 3)
        if first == "attack":
            do(g, "attack r9", "points 1", 1, 1, 2, "hit castilla troop 1")
            assert starting(g, "attack") == set()
            assert starting(g, "besiege") == {"besiege r5", "besiege r10"}
            do(g, "besiege r10", "points 1", "besiegers 2t")
        else:
            do(g, "besiege r10", "points 1", "besiegers 2t")
            assert starting(g, "besiege") == set()
            assert refused(g, "besiege r5") == ("one-besiege", "sanchos.turn.one-besiege")
            assert starting(g, "attack") == {"attack r5", "attack r9"}
            do(g, "attack r9", "points 1", 1, 1, 2, "hit castilla troop 1")
        assert (decider(g), left(g)) == ("castilla", 1)
        assert "castilla siege r10 2T" in pieces(g)
        assert refused(g, "attack r5") == ("one-attack", "sanchos.turn.one-attack")
        assert refused(g, "besiege r5") == ("one-besiege", "sanchos.turn.one-besiege")
        assert {"recruit", "deploy king", "move king", "move troop r5", "end"} <= set(names(g))


@pytest.mark.rule("sanchos.turn.one-besiege", "sanchos.intercept.siege-fails")
def test_a_besiege_that_was_beaten_off_counts() -> None:
    start = ["castilla field r5 2T", "najera field r5 1T", "najera garrison r5 1T", "castilla field r10 2T",
             "aragon garrison r10 1T", *KINGS]
    g = cp_turn(scene(start), 3)
    do(g, "besiege r5", "points 1", "besiegers 2t", "intercept yes", 6, 5, 4, "hit castilla troop 5")
    assert not any(" siege " in line for line in pieces(g))
    assert (decider(g), left(g)) == ("castilla", 2)
    assert starting(g, "besiege") == set()
    assert refused(g, "besiege r10") == ("one-besiege", "sanchos.turn.one-besiege")


@pytest.mark.rule("sanchos.turn.one-attack", "sanchos.turn.one-besiege")
def test_the_next_turn_has_its_own_attack_and_besiege() -> None:
    start = ["castilla field r5 4T", "najera field r5 1T", "najera garrison r5 1T", "castilla field c-home K",
             "najera garrison n-home K", "aragon field a-home K"]
    g = cp_turn(scene(start), 3)
    g.b[ATTACKED] = g.b[BESIEGED] = 1
    g._legal = None
    assert starting(g, "attack", "besiege") == set()
    do(g, "recruit", "recruit", "recruit")
    cp_turn(g, 3)
    assert starting(g, "attack", "besiege") == {"attack r5", "besiege r5"}


# -- afterwards ------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.turn.discard-card")
def test_the_played_card_is_discarded_after_all_turns() -> None:
    g = turns(card="castilla-1c")
    card = g.t.card_index["castilla-1c"]
    discarded = sum(place == DISCARDED for place in g.b[CARD : CARD + 27])
    do(g, "take-turn", "recruit")
    while g.legal()[0].verb != "draw":
        assert g.b[CARD + card] != DISCARDED
        do(g, names(g)[0])
    assert g.b[CARD + card] == DISCARDED
    assert sum(place == DISCARDED for place in g.b[CARD : CARD + 27]) == discarded + 1


@pytest.mark.rule("sanchos.turn.discard-card", "sanchos.phase3.skip-when-empty")
def test_the_discard_pile_is_never_drawn_from() -> None:
    g = new_round(scene(START, hands={"castilla": ["castilla-1c"], "najera": ["najera-1a"]}, deck=[]))
    do(g, "play castilla-1c")
    play(g, preferring("take-turn", "recruit", "deploy home"), until=lambda g: len(happened(g, "round")) > 1)
    assert g.b[DECK] == 0
    assert happened(g, "draws") == []
    assert decider(g) == "najera"
    assert sum(place == DISCARDED for place in g.b[CARD : CARD + 27]) == 26


# -- solo ------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.turn.solo-player-executes")
def test_an_auto_sanchos_turn_asks_nothing_and_is_always_the_same() -> None:
    start = ["najera field r4 2T", "najera field r9 2T", "castilla field r5 2T", "castilla garrison r3 1T",
             "castilla field r10 1T", "aragon garrison r8 1T", "najera field r8 2T", *KINGS]
    orders = [item("recruit", 1), item("fortify", 1), item("deploy", 1, to="home"), item("move", 3),
              item("besiege", 3, select="most-favourable"), item("move", 2, to="empty")]
    results = set()
    for _ in range(2):
        g = scene(start, "solo", options={"player": "castilla"}, commander="castilla", arrow="highest")
        card_action(g, "najera", *orders, mode="all")
        assert g.over
        results.add((g.hash(), tuple(sorted(pieces(g)))))
        assert happened(g, "tiebreak") != []
    assert len(results) == 1
    other = scene(start, "solo", options={"player": "castilla"}, commander="castilla", arrow="lowest")
    card_action(other, "najera", *orders, mode="all")
    assert sorted(pieces(other)) not in [list(lines) for _, lines in results]


@pytest.mark.rule("sanchos.turn.solo-player-executes", "sanchos.action.named-sancho-decides")
def test_in_an_auto_sanchos_attack_the_player_decides_for_the_own_pieces_alone() -> None:
    start = ["najera field r5 2T", "castilla field r5 1T", "castilla garrison r5 1T", "aragon field r5 1T", *KINGS]
    g = scene(start, "solo", options={"player": "castilla"}, commander="castilla")
    card_action(g, "najera", item("attack", 1))
    assert (decider(g), names(g)) == ("castilla", ["release none", "release 1t"])
    do(g, "release 1t")
    asked = []
    faces = iter([1, 1, 2, 3, 6, 5])
    while not g.over:
        if decider(g) == "chance":
            do(g, next(faces))
        else:
            asked.append((decider(g), names(g)[0].split()[0]))
            do(g, names(g)[0])
    assert set(asked) == {("castilla", "hit")}
