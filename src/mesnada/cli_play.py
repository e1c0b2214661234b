"""``mesnada play``: a game at the terminal, new, from a position, or resumed."""

from __future__ import annotations

import argparse
import os
import random
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mesnada.cli_args import Subparsers, helps, naming, program, read_options, read_text, split_seats
from mesnada.kernel.errors import UsageError
from mesnada.kernel.game import find_game
from mesnada.table import Table
from mesnada.table.dice import AUTOMATIC, MOST, SOURCES, new_seed
from mesnada.table.folders import new_record_path

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.game import Game
    from mesnada.kernel.state import GameState

BY_MAKE: Final = "MESNADA_MAKE"
"""Environment variable that ``make play`` sets."""
FIXED: Final = ("mode", "seats", "option", "position", "seed", "record")
"""Arguments that stand in a record already."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``play``."""
    parser = subparsers.add_parser("play", help=helps(words, "play.about"), description=helps(words, "play.about"))
    parser.add_argument("game", metavar="GAME", nargs="?", help=helps(words, "play.game"))
    parser.add_argument("--mode", metavar="M", help=helps(words, "cli.mode"))
    parser.add_argument("--seats", metavar="A,B,C", help=helps(words, "play.seats"))
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help=helps(words, "cli.option"))
    parser.add_argument("--position", type=Path, metavar="FILE", help=helps(words, "play.position"))
    parser.add_argument("--record", type=Path, metavar="FILE", help=helps(words, "play.record"))
    parser.add_argument("--resume", type=Path, metavar="FILE", help=helps(words, "play.resume"))
    add_common(parser, words)
    parser.set_defaults(run=run, words=words)
    return parser


def add_common(parser: argparse.ArgumentParser, words: Catalogue) -> None:
    """Adds the arguments of everything that plays a game at the terminal."""
    parser.add_argument("--content", type=Path, metavar="DIR", help=helps(words, "cli.content"))
    parser.add_argument("--seed", type=seed, metavar="N", help=helps(words, "play.seed"))
    parser.add_argument("--dice", choices=SOURCES, help=helps(words, "play.dice"))
    parser.add_argument("--explain", action="store_true", help=helps(words, "play.explain"))


def seed(text: str) -> int:
    """A seed. Raises ArgumentTypeError, which argparse turns into a message."""
    if not (text.isascii() and text.isdigit() and int(text) <= MOST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {MOST}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Plays the game. Everything is checked before a record is written."""
    if args.resume is not None:
        return play(resumed(args), args)
    if args.game is None:
        raise UsageError("play", "which game? For instance: mesnada play sanchos")
    game = find_game(args.game)
    chosen = new_seed() if args.seed is None else args.seed
    state = first_state(game, args, chosen)
    seats = split_seats(args.seats) if args.seats is not None else None
    path = args.record or new_record_path(game.id, state.setup.mode)
    table = Table.new(game, state, seats, seed=chosen, record=path, from_position=args.position is not None,
                      dice=args.dice or AUTOMATIC)
    return play(table, args)


def first_state(game: Game, args: argparse.Namespace, seed: int) -> GameState[Any]:
    """The state that a new game begins with. What a position leaves unknown is dealt at random."""
    if args.position is None:
        return game.new(args.mode, read_options(args.option), args.content)
    if args.mode is not None or args.option:
        raise UsageError("--position", "mode and options stand in the position itself")
    with naming(args.position):
        position = game.read_position(read_text(args.position), args.content)
    return position.redealt(random.Random(seed))


def resumed(args: argparse.Namespace) -> Table:
    """The table of the record that is resumed."""
    given = [name for name in FIXED if getattr(args, name) not in (None, [])]
    if given:
        raise UsageError("--resume", f"--{given[0]} stands in the record itself")
    game = find_game(args.game) if args.game is not None else None
    table = Table.resume(args.resume, content=args.content, dice=args.dice)
    if game is not None and table.game.id != game.id:
        table.close()
        raise UsageError("--resume", f"{args.resume} is the record of a game of {table.game.id}")
    return table


def play(table: Table, args: argparse.Namespace, go_on: str | None = None) -> int:
    """Runs a table at the terminal; the exit code. ``go_on`` is the command that goes on with it, if it is special."""
    from mesnada.terminal.console import Console
    from mesnada.terminal.session import Session

    session = Session(table, Console(), args.words.lang, explain=args.explain,
                      resume_command=resume_command(table, args.content) if go_on is None else go_on)
    return session.run()


def resume_command(table: Table, content: Path | None) -> str:
    """The command line that goes on with a table's record."""
    if table.record is None:
        return ""
    words = ["--resume", str(table.record)]
    if content is not None:
        words += ["--content", str(content)]
    arguments = shlex.join(words)
    if os.environ.get(BY_MAKE) and table.game.id == "sanchos":
        # Make reads a dollar sign, and the shell a quotation mark, in what stands behind ARGS.
        return "make play ARGS=" + shlex.quote(arguments.replace("$", "$$"))
    return f"{program()} play {table.game.id} {arguments}"
