"""Players made of code, by spec: ``make_bot("greedy:samples=8", game, seed)``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mesnada.bots.base import Bot, Parameter, read_spec
from mesnada.bots.greedy import GreedyBot
from mesnada.bots.quick import QuickBot
from mesnada.bots.random_bot import RandomBot

if TYPE_CHECKING:
    from mesnada.kernel.game import Game

__all__ = ["BOTS", "Bot", "Parameter", "make_bot"]

BOTS: Final[Mapping[str, type[Bot]]] = MappingProxyType({kind.name: kind for kind in (RandomBot, QuickBot, GreedyBot)})
"""All kinds of bots by name."""


def make_bot(spec: str, game: Game, seed: int) -> Bot:
    """The bot that a spec names.

    Raises UsageError for an unknown bot or parameter, and for a bot that cannot play the game.
    """
    kind, values = read_spec(spec, BOTS)
    return kind(game, seed, values)
