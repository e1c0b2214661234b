"""The game of 3 Sanchos as the registry knows it: modes, options, seats, and how states are made."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mesnada.games.sanchos.components import SANCHOS, Content
from mesnada.games.sanchos.model import SIZE, SanchosState
from mesnada.games.sanchos.pack.loading import load_content
from mesnada.games.sanchos.setup import LEVELS, initial_state
from mesnada.games.sanchos.steps import STEPS
from mesnada.games.sanchos.tables import TITLE, Tables
from mesnada.kernel.content import resource
from mesnada.kernel.errors import ContentError, OptionError, PositionError
from mesnada.kernel.game import Game, OptionInfo, SeatInfo, Setup
from mesnada.kernel.rules import Rulebook, load_atoms
from mesnada.kernel.state import load_agenda

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.campaign import Campaign
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.heuristics import Heuristics
    from mesnada.kernel.odds import OddsRow
    from mesnada.kernel.sheet import Sheet
    from mesnada.kernel.state import GameState
    from mesnada.kernel.vectors import Runner
    from mesnada.kernel.view import View
    from mesnada.kernel.words import Wording

MODES: Final = ("3p", "2p", "solo")
BOUNDS: Final = {"3p": 27, "2p": 27, "solo": 25}
"""Rounds at most: 27 cards of which each costs a round (sanchos.round.after-deck-is-empty); solo: the draw of phase 3
in round 25 fails (sanchos.phase3.solo-no-draw-without-commander)."""
TABLES_KEPT: Final = 256
CARD_VERBS: Final = frozenset(("play", "reserve", "use", "discard", "draw", "set-aside"))
"""Verbs of actions that name a card."""
PACKAGE: Final = "mesnada.games.sanchos"

_SOLO_READINGS: Final = ("auto-fortify-king", "auto-nullify")
_CID_READINGS: Final = ("inspire-in-interception",)


class Sanchos(Game):
    """*War of the 3 Sanchos 1065-67*."""

    id = "sanchos"
    title = TITLE
    modes = MODES
    default_mode = "3p"
    rules_version = "1"

    def options(self, mode: str) -> tuple[OptionInfo, ...]:
        everywhere = MODES
        found: list[OptionInfo] = []
        if mode == "3p":
            orders = ("castilla-najera-aragon", *("-".join(p) for p in permutations(SANCHOS)))
            found.append(OptionInfo("sanchos", tuple(dict.fromkeys(orders)), orders[0], "set-up",
                                    "sanchos.setup.choice-three-players", ("3p",)))
        elif mode == "2p":
            found.append(OptionInfo("sanchos", ("castilla-aragon", "aragon-castilla"), "castilla-aragon", "set-up",
                                    "sanchos.setup.choice-two-players", ("2p",)))
        else:
            found.append(OptionInfo("player", ("najera", "aragon", "castilla"), "najera", "set-up",
                                    "sanchos.solo.two-auto-sanchos", ("solo",)))
            found.append(OptionInfo("level", LEVELS, "normal", "variant", "sanchos.level.any-solo-game", ("solo",)))
        found.append(OptionInfo("seating", ("castilla-najera-aragon", "castilla-aragon-najera"),
                                "castilla-najera-aragon", "set-up", "sanchos.setup.seating", everywhere))
        found.append(OptionInfo("el-cid", ("off", "card", "inspires"), "off", "variant", "sanchos.elcid.optional",
                                everywhere))
        for name, (option, atom) in self.rulebook.options().items():
            modes = tuple(m for m in MODES if m in self.rulebook[atom].modes)
            if mode in modes:
                found.append(OptionInfo(name, option.values, option.default, "reading", atom, modes))
        return tuple(found)

    def seats(self, mode: str, options: Mapping[str, str] | None = None) -> tuple[SeatInfo, ...]:
        mode, complete = self.checked_options(mode, options)
        t = self.tables(mode, complete)
        return tuple(SeatInfo(SANCHOS[s], t.auto[s]) for s in t.seats)

    def checked_options(self, mode: str | None, options: Mapping[str, str] | None) -> tuple[str, dict[str, str]]:
        """sanchos.setup.choice-three-players, sanchos.setup.choice-two-players, sanchos.level.any-solo-game,
        sanchos.elcid.solo."""
        mode, complete = super().checked_options(mode, options)
        if mode == "solo" and complete["player"] == "aragon" and complete["el-cid"] != "off":
            raise OptionError("el-cid", "El Cid does not serve Aragón in a solo game (sanchos.elcid.solo)")
        return mode, complete

    def __init__(self) -> None:
        self._compiled: dict[Setup, Tables] = {}

    def tables(self, mode: str | None = None, options: Mapping[str, str] | None = None,
               content: Path | Content | None = None) -> Tables:
        """The compiled tables of a game; shared by all games of the same set-up."""
        mode, complete = self.checked_options(mode, options)
        pack = content if isinstance(content, Content) else load_content(content)
        setup = Setup(self.id, mode, tuple(complete.items()), pack.digest)
        found = self._compiled.get(setup)
        if found is None:
            if len(self._compiled) >= TABLES_KEPT:
                self._compiled.clear()
            found = self._compiled[setup] = Tables(setup, pack)
        return found

    def new(self, mode: str | None = None, options: Mapping[str, str] | None = None,
            content: Path | None = None) -> SanchosState:
        return initial_state(self.tables(mode, options, content))

    def load(self, setup: Setup, saved: Mapping[str, Any], content: Path | None = None) -> SanchosState:
        t = self.tables(setup.mode, dict(setup.options), content)
        if t.setup.content != setup.content:
            raise PositionError("content", f"was made with content {setup.content}, here is {t.setup.content}")
        try:
            b = bytearray.fromhex(saved["b"])
            dice = [int(die) for die in saved["dice"]]
        except (KeyError, TypeError, ValueError):
            raise PositionError("state", "is not what a game of sanchos saves") from None
        if len(b) != SIZE:
            raise PositionError("b", f"has {len(b)} bytes instead of {SIZE}")
        g = SanchosState(t, b, dice, load_agenda(saved.get("agenda"), STEPS))
        g.settle()
        return g

    def read_position(self, text: str, content: Path | None = None) -> SanchosState:
        from mesnada.games.sanchos.positions.position import read_position

        return read_position(self, text, content)

    def write_position(self, state: GameState[Any]) -> str:
        from mesnada.games.sanchos.positions.position import write_position

        assert isinstance(state, SanchosState)
        return write_position(state)

    @functools.cached_property
    def rulebook(self) -> Rulebook:
        return load_atoms(resource(PACKAGE, "rules.toml"))

    @functools.cache  # noqa: B019
    def catalogue(self, lang: str) -> Catalogue:
        from mesnada.kernel.catalogue import Catalogue

        return Catalogue(lang, resource("mesnada", "text"), resource(PACKAGE, "text"))

    @functools.cache  # noqa: B019
    def wording(self, lang: str) -> Wording:
        from mesnada.games.sanchos.words.wording import SanchosWording

        return SanchosWording(lang, self.catalogue(lang))

    @property
    def heuristics(self) -> Heuristics:
        from mesnada.games.sanchos.heuristics import HEURISTICS

        return HEURISTICS

    def picture(self, state: GameState[Any], *, seat: int | None = None, theme: str = "auto", lang: str = "en",
                resolve: bool = False) -> str:
        from mesnada.games.sanchos.drawing.scene import draw_state

        assert isinstance(state, SanchosState)
        title = self.catalogue(lang).text("game.title")
        return draw_state(state, seat=seat, theme=theme, lang=lang, title=title, resolve=resolve)

    def check_state(self, state: GameState[Any]) -> None:
        from mesnada.games.sanchos.invariants import check

        assert isinstance(state, SanchosState)
        check(state)

    def check_content(self, folder: Path | None) -> list[tuple[str, ContentError]]:
        from mesnada.games.sanchos.pack.loading import check

        return [(fault.grade, fault.error) for fault in check(folder)]

    def export_content(self, folder: Path) -> tuple[Path, ...]:
        from mesnada.games.sanchos.pack.loading import export

        try:
            return export(folder)
        except OSError as error:
            raise ContentError(str(folder), "", f"cannot be written: {error.strerror or error}") from None

    def vector_runner(self, shared: Mapping[str, Any]) -> Runner:
        from mesnada.games.sanchos.vectors.running import VectorRunner

        return VectorRunner(self, shared)

    def odds(self, view: View) -> list[OddsRow] | None:
        from mesnada.games.sanchos.odds import odds

        return odds(view)

    def sheet(self, state: GameState[Any], wording: Wording) -> Sheet:
        from mesnada.games.sanchos.words.sheet import sheet

        assert isinstance(state, SanchosState)
        return sheet(state, wording, self.catalogue(wording.lang))

    def details(self, state: GameState[Any], action: Action, wording: Wording) -> list[str]:
        """The text of the card that an action plays, reserves, uses, discards or draws."""
        from mesnada.games.sanchos.words.card_text import card_text
        from mesnada.games.sanchos.words.wording import SanchosWording

        assert isinstance(state, SanchosState) and isinstance(wording, SanchosWording)
        named = action.verb in CARD_VERBS and action.x >= 0
        return card_text(state.t.cards[action.x], wording, crown=state.t.solo) if named else []

    def in_play(self, state: GameState[Any], wording: Wording) -> list[str]:
        from mesnada.games.sanchos.words.card_lists import played_card
        from mesnada.games.sanchos.words.wording import SanchosWording

        assert isinstance(state, SanchosState) and isinstance(wording, SanchosWording)
        return played_card(wording.phrases, state)

    def hand(self, state: GameState[Any], seat: int, wording: Wording) -> list[str]:
        from mesnada.games.sanchos.words.card_lists import hand_lines
        from mesnada.games.sanchos.words.wording import SanchosWording

        assert isinstance(state, SanchosState) and isinstance(wording, SanchosWording)
        return hand_lines(wording.phrases, state, seat)

    def cards(self, state: GameState[Any], begun: str, wording: Wording) -> list[str]:
        from mesnada.games.sanchos.words.card_lists import card_places, cards_named
        from mesnada.games.sanchos.words.wording import SanchosWording

        assert isinstance(state, SanchosState) and isinstance(wording, SanchosWording)
        if begun:
            return cards_named(wording.phrases, state.t, begun)
        return list(card_places(wording.phrases, state))

    def campaign(self) -> type[Campaign]:
        from mesnada.games.sanchos.campaign import SanchosCampaign

        return SanchosCampaign

    def bound(self, mode: str) -> int:
        return BOUNDS[mode]


GAME: Final = Sanchos()
