"""Heuristics of 3 Sanchos: what makes a position good for a seat, and quick answers for looking ahead.

Each feature is measured for all three Sanchos; what counts for a seat is its own measure less a share of the
others'. Late in the game only what scores at its end counts.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from mesnada.games.sanchos.commands import CommandTurn
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
    SCORE,
    SUPPLY,
    WINNERS,
    SanchosState,
)
from mesnada.games.sanchos.moves import ChooseMove
from mesnada.games.sanchos.orders import ChooseAttack, ChooseBesiege, ChooseFortify
from mesnada.games.sanchos.quick import quick_answer
from mesnada.games.sanchos.round import PlayOrReserve, TurnNow
from mesnada.games.sanchos.survey import Survey
from mesnada.games.sanchos.tables import TROOPS, Tables
from mesnada.kernel.action import Action
from mesnada.kernel.heuristics import SETTLED, TURNED, UNSETTLED, Feature, Heuristics

WON: Final = 100.0
"""What a victory is worth; a shared one half of it."""
CODES: Final = ("points", "close-to-ten", "open-spaces", "threatened", "targets", "sieges", "reach", "troops",
                "reserve", "cards", "king")
WEIGHTS: Final = (1.0, 1.0, 0.55, 0.3, 0.3, 0.8, 0.22, 0.16, 0.1, 0.06, 0.3)
FADING: Final = 5
"""Rounds before the end in which what does not score loses its worth step by step."""
SCORES_AT_END: Final = (True, False, *(False,) * 9)
COMPLETE: Final = (CommandTurn, Menu, ChooseMove, ChooseFortify, ChooseAttack, ChooseBesiege)
"""Steps that begin something new."""
FALLS: Final = (0.0, 0.92, 0.6, 0.45, 0.35)
"""How surely a Garrison of so many pieces under siege is lost."""
RELIEF: Final = 0.6
"""What is left of that if others than the besieger have an army there."""
FAR: Final = 0.5
"""The part of an empty space's value that counts two steps away."""
WEAK: Final = 0.25
"""The part of the value of a space with a Garrison of one that counts one step away."""
CLOSE: Final = 6
"""Points from which a victory comes in sight."""


class SanchosHeuristics(Heuristics):
    """The judgement of *War of the 3 Sanchos*."""

    def measure(self, g: SanchosState) -> tuple[list[float], list[float], list[float]]:
        """For each Sancho the measures in the order of CODES."""
        b = g.b
        survey = Survey(g)
        geo = survey.geo
        owners, siegers, garrisons, fields = survey.owners, survey.siegers, survey.garrisons, survey.fields
        value, near, second = geo.value, geo.near, geo.second
        f0, f1, f2 = fields
        m0, m1, m2 = survey.movers
        open_ = [0.0, 0.0, 0.0]
        threatened = [0.0, 0.0, 0.0]
        targets = [0.0, 0.0, 0.0]
        sieges = [0.0, 0.0, 0.0]
        reach = [0.0, 0.0, 0.0]
        for r in geo.open:
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
                fall = FALLS[n] if n < 5 else FALLS[4]
                if p0 + p1 + p2 > fields[x][r]:
                    fall *= RELIEF
                sieges[s] -= v * fall
                sieges[x] += v * fall
                continue
            from_here = near[r]
            if o != 1:
                if p0 > n:
                    danger = v if p0 > n + fields[s][r] else 0.5 * v
                    threatened[s] -= danger
                    targets[0] += danger
                elif n == 1 and m0 & from_here:
                    reach[0] += WEAK * v
            if o != 2:
                if p1 > n:
                    danger = v if p1 > n + fields[s][r] else 0.5 * v
                    threatened[s] -= danger
                    targets[1] += danger
                elif n == 1 and m1 & from_here:
                    reach[1] += WEAK * v
            if o != 3:
                if p2 > n:
                    danger = v if p2 > n + fields[s][r] else 0.5 * v
                    threatened[s] -= danger
                    targets[2] += danger
                elif n == 1 and m2 & from_here:
                    reach[2] += WEAK * v
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
            siege = sieges[s]
            close = score + 0.5 * open_[s] + (0.5 * siege if siege > 0 else 0.0) - CLOSE
            reserve = b[RESERVE + s]
            found.append([
                score, close * close * 0.15 if close > 0 else 0.0, open_[s], threatened[s], targets[s], siege,
                reach[s], TROOPS - b[SUPPLY + s] - reserve, reserve if reserve < 4 else 4, b[RESERVED + s], king,
            ])
        return found[0], found[1], found[2]

    def _shares(self, t: Tables, s: int) -> tuple[float, float, float]:
        """How much each Sancho's measures count for a seat."""
        shares = [0.0, 0.0, 0.0]
        for x in range(3):
            if x == s:
                shares[x] = 1.0
            elif t.solo:
                shares[x] = -0.5 if s == t.player else 0.5
            elif t.two:
                shares[x] = -0.4 if t.nonplayer[x] else -0.8
            else:
                shares[x] = -0.5
        return shares[0], shares[1], shares[2]

    def _differences(self, g: SanchosState, s: int) -> list[float]:
        first, second, third = self.measure(g)
        a, b, c = self._shares(g.t, s)
        return [a * x + b * y + c * z for x, y, z in zip(first, second, third, strict=True)]

    def _weights(self, g: SanchosState) -> tuple[float, ...]:
        b = g.b
        left = b[DECK] + b[HAND] + b[HAND + 1] + b[HAND + 2]
        if left >= FADING:
            return WEIGHTS
        keep = left / FADING
        return tuple(w if scores else w * keep for w, scores in zip(WEIGHTS, SCORES_AT_END, strict=True))

    def features(self, state: SanchosState, side: str) -> list[Feature]:  # type: ignore[override]
        s = SANCHOS.index(side)
        differences = self._differences(state, s)
        found = [Feature("won", self._won(state, s), WON)]
        found += [Feature(c, v, w) for c, v, w in zip(CODES, differences, self._weights(state), strict=True)]
        return found

    def value(self, state: SanchosState, side: str) -> float:  # type: ignore[override]
        s = SANCHOS.index(side)
        if state.b[RESULT]:
            return WON * self._won(state, s)
        total: float = sum(map(mul, self._differences(state, s), self._weights(state)))
        return total

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

    def stage(self, state: SanchosState) -> int:  # type: ignore[override]
        if not state.agenda:
            return TURNED
        step = type(state.agenda[-1])
        if step is PlayOrReserve:
            return TURNED
        return SETTLED if step in COMPLETE else UNSETTLED

    def reach(self, state: SanchosState) -> int:  # type: ignore[override]
        step = type(state.agenda[-1])
        return TURNED if step in (PlayOrReserve, TurnNow) else SETTLED

    # -- quick answers ---------------------------------------------------------------------------------------------

    def quick(self, state: SanchosState) -> Action:  # type: ignore[override]
        return quick_answer(state)


HEURISTICS: Final = SanchosHeuristics()
