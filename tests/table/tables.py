"""Tables for tests."""

import random

from mesnada.games.sanchos import GAME
from mesnada.kernel.step import OVER
from mesnada.table import Table


def new_table(mode="3p", seats=("random", "random", "random"), *, seed=1, options=None, record=None, **how):
    """A table of a new game; in solo games one spec is enough."""
    return Table.new(GAME, GAME.new(mode, options), seats[: {"3p": 3, "2p": 2, "solo": 1}[mode]], seed=seed,
                     record=record, **how)


def play_on(table, rng=None, decisions=10**6):
    """Takes so many decisions; those of people at random."""
    rng = rng or random.Random(0)
    for _ in range(decisions):
        if table.step() is None:
            if table.asked() == OVER:
                break
            table.act(rng.choice(table.state.legal()))
    return table
