"""GameState: what every game's state can do. A state is plain data; it holds no history and no generator."""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mesnada.kernel.errors import ActionError, PositionError
from mesnada.kernel.events import Event
from mesnada.kernel.step import OVER, Step
from mesnada.kernel.view import View

if TYPE_CHECKING:
    import random
    from typing import Self

    from mesnada.kernel.action import Action, ActionSpace
    from mesnada.kernel.game import Outcome, Setup
    from mesnada.kernel.refusal import Refusal

D = TypeVar("D")


class IllegalAction(ActionError):
    """An action that is not among the legal ones was applied. ``refusal`` says why not; the state is as it was."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action.name!r} is not legal here: {refusal.code} ({refusal.rule})")
        self.action = action
        self.refusal = refusal


class GameState(Generic[D]):
    """The state of one game at one decision.

    ``t`` holds everything that does not change during a game (board, cards, options, actions); it is shared by all
    copies. ``b`` holds all counts as bytes, ``dice`` what lies on the table in an order that matters, ``agenda`` the
    steps in progress. ``events`` is None, or a list to which what happens is appended.
    """

    __slots__ = ("_legal", "agenda", "b", "dice", "events", "t")

    def __init__(self, t: D, b: bytearray, dice: list[int], agenda: list[Step[Any]]) -> None:
        self.t = t
        self.b = b
        self.dice = dice
        self.agenda = agenda
        self.events: list[Event] | None = None
        self._legal: list[Action] | None = None

    # -- what a game says about itself -----------------------------------------------------------------------

    @property
    @abstractmethod
    def setup(self) -> Setup:
        """Game, mode, options and content of this game."""

    @property
    @abstractmethod
    def actions(self) -> ActionSpace:
        """All actions of this game."""

    @property
    @abstractmethod
    def round(self) -> int:
        """The number of the round in progress; after the end, of the last one."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Who won and how; None while the game runs."""

    @abstractmethod
    def masked(self, seat: int | None) -> Self:
        """A copy without anything that a seat (None: a spectator) may not know."""

    @abstractmethod
    def redealt(self, rng: random.Random) -> Self:
        """A copy of a masked state in which the unknown is dealt at random, consistent with what is known."""

    @abstractmethod
    def position(self) -> str:
        """The state as readable text, which the game's ``read_position`` reads as an equal state."""

    @abstractmethod
    def fill(self, refusal: Refusal, action: Action) -> Refusal:
        """The refusal with the parameters that its sentence needs."""

    # -- decisions -------------------------------------------------------------------------------------------

    def choices(self) -> list[Action]:
        """The legal actions in the order in which people are to see and number them."""
        return self.legal()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.agenda

    @property
    def seat(self) -> int:
        """Whose decision it is: a seat's index, CHANCE, or OVER."""
        return self.agenda[-1].seat(self) if self.agenda else OVER

    @property
    def step(self) -> Step[Any]:
        """The step that asks. Raises IndexError when the game is over."""
        return self.agenda[-1]

    def legal(self) -> list[Action]:
        """The actions that may be applied now; empty only when the game is over. Do not change the list."""
        found = self._legal
        if found is None:
            found = self._legal = self.agenda[-1].legal(self) if self.agenda else []
        return found

    def chance(self) -> list[tuple[Action, float]]:
        """The outcomes and their probabilities when chance decides; empty when a seat does."""
        if not self.agenda or not self.agenda[-1].chance:
            return []
        outcomes = self.legal()
        return [(action, 1 / len(outcomes)) for action in outcomes]

    def apply(self, action: Action) -> None:
        """Carries an action out and goes on to the next decision.

        Raises IllegalAction when the action is not legal; the state is then unchanged.
        """
        legal = self._legal
        if legal is None:
            legal = self.legal()
        if action not in legal:
            refusal = self.why_not(action)
            assert refusal is not None, f"{action} is neither legal nor refused"
            raise IllegalAction(action, refusal)
        self._legal = None
        agenda = self.agenda
        agenda.pop().apply(self, action)
        while agenda:
            top = agenda[-1]
            if not top.auto:
                return
            agenda.pop()
            top.run(self)

    def settle(self) -> None:
        """Carries Auto steps out until somebody has to decide or the game is over."""
        self._legal = None
        while self.agenda and self.agenda[-1].auto:
            self.agenda.pop().run(self)

    def ask(self, step: Step[Any], legal: list[Action]) -> None:
        """Puts a decision on the agenda whose legal actions are known already (what ``step.legal`` would give)."""
        self.agenda.append(step)
        self._legal = legal

    def why_not(self, action: Action) -> Refusal | None:
        """Why an action may not be applied now; None exactly for the legal ones."""
        if not self.agenda:
            return self.fill(self._over(), action)
        refusal = self.agenda[-1].why_not(self, action)
        return None if refusal is None else self.fill(refusal, action)

    @abstractmethod
    def _over(self) -> Refusal:
        """The refusal for everything after the end."""

    def view(self, seat: int | None) -> View:
        """What a seat may see; None: a spectator."""
        return View(self, seat)

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        from mesnada.kernel.game import find_game

        return find_game(self.setup.game).picture(self, seat=self.seat)

    def emit(self, kind: str, rule: str, *, secret: Mapping[str, Any] | None = None, audience: int | None = None,
             **params: Any) -> None:
        """Notes an event if anybody listens."""
        if self.events is not None:
            self.events.append(Event(kind, rule, params, secret or {}, audience))

    # -- a state as data -------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy, without listeners."""
        other = type(self)(self.t, self.b[:], self.dice[:], self.agenda[:])
        other._legal = self._legal
        return other

    def key(self) -> tuple[object, ...]:
        """Everything that distinguishes this state from others of the same set-up."""
        return (bytes(self.b), tuple(self.dice), tuple((type(s).__name__, s.values()) for s in self.agenda))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return NotImplemented
        return self.setup == other.setup and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]

    def hash(self) -> str:
        """16 hex digits that are the same for equal states on every machine and in every build."""
        text = repr((bytes(self.b).hex(), self.dice, [(type(s).__name__, s.values()) for s in self.agenda]))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def save(self) -> dict[str, Any]:
        """The state as plain JSON data; the set-up is saved apart from it."""
        return {
            "b": bytes(self.b).hex(),
            "dice": list(self.dice),
            "agenda": [[type(s).__name__, *s.values()] for s in self.agenda],
        }


def load_agenda(saved: object, makers: Mapping[str, Callable[..., Step[Any]]]) -> list[Step[Any]]:
    """The steps of a saved agenda. Raises PositionError for an unknown step or wrong values."""
    agenda: list[Step[Any]] = []
    if not isinstance(saved, list):
        raise PositionError("agenda", "is not a list of steps")
    for number, entry in enumerate(saved):
        where = f"agenda[{number}]"
        if not isinstance(entry, list) or not entry or entry[0] not in makers:
            raise PositionError(where, f"is no step of this game: {entry!r}")
        if not all(type(value) is int for value in entry[1:]):
            raise PositionError(where, "has values that are not whole numbers")
        try:
            agenda.append(makers[entry[0]](*entry[1:]))
        except TypeError:
            raise PositionError(where, f"{entry[0]} does not take {len(entry) - 1} values") from None
    return agenda
