"""The drawing of a pack: ``shapes.json``, and whether it fits the map."""

import math
from collections.abc import Iterable, Mapping

from mesnada.games.sanchos.components import Board
from mesnada.games.sanchos.pack.report import Report, name_in_key, shown


def read_shapes(data: Mapping[str, object], report: Report, board: Board | None) -> None:
    """Checks what a drawing needs of shapes.json and whether it fits the map.

    A region without a shape, or neighbours without a border, is a warning: the board is then drawn from lon and lat.
    """
    for key, wanted in (("format", "mesnada-shapes"), ("version", 1), ("game", "sanchos")):
        if data.get(key) != wanted:
            report.error(key, f"must be {wanted!r}, not {shown(data.get(key))}")
    box = data.get("view_box")
    if not isinstance(box, list) or len(box) != 4 or not all(_finite(value) for value in box):
        report.error("view_box", f"must be four numbers, not {shown(box)}")
    places = data.get("places")
    if not isinstance(places, list):
        report.error("places", f"must be a list, not {shown(places)}")
        return
    shaped: dict[str, object] = {}
    for position, place in enumerate(places, 1):
        key = f"places[{name_in_key(place, position)}]"
        if not isinstance(place, dict) or not isinstance(place.get("id"), str):
            report.error(key, "must be an object with an id")
            continue
        if place["id"] in shaped:
            report.error(f"{key}.id", "two places have this id")
        shaped[place["id"]] = place.get("number")
        rings = place.get("rings")
        if not isinstance(rings, list) or not rings:
            report.error(f"{key}.rings", f"must be a list of rings, not {shown(rings)}")
            continue
        for at, ring in enumerate(rings, 1):
            if not isinstance(ring, list) or len(ring) < 3 or not all(_is_point(point) for point in ring):
                report.error(f"{key}.rings[{at}]", "must be a list of three or more points [x, y]")
    if board is not None and not report.errors():
        _expect_of_shapes(data, shaped, board, report)


def _finite(value: object) -> bool:
    return type(value) is int or (isinstance(value, float) and math.isfinite(value))


def _is_point(point: object) -> bool:
    return isinstance(point, list) and len(point) == 2 and all(_finite(value) for value in point)


def _expect_of_shapes(data: Mapping[str, object], shaped: Mapping[str, object], board: Board, report: Report) -> None:
    """Warnings: regions without a shape, shapes without a region, borders that are not those of the map."""
    known = {region.id: region.number for region in board.regions}
    for id, number in known.items():
        if id not in shaped:
            report.warn("places", f"there is no shape for the region {id}")
        elif shaped[id] != number:
            report.warn(f"places[{id}].number", f"is {shown(shaped[id])}, but {number} on the map")
    for id in shaped:
        if id not in known:
            report.warn(f"places[{id}]", "there is no such region on the map")
    borders = data.get("borders")
    drawn = set()
    for border in borders if isinstance(borders, list) else []:
        between = border.get("between") if isinstance(border, dict) else None
        if isinstance(between, list) and all(type(number) is int for number in between):
            drawn.add(tuple(sorted(between)))
    meant = {tuple(sorted((region.number, number))) for region in board.regions for number in region.adjacent}
    if missing := _pairs(meant - drawn):
        report.warn("borders", f"the drawing has no border between the adjacent regions {missing}")
    if needless := _pairs(drawn - meant):
        report.warn("borders", f"the drawing has a border between regions that are not adjacent: {needless}")


def _pairs(pairs: Iterable[tuple[int, ...]]) -> str:
    return ", ".join(" and ".join(map(str, pair)) for pair in sorted(pairs))
