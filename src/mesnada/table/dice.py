"""Where dice and draws come from: a generator with a seed that the record keeps, or the hands of people."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.state import GameState

AUTOMATIC: Final = "auto"
MANUAL: Final = "manual"
SOURCES: Final = (AUTOMATIC, MANUAL)
MOST: Final = 2**63 - 1
"""Greatest seed."""


def new_seed() -> int:
    """A seed that nobody can guess."""
    return random.SystemRandom().randrange(2**40)


class SeededDice:
    """Answers the decisions of chance. The answer depends on the seed and on how many such decisions came before, so
    that a resumed game goes on as it would have gone on."""

    def __init__(self, seed: int) -> None:
        self.seed: Final = seed

    def answer(self, state: GameState[Any], number: int) -> Action:
        """The outcome of the ``number``-th decision of chance in a game, counted from 0."""
        outcomes = state.legal()
        return random.Random(f"{self.seed}/{number}").choice(outcomes)
