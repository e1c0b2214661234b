"""Attack: where it may be made, its points, and which Garrisons step out to join.

Rulebook: "Attack" up to step 1. Interceptions (:mod:`siege`) begin here too; the dice are in :mod:`battle`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.battle import TAKE_DICE
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.elcid import offer_el_cid
from mesnada.games.sanchos.model import (
    ARMY,
    ATTACKED,
    ATTACKER,
    BATTLE,
    CLOSED,
    EXTRA,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    INTERCEPTION,
    KING_PLACE,
    KING_REGION,
    LEFT,
    MUST_FIGHT,
    OWNER,
    REGIONS,
    SALLY,
    SIEGER,
    USED,
    SanchosState,
    not_now,
)
from mesnada.games.sanchos.pieces import end_siege
from mesnada.games.sanchos.resolution import END_OF_BATTLE
from mesnada.games.sanchos.solo_battle import auto_release
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Choice, interned

NOBODY_THERE: Final = Refusal("no-own-pieces", "sanchos.attack.needs-own-pieces")
NO_ENEMY: Final = Refusal("no-enemy-field-army", "sanchos.attack.needs-enemy-field-army")
AUTO_UNABLE: Final = Refusal("auto-keeps-garrison", "sanchos.attack.auto-able")
TOO_MANY_POINTS: Final = Refusal("no-points-left", "sanchos.turn.cp-total")
NO_GARRISON: Final = Refusal("no-such-garrison", "sanchos.battle.release-garrison")
MUST_COMMIT: Final = Refusal("must-commit", "sanchos.attack.commits-at-least-one-piece")
MUST_SALLY: Final = Refusal("must-sally-whole", "sanchos.siege.sally-part")
MUST_JOIN: Final = Refusal("must-join", "sanchos.inspire.enter-battle")


# -- selecting the region ----------------------------------------------------------------------------------------


def why_not_attack(g: SanchosState, s: int, r: int) -> Refusal | None:
    """sanchos.attack.needs-own-pieces, sanchos.attack.needs-enemy-field-army, sanchos.attack.auto-able."""
    b, t = g.b, g.t
    if t.closed[r]:
        return CLOSED
    if not b[ARMY + s * REGIONS + r]:
        return NOBODY_THERE
    for o in t.opponents[s]:
        if b[ARMY + o * REGIONS + r] and g.field_army(o, r):
            if t.auto[s] and g.garrison(r) < 2 and not g.field_army(s, r):
                return AUTO_UNABLE
            return None
    return NO_ENEMY


def attack_actions(g: SanchosState, s: int, found: list[Action], not_in: int = -1) -> None:
    """Adds the regions where a Sancho may attack; ``not_in`` is excluded (sanchos.term.not-in-region)."""
    b, t = g.b, g.t
    army = ARMY + s * REGIONS
    one, other = t.opponents[s]
    theirs, others = ARMY + one * REGIONS, ARMY + other * REGIONS
    for r in t.open:
        if b[army + r] and (b[theirs + r] or b[others + r]) and r != not_in and why_not_attack(g, s, r) is None:
            found.append(t.attack[r])


def attack_needs_last_piece(g: SanchosState, s: int, r: int) -> bool:
    """Whether an Attack would need the last piece of a GS: no FA there, and a Garrison of one piece or one that has to
    sally whole (sanchos.attack.not-forced-to-empty-garrison)."""
    if g.t.auto[s] or g.field_army(s, r):
        return False
    return g.b[SIEGER + r] != 0 or g.garrison(r) == 1


@dataclass(frozen=True, slots=True)
class AttackPoints(Choice[SanchosState]):
    """How many of the points left go into the Attack (sanchos.attack.points)."""

    rule: ClassVar[str] = "sanchos.attack.points"
    s: int
    r: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.points[: g.b[LEFT]]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "points":
            return not_now(self.rule)
        return None if action.x <= g.b[LEFT] else TOO_MANY_POINTS

    def apply(self, g: SanchosState, action: Action) -> None:
        _spend_on_attack(g, self.s, self.r, action.x)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "attack-points", {"region": g.t.ids[self.r]}


attack_points = interned(AttackPoints)


def choose_attack_points(g: SanchosState, s: int, r: int) -> None:
    """Asks for the points of an Attack where there is a choice."""
    if g.b[LEFT] == 1:
        _spend_on_attack(g, s, r, 1)
    else:
        g.agenda.append(attack_points(s, r))


def _spend_on_attack(g: SanchosState, s: int, r: int, points: int) -> None:
    b = g.b
    b[LEFT] -= points
    b[USED] += points
    start_attack(g, s, r, points)


def start_attack(g: SanchosState, s: int, r: int, points: int) -> None:
    """The region is declared; a siege there ends unless the besieger is the one who attacks.

    sanchos.siege.broken-by-attack, sanchos.siege.not-broken-by-besieger-attack, sanchos.battle.all-field-armies.
    """
    b = g.b
    b[ATTACKED] = 1
    b[SALLY] = int(b[SIEGER + r] != 0 and b[OWNER + r] == s + 1)
    _open_battle(g, s, r, points, interception=False)
    if g.events is not None:
        g.emit("attacks", "sanchos.attack.points", sancho=SANCHOS[s], region=g.t.ids[r], points=points)
    if b[SIEGER + r] and b[SIEGER + r] != s + 1:
        end_siege(g, r, "sanchos.siege.broken-by-attack")
    g.agenda.append(END_OF_BATTLE)
    g.agenda.append(releases(s, 0))
    offer_el_cid(g, s, r)


def start_interception(g: SanchosState, s: int, r: int) -> None:
    """The owner of the Garrison attacks the declared besiegers with its whole FA.

    sanchos.intercept.participants, sanchos.intercept.whole-field-army, sanchos.intercept.no-extra-dice,
    sanchos.intercept.attacker.
    """
    _open_battle(g, s, r, 0, interception=True)
    if g.events is not None:
        g.emit("intercepts", "sanchos.intercept.optional-once", sancho=SANCHOS[s], region=g.t.ids[r])
    g.agenda.append(END_OF_BATTLE)
    g.agenda.append(TAKE_DICE)
    if g.t.inspire_interception:
        offer_el_cid(g, s, r)


def _open_battle(g: SanchosState, s: int, r: int, points: int, interception: bool) -> None:
    b = g.b
    b[ATTACKER] = s + 1
    b[BATTLE] = r
    b[EXTRA] = points
    b[INTERCEPTION] = interception
    b[MUST_FIGHT] = 0


# -- release -----------------------------------------------------------------------------------------------------


def can_release(g: SanchosState, s: int) -> bool:
    """Whether a Sancho's Garrison in the Battle region is free to step out
    (sanchos.battle.release-without-field-army, sanchos.battle.no-release-from-continuing-siege)."""
    b, r = g.b, g.b[BATTLE]
    return b[OWNER + r] == s + 1 and (not b[SIEGER + r] or g.t.besieged_join)


def why_not_release(g: SanchosState, s: int, king: int, troops: int) -> Refusal | None:
    """sanchos.battle.release-garrison, sanchos.attack.commits-at-least-one-piece, sanchos.siege.sally-part,
    sanchos.siege.garrison-may-join."""
    b, r = g.b, g.b[BATTLE]
    king_there = b[KING_REGION + s] == r and b[KING_PLACE + s] == GARRISON_PLACE
    if troops > b[GARRISON_T + r] or (king and not king_there):
        return NO_GARRISON
    if b[ATTACKER] == s + 1 and not g.field_army(s, r):
        if b[SALLY] and (troops < b[GARRISON_T + r] or (king_there and not king)):
            return MUST_SALLY
        if not king and not troops:
            return MUST_COMMIT
    if not king and not troops and b[MUST_FIGHT] == s + 1 and not g.field_army(s, r):
        return MUST_JOIN
    return None


def release(g: SanchosState, s: int, king: int, troops: int) -> None:
    """Garrison pieces step out into the FA; they stay there afterwards
    (sanchos.battle.released-pieces-stay-out, sanchos.siege.sally-with-all)."""
    if not king and not troops:
        return
    b, r = g.b, g.b[BATTLE]
    b[GARRISON_T + r] -= troops
    b[FIELD_T + s * REGIONS + r] += troops
    if king:
        b[KING_PLACE + s] = FIELD_PLACE
    if g.events is not None:
        g.emit("releases", "sanchos.battle.release-garrison", sancho=SANCHOS[s], region=g.t.ids[r], king=bool(king),
               troops=troops)
    if not g.garrison(r):
        g.vacate(r)
        if b[SIEGER + r]:
            end_siege(g, r, "sanchos.battle.no-release-from-continuing-siege")


@dataclass(frozen=True, slots=True)
class Releases(Auto[SanchosState]):
    """Release is offered in turn order from the attacker (sanchos.battle.release-order)."""

    rule: ClassVar[str] = "sanchos.battle.release-order"
    s: int
    asked: int

    def run(self, g: SanchosState) -> None:
        for asked in range(self.asked, 3):
            x = g.t.clockwise[self.s][asked]
            if not can_release(g, x):
                continue
            if g.t.auto[x]:
                release(g, x, *auto_release(g, x, g.b[BATTLE]))
                continue
            g.agenda.append(releases(self.s, asked + 1))
            g.agenda.append(release_garrison(x))
            return
        g.agenda.append(TAKE_DICE)


releases = interned(Releases)


@dataclass(frozen=True, slots=True)
class ReleaseGarrison(Choice[SanchosState]):
    """How much of its Garrison a Sancho lets join the battle (sanchos.battle.release-garrison)."""

    rule: ClassVar[str] = "sanchos.battle.release-garrison"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        troops = g.b[GARRISON_T + g.b[BATTLE]]
        return [
            action
            for row in g.t.release
            for action in row[: troops + 1]
            if why_not_release(g, self.s, action.x, action.y) is None
        ]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "release":
            return not_now(self.rule)
        return why_not_release(g, self.s, action.x, action.y)

    def apply(self, g: SanchosState, action: Action) -> None:
        release(g, self.s, action.x, action.y)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "release", {"sancho": SANCHOS[self.s]}


release_garrison = interned(ReleaseGarrison)
