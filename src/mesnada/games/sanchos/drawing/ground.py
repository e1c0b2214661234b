"""The ground of the map: which board to draw on, where things stand in a region, and the picture of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from mesnada.boards.svg import Node, Point, el, group, path_data, rounded, use, words
from mesnada.boards.svg_map import Atlas, Form, atlas_of_links, atlas_of_shapes, coast, hatched, land, outlines
from mesnada.boards.svg_room import Room
from mesnada.games.sanchos.drawing.labels import Labels

if TYPE_CHECKING:
    from mesnada.games.sanchos.drawing.board import RegionScene

FORT, RING = 57.0, 55.0
ROW_W, ROW_H, LINE = 116.0, 57.0, 20.0  # fort and ring side by side; a line of a name
LETTER = 10.6  # room for a letter of a name


class Ground(NamedTuple):
    """What stays: the land, and above the owners the coast, names and forts. Not to be changed."""

    land: Node
    marks: Node
    defs: Node  # the outlines that both layers refer to


# -- what to draw on ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def shipped_atlas() -> Atlas:
    """The drawn shapes that ship with the game."""
    return atlas_of_shapes(json.loads((files("mesnada.games.sanchos") / "content" / "shapes.json").read_text("utf-8")))


@lru_cache(maxsize=32)
def atlas_for(
    ids: tuple[str, ...], links: tuple[tuple[str, str], ...] = (), places: tuple[tuple[str, Point], ...] = ()
) -> Atlas:
    """The shipped shapes if they know every region; else a generated board from links and, if given, lon/lat places."""
    if all(i in shipped_atlas().forms for i in ids):
        return shipped_atlas()
    return atlas_of_links(ids, links, dict(places))


class Static(NamedTuple):
    """What never changes about a region during a game."""

    id: str
    name: str
    fort: str
    home_of: str | None
    value: int
    number: int
    closed: bool


class Plan(NamedTuple):
    """Where things stand in a region: the lines of the name, the middles of fort and ring, the free ground."""

    lines: tuple[tuple[str, float, float], ...]
    fort: Point
    ring: Point
    room: Room


def static_of(region: RegionScene) -> Static:
    return Static(region.id, region.name, region.fort, region.home_of, region.value, region.number, region.closed)


def _name_lines(name: str, form: Form) -> tuple[str, ...]:
    if name == form.name and form.lines:
        return form.lines
    parts = name.split()
    if len(name) <= 13 or len(parts) == 1:
        return (name,)
    cut = min(range(1, len(parts)), key=lambda k: (max(len(" ".join(parts[:k])), len(" ".join(parts[k:]))), k))
    return " ".join(parts[:cut]), " ".join(parts[cut:])


@lru_cache(maxsize=256)
def plan_of(atlas: Atlas, region: Static) -> Plan:
    """Finds the place for name and fort that leaves the most room for armies."""
    if region.id not in atlas.forms:
        raise ValueError(f"the map to draw on has no region {region.id!r}")
    form = atlas.forms[region.id]
    lines = _name_lines(region.name, form)
    name_w = max(len(t) for t in lines) * LETTER
    name_h = LINE * len(lines)
    room = Room(form.rings)
    gap = 3.0
    block_h = name_h + gap + ROW_H
    tries: list[tuple[Point, float]] = []  # the middle of name and row together; the name's way aside
    for row_w, aside, air in (
        (ROW_W, (0.0,), 4.0),
        (ROW_W, (0.0, 12.0, -12.0, 24.0, -24.0), 0.0),
        (ROW_W - 16, (0.0, 16.0, -16.0, 32.0, -32.0), 0.0),
    ):
        tries = [
            (m, dx)
            for m in room.middles(row_w, ROW_H, 2)
            for dx in aside
            if room.free((m[0] + dx - name_w / 2, m[1] - ROW_H / 2 - gap - name_h - air, name_w, name_h + air))
        ]
        if tries:
            break
    centre = room.centre()
    best: tuple[float, Point, float, Room] | None = None
    for m, dx in (tries or [(centre, 0.0)])[:: max(1, len(tries) // 150)]:
        left = room.copy()
        top, foot = m[1] - ROW_H / 2 - gap - name_h, m[1] + ROW_H / 2
        beside = next((w for w in (38, 20, 8) if room.free((m[0] + ROW_W / 2, m[1] - 8, w, ROW_H / 2 + 8))), 0)
        left.take((m[0] + dx - name_w / 2 - 2, top - 2, name_w + 4, name_h + 4))
        left.take((m[0] - ROW_W / 2 - 2, m[1] - ROW_H / 2 - 2, ROW_W + 2, ROW_H + 4))
        below = left.copy()
        below.take((left.x0, left.y0, 4000, foot - left.y0))
        score = (
            min(below.count(86, 96), 12) * 4
            + min(below.count(86, 46), 50)
            + min(left.count(86, 46), 60) * 0.4
            + beside * 0.8
            - abs(dx) * 0.5
            - abs(m[0] - centre[0]) * 0.4
            - abs(m[1] - block_h * 0.1 - centre[1]) * 0.1
        )
        if best is None or score > best[0]:
            best = score, m, dx, left
    assert best is not None
    _, (x, row_y), dx, left = best
    top = row_y - ROW_H / 2 - gap - name_h
    placed = tuple((t, x + dx, top + LINE * (i + 1) - 4) for i, t in enumerate(lines))
    return Plan(placed, (x - ROW_W / 2 + FORT / 2, row_y), (x + ROW_W / 2 - RING / 2, row_y), left)


# -- ground ---------------------------------------------------------------------------------------------------------


def _scenery(atlas: Atlas, labels: Labels, plans: Mapping[str, Plan]) -> Node:
    out = group()
    if atlas.sea:
        waves = ((28, 62), (96, 30), (206, 78), (392, 30), (470, 98), (520, 52), (330, 66))
        d = "".join(f"M{x} {y}q7-6 14 0t14 0q7-6 14 0t14 0" for x, y in waves)
        out.add(
            el("path", d=d, class_="shore"),
            group(use("fish", 120, 52, 58, 33), use("fish", 434, 52, 46, 26), class_="fishes"),
        )
    for node in land(atlas, {}):
        out.add(node)
    return out


def _mountains(atlas: Atlas, plans: Mapping[str, Plan]) -> Node:
    """Peaks outside the regions, and inside where they leave the forts, the names and the armies their room."""
    rooms = [(Room(f.rings), plans.get(i)) for i, f in atlas.forms.items()]
    peaks, inner = group(class_="peaks"), group(class_="peaks-in")
    stand: list[Point] = []
    for x, y, size in sorted(atlas.mountains, key=lambda m: m[1]):
        if any(abs(x - a) < 17 and abs(y - b) < 9 for a, b in stand):
            continue
        stand.append((x, y))
        w, h = size * 3.2, size * 2.4
        box = (x - w / 2, y - h, w, h)
        where = [plan for room, plan in rooms if room.free((x - 2, y - 4, 4, 4))]
        if not where:
            peaks.add(use("mountain", box[0], box[1], w, h))
        elif where[0] and where[0].room.free((box[0] - 4, box[1] - 4, w + 8, h + 8)):
            inner.add(use("mountain", box[0], box[1], w, h))
    return group(inner, peaks)


def _names(atlas: Atlas, labels: Labels) -> Node:
    out = group()
    for kind, name, x, y, angle in atlas.names:
        turn = f"rotate({angle:g} {x:g} {y:g})" if angle else None
        text = words(
            labels.get(f"map.{name}", name),
            min(max(x, 22), 978),
            min(y, 684),
            "seatext" if kind == "sea" else "maptext",
        )
        if turn:
            text.attrs["transform"] = f"rotate({angle:g} {max(x, 22):g} {y:g})"
        out.add(text)
    return out


def _place(region: Static, plan: Plan, labels: Labels, solo: bool) -> Node:
    """Name, number, fort with its value, Garrison ring."""
    out = group()
    (fx, fy), (rx, ry) = plan.fort, plan.ring
    for text, x, y in plan.lines:
        out.add(words(text, x, y, "place closed-name" if region.closed else "place"))
    if region.closed:
        return out.add(words(labels["closed"], (fx + rx) / 2, fy + 2, "entry"))
    symbol = {"home": "castle-home", "castle": "castle"}.get(region.fort, "tower")
    fort = use(f"sanchos-{symbol}", fx - FORT / 2, fy - FORT / 2, FORT)
    vx, vy = fx - (17 if symbol == "tower" else 22), fy + 18
    if solo:
        numeral: tuple[Node, ...] = (
            el("circle", cx=vx, cy=vy - 29, r=9.5, class_="number-disc"),
            words(str(region.number), vx, vy - 24.8, "number"),
        )
    else:
        numeral = ()
    return out.add(
        group(fort, class_=f"side-{region.home_of}") if region.home_of else fort,
        *numeral,
        use("sanchos-garrison", rx - RING / 2, ry - RING / 2, RING),
        el("circle", cx=vx, cy=vy, r=10.5, class_="vp-disc"),
        words(str(region.value), vx, vy + 5.3, "vp"),
    )


@lru_cache(maxsize=32)
def ground_of(atlas: Atlas, regions: tuple[Static, ...], solo: bool, labels_key: tuple[tuple[str, str], ...]) -> Ground:
    """The ground; ``labels_key`` are the items of the labels."""
    labels = dict(labels_key)
    plans = {r.id: plan_of(atlas, r) for r in regions}
    under = group(id="ground", aria_hidden="true")
    under.add(el("rect", x=0, y=0, width=atlas.width, height=atlas.height, class_="sea" if atlas.sea else "land out"))
    under.add(_scenery(atlas, labels, plans))
    for r in regions:
        if r.closed:
            under.add(hatched(r.id, atlas.forms[r.id]))
    over = group(id="marks", aria_hidden="true")
    for node in coast(atlas):
        over.add(node)
    over.add(_mountains(atlas, {r.id: plans[r.id] for r in regions if not r.closed}), _names(atlas, labels))
    for r in regions:
        over.add(_place(r, plans[r.id], labels, solo))
    defs = el("defs", *outlines(atlas))
    defs.add(el("clipPath", el("path", d=path_data([rounded(0, 0, atlas.width, atlas.height, 5)])), id="c-map"))
    return Ground(under, over, defs)
