"""Game Sequence; Armies, Field Armies, and Garrisons."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import GARRISON_PLACE, GARRISON_T, KING_PLACE, KING_REGION, OWNER, ROUND, SanchosState
from mesnada.games.sanchos.pack.loading import load_content
from tests.games.sanchos.scenes import START, card_action, cp_turn, decider, do, happened, item, names, pieces, scene
from tests.rules.sanchos.asking import (
    at_random,
    commander,
    fresh,
    hand_size,
    happened_by,
    kinds,
    left,
    new_round,
    play,
    preferring,
    random_games,
    refused,
    scores,
    supply,
)

KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]


# -- the four phases -------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.round.four-phases")
def test_a_siege_takes_its_first_losses_after_the_draw_of_its_round() -> None:
    start = ["castilla field r8 2T", "aragon garrison r8 1T", "najera garrison n-home K", *KINGS[::2]]
    g = new_round(scene(start, hands={"castilla": ["castilla-1c"], "najera": ["najera-1a"]}, deck=["aragon-1a"]))
    do(g, "play castilla-1c", "take-turn", "besiege r8")
    do(g, "besiegers 2t", "deploy home")
    assert decider(g) == "chance"
    assert names(g) == ["draw aragon-1a"]
    assert {"castilla siege r8 2T", "aragon garrison r8 1T"} <= pieces(g)
    do(g, "draw aragon-1a")
    assert "castilla garrison r8 1T" in pieces(g)
    course = kinds(g, "round", "plays", "command-turn", "siege-starts", "card-turn", "draws", "siege-loss", "occupies")
    assert course == ["round", "plays", "command-turn", "siege-starts", "card-turn", "card-turn", "draws",
                      "siege-loss", "siege-loss", "occupies", "round"]
    assert (commander(g), g.b[ROUND], decider(g)) == ("najera", 2, "najera")


@pytest.mark.rule("sanchos.round.reserve-skips-turns")
@pytest.mark.parametrize("mode", ["2p", "3p", "solo"])
def test_reserving_skips_the_turns_and_nothing_else(mode: str) -> None:
    start = ["castilla siege r8 3T", "aragon garrison r8 2T", *KINGS]
    hands = {"castilla": ["castilla-1c", "najera-3a"]} | ({} if mode == "solo" else {"aragon": ["najera-1a"]})
    g = scene(start, mode, hands=hands, deck=["aragon-1a", "aragon-1b"],
              options={"player": "castilla"} if mode == "solo" else {})
    new_round(g)
    do(g, "reserve castilla-1c")
    assert (decider(g), names(g)) == ("chance", ["draw aragon-1a", "draw aragon-1b"])
    do(g, "draw aragon-1b")
    assert kinds(g, "card-turn", "command-turn", "plays") == []
    assert kinds(g, "round", "reserves", "draws", "siege-loss") == [
        "round", "reserves", "draws", "siege-loss", "siege-loss", "round"]
    assert {"castilla siege r8 2T", "aragon garrison r8 1T"} <= pieces(g)
    assert hand_size(g, "castilla") == 2
    assert commander(g) == {"2p": "aragon", "3p": "aragon", "solo": None}[mode]


@pytest.mark.rule("sanchos.round.others-use-card-actions")
def test_the_others_act_in_the_order_of_the_card() -> None:
    # Castilla-1a: Nájera Fortify 1, Aragón Deploy 1 to King. Castilla-1b: Aragón Move, Nájera Besiege or Fortify.
    for card, order in (("castilla-1a", ["najera", "aragon"]), ("castilla-1b", ["aragon", "najera"])):
        g = new_round(scene(START, hands={"castilla": [card]}))
        do(g, f"play {card}", "wait")
        play(g, lambda g: g.legal()[0].name, until=lambda g: decider(g) == "castilla")
        assert happened_by(g, "card-turn") == order[:1]
        do(g, "wait")
        play(g, lambda g: g.legal()[0].name, until=lambda g: decider(g) == "castilla")
        assert happened_by(g, "card-turn") == order
    # What they do is what is printed for them.
    g = new_round(scene(START, hands={"castilla": ["castilla-1a"]}))
    do(g, "play castilla-1a", "wait")
    assert (decider(g), set(names(g))) == ("najera", {"fortify troop n-home", "fortify king n-home"})
    do(g, "fortify king n-home", "wait")
    assert {"najera garrison n-home K+1T", "aragon field a-home K+4T"} <= pieces(g)


@pytest.mark.rule("sanchos.round.commander-skips-own-action")
@pytest.mark.parametrize(
    ("sancho", "card"),
    [("castilla", "najera-3a"), ("castilla", "aragon-2a"), ("castilla", "castilla-3a"), ("najera", "najera-3a"),
     ("aragon", "najera-3a"), ("najera", "castilla-1a"), ("aragon", "castilla-1a")],
)
@pytest.mark.parametrize("mode", ["3p", "solo"])
def test_the_commander_has_cps_and_no_printed_action(mode: str, sancho: str, card: str) -> None:
    options = {"player": sancho} if mode == "solo" else {}
    g = new_round(scene(START, mode, commander=sancho, hands={sancho: [card]}, options=options))
    do(g, f"play {card}", "take-turn")
    printed = next(c for c in load_content().cards if c.id == card)
    assert left(g) == printed.cp
    assert {"recruit", "end"} & set(names(g)) == {"recruit"}
    play(g, preferring("wait", "recruit"), until=lambda g: bool(happened(g, "draws")) or g.b[ROUND] > 1)
    assert happened_by(g, "card-turn") == [a.sancho for a in printed.actions if a.sancho != sancho]
    assert happened_by(g, "recruits").count(sancho) == printed.cp
    assert not [e for e in g.events or [] if e.params.get("sancho") == sancho and e.kind.startswith("fortifies")]


# -- who commands next -----------------------------------------------------------------------------


def commanders(g: Any, number: int) -> list[str | None]:
    """Who commands the next rounds, if nobody does more than recruit."""
    found: list[str | None] = []
    while len(found) < number and not g.over:
        found.append(commander(g))
        now = g.b[ROUND]
        play(g, preferring("play", "take-turn", "recruit"), until=lambda g, now=now: g.b[ROUND] > now)  # type: ignore[misc]
    return found


HANDS = {s: [f"{s}-1a", f"{s}-1b", f"{s}-2a"] for s in SANCHOS}


@pytest.mark.rule("sanchos.round.next-commander")
@pytest.mark.parametrize(
    ("mode", "first", "course"),
    [("3p", "castilla", ["castilla", "najera", "aragon", "castilla"]),
     ("3p", "najera", ["najera", "aragon", "castilla", "najera"]),
     ("2p", "castilla", ["castilla", "aragon", "castilla", "aragon"]),
     ("2p", "aragon", ["aragon", "castilla", "aragon", "castilla"])],
)
def test_the_next_player_clockwise_commands(mode: str, first: str, course: list[str]) -> None:
    hands = {s: cards for s, cards in HANDS.items() if mode == "3p" or s != "najera"}
    g = new_round(scene(START, mode, commander=first, hands=hands, deck=[]))
    assert commanders(g, 4) == course


@pytest.mark.rule("sanchos.round.commander-without-cards", "sanchos.phase1.reserved-card-is-not-playable-here")
def test_who_has_no_card_is_passed_over() -> None:
    g = new_round(scene(START, hands={"castilla": ["castilla-1a"], "aragon": ["aragon-1a", "aragon-1b"]}, deck=[],
                        face_down={"najera": ["najera-1a"]}))
    assert commanders(g, 9) == ["castilla", "aragon", "aragon"]
    assert g.over
    outcome = g.outcome()
    assert outcome is not None
    assert outcome.ending == "minor"


def quiet_game(mode: str, seed: int) -> tuple[SanchosState, int, list[bool]]:
    """A game of players who avoid to do much; the number of cards dealt; of each round whether a card was drawn."""
    g = fresh(mode)
    quiet = preferring("wait", "end", "recruit", "deploy home", "decline", "stop", "pass", seed=seed)
    play(g, quiet, until=lambda g: bool(g.b[ROUND]))
    dealt = len(happened(g, "draws"))
    drew: list[bool] = []
    while not g.over:
        now, before = g.b[ROUND], len(happened(g, "draws"))
        play(g, quiet, until=lambda g, now=now: g.b[ROUND] > now)  # type: ignore[misc]
        drew.append(len(happened(g, "draws")) > before)
    return g, dealt, drew


@pytest.mark.rule("sanchos.round.after-deck-is-empty", "sanchos.phase3.skip-when-empty")
@pytest.mark.parametrize("mode", ["3p", "2p"])
def test_a_game_that_nobody_wins_before_goes_on_until_all_hands_are_empty(mode: str) -> None:
    for seed in range(50):
        g, dealt, drew = quiet_game(mode, seed)
        outcome = g.outcome()
        assert outcome is not None
        if outcome.ending == "minor":
            break
    else:
        raise AssertionError("somebody always has 10 VP")
    assert dealt == {"3p": 9, "2p": 6}[mode]
    assert g.b[ROUND] == GAME.bound(mode) == 27
    assert drew == [True] * (27 - dealt) + [False] * dealt
    assert [hand_size(g, s) for s in SANCHOS] == [0, 0, 0]


# -- Nájera in a 2-player game ---------------------------------------------------------------------


@pytest.mark.rule("sanchos.najera2p.never-commander")
def test_najera_never_commands_with_two_players() -> None:
    for seed, g in enumerate(random_games("2p", 5)):
        g.events = []
        choose = at_random(seed)
        seen: set[str | None] = set()
        while not g.over:
            do(g, choose(g))
            seen.add(commander(g))
            assert hand_size(g, "najera") == 0
        assert seen - {None} == {"castilla", "aragon"}
        assert "najera" not in happened_by(g, "plays") + happened_by(g, "reserves") + happened_by(g, "command-turn")


@pytest.mark.rule("sanchos.najera2p.controlled-by-commander")
def test_the_commander_of_the_round_decides_for_najera() -> None:
    hands = {"castilla": ["castilla-1a"], "aragon": ["castilla-1b"]}
    g = new_round(scene(START, "2p", commander="aragon", hands=hands, deck=[]))
    do(g, "play castilla-1b", "take-turn", "recruit")
    assert (decider(g), set(names(g))) == ("aragon", {"fortify troop n-home", "fortify king n-home"})
    play(g, preferring("fortify", "move"), until=lambda g: g.b[ROUND] > 1)
    do(g, "play castilla-1a", "wait")
    assert (decider(g), set(names(g))) == ("castilla", {"fortify troop n-home", "fortify king n-home"})


@pytest.mark.rule("sanchos.najera2p.controlled-by-commander", "sanchos.intercept.optional-once")
@pytest.mark.parametrize("boss", ["castilla", "aragon"])
def test_the_commander_says_whether_najera_intercepts(boss: str) -> None:
    start = [f"{boss} field r5 2T", "najera garrison r5 1T", "najera field r5 3T", *KINGS]
    g = cp_turn(scene(start, "2p", commander=boss), 1)
    do(g, "besiege r5", "besiegers 2t")
    assert (decider(g), names(g)) == (boss, ["intercept no", "intercept yes"])
    do(g, "intercept no")
    assert f"{boss} siege r5 2T" in pieces(g)


@pytest.mark.rule("sanchos.najera2p.controlled-by-commander")
@pytest.mark.parametrize("boss", ["castilla", "aragon"])
def test_the_commander_takes_najeras_part_in_a_battle(boss: str) -> None:
    other = "aragon" if boss == "castilla" else "castilla"
    start = [f"{other} field r5 1T", "najera garrison r5 1T", "najera field r5 1T", *KINGS]
    g = scene(start, "2p", commander=boss, face_up={"najera": ["najera-1a"]})
    card_action(g, other, item("attack", 1))
    # Release, Reserved card, column and hit of Nájera, although the attacker is the other player.
    assert (decider(g), names(g)) == (boss, ["release none", "release 1t"])
    do(g, "release 1t")
    do(g, 6, 4, 5, 3)
    assert (decider(g), names(g)) == (boss, ["pass", "use najera-1a"])
    do(g, "use najera-1a")
    assert (decider(g), names(g)) == (boss, ["column 5", "column 3"])
    do(g, "column 3", 2)
    assert decider(g) == other
    do(g, "hit najera troop 2")
    assert (decider(g), names(g)) == (boss, [f"hit {other} troop 4"])


@pytest.mark.rule("sanchos.najera2p.controlled-by-commander", "sanchos.action.tie-player-chooses")
@pytest.mark.parametrize("boss", ["castilla", "aragon"])
def test_the_commander_settles_najeras_ties(boss: str) -> None:
    start = ["najera field r4 2T", "najera field r9 2T", "castilla field r7 1T", "aragon field r10 1T",
             "castilla garrison c-home K", "najera field n-home K", "aragon garrison a-home K"]
    g = scene(start, "2p", commander=boss)
    card_action(g, "najera", item("move", 1, to="weakest"))
    assert (decider(g), names(g)) == (boss, ["army r4", "army r9"])
    do(g, "army r9")
    assert (decider(g), names(g)) == (boss, ["target r7", "target r10"])
    do(g, "target r7")
    assert (decider(g), names(g)) == (boss, ["move troop r9"])


@pytest.mark.rule("sanchos.najera2p.acts-every-played-card")
def test_a_played_card_is_used_by_three_hands() -> None:
    # Castilla-1b has Aragón first, Nájera second.
    for slot in range(3):
        g = new_round(scene(START, "2p", hands={"castilla": ["castilla-1b"]}))
        do(g, "play castilla-1b")
        waited = 0
        while not happened(g, "draws") and not g.over and g.b[ROUND] == 1:
            if "wait" in names(g):
                do(g, "take-turn" if waited == slot else "wait")
                waited += 1
            elif "recruit" in names(g) and decider(g) == "castilla" and left(g) == 1:
                do(g, "recruit")
            else:
                do(g, names(g)[0])
        turns = [f"{e.kind} {e.params['sancho']}" for e in g.events or [] if e.kind in ("card-turn", "command-turn")]
        wanted = ["card-turn aragon", "card-turn najera"]
        wanted.insert(slot, "command-turn castilla")
        assert turns == wanted


# -- solo ------------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.solo.alternate-rounds")
@pytest.mark.parametrize("first", ["reserve", "play"])
def test_every_second_solo_round_has_no_commander(first: str) -> None:
    g = play(fresh("solo"), at_random(3), until=lambda g: bool(g.b[ROUND]))
    quiet = preferring(first, "play", "take-turn", "recruit", "end", "decline", "deploy home", "pass")
    course: list[str | None] = []
    while len(course) < 6 and not g.over:
        course.append(commander(g))
        now = g.b[ROUND]
        assert now == len(course)
        play(g, quiet, until=lambda g, now=now: g.b[ROUND] > now)  # type: ignore[misc]
    assert course == ["najera", None, "najera", None, "najera", None]


@pytest.mark.rule("sanchos.solo.auto-never-uses-cp")
def test_auto_sanchos_act_by_their_printed_action_alone() -> None:
    # Najera-2b: Aragón Deploy 2 to Home, Castilla Deploy 2 to King; 2 CP.
    g = new_round(scene(START, "solo", commander="najera", options={"player": "najera"},
                        hands={"najera": ["najera-2b"]}))
    do(g, "play najera-2b", "wait", "wait", "recruit", "recruit")
    assert decider(g) == "chance"
    assert happened(g, "command-turn") == [{"sancho": "najera", "cp": 2}]
    assert happened_by(g, "card-turn") == ["aragon", "castilla"]
    did = Counter((s, e.kind) for e in g.events or [] if (s := e.params.get("sancho")) in ("castilla", "aragon"))
    assert did == {("aragon", "card-turn"): 1, ("aragon", "deploys-castle"): 2, ("castilla", "card-turn"): 1,
                   ("castilla", "deploys"): 2}
    assert [supply(g, s) for s in SANCHOS] == [8, 6, 8]


@pytest.mark.rule("sanchos.solo.auto-never-uses-cp", "sanchos.solo.phase1.all-use-actions")
def test_nobody_uses_cps_without_a_commander() -> None:
    g = new_round(scene(START, "solo", commander="", options={"player": "najera"}, deck=["najera-2b", "najera-2c"]))
    do(g, "draw najera-2b")
    play(g, at_random(1), until=lambda g: g.b[ROUND] > 1)
    assert happened(g, "command-turn") == []
    assert happened_by(g, "card-turn") == ["aragon", "castilla", "najera"]


# -- Armies, Field Armies, and Garrisons -----------------------------------------------------------


@pytest.mark.rule("sanchos.army.definition", "sanchos.term.strongest-army")
@pytest.mark.parametrize(
    ("rival", "armies"),
    [("castilla field r9 4T", {"r3"}), ("castilla field r9 5T", {"r9"}), ("castilla garrison r9 4T", {"r3"})],
)
def test_an_army_is_all_pieces_of_a_region(rival: str, armies: set[str]) -> None:
    """In r3: FA K+1T, Garrison 2T, together 4 pieces with K."""
    start = ["castilla field r3 K+1T", "castilla garrison r3 2T", rival, *KINGS[1:]]
    g = scene(start, commander="najera")
    card_action(g, "castilla", item("move", 1, to="empty"))
    chosen = {action.words[-1] for action in g.legal() if action.verb == "target"}
    assert armies == ({"r3"} if chosen <= {"c-home", "r1", "r4", "r5"} else {"r9"})


@pytest.mark.rule("sanchos.army.definition", "sanchos.term.strongest-army")
def test_besiegers_are_part_of_an_army() -> None:
    start = ["castilla field r3 1T", "castilla siege r3 3T", "najera garrison r3 2T", "castilla field r9 3T", *KINGS]
    g = scene(start, commander="najera")
    card_action(g, "castilla", item("move", 1, to="empty"))
    assert set(names(g)) == {"target r1", "target r4", "target r5"}


@pytest.mark.rule("sanchos.army.field-army-includes-besiegers", "sanchos.battle.dice-per-piece")
@pytest.mark.parametrize(("loose", "dice"), [(["aragon field r5 1T"], 3), ([], 2)])
def test_besiegers_belong_to_the_field_army(loose: list[str], dice: int) -> None:
    start = [*loose, "aragon siege r5 2T", "najera garrison r5 1T", "castilla field r5 1T", *KINGS]
    g = cp_turn(scene(start), 1)
    assert refused(g, "attack r5") is None
    do(g, "attack r5", "release none", 1, 1)
    assert happened_by(g, "rolls") == ["castilla"] * 2
    while decider(g) == "chance":
        do(g, 2)
    assert happened_by(g, "rolls")[2:] == ["aragon"] * dice


@pytest.mark.rule("sanchos.army.garrison")
@pytest.mark.parametrize("mode", ["2p", "3p", "solo"])
def test_a_space_holds_one_sancho_and_a_region_all_three(mode: str) -> None:
    for seed, g in enumerate(random_games(mode, 3)):
        choose = at_random(seed)
        most = 0
        while not g.over:
            do(g, choose(g))
            garrisons = Counter(line.split()[2] for line in pieces(g) if line.split()[1] == "garrison")
            assert max(garrisons.values(), default=0) <= 1
            # Troops and Kings inside a space are those of its owner.
            for r in g.t.open:
                inside = [s for s in range(3) if g.b[KING_REGION + s] == r and g.b[KING_PLACE + s] == GARRISON_PLACE]
                assert inside in ([], [g.b[OWNER + r] - 1])
                assert g.b[OWNER + r] or not g.b[GARRISON_T + r]
            fields = Counter(line.split()[2] for line in pieces(g) if line.split()[1] == "field")
            most = max(most, *fields.values())
        assert most >= 2


@pytest.mark.rule("sanchos.army.garrison", "sanchos.fortify.space-empty-or-own")
def test_three_field_armies_stand_around_one_garrison() -> None:
    start = ["castilla field r5 1T", "najera field r5 1T", "aragon field r4 1T", "najera garrison r5 1T", *KINGS]
    g = cp_turn(scene(start, commander="aragon"), 2)
    do(g, "move troop r4", "to r5")
    assert {"castilla field r5 1T", "najera field r5 1T", "aragon field r5 1T", "najera garrison r5 1T"} <= pieces(g)
    assert refused(g, "fortify troop r5") == ("enemy-garrison", "sanchos.fortify.space-empty-or-own")


@pytest.mark.rule("sanchos.army.no-intrinsic-defenders")
@pytest.mark.parametrize("mode", ["2p", "3p", "solo"])
def test_an_empty_enemy_home_castle_is_occupied_with_one_point(mode: str) -> None:
    options = {"player": "castilla"} if mode == "solo" else {}
    start = ["castilla field n-home 1T", "najera field n-home K+3T", *KINGS[::2]]
    g = cp_turn(scene(start, mode, options=options), 1)
    before = g.side_scores()
    do(g, "fortify troop n-home")
    assert "castilla garrison n-home 1T" in pieces(g)
    assert kinds(g, "attacks", "declares-siege", "rolls") == []
    if mode == "solo":
        assert (before, g.side_scores()) == ({"player": 0, "auto": 0}, {"player": 2, "auto": 0})
    else:
        assert scores(g) == (3, 0, 0)
