"""Who sits where: specs of the seats of a game, checked against what the game allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mesnada.kernel.errors import UsageError
from mesnada.kernel.game import SeatInfo

HUMAN: Final = "human"
"""Spec of a seat whose decisions come from a person."""
AUTO: Final = "auto"
"""Spec of a seat that the game's own automa runs."""
DEFAULT_BOT: Final = "greedy"


def seat_kinds(seats: Sequence[SeatInfo], specs: Sequence[str] | None = None) -> tuple[str, ...]:
    """The spec of each seat: ``human``, ``auto`` for an automa's, else the spec of a bot.

    ``specs`` are those of all seats, or of all that are no automa's; without them the first seat is a person's and the
    others are bots'. Raises UsageError for a wrong number, and for a person or bot at an automa's seat or the reverse.
    """
    playing = [seat for seat in seats if not seat.automa]
    names = ", ".join(seat.id for seat in seats)
    if specs is None:
        specs = [HUMAN, *[DEFAULT_BOT] * (len(playing) - 1)]
    if len(specs) == len(playing) < len(seats):
        given = iter(specs)
        specs = [AUTO if seat.automa else next(given) for seat in seats]
    if len(specs) != len(seats):
        raise UsageError("seats", f"{len(specs)} given, but the seats are {names}")
    for seat, spec in zip(seats, specs, strict=True):
        if seat.automa and spec != AUTO:
            raise UsageError("seats", f"{seat.id} is played by the game itself: it can only be auto, not {spec!r}")
        if not seat.automa and spec == AUTO:
            raise UsageError("seats", f"{seat.id} is no seat of the game's own: it can be human or a bot, not auto")
    return tuple(specs)
