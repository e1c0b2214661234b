"""The honest window: what a seat may take back without having learned anything by it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mesnada.kernel.record import FORCED
from mesnada.kernel.step import CHANCE

if TYPE_CHECKING:
    from mesnada.table.table import Entry

DEALS: Final = 32
"""How many other deals of the hidden things a decision is tried in."""


@dataclass(frozen=True, slots=True)
class NoUndo:
    """Why nothing can be taken back. ``code`` is the key of its sentence (``undo.<code>``).

    ``nothing``: the seat has decided nothing yet; ``over``: the game has ended; ``chance``: dice have fallen or a card
    was drawn; ``reveal``: something hidden came to light; ``other-seat``: another seat (``seat``) has decided.
    """

    code: str
    seat: int | None = None


def window(entries: Sequence[Entry], seat: int, over: bool) -> int | NoUndo:
    """How many of the last entries go when a seat takes back its last decision, or why it may not.

    Forced choices in between go with it.
    """
    if over:
        return NoUndo("over")
    for back, entry in enumerate(reversed(entries), 1):
        if entry.seat == CHANCE:
            return NoUndo("chance")
        if entry.seat != seat and entry.by != FORCED:
            return NoUndo("other-seat", entry.seat)
        if reveals(entry, seat):
            return NoUndo("reveal")
        if entry.by != FORCED:
            return back
    return NoUndo("nothing")


def reveals(entry: Entry, seat: int) -> bool:
    """Whether a seat learned something hidden by a decision.

    It did unless what it saw before determines what it saw afterwards: the decision is taken again in other deals of
    what was hidden from the seat, and all have to look the same afterwards.
    """
    view: Any = entry.before.view(seat)
    seen = entry.after.view(seat)
    rng = random.Random(entry.number)
    for _ in range(DEALS):
        state = view.redealt(rng)
        if state.seat != entry.seat or entry.action not in state.legal():
            return True
        state.apply(entry.action)
        if state.view(seat) != seen:
            return True
    return False
