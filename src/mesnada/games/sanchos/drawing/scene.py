"""From a state to a scene: what the drawing in :mod:`drawing.board` needs to know of a position."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mesnada.games.sanchos.components import SANCHOS, Content
from mesnada.games.sanchos.drawing.board import DieScene, Group, RegionScene, Scene, draw
from mesnada.games.sanchos.drawing.ground import atlas_for, shipped_atlas
from mesnada.games.sanchos.model import (
    ARROW,
    ATTACKER,
    BATTLE,
    CARD,
    CID_REGION,
    DECK,
    DISCARDED,
    FIELD_PLACE,
    FIELD_T,
    GARRISON_PLACE,
    GARRISON_T,
    KING_PLACE,
    KING_REGION,
    OWNER,
    REGIONS,
    SCORE,
    SIEGE_PLACE,
    SIEGE_T,
    SIEGER,
    SanchosState,
)
from mesnada.games.sanchos.pack.loading import load_content
from mesnada.games.sanchos.reserved_cards import PICKED
from mesnada.games.sanchos.tables import TITLE

if TYPE_CHECKING:
    from mesnada.boards.svg_map import Atlas

_PLACED: Final = frozenset(("to", "attack", "besiege", "army", "target", "fortify"))
"""Verbs whose action names a place on the board."""


def scene_of(g: SanchosState, *, legal: bool = True) -> Scene:
    """The scene of a state; with ``legal`` the places that the present decision offers are marked."""
    b, t = g.b, g.t
    regions = tuple(_region(g, r) for r in range(t.count))
    dice = tuple(
        DieScene(SANCHOS[die >> 1 & 3], bool(die & 1), die >> 3) for die in (d & (PICKED - 1) for d in g.dice)
    )
    return Scene(
        title=TITLE,
        regions=regions,
        scores=_scores(g),
        dice=dice,
        solo=t.solo,
        arrow_visible={0: None, 1: "lowest", 2: "highest"}[b[ARROW]],
        deck=b[DECK],
        discard=sum(b[CARD + c] == DISCARDED for c in range(t.card_count)),
        legal_regions=legal_regions(g) if legal else (),
    )


def _region(g: SanchosState, r: int) -> RegionScene:
    b, t = g.b, g.t
    region = t.board.regions[r]

    def king(s: int, place: int) -> bool:
        return b[KING_REGION + s] == r and b[KING_PLACE + s] == place

    fields = tuple(
        Group(name, b[FIELD_T + s * REGIONS + r], king(s, FIELD_PLACE))
        for s, name in enumerate(SANCHOS)
        if b[FIELD_T + s * REGIONS + r] or king(s, FIELD_PLACE)
    )
    owner, sieger = b[OWNER + r] - 1, b[SIEGER + r] - 1
    return RegionScene(
        id=region.id,
        name=region.name,
        fort=region.fort,
        home_of=region.home_of,
        value=t.value[r],
        number=region.number,
        closed=t.closed[r],
        owner=SANCHOS[owner] if owner >= 0 else None,
        fields=fields,
        garrison=Group(SANCHOS[owner], b[GARRISON_T + r], king(owner, GARRISON_PLACE)) if owner >= 0 else None,
        siege=Group(SANCHOS[sieger], b[SIEGE_T + r], king(sieger, SIEGE_PLACE)) if sieger >= 0 else None,
        el_cid=b[CID_REGION] == r + 1,
        battle=b[ATTACKER] != 0 and b[BATTLE] == r,
    )


def _scores(g: SanchosState) -> tuple[tuple[str, int], ...]:
    if not g.t.solo:
        return tuple((name, g.b[SCORE + s]) for s, name in enumerate(SANCHOS))
    scores = g.side_scores()
    autos = "+".join(name for s, name in enumerate(SANCHOS) if g.t.auto[s])
    return (f"player:{SANCHOS[g.t.player]}", scores["player"]), (f"auto:{autos}", scores["auto"])


def legal_regions(g: SanchosState) -> tuple[str, ...]:
    """The regions that the legal actions of the present decision name."""
    if g.over or g.step.chance:
        return ()
    found: dict[str, None] = {}
    for action in g.legal():
        if action.verb == "move":
            region = g.b[KING_REGION + _mover(g)] if action is g.t.move_king else action.x
            found[g.t.ids[region]] = None
        elif action.verb in _PLACED or action.words[:1] == ("place",):
            found[g.t.ids[action.x]] = None
    return tuple(found)


def _mover(g: SanchosState) -> int:
    """Whose King a Move of the present decision is about."""
    return int(getattr(g.step, "s", 0))


def atlas_of(content: Content) -> Atlas:
    """The drawn map of a content pack: its shapes, or generated cells where they lack a region."""
    from mesnada.boards.svg_map import atlas_of_shapes

    ids = tuple(region.id for region in content.board.regions)
    if content is not load_content() and content.shapes and content.shapes != load_content().shapes:
        drawn = atlas_of_shapes(content.shapes)
        if all(id in drawn.forms for id in ids):
            return drawn
    if all(id in shipped_atlas().forms for id in ids):
        return shipped_atlas()
    by_number = {region.number: region.id for region in content.board.regions}
    links = tuple(
        (region.id, by_number[n]) for region in content.board.regions for n in region.adjacent if n > region.number)
    places = tuple((region.id, (region.lon, region.lat)) for region in content.board.regions)
    return atlas_for(ids, links, places)


def draw_state(g: SanchosState, *, seat: int | None = None, theme: str = "auto", lang: str = "en",
               title: str = TITLE, resolve: bool = False) -> str:
    """The board of a state as SVG; the places that ``seat`` may choose now are marked.

    ``title`` is the game's in ``lang``. The board shows nothing hidden, so a seat changes only the marks.
    """
    legal = seat is not None and g.seat == seat
    scene = replace(scene_of(g, legal=legal), title=title)
    return draw(scene, theme=theme, lang=lang, atlas=atlas_of(g.t.content), resolve=resolve)
