"""El Cid: the optional card, and the variant El Cid Inspires! with his piece.

Rulebook: "El Cid" and "El Cid Inspires! (Optional Variant)".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    ARMY,
    BATTLE,
    BESIEGER,
    CID_HOLDER,
    CID_REGION,
    CID_USED,
    CLOSED,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    INTERCEPTION,
    KING_PLACE,
    KING_REGION,
    MUST_FIGHT,
    OWNER,
    REGIONS,
    SCORE,
    SIEGE_T,
    SIEGER,
    SUCCESSES,
    SanchosState,
    not_now,
)
from mesnada.games.sanchos.pieces import MOVE_BESIEGER, MOVE_FIELD, MOVE_GARRISON, MOVE_KING, move_piece
from mesnada.kernel.action import Action
from mesnada.kernel.refusal import Refusal
from mesnada.kernel.step import Chance, Choice, interned

IN_SUPPLY: Final = 1
HOLDER: Final = 2
"""CID_HOLDER: 1 in the Supply, 2 + Sancho."""
INSPIRED: Final = 1
CARD_PLAYED: Final = 2
"""Bits of CID_USED."""

NO_OWN_DIE: Final = Refusal("no-own-die", "sanchos.elcid.effect")
BELOW_ZERO: Final = Refusal("below-column-zero", "sanchos.elcid.effect")
NOBODY_TO_INSPIRE: Final = Refusal("nobody-to-inspire", "sanchos.inspire.roll")
NO_SUCH_PIECE: Final = Refusal("no-such-piece", "sanchos.inspire.roll")
MUST_BRING: Final = Refusal("must-bring", "sanchos.inspire.last-garrison-piece")


# -- the card -----------------------------------------------------------------------------------------------------


def holds_el_cid(g: SanchosState, s: int) -> bool:
    """Whether a Sancho has the card."""
    return g.b[CID_HOLDER] == HOLDER + s


def can_use_el_cid_card(g: SanchosState, s: int) -> bool:
    """Whether a Sancho holds the card and may use it in this battle
    (sanchos.elcid.not-a-reserved-card-outside-battle, sanchos.inspire.card-needs-presence)."""
    b = g.b
    if not holds_el_cid(g, s):
        return False
    if not g.t.inspires:
        return True
    return b[CID_REGION] == b[BATTLE] + 1 and not b[CID_USED] & CARD_PLAYED


def play_el_cid(g: SanchosState, s: int) -> None:
    """The card is played; the die is chosen next (sanchos.elcid.effect, sanchos.elcid.returns-to-supply)."""
    b = g.b
    if g.t.inspires:
        b[CID_USED] |= CARD_PLAYED
    else:
        b[CID_HOLDER] = IN_SUPPLY
    if g.events is not None:
        g.emit("plays-el-cid", "sanchos.elcid.effect", sancho=SANCHOS[s])
    g.agenda.append(shift_die(s))


@dataclass(frozen=True, slots=True)
class ShiftDie(Choice[SanchosState]):
    """One own die goes one column down or up, to the outer end of that column (sanchos.elcid.effect)."""

    rule: ClassVar[str] = "sanchos.elcid.effect"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.controller(self.s)

    def legal(self, g: SanchosState) -> list[Action]:
        t = g.t
        own = [die for die in dict.fromkeys(g.dice) if die >> 1 & 3 == self.s]
        return [t.shift_down[die] for die in own if die >> 3] + [t.shift_up[die] for die in own]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "shift":
            return not_now(self.rule)
        if action.x not in g.dice or action.x >> 1 & 3 != self.s:
            return NO_OWN_DIE
        return BELOW_ZERO if action is g.t.shift_down[action.x] and not action.x >> 3 else None

    def apply(self, g: SanchosState, action: Action) -> None:
        step = -8 if action is g.t.shift_down[action.x] else 8
        g.dice.remove(action.x)
        g.dice.append(action.x + step)
        if g.events is not None:
            g.emit("shifts-die", self.rule, sancho=SANCHOS[self.s], die="king" if action.x & 1 else "troop",
                   column=action.x >> 3, to=(action.x + step) >> 3)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "shift-die", {"sancho": SANCHOS[self.s]}


shift_die = interned(ShiftDie)


# -- claiming -----------------------------------------------------------------------------------------------------


def claim_el_cid(g: SanchosState) -> None:
    """At the end of a round a player who alone has the lowest score takes the card.

    sanchos.elcid.claim, sanchos.elcid.nonplayer-lowest, sanchos.elcid.solo, sanchos.inspire.place-on-claim.
    """
    b, t = g.b, g.t
    if t.solo:
        scores = g.side_scores()
        claimer = t.player if scores["player"] < scores["auto"] else -1
    else:
        row = b[SCORE : SCORE + 3]
        lowest = min(row)
        claimer = row.index(lowest) if row.count(lowest) == 1 else -1
        if claimer >= 0 and t.nonplayer[claimer]:
            claimer = -1
    if claimer < 0 or b[CID_HOLDER] == HOLDER + claimer:
        return
    b[CID_HOLDER] = HOLDER + claimer
    if g.events is not None:
        g.emit("claims-el-cid", "sanchos.elcid.claim", sancho=SANCHOS[claimer])
    if t.inspires:
        g.agenda.append(place_el_cid(claimer))


@dataclass(frozen=True, slots=True)
class PlaceElCid(Choice[SanchosState]):
    """Who has claimed the card may put El Cid into any region in use (sanchos.inspire.place-on-claim)."""

    rule: ClassVar[str] = "sanchos.inspire.place-on-claim"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.t.seat_of[self.s]

    def legal(self, g: SanchosState) -> list[Action]:
        t = g.t
        return [t.leave_el_cid, *(t.place_el_cid[r] for r in t.open)]

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action is g.t.leave_el_cid:
            return None
        if action.verb != "el-cid" or action.words[0] != "place":
            return not_now(self.rule)
        return CLOSED if g.t.closed[action.x] else None

    def apply(self, g: SanchosState, action: Action) -> None:
        if action is not g.t.leave_el_cid:
            _move_el_cid(g, self.s, action.x)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "place-el-cid", {"sancho": SANCHOS[self.s]}


place_el_cid = interned(PlaceElCid)


def _move_el_cid(g: SanchosState, s: int, r: int) -> None:
    g.b[CID_REGION] = r + 1
    if g.events is not None:
        g.emit("el-cid-goes", "sanchos.inspire.piece", sancho=SANCHOS[s], region=g.t.ids[r])


# -- before a battle ------------------------------------------------------------------------------------------------


def offer_el_cid(g: SanchosState, attacker: int, r: int) -> None:
    """Asks the holder whether El Cid enters, if the battle involves the holder's pieces.

    sanchos.inspire.enter-battle, sanchos.inspire.in-interception.
    """
    b, t = g.b, g.t
    if not t.inspires or b[CID_HOLDER] < HOLDER or b[CID_REGION] in (0, r + 1):
        return
    s = b[CID_HOLDER] - HOLDER
    if b[INTERCEPTION]:
        involved = s == attacker or b[BESIEGER] == s + 1
    else:
        garrison_free = b[OWNER + r] == s + 1 and (not b[SIEGER + r] or t.besieged_join)
        involved = s == attacker or g.field_army(s, r) > 0 or garrison_free
    if involved:
        g.agenda.append(el_cid_before_battle(s))


def pieces_with_el_cid(g: SanchosState, s: int) -> int:
    """Pieces of the holder in El Cid's region that are not besieged (sanchos.inspire.roll,
    sanchos.inspire.besiegers-may-go)."""
    r = g.b[CID_REGION] - 1
    total = g.b[ARMY + s * REGIONS + r]
    if g.b[OWNER + r] == s + 1 and g.b[SIEGER + r]:
        total -= g.garrison(r)
    return total


@dataclass(frozen=True, slots=True)
class ElCidBeforeBattle(Choice[SanchosState]):
    """Immediately before a battle the holder may bring El Cid in, and may inspire (sanchos.inspire.enter-battle)."""

    rule: ClassVar[str] = "sanchos.inspire.enter-battle"
    s: int

    def seat(self, g: SanchosState) -> int:
        return g.t.seat_of[self.s]

    def legal(self, g: SanchosState) -> list[Action]:
        t = g.t
        found = [t.el_cid_stays, t.el_cid_enters]
        if pieces_with_el_cid(g, self.s):
            found.append(t.el_cid_inspires)
        return found

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        t = g.t
        if action is t.el_cid_stays or action is t.el_cid_enters:
            return None
        if action is t.el_cid_inspires:
            return None if pieces_with_el_cid(g, self.s) else NOBODY_TO_INSPIRE
        return not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        b, t = g.b, g.t
        if action is t.el_cid_stays:
            return
        b[MUST_FIGHT] = self.s + 1
        if action is t.el_cid_enters:
            _move_el_cid(g, self.s, b[BATTLE])
            return
        b[CID_USED] |= INSPIRED
        b[SUCCESSES] = 0
        if g.events is not None:
            g.emit("inspires", "sanchos.inspire.roll", sancho=SANCHOS[self.s], region=t.ids[b[CID_REGION] - 1])
        g.agenda.append(inspire_roll(self.s, pieces_with_el_cid(g, self.s)))

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "el-cid-before-battle", {"sancho": SANCHOS[self.s]}


el_cid_before_battle = interned(ElCidBeforeBattle)


@dataclass(frozen=True, slots=True)
class InspireRoll(Chance[SanchosState]):
    """One Troop die for each piece with El Cid; 4 or more is a success (sanchos.inspire.roll)."""

    rule: ClassVar[str] = "sanchos.inspire.roll"
    s: int
    left: int

    def legal(self, g: SanchosState) -> list[Action]:
        return g.t.roll_troop

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action.verb != "roll":
            return not_now(self.rule)
        return None if action in g.t.roll_troop else Refusal("no-such-face", "sanchos.components.dice-faces")

    def apply(self, g: SanchosState, action: Action) -> None:
        b = g.b
        b[SUCCESSES] += action.x >= 4
        if g.events is not None:
            g.emit("inspire-rolls", self.rule, sancho=SANCHOS[self.s], face=action.x, success=action.x >= 4)
        if self.left > 1:
            g.agenda.append(inspire_roll(self.s, self.left - 1))
            return
        r = b[CID_REGION] - 1
        _move_el_cid(g, self.s, b[BATTLE])
        _bring_more(g, self.s, r)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "inspire-roll", {"sancho": SANCHOS[self.s], "left": self.left}


inspire_roll = interned(InspireRoll)


def _may_bring(g: SanchosState, s: int, r: int) -> list[Action]:
    b, t = g.b, g.t
    found: list[Action] = []
    free_garrison = b[OWNER + r] == s + 1 and not b[SIEGER + r]
    if b[KING_REGION + s] == r and (b[KING_PLACE + s] != GARRISON_PLACE or free_garrison):
        found.append(t.bring_king)
    if b[FIELD_T + s * REGIONS + r]:
        found.append(t.bring_troop)
    if free_garrison and b[GARRISON_T + r]:
        found.append(t.bring_garrison)
    if b[SIEGER + r] == s + 1 and b[SIEGE_T + r]:
        found.append(t.bring_besieger)
    return found


def _only_last_garrison_piece(g: SanchosState, s: int, r: int, may: list[Action]) -> bool:
    """The final Garrison piece need not go along (sanchos.inspire.last-garrison-piece)."""
    in_garrison = may[0] is g.t.bring_garrison or (
        may[0] is g.t.bring_king and g.b[KING_PLACE + s] == GARRISON_PLACE)
    return len(may) == 1 and in_garrison and g.garrison(r) == 1


def _bring_more(g: SanchosState, s: int, r: int) -> None:
    if g.b[SUCCESSES] and _may_bring(g, s, r):
        g.agenda.append(bring_along(s, r))
    else:
        g.b[SUCCESSES] = 0


@dataclass(frozen=True, slots=True)
class BringAlong(Choice[SanchosState]):
    """For each success a piece goes with El Cid into the Battle region (sanchos.inspire.roll)."""

    rule: ClassVar[str] = "sanchos.inspire.roll"
    s: int
    r: int

    def seat(self, g: SanchosState) -> int:
        return g.t.seat_of[self.s]

    def legal(self, g: SanchosState) -> list[Action]:
        found = _may_bring(g, self.s, self.r)
        if _only_last_garrison_piece(g, self.s, self.r, found):
            found.append(g.t.stop)
        return found

    def why_not(self, g: SanchosState, action: Action) -> Refusal | None:
        if action in self.legal(g):
            return None
        if action is g.t.stop:
            return MUST_BRING
        return NO_SUCH_PIECE if action.verb == "bring" else not_now(self.rule)

    def apply(self, g: SanchosState, action: Action) -> None:
        b, t = g.b, g.t
        if action is t.stop:
            b[SUCCESSES] = 0
            if g.events is not None:
                g.emit("declines", "sanchos.inspire.last-garrison-piece", sancho=SANCHOS[self.s], what="bring")
            return
        kind = {t.bring_king: MOVE_KING, t.bring_troop: MOVE_FIELD, t.bring_garrison: MOVE_GARRISON,
                t.bring_besieger: MOVE_BESIEGER}[action]
        move_piece(g, self.s, kind, self.r, b[BATTLE])
        b[SUCCESSES] -= 1
        _bring_more(g, self.s, self.r)

    def title(self, g: SanchosState) -> tuple[str, dict[str, Any]]:
        return "bring-along", {"sancho": SANCHOS[self.s], "left": g.b[SUCCESSES]}


bring_along = interned(BringAlong)


def after_battle_el_cid(g: SanchosState) -> None:
    """Card and piece return to the Supply if the holder inspired or used the card
    (sanchos.inspire.return-after-use)."""
    b = g.b
    if b[CID_USED]:
        b[CID_USED] = 0
        b[CID_HOLDER] = IN_SUPPLY
        b[CID_REGION] = 0
        if g.events is not None:
            g.emit("el-cid-returns", "sanchos.inspire.return-after-use")
    b[SUCCESSES] = 0


