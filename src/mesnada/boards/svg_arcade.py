"""The arcade: whatever is compared or counted stands in bays under horseshoe arches. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .svg import Node, el, group, path_data, titled, use, words

ARCH = 42 / 80  # height of an arch by its width


@dataclass(frozen=True)
class Bay:
    """One bay: its number, what stands on its arch, what stands in it, and what it is called."""

    number: str
    label: str
    ledge: tuple[Node, ...] = ()  # each drawn in a box of 48, scaled to fit
    hall: tuple[Node, ...] = ()  # the same
    legal: bool = False
    chosen: bool = False
    shut: bool = False  # nothing can ever stand here


def fitted(count: int, room: float, height: float, largest: float, gap: float) -> tuple[float, int]:
    """The size of ``count`` squares that fill rows of a room, and how many stand in a row."""
    best = (0.0, 1)
    for in_row in range(1, max(count, 1) + 1):
        lines = -(-count // in_row)
        size = min(largest, (room - gap * (in_row - 1)) / in_row, (height - gap * (lines - 1)) / max(lines, 1))
        if size > best[0] + 0.01:
            best = (size, in_row)
    return best


def arcade(
    bays: Sequence[Bay], x: float, y: float, width: float, *, ledge: float = 28, hall: float = 80
) -> tuple[Node, float]:
    """Bays side by side from (x, y); gives the picture and its height. Each bay is ``column-<number>``."""
    w = width / len(bays)
    top, foot = y + ledge, y + ledge + w * ARCH
    out = group()
    piers: list[list[tuple[float, float]]] = []
    for i in range(len(bays) + 1):
        px = x + w * i - (0 if i == 0 else 3 if i == len(bays) else 1.5)
        piers.append([(px, foot - 1), (px + 3, foot - 1), (px + 3, foot + hall), (px, foot + hall)])
    out.add(el("path", d=path_data(piers), class_="pier"))
    for i, bay in enumerate(bays):
        left = x + w * i
        state = " legal chosen" if bay.chosen else " legal" if bay.legal else ""
        one = group(id=f"column-{bay.number}", role="img")
        if state:
            one.add(
                el("rect", x=left + 10, y=foot - 2, width=w - 20, height=hall - 3, rx=4, class_="hall" + state),
                group(use("arch-door", left, top, w, w * ARCH), class_="door" + state),
            )
        elif bay.shut:
            step = 7
            slant = [
                [
                    (max(left + 4, left + 4 + d - hall), foot + min(d, hall)),
                    (min(left + w - 4, left + 4 + d), foot + max(0, d - w + 8)),
                ]
                for d in range(step, int(w - 8 + hall), step)
            ]
            one.add(el("path", d=path_data(slant, closed=False), class_="hall shut"))
        one.add(
            use("arch-bay", left, top, w, w * ARCH),
            words(bay.number, left + w / 2, top + w * ARCH * 0.76, "bay-number"),
        )
        size, _ = fitted(len(bay.ledge), w - 4, ledge - 2, 30, 1)
        start = left + (w - len(bay.ledge) * (size + 1) + 1) / 2
        for k, node in enumerate(bay.ledge):
            node.attrs["transform"] = (
                f"translate({start + k * (size + 1):.1f} {top + 2.5 - size:.1f}) scale({size / 48:.3f})"
            )
            one.add(node)
        size, in_row = fitted(len(bay.hall), w - 20, hall - 10, 34, 3)
        for k, node in enumerate(bay.hall):
            row, column = divmod(k, in_row)
            here = min(in_row, len(bay.hall) - row * in_row)
            dx = left + (w - here * (size + 3) + 3) / 2 + column * (size + 3)
            node.attrs["transform"] = f"translate({dx:.1f} {foot + 5 + row * (size + 3):.1f}) scale({size / 48:.3f})"
            one.add(node)
        out.add(titled(one, bay.label))
    out.add(el("rect", x=x, y=foot + hall - 1, width=width, height=5, rx=2, class_="pier"))
    return out, ledge + w * ARCH + hall + 4
