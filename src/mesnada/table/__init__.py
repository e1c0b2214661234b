"""A game in progress: seats, record, undo and dice. Every front end runs a :class:`Table`."""

from mesnada.table.seats import AUTO, HUMAN, seat_kinds
from mesnada.table.table import Entry, Table
from mesnada.table.undo import NoUndo

__all__ = ["AUTO", "HUMAN", "Entry", "NoUndo", "Table", "seat_kinds"]
