"""Events: what happened, as data with an audience. Logs, animations and statistics are made from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    ``kind`` is the key of its sentence in the catalogues (``event.<kind>``), ``params`` are words and numbers for it
    (ids, never text for people), ``rule`` the atom that was carried out. ``secret`` holds what only the seat
    ``audience`` may know, for instance which card it drew.
    """

    kind: str
    rule: str
    params: Mapping[str, Any]
    secret: Mapping[str, Any] = field(default_factory=dict)
    audience: int | None = None

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat sees it; ``None`` is a spectator. What is secret from it is gone."""
        if not self.secret:
            return self
        if seat is not None and seat == self.audience:
            return Event(self.kind, self.rule, {**self.params, **self.secret})
        return Event(self.kind, self.rule, self.params)
