"""What the game says to people, in one language.

The agenda line and what is asked are in :mod:`words.prompt_text`, actions in :mod:`words.action_text`, the log in
:mod:`words.event_text`, the position in words in :mod:`words.position_text`, the cards in :mod:`words.card_text`.
All texts come from ``text/*.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mesnada.games.sanchos.model import SanchosState
from mesnada.games.sanchos.words.action_text import action_line
from mesnada.games.sanchos.words.event_text import event_line, outcome_line
from mesnada.games.sanchos.words.phrases import Phrases
from mesnada.games.sanchos.words.position_text import board_lines, place_lines, position_lines
from mesnada.games.sanchos.words.prompt_text import agenda_line, prompt_line
from mesnada.kernel.words import Wording

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.events import Event
    from mesnada.kernel.game import Outcome
    from mesnada.kernel.refusal import Refusal
    from mesnada.kernel.state import GameState


class SanchosWording(Wording):
    """All sentences of the game in one language.

    Every method that takes a state takes a masked one as well, and then names only what its seat may know.
    """

    def __init__(self, lang: str, catalogue: Catalogue) -> None:
        self.lang = lang
        self.phrases = Phrases(catalogue)

    def side(self, id: str) -> str:
        return self.phrases.sancho(id)

    def side_in_full(self, id: str) -> str:
        return self.phrases.say(f"side-in-full.{id}")

    def place(self, state: GameState[Any], id: str) -> str:
        return self.phrases.region(state.t, id)

    def aim(self, state: GameState[Any]) -> str:
        """sanchos.win.major, sanchos.win.minor-when-hands-empty, sanchos.win.solo-deck-end."""
        say = self.phrases.say
        return "\n".join((say(f"aim.{state.setup.mode}"), say("aim.points"), say("aim.troops")))

    def places(self, state: GameState[Any]) -> Mapping[str, tuple[str, ...]]:
        t = state.t
        return {region.id: (region.id, region.name, str(region.number)) for region in t.board.regions}

    def about_place(self, state: GameState[Any], id: str) -> list[str]:
        g = _game(state)
        return place_lines(self.phrases, g, g.t.index[id])

    def chapter(self, name: str) -> str:
        """A chapter of the rulebook, as :attr:`Atom.chapter` names it, in this language."""
        words = "".join(c for c in name.lower().replace("-", " ") if c.isalnum() or c == " ").split()
        return self.phrases.say("chapter." + "-".join(words))

    def agenda(self, state: GameState[Any]) -> list[str]:
        return agenda_line(self.phrases, _game(state))

    def prompt(self, state: GameState[Any]) -> str:
        return prompt_line(self.phrases, _game(state))

    def action(self, state: GameState[Any], action: Action) -> str:
        return action_line(self.phrases, _game(state), action)

    def event(self, state: GameState[Any], event: Event) -> str:
        return event_line(self.phrases, state.t, event)

    def refusal(self, state: GameState[Any], refusal: Refusal) -> str:
        g = _game(state)
        params = dict(refusal.params)
        params["n"] = params.get("left")
        if "region" in params:
            params["region"] = self.phrases.region(g.t, params["region"])
        if refusal.code == "not-now":
            params["prompt"] = self.prompt(g)
        return self.phrases.sentence(f"refusal.{refusal.code}", **params)

    def position(self, state: GameState[Any]) -> str:
        return "\n".join(position_lines(self.phrases, _game(state)))

    def board(self, state: GameState[Any]) -> str:
        """The map in words, a line for each region: what may be held there, its worth, its neighbours."""
        return "\n".join(board_lines(self.phrases, state.t))

    def outcome(self, outcome: Outcome) -> str:
        return outcome_line(self.phrases, outcome)


def _game(state: GameState[Any]) -> SanchosState:
    assert isinstance(state, SanchosState)
    return state
