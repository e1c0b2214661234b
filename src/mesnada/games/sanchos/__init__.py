"""War of the 3 Sanchos 1065-67: the rules of one chapter of the rulebook in each module."""

from mesnada.games.sanchos.game import GAME

__all__ = ["GAME"]
