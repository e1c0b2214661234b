"""Positions: a readable TOML form of any state."""

from __future__ import annotations

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
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
    SanchosState,
)
from mesnada.games.sanchos.placing import write_pieces


def piece_lines(g: SanchosState) -> list[str]:
    """All pieces on the board, a line for each Sancho, place and region."""
    b, t = g.b, g.t
    lines: list[str] = []
    for s, name in enumerate(SANCHOS):
        for r in t.open:
            king = b[KING_PLACE + s] if b[KING_REGION + s] == r else -1
            groups = (
                ("garrison", GARRISON_PLACE, b[GARRISON_T + r] if b[OWNER + r] == s + 1 else 0),
                ("field", FIELD_PLACE, b[FIELD_T + s * REGIONS + r]),
                ("siege", SIEGE_PLACE, b[SIEGE_T + r] if b[SIEGER + r] == s + 1 else 0),
            )
            for word, place, troops in groups:
                if troops or king == place:
                    lines.append(f"{name} {word} {t.ids[r]} {write_pieces(king == place, troops)}")
    return lines
