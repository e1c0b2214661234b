"""The battle, step 4: the columns from the highest down, hits and losses.

Rulebook: "Attack", step 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.dice import king_in_battle, troops_in_battle
from mesnada.games.sanchos.elcid import after_battle_el_cid
from mesnada.games.sanchos.model import (
    ATTACKER,
    BATTLE,
    BESIEGER,
    DECLARED_K,
    DECLARED_T,
    EXTRA,
    FIELD_T,
    INTERCEPTION,
    MUST_FIGHT,
    REGIONS,
    SALLY,
    SIEGE_T,
    SIEGER,
    SanchosState,
    not_now,
    victory,
)
from mesnada.games.sanchos.pieces import home_castle_open, lose_troop, place_king_home, recheck_siege
from mesnada.games.sanchos.solo_battle import auto_target
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Choice, interned

NO_SUCH_DIE: Final = Refusal("no-such-die", "sanchos.resolve.single-die-hits")
OWN_DIE: Final = Refusal("own-die", "sanchos.resolve.single-die-hits")


# -- step 4: resolution -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResolveColumns(Auto[SanchosState]):
    """Step 4: the columns from the highest down to 0, each as it stands when its turn comes.

    sanchos.resolve.high-to-low, sanchos.resolve.several-dice-cancel, sanchos.resolve.early-end.
    """

    rule: ClassVar[str] = "sanchos.resolve.high-to-low"

    def run(self, g: SanchosState) -> None:
        dice = g.dice
        while dice:
            top = max(dice)
            column = top >> 3
            if sum(die >> 3 == column for die in dice) > 1:
                if g.events is not None:
                    g.emit("dice-cancel", "sanchos.resolve.several-dice-cancel", column=column,
                           number=sum(die >> 3 == column for die in dice))
                dice[:] = [die for die in dice if die >> 3 != column]
                continue
            s = top >> 1 & 3
            if all(die >> 1 & 3 == s for die in dice):
                if g.events is not None:
                    g.emit("no-dice-to-hit", "sanchos.resolve.early-end", sancho=SANCHOS[s], column=column)
                dice.clear()
                return
            g.agenda.append(self)
            if not g.t.auto[s]:
                g.agenda.append(hit_die(s))
                return
            rest = [die for die in dice if die != top]
            strike(g, s, auto_target(g, s, rest))
            return


RESOLVE: Final = ResolveColumns()


@dataclass(frozen=True, slots=True)
class Hit(Choice[SanchosState]):
    """The owner of a die that is alone in its column removes one opponent's die (sanchos.resolve.single-die-hits)."""

    rule: ClassVar[str] = "sanchos.resolve.single-die-hits"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        hit, s = g.t.hit, self.s
        return [hit[die] for die in dict.fromkeys(g.dice) if die >> 1 & 3 != s]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "hit":
            return not_now(self.rule)
        if action.x not in g.dice:
            return NO_SUCH_DIE
        return OWN_DIE if action.x >> 1 & 3 == self.s else None

    def apply(self, g: SanchosState, action: Action) -> None:
        strike(g, self.s, action.x)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "hit", {"sancho": SANCHOS[self.s], "column": max(g.dice) >> 3 if g.dice else 0}


hit_die = interned(Hit)


def strike(g: SanchosState, s: int, target: int) -> None:
    """The single die and its target leave the chart, and a matching piece the Battle region."""
    top = max(g.dice)
    g.dice.remove(top)
    g.dice.remove(target)
    o = target >> 1 & 3
    if g.events is not None:
        g.emit("hits", "sanchos.resolve.single-die-hits", sancho=SANCHOS[s], die="king" if top & 1 else "troop",
               column=top >> 3, other=SANCHOS[o], target="king" if target & 1 else "troop", target_column=target >> 3)
    if target & 1:
        _king_falls(g, o)
    else:
        _troop_falls(g, s, o)


def _king_falls(g: SanchosState, o: int) -> None:
    """sanchos.resolve.king-goes-home, sanchos.resolve.king-falls-at-home, sanchos.siege.sally-king-may-refill,
    sanchos.intercept.king-returns-into-target."""
    b = g.b
    if not king_in_battle(g, o):
        _nothing_falls(g, o)
        return
    if b[INTERCEPTION] and b[BESIEGER] == o + 1:
        b[DECLARED_K] = 0
    place_king_home(g, o, home_castle_open(g, o))


def _troop_falls(g: SanchosState, s: int, o: int) -> None:
    """sanchos.resolve.no-piece-left, sanchos.resolve.remover-picks-piece."""
    b, r = g.b, g.b[BATTLE]
    if not troops_in_battle(g, o):
        _nothing_falls(g, o)
        return
    if b[INTERCEPTION]:
        if b[BESIEGER] == o + 1:
            b[DECLARED_T] -= 1
        _remove_troop(g, o, besieger=False)
        return
    loose = b[FIELD_T + o * REGIONS + r]
    besieging = b[SIEGE_T + r] if b[SIEGER + r] == o + 1 else 0
    if not (loose and besieging):
        _remove_troop(g, o, besieger=besieging > 0)
        return
    picker = o if g.t.owner_picks_fallen else s
    if g.t.auto[picker]:
        _remove_troop(g, o, besieger=picker == s)
    else:
        g.agenda.append(falling_troop(picker, o))


def _nothing_falls(g: SanchosState, o: int) -> None:
    if g.events is not None:
        g.emit("nothing-falls", "sanchos.resolve.no-piece-left", sancho=SANCHOS[o])


def _remove_troop(g: SanchosState, o: int, besieger: bool) -> None:
    lose_troop(g, o, g.b[BATTLE], besieger)
    if g.events is not None:
        g.emit("troop-falls", "sanchos.resolve.troop-to-supply", sancho=SANCHOS[o], region=g.t.ids[g.b[BATTLE]],
               besieger=besieger)


@dataclass(frozen=True, slots=True)
class FallingTroop(Choice[SanchosState]):
    """Which T falls where besieging and other T of a Sancho are in the battle (sanchos.resolve.remover-picks-piece)."""

    rule: ClassVar[str] = "sanchos.resolve.remover-picks-piece"
    s: int
    o: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.take

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return None if action.verb == "take" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        _remove_troop(g, self.o, besieger=action.x == 1)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "falling-troop", {"sancho": SANCHOS[self.o]}


falling_troop = interned(FallingTroop)


@dataclass(frozen=True, slots=True)
class EndOfBattle(Auto[SanchosState]):
    """The battle is over: survivors stay (sanchos.resolve.survivors-stay), a siege there is judged
    (sanchos.siege.ended-by-losses), El Cid returns if he was used, and after an Attack victory is looked for
    (sanchos.resolve.victory-check-after-battle)."""

    rule: ClassVar[str] = "sanchos.resolve.survivors-stay"

    def run(self, g: SanchosState) -> None:
        b = g.b
        r, interception = b[BATTLE], b[INTERCEPTION]
        recheck_siege(g, r, "sanchos.siege.ended-by-losses")
        after_battle_el_cid(g)
        b[ATTACKER] = b[BATTLE] = b[EXTRA] = b[INTERCEPTION] = b[SALLY] = b[MUST_FIGHT] = 0
        if g.events is not None:
            g.emit("battle-ends", self.rule, region=g.t.ids[r])
        if not interception:
            victory(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "battle", {"region": g.t.ids[g.b[BATTLE]], "sancho": SANCHOS[g.b[ATTACKER] - 1]}


END_OF_BATTLE: Final = EndOfBattle()
