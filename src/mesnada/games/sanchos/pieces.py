"""Pieces change place: how a siege ends, and where a removed King goes.

Rulebook: "A siege is broken in 1 of 3 ways" and the sentences on a removed King in the Attack and in phase 4.
"""

from __future__ import annotations

from typing import Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    ARMY,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    KING_PLACE,
    KING_REGION,
    OWNER,
    REGIONS,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SUPPLY,
    SanchosState,
)


def end_siege(g: SanchosState, r: int, rule: str) -> None:
    """The besiegers of a region become ordinary FA pieces (sanchos.siege.broken-by-attack)."""
    b = g.b
    s = b[SIEGER + r] - 1
    b[FIELD_T + s * REGIONS + r] += b[SIEGE_T + r]
    b[SIEGE_T + r] = 0
    b[SIEGER + r] = 0
    if b[KING_REGION + s] == r and b[KING_PLACE + s] == SIEGE_PLACE:
        b[KING_PLACE + s] = FIELD_PLACE
    if g.events is not None:
        g.emit("siege-ends", rule, sancho=SANCHOS[s], region=g.t.ids[r])


def recheck_siege(g: SanchosState, r: int, rule: str = "sanchos.siege.besieger-leaves") -> None:
    """Ends a siege whose besiegers no longer outnumber the Garrison; ``rule`` says by what they became so few
    (sanchos.siege.besieger-leaves, sanchos.siege.ended-by-losses)."""
    if g.b[SIEGER + r] and g.besiegers(r) <= g.garrison(r):
        end_siege(g, r, rule)


MOVE_FIELD: Final = 0
MOVE_GARRISON: Final = 1
MOVE_BESIEGER: Final = 2
MOVE_KING: Final = 3
"""Which piece of a Sancho leaves a region: a T in the open, a T of the Garrison, a T of the besiegers, the K."""


def move_piece(g: SanchosState, s: int, kind: int, r: int, to: int) -> None:
    """One piece leaves for another region's FA (sanchos.move.arrives-in-field-army) and a siege that it leaves is
    judged (sanchos.siege.besieger-leaves)."""
    b = g.b
    army = ARMY + s * REGIONS
    b[army + r] -= 1
    b[army + to] += 1
    if g.events is not None:
        g.emit("moves-king" if kind == MOVE_KING else "moves", "sanchos.move.one-piece-one-step", sancho=SANCHOS[s],
               region=g.t.ids[r], to=g.t.ids[to])
    if kind == MOVE_KING:
        place = b[KING_PLACE + s]
        b[KING_REGION + s] = to
        b[KING_PLACE + s] = FIELD_PLACE
        if place == GARRISON_PLACE:
            if not b[GARRISON_T + r]:
                g.vacate(r)
        elif place == SIEGE_PLACE:
            recheck_siege(g, r)
    else:
        b[FIELD_T + s * REGIONS + to] += 1
        if kind == MOVE_FIELD:
            b[FIELD_T + s * REGIONS + r] -= 1
        elif kind == MOVE_GARRISON:
            b[GARRISON_T + r] -= 1
            if not g.garrison(r):
                g.vacate(r)
        else:
            b[SIEGE_T + r] -= 1
            recheck_siege(g, r)


def lose_troop(g: SanchosState, s: int, r: int, besieger: bool) -> None:
    """A T of the FA goes to the Supply (sanchos.resolve.troop-to-supply)."""
    b = g.b
    if besieger:
        b[SIEGE_T + r] -= 1
    else:
        b[FIELD_T + s * REGIONS + r] -= 1
    b[ARMY + s * REGIONS + r] -= 1
    b[SUPPLY + s] += 1


def home_castle_open(g: SanchosState, s: int) -> bool:
    """Whether a removed K may enter his home castle: it is empty or his own, and not under siege."""
    home = g.t.home[s]
    return not g.b[SIEGER + home] and g.b[OWNER + home] in (0, s + 1)


def place_king_home(g: SanchosState, s: int, castle_open: bool) -> None:
    """A K that was taken off a region comes home, into his castle or, if it is closed to him, into the FA there
    (sanchos.resolve.king-goes-home, sanchos.resolve.king-home-blocked)."""
    b, home = g.b, g.t.home[s]
    row = ARMY + s * REGIONS
    b[row + b[KING_REGION + s]] -= 1
    b[row + home] += 1
    if g.events is not None:
        kind, rule = (("king-home-castle", "sanchos.resolve.king-goes-home") if castle_open else
                      ("king-home-region", "sanchos.resolve.king-home-blocked"))
        g.emit(kind, rule, sancho=SANCHOS[s], region=g.t.ids[home])
    if castle_open:
        g.king_into_garrison(s, home)
    else:
        b[KING_REGION + s] = home
        b[KING_PLACE + s] = FIELD_PLACE
