"""``mesnada replay``: a recorded game at any moment, in words, as a picture or as a position."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mesnada.cli_args import Subparsers, helps, write_text
from mesnada.kernel.errors import UsageError
from mesnada.kernel.game import seat_index
from mesnada.kernel.record import Record, first_state, game_of, read_record, replay

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.game import Game
    from mesnada.kernel.record import Played
    from mesnada.kernel.state import GameState

SPECTATOR = "spectator"
BEGINNING = 1000
"""Bytes of a file in which a picture shows that it is one."""
OPEN = -1
"""Stands for a viewer from whom nothing is hidden."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``replay``."""
    about = helps(words, "replay.about")
    parser = subparsers.add_parser("replay", help=about, description=about)
    parser.add_argument("file", type=Path, metavar="FILE", help=helps(words, "replay.file"))
    parser.add_argument("--at", type=int, metavar="N", help=helps(words, "replay.at"))
    parser.add_argument("--as", dest="viewer", metavar="SEAT", help=helps(words, "replay.as"))
    parser.add_argument("--content", type=Path, metavar="DIR", help=helps(words, "verify.content"))
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help=helps(words, "replay.text"))
    form.add_argument("--svg", metavar="OUT", help=helps(words, "replay.svg"))
    form.add_argument("--position", action="store_true", help=helps(words, "replay.position"))
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Shows the game. The whole record is checked first.

    Without ``--as`` a finished game is shown openly, an unfinished one as a spectator sees it.
    """
    record = read_record(args.file)
    game = game_of(record)
    played = list(replay(record, args.content, events=True))
    at = len(played) if args.at is None else args.at
    if not 0 <= at <= len(played):
        raise UsageError("--at", f"is a number from 0 to {len(played)}, not {at}")
    viewer = find_viewer(game, record, args.viewer)
    state = played[at - 1].after if at else first_state(record, args.content)
    shown = state if viewer == OPEN else state.view(viewer).state
    if args.svg is not None:
        picture = game.picture(shown, seat=None if viewer == OPEN else viewer, lang=args.words.lang, resolve=True)
        if args.svg == "-":
            print(picture)
        else:
            write_picture(Path(args.svg), picture)
    elif args.position:
        sys.stdout.write(game.write_position(shown))
    else:
        show(game, record, played[:at], shown, viewer, len(played), args.words)
    return 0


def write_picture(path: Path, picture: str) -> None:
    """Writes a picture to a new file, or over an older picture. Raises UsageError for any other file."""
    if path.is_file():
        with contextlib.suppress(OSError), path.open("rb") as file:
            if b"<svg" not in file.read(BEGINNING):
                raise UsageError(str(path), "is there already and no picture; it is not overwritten")
    write_text(path, picture)


def find_viewer(game: Game, record: Record, name: str | None) -> int | None:
    """The seat whose eyes are used: its index, None for a spectator, OPEN."""
    if name is None:
        return OPEN if record.end is not None else None
    if name == SPECTATOR:
        return None
    return seat_index(game.seats(record.head.mode, record.head.options), name)


def show(game: Game, record: Record, played: list[Played], state: GameState[object], viewer: int | None, moves: int,
         words: Catalogue) -> None:
    """Prints the log up to a moment and the position there."""
    wording = game.wording(words.lang)
    names = game.catalogue(words.lang)
    print(names.text("replay.title", title=names.text("game.title"), mode=names.text(f"mode.{record.head.mode}"),
                     at=len(played), moves=moves))
    for step in played:
        for event in step.after.events or ():
            if viewer == OPEN:
                event, audience = event.seen_by(event.audience), step.after
            else:
                event, audience = event.seen_by(viewer), step.after.view(viewer).state
            line = wording.event(audience, event)
            if line:
                print(f"{step.number:4}  {line}")
    print()
    print(wording.position(state))
    outcome = state.outcome()
    if outcome is not None:
        print(wording.outcome(outcome))
    elif record.end is None and len(played) == moves:
        print(words.text("replay.unfinished"))
