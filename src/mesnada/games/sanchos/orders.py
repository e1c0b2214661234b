"""Card actions of players: orders, their alternatives, and the menu of the third action.

Rulebook: "Actions on Non-commander Sancho Turns" and "Action Terminology". What an Auto-Sancho does is in :mod:`solo`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos import solo
from mesnada.games.sanchos.battle import (
    attack_actions,
    choose_attack_points,
    start_attack,
    why_not_attack,
)
from mesnada.games.sanchos.commands import (
    ONE_ATTACK,
    ONE_BESIEGE,
    all_voluntary,
    begin_move,
    begin_turn,
    deploy,
    deploy_to_king,
    fortify,
    fortify_actions,
    move_actions,
    move_kind,
    needs_last_piece,
    recruit_points,
    use_one_point,
    why_not_deploy_castle,
    why_not_deploy_home,
    why_not_deploy_king,
    why_not_fortify,
    why_not_move,
    why_not_one_point,
    why_not_recruit,
)
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    ATTACKED,
    BESIEGED,
    KING_REGION,
    LEFT,
    MENU_USED,
    PLAYED,
    USED,
    SanchosState,
    not_now,
    victory,
)
from mesnada.games.sanchos.pieces import move_piece
from mesnada.games.sanchos.reserves import begin_discards, keep_card, why_not_keep
from mesnada.games.sanchos.siege import besiege_actions, choose_besiege_points, choose_besiegers, why_not_besiege
from mesnada.games.sanchos.tables import ALL, FIRST_POSSIBLE, Order
from mesnada.games.sanchos.terms import destinations, most_favourable, strongest
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Choice, interned

MUST_DO: Final = Refusal("order-must-be-done", "sanchos.action.first-two-are-orders")
MUST_CHOOSE: Final = Refusal("option-must-be-used", "sanchos.action.third-is-a-choice")
NOT_ON_CARD: Final = Refusal("not-on-card", "sanchos.action.third-is-a-choice")
NOT_ORDERED: Final = Refusal("not-on-card", "sanchos.action.first-two-are-orders")
USED_UP: Final = Refusal("option-used-up", "sanchos.action.third-several-points")
EXCLUDED: Final = Refusal("region-excluded", "sanchos.term.not-in-region")
NOT_STRONGEST: Final = Refusal("not-strongest-army", "sanchos.term.strongest-army")
NOT_TARGET: Final = Refusal("not-the-target", "sanchos.term.weakest-army")
NOT_EMPTY: Final = Refusal("not-the-target", "sanchos.term.empty-region")
NOT_FAVOURABLE: Final = Refusal("not-most-favourable", "sanchos.term.most-favourable")
OTHER_ARMY: Final = Refusal("other-army", "sanchos.term.weakest-move-once-each")
MUST_MOVE: Final = Refusal("piece-must-move", "sanchos.action.as-fully-as-possible")


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


def why_not_again(g: SanchosState, o: Order) -> Refusal | None:
    """One Attack and one Besiege a turn, by card as with CPs (sanchos.turn.one-attack, sanchos.turn.one-besiege)."""
    if o.do == "attack" and g.b[ATTACKED]:
        return ONE_ATTACK
    return ONE_BESIEGE if o.do == "besiege" and g.b[BESIEGED] else None


def begin_order(g: SanchosState, s: int, order: int) -> None:
    """Begins one item with all its points; whatever is carried out of it counts in USED. Only an Auto-Sancho follows
    the solo notes (sanchos.solo.boxes-override).

    sanchos.action.same-as-cp-action, sanchos.action.as-fully-as-possible, sanchos.action.bare-keyword.
    """
    b, o = g.b, g.t.orders[order]
    b[LEFT] = o.points
    b[USED] = 0
    if why_not_again(g, o) is not None:
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


# -- Move without a destination -----------------------------------------------------------------------------------


def with_decline(g: SanchosState, s: int, found: list[Action]) -> list[Action]:
    """The actions, and declining where nobody can be forced to any of them."""
    if all_voluntary(g, s, found):
        found.append(g.t.decline)
    return found


@dataclass(frozen=True, slots=True)
class MoveOrder(Auto[SanchosState]):
    """A plain Move of a card: point by point, any pieces, as with CPs (sanchos.action.bare-keyword)."""

    rule: ClassVar[str] = "sanchos.action.bare-keyword"
    s: int

    def run(self, g: SanchosState) -> None:
        found: list[Action] = []
        if g.b[LEFT]:
            move_actions(g, self.s, found)
        if found:
            g.ask(choose_move(self.s), with_decline(g, self.s, found))


move_order = interned(MoveOrder)


@dataclass(frozen=True, slots=True)
class ChooseMove(Choice[SanchosState]):
    """Which piece moves next; declining is possible only if a GS would be emptied
    (sanchos.action.as-fully-as-possible, sanchos.move.last-garrison-piece-voluntary)."""

    rule: ClassVar[str] = "sanchos.action.bare-keyword"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        found: list[Action] = []
        move_actions(g, self.s, found)
        return with_decline(g, self.s, found)

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb == "move":
            return why_not_move(g, self.s, action)
        if action is g.t.decline:
            return None if action in self.legal(g) else MUST_MOVE
        return not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        if action is g.t.decline:
            return
        g.b[LEFT] -= 1
        g.b[USED] += 1
        g.agenda.append(move_order(self.s))
        begin_move(g, self.s, action)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-move", {"left": g.b[LEFT]}


choose_move = interned(ChooseMove)


# -- Move from the strongest Army ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DirectedMove(Auto[SanchosState]):
    """A Move from the strongest Army to the weakest one near it or to an empty region.

    sanchos.term.strongest-army, sanchos.term.strongest-must-be-movable, sanchos.action.strict-sequence.
    """

    rule: ClassVar[str] = "sanchos.term.strongest-army"
    s: int
    order: int
    below: int

    def run(self, g: SanchosState) -> None:
        armies, voluntary, _ = strongest(g, self.s, g.t.orders[self.order].to, self.below)
        if len(armies) == 1 and not voluntary:
            choose_destination(g, self.s, self.order, armies[0])
        elif armies:
            g.agenda.append(choose_army(self.s, self.order, self.below))


directed_move = interned(DirectedMove)


@dataclass(frozen=True, slots=True)
class ChooseArmy(Choice[SanchosState]):
    """Which of equally strong Armies moves; or whether one gives up its last Garrison piece at all
    (sanchos.action.tie-player-chooses)."""

    rule: ClassVar[str] = "sanchos.action.tie-player-chooses"
    s: int
    order: int
    below: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        armies, voluntary, _ = strongest(g, self.s, g.t.orders[self.order].to, self.below)
        found = [g.t.army[r] for r in armies]
        if voluntary:
            found.append(g.t.decline)
        return found

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action in self.legal(g):
            return None
        if action is g.t.decline:
            return MUST_MOVE
        return NOT_STRONGEST if action.verb == "army" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        if action is not g.t.decline:
            choose_destination(g, self.s, self.order, action.x)
        elif g.t.next_strongest:
            level = strongest(g, self.s, g.t.orders[self.order].to, self.below)[2]
            g.agenda.append(directed_move(self.s, self.order, level))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-army", {"sancho": SANCHOS[self.s]}


choose_army = interned(ChooseArmy)


def choose_destination(g: SanchosState, s: int, order: int, r: int) -> None:
    """The Army is known; its destination may have to be chosen among equals."""
    regions = destinations(g, s, r, g.t.orders[order].to)
    if len(regions) == 1:
        g.agenda.append(move_army(s, r, regions[0]))
    else:
        g.agenda.append(choose_target(s, order, r))


@dataclass(frozen=True, slots=True)
class ChooseTarget(Choice[SanchosState]):
    """Which of equally weak Armies, or of several empty regions, is the destination
    (sanchos.action.tie-player-chooses, sanchos.term.move-to-empty-region)."""

    rule: ClassVar[str] = "sanchos.action.tie-player-chooses"
    s: int
    order: int
    r: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return [g.t.target[to] for to in destinations(g, self.s, self.r, g.t.orders[self.order].to)]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action in self.legal(g):
            return None
        if action.verb != "target":
            return not_now(self.rule)
        return NOT_EMPTY if g.t.orders[self.order].to == "empty" else NOT_TARGET

    def apply(self, g: SanchosState, action: Action) -> None:
        g.agenda.append(move_army(self.s, self.r, action.x))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-target", {"region": g.t.ids[self.r]}


choose_target = interned(ChooseTarget)


def army_moves(g: SanchosState, s: int, r: int) -> list[Action]:
    """The pieces in one region that may move."""
    t = g.t
    found = [
        action for action in (t.move_troop[r], t.move_besieger[r], t.move_garrison[r])
        if why_not_move(g, s, action) is None
    ]
    if g.b[KING_REGION + s] == r and why_not_move(g, s, t.move_king) is None:
        found.append(t.move_king)
    return found


@dataclass(frozen=True, slots=True)
class MoveArmy(Auto[SanchosState]):
    """Point by point a piece goes from the selected Army to the selected region, each piece once
    (sanchos.term.weakest-move-once-each)."""

    rule: ClassVar[str] = "sanchos.term.weakest-move-once-each"
    s: int
    r: int
    to: int

    def run(self, g: SanchosState) -> None:
        if g.b[LEFT] and army_moves(g, self.s, self.r):
            g.agenda.append(choose_piece(self.s, self.r, self.to))


move_army = interned(MoveArmy)


@dataclass(frozen=True, slots=True)
class ChoosePiece(Choice[SanchosState]):
    """Which piece of the selected Army goes; the last Garrison piece may stay
    (sanchos.move.last-garrison-piece-voluntary, sanchos.action.as-fully-as-possible)."""

    rule: ClassVar[str] = "sanchos.term.weakest-move-once-each"
    s: int
    r: int
    to: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        found = army_moves(g, self.s, self.r)
        if self._may_stop(g, found):
            found.append(g.t.stop)
        return found

    def _may_stop(self, g: SanchosState, found: list[Action]) -> bool:
        return g.b[USED] > 0 and all(needs_last_piece(g, self.s, action) for action in found)

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb == "move":
            if action is not g.t.move_king and action.x != self.r:
                return OTHER_ARMY
            if action is g.t.move_king and g.b[KING_REGION + self.s] != self.r:
                return OTHER_ARMY
            return why_not_move(g, self.s, action)
        if action is g.t.stop:
            return None if self._may_stop(g, army_moves(g, self.s, self.r)) else MUST_MOVE
        return not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        if action is g.t.stop:
            g.b[LEFT] = 0
            return
        g.b[LEFT] -= 1
        g.b[USED] += 1
        move_piece(g, self.s, move_kind(g, action), self.r, self.to)
        if not victory(g):
            g.agenda.append(move_army(self.s, self.r, self.to))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-piece", {"region": g.t.ids[self.r], "to": g.t.ids[self.to], "left": g.b[LEFT]}


choose_piece = interned(ChoosePiece)


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
        for candidate in attack_candidates(g, self.s, self.order, refused)[0]:
            refused |= 1 << candidate.x
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
        if g.b[MENU_USED + i] < order.points and why_not_again(g, order) is None:
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
                why_not_again(g, order) or self._why_not(g, order, action))
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
