"""Room inside a region: where a box fits, nearest to a wish. A row of cells is the bits of an integer: quick."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from .svg import Point, Ring

Box = tuple[float, float, float, float]  # x, y of the upper left corner, width, height


class Room:
    """The free ground of a region on a grid of ``step`` units. Several rings: inside by the even-odd rule."""

    __slots__ = ("rows", "step", "x0", "y0")

    def __init__(self, rings: Sequence[Ring], step: float = 4.0) -> None:
        self.step = step
        self.x0 = floor(min(p[0] for r in rings for p in r) / step) * step
        self.y0 = floor(min(p[1] for r in rings for p in r) / step) * step
        height = max(p[1] for r in rings for p in r) - self.y0
        self.rows = [self._row(rings, self.y0 + (j + 0.5) * step) for j in range(ceil(height / step))]

    def _row(self, rings: Sequence[Ring], y: float) -> int:
        crossings: list[float] = []
        for ring in rings:
            ax, ay = ring[-1][0], ring[-1][1]
            for point in ring:
                bx, by = point[0], point[1]
                if (ay > y) != (by > y):
                    crossings.append(ax + (y - ay) / (by - ay) * (bx - ax))
                ax, ay = bx, by
        crossings.sort()
        bits = 0
        for left, right in zip(crossings[::2], crossings[1::2], strict=False):
            first = ceil((left - self.x0) / self.step)  # whole cells only
            last = floor((right - self.x0) / self.step)
            if last > first:
                bits |= (1 << last) - (1 << first)
        return bits

    def copy(self) -> Room:
        """Another room with the same free ground."""
        other = Room.__new__(Room)
        other.rows, other.step, other.x0, other.y0 = list(self.rows), self.step, self.x0, self.y0
        return other

    def take(self, box: Box) -> None:
        """The ground under a box is free no longer."""
        x, y, w, h = box
        first = max(0, floor((x - self.x0) / self.step))
        last = ceil((x + w - self.x0) / self.step)
        if last <= first:
            return
        mask = ~((1 << last) - (1 << first))
        for j in range(
            max(0, floor((y - self.y0) / self.step)), min(len(self.rows), ceil((y + h - self.y0) / self.step))
        ):
            self.rows[j] &= mask

    def centre(self) -> Point:
        """The middle of all free ground."""
        total = sx = sy = 0
        for j, row in enumerate(self.rows):
            k = row.bit_count()
            total += k
            sy += k * j
            sx += sum(i for i in range(row.bit_length()) if row >> i & 1)
        if not total:
            return self.x0, self.y0
        return self.x0 + (sx / total + 0.5) * self.step, self.y0 + (sy / total + 0.5) * self.step

    def free(self, box: Box) -> bool:
        """Whether all ground under a box is free."""
        x, y, w, h = box
        first, last = floor((x - self.x0) / self.step), ceil((x + w - self.x0) / self.step)
        top, foot = floor((y - self.y0) / self.step), ceil((y + h - self.y0) / self.step)
        if first < 0 or top < 0 or foot > len(self.rows):
            return False
        mask = (1 << last) - (1 << first)
        return all(row & mask == mask for row in self.rows[top:foot])

    def fits(self, w: float, h: float) -> list[int]:
        """Per row the cells (bits) that may be the upper left cell of a free box of this size."""
        wide, high = ceil(w / self.step), ceil(h / self.step)
        rows = self.rows
        done = 1
        while done < wide:
            shift = min(done, wide - done)
            rows = [r & (r >> shift) for r in rows]
            done += shift
        done = 1
        while done < high:
            shift = min(done, high - done)
            rows = [a & b for a, b in zip(rows, rows[shift:], strict=False)]
            done += shift
        return rows

    def count(self, w: float, h: float) -> int:
        """In how many places a box of this size fits."""
        return sum(r.bit_count() for r in self.fits(w, h))

    def middles(self, w: float, h: float, every: int = 1) -> list[Point]:
        """The middles of the free boxes of this size; ``every`` n-th row and column only."""
        wide, high = ceil(w / self.step) * self.step / 2, ceil(h / self.step) * self.step / 2
        return [
            (self.x0 + i * self.step + wide, self.y0 + j * self.step + high)
            for j, row in enumerate(self.fits(w, h))
            if j % every == 0
            for i in range(0, row.bit_length(), every)
            if row >> i & 1
        ]

    def nearest(self, w: float, h: float, x: float, y: float, up: float = 1.0) -> tuple[Point, float] | None:
        """The middle of the free box nearest to (x, y) and how far it is; ways up weigh ``up`` times as much."""
        half_w, half_h = ceil(w / self.step) * self.step / 2, ceil(h / self.step) * self.step / 2
        want = round((x - half_w - self.x0) / self.step)
        best: tuple[Point, float] | None = None
        for j, row in enumerate(self.fits(w, h)):
            if not row:
                continue
            cy = self.y0 + j * self.step + half_h
            dy = (cy - y) if cy >= y else (y - cy) * up
            if best is not None and dy >= best[1]:
                continue
            found = [row.bit_length() - 1] if want >= row.bit_length() else []
            if not found:
                low = row & ((1 << max(want, -1) + 1) - 1)
                high = row >> max(want, 0)
                if low:
                    found.append(low.bit_length() - 1)
                if high:
                    found.append(max(want, 0) + (high & -high).bit_length() - 1)
            for i in found:
                cx = self.x0 + i * self.step + half_w
                far = ((cx - x) ** 2 + dy * dy) ** 0.5
                if best is None or far < best[1]:
                    best = (cx, cy), far
        return best


def _compositions(n: int) -> list[list[int]]:
    """The ways to part n things in a row into consecutive rows, few rows first."""
    if n == 0:
        return [[]]
    out = [[k, *rest] for k in range(n, 0, -1) for rest in _compositions(n - k)]
    return sorted(out, key=len)


def rows_of(
    room: Room, sizes: Sequence[tuple[float, float]], x: float, y: float, gap: float = 5.0, slack: float = 0.0
) -> list[Point] | None:
    """Middles for things of these sizes in neat rows near (x, y), in their order; ``None`` when they do not all fit.

    ``slack``: so much of each row may lie over the edge of the free ground.
    """
    best: tuple[float, list[Point]] | None = None
    for parts in _compositions(len(sizes)):
        left = room.copy()
        middles: list[Point] = []
        cost, at = 14.0 * (len(parts) - 1), 0
        for k in parts:
            row = sizes[at : at + k]
            at += k
            w = sum(s[0] for s in row) + gap * (k - 1)
            h = max(s[1] for s in row)
            found = left.nearest(w - slack, h - slack, x, y + h / 2, up=1.7)
            if found is None:
                break
            (cx, cy), far = found
            cost += far
            left.take((cx - w / 2 - gap / 2, cy - h / 2, w + gap, h))
            edge = cx - w / 2
            for wide, high in row:
                middles.append((edge + wide / 2, cy + (h - high) / 2))  # feet on one line
                edge += wide + gap
        else:
            if best is None or cost < best[0]:
                best = cost, middles
    return best[1] if best else None
