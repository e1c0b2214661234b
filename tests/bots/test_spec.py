"""How bots are named."""

from typing import Any

import pytest

from mesnada.bots import BOTS, make_bot
from mesnada.games.sanchos import GAME
from mesnada.games.sanchos.game import Sanchos
from mesnada.kernel.errors import UsageError


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("random", "random"),
        (" Random ", "random"),
        ("quick", "quick"),
        ("greedy", "greedy"),
        ("greedy:samples=2", "greedy"),
        ("GREEDY : Samples = 9", "greedy:samples=9"),
        ("greedy:depth=1,samples=5", "greedy:samples=5,depth=1"),
    ],
)
def test_a_spec_makes_a_bot_that_can_say_its_spec(spec, said):
    bot = make_bot(spec, GAME, 1)
    assert bot.spec == said
    assert make_bot(bot.spec, GAME, 1).spec == said


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("", "there is no bot ''; there are random, quick, greedy"),
        ("grredy", "there is no bot 'grredy'"),
        ("random:samples=2", "random has no parameter 'samples'; it has none"),
        ("greedy:", "'' is not of the form PARAMETER=NUMBER"),
        ("greedy:samples", "'samples' is not of the form"),
        ("greedy:samples=", "from 1 to 1000, not ''"),
        ("greedy:samples=0", "from 1 to 1000, not '0'"),
        ("greedy:samples=-3", "from 1 to 1000, not '-3'"),
        ("greedy:samples=1e2", "from 1 to 1000, not '1e2'"),
        ("greedy:samples=\u0664", "from 1 to 1000"),
        ("greedy:samples=99999999999999999999999", "from 1 to 1000"),
        ("greedy:samples=2,samples=3", "samples is given twice"),
        ("greedy:time=1", "greedy has no parameter 'time'; it has samples, depth"),
        ("greedy:samples=2,", "'' is not of the form"),
        ("auto", "there is no bot 'auto'"),
    ],
)
def test_a_wrong_spec_is_an_error_of_one_line(spec, why):
    with pytest.raises(UsageError) as caught:
        make_bot(spec, GAME, 1)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["quick", "greedy"])
def test_a_game_without_heuristics_has_no_bot_that_judges(name):
    class Unknown(Sanchos):
        id = "unknown"
        heuristics: Any = None

    with pytest.raises(UsageError, match="no heuristics for unknown"):
        make_bot(name, Unknown(), 1)
    assert make_bot("random", Unknown(), 1).spec == "random"


def test_every_kind_is_found_by_its_own_name():
    assert {name: kind.name for name, kind in BOTS.items()} == {name: name for name in BOTS}
