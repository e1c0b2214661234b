"""Action Terminology: strongest and weakest Army, empty region, most favourable, and what an Army can move.

Rulebook: "Action Terminology". Pure questions about a position; players' orders (:mod:`orders`) and Auto-Sanchos
(:mod:`solo`) ask the same ones.
"""

from __future__ import annotations

from mesnada.games.sanchos.model import (
    ARMY,
    GARRISON_PLACE,
    KING_PLACE,
    KING_REGION,
    OWNER,
    REGIONS,
    SIEGER,
    SanchosState,
)


def strength(g: SanchosState, s: int, r: int) -> int:
    """Twice the pieces of an Army that are not besieged, and one more with an unbesieged K; 0 without pieces.

    sanchos.term.strongest-army, sanchos.term.strongest-without-besieged, sanchos.army.definition.
    """
    b = g.b
    pieces = b[ARMY + s * REGIONS + r]
    if not pieces:
        return 0
    king = b[KING_REGION + s] == r
    if b[SIEGER + r] and b[OWNER + r] == s + 1:
        pieces -= g.garrison(r)
        king = king and b[KING_PLACE + s] != GARRISON_PLACE
    return 2 * pieces + king


def movable(g: SanchosState, s: int, r: int) -> tuple[int, int]:
    """Pieces of an Army that can move without emptying a GS, and 1 if the last Garrison piece could be moved too.

    sanchos.move.last-garrison-piece-voluntary, sanchos.move.besieged-never, sanchos.move.besiegers-may.
    """
    free = g.field_army(s, r)
    if g.b[OWNER + r] != s + 1 or g.b[SIEGER + r]:
        return free, 0
    return free + g.garrison(r) - 1, 0 if g.t.nonplayer[s] else 1


def weakest(g: SanchosState, s: int, r: int) -> list[int]:
    """The regions next to one that hold the opponents' weakest Army; several if they tie, none without such an Army.

    sanchos.term.weakest-army, sanchos.term.weakest-without-besieged, sanchos.term.weakest-nobody-near.
    """
    b = g.b
    best = 999
    found: list[int] = []
    for to in g.t.adjacent[r]:
        for o in g.t.opponents[s]:
            if not b[ARMY + o * REGIONS + to]:
                continue
            here = strength(g, o, to)
            if here and here < best:
                best, found = here, [to]
            elif here == best and to not in found:
                found.append(to)
    return found


def empty_regions(g: SanchosState, r: int) -> list[int]:
    """The regions next to one without a piece of any Sancho (sanchos.term.empty-region)."""
    b = g.b
    return [
        to for to in g.t.adjacent[r]
        if not b[ARMY + to] and not b[ARMY + REGIONS + to] and not b[ARMY + 2 * REGIONS + to]
    ]


def destinations(g: SanchosState, s: int, r: int, to: str) -> list[int]:
    """Where a Move to "weakest" or "empty" from a region may go. An Auto-Sancho takes an empty region where no Army is
    near (sanchos.move.auto-destination, sanchos.term.move-to-empty-region)."""
    if to == "empty":
        return empty_regions(g, r)
    found = weakest(g, s, r)
    return empty_regions(g, r) if not found and g.t.auto[s] else found


def strongest(g: SanchosState, s: int, to: str, below: int) -> tuple[list[int], bool, int]:
    """The Armies from which a directed Move may be made: regions, whether it would be voluntary, and their strength.

    sanchos.term.strongest-must-be-movable, sanchos.action.strict-sequence. Armies of a strength of ``below`` or more
    have been passed over.
    """
    b, row = g.b, ARMY + s * REGIONS
    armies = {r: x for r in g.t.open if b[row + r] and 0 < (x := strength(g, s, r)) < below}
    for level in sorted(set(armies.values()), reverse=True):
        tied = [r for r, x in armies.items() if x == level and destinations(g, s, r, to)]
        able = [r for r in tied if movable(g, s, r)[0]]
        if able:
            return able, False, level
        willing = [r for r in tied if movable(g, s, r)[1]]
        if willing:
            return willing, True, level
        if not g.t.next_strongest:
            break
    return [], False, 0


def favour(g: SanchosState, s: int, r: int) -> int:
    """Own pieces minus all opponents' pieces in a region (sanchos.term.most-favourable)."""
    b = g.b
    count = [b[ARMY + x * REGIONS + r] for x in range(3)]
    if g.t.leave_out_besieged and b[SIEGER + r]:
        count[b[OWNER + r] - 1] -= g.garrison(r)
    return 2 * count[s] - sum(count)


def most_favourable(g: SanchosState, s: int, regions: list[int]) -> list[int]:
    """Of some regions the most favourable ones (sanchos.term.most-favourable-among-legal)."""
    values = [favour(g, s, r) for r in regions]
    best = max(values, default=0)
    return [r for r, value in zip(regions, values, strict=True) if value == best]
