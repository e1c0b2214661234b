"""The examples of typed lines on the page about the terminal can be typed."""

import re
from pathlib import Path

import pytest

from mesnada.games.sanchos import GAME
from mesnada.terminal.grammar import read_line

PAGE = Path(__file__).resolve().parents[2] / "docs" / "terminal.md"
POSITION = """
mode = "3p"
commander = "castilla"
cp = 6
pieces = ["castilla field castilla K+2T", "castilla field alava 1T", "castilla field pamplona 2T",
    "najera field pamplona K+2T", "aragon field aragon K+1T"]
"""
EXAMPLES = {
    "dep king": ["deploy king"],
    "fort troop alava": ["fortify troop alava"],
    "move alava": ["move troop alava"],
    "attack pamplona 2": ["attack pamplona", "points 2"],
    "move troop castilla to bureba": ["move troop castilla", "to bureba"],
    "move alava bureba": ["move troop alava", "to bureba"],
    "fortify troop alava; recruit; end": ["fortify troop alava", "recruit", "end"],
}


def typed():
    """All that stands as an example in the list of ways to answer."""
    (part,) = re.findall(r"^Answer with a number or.*?(?=^If what you type)", PAGE.read_text("utf-8"),
                         re.DOTALL | re.MULTILINE)
    return [example for example in re.findall(r"`([^`]+)`", part) if example != ";"]


def test_every_example_is_tried():
    full = {"move troop alava", "2", "points 2"}
    assert set(typed()) == set(EXAMPLES) | full


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_means_what_the_page_says(line):
    state = GAME.read_position(POSITION)
    plan = read_line(state, line)
    assert [action.name for action in plan.actions] == EXAMPLES[line]
    assert not plan.rest


def test_a_number_stands_for_its_action():
    state = GAME.read_position(POSITION)
    state.apply(read_line(state, "attack pamplona").actions[0])
    assert [action.name for line in ("2", "points 2") for action in read_line(state, line).actions] == ["points 2"] * 2
