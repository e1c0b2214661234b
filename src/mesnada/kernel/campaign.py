"""Campaigns: games that belong together, the next one depending on how the last one ended."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    from mesnada.kernel.game import Outcome

RUNNING = "running"
WON = "won"
LOST = "lost"


@dataclass(frozen=True, slots=True)
class NextGame:
    """The set-up of the next game of a campaign."""

    mode: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game of a campaign: its set-up, whether it was won, and how it ended."""

    setup: NextGame
    won: bool
    ending: str


class Campaign(ABC):
    """The rules of a game's campaign at one moment; frozen: each result gives a new one."""

    levels: ClassVar[tuple[str, ...]]
    """The levels that it can be started at."""

    @classmethod
    @abstractmethod
    def start(cls, level: str) -> Self:
        """A campaign before its first game. Raises OptionError for a level that there is not."""

    @property
    @abstractmethod
    def level(self) -> str:
        """The level that it was started at."""

    @property
    @abstractmethod
    def results(self) -> tuple[GameResult, ...]:
        """The finished games, in order."""

    @property
    @abstractmethod
    def state(self) -> str:
        """``running``, ``won`` or ``lost``."""

    @property
    @abstractmethod
    def losses_left(self) -> int:
        """How many more games may be lost."""

    @abstractmethod
    def next_game(self) -> NextGame | None:
        """The game to be played now; None once the campaign is over."""

    @abstractmethod
    def after(self, outcome: Outcome) -> Self:
        """The campaign once the next game has ended so. Raises UsageError when the campaign is over."""

    @abstractmethod
    def save(self) -> dict[str, Any]:
        """The campaign as plain JSON data."""

    @classmethod
    @abstractmethod
    def load(cls, saved: object) -> Self:
        """What :meth:`save` wrote. Raises RecordError when it is not, or when its games cannot have followed so."""
