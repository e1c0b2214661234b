"""Heuristics: what a game knows about judging its own positions.

Bots look ahead with it and know no game themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.state import GameState

UNSETTLED: Final = 0
"""In the middle of something: a piece is lifted, a battle is fought."""
SETTLED: Final = 1
"""An action is complete; another one may follow in the same turn."""
TURNED: Final = 2
"""Every turn that was due has been taken."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that makes a position good or bad for a side: ``value`` of it, times ``weight``, is its worth.

    ``code`` is stable; the text catalogues hold its name as ``feature.<code>``.
    """

    code: str
    value: float
    weight: float

    @property
    def worth(self) -> float:
        """What the feature adds to the worth of the position."""
        return self.value * self.weight


class Heuristics(ABC):
    """The judgement of one game. Everything here may read a whole state; whoever must not gives a re-dealt one."""

    @abstractmethod
    def features(self, state: GameState[Any], side: str) -> list[Feature]:
        """What speaks for and against a side (a seat's id), always the same codes in the same order."""

    def value(self, state: GameState[Any], side: str) -> float:
        """The sum of what the features are worth."""
        return sum(feature.worth for feature in self.features(state, side))

    @abstractmethod
    def stage(self, state: GameState[Any]) -> int:
        """How far things have come to rest: UNSETTLED, SETTLED or TURNED. A state that is over is TURNED."""

    @abstractmethod
    def reach(self, state: GameState[Any]) -> int:
        """The stage that has to be reached before the answers to the present decision can be compared."""

    @abstractmethod
    def quick(self, state: GameState[Any]) -> Action:
        """A sensible answer to a seat's decision, found without looking ahead."""
