"""Card actions of players: orders and their alternatives.

Rulebook: "Actions on Non-commander Sancho Turns". Moves are in :mod:`moves`, the third action in :mod:`menu`, what an
Auto-Sancho does in :mod:`solo`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos import solo
from mesnada.games.sanchos.attack import attack_actions, start_attack, why_not_attack
from mesnada.games.sanchos.commands import (
    all_voluntary,
    begin_turn,
    deploy,
    deploy_to_king,
    fortify,
    fortify_actions,
    recruit_points,
    why_not_again,
    why_not_deploy_castle,
    why_not_deploy_home,
    why_not_deploy_king,
    why_not_fortify,
)
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.menu import EXCLUDED, menu_goes_on
from mesnada.games.sanchos.model import (
    BESIEGED,
    LEFT,
    MENU_USED,
    PLAYED,
    USED,
    SanchosState,
    not_now,
    victory,
)
from mesnada.games.sanchos.moves import directed_move, move_order
from mesnada.games.sanchos.reserves import begin_discards, keep_card, why_not_keep
from mesnada.games.sanchos.siege import besiege_actions, choose_besiegers, why_not_besiege
from mesnada.games.sanchos.tables import ALL, FIRST_POSSIBLE, Order
from mesnada.games.sanchos.terms import most_favourable
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Choice, interned

MUST_DO: Final = Refusal("order-must-be-done", "sanchos.action.first-two-are-orders")
NOT_ORDERED: Final = Refusal("not-on-card", "sanchos.action.first-two-are-orders")
NOT_FAVOURABLE: Final = Refusal("not-most-favourable", "sanchos.term.most-favourable")


# -- a turn by card action --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardTurn(Auto[SanchosState]):
    """A Sancho carries out its action on the played card (sanchos.round.others-use-card-actions)."""

    rule: ClassVar[str] = "sanchos.round.others-use-card-actions"
    s: int
    action: int

    def run(self, g: SanchosState) -> None:
        begin_turn(g, self.s)
        if g.events is not None:
            card = g.t.cards[g.b[PLAYED] - 1].id if g.b[PLAYED] else ""
            g.emit("card-turn", self.rule, sancho=SANCHOS[self.s], card=card)
        g.agenda.append(end_of_card_turn(self.s))
        begin_action(g, self.s, self.action)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "card-turn", {"sancho": SANCHOS[self.s]}


card_turn = interned(CardTurn)


@dataclass(frozen=True, slots=True)
class EndOfCardTurn(Auto[SanchosState]):
    """The frame of a turn by card action; nothing is left to do (sanchos.action.nothing-possible)."""

    rule: ClassVar[str] = "sanchos.action.nothing-possible"
    s: int

    def run(self, g: SanchosState) -> None:
        g.b[LEFT] = 0
        if g.events and g.events[-1].kind == "card-turn":
            # Nothing has happened since the turn began: no item of the action could be carried out.
            g.emit("nothing-possible", self.rule, sancho=SANCHOS[self.s])

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "card-turn", {"sancho": SANCHOS[self.s]}


end_of_card_turn = interned(EndOfCardTurn)


def begin_action(g: SanchosState, s: int, action: int) -> None:
    """Goes into the alternatives, the list, or the menu of a card action
    (sanchos.card.third-action-two-versions)."""
    orders = g.t.card_actions[action]
    if orders.mode == FIRST_POSSIBLE:
        g.agenda.append(alternatives(s, action, 0))
    elif orders.mode == ALL or g.t.auto[s]:
        g.agenda.append(sequence(s, action, 0))
    else:
        g.b[LEFT] = orders.points
        g.b[MENU_USED : MENU_USED + 8] = bytes(8)
        g.agenda.append(menu_goes_on(s, action))


@dataclass(frozen=True, slots=True)
class Alternatives(Auto[SanchosState]):
    """The first item of a card action that can be carried out at all is the one that is carried out.

    sanchos.term.if-not-possible, sanchos.term.if-not-possible-is-compulsory.
    """

    rule: ClassVar[str] = "sanchos.term.if-not-possible"
    s: int
    action: int
    tried: int

    def run(self, g: SanchosState) -> None:
        items = g.t.card_actions[self.action].items
        if (self.tried and g.b[USED]) or self.tried == len(items):
            return
        g.agenda.append(alternatives(self.s, self.action, self.tried + 1))
        begin_order(g, self.s, items[self.tried])


alternatives = interned(Alternatives)


@dataclass(frozen=True, slots=True)
class Sequence(Auto[SanchosState]):
    """All items of a card action in the written order, each as far as possible
    (sanchos.action.auto-does-all-listed)."""

    rule: ClassVar[str] = "sanchos.action.auto-does-all-listed"
    s: int
    action: int
    done: int

    def run(self, g: SanchosState) -> None:
        orders = g.t.card_actions[self.action]
        items = orders.items if orders.mode == ALL else orders.solo
        if self.done == len(items):
            return
        g.agenda.append(sequence(self.s, self.action, self.done + 1))
        begin_order(g, self.s, items[self.done])


sequence = interned(Sequence)


def begin_order(g: SanchosState, s: int, order: int) -> None:
    """Begins one item with all its points; whatever is carried out of it counts in USED. Only an Auto-Sancho follows
    the solo notes (sanchos.solo.boxes-override).

    sanchos.action.same-as-cp-action, sanchos.action.as-fully-as-possible, sanchos.action.bare-keyword.
    """
    b, o = g.b, g.t.orders[order]
    b[LEFT] = o.points
    b[USED] = 0
    if why_not_again(g, o.do) is not None:
        return
    if g.t.auto[s]:
        solo.carry_out(g, s, o)
    elif o.do == "recruit":
        recruit_points(g, s)
    elif o.do == "deploy":
        _deploy_points(g, s, order, o)
    elif o.do == "move":
        g.agenda.append(directed_move(s, order, 255) if o.to else move_order(s))
    elif o.do == "fortify":
        g.agenda.append(fortify_order(s, int(o.empty_only)))
    elif o.do == "attack":
        g.agenda.append(attack_order(s, order, 0))
    elif o.do == "besiege":
        _besiege_order(g, s, order, o)
    elif o.do == "reserve-this-card":
        if why_not_keep(g, s) is None:
            keep_card(g, s)
    else:
        begin_discards(g, s, o)


# -- Deploy -------------------------------------------------------------------------------------------------------


def _deploy_points(g: SanchosState, s: int, order: int, o: Order) -> None:
    """To the K without a question; to the home region with one where the castle is open
    (sanchos.deploy.home-choice)."""
    b = g.b
    if o.to == "king":
        while b[LEFT] and why_not_deploy_king(g, s) is None:
            deploy_to_king(g, s)
            b[LEFT] -= 1
            b[USED] += 1
    else:
        if b[LEFT] and why_not_deploy_castle(g, s) is None:
            g.agenda.append(deploy_home_order(s, order))
            return
        while b[LEFT] and why_not_deploy_home(g, s) is None:
            deploy(g, s, g.t.home[s], garrison=False)
            b[LEFT] -= 1
            b[USED] += 1
    if o.recruit_remaining:
        recruit_points(g, s)


@dataclass(frozen=True, slots=True)
class DeployHomeOrder(Choice[SanchosState]):
    """One T of an ordered Deploy goes into the home castle or beside it (sanchos.deploy.home-choice)."""

    rule: ClassVar[str] = "sanchos.deploy.home-choice"
    s: int
    order: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.deploy_castle, g.t.deploy_home]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action is g.t.deploy_king:
            return NOT_ORDERED
        return None if action.verb == "deploy" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        deploy(g, self.s, g.t.home[self.s], action is g.t.deploy_castle)
        g.b[LEFT] -= 1
        g.b[USED] += 1
        if not victory(g):
            _deploy_points(g, self.s, self.order, g.t.orders[self.order])

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "deploy-home", {"left": g.b[LEFT]}


deploy_home_order = interned(DeployHomeOrder)


# -- Fortify ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FortifyOrder(Auto[SanchosState]):
    """An ordered Fortify, point by point as long as one can be used (sanchos.action.as-fully-as-possible)."""

    rule: ClassVar[str] = "sanchos.action.as-fully-as-possible"
    s: int
    empty_only: int

    def run(self, g: SanchosState) -> None:
        found: list[Action] = []
        if g.b[LEFT]:
            fortify_actions(g, self.s, found, bool(self.empty_only))
        if found:
            g.ask(choose_fortify(self.s, self.empty_only), found)


fortify_order = interned(FortifyOrder)


@dataclass(frozen=True, slots=True)
class ChooseFortify(Choice[SanchosState]):
    """Which piece is fortified where (sanchos.action.named-sancho-decides)."""

    rule: ClassVar[str] = "sanchos.action.named-sancho-decides"
    s: int
    empty_only: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        found: list[Action] = []
        fortify_actions(g, self.s, found, bool(self.empty_only))
        return found

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "fortify":
            return not_now(self.rule)
        return why_not_fortify(g, self.s, action, bool(self.empty_only))

    def apply(self, g: SanchosState, action: Action) -> None:
        g.b[LEFT] -= 1
        g.b[USED] += 1
        fortify(g, self.s, action.x, action is g.t.fortify_king[action.x])
        if not victory(g):
            g.agenda.append(fortify_order(self.s, self.empty_only))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-fortify", {"left": g.b[LEFT]}


choose_fortify = interned(ChooseFortify)


# -- Attack -------------------------------------------------------------------------------------------------------


def attack_candidates(g: SanchosState, s: int, order: int, refused: int) -> tuple[list[Action], bool]:
    """The regions that an ordered Attack may be made in, and whether it may be declined.

    sanchos.term.most-favourable-among-legal, sanchos.term.not-in-region, sanchos.attack.not-forced-to-empty-garrison.
    """
    o = g.t.orders[order]
    found: list[Action] = []
    attack_actions(g, s, found, o.not_in)
    found = [action for action in found if not refused >> action.x & 1]
    if o.favourable:
        best = most_favourable(g, s, [action.x for action in found])
        found = [action for action in found if action.x in best]
    return found, bool(found) and all_voluntary(g, s, found)


@dataclass(frozen=True, slots=True)
class AttackOrder(Auto[SanchosState]):
    """An ordered Attack with all its points (sanchos.action.first-two-are-orders)."""

    rule: ClassVar[str] = "sanchos.action.first-two-are-orders"
    s: int
    order: int
    refused: int

    def run(self, g: SanchosState) -> None:
        found, optional = attack_candidates(g, self.s, self.order, self.refused)
        if len(found) == 1 and not optional:
            _attack_with_all(g, self.s, found[0].x)
        elif found:
            step = choose_attack(self.s, self.order, self.refused)
            g.ask(step, [*found, g.t.decline] if optional else found)


attack_order = interned(AttackOrder)


def _attack_with_all(g: SanchosState, s: int, r: int) -> None:
    points = g.b[LEFT]
    g.b[LEFT] = 0
    g.b[USED] += points
    start_attack(g, s, r, points)


@dataclass(frozen=True, slots=True)
class ChooseAttack(Choice[SanchosState]):
    """Where an ordered Attack is made if regions tie, and whether one that needs the last Garrison piece is
    (sanchos.action.tie-player-chooses, sanchos.attack.not-forced-to-empty-garrison)."""

    rule: ClassVar[str] = "sanchos.action.tie-player-chooses"
    s: int
    order: int
    refused: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        found, optional = attack_candidates(g, self.s, self.order, self.refused)
        return [*found, g.t.decline] if optional else found

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action in self.legal(g):
            return None
        if action is g.t.decline:
            return MUST_DO
        if action.verb != "attack":
            return not_now(self.rule)
        if action.x == g.t.orders[self.order].not_in:
            return EXCLUDED
        return why_not_attack(g, self.s, action.x) or NOT_FAVOURABLE

    def apply(self, g: SanchosState, action: Action) -> None:
        if action is not g.t.decline:
            _attack_with_all(g, self.s, action.x)
            return
        refused = self.refused
        candidates = attack_candidates(g, self.s, self.order, refused)[0]
        for candidate in candidates:
            refused |= 1 << candidate.x
        if g.events is not None:
            g.emit("declines", "sanchos.attack.not-forced-to-empty-garrison", sancho=SANCHOS[self.s], what="attack",
                   regions=[g.t.ids[candidate.x] for candidate in candidates])
        g.agenda.append(attack_order(self.s, self.order, refused))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-attack", {"sancho": SANCHOS[self.s]}


choose_attack = interned(ChooseAttack)


# -- Besiege ------------------------------------------------------------------------------------------------------


def besiege_candidates(g: SanchosState, s: int, order: int) -> list[Action]:
    """The regions that an ordered Besiege may be made in (sanchos.term.most-favourable-among-legal)."""
    o = g.t.orders[order]
    found: list[Action] = []
    besiege_actions(g, s, o.points, found)
    if o.favourable:
        best = most_favourable(g, s, [action.x for action in found])
        found = [action for action in found if action.x in best]
    return found


def _besiege_order(g: SanchosState, s: int, order: int, o: Order) -> None:
    found = besiege_candidates(g, s, order)
    if len(found) == 1:
        _besiege_with_all(g, s, found[0].x, o.points)
    elif found:
        g.ask(choose_besiege(s, order), found)


def _besiege_with_all(g: SanchosState, s: int, r: int, points: int) -> None:
    g.b[LEFT] = 0
    g.b[USED] += points
    g.b[BESIEGED] = 1
    g.agenda.append(choose_besiegers(s, r, points))


@dataclass(frozen=True, slots=True)
class ChooseBesiege(Choice[SanchosState]):
    """Where an ordered Besiege is made (sanchos.action.tie-player-chooses)."""

    rule: ClassVar[str] = "sanchos.action.tie-player-chooses"
    s: int
    order: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return besiege_candidates(g, self.s, self.order)

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "besiege":
            return not_now(self.rule)
        if action in self.legal(g):
            return None
        return why_not_besiege(g, self.s, action.x, g.t.orders[self.order].points) or NOT_FAVOURABLE

    def apply(self, g: SanchosState, action: Action) -> None:
        _besiege_with_all(g, self.s, action.x, g.t.orders[self.order].points)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-besiege", {"sancho": SANCHOS[self.s]}


choose_besiege = interned(ChooseBesiege)
