"""Odds: what actions that lead to dice are likely to cost, as a game's hook tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mesnada.kernel.action import Action


@dataclass(frozen=True, slots=True)
class OddsRow:
    """What follows from one legal action, side by side.

    ``samples`` is the number of times that it was tried out (0: the numbers are exact). By the ids of the sides that
    take part: ``losses`` holds the shares of 0, 1, 2 … pieces lost (they add up to 1), ``leader`` the chance that the
    leading piece (a King) falls.
    """

    action: Action
    samples: int
    losses: Mapping[str, tuple[float, ...]]
    leader: Mapping[str, float] = field(default_factory=dict)

    def expected(self, side: str) -> float:
        """The mean number of pieces that a side loses. Raises KeyError for a side that takes no part."""
        return sum(number * share for number, share in enumerate(self.losses[side]))
