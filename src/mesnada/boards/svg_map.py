"""Maps of regions as SVG layers: from drawn shapes (format ``mesnada-shapes``) or, without, from a list of links.

An ``Atlas`` is what can be drawn: the outline of every region and the scenery. ``atlas_of_shapes`` reads drawn shapes;
``atlas_of_links`` makes a plain board of rounded cells joined by roads. Units: the picture's, x right, y down.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, dist, pi, sin
from random import Random
from typing import Any

from .svg import Node, Point, Ring, el, group, path_data, rounded, use

FormName = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Form:
    """A region to draw: its rings (clockwise) and its name in lines, if the shapes say how to break it."""

    id: str
    rings: tuple[Ring, ...]
    name: str = ""
    lines: FormName = ()


@dataclass(frozen=True, eq=False)
class Atlas:
    """Everything there is to draw below the pieces."""

    width: float
    height: float
    forms: Mapping[str, Form]
    arcs: tuple[Ring, ...] = ()  # inner borders, each once
    coast: tuple[Ring, ...] = ()
    rim: tuple[Ring, ...] = ()  # borders with land out of play
    abroad: tuple[Ring, ...] = ()
    rivers: tuple[Ring, ...] = ()
    mountains: tuple[tuple[float, float, float], ...] = ()  # x, y of the foot, size
    names: tuple[tuple[str, str, float, float, float], ...] = ()  # kind, name, x, y, angle
    roads: tuple[tuple[str, str], ...] = ()
    sea: bool = True


def atlas_of_shapes(shapes: Mapping[str, Any]) -> Atlas:
    """Reads the format ``mesnada-shapes``, version 1."""
    if shapes.get("format") != "mesnada-shapes" or shapes.get("version") != 1:
        raise ValueError(f"not shapes of a format known here: {shapes.get('format')!r} {shapes.get('version')!r}")
    board = shapes["board"]
    arcs = shapes["arcs"]
    outer = ("sea", "abroad")
    return Atlas(
        width=shapes["view_box"][2],
        height=shapes["view_box"][3],
        forms={
            p["id"]: Form(p["id"], tuple(p["rings"]), p["name"], tuple(p["label"]["lines"])) for p in shapes["places"]
        },
        arcs=tuple(a["points"] for a in arcs if a["left"] not in outer),
        coast=tuple(a["points"] for a in arcs if a["left"] == "sea"),
        rim=tuple(a["points"] for a in arcs if a["left"] == "abroad"),
        abroad=tuple(board["abroad"]),
        rivers=tuple(line for river in board["rivers"] for line in river["lines"]),
        mountains=tuple((m["x"], m["y"], m["size"]) for m in board["mountains"]),
        names=tuple((n["kind"], n["name"], n["x"], n["y"], n["angle"]) for n in board["names"]),
    )


# -- a board without shapes -----------------------------------------------------------------------------------------


def atlas_of_links(
    ids: Sequence[str],
    links: Collection[tuple[str, str]],
    places: Mapping[str, Point] | None = None,
    width: float = 1000,
    height: float = 700,
) -> Atlas:
    """A board of rounded cells in rows, joined by roads.

    ``places`` are wishes in degrees (lon, lat); without, the links alone decide.

    Always the same picture for the same input. Raises ``ValueError`` when a link names an unknown region.
    """
    known = set(ids)
    if bad := sorted({i for link in links for i in link} - known):
        raise ValueError(f"links name unknown regions: {', '.join(bad)}")
    spots = _grid(ids, sorted({(min(a, b), max(a, b)) for a, b in links}), places)
    columns = max(x for x, _ in spots.values()) + 1
    rows = max(y for _, y in spots.values()) + 1
    cell_w, cell_h = width / max(columns, 3), height / max(rows, 3)
    gap_x, gap_y = max(26.0, cell_w * 0.13), max(26.0, cell_h * 0.13)
    forms: dict[str, Form] = {}
    for i in ids:
        cx = width / 2 + (spots[i][0] - (columns - 1) / 2) * cell_w
        cy = height / 2 + (spots[i][1] - (rows - 1) / 2) * cell_h
        w, h = min(cell_w - gap_x, 230), min(cell_h - gap_y, 220)
        forms[i] = Form(i, (rounded(cx - w / 2, cy - h / 2, w, h, 26),))
    return Atlas(width, height, forms, roads=tuple(sorted(links)), sea=False)


def _grid(
    ids: Sequence[str], links: Sequence[tuple[str, str]], places: Mapping[str, Point] | None
) -> dict[str, tuple[int, int]]:
    """A place in a grid for every region: short links that neither cross one another nor pass through a cell."""
    n = len(ids)
    wish = {i: places[i] for i in ids} if places and all(i in places for i in ids) else _spread(ids, links)
    columns = max(1, min(n, round((n * 1.6) ** 0.5)))
    rows = -(-(n + 2 if n > 4 else n) // columns)
    found = [_settled(ids, links, wish, columns, rows, 0.6 if places else 0.02, seed) for seed in range(3)]
    best = min(found, key=lambda f: f[0])[1]
    left, top = min(x for x, _ in best.values()), min(y for _, y in best.values())
    return {i: (x - left, y - top) for i, (x, y) in best.items()}


def _settled(
    ids: Sequence[str],
    links: Sequence[tuple[str, str]],
    wish: Mapping[str, Point],
    columns: int,
    rows: int,
    pull: float,
    seed: int,
) -> tuple[float, dict[str, tuple[int, int]]]:
    """The best arrangement in a grid of this size, with its cost: simulated annealing from the wishes."""
    n = len(ids)
    at = {i: k for k, i in enumerate(ids)}
    pairs = [(at[a], at[b]) for a, b in links]
    touching = [[e for e, pair in enumerate(pairs) if k in pair] for k in range(n)]
    xs, ys = sorted(p[0] for p in wish.values()), sorted(p[1] for p in wish.values())
    wide, high = (xs[-1] - xs[0]) or 1, (ys[-1] - ys[0]) or 1
    aim = [((wish[i][0] - xs[0]) / wide * (columns - 1), (ys[-1] - wish[i][1]) / high * (rows - 1)) for i in ids]
    slots: list[tuple[int, int]] = [(x, y) for y in range(rows) for x in range(columns)]
    spot: list[tuple[int, int]] = []
    for goal in aim:
        spot.append(min((dist(s, goal), s) for s in slots if s not in spot)[1])

    def cost(nodes: Collection[int]) -> float:
        """What these regions and their links add to the cost of the whole."""
        total = sum(pull * dist(spot[k], aim[k]) ** 2 for k in nodes)
        mine = {e for k in nodes for e in touching[k]}
        for e in mine:
            a, b = spot[pairs[e][0]], spot[pairs[e][1]]
            total += dist(a, b) ** 2
            for s in spot:
                total += 40 * _near(s, a, b)
            for f, (c, d) in enumerate(pairs):
                if f not in mine or f < e:
                    total += 25 * _cross(a, b, spot[c], spot[d])
        for f, (c, d) in enumerate(pairs):
            if f not in mine:
                total += sum(40 for k in nodes if _near(spot[k], spot[c], spot[d]))
        return total

    dice = Random(seed)  # a drawing, not a game: a fixed seed keeps it the same
    best, now, lowest, warm = list(spot), 0.0, 0.0, 15.0
    for _ in range(130 * n if n > 1 else 0):
        warm *= 0.997
        mover, target = dice.randrange(n), slots[dice.randrange(len(slots))]
        source = spot[mover]
        if source == target:
            continue
        other = spot.index(target) if target in spot else None
        moved = [mover] if other is None else [mover, other]
        before = cost(moved)
        spot[mover] = target
        if other is not None:
            spot[other] = source
        change = cost(moved) - before
        if change <= 0 or dice.random() < 2.718 ** (-change / max(warm, 0.05)):
            now += change
            if now < lowest - 1e-9:
                best, lowest = list(spot), now
        else:
            spot[mover] = source
            if other is not None:
                spot[other] = target
    spot[:] = best
    return cost(range(n)), dict(zip(ids, best, strict=True))


def _spread(ids: Sequence[str], links: Sequence[tuple[str, str]]) -> dict[str, Point]:
    """Positions whose distances are like the numbers of links between (a plain stress layout)."""
    n = len(ids)
    at = {i: k for k, i in enumerate(ids)}
    every = range(n)
    far = [[0 if a == b else n for b in every] for a in every]
    for one, other in links:
        far[at[one]][at[other]] = far[at[other]][at[one]] = 1
    for k in every:
        for a in every:
            for b in every:
                far[a][b] = min(far[a][b], far[a][k] + far[k][b])
    p = [[2 * cos(pi - 2 * pi * k / n), sin(2 * pi * k / n)] for k in every]
    for _ in range(80):
        for a in every:
            sx = sy = weight = 0.0
            for b in every:
                if a != b:
                    w = far[a][b] ** -2
                    gap = max(dist(p[a], p[b]), 1e-6)
                    sx += w * (p[b][0] + far[a][b] * (p[a][0] - p[b][0]) / gap)
                    sy += w * (p[b][1] + far[a][b] * (p[a][1] - p[b][1]) / gap)
                    weight += w
            if weight:
                p[a] = [sx / weight, sy / weight]
    return {i: (p[k][0], p[k][1]) for i, k in at.items()}


@lru_cache(maxsize=65536)
def _near(s: Point, a: Point, b: Point) -> bool:
    """Whether a cell at s would lie on the line from a to b."""
    if s in (a, b):
        return False
    length = dist(a, b)
    along = ((s[0] - a[0]) * (b[0] - a[0]) + (s[1] - a[1]) * (b[1] - a[1])) / length**2
    return 0 < along < 1 and dist(s, (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1]))) < 0.45


@lru_cache(maxsize=65536)
def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    if len({a, b, c, d}) < 4:
        return False

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


# -- layers ---------------------------------------------------------------------------------------------------------


def outlines(atlas: Atlas) -> list[Node]:
    """Definitions: ``p-<id>``, the outline of each region, and ``c-<id>``, the same to clip with."""
    out: list[Node] = []
    for form in atlas.forms.values():
        out.append(el("path", id=f"p-{form.id}", d=path_data(form.rings)))
        out.append(el("clipPath", use(f"p-{form.id}"), id=f"c-{form.id}"))
    return out


def land(atlas: Atlas, terrain: Mapping[str, str]) -> list[Node]:
    """Shoals, land out of play, roads, regions, rivers. ``terrain`` by region: ``forest``, ``plain``, ``mountain``."""
    out: list[Node] = []
    if atlas.coast:
        out.append(el("path", d=path_data(atlas.coast, closed=False), class_="shoal"))
    if atlas.abroad:
        out.append(el("path", d=path_data(atlas.abroad), class_="land out"))
    if atlas.roads:
        lines = path_data([_road(atlas, a, b) for a, b in atlas.roads], closed=False)
        out += [el("path", d=lines, class_="road"), el("path", d=lines, class_="road-top")]
    out.append(group(*(use(f"p-{i}", class_=f"land {terrain.get(i, '')}".strip()) for i in atlas.forms)))
    if atlas.rivers:
        out.append(el("path", d=path_data(atlas.rivers, closed=False), class_="river"))
    return out


def owned(region: str, side: str) -> Node:
    """The wash and the inner dashed border of an owner, clipped to the region."""
    return group(
        use(f"p-{region}", class_="own-wash"),
        use(f"p-{region}", class_="own"),
        id=f"own-{region}",
        class_=f"side-{side}",
        clip_path=f"url(#c-{region})",
    )


def coast(atlas: Atlas) -> list[Node]:
    """The rim of the land in play and, stronger, the coast."""
    out: list[Node] = []
    if atlas.rim:
        out.append(el("path", d=path_data(atlas.rim, closed=False), class_="rim"))
    if atlas.coast:
        out.append(el("path", d=path_data(atlas.coast, closed=False), class_="coast"))
    return out


def stitched(region: str, *, chosen: bool) -> Node:
    """The stitch inside the edge of a region that may be chosen; closed thread when it is chosen."""
    return group(
        use(f"p-{region}", class_="stitch-case"),
        use(f"p-{region}", class_="stitch chosen" if chosen else "stitch"),
        use(f"p-{region}", class_="stitch-edge"),
        clip_path=f"url(#c-{region})",
    )


def hatched(region: str, form: Form, gap: float = 11) -> Node:
    """Slanting lines over a closed region."""
    xs = [p[0] for r in form.rings for p in r]
    ys = [p[1] for r in form.rings for p in r]
    high = max(ys) - min(ys)
    lines: list[list[Point]] = []
    x = min(xs) - high
    while x < max(xs):
        lines.append([(x, max(ys)), (x + high, min(ys))])
        x += gap
    return group(
        use(f"p-{region}", class_="closed"),
        el("path", d=path_data(lines, closed=False), class_="hatch"),
        clip_path=f"url(#c-{region})",
    )


def _middle(form: Form) -> Point:
    xs = [p[0] for p in form.rings[0]]
    ys = [p[1] for p in form.rings[0]]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _road(atlas: Atlas, a: str, b: str) -> list[Point]:
    """The road between two cells: straight, or along the lane beside when another cell lies between."""
    start, end = _middle(atlas.forms[a]), _middle(atlas.forms[b])
    box = atlas.forms[a].rings[0]
    reach = min(max(p[0] for p in box) - start[0], max(p[1] for p in box) - start[1])
    length = dist(start, end)
    way = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    for other, form in atlas.forms.items():
        middle = _middle(form)
        along = (middle[0] - start[0]) * way[0] + (middle[1] - start[1]) * way[1]
        aside = (middle[0] - start[0]) * way[1] - (middle[1] - start[1]) * way[0]
        if other not in (a, b) and 0 < along < length and abs(aside) < reach:
            across = max(abs(way[1]), 0.01) * (max(p[0] for p in box) - start[0]) + abs(way[0]) * (
                max(p[1] for p in box) - start[1]
            )
            across += 15
            up = -1 if way[0] * (atlas.height / 2 - start[1]) - way[1] * (atlas.width / 2 - start[0]) < 0 else 1
            lane = (-way[1] * across * up, way[0] * across * up)
            step = reach + 15
            return [
                start,
                (start[0] + way[0] * step + lane[0], start[1] + way[1] * step + lane[1]),
                (end[0] - way[0] * step + lane[0], end[1] - way[1] * step + lane[1]),
                end,
            ]
    return [start, end]
