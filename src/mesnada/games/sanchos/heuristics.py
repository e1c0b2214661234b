"""Heuristics of 3 Sanchos: what makes a position good for a seat, and quick answers for looking ahead.

Each feature is measured for all three Sanchos; what counts for a seat is its own measure less a share of the
others'. Late in the game only what scores at its end counts.
"""

from __future__ import annotations

from operator import mul
from typing import Final
from weakref import WeakKeyDictionary

from mesnada.games.sanchos.commands import CommandTurn
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    ARMY,
    DECK,
    GARRISON_PLACE,
    GARRISON_T,
    HAND,
    KING_PLACE,
    KING_REGION,
    LEFT,
    OWNER,
    REGIONS,
    RESERVE,
    RESERVED,
    RESULT,
    SCORE,
    SIEGER,
    WINNERS,
    SanchosState,
)
from mesnada.games.sanchos.orders import ChooseAttack, ChooseBesiege, ChooseFortify, ChooseMove, Menu
from mesnada.games.sanchos.quick import quick_answer
from mesnada.games.sanchos.round import PlayOrReserve, TurnNow
from mesnada.games.sanchos.tables import Tables
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


class Geography:
    """Which regions are one and two steps away, as bit sets."""

    __slots__ = ("near", "open", "second", "value")

    def __init__(self, t: Tables) -> None:
        self.open = t.open
        self.value = t.value
        self.near = [sum(1 << x for x in t.adjacent[r]) for r in range(t.count)]
        self.second = [0] * t.count
        for r in range(t.count):
            for x in t.adjacent[r]:
                self.second[r] |= self.near[x]
            self.second[r] &= ~(self.near[r] | 1 << r)


class SanchosHeuristics(Heuristics):
    """The judgement of *War of the 3 Sanchos*."""

    def __init__(self) -> None:
        self._geography: WeakKeyDictionary[Tables, Geography] = WeakKeyDictionary()

    # -- what a position is worth ----------------------------------------------------------------------------------

    def geography(self, t: Tables) -> Geography:
        found = self._geography.get(t)
        if found is None:
            found = self._geography[t] = Geography(t)
        return found

    def measure(self, g: SanchosState) -> list[list[float]]:
        """For each Sancho the measures in the order of CODES."""
        b, t = g.b, g.t
        geo = self.geography(t)
        kr = (b[KING_REGION], b[KING_REGION + 1], b[KING_REGION + 2])
        kp = (b[KING_PLACE], b[KING_PLACE + 1], b[KING_PLACE + 2])
        owners = b[OWNER : OWNER + REGIONS]
        siegers = b[SIEGER : SIEGER + REGIONS]
        armies = [b[ARMY + s * REGIONS : ARMY + (s + 1) * REGIONS] for s in range(3)]
        garrisons = b[GARRISON_T : GARRISON_T + REGIONS]
        for s in range(3):
            if kp[s] == GARRISON_PLACE:
                garrisons[kr[s]] += 1
        fields = [army[:] for army in armies]
        movers = [0, 0, 0]
        for r in geo.open:
            o = owners[r]
            if o:
                fields[o - 1][r] -= garrisons[r]
                if garrisons[r] > 1 and not siegers[r]:
                    movers[o - 1] |= 1 << r
        for s in range(3):
            field = fields[s]
            movers[s] |= sum(1 << r for r in geo.open if field[r])
        open_ = [0.0, 0.0, 0.0]
        threatened = [0.0, 0.0, 0.0]
        targets = [0.0, 0.0, 0.0]
        sieges = [0.0, 0.0, 0.0]
        reach = [0.0, 0.0, 0.0]
        f0, f1, f2 = fields
        m0, m1, m2 = movers
        for r in geo.open:
            o = owners[r]
            v = geo.value[r]
            here = (f0[r], f1[r], f2[r])
            if not o:
                total = here[0] + here[1] + here[2]
                if total:
                    for s in range(3):
                        if here[s]:
                            open_[s] += v * here[s] / total
                else:
                    near = geo.near[r]
                    by = (m0 & near and 1) + (m1 & near and 1) + (m2 & near and 1)
                    weight = 1.0
                    if not by:
                        near = geo.second[r]
                        by = (m0 & near and 1) + (m1 & near and 1) + (m2 & near and 1)
                        weight = 0.5
                    if by:
                        share = v * weight / by
                        if m0 & near:
                            reach[0] += share
                        if m1 & near:
                            reach[1] += share
                        if m2 & near:
                            reach[2] += share
                continue
            n = garrisons[r]
            s = o - 1
            x = siegers[r]
            if x:
                x -= 1
                fall = FALLS[n] if n < 5 else 0.3
                relief = here[0] + here[1] + here[2] - here[x]
                if relief:
                    fall *= 0.6
                sieges[s] -= v * fall
                sieges[x] += v * fall
                continue
            for x in range(3):
                if x == s:
                    continue
                if here[x] > n:
                    danger = v * (1.0 if here[x] > n + here[s] else 0.5)
                    threatened[s] -= danger
                    targets[x] += danger
                elif here[x] == 0 and n == 1 and movers[x] & geo.near[r]:
                    reach[x] += 0.25 * v
        found: list[list[float]] = []
        for s in range(3):
            score = b[SCORE + s]
            cards = b[RESERVED + s]
            king = 0.0
            r = kr[s]
            if kp[s] != GARRISON_PLACE:
                foes = sum(fields[x][r] for x in range(3) if x != s)
                if foes > fields[s][r]:
                    king = -1.0
            elif siegers[r]:
                king = -1.0
            close = score + 0.5 * open_[s] + 0.5 * max(sieges[s], 0.0) - 6
            found.append([
                score, close * close * 0.15 if close > 0 else 0.0, open_[s], threatened[s], targets[s], sieges[s],
                reach[s], sum(armies[s]), min(b[RESERVE + s], 4), cards, king,
            ])
        return found

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
