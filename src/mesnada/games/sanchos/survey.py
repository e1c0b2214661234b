"""Survey: the pieces of a position region by region, in the form in which a bot's judgement reads them.

FAs count all pieces outside the Garrison space, besiegers and K included; Garrisons count the K as well.
"""

from __future__ import annotations

from mesnada.games.sanchos.model import (
    ARMY,
    GARRISON_PLACE,
    GARRISON_T,
    KING_PLACE,
    KING_REGION,
    OWNER,
    REGIONS,
    SIEGER,
    SanchosState,
)


class Survey:
    """Pieces by region: ``owners`` and ``siegers`` (Sancho + 1), ``garrisons``, and ``fields`` of each Sancho.

    ``movers`` are bit sets of the regions that a Sancho can leave with a piece without giving up a space.
    """

    __slots__ = ("fields", "garrisons", "movers", "owners", "siegers", "t")

    def __init__(self, g: SanchosState) -> None:
        b = g.b
        self.t = g.t
        self.owners = owners = b[OWNER : OWNER + REGIONS]
        self.siegers = siegers = b[SIEGER : SIEGER + REGIONS]
        self.garrisons = garrisons = b[GARRISON_T : GARRISON_T + REGIONS]
        for s in (0, 1, 2):
            if b[KING_PLACE + s] == GARRISON_PLACE:
                garrisons[b[KING_REGION + s]] += 1
        self.fields = fields = (
            b[ARMY : ARMY + REGIONS], b[ARMY + REGIONS : ARMY + 2 * REGIONS], b[ARMY + 2 * REGIONS : ARMY + 3 * REGIONS]
        )
        movers = [0, 0, 0]
        first, second, third = fields
        for r in g.t.open:
            bit = 1 << r
            o = owners[r]
            if o:
                fields[o - 1][r] -= garrisons[r]
                if garrisons[r] > 1 and not siegers[r]:
                    movers[o - 1] |= bit
            if first[r]:
                movers[0] |= bit
            if second[r]:
                movers[1] |= bit
            if third[r]:
                movers[2] |= bit
        self.movers = movers
