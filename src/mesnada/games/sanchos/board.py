"""The picture of a position of War of the 3 Sanchos, as SVG.

``draw(scene)`` is a pure function of plain records. ``ground(scene)`` (map, forts, names; cached) and ``live(scene)`` (owners,
pieces, highlights, chart) are its two layers, for pages that keep the ground and replace what moves. Ids in the picture:
``region-<id>``, ``field-<region>-<sancho>``, ``garrison-<region>``, ``siege-<region>``, ``battle``, ``el-cid``, ``die-<n>``
(placement order from 0), ``score-<n>``, ``column-<n>``, ``own-<region>``, ``deck``, ``discard``, ``arrow-highest``,
``arrow-lowest``, ``tiebreak``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from mesnada.boards.svg import Node, Point, Raw, el, group, path_data, prefixed, rounded, symbols_of, titled, use, words
from mesnada.boards.svg_arcade import Bay, arcade
from mesnada.boards.svg_look import resolved, stylesheet
from mesnada.boards.svg_map import Atlas, Form, atlas_of_links, atlas_of_shapes, coast, hatched, land, outlines, owned, stitched
from mesnada.boards.svg_room import Room, rows_of

from . import board_pieces as pieces
from . import board_words as say
from .board_words import ENGLISH, LABELS, SPANISH, Labels

__all__ = ["ENGLISH", "LABELS", "SPANISH", "DieScene", "Group", "Layers", "RegionScene", "Scene", "atlas_for", "draw", "ground",
           "live", "shipped_atlas"]

GAME = "sanchos"
NARROW = {"place": 24.0, "vp": 17.0, "count": 15.0, "maptext": 18.0, "seatext": 20.0, "bay-number": 27.0, "heading": 27.0,
          "number": 14.0, "entry": 20.0}   # text sizes where the picture is narrow
MARGIN = 8.0                              # from the edge of the picture to the frame of the map
FORT, RING = 52.0, 50.0
ROW_W, ROW_H, LINE = 110.0, 52.0, 19.0    # fort and ring side by side; a line of a name
LETTER = 10.2                             # room for a letter of a name


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces of one Sancho that stand together."""

    sancho: str
    troops: int
    king: bool


@dataclass(frozen=True, slots=True)
class RegionScene:
    """A region and what stands in it. ``owner``: of the Garrison space; ``closed``: “No Entry!” at this player count."""

    id: str
    name: str
    fort: str                      # "home", "castle" or "tower"
    home_of: str | None
    value: int
    number: int
    closed: bool
    owner: str | None
    fields: tuple[Group, ...]      # Field Armies in the open, by Sancho
    garrison: Group | None
    siege: Group | None            # besiegers stacked on the Garrison
    el_cid: bool = False
    battle: bool = False


@dataclass(frozen=True, slots=True)
class DieScene:
    """A die on the Battle chart."""

    sancho: str
    king: bool
    column: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A position to draw. ``scores``: (marker, VP); a marker is a Sancho id, “player” or “auto”, the last two also with
    Sanchos (“player:najera”, “auto:aragon+castilla”)."""

    title: str
    regions: tuple[RegionScene, ...]
    scores: tuple[tuple[str, int], ...]
    dice: tuple[DieScene, ...]     # the Battle chart in placement order; () outside a battle
    solo: bool
    arrow_visible: str | None      # "highest" or "lowest" on the solo side
    deck: int
    discard: int
    legal_regions: tuple[str, ...] = ()
    chosen_regions: tuple[str, ...] = ()


class Layers(NamedTuple):
    """Two pictures that lie one in the other: ``under`` below, ``over`` above (all are ``<g>`` elements)."""

    under: Node
    over: Node


# -- what to draw on ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def shipped_atlas() -> Atlas:
    """The drawn shapes that ship with the game."""
    return atlas_of_shapes(json.loads((files(__package__) / "content" / "shapes.json").read_text("utf-8")))


@lru_cache(maxsize=32)
def atlas_for(ids: tuple[str, ...], links: tuple[tuple[str, str], ...] = (),
              places: tuple[tuple[str, Point], ...] = ()) -> Atlas:
    """The shipped shapes if they know every region; else a generated board from links and, if given, lon/lat places."""
    if all(i in shipped_atlas().forms for i in ids):
        return shipped_atlas()
    return atlas_of_links(ids, links, dict(places))


class _Static(NamedTuple):
    """What never changes about a region during a game."""

    id: str
    name: str
    fort: str
    home_of: str | None
    value: int
    number: int
    closed: bool


class _Plan(NamedTuple):
    """Where things stand in a region: the lines of the name, the middle of the fort, the middle of the ring, free ground."""

    lines: tuple[tuple[str, float, float], ...]
    fort: Point
    ring: Point
    room: Room


def _static(region: RegionScene) -> _Static:
    return _Static(region.id, region.name, region.fort, region.home_of, region.value, region.number, region.closed)


def _name_lines(name: str, form: Form) -> tuple[str, ...]:
    if name == form.name and form.lines:
        return form.lines
    parts = name.split()
    if len(name) <= 13 or len(parts) == 1:
        return (name,)
    cut = min(range(1, len(parts)), key=lambda k: (max(len(" ".join(parts[:k])), len(" ".join(parts[k:]))), k))
    return " ".join(parts[:cut]), " ".join(parts[cut:])


@lru_cache(maxsize=256)
def _plan(atlas: Atlas, region: _Static, solo: bool) -> _Plan:
    """Finds the place for name and fort that leaves the most room for armies."""
    form = atlas.forms[region.id]
    lines = _name_lines(region.name, form)
    name_w = max(len(t) for t in lines) * LETTER + (26 if solo else 0)
    name_h = LINE * len(lines)
    room = Room(form.rings)
    for wide in (ROW_W + 34, ROW_W, ROW_W - 14):                  # best with room for besiegers beside the ring
        block_h = name_h + 2 + ROW_H
        tries = [m for m in room.middles(min(wide, name_w, ROW_W), block_h, 2)
                 if room.free((m[0] - name_w / 2, m[1] - block_h / 2, name_w, name_h))
                 and room.free((m[0] - ROW_W / 2, m[1] - block_h / 2 + name_h + 2, wide, ROW_H))]
        if tries:
            break
    else:
        xs, ys = [p[0] for p in form.rings[0]], [p[1] for p in form.rings[0]]
        tries = [(sum(xs) / len(xs), sum(ys) / len(ys))]
    centre = (sum(m[0] for m in tries) / len(tries), sum(m[1] for m in tries) / len(tries))
    best: tuple[float, Point, Room] | None = None
    for m in tries[::max(1, len(tries) // 120)]:
        left = room.copy()
        left.take((m[0] - name_w / 2 - 2, m[1] - block_h / 2 - 2, name_w + 4, name_h + 4))
        left.take((m[0] - ROW_W / 2, m[1] - block_h / 2 + name_h, ROW_W, ROW_H + 4))
        score = (min(left.count(100, 94), 20) * 4 + min(left.count(100, 47), 70) * 0.8
                 - abs(m[0] - centre[0]) * 0.25 - abs(m[1] - centre[1]) * 0.1)
        if best is None or score > best[0]:
            best = score, m, left
    assert best is not None
    (_, (x, y), left) = best
    top = y - block_h / 2
    row_y = top + name_h + 2 + ROW_H / 2
    placed = tuple((t, x, top + LINE * (i + 1) - 4) for i, t in enumerate(lines))
    return _Plan(placed, (x - ROW_W / 2 + FORT / 2, row_y), (x + ROW_W / 2 - RING / 2, row_y), left)


# -- ground ---------------------------------------------------------------------------------------------------------


def _scenery(atlas: Atlas, labels: Labels, plans: Mapping[str, _Plan]) -> Node:
    out = group()
    if atlas.sea:
        waves = ((28, 62), (96, 30), (206, 78), (392, 30), (470, 98), (520, 52), (330, 66))
        d = "".join(f"M{x} {y}q7-6 14 0t14 0q7-6 14 0t14 0" for x, y in waves)
        out.add(el("path", d=d, class_="shore"),
                group(use("fish", 120, 52, 58, 33), use("fish", 434, 52, 46, 26), class_="fishes"))
    for node in land(atlas, {}):
        out.add(node)
    return out


def _mountains(atlas: Atlas, plans: Mapping[str, _Plan]) -> Node:
    """Peaks outside the regions, and inside where they leave the forts, the names and the armies their room."""
    rooms = [(Room(f.rings), plans[i]) for i, f in atlas.forms.items() if i in plans]
    peaks, inner = group(class_="peaks"), group(class_="peaks-in")
    for x, y, size in sorted(atlas.mountains, key=lambda m: m[1]):
        w, h = size * 2.6, size * 2
        box = (x - w / 2, y - h, w, h)
        where = next((plan for room, plan in rooms if room.free((x - 2, y - 4, 4, 4))), None)
        if where is None:
            peaks.add(use("mountain", box[0], box[1], w, h))
        elif where.room.free((box[0] - 4, box[1] - 4, w + 8, h + 8)):
            inner.add(use("mountain", box[0], box[1], w, h))
    return group(inner, peaks)


def _names(atlas: Atlas, labels: Labels) -> Node:
    out = group()
    for kind, name, x, y, angle in atlas.names:
        turn = f"rotate({angle:g} {x:g} {y:g})" if angle else None
        text = words(labels.get(f"map.{name}", name), min(max(x, 22), 978), min(y, 684), "seatext" if kind == "sea" else "maptext")
        if turn:
            text.attrs["transform"] = f"rotate({angle:g} {max(x, 22):g} {y:g})"
        out.add(text)
    return out


def _place(region: _Static, plan: _Plan, labels: Labels, solo: bool) -> Node:
    """Name, number, fort with its value, Garrison ring."""
    out = group()
    (fx, fy), (rx, ry) = plan.fort, plan.ring
    for text, x, y in plan.lines:
        shift = 12 if solo and (text, x, y) == plan.lines[0] else 0
        out.add(words(text, x + shift, y, "place closed-name" if region.closed else "place"))
        if shift:
            nx = x + shift - len(text) * LETTER * 0.44 - 15
            out.add(el("circle", cx=nx, cy=y - 5.5, r=10, class_="number-disc"), words(str(region.number), nx, y - 1.2, "number"))
    if region.closed:
        return out.add(words(labels["closed"], (fx + rx) / 2, fy + 2, "entry"))
    symbol = {"home": "castle-home", "castle": "castle"}.get(region.fort, "tower")
    fort = use(f"sanchos-{symbol}", fx - FORT / 2, fy - FORT / 2, FORT)
    vx, vy = (fx + rx) / 2 + 1, fy + 17
    return out.add(group(fort, class_=f"side-{region.home_of}") if region.home_of else fort,
                   use("sanchos-garrison", rx - RING / 2, ry - RING / 2, RING),
                   el("circle", cx=vx, cy=vy, r=10.5, class_="vp-disc"), words(str(region.value), vx, vy + 5.3, "vp"))


@lru_cache(maxsize=32)
def _ground(atlas: Atlas, regions: tuple[_Static, ...], solo: bool, labels_key: tuple[tuple[str, str], ...]) -> tuple[Layers, Node]:
    labels = dict(labels_key)
    plans = {r.id: _plan(atlas, r, solo) for r in regions}
    under = group(id="ground", aria_hidden="true")
    under.add(el("rect", x=0, y=0, width=atlas.width, height=atlas.height, class_="sea" if atlas.sea else "land out"))
    under.add(_scenery(atlas, labels, plans))
    for r in regions:
        if r.closed:
            under.add(hatched(r.id, atlas.forms[r.id]))
    over = group(id="marks", aria_hidden="true")
    over.add(el("path", d=path_data(atlas.arcs, closed=False), class_="rim") if False else None)
    for node in coast(atlas):
        over.add(node)
    over.add(_mountains(atlas, plans), _names(atlas, labels))
    for r in regions:
        over.add(_place(r, plans[r.id], labels, solo))
    defs = el("defs", *outlines(atlas))
    defs.add(el("clipPath", el("path", d=path_data([rounded(0, 0, atlas.width, atlas.height, 5)])), id="c-map"))
    return Layers(under, over), defs


def ground(scene: Scene, *, lang: str = "en", labels: Labels | None = None, atlas: Atlas | None = None) -> Layers:
    """The map without pieces: ``under`` (sea, land) and ``over`` (coast, names, forts). Cached; do not change the nodes."""
    labels = LABELS[lang] if labels is None else labels
    return _ground_of(scene, labels, atlas or _atlas(scene))[0]


def _atlas(scene: Scene) -> Atlas:
    return atlas_for(tuple(r.id for r in scene.regions))


def _ground_of(scene: Scene, labels: Labels, atlas: Atlas) -> tuple[Layers, Node]:
    return _ground(atlas, tuple(_static(r) for r in scene.regions), scene.solo, tuple(sorted(labels.items())))


# -- live -----------------------------------------------------------------------------------------------------------


def _armies(region: RegionScene, plan: _Plan, labels: Labels, ring: Point) -> list[Node]:
    """The Field Armies in neat rows, El Cid and the Battle token with them."""
    room = plan.room.copy()
    if region.siege:
        room.take(pieces.besiegers(region.siege, *ring)[1])
    items: list[tuple[Node, float, float]] = []
    for army in region.fields:
        drawn, wide, high = pieces.stack(army)
        node = group(drawn, id=f"field-{region.id}-{army.sancho}", role="img")
        items.append((titled(node, say.army_text(labels, "field", army)), wide, high))
    if region.el_cid:
        node = group(use("sanchos-el-cid", -3, -1, 46), id="el-cid", role="img")
        items.append((titled(node, labels["el-cid"]), 39, 44))
    if region.battle:
        node = group(use("sanchos-battle", -4, -3, 40), id="battle", role="img")
        items.append((titled(node, labels["battle"]), 32, 35))
    sizes = [(w, h) for _, w, h in items]
    middle = (plan.fort[0] + plan.ring[0]) / 2
    foot = plan.ring[1] + RING / 2 + 3
    spots = rows_of(room, sizes, middle, foot, gap=5) or rows_of(room, [(w * 0.86, h * 0.86) for w, h in sizes], middle, foot, gap=0)
    if spots is None:                                   # no ground left: in a row below the fort, over whatever is there
        total = sum(w for w, _ in sizes)
        xs = [middle - total / 2 + sum(w for w, _ in sizes[:i]) + sizes[i][0] / 2 for i in range(len(sizes))]
        spots = [(x, foot + sizes[i][1] / 2) for i, x in enumerate(xs)]
    for (node, w, h), (x, y) in zip(items, spots, strict=True):
        node.attrs["transform"] = f"translate({x - w / 2:.1f} {y - h / 2:.1f})"
    return [node for node, _, _ in items]


def _region(region: RegionScene, plan: _Plan, labels: Labels, scene: Scene, *, legal: bool, chosen: bool, static: bool) -> Node:
    name = say.region_text(labels, region, solo=scene.solo)
    if legal or chosen:
        name += f"; {labels['chosen' if chosen else 'legal']}"
    out = group(id=f"region-{region.id}", role="img" if static or not legal else "button")
    if legal and not static:
        out.attrs |= {"tabindex": "0", "data-act": region.id}
    out.add(use(f"p-{region.id}", class_="hit"))
    x, y = plan.ring
    if region.garrison:
        node = group(pieces.garrison(region.garrison, x, y, besieged=region.siege is not None), id=f"garrison-{region.id}", role="img")
        out.add(titled(node, say.army_text(labels, "garrison", region.garrison)))
    if region.siege:
        node = group(pieces.besiegers(region.siege, x, y)[0], id=f"siege-{region.id}", role="img")
        out.add(titled(node, say.army_text(labels, "siege", region.siege)))
    return titled(out.add(*_armies(region, plan, labels, plan.ring)), name)


def _cards(scene: Scene, labels: Labels, x: float, y: float) -> Node:
    """Deck and discard pile."""
    deck = group(id="deck")
    for i in range(0 if not scene.deck else 1 if scene.deck == 1 else 2):
        deck.add(use("sanchos-card-back", x - 4 * i, y - 3 * i, 50, 70))
    if not scene.deck:
        deck.add(group(use("sanchos-card-none", x, y, 50, 70), class_="empty"))
    discard = group(id="discard")
    if scene.discard:
        discard.add(use("sanchos-card-face", x + 72, y, 50, 70))
    else:
        discard.add(group(use("sanchos-card-none", x + 72, y, 50, 70), class_="empty"))
    out = group(deck, discard, words(labels["deck"].format(n=scene.deck), x + 25, y + 89, "maptext"),
                words(labels["discard"].format(n=scene.discard), x + 97, y + 89, "maptext"), role="img")
    return titled(out, labels["cards"].format(deck=scene.deck, discard=scene.discard))


def _arrows(scene: Scene, labels: Labels, x: float, y: float) -> Node | None:
    """The decision arrows of the solo side; the Tiebreak token covers the one that does not count."""
    if scene.arrow_visible not in ("highest", "lowest"):
        return None
    out = group(role="img")
    for i, which in enumerate(("highest", "lowest")):
        left = x + i * 66
        out.add(group(use(f"sanchos-arrow-{which}", left, y + 8, 52), id=f"arrow-{which}"),
                words(labels[f"arrow.{which}"], left + 26, y + 89, "maptext"))
        if which != scene.arrow_visible:
            out.add(group(use("sanchos-tiebreak", 0, 0, 46), id="tiebreak", transform=f"translate({left + 3:g} {y + 11:g})"))
    return titled(out, say.arrow_text(labels, scene.arrow_visible))


def _chart(scene: Scene, labels: Labels, top: float, width: float, legal: Collection[str], chosen: Collection[str], *,
           static: bool) -> tuple[Node, float]:
    """Score track and Battle chart, one arcade; gives also its height."""
    bays: list[Bay] = []
    for n in range(11):
        ledge: list[Node] = []
        hall: list[Node] = []
        said: list[str] = []
        for k, (name, points) in enumerate(scene.scores):
            if min(max(points, 0), 10) == n:
                node = group(pieces.shield(*say.marker(scene.scores, name)), id=f"score-{k}", role="img")
                if points > 10:
                    node.add(words(str(points), 24, 0, "over"))
                text = say.score_text(labels, scene, name, points)
                ledge.append(titled(node, text))
                said.append(text)
        for k, d in enumerate(scene.dice):
            if min(max(d.column, 0), 10) == n:
                text = say.die_text(labels, d)
                hall.append(titled(group(pieces.die(d), id=f"die-{k}", role="img"), text))
                said.append(text)
        key = f"column-{n}"
        bays.append(Bay(str(n), ": ".join([labels["column"].format(n=n), "; ".join(said)]) if said else labels["column"].format(n=n),
                        tuple(ledge), tuple(hall), key in legal, key in chosen, n == 10 and not hall))
    picture, height = arcade(bays, MARGIN + 12, top + 32, width - 24)
    if not static:
        for bay in picture.children:
            if isinstance(bay, Node) and bay.attrs.get("id") in legal:
                bay.attrs |= {"role": "button", "tabindex": "0", "data-act": bay.attrs["id"]}
    battle = next((r.name for r in scene.regions if r.battle), None)
    heading = labels["battle.in"].format(name=battle) if battle else labels["chart"]
    out = group(el("rect", x=MARGIN - 2, y=top, width=width + 4, height=height + 44, rx=6, class_="leaf"),
                words(heading, MARGIN + 14, top + 24, "heading"),
                words(labels["chart.note"], MARGIN + width - 14, top + 23, "note"), picture, id="chart")
    return out, height + 44


def live(scene: Scene, *, lang: str = "en", labels: Labels | None = None, atlas: Atlas | None = None, legal: Collection[str] = (),
         chosen: Collection[str] = (), static: bool = True, chart: bool = True) -> Layers:
    """What moves: ``under`` (owners) and ``over`` (stitches, pieces, cards; the chart is drawn by ``draw``)."""
    labels = LABELS[lang] if labels is None else labels
    return _live(scene, labels, atlas or _atlas(scene), legal, chosen, static=static)


def _live(scene: Scene, labels: Labels, atlas: Atlas, legal: Collection[str], chosen: Collection[str], *, static: bool) -> Layers:
    may = {*scene.legal_regions, *(i.removeprefix("region-") for i in legal)}
    did = {*scene.chosen_regions, *(i.removeprefix("region-") for i in chosen)}
    owners = group(id="owners", aria_hidden="true")
    for r in scene.regions:
        if r.owner and not r.closed:
            owners.add(owned(r.id, r.owner))
    for r in scene.regions:
        if r.battle:
            owners.add(use(f"p-{r.id}", class_="battle"))
    over = group(id="pieces")
    for r in scene.regions:
        if r.id in may or r.id in did:
            over.add(*stitched(r.id, chosen=r.id in did))
    for r in scene.regions:
        plan = _plan(atlas, _static(r), scene.solo)
        over.add(_region(r, plan, labels, scene, legal=r.id in may, chosen=r.id in did, static=static))
    if atlas.sea:
        over.add(_cards(scene, labels, atlas.width - 146, 22), _arrows(scene, labels, atlas.width - 300, 22))
    return Layers(owners, over)


# -- the whole picture ----------------------------------------------------------------------------------------------


def draw(scene: Scene, *, theme: str = "auto", lang: str = "en", labels: Labels | None = None, atlas: Atlas | None = None,
         legal: Collection[str] = (), chosen: Collection[str] = (), static: bool = True, chart: bool = True,
         resolve: bool = False, prefix: str = "") -> str:
    """The SVG picture of a position.

    ``theme``: “auto” follows the page or the system, “light” and “dark” force. ``labels`` overrules ``lang``. ``atlas``: the map to
    draw on (``atlas_for``); without, the shipped shapes, or generated cells if they lack a region. ``legal``, ``chosen``: ids to
    stitch besides the scene's regions (regions or ``column-<n>``). ``static``: no movement, the root is one image; otherwise legal
    places are buttons with ``data-act``. ``resolve``: plain colours, no style sheet (“auto” becomes light). ``prefix`` for all ids.
    """
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"theme must be auto, light or dark, not {theme!r}")
    labels = LABELS[lang] if labels is None else labels
    atlas = atlas or _atlas(scene)
    below, defs = _ground_of(scene, labels, atlas)
    moving = _live(scene, labels, atlas, legal, chosen, static=static)
    map_x = map_y = MARGIN
    height = atlas.height + 2 * MARGIN
    world = group(below.under, moving.under, below.over, moving.over, clip_path="url(#c-map)")
    frame = [el("rect", x=0, y=0, width=atlas.width, height=atlas.height, rx=5, class_="frame"),
             el("rect", x=-3.5, y=-3.5, width=atlas.width + 7, height=atlas.height + 7, rx=7, class_="frame-outer")]
    parts: list[Node] = [group(world, *frame, transform=f"translate({map_x:g} {map_y:g})")]
    if chart:
        track, high = _chart(scene, labels, height, atlas.width, legal, chosen, static=static)
        parts.append(track)
        height += high + MARGIN
    width = atlas.width + 2 * MARGIN
    parts.insert(0, el("rect", x=0, y=0, width=width, height=height, rx=8, class_="paper"))
    root = el("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}", class_=f"mesnada game-{GAME}",
              role="img" if static else "group", aria_labelledby="title", aria_describedby="desc", lang=lang)
    if theme != "auto":
        root.attrs["data-theme"] = theme
    root.add(el("title", f"{labels['game']}: {scene.title}" if scene.title else labels["game"], id="title"),
             el("desc", say.description(labels, scene), id="desc"))
    if resolve:
        return prefixed(str(resolved(root.add(defs, *parts), GAME, theme)), prefix)
    symbols = symbols_of(parts)
    every = [defs, *symbols, *parts]
    root.add(el("style", stylesheet([root, *every], GAME, static=static, narrow=NARROW)),
             el("defs", *symbols, *defs.children), *parts)
    return prefixed(str(root), prefix)
