"""Bot: what every player made of code can do, and how one is named by a spec such as ``greedy:samples=4``."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from mesnada.kernel.errors import UsageError

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.game import Game
    from mesnada.kernel.view import View
    from mesnada.kernel.words import Wording


@dataclass(frozen=True, slots=True)
class Parameter:
    """A whole number that a spec may set: its name, the default, and the least and greatest value."""

    name: str
    default: int
    least: int
    most: int


class Bot(ABC):
    """A player made of code. It is given views and nothing else, and keeps nothing from one decision to the next.

    The same bot (spec and seed) answers equal views equally, in whatever order and on whatever machine it is asked.
    """

    name: ClassVar[str]
    parameters: ClassVar[tuple[Parameter, ...]] = ()

    def __init__(self, game: Game, seed: int, values: Mapping[str, int]) -> None:
        self.game: Final = game
        self.seed: Final = seed
        self.values: Final = dict(values)

    @property
    def spec(self) -> str:
        """The spec that makes this bot, with the parameters that are not at their default."""
        changed = [f"{p.name}={self.values[p.name]}" for p in self.parameters if self.values[p.name] != p.default]
        return self.name + (":" + ",".join(changed) if changed else "")

    @abstractmethod
    def choose(self, view: View) -> Action:
        """The answer to the decision of the view's seat. Raises ValueError when the seat has none to take."""

    @abstractmethod
    def explain(self, view: View, wording: Wording) -> list[str]:
        """Why :meth:`choose` answers a view as it does, as sentences in the wording's language."""

    def rng(self, view: View) -> random.Random:
        """The generator for one decision: it depends on the seed and on what the seat sees, on nothing else."""
        return random.Random(self.seed << 64 ^ int(view.state.hash(), 16))

    def legal(self, view: View) -> list[Action]:
        """The legal actions of a view. Raises ValueError when another seat decides."""
        legal = view.legal()
        if not legal:
            raise ValueError("another seat decides")
        return legal


def read_spec(spec: str, kinds: Mapping[str, type[Bot]]) -> tuple[type[Bot], dict[str, int]]:
    """The kind of bot that a spec names and its parameters, complete.

    The form is ``NAME`` or ``NAME:PARAMETER=NUMBER,…``. Raises UsageError, with what there is instead.
    """
    name, colon, rest = spec.partition(":")
    name = name.strip().lower()
    what = f"bot {spec!r}"
    if name not in kinds:
        raise UsageError(what, f"there is no bot {name!r}; there are {', '.join(kinds)}")
    kind = kinds[name]
    known = {parameter.name: parameter for parameter in kind.parameters}
    values = {parameter.name: parameter.default for parameter in kind.parameters}
    given: set[str] = set()
    for part in rest.split(",") if colon else ():
        key, equals, text = (piece.strip().lower() for piece in part.partition("="))
        if not equals:
            raise UsageError(what, f"{part.strip()!r} is not of the form PARAMETER=NUMBER")
        if key not in known:
            raise UsageError(what, f"{name} has no parameter {key!r}; it has {', '.join(known) or 'none'}")
        if key in given:
            raise UsageError(what, f"{key} is given twice")
        given.add(key)
        parameter = known[key]
        fits = text.isascii() and text.isdigit() and len(text) < 7 and parameter.least <= int(text) <= parameter.most
        if not fits:
            raise UsageError(what, f"{key} has to be a whole number from {parameter.least} to {parameter.most}, "
                                   f"not {text!r}")
        values[key] = int(text)
    return kind, values
