"""Pieces put on a board: the state of a position without the decision that stands in it.

The form of a piece line is ``SANCHO PLACE REGION PIECES``: PLACE is ``field`` (in the open), ``garrison`` or ``siege``
(stacked as besiegers on the enemy Garrison), PIECES is ``K``, ``3T`` or ``K+3T``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    ARMY,
    ARROW,
    CARD,
    DECK,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    IN_DECK,
    KING_PLACE,
    KING_REGION,
    OWNER,
    REGIONS,
    RESERVE,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SIZE,
    SUPPLY,
    SanchosState,
)
from mesnada.games.sanchos.tables import TROOPS, Tables
from mesnada.kernel.errors import PositionError

PLACES: Final = {"field": FIELD_PLACE, "garrison": GARRISON_PLACE, "siege": SIEGE_PLACE}
_PIECES: Final = re.compile(r"(?:(k)(?:\+(\d+)t)?|(\d+)t)", re.IGNORECASE)


def read_pieces(text: str, where: str) -> tuple[int, int]:
    """``K``, ``3T``, ``K+3T`` or ``none`` as (K, T). Raises PositionError."""
    if text.lower() == "none":
        return 0, 0
    match = _PIECES.fullmatch(text)
    if not match:
        raise PositionError(where, f"{text!r} is not K, a number of T as in 3T, or both as in K+3T")
    king, beside, alone = match.groups()
    return int(bool(king)), int(beside or alone or 0)


def write_pieces(king: bool, troops: int) -> str:
    """The opposite of :func:`read_pieces`."""
    parts = (["K"] if king else []) + ([f"{troops}T"] if troops else [])
    return "+".join(parts) or "none"


def find_sancho(name: object, where: str) -> int:
    """Number of a Sancho. Raises PositionError."""
    if name not in SANCHOS:
        raise PositionError(where, f"{name!r} is no Sancho; there are {', '.join(SANCHOS)}")
    return SANCHOS.index(str(name))


def find_region(t: Tables, name: object, where: str) -> int:
    """Number of a region in use. Raises PositionError."""
    if not isinstance(name, str) or name not in t.index:
        raise PositionError(where, f"{name!r} is no region of this board")
    if t.closed[t.index[name]]:
        raise PositionError(where, f"region {name} is closed (No Entry!) in mode {t.setup.mode}")
    return t.index[name]


def place(t: Tables, pieces: Iterable[str], reserve_troops: Mapping[str, int] | None = None) -> SanchosState:
    """A state with these pieces, Supplies computed, all cards in the deck and an empty agenda.

    Raises PositionError for a line that cannot be read, a piece too many, a missing or second K, two Garrisons in one
    space, a siege without an enemy Garrison or without a majority.
    """
    g = SanchosState(t, bytearray(SIZE), [], [])
    b = g.b
    kings: dict[int, str] = {}
    for number, line in enumerate(pieces):
        _place_line(g, line, f"pieces[{number}]", kings)
    for s, name in enumerate(SANCHOS):
        if s not in kings:
            raise PositionError("pieces", f"the King of {name} is not on the board")
        reserve = (reserve_troops or {}).get(name, 2)
        if type(reserve) is not int or reserve < 0:
            raise PositionError(f"reserve_troops.{name}", f"{reserve!r} is no number of Troops")
        board = sum(b[ARMY + s * REGIONS : ARMY + (s + 1) * REGIONS]) - 1
        if board + reserve > TROOPS:
            raise PositionError(
                "pieces", f"{name} has {board} Troops on the board and {reserve} in the Reserve; there are {TROOPS}")
        b[RESERVE + s] = reserve
        b[SUPPLY + s] = TROOPS - board - reserve
    _check_sieges(g)
    if t.solo:
        b[ARROW] = t.first_arrow
    for c in range(t.card_count):
        b[CARD + c] = IN_DECK
    b[DECK] = t.card_count
    return g


def _place_line(g: SanchosState, line: object, where: str, kings: dict[int, str]) -> None:
    b, t = g.b, g.t
    words = line.split() if isinstance(line, str) else []
    if len(words) != 4:
        raise PositionError(where, f"{line!r} is not of the form SANCHO PLACE REGION PIECES")
    s = find_sancho(words[0], where)
    if words[1] not in PLACES:
        raise PositionError(where, f"{words[1]!r} is no place; there are {', '.join(PLACES)}")
    spot, r = PLACES[words[1]], find_region(t, words[2], where)
    king, troops = read_pieces(words[3], where)
    if not king and not troops:
        raise PositionError(where, "places no piece")
    if king:
        if s in kings:
            raise PositionError(where, f"the King of {SANCHOS[s]} stands in {kings[s]} already")
        kings[s] = words[2]
        b[KING_REGION + s] = r
        b[KING_PLACE + s] = spot
    if b[ARMY + s * REGIONS + r] + king + troops > TROOPS + 1:
        raise PositionError(where, f"{SANCHOS[s]} has only {TROOPS} Troops")
    b[ARMY + s * REGIONS + r] += king + troops
    if spot == FIELD_PLACE:
        b[FIELD_T + s * REGIONS + r] += troops
    elif spot == GARRISON_PLACE:
        if b[OWNER + r] not in (0, s + 1):
            raise PositionError(where, f"{words[2]} holds a Garrison of {SANCHOS[b[OWNER + r] - 1]} already")
        if not b[OWNER + r]:
            g.occupy(r, s)
        b[GARRISON_T + r] += troops
    else:
        if b[SIEGER + r] not in (0, s + 1):
            raise PositionError(where, f"{words[2]} is besieged by {SANCHOS[b[SIEGER + r] - 1]} already")
        b[SIEGER + r] = s + 1
        b[SIEGE_T + r] += troops


def _check_sieges(g: SanchosState) -> None:
    """sanchos.besiege.region, sanchos.besiege.strict-majority."""
    b = g.b
    for r in g.t.open:
        if not b[SIEGER + r]:
            continue
        where, besieger = f"pieces in {g.t.ids[r]}", SANCHOS[b[SIEGER + r] - 1]
        if b[OWNER + r] in (0, b[SIEGER + r]):
            raise PositionError(where, f"{besieger} besieges a space without an enemy Garrison")
        if g.besiegers(r) <= g.garrison(r):
            raise PositionError(where, f"{g.besiegers(r)} besiegers of {besieger} do not outnumber {g.garrison(r)}")
