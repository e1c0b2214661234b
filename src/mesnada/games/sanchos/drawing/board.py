"""The picture of a position of War of the 3 Sanchos, as SVG.

``draw(scene)`` is a pure function of plain records. ``ground(scene)`` (map, forts, names; cached) and ``live(scene)``
(owners, pieces, highlights, chart) are its layers, for pages that keep the ground and replace what moves.

Ids in the picture: ``region-<id>``, ``field-<region>-<sancho>``, ``garrison-<region>``, ``siege-<region>``, ``battle``,
``el-cid``, ``die-<n>`` (placement order from 0), ``score-<n>``, ``column-<n>``, ``own-<region>``, ``deck``,
``discard``, ``arrow-highest``, ``arrow-lowest``, ``tiebreak``.
Layers, from below: ``ground``, ``owners``, ``marks``, ``pieces``; beside them ``chart``.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from mesnada.boards.svg import Node, Point, el, group, prefixed, symbols_of, titled, use, words
from mesnada.boards.svg_arcade import Bay, arcade
from mesnada.boards.svg_look import resolved, stylesheet
from mesnada.boards.svg_map import Atlas, owned, stitched
from mesnada.boards.svg_room import rows_of
from mesnada.games.sanchos.drawing import labels as say
from mesnada.games.sanchos.drawing import pieces
from mesnada.games.sanchos.drawing.ground import (
    RING,
    Ground,
    Plan,
    atlas_for,
    ground_of,
    plan_of,
    shipped_atlas,
    static_of,
)
from mesnada.games.sanchos.drawing.labels import ENGLISH, LABELS, SPANISH, Labels

__all__ = [
    "ENGLISH",
    "LABELS",
    "SPANISH",
    "DieScene",
    "Ground",
    "Group",
    "Live",
    "RegionScene",
    "Scene",
    "atlas_for",
    "draw",
    "ground",
    "live",
    "shipped_atlas",
]

GAME = "sanchos"
NARROW = {
    "place": 24.0,
    "vp": 17.0,
    "count": 15.0,
    "maptext": 18.0,
    "seatext": 20.0,
    "bay-number": 27.0,
    "heading": 27.0,
    "number": 14.0,
    "entry": 20.0,
    "note": 20.0,
    "aside": 20.0,
}  # text sizes where the picture is narrow
# Size of the pieces and from how many Troops a count stands for them: tighter as the ground of a region gets scarce.
TIGHTER = ((1.0, pieces.MANY), (0.87, pieces.MANY), (0.9, 3), (0.78, 3), (0.66, 2))
CHART = 202.0  # height of the chart
MARGIN = 8.0  # from the edge of the picture to the frame of the map


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces of one Sancho that stand together."""

    sancho: str
    troops: int
    king: bool


@dataclass(frozen=True, slots=True)
class RegionScene:
    """A region and what stands in it. ``owner``: of the Garrison space; ``closed``: “No Entry!” at this count."""

    id: str
    name: str
    fort: str  # "home", "castle" or "tower"
    home_of: str | None
    value: int
    number: int
    closed: bool
    owner: str | None
    fields: tuple[Group, ...]  # Field Armies in the open, by Sancho
    garrison: Group | None
    siege: Group | None  # besiegers stacked on the Garrison
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
    dice: tuple[DieScene, ...]  # the Battle chart in placement order; () outside a battle
    solo: bool
    arrow_visible: str | None  # "highest" or "lowest" on the solo side
    deck: int
    discard: int
    legal_regions: tuple[str, ...] = ()
    chosen_regions: tuple[str, ...] = ()


class Live(NamedTuple):
    """What moves, each an element with its id: ``owners``, ``pieces`` and ``chart``."""

    owners: Node
    pieces: Node
    chart: Node


def ground(scene: Scene, *, lang: str = "en", labels: Labels | None = None, atlas: Atlas | None = None) -> Ground:
    """The map without pieces. Cached; do not change the nodes."""
    labels = LABELS[lang] if labels is None else labels
    return _ground_of(scene, labels, atlas or _atlas(scene))


def _atlas(scene: Scene) -> Atlas:
    return atlas_for(tuple(r.id for r in scene.regions))


def _ground_of(scene: Scene, labels: Labels, atlas: Atlas) -> Ground:
    return ground_of(atlas, tuple(static_of(r) for r in scene.regions), scene.solo, tuple(sorted(labels.items())))


# -- live -----------------------------------------------------------------------------------------------------------


def _armies(region: RegionScene, plan: Plan, labels: Labels, ring: Point) -> list[Node]:
    """The Field Armies in neat rows, El Cid and the Battle token with them."""
    room = plan.room.copy()
    if region.siege:
        room.take(pieces.besiegers(region.siege, *ring)[1])
    middle, foot = (plan.fort[0] + plan.ring[0]) / 2, ring[1] + RING / 2 + 3
    for scale, many in TIGHTER:
        items = _field(region, labels, scale, many)
        sizes = [(w, h) for _, w, h in items]
        spots = rows_of(room, sizes, middle, foot, gap=5 * scale, slack=5)
        if spots is not None:
            break
    else:  # no ground left: in a row below the fort, over whatever is there
        edge = middle - sum(w for w, _ in sizes) / 2
        spots = [
            (edge + sum(w for w, _ in sizes[:i]) + sizes[i][0] / 2, foot + sizes[i][1] / 2) for i in range(len(sizes))
        ]
    for (node, w, h), (x, y) in zip(items, spots, strict=True):
        node.attrs["transform"] = f"translate({x - w / 2:.1f} {y - h / 2:.1f})" + (
            f" scale({scale:g})" if scale < 1 else ""
        )
    return [node for node, _, _ in items]


def _field(region: RegionScene, labels: Labels, scale: float, many: int) -> list[tuple[Node, float, float]]:
    """What stands in the open, each with its width and height."""
    items: list[tuple[Node, float, float]] = []
    for army in region.fields:
        drawn, wide, high = pieces.stack(army, many=many)
        node = group(drawn, id=f"field-{region.id}-{army.sancho}", role="img")
        items.append((titled(node, say.army_text(labels, "field", army)), wide * scale, high * scale))
    if region.el_cid:
        node = group(use("sanchos-el-cid", -4, -3, 50), id="el-cid", role="img")
        items.append((titled(node, labels["el-cid"]), 42 * scale, 47 * scale))
    if region.battle:
        node = group(use("sanchos-battle", -5, -4, 42), id="battle", role="img")
        items.append((titled(node, labels["battle"]), 32 * scale, 35 * scale))
    return items


def _region(
    region: RegionScene, plan: Plan, labels: Labels, scene: Scene, *, legal: bool, chosen: bool, static: bool
) -> Node:
    name = say.region_text(labels, region, solo=scene.solo)
    if legal or chosen:
        name += f"; {labels['chosen' if chosen else 'legal']}"
    out = group(id=f"region-{region.id}", role="img" if static or not legal else "button")
    if legal and not static:
        out.attrs |= {"tabindex": "0", "data-act": region.id}
    out.add(use(f"p-{region.id}", class_="hit"))
    x, y = plan.ring
    if region.garrison:
        node = group(
            pieces.garrison(region.garrison, x, y, besieged=region.siege is not None),
            id=f"garrison-{region.id}",
            role="img",
        )
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
    out = group(
        deck,
        discard,
        words(labels["deck"].format(n=scene.deck), x + 25, y + 89, "maptext"),
        words(labels["discard"].format(n=scene.discard), x + 97, y + 89, "maptext"),
        role="img",
    )
    return titled(out, labels["cards"].format(deck=scene.deck, discard=scene.discard))


def _arrows(scene: Scene, labels: Labels, x: float, y: float) -> Node | None:
    """The decision arrows of the solo side; the Tiebreak token covers the one that does not count."""
    if scene.arrow_visible not in ("highest", "lowest"):
        return None
    out = group(role="img")
    for i, which in enumerate(("highest", "lowest")):
        left = x + i * 66
        out.add(
            group(use(f"sanchos-arrow-{which}", left - 3, y + 5, 58), id=f"arrow-{which}"),
            words(labels[f"arrow.{which}"], left + 26, y + 89, "maptext"),
        )
        if which != scene.arrow_visible:
            out.add(
                group(use("sanchos-tiebreak", 0, 0, 40), id="tiebreak", transform=f"translate({left + 6:g} {y + 14:g})")
            )
    return titled(out, say.arrow_text(labels, scene.arrow_visible))


def _chart(
    scene: Scene, labels: Labels, atlas: Atlas, legal: Collection[str], chosen: Collection[str], *, static: bool
) -> Node:
    """Score track and Battle chart, one arcade below the map."""
    top, width = atlas.height + 2 * MARGIN, atlas.width
    bays: list[Bay] = []
    for n in range(11):
        ledge: list[Node] = []
        hall: list[Node] = []
        said: list[str] = []
        for k, (name, points) in enumerate(scene.scores):
            if min(max(points, 0), 10) == n:
                node = group(pieces.shield(*say.marker(scene.scores, name)), id=f"score-{k}", role="img")
                if points > 10:
                    node.add(words(str(points), 24, 1, "over"))
                text = say.score_text(labels, scene, name, points)
                ledge.append(titled(node, text))
                said.append(text)
        for k, d in enumerate(scene.dice):
            if min(max(d.column, 0), 10) == n:
                text = say.die_text(labels, d)
                hall.append(titled(group(pieces.die(d), id=f"die-{k}", role="img"), text))
                said.append(text)
        key = f"column-{n}"
        bays.append(
            Bay(
                str(n),
                ": ".join([labels["column"].format(n=n), "; ".join(said)]) if said else labels["column"].format(n=n),
                tuple(ledge),
                tuple(hall),
                key in legal,
                key in chosen,
                n == 10 and not hall,
            )
        )
    picture, _ = arcade(bays, MARGIN + 12, top + 26, width - 24, ledge=33)
    if not static:
        for bay in picture.children:
            if isinstance(bay, Node) and bay.attrs.get("id") in legal:
                bay.attrs |= {"role": "button", "tabindex": "0", "data-act": bay.attrs["id"]}
    battle = next((r.name for r in scene.regions if r.battle), None)
    heading = words(
        labels["battle.in"].format(name=battle) if battle else scene.title or labels["chart"],
        MARGIN + 14,
        top + 24,
        "heading",
    )
    if battle and scene.title:
        heading.add(el("tspan", scene.title, dx=12, class_="aside"))
    return group(
        el("rect", x=MARGIN - 2, y=top, width=width + 4, height=CHART, rx=6, class_="leaf"),
        heading,
        words(_note(scene, labels, atlas), MARGIN + width - 104, top + 23, "note"),
        picture,
        id="chart",
    )


def _note(scene: Scene, labels: Labels, atlas: Atlas) -> str:
    """The line over the chart; without a sea there is no room on the map for cards and arrows, so it names them."""
    if atlas.sea:
        return labels["chart.note"]
    parts = [labels["deck"].format(n=scene.deck), labels["discard"].format(n=scene.discard)]
    if scene.arrow_visible:
        parts.append(f"{labels['arrows']}: {labels[f'arrow.{scene.arrow_visible}']}")
    return " · ".join(parts)


def live(
    scene: Scene,
    *,
    lang: str = "en",
    labels: Labels | None = None,
    atlas: Atlas | None = None,
    legal: Collection[str] = (),
    chosen: Collection[str] = (),
    static: bool = False,
) -> Live:
    """What moves: owners, fight and stitches; pieces and cards; the chart. Arguments as for ``draw``."""
    labels = LABELS[lang] if labels is None else labels
    atlas = atlas or _atlas(scene)
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
    for r in sorted((r for r in scene.regions if r.id in may | did), key=lambda r: r.id in did):
        owners.add(stitched(r.id, chosen=r.id in did))
    for r in scene.regions:
        plan = plan_of(atlas, static_of(r))
        over.add(_region(r, plan, labels, scene, legal=r.id in may, chosen=r.id in did, static=static))
    if atlas.sea:
        over.add(_cards(scene, labels, atlas.width - 146, 22), _arrows(scene, labels, atlas.width - 300, 22))
    return Live(owners, over, _chart(scene, labels, atlas, legal, chosen, static=static))


# -- the whole picture ----------------------------------------------------------------------------------------------


def draw(
    scene: Scene,
    *,
    theme: str = "auto",
    lang: str = "en",
    labels: Labels | None = None,
    atlas: Atlas | None = None,
    legal: Collection[str] = (),
    chosen: Collection[str] = (),
    static: bool = True,
    chart: bool = True,
    resolve: bool = False,
    prefix: str = "",
) -> str:
    """The SVG picture of a position.

    ``theme``: “auto” follows the page or the system, “light” and “dark” force. ``labels`` overrules ``lang``.
    ``atlas``: the map to draw on (see ``atlas_for``); without, the shipped shapes, or cells if those lack a region.
    ``legal``, ``chosen``: ids to stitch besides the scene's regions (regions or ``column-<n>``).
    ``static``: no movement, the root is one image. Otherwise legal places are buttons with ``data-act``, and every
    symbol and rule that ``live`` may need later is on board. ``chart``: with the score track and Battle chart.
    ``resolve``: plain colours, no style sheet (“auto” becomes light). ``prefix``: put before every id.
    Raises ``ValueError`` for another theme, ``KeyError`` for a language without labels.
    """
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"theme must be auto, light or dark, not {theme!r}")
    labels = LABELS[lang] if labels is None else labels
    atlas = atlas or _atlas(scene)
    still = _ground_of(scene, labels, atlas)
    moving = live(scene, labels=labels, atlas=atlas, legal=legal, chosen=chosen, static=static)
    parts: list[Node] = [
        group(
            group(still.land, moving.owners, still.marks, moving.pieces, clip_path="url(#c-map)"),
            el("rect", x=0, y=0, width=atlas.width, height=atlas.height, rx=5, class_="frame"),
            el("rect", x=-3.5, y=-3.5, width=atlas.width + 7, height=atlas.height + 7, rx=7, class_="frame-outer"),
            transform=f"translate({MARGIN:g} {MARGIN:g})",
        )
    ]
    height = atlas.height + 2 * MARGIN
    if chart:
        parts.append(moving.chart)
        height += CHART + MARGIN
    width = atlas.width + 2 * MARGIN
    parts.insert(0, el("rect", x=0, y=0, width=width, height=height, rx=8, class_="paper"))
    root = el(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        class_=f"mesnada game-{GAME}",
        role="img" if static else "group",
        aria_labelledby="title",
        aria_describedby="desc",
        lang=lang,
    )
    if theme != "auto":
        root.attrs["data-theme"] = theme
    root.add(
        el("title", f"{labels['game']}: {scene.title}" if scene.title else labels["game"], id="title"),
        el("desc", say.description(labels, scene), id="desc"),
    )
    if resolve:
        return prefixed(str(resolved(root.add(still.defs, *parts), GAME, theme)), prefix)
    symbols = symbols_of(parts) if static else symbols_of(parts, also=lambda name: name.startswith(f"{GAME}-"))
    style = stylesheet([root, still.defs, *symbols, *parts], GAME, static=static, narrow=NARROW)
    root.add(el("style", style), el("defs", *symbols, *still.defs.children), *parts)
    return prefixed(str(root), prefix)
