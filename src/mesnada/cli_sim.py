"""``mesnada sim``: many games between bots, with statistics."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tqdm import tqdm

from mesnada.cli_args import Subparsers, helps, print_json, read_options, split_seats
from mesnada.kernel.game import find_game
from mesnada.lab.rows import open_rows, row
from mesnada.lab.sim import Tally, plan, play_all

if TYPE_CHECKING:
    from types import FrameType

    from mesnada.kernel.catalogue import Catalogue
    from mesnada.kernel.game import Game

INTERRUPTED: Final = 130
"""Exit code after an interrupt from the keyboard."""
TERMINATED: Final = 143
"""Exit code after the signal SIGTERM."""


class Terminated(BaseException):
    """The program was told to end."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser], words: Catalogue) -> argparse.ArgumentParser:
    """Adds the command ``sim``, with :func:`run` as its default."""

    def text(key: str) -> str:
        return helps(words, f"sim.{key}")

    parser = subparsers.add_parser("sim", help=text("about"), description=text("about"))
    parser.add_argument("game", metavar="GAME", help=text("game"))
    parser.add_argument("--seats", required=True, metavar="A,B,C", help=text("seats"))
    parser.add_argument("--games", type=int, default=100, metavar="N", help=text("games"))
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=text("seed"))
    parser.add_argument("--mode", metavar="M", help=text("mode"))
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help=text("option"))
    parser.add_argument("--content", type=Path, metavar="DIR", help=text("content"))
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help=text("jobs"))
    parser.add_argument("--json", action="store_true", help=text("json"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=text("out"))
    parser.set_defaults(run=run, words=words)
    return parser


def run(args: argparse.Namespace) -> int:
    """Plays the games and prints the figures, after an interrupt or SIGTERM those of the games finished so far.

    Returns the exit code. Raises UsageError, OptionError or ContentError for what cannot be carried out.
    """
    game = find_game(args.game)
    planned = plan(game, split_seats(args.seats), args.games, args.seed, args.mode, read_options(args.option),
                   args.content)
    tally = Tally(planned)
    code = 0
    with contextlib.ExitStack() as opened:
        opened.enter_context(terminations())
        games = opened.enter_context(contextlib.closing(play_all(planned, args.jobs)))
        rows = opened.enter_context(open_rows(args.out)) if args.out else None
        bar = opened.enter_context(tqdm(total=planned.games, file=sys.stderr, disable=None,
                                        unit=args.words.text("sim.unit")))
        try:
            for played in games:
                tally.add(played)
                if rows is not None:
                    rows.write(row(planned, played))
                bar.update()
        except KeyboardInterrupt:
            code = INTERRUPTED
        except Terminated:
            code = TERMINATED
    report = tally.report()
    if args.json:
        print_json(report)
    else:
        print("\n".join(describe(report, game, args.words)))
    return code


@contextlib.contextmanager
def terminations() -> Iterator[None]:
    """Turns SIGTERM into an exception meanwhile, so that the processes that were started are ended too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handler(signum: int, frame: FrameType | None) -> None:
        signal.signal(signum, signal.SIG_IGN)
        raise Terminated

    before = signal.signal(signal.SIGTERM, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def describe(report: Mapping[str, Any], game: Game, words: Catalogue) -> list[str]:
    """The figures of :meth:`Tally.report` in words."""
    wording = game.wording(words.lang)
    games = report["games"]
    texts = game.catalogue(words.lang)
    lines = [words.text("sim.title", title=texts.text("game.title"), mode=texts.text(f"mode.{report['mode']}"), n=games,
                        planned=report["planned"], seed=report["seed"])]
    if not games:
        return lines
    names = [wording.side(id) for id in report["seat_ids"]]
    rows = zip(names, report["seats"], report["win_rates"], report["intervals"], strict=True)
    name_width, spec_width = max(map(len, names)), max(map(len, report["seats"]))
    for name, spec, rate, (low, high) in rows:
        lines.append(words.text("sim.seat", name=name.ljust(name_width), spec=spec.ljust(spec_width),
                                rate=f"{100 * rate:5.1f}", low=f"{100 * low:.1f}", high=f"{100 * high:.1f}"))
    for side, won in report["sides"].items():
        if side not in report["seat_ids"]:
            lines.append(words.text("sim.side", name=wording.side(side), rate=f"{100 * won / games:.1f}"))
    if report["shared_wins"]:
        lines.append(words.text("sim.shared", n=report["shared_wins"]))
    for ending, number in report["endings"].items():
        lines.append(words.text("sim.ending", ending=texts.text(f"ending.{ending}"), n=number,
                                rate=f"{100 * number / games:.1f}"))
    for key in ("rounds", "decisions", "choices"):
        lines.append(words.text(f"sim.{key}", **report[key]))
    lines.append(words.text("sim.speed", rate=f"{report['decisions_per_second']:.0f}"))
    return lines
