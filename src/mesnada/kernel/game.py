"""Game: what the program knows of a game before it is played, and the registry of the games that are installed."""

from __future__ import annotations

import functools
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesnada.kernel.errors import ContentError, OptionError, UsageError

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.campaign import Campaign
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.heuristics import Feature, Heuristics
    from mesnada.kernel.odds import OddsRow
    from mesnada.kernel.rules import Rulebook
    from mesnada.kernel.sheet import Sheet
    from mesnada.kernel.state import GameState
    from mesnada.kernel.vectors import Runner
    from mesnada.kernel.view import View
    from mesnada.kernel.words import Wording


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """A setting of a game: its values, the default, and where it comes from.

    ``source`` is a rule id where the option is a reading of the rulebook or an optional rule, else "set-up".
    ``kind`` is "set-up", "variant" or "reading". ``modes`` says in which modes it has a meaning.
    """

    name: str
    values: tuple[str, ...]
    default: str
    kind: str
    source: str
    modes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat: its id (the side it plays) and whether the game's own automa sits there."""

    id: str
    automa: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """What identifies a game before its first decision."""

    game: str
    mode: str
    options: tuple[tuple[str, str], ...]
    content: str
    """Digest of the content pack."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``ending`` is the name of the way it ended, ``winners`` the ids of the sides that won (more than one: shared),
    ``scores`` the final points of each side, ``returns`` one number a seat: 1 won alone, 1/n shared, 0 lost.
    """

    ending: str
    winners: tuple[str, ...]
    scores: Mapping[str, int]
    returns: tuple[float, ...] = field(default=())


class Game(ABC):
    """The static facts of a game and its makers. A game package registers one instance as an entry point."""

    id: str
    title: str
    modes: tuple[str, ...]
    default_mode: str
    rules_version: str
    """Changes whenever the same actions may lead to another state; stored in every record."""

    @abstractmethod
    def options(self, mode: str) -> tuple[OptionInfo, ...]:
        """The settings that have a meaning in a mode."""

    @abstractmethod
    def seats(self, mode: str, options: Mapping[str, str] | None = None) -> tuple[SeatInfo, ...]:
        """The seats of a mode in their order; automa seats take no decisions."""

    @abstractmethod
    def new(self, mode: str | None = None, options: Mapping[str, str] | None = None,
            content: Path | None = None) -> GameState[Any]:
        """A new game before its first decision (often one of chance).

        Raises OptionError for an unknown mode, option or value, ContentError for a faulty content folder.
        """

    @abstractmethod
    def load(self, setup: Setup, saved: Mapping[str, Any], content: Path | None = None) -> GameState[Any]:
        """The state that :meth:`GameState.save` wrote. Raises PositionError when it is none."""

    @abstractmethod
    def read_position(self, text: str, content: Path | None = None) -> GameState[Any]:
        """The state that a position in TOML describes. Raises PositionError that names the defect."""

    @abstractmethod
    def write_position(self, state: GameState[Any]) -> str:
        """A state as the text that :meth:`read_position` reads."""

    @property
    @abstractmethod
    def rulebook(self) -> Rulebook:
        """The rule atoms."""

    @abstractmethod
    def catalogue(self, lang: str) -> Catalogue:
        """The program's and this game's texts in a language. Raises UsageError for an unknown language.

        Of a game they hold ``game.title``, ``mode.<mode>``, ``option.<name>`` and ``option.<name>.<value>``,
        ``ending.<ending>`` for every :attr:`Outcome.ending`, and ``campaign-level.<level>``.
        """

    @abstractmethod
    def wording(self, lang: str) -> Wording:
        """The game's sentences in a language. Raises UsageError for an unknown language."""

    @abstractmethod
    def picture(self, state: GameState[Any], *, seat: int | None = None, theme: str = "auto", lang: str = "en",
                resolve: bool = False) -> str:
        """The board as SVG, with the legal places marked for the seat to act.

        ``seat`` None: as a spectator sees it; ``theme`` auto, light or dark; ``resolve``: plain colours for programs
        without CSS variables.
        """

    @abstractmethod
    def check_state(self, state: GameState[Any]) -> None:
        """Recounts everything that has to be true of a state. Raises an error that says what is wrong.

        For tests and random play; no rule asks it.
        """

    @abstractmethod
    def bound(self, mode: str) -> int:
        """The most rounds that a game of this mode can last."""

    @abstractmethod
    def check_content(self, folder: Path | None) -> list[tuple[str, ContentError]]:
        """All that is wrong with a content folder (None: the shipped content), as pairs of grade and error.

        The grade is ``error`` or ``warning``; a warning does not hinder play.
        """

    @abstractmethod
    def export_content(self, folder: Path) -> tuple[Path, ...]:
        """Writes the shipped content into a folder, for its owner to change; returns the files.

        Raises ContentError, and writes nothing, if one of the files is there already or cannot be written.
        """

    def vector_runner(self, shared: Mapping[str, Any]) -> Runner:
        """What plays test vectors of this game; ``shared`` are the tables that the cases of a file have in common.

        Raises UsageError for a game without a form of test vectors.
        """
        raise UsageError(self.id, "has no form of test vectors")

    def odds(self, view: View) -> list[OddsRow] | None:
        """What the legal actions of the view's seat are likely to cost where dice decide; None where they do not.

        It reads the view alone, so it cannot tell what is hidden.
        """
        return None

    def sheet(self, state: GameState[Any], wording: Wording) -> Sheet | None:
        """A position as a small table; None if the game has no such form. A masked state shows what its seat knows."""
        return None

    def details(self, state: GameState[Any], action: Action, wording: Wording) -> list[str]:
        """More about an action than its name, such as the text of the card that it plays; empty for most."""
        return []

    def in_play(self, state: GameState[Any], wording: Wording) -> list[str]:
        """What lies open and governs the present decisions, such as a card with its text, a line each."""
        return []

    def hand(self, state: GameState[Any], seat: int, wording: Wording) -> list[str]:
        """What a seat holds in hand, with the texts of the cards, a line each; empty for a game without hands."""
        return []

    def cards(self, state: GameState[Any], begun: str, wording: Wording) -> list[str]:
        """Where the cards are as far as a state shows it, a line each; or, where the beginning of ids is given, these
        cards with their texts. Empty for a game without cards, and if there is no such card."""
        return []

    def campaign(self) -> type[Campaign] | None:
        """The rules of the game's campaign, if it has one."""
        return None

    @property
    def heuristics(self) -> Heuristics | None:
        """How positions of this game are judged; None where nothing is known about it."""
        return None

    def evaluate(self, state: GameState[Any], side: str) -> list[Feature]:
        """What speaks for and against a side (a seat's id) in a position; empty where nothing is known about it."""
        return [] if self.heuristics is None else self.heuristics.features(state, side)

    def checked_options(self, mode: str | None, options: Mapping[str, str] | None) -> tuple[str, dict[str, str]]:
        """Mode and complete options, checked. Raises OptionError."""
        mode = self.default_mode if mode is None else mode
        if mode not in self.modes:
            raise OptionError("mode", f"{self.id} has no mode {mode!r}; it has {', '.join(self.modes)}")
        known = {info.name: info for info in self.options(mode)}
        complete = {info.name: info.default for info in known.values()}
        for name, value in (options or {}).items():
            info = known.get(name)
            if info is None:
                elsewhere = [m for m in self.modes if any(o.name == name for o in self.options(m))]
                why = f"has a meaning only in mode {' / '.join(elsewhere)}" if elsewhere else (
                    f"is no option of {self.id}; there are {', '.join(known)}")
                raise OptionError(name, why)
            if value not in info.values:
                raise OptionError(name, f"cannot be {value!r}; it is one of {', '.join(info.values)}")
            complete[name] = value
        return mode, complete


@functools.cache
def games() -> Mapping[str, Game]:
    """All installed games by id."""
    found: dict[str, Game] = {}
    for point in entry_points(group="mesnada.games"):
        game = point.load()
        found[game.id] = game
    return dict(sorted(found.items()))


def find_game(id: str) -> Game:
    """The game with this id. Raises UsageError that names the games there are."""
    known = games()
    if id not in known:
        raise UsageError("game", f"there is no game {id!r}; there are {', '.join(known)}")
    return known[id]


def random_option_sets(game: Game, mode: str, rng: random.Random) -> dict[str, str]:
    """One random value for each option of a mode; for tests that play under all readings.

    Combinations that the game refuses are drawn again.
    """
    while True:
        drawn = {info.name: rng.choice(info.values) for info in game.options(mode)}
        try:
            game.new(mode, drawn)
        except OptionError:
            continue
        return drawn


def playout(state: GameState[Any], rng: random.Random, limit: int = 1_000_000) -> int:
    """Plays a state to the end, every decision (chance included) answered at random. Returns the number of decisions.

    Raises RuntimeError when the game is not over after ``limit`` decisions.
    """
    draw = rng.random
    for played in range(limit):
        legal = state.legal()
        if not legal:
            return played
        state.apply(legal[int(draw() * len(legal))])
    raise RuntimeError(f"the game is not over after {limit} decisions")


def seat_index(seats: Sequence[SeatInfo], id: str) -> int:
    """The index of a seat by id. Raises UsageError when there is none."""
    for index, seat in enumerate(seats):
        if seat.id == id:
            return index
    raise UsageError("seat", f"there is no seat {id!r}; there are {', '.join(s.id for s in seats)}")
