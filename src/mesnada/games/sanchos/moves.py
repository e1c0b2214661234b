"""Moves of a card: plain ones, and those from the strongest Army to the weakest near it or to an empty region.

Rulebook: "Action Terminology", with the questions of :mod:`terms`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.commands import (
    all_voluntary,
    begin_move,
    move_actions,
    move_kind,
    needs_last_piece,
    why_not_move,
)
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import KING_REGION, LEFT, USED, SanchosState, not_now, victory
from mesnada.games.sanchos.pieces import move_piece
from mesnada.games.sanchos.terms import destinations, strongest
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Choice, interned

NOT_STRONGEST: Final = Refusal("not-strongest-army", "sanchos.term.strongest-army")
NOT_TARGET: Final = Refusal("not-the-target", "sanchos.term.weakest-army")
NOT_EMPTY: Final = Refusal("not-the-target", "sanchos.term.empty-region")
OTHER_ARMY: Final = Refusal("other-army", "sanchos.term.weakest-move-once-each")
MUST_MOVE: Final = Refusal("piece-must-move", "sanchos.action.as-fully-as-possible")


# -- Move without a destination -----------------------------------------------------------------------------------


def with_decline(g: SanchosState, s: int, found: list[Action]) -> list[Action]:
    """The actions, and declining where nobody can be forced to any of them."""
    if all_voluntary(g, s, found):
        found.append(g.t.decline)
    return found


def decline_move(g: SanchosState, s: int, what: str) -> None:
    """Notes that a Sancho makes no Move, or no more of it (sanchos.move.last-garrison-piece-voluntary)."""
    if g.events is not None:
        g.emit("declines", "sanchos.move.last-garrison-piece-voluntary", sancho=SANCHOS[s], what=what)


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
            decline_move(g, self.s, "rest" if g.b[USED] else "move")
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
            return
        decline_move(g, self.s, "move")
        if g.t.next_strongest:
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
            decline_move(g, self.s, "rest")
            return
        g.b[LEFT] -= 1
        g.b[USED] += 1
        move_piece(g, self.s, move_kind(g, action), self.r, self.to)
        if not victory(g):
            g.agenda.append(move_army(self.s, self.r, self.to))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-piece", {"region": g.t.ids[self.r], "to": g.t.ids[self.to], "left": g.b[LEFT]}


choose_piece = interned(ChoosePiece)
