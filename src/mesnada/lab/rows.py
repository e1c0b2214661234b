"""Files of games: one row a game, written as the games come, as Parquet, CSV or JSON lines."""

from __future__ import annotations

import csv
import json
import os
from abc import ABC, abstractmethod
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

from mesnada.kernel.errors import UsageError
from mesnada.lab.sim import Plan, Played

ROWS_A_GROUP: Final = 1000
"""Rows that are kept until they are written to a Parquet file together."""


def row(plan: Plan, played: Played) -> dict[str, Any]:
    """A game as flat columns: ``return_SEAT`` is what a seat won, ``score_SIDE`` the points of a side."""
    return {
        "game": played.index,
        "seed": f"{played.seed:016x}",
        "mode": plan.mode,
        "ending": played.ending,
        "winners": "+".join(played.winners),
        **{f"return_{id}": won for id, won in zip(plan.seat_ids, played.returns, strict=True)},
        **{f"score_{side}": score for side, score in played.scores},
        "rounds": played.rounds,
        "decisions": played.decisions,
        "choices": played.choices,
    }


class RowFile(ABC):
    """A file of rows that is being written; a context manager.

    The rows go to a file beside it, which takes the name of the file in the end, so that nobody finds half a file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.beside = path.with_name(f"{path.name}.new")

    def __enter__(self) -> RowFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        try:
            self.close()
            if error is None:
                os.replace(self.beside, self.path)
        except OSError as fault:
            raise _unwritten(self.path, fault) from None
        finally:
            self.beside.unlink(missing_ok=True)

    @abstractmethod
    def write(self, row: dict[str, Any]) -> None:
        """Adds a row; all rows have the same columns."""

    @abstractmethod
    def close(self) -> None:
        """Writes what is still kept back and closes the file."""


class CsvFile(RowFile):
    """Comma-separated values with a line of names."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._file: IO[str] = self.beside.open("w", encoding="utf-8", newline="")
        self._writer: csv.DictWriter[str] | None = None

    def write(self, row: dict[str, Any]) -> None:
        if self._writer is None:
            self._writer = csv.DictWriter(self._file, list(row), lineterminator="\n")
            self._writer.writeheader()
        self._writer.writerow(row)

    def close(self) -> None:
        self._file.close()


class JsonLinesFile(RowFile):
    """A JSON object a line."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._file: IO[str] = self.beside.open("w", encoding="utf-8")

    def write(self, row: dict[str, Any]) -> None:
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def close(self) -> None:
        self._file.close()


class ParquetFile(RowFile):
    """Parquet, through pyarrow."""

    def __init__(self, path: Path) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise UsageError(str(path), "Parquet files need the package pyarrow: pip install 'mesnada[lab]'") from None
        self._arrow = pyarrow
        super().__init__(path)
        self._file: IO[bytes] = self.beside.open("wb")
        self._writer: Any = None
        self._kept: list[dict[str, Any]] = []

    def write(self, row: dict[str, Any]) -> None:
        self._kept.append(row)
        if len(self._kept) == ROWS_A_GROUP:
            self._flush()

    def _flush(self) -> None:
        table = self._arrow.Table.from_pylist(self._kept, None if self._writer is None else self._writer.schema)
        if self._writer is None:
            self._writer = self._arrow.parquet.ParquetWriter(self._file, table.schema)
        self._writer.write_table(table)
        self._kept.clear()

    def close(self) -> None:
        try:
            if self._kept:
                self._flush()
            if self._writer is None:
                self._arrow.parquet.write_table(self._arrow.table({}), self._file)
            else:
                self._writer.close()
        finally:
            self._file.close()


KINDS: Final[dict[str, type[CsvFile] | type[JsonLinesFile] | type[ParquetFile]]] = {
    ".parquet": ParquetFile, ".csv": CsvFile, ".jsonl": JsonLinesFile,
}


def open_rows(path: Path) -> RowFile:
    """A file for rows, by the ending of its name. Raises UsageError for another ending or a place that is not to be
    written to."""
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise UsageError(str(path), f"the name has to end in {', '.join(KINDS)}")
    if path.is_dir():
        raise UsageError(str(path), "is a folder, not a file")
    if path.exists():
        raise UsageError(str(path), "is there already; it is not overwritten")
    try:
        return kind(path)
    except OSError as error:
        raise _unwritten(path, error) from None


def _unwritten(path: Path, error: OSError) -> UsageError:
    return UsageError(str(path), f"cannot be written: {error.strerror or error}")
