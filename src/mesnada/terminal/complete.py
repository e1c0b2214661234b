"""Completion of typed lines, as prompt_toolkit wants it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

if TYPE_CHECKING:
    from mesnada.terminal.console import Console


class LineCompleter(Completer):
    """Offers what the console's ``completions`` give for the line up to the cursor."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """One completion for each word that the line may go on with."""
        if self.console.completions is None:
            return
        text = document.text_before_cursor
        begun = len(text) - max(text.rfind(c) for c in " \t;") - 1
        for word in self.console.completions(text):
            yield Completion(word, start_position=-begun)
