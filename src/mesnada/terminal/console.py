"""The console: lines in, lines out; colours and completion where there is a terminal."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

STYLES: Final = {"title": "1", "prompt": "1", "number": "36", "quiet": "2", "bad": "31", "good": "32"}
"""SGR codes by what a text is."""
COLUMN_GAP: Final = 2
NARROW: Final = 40
SCROLLED: Final = 100
"""Empty lines that push what was written off a screen that knows no codes."""
_CODES: Final = re.compile(r"\x1b\[[0-9;]*m")

Completions = Callable[[str], Iterable[str]]


class Console:
    """Where a game is played: a terminal, or two pipes.

    On a terminal lines are read with completion and history, and texts are styled unless NO_COLOR is set. Elsewhere
    lines are read as they come, and what was read is written after the prompt, so that the output reads as a whole.
    """

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._in = stdin or sys.stdin
        self._out = stdout or sys.stdout
        self.completions: Completions | None = None
        tty = self._out.isatty()
        dumb = os.environ.get("TERM", "") in ("", "dumb")
        self.screen = tty and self._in.isatty()
        """Whether a person sits in front of it."""
        self.interactive = self.screen and not dumb
        self.coloured = tty and not dumb and not os.environ.get("NO_COLOR")
        self._sessions: dict[object, PromptSession[str]] = {}

    # -- out -----------------------------------------------------------------------------------------------------

    def say(self, text: str = "") -> None:
        """Writes one or more lines."""
        self._out.write(text + "\n")

    def wrapped(self, text: str, indent: str = "") -> None:
        """Writes a paragraph in lines that fit."""
        self.say(textwrap.fill(text, self.width, initial_indent=indent, subsequent_indent=indent or "  ",
                               break_on_hyphens=False, break_long_words=False))

    def style(self, kind: str, text: str) -> str:
        """The text in a style of STYLES, where there are colours."""
        return f"\x1b[{STYLES[kind]}m{text}\x1b[0m" if self.coloured else text

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Writes a table with columns as wide as they need to be."""
        lines = [tuple(headings), *map(tuple, rows)]
        widths = [max(_length(line[i]) for line in lines) + COLUMN_GAP for i in range(len(headings))]
        for number, line in enumerate(lines):
            text = "".join(cell + " " * (width - _length(cell)) for cell, width in zip(line, widths, strict=True))
            self.say(self.style("title", text.rstrip()) if number == 0 else text.rstrip())

    def clear(self) -> None:
        """Empties the screen, where there is one; one without codes is scrolled on."""
        if self.interactive:
            self._out.write("\x1b[2J\x1b[3J\x1b[H")
        elif self.screen:
            self._out.write("\n" * SCROLLED)

    def flush(self) -> None:
        """Sends what was written on its way."""
        self._out.flush()

    @property
    def width(self) -> int:
        """Characters in a line."""
        return max(NARROW, min(120, shutil.get_terminal_size((100, 24)).columns if self._out.isatty() else 100))

    # -- in ------------------------------------------------------------------------------------------------------

    def line(self, prompt: str, whose: object = None) -> str:
        """The next line. Raises EOFError when there is none, KeyboardInterrupt on Ctrl-C.

        On a terminal the lines of ``whose`` can be called back and words are completed; with None neither is so.
        """
        self.flush()
        if self.interactive:
            return self._prompted(prompt, whose)
        self._out.write(prompt)
        self.flush()
        line = self._in.readline()
        if not line:
            self.say()
            raise EOFError
        line = line.rstrip("\r\n")
        if not self.screen:
            self.say(line)
        return line

    def _prompted(self, prompt: str, whose: object) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.formatted_text import ANSI
        from prompt_toolkit.history import DummyHistory, InMemoryHistory

        from mesnada.terminal.complete import LineCompleter

        if whose not in self._sessions:
            known = whose is not None
            self._sessions[whose] = PromptSession(
                completer=LineCompleter(self) if known else None, complete_while_typing=False,
                history=InMemoryHistory() if known else DummyHistory(), reserve_space_for_menu=4)
        return self._sessions[whose].prompt(ANSI(self.style("prompt", prompt)))


def _length(text: str) -> int:
    return len(_CODES.sub("", text))
