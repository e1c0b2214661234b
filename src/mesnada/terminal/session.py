"""A game at the terminal: shows what happened, asks who has to decide, and carries out what is typed."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from mesnada.kernel.errors import ActionError
from mesnada.kernel.record import FORCED
from mesnada.kernel.step import CHANCE, OVER
from mesnada.table.dice import MANUAL
from mesnada.table.secrecy import choices_betray
from mesnada.terminal.commands import Commands, Leave
from mesnada.terminal.grammar import Misread, Refused, continuations, folded, labels, read_line
from mesnada.terminal.hand import NoResult, due, read_results

if TYPE_CHECKING:
    from types import FrameType

    from mesnada.kernel.state import GameState
    from mesnada.table import Entry, Table
    from mesnada.terminal.console import Console

DONE: Final = 0
INTERRUPTED: Final = 130
"""Exit codes: the game ended or was left; Ctrl-C or a closed terminal."""


class Hangup(BaseException):
    """The terminal was closed."""


class Session:
    """One game at one console. ``resume_command`` is what takes the game up again."""

    def __init__(self, table: Table, console: Console, lang: str, *, explain: bool = False,
                 resume_command: str = "") -> None:
        self.table = table
        self.console = console
        self.explain = explain
        self.resume_command = resume_command
        self.seen: dict[int | None, int] = {}
        """By seat (None: nobody sits here): how many decisions it has been shown."""
        self.speak(lang)
        console.completions = self.complete
        self.last_asked: int | None = None
        self.in_front: int | None = None
        """The person who looks at the screen, as far as that is known."""
        self.in_play: list[str] = []
        """What :meth:`show_in_play` wrote last."""

    def speak(self, lang: str) -> None:
        """All texts from now on in a language. Raises UsageError if there is none in it."""
        game = self.table.game
        self.words, self.wording = game.catalogue(lang), game.wording(lang)
        self.commands = Commands(self)

    def text(self, key: str, **params: object) -> str:
        """A text in the language that is spoken."""
        return self.words.text(key, **params)

    # -- the course of a game --------------------------------------------------------------------------------------

    def run(self) -> int:
        """Plays until the game ends or everybody leaves; the exit code."""
        with _hangups():
            try:
                self._begin()
                self._play()
                return DONE
            except (EOFError, Leave):
                self._farewell()
                return DONE
            except KeyboardInterrupt:
                self.console.say()
                self._farewell()
                return INTERRUPTED
            except Hangup:
                _let_go_of_the_screen()
                return INTERRUPTED
            finally:
                self.table.close()

    def _begin(self) -> None:
        table, say = self.table, self.console.say
        seats = ", ".join(
            self.text("terminal.seat", side=self.wording.side_in_full(seat.id), kind=self.text_of_kind(kind))
            for seat, kind in zip(table.seats, table.kinds, strict=True))
        title = self.text("terminal.title", title=self.text("game.title"),
                          mode=self.text(f"mode.{table.state.setup.mode}"))
        say(self.console.style("title", title))
        say(self.text("terminal.seats", seats=seats))
        if table.record:
            say(self.text("terminal.record", path=table.record))
        if table.dropped:
            say(self.text("terminal.dropped"))
        if table.entries:
            say(self.text("terminal.resumed", n=len(table.entries)))
            for seat in table.humans:
                own = [entry.number for entry in table.entries if entry.seat == seat and entry.by != FORCED]
                self.seen[seat] = own[-1] if own else 0
        if table.humans:
            if not table.entries:
                for line in self.wording.aim(table.state).splitlines():
                    self.console.wrapped(line)
            say(self.text("terminal.first-help"))

    def text_of_kind(self, kind: str) -> str:
        """What the spec of a seat is called."""
        key = f"terminal.kind.{kind}"
        return self.words.text(key) if key in self.words else kind

    def _play(self) -> None:
        table = self.table
        while True:
            entry = table.step()
            if entry is not None:
                if not table.humans:
                    self.show_news(None)
                continue
            asked = table.asked()
            if asked == OVER:
                self._end()
                return
            if asked == CHANCE:
                self._ask_for_dice()
            else:
                assert asked is not None
                self._ask(asked)

    def _end(self) -> None:
        table = self.table
        self.show_news(self.onlooker())
        self.show_sheet(table.state)
        outcome = table.state.outcome()
        assert outcome is not None
        self.console.say()
        self.console.say(self.console.style("good", self.wording.outcome(outcome)))
        if table.record:
            self.console.say(self.text("terminal.finished-record", path=table.record))
        self.console.flush()

    def _farewell(self) -> None:
        with contextlib.suppress(OSError):
            if self.table.record and not self.table.state.over:
                self.console.say(self.text("terminal.kept", path=self.table.record))
                if self.resume_command:
                    self.console.say(self.text("terminal.resume", command=self.resume_command))
            self.console.flush()

    # -- showing ---------------------------------------------------------------------------------------------------

    def show_news(self, viewer: int | None) -> bool:
        """Writes what happened since a seat was last shown the game; says whether others had a part in it."""
        entries = self.table.entries[self.seen.get(viewer, 0):]
        self.seen[viewer] = len(self.table.entries)
        for entry in entries:
            for line in self.log_lines(entry, viewer):
                self.console.wrapped(line, "")
        return any(entry.seat != viewer for entry in entries)

    def log_lines(self, entry: Entry, viewer: int | None) -> Iterator[str]:
        """What a seat is told of one decision."""
        state = entry.after.view(viewer).state
        if entry.by == FORCED and entry.seat == viewer:
            action = self.wording.action(entry.before.view(viewer).state, entry.action)
            yield self.console.style("quiet", self.text("terminal.forced", action=action))
        for event in entry.events:
            line = self.wording.event(state, event.seen_by(viewer))
            if line:
                yield f"{line} [{event.rule}]" if self.explain else line
        bot = self.table.bots.get(entry.seat)
        if self.explain and bot is not None and entry.by != FORCED:
            if not self.table.state.over and choices_betray(entry, viewer):
                yield self.console.style("quiet", "  " + self.text("terminal.reasons-kept"))
                return
            for reason in bot.explain(entry.before.view(entry.seat), self.wording):
                yield self.console.style("quiet", "  " + reason)

    def show_sheet(self, state: GameState[Any]) -> None:
        """Writes the position as a table, or in words if the game has no table."""
        self.console.say()
        sheet = self.table.game.sheet(state, self.wording)
        if sheet is None:
            self.console.say(self.wording.position(state))
            return
        self.console.table(sheet.headings, sheet.rows)
        for note in sheet.notes:
            self.console.wrapped(note)
        self.show_in_play(state)

    def show_in_play(self, state: GameState[Any], *, if_new: bool = False) -> None:
        """Writes the card in play or what else governs the decisions; with ``if_new`` unless it was the last shown."""
        lines = self.table.game.in_play(state, self.wording)
        if not if_new or lines != self.in_play:
            for line in lines:
                self.console.wrapped(line)
        self.in_play = lines

    def _show_choices(self, state: GameState[Any]) -> None:
        legal = state.choices()
        style = self.console.style
        shown: set[tuple[str, ...]] = set()
        for label, action in zip(labels(legal), legal, strict=True):
            name = style("quiet", f"[{action.name}]")
            self.console.say(f"{style('number', label.rjust(3))}  {self.wording.action(state, action)}  {name}")
            details = tuple(self.table.game.details(state, action, self.wording))
            if details and details not in shown:
                shown.add(details)
                for line in details:
                    self.console.wrapped(line, "       ")

    # -- a seat decides --------------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        if self.in_front != seat and len(self.table.humans) > 1 and self.console.screen:
            if self.last_asked is not None or self.table.dice == MANUAL:
                self.console.clear()
            self.console.line(self.text("terminal.curtain", side=self.side(seat)))
            self.console.clear()
        self.in_front = seat
        first = self.last_asked != seat
        self.last_asked = seat
        view = self.table.state.view(seat)
        if self.show_news(seat) or first:
            self.show_sheet(view.state)
        else:
            self.show_in_play(view.state, if_new=True)
        self._show_question(view.state)
        self._show_choices(view.state)
        number = len(self.table.entries)
        state = self.table.state
        while len(self.table.entries) == number and self.table.state is state:
            line = self.console.line(f"{self.side(seat)}> ", seat)
            if not self.commands.run(line, seat):
                self._answer(line)

    def _show_question(self, state: GameState[Any]) -> None:
        self.console.say()
        self.console.say(self.console.style("title", " › ".join(self.wording.agenda(state))))
        self.console.wrapped(self.wording.prompt(state))

    def side(self, seat: int) -> str:
        """Name of a seat's side."""
        return self.wording.side(self.table.seats[seat].id)

    def _answer(self, line: str) -> None:
        try:
            plan = read_line(self.table.state, line)
        except ActionError as error:
            self.complain(error)
            if ";" in line:
                self.console.say(self.text("terminal.nothing-done"))
            return
        for action in plan.actions:
            self.table.act(action)
        if plan.rest:
            self.console.say(self.text("terminal.rest", rest=plan.rest))

    def complain(self, error: ActionError) -> None:
        """Writes why a line is no answer."""
        bad = self.console.style
        if isinstance(error, Refused):
            seat = error.state.seat
            state = error.state.view(seat if seat >= 0 else None).state
            sentence = self.wording.refusal(state, error.refusal)
            self.console.wrapped(bad("bad", f"{error.action.name}: {sentence} [{error.refusal.rule}]"))
        elif isinstance(error, Misread):
            self.console.wrapped(bad("bad", self.text(f"terminal.misread.{error.code}", **error.params)))
            if error.params.get("near"):
                self.console.wrapped(self.text("terminal.misread.near", near=error.params["near"]))
        else:
            self.console.wrapped(bad("bad", str(error)))

    # -- dice and draws by hand --------------------------------------------------------------------------------------

    def onlooker(self) -> int | None:
        """With whose eyes everybody may look: those of the only person, or a spectator's.

        A spectator is then shown what some of the people have not been shown yet.
        """
        humans = self.table.humans
        if len(humans) == 1:
            return humans[0]
        if humans:
            self.seen[None] = max(self.seen.get(None, 0), min(self.seen.get(seat, 0) for seat in humans))
        return None

    def _ask_for_dice(self) -> None:
        viewer = self.onlooker()
        self.show_news(viewer)
        state = self.table.state
        throws = [
            throw.prompt if throw.number == 1 else self.text("terminal.times", prompt=throw.prompt, n=throw.number)
            for throw in due(state, self.wording)
        ]
        self.console.say()
        self.console.wrapped(" ".join(throws))
        number = len(self.table.entries)
        while len(self.table.entries) == number and self.table.state is state:
            line = self.console.line(self.text("terminal.by-hand"), viewer)
            if self.commands.run(line, viewer):
                continue
            try:
                results = read_results(state, folded(line.replace(",", " ")).split())
            except NoResult as error:
                self._no_result(error)
                continue
            for action in results:
                if any(event.secret for event in self.table.act(action).events):
                    # Who entered a hidden card has it on the screen, and may be anybody.
                    self.in_front = None

    def _no_result(self, error: NoResult) -> None:
        text = self.text(f"terminal.result.{error.code}", word=error.word)
        refusal = error.state.why_not(error.action) if error.action else None
        if refusal is not None:
            text = f"{error.word}: {self.wording.refusal(error.state, refusal)} [{refusal.rule}]"
        self.console.wrapped(self.console.style("bad", text))

    # -- completion --------------------------------------------------------------------------------------------------

    def complete(self, text: str) -> list[str]:
        """The words that a line may go on with: commands, and what is legal."""
        state = self.table.state
        found = self.commands.complete(text)
        return found if state.seat == CHANCE else [*continuations(state, text), *found]


@contextlib.contextmanager
def _hangups() -> Iterator[None]:
    """Turns the signal of a closed terminal into an exception, where there is such a signal."""
    number = getattr(signal, "SIGHUP", None)
    if number is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def handler(signum: int, frame: FrameType | None) -> None:
        raise Hangup

    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def _let_go_of_the_screen() -> None:
    """What is still to be written goes nowhere: the terminal is gone, and writing to it would fail at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
