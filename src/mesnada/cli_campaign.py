"""``mesnada campaign``: a campaign that is kept in a file from game to game."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from mesnada.cli_args import Subparsers, helps, naming, program, read_text
from mesnada.cli_play import add_common, play
from mesnada.kernel.campaign import RUNNING, Campaign
from mesnada.kernel.errors import RecordError, UsageError
from mesnada.kernel.game import find_game
from mesnada.kernel.record import read_record, replay
from mesnada.table import Table
from mesnada.table.dice import AUTOMATIC
from mesnada.table.folders import data_folder, new_record_path

if TYPE_CHECKING:
    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.game import Game, Outcome

FORMAT: Final = 1
START_AT: Final = "normal"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int = msgspec.field(name="mesnada-campaign")
    game: str
    campaign: dict[str, Any]
    records: tuple[str, ...]
    """Of the finished games, and at the end of the one under way, if there is one."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A campaign as it is kept: its rules and the records of its games."""

    game: Game
    path: Path
    campaign: Campaign
    records: tuple[str, ...]

    @property
    def under_way(self) -> Path | None:
        """The record of the game that has begun and whose result is not entered yet."""
        return Path(self.records[-1]) if len(self.records) > len(self.campaign.results) else None


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``campaign``."""
    about = helps(words, "campaign.about")
    parser = subparsers.add_parser("campaign", help=about, description=about)
    parser.add_argument("game", metavar="GAME", help=helps(words, "cli.game"))
    parser.add_argument("do", choices=("start", "show", "play"), metavar="start|show|play",
                        help=helps(words, "campaign.do"))
    parser.add_argument("--level", metavar="LEVEL",
                        help=words.text("campaign.level", levels="normal, hard, impossible").replace("%", "%%"))
    parser.add_argument("--file", type=Path, metavar="FILE", help=helps(words, "campaign.file"))
    parser.add_argument("--replace", action="store_true", help=helps(words, "campaign.replace"))
    add_common(parser, words)
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Starts, shows or plays on."""
    game = find_game(args.game)
    rules = game.campaign()
    if rules is None:
        raise UsageError("campaign", f"{game.id} has none")
    path = args.file or data_folder() / f"campaign-{game.id}.json"
    if args.do == "start":
        return start(game, rules, path, args)
    for given in ("level", "replace"):
        if getattr(args, given):
            raise UsageError(f"campaign {args.do}", f"--{given} is for campaign start alone")
    kept = settled(load(game, rules, path), args.content)
    if args.do == "play":
        return play_next(kept, args)
    show(kept, args.words)
    return 0


def start(game: Game, rules: type[Campaign], path: Path, args: argparse.Namespace) -> int:
    """Begins a campaign, unless one is under way in the same file."""
    campaign = rules.start(args.level or START_AT)
    if path.exists() and not args.replace and load(game, rules, path).campaign.state == RUNNING:
        raise UsageError("campaign", f"one is under way in {path}; --replace gives it up")
    kept = Kept(game, path, campaign, ())
    save(kept)
    print(args.words.text("campaign.started", path=path))
    show(kept, args.words)
    return 0


def play_next(kept: Kept, args: argparse.Namespace) -> int:
    """Goes on with the game under way, or begins the next one; enters its result."""
    setup = kept.campaign.next_game()
    if setup is None:
        raise UsageError("campaign", args.words.text(f"campaign.state.{kept.campaign.state}"))
    path = kept.under_way
    if path is not None:
        if args.seed is not None:
            raise UsageError("--seed", f"stands in the record of the game under way, {path}")
        table = Table.resume(path, content=args.content, dice=args.dice)
    else:
        path = new_record_path(kept.game.id, "campaign").absolute()
        state = kept.game.new(setup.mode, setup.options, args.content)
        table = Table.new(kept.game, state, seed=args.seed, record=path, dice=args.dice or AUTOMATIC)
        kept = Kept(kept.game, kept.path, kept.campaign, (*kept.records, str(path)))
        save(kept)
    code = play(table, args, play_command(kept, args.content))
    outcome = table.state.outcome()
    if outcome is not None:
        kept = entered(kept, outcome)
        print()
        show(kept, args.words)
    return code


def entered(kept: Kept, outcome: Outcome) -> Kept:
    """The campaign with the result of the game under way, in its file as well."""
    kept = Kept(kept.game, kept.path, kept.campaign.after(outcome), kept.records)
    save(kept)
    return kept


def settled(kept: Kept, content: Path | None) -> Kept:
    """Enters the result of a game that ended while nobody entered it, for instance because the power failed."""
    path = kept.under_way
    if path is None:
        return kept
    if not path.exists():
        # The record was deleted: the game is played anew.
        return Kept(kept.game, kept.path, kept.campaign, kept.records[:-1])
    record = read_record(path, resume=True)
    setup = kept.campaign.next_game()
    options = dict(record.head.options)
    if setup is None or record.head.mode != setup.mode or any(options.get(n) != v for n, v in setup.options.items()):
        raise RecordError(str(path), "is not the record of the next game of the campaign")
    if record.end is None:
        return kept
    state = None
    for played in replay(record, content):
        state = played.after
    outcome = state.outcome() if state is not None else None
    return kept if outcome is None else entered(kept, outcome)


def show(kept: Kept, words: Catalogue) -> None:
    """Prints how a campaign stands."""
    campaign, words = kept.campaign, kept.game.catalogue(words.lang)
    text = words.text
    level = text(f"campaign-level.{campaign.level}")
    print(text("campaign.title", title=text("game.title"), level=level))
    for number, result in enumerate(campaign.results, 1):
        outcome = text("campaign.game-won" if result.won else "campaign.game-lost")
        print("  " + text("campaign.game", number=number, setup=_named(result.setup.options, words),
                          result=outcome, ending=text(f"ending.{result.ending}")))
    print(text(f"campaign.state.{campaign.state}"))
    setup = campaign.next_game()
    if setup is None:
        return
    print(text("campaign.losses-left", n=campaign.losses_left))
    print(text("campaign.next", setup=_named(setup.options, words)))
    if kept.under_way is not None:
        print(text("campaign.under-way", path=kept.under_way))
    print(text("campaign.play-it", command=play_command(kept)))


def play_command(kept: Kept, content: Path | None = None) -> str:
    """The command line that plays the next game, or goes on with the one under way."""
    words = ["campaign", kept.game.id, "play"]
    if kept.path != data_folder() / f"campaign-{kept.game.id}.json":
        words += ["--file", str(kept.path)]
    if content is not None:
        words += ["--content", str(content)]
    return f"{program()} {shlex.join(words)}"


def _named(options: Mapping[str, str], words: Catalogue) -> str:
    """Options and their values by the names that people read."""
    return "; ".join(
        words.text("campaign.option", name=words.text(f"option.{name}"), value=words.text(f"option.{name}.{value}"))
        for name, value in options.items())


def load(game: Game, rules: type[Campaign], path: Path) -> Kept:
    """Reads a campaign. Raises UsageError if there is none, RecordError if the file is faulty."""
    if not path.exists():
        raise UsageError("campaign", f"there is none in {path}; begin with: {program()} campaign {game.id} start")
    try:
        data = msgspec.json.decode(read_text(path).encode(), type=_File)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(str(path), f"is no campaign: {error}") from None
    if data.format != FORMAT:
        raise RecordError(str(path), f"has format {data.format}; this version of Mesnada reads {FORMAT}")
    if data.game != game.id:
        raise RecordError(str(path), f"is a campaign of {data.game}")
    with naming(path):
        campaign = rules.load(data.campaign)
    if not 0 <= len(data.records) - len(campaign.results) <= 1:
        raise RecordError(str(path), "does not name one record a game")
    return Kept(game, path, campaign, data.records)


def save(kept: Kept) -> None:
    """Replaces the file in one step, so that there is always a whole one. Raises UsageError."""
    document = {"mesnada-campaign": FORMAT, "game": kept.game.id, "campaign": kept.campaign.save(),
                "records": list(kept.records)}
    beside = kept.path.with_name(f"{kept.path.name}.new")
    try:
        kept.path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            json.dump(document, file, ensure_ascii=False, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, kept.path)
    except OSError as error:
        raise UsageError(str(kept.path), f"cannot be written: {error.strerror or error}") from None
