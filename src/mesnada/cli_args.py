"""What several commands read from their arguments in the same way."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mesnada.kernel.errors import PositionError, RecordError, UsageError

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue

Subparsers = argparse._SubParsersAction


def helps(words: Catalogue, key: str) -> str:
    """A text as argparse wants it, in which a percent sign is no placeholder."""
    return words.text(key).replace("%", "%%")


def split_seats(text: str) -> list[str]:
    """The specs of ``--seats``; a comma in front of ``NAME=`` goes on with the parameters of a spec."""
    seats: list[str] = []
    for part in text.split(","):
        if seats and "=" in part and ":" not in part and ":" in seats[-1]:
            seats[-1] += f",{part}"
        else:
            seats.append(part.strip())
    return seats


def read_options(pairs: Sequence[str]) -> dict[str, str]:
    """Options from ``K=V``. Raises UsageError for another form and for one that is given twice."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name:
            raise UsageError("--option", f"{pair!r} is not of the form NAME=VALUE")
        if name in found:
            raise UsageError("--option", f"{name} is given twice")
        found[name] = value
    return found


def read_text(path: Path) -> str:
    """The text of a file that the user names. Raises UsageError."""
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise UsageError(str(path), "there is no such file") from None
    except IsADirectoryError:
        raise UsageError(str(path), "is a folder, not a file") from None
    except UnicodeDecodeError:
        raise UsageError(str(path), "is not UTF-8 text") from None
    except OSError as error:
        raise UsageError(str(path), f"cannot be read: {error.strerror or error}") from None


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Lets errors about a position or record that was read from a file name the file."""
    try:
        yield
    except (PositionError, RecordError) as error:
        raise type(error)(", ".join(filter(None, (str(path), error.where))), error.why) from None


def program() -> str:
    """How this program is called from a command line, as it was called now."""
    name = Path(sys.argv[0])
    found = shutil.which("mesnada")
    if name.stem == "mesnada" and (found is None or not os.path.exists(name) or not os.path.samefile(found, name)):
        return shlex.quote(str(name))
    if name.suffix == ".py" and name.stem != "mesnada":
        return shlex.join([sys.executable, "-m", "mesnada.cli"])
    return "mesnada"


def write_text(path: Path, text: str) -> None:
    """Writes a file that the user names. Raises UsageError."""
    if path.is_dir():
        raise UsageError(str(path), "is a folder, not a file")
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise UsageError(str(path), f"cannot be written: {error.strerror or error}") from None


def print_json(document: object) -> None:
    """Writes one JSON document to stdout."""
    json.dump(document, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")
