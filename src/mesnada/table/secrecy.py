"""What a decision would betray if it was told which choices it was taken from."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mesnada.table.table import Entry

DEALS: Final = 8
"""How many other deals of the hidden things are compared."""


def choices_betray(entry: Entry, viewer: int | None) -> bool:
    """Whether the choices that a seat had show something that is hidden from a viewer (None: a spectator), such as the
    cards in its hand.

    They do unless they are the same in other deals of what the viewer cannot see.
    """
    choices = entry.before.legal()
    view = entry.before.view(viewer)
    rng = random.Random(entry.number)
    for _ in range(DEALS):
        state = view.redealt(rng)
        if state.seat != entry.seat or state.legal() != choices:
            return True
    return False
