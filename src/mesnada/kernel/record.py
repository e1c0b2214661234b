"""Game records: a game as its set-up and all its decisions, chance included, each with a hash of the state after it.

A record is a text file of JSON lines. The first line is the :class:`Head`, then comes one :class:`Move` a line, and
once the game is over the last line is ``{"end": ...}``. A record is also the save of its game: :class:`RecordWriter`
puts every line on the disk before the game goes on, and :func:`read_record` with ``resume`` takes it up again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import msgspec

from mesnada import __version__
from mesnada.kernel.errors import ActionError, MesnadaError, PositionError, RecordError, UsageError
from mesnada.kernel.game import find_game
from mesnada.kernel.step import CHANCE

try:
    import fcntl
except ImportError:  # Windows has no such locks; two programs on one record are then not kept apart
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from mesnada.kernel.action import Action
    from mesnada.kernel.game import Game, Outcome
    from mesnada.kernel.state import GameState

FORMAT: Final = 1
"""Version of the form of these files."""

HAND: Final = "hand"
"""``Move.by`` of dice and draws that a person entered."""
FORCED: Final = "forced"
"""``Move.by`` of a seat's decision that left no choice."""

AUTO: Final = "auto"
"""``SeatKind.kind`` of a seat that the game itself plays."""

T = TypeVar("T")
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
Lines = list[dict[str, Any]]


class SeatKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a seat: the id of its side, and ``human``, ``auto`` or the spec of a bot."""

    id: str
    kind: str


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The first line: all that a game needs to begin, and which versions it was played with.

    ``start`` is the saved state of a game that began from a position; ``hash`` is the hash of the first state.
    """

    format: int = msgspec.field(name="mesnada")
    engine: str
    game: str
    rules: str
    mode: str
    options: dict[str, str]
    content: str
    seats: tuple[SeatKind, ...]
    hash: Hash
    seed: int | None = None
    start: dict[str, Any] | None = None


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One decision: who took it (-1: chance), its name, and the hash of the state after it.

    ``by`` is "" as a rule, :data:`HAND` for dice and draws entered by hand, :data:`FORCED` where there was no choice.
    """

    seat: Annotated[int, msgspec.Meta(ge=-1)]
    action: str
    hash: Hash
    by: str = ""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended (see :class:`mesnada.kernel.game.Outcome`)."""

    ending: str
    winners: tuple[str, ...]
    scores: dict[str, int]


class _EndLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    end: End


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read. ``end`` is None while the game is unfinished.

    ``ends`` are the positions in the file after each whole line. ``cut`` is the number of bytes of a last line that was
    cut off; ``open_ended`` says that the last whole line lacks its line feed.
    """

    path: Path
    head: Head
    moves: tuple[Move, ...]
    end: End | None
    ends: tuple[int, ...] = ()
    cut: int = 0
    open_ended: bool = False

    def where(self, move: int) -> str:
        """How errors name a move, counted from 0."""
        return f"{self.path.name}, line {move + 2}"


MIGRATIONS: Final[dict[int, Callable[[Lines], Lines]]] = {}
"""By format version: turns the lines of a record of that version into those of the next version."""


# -- reading ----------------------------------------------------------------------------------------------------------


def read_record(path: Path, *, resume: bool = False) -> Record:
    """Reads a record and checks its form, not yet its game.

    A last line that was cut in the middle is left out if ``resume`` is set. Raises RecordError for it otherwise, and
    for a file that is missing, empty, no record, of a newer format, or has a line that does not belong there.
    """
    name = path.name
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise RecordError(str(path), "there is no such file") from None
    except IsADirectoryError:
        raise RecordError(str(path), "is a folder, not a file") from None
    except OSError as error:
        raise RecordError(str(path), f"cannot be read: {error.strerror or error}") from None
    if not data:
        raise RecordError(name, "is empty")
    texts = data.split(b"\n")
    tail = texts.pop()
    lines: Lines = []
    ends: list[int] = []
    position = 0
    for number, text in enumerate(texts, 1):
        if not text.strip():
            raise RecordError(f"{name}, line {number}", "is empty")
        lines.append(_decode(text, f"{name}, line {number}"))
        position += len(text) + 1
        ends.append(position)
    cut, open_ended = 0, False
    if tail:
        where = f"{name}, line {len(texts) + 1}"
        try:
            lines.append(_decode(tail, where))
            open_ended = True
            ends.append(position + len(tail))
        except RecordError:
            if not lines:
                raise RecordError(where, "is no record of Mesnada, or cut off in its first line") from None
            if not resume:
                raise RecordError(where, "is cut off in the middle; resuming the game drops this line") from None
            cut = len(tail)
    head, moves, end = _typed(_migrated(lines, name), name)
    return Record(path, head, moves, end, tuple(ends), cut, open_ended)


def _decode(text: bytes, where: str) -> dict[str, Any]:
    try:
        line = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(where, f"is no line of a record: {error}") from None
    if not isinstance(line, dict):
        raise RecordError(where, "is no line of a record")
    return line


def _migrated(lines: Lines, name: str) -> Lines:
    version = lines[0].get("mesnada")
    if type(version) is not int or version < 1:
        raise RecordError(f"{name}, line 1", "is no record of Mesnada")
    if version > FORMAT:
        raise RecordError(f"{name}, line 1",
                          f"has format {version}; this version of Mesnada reads formats up to {FORMAT}")
    while version < FORMAT:
        migrate = MIGRATIONS.get(version)
        if migrate is None:
            raise RecordError(f"{name}, line 1", f"has format {version}, which is no longer read")
        lines = migrate(lines)
        version += 1
    return lines


def _typed(lines: Lines, name: str) -> tuple[Head, tuple[Move, ...], End | None]:
    head = _convert(lines[0], Head, f"{name}, line 1")
    end: End | None = None
    last = len(lines)
    if len(lines) > 1 and "end" in lines[-1]:
        end = _convert(lines[-1], _EndLine, f"{name}, line {last}").end
        lines = lines[:-1]
    moves = []
    for number, line in enumerate(lines[1:], 2):
        if "end" in line:
            raise RecordError(f"{name}, line {number}", "is the end of the game, but more lines follow")
        moves.append(_convert(line, Move, f"{name}, line {number}"))
    return head, tuple(moves), end


def _convert(line: dict[str, Any], kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(line, kind)
    except msgspec.ValidationError as error:
        reason, _, place = str(error).partition(" - at `$")
        key = place.rstrip("`").removeprefix(".")
        raise RecordError(f"{where}, {key}" if key else where, reason[:1].lower() + reason[1:]) from None


# -- replaying --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """One decision of a replayed game: the state before it (its own copy) and the state after it."""

    number: int
    """Counted from 1."""
    move: Move
    action: Action
    before: GameState[Any]
    after: GameState[Any]


def game_of(record: Record) -> Game:
    """The game of a record. Raises RecordError if it is not installed, or has other rules now."""
    head, where = record.head, f"{record.path.name}, line 1"
    try:
        game = find_game(head.game)
    except UsageError as error:
        raise RecordError(where, error.why) from None
    if head.rules != game.rules_version:
        raise RecordError(where, f"was played by rules version {head.rules} of {game.id} (Mesnada {head.engine}); "
                                 f"this is rules version {game.rules_version} (Mesnada {__version__})")
    return game


def first_state(record: Record, content: Path | None = None) -> GameState[Any]:
    """The state before the first decision of a record.

    Raises RecordError for an unknown game, other rules, options that do not exist, or other content.
    """
    head, where = record.head, f"{record.path.name}, line 1"
    game = game_of(record)
    try:
        mode, options = game.checked_options(head.mode, head.options)
        state = game.new(mode, options, content)
    except MesnadaError as error:
        raise RecordError(where, str(error)) from None
    setup = state.setup
    if setup.content != head.content:
        hint = "" if content else "; was a folder of content used?"
        raise RecordError(where, f"was played with content {head.content}, here is {setup.content}{hint}")
    if head.start is not None:
        state = _loaded(game, state, head.start, content, where)
    if state.hash() != head.hash:
        raise RecordError(where, f"the set-up gives hash {state.hash()}, the record says {head.hash}")
    seats = game.seats(mode, options)
    if [seat.id for seat in head.seats] != [seat.id for seat in seats]:
        raise RecordError(where, f"the seats of this game are {', '.join(seat.id for seat in seats)}")
    for seat, told in zip(seats, head.seats, strict=True):
        if not told.kind or seat.automa != (told.kind == AUTO):
            raise RecordError(where, f"seat {seat.id} cannot be played by {told.kind!r}")
    return state


def _loaded(game: Game, state: GameState[Any], saved: Mapping[str, Any], content: Path | None,
            where: str) -> GameState[Any]:
    try:
        loaded = game.load(state.setup, saved, content)
        loaded.legal()
        return loaded
    except PositionError as error:
        raise RecordError(f"{where}, start", str(error)) from None
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError):
        # Bytes that no game can have produced may trip any rule.
        raise RecordError(f"{where}, start", "is no state of this game") from None


def replay(record: Record, content: Path | None = None, *, events: bool = False) -> Iterator[Played]:
    """Plays a record again and checks every decision and every hash.

    With ``events`` the state after each decision holds what happened by it. Raises RecordError that names the first
    line which differs.
    """
    state = first_state(record, content)
    for index, move in enumerate(record.moves):
        played = _replayed(record, index, move, state, events)
        yield played
        state = played.after
    _check_end(record, state)


def _replayed(record: Record, index: int, move: Move, before: GameState[Any], events: bool) -> Played:
    where = record.where(index)
    named = f"action {index + 1}, {move.action!r},"
    if before.over:
        raise RecordError(where, f"{named} comes after the end of the game")
    if move.seat != before.seat:
        raise RecordError(where, f"{named} is by seat {move.seat}, but seat {before.seat} has to decide")
    action = before.actions.get(move.action)
    if action is None:
        raise RecordError(where, f"{named} is no action of {record.head.game}")
    if move.by not in ("", HAND, FORCED):
        raise RecordError(where, f"{named} cannot be by {move.by!r}")
    if move.by == HAND and move.seat != CHANCE:
        raise RecordError(where, f"{named} is no roll or draw that a hand could enter")
    if move.by == FORCED and (move.seat == CHANCE or len(before.legal()) > 1):
        raise RecordError(where, f"{named} left a choice or was no seat's, but is marked as forced")
    after = before.copy()
    if events:
        after.events = []
    try:
        after.apply(action)
    except ActionError as error:
        raise RecordError(where, f"{named} differs: {error.why}") from None
    if after.hash() != move.hash:
        raise RecordError(where, f"{named} differs: it leads to hash {after.hash()}, the record says {move.hash}")
    return Played(index + 1, move, action, before, after)


def _check_end(record: Record, state: GameState[Any]) -> None:
    if record.end is None:
        return
    where = record.where(len(record.moves))
    outcome = state.outcome()
    if outcome is None:
        raise RecordError(where, "says that the game ended, but it goes on")
    if end_of(outcome) != record.end:
        raise RecordError(where, f"says that the game ended otherwise: it was a {outcome.ending} victory of "
                                 f"{' and '.join(outcome.winners)}")


def end_of(outcome: Outcome) -> End:
    """An outcome as the last line of a record holds it."""
    return End(outcome.ending, tuple(outcome.winners), dict(outcome.scores))


def verify(path: Path, content: Path | None = None) -> Record:
    """Reads a record and plays it again.

    Raises RecordError for a faulty file, and for a game that does not go as the record says, with the first action
    that differs. An unfinished game is no fault.
    """
    record = read_record(path)
    for _ in replay(record, content):
        pass
    return record


# -- writing ----------------------------------------------------------------------------------------------------------


def head_of(state: GameState[Any], seats: tuple[SeatKind, ...], seed: int | None = None, *, rules: str,
            from_position: bool = False) -> Head:
    """The head of a game that begins with ``state``."""
    setup = state.setup
    return Head(
        format=FORMAT, engine=__version__, game=setup.game, rules=rules, mode=setup.mode, options=dict(setup.options),
        content=setup.content, seats=seats, hash=state.hash(), seed=seed, start=state.save() if from_position else None,
    )


class RecordWriter:
    """Appends to a record. When a method returns, its line is on the disk; when it raises, the file is as it was.

    Only one program at a time can write a record.
    """

    def __init__(self, path: Path, descriptor: int, ends: list[int]) -> None:
        self.path = path
        self._descriptor = descriptor
        self._ends = ends

    @classmethod
    def create(cls, path: Path, head: Head) -> RecordWriter:
        """Begins a record. Raises RecordError if the file exists or cannot be written."""
        if path.exists():
            raise RecordError(str(path), "is there already; it is not overwritten")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o644)
        except OSError as error:
            raise RecordError(str(path), f"cannot be written: {error.strerror or error}") from None
        writer = cls(path, descriptor, [0])
        try:
            writer._lock()
            writer._append(head)
        except RecordError:
            writer.close()
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        _sync_folder(path.parent)
        return writer

    @classmethod
    def reopen(cls, record: Record) -> RecordWriter:
        """Goes on with an unfinished record; a last line that was cut off is dropped. Raises RecordError."""
        try:
            descriptor = os.open(record.path, os.O_RDWR | _BINARY)
        except OSError as error:
            raise RecordError(str(record.path), f"cannot be written: {error.strerror or error}") from None
        writer = cls(record.path, descriptor, [0, *record.ends])
        try:
            writer._lock()
            if os.fstat(descriptor).st_size != record.ends[-1] + record.cut:
                raise RecordError(str(record.path), "was changed while it was read")
            writer._cut()
            if record.open_ended:
                writer._ends[-1] += 1
                writer._write(b"\n", record.ends[-1])
        except RecordError:
            writer.close()
            raise
        return writer

    def append(self, move: Move) -> None:
        """One more decision. Raises RecordError if the disk does not take it."""
        self._append(move)

    def end(self, outcome: Outcome) -> None:
        """The game is over. Raises RecordError if the disk does not take it."""
        self._append(_EndLine(end_of(outcome)))

    def take_back(self, moves: int) -> None:
        """Removes the last decisions. Raises RecordError if the disk does not let it."""
        del self._ends[-moves:]
        self._cut()

    def close(self) -> None:
        """Lets go of the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RecordError(str(self.path), "is being played by another program") from None
        except OSError:
            return  # some network folders know no locks

    def _append(self, line: msgspec.Struct) -> None:
        data = msgspec.json.encode(line) + b"\n"
        start = self._ends[-1]
        self._write(data, start)
        self._ends.append(start + len(data))

    def _write(self, data: bytes, start: int) -> None:
        try:
            os.lseek(self._descriptor, start, os.SEEK_SET)
            left = memoryview(data)
            while left:
                left = left[os.write(self._descriptor, left):]
            os.fsync(self._descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, start)
            raise RecordError(str(self.path), f"cannot be written: {error.strerror or error}") from None

    def _cut(self) -> None:
        try:
            os.ftruncate(self._descriptor, self._ends[-1])
            os.fsync(self._descriptor)
        except OSError as error:
            raise RecordError(str(self.path), f"cannot be written: {error.strerror or error}") from None


_BINARY: Final = getattr(os, "O_BINARY", 0)


def _sync_folder(folder: Path) -> None:
    """Puts the name of a new file on the disk as well, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
