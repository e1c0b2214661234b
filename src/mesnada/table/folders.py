"""Where the user's files are kept."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path


def data_folder() -> Path:
    """The folder of the user's records and campaigns: ``MESNADA_DATA`` if it is set, else the system's usual place."""
    chosen = os.environ.get("MESNADA_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "Mesnada"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Mesnada"
    base = os.environ.get("XDG_DATA_HOME")
    # The specification of these folders tells programs to ignore a relative path.
    return (Path(base) if base and os.path.isabs(base) else Path.home() / ".local" / "share") / "mesnada"


def new_record_path(game: str, mode: str) -> Path:
    """A file name for a new record that is not taken: game, mode, date and time."""
    folder = data_folder() / "records"
    stem = re.sub(r"[^\w-]", "-", f"{game}-{mode}-{time.strftime('%Y%m%d-%H%M%S')}")
    path = folder / f"{stem}.jsonl"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.jsonl"
    return path
