"""Components, Solo Play, Board Layout."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.drawing.board import DieScene, draw
from mesnada.games.sanchos.drawing.scene import scene_of
from mesnada.games.sanchos.model import ARROW, BATTLE, CID_HOLDER
from mesnada.games.sanchos.pack.loading import export, load_content
from mesnada.games.sanchos.positions.placing import place
from mesnada.kernel.errors import ActionError, ContentError, PositionError
from tests.games.sanchos.scenes import (
    ADJACENT,
    START,
    card_action,
    cp_turn,
    decider,
    do,
    happened,
    item,
    names,
    pieces,
    scene,
    test_content,
)
from tests.rules.sanchos.asking import (
    at_random,
    fresh,
    moves_to,
    new_round,
    random_games,
    refused,
    reserve,
    score,
    standing,
    starting,
    supply,
)

MODES = ("2p", "3p", "solo")
KINGS = ["castilla field c-home K", "najera field n-home K", "aragon field a-home K"]


# -- Components ------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.components.pieces")
@pytest.mark.parametrize("mode", MODES)
def test_no_piece_is_ever_lost_or_made(mode: str) -> None:
    fallen = 0
    for seed, g in enumerate(random_games(mode, 4)):
        choose = at_random(seed)
        g.events = []
        while not g.over:
            do(g, choose(g))
            troops = Counter[str]()
            kings = Counter[str]()
            for sancho, _, _, king, number in standing(g):
                troops[sancho] += number
                kings[sancho] += king
            assert kings == {name: 1 for name in SANCHOS}
            assert [troops[name] + reserve(g, name) + supply(g, name) for name in SANCHOS] == [14, 14, 14]
        fallen += len(happened(g, "troop-falls")) + len(happened(g, "siege-loss"))
    assert fallen


@pytest.mark.rule("sanchos.components.dice-faces")
def test_the_faces_of_the_dice() -> None:
    g = cp_turn(scene(["castilla field r5 K+1T", "najera field r5 1T", *KINGS[1:]]), 1)
    do(g, "attack r5")
    assert decider(g) == "chance"
    assert names(g) == [f"roll king {face}" for face in (0, 1, 3, 5, 7, 9)]
    assert [chance for _, chance in g.chance()] == [pytest.approx(1 / 6)] * 6
    for face in (2, 4, 6, 8):
        with pytest.raises(ActionError):
            g.actions.parse(f"roll king {face}")
    assert refused(g, "roll troop 6") == ("no-such-face", "sanchos.components.dice-faces")
    do(g, "roll king 9")
    assert names(g) == [f"roll troop {face}" for face in range(1, 7)]
    assert [chance for _, chance in g.chance()] == [pytest.approx(1 / 6)] * 6
    assert refused(g, "roll king 1") == ("no-such-face", "sanchos.components.dice-faces")
    for face in (0, 7):
        with pytest.raises(ActionError):
            g.actions.parse(f"roll troop {face}")
    do(g, "roll troop 6")
    assert [event["face"] for event in happened(g, "rolls-king") + happened(g, "rolls")] == [9, 6]


@pytest.mark.rule("sanchos.components.dice-per-sancho", "sanchos.battle.dice-cap")
def test_each_sancho_has_its_own_six_dice() -> None:
    g = cp_turn(scene(["castilla field r5 K+7T", "aragon field r5 K+6T", "najera field r5 5T", KINGS[1]]), 3)
    do(g, "attack r5", "points 3")
    rolled: list[str] = []
    while decider(g) == "chance":
        rolled.append(g.legal()[0].name.rpartition(" ")[0])
        do(g, g.legal()[0].name)
    # Clockwise from Castilla: Nájera, Aragón. The 3 additional dice do not lift Castilla above 5.
    assert rolled == ["roll king", *["roll troop"] * 5, *["roll troop"] * 5, "roll king", *["roll troop"] * 5]
    assert happened(g, "rolls-king") == [{"sancho": "castilla", "face": 0}, {"sancho": "aragon", "face": 0}]
    assert Counter(event["sancho"] for event in happened(g, "rolls")) == {name: 5 for name in SANCHOS}


@pytest.mark.rule("sanchos.components.deck", "sanchos.setup.deal-three")
@pytest.mark.parametrize("mode", MODES)
def test_every_card_of_the_deck_can_be_dealt(mode: str) -> None:
    g = fresh(mode)
    assert decider(g) == "chance"
    drawn = {action.words[0] for action, chance in g.chance() if chance == pytest.approx(1 / 27)}
    by_bottom = Counter((name.rpartition("-")[0], name.rpartition("-")[2][0]) for name in drawn)
    assert by_bottom == {(sancho, cp): 3 for sancho in SANCHOS for cp in "123"}
    for name in drawn:
        card = g.t.cards[g.t.card_index[name]]
        assert (card.actions[2].sancho, str(card.cp)) == (name.rpartition("-")[0], name.rpartition("-")[2][0])


@pytest.mark.rule("sanchos.components.deck")
def test_no_game_is_made_with_a_card_missing(tmp_path: Path) -> None:
    export(tmp_path)
    path = tmp_path / "cards.toml"
    text = path.read_text("utf-8")
    path.write_text(text[: text.rindex("[[card]]")], "utf-8")
    with pytest.raises(ContentError, match="there must be 27 cards, not 26"):
        GAME.new("3p", content=tmp_path)


@pytest.mark.rule("sanchos.components.markers-no-effect")
@pytest.mark.parametrize("mode", MODES)
def test_the_battle_token_changes_nothing(mode: str) -> None:
    options = {"player": "castilla"} if mode == "solo" else {}
    start = ["castilla field r5 K+2T", "najera field r5 1T", "castilla field r8 2T", "najera garrison r8 1T",
             "aragon field r4 1T", *KINGS[1:]]
    g = cp_turn(scene(start, mode, options=options), 3)
    legal = names(g)
    assert {"attack r5", "besiege r8"} <= set(legal)
    for r in g.t.open:
        marked = g.copy()
        marked._legal = None
        marked.b[BATTLE] = r
        assert names(marked) == legal
        assert [action for action in marked.actions if (marked.why_not(action) is None) != (action.name in legal)] == []
        course = ("recruit", "move king", "to r3")
        assert pieces(do(marked, *course)) == pieces(do(g.copy(), *course))


@pytest.mark.rule("sanchos.components.markers-no-effect", "sanchos.board.side-by-player-count")
@pytest.mark.parametrize("mode", MODES)
def test_the_tiebreak_token_is_of_solo_games_only(mode: str) -> None:
    options = {"player": "castilla"} if mode == "solo" else {}
    g = fresh(mode, **options)
    svg = draw(scene_of(g))
    for id in ("tiebreak", "arrow-highest", "arrow-lowest"):
        assert (f'id="{id}"' in svg) == (mode == "solo")
    assert bool(g.b[ARROW]) == (mode == "solo")


# -- Solo Play -------------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.solo.two-auto-sanchos")
@pytest.mark.parametrize("player", SANCHOS)
def test_the_two_others_are_auto_sanchos(player: str) -> None:
    seats = GAME.seats("solo", {"player": player})
    assert seats[0].id == player
    assert not seats[0].automa
    assert {seat.id for seat in seats[1:]} == set(SANCHOS) - {player}
    assert all(seat.automa for seat in seats[1:])
    # An order is put to the player as a question, and carried out by itself for the others.
    for sancho in SANCHOS:
        g = scene([f"{sancho} field r4 1T", f"{sancho} field r5 1T", *KINGS], "solo", options={"player": player},
                  commander=player)
        card_action(g, sancho, item("fortify", 1))
        if sancho == player:
            assert decider(g) == player
            assert starting(g, "fortify") == {"fortify troop r4", "fortify troop r5", f"fortify king {sancho[0]}-home"}
        else:
            assert g.over
            assert len(happened(g, "fortifies")) == 1


@pytest.mark.rule("sanchos.solo.boxes-override", "sanchos.move.auto-keeps-last-garrison")
def test_only_auto_sanchos_have_to_keep_their_last_garrison_piece() -> None:
    start = ["castilla garrison r5 1T", "najera garrison r8 1T", "aragon field a-home K", "castilla garrison c-home K",
             "najera garrison n-home K"]
    solo = {"options": {"player": "castilla"}, "commander": "castilla"}
    g = cp_turn(scene(start, "solo", **solo), 1)  # type: ignore[arg-type]
    assert starting(g, "move") == {"move king", "move garrison r5"}
    do(g, "move garrison r5", "to r7")
    assert score(g, "player") == 2
    g = scene(start, "solo", **solo)  # type: ignore[arg-type]
    card_action(g, "castilla", item("move", 1))
    assert names(g) == ["move king", "move garrison r5", "decline"]
    g = scene(start, "solo", **solo)  # type: ignore[arg-type]
    card_action(g, "najera", item("move", 3))
    assert g.over
    assert pieces(g) == set(start)


@pytest.mark.rule("sanchos.solo.boxes-override", "sanchos.deploy.home-choice")
def test_the_solo_player_chooses_where_an_auto_sancho_may_not() -> None:
    for sancho, asked in (("castilla", True), ("najera", False)):
        g = scene(START, "solo", options={"player": "castilla"}, commander="castilla")
        card_action(g, sancho, item("deploy", 1, to="home"))
        assert (not g.over) == asked
        if asked:
            assert (decider(g), names(g)) == ("castilla", ["deploy castle", "deploy home"])
        else:
            assert "najera garrison n-home 2T" in pieces(g)


# -- Board Layout ----------------------------------------------------------------------------------


@pytest.mark.rule("sanchos.board.one-space-per-region")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('fort = "castle"', 'fort = ["castle", "tower"]', "fort"),
        ('fort = "castle"\n', "", "fort"),
        ('home_of = "najera"', 'home_of = "castilla"', "castilla must have one home and has 2"),
    ],
)
def test_boards_with_other_spaces_are_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    export(tmp_path)
    path = tmp_path / "map.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError, match=reason):
        GAME.new("3p", content=tmp_path)


@pytest.mark.rule("sanchos.board.one-space-per-region", "sanchos.army.garrison")
def test_each_region_has_one_space_to_fortify() -> None:
    regions = load_content().board.regions
    assert Counter(region.home_of for region in regions if region.fort == "home") == {name: 1 for name in SANCHOS}
    for region in regions:
        t = GAME.tables("2p" if 3 in region.closed_at else "3p")
        king = f"castilla field {region.id} K"
        g = place(t, [king, "najera field najera K", "aragon field aragon K", f"najera field {region.id} 1T"])
        cp_turn(g, 3, sancho="castilla")
        assert starting(g, "fortify") == {f"fortify king {region.id}"}
        do(g, f"fortify king {region.id}")
        assert starting(g, "fortify") == set()
        cp_turn(g, 1, sancho="najera")
        assert refused(g, f"fortify troop {region.id}") == ("enemy-garrison", "sanchos.fortify.space-empty-or-own")


@pytest.mark.rule("sanchos.board.no-entry")
def test_a_closed_region_is_no_part_of_the_game() -> None:
    start = ["castilla field r3 2T", *KINGS]
    closed = {"r5": [2]}
    g = cp_turn(scene(start, "2p", closed_at=closed), 2)
    for action in ("attack r5", "besiege r5", "fortify troop r5", "fortify king r5"):
        assert refused(g, action) == ("no-entry", "sanchos.board.no-entry")
    do(g, "move troop r3")
    # r5 is the only link of r3 to r7 beside c-home and r4; what lies behind it is not adjacent.
    assert moves_to(g) == {"c-home", "r1", "r4"}
    assert refused(g, "to r5") == ("no-entry", "sanchos.board.no-entry")
    assert refused(g, "to r7") == ("not-adjacent", "sanchos.move.one-piece-one-step")
    three = do(cp_turn(scene(start, "3p", closed_at=closed), 2), "move troop r3")
    assert moves_to(three) == {"c-home", "r1", "r4", "r5"}


@pytest.mark.rule("sanchos.board.no-entry", "sanchos.term.empty-region")
def test_a_closed_region_is_not_seen_as_empty() -> None:
    start = ["castilla field r3 4T", *KINGS]
    g = card_action(scene(start, "2p", closed_at={"r5": [2]}, commander="aragon"), "castilla",
                    item("move", 1, to="empty"))
    assert names(g) == ["target r1", "target r4"]
    assert refused(g, "target r5") == ("not-the-target", "sanchos.term.empty-region")
    g = card_action(scene(start, "3p", closed_at={"r5": [2]}, commander="aragon"), "castilla",
                    item("move", 1, to="empty"))
    assert names(g) == ["target r1", "target r4", "target r5"]


@pytest.mark.rule("sanchos.board.no-entry", "sanchos.action.tie-token-solo")
def test_a_closed_region_is_no_tie_candidate() -> None:
    for closed, chosen in (({}, "r1"), ({"r1": [1]}, "r4"), ({"r1": [1], "r4": [1]}, "r5")):
        g = scene(["castilla field r3 4T", *KINGS], "solo", options={"player": "najera"}, commander="najera",
                  arrow="lowest", closed_at=closed)
        card_action(g, "castilla", item("move", 1, to="empty"))
        assert [event["to"] for event in happened(g, "moves")] == [chosen]


@pytest.mark.rule("sanchos.board.no-entry")
def test_no_position_has_pieces_in_a_closed_region() -> None:
    t = GAME.tables("2p", None, test_content({"r5": [2, 3]}))
    with pytest.raises(PositionError, match="No Entry"):
        place(t, [*KINGS, "castilla field r5 1T"])
    solo = place(GAME.tables("solo", None, test_content({"r5": [2, 3]})), [*KINGS, "castilla field r5 1T"])
    assert "castilla field r5 1T" in pieces(solo)


@pytest.mark.rule("sanchos.board.no-entry", "sanchos.inspire.place-on-claim")
def test_el_cid_does_not_enter_a_closed_region() -> None:
    g = scene(["castilla garrison c-home 1T", "najera garrison n-home 1T", *KINGS], "2p", closed_at={"r5": [2]},
              commander="castilla", options={"el-cid": "inspires"}, hands={"castilla": ["najera-1a", "najera-1b"]},
              deck=["castilla-1a"])
    g.b[CID_HOLDER] = 1
    new_round(g)
    do(g, "reserve najera-1a", "draw castilla-1a")
    assert decider(g) == "aragon"
    assert names(g) == ["el-cid leave", *(f"el-cid place {r}" for r in g.t.ids if r != "r5")]
    assert refused(g, "el-cid place r5") == ("no-entry", "sanchos.board.no-entry")


@pytest.mark.rule("sanchos.board.side-by-player-count")
def test_ties_are_settled_by_numbers_on_the_solo_side_only() -> None:
    start = ["aragon field r4 2T", "aragon field r9 2T", *KINGS]
    order = item("fortify", 1)
    for arrow, region in (("lowest", "r4"), ("highest", "r9")):
        g = scene(start, "solo", options={"player": "castilla"}, arrow=arrow)
        card_action(g, "aragon", order)
        assert g.over
        assert happened(g, "fortifies") == [{"sancho": "aragon", "region": region}]
    g = scene(start)
    card_action(g, "aragon", order)
    assert decider(g) == "aragon"
    assert {"fortify troop r4", "fortify troop r9"} <= set(names(g))
    assert happened(g, "tiebreak") == []
    numbers = [region.number for region in load_content().board.regions]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.rule("sanchos.board.side-by-player-count", "sanchos.score.home-castle-two-solo")
def test_each_side_has_its_own_values() -> None:
    worth = {mode: dict(zip(t.ids, t.value, strict=True)) for mode in MODES for t in [GAME.tables(mode)]}
    assert worth["2p"] == worth["3p"]
    assert {id: worth["3p"][id] - worth["solo"][id] for id in worth["3p"]} == {
        id: int(id in SANCHOS) for id in worth["3p"]}


@pytest.mark.rule("sanchos.board.adjacency-symmetric")
@pytest.mark.parametrize("mode", MODES)
def test_every_step_can_be_taken_back(mode: str) -> None:
    for t in (GAME.tables(mode), GAME.tables(mode, None, test_content({"r7": [2]}))):
        others = [f"{s} field {t.ids[t.home[n]]} K" for n, s in enumerate(SANCHOS) if n]
        for a in t.open:
            assert a not in t.adjacent[a]
            for to in t.adjacent[a]:
                g = place(t, [f"castilla field {t.ids[a]} K", *others])
                cp_turn(g, 2, sancho="castilla")
                do(g, "move king", f"to {t.ids[to]}")
                assert f"castilla field {t.ids[to]} K" in pieces(g)
                do(g, "move king", f"to {t.ids[a]}")
                assert f"castilla field {t.ids[a]} K" in pieces(g)
    t = GAME.tables("3p", None, test_content())
    linked = {frozenset((t.ids[a], t.ids[b])) for a in t.open for b in t.adjacent[a]}
    assert linked == {frozenset(pair) for pair in ADJACENT}


@pytest.mark.rule("sanchos.board.track-and-chart-independent")
def test_score_markers_do_not_share_columns_with_dice() -> None:
    start = ["castilla garrison c-home 1T", "najera garrison n-home 1T", "aragon garrison a-home 1T",
             "castilla field r5 1T", "najera field r5 1T", *KINGS]
    g = cp_turn(scene(start), 1)
    do(g, "attack r5")
    assert [score(g, name) for name in SANCHOS] == [3, 3, 3]
    do(g, 3, 1, 2)
    # Column 3 holds one die, although three markers stand on space 3.
    assert (decider(g), names(g)) == ("castilla", ["hit najera troop 2"])
    do(g, "hit najera troop 2")
    assert happened(g, "hits") == [{"sancho": "castilla", "die": "troop", "column": 3, "other": "najera",
                                    "target": "troop", "target_column": 2}]
    assert [score(g, name) for name in SANCHOS] == [3, 3, 3]
    assert supply(g, "najera") == 11


@pytest.mark.rule("sanchos.board.track-and-chart-independent")
def test_the_strip_is_drawn_as_track_and_chart_at_once() -> None:
    def standing_in(scores: tuple[int, int, int], columns: tuple[int, ...]) -> dict[str, str]:
        """Column of each Score marker and die in the picture."""
        drawn = replace(
            scene_of(scene(START)),
            scores=tuple(zip(SANCHOS, scores, strict=True)),
            dice=tuple(DieScene("castilla", False, column) for column in columns),
        )
        return {
            part.attrib["id"]: column.attrib["id"]
            for column in ET.fromstring(draw(drawn)).iter() if column.get("id", "").startswith("column-")
            for part in column.iter() if part.get("id", "").startswith(("score-", "die-"))
        }

    markers = {"score-0": "column-3", "score-1": "column-0", "score-2": "column-5"}
    dice = {"die-0": "column-3", "die-1": "column-5", "die-2": "column-3"}
    assert standing_in((3, 0, 5), ()) == markers
    assert standing_in((3, 0, 5), (3, 5, 3)) == {**markers, **dice}
    assert standing_in((7, 7, 7), (3, 5, 3)) == {**{id: "column-7" for id in markers}, **dice}
