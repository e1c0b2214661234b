"""Table: one game in progress, with everything that a front end needs around a state.

A decision goes into the record before the table stands in the new state, so whatever happens to the program, the
record holds all that was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mesnada.kernel.errors import RecordError, UsageError
from mesnada.kernel.record import (
    FORCED,
    HAND,
    Head,
    Move,
    RecordWriter,
    SeatKind,
    game_of,
    head_of,
    read_record,
    replay,
)
from mesnada.kernel.record import first_state as first_state_of
from mesnada.kernel.step import CHANCE, OVER
from mesnada.table.dice import AUTOMATIC, MANUAL, SOURCES, SeededDice, new_seed
from mesnada.table.seats import AUTO, HUMAN, seat_kinds
from mesnada.table.undo import NoUndo, window

if TYPE_CHECKING:
    from mesnada.bots import Bot
    from mesnada.kernel.action import Action
    from mesnada.kernel.events import Event
    from mesnada.kernel.game import Game, SeatInfo
    from mesnada.kernel.state import GameState

BotMaker = Callable[[str, "Game", int], "Bot"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision of the game so far.

    ``by`` is "" as a rule, ``hand`` for dice and draws entered by a person, ``forced`` where there was no choice.
    ``before`` and ``after`` are the states around it; do not change them.
    """

    number: int
    """Counted from 1."""
    seat: int
    action: Action
    by: str
    before: GameState[Any]
    after: GameState[Any]
    events: tuple[Event, ...]


class Table:
    """A game in progress. Make one with :meth:`new` or :meth:`resume`.

    ``kinds`` holds the spec of each seat. With ``dice`` "manual" a person answers the decisions of chance. With
    ``confirm`` a person is asked even where there is no choice.
    """

    def __init__(self, game: Game, state: GameState[Any], kinds: tuple[str, ...], seed: int, *,
                 dice: str = AUTOMATIC, confirm: bool = False, bots: BotMaker | None = None) -> None:
        if dice not in SOURCES:
            raise UsageError("dice", f"cannot be {dice!r}; it is one of {', '.join(SOURCES)}")
        if bots is None:
            from mesnada.bots import make_bot

            bots = make_bot
        setup = state.setup
        self.game = game
        self.state = state
        self.first_state = state
        self.kinds = kinds
        self.seats: tuple[SeatInfo, ...] = game.seats(setup.mode, dict(setup.options))
        self.seed = seed
        self.dice = dice
        self.confirm = confirm
        self.entries: list[Entry] = []
        self.dropped = False
        """Whether the record that was resumed had a last line that was cut off."""
        self.bots: dict[int, Bot] = {
            seat: bots(kind, game, seed + seat) for seat, kind in enumerate(kinds) if kind not in (HUMAN, AUTO)
        }
        self._source = SeededDice(seed)
        self._writer: RecordWriter | None = None
        self._rolled = 0
        self._ended = False

    @classmethod
    def new(cls, game: Game, state: GameState[Any], seats: Sequence[str] | None = None, *, seed: int | None = None,
            record: Path | None = None, from_position: bool = False, dice: str = AUTOMATIC, confirm: bool = False,
            bots: BotMaker | None = None) -> Table:
        """A table at which a game begins with ``state``, with a record if a path is given.

        Raises UsageError for seats or bots that cannot be, RecordError if the record cannot be written; then there is
        no record.
        """
        setup = state.setup
        kinds = seat_kinds(game.seats(setup.mode, dict(setup.options)), seats)
        table = cls(game, state, kinds, new_seed() if seed is None else seed, dice=dice, confirm=confirm, bots=bots)
        if record is not None:
            table._writer = RecordWriter.create(record, table.head(from_position))
        return table

    @classmethod
    def resume(cls, record: Path, *, content: Path | None = None, dice: str | None = None, confirm: bool = False,
               bots: BotMaker | None = None) -> Table:
        """The table of an unfinished record, which is checked on the way. Further decisions are appended to it.

        Without ``dice`` they come by hand if the last ones did. Raises RecordError for a record that is faulty or over.
        """
        read = read_record(record, resume=True)
        if read.end is not None:
            raise RecordError(str(record), "is the record of a finished game; it can be replayed, not resumed")
        game = game_of(read)
        first = first_state_of(read, content)
        kinds = seat_kinds(game.seats(read.head.mode, read.head.options), [seat.kind for seat in read.head.seats])
        by_hand = next((move.by == HAND for move in reversed(read.moves) if move.seat == CHANCE), False)
        seed = new_seed() if read.head.seed is None else read.head.seed
        table = cls(game, first, kinds, seed, dice=dice or (MANUAL if by_hand else AUTOMATIC), confirm=confirm,
                    bots=bots)
        for played in replay(read, content, events=True):
            table._enter(played.action, played.move.seat, played.move.by, played.before, played.after)
        table.dropped = read.cut > 0
        table._writer = RecordWriter.reopen(read)
        table._finish()
        return table

    def head(self, from_position: bool = False) -> Head:
        """The first line of a record of this game."""
        seats = tuple(SeatKind(seat.id, kind) for seat, kind in zip(self.seats, self.kinds, strict=True))
        return head_of(self.first_state, seats, self.seed, rules=self.game.rules_version, from_position=from_position)

    @property
    def record(self) -> Path | None:
        """Where the game is recorded."""
        return self._writer.path if self._writer else None

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)

    def close(self) -> None:
        """Lets go of the record. The table can be looked at afterwards, not played on."""
        if self._writer:
            self._writer.close()

    # -- going on ------------------------------------------------------------------------------------------------

    def asked(self) -> int | None:
        """Which person is asked: a seat's, or CHANCE where dice and draws come by hand; OVER after the end.

        None if the table can go on by itself, see :meth:`step`.
        """
        state = self.state
        seat = state.seat
        if seat == OVER:
            return OVER
        if seat == CHANCE:
            return CHANCE if self.dice == MANUAL else None
        if self.kinds[seat] != HUMAN:
            return None
        return seat if self.confirm or len(state.legal()) > 1 else None

    def step(self) -> Entry | None:
        """Takes the next decision that needs no person: of chance, of a bot, or one without a choice.

        None if a person is asked or the game is over.
        """
        if self.asked() is not None:
            return None
        state = self.state
        seat = state.seat
        if seat == CHANCE:
            return self._take(self._source.answer(state, self._rolled), "")
        legal = state.legal()
        if len(legal) == 1:
            return self._take(legal[0], FORCED)
        return self._take(self.bots[seat].choose(state.view(seat)), "")

    def act(self, action: Action) -> Entry:
        """A person's answer to the decision that is asked.

        Raises IllegalAction if it is not legal, RecordError if it cannot be recorded; the table is then as it was.
        """
        state = self.state
        if state.seat == CHANCE:
            return self._take(action, HAND)
        return self._take(action, FORCED if [action] == state.legal() else "")

    def _take(self, action: Action, by: str) -> Entry:
        before = self.state
        after = before.copy()
        after.events = []
        after.apply(action)
        seat = before.seat
        if self._writer:
            self._writer.append(Move(seat, action.name, after.hash(), by))
        entry = self._enter(action, seat, by, before, after)
        self._finish()
        return entry

    def _enter(self, action: Action, seat: int, by: str, before: GameState[Any], after: GameState[Any]) -> Entry:
        events = tuple(after.events or ())
        after.events = None
        entry = Entry(len(self.entries) + 1, seat, action, by, before, after, events)
        self.entries.append(entry)
        self._rolled += seat == CHANCE
        self.state = after
        return entry

    def _finish(self) -> None:
        outcome = self.state.outcome()
        if outcome is not None and self._writer and not self._ended:
            self._writer.end(outcome)
            self._ended = True

    # -- taking back ---------------------------------------------------------------------------------------------

    def why_not_undo(self, seat: int) -> NoUndo | None:
        """Why a seat may not take back its last decision; None if it may."""
        found = window(self.entries, seat, self.state.over)
        return found if isinstance(found, NoUndo) else None

    def undo(self, seat: int) -> list[Entry]:
        """Takes back a seat's last decision and the forced ones after it, in the record as well; returns them.

        Raises UsageError if that would not be honest, see :meth:`why_not_undo`; RecordError if the record cannot be
        changed.
        """
        back = window(self.entries, seat, self.state.over)
        if isinstance(back, NoUndo):
            raise UsageError("undo", f"is not possible: {back.code}")
        if self._writer:
            self._writer.take_back(back)
        gone = self.entries[-back:]
        del self.entries[-back:]
        self.state = gone[0].before
        return gone
