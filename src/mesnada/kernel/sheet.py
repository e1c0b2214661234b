"""Sheets: a position as a small table, for screens without pictures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of short texts under a row of headings; ``notes`` are lines below it (signs used, what lies off the board).

    All rows are as long as ``headings``.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
