"""Rule atoms as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.rules import Atom


def atom_paragraphs(atom: Atom, words: Catalogue) -> Iterator[str]:
    """One atom, a paragraph a part: id and section, statement, example, ruling with its reason, setting."""
    yield f"{atom.id}  ({atom.section})"
    yield atom.text
    yield f"{words.text('rules.check')}: {atom.check}"
    if atom.ruling:
        yield f"{words.text('rules.ruling')}: {atom.ruling}"
    if atom.why:
        yield f"{words.text('rules.why')}: {atom.why}"
    if atom.option:
        yield words.text("rules.option", name=atom.option.name, default=atom.option.default,
                         other=", ".join(atom.option.other))


def atom_lines(atoms: Iterable[Atom]) -> Iterator[str]:
    """A list of atoms: id and statement."""
    for atom in atoms:
        yield f"{atom.id}: {atom.text}"
