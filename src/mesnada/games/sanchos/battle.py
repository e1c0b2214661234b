"""The battle, steps 1 and 2: taking, rolling and laying out dice; and its end.

Rulebook: "Attack", steps 1 and 2. Step 3 is in :mod:`reserved_cards`, step 4 in :mod:`resolution`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.dice import king_in_battle, troops_in_battle, why_not_face
from mesnada.games.sanchos.model import ATTACKER, DICE_K, DICE_T, EXTRA, SanchosState
from mesnada.games.sanchos.reserved_cards import ask_for_cards
from mesnada.games.sanchos.tables import TROOP_DICE
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Chance, interned

# -- steps 1 and 2: dice ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeDice(Auto[SanchosState]):
    """Step 1. sanchos.battle.dice-per-piece, sanchos.battle.attacker-extra-dice, sanchos.battle.dice-cap,
    sanchos.battle.pieces-beyond-cap."""

    rule: ClassVar[str] = "sanchos.battle.dice-per-piece"

    def run(self, g: SanchosState) -> None:
        b = g.b
        g.dice.clear()
        for s in range(3):
            b[DICE_K + s] = king_in_battle(g, s)
            troops = troops_in_battle(g, s)
            if b[ATTACKER] == s + 1:
                troops += b[EXTRA]
            b[DICE_T + s] = min(troops, TROOP_DICE)
        _next_die(g)


TAKE_DICE: Final = TakeDice()


@dataclass(frozen=True, slots=True)
class RollDie(Chance[SanchosState]):
    """Step 2: one die falls and goes to its column, Sancho by Sancho from the attacker, the King's Guard first.

    sanchos.battle.roll-all, sanchos.battle.layout-order, sanchos.components.dice-faces.
    """

    rule: ClassVar[str] = "sanchos.battle.roll-all"
    s: int
    king: int

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.roll_king if self.king else g.t.roll_troop

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return why_not_face(self, g, action)

    def apply(self, g: SanchosState, action: Action) -> None:
        b = g.b
        g.dice.append(action.x << 3 | self.s << 1 | self.king)
        if g.events is not None:
            g.emit("rolls-king" if self.king else "rolls", self.rule, sancho=SANCHOS[self.s], face=action.x)
        if self.king:
            b[DICE_K + self.s] = 0
        else:
            b[DICE_T + self.s] -= 1
            if b[DICE_T + self.s]:
                g.agenda.append(self)
                return
        _next_die(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return ("roll-king" if self.king else "roll-troop"), {"sancho": SANCHOS[self.s]}


roll_die = interned(RollDie)


def _next_die(g: SanchosState) -> None:
    b = g.b
    for s in g.t.clockwise[b[ATTACKER] - 1]:
        if b[DICE_K + s]:
            g.agenda.append(roll_die(s, 1))
            return
        if b[DICE_T + s]:
            g.agenda.append(roll_die(s, 0))
            return
    if g.events is not None:
        g.emit("dice-laid-out", "sanchos.battle.layout-order", dice=list(g.dice))
    ask_for_cards(g, b[ATTACKER] - 1, 0)
