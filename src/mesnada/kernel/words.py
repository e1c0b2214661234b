"""Wording: what a game says to people, in one language. Rules hand out data; this turns them into sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.events import Event
    from mesnada.kernel.game import Outcome
    from mesnada.kernel.refusal import Refusal
    from mesnada.kernel.state import GameState


class Wording(ABC):
    """All sentences of a game in one language, made from its catalogue."""

    lang: str

    @abstractmethod
    def side(self, id: str) -> str:
        """Name of a side, for instance "Aragón"."""

    def side_in_full(self, id: str) -> str:
        """Name of a side where it is introduced, for instance with the name of its ruler."""
        return self.side(id)

    @abstractmethod
    def place(self, state: GameState[Any], id: str) -> str:
        """Name of a place on the board."""

    def aim(self, state: GameState[Any]) -> str:
        """What wins, and what a beginner has to know besides, in a few lines; "" if nothing is said about it."""
        return ""

    def places(self, state: GameState[Any]) -> Mapping[str, tuple[str, ...]]:
        """The names by which each place on the board can be asked for, by its id; empty if there is nothing to ask."""
        return {}

    def about_place(self, state: GameState[Any], id: str) -> list[str]:
        """What a place is, what stands there and which places are next to it, as lines."""
        return []

    @abstractmethod
    def agenda(self, state: GameState[Any]) -> list[str]:
        """Where the game is, from the outermost step to the present decision."""

    @abstractmethod
    def prompt(self, state: GameState[Any]) -> str:
        """What is asked now, as a sentence."""

    @abstractmethod
    def action(self, state: GameState[Any], action: Action) -> str:
        """What an action would do now, short enough for a button."""

    @abstractmethod
    def event(self, state: GameState[Any], event: Event) -> str:
        """The log line of an event as its reader may see it (see Event.seen_by); "" for one that needs no line."""

    @abstractmethod
    def refusal(self, state: GameState[Any], refusal: Refusal) -> str:
        """Why something is not allowed, as a sentence."""

    @abstractmethod
    def position(self, state: GameState[Any]) -> str:
        """The whole position in words, several lines; of a masked state what its seat may know."""

    @abstractmethod
    def outcome(self, outcome: Outcome) -> str:
        """Who won and how, as a sentence."""
