"""The greedy bot: looks at where each action leads within its own turn and takes what is worth most.

It knows no game: a game's heuristics say what a position is worth, and how far an action has to be followed until
positions can be compared. Chance on the way is averaged over a few samples.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mesnada.bots.base import Bot, Parameter
from mesnada.kernel.errors import UsageError
from mesnada.kernel.step import CHANCE

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.game import Game
    from mesnada.kernel.heuristics import Feature, Heuristics
    from mesnada.kernel.state import GameState
    from mesnada.kernel.view import View
    from mesnada.kernel.words import Wording

STEPS_AHEAD: Final = 400
"""Decisions after which a line is judged as it stands."""
QUICK: Final = -1
"""The depth at which no own decision is compared any more."""
AT_ONCE: Final = 1e-3
"""What ending the game now is worth more than ending it later in the turn."""
TIE: Final = 1e-9
"""Random share that decides between equal worths."""
NOTABLE: Final = 0.05
"""Least worth of a reason that is named."""
REASONS: Final = 3
"""Most reasons that are named for or against an action."""
Leaf = Callable[["GameState[Any]"], Any]
"""Judges a position; what it gives can be added up, divided by a number and compared: a number, or Reasons."""


class Draws:
    """Random numbers that can be read again from the start, so that all actions meet the same luck."""

    __slots__ = ("_at", "_numbers", "_rng")

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._numbers: list[float] = []
        self._at = 0

    def restart(self) -> Draws:
        self._at = 0
        return self

    def draw(self) -> float:
        """The next number from 0 to 1."""
        if self._at == len(self._numbers):
            self._numbers.append(self._rng.random())
        self._at += 1
        return self._numbers[self._at - 1]


class GreedyBot(Bot):
    """Takes the action that leads to the best position.

    ``samples``: how many ways chance is tried on each line; ``depth``: how many own decisions of one line are compared
    with their alternatives before the game's quick answers are taken.
    """

    name: ClassVar[str] = "greedy"
    parameters: ClassVar[tuple[Parameter, ...]] = (Parameter("samples", 2, 1, 1000), Parameter("depth", 0, 0, 3))

    def __init__(self, game: Game, seed: int, values: Mapping[str, int]) -> None:
        super().__init__(game, seed, values)
        if game.heuristics is None:
            raise UsageError("bot 'greedy'", f"it has no heuristics for {game.id}")
        self.heuristics = game.heuristics
        self.samples = values["samples"]
        self.depth = values["depth"]
        self._sides: dict[tuple[str, tuple[tuple[str, str], ...]], tuple[str, ...]] = {}

    def choose(self, view: View) -> Action:
        legal = self.legal(view)
        if len(legal) == 1:
            return legal[0]
        legal = self.heuristics.candidates(view.state, legal)
        worths = self.weigh(view, legal)
        return legal[worths.index(max(worths))]

    def weigh(self, view: View, actions: list[Action]) -> list[float]:
        """What each action is expected to be worth to the view's seat."""
        side = self._side(view)
        value = self.heuristics.value
        return self._follow(view, actions, lambda state: value(state, side))

    def _side(self, view: View) -> str:
        """The id of the view's seat."""
        setup = view.state.setup
        key = (setup.mode, setup.options)
        sides = self._sides.get(key)
        if sides is None:
            seats = self.game.seats(setup.mode, dict(setup.options))
            sides = self._sides[key] = tuple(seat.id for seat in seats)
        assert view.seat is not None
        return sides[view.seat]

    def _follow(self, view: View, actions: list[Action], leaf: Leaf) -> list[Any]:
        """The mean of ``leaf`` over the positions that each action leads to."""
        rng = self.rng(view)
        horizon = self.heuristics.horizon(view.state)
        deals, samples, depth = (self.samples, 1, QUICK) if horizon.others_act else (1, self.samples, self.depth)
        totals: list[Any] = [0.0] * len(actions)
        for _ in range(deals):
            start = view.redealt(rng)
            look = _Look(self.heuristics, leaf, view.seat, horizon.reached, [Draws(rng) for _ in range(samples)])
            for i, action in enumerate(actions):
                after = start.copy()
                after.apply(action)
                totals[i] += leaf(after) + AT_ONCE if after.over else look.worth(after, depth)
        return [total / deals + rng.random() * TIE for total in totals]

    def explain(self, view: View, wording: Wording) -> list[str]:
        words = self.game.catalogue(wording.lang)
        legal = self.legal(view)

        def name(action: Action) -> str:
            return wording.action(view.state, action)

        if len(legal) == 1:
            return [words.text("bot.only", action=name(legal[0]))]
        side = self._side(view)
        followed = self.heuristics.candidates(view.state, legal)
        judged = self._follow(view, followed, lambda state: Reasons.of(self.heuristics.features(state, side)))
        order = sorted(range(len(followed)), key=lambda i: judged[i], reverse=True)
        best, *others = order
        worth = f"{judged[best].worth:+.2f}"
        found = [words.text("bot.chosen", action=name(followed[best]), worth=worth, n=len(legal))]
        if not others:
            return found
        following = followed[others[0]]
        found.append(words.text("bot.next", action=name(following), worth=f"{judged[others[0]].worth:+.2f}"))
        mean = sum(judged[i] for i in others) / len(others)
        reasons = sorted(judged[best].against(mean).items(), key=lambda reason: -abs(reason[1]))
        for key, sign in (("bot.speaks-for", 1), ("bot.speaks-against", -1)):
            named = [
                words.text("bot.reason", feature=words.text(f"feature.{code}"), worth=f"{worth:+.2f}")
                for code, worth in reasons if worth * sign >= NOTABLE
            ][:REASONS]
            if named:
                found.append(words.text(key, reasons=", ".join(named)))
        return found


class Reasons:
    """The worth of a position feature by feature; it counts and compares like their sum."""

    __slots__ = ("parts", "worth")

    def __init__(self, parts: Mapping[str, float], worth: float) -> None:
        self.parts = parts
        self.worth = worth

    @classmethod
    def of(cls, features: list[Feature]) -> Reasons:
        return cls({feature.code: feature.worth for feature in features}, sum(feature.worth for feature in features))

    def __add__(self, other: Reasons | float) -> Reasons:
        if isinstance(other, Reasons):
            return Reasons({code: worth + other.parts[code] for code, worth in self.parts.items()},
                           self.worth + other.worth)
        return Reasons(self.parts, self.worth + other)

    __radd__ = __add__

    def __truediv__(self, number: float) -> Reasons:
        return Reasons({code: worth / number for code, worth in self.parts.items()}, self.worth / number)

    def __lt__(self, other: Reasons) -> bool:
        return self.worth < other.worth

    def against(self, other: Reasons) -> dict[str, float]:
        """How much more each feature is worth here."""
        return {code: worth - other.parts[code] for code, worth in self.parts.items()}


class _Look:
    """One look ahead: from a position to where positions can be compared."""

    __slots__ = ("candidates", "draws", "halfway", "leaf", "quick", "reached", "seat")

    def __init__(self, heuristics: Heuristics, leaf: Leaf, seat: int | None, reached: Callable[[GameState[Any]], bool],
                 draws: list[Draws]) -> None:
        self.candidates = heuristics.candidates
        self.halfway = heuristics.halfway
        self.quick = heuristics.quick
        self.reached = reached
        self.leaf = leaf
        self.seat = seat
        self.draws = draws

    def worth(self, state: GameState[Any], depth: int) -> Any:
        """What a position is worth that may still have to be followed; it is used up.

        The own decisions are compared as long as they complete what was begun, and for ``depth`` further beginnings;
        all others are the game's quick answers.
        """
        for _ in range(STEPS_AHEAD):
            if self.reached(state):
                return self.leaf(state)
            to_act = state.seat
            if to_act == CHANCE:
                return self._average(state)
            legal = state.legal()
            if len(legal) == 1:
                state.apply(legal[0])
            elif to_act != self.seat or depth < 0:
                state.apply(self.quick(state))
            elif self.halfway(state):
                return self._best(state, self.candidates(state, legal), depth)
            else:
                depth -= 1
                if depth >= 0:
                    return self._best(state, self.candidates(state, legal), depth)
                state.apply(self.quick(state))
        return self.leaf(state)

    def _best(self, state: GameState[Any], legal: list[Action], depth: int) -> Any:
        found: list[Any] = []
        for action in legal:
            after = state.copy()
            after.apply(action)
            found.append(self.worth(after, depth))
        return max(found)

    def _average(self, state: GameState[Any]) -> Any:
        """The mean over the samples of chance; from here on the game's quick answers are taken."""
        total: Any = 0.0
        last = len(self.draws) - 1
        for i, draws in enumerate(self.draws):
            total += self._play_out(state if i == last else state.copy(), draws.restart())
        return total / len(self.draws)

    def _play_out(self, state: GameState[Any], draws: Draws) -> Any:
        for _ in range(STEPS_AHEAD):
            if self.reached(state):
                break
            if state.seat == CHANCE:
                outcomes = state.legal()
                state.apply(outcomes[int(draws.draw() * len(outcomes))])
            else:
                state.apply(self.quick(state))
        return self.leaf(state)
