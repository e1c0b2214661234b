"""The random bot: any legal action, each as likely as the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mesnada.bots.base import Bot

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.view import View
    from mesnada.kernel.words import Wording


class RandomBot(Bot):
    """Takes any legal action."""

    name: ClassVar[str] = "random"

    def choose(self, view: View) -> Action:
        legal = self.legal(view)
        return legal[0] if len(legal) == 1 else self.rng(view).choice(legal)

    def explain(self, view: View, wording: Wording) -> list[str]:
        number = len(self.legal(view))
        words = self.game.catalogue(wording.lang)
        action = wording.action(view.state, self.choose(view))
        return [words.text("bot.random", action=action, n=number)]
