"""What is wrong with a file of content, and the reading of values that notes it down.

A fault is of one of two grades. An *error* is against the rulebook or leaves the engine without something that it
needs; such a pack is refused. A *warning* says that the pack differs from what the Hints on Play or the shipped
reconstruction lead to expect; it is playable, but look again whether it was entered correctly.

Keys of faults name the place in a file: ``region[alava].adjacent``, ``card[castilla-1a].action[najera].do[2].points``.
A region or card without a usable id, and every entry of a list, goes by its position, counted from 1.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mesnada.kernel.errors import ContentError

ERROR: Final = "error"
WARNING: Final = "warning"

PROVENANCES: Final = ("rulebook", "public", "inferred", "reconstruction", "owner")
"""Where data come from; "owner" is for what somebody copied from a printed game of their own."""
_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a file of content."""

    error: ContentError
    grade: str
    """``error`` or ``warning``."""


class Report:
    """Collects the faults of one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def error(self, key: str, reason: str) -> None:
        """Notes an error down."""
        self.faults.append(Fault(ContentError(self.file, key, reason), ERROR))

    def warn(self, key: str, reason: str) -> None:
        """Notes a warning down."""
        self.faults.append(Fault(ContentError(self.file, key, reason), WARNING))

    def errors(self) -> int:
        """How many errors there are; warnings do not count."""
        return sum(fault.grade == ERROR for fault in self.faults)

    def raise_first(self) -> None:
        """Raises the ContentError of the first error, if there is one."""
        for fault in self.faults:
            if fault.grade == ERROR:
                raise fault.error


class Table:
    """Reads values out of one table of a file and reports those that are missing, of another kind, or unknown.

    None as the table stands for one that is missing and was reported as such.
    """

    def __init__(self, report: Report, key: str, data: object) -> None:
        self.report = report
        self.key = key
        self.data: Mapping[str, object] = {}
        self.asked: set[str] = set()
        self.present = isinstance(data, dict)
        self.sound = True
        """No value was missing or of a wrong kind. Unknown keys do no harm to what was read."""
        if isinstance(data, dict):
            self.data = data
        elif data is not None:
            self.fault("", f"must be a table, not {shown(data)}")
        else:
            self.sound = False

    def at(self, key: str) -> str:
        """The key of a place in this table as the file sees it; "" for the table itself."""
        return f"{self.key}.{key}" if self.key and key else self.key or key

    def fault(self, key: str, reason: str) -> None:
        """Reports an error at a key of this table, which is no longer sound."""
        self.report.error(self.at(key), reason)
        self.sound = False

    def get(self, key: str, wanted: bool = True) -> object:
        """The value of a key, or None, which no file can hold."""
        self.asked.add(key)
        value = self.data.get(key)
        if value is None and wanted and self.present:
            self.fault(key, "is missing")
        return value

    def text(self, key: str) -> str:
        """A text; "" if it is missing or wrong."""
        value = self.get(key)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip() or value != value.strip():
            self.fault(key, f"must be a text that is not empty and has no space around it, not {shown(value)}")
            return ""
        if not value.isprintable():
            self.fault(key, f"has characters that cannot be printed: {shown(value)}")
            return ""
        return value

    def id(self, key: str) -> str:
        """An identifier."""
        value = self.text(key)
        if value and not _ID.fullmatch(value):
            self.fault(key, f"{value!r} is no id: lower-case letters and digits, words joined by single hyphens")
        return value

    def word(self, key: str, words: Sequence[str], default: str | None = None) -> str:
        """One of the words; with a default the key may be left out."""
        value = self.get(key, wanted=default is None)
        if value is None:
            return default or ""
        if not isinstance(value, str) or value not in words:
            self.fault(key, f"must be one of {', '.join(words)}, not {shown(value)}")
            return default or ""
        return value

    def number(self, key: str, low: int = 1, high: int | None = None) -> int:
        """A whole number; 0 if it is missing or wrong."""
        value = self.get(key)
        if value is None:
            return 0
        if type(value) is not int or value < low or (high is not None and value > high):
            span = f"from {low} to {high}" if high is not None else f"of {low} or more"
            self.fault(key, f"must be a whole number {span}, not {shown(value)}")
            return 0
        return value

    def numbers(self, key: str, wanted: bool = True) -> tuple[int, ...]:
        """A list of whole numbers without repetition, in ascending order."""
        value = self.get(key, wanted)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(type(entry) is int for entry in value):
            self.fault(key, f"must be a list of whole numbers, not {shown(value)}")
            return ()
        if len(set(value)) < len(value):
            self.fault(key, f"has a number twice: {shown(value)}")
        return tuple(sorted(set(value)))

    def degrees(self, key: str, most: int) -> float:
        """A longitude or latitude."""
        value = self.get(key)
        if value is None:
            return 0.0
        if type(value) not in (int, float) or not isinstance(value, (int, float)) or not -most <= value <= most:
            self.fault(key, f"must be a number of degrees from -{most} to {most}, not {shown(value)}")
            return 0.0
        return float(value)

    def tables(self, key: str) -> list[object]:
        """The entries of a list that is not empty, of whatever kind they are."""
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not value:
            self.fault(key, f"must be a list with something in it, not {shown(value)}")
            return []
        return value

    def finish(self) -> bool:
        """Reports the keys that nobody asked for; says whether the values that were asked for are sound."""
        for key in self.data:
            if key not in self.asked:
                self.report.error(self.at(key), "is not a known key here")
        return self.sound


def name_in_key(data: object, position: int) -> str:
    """What an entry of a list goes by in a key: its id, or its position."""
    own = data.get("id") if isinstance(data, dict) else None
    return own if isinstance(own, str) and _ID.fullmatch(own) else str(position)


def shown(value: object) -> str:
    """A value as part of a reason, not too long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def listed(entries: Iterable[object]) -> str:
    """The entries as part of a reason."""
    return ", ".join(str(entry) for entry in entries)


def repeated(entries: Iterable[str]) -> list[str]:
    """Those that stand there more than once, each once."""
    return [entry for entry, times in Counter(entries).items() if times > 1]
