"""What can be wrong with things that come from outside: one small family of exceptions.

Every text that enters the program (an action, a position, a record, a content file, an option, a command line) is
checked at the edge. What fails there raises one of these, with a single line that says what, where and why; nothing
else changes. Whoever shows errors to people needs to catch :class:`MesnadaError` only.
"""

from __future__ import annotations

LONGEST = 500
"""Most characters of one part of an error that ``str()`` shows."""


class MesnadaError(Exception):
    """Something from outside is not as it has to be.

    ``what`` names the thing ("position", "map.toml", "option mode"), ``where`` the place inside it (may be empty) and
    ``why`` the defect. ``str()`` is always one printable line: ``what, where: why``.
    """

    def __init__(self, what: str, where: str = "", why: str = "") -> None:
        super().__init__(what, where, why)
        self.what = what
        self.where = where
        self.why = why

    def __str__(self) -> str:
        place = ", ".join(_printable(part) for part in (self.what, self.where) if part)
        return ": ".join(part for part in (place, _printable(self.why)) if part)


class ContentError(MesnadaError):
    """A content file (map, cards, rules, texts) is missing or faulty: the file, the key inside it, the reason."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(file, key, reason)
        self.args = (file, key, reason)

    @property
    def file(self) -> str:
        """The name of the file."""
        return self.what

    @property
    def key(self) -> str:
        """The key inside the file, such as ``rule[3].id``, or the line; empty if the whole file is meant."""
        return self.where

    @property
    def reason(self) -> str:
        """What is wrong there."""
        return self.why


class PositionError(MesnadaError):
    """A text or value does not describe a possible state of a game: the place in it, the reason."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__("position", where, why)
        self.args = (where, why)


class RecordError(MesnadaError):
    """A record of a game cannot be read or does not replay: the place in it, the reason."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__("record", where, why)
        self.args = (where, why)


class OptionError(MesnadaError):
    """A setting of a game does not exist or cannot have this value: its name, the reason."""

    def __init__(self, option: str, why: str) -> None:
        super().__init__(f"option {option}" if option else "option", "", why)
        self.args = (option, why)
        self.option = option


class ActionError(MesnadaError):
    """A text is no action, or an action that is not legal now: the reason and, if it helps, where the game stands."""

    def __init__(self, why: str, where: str = "") -> None:
        super().__init__("action", where, why)
        self.args = (why, where)


class UsageError(MesnadaError):
    """The program is called in a way that means nothing: which word or argument, and why."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, "", why)
        self.args = (what, why)


def _printable(text: str) -> str:
    """One line without control characters, shortened in the middle if it is very long."""
    line = " ".join(text.split())
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in line)
    if len(line) > LONGEST:
        half = LONGEST // 2
        line = f"{line[:half]} … {line[-half:]}"
    return line
