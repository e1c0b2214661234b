"""Steps: the rules in progress. The stack of steps in a state is its agenda.

A step is a small frozen record of integers named after the rule that it carries out. The step on top of the agenda asks
a seat (:class:`Choice`), asks chance (:class:`Chance`), or acts by itself (:class:`Auto`). It is taken off before it is
carried out, so progress is a new step, and what it leaves below is what comes afterwards.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.refusal import Refusal

G = TypeVar("G")
T = TypeVar("T", bound="Step[Any]")


class Step(Generic[G]):
    """What all steps have. ``rule`` is the id of the atom that a step carries out."""

    __slots__ = ()
    rule: ClassVar[str] = ""
    auto: ClassVar[bool] = False
    chance: ClassVar[bool] = False

    def seat(self, g: G) -> int:
        """Who decides; never asked of an Auto step."""
        raise TypeError(f"{type(self).__name__} decides nothing")

    def legal(self, g: G) -> list[Action]:
        """What may be answered. Never empty."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def why_not(self, g: G, action: Action) -> Refusal | None:
        """Why an action may not be answered here; None exactly for the actions of :meth:`legal`."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def apply(self, g: G, action: Action) -> None:
        """Carries the answer out. The step is off the agenda already."""
        raise TypeError(f"{type(self).__name__} takes no answer")

    def run(self, g: G) -> None:
        """Carries an Auto step out. The step is off the agenda already."""
        raise TypeError(f"{type(self).__name__} does not act by itself")

    def title(self, g: G) -> tuple[str, dict[str, Any]] | None:
        """Key and parameters of this step's part of the agenda line, or None where it needs no mention."""
        return None

    def values(self) -> tuple[int, ...]:
        """The integers of the record, in the order of its fields."""
        return tuple(getattr(self, f.name) for f in fields(self))  # type: ignore[arg-type]


class Choice(Step[G]):
    """A seat decides."""

    __slots__ = ()


class Chance(Step[G]):
    """Chance decides: every action of ``legal`` is an outcome, all equally likely."""

    __slots__ = ()
    chance: ClassVar[bool] = True

    def seat(self, g: G) -> int:
        return CHANCE


class Auto(Step[G]):
    """Nobody decides: the rule acts by itself."""

    __slots__ = ()
    auto: ClassVar[bool] = True


CHANCE = -1
"""The seat that rolls dice and draws cards."""

OVER = -2
"""The seat to act once the game is over: nobody."""


def interned(cls: Callable[..., T]) -> Callable[..., T]:
    """The maker of a step class that gives the same object for the same values.

    Steps recur, and making a frozen record costs more than finding it again.
    """
    return functools.cache(cls)
