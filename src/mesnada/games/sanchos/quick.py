"""Quick answers: a sensible action for any decision of a seat, found from the pieces on the board alone.

Bots use them for what others do, and for what they do themselves later, while they look ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, Final

from mesnada.games.sanchos import (
    attack,
    commands,
    elcid,
    menu,
    moves,
    orders,
    reserved_cards,
    reserves,
    resolution,
    round,
    siege,
)
from mesnada.games.sanchos.commands import MoveTo
from mesnada.games.sanchos.model import (
    CARD,
    DECLARED_K,
    DECLARED_T,
    FIELD_T,
    GARRISON_PLACE,
    KING_PLACE,
    KING_REGION,
    LEFT,
    RESERVE,
    SPACES,
    SanchosState,
)
from mesnada.games.sanchos.survey import Survey
from mesnada.kernel.action import Action

PULLS_KEPT: Final = 2048
ON_THE_WAY: Final = 0.55
"""What a piece is worth one step from where it is wanted."""
LAST_PIECE: Final = 1.1
"""How much dearer a space is to who gives it up than to who might take it."""


class Pull:
    """How much a further piece of one Sancho would be worth in each region, and on the way there."""

    __slots__ = ("here", "s", "survey", "there")

    def __init__(self, survey: Survey, s: int) -> None:
        self.survey = survey
        self.s = s
        t = survey.t
        here = [0.0] * len(t.near)
        owners, siegers, garrisons, fields, value = (
            survey.owners, survey.siegers, survey.garrisons, survey.fields, t.value
        )
        own, first, second = fields[s], fields[(s + 1) % 3], fields[(s + 2) % 3]
        me = s + 1
        for r in t.open:
            o = owners[r]
            v = value[r]
            p = own[r]
            foes = first[r]
            if second[r] > foes:
                foes = second[r]
            if not o:
                if not p:
                    here[r] = 0.6 * v if foes else v
                else:
                    here[r] = 0.4 * v if foes >= p else 0.05
            elif o == me:
                if siegers[r]:
                    here[r] = 0.7 * v if p < 2 else 0.2
                elif foes > garrisons[r]:
                    here[r] = 0.6 * v if p + garrisons[r] <= foes + 1 else 0.1
                else:
                    here[r] = 0.06
            elif siegers[r]:
                here[r] = 0.15 if siegers[r] == me else 0.05
            else:
                missing = garrisons[r] + 1 - p
                if missing > 0:
                    here[r] = 0.9 * v / (missing + 1) / (1 + 0.3 * fields[o - 1][r])
                else:
                    here[r] = 0.25 if fields[o - 1][r] > -missing else 0.08
        self.here = here
        self.there = there = here[:]
        for r, neighbours in enumerate(t.adjacent):
            best = 0.0
            for a in neighbours:
                if here[a] > best:
                    best = here[a]
            best *= ON_THE_WAY
            if best > here[r]:
                there[r] = best

    def best_neighbour(self, r: int) -> int:
        """The region next to one where a piece is worth most."""
        there = self.there
        return max(self.survey.t.adjacent[r], key=lambda a: there[a])

    def stay(self, r: int, garrison: bool) -> float:
        """What a piece is worth where it stands."""
        survey, s = self.survey, self.s
        value = survey.t.value[r]
        owner = survey.owners[r]
        own = survey.fields[s][r]
        if garrison:
            n = survey.garrisons[r]
            if n == 1:
                return LAST_PIECE * value
            foes = max(survey.fields[(s + 1) % 3][r], survey.fields[(s + 2) % 3][r])
            return 0.5 * value if foes >= n else 0.1
        if not owner:
            return float(value) if own == 1 else 0.05
        if owner == s + 1:
            foes = max(survey.fields[(s + 1) % 3][r], survey.fields[(s + 2) % 3][r])
            return 0.4 * value if foes > survey.garrisons[r] else 0.05
        spare = own - survey.garrisons[r]
        if survey.siegers[r] == s + 1:
            return 0.8 * value
        return 0.5 * value if spare == 1 else 0.1 if spare <= 0 else 0.05


_PULLS: Final[dict[tuple[int, int, bytes], Pull]] = {}


def pulls(g: SanchosState, s: int) -> Pull:
    """The pull on a Sancho in a position; looking ahead meets the same pieces on the board again and again."""
    b = g.b
    key = (id(g.t), s, bytes(b[KING_REGION:SPACES] + b[FIELD_T:CARD]))
    found = _PULLS.get(key)
    if found is None or found.survey.t is not g.t:
        if len(_PULLS) >= PULLS_KEPT:
            _PULLS.clear()
        found = _PULLS[key] = Pull(Survey(g), s)
    return found


def _ahead_in_battle(survey: Survey, s: int, r: int, points: int) -> float:
    """Own dice more than the others' in a region, as far as dice count."""
    mine = min(survey.fields[s][r] + points, 6)
    theirs = sum(min(survey.fields[x][r], 6) for x in range(3) if x != s)
    return mine - theirs


def promise(g: SanchosState, survey: Survey, pull: Pull, action: Action, left: int) -> float:
    """How good an action that begins something looks: in victory points, roughly."""
    b, t, s, r = g.b, g.t, pull.s, action.x
    verb = action.verb
    value = survey.t.value
    if verb == "move":
        if action is t.move_king:
            r = b[KING_REGION + s]
            garrison = b[KING_PLACE + s] == GARRISON_PLACE
        else:
            garrison = action is t.move_garrison[r]
        gain = pull.there[pull.best_neighbour(r)] - pull.stay(r, garrison)
        return 0.55 * gain - (0.05 if action is t.move_king else 0.0)
    if verb == "fortify":
        if not survey.owners[r]:
            return value[r] - (0.15 if action is t.fortify_king[r] else 0.0)
        foes = max(survey.fields[(s + 1) % 3][r], survey.fields[(s + 2) % 3][r])
        n = survey.garrisons[r]
        return 0.35 * value[r] if foes > n else 0.12 if n == 1 else 0.02
    if verb == "besiege":
        n, o = survey.garrisons[r], survey.owners[r] - 1
        chance = 0.9 / sqrt(n)
        if survey.fields[o][r]:
            chance *= max(0.1, min(1.0, 0.6 + 0.2 * (survey.fields[s][r] - survey.fields[o][r] - n)))
        return 1.4 * value[r] * chance
    if verb == "attack":
        ahead = _ahead_in_battle(survey, s, r, left)
        stake = 0.3
        owner, sieger = survey.owners[r], survey.siegers[r]
        if owner == s + 1:
            stake += value[r] * (0.8 if sieger else 0.4)
        elif not owner:
            stake += 0.3 * value[r]
        return stake * max(-1.0, min(1.0, 0.35 * ahead))
    if verb == "deploy":
        if action is t.deploy_king:
            return 0.2 + 0.55 * pull.there[b[KING_REGION + s]]
        home = t.home[s]
        if action is t.deploy_castle:
            return value[home] - 0.1 if not survey.owners[home] else 0.1 + 0.8 * pull.here[home]
        return 0.15 + 0.5 * pull.there[home]
    if verb == "recruit":
        return 0.25 if b[RESERVE + s] < 2 else 0.12
    if verb == "reserve-this-card":
        return 0.2 * t.cp[b[4] - 1] + 0.1
    return 0.0


Step = Any
Answer = Callable[[SanchosState, Step, list[Action]], Action]


def promising(g: SanchosState, legal: list[Action]) -> list[Action]:
    """The actions that begin something, the most promising first."""
    pull = pulls(g, g.agenda[-1].s)  # type: ignore[attr-defined]
    left = g.b[LEFT]
    return sorted(legal, key=lambda action: promise(g, pull.survey, pull, action, left), reverse=True)


def destinations(g: SanchosState, legal: list[Action]) -> list[Action]:
    """The regions that a piece may go to, the one where it is worth most first."""
    there = pulls(g, g.agenda[-1].s).there  # type: ignore[attr-defined]
    return sorted(legal, key=lambda action: there[action.x], reverse=True)


def _begin(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    """The most promising of the actions that begin something."""
    pull = pulls(g, step.s)
    survey = pull.survey
    left = g.b[LEFT]
    return max(legal, key=lambda action: promise(g, survey, pull, action, left))


def _move_to(g: SanchosState, step: MoveTo, legal: list[Action]) -> Action:
    there = pulls(g, step.s).there
    return max(legal, key=lambda action: there[action.x])


def _to_target(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    there = pulls(g, step.s).there
    return max(legal, key=lambda action: there[action.x] if action.verb == "target" else -1.0)


def _army(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    decline = g.t.decline
    return decline if decline in legal else legal[0]


def _piece(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    t = g.t
    if t.stop in legal:
        return t.stop
    pull = pulls(g, step.s)

    def keep(action: Action) -> float:
        king = action is t.move_king
        garrison = g.b[KING_PLACE + step.s] == GARRISON_PLACE if king else action is t.move_garrison[action.x]
        return pull.stay(step.r, garrison) + (0.2 if king else 0.0)

    return min(legal, key=keep)


def _all_points(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    return legal[-1]


def _few_points(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    return legal[0]


def _besiegers(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    """As many T as possible, the K only if they are not enough."""
    return max(legal, key=lambda action: action.y - 20 * action.x)


def _intercept(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    b = g.b
    own = g.field_army(step.s, step.r)
    foes = b[DECLARED_T] + b[DECLARED_K]
    return legal[1] if own + 1 >= foes or foes - g.garrison(step.r) == 1 else legal[0]


def _release(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    """As few as allowed; but where the defenders are outnumbered and the Garrison is large, all but one."""
    return legal[0]


def own_balance(dice: list[int], s: int) -> float:
    """Dice that a Sancho takes less those it loses if everybody hits what is most dangerous; K count more."""
    dice = dice[:]
    balance = 0.0
    while dice:
        top = max(dice)
        column = top >> 3
        if sum(die >> 3 == column for die in dice) > 1:
            dice = [die for die in dice if die >> 3 != column]
            continue
        hitter = top >> 1 & 3
        dice.remove(top)
        foes = [die for die in dice if die >> 1 & 3 != hitter]
        if not foes:
            break
        target = best_target(dice, hitter)
        dice.remove(target)
        worth = 1.2 if target & 1 else 1.0
        if hitter == s:
            balance += worth
        elif target >> 1 & 3 == s:
            balance -= worth
    return balance


def best_target(dice: list[int], s: int) -> int:
    """The opponents' die that is best taken: the highest one that is alone, then one that stands with a single own die,
    then a K, then the highest."""
    count: dict[int, int] = {}
    own: dict[int, int] = {}
    for die in dice:
        column = die >> 3
        count[column] = count.get(column, 0) + 1
        if die >> 1 & 3 == s:
            own[column] = own.get(column, 0) + 1

    def rank(die: int) -> tuple[int, int, int]:
        column = die >> 3
        n = count[column]
        alone = 2 if n == 1 else 1 if n == 2 and own.get(column) else 0
        return alone, die & 1, column

    return max((die for die in dice if die >> 1 & 3 != s), key=rank)


def _hit(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    rest = g.dice[:]
    rest.remove(max(rest))
    return g.t.hit[best_target(rest, step.s)]


def _cards(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    """A card if the battle goes badly as the dice lie, the lowest one."""
    if own_balance(g.dice, step.s) >= 0:
        return legal[0]
    cards = [action for action in legal if action.verb == "use"]
    return min(cards, key=lambda action: g.t.cp[action.x] if action.x >= 0 else 0)


def _column(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    """Own dice that would be lost with others, or the lowest one."""
    count = {action.x: sum(die >> 3 == action.x for die in g.dice) for action in legal}
    shared = [action for action in legal if count[action.x] > 1]
    return shared[0] if shared else legal[-1]


def _dice(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    own = [action for action in legal if action.x >> 1 & 3 == step.s]
    return (own or legal)[0]


def _shift(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    def after(action: Action) -> float:
        dice = g.dice[:]
        dice.remove(action.x)
        dice.append(action.x + (8 if action.words[0] == "up" else -8))
        return own_balance(dice, step.s)

    return max(legal, key=after)


def _deploy_home(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    return _begin(g, step, legal)


def _discard(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    sign = 1 if step.s == step.x else -1
    return min(legal, key=lambda action: sign * (g.t.cp[action.x] if action.x >= 0 else 2))


def _first(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    return legal[0]


def _last(g: SanchosState, step: Step, legal: list[Action]) -> Action:
    return legal[-1]


ANSWERS: Final[dict[type[Any], Answer]] = {
    round.PlayOrReserve: _first,
    round.TurnNow: _last,
    commands.CommandTurn: _begin,
    commands.MoveTo: _move_to,
    menu.Menu: _begin,
    moves.ChooseMove: _begin,
    orders.ChooseFortify: _begin,
    orders.ChooseAttack: _begin,
    orders.ChooseBesiege: _begin,
    orders.DeployHomeOrder: _deploy_home,
    moves.ChooseArmy: _army,
    moves.ChooseTarget: _to_target,
    moves.ChoosePiece: _piece,
    attack.AttackPoints: _all_points,
    attack.ReleaseGarrison: _release,
    reserved_cards.ReservedCards: _cards,
    reserved_cards.ChooseColumn: _column,
    reserved_cards.ChooseDice: _dice,
    resolution.Hit: _hit,
    resolution.FallingTroop: _last,
    siege.BesiegePoints: _few_points,
    siege.ChooseBesiegers: _besiegers,
    siege.Intercept: _intercept,
    siege.GoOnWithSiege: _last,
    reserves.ChooseDiscard: _discard,
    elcid.PlaceElCid: _first,
    elcid.ElCidBeforeBattle: _first,
    elcid.BringAlong: _last,
    elcid.ShiftDie: _shift,
}
"""The answer for each kind of step that asks a seat."""


def quick_answer(g: SanchosState) -> Action:
    """A sensible answer to the decision at hand."""
    legal = g.legal()
    if len(legal) == 1:
        return legal[0]
    step = g.agenda[-1]
    return ANSWERS[type(step)](g, step, legal)
