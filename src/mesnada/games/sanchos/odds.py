"""Odds of battles: each action that leads to one is tried out many times, with simple play on all sides.

What the asking seat cannot see is dealt anew for every trial, so the odds tell nothing that is hidden. The random
numbers are always the same ones: equal positions give equal odds.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from mesnada.games.sanchos.attack import AttackPoints, ReleaseGarrison
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import SanchosState
from mesnada.games.sanchos.reserved_cards import ChooseColumn, ChooseDice, ReservedCards
from mesnada.games.sanchos.resolution import END_OF_BATTLE, Hit
from mesnada.games.sanchos.siege import BesiegePoints, ChooseBesiegers, Intercept
from mesnada.kernel.action import Action
from mesnada.kernel.odds import OddsRow
from mesnada.kernel.step import CHANCE
from mesnada.kernel.view import View

TRIALS: Final = 2000
"""Trials of each action, if there are few."""
MOST_TRIALS: Final = 8000
"""Trials of all actions together."""
SEED: Final = 1066
BEFORE: Final = frozenset(("attack", "besiege", "points", "besiegers", "intercept"))
"""Verbs that may lead to a battle which has not begun."""
ON_THE_WAY: Final = (AttackPoints, BesiegePoints, ChooseBesiegers, Intercept)
"""Decisions between such an action and the battle."""
FALLEN: Final = {"troop-falls": 0, "king-home-castle": 1, "king-home-region": 1}


def odds(view: View) -> list[OddsRow] | None:
    """One row for each legal action from which a battle can follow; None if no battle follows from any.

    The odds of a Besiege are those of an interception, where one is possible (sanchos.intercept.optional-once).
    """
    state = view.state
    assert isinstance(state, SanchosState)
    legal = view.legal()
    fighting = END_OF_BATTLE in state.agenda
    asked = [action for action in legal if fighting or action.verb in BEFORE]
    trials = min(TRIALS, MOST_TRIALS // max(1, len(asked)))
    rows = [row for action in asked if (row := _row(view, action, trials)) is not None]
    return rows or None


def _row(view: View, action: Action, trials: int) -> OddsRow | None:
    rng = random.Random(SEED)
    lost: list[Counter[int]] = [Counter(), Counter(), Counter()]
    kings = [0, 0, 0]
    present: set[int] = set()
    for _ in range(trials):
        g = view.redealt(rng)
        assert isinstance(g, SanchosState)
        fallen = _fight(g, action, rng, present)
        if fallen is None:
            return None
        for s, (troops, king) in enumerate(fallen):
            lost[s][troops + king] += 1
            kings[s] += king
    sides = [s for s in range(3) if s in present]
    losses = {SANCHOS[s]: tuple(lost[s][n] / trials for n in range(max(lost[s]) + 1)) for s in sides}
    return OddsRow(action, trials, losses, {SANCHOS[s]: kings[s] / trials for s in sides})


def _fight(g: SanchosState, action: Action, rng: random.Random, present: set[int]) -> list[list[int]] | None:
    """T and K that each Sancho loses from the action to the end of the battle; None if no battle follows.

    Who has dice is added to ``present``.
    """
    events = g.events = []
    present.update(die >> 1 & 3 for die in g.dice)
    g.apply(action)
    while END_OF_BATTLE in g.agenda or (not g.over and isinstance(g.step, ON_THE_WAY)):
        present.update(die >> 1 & 3 for die in g.dice)
        legal = g.legal()
        g.apply(legal[int(rng.random() * len(legal))] if g.seat == CHANCE else _answer(g, legal))
    found = [[0, 0], [0, 0], [0, 0]]
    for event in events:
        if event.kind == "battle-ends":
            return found
        if event.kind in FALLEN:
            found[SANCHOS.index(event.params["sancho"])][FALLEN[event.kind]] += 1
    return None


def _answer(g: SanchosState, legal: list[Action]) -> Action:
    """Simple play: all points and as many T as possible, no Garrison released, a card where the best single die is
    not one's own, El Cid left out of it."""
    step = g.step
    if isinstance(step, (AttackPoints, BesiegePoints)):
        return legal[-1]
    if isinstance(step, ChooseBesiegers):
        return max(legal, key=lambda action: (action.x + action.y, action.y))
    if isinstance(step, Intercept):
        return g.t.intercept[1]
    if isinstance(step, ReleaseGarrison):
        return legal[0]
    if isinstance(step, ReservedCards):
        return _card(g, step.s, legal)
    if isinstance(step, ChooseColumn):
        return _column(g, legal)
    if isinstance(step, ChooseDice):
        return next((action for action in legal if action.x >> 1 & 3 != step.s), legal[0])
    if isinstance(step, Hit):
        return _target(g, legal)
    return legal[0]


def _card(g: SanchosState, s: int, legal: list[Action]) -> Action:
    """The Reserved card of most CP if the highest single die belongs to somebody else."""
    cards = [action for action in legal if action.verb == "use" and action.x >= 0]
    single = _highest_single(g.dice)
    if not cards or (single is not None and single >> 1 & 3 == s):
        return g.t.pass_
    return max(cards, key=lambda action: g.t.cp[action.x])


def _column(g: SanchosState, legal: list[Action]) -> Action:
    """The highest column that is blocked by several dice, else the lowest."""
    crowded = [action for action in legal if sum(die >> 3 == action.x for die in g.dice) > 1]
    return crowded[0] if crowded else legal[-1]


def _target(g: SanchosState, legal: list[Action]) -> Action:
    """The die that would hit next, else a King's Guard die, else the highest one."""
    rest = g.dice[:]
    rest.remove(max(rest))
    single = _highest_single(rest)
    return max(legal, key=lambda action: (action.x == single, action.x & 1, action.x))


def _highest_single(dice: list[int]) -> int | None:
    columns = [die >> 3 for die in dice]
    return max((die for die in dice if columns.count(die >> 3) == 1), default=None)
