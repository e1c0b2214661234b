"""Test vectors: cases of given, when and then in TOML files, played through the real engine.

A file holds ``game`` (the id or title of the game it is for), tables that its cases share (boards, say), and the cases
themselves as ``[[example]]`` or ``[[vector]]``. What ``given``, ``when`` and ``then`` mean is the game's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mesnada.kernel.content import parse_toml, read_bytes
from mesnada.kernel.errors import ContentError

if TYPE_CHECKING:
    from mesnada.kernel.game import Game

KINDS: Final = ("example", "vector")
_TABLES: Final = ("given", "when", "then")
_LISTS: Final = ("modes", "rules")
_WORDS: Final = ("id", "source", "completed", "skip", "note")


@dataclass(frozen=True, slots=True)
class Vector:
    """One case. ``skip`` is the reason not to run it, if there is one."""

    id: str
    given: Mapping[str, Any]
    when: Mapping[str, Any]
    then: Mapping[str, Any]
    modes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    source: str = ""
    skip: str = ""


@dataclass(frozen=True, slots=True)
class VectorFile:
    """The cases of one file, and the other tables in it."""

    name: str
    shared: Mapping[str, Any]
    vectors: tuple[Vector, ...]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Something that did not come out as a case says."""

    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed, with all that did not come out."""

    id: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A case that was not run."""

    id: str
    reason: str


Runner = Callable[[Vector], list[Mismatch]]
"""Plays one case and says what did not come out; an empty list: it passed."""


@dataclass(slots=True)
class Report:
    """What came of the cases of some files."""

    total: int = 0
    passed: int = 0
    failed: list[Failure] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """The report as plain JSON data."""
        return {
            "total": self.total,
            "passed": self.passed,
            "failed": [{"id": f.id, "expected": f.expected, "got": f.got} for f in self.failed],
            "skipped": [{"id": s.id, "reason": s.reason} for s in self.skipped],
        }


def read_vectors(path: Path, game: Game) -> VectorFile:
    """The cases of a file. Raises ContentError if it cannot be read, is for another game, or has a faulty case."""
    name = str(path)
    data = parse_toml(read_bytes(path, name), name)
    if data.get("game") not in (game.id, game.title):
        raise ContentError(name, "game", f"is {data.get('game')!r}, not {game.id!r}")
    vectors: list[Vector] = []
    for kind in KINDS:
        entries = data.get(kind, [])
        if not isinstance(entries, list):
            raise ContentError(name, kind, f"is no list of tables [[{kind}]]")
        vectors += [_read_vector(entry, f"{kind}[{number}]", name) for number, entry in enumerate(entries)]
    if not vectors:
        raise ContentError(name, "", "has no case, neither [[example]] nor [[vector]]")
    seen: set[str] = set()
    for vector in vectors:
        if vector.id in seen:
            raise ContentError(name, vector.id, "two cases have this id")
        seen.add(vector.id)
    shared = {key: value for key, value in data.items() if key not in (*KINDS, "game")}
    return VectorFile(name, shared, tuple(vectors))


def _read_vector(entry: object, where: str, name: str) -> Vector:
    if not isinstance(entry, dict):
        raise ContentError(name, where, "is no table")
    id = entry.get("id")
    if not isinstance(id, str) or not id:
        raise ContentError(name, f"{where}.id", "is missing" if id is None else "is no text")
    for key, value in entry.items():
        if key in _TABLES:
            fault = "" if isinstance(value, dict) else "is no table"
        elif key in _LISTS:
            fault = "" if isinstance(value, list) and all(isinstance(x, str) for x in value) else "is no list of words"
        elif key in _WORDS:
            fault = "" if isinstance(value, str) else "is no text"
        else:  # remarks of whoever wrote the file
            fault = "is no key of a case" if isinstance(value, dict) else ""
        if fault:
            raise ContentError(name, f"{id}.{key}", fault)
    if "given" not in entry:
        raise ContentError(name, f"{id}.given", "is missing")
    if not entry.get("then") and not entry.get("when"):
        raise ContentError(name, f"{id}.then", "is missing; the case asserts nothing")
    return Vector(id, entry["given"], entry.get("when", {}), entry.get("then", {}), tuple(entry.get("modes", ())),
                  tuple(entry.get("rules", ())), entry.get("source", ""), entry.get("skip", ""))


def run_vectors(game: Game, paths: Iterable[Path]) -> Report:
    """Plays all cases of some files.

    Raises ContentError for a file that cannot be read and UsageError for a game without vectors; all files are read
    before the first case is played.
    """
    files = [read_vectors(Path(path), game) for path in paths]
    report = Report()
    for file in files:
        runner = game.vector_runner(file.shared)
        for vector in file.vectors:
            report.total += 1
            if vector.skip:
                report.skipped.append(Skipped(vector.id, vector.skip))
                continue
            wrong = _played(runner, vector)
            if wrong:
                report.failed.append(Failure(vector.id, "; ".join(w.expected for w in wrong),
                                             "; ".join(w.got for w in wrong)))
            else:
                report.passed += 1
    return report


def _played(runner: Runner, vector: Vector) -> list[Mismatch]:
    """A case that breaks the program has failed like any other, and the rest is still run."""
    try:
        return runner(vector)
    except RecursionError:
        return [Mismatch("a case that can be played", "nested too deeply")]
    except Exception as error:
        return [Mismatch("a case that can be played", f"{type(error).__name__}: {error}")]
