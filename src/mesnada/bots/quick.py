"""The quick bot: takes the game's quick answer, without looking ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from mesnada.bots.base import Bot
from mesnada.kernel.errors import UsageError

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.game import Game
    from mesnada.kernel.view import View
    from mesnada.kernel.words import Wording


class QuickBot(Bot):
    """Takes what looks good at a glance: fast enough for large runs."""

    name: ClassVar[str] = "quick"

    def __init__(self, game: Game, seed: int, values: Mapping[str, int]) -> None:
        super().__init__(game, seed, values)
        if game.heuristics is None:
            raise UsageError(f"bot {self.name!r}", f"it has no heuristics for {game.id}")
        self.heuristics = game.heuristics

    def choose(self, view: View) -> Action:
        legal = self.legal(view)
        return legal[0] if len(legal) == 1 else self.heuristics.quick(view.state)

    def explain(self, view: View, wording: Wording) -> list[str]:
        words = self.game.catalogue(wording.lang)
        number = len(self.legal(view))
        action = wording.action(view.state, self.choose(view))
        key = "bot.only" if number == 1 else "bot.quick"
        return [words.text(key, action=action, n=number)]
