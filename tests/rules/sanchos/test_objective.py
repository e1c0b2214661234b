"""Objective: what scores, when it scores, and who is whose opponent."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.drawing.board import DieScene, Group, RegionScene, Scene, draw
from mesnada.games.sanchos.pack.loading import load_content
from tests.games.sanchos.scenes import card_action, cp_turn, decider, do, happened, item, names, pieces, scene
from tests.rules.sanchos.asking import (
    at_random,
    random_games,
    refused,
    rules_of,
    score,
    scores,
    standing,
    supply,
)

KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]
MODES = ("2p", "3p", "solo")


@pytest.mark.rule("sanchos.score.sum-of-garrisons")
def test_score_is_the_sum_of_occupied_spaces_whatever_stands_in_them() -> None:
    g = cp_turn(scene(["castilla field c-home 4T", "castilla field r1 K", *KINGS[1:]]), 5)
    course = [score(g, "castilla")]
    for action in ["fortify troop c-home"] * 4 + ["fortify king r1"]:
        do(g, action)
        course.append(score(g, "castilla"))
    assert course == [0, 3, 3, 3, 3, 4]
    assert {"castilla garrison c-home 4T", "castilla garrison r1 K"} <= pieces(g)


@pytest.mark.rule("sanchos.score.sum-of-garrisons")
@pytest.mark.parametrize("mode", MODES)
def test_score_always_agrees_with_the_board(mode: str) -> None:
    for seed, g in enumerate(random_games(mode, 4)):
        home = 2 if mode == "solo" else 3
        value = {r.id: {"home": home, "castle": 2, "tower": 1}[r.fort] for r in g.t.board.regions}
        choose = at_random(seed)
        seen = set()
        while True:
            held = {(s, region) for s, place, region, _, _ in standing(g) if place == "garrison"}
            points = {name: sum(value[region] for s, region in held if s == name) for name in SANCHOS}
            if mode == "solo":
                player = SANCHOS[g.t.player]
                points = {"player": points[player], "auto": sum(points.values()) - points[player]}
            assert g.side_scores() == points
            seen.add(tuple(points.values()))
            if g.over:
                break
            do(g, choose(g))
        assert len(seen) > 3


@pytest.mark.rule("sanchos.score.home-castle-three")
@pytest.mark.parametrize("mode", ["2p", "3p"])
def test_home_castle_is_worth_three_to_anybody(mode: str) -> None:
    g = scene(["aragon field c-home 1T", "aragon field a-home K+1T", "castilla field r1 K", KINGS[1]],
              mode, commander="aragon")
    cp_turn(g, 3)
    do(g, "fortify troop a-home")
    assert scores(g) == (0, 0, 3)
    do(g, "fortify troop c-home")
    assert scores(g) == (0, 0, 6)


@pytest.mark.rule("sanchos.score.home-castle-two-solo")
def test_home_castle_is_worth_two_on_the_solo_side() -> None:
    g = scene(["najera field n-home K+1T", "najera field r4 1T", KINGS[0], "aragon field n-home K"], "solo",
              commander="najera", options={"player": "najera"})
    cp_turn(g, 3)
    do(g, "fortify troop n-home")
    assert g.side_scores() == {"player": 2, "auto": 0}
    do(g, "fortify troop r4")
    assert g.side_scores() == {"player": 3, "auto": 0}


@pytest.mark.rule("sanchos.score.home-castle-two-solo", "sanchos.setup.solo-shared-marker")
def test_home_castle_of_another_is_worth_two_to_auto_sanchos() -> None:
    g = scene(["aragon field n-home K+1T", "najera field r4 K", KINGS[0]], "solo", commander="najera",
              options={"player": "najera"})
    card_action(g, "aragon", item("fortify", 1))
    assert g.side_scores() == {"player": 0, "auto": 2}


@pytest.mark.rule("sanchos.score.neutral-castle-two", "sanchos.score.tower-one")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("region", "value"), [("r3", 2), ("r8", 2), ("r4", 1), ("r12", 1)])
@pytest.mark.parametrize("piece", ["K", "1T"])
def test_neutral_castles_and_towers(mode: str, region: str, value: int, piece: str) -> None:
    options = {"player": "castilla"} if mode == "solo" else {}
    start = ["castilla garrison c-home 1T", f"castilla field {region} {piece}"]
    if piece == "1T":
        start.append("castilla field r1 K")
    g = cp_turn(scene([*start, *KINGS[1:]], mode, options=options), 2)
    marker = "player" if mode == "solo" else "castilla"
    before = score(g, marker)
    do(g, f"fortify {'king' if piece == 'K' else 'troop'} {region}")
    assert score(g, marker) - before == value


@pytest.mark.rule("sanchos.score.field-army-scores-nothing")
def test_field_armies_and_besiegers_score_nothing() -> None:
    g = scene(["castilla field r1 6T", "castilla field r8 3T", "castilla field c-home K", "aragon garrison r8 2T",
               *KINGS[1:]])
    cp_turn(g, 3)
    assert scores(g) == (0, 0, 2)
    do(g, "besiege r8", "points 2", "besiegers 3t")
    assert pieces(g) >= {"castilla siege r8 3T", "castilla field r1 6T"}
    assert scores(g) == (0, 0, 2)
    do(g, "fortify troop r1")
    assert scores(g) == (1, 0, 2)


@pytest.mark.rule("sanchos.score.lost-on-abandon")
@pytest.mark.parametrize(("piece", "action"), [("1T", "move garrison r5"), ("K", "move king")])
def test_moving_the_last_piece_out_loses_the_points_at_once(piece: str, action: str) -> None:
    start = [f"najera garrison r5 {piece}", KINGS[0], KINGS[2]] + ([KINGS[1]] if piece == "1T" else [])
    g = cp_turn(scene(start, commander="najera"), 2)
    assert score(g, "najera") == 2
    do(g, action)
    assert score(g, "najera") == 2
    do(g, "to r4")
    assert decider(g) == "najera"
    assert score(g, "najera") == 0
    assert f"najera field r4 {piece}" in pieces(g)
    assert not any(line.split()[1] == "garrison" for line in pieces(g))


@pytest.mark.rule("sanchos.score.lost-on-abandon")
def test_releasing_the_last_piece_loses_the_points_before_the_dice() -> None:
    g = cp_turn(scene(["najera garrison r5 2T", "castilla field r5 K", *KINGS[1:]], commander="najera"), 1)
    do(g, "attack r5")
    assert score(g, "najera") == 2
    assert names(g) == ["release 1t", "release 2t"]
    one = do(g.copy(), "release 1t")
    assert (decider(one), score(one, "najera")) == ("chance", 2)
    do(g, "release 2t")
    assert (decider(g), score(g, "najera")) == ("chance", 0)


@pytest.mark.rule("sanchos.score.changes-hands-by-siege")
def test_a_siege_that_ends_hands_the_points_over() -> None:
    g = scene(["castilla garrison c-home 1T", "aragon siege c-home 2T", "castilla field r1 K", *KINGS[1:]],
              hands={"najera": ["najera-1a"]}, deck=["najera-1b"])
    cp_turn(g, 1, whole_round=True)
    do(g, "recruit")
    assert scores(g) == (3, 0, 0)
    do(g, "draw najera-1b")
    assert scores(g) == (0, 0, 3)
    assert "aragon garrison c-home 1T" in pieces(g)
    assert happened(g, "occupies") == [{"sancho": "aragon", "region": "c-home"}]


# -- opponents -------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.term.opponents")
def test_everybody_has_the_two_others_as_opponents() -> None:
    for acting, other in itertools.permutations(SANCHOS, 2):
        start = [f"{acting} field r5 2T", f"{other} field r5 1T", f"{acting} field r8 2T", f"{other} garrison r8 1T",
                 f"{acting} field r4 1T", *KINGS]
        g = cp_turn(scene(start, commander=acting), 1)
        assert refused(g, "attack r5") is None
        assert refused(g, "besiege r8") is None
        assert refused(g, "attack r4") == ("no-enemy-field-army", "sanchos.attack.needs-enemy-field-army")


SOLO: dict[str, Any] = {"mode": "solo", "options": {"player": "aragon"}, "commander": "aragon", "arrow": "lowest"}


@pytest.mark.rule("sanchos.term.opponents")
def test_an_auto_sancho_attacks_the_other_one() -> None:
    g = scene(["najera field r5 2T", "castilla field r5 1T", *KINGS], **SOLO)
    card_action(g, "najera", item("attack", 1))
    assert happened(g, "attacks") == [{"sancho": "najera", "region": "r5", "points": 1}]
    do(g, 6, 5, 4, 1)
    assert supply(g, "castilla") == 12
    assert "najera field r5 2T" in pieces(g)
    assert not any(line.startswith("castilla field r5") for line in pieces(g))


@pytest.mark.rule("sanchos.term.opponents")
def test_an_auto_sancho_besieges_the_other_one() -> None:
    g = scene(["najera field r5 2T", "castilla garrison r5 1T", *KINGS], **SOLO)
    card_action(g, "najera", item("besiege", 1, select="most-favourable"))
    assert {"najera siege r5 2T", "castilla garrison r5 1T"} <= pieces(g)


@pytest.mark.rule("sanchos.term.opponents", "sanchos.term.most-favourable")
def test_pieces_of_the_other_auto_sancho_count_against_a_region() -> None:
    g = scene(["najera field r4 3T", "castilla field r4 3T", "najera field r9 2T", "aragon field r9 1T", *KINGS],
              **SOLO)
    card_action(g, "najera", item("attack", 1, select="most-favourable"))
    assert happened(g, "attacks") == [{"sancho": "najera", "region": "r9", "points": 1}]


@pytest.mark.rule("sanchos.term.opponents", "sanchos.term.weakest-army")
def test_an_army_of_the_other_auto_sancho_can_be_the_weakest() -> None:
    g = scene(["najera field r9 4T", "castilla field r7 1T", "aragon field r8 2T", *KINGS], **SOLO)
    card_action(g, "najera", item("move", 1, to="weakest"))
    assert happened(g, "moves") == [{"sancho": "najera", "region": "r9", "to": "r7"}]
    assert rules_of(g, "moves") == {"sanchos.move.one-piece-one-step"}


# -- names and colours -----------------------------------------------------------------------------

HUES = {"castilla": "red", "najera": "yellow", "aragon": "green"}


def fills(sancho: str) -> list[str]:
    """The fill of a Sancho's pieces in the light and in the dark theme."""
    text = (files("mesnada.boards") / "look" / "tokens.css").read_text("utf-8")
    (fill,) = re.findall(rf"\.game-sanchos \.side-{sancho}\s*{{ --side: ([^;]+);", text)
    shades = re.findall("#[0-9a-f]{6}", fill)
    return [shades[0], shades[-1]]


def hue(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    if min(red, green) > 1.5 * blue and max(red, green) < 1.6 * min(red, green):
        return "yellow"
    return {red: "red", green: "green", blue: "blue"}[max(red, green, blue)]


@pytest.mark.rule("sanchos.term.names-and-colours")
def test_the_colours_of_the_sanchos() -> None:
    assert {sancho: {hue(shade) for shade in fills(sancho)} for sancho in SANCHOS} == {
        sancho: {wanted} for sancho, wanted in HUES.items()}


@pytest.mark.rule("sanchos.term.names-and-colours")
@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_names_of_the_sanchos(lang: str) -> None:
    assert [GAME.wording(lang).side(sancho) for sancho in SANCHOS] == ["Castilla", "Nájera", "Aragón"]


def colours_of(theme: str, *, field: Group | None = None, garrison: Group | None = None, siege: Group | None = None,
               dice: tuple[DieScene, ...] = ()) -> Counter[str]:
    """How often each colour is in a picture of the shipped map with one group of pieces, or dice."""
    regions = tuple(
        RegionScene(r.id, r.name, r.fort, r.home_of, 1, r.number, False, None, (field,) if field and not n else (),
                    garrison if not n else None, siege if not n else None)
        for n, r in enumerate(load_content().board.regions)
    )
    svg = draw(Scene("", regions, (), dice, False, None, 0, 0), theme=theme, resolve=True)
    return Counter(re.findall(r"#[0-9a-f]{6}", svg))


@pytest.mark.rule("sanchos.term.names-and-colours")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("sancho", SANCHOS)
def test_drawn_pieces_and_dice_have_the_colour_of_their_sancho(sancho: str, theme: str) -> None:
    nothing = colours_of(theme)
    for added in (
        colours_of(theme, field=Group(sancho, 2, False)) - nothing,
        colours_of(theme, field=Group(sancho, 0, True)) - nothing,
        colours_of(theme, garrison=Group(sancho, 1, False)) - nothing,
        colours_of(theme, siege=Group(sancho, 2, False)) - nothing,
        colours_of(theme, dice=(DieScene(sancho, True, 9),)) - colours_of(theme, dice=(DieScene("none", True, 9),)),
        colours_of(theme, dice=(DieScene(sancho, False, 6),)) - colours_of(theme, dice=(DieScene("none", False, 6),)),
    ):
        of = {name: fills(name)[theme == "dark"] for name in SANCHOS}
        assert [name for name in SANCHOS if added[of[name]]] == [sancho]
