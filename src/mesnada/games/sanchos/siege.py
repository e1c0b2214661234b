"""Besiege, Interception, and the siege losses of phase 4.

Rulebook: "Besiege" with "Interception", and "Phase 4. Siege Losses". How a siege ends stands in :mod:`pieces`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.attack import start_interception
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    ARMY,
    BESIEGED,
    BESIEGER,
    CLOSED,
    COMMANDER,
    DECLARED_K,
    DECLARED_T,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    KING_PLACE,
    KING_REGION,
    LEFT,
    OWNER,
    REGIONS,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SUPPLY,
    USED,
    SanchosState,
    not_now,
    victory,
)
from mesnada.games.sanchos.pieces import home_castle_open, place_king_home
from mesnada.games.sanchos.tables import TROOPS
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Choice, interned

NO_ENEMY_GARRISON: Final = Refusal("no-enemy-garrison", "sanchos.besiege.region")
NO_FIELD_ARMY: Final = Refusal("no-field-army", "sanchos.besiege.region")
ALREADY_BESIEGED: Final = Refusal("already-under-siege", "sanchos.besiege.not-already-besieged")
TOO_FEW: Final = Refusal("too-few-besiegers", "sanchos.besiege.strict-majority")
TOO_FEW_POINTS: Final = Refusal("too-few-points", "sanchos.besiege.two-pieces-per-point")
TOO_MANY: Final = Refusal("too-many-besiegers", "sanchos.besiege.two-pieces-per-point")
NOT_THERE: Final = Refusal("no-such-field-pieces", "sanchos.besiege.two-pieces-per-point")
NO_POINTS: Final = Refusal("no-points-left", "sanchos.turn.cp-total")

SCORE_EVENTS: Final = ("gains-points", "loses-points")


def why_not_besiege(g: SanchosState, s: int, r: int, points: int) -> Refusal | None:
    """sanchos.besiege.region, sanchos.besiege.not-already-besieged, sanchos.besiege.strict-majority,
    sanchos.besiege.two-pieces-per-point."""
    b = g.b
    if g.t.closed[r]:
        return CLOSED
    owner = b[OWNER + r]
    if not owner or owner == s + 1:
        return NO_ENEMY_GARRISON
    if not b[ARMY + s * REGIONS + r]:
        return NO_FIELD_ARMY
    if b[SIEGER + r]:
        return ALREADY_BESIEGED
    garrison = g.garrison(r)
    if b[ARMY + s * REGIONS + r] <= garrison:
        return TOO_FEW
    return TOO_FEW_POINTS if 2 * points <= garrison else None


def besiege_actions(g: SanchosState, s: int, points: int, found: list[Action]) -> None:
    """Adds the regions where a Sancho may besiege with so many points."""
    b, t = g.b, g.t
    army = ARMY + s * REGIONS
    for r in t.open:
        if b[army + r] > 1 and b[OWNER + r] and not b[SIEGER + r] and why_not_besiege(g, s, r, points) is None:
            found.append(t.besiege[r])


@dataclass(frozen=True, slots=True)
class BesiegePoints(Choice[SanchosState]):
    """How many of the points left go into the Besiege action (sanchos.besiege.two-pieces-per-point)."""

    rule: ClassVar[str] = "sanchos.besiege.two-pieces-per-point"
    s: int
    r: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.points[g.garrison(self.r) // 2 : g.b[LEFT]]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "points":
            return not_now(self.rule)
        if action.x > g.b[LEFT]:
            return NO_POINTS
        return TOO_FEW_POINTS if 2 * action.x <= g.garrison(self.r) else None

    def apply(self, g: SanchosState, action: Action) -> None:
        _spend_on_besiege(g, self.s, self.r, action.x)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "besiege-points", {"region": g.t.ids[self.r]}


besiege_points = interned(BesiegePoints)


def choose_besiege_points(g: SanchosState, s: int, r: int) -> None:
    """Asks for the points of a Besiege action where there is a choice."""
    if g.b[LEFT] - g.garrison(r) // 2 == 1:
        _spend_on_besiege(g, s, r, g.b[LEFT])
    else:
        g.agenda.append(besiege_points(s, r))


def _spend_on_besiege(g: SanchosState, s: int, r: int, points: int) -> None:
    b = g.b
    b[LEFT] -= points
    b[USED] += points
    b[BESIEGED] = 1
    g.agenda.append(choose_besiegers(s, r, points))


@dataclass(frozen=True, slots=True)
class ChooseBesiegers(Choice[SanchosState]):
    """Which FA pieces are declared as besiegers (sanchos.besiege.two-pieces-per-point)."""

    rule: ClassVar[str] = "sanchos.besiege.two-pieces-per-point"
    s: int
    r: int
    points: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        most = min(2 * self.points, TROOPS)
        return [
            action for row in g.t.besiegers for action in row[: most + 1]
            if self._why_not(g, action.x, action.y) is None
        ]

    def _why_not(self, g: SanchosState, king: int, troops: int) -> Refusal | None:
        b, s, r = g.b, self.s, self.r
        if troops > b[FIELD_T + s * REGIONS + r]:
            return NOT_THERE
        if king and (b[KING_REGION + s] != r or b[KING_PLACE + s] == GARRISON_PLACE):
            return NOT_THERE
        if king + troops > 2 * self.points:
            return TOO_MANY
        return TOO_FEW if king + troops <= g.garrison(r) else None

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "besiegers":
            return not_now(self.rule)
        return self._why_not(g, action.x, action.y)

    def apply(self, g: SanchosState, action: Action) -> None:
        declare_siege(g, self.s, self.r, action.x, action.y)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "choose-besiegers", {"region": g.t.ids[self.r]}


choose_besiegers = interned(ChooseBesiegers)


def declare_siege(g: SanchosState, s: int, r: int, king: int, troops: int) -> None:
    """The besiegers are declared; the owner of the Garrison may intercept with a FA there.

    sanchos.intercept.who, sanchos.intercept.auto-always, sanchos.intercept.free-of-charge.
    """
    b, t = g.b, g.t
    b[BESIEGED] = 1
    b[BESIEGER] = s + 1
    b[DECLARED_T] = troops
    b[DECLARED_K] = king
    o = b[OWNER + r] - 1
    if g.events is not None:
        g.emit("declares-siege", "sanchos.besiege.two-pieces-per-point", sancho=SANCHOS[s], region=t.ids[r],
               king=bool(king), troops=troops, other=SANCHOS[o])
    g.agenda.append(begin_siege(s, r))
    if not g.field_army(o, r):
        return
    if t.auto[o]:
        g.agenda[-1] = after_interception(s, r)
        start_interception(g, o, r)
    else:
        g.agenda.append(intercept(o, r))


@dataclass(frozen=True, slots=True)
class Intercept(Choice[SanchosState]):
    """The owner of the Garrison attacks the declared besiegers or lets them be (sanchos.intercept.optional-once)."""

    rule: ClassVar[str] = "sanchos.intercept.optional-once"
    s: int
    r: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.intercept

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return None if action.verb == "intercept" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        if action.x:
            g.agenda[-1] = after_interception(g.b[BESIEGER] - 1, self.r)
            start_interception(g, self.s, self.r)
        elif g.events is not None:
            g.emit("does-not-intercept", self.rule, sancho=SANCHOS[self.s], region=g.t.ids[self.r])

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "intercept", {"sancho": SANCHOS[self.s], "region": g.t.ids[self.r]}


intercept = interned(Intercept)


def _siege_possible(g: SanchosState, r: int) -> bool:
    return g.b[DECLARED_T] + g.b[DECLARED_K] > g.garrison(r)


@dataclass(frozen=True, slots=True)
class AfterInterception(Auto[SanchosState]):
    """The surviving besiegers start the siege if they still outnumber the Garrison.

    sanchos.intercept.siege-goes-on, sanchos.intercept.siege-fails: a commander who uses CPs may give up.
    """

    rule: ClassVar[str] = "sanchos.intercept.siege-goes-on"
    s: int
    r: int

    def run(self, g: SanchosState) -> None:
        if _siege_possible(g, self.r) and g.b[COMMANDER] == self.s + 1:
            g.agenda.append(begin_siege(self.s, self.r))
            g.agenda.append(go_on_with_siege(self.s, self.r))
        else:
            begin_siege(self.s, self.r).run(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "siege", {"sancho": SANCHOS[self.s], "region": g.t.ids[self.r]}


after_interception = interned(AfterInterception)


@dataclass(frozen=True, slots=True)
class GoOnWithSiege(Choice[SanchosState]):
    """After an interception a commander starts the siege or gives it up (sanchos.intercept.siege-goes-on)."""

    rule: ClassVar[str] = "sanchos.intercept.siege-goes-on"
    s: int
    r: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.siege

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        return None if action.verb == "siege" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        if action.x:
            return
        b = g.b
        b[BESIEGER] = b[DECLARED_T] = b[DECLARED_K] = 0
        if g.events is not None:
            g.emit("gives-up-siege", self.rule, sancho=SANCHOS[self.s], region=g.t.ids[self.r])

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "go-on-with-siege", {"sancho": SANCHOS[self.s], "region": g.t.ids[self.r]}


go_on_with_siege = interned(GoOnWithSiege)


@dataclass(frozen=True, slots=True)
class BeginSiege(Auto[SanchosState]):
    """The declared besiegers are stacked on the Garrison, whose space goes on scoring for its owner
    (sanchos.siege.persists, sanchos.intercept.siege-fails, sanchos.fortify.besieged-space-keeps-scoring)."""

    rule: ClassVar[str] = "sanchos.siege.persists"
    s: int
    r: int

    def run(self, g: SanchosState) -> None:
        b, s, r = g.b, self.s, self.r
        given_up = not b[BESIEGER]
        starts = not given_up and _siege_possible(g, r)
        if starts:
            b[FIELD_T + s * REGIONS + r] -= b[DECLARED_T]
            b[SIEGE_T + r] = b[DECLARED_T]
            b[SIEGER + r] = s + 1
            if b[DECLARED_K]:
                b[KING_PLACE + s] = SIEGE_PLACE
        b[BESIEGER] = b[DECLARED_T] = b[DECLARED_K] = 0
        if g.events is not None and not given_up:
            kind, rule = ("siege-starts", self.rule) if starts else ("siege-fails", "sanchos.intercept.siege-fails")
            g.emit(kind, rule, sancho=SANCHOS[s], region=g.t.ids[r])
        victory(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "siege", {"sancho": SANCHOS[self.s], "region": g.t.ids[self.r]}


begin_siege = interned(BeginSiege)


# -- phase 4 --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SiegeLosses(Auto[SanchosState]):
    """Every siege costs one piece on each side, the K last; then occupations; then scores and victory.

    sanchos.phase4.one-each, sanchos.phase4.king-last, sanchos.phase4.king-goes-home, sanchos.phase4.besieger-occupies,
    sanchos.phase4.scores-after-all-losses, sanchos.score.changes-hands-by-siege.
    """

    rule: ClassVar[str] = "sanchos.phase4.one-each"

    def run(self, g: SanchosState) -> None:
        b, t = g.b, g.t
        sieges = [r for r in t.open if b[SIEGER + r]]
        if not sieges:
            return
        first = len(g.events or ())
        kings: list[int] = []
        for r in sieges:
            sides = ((GARRISON_PLACE, GARRISON_T, b[OWNER + r] - 1), (SIEGE_PLACE, SIEGE_T, b[SIEGER + r] - 1))
            for place, row, s in sides:
                king = not b[row + r]
                if king:
                    kings.append(s)
                else:
                    b[row + r] -= 1
                    b[ARMY + s * REGIONS + r] -= 1
                    b[SUPPLY + s] += 1
                if g.events is not None:
                    g.emit("siege-loss-king" if king else "siege-loss", self.rule, sancho=SANCHOS[s], region=t.ids[r],
                           side="garrison" if place == GARRISON_PLACE else "besiegers")
        castle_open = [home_castle_open(g, s) for s in range(3)]
        for s in kings:
            place_king_home(g, s, castle_open[s])
        for r in sieges:
            if not g.garrison(r):
                _occupy(g, r)
        if g.events is not None:
            _tell_scores_last(g, first)
        victory(g)


SIEGE_LOSSES: Final = SiegeLosses()


def _tell_scores_last(g: SanchosState, first: int) -> None:
    """Replaces what the events from ``first`` on say of single spaces by one event for each Sancho with its new score:
    the markers move after all losses, so no score in between ever existed (sanchos.phase4.scores-after-all-losses)."""
    assert g.events is not None
    changes = [event for event in g.events[first:] if event.kind in SCORE_EVENTS]
    g.events[first:] = [event for event in g.events[first:] if event.kind not in SCORE_EVENTS]
    for s, name in enumerate(SANCHOS):
        gained, lost = (sum(event.params["points"] for event in changes
                            if event.kind == kind and event.params["sancho"] == name) for kind in SCORE_EVENTS)
        if gained or lost:
            g.emit("scores-after-sieges", "sanchos.phase4.scores-after-all-losses", sancho=name, gained=gained,
                   lost=lost, score=g.score_of(s))


def _occupy(g: SanchosState, r: int) -> None:
    """All besiegers of a siege become the new Garrison (sanchos.phase4.besieger-occupies)."""
    b = g.b
    s = b[SIEGER + r] - 1
    troops = b[SIEGE_T + r]
    king = b[KING_REGION + s] == r and b[KING_PLACE + s] == SIEGE_PLACE
    if g.events is not None:
        g.emit("occupies", "sanchos.phase4.besieger-occupies", sancho=SANCHOS[s], region=g.t.ids[r])
    g.vacate(r)
    b[SIEGE_T + r] = b[SIEGER + r] = 0
    if king:
        b[KING_PLACE + s] = FIELD_PLACE
        g.king_into_garrison(s, r)
    elif troops:
        g.occupy(r, s)
    b[GARRISON_T + r] = troops
