"""Pieces of the Sanchos game as they stand on the map: armies, garrisons, besiegers, dice, score shields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mesnada.boards.svg import Node, el, group, use, words

if TYPE_CHECKING:
    from mesnada.games.sanchos.drawing.board import DieScene, Group

TROOP, KING = 40.0, 51.0  # boxes of 48 x 48 symbols, in units
SHIFT = 11.5  # discs overlap by two thirds
MANY = 5  # from so many Troops on: one disc and a count
DISC_LEFT, DISC_WIDE, DISC_FOOT = 4.3 / 48, 39.4 / 48, 46.3 / 48  # where the drawing lies in its box
KING_LEFT, KING_WIDE, KING_FOOT = 5.2 / 48, 37.6 / 48, 47.5 / 48
GUARD_FACES = (0, 1, 3, 5, 7, 9)


def pill(x: float, y: float, n: int) -> Node:
    """A count on a small plate round (x, y)."""
    text = f"×{n}"
    w = 11 + 7.2 * len(text) - 2
    return group(
        el("rect", x=x - w / 2, y=y - 8.5, width=w, height=17, rx=8.5, class_="pill"), words(text, x, y + 4.7, "count")
    )


def stack(
    army: Group, *, disc: float = TROOP, king: float = KING, shift: float = SHIFT, many: int = MANY
) -> tuple[Node, float, float]:
    """Troops and King side by side, feet on a line; gives the drawing from (0, 0) and its width and height.

    The class ``side-<sancho>`` gives pieces and dice the colour of their Sancho (sanchos.term.names-and-colours).
    """
    out = group(class_=f"side-{army.sancho}")
    high = king * 0.96 if army.king else disc * 0.9
    discs = army.troops if army.troops < many else 1
    x = 0.0
    for i in range(discs):
        symbol = f"sanchos-troop-{army.sancho}" if i == discs - 1 else "sanchos-troop"
        out.add(use(symbol, x - disc * DISC_LEFT, high - disc * DISC_FOOT, disc))
        x += shift
    wide = disc * DISC_WIDE + shift * (discs - 1) if discs else 0.0
    middle = disc * DISC_WIDE / 2
    if army.king:
        at = wide - king * 0.13 if discs else 0.0
        out.add(use(f"sanchos-king-{army.sancho}", at - king * KING_LEFT, high - king * KING_FOOT, king))
        wide = at + king * KING_WIDE
    if army.troops >= many:
        out.add(pill(middle + 1, high - 2, army.troops))
    return out, wide, high


def garrison(army: Group, cx: float, cy: float, *, besieged: bool) -> Node:
    """The pieces inside the ring of a Garrison space round (cx, cy)."""
    out = group(class_=f"side-{army.sancho}")
    count_at = (cx + 14, cy - 18) if besieged else (cx + 17, cy + 18)
    if army.king:
        if army.troops:
            out.add(use(f"sanchos-troop-{army.sancho}", cx - 29, cy - 19, 36))
            out.add(use(f"sanchos-king-{army.sancho}", cx - 16, cy - 22, 43))
            if army.troops > 1:
                out.add(pill(*count_at, army.troops))
        else:
            out.add(use(f"sanchos-king-{army.sancho}", cx - 22, cy - 23, 44))
        return out
    discs = army.troops if army.troops < MANY else 1
    size, shift = {1: (42.0, 0.0), 2: (39.0, 10.0), 3: (36.0, 8.0), 4: (34.0, 6.5)}.get(discs, (42.0, 0.0))
    left = cx - (size + shift * (discs - 1)) / 2
    for i in range(discs):
        symbol = f"sanchos-troop-{army.sancho}" if i == discs - 1 else "sanchos-troop"
        out.add(use(symbol, left + shift * i, cy - size * 0.51, size))
    if army.troops >= MANY:
        out.add(pill(*count_at, army.troops))
    return out


def besiegers(army: Group, cx: float, cy: float) -> tuple[Node, tuple[float, float, float, float]]:
    """The toothed ring round a Garrison space and the besiegers on its edge; gives also the box they cover."""
    pieces, wide, high = stack(army, disc=35, king=43, shift=11, many=3)
    x, y = cx + 15, cy + 36 - high
    pieces.attrs["transform"] = f"translate({x:.1f} {y:.1f})"
    out = group(use("sanchos-siege", cx - 34, cy - 34, 68), pieces, class_=f"side-{army.sancho}")
    return out, (cx - 35, cy - 35, 51 + max(20, wide), 74)


def die(scene: DieScene) -> Node:
    """A die in a box of 48 with the number of its column; faces the real dice lack are written as figures."""
    n, kind = scene.column, "guard" if scene.king else "die"
    out = group(class_=f"side-{scene.sancho}")
    if n in (GUARD_FACES if scene.king else range(1, 7)):
        return out.add(use(f"sanchos-{kind}-{n}", 0, 0, 48))
    return out.add(use(f"sanchos-{kind}", 0, 0, 48), words(str(n), 24, 34 if scene.king else 31, "die-number"))


def shield(kind: str, sanchos: Sequence[str]) -> Node:
    """A score marker in a box of 48: of one Sancho, parted for the two Auto-Sanchos, or plain where nobody is named."""
    if len(sanchos) == 1:
        return group(use(f"sanchos-score-{sanchos[0]}", 0, 0, 48), class_=f"side-{sanchos[0]}")
    outline = "M6 3.5h36v25.5L24 44.5 6 29z"
    edge = el("path", d=outline, fill="none", stroke="var(--piece-edge)", stroke_width=2, stroke_linejoin="round")
    if len(sanchos) < 2:
        icon = group(use("ui-bot" if kind == "auto" else "ui-person", 13, 8, 22), color="var(--card-ink)")
        return group(el("path", d=outline, fill="var(--plate)"), edge, icon)
    out = group()
    for sancho, half, x in ((sanchos[0], "M6 3.5h18v41L6 29z", 7), (sanchos[1], "M42 3.5H24v41L42 29z", 25)):
        badge = {"najera": "carbuncle", "aragon": "pales", "castilla": "castle"}.get(sancho, "roundel")
        out.add(
            group(
                el("path", d=half, fill="var(--side)"),
                group(use(f"badge-{badge}", x, 10, 16), color="var(--side-on)"),
                class_=f"side-{sancho}",
            )
        )
    return out.add(edge)
