"""Heuristics: what a game knows about judging its own positions.

Bots look ahead with it and know no game themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.state import GameState

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


@dataclass(frozen=True, slots=True)
class Horizon:
    """How far the answers to one decision have to be followed before they can be compared.

    ``reached`` says whether a later state is far enough; a state that is over always is. ``others_act`` says whether
    other seats take turns of their own on the way.
    """

    reached: Callable[[GameState[Any]], bool]
    others_act: bool


class Heuristics(ABC):
    """The judgement of one game. Everything here may read a whole state; whoever must not gives a re-dealt one."""

    @abstractmethod
    def features(self, state: GameState[Any], side: str) -> list[Feature]:
        """What speaks for and against a side (a seat's id), always the same codes in the same order."""

    def value(self, state: GameState[Any], side: str) -> float:
        """The sum of what the features are worth."""
        return sum(feature.worth for feature in self.features(state, side))

    @abstractmethod
    def horizon(self, state: GameState[Any]) -> Horizon:
        """How far to follow the answers to the decision at hand."""

    @abstractmethod
    def halfway(self, state: GameState[Any]) -> bool:
        """Whether the decision at hand only completes one that was taken before: a piece is lifted, a battle is on."""

    def candidates(self, state: GameState[Any], legal: list[Action]) -> list[Action]:
        """Of the legal answers to a decision those that are worth following; never none."""
        return legal

    @abstractmethod
    def quick(self, state: GameState[Any]) -> Action:
        """A sensible answer to a seat's decision, found without looking ahead."""
