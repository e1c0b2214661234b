"""Content packs as a whole: the shipped one, or that of an owner of the printed game.

Content comes from three files, which may be replaced one by one:

- ``map.toml``: the regions, what their Garrison spaces are worth, and the decision arrows of the solo side;
- ``cards.toml``: the deck;
- ``shapes.json``: how the map is drawn. It has no part in play and is not in the digest of the content.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from mesnada.games.sanchos.components import Board, Card, Content
from mesnada.games.sanchos.pack.board import read_board
from mesnada.games.sanchos.pack.deck import read_cards
from mesnada.games.sanchos.pack.report import ERROR, Fault, Report, listed, shown
from mesnada.games.sanchos.pack.shapes import read_shapes
from mesnada.kernel.content import Source, digest, overlay, parse_toml, read_bytes, resource
from mesnada.kernel.errors import ContentError

FILES: Final = ("map.toml", "cards.toml", "shapes.json")
PLAYED_FILES: Final = ("map.toml", "cards.toml")
"""The files that matter to a record of a game; the drawing does not."""


def load_content(folder: Path | None = None) -> Content:
    """The shipped content, or that of a folder which replaces any of the three files.

    Raises ContentError for the first error; `check` lists them all. Warnings do not hinder play. The shipped content is
    read once.
    """
    return _shipped() if folder is None else _load(folder)


def check(folder: Path | None = None) -> list[Fault]:
    """All faults of the content in a folder (None: the shipped content), errors and warnings, file by file.

    The files of the package stand in for those that the folder does not have. Faults that would only follow from
    another one in the same file are left out, and so are the warnings about a file that has errors.
    """
    return _read(folder)[1]


def export(folder: Path) -> tuple[Path, ...]:
    """Writes the shipped files into a folder, which is made if need be, for an owner to change; returns their paths.

    Raises ContentError, and writes nothing, if one of the files is there already.
    """
    paths = tuple(folder / name for name in FILES)
    for path in paths:
        if path.exists():
            raise ContentError(path.name, "", f"is already in {folder}; it is not overwritten")
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        path.write_bytes(resource("mesnada.games.sanchos", "content", path.name).read_bytes())
    return paths


def parse_board(data: Mapping[str, object], file: str) -> Board:
    """The board that a map file describes. Raises ContentError for its first error; warnings do not count."""
    report = Report(file)
    board = read_board(data, report)
    report.raise_first()
    assert board is not None
    return board


def parse_cards(data: Mapping[str, object], file: str) -> tuple[Card, ...]:
    """The deck that a card file describes. Raises ContentError for its first error; warnings do not count."""
    report = Report(file)
    cards = read_cards(data, report)
    report.raise_first()
    return cards


@cache
def _shipped() -> Content:
    return _load(None)


def _load(folder: Path | None) -> Content:
    content, faults = _read(folder)
    for fault in faults:
        if fault.grade == ERROR:
            raise fault.error
    assert content is not None
    return content


def _read(folder: Path | None) -> tuple[Content | None, list[Fault]]:
    """Reads and checks the three files; there is content if there is no error."""
    sources, faults = _sources(folder)
    reports = {name: Report(name) for name in FILES}
    data = {name: _parsed(sources[name], report) for name, report in reports.items()}
    board = None if data["map.toml"] is None else read_board(data["map.toml"], reports["map.toml"])
    cards = () if data["cards.toml"] is None else read_cards(data["cards.toml"], reports["cards.toml"])
    shapes = data["shapes.json"]
    if shapes is not None:
        read_shapes(shapes, reports["shapes.json"], None if reports["map.toml"].errors() else board)
    for report in reports.values():
        faults += report.faults
    if board is None or shapes is None or any(fault.grade == ERROR for fault in faults):
        return None, faults
    return Content(board, cards, shapes, digest({name: sources[name] for name in PLAYED_FILES})), faults


def _sources(folder: Path | None) -> tuple[dict[str, Source], list[Fault]]:
    """The files to read, and what is wrong with the folder as a whole.

    A folder that replaces nothing is most likely not the one that was meant, nor is a file that nobody reads.
    """
    shipped = resource("mesnada.games.sanchos", "content")
    try:
        sources = overlay(shipped, folder)
        if folder is None or any((folder / name).is_file() for name in FILES):
            return sources, []
        return sources, [Fault(ContentError(str(folder), "", f"has none of the files {listed(FILES)}"), ERROR)]
    except ContentError as error:
        sources = overlay(shipped)
        if folder is not None:
            sources |= {name: folder / name for name in FILES if (folder / name).is_file()}
        return sources, [Fault(error, ERROR)]


def _parsed(source: Source, report: Report) -> Mapping[str, object] | None:
    """What a file holds, or None if it cannot be read at all."""
    try:
        content = read_bytes(source, report.file)
        data = parse_toml(content, report.file) if report.file.endswith(".toml") else _parse_json(content, report.file)
    except ContentError as error:
        report.faults.append(Fault(error, ERROR))
        return None
    return data


def _parse_json(content: bytes, file: str) -> Mapping[str, object]:
    try:
        data: object = json.loads(content.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise ContentError(file, f"line {error.lineno}", f"is no JSON: {error.msg}") from None
    except UnicodeDecodeError:
        raise ContentError(file, "", "is not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise ContentError(file, "", f"is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise ContentError(file, "", f"must hold an object, not {shown(data)}")
    return data
