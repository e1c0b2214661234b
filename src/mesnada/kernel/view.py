"""View: what one seat may see of a state. Bots and front ends get views and nothing else."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.game import Outcome
    from mesnada.kernel.refusal import Refusal
    from mesnada.kernel.state import GameState


class View:
    """One seat's view (``seat`` None: a spectator's).

    ``state`` is a copy in which everything hidden from the seat is blank: two states that differ only in what the seat
    cannot see give equal views. It may be read and drawn; to look ahead, play on a copy from :meth:`redealt`.
    """

    __slots__ = ("seat", "state")

    def __init__(self, state: GameState[Any], seat: int | None) -> None:
        self.seat = seat
        self.state = state.masked(seat)

    @property
    def to_act(self) -> bool:
        """Whether this seat has to decide now."""
        return self.seat is not None and self.state.seat == self.seat

    def legal(self) -> list[Action]:
        """The seat's legal actions; empty while somebody else decides."""
        return self.state.legal() if self.to_act else []

    def why_not(self, action: Action) -> Refusal | None:
        """Why the seat may not answer its decision with an action.

        Raises ValueError when the seat has no decision to take.
        """
        if not self.to_act:
            raise ValueError("another seat decides")
        return self.state.why_not(action)

    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        return self.state.outcome()

    def redealt(self, rng: random.Random) -> GameState[Any]:
        """A whole state that looks the same to this seat; what it cannot see is dealt at random."""
        return self.state.redealt(rng)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.seat == other.seat and self.state == other.state

    __hash__ = None  # type: ignore[assignment]
