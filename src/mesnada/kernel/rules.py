"""Rule atoms: the rules of a game as numbered statements, which code and tests cite by id.

A game's ``rules.toml`` holds ``game`` (its title), ``prefix`` (the first part of every id) and a list of ``[[rule]]``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import msgspec

from mesnada.kernel.content import Source, convert, parse_toml, read_bytes
from mesnada.kernel.errors import ContentError


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setting behind which a ruling lies: its name, the default (the ruling) and the other values."""

    name: str
    default: str
    other: tuple[str, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """All values, the default first."""
        return (self.default, *self.other)


class Atom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statement of the rules.

    ``section`` is where the rulebook says it, ``modes`` where it applies, ``check`` one situation with its expected
    result. ``ruling`` is what is done where the rulebook is unclear (empty if it is clear) and ``why`` the reason.
    """

    id: str
    section: str
    modes: tuple[str, ...]
    text: str
    check: str
    ruling: str = ""
    why: str = ""
    option: Option | None = None

    @property
    def chapter(self) -> str:
        """The first part of ``section``: "Attack" for "Attack, step 1; Components"."""
        return self.section.partition(";")[0].partition(",")[0].strip()


class Rulebook:
    """The atoms of one game, in the order of its file. ``title`` is the game's title, ``prefix`` starts every id."""

    def __init__(self, title: str, prefix: str, atoms: tuple[Atom, ...]) -> None:
        self.title = title
        self.prefix = prefix
        self._atoms = {atom.id: atom for atom in atoms}
        self._words: dict[str, tuple[str, str, str]] = {}

    def __getitem__(self, id: str) -> Atom:
        """The atom with this id. Raises KeyError."""
        return self._atoms[id]

    def __contains__(self, id: object) -> bool:
        return id in self._atoms

    def __iter__(self) -> Iterator[Atom]:
        return iter(self._atoms.values())

    def __len__(self) -> int:
        return len(self._atoms)

    def __repr__(self) -> str:
        return f"<Rulebook {self.prefix}: {len(self)} atoms>"

    def search(self, text: str) -> list[Atom]:
        """The atoms that hold every word of ``text``, whatever its accents and case, best first.

        An id that is the text itself comes first, then atoms that have the words in their id, in their section, in
        their statement, check and ruling. An empty text finds nothing.
        """
        wanted = _fold(text).split()
        found: list[tuple[int, int, Atom]] = []
        for atom in self if wanted else ():
            places = self._places(atom)
            ranks = [next((rank for rank, place in enumerate(places, 1) if word in place), 0) for word in wanted]
            if all(ranks):
                exact = wanted == [atom.id]
                found.append((0 if exact else max(ranks), sum(ranks), atom))
        found.sort(key=lambda hit: hit[:2])
        return [atom for _, _, atom in found]

    def sections(self) -> dict[str, tuple[Atom, ...]]:
        """The atoms by chapter of the rulebook, chapters in order of their first atom."""
        grouped: dict[str, list[Atom]] = {}
        for atom in self:
            grouped.setdefault(atom.chapter, []).append(atom)
        return {chapter: tuple(atoms) for chapter, atoms in grouped.items()}

    def options(self) -> dict[str, tuple[Option, str]]:
        """The settings that come from rulings, by name: each with the id of its atom."""
        return {atom.option.name: (atom.option, atom.id) for atom in self if atom.option}

    def _places(self, atom: Atom) -> tuple[str, str, str]:
        if atom.id not in self._words:
            option = " ".join((atom.option.name, *atom.option.values)) if atom.option else ""
            prose = " ".join((atom.text, atom.check, atom.ruling, atom.why, option))
            self._words[atom.id] = (atom.id, _fold(atom.section), _fold(prose))
        return self._words[atom.id]


def load_atoms(source: Source) -> Rulebook:
    """Reads and checks a ``rules.toml``, on disk or inside a package. Raises ContentError with file, key and reason."""
    name = source.name
    data = parse_toml(read_bytes(source, name), name)
    file = convert(data, _File, name)
    seen: set[str] = set()
    settings: set[str] = set()
    for index, atom in enumerate(file.rule):
        key = f"rule[{index}]"
        for field, reason in _defects(atom, file.prefix):
            raise ContentError(name, f"{key}.{field}", f"{reason} ({atom.id})")
        if atom.id in seen:
            raise ContentError(name, f"{key}.id", f"{atom.id} stands there twice")
        seen.add(atom.id)
        if atom.option:
            if atom.option.name in settings:
                raise ContentError(name, f"{key}.option.name", f"{atom.option.name} stands there twice ({atom.id})")
            settings.add(atom.option.name)
    return Rulebook(file.game, file.prefix, file.rule)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    prefix: str
    rule: tuple[Atom, ...]


def _defects(atom: Atom, prefix: str) -> Iterator[tuple[str, str]]:
    """What the types cannot say: pairs of field and reason."""
    first, *rest = atom.id.split(".")
    if first != prefix or len(rest) < 2 or not all(_is_name(part) for part in rest):
        yield "id", f"has to be {prefix}.section.name in small letters, digits and hyphens"
    for field, text in (("section", atom.section), ("text", atom.text), ("check", atom.check)):
        if not text.strip():
            yield field, "is empty"
    if not atom.modes or len(set(atom.modes)) < len(atom.modes):
        yield "modes", "is empty or names a mode twice"
    if atom.why and not atom.ruling:
        yield "why", "gives the reason for a ruling that is missing"
    if atom.option and len(set(atom.option.values)) < max(2, len(atom.option.values)):
        yield "option.other", "needs at least one value, and no value twice"


def _is_name(part: str) -> bool:
    return all(piece and piece.isascii() and piece.isalnum() and piece == piece.lower() for piece in part.split("-"))


def _fold(text: str) -> str:
    """The text without accents and case."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).casefold()
