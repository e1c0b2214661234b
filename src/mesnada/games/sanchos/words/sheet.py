"""The position as a small table: a row for each region, and lines for what lies beside the board."""

from __future__ import annotations

from typing import Final

from mesnada.games.sanchos.components import SANCHOS
from mesnada.games.sanchos.model import (
    BATTLE,
    CARD,
    CID_HOLDER,
    CID_REGION,
    DECK,
    FACE_UP,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    HAND,
    KING_PLACE,
    KING_REGION,
    OWNER,
    REGIONS,
    RESERVE,
    RESERVED,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SUPPLY,
    SanchosState,
)
from mesnada.games.sanchos.positions.placing import write_pieces
from mesnada.kernel.catalogue import Catalogue
from mesnada.kernel.sheet import Sheet
from mesnada.kernel.words import Wording

DIE: Final = (1 << 12) - 1
"""The bits of a die on the chart without the mark of one that was picked up."""


def sheet(g: SanchosState, wording: Wording, words: Catalogue) -> Sheet:
    """Regions in the order of their numbers, the pieces of each Sancho in a column of its own.

    ``[2T]`` are a Garrison, ``K+3T`` the pieces in the open, ``(2T)`` besiegers.
    """
    t = g.t
    headings = (words.text("sheet.number"), words.text("sheet.region"), words.text("sheet.space"),
                *(wording.side(name) for name in SANCHOS))
    rows = tuple(
        (str(t.numbers[r]), _region(g, r, wording, words), _space(g, r, words), *(_pieces(g, s, r) for s in range(3)))
        for r in t.open
    )
    notes = [words.text("sheet.signs"), *(_beside(g, s, wording, words) for s in range(3))]
    scores = ", ".join(f"{wording.side(side)} {points}" for side, points in g.side_scores().items())
    notes.append(words.text("sheet.scores", scores=scores, deck=g.b[DECK]))
    if g.dice:
        notes.append(words.text("sheet.chart", dice=_chart(g, wording, words)))
    if g.b[CID_HOLDER]:
        holder = wording.side(SANCHOS[g.b[CID_HOLDER] - 2]) if g.b[CID_HOLDER] > 1 else words.text("sheet.supply")
        notes.append(words.text("sheet.el-cid", holder=holder))
    return Sheet(headings, rows, tuple(notes))


def _region(g: SanchosState, r: int, wording: Wording, words: Catalogue) -> str:
    marks = []
    if g.b[CID_REGION] == r + 1:
        marks.append(words.text("sheet.el-cid-here"))
    if g.dice and g.b[BATTLE] == r:
        marks.append(words.text("sheet.battle-here"))
    return " ".join((wording.place(g, g.t.ids[r]), *marks))


def _space(g: SanchosState, r: int, words: Catalogue) -> str:
    fort = g.t.board.regions[r].fort
    return f"{words.text(f'sheet.fort.{fort}')} {g.t.value[r]}"


def _pieces(g: SanchosState, s: int, r: int) -> str:
    b = g.b
    king = b[KING_PLACE + s] if b[KING_REGION + s] == r else -1
    groups = (
        ("[{}]", GARRISON_PLACE, b[GARRISON_T + r] if b[OWNER + r] == s + 1 else 0),
        ("{}", FIELD_PLACE, b[FIELD_T + s * REGIONS + r]),
        ("({})", SIEGE_PLACE, b[SIEGE_T + r] if b[SIEGER + r] == s + 1 else 0),
    )
    return " ".join(form.format(write_pieces(king == place, troops)) for form, place, troops in groups
                    if troops or king == place)


def _beside(g: SanchosState, s: int, wording: Wording, words: Catalogue) -> str:
    b = g.b
    return words.text("sheet.beside", sancho=wording.side(SANCHOS[s]), reserve=b[RESERVE + s], supply=b[SUPPLY + s],
                      hand=b[HAND + s], reserved=_reserved(g, s, words))


def _reserved(g: SanchosState, s: int, words: Catalogue) -> str:
    """The Reserved cards of a Sancho: the values of those that the state shows, and how many others there are."""
    t = g.t
    cards = g.reserved(s)
    parts = []
    for key, up in (("sheet.face-up", True), ("sheet.face-down", False)):
        values = [str(t.cp[c]) for c in cards if (g.b[CARD + c] == FACE_UP + s) == up]
        if values:
            parts.append(words.text(key, values=", ".join(values)))
    unseen = g.b[RESERVED + s] - len(cards)
    if unseen or not parts:
        parts.append(words.text("sheet.unseen", n=unseen) if unseen else "0")
    return " + ".join(parts)


def _chart(g: SanchosState, wording: Wording, words: Catalogue) -> str:
    columns: dict[int, list[str]] = {}
    for code in g.dice:
        die = code & DIE
        kind = words.text("sheet.die.king" if die & 1 else "sheet.die.troop")
        columns.setdefault(die >> 3, []).append(f"{wording.side(SANCHOS[die >> 1 & 3])} {kind}")
    return "; ".join(f"{column}: {', '.join(columns[column])}" for column in sorted(columns, reverse=True))
