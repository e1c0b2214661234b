"""A game in progress: seats, record, undo and dice."""
