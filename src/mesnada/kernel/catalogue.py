"""Catalogues: the texts that people read, by key, in one file a language.

A folder of texts holds ``en.toml``, ``es.toml`` and so on, each with the same keys and placeholders
(:func:`compare` proves it). A text may hold ``{placeholders}``, plain names only; ``{{`` and ``}}`` are braces.
A text that counts has two forms, ``KEY.one`` and ``KEY.other``, between which the parameter ``n`` decides.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import Any

from mesnada.kernel.content import Source, read_toml
from mesnada.kernel.errors import ContentError, UsageError

Template = tuple[tuple[str, str | None], ...]
"""A parsed text: pairs of literal text and the name of the placeholder that follows it (None: nothing follows)."""


class CatalogueError(KeyError):
    """The program asks for a text that is not there, or leaves out one of its parameters: a defect of the program."""

    def __str__(self) -> str:
        return str(self.args[0])


class Catalogue:
    """The texts of one language, from one or more folders: ``Catalogue("es", resource("mesnada", "text"), ...)``.

    Raises UsageError if the first folder has no file for the language, ContentError if a file is missing in another
    folder or faulty, or if two files define the same key.
    """

    def __init__(self, lang: str, *folders: Source) -> None:
        self.lang = lang
        self._texts: dict[str, Template] = {}
        if folders and lang not in languages(folders[0]):
            raise UsageError("language", f"there is no text in {lang!r}; there is {', '.join(languages(folders[0]))}")
        for folder in folders:
            name = f"{lang}.toml"
            for key, text in _flat(read_toml(folder, name), name):
                if key in self._texts:
                    raise ContentError(name, key, "is defined twice")
                self._texts[key] = _parse(text, name, key)

    def text(self, key: str, /, **params: object) -> str:
        """The text of a key with its placeholders filled in; of a counting key, the form for ``n``.

        Raises CatalogueError if there is no such key or a parameter is missing. Further parameters do no harm.
        """
        template = self._texts.get(key)
        if template is None and isinstance(n := params.get("n"), int):
            template = self._texts.get(f"{key}.one" if n == 1 else f"{key}.other")
        if template is None:
            count = " without a number n" if f"{key}.other" in self._texts else ""
            raise CatalogueError(f"there is no text {key!r} in language {self.lang}{count}")
        try:
            return "".join(text if name is None else f"{text}{params[name]}" for text, name in template)
        except KeyError as error:
            raise CatalogueError(f"the text {key!r} needs the parameter {error}") from None

    def __contains__(self, key: object) -> bool:
        """Whether :meth:`text` knows the key, a counting key included."""
        return key in self._texts or f"{key}.other" in self._texts

    def keys(self) -> frozenset[str]:
        """All keys as they stand in the files (counting keys as ``KEY.one`` and ``KEY.other``)."""
        return frozenset(self._texts)

    def placeholders(self, key: str) -> frozenset[str]:
        """The names of the placeholders in the text of a key of :meth:`keys`."""
        return frozenset(name for _, name in self._texts[key] if name is not None)


def languages(folder: Source) -> tuple[str, ...]:
    """The languages that a folder of texts has, sorted."""
    return tuple(sorted(e.name.removesuffix(".toml") for e in folder.iterdir() if e.name.endswith(".toml")))


def compare(first: Catalogue, second: Catalogue) -> list[str]:
    """How two languages differ in keys and placeholders, one sentence each; empty if they agree.

    A form for one may leave out the number. A counting key that lacks one of its forms is reported as well.
    """
    found: list[str] = []
    for one, other in ((first, second), (second, first)):
        found += [f"{key}: is in {one.lang} and not in {other.lang}" for key in sorted(one.keys() - other.keys())]
        for key in sorted(one.keys()):
            stem, _, form = key.rpartition(".")
            partner = {"one": f"{stem}.other", "other": f"{stem}.one"}.get(form, key)
            if partner not in one.keys():  # noqa: SIM118 (a catalogue itself also knows counting keys)
                found.append(f"{key}: has no partner {partner} in {one.lang}")
    for key in sorted(first.keys() & second.keys()):
        free = {"n"} if key.endswith(".one") else set()
        here, there = first.placeholders(key) - free, second.placeholders(key) - free
        if here != there:
            found.append(f"{key}: has {_braced(here)} in {first.lang} and {_braced(there)} in {second.lang}")
    return found


def _braced(names: frozenset[str]) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "no placeholders"


def _flat(table: Mapping[str, Any], name: str, prefix: str = "") -> Iterator[tuple[str, str]]:
    for part, value in table.items():
        key = prefix + part
        if isinstance(value, dict):
            yield from _flat(value, name, f"{key}.")
        elif isinstance(value, str):
            yield key, value
        else:
            raise ContentError(name, key, f"has to be a text, not {value!r}")


def _parse(text: str, name: str, key: str) -> Template:
    parts: list[tuple[str, str | None]] = []
    try:
        for literal, field, spec, conversion in string.Formatter().parse(text):
            if field is not None and (not field.isidentifier() or spec or conversion):
                raise ValueError(f"a placeholder has to be a plain name in braces, not {{{field}}}")
            parts.append((literal, field))
    except ValueError as error:
        raise ContentError(name, key, str(error)) from None
    return tuple(parts)
