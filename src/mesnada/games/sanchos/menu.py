"""The third action of a card: a menu of options.

Rulebook: "Actions on Non-commander Sancho Turns", on the third action.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.attack import attack_actions, choose_attack_points, why_not_attack
from mesnada.games.sanchos.commands import (
    fortify_actions,
    move_actions,
    use_one_point,
    why_not_again,
    why_not_deploy_king,
    why_not_fortify,
    why_not_one_point,
    why_not_recruit,
)
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import LEFT, MENU_USED, USED, SanchosState
from mesnada.games.sanchos.moves import with_decline
from mesnada.games.sanchos.reserves import keep_card, why_not_keep
from mesnada.games.sanchos.siege import besiege_actions, choose_besiege_points, why_not_besiege
from mesnada.games.sanchos.tables import Order
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Choice, interned

MUST_CHOOSE: Final = Refusal("option-must-be-used", "sanchos.action.third-is-a-choice")
NOT_ON_CARD: Final = Refusal("not-on-card", "sanchos.action.third-is-a-choice")
USED_UP: Final = Refusal("option-used-up", "sanchos.action.third-several-points")
EXCLUDED: Final = Refusal("region-excluded", "sanchos.term.not-in-region")


# -- the third action -----------------------------------------------------------------------------------------------


def option_actions(g: SanchosState, s: int, o: Order, found: list[Action]) -> None:
    """Adds what one option of a menu allows (sanchos.term.not-in-region)."""
    t = g.t
    if o.do == "move":
        move_actions(g, s, found)
    elif o.do == "fortify":
        fortify_actions(g, s, found, o.empty_only)
    elif o.do == "attack":
        attack_actions(g, s, found, o.not_in)
    elif o.do == "besiege":
        besiege_actions(g, s, g.b[LEFT], found)
    elif o.do == "recruit":
        if why_not_recruit(g, s) is None:
            found.append(t.recruit)
    elif o.do == "reserve-this-card":
        if why_not_keep(g, s) is None:
            found.append(t.keep_card)
    elif o.to == "king":
        if why_not_deploy_king(g, s) is None:
            found.append(t.deploy_king)
    else:
        found.extend(a for a in (t.deploy_castle, t.deploy_home) if why_not_one_point(g, s, a) is None)


def menu_actions(g: SanchosState, s: int, action: int) -> list[Action]:
    """All that a menu still allows, without declining; each action once."""
    found: list[Action] = []
    items = g.t.card_actions[action].items
    for i, item in enumerate(items):
        order = g.t.orders[item]
        if g.b[MENU_USED + i] < order.points and why_not_again(g, order.do) is None:
            option_actions(g, s, order, found)
    return list(dict.fromkeys(found)) if len({g.t.orders[item].do for item in items}) < len(items) else found


def _serves(g: SanchosState, o: Order, action: Action) -> bool:
    """Whether an option of a menu is of an action's kind."""
    if action.verb != o.do:
        return False
    return o.do != "deploy" or (o.to == "king") == (action is g.t.deploy_king)


@dataclass(frozen=True, slots=True)
class MenuGoesOn(Auto[SanchosState]):
    """While points are left and an option can be used, one has to be (sanchos.action.third-several-points)."""

    rule: ClassVar[str] = "sanchos.action.third-several-points"
    s: int
    action: int

    def run(self, g: SanchosState) -> None:
        if g.b[LEFT] and (found := menu_actions(g, self.s, self.action)):
            g.ask(menu(self.s, self.action), with_decline(g, self.s, found))


menu_goes_on = interned(MenuGoesOn)


@dataclass(frozen=True, slots=True)
class Menu(Choice[SanchosState]):
    """The third action of a card: its performer chooses among the options.

    sanchos.action.third-is-a-choice, sanchos.action.third-several-points.
    """

    rule: ClassVar[str] = "sanchos.action.third-is-a-choice"
    s: int
    action: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return with_decline(g, self.s, menu_actions(g, self.s, self.action))

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action is g.t.decline:
            return None if action in self.legal(g) else MUST_CHOOSE
        if action.verb in ("end", "stop", "pass"):
            return MUST_CHOOSE
        refusal: Refusal | None = NOT_ON_CARD
        for i, item in enumerate(g.t.card_actions[self.action].items):
            order = g.t.orders[item]
            if not _serves(g, order, action):
                continue
            refusal = USED_UP if g.b[MENU_USED + i] >= order.points else (
                why_not_again(g, order.do) or self._why_not(g, order, action))
            if refusal is None:
                return None
        return refusal

    def _why_not(self, g: SanchosState, o: Order, action: Action) -> Refusal | None:
        s = self.s
        if o.do == "attack":
            return EXCLUDED if action.x == o.not_in else why_not_attack(g, s, action.x)
        if o.do == "besiege":
            return why_not_besiege(g, s, action.x, g.b[LEFT])
        if o.do == "fortify":
            return why_not_fortify(g, s, action, o.empty_only)
        return why_not_keep(g, s) if o.do == "reserve-this-card" else why_not_one_point(g, s, action)

    def apply(self, g: SanchosState, action: Action) -> None:
        b, t, s = g.b, g.t, self.s
        if action is t.decline:
            b[LEFT] = 0
            if g.events is not None:
                g.emit("declines", self.rule, sancho=SANCHOS[s], what="points" if b[USED] else "options")
            return
        self._count(g, action)
        g.agenda.append(menu_goes_on(s, self.action))
        if action.verb == "attack":
            choose_attack_points(g, s, action.x)
        elif action.verb == "besiege":
            choose_besiege_points(g, s, action.x)
        elif action is t.keep_card:
            keep_card(g, s)
        else:
            b[LEFT] -= 1
            b[USED] += 1
            use_one_point(g, s, action)

    def _count(self, g: SanchosState, action: Action) -> None:
        """Counts the use of an option; of two that serve, the one with a restriction, so that the other stays."""
        serving: list[tuple[bool, int]] = []
        for i, item in enumerate(g.t.card_actions[self.action].items):
            order = g.t.orders[item]
            used = g.b[MENU_USED + i] >= order.points
            if _serves(g, order, action) and not used and self._why_not(g, order, action) is None:
                serving.append((not order.empty_only and order.not_in < 0, i))
        g.b[MENU_USED + min(serving)[1]] += 1

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "menu", {"sancho": SANCHOS[self.s], "left": g.b[LEFT]}


menu = interned(Menu)
