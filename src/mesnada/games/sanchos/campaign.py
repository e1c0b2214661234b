"""The Solo Campaign Challenge: solo games as Nájera, Aragón and Castilla, each at the level that the ones before leave.

Rulebook: "Solo Campaign Challenge" and its difficulty levels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Final, Literal, Self

import msgspec

from mesnada.games.sanchos.setup import LEVELS
from mesnada.kernel.campaign import LOST, RUNNING, WON, Campaign, GameResult, NextGame
from mesnada.kernel.errors import OptionError, RecordError, UsageError
from mesnada.kernel.game import Outcome

ORDER: Final = ("najera", "aragon", "castilla")
"""sanchos.campaign.order."""
MOST_LOSSES: Final = 2
"""sanchos.campaign.win-and-loss."""
IMPOSSIBLE: Final = "impossible"
FIRST_LEVEL: Final = {"normal": "normal", "hard": "hard", IMPOSSIBLE: "very-hard"}
"""By what a campaign is started at, the level of its first game (sanchos.campaign.start-level,
sanchos.level.impossible)."""


class _Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    level: str
    el_cid: str = msgspec.field(name="el-cid")
    won: bool
    ending: Literal["major", "minor"]


class _Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: str
    games: Annotated[tuple[_Result, ...], msgspec.Meta(max_length=len(ORDER) + MOST_LOSSES)]


@dataclass(frozen=True, slots=True)
class SanchosCampaign(Campaign):
    """One campaign at one moment."""

    levels: ClassVar[tuple[str, ...]] = tuple(FIRST_LEVEL)
    started_at: str
    played: tuple[GameResult, ...] = ()

    @classmethod
    def start(cls, level: str) -> Self:
        """sanchos.campaign.start-level, sanchos.level.impossible."""
        if level not in FIRST_LEVEL:
            raise OptionError("level", f"a campaign cannot start at {level!r}; it is one of {', '.join(FIRST_LEVEL)}")
        return cls(level)

    @property
    def level(self) -> str:
        return self.started_at

    @property
    def results(self) -> tuple[GameResult, ...]:
        return self.played

    @property
    def wins(self) -> int:
        """Games that were won, each as another Sancho (sanchos.campaign.order)."""
        return sum(result.won for result in self.played)

    @property
    def losses(self) -> int:
        """Games that were lost."""
        return len(self.played) - self.wins

    @property
    def losses_left(self) -> int:
        return max(0, self._most_losses - self.losses)

    @property
    def _most_losses(self) -> int:
        return 0 if self.started_at == IMPOSSIBLE else MOST_LOSSES

    @property
    def state(self) -> str:
        """sanchos.campaign.win-and-loss, sanchos.level.impossible."""
        if self.losses > self._most_losses:
            return LOST
        return WON if self.wins == len(ORDER) else RUNNING

    def next_game(self) -> NextGame | None:
        """sanchos.campaign.order, sanchos.campaign.start-level, sanchos.campaign.el-cid-after-loss."""
        if self.state != RUNNING:
            return None
        player = ORDER[self.wins]
        first = LEVELS.index(FIRST_LEVEL[self.started_at])
        level = LEVELS[min(first + self.wins, len(LEVELS) - 1)]
        helped = player != "aragon" and bool(self.played) and not self.played[-1].won
        return NextGame("solo", {"player": player, "level": level, "el-cid": "card" if helped else "off"})

    def after(self, outcome: Outcome) -> Self:
        """sanchos.campaign.win-and-loss, sanchos.level.impossible: the last game of the Impossible challenge counts as
        won only with a major victory."""
        setup = self.next_game()
        if setup is None:
            raise UsageError("campaign", f"it is over ({self.state})")
        won = "player" in outcome.winners
        if won and self.started_at == IMPOSSIBLE and self.wins == len(ORDER) - 1:
            won = outcome.ending == "major"
        return replace(self, played=(*self.played, GameResult(setup, won, outcome.ending)))

    def save(self) -> dict[str, Any]:
        games = [{**result.setup.options, "won": result.won, "ending": result.ending} for result in self.played]
        return {"level": self.started_at, "games": games}

    @classmethod
    def load(cls, saved: object) -> Self:
        try:
            data = msgspec.convert(saved, _Saved)
        except msgspec.ValidationError as error:
            raise RecordError("campaign", str(error)) from None
        try:
            campaign = cls.start(data.level)
        except OptionError as error:
            raise RecordError("campaign, level", error.why) from None
        for index, game in enumerate(data.games):
            where = f"campaign, games[{index}]"
            setup = campaign.next_game()
            if setup is None:
                raise RecordError(where, "was played after the end of the campaign")
            options = {"player": game.player, "level": game.level, "el-cid": game.el_cid}
            if options != setup.options:
                expected = ", ".join(f"{name} {value}" for name, value in setup.options.items())
                raise RecordError(where, f"cannot have followed; the game was to be {expected}")
            campaign = replace(campaign, played=(*campaign.played, GameResult(setup, game.won, game.ending)))
        return campaign
