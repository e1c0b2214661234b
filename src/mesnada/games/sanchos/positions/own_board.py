"""A board of one's own inside a position or a vector: regions and adjacent pairs in a short form."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from mesnada.games.sanchos.components import Board, Content
from mesnada.games.sanchos.pack.board import made_up_board
from mesnada.games.sanchos.pack.loading import load_content
from mesnada.kernel.errors import ContentError, PositionError

MARK: Final = "board-"
"""How the digest of content with a board of its own begins."""


def with_board(content: Content, data: Mapping[str, Any], where: str = "board") -> Content:
    """The content with this board in the place of its map: ``regions`` and ``adjacent`` as in
    :func:`mesnada.games.sanchos.pack.board.made_up_board`. Raises PositionError.
    """
    for key in data:
        if key not in ("regions", "adjacent"):
            raise PositionError(f"{where}.{key}", "is no key of a board")
    for key in ("regions", "adjacent"):
        entries = data.get(key)
        kind = Mapping if key == "regions" else list
        if not isinstance(entries, list) or not all(isinstance(entry, kind) for entry in entries):
            raise PositionError(f"{where}.{key}", "is no list of tables" if key == "regions" else "is no list of pairs")
    for number, pair in enumerate(data["adjacent"]):
        if not all(isinstance(id, str) for id in pair):
            raise PositionError(f"{where}.adjacent[{number}]", f"{pair!r} is no pair of regions")
    try:
        board = made_up_board(data["regions"], data["adjacent"])
    except ContentError as error:
        raise PositionError(f"{where}.{error.key}", error.reason) from None
    total = hashlib.sha256(repr(_essence(board)).encode()).hexdigest()[:16]
    return replace(content, board=board, shapes={}, digest=f"{MARK}{total}-{content.digest}")


def base_digest(digest: str) -> str:
    """Of content with a board of its own the digest of the pack that its cards come from."""
    return digest.rpartition("-")[2] if digest.startswith(MARK) else digest


def board_table(content: Content) -> dict[str, Any] | None:
    """The board as a table for :func:`with_board`; None if it is that of the content pack."""
    if not content.digest.startswith(MARK):
        return None
    regions: list[dict[str, Any]] = []
    for region in content.board.regions:
        entry: dict[str, Any] = {"id": region.id, "number": region.number, "space": region.fort}
        if region.home_of:
            entry["home"] = region.home_of
        if region.name != region.id:
            entry["name"] = region.name
        if region.closed_at:
            entry["closed_at"] = list(region.closed_at)
        regions.append(entry)
    return {"regions": regions, "adjacent": [list(pair) for pair in _pairs(content.board)]}


def shipped(digest: str) -> bool:
    """Whether a pack is the one that comes with the game."""
    return digest == load_content().digest


def _pairs(board: Board) -> list[tuple[str, str]]:
    ids = {region.number: region.id for region in board.regions}
    return [(region.id, ids[n]) for region in board.regions for n in region.adjacent if n > region.number]


def _essence(board: Board) -> list[object]:
    return [(r.number, r.id, r.name, r.fort, r.home_of, r.closed_at, r.adjacent) for r in board.regions]
