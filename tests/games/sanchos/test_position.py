"""Positions as text: every state at every decision comes back equal, and what cannot be is refused in one line."""

import dataclasses
import random
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import CARD, COMMANDER, LEFT, TURN_OF, UNSEEN, SanchosState
from mesnada.games.sanchos.positions.keys import line, parse
from mesnada.games.sanchos.positions.position import piece_lines, write_position
from mesnada.games.sanchos.positions.reading import Reader
from mesnada.games.sanchos.positions.steps import StepWords
from mesnada.games.sanchos.steps import STEPS
from mesnada.games.sanchos.vectors.driver import Driver
from mesnada.kernel.content import resource
from mesnada.kernel.errors import MesnadaError, PositionError
from mesnada.kernel.game import random_option_sets
from mesnada.kernel.vectors import Vector
from tests.games.sanchos.scenes import ADJACENT, REGIONS, START

SEEDS = st.integers(0, 2**32 - 1)
MODES = ("3p", "2p", "solo")
EXAMPLES = tomllib.loads(resource("mesnada.games.sanchos", "examples.toml").read_text("utf-8"))
MORE = tomllib.loads((Path(__file__).parents[2] / "vectors" / "sanchos.toml").read_text("utf-8"))
CASES = [*EXAMPLES["example"], *MORE["vector"]]
BOARD = {"regions": REGIONS, "adjacent": ADJACENT}


def read(text: str) -> SanchosState:
    return GAME.read_position(text)


def toml(**keys: object) -> str:
    """A position from its keys; tables last, as TOML has it."""
    tables = ("options", "board", "battle", "over")
    text = "\n".join(line(key, value) for key, value in keys.items() if key not in tables)
    for name in tables:
        if name in keys:
            text += f"\n[{name}]\n" + "\n".join(line(k, v) for k, v in keys[name].items())  # type: ignore[attr-defined]
    return text + "\n"


def refused(text: str) -> PositionError:
    with pytest.raises(PositionError) as caught:
        read(text)
    message = str(caught.value)
    assert message.startswith("position") and "\n" not in message
    return caught.value


# -- there and back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@given(seed=SEEDS)
@settings(max_examples=20, deadline=None, derandomize=True)
def test_every_state_comes_back(mode: str, seed: int) -> None:
    rng = random.Random(seed)
    g = GAME.new(mode, random_option_sets(GAME, mode, rng))
    decisions = 0
    while True:
        if g.over or decisions < 4 or rng.random() < 0.04:
            assert read(write_position(g)) == g, write_position(g)
        if g.over:
            return
        g.apply(rng.choice(g.legal()))
        decisions += 1


@pytest.mark.parametrize("mode", MODES)
@given(seed=SEEDS)
@settings(max_examples=5, deadline=None, derandomize=True)
def test_views_come_back(mode: str, seed: int) -> None:
    """What a seat may see can be written down, too; nothing hidden is in the text."""
    rng = random.Random(seed)
    g = GAME.new(mode, random_option_sets(GAME, mode, rng))
    while not g.over:
        if rng.random() < 0.02:
            for seat in (None, *range(len(g.t.seats))):
                view = g.masked(seat)
                text = write_position(view)
                assert read(text) == view, text
                hidden = [card.id for card, place in zip(g.t.cards, view.b[CARD:], strict=False) if place == UNSEEN]
                assert not [id for id in hidden if f'"{id}' in text]
        g.apply(rng.choice(g.legal()))


def test_every_decision_of_the_cases_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """With boards of their own, card actions that are on no card, sieges declared, and dice picked up."""
    seen: set[str] = set()
    act = Driver.act

    def check(self: Driver, action: object, listed: bool = True) -> None:
        if self.g.agenda and self.g.b[COMMANDER] + self.t.solo:
            text = self.g.position()
            back = Reader(GAME, parse(text), None).state(check=False)
            assert back == self.g, text
            seen.add(type(self.g.agenda[-1]).__name__)
        act(self, action, listed)  # type: ignore[arg-type]

    monkeypatch.setattr(Driver, "act", check)
    for data, kind in ((EXAMPLES, "example"), (MORE, "vector")):
        run = GAME.vector_runner(data)
        for case in data[kind]:
            run(Vector(case["id"], case["given"], case["when"], case["then"], tuple(case.get("modes", ()))))
    assert {"Intercept", "RerollDie", "ShiftDie", "InspireRoll", "ChooseBesiegers", "Menu", "FallingTroop"} <= seen


@pytest.mark.parametrize("name", sorted(STEPS))
def test_every_step_has_words(name: str) -> None:
    t = read(toml(pieces=START, commander="castilla", board=BOARD)).t
    words = StepWords(t)
    rng = random.Random(name)
    ranges = {"s": 3, "o": 3, "x": 3, "r": t.count, "to": t.count, "commander": 4, "player": 3, "kind": 4, "king": 2,
              "slot": 3, "empty_only": 2, "action": len(t.card_actions), "order": len(t.orders),
              "refused": 1 << t.count}
    fields = [field.name for field in dataclasses.fields(STEPS[name])]  # type: ignore[arg-type]
    for _ in range(20):
        values = [rng.randrange(ranges.get(field, 256)) for field in fields]
        step = STEPS[name](*values)
        text = words.write(step)
        assert text.split()[0] == name
        assert words.read(text, "agenda") == step
        numbers = [word for word in text.split() if word.isdigit()]
        assert len(numbers) == sum(field not in ranges for field in fields)


def test_a_position_is_readable() -> None:
    g = read(toml(mode="3p", commander="castilla", cp=2, pieces=PIECES))
    g.apply(g.actions.parse("attack bureba"))
    g.apply(g.actions.parse("points 1"))
    g.apply(g.actions.parse("roll king 7"))
    text = g.position()
    assert 'agenda = ["EndOfRound", "SiegeLosses", "DrawPhase castilla", "TurnGoesOn castilla", "EndOfBattle", ' \
           '"RollDie castilla troop"]' in " ".join(text.split()).replace("[ ", "[").replace(", ]", "]")
    assert 'dice = ["castilla king 7"]' in text
    assert 'to_roll = { castilla = "1", najera = "1" }' in text
    assert 'najera field bureba 1T' in text
    assert read(text) == g


PIECES = [
    "castilla garrison castilla 1T", "castilla field bureba K", "castilla field castilla 2T",
    "najera garrison najera 1T", "najera field najera K", "najera field bureba 1T",
    "aragon garrison aragon 1T", "aragon field aragon K+3T",
]


# -- short positions -------------------------------------------------------------------------------------------------


def test_a_short_position_is_the_turn_of_the_commander() -> None:
    g = read(toml(pieces=PIECES, commander="castilla"))
    assert (g.b[COMMANDER], g.b[TURN_OF], g.b[LEFT]) == (1, 1, 3)
    assert type(g.step).__name__ == "CommandTurn"
    assert set(piece_lines(g)) == set(PIECES)
    assert read(toml(pieces=PIECES, commander="castilla", cp=1)).b[LEFT] == 1
    assert read(toml(pieces=PIECES, commander="castilla", card="aragon-2a")).b[LEFT] == 2


def test_a_short_position_may_begin_elsewhere() -> None:
    assert type(read(toml(pieces=PIECES, commander="castilla", hand={"castilla": [3, 1]})).step).__name__ == (
        "PlayOrReserve")
    g = read(toml(pieces=PIECES, commander="castilla", turn="najera", card="castilla-1a"))
    assert type(g.step).__name__ == "ChooseFortify"
    g = read(toml(mode="solo", player="castilla", commander="", pieces=PIECES))
    assert type(g.step).__name__ == "Reveal"
    g = read(toml(pieces=PIECES, commander="castilla", phase=3))
    assert type(g.step).__name__ == "DrawCard"
    g = read(toml(pieces=PIECES, commander="castilla", phase=1, hand={"castilla": ["aragon-1a"]}))
    assert [action.name for action in g.legal()] == ["play aragon-1a", "reserve aragon-1a"]


def test_a_position_on_its_own_board() -> None:
    text = toml(pieces=START, commander="castilla", cp=3, board=BOARD)
    g = read(text)
    assert g.t.ids[:3] == ("r1", "c-home", "r3")
    again = read(g.position())
    assert again == g and again.t is g.t


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_is_given_in_cases_is_a_position(case: dict) -> None:
    """The positions of the shipped cases are positions by themselves once their board and card are spelled out."""
    keys = {key: value for key, value in case["given"].items() if key not in ("note", "points")}
    if "pieces" not in keys:
        return
    keys["board"] = BOARD
    if "action" in keys:
        keys["action"] = [{"sancho": keys["turn"], **keys["action"]}]
    elif keys.get("turn") and keys["turn"] != keys.get("commander"):
        keys["action"] = [{"sancho": keys["turn"], "mode": "first-possible", "do": [{"do": "recruit", "points": 1}]}]
    g = read(toml(**keys))
    assert read(g.position()) == g


# -- what cannot be ----------------------------------------------------------------------------------------------------

TOO_MANY = [*PIECES, "castilla field bureba 12T"]
WRONG = [
    ("pieces = [", "", "TOML"),
    ('game = "sanchos"\npieces = ][', "line 2", "TOML"),
    (toml(mode="3p"), "", "pieces"),
    (toml(pieces=PIECES, foo=1), "foo", "no key"),
    (toml(pieces=PIECES, round="one"), "round", "int"),
    (toml(pieces=PIECES, round=300), "round", "range"),
    (toml(pieces=PIECES, game="chess"), "game", "chess"),
    (toml(pieces=PIECES, mode="4p"), "mode", "4p"),
    (toml(pieces=PIECES, options={"level": "hard"}), "options.level", "solo"),
    (toml(pieces=PIECES, content="0123456789abcdef"), "content", "0123456789abcdef"),
    (toml(pieces=[*PIECES, "castilla field oz 1T"]), "pieces[8]", "oz"),
    (toml(pieces=[*PIECES, "castilla field bureba"]), "pieces[8]", "form"),
    (toml(pieces=[*PIECES, "castilla roof bureba 1T"]), "pieces[8]", "roof"),
    (toml(pieces=[*PIECES, "castilla field bureba X"]), "pieces[8]", "X"),
    (toml(pieces=[*PIECES, "castilla field oca K"]), "pieces[8]", "King"),
    (toml(pieces=PIECES[:1] + PIECES[2:]), "pieces", "King of castilla"),
    (toml(pieces=TOO_MANY), "pieces", "14"),
    (toml(pieces=[*PIECES, "aragon garrison castilla 1T"]), "pieces[8]", "Garrison"),
    (toml(pieces=[*PIECES, "aragon siege najera 1T"]), "pieces in najera", "outnumber"),
    (toml(pieces=PIECES, reserve_troops={"castilla": 12}), "pieces", "12"),
    (toml(pieces=PIECES, reserve_troops={"leon": 2}), "reserve_troops.leon", "Sancho"),
    (toml(pieces=PIECES, supply_troops={"castilla": 2}), "supply_troops.castilla", "9"),
    (toml(pieces=PIECES, score={"castilla": 4}), "score.castilla", "3"),
    (toml(pieces=PIECES, score={"player": 4}), "score.player", "side"),
    (toml(pieces=PIECES, commander=""), "commander", "solo"),
    (toml(mode="2p", pieces=PIECES, commander="najera"), "commander", "never"),
    (toml(pieces=PIECES, arrow_visible="lowest"), "arrow_visible", "3p"),
    (toml(pieces=PIECES, seats=["castilla", "castilla", "aragon"]), "seats", "clockwise"),
    (toml(pieces=PIECES, seats=["castilla", "aragon", "najera"],
          options={"seating": "castilla-najera-aragon"}), "seats", "seating"),
    (toml(pieces=PIECES, hand={"castilla": ["aragon-1a", "aragon-1a"]}), "hand.castilla[1]", "already"),
    (toml(pieces=PIECES, hand={"castilla": ["joker"]}), "hand.castilla[0]", "joker"),
    (toml(pieces=PIECES, hand={"castilla": [4]}), "hand.castilla[0]", "4 CP"),
    (toml(pieces=PIECES, hand={"castilla": ["?"]}), "hand.castilla[0]", "deck_size"),
    (toml(mode="2p", commander="castilla", pieces=PIECES, hand={"najera": ["aragon-1a"]}), "", "hidden"),
    (toml(pieces=PIECES, reserved_cards={"castilla": ["aragon-1a upside"]}), "reserved_cards.castilla[0]", "upside"),
    (toml(pieces=PIECES, reserved_cards={"castilla": ["aragon-1a"]}, reserved_order=["aragon-1a", "aragon-1a"]),
     "reserved_order[1]", "twice"),
    (toml(pieces=PIECES, deck=28), "deck", "28"),
    (toml(pieces=PIECES, deck_size=28), "deck_size", "28"),
    (toml(pieces=PIECES, keeper="aragon"), "keeper", "card"),
    (toml(pieces=PIECES, el_cid={"holder": "castilla"}, options={"el-cid": "off"}), "el_cid", "off"),
    (toml(mode="2p", commander="castilla", pieces=PIECES, el_cid={"holder": "najera"}), "el_cid.holder", "never"),
    (toml(pieces=PIECES, el_cid={"holder": "supply", "piece": "oca"}), "el_cid.piece", "Supply"),
    (toml(pieces=PIECES, dice=["castilla king 7"]), "dice", "battle"),
    (toml(pieces=PIECES, commander="castilla", agenda=["Dance castilla"]), "agenda[0]", "Dance"),
    (toml(pieces=PIECES, commander="castilla", agenda=["ComandTurn castilla"]), "agenda[0]", "CommandTurn"),
    (toml(pieces=PIECES, commander="castilla", agenda=["CommandTurn"]), "agenda[0] CommandTurn", "missing"),
    (toml(pieces=PIECES, commander="castilla", agenda=["CommandTurn castilla oca"]), "agenda[0]", "oca"),
    (toml(pieces=PIECES, commander="castilla", agenda=["CommandTurn aragon"]), "agenda", "commander"),
    (toml(pieces=PIECES, commander="castilla", agenda=["ChooseBesiegers aragon oca points 2"]), "agenda", "nothing"),
    (toml(pieces=PIECES, commander="castilla", agenda=["Hit aragon"]), "battle", "missing"),
    (toml(pieces=PIECES, commander="castilla", agenda=[]), "agenda", "empty"),
    (toml(pieces=PIECES, commander="castilla", turn="aragon"), "turn", "card"),
    (toml(pieces=PIECES, commander="castilla", cp=12), "cp", "9"),
    (toml(pieces=PIECES, commander="castilla", agenda=["EndOfBattle", "Hit castilla"],
          battle={"attacker": "castilla", "region": "bureba"}), "agenda", "Hit castilla"),
    (toml(pieces=PIECES, commander="castilla", agenda=["EndOfBattle", "RollDie castilla king"],
          battle={"attacker": "castilla", "region": "bureba"}), "battle.to_roll", "no such die"),
    (toml(pieces=PIECES, commander="castilla", agenda=["EndOfBattle", "RerollDie"], dice=["castilla king 7"],
          battle={"attacker": "castilla", "region": "bureba"}), "dice", "picked up"),
    (toml(pieces=PIECES, commander="castilla", dice=["castilla king seven"],
          agenda=["EndOfBattle", "Hit castilla"], battle={"attacker": "castilla", "region": "bureba"}),
     "dice[0]", "seven"),
    (toml(pieces=PIECES, over={"ending": "draw", "winners": []}), "over.ending", "draw"),
    (toml(pieces=PIECES, over={"ending": "minor", "winners": []}), "", "winners"),
    (toml(pieces=START, board={"regions": REGIONS, "adjacent": [["r1", "oz"]]}), "board.adjacent[1]", "oz"),
    (toml(pieces=START, board={"regions": REGIONS, "adjacent": [3]}), "board.adjacent", "pairs"),
    (toml(pieces=START, board={**BOARD, "colour": "red"}), "board.colour", "no key"),
    (toml(pieces=PIECES, commander="castilla", turn="aragon", action=[{"sancho": "aragon", "mode": "all"}]),
     "action[0].do", "missing"),
]


@pytest.mark.parametrize(("text", "where", "why"), WRONG, ids=range(len(WRONG)))
def test_what_cannot_be_is_refused(text: str, where: str, why: str) -> None:
    error = refused(text)
    assert error.where.startswith(where) or where in error.where, str(error)
    assert why in str(error)


@given(seed=SEEDS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_spoiled_positions_never_break_the_program(seed: int) -> None:
    """Words, numbers and lines of good positions exchanged at random: read or refused, nothing else."""
    rng = random.Random(seed)
    mode = rng.choice(MODES)
    g = GAME.new(mode, random_option_sets(GAME, mode, rng))
    for _ in range(rng.randrange(150)):
        if g.over:
            break
        g.apply(rng.choice(g.legal()))
    words = re.split(r"([\w-]+)", write_position(g))
    places = range(1, len(words), 2)
    for _ in range(rng.choice((1, 1, 2, 4))):
        others = (words[rng.choice(places)], str(rng.randrange(300)), rng.choice(SANCHOS), "oca", "K", "2T", "true")
        words[rng.choice(places)] = rng.choice(others)
    try:
        again = read("".join(words))
    except MesnadaError as error:
        assert "\n" not in str(error)
    else:
        assert read(again.position()) == again
