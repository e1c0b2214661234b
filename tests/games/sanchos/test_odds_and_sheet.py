"""Odds of battles, and the position as a table."""

import itertools
import random

import pytest

from mesnada.games.sanchos import GAME
from tests.games.sanchos.scenes import START, card_action, cp_turn, do, item, scene


def odds(state):
    rows = GAME.odds(state.view(state.seat))
    return None if rows is None else {row.action.name: row for row in rows}


def test_where_no_dice_follow_there_are_no_odds():
    assert odds(cp_turn(scene(START), 3)) is None
    assert odds(GAME.new("3p")) is None


DUEL = ["castilla field r3 1T", "castilla garrison c-home K", "najera field r3 1T", "najera garrison n-home K",
        *START[4:]]


@pytest.mark.rule("sanchos.resolve.single-die-hits", "sanchos.resolve.several-dice-cancel")
def test_the_odds_are_those_of_the_rules():
    """One T and one additional die against one T: of the 216 rolls, those in which the highest die is alone decide."""
    rolls = list(itertools.product(range(1, 7), repeat=3))
    castilla_falls = sum(other > max(first, second) for first, second, other in rolls)
    najera_falls = sum(max(first, second) > max(other, min(first, second)) for first, second, other in rolls)
    assert (castilla_falls, najera_falls) == (55, 110)
    row = odds(cp_turn(scene(DUEL), 1))["attack r3"]
    assert row.samples == 2000
    for side, count in (("castilla", castilla_falls), ("najera", najera_falls)):
        assert row.losses[side] == pytest.approx((1 - count / 216, count / 216), abs=0.035)
        assert row.expected(side) == row.losses[side][1]
        assert row.leader[side] == 0
    assert set(row.losses) == {"castilla", "najera"}


def test_equal_positions_give_equal_odds_and_nothing_changes():
    state = cp_turn(scene(DUEL), 3)
    before = state.hash()
    assert odds(state) == odds(state)
    assert state.hash() == before


def test_kings_may_fall():
    pieces = ["castilla field r3 K", "najera field r3 K+5T", *START[4:]]
    row = odds(cp_turn(scene(pieces), 1))["attack r3"]
    assert 0.3 < row.leader["castilla"] < 0.95
    assert row.leader["castilla"] <= row.expected("castilla") + 1e-9


@pytest.mark.rule("sanchos.intercept.optional-once")
def test_a_siege_is_as_dangerous_as_its_interception():
    pieces = ["castilla field n-home K+3T", "najera garrison n-home 1T", "najera field n-home 2T",
              "najera field r8 K", *START[4:]]
    assert odds(cp_turn(scene(pieces), 2))["besiege n-home"].expected("castilla") > 0
    quiet = ["castilla field n-home K+3T", "najera garrison n-home 1T", "najera field r8 K", *START[4:]]
    assert odds(cp_turn(scene(quiet), 2)) is None


def test_the_answers_in_a_battle_have_odds():
    pieces = ["castilla field r3 1T", "castilla garrison c-home K", "castilla garrison r3 2T", "najera field r3 2T",
              "najera garrison n-home K", *START[4:]]
    state = do(cp_turn(scene(pieces), 1), "attack r3")
    rows = odds(state)
    assert list(rows) == ["release none", "release 1t", "release 2t"]
    assert rows["release none"].expected("castilla") < rows["release 2t"].expected("castilla") + 1


def test_hidden_cards_do_not_change_the_odds():
    """Two games that differ only in the opponents' cards give the same numbers."""
    found = []
    for hand, reserved in ((["aragon-1a"], ["aragon-3a"]), (["aragon-3a"], ["aragon-1a"])):
        state = cp_turn(scene(DUEL, hands={"najera": hand}, face_down={"najera": reserved}), 1)
        found.append(odds(state)["attack r3"])
    assert found[0].losses == found[1].losses


def test_an_ordered_attack_has_odds():
    pieces = [*DUEL, "castilla field r5 1T", "aragon field r5 1T"]
    state = card_action(scene(pieces, commander="aragon"), "castilla", item("attack", 2))
    assert set(odds(state)) == {"attack r3", "attack r5"}


@pytest.mark.parametrize("mode", GAME.modes)
def test_odds_can_be_asked_at_any_decision(mode, monkeypatch):
    monkeypatch.setattr("mesnada.games.sanchos.odds.TRIALS", 5)
    rng = random.Random(8)
    for _ in range(4):
        state = GAME.new(mode, {"el-cid": "inspires"})
        while not state.over:
            if state.seat >= 0:
                for row in GAME.odds(state.view(state.seat)) or []:
                    assert row.action in state.legal()
                    assert all(sum(shares) == pytest.approx(1) for shares in row.losses.values())
            state.apply(rng.choice(state.legal()))


# -- the table -------------------------------------------------------------------------------------------------------


def test_every_piece_stands_in_the_table():
    pieces = ["castilla garrison c-home 1T", "castilla field n-home K", "castilla siege n-home 3T",
              "najera garrison n-home 2T", "najera field r8 K+1T", *START[4:]]
    sheet = GAME.sheet(scene(pieces), GAME.wording("en"))
    assert sheet.headings[3:] == ("Castilla", "Nájera", "Aragón")
    rows = {row[1]: row[3:] for row in sheet.rows}
    state = scene(pieces)
    names = {id: GAME.wording("en").place(state, id) for id in ("c-home", "n-home", "r8", "a-home")}
    assert rows[names["c-home"]] == ("[1T]", "", "")
    assert rows[names["n-home"]] == ("K (3T)", "[2T]", "")
    assert rows[names["r8"]] == ("", "K+1T", "")
    assert rows[names["a-home"]] == ("", "", "[1T] K+3T")
    assert all(len(row) == len(sheet.headings) for row in sheet.rows)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_lies_beside_the_board_is_told(lang):
    state = scene(START, face_down={"najera": ["aragon-1a"]}, reserve_troops={"castilla": 5, "najera": 2, "aragon": 0})
    notes = GAME.sheet(state, GAME.wording(lang)).notes
    assert any("5 T" in note and "Castilla" in note for note in notes)
    assert any("Castilla 3, Nájera 3, Aragón 3" in note for note in notes)
    assert not any("El Cid" in note for note in notes)
    with_el_cid = GAME.sheet(GAME.new("3p", {"el-cid": "card"}), GAME.wording(lang))
    assert any("El Cid" in note for note in with_el_cid.notes)


@pytest.mark.rule("sanchos.phase1.hidden-information")
def test_reserved_cards_that_are_known_are_shown_with_their_values():
    state = scene(START, face_up={"najera": ["aragon-2a", "aragon-3a"], "aragon": ["castilla-1a"]},
                  face_down={"castilla": ["aragon-1a"], "aragon": ["castilla-3b"]})
    cp_turn(state, 1)

    def reserved(seat, lang="en"):
        notes = GAME.sheet(state.masked(seat), GAME.wording(lang)).notes
        return [note.partition(", reserved " if lang == "en" else ", reservadas ")[2] for note in notes[1:4]]

    assert reserved(0) == ["1 CP face down", "2, 3 CP", "1 CP + 1 face down"]
    assert reserved(2) == ["1 face down", "2, 3 CP", "1 CP + 3 CP face down"]
    assert reserved(None) == ["1 face down", "2, 3 CP", "1 CP + 1 face down"]
    assert reserved(None, "es") == ["1 boca abajo", "2, 3 PM", "1 PM + 1 boca abajo"]


def test_closed_regions_have_no_row():
    open_rows = GAME.sheet(scene(START), GAME.wording("en")).rows
    closed = scene(START, closed_at={"r12": [3]})
    assert len(GAME.sheet(closed, GAME.wording("en")).rows) == len(open_rows) - 1


def test_dice_on_the_chart_are_shown():
    pieces = ["castilla field r3 K+1T", "najera field r3 1T", "najera garrison n-home K", *START[4:]]
    state = do(cp_turn(scene(pieces, face_down={"castilla": ["aragon-1a"]}), 1), "attack r3", 9, 4, 4, 2)
    notes = GAME.sheet(state, GAME.wording("en")).notes
    assert "Battle chart: 9: Castilla K; 4: Castilla T, Castilla T; 2: Nájera T" in notes
    assert any("(battle)" in row[1] for row in GAME.sheet(state, GAME.wording("en")).rows)
