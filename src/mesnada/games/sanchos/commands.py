"""CP actions: Recruit, Deploy, Move and Fortify, and the commander's turn that mixes them with Attack and Besiege.

Rulebook: "CP Actions on Commander Turns". Attack is in :mod:`attack`, Besiege in :mod:`siege`. The predicates
``why_not_…`` are the only place where these rules stand; card actions use the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.attack import attack_actions, attack_needs_last_piece, choose_attack_points, why_not_attack
from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    ARMY,
    ATTACKED,
    BESIEGED,
    CLOSED,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    KING_PLACE,
    KING_REGION,
    LEFT,
    OWNER,
    PLAYED,
    REGIONS,
    RESERVE,
    SIEGE_T,
    SIEGER,
    SUPPLY,
    TURN_OF,
    USED,
    SanchosState,
    not_now,
    victory,
)
from mesnada.games.sanchos.pieces import MOVE_BESIEGER, MOVE_FIELD, MOVE_GARRISON, MOVE_KING, move_piece
from mesnada.games.sanchos.siege import besiege_actions, choose_besiege_points, why_not_besiege
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Auto, Choice, interned

NO_SUPPLY: Final = Refusal("no-supply", "sanchos.recruit.needs-supply")
NO_RESERVE: Final = Refusal("no-reserve", "sanchos.deploy.one-per-point")
KING_IS_BESIEGED: Final = Refusal("king-besieged", "sanchos.deploy.not-to-besieged-king")
CASTLE_BLOCKED: Final = Refusal("castle-blocked", "sanchos.deploy.home-blocked")
NO_PIECE: Final = Refusal("no-such-piece", "sanchos.move.one-piece-one-step")
BESIEGED_STAY: Final = Refusal("besieged-never-move", "sanchos.move.besieged-never")
KEEPS_LAST: Final = Refusal("keeps-last-piece", "sanchos.move.najera2p-keeps-last-piece")
NO_WAY_OUT: Final = Refusal("no-way-out", "sanchos.board.no-entry")
NOT_ADJACENT: Final = Refusal("not-adjacent", "sanchos.move.one-piece-one-step")
NO_FIELD_PIECE: Final = Refusal("no-field-piece", "sanchos.fortify.one-piece-per-point")
NO_FIELD_KING: Final = Refusal("no-field-king", "sanchos.fortify.one-piece-per-point")
ENEMY_SPACE: Final = Refusal("enemy-garrison", "sanchos.fortify.space-empty-or-own")
SPACE_BESIEGED: Final = Refusal("space-under-siege", "sanchos.fortify.not-under-siege")
NOT_EMPTY: Final = Refusal("space-not-empty", "sanchos.fortify.auto-empty-only-priority")
NO_POINTS: Final = Refusal("no-points-left", "sanchos.turn.cp-total")
ONE_ATTACK: Final = Refusal("one-attack", "sanchos.turn.one-attack")
ONE_BESIEGE: Final = Refusal("one-besiege", "sanchos.turn.one-besiege")
MUST_USE: Final = Refusal("must-use-points", "sanchos.turn.must-use-points")


# -- Recruit --------------------------------------------------------------------------------------------------


def why_not_recruit(g: SanchosState, s: int) -> Refusal | None:
    """sanchos.recruit.needs-supply."""
    return None if g.b[SUPPLY + s] else NO_SUPPLY


def recruit(g: SanchosState, s: int) -> None:
    """One point: a T from Supply to Reserve (sanchos.recruit.one-per-point)."""
    g.b[SUPPLY + s] -= 1
    g.b[RESERVE + s] += 1
    if g.events is not None:
        g.emit("recruits", "sanchos.recruit.one-per-point", sancho=SANCHOS[s])


def recruit_points(g: SanchosState, s: int) -> None:
    """Spends the points that are left on Recruit (sanchos.term.recruit-remaining)."""
    b = g.b
    while b[LEFT] and why_not_recruit(g, s) is None:
        recruit(g, s)
        b[LEFT] -= 1
        b[USED] += 1


# -- Deploy ---------------------------------------------------------------------------------------------------


def why_not_deploy_king(g: SanchosState, s: int) -> Refusal | None:
    """sanchos.deploy.to-king-any-distance, sanchos.deploy.not-to-besieged-king."""
    if not g.b[RESERVE + s]:
        return NO_RESERVE
    return KING_IS_BESIEGED if g.king_besieged(s) else None


def why_not_deploy_home(g: SanchosState, s: int) -> Refusal | None:
    """To the home region's FA: possible whatever stands there (sanchos.deploy.home-blocked)."""
    return None if g.b[RESERVE + s] else NO_RESERVE


def why_not_deploy_castle(g: SanchosState, s: int) -> Refusal | None:
    """To the home castle: sanchos.deploy.home-choice, sanchos.deploy.home-blocked."""
    b = g.b
    if not b[RESERVE + s]:
        return NO_RESERVE
    home = g.t.home[s]
    if b[SIEGER + home] or b[OWNER + home] not in (0, s + 1):
        return CASTLE_BLOCKED
    return None


def deploy(g: SanchosState, s: int, r: int, garrison: bool) -> None:
    """One point: a T from Reserve to a region, into its GS or its FA (sanchos.deploy.one-per-point)."""
    b = g.b
    b[RESERVE + s] -= 1
    b[ARMY + s * REGIONS + r] += 1
    if g.events is not None:
        g.emit("deploys-castle" if garrison else "deploys", "sanchos.deploy.one-per-point", sancho=SANCHOS[s],
               region=g.t.ids[r])
    if garrison:
        g.troop_into_garrison(s, r)
    else:
        b[FIELD_T + s * REGIONS + r] += 1


def deploy_to_king(g: SanchosState, s: int) -> None:
    """To the K, into his Garrison or his FA; beside him if he besieges
    (sanchos.deploy.to-king-any-distance, sanchos.deploy.to-besieging-king)."""
    deploy(g, s, g.b[KING_REGION + s], g.b[KING_PLACE + s] == GARRISON_PLACE)


# -- Move -----------------------------------------------------------------------------------------------------


def why_not_leave_garrison(g: SanchosState, s: int, r: int) -> Refusal | None:
    """sanchos.move.out-of-garrison-free, sanchos.move.besieged-never, sanchos.move.last-garrison-piece-voluntary,
    sanchos.move.najera2p-keeps-last-piece."""
    if g.b[SIEGER + r]:
        return BESIEGED_STAY
    return KEEPS_LAST if g.t.nonplayer[s] and g.garrison(r) == 1 else None


def why_not_move(g: SanchosState, s: int, action: Action) -> Refusal | None:
    """Why the piece that an action names may not move at all (sanchos.move.any-origins, sanchos.move.no-blocking)."""
    b, t, r = g.b, g.t, action.x
    if action is t.move_king:
        r = b[KING_REGION + s]
        if b[KING_PLACE + s] == GARRISON_PLACE and (refusal := why_not_leave_garrison(g, s, r)):
            return refusal
    elif action is t.move_troop[r]:
        if not b[FIELD_T + s * REGIONS + r]:
            return NO_PIECE
    elif action is t.move_garrison[r]:
        if b[OWNER + r] != s + 1 or not b[GARRISON_T + r]:
            return NO_PIECE
        if refusal := why_not_leave_garrison(g, s, r):
            return refusal
    elif b[SIEGER + r] != s + 1 or not b[SIEGE_T + r]:
        return NO_PIECE
    return None if t.adjacent[r] else NO_WAY_OUT


def move_actions(g: SanchosState, s: int, found: list[Action]) -> None:
    """Adds the pieces of a Sancho that may move, whether they have moved before or not
    (sanchos.move.any-origins, sanchos.move.same-piece-again)."""
    b, t = g.b, g.t
    if why_not_move(g, s, t.move_king) is None:
        found.append(t.move_king)
    army = ARMY + s * REGIONS
    field = FIELD_T + s * REGIONS
    adjacent = t.adjacent
    for r in t.open:
        if b[army + r] and adjacent[r]:
            if b[field + r]:
                found.append(t.move_troop[r])
            if b[GARRISON_T + r] and b[OWNER + r] == s + 1 and why_not_leave_garrison(g, s, r) is None:
                found.append(t.move_garrison[r])
            if b[SIEGE_T + r] and b[SIEGER + r] == s + 1:
                found.append(t.move_besieger[r])


def needs_last_piece(g: SanchosState, s: int, action: Action) -> bool:
    """Whether a legal Move would take the last piece out of a GS, which nobody can be forced to."""
    b, t = g.b, g.t
    if action is t.move_king:
        return b[KING_PLACE + s] == GARRISON_PLACE and g.garrison(b[KING_REGION + s]) == 1
    return action is t.move_garrison[action.x] and g.garrison(action.x) == 1


def all_voluntary(g: SanchosState, s: int, found: list[Action]) -> bool:
    """Whether everything that is possible would give up the last piece of a GS
    (sanchos.move.last-garrison-piece-voluntary, sanchos.attack.not-forced-to-empty-garrison)."""
    for action in found:
        if action.verb == "move":
            if not needs_last_piece(g, s, action):
                return False
        elif action.verb != "attack" or g.t.last_piece_forced or not attack_needs_last_piece(g, s, action.x):
            return False
    return True


def move_kind(g: SanchosState, action: Action) -> int:
    """Which kind of piece a Move action names."""
    t = g.t
    if action is t.move_king:
        return MOVE_KING
    if action is t.move_troop[action.x]:
        return MOVE_FIELD
    return MOVE_GARRISON if action is t.move_garrison[action.x] else MOVE_BESIEGER


@dataclass(frozen=True, slots=True)
class MoveTo(Choice[SanchosState]):
    """The piece that was chosen to move goes into an adjacent region."""

    rule: ClassVar[str] = "sanchos.move.one-piece-one-step"
    s: int
    kind: int
    r: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        to = g.t.to
        return [to[r] for r in g.t.adjacent[self.r]]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        t = g.t
        if action.verb != "to":
            return not_now(self.rule)
        if action.x in t.adjacent[self.r]:
            return None
        return CLOSED if t.closed[action.x] else NOT_ADJACENT

    def apply(self, g: SanchosState, action: Action) -> None:
        move_piece(g, self.s, self.kind, self.r, action.x)
        victory(g)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "move-to", {"region": g.t.ids[self.r]}


move_to = interned(MoveTo)


def begin_move(g: SanchosState, s: int, action: Action) -> None:
    """The piece is named; now its way is asked for."""
    r = g.b[KING_REGION + s] if action is g.t.move_king else action.x
    g.agenda.append(move_to(s, move_kind(g, action), r))


# -- Fortify --------------------------------------------------------------------------------------------------


def why_not_fortify(g: SanchosState, s: int, action: Action, empty_only: bool = False) -> Refusal | None:
    """sanchos.fortify.one-piece-per-point, sanchos.fortify.space-empty-or-own, sanchos.fortify.not-under-siege."""
    b, r = g.b, action.x
    if g.t.closed[r]:
        return CLOSED
    if action is g.t.fortify_king[r]:
        if b[KING_REGION + s] != r or b[KING_PLACE + s] == GARRISON_PLACE:
            return NO_FIELD_KING
    elif not b[FIELD_T + s * REGIONS + r] and not (b[SIEGER + r] == s + 1 and b[SIEGE_T + r]):
        return NO_FIELD_PIECE
    owner = b[OWNER + r]
    if owner:
        if owner != s + 1:
            return ENEMY_SPACE
        if b[SIEGER + r]:
            return SPACE_BESIEGED
        if empty_only:
            return NOT_EMPTY
    return None


def fortify_actions(g: SanchosState, s: int, found: list[Action], empty_only: bool = False) -> None:
    """Adds the legal Fortify points (sanchos.fortify.several-regions, sanchos.army.no-intrinsic-defenders)."""
    b, t = g.b, g.t
    field = FIELD_T + s * REGIONS
    not_theirs = (0, s + 1)
    for r in t.open:
        if (
            b[field + r]
            and b[OWNER + r] in not_theirs
            and why_not_fortify(g, s, t.fortify_troop[r], empty_only) is None
        ):
            found.append(t.fortify_troop[r])
    king = t.fortify_king[b[KING_REGION + s]]
    if why_not_fortify(g, s, king, empty_only) is None:
        found.append(king)


def fortify(g: SanchosState, s: int, r: int, king: bool) -> None:
    """One point: a piece of the FA enters the GS of its region; the score moves at once
    (sanchos.fortify.score-at-once)."""
    b = g.b
    if g.events is not None:
        g.emit("fortifies-king" if king else "fortifies", "sanchos.fortify.one-piece-per-point", sancho=SANCHOS[s],
               region=g.t.ids[r])
    if king:
        g.king_into_garrison(s, r)
    else:
        b[FIELD_T + s * REGIONS + r] -= 1
        g.troop_into_garrison(s, r)


# -- one point, by whoever has it -----------------------------------------------------------------------------

ONE_POINT: Final = frozenset(("recruit", "deploy", "move", "fortify"))


def why_not_one_point(g: SanchosState, s: int, action: Action) -> Refusal | None:
    """The predicate of Recruit, Deploy, Move and Fortify by verb."""
    t, verb = g.t, action.verb
    if verb == "recruit":
        return why_not_recruit(g, s)
    if verb == "move":
        return why_not_move(g, s, action)
    if verb == "fortify":
        return why_not_fortify(g, s, action)
    if action is t.deploy_king:
        return why_not_deploy_king(g, s)
    return why_not_deploy_home(g, s) if action is t.deploy_home else why_not_deploy_castle(g, s)


def use_one_point(g: SanchosState, s: int, action: Action) -> bool:
    """Carries out Recruit, Deploy, Move or Fortify; says whether the game ended by it."""
    t, verb = g.t, action.verb
    if verb == "move":
        begin_move(g, s, action)
        return False
    if verb == "recruit":
        recruit(g, s)
    elif verb == "fortify":
        fortify(g, s, action.x, action is t.fortify_king[action.x])
    elif action is t.deploy_king:
        deploy_to_king(g, s)
    else:
        deploy(g, s, t.home[s], action is t.deploy_castle)
    return victory(g)


def why_not_again(g: SanchosState, verb: str) -> Refusal | None:
    """One Attack and one Besiege a turn, by card as with CPs (sanchos.turn.one-attack, sanchos.turn.one-besiege)."""
    if verb == "attack" and g.b[ATTACKED]:
        return ONE_ATTACK
    return ONE_BESIEGE if verb == "besiege" and g.b[BESIEGED] else None


# -- the commander's turn -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommandTurn(Choice[SanchosState]):
    """The commander spends a CP, or ends the turn.

    sanchos.turn.cp-total, sanchos.turn.free-mix, sanchos.turn.one-attack, sanchos.turn.one-besiege,
    sanchos.turn.must-use-points, sanchos.turn.complete-turn, sanchos.round.commander-skips-own-action.
    """

    rule: ClassVar[str] = "sanchos.turn.free-mix"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.t.seat_of[self.s]

    def legal(self, g: SanchosState) -> list[Action]:
        b, t, s = g.b, g.t, self.s
        found: list[Action] = []
        if b[SUPPLY + s]:
            found.append(t.recruit)
        if b[RESERVE + s]:
            if why_not_deploy_king(g, s) is None:
                found.append(t.deploy_king)
            found.append(t.deploy_home)
            if why_not_deploy_castle(g, s) is None:
                found.append(t.deploy_castle)
        fortify_actions(g, s, found)
        if not b[ATTACKED]:
            attack_actions(g, s, found)
        if not b[BESIEGED]:
            besiege_actions(g, s, b[LEFT], found)
        move_actions(g, s, found)
        if self._why_not_end(g) is None or all_voluntary(g, s, found):
            found.append(t.end)
        return found

    def _why_not_end(self, g: SanchosState) -> Refusal | None:
        """What the option unspent-cps leaves to the commander."""
        if g.t.unspent_all or (g.b[USED] and not g.t.unspent_none):
            return None
        return MUST_USE

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        b, verb, s = g.b, action.verb, self.s
        if verb in ONE_POINT:
            return why_not_one_point(g, s, action)
        if verb == "attack":
            return why_not_again(g, verb) or why_not_attack(g, s, action.x)
        if verb == "besiege":
            return why_not_again(g, verb) or why_not_besiege(g, s, action.x, b[LEFT])
        if verb == "end":
            return None if action in self.legal(g) else MUST_USE
        return not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        b, verb, s = g.b, action.verb, self.s
        if verb == "end":
            if g.events is not None:
                g.emit("ends-turn", "sanchos.turn.must-use-points", sancho=SANCHOS[s], points=b[LEFT])
            b[LEFT] = 0
            return
        if verb == "attack":
            g.agenda.append(turn_goes_on(s))
            choose_attack_points(g, s, action.x)
        elif verb == "besiege":
            g.agenda.append(turn_goes_on(s))
            choose_besiege_points(g, s, action.x)
        else:
            b[USED] += 1
            b[LEFT] -= 1
            if b[LEFT]:
                g.agenda.append(self)
            use_one_point(g, s, action)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "command-turn", {"sancho": SANCHOS[self.s], "left": g.b[LEFT]}


command_turn = interned(CommandTurn)


@dataclass(frozen=True, slots=True)
class TurnGoesOn(Auto[SanchosState]):
    """After an Attack or a Besiege the commander goes on if CPs are left."""

    rule: ClassVar[str] = "sanchos.turn.free-mix"
    s: int

    def run(self, g: SanchosState) -> None:
        if g.b[LEFT]:
            g.agenda.append(command_turn(self.s))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "command-turn", {"sancho": SANCHOS[self.s], "left": g.b[LEFT]}


turn_goes_on = interned(TurnGoesOn)


@dataclass(frozen=True, slots=True)
class BeginCommandTurn(Auto[SanchosState]):
    """The commander's turn begins with all the CPs of the card (sanchos.turn.complete-turn)."""

    rule: ClassVar[str] = "sanchos.turn.complete-turn"
    s: int

    def run(self, g: SanchosState) -> None:
        b = g.b
        begin_turn(g, self.s)
        b[LEFT] = g.t.cp[b[PLAYED] - 1]
        if g.events is not None:
            g.emit("command-turn", self.rule, sancho=SANCHOS[self.s], cp=b[LEFT])
        g.agenda.append(command_turn(self.s))


begin_command_turn = interned(BeginCommandTurn)


def begin_turn(g: SanchosState, s: int) -> None:
    """Nothing has been used yet in this turn."""
    b = g.b
    b[TURN_OF] = s + 1
    b[LEFT] = b[USED] = b[ATTACKED] = b[BESIEGED] = 0
