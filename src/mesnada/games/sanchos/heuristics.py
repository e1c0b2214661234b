"""Heuristics of 3 Sanchos: what makes a position good for a seat, and quick answers for looking ahead.

Each feature is measured for all three Sanchos; their weighted sum is a Sancho's strength. The weights are those with
which the strengths foretell best who wins: the odds of winning are e to the power of the strength. What a position is
worth to a seat is its own strength against the others', of whom the strongest counts most.
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from operator import mul
from typing import Any, Final

from mesnada.games.sanchos.commands import CommandTurn, MoveTo
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.menu import Menu
from mesnada.games.sanchos.model import (
    DECK,
    GARRISON_PLACE,
    HAND,
    KING_PLACE,
    KING_REGION,
    RESERVE,
    RESERVED,
    RESULT,
    ROUND,
    SCORE,
    SPACES,
    SUPPLY,
    TURN_OF,
    WINNERS,
    SanchosState,
)
from mesnada.games.sanchos.moves import ChooseMove
from mesnada.games.sanchos.orders import ChooseAttack, ChooseBesiege, ChooseFortify
from mesnada.games.sanchos.quick import destinations, promising, quick_answer
from mesnada.games.sanchos.round import PlayOrReserve, TurnNow
from mesnada.games.sanchos.survey import Survey
from mesnada.games.sanchos.tables import TROOPS
from mesnada.kernel.action import Action
from mesnada.kernel.heuristics import Feature, Heuristics, Horizon
from mesnada.kernel.state import GameState

WON: Final = 30.0
"""What a victory is worth; a shared one is worth half of it."""
CODES: Final = ("points", "close-to-ten", "spaces-at-end", "open-spaces", "threatened", "targets", "sieges", "besieged",
                "reach", "troops", "reserve", "cards", "garrisons", "king")
POINTS: Final = CODES.index("points")
CLOSE: Final = CODES.index("close-to-ten")
WEIGHTS: Final = (0.95, 1.0, 0.5, 0.24, 0.2, 0.18, 0.5, 0.48, 0.1, 0.12, 0.06, 0.06, 0.02, 0.2)
NONPLAYER: Final = -0.5
"""Strength that non-player Nájera lacks because others decide for it."""
CLOSE_TO_TEN: Final = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.25, 0.65, 1.1)
"""By points: what is added to the strength because a major victory is near."""
END_IN_SIGHT: Final = 9
"""Rounds before the end in which the tie-breaks begin to count."""
FALLS: Final = (0.0, 0.95, 0.6, 0.45, 0.35)
"""How likely a Garrison of so many pieces under siege is lost."""
GUARDED: Final = 0.8
"""The part of a threat that counts where a Field Army guards the space."""
FAR: Final = 0.25
"""The part of an empty space's value that counts two steps away."""
WEAK: Final = 0.5
"""The part of the value of a space with a Garrison of one that counts one step away."""
CANDIDATES: Final = 8
"""Answers that are followed at most."""
DESTINATIONS: Final = 3
"""Destinations of one piece that are followed at most."""
WHOLE_ROUND: Final = (PlayOrReserve, TurnNow)
OPEN_CHOICES: Final = (CommandTurn, Menu, ChooseMove, ChooseFortify, ChooseAttack, ChooseBesiege)
BEGINNINGS: Final = (*OPEN_CHOICES, *WHOLE_ROUND)
"""Steps that begin something new."""


def _round_is_over(state: GameState[Any]) -> bool:
    return not state.agenda or type(state.agenda[-1]) is PlayOrReserve


ROUND_OVER: Final = Horizon(_round_is_over, others_act=True)


@cache
def _until_turn_is_over(turn_of: int, round: int) -> Horizon:
    def reached(state: GameState[Any]) -> bool:
        if not state.agenda:
            return True
        if type(state.agenda[-1]) not in BEGINNINGS:
            return False
        b = state.b
        return b[TURN_OF] != turn_of or b[ROUND] != round or type(state.agenda[-1]) in WHOLE_ROUND

    return Horizon(reached, others_act=False)


class SanchosHeuristics(Heuristics):
    """The judgement of *War of the 3 Sanchos*."""

    def measure(self, g: SanchosState) -> tuple[list[float], list[float], list[float]]:
        """For each Sancho the measures in the order of CODES."""
        b = g.b
        survey = Survey(g)
        t = survey.t
        owners, siegers, garrisons, fields = survey.owners, survey.siegers, survey.garrisons, survey.fields
        value, near, second = t.value, t.near, t.second
        f0, f1, f2 = fields
        m0, m1, m2 = survey.movers
        open_ = [0.0, 0.0, 0.0]
        threatened = [0.0, 0.0, 0.0]
        targets = [0.0, 0.0, 0.0]
        sieges = [0.0, 0.0, 0.0]
        besieged = [0.0, 0.0, 0.0]
        deep = [0, 0, 0]
        reach = [0.0, 0.0, 0.0]
        for r in t.open:
            o = owners[r]
            v = value[r]
            p0 = f0[r]
            p1 = f1[r]
            p2 = f2[r]
            if not o:
                total = p0 + p1 + p2
                if total:
                    share = v / total
                    if p0:
                        open_[0] += p0 * share
                    if p1:
                        open_[1] += p1 * share
                    if p2:
                        open_[2] += p2 * share
                    continue
                from_here = near[r]
                share = float(v)
                n0, n1, n2 = m0 & from_here, m1 & from_here, m2 & from_here
                if not (n0 or n1 or n2):
                    from_here = second[r]
                    share = FAR * v
                    n0, n1, n2 = m0 & from_here, m1 & from_here, m2 & from_here
                by = (n0 > 0) + (n1 > 0) + (n2 > 0)
                if by:
                    share /= by
                    if n0:
                        reach[0] += share
                    if n1:
                        reach[1] += share
                    if n2:
                        reach[2] += share
                continue
            n = garrisons[r]
            s = o - 1
            x = siegers[r]
            if x:
                x -= 1
                fall = v * (FALLS[n] if n < 5 else FALLS[4])
                besieged[s] -= fall
                sieges[x] += fall
                continue
            deep[s] += n - 1 if n < 4 else 3
            from_here = near[r]
            if o != 1:
                if p0 > n:
                    danger = v if p0 > n + fields[s][r] else GUARDED * v
                    threatened[s] -= danger
                    targets[0] += danger
                elif n == 1 and m0 & from_here:
                    reach[0] += WEAK * v
            if o != 2:
                if p1 > n:
                    danger = v if p1 > n + fields[s][r] else GUARDED * v
                    threatened[s] -= danger
                    targets[1] += danger
                elif n == 1 and m1 & from_here:
                    reach[1] += WEAK * v
            if o != 3:
                if p2 > n:
                    danger = v if p2 > n + fields[s][r] else GUARDED * v
                    threatened[s] -= danger
                    targets[2] += danger
                elif n == 1 and m2 & from_here:
                    reach[2] += WEAK * v
        left = b[DECK] + b[HAND] + b[HAND + 1] + b[HAND + 2]
        late = 1 - left / END_IN_SIGHT if left < END_IN_SIGHT else 0.0
        found: list[list[float]] = []
        for s in (0, 1, 2):
            score = b[SCORE + s]
            king = 0.0
            r = b[KING_REGION + s]
            if b[KING_PLACE + s] != GARRISON_PLACE:
                if f0[r] + f1[r] + f2[r] > 2 * fields[s][r]:
                    king = -1.0
            elif siegers[r]:
                king = -1.0
            reserve = b[RESERVE + s]
            found.append([
                score, CLOSE_TO_TEN[score] if score < 10 else CLOSE_TO_TEN[9], late * b[SPACES + s], open_[s],
                threatened[s], targets[s], sieges[s], besieged[s], reach[s], TROOPS - b[SUPPLY + s] - reserve,
                reserve if reserve < 4 else 4, b[RESERVED + s], deep[s], king,
            ])
        return found[0], found[1], found[2]

    def sides(self, g: SanchosState, s: int) -> list[list[float]]:
        """The measures of a seat's side and of those that it plays against: two, or in solo games one.

        The Auto-Sanchos share one Score marker, so they are one side.
        """
        measured = self.measure(g)
        t = g.t
        if not t.solo:
            return [measured[s], measured[(s + 1) % 3], measured[(s + 2) % 3]]
        first, second = (measured[x] for x in range(3) if t.auto[x])
        autos = [a + b for a, b in zip(first, second, strict=True)]
        score = int(autos[POINTS])
        autos[CLOSE] = CLOSE_TO_TEN[score] if score < 10 else CLOSE_TO_TEN[9]
        player = measured[t.player]
        return [player, autos] if s == t.player else [autos, player]

    def features(self, state: SanchosState, side: str) -> list[Feature]:  # type: ignore[override]
        s = SANCHOS.index(side)
        own, *others = self.sides(state, s)
        strengths = self._strengths(state, s, others)
        total = log(sum(map(exp, strengths)))
        shares = [exp(strength - total) for strength in strengths]
        found = [Feature("won", self._won(state, s), WON)]
        for k, (code, weight) in enumerate(zip(CODES, WEIGHTS, strict=True)):
            theirs = sum(share * other[k] for share, other in zip(shares, others, strict=True))
            found.append(Feature(code, 0.0 if state.b[RESULT] else own[k] - theirs, weight))
        balance = sum(share * log(share) for share in shares) - sum(
            share * (strength - sum(map(mul, other, WEIGHTS)))
            for share, strength, other in zip(shares, strengths, others, strict=True))
        found.append(Feature("rivals", 0.0 if state.b[RESULT] else balance, 1.0))
        return found

    def value(self, state: SanchosState, side: str) -> float:  # type: ignore[override]
        s = SANCHOS.index(side)
        if state.b[RESULT]:
            return WON * self._won(state, s)
        own, *others = self.sides(state, s)
        strength: float = sum(map(mul, own, WEIGHTS))
        return strength - log(sum(map(exp, self._strengths(state, s, others))))

    def _strengths(self, g: SanchosState, s: int, others: list[list[float]]) -> list[float]:
        """The strengths of the opposing sides."""
        found: list[float] = [sum(map(mul, other, WEIGHTS)) for other in others]
        t = g.t
        if t.two:
            for k in (0, 1):
                if t.nonplayer[(s + 1 + k) % 3]:
                    found[k] += NONPLAYER
        return found

    def _won(self, g: SanchosState, s: int) -> float:
        """1 for a victory, less for a shared one, -1 for a defeat, 0 while the game runs."""
        b = g.b
        if not b[RESULT]:
            return 0.0
        winners = b[WINNERS]
        if not winners >> s & 1:
            return -1.0
        return 1.0 if g.t.solo else 1.0 / int(winners).bit_count()

    # -- how far to look -------------------------------------------------------------------------------------------

    def horizon(self, state: SanchosState) -> Horizon:  # type: ignore[override]
        """Phase 1 and the choice of the moment for the commander's turn: to the end of the round; within a turn: to
        the end of that turn."""
        if type(state.agenda[-1]) in WHOLE_ROUND:
            return ROUND_OVER
        b = state.b
        return _until_turn_is_over(b[TURN_OF], b[ROUND])

    def halfway(self, state: SanchosState) -> bool:  # type: ignore[override]
        return type(state.agenda[-1]) not in BEGINNINGS

    def candidates(self, state: SanchosState, legal: list[Action]) -> list[Action]:  # type: ignore[override]
        step = type(state.agenda[-1])
        if step is MoveTo:
            return destinations(state, legal)[:DESTINATIONS]
        if len(legal) <= CANDIDATES or step not in OPEN_CHOICES:
            return legal
        return promising(state, legal)[:CANDIDATES]

    # -- quick answers ---------------------------------------------------------------------------------------------

    def quick(self, state: SanchosState) -> Action:  # type: ignore[override]
        return quick_answer(state)


HEURISTICS: Final = SanchosHeuristics()
