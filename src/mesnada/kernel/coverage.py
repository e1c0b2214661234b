"""Which rule atoms are carried out by which code and proved by which tests.

Code cites an atom by writing its id in a string, docstring or comment; a test by ``@pytest.mark.rule(id, ...)``.
The tests' side is written down in the game's ``coverage.json`` by a complete test run, so that it ships with the game.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import msgspec

from mesnada.kernel.content import Source, read_bytes, resource
from mesnada.kernel.errors import ContentError
from mesnada.kernel.rules import Rulebook, load_atoms

FILE = "coverage.json"


@dataclass(frozen=True, slots=True)
class Coverage:
    """The table rule -> code -> tests of one game.

    ``cited_by_code`` maps an id to places (``sanchos/battle.py:12``), ``cited_by_tests`` to the node ids of passing
    tests; ``uncoded`` and ``untested`` are the ids without any, in the order of the rulebook. ``unknown`` lists
    citations of ids that do not exist, as ``place: id``; it has to be empty.
    """

    total: int
    cited_by_code: Mapping[str, tuple[str, ...]]
    cited_by_tests: Mapping[str, tuple[str, ...]]
    uncoded: tuple[str, ...]
    untested: tuple[str, ...]
    unknown: tuple[str, ...]
    measured: bool = True
    """Whether a test run was written down; without one all ids are ``untested``."""


def coverage(game: str, package: str | None = None) -> Coverage:
    """The coverage of the rules of ``game``, whose code lies in ``package`` (else ``mesnada.games.GAME``).

    Raises ContentError if its ``rules.toml`` or ``coverage.json`` is faulty; without the latter nothing is tested.
    """
    package = package or f"mesnada.games.{game}"
    rulebook = load_atoms(resource(package, "rules.toml"))
    code: dict[str, list[str]] = {}
    for folder in (package, "mesnada.kernel", "mesnada.boards"):
        for place, source in _sources(resource(folder), folder.rpartition(".")[2] + "/"):
            for line, id in citations(read_bytes(source, place).decode("utf-8"), rulebook.prefix):
                code.setdefault(id, []).append(f"{place}:{line}")
    tests = read_tests(resource(package, FILE))
    return replace(measure(rulebook, code, tests), measured=resource(package, FILE).is_file())


def measure(rulebook: Rulebook, code: Mapping[str, list[str]], tests: Mapping[str, list[str]]) -> Coverage:
    """The table from its parts: citations in code and in tests, by id."""
    unknown = [f"{place}: {id}" for cited in (code, tests) for id, places in cited.items() for place in places
               if id not in rulebook]
    by_code = {atom.id: tuple(code[atom.id]) for atom in rulebook if code.get(atom.id)}
    by_tests = {atom.id: tuple(tests[atom.id]) for atom in rulebook if tests.get(atom.id)}
    return Coverage(
        total=len(rulebook),
        cited_by_code=by_code,
        cited_by_tests=by_tests,
        uncoded=tuple(atom.id for atom in rulebook if atom.id not in by_code),
        untested=tuple(atom.id for atom in rulebook if atom.id not in by_tests),
        unknown=tuple(sorted(unknown)),
    )


def citations(code: str, prefix: str) -> Iterator[tuple[int, str]]:
    """The rule ids in the strings and comments of Python source: pairs of line and id. Names in code do not count."""
    pattern = re.compile(rf"(?<![\w./-]){re.escape(prefix)}(?>(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){{2,}})(?![\w(])")
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT or tokenize.tok_name[token.type] in _TEXT:
            for found in pattern.finditer(token.string):
                yield token.start[0] + token.string.count("\n", 0, found.start()), found.group()


_TEXT = frozenset(("STRING", "FSTRING_MIDDLE", "TSTRING_MIDDLE"))


def read_tests(source: Source) -> dict[str, list[str]]:
    """A ``coverage.json``: test node ids by rule id; empty if there is no such file. Raises ContentError."""
    if not source.is_file():
        return {}
    try:
        return msgspec.json.decode(read_bytes(source, FILE), type=dict[str, list[str]])
    except msgspec.DecodeError as error:
        raise ContentError(FILE, "", str(error)) from None


def _sources(folder: Source, prefix: str) -> Iterator[tuple[str, Source]]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _sources(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield prefix + entry.name, entry
