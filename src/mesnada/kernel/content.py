"""Content packs: folders of TOML files (maps, cards, rules, texts) that are data and not program.

A pack lies inside an installed package or in a folder of the user's. :func:`overlay` lays the second over the first,
file by file; :func:`read_toml` reads a file, :func:`convert` checks it against a type; :func:`digest` names the whole.
Whatever is wrong with a file ends in a ContentError with file, key and reason.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files as package_files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from mesnada.kernel.errors import ContentError

T = TypeVar("T")

Source = Traversable | Path
"""A file or folder, on disk or inside an installed package."""


def resource(package: str, *parts: str) -> Traversable:
    """A file or folder inside an installed package: ``resource("mesnada.games.sanchos", "content")``."""
    found = package_files(package)
    for part in parts:
        found = found / part
    return found


def read_toml(pack: Source | Mapping[str, Source], name: str) -> dict[str, Any]:
    """The TOML file ``name`` of a folder, or of the files that :func:`overlay` returned.

    Raises ContentError (with the line, where there is one) if it is missing, unreadable or no TOML.
    """
    source = pack.get(name) if isinstance(pack, Mapping) else pack.joinpath(name)
    if source is None:
        raise ContentError(name, "", "there is no such file")
    return parse_toml(read_bytes(source, name), name)


def parse_toml(data: bytes, name: str) -> dict[str, Any]:
    """The tables of a TOML text; ``name`` is what errors call it. Raises ContentError with the line."""
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ContentError(name, f"line {line}", "is not UTF-8 text") from None
    except RecursionError:
        raise ContentError(name, "", "is nested too deeply") from None
    except ValueError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        reason, line_text = found.groups() if found else (str(error), None)
        place = f"line {line_text}" if line_text else "end of file" if found else ""
        raise ContentError(name, place, f"is no TOML: {reason}") from None


def read_bytes(source: Source, name: str) -> bytes:
    """The bytes of a file; ``name`` is what errors call it. Raises ContentError if there is no such file."""
    try:
        return source.read_bytes()
    except FileNotFoundError:
        raise ContentError(name, "", "there is no such file") from None
    except IsADirectoryError:
        raise ContentError(name, "", "is a folder, not a file") from None
    except OSError as error:
        raise ContentError(name, "", f"cannot be read: {error.strerror or error}") from None


def convert(data: object, kind: type[T], name: str) -> T:
    """Plain data as a value of a type: a msgspec Struct, a dataclass, ``dict[str, int]``, ``list[...]`` and so on.

    ``name`` is the file that errors name; their key is the path inside it (``region[3].name``). Raises ContentError.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `")
        key = path.rstrip("`").removeprefix("$").removeprefix(".")
        raise ContentError(name, key, reason[:1].lower() + reason[1:]) from None


def digest(files: Mapping[str, Source]) -> str:
    """What names a content pack: the first 16 hexadecimal digits of a SHA-256 over the names and bytes of its files."""
    total = hashlib.sha256()
    for name in sorted(files):
        data = read_bytes(files[name], name)
        for part in (name.encode(), data):
            total.update(len(part).to_bytes(8, "big"))
            total.update(part)
    return total.hexdigest()[:16]


def overlay(default: Source, user: Path | None = None) -> dict[str, Source]:
    """The files of a pack by name (``map.toml``, ``scenarios/epic.toml``), each replaced by the user's if there is one.

    Hidden files are left out. Raises ContentError if ``user`` is no folder or holds a file that the pack does not
    know (with the name that was probably meant).
    """
    files = dict(_walk(default, ""))
    if user is None:
        return files
    if not user.is_dir():
        raise ContentError(str(user), "", "there is no such folder")
    own = dict(_walk(user, ""))
    unknown = sorted(own.keys() - files.keys())
    if unknown:
        meant = difflib.get_close_matches(unknown[0], files, n=1)
        hint = f"did you mean {meant[0]}?" if meant else f"known are {', '.join(sorted(files))}"
        more = f" (nor {', '.join(unknown[1:])})" if unknown[1:] else ""
        raise ContentError(unknown[0], "", f"is not a file of this content pack{more}; {hint}")
    return files | own


def _walk(folder: Source, prefix: str) -> Iterator[tuple[str, Source]]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.name.startswith((".", "__")):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry
