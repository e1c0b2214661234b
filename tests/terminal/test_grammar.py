"""How typed lines are read: full names, short forms, several decisions on a line, and what is no answer."""

import itertools

import pytest

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.elcid import place_el_cid
from mesnada.games.sanchos.model import CID_HOLDER
from mesnada.kernel.errors import ActionError
from mesnada.terminal.grammar import Misread, Refused, continuations, find_action, labels, patterns, read_line
from tests.games.sanchos.scenes import START, cp_turn, do, scene


@pytest.fixture
def turn():
    """Castilla's turn with 3 CP: K+3T and a Garrison at home, an army of Nájera next door in r4, T and K apart."""
    pieces = ["castilla garrison c-home 1T", "castilla field c-home 2T", "castilla field r3 K+1T",
              "najera garrison n-home 1T", "najera field r3 1T", "najera field n-home K+2T", *START[4:]]
    return cp_turn(scene(pieces), 3)


def actions(state, line):
    return [action.name for action in read_line(state, line).actions]


@pytest.mark.parametrize(("line", "expected"), [
    ("recruit", ["recruit"]),
    ("deploy king", ["deploy king"]),
    ("DEPLOY  King", ["deploy king"]),
    ("rec", ["recruit"]),
    ("dep k", ["deploy king"]),
    ("deploy c", ["deploy castle"]),
    ("attack r3 2", ["attack r3", "points 2"]),
    ("attack r3 points 2", ["attack r3", "points 2"]),
    ("att r3 p 2", ["attack r3", "points 2"]),
    ("move troop c-home to r4", ["move troop c-home", "to r4"]),
    ("move troop c-home r4", ["move troop c-home", "to r4"]),
    ("move king to r4", ["move king", "to r4"]),
    ("move r3 r4", ["move troop r3", "to r4"]),
    ("move troop r3", ["move troop r3"]),
    ("fortify r3", None),
    ("fortify troop r3; end", ["fortify troop r3", "end"]),
    ("move troop c-home to r4; fort troop r4; rec", ["move troop c-home", "to r4", "fortify troop r4", "recruit"]),
    ("recruit;recruit ; ;end", ["recruit", "recruit", "end"]),
    ("1", ["recruit"]),
    ("01", ["recruit"]),
    (";", []),
])
def test_reading(turn, line, expected):
    if expected is None:
        with pytest.raises(Misread, match="can mean fortify troop r3 / fortify king r3"):
            read_line(turn, line)
    else:
        assert actions(turn, line) == expected


def test_reading_carries_nothing_out(turn):
    before = turn.hash()
    read_line(turn, "move troop c-home to r4; fortify troop r4; end")
    assert turn.hash() == before


def test_a_left_out_word_is_never_guessed(turn):
    with pytest.raises(Misread) as caught:
        read_line(turn, "move c-home r4")
    assert caught.value.code == "several"
    assert caught.value.params["names"] == "move troop c-home, to r4 / move garrison c-home, to r4"


def test_numbers_are_the_shown_ones(turn):
    legal = turn.legal()
    for label, action in zip(labels(legal), legal, strict=True):
        assert actions(turn, label) == [action.name]
    do(turn, "attack r3")
    assert labels(turn.legal()) == ["1", "2", "3"]
    assert actions(turn, "2") == ["points 2"]


def test_points_are_labelled_with_themselves():
    pieces = ["castilla garrison c-home 1T", "castilla field n-home K+5T", "najera garrison n-home 3T",
              "najera field r8 K", *START[4:]]
    state = do(cp_turn(scene(pieces), 3), "besiege n-home")
    assert [action.name for action in state.legal()] == ["points 2", "points 3"]
    assert labels(state.legal()) == ["2", "3"]
    assert actions(state, "3") == ["points 3"]


BATTLE = ["castilla field r3 K+1T", "castilla garrison c-home 1T", "najera field r3 K+2T", *START[4:]]
ROLLED = (9, 5, 4, 3, 1, 1)


def test_dice_are_numbered_from_one_whatever_they_show():
    """Castilla’s King’s Guard 9 hits one of Nájera’s dice 3, 1 and 1, of which the equal ones are one choice."""
    state = do(cp_turn(scene(BATTLE), 1), "attack r3", *ROLLED)
    assert [action.name for action in state.legal()] == ["hit najera king 3", "hit najera troop 1"]
    assert labels(state.legal()) == ["1", "2"]
    assert actions(state, "1") == ["hit najera king 3"]
    with pytest.raises(Misread) as caught:
        read_line(state, "3")
    assert caught.value.params["numbers"] == "1–2"


def test_columns_are_numbered_with_themselves_and_an_error_names_all_of_them():
    state = do(cp_turn(scene(BATTLE, face_down={"castilla": ["castilla-1a"]}), 1), "attack r3", *ROLLED)
    do(state, "use castilla-1a")
    assert labels(state.legal()) == ["9", "5", "4"]
    with pytest.raises(Misread) as caught:
        read_line(state, "8")
    assert caught.value.params["numbers"] == "4–5, 9"


@pytest.mark.rule("sanchos.inspire.place-on-claim")
def test_el_cid_left_in_the_supply_is_the_last_choice():
    state = scene(options={"el-cid": "inspires"})
    state.b[CID_HOLDER] = 2
    state.agenda.append(place_el_cid(0))
    assert [action.name for action in state.choices()] == [*(f"el-cid place {r}" for r in state.t.ids), "el-cid leave"]
    assert actions(state, "1") == ["el-cid place r1"]
    assert actions(state, str(len(state.t.ids) + 1)) == ["el-cid leave"]
    do(state, "el-cid place r4")
    state.agenda.append(place_el_cid(0))
    assert actions(state, "1") == ["el-cid leave"]


def test_what_comes_after_chance_is_left_alone(turn):
    plan = read_line(turn, "attack r3 1; recruit; end")
    assert [action.name for action in plan.actions] == ["attack r3", "points 1"]
    assert plan.rest in ("recruit; end", "recruit;  end")


@pytest.mark.parametrize(("line", "code"), [
    ("dance", "unknown"),
    ("99", "number"),
    ("0", "number"),
    ("move", "unfinished"),
    ("deploy", "unfinished"),
    ("recruit recruit nonsense", "unknown"),
    ("deploy king 7", "unknown"),
    ("recruit end end", "rest"),
    ("a " * 50, "long"),
])
def test_what_is_no_answer(turn, line, code):
    with pytest.raises(ActionError) as caught:
        read_line(turn, line)
    assert isinstance(caught.value, Misread)
    assert caught.value.code == code


@pytest.mark.parametrize(("line", "code"), [
    ("attack r5", "no-own-pieces"),
    ("attack c-home", "no-enemy-field-army"),
    ("move troop c-home to r9", "not-adjacent"),
    ("recruit; attack r5", "no-own-pieces"),
    ("pass", "not-now"),
    ("fortify troop n-home", "no-field-piece"),
])
def test_an_illegal_action_is_refused_where_it_would_be_taken(turn, line, code):
    before = turn.hash()
    with pytest.raises(Refused) as caught:
        read_line(turn, line)
    assert caught.value.refusal.code == code
    assert turn.hash() == before


def test_an_exact_name_beats_an_abbreviation(turn):
    assert find_action(turn, ["use", "el-cid"]).name == "use el-cid"
    assert find_action(turn, ["attack", "r3"]).name == "attack r3"
    with pytest.raises(Misread, match="can mean"):
        find_action(turn, ["target", "r"])
    assert find_action(turn, ["attack", "r"]).name == "attack r3", "the only legal one"


def test_every_legal_action_is_read_by_its_own_name():
    import random

    rng = random.Random(3)
    for mode in GAME.modes:
        state = GAME.new(mode, {"el-cid": "inspires"})
        while not state.over:
            if state.seat >= 0:
                for action in state.legal():
                    assert actions(state, action.name) == [action.name]
            state.apply(rng.choice(state.legal()))


@pytest.mark.parametrize(("text", "expected"), [
    ("", {"recruit", "deploy", "move", "fortify", "attack"}),
    ("de", {"deploy"}),
    ("deploy ", {"king", "home", "castle"}),
    ("deploy k", {"king"}),
    ("move troop ", {"c-home", "r3"}),
    ("move troop c-home ", {"to"}),
    ("move troop c-home to ", {"r1", "r3", "r4"}),
    ("recruit; fort", {"fortify"}),
    ("attack r3 ", {"points"}),
    ("attack r3 points ", {"1", "2", "3"}),
    ("dance ", set()),
    ("dance; ", set()),
])
def test_completion(turn, text, expected):
    if text in ("", "de"):
        assert expected <= set(continuations(turn, text))
    else:
        assert set(continuations(turn, text)) == expected


def test_the_grammar_names_every_verb(turn):
    found = patterns(turn.actions)
    assert {pattern.verb for pattern in found} == {action.verb for action in turn.actions}
    deploy = next(pattern for pattern in found if pattern.verb == "deploy")
    assert deploy.forms == ((("king", "home", "castle"),),)


def test_the_forms_of_some_actions_cover_these_and_no_others(turn):
    for state in (turn, do(cp_turn(scene(BATTLE), 1), "attack r3", *ROLLED)):
        found = patterns(state.legal())
        spelt = [" ".join((p.verb, *words)) for p in found for form in p.forms for words in itertools.product(*form)]
        assert sorted(spelt) == sorted(action.name for action in state.legal())
